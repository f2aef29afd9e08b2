"""Expressions as they are written in Python, kept unevaluated, with their types.

`Written` wraps a symbol or what is built from symbols by Python's operators and the functions here; SymPy
gets to see the finished expression, unevaluated, as `.sympy`. Shapes are checked where they are written, so
that an error stands at the author's line.

Python groups from the left and does not tell `(P*X)*W` from `P*X*W`: both are one product of three factors.
Brackets that matter are written `paren(P*X)*W`; on the right, `P*(X*W)`, they are kept as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NoReturn, TypeVar

import sympy

from symproofs.sympy_bridge.into_sympy import to_sympy
from symproofs.sympy_bridge.out_of_sympy import from_sympy, read_size
from symproofs.sympy_bridge.refusal import NotRepresentable
from symproofs.terms.context import PROPERTIES
from symproofs.terms.latex import latex
from symproofs.terms.size import ONE, Size
from symproofs.terms.term import FUNCTIONS, HEADS, Term, const, name, num, term
from symproofs.terms.types import Sort, Type, index
from symproofs.terms.typing import type_of

_Builder = TypeVar("_Builder", bound=Callable[..., "Written"])

Operand = Any
"""A `Written`, a SymPy symbol, matrix symbol or number, an int or a Fraction."""


@dataclass(frozen=True, eq=False)
class Written:
    """A term with the types of its names. `open` is the head that the next operator may go on with."""

    term: Term
    types: Mapping[str, Type] = field(default_factory=dict)
    properties: Mapping[str, frozenset[str]] = field(default_factory=dict)
    open: str = ""

    # so that SymPy leaves `x + written` to us; there is no `_sympy_`, since matrix symbols would convert by it and multiply
    _op_priority = 1000.0

    @property
    def type(self) -> Type:
        return type_of(self.term, self.types)

    @property
    def sympy(self) -> Any:
        """The expression in SymPy, built unevaluated."""
        return to_sympy(self.term, self.types, self.properties)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {latex(self.term)}$"

    def __str__(self) -> str:
        return latex(self.term)

    def __eq__(self, other: object) -> NoReturn:
        raise NotRepresentable("a relation written with ==, which Python would decide", "state it: claim(left, '=', right)")

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> NoReturn:
        raise NotRepresentable("the truth value of an expression", latex(self.term))

    def __add__(self, other: Operand) -> Written:
        return _joined("add", self, written(other))

    def __radd__(self, other: Operand) -> Written:
        return _joined("add", written(other), self)

    def __sub__(self, other: Operand) -> Written:
        return _joined("add", self, neg(other))

    def __rsub__(self, other: Operand) -> Written:
        return _joined("add", written(other), neg(self))

    def __mul__(self, other: Operand) -> Written:
        return _joined("mul", self, written(other))

    def __rmul__(self, other: Operand) -> Written:
        return _joined("mul", written(other), self)

    __matmul__ = __mul__
    __rmatmul__ = __rmul__

    def __truediv__(self, other: Operand) -> Written:
        return build("div", self, other)

    def __rtruediv__(self, other: Operand) -> Written:
        return build("div", other, self)

    def __pow__(self, other: Operand) -> Written:
        return build("pow", self, other)

    def __rpow__(self, other: Operand) -> Written:
        return build("pow", other, self)

    def __neg__(self) -> Written:
        return neg(self)

    @property
    def T(self) -> Written:
        return build("transpose", self)

    @property
    def inverse(self) -> Written:
        return build("inverse", self)


def written(value: Operand, *properties: str) -> Written:
    """A symbol, matrix symbol, number or constant as the beginning of a written expression.

    *Fails when* it is a SymPy expression of more than one node, which SymPy may have changed while building it:
    wrap its symbols and build it from them, or say `as_built` to take it as it is.
    """
    if isinstance(value, Written):
        return _with_properties(value, properties)
    if isinstance(value, (bool, float)):
        return as_built(value)
    if isinstance(value, (int, Fraction)):
        return Written(num(value))
    if isinstance(value, sympy.Basic) and value.args and not _is_atom(value):
        raise NotRepresentable("a plain SymPy expression, which SymPy may have changed while building it", value)
    return _with_properties(as_built(value), properties)


def _is_atom(value: Any) -> bool:
    return isinstance(value, (sympy.MatrixSymbol, sympy.Identity, sympy.ZeroMatrix, sympy.OneMatrix, sympy.Rational))


def _with_properties(value: Written, properties: Sequence[str]) -> Written:
    if not properties:
        return value
    unknown = [p for p in properties if p not in PROPERTIES]
    if unknown or value.term.head != "name":
        raise NotRepresentable("a property of this kind", ", ".join(unknown) or latex(value.term))
    letter = str(value.term.data[0])
    old = value.properties.get(letter, frozenset())
    return replace(value, properties={**value.properties, letter: old | frozenset(properties)})


def as_built(expression: Any) -> Written:
    """A SymPy expression as SymPy has built it, whatever the author wrote. Truth values and relations are refused."""
    node = from_sympy(expression)
    types: dict[str, Type] = {}
    properties: dict[str, frozenset[str]] = {}
    symbols = expression.atoms(sympy.Symbol, sympy.MatrixSymbol) if isinstance(expression, sympy.Basic) else set()
    for symbol in sorted(symbols, key=str):
        types[symbol.name], properties[symbol.name] = _declared(symbol)
    shapes = {n for kind in types.values() for s in kind.shape for n in s.names}
    for letter in shapes:
        types[letter], properties[letter] = Type("natural"), frozenset(["size"])
    return _checked(Written(node, types, {k: v for k, v in properties.items() if v}))


def _declared(symbol: Any) -> tuple[Type, frozenset[str]]:
    """The type that SymPy's assumptions give a symbol; a symbol without any is complex, as SymPy takes it."""
    if isinstance(symbol, sympy.MatrixSymbol):
        rows, cols = map(read_size, symbol.shape)
        return Type("real", rows, cols), frozenset()
    sorts: tuple[tuple[str, Sort], ...] = (("is_integer", "integer"), ("is_rational", "rational"), ("is_real", "real"))
    sort: Sort = next((s for question, s in sorts if getattr(symbol, question)), "complex")
    if sort == "integer" and symbol.is_nonnegative:
        sort = "natural"
    asked = ("positive", "negative", "nonnegative", "nonzero") if sort != "complex" else ("nonzero",)
    return Type(sort), frozenset(p for p in asked if getattr(symbol, f"is_{p}"))


