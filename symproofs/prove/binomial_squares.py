"""Squares of binomials times what is not negative: m (u - r v)², for monomials of which a polynomial may be a sum.

a³ + b³ + c³ - 3abc is such a sum for a, b, c ≥ 0, though none of the monomials a²b occurs in it. They are looked for among the
lattice points of the Newton polytope; the ratios r are those of u and v where the polynomial is 0, for there every square is.
*Fails when* there are too many of them: then none is proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from flint import fmpq

from symproofs.prove.cofactors import occurring
from symproofs.prove.linear import Vector, solve_nonnegative
from symproofs.prove.rational import Field
from symproofs.terms.term import Term

Exponents = tuple[int, ...]
MOST_POINTS = 40
MOST_BOXED = 700
MOST_VARIABLES = 4
MOST_ZEROS = 2
TRIED = tuple(map(Fraction, ("1", "2", "1/2", "3", "1/3", "4", "1/4")))
"""Values at which zeros are looked for; those of few variables."""


def midpoint_squares(
    field: Field, top: Any, nonnegative: Callable[[Exponents], bool], real: Callable[[Exponents], bool]
) -> Iterator[tuple[Vector, Term]]:
    """m (u - r v)² for m that is not negative and real u, v, as vectors and as terms."""
    places = sorted(occurring(top))
    if not 1 <= len(places) <= MOST_VARIABLES or len(top) < 3:
        return
    points = _lattice_points([tuple(map(int, e)) for e in top.monoms()], places)
    if points is None:
        return
    zeros = list(_zeros(top, places)) or [{}]
    for a, b in combinations(points, 2):
        if any((x - y) % 2 for x, y in zip(a, b, strict=True)):
            continue
        m = tuple(x % 2 for x in a)
        u, v = (tuple((x - y) // 2 for x, y in zip(e, m, strict=True)) for e in (a, b))
        if not nonnegative(m) or not real(u) or not real(v):
            continue
        for r in dict.fromkeys(_ratio(u, v, zero) for zero in zeros):
            yield from _square(field, m, u, v, r)
            middle = tuple(x + y for x, y in zip(u, v, strict=True))
            if not nonnegative(middle):
                yield from _square(field, m, u, v, -r)


def _square(field: Field, m: Exponents, u: Exponents, v: Exponents, r: Fraction) -> Iterator[tuple[Vector, Term]]:
    def times(*factors: Exponents) -> Exponents:
        return tuple(map(sum, zip(*factors, strict=True)))

    q = fmpq(r.numerator, r.denominator)
    vector = {times(m, u, u): fmpq(1), times(m, u, v): -2 * q, times(m, v, v): q * q}
    square = Term("pow", (Term("add", (field.product(u, Fraction(1)), field.product(v, -r))), TWO))
    yield vector, square if not any(m) else Term("mul", (field.product(m, Fraction(1)), square))


def _ratio(u: Exponents, v: Exponents, zero: dict[int, Fraction]) -> Fraction:
    """u/v at a zero of the polynomial."""
    value = Fraction(1)
    for k, x in zero.items():
        value *= x ** (u[k] - v[k])
    return value


def _zeros(top: Any, places: Sequence[int]) -> Iterator[dict[int, Fraction]]:
    """Points with few values where the polynomial is 0."""
    found = 0
    for values in product(TRIED if len(places) <= 3 else TRIED[:3], repeat=len(places)):
        point = dict(zip(places, values, strict=True))
        total = sum((_fraction(c) * _monomial(e, point) for e, c in top.terms()), Fraction(0))
        if total == 0:
            yield point
            found += 1
            if found == MOST_ZEROS:
                return


def _monomial(e: Iterable[int], point: dict[int, Fraction]) -> Fraction:
    value = Fraction(1)
    for k, x in enumerate(e):
        if x:
            value *= point[k] ** int(x)
    return value


def _fraction(c: Any) -> Fraction:
    return Fraction(int(c.p), int(c.q))


def _lattice_points(support: Sequence[Exponents], places: Sequence[int]) -> list[Exponents] | None:
    """The points with whole coordinates in the convex hull of the support; `None` if there are many."""
    low = [min(e[k] for e in support) for k in places]
    high = [max(e[k] for e in support) for k in places]
    degrees = [sum(e) for e in support]
    count = 1
    for a, b in zip(low, high, strict=True):
        count *= b - a + 1
    if count > MOST_BOXED:
        return None
    columns = [_affine([e[k] for k in places]) for e in support]
    found = []
    for values in product(*(range(a, b + 1) for a, b in zip(low, high, strict=True))):
        if not min(degrees) <= sum(values) <= max(degrees):
            continue
        nothing = [False] * len(columns)
        if solve_nonnegative(columns, _affine(values), nothing, nothing) is not None:
            point = [0] * len(support[0])
            for k, x in zip(places, values, strict=True):
                point[k] = x
            found.append(tuple(point))
            if len(found) > MOST_POINTS:
                return None
    return found


def _affine(values: Sequence[int]) -> Vector:
    return {**{k: fmpq(x) for k, x in enumerate(values) if x}, "whole": fmpq(1)}


TWO = Term("num", (), (Fraction(2),))
