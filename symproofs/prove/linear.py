"""Linear systems over the rationals: solved exactly, with signs asked of the unknowns where that is wanted.

Columns and target are sparse: row key → coefficient. *Fails when* there is no solution: `None`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

Vector = Mapping[Any, Any]
"""Row key → coefficient, a number of python-flint."""

ZERO, ONE = fmpq(0), fmpq(1)
MOST_PIVOTS = 400


def solve(columns: Sequence[Vector], target: Vector) -> list[Fraction] | None:
    """Unknowns with Σ x_k column_k = target, those of later columns 0 where they are free."""
    keys = list(dict.fromkeys(key for v in (*columns, target) for key in v))
    width = len(columns)
    if not (keys and width):
        return None if any(target.values()) else [Fraction(0)] * width
    table = fmpq_mat(len(keys), width + 1, [v.get(key, ZERO) for key in keys for v in (*columns, target)])
    reduced, rank = table.rref()
    found = [Fraction(0)] * width
    for r in range(rank):
        column = next(c for c in range(width + 1) if reduced[r, c])
        if column == width:
            return None
        found[column] = _fraction(reduced[r, width])
    return found


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _eliminate(rows: list[list[Any]], pivot: int, column: int) -> None:
    factor = rows[pivot][column]
    rows[pivot] = [x / factor for x in rows[pivot]]
    for r, row in enumerate(rows):
        if r != pivot and row[column]:
            c = row[column]
            rows[r] = [x - c * y if y else x for x, y in zip(row, rows[pivot], strict=True)]


def solve_nonnegative(
    columns: Sequence[Vector], target: Vector, free: Sequence[bool], strict: Sequence[bool]
) -> list[Fraction] | None:
    """Unknowns with Σ x_k column_k = target, x_k ≥ 0 unless free, one of the strict ones positive if any is marked.

    The simplex method in exact numbers, smallest index first, so that it ends.
    """
    kept = _possible(columns, target, free)
    if kept is None:
        return None
    some = [columns[k] for k in kept]
    loose, hard = [free[k] for k in kept], [strict[k] for k in kept]
    found = _simplex(some, target, loose, None)
    if found is not None and any(hard) and not _any_positive(found, hard):
        # mixed with this one, any other solution has strict unknowns of any small sum
        found = _simplex(some, target, loose, hard)
    if found is None or (any(strict) and not _any_positive(found, hard)):
        return None
    whole = [Fraction(0)] * len(columns)
    for k, x in zip(kept, found, strict=True):
        whole[k] = _fraction(x)
    return whole


def _any_positive(found: Sequence[Any], strict: Sequence[bool]) -> bool:
    return any(x > 0 for x, s in zip(found, strict, strict=True) if s)


def _possible(columns: Sequence[Vector], target: Vector, free: Sequence[bool]) -> list[int] | None:
    """The unknowns that need not be 0: in a row without target nothing cancels what has one sign only. `None`: no solution."""
    kept = list(range(len(columns)))
    while True:
        entries: dict[Any, list[int]] = {key: [] for key in target if target[key]}
        for k in kept:
            for key in columns[k]:
                entries.setdefault(key, []).append(k)
        dropped: set[int] = set()
        for key, own in entries.items():
            signs = {columns[k][key] > 0 for k in own} | ({True, False} if any(free[k] for k in own) else set())
            wanted = target.get(key, ZERO)
            if wanted and (wanted > 0) not in signs:
                return None
            if not wanted and (len(own) == 1 or len(signs) == 1):
                dropped.update(own)
        if not dropped:
            return kept
        kept = [k for k in kept if k not in dropped]


def _simplex(columns: Sequence[Vector], target: Vector, free: Sequence[bool], strict: Sequence[bool] | None) -> list[Any] | None:
    """A solution; with strict unknowns given, one that makes their sum as great as it can be up to 1."""
    keys = list(dict.fromkeys(key for v in (*columns, target) for key in v))
    spread: list[tuple[int, int]] = [(k, s) for k in range(len(columns)) for s in ((1, -1) if free[k] else (1,))]
    table = []
    for key in keys:
        row = [s * columns[k].get(key, ZERO) for k, s in spread] + [target.get(key, ZERO)]
        table.append([-x for x in row] if row[-1] < 0 else row)
    width, height = len(spread), len(table)
    if strict is not None:
        table = [[*row[:-1], ZERO, row[-1]] for row in table]
        table.append([ONE if strict[k] else ZERO for k, _ in spread] + [ONE, ONE])
        width, height = width + 1, height + 1
    table = [[*row[:-1], *(ONE if r == k else ZERO for k in range(height)), row[-1]] for r, row in enumerate(table)]
    basis = list(range(width, width + height))
    cost = [-sum((row[c] for row in table), ZERO) if c < width else ZERO for c in range(width + height)]
    cost.append(-sum((row[-1] for row in table), ZERO))
    if not _minimise(table, basis, cost, width) or cost[-1] != 0:
        return None
    _drive_out(table, basis, width)
    if strict is not None:
        gain = [-ONE if c < len(spread) and strict[spread[c][0]] else ZERO for c in range(width + height)] + [ZERO]
        for r, b in enumerate(basis):
            if gain[b]:
                c = gain[b]
                gain = [x - c * y for x, y in zip(gain, table[r], strict=True)]
        if not _minimise(table, basis, gain, width):
            return None
    found = [ZERO] * len(columns)
    for r, b in enumerate(basis):
        if b < len(spread):
            k, s = spread[b]
            found[k] += s * table[r][-1]
    return found


def _minimise(table: list[list[Any]], basis: list[int], cost: list[Any], width: int) -> bool:
    """Pivot until no cost is negative. `False` where there is no end in sight."""
    for _ in range(MOST_PIVOTS):
        column = next((c for c in range(width) if cost[c] < 0), None)
        if column is None:
            return True
        ratios = [(row[-1] / row[column], basis[r], r) for r, row in enumerate(table) if row[column] > 0]
        if not ratios:
            return False
        _pivot(table, basis, cost, min(ratios)[2], column)
    return False


def _pivot(table: list[list[Any]], basis: list[int], cost: list[Any], r: int, column: int) -> None:
    _eliminate(table, r, column)
    if cost[column]:
        c = cost[column]
        cost[:] = [x - c * y if y else x for x, y in zip(cost, table[r], strict=True)]
    basis[r] = column


def _drive_out(table: list[list[Any]], basis: list[int], width: int) -> None:
    """Artificial unknowns that are 0 leave the basis where they can."""
    for r, b in enumerate(basis):
        if b >= width:
            column = next((c for c in range(width) if table[r][c]), None)
            if column is not None:
                _pivot(table, basis, [ZERO] * len(table[r]), r, column)
