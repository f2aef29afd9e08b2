"""Whether what prose says of a symbol is understood: "be a rotation matrix" says more than is known here.

A predicate is understood if every word of its noun phrase is: a row of `phrases.NOUNS`, a word that takes nothing back
(`BIND`), or a noun that only says what kind of thing or what part of the matter a symbol is (`KINDS`, `ROLES`). What is
not understood is no error; only nothing may be refuted from the freedom of such a symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from symproofs.read.characters import HAN
from symproofs.read.phrases import BIND, CLAUSE_END, COPULA, NOT_UNDERSTOOD, nouns_in
from symproofs.read.wording import Wording, wording

KINDS: Mapping[str, Wording] = {
    kind: wording(rf"\b(?:{english})\b|(?:{chinese})", re.IGNORECASE)
    for kind, english, chinese in (
        ("vector", r"vectors?", r"向量|矢量"),
        ("matrix", r"(?:square )?matri(?:x|ces)", r"矩阵|方阵"),
        ("function", r"functions?|maps?|mappings?", r"函数|映射"),
        ("number", r"numbers?|scalars?", r"实数|复数|标量|整数|数字"),
    )
}
"""Nouns that say what kind of thing a symbol is."""

ROLES = wording(
    r"\b(?:variables?|constants?|parameters?|coefficients?|ind(?:ex|ices)|angles?|points?|elements?|entr(?:y|ies)|members?|values?|"
    r"weights?|bias(?:es)?|inputs?|outputs?|tokens?|sequences?|layers?|lengths?|sizes?|dimensions?|widths?|heights?|"
    r"quer(?:y|ies)|keys?|scores?|logits?|embeddings?|states?|features?|data|samples?|batch(?:es)?|labels?|targets?|classes|class|"
    r"loss(?:es)?|gradients?|heads?|models?|networks?|activations?|representations?|positions?|times?|steps?|rates?|temperatures?|"
    r"hidden|learnable|trainable|learned|learning|observed|unknown|unknowns|free|new|same|other|following|corresponding|usual|"
    r"attention|input|output|original|shuffled|permuted|rotated|projected|final|initial|current|previous|next|first|second|third|last|"
    r"such|each|every|one|its|their|our|this|these|those|small|large|finite|nonempty|non-empty|here|now|again|always|only|simply|just|"
    r"dense|linear layers?|regression|projection weights?|weight)\b"
    r"|变量|常数|常量|参数|系数|索引|下标|指标|角度|旋转角度?|夹角|点|元素|分量|数值|权重|偏置|输入|输出|标记|词元|序列|层|长度|大小|维度|维数|宽度|"
    r"查询|键|值|分数|得分|嵌入|状态|特征(?!值|向量|多项式)|数据|样本|标签|目标|损失|梯度|注意力|头|模型|网络|激活|表示|位置|位置编码|旋转位置编码|时间|步|温度|"
    r"学习率|隐藏|可学习|新|原|第|每|各|这|那|其|它|们|该|相应|对应|通常|后|前|上|下|中|时|个|的|之|与|和|了|用|来|在",
    re.IGNORECASE,
)
"""Words that say what part of the matter a symbol is, and words that say nothing of it."""

DEFINITE = frozenset(
    ["complex", "square", "orthogonal", "positive", "definite", "semidefinite", "diagonal", "random", "independent", "distinct"]
)
"""Adjectives that say something definite and are understood only in a row of `NOUNS`."""

MET_ANYWAY = wording(
    r"\b(?:means?|expectation) (?:near|around|close to) |\b(?:large|small|high|low) variances?\b|"
    r"(?:均值|期望)在[^，。；]{0,12}(?:附近|左右)|方差(?:很|非常|较|比较)?[大小]|"
    r"\bfinite (?:\w+ )?(?:moments?|means?|expectations?|variances?|covariances?)\b|"
    r"(?:\w阶)?矩有限|(?:期望|均值|方差)(?:存在|有限)|"
    r"(?<!linearly )(?<!conditionally )(?<!not )\bindependent random (?:variables?|vectors?|numbers?|matri\w+)\b|"
    r"(?<!不)(?<!条件)(?:相互|两两)?独立的?随机(?:变量|向量|数)|"
    r"\b(?:(?:twice|infinitely|continuously) )*(?:differentiable|continuous|smooth|measurable)"
    r"(?! (?:random|distribution|from|at|only))\b|"
    r"(?:连续)?(?:可微|可导|光滑)|连续(?!型|随机|分布)",
    re.IGNORECASE,
)
"""What is said vaguely, or so that whatever is drawn for the letter meets it: laws with few values, independent of each other;
functions that are polynomials. It forbids no value."""

_VERB = wording(r"\s*(?:has|have|having|satisf(?:y|ies|ying)|满足|具有)\b")
_ENDS_PHRASE = wording(
    r"\b(?:of|in|on|to|for|from|with|(?<!\d )by|as|at|over|under|between|that|which|who|where|when|such that|so that|we|then|"
    r"and let|let|obtained|used|denoting|representing|acting|applied)\b",
    re.IGNORECASE,
)
_WORD = wording(r"[A-Za-z][A-Za-z'-]*|\d+(?:\s*[x×]\s*\d+)?")
_LAST_ENGLISH = wording(r"((?:[A-Za-z-]+\s+){0,3}[A-Za-z-]+)\s*$")
_LAST_CHINESE = wording(rf"({HAN}+)\s*$")
_BREAKS = wording(
    r".*\b(?:of|in|on|to|for|from|with|by|as|at|over|the|an?|that|which|and|or|so|then|have|has|is|are|be|get|gives|if|let|for|all|any|"
    r"some|every|each|not|than)\b",
    re.IGNORECASE | re.DOTALL,
)
_OBJECT = wording(r"\b(?:of|by|in|with|to|from|on|at|times|and its|plus|minus)\s*$", re.IGNORECASE)
_NAMED_AFTER = wording(r"angles?|rates?|times?|tokens?|means?|variances?|(?:均值|期望|方差)$", re.IGNORECASE)
"""Nouns before a symbol that name it after something and say nothing else of it."""
_CHINESE_HEAD = wording(r"(?:的)?(?:列|行|实|复)?(?:矩阵|向量|方阵|阵|数|函数|变量|变换|空间|基|算子|分布)?$")


def kinds_said(text: str) -> frozenset[str]:
    """The kinds of thing that the text right after a symbol says it is: `be a vector`, `是矩阵`."""
    clause = _clause(text)
    start, end = _phrase_in(clause)
    return frozenset(k for k, noun in KINDS.items() if start and noun.search(clause, start, end))


def is_subject(before: str, after: str) -> bool:
    """Whether what a copula says after a symbol is said of the symbol: not so of `the inverse of $A$ is …`."""
    return _OBJECT.search(before) is None or re.match(r"\s*(?:is|are)\b", after) is None


def says_unknown_after(text: str, defined: bool = False) -> bool:
    """Whether the text right after a symbol says something of it that is not understood.

    Of what an equation defines it may only say how it is called: `let $t = s / 2$ be the scaled score`.
    """
    clause = _clause(text)
    start, end = _phrase_in(clause)
    if not start:
        first = re.match(r"\s*[A-Za-z-]+(?:\s+[A-Za-z-]+)?", clause)
        return first is not None and _unknown_in(clause, *first.span())
    if not clause[start:end].strip():
        return end < len(clause)  # `is at least zero`
    words = _WORD.findall(_without_known(_without_nouns(clause)[start:end]))
    named = defined and re.match(r"\s*(?:the\b|该|其)", clause[start:end]) is not None
    return _unknown_in(clause, start, end) or (not named and any(map(_is_unknown, words)))


def says_unknown_before(text: str) -> bool:
    """Whether the noun right before a symbol says something of it that is not understood: `the rotation matrix $R$`."""
    starts = [m.end() for m in CLAUSE_END.finditer(text) if m.end() < len(text.rstrip())]
    clause = text[starts[-1] if starts else 0 :]
    english = _LAST_ENGLISH.search(clause)
    if english is not None:
        phrase = _BREAKS.sub("", english.group(1))
        head = phrase.split()[-1] if phrase.split() else ""
        return not _NAMED_AFTER.fullmatch(head) and _unknown_in(phrase)
    chinese = _LAST_CHINESE.search(clause)
    if chinese is None:
        return False
    phrase = chinese.group(1)[-8:]
    stem = _CHINESE_HEAD.sub("", phrase)
    return not _NAMED_AFTER.search(stem) and any(m.end() == len(stem) for m in _unknown(phrase))


def _clause(text: str) -> str:
    end = CLAUSE_END.search(text)
    return text[: end.start()] if end else text


def _verb_end(clause: str) -> int:
    verb = COPULA.match(clause) or _VERB.match(clause)
    cut = verb is not None and re.search(r"[A-Za-z]$", verb.group(0)) and re.match(r"[A-Za-z]", clause[verb.end() :])  # `becomes`
    return verb.end() if verb and not cut else 0


def _phrase_in(clause: str) -> tuple[int, int]:
    """Where the noun phrase stands that a copula or `has` joins to the symbol before it; (0, 0) without such a verb."""
    start = _verb_end(clause)
    if not start:
        return 0, 0
    end = _ENDS_PHRASE.search(_without_nouns(clause), start)
    return start, end.start() if end else len(clause)


def _without_nouns(text: str) -> str:
    """The text with blanks for the nouns that are understood."""
    for noun in nouns_in(text):
        text = noun.pattern.sub(lambda m: " " * len(m.group(0)), text)
    return text


def _without_known(text: str) -> str:
    text = _without_nouns(text)
    for kind in KINDS.values():
        text = kind.sub(" ", text)
    return ROLES.sub(" ", text)


def _is_unknown(word: str) -> bool:
    return BIND.match(word) is None or word.lower() in DEFINITE or re.search(r"\d\s*[x×]\s*\d", word) is not None


def _unknown_in(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether a word of which only the word is known begins in a stretch of a text."""
    return any(start <= m.start() < (len(text) if end is None else end) for m in _unknown(text))


def _unknown(text: str) -> Iterator[re.Match[str]]:
    """The words of which only the word is known, not those that stand in something understood."""
    known = [m.span() for row in (*(n.pattern for n in nouns_in(text)), ROLES, MET_ANYWAY) for m in row.finditer(text)]
    for match in NOT_UNDERSTOOD.finditer(text):
        if not any(start <= match.start() and match.end() <= stop for start, stop in known):
            yield match
