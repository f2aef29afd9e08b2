"""Sums up to a last index in closed form: powers of the index times powers of one base, and fractions that telescope.

    Σ c k^p q^k, p ≤ 2      Σ c k^p, p ≤ 3      Σ r_i/(k + a_i) with Σ r_i = 0

What is found is a guess for the prover, who shows it by induction. *Fails when* the summand is none of these: `None`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from symproofs.terms.context import Declaration
from symproofs.terms.term import Term, free_names, name, num, number_in, substitute
from symproofs.terms.types import scalar
from symproofs.theories.exponentials import Mono, Sum, total
from symproofs.theories.reading_exponentials import Reader

MOST_LOW = 6
ONE = num(1)


def closed_sum(node: Term, reader: Reader) -> Term | None:
    """What Σ_{k=a}^b comes to, a a small whole number."""
    body, low, high = node.args
    label = str(node.data[0])
    first = number_in(low) if low.head == "num" else None
    if first is None or first.denominator != 1 or not 0 <= first <= MOST_LOW:
        return None
    taken = reader.context.types.keys() | free_names(body) - {label}
    if label in taken:
        fresh = next(f"{label}_{k}" for k in range(len(taken) + 1) if f"{label}_{k}" not in taken)
        body, label = substitute(body, {label: name(fresh)}), fresh
    reader = reader.within(reader.context.declare(Declaration(label, scalar("integer"))))
    parts: list[Term] = []
    fractions: dict[Fraction, Fraction] = {}
    for m, c in reader.scalar(body).rows:
        row = _row(m, c, label, reader)
        if row is None:
            return None
        if isinstance(row, Fractions):
            for a, r in row.residues.items():
                fractions[a] = fractions.get(a, Fraction(0)) + r
        else:
            parts.append(row.closed(int(first), high, label))
    if fractions:
        ended = _telescoped(fractions, int(first), high)
        if ended is None:
            return None
        parts.append(ended)
    return total(parts)


class Fractions:
    """Σ r/(k + a), by a."""

    def __init__(self, residues: Mapping[Fraction, Fraction]) -> None:
        self.residues = residues


class Power:
    """c · k^p · q^k; q is nothing where it is 1."""

    def __init__(self, factor: Sum, power: int, base: Term | None) -> None:
        self.factor, self.power, self.base = factor, power, base

    def closed(self, low: int, high: Term, label: str) -> Term:
        whole = self._from_zero(high, label)
        before = [_member(k, self.power, self.base) for k in range(low)]
        rest = [Term("neg", (t,)) for t in before if t != num(0)]
        value = total([whole, *rest])
        return value if self.factor.number == 1 else Term("mul", (self.factor.term(), value))

    def _from_zero(self, high: Term, label: str) -> Term:
        """Σ_{k=0}^n. Σ q^k of a q with names stays: in closed form it would ask for q ≠ 0."""
        if self.base is None:
            return _of_powers(self.power, high)
        if self.power == 0 and free_names(self.base):
            return Term("sum_between", (Term("pow", (self.base, name(label))), num(0), high), (label,))
        return _of_base(self.power, self.base, high)


def _member(k: int, power: int, base: Term | None) -> Term:
    value = num(k**power)
    if value == num(0) or base is None or k == 0:
        return value
    return Term("mul", (value, Term("pow", (base, num(k)))))


def _row(m: Mono, c: Fraction, label: str, reader: Reader) -> Power | Fractions | None:
    """A summand as c k^p q^k, or as a sum of fractions."""
    powers: dict[Fraction, Fraction] = {}
    factor, base, degree = Mono((), None), None, 0
    for a, e in m.powers:
        if label not in free_names(a):
            factor = factor.times(Mono(((a, e),)))
        elif a == name(label) and e.denominator == 1 and e > 0 and not degree:
            degree = int(e)
        elif e == -1 and (factors := _linear_factors(reader.scalar(a), label)) is not None:
            scale, shifts = factors
            if not powers.keys().isdisjoint(shifts):
                return None
            powers.update(dict.fromkeys(shifts, e))
            c /= scale
        elif a.head == "pow" and e in (1, -1) and base is None and label not in free_names(a.args[0]):
            found = _geometric(a if e == 1 else Term("pow", (a.args[0], Term("neg", (a.args[1],)))), label, reader)
            if found is None:
                return None
            base, more = found
            factor = factor.times(more)
        else:
            return None
    if m.exponent is not None:
        slope = m.exponent.rows
        (own, scale), *others = slope
        if others or own != Mono(((name(label), Fraction(1)),)) or base is not None:
            return None
        base = Term("fun", (num(scale),), ("exp",))
    if not powers:
        return Power(Sum(((factor, c),)), degree, base) if degree <= (3 if base is None else 2) else None
    if base is not None or degree or factor != Mono():
        return None
    return Fractions({a: c / _product(b - a for b in powers if b != a) for a in powers})


MOST_DEGREE = 4
FARTHEST_ROOT = 12


def _linear_factors(value: Sum, label: str) -> tuple[Fraction, list[Fraction]] | None:
    """c and a_i with value = c Π (k + a_i), the a_i whole and apart."""
    coefficients = [Fraction(0)] * (MOST_DEGREE + 1)
    for m, c in value.rows:
        degree = dict(m.powers).get(name(label), Fraction(0))
        if degree.denominator != 1 or not 0 <= degree <= MOST_DEGREE or m.exponent is not None or len(m.powers) > (degree > 0):
            return None
        coefficients[int(degree)] = c
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    tried = range(-FARTHEST_ROOT, FARTHEST_ROOT + 1)
    roots = [r for r in tried if sum(c * r**d for d, c in enumerate(coefficients)) == 0]
    if len(coefficients) < 2 or len(roots) != len(coefficients) - 1:
        return None
    return coefficients[-1], [Fraction(-r) for r in roots]


def _product(values: Iterable[Fraction]) -> Fraction:
    result = Fraction(1)
    for v in values:
        result *= v
    return result


def _geometric(node: Term, label: str, reader: Reader) -> tuple[Term, Mono] | None:
    """q^{αk + β} as (q^α)^k q^β, α and β whole."""
    base, exponent = node.args
    value = reader.scalar(exponent)
    slope = dict(value.rows).get(Mono(((name(label), Fraction(1)),)), Fraction(0))
    rest = value.minus(Sum(((Mono(((name(label), Fraction(1)),)), slope),))).number
    if rest is None or slope.denominator != 1 or not slope or rest.denominator != 1:
        return None
    number_of_base = number_in(base) if base.head == "num" else None
    if number_of_base:
        power: Term = num(number_of_base ** int(slope))
    else:
        power = base if slope == 1 else Term("div", (ONE, base)) if slope == -1 else Term("pow", (base, num(slope)))
    return power, Mono(((base, rest),)) if rest else Mono()


def _plus(*terms: Term) -> Term:
    return Term("add", terms)


def _times(*terms: Term) -> Term:
    return Term("mul", terms)


def _minus(node: Term) -> Term:
    return Term("neg", (node,))


def _of_base(power: int, q: Term, high: Term) -> Term:
    """Σ_{k=0}^n k^p q^k."""
    after = _plus(high, ONE)
    last, left = Term("pow", (q, after)), _plus(ONE, _minus(q))
    if power == 0:
        return Term("div", (_plus(ONE, _minus(last)), left))
    if power == 1:
        top = _plus(q, _minus(_times(after, last)), _times(high, q, last))
        return Term("div", (top, Term("pow", (left, num(2)))))
    square = Term("pow", (high, num(2)))
    middle = _plus(_times(num(2), square), _times(num(2), high), num(-1))
    top = _plus(
        q,
        Term("pow", (q, num(2))),
        _minus(_times(Term("pow", (after, num(2))), last)),
        _times(middle, q, last),
        _minus(_times(square, Term("pow", (q, num(2))), last)),
    )
    return Term("div", (top, Term("pow", (left, num(3)))))


def _of_powers(power: int, high: Term) -> Term:
    """Σ_{k=0}^n k^p."""
    after = _plus(high, ONE)
    if power == 0:
        return after
    half = Term("div", (_times(high, after), num(2)))
    if power == 1:
        return half
    if power == 2:
        return Term("div", (_times(high, after, _plus(_times(num(2), high), ONE)), num(6)))
    return Term("pow", (half, num(2)))


def _telescoped(residues: Mapping[Fraction, Fraction], low: int, high: Term) -> Term | None:
    """Σ_k Σ_i r_i/(k + a_i) where Σ r_i = 0 and the a_i lie whole numbers apart: what is left at both ends."""
    least = min(residues)
    if sum(residues.values()) != 0 or any((a - least).denominator != 1 for a in residues) or low + least <= 0:
        return None
    parts: list[Term] = []
    constant = Fraction(0)
    for a, r in residues.items():
        for j in range(int(a - least)):
            at = least + j
            constant -= r / (low + at)
            parts.append(Term("div", (num(r), _plus(high, num(1 + at)))))
    return total([*parts, num(constant)])
