"""The search for an assignment that meets the hypotheses and at which one claim fails."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from symproofs.refute.assignment import Assignment, Unmet, covers, draw, environment, possible_sizes, sizes_of_round
from symproofs.refute.claims import Agree, Differ, Gap, Open, Outcome, Unshown, ill_typed, judge
from symproofs.refute.evaluate import Environment, Exhausted, Meter
from symproofs.refute.hypotheses import Placement, Sorted, constrained_names, sizes_in, sort_hypotheses
from symproofs.refute.mend import mend
from symproofs.refute.numbers import Undefined, Undetermined, precision
from symproofs.refute.plan import Plan, make_plan
from symproofs.refute.result import Budget, NoWitness, Refutation, Witness
from symproofs.refute.shrink import simpler
from symproofs.refute.truth import holds
from symproofs.refute.witness import all_exact, assignment_to_json, value_text
from symproofs.terms.context import Context
from symproofs.terms.statement import (
    Relation,
    Statement,
    statement_names,
)

BITS = (100, 400)
BITS_OF_CONSTANTS = (100, 400, 1600, 6400)
"""Precisions tried in turn; statements without free names get more."""

SHRINKING = 5000
COMPLETING = 20_000
"""Units of work for making a witness simpler, and for finding values of the names that have no part in it."""


@dataclass
class _Counts:
    tried: int = 0
    met: int = 0
    compared: int = 0
    digits: int | None = None
    gaps: list[tuple[Assignment, Gap]] = field(default_factory=list)
    reason: str = ""


class Search:
    """One statement without quantifiers and connectives (or none, for a witness of the hypotheses)."""

    def __init__(self, context: Context, statement: Statement | None, budget: Budget, seed: int) -> None:
        self.context = context
        self.statement = statement
        self.budget = budget
        self.seed = seed
        self.sorted: Sorted = sort_hypotheses(context)
        about = () if statement is None else (statement,)
        constrained = constrained_names(context, self.sorted)
        wanted = constrained if statement is None else statement_names(statement) | sizes_in(statement)
        self.plan: Plan = make_plan(context, wanted, self.sorted, about)
        self.constrained = constrained
        self.meter = Meter(budget.work)
        self.deadline = time.monotonic() + budget.milliseconds / 100
        self.closed = not self.plan.drawn and not self.plan.sizes
        self.counts = _Counts()
        self.undrawn = 0

    # one assignment

    def test(self, assignment: Assignment, altered: bool = False) -> Outcome:
        """What the statement is at an assignment, at rising precision until that is decided."""
        outcome: Outcome = Unshown()
        for bits in BITS_OF_CONSTANTS if self.closed else BITS:
            with precision(bits):
                try:
                    env = environment(self.plan, assignment, self.meter, altered=altered)
                except (Unmet, Undefined):
                    return Unshown()
                except Undetermined as problem:
                    if problem.sharper:
                        continue
                    return Unshown()
                if self.statement is None:
                    return Agree(None)
                outcome = judge(self.statement, env)
            doubtful = isinstance(outcome, Open) and outcome.sharper
            if not doubtful and not (self.closed and isinstance(outcome, Agree) and outcome.digits is not None):
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
                self.undrawn += 1
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

    def fails_at(self, assignment: Assignment) -> bool:
        """Whether the assignment is one of this statement's names, meets their hypotheses, and the statement fails there."""
        if not {r.name for r in self.plan.drawn} <= set(assignment.values) or not set(self.plan.sizes) <= set(assignment.sizes):
            return False
        if not possible_sizes(self.plan, self.meter, Random(0), assignment.sizes):
            return False
        return isinstance(self.test(assignment, altered=True), Differ)

    # runs

    def run(self) -> Refutation | NoWitness:
        assert self.statement is not None
        problem = ill_typed(self.context, self.statement)
        if problem or self.plan.unknown:
            return NoWitness(reason=problem or f"nothing is known of {', '.join(sorted(self.plan.unknown))}")
        if self.plan.hopeless:
            return NoWitness(reason="a hypothesis is ill-typed")
        if self.plan.approximate:
            return NoWitness(reason="a hypothesis is an approximation, which no values are shown to meet")
        if isinstance(self.statement, Relation) and self.statement.operator == "~":
            return NoWitness(reason="values alone decide no approximation")
        exhausted = False
        try:
            for assignment, altered in self.assignments():
                outcome = self.test(assignment, altered)
                self._count(assignment, outcome)
                if isinstance(outcome, Differ):
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
        if self.plan.unknown or self.plan.hopeless:
            return None
        try:
            for assignment, altered in self.assignments():
                if isinstance(self.test(assignment, altered), Agree):
                    return Witness(
                        self._texts(assignment),
                        tuple(sorted(assignment.sizes.items())),
                        assignment_to_json(self._placed(assignment)),
                        len(self.plan.laws),
                    )
        except (Exhausted, RecursionError):
            return None
        return None

    def _count(self, assignment: Assignment, outcome: Outcome) -> None:
        counts = self.counts
        counts.tried += 1
        if isinstance(outcome, Unshown):
            return
        counts.met += 1
        if isinstance(outcome, Gap):
            counts.gaps.append((assignment, outcome))
        if isinstance(outcome, Agree):
            counts.compared += 1
            if outcome.digits is not None:
                counts.digits = outcome.digits if counts.digits is None else min(counts.digits, outcome.digits)

    def _finish(self, assignment: Assignment, outcome: Differ) -> Refutation | None:
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
            assumed=self._assumed(best),
            assumed_laws=len(full.laws),
        )

    def _completes(self, assignment: Assignment, full: Plan) -> bool:
        """Whether the names that have no part in the statement have values that meet the other hypotheses."""
        if full.unknown or full.hopeless:
            return False
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

    def _shrink(self, assignment: Assignment, outcome: Differ) -> tuple[Assignment, Differ]:
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
                    if isinstance(result, Differ):
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

    def _assumed(self, assignment: Assignment) -> tuple[str, ...]:
        rows = self.context.declarations
        return tuple(sorted(n for n in assignment.values if n in rows and rows[n].origin == "assumed"))

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
                    assumed=self._assumed(assignment),
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
        if not counts.tried and self.undrawn and not counts.reason:
            counts.reason = "no values of the declared sorts and properties were found, or they are too large to try"
        return NoWitness(
            counts.tried,
            counts.met,
            counts.compared,
            len(counts.gaps),
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
