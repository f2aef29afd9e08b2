"""Premises in words alone: `For vectors of unit norm, $…$`, `当各变量为正数时，$…$`.

What such a clause governs is its own; the formula behind the comma is what follows from it, never assumed. Of a condition that
words say nothing is made, so the formula is not decided. Words that only announce suppose the formula: `Suppose, for
simplicity, $…$`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from symproofs.read.wording import wording

_PREMISE = wording(
    r"(?:^|[.;:]|\b(?:and|so|then|now|but|hence|thus)\b)\s*(?:for|with|if|when(?:ever)?|given|assum(?:e|ing)|suppos(?:e|ing)|"
    r"provided|granting|under|as long as|consider|in (?=[^,，]*\bcase\b))\b(?P<words>[^,，:：]*)[,，]\s*$",
    re.IGNORECASE,
)
_PREMISE_IN_CHINESE = wording(
    r"(?:^|[。；：])\s*(?:而|且|那么|现在|又|根据|由)*(?:当|若|如果|假设|假定|设想?|已知|对于?|只要)(?P<words>[^,，:：。；]*)[,，]\s*$"
)
_ANNOUNCES = wording(
    r"^\s*(?:that|now|then|here|also|again|first|further(?:more)?|moreover|in addition|additionally|instead|as usual|"
    r"(?:for )?(?:the sake of )?(?:simplicity|convenience|definiteness|concreteness|brevity|contradiction|example|instance|now|"
    r"the moment|later use)|without loss of generality|wlog|by symmetry|to begin with|the following|as before|in particular|"
    r"存在|此外|再|进一步|另外|为?(?:简单|方便|简便)起见|不妨|不失一般性|如下|一般地|例如|\s)*\s*$",
    re.IGNORECASE,
)


_RESTRICTS_NOTHING = wording(
    r"^\s*(?:(?:all )?(?:of )?(?:the |this |that |these |those |some |a little |a bit of |our )?(?:usual |above |previous |same |"
    r"chain |product |quotient |power |addition |general |preceding )*(?:this|that|above|algebra|rules?|laws?|lemmas?|theorems?|"
    r"formulas?|formulae|notation|notations|results?|identit(?:y|ies)|definitions?|help of .*|general case|case|"
    r"assumptions?)?)\s*$|"
    r"^\s*(?:条件|以上|上述.*|上面.*|定义|公式|结果|结论)?\s*$",
    re.IGNORECASE,
)
"""Words that name no condition of their own: what they cite was said before, or is a rule."""


_CITES = wording(r"(?:根据|由)已知")


class Premise(NamedTuple):
    """The words of a premise, and whether they say a condition that is not understood."""

    words: str
    restricts: bool


_OF_ITS_SENTENCE = wording(
    r"(?:for|with|if|when(?:ever)?|provided|granting|under|as long as|in|by)\b|(?:而|且|那么|现在|又)*(?:当|若|如果|对于?|只要)",
    re.IGNORECASE,
)


def governs_its_sentence(lead: str) -> bool:
    """Whether a premise in words is one of its sentence only: `if instead we …, $…$`, not `suppose …`."""
    premise = premise_in_words(lead)
    return premise is not None and _OF_ITS_SENTENCE.match(premise.words) is not None


def premise_in_words(sentence: str) -> Premise | None:
    """The premise in words that stands in front of a formula, closed by a comma, if there is one.

    `sentence` is the prose in front of the first formula of its sentence.
    """
    found = _PREMISE.search(sentence) or _PREMISE_IN_CHINESE.search(sentence)
    if found is None:
        return None
    if _CITES.search(found.group(0)):
        return Premise(found.group(0).strip(), False)
    if _ANNOUNCES.match(found["words"]):
        return None
    return Premise(found.group(0).strip(" \n\t.;:,，。；："), _RESTRICTS_NOTHING.match(found["words"]) is None)
