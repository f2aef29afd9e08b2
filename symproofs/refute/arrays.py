"""Arrays of numbers: what matrix operations give, entry by entry. A 1×1 array is the number in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from symproofs.refute.numbers import (
    ONE,
    ZERO,
    Scalar,
    Undefined,
    Undetermined,
    absolute_square,
    add,
    is_exact,
    is_zero,
    multiply,
    negate,
    number_from_json,
    number_to_json,
    reciprocal,
    subtract,
)


@dataclass(frozen=True, slots=True)
class Array:
    """rows × cols numbers, row by row; not 1×1. Build with `array`."""

    rows: int
    cols: int
    entries: tuple[Scalar, ...]

    def row(self, i: int) -> tuple[Scalar, ...]:
        return self.entries[i * self.cols : (i + 1) * self.cols]

    def at(self, i: int, j: int) -> Scalar:
        """The entry at row i, column j, counted from 0."""
        return self.entries[i * self.cols + j]


Tensor = Scalar
"""A number or an `Array`."""


def array(rows: int, cols: int, entries: Iterable[Scalar]) -> Tensor:
    found = tuple(entries)
    return found[0] if rows == 1 == cols else Array(rows, cols, found)


def shape(x: Tensor) -> tuple[int, int]:
    return (x.rows, x.cols) if isinstance(x, Array) else (1, 1)


def entries(x: Tensor) -> tuple[Scalar, ...]:
    return x.entries if isinstance(x, Array) else (x,)


def same_shape(x: Tensor, values: Iterable[Scalar]) -> Tensor:
    return array(*shape(x), values)


def each(function: Callable[[Scalar], Scalar], x: Tensor) -> Tensor:
    return Array(x.rows, x.cols, tuple(map(function, x.entries))) if isinstance(x, Array) else function(x)


def pairwise(function: Callable[[Scalar, Scalar], Scalar], x: Tensor, y: Tensor) -> Tensor:
    """Entry by entry. *Fails when* the shapes differ."""
    if shape(x) != shape(y):
        raise Undetermined(f"arrays of different shapes, {shape(x)} and {shape(y)}")
    if isinstance(x, Array):
        return Array(x.rows, x.cols, tuple(map(function, x.entries, y.entries)))
    return function(x, y)


def identity(n: int) -> Tensor:
    return array(n, n, (ONE if i == j else ZERO for i in range(n) for j in range(n)))


def constant(rows: int, cols: int, value: Scalar) -> Tensor:
    return array(rows, cols, (value,) * (rows * cols))


def transpose(x: Tensor) -> Tensor:
    if not isinstance(x, Array):
        return x
    return Array(x.cols, x.rows, tuple(x.at(i, j) for j in range(x.cols) for i in range(x.rows)))


def dot(x: Iterable[Scalar], y: Iterable[Scalar]) -> Scalar:
    total: Scalar = ZERO
    for a, b in zip(x, y, strict=True):
        total = add(total, multiply(a, b))
    return total


def product(x: Tensor, y: Tensor) -> Tensor:
    """The product of numbers, of a number and an array, of matrices."""
    if not isinstance(x, Array):
        return each(lambda b: multiply(x, b), y)
    if not isinstance(y, Array):
        return each(lambda a: multiply(a, y), x)
    if x.cols != y.rows:
        raise Undetermined(f"a product of {x.rows}×{x.cols} and {y.rows}×{y.cols}")
    columns = [y.entries[j :: y.cols] for j in range(y.cols)]
    return array(x.rows, y.cols, (dot(x.row(i), column) for i in range(x.rows) for column in columns))


def total(values: Iterable[Scalar]) -> Scalar:
    found: Scalar = ZERO
    for v in values:
        found = add(found, v)
    return found


def average(values: Sequence[Tensor]) -> Tensor:
    """The mean of tensors of one shape."""
    sums = [total(column) for column in zip(*map(entries, values), strict=True)]
    return same_shape(values[0], (multiply(fmpq(1, len(values)), v) for v in sums))


def trace(x: Tensor) -> Scalar:
    return total(x.at(i, i) for i in range(x.rows)) if isinstance(x, Array) else x


def diagonal(x: Tensor) -> Tensor:
    """The diagonal matrix of a vector."""
    values = entries(x)
    n = len(values)
    return array(n, n, (values[i] if i == j else ZERO for i in range(n) for j in range(n)))


def kronecker(x: Tensor, y: Tensor) -> Tensor:
    (m, n), (p, q) = shape(x), shape(y)
    a, b = entries(x), entries(y)
    return array(
        m * p,
        n * q,
        (multiply(a[i * n + j], b[k * q + h]) for i in range(m) for k in range(p) for j in range(n) for h in range(q)),
    )


def square_norm(x: Tensor) -> Scalar:
    """Σ |x_ij|²."""
    return total(map(absolute_square, entries(x)))


def _eliminate(rows: list[list[Scalar]], n: int) -> Scalar:
    """Gauss–Jordan on the first n columns, in place; gives the determinant, 0 as soon as a column has no pivot.

    *Fails* (`Undetermined`) when no entry of a column is known to differ from 0 and one may.
    """
    det: Scalar = ONE
    for k in range(n):
        known = [(i, is_zero(rows[i][k])) for i in range(k, n)]
        pivots = [i for i, zero in known if zero is False]
        if not pivots:
            if any(zero is None for _, zero in known):
                raise Undetermined("a matrix near to a singular one", sharper=True)
            return ZERO
        # An exact pivot keeps more of the matrix exact.
        p = next((i for i in pivots if is_exact(rows[i][k])), pivots[0])
        if p != k:
            rows[k], rows[p] = rows[p], rows[k]
            det = negate(det)
        det = multiply(det, rows[k][k])
        scale = reciprocal(rows[k][k])
        rows[k] = [multiply(scale, v) for v in rows[k]]
        for i in range(n):
            factor = rows[i][k]
            if i != k and is_zero(factor) is not True:
                rows[i] = [subtract(v, multiply(factor, w)) for v, w in zip(rows[i], rows[k], strict=True)]
    return det


def determinant(x: Tensor) -> Scalar:
    if not isinstance(x, Array):
        return x
    return _eliminate([list(x.row(i)) for i in range(x.rows)], x.rows)


def inverse(x: Tensor) -> Tensor:
    """*Fails when* the matrix is singular (`Undefined`) or may be (`Undetermined`)."""
    if not isinstance(x, Array):
        return reciprocal(x)
    n = x.rows
    rows = [[*x.row(i), *(ONE if i == j else ZERO for j in range(n))] for i in range(n)]
    if is_zero(_eliminate(rows, n)):
        raise Undefined("the inverse of a singular matrix")
    return Array(n, n, tuple(v for row in rows for v in row[n:]))


def softmax(values: tuple[Scalar, ...], exp: Callable[[Scalar], Scalar]) -> tuple[Scalar, ...]:
    """e^{x_i} / Σ_j e^{x_j}; the first entry is taken off first, so equal entries stay exact."""
    for v in values:
        if not (is_exact(v) or isinstance(v, arb)):
            raise Undetermined("softmax of numbers that are not known to be real")
    powers = [exp(subtract(v, values[0])) for v in values]
    scale = reciprocal(total(powers))
    return tuple(multiply(p, scale) for p in powers)


def tensor_to_json(x: Tensor) -> object:
    if not isinstance(x, Array):
        return number_to_json(x)
    return {"shape": [x.rows, x.cols], "entries": [number_to_json(v) for v in x.entries]}


def tensor_from_json(value: object) -> Tensor:
    if isinstance(value, dict) and "shape" in value:
        rows, cols = value["shape"]
        return array(int(rows), int(cols), map(number_from_json, value["entries"]))
    return number_from_json(value)
