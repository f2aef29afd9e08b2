"""Summands that are differences: G with G(k + 1) - G(k) = h(k), where h is made of powers, factorials and binomial coefficients.

Up to a rational function of k every part of h is one product T of what is counted, and so is w, the same with C(n, k - 1) for
C(n, k): then p(k) w(k) needs no division. The coefficients of the polynomial p solve a linear system over the rational functions
of the other names (R. W. Gosper, Proc. Natl. Acad. Sci. 75 (1978) 40; D. Zeilberger's certificates are such). What is found is a
proposal. *Fails when* there is no such p of low degree: `None`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symproofs.prove.counting import Counts, Key, family
from symproofs.prove.lemmas import is_counted
from symproofs.prove.rational import Form, NoForm
from symproofs.terms.term import Term, free_names, name, num, substitute

HIGHEST_DEGREE = 4
MOST_STEPS = 6
"""How far members of one family may be apart."""

Product = tuple[tuple[Term, int], ...]
"""What is counted, with exponents: the part of a summand that is no rational function."""


class Summands:
    """Products of what is counted, each a rational function times one of the references met first."""

    def __init__(self, counts: Counts, label: str) -> None:
        self.counts, self.label = counts, label
        self.references: dict[Key, tuple[Term, tuple[int, ...]]] = {}

    def parts(self, form: Form) -> dict[Product, Form]:
        """The form as Σ ρ T. *Fails when* a denominator is counted: `NoForm`."""
        counts, found = self.counts, dict[Product, Form]()
        if any(self._moves(counts.atoms[k]) for e in form.below.monoms() for k, p in enumerate(e) if p):
            raise NoForm("what is counted stands below")
        for exponents, c in form.top.terms():
            plain = {k: int(e) for k, e in enumerate(exponents) if e and not self._moves(counts.atoms[k])}
            rest = tuple(plain.get(k, 0) for k in range(len(exponents)))
            factor = Form(counts.ring.from_dict({rest: c}), form.below)
            product: dict[Term, int] = {}
            for k, e in enumerate(exponents):
                if e and k not in plain:
                    reference, ratio = self._ratio(counts.atoms[k])
                    factor = counts.times(factor, counts.power(ratio, int(e)))
                    product[reference] = product.get(reference, 0) + int(e)
            key = tuple(sorted(product.items(), key=lambda row: repr(row[0])))
            found[key] = counts.plus(found[key], factor) if key in found else counts.reduced(factor.top, factor.below)
        return {key: form for key, form in found.items() if form.top != 0}

    def _moves(self, node: Term) -> bool:
        if self.label not in free_names(node) or node == name(self.label):
            return False
        if not is_counted(node):
            raise NoForm("something else hangs on the name")
        return True

    def _ratio(self, node: Term) -> tuple[Term, Form]:
        """The reference of the family, and node / reference."""
        row = family(node, self.counts)
        if row is None:
            raise NoForm("no family")
        key, places = row
        reference, there = self.references.setdefault(key, (node, places))
        if any(abs(a - b) > MOST_STEPS for a, b in zip(places, there, strict=True)):
            raise NoForm("too far apart")
        return reference, self._quotient(node, places, there)

    def _quotient(self, node: Term, places: Sequence[int], there: Sequence[int]) -> Form:
        counts = self.counts
        forms = [counts.form(a) for a in node.args]
        one, result = counts.constant(1), counts.constant(1)

        def by(top: Form, below: Form) -> None:
            nonlocal result
            result = counts.times(result, counts.over(top, below))

        if node.head == "pow":
            return counts.power(forms[0], places[0] - there[0])
        if node.head == "factorial":
            for _ in range(places[0] - there[0]):
                by(forms[0], one)
                forms[0] = counts.minus(forms[0], one)
            for _ in range(there[0] - places[0]):
                forms[0] = counts.plus(forms[0], one)
                by(one, forms[0])
            return result
        n, t = forms
        for _ in range(places[0] - there[0]):
            by(n, counts.minus(n, t))
            n = counts.minus(n, one)
        for _ in range(there[0] - places[0]):
            n = counts.plus(n, one)
            by(counts.minus(n, t), n)
        for _ in range(places[1] - there[1]):
            by(counts.plus(counts.minus(n, t), one), t)
            t = counts.minus(t, one)
        for _ in range(there[1] - places[1]):
            by(counts.plus(t, one), counts.minus(n, t))
            t = counts.plus(t, one)
        return result


def antidifference(counts: Counts, label: str, h: Form) -> Form | None:
    """G with G(k + 1) - G(k) = h(k)."""
    try:
        summands = Summands(counts, label)
        total = counts.constant(0)
        for product, part in summands.parts(h).items():
            found = _of_product(summands, product, part)
            if found is None:
                return None
            total = counts.plus(total, found)
    except (NoForm, ZeroDivisionError):
        return None
    return total


def _of_product(summands: Summands, product: Product, wanted: Form) -> Form | None:
    counts, label = summands.counts, summands.label
    here = name(label)
    before = {label: Term("add", (here, num(-1)))}
    factors = [(substitute(node, before) if node.head == "binomial" else node, e) for node, e in product]
    w = counts.constant(1)
    for node, e in factors:
        w = counts.times(w, counts.power(counts.form(node), e))
    columns: list[Form] = []
    tried: list[Form] = []
    for degree in range(HIGHEST_DEGREE + 1):
        own = counts.times(counts.power(counts.form(here), degree), w)
        following = counts.form(substitute(counts.term(own), {label: Term("add", (here, num(1)))}))
        change = summands.parts(counts.minus(following, own))
        if not change.keys() <= {product}:
            return None
        columns.append(change.get(product, counts.constant(0)))
        tried.append(own)
        found = _solved(counts, here, columns, wanted)
        if found is not None:
            total = counts.constant(0)
            for c, form in zip(found, tried, strict=True):
                total = counts.plus(total, counts.times(c, form))
            return total
    return None


def _solved(counts: Counts, here: Term, columns: Sequence[Form], wanted: Form) -> list[Form] | None:
    """Coefficients free of k with Σ c_j column_j = wanted."""
    below = counts.one
    for form in (*columns, wanted):
        below = below * form.below // below.gcd(form.below)
    k = next(iter(i for i, a in enumerate(counts.atoms) if a == here))
    rows: dict[int, list[Form]] = {}
    for j, form in enumerate((*columns, wanted)):
        for power, part in _by_powers(counts, form.top * (below // form.below), k).items():
            rows.setdefault(power, [counts.constant(0)] * (len(columns) + 1))[j] = Form(part, counts.one)
    return _eliminated(counts, list(rows.values()), len(columns))


def _by_powers(counts: Counts, polynomial: Any, k: int) -> dict[int, Any]:
    found: dict[int, dict[Any, Any]] = {}
    for exponents, c in polynomial.terms():
        found.setdefault(int(exponents[k]), {})[(*exponents[:k], 0, *exponents[k + 1 :])] = c
    return {power: counts.ring.from_dict(part) for power, part in found.items()}


def _eliminated(counts: Counts, rows: list[list[Form]], unknowns: int) -> list[Form] | None:
    """The solution of a linear system over rational functions, 0 for what stays free."""
    pivots: list[tuple[int, list[Form]]] = []
    for column in range(unknowns):
        row = next((r for r in rows if r[column].top != 0), None)
        if row is None:
            continue
        rows = [r for r in rows if r is not row]
        row = [counts.over(x, row[column]) for x in row]
        rows = [_less(counts, r, row, r[column]) for r in rows]
        pivots = [(j, _less(counts, r, row, r[column])) for j, r in pivots]
        pivots.append((column, row))
    if any(r[unknowns].top != 0 for r in rows):
        return None
    solution = [counts.constant(Fraction(0))] * unknowns
    for column, row in pivots:
        solution[column] = row[unknowns]
    return solution


def _less(counts: Counts, row: list[Form], other: list[Form], c: Form) -> list[Form]:
    return [counts.minus(x, counts.times(c, y)) for x, y in zip(row, other, strict=True)] if c.top != 0 else row
