"""Points at which given equations hold, in the numbers modulo a prime: what fails at one is no combination of the equations.

A point gives values to the atoms of a field. One equation after the other is solved for an atom in which it is linear, the others
of its atoms being drawn; what a combination may be divided by must not be 0 there (of x y = x z the points with x = 0 say nothing
of y = z). This sorts out what need not be tried; it decides nothing. *Fails when* an equation cannot be solved so, or those
solved before leave it false: `None`, and nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symproofs.prove.rational import Form

PRIME = 2**61 - 1
FACTOR = 6364136223846793005

Polynomial = Any
Terms = list[tuple[int, list[tuple[int, int]]]]
"""Coefficients with the atoms and their exponents."""


class Point:
    """Values of atoms; what no equation is about has a drawn one."""

    def __init__(self, values: Mapping[int, int] | None = None) -> None:
        self.values = dict(values or {})

    def solved(self, given: Sequence[Form]) -> Point | None:
        """The point with values of more atoms, at which also these are 0."""
        found = Point(self.values)
        rows = [terms for form in given if (terms := _terms(form.top)) is not None]
        if len(rows) < len(given):
            return None
        open_ones = [(terms, {k for _, powers in terms for k, _ in powers}) for terms in rows]
        while open_ones:
            open_ones.sort(key=lambda row: len(row[1] - found.values.keys()))
            terms, atoms = open_ones.pop(0)
            if atoms <= found.values.keys():
                if found._value(terms):
                    return None
                continue
            free = _linear(terms, atoms - found.values.keys(), [rest for _, rest in open_ones])
            if not any(found._solve(terms, v) for v in free):
                return None
        return found if all(found._is_general(terms) for terms in rows) else None

    def fails(self, goal: Form) -> bool:
        """Whether what must be 0 is not 0 here."""
        terms = _terms(goal.top)
        return terms is not None and self._value(terms) != 0

    def _value(self, terms: Terms) -> int:
        total = 0
        for c, powers in terms:
            for k, e in powers:
                c = c * pow(self.values[k] if k in self.values else _drawn(k), e, PRIME) % PRIME
            total += c
        return total % PRIME

    def _solve(self, terms: Terms, v: int) -> bool:
        """The value of an atom that makes a sum 0 in which it is linear; 0 only where nothing else is left."""
        factor, rest = self._value(_times(terms, v)), self._value([row for row in terms if (v, 1) not in row[1]])
        if not factor or not (rest or len(terms) == 1):
            return False
        for k in {k for _, powers in terms for k, _ in powers}:
            self.values.setdefault(k, _drawn(k))
        self.values[v] = -rest * pow(factor, -1, PRIME) % PRIME
        return True

    def _is_general(self, terms: Terms) -> bool:
        """Whether no atom can be cancelled elsewhere and not here: a factor of one in which the sum is linear is not 0."""
        atoms = {k for _, powers in terms for k, _ in powers}
        return all(self._value(_times(terms, v)) for v in _linear(terms, atoms, ()))


def _drawn(k: int) -> int:
    return pow(FACTOR, k + 2, PRIME)


def _linear(terms: Terms, free: set[int], others: Sequence[set[int]]) -> list[int]:
    """The atoms in which the sum is linear, those that are in few other equations first."""
    linear = [k for k in free if all(e == 1 for _, powers in terms for j, e in powers if j == k)]
    return sorted(linear, key=lambda k: (sum(k in other for other in others), k))


def _times(terms: Terms, v: int) -> Terms:
    """What an atom in which a sum is linear is multiplied by."""
    return [(c, [(k, e) for k, e in powers if k != v]) for c, powers in terms if (v, 1) in powers]


def _terms(polynomial: Polynomial) -> Terms | None:
    found: Terms = []
    for exponents, c in polynomial.terms():
        below = int(c.q) % PRIME
        if not below:
            return None
        found.append((int(c.p) * pow(below, -1, PRIME) % PRIME, [(k, int(e)) for k, e in enumerate(exponents) if e]))
    return found
