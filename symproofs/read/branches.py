"""Values by cases, taken apart: `f(x) = { x² if x ≥ 0, -x otherwise` says f(x) = x² where x ≥ 0, and f(x) = -x where x < 0.

Of entries that depend on whether two indices are equal one equation is made: `A_ij = { a if i = j, b otherwise` is
A_ij = a δ_ij + b (1 - δ_ij). *Fails when* a condition has no opposite that could be written for *otherwise*: then the formula
stays as it is.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.read.elaboration.names import letters_in, name_of, written
from symproofs.read.opposites import opposite_of
from symproofs.read.tree import Node

BRANCH = "branch"
"""The word of a condition that was one of several cases."""


def taken_apart(node: Node) -> Node:
    """The formula with every equation that ends in values by cases as several equations under conditions."""
    if node.kind in ("List", "Labelled", "Cond") and node.children:
        children = tuple(taken_apart(c) for c in node.children[: None if node.kind == "List" else 1])
        return replace(node, children=(*children, *node.children[len(children) :]))
    signs = node.value
    if node.kind != "Chain" or not isinstance(signs, tuple):
        return node
    if len(node.children) == 2 and node.children[0].kind == "Cases" and signs == ("=",):
        node = replace(node, children=(node.children[1], node.children[0]))
    *sides, last = node.children
    if last.kind != "Cases" or signs[-1] not in ("=", "def") or any(s.kind == "Cases" for s in sides):
        return node
    before = Node("Chain", sides[0].span.join(sides[-1].span), tuple(sides), signs[:-1], node.signs[:-1])
    equation = replace(node, children=(sides[-1], last), value=signs[-1:], signs=node.signs[-1:])
    made = _by_delta(equation) or _by_conditions(equation)
    if made is None:
        return node
    parts = (*((before,) if len(sides) > 1 else ()), *made)
    return parts[0] if len(parts) == 1 else Node("List", node.span, parts)


def has_branches(node: Node | None) -> bool:
    """Whether a formula was taken apart."""
    return node is not None and any(p.kind == "Cond" and p.value == BRANCH for p in node.walk())


def _by_conditions(node: Node) -> tuple[Node, ...] | None:
    """An equation for every branch, under its condition."""
    left, cases = node.children
    found: list[Node] = []
    opposites: list[Node] = []
    for branch in cases.children:
        if branch.kind != "Branch" or len(branch.children) != 2:
            return None
        value, condition = branch.children
        if _is_rest(condition):
            if not opposites or len(opposites) < len(found):
                return None
            condition = opposites[0] if len(opposites) == 1 else Node("List", condition.span, tuple(opposites))
        elif condition.kind != "Chain":
            return None
        else:
            opposite = opposite_of(condition)
            opposites.extend(() if opposite is None else (opposite,))
        span = value.span
        equation = Node("Chain", span, (_at(left, value), value), node.value, node.signs)
        found.append(Node("Cond", branch.span, (equation, condition), BRANCH))
    return tuple(found) if len(found) > 1 else None


def _at(left: Node, value: Node) -> Node:
    """The left side, said again where a branch stands."""
    return replace(left, span=value.span, children=tuple(_at(c, value) for c in left.children))


def _is_rest(condition: Node) -> bool:
    return condition.kind == "Word" and condition.value == "otherwise"


def _by_delta(node: Node) -> tuple[Node, ...] | None:
    """`A_ij = { a if i = j, b otherwise` with numbers a and b."""
    left, cases = node.children
    if len(cases.children) != 2 or any(b.kind != "Branch" or len(b.children) != 2 for b in cases.children):
        return None
    (first, condition), (second, rest) = (b.children for b in cases.children)
    if condition.value == ("!=",):
        (first, condition), (second, rest) = (second, rest), (first, condition)
        condition = replace(rest, value=("=",)) if _is_rest(condition) else condition
    pair = _index_pair(condition)
    other = _is_rest(rest) or (
        rest.kind == "Chain" and rest.value == ("!=",) and set(_index_pair(rest) or ()) == set(pair or ("",))
    )
    name = written(left)
    scripts = [t for s in name.subscripts for t in letters_in(s)] if name is not None else []
    if pair is None or not other or left.kind != "Sub" or not set(pair) & set(scripts) or not _plain(first) or not _plain(second):
        return None
    at = cases.span
    letters = tuple(replace(c, span=at) for c in condition.children)
    delta = Node("Sub", at, (Node("Id", at, (), "delta"), Node("Product", at, letters, ("",))))
    if name is not None and name.base == "delta" and (first.value, second.value) == ("1", "0"):
        return (Node("Text", node.span, (), "the definition of Kronecker's delta"),)
    unlike = Node("Group", at, (Node("Add", at, (Node("Num", at, (), "1"), delta), ("+", "-")),), "(")
    terms = [_times(first, delta), _times(second, unlike)]
    kept = [t for t in terms if t is not None]
    value = kept[0] if len(kept) == 1 else Node("Add", at, tuple(kept), ("+",) * len(kept))
    return (replace(node, children=(left, value)),) if kept else None


def _index_pair(condition: Node) -> tuple[str, str] | None:
    """The two letters that a condition compares."""
    if condition.kind != "Chain" or len(condition.children) != 2 or any(c.kind != "Id" for c in condition.children):
        return None
    first, second = (name_of(c) for c in condition.children)
    return (first, second) if first is not None and second is not None else None


def _plain(value: Node) -> bool:
    """A number or a name: it has a value whatever the indices are."""
    return value.kind in ("Num", "Id") or (value.kind == "Neg" and _plain(value.children[0]))


def _times(value: Node, factor: Node) -> Node | None:
    if value.kind == "Num" and value.value == "0":
        return None
    if value.kind == "Num" and value.value == "1":
        return factor
    return Node("Product", factor.span, (replace(value, span=factor.span), factor), ("·",))
