"""Equations that follow from given ones: L - R = Σ c_k (a_k - b_k), with the cofactors c_k.

First the multipliers are powers of atoms, the quotients of the monomials, and the rest is a linear system; then atoms that a
given equation determines are eliminated one after the other. What must not be 0 below is asked of the caller. The result is
a proposal; the kernel sees whether it is an identity. *Fails when* no cofactors of these shapes exist: `None`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import add, sub
from typing import Any

from symproofs.prove.linear import Vector, solve
from symproofs.prove.rational import Field, Form
from symproofs.terms.term import Term

MOST_MULTIPLIERS = 60
MOST_ELIMINATED = 5
MOST_TRIED = 60

Polynomial = Any
Nonzero = Callable[[Term], bool]
Cofactors = list[tuple[int, Form]]
"""Numbers of given equations with their cofactors."""


def cofactors(field: Field, goal: Form, given: Sequence[Form], nonzero: Nonzero, surely: Nonzero) -> Cofactors | None:
    """Cofactors that make the goal a combination of the given differences; by what is divided is `surely` not 0."""
    if goal.top == 0:
        return []
    found = _by_monomials(field, goal, given, nonzero) or _by_division(field, goal, given, surely)
    return found or _by_elimination(field, goal, given, nonzero)


# ------------------------------------------------------------------ monomial multipliers


def _by_monomials(field: Field, goal: Form, given: Sequence[Form], nonzero: Nonzero) -> Cofactors | None:
    known: dict[int, bool] = {}

    def allowed(shift: tuple[int, ...]) -> bool:
        for k, e in enumerate(shift):
            if e < 0 and k not in known:
                known[k] = nonzero(field.atoms[k])
            if e < 0 and not known[k]:
                return False
        return True

    # polynomials first, of which nothing need be known
    found = _combination(field, goal, given, lambda shift: min(shift) >= 0)
    return found if found is not None else _combination(field, goal, given, allowed)


def _combination(field: Field, goal: Form, given: Sequence[Form], allowed: Callable[[tuple[int, ...]], bool]) -> Cofactors | None:
    columns: list[Vector] = []
    labels: list[tuple[int, tuple[int, ...]]] = []
    seen: set[tuple[int, tuple[int, ...]]] = set()
    wanted = dict.fromkeys(tuple(e) for e in goal.top.monoms())
    for _ in range(2):
        for n, form in enumerate(given):
            for shift in multipliers(form, wanted):
                if len(columns) < MOST_MULTIPLIERS and (n, shift) not in seen and allowed(shift):
                    seen.add((n, shift))
                    columns.append({tuple(map(add, e, shift)): c for e, c in form.top.terms()})
                    labels.append((n, shift))
        wanted.update(dict.fromkeys(key for column in columns for key in column))
    found = solve(columns, {tuple(e): c for e, c in goal.top.terms()})
    if found is None:
        return None
    total: dict[int, Form] = {}
    for (n, shift), c in zip(labels, found, strict=True):
        if c:
            part = laurent(field, shift, c)
            total[n] = field.plus(total[n], part) if n in total else part
    return [(n, field.times(form, Form(given[n].below, goal.below))) for n, form in total.items()]


def multipliers(form: Form, wanted: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Powers of atoms that bring a monomial of the form to one that is wanted, and 1; the simplest first."""
    own = [tuple(e) for e in form.top.monoms()]
    found = dict.fromkeys(tuple(map(sub, w, o)) for w in wanted for o in own)
    return sorted({**found, (0,) * len(own[0]): None}, key=lambda s: (sum(map(abs, s)), s))


def laurent(field: Field, shift: Sequence[int], c: Fraction) -> Form:
    """c times powers of atoms, negative ones too."""
    top = field.ring.from_dict({tuple(max(e, 0) for e in shift): 1})
    below = field.ring.from_dict({tuple(max(-e, 0) for e in shift): 1})
    return field.times(field.constant(c), Form(top, below))


