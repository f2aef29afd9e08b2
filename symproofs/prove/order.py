"""Orders of numbers: high - low as a sum of what is not negative.

The difference is brought over a denominator whose sign is plain; its numerator is written as Σ c_k (b_k - a_k) m_k + s by linear
programming in exact numbers: a_k ≤ b_k are hypotheses and bounds (`bounds.py`), the multipliers m_k powers of atoms whose sign is
plain, s a sum of monomials and squares that are not negative. What is found is a `nonnegative_combination` of the kernel.

*Fails when* no such combination of this shape exists. It refutes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import add
from typing import Any

from flint import fmpq

from symproofs.kernel.rules_order import ordered as sides_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.binomial_squares import midpoint_squares
from symproofs.prove.bounds import at_least_one, bounds
from symproofs.prove.cases import by_cases
from symproofs.prove.cofactors import laurent, multipliers, occurring
from symproofs.prove.enclosed import by_enclosures
from symproofs.prove.factorials import all_numbered
from symproofs.prove.linear import Vector, solve_nonnegative
from symproofs.prove.numbers_written import with_numbers
from symproofs.prove.over_logs import by_logarithms, waits_for_cases
from symproofs.prove.over_roots import over_roots
from symproofs.prove.over_squares import by_squares
from symproofs.prove.rational import Field, Form, NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.termwise import term_by_term
from symproofs.prove.tree import Given, Node
from symproofs.prove.unfolding import Definitions
from symproofs.records import record
from symproofs.terms.statement import ORDERS, Membership, Relation
from symproofs.terms.term import Term, num

MOST_COLUMNS = 120
MOST_SQUARES = 30
MOST_PAIRED = 6
LETTERS = frozenset({"name", "member", "entry", "size", "sqrt", "root", "pow"})
"""Heads of what squares of binomials are made of."""
MOST_ROUNDS = 2
ARRAYS = ("mul", "inner", "trace")
"""Numbers that are made of arrays: their entries are sums with bounds."""

Shift = tuple[int, ...]
Comparison = tuple[Relation, Form, bool]
"""A hypothesis, what is not negative in it (or zero), and whether it is strict."""


@record
class Column:
    """Something not negative (or zero, if free): the numerator of a given difference times a power of atoms, or times a factor
    that is not negative; or a part of s."""

    vector: Vector
    strict: bool
    free: bool = False
    given: int | None = None
    shift: Shift = ()
    way: int = 1
    part: Term | None = None
    factor: Any = None


class Signs:
    """Signs of atoms and polynomials in one sequent: plain, or found by combination for the atoms that are compared."""

    def __init__(self, search: Search, sequent: Sequent, field: Field, depth: int, compared: frozenset[int]) -> None:
        self.search, self.sequent, self.field, self.depth = search, sequent, field, depth
        self.compared = compared if depth == 0 else frozenset()
        self.found: dict[Relation, Node] = {}
        self._atoms: dict[int, tuple[int, bool] | None] = {}
        self._real: dict[int, bool] = {}

    def of_term(self, node: Term) -> tuple[int, bool] | None:
        """(1 or -1, whether 0 is excluded)."""
        zero = num(0)
        for operator, way, strict in ((">", 1, True), ("<", -1, True), (">=", 1, False), ("<=", -1, False)):
            if self.search.evident(self.sequent, Relation(operator, node, zero)):  # type: ignore[arg-type]
                return way, strict
        return None

    def of_atom(self, k: int) -> tuple[int, bool] | None:
        if k not in self._atoms:
            node = self.field.atoms[k]
            own = self.of_term(node)
            if own is None and k in self.compared and (way := self._by_combination(node)) is not None:
                own = way, True
            self._atoms[k] = own
        return self._atoms[k]

    def are_seen(self, exponents: Shift, part: Term) -> bool:
        """Whether the kernel sees the sign of a monomial: of sums with bounds it does not by what a hypothesis says."""
        atoms = [self.field.atoms[k] for k, e in enumerate(exponents) if e]
        if all(a.head not in ARRAYS for a in atoms):
            return True
        return self.search.evident(self.sequent, Relation(">=", part, num(0)))

    def real(self, k: int) -> bool:
        if k not in self._real:
            self._real[k] = self.search.evident(self.sequent, Membership(self.field.atoms[k], "real"))
        return self._real[k]

    def all_real(self, exponents: Shift) -> bool:
        return all(self.real(k) for k, e in enumerate(exponents) if e)

    def of_monomial(self, exponents: Iterable[int]) -> tuple[int, bool] | None:
        way, strict = 1, True
        for k, e in enumerate(exponents):
            if not e:
                continue
            own = self.of_atom(k)
            if e % 2 == 0 and own is None:
                if e < 0 or not self.real(k):
                    return None
                strict = False
                continue
            if own is None or (e < 0 and not own[1]):
                return None
            way, strict = (way * own[0] if e % 2 else way), strict and own[1]
        return way, strict

    def of_polynomial(self, polynomial: Any) -> int | None:
        """The strict sign of a polynomial: that of its factors, plain or read off their monomials."""
        if polynomial.is_constant():
            return 1 if polynomial.leading_coefficient() > 0 else -1
        c, factors = polynomial.factor()
        way = 1 if c > 0 else -1
        for part, e in factors:
            own = self._of_sum(part)
            if own is None:
                return None
            way *= own if e % 2 else 1
        return way

    def _of_sum(self, polynomial: Any) -> int | None:
        found = {self._signed(e, c) for e, c in polynomial.terms()}
        if found == {(1, True)} or found == {(1, True), (1, False)}:
            return 1
        if found == {(-1, True)} or found == {(-1, True), (-1, False)}:
            return -1
        node = self.field.sum(polynomial)
        own = self.of_term(node)
        if own is not None and own[1]:
            return own[0]
        return self._by_combination(node) if len(polynomial) > 1 and occurring(polynomial) & self.compared else None

    def _by_combination(self, node: Term) -> int | None:
        """The sign of a sum that hypotheses give."""
        for operator, way in ((">", 1), ("<", -1)):
            goal = Relation(operator, node, num(0))  # type: ignore[arg-type]
            proof = combination(self.search, self.sequent.proves(goal), self.depth + 1)
            if proof is not None:
                self.found[goal] = proof
                return way
        return None

    def steps(self, sequent: Sequent) -> list[Step]:
        """The signs found, as additions."""
        steps: list[Step] = []
        for goal, proof in self.found.items():
            step = self.search.have(goal, proof, steps[-1].after if steps else sequent)
            if step is not None:
                steps.append(step)
        return steps

    def _signed(self, exponents: Shift, c: Any) -> tuple[int, bool] | None:
        own = self.of_monomial(exponents)
        return None if own is None else (own[0] if c > 0 else -own[0], own[1])


# ------------------------------------------------------------------ the goal


def ordered(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """An order, with bounds of its parts added where hypotheses alone do not do; of numbers without names by enclosures."""
    closed = by_enclosures(search, sequent) or by_written_numbers(search, sequent)
    if closed is not None:
        return closed
    for step in at_least_one(search, sequent):
        inner = ordered(search, step.after, effort)
        return step.around(inner) if inner is not None else None
    found = combination(search, sequent) or _with_factorials(search, sequent)
    if found is not None or effort < 1:
        return found
    found = term_by_term(search, sequent) if effort > 1 else None
    found = found or by_squares(search, sequent, lambda s, aim: ordered(s, aim, 1), roots=True)
    found = found or by_logarithms(search, sequent, 1)
    found = found or (by_cases(search, sequent) if effort > 2 and waits_for_cases(sequent) else None)
    if found is not None:
        return found
    steps: list[Step] = []
    after = sequent
    for group in bounds(search, sequent, effort):
        before = len(steps)
        for step in group:
            again = search.goals(step.node.rule, step.node.data, after)
            if again:
                steps.append(replace(step, after=again[-1]))
                after = again[-1]
        inner = combination(search, after) if len(steps) > before else None
        if inner is not None:
            return around(steps, inner)
    inner = by_squares(search, after, combination)
    if inner is not None:
        return around(steps, inner)
    return over_roots(search, sequent, effort) or (by_logarithms(search, sequent, effort - 1) if effort > 2 else None)


def _with_factorials(search: Search, sequent: Sequent) -> Node | None:
    steps = all_numbered(search, sequent)
    inner = combination(search, steps[-1].after) if steps else None
    return around(steps, inner) if inner is not None else None


def by_written_numbers(search: Search, sequent: Sequent) -> Node | None:
    """A comparison of numbers made of matrices that are given with their entries."""
    goal = sequent.goal
    plainer = with_numbers(goal, Definitions.of(sequent.context)) if isinstance(goal, Relation) else None
    return None if plainer is None else search.by("rewrite", {"statement": plainer}, sequent, 0)


def combination(search: Search, sequent: Sequent, depth: int = 0) -> Node | None:
    """The goal as a nonnegative combination of hypotheses."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    low, high, strict = sides_of(goal)
    field = search.field(sequent)
    try:
        wanted = field.difference(high, low)
        signs = Signs(search, sequent, field, depth, _compared(search, sequent, field))
        way = signs.of_polynomial(wanted.below)
        if way is None:
            return None
        top = wanted.top if way == 1 else -wanted.top
        below = Form(wanted.below if way == 1 else -wanted.below, field.one)
        given = _given(search, sequent, field, signs)
        solved = _solved(search, field, signs, top, given, strict)
        if solved is None:
            return None
        columns, found = solved
        data = _data(field, columns, found, [(s, form) for s, form, _ in given], below)
    except NoForm:
        return None
    steps = signs.steps(sequent)
    after = steps[-1].after if steps else sequent
    node = search.by("nonnegative_combination", data, after, 0, (Reason("inequality"),))
    return None if node is None else around(steps, node)


