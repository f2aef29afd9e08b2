"""Values that words name: `let $s$ be the sum of $a$ and $b$`, `设 $B$ 为 $A$ 的转置`, `let $\\mu$ be the mean of $x_1, …, x_n$`.

The letter and what it is made of become an equation, at the place of the last of them. What the sentence does with the letter,
declare or claim, it does with the equation. Only the rows of `VALUES` are read, and only where the clause ends behind them: of
`the sum of the entries of $A$` or `the inverse of $A$ in norm` nothing is made, and the words keep their doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from symproofs.diagnostics import Source, Span
from symproofs.read.elaboration.names import bare, letters_in, name_of
from symproofs.read.layout import Written
from symproofs.read.parser import parse
from symproofs.read.phrases import CueRole
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.records import record


@record
class Value:
    """What a noun makes of p, of p and q, or of the members p_i, i = 1, …, q, of a list: as it is written."""

    english: str
    chinese: str
    of_one: str = ""
    of_two: str = ""
    of_all: str = ""


VALUES: tuple[Value, ...] = (
    Value("square", "平方", "p^2"),
    Value("cube", "立方", "p^3"),
    Value("(?:positive )?square root", "(?:算术)?平方根", r"\sqrt{p}"),
    Value("absolute value", "绝对值", "|p|"),
    Value("reciprocal", "倒数", r"\frac{1}{p}"),
    Value("negative|additive inverse", "相反数", "-p"),
    Value("(?:matrix )?inverse", "逆矩?阵?", "p^{-1}"),
    Value("transpose", "转置(?:矩阵)?", r"p^{\top}"),
    Value("determinant", "行列式", r"\det(p)"),
    Value("trace", "迹", r"\operatorname{tr}(p)"),
    Value("(?:complex )?conjugate", "共轭(?:复数)?", r"\overline{p}"),
    Value("natural logarithm", "自然对数", r"\ln(p)"),
    Value("sum", "总?和", of_two="p+q", of_all=r"\sum_{i=1}^{q}p_i"),
    Value("difference", "差", of_two="p-q"),
    Value("(?:matrix )?product", "(?:乘)?积", of_two="pq", of_all=r"\prod_{i=1}^{q}p_i"),
    Value("quotient|ratio", "商|比", of_two=r"\frac{p}{q}"),
    Value(
        "(?:arithmetic )?(?:mean|average)",
        "(?:算术)?(?:平均|均)[值数]?",
        of_two=r"\frac{p+q}{2}",
        of_all=r"\frac{1}{q}\sum_{i=1}^{q}p_i",
    ),
    Value("(?:dot|inner|scalar) product", "[内点]积", of_two=r"p^{\top}q"),
)
"""What is sought; a noun that is the end of another one stands before it or behind it, since the whole noun is compared."""

_IS = wording(
    r"^\s*,?\s*(?:(?:be|is|are|being|denotes?|denoting|equals?|as)\s+)?(?:equal to\s+)?the\s+"
    r"(?P<noun>[a-z]+(?: [a-z]+){0,2})\s+of(?:\s+(?:the\s+)?(?:numbers?|vectors?|matri(?:x|ces)))?\s*$",
    re.IGNORECASE,
)
"""From the letter to the first thing that it is made of, in English."""

_IS_ZH = wording(r"^\s*(?:是|为|等于|表示|记作)\s*$")
_OF_ZH = wording(r"^\s*[的之]\s*(?P<noun>[\u4e00-\u9fff]{1,6})(?=\s*(?:$|[，。；,.;]))")
"""From the letter to the first thing in Chinese, and behind the last one."""

_AND = wording(r"^\s*(?:and|with|to|与|和|跟|、)\s*$", re.IGNORECASE)

_ENDS = wording(
    r"^\s*(?:$|[.;:。；：)）]|"
    r"[,，]?\s*(?:(?:and|then|so|where|hence|thus|with|let|we|it)\b(?! \w+ed\b)|则|其中|那么|于是|所以|因此|设|令))",
    re.IGNORECASE,
)
"""What may stand behind: no word that makes something else of it, `, squared`, `，再平方`."""

_AND_MORE = wording(r"^\s*[,，、]?\s*(?:and|与|和|以及|及|、|,)?\s*(?:of\s*)?$", re.IGNORECASE)

_TAKEN: tuple[CueRole | None, ...] = ("assume", "define", "conclude", "condition")


def with_named_values(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, letters with what words make them of as equations."""
    found = list(formulas)
    for k in range(len(found) - 1):
        letter, first = found[k], found[k + 1]
        if letter.node is None or name_of(letter.node) is None or letter.cue not in _TAKEN or not _goes_on(letter, first):
            continue
        last = k + 2 if k + 2 < len(found) and _goes_on(first, found[k + 2]) and _AND.match(found[k + 2].before) else k + 1
        noun, rest = _noun(first.before, found[last].after)
        operands = [found[j].node for j in range(k + 1, last + 1)]
        value = _value(noun, [node for node in operands if node is not None], found[last].span) if noun else None
        further = found[last + 1] if last + 1 < len(found) and _goes_on(found[last], found[last + 1]) else None
        if value is None or _ENDS.match(rest) is None or (further is not None and _AND_MORE.match(further.before)):
            continue
        span = letter.span.join(found[last].span)
        equation = Node("Chain", span, (letter.node, value), ("=",), (span,))
        for j in range(k, last):
            found[j] = replace(found[j], before=found[j].before if j == k else " ", after=" ", aside=True)
        found[last] = replace(found[last], node=equation, cue=letter.cue, before=" ", after=rest)
    return tuple(found)


