"""`$H_{ij} = x_i x_j$, $i < j$` and `$M_{ij} = 0$ ($i < j$)`: the comparison of the indices says where the equation holds.

Taken for a statement of its own it would leave the equation to hold for all indices. `for $i = j$` is a condition as `if $i = j$`
is: it gives no letter a value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.conventions import RUNNING
from symproofs.read.elaboration.names import inner, letters_in
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_BETWEEN = wording(r"\s*[,，、(（]?\s*(?:and|where|with|when|for|且|并且|其中|这里|当|对于?)?\s*", re.IGNORECASE)
_OF_THE_LIST = wording(r"\s*(?:and|where|with|when|for|其中|这里|当|对于?)?\s*", re.IGNORECASE)
"""Behind `$x_i = y_i$ and $u_i = v_i$ for …` a condition is of both, which is for another pass."""

_COMPARES = frozenset({"<", "<=", ">", ">=", "!=", "="})
_PLAIN = frozenset({"Chain", "Id", "Num", "Add", "Neg", "Group", "Abs", "Product"})
"""What a comparison of indices is made of."""


def with_index_conditions(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, equations between entries together with the comparisons of their indices behind them."""
    found: list[Written] = []
    for formula in formulas:
        last = found[-1] if found else None
        if last is not None and last.node is not None and formula.node is not None and _says_where(found, formula):
            condition = _ranges(inner(formula.node)) or inner(formula.node)
            node = Node("Cond", last.node.span, (last.node, condition), "for")
            found[-1] = replace(last, node=_with_conditions(node))
            found.append(replace(formula, aside=True, before=", "))  # shown, and said once
        else:
            found.append(formula if formula.node is None else replace(formula, node=_with_conditions(formula.node)))
    return tuple(found)


def _says_where(found: Sequence[Written], condition: Written) -> bool:
    """Whether a formula compares the indices of the equation before it, with nothing that says something else between."""
    equation = found[-1]
    assert equation.node is not None and condition.node is not None
    node, indices = inner(condition.node), _indices(equation.node)
    if condition.starts_sentence or condition.block != equation.block or _BETWEEN.fullmatch(condition.before) is None:
        return False
    if _OF_THE_LIST.fullmatch(condition.before) and node is condition.node and len(found) > 1 and not equation.starts_sentence:
        before = found[-2].node
        if before is not None and indices & _indices(before):
            return False
    return bool(indices) and _compares(node) and bool(indices & set(letters_in(node)))


def _indices(node: Node) -> frozenset[str]:
    """The running letters of `H_{ij} = …`, `k_i^\\top k_j = …`."""
    if node.kind != "Chain" or node.value != ("=",):
        return frozenset()
    scripts = (part.children[1] for part in node.children[0].walk() if part.kind == "Sub")
    return RUNNING.intersection(letter for script in scripts for letter in letters_in(script))


def _ranges(node: Node) -> Node | None:
    """`1 ≤ i, j ≤ n` as `i = 1, …, n` and `j = 1, …, n`."""
    bounds = node.children if node.kind == "List" else ()
    if len(bounds) < 2 or any(b.kind not in ("Chain", "Id") for b in bounds):
        return None
    first, last = bounds[0], bounds[-1]
    if first.kind != "Chain" or last.kind != "Chain" or first.value != ("<=",) or last.value != ("<=",):
        return None
    low, high = first.children[0], last.children[-1]
    letters = (first.children[-1], *bounds[1:-1], last.children[0])
    if low.kind != "Num" or low.value != "1" or high.kind != "Id" or any(x.kind != "Id" for x in letters):
        return None
    run = Node("List", node.span, (low, Node("Dots", node.span), high))
    return Node("List", node.span, tuple(Node("Chain", node.span, (x, run), ("=",), (node.span,)) for x in letters))


def _compares(node: Node) -> bool:
    if node.kind == "List":
        return _ranges(node) is not None
    signs = node.value if node.kind == "Chain" and isinstance(node.value, tuple) else ()
    return bool(signs) and set(signs) <= _COMPARES and all(part.kind in _PLAIN for part in node.walk())


def _with_conditions(node: Node) -> Node:
    """The formula, `for $i = j$` of two indices as a condition."""
    if node.kind in ("List", "Labelled"):
        children = tuple(map(_with_conditions, node.children))
        return node if children == node.children else replace(node, children=children)
    if node.kind != "Cond" or node.value == "if" or len(node.children) != 2:
        return node
    condition = node.children[1]
    equal = condition.kind == "Chain" and condition.value == ("=",) and all(c.kind == "Id" for c in condition.children)
    return replace(node, value="if") if equal and set(letters_in(condition)) <= RUNNING else node
