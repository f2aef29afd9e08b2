"""Signs that words say around the formula 0 or behind a comma: `a real number different from $0$`, `real, both positive`.

They are put as the adjective that says the same, which the rest of the reader knows: `nonzero`, 非零. Only the words are changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import bare, name_of
from symproofs.read.layout import Written
from symproofs.read.prose import subjects
from symproofs.read.signs_of_members import SIGNS
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording

COMPARED: tuple[tuple[str, str, Wording], ...] = (
    (
        "nonzero",
        "非零",
        wording(r"(?:\b(?:different|distinct) from|\b(?:not equal|unequal) to|\bother than|不等于|不同于|不为|异于)\s*$", re.I),
    ),
    (
        "nonnegative",
        "非负",
        wording(r"(?:\bgreater than or equal to|\bat least|\bno(?:t)? less than|大于或?等于|不小于|至少为)\s*$", re.I),
    ),
    ("positive", "正", wording(r"(?:\b(?:strictly )?(?:greater|larger|bigger) than|(?<!不)大于)\s*$", re.I)),
    ("negative", "负", wording(r"(?:\b(?:strictly )?(?:less|smaller) than|(?<!不)小于)\s*$", re.I)),
)
"""The adjective, English and Chinese, for words before the formula 0."""

_APPOSED = wording(
    r"^(?P<said>\s*(?:(?:be|is|are|being)\s+)?(?:(?:an?|two|three|arbitrary|fixed|given)\s+)*(?:real|complex)(?:\s+(?:numbers?|"
    r"scalars?))?)\s*,\s*(?:(?:both|all|each|which (?:is|are)|that (?:is|are)|all of (?:them|which))\s+)*"
    r"(?P<sign>positive|non-?negative|negative|non-?zero|(?:not equal to|different from) zero)(?=\s*(?:$|[.;]))|"
    r"^(?P<zh>\s*(?:均|都)?[为是](?:实|复)数)\s*[，,]\s*(?:且|并且|它们)?(?:均|都|全)?(?:为|是|不为)?(?P<sign_zh>正|非负|负|非零|零)数?"
    r"(?=\s*(?:$|[。；]))",
    re.IGNORECASE,
)
"""A sign that is said behind a comma of what the words before it call a number."""

_COPULA_ENDS = wording(r"(?:\b(?:be|is|are|being)|[为是])\s*$|^\s*$", re.IGNORECASE)


def with_signs_in_words(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, the words around a 0 that is compared with as an adjective, a sign behind a comma with what it is said of."""
    found: list[Written] = []
    for formula in formulas:
        before = found[-1] if found else None
        words = _compared(before, formula) if before is not None else None
        if before is not None and words is not None:
            found[-1] = replace(before, after=words)
        else:
            found.append(_with_a_letter(before, formula) if before is not None else formula)
    return tuple(replace(f, after=_joined(f.after)) if subjects(f.node) and not _of_a_run(f) else f for f in found)


def _of_a_run(formula: Written) -> bool:
    """`x_1, …, x_n`: their signs are read elsewhere."""
    return formula.node is not None and any(p.kind == "Dots" for p in formula.node.walk())


def _compared(first: Written, second: Written) -> str | None:
    """The words behind a letter that say how it compares with 0, which stands behind them."""
    same = first.block == second.block and not second.starts_sentence and not second.display and not second.aside
    zero = second.node is not None and bare(second.node).kind == "Num" and str(bare(second.node).value) == "0"
    if not same or not zero or not subjects(first.node):
        return None
    for english, chinese, pattern in COMPARED:
        match = pattern.search(second.before)
        if match is not None:
            lead = second.before[: match.start()]
            if not lead.isascii() or not match.group(0).isascii():
                return f"{lead}{chinese}{'' if '数' in second.after[:4] else '数'}{second.after.lstrip().removeprefix('的')}"
            return f"{lead if _COPULA_ENDS.search(lead) else lead.rstrip(' ,') + ' and '}{english}{second.after}"
    return None


def _with_a_letter(first: Written, second: Written) -> Written:
    """`let $a$ be a real number different from $b$`: the comparison that is assumed of the two letters."""
    same = first.block == second.block and not second.starts_sentence and not second.display and not second.aside
    fits = same and first.cue in ("assume", "condition") and first.node is not None and name_of(first.node) is not None
    sign = next((SIGNS[e] for e, _, pattern in COMPARED if pattern.search(second.before)), None)
    if not fits or sign is None or first.node is None or second.node is None or name_of(second.node) is None:
        return second
    node = Node("Chain", second.span, (replace(first.node, span=second.span), second.node), (sign,), (second.span,))
    return replace(second, node=node, cue=first.cue, turned=True)


def _joined(text: str) -> str:
    match = _APPOSED.match(text)
    if match is None:
        return text
    if match["zh"]:
        sign = "非零" if match["sign_zh"] == "零" else match["sign_zh"]
        return f"{match['zh'][:-2]}{sign}实数{text[match.end() :]}" if "实" in match["zh"] else text
    sign = re.sub(r"(?:not equal to|different from) zero", "nonzero", match["sign"], flags=re.IGNORECASE)
    return f"{match['said']} and {sign}{text[match.end() :]}"
