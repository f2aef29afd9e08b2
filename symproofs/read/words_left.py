"""Words of a declaring sentence that nothing accounts for: `$u$ and $v$ with equal norms`, `$p$ 的各分量之和为 $1$`.

A sentence that says what its letters are may say it in words of which no table knows what they mean. What they say is not
assumed, so nothing that follows from them can be proved; neither can it be refuted from values that they forbid. The rule
is one for all words: each is accounted for by a row of `phrases.NOUNS` that was said of some letter, by a reading that made
a formula of it (`ACCOUNTED`), or because it says nothing of a letter (`SILENT`, `predicates.ROLES`, `phrases.CUES`). Of the
letters of its sentence nothing is refuted for any other word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field

from symproofs.read.characters import HAN
from symproofs.read.elaboration.declarations import is_plain_set, set_properties, type_from
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.phrases import CLAUSE_END, COPULA, CUES, FOLLOWS, JOINS, NOUNS, Noun, nouns_in
from symproofs.read.predicates import KINDS, MET_ANYWAY, ROLES
from symproofs.read.qualifiers import PLACE, Clause, says_something, sentences
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording
from symproofs.records import record
from symproofs.terms.context import Context

DECLARE = frozenset({"assume", "define", "quantify", "condition", "contradiction"})
"""Roles in which a formula's sentence says what its letters are."""

SILENT = wording(
    r"\b(?:an?|the|of|for|on|in|at|to|by|with|as|from|into|onto|between|among|within|over|under|via|per|than|"
    r"and|or|that|which|who|whose|what|it|its|itself|they|them|we|us|you|our|here|there|this|these|those|such|so|"
    r"is|are|was|were|be|been|being|am|do|does|did|has|have|had|having|can|may|will|shall|must|let|"
    r"if|but|where|while|though|although|however|moreover|further(?:more)?|also|again|now|then|first|finally|next|instead|"
    r"above|below|before|after|afterwards|throughout|later|earlier|already|still|just|only|simply|very|too|"
    r"all|any|some|every|each|both|two|three|four|several|various|many|general|arbitrary|fixed|given|certain|suitable|particular|"
    r"i|ii|iii|iv|v|vi|e|g|s|th|st|nd|rd|"
    r"define[ds]?|defining|denot\w+|writ(?:e|es|ing|ten)|call(?:s|ed|ing)?|nam(?:e|es|ed|ing)|introduc\w+|consider\w*|"
    r"look\w*|tak(?:e|es|ing|en)|choos\w+|chosen|pick\w*|set(?:ting)?|puts?|putting|get\w*|obtain\w*|gives?|giving|"
    r"us(?:e|es|ed|ing)|appl(?:y|ies|ied|ying)|act(?:s|ing)?|represent\w*|describ\w*|say|says|said|claims?|hold(?:s|ing)?|"
    r"find(?:s|ing)?|found|determin(?:e|es|ing)|comput\w+|calculat\w+|evaluat\w+|solv\w+|show\w*|prov(?:e|es|ed|ing)|check\w*|verify|"
    r"base|induction|inductive(?:ly)?|lead(?:s|ing)?|mak(?:e|es|ing)|made|work(?:s|ing)?|start\w*|begin\w*|come[s]?|coming|stand(?:s|ing)?|refers?|"
    r"shuffl\w+|reorder\w*|permut(?:e|es|ed|ing)|rotat(?:e|es|ed|ing)|turn(?:s|ed|ing)?|encod\w+|stor(?:e|es|ed|ing)|collect\w*|"
    r"map(?:s|ped|ping)?|send(?:s|ing)?|"
    r"exercises?|parts?|remarks?|setup|tasks?|corollar(?:y|ies)|answers?|conclusions?|"
    r"assum\w+|suppos\w+|requir\w+|impos\w+|stipulat\w+|demand\w*|henceforth|constraints?|requirements?|hypothes[ie]s|conditions?|cases?|equations?|formulas?|expressions?|statements?|theorems?|lemmas?|"
    r"propositions?|definitions?|notations?|symbols?|names?|letters?|sections?|examples?|problems?|questions?|solutions?|proofs?|"
    r"steps?|simplicity|convenience|short|brevity|ease|usual|standard notation|otherwise|contradiction|polar form|"
    r"real|complex|numbers?|things?|quantit(?:y|ies)|objects?|functions?|mappings?|operations?|terms?|sides?|left|right|"
    r"code|vectors?|spaces?|set of|sets?|words?|sentences?|documents?|images?|vocabular(?:y|ies)|neurons?|"
    r"units?(?= of\b)|inner product(?= by\b)|rows?|columns?|entr(?:y|ies)|"
    r"softmax|sigmoid|logistic|relu|softplus|tanh|gelu|argmax|logits?|attention|transformer|encoder|decoder|"
    r"feed-?forward|network|neural|deep|learning|train\w*|test\w*|single|multi-?head|imaginary unit|"
    r"dimensional|dims?|size[ds]?|shapes?|lengths?|counts?|of order)\b"
    rf"|^\s*\([ivx]+\)|\*\*[^*{PLACE}]*\*\*"
    r"|[每各逐]?[行列](?!列式)|不妨|取定|固定|选定|一次|每次|(?<!三)角|放大|但是?|然而|不过|只是|进行|重新排列|重排|写上|领先|通过|"
    r"习题|练习|例题?|题|注|推论|答案?|点积|结果|内积(?=定义|记)|(?<!最)[大小](?!于)|"
    r"假设|要求|约束|从现在起|今后|任意|任取|任何|所有|以及|同样|同理|类似|如下|下面|上述|以下|以上|相应|对应|表示|代表|看作|视为|成立|定义|作用|得到|组成|分别|"
    r"用来|称为|简单|起见|方便|情况|情形|条件|方程|等式|公式|结论|定理|引理|命题|证明|题目|必须|必定|应该|应当|能够|求出?|计算|确定|归纳|奠基|"
    r"打乱|次序|顺序|打分|编码|采样|查询|注意力|前馈|网络|输入|输出|逐行|逐元素|符号|记号|文中|这里|其中|元素|分量|函数|映射|各个?值不变|至少领先|存在|"
    r"我们来|(?:推|导|得|引)出|矛盾|长度为|大小为|(?<![之的])和(?![为是等])",
    re.IGNORECASE,
)
"""Words that say nothing of the letters beside them, or nothing that their sort and sizes do not say."""

