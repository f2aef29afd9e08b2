"""From drafts to terms, when shapes and sorts are known: the head that a construct becomes by shape.

Sizes that nothing fixes get names of their own (`n`, `m`, …), which count as assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration.draft import Draft, picks, symbols_in
from symproofs.read.elaboration.inference import SCALAR, UNIT, Solver
from symproofs.read.elaboration.scope import Refused, Scope, Symbol
from symproofs.terms.size import ONE, Size
from symproofs.terms.term import Term, substitute
from symproofs.terms.types import Type

MATRIX_FUNCTIONS = frozenset({"exp", "log", "sin", "cos", "sinh", "cosh"})
"""Functions that also have a value at a square matrix which is not taken entry by entry."""

FRESH_SIZES = ("n", "m", "p", "q", "r", "s", "l")


class Finisher:
    """Terms and types over a solved scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.solver: Solver = scope.solver
        self.invented: list[str] = []

    def size(self, a: int) -> Size:
        """The size that a variable stands for; a new name where nothing fixes it."""
        known = self.solver.size(a)
        if known is None:
            known = Size.of(self._new_name())
            self.solver.same_size(a, self.solver.rigid(known))
        return known

    def _new_name(self) -> str:
        scope, evidence = self.scope, self.scope.evidence
        taken = {*scope.symbols, *scope.context.declarations, *evidence.alone, *evidence.indices, *self.invented}
        plain = (n for n in FRESH_SIZES if n not in taken)
        name = next(plain, None) or next(f"n_{k}" for k in range(1, len(taken) + 2) if f"n_{k}" not in taken)
        self.invented.append(name)
        return name

    def shape(self, var: int) -> tuple[Size, Size]:
        dims = self.solver.dims(var)
        return (ONE, ONE) if dims is None or var == SCALAR else (self.size(dims[0]), self.size(dims[1]))

    def type_of(self, symbol: Symbol) -> Type:
        """The type of a name."""
        if symbol.role == "size":
            return Type("natural")
        if symbol.role == "index":
            return Type("natural", index=self.size(symbol.sizes[0]))
        rows, cols = self.shape(symbol.var)
        sort = symbol.sort or "real"
        if symbol.role == "family":
            return Type(sort, rows, cols, tuple(map(self.size, symbol.sizes)))
        if symbol.role == "function":
            parameters = tuple(
                Type(s or "real", *self.shape(p)) for p, s in zip(symbol.parameters, symbol.parameter_sorts, strict=True)
            )
            return Type(sort, rows, cols, parameters=parameters)
        return Type(sort, rows, cols)

    def term(self, draft: Draft) -> Term:
        return FINISH[draft.op](self, draft)

    def args(self, draft: Draft) -> tuple[Term, ...]:
        return tuple(map(self.term, draft.args))

    def is_complex(self, draft: Draft) -> bool:
        return is_complex(draft)


def is_complex(draft: Draft) -> bool:
    """Whether complex numbers stand in an expression, not made real by a modulus or a real part."""
    op = draft.op
    if op in ("name", "member"):
        return draft.data.sort == "complex" or any(map(is_complex, draft.args))
    if op == "const":
        return bool(draft.data == "i")
    if op == "call":
        return bool(draft.data.sort == "complex")
    if op == "inner":
        return all(is_complex(a) for a in draft.args) and draft.data is None
    if op in ("norm", "abs") or (op == "fun" and draft.data in ("re", "im", "abs", "floor", "ceiling", "sign", "relu", "step")):
        return False
    return any(map(is_complex, draft.args))


Finish = Callable[[Finisher, Draft], Term]


def _plain(f: Finisher, draft: Draft) -> Term:
    return Term(draft.op, f.args(draft), (), draft.span)


def _with_data(f: Finisher, draft: Draft) -> Term:
    return Term(draft.op, f.args(draft), (draft.data,), draft.span)


def _function(f: Finisher, draft: Draft) -> Term:
    """Entry by entry; of a square matrix some functions have a meaning of their own."""
    rows, cols = f.shape(draft.var)
    if draft.data in MATRIX_FUNCTIONS and rows == cols != ONE:
        text = Message(
            "{} of a square matrix can be read in two ways: entry by entry and as a function of the matrix", draft.data
        )
        raise Refused("ambiguous", text, draft.span)
    return _with_data(f, draft)


def _num(f: Finisher, draft: Draft) -> Term:
    return Term("num", (), (Fraction(draft.data),), draft.span)


def _name(f: Finisher, draft: Draft) -> Term:
    symbol: Symbol = draft.data
    if symbol.role == "size":
        return Term("size", (), (Size.of(symbol.name),), draft.span)
    return Term("name", (), (symbol.name,), draft.span)


def _size(f: Finisher, draft: Draft) -> Term:
    return Term("size", (), (Size.of(draft.data),), draft.span)


def _zero(f: Finisher, draft: Draft) -> Term:
    rows, cols = f.shape(draft.var)
    if (rows, cols) == (ONE, ONE):
        return Term("num", (), (Fraction(0),), draft.span)
    return Term("zeros", (), (rows, cols), draft.span)


