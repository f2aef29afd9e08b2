"""When an inequality is an equation: `$a + b \\ge 2\\sqrt{ab}$, with equality iff $a = b$`, 当且仅当 $a = b$ 时取等号.

That is a claim of its own beside the inequality: both sides are equal if and only if the condition holds, or if, or only if.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.layout import Written
from symproofs.read.phrases import SENTENCE_END
from symproofs.read.prose import is_order
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_BOTH = r"if and only if|iff|exactly when|exactly if|precisely when|precisely if|just when"
_HOLDS = r"(?:\s*(?:signs?\s*)?(?:holds?|holding|is (?:attained|achieved|reached)|occurs?|occurring|obtains?))?"
_BEFORE = wording(
    r"\s*[,，;；]?\s*(?:(?:and|where|here)\s+)?(?:with\s+)?(?:the\s+)?equality" + _HOLDS + r"\s*[,，]?\s*"
    rf"(?:(?P<both>{_BOTH})|(?P<only>only (?:when|if|for))|(?P<then>when|if|for|at))\s*(?:we have\s*)?|"
    r"\s*[,，;；]?\s*(?:其中|且|并且|而)?(?:等号|等式)(?:成立|取得)?的?(?:条件是|充要条件是)?"
    r"(?:(?P<zh_both>当且仅当)|(?P<zh_only>[仅只]当)|(?P<zh_then>当))\s*",
    re.IGNORECASE,
)
"""Between an inequality and what makes it an equation."""

_BEFORE_BARE = wording(r"\s*[,，;；]?\s*(?:其中|且|并且|而)?(?:(?P<zh_both>当且仅当)|(?P<zh_only>[仅只]当)|(?P<zh_then>当))\s*")
_AFTER_BARE = wording(r"\s*时?\s*[,，]?\s*(?:可)?(?:取得?到?\s*等号?|取到?等号|等号成立|等式成立|二者相等|两者相等|两边相等)")
"""`当且仅当 $a = b$ 时取等号`: that it is about equality stands behind the condition."""

_WAYS = ("both", "only", "then")


def with_equality_cases(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, each condition of equality as a claim."""
    found = list(formulas)
    for k in range(len(found) - 1):
        order, condition = found[k], found[k + 1]
        if order.node is None or condition.node is None or condition.display:
            continue
        way, equation = _way(condition), _equation(order.node)
        if way is None or equation is None:
            continue
        found[k + 1] = replace(
            condition, node=_claim(way, equation, condition.node), cue="conclude", before=", ", unconditional=True
        )
    return tuple(found)


def _way(condition: Written) -> str | None:
    """In which direction equality and a condition imply each other, if that is what the words say."""
    words = SENTENCE_END.split(condition.before)[-1] if condition.starts_sentence else condition.before
    words = words.replace("**", "").strip("\n")
    for pattern, needs in ((_BEFORE, None), (_BEFORE_BARE, _AFTER_BARE)):
        match = pattern.fullmatch(words)
        if match is not None and (needs is None or needs.match(condition.after)):
            groups = match.groupdict()
            return next(way for way in _WAYS if groups.get(way) or groups.get(f"zh_{way}"))
    return None


def _equation(node: Node) -> Node | None:
    """What an inequality says where its sides are equal; of a strict one it is never said."""
    signs = node.value if is_order(node) and isinstance(node.value, tuple) else ()
    if set(signs) not in ({"<="}, {">="}):
        return None
    return Node("Chain", node.span, (node.children[0], node.children[-1]), ("=",), node.signs[:1])


def _claim(way: str, equation: Node, condition: Node) -> Node:
    span = equation.span.join(condition.span)
    if way == "both":
        return Node("Iff", span, (equation, condition))
    return Node("Implies", span, (equation, condition) if way == "only" else (condition, equation))
