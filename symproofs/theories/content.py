"""What the monomials of a sum have in common, and which of them leads."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from symproofs.kernel.indexed import Atom, Expr, Mono
from symproofs.kernel.signs import nonnegative, positive
from symproofs.theories.normaliser import Json, Move, Normaliser
from symproofs.theories.witness import mentions_swap

UNIT = Fraction(1)


class _Part(NamedTuple):
    """A factor, or a summed component, of one monomial."""

    base: Atom | Mono
    exponent: Fraction
    factors: list[int]
    bounds: list[int]


def degree(m: Mono) -> Fraction:
    return sum((q for _, q in m.factors), Fraction(0))


def leading_place(n: Normaliser, e: Expr) -> int:
    """The number of the greatest monomial, by degree and then by key."""
    return max(range(len(e)), key=lambda k: (degree(e[k]), n.keys.mono(e[k])))


def leading(n: Normaliser, e: Expr) -> Mono:
    return e[leading_place(n, e)]


def _parts(n: Normaliser, m: Mono) -> dict[str, _Part]:
    found: dict[str, _Part] = {}
    if not m.bounds:
        for k, (a, q) in enumerate(m.factors):
            found[n.keys.atom(a)] = _Part(a, q, [k], [])
        return found
    place = {id(f): k for k, f in enumerate(m.factors)}
    bound_place = {b: k for k, (b, _) in enumerate(m.bounds)}
    for bounds, factors in n.keys.components(m):
        if not bounds:
            a, q = factors[0]
            found[n.keys.atom(a)] = _Part(a, q, [place[id(factors[0])]], [])
        elif factors:
            base = Mono(UNIT, bounds, factors)
            row = _Part(base, UNIT, [place[id(f)] for f in factors], [bound_place[b] for b, _ in bounds])
            found.setdefault("Σ" + n.keys.mono(base), row)
    return found


def common_factor(n: Normaliser, e: Expr, any_sign: bool) -> Move | None:
    """`("pull", exponent, places)` or `("pullpart", info)` for something common to all monomials of a sum.

    A power that some monomials lack is taken out where its least exponent is negative. Without `any_sign`
    only what is positive comes out, and what is not negative where no monomial lacks it.
    """
    rows = [_parts(n, m) for m in e]
    if len(e) == 1 and len(rows[0]) < 2:
        return None
    keys = sorted(set().union(*rows))
    for key in keys:
        here = [row.get(key) for row in rows]
        first = next(p for p in here if p is not None)
        if isinstance(first.base, Mono):
            if any(p is None for p in here) or not (any_sign or nonnegative((first.base,), n.state)):
                continue
            info: list[Json] = []
            for p in here:
                assert p is not None and isinstance(p.base, Mono)
                w = n.witnesses.monomial(first.base, p.base)
                if w is None or mentions_swap(w):
                    break
                info.append([p.factors, p.bounds, w])
            else:
                return "pullpart", info
            continue
        least = min(p.exponent if p is not None else Fraction(0) for p in here)
        known = positive if None in here else nonnegative
        if not least or not (any_sign or known((Mono(UNIT, (), ((first.base, UNIT),)),), n.state)):
            continue
        places: list[Json] = []
        for p in here:
            if p is None:
                places.append(-1)
                continue
            w = n.witnesses.atom(first.base, p.base)
            if w is None or mentions_swap(w):
                break
            places.append([p.factors[0], w])
        else:
            return "pull", int(least) if least.denominator == 1 else str(least), places
    return None


def prime_powers(c: Fraction) -> list[tuple[int, int]]:
    """c = Π p^z for a positive rational."""
    found: dict[int, int] = {}
    for sign, n in ((1, c.numerator), (-1, c.denominator)):
        p = 2
        while n > 1:
            while n % p == 0:
                found[p] = found.get(p, 0) + sign
                n //= p
            p += 1
            if p * p > n > 1:
                found[n] = found.get(n, 0) + sign
                break
    return sorted(found.items())
