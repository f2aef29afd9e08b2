"""The exact value of an expression: definitions unfolded, given equations used, sums taken apart, written once more.

`exact_value` proposes; with `prove_equation` the kernel says whether it is one. *Fails when* nothing simpler is found or the
equation is not proved: `None`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Sequent
from symproofs.prove.equations import prove_equation
from symproofs.prove.member_sums import settled_sums
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.search import Search, around
from symproofs.prove.with_limits import accepted, solve
from symproofs.prove.written_out import DEEPEST, written_out
from symproofs.terms.context import Context
from symproofs.terms.statement import And, Relation
from symproofs.terms.term import Term, substitute
from symproofs.terms.typing import Mistyped
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.exponentials import TooLarge
from symproofs.theories.given_terms import opened
from symproofs.theories.reading_exponentials import Reader

STEPS = 8_000


def exact_value(context: Context, node: Term, budget: Budget | None = None) -> tuple[Term, Proof] | None:
    """What the term equals, written out, with the proof."""
    try:
        value = written_out(Reader.of(context), node)
        if value is None or value == node:
            return None
        statement = Relation("=", node, value)
        found = _with_sums_settled(context, (statement,), budget)
        if not isinstance(found, Proof):
            found = prove_equation(context, statement, _part(budget))
    except (OutOfBudget, Rejected, Mistyped, RecursionError):
        return None
    return (value, found) if isinstance(found, Proof) else None


def _with_sums_settled(context: Context, equations: tuple[Relation, ...], budget: Budget | None) -> Proof | Failure | None:
    """Equations proved together once the sums in them are; nothing where there is no sum to settle."""
    whole = equations[0] if len(equations) == 1 else And(equations)
    search = Search(context, _part(budget), solve, conditions=True)
    start = Sequent(context, whole)
    steps = settled_sums(search, start, (e.left for e in equations))
    if not steps:
        return None
    goals = [steps[-1].after] if len(equations) == 1 else search.goals("both", {}, steps[-1].after)
    proofs = [search.chain(goal, 0) for goal in goals or ()]
    below = tuple(p for p in proofs if p is not None)
    if len(below) < len(equations):
        return None
    if len(equations) > 1:
        joined = search.apply("both", {}, steps[-1].after)
        below = () if joined is None else (replace(joined[0], of=below),)
    return accepted(context, whole, around(steps, below[0]), _part(budget)) if below else None


def _part(budget: Budget | None) -> Budget:
    """A little of a budget, until the same time."""
    part = Budget(STEPS)
    part.deadline = None if budget is None else budget.deadline
    return part


def exact_weights(context: Context, node: Term, budget: Budget | None = None) -> tuple[tuple[Term, Term, Proof], ...]:
    """Of a sum of numbers times arrays: the numbers at the indices that matter, with their exact values.

    Where a sum has to be settled first, one proof says it of all of them.
    """
    try:
        reader = Reader.of(context)
        rows = [(a, v) for a in _weights(reader, node) if (v := written_out(reader, a)) is not None and v != a]
        found = _with_sums_settled(context, tuple(Relation("=", a, v) for a, v in rows), budget) if rows else None
    except (TooLarge, OutOfBudget, Rejected, Mistyped, RecursionError):
        return ()
    if isinstance(found, Proof):
        return tuple((a, v, found) for a, v in rows)
    alone = ((a, exact_value(context, a, budget)) for a, _ in rows)
    return tuple((a, *value) for a, value in alone if value is not None)


def _weights(reader: Reader, node: Term) -> Iterator[Term]:
    """The numbers before the arrays of a sum, at the indices that matter."""
    for _ in range(DEEPEST):
        body = reader.unfolded(node) if node.head in ("name", "member", "call") else None
        if body is None:
            break
        node = body
    if node.head != "sum" or reader.is_scalar(node):
        return
    label, _, body, _ = opened(node, reader.context)
    for place in reader.places(node) if body.head == "mul" else ():
        yield from (a for a in substitute(body, {label: place}).args if reader.is_scalar(a))