PARTICLES = wording(
    r"[实数量维阶词的了为是与及以且并而也都均皆各其该这那此某每之所我你它们个等复将把被使让给由从在对于用到成下里时后前间处可能就又再还则有得如今现叫"
    r"称作取令设写记看见做中请一二三两几]",
)
"""Characters that only join words, where they stand for themselves."""


def _relation(head: str) -> Callable[[Node], bool]:
    return lambda node: any(n.kind == "Chain" and any(p.value == head for p in n.children[0].walk()) for n in node.walk())


def _membership(node: Node) -> bool:
    return any(n.kind == "Chain" and isinstance(n.value, tuple) and n.value[:1] in (("in",), ("=",)) for n in node.walk())


def _holds_all_numbers(node: Node) -> bool:
    """`ℝ`, `ℝ^n`, `ℂ`: that values lie there says nothing of them."""
    kind = type_from(node, Context())
    return kind is not None and kind.sort in ("real", "complex") and is_plain_set(node) and not set_properties(node)


@record
class Reading:
    """Words in front of a formula that another pass makes a formula of, and how that formula looks then."""

    words: Wording
    made: Callable[[Node], bool]


ACCOUNTED: tuple[Reading, ...] = (
    Reading(
        wording(
            r"(?:\b(?:mean|expectation|expected value)s?\b|均值|期望)(?:(?: of| is)?|均?为|是|分别为)\s*@".replace("@", PLACE),
            re.IGNORECASE,
        ),
        _relation("E"),
    ),
    Reading(
        wording(
            r"(?:\b(?:variances?|standard deviations?)\b|方差|标准差)(?:(?: of| is)?|均?为|是|分别为)\s*@".replace("@", PLACE),
            re.IGNORECASE,
        ),
        _relation("Var"),
    ),
    Reading(
        wording(
            r"(?:\b(?:values?|entries|components|coordinates|elements) in|取值[于在为是]?)\s*@|"
            r"在\s*@\s*[中内上里]?\s*取值|@\s*-\s*valued\b".replace("@", PLACE),
            re.IGNORECASE,
        ),
        _holds_all_numbers,
    ),
    Reading(wording(r"(?:\b(?:rows|columns)\b|[行列]向?量?)(?:为|是)?\s*@".replace("@", PLACE), re.IGNORECASE), _membership),
)
"""Words that became a formula: what they say is known where it did."""


