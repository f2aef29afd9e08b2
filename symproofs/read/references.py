"""References inside formulas to what was written before: `LHS`, and a row that begins with a relation.

Both are put right in the raw tree, before anything is elaborated: `LHS` becomes the left side that it
names, a missing left side becomes the right end of the chain that the row continues.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.tree import Node

LEFT_WORDS = frozenset({"LHS", "lhs", "左边", "左式", "原式", "左端"})
RIGHT_WORDS = frozenset({"RHS", "rhs", "右边", "右式", "右端"})
EXPRESSIONS = frozenset({"Add", "Product", "Neg", "Frac", "Sqrt", "Sup", "Function", "Big", "Norm", "Abs", "Inner", "Group"})
"""Kinds of formulas that stand for something worked out, so that the next row may begin with a relation."""


@dataclass(eq=False, repr=False)
class Lefts:
    """What a reference may mean at this place.

    `named` is the last named left side, `end` the end of the last chain, `alone` an expression that stands right before.
    """

    named: Node | None = None
    end: Node | None = None
    alone: Node | None = None


def resolve(formula: Written, lefts: Lefts) -> Node:
    """The formula's tree with its references replaced; `lefts` is brought up to date."""
    assert formula.node is not None
    if lefts.alone is not None and formula.follows:
        lefts.end = lefts.alone
    node = _replace(formula.node, lefts)
    lefts.alone = node if node.kind in EXPRESSIONS else None
    _remember(node, lefts, by_the_way=not formula.display and formula.cue == "cite")
    return node


def _replace(node: Node, lefts: Lefts) -> Node:
    if node.kind == "Word" and node.value in LEFT_WORDS and lefts.named is not None:
        return replace(lefts.named, span=node.span)
    children = node.children
    if node.kind == "Chain" and children and children[0].kind == "Empty" and lefts.end is not None:
        children = (lefts.end, *children[1:])
    new = tuple(_replace(c, lefts) for c in children)
    return node if new == node.children else replace(node, children=new)


def _continues(node: Node) -> bool:
    """Whether a row that begins with a relation could go on from this chain: not from a membership."""
    return isinstance(node.value, tuple) and node.value[-1] in ("=", "~", "<", "<=", ">", ">=", "===", "def")


def _remember(node: Node, lefts: Lefts, by_the_way: bool) -> None:
    """Note the sides of every chain. A chain quoted as a reason on the way is not what `LHS` speaks of."""
    if node.kind == "Chain":
        if not _continues(node):
            lefts.end = None
            return
        first = node.children[0]
        if name_of(first) is not None and first.value not in LEFT_WORDS | RIGHT_WORDS and not by_the_way:
            lefts.named = first
        lefts.end = node.children[-1]
        return
    if node.kind in ("List", "Cond", "Labelled", "Implies", "Iff"):
        for child in node.children:
            _remember(child, lefts, by_the_way)
