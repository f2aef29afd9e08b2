"""Simpler assignments near to one that was found: smaller sizes, more zeros and ones. Candidates only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from symproofs.refute.arrays import Array, Tensor, constant, identity, same_shape
from symproofs.refute.assignment import Assignment, draw, possible_sizes
from symproofs.refute.draw import STRUCTURES, candidates
from symproofs.refute.evaluate import Meter
from symproofs.refute.numbers import ONE, ZERO
from symproofs.refute.plan import Hints, Plan
from symproofs.refute.values import Family, Function, Value
from symproofs.refute.witness import complexity
from symproofs.terms.context import Declaration


def simpler(plan: Plan, assignment: Assignment, meter: Meter, seed: int) -> Iterator[Assignment]:
    """Assignments that are easier to read, the boldest changes first. They need not meet the hypotheses."""
    yield from _smaller_sizes(plan, assignment, meter, seed)
    rows = sorted(plan.drawn, key=lambda r: -complexity(assignment.values[r.name]))
    for at_once in (True, False):
        for row in rows:
            for value in _simpler_values(row, assignment.values[row.name], plan.hints.get(row.name, Hints()), at_once):
                yield assignment.put(row.name, value)


def _smaller_sizes(plan: Plan, assignment: Assignment, meter: Meter, seed: int) -> Iterator[Assignment]:
    """The same with a size 3 or more made smaller, down to 2, everything drawn anew."""
    for name, size in assignment.sizes.items():
        for less in range(2, size):
            sizes = {**assignment.sizes, name: less}
            if possible_sizes(plan, meter, Random(0), sizes):
                for round_ in range(4):
                    drawn = draw(plan, sizes, Random(f"{seed}/{name}/{round_}"), round_ + 1, {})
                    if drawn is not None:
                        yield drawn


def _simpler_values(row: Declaration, value: Value, hints: Hints, at_once: bool) -> Iterator[Value]:
    """Simpler values of a name: the whole of it, or entry by entry."""
    if isinstance(value, Function) or row.type.index is not None:
        return
    if isinstance(value, Family):
        for key, member in value.members.items():
            for simple in _simpler_tensors(member, hints, at_once):
                yield Family({**value.members, key: simple})
    elif isinstance(value, Array):
        yield from _simpler_tensors(value, hints, at_once)
    elif at_once:
        pool = candidates(hints.sort or row.type.sort, hints)
        yield from (v for v in sorted(pool, key=complexity) if complexity(v) < complexity(value))


def _simpler_tensors(value: Tensor, hints: Hints, at_once: bool) -> Iterator[Tensor]:
    now = complexity(value)
    if not isinstance(value, Array):
        yield from (v for v in (ZERO, ONE) if at_once and complexity(v) < now)
        return
    if hints.properties & set(STRUCTURES[:2]):
        return
    if at_once:
        whole = [constant(value.rows, value.cols, ZERO), constant(value.rows, value.cols, ONE)]
        if value.rows == value.cols:
            whole.insert(1, identity(value.rows))
        yield from (v for v in whole if complexity(v) < now)
        return
    for k, entry in enumerate(value.entries):
        for v in (ZERO, ONE):
            if complexity(v) < complexity(entry):
                yield same_shape(value, (v if j == k else e for j, e in enumerate(value.entries)))
