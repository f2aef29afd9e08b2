"""Judging: from a link to a verdict, with proving and refuting as separate parties.

`judge` walks a derivation; each claim is first given to the prover, whose word counts only as a kernel
theorem, then to the refuter, whose word counts only as a witness. What neither settles is undecided.
Nothing is proved from hypotheses of which no assignment is known that meets them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import inf

from symproofs.derivation.approximations import FAR, refuted_in_regime, undecided_limit, without_regime
from symproofs.derivation.contradiction import Slipped, anything_follows, proved_from_less, proved_or_slipped, without_supposed
from symproofs.derivation.definedness import Defined, defined, open_conditions, undefined_for_some
from symproofs.derivation.document import CheckedDocument, Derivation, Link, Step
from symproofs.derivation.obtained import as_held, asked_of_values, depends_on, in_force, under_conditions_of, without
from symproofs.derivation.satisfiable import satisfiable
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import SHOWN, Cause, Counterexample, Judgement, Line, Verdict, not_reached, provided
from symproofs.diagnostics import Diagnostic, Note
from symproofs.kernel.motion import varying
from symproofs.kernel.passage import DOWN, UP
from symproofs.kernel.sequent import Sequent
from symproofs.messages import Message, one_after_another
from symproofs.prove.alike import each_once
from symproofs.prove.approximation import NoRegime, approximate, far_out, held_back
from symproofs.prove.equations import prove_equation
from symproofs.prove.inferences import inferences
from symproofs.prove.logic import prove_statement
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import settled, with_less
from symproofs.prove.with_limits import factors_nonzero
from symproofs.refute.refute import NoWitness, Refutation, refute
from symproofs.refute.result import Budget as Trials
from symproofs.terms.context import Context
from symproofs.terms.domain import domain, domain_besides
from symproofs.terms.latex import latex, statement_latex
from symproofs.terms.statement import (
    Exists,
    ForAll,
    Implies,
    Relation,
    Statement,
    Tends,
    speaks_of_limits,
    statement_names,
    terms_of,
)
from symproofs.theories.budget import Budget

MOST_STEPS = 40_000
"""Steps of the prover for one link."""

FEW_STEPS = 2_000
"""Steps of the prover for what should be plain."""

MOST_TRIALS = 96
"""Assignments that the refuter draws for one link."""

MOST_SEARCH = 0.4
"""Seconds of refuting for one link that is not proved."""


@dataclass(eq=False, repr=False)
class Known:
    """What was already found out of contexts in this run."""

    satisfiable: dict[tuple[object, ...], bool] = field(default_factory=dict)
    claims: dict[tuple[object, ...], Judgement] = field(default_factory=dict)
    """What was found of claims that something exists."""


def judge(derivation: Derivation, settings: Settings | None = None) -> CheckedDocument:
    """Every link of the derivation with its judgement."""
    return CheckedDocument(derivation, tuple(judged(derivation.links, settings or Settings())))


def judged(links: Iterable[Link], settings: Settings, until: float = inf, known: Known | None = None) -> Iterator[Step]:
    """Links with their judgements, one after the other; at the time `until` (of `time.monotonic`) nothing more is tried.

    `known` is what was found out before of the contexts that the links stand in.
    """
    known = known or Known()
    for link in links:
        started = time.monotonic()
        judgement = judge_link(link, replace(settings, seconds=min(settings.seconds, until - started)), known)
        yield Step(link, judgement, (time.monotonic() - started) * 1000)


def judge_link(link: Link, settings: Settings, known: Known | None = None) -> Judgement:
    """The verdict on one link; an internal fault is a verdict of its own, never hidden."""
    if link.problem is not None:
        wrong = _wrong_however_read(link)
        return _unreadable(link) if wrong is None else wrong
    if link.role != "claim":
        return Judgement(Verdict.GIVEN, message="excluded" if link.excluded else _GIVEN[link.role])
    if link.statement is None:
        return Judgement(Verdict.UNREAD, code="unread", message="the formula could not be read")
    if settings.seconds <= 0:
        return not_reached("the time for all steps was used up before this one")
    try:
        known = known or Known()
        judgement = _judge_claim(link, link.statement, settings, known)
        judgement = _under_its_reasons(link, link.statement, judgement, settings, known)
        judgement = _with_what_is_obtained(link, judgement, settings, known)
        if isinstance(link.statement, Exists):
            known.claims[_place(link)] = judgement
        return judgement
    except MemoryError:
        return not_reached("this step needs more memory than there is", "memory")
    except Exception as fault:  # the one place that catches all: a fault of ours is a verdict, and never another one
        return Judgement(
            Verdict.ERROR, code="internal", message=Message("a fault of this program: {}: {}", type(fault).__name__, fault)
        )


def _under_its_reasons(link: Link, statement: Statement, judgement: Judgement, settings: Settings, known: Known) -> Judgement:
    """`Since $x^2 = 2x$, $x^2 - 2x = 0$`: what fails, and follows from the reason that is given, holds where the reason does."""
    if not link.reasons or judgement.verdict is not Verdict.REFUTED or judgement.theory != "values":
        return judgement
    if any(h.statement == statement for h in link.reasons):
        return judgement
    under = replace(link, context=link.context.assume(link.reasons), reasons=())
    again = _judge_claim(under, statement, settings, known)
    if again.verdict not in SHOWN:
        return judgement
    return provided(again, (*(statement_latex(h.statement) for h in link.reasons), *again.conditions))


def _with_what_is_obtained(link: Link, judgement: Judgement, settings: Settings, known: Known) -> Judgement:
    """What is shown with a k that is claimed to exist is shown if that claim is; else it has to be shown without."""
    claims = in_force(link, judgement.used) if judgement.verdict in SHOWN else ()
    found = [_held(claim, as_held(claim, link), settings, known) for claim in claims]
    if all(one.verdict is Verdict.PROVED for one in found):
        return judgement
    for missing in (Verdict.PROVED,), SHOWN:
        lost = [claim for claim, one in zip(claims, found, strict=True) if one.verdict not in missing]
        again = judge_link(without(link, lost), settings, known) if lost else judgement
        if again.verdict in SHOWN:
            return under_conditions_of([one for one in found if missing is SHOWN and one.verdict in SHOWN], again)
    return depends_on(next(claim for claim, one in zip(claims, found, strict=True) if one.verdict not in SHOWN))


def _held(claim: Link, held: Link, settings: Settings, known: Known) -> Judgement:
    """The verdict on a claim in what is left of its context: the one it had, if that rests on nothing that is gone."""
    found = known.claims.get(_place(held))
    if found is not None:
        return found
    own = known.claims.get(_place(claim))
    if own is not None and own.verdict is Verdict.PROVED and own.used is not None:
        asked = asked_of_values(claim, held, own.used)
        if asked is not None and all(_is_plain(held, statement) for statement in asked):
            return own
    return judge_link(held, replace(settings, explain=False), known)  # only the verdict is asked for


def _is_plain(link: Link, statement: Statement) -> bool:
    """Whether a few steps prove it of what is not supposed."""
    found = prove_statement(without_supposed(link), statement, Budget(FEW_STEPS))
    return isinstance(found, Proof) and not found.conditions


def _place(link: Link) -> tuple[object, ...]:
    return link.section, link.span, link.statement, link.context.hypotheses


_GIVEN = {
    "definition": "a definition",
    "hypothesis": "a hypothesis",
    "goal": "a goal",
    "declaration": "a declaration",
    "recall": "said before",
    "unread": "not read",
}

SHAPES_DECLARED = "shape-conflict"
SHAPES_INFERRED = "shape-conflict-inferred"


def _unreadable(link: Link) -> Judgement:
    """A link whose formula could not be parsed, or could not be given one meaning."""
    problem = link.problem
    assert problem is not None
    if link.role == "unread":
        return Judgement(Verdict.UNREAD, code=problem.code, message=problem.message, diagnostics=(problem,))
    if problem.code == SHAPES_DECLARED:
        return Judgement(Verdict.REFUTED, theory="shapes", code=problem.code, message=problem.message, diagnostics=(problem,))
    cause = Cause.FRAGMENT if problem.code == "not-supported" else Cause.READING
    return Judgement(Verdict.UNDECIDED, cause=cause, code=problem.code, message=problem.message, diagnostics=(problem,))


def _wrong_however_read(link: Link) -> Judgement | None:
    """Summands of which the shapes do not fit as they stand, refuted where the claim fails in each reading in which they do."""
    asked = link.problem is not None and link.problem.code == SHAPES_INFERRED and link.role == "claim" and link.otherwise
    if not asked or (link.doubtful is not None and link.doubtful.code != "layout") or link.supposed:
        return None
    found = _fails_otherwise(link)
    text = "the summands differ in shape as written, and the two sides differ where the number is added to the array"
    return None if found is None else replace(found, message=text)


def _judge_claim(link: Link, statement: Statement, settings: Settings, known: Known) -> Judgement:
    """An equation's chain first, then a counterexample, then a proof tree: what costs least comes first."""
    deadline = time.monotonic() + settings.seconds
    if speaks_of_limits(statement):
        return _judge_approximation(link, statement, settings, known)
    attempt: Proof | Failure | None = None
    if isinstance(statement, Relation) and statement.operator == "=":
        attempt = prove_equation(link.context, statement, Budget(MOST_STEPS, seconds=settings.seconds))
        if isinstance(attempt, Proof):
            attempt = settled(link.context, attempt, settings.seconds)
            attempt = with_less(link.context, attempt, max(0.05, deadline - time.monotonic()))
            elsewhere = _fails_elsewhere(link, statement, attempt)
            return elsewhere or _proved_where_defined(link, statement, attempt, settings, known)
    left = max(0.05, min(deadline - time.monotonic(), MOST_SEARCH))
    found: Refutation | NoWitness = NoWitness(reason="the hypotheses are assumed to be contradicted")
    if not link.by_contradiction:
        found = refute(link.context, statement, budget=Trials(left * 1000, MOST_TRIALS), coupled=link.coupled)
    if isinstance(found, Refutation) and found.kind == "values" and not found.assumed_laws:
        doubt = _doubt(link)
        return _depends_on_unread(doubt) if doubt is not None else _refuted(statement, found)
    if link.by_contradiction:
        failed = attempt if isinstance(attempt, Failure) and attempt.cause != "budget" else None
        wider = proved_or_slipped(link, statement, max(0.05, deadline - time.monotonic()), failed)
        if isinstance(wider, Slipped):
            return _does_not_follow(wider)
        if wider is not None and not _restates(wider, link.context, statement):
            return _proved_where_defined(link, statement, wider, settings, known)
    if isinstance(attempt, Failure) and attempt.cause == "budget":
        return _undecided(attempt, found, statement)
    seconds = max(0.05, deadline - time.monotonic())
    failed = attempt if isinstance(attempt, Failure) else None
    tree = prove_statement(link.context, statement, Budget(MOST_STEPS, seconds=seconds), failed)
    if isinstance(tree, Proof):
        tree = settled(link.context, tree, max(0.05, deadline - time.monotonic()))
    if isinstance(tree, Proof) and _restates(tree, link.context, statement):
        tree = Failure("fragment", "what is left to show is no simpler than the claim")
    if isinstance(tree, Proof):
        if link.by_contradiction and anything_follows(link.context, tree):
            return _as_anything(link, statement, tree, max(0.05, deadline - time.monotonic()), settings, known)
        return _proved_where_defined(link, statement, tree, settings, known)
    if isinstance(found, NoWitness) and found.met == 0 and not link.by_contradiction and not _satisfiable(link.context, known):
        return _no_witness()
    gap = undefined_for_some(link.context, statement) if isinstance(statement, ForAll) and not link.by_contradiction else None
    if gap is not None and gap[1] is not None:
        return _undefined_for_some(link, *gap)
    where, condition = defined(link.context, statement)
    if where is Defined.NOWHERE and condition is not None and link.doubtful is None and _asks_plainly(link, condition):
        return _defined_nowhere(condition)
    return _undecided(attempt if isinstance(attempt, Failure) else tree, found, statement)


