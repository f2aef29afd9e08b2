"""Cases as people set them off: `- $x > 0$: …`, `Case $x ≥ 0$: …`, `(i) $x > 0$. Then …`, 情形一：$x > 0$。

A bound or a value in front of a colon, or alone behind the label of a case, is what its case assumes. It holds to the end of its
sentence or of its item, behind a label to the next case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import inner, name_of
from symproofs.read.elaboration.statements import is_range
from symproofs.read.instances import goes_on
from symproofs.read.layout import Written
from symproofs.read.phrases import CASE, SUPPOSES
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_LABEL = r"[-*•·◦]?\s*(?:[(（]?(?:[ivx]{1,4}|[a-d]|\d{1,2})[)）.、]|[①-⑩])?\s*"
_NOTHING = wording(rf"^\s*{_LABEL}\**\s*$", re.IGNORECASE)
"""Before what heads a case: nothing, a bullet, a label."""

_LABELLED = wording(r"^\s*[-*•·◦]?\s*\**\s*(?:[(（](?:[ivx]{1,4}|[a-d]|\d{1,2})[)）]|[①-⑩])\s*\**\s*$", re.IGNORECASE)
_A_CASE = wording(
    r"(?:^|[.;。；]|\bthe)\s*\**\s*(?:the )?(?:base |first |second |other |last )?case\s*\**\s*[(（]?\s*$", re.IGNORECASE
)
"""`Case $x > 0$:`, without a number."""

_COLON = wording(r"^\s*[)）]?\s*\**\s*(?:case|时|的情[形况])?\s*[)）]?\s*[:：]", re.IGNORECASE)
_ENDS = wording(r"^\s*\**\s*[)）]?\s*\**\s*[.。:：]")
"""Behind what a case assumes."""

BOUNDS = frozenset({"<", "<=", ">", ">=", "!="})


def with_cases(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, those that head a case as what it assumes, and what stands behind their colon as what is said there."""
    found = list(formulas)
    for k, formula in enumerate(formulas):
        lead = formula.lead
        if formula.display or formula.node is None or not _is_case(formula.node):
            continue
        headed = _COLON.match(formula.after) is not None
        if formula.cue is None and formula.starts_sentence and headed and _NOTHING.match(lead):
            found[k] = replace(formula, cue="condition")
        elif _is_labelled(formulas, k, headed):
            found[k] = replace(formula, cue="assume", case=True)
        elif CASE.search(lead) and formula.cue in ("condition", "assume", None) and _ENDS.match(formula.after):
            found[k] = replace(formula, cue="condition" if formula.cue == "condition" and headed else "assume", case=True)
        elif not (headed and formula.cue in ("assume", "condition") and SUPPOSES.search(lead)):
            continue
        if headed and k + 1 < len(found) and found[k + 1].block == formula.block and _COLON.match(found[k + 1].before):
            following = formulas[k + 1]
            own = following.cue if following.cue not in (formula.cue, "assume", "condition") else "conclude"
            found[k + 1] = replace(following, cue=own)
    return tuple(found)


def _is_labelled(formulas: Sequence[Written], k: int, headed: bool) -> bool:
    """`Case $x > 0$:`, `(i) $x > 0$. Then …`: a label alone makes a case only of what the text goes on from."""
    formula = formulas[k]
    if _A_CASE.search(formula.lead):
        return headed or _ENDS.match(formula.after) is not None
    following = formulas[k + 1] if k + 1 < len(formulas) and formulas[k + 1].block == formula.block else None
    alone = formula.cue is None and formula.starts_sentence and _LABELLED.match(formula.lead) and _ENDS.match(formula.after)
    return bool(alone) and following is not None and (headed or goes_on(following.lead))


def _is_case(node: Node) -> bool:
    """A bound of a letter by letters and numbers, or a value of one: `x > 0`, `0 < t < 1`, `x = 0`."""
    if node.kind == "List":
        return all(map(_is_case, node.children))
    if node.kind != "Chain" or not isinstance(node.value, tuple) or is_range(node):
        return False
    plain = all(name_of(c) is not None or inner(c).kind in ("Num", "Neg") for c in node.children)
    valued = node.value == ("=",) and name_of(node.children[0]) is not None
    return plain and (set(node.value) <= BOUNDS or valued)
