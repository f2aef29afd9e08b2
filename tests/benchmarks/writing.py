"""Writing terms with Python's operators, for the identities of the benchmarks; and the same terms for SymPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy
from sympy.matrices.expressions import (
    HadamardProduct,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatrixSymbol,
    Trace,
    Transpose,
    ZeroMatrix,
)

from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import Hypothesis, Relation
from symproofs.terms.term import Term, const, fun, name, num, term
from symproofs.terms.types import Type


class Written:
    """A term under Python's operators: `@` and `*` are both the written product, nothing evaluates."""

    def __init__(self, node: Term) -> None:
        self.term = node

    def __add__(self, other: object) -> Written:
        return Written(term("add", *_parts(self, "add"), of(other).term))

    def __sub__(self, other: object) -> Written:
        return Written(term("add", *_parts(self, "add"), term("neg", of(other).term)))

    def __neg__(self) -> Written:
        return Written(term("neg", self.term))

    def __mul__(self, other: object) -> Written:
        return Written(term("mul", self.term, of(other).term))

    def __rmul__(self, other: object) -> Written:
        return of(other) * self

    __matmul__ = __mul__

    def __truediv__(self, other: object) -> Written:
        return Written(term("div", self.term, of(other).term))

    def __pow__(self, other: object) -> Written:
        return Written(term("pow", self.term, of(other).term))

    @property
    def T(self) -> Written:
        return Written(term("transpose", self.term))

    @property
    def inverse(self) -> Written:
        return Written(term("inverse", self.term))


def _parts(side: Written, head: str) -> tuple[Term, ...]:
    """Sums are written flat: a + b + c is one sum."""
    return side.term.args if side.term.head == head else (side.term,)


def of(value: object) -> Written:
    if isinstance(value, Written):
        return value
    assert isinstance(value, (int, Fraction))
    return Written(num(value))


def names(text: str) -> list[Written]:
    return [Written(name(n)) for n in text.split()]


def applied(function: str) -> Callable[[object], Written]:
    return lambda x: Written(fun(function, of(x).term))


def wrapped(head: str) -> Callable[..., Written]:
    return lambda *xs: Written(term(head, *(of(x).term for x in xs)))


def identity(n: str) -> Written:
    return Written(term("identity", data=(Size.of(n),)))


def rows(n: str, row: Written) -> Written:
    return Written(term("rows", row.term, data=(Size.of(n),)))


def root_of_size(n: str) -> Written:
    return Written(term("sqrt", term("size", data=(Size.of(n),))))


sin, cos, tan, exp, relu = map(applied, ("sin", "cos", "tan", "exp", "relu"))
trace, hadamard, rowsoftmax = map(wrapped, ("trace", "hadamard", "rowsoftmax"))
IMAGINARY, PI, E = (Written(const(c)) for c in ("i", "pi", "e"))


@dataclass(frozen=True)
class Equation:
    """Two sides that are equal, and what their names are."""

    label: str
    statement: Relation
    context: Context


def equation(label: str, left: Written, right: Written, types: Mapping[str, Type], **more: object) -> Equation:
    return Equation(label, Relation("=", left.term, of(right).term), context(types, **more))


def context(types: Mapping[str, Type], properties: Mapping[str, str] = {}, definitions: Mapping[str, Written] = {}) -> Context:
    rows_ = {n: Declaration(n, t, frozenset(properties.get(n, "").split())) for n, t in types.items()}
    given = tuple(Hypothesis(Relation("=", name(n), side.term), n) for n, side in definitions.items())
    return Context(rows_, given)


# SymPy's side -------------------------------------------------------------------------------------------------


def to_sympy(node: Term, types: Mapping[str, Type]) -> sympy.Expr:
    """The term in SymPy, matrices unevaluated."""
    args = [to_sympy(a, types) for a in node.args]
    matrices = any(getattr(a, "is_Matrix", False) for a in args)
    which = str(node.data[0]) if node.data else ""
    match node.head:
        case "name":
            kind = types[which]
            shape = [sympy.Symbol(str(s), integer=True, positive=True) if s.name else s.literal for s in kind.shape]
            return sympy.Symbol(which, real=True) if kind.is_scalar else MatrixSymbol(which, *shape)
        case "num":
            return sympy.Rational(node.data[0].numerator, node.data[0].denominator)
        case "const":
            return {"i": sympy.I, "pi": sympy.pi, "e": sympy.E}[which]
        case "identity":
            return Identity(sympy.Symbol(which, integer=True, positive=True))
        case "add":
            return MatAdd(*args, evaluate=False) if matrices else sympy.Add(*args)
        case "neg":
            return MatMul(-1, args[0], evaluate=False) if matrices else -args[0]
        case "mul":
            return MatMul(*args, evaluate=False) if matrices else sympy.Mul(*args)
        case "div":
            return MatMul(1 / args[1], args[0], evaluate=False) if matrices else args[0] / args[1]
        case "pow":
            return sympy.Pow(*args, evaluate=not matrices)
        case "fun":
            return getattr(sympy, which)(args[0])
        case _:
            heads = {"transpose": Transpose, "inverse": Inverse, "trace": Trace, "hadamard": HadamardProduct}
            return heads[node.head](*args)


def difference(identity: Equation) -> sympy.Expr:
    """Left minus right."""
    types = identity.context.types
    left, right = to_sympy(identity.statement.left, types), to_sympy(identity.statement.right, types)
    return MatAdd(left, MatMul(-1, right, evaluate=False), evaluate=False) if getattr(left, "is_Matrix", False) else left - right


def is_zero(found: sympy.Expr) -> bool:
    return found == 0 or isinstance(found, ZeroMatrix)