def _fails_elsewhere(link: Link, statement: Relation, proof: Proof) -> Judgement | None:
    """The refutation of what is proved only under a condition that its sides do not ask for: it is claimed wherever they
    have values."""
    asked = {*domain(statement.left, link.context.types), *domain(statement.right, link.context.types)}
    if link.by_contradiction or all(c in asked for c in proof.conditions):
        return None
    found = refute(link.context, statement, budget=Trials(MOST_SEARCH * 1000, MOST_TRIALS), coupled=link.coupled)
    if not isinstance(found, Refutation) or found.kind != "values" or found.assumed_laws:
        return None
    doubt = _doubt(link)
    return _depends_on_unread(doubt) if doubt is not None else _refuted(statement, found)


def _doubt(link: Link) -> Diagnostic | None:
    """What keeps a link that fails from being refuted; nothing where it fails in every layout of its derivatives."""
    doubt = link.doubtful
    return None if doubt is not None and doubt.code == "layout" and _fails_otherwise(link) is not None else doubt


def _fails_otherwise(link: Link) -> Judgement | None:
    """The first refutation of what a link says in other readings, where each of them is refuted."""
    found: list[Judgement] = []
    for statement in link.otherwise:
        one = refute(link.context, statement, budget=Trials(MOST_SEARCH * 1000, MOST_TRIALS))
        if not isinstance(one, Refutation) or one.kind != "values" or one.assumed_laws:
            return None
        found.append(_refuted(statement, one))
    return next(iter(found), None)


