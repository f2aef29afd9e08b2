"""Statements that give the unknowns of an equation values: `x = 2`, `x = 2, 3`, `x = 1 ± √2`, `x ∈ {2, 3}`, `(x, y) = (2, 1)`.

Of one unknown several values are alternatives (∨), of several unknowns their values are said together. A statement of them is
kept as one node; `x_1 = 2, x_2 = 3` are two values of x where x is the unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import inner, name_of, written
from symproofs.read.elaboration.statements import combined
from symproofs.read.tree import Node
from symproofs.records import record


@record
class Values:
    """The unknowns that a statement gives values, and the statement as one node."""

    names: frozenset[str]
    node: Node


CONSTANTS = frozenset({"pi", "e", "E", "i"})


def names_in(node: Node) -> frozenset[str]:
    """The names in an expression, each as a whole; not those of functions that are applied, nor constants."""
    own = name_of(node)
    if own is not None:
        return frozenset({own}) - CONSTANTS
    children = node.children[1:] if node.kind == "Function" else node.children
    return frozenset().union(*map(names_in, children))


def values_in(node: Node | None, unknowns: Collection[str] | None = None) -> Values | None:
    """What a node says of the values of unknowns, if that is all that it says. `unknowns`: those that are known to be ones."""
    if node is None:
        return None
    if node.kind in ("Labelled", "Cond") and node.children:
        found = values_in(node.children[0], unknowns)
        return None if found is None else replace(found, node=replace(node, children=(found.node, *node.children[1:])))
    if node.kind == "Chain":
        return _of_chain(node, unknowns)
    if node.kind in ("List", "Combine") and (node.kind == "List" or set(node.value or ()) == {"∨"}):  # type: ignore[arg-type]
        parts = [values_in(c, unknowns) for c in (combined(node) if node.kind == "Combine" else node.children)]
        return joined([p for p in parts if p is not None]) if None not in parts else None
    return None


def joined(parts: Sequence[Values]) -> Values | None:
    """Values that are said together: of one unknown alternatives, of several unknowns each its own."""
    if len(parts) < 2:
        return parts[0] if parts else None
    nodes = tuple(p.node for p in parts)
    span = nodes[0].span.join(nodes[-1].span)
    names = {p.names for p in parts}
    if len(names) == 1:
        flat = tuple(c for n in nodes for c in (n.children if _is_choice(n) else (n,)))
        return Values(parts[0].names, Node("Combine", span, flat, ("∨",) * (len(flat) - 1)))
    apart = sum(len(p.names) for p in parts) == len(frozenset().union(*names))
    return Values(frozenset().union(*names), Node("List", span, nodes)) if apart else None


def _is_choice(node: Node) -> bool:
    return node.kind == "Combine" and isinstance(node.value, tuple) and set(node.value) == {"∨"}


def _of_chain(node: Node, unknowns: Collection[str] | None) -> Values | None:
    if not isinstance(node.value, tuple) or len(node.value) != 1 or len(node.children) != 2:
        return None
    left, right = node.children
    if node.value == ("=",) and left.kind == "Group" and right.kind == "Group" and len(left.children) == len(right.children) > 1:
        pairs = (Node("Chain", node.span, pair, ("=",), node.signs) for pair in zip(left.children, right.children, strict=True))
        parts = [_of_chain(p, unknowns) for p in pairs]
        return joined([p for p in parts if p is not None]) if None not in parts else None
    own = _unknown_of(left, unknowns)
    if own is None or own[0] in names_in(right):
        return None
    name, subject = own
    if node.value == ("in",) and (right.kind != "Set" or not right.children or right.value is not None):
        return None
    if node.value not in (("=",), ("in",)):
        return None
    values = right.children if right.kind == "List" or node.value == ("in",) else (right,)
    chains = tuple(replace(node, children=(subject, v), value=("=",)) for v in values)
    if len(chains) == 1:
        return Values(frozenset({name}), chains[0])
    if any(c.children[1].kind == "Dots" for c in chains):
        return None
    return Values(frozenset({name}), Node("Combine", node.span, chains, ("∨",) * (len(chains) - 1)))


def _unknown_of(node: Node, unknowns: Collection[str] | None) -> tuple[str, Node] | None:
    """The unknown that a name is; `x_1`, `x_{1,2}` and `x'` are values of x."""
    name = name_of(node)
    if name is not None and (unknowns is None or name in unknowns):
        return name, node
    if unknowns is None:
        return (name, node) if name is not None else None
    marked = inner(node)
    while marked.kind in ("Sub", "Prime", "Sup") and marked.children:
        script = marked.children[1] if marked.kind != "Prime" else None
        allowed = ("Num", "Group", "List", "Mark") if marked.kind == "Sub" else ("Mark",)
        if script is not None and not all(n.kind in allowed for n in script.walk()):
            return None
        marked = inner(marked.children[0])
        base = name_of(marked)
        if base is not None and base in unknowns:
            return base, marked
    return None


def as_values(formulas: Iterable[Node], unknown: Node) -> Values | None:
    """Bare expressions as values of an unknown: `the roots are $2$ and $3$`."""
    items = [i for n in formulas for i in (n.children if n.kind == "List" else (n,))]
    own = name_of(unknown)
    if own is None or not items or any(own in names_in(i) or i.kind in ("Text", "Dots", "Chain") for i in items):
        return None
    return joined([Values(frozenset({own}), Node("Chain", i.span, (unknown, i), ("=",), (i.span,))) for i in items])


def subject_named(nodes: Iterable[Node], name: str) -> Node | None:
    """The first place at which a name stands in some expressions."""
    return next((part for n in nodes for part in n.walk() if written(part) is not None and name_of(part) == name), None)
