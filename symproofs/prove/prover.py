"""Proving a statement: an equation by a chain of links, everything else, and what no chain proves, by a proof tree.

`equations.py` looks for chains, `logic.py` for trees; what they find is a certificate, and only the kernel makes it count.
*Fails when* nothing is found, or the budget is used up: then nothing is claimed.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.prove.by_counting import speaks_of_counting
from symproofs.prove.equations import prove_equation
from symproofs.prove.logic import prove_statement
from symproofs.prove.natural_powers import without_needless_conditions
from symproofs.prove.proof import Failure, Proof
from symproofs.terms.context import Context
from symproofs.terms.domain import domain
from symproofs.terms.statement import Hypothesis, Property, Relation, Statement
from symproofs.terms.term import Term
from symproofs.theories.budget import Budget

__all__ = ["Failure", "Proof", "prove", "prove_equation", "settled", "with_less"]

STEPS_OF_A_CONDITION = 2_000
STEPS_WITH_LESS, SECONDS_WITH_LESS = 8_000, 2.0


def prove(
    context: Context,
    statement: Statement,
    budget: Budget | None = None,
    in_detail: bool = False,
    banned: frozenset[str] = frozenset(),
) -> Proof | Failure:
    """A proof of the statement in the context, or where the search stopped.

    `in_detail` tells a chain in smaller steps, `banned` names laws that chains do without.
    """
    if not isinstance(statement, Relation) or statement.operator != "=":
        return prove_statement(context, statement, budget)
    found = prove_equation(context, statement, budget, in_detail, banned)
    if isinstance(found, Proof):
        found = settled(context, found)
    if banned or not (context.hypotheses or isinstance(found, Failure)) or (isinstance(found, Proof) and not found.conditions):
        return found
    deeper = prove_statement(context, statement, budget, found if isinstance(found, Failure) else None)
    if isinstance(deeper, Proof):
        deeper = settled(context, deeper)
    if isinstance(found, Proof):
        return deeper if isinstance(deeper, Proof) and not deeper.conditions else found
    return deeper if isinstance(deeper, Proof) else found


def with_less(context: Context, proof: Proof, seconds: float) -> Proof:
    """Another proof, if it needs no condition: for x^{n+1} = x^n x laws of powers ask for x ≠ 0, counting on from n does not."""
    statement = proof.statement
    if not proof.conditions or not isinstance(statement, Relation) or not speaks_of_counting(statement):
        return proof
    found = prove_statement(context, statement, Budget(STEPS_WITH_LESS, seconds=min(seconds, SECONDS_WITH_LESS)))
    if isinstance(found, Proof):
        found = settled(context, found)
    return found if isinstance(found, Proof) and not found.conditions else proof


def settled(context: Context, proof: Proof, seconds: float | None = None) -> Proof:
    """The proof without those of its conditions that are theorems themselves: 2e^C + n - 2 ≠ 0 where n ≥ 2.

    Nor is x ≠ 0 asked for by x^{n-1} where n ≥ 1.
    """
    found = _inverses_in(proof.statement)
    left = tuple(
        c
        for c in proof.conditions
        if not _is_theorem(_where_the_other_is_defined(context, proof.statement, c), c, seconds, found)
    )
    return without_needless_conditions(context, proof if left == proof.conditions else replace(proof, conditions=left))


def _where_the_other_is_defined(context: Context, statement: Statement, condition: Statement) -> Context:
    """The context where what the condition is not asked for by is defined: an equation is claimed where both of its sides are."""
    if not isinstance(statement, Relation):
        return context
    asked = [domain(side, context.types) for side in (statement.left, statement.right)]
    granted = [c for own in asked if condition not in own for c in own if isinstance(c, Property | Relation)]
    return context.assume(map(Hypothesis, dict.fromkeys(granted))) if granted else context


def _inverses_in(statement: Statement) -> tuple[Term, ...]:
    """What the statement says is an inverse."""
    if not isinstance(statement, Relation) or statement.operator != "=":
        return ()
    pairs = ((statement.left, statement.right), (statement.right, statement.left))
    return tuple(other for side, other in pairs if side.head == "inverse")


def _is_theorem(context: Context, condition: Statement, seconds: float | None, candidates: tuple[Term, ...] = ()) -> bool:
    candidates = candidates if isinstance(condition, Property) else ()
    found = prove_statement(context, condition, Budget(STEPS_OF_A_CONDITION, seconds=seconds), None, candidates)
    return isinstance(found, Proof) and not found.conditions
