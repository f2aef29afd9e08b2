"""Exponential polynomials over written terms: the form in which growth is read off.

    Sum     c_1 m_1 + c_2 m_2 + …                 c rational
    Mono    Π atom^q · e^E                        E a Sum

An atom is any other scalar term, written in one way: ⟨u, v⟩ of vectors as `u^T v` of names or members with given equations
used, definitions unfolded, Σ over an index with the indices that matter taken out. Reading proves nothing: it guesses a
form, and what is claimed of it is an equation for the prover.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from symproofs.terms.term import Term, fun, num

Q0, Q1 = Fraction(0), Fraction(1)
MOST_MONOMIALS = 200


class TooLarge(Exception):
    """A form grew beyond what is worth looking at."""


@lru_cache(maxsize=8192)
def key_of(node: Term) -> tuple[int, str]:
    return len(repr(node)), repr(node)


@dataclass(frozen=True)
class Mono:
    """Π atom^q · e^E."""

    powers: tuple[tuple[Term, Fraction], ...] = ()
    exponent: Sum | None = None

    @staticmethod
    def of(powers: Mapping[Term, Fraction], exponent: Sum) -> Mono:
        kept = sorted(((a, q) for a, q in powers.items() if q), key=lambda row: key_of(row[0]))
        return Mono(tuple(kept), exponent if exponent.rows else None)

    def times(self, other: Mono) -> Mono:
        powers = dict(self.powers)
        for a, q in other.powers:
            powers[a] = powers.get(a, Q0) + q
        return Mono.of(powers, self.exponents.plus(other.exponents))

    def to_the(self, q: Fraction) -> Mono:
        return Mono.of({a: p * q for a, p in self.powers}, self.exponents.scaled(q))

    @property
    def exponents(self) -> Sum:
        return self.exponent if self.exponent is not None else NONE

    @cached_property
    def key(self) -> str:
        return "·".join(f"{a!r}^{q}" for a, q in self.powers) + (f"e^({self.exponent.key})" if self.exponent is not None else "")

    @cached_property
    def atoms(self) -> frozenset[Term]:
        return frozenset(a for a, _ in self.powers) | (self.exponent.atoms if self.exponent is not None else frozenset())

    def term(self, c: Fraction = Q1) -> Term:
        top = [power(a, q) for a, q in self.powers if q > 0]
        if self.exponent is not None:
            top.append(fun("exp", self.exponent.term()))
        below = [power(a, -q) for a, q in self.powers if q < 0]
        return ratio(c, top, below)


@dataclass(frozen=True)
class Sum:
    """Σ c m, monomials in the order of their keys, no coefficient 0."""

    rows: tuple[tuple[Mono, Fraction], ...] = ()

    @staticmethod
    def of(rows: Iterable[tuple[Mono, Fraction]]) -> Sum:
        total: dict[Mono, Fraction] = {}
        for m, c in rows:
            total[m] = total.get(m, Q0) + c
        if len(total) > MOST_MONOMIALS:
            raise TooLarge
        return Sum(tuple(sorted(((m, c) for m, c in total.items() if c), key=lambda row: row[0].key)))

    def plus(self, other: Sum) -> Sum:
        return other if not self.rows else self if not other.rows else Sum.of((*self.rows, *other.rows))

    def scaled(self, c: Fraction) -> Sum:
        return Sum(tuple((m, c * d) for m, d in self.rows)) if c else NONE

    def minus(self, other: Sum) -> Sum:
        return self.plus(other.scaled(-Q1))

    def times(self, other: Sum) -> Sum:
        if len(self.rows) * len(other.rows) > MOST_MONOMIALS:
            raise TooLarge
        return Sum.of((m.times(n), c * d) for m, c in self.rows for n, d in other.rows)

    def to_the(self, n: int) -> Sum:
        result = UNIT
        for _ in range(n):
            result = result.times(self)
        return result

    @property
    def number(self) -> Fraction | None:
        """The rational number that this is, if it is one."""
        if not self.rows:
            return Q0
        m, c = self.rows[0]
        return c if len(self.rows) == 1 and m == Mono() else None

    @cached_property
    def key(self) -> str:
        return " + ".join(f"{c}·{m.key}" for m, c in self.rows)

    @cached_property
    def atoms(self) -> frozenset[Term]:
        return frozenset[Term]().union(*(m.atoms for m, _ in self.rows))

    def term(self) -> Term:
        return total([m.term(c) for m, c in self.rows])


NONE = Sum()
UNIT = Sum(((Mono(), Q1),))


def number(c: Fraction | int) -> Sum:
    return Sum(((Mono(), Fraction(c)),)) if c else NONE


def atom(node: Term, q: Fraction = Q1) -> Sum:
    return Sum(((Mono(((node, q),)), Q1),))


def exponential(exponent: Sum) -> Sum:
    return Sum(((Mono((), exponent if exponent.rows else None), Q1),))


# ------------------------------------------------------------------ writing


def power(a: Term, q: Fraction) -> Term:
    if q == 1:
        return a
    return Term("sqrt", (a,)) if q == Fraction(1, 2) else Term("pow", (a, num(q)))


def product(factors: list[Term]) -> Term:
    return num(1) if not factors else factors[0] if len(factors) == 1 else Term("mul", tuple(factors))


def total(summands: list[Term]) -> Term:
    return num(0) if not summands else summands[0] if len(summands) == 1 else Term("add", tuple(summands))


def ratio(c: Fraction, top: list[Term], below: list[Term]) -> Term:
    """c · top / below, a negative number before it."""
    size = abs(c)
    factors = ([num(size.numerator)] if size.numerator != 1 else []) + top
    under = ([num(size.denominator)] if size.denominator != 1 else []) + below
    node = product(factors) if not under else Term("div", (product(factors), product(under)))
    if c < 0:
        return num(-node.data[0]) if node.head == "num" else Term("neg", (node,))  # type: ignore[operator]
    return node
