"""Indicators: `\\mathbf 1_{i=j}`, `\\mathbb 1[x > 0]`, 1 where the condition holds, else 0.

Of two indices it is Kronecker's delta; of an order of numbers a step.
"""

from __future__ import annotations

from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.inference import SCALAR
from symproofs.read.elaboration.lookup import entry_draft, is_index
from symproofs.read.elaboration.names import bare
from symproofs.read.elaboration.scope import Refused
from symproofs.read.tree import Node


def condition_of(node: Node) -> Node | None:
    """The condition below a 1: `1_{i=j}`, in any face."""
    if node.kind != "Sub" or len(node.children) != 2 or not is_one(node.children[0]):
        return None
    below = bare(node.children[1])
    return below if below.kind == "Chain" else None


def bracketed_condition(one: Node, after: Node | None) -> Node | None:
    """The condition in the brackets after a 1 that is no number: `\\mathbb 1[i = j]`."""
    if after is None or one.kind != "Font" or not is_one(one) or after.kind not in ("Group", "Set") or len(after.children) != 1:
        return None
    return after.children[0] if after.children[0].kind == "Chain" else None


def is_one(node: Node) -> bool:
    if node.kind == "Font" and node.children:
        node = node.children[0]
    return node.kind == "Num" and node.value == "1"


def indicator(d: Drafter, condition: Node, node: Node) -> Draft:
    """1 where the condition holds. *Fails* for conditions that are neither about two indices nor an order of numbers."""
    signs = condition.value if isinstance(condition.value, tuple) else ()
    if len(condition.children) != 2 or len(signs) != 1:
        raise Refused("not-supported", "an indicator of this condition is not supported here yet", node.span)
    first, second = condition.children
    sign = str(signs[0])
    if sign in ("=", "!="):
        return _of_indices(d, first, second, node, sign == "!=")
    ways = {">": (first, second, False), "<": (second, first, False), "<=": (first, second, True), ">=": (second, first, True)}
    if sign not in ways:
        raise Refused("not-supported", "an indicator of this condition is not supported here yet", node.span)
    more, less, other = ways[sign]
    large, small = d.number(d.draft(more)), d.number(d.draft(less))
    zero = small.op == "zero" or (small.op == "num" and small.data == 0)
    difference = large if zero else d.scalar("add", (large, d.scalar("neg", (small,), small.span)), node.span)
    step = Draft("fun", (difference,), "step", node.span, SCALAR)
    return _other(d, step, node) if other else step


def _other(d: Drafter, value: Draft, node: Node) -> Draft:
    """1 - value."""
    one = Draft("num", (), 1, node.span, SCALAR)
    return d.scalar("add", (one, d.scalar("neg", (value,), node.span)), node.span)


def _of_indices(d: Drafter, first: Node, second: Node, node: Node, other: bool) -> Draft:
    if not (is_index(d, first, True) and is_index(d, second, True)):
        raise Refused("not-supported", "an indicator that two numbers are equal is not supported here yet", node.span)
    solver = d.solver
    size, var = solver.fresh_size(), solver.fresh()
    solver.set_dims(var, size, size)
    made = entry_draft(d, Draft("identity", (), size, node.span, var), (first, second), node.span)
    return _other(d, made, node) if other else made