def _refuted(statement: Statement, found: Refutation) -> Judgement:
    return Judgement(
        Verdict.REFUTED,
        theory="values",
        code="refuted",
        message=_how_it_fails(statement),
        counterexample=Counterexample(found.assignment, found.left, found.right),
        certificate=found.witness,
    )


def _as_anything(link: Link, statement: Statement, tree: Proof, seconds: float, settings: Settings, known: Known) -> Judgement:
    """A step that is proved as anything is from what contradicts itself: an absurdity is what was to be reached."""
    less = proved_from_less(link, statement, seconds)
    if less is not None or (isinstance(statement, Relation) and not statement_names(statement)):
        return _proved_where_defined(link, statement, less or tree, settings, known)
    return Judgement(
        Verdict.UNDECIDED,
        cause=Cause.HYPOTHESES,
        code="anything-follows",
        message="what is supposed contradicts itself, so this follows as anything does; no other reason was found",
    )


def _does_not_follow(wrong: Slipped) -> Judgement:
    """A step in a proof by contradiction that differs by a slip from one that follows."""
    found = wrong.found
    return Judgement(
        Verdict.REFUTED,
        theory="values",
        code="does-not-follow",
        message=Message(
            "this does not follow from what is supposed, which real numbers {} can meet; what follows is {}",
            ", ".join(wrong.widened),
            statement_latex(wrong.meant),
        ),
        counterexample=Counterexample(found.assignment, found.left, found.right),
        certificate=found.witness,
    )


