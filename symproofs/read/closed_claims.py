"""Closed claims: `this equation is impossible for integers other than $k_0 = k_1 = 0$`.

Such a sentence says of the last equation, for all values of its letters, that only the values named solve it. It speaks
of nothing that was assumed on the way: inside a proof by contradiction it is judged without the assumption.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symproofs.derivation.document import Link
from symproofs.read.elaboration import Part
from symproofs.read.layout import Written
from symproofs.read.phrases import ONLY_SOLUTIONS
from symproofs.read.state import State
from symproofs.terms.context import Context
from symproofs.terms.statement import And, ForAll, Implies, Relation, Statement, statement_names


def closed_claim(formula: Written, parts: Sequence[Part], state: State) -> tuple[Statement, Context] | None:
    """The closed claim that a formula with the words around it makes, and the context in which it is judged."""
    if state.equation is None or not any(r.around(formula.before, formula.after) for r in ONLY_SOLUTIONS):
        return None
    solutions = [p.statement for p in parts if isinstance(p.statement, Relation) and p.problem is None]
    if not solutions or len(solutions) < len(parts):
        return None
    conclusion: Statement = solutions[0] if len(solutions) == 1 else And(tuple(solutions))
    base = state.before or state.outside or state.context
    bound = _letters(conclusion, state.equation, base, state.context)
    if not bound:
        return None
    names = tuple((n, state.context.declarations[n].type) for n in bound)
    kept = tuple(h for h in base.hypotheses if not statement_names(h.statement) & set(bound))
    return ForAll(names, Implies(state.equation, conclusion)), replace(base, hypotheses=kept)


def claimed(links: Sequence[Link], state: State) -> tuple[Statement, ...]:
    """What the argument by contradiction claimed so far, as far as its conditions still hold."""
    own = (x for x in links if x.role == "claim" and x.problem is None and x.by_contradiction)
    in_force = set(state.context.hypotheses)
    return tuple(x.statement for x in own if x.statement is not None and in_force.issuperset(x.context.hypotheses))


def _letters(conclusion: Statement, equation: Relation, base: Context, context: Context) -> list[str]:
    """The numbers whose values are spoken of: those of the solution, and those of the equation of which nothing was known."""
    known = {n for h in base.hypotheses for n in statement_names(h.statement)}
    wanted = statement_names(conclusion) | (statement_names(equation) - known)
    rows = [context.declarations[n] for n in sorted(wanted) if n in context.declarations]
    return [r.name for r in rows if r.type.is_scalar and "size" not in r.properties]
