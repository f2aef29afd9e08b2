"""Assignments in which numbers differ by a period: all angles of a statement move by multiples of 2π.

With sin(t₁/C) = sin(t₂/C) and the like among the hypotheses, t₁ = t₂ meets them, and so does t₁ = t₂ + s π for the least s
that turns every angle whole. Candidates only; the caller checks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm

from symproofs.refute.assignment import Assignment
from symproofs.refute.compute import Unmet, environment
from symproofs.refute.evaluate import Meter
from symproofs.refute.numbers import (
    ONE,
    ZERO,
    PiMultiple,
    Scalar,
    Undefined,
    Undetermined,
    add,
    imaginary_part,
    is_zero,
    multiply,
    pi_times,
    rational,
    real_part,
    subtract,
)
from symproofs.refute.plan import Plan
from symproofs.refute.truth import equations

MOST_NAMES = 4


def shifted(plan: Plan, assignment: Assignment, meter: Meter) -> Iterator[Assignment]:
    """One real number moved by a period of everything from another one, which is 0 or a quarter of it: sines are exact there."""
    rows = [r for r in plan.drawn if r.type.is_scalar and r.type.index is None and r.type.sort == "real"]
    names = [r.name for r in rows if plan.hints[r.name].sort is None][:MOST_NAMES]
    for name in names:
        for other in (n for n in names if n != name):
            at = assignment.put(other, ZERO)
            period = _period(plan, at, name, meter)
            if period is not None:
                yield at.put(name, period)
                quarter = multiply(rational(Fraction(1, 4)), period)
                yield at.put(other, quarter).put(name, add(quarter, period))


def _period(plan: Plan, assignment: Assignment, name: str, meter: Meter) -> Scalar | None:
    """The least multiple of π by which every angle moves by a multiple of 2π when the name moves from 0 by it."""
    first, second = (_angles(plan, assignment.put(name, value), meter) for value in (ZERO, pi_times(ONE)))
    if len(first) != len(second):
        return None
    steps = []
    for a, b in zip(first, second, strict=True):
        moved = subtract(b, a)
        if is_zero(moved):
            continue
        if not isinstance(moved, PiMultiple) or (real_part(moved.by) != 0 and imaginary_part(moved.by) != 0):
            return None
        part = real_part(moved.by) + imaginary_part(moved.by)
        steps.append(abs(Fraction(int(part.p), int(part.q))))
    if not steps:
        return None
    common = Fraction(gcd(*(s.numerator for s in steps)), lcm(*(s.denominator for s in steps)))
    return pi_times(rational(2 / common))


def _angles(plan: Plan, assignment: Assignment, meter: Meter) -> list[Scalar]:
    """The arguments of periodic functions in the hypotheses, in the order in which they are evaluated."""
    found: list[Scalar] = []
    try:
        env = environment(plan, assignment, meter, check=False)
        env.angles = found
        for statement in plan.checks:
            for _ in equations(statement, env):
                pass
    except (Undefined, Undetermined, Unmet):
        return []
    return found