def _restates(proof: Proof, context: Context, statement: Statement) -> bool:
    """A condition of the proof is the claim again: of an order between numbers only definedness may be left open."""
    if not isinstance(statement, Relation) or statement.operator in ("=", "~"):
        return statement in proof.conditions
    asked = {*domain(statement.left, context.types), *domain(statement.right, context.types)}
    return any(c not in asked for c in proof.conditions)


def _how_it_fails(statement: Statement) -> str:
    if isinstance(statement, Relation) and statement.operator == "=":
        return "the two sides differ"
    return "the relation fails" if isinstance(statement, Relation) else "the statement fails"


def _proved_where_defined(link: Link, statement: Statement, proof: Proof, settings: Settings, known: Known) -> Judgement:
    """A theorem counts where its hypotheses can be met and its sides mean something there."""
    if link.by_contradiction:
        return _proved(link.context, proof, settings) if _satisfiable(without_supposed(link), known) else _no_witness()
    if not _satisfiable(link.context, known):
        return _no_witness()
    if isinstance(statement, ForAll):
        gap = undefined_for_some(link.context, statement)
        if gap is not None:
            return _undefined_for_some(link, *gap)
    gap = undefined_for_some(link.context, statement) if link.everything else None
    if gap is not None and gap[1] is not None and statement_names(gap[0]) & link.everything:
        return _undefined_for_some(link, *gap)
    if isinstance(statement, Exists):
        proof = replace(proof, conditions=(*proof.conditions, *open_conditions(link.context, statement)))
    where, condition = defined(link.context, statement, proof.conditions)
    if where is Defined.NOWHERE and condition is not None:
        if link.doubtful is not None:
            return _depends_on_unread(link.doubtful)
        return _defined_nowhere(condition) if _asks_plainly(link, condition) else _no_value_known()
    if where is Defined.UNKNOWN:
        return _no_value_known()
    return _proved(link.context, proof, settings)


