"""Leading terms: a sum of exponentials and powers as gauge · rest, the rest converging.

The gauge is the exponential (or power) that dominates: every summand divided by it converges. A sum over an index counts as one
summand whose gauge may depend on the index, compared for every index that is not left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from symproofs.records import record
from symproofs.terms.size import Size
from symproofs.terms.term import Term, free_names, fun, num
from symproofs.theories.exponentials import Mono, Sum, ratio, total
from symproofs.theories.given_terms import opened, split
from symproofs.theories.plans import UP, Plan

if TYPE_CHECKING:
    from symproofs.theories.growth import Growth

ONE = num(1)


@record
class Lead:
    """t = gauge · rest, where the rest converges to a number that is not 0 (or is not known to be 0)."""

    gauge: Mono
    rest: Term


@record
class Family:
    """Σ over an index: the bound name, its range, what is left out, and limits below it."""

    label: str
    size: Size
    excluded: tuple[Term, ...]
    inside: Growth

    def sum(self, body: Term) -> Term:
        return Term("sum", (body, *self.excluded), (self.label, self.size))


@record
class Item:
    """A summand c · gauge · top / below, perhaps under Σ over an index on which its gauge may depend."""

    c: Fraction
    gauge: Mono
    top: tuple[Term, ...]
    below: tuple[Term, ...]
    family: Family | None = None


def lead(growth: Growth, value: Sum) -> Lead | None:
    """The leading term of a sum."""
    items = [_item(growth, m, c) for m, c in value.rows]
    known = [i for i in items if i is not None]
    if not known or len(known) < len(items):
        return None
    if len(known) == 1 and known[0].family is None:
        return Lead(known[0].gauge, ratio(known[0].c, list(known[0].top), list(known[0].below)))
    for candidate in known:
        if candidate.family is None or candidate.family.label not in _names(candidate.gauge):
            rest = _divided(growth, known, candidate.gauge)
            if rest is not None:
                return Lead(candidate.gauge, rest)
    return None


def _divided(growth: Growth, items: Sequence[Item], gauge: Mono) -> Term | None:
    """Σ items / gauge, if every one of them converges."""
    rows = []
    for item in items:
        here = growth if item.family is None else item.family.inside
        factor = item.gauge.times(gauge.to_the(Fraction(-1)))
        top = list(item.top)
        if factor != Mono():
            plan = gauge_limit(here, factor)
            if plan is None or plan.infinite:
                return None
            top.append(plan.subject)
        row = ratio(item.c, top, list(item.below))
        rows.append(row if item.family is None else item.family.sum(row))
    return total(rows)


def _item(growth: Growth, m: Mono, c: Fraction) -> Item | None:
    """A monomial with its gauge: what does not converge to a number other than 0."""
    fixed, moved = split(m, growth.moving)
    families = [a for a, q in moved.powers if a.head == "sum" and q == 1]
    if len(families) == 1:
        found = _family(growth, families[0])
        if found is not None:
            family, inner = found
            rest = _item(growth, Mono.of({a: q for a, q in m.powers if a != families[0]}, m.exponents), c)
            if rest is None or family.label in _names(rest.gauge):
                return None
            own = () if inner.rest == ONE else (inner.rest,)
            return Item(c, inner.gauge.times(rest.gauge), (*rest.top, *own), rest.below, family)
    top = [fixed.term()] if fixed != Mono() else []
    below: list[Term] = []
    gauge = Mono()
    if moved.exponent is not None:
        # an exponent that converges belongs to what is left
        written = _exponent(growth, moved.exponent)
        plan = growth.limit(written)
        if plan is not None and not plan.infinite:
            top.append(fun("exp", written))
        else:
            gauge = Mono((), moved.exponent)
    for a, q in moved.powers:
        part = _atom(growth, a)
        if part is None:
            return None
        gauge = gauge.times(part.gauge.to_the(q))
        if part.rest != ONE:
            (top if q > 0 else below).append(_power(part.rest, abs(q)))
    return Item(c, gauge, tuple(top), tuple(below))


def _atom(growth: Growth, node: Term) -> Lead | None:
    """A varying atom: a sum by its leading terms, else by its own limit."""
    if node.head == "sum":
        found = _family(growth, node)
        if found is not None:
            family, inner = found
            return Lead(inner.gauge, family.sum(inner.rest)) if family.label not in _names(inner.gauge) else None
    if node.head == "add":
        return lead(growth, growth.reader.scalar(node))
    plan = growth.limit(node)
    if plan is None:
        return None
    if plan.infinite or growth.sign(plan.target) == "0":
        return Lead(Mono(((node, Fraction(1)),)), ONE)
    return Lead(Mono(), node)


def _family(growth: Growth, node: Term) -> tuple[Family, Lead] | None:
    """The leading term of a member of a sum over an index."""
    label, size, body, excluded = opened(node, growth.context)
    inside = growth.below(label, size, excluded)
    found = None if inside is None else lead(inside, inside.reader.scalar(body))
    return None if found is None or inside is None else (Family(label, size, excluded, inside), found)


# ------------------------------------------------------------------ gauges


def gauge_limit(growth: Growth, m: Mono) -> Plan | None:
    """The limit of a product of powers and an exponential, as it is written then."""
    beaten = _outgrown(growth, m) or _logarithm_outgrown(growth, m) or _geometric(growth, m)
    if beaten is not None:
        return beaten
    parts: list[Plan | None] = []
    if m.exponent is not None:
        parts.append(growth.limit(fun("exp", _exponent(growth, m.exponent))))
    for a, q in m.powers:
        parts.append(growth.limit(_power(a, q) if q > 0 else ratio(Fraction(1), [], [_power(a, -q)])))
    plans = [p for p in parts if p is not None]
    if not plans or len(plans) < len(parts):
        return None
    return plans[0] if len(plans) == 1 else growth.multiplied(Term("mul", tuple(p.subject for p in plans)), plans)


def _exponent(growth: Growth, value: Sum) -> Term:
    """An exponent, over what is given where it can be."""
    other = growth.over_given(value)
    return value.term() if other is None else other


def _outgrown(growth: Growth, m: Mono) -> Plan | None:
    """t^p e^{ct} for t → ∞: 0 if c < 0, ∞ if c > 0."""
    if len(m.powers) != 1 or m.exponent is None:
        return None
    ((a, q),) = m.powers
    groups, still = growth.grouped(m.exponent)
    factor = groups.get(Mono(((a, Fraction(1)),)))
    plan = growth.limit(a)
    if factor is None or len(groups) > 1 or still.rows or plan is None or plan.target != UP:
        return None
    c = factor.term()
    sign = growth.sign(c)
    if sign not in ("+", "-"):
        return None
    node = Term("mul", (Term("pow", (a, num(q))), fun("exp", Term("mul", (c, a)))))
    return Plan(node, UP if sign == "+" else num(0), "exponential_outgrows_power", {}, (plan,))


def _logarithm_outgrown(growth: Growth, m: Mono) -> Plan | None:
    """log t · t^q → 0 for t → ∞, q < 0; for t → 0 and q > 0 as that of 1/t."""
    match m:
        case Mono(((a, q), (Term(head="fun", args=(inner,), data=("log",)) as log, p)), None) if inner == a and p == 1 and q > 0:
            if not growth.falls_to_zero(a):
                return None
            turned = Term("div", (num(1), a))
            plan = growth.limit(turned)
            if plan is None or plan.target != UP:
                return None
            grows = Term("mul", (fun("log", turned), Term("pow", (turned, num(-q)))))
            null = Plan(grows, num(0), "power_outgrows_logarithm", {}, (plan,))
            less = Plan(Term("neg", (grows,)), Term("neg", (num(0),)), "limit_continuous", {}, (null,))
            return growth.form(Term("mul", (log, _power(a, q))), less.subject, less)
        case Mono(((a, q), (Term(head="fun", args=(inner,), data=("log",)) as log, p)), None) if inner == a and p == 1 and q < 0:
            plan = growth.limit(a)
            if plan is not None and plan.target == UP:
                return Plan(Term("mul", (log, Term("pow", (a, num(q))))), num(0), "power_outgrows_logarithm", {}, (plan,))
    return None


def _geometric(growth: Growth, m: Mono) -> Plan | None:
    """n^p q^{n + c} → 0 for |q| < 1, as Σ_j of (n + c)^j q^{n + c}."""
    waves = [a for a, e in m.powers if a.head == "pow" and e == 1 and not growth.moves(a.args[0])]
    rest = [(a, e) for a, e in m.powers if a not in waves]
    if len(waves) != 1 or m.exponent is not None or len(rest) != 1 or not growth.is_below_one(waves[0].args[0]):
        return None
    (wave,), ((n, p),) = waves, rest
    exponent = wave.args[1]
    away = growth.reader.scalar(exponent).minus(growth.reader.scalar(n)).number
    plan = growth.limit(exponent)
    if away is None or (away and (p.denominator != 1 or not 0 < p <= MOST_POWER)) or plan is None or plan.target != UP:
        return None
    top = int(p)
    powers = [(comb(top, j) * (-away) ** (top - j), Fraction(j)) for j in range(top + 1)] if away else [(Fraction(1), p)]
    parts = [Plan(_beaten(exponent, j, wave), num(0), "geometric_outgrows_power", {}, (plan,)) for _, j in powers]
    if len(parts) == 1:
        return growth.form(m.term(), parts[0].subject, parts[0])
    scaled = [
        growth.continuous(Term("mul", (num(c), part.subject)), [Plan(num(c), num(c), "limit_constant"), part])
        for (c, _), part in zip(powers, parts, strict=True)
    ]
    whole = growth.continuous(Term("add", tuple(x.subject for x in scaled)), scaled)
    return growth.form(m.term(), whole.subject, whole)


def _beaten(exponent: Term, power: Fraction, wave: Term) -> Term:
    return Term("mul", (Term("pow", (exponent, num(power))), wave)) if power else wave


MOST_POWER = 4
"""The highest power of n beside q^{n + c} that is multiplied out."""


def _names(m: Mono) -> frozenset[str]:
    return frozenset[str]().union(*map(free_names, m.atoms))


def _power(a: Term, q: Fraction) -> Term:
    if q == Fraction(1, 2):
        return Term("sqrt", (a,))
    return a if q == 1 else Term("pow", (a, num(q)))
