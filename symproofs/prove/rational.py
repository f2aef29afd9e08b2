"""Written numbers as rational functions over atoms: π, k_0, 10000^{2/d}, e^{s_j}, Σ_i e^{s_i} and whatever else is no arithmetic.

Definitions are unfolded; e^{a+b} and 10000^{a+b} come apart into powers of atoms, sums are linear, a sum that leaves out one
index is the whole sum less that member, and a sum of something that does not vary is counted. This proposes cofactors and
multipliers and decides nothing: what it proposes is checked as an equation. *Fails when* there are too many atoms
(`NoForm`), or a part is no number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from fractions import Fraction
from typing import Any, NamedTuple

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from symproofs.prove.unfolding import Definitions
from symproofs.terms.context import Context
from symproofs.terms.size import Size
from symproofs.terms.term import IMAGINARY, E, Term, free_names, fun, name, num, number_in, substitute
from symproofs.terms.types import Type, index
from symproofs.terms.typing import Mistyped, type_of, with_names

MOST_ATOMS = 24
MOST_POWER = 12
MOST_TERMS = 400
MOST_UNFOLDED = 60

Polynomial = Any
Exponents = tuple[int, ...]


def _exp(x: Term, way: int = 1) -> Term:
    return fun("exp", x if way == 1 else Term("neg", (x,)))


def _waves(x: Term, way: int) -> Term:
    second = _exp(x, -1)
    return Term("add", (_exp(x), second if way == 1 else Term("neg", (second,))))


BY_EXPONENTIALS: Mapping[str, Callable[[Term], Term]] = {
    "sigmoid": lambda x: Term("div", (num(1), Term("add", (num(1), _exp(x, -1))))),
    "sinh": lambda x: Term("div", (_waves(x, -1), num(2))),
    "cosh": lambda x: Term("div", (_waves(x, 1), num(2))),
    "tanh": lambda x: Term("div", (_waves(x, -1), _waves(x, 1))),
}
"""Functions that are rational in exponentials."""


def _turning(x: Term, way: int) -> Term:
    """e^{ix} + way e^{-ix}."""
    return _waves(Term("mul", (IMAGINARY, x)), way)


BY_WAVES: Mapping[str, Callable[[Term], Term]] = {
    "sin": lambda x: Term("div", (_turning(x, -1), Term("mul", (num(2), IMAGINARY)))),
    "cos": lambda x: Term("div", (_turning(x, 1), num(2))),
    "tan": lambda x: Term("div", (fun("sin", x), fun("cos", x))),
    "cot": lambda x: Term("div", (fun("cos", x), fun("sin", x))),
    "sec": lambda x: Term("div", (num(1), fun("cos", x))),
    "csc": lambda x: Term("div", (num(1), fun("sin", x))),
}
"""Functions that are rational in e^{ix}."""


class NoForm(Exception):
    """The term is no rational function of a few atoms."""


class Form(NamedTuple):
    """numerator / denominator, without common factors; the denominator's leading coefficient is 1."""

    top: Polynomial
    below: Polynomial


