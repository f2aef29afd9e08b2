"""Moving a drawn value so that equations among the hypotheses hold.

The equations are solved exactly as linear ones in the entries of one drawn name, then of all of them, or as one
quadratic equation in a number. The caller checks what comes out like any other assignment.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from flint import fmpq

from symproofs.refute.arrays import entries, same_shape, shape
from symproofs.refute.assignment import Assignment
from symproofs.refute.compute import Unmet, environment
from symproofs.refute.draw import candidates
from symproofs.refute.evaluate import Meter
from symproofs.refute.functions import exact_root
from symproofs.refute.linear import solve_linear
from symproofs.refute.numbers import (
    ONE,
    ZERO,
    PiMultiple,
    Scalar,
    Undefined,
    Undetermined,
    add,
    divide,
    is_exact,
    is_zero,
    multiply,
    negate,
    subtract,
)
from symproofs.refute.periods import shifted
from symproofs.refute.plan import Plan, for_checks
from symproofs.refute.truth import equations
from symproofs.refute.values import Family, Function, Value


def _residual(plan: Plan, assignment: Assignment, meter: Meter) -> list[Scalar] | None:
    """What the equations lack, entry by entry; `None` where it is not exact."""
    env = environment(plan, assignment, meter, check=False)
    found: list[Scalar] = []
    for statement in plan.checks:
        for left, right in equations(statement, env):
            if shape(left) != shape(right):
                return None
            found += [subtract(a, b) for a, b in zip(entries(left), entries(right), strict=True)]
    return found if all(map(is_exact, found)) else None


def _residual_or_none(plan: Plan, assignment: Assignment, meter: Meter) -> list[Scalar] | None:
    try:
        return _residual(plan, assignment, meter)
    except (Undefined, Undetermined, Unmet):
        return None


MOST_UNKNOWNS = 12


def mend(plan: Plan, assignment: Assignment, meter: Meter, rng: Random) -> Iterator[Assignment]:
    """Assignments in which drawn names are moved so that the equations may hold; the caller checks them."""
    names = [row.name for row in plan.drawn if row.type.parameters is None and row.type.index is None]
    plan = for_checks(plan)
    rng.shuffle(names)
    yield from _moved(plan, assignment, names, frozenset(), meter, rng)
    if plan.periodic:
        origin = _at(ZERO, plan, assignment)
        yield origin
        for begin in (assignment, origin, _at(ONE, plan, assignment)):
            for moved in shifted(plan, begin, meter):
                yield moved
                yield from _counted(plan, moved, meter, rng)
        angles = frozenset(r.name for r in plan.drawn if r.type.is_scalar and r.type.sort == "real")
        start = assignment
        for name in angles:
            start = start.put(name, ZERO)
        if angles:
            yield from _moved(plan, start, names, angles, meter, rng)


def _counted(plan: Plan, assignment: Assignment, meter: Meter, rng: Random) -> Iterator[Assignment]:
    """The integers that count periods moved so that the equations between them and what was shifted may hold."""
    counts = [r.name for r in plan.drawn if r.type.is_scalar and r.type.index is None and r.type.sort in ("natural", "integer")]
    if counts:
        yield from _moved(plan, assignment, counts, frozenset(), meter, rng)


def _at(value: Scalar, plan: Plan, assignment: Assignment) -> Assignment:
    """Every number that may have the value has it: at 0 periodic functions are exact, and equal at equal arguments."""
    for row in plan.drawn:
        if row.type.is_scalar and row.type.index is None and value in candidates(row.type.sort, plan.hints[row.name]):
            assignment = assignment.put(row.name, value)
    return assignment


def _moved(
    plan: Plan, start: Assignment, names: list[str], angles: frozenset[str], meter: Meter, rng: Random
) -> Iterator[Assignment]:
    """Some of the names moved, the angles by multiples of π."""
    at = _residual_or_none(plan, start, meter)
    if at is None or all(is_zero(v) for v in at):
        return
    for moved in (*((n,) for n in names[:4]), *((tuple(names),) if len(names) > 1 else ())):
        if sum(len(_unknowns(start.values[n])) for n in moved) > MOST_UNKNOWNS:
            continue
        try:
            candidate = _solved(plan, start, moved, at, angles, meter, rng)
        except (Undefined, Undetermined, Unmet):
            continue
        if candidate is not None:
            yield candidate


def _unknowns(value: Value) -> list[Scalar]:
    if isinstance(value, Family):
        return [v for key in sorted(value.members) for v in entries(value.members[key])]
    return [] if isinstance(value, Function) else list(entries(value))


def _with_unknowns(value: Value, values: list[Scalar]) -> Value:
    if isinstance(value, Family):
        members, k = {}, 0
        for key in sorted(value.members):
            n = len(entries(value.members[key]))
            members[key] = same_shape(value.members[key], values[k : k + n])
            k += n
        return Family(members)
    return same_shape(value, values)


def _solved(
    plan: Plan,
    assignment: Assignment,
    names: tuple[str, ...],
    at: list[Scalar],
    angles: frozenset[str],
    meter: Meter,
    rng: Random,
) -> Assignment | None:
    """Values of the names at which the residual vanishes if it is linear in them (or quadratic, in one number)."""
    unknowns = [(v, n in angles) for n in names for v in _unknowns(assignment.values[n])]
    start = [v for v, _ in unknowns]

    def moved_by(moves: list[Scalar]) -> Assignment:
        moved, k = assignment, 0
        for n in names:
            value = assignment.values[n]
            count = len(_unknowns(value))
            entries_ = [add(a, b) for a, b in zip(start[k : k + count], moves[k : k + count], strict=True)]
            moved, k = moved.put(n, _with_unknowns(value, entries_)), k + count
        return moved

    # A multiple of π moves by multiples of π.
    units = [PiMultiple(ONE) if angle or isinstance(v, PiMultiple) else ONE for v, angle in unknowns]
    columns, live = [], []
    for k in range(len(start)):
        found = _residual_or_none(plan, moved_by([units[k] if j == k else ZERO for j in range(len(start))]), meter)
        if found is not None and len(found) == len(at):
            columns.append([subtract(a, b) for a, b in zip(found, at, strict=True)])
            live.append(k)
    if not live:
        return None
    back = _residual(plan, moved_by([negate(units[0])]), meter) if len(start) == 1 else None
    back = back if back is not None and len(back) == len(at) else None
    rows = [list(at), *columns, *([[subtract(a, b) for a, b in zip(back, at, strict=True)]] if back else [])]
    if not _without_pi(rows):
        return None
    if len(start) == 1 and back:
        for f0, up, down in zip(*rows, strict=True):
            move = _root_of(f0, up, down, rng)
            if move is not None:
                return moved_by([multiply(move, units[0])])
        return None
    moves = solve_linear(rows[1 : 1 + len(live)], [negate(v) for v in rows[0]])
    if moves is None:
        return None
    by = dict(zip(live, moves, strict=True))
    return moved_by([multiply(by[k], unit) if k in by else ZERO for k, unit in enumerate(units)])


def _without_pi(rows: list[list[Scalar]]) -> bool:
    """Divide by π every equation, a column here, that consists of multiples of π; whether all are exact then."""
    for i in range(len(rows[0])):
        column = [row[i] for row in rows]
        if any(isinstance(v, PiMultiple) for v in column):
            if not all(isinstance(v, PiMultiple) or is_zero(v) for v in column):
                return False
            for row in rows:
                row[i] = row[i].by if isinstance(row[i], PiMultiple) else row[i]
    return True


def _root_of(c: Scalar, up: Scalar, down: Scalar, rng: Random) -> Scalar | None:
    """A rational t ≠ 0 with f(t) = 0 for the quadratic f with f(0) = c, f(1) - c = up, f(-1) - c = down."""
    a, b = multiply(fmpq(1, 2), add(up, down)), multiply(fmpq(1, 2), subtract(up, down))
    if is_zero(a):
        return None if is_zero(b) or is_zero(c) else negate(divide(c, b))
    if not (type(a) is fmpq and type(b) is fmpq and type(c) is fmpq):
        return None
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return None
    root = exact_root(discriminant, 2)
    if root is None:
        return None
    roots = [t for t in ((-b + root) / (2 * a), (-b - root) / (2 * a)) if t != 0]
    return rng.choice(roots) if roots else None
