"""What a text mentions and does not claim: `one might think that …`, `a common mistake is …`, `instead of …`, `is it so?`.

What others say or what is called wrong is neither assumed nor judged: the rows of `MENTIONS` join the table of `qualifiers.py`.
What is asked is a goal. What is said not to be taken, and a case that the text only speaks of, is set aside; the special case
that a sentence begins with is assumed in that sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symproofs.read.layout import Written
from symproofs.read.phrases import SENTENCE_END, Around
from symproofs.read.wording import wording

PEOPLE = (
    r"(?:(?:an?|the|my|our|your|some|many|most|other|several|careless|naive) (?:\w+ )?(?:students?|readers?|authors?|people|"
    r"beginners?|friends?|colleagues?|critics?|textbooks?|teachers?|professors?|opponents?|classmates?|chatbots?)|"
    r"some(?:one|body)|many|they|he|she|people)"
)
_SOMEBODY = (
    r"(?-i:(?!Theorem|Lemma|Proposition|Corollary|Claim|Problem|Exercise|It|This|That|Equation|Definition|Which)[A-Z][a-z]+) "
    r"(?:thinks|believes|claims|says|hopes|guesses|suspects|argues|asserts|conjectured)"
)
_HOLD_TRUE = (
    r"(?:thinks?|believes?|believed|claims?|claimed|hopes?|guess(?:es|ed)?|suspects?|imagines?|conjectures?|conjectured|"
    r"argues?|asserts?)"
)
_MAY_THINK = r"(?:might|may|could|would) (?:\w+ )?(?:think|believe|hope|guess|expect|suspect|imagine|conjecture|say|argue|write)"

MENTIONS: tuple[tuple[str, bool, str, str], ...] = (
    (
        "the words of others",
        False,
        rf"\b{PEOPLE} (?:\w+ )?(?:{_HOLD_TRUE}|{_MAY_THINK}|says?|writes?|wrote|said)\b[^@]{{0,30}}@|"
        rf"\b{_SOMEBODY}\b[^@]{{0,30}}@|"
        rf"\b(?:one|you|we|i) {_MAY_THINK}\b[^@]{{0,30}}@|\b(?:we|i) (?:hope|conjecture|guess|suspect|wonder)\b[^@]{{0,20}}@",
        r"(?:有(?:的|些)?(?:人|同学|学生)|学生|老师|教授|同学|初学者|他们?|她们?|某人|人们|[许很]多人|小[明红华刚李王])[^@，。]{0,6}"
        r"(?:认为|以为|觉得|声称|说|写|猜|主张|断言)[^@。]{0,8}@|可能会?(?:认为|以为|觉得)[^@。]{0,8}@",
    ),
    (
        "what is called wrong",
        False,
        r"\b(?:wrongly|incorrect(?:ly)?|mistaken(?:ly)?|mistakes?|erroneous(?:ly)?|common error|fallac(?:y|ies|ious)|naively|"
        r"tempting|tempted|pitfall|misconceptions?|conjectured?)\b[^@]{0,50}@",
        r"(?:误[以认]为|误写|误作|错误地|(?:常见|常犯|典型)的?错误|错误的?(?:写法|做法|结论|等式|公式)|猜想|猜测|天真地|乍看)"
        r"[^@。]{0,12}@",
    ),
    (
        "what is called wrong",
        True,
        r"^\W*(?:an? |the )?(?:common )?(?:wrong|incorrect|false|mistake|myth|fallacy|conjecture|guess|naively)(?: \w+)?\W*"
        r"[:,]\W*@|@\W*[(]\W*(?:wrong|false|incorrect|not true|a mistake)\W*[)]|~~[^@~]*@",
        r"^\W*(?:(?:常见的?)?错误|错|误|猜想|猜测)\W*[:：]\W*@|@\W*[（(]\W*(?:错误?|不对|不正确)\W*[）)]",
    ),
    (
        "for some only",
        False,
        r"\b(?:few|hardly any|rarely|seldom|sometimes|occasionally)\b(?![^@]*\b(?:writ|denot|call))[^@]{0,40}@",
        r"(?:很少|极少|少数|有时|偶尔)(?![^@]*(?:记|写|称))[^@。]{0,12}@",
    ),
    (
        "of a kind of things",
        False,
        r"^\W*(?!let|suppose|assume|given|consider|if|when|choose|take|pick|any|for)(?:\w+ ){0,3}(?:matrices|vectors|functions|"
        r"numbers|transposition|multiplication|addition)\b[^@]{0,20}\bsatisf(?:y|ies)\s*@",
        r"^\W*(?!设|令|取|若|如果|当|任)[^@，。设]{0,8}(?:矩阵|向量|函数|转置|乘法|加法|数)(?:都|均|总)?满足\s*@",
    ),
)
"""Kinds of words, whether they are sought in the whole sentence, and the words, English and Chinese; `@` is a formula."""

CALLED_WRONG = wording(
    r"^\W*(?:(?:but|yet|however|though|although|except)\b\W*(?:that\s+)?)?(?:of course\W*)?\b(?:this|that|it|which) "
    r"(?:is|was|would be) (?:\w+ )?"
    r"(?:wrong|false|incorrect|untrue|not (?:true|correct|right|the case)|an? (?:common )?(?:mistake|error|fallacy))\b"
    r"(?! (?:that|to|for)\b)|"
    r"^\W*(?:但是?|可是|然而|不过)?\W*(?:这|那|它|此式|上式)(?:显然|当然|其实)?(?:是不对的|是?错误?的|不对|不成立|并不成立|不正确)",
    re.IGNORECASE,
)
"""Behind a statement, or as the next sentence: the text takes it back."""

SET_ASIDE = wording(
    r"(?:\b(?:instead of|rather than|as opposed to|in place of|in contrast (?:to|with)|contrary to)(?: (?:assuming|supposing|"
    r"taking|using|writing|having|requiring|setting|choosing))?(?: the (?:\w+ )?\w+)?(?: that)?|"
    r"而不是|而非|而不(?:假设|用|取))\s*$",
    re.IGNORECASE,
)
"""Before what is said not to be taken."""

SPOKEN_OF = (
    Around(
        wording(r"\b(?:the|each|this|that|any) (?:\w+ )?case(?: where| when| of| in which| that)?\s*$", re.IGNORECASE),
        wording(
            r"^\s*(?:is|was|has|can|may|being|follows|remains|needs|goes|cannot|does|will|must)\b(?! (?:equivalent|implied))",
            re.IGNORECASE,
        ),
    ),
    Around(
        wording(r"(?:情[形况]|的?时候?)\s*$|(?:^|[。；，])\s*$"),
        wording(
            r"^\s*(?:时|的?(?:情[形况]|时候))?(?:是|很|都|为)?(?:显然的?|平凡的?|容易|简单|类似|同理|不可能|略|已经?讨论)(?=[。，；,.]|$)"
        ),
    ),
)
"""A case of which something is said, and which is not entered."""

SPECIAL_CASE = wording(
    r"\bin (?:the|this|a|our) (?:\w+ ){1,2}case(?: of| that| where| when| in which)?\s*$|特(?:殊|别)的?情[形况]\s*$",
    re.IGNORECASE,
)

_ASKS = wording(
    r"^\W*(?:(?:but|and|so|then|now|also|or)\s+)?(?:is|are|does|do|did|can|could|must|will|would|should|was|were|has|have|may|"
    r"might|for which|which|what|when|where|how)\b",
    re.IGNORECASE,
)
_ASKS_ZH = wording(r"(?:吗|么|呢|与否)\s*$|是不是|能否|何时|哪些|什么|多少")


def with_mentions(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, those that are asked as goals, those that are set aside as such, a special case as a condition."""
    found = list(formulas)
    for k, formula in enumerate(formulas):
        if SET_ASIDE.search(formula.before) or any(row.around(formula.before, formula.after) for row in SPOKEN_OF):
            found[k] = replace(formula, cue="except")
        elif formula.cue == "assume" and SPECIAL_CASE.search(formula.before):
            found[k] = replace(formula, cue="condition")
        elif formula.cue in ("assume", "define", None):
            found[k] = replace(formula, unaccounted=formula.unaccounted or _taken_back(formulas, k))
    for first, last in _sentences(formulas):
        if _is_question(formulas[first], formulas[last]):
            for k in range(first, last + 1):
                if found[k].cue in (None, "conclude", "cite", "restate"):
                    found[k] = replace(found[k], cue="goal", unaccounted="")
    return tuple(found)


