"""Terms: immutable, unevaluated syntax with the place where each part was written.

A term is a head (a row of `HEADS`), arguments, data that are no terms (a number, a name, a size),
and a span. Two terms are equal when they are written alike; where they were written does not count.
Nothing here evaluates, reorders or flattens: `(PX)W` and `P(XW)` are different terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from symproofs.diagnostics import Span
from symproofs.terms.size import Extent, Size

Datum = str | int | Fraction | Size


@dataclass(frozen=True, slots=True)
class Head:
    """A kind of term: how many arguments it takes (`None`: any number from `least`), what its data are."""

    name: str
    arity: int | None
    meaning: str
    data: str = ""
    least: int = 0
    binds: bool = False


HEADS: Mapping[str, Head] = {
    row.name: row
    for row in (
        # atoms
        Head("num", 0, "a rational number", "Fraction"),
        Head("name", 0, "a declared name", "its name in the notation of `read_as`: `mu_i`, `H_perm`"),
        Head("const", 0, "a constant", "'pi', 'e', 'i' (imaginary unit) or 'oo'"),
        Head("size", 0, "a size used as a number", "Size"),
        Head("identity", 0, "the identity matrix I_n", "Size n"),
        Head("zeros", 0, "the zero matrix or vector, written 0", "Size rows, Size cols"),
        Head("ones", 0, "the matrix or vector of ones", "Size rows, Size cols"),
        Head("dots", 0, "an ellipsis"),
        # arithmetic, on numbers and on arrays of one shape (a product also multiplies matrices)
        Head("add", None, "a + b + …", least=2),
        Head("neg", 1, "-a"),
        Head("mul", None, "the product a b …, from left to right: of numbers, of a number and an array, of matrices", least=2),
        Head("div", 2, "a / b, b a number"),
        Head("pow", 2, "a^b; a natural power of a square matrix"),
        Head("sqrt", 1, "principal square root"),
        Head("root", 2, "principal n-th root of the first, n the second"),
        Head("factorial", 1, "n!"),
        Head("binomial", 2, "binomial coefficient"),
        # elementary functions; entry by entry on arrays
        Head("fun", 1, "an elementary function", "its name, a row of FUNCTIONS"),
        # matrices
        Head("transpose", 1, "A^T"),
        Head("inverse", 1, "A^{-1} of a matrix"),
        Head("trace", 1, "tr A"),
        Head("det", 1, "det A"),
        Head("diag", 1, "the diagonal matrix of a vector"),
        Head("hadamard", 2, "A ⊙ B, entry by entry"),
        Head("kron", 2, "A ⊗ B"),
        Head("inner", 2, "⟨x, y⟩: x^T y for real vectors; of complex numbers only as the document defines it"),
        Head("norm", 1, "‖x‖₂ of a vector, Frobenius norm of a matrix"),
        Head("rowsoftmax", 1, "softmax of every row of a matrix"),
        Head("softmax", 1, "softmax over the entries of a vector"),
        Head("rows", 1, "the matrix with n rows, each the row vector b", "Size n"),
        Head("matrix", None, "a matrix written out, row by row", "int rows, int cols", least=1),
        Head("entry", None, "the entry A_ij, or x_i of a vector: the array, then one or two indices", least=2),
        Head("delta", 2, "1 if two indices of one range are equal, else 0"),
        Head("member", None, "the member k_i of a family", "its name", least=1),
        # random variables: names with the property `random`; every other name is constant
        Head("expect", 1, "the expectation of a random variable, vector or matrix, entry by entry"),
        Head("var", 1, "the variance of a random number"),
        Head("cov", None, "Cov(x), the covariance matrix of a random vector, or Cov(x, y) of two numbers or vectors", least=1),
        # binders: the first argument is the body, in which the name is bound
        Head("sum", None, "Σ_{i ∈ [n], i ≠ a, …} body: the body, then the excluded indices", "name, Size n", 1, True),
        Head("sum_between", 3, "Σ_{i=a}^{b} body: body, a, b", "name", binds=True),
        Head("integral", 3, "∫_a^b body dx of a real function: body, a, b", "name", binds=True),
        Head(
            "improper",
            None,
            "∫ body dx to ∞: body, then the finite bound, if there is one",
            "name, 'up', 'down' or 'both'",
            1,
            True,
        ),
        Head("product", None, "Π_{i ∈ [n], i ≠ a, …} body", "name, Size n", 1, True),
        # the derivative of the first argument, in which the name varies, at the second: a name
        Head("derivative", None, "∂f/∂x: f, then x, then the indices of an entry or member of x", "name", 2, True),
        # functions that the document defines or names
        Head("call", None, "the value of a named function", "its name", least=1),
        Head("tuple", None, "a sequence written out"),
    )
}

FUNCTIONS: Mapping[str, str] = {
    "exp": "e^x, of any complex number",
    "log": "principal natural logarithm",
    "sin": "sine",
    "cos": "cosine",
    "tan": "tangent",
    "cot": "cotangent",
    "sec": "secant",
    "csc": "cosecant",
    "sinh": "hyperbolic sine",
    "cosh": "hyperbolic cosine",
    "tanh": "hyperbolic tangent",
    "arcsin": "principal inverse sine",
    "arccos": "principal inverse cosine",
    "arctan": "principal inverse tangent",
    "re": "real part",
    "im": "imaginary part",
    "conj": "complex conjugate",
    "abs": "absolute value",
    "sign": "sign of a real number",
    "relu": "max(x, 0) of a real number",
    "step": "1 where a real number is positive, else 0",
    "sigmoid": "1 / (1 + e^{-x})",
    "floor": "floor of a real number",
    "ceiling": "ceiling of a real number",
}


class _Blank:
    """A node while it is filled in; then it becomes a `Term`, which does not change."""

    __slots__ = ("_hash", "_names", "_typed", "args", "data", "head", "span")

    head: str
    args: tuple[Term, ...]
    data: tuple[Datum, ...]
    span: Span | None
    _hash: int | None
    _names: Names | None
    _typed: tuple[object, object] | None
    """The table of types in which the type of the term was asked for last, and the type (`typing.py`)."""


class Term(_Blank):
    """One node of written mathematics. Build with `term`, or the short constructors below it."""

    __slots__ = ()

    def __new__(
        cls,
        head: str,
        args: tuple[Term, ...] = (),
        data: tuple[Datum, ...] = (),
        span: Span | None = None,
    ) -> Term:
        row = HEADS.get(head)
        if row is None:
            raise ValueError(f"no such head: {head}")
        if len(args) != row.arity if row.arity is not None else len(args) < row.least:
            wanted = row.arity if row.arity is not None else f"{row.least} or more"
            raise ValueError(f"{head} takes {wanted} arguments, got {len(args)}")
        return _made(head, args, data, span)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("terms do not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("terms do not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return Term, (self.head, self.args, self.data, self.span)

    def __hash__(self) -> int:
        known = self._hash
        if known is None:
            known = hash((self.head, self.args, self.data))
            remember(self, "_hash", known)
        return known

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not Term:
            return NotImplemented
        mine, its = self._hash, other._hash
        if mine != its and mine is not None and its is not None:
            return False
        return self.head == other.head and self.data == other.data and self.args == other.args

    def __repr__(self) -> str:
        inside = ", ".join([*map(str, self.data), *map(repr, self.args)])
        return f"{self.head}({inside})"

    def with_args(self, args: tuple[Term, ...]) -> Term:
        """The same node over other arguments, at the same place."""
        if len(args) != len(self.args):
            return Term(self.head, args, self.data, self.span)
        return _made(self.head, args, self.data, self.span)

    def at(self, span: Span | None) -> Term:
        """The same term, written at another place."""
        return _made(self.head, self.args, self.data, span)

    def walk(self) -> list[Term]:
        """This term and every term in it, outermost first."""
        found, stack = [], [self]
        while stack:
            node = stack.pop()
            found.append(node)
            if node.args:
                stack += node.args[::-1]
        return found


def _made(head: str, args: tuple[Term, ...], data: tuple[Datum, ...], span: Span | None) -> Term:
    node = _Blank()
    node.head, node.args, node.data, node.span = head, args, data, span
    node._hash = node._names = node._typed = None
    node.__class__ = Term
    return node  # type: ignore[return-value]


remember = object.__setattr__
"""For what is worked out from a term and kept in it."""


def term(head: str, *args: Term, data: tuple[Datum, ...] = (), span: Span | None = None) -> Term:
    return Term(head, args, data, span)


def num(value: int | Fraction | str, span: Span | None = None) -> Term:
    return _num(value) if span is None else Term("num", (), (Fraction(value),), span)


@lru_cache(maxsize=1024)
def _num(value: int | Fraction | str) -> Term:
    return Term("num", (), (Fraction(value),))


def number_in(node: Term) -> Fraction:
    """The number that a numeral is."""
    value = node.data[0]
    return value if isinstance(value, Fraction) else Fraction(str(value))


def rational_in(node: Term) -> Fraction | None:
    """The rational number that a term is, if it is written out: a numeral, its negative, a quotient of such."""
    match node.head:
        case "num":
            return number_in(node)
        case "neg":
            inner = rational_in(node.args[0])
            return None if inner is None else -inner
        case "div":
            top, below = map(rational_in, node.args)
            return top / below if top is not None and below else None
    return None


def name(text: str, span: Span | None = None) -> Term:
    return Term("name", (), (text,), span)


def const(text: str, span: Span | None = None) -> Term:
    return Term("const", (), (text,), span)


def fun(text: str, argument: Term, span: Span | None = None) -> Term:
    if text not in FUNCTIONS:
        raise ValueError(f"no such function: {text}")
    return Term("fun", (argument,), (text,), span)


PI, E, IMAGINARY = const("pi"), const("e"), const("i")


def bound_name(node: Term) -> str | None:
    """The name that a binder binds in its first argument."""
    return str(node.data[0]) if HEADS[node.head].binds else None


def free_names(node: Term) -> frozenset[str]:
    """Names that occur and are not bound: of values, families, functions and sizes."""
    return (node._names or _names(node)).free


def bound_names(node: Term) -> frozenset[str]:
    """Names that binders in the term bind."""
    return (node._names or _names(node)).bound


def names_in_sizes(node: Term) -> frozenset[str]:
    """Names in the sizes that are data of the term."""
    return (node._names or _names(node)).sizes


def extents_in(node: Term) -> frozenset[Extent]:
    """The sizes of what the term is made of: of arrays, and of ranges; not those that it has as numbers."""
    return (node._names or _names(node)).extents


class Names(NamedTuple):
    """The names in a term, and the sizes with names of what it is made of."""

    free: frozenset[str]
    bound: frozenset[str]
    sizes: frozenset[str]
    extents: frozenset[Extent]


NOTHING: frozenset[str] = frozenset()
NO_EXTENT: frozenset[Extent] = frozenset()


def _names(node: Term) -> Names:
    """The names in a term, and in every part of it, worked out once."""
    data = node.data
    inner = [a._names or _names(a) for a in node.args]
    sizes = NOTHING.union(*[d.names for d in data if isinstance(d, Size)]) if data else NOTHING
    free, bound = [i.free for i in inner], NOTHING
    if HEADS[node.head].binds:
        bound = frozenset((str(data[0]),))
        free[0] -= bound
    elif node.head in NAMING:
        free.append(frozenset((str(data[0]),)))
    if bound or sizes or len(free) != 1:
        found = Names(
            NOTHING.union(*free, sizes),
            bound.union(*[i.bound for i in inner if i.bound]),
            sizes.union(*[i.sizes for i in inner if i.sizes]),
            (_own_extents(node) if sizes else NO_EXTENT).union(*[i.extents for i in inner if i.extents]),
        )
    else:
        found = inner[0] if inner else Names(free[0], NOTHING, NOTHING, NO_EXTENT)
    remember(node, "_names", found)
    return found


def _own_extents(node: Term) -> frozenset[Extent]:
    if node.head == "size":
        return NO_EXTENT
    least = 0 if HEADS[node.head].binds else 1
    return frozenset([(d, least) for d in node.data if isinstance(d, Size) and d.parts])


NAMING = ("name", "call", "member")
"""Heads whose first datum is a name that occurs."""


def substitute(node: Term, values: Mapping[str, Term]) -> Term:
    """Replace free names by terms, renaming bound names that would capture.

    Sizes are data and are not touched: a name that occurs in a size must not be replaced this way.
    """
    if node.head == "name":
        return values.get(str(node.data[0]), node)
    if free_names(node).isdisjoint(values):
        return node
    bound = bound_name(node)
    if bound is None:
        args = tuple(substitute(a, values) for a in node.args)
        return node if args == node.args else node.with_args(args)
    inner = {k: v for k, v in values.items() if k != bound}
    body = node.args[0]
    live = {k: v for k, v in inner.items() if k in free_names(body)}
    captured = frozenset[str]().union(*(free_names(v) for v in live.values())) if live else frozenset()
    data = node.data
    if bound in captured:
        taken = captured | free_names(body)
        fresh = next(f"{bound}_{k}" for k in range(len(taken) + 1) if f"{bound}_{k}" not in taken)
        live[bound] = name(fresh)
        data = (fresh, *node.data[1:])
    body = substitute(body, live) if live else body
    rest = tuple(substitute(a, values) for a in node.args[1:])
    return Term(node.head, (body, *rest), data, node.span)


def subterm(node: Term, path: tuple[int, ...]) -> Term:
    """The term at a path of argument numbers."""
    for k in path:
        node = node.args[k]
    return node


def replace_at(node: Term, path: tuple[int, ...], new: Term) -> Term:
    """The term with the part at `path` replaced. Names are taken as they are: nothing is renamed."""
    above = []
    for k in path:
        if not 0 <= k < len(node.args):
            raise IndexError(f"no argument {k} in {node.head}")
        above.append((node, k))
        node = node.args[k]
    for node, k in reversed(above):
        args = node.args
        new = _made(node.head, (*args[:k], new, *args[k + 1 :]) if len(args) > 1 else (new,), node.data, node.span)
    return new


def rewrite(node: Term, step: Callable[[Term], Term | None]) -> Term:
    """Apply `step` to every part, innermost first; where it gives `None` the part stays."""
    args = tuple(rewrite(a, step) for a in node.args)
    node = node if args == node.args else node.with_args(args)
    new = step(node)
    return node if new is None else new