def _ones(f: Finisher, draft: Draft) -> Term:
    return Term("ones", (), f.shape(draft.var), draft.span)


def _identity(f: Finisher, draft: Draft) -> Term:
    return Term("identity", (), (f.size(draft.data),), draft.span)


def _named(f: Finisher, draft: Draft) -> Term:
    """A call or a member: the name is data, the arguments are terms."""
    return Term(draft.op, f.args(draft), (draft.data.name,), draft.span)


def _add(f: Finisher, draft: Draft) -> Term:
    """A sum; a row that is added to every row becomes the matrix with these rows."""
    parts = list(f.args(draft))
    if isinstance(draft.data, str):
        shape = f.shape(draft.var)
        parts = [_times_array(f, a, part, shape, draft.data) for a, part in zip(draft.args, parts, strict=True)]
    elif draft.data:
        rows, cols = f.shape(draft.var)
        for k in draft.data:
            parts[k] = _repeated(f, draft.args[k], parts[k], rows, cols)
    return Term("add", tuple(parts), (), draft.span)


def _times_array(f: Finisher, draft: Draft, part: Term, shape: tuple[Size, Size], array: str) -> Term:
    """A summand; a number beside arrays as a multiple of the array of ones, or of the identity."""
    if shape == (ONE, ONE) or f.shape(draft.var) != (ONE, ONE):
        return part
    rows, cols = shape
    one = Term("identity", (), (rows,)) if array == "identity" and rows == cols else Term("ones", (), (rows, cols))
    return Term("mul", (part, one), (), part.span)


def _repeated(f: Finisher, draft: Draft, part: Term, rows: Size, cols: Size) -> Term:
    own = f.shape(draft.var)
    if own == (rows, cols) or rows == ONE:
        return part
    if part.head == "neg":
        return part.with_args((_repeated(f, draft.args[0], part.args[0], rows, cols),))
    row = part if own[0] == ONE else Term("transpose", (part,), (), part.span)
    return Term("rows", (row,), (rows,), part.span)


def _mul(f: Finisher, draft: Draft) -> Term:
    """A product; `x · y` of two columns is their inner product, with the numbers before it outside."""
    args = f.args(draft)
    if "·" not in draft.data or (draft.var == SCALAR and all(a.var == SCALAR for a in draft.args)):
        return Term("mul", args, (), draft.span)
    done: list[Term] = []
    run: list[tuple[Term, tuple[Size, Size]]] = []
    for arg, part, sign in zip(args, draft.args, draft.data, strict=True):
        shape = f.shape(part.var)
        tensors = [s for _, s in run if s != (ONE, ONE)]
        if sign == "·" and tensors and shape[1] == ONE != shape[0] and (tensors[0][0], tensors[-1][1]) == shape:
            first = next(k for k, (_, s) in enumerate(run) if s != (ONE, ONE))
            done.extend(t for t, _ in run[:first])
            column = [t for t, _ in run[first:]]
            left = column[0] if len(column) == 1 else Term("mul", tuple(column), (), _joined(column))
            inner = Term("inner", (left, arg), (), _joined([left, arg]))
            run = [(inner, (ONE, ONE))]
            continue
        run.append((arg, shape))
        if tensors and tensors[0][0] == ONE == shape[1]:
            done.extend(t for t, _ in run)
            run = []
    factors = (*done, *(t for t, _ in run))
    return Term("mul", factors, (), draft.span) if len(factors) > 1 else factors[0]


def _joined(terms: list[Term]) -> Span | None:
    first, last = terms[0].span, terms[-1].span
    return first.join(last) if first is not None and last is not None else first


def _pow(f: Finisher, draft: Draft) -> Term:
    base, exponent = draft.args
    if f.shape(base.var) != (ONE, ONE) and exponent.op == "name" and exponent.data.sort is None:
        exponent.data.sort = "natural"
    inside, raised = f.args(draft)
    k = raised.data[0] if raised.head == "num" else None
    if f.shape(base.var) != (ONE, ONE) and isinstance(k, Fraction) and k.denominator == 1 and k < 0:
        # A^{-2} is (A^{-1})^2
        return Term("pow", (Term("inverse", (inside,), (), draft.span), Term("num", (), (-k,), raised.span)), (), draft.span)
    return Term("pow", (inside, raised), (), draft.span)


def _inverse(f: Finisher, draft: Draft) -> Term:
    """The inverse of a matrix, the power -1 of a number."""
    (base,) = f.args(draft)
    if f.shape(draft.var) == (ONE, ONE):
        return Term("pow", (base, Term("num", (), (Fraction(-1),), draft.data)), (), draft.span)
    return Term("inverse", (base,), (), draft.span)


def _softmax(f: Finisher, draft: Draft) -> Term:
    """Over the entries of a column, else by rows."""
    rows, cols = f.shape(draft.var)
    return Term("softmax" if cols == ONE != rows else "rowsoftmax", f.args(draft), (), draft.span)


