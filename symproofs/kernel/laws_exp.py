"""Laws of the exponential, of the imaginary unit, and of step.

exp(a)^q = exp(q a) for whole q of any complex a; for other q only of real a, since powers are principal.
"""

from __future__ import annotations

from fractions import Fraction

from symproofs.kernel.indexed import UNIT, Expr, Factor, Mono, need, scale
from symproofs.kernel.law import Law, appended, factor_at, in_place, without
from symproofs.kernel.signs import positive, real, require_nonzero, whole
from symproofs.kernel.state import PI_NAME, State

MOST_ROOTS = 64
"""Roots of unity that one step writes out."""


def expsum(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "X")
    need(whole(q) or all(real((m,), state) for m in a[1]), "a root of an exponential that may not be real")
    return appended(mono, k, [(("X", (m,)), q) for m in a[1]])


def expjoin(state: State, mono: Mono, i: int, k: int) -> Expr:
    (a, q), (b, p) = factor_at(mono, i, "X"), factor_at(mono, k, "X")
    need(i < k and p == q, "two exponentials with one exponent are needed")
    need(whole(q) or (real(a[1], state) and real(b[1], state)), "a root of an exponential that may not be real")
    joined = Mono(mono.c, mono.bounds, without(mono, k))
    return in_place(joined, i, ("X", a[1] + b[1]), q)


def expscale(state: State, mono: Mono, k: int, r: Fraction) -> Expr:
    a, q = factor_at(mono, k, "X")
    need(r != 0, "division by 0")
    state.spend(len(a[1]))
    need((whole(q) and whole(q * r)) or real(a[1], state), "a root of an exponential that may not be real")
    return in_place(mono, k, ("X", scale(1 / r, a[1])), q * r)


def explog(state: State, mono: Mono, k: int) -> Expr:
    """exp(c log x) is the principal power x^c."""
    a, q = factor_at(mono, k, "X")
    need(whole(q) and len(a[1]) == 1 and not a[1][0].bounds and len(a[1][0].factors) == 1, "no exponential of a logarithm")
    c, ((inner, p),) = a[1][0].c, a[1][0].factors
    need(inner[0] == "F" and inner[1] == "log" and p == 1 and c != 0, "no exponential of a logarithm")
    require_nonzero(inner[2], state)
    return in_place(mono, k, ("S", inner[2]), c * q)


_I: Factor = (("I",), UNIT)
_PI: Factor = (("T", PI_NAME, ()), UNIT)


def _turned(mono: Mono, k: int) -> tuple[Fraction, Fraction]:
    """r and q of a factor exp(r π i)^q, a power of a root of unity: q is whole and r is not 0."""
    a, q = factor_at(mono, k, "X")
    need(whole(q) and len(a[1]) == 1 and not a[1][0].bounds, "no exponential of a multiple of πi")
    r, _, factors = a[1][0]
    need(r != 0 and len(factors) == 2 and set(factors) == {_PI, _I}, "no exponential of a multiple of πi")
    return r, q


def exppi(state: State, mono: Mono, k: int) -> Expr:
    r, q = _turned(mono, k)
    need(whole(2 * r * q), "no exponential of a multiple of πi/2")
    return _unit_power(mono, k, 2 * r * q)


def iturn(state: State, mono: Mono, i: int, k: int) -> Expr:
    _, p = factor_at(mono, i, "I")
    r, q = _turned(mono, k)
    need(whole(p / (2 * r)), "the imaginary unit is no whole power of that root of unity")
    rest = Mono(mono.c, mono.bounds, without(mono, i))
    return in_place(rest, k - (i < k), mono.factors[k][0], q + p / (2 * r))


def rootsum(state: State, mono: Mono, k: int, n: int, s: Fraction) -> Expr:
    """1 + w + … + w^(n-1) = 0 for w^n = 1 ≠ w, the sum of a geometric series."""
    r, q = _turned(mono, k)
    need(whole(s) and 2 <= n <= MOST_ROOTS, "a whole number of roots is needed")
    need(whole(r * s * n / 2) and not whole(r * s / 2), "those are not all roots of unity of one order")
    negative = Mono(-mono.c, mono.bounds, mono.factors)
    return sum((in_place(negative, k, mono.factors[k][0], q + j * s) for j in range(1, n)), ())


