"""Refuting a statement by an assignment that meets the hypotheses and at which it fails.

`refute` draws assignments, small ones first, evaluates both sides as they are written, and claims something only
where the sides are exactly different or lie in disjoint enclosures. It knows nothing of normal forms and laws.
`find_witness` finds an assignment that meets the hypotheses, without which nothing should be proved from them.

A universal statement fails at one choice of its names, an implication where its premises hold and its
conclusion fails, a conjunction where a part fails, an equivalence where one direction does.
Sound as far as enclosures are; incomplete by nature: what is not found may still be false.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from symproofs.refute.arrays import Tensor, entries, tensor_text
from symproofs.refute.assignment import Assignment, Unmet, covers, draw, environment, mend, possible_sizes, sizes_of_round
from symproofs.refute.evaluate import Environment, Exhausted, Meter, evaluate
from symproofs.refute.numbers import Undefined, Undetermined, complex_ball, is_exact, precision
from symproofs.refute.plan import Placement, Plan, Sorted, constrained_names, make_plan, sort_hypotheses, statement_sizes
from symproofs.refute.result import Budget, NoWitness, Refutation, Witness
from symproofs.refute.shrink import simpler
from symproofs.refute.truth import compare, equal_tensors, holds
from symproofs.refute.witness import all_exact, assignment_from_json, assignment_to_json, texts_apart, value_text
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import (
    And,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import name
from symproofs.terms.typing import Mistyped, type_of

__all__ = ["Budget", "NoWitness", "Refutation", "Witness", "fails_at", "find_witness", "refute"]

BITS = (100, 400)
BITS_OF_CONSTANTS = (100, 400, 1600, 6400)
"""Precisions tried in turn; statements without free names get more."""

SHRINKING = 5000
COMPLETING = 20_000
"""Units of work for making a witness simpler, and for finding values of the names that have no part in it."""


def refute(
    context: Context,
    statement: Statement,
    *,
    budget: Budget | float | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> Refutation | NoWitness:
    """An assignment that meets the hypotheses and at which the statement fails, or how far the search went.

    `budget` is a `Budget` or milliseconds. A `Refutation` of kind 'values' settles that the statement is false;
    one of kind 'undefined' says only that a side has no value there.
    """
    given = Budget(seconds * 1000) if seconds is not None and budget is None else budget
    budget = given if isinstance(given, Budget) else Budget(given) if given is not None else Budget()
    parts = list(_parts(context, statement))
    found: list[Refutation | NoWitness] = []
    for inner, atom in parts:
        result = _Search(inner, atom, Budget(budget.milliseconds / len(parts), budget.assignments), seed).run()
        if isinstance(result, Refutation) and result.kind == "values":
            return result
        found.append(result)
    return next((r for r in found if isinstance(r, Refutation)), None) or min(
        (r for r in found if isinstance(r, NoWitness)), key=lambda r: r.compared, default=NoWitness(reason="nothing is claimed")
    )


def find_witness(context: Context, *, budget: Budget | float | None = None, seed: int = 0) -> Witness | None:
    """An assignment that meets every hypothesis of the context, if one is found."""
    given = budget if budget is not None else 500.0
    budget = given if isinstance(given, Budget) else Budget(given, 96)
    return _Search(context, None, budget, seed).witness()


def fails_at(context: Context, statement: Statement, witness: object) -> bool:
    """Whether the statement is shown to fail at the assignment of a `Refutation.witness`, all hypotheses met."""
    assignment = assignment_from_json(witness)
    for inner, atom in _parts(context, statement):
        search = _Search(inner, atom, Budget(10_000.0), 0)
        if {r.name for r in search.plan.drawn} <= set(assignment.values) and isinstance(
            search.test(assignment, altered=True), _Differ
        ):
            return True
    return False


# What a statement claims --------------------------------------------------------------------------------------


def _parts(context: Context, statement: Statement) -> Iterator[tuple[Context, Statement]]:
    """Statements without quantifiers and connectives, each in a context, that all hold if the statement does."""
    match statement:
        case And(parts):
            for part in parts:
                yield from _parts(context, part)
        case Implies(premise, conclusion):
            yield from _parts(context.assume([Hypothesis(premise)]), conclusion)
        case Iff(left, right):
            yield from _parts(context, Implies(left, right))
            yield from _parts(context, Implies(right, left))
        case ForAll(names, body):
            taken = set(context.declarations).union(*(statement_names(h.statement) for h in context.hypotheses))
            fresh = {}
            for bound, _ in names:
                if bound in taken:
                    fresh[bound] = next(f"{bound}_{k}" for k in range(1, len(taken) + 2) if f"{bound}_{k}" not in taken)
            try:
                renamed = substitute_statement(body, {old: name(new) for old, new in fresh.items()}) if fresh else body
            except ValueError:
                return
            rows = [Declaration(fresh.get(bound, bound), kind) for bound, kind in names]
            yield from _parts(context.declare(*rows), renamed)
        case _:
            yield context, statement


def _ill_typed(context: Context, statement: Statement) -> str:
    """Why the sides of a statement do not fit, which is not for values to decide."""
    try:
        match statement:
            case Relation(_, left, right):
                first, second = type_of(left, context.types), type_of(right, context.types)
                if first.shape != second.shape:
                    return "the two sides differ in shape"
            case Property(_, subject) | Membership(subject, _):
                type_of(subject, context.types)
            case _:
                pass
    except Mistyped as problem:
        return problem.message
    return ""


# Outcomes at one assignment -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Differ:
    """The statement fails here."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class _Gap:
    """A side is undefined here."""

    which: Literal["left", "right", "both"]
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class _Agree:
    """The statement holds here; `digits` is `None` where that is exact."""

    digits: int | None