# ------------------------------------------------------------------ division


def _by_division(field: Field, goal: Form, given: Sequence[Form], nonzero: Nonzero) -> Cofactors | None:
    """A given difference is the goal times what is not 0: x = 2 from (x - 2)(x + 2) = 0 and x > 0."""
    for n, form in enumerate(given):
        quotient, rest = divmod(form.top, goal.top)
        if rest == 0 and quotient != 0 and nonzero_polynomial(field, quotient, nonzero):
            below = field.reduced(field.one, quotient)
            return [(n, field.times(below, Form(form.below, goal.below)))]
    return None


# ------------------------------------------------------------------ elimination


def _by_elimination(field: Field, goal: Form, given: Sequence[Form], nonzero: Nonzero) -> Cofactors | None:
    pivots = [
        (n, v, *split) for n, form in enumerate(given) for v in occurring(form.top) if (split := linear_in(field, form.top, v))
    ]
    usable = [(n, v, p, r) for n, v, p, r in pivots if nonzero_polynomial(field, p, nonzero)]
    tried = 0

    def search(rest: Form, used: frozenset[int]) -> Cofactors | None:
        nonlocal tried
        if rest.top == 0:
            return []
        if len(used) >= MOST_ELIMINATED:
            return None
        inside, below = occurring(rest.top), occurring(rest.below)
        for n, v, p, r in usable:
            if n in used or v not in inside or v in below:
                continue
            tried += 1
            if tried > MOST_TRIED:
                return None
            after, quotient = eliminated(field, rest, v, p, r)
            more = search(after, used | {n})
            if more is not None:
                return [(n, field.times(quotient, Form(given[n].below, field.one))), *more]
        return None

    return search(goal, frozenset())


def occurring(polynomial: Polynomial) -> set[int]:
    """The atoms in a polynomial."""
    return {k for exponents in polynomial.monoms() for k, e in enumerate(exponents) if e}


def linear_in(field: Field, polynomial: Polynomial, v: int) -> tuple[Polynomial, Polynomial] | None:
    """(p, r) with polynomial = p·v + r, neither holding v; `None` where it is not linear in v."""
    first: dict[Any, Any] = {}
    rest: dict[Any, Any] = {}
    for exponents, c in polynomial.terms():
        if exponents[v] > 1:
            return None
        if exponents[v] == 1:
            first[(*exponents[:v], 0, *exponents[v + 1 :])] = c
        else:
            rest[exponents] = c
    if not first:
        return None
    return field.ring.from_dict(first), field.ring.from_dict(rest)


def nonzero_polynomial(field: Field, polynomial: Polynomial, nonzero: Nonzero) -> bool:
    """Whether every factor is known not to be 0."""
    if polynomial.is_constant():
        return bool(polynomial != 0)
    return all(nonzero(field.sum(part)) for part, _ in polynomial.factor()[1])


def eliminated(field: Field, form: Form, v: int, p: Polynomial, r: Polynomial) -> tuple[Form, Form]:
    """The form at v = -r/p, and q with form = that + q·(p v + r)."""
    value = field.reduced(-r, p)
    atom = Form(field.gens[v], field.one)
    by_power: dict[int, dict[Any, Any]] = {}
    for exponents, c in form.top.terms():
        by_power.setdefault(exponents[v], {})[(*exponents[:v], 0, *exponents[v + 1 :])] = c
    after, quotient = field.constant(0), field.constant(0)
    for power, part in by_power.items():
        factor = Form(field.ring.from_dict(part), form.below)
        after = field.plus(after, field.times(factor, field.power(value, power)))
        for k in range(power):
            step = field.times(field.power(atom, k), field.power(value, power - 1 - k))
            quotient = field.plus(quotient, field.times(factor, step))
    return field.reduced(after.top, after.below), field.times(quotient, field.reduced(field.one, p))
