"""Definitions under a condition: `for $C > 0$ define $w = 1/C$`. The name is spoken of afterwards, so the condition holds on.

Of a function (`for $x > 0$ let $f(x) = 1/x$`) the condition is one of its arguments, and part of the definition.
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

BOUNDS = frozenset({"<", "<=", ">", ">=", "!="})


def with_conditional_definitions(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, conditions of definitions as assumptions, or as part of what they define."""
    found = list(formulas)
    for k in range(len(formulas) - 1):
        first, second = found[k], found[k + 1]
        if first.cue not in ("condition", "quantify") or first.aside or second.aside or not _bounds(first.node):
            continue
        if second.starts_sentence or second.block != first.block or DEFINES.search(second.before) is None:
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
