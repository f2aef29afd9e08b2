"""Assignments that meet the hypotheses: sizes, drawn values, computed values, checks.

`draw` makes an assignment for one round; `environment` computes what definitions give and checks the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from itertools import product as tuples
from math import prod
from random import Random

from symproofs.refute.arrays import Array, Tensor, entries, same_shape, shape
from symproofs.refute.draw import draw_value, has_all, more_size_tuples, size_tuples
from symproofs.refute.evaluate import Environment, Meter
from symproofs.refute.hypotheses import Placement, Rows, Step, terms_of
from symproofs.refute.numbers import (
    Contradiction,
    Undefined,
    Undetermined,
    rational,
    whole,
)
from symproofs.refute.plan import Hints, Plan, hints_of, premises_of
from symproofs.refute.quantifiers import cases
from symproofs.refute.truth import equal_tensors, equations, holds, in_sort
from symproofs.refute.values import Family, Function, RowFunction, Value
from symproofs.terms.context import Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import ForAll, Statement


class Unmet(Exception):
    """A hypothesis does not hold at an assignment."""


@dataclass(frozen=True)
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


# Computing and checking ---------------------------------------------------------------------------------------


def environment(plan: Plan, assignment: Assignment, meter: Meter, check: bool = True, altered: bool = False) -> Environment:
    """Everything named has its value, and every hypothesis is shown to hold.

    Drawn values have their declared sorts and properties by making; where they were `altered` that is checked too.
    *Fails when* a hypothesis does not (`Unmet`), or a definition has no value (`Undefined`, `Undetermined`).
    """
    env = Environment(
        dict(plan.types), dict(assignment.sizes), dict(assignment.values), meter, inner=plan.inner, sorts=plan.sorts
    )
    for step in plan.steps:
        run_step(step, env)
    if check:
        placed = {s.name for s in plan.steps if isinstance(s, Placement)}
        for row in (*plan.computed, *(r for r in plan.drawn if altered or r.name in placed)):
            if not fits_declaration(row, env.values[row.name], env):
                raise Unmet(f"{row.name} is not as declared")
        for a, b in plan.distinct:
            if env.values.get(a) == env.values.get(b):
                raise Unmet(f"{a} ≠ {b}")
        for statement in plan.checks:
            if not holds(statement, env):
                raise Unmet("a hypothesis does not hold")
        for law in plan.laws:
            if law_fails(law, env):
                raise Unmet("a law does not hold")
    return env


LAW_SAMPLES = 4


def law_fails(law: Statement, env: Environment) -> bool:
    """Whether equations for all values of something are shown to fail at some of a few values."""
    if not isinstance(law, ForAll):
        raise Undetermined("no law")
    hints = hints_of(tuple(Declaration(n, kind) for n, kind in law.names), premises_of(law))
    shown = False
    for round_ in range(1, LAW_SAMPLES + 1):
        rng = Random(f"law/{round_}")
        inner = env
        for place, (bound, kind) in enumerate(law.names):
            value = draw_value(kind, hints[bound], env.size, rng, round_, place, False)
            if value is None:
                raise Undetermined(f"no value for {bound}")
            inner = inner.with_bound(bound, kind, value)
        try:
            pairs = list(equations(law.body, inner))
        except Contradiction:
            return True
        except (Undefined, Undetermined):
            continue
        if any(equal_tensors(a, b) is False for a, b in pairs):
            return True
        shown = shown or bool(pairs)
    if not shown:
        raise Undetermined("a law that speaks of none of the values tried")
    return False


def run_step(step: Step, env: Environment) -> None:
    """Give a name the value that its definition computes."""
    if isinstance(step, Placement):
        _place(step, env)
    elif isinstance(step, Rows):
        env.values[step.name] = RowFunction(step.rows)
    elif step.is_family:
        ranges = [range(1, env.size(t.index) + 1) for t in step.types]
        members: dict[tuple[int, ...], Tensor] = {}
        for subscripts in tuples(*ranges):
            inner = env
            for parameter, kind, k in zip(step.parameters, step.types, subscripts, strict=True):
                inner = inner.with_bound(parameter, kind, rational(k))
            members[subscripts] = inner.value(step.body)
        env.values[step.name] = Family(members)
    elif step.parameters:
        env.values[step.name] = Function(step.parameters, step.types, step.body)
    else:
        env.values[step.name] = env.value(step.body)


def _place(step: Placement, env: Environment) -> None:
    for inner in cases(step.bound, step.premises, env) if step.bound else [env]:
        if not all(holds(p, inner) for p in step.premises):
            continue
        value = inner.value(step.body)
        subscripts = step.target.args if step.target.head == "member" else step.target.args[1:]
        at = tuple(whole(inner.number(a)) or 0 for a in subscripts)
        old = env.values[step.name]
        if isinstance(old, Family):
            env.values[step.name] = Family({**old.members, at: value})
        elif not isinstance(old, Function):
            env.values[step.name] = _with_entry(old, at, value)


def _with_entry(x: Tensor, at: tuple[int, ...], value: Tensor) -> Tensor:
    rows, cols = shape(x)
    k = at[0] - 1 if len(at) == 1 else (at[0] - 1) * cols + at[1] - 1
    if isinstance(value, Array) or not 0 <= k < rows * cols:
        raise Undetermined("an entry that does not fit")
    changed = list(entries(x))
    changed[k] = value
    return same_shape(x, changed)


def fits_declaration(row: Declaration, value: Value, env: Environment) -> bool:
    """Whether a value is shown to be of the declared sort and to have the declared properties."""
    if isinstance(value, (Function, RowFunction)):
        return True
    if isinstance(value, Family):
        return all(fits_declaration(replace(row, type=row.type.member), v, env) for v in value.members.values())
    if row.type.index is not None:
        k = None if isinstance(value, Array) else whole(value)
        return k is not None and 1 <= k <= env.size(row.type.index)
    return all(in_sort(v, row.type.sort) is True for v in entries(value)) and has_all(value, row.properties)


def covers(plan: Plan, full: Plan) -> bool:
    """Whether an assignment that meets the hypotheses of the first plan meets those of the second."""
    return (
        set(full.steps) <= set(plan.steps)
        and set(full.checks) <= set(plan.checks)
        and set(full.size_checks) <= set(plan.size_checks)
        and set(full.distinct) <= set(plan.distinct)
        and full.shapes <= plan.shapes
        and set(full.laws) <= set(plan.laws)
    )