def _solved(
    search: Search, field: Field, signs: Signs, top: Any, given: Sequence[Comparison], strict: bool
) -> tuple[list[Column], list[Fraction]] | None:
    """Columns and how often each is taken, with few multipliers first. A sign that is looked for on the way gets none but 1."""
    target = {tuple(e): c for e, c in top.terms()}
    for columns in _ways(field, signs, top, given):
        search.budget.spend(10 + len(columns))
        found = solve_nonnegative(
            [c.vector for c in columns], target, [c.free for c in columns], [strict and c.strict for c in columns]
        )
        if found is not None:
            return columns, found
    return None


def _ways(field: Field, signs: Signs, top: Any, given: Sequence[Comparison]) -> Iterator[list[Column]]:
    """The columns that are tried together, few first."""
    wanted = [*map(tuple, top.monoms())]
    for rounds in range(MOST_ROUNDS + 1 if signs.depth == 0 else 1):
        products = _products(field, signs, top, given, rounds)
        yield [*_parts(field, signs, wanted), *products]
    products = _products(field, signs, top, given, 0)
    columns = [*_parts(field, signs, [*wanted, *_monomials(products)]), *products]
    yield columns
    if signs.depth:
        return
    pairs = _pairs(given, occurring(top))
    if pairs:
        yield [*_parts(field, signs, [*wanted, *_monomials([*products, *pairs])]), *products, *pairs]
    if not all(field.atoms[k].head in LETTERS for k in occurring(top)):
        return
    squares = midpoint_squares(field, top, lambda e: signs.of_monomial(e) in ((1, True), (1, False)), signs.all_real)
    more = [Column(vector, False, part=part) for vector, part in squares]
    if more:
        yield [*columns, *more]


