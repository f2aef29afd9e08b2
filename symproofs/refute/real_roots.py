"""Hypotheses that hold at an irrational root: `x² = 2`, `x² = 2, x > 0`.

No assignment of rational numbers meets them. That one of real numbers does is seen from a change of sign: a polynomial with
rational coefficients that has opposite signs at two rational numbers has a root between them, and what else is said of the name
holds on all of that interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from flint import arb, fmpq, fmpq_poly

from symproofs.refute.refute import find_witness
from symproofs.refute.roots import NoPolynomial, polynomial
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.statement import Hypothesis, Property, Relation, statement_names

NEAR = fmpq(1, 2**40)
SIGNS = {"positive": ">", "nonnegative": ">=", "negative": "<", "nonzero": "!="}


def met_by_roots(context: Context) -> bool:
    """Whether some names are determined by polynomial equations with real roots, and values are known that meet the rest."""
    rest = context
    for row in context.declarations.values():
        own = [h for h in rest.hypotheses if statement_names(h.statement) == {row.name}]
        if own and _is_real(row) and _apart(rest, row.name, own) and _has_root(row, own):
            rest = replace(rest, hypotheses=tuple(h for h in rest.hypotheses if h not in own))
    return len(rest.hypotheses) < len(context.hypotheses) and find_witness(rest) is not None


def _is_real(row: Declaration) -> bool:
    return row.type.is_scalar and row.type.sort == "real" and row.type.index is None and row.properties <= SIGNS.keys()


def _apart(context: Context, label: str, own: Sequence[Hypothesis]) -> bool:
    """Whether all else that speaks of a name defines another one by it, for every value."""
    others = (h for h in context.hypotheses if h not in own and label in statement_names(h.statement))
    return all((found := definition_of(h)) is not None and found[0] != label for h in others)


def _has_root(row: Declaration, own: Sequence[Hypothesis]) -> bool:
    try:
        equations, bounds = _sorted(row, own)
    except NoPolynomial:
        return False
    if not equations:
        return False
    common = reduce(lambda p, q: p.gcd(q), equations)
    if common.degree() < 1:
        return False
    return any(all(_holds(p, operator, low, high) for p, operator in bounds) for low, high in _intervals(common))


def _sorted(row: Declaration, own: Sequence[Hypothesis]) -> tuple[list[fmpq_poly], list[tuple[fmpq_poly, str]]]:
    """The polynomials that are 0, and those that are compared with 0. *Fails with* `NoPolynomial`."""
    equations: list[fmpq_poly] = []
    bounds = [(fmpq_poly([0, 1]), SIGNS[p]) for p in row.properties]
    for hypothesis in own:
        statement = hypothesis.statement
        if isinstance(statement, Property) and statement.name in SIGNS and statement.subject.head == "name":
            bounds.append((fmpq_poly([0, 1]), SIGNS[statement.name]))
            continue
        if not isinstance(statement, Relation) or statement.operator == "~":
            raise NoPolynomial
        difference = polynomial(statement.left, row.name) - polynomial(statement.right, row.name)
        if statement.operator == "=":
            equations.append(difference)
        else:
            bounds.append((difference, statement.operator))
    return equations, bounds


def _intervals(p: fmpq_poly) -> Iterator[tuple[fmpq, fmpq]]:
    """Short intervals at whose ends the square-free part of a polynomial has opposite signs."""
    plain = p / p.gcd(p.derivative())
    for root, _ in plain.numer().complex_roots():
        middle = fmpq(*map(int, _ratio(root.real)))
        low, high = middle - NEAR, middle + NEAR
        if plain(low) * plain(high) < 0:
            yield low, high


def _ratio(ball: arb) -> tuple[int, int]:
    mantissa, exponent = ball.mid().man_exp()
    return (int(mantissa) << int(exponent), 1) if exponent >= 0 else (int(mantissa), 1 << -int(exponent))


def _holds(p: fmpq_poly, operator: str, low: fmpq, high: fmpq) -> bool:
    """Whether p ∘ 0 on all of an interval."""
    inside = arb((low + high) / 2, (high - low) / 2)
    value = reduce(lambda total, c: total * inside + arb(c), reversed(p.coeffs()), arb(0))
    if operator in (">", ">="):
        return bool(value > 0)
    return bool(value < 0) if operator in ("<", "<=") else bool(value > 0 or value < 0)
