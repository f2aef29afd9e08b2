"""Laws of powers, of sums as bases of powers, and of reciprocals.

0 to any power but 0 is 0. So a^p a^q = a^(p+q) needs a ≠ 0 only where p + q = 0, and (a b)^q = a^q b^q needs nothing for
whole q. For other q the factor taken out must not be negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any

from symproofs.kernel.indexed import (
    ONE,
    UNIT,
    Atom,
    Expr,
    Mono,
    atom,
    constant,
    free_in_atom,
    free_in_factors,
    multiply,
    need,
    power,
    raised,
    scale,
    times_atom,
)
from symproofs.kernel.law import Law, appended, factor_at, in_place, without
from symproofs.kernel.matching import positions, same_atom, same_mono, take_instance
from symproofs.kernel.signs import require_nonnegative, require_nonzero, whole
from symproofs.kernel.state import State

LARGEST_POWER = 64


def szero(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "S")
    need(a[1] == () and q > 0, "no positive power of 0")
    return ()


def unit(state: State, mono: Mono, k: int) -> Expr:
    a, _ = factor_at(mono, k, "S")
    need(a[1] == ONE, "no power of 1")
    return appended(mono, k)


def num(state: State, mono: Mono, k: int, primes: list[Any]) -> Expr:
    a, q = factor_at(mono, k, "S")
    need(len(a[1]) == 1 and not a[1][0].bounds and not a[1][0].factors, "no power of a number")
    value, rows = factorised(primes)
    need(value == a[1][0].c, "{} is not that product", a[1][0].c)
    c, left = Fraction(1), []
    for p, z in rows:
        w = floor(z * q)
        c *= raised(Fraction(p), w)
        if z * q != w:
            left.append((("S", constant(p)), z * q - w))
    return appended(mono, k, left, c)


def factorised(primes: Sequence[Any]) -> tuple[Fraction, list[tuple[int, int]]]:
    """Π p^z and the pairs (p, z), each p a natural number."""
    product, rows = Fraction(1), []
    for pair in primes:
        need(isinstance(pair, (list, tuple)) and len(pair) == 2 and all(type(x) is int for x in pair), "no factorisation")
        p, z = pair
        need(p >= 1 and abs(z) < LARGEST_POWER, "no factorisation")
        product *= raised(Fraction(p), z)
        rows.append((p, z))
    return product, rows


def unwrap(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "S")
    need(len(a[1]) == 1 and a[1][0].c == 1 and not a[1][0].bounds and len(a[1][0].factors) == 1, "no power of a power")
    ((b, p),) = a[1][0].factors
    if not whole(q) and p != 1:
        require_nonnegative(atom(b), state)
    return in_place(mono, k, b, p * q)


def wrap(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "TCDIXFK")
    return in_place(mono, k, ("S", atom(a)), q)


def scale_(state: State, mono: Mono, k: int, c: Fraction) -> Expr:
    a, q = factor_at(mono, k, "S")
    need(c != 0, "division by 0")
    if whole(q):
        outside = Mono(mono.c * raised(c, int(q)), mono.bounds, mono.factors)
        return in_place(outside, k, ("S", scale(1 / c, a[1])), q)
    need(c > 0, "a root of a product with a negative number")
    return times_atom(in_place(mono, k, ("S", scale(1 / c, a[1])), q), ("S", constant(c)), q)


def take_atom(state: State, expr: Expr, p: Fraction, places: list[Any]) -> tuple[Atom, Expr]:
    """(x, rest) with expr = x^p · rest; of monomial n, x is the factor at places[n], or absent (-1)."""
    need(p != 0 and bool(expr) and len(places) == len(expr), "a place for each monomial is needed")
    spots = [_spot(spot, m) for spot, m in zip(places, expr, strict=True)]
    found = [m.factors[s[0]][0] for s, m in zip(spots, expr, strict=True) if s is not None]
    need(bool(found), "the factor to take out is nowhere")
    x = found[0]
    rest = []
    for s, m in zip(spots, expr, strict=True):
        need(not free_in_atom(x) & {b for b, _ in m.bounds}, "the factor to take out holds a bound index")
        if s is None:
            rest.append(Mono(m.c, m.bounds, (*m.factors, (x, -p))))
            continue
        k, witness = s
        y, r = m.factors[k]
        same_atom(x, y, witness, {})
        need(not free_in_atom(y) & {b for b, _ in m.bounds}, "the factor to take out holds a bound index")
        rest += in_place(m, k, y, r - p)
    if None in spots:
        require_nonzero(atom(x), state)
    return x, tuple(rest)


def _spot(spot: Any, mono: Mono) -> tuple[int, Any] | None:
    if type(spot) is int and spot == -1:
        return None
    need(isinstance(spot, (list, tuple)) and len(spot) == 2, "a place is -1 or [factor, witness]")
    need(type(spot[0]) is int and 0 <= spot[0] < len(mono.factors), "there is no factor {}", spot[0])
    return spot[0], spot[1]


def take_part(state: State, expr: Expr, info: list[Any]) -> tuple[Expr, Expr]:
    """(part, rest) with expr = part · rest: a product of factors with the sums over some bound indices, alike everywhere."""
    need(bool(expr) and len(info) == len(expr), "a row for each monomial is needed")
    part: Mono | None = None
    rest = []
    for row, m in zip(info, expr, strict=True):
        need(isinstance(row, (list, tuple)) and len(row) == 3, "a row is [factors, bound indices, witness]")
        factors, bounds = positions(row[0], len(m.factors)), positions(row[1], len(m.bounds))
        here = Mono(UNIT, tuple(m.bounds[b] for b in bounds), tuple(m.factors[k] for k in factors))
        there = Mono(m.c, tuple(r for n, r in enumerate(m.bounds) if n not in bounds), without(m, *factors))
        inside, outside = {b for b, _ in here.bounds}, {b for b, _ in there.bounds}
        need(not free_in_factors(here.factors) & outside, "the part to take out holds another bound index")
        need(not free_in_factors(there.factors) & inside, "a bound index of the part occurs outside it")
        part = part or here
        same_mono(part, here, row[2], {})
        rest.append(there)
    assert part is not None
    return (part,), tuple(rest)


def pull(state: State, mono: Mono, k: int, p: Fraction, places: list[Any]) -> Expr:
    a, q = factor_at(mono, k, "S")
    x, rest = take_atom(state, a[1], p, places)
    if not whole(q):
        require_nonnegative(atom(x), state)
    return appended(mono, k, [(x, p * q), (("S", rest), q)])


def pullpart(state: State, mono: Mono, k: int, info: list[Any]) -> Expr:
    a, q = factor_at(mono, k, "S")
    part, rest = take_part(state, a[1], info)
    if not whole(q):
        require_nonnegative(part, state)
    return appended(mono, k, [(("S", part), q), (("S", rest), q)])


def mul(state: State, mono: Mono, i: int, k: int, witness: Any) -> Expr:
    (a, p), (b, q) = mono.factors[i], mono.factors[k]
    need(i < k, "the second factor does not come after the first")
    same_atom(a, b, witness, {})
    if p + q == 0:
        require_nonzero(atom(a), state)
    return in_place(Mono(mono.c, mono.bounds, without(mono, k)), i, a, p + q)


def expand(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "S")
    w = floor(q)
    need(1 <= w < LARGEST_POWER, "no power to multiply out")
    product = multiply(appended(mono, k), power(a[1], w, state.fresh), state.fresh)
    return times_atom(product, ("S", a[1]), q - w) if q != w else product


def inv(state: State, mono: Mono, k: int, lead: int, bounds: list[Any], places: list[Any], witnesses: list[Any]) -> Expr:
    """L S^q = S^(q+1) - (S - L) S^q, L a monomial of S."""
    a, q = factor_at(mono, k, "S")
    total: Expr = a[1]
    need(q < 0 and lead < len(total) and total[lead].c != 0, "no power of a sum to divide by")
    _need_nonzero_base(state, total, q)
    outside = Mono(mono.c, mono.bounds, without(mono, k))
    rest, names = take_instance(total[lead], outside, bounds, places, witnesses)
    need(free_in_atom(a).isdisjoint(i for i, _ in names.values()), "a bound index of the summand occurs elsewhere")
    base = (Mono(rest.c / total[lead].c, rest.bounds, rest.factors),)
    others = total[:lead] + total[lead + 1 :]
    return _raised(base, a, q) + scale(-1, times_atom(multiply(base, others, state.fresh), a, q))


def _need_nonzero_base(state: State, total: Expr, q: Fraction) -> None:
    if q == -1:
        require_nonzero(total, state)


def _raised(base: Expr, a: Atom, q: Fraction) -> Expr:
    """base · S^(q+1)."""
    return times_atom(base, a, q + 1) if q != -1 else base


def pfrac(state: State, mono: Mono, k: int, m: int) -> Expr:
    """S^q = (S^(q+1) - (S - c) S^q) / c, c a constant summand of S."""
    a, q = factor_at(mono, k, "S")
    total: Expr = a[1]
    need(q < 0 and m < len(total), "no power of a sum to divide by")
    c, bounds, factors = total[m]
    need(c != 0 and not bounds and not factors, "the summand is no constant")
    _need_nonzero_base(state, total, q)
    base = appended(mono, k, c=1 / c)
    others = total[:m] + total[m + 1 :]
    return _raised(base, a, q) + scale(-1, times_atom(multiply(base, others, state.fresh), a, q))


POWER_LAWS = (
    Law("szero", "0^q = 0", "q > 0", ("factor",), szero),
    Law("unit", "1^q = 1", "", ("factor",), unit),
    Law("num", "(Π p^z)^q = Π p^(zq)", "the product is the number, each p ≥ 1", ("factor", "list"), num),
    Law("unwrap", "(x^p)^q = x^(pq)", "q is whole, or p = 1, or x ≥ 0", ("factor",), unwrap),
    Law("wrap", "a^q = (a)^q", "a is no sum", ("factor",), wrap),
    Law("scale", "x^q = c^q (x/c)^q", "q is whole, or c > 0; c ≠ 0", ("factor", "rational"), scale_),
    Law(
        "pull",
        "(x^p r)^q = x^(pq) r^q",
        "q is whole, or x ≥ 0; x ≠ 0 where a summand lacks it",
        ("factor", "rational", "list"),
        pull,
    ),
    Law("pullpart", "(x r)^q = x^q r^q", "q is whole, or x ≥ 0", ("factor", "list"), pullpart),
    Law("mul", "a^p a^q = a^(p+q)", "a ≠ 0 where p + q = 0", ("factor", "factor", "witness"), mul),
    Law("expand", "(a + b + …)^q multiplied out", "1 ≤ q < 64, the whole part of q", ("factor",), expand),
    Law(
        "inv",
        "L S^q = S^(q+1) - (S - L) S^q",
        "q < 0; S ≠ 0 where q = -1; the indices of L occur nowhere else",
        ("factor", "natural", "list", "list", "list"),
        inv,
    ),
    Law("pfrac", "S^q = (S^(q+1) - (S - c) S^q)/c", "q < 0; S ≠ 0 where q = -1; c ≠ 0", ("factor", "natural"), pfrac),
)
