"""The row of a law in the table, and ways to replace a factor that the laws share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symproofs.kernel.indexed import UNIT, Atom, Expr, Factor, Mono, exact, need, product


@dataclass(frozen=True)
class Law:
    """A law by name: what it says, what it needs, the kinds of its data, and the function that applies it."""

    name: str
    statement: str
    condition: str
    data: tuple[str, ...]
    function: Callable[..., Expr]


def factor_at(mono: Mono, k: int, kinds: str) -> Factor:
    """Factor k. *Fails when* its atom is of none of the kinds."""
    a, q = mono.factors[k]
    need(a[0] in kinds, "factor {} is of kind {}, one of {} is needed", k, a[0], kinds)
    return a, q


def without(mono: Mono, *positions: int) -> tuple[Factor, ...]:
    """The factors but those at the positions, in order."""
    return tuple([f for n, f in enumerate(mono.factors) if n not in positions])


def appended(mono: Mono, k: int, new: Sequence[Factor] = (), c: Fraction | int = UNIT) -> Expr:
    """Factor k removed, the new ones at the end."""
    return (Mono(product(mono.c, c), mono.bounds, (*without(mono, k), *new)),)


def in_place(mono: Mono, k: int, a: Atom, q: Fraction | int) -> Expr:
    """Factor k replaced where it stands; an exponent 0 removes it."""
    new = ((a, exact(q)),) if q else ()
    return (Mono(mono.c, mono.bounds, (*mono.factors[:k], *new, *mono.factors[k + 1 :])),)
