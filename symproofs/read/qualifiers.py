"""Words that change what a formula beside them says: not, or, for some, for almost all, unless.

A formula is taken as it stands only where every such word of its clause is accounted for: by a reading that made another
statement of the formula (`negations.py`, `side_conditions.py`, `suppositions.py`), or because the word does not change this one.
Else it is marked, and neither assumed nor judged. `QUALIFIERS` is the whole table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from symproofs.diagnostics import Diagnostic
from symproofs.messages import Message
from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.mentioned import MENTIONS
from symproofs.read.phrases import ONLY_SOLUTIONS, SENTENCE_END
from symproofs.read.tree import Node
from symproofs.read.who_supposes import not_supposed
from symproofs.read.wording import Wording, wording
from symproofs.records import record

PLACE = "\ufffc"
"""Where a formula stands in the words of its sentence; `@` in the patterns below."""

_BREAK = wording(
    rf"(?<!{PLACE})[,，、](?!\s*(?:for|unless|except|with some)\b)|"
    rf"[,，](?!\s*(?:and|or|nor|或|且|和|for|unless|except|with some|对|除)?\s*{PLACE})"
    r"(?!\s*(?:for|or|nor|unless|except|with some|such that|使|对某|除)\b)|[:：;；]|"
    r"\b(?:because|since|so(?! that)|then|hence|thus|therefore|but|if|when(?:ever)?|where|whereas|while|which|as|however)\b|"
    rf"(?<!{PLACE})(?<!{PLACE} )\band\b|"
    r"因为|由于|所以|因此|则|从而|于是|但(?!是否)|若|如果|当(?!且)|其中(?!某)|并且|而且",
    re.IGNORECASE,
)
"""Where a clause ends: what stands beyond says nothing of its formulas. Formulas of one list are in one clause."""


@dataclass(frozen=True, slots=True)
class Clause:
    """The words of a clause, its formulas as places, and the formulas."""

    words: str
    formulas: tuple[Written, ...]

    @property
    def statements(self) -> tuple[Written, ...]:
        return tuple(f for f in self.formulas if says_something(f))

    @property
    def named(self) -> frozenset[str]:
        """The letters that stand alone in the clause, or as the subject of a membership: `for some $k$`."""
        return frozenset(n for f in self.formulas for n in _letters_alone(f.node))


@record
class Qualifier:
    """A kind of words, where they stand, and what accounts for them in a clause; `whole`: they are sought in the sentence."""

    kind: str
    pattern: Wording
    accounted: Callable[[Clause], bool]
    whole: bool = False


def _words(english: str, chinese: str) -> Wording:
    return wording(rf"(?:{english})|(?:{chinese})".replace("@", PLACE), re.IGNORECASE)


def _never(clause: Clause) -> bool:
    return False


def _turned(clause: Clause) -> bool:
    """Every statement was turned into its opposite, or is said where that holds."""
    found = clause.statements
    return bool(found) and (all(f.turned for f in found) or any(f.turned and f.node and f.node.kind == "Cond" for f in found))


def _excepted(clause: Clause) -> bool:
    """One statement is said where another does not hold."""
    return any(f.turned and (f.cue in ("condition", "assume") or (f.node and f.node.kind == "Cond")) for f in clause.statements)


def _holds_kind(kind: str) -> Callable[[Clause], bool]:
    return lambda clause: any(f.node is not None and any(n.kind == kind for n in f.node.walk()) for f in clause.formulas)


def _is_disjunction(clause: Clause) -> bool:
    return any(
        f.node is not None and any(n.kind == "Combine" and isinstance(n.value, tuple) and "∨" in n.value for n in f.node.walk())
        for f in clause.formulas
    )


def _exists(clause: Clause) -> bool:
    """The statement says itself that something exists; or it assumes something of a number that is called by its name."""
    if _holds_kind("Exists")(clause):
        return True
    names = clause.named
    if EXISTENCE.search(clause.words) and _said_twice(clause):
        return False
    assumed = all(f.cue in ("assume", "define", "contradiction", "condition", "except", "goal") for f in clause.statements)
    return bool(names) and assumed and not any(f.node is not None and names & _arguments(f.node) for f in clause.statements)


def _said_twice(clause: Clause) -> bool:
    """`$a = 2k$ for some integer $k$ and $b = 2k$ for some integer $k$`: these are two numbers of one name."""
    alone = [n for f in clause.formulas if not says_something(f) for n in _letters_alone(f.node)]
    return len(set(alone)) < len(alone) and len(EXISTENCE.findall(clause.words)) > 1


def _both_ways(clause: Clause) -> bool:
    """One quantifier is below the other in one statement; or something is said to exist for a letter that stands for anything."""
    if not _holds_kind("Exists")(clause):
        return False
    return _holds_kind("Forall")(clause) or (
        _FOR_ALL_FIRST.match(clause.words) is not None and _ALL_INSIDE.search(clause.words) is None
    )


def _orders(node: Node) -> bool:
    """Whether a formula compares by an order."""
    return any(n.kind == "Chain" and isinstance(n.value, tuple) and {"<", "<=", ">", ">="} & set(n.value) for n in node.walk())


def _two_indices(node: Node) -> bool:
    """Whether a letter has two subscripts that differ: `A_{ij}` is no entry of the diagonal alone."""
    for part in node.walk():
        script = part.children[1] if part.kind == "Sub" and len(part.children) == 2 else None
        if script is not None and len({str(n.value) for n in script.walk() if n.kind in ("Id", "Num")}) == 2:
            return True
    return False


def _converges(clause: Clause) -> bool:
    """What is said is that something tends to something: in which sense, others read."""
    signs = {s for f in clause.statements if f.node is not None and isinstance(f.node.value, tuple) for s in f.node.value}
    return signs.isdisjoint(("=", "<", "<=", ">", ">=", "!=", "def"))


_FOR_ALL_FIRST = _words(
    r"(?:(?!\bthere\b).)*\b(?:for|to|given) (?:every|all|each|any|arbitrary)\b(?:(?!\bthere\b).)*@(?:(?!\bthere\b).)*"
    r"\bthere (?:is|are|exists?)\b",
    r"(?:(?!存在|有某).)*(?:任意|任何|所有|每)(?:(?!存在|有某).)*@(?:(?!存在|有某).)*(?:存在|有某)",
)
_ALL_INSIDE = _words(
    r"\bthere (?:is|are|exists?)\b.*\bfor (?:every|all|each|any|arbitrary)\b", r"(?:存在|有某).*(?:任意|任何|所有|每)"
)
"""`for every $x$ there is …`, and `there is … for all $x$`, where what exists is one for all."""


def _places_alone(clause: Clause) -> bool:
    """Where it is said is a statement of its own, `on $x > 0$`, or a set that a membership names."""
    first = clause.formulas[0] if clause.formulas else None
    return first is not None and first.node is not None and first.node.kind == "Chain" and first.node.value == ("in",)


def _in_a_set(clause: Clause) -> bool:
    """`in $\\mathbb{R}^n$`: what kind of things the sides are."""
    return any(f.node is not None and any(n.kind == "Font" and n.value == "bb" for n in f.node.walk()) for f in clause.formulas)


def _conditioned_already(clause: Clause) -> bool:
    """What it is said for has become a condition or a quantifier."""
    kinds = {n.kind for f in clause.formulas if f.node is not None for n in f.node.walk()}
    return _converges(clause) or bool(kinds & {"Cond", "Forall", "Implies", "Has"})


def _without_places(clause: Clause) -> bool:
    """The letters that are spoken of are no indices and no arguments of what is said."""
    return not any(f.node is not None and _arguments(f.node) for f in clause.statements)


EXISTENCE = _words(
    r"\b(?:for|with|at|of) (?:some|at least|at most|exactly|only|a suitable|suitable)\b|"
    r"\bthere (?:is|are|exists?|must be)\b[^@]*@|"
    r"\bsome\b[^@]{0,24}@[^@]{0,12}\b(?:satisf\w+|with|such|has|have)\b|\b(?:some|one)(?: of(?: the)?)?\s*@",
    r"某个|某些|某一|存在|有一个|(?<!其中)至少有?[一两]个?[^@]{0,6}@[^@]{0,4}(?:满足|使)",
)
"""Something is said of some value of a letter."""

QUALIFIERS: tuple[Qualifier, ...] = (
    Qualifier(
        "negation",
        _words(
            r"\b(?:not|never|cannot|neither|nor|hardly|false|untrue)\b(?! only| hard| difficult| surpris| yet)[^@]{0,50}@|"
            r"n['’]t\b[^@]{0,50}@|\bno\b(?! loss| matter| doubt)(?: \w+)?\s*@|\bwithout\b(?! loss)[^@]{0,20}@|"
            r"\bfail(?:s|ed)?\b[^@]{0,12}\bthat\b[^@]{0,6}@|"
            r"\b(?:negation|opposite|contrary|denial|converse|impossible|wrong)\b[^@]{0,30}@",
            r"^\s*非\s*@|(?:并不是|并非|不是|不可能有|不会有|不满足|不都|不全|未必|不一定|没有|不再有|不总有|否定|"
            r"并不|不存在|不可能)[^@，。]{0,8}@",
        ),
        _turned,
    ),
    Qualifier(
        "negation",
        _words(
            r"@[^@]{0,12}\b(?:(?:do|does|did|can|could|need|will|would|must|may|might|should)(?: not|n['’]t)|cannot|"
            r"fails?|failed|(?:is|are|was|were|be)(?: not|n['’]t)(?! only)|"
            r"(?:has|have|had|admits?|possess(?:es)?) no\b|"
            r"(?:is|are|was|be) (?:\w+ )?(?:false|wrong|untrue|violated|impossible|excluded|"
            r"absurd|incorrect)|(?:never|no longer) holds?|is no longer)\b",
            r"@[^@，。]{0,6}(?:不(?:再|总是?|都|一定|必|会|能|可能)?(?:同时)?(?:成立|满足|真|对(?!称)|正确|相等)|"
            r"没有(?:实|正|整)?(?:数|有理)?解|无(?:实|正|整)?(?:数|有理)?解|的否定|的反面|未必|并非|为假|是假的|是错误?的|不正确|"
            r"无法成立|不可能)",
        ),
        _turned,
    ),
    Qualifier(
        "condition",
        _words(r"\b(?:sufficient|necessary)\b[^@]*@|@[^@]*\b(?:sufficient|necessary)\b", r"(?:充要|充分|必要)条件"),
        _never,
        whole=True,
    ),
    Qualifier(
        "possibility",
        _words(
            r"\b(?:possibly|perhaps|maybe|conceivably|with (?:high |positive |small |overwhelming |some "
            r")?probability)\b[^@]{0,30}@",
            r"(?:也许|或许|可能(?!的))[^@，。]{0,4}@",
        ),
        _never,
    ),
    Qualifier(
        "spoken of",
        _words(
            r"\b(?:consider|define|denote|introduce|study|test)\b[^@]{0,24}\b(?:condition|event|statement|assertion|"
            r"predicate)s?\b[^@]{0,6}@|"
            r"\b(?:probability|chance|event|indicator)\b(?: of| that| for)?(?: the event)?\s*@|"
            r"\b(?:(?:the|a|this|that) (?:set|subset|region|collection)|(?:set|subset) of) ?(?:of )?(?:all |those "
            r")?(?:points? |numbers? |values? )?@?\s*"
            r"(?:with|where|such that|for which|on which)\s*@|"
            r"@\s*(?:has|have|having|is of|occurs with) (?:\w+ )?(?:probability|chance)|"
            r"@\s*(?:be|is) (?:the|an?) (?:event|condition|question|statement|proposition)",
            r"(?:考虑|记|定义|讨论)[^@，。]{0,8}(?:条件|事件|命题)[^@，。]{0,4}@|@\s*的概率|(?:事件|概率)\s*@|"
            r"集合[^@，。]{0,6}(?:@[^@，。]{0,4})?(?:满足|使得?)\s*@",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "possibility",
        _words(r"\bonly (?:in|for) this\b[^@]{0,30}@", r"[仅只]在本[句行段][^@，。]{0,8}@"),
        _never,
    ),
    Qualifier(
        "possibility",
        _words(
            r"\b(?:this|that|it|which|these)\b[^@.]{0,12}\b(?:impossible|possible|never happens?|can(?:not)? "
            r"(?:happen|occur|be)|occurs?)"
            r" (?:only )?(?:if|when|for|unless|in case)\s*@",
            r"(?:这|此|该情况)[^@，。]{0,6}(?:不可能|不会发生)[^@]{0,4}@|@[^@，。]{0,3}时?才(?:可能|会发生)|@\s*时?不可能",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "existence",
        EXISTENCE,
        _exists,
    ),
    Qualifier(
        "existence",
        _words(
            r"^\s*(?:for|with) (?:an?|some|one|at least one)\b[^@,]*@\s*,",
            r"对于?(?:某个?|某些|某一个?|一个|至少一个)[^@，]*@\s*[，,]",
        ),
        _exists,
        whole=True,
    ),
    Qualifier(
        "existence",
        _words(
            r"\bthere (?:is|are|exists?)\b[^@]*@\s*,?\s*(?:such that|so that|with the property that),?\s*"
            r"(?:for|if|when(?:ever)?)\b",
            r"存在[^@，。]{0,6}@\s*[，,]?\s*使得?\s*[，,]?\s*(?:对|当|若|只要)",
        ),
        _exists,
        whole=True,
    ),
    Qualifier(
        "part",
        _words(
            r"\balmost (?:all|every|surely|everywhere|any)\b|\b(?:infinitely|finitely) many\b|\ball but\b|"
            r"\bmost of\b|\bfor most\b|\bnot (?:all|every|each|both|necessarily)\b",
            r"几乎(?:所有|处处|每|必然)|无穷多|有限个|大多数|大部分",
        ),
        _never,
    ),
    Qualifier(
        "part",
        _words(
            r"\bfor (?:all |every |each )?(?:even|odd|prime)\b[^@]*@",
            r"对(?:所有|每个|任意)?(?:的)?(?:偶数|奇数|质数|素数)[^@]*@",
        ),
        _without_places,
    ),
    Qualifier(
        "part",
        _words(
            r"@[^@]{0,10}\b(?:above|below|under|on|off|outside|along|away from)\b(?: the| its)?(?: main| first)?"
            r"[ -]?(?:(?:super|sub|off)-?)?diagonals?\b|"
            r"@\s*[,，(]?\s*(?:only |just )?(?:on|in|within|inside) (?:the |its |some |each |every |any |this |that )?"
            r"(?:(?:\w+ ){0,2}(?:axis|half-?(?:line|plane)|interval|region|subspace|subset|neighbou?rhoods?|interior|boundary|"
            r"support|domain|diagonal|triangle|part|block|subsequence|training set|test set)|expectation|distribution|law|"
            r"mean(?: square)?|average|probability|total variation|magnitude|modulus|absolute value|norm|sign|direction)\b|"
            r"@\s*[,，(]?\s*(?:only |just )?on average\b|@\s*[,，(]?\s*(?:near|close to|around)\s*@|"
            r"@\s*[,，(]?\s*(?:up )?to (?:the )?(?:first|second|third|leading|lowest|\w+-)[ -]?order\b|"
            r"@\s*[,，(]?\s*(?:mod|modulo)\b(?! p\b)|@\s*[,，(]?\s*(?:locally|asymptotically|roughly|heuristically|informally)\b",
            r"@[^@，。]{0,3}(?:的)?(?:主|次|上|下|非)?对角线|对角线(?:以)?[上下外]|"
            r"@\s*[（(，]?\s*在?\s*@?\s*(?:附近|邻域)|@\s*[（(，]?\s*(?:在)?(?:期望|平均|概率|分布|一阶|首阶|局部|模长|范数)(?:的)?意义[下上]|"
            r"@\s*[（(，]?\s*(?:模|同余于)\s*@|@\s*[（(，]?\s*(?:局部地?|大致|近似地?)成立",
        ),
        _converges,
    ),
    Qualifier(
        "hedge",
        _words(
            r"^\s*(?:(?:so|then|hence|thus|therefore|but|and|we have|it follows that)[, ]+)*(?:on average|"
            r"typically|usually|often|"
            r"roughly|asymptotically|heuristically|informally|loosely|empirically|ideally|approximately|"
            r"in practice|in principle|"
            r"in the limit|in (?:the )?(?:expectation|mean)|to (?:the |a )?(?:first|leading|lowest|second)[ -](?:order|"
            r"approximation)|modulo constants|almost everywhere|almost surely|generically|(?:ignoring|neglecting|"
            r"up to|modulo)\b"
            r"[^,@]*@?[^,@]*)\s*,?[^@]{0,40}@|\b(?:agrees?|equal|coincides?|is|are|"
            r"holds?)[^@]{0,12}\bup to\b[^@]*[:,]?[^@]{0,24}@",
            r"^\s*(?:所以|于是|因此|则|那么)?[，,]?\s*(?:平均而言|平均来[看说]|通常|往往|大致上?|大体上?|近似地?|理想情况下|渐近地?|(?:在)?(?:期望|平均|"
            r"一阶|首阶)(?:的)?意义下|(?:在)?一阶近似下|精确到一阶|略去[^，,@]*@?[^，,@]*|(?:若)?忽略[^，,@]*@?[^，,@]*|不计[^，,@]*|除符号外|"
            r"(?:在)?相差[^，,@]*(?:意义下)?|[^，,@]*在相差[^，,@]*意义下)[^@]{0,8}@",
        ),
        _converges,
        whole=True,
    ),
    Qualifier(
        "hedge",
        _words(
            r"@\s*[,，(]?\s*(?:,? ?(?:but )?only )?(?:up to\b|approximately|in the limit|in most cases|at best|"
            r"at most times|eventually|"
            r"in general position|more or less|to (?:a |the )?(?:first|good) approximation)",
            r"@\s*[，,（(]?\s*(?:精确到|至多(?:相)?差|最多(?:相)?差|相差(?:一个)?|在[^@，。]{0,8}意义下|近似(?:地)?成立|大致成立)",
        ),
        _converges,
        whole=True,
    ),
    Qualifier(
        "part",
        _words(
            r"^\s*(?:(?:so|then|hence|thus|and|but|let)[, ]+)*(?:to the (?:left|right)\b|"
            r"at (?:an?|the|any|every|each|its) (?:\w+ )?(?:point|minimum|maximum|minimi[sz]er|maximi[sz]er|optimum|extremum|"
            r"root|zero|solution|boundary|equilibrium)\b|"
            r"in (?:example|exercise|problem|figure|scenario|experiment) \w+)[^@]*@|"
            r"^\s*(?:(?:so|then|hence|thus|and|but|let)[, ]+)*(?:on|within|inside|outside(?: of)?|near|around|"
            r"away from|beyond|off|above|below|in)\s+"
            r"(?:@\s*(?=[^@]*@)|the (?:\w+[ -]){0,2}(?:axis|half-?(?:line|plane)|intervals?|reals|region|subspace|"
            r"interior|boundary|"
            r"support|domain|diagonals?|triangle|circle|sphere|simplex|origin|scalar case|example)\b[^,@]*@?[^,@]*)",
            r"^\s*(?:所以|于是|因此|则|设)?[，,]?\s*(?:(?:在|对)(?:区间)?\s*@\s*(?:上|内|中|之?外|附近|以外)|在(?:正|负)?(?:半轴|实数|原点|对角线|单位圆)"
            r"[^，,@]*|(?:非)?对角元|在[^，,@]{0,4}(?:驻点|极值点|临界点|最小值点|最大值点|最优解|零点)处?|在(?:例|例题|习题)\s*[\d一二三四五]+\s*中?)",
        ),
        _places_alone,
        whole=True,
    ),
    Qualifier(
        "part",
        _words(
            r"\b(?:for|when|if|once|as soon as|starting from|from)\s+(?:all |any |every |each )?(?:sufficiently |"
            r"very )?(?:large|small|big|"
            r"larger|bigger|greater|smaller|generic|typical|centered|rational|irrational)\b[^@]{0,20}@|"
            r"\b(?:for|when|if|once)\s+(?:\w+ ){0,2}@\s*(?:is |are )?(?:sufficiently |very )?(?:large|small|big|"
            r"bigger|greater|larger|smaller|"
            r"less|exceeds?|positive|negative|odd|even|rational|in\b|on\b|inside|outside)|\b(?:away from|near|"
            r"around) (?:the )?(?:origin|@)|"
            r"@\s*(?:for|when)\s+(?:the )?(?:remaining|rational|irrational|positive|negative|odd|even)\b",
            r"(?:对|当)(?:于)?(?:充分|足够|很|非常)?[大小]的[^@]{0,4}@|对(?:于)?(?:所有|任意|一切|每个)?(?:正|负|非零|零均值|不同|更大|其余|大于\s*@\s*|小于\s*@\s*)的[^@]{0,4}@|"
            r"对\s*@\s*(?:大于|小于|充分大|足够大)|从\s*@\s*开始|除有限个|在原点(?:附近|以外)|@\s*充分[大小]时",
        ),
        _conditioned_already,
        whole=True,
    ),
    Qualifier(
        "supposed otherwise",
        _words(
            r"\b(?:we (?:allow|permit|exclude|rule out)|allowing|think of|say for example|"
            r"for example,?|for instance,?|"
            r"it (?:would|will) suffice|would suffice|had we|were we|should|possibly)\b[^@]{0,16}@|@\s*possibly\b|"
            r"\b(?:minimal|maximal|attained|achieved|tight|equality(?: holds)?) at (?:the point )?@|"
            r"\bwere @ (?:equal|to be)|\bonly (?:for|if|when) @[^@]{0,4}(?:do|does|is|are)\b",
            r"[（(，,]\s*(?:例如|比如|如)\s*@|允许\s*@|不考虑\s*@|假如[^@]{0,4}@|要是\s*@|要使\s*@|即使\s*@|等号在\s*@\s*处",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "part",
        _words(r"@\s*(?:only )?(?:on|in|inside|within|outside)\s+@", r"@\s*在\s*@\s*(?:上|内|中|之外)(?:成立)?"),
        _in_a_set,
    ),
    Qualifier(
        "modifier",
        _words(
            r"\b(?:than|to)\s+(?:twice|half(?: of)?|thrice|three times|the (?:square|absolute value|negative|"
            r"inverse|reciprocal)(?: of)?)\s*@",
            r"(?:大于|小于|不?等于|不小于|不大于|不超过|至少|至多)\s*@\s*的(?:[一二两三四五六七八九十]+[倍半]|一半|平方|立方|绝对值|倒数|相反数)",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "supposed otherwise",
        _words(
            r"\be\.g\.,?[^@]{0,6}@|\b(?:it (?:can|may|could|might) (?:be|happen)(?: that)?|we (?:may|might|could) have|"
            r"compare with the case)\b[^@]{0,8}@|\?\s*no\b",
            r"比方说\s*@|可能有\s*@",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "condition in words",
        _words(
            r"\b(?:if|when|provided|once)\s+(?:it|they|both|its|their|the (?:mean|matrix|matrices|vectors?|"
            r"function|two))\s+(?:\w+ )?(?:is|are|"
            r"commutes?|has|have|vanish(?:es)?)\b[^@,]*,[^@]{0,12}@|"
            r"@\s*,?\s*(?:if|when(?:ever)?|provided(?: that)?|as long as)\s*@\s*(?:has|have|is|are|spans?|commutes?)\b|"
            r"^\s*under \w+,\s*@|\bat least when\b[^@]*@",
            r"@\s*[，,]?\s*(?:若|如果|当|只要)\s*@\s*(?:是|为|有|满秩|可?交换|线性)|"
            r"若(?:它|其|二者|两者|均值|矩阵)[^，,@]*[，,]\s*则?[^@]{0,4}@|^\s*(?:当)?(?:[正负零]|非零|零均值|可?交换|对称|可逆|正交|正定|独立|不相关)的?(?:时|情[形况]下)[，,]?\s*@",
        ),
        _conditioned_already,
        whole=True,
    ),
    Qualifier(
        "supposed otherwise",
        _words(
            r"\b(?:if|when|for|assuming|suppose|with|let)\b[^,.;]*\b(?:merely|no longer assumed|not assumed)\b",
            r"(?:若|如果|当|设|假设)[^，。；]*(?:只是|仅仅?[是为]|不再假设)",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "modifier",
        _words(
            r"@[^@]*\b(?:bounds?|inequalit(?:y|ies)|estimates?)\b[^@]{0,12}"
            r"\b(?:tight|sharp|strict|attained|best possible|optimal)\b|"
            r"@[^@]{0,8}\bwith (?:a )?strict inequality\b|\bstrictly\b[^@]{0,4}[:,]\s*@|@\s*,?\s*(?:and )?strictly so\b",
            r"@[^@]*(?:界|不等[号式]|估计)[^@，。]{0,6}(?:是紧的?|严格|取到|达到|最优|最佳)|@[^@，。]{0,4}严格不等",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "modifier",
        _words(
            r"@[^@]*\b(?:but|and|though) not both\b",
            r"@[^@，。]*[，,]?\s*(?:但|且|而)(?:两者|二者)?(?:不能?(?:会)?同时|不都|不全)",
        ),
        _never,
        whole=True,
    ),
    Qualifier(
        "part",
        _words(
            r"\boff-?\s?diagonal (?:entr(?:y|ies)|elements?|terms?|parts?|blocks?)\b[^@]{0,30}@",
            r"非对角(?:线)?(?:上的)?(?:元素?|项|块)[^@，。]{0,8}@",
        ),
        _conditioned_already,
        whole=True,
    ),
    Qualifier(
        "part",
        _words(
            r"(?<!off-)(?<!off )\bdiagonal (?:entr(?:y|ies)|elements?|terms?)\b[^@]{0,30}@",
            r"(?<!非)对角(?:线)?(?:上的)?(?:元素?|项)[^@，。]{0,8}@",
        ),
        lambda clause: not any(f.node is not None and _two_indices(f.node) for f in clause.statements),
        whole=True,
    ),
    Qualifier(
        "entry by entry",
        _words(
            r"@[^@]{0,8}\b(?:entry|element|component|coordinate|row|column)s?[- ]?wise\b|"
            r"\b(?:entry|element|component|coordinate)s?[- ]?wise\b[^@]{0,10}@|@[^@]{0,4}\b(?:entry by entry|in every entry)\b",
            r"@[^@，。]{0,4}(?:逐元素?|逐分量|逐项|按元素|按分量)|(?:逐元素?|逐分量|逐项|按元素|按分量)[^@，。]{0,6}@",
        ),
        lambda clause: not any(f.node is not None and _orders(f.node) for f in clause.statements),
        whole=True,
    ),
    Qualifier(
        "respectively",
        _words(r"@\s*[(（\[]\s*resp(?:ectively|\.)?[^@]{0,4}@", r"@\s*[(（]\s*(?:相应地?|或|分别)[^@]{0,4}@"),
        _never,
        whole=True,
    ),
    Qualifier(
        "disjunction",
        _words(
            r"\beither\b[^@]*@|\b(?:at least|exactly|only|at most|any) one (?:of\b[^@]*@|@)|\bone of (?:the )?(?:\w+ )?@|"
            r"@[^@]*\b(?:at least|exactly|only|at most) one\b|"
            r"@\s*[,，]?\s*\bor\b(?! (?:equivalently|in other|simply|rather|better))[^@]*@",
            r"(?:至少有?一个?|之一|恰有一个?|其一)[^@]{0,4}@|@[^@]{0,4}(?:至少有?一个?|中至少|之一|恰有一个?|其一)|"
            r"@\s*[,，]?\s*或者?(?!说)[^@]*@",
        ),
        _is_disjunction,
    ),
    Qualifier(
        "disjunction",
        _words(
            r"\bone of (?:the )?(?:following|these|them|two|three|above|below)\b[^@]*@|\bxor\b|\bexclusive or\b",
            r"(?:下列|以下|下述|如下)[^@]{0,8}(?:之一|其一|至少|任一|某一)[^@]*@|二者之一|两者之一",
        ),
        _is_disjunction,
        whole=True,
    ),
    Qualifier(
        "exception",
        _words(
            r"\b(?:unless|except(?:ing)?|other than|apart from|aside from|excluding|barring|with the exception of)\b|"
            r"\b(?:save for|but for|outside(?: of)?|away from)\b(?=[^@]{0,12}@)|@[^@]{0,4}\bexcepted\b",
            r"除非|除了|除去|除\s*@[^@]{0,4}外|@\s*除外",
        ),
        _excepted,
        whole=True,
    ),
    Qualifier(
        "order of quantifiers",
        _words(
            r"\b(?:for|to) (?:every|all|each|any|arbitrary)\b.*\bthere (?:is|are|exists?)\b|"
            r"\bthere (?:is|are|exists?)\b.*\bfor (?:every|all|each|any|arbitrary)\b",
            r"(?:任意|任何|所有|每).*(?:存在|有某)|存在.*(?:任意|任何|所有|每)",
        ),
        _both_ways,
        whole=True,
    ),
    Qualifier(
        "no identity",
        _words(
            r"@[^@]{0,6}\b(?:in general|generally)\b|\b(?:in general|generally)\b[^@]{0,20}@",
            r"@[^@]{0,4}一般|一般(?:地|来说|而言|情况下)?[^@]{0,4}@",
        ),
        lambda clause: (
            not any(f.node is not None and f.node.kind == "Chain" and f.node.value == ("!=",) for f in clause.formulas)
        ),
        whole=True,
    ),
    *(Qualifier(kind, _words(english, chinese), _never, whole) for kind, whole, english, chinese in MENTIONS),
)
"""Words, where they stand among the formulas of a clause, and what accounts for them."""


def says_something(formula: Written) -> bool:
    """Whether something would be assumed or judged of a formula: a relation that is no declaration alone."""
    node = formula.node
    if node is None or formula.aside or formula.cue in ("except", "goal"):
        return False
    return node.kind == "Exists" or (is_statement(node) and not _only_declares(node))


def _only_declares(node: Node) -> bool:
    """A membership, or what a noun says of something."""
    if node.kind == "List":
        return all(map(_only_declares, node.children))
    return node.kind == "Has" or (node.kind == "Chain" and isinstance(node.value, tuple) and node.value[0] in ("in", ":"))


def with_qualifiers(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, those marked of whose words not all are accounted for."""
    found = list(formulas)
    places = {id(f): k for k, f in enumerate(formulas)}
    for formula, names, number in _for_some(formulas):
        k = places[id(formula)]
        found[k] = replace(found[k], some=names, clause=number)
    for sentence in sentences(formulas):
        if any(r.around(f.before, f.after) for f in sentence.formulas for r in ONLY_SOLUTIONS):
            continue
        inside = tuple(clauses(sentence))
        for row in QUALIFIERS:
            for clause in (sentence,) if row.whole else inside:
                match = row.pattern.search(clause.words)
                if match is None or not clause.statements or row.accounted(clause):
                    continue
                words = _shown(match.group(0))
                for formula in clause.statements:
                    k = places[id(formula)]
                    found[k] = replace(found[k], unaccounted=found[k].unaccounted or words)
    for k, formula in enumerate(found):
        if formula.unaccounted or formula.aside:
            continue
        asked = _ASKED.match(formula.after) is not None and formula.cue != "goal" and says_something(formula)
        asked = asked and _WHY.search(formula.lead) is None  # `why is $x = y$?` says that it is so
        words = (not_supposed(formula) if says_something(formula) else "") or _hedged_within(formula.node) or "?" * asked
        if words:
            found[k] = replace(formula, unaccounted=_shown(words))
    return tuple(found)


