"""What a sentence claims of a formula in words: `Then $A$ is invertible, and $A$ is orthogonal`, `Since …, $x$ is positive`.

A sentence that concludes claims all that it says, to its end: a property that it names is no declaration there. Its formula has
the cue `conclude` then, as the first one behind `then` has.

What is said in words of which no formula is made is a claim all the same: it has a line, and nothing is decided of it. Words that
only name a thing, say of what kind it is, or announce (`is called`, `is a vector`, `is as claimed`) claim nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.claim_labels import is_found
from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.phrases import COMMA, COPULA, CueRole
from symproofs.read.predicates import KINDS, ROLES
from symproofs.read.prose import listed_with, nouns_after
from symproofs.read.wording import wording

_PAUSE = wording(r"[,，:：]\s*$")
"""Right before the main clause of a sentence that gives a reason first."""


def with_claims_in_words(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, those of which a sentence says something after it has concluded under the cue of its conclusion."""
    found = list(formulas)
    last: CueRole | None = None
    for k, formula in enumerate(found):
        if formula.starts_sentence or (k and formula.block != found[k - 1].block):
            last = None
        concludes = last == "conclude" or (last == "cite" and _PAUSE.search(formula.before) is not None)
        said = formula.cue is None and (concludes or is_found(formula.before) or _is_asserted(formula))
        if (said or _ends_reasons(found, k) or _is_divided(formula)) and _is_subject(formula):
            found[k] = formula = replace(formula, cue="conclude")
        last = formula.cue or last
    return tuple(found)


def _ends_reasons(found: Sequence[Written], k: int) -> bool:
    """`Since $x = 2$, $x$ is even.`: behind a reason and a comma, at the end of the sentence."""
    formula = found[k]
    if formula.cue != "cite" or not k or formula.starts_sentence or COMMA.fullmatch(formula.before) is None:
        return False
    reason, last = found[k - 1].node, k + 1 == len(found) or found[k + 1].starts_sentence
    return last and reason is not None and is_statement(reason)


def _is_divided(formula: Written) -> bool:
    """`… is divisible by $2$, and $16$ divides …`: what stands behind `by` gives no reason."""
    return formula.cue == "cite" and _is_asserted(formula) and _GIVES_REASON.search(formula.lead) is None


_GIVES_REASON = wording(r"\b(?:since|because|as|given|from|using)\b|因为|由于|根据|由(?!于)", re.IGNORECASE)


def _is_asserted(formula: Written) -> bool:
    """`$m^2 - m$ is odd`, `$2$ divides $m^2 + 1$`: of what is no letter no sentence says what it is, it claims something."""
    node = formula.node
    if node is None or node.kind not in ("Num", "Neg", "Add", "Product", "Sup", "Frac", "Group") or name_of(node) is not None:
        return False
    return _ASSERTS.match(formula.after) is not None


_ASSERTS = wording(
    r"^\s*(?:(?:is|are)(?: (?:also|not|always|never|an?|strictly|exactly))*\s+(?:odd|even|prime|composite|divisible|irrational|"
    r"rational|integers?|positive|negative|non-?negative|zero|non-?zero|invertible|singular|symmetric|orthogonal|diagonal|idempotent|bounded|"
    r"multiples?|perfect squares?|squares?)|(?:does not |do not )?divides?|commutes?|vanish(?:es)?|converges?|diverges?)\b|"
    r"^\s*(?:也|都|均|必|总|一定)*(?:[是为](?:奇数|偶数|质数|素数|合数|整数|正数|负数|有理数|无理数|完全平方数|正的|负的|可逆|对称|正交)|"
    r"能?整除|能?被)",
    re.IGNORECASE,
)
"""Behind an expression: a claim about it."""


def _is_subject(formula: Written) -> bool:
    """Whether something is said in words of an expression."""
    if formula.node is None or formula.aside or formula.display or is_statement(formula.node):
        return False
    said = (COPULA.match(formula.after) or _PREDICATE.match(formula.after)) is not None
    return said or any(noun.kind != "shape" for noun, _, _ in nouns_after(formula.after))


_PREDICATE = wording(
    r"^\s*(?:(?:both|all|each|also|always|must|cannot|can|may|will|then) )*(?:is|are|has|have|does|do|be|divides?|commutes?|"
    r"converges?|diverges?|vanish(?:es)?|lies?|belongs?|spans?|generates?|preserves?|equals?|satisf(?:y|ies)|contains?|exceeds?|"
    r"depends?|admits?|maps|exists?)\b|"
    r"^\s*(?:都|均|也|就|必|必定|必然|一定|仍|则|总)*(?:[为是有无可不]|没有|能|整除|收敛|发散|属于|互[质素]|独立|连续|可[微导]|单调|递[增减]|有界|相互|两两|满足|等于|对称|"
    r"正交|正定|单位|的[^，。；,;]{1,12}?(?:[为是有]|等于|大于|小于|不))",
    re.IGNORECASE,
)
"""Behind a formula: what is said of it in words."""