class Field:
    """Rational functions over the atoms met so far.

    `names` says whether defined names are unfolded (functions and families always are), `waves` whether sin, cos and their
    kin are read as exponentials.
    """

    def __init__(self, context: Context, names: bool = True, waves: bool = False) -> None:
        self.context = context
        self.definitions = Definitions.of(context)
        self.names, self.waves = names, waves
        self.ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(MOST_ATOMS)], Ordering.degrevlex)
        self.gens = self.ring.gens()
        self.one, self.zero = self.ring.constant(1), self.ring.constant(0)
        self.atoms: list[Term] = []
        self._known: dict[object, int] = {}
        self._forms: dict[Term, Form] = {}
        self._unfolded = 0
        taken = set(context.types) | {n for t in context.types.values() for n in t.rows.names}
        self._bound = next(b for k in range(len(taken) + 1) if (b := f"b_{k}") not in taken)

    def extended(self, context: Context) -> Field | None:
        """A field for a context with more names and hypotheses, in which all that was read keeps its form.

        *Fails when* the new hypotheses define a name that was declared before, or distinguish indices: `None`.
        """
        definitions = Definitions.of(context)
        new = definitions.rows.keys() - self.definitions.rows.keys()
        declared = context.declarations.keys() - self.context.declarations.keys()
        if not new <= declared or self._bound in declared or self.context.distinct != context.distinct:
            return None
        other = copy(self)
        other.context, other.definitions = context, definitions
        other.atoms, other._known, other._forms = [*self.atoms], {**self._known}, {**self._forms}
        return other

    # ------------------------------------------------------------------ arithmetic

    def constant(self, value: Fraction | int) -> Form:
        value = Fraction(value)
        return Form(self.ring.constant(fmpq(value.numerator, value.denominator)), self.one)

    def reduced(self, top: Polynomial, below: Polynomial) -> Form:
        if below == 0:
            raise NoForm("a denominator is 0")
        if top == 0:
            return Form(self.zero, self.one)
        if not below.is_constant():
            common = top.gcd(below)
            if not common.is_constant():
                top, below = top // common, below // common
        lead = below.leading_coefficient()
        if len(top) > MOST_TERMS or len(below) > MOST_TERMS:
            raise NoForm("too many terms")
        return Form(top / lead, below / lead)

    def plus(self, first: Form, second: Form) -> Form:
        if first.below == second.below:
            return self.reduced(first.top + second.top, first.below)
        return self.reduced(first.top * second.below + second.top * first.below, first.below * second.below)

    def minus(self, first: Form, second: Form) -> Form:
        return self.plus(first, Form(-second.top, second.below))

    def times(self, first: Form, second: Form) -> Form:
        return self.reduced(first.top * second.top, first.below * second.below)

    def over(self, first: Form, second: Form) -> Form:
        return self.reduced(first.top * second.below, first.below * second.top)

    def power(self, base: Form, exponent: int) -> Form:
        if abs(exponent) > MOST_POWER:
            raise NoForm("too high a power")
        if exponent < 0:
            return self.power(self.over(self.constant(1), base), -exponent)
        return Form(base.top**exponent, base.below**exponent)

    def value(self, form: Form) -> Fraction | None:
        """The number that a form is, if it is one."""
        if not (form.top.is_constant() and form.below.is_constant()):
            return None
        return _fraction(form.top.leading_coefficient() if form.top != 0 else fmpq(0))

    # ------------------------------------------------------------------ reading

    def difference(self, left: Term, right: Term) -> Form:
        return self.minus(self.form(left), self.form(right))

    def form(self, node: Term) -> Form:
        found = self._forms.get(node)
        if found is None:
            found = self._forms[node] = self._read(node, self.context.types)
        return found

    def _read(self, node: Term, types: Any) -> Form:
        match node.head:
            case "num":
                return self.constant(number_in(node))
            case "size":
                size = node.data[0]
                assert isinstance(size, Size)
                return self._size(size)
            case "neg":
                inner = self._read(node.args[0], types)
                return Form(-inner.top, inner.below)
            case "add":
                return self._fold(self.plus, node.args, types)
            case "mul" if all(_is_number(a, types) for a in node.args):
                return self._fold(self.times, node.args, types)
            case "mul" if any(_is_number(a, types) for a in node.args) and _is_number(node, types):
                arrays = tuple(a for a in node.args if not _is_number(a, types))
                numbers = self._fold(self.times, (a for a in node.args if _is_number(a, types)), types)
                return self.times(numbers, self._opaque(Term("mul", arrays), types))
            case "div" if _is_number(node.args[0], types):
                return self.over(*(self._read(a, types) for a in node.args))
            case "pow" if _is_number(node.args[0], types):
                return self._power(node.args[0], self._read(node.args[1], types), types)
            case "sqrt":
                return self._power(node.args[0], self.constant(Fraction(1, 2)), types)
            case "const" if node == E:
                return self._power(E, self.constant(1), types)
            case "fun" if node.data[0] == "exp":
                return self._power(E, self._read(node.args[0], types), types)
            case "fun" if node.data[0] in BY_EXPONENTIALS:
                return self._read(BY_EXPONENTIALS[str(node.data[0])](node.args[0]), types)
            case "fun" if self.waves and node.data[0] in BY_WAVES:
                return self._read(BY_WAVES[str(node.data[0])](node.args[0]), types)
            case "sum":
                return self._sum(node, types)
        return self._opaque(node, types)

    def _fold(self, join: Any, parts: Iterable[Term], types: Any) -> Form:
        first, *rest = (self._read(p, types) for p in parts)
        for part in rest:
            first = join(first, part)
        return first

    def _size(self, size: Size) -> Form:
        total = self.constant(size.constant)
        for label, c in size.parts:
            total = self.plus(total, self.times(self.constant(c), self.atom(("name", label), name_or_size(label, self.context))))
        return total

    def _power(self, base: Term, exponent: Form, types: Any) -> Form:
        """Powers of e and of positive numbers by the summands of the exponent; of others as they are."""
        q = self.value(exponent)
        if q is not None and q.denominator == 1 and base != E:
            return self.power(self._read(base, types), int(q))
        plain = base == E or (base.head == "num" and number_in(base) > 0)
        if not plain:
            inner = self._read(base, types)
            key = ("pow", _key(inner), _key(exponent))
            written = self.term(inner)
            return self.atom(
                key, Term("sqrt", (written,)) if q == Fraction(1, 2) else Term("pow", (written, self.term(exponent)))
            )
        total = self.constant(1)
        for exponents, c in exponent.top.terms():
            c = _fraction(c)
            if base != E and not any(exponents) and exponent.below == 1 and c.denominator == 1 and abs(c) <= MOST_POWER:
                total = self.times(total, self.constant(number_in(base) ** int(c)))
                continue
            whole = c if c.denominator == 1 and abs(c) <= MOST_POWER else Fraction(1)
            unit = self.reduced(
                self.ring.from_dict({exponents: fmpq((c / whole).numerator, (c / whole).denominator)}), exponent.below
            )
            written = self.term(unit)
            made = fun("exp", written) if base == E else Term("pow", (base, written))
            total = self.times(total, self.power(self.atom(("power", base, _key(unit)), made), int(whole)))
        return total

    def _sum(self, node: Term, types: Any) -> Form:
        """Σ c f(i) = c Σ f(i); what does not vary is counted; left out members are taken off."""
        label, size = str(node.data[0]), node.data[1]
        assert isinstance(size, Size)
        excluded = node.args[1:]
        if len(excluded) > 1 and not self._all_distinct(excluded):
            return self._opaque(node, types)
        taken = free_names(node)  # a sum in which no outer index occurs is the same as outside
        bound = next(b for k in range(len(taken) + 1) if (b := self._bound + "'" * k) not in taken)
        inner_types = with_names(types, {bound: index(size)})
        body = self._read(substitute(node.args[0], {label: name(bound)}), inner_types)
        total = self.constant(0)
        moving = {k for k, a in enumerate(self.atoms) if bound in free_names(a)}
        fixed_below = all(e == 0 for exps in body.below.monoms() for k, e in enumerate(exps) if k in moving)
        for exponents, c in body.top.terms():
            outer = tuple(0 if k in moving else e for k, e in enumerate(exponents))
            varying = tuple(e if k in moving else 0 for k, e in enumerate(exponents))
            inner = Form(self.ring.from_dict({varying: 1}), self.one if fixed_below else body.below)
            factor = Form(self.ring.from_dict({outer: c}), body.below if fixed_below else self.one)
            if not any(varying) and fixed_below:
                whole = self._size(size)
            else:
                whole = self.atom(("sum", size, _key(inner)), Term("sum", (self.term(inner),), (bound, size)))
            total = self.plus(total, self.times(factor, whole))
        for place in excluded:
            total = self.minus(total, self._read(substitute(node.args[0], {label: place}), types))
        return total

    def _all_distinct(self, places: tuple[Term, ...]) -> bool:
        names = [str(p.data[0]) if p.head in ("name", "num") else "" for p in places]
        return all(frozenset((a, b)) in self.context.distinct for k, a in enumerate(names) for b in names[:k])

    def _opaque(self, node: Term, types: Any) -> Form:
        found = self.definitions.at(node) if self.names or node.head != "name" else None
        if found is not None and self._unfolded < MOST_UNFOLDED:
            self._unfolded += 1
            row, values = found
            return self._read(substitute(row.body, values), types)
        if not _is_number(node, types):
            raise NoForm("a part is no number")
        if node.head in ("fun", "call", "root", "factorial") and all(_is_number(a, types) for a in node.args):
            inside = [self._read(a, types) for a in node.args]
            return self.atom(
                (node.head, node.data, *map(_key, inside)), Term(node.head, tuple(map(self.term, inside)), node.data)
            )
        return self.atom(("name", node.data[0]) if node.head == "name" else node, node)

    def atom(self, key: object, written: Term) -> Form:
        """The atom with this key; the first term it was met as serves to write it."""
        k = self._known.get(key)
        if k is None:
            k = len(self.atoms)
            if k >= MOST_ATOMS:
                raise NoForm("too many atoms")
            self._known[key] = k
            self.atoms.append(written)
        return Form(self.gens[k], self.one)

    # ------------------------------------------------------------------ writing

    def term(self, form: Form) -> Term:
        """The form as written: the numerator divided by one factor after the other, so that their signs stay visible."""
        top = self.sum(form.top)
        if form.below == 1:
            return top
        c, factors = form.below.factor()
        node = top if c == 1 else Term("div", (top, num(_fraction(c))))
        for part, e in factors:
            node = Term("div", (node, self.sum(part) if e == 1 else Term("pow", (self.sum(part), num(int(e))))))
        return node

    def sum(self, polynomial: Polynomial) -> Term:
        parts = [self.product(exponents, _fraction(c)) for exponents, c in polynomial.terms()]
        return num(0) if not parts else parts[0] if len(parts) == 1 else Term("add", tuple(parts))

    def product(self, exponents: Iterable[int], c: Fraction) -> Term:
        """c times powers of atoms; negative exponents stand below."""
        above: list[Term] = []
        below: list[Term] = []
        for k, e in enumerate(exponents):
            if e:
                base = self.atoms[k]
                (above if e > 0 else below).append(base if abs(e) == 1 else Term("pow", (base, num(int(abs(e))))))
        size = abs(c)
        if size != 1 or not above:
            above.insert(0, num(size))
        top = above[0] if len(above) == 1 else Term("mul", tuple(above))
        if below:
            top = Term("div", (top, below[0] if len(below) == 1 else Term("mul", tuple(below))))
        return top if c > 0 else Term("neg", (top,))


def name_or_size(label: str, context: Context) -> Term:
    return name(label) if label in context.types else Term("size", (), (Size.of(label),))


def _is_number(node: Term, types: Any) -> bool:
    try:
        kind: Type = type_of(node, types)
    except Mistyped:
        return False
    return kind.is_scalar


def _key(form: Form) -> object:
    return str(form.top), str(form.below)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
