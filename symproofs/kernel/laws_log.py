"""Laws of the logarithm, of positive numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symproofs.kernel.indexed import ONE, Expr, Factor, Mono, atom, constant, multiply, need, scale
from symproofs.kernel.law import Law, appended, factor_at
from symproofs.kernel.laws_power import factorised, take_atom, take_part
from symproofs.kernel.signs import real, require_positive
from symproofs.kernel.state import State


def _inside(mono: Mono, k: int) -> Expr:
    """What the logarithm at k is of."""
    a, q = factor_at(mono, k, "F")
    need(a[1] == "log" and q == 1, "no logarithm")
    return tuple(a[2])


def _log(expr: Expr) -> Expr:
    return atom(("F", "log", expr))


def _replaced(state: State, mono: Mono, k: int, value: Expr) -> Expr:
    return multiply(appended(mono, k), value, state.fresh)


def log1(state: State, mono: Mono, k: int) -> Expr:
    need(_inside(mono, k) == ONE, "no logarithm of 1")
    return ()


def _single(expr: Expr) -> Factor:
    """The power of an atom that a sum is."""
    need(len(expr) == 1 and expr[0].c == 1 and not expr[0].bounds and len(expr[0].factors) == 1, "no single power")
    return expr[0].factors[0]


def logexp(state: State, mono: Mono, k: int) -> Expr:
    a, q = _single(_inside(mono, k))
    need(a[0] == "X" and real(a[1], state), "the exponent may not be real")
    return _replaced(state, mono, k, scale(q, a[1]))


def logpow(state: State, mono: Mono, k: int) -> Expr:
    a, q = _single(_inside(mono, k))
    require_positive(atom(a), state)
    return _replaced(state, mono, k, scale(q, _log(a[1] if a[0] == "S" else atom(a))))


def _split(state: State, mono: Mono, k: int, part: Expr, p: Fraction, rest: Expr) -> Expr:
    """log(part^p rest) = p log part + log rest, both positive."""
    require_positive(part, state)
    require_positive(rest, state)
    return _replaced(state, mono, k, scale(p, _log(part)) + _log(rest))


def logpull(state: State, mono: Mono, k: int, p: Fraction, places: list[Any]) -> Expr:
    x, rest = take_atom(state, _inside(mono, k), p, places)
    return _split(state, mono, k, atom(x), p, rest)


def logpullpart(state: State, mono: Mono, k: int, info: list[Any]) -> Expr:
    part, rest = take_part(state, _inside(mono, k), info)
    return _split(state, mono, k, part, Fraction(1), rest)


def lognum(state: State, mono: Mono, k: int, primes: list[Any]) -> Expr:
    inside = _inside(mono, k)
    c, rows = factorised(primes)
    require_positive(inside, state)
    parts = tuple(m for p, z in rows for m in scale(z, _log(constant(p))))
    return _replaced(state, mono, k, parts + _log(scale(1 / c, inside)))


LOG_LAWS = (
    Law("log1", "log 1 = 0", "", ("factor",), log1),
    Law("logexp", "log(exp(a)^q) = q a", "a is real", ("factor",), logexp),
    Law("logpow", "log(x^p) = p log x", "x > 0", ("factor",), logpow),
    Law(
        "logpull",
        "log(x^p r) = p log x + log r",
        "x > 0, r > 0; x ≠ 0 where a summand lacks it",
        ("factor", "rational", "list"),
        logpull,
    ),
    Law("logpullpart", "log(x r) = log x + log r", "x > 0, r > 0", ("factor", "list"), logpullpart),
    Law("lognum", "log(c x) = Σ z log p + log x", "c = Π p^z, x > 0", ("factor", "list"), lognum),
)
