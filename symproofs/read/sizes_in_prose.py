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
from symproofs.read.phrases import BIND, COPULA, DOUBT
from symproofs.read.prose import listed_with
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording

ADJECTIVES = (
    r"(?:(?:real|complex|square|symmetric|orthogonal|invertible|non-?singular|positive|semi-?definite|definite|diagonal|permutation|"
    r"random|column|row|constant|fixed|nonzero|non-zero|projection|weight|data|feature|design|identity|binary|dense|upper|lower|"
    r"triangular|and|rotation|unitary|hermitian|covariance|parameter|unit|one-hot|skew|anti|antisymmetric|zero|all|ones?|zeros?)[\s,-]+)*"
)
_CHINESE_ADJECTIVES = rf"(?:全\s*[01]|{HAN}){{0,8}}?"
SIZE_BEFORE_NOUN: tuple[tuple[str, Wording], ...] = (
    (
        "array",
        wording(
            rf"^\s*(?:{ADJECTIVES}(?:matri(?:x|ces)|vectors?)\b|的?{_CHINESE_ADJECTIVES}(?:矩阵|方阵|阵|向量))", re.IGNORECASE
        ),
    ),
    ("square", wording(rf"^\s*阶的?{_CHINESE_ADJECTIVES}(?:矩阵|方阵|阵)")),
    (
        "vector",
        wording(
            rf"^\s*(?:-?\s*dimensional {ADJECTIVES}vectors?\b|-vectors?\b|维的?{_CHINESE_ADJECTIVES}向量)",
            re.IGNORECASE,
        ),
    ),
)
"""What the words after a size say that it is the size of: of an array as written (`m × n`), of a square matrix, of a vector."""

NOUN_BEFORE_SIZE: tuple[tuple[str, Wording], ...] = (
    ("square", wording(r"\bmatri(?:x|ces) of (?:size|order|dimension|shape)s?\s*$", re.IGNORECASE)),
    ("vector", wording(r"\bvectors? of (?:size|length|dimension|shape)s?\s*$", re.IGNORECASE)),
)
"""What the words before a size say that it is the size of."""

IN_A_SPACE = wording(
    r"(?:\b(?:vectors?|matri(?:x|ces)|points?|elements?|variables?) (?:in|of|from|on|taking values in|with values in)|"
    r"\b(?:taking values|with values) in)\s*$",
    re.IGNORECASE,
)
"""What the words before a space say that something in it is: `a random vector in $ℝ^d$`."""
OF_A_SPACE = wording(rf"^\s*(?:中|上|里|空间中)?(?:取值)?的{HAN}{{0,8}}?(?:向量|矩阵|点|元素|变量)")
"""What the words behind a space say so: `为 $ℝ^d$ 中的随机向量`."""

_GAP = wording(r"^\s*(?:an?|the|two)\s+", re.IGNORECASE)
"""Between a symbol and its size, the copula left out: `let $x$ be … and $A$ an $n \\times n$ matrix`."""
_MEASURE = wording(r"^\s*(?:阶的?|维的?|的|-?\s*dimensional\s|-)\s*")
_IS_CHINESE = wording(HAN)
COMPLEX = wording(r"\bcomplex\b|复", re.IGNORECASE)
_ARTICLE = wording(
    r"(?:^|[\s,，。.；;:：])(?:an?|the|two|some|any|every|each|of|let|设|令|对|给定|任意|一个|的)?\s*$", re.IGNORECASE
)


def with_sizes(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, sizes in prose put to the symbols that they are said of."""
    found = list(formulas)
    _in_spaces(found)
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


def _in_spaces(found: list[Written]) -> None:
    """`$k$ be a random vector in $ℝ^d$`: the symbol lies in the space."""
    for k in range(len(found) - 1):
        first, second = found[k], found[k + 1]
        if first.block != second.block or first.display or second.display or second.starts_sentence or second.node is None:
            continue
        copula = COPULA.match(second.before)
        if copula is None or not names_in(first.node) or first.cue == "conclude" or not _is_space(second.node):
            continue
        english = IN_A_SPACE.search(second.before, copula.end())
        chinese = OF_A_SPACE.match(second.after) if not second.before[copula.end() :].strip() else None
        if (english is None and chinese is None) or DOUBT.search(second.before):
            continue
        assert first.node is not None
        subjects = [n for j in listed(found, k) for n in names_in(found[j].node)]
        left = subjects[0] if len(subjects) == 1 else Node("List", first.node.span, tuple(subjects))
        belongs = Node("Chain", first.node.span, (left, second.node), ("in",), (first.node.span,))
        noun = _IN.sub("", second.before.rstrip()) if english is not None else second.before.rstrip()
        rest = second.after if chinese is None else re.sub(r"^\s*(?:中|上|里|空间中)?(?:取值)?的", "", second.after)
        found[k] = replace(first, node=belongs, after=f"{noun}{rest}")
        found[k + 1] = replace(second, node=Node("Text", second.span, (), "a space"), before="", after="", aside=True)
        if k + 2 < len(found) and found[k + 2].before == second.after:
            found[k + 2] = replace(found[k + 2], before=rest)


_IN = wording(r"\s+(?:(?:taking|with) values )?(?:in|of|from|on)$", re.IGNORECASE)


def _is_space(node: Node) -> bool:
    """`ℝ^d`, `ℝ^{m×n}`"""
    return node.kind == "Sup" and len(node.children) == 2 and node.children[0].kind == "Font" and node.children[0].value == "bb"


def _after_symbol(found: list[Written], k: int) -> tuple[int, int, str] | None:
    """`$A$ be an $m \\times n$ … matrix`, `$x$ is a vector of length $n$`: (symbol, size, what it is the size of)."""
    first, second = found[k], found[k + 1]
    copula = COPULA.match(second.before) or (
        _GAP.match(second.before) if first.cue in ("assume", "define", "condition") else None
    )
    if copula is None or not names_in(first.node) or not _is_size(second.node):
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
    if not _is_size(first.node) or not names_in(second.node) or not _ARTICLE.search(first.before):
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
    subjects = [n for j in listed(found, place) for n in names_in(found[j].node)]
    words = f"{symbol.before} {size.before} {size.after if at > place else symbol.before}"
    belongs = membership(symbol.node, subjects, size.node, what, complex_=COMPLEX.search(words) is not None)
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


def listed(found: Sequence[Written], k: int) -> list[int]:
    """The formulas that a list of symbols ends with: `$A$ and $B$ be …`."""
    first = k
    while first > 0 and listed_with(found[first - 1], found[first]):
        first -= 1
    return list(range(first, k + 1))


def membership(node: Node, subjects: Sequence[Node], size: Node, what: str, *, complex_: bool) -> Node:
    """`A ∈ ℝ^{m×n}`."""
    if what == "square":
        size = Node("Product", size.span, (size, size), ("×",))
    numbers = Node("Font", size.span, (Node("Id", size.span, (), "C" if complex_ else "R"),), "bb")
    space = Node("Sup", size.span, (numbers, size))
    left = subjects[0] if len(subjects) == 1 else Node("List", node.span, tuple(subjects))
    return Node("Chain", node.span, (left, space), ("in",), (node.span,))


def names_in(node: Node | None) -> tuple[Node, ...]:
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
