"""Terms as SymPy expressions, built unevaluated; what has no faithful form is refused by construct.

Shapes and sorts are checked here first, since SymPy builds ill-shaped products silently. `from_sympy`
gives the term back up to the spellings that SymPy does not tell apart: see `spelled_by_sympy`.
A product of matrices that is a number is, used as a number, its entry (0, 0).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import sympy
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr

from symproofs.sympy_bridge import classes
from symproofs.sympy_bridge.refusal import NotRepresentable
from symproofs.terms.latex import spelled_size
from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import HEADS, Term, name
from symproofs.terms.types import Type, index
from symproofs.terms.typing import Types, bound_type, type_of

Sympy = Any
"""A SymPy expression: SymPy is not typed."""

NUMBER_FUNCTIONS: Final[Mapping[str, Sympy]] = {
    "exp": sympy.exp, "log": sympy.log, "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "cot": sympy.cot,
    "sec": sympy.sec, "csc": sympy.csc, "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh,
    "arcsin": sympy.asin, "arccos": sympy.acos, "arctan": sympy.atan, "re": sympy.re, "im": sympy.im,
    "conj": sympy.conjugate, "abs": sympy.Abs, "sign": sympy.sign, "relu": classes.ReLU, "step": classes.UnitStep,
    "sigmoid": classes.Sigmoid, "floor": sympy.floor, "ceiling": sympy.ceiling,
}  # fmt: skip
"""Elementary functions of a number; the bridge reads the same table backwards."""

CONSTANTS: Final[Mapping[str, Sympy]] = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I, "oo": sympy.oo}

ASSUMPTIONS: Final[Mapping[str, Mapping[str, bool]]] = {
    "natural": {"integer": True, "nonnegative": True},
    "integer": {"integer": True},
    "rational": {"rational": True},
    "real": {"real": True},
    "complex": {"complex": True},
}
SIGNS: Final = ("positive", "negative", "nonnegative", "nonzero")


@dataclass(frozen=True)
class _Scope:
    types: Types
    properties: Mapping[str, frozenset[str]]

    def bind(self, letter: str, kind: Type) -> _Scope:
        return _Scope({**self.types, letter: kind}, {k: v for k, v in self.properties.items() if k != letter})


def to_sympy(node: Term, types: Types, properties: Mapping[str, frozenset[str]] = {}) -> Sympy:
    """The SymPy form of a term over typed names. *Fails when* it is ill typed (`Mistyped`) or has none (`NotRepresentable`)."""
    type_of(node, types)
    return _build(node, _Scope(types, properties))


def sides_to_sympy(statement: Relation, types: Types) -> tuple[Sympy, str, Sympy]:
    """(left, relation, right) of a relation; where one side is a number, so is the other. Never a SymPy relation."""
    left, right = to_sympy(statement.left, types), to_sympy(statement.right, types)
    if isinstance(left, MatrixExpr) != isinstance(right, MatrixExpr):
        left, right = _as_number(left), _as_number(right)
    return left, statement.operator, right


def size_to_sympy(size: Size) -> Sympy:
    """A size as a linear form over positive integer symbols."""
    total = _rational(size.constant)
    for letter, coefficient in size.parts:
        total += _rational(coefficient) * size_symbol(letter)
    return total


def size_symbol(letter: str) -> Sympy:
    return sympy.Symbol(letter, integer=True, positive=True)


def _rational(value: Fraction) -> Sympy:
    return sympy.Rational(value.numerator, value.denominator)


def _build(node: Term, scope: _Scope) -> Sympy:
    builder = BUILDERS.get(node.head)
    if builder is None:
        raise NotRepresentable(HEADS[node.head].meaning, node)
    return builder(node, scope)


def _as_number(built: Sympy) -> Sympy:
    """A 1×1 array as the number in it."""
    return MatrixElement(built, sympy.S.Zero, sympy.S.Zero) if isinstance(built, MatrixExpr) else built


def _number(node: Term, scope: _Scope) -> Sympy:
    return _as_number(_build(node, scope))


def _array(node: Term, scope: _Scope) -> Sympy:
    """The argument as an array; a plain number has no array form in SymPy."""
    built = _build(node, scope)
    if not _is_array(built):
        raise NotRepresentable("a number in the place of an array", node)
    return built


def _is_array(built: Sympy) -> bool:
    return isinstance(built, (MatrixExpr, sympy.MatrixBase))


def _is_scalar(node: Term, scope: _Scope) -> bool:
    return type_of(node, scope.types).is_scalar


# ----------------------------------------------------------------------------------------------------------------- atoms


def _num(node: Term, scope: _Scope) -> Sympy:
    value = node.data[0]
    assert isinstance(value, Fraction)
    return _rational(value)


def _name(node: Term, scope: _Scope) -> Sympy:
    letter = str(node.data[0])
    return symbol_of(letter, scope.types[letter], scope.properties.get(letter, frozenset()), node)


def symbol_of(letter: str, kind: Type, properties: frozenset[str] = frozenset(), where: object = "") -> Sympy:
    """The SymPy symbol of a declared name."""
    if kind.over or kind.parameters is not None:
        raise NotRepresentable("a family or a function without its arguments", where)
    if "size" in properties:
        return size_symbol(letter)
    if kind.index is not None:
        return sympy.Symbol(letter, integer=True, positive=True)
    if kind.is_scalar:
        assumptions = dict(ASSUMPTIONS[kind.sort])
        assumptions.update((p, True) for p in SIGNS if p in properties and kind.sort != "complex")
        return sympy.Symbol(letter, **assumptions)
    return sympy.MatrixSymbol(letter, size_to_sympy(kind.rows), size_to_sympy(kind.cols))


def _size(node: Term, scope: _Scope) -> Sympy:
    size = node.data[0]
    assert isinstance(size, Size)
    return size_symbol(size.name) if size.name else _build(spelled_size(size), scope)


def _shape_data(node: Term) -> tuple[Sympy, Sympy]:
    rows, cols = node.data[0], node.data[-1]
    assert isinstance(rows, Size) and isinstance(cols, Size)
    if rows == ONE == cols:
        raise NotRepresentable("a 1×1 array that is no number", node)
    return size_to_sympy(rows), size_to_sympy(cols)


# ------------------------------------------------------------------------------------------------------------- arithmetic


def _add(node: Term, scope: _Scope) -> Sympy:
    if _is_scalar(node, scope):
        return sympy.Add(*(_number(a, scope) for a in node.args), evaluate=False)
    return sympy.MatAdd(*(_array(a, scope) for a in node.args), evaluate=False)


def _neg(node: Term, scope: _Scope) -> Sympy:
    if _is_scalar(node, scope):
        return sympy.Mul(sympy.S.NegativeOne, _number(node.args[0], scope), evaluate=False)
    return sympy.MatMul(sympy.S.NegativeOne, _array(node.args[0], scope), evaluate=False)


def _mul(node: Term, scope: _Scope) -> Sympy:
    factors = [_number(a, scope) if _is_scalar(a, scope) else _array(a, scope) for a in grouped(node, scope.types).args]
    if not any(map(_is_array, factors)):
        return sympy.Mul(*factors, evaluate=False)
    return sympy.MatMul(*factors, evaluate=False)


def grouped(node: Term, types: Types) -> Term:
    """The product with first factors that make a number in brackets, where SymPy could not go on from them.

    `x^T y A` is a number times a matrix; SymPy wants `(x^T y) A`.
    """
    args = node.args
    for k in range(2, len(args)):
        before, after = type_of(Term("mul", args[:k]), types), type_of(args[k], types)
        arrays = any(not type_of(a, types).is_scalar for a in args[:k])
        if before.is_scalar and arrays and not after.is_scalar and after.rows != ONE:
            return grouped(Term("mul", (Term("mul", args[:k]), *args[k:])), types)
    return node


def _div(node: Term, scope: _Scope) -> Sympy:
    below = sympy.Pow(_number(node.args[1], scope), sympy.S.NegativeOne, evaluate=False)
    if _is_scalar(node, scope):
        return sympy.Mul(_number(node.args[0], scope), below, evaluate=False)
    return sympy.MatMul(_array(node.args[0], scope), below, evaluate=False)


def _pow(node: Term, scope: _Scope) -> Sympy:
    exponent = _number(node.args[1], scope)
    if _is_scalar(node.args[0], scope):
        return sympy.Pow(_number(node.args[0], scope), exponent, evaluate=False)
    return sympy.MatPow(_array(node.args[0], scope), exponent)


def _sqrt(node: Term, scope: _Scope) -> Sympy:
    return sympy.Pow(_number(node.args[0], scope), sympy.S.Half, evaluate=False)


def _root(node: Term, scope: _Scope) -> Sympy:
    degree = sympy.Pow(_number(node.args[1], scope), sympy.S.NegativeOne, evaluate=False)
    return sympy.Pow(_number(node.args[0], scope), degree, evaluate=False)


def _function(make: Sympy) -> Callable[[Term, _Scope], Sympy]:
    return lambda node, scope: make(*(_number(a, scope) for a in node.args), evaluate=False)


def _fun(node: Term, scope: _Scope) -> Sympy:
    which = str(node.data[0])
    if _is_scalar(node, scope):
        return NUMBER_FUNCTIONS[which](_number(node.args[0], scope), evaluate=False)
    array = _array(node.args[0], scope)
    return classes.EntrywiseReLU(array) if which == "relu" else classes.Entrywise(array, which)


# ----------------------------------------------------------------------------------------------------------------- arrays


def _on_array(make: Callable[[Sympy], Sympy]) -> Callable[[Term, _Scope], Sympy]:
    return lambda node, scope: make(_array(node.args[0], scope))


def _hadamard(node: Term, scope: _Scope) -> Sympy:
    return sympy.HadamardProduct(*(_array(a, scope) for a in node.args), evaluate=False)


def _kron(node: Term, scope: _Scope) -> Sympy:
    # the constructor merges identities and explicit matrices
    return MatrixExpr.__new__(sympy.KroneckerProduct, *(_array(a, scope) for a in node.args))


def _numbers_or_arrays(make: Sympy) -> Callable[[Term, _Scope], Sympy]:
    def builder(node: Term, scope: _Scope) -> Sympy:
        built = [_number(a, scope) if _is_scalar(a, scope) else _array(a, scope) for a in node.args]
        return make(*built)

    return builder


def _rows(node: Term, scope: _Scope) -> Sympy:
    size = node.data[0]
    assert isinstance(size, Size)
    return classes.BroadcastRows(_array(node.args[0], scope), size_to_sympy(size))


def _matrix(node: Term, scope: _Scope) -> Sympy:
    rows, cols = node.data
    assert isinstance(rows, int) and isinstance(cols, int)
    if rows == cols == 1:
        raise NotRepresentable("a 1×1 array that is no number", node)
    return sympy.ImmutableDenseMatrix(rows, cols, [_number(a, scope) for a in node.args])


def _entry(node: Term, scope: _Scope) -> Sympy:
    kind = type_of(node.args[0], scope.types)
    indices = [_index(i, scope) for i in node.args[1:]]
    if len(indices) == 1:
        indices = [indices[0], sympy.S.Zero] if kind.cols == ONE else [sympy.S.Zero, indices[0]]
    array = _array(node.args[0], scope)
    if not isinstance(array, MatrixExpr):
        raise NotRepresentable("an entry of a matrix written out", node)
    return MatrixElement(array, *indices)


def _index(node: Term, scope: _Scope) -> Sympy:
    """An index from 1 as SymPy counts, from 0."""
    if node.head == "num":
        return _num(node, scope) - 1
    if node.head != "name":
        raise NotRepresentable("an index that is neither a name nor a number", node)
    return sympy.Add(_name(node, scope), sympy.S.NegativeOne)


def _member(node: Term, scope: _Scope) -> Sympy:
    letter = str(node.data[0])
    kind = type_of(node, scope.types)
    indices = [_number(a, scope) for a in node.args]
    if kind.is_scalar:
        return sympy.Indexed(sympy.IndexedBase(letter), *indices)
    return classes.FamilyMember(letter, size_to_sympy(kind.rows), size_to_sympy(kind.cols), *indices)


def _over_index(node: Term, scope: _Scope) -> Sympy:
    letter, size = str(node.data[0]), node.data[1]
    assert isinstance(size, Size)
    inner = scope.bind(letter, index(size))
    bound = sympy.Symbol(letter, integer=True, positive=True)
    upper = size_to_sympy(size)
    excluded = [_number(a, scope) for a in node.args[1:]]
    if not _is_scalar(node, scope):
        return classes.ArraySum(_array(node.args[0], inner), bound, upper, *excluded)
    body = _number(node.args[0], inner)
    if excluded:
        return (classes.SumExcept if node.head == "sum" else classes.ProductExcept)(body, bound, upper, *excluded)
    return (sympy.Sum if node.head == "sum" else sympy.Product)(body, (bound, sympy.S.One, upper))


def _sum_between(node: Term, scope: _Scope) -> Sympy:
    if not _is_scalar(node, scope):
        raise NotRepresentable("a sum of arrays between bounds", node)
    letter = str(node.data[0])
    bound = sympy.Symbol(letter, integer=True)
    body = _number(node.args[0], scope.bind(letter, bound_type(node, scope.types)))
    return sympy.Sum(body, (bound, *(_number(a, scope) for a in node.args[1:])))


def _integral(node: Term, scope: _Scope) -> Sympy:
    """Unevaluated, over a real symbol."""
    letter = str(node.data[0])
    body = _number(node.args[0], scope.bind(letter, bound_type(node, scope.types)))
    ends = [_number(a, scope) for a in node.args[1:]]
    if node.head == "improper":
        ends = [*([] if node.data[1] == "up" else [-sympy.oo]), *ends, *([] if node.data[1] == "down" else [sympy.oo])]
    return sympy.Integral(body, (sympy.Symbol(letter, real=True), *ends))


def _derivative(node: Term, scope: _Scope) -> Sympy:
    """Of a number by a number, unevaluated; SymPy has no derivatives by entries of symbolic arrays."""
    body, point = node.args[0], node.args[1]
    if len(node.args) > 2 or not (_is_scalar(node, scope) and _is_scalar(point, scope) and point == name(str(node.data[0]))):
        raise NotRepresentable("a derivative of or by an array", node)
    return sympy.Derivative(_number(body, scope), _number(point, scope), evaluate=False)


def _call(node: Term, scope: _Scope) -> Sympy:
    letter, kind = str(node.data[0]), type_of(node, scope.types)
    args = [_number(a, scope) if _is_scalar(a, scope) else _array(a, scope) for a in node.args]
    if kind.is_scalar and not any(map(_is_array, args)):
        made = sympy.Function(letter)(*args, evaluate=False)
        assert isinstance(made, AppliedUndef)
        return made
    return classes.ArrayCall(letter, size_to_sympy(kind.rows), size_to_sympy(kind.cols), *args)


def _expect(node: Term, scope: _Scope) -> Sympy:
    if _is_scalar(node, scope):
        return classes.Mean(_number(node.args[0], scope))
    return classes.MeanArray(_array(node.args[0], scope))


def _cov(node: Term, scope: _Scope) -> Sympy:
    if all(_is_scalar(a, scope) for a in node.args):
        return classes.Covariance(*(_number(a, scope) for a in node.args))
    return classes.CovarianceMatrix(*(_array(a, scope) for a in node.args))


def _refuse(construct: str) -> Callable[[Term, _Scope], Sympy]:
    def builder(node: Term, scope: _Scope) -> Sympy:
        raise NotRepresentable(construct, node)

    return builder


BUILDERS: Final[Mapping[str, Callable[[Term, _Scope], Sympy]]] = {
    "num": _num,
    "name": _name,
    "const": lambda node, scope: CONSTANTS[str(node.data[0])],
    "size": _size,
    "identity": lambda node, scope: sympy.Identity(_shape_data(node)[0]),
    "zeros": lambda node, scope: sympy.ZeroMatrix(*_shape_data(node)),
    "ones": lambda node, scope: sympy.OneMatrix(*_shape_data(node)),
    "dots": _refuse("an ellipsis"),
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "sqrt": _sqrt,
    "root": _root,
    "delta": _function(sympy.KroneckerDelta),
    "factorial": _function(sympy.factorial),
    "binomial": _function(sympy.binomial),
    "fun": _fun,
    "transpose": _on_array(sympy.Transpose),
    "inverse": _on_array(sympy.Inverse),
    "trace": _on_array(sympy.Trace),
    "det": _on_array(sympy.Determinant),
    "diag": _on_array(DiagMatrix),
    "hadamard": _hadamard,
    "kron": _kron,
    "inner": _numbers_or_arrays(classes.InnerProduct),
    "norm": _numbers_or_arrays(classes.VectorNorm),
    "rowsoftmax": _on_array(classes.RowSoftmax),
    "softmax": _on_array(classes.VectorSoftmax),
    "rows": _rows,
    "matrix": _matrix,
    "entry": _entry,
    "member": _member,
    "sum": _over_index,
    "sum_between": _sum_between,
    "integral": _integral,
    "improper": _integral,
    "derivative": _derivative,
    "product": _over_index,
    "call": _call,
    "tuple": _refuse("a sequence"),
    "expect": _expect,
    "var": lambda node, scope: classes.Variance(_number(node.args[0], scope)),
    "cov": _cov,
}
