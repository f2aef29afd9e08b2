"""Refuting a statement by an assignment that meets the hypotheses and at which it fails.

`refute` draws assignments, small ones first, evaluates both sides as they are written, and claims something only
where the sides are exactly different or lie in disjoint enclosures. It knows nothing of normal forms and laws.
`find_witness` finds an assignment that meets the hypotheses, without which nothing should be proved from them.

A universal statement fails at one choice of its names, an implication where its premises hold and its
conclusion fails, a conjunction where a part fails, an equivalence where one direction does.
Sound as far as enclosures are; incomplete by nature: what is not found may still be false.
"""

from __future__ import annotations

from symproofs.refute.result import Budget, NoWitness, Refutation, Witness
from symproofs.terms.context import Context
from symproofs.terms.statement import Statement

__all__ = ["Budget", "NoWitness", "Refutation", "Witness", "extend", "fails_at", "find_witness", "refute"]


CONTRADICTORY = (frozenset(("positive", "negative")), frozenset(("nonnegative", "negative")))
"""Properties that nothing has together."""


LAWS = ((False, 0), (True, 0), (False, 1), (False, -1), (True, 1))
"""Whether random names are coupled, and which way their laws are skew, in the order in which that is tried."""

LESS = 4
"""What is tried after the first laws gets so much less of the budget."""


def refute(
    context: Context,
    statement: Statement,
    *,
    budget: Budget | float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    coupled: bool = False,
) -> Refutation | NoWitness:
    """An assignment that meets the hypotheses and at which the statement fails, or how far the search went.

    `coupled`: nothing is said or meant of the joint law of several random names, so that dependent ones refute as well.

    `budget` is a `Budget` or milliseconds. A `Refutation` of kind 'values' settles that the statement is false;
    one of kind 'undefined' says only that a side has no value there.
    """
    # python-flint is loaded by the first use, not by an import of this module.
    from symproofs.refute.claims import claims_of
    from symproofs.refute.search import Search

    given = Budget(seconds * 1000) if seconds is not None and budget is None else budget
    budget = given if isinstance(given, Budget) else Budget(given) if given is not None else Budget()
    claims = list(claims_of(context, statement))
    found: list[Refutation | NoWitness] = []
    for claim, together, skew in ((c, *way) for way in LAWS if coupled or not way[0] for c in claims):
        first = len(claims) * (LESS if skew or together else 1)
        share = Budget(budget.milliseconds / first, budget.assignments // 2 if skew or together else budget.assignments)
        search = Search(claim.context, claim, share, seed, coupled=together, skew=skew)
        if search.plan.coupled != together or search.plan.skew != skew:
            continue
        result = search.run()
        if isinstance(result, Refutation) and result.kind == "values":
            return result
        if isinstance(result, Refutation) or not (together or skew):
            found.append(result)
    return next((r for r in found if isinstance(r, Refutation)), None) or min(
        (r for r in found if isinstance(r, NoWitness)), key=lambda r: r.compared, default=NoWitness(reason="nothing is claimed")
    )


def find_witness(context: Context, *, budget: Budget | float | None = None, seed: int = 0) -> Witness | None:
    """An assignment that meets every hypothesis of the context, if one is found."""
    from symproofs.refute.search import Search

    if any(pair <= row.properties for row in context.declarations.values() for pair in CONTRADICTORY):
        return None
    given = budget if budget is not None else 500.0
    budget = given if isinstance(given, Budget) else Budget(given, 96)
    return Search(context, None, budget, seed).witness()


def extend(witness: Witness, context: Context, *, seed: int = 0, everything: bool = False) -> Witness | None:
    """The witness with values for what the context adds, if it meets all hypotheses; `None` says nothing.

    With `everything` names that no hypothesis constrains get values too, where they are found.
    Much quicker than `find_witness` for a context that only defines a name more; where it gives `None`, ask that.
    """
    from symproofs.refute.search import Search
    from symproofs.refute.witness import assignment_from_json

    found = assignment_from_json(witness.witness)
    whole = Search(context, None, Budget(60.0, 24), seed, everything=True).extended(found) if everything else None
    return whole or Search(context, None, Budget(60.0, 24), seed).extended(found)


def fails_at(context: Context, statement: Statement, witness: object) -> bool:
    """Whether the statement is shown to fail at the assignment of a `Refutation.witness`, hypotheses that bear on it met."""
    from symproofs.refute.claims import claims_of
    from symproofs.refute.search import Search
    from symproofs.refute.witness import assignment_from_json

    assignment = assignment_from_json(witness)
    return any(Search(c.context, c, Budget(10_000.0), 0).fails_at(assignment) for c in claims_of(context, statement))
