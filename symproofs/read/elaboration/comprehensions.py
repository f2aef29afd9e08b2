"""Membership in a set that is given by what its members meet: `2 ∈ {x ∈ ℝ : x² = 4}` says that 2² = 4.

That something is no member says that the condition fails for it, if it is one of the things that the set is taken from.
*Does not apply* to conditions of more than one relation where one would have to be turned around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.tree import Node

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}

_CLOSED = frozenset(("pi", "e"))


def with_conditions_of_sets(nodes: Sequence[Node]) -> list[Node]:
    """Formulas with what is said to be in such a set, or not, put in place of the variable of its condition."""
    return [_within(node) for node in nodes]


def _within(node: Node) -> Node:
    if not any(part.kind == "Set" and part.value == "such that" for part in node.walk()):
        return node
    found = _of_member(node)
    if found is not None:
        return found
    if node.kind in ("List", "Labelled", "Implies", "Iff", "Group", "Forall", "Cond"):
        return replace(node, children=tuple(map(_within, node.children)))
    return node


def _of_member(node: Node) -> Node | None:
    chain, denied = (node.children[0], True) if node.kind == "Not" and len(node.children) == 1 else (node, False)
    if chain.kind != "Chain" or len(chain.children) != 2 or chain.value not in (("in",), ("notin",), ("ni",)):
        return None
    member, space = chain.children if chain.value != ("ni",) else chain.children[::-1]
    denied = denied != (chain.value == ("notin",))
    if space.kind != "Set" or space.value != "such that" or len(space.children) != 2:
        return None
    variable, condition = space.children
    taken = variable.kind == "Chain" and variable.value == ("in",) and len(variable.children) == 2
    letter = variable.children[0] if taken else variable
    if letter.kind != "Id" or condition.kind != "Chain" or not isinstance(condition.value, tuple):
        return None
    met = _put(condition, letter.value, member)
    inside = Node("Chain", node.span, (member, variable.children[1]), ("in",), (node.span,)) if taken else None
    if inside is not None and _is_closed(member):
        if not _is_line(variable.children[1]):
            return None
        inside = None  # that it is a real number is seen
    if not denied:
        return met if inside is None else Node("List", node.span, (inside, met))
    sign = OPPOSITE.get(str(met.value[0])) if isinstance(met.value, tuple) and len(met.value) == 1 else None
    if sign is None:
        return None
    failed = replace(met, value=(sign,), span=node.span)
    return failed if inside is None else Node("Implies", node.span, (inside, failed), ("=>",), (node.span,))


def _put(node: Node, letter: object, member: Node) -> Node:
    if node.kind == "Id" and node.value == letter:
        return Node("Group", node.span, (replace(member, span=node.span),), "(")
    return replace(node, children=tuple(_put(c, letter, member) for c in node.children))


def _is_closed(member: Node) -> bool:
    """A real number without names: written out, π, e."""
    letters = [part for part in member.walk() if part.kind in ("Id", "Word")]
    return all(part.value in _CLOSED for part in letters if part.kind == "Id") and all(p.kind == "Id" for p in letters)


def _is_line(space: Node) -> bool:
    """Whether a set is ℝ."""
    return space.kind == "Font" and space.value == "bb" and len(space.children) == 1 and space.children[0].value == "R"
