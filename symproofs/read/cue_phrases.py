"""Longer phrases right before a formula that say what the text does with it, whatever single words in them would say.

A phrase that only makes room for a statement (`**Assumption.**`, `from now on`, `we require`) assumes nothing of letters that
have their values already: that is a claim (`is_stipulated`). `By hypothesis` recalls and assumes
nothing: where nothing that was read says so, it is in doubt.
"""

from __future__ import annotations

import re

from symproofs.read.phrases import CueRole
from symproofs.read.wording import Wording, wording

_BEGINS = r"(?:^|[.。;；!！?？\n])[\s*_>#]*"
_ENDS = r"\s*[*_]*\s*[.:。：．]\s*[*_]*\s*$"

STIPULATES = wording(
    rf"{_BEGINS}(?:(?:the |our )?(?:(?:standing |main |key )?assumptions?|hypothes[ei]s|premises?|conditions?|requirements?|"
    rf"constraints?)|假设|假定|条件|前提|约束|要求)(?:\s*\d+)?(?:\s*[(（][^)）]*[)）])?{_ENDS}|"
    r"\b(?:from (?:now|here|this point) on|henceforth|hereafter|throughout)\s*[,:]?\s*(?:we have )?$|"
    r"\bwe (?:shall |will |also |further )?(?:require|impose|stipulate|demand|insist)(?: that)?\s*:?\s*$|"
    r"(?:从现在起|从此|今后|自此)(?:以后)?\s*[,，]?\s*(?:有)?\s*$|(?<!不)(?<!题目)要求\s*[:：]?\s*$",
    re.IGNORECASE,
)
"""What follows is assumed."""

BY_HYPOTHESIS = wording(
    r"\bby (?:the |our |this )?(?:(?:induction|inductive|standing|previous|above) )?(?:hypothes[ei]s|assumptions?)\s*[,:]?\s*"
    r"(?:we (?:have|know)|that)?\s*$|"
    r"(?:由|根据|依|按)(?:题设|题意|归纳假设|假设|假定|条件|已知(?:条件)?)(?:可?[知得有])?\s*[,，:：]?\s*(?:有)?\s*$",
    re.IGNORECASE,
)

_PHRASES: tuple[tuple[CueRole, Wording], ...] = (
    (
        "contradiction",
        wording(
            r"(?:\bcontradiction|反证法?)[^.。@]{0,12}[,，:：.。]\s*"
            r"(?:(?:we |let us |so )?(?:suppose|assume)(?: that)?|假[设定]|设|若)\s*$",
            re.IGNORECASE,
        ),
    ),
    (
        "contradiction",  # `Suppose not. Then …`
        wording(
            r"\b(?:suppose|assume)(?: that)?(?: (?:this|it) (?:is|were|was))? "
            r"(?:not|otherwise|the (?:contrary|opposite)|false|wrong)\s*[.,;:]\s*(?:then|so|i\.e\.,?|that is,?|say)?\s*$|"
            r"\bif not\s*,\s*(?:then)?\s*$|"
            r"(?:假设|若|如若)(?:不然|不成立|否)\s*[，,。]\s*(?:则|即)?\s*$",
            re.IGNORECASE,
        ),
    ),
    (
        "conclude",
        wording(
            r"\bunder (?:the|this|that|these|those|our|such)(?: \w+)? "
            r"(?:assumptions?|conditions?|hypothes[ei]s|restrictions?)\s*,\s*$|"
            r"在(?:上述|以上|此|该|这[些个]?|同样的?|相同的?)(?:假设|条件|前提)(?:之)?下\s*[,，]?\s*(?:有)?\s*$",
            re.IGNORECASE,
        ),
    ),
    ("cite", BY_HYPOTHESIS),
    ("assume", STIPULATES),
)


def phrase_cue(before: str) -> CueRole | None:
    """The role that a phrase at the end of the prose before a formula gives it."""
    return next((role for role, pattern in _PHRASES if pattern.search(before) is not None), None)


def is_stipulated(before: str) -> bool:
    """Whether a phrase only makes room for a statement."""
    return STIPULATES.search(before) is not None


def is_by_hypothesis(before: str) -> bool:
    """Whether a statement is said to be among the hypotheses."""
    return BY_HYPOTHESIS.search(before) is not None
