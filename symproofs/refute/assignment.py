"""Assignments: sizes at which every shape makes sense, and values drawn for one round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from itertools import product as tuples
from math import prod
from random import Random

from symproofs.records import record
from symproofs.refute.draw import draw_value, more_size_tuples, size_tuples
from symproofs.refute.evaluate import Environment, Meter
from symproofs.refute.numbers import (
    Undefined,
    Undetermined,
    rational,
)
from symproofs.refute.plan import Hints, Plan
from symproofs.refute.statements import terms_of
from symproofs.refute.truth import holds
from symproofs.refute.values import Family, Value
from symproofs.terms.context import Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import Statement


@record
class Assignment:
    """Values for the sizes and for the drawn names."""

    sizes: Mapping[str, int]
    values: Mapping[str, Value]

    def put(self, name: str, value: Value) -> Assignment:
        return replace(self, values={**self.values, name: value})

    @property
    def key(self) -> object:
        return tuple(sorted(self.sizes.items())), tuple(sorted((n, _key(v)) for n, v in self.values.items()))


def _key(value: Value) -> str:
    if isinstance(value, Family):
        return repr(sorted((s, _key(v)) for s, v in value.members.items()))
    return repr(value)


# Sizes --------------------------------------------------------------------------------------------------------


def possible_sizes(plan: Plan, meter: Meter, rng: Random, fixed: Mapping[str, int]) -> list[dict[str, int]]:
    """Sizes at which every shape makes sense and that meet the hypotheses about sizes, in order of preference."""
    free = [s for s in plan.sizes if s not in fixed]
    if not free:
        return [dict(fixed)] if _sizes_fit({**fixed}, plan, meter) else []
    found: list[dict[str, int]] = []
    for batch in (size_tuples(len(free), rng), more_size_tuples(len(free)), named_size_tuples(len(free), plan.size_checks)):
        for values in batch if len(found) < 3 else ():
            sizes = {**fixed, **dict(zip(free, values, strict=False))}
            if len(values) == len(free) and sizes not in found and _sizes_fit(sizes, plan, meter):
                found.append(sizes)
            if len(found) >= 16:
                break
    return found


def named_size_tuples(count: int, checks: Iterable[Statement]) -> Iterator[tuple[int, ...]]:
    """Sizes among the numbers that the hypotheses about sizes name, their neighbours, halves and doubles."""
    numbers = {
        int(node.data[0])
        for check in checks
        for found in terms_of(check)
        for node in found.walk()
        if node.head == "num" and isinstance(node.data[0], Fraction) and 1 <= node.data[0] <= 10_000
    }
    near = sorted({2, 3}.union(*({k, k + 1, 2 * k, k // 2} for k in numbers)) - {0})
    return islice(tuples(near, repeat=count), 4096)


def sizes_of_round(found: list[dict[str, int]], round_: int, rng: Random) -> dict[str, int]:
    """Each of the sizes once, then the small ones again."""
    if round_ < len(found):
        return found[round_]
    small = [s for s in found if max(s.values(), default=0) <= 3]
    return rng.choice(small or found)


def _sizes_fit(sizes: dict[str, int], plan: Plan, meter: Meter) -> bool:
    meter.spend(3)
    for form in plan.shapes:
        value = form.evaluate(sizes)
        if value.denominator != 1 or value < 1:
            return False
    kinds = plan.types
    for group in _apart_from_each_other(plan):
        over = kinds[group[0]].index
        if over is not None and over.evaluate(sizes) < len(group):
            return False
    env = Environment(dict(kinds), sizes, {}, meter, sorts=plan.sorts)
    try:
        return all(holds(s, env) for s in plan.size_checks)
    except (Undefined, Undetermined):
        return False


def _apart_from_each_other(plan: Plan) -> Iterator[list[str]]:
    """Groups of index names of one range any two of which differ: the range has at least as many members."""
    pairs = {p for p in plan.distinct if all(n in plan.types and plan.types[n].index is not None for n in p)}
    pairs = {p for p in pairs if plan.types[p[0]].index == plan.types[p[1]].index}
    names = sorted({n for p in pairs for n in p})
    for first in names:
        group = [first]
        for n in names:
            if all((min(n, m), max(n, m)) in pairs for m in group):
                group.append(n)
        yield group


# Drawing ------------------------------------------------------------------------------------------------------


def draw(plan: Plan, sizes: Mapping[str, int], rng: Random, round_: int, fixed: Mapping[str, Value]) -> Assignment | None:
    """Values for every drawn name that has none yet. `None` when a declared property could not be met."""
    env_sizes = dict(sizes)

    def size(of: Size) -> int:
        return env_sizes[of.name] if of.name is not None else int(of.evaluate(env_sizes))

    values: dict[str, Value] = dict(fixed)
    if sum(_count(row, size) for row in plan.drawn) > MOST_ENTRIES:
        return None
    for place, row in enumerate(plan.drawn):
        if row.name in values:
            continue
        hints = plan.hints.get(row.name, Hints(row.properties))
        value = draw_value(row.type, hints, size, rng, round_, place, plan.periodic)
        if row.type.index is not None:
            value = _distinct_index(row, value, values, plan, size(row.type.index), rng)
        if value is None:
            return None
        values[row.name] = value
    return Assignment(env_sizes, values)


MOST_ENTRIES = 4000
"""No assignment has more numbers to draw."""


def _count(row: Declaration, size: Callable[[Size], int]) -> int:
    return prod(map(size, (row.type.rows, row.type.cols, *row.type.over)))


def _distinct_index(
    row: Declaration, value: Value | None, values: Mapping[str, Value], plan: Plan, n: int, rng: Random
) -> Value | None:
    """The index drawn, or another one where it must differ from indices drawn before."""
    partners = {b if a == row.name else a for a, b in plan.distinct if row.name in (a, b)}
    taken = [values[p] for p in partners if p in values]
    if value not in taken:
        return value
    left = [v for v in map(rational, range(1, n + 1)) if v not in taken]
    return rng.choice(left) if left else None