DEFINITE = wording(
    r"\bsame\b|\bconstant (?:functions?|vectors?|matri)|"
    r"\b(?:be|is|are) constant\b|(?:为|是)(?:常值|常的)|\bset to\b|\bin general position\b|"
    r"\bweights of an? (?:average|mean|mixture|combination)\b|"
    rf"\b(?:attention (?:matri\w+|weights?|scores?|distributions?))\b(?!\s*{PLACE})|"
    rf"\b(?:values?|entries|components|coordinates|elements)\s+(?:all\s+)?(?:in|from)\b(?=\s*(?:the (?:finite )?set\s*)?{PLACE})|"
    rf"(?<={PLACE})\s*-\s*valued\b|取值(?=\s*(?:范围)?\s*[于在为是]?\s*{PLACE})|(?<=[中内上里])\s*取值|"
    rf"[行列双]随机|[之的]和|和[为是等]|等于|[均极征异大小最中对真定等]值(?!\s*{PLACE})|注意力(?:权重|矩阵|分布)(?!\s*{PLACE})",
    re.IGNORECASE,
)
"""Phrases that say something definite in words that say nothing alone."""

_REASON = wording(r"\b(?:since|because|as)\b|由于|因为", re.IGNORECASE)
_SAYS = wording(
    r"\s*(?:both |all |each |always )?(?:has|have|having|follows?|obeys?|satisf(?:y|ies)|sums?|lies?|takes?)\b|"
    r"\s*(?:都|均)?(?:服从|满足|具有|取值)",
    re.IGNORECASE,
)
"""Verbs behind a letter that say something of it."""


@record
class WordsLeft:
    """Letters with the words beside them that are not accounted for: for good, and in a block only."""

    lasting: Mapping[str, str] = field(default_factory=dict)
    passing: Mapping[tuple[int, str], str] = field(default_factory=dict)

    def of(self, names: Collection[str], block: int) -> tuple[str, str] | None:
        """The first of the names of which something is said in a block that is not understood, and the words."""
        for name in sorted(names):
            words = self.lasting.get(name) or self.passing.get((block, name))
            if words:
                return name, words
        return None


Subjects = Callable[[Node | None], Sequence[str]]
"""The letters of which the words beside a formula speak."""


def words_left(formulas: Sequence[Written], nouns: Sequence[Collection[Noun]], subjects: Subjects) -> WordsLeft:
    """What is said of letters in words that nothing accounts for. `nouns` are those said beside each formula."""
    lasting: dict[str, str] = {}
    passing: dict[tuple[int, str], str] = {}
    first = 0
    for sentence in sentences(formulas):
        said = {n for k in range(first, first + len(sentence.formulas)) for n in nouns[k]}
        first += len(sentence.formulas)
        clause = _before_conclusion(sentence)
        declared = dict(_declared(clause))
        if not any(subjects(f.node) for f in declared.values()):
            continue
        for beside, words in _left(clause, said):
            for k in sorted(beside & declared.keys()):
                formula = declared[k]
                for name in subjects(formula.node):
                    if formula.cue in ("condition", "cite"):
                        passing.setdefault((formula.block, name), words)
                    else:
                        lasting.setdefault(name, words)
    return WordsLeft(lasting, passing)


