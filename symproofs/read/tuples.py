"""Tuples where vectors are meant: `p(t) = (\\sin t, \\cos t)`, `x = (x_1, x_2)^\\top` name the entries of a column.

A tuple that something is said to be equal to is a column of its entries, and a row where that is a transpose. *Fails when* the
words beside it speak of something else that is written so (an interval, a greatest common divisor), when dots stand in it, when
both sides are tuples, and of capitals that are not bold: `G = (V, E)`; nothing is changed then.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.evidence import is_transpose
from symproofs.read.elaboration.names import bare, is_capital, name_of
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording

TUPLE = "tuple"
"""The environment of a matrix that is written as a tuple."""

OTHERWISE = wording(
    r"\b(?:open|half-open|closed)?\s*intervals?\b|\bpairs?\b|\bgraphs?\b|\btuples?\b|\bcycles?\b|\bpermutation\b|"
    r"\bcommon divisors?\b|\bgcd\b|\b(?:metric|probability|topological|measur\w+) space|\bcoprime\b|"
    r"\bsequences?\b|\bdomain\b|\brange\b|"
    r"区间|有序对|数对|图|轮换|公约数|公因[数子]|互[素质]|序列|定义域|值域",
    re.IGNORECASE,
)
"""Words for other things that are written like tuples."""


def with_tuples(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, tuples that are vectors as such."""
    return tuple(_with_tuples(f) for f in formulas)


def _with_tuples(formula: Written) -> Written:
    node = formula.node
    if node is None or not any(_entries(c) for part in node.walk() if part.kind == "Chain" for c in part.children):
        return formula
    if OTHERWISE.search(formula.lead[-80:]) or OTHERWISE.search(re.split(r"[.。;；]", formula.after)[0][:60]):
        return formula
    return replace(formula, node=_read(node))


def _read(node: Node) -> Node:
    if node.kind in ("List", "Labelled", "Cond", "Implies", "Iff", "Forall"):
        return replace(node, children=tuple(map(_read, node.children)))
    signs = node.value if node.kind == "Chain" and isinstance(node.value, tuple) else ()
    if not signs or set(map(str, signs[:1])) - {"=", "def"} or not _may_be_vector(node.children[0]):
        return node
    row = _is_transposed(node.children[0])
    return replace(node, children=tuple(_column(c, row) for c in node.children))


def _may_be_vector(node: Node) -> bool:
    """Whether the first side of an equation may be a vector by what it looks like."""
    if _entries(node) or bare(node).kind in ("Num", "Neg", "Group", "List", "Dots", "Empty", "Interval"):
        return False
    name = name_of(node)
    return name is None or not is_capital(name) or name.startswith("bold_")


def _is_transposed(node: Node) -> bool:
    return node.kind == "Sup" and len(node.children) == 2 and is_transpose(node.children[1])


def _entries(node: Node) -> tuple[Node, ...]:
    """The entries of a tuple, perhaps with a transpose mark."""
    if _is_transposed(node):
        node = node.children[0]
    if node.kind != "Group" or node.value != "(" or len(node.children) < 2:
        return ()
    return () if any(c.kind in ("Dots", "Colon", "Chain", "Text", "Word") for c in node.children) else node.children


def _column(node: Node, row: bool) -> Node:
    entries = _entries(node)
    if not entries:
        return node
    shape = (1, len(entries)) if row and not _is_transposed(node) else (len(entries), 1)
    return Node("Matrix", node.span, entries, (TUPLE, *shape))
