"""Laws of the expectation: it is linear, and leaves constants alone.

Names declared random have finite second moments, entry by entry, so the expectations of polynomials of degree 2 in them exist.
That any other expectation exists that a law makes is a condition: `integrable`. Nothing here knows of independence, and no
law goes inside another function.
"""

from __future__ import annotations

from symproofs.kernel.indexed import UNIT, Expr, Mono, need, substitute_mono
from symproofs.kernel.law import Law, appended, factor_at, without
from symproofs.kernel.randomness import random_atom
from symproofs.kernel.state import State
from symproofs.kernel.written import written
from symproofs.terms.statement import Property

MOST_DEGREE = 2
"""Of a polynomial in random names whose expectation exists by declaration."""


def random_degree(mono: Mono, state: State) -> int | None:
    """How many random entries are factors of the monomial, indicators left out; nothing if other random factors occur."""
    degree = 0
    for a, q in mono.factors:
        if not random_atom(a, state) or (a[0] == "F" and a[1] == "step" and q > 0):
            continue
        if a[0] not in ("T", "C") or q.denominator != 1 or q < 0:
            return None
        degree += int(q)
    return degree


def surely_integrable(mono: Mono, state: State) -> bool:
    """Whether the expectation exists by declaration: at most two random entries; indicators do not matter."""
    degree = random_degree(mono, state)
    return degree is not None and degree <= MOST_DEGREE


def require_integrable(mono: Mono, state: State) -> None:
    """The expectation of the monomial exists, or this becomes a condition."""
    if not surely_integrable(mono, state):
        state.require(written((mono,), state, lambda term: Property("integrable", term)))


def expectsum(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "E")
    need(q == 1, "the exponent is not 1")
    for m in a[1]:
        require_integrable(m, state)
    return tuple(n for m in a[1] for n in appended(mono, k, [(("E", (m,)), UNIT)]))


def expectpull(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "E")
    need(q == 1, "the exponent is not 1")
    need(len(a[1]) == 1, "a single summand is needed")
    inner = substitute_mono(a[1][0], {}, state.fresh)
    constants = tuple(f for f in inner.factors if not random_atom(f[0], state))
    rest = Mono(UNIT, (), tuple(f for f in inner.factors if random_atom(f[0], state)))
    require_integrable(rest, state)
    expectation = ((("E", (rest,)), UNIT),) if rest.factors else ()
    return (Mono(mono.c * inner.c, mono.bounds + inner.bounds, (*without(mono, k), *constants, *expectation)),)


EXPECT_LAWS = (
    Law("expectsum", "E[a + b + …] = E[a] + E[b] + …", "the expectations on the right exist", ("factor",), expectsum),
    Law(
        "expectpull",
        "E[Σ_b c m] = Σ_b c E[m], E[1] = 1",
        "c is constant, m has no constant factor; E[m] exists",
        ("factor",),
        expectpull,
    ),
)