def _before_conclusion(sentence: Clause) -> Clause:
    """The sentence up to where it concludes."""
    follows = FOLLOWS.search(sentence.words)
    words = sentence.words[: follows.start()] if follows else sentence.words
    return Clause(words, sentence.formulas[: words.count(PLACE)])


def _declared(clause: Clause) -> Iterator[tuple[int, Written]]:
    """The formulas of whose letters a clause says what they are, each with its number."""
    claims = any(says_something(f) and f.cue not in DECLARE for f in clause.formulas)
    for k, formula in enumerate(clause.formulas):
        if formula.node is None or formula.aside or _is_equation(formula.node) or _counts(formula):
            continue
        alone = formula.cue is None and not claims and (COPULA.match(formula.after) or _SAYS.match(formula.after))
        if formula.cue in DECLARE or ((alone or _is_reason(formula)) and not says_something(formula)):
            yield k, formula


def _is_reason(formula: Written) -> bool:
    return formula.cue == "cite" and _REASON.search(formula.lead) is not None


def _counts(formula: Written) -> bool:
    """`第 $j$ 个`, `the $i$-th`: it only says which one is meant."""
    return re.search(r"第\s*$", formula.before) is not None or re.match(r"\s*-?\s*(?:th|st|nd|rd)\b", formula.after) is not None


def _is_equation(node: Node) -> bool:
    return node.kind == "Chain" and node.value == ("=",)


def _left(clause: Clause, said: Collection[Noun]) -> list[tuple[frozenset[int], str]]:
    """The words of a clause that are not accounted for, with the formulas that they stand beside."""
    words, statements = clause.words, [f.node for f in clause.formulas if f.node is not None and is_statement(f.node)]
    if statements:
        words = _RESTATED.sub(_blank, words)
    if any(n.kind == "Chain" and "!=" in n.value for n in statements if isinstance(n.value, tuple)):
        words = _APART.sub(_blank, words)
    known = [n for n in NOUNS if n in said or n.fact in SAY_LITTLE]
    for row in (*(n.pattern for n in known), MET_ANYWAY):
        words = row.sub(_blank, words)
    places = [m.start() for m in re.finditer(PLACE, words)]
    for reading in ACCOUNTED:
        for match in reading.words.finditer(words):
            formula = clause.formulas[places.index(words.index(PLACE, match.start()))]
            if formula.node is not None and reading.made(formula.node):
                words = words[: match.start()] + _blank(match) + words[match.end() :]
    found = [m for n in nouns_in(words) if n not in known for m in n.pattern.finditer(words)]
    found += DEFINITE.finditer(words)
    for silent in (SILENT, *(c.pattern for c in CUES), *KINDS.values(), ROLES, PARTICLES):
        words = silent.sub(_blank, words)
    found += _WORD.finditer(words)
    found += [m for m, f in zip(re.finditer(PLACE, words), clause.formulas, strict=True) if _is_value(words, m.start(), f)]
    found.sort(key=lambda m: m.start())
    return [(_beside(clause, places, m), _shown(clause.words, m.start(), m.end())) for m in found]


def _beside(clause: Clause, places: Sequence[int], found: re.Match[str]) -> frozenset[int]:
    """The formulas beside words: those of the list that they follow, and of the list that they precede in one clause.

    A comma or a semicolon parts words from the list behind it or before it.
    """
    after = sum(p < found.start() for p in places)
    before = after - 1
    first = places[before] + 1 if before >= 0 else 0
    last = places[after] if after < len(places) else len(clause.words)
    beside: set[int] = set()
    if before >= 0 and _LAST_BREAK.search(clause.words, first, found.start()) is None:
        beside.add(before)
        possessive = _POSSESSIVE.match(clause.words, first, found.start()) is not None or found.group(0)[:1] in ("之", "的")
        if possessive and before > 0 and _is_said_of(clause.formulas[before - 1], clause.formulas[before].before):
            beside.add(before - 1)  # $\\mu$ 是 $x_1, …, x_n$ 的平均值
        if before > 0 and _VALUED.match(found.group(0)) and _PAUSE.search(clause.formulas[before].before) is None:
            beside.add(before - 1)  # $X$ be a $\\{0, 1\\}$-valued random variable
        while before > 0 and (_goes_on(clause.formulas[before].before) or _is_number(clause.formulas[before].node)):
            before -= 1
            beside.add(before)
    if after < len(places) and not CLAUSE_END.search(clause.words, found.end(), last):
        beside.add(after)
        while after + 1 < len(places) and JOINS.match(clause.formulas[after + 1].before):
            after += 1
            beside.add(after)
    # what a sentence says under a condition stands behind a comma
    conditions = {k for k in beside if k < after and clause.formulas[k].cue == "condition"}
    return frozenset(beside - {k for k in conditions if _PAUSE.search(clause.words, places[k], found.start())})


