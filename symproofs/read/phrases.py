"""What prose says about the formulas beside it: one table of phrases, English and Chinese.

A cue names the role of the formula that follows it in the same clause (`assume`, `define`, `conclude`, `goal`, `cite`;
`condition`: said for the rest of its sentence only; `solve`: to be solved; `except`: what is left out of consideration;
`restate`: what the formula before was; `quantify`: whose letters stand for anything; `equivalent`: half of a statement). A noun
says what the symbols beside it are. Regular expressions, tried in order; a clause ends at a full stop, a semicolon, or a comma.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from symproofs.read.characters import HAN
from symproofs.read.wording import Wording, wording

CueRole = Literal[
    "assume",
    "define",
    "conclude",
    "goal",
    "cite",
    "contradiction",
    "condition",
    "except",
    "restate",
    "quantify",
    "equivalent",
    "solve",
]


@dataclass(frozen=True, slots=True)
class Cue:
    """A phrase in front of a formula and the role that it gives it."""

    role: CueRole
    pattern: Wording


def _cue(role: CueRole, english: str, chinese: str) -> Cue:
    return Cue(role, wording(rf"(?:\b(?:{english})\b)|(?:{chinese})", re.IGNORECASE))


_LET_US = r"let(?:['’]s| us| me)"
"""What a text is about to do, not what it takes for granted; the verb says which."""

CUES: tuple[Cue, ...] = (
    _cue(
        "contradiction",
        r"suppos(?:e|ing) (?:for (?:a )?contradiction|(?:to )?the contrary|there (?:exists?|were|are)|not|otherwise)|"
        r"assum(?:e|ing) (?:for (?:a )?contradiction|(?:to )?the contrary|not|otherwise)|"
        r"(?:for|towards?) (?:the sake of )?(?:a )?contradiction",
        r"假设存在|反证|设存在|若存在",
    ),
    _cue(
        "goal",
        r"we (?:need|want|wish|have|aim) to (?:show|prove|have|find)|we (?:need|want)|"
        r"it (?:remains|suffices) to (?:show|prove)|to (?:show|prove)|(?:show|prove) that|our goal is|goal|whether",
        r"是否|需要|要证|要让|欲证|求证|证明(?!完|\s*[:：]\s*$)|[请试]证明|只需证|目标是|我们希望",
    ),
    _cue(
        "define",
        rf"{_LET_US} (?:\w+ )?(?:write|define|set|introduce|abbreviate|name|call|use the (?:notation|abbreviation|shorthand))|"
        r"we (?:define|denote|write|set|put|call)|"
        r"(?<!is )(?<!are )(?<!be )(?<!where )(?<!wherever )(?:re-?)?define[ds]?|denote[ds]?(?: by)?|"
        r"where|write|set|put(?! (?:differently|another way|simply|briefly))|with|is defined (?:as|by)|are defined (?:as|by)|"
        r"given by|try|choose|take",
        r"(?<![由按据依照的])定义(?!得|知|可)|的定义(?=[为是：:])|记作|记为|记|令|其中|表示为|称为|这里|尝试|选取|选择|取(?!得|到|值|决)",
    ),
    _cue(
        "assume",
        rf"let(?!['’]s\b| us\b| me\b)|{_LET_US} (?:\w+ )?(?:restrict \w+ to|restrict to|require|impose|agree(?: that)?|say|"
        r"specialize to|specialise to|work with|start with|begin with)|"
        r"we (?:\w+ )?(?:require|impose|stipulate|demand)(?: that)?|"
        r"suppos(?:e|ing)(?: that)?|assume(?: that)?|assuming|grant(?:ing)?(?: that)?|given(?: that)?|consider|such that|"
        r"on (?:the )?condition(?: that)?|(?<![A-Za-z] )(?:assumption|hypothesis|premise)s?|satisf(?:y|ies|ying)|"
        r"(?<!any )(?<!this )(?<!that )(?<!every )(?<!either )(?<!worst )(?<!each )(?<!which )(?<!in )(?<!in the )"
        r"(?<!any other )(?<!every other )(?<!each other )(?<!all other )case|say|"
        r"without loss of generality|wlog|(?<!to )(?:fix|pick)",
        r"条件[是为]|(?<!(?<!现)在)假[设定]|(?<!假)设|已知|给定|考虑|任取|(?<!不)(?<!不再)满足|使得",
    ),
    _cue(
        "quantify",
        r"for (?:all|any|every|each|arbitrary)|holds? for|given (?:an arbitrary|any|every|arbitrary)",
        r"对任意|对所有|对于所有|对于任意|对每个",
    ),
    _cue("equivalent", r"if and only if|iff|only (?:if|when)", r"当且仅当|仅当|只有当|等价于"),
    _cue(
        "condition",
        r"if|when(?:ever)?|provided(?: that)?|in (?:the )?case|as long as|restrict(?:ing|ed) (?:\w+ )?to|"
        r"under the (?:\w+ )?(?:assumption|condition|hypothesis|constraint|restriction|premise)(?: that| of)?",
        r"(?<!现)在(?:假设|假定|条件|前提)|限制[在于到]|限于|若|如果|当|只要|(?<!一般)(?<!任何)(?<!这种)(?<!此)(?<!每种)(?<!该)(?<!所有)(?<!哪种)(?<!哪一种)"
        r"(?<!其他)(?<!其它)(?<!其余)(?<!其他的)(?<!其余的)(?<!剩下的)(?<!余下的)(?<!别的)(?:情形|情况)(?!下)",
    ),
    _cue(
        "solve",
        r"solv(?:e|ing)(?: for)?(?: (?:the |this )?(?:following )?(?:\w+ )?(?:equations?|system|inequalit(?:y|ies)))?",
        r"解(?:下列|以下|如下)?(?:一元\w{1,2}|二元一次|线性)?(?:方程组?|不等式组?)|求解",
    ),
    _cue(
        "except",
        r"unless|except(?: when| for)?|ignor(?:e|ing)|other than|apart from|excluding",
        r"除非|除了|除去|忽略|不考虑",
    ),
    _cue(
        "conclude",
        r"hence|therefore|thus|so(?: that)?|then|it follows(?: that)?|we (?:get|have|obtain|find|see|conclude)|"
        r"which (?:is|gives|means|yields|implies)|consequently|"
        r"this (?:gives|means|implies|yields|shows)|becomes|this is|solving(?: \w+){0,3} (?:gives|yields|leads to|results in)",
        r"因此|所以|于是|从而|故|得到|可得|得|(?<!所)有|这意味着|说明|则|那么|变为|推出|此时|最后|计算如下|结果如下",
    ),
    _cue("restate", r"put (?:differently|another way)|that is(?: to say)?|i\.e\.|namely|in other words", r"即(?!可)|亦即|也就是"),
    _cue(
        "cite",
        r"since|because|by|using|from|as|recall(?: that)?|note(?: that)?|substitut(?:e|ing)|plugging|know(?: that)?",
        r"因为|由于|由|根据|利用|代入|结合|注意到|回忆|而",
    ),
)


FOR_SUCH = wording(
    r"\bfor (?:(?:any|two|real|complex|positive|negative|non-?negative|non-?zero|independent|uncorrelated|fixed|arbitrary|"
    r"random|unit|distinct)\s+)*"
    r"(?:(?:integers?|numbers?|reals?|constants?|scalars?|vectors?|matrices|variables?)|(?:independent|uncorrelated)|"
    r"(?:square|orthogonal|symmetric|invertible|non-?singular|diagonal|permutation|positive[ -](?:semi-?)?definite)"
    r"(?: matri(?:x|ces))?)\s*$|"
    r"对于?(?:任意|所有|每个)?(?:正交|对称|可逆|非奇异|对角|置换|(?:半)?正定)(?:的|的?(?:矩阵|方阵|阵))?\s*$|"
    r"对于?(?:任意)?(?:两个)?(?:(?:正|负|非负|非零)?(?:整数|实数|数)|常数|(?:相互)?(?:独立|不相关)的?(?:随机变量|随机向量)?)\s*$",
    re.IGNORECASE,
)
"""Before letters that a sentence is said of: what the noun says of them holds in it, `for positive integers $m$ and $n$, …`."""

COMMA = wording(r"\s*[,，]\s*")
"""All that stands between the conditions of a sentence and what it says."""

FOLLOWS = wording(r"\b(?:hence|therefore|thus|so|then|consequently|it follows)\b|因此|所以|于是|从而|故|则|那么", re.IGNORECASE)
"""Words of a sentence that concludes."""

WHETHER_OR_NOT = wording(
    r"\b(?:whether or not|regardless of whether)\b|(?:无论|不论|不管)(?!是?哪[一个种]|如何|怎样)", re.IGNORECASE
)
"""What follows may hold or not: the rest of the sentence is said in both cases."""

HAS = wording(r"^\s*(?:都|均|总|恒)?有\s*$")
"""Between whose members something is said of and what is said."""

_SATISFIES = wording(r"(?:\bsatisf(?:y|ies)|满足)(?:\s|[,，、]|\band\b|且|并且|以及|和)*$", re.IGNORECASE)
_CHOOSES = wording(
    r"\b(?:let|suppose|assume|given|choose|take|pick|set|put|if|when(?:ever)?|for|any|every|each|all|exists?|there)\b|"
    r"设|假定|已知|给定|取|选|令|若|如果|当(?!且)|存在|任[意取]|所有|每",
    re.IGNORECASE,
)


def says_it_follows(lead: str, after: str) -> bool:
    """`So $z$ satisfies …`: what a thing is concluded to satisfy is no assumption; `则满足 … 的 $x$` says which are meant."""
    follows = FOLLOWS.search(lead) is not None and _SATISFIES.search(lead) is not None
    return follows and _CHOOSES.search(lead) is None and re.match(r"\s*的", after) is None


def says_it_satisfies(lead: str, after: str) -> bool:
    """`The function … satisfies …`: nothing in the sentence chooses what is spoken of."""
    return _SATISFIES.search(lead) is not None and _CHOOSES.search(lead) is None and re.match(r"\s*的", after) is None


_OF_ALL = wording(
    r"^[\s*_]*(?:(?:then|hence|so|thus|therefore|clearly|in fact|moreover)[,\s]+)?(?:every|each|any|all)\b"
    r"(?!.*\b(?:such that|if|when)\b)|"
    r"^[\s*_]*(?:因此|所以|则|故|那么|显然)?[,，]?\s*(?:任[意何一]|所有|每[一个]*|一切|凡)",
    re.IGNORECASE | re.DOTALL,
)


def says_of_all(lead: str, after: str) -> bool:
    """`Every $x$ satisfies $x^2 \\ge 0$`, 任意 $x$ 都满足: a sentence that says something of all that it begins with."""
    says = _OF_ALL.match(lead) is not None and _SATISFIES.search(lead) is not None
    return says and re.match(r"\s*的", after) is None


NOT_ASSUMED = wording(
    r"\b(?:(?:do|does|did|need|must|can|will|shall)(?: not|n't) (?:yet )?(?:assume|suppose|require|need|know|say)|"
    r"without assuming|(?:is|are) not (?:assumed|required|needed|known))\b|"
    r"不(?:再)?(?:假设|假定|要求|需要)|(?:没有|未)(?:假设|假定)",
    re.IGNORECASE,
)
"""What follows is said not to be assumed: nothing is made of it."""

_CONTRADICTED = wording(r"(?:contradict(?:ion|s|ing)|absurd|矛盾)[^.。]*[.。]", re.IGNORECASE)
_TO_BE_CONTRADICTED = wording(
    r"\b(?:for|towards?)(?: the sake of)?(?: an?| the)? contradiction\b|"
    r"\b(?:argue|proceed|prove|shown?|proof|argument) (?:\w+ )?(?:by|via|through) (?:an? )?contradiction\b|"
    r"\bby contradiction\b(?=\W+(?:we |let us )?(?:suppose|assume|let))",
    re.IGNORECASE,
)


def is_contradicted(words: str) -> bool:
    """Between two formulas: the assumption of a proof by contradiction ends here. (It begins with `for contradiction`.)"""
    return _CONTRADICTED.search(_TO_BE_CONTRADICTED.sub("", words)) is not None


WRITES = wording(
    r"\b(?:write|express|rewrite)(?: (?:this|it|that|them) as)?\s*:?\s*$|写(?:[成作为出])?\s*[:：]?\s*$", re.IGNORECASE
)
"""Before an equation that defines a name, or else is claimed: `we can write …`."""

DEFINES = wording(r"(?:\b(?:let|set|put|define)|令|设|取|定义)\s*$", re.IGNORECASE)
"""Right before an equation that gives a name a value."""

SETS = wording(
    r"^[\s*_]*(?:(?:and|so|then|now|next|finally|we|also)[,\s]+)*(?:set|put|define|take|choose)\s*$|"
    r"^[\s*_]*(?:再|又|现在?|然后|接着|最后|我们)*(?:令|取|记|定义|置)\s*$",
    re.IGNORECASE,
)
"""A sentence that only gives a name a value."""

OTHERWISE = wording(
    r"\b(?:otherwise|or else|in general|more generally|"
    r"(?:in )?the (?:other|remaining) cases?)\b|否则|不然|反之|一般地|一般情[况形]|另一(?:种)?情[形况]|其余情[形况]",
    re.IGNORECASE,
)
"""What was supposed is supposed no longer; something else may be instead."""

DROPPED = wording(
    r"\b(?:drop|lift|remov|relax|abandon|discard)(?:e|ing|ping)? (?:it|this|that|them)\b|"
    r"\b(?:drop|remove|lift|discard|give up|relax|abandon|without)(?:ping|ing|ped)? (?:\w+ )?(?:assumptions?|hypothes[ie]s|"
    r"suppositions?|conditions?|restrictions?)\b|(?:去掉|放弃|取消|除去|没有|不要)[^，。@]{0,4}(?:假设|条件|限制|假定)",
    re.IGNORECASE,
)
"""What was supposed is supposed no longer."""

IN_GENERAL_AGAIN = wording(
    r"\b(?:the general case|(?:return(?:ing)?|back|now|consider|turn(?:ing)?) (?:us |let us )?(?:to |consider )?(?:an? )?"
    r"(?:general|arbitrary)\b|no longer (?:assume|suppose|require)|(?:for|an?) general\s*$)|"
    r"回到一般|一般(?:的)?(?:情形|情况)|(?:对|考虑)一般的|不再假设|不再假定|不再要求",
    re.IGNORECASE,
)
"""The text goes on without what it supposed for a special case."""

TURNS_ELSEWHERE = wording(
    r"\b(?:turn(?:ing)? (?:now )?to|mov(?:e|ing) on to|something else|a different matter|(?:quite )?separately|unrelated)\b|"
    r"转而|另外(?:考虑|讨论)|下面(?:考虑|讨论|转)|接下来(?:考虑|讨论)|换一个",
    re.IGNORECASE,
)
"""The text is done with what it supposed in order to contradict it."""

NounKind = Literal["property", "sort", "shape", "stated"]


@dataclass(frozen=True, slots=True)
class Noun:
    """A word that says what a symbol is: a property (`context.PROPERTIES`), a sort, a shape, or a `stated.STATED` fact."""

    fact: str
    kind: NounKind
    pattern: Wording


def _noun(fact: str, kind: NounKind, english: str, chinese: str) -> Noun:
    return Noun(fact, kind, wording(rf"(?:\b(?:{english})\b)|(?:{chinese})", re.IGNORECASE))


SIDE_CONDITION = wording(
    r"^\s*[,，]?\s*(?:(?:holds? |is true )?for(?: (?:all|any|every|each))?(?: ind(?:ex|ices))?|whenever|where|"
    r"对(?:于)?(?:任意|所有|每个|每一个)(?:的)?|其中)\s*$",
    re.IGNORECASE,
)
"""Between a statement and the side condition after it."""

BARE_FOR = wording(r"(?:^|[,，;；。.:：]|[而且并则又])\s*对于?\s*$")
"""Before the condition of what follows, inside a sentence: `…；对 $i \\ne a$，$k_i^\\top q = 0$`."""

TO_STATEMENT = wording(
    r"^\s*[,，:：]?\s*(?:we have|it holds that|都有|均有|总有|有|恒有|成立)?\s*[:：]?\s*$",
    re.IGNORECASE,
)
"""Between a side condition and the statement after it."""

FOR_SOME = wording(
    r"(?:\b(?:(?:for some|with some|for a suitable)\b(?P<en>[^.,;]*)|for an?\b[^.,;]*)|"
    r"(?:对某个|对于某个|其中某个)(?P<zh>[^。，；]*))$",
    re.IGNORECASE,
)
"""Before what is said to exist for the statement before it."""

THERE_IS = wording(
    r"\b(?:there (?:(?:always |also )?(?:is|are|exists?)|must (?:be|exist))|(?:we|one) can (?:find|choose|pick))\b"
    r"(?: an?\b| some\b)?(?P<en>[^.,;:]*)$|(?:存在|(?:可以?|能够?)找到)(?:一个|某个)?(?P<zh>[^，。；：]*)$",
    re.IGNORECASE,
)
SAYS_OF_NAMES = wording(r"^\s*(?:[,，]\s*(?:where|with|其中)?|where|with|其中)\s*$", re.IGNORECASE)
"""Between an equation and what names in it are, said afterwards: `$n = 2k$, where $k$ is an integer`."""

SUCH_THAT = wording(
    r"^\s*[,，]?\s*(?:such that|so that|with|for which|satisfying|(?:that|which) satisf(?:y|ies)|使得|使|满足)\s*:?\s*$",
    re.IGNORECASE,
)
"""Around what is said to exist before the statement about it."""

MUTUALLY = wording(
    r"(?:(?:mutually|pairwise) orthogonal|orthogonal to (?:each other|one another)|(?:相互|互相|两两|彼此)(?:之间)?正交)"
    r"\s*[(（,，:：]?\s*(?:that is,?|i\.e\.,?|即)?\s*$",
    re.IGNORECASE,
)
"""Before an equation that is meant for different members only."""

ASSUMPTION = wording(r"\b(?:let|suppose|assume|assuming|given)\b|设|假定|已知|给定", re.IGNORECASE)

SUPPOSES = wording(r"\b(?:suppose|assume|assuming|if|when)\b|假设|假定|若|如果|当", re.IGNORECASE)
"""What is supposed of an index is supposed of some one, unless the text says otherwise; what is defined, of all."""

CASE = wording(r"(?:\bcase\s*(?:\d+|[ivx]+|[a-d])\b|情[形况]\s*[一二三四\d])", re.IGNORECASE)
"""The heading of a case: what is assumed in it ends with the next one."""

IN_EVERY_CASE = wording(
    r"\b(?:in (?:both|all|either|any|every) cases?|either way|in summary|altogether)\b|综上|无论哪种|两种情[形况]",
    re.IGNORECASE,
)
"""After cases: none of them is assumed any longer."""

CITED_RESULT = wording(
    r"根据[^，。]*(?:结论|结果)|由[^，。]{0,12}(?:结论|结果)|\b(?:by|from) (?:part|the (?:result|conclusion)s? of)\b",
    re.IGNORECASE,
)
"""What follows was found in another part of the document."""

_ALONE = r"(?=\s*(?:$|[,.;]|and\b|or\b|for\b))"
"""After an adjective that is all that a clause says: not `positive definite`, `complex matrices`."""

_HAVING = r"(?:(?:has|have|having|with|of) )"
_NUMBERS = r"(?:numbers?|reals?|scalars?|constants?|parameters?|integers?)"

_FULL_OF = (
    r"(?:of|with|consisting of|made of|whose (?:entries|components|elements) are|"
    r"(?:with|having)(?: all)? (?:entries|components|elements)(?: all)?(?: equal(?: to)?)?)(?: all| only)?(?: equal to)?"
)
"""Between an array and the number that all of its entries are."""
_ONLY = r"(?!,? (?:and|or|but|then) (?!let\b|the\b|an?\b|we\b|set\b|suppose|assume|define)[a-z])"
"""Behind that number: no other one follows, `a vector of ones and zeros`."""

_OF_NUMBERS = r"(?! (?:vectors?|matri\w+|functions?|terms?|maps?|factors?|multiples?|sequences?|random|of|in)\b)"
"""Behind a constant that is a number, and none for all that it is added to or taken of."""

NOUNS: tuple[Noun, ...] = (
    _noun("permutation", "property", r"permutation matri(?:x|ces)", r"置换矩阵|排列矩阵"),
    _noun(
        "orthogonal",
        "property",
        rf"orthogonal matri(?:x|ces)|(?:is|are|be|and|both|respectively) orthogonal{_ALONE}|"
        rf"(?<![A-Za-z-] )(?<!-)orthogonal{_ALONE}|(?<=\bfor )orthogonal(?=\s*$)",
        r"正交矩阵|正交方?阵|(?:(?<=对)|(?<=对于))正交的?(?=\s*$)",
    ),
    _noun("index", "property", r"an? (?:\w+ )?index|(?:are|be|denote) (?:\w+ )?indices", r"(?:为|是)(?:下标|索引|指标)"),
    _noun("identity", "property", r"(?:an? |the )?identity(?: matri(?:x|ces))?", r"单位矩阵|单位方?阵"),
    _noun(
        "symmetric",
        "property",
        r"(?<!skew[- ])(?<!anti[- ])symmetric(?: matri(?:x|ces))?",
        r"对称矩阵|对称方?阵|是对称的|(?<![反斜轴中])对称的?(?=\s*[，,。；;、]|\s*$)",
    ),
    _noun("invertible", "property", r"(?<!non-)(?<!non)invertible|non-?singular", r"(?<!不)可逆|非奇异"),
    _noun(
        "singular",
        "property",
        rf"(?<!non-)(?<!non)singular(?: matri(?:x|ces))?{_ALONE}|non-?invertible",
        r"(?<!非)奇异(?!值)|不可逆",
    ),
    _noun(
        "full_column_rank",
        "property",
        r"(?:(?:has|have|having|with|of) )?full column rank|linearly independent columns",
        r"列满秩",
    ),
    _noun("full_row_rank", "property", r"(?:(?:has|have|having|with|of) )?full row rank|linearly independent rows", r"行满秩"),
    _noun("positive_definite", "property", r"positive[- ]definite|SPD|s\.p\.d\.", r"(?<!半)正定"),
    _noun(
        "diagonal",
        "property",
        rf"diagonal matri(?:x|ces)|(?:is|are|be|and|both|respectively) diagonal{_ALONE}",
        r"对角矩阵|对角方?阵|(?:为|是)对角的",
    ),
    _noun(
        "row_bias",
        "property",
        r"(?:is |are |being )?(?:added|broadcast(?:ed)?|replicated|repeated) "
        r"(?:to|over|across|along|on|onto|for) (?:the |all |every |each |all the )?rows?|"
        r"(?:is |are |being )?(?:added|broadcast(?:ed)?) row-?wise|bias rows?",
        r"(?:加[到在]|广播)[^，。；]{0,8}?(?:每一?|各|所有)行|[按逐沿](?:着)?行(?:方向)?(?:进行)?(?:广播|相加|加[到在上])(?:到|在)?",
    ),
    _noun(
        "positive",
        "property",
        rf"positive(?: real)? {_NUMBERS}|(?<!the )positive(?: real)?{_ALONE}|(?:is|are) greater than (?:zero|0)",
        rf"正(?:实|整)?数|(?:为|是)正(?!{HAN})|大于\s*[零0]",
    ),
    _noun(
        "nonnegative",
        "property",
        rf"non-?negative(?: real)? {_NUMBERS}|non-?negative(?: real)?{_ALONE}",
        r"非负(?:实|整)?数|(?:为|是)非负|大于(?:或)?等于\s*[零0]|不小于\s*[零0]",
    ),
    _noun(
        "negative",
        "property",
        rf"(?<!non)(?<!non-)(?<!the )negative(?:(?: real)? {_NUMBERS}|(?: real)?{_ALONE})|(?:is|are) less than (?:zero|0)",
        rf"(?<!非)负(?:实|整)?数|(?:为|是)负(?!{HAN})|小于\s*[零0]",
    ),
    _noun(
        "nonzero",
        "property",
        r"non-?zero|(?:is|are) not (?:equal to )?(?:zero|0)|does not vanish",
        r"非零|不(?:为|等于|是)\s*[零0]",
    ),
    _noun("complex", "sort", rf"complex numbers?|(?:is|are|be) complex{_ALONE}", r"复数"),
    _noun("integer", "sort", r"integers?", r"整数"),
    _noun("natural", "sort", r"natural numbers?|positive integers?", r"自然数|正整数"),
    _noun("positive_integer", "stated", r"positive integers?", r"正整数"),
    _noun("negative_integer", "stated", r"(?<!non)(?<!non-)negative integers?", r"(?<!非)负整数"),
    _noun("real", "sort", rf"real numbers?|reals|(?:is|are|be) real{_ALONE}", r"实数|实值"),
    _noun(
        "constant",
        "sort",
        rf"(?<!complex )(?<!integer )constants{_OF_NUMBERS}|"
        rf"(?<=\ba )(?:(?:real|fixed|given|known|arbitrary|positive|negative|non-?negative|non-?zero) )*constant{_OF_NUMBERS}",
        r"(?<!复)(?<!整数)(?<!成)(?:常数|常量)(?!项|列|矩阵|向量|函数|倍|时间)",
    ),
    _noun("row", "shape", r"row vectors?", r"行向量"),
    _noun("column", "shape", r"column vectors?", r"列向量"),
    _noun("size", "property", r"sizes?|dimensions?", r"维数|维度"),
    _noun(
        "random",
        "property",
        r"random (?:variables?|vectors?|matri(?:x|ces)|scalars?|numbers?)|(?:random )?events?",
        r"(?<![行列双])随机(?:变量|向量|矩阵|标量|数)|(?:随机)?事件",
    ),
    _noun(
        "orthonormal",
        "stated",
        r"orthonormal(?! (?:columns|rows))|(?<!mutually )(?<!pairwise )orthogonal unit vectors",
        r"(?<!列)(?<!行)(?:标准正交|规范正交|单位正交|(?<!相互)(?<!互相)(?<!两两)正交的?单位向量)(?!列|行)",
    ),
    _noun(
        "orthonormal_columns",
        "stated",
        rf"(?:matri(?:x|ces) )?{_HAVING}?orthonormal columns",
        r"(?:列向?量?(?:是|为)?|各列)(?:标准|规范|单位)正交|(?:标准|规范|单位)正交列",
    ),
    _noun(
        "orthonormal_rows",
        "stated",
        rf"(?:matri(?:x|ces) )?{_HAVING}?orthonormal rows",
        r"(?:行向?量?(?:是|为)?|各行)(?:标准|规范|单位)正交|(?:标准|规范|单位)正交行",
    ),
    _noun(
        "mutually_orthogonal",
        "stated",
        r"(?:mutually|pairwise) orthogonal|orthogonal to (?:each other|one another)|orthogonal vectors",
        r"(?:相互|互相|两两|彼此)(?:之间)?正交(?:的向量)?|(?<!标准)(?<!规范)(?<!单位)正交的?向量",
    ),
    _noun(
        "commute",
        "stated",
        r"commut(?:e|es|ing)(?: with (?:each other|one another))?(?! with)(?: matrices)?",
        r"(?:相互|互相|两两|彼此)?(?:之间)?(?:是)?可交换的?(?:矩阵)?",
    ),
    _noun(
        "unit",
        "stated",
        r"unit (?:column )?vectors?|of (?:unit (?:norm|length)|(?:norm|length) (?:one|1))|"
        r"(?:have|has) (?:unit norm|norm (?:one|1))",
        r"单位(?:列)?向量|(?:范数|长度)(?:均|都)?(?:为|是|等于)\s*[1一]",
    ),
    _noun(
        "distinct",
        "stated",
        r"(?:pairwise |mutually )?distinct(?! from)|(?:pairwise|mutually) different",
        r"(?:两两|互|互为|彼此)不(?:相)?[同等](?:的)?|互异|互不相[同等]",
    ),
    _noun(
        "disjoint_events",
        "stated",
        r"(?:(?:pairwise|mutually) )?(?:disjoint|exclusive)(?= events?\b)|mutually exclusive",
        r"(?:两两)?(?:互斥|互不相容)(?:的)?(?=(?:随机)?事件)|(?:两两)?互斥|互不相容",
    ),
    _noun(
        "skew_symmetric",
        "stated",
        r"(?:skew[- ]?|anti[- ]?)symmetric(?: matri(?:x|ces))?",
        r"(?:反|斜)对称(?:矩阵|阵|方阵)?",
    ),
    _noun(
        "all_ones",
        "stated",
        rf"(?:(?:column )?vectors?|matri(?:x|ces)) {_FULL_OF} ones?{_ONLY}|"
        r"(?:all[- ]?ones?|ones) (?:(?:column )?vectors?|matri(?:x|ces))",
        r"(?:全|元素全?[为是])\s*[1一]\s*的?\s*(?:列?向量|矩阵)|(?:分量|元素)(?:全|都|均)(?:部)?(?:为|是)\s*[1一](?:的(?:列?向量|矩阵))?",
    ),
    _noun(
        "all_zeros",
        "stated",
        rf"(?:(?:column )?vectors?|matri(?:x|ces)) {_FULL_OF} zeros?{_ONLY}|"
        r"(?:all[- ]?zeros? |(?<!non)(?<!non-)zero |zeros |null )(?:(?:column )?vectors?|matri(?:x|ces))",
        r"(?<!非)(?:全\s*)?[0零]\s*(?:列?向量|矩阵)|(?:分量|元素)(?:全|都|均)(?:部)?(?:为|是)\s*[0零](?:的(?:列?向量|矩阵))?",
    ),
    _noun("even", "stated", r"even(?: (?:positive )?(?:integers?|numbers?))?", r"偶数"),
    _noun("odd", "stated", r"odd(?: (?:positive )?(?:integers?|numbers?))?", r"奇数"),
    _noun(
        "zero_mean",
        "stated",
        r"(?:have|has|of|with) (?:zero mean|mean (?:zero|0))|zero-mean",
        r"(?:均值|期望)(?:均|都)?(?:为|是)\s*[0零]",
    ),
    _noun(
        "unit_variance",
        "stated",
        r"(?:have|has|of|with|and) (?:unit variance|variance (?:one|1))|unit-variance",
        r"方差(?:均|都)?(?:为|是)\s*[1一]",
    ),
)


def of_vectors(noun: Noun) -> Noun:
    """What a noun says of several vectors: they are orthogonal to each other."""
    return next(n for n in NOUNS if n.fact == "mutually_orthogonal") if noun.fact == "orthogonal" else noun


BIND = wording(
    r"^(?:\s|be|being|an?|the|also|both|all|some|any|real|complex|square|fixed|arbitrary|given|known|invertible|"
    r"symmetric|orthogonal|positive|"
    r"definite|semidefinite|diagonal|nonzero|non-zero|column|row|random|independent|and|or|distinct|two|respectively|"
    r"corresponding|"
    r"一个|一|个|某个|某|也|都|均|皆|实|复|方阵|固定的?|任意的?|给定的?|已知的?|可逆的?|对称的?|正交的?|正定的?|"
    r"随机的?|对应的?|相应的?|和|与|及|、|\d+|[×x*]|n|m|d)*$",
    re.IGNORECASE,
)
"""What may stand between a copula and its noun: articles, quantities, adjectives that take nothing back."""

DOUBT = wording(
    r"\b(?:not|no|nor|neither|never|non|anti|skew|whether|if|unless|may|might|could|should|would|need|when|except|"
    r"hardly|is(?=[^.]*\?))\b|n't|\?|"
    r"不|非(?!奇异|零|负)|未|没|反(?!证)|斜|是否|若|如果|假如|可能|倘若|除非|吗|？",
    re.IGNORECASE,
)
"""Words that take back, doubt or condition what a clause says: nothing is declared by it."""

NOW = wording(
    r"\b(?:now|next|instead|this time|again|then (?:take|let|set|choose))\b|现在|这次|再[取设令]|改[取设令]|另[取设令]",
    re.IGNORECASE,
)
"""In a sentence that gives a letter a new value."""

NEGATED = wording(r"^\s*(?:(?:is|are|be)\s+)?(?:not|no longer|never)\b|^\s*(?:不|并不|并非|非)", re.IGNORECASE)
"""After a symbol: it is said not to be what follows."""

ALTERNATIVE_AFTER = wording(r"\s*(?:\bor\b|或)", re.IGNORECASE)
ALTERNATIVE_BEFORE = wording(r"(?:\bor|或)\s*$", re.IGNORECASE)
"""Around one of two things of which only one is said: `positive or zero`."""

CONDITIONAL = wording(
    r"^\s*(?:were|should|had)\b|\b(?:if|whether|when|unless|suppose)\b|\?|若|如果|假如|倘若|是否|当|吗|？", re.IGNORECASE
)
"""Words that put all that follows in their sentence under a condition."""

SUPPOSITION = wording(
    r"\b(?:suppose|assume|assuming|if|when(?:ever)?|provided|as long as|in (?:the )?case)\b|假设|假定|若|如果|假如|"
    r"倘若|当|只要",
    re.IGNORECASE,
)
"""Words after which a property is supposed of what stands beside it: it holds from there on."""

SUPPOSES_NOTHING = wording(
    r"\b(?:not|no|nor|neither|never|hardly|whether|unless|may|might|could|should|would|need|except)\b|n't|\?|"
    r"\b(?:ask|check|decide|determine|test|know|see|wonder|verif(?:y|ies)|tell|only|even|as)\w*\s+(?:if|when)\b|\biff\b|"
    r"不|未|没|斜|是否|可能|除非|吗|？|当且仅当|仅当|只有|即使|无论|不管",
    re.IGNORECASE,
)
"""Words that keep a supposition from being one: `even if`, `if and only if`, `we ask if`, `if … not`."""

FOLLOWS_FROM = wording(r"^\s*(?:follows from|is implied by|can be deduced from|由)\s*$", re.IGNORECASE)
"""Between a statement and what it follows from."""

AFTER_STATEMENT = wording(
    r"^\s*[,，]?\s*[(（]?\s*(?:holds |is true )?(?:at least |certainly |surely )?"
    r"(?:if|when(?:ever)?|provided(?: that)?|as long as|assuming(?: that)?|"
    r"in (?:the )?case(?: that)?|"
    r"只要|若|如果|当|假设|假定)\s*$",
    re.IGNORECASE,
)
"""Between a statement and the condition under which it is said: `$x / x = 1$ if $x \\ne 0$`."""

FOR = wording(
    r"(?:^|[,，]|\s|[。.])\s*(?:for(?: all| any| every| each| an?)?|对(?:于)?(?:任意|所有|任何)?|在)\s*$", re.IGNORECASE
)
"""Before a bound for letters that is a condition on what its sentence says: `for $x > 0$ we have …`."""

HAS_SOLUTIONS = wording(
    r"^\s*(?:has|have|is solved|is satisfied|only has|holds for(?! (?:all|any|every|each|arbitrary)\b))\b|"
    r"^\s*(?:只?有|的)(?:[一二两三\d]个)?(?:唯一)?解",
    re.IGNORECASE,
)
"""After an equation whose solutions are spoken of: `the equation $2x = 4$ has the solution …`."""

EQUIVALENT = wording(
    r"^\s*[,，]?\s*(?:holds |is true |is satisfied )?(?:if and only if|iff|just in case|exactly (?:if|when)|precisely "
    r"(?:if|when)|"
    r"is equivalent to|are equivalent to|"
    r"当且仅当|等价于|等同于)\s*$",
    re.IGNORECASE,
)
ONLY_IF = wording(
    r"^\s*[,，]?\s*(?:(?:holds |is true )?only (?:if|when)|(?:always |necessarily )?(?:implies|entails)(?: that)?|"
    r"仅当|只有当|蕴[含涵]|必然推出)\s*$",
    re.IGNORECASE,
)
"""Between two statements of which each, or the second, holds where the other does."""

OR_BETWEEN = wording(r"^\s*[,，]?\s*(?:or(?: else)?|或者?|抑或)(?:是)?\s*$", re.IGNORECASE)
"""Between statements of which one holds."""

ENDS_SENTENCE = wording(r"^\s*(?:时)?\s*(?:[)）]\s*)?(?:[.。;；!！]|$)")
"""After a condition that ends its sentence: it is said of what stands before it."""

NOT_UNDERSTOOD = wording(
    r"\b(?:unit|projections?|idempotent|rotations?|reflections?|triangular|nilpotent|stochastic|hermitian|unitary|"
    r"normal|circulant|"
    r"one-hot|basis|bases|eigenvectors?|eigenvalues?|singular values?|primes?|even|odd|orthonormal|"
    r"orthogonal vectors|orthogonal to|"
    r"independent|convex|concave|linear|monotone|increasing|decreasing|continuous|differentiable|periodic|bounded|probability|"
    r"distribution|density|random|kronecker|dirac|delta|skew|antisymmetric|anti-symmetric|full rank|"
    r"at least|at most|not|solutions?|"
    r"roots?|inverse|determinant|trace|zeros?|sum|mean|variance|norm|\d+\s*[x×]\s*\d+|columns?|rows?)\b|"
    r"单位|投影|幂等|旋转|反射|三角|幂零|随机|酉|正规|特征|奇异值|素数|质数|偶|奇|标准正交|相互正交|两两正交|独立|凸|"
    r"凹|线性|单调|"
    r"递增|递减|连续|可微|可导|周期|有界|概率|分布|密度|反对称|满秩|至少|至多|不小于|不大于|根|解|逆|行列式|范数|均值|"
    r"方差|期望",
    re.IGNORECASE,
)
"""Words that say something definite of a symbol which is not understood here: nothing may be refuted from its freedom."""

JOINS = wording(
    r"^\s*(?:,|，|、|and(?: that\b)?|or|both|the others?|all others?|和|与|及|以及|或|且|并且|其他的?|其余的?|\s)*\s*$",
    re.IGNORECASE,
)
"""What may stand between the members of a list of symbols."""

JOINS_STATEMENTS = wording(r"^\s*(?:,|，|、|and|as well as|且|并且|及|以及|和|\s)+\s*$", re.IGNORECASE)
"""Between statements that are said together."""

COPULA = wording(
    r"^\s*(?:will |shall |can |must |之间|则|就|都|均|必须|必|应)*"
    r"(?:is|are|be|being|denotes?|为|是|均为|都是|都为|均是|分别是|分别为|表示|代表)\s*",
    re.IGNORECASE,
)
"""Between a symbol and the noun that says what it is."""

ENDS_ASSUMPTION = wording(
    r"\b(?:which|that|so|then|we|it|this|thus|hence|therefore|is|are|has|have|gives?|yields?|holds?|equals?|becomes?|"
    r"means?|but|because|"
    r"since|by|if|when|as|where|whose|show|prove|define|write|denote|"
    r"clearly|obviously|evidently|of course|certainly|surely|naturally|trivially|necessarily|automatically|actually|indeed|"
    r"in fact|in particular|accordingly|thereby|whence|namely|note|observe|implying|giving|yielding|showing|leading|meaning|"
    r"plainly|manifestly|undoubtedly|doubtless|inevitably|ergo|whereupon|as a (?:result|consequence)|proving|ensuring|"
    r"forcing|making|conversely|similarly|likewise|entailing|establishing|immediately)\b|"
    r"显然|事实上|其实|当然|自然|可[知见证推]|易[知见证]|特别|尤其|必[有定然]|进而|导致|表明|说明|意味|推出|蕴含|注意|也就是|"
    r"无疑|总有|恒有|均有|同理|类似|反之|继而|由此|不难|容易|看出|保证|[则故即就求证记令其因由若当如果得有所于]",
    re.IGNORECASE,
)


def goes_on(between: str) -> bool:
    """Whether a list of assumptions goes on: `Let $x$ be real and $y > 0$ with $z = 1$`. No word of the text says otherwise."""
    return ENDS_ASSUMPTION.search(between) is None


_GOES_ON = r"(?!(?:(?<=i\.i\.d\.)|(?<=i\.e\.)|(?<=e\.g\.)|(?<=w\.r\.t\.)|(?<=a\.s\.)|(?<=resp\.))\s*(?:[a-z]|$))"
"""Behind the point of an abbreviation the sentence goes on in a small letter, or with a formula."""
SENTENCE_END = wording(rf"[。！？；;!?]|(?<!\d)\.(?=\s|$){_GOES_ON}|(?<=[A-Za-z）)])\.(?=\s|$){_GOES_ON}")
CLAUSE_END = wording(rf"[。！？；;!?,，：:]|(?<!\d)\.(?=\s|$){_GOES_ON}")

SHARED_HEADINGS = wording(
    r"^(?:setup|setting|settings|notation|notations|preliminar(?:y|ies)|definitions?|assumptions?|conventions?|given|"
    r"background|"
    r"记号|符号|设定|约定|定义|假设|预备知识|已知|背景|题设)\b|^(?:记号|符号|设定|约定|定义|假设|预备知识|已知|背景|题设)",
    re.IGNORECASE,
)
"""Headings of sections whose declarations and definitions hold for what follows them, too."""

END_OF_PROOF = wording(r"Q\.?E\.?D\.?|∎|□|证毕|得证")

LOOKS_BACK = wording(r"\b(?:where|here)\b|其中|这里", re.IGNORECASE)
"""Prose after a display that says what its letters are."""


@lru_cache(maxsize=4096)
def nouns_in(text: str) -> tuple[Noun, ...]:
    """The nouns that stand somewhere in a text. Most texts, which are asked often, hold none."""
    return tuple(noun for noun in NOUNS if noun.pattern.search(text) is not None)


@dataclass(frozen=True, slots=True)
class Around:
    """Words before and after a formula that together say something of it."""

    before: Wording
    after: Wording

    def around(self, before: str, after: str) -> bool:
        return self.before.search(before) is not None and self.after.match(after) is not None


ONLY_SOLUTIONS: tuple[Around, ...] = (
    Around(
        wording(r"除了?\s*$"),
        wording(r"^[^，。；]{0,12}之?外[，,]?[^，。；]{0,8}(?:不可能(?:成立)?|不成立|无解|没有[^，。；]{0,6}解)"),
    ),
    Around(wording(r"(?:不可能|不成立|无解)[^。；]{0,10}除非\s*$"), wording("")),
    Around(wording(r"(?:只有|仅)当?\s*$"), wording(r"^\s*时?[，,]?\s*(?:才|方)?[^，。；]{0,4}(?:成立|可能|发生)")),
    Around(
        wording(
            r"(?:impossible|not possible|cannot (?:hold|be true)|does not hold|has no (?:\w+ )?solutions?)[^.;]{0,24}?"
            r"(?:unless|except(?: for)?|other than|apart from)\s*$",
            re.IGNORECASE,
        ),
        wording(""),
    ),
    Around(
        wording(
            r"(?:(?<!if and )(?<!when and )(?:(?<=\w )only (?:\w+ )?(?:if|when|for|in case)|"
            r"can only (?:happen|hold|occur|be(?: true)?) (?:if|when|for))|only solution is)\s*$",
            re.IGNORECASE,
        ),
        wording(""),
    ),
)
"""`This equation has no solution other than …`: said of the last equation, of all values of its letters."""


_INSERTED = wording(
    r"\b(suppos(?:e|ing)|assum(?:e|ing))\s*,\s*([^,.;:?!]{1,40}?)\s*,(?=\s*(?:that\b|$))|"
    r"(不妨|假设|假定|设)\s*[，,]\s*([^，。；：,]{1,12})\s*[，,](?=\s*$)|"
    r"\b(if|when)\s*,\s*(however|moreover|in addition|furthermore|conversely|instead|in particular|on the other hand|for "
    r"(?:example|instance))\s*,(?=\s*$)",
    re.IGNORECASE,
)
"""Words between commas that part a supposition from what is supposed: `suppose, for contradiction, that`."""


def last_cue(text: str) -> CueRole | None:
    """The role of the last cue in a stretch of prose before a formula, within its last clause."""
    text = _INSERTED.sub(lambda m: f"{m[1] or m[3] or m[5]} {m[2] or m[4] or m[6]}", text).replace("**", "")
    ends = [m.end() for m in CLAUSE_END.finditer(text.rstrip())]
    stripped = text.rstrip()
    clause = stripped[ends[-1] :] if ends and ends[-1] < len(stripped) else stripped[ends[-2] if len(ends) > 1 else 0 :]
    if NOT_ASSUMED.search(clause) or WHETHER_OR_NOT.search(clause):
        return "except"
    best: tuple[int, CueRole] | None = None
    for cue in CUES:
        for match in cue.pattern.finditer(clause):
            if best is None or match.end() > best[0]:
                best = (match.end(), cue.role)
    if best and best[1] in ("assume", "define", "condition") and ends and ends[-1] == len(stripped) and stripped[-1] in ".。!！":
        return None  # what the sentence before supposes ends with it: `with real entries. $AB = BA$.`
    return best[1] if best else None
