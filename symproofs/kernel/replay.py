"""Replaying scripts: named laws at numbered monomials.

A script is a list of steps `[law, monomial number, data…]`. The monomials of the start are 0, 1, …; every result takes the
next number; what is left at the end, in order of number, is the result. Two steps are no laws of one monomial:

    ["add", i, j, witness]    monomials i and j, equal but for their coefficients under the witness, become one
    ["arg", m, k, a, s]       script s runs on argument a of factor k of monomial m; s is smaller than the script's own number
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symproofs.kernel.indexed import (
    Expr,
    Mono,
    Rejected,
    arguments,
    atom,
    free_in_atom,
    multiply,
    need,
    not_too_long,
    with_arguments,
)
from symproofs.kernel.law import factor_at, in_place
from symproofs.kernel.laws import apply_law, assert_scope, indices_spoken_of
from symproofs.kernel.matching import same_mono
from symproofs.kernel.signs import require_nonzero
from symproofs.kernel.state import State

Scripts = Sequence[Sequence[Sequence[Any]]]


def run(state: State, scripts: Scripts, number: int | None, expr: Expr) -> Expr:
    """The sum that script `number` makes of `expr`; `None` is the script without steps."""
    if number is None:
        return expr
    need(type(number) is int and 0 <= number < len(scripts), "there is no script {}", number)
    pool: dict[int, Mono] = dict(enumerate(expr))
    following = len(expr)
    for step in scripts[number]:
        for mono in _results(state, scripts, number, step, pool):
            pool[following] = mono
            following += 1
    return tuple(pool.values())


def _results(state: State, scripts: Scripts, number: int, step: Sequence[Any], pool: dict[int, Mono]) -> Expr:
    """What the step puts into the pool, having taken from it what it rewrites."""
    need(isinstance(step, (list, tuple)) and len(step) >= 2 and isinstance(step[0], str), "a step is [law, monomial, data…]")
    state.spend(1)
    law, first, *data = step
    mono = _taken(pool, first)
    if law == "add":
        need(len(data) == 2, "add takes two monomials and a witness")
        other = _taken(pool, data[0])
        same_mono(mono, other, data[1], {})
        state.laws["add"] = state.laws.get("add", 0) + 1
        total = not_too_long(mono.c + other.c)
        return (Mono(total, mono.bounds, mono.factors),) if total else ()
    if law == "arg":
        need(len(data) == 3 and all(type(x) is int for x in data), "arg takes a factor, an argument and a script")
        return _in_argument(state, scripts, number, mono, *data)
    return apply_law(state, law, mono, data)


def _taken(pool: dict[int, Mono], number: Any) -> Mono:
    if type(number) is not int or number not in pool:
        raise Rejected(f"there is no monomial {number}")
    return pool.pop(number)


def _in_argument(state: State, scripts: Scripts, number: int, mono: Mono, k: int, a: int, s: int) -> Expr:
    need(0 <= k < len(mono.factors), "there is no factor {}", k)
    need(s < number, "a script calls one that is not before it")
    found, q = factor_at(mono, k, "XFSKE")
    inside = list(arguments(found))
    need(0 <= a < len(inside), "there is no argument {}", a)
    inside[a] = run(state, scripts, s, inside[a])
    state.laws["arg"] = state.laws.get("arg", 0) + 1
    result = in_place(mono, k, with_arguments(found, inside), q)
    assert_scope(mono, result, indices_spoken_of(state))
    return result


def vanishes(state: State, scripts: Scripts, ends: Sequence[Sequence[Any]], difference: Expr) -> None:
    """The sum is 0: scripts, and multiplications by what is not 0, lead to the empty sum.

    `["script", n]` runs a script; `["multiply", m, f, w]` multiplies everything by the w-th power of the atom of factor f
    of monomial m, which must not hold a bound index of that monomial and must not be 0. *Fails when* something is left.
    """
    for step in ends:
        match step:
            case ["script", n]:
                difference = run(state, scripts, n, difference)
            case ["multiply", int(m), int(f), int(w)]:
                difference = _multiplied(state, difference, m, f, w)
            case _:
                raise Rejected("an end step is [script, n] or [multiply, monomial, factor, exponent]")
    need(difference == (), "the sides do not meet")


def _multiplied(state: State, expr: Expr, m: int, f: int, w: int) -> Expr:
    need(0 <= m < len(expr) and 0 <= f < len(expr[m].factors) and 0 < w < 64, "there is no such factor to multiply by")
    a, _ = expr[m].factors[f]
    need(not free_in_atom(a) & {b for b, _ in expr[m].bounds}, "the factor holds a bound index")
    require_nonzero(atom(a), state)
    return multiply(expr, atom(a, w), state.fresh)
