"""Sums between bounds as terms: their ranges, what their summands are made of, powers summed up, and families that occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb

from symproofs.prove.cofactors import linear_in
from symproofs.prove.counting import BOUND, Counts, Key, argument, family, split
from symproofs.prove.lemmas import is_counted
from symproofs.prove.rational import Form, NoForm
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import Term, free_names, name, num, substitute
from symproofs.terms.types import scalar


def between(body: Term, low: Term, high: Term, label: str) -> Term:
    return Term("sum_between", (body, low, high), (label,))


def summand_of(node: Term) -> Term:
    """The summand, its bound name called otherwise: the same for sums that differ in that name."""
    return substitute(node.args[0], {str(node.data[0]): name(BOUND)})


def kind_of_range(node: Term, counts: Counts) -> tuple[Key, int, int] | None:
    """What the bounds of sums that differ by some terms have in common, and where this one begins and ends."""
    ends = [split(a, counts) for a in node.args[1:]]
    if ends[0] is None or ends[1] is None:
        return None
    return (ends[0][0], ends[1][0]), ends[0][1], ends[1][1]


def sums_in(statements: Sequence[Statement], context: Context) -> Iterator[Term]:
    """Sums between bounds that are about nothing bound around them."""
    for s in statements:
        if isinstance(s, Relation):
            for side in (s.left, s.right):
                for node in side.walk():
                    if node.head == "sum_between" and free_names(node) <= context.types.keys():
                        yield node


def times(weight: Term, node: Term) -> Term:
    return node if weight == num(1) else Term("mul", (weight, node))


def summed(parts: list[Term]) -> Term:
    return num(0) if not parts else parts[0] if len(parts) == 1 else Term("add", tuple(parts))


def plus(node: Term, by: int) -> Term:
    return node if by == 0 else Term("add", (node, num(by) if by > 0 else Term("neg", (num(-by),))))


def power_alone(counts: Counts, exponents: tuple[int, ...], here: Term) -> int | None:
    """p, if the product is k^p."""
    occurring_here = {counts.atoms[k]: e for k, e in enumerate(exponents) if e}
    return int(occurring_here.get(here, 0)) if occurring_here.keys() <= {here} else None


def summed_power(p: int, at: Term) -> Term:
    """Σ_{j=0}^{k-1} j^p as a polynomial in k."""
    coefficients = [Fraction(0)] * (p + 2)
    for j in range(p + 1):
        coefficients[p + 1 - j] = Fraction(comb(p + 1, j)) * _bernoulli(j) / (p + 1)
    parts = [times(num(c), at if e == 1 else Term("pow", (at, num(e)))) for e, c in enumerate(coefficients) if c and e]
    return summed(parts)


def _bernoulli(n: int) -> Fraction:
    """B_n, with B_1 = -1/2."""
    found: list[Fraction] = []
    for m in range(n + 1):
        found.append(Fraction(m == 0) - sum((comb(m + 1, j) * b for j, b in enumerate(found)), Fraction(0)) / (m + 1))
    return found[n]


def runs_down(counts: Counts, exponents: tuple[int, ...], here: Term) -> bool:
    """Whether all that is counted falls as k rises: x^{n-k}."""
    turned = False
    for node, e in zip(counts.atoms, exponents, strict=False):
        if not e or not free_names(here) <= free_names(node):
            continue
        if not is_counted(node):
            return False
        form = counts.form(node.args[-1])
        pieces = linear_in(counts, form.top, counts.atoms.index(here)) if form.below.is_constant() else None
        if pieces is None or counts.value(Form(pieces[0], form.below)) != -1:
            return False
        turned = True
    return turned


def monomial_of(form: Form) -> tuple[int, ...]:
    """The exponents of a form whose numerator is a single product."""
    ((exponents, _),) = form.top.terms()
    return tuple(int(e) for e in exponents)


def absorbing(counts: Counts, exponents: tuple[int, ...], here: Term) -> tuple[Form, Form] | None:
    """n and k^{e-1} C(n - 1, k - 1) …, for the product k^e C(n, k) … that is n times that."""
    place = counts.atoms.index(here) if here in counts.atoms else -1
    if place < 0 or not exponents[place]:
        return None
    for k, (node, e) in enumerate(zip(counts.atoms, exponents, strict=False)):
        if e and node.head == "binomial" and node.args[1] == here and not free_names(here) & free_names(node.args[0]):
            rest = tuple(p - (j in (k, place)) for j, p in enumerate(exponents))
            lower = Term("binomial", tuple(Term("add", (a, Term("neg", (num(1),)))) for a in node.args))
            other = counts.times(Form(counts.ring.from_dict({rest: 1}), counts.one), counts.form(lower))
            return counts.form(node.args[0]), other
    return None


def absorbs(node: Term, context: Context) -> bool:
    """Whether the summand, a sum of products, has k C(n, k) in it."""
    label = str(node.data[0])
    counts = Counts(context.declare(Declaration(label, scalar("integer"))))
    try:
        form = counts.form(node.args[0])
    except NoForm:
        return False
    rows = (tuple(int(e) for e in exponents) for exponents in form.top.monoms())
    return any(absorbing(counts, row, name(label)) is not None for row in rows)


def binomial_power(node: Term, context: Context) -> Term | None:
    """(x + y)^n, if the sum is Σ_{k=0}^n C(n, k) x^k y^{n-k}; without y it is 1."""
    body, low, high = node.args
    label = str(node.data[0])
    counts = Counts(context.declare(Declaration(label, scalar("integer"))))
    here = counts.form(name(label))
    try:
        above, form = counts.form(high), counts.form(body)
    except NoForm:
        return None
    if low != num(0) or len(form.top) != 1 or not form.below.is_constant():
        return None
    sides: tuple[list[Term], list[Term]] = [], []
    chosen = 0
    for atom, e in zip(counts.atoms, monomial_of(form), strict=False):
        if not e:
            continue
        if atom.head == "binomial" and e == 1 and counts.form(atom.args[0]) == above and counts.form(atom.args[1]) == here:
            chosen += 1
        elif atom.head == "pow" and e == 1 and counts.form(atom.args[1]) == here:
            sides[0].append(atom.args[0])
        elif atom.head == "pow" and e == 1 and counts.form(atom.args[1]) == counts.minus(above, here):
            sides[1].append(atom.args[0])
        else:
            return None
    lead = counts.reduced(counts.ring.constant(form.top.leading_coefficient()), form.below)
    if chosen != 1 or counts.value(lead) != 1:
        return None
    bases = [Term("mul", tuple(side)) if len(side) > 1 else side[0] if side else num(1) for side in sides]
    base = argument(Term("add", tuple(bases)), counts)
    return base if base == num(1) else Term("pow", (base, high))


def range_of_row(node: Term, key: Key, counts: Counts) -> tuple[int, int] | None:
    """Where C(n, k) is not 0: from 0 to n, for a sum over k between bounds like these."""
    for part in node.args[0].walk():
        if (
            part.head == "binomial"
            and part.args[1] == name(str(node.data[0]))
            and str(node.data[0]) not in free_names(part.args[0])
        ):
            row = split(part.args[0], counts)
            if row is not None and (num(0), row[0]) == key:
                return 0, row[1]
    return None


def anchor(counts: Counts, exponents: tuple[int, ...], label: str) -> int:
    """By how much the bound name moves so that a factor that counts it begins at it."""
    places = []
    for node, e in zip(counts.atoms, exponents, strict=False):
        row = split(node.args[-1], counts) if e and node.head in ("binomial", "factorial") else None
        if row is not None and row[0] == name(label):
            places.append((node.head == "binomial", row[1]))
    return max(places)[1] if places else 0


def references(statements: Iterable[Statement], context: Context, own: str = "") -> dict[Key, tuple[int, ...]]:
    """Of every family of powers, factorials and binomial coefficients in the statements the least places."""
    terms = [side for s in statements if isinstance(s, Relation) for side in (s.left, s.right)]
    bound = {str(n.data[0]) for t in terms for n in t.walk() if n.head == "sum_between"} - context.types.keys()
    counts = Counts(context.declare(*(Declaration(n, scalar("integer")) for n in sorted(bound))))
    found: dict[Key, tuple[int, ...]] = {}

    def visit(node: Term, label: str) -> None:
        if node.head == "sum_between":
            visit(node.args[0], str(node.data[0]))
            for a in node.args[1:]:
                visit(a, label)
            return
        row = family(node, counts, label) if is_counted(node) else None
        if row is not None:
            key, places = row
            found[key] = tuple(map(min, found.get(key, places), places))
        for a in node.args:
            visit(a, label)

    for t in terms:
        visit(t, own)
    return found


def parts(s: Relation) -> Iterator[Term]:
    for side in (s.left, s.right):
        yield from side.walk()
