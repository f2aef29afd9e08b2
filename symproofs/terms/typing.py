"""Sorts and shapes of written terms: the one judgement of what fits together.

`type_of(term, types)` is total or refusing: a type, or `Mistyped` with the smallest part at fault.
The kernel, the refuter and the bridge to SymPy all ask here; nothing coerces silently except that
a 1×1 array is the number in it. Broadcasting has a head of its own (`rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.terms.fixed import FixedDict
from symproofs.terms.size import ONE, Extent, Size
from symproofs.terms.term import Term, remember
from symproofs.terms.types import Sort, Type, extents, index, matrix, scalar, wider

if TYPE_CHECKING:
    from symproofs.terms.statement import Statement

Types = Mapping[str, Type]
Shape = tuple[Size, Size]


class Mistyped(Exception):
    """Parts that do not fit. `shapes` are the two that clash, where two do."""

    def __init__(self, message: str, at: Term, shapes: tuple[Shape, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.shapes = shapes

    @property
    def span(self) -> Span | None:
        return self.at.span


def shape_text(shape: Shape) -> str:
    return "a number" if shape == (ONE, ONE) else f"{shape[0]}×{shape[1]}"


class TypeTable(FixedDict[str, Type]):
    """Types of names for good, with what was found of terms over them, which cannot change either: types, and where they are
    defined (`domain.py`).
    """

    __slots__ = ("_inner", "_size_names", "_sizes", "domains", "known")

    def __init__(self, rows: Types) -> None:
        super().__init__(rows)
        self.known: dict[Term, Type] = {}
        self.domains: dict[Term, tuple[Statement, ...]] = {}
        self._inner: dict[tuple[tuple[str, Type], ...], TypeTable] = {}
        self._sizes: dict[Size, int] | None = None
        self._size_names: frozenset[str] | None = None

    @property
    def sizes(self) -> Mapping[Size, int]:
        """Sizes in the types, and what they are at least: 1, as something has them, or 0, if only as ranges of arguments."""
        if self._sizes is None:
            found = [*frozenset[Extent]().union(*map(extents, self.values()))]
            found += [(kind.index, 1) for kind in self.values() if kind.index is not None]
            self._sizes = dict(sorted(found, key=lambda row: row[1]))
        return self._sizes

    @property
    def size_names(self) -> frozenset[str]:
        """Names that occur in the sizes."""
        if self._size_names is None:
            self._size_names = frozenset[str]().union(*(size.names for size in self.sizes))
        return self._size_names

    def beneath(self, rows: Types) -> TypeTable:
        """These names and others, which hide those of the same name."""
        key = tuple(rows.items())
        found = self._inner.get(key)
        if found is None:
            found = self._inner[key] = type_table({**self, **rows})
        return found


def type_table(rows: Types) -> TypeTable:
    """The table of these types: one for all that declare the same in the same order, so that what is known of a term is kept."""
    return _type_table(tuple(rows.items()))


@lru_cache(maxsize=128)
def _type_table(rows: tuple[tuple[str, Type], ...]) -> TypeTable:
    return TypeTable(dict(rows))


def type_of(node: Term, types: Types) -> Type:
    """The type of a term over typed names; `Mistyped` if it has none."""
    if type(types) is not TypeTable:
        return RULES[node.head](node, types)
    last = node._typed
    if last is not None and last[0] is types:
        return last[1]  # type: ignore[return-value]
    found = types.known.get(node)
    if found is None:
        found = types.known[node] = RULES[node.head](node, types)
    remember(node, "_typed", (types, found))
    return found


def with_names(types: Types, rows: Types) -> Types:
    """The types of names with some more, as of names that are bound: they hide those of the same name."""
    return types.beneath(rows) if type(types) is TypeTable else {**types, **rows}


def bound_type(node: Term, types: Types) -> Type:
    """The type that the name has which a binder binds: an index, a whole or real number, or what the point of a derivative is.

    A sum between bounds that begins at a number written out, 0 or more, runs over natural numbers.
    """
    if node.head == "derivative":
        return type_of(node.args[1], types)
    if node.head in ("integral", "improper"):
        return scalar()
    if node.head == "sum_between":
        low = node.args[1].data[0] if node.args[1].head == "num" else None
        return scalar("natural" if isinstance(low, Fraction) and low >= 0 else "integer")
    over = node.data[-1]
    assert isinstance(over, Size)
    return index(over)


def _scalar_argument(node: Term, types: Types) -> Type:
    kind = type_of(node, types)
    if not kind.is_scalar:
        raise Mistyped(Message("a number is needed here, this is {}", shape_text(kind.shape)), node, (kind.shape, (ONE, ONE)))
    return kind


def _value(node: Term, types: Types) -> Type:
    """The type of an argument that must be a number or an array, not a function or a family."""
    kind = type_of(node, types)
    if kind.parameters is not None or kind.over:
        raise Mistyped(Message("this is {}, a value is needed", kind), node)
    return kind


def _num(node: Term, types: Types) -> Type:
    value = node.data[0]
    assert isinstance(value, Fraction)
    if value.denominator != 1:
        return scalar("rational")
    return scalar("natural" if value >= 0 else "integer")


def _name(node: Term, types: Types) -> Type:
    kind = types.get(str(node.data[0]))
    if kind is None:
        raise Mistyped(Message("nothing is known of {}", node.data[0]), node)
    return kind


def _const(node: Term, types: Types) -> Type:
    return scalar("complex" if node.data[0] == "i" else "real")


def _array(node: Term, types: Types) -> Type:
    rows, cols = node.data[0], node.data[-1]
    assert isinstance(rows, Size) and isinstance(cols, Size)
    return matrix(rows, cols, "natural")


def _dots(node: Term, types: Types) -> Type:
    raise Mistyped("what this ellipsis stands for is not known", node)


def _add(node: Term, types: Types) -> Type:
    kinds = [_value(a, types) for a in node.args]
    first = kinds[0]
    for k, kind in enumerate(kinds[1:], 1):
        if kind.shape != first.shape:
            raise Mistyped(
                Message("the summands differ in shape: {} and {}", shape_text(first.shape), shape_text(kind.shape)),
                node.args[k],
                (first.shape, kind.shape),
            )
    sort = kinds[0].sort
    for kind in kinds:
        sort = wider(sort, kind.sort)
    return matrix(*first.shape, sort)


def _neg(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    return matrix(*kind.shape, wider(kind.sort, "integer"))


def _mul(node: Term, types: Types) -> Type:
    result = _value(node.args[0], types)
    for factor in node.args[1:]:
        kind = _value(factor, types)
        sort = wider(result.sort, kind.sort)
        if result.is_scalar or kind.is_scalar:
            result = matrix(*(kind if result.is_scalar else result).shape, sort)
        elif result.cols == kind.rows:
            result = matrix(result.rows, kind.cols, sort)
        else:
            raise Mistyped(
                Message("the factors of this product do not fit: {} times {}", shape_text(result.shape), shape_text(kind.shape)),
                node,
                (result.shape, kind.shape),
            )
    return result


def _div(node: Term, types: Types) -> Type:
    top = _value(node.args[0], types)
    bottom = _value(node.args[1], types)
    if not bottom.is_scalar:
        raise Mistyped(Message("division by an array, {}", shape_text(bottom.shape)), node.args[1], (bottom.shape, (ONE, ONE)))
    return matrix(*top.shape, wider(wider(top.sort, bottom.sort), "rational"))


def _pow(node: Term, types: Types) -> Type:
    base, exponent = _value(node.args[0], types), _scalar_argument(node.args[1], types)
    if base.is_scalar:
        if exponent.sort == "natural":
            return scalar(base.sort)
        if exponent.sort == "integer":
            return scalar(wider(base.sort, "rational"))
        known = node.args[0] == Term("const", (), ("e",)) or _positive_number(node.args[0])
        return scalar("real" if known and exponent.sort != "complex" else "complex")
    if base.rows != base.cols:
        raise Mistyped(Message("a power of a matrix that is not square, {}", shape_text(base.shape)), node, (base.shape,))
    if exponent.sort != "natural":
        raise Mistyped("a matrix has natural powers only", node.args[1])
    return base


def _positive_number(node: Term) -> bool:
    return node.head == "num" and isinstance(node.data[0], Fraction) and node.data[0] > 0


def _root(node: Term, types: Types) -> Type:
    kind = _scalar_argument(node.args[0], types)
    if len(node.args) == 2:
        _scalar_argument(node.args[1], types)
    return scalar(wider(kind.sort, "real"))


def _number_function(node: Term, types: Types) -> Type:
    sort: Sort = "natural"
    for a in node.args:
        sort = wider(sort, _scalar_argument(a, types).sort)
    return scalar("real" if sort in ("rational", "real") else sort)


_REAL_VALUED = ("re", "im", "abs")
_REAL_ONLY = {
    "relu": "ReLU",
    "step": "the step function",
    "sign": "the sign",
    "floor": "the floor",
    "ceiling": "the ceiling",
}
"""Functions of real numbers only, and what they are called."""


def _fun(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    which = str(node.data[0])
    if which in _REAL_ONLY and kind.sort == "complex":
        raise Mistyped(Message("{} of a complex number", _REAL_ONLY[which]), node.args[0])
    if which in ("floor", "ceiling"):
        return matrix(*kind.shape, "integer")
    sort: Sort = "real" if which in _REAL_VALUED else kind.sort if which == "conj" else wider(kind.sort, "real")
    return matrix(*kind.shape, sort)


def _transpose(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    return matrix(kind.cols, kind.rows, kind.sort)


def _square(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    if kind.rows != kind.cols:
        what = {"inverse": "the inverse", "trace": "the trace", "det": "the determinant"}[node.head]
        raise Mistyped(Message("{} of a matrix that is not square, {}", what, shape_text(kind.shape)), node, (kind.shape,))
    return kind


def _inverse(node: Term, types: Types) -> Type:
    kind = _square(node, types)
    return matrix(*kind.shape, wider(kind.sort, "rational"))


def _number_of_square(node: Term, types: Types) -> Type:
    return scalar(_square(node, types).sort)


def _determinant(node: Term, types: Types) -> Type:
    """The determinant of a matrix of natural numbers may be negative."""
    return scalar(wider(_square(node, types).sort, "integer"))


def _diag(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    if kind.cols != ONE:
        raise Mistyped(
            Message("the diagonal matrix of a vector is meant, this is {}", shape_text(kind.shape)), node.args[0], (kind.shape,)
        )
    return matrix(kind.rows, kind.rows, kind.sort)


def _same_shape(node: Term, types: Types) -> Type:
    first, second = (_value(a, types) for a in node.args)
    if first.shape != second.shape:
        raise Mistyped(
            Message("the two sides must have one shape: {} and {}", shape_text(first.shape), shape_text(second.shape)),
            node,
            (first.shape, second.shape),
        )
    return matrix(*first.shape, wider(first.sort, second.sort))


def _inner(node: Term, types: Types) -> Type:
    return scalar(_same_shape(node, types).sort)


def _kron(node: Term, types: Types) -> Type:
    first, second = (_value(a, types) for a in node.args)
    sizes = []
    for a, b in zip(first.shape, second.shape, strict=True):
        if a.literal is None and b.literal is None:
            raise Mistyped("a Kronecker product of two symbolic sizes", node)
        sizes.append(b.scale(a.literal) if a.literal is not None else a.scale(b.literal or 0))
    return matrix(sizes[0], sizes[1], wider(first.sort, second.sort))


def _norm(node: Term, types: Types) -> Type:
    _value(node.args[0], types)
    return scalar("real")


def _row_softmax(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    if kind.sort == "complex":
        raise Mistyped("softmax of complex numbers", node.args[0])
    return matrix(*kind.shape)


def _softmax(node: Term, types: Types) -> Type:
    kind = _row_softmax(node, types)
    if kind.cols != ONE:
        raise Mistyped(
            Message("softmax over the entries of a vector is meant, this is {}", shape_text(kind.shape)),
            node.args[0],
            (kind.shape,),
        )
    return kind


def _rows(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    size = node.data[0]
    assert isinstance(size, Size)
    if kind.rows != ONE:
        raise Mistyped(
            Message("a row vector is needed to be added to every row, this is {}", shape_text(kind.shape)),
            node.args[0],
            (kind.shape,),
        )
    return matrix(size, kind.cols, kind.sort)


def _matrix(node: Term, types: Types) -> Type:
    rows, cols = node.data
    assert isinstance(rows, int) and isinstance(cols, int)
    if rows * cols != len(node.args):
        raise Mistyped(Message("{}×{} entries are needed, {} are written", rows, cols, len(node.args)), node)
    sort: Sort = "natural"
    for a in node.args:
        sort = wider(sort, _scalar_argument(a, types).sort)
    return matrix(rows, cols, sort)


def check_index(node: Term, size: Size, types: Types) -> None:
    """The term is an index into {1, …, size}: a declared or bound index of that range, or a literal in it."""
    if node.head == "num":
        value, limit = node.data[0], size.literal
        assert isinstance(value, Fraction)
        if value.denominator != 1 or value < 1 or (limit is not None and value > limit):
            raise Mistyped(Message("{} is no index from 1 to {}", value, size), node)
        return
    kind = type_of(node, types)
    if kind.index is None:
        raise Mistyped(Message("an index from 1 to {} is needed, this is only known to be a number ({})", size, kind.sort), node)
    if kind.index != size:
        raise Mistyped(Message("an index from 1 to {} is needed, this runs from 1 to {}", size, kind.index), node)


def _entry(node: Term, types: Types) -> Type:
    array = _value(node.args[0], types)
    indices = node.args[1:]
    sizes = [s for s in array.shape if s != ONE] if len(indices) == 1 else list(array.shape)
    if len(sizes) != len(indices):
        raise Mistyped(Message("{} indices into an array {}", len(indices), shape_text(array.shape)), node, (array.shape,))
    for i, size in zip(indices, sizes, strict=True):
        check_index(i, size, types)
    return scalar(array.sort)


def _delta(node: Term, types: Types) -> Type:
    sizes = [k.index for a in node.args if a.head != "num" and (k := type_of(a, types)).index is not None]
    if not sizes or sizes[0] is None:
        raise Mistyped("two indices are compared here, and what they run over is not known", node)
    for a in node.args:
        check_index(a, sizes[0], types)
    return scalar("natural")


def _member(node: Term, types: Types) -> Type:
    kind = types.get(str(node.data[0]))
    if kind is None or not kind.over:
        raise Mistyped(Message("{} is no family", node.data[0]), node)
    if len(node.args) != len(kind.over):
        raise Mistyped(Message("{} takes {} subscripts, {} are written", node.data[0], len(kind.over), len(node.args)), node)
    for i, size in zip(node.args, kind.over, strict=True):
        check_index(i, size, types)
    return kind.member


def _expect(node: Term, types: Types) -> Type:
    kind = _value(node.args[0], types)
    return matrix(*kind.shape, wider(kind.sort, "real"))


def _var(node: Term, types: Types) -> Type:
    if _scalar_argument(node.args[0], types).sort == "complex":
        raise Mistyped(OF_REAL_NUMBERS, node.args[0])
    return scalar()


OF_REAL_NUMBERS = "variances and covariances are of real numbers here"


def _cov(node: Term, types: Types) -> Type:
    if len(node.args) > 2:
        raise Mistyped("a covariance is of one vector or of two", node)
    kinds = [_value(a, types) for a in node.args]
    for argument, kind in zip(node.args, kinds, strict=True):
        if kind.cols != ONE:
            raise Mistyped(
                Message("a covariance of columns is meant, this is {}", shape_text(kind.shape)), argument, (kind.shape,)
            )
    for argument, kind in zip(node.args, kinds, strict=True):
        if kind.sort == "complex":
            raise Mistyped(OF_REAL_NUMBERS, argument)
    return matrix(kinds[0].rows, kinds[-1].rows, "real")


def _range_binder(node: Term, types: Types) -> Type:
    bound, size = node.data
    assert isinstance(size, Size)
    for excluded in node.args[1:]:
        check_index(excluded, size, types)
    kind = _value(node.args[0], with_names(types, {str(bound): index(size)}))
    if node.head == "product" and not kind.is_scalar:
        raise Mistyped("a product over an index of arrays", node.args[0], (kind.shape,))
    return kind


def _sum_between(node: Term, types: Types) -> Type:
    for a in node.args[1:]:
        if _scalar_argument(a, types).sort not in ("natural", "integer"):
            raise Mistyped("the bounds of a sum are integers", a)
    return _value(node.args[0], with_names(types, {str(node.data[0]): bound_type(node, types)}))


INFINITE_ENDS: Mapping[str, int] = {"up": 1, "down": 1, "both": 0}
"""How many finite bounds an integral has that goes to ∞, from -∞, or both."""


def _integral(node: Term, types: Types) -> Type:
    """A real number: the integral of a real function of a real number, between real bounds."""
    if node.head == "improper" and INFINITE_ENDS.get(str(node.data[1])) != len(node.args) - 1:
        raise Mistyped("the bounds of an integral are real numbers", node)
    for a in node.args[1:]:
        if _value(a, types).sort == "complex" or not _scalar_argument(a, types).is_scalar:
            raise Mistyped("the bounds of an integral are real numbers", a)
    inside = with_names(types, {str(node.data[0]): bound_type(node, types)})
    if _value(node.args[0], inside).sort == "complex" or not _scalar_argument(node.args[0], inside).is_scalar:
        raise Mistyped("what is integrated here is a real number", node.args[0])
    return scalar()


def _derivative(node: Term, types: Types) -> Type:
    """∂f/∂x has the shape of x for a number f, that of f for a number x; of columns f by x the entry (i, j) is ∂f_i/∂x_j."""
    label, point = str(node.data[0]), node.args[1]
    by = type_of(point, types)
    if point.head != "name" or by.parameters is not None or by.index is not None or by.sort != "real":
        raise Mistyped(Message("a derivative by something that is no real number or array: {}", str(by)), point)
    places, variable = node.args[2:], by.member if by.over else by
    entries = [s for s in variable.shape if s != ONE]
    if len(places) not in (len(by.over), len(by.over) + len(entries)):
        raise Mistyped(Message("{} indices of what the derivative is by", len(places)), node)
    for place, size in zip(places, (*by.over, *entries), strict=False):
        check_index(place, size, types)
    if len(places) > len(by.over):
        variable = scalar()
    kind = _value(node.args[0], with_names(types, {label: by}))
    sort = wider(kind.sort, "real")
    if variable.is_scalar:
        return matrix(*kind.shape, sort)
    if kind.is_scalar:
        return matrix(*variable.shape, sort)
    if kind.cols == ONE == variable.cols:
        return matrix(kind.rows, variable.rows, sort)
    shapes = shape_text(kind.shape), shape_text(variable.shape)
    text = Message("the derivative of an array by an array needs more than two indices: {} by {}", *shapes)
    raise Mistyped(text, node, (kind.shape, variable.shape))


def _call(node: Term, types: Types) -> Type:
    kind = types.get(str(node.data[0]))
    if kind is None or kind.parameters is None:
        raise Mistyped(Message("{} is no function", node.data[0]), node)
    if len(node.args) != len(kind.parameters):
        raise Mistyped(Message("{} takes {} arguments, {} are written", node.data[0], len(kind.parameters), len(node.args)), node)
    for a, wanted in zip(node.args, kind.parameters, strict=True):
        found = _value(a, types)
        if found.shape != wanted.shape:
            raise Mistyped(
                Message("{} takes {} here, this is {}", node.data[0], shape_text(wanted.shape), shape_text(found.shape)),
                a,
                (wanted.shape, found.shape),
            )
        if wider(found.sort, wanted.sort) != wanted.sort:
            raise Mistyped(Message("{} takes a {} number here, this is {}", node.data[0], wanted.sort, found.sort), a)
    return kind.member


def _tuple(node: Term, types: Types) -> Type:
    raise Mistyped("a sequence is no value", node)


RULES: Mapping[str, Callable[[Term, Types], Type]] = {
    "num": _num,
    "name": _name,
    "const": _const,
    "size": lambda node, types: scalar("natural"),
    "identity": _array,
    "zeros": _array,
    "ones": _array,
    "dots": _dots,
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "sqrt": _root,
    "root": _root,
    "factorial": _number_function,
    "binomial": _number_function,
    "fun": _fun,
    "transpose": _transpose,
    "inverse": _inverse,
    "trace": _number_of_square,
    "det": _determinant,
    "diag": _diag,
    "hadamard": _same_shape,
    "kron": _kron,
    "inner": _inner,
    "norm": _norm,
    "rowsoftmax": _row_softmax,
    "softmax": _softmax,
    "rows": _rows,
    "matrix": _matrix,
    "entry": _entry,
    "delta": _delta,
    "member": _member,
    "expect": _expect,
    "var": _var,
    "cov": _cov,
    "sum": _range_binder,
    "sum_between": _sum_between,
    "integral": _integral,
    "improper": _integral,
    "product": _range_binder,
    "derivative": _derivative,
    "call": _call,
    "tuple": _tuple,
}
