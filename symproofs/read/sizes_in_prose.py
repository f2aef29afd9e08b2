"""Sizes that stand in prose: `let $A$ be an $m \\times n$ matrix`, `设 $A$ 为 $n$ 阶对称矩阵`, `an $n$-dimensional vector $x$`.

The symbol, the size and the noun are put together to a membership, `A ∈ ℝ^{m×n}`, as if it had been written so; the
words between stay beside the symbol, and the size says nothing more of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.characters import HAN
from symproofs.read.elaboration.names import inner, name_of
from symproofs.read.elaboration.sizes import size_from, sizes_from
from symproofs.read.layout import Written
from symproofs.read.phrases import BIND, COPULA
from symproofs.read.prose import listed_with
from symproofs.read.tree import Node

_ADJECTIVES = (
    r"(?:(?:real|complex|square|symmetric|orthogonal|invertible|non-?singular|positive|semi-?definite|definite|diagonal|permutation|"
    r"random|column|row|constant|fixed|nonzero|non-zero|projection|weight|data|feature|design|identity|binary|dense|upper|lower|"
    r"triangular|and|rotation|unitary|hermitian|covariance|parameter|unit|one-hot)[\s,-]+)*"
)
_CHINESE_ADJECTIVES = HAN + "{0,8}?"
SIZE_BEFORE_NOUN: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "array",
        re.compile(
            rf"^\s*(?:{_ADJECTIVES}(?:matri(?:x|ces)|vectors?)\b|的?{_CHINESE_ADJECTIVES}(?:矩阵|方阵|阵|向量))", re.IGNORECASE
        ),
    ),
    ("square", re.compile(rf"^\s*阶的?{_CHINESE_ADJECTIVES}(?:矩阵|方阵|阵)")),
    (
        "vector",
        re.compile(
            rf"^\s*(?:-?\s*dimensional {_ADJECTIVES}vectors?\b|-vectors?\b|维的?{_CHINESE_ADJECTIVES}向量)",
            re.IGNORECASE,
        ),
    ),
)
"""What the words after a size say that it is the size of: of an array as written (`m × n`), of a square matrix, of a vector."""

NOUN_BEFORE_SIZE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("square", re.compile(r"\bmatri(?:x|ces) of (?:size|order|dimension|shape)s?\s*$", re.IGNORECASE)),
    ("vector", re.compile(r"\bvectors? of (?:size|length|dimension|shape)s?\s*$", re.IGNORECASE)),
)
"""What the words before a size say that it is the size of."""

_GAP = re.compile(r"^\s*(?:an?|the|two)\s+", re.IGNORECASE)
"""Between a symbol and its size, the copula left out: `let $x$ be … and $A$ an $n \\times n$ matrix`."""
_MEASURE = re.compile(r"^\s*(?:阶的?|维的?|的|-?\s*dimensional\s|-)\s*")
_IS_CHINESE = re.compile(HAN)
_COMPLEX = re.compile(r"\bcomplex\b|复", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:^|[\s,，。.；;:：])(?:an?|the|two|some|any|every|each|of|let|设|令|对|给定|任意|一个|的)?\s*$", re.IGNORECASE
)


def with_sizes(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, sizes in prose put to the symbols that they are said of."""
    found = list(formulas)
    for k in range(len(found) - 1):
        first, second = found[k], found[k + 1]
        if first.block != second.block or first.display or second.display or second.starts_sentence:
            continue
        if first.node is None or second.node is None:
            continue
        kind = _after_symbol(found, k) or _before_symbol(first, second)
        if kind is None:
            continue
        place, at, what = kind
        _join(found, place, at, what)
    return tuple(found)


