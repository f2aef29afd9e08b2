"""Definitions under a condition: `for $C > 0$ define $w = 1/C$`. The name is spoken of afterwards, so the condition holds on.

Of a function (`for $x > 0$ let $f(x) = 1/x$`) the condition is one of its arguments, and part of the definition; words may say
it (`for positive $x$ let …`, `…, where $x$ is an integer`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import inner, name_of
from symproofs.read.elaboration.statements import is_range
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording

DEFINES = wording(
    r"\b(?:defin(?:e|ing)|let|put|set|write|denote|introduce|is defined (?:as|by)|consider)\b[^.;,]*$|"
    r"(?:定义|令|记|设|取)[^。；，]*$",
    re.IGNORECASE,
)
"""Before what is defined, in the clause after the condition."""

_WHEN = wording(r"^\s*时\s*[,，]?\s*(?:有|则|定义|令|记)?\s*$")
"""Between a condition and what holds under it, in Chinese: `$x > 0$ 时 $f(x) = x$`."""

_IN_BRACKETS = (wording(r"^\s*[(（]\s*(?:当|若|if|when|for|where)?\s*$", re.IGNORECASE), wording(r"^\s*时?\s*[)）]"))
_WITH = wording(r"^\s*[,，]?\s*(?:with|where|on|for|其中)\s*$", re.IGNORECASE)

_KIND = (
    r"(?P<sort>(?P<natural>(?:positive )?(?:whole|natural) numbers?|positive integers?)|integers?)|"
    r"(?P<sign>(?:strictly )?positive|negative|non-?negative|non-?zero)(?: (?:real )?(?:numbers?|reals?|values?))?"
)
_KIND_ZH = r"(?P<sort_zh>(?P<natural_zh>正整数|自然数)|整数)|(?P<sign_zh>正|负|非负|非零)的?(?:实?数)?"
_SAID_BEFORE = wording(
    rf"(?:\b(?:for|when|if|given)(?: (?:all|any|every|each|an?))? (?:{_KIND})|"
    rf"(?:对于?|当|若)(?:任意|所有|任何|每个)?的?(?:{_KIND_ZH}))\s*$",
    re.IGNORECASE,
)
_SAID_BEHIND = wording(
    rf"^\s*(?:(?:is|be|are|denotes) (?:always )?(?:an? |any )?(?:{_KIND})|(?:均?[为是])(?:任意)?(?:{_KIND_ZH}))"
    r"(?=\s*(?:$|[.,;。，；]))",
    re.IGNORECASE,
)
"""Words before and behind a letter that say which numbers it stands for."""

_SIGNS = {
    "positive": ">",
    "negative": "<",
    "nonnegative": ">=",
    "nonzero": "!=",
    "正": ">",
    "负": "<",
    "非负": ">=",
    "非零": "!=",
}

BOUNDS = frozenset({"<", "<=", ">", ">=", "!="})


def with_conditional_definitions(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, conditions of definitions as assumptions, or as part of what they define."""
    found = list(formulas)
    for k in range(len(formulas) - 1):
        first, second = found[k], found[k + 1]
        behind = _with_bound(second, _SAID_BEHIND.match(second.after)) if _WITH.match(second.before) else second
        if _is_bound_behind(first, behind):
            assert first.node is not None and behind.node is not None
            node = Node("Cond", first.node.span, (first.node, behind.node), "for")
            found[k], found[k + 1] = replace(first, node=node), replace(second, aside=True)
            continue
        if _WHEN.match(second.before) and not second.starts_sentence and first.cue in ("assume", "define"):
            first = found[k] = replace(first, cue="condition")
        said = _SAID_BEFORE.search(first.before) if _defined(second.node) == "function" else None
        if first.cue not in ("condition", "quantify", *((None,) if said else ())) or first.aside or second.aside:
            continue
        first = _with_bound(first, said)
        if not _bounds(first.node):
            continue
        if second.starts_sentence or second.block != first.block or not _is_said_to_define(second):
            continue
        head = _defined(second.node)
        if head == "name" and sum(_head(f) == _head(second) for f in formulas) > 1:
            continue  # `if $x > 0$, let $y = x$; if $x < 0$, let $y = -x$`
        if head == "name":
            found[k] = replace(first, cue="assume")
        elif head == "function":
            assert first.node is not None and second.node is not None
            node = Node("Cond", second.node.span, (second.node, first.node), "for")
            found[k], found[k + 1] = replace(first, aside=True), replace(second, node=node, cue="define")
    return tuple(found)


def _with_bound(formula: Written, words: re.Match[str] | None) -> Written:
    """A letter with the bound that words say of it; as it is where they say none."""
    node = formula.node
    if node is None or name_of(node) is None or words is None:
        return formula
    if words["sort"] or words["sort_zh"]:
        letter = "N" if words["natural"] or words["natural_zh"] else "Z"
        numbers = Node("Font", node.span, (Node("Id", node.span, (), letter),), "bb")
        return replace(formula, node=Node("Chain", node.span, (node, numbers), ("in",), (node.span,)))
    sign = (words["sign"] or words["sign_zh"]).lower().replace("-", "").removeprefix("strictly ")
    zero = Node("Num", node.span, (), "0")
    return replace(formula, node=Node("Chain", node.span, (node, zero), (_SIGNS[sign],), (node.span,)))


def _is_said_to_define(formula: Written) -> bool:
    """Whether words before it say that a formula defines something, or the sentence has said so before the condition."""
    if DEFINES.search(formula.before) is not None:
        return True
    return _WHEN.match(formula.before) is not None and DEFINES.search(formula.lead) is not None


def _is_bound_behind(first: Written, second: Written) -> bool:
    """`$f(x) = x$ ($x > 0$)`: bounds of the argument in brackets."""
    if second.starts_sentence or second.block != first.block or first.aside or second.aside or not _bounds(second.node):
        return False
    opening, closing = _IN_BRACKETS
    beside = (opening.match(second.before) and closing.match(second.after)) or _WITH.match(second.before)
    if not beside or _defined(first.node) != "function":
        return False
    assert first.node is not None and second.node is not None
    arguments = {n for c in first.node.children[0].children[1].children if (n := name_of(c)) is not None}
    return bool(arguments & {n for p in second.node.walk() if (n := name_of(p)) is not None})


def _head(formula: Written) -> str | None:
    """The name that an equation gives a value."""
    node = formula.node
    return name_of(node.children[0]) if node is not None and node.kind == "Chain" and node.value == ("=",) else None


def _bounds(node: Node | None) -> bool:
    """A comparison of letters and numbers that is no range of an index."""
    if node is not None and node.kind == "List":
        return bool(node.children) and all(map(_bounds, node.children))
    if node is None or node.kind != "Chain" or not isinstance(node.value, tuple) or is_range(node):
        return False
    if node.value == ("in",):
        return name_of(node.children[0]) is not None and node.children[1].kind == "Font"
    items = [i for c in node.children for i in (c.children if c.kind == "List" else (c,))]
    return set(node.value) <= BOUNDS and all(name_of(i) is not None or inner(i).kind in ("Num", "Neg") for i in items)


def _defined(node: Node | None) -> str:
    """What an equation defines: a `name`, a `function` by its value at names; '' for anything else."""
    if node is None or node.kind != "Chain" or node.value not in (("=",), ("def",)):
        return ""
    left = node.children[0]
    if name_of(left) is not None:
        return "name" if left.kind != "Sub" else ""
    applied = left.kind == "Product" and len(left.children) == 2 and left.children[1].kind == "Group"
    names = applied and all(name_of(c) is not None for c in (left.children[0], *left.children[1].children))
    return "function" if names else ""
