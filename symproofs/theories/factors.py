"""What a number is a product of, up to what is never 0: when one number that is not 0 makes another one not 0.

cos x = ½ e^{-ix} (e^{2ix} + 1), so cos x ≠ 0 says that e^{2ix} + 1 ≠ 0, in which form a proof about tan x asks for it. The
factors of a number are read off its reciprocal, taken apart by the same laws as everywhere, without multiplying out.
Numbers whose factors are among those of numbers known not to be 0 are not 0. *Fails when* the form does not show it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

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


def nonzero_by_factors(context: Context, wanted: Term, known: Iterable[Term], steps: int = 3_000) -> tuple[Statement, ...] | None:
    """Conditions under which every factor of a number is one of a number known not to be 0; `None` where that is not so.

    The conditions are those of the laws by which the numbers were taken apart: who asks has to see to them.
    """
    units: dict[str, int] = {}
    given = list(known)
    for _ in range(MOST_UNITS):
        try:
            normaliser = Normaliser(State(context), Facts.of(context), RULES, Budget(steps), units)
            return tuple(normaliser.state.conditions) if _covered(normaliser, wanted, given) else None
        except FinerExponent:
            continue
        except (Rejected, OutOfBudget, RecursionError):
            return None
    return None


def _covered(n: Normaliser, wanted: Term, given: list[Term]) -> bool:
    """Whether the factors of the number, or of its square, are among those of the known ones and of their squares."""
    targets = [_factors(n, wanted), _factors(n, _square(wanted))]
    if targets[0] is None:
        return False
    for node in given:
        if any(t is not None and not t for t in targets):
            return True
        known = (_factors(n, node) or frozenset()) | (_factors(n, _square(node)) or frozenset())
        targets = [None if t is None else t - known for t in targets]
    return any(t is not None and not t for t in targets)


def _square(node: Term) -> Term:
    return Term("pow", (node, num(2)))


def _factors(n: Normaliser, node: Term) -> frozenset[str] | None:
    """The keys of the factors that may be 0; `None` where the number is no product."""
    try:
        value = entries_of(node, n.state)
    except Rejected:
        return None
    found, _ = n.run((Mono(Fraction(1), (), ((("S", value), Fraction(-1)),)),), FACTOR_RULES)
    if len(found) != 1 or found[0].bounds:
        return None
    return frozenset(n.keys.atom(a) for a, _ in found[0].factors if not _never_zero(n, a))


def _never_zero(n: Normaliser, a: Atom) -> bool:
    return nonzero((Mono(Fraction(1), (), ((a, Fraction(1)),)),), n.state)
