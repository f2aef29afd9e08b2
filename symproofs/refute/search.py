"""The search for an assignment that meets the hypotheses and at which one claim fails."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random

from symproofs.refute.assignment import Assignment, draw, possible_sizes, sizes_of_round
from symproofs.refute.claims import Agree, Claim, Differ, Gap, Open, Outcome, Unshown, ill_typed, judge
from symproofs.refute.complete import BITS, completed
from symproofs.refute.compute import Unmet, covers, environment
from symproofs.refute.definitions import Placement
from symproofs.refute.evaluate import Environment, Exhausted, Meter
from symproofs.refute.hypotheses import Sorted, constrained_names, sort_hypotheses
from symproofs.refute.law_witness import law_to_json
from symproofs.refute.mend import mend
from symproofs.refute.numbers import Undefined, Undetermined, precision
from symproofs.refute.plan import Plan, make_plan, needed_for
from symproofs.refute.regime import approach, standing, varying
from symproofs.refute.result import Budget, Json, NoWitness, Refutation, Witness
from symproofs.refute.shrink import simpler
from symproofs.refute.statements import flatten, sizes_in, type_names
from symproofs.refute.texts import value_text
from symproofs.refute.truth import holds
from symproofs.refute.values import Value
from symproofs.refute.witness import all_exact, assignment_to_json
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.statement import Hypothesis, InProbability, Relation, Statement, Tends, statement_names

BITS_OF_CONSTANTS = (100, 400, 1600, 6400)
"""Precisions tried in turn; statements without free names get more."""

UNFINISHED = 3
"""Assignments at which the statement fails, but that nothing completes, until the search is given up."""

SHRINKING = 5000
COMPLETING = 20_000
"""Units of work for making a witness simpler, and for finding values of the names that have no part in it."""


@dataclass(eq=False, repr=False)
class _Counts:
    tried: int = 0
    met: int = 0
    compared: int = 0
    digits: int | None = None
    gaps: list[tuple[Assignment, Gap]] = field(default_factory=list)
    reason: str = ""
    unshown: str = ""
    open: str = ""


@lru_cache(maxsize=64)
def _prepared(
    hypotheses: tuple[Hypothesis, ...], declarations: tuple[tuple[str, Declaration], ...], distinct: frozenset[frozenset[str]]
) -> tuple[Sorted, frozenset[str], frozenset[str]]:
    """What is asked of every context once: its hypotheses sorted, the names that these constrain, those that vary."""
    context = Context(dict(declarations), hypotheses, distinct)
    found = sort_hypotheses(context)
    constrained = constrained_names(context, found).union(*map(statement_names, found.regimes))
    return found, constrained, varying(context, found) if found.regimes else frozenset()


def _aimed(plan: Plan, statement: Statement | None) -> Plan:
    """The plan with the equation at which a claim of the form ≠, < or > fails among what values are mended for."""
    if isinstance(statement, Relation) and statement.operator in ("!=", "<", ">"):
        return replace(plan, checks=(*plan.checks, Relation("=", statement.left, statement.right)))
    return plan


class Search:
    """One statement without quantifiers and connectives (or none, for a witness of the hypotheses)."""

    def __init__(
        self,
        context: Context,
        claim: Claim | None,
        budget: Budget,
        seed: int,
        everything: bool = False,
        coupled: bool = False,
        skew: int = 0,
    ) -> None:
        self.context = context
        self.claim = claim
        self.budget = budget
        self.seed = seed
        self.sorted, self.constrained, self.moving = _prepared(
            context.hypotheses, tuple(context.declarations.items()), context.distinct
        )
        self.statement = statement = None if claim is None else self._meant(claim.statement)
        about = () if statement is None else (statement,)
        spoken = () if claim is None else (*about, *claim.premises)
        wanted = self.constrained if claim is None else frozenset().union(*map(statement_names, spoken), *map(sizes_in, spoken))
        wanted = wanted.union(context.declarations) if everything else wanted
        self.coupled, self.skew = coupled, skew
        self.plan: Plan = self._with_laws(make_plan(context, wanted, self.sorted, spoken))
        self.aimed = _aimed(self.plan, statement)
        self.meter = Meter(budget.work)
        self.deadline = time.monotonic() + budget.milliseconds / 100
        self.closed = not self.plan.drawn and not self.plan.sizes
        self.counts = _Counts()
        self.undrawn = 0
        self.unfinished: list[str] = []

    def _with_laws(self, plan: Plan) -> Plan:
        """The plan with random names that move together, where the joint law may be any, or with skew laws."""
        if self.coupled and plan.independent:
            plan = replace(plan, independent=False, coupled=True)
        return replace(plan, skew=self.skew) if self.skew and plan.random else plan

    def _meant(self, statement: Statement) -> Statement:
        """The statement, or the equation that ≈ or → means of things that stand still in the regime."""
        return (standing(statement, self.moving, self.sorted) if self.sorted.regimes else None) or statement

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
                    outcome = Unshown(str(problem))
                    if problem.sharper:
                        continue
                    return outcome
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
            about = "about sizes are not seen to hold for any" if self.plan.sizes else "without names are not seen to hold"
            self.counts.reason = f"hypotheses {about}"
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
            rare = self.counts.met < (round_ + 1) / 4 and self.counts.met == met
            if mended < 24 and ((rare and self.plan.checks) or self.aimed is not self.plan):
                mended += 1
                with precision(BITS[0]):
                    candidates = list(mend(self.aimed, drawn, self.meter, rng))
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
        if isinstance(self.statement, Tends | InProbability):
            return NoWitness(reason="values alone decide no passage to the limit")
        exhausted = False
        try:
            for assignment, altered in self.assignments():
                outcome = self.test(assignment, altered)
                self._count(assignment, outcome)
                if isinstance(outcome, Differ):
                    found = self._finish(assignment, outcome)
                    if found is not None:
                        return found
                    if len(self.unfinished) >= UNFINISHED:
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
                if isinstance(self.test(assignment, altered), Agree) and self._possible(assignment):
                    return self._witness(assignment)
        except (Exhausted, RecursionError):
            return None
        return None

    def extended(self, assignment: Assignment) -> Witness | None:
        """The assignment with values for the names that are new, if it meets every hypothesis."""
        try:
            whole = completed(self.plan, assignment, self.seed, self.meter)
            return self._witness(whole) if whole is not None and self._possible(whole) else None
        except (Exhausted, RecursionError):
            return None

    def _possible(self, assignment: Assignment) -> bool:
        if not self.sorted.regimes:
            return True
        return approach(self.plan, self.sorted, self.moving, assignment, self.seed) is not False

    def _witness(self, assignment: Assignment) -> Witness:
        return Witness(
            self._texts(assignment),
            tuple(sorted(assignment.sizes.items())),
            self._written(assignment),
            len(self.plan.laws),
        )

    def _count(self, assignment: Assignment, outcome: Outcome) -> None:
        counts = self.counts
        counts.tried += 1
        if isinstance(outcome, Unshown):
            counts.unshown = counts.unshown or outcome.why
            return
        counts.met += 1
        if isinstance(outcome, Open):
            counts.open = counts.open or outcome.why
        if isinstance(outcome, Gap):
            counts.gaps.append((assignment, outcome))
        if isinstance(outcome, Agree):
            counts.compared += 1
            if outcome.digits is not None:
                counts.digits = outcome.digits if counts.digits is None else min(counts.digits, outcome.digits)

    def _finish(self, assignment: Assignment, outcome: Differ) -> Refutation | None:
        """The witness made simpler, if all other hypotheses can be met with it too."""
        full = self._with_laws(make_plan(self.context, self.constrained, self.sorted))
        alone = covers(self.plan, full) and not self.sorted.regimes
        if not alone and not self._goes_on(assignment, full):
            return None
        best, at = self._shrink(assignment, outcome)
        if not alone and best is not assignment and not self._goes_on(best, full):
            best, at = assignment, outcome
        return Refutation(
            "values",
            self._texts(best),
            at.left,
            at.right,
            tuple(sorted(best.sizes.items())),
            self._written(best),
            tried=self.counts.tried,
            met=self.counts.met,
            assumed=self._assumed(best),
            assumed_laws=len(full.laws),
        )

    def _goes_on(self, assignment: Assignment, full: Plan) -> bool:
        """Whether the other names have values that meet the other hypotheses, and the net goes on from there."""
        meter = Meter(COMPLETING)
        whole = completed(full, assignment, self.seed, meter)
        if whole is None:
            self.unfinished.append("no values of the other names meet the other hypotheses")
        elif self.sorted.regimes and approach(full, self.sorted, self.moving, whole, self.seed) is False:
            self.unfinished.append("the passage to the limit is not seen to be possible with these values")
        else:
            return True
        return False

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
        """Sizes and values for a reader: what the statement is computed from, and what its own premises define."""
        values = {**self._placed(assignment).values, **self._defined(assignment)}
        if self.plan.random:
            values |= self._laws(assignment)
        sizes, names = self._shown()
        shown = [(n, str(k)) for n, k in sorted(assignment.sizes.items()) if n in sizes]
        shown += [(n, value_text(v)) for n, v in sorted(values.items()) if n not in assignment.sizes and n in names]
        taken = {n for n, _ in shown}
        written = self.claim.written if self.claim is not None else {}
        return tuple((n if written.get(n, n) in taken else written.get(n, n), text) for n, text in shown)

    def _shown(self) -> tuple[set[str], set[str]]:
        """The sizes and the names that have a part in the statement."""
        if self.claim is None:
            return set(self.plan.sizes), {r.name for r in self.plan.drawn}
        spoken = [self.claim.statement, *self.claim.premises]
        names = set(needed_for(frozenset().union(*map(statement_names, spoken)), self.sorted))
        kinds = [self.context.declarations[n].type for n in names if n in self.context.declarations]
        return names | type_names(kinds).union(*map(sizes_in, spoken)), names

    def _written(self, assignment: Assignment) -> Json:
        """The assignment as JSON, with the law of the random names."""
        found = assignment_to_json(self._placed(assignment))
        law = law_to_json(self._laws(assignment)) if self.plan.random else None
        return found if law is None else {**found, "law": law}

    def _laws(self, assignment: Assignment) -> dict[str, Value]:
        """The random names with their laws."""
        with precision(BITS[0]):
            env = environment(self.plan, assignment, Meter(COMPLETING), check=False)
        return {n: env.values[n] for n in self.plan.random}

    def _defined(self, assignment: Assignment) -> dict[str, Value]:
        """The values of numbers that the premises of the claim define."""
        premises = self.claim.premises if self.claim is not None else ()
        heads = {d[0] for p in premises for s in flatten(p) if (d := definition_of(Hypothesis(s))) is not None and not d[1]}
        if not heads:
            return {}
        with precision(BITS[0]):
            try:
                env = environment(self.plan, assignment, Meter(COMPLETING), check=False)
            except (Unmet, Undefined, Undetermined, Exhausted):
                return {}
        return {r.name: env.values[r.name] for r in self.plan.computed if r.name in heads and r.type.is_scalar}

    def _assumed(self, assignment: Assignment) -> tuple[str, ...]:
        rows = self.context.declarations
        return tuple(sorted(n for n in assignment.values if n in rows and rows[n].origin == "assumed"))

    def _placed(self, assignment: Assignment) -> Assignment:
        """The assignment with the members and entries that hypotheses give to drawn names, where they are exact.

        Where they are not, a name that is given all its entries is left to that hypothesis, which defines it.
        """
        placed = {s.name: s.is_everywhere for s in self.plan.steps if isinstance(s, Placement)}
        if not placed:
            return assignment
        with precision(BITS[0]):
            env = environment(self.plan, assignment, Meter(COMPLETING), check=False)
        final = {n: v for n, v in env.values.items() if n in placed and all_exact(v)}
        defined = {n for n, everywhere in placed.items() if everywhere and n not in final}
        return replace(assignment, values={n: v for n, v in {**assignment.values, **final}.items() if n not in defined})

    def _gap(self) -> Refutation | None:
        """A side without a value: at an assignment where the other has one, in a closed statement, or in one for all values."""
        for_all = self.claim is not None and self.claim.for_all
        for assignment, gap in self.counts.gaps:
            if gap.which != "both" or self.closed or for_all:
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
                    for_all=for_all,
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
        if self.unfinished:
            counts.reason = self.unfinished[-1]
        elif not counts.reason and not counts.compared and not counts.gaps:
            counts.reason = counts.open if counts.met else counts.unshown
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
