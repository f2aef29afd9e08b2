"""Capitals that stand for matrices because the text says so of all of them: `capital letters denote matrices`, 大写字母表示矩阵.

A letter that nothing declares is read as a number. Where a sentence says of the capitals of a text, or of all its matrices, what
they are, a capital that no formula makes a number is a matrix. A heading (`# Matrix algebra`, 线性代数) says less: there only
capitals that are multiplied by capitals, or that have powers, are taken for matrices, and nothing is refuted of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from symproofs.read.elaboration.names import inner, is_capital, name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import SENTENCE_END
from symproofs.read.prose import Said, subjects
from symproofs.read.sections import Path
from symproofs.read.tree import Node
from symproofs.read.wording import wording

Announced = Literal["", "hinted", "said"]

_SAID = wording(
    r"\b(?:capitals?|upper-?\s?case|majuscules?)(?: (?:roman|latin|bold(?:face)?|italic))?(?: letters?)?\b[^.;,]{0,40}"
    r"\bmatrices\b|"
    r"\bmatrices\b[^.;,]{0,40}\b(?:capitals?|upper-?\s?case)\b|"
    r"\b(?:all|every) (?:the |of the )?(?:matrix|matrices|letters?)\b(?: \w+)? (?:are|is|be|denotes?|will be|have|has)\b"
    r"[^.;,]{0,30}(?:\bsquare\b|\bmatri(?:x|ces)\b|\bof (?:the same )?(?:size|order|shape)\b|\$)|"
    r"大写(?:的)?(?:拉丁|英文|粗体|黑体|斜体)?字母[^。；，]{0,10}(?:矩阵|方阵)|(?:矩阵|方阵)[^。；，]{0,8}大写(?:英文)?字母|"
    r"(?:所有|全部|一切)(?:的)?(?:矩阵|方阵)(?:都|均|皆|全)?(?:是|为)|"
    r"(?:以下|下列|下面|下文|本节|文中)(?:的|中)?(?:所有|各|全部)?(?:的)?字母(?:都|均|皆)?[^。；]{0,12}(?:矩阵|方阵)",
    re.IGNORECASE,
)
"""In a sentence about all capitals, all matrices, all letters."""

_HINTED = wording(
    r"\bfor (?:(?:all|any|arbitrary|general|square|real|complex|invertible|symmetric) )*matrices\s*(?:[:.,;]|$)|"
    r"\bwe (?:\w+ )?(?:work|deal|compute|calculate) with (?:\w+ )?matrices\b|"
    r"(?:^|\n)[\s*_]*matri(?:x|ces)\b[^.\n$]{0,30}[*_]*[.:]|"
    r"对(?:于)?(?:任意|所有|一般)?的?(?:矩阵|方阵)\s*[，,：:。]|(?:^|\n)[\s*_]*矩阵[^。\n$]{0,12}[*_]*[：:。]",
    re.IGNORECASE,
)
"""Around a statement about matrices without a letter for them."""

_HEADING = wording(r"\bmatri(?:x|ces)\b|\blinear algebra\b|矩阵|方阵|线性代数", re.IGNORECASE)

_SPOKEN_FOR = frozenset({"I", "E", "T", "O"})
"""Capitals that have a meaning of their own where matrices are: an identity, the sign of a transpose, a zero."""


def announced(text: str, path: Path) -> Announced:
    """What a section says of its capitals."""
    if any(_SAID.search(sentence) for sentence in SENTENCE_END.split(text)):
        return "said"
    return "hinted" if _HINTED.search(text) or any(_HEADING.search(label) for label in path[-1:]) else ""


def announced_matrices(formulas: Sequence[Written], how: Announced, said: Said) -> frozenset[str]:
    """The capitals of a section that are matrices, since the text says so of all of them."""
    if not how:
        return frozenset()
    nodes = [f.node for f in formulas if f.node is not None]
    found = {n for node in nodes for part in (_parts(node) if how == "said" else _multiplied(node)) for n in _capitals(part)}
    numbers = {n for f in formulas if f.node is not None for n in _otherwise(f.node)}
    known = {
        n for n, facts in said.facts.items() if any(f.startswith("sort:") or f in _OF_NUMBERS for f in facts)
    } | said.kinds.keys()
    return frozenset(found - numbers - known - _SPOKEN_FOR)


_OF_NUMBERS = frozenset({"positive", "negative", "nonnegative", "nonzero", "index", "size", "shape:scalar"})


def _parts(node: Node) -> Iterator[Node]:
    """The parts of a formula whose values are multiplied and added: no scripts, no bounds, no sets."""
    yield node
    if node.kind == "Font" and node.value == "bb":
        return
    kept = node.children[:1] if node.kind in ("Sub", "Sup", "Big", "Frac", "Integral", "Limit", "Extremum") else node.children
    for child in kept:
        yield from _parts(child)


def _capitals(node: Node) -> Iterator[str]:
    if node.kind in ("Id", "Sub") and (name := name_of(node)) is not None and is_capital(name) and len(name.split("_")[0]) == 1:
        yield name


def _multiplied(node: Node) -> Iterator[Node]:
    """The parts of products of several factors with capitals in them, and what has powers."""
    for part in _parts(node):
        factors = [c for c in part.children if any(n for p in _parts(c) for n in _capitals(p))]
        if part.kind == "Product" and len(factors) > 1:
            yield from (p for c in factors for p in _parts(c))
        elif part.kind == "Sup" and inner(part.children[1]).kind in ("Num", "Neg"):
            yield from _parts(part.children[0])


def _otherwise(node: Node) -> Iterator[str]:
    """Names that a formula makes something else: a value, a bound, a member of a set, a denominator, a size, a function."""
    for part in node.walk():
        if part.kind == "Chain":
            signs = part.value if isinstance(part.value, tuple) else ()
            if "in" in signs:
                yield from subjects(part)
            elif not {"<", ">", "<=", ">="}.isdisjoint(map(str, signs)):
                yield from (n for p in _parts(part) for n in _capitals(p))
            elif "=" in signs and any(inner(c).kind in ("Num", "Neg") and inner(c).value != "0" for c in part.children):
                yield from (n for c in part.children for n in _capitals(c))
        elif part.kind in ("Frac", "Sub", "Sup", "Big"):
            yield from (n for c in part.children[1:] for p in c.walk() for n in _capitals(p))
        elif part.kind == "Product":
            pairs = zip(part.children, part.children[1:], part.value if isinstance(part.value, tuple) else (), strict=False)
            for first, second, sign in pairs:
                if sign == "" and second.kind == "Group" and second.value in ("(", "[") and _is_argument(second):
                    yield from _capitals(first)


def _is_argument(group: Node) -> bool:
    """Brackets around one letter or a list: `P(A)`, `E[X]`, `F(x, y)`."""
    return len(group.children) != 1 or inner(group.children[0]).kind in ("Id", "Sub", "Num", "List")