def _monomials(columns: Iterable[Column]) -> list[Shift]:
    return [key for column in columns for key in column.vector]


def _pairs(given: Sequence[Comparison], wanted: set[int]) -> list[Column]:
    """Products of two given differences: (2 - x)(2 + x) ≥ 0 where x ≤ 2 and -2 ≤ x."""
    usable = [(n, occurring(form.top)) for n, (s, form, _) in enumerate(given) if s.operator != "=" and form.below.is_constant()]
    wanted = wanted.union(*(atoms for _, atoms in usable if atoms & wanted))
    orders = [n for n, atoms in usable if atoms <= wanted and len(given[n][1].top) > 1]
    found = []
    for k, n in enumerate(orders[:MOST_PAIRED]):
        for m in orders[k + 1 : MOST_PAIRED]:
            product = given[n][1].top * given[m][1].top
            strict = given[n][2] and given[m][2]
            found.append(Column({tuple(e): c for e, c in product.terms()}, strict, given=n, factor=given[m][1].top))
    return found


def _compared(search: Search, sequent: Sequent, field: Field) -> frozenset[int]:
    """The atoms that occur in given comparisons."""
    found: set[int] = set()
    for hypothesis in sequent.context.hypotheses:
        statement = hypothesis.statement
        if isinstance(statement, Relation) and statement.operator in ORDERS:
            form = search.difference(field, statement)
            found |= occurring(form.top) | occurring(form.below) if form is not None else set()
    return frozenset(found)


