"""Whether what a link relates is defined anywhere: nothing is proved of what has no value.

The conditions that the written sides ask for, and those that a proof was left with, must be met by some values that meet
the hypotheses too. A condition `t ≠ 0` is met nowhere where `t = 0` is a theorem; a closed condition where it is refuted.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from symproofs.prove.conditions import Known
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.refute.refute import Refutation, find_witness, refute
from symproofs.terms.context import Context
from symproofs.terms.domain import domain
from symproofs.terms.statement import Hypothesis, Relation, Statement, statement_names
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
    if not isinstance(statement, Relation):
        return Defined.SOMEWHERE, None
    asked = dict.fromkeys([*domain(statement.left, context.types), *domain(statement.right, context.types)])
    known = Known(context)
    open_ones = [c for c in [*asked, *conditions] if not known.follows(c)]
    if not open_ones:
        return Defined.SOMEWHERE, None
    for condition in open_ones:
        if _fails(context, condition):
            return Defined.NOWHERE, condition
    found = find_witness(context.assume([Hypothesis(c) for c in open_ones]))
    return (Defined.SOMEWHERE if found is not None else Defined.UNKNOWN), None


def _fails(context: Context, condition: Statement) -> bool:
    """The condition is shown to hold nowhere under the hypotheses."""
    if not statement_names(condition):
        return isinstance(refute(Context(), condition), Refutation)
    if isinstance(condition, Relation) and condition.operator == "!=":
        equal = Relation("=", condition.left, condition.right)
        return isinstance(prove(context, equal, Budget(STEPS)), Proof)
    return False