def build(head: str, *operands: Operand, data: tuple[Any, ...] = ()) -> Written:
    """A term with this head over the operands, its shapes checked. *Fails when* they do not fit: `Mistyped`."""
    parts = [written(o) for o in operands]
    return _checked(_merged(term(head, *(p.term for p in parts), data=data), parts))


def _merged(node: Term, parts: Sequence[Written]) -> Written:
    types: dict[str, Type] = {}
    properties: dict[str, frozenset[str]] = {}
    for part in parts:
        for letter, kind in part.types.items():
            if types.setdefault(letter, kind) != kind:
                raise NotRepresentable("one name with two types", f"{letter}: {types[letter]} and {kind}")
        for letter, row in part.properties.items():
            properties[letter] = properties.get(letter, frozenset()) | row
    return Written(node, types, properties)


def _checked(value: Written) -> Written:
    kind = value.types.get(str(value.term.data[0])) if value.term.head == "name" else None
    if kind is None or not (kind.over or kind.parameters is not None):
        type_of(value.term, value.types)
    return value


def _joined(head: str, left: Written, right: Written) -> Written:
    """Left and right under one head; a left side that this operator has built goes on."""
    first = left.term.args if left.open == head else (left.term,)
    return replace(_checked(_merged(term(head, *first, right.term), (left, right))), open=head)


def paren(value: Operand) -> Written:
    """The expression in brackets: what follows does not go on with its sum or product."""
    return replace(written(value), open="")


def neg(value: Operand) -> Written:
    return build("neg", value)


def _nary(head: str) -> Callable[..., Written]:
    def builder(*operands: Operand) -> Written:
        return build(head, *operands)

    builder.__doc__ = f"One flat `{head}` of the operands; its brackets are kept."
    return _called(builder, head)


def _unary(head: str) -> Callable[[Operand], Written]:
    def builder(value: Operand) -> Written:
        return build(head, value)

    builder.__doc__ = HEADS[head].meaning
    return _called(builder, head)


def _function(which: str) -> Callable[[Operand], Written]:
    def builder(value: Operand) -> Written:
        return build("fun", value, data=(which,))

    builder.__doc__ = FUNCTIONS[which]
    return _called(builder, which)


def _called(builder: _Builder, label: str) -> _Builder:
    """The function under the name by which Python speaks of it, in a message or a help page."""
    builder.__name__ = builder.__qualname__ = label
    return builder


add, mul, div, power = _nary("add"), _nary("mul"), _nary("div"), _nary("pow")
transpose, inverse, trace, det, diag = map(_unary, ("transpose", "inverse", "trace", "det", "diag"))
sqrt, norm, row_softmax, softmax = map(_unary, ("sqrt", "norm", "rowsoftmax", "softmax"))
hadamard, kron, inner, delta = map(_nary, ("hadamard", "kron", "inner", "delta"))
root, factorial, binomial = _nary("root"), _unary("factorial"), _nary("binomial")
expectation, variance, covariance = _unary("expect"), _unary("var"), _nary("cov")
exp, log, sin, cos, tan, relu, sigmoid = map(_function, ("exp", "log", "sin", "cos", "tan", "relu", "sigmoid"))
re, im, conj, absolute = map(_function, ("re", "im", "conj", "abs"))
cot, sec, csc, sinh, cosh, tanh = map(_function, ("cot", "sec", "csc", "sinh", "cosh", "tanh"))
arcsin, arccos, arctan = map(_function, ("arcsin", "arccos", "arctan"))
step, sign, floor, ceiling = map(_function, ("step", "sign", "floor", "ceiling"))