def _noun(before: str, after: str) -> tuple[str, str]:
    """The noun before the first thing, or behind the last one, and what stands behind it; '' if there is none."""
    english = _IS.match(before)
    if english is not None:
        return english["noun"].lower(), after
    chinese = _OF_ZH.match(after) if _IS_ZH.match(before) else None
    return ("", after) if chinese is None else (chinese["noun"], after[chinese.end() :])


def _value(noun: str, operands: Sequence[Node], span: Span) -> Node | None:
    """What the noun makes of one thing, of two, or of a list; None where it makes nothing of so many."""
    row = next((v for v in VALUES if re.fullmatch(v.english if noun.isascii() else v.chinese, noun)), None)
    if row is None or any(o.kind in ("Chain", "Cond", "Text", "Dots") for o in operands):
        return None
    if len(operands) == 1 and operands[0].kind == "List":
        run = _run(operands[0])
        if run is None or not row.of_all or "i" in letters_in(operands[0]):
            return None
        return _made(row.of_all, run, span)
    written = {1: row.of_one, 2: row.of_two}[len(operands)]
    if not written or any(o.kind == "List" for o in operands):
        return None
    return _made(written, dict(zip("pq", map(_in_brackets, operands), strict=False)), span)


def _run(node: Node) -> dict[str, Node] | None:
    """`x_1, …, x_n` as the letter and the size."""
    members = [c for c in node.children if c.kind != "Dots"]
    if len(members) not in (2, 3) or len(node.children) != len(members) + 1 or node.children[-2].kind != "Dots":
        return None
    if any(m.kind != "Sub" or name_of(m.children[0]) is None for m in members):
        return None
    scripts = [bare(m.children[1]) for m in members]
    counted = [str(s.value) for s in scripts[:-1]] == ["1", "2"][: len(scripts) - 1]
    if not counted or len({name_of(m.children[0]) for m in members}) != 1:
        return None
    return {"p": members[0].children[0], "q": scripts[-1]}


def _in_brackets(node: Node) -> Node:
    return (
        node
        if node.kind in ("Id", "Sub", "Num", "Group", "Word", "Prime", "Accent", "Font")
        else Node("Group", node.span, (node,), "(")
    )


@cache
def _template(written: str) -> Node:
    node = parse(Source("", written)).node
    assert node is not None
    return node


def _made(written: str, operands: dict[str, Node], span: Span) -> Node:
    """What is written, with the operands for p and q; all else stands where the value was named."""

    def filled(node: Node) -> Node:
        if node.kind == "Id" and node.value in operands:
            return operands[str(node.value)]
        return Node(node.kind, span, tuple(map(filled, node.children)), node.value, tuple(span for _ in node.signs))

    return filled(_template(written))


def _goes_on(first: Written, second: Written) -> bool:
    return (
        second.node is not None
        and first.block == second.block
        and not second.starts_sentence
        and not (first.display or second.display or first.aside or second.aside)
    )
