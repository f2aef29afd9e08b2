"""Towers of radicals: ℚ(√2, √(1 + √2), …), in which nested roots are written without nesting where that is possible.

An element is Σ c Π g^e over generators g that are positive roots, g^n = an element of the generators before it. Whether a root
lies in the tower already is guessed from its digits (an integer relation, by lattice reduction) and settled in exact numbers:
w^n is what stands below the root, w > 0. *Fails when* a part is no number made by arithmetic and roots, a root is of something
that is not positive, or the tower grows too large (`NoTower`). What is found proposes equations; it decides none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from flint import fmpq, fmpq_mat, fmpz_mat

from symproofs.terms.term import Term, num, number_in, rational_in
from symproofs.theories.content import prime_powers

BITS = 640
LARGEST = 1 << 70
"""The largest coefficient of a relation that is believed."""
MOST_DIMENSIONS = 32
MOST_ORDER = 6
MOST_POWER = 12
LARGEST_RADICAND = 10**12

Exponents = tuple[int, ...]
Element = Mapping[Exponents, Fraction]


class NoTower(Exception):
    """The number is not made by arithmetic and roots, or needs too large a tower."""


@dataclass(frozen=True)
class Generator:
    """A root that does not lie in the tower before it: as a term, of which order, of what, and its value times 2^BITS."""

    term: Term
    order: int
    below: Element
    value: int


@dataclass(frozen=True)
class Found:
    """A root that lies in the tower before it: what it is there."""

    root: Term
    order: int
    value: Term


@dataclass(eq=False)
class Tower:
    """Generators in order; `found` are roots that are no generators, each with its value in the generators."""

    generators: list[Generator] = field(default_factory=list)
    found: dict[Term, Found] = field(default_factory=dict)
    _roots: dict[Term, Element] = field(default_factory=dict)

    # ------------------------------------------------------------------ arithmetic

    def constant(self, c: Fraction) -> Element:
        return {(0,) * len(self.generators): c} if c else {}

    def _padded(self, x: Element) -> Element:
        """The element with exponents for all generators that there are by now."""
        n = len(self.generators)
        return {(*e, *(0,) * (n - len(e))): c for e, c in x.items()}

    def plus(self, x: Element, y: Element, way: int = 1) -> Element:
        total = dict(self._padded(x))
        for e, c in self._padded(y).items():
            total[e] = total.get(e, Fraction(0)) + way * c
        return {e: c for e, c in total.items() if c}

    def times(self, x: Element, y: Element) -> Element:
        total: dict[Exponents, Fraction] = {}
        for e, c in self._padded(x).items():
            for f, d in self._padded(y).items():
                key = tuple(a + b for a, b in zip(e, f, strict=True))
                total[key] = total.get(key, Fraction(0)) + c * d
        return self._reduced({e: c for e, c in total.items() if c})

    def _reduced(self, x: Element) -> Element:
        """Exponents brought below the orders, by g^n = what stands below the root."""
        for k in reversed(range(len(self.generators))):
            g = self.generators[k]
            high = {e: c for e, c in x.items() if e[k] >= g.order}
            if high:
                x = {e: c for e, c in x.items() if e[k] < g.order}
                for e, c in high.items():
                    rest = {(*e[:k], e[k] - g.order, *e[k + 1 :]): c}
                    x = self.plus(x, self.times(rest, g.below))
        return x

    def power(self, x: Element, n: int) -> Element:
        if abs(n) > MOST_POWER:
            raise NoTower
        result, base = self.constant(Fraction(1)), x if n >= 0 else self.inverse(x)
        for _ in range(abs(n)):
            result = self.times(result, base)
        return result

    def basis(self) -> list[Exponents]:
        return [tuple(e) for e in product(*(range(g.order) for g in self.generators))]

    def inverse(self, x: Element) -> Element:
        """1/x: the solution of x y = 1."""
        basis = self.basis()
        columns = [self.times(x, {e: Fraction(1)}) for e in basis]
        n = len(basis)
        one = self.constant(Fraction(1))
        entries = [_fmpq(v.get(e, Fraction(0))) for e in basis for v in columns]
        try:
            found = fmpq_mat(n, n, entries).solve(fmpq_mat(n, 1, [_fmpq(one.get(e, Fraction(0))) for e in basis]))
        except (ZeroDivisionError, ValueError):
            raise NoTower from None
        return {e: c for k, e in enumerate(basis) if (c := _fraction(found[k, 0]))}

    def value(self, x: Element) -> int:
        """About the value times 2^BITS."""
        total = 0
        for e, c in x.items():
            term = 1 << BITS
            for g, k in zip(self.generators, e, strict=False):
                for _ in range(k):
                    term = term * g.value >> BITS
            total += term * c.numerator // c.denominator
        return total

    # ------------------------------------------------------------------ terms

    def element(self, node: Term) -> Element:
        """The element that a term is; its roots are found in the tower, or make it larger."""
        match node.head:
            case "num":
                return self.constant(number_in(node))
            case "add":
                total: Element = {}
                for a in node.args:
                    total = self.plus(total, self.element(a))
                return total
            case "neg":
                return self.plus({}, self.element(node.args[0]), -1)
            case "mul":
                result = self.constant(Fraction(1))
                for a in node.args:
                    result = self.times(result, self.element(a))
                return result
            case "div":
                top = self.element(node.args[0])
                return self.times(top, self.inverse(self.element(node.args[1])))
            case "pow" | "sqrt" | "root":
                base, q = root_of(node)
                if q.denominator == 1:
                    return self.power(self.element(base), q.numerator)
                return self.power(self._root(node, base, q.denominator), q.numerator)
        raise NoTower

    def _root(self, node: Term, base: Term, order: int) -> Element:
        key = Term("root", (base, num(order)))
        if key not in self._roots:
            below = self.element(base)
            self._roots[key] = self._rational_root(below, order) or self._new_root(node, below, order)
        return self._roots[key]

    def _rational_root(self, below: Element, order: int) -> Element | None:
        """The root of a rational number: a product of roots of primes."""
        if any(any(e) for e in below):
            return None
        c = next(iter(below.values()), Fraction(0))
        if c <= 0 or max(c.numerator, c.denominator) > LARGEST_RADICAND:
            raise NoTower
        result = self.constant(Fraction(1))
        for p, z in prime_powers(c):
            whole, part = divmod(z, order)
            result = self.times(result, self.constant(Fraction(p) ** whole))
            if part:
                shared = Fraction(part, order)
                prime = num(p)
                root = Term("sqrt", (prime,)) if shared.denominator == 2 else Term("root", (prime, num(shared.denominator)))
                own = Term("root", (prime, num(shared.denominator)))
                if own not in self._roots:
                    self._roots[own] = self._new_root(root, self.constant(Fraction(p)), shared.denominator, True)
                result = self.times(result, self.power(self._roots[own], shared.numerator))
        return result

    def _new_root(self, node: Term, below: Element, order: int, prime: bool = False) -> Element:
        inside = self.value(below)
        if inside <= 1 << (BITS // 2) or order > MOST_ORDER:
            raise NoTower
        value = root_value(inside, order)
        known = None if prime and self._is_plain(order) else self._known(value, below, order)
        if known is not None:
            root = _written(node, order)
            self.found[root] = Found(root, order, self.term(known))
            return known
        if len(self.basis()) * order > MOST_DIMENSIONS:
            raise NoTower
        self.generators.append(Generator(_written(node, order), order, below, value))
        return {(*(0,) * (len(self.generators) - 1), 1): Fraction(1)}

    def _is_plain(self, order: int) -> bool:
        """Whether all generators are roots of this order of primes: then the root of another prime is none of their field."""
        return order == 2 and all(g.order == 2 and g.term.args[0].head == "num" for g in self.generators)

    def _known(self, value: int, below: Element, order: int) -> Element | None:
        """The element with this value whose power is what stands below the root."""
        basis = self.basis()
        rows = [*(self.value({e: Fraction(1)}) for e in basis), value]
        n = len(rows)
        table = [[int(i == j) for j in range(n)] + [rows[i] >> (BITS // 8)] for i in range(n)]
        reduced = fmpz_mat(table).lll()
        first = next((r for r in range(n) if int(reduced[r, n - 1])), None)
        for r in range(n) if first is not None else ():
            relation = [int(reduced[r, j]) for j in range(n)]
            if not relation[-1] or max(map(abs, relation)) > LARGEST:
                continue
            found = {e: Fraction(-c, relation[-1]) for e, c in zip(basis, relation, strict=False) if c}
            if self.plus(self.power(found, order), below, -1) == {} and self.value(found) > 0:
                return found
        return None

    def term(self, x: Element) -> Term:
        """The element written out."""
        summands = []
        for e, c in sorted(self._padded(x).items(), key=lambda row: (sum(row[0]), row[0])):
            factors = [self._power_of(g.term, k) for g, k in zip(self.generators, e, strict=True) if k]
            size = abs(c)
            node = num(size)
            if factors:
                parts = [*([num(size.numerator)] if size.numerator != 1 else []), *factors]
                node = parts[0] if len(parts) == 1 else Term("mul", tuple(parts))
                node = node if size.denominator == 1 else Term("div", (node, num(size.denominator)))
            summands.append(node if c > 0 else Term("neg", (node,)))
        return num(0) if not summands else summands[0] if len(summands) == 1 else Term("add", tuple(summands))

    def _power_of(self, node: Term, k: int) -> Term:
        return node if k == 1 else Term("pow", (node, num(k)))


def root_of(node: Term) -> tuple[Term, Fraction]:
    """Base and rational exponent of a power or root. *Fails when* the exponent is none: `NoTower`."""
    if node.head == "sqrt":
        return node.args[0], Fraction(1, 2)
    exponent = rational_in(node.args[1])
    if exponent is None or (node.head == "root" and (exponent.denominator != 1 or exponent < 1)):
        raise NoTower
    return node.args[0], exponent if node.head == "pow" else 1 / exponent


def _written(node: Term, order: int) -> Term:
    """The root itself, where the term is a power of it."""
    base, q = root_of(node)
    return node if q == Fraction(1, order) else Term("root", (base, num(order)))


def root_value(inside: int, order: int) -> int:
    """The root of inside/2^BITS, times 2^BITS, rounded down."""
    wanted = inside << (BITS * (order - 1))
    low, high = 0, 1 << (wanted.bit_length() // order + 1)
    while high - low > 1:
        middle = (low + high) >> 1
        low, high = (middle, high) if middle**order <= wanted else (low, middle)
    return low


def _fmpq(c: Fraction) -> fmpq:
    return fmpq(c.numerator, c.denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