IMAGINARY: Final = Written(const("i"))
E: Final = Written(const("e"))
PI: Final = Written(const("pi"))
INFINITY: Final = Written(const("oo"))
"""Where something may tend; no number."""


def size_of(value: Operand) -> Size:
    """A size from a written linear form, a number or a name."""
    if isinstance(value, Size):
        return value
    if isinstance(value, str):
        return Size.of(value)
    return read_size(value.sympy if isinstance(value, Written) else value)


def _size_names(*sizes: Size) -> Written:
    """The names in sizes, as something to merge types from."""
    names = {n for s in sizes for n in s.names}
    return Written(num(0), {n: Type("natural") for n in names}, {n: frozenset(["size"]) for n in names})


def broadcast(row: Operand, rows: Operand) -> Written:
    """The matrix of which every row is the row vector."""
    size = size_of(rows)
    part = written(row)
    return _checked(_merged(term("rows", part.term, data=(size,)), (part, _size_names(size))))


def identity(size: Operand) -> Written:
    n = size_of(size)
    return _merged(Term("identity", (), (n,)), (_size_names(n),))


def zeros(rows: Operand, cols: Operand = 1) -> Written:
    r, c = size_of(rows), size_of(cols)
    return _merged(Term("zeros", (), (r, c)), (_size_names(r, c),))


def ones(rows: Operand, cols: Operand = 1) -> Written:
    r, c = size_of(rows), size_of(cols)
    return _merged(Term("ones", (), (r, c)), (_size_names(r, c),))


def matrix_of(rows: Sequence[Sequence[Operand]]) -> Written:
    """A matrix written out, row by row."""
    entries = [e for row in rows for e in row]
    return build("matrix", *entries, data=(len(rows), len(rows[0])))


def entry(array: Operand, *indices: Operand) -> Written:
    """The entry of an array at indices counted from 1, as in formulas."""
    return build("entry", array, *indices)


def sum_over(body: Operand, bound: Written, *excluded: Operand) -> Written:
    """Σ of the body over all values of an index (but the excluded ones)."""
    return _over("sum", body, bound, excluded)


def product_over(body: Operand, bound: Written, *excluded: Operand) -> Written:
    """Π of the body, a number, over all values of an index (but the excluded ones)."""
    return _over("product", body, bound, excluded)


def _over(head: str, body: Operand, bound: Written, excluded: Sequence[Operand]) -> Written:
    letter = str(bound.term.data[0])
    size = bound.type.index
    if bound.term.head != "name" or size is None:
        raise NotRepresentable(f"a {head} over what is no index", latex(bound.term))
    parts = [written(body), *map(written, excluded)]
    merged = _merged(term(head, *(p.term for p in parts), data=(letter, size)), [*parts, _size_names(size)])
    outside = replace(merged, types={k: v for k, v in merged.types.items() if k != letter or any(
        letter in e.types for e in parts[1:])})  # fmt: skip
    return _checked(outside)


@dataclass(frozen=True, eq=False)
class Named:
    """A function or a family: `f(x)`, `k[i]` build its values."""

    name: str
    type: Type

    def __call__(self, *arguments: Operand) -> Written:
        return self._value("call", arguments)

    def __getitem__(self, indices: Operand) -> Written:
        return self._value("member", indices if isinstance(indices, tuple) else (indices,))

    def _value(self, head: str, arguments: Sequence[Operand]) -> Written:
        parts = [written(a) for a in arguments]
        own = Written(num(0), {self.name: self.type})
        sizes = [_size_names(*self.type.shape, *self.type.over)]
        return _checked(_merged(term(head, *(p.term for p in parts), data=(self.name,)), [own, *parts, *sizes]))


def symbol(letter: str, kind: Type, properties: Sequence[str] = ()) -> Written:
    """A name of a type."""
    ranges = [kind.index] if kind.index is not None else []
    sizes = _size_names(*(s for s in (*kind.shape, *ranges) if s != ONE))
    named = Written(name(letter), {letter: kind})
    return _with_properties(replace(_merged(named.term, (named, sizes))), properties)


def size_symbol(letter: str) -> Written:
    return _merged(Term("size", (), (Size.of(letter),)), (_size_names(Size.of(letter)),))


def index_symbol(letter: str, size: Operand) -> Written:
    return symbol(letter, index(size_of(size)))