def gauss(state: State, mono: Mono, k: int) -> Expr:
    """√n by the n-th roots of unity. Source: C. F. Gauss, Summatio quarumdam serierum singularium (1811)."""
    a, q = factor_at(mono, k, "S")
    need(q == Fraction(1, 2) and len(a[1]) == 1 and not a[1][0].bounds and not a[1][0].factors, "no square root of a number")
    n = a[1][0].c
    need(n == 2 or (3 <= n <= MOST_ROOTS and n % 2 == 1), "2 or a small odd number is needed below the root")
    turns = (Fraction(1, 4), Fraction(-1, 4)) if n == 2 else tuple(2 * j * j / n for j in range(int(n)))
    sign, unit = (-1, (_I,)) if n % 4 == 3 else (1, ())
    roots = (((("X", (Mono(r, (), (_PI, _I)),)), UNIT),) if r else () for r in turns)
    return sum((appended(mono, k, (*unit, *root), sign) for root in roots), ())


def iunit(state: State, mono: Mono, k: int) -> Expr:
    _, q = factor_at(mono, k, "I")
    need(whole(q), "a root of the imaginary unit")
    return _unit_power(mono, k, q)


def _unit_power(mono: Mono, k: int, q: Fraction) -> Expr:
    """Factor k replaced by i^q: a sign, and i in its place where q is odd."""
    turns = int(q) % 4
    signed = Mono(mono.c * (-1 if turns >= 2 else 1), mono.bounds, mono.factors)
    return in_place(signed, k, ("I",), turns % 2)


def idem(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "F")
    need(a[1] == "step" and q >= 1, "no power of step")
    return in_place(mono, k, a, 1)


def stepscale(state: State, mono: Mono, k: int, c: Fraction) -> Expr:
    a, q = factor_at(mono, k, "F")
    need(a[1] == "step" and c > 0, "step of a positive multiple is needed")
    return in_place(mono, k, ("F", "step", scale(1 / c, a[2])), q)


def steppos(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "F")
    need(a[1] == "step" and q > 0 and positive(a[2], state), "step of a positive number is needed")
    return appended(mono, k)


EXP_LAWS = (
    Law("expsum", "exp(a + b + …)^q = exp(a)^q exp(b)^q …", "q is whole, or every summand is real", ("factor",), expsum),
    Law("expjoin", "exp(a)^q exp(b)^q = exp(a + b)^q", "q is whole, or a and b are real", ("factor", "factor"), expjoin),
    Law("expscale", "exp(a)^q = exp(a/r)^(qr)", "q and qr are whole, or a is real; r ≠ 0", ("factor", "rational"), expscale),
    Law("explog", "exp(c log x)^q = x^(cq)", "q is whole; x ≠ 0", ("factor",), explog),
    Law("exppi", "exp(r π i)^q = i^(2rq)", "q and 2rq are whole; r ≠ 0", ("factor",), exppi),
    Law("iturn", "i^p exp(r π i)^q = exp(r π i)^(q + p/(2r))", "q and p/(2r) are whole; r ≠ 0", ("factor", "factor"), iturn),
    Law(
        "rootsum",
        "exp(r π i)^q = -exp(r π i)^(q + s) - … - exp(r π i)^(q + (n-1)s)",
        "q, s, rsn/2 are whole, rs/2 is not; 2 ≤ n ≤ 64; r ≠ 0",
        ("factor", "natural", "rational"),
        rootsum,
    ),
    Law(
        "gauss",
        "√n = u (1 + e^(2πi/n) + e^(2πi 4/n) + … + e^(2πi (n-1)²/n)), √2 = e^(πi/4) + e^(-πi/4)",
        "n is odd, 3 ≤ n ≤ 64; u = 1 for n = 1 mod 4, u = -i for n = 3 mod 4",
        ("factor",),
        gauss,
    ),
    Law("iunit", "i^q = ±i^(q mod 2)", "q is whole", ("factor",), iunit),
    Law("idem", "step^q = step", "q ≥ 1", ("factor",), idem),
    Law("stepscale", "step(x) = step(x/c)", "c > 0", ("factor", "rational"), stepscale),
    Law("steppos", "step(x) = 1", "x > 0", ("factor",), steppos),
)
