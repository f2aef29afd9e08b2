"""Proofs by contradiction whose supposition is not written out: `We show $x = 1$. Suppose not.`, 假设不然.

What is supposed is the opposite of the claim that the text has announced right before. That a supposition is to be contradicted
may be said behind it, too: `suppose $m \\ne n$; we derive a contradiction`, 假设 …，我们来推出矛盾.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.diagnostics import Span
from symproofs.read.claim_labels import announces_claim
from symproofs.read.layout import Written
from symproofs.read.opposites import opposite_of
from symproofs.read.phrases import SENTENCE_END, SUPPOSES
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_SUPPOSE_NOT = wording(
    r"\b(?:suppose|assume)(?:,? (?:for|towards?) (?:a )?contradiction,?)?(?: that)?(?: (?:this|it) (?:is|were|was))? "
    r"(?:not|otherwise|(?:to )?the (?:contrary|opposite)|false|wrong)\s*(?=[.,;:])|"
    r"(?:假设|设|若|如若|倘若)(?:其?不然|其?不成立|否|相反|结论不成立)(?=\s*[，,。；])",
    re.IGNORECASE,
)


_COMING = wording(
    r"^\s*[,;，；]?\s*(?:and |then |now )?(?:we |let us |let's )?(?:will |shall |now |want to |wish to |aim to |try to |to )?"
    r"(?:derive|deduce|obtain|get|reach|seek|look for|aim (?:for|at)|arrive at|find) (?:an?|the|some) contradiction\b|"
    r"^\s*[,;，；]?\s*(?:并|以|再|下面|现在|接下来)?(?:让?我们)?(?:来|将|要|想要?|试图|欲|去)?(?:推导?出|导出|得出|引出|找出?|寻求|得到)(?:一个)?矛盾",
    re.IGNORECASE,
)
"""Right behind what is supposed: a contradiction is to come."""


def with_supposed_contraries(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, the opposite of an announced claim where it is supposed not to hold; what is to be contradicted as such."""
    found: list[Written] = []
    for formula in formulas:
        said = _SUPPOSE_NOT.search(formula.before)
        contrary = _contrary(found[-1]) if said is not None and found else None
        if said is not None and contrary is not None:
            found.append(_supposed(found[-1], formula, contrary, said))
            cue = "conclude" if formula.cue == "contradiction" else formula.cue
            formula = replace(formula, before=formula.before[said.end() :], cue=cue)
        found.append(formula)
    return _announced(found)


def _contrary(claim: Written) -> Node | None:
    """The opposite of a claim that the text announces."""
    if claim.aside or claim.node is None or not (claim.cue == "goal" or announces_claim(claim.before)):
        return None
    return opposite_of(claim.node)


def _supposed(claim: Written, formula: Written, contrary: Node, said: re.Match[str]) -> Written:
    """The supposition, at the place of the words that make it."""
    start = max(claim.outer.end, formula.outer.start - len(formula.before) + said.start())
    place = Span(start, max(start, min(formula.outer.start, start + len(said.group(0)))))
    return replace(
        formula,
        span=place,
        outer=place,
        display=False,
        before="",
        after="",
        node=_placed(contrary, place),
        diagnostics=(),
        cue="contradiction",
        lead=said.group(0),
        starts_sentence=True,
        continues=False,
        turned=True,
    )


def _placed(node: Node, place: Span) -> Node:
    """The formula as if it stood at a place."""
    return replace(node, span=place, children=tuple(_placed(c, place) for c in node.children), signs=(place,) * len(node.signs))


def _announced(found: list[Written]) -> tuple[Written, ...]:
    """What is supposed in a sentence that goes on to say that it will be contradicted is supposed for that."""
    for k, formula in enumerate(found):
        ends = k + 1 == len(found) or found[k + 1].starts_sentence or found[k + 1].block != formula.block
        supposed = formula.cue in ("assume", "contradiction") and SUPPOSES.search(formula.lead) is not None
        coming = _COMING.search(formula.after) if ends and supposed else None
        if coming is None or len(SENTENCE_END.split(formula.after[: coming.start()])) > 2:
            continue
        rest = _COMING.sub(" ", formula.after, count=1)
        if k + 1 < len(found) and found[k + 1].before.startswith(formula.after):
            found[k + 1] = replace(found[k + 1], before=rest + found[k + 1].before.removeprefix(formula.after))
        found[k] = replace(formula, after=rest)
        first = k
        while first > 0 and not found[first].starts_sentence and found[first - 1].block == formula.block:
            first -= 1
        for j in range(first, k + 1):
            if found[j].cue == "assume" and SUPPOSES.search(found[j].lead):
                found[j] = replace(found[j], cue="contradiction")
    return tuple(found)
