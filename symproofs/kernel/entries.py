"""Entries of written terms: what every head means, as an indexed sum of products.

`entry(term, row, column, scope)` is entry (row, column) of the term; a side of length 1 ignores its index. One function a
head, one row of `ENTRIES` each; elementary functions are rows of `FUNCTION_ENTRIES` and act entry by entry on arrays.
*Fails when* a head has no entries here (`kron`, …), the term is ill-typed, or an expansion grows too large.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from symproofs.kernel.derivatives import derivative
from symproofs.kernel.indexed import (
    FIRST,
    MOST_MONOMIALS,
    ONE,
    ZERO,
    Expr,
    Index,
    Mono,
    Rejected,
    atom,
    bind,
    constant,
    multiply,
    need,
    raised,
    scale,
    size_expr,
    tensor,
    times_atom,
)
from symproofs.kernel.signs import conjugate, nonnegative, require_nonzero
from symproofs.kernel.state import COLUMN, NUMBER_OF, PI_NAME, ROW, State, least
from symproofs.terms.context import PROPERTIES
from symproofs.terms.size import ONE as SINGLE
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import E, Term, name, num, number_in, rational_in, substitute
from symproofs.terms.types import Type, index
from symproofs.terms.typing import Mistyped, bound_type, type_of, with_names

HALF = Fraction(1, 2)
I_UNIT = ("I",)
MOST_EXPANDED = 64
LONGEST_SUM = 1000
MOST_ROWS_OF_A_DETERMINANT = 4


@dataclass(frozen=True)
class Scope:
    """Where a term stands: the state, types of all names in reach, indices of the bound ones."""

    state: State
    types: Mapping[str, Type]
    bound: Mapping[str, Index]

    def kind(self, node: Term) -> Type:
        try:
            return type_of(node, self.types)
        except Mistyped as fault:
            raise Rejected("the term is ill-typed: {}", fault.message) from None

    def bind(self, name: str, kind: Type, value: Index) -> Scope:
        return Scope(self.state, with_names(self.types, {name: kind}), {**self.bound, name: value})

    def multiply(self, first: Expr, second: Expr) -> Expr:
        product = multiply(first, second, self.state.fresh)
        self.state.spend(sum([len(m.factors) for m in product]) // 16)
        return product


DOUBLING = ("abs", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "relu", "re", "im")
GROWTH: Mapping[str, int] = {
    **dict.fromkeys(DOUBLING, 1), "norm": 1, "softmax": 2, "rowsoftmax": 2, "tanh": 3, "var": 3, "cov": 3
}  # fmt: skip
"""Heads and functions whose entries hold those of their argument several times, with how often these double."""
MOST_NESTED = 12
MOST_WRITTEN = 400
"""Factors of one product: each prefix of it is typed."""


def entries_of(node: Term, state: State, row: Index = ROW, column: Index = COLUMN) -> Expr:
    """Entry (row, column) of a term over the declared names, from the definitions alone."""
    need(_nested(node) <= MOST_NESTED, "functions that double what is in them are nested too deeply")
    scope = Scope(state, state.types, {})
    rows, columns = scope.kind(node).shape
    for place, side in ((row, rows), (column, columns)):
        if side != SINGLE:
            state.ranges.setdefault(place[0], side)
            state.fits(place, side)
    return entry(node, row, column, scope)


def _nested(node: Term) -> int:
    """How often what is in a term doubles, by heads that stand one in the other."""
    own = GROWTH.get(str(node.data[0]) if node.head == "fun" else node.head, 0)
    return own + max(map(_nested, node.args), default=0)


def entry(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    rule = ENTRIES.get(node.head)
    if rule is None:
        raise Rejected("the kernel has no entries for {}", node.head)
    scope.state.spend(1)
    result = rule(node, row, column, scope)
    need(len(result) <= MOST_MONOMIALS, "a term has too many summands")
    scope.state.spend(sum([len(m.factors) for m in result]))
    return result


def number(node: Term, scope: Scope) -> Expr:
    """The value of a term that is a number."""
    need(scope.kind(node).is_scalar, "a number is needed")
    return entry(node, FIRST, FIRST, scope)


def index_of(node: Term, scope: Scope) -> Index:
    """The index that a term in index position is: a bound or declared index name, or a literal."""
    if node.head == "num":
        return (f"#{node.data[0]}", ())
    need(node.head == "name" and scope.kind(node).index is not None, "an index is a name or a number written out")
    label = str(node.data[0])
    return scope.bound.get(label, (label, ()))


def kept(indices: tuple[Index, ...], sides: tuple[Size, ...]) -> tuple[Index, ...]:
    """The indices that an atom stores: those of sides that are not 1."""
    return tuple([i for i, side in zip(indices, sides, strict=True) if side != SINGLE])


def size_in(node: Term, k: int = 0) -> Size:
    """The size among the data of a term."""
    size = node.data[k]
    assert isinstance(size, Size)
    return size


def summed(size: Size, body: Callable[[Index], Expr], scope: Scope) -> Expr:
    """Σ over [size]; over [1] the one summand."""
    if size == SINGLE:
        return body(FIRST)
    b = scope.state.fresh(size)
    return bind(b, size, body((b, ())))


def reciprocal(expr: Expr) -> Expr:
    return atom(("S", expr), -1)


def exponential(expr: Expr) -> Expr:
    return atom(("X", expr))


# ------------------------------------------------------------------ atoms of the syntax


def _num(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    return constant(number_in(node))


def _name(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    label, kind = str(node.data[0]), scope.kind(node)
    need(not kind.over and kind.parameters is None, "{} is no value", label)
    if kind.index is not None or label in scope.bound:
        return atom(tensor(NUMBER_OF, scope.bound.get(label, (label, ()))))
    return atom(tensor(label, *kept((row, column), kind.shape)))


def _const(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    match node.data[0]:
        case "pi":
            return atom(tensor(PI_NAME))
        case "e":
            return exponential(ONE)
        case "i":
            return atom(I_UNIT)
    raise Rejected("the kernel has no entries for {}", node.data[0])


def _delta(i: Index, j: Index, size: object) -> Expr:
    return ONE if size == SINGLE else atom(("D", i, j))


def _member(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    kind = scope.kind(node)
    places = [index_of(a, scope) for a in node.args]
    for place, side in zip(places, scope.types[str(node.data[0])].over, strict=True):
        scope.state.fits(place, side)
    return atom(tensor(str(node.data[0]), *places, *kept((row, column), kind.shape)))


def _call(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    need(scope.kind(node).is_scalar, "the value of a function that is an array has no entries here")
    return atom(("K", str(node.data[0]), tuple(number(a, scope) for a in node.args)))


# ------------------------------------------------------------------ arithmetic


def _add(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    return sum((entry(a, row, column, scope) for a in node.args), ZERO)


def _mul(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """(A B)_ij = Σ_k A_ik B_kj, from left to right; a number multiplies every entry."""
    need(len(node.args) <= MOST_WRITTEN, "a product of too many factors")
    *before, last = node.args
    first = before[0] if len(before) == 1 else Term("mul", tuple(before))
    left, right = scope.kind(first), scope.kind(last)
    if left.is_scalar or right.is_scalar:
        return scope.multiply(entry(first, row, column, scope), entry(last, row, column, scope))
    return summed(
        left.cols,
        lambda k: scope.multiply(entry(first, row, k, scope), entry(last, k, column, scope)),
        scope,
    )


def _div(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    top = entry(node.args[0], row, column, scope)
    below = node.args[1]
    if below.head == "num" and below != num(0):
        return scale(1 / number_in(below), top)
    return times_atom(top, ("S", number(below, scope)), -1) if top else top


def _pow(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """a^q: of a whole q the product, of another number q principal, of a term the exponential of q log a."""
    base, exponent = node.args
    if not scope.kind(base).is_scalar:
        return _matrix_power(base, exponent, row, column, scope)
    if base == E:
        return exponential(number(exponent, scope))
    value = number(base, scope)
    q = rational_in(exponent)
    if q is not None:
        return _power(value, q)
    require_nonzero(value, scope.state)
    logarithm = atom(("F", "log", value))
    return exponential(scope.multiply(number(exponent, scope), logarithm))


def _power(value: Expr, q: Fraction) -> Expr:
    if q == 0:
        return ONE
    if q == 1:
        return value
    if len(value) == 1 and not value[0].bounds and q.denominator == 1 and abs(q) < MOST_EXPANDED:
        c, _, factors = value[0]
        return (Mono(raised(c, int(q)), (), tuple((a, p * q) for a, p in factors)),)
    return atom(("S", value), q)


def _matrix_power(base: Term, exponent: Term, row: Index, column: Index, scope: Scope) -> Expr:
    q = rational_in(exponent)
    need(q is not None and q.denominator == 1 and 0 <= q < MOST_EXPANDED, "the power of a matrix is not written out")
    assert q is not None
    if q == 0:
        return _delta(row, column, scope.kind(base).rows)
    if q == 1:
        return entry(base, row, column, scope)
    return entry(Term("mul", (base,) * int(q)), row, column, scope)


def _root(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    n = rational_in(node.args[1])
    need(n is not None and n.denominator == 1 and n >= 1, "the order of a root is not written out")
    assert n is not None
    value = number(node.args[0], scope)
    need(n <= 2 or nonnegative(value, scope.state), "a root of a number that may be negative")
    return _power(value, 1 / n)


# ------------------------------------------------------------------ matrices


def _diag(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    equal = _delta(row, column, scope.kind(node.args[0]).rows)
    return scope.multiply(equal, entry(node.args[0], row, FIRST, scope))


def _det(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """det A = Σ_p sign p · A_1p(1) … A_np(n), n being a number."""
    n = scope.kind(node.args[0]).rows.literal
    if n is None or n > MOST_ROWS_OF_A_DETERMINANT:
        raise Rejected("the kernel has no entries for {}", node.head)
    entries = {(i, j): entry(node.args[0], (f"#{i}", ()), (f"#{j}", ()), scope) for i in range(1, n + 1) for j in range(1, n + 1)}
    total: Expr = ZERO
    for order in permutations(range(1, n + 1)):
        product = ONE
        for i, j in enumerate(order, 1):
            product = scope.multiply(product, entries[i, j])
        inversions = sum(1 for first, second in combinations(order, 2) if first > second)
        total = total + scale(-1 if inversions % 2 else 1, product)
    return total


def _over_entries(rows: Size, columns: Size, body: Callable[[Index, Index], Expr], scope: Scope) -> Expr:
    return summed(rows, lambda i: summed(columns, lambda j: body(i, j), scope), scope)


def _inner(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """⟨x, y⟩ = Σ_i x_i y_i of real arrays. Of complex ones the document must say what it means."""
    first, second = node.args
    kind = scope.kind(first)
    need("complex" not in (kind.sort, scope.kind(second).sort), "the inner product of complex numbers is not fixed")
    return _over_entries(*kind.shape, lambda i, j: scope.multiply(entry(first, i, j, scope), entry(second, i, j, scope)), scope)


def _squared_modulus(expr: Expr, scope: Scope) -> Expr:
    return scope.multiply(expr, conjugate(expr, scope.state))


def _norm(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """‖x‖ = √(Σ_i x_i x̄_i)."""
    kind = scope.kind(node.args[0])
    square = _over_entries(*kind.shape, lambda i, j: _squared_modulus(entry(node.args[0], i, j, scope), scope), scope)
    return atom(("S", square), HALF)


def _row_softmax(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """softmax(A)_ij = exp A_ij / Σ_k exp A_ik."""
    a = node.args[0]
    total = summed(scope.kind(a).cols, lambda k: exponential(entry(a, row, k, scope)), scope)
    return times_atom(exponential(entry(a, row, column, scope)), ("S", total), -1)


def _softmax(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """softmax(x)_i = exp x_i / Σ_k exp x_k: the row softmax of a column taken for a row."""
    return _row_softmax(Term("rowsoftmax", (Term("transpose", node.args),)), FIRST, row, scope)


def _matrix(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """A matrix written out: Σ_rc δ_ir δ_jc m_rc; at literal indices the entry itself."""
    rows, columns = (int(str(d)) for d in node.data)
    total: Expr = ZERO
    for n, part in enumerate(node.args):
        r, c = divmod(n, columns)
        value = number(part, scope)
        for place, position, side in ((row, r, rows), (column, c, columns)):
            if side != 1:
                value = scope.multiply(_indicator(place, position + 1), value)
        total = total + value
    return total


def _indicator(place: Index, position: int) -> Expr:
    if isinstance(place[0], str) and place[0][0] == "#" and not place[1]:
        return ONE if place[0] == f"#{position}" else ZERO
    return atom(("D", place, (f"#{position}", ())))


def _entry(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    array, *places = node.args
    sides = scope.kind(array).shape
    found = [index_of(p, scope) for p in places]
    if len(found) == 1:
        found = [found[0] if side != SINGLE else FIRST for side in sides]
    for place, side in zip(found, sides, strict=True):
        scope.state.fits(place, side)
    return entry(array, found[0], found[1], scope)


def _equal_indices(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    first, second = (index_of(a, scope) for a in node.args)
    return atom(("D", first, second))


# ------------------------------------------------------------------ moments


def _expectation(expr: Expr) -> Expr:
    return atom(("E", expr))


def _cov(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """Cov(x, y)_ij = E[(x_i - E x_i)(y_j - E y_j)], of real numbers and columns; Var(x) = Cov(x, x)."""

    def centred(x: Term, place: Index) -> Expr:
        value = entry(x, place, FIRST, scope)
        return value + scale(-1, _expectation(value))

    return _expectation(scope.multiply(centred(node.args[0], row), centred(node.args[-1], column)))


# ------------------------------------------------------------------ binders


def _sum(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """Σ_{i≠a,…} f(i) = Σ_i f(i) (1 - δ_ia) …"""
    label, size = str(node.data[0]), size_in(node, 1)
    b = scope.state.fresh(size)
    total = entry(node.args[0], row, column, scope.bind(label, index(size), (b, ())))
    for excluded in node.args[1:]:
        equal = atom(("D", (b, ()), index_of(excluded, scope)))
        total = scope.multiply(total, ONE + scale(-1, equal))
    return bind(b, size, total)


def _product(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """A product over a literal range is written out; an excluded index must be a literal."""
    label, size = str(node.data[0]), size_in(node, 1)
    n = size.literal
    need(n is not None and n <= MOST_EXPANDED, "a product over a symbolic range has no entries here")
    need(all(a.head == "num" for a in node.args[1:]), "a product that leaves out an index by name")
    result = ONE
    for k in range(1, (n or 0) + 1):
        if num(k) not in node.args[1:]:
            place: Index = (f"#{k}", ())
            result = scope.multiply(result, entry(node.args[0], FIRST, FIRST, scope.bind(label, index(size), place)))
    return result


def _sum_between(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """Σ_{k=a}^{b}: written out between numbers; from 1 to a size over its index set, k being the number of the index."""
    label = str(node.data[0])
    body, first, last = node.args
    low, high = rational_in(first), rational_in(last)
    if low is not None and high is not None and low.denominator == high.denominator == 1:
        need(high - low < LONGEST_SUM, "too many summands to write out")
        instances = (substitute(body, {label: num(k)}) for k in range(int(low), int(high) + 1))
        return sum((entry(t, row, column, scope) for t in instances), ZERO)
    need(low == 1 and last.head == "size", "a sum from one number to another needs both written out, or 1 and a size")
    size = size_in(last)
    if least(size, scope.state.types) < 0:
        need(size.is_whole, "the bound {} need not be a whole number", size)
        scope.state.require(Relation(">=", last, num(0)))
    b = scope.state.fresh(size)
    return bind(b, size, entry(body, row, column, scope.bind(label, bound_type(node, scope.types), (b, ()))))


FIXED = tuple(p for p in PROPERTIES if p not in ("positive", "nonnegative", "negative", "nonzero"))
"""What may not be said of a name that a derivative is by: such a name is not free to vary a little."""


def _derivative(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    """∂f/∂x at x: entry (i, j) of ∂f_i/∂x_j for columns, of ∂f/∂x_ij for a number f; x is a name, and nothing else binds it."""
    body, point, *places = node.args
    label = str(node.data[0])
    need(point == name(label), "a derivative is taken at the name that it is by")
    need(label not in scope.bound and scope.types.get(label) == scope.state.types.get(label), "{} is bound here", label)
    need(not any(scope.state.has(label, p) for p in FIXED), "{} is not free to vary", label)
    by, kind = scope.kind(point), scope.kind(body)
    found = [index_of(p, scope) for p in places]
    sides = [s for s in by.shape if s != SINGLE]
    i, j = row, column
    if len(found) == len(by.over):
        if by.member.is_scalar:
            pass
        elif kind.is_scalar:
            found += kept((row, column), by.shape)
        else:
            found, j = [*found, column], FIRST
    for place, side in zip(found, (*by.over, *sides), strict=True):
        scope.state.fits(place, side)
    return derivative(entry(body, i, j, scope), label, tuple(found), scope.state)


# ------------------------------------------------------------------ elementary functions


def _waves(x: Expr, unit: Expr, way: int, scope: Scope) -> Expr:
    """(e^{ux} + way·e^{-ux})."""
    argument = scope.multiply(unit, x)
    return exponential(argument) + scale(way, exponential(scale(-1, argument)))


def _cos(x: Expr, scope: Scope) -> Expr:
    return scale(HALF, _waves(x, atom(I_UNIT), 1, scope))


def _sin(x: Expr, scope: Scope) -> Expr:
    """(e^{ix} - e^{-ix}) / 2i."""
    return scope.multiply(scale(-HALF, atom(I_UNIT)), _waves(x, atom(I_UNIT), -1, scope))


def _relu(x: Expr, scope: Scope) -> Expr:
    """max(x, 0) = x · step(x)."""
    return times_atom(x, ("F", "step", x))


def _im(x: Expr, scope: Scope) -> Expr:
    """(z - z̄) / 2i."""
    return scope.multiply(scale(-HALF, atom(I_UNIT)), x + scale(-1, conjugate(x, scope.state)))


FUNCTION_ENTRIES: Mapping[str, Callable[[Expr, Scope], Expr]] = {
    "exp": lambda x, scope: exponential(x),
    "sin": _sin,
    "cos": _cos,
    "tan": lambda x, scope: scope.multiply(_sin(x, scope), reciprocal(_cos(x, scope))),
    "cot": lambda x, scope: scope.multiply(_cos(x, scope), reciprocal(_sin(x, scope))),
    "sec": lambda x, scope: reciprocal(_cos(x, scope)),
    "csc": lambda x, scope: reciprocal(_sin(x, scope)),
    "sinh": lambda x, scope: scale(HALF, _waves(x, ONE, -1, scope)),
    "cosh": lambda x, scope: scale(HALF, _waves(x, ONE, 1, scope)),
    "tanh": lambda x, scope: scope.multiply(_waves(x, ONE, -1, scope), reciprocal(_waves(x, ONE, 1, scope))),
    "sigmoid": lambda x, scope: reciprocal(ONE + exponential(scale(-1, x))),
    "relu": _relu,
    "re": lambda x, scope: scale(HALF, x + conjugate(x, scope.state)),
    "im": _im,
    "conj": lambda x, scope: conjugate(x, scope.state),
    "abs": lambda x, scope: atom(("S", _squared_modulus(x, scope)), HALF),
}
"""Functions that others define. Those of `OPAQUE` stay what they are."""

OPAQUE = ("log", "step", "sign", "arcsin", "arccos", "arctan", "floor", "ceiling")


def _fun(node: Term, row: Index, column: Index, scope: Scope) -> Expr:
    which = str(node.data[0])
    value = entry(node.args[0], row, column, scope)
    if which in FUNCTION_ENTRIES:
        return FUNCTION_ENTRIES[which](value, scope)
    need(which in OPAQUE, "the kernel has no entries for the function {}", which)
    return atom(("F", which, value))


Rule = Callable[[Term, Index, Index, Scope], Expr]

ENTRIES: Mapping[str, Rule] = {
    "num": _num,
    "name": _name,
    "const": _const,
    "size": lambda node, i, j, scope: size_expr(size_in(node)),
    "identity": lambda node, i, j, scope: _delta(i, j, node.data[0]),
    "zeros": lambda node, i, j, scope: ZERO,
    "ones": lambda node, i, j, scope: ONE,
    "member": _member,
    "call": _call,
    "add": _add,
    "neg": lambda node, i, j, scope: scale(-1, entry(node.args[0], i, j, scope)),
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "sqrt": lambda node, i, j, scope: atom(("S", number(node.args[0], scope)), HALF),
    "root": _root,
    "factorial": lambda node, i, j, scope: atom(("F", "factorial", number(node.args[0], scope))),
    "fun": _fun,
    "transpose": lambda node, i, j, scope: entry(node.args[0], j, i, scope),
    "trace": lambda node, i, j, scope: summed(scope.kind(node.args[0]).rows, lambda k: entry(node.args[0], k, k, scope), scope),
    "det": _det,
    "diag": _diag,
    "hadamard": lambda node, i, j, scope: scope.multiply(*(entry(a, i, j, scope) for a in node.args)),
    "inner": _inner,
    "norm": _norm,
    "rowsoftmax": _row_softmax,
    "softmax": _softmax,
    "rows": lambda node, i, j, scope: entry(node.args[0], FIRST, j, scope),
    "matrix": _matrix,
    "entry": _entry,
    "delta": _equal_indices,
    "expect": lambda node, i, j, scope: _expectation(entry(node.args[0], i, j, scope)),
    "var": _cov,
    "cov": _cov,
    "sum": _sum,
    "product": _product,
    "sum_between": _sum_between,
    "derivative": _derivative,
}
