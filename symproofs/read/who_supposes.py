"""Whose supposition it is, and how far it goes: `some authors assume $x > 0$`, `assume $x > 0$ or nothing`, 有人假设.

A text supposes something where it says so itself: `suppose`, `we may assume`, 不妨假设. What others suppose, what it would be
tempting to suppose, what is supposed on some days only, is not taken for a hypothesis. The words that may stand before the verb
and the first words that may stand behind what is supposed are tables.
"""

from __future__ import annotations

import re

from symproofs.read.characters import listed
from symproofs.read.layout import Written
from symproofs.read.phrases import CLAUSE_END, SENTENCE_END
from symproofs.read.quotations import OTHERS_SAY, signs_in
from symproofs.read.wording import wording

_VERB = wording(r"\b(?:assum(?:e|es|ed|ing)|suppos(?:e|es|ed|ing))\b|假设|假定", re.IGNORECASE)
_HEADING = wording(r"[.:。：]\s*[*_]*(?:\s|$)|[*_]\s+")
"""Behind a heading on the line of the supposition: `**Lemma 2.** Suppose`, `*Sufficiency.* Suppose`."""

_SUPPOSING = ("assume", "contradiction", "condition", "define")

_CLAUSE = wording(r"[,，:：;；、()（）]")

BEFORE: frozenset[str] = listed(
    "we one you i us let's let may can could shall will must do did have had has been being be is are was were it "
    "this that now then also and but so thus hence therefore first firstly second secondly next finally further "
    "furthermore moreover here again always henceforth simply only additionally addition in what follows throughout "
    "for simplicity convenience concreteness definiteness the a moment time sake of argument contradiction to end "
    "begin with start from on by symmetry as before after if case without loss generality wlog safely no restriction "
    "restrictive harmless enough suffices necessary instead conversely hand other contrary otherwise still even when "
    "just temporarily provisionally yet towards toward proof part step section note exercise problem theorem lemma "
    "claim we'll i'll below above following usual usually standard always either inductively induction hypothesis "
    "already additionally reason reasons rest remainder suppose assume both all where because since which not and/or ii iii iv"
)
"""Words that may stand before `assume` in its clause where the text assumes it itself."""

BEFORE_ZH = wording(
    r"(?:现在|再|又|并|且|而|我们|可以|可|不妨|先|首先|其次|最后|另外|此外|同时|若|如果|当|进一步|仍|这里|在此|下面|"
    r"接下来|以下|"
    r"(?:为|出于)[^，。]{0,4}(?:起见|方便|简单)|不失一般性|为此|由对称性|根据题意|题目|题设|于是|则|即|故|因此|还|只|"
    r"暂时|今后?|让|也|都|"
    r"需要?|反过来|反之|一直|始终|总是?|去掉这一|和|与|的|在|下|上|前|后|\s)*$"
)
"""What may stand before 假设 in its clause."""

BEHIND: frozenset[str] = listed(
    "and with for where then when if be is are as in on does do doesn't fails has have holds hold nor throughout we "
    "so such that by from to of at while whenever unless but too also here because since hence therefore thus or xor "
    "let define which it this these not both below above now once until only respectively everywhere always implies "
    "gives yields means i.e e.g namely exactly can may say using under over between among after before given provided"
)
"""First words behind what is supposed that leave it so, or that are read elsewhere."""

_BEHIND_HOLDS = wording(
    r"^\s*holds?\b\s*(?:$|(?:for|if|when|whenever|where|in|true|too|here|by|and|as|everywhere|throughout|with|at|on "
    r"the|true)\b)",
    re.IGNORECASE,
)
_HEDGED = wording(
    r"^\s*(?:or (?:nothing|the opposite|the contrary|the reverse|otherwise|none|not|neither|something else)|or\s*$(?!.)|"
    r"only (?:for|as|in|to|by|on)\b|on (?:week|some|most|average)|in (?:most|some|many|spirit|practice|part|case|step|"
    r"section|example)|for "
    r"(?:motivation|fun|now only))|"
    r"\b(?:approximately|roughly|usually|often|sometimes|typically|mostly|hopefully|maybe|perhaps|probably|possibly|wrongly|"
    r"by mistake|most of the time)\b|"
    r"^\s*(?:或者?(?:相反|不|反之|别的|其他|都不)|(?:只|仅)(?:是|为|用)|是错|是(?:不)?对的|未必|有时|通常|多半|大多|"
    r"大概|可能|近似)",
    re.IGNORECASE,
)
"""Words behind what is supposed that take some of it back."""


