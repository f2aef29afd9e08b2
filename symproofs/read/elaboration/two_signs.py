"""`±` and `∓` in a relation: two statements in one.

`x = a ± b`, `√(x^2) = ±x` say that the left side is one of two numbers: (x - (a + b))(x - (a - b)) = 0. Where both
sides have such a sign, or the relation is an order, both statements are made: the upper signs together, and the lower ones.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.read.elaboration.names import written
from symproofs.read.tree import Node

UPPER = {"±": "+", "∓": "-"}
LOWER = {"±": "-", "∓": "+"}


def has_two_signs(node: Node) -> bool:
    """Whether a sign that stands for two is written in an expression."""
    return any(n.kind == "Add" and isinstance(n.value, tuple) and not UPPER.keys().isdisjoint(n.value) for n in node.walk())


def both(sides: tuple[Node, ...], relation: str, span: Node) -> Node | None:
    """The relation as a statement without such signs; `None` where there are none."""
    signed = [has_two_signs(s) for s in sides]
    if not any(signed) or len(sides) != 2:
        return None
    upper, lower = ([_with(s, signs) for s in sides] for signs in (UPPER, LOWER))
    place = span.span
    if relation == "=" and signed == [False, True]:
        left = sides[0] if written(sides[0]) is not None else _bracket(sides[0])
        factors = tuple(
            Node("Group", place, (Node("Add", place, (left, _bracket(side[1])), ("+", "-")),), "(") for side in (upper, lower)
        )
        return Node("Chain", place, (Node("Product", place, factors, ("",)), Node("Num", place, (), "0")), ("=",), (place,))
    chains = tuple(Node("Chain", place, tuple(side), (relation,), (place,)) for side in (upper, lower))
    return Node("List", place, chains)


def names_one_of_two(node: Node) -> Node | None:
    """The name that `x = a ± b`, `x = a or x = b` speak of, if a link is that."""
    if node.kind == "Combine" and isinstance(node.value, tuple) and set(node.value) == {"∨"}:
        chains = [c for c in node.children if c.kind == "Chain" and c.value == ("=",)]
        names = {n.text for c in chains if (n := written(c.children[0])) is not None}
        return chains[0].children[0] if len(chains) == len(node.children) and len(names) == 1 else None
    if node.kind != "Chain" or node.value != ("=",) or len(node.children) != 2:
        return None
    left, right = node.children
    return left if written(left) is not None and has_two_signs(right) and not has_two_signs(left) else None


def _bracket(node: Node) -> Node:
    return Node("Group", node.span, (node,), "(")


def _with(node: Node, signs: dict[str, str]) -> Node:
    """The expression with every such sign replaced."""
    children = tuple(_with(c, signs) for c in node.children)
    value = node.value
    if node.kind == "Add" and isinstance(value, tuple):
        value = tuple(signs.get(str(v), str(v)) for v in value)
        if len(children) == 1 and value == ("+",):
            return children[0]
        if len(children) == 1 and value == ("-",):
            return Node("Neg", node.span, children)
    return replace(node, children=children, value=value) if children != node.children or value != node.value else node