def _is_said_of(letter: Written, between: str) -> bool:
    """Whether a copula leads from a letter to what follows, in one breath."""
    alone = letter.node is not None and not is_statement(letter.node)
    return alone and COPULA.match(between) is not None and _PAUSE.search(between) is None


def _goes_on(between: str) -> bool:
    """Whether a predicate may reach over a formula to the one before it: `$P$ has $v$ as an eigenvector`."""
    return JOINS.match(between) is not None or (_PAUSE.search(between) is None and COPULA.match(between) is None)


_VALUED = wording(r"\s*-\s*valued\b|取值", re.IGNORECASE)
"""Behind a set: what stands before it has its values there."""
_POSSESSIVE = wording(r"\s*[的之]")
_PAUSE = wording(r"[,，;；]")
_LAST_BREAK = wording(
    r"[,，;；]\s*(?:and |且|并|再)?\s*(?:let|suppose|assume|consider|set|put|define|write|设|令|记|取)", re.IGNORECASE
)
"""Where something else is spoken of than before."""


def _is_number(node: Node | None) -> bool:
    return node is not None and all(n.kind in ("Num", "Neg", "Product") for n in node.walk())


def _is_value(words: str, place: int, formula: Written) -> bool:
    """A number that stands alone: something is said with it, `between $-1$ and $1$`, unless it counts."""
    return _is_number(formula.node) and _COUNTS.search(words, 0, place) is None


_COUNTS = wording(
    r"(?:\b(?:dimensions?|sizes?|orders?|lengths?|level|step|layer|head|case)|[维阶层第步数]|大小|长度)\s*(?:为|是|of|=)?\s*$",
    re.IGNORECASE,
)
"""Before a number that says how large something is, or which one."""

SAY_LITTLE = frozenset({"index", "size", "random", "row_bias", "identity", "complex", "integer", "natural", "real", "constant"})
"""Nouns whose absence forbids nothing: an identity is written where it is meant, and of sorts `kinds_not_read` speaks."""

_RESTATED = wording(
    rf"[^{PLACE}]*?(?:\b(?:i\.e\.|that is(?: to say)?|namely|in other words)|即|也就是(?:说)?|亦即)[^{PLACE}]*(?={PLACE})|"
    rf"[^{PLACE}]*[(（]\s*(?={PLACE}\s*[)）])",
    re.IGNORECASE,
)
"""What a formula says again, behind `that is` or in brackets: `with equal norms, i.e. $\\|u\\| = \\|v\\|$`."""

_APART = wording(r"\b(?:different|distinct|unequal)\b|不同的?|相异|不等的?", re.IGNORECASE)
"""What `$a \\ne b$` says again."""

_WORD = wording(rf"[A-Za-z][A-Za-z'’-]*|{HAN}+")


def _blank(match: re.Match[str]) -> str:
    return re.sub(f"[^{PLACE}]", " ", match.group(0))


def _shown(words: str, start: int, end: int) -> str:
    """The words from `start` to `end`, with those around them in the same stretch between formulas."""
    first = max(words.rfind(sign, 0, start) for sign in (PLACE, ",", "，", ":", "：")) + 1
    last = min(n for sign in (PLACE, ",", "，", ".", "。") if (n := (words + sign).find(sign, end)) >= 0)
    return re.sub(r"\s+", " ", words[first:last].replace(PLACE, "…")).strip()