def _no_value_known() -> Judgement:
    return Judgement(
        Verdict.UNDECIDED,
        cause=Cause.HYPOTHESES,
        code="definedness",
        message="no values are known at which the hypotheses hold and both sides are defined",
    )


_BRACKET_AT_ENDS = re.compile(r"(?:\]|\\rbrack|\|)\s*_")
"""`[F]_a^b`: at an end its limit may be meant."""


def _asks_plainly(link: Link, condition: Statement) -> bool:
    """Whether a condition that never holds shows that nothing is said: 0^n asks for n ≥ 0 as well as for 0 ≠ 0."""
    if link.statement is None or _BRACKET_AT_ENDS.search(link.latex):
        return False
    terms = tuple(terms_of(link.statement))
    powers = frozenset(n for t in terms for n in t.walk() if n.head == "pow" and n.args[1].head != "num")
    return any(condition in domain_besides(t, link.context.types, powers) for t in terms) or not powers


def _undefined_for_some(link: Link, condition: Statement, found: Refutation | None) -> Judgement:
    """A claim for all values of a range in which it is not defined everywhere."""
    if found is not None and link.doubtful is not None:
        return _depends_on_unread(link.doubtful)
    message = "this is claimed for all values, but it is not known to be defined for all of them"
    if found is None:
        return Judgement(
            Verdict.UNDECIDED, cause=Cause.FRAGMENT, code="definedness", conditions=(statement_latex(condition),), message=message
        )
    return Judgement(
        Verdict.REFUTED,
        theory="definedness",
        code="undefined-for-some",
        conditions=(statement_latex(condition),),
        message="this is claimed for all values, but for some of them it is not defined",
        counterexample=Counterexample(found.assignment, found.left, found.right),
    )


def _defined_nowhere(condition: Statement) -> Judgement:
    return Judgement(
        Verdict.REFUTED,
        theory="definedness",
        code="defined-nowhere",
        conditions=(statement_latex(condition),),
        message="this is defined nowhere: the condition that it asks for never holds here",
    )


def _depends_on_unread(problem: Diagnostic) -> Judgement:
    layout, left = problem.code == "layout", problem.code == "scope"
    return Judgement(
        Verdict.UNDECIDED,
        cause=Cause.READING,
        code="layout" if layout else "depends-on-scope" if left else "depends-on-unread",
        message="fails as it stands, but may hold in the other layout of derivatives"
        if layout
        else "fails without what was supposed before and may be meant to hold here"
        if left
        else "fails as it stands, but a hypothesis or definition in force here could not be read",
        diagnostics=(replace(problem, span=None, notes=(Note(problem.message, problem.span),), help=None),),
    )


def _judge_approximation(link: Link, statement: Statement, settings: Settings, known: Known) -> Judgement:
    """≈ holds if equality holds under the givens, or in a declared regime; otherwise it needs one."""
    if held_back(link.context) and not link.by_contradiction:
        return _no_witness()
    found = approximate(link.context, statement, Budget(MOST_STEPS, seconds=settings.seconds))
    if isinstance(found, Proof) and (fixed := found.theorem.standing & link.along):
        return Judgement(
            Verdict.UNDECIDED,
            cause=Cause.READING,
            code="moves-along",
            message=Message(
                "{} may depend on what tends to a limit here, and would have to stand still", ", ".join(sorted(fixed))
            ),
        )
    if isinstance(found, Proof):
        if not link.by_contradiction and not any(_satisfiable(far_out(link.context, far), known) for far in FAR):
            return _no_witness()
        if isinstance(statement, Relation):
            where, condition = defined(link.context, statement, found.conditions)
            if where is Defined.NOWHERE and condition is not None:
                return _defined_nowhere(condition)
        if isinstance(statement, Tends) and not link.by_contradiction:
            return _limit_where_defined(link.context, statement, found, settings)
        return _proved(link.context, found, settings)
    if isinstance(found, NoRegime):
        return without_regime(found)
    refuted = refuted_in_regime(link.context, statement) if link.doubtful is None and not link.along else None
    return refuted or undecided_limit(link.context, statement, found)