def _abs(f: Finisher, draft: Draft) -> Term:
    (inside,) = f.args(draft)
    if f.shape(draft.args[0].var) == (ONE, ONE):
        return Term("fun", (inside,), ("abs",), draft.span)
    return Term("det", (inside,), (), draft.span)


def _norm(f: Finisher, draft: Draft) -> Term:
    rows, cols = f.shape(draft.args[0].var)
    if draft.data == "2" and ONE not in (rows, cols):
        raise Refused("not-supported", "the spectral norm is not supported here yet", draft.span)
    if draft.data is None and ONE not in (rows, cols):
        text = "this norm of a matrix can be read in two ways: the Frobenius norm and the spectral norm"
        raise Refused("ambiguous", text, draft.span, help="write \\|A\\|_F for the Frobenius norm")
    return _plain_as(f, draft, "norm")


def _plain_as(f: Finisher, draft: Draft, head: str) -> Term:
    return Term(head, f.args(draft), (), draft.span)


def _inner(f: Finisher, draft: Draft) -> Term:
    """An inner product of arrays; of two complex numbers it means only what the document defines."""
    if draft.data is not None:
        return Term("call", f.args(draft), ("inner",), draft.span)
    return _plain_as(f, draft, "inner")


def _kron(f: Finisher, draft: Draft) -> Term:
    return _plain_as(f, draft, "kron")


def _binder(f: Finisher, draft: Draft) -> Term:
    name, size = draft.data
    made_up = f.solver.size(size) is None and not picks(draft.args[0], name)
    if made_up or (f.solver.size(size) == ONE and picks(draft.args[0], name) and not _is_declared_range(draft.args[0], name)):
        raise Refused("undeclared", Message("what {} runs over is not known", name), draft.span)
    return Term(draft.op, f.args(draft), (name, f.size(size)), draft.span)


def _is_declared_range(body: Draft, name: str) -> bool:
    """Whether what an index picks from is declared: only then can it have one member."""
    if body.op == "entry" and any(i.op == "name" and i.data.name == name for i in body.args[1:]):
        return all(s.declaration is not None for s in symbols_in(body.args[0]))
    if body.op == "member" and any(i.op == "name" and i.data.name == name for i in body.args):
        return body.data.declaration is not None
    return any(_is_declared_range(a, name) for a in body.args)


def _sum_between(f: Finisher, draft: Draft) -> Term:
    return Term(draft.op, f.args(draft), draft.data, draft.span)


def _evaluated(f: Finisher, draft: Draft) -> Term:
    """F at the upper end less F at the lower one."""
    inside, low, high = f.args(draft)
    first, last = (substitute(inside, {str(draft.data[0]): end}) for end in (low, high))
    return Term("add", (last, Term("neg", (first,), (), draft.span)), (), draft.span)


def _derivative(f: Finisher, draft: Draft) -> Term:
    """∂f/∂x, or the transpose of it where the layout is the other one: then the indices of x come first."""
    body, by = f.args(draft)
    array, places = (by.args[0], by.args[1:]) if by.head == "entry" else (by, ())
    if array.head == "member":
        array, places = Term("name", (), array.data, array.span), (*array.args, *places)
    if array.head != "name":
        raise Refused("not-supported", "a derivative by what is no variable is not supported here yet", draft.args[1].span)
    made = Term("derivative", (body, array, *places), (array.data[0],), draft.span)
    number = f.shape(draft.args[0].var) == (ONE, ONE)
    plain = f.shape(draft.args[1].var) == (ONE, ONE)
    turned = not plain and (draft.data.gradient if number else draft.data.jacobian)
    return Term("transpose", (made,), (), draft.span) if turned else made


def _matrix(f: Finisher, draft: Draft) -> Term:
    return Term("matrix", f.args(draft), draft.data, draft.span)


FINISH: Mapping[str, Finish] = {
    "num": _num,
    "zero": _zero,
    "ones": _ones,
    "const": _with_data,
    "name": _name,
    "size": _size,
    "identity": _identity,
    "add": _add,
    "neg": _plain,
    "mul": _mul,
    "div": _plain,
    "pow": _pow,
    "sqrt": _plain,
    "root": _plain,
    "factorial": _plain,
    "binomial": _plain,
    "fun": _function,
    "transpose": _plain,
    "inverse": _inverse,
    "abs": _abs,
    "trace": _plain,
    "det": _plain,
    "diag": _plain,
    "hadamard": _plain,
    "kron": _kron,
    "inner": _inner,
    "norm": _norm,
    "expect": _plain,
    "var": _plain,
    "cov": _plain,
    "softmax": _softmax,
    "matrix": _matrix,
    "entry": _plain,
    "member": _named,
    "call": _named,
    "sum": _binder,
    "product": _binder,
    "sum_between": _sum_between,
    "integral": _sum_between,
    "improper": _sum_between,
    "evaluated": _evaluated,
    "derivative": _derivative,
}
"""How each kind of draft becomes a term."""

assert UNIT == SCALAR