_ASKED = wording(r"^\s*[?？]")
_WHY = wording(r"\b(?:why|how come)\b|为什么|为何", re.IGNORECASE)
"""Behind what is asked, and before what is asked for a reason."""

_HEDGED_WITHIN = wording(
    r"\b(?:not\s*$|or nothing|sometimes|(?:in )?most|usually|often|a\.?s\b|almost|approximately|roughly|probability|whp|"
    r"maybe|perhaps|"
    r"possibly)|^\s*(?:不|或|有时|几乎|可能|大概)",
    re.IGNORECASE,
)
"""Words among the relations of one formula that change what they say."""


def _hedged_within(node: Node | None) -> str:
    """The words inside a formula by which it says something else: `x > 0 \\text{ in most cases}`."""
    parts = node.children if node is not None and node.kind == "List" else ()
    return next((str(p.value) for p in parts if p.kind == "Text" and _HEDGED_WITHIN.search(str(p.value))), "")


def not_understood(formula: Written) -> Diagnostic:
    """What is said of a formula that is not taken as it stands."""
    text = Message('the words "{}" change what is said here, and are not understood', formula.unaccounted)
    if not formula.unaccounted:
        text = Message("{} is some value here, and was another one before", ", ".join(sorted(formula.some)))
    return Diagnostic("words-not-understood", text, formula.span, "warning")


