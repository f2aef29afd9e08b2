"""Whether what a link relates is defined anywhere: nothing is proved of what has no value.

The conditions that the written sides ask for, and those that a proof was left with, must be met by some values that meet
the hypotheses too. A condition `t ≠ 0` is met nowhere where `t = 0` is a theorem, that A is invertible nowhere where `det A = 0`
is; a closed condition where it is refuted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum

from symproofs.prove.conditions import Known
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.refute.refute import Refutation, find_witness, refute
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import statement_domain
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Implies,
    Property,
    Relation,
    Statement,
    statement_names,
    terms_of,
)
from symproofs.terms.term import Term, num
from symproofs.theories.budget import Budget


class Defined(Enum):
    """Where the sides of a link have values, among the values that meet the hypotheses."""

    SOMEWHERE = "somewhere"
    NOWHERE = "nowhere"
    UNKNOWN = "unknown"


STEPS = 4_000
"""Steps for showing that a denominator is zero."""


def defined(context: Context, statement: Statement, conditions: Iterable[Statement] = ()) -> tuple[Defined, Statement | None]:
    """Where the statement means something and the conditions hold; and the condition that is met nowhere, if one is."""
    if not isinstance(statement, Relation | Exists):
        return Defined.SOMEWHERE, None
    known = Known(context)
    open_ones = [*open_conditions(context, statement), *(c for c in conditions if not known.follows(c))]
    if not open_ones:
        return Defined.SOMEWHERE, None
    powers = {node.args[0] for side in terms_of(statement) for node in side.walk() if node.head == "pow"}
    closed = next((c for c in open_ones if not statement_names(c) and not _is_of_power(c, powers) and _fails(context, c)), None)
    if closed is not None:
        return Defined.NOWHERE, closed
    if find_witness(context.assume([Hypothesis(c) for c in open_ones])) is not None:
        return Defined.SOMEWHERE, None
    failing = next((c for c in open_ones if statement_names(c) and _fails(context, c)), None)
    return (Defined.UNKNOWN if failing is None else Defined.NOWHERE), failing


def open_conditions(context: Context, statement: Statement) -> tuple[Statement, ...]:
    """What the written terms ask for and nothing says, those conditions left out that are about a name quantified in it."""
    known = Known(context)
    return tuple(c for c in statement_domain(statement, context.types) if not known.follows(c))


def _is_of_power(condition: Statement, bases: Collection[Term]) -> bool:
    """An order that a power asks of its base: `-1 > 0` of (-1)^n keeps the value real. The power has a value without it."""
    return isinstance(condition, Relation) and condition.operator in (">", ">=") and condition.left in bases


def _fails(context: Context, condition: Statement) -> bool:
    """The condition is shown to hold nowhere under the hypotheses."""
    if not statement_names(condition):
        found = refute(Context(), condition)
        return isinstance(found, Refutation) and found.kind == "values"
    if isinstance(condition, Relation) and condition.operator == "!=":
        equal = Relation("=", condition.left, condition.right)
        return isinstance(prove(context, equal, Budget(STEPS)), Proof)
    if isinstance(condition, Property) and condition.name == "invertible":
        singular = prove(context, Relation("=", Term("det", (condition.subject,)), num(0)), Budget(STEPS))
        return isinstance(singular, Proof) and not singular.conditions
    return False


def undefined_for_some(context: Context, statement: Statement) -> tuple[Statement, Refutation | None] | None:
    """A condition that a claim for all values needs and that is not known to hold for all, with values at which it fails.

    What is premised counts: `∀x: x > 0 ⇒ …` is asked about positive x only.
    """
    match statement:
        case ForAll(names, body):
            return undefined_for_some(context.declare(*(Declaration(n, kind) for n, kind in names)), body)
        case Implies(premise, conclusion):
            return undefined_for_some(context.assume([Hypothesis(premise)]), conclusion)
        case And(parts):
            return next((gap for part in parts if (gap := undefined_for_some(context, part)) is not None), None)
        case Relation() | Exists():
            for condition in open_conditions(context, statement):
                found = refute(context, condition)
                return condition, found if isinstance(found, Refutation) and found.kind == "values" else None
    return None
