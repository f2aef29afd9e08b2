"""What a number is a product of, up to what is never 0: when one number that is not 0 makes another one not 0.

cos x = ½ e^{-ix} (e^{2ix} + 1), so cos x ≠ 0 says that e^{2ix} + 1 ≠ 0, in which form a proof about tan x asks for it. The
factors of a number are read off its reciprocal, taken apart by the same laws as everywhere, without multiplying out.
Numbers whose factors are among those of numbers known not to be 0 are not 0. *Fails when* the form does not show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations

from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Atom, Mono, Rejected
from symproofs.kernel.signs import nonzero
from symproofs.kernel.state import State
from symproofs.terms.context import Context
from symproofs.terms.statement import Statement
from symproofs.terms.term import Term, num
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.normaliser import Facts, FinerExponent, Normaliser
from symproofs.theories.rewriting import RULES

FACTOR_RULES = tuple(rule for rule in RULES if rule.name not in ("powers", "inverse"))
MOST_UNITS = 8
MOST_PAIRED = 4

Keys = frozenset[str]
Found = tuple[Keys, tuple[Statement, ...]] | None
"""The keys of the factors that may be 0, and the conditions of the laws used on the way; `None` where it is no product."""


class Factors:
    """Factors of the numbers of one context, each taken apart once."""

    def __init__(self, context: Context, steps: int = 6_000) -> None:
        self.context = context
        self.budget = Budget(steps)
        self.units: dict[str, int] = {}
        self._begin()

    def _begin(self) -> None:
        self.normaliser = Normaliser(State(self.context), Facts.of(self.context), RULES, self.budget, self.units, False)
        self._found: dict[Term, Found] = {}

    def nonzero(self, wanted: Term, known: Iterable[Term]) -> tuple[Statement, ...] | None:
        """Conditions under which every factor of a number is one of a number known not to be 0; `None` if one is not.

        The conditions are those of the laws by which the numbers were taken apart: who asks has to see to them.
        """
        given = list(known)
        for _ in range(MOST_UNITS):
            try:
                return self._covered(wanted, given)
            except FinerExponent:
                self._begin()
            except (OutOfBudget, RecursionError):
                return None
        return None

    def _covered(self, wanted: Term, given: list[Term]) -> tuple[Statement, ...] | None:
        """The number, else its square, against the known ones, then against their squares and products of two."""
        for target in (wanted, _square(wanted)):
            found = self.of(target)
            if found is None:
                continue
            left, raised = found[0], dict.fromkeys(found[1])
            for keys, conditions in self._those(given):
                if not left:
                    break
                if left & keys:
                    left -= keys
                    raised.update(dict.fromkeys(conditions))
            if not left:
                return tuple(raised)
        return None

    def _those(self, given: list[Term]) -> Iterator[tuple[Keys, tuple[Statement, ...]]]:
        pairs = [Term("mul", pair) for pair in combinations(given[:MOST_PAIRED], 2)]
        for nodes in (given, list(map(_square, given)), pairs):
            for node in nodes:
                found = self.of(node)
                if found is not None:
                    yield found

    def of(self, node: Term) -> Found:
        """The factors of a number that may be 0."""
        if node not in self._found:
            self._found[node] = self._factors(node)
        return self._found[node]

    def _factors(self, node: Term) -> Found:
        n = self.normaliser
        n.state.conditions = {}
        try:
            value = entries_of(node, n.state)
            found, _ = n.run((Mono(Fraction(1), (), ((("S", value), Fraction(-1)),)),), FACTOR_RULES)
        except Rejected:
            return None
        if len(found) != 1 or found[0].bounds:
            return None
        keys = frozenset(n.keys.atom(a) for a, _ in found[0].factors if not _never_zero(n, a))
        return keys, tuple(n.state.conditions)


def _square(node: Term) -> Term:
    return Term("pow", (node, num(2)))


def _never_zero(n: Normaliser, a: Atom) -> bool:
    return nonzero((Mono(Fraction(1), (), ((a, Fraction(1)),)),), n.state)