@dataclass(frozen=True, slots=True)
class _Open:
    """The hypotheses hold here, of the statement nothing is known."""

    sharper: bool


@dataclass(frozen=True, slots=True)
class _Unmet:
    """The hypotheses are not shown to hold here."""


_Outcome = _Differ | _Gap | _Agree | _Open | _Unmet


def _judge(statement: Statement, env: Environment) -> _Outcome:
    """Whether the statement fails in an environment that meets the hypotheses."""
    match statement:
        case Relation(operator, left, right):
            return _judge_relation(operator, evaluate(left, env), evaluate(right, env))
        case Property(label, subject):
            claim = label.replace("_", " ")
        case Membership(subject, sort):
            claim = sort
        case _:
            return _Open(False)
    try:
        value = env.value(subject)
        return _Agree(None) if holds(statement, env) else _Differ(tensor_text(value), f"not {claim}")
    except Undefined as outcome:
        return _Gap("left", f"undefined: {outcome}", claim)
    except Undetermined as outcome:
        return _Open(outcome.sharper)


def _judge_relation(operator: str, left: Tensor | Undefined | Undetermined, right: Tensor | Undefined | Undetermined) -> _Outcome:
    for side in (left, right):
        if isinstance(side, Undetermined):
            return _Open(side.sharper)
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        both = isinstance(left, Undefined) and isinstance(right, Undefined)
        which: Literal["left", "right", "both"] = "both" if both else "left" if isinstance(left, Undefined) else "right"
        texts = [f"undefined: {s}" if isinstance(s, Undefined) else tensor_text(s) for s in (left, right)]
        return _Gap(which, texts[0], texts[1])
    try:
        if operator == "=":
            same = equal_tensors(left, right)
            if same is None:
                digits = _agreement(left, right)
                return _Open(True) if digits < 8 else _Agree(digits)
            return _Agree(None) if same else _Differ(*texts_apart(left, right))
        return _Agree(None) if compare(operator, left, right) else _Differ(tensor_text(left), tensor_text(right))
    except Undetermined as outcome:
        return _Open(outcome.sharper)


def _agreement(left: Tensor, right: Tensor) -> int:
    """To how many decimal digits two arrays agree at least."""
    worst = 10_000
    for a, b in zip(entries(left), entries(right), strict=True):
        if is_exact(a) and is_exact(b):
            continue
        apart = abs(complex_ball(a) - complex_ball(b)).abs_upper()
        size = max(float(abs(complex_ball(a)).abs_lower()), 1.0)
        if not apart.is_finite() or math.isinf(size):
            return 0
        if not apart.is_zero():
            worst = min(worst, int(-float((apart / size).log()) / math.log(10)))
    return worst


# The search ---------------------------------------------------------------------------------------------------


@dataclass
class _Counts:
    tried: int = 0
    met: int = 0
    compared: int = 0
    digits: int | None = None
    gaps: list[tuple[Assignment, _Gap]] = field(default_factory=list)
    reason: str = ""


