"""Values for the names that are still without, so that all hypotheses of a plan hold."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from symproofs.refute.assignment import Assignment, draw, possible_sizes, sizes_of_round
from symproofs.refute.compute import Unmet, environment
from symproofs.refute.evaluate import Exhausted, Meter
from symproofs.refute.mend import mend
from symproofs.refute.numbers import Undefined, Undetermined, precision
from symproofs.refute.plan import Plan

BITS = (100, 400)
"""Precisions tried in turn."""

ROUNDS = 24


def completed(plan: Plan, fixed: Assignment, seed: int, meter: Meter) -> Assignment | None:
    """An assignment that has the values given and meets the hypotheses of the plan, if one is found within the meter."""
    if plan.unknown or plan.hopeless:
        return None
    try:
        sizes = possible_sizes(plan, meter, Random(f"{seed}"), fixed.sizes)
        whole = all(r.name in fixed.values for r in plan.drawn)
        for round_ in range(1 if whole and len(sizes) == 1 else ROUNDS if sizes else 0):
            rng = Random(f"{seed}/rest/{round_}")
            drawn = draw(plan, sizes_of_round(sizes, round_, rng), rng, round_, fixed.values)
            if drawn is None:
                continue
            for candidate in _with_mended(drawn, plan, meter, rng, fixed):
                if meets(plan, candidate, meter):
                    return candidate
    except Exhausted:
        pass
    return None


def _with_mended(assignment: Assignment, plan: Plan, meter: Meter, rng: Random, fixed: Assignment) -> Iterator[Assignment]:
    yield assignment
    if plan.checks:
        with precision(BITS[0]):
            candidates = [c for c in mend(plan, assignment, meter, rng) if all(c.values[n] is v for n, v in fixed.values.items())]
        yield from candidates


def meets(plan: Plan, assignment: Assignment, meter: Meter) -> bool:
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
