"""`let $P = P_\\pi \\in \\mathbb{R}^{n \\times n}$`: both letters are declared, and one is the other.

A chain that ends with a membership says first where its letters lie, where it is assumed; then what equals what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.tree import Node


def with_declared_values(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, memberships at the end of a chain of letters that is assumed as declarations of all of them."""
    return tuple(
        replace(f, node=_parted(f.node)) if f.node is not None and f.cue in ("assume", "define") else f for f in formulas
    )


def _parted(node: Node) -> Node:
    if node.kind != "Chain" or node.value != ("=", "in") or len(node.signs) != 2:
        return node
    first, second, where = node.children
    if name_of(first) is None or name_of(second) is None:
        return node
    letters = Node("List", first.span.join(second.span), (first, second))
    member = Node("Chain", node.span, (letters, where), ("in",), (node.signs[1],))
    equal = Node("Chain", first.span.join(second.span), (first, second), ("=",), (node.signs[0],))
    return Node("List", node.span, (member, equal))
