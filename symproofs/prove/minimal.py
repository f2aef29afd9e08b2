"""The smallest reasons: which of the facts that a proof names it cannot do without.

Each is left out in turn and the proof tried again: a definition or given equation is taken from the hypotheses, a property
from its declaration, a law from the search. What the proof holds without is no reason for it. *Fails when* leaving
out is not possible for a reason (associativity is no law that could be switched off): such a reason stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.prove.reasons import PHRASES, Reason
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import Hypothesis, Relation
from symproofs.terms.term import num
from symproofs.theories.budget import Budget

LAWS_OF: Mapping[str, frozenset[str]] = {
    "i_squared": frozenset({"iunit"}),
    "roots_of_unity": frozenset({"rootsum", "gauss"}),
    "exp_of_sum": frozenset({"expsum", "expjoin"}),
    "cases": frozenset({"case"}),
    "count": frozenset({"count"}),
    "cancel": frozenset({"inv", "pfrac", "multiply"}),
    "log": frozenset({"logexp", "logpow", "logpull", "logpullpart", "lognum", "log1"}),
    "sum_written_out": frozenset({"range"}),
    "matrix_written_out": frozenset({"cover"}),
}
"""Laws of the kernel without which a reason would not be there."""

PROPERTIES_OF: Mapping[str, frozenset[str]] = {
    "permutation_orthogonal": frozenset({"permutation", "orthogonal"}),
    "symmetric": frozenset({"symmetric"}),
}
STEPS_TO_TRY = 4_000
NOTHING = Hypothesis(Relation("=", num(0), num(0)))
"""Stands where a hypothesis is left out, so that the others keep their numbers."""


def minimise_reasons(context: Context, proof: Proof) -> tuple[Reason, ...]:
    """The reasons of a proof that it needs, the least telling left out first."""
    kept = list(proof.reasons)
    banned: frozenset[str] = frozenset()
    for reason in sorted(proof.reasons, key=lambda r: -PHRASES[r.code].rank if r.code in PHRASES else 0):
        if len(kept) == 1:
            break
        laws = banned | LAWS_OF.get(reason.code, frozenset())
        poorer = without(context, reason)
        if poorer is context and laws == banned:
            continue
        if isinstance(prove(poorer, proof.statement, Budget(STEPS_TO_TRY), banned=laws), Proof):
            kept.remove(reason)
            context, banned = poorer, laws
    return tuple(kept)


def without(context: Context, reason: Reason) -> Context:
    """The context without the fact that the reason names; the same context where it names none."""
    if reason.code in ("definition", "given", "given_equation"):
        kept = tuple(NOTHING if _is_named(h, k, reason) else h for k, h in enumerate(context.hypotheses))
        return context if kept == context.hypotheses else replace(context, hypotheses=kept)
    properties = PROPERTIES_OF.get(reason.code)
    row = context.declarations.get(reason.detail)
    if properties is None or row is None or not row.properties & properties:
        return context
    return context.declare(replace(row, properties=row.properties - properties))


def _is_named(hypothesis: Hypothesis, number: int, reason: Reason) -> bool:
    if reason.code == "given":
        return hypothesis.label == reason.detail
    if reason.code == "given_equation":
        return str(number + 1) == reason.detail
    found = definition_of(hypothesis)
    return found is not None and found[0] == reason.detail
