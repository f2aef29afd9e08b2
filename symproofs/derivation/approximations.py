"""≈ and →: proved by equality or in a declared regime, refuted only under a regime, else undecided with what can be said.

Without a regime the judgement carries the exact value of the left side and a regime under which the claim would hold, where
one is found; both are theorems of the kernel.
"""

from __future__ import annotations

from itertools import islice

from symproofs.derivation.verdict import Cause, Judgement, Verdict
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.motion import varying
from symproofs.kernel.randomness import is_random
from symproofs.kernel.sequent import Sequent, conjuncts
from symproofs.kernel.state import size_names
from symproofs.messages import Formula, Message, one_after_another
from symproofs.prove.alike import each_once
from symproofs.prove.approximation import NoRegime, OtherLimit, far_out, has_regime, other_limits
from symproofs.prove.proof import Failure
from symproofs.prove.with_limits import factors_nonzero
from symproofs.refute.refute import Refutation, find_witness, refute
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain, statement_domain
from symproofs.terms.latex import latex, statement_latex
from symproofs.terms.statement import (
    ForAll,
    Hypothesis,
    Implies,
    InProbability,
    Relation,
    Statement,
    Tends,
    speaks_of_limits,
    substitute_statement,
)
from symproofs.terms.term import free_names, name, num
from symproofs.theories.budget import Budget

STEPS = 6_000

MOST_CANDIDATES = 6
"""Other limits, in one case or another, that are looked at."""

FAR = (5, 20)
"""How far out a member of a passage to the limit is looked for that meets the hypotheses, the nearest first."""


def without_regime(found: NoRegime) -> Judgement:
    """Undecided, with the exact value and the regime that would do."""
    said: list[str] = ["≈ says nothing exact: no regime is declared in which the two sides approach each other"]
    if found.value is not None:
        said.append(Message("exactly, the left side is {}", Formula(latex(found.value))))
    elif found.weights:
        exact = ", ".join(f"{latex(number)} = {latex(value)}" for number, value, _ in found.weights)
        said.append(Message("exactly, {}", Formula(exact)))
    if found.offer is not None:
        regime = ", ".join(statement_latex(s) for s in found.offer.regime)
        said.append(Message("it would hold under {}", Formula(regime)))
    return Judgement(Verdict.UNDECIDED, cause=Cause.REGIME, code="regime", message=one_after_another(said))


def refuted_in_regime(context: Context, statement: Statement) -> Judgement | None:
    """A refutation where the left side is shown to tend to something else than the right side."""
    context, statement = specialised(context, statement)
    if not isinstance(statement, Relation | Tends | InProbability):
        return None
    candidates = islice(other_limits(context, statement, Budget(STEPS)), MOST_CANDIDATES)
    other = next((row for row in candidates if _settles(context, row)), None)
    if other is None:
        return None
    shown = other.proof.statement
    subject = shown.subject if isinstance(shown, Tends | InProbability) else None
    apart = isinstance(statement, Relation) and subject not in (None, statement.left)  # of both sides, which both go on
    said = "the limit is {}" if isinstance(statement, Tends) else "in this regime the left side tends to {}"
    if isinstance(shown, InProbability):
        said = "in this regime the left side converges in probability to {}"
    if apart:
        said = "in this regime the difference of the two sides tends to {}"
    tends: str = Message(said, Formula(latex(other.value)))
    goal = () if isinstance(statement, Relation) or other.equation is None else domain(statement.target, context.types)
    asked = [part for c in (*statement_domain(statement, context.types), *goal) for part in factors_nonzero(c)]
    case = each_once(context, tuple(c for c in other.assuming if c not in asked))
    if case:
        tends = Message("{}, where {}", tends, Formula(", ".join(map(statement_latex, case))))
    return Judgement(
        Verdict.REFUTED,
        theory="limits",
        code="other-limit",
        message=tends,
        certificate=other.proof.certificate,
    )


def specialised(context: Context, statement: Statement) -> tuple[Context, Statement]:
    """A statement for all values, and one behind a premise, at values that are new names, and where the premise holds."""
    while isinstance(statement, ForAll | Implies):
        if isinstance(statement, Implies):
            if speaks_of_limits(statement.premise):
                break
            context, statement = context.assume(map(Hypothesis, conjuncts(statement.premise))), statement.conclusion
            continue
        taken = set(context.declarations) | size_names(t for _, t in statement.names)
        names = {
            n: next(m for k in range(len(taken) + 1) if (m := n if not k else f"{n}_{k}") not in taken)
            for n, _ in statement.names
        }
        context = context.declare(*(Declaration(names[n], kind) for n, kind in statement.names))
        statement = substitute_statement(statement.body, {n: name(m) for n, m in names.items() if n != m})
    return context, statement


def _settles(context: Context, other: OtherLimit) -> bool:
    """Whether the other limit differs from what is claimed, in a case that can occur, also if 0 is no natural number."""
    counted = (n for n, row in context.declarations.items() if row.type.is_scalar and row.type.sort == "natural")
    from_one = [Relation(">=", name(n), num(1)) for n in counted]
    here = context.assume(map(Hypothesis, (*from_one, *other.assuming)))
    if all(find_witness(far_out(here, far)) is None for far in FAR):
        return False
    if other.equation is None or other.unequal is not None:
        return True
    found = refute(here, other.equation)
    return isinstance(found, Refutation) and found.kind == "values" and not found.assumed_laws


def undecided_limit(context: Context, statement: Statement, attempt: Failure) -> Judgement:
    """Neither proved nor refuted; what is no claim in the sense of the notion that it names says why."""
    wanting = _no_limit(context, statement)
    if wanting is not None:
        return Judgement(Verdict.UNDECIDED, cause=Cause.FRAGMENT, code="no-such-limit", message=wanting)
    declared = Cause.FRAGMENT if has_regime(context) else Cause.REGIME
    cause = Cause.BUDGET if attempt.cause == "budget" else declared
    return Judgement(
        Verdict.UNDECIDED, cause=cause, code="limit", message=Message("the limit is not decided: {}", attempt.message)
    )


def _no_limit(context: Context, statement: Statement) -> str | None:
    """Why a claim of convergence is none, where something random has a part in it."""
    match statement:
        case Tends(subject, _) if is_random(subject, context):
            return "in which sense what is random converges is not said: in probability, almost surely, in distribution?"
        case InProbability(_, target) if is_random(target, context):
            return "only convergence in probability to a constant is supported here yet, and this limit is random"
        case InProbability(_, target) if moving := _varying(context) & free_names(target):
            return Message("what something converges to stands still, and {} varies in this passage", ", ".join(sorted(moving)))
    return None


def _varying(context: Context) -> frozenset[str]:
    try:
        return varying(Sequent(context, Relation("=", num(0), num(0))))
    except Rejected:
        return frozenset()
