"""Derivatives of sums by an entry of a name: sum rule, product rule, chain rule.

The derivative is by one real number, all other entries being fixed. What a factor needs so that it has a derivative there, such
as a base that is not 0, raises a condition as it does elsewhere. Nothing is differentiated whose dependence is not written: an
expectation, a function that is only named, a map on indices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symproofs.kernel.indexed import (
    ONE,
    ZERO,
    Atom,
    Expr,
    Index,
    Mono,
    atom,
    exact,
    multiply,
    names_in,
    need,
    scale,
)
from symproofs.kernel.signs import real, require_nonzero, whole
from symproofs.kernel.state import State

Place = tuple[Index, ...]


def derivative(expr: Expr, name: str, place: Place, state: State) -> Expr:
    """The derivative of a sum by entry `place` of a real name: over the monomials in order, over their factors in order."""
    found: Expr = ZERO
    for mono in expr:
        for k, (a, _) in enumerate(mono.factors):
            if name in names_in(atom(a)):
                state.spend(1 + len(mono.factors))
                found += _by_factor(mono, k, name, place, state)
    return found


def _by_factor(mono: Mono, k: int, name: str, place: Place, state: State) -> Expr:
    """(a^q)′ = q a^(q-1) a′, and (e^x)^q′ = q (e^x)^q x′, each times the other factors."""
    a, q = mono.factors[k]
    if a[0] == "X":
        return multiply(scale(q, (mono,)), derivative(a[1], name, place, state), state.fresh)
    if not whole(q) or q < 1:
        need(whole(q) or real(atom(a), state), "the derivative of a root is taken at real numbers only")
        require_nonzero(atom(a), state)
    less = ((a, exact(q - 1)),) if q != 1 else ()
    rest = Mono(mono.c, mono.bounds, (*mono.factors[:k], *less, *mono.factors[k + 1 :]))
    return multiply(scale(q, (rest,)), _of_atom(a, name, place, state), state.fresh)


def _of_atom(a: Atom, name: str, place: Place, state: State) -> Expr:
    match a[0]:
        case "T" if a[1] == name and all(name not in _maps(i) for i in (*a[2], *place)):
            return _agreement(a[2], place)
        case "S":
            return derivative(a[1], name, place, state)
        case "F" if a[1] in DERIVATIVES:
            need(real(a[2], state), "the derivative of this function is taken at real numbers only")
            outer = DERIVATIVES[a[1]](a[2], state)
            inner = derivative(a[2], name, place, state)  # asked for also where it is multiplied by 0: a step of what jumps jumps
            return multiply(outer, inner, state.fresh)
    need(False, "how this depends on {} is not written", name)
    return ZERO


def _maps(index: Index) -> frozenset[str]:
    return frozenset(p.removesuffix("^-1") for p in index[1])


def _agreement(indices: Place, place: Place) -> Expr:
    """∂x_i/∂x_j = δ_ij, for each index."""
    need(len(indices) == len(place), "the derivative is by an entry")
    return (Mono(ONE[0].c, (), tuple((("D", i, j), ONE[0].c) for i, j in zip(indices, place, strict=True))),)


def _log(x: Expr, state: State) -> Expr:
    require_nonzero(x, state)
    return atom(("S", x), -1)


def _step(x: Expr, state: State) -> Expr:
    require_nonzero(x, state)
    return ZERO


def _arctan(x: Expr, state: State) -> Expr:
    return atom(("S", ONE + multiply(x, x, state.fresh)), -1)


def _arc(way: int) -> Callable[[Expr, State], Expr]:
    def outer(x: Expr, state: State) -> Expr:
        square = ONE + scale(-1, multiply(x, x, state.fresh))
        require_nonzero(square, state)
        return scale(way, atom(("S", square), Fraction(-1, 2)))

    return outer


DERIVATIVES: Mapping[str, Callable[[Expr, State], Expr]] = {
    "log": _log,  # 1/x
    "step": _step,  # 0, but at 0
    "sign": _step,
    "arctan": _arctan,  # 1/(1 + x²)
    "arcsin": _arc(1),  # 1/√(1 - x²)
    "arccos": _arc(-1),
}
"""f′(x) by what f is called."""
