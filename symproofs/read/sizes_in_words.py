"""Sizes that words say without a formula: `let $A$ be a 3-by-3 matrix`, `a 2×2 matrix $B$`, `设 $A$ 为三阶方阵`.

The symbol becomes a membership, `A ∈ ℝ^{3×3}`; the words without the size stay beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symproofs.diagnostics import Span
from symproofs.read.layout import Written
from symproofs.read.sizes_in_prose import ADJECTIVES, COMPLEX, listed, membership, names_in
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording

NUMBERS: Mapping[str, str] = {
    word: str(k)
    for words in ("one two three four five six seven eight nine ten", "一 二 三 四 五 六 七 八 九 十")
    for k, word in enumerate(words.split(), 1)
} | {"两": "2"}
"""Words for small numbers."""

_EN = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)"
_ZH = r"(?:\d{1,3}|[一二两三四五六七八九十])"
_BY = r"\s*-?\s*(?:by|[x×*])\s*-?\s*"

AFTER: tuple[Wording, ...] = (
    wording(
        rf"^(?P<lead>\s*(?:(?:both|all)\s+)?(?:be|is|are|denotes?)\s+(?:(?:an?|the|two|some|any|both)\s+)?{ADJECTIVES})"
        rf"(?P<rows>{_EN}){_BY}(?P<cols>{_EN})\s+(?P<rest>{ADJECTIVES}matri(?:x|ces)\b)",
        re.IGNORECASE,
    ),
    wording(
        rf"^(?P<lead>\s*(?:(?:both|all)\s+)?(?:be|is|are|denotes?)\s+(?:(?:an?|the)\s+)?)(?P<rest>{ADJECTIVES}matri(?:x|ces))"
        rf"\s+of\s+(?:size|order|dimensions?|shape)s?\s+(?P<rows>{_EN})(?:{_BY}(?P<cols>{_EN}))?\b",
        re.IGNORECASE,
    ),
    wording(
        rf"^(?P<lead>\s*(?:均|都|皆)?[为是]\s*(?:一个|两个|任意)?(?:实|复)?)(?P<rows>{_ZH})"
        rf"(?:\s*阶的?|\s*[×x]\s*(?P<cols>{_ZH})\s*(?:的|阶)?)(?P<rest>[\u3400-\u9fff]{{0,8}}?(?:矩阵|方阵|阵))"
    ),
)
"""Behind a symbol: the words before its size, the size, the words behind it."""

BEFORE: tuple[Wording, ...] = (
    wording(
        rf"(?P<lead>)\b(?P<rows>{_EN}){_BY}(?P<cols>{_EN})\s+(?P<rest>{ADJECTIVES}matri(?:x|ces)\s*)$",
        re.IGNORECASE,
    ),
    wording(
        rf"(?P<lead>)(?P<rows>{_ZH})(?:\s*阶的?|\s*[×x]\s*(?P<cols>{_ZH})\s*(?:的|阶)?)"
        rf"(?P<rest>[\u3400-\u9fff]{{0,8}}?(?:矩阵|方阵|阵)\s*)$"
    ),
)
"""Right before a symbol."""


def with_sizes_in_words(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, symbols of which words say a size as memberships."""
    found = list(formulas)
    for k, formula in enumerate(found):
        if formula.display or formula.aside or formula.node is None or not names_in(formula.node):
            continue
        after = next((m for row in AFTER if (m := row.match(formula.after))), None)
        before = next((m for row in BEFORE if (m := row.search(formula.before))), None) if after is None else None
        match = after or before
        if match is None:
            continue
        subjects = [n for j in listed(found, k) for n in names_in(found[j].node)]
        node = membership(
            formula.node, subjects, _size(match, formula.span), "array", complex_=COMPLEX.search(match[0]) is not None
        )
        words = f"{match['lead']}{match['rest']}"
        if after is not None:
            found[k] = replace(formula, node=node, after=f"{words}{formula.after[match.end() :]}")
        else:
            kept = f"{formula.before[: match.start()]}{words}"
            found[k] = replace(formula, node=node, before=kept)
    return tuple(found)


def _size(match: re.Match[str], span: Span) -> Node:
    """`m × n` as a formula."""
    rows = match["rows"].lower()
    cols = (match["cols"] or rows).lower()
    return Node("Product", span, tuple(Node("Num", span, (), NUMBERS.get(n, n)) for n in (rows, cols)), ("×",))