def _after_symbol(found: list[Written], k: int) -> tuple[int, int, str] | None:
    """`$A$ be an $m \\times n$ … matrix`, `$x$ is a vector of length $n$`: (symbol, size, what it is the size of)."""
    first, second = found[k], found[k + 1]
    copula = COPULA.match(second.before) or (
        _GAP.match(second.before) if first.cue in ("assume", "define", "condition") else None
    )
    if copula is None or not _names(first.node) or not _is_size(second.node):
        return None
    rest = second.before[copula.end() :]
    for what, noun in SIZE_BEFORE_NOUN:
        if BIND.match(rest) and noun.match(second.after) and _fits(what, second.node):
            return k, k + 1, what
    for what, noun in NOUN_BEFORE_SIZE:
        if noun.search(rest):
            return k, k + 1, "array" if _is_pair(second.node) else what
    return None


def _before_symbol(first: Written, second: Written) -> tuple[int, int, str] | None:
    """`an $n \\times n$ symmetric matrix $A$`: (symbol, size, what) by offsets from the size."""
    if not _is_size(first.node) or not _names(second.node) or not _ARTICLE.search(first.before):
        return None
    for what, noun in SIZE_BEFORE_NOUN:
        match = noun.match(second.before)
        if match and not second.before[match.end() :].strip() and _fits(what, first.node):
            return -1, -1, what
    return None


def _join(found: list[Written], place: int, at: int, what: str) -> None:
    if place < 0:
        at = next(k for k, f in enumerate(found) if f.node is not None and _is_size(f.node) and _size_precedes(found, k))
        place = at + 1
    symbol, size = found[place], found[at]
    assert symbol.node is not None and size.node is not None
    subjects = [n for j in _list(found, place) for n in _names(found[j].node)]
    words = f"{symbol.before} {size.before} {size.after if at > place else symbol.before}"
    belongs = _membership(symbol.node, subjects, size.node, what, complex_=_COMPLEX.search(words) is not None)
    rest = _MEASURE.sub("", size.after)
    between = size.before.rstrip() + ("" if _IS_CHINESE.match(rest) else " ")
    gap = "" if COPULA.match(size.before) or at < place else " be"
    after = f"{gap}{between}{rest}" if at > place else symbol.after
    cue = symbol.cue if at > place or symbol.cue is not None else size.cue
    found[place] = replace(symbol, node=belongs, after=after, cue=cue)
    said = Node("Text", size.span, (), "a size")
    found[at] = replace(size, node=said, before="", after="", aside=True)


def _size_precedes(found: Sequence[Written], k: int) -> bool:
    return k + 1 < len(found) and _before_symbol(found[k], found[k + 1]) is not None


def _list(found: Sequence[Written], k: int) -> list[int]:
    """The formulas that a list of symbols ends with: `$A$ and $B$ be …`."""
    first = k
    while first > 0 and listed_with(found[first - 1], found[first]):
        first -= 1
    return list(range(first, k + 1))


def _membership(node: Node, subjects: Sequence[Node], size: Node, what: str, *, complex_: bool) -> Node:
    """`A ∈ ℝ^{m×n}`."""
    if what == "square":
        size = Node("Product", size.span, (size, size), ("×",))
    numbers = Node("Font", size.span, (Node("Id", size.span, (), "C" if complex_ else "R"),), "bb")
    space = Node("Sup", size.span, (numbers, size))
    left = subjects[0] if len(subjects) == 1 else Node("List", node.span, tuple(subjects))
    return Node("Chain", node.span, (left, space), ("in",), (node.span,))


def _names(node: Node | None) -> tuple[Node, ...]:
    """The names that a formula is: one, or a list of them."""
    if node is None:
        return ()
    if name_of(node) is not None:
        return (node,)
    if node.kind == "List" and all(name_of(c) is not None for c in node.children):
        return node.children
    return ()


def _is_pair(node: Node | None) -> bool:
    node = inner(node) if node is not None else None
    return node is not None and node.kind == "Product" and isinstance(node.value, tuple) and node.value.count("×") == 1


def _is_size(node: Node | None) -> bool:
    return node is not None and (sizes_from(node) is not None if _is_pair(node) else size_from(node) is not None)


def _fits(what: str, node: Node | None) -> bool:
    """Arrays have two sizes written, square matrices and vectors one."""
    return _is_pair(node) == (what == "array")
