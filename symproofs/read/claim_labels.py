"""Words right before an equation that claim it: `Claim:`, `**Theorem 2.**`, `clearly`, 结论：. It defines nothing then.

That a name is some number may have been found where the text says so (`Conclusion: $x = 1$`), of a name that only words have
spoken of. Behind a label that counts (`Step 1:`, `Answer:`) an equation may define a name by others.
"""

from __future__ import annotations

import re

from symproofs.read.layout import Written
from symproofs.read.wording import wording
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import free_names

_NUMBER = r"(?:\s*(?:\d+(?:\.\d+)*|[A-Z]|[IVX]+|[一二三四五六七八九十]+)\b)?(?:\s*[(（][^)）]*[)）])?"
_BEGINS = r"(?:^|[.。;；!！?？\n])[\s*_>#]*"
_ENDS = r"\s*[*_]*\s*[.:。：．]\s*[*_]*\s*$"

_CLAIMS = wording(
    rf"{_BEGINS}(?:(?:the )?(?:claims?|lemma|theorem|proposition|corollary|conjecture|assertion|statement|Thm|Prop|Lem|Cor)\.?|"
    rf"断言|定理|引理|命题|推论|猜想){_NUMBER}{_ENDS}|"
    r"(?:\b(?:(?:(?:we|i|one) (?:now |next |then )?(?:claim|assert|maintain|prove)|(?:it|this) is (?:claimed|asserted))"
    r"(?: that)?|prove)|断言|声称)\s*[:：,，]?\s*$",
    re.IGNORECASE,
)
_FINDS = wording(
    rf"{_BEGINS}(?:(?:the )?(?:facts?|observation|conclusion)|结论|事实){_NUMBER}{_ENDS}|"
    r"(?:\b(?:(?:(?:we|i|one) (?:now |next |then )?(?:show|verify|check)|"
    r"(?:it|this) is (?:now )?(?:clear|plain|obvious|evident|immediate|easy to (?:see|check|verify|show)|well[- ]known|true))"
    r"(?: that)?|show|verify|check|clearly|obviously|evidently|trivially|certainly|plainly|of course|indeed|in fact)|"
    r"显然(?:地|有)?|易[见知]|不难看出|众所周知|事实上)\s*[:：,，]?\s*$",
    re.IGNORECASE,
)
_COUNTS = wording(
    rf"{_BEGINS}(?:(?:step|stage)\s*(?:\d+|[ivx]+|[a-d])|solution|proof|(?:the )?(?:results?|answer)|"
    rf"第\s*[\d一二三四五六七八九十]+\s*步|步骤\s*[\d一二三四五六七八九十]+|解答?|证明|结果|答案?){_ENDS}",
    re.IGNORECASE,
)
_SAYS_MORE = wording(r"^\s*(?:is|are|be|has|have|can|may|must|satisf(?:y|ies)|[为是有满])", re.IGNORECASE)
"""Behind an equation that names what the sentence speaks of: `Theorem. $f(x) = x^2$ is even.`"""


def is_claimed(formula: Written, statement: Statement) -> bool:
    """Whether the words before an equation claim it, or leave open whether it is claimed."""
    if formula.cue not in (None, "conclude") or _SAYS_MORE.match(formula.after):
        return False
    says = _CLAIMS.search(formula.before) is not None or _FINDS.search(formula.before) is not None
    return says or may_be_taken(formula, statement)


def is_found(words: str) -> bool:
    """Whether words right before a formula say that what follows can be seen: `clearly`, 显然."""
    return _FINDS.search(words) is not None


def announces_claim(words: str) -> bool:
    """Whether words right before a formula claim what follows: `we show that`, `Claim.`, 结论：."""
    return (_CLAIMS.search(words) or _FINDS.search(words)) is not None


def may_be_taken(formula: Written, statement: Statement) -> bool:
    """`Step 1: $x = 1$`, `Answer: $x = 1$`: it may be found from words, or taken."""
    is_value = isinstance(statement, Relation) and (not free_names(statement.right) or not free_names(statement.left))
    words = formula.before
    return is_value and _CLAIMS.search(words) is None and (_COUNTS.search(words) or _FINDS.search(words)) is not None
