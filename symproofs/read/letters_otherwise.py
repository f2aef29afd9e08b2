"""Letters that usually stand for one thing, and of which a text speaks as of another: `the error $e$`, `let $I$ be the input`.

σ is the logistic function, I an identity, δ_ij Kronecker's, z^* a conjugate, as long as the text does not speak of them otherwise
(`LETTERS`). Where it does nothing is decided of what is written with them. Speaking of a letter are: what it is said to be or
denote, alone or in a list, and the noun right before it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.characters import HAN
from symproofs.read.said_otherwise import Touches, sentences, written_out
from symproofs.read.wording import Wording, wording
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import Statement
from symproofs.terms.term import Term


@record
class Letter:
    """A letter, how it is written, the words for what it usually is, the terms that it then stands in.

    `stands_in` finds it in a list of letters.
    """

    notation: str
    written: str
    stands_in: Wording
    usual: Wording
    touches: Touches


def _letter(notation: str, written: str, usual: str, touches: Touches) -> Letter:
    return Letter(notation, written, wording(rf"(?:^|,)\s*(?:{written})\s*(?:,|$)"), wording(usual, re.IGNORECASE), touches)


def _constant(name: str, *functions: str) -> Touches:
    def touches(node: Term, context: Context) -> bool:
        return node.data[:1] == (name,) if node.head == "const" else node.head == "fun" and node.data[0] in functions

    return touches


def _is_delta(node: Term, context: Context) -> bool:
    return node.head == "entry" and node.args[0].head == "identity"


LETTERS: tuple[Letter, ...] = (
    _letter("\\sigma", r"\\sigma", r"sigmoid|logistic|S\s?型|逻辑", _constant("", "sigmoid")),
    _letter(
        "\\pi",
        r"\\pi",
        r"circle|usual|3\.14|\bir?rational|transcendental|algebraic|circumference|ratio|half|zero|root|period|constant|"
        r"greater|less|圆周率|常数|无理|周期|根|零点|大于|小于",
        _constant("pi"),
    ),
    _letter(
        "e",
        r"e|\\mathrm\{?e\}?",
        r"base|euler|natural|constant|exponential|\bir?rational|transcendental|2\.71|greater|less|自然|欧拉|常数|底|无理|大于|小于",
        _constant("e", "exp"),
    ),
    _letter("i", r"i|\\mathrm\{?i\}?", r"imaginary|complex unit|root of|square root|\bunit\b|虚", _constant("i")),
    _letter(
        "I",
        r"I|\\mathbf\{?I\}?|\\boldsymbol\{?I\}?|I_\{?[a-z]\}?",
        r"identity|unit matri|identities|单位",
        lambda node, context: node.head == "identity",
    ),
    _letter(
        "\\mathbf 1",
        r"\\mathbf\s*\{?1\}?|\\boldsymbol\s*\{?1\}?|\\mathbb\s*\{?1\}?",
        r"\bones?\b|\b1s\b|1's|全\s*\$?1|全为\s*\$?1|全一",
        lambda node, context: node.head == "ones",
    ),
    _letter("\\delta_{ij}", r"\\delta_\{?\w\s*,?\s*\w\}?|\\delta", r"kronecker|identity|\b1 if\b|克罗内克", _is_delta),
    _letter("T", r"T", r"transpos|转置", lambda node, context: False),
    _letter(
        "\\bar x",
        r"\\(?:bar|overline)\s*\{?\w\}?|\w\^\{?(?:\*|\\ast|\\star)\}?",
        r"conjugat|adjoint|共轭",
        _constant("", "conj"),
    ),
    _letter(
        "A \\odot B",
        r"\w\s*\\odot\s*\w|\\odot",
        r"hadamard|element|entr|component|coordinate|point-?\s?wise|逐|按元素|对应|哈达玛|阿达马",
        lambda node, context: node.head == "hadamard",
    ),
    _letter(
        "A \\circ B",
        r"\w\s*(?:\\circ|∘)\s*\w|\\circ|∘",
        r"hadamard|schur|element|entr|component|coordinate|point-?\s?wise|逐|按元素|对应|哈达玛|阿达马",
        lambda node, context: node.head == "hadamard",
    ),
)
"""Letters and signs with their usual meaning."""

_ALONE = r"(?:[^$=<>]{0,40},\s*)?(?-i:%s)\s*(?:,[^$=<>]{0,40})?"
"""A formula that is the letter, perhaps among others."""

_OTHERS = r"(?:\s*(?:,|，|、|and|or|和|与)\s*\$[^$=<>]{1,20}\$)*"
"""Letters of which the same is said."""

_SAID_TO_BE = (
    r"\s*[,，]?\s*(?:both|here|now|will|shall|always|simply|just|being|均|都|在此|这里|分别)*\s*"
    r"(?:(?:denot(?:es?|ing)|means?|stands? for|signif(?:y|ies)|designates?|refers? to|represents?|is|are|be|being|the|an?|"
    r"our|some|any)\b(?! (?:same|other|latter|former|above)\b)|表示|指的?是|代表|意为|为|是)\s*"
)
"""Between a letter and what it is."""

_NOT_SAID_OF_IT = wording(
    r"^\s*(?:the same|used|written|taken|to be|not\b|also|both|defined (?:above|before|as)|given|known|clear|applied|increasing|"
    r"monotone|smooth|differentiable|continuous|bounded|even|odd|strictly|multiplied|added|equal|\$|of|in|on)\b|^\s*\$",
    re.IGNORECASE,
)
"""What is said of a letter without telling what it is."""

_THINGS = (
    r"errors?|noise|residuals?|losses|loss|permutations?|polic(?:y|ies)|partitions?|distributions?|priors?|deviations?|variances?|"
    r"scales?|temperatures?|(?:learning |decay )?rates?|numbers?|counts?|inputs?|outputs?|images?|index|indices|positions?|"
    r"tokens?|embeddings?|edges?|elements?|events?|currents?|intensit(?:y|ies)|intervals?|information|sets?|vectors?|parameters?|weights?|"
    r"sizes?|dimensions?|lengths?|widths?|mappings?|maps?|projections?|values?|conductivity|stress|charges?|fields?|inertia|time|"
    r"steps?|activations?|nonlinearit(?:y|ies)|minimi[sz]ers?|maximi[sz]ers?|optim(?:um|a)|solutions?|means?|averages?|estimates?|"
    r"estimators?|dual|adversar(?:y|ies)|variables?|functions?|compositions?|convolutions?|"
    r"误差|噪声|残差|损失|置换|排列|策略|划分|分布|先验|标准差|方差|温度|步长|学习率|个数|输入|输出|图像|下标|指标|索引|位置|嵌入|边|事件|"
    r"电流|区间|信息|集合?|参数|权重|维数|维度|长度|映射|投影|激活函数|极小点|最优解|均值|平均值?|估计量?|变量|函数|复合|卷积"
)
"""Nouns that tell what the letter right behind them is."""


def letters_spoken_of(text: str) -> frozenset[str]:
    """The letters of which a text speaks as of something that they usually are not."""
    found: set[str] = set()
    for sentence in sentences(text):
        formulas = _WITHOUT_RELATIONS.findall(sentence)
        written = (row for row in LETTERS if any(row.stands_in.search(formula) for formula in formulas))
        found |= {row.notation for row in written if _speaks_otherwise(row, sentence)}
    return frozenset(found)


_WITHOUT_RELATIONS = wording(r"(?<=\$)[^$=<>]+(?=\$)")
"""What may be a formula that says nothing, between dollar signs."""


def letter_means_otherwise(statement: Statement | None, said: Collection[str], context: Context, span: Span) -> Diagnostic | None:
    """A statement in which a letter stands for what it usually is, and of which the text speaks otherwise."""
    rows = [row for row in LETTERS if row.notation in said] if statement is not None else []
    if statement is None or not rows:
        return None
    nodes = [node for side in written_out(statement, context) for node in side.walk()]
    row = next((r for r in rows if any(r.touches(node, context) for node in nodes)), None)
    if row is None:
        return None
    return Diagnostic("notation-of-its-own", Message(_TEXT, row.notation), span)


_TEXT = "the text gives {} a meaning of its own, which is not understood"


def _speaks_otherwise(row: Letter, sentence: str) -> bool:
    said, named = _patterns(row.written)
    spoken = [m for m in said.finditer(sentence) if _NOT_SAID_OF_IT.match(m["what"]) is None]
    return any(not _is_usual(row, m, sentence) for m in (*spoken, *named.finditer(sentence)))


@cache
def _patterns(written: str) -> tuple[Wording, Wording]:
    """What says that a letter is something: behind it, and before it."""
    formula = rf"\$\s*{_ALONE % written}\s*\$"
    said = wording(rf"{formula}{_OTHERS}{_SAID_TO_BE}(?P<what>[^.;。；,，]{{1,60}})", re.IGNORECASE)
    alone = rf"\$\s*(?-i:{written})\s*\$"
    named = wording(rf"(?:\b|(?<={HAN}))(?:{_THINGS})\s*(?:(?:is|=|be|by|as|为|是|记[为作])\s*)?{alone}", re.IGNORECASE)
    return said, named


def _is_usual(row: Letter, found: re.Match[str], sentence: str) -> bool:
    """Whether the words around say what the letter usually is."""
    before = re.split(r"[.;。；,，]", sentence[: found.start()])[-1]
    return row.usual.search(before[-30:] + sentence[found.start() : found.end() + 20]) is not None