def _for_some(formulas: Sequence[Written]) -> Iterator[tuple[Written, frozenset[str], int]]:
    """What is assumed of names that are said to stand for some value, the names, the number of the clause."""
    number = 0
    for sentence in sentences(formulas):
        for clause in clauses(sentence):
            number += 1
            if EXISTENCE.search(clause.words) and not _holds_kind("Exists")(clause):
                for formula in clause.statements:
                    yield formula, clause.named - _compared(clause), number


def _compared(clause: Clause) -> frozenset[str]:
    """Letters that are spoken of in the clause in statements alone."""
    alone = {n for f in clause.formulas if not says_something(f) for n in _letters_alone(f.node)}
    return clause.named - alone


def _shown(words: str) -> str:
    return re.sub(r"\s+", " ", words.replace(PLACE, "…")).strip(" ,，")


def sentences(formulas: Sequence[Written]) -> Iterator[Clause]:
    """The sentences that have formulas, as words with places."""
    start = 0
    for k in range(1, len(formulas) + 1):
        if k < len(formulas) and formulas[k].block == formulas[start].block and not formulas[k].starts_sentence:
            continue
        group = formulas[start:k]
        stretches = [
            SENTENCE_END.split(group[0].before)[-1],
            *(f.before for f in group[1:]),
            SENTENCE_END.split(group[-1].after)[0],
        ]
        yield Clause(PLACE.join(words.replace(PLACE, " ") for words in stretches), tuple(group))
        start = k