_SAYS_NOTHING = wording(
    r"^\s*(?:(?:then|also|now|simply|just|both|all) )*(?:is|are|be)\s+"
    r"(?:(?:also|now|then|often|usually|simply|just|what|as|how|so)\b\s*)*"
    r"(?:called|denoted|defined|named|said|known|given|written|taken|chosen|obtained|needed|used|done|considered|found|computed|"
    r"proved|shown|established|required|desired|claimed|wanted|asked|meant|follows|above|below|before|there|here|"
    r"the (?:\w+ )?(?:required|desired|claimed|following|same|one|answer|solution|result|claim)|clear|obvious|true|"
    r"exactly|precisely|to be|of the (?:required|desired) form)\b|"
    r"^\s*(?:is|are)\s+(?:as|what|that|where|how)\b|"
    r"^\s*(?:就|即)?(?:[称记叫]|被称|称为|记作|定义|表示|代表|为所求|是所求|即为所求|的(?:意思|定义|含义)|就?是(?:如下|上述|所[求要需])|"
    r"有(?:时|关)|可(?:以)?(?:写|表示|看|取|由|得|知|见|设|记))",
    re.IGNORECASE,
)
"""Behind a formula: it is named, or something is announced of it."""

_ONLY_KINDS = wording(
    r"\b(?:an?|the|again|still|also|then|both|all|real|complex|square|some|for|each|every|any|size|of|order|in|on|by|"
    r"well[- ]defined|defined|respectively)\b|"
    r"一个|个|某|的|也|都|均|仍|实|复|是|为",
    re.IGNORECASE,
)
_ENDS_PREDICATE = wording(
    r"[,，;；:：。！？!?]|(?<!\d)\.(?=\s|$)|\b(?:and|or|but|so|because|since|if|when|where|which|whose|for)\b|因为|由于|所以|因此|"
    r"其中|并且|而且|且|而|但|故",
    re.IGNORECASE,
)


def claims_not_read(formulas: Sequence[Written], source: Source) -> dict[Span, Diagnostic]:
    """For formulas of which a sentence that concludes says something in words that is not read: the words."""
    found: dict[Span, Diagnostic] = {}
    for k, formula in enumerate(formulas):
        if formula.cue != "conclude" or formula.node is None or formula.aside or formula.display or formula.unaccounted:
            continue
        if is_statement(formula.node) or formula.node.kind in ("Has", "Text", "Empty", "Mark"):
            continue
        end = _claim_end(formulas, k)
        if end is None:
            continue
        words = re.sub(r"\s+", " ", source.text[_claim_start(formulas, k) : end]).strip()
        found[formula.span] = Diagnostic("claim-not-read", Message("a claim in words that is not read: {}", words), formula.span)
    return found


def _claim_end(formulas: Sequence[Written], k: int) -> int | None:
    """Where the predicate behind a formula ends; nothing where none is, or a formula says it."""
    formula = formulas[k]
    if _PREDICATE.match(formula.after) is None or _SAYS_NOTHING.match(formula.after) is not None:
        return None
    stop = _ENDS_PREDICATE.search(formula.after)
    words = formula.after[: stop.start()] if stop else formula.after
    end = formula.outer.end + len(words)
    if stop is None and k + 1 < len(formulas) and formulas[k + 1].block == formula.block and not formulas[k + 1].starts_sentence:
        more = formulas[k + 1]
        if more.node is None or more.aside or more.display or is_statement(more.node):
            return None  # a formula says it
        return more.outer.end if _says_more(words) or _PREDICATE.fullmatch(words.rstrip()) else None
    return end if _says_more(words) else None


def _says_more(words: str) -> bool:
    """Whether a predicate says more than of what kind a thing is."""
    verb = _PREDICATE.match(words)
    left = words[verb.end() :] if verb is not None and COPULA.match(words) else words
    for silent in (*KINDS.values(), ROLES, _ONLY_KINDS):
        left = silent.sub("", left)
    return bool(left.strip())


def _claim_start(formulas: Sequence[Written], k: int) -> int:
    """Where the list of formulas begins of which it is said, with the noun before them: `the trace of $A$`."""
    while k > 0 and listed_with(formulas[k - 1], formulas[k]):
        k -= 1
    noun = _NOUN_BEFORE.search(formulas[k].before)
    return formulas[k].outer.start - (len(noun.group(0)) if noun is not None else 0)


_NOUN_BEFORE = wording(r"\b(?:the|an?|every|each|all|both)\s+(?:\w+[\s-]+){1,5}(?:of|in|for)?\s*$", re.IGNORECASE)
