"""Which conditions a proved statement is left with: those of its equations, each where its premises hold.

As for equations (`conditions.py`): a statement is claimed wherever all that is written in it is defined, premises are taken
to hold, and what only one side of an equation needs to be defined is a condition, unless the premises or the other side
settle it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from symproofs.kernel.rules_logic import contrary
from symproofs.kernel.sequent import conjuncts
from symproofs.prove.conditions import Known, remaining_conditions, written_expectations
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import statement_domain
from symproofs.terms.statement import And, ForAll, Hypothesis, Iff, Implies, Relation, Statement, statement_names
from symproofs.terms.types import Type

Bound = tuple[tuple[str, Type], ...]
Follows = Callable[[Context, Statement], bool]
"""Whether a condition is proved in a context."""


class NotDefined(Exception):
    """A conclusion is defined nowhere where its premise holds, or not for all values that the statement speaks of."""


def open_conditions(
    context: Context, statement: Statement, raised: Iterable[Statement], follows: Follows
) -> tuple[Statement, ...]:
    """The conditions raised that do not follow, and what only a conclusion needs to be defined. Each once, in order.

    *Fails when* such a condition contradicts the premise, or is about a quantified name: `NotDefined`.
    """
    exist = written_expectations(statement.left, statement.right) if isinstance(statement, Relation) else ()
    known = Known(context, (*statement_domain(statement, context.types), *exist))
    found = [c for c in raised if not known.follows(c)]
    return tuple(dict.fromkeys((*found, *_needed(context, statement, (), follows))))


def _needed(context: Context, statement: Statement, bound: Bound, follows: Follows) -> list[Statement]:
    match statement:
        case And(parts):
            return [c for p in parts for c in _needed(context, p, bound, follows)]
        case ForAll(names, body):
            declared = context.declare(*(Declaration(n, t) for n, t in names))
            return _needed(declared, body, (*bound, *names), follows)
        case Implies(premise, conclusion):
            return _after(context, premise, conclusion, bound, follows)
        case Iff(first, second):
            return [*_after(context, first, second, bound, follows), *_after(context, second, first, bound, follows)]
        case Relation("=", left, right):
            return _free([c for c in remaining_conditions(context, left, right, ()) if not follows(context, c)], bound)
    return []


def _after(context: Context, premise: Statement, conclusion: Statement, bound: Bound, follows: Follows) -> list[Statement]:
    """What the conclusion needs where the premise holds, which says also that it is defined."""
    given = [p for s in (premise, *statement_domain(premise, context.types)) for p in conjuncts(s)]
    inside = replace(context, hypotheses=(*context.hypotheses, *map(Hypothesis, given)))
    known = Known(inside)
    own = [c for c in statement_domain(conclusion, context.types) if not (known.follows(c) or follows(inside, c))]
    for condition in own:
        if isinstance(condition, Relation) and follows(inside, contrary(condition)):
            raise NotDefined
    return _free(own, bound) or _needed(inside, conclusion, bound, follows)


def _free(conditions: list[Statement], bound: Bound) -> list[Statement]:
    """The conditions, none of which may be about a quantified name."""
    if any(not statement_names(c).isdisjoint(dict(bound)) for c in conditions):
        raise NotDefined
    return conditions