class _Search:
    """One statement without quantifiers and connectives (or none, for a witness of the hypotheses)."""

    def __init__(self, context: Context, statement: Statement | None, budget: Budget, seed: int) -> None:
        self.context = context
        self.statement = statement
        self.budget = budget
        self.seed = seed
        self.sorted: Sorted = sort_hypotheses(context)
        about = () if statement is None else (statement,)
        constrained = constrained_names(context, self.sorted)
        wanted = constrained if statement is None else statement_names(statement) | statement_sizes(statement)
        self.plan: Plan = make_plan(context, wanted, self.sorted, about)
        self.constrained = constrained
        self.meter = Meter(budget.work)
        self.deadline = time.monotonic() + budget.milliseconds / 100
        self.closed = not self.plan.drawn and not self.plan.sizes
        self.counts = _Counts()

    # one assignment

    def test(self, assignment: Assignment, altered: bool = False) -> _Outcome:
        """What the statement is at an assignment, at rising precision until that is decided."""
        outcome: _Outcome = _Unmet()
        for bits in BITS_OF_CONSTANTS if self.closed else BITS:
            with precision(bits):
                try:
                    env = environment(self.plan, assignment, self.meter, altered=altered)
                except (Unmet, Undefined):
                    return _Unmet()
                except Undetermined as problem:
                    if problem.sharper:
                        continue
                    return _Unmet()
                if self.statement is None:
                    return _Agree(None)
                outcome = _judge(self.statement, env)
            doubtful = isinstance(outcome, _Open) and outcome.sharper
            if not doubtful and not (self.closed and isinstance(outcome, _Agree) and outcome.digits is not None):
                return outcome
        return outcome

    def assignments(self) -> Iterator[tuple[Assignment, bool]]:
        """Assignments to test, whether or not they meet the hypotheses; told by `send` whether the last one did."""
        sizes = possible_sizes(self.plan, self.meter, Random(f"{self.seed}"), {})
        if not sizes:
            self.counts.reason = "no sizes meet the hypotheses about sizes"
            return
        seen = set()
        mended = repeated = 0
        for round_ in range(1 if self.closed else self.budget.assignments):
            if time.monotonic() > self.deadline or repeated > 24:
                return
            rng = Random(f"{self.seed}/{round_}")
            drawn = draw(self.plan, sizes_of_round(sizes, round_, rng), rng, round_, {})
            self.meter.spend(40 + 5 * len(self.plan.drawn))
            if drawn is None:
                continue
            if drawn.key in seen:
                repeated += 1
                continue
            seen.add(drawn.key)
            met = self.counts.met
            yield drawn, False
            rare = self.counts.met < (round_ + 1) / 4
            if rare and self.counts.met == met and mended < 24 and self.plan.checks:
                mended += 1
                with precision(BITS[0]):
                    candidates = list(mend(self.plan, drawn, self.meter, rng))
                for candidate in candidates:
                    yield candidate, True

    # runs

    def run(self) -> Refutation | NoWitness:
        assert self.statement is not None
        problem = _ill_typed(self.context, self.statement)
        if problem or self.plan.unknown:
            return NoWitness(reason=problem or f"nothing is known of {', '.join(sorted(self.plan.unknown))}")
        if isinstance(self.statement, Relation) and self.statement.operator == "~":
            return NoWitness(reason="values alone decide no approximation")
        exhausted = False
        try:
            for assignment, altered in self.assignments():
                outcome = self.test(assignment, altered)
                self._count(assignment, outcome)
                if isinstance(outcome, _Differ):
                    found = self._finish(assignment, outcome)
                    if found is not None:
                        return found
                    if self.counts.reason:
                        break
        except Exhausted:
            exhausted = True
        except RecursionError:
            return NoWitness(reason="the statement is nested too deeply")
        return self._gap() or self._nothing(exhausted)

    def witness(self) -> Witness | None:
        if self.plan.unknown:
            return None
        try:
            for assignment, altered in self.assignments():
                if isinstance(self.test(assignment, altered), _Agree):
                    return Witness(
                        self._texts(assignment),
                        tuple(sorted(assignment.sizes.items())),
                        assignment_to_json(self._placed(assignment)),
                        len(self.plan.laws),
                    )
        except (Exhausted, RecursionError):
            return None
        return None

    def _count(self, assignment: Assignment, outcome: _Outcome) -> None:
        counts = self.counts
        counts.tried += 1
        if isinstance(outcome, _Unmet):
            return
        counts.met += 1
        if isinstance(outcome, _Gap):
            counts.gaps.append((assignment, outcome))
        if isinstance(outcome, _Agree):
            counts.compared += 1
            if outcome.digits is not None:
                counts.digits = outcome.digits if counts.digits is None else min(counts.digits, outcome.digits)

    def _finish(self, assignment: Assignment, outcome: _Differ) -> Refutation | None:
        """The witness made simpler, if all other hypotheses can be met with it too."""
        full = make_plan(self.context, self.constrained, self.sorted)
        alone = covers(self.plan, full)
        if not alone and not self._completes(assignment, full):
            self.counts.reason = "no values of the other names meet the other hypotheses"
            return None
        best, at = self._shrink(assignment, outcome)
        if not alone and best is not assignment and not self._completes(best, full):
            best, at = assignment, outcome
        return Refutation(
            "values",
            self._texts(best),
            at.left,
            at.right,
            tuple(sorted(best.sizes.items())),
            assignment_to_json(self._placed(best)),
            tried=self.counts.tried,
            met=self.counts.met,
            assumed_laws=len(full.laws),
        )

    def _completes(self, assignment: Assignment, full: Plan) -> bool:
        """Whether the names that have no part in the statement have values that meet the other hypotheses."""
        meter = Meter(COMPLETING)
        try:
            sizes = possible_sizes(full, meter, Random(f"{self.seed}"), assignment.sizes)
            for round_ in range(24 if sizes else 0):
                rng = Random(f"{self.seed}/rest/{round_}")
                whole = draw(full, sizes_of_round(sizes, round_, rng), rng, round_, assignment.values)
                if whole is None:
                    continue
                for candidate in self._with_mended(whole, full, meter, rng, frozenset(assignment.values)):
                    if _meets(full, candidate, meter):
                        return True
        except Exhausted:
            return False
        return False

    @staticmethod
    def _with_mended(
        assignment: Assignment, plan: Plan, meter: Meter, rng: Random, fixed: frozenset[str]
    ) -> Iterator[Assignment]:
        yield assignment
        with precision(BITS[0]):
            candidates = [
                c for c in mend(plan, assignment, meter, rng) if all(c.values[n] is assignment.values[n] for n in fixed)
            ]
        yield from candidates

    def _shrink(self, assignment: Assignment, outcome: _Differ) -> tuple[Assignment, _Differ]:
        """A simpler assignment at which the statement fails too."""
        saved, self.meter = self.meter, Meter(SHRINKING)
        best, at = assignment, outcome
        seen: set[object] = set()
        try:
            improved = True
            while improved:
                improved = False
                for candidate in simpler(self.plan, best, self.meter, self.seed):
                    if candidate.key in seen:
                        continue
                    seen.add(candidate.key)
                    result = self.test(candidate, altered=True)
                    if isinstance(result, _Differ):
                        best, at, improved = candidate, result, True
                        break
        except Exhausted:
            pass
        finally:
            self.meter = saved
        return best, at

    def _texts(self, assignment: Assignment) -> tuple[tuple[str, str], ...]:
        """Sizes and values for a reader."""
        shown = [(n, str(k)) for n, k in sorted(assignment.sizes.items())]
        placed = self._placed(assignment).values
        shown += [(n, value_text(v)) for n, v in sorted(placed.items()) if n not in assignment.sizes]
        return tuple(shown)

    def _placed(self, assignment: Assignment) -> Assignment:
        """The assignment with the members and entries that hypotheses give to drawn names, where they are exact."""
        placed = {s.name for s in self.plan.steps if isinstance(s, Placement)}
        if not placed:
            return assignment
        with precision(BITS[0]):
            env = environment(self.plan, assignment, Meter(COMPLETING), check=False)
        final = {n: v for n, v in env.values.items() if n in placed and all_exact(v)}
        return replace(assignment, values={**assignment.values, **final})

    def _gap(self) -> Refutation | None:
        """A side without a value: at an assignment where the other has one, or in a closed statement."""
        for assignment, gap in self.counts.gaps:
            if gap.which != "both" or self.closed:
                return Refutation(
                    "undefined",
                    self._texts(assignment),
                    gap.left,
                    gap.right,
                    tuple(sorted(assignment.sizes.items())),
                    assignment_to_json(assignment),
                    undefined=gap.which,
                    tried=self.counts.tried,
                    met=self.counts.met,
                )
        return None

    def _contradictory(self) -> bool:
        """Whether a hypothesis without names is false."""
        env = Environment({}, {}, {}, Meter(COMPLETING))
        for check in (c for c in self.plan.checks + self.plan.size_checks if not statement_names(c)):
            try:
                with precision(BITS[-1]):
                    if not holds(check, env):
                        return True
            except (Undefined, Undetermined, Exhausted):
                pass
        return False

    def _nothing(self, exhausted: bool) -> NoWitness:
        counts = self.counts
        return NoWitness(
            counts.tried,
            counts.met,
            counts.compared,
            counts.digits,
            counts.compared > 0 and counts.digits is None,
            counts.met == 0 and self._contradictory(),
            exhausted,
            counts.reason,
        )


def _meets(plan: Plan, assignment: Assignment, meter: Meter) -> bool:
    """Whether an assignment is shown to meet the hypotheses of a plan."""
    for bits in BITS:
        with precision(bits):
            try:
                environment(plan, assignment, meter, altered=True)
                return True
            except (Unmet, Undefined):
                return False
            except Undetermined as problem:
                if not problem.sharper:
                    return False
    return False
