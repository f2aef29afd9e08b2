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
    "already additionally reason reasons suppose assume both all where because since which not and/or ii iii iv"
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


def not_supposed(formula: Written) -> str:
    """The words by which what stands here is no supposition of the text; nothing where it is one."""
    if formula.cue == "assume" and not formula.display and formula.after.lstrip()[:1] in ("?", "？"):
        return "?"
    others = OTHERS_SAY.search(formula.lead)
    if others is not None and not formula.quoted and formula.cue in _SUPPOSING and not signs_in(formula.lead[others.end() - 1 :]):
        return others.group(0).strip()
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
    return _behind(formula.after)


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
