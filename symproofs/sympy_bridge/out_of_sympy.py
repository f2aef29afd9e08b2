"""SymPy expressions as terms: node for node, never simplified, refused by construct where there is no head.

What SymPy spells in one way and mathematics in two comes back in one, listed in `spelled_by_sympy`.
Symbols become names; those named in `sizes`, and those in shapes, become sizes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, Final

import sympy
from sympy.core.function import AppliedUndef
from sympy.core.sympify import SympifyError, _sympify
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from symproofs.sympy_bridge import classes
from symproofs.sympy_bridge.into_sympy import CONSTANTS, NUMBER_FUNCTIONS, grouped
from symproofs.sympy_bridge.refusal import NotRepresentable
from symproofs.terms.latex import spelled_size
from symproofs.terms.size import ONE, Size
from symproofs.terms.term import Term, bound_name, fun, name, num, term
from symproofs.terms.types import Type
from symproofs.terms.typing import Types, bound_type, type_of

Sympy = Any

_NAME = re.compile(r"[^\W\d_]\w*")


def from_sympy(expression: Sympy, *, sizes: Collection[str] = ()) -> Term:
    """The term that a SymPy expression is, node for node. *Fails when* a part has no term: `NotRepresentable`."""
    known = frozenset(sizes) | frozenset(_shape_names(expression))
    return _read(expression, known)


def _shape_names(expression: Sympy) -> Iterator[str]:
    """Symbols that occur in shapes of matrix symbols."""
    if not isinstance(expression, sympy.Basic):
        return
    for part in sympy.preorder_traversal(expression):
        if isinstance(part, (sympy.MatrixSymbol, sympy.Identity, sympy.ZeroMatrix, sympy.OneMatrix, classes.FamilyMember)):
            for side in part.shape:
                yield from (s.name for s in _sympify(side).free_symbols)


def _read(node: Sympy, sizes: frozenset[str]) -> Term:
    kind = type(node)
    reader = READERS.get(kind)
    if reader is None:
        reader = next((r for base, r in FALLBACKS if isinstance(node, base)), None)
    if reader is None:
        raise NotRepresentable(_construct(node), node)
    return reader(node, sizes)


def _construct(node: Sympy) -> str:
    if node is True or node is False or isinstance(node, (sympy.logic.boolalg.BooleanAtom,)):
        return "a truth value, into which SymPy turned a relation"
    if isinstance(node, sympy.core.relational.Relational):
        return "a relation in the place of a value"
    if isinstance(node, (sympy.Float, float)):
        return "a floating-point number, which is not exact"
    return f"SymPy's {type(node).__name__}"


def _all(nodes: Collection[Sympy], sizes: frozenset[str]) -> list[Term]:
    return [_read(a, sizes) for a in nodes]


# ----------------------------------------------------------------------------------------------------------------- atoms


def _rational(node: Sympy, sizes: frozenset[str]) -> Term:
    return num(Fraction(int(node.p), int(node.q)))


def _python_number(node: Any, sizes: frozenset[str]) -> Term:
    return num(Fraction(node))


def _symbol(node: Sympy, sizes: frozenset[str]) -> Term:
    letter = _letter(node.name, node)
    return Term("size", (), (Size.of(letter),)) if letter in sizes else name(letter)


def _letter(text: str, where: object) -> str:
    if not _NAME.fullmatch(text):
        raise NotRepresentable("a symbol whose name is no word", where)
    return text


def read_size(node: Sympy) -> Size:
    """A size as a linear form. *Fails when* it is none: `NotRepresentable`."""
    try:
        node = _sympify(node)
    except SympifyError as fault:
        raise NotRepresentable("a size that is no expression") from fault
    if isinstance(node, sympy.Rational):
        return Size.of(Fraction(int(node.p), int(node.q)))
    if isinstance(node, sympy.Symbol):
        return Size.of(_letter(node.name, node))
    if isinstance(node, sympy.Add):
        total = Size()
        for part in node.args:
            total = total + read_size(part)
        return total
    if isinstance(node, sympy.Mul):
        factors = [read_size(a) for a in node.args]
        symbolic = [f for f in factors if f.names] or [Size.of(1)]
        if len(symbolic) == 1:
            number = prod((f.constant for f in factors if not f.names), start=Fraction(1))
            return symbolic[0].scale(number)
    if isinstance(node, sympy.Pow) and node.args[1] is sympy.S.NegativeOne:
        below = read_size(node.args[0])
        if not below.names and below.constant:
            return Size.of(1 / below.constant)
    raise NotRepresentable("a size that is no linear form", node)


def _constant(which: str) -> Callable[[Sympy, frozenset[str]], Term]:
    return lambda node, sizes: Term("const", (), (which,))


def _array_atom(head: str) -> Callable[[Sympy, frozenset[str]], Term]:
    def reader(node: Sympy, sizes: frozenset[str]) -> Term:
        rows, cols = (read_size(s) for s in node.shape)
        return Term(head, (), (rows,) if head == "identity" else (rows, cols))

    return reader


# ------------------------------------------------------------------------------------------------------------- arithmetic


def _nary(head: str) -> Callable[[Sympy, frozenset[str]], Term]:
    def reader(node: Sympy, sizes: frozenset[str]) -> Term:
        args = _all(node.args, sizes)
        return args[0] if len(args) == 1 else term(head, *args)

    return reader


def _mul(node: Sympy, sizes: frozenset[str]) -> Term:
    if len(node.args) == 2:
        first, second = node.args
        if first is sympy.S.NegativeOne:
            return term("neg", _read(second, sizes))
        if type(second) is sympy.Pow and second.args[1] is sympy.S.NegativeOne:
            return term("div", _read(first, sizes), _read(second.args[0], sizes))
    return _nary("mul")(node, sizes)


def _pow(node: Sympy, sizes: frozenset[str]) -> Term:
    base, exponent = node.args
    if exponent is sympy.S.Half:
        return term("sqrt", _read(base, sizes))
    if type(exponent) is sympy.Pow and exponent.args[1] is sympy.S.NegativeOne:
        return term("root", _read(base, sizes), _read(exponent.args[0], sizes))
    return term("pow", _read(base, sizes), _read(exponent, sizes))


def _simple(head: str, count: int | None = None) -> Callable[[Sympy, frozenset[str]], Term]:
    return lambda node, sizes: term(head, *_all(node.args[:count], sizes))


def _hadamard(node: Sympy, sizes: frozenset[str]) -> Term:
    first, *rest = _all(node.args, sizes)
    for other in rest:
        first = term("hadamard", first, other)
    return first


def _function(which: str) -> Callable[[Sympy, frozenset[str]], Term]:
    return lambda node, sizes: fun(which, _read(node.args[0], sizes))


# ----------------------------------------------------------------------------------------------------------------- arrays


def _entrywise(node: Sympy, sizes: frozenset[str]) -> Term:
    which = str(node.args[1])
    if which not in NUMBER_FUNCTIONS:
        raise NotRepresentable("a function that is no elementary one", node)
    return fun(which, _read(node.args[0], sizes))


def _broadcast(node: Sympy, sizes: frozenset[str]) -> Term:
    return term("rows", _read(node.args[0], sizes), data=(read_size(node.args[1]),))


def _inverse(node: Sympy, sizes: frozenset[str]) -> Term:
    if node.args[1:] not in ((), (sympy.S.NegativeOne,)):
        raise NotRepresentable("an inverse with a power of its own", node)
    return term("inverse", _read(node.args[0], sizes))


def _explicit(node: Sympy, sizes: frozenset[str]) -> Term:
    rows, cols = node.shape
    if rows * cols == 0:
        raise NotRepresentable("an empty matrix", node)
    return term("matrix", *_all(list(node.flat()), sizes), data=(int(rows), int(cols)))


def _element(node: Sympy, sizes: frozenset[str]) -> Term:
    """An entry: SymPy counts from 0. The only entry of a 1×1 array is the array."""
    array, row, col = node.args
    shape = [read_size(s) for s in array.shape]
    inner = _read(array, sizes)
    if shape == [ONE, ONE]:
        if row == col == 0:
            return inner
        raise NotRepresentable("an entry that a 1×1 array does not have", node)
    if shape[1] == ONE and col == 0:
        return term("entry", inner, _index(row))
    if shape[0] == ONE and row == 0:
        return term("entry", inner, _index(col))
    return term("entry", inner, _index(row), _index(col))


def _index(node: Sympy) -> Term:
    one_more = node + 1
    if isinstance(one_more, sympy.Integer):
        return num(int(one_more))
    if isinstance(one_more, sympy.Symbol):
        return name(_letter(one_more.name, node))
    raise NotRepresentable("an index that is neither a name nor a number", node)


def _indexed(node: Sympy, sizes: frozenset[str]) -> Term:
    base = node.args[0]
    letter = _letter(str(base.label if isinstance(base, sympy.IndexedBase) else base), node)
    return term("member", *_all(node.args[1:], sizes), data=(letter,))


def _named(head: str) -> Callable[[Sympy, frozenset[str]], Term]:
    def reader(node: Sympy, sizes: frozenset[str]) -> Term:
        return term(head, *_all(node.args[3:], sizes), data=(_letter(str(node.args[0]), node),))

    return reader


def _applied(node: Sympy, sizes: frozenset[str]) -> Term:
    return term("call", *_all(node.args, sizes), data=(_letter(node.func.__name__, node),))


def _over_index(head: str) -> Callable[[Sympy, frozenset[str]], Term]:
    def reader(node: Sympy, sizes: frozenset[str]) -> Term:
        body, bound, upper, *excluded = node.args
        letter = _letter(bound.name, node)
        return term(head, _read(body, sizes - {letter}), *_all(excluded, sizes), data=(letter, read_size(upper)))

    return reader


def _big(head: str) -> Callable[[Sympy, frozenset[str]], Term]:
    """Sum and Product; the last limits are the outermost."""

    def reader(node: Sympy, sizes: frozenset[str]) -> Term:
        bound_names = {str(limit[0].name) for limit in node.limits}
        body = _read(node.function, sizes - bound_names)
        for limit in node.limits:
            if len(limit) != 3:
                raise NotRepresentable("a sum or product without both bounds", node)
            letter, (low, high) = _letter(limit[0].name, node), limit[1:]
            size = _range_size(low, high, sizes)
            if size is not None:
                body = term(head, body, data=(letter, size))
            elif head == "sum":
                body = term("sum_between", body, _read(low, sizes), _read(high, sizes), data=(letter,))
            else:
                raise NotRepresentable("a product between bounds", node)
        return body

    return reader


def _integral(node: Sympy, sizes: frozenset[str]) -> Term:
    """The last limits are the outermost."""
    body = _read(node.function, sizes - {str(limit[0].name) for limit in node.limits})
    for limit in node.limits:
        if len(limit) != 3 or limit[1] == sympy.oo or limit[2] == -sympy.oo:
            raise NotRepresentable("an integral without two bounds", node)
        letter, ends = _letter(limit[0].name, node), (limit[1] == -sympy.oo, limit[2] == sympy.oo)
        bounds = [_read(bound, sizes) for bound, gone in zip(limit[1:], ends, strict=True) if not gone]
        way = {(False, True): ("up",), (True, False): ("down",), (True, True): ("both",)}.get(ends, ())
        body = term("improper" if way else "integral", body, *bounds, data=(letter, *way))
    return body


def _derivative(node: Sympy, sizes: frozenset[str]) -> Term:
    """The derivatives by symbols one after the other, the first innermost."""
    body = _read(node.expr, sizes)
    for symbol in node.variables:
        if not isinstance(symbol, sympy.Symbol):
            raise NotRepresentable("a derivative by something that is no symbol", node)
        letter = _letter(symbol.name, node)
        body = term("derivative", body, name(letter), data=(letter,))
    return body


def _range_size(low: Sympy, high: Sympy, sizes: frozenset[str]) -> Size | None:
    """The size n of a range 1, …, n: a number, or a form over known sizes."""
    if low != 1:
        return None
    try:
        size = read_size(high)
    except NotRepresentable:
        return None
    return size if size.names <= sizes and (size.names or size.literal) else None


READERS: Final[Mapping[type, Callable[[Sympy, frozenset[str]], Term]]] = {
    int: _python_number,
    Fraction: _python_number,
    sympy.Symbol: _symbol,
    sympy.MatrixSymbol: lambda node, sizes: name(_letter(node.name, node)),
    sympy.Identity: _array_atom("identity"),
    sympy.Derivative: _derivative,
    sympy.ZeroMatrix: _array_atom("zeros"),
    sympy.OneMatrix: _array_atom("ones"),
    sympy.Add: _nary("add"),
    sympy.MatAdd: _nary("add"),
    sympy.Mul: _mul,
    sympy.MatMul: _mul,
    sympy.Pow: _pow,
    sympy.MatPow: _simple("pow"),
    sympy.KroneckerDelta: _simple("delta", 2),
    sympy.factorial: _simple("factorial"),
    sympy.binomial: _simple("binomial"),
    **{made: _function(which) for which, made in NUMBER_FUNCTIONS.items()},
    sympy.Transpose: _simple("transpose"),
    sympy.Inverse: _inverse,
    sympy.Trace: _simple("trace"),
    sympy.Determinant: _simple("det"),
    DiagMatrix: _simple("diag"),
    sympy.HadamardProduct: _hadamard,
    sympy.KroneckerProduct: _simple("kron"),
    classes.InnerProduct: _simple("inner"),
    classes.VectorNorm: _simple("norm"),
    classes.Mean: _simple("expect"),
    classes.MeanArray: _simple("expect"),
    classes.Variance: _simple("var"),
    classes.Covariance: _simple("cov"),
    classes.CovarianceMatrix: _simple("cov"),
    classes.RowSoftmax: _simple("rowsoftmax"),
    classes.VectorSoftmax: _simple("softmax"),
    classes.EntrywiseReLU: _function("relu"),
    classes.Entrywise: _entrywise,
    classes.BroadcastRows: _broadcast,
    classes.FamilyMember: _named("member"),
    classes.ArrayCall: _named("call"),
    classes.ArraySum: _over_index("sum"),
    classes.SumExcept: _over_index("sum"),
    classes.ProductExcept: _over_index("product"),
    MatrixElement: _element,
    sympy.Indexed: _indexed,
    sympy.Sum: _big("sum"),
    sympy.Product: _big("product"),
    sympy.Integral: _integral,
    **{type(value): _constant(which) for which, value in CONSTANTS.items()},
}  # fmt: skip
"""What is read by its class alone."""

FALLBACKS: Final[tuple[tuple[type, Callable[[Sympy, frozenset[str]], Term]], ...]] = (
    (sympy.Rational, _rational),
    (sympy.MatrixBase, _explicit),
    (AppliedUndef, _applied),
)
"""Classes with subclasses that mean the same: numbers, matrices written out, undefined functions."""


# --------------------------------------------------------------------------------------------------------- normalisation


def spelled_by_sympy(node: Term, types: Types, sizes: Collection[str] = ()) -> Term:
    """What `from_sympy(to_sympy(node, types))` gives: the term in the spellings that SymPy keeps apart.

    `(-1) a` is `-a`; `a b^{-1}` is `a / b`; `a^{1/2}` is the root; a size that is no name is spelled out;
    a name of a size is that size; an index 1 into a single row or column is left out; an entry of a number
    is the number; a sum of integers from 1 to a size is one over indices; `x^T y A` is `(x^T y) A`.
    """
    bound = bound_name(node)
    inner = types
    if bound is not None and node.head != "derivative":
        inner = {**types, bound: bound_type(node, types)}
    args = tuple(spelled_by_sympy(a, inner if k == 0 else types, sizes) for k, a in enumerate(node.args))
    return _respelled(node.with_args(args), types, frozenset(sizes))


def _respelled(node: Term, types: Types, sizes: frozenset[str]) -> Term:
    """One node in SymPy's spelling, its arguments being so already."""
    match node.head, node.args:
        case "mul", (Term(head="num", data=(value,)), second) if value == -1:
            return term("neg", second)
        case "mul", (first, Term(head="pow", args=(base, Term(head="num", data=(value,))))) if value == -1:
            return term("div", first, base)
        case "mul", _:
            return grouped(node, types)
        case "pow", (base, Term(head="num", data=(value,))) if value == Fraction(1, 2):
            return term("sqrt", base)
        case "pow", (base, Term(head="pow", args=(degree, Term(head="num", data=(value,))))) if value == -1:
            return term("root", base, degree)
        case "name", () if node.data[0] in sizes:
            return Term("size", (), (Size.of(str(node.data[0])),))
        case "size", ():
            size = node.data[0]
            assert isinstance(size, Size)
            return node if size.name else spelled_size(size)
        case "sum_between", (body, Term(head="num", data=(value,)), high) if value == 1:
            upper = _size_of_term(high)
            known = upper is not None and upper.names <= sizes
            return term("sum", body, data=(node.data[0], upper)) if known and upper is not None else node
        case "entry", (array, *indices):
            return _respelled_entry(array, indices, type_of(array, types))
    return node


def _respelled_entry(array: Term, indices: Sequence[Term], kind: Type) -> Term:
    if kind.is_scalar:
        return array
    if len(indices) == 2 and kind.cols == ONE:
        return term("entry", array, indices[0])
    if len(indices) == 2 and kind.rows == ONE:
        return term("entry", array, indices[1])
    return term("entry", array, *indices)


def _size_of_term(node: Term) -> Size | None:
    if node.head == "size":
        size = node.data[0]
        return size if isinstance(size, Size) else None
    if node.head == "num" and isinstance(node.data[0], Fraction) and node.data[0] >= 1 and node.data[0].denominator == 1:
        return Size.of(node.data[0])
    return None