def _given(search: Search, sequent: Sequent, field: Field, signs: Signs) -> list[Comparison]:
    """Given comparisons: what is not negative in them, over a positive denominator; of equations what is 0."""
    found = []
    for hypothesis in sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator not in ("=", *ORDERS):
            continue
        low, high, strict = sides_of(statement) if statement.operator != "=" else (statement.right, statement.left, False)
        form = search.difference(field, Relation("=", high, low))
        if form is None or form.top == 0:
            continue
        way = signs.of_polynomial(form.below)
        if way is None and statement.operator != "=":
            continue
        found.append((statement, form if way != -1 else Form(-form.top, -form.below), strict))
    return found


# ------------------------------------------------------------------ what is not negative


def _parts(field: Field, signs: Signs, monomials: Iterable[Shift]) -> list[Column]:
    """Monomials, the number 1, and squares."""
    one: Shift = (0,) * len(field.gens)
    exponents = list(dict.fromkeys([one, *monomials]))
    found = []
    for e in exponents:
        own = signs.of_monomial(e)
        if own is not None and signs.are_seen(e, part := field.product(e, Fraction(own[0]))):
            found.append(Column({e: fmpq(own[0])}, own[1], part=part))
    return [*found, *_squares(field, signs, exponents)]


def _squares(field: Field, signs: Signs, exponents: Sequence[Shift]) -> list[Column]:
    """(u - v)² and (u + v)² of monomials u, v whose squares occur, or whose product does."""
    roots = [tuple(x // 2 for x in e) for e in exponents if all(x % 2 == 0 for x in e)]
    found = []
    for n, u in enumerate(roots):
        for v in roots[:n]:
            product = tuple(a + b for a, b in zip(u, v, strict=True))
            if product not in exponents or not (signs.all_real(u) and signs.all_real(v)):
                continue
            for way in (-1, 1):
                vector = {tuple(2 * x for x in u): fmpq(1), tuple(2 * x for x in v): fmpq(1), product: fmpq(2 * way)}
                inside = Term("add", (field.product(u, Fraction(1)), field.product(v, Fraction(way))))
                found.append(Column(vector, False, part=Term("pow", (inside, num(2)))))
    return found[:MOST_SQUARES]


def _products(field: Field, signs: Signs, top: Any, given: Sequence[Comparison], rounds: int) -> list[Column]:
    """Given differences; in each round also times powers of atoms that bring one of their monomials to one that is wanted."""
    one: Shift = (0,) * len(field.gens)
    wanted = dict.fromkeys(map(tuple, top.monoms()))
    found: list[Column] = []
    seen: set[tuple[int, Shift]] = set()
    for k in range(rounds + 1):
        for n, (_, form, _) in enumerate(given):
            for shift in multipliers(form, wanted) if k else [one]:
                if (n, shift) not in seen and len(found) < MOST_COLUMNS:
                    seen.add((n, shift))
                    column = _product(signs, n, given[n], shift)
                    found += [column] if column is not None else []
        if k:
            wanted.update(dict.fromkeys(key for column in found for key in column.vector))
    return found


def _product(signs: Signs, n: int, given: Comparison, shift: Shift) -> Column | None:
    form, free, sign = given[1], given[0].operator == "=", signs.of_monomial(shift)
    if sign is None and not (free and min(shift) >= 0):
        return None
    way = 1 if free or sign is None else sign[0]
    vector = {tuple(map(add, e, shift)): way * c for e, c in form.top.terms()}
    strict = given[2] and sign is not None and sign[1]
    return Column(vector, strict, free, n, shift, way)


def _data(
    field: Field, columns: Sequence[Column], found: Sequence[Fraction], given: Sequence[tuple[Relation, Form]], below: Form
) -> dict[str, Any]:
    """The solution as data of the kernel's rule."""
    factors: dict[int, Form] = {}
    parts: list[Term] = []
    for column, x in zip(columns, found, strict=True):
        if not x:
            continue
        if column.given is None:
            assert column.part is not None
            parts.append(column.part if x == 1 else Term("mul", (num(x), column.part)))
            continue
        if column.factor is not None:
            own = field.times(field.constant(x), Form(column.factor, field.one))
        else:
            own = laurent(field, column.shift, x * column.way)
        factors[column.given] = field.plus(factors[column.given], own) if column.given in factors else own
    terms = []
    for n, factor in factors.items():
        statement, form = given[n]
        terms.append((Given(statement), field.term(field.over(field.times(factor, Form(form.below, field.one)), below))))
    rest = None
    if parts:
        rest = parts[0] if len(parts) == 1 else Term("add", tuple(parts))
        if below.top != 1:
            rest = Term("div", (rest, field.sum(below.top)))
    return {"terms": terms, "rest": rest}
