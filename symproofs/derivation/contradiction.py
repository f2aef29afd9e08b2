"""Steps inside a proof by contradiction.

There no values meet all hypotheses, so none refute a step as elsewhere, and every step could be proved, since anything
follows from what contradicts itself. What a step says is that it follows from what is supposed, and this can mostly be met
by itself: the contradiction comes of numbers that are integers besides. So a step is judged in a *wider context* first,
where the integers that the supposition speaks of may be any real numbers. There it is proved as elsewhere; it is refuted where

1. values meet the wider context at which the step fails, and nothing that the argument claimed before is seen to fail;
2. what it concludes fails for some integers, too, where nothing is known but definitions: sin πn = 0 says nothing else than that
   n is an integer;
3. the nearest right step (`nearest.py`) is a theorem of the wider context: what is meant does without what was given up.

What is neither is proved from all hypotheses, if it is; where they contradict each other without any integers, a proof that
only says so counts for nothing but an absurdity, at which such an argument aims.

*Fails when* a part is missing: then nothing is said. Only equations, `there is …` and implications between them are refuted so.
"""

from __future__ import annotations

import time
from dataclasses import replace

from symproofs.derivation.document import Link
from symproofs.derivation.nearest import nearest_right_step
from symproofs.prove.logic import prove_statement
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import prove
from symproofs.records import record
from symproofs.refute.refute import Refutation, fails_at, find_witness, refute
from symproofs.refute.result import Budget as Trials
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.statement import Exists, Implies, Relation, Statement, statement_names
from symproofs.theories.budget import Budget

QUICK, THOROUGH = Trials(8.0, 2), Trials(2_000.0, 64)
"""How long values are looked for at which a step fails: before it is tried to be proved at length, and after."""

FIRST_STEPS, STEPS = 1_000, 4_000
"""Steps of the prover for a proof from less."""


@record
class Slipped:
    """A step that fails: values of the wider context at which it does, and the step that was meant."""

    found: Refutation
    meant: Statement
    widened: tuple[str, ...]


def proved_or_slipped(link: Link, statement: Statement, seconds: float, failed: Failure | None) -> Proof | Slipped | None:
    """A proof of a step in the wider context, or what shows that it does not follow.

    `failed` is a search for a chain in the context as it is: what none proves of integers none proves of all real numbers.
    """
    until = time.monotonic() + seconds
    context, names = widened(link)
    if not names:
        return None
    judged = link.doubtful is None and _is_judged(link, statement)
    found = None
    for steps, trials in ((FIRST_STEPS, QUICK), (STEPS, THOROUGH)):
        budget = Budget(steps, seconds=seconds)
        proof = prove(context, statement, budget) if failed is None else prove_statement(context, statement, budget, failed)
        if isinstance(proof, Proof):
            return proof if not anything_follows(context, proof) else None
        found = _failing(context, statement, trials) if judged else None
        if found is not None:
            break
    if found is None or _failing(_of_definitions(link.context), _conclusion(statement), THOROUGH) is None:
        return None
    if any(fails_at(context, earlier, found.witness) for earlier in link.said):
        return None
    meant = nearest_right_step(context, statement, found.witness, max(0.05, until - time.monotonic()))
    return None if meant is None else Slipped(found, meant, names)


def _conclusion(statement: Statement) -> Statement:
    return statement.conclusion if isinstance(statement, Implies) else statement


def _of_definitions(context: Context) -> Context:
    """The context of which only sorts and definitions are kept."""
    return replace(context, hypotheses=tuple(h for h in context.hypotheses if definition_of(h) is not None))


def _failing(context: Context, statement: Statement, trials: Trials) -> Refutation | None:
    """Values that meet a context at which the statement fails."""
    found = refute(context, statement, budget=trials)
    return found if isinstance(found, Refutation) and found.kind == "values" and not found.assumed_laws else None


def without_supposed(link: Link) -> Context:
    """The context without what is assumed for contradiction, and what was introduced from it."""
    return replace(link.context, hypotheses=tuple(h for h in link.context.hypotheses if h not in link.supposed))


def proved_from_less(link: Link, statement: Statement, seconds: float) -> Proof | None:
    """A proof without one of the things supposed: then it is not their contradiction that proves."""
    for left_out in link.supposed:
        context = replace(link.context, hypotheses=tuple(h for h in link.context.hypotheses if h != left_out))
        found = prove(context, statement, Budget(STEPS, seconds=seconds / len(link.supposed)))
        if isinstance(found, Proof) and not anything_follows(context, found):
            return found
    return None


def anything_follows(context: Context, proof: Proof) -> bool:
    """Whether a proof is one from hypotheses that contradict each other: `a contradiction, hence …`."""
    if "contradiction" not in proof.theorem.rules:
        return False
    used = tuple(h for h in context.hypotheses if h.statement in proof.theorem.hypotheses)
    return find_witness(replace(context, hypotheses=used)) is None


def _is_judged(link: Link, statement: Statement) -> bool:
    """Whether it is an equation, or `there is …` or an implication of one. A false one of numbers alone may be what was to be
    reached; only where it goes on a computation it is a step like others.
    """
    match statement:
        case Relation("=", left, _):
            goes_on = any(isinstance(s, Relation) and s.right == left for s in link.said)
            return bool(statement_names(statement)) or goes_on
        case Exists(_, body):
            return isinstance(body, Relation) and body.operator == "="
        case Implies(_, conclusion):
            return isinstance(conclusion, Relation) and conclusion.operator == "="
    return False


def widened(link: Link) -> tuple[Context, tuple[str, ...]]:
    """The context in which the integers that the supposition speaks of are real numbers, and which these are.

    What the text supposes has a place in it; letters that were introduced on the way keep their sort.
    """
    spoken = frozenset[str]().union(*(statement_names(h.statement) for h in link.supposed if h.span is not None))
    rows = [r for n, r in link.context.declarations.items() if n in spoken and _is_integer(r)]
    wider = (replace(r, type=replace(r.type, sort="real")) for r in rows)
    return link.context.declare(*wider), tuple(r.name for r in rows)


def _is_integer(row: Declaration) -> bool:
    kind = row.type
    return kind.is_scalar and kind.index is None and kind.sort in ("natural", "integer") and "size" not in row.properties
