"""Linear equations: what is linear in some names by its form, and exact solutions."""

from __future__ import annotations

from collections.abc import Collection

from flint import fmpq

from symproofs.refute.numbers import (
    ONE,
    ZERO,
    Gauss,
    PiMultiple,
    Scalar,
    Undetermined,
    divide,
    is_zero,
    multiply,
    negate,
    subtract,
)
from symproofs.terms.term import Term, bound_name, free_names


def is_linear(node: Term, names: Collection[str]) -> bool:
    """Whether the term is a linear form in the names by the way it is written, its other parts free of them."""
    if free_names(node).isdisjoint(names):
        return True
    match node.head:
        case "name":
            return True
        case "add" | "neg":
            return all(is_linear(a, names) for a in node.args)
        case "mul":
            touched = [a for a in node.args if not free_names(a).isdisjoint(names)]
            return len(touched) == 1 and is_linear(touched[0], names)
        case "div":
            return free_names(node.args[1]).isdisjoint(names) and is_linear(node.args[0], names)
        case "sum":
            inner = set(names) - {bound_name(node)}
            return all(free_names(a).isdisjoint(names) for a in node.args[1:]) and is_linear(node.args[0], inner)
    return False


def solve_one(coefficient: Scalar, constant: Scalar) -> Scalar | None:
    """x with coefficient · x + constant = 0. *Fails* (`Undetermined`) when the coefficient is or may be 0."""
    zero = is_zero(coefficient)
    if zero:
        raise Undetermined("an equation without its unknown")
    if zero is None:
        raise Undetermined("an equation whose coefficient may be 0", sharper=True)
    return divide(negate(constant), coefficient)


def solve_exactly(columns: list[list[Scalar]], right: list[Scalar]) -> tuple[list[Scalar], bool] | None:
    """A solution of Σ_k x_k columns[k] = right and whether it is the only one; `None` where there is none, which is exact.

    *Fails* (`Undetermined`) when a row is neither one of (Gaussian) rationals nor one of multiples of π.
    """
    for i in range(len(right)):
        row = [*(column[i] for column in columns), right[i]]
        if any(type(v) is PiMultiple for v in row) and all(type(v) is PiMultiple or is_zero(v) for v in row):
            row = [v.by if type(v) is PiMultiple else v for v in row]
        if any(type(v) is not fmpq and type(v) is not Gauss for v in row):
            raise Undetermined("linear equations whose coefficients are not exact")
        *coefficients_, right[i] = row
        for column, value in zip(columns, coefficients_, strict=True):
            column[i] = value
    found = solve_linear(columns, right)
    return None if found is None else (found, rank(columns) == len(columns))


def rank(columns: list[list[Scalar]]) -> int:
    """How many of the columns are independent; they are exact."""
    left = [list(c) for c in columns]
    found = 0
    for i in range(len(left[0]) if left else 0):
        pivot = next((c for c in left if not is_zero(c[i])), None)
        if pivot is None:
            continue
        found += 1
        left.remove(pivot)
        for c in left:
            factor = divide(c[i], pivot[i])
            c[:] = [subtract(v, multiply(factor, w)) for v, w in zip(c, pivot, strict=True)]
    return found


def solve_linear(columns: list[list[Scalar]], right: list[Scalar]) -> list[Scalar] | None:
    """A solution of Σ_k x_k columns[k] = right with free unknowns 0, exactly; `None` where there is none."""
    n = len(columns)
    rows = [[*(column[i] for column in columns), right[i]] for i in range(len(right))]
    pivots: list[tuple[int, int]] = []
    top = 0
    for k in range(n):
        found = next((i for i in range(top, len(rows)) if not is_zero(rows[i][k])), None)
        if found is None:
            continue
        rows[top], rows[found] = rows[found], rows[top]
        scale = divide(ONE, rows[top][k])
        rows[top] = [multiply(scale, v) for v in rows[top]]
        for i in range(len(rows)):
            if i != top and not is_zero(rows[i][k]):
                factor = rows[i][k]
                rows[i] = [subtract(v, multiply(factor, w)) for v, w in zip(rows[i], rows[top], strict=True)]
        pivots.append((top, k))
        top += 1
    if any(not is_zero(row[n]) for row in rows[top:]):
        return None
    solution: list[Scalar] = [ZERO] * n
    for i, k in pivots:
        solution[k] = rows[i][n]
    return solution
