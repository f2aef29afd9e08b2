"""Equality up to a given renaming: a witness says which part of the second answers to which of the first.

A witness is 0 (everything as written), or for a monomial `[bound numbers, [[factor number, witness], …]]`, for a sum
`[[monomial number, witness], …]`, for a K atom a list of witnesses. Nothing is searched: a wrong witness fails. Only a δ is
tried in both orders. Reads: the i-th part of the first is the part `order[i]` of the second.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from symproofs.kernel.indexed import (
    UNIT,
    Atom,
    Base,
    Expr,
    Factor,
    Index,
    Mono,
    arguments,
    free_in_factors,
    indices_of,
    need,
    solve,
    substitute_index,
)

Witness = Any
SHADOWED: Index = ("", ())
"""The place of a name that is out of sight: equal to no index that occurs, since no name is empty."""

Names = Mapping[Base, Index]
"""Where the bound numbers of the first stand in the second. A name that is none of them must not be bound in the second."""


def same_atom(first: Atom, second: Atom, witness: Witness, names: Names) -> None:
    need(first[0] == second[0], "the atoms are of different kinds")
    match first[0]:
        case "T" | "C" | "D":
            need(first[0] == "D" or first[1] == second[1], "the atoms have different names")
            found = tuple([_renamed(i, names) for i in indices_of(first)])
            wanted = indices_of(second)
            need(found == wanted or (first[0] == "D" and found == wanted[::-1]), "the indices differ")
        case "F" | "K":
            need(first[1] == second[1], "the functions differ")
    inside, other = arguments(first), arguments(second)
    need(len(inside) == len(other), "the numbers of arguments differ")
    witnesses = (_listed(witness, len(inside)) or [0] * len(inside)) if first[0] == "K" else [witness] * len(inside)
    for e, f, w in zip(inside, other, witnesses, strict=True):
        same_expr(e, f, w, names)


def _renamed(index: Index, names: Names) -> Index:
    if not names:
        return index
    if index[0] in names:
        return substitute_index(index, names)
    free = isinstance(index[0], str) or all(index[0] != base for base, _ in names.values())
    need(free, "an index that is bound in one is free in the other")
    return index


def same_expr(first: Expr, second: Expr, witness: Witness, names: Names) -> None:
    need(len(first) == len(second), "the sums differ in length")
    rows = _pairs(witness, len(first))
    for m, (k, w) in zip(first, rows, strict=True):
        need(m.c == second[k].c, "the coefficients differ")
        same_mono(m, second[k], w, names)


def same_mono(first: Mono, second: Mono, witness: Witness, names: Names) -> None:
    """Equal bounds and factors; the coefficients are not looked at."""
    need(len(first.bounds) == len(second.bounds), "the numbers of bound indices differ")
    need(len(first.factors) == len(second.factors), "the numbers of factors differ")
    n = len(first.bounds)
    if witness == 0:
        order, rows = list(range(n)), _pairs(0, len(first.factors))
    else:
        both = _listed(witness, 2)
        need(both is not None, "no witness of a monomial")
        assert both is not None
        order, rows = _permutation(both[0], n), _pairs(both[1], len(first.factors))
    # A name whose place in the second is bound anew there means nothing inside: nothing there may answer to it.
    anew = {b for b, _ in second.bounds}
    inner = {b: SHADOWED if place[0] in anew else place for b, place in names.items()}
    for (b, size), k in zip(first.bounds, order, strict=True):
        need(size == second.bounds[k][1], "the ranges of bound indices differ")
        inner[b] = (second.bounds[k][0], ())
    for (a, q), (k, w) in zip(first.factors, rows, strict=True):
        need(q == second.factors[k][1], "the exponents differ")
        same_atom(a, second.factors[k][0], w, inner)


def take_instance(
    pattern: Mono,
    mono: Mono,
    bounds: list[Any],
    places: list[Any],
    witnesses: list[Any],
    parameters: Collection[Base] = (),
) -> tuple[Mono, dict[Base, Index]]:
    """What is left of a monomial when an instance of the pattern is taken out, and what the pattern's names stand for there.

    The pattern's bound indices are those at `bounds`, its factors those at `places`, of which powers may be left; what a
    parameter stands for is read off the indices. A bound index taken out occurs nowhere else. Two factors of the pattern may
    stand at one place: x^p and x^p are taken out of x^q, whatever x is (also 0).
    """
    chosen, spots = positions(bounds, len(mono.bounds)), numbers_below(places, len(mono.factors))
    need(len(chosen) == len(pattern.bounds), "a bound index for each of the pattern's is needed")
    need(len(spots) == len(pattern.factors) == len(witnesses), "a place for each of the pattern's factors is needed")
    names: dict[Base, Index] = {}
    for (b, size), k in zip(pattern.bounds, chosen, strict=True):
        need(mono.bounds[k][1] == size, "the ranges of bound indices differ")
        names[b] = (mono.bounds[k][0], ())
    gone = {base for base, _ in names.values()}
    left: list[Factor] = list(mono.factors)
    for (x, p), k, witness in zip(pattern.factors, spots, witnesses, strict=True):
        y, q = left[k]
        inner, outer = spread(x), spread(y)
        for own, there in _paired(inner, outer, witness):
            for i, value in zip(indices_of(own), indices_of(there), strict=False):
                if i[0] in parameters and i[0] not in names:
                    names[i[0]] = solve(i, value)
                    need(names[i[0]][0] not in gone, "a bound index of the pattern occurs elsewhere")
        same_atom(inner, outer, witness, names)
        left[k] = (y, q - p)
    factors = tuple(f for f in left if f[1])
    need(free_in_factors(factors).isdisjoint(gone), "a bound index of the pattern occurs elsewhere")
    return Mono(mono.c, tuple(row for row in mono.bounds if row[0] not in gone), factors), names


MOST_SPREAD = 8


def spread(a: Atom) -> Atom:
    """The expectation of a product with x x written for x²; any other atom as it is."""
    if a[0] != "E" or len(a[1]) != 1 or all(q == 1 for _, q in a[1][0].factors):
        return a
    c, bounds, factors = a[1][0]
    if not all(q.denominator == 1 and 0 < q <= MOST_SPREAD for _, q in factors):
        return a
    return ("E", (Mono(c, bounds, tuple((x, UNIT) for x, q in factors for _ in range(int(q)))),))


def entries_in(a: Atom) -> tuple[Atom, ...]:
    """The atom itself, or the factors of the one product that it is the expectation of."""
    if a[0] == "E" and len(a[1]) == 1 and not a[1][0].bounds:
        return tuple(x for x, _ in a[1][0].factors)
    return (a,)


def _paired(x: Atom, y: Atom, witness: Witness) -> list[tuple[Atom, Atom]]:
    """Entries of the pattern with those that answer to them; whether they are equal is for `same_atom` to say."""
    own, there = entries_in(x), entries_in(y)
    if x[0] != "E" or y[0] != "E" or len(own) != len(there) or own == (x,) or there == (y,):
        return [(x, y)]
    if witness == 0:
        return list(zip(own, there, strict=True))
    ((_, inner),) = _pairs(witness, 1)
    both = _listed(inner, 2)
    rows = _pairs(0 if both is None else both[1], len(own))
    return [(a, there[k]) for a, (k, _) in zip(own, rows, strict=True)]


def positions(value: Any, n: int) -> list[int]:
    """Different numbers below n."""
    found = numbers_below(value, n)
    need(len(set(found)) == len(found), "a position occurs twice")
    return found


def numbers_below(value: Any, n: int) -> list[int]:
    need(isinstance(value, (list, tuple)) and all(type(k) is int and 0 <= k < n for k in value), "no list of positions")
    return list(value)


def _listed(value: Witness, length: int) -> list[Any] | None:
    """The value as a list of this length; `None` of 0."""
    if value == 0 and not isinstance(value, (list, tuple)):
        return None
    need(isinstance(value, (list, tuple)) and len(value) == length, "a witness has the wrong length")
    return list(value)


def _permutation(value: Witness, n: int) -> list[int]:
    order = _listed(value, n)
    if order is None:
        return list(range(n))
    need(all(type(k) is int for k in order) and sorted(order) == list(range(n)), "a witness is no order")
    return order


def _pairs(value: Witness, n: int) -> list[tuple[int, Witness]]:
    rows = _listed(value, n)
    if rows is None:
        return [(k, 0) for k in range(n)]
    need(all(isinstance(r, (list, tuple)) and len(r) == 2 for r in rows), "a witness is no list of pairs")
    order = _permutation([r[0] for r in rows], n)
    return [(k, r[1]) for k, r in zip(order, rows, strict=True)]