def clauses(sentence: Clause) -> Iterator[Clause]:
    """The clauses of a sentence."""
    start, used = 0, 0
    ends = [m.span() for m in _BREAK.finditer(sentence.words)]
    for stop, after in [*ends, (len(sentence.words), len(sentence.words))]:
        words = sentence.words[start:stop]
        count = words.count(PLACE)
        if count:
            yield Clause(words, sentence.formulas[used : used + count])
        used, start = used + count, after


def _letters_alone(node: Node | None) -> Iterator[str]:
    """The names that a formula lists, or compares: `k, l`, `k ∈ ℤ`, `r ≠ s`."""
    if node is None:
        return
    if node.kind in ("List", "Chain", "Has"):
        for child in node.children:
            yield from _letters_alone(child)
    elif name_of(node) is not None:
        yield str(name_of(node))


def _arguments(node: Node) -> frozenset[str]:
    """The letters in subscripts and in brackets after a letter: indices and arguments."""
    found: set[str] = set()
    for part in node.walk():
        if part.kind == "Sub":
            found.update(str(n.value) for n in part.children[1].walk() if n.kind == "Id")
        elif part.kind == "Product":
            for before, after in zip(part.children, part.children[1:], strict=False):
                if after.kind == "Group" and before.kind in ("Id", "Sub", "Prime") and after.value == "(":
                    found.update(str(n.value) for n in after.children if n.kind == "Id")
    return frozenset(found)
