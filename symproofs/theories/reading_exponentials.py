"""Written terms read as exponential polynomials: definitions unfolded, given equations used, sums taken apart.

`scalar` reads a number, `column` a vector as a linear form over names and members. Equalities between indices are those that the
context knows: `same` answers yes, no, or nothing. *Fails when* a form grows too large or definitions lead too deep
(`TooLarge`). What is read is a guess at a form and no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from symproofs.terms.context import Context
from symproofs.terms.size import Size
from symproofs.terms.statement import And, Relation, Statement, statement_names, substitute_statement
from symproofs.terms.term import E, Term, free_names, fun, name, num, number_in, substitute
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, type_of
from symproofs.theories.exponentials import (
    NONE,
    UNIT,
    Mono,
    Sum,
    TooLarge,
    atom,
    exponential,
    key_of,
    number,
)
from symproofs.theories.given_terms import Equation, Values, bound_context, equations_of, match, opened, size_sum, split

MOST_DEPTH = 60
MOST_POWER = 6


@dataclass(eq=False, repr=False)
class Reader:
    """Reads terms in one context. `anchors` are indices that sums are split at beside those in their bodies."""

    context: Context
    moving: frozenset[str]
    anchors: frozenset[str] = frozenset()
    equations: tuple[Equation, ...] = ()
    depth: int = 0
    known: dict[Term, Sum] = field(default_factory=dict)

    @staticmethod
    def of(context: Context, moving: frozenset[str] = frozenset(), anchors: frozenset[str] = frozenset()) -> Reader:
        return Reader(context, moving, anchors, equations_of(context))

    def moves(self, node: Term) -> bool:
        return not self.moving.isdisjoint(free_names(node))

    def kind(self, node: Term) -> Type | None:
        try:
            return type_of(node, self.context.types)
        except Mistyped:
            return None

    def is_scalar(self, node: Term) -> bool:
        kind = self.kind(node)
        return kind is not None and kind.is_scalar

    # ------------------------------------------------------------------ indices

    def same(self, i: Term, j: Term) -> bool | None:
        """Whether two indices are equal, where that is known."""
        if i == j:
            return True
        if i.head == j.head == "num":
            return False
        if i.head == j.head == "name" and frozenset((str(i.data[0]), str(j.data[0]))) in self.context.distinct:
            return False
        for h in self.context.hypotheses:
            match h.statement:
                case Relation("!=", a, b) if {a, b} == {i, j}:
                    return False
                case Relation("=", a, b) if {a, b} == {i, j}:
                    return True
        return None

    def holds(self, premise: Statement | None) -> bool:
        """Whether a premise about indices is known to hold."""
        match premise:
            case None:
                return True
            case And(parts):
                return all(map(self.holds, parts))
            case Relation("!=", i, j):
                return self.same(i, j) is False
            case Relation("=", i, j):
                return self.same(i, j) is True
        return any(h.statement == premise for h in self.context.hypotheses)

    def inside(self, label: str, size: Size, excluded: tuple[Term, ...]) -> Reader:
        """The reader below a sum: the bound name is a new index, different from those left out."""
        return self.within(bound_context(self.context, label, size, excluded))

    def within(self, context: Context) -> Reader:
        return replace(self, context=context, equations=equations_of(context), known={}, depth=self.depth + 1)

    # ------------------------------------------------------------------ given equations

    def unfolded(self, node: Term) -> Term | None:
        """What a name, a member, a value or a moment is given to be."""
        for row in self.equations:
            if row.left.head != node.head or row.left.data != node.data:
                continue
            if node.data and str(node.data[0]) in free_names(row.right):
                continue
            values = match(row.left, node, row.parameters, {})
            if values is not None and self._applies(row, values):
                return substitute(row.right, values)
        return None

    def _applies(self, row: Equation, values: Values) -> bool:
        if values.keys() != row.parameters.keys():
            return False
        try:
            return row.premise is None or self.holds(substitute_statement(row.premise, values))
        except ValueError:
            return False

    def dot(self, u: Term, v: Term) -> Sum:
        """u^T v of two vectors that are no sums, as given or as an atom."""
        for row in self.equations:
            for x, y in _product_sides(row.left):
                for first, second in ((u, v), (v, u)):
                    values = match(x, first, row.parameters, {})
                    values = None if values is None else match(y, second, row.parameters, values)
                    if values is not None and self._applies(row, values):
                        found = self._index_value(substitute(row.right, values))
                        if found is not None:
                            return found.times(found) if row.left.head == "norm" else found
        first, second = sorted((u, v), key=lambda a: (a.head != "member", key_of(a)))
        return atom(Term("mul", (Term("transpose", (first,)), second)))

    def _index_value(self, node: Term) -> Sum | None:
        """A value read off, unless it is a δ of indices of which nothing is known."""
        found = self.scalar(node)
        return None if any(a.head == "delta" for a in found.atoms) else found

    # ------------------------------------------------------------------ vectors

    def column(self, node: Term, transposed: bool = False) -> dict[Term, Sum]:
        """A vector (or, transposed, a row) as Σ coefficient · vector."""
        self._deeper()
        try:
            return self._column(node, transposed)
        finally:
            self.depth -= 1

    def _column(self, node: Term, transposed: bool) -> dict[Term, Sum]:
        match node.head:
            case "transpose":
                return self.column(node.args[0], not transposed)
            case "zeros":
                return {}
            case "neg":
                return _scaled(self.column(node.args[0], transposed), number(-1))
            case "add":
                return _joined(self.column(a, transposed) for a in node.args)
            case "div" if self.is_scalar(node.args[1]):
                return _scaled(self.column(node.args[0], transposed), self._inverted(self.scalar(node.args[1])))
            case "mul":
                arrays = [a for a in node.args if not self.is_scalar(a)]
                if len(arrays) == 1:
                    factor = self._product(a for a in node.args if self.is_scalar(a))
                    return _scaled(self.column(arrays[0], transposed), factor)
            case "name" | "member" | "call":
                body = self.unfolded(node)
                if body is not None:
                    return self.column(body, transposed)
        return {Term("transpose", (node,)) if transposed else node: UNIT}

    # ------------------------------------------------------------------ numbers

    def scalar(self, node: Term) -> Sum:
        known = self.known.get(node)
        if known is None:
            self._deeper()
            try:
                known = self.known[node] = self._scalar(node)
            finally:
                self.depth -= 1
        return known

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise TooLarge

    def _scalar(self, node: Term) -> Sum:
        match node.head:
            case "num":
                return number(number_in(node))
            case "size":
                return size_sum(node.data[0])
            case "const" if node == E:
                return exponential(UNIT)
            case "name" | "member" | "call":
                body = self.unfolded(node)
                return atom(node) if body is None else self.scalar(body)
            case "add":
                return Sum.of(row for a in node.args for row in self.scalar(a).rows)
            case "neg":
                return self.scalar(node.args[0]).scaled(Fraction(-1))
            case "mul":
                return self._mul(node)
            case "div":
                return self.scalar(node.args[0]).times(self._inverted(self.scalar(node.args[1])))
            case "pow":
                return self._pow(*node.args)
            case "sqrt":
                return self._power(self.scalar(node.args[0]), Fraction(1, 2))
            case "transpose":
                return self.scalar(node.args[0])
            case "inner":
                return self._dots(self.column(node.args[0]), self.column(node.args[1]))
            case "norm":
                form = self.column(node.args[0])
                return self._power(self._dots(form, form), Fraction(1, 2))
            case "delta":
                equal = self.same(*node.args)
                return atom(node) if equal is None else number(int(equal))
            case "fun":
                return self._function(str(node.data[0]), node.args[0])
            case "sum":
                return self._sum(node)
            case "entry" if len(node.args) == 2:
                return self._entry(node)
        return atom(node)

    def _product(self, nodes: Iterator[Term]) -> Sum:
        result = UNIT
        for a in nodes:
            result = result.times(self.scalar(a))
        return result

    def _mul(self, node: Term) -> Sum:
        arrays = [a for a in node.args if not self.is_scalar(a)]
        factor = self._product(a for a in node.args if self.is_scalar(a))
        if not arrays:
            return factor
        pairs = list(zip(arrays[::2], arrays[1::2], strict=False))
        if len(arrays) == 2 or (len(arrays) % 2 == 0 and all(self.is_scalar(Term("mul", pair)) for pair in pairs)):
            for row, column in pairs:
                factor = factor.times(self._dots(self.column(row, True), self.column(column)))
            return factor
        return factor.times(atom(arrays[0] if len(arrays) == 1 else Term("mul", tuple(arrays))))

    def _dots(self, first: dict[Term, Sum], second: dict[Term, Sum]) -> Sum:
        result = NONE
        for u, c in first.items():
            for v, d in second.items():
                result = result.plus(c.times(d).times(self.dot(u, v)))
        return result

    def _inverted(self, value: Sum) -> Sum:
        return self._power(value, Fraction(-1))

    def _power(self, value: Sum, q: Fraction) -> Sum:
        """value^q, taken apart where value is one monomial and q whole."""
        if q.denominator == 1 and q >= 0 and (len(value.rows) == 1 or q <= MOST_POWER):
            return value.to_the(int(q)) if len(value.rows) != 1 else self._power_of_mono(value, q)
        if len(value.rows) == 1 and q.denominator == 1:
            return self._power_of_mono(value, q)
        if value.number == 1:
            return UNIT
        return atom(value.term(), q)

    def _power_of_mono(self, value: Sum, q: Fraction) -> Sum:
        ((m, c),) = value.rows
        return Sum(((m.to_the(q), c ** int(q)),))

    def _pow(self, base: Term, exponent: Term) -> Sum:
        if base == E:
            return exponential(self.scalar(exponent))
        q = self.scalar(exponent).number
        if q is not None and self.is_scalar(base):
            return self._power(self.scalar(base), q)
        return atom(Term("pow", (base, exponent)))

    def _function(self, which: str, argument: Term) -> Sum:
        value = self.scalar(argument)
        if which == "exp":
            return exponential(value)
        if which in WAVES and self.moves(argument):
            up, down = exponential(value), exponential(value.scaled(Fraction(-1)))
            top, below = WAVES[which]
            return top(up, down).times(self._inverted(below(up, down)))
        known = _at_a_number(which, value.number)
        return atom(fun(which, value.term())) if known is None else number(known)

    def _entry(self, node: Term) -> Sum:
        array, place = node.args
        if array.head == "softmax":
            inner, label = array.args[0], self._fresh("l", node)
            kind = self.kind(inner)
            if kind is not None:
                below = Term("sum", (fun("exp", Term("entry", (inner, name(label)))),), (label, kind.rows))
                return exponential(self.scalar(Term("entry", (inner, place)))).times(self._inverted(self.scalar(below)))
        body = self.unfolded_entry(node)
        if body is not None:
            return self.scalar(body)
        result = NONE
        for u, c in self.column(array).items():
            result = result.plus(c.times(atom(Term("entry", (u, place)))))
        return result

    def unfolded_entry(self, node: Term) -> Term | None:
        """What an entry is given to be: `∀i: s_i = …`."""
        for row in self.equations:
            if row.left.head == "entry":
                values = match(row.left, node, row.parameters, {})
                if values is not None and self._applies(row, values):
                    return substitute(row.right, values)
        return None

    def _fresh(self, base: str, *nodes: Term) -> str:
        taken = set(self.context.declarations).union(*map(free_names, nodes))
        return base if base not in taken else next(f"{base}_{k}" for k in range(len(taken) + 1) if f"{base}_{k}" not in taken)

    # ------------------------------------------------------------------ sums over an index

    def _sum(self, node: Term) -> Sum:
        """Σ_l f(l): the indices that matter by themselves, what does not depend on l counted, the rest an atom."""
        label, size, body, excluded = opened(node, self.context)
        result = NONE
        for place in self.places(node):
            result = result.plus(self.scalar(substitute(body, {label: place})))
            excluded = (*excluded, place)
        inside = self.inside(label, size, excluded)
        for m, c in inside.scalar(body).rows:
            fixed, varying = split(m, frozenset((label,)))
            if varying == Mono():
                result = result.plus(Sum(((fixed, c),)).times(self._count(size, excluded)))
            else:
                rest = Term("sum", (varying.term(), *excluded), (label, size))
                result = result.plus(Sum(((fixed, c),)).times(atom(rest)))
        return result

    def places(self, node: Term) -> list[Term]:
        """The indices at which a sum is split, letters or numbers: those of which its body or a given equation speaks."""
        label, size, body, excluded = opened(node, self.context)
        parts = self.inside(label, size, excluded).scalar_or_self(body)
        spoken = self.anchors.union(*map(free_names, parts), *self._spoken_of((body, *parts)))
        found: list[Term] = []
        for other, row in self.context.declarations.items():
            if row.type.index == size and other in spoken and other != label:
                place = name(other)
                if all(self.same(place, e) is False for e in (*excluded, *found)):
                    found.append(place)
        for place in self._numbered(size, body):
            if all(self.same(place, e) is False for e in (*excluded, *found)):
                found.append(place)
        return found

    def _numbered(self, size: Size, body: Term) -> list[Term]:
        """The numbers by which members of families over the size are called."""
        found: set[Term] = set()
        for part in self.unfolded_fully(body):
            for node in part.walk():
                row = self.context.declarations.get(str(node.data[0])) if node.head == "member" else None
                if row is not None:
                    found |= {a for a, s in zip(node.args, row.type.over, strict=False) if a.head == "num" and s == size}
        return sorted(found, key=number_in)

    def _spoken_of(self, nodes: Iterable[Term]) -> Iterator[frozenset[str]]:
        """Names in what is given of single members of the families in the terms: `k_a = …`, `k_i = …` for i ≠ a, b."""
        families = {str(part.data[0]) for node in nodes for part in node.walk() if part.head == "member"}
        for row in self.equations:
            if row.left.head == "member" and row.left.data[0] in families:
                premise = frozenset() if row.premise is None else statement_names(row.premise)
                yield (free_names(row.left) | premise) - row.parameters.keys()

    def scalar_or_self(self, node: Term) -> frozenset[Term]:
        return self.scalar(node).atoms if self.is_scalar(node) else frozenset(self.unfolded_fully(node))

    def unfolded_fully(self, node: Term) -> Iterator[Term]:
        """The term and whatever its names are defined by, for looking at names only."""
        todo, seen = [node], {node}
        while todo and len(seen) < 200:
            part = todo.pop()
            yield part
            for inner in part.walk():
                if inner.head in ("name", "member", "call"):
                    body = self.unfolded(inner)
                    if body is not None and body not in seen:
                        seen.add(body)
                        todo.append(body)

    def _count(self, size: Size, excluded: tuple[Term, ...]) -> Sum:
        pairs = [(i, j) for k, i in enumerate(excluded) for j in excluded[:k]]
        if all(self.same(i, j) is False for i, j in pairs):
            return size_sum(size).plus(number(-len(excluded)))
        label = self._fresh("l", *excluded)
        return atom(Term("sum", (num(1), *excluded), (label, size)))


def _at_a_number(which: str, x: Fraction | None) -> Fraction | None:
    """f(x) for a rational x at which it is plain."""
    if x is None:
        return None
    if which == "abs":
        return abs(x)
    if (which == "log" and x == 1) or (x == 0 and which in ("sin", "tan", "sinh", "tanh", "arctan", "arcsin")):
        return Fraction(0)
    return Fraction(1) if x == 0 and which in ("cos", "cosh") else None


Pair = Callable[[Sum, Sum], Sum]

WAVES: Mapping[str, tuple[Pair, Pair]] = {
    "sigmoid": (lambda up, down: UNIT, lambda up, down: UNIT.plus(down)),
    "tanh": (lambda up, down: up.minus(down), lambda up, down: up.plus(down)),
    "sinh": (lambda up, down: up.minus(down), lambda up, down: number(2)),
    "cosh": (lambda up, down: up.plus(down), lambda up, down: number(2)),
}
"""Functions that are quotients of exponentials: numerator and denominator in e^x and e^-x."""


def _product_sides(left: Term) -> Iterator[tuple[Term, Term]]:
    """x and y if the term is x^T y, ⟨x, y⟩, or ‖x‖ (for x^T x)."""
    match left:
        case Term(head="mul", args=(Term(head="transpose", args=(x,)), y)):
            yield x, y
        case Term(head="inner", args=(x, y)):
            yield x, y
        case Term(head="norm", args=(x,)):
            yield x, x


def _scaled(form: dict[Term, Sum], factor: Sum) -> dict[Term, Sum]:
    return {v: c.times(factor) for v, c in form.items()}


def _joined(forms: Iterator[dict[Term, Sum]]) -> dict[Term, Sum]:
    result: dict[Term, Sum] = {}
    for form in forms:
        for v, c in form.items():
            result[v] = result.get(v, NONE).plus(c)
    return result
