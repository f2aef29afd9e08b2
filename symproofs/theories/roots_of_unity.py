"""Rules of roots of unity: exp(2πi j/N), N the same for all exponentials of multiples of πi in an equation.

All linear relations between N-th roots of unity come from 1 + w + … + w^(p-1) = 0, w^p = 1 ≠ w, for the primes p that divide N
(Rédei 1959; de Bruijn 1953; Schoenberg 1964). So of the roots whose turn has, in its p-part, the leading digit p - 1 each is
written by those with a smaller one; the φ(N) that are left are a basis of the field. Of a turn j/N the p-part is a/p^k with
j/N = Σ_p a_p/p^{k_p} modulo 1.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm

from symproofs.kernel.indexed import Mono
from symproofs.kernel.laws_exp import MOST_ROOTS
from symproofs.kernel.state import PI_NAME
from symproofs.theories.content import prime_powers
from symproofs.theories.normaliser import CIRCLE, FinerExponent, Move, Normaliser, whole

LARGEST_CIRCLE = 10_000


def is_turn(mono: Mono) -> bool:
    """Whether a monomial is a rational multiple of πi."""
    return (
        not mono.bounds
        and len(mono.factors) == 2
        and all(r == 1 for _, r in mono.factors)
        and {f[:2] for f, _ in mono.factors} == {("I",), ("T", PI_NAME)}
    )


def exponential_of_turn(n: Normaliser, k: int, mono: Mono, q: Fraction) -> Move | None:
    """exp(r π i)^q as a power of i, or of exp(2πi/N)."""
    if whole(2 * mono.c * q):
        return "exppi", k
    circle = n.units.get(CIRCLE, 1)
    if circle % (2 * mono.c.denominator):
        n.units[CIRCLE] = lcm(circle, 2 * mono.c.denominator)
        raise FinerExponent
    multiple = mono.c * circle / 2
    return None if multiple == 1 else ("expscale", k, int(multiple))


def roots_of_unity(n: Normaliser, m: Mono) -> Move | None:
    """Square roots of numbers that are sums of the roots at hand; i times a root; roots by those of the basis."""
    circle = n.units.get(CIRCLE, 1)
    if circle == 1 or circle > LARGEST_CIRCLE:
        return None
    for k, (a, q) in enumerate(m.factors):
        if a[0] == "S" and q == Fraction(1, 2) and _is_root_at_hand(a[1], circle):
            return "gauss", k
        if a[0] == "X" and len(a[1]) == 1 and is_turn(a[1][0]) and whole(q):
            i = next((place for place, (b, p) in enumerate(m.factors) if b[0] == "I" and whole(p)), None)
            if i is not None and circle % 4 == 0:
                return "iturn", i, k
            return _in_basis(k, int(q), circle)
    return None


def _is_root_at_hand(e: tuple[Mono, ...], circle: int) -> bool:
    if len(e) != 1 or e[0].bounds or e[0].factors or not whole(e[0].c):
        return False
    n = int(e[0].c)
    return circle % 8 == 0 if n == 2 else 3 <= n <= MOST_ROOTS and n % 2 == 1 and circle % n == 0


def _in_basis(k: int, j: int, circle: int) -> Move | None:
    """The next step for exp(2πi/N)^j: by half turns to 0 ≤ j < N, then to the basis."""
    half = circle // 2
    if not 0 <= j < circle:
        turns = j // half if (j // half) % 2 else j // half - 1
        return "rootsum", k, 2, -turns * half
    for p, power in _prime_powers(circle):
        part = j * pow(circle // power, -1, power) % power
        if part // (power // p) == p - 1:
            if p > MOST_ROOTS:
                return None
            s = circle // p if p > 2 else (half if j < half else -half)
            return "rootsum", k, p, s
    return None


@lru_cache(maxsize=64)
def _prime_powers(n: int) -> tuple[tuple[int, int], ...]:
    """Each prime that divides n, with its highest power that does."""
    return tuple((p, p**z) for p, z in prime_powers(Fraction(n)))