NOT_IN_EARNEST = wording(
    r"\b(?:cannot|can't|can not|may not|never|by no means|no need|not|too (?:much|strong|bold|early)|"
    r"refus\w+|refrain\w*|avoid\w*|forg[eo]t\w*|"
    r"tempt\w*|unreasonable|wrong|fail(?:s|ed)?|unwise|dangerous|hard|difficult|impossible)\b[^.;]*\b(?:assum|suppos)\w*|"
    r"\bwithout (?!loss)(?:\w+ ){0,2}(?:assum|suppos)\w*|\bwere (?:we|one|you|i|it) to\b|"
    r"\b(?:drop|relax|remov|weaken|abandon|discard|lift|reject|den(?:y|ies)|withdraw|forget|avoid|omit|los|without|contradict|"
    r"question|doubt)\w*"
    r"(?: (?:the|this|that|our|any|every|an?|usual|standard))* (?:assumption|supposition|hypothesis|requirement|condition)s?\b|"
    r"\b(?:nothing|nobody|no one|none|no \w+|little|hardly anything)\b(?: (?:here|above|we said|in \w+|else))? "
    r"(?:forc|impl|say|guarantee|ensur|requir|show|suggest|mak|"
    r"oblig|tell|believ|know|claim)\w*|"
    r"\b(?:believed|thought(?! of)|hoped|rumou?red|conjectured|alleged|imagined|wished|feared|guessed|suspected|said to be)\b|"
    r"\b(?:we|i|one|some|people|many|they) (?:hope|wish|believe|guess|suspect|conjecture|imagine|pretend|doubt)\b|"
    r"\b(?:later|eventually|afterwards|in the (?:next|following|last|previous|other|second|third) "
    r"(?:section|chapter|part|paper|lecture|volume|paragraph|appendix)|in (?:section|chapter|part|appendix) \w+|elsewhere)\b"
    r"[^.;]*\b(?:assum|suppos|require|impos)\w*|"
    r"\b(?:assum|suppos)\w*(?: that)? it (?:is|were|was) (?:false|wrong|untrue|not|impossible|unlikely|doubtful)\b|"
    r"(?:无需|不需|不必|毋须|毋需|不用|切勿|请勿|勿|别|不要|不能|不可以?|不应|没有?|未|无法|不再|忘了?|难道|能否|可否|避免|放弃|"
    r"去掉|取消|拒绝|有人|某些人|人们|曾经?|以前|将来|以后|稍后|之后|"
    r"(?:下|后|上)(?:面)?一?[节章])[^。；，]{0,8}(?:假设|假定|要求|认为|以为)|"
    r"假[设定][^。；，]{0,4}(?:不成立|是?错|不对|并非)",
    re.IGNORECASE,
)
"""Words of a sentence by which what it goes on to say of letters is not supposed by the text, or not here."""

_TAKEN_BACK_BEHIND = wording(
    r"^[^.;。；]*(?:[.;。；]\s*)?(?:\b(?:but )?(?:we|i) (?:do|will|shall) not\b(?:\s*[.;,]|\s+(?:do|follow|assume|suppose))|"
    r"我们不(?:这样|如此|这么|作此|做此)|就好了|该多好)",
    re.IGNORECASE,
)


def not_supposed_in_words(formula: Written) -> str:
    """The words by which what a sentence says of letters in words is no supposition of the text; nothing where it is one."""
    found = NOT_IN_EARNEST.search(_THEREFORE.split(formula.lead)[-1])
    if found is not None:
        return found.group(0).strip()
    found = _TAKEN_BACK_BEHIND.search(formula.after)
    return found.group(0).strip() if found is not None else _who(formula)


_THEREFORE = wording(r"[;；]|,\s*(?:but|so|instead)\b", re.IGNORECASE)


def not_supposed(formula: Written) -> str:
    """The words by which what stands here is no supposition of the text; nothing where it is one."""
    if formula.cue == "assume" and not formula.display and formula.after.lstrip()[:1] in ("?", "？"):
        return "?"
    others = OTHERS_SAY.search(formula.lead)
    if others is not None and not formula.quoted and formula.cue in _SUPPOSING and not signs_in(formula.lead[others.end() - 1 :]):
        return others.group(0).strip()
    if formula.cue not in ("assume", "contradiction", "condition") or _VERB.search(formula.lead) is None:
        return ""
    return _who(formula) or _behind(formula.after)


def _who(formula: Written) -> str:
    """The words before the verb by which it is not the text that supposes."""
    verbs = list(_VERB.finditer(formula.lead))
    if not verbs or formula.cue not in ("assume", "contradiction", "condition"):
        return ""
    verb = verbs[-1]
    before = _HEADING.split(_CLAUSE.split(formula.lead[: verb.start()])[-1])[-1]
    if verb.group(0) in ("假设", "假定"):
        if BEFORE_ZH.match(before) is None and not before.isascii():
            return before.strip() + verb.group(0)
    elif any(word.lower() not in BEFORE for word in re.findall(r"[A-Za-z][A-Za-z'/]*", before)):
        return f"{before.strip()} {verb.group(0)}"
    return ""


def _behind(text: str) -> str:
    """The words behind what is supposed by which it is supposed only in part."""
    sentence = SENTENCE_END.split(text)[0]
    clause = CLAUSE_END.split(sentence)[0]
    if not clause.strip():
        return ""
    first = re.match(r"\s*[(]?([A-Za-z][A-Za-z'.]*)", clause)
    if _HEDGED.search(clause) or (first is not None and first[1].lower().strip(".") not in BEHIND):
        return clause.strip()
    if first is not None and first[1].lower() in ("hold", "holds") and _BEHIND_HOLDS.match(clause) is None:
        return clause.strip()
    return ""