def _taken_back(formulas: Sequence[Written], k: int) -> str:
    """The words right behind a statement that call it wrong, where it is not drawn from what it contradicts."""
    words = CALLED_WRONG.match(formulas[k].after)
    above = (f for f in formulas[:k] if f.block == formulas[k].block)
    if words is None or any(f.cue == "contradiction" or _supposes(f) for f in above):
        return ""
    return words.group(0).strip(" ,，.。;；(（")


def _supposes(formula: Written) -> bool:
    """Whether a relation is supposed that is no membership."""
    node = formula.node if formula.cue in ("assume", "condition") else None
    return node is not None and node.kind == "Chain" and isinstance(node.value, tuple) and node.value[0] not in ("in", ":")


def _sentences(formulas: Sequence[Written]) -> Iterator[tuple[int, int]]:
    """The first and the last formula of every sentence."""
    start = 0
    for k in range(1, len(formulas) + 1):
        if k == len(formulas) or formulas[k].block != formulas[start].block or formulas[k].starts_sentence:
            yield start, k - 1
            start = k


def _is_question(first: Written, last: Written) -> bool:
    ends = SENTENCE_END.search(last.after)
    if ends is None or ends.group(0) not in ("?", "？"):
        return False
    begins = SENTENCE_END.split(first.before)[-1]
    asked = _ASKS_ZH.search(last.after[: ends.start()]) or _ASKS_ZH.search(begins)
    return _ASKS.search(begins) is not None or asked is not None
