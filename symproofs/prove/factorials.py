"""Factorials as positive whole numbers: n! = m for an m ≥ 1. *Fails when* n is not seen to be a natural number: `None`."""

from __future__ import annotations

from symproofs.kernel.sequent import Sequent
from symproofs.prove.angles import applied
from symproofs.prove.search import Search, Step
from symproofs.terms.statement import Relation, terms_of
from symproofs.terms.term import Term, bound_name

MOST_FACTORIALS = 4


def numbered(search: Search, sequent: Sequent, node: Term) -> tuple[list[Step], Relation] | None:
    """n! = m and 0 < m for a new m, added; and that equation."""
    steps = applied(search, sequent, "factorial_whole", node.args, set(), "m")
    said = steps[-1].after.context.hypotheses[-1].statement if steps else None
    return (steps, said) if steps and isinstance(said, Relation) and said.left == node else None


def all_numbered(search: Search, sequent: Sequent) -> list[Step]:
    """For every factorial in the goal, outside binders, of which it is not said yet, that it is a number from 1."""
    equations = [
        h.statement for h in sequent.context.hypotheses if isinstance(h.statement, Relation) and h.statement.operator == "="
    ]
    known = {e.left for e in equations}
    steps: list[Step] = []
    for node in [n for n in _factorials(sequent) if n not in known][:MOST_FACTORIALS]:
        found = numbered(search, steps[-1].after if steps else sequent, node)
        if found is not None:
            steps += found[0]
            steps += applied(search, steps[-1].after, "positive_integer", (found[1].right,), set()) or []
    return steps


def _factorials(sequent: Sequent) -> list[Term]:
    found: dict[Term, None] = {}
    todo = list(terms_of(sequent.goal))
    while todo:
        node = todo.pop(0)
        if node.head == "factorial":
            found[node] = None
        todo += node.args[1:] if bound_name(node) is not None else node.args
    return list(found)