def _limit_where_defined(context: Context, statement: Tends, found: Proof, settings: Settings) -> Judgement:
    """A limit counts where what tends has values far out. What it asks of what stands still has to be said."""
    sides = Relation("=", statement.subject, statement.subject if statement.target in (UP, DOWN) else statement.target)
    if not any(defined(far_out(context, far), sides, found.conditions)[0] is Defined.SOMEWHERE for far in FAR):
        return _no_value_known()
    moving = varying(Sequent(context, statement))
    asked = (c for whole in open_conditions(context, sides) for c in factors_nonzero(whole))
    still = (c for c in asked if statement_names(c) and moving.isdisjoint(statement_names(c)))
    left = tuple(dict.fromkeys((*found.conditions, *still)))
    return _proved(context, replace(found, conditions=left), settings)


def _satisfiable(context: Context, known: Known) -> bool:
    """Whether an assignment is known that meets every hypothesis in scope."""
    key = (context.hypotheses, tuple(context.declarations.items()), context.distinct)
    if key not in known.satisfiable:
        known.satisfiable[key] = satisfiable(context)
    return known.satisfiable[key]


def _no_witness() -> Judgement:
    return Judgement(
        Verdict.UNDECIDED,
        cause=Cause.HYPOTHESES,
        code="hypotheses",
        message="no values were found that meet all hypotheses in force here; they may contradict each other",
    )


def _proved(context: Context, proof: Proof, settings: Settings) -> Judgement:
    conditions = tuple(statement_latex(c) for c in each_once(context, proof.conditions))
    axioms = tuple(proof.theorem.axioms)
    barred = () if settings.axioms is None else tuple(a for a in axioms if a not in settings.axioms)
    if barred:
        return Judgement(
            Verdict.UNDECIDED,
            cause=Cause.FRAGMENT,
            code="axiom",
            axioms=axioms,
            message=Message("the proof uses an axiom that is not permitted: {}", ", ".join(barred)),
        )
    shown = Judgement(
        Verdict.PROVED,
        theory=proof.theory,
        reasons=proof.reasons,
        axioms=axioms,
        certificate=proof.certificate,
        used=tuple(proof.theorem.hypotheses),
        unfolding=tuple(Line(latex(line.term), line.reasons, line.relation) for line in proof.lines) if settings.explain else (),
        inferences=inferences(context, proof.statement, proof.tree) if settings.explain and proof.tree is not None else (),
    )
    return provided(shown, conditions) if conditions else shown


def _how_far(found: NoWitness, statement: Statement) -> str:
    """What the search for a counterexample saw, and no more."""
    if not found.met:
        return (
            Message("none of {} assignments is known to meet the hypotheses", found.tried)
            if found.tried
            else "nothing was evaluated"
        )
    if not found.compared:
        return Message("at {} assignments that meet the hypotheses no two values could be compared", found.met)
    while isinstance(statement, ForAll | Implies):
        statement = statement.body if isinstance(statement, ForAll) else statement.conclusion
    if isinstance(statement, Relation) and statement.operator in ("=", "~"):
        return Message("both sides agree at each of {} assignments that were compared", found.compared)
    return Message("it holds at each of {} assignments that were tried", found.compared)


def _undecided(attempt: Failure, found: Refutation | NoWitness, statement: Statement) -> Judgement:
    """Neither proved nor refuted: say what was tried."""
    tried = [Message("proving: {}", attempt.message)]
    if isinstance(found, NoWitness):
        tried.append(Message("refuting: {}", _how_far(found, statement)))
    elif found.assumed_laws:
        tried.append(Message("refuting: {}", "the sides differ at values for which not every hypothesis could be shown"))
    elif found.kind == "undefined":
        tried.append(Message("refuting: {}", "one side is undefined where the other is not"))
    cause = Cause.BUDGET if attempt.cause == "budget" else Cause.FRAGMENT
    return Judgement(Verdict.UNDECIDED, cause=cause, code="undecided", message=one_after_another(tried))
