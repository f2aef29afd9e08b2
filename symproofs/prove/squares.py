"""Equations whose difference has a square that is 0: (a - b)² = 0 gives a = b, x² + y² = 0 gives x = 0 for real x and y.

The difference is called by a name d; then d = d²/d, since nothing divided by 0 is 0. *Fails when* the square follows neither
from given equations nor, of real numbers, from an order d² ≤ 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symproofs.kernel.sequent import Sequent
from symproofs.prove.order import combination
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import Operator, Relation
from symproofs.terms.term import Term, name, num
from symproofs.terms.typing import Mistyped, type_of

ZERO = num(0)


def by_its_square(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation, from the square of the difference of its sides."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    difference = _difference(goal)
    try:
        kind = type_of(difference, sequent.context.types)
    except Mistyped:
        return None
    if not kind.is_scalar or kind.index is not None or goal.left.head == "pow":
        return None
    square = Term("pow", (difference, num(2)))
    proof = search.combined(sequent.proves(Relation("=", square, ZERO)), 0)
    if proof is not None:
        step = search.have(Relation("=", square, ZERO), proof, sequent)
        inner = _difference_is_zero(search, step.after, difference, kind.sort) if step is not None else None
        return None if step is None or inner is None else around([step], inner)
    return _by_order(search, sequent, difference, kind.sort) if kind.sort != "complex" else None


def by_orders(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation of real numbers, from orders: L ≤ R and L ≥ R; or from (L - R)² ≤ 0."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    given = [h.statement for h in sequent.context.hypotheses if isinstance(h.statement, Relation)]
    if not any(statement.operator in ("<=", ">=", "=") for statement in given) or not is_real(goal, sequent):
        return None
    return both_ways(search, sequent, goal, combination) or _by_order(search, sequent, _difference(goal), "real")


def is_real(goal: Relation, sequent: Sequent) -> bool:
    try:
        kinds = [type_of(side, sequent.context.types) for side in (goal.left, goal.right)]
    except Mistyped:
        return False
    return all(k.is_scalar and k.index is None and k.sort != "complex" for k in kinds)


def _difference(goal: Relation) -> Term:
    return goal.left if goal.right == ZERO else Term("add", (goal.left, Term("neg", (goal.right,))))


def both_ways(search: Search, sequent: Sequent, goal: Relation, prove: Callable[[Search, Sequent], Node | None]) -> Node | None:
    """An equation from two orders that are proved: L < R contradicts L ≥ R, L > R contradicts L ≤ R."""
    after, steps = sequent, list[Step]()
    ways: tuple[Operator, ...] = ("<=", ">=")
    for operator in ways:
        order = Relation(operator, goal.left, goal.right)
        with search.unconditional():
            proof = search.plain(after.proves(order)) or prove(search, after.proves(order))
        step = search.have(order, proof, after) if proof is not None else None
        if step is None:
            return None
        steps.append(step)
        after = step.after.proves(goal)
    found = search.apply("trichotomy", {"left": goal.left, "right": goal.right}, after)
    if found is None:
        return None
    node, (less, equal, greater) = found
    below = (
        search.by("contradiction", {"n": Given(Relation("<", goal.left, goal.right))}, less, 0),
        search.plain(equal),
        search.by("contradiction", {"n": Given(Relation(">", goal.left, goal.right))}, greater, 0),
    )
    return around(steps, replace(node, of=tuple(n for n in below if n is not None))) if None not in below else None


def _by_order(search: Search, sequent: Sequent, difference: Term, sort: str) -> Node | None:
    """d² < 0 is none, d² > 0 is none where d² ≤ 0."""
    square = Term("pow", (difference, num(2)))
    above = Relation("<=", square, ZERO)
    with search.unconditional():
        proof = combination(search, sequent.proves(above))
    step = search.have(above, proof, sequent) if proof is not None else None
    found = search.apply("trichotomy", {"left": square, "right": ZERO}, step.after) if step is not None else None
    if step is None or found is None:
        return None
    node, (less, equal, greater) = found
    below = (
        search.by("contradiction", {"n": Given(Relation("<", square, ZERO))}, less, 0),
        _difference_is_zero(search, equal, difference, sort),
        search.by("contradiction", {"n": Given(Relation(">", square, ZERO))}, greater, 0),
    )
    return around([step], replace(node, of=tuple(n for n in below if n is not None))) if None not in below else None


def _difference_is_zero(search: Search, sequent: Sequent, difference: Term, sort: str) -> Node | None:
    """The goal where the square of a number that is called d is 0."""
    label = search.fresh(sequent, "d")
    d = name(label)
    named = search.step("name_value", {"term": difference, "name": label, "sort": sort}, sequent)
    squared = Relation("=", Term("pow", (d, num(2))), ZERO)
    proof = search.combined(named.after.proves(squared), 0) if named is not None else None
    step = search.have(squared, proof, named.after) if named is not None and proof is not None else None
    if named is None or step is None:
        return None
    itself = Relation("=", d, ZERO)
    once = {"terms": [(Given(squared), Term("div", (num(1), d)))]}
    proof = search.by("combine", once, step.after.proves(itself), 0)
    zero = search.have(itself, proof, step.after) if proof is not None else None
    last = search.combined(zero.after, 0) if zero is not None else None
    return None if zero is None or last is None else around([named, step, zero], last)
