"""The second checker: reads certificates and says whether they prove, or refute, what they say.

    python verify.py [--show] FILE…

One file on the standard library, which shares no code with the rest of the project and needs none of it. It is written from the
reference pages on certificates, entries, laws, rules and refutations, does its own arithmetic, and searches for nothing.
A file is *accepted*, *refused* with the reason, or *not covered*: what is not checked here is a row of `NOT_COVERED`.
`--show` prints what is claimed: the statement, and what it is claimed under.
Exit status: 0 all accepted, 1 one refused, 2 one cannot be read, 3 one not covered (and none refused).
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from heapq import heapify, heappop, heappush
from itertools import count, product
from typing import Any, NamedTuple

NOT_COVERED: Mapping[str, str] = {
    "random": "refutations where something exists for each outcome, or a constant function is defined by something random",
    "regime": "refutations under a passage to the limit of more than names that go on alone, and of claims about what varies",
    "law": "refutations under a hypothesis for all values of something, unless finitely many, or an equation of polynomials",
    "number": "refutations with numbers too large, or too near to each other for enclosures of 320 binary places",
    "head": "refutations with moments, or inner products without a meaning given, of complex numbers",
}
"""What this checker does not decide."""

MOST_STEPS = 20_000_000
MOST_SUMMANDS = 20_000
MOST_FACTORS = 2_000_000
MOST_MEMBERS = 1_000
MOST_WRITTEN = 400
MOST_BITS = 20_000
MOST_WRITTEN_OUT = 64
LONGEST_SUM = 1000
MOST_DERIVATIVES = 8
"""In one another, where values are taken: each takes what is inside more than once."""
DEEPEST, DEEPEST_TREE, LARGEST, LONGEST_TEXT, LARGEST_INTEGER = 150, 600, 500_000, 1_000, 10**100


class Refused(Exception):
    """The certificate is not right; the message says where."""


class NotCovered(Exception):
    """This checker does not decide that; `kind` is a row of `NOT_COVERED`."""

    def __init__(self, kind: str) -> None:
        super().__init__(NOT_COVERED[kind])
        self.kind = kind


def must(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


# ====================================================================== sizes, types, terms, statements


class Size(NamedTuple):
    """constant + Σ coefficient · name."""

    constant: Fraction
    parts: tuple[tuple[str, Fraction], ...]

    @property
    def number(self) -> int | None:
        """The natural number that it is, whatever its names stand for."""
        whole = not self.parts and self.constant.denominator == 1 and self.constant >= 0
        return int(self.constant) if whole else None

    @property
    def surely_positive(self) -> bool:
        return self.constant >= 0 and all(c > 0 for _, c in self.parts) and self != NO_SIZE

    @property
    def is_whole(self) -> bool:
        return self.constant.denominator == 1 and all(c.denominator == 1 for _, c in self.parts)

    @property
    def least(self) -> int | None:
        """The least natural number that it is; `None` if for some natural numbers from 1 in place of its names it is none."""
        bottom = self.constant + sum(c for _, c in self.parts)
        return int(bottom) if self.is_whole and bottom >= 0 and min((c for _, c in self.parts), default=1) > 0 else None

    @property
    def names(self) -> frozenset[str]:
        return frozenset(n for n, _ in self.parts)


Extent = tuple[Size, int]
"""A size of what something is made of, and the least number that it may be: 1 for sides of arrays, 0 for ranges."""
NO_SIZE = Size(Fraction(0), ())
ONE = Size(Fraction(1), ())


def named_size(name: str) -> Size:
    return Size(Fraction(0), ((name, Fraction(1)),))


SORTS = ("natural", "integer", "rational", "real", "complex")


def widest(*sorts: str) -> str:
    return max(sorts, key=SORTS.index)


class Type(NamedTuple):
    sort: str
    rows: Size = ONE
    cols: Size = ONE
    over: tuple[Size, ...] = ()
    runs: Size | None = None
    """Of an index, the size of its range."""
    parameters: tuple[Type, ...] | None = None

    @property
    def shape(self) -> tuple[Size, Size]:
        return self.rows, self.cols

    @property
    def is_value(self) -> bool:
        return not self.over and self.parameters is None

    @property
    def is_number(self) -> bool:
        return self.is_value and self.shape == (ONE, ONE)


def number_type(sort: str) -> Type:
    return Type(sort)


def index_type(size: Size) -> Type:
    return Type("natural", runs=size)


class Term:
    """Terms written alike are one object: `term` makes them."""

    __slots__ = ("args", "bound", "data", "extents", "free", "head", "inner_sizes")

    head: str
    args: tuple[Term, ...]
    data: tuple[Any, ...]
    free: frozenset[str]
    """Names that occur and are not bound, those in sizes included."""
    bound: frozenset[str]
    """Names that binders in it bind."""
    inner_sizes: frozenset[str]
    """Names in sizes."""
    extents: frozenset[Extent]
    """Of arrays and ranges in it; not what stands as a number."""


BINDERS = ("sum", "product", "sum_between", "integral", "improper", "derivative")
"""Heads that bind a name, their first datum, in their first argument."""
_MADE: dict[tuple[Any, ...], Term] = {}


def term(head: str, args: tuple[Term, ...] = (), data: tuple[Any, ...] = ()) -> Term:
    key = (head, args, data)
    found = _MADE.get(key)
    if found is not None:
        return found
    new = Term()
    new.head, new.args, new.data = head, args, data
    binds = {data[0]} if head in BINDERS else set()
    free = {data[0]} if head in ("name", "member", "call") else set()
    sizes = frozenset().union(*(d.names for d in data if isinstance(d, Size)))
    for k, a in enumerate(args):
        free |= a.free - binds if k == 0 else a.free
    new.free = frozenset(free | sizes)
    new.bound = frozenset(binds).union(*(a.bound for a in args))
    new.inner_sizes = sizes.union(*(a.inner_sizes for a in args))
    own = [] if head == "size" else [(d, 0 if binds else 1) for d in data if isinstance(d, Size)]
    new.extents = frozenset(own).union(*(a.extents for a in args))
    _MADE[key] = new
    return new


def num(value: int | Fraction) -> Term:
    return term("num", (), (Fraction(value),))


def name(text: str) -> Term:
    return term("name", (), (text,))


def fun(which: str, argument: Term) -> Term:
    return term("fun", (argument,), (which,))


ZERO_TERM, ONE_TERM = num(0), num(1)
E_TERM, PI_TERM, I_TERM, INFINITY = (term("const", (), (c,)) for c in ("e", "pi", "i", "oo"))
MINUS_INFINITY = term("neg", (INFINITY,))
INFINITIES = (INFINITY, MINUS_INFINITY)
TWO_WAYS: Mapping[str, Term] = {"oo": INFINITY, "-oo": MINUS_INFINITY}


def bound_type(t: Term, names: Names) -> Type:
    """The type that the name has which a binder binds: an index, a whole or real number, or what the point of a derivative is."""
    if t.head == "derivative":
        return names.kind(t.args[1])
    if t.head in ("integral", "improper"):
        return number_type("real")
    if t.head == "sum_between":
        low = t.args[1]
        return number_type("natural" if low.head == "num" and low.data[0] >= 0 else "integer")
    return index_type(t.data[1])


def parts_of(t: Term) -> Iterator[Term]:
    """The term and every term in it."""
    yield t
    for a in t.args:
        yield from parts_of(a)


def is_function(t: Term, *which: str) -> bool:
    return t.head == "fun" and t.data[0] in which


def substitute(t: Term, values: Mapping[str, Term]) -> Term:
    """Free names of head `name` replaced; bound names renamed where they would capture."""
    if t.free.isdisjoint(values):
        return t
    if t.head == "name":
        return values.get(t.data[0], t)
    if t.head not in BINDERS:
        return term(t.head, tuple(substitute(a, values) for a in t.args), t.data)
    bound, body = t.data[0], t.args[0]
    inside = {k: v for k, v in values.items() if k != bound and k in body.free}
    caught = frozenset[str]().union(*(v.free for v in inside.values()))
    data = t.data
    if bound in caught:
        taken = caught | body.free
        new = next(f"{bound}_{k}" for k in count() if f"{bound}_{k}" not in taken)
        inside[bound] = name(new)
        data = (new, *data[1:])
    rest = tuple(substitute(a, values) for a in t.args[1:])
    return term(t.head, (substitute(body, inside), *rest), data)


def replaced(t: Term, path: Sequence[int], new: Term) -> Term:
    if not path:
        return new
    k = path[0]
    return term(t.head, (*t.args[:k], replaced(t.args[k], path[1:], new), *t.args[k + 1 :]), t.data)


# Statements are tuples: (relation, left, right), ("is", property, t), ("in", t, sort), ("and", parts), ("implies", P, Q),
# ("iff", P, Q), ("forall", ((name, type), …), S), ("exists", …), ("tends", t, a), ("in_probability", t, a).

Statement = tuple[Any, ...]
RELATIONS = ("=", "!=", "<", "<=", ">", ">=", "~")
ORDERS = ("<", "<=", ">", ">=")
PASSAGES = ("tends", "in_probability")


def below(s: Statement) -> tuple[Statement, ...]:
    """The statements that a statement is made of."""
    match s[0]:
        case "and":
            return tuple(s[1])
        case "implies" | "iff":
            return s[1], s[2]
        case "forall" | "exists":
            return (s[2],)
    return ()


def all_statements(s: Statement) -> Iterator[Statement]:
    yield s
    for part in below(s):
        yield from all_statements(part)


def terms_in(s: Statement) -> Iterator[Term]:
    """Every term that a statement is about; an infinity as a target is none."""
    match s[0]:
        case "is":
            yield s[2]
        case "in":
            yield s[1]
        case "tends":
            yield s[1]
            if s[2] not in INFINITIES:
                yield s[2]
        case "and" | "implies" | "iff" | "forall" | "exists":
            for part in below(s):
                yield from terms_in(part)
        case _:
            yield from s[1:]


def free_of(s: Statement) -> frozenset[str]:
    match s[0]:
        case "is":
            return s[2].free  # type: ignore[no-any-return]
        case "in":
            return s[1].free  # type: ignore[no-any-return]
        case "and" | "implies" | "iff":
            return frozenset[str]().union(*map(free_of, below(s)))
        case "forall" | "exists":
            return free_of(s[2]) - {n for n, _ in s[1]}
    return s[1].free | s[2].free  # type: ignore[no-any-return]


def at_values(s: Statement, values: Mapping[str, Term]) -> Statement:
    """The statement with free names replaced. Refused where a quantifier would capture."""
    match s[0]:
        case "is":
            return ("is", s[1], substitute(s[2], values))
        case "in":
            return ("in", substitute(s[1], values), s[2])
        case "and":
            return ("and", tuple(at_values(p, values) for p in s[1]))
        case "implies" | "iff":
            return (s[0], at_values(s[1], values), at_values(s[2], values))
        case "forall" | "exists":
            bound = {n for n, _ in s[1]}
            live = {k: v for k, v in values.items() if k not in bound}
            must(all(v.free.isdisjoint(bound) for v in live.values()), "a quantifier would capture a name")
            return (s[0], s[1], at_values(s[2], live))
    return (s[0], substitute(s[1], values), substitute(s[2], values))


def for_all(rows: Iterable[tuple[str, Type]], s: Statement) -> Statement:
    """The statement for all values of those of the names that are free in it."""
    free = free_of(s)
    kept = tuple(row for row in rows if row[0] in free)
    return ("forall", kept, s) if kept else s


def conjuncts(s: Statement) -> list[Statement]:
    return [c for p in s[1] for c in conjuncts(p)] if s[0] == "and" else [s]


# ====================================================================== reading JSON

HEADS: Mapping[str, tuple[int | None, int, tuple[str, ...]]] = {
    "num": (0, 0, ("q",)),
    "name": (0, 0, ("text",)),
    "const": (0, 0, ("text",)),
    "size": (0, 0, ("size",)),
    "identity": (0, 0, ("size",)),
    "zeros": (0, 0, ("size", "size")),
    "ones": (0, 0, ("size", "size")),
    "add": (None, 2, ()),
    "neg": (1, 0, ()),
    "mul": (None, 2, ()),
    "div": (2, 0, ()),
    "pow": (2, 0, ()),
    "sqrt": (1, 0, ()),
    "root": (2, 0, ()),
    "factorial": (1, 0, ()),
    "binomial": (2, 0, ()),
    "fun": (1, 0, ("text",)),
    "transpose": (1, 0, ()),
    "inverse": (1, 0, ()),
    "trace": (1, 0, ()),
    "det": (1, 0, ()),
    "diag": (1, 0, ()),
    "hadamard": (2, 0, ()),
    "kron": (2, 0, ()),
    "inner": (2, 0, ()),
    "norm": (1, 0, ()),
    "rowsoftmax": (1, 0, ()),
    "softmax": (1, 0, ()),
    "rows": (1, 0, ("size",)),
    "matrix": (None, 1, ("whole", "whole")),
    "entry": (None, 2, ()),
    "delta": (2, 0, ()),
    "member": (None, 1, ("text",)),
    "expect": (1, 0, ()),
    "var": (1, 0, ()),
    "cov": (None, 1, ()),
    "sum": (None, 1, ("text", "size")),
    "sum_between": (3, 0, ("text",)),
    "integral": (3, 0, ("text",)),
    "improper": (None, 1, ("text", "text")),
    "product": (None, 1, ("text", "size")),
    "call": (None, 1, ("text",)),
    "derivative": (None, 2, ("text",)),
}
"""Of each head the number of arguments (`None`: any from the second number), and the kinds of its data."""

FUNCTIONS = frozenset(
    (
        *("exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan"),
        *("re", "im", "conj", "abs", "sign", "relu", "step", "sigmoid", "floor", "ceiling"),
    )
)

SQUARE = ("permutation", "orthogonal", "symmetric", "invertible", "positive_definite", "diagonal")
PROPERTIES = (*SQUARE, "positive", "nonnegative", "negative", "nonzero", "size", "random", "integrable", "row_bias")


def plain(value: Any) -> bool:
    """Objects, lists, texts, integers and null, of reasonable size."""
    level, seen = [value], 0
    for _ in range(DEEPEST_TREE if isinstance(value, dict) and value.get("proof") is not None else DEEPEST):
        below_: list[Any] = []
        for node in level:
            if type(node) is list:
                below_ += node
            elif type(node) is dict:
                below_ += [*node, *node.values()]
            elif type(node) is str:
                if len(node) > LONGEST_TEXT or re.match(r"\s*[-+]?[\d_.]+[eE]", node):
                    return False
            elif type(node) is int:
                if abs(node) > LARGEST_INTEGER:
                    return False
            elif node is not None:
                return False
        seen += len(level)
        if seen > LARGEST:
            return False
        if not below_:
            return True
        level = below_
    return False


def proper(text: Any) -> str:
    must(isinstance(text, str) and text and text[0] not in "#@" and not text.endswith("^-1"), f"{text!r} is no name")
    must(not all(c.isdecimal() or c in "+-./ " for c in text), f"{text!r} is a number, and no name")
    must(not any("\ud800" <= c <= "\udfff" for c in text), f"{text!r} holds half of a character")
    return str(text)


def rational(text: Any) -> Fraction:
    must(type(text) is int or (isinstance(text, str) and re.fullmatch(r"-?\d+(/\d+)?", text, re.ASCII)), "no rational number")
    value = str(text).split("/")
    must(len(value) == 1 or int(value[1]) > 0, "no rational number")
    found = Fraction(int(value[0]), int(value[1]) if len(value) == 2 else 1)
    must(str(found) == str(text), "a rational number that is not in lowest terms")
    return found


def written_number(text: Any) -> Fraction:
    must(isinstance(text, str), "a text is needed")
    return rational(text)


def whole(value: Any) -> int:
    must(type(value) is int, "an integer is needed")
    return int(value)


def listed(value: Any) -> list[Any]:
    must(isinstance(value, (list, tuple)), "a list is needed")
    return list(value)


def read_size(value: Any) -> Size:
    constant, parts = listed(value)
    rows = tuple((proper(n), written_number(c)) for n, c in map(listed, parts))
    must(list(rows) == sorted(dict(rows).items()) and all(c for _, c in rows), "names not sorted, or twice, or none of one")
    return Size(written_number(constant), rows)


def extent(size: Size) -> Size:
    must(size.parts or size.number, "nothing has this size")
    return size


def read_type(value: Any) -> Type:
    rows, cols = listed(value["shape"])
    over = tuple(extent(read_size(s)) for s in listed(value.get("over", [])))
    index = extent(read_size(value["index"])) if "index" in value else None
    parameters = tuple(map(read_type, listed(value["parameters"]))) if "parameters" in value else None
    kind = Type(value["sort"], extent(read_size(rows)), extent(read_size(cols)), over, index, parameters)
    must(kind.sort in SORTS, "no such sort")
    must(parameters is None or (not over and index is None), "a function of indices, or a family of functions")
    must(all(p.parameters is None for p in parameters or ()), "a function of functions")
    must(index is None or (kind.sort == "natural" and kind.shape == (ONE, ONE) and not over), "an index is a natural number")
    return kind


def read_term(value: Any) -> Term:
    head, args, data = listed(value)
    must(head in HEADS, f"no such head: {head}")
    number, least, kinds = HEADS[head]
    must(len(args) == number if number is not None else len(args) >= least, f"{head} has another number of arguments")
    must(len(data) == len(kinds), f"{head} has other data")
    found = tuple(_DATUM[kind](d) for kind, d in zip(kinds, data, strict=True))
    must(all(d.parts or d.number for d in found if isinstance(d, Size)) or head == "size", "nothing has this size")
    must(head != "fun" or found[0] in FUNCTIONS, "no such function")
    must(head != "const" or found[0] in ("pi", "e", "i", "oo"), "no such constant")
    must(head != "matrix" or min(found) >= 1, "a matrix has a row and a column")
    return term(head, tuple(map(read_term, args)), found)


def read_number_term(value: Any) -> Term:
    """A term that is no target of a passage to the limit: ∞ is nowhere in it."""
    found = read_term(value)
    must(INFINITY not in parts_of(found), "∞ stands only where something tends to it")
    return found


_DATUM: Mapping[str, Callable[[Any], Any]] = {
    "q": lambda d: written_number(d["q"]),
    "size": lambda d: read_size(d["size"]),
    "text": proper,
    "whole": whole,
}


def read_statement(value: Any) -> Statement:
    match value:
        case ["is", prop, t]:
            must(prop in PROPERTIES, "no such property")
            return ("is", prop, read_number_term(t))
        case ["in", t, sort]:
            must(sort in SORTS, "no such sort")
            return ("in", read_number_term(t), sort)
        case ["and", parts]:
            return ("and", tuple(map(read_statement, listed(parts))))
        case ["implies" | "iff" as how, first, second]:
            return (how, read_statement(first), read_statement(second))
        case ["tends", t, a]:
            target = read_term(a)
            must(target in INFINITIES or INFINITY not in parts_of(target), "no target")
            return ("tends", read_number_term(t), target)
        case ["in_probability", t, a]:
            return ("in_probability", read_number_term(t), read_number_term(a))
        case ["forall" | "exists" as how, names, body]:
            rows = tuple((proper(n), read_type(kind)) for n, kind in map(listed, names))
            must(len({n for n, _ in rows}) == len(rows), "a name is quantified twice")
            return (how, rows, read_statement(body))
        case [operator, left, right]:
            must(operator in RELATIONS, "no such relation")
            return (operator, read_number_term(left), read_number_term(right))
    raise Refused("no statement")


# ====================================================================== types of terms


class Names:
    """Typed names; the types of terms over them are remembered."""

    def __init__(self, types: Mapping[str, Type]) -> None:
        self.types = dict(types)
        self.kinds: dict[Term, Type] = {}
        self.inner: dict[tuple[str, Type], Names] = {}

    def with_name(self, label: str, kind: Type) -> Names:
        if self.types.get(label) == kind:
            return self
        key = (label, kind)
        if key not in self.inner:
            self.inner[key] = Names({**self.types, label: kind})
        return self.inner[key]

    def with_names(self, rows: Iterable[tuple[str, Type]]) -> Names:
        found = self
        for label, kind in rows:
            found = found.with_name(label, kind)
        return found

    def kind(self, t: Term) -> Type:
        found = self.kinds.get(t)
        if found is None:
            rule = TYPES.get(t.head)
            must(rule, f"{t.head} has no type")
            assert rule is not None
            found = self.kinds[t] = rule(t, self)
        return found

    def value(self, t: Term) -> Type:
        kind = self.kind(t)
        must(kind.is_value, "a number or an array is needed")
        return kind

    def number(self, t: Term) -> Type:
        kind = self.kind(t)
        must(kind.is_number, "a number is needed")
        return kind


def arrayed(shape: tuple[Size, Size], sort: str) -> Type:
    return Type(sort, *shape)


def _type_num(t: Term, names: Names) -> Type:
    q = t.data[0]
    return number_type("rational" if q.denominator != 1 else "natural" if q >= 0 else "integer")


def _type_name(t: Term, names: Names) -> Type:
    must(t.data[0] in names.types, f"nothing is known of {t.data[0]}")
    return names.types[t.data[0]]


def _type_add(t: Term, names: Names) -> Type:
    kinds = [names.value(a) for a in t.args]
    must(len({k.shape for k in kinds}) == 1, "summands differ in shape")
    return arrayed(kinds[0].shape, widest(*(k.sort for k in kinds)))


def _type_mul(t: Term, names: Names) -> Type:
    left = names.value(t.args[0])
    for a in t.args[1:]:
        right = names.value(a)
        sort = widest(left.sort, right.sort)
        if left.is_number or right.is_number:
            left = arrayed((right if left.is_number else left).shape, sort)
        else:
            must(left.cols == right.rows, "the factors of a product do not fit")
            left = arrayed((left.rows, right.cols), sort)
    return left


def _type_div(t: Term, names: Names) -> Type:
    top, bottom = map(names.value, t.args)
    must(bottom.is_number, "division by an array")
    return arrayed(top.shape, widest(top.sort, bottom.sort, "rational"))


def _type_pow(t: Term, names: Names) -> Type:
    base, exponent = names.value(t.args[0]), names.number(t.args[1])
    if not base.is_number:
        must(base.rows == base.cols and exponent.sort == "natural", "no power of a matrix")
        return base
    if exponent.sort in ("natural", "integer"):
        return number_type(base.sort if exponent.sort == "natural" else widest(base.sort, "rational"))
    first = t.args[0]
    positive = first == E_TERM or (first.head == "num" and first.data[0] > 0)
    return number_type("real" if positive and exponent.sort != "complex" else "complex")


def _type_root(t: Term, names: Names) -> Type:
    kinds = [names.number(a) for a in t.args]
    return number_type(widest("real", kinds[0].sort))


def _type_natural_function(t: Term, names: Names) -> Type:
    sort = widest("natural", *(names.number(a).sort for a in t.args))
    return number_type("real" if sort in ("rational", "real") else sort)


def _type_fun(t: Term, names: Names) -> Type:
    kind, which = names.value(t.args[0]), t.data[0]
    must(which not in ("relu", "step", "sign", "floor", "ceiling") or kind.sort != "complex", f"{which} of a complex number")
    if which in ("floor", "ceiling"):
        return arrayed(kind.shape, "integer")
    sort = "real" if which in ("re", "im", "abs") else kind.sort if which == "conj" else widest(kind.sort, "real")
    return arrayed(kind.shape, sort)


def _type_square(t: Term, names: Names) -> Type:
    kind = names.value(t.args[0])
    must(kind.rows == kind.cols, f"{t.head} of what is not square")
    if t.head == "inverse":
        return arrayed(kind.shape, widest(kind.sort, "rational"))
    return number_type(widest(kind.sort, "integer") if t.head == "det" else kind.sort)


def _type_diag(t: Term, names: Names) -> Type:
    kind = names.value(t.args[0])
    must(kind.cols == ONE, "the diagonal matrix of a column is meant")
    return arrayed((kind.rows, kind.rows), kind.sort)


def _type_alike(t: Term, names: Names) -> Type:
    first, second = map(names.value, t.args)
    must(first.shape == second.shape, "two arrays of one shape are needed")
    sort = widest(first.sort, second.sort)
    return number_type(sort) if t.head == "inner" else arrayed(first.shape, sort)


def _type_kron(t: Term, names: Names) -> Type:
    first, second = map(names.value, t.args)
    sides = []
    for a, b in zip(first.shape, second.shape, strict=True):
        must(a.number is not None or b.number is not None, "a Kronecker product of symbolic sizes")
        factor, other = (a.constant, b) if a.number is not None else (b.constant, a)
        sides.append(Size(other.constant * factor, tuple((n, c * factor) for n, c in other.parts if factor)))
    return arrayed((sides[0], sides[1]), widest(first.sort, second.sort))


def _type_softmax(t: Term, names: Names) -> Type:
    kind = names.value(t.args[0])
    must(kind.sort != "complex" and (t.head == "rowsoftmax" or kind.cols == ONE), "no softmax of this")
    return arrayed(kind.shape, "real")


def _type_rows(t: Term, names: Names) -> Type:
    kind = names.value(t.args[0])
    must(kind.rows == ONE, "a row is needed")
    return arrayed((t.data[0], kind.cols), kind.sort)


def _type_matrix(t: Term, names: Names) -> Type:
    rows, cols = t.data
    must(rows * cols == len(t.args), "a matrix with another number of entries")
    sort = widest("natural", *(names.number(a).sort for a in t.args))
    return arrayed((Size(Fraction(rows), ()), Size(Fraction(cols), ())), sort)


def check_index(t: Term, size: Size, names: Names) -> None:
    """The term is an index of the range."""
    if t.head == "num":
        q = t.data[0]
        must(q.denominator == 1 and q >= 1 and (size.number is None or q <= size.number), "no index of this range")
        return
    must(names.kind(t).runs == size, "an index of another range")


def _type_entry(t: Term, names: Names) -> Type:
    array, places = names.value(t.args[0]), t.args[1:]
    sides = [s for s in array.shape if s != ONE] if len(places) == 1 else list(array.shape)
    must(len(sides) == len(places), "another number of indices")
    for place, side in zip(places, sides, strict=True):
        check_index(place, side, names)
    return number_type(array.sort)


def _type_delta(t: Term, names: Names) -> Type:
    ranges = [r for a in t.args if a.head != "num" and (r := names.kind(a).runs) is not None]
    must(ranges, "no indices to compare")
    for a in t.args:
        check_index(a, ranges[0], names)
    return number_type("natural")


def _type_member(t: Term, names: Names) -> Type:
    kind = names.types.get(t.data[0])
    must(kind is not None and kind.over and len(kind.over) == len(t.args), f"{t.data[0]} is no such family")
    assert kind is not None
    for place, side in zip(t.args, kind.over, strict=True):
        check_index(place, side, names)
    return arrayed(kind.shape, kind.sort)


def _type_cov(t: Term, names: Names) -> Type:
    kinds = [names.value(a) for a in t.args]
    must(len(kinds) <= 2 and all(k.cols == ONE for k in kinds), "a covariance is of columns, one or two")
    must(all(k.sort != "complex" for k in kinds), "a covariance is of real columns")
    return arrayed((kinds[0].rows, kinds[-1].rows), "real")


def _type_over_range(t: Term, names: Names) -> Type:
    label, size = t.data
    for left_out in t.args[1:]:
        check_index(left_out, size, names)
    kind = names.with_name(label, index_type(size)).value(t.args[0])
    must(t.head == "sum" or kind.is_number, "a product of arrays over an index")
    return kind


def _type_sum_between(t: Term, names: Names) -> Type:
    for bound in t.args[1:]:
        must(names.number(bound).sort in ("natural", "integer"), "bounds are integers")
    return names.with_name(t.data[0], bound_type(t, names)).value(t.args[0])


def _type_integral(t: Term, names: Names) -> Type:
    ends = {"up": 1, "down": 1, "both": 0}
    must(t.head == "integral" or ends.get(t.data[1]) == len(t.args) - 1, "an integral with other bounds")
    must(all(names.number(bound).sort != "complex" for bound in t.args[1:]), "the bounds of an integral are real")
    kind = names.with_name(t.data[0], bound_type(t, names)).number(t.args[0])
    must(kind.sort != "complex", "what is integrated is a real number")
    return number_type("real")


def _type_derivative(t: Term, names: Names) -> Type:
    body, point_, *places = t.args
    kind = names.kind(point_)
    must(kind.sort == "real" and kind.runs is None and kind.parameters is None, "a derivative is by something real")
    value_ = names.with_name(t.data[0], kind).value(body)
    sides = [*kind.over, *(s for s in kind.shape if s != ONE)]
    must(len(places) in (len(kind.over), len(sides)), "a derivative is by all, by a member, or by an entry")
    for place, side in zip(places, sides[: len(places)], strict=True):
        check_index(place, side, names)
    sort = widest("real", value_.sort)
    if len(places) == len(sides):
        return arrayed(value_.shape, sort)
    if value_.is_number:
        return arrayed(kind.shape, sort)
    must(value_.cols == ONE and kind.cols == ONE, "there is no array of derivatives of this by that")
    return arrayed((value_.rows, kind.rows), sort)


def _type_call(t: Term, names: Names) -> Type:
    kind = names.types.get(t.data[0])
    must(kind is not None and kind.parameters is not None, f"{t.data[0]} is no function")
    assert kind is not None and kind.parameters is not None
    must(len(kind.parameters) == len(t.args), "another number of arguments")
    for a, wanted in zip(t.args, kind.parameters, strict=True):
        found = names.value(a)
        must(found.shape == wanted.shape and widest(found.sort, wanted.sort) == wanted.sort, "an argument of another type")
    return arrayed(kind.shape, kind.sort)


def _type_var(t: Term, names: Names) -> Type:
    must(names.number(t.args[0]).sort != "complex", "a variance is of a real number")
    return number_type("real")


def _type_expect(t: Term, names: Names) -> Type:
    kind = names.value(t.args[0])
    return arrayed(kind.shape, widest(kind.sort, "real"))


def _type_norm(t: Term, names: Names) -> Type:
    names.value(t.args[0])
    return number_type("real")


def _type_neg(t: Term, names: Names) -> Type:
    kind = names.value(t.args[0])
    return arrayed(kind.shape, widest(kind.sort, "integer"))


def _type_transpose(t: Term, names: Names) -> Type:
    kind = names.value(t.args[0])
    return arrayed((kind.cols, kind.rows), kind.sort)


TYPES: Mapping[str, Callable[[Term, Names], Type]] = {
    "num": _type_num,
    "name": _type_name,
    "const": lambda t, names: number_type("complex" if t.data[0] == "i" else "real"),
    "size": lambda t, names: number_type("natural"),
    "identity": lambda t, names: arrayed((t.data[0], t.data[0]), "natural"),
    "zeros": lambda t, names: arrayed(t.data, "natural"),
    "ones": lambda t, names: arrayed(t.data, "natural"),
    "add": _type_add,
    "neg": _type_neg,
    "mul": _type_mul,
    "div": _type_div,
    "pow": _type_pow,
    "sqrt": _type_root,
    "root": _type_root,
    "factorial": _type_natural_function,
    "binomial": _type_natural_function,
    "fun": _type_fun,
    "transpose": _type_transpose,
    "inverse": _type_square,
    "trace": _type_square,
    "det": _type_square,
    "diag": _type_diag,
    "hadamard": _type_alike,
    "inner": _type_alike,
    "kron": _type_kron,
    "norm": _type_norm,
    "rowsoftmax": _type_softmax,
    "softmax": _type_softmax,
    "rows": _type_rows,
    "matrix": _type_matrix,
    "entry": _type_entry,
    "delta": _type_delta,
    "member": _type_member,
    "expect": _type_expect,
    "var": _type_var,
    "cov": _type_cov,
    "sum": _type_over_range,
    "product": _type_over_range,
    "sum_between": _type_sum_between,
    "integral": _type_integral,
    "improper": _type_integral,
    "call": _type_call,
    "derivative": _type_derivative,
}
"""The type of each head."""


def check_property(prop: str, kind: Type) -> None:
    bare = kind.is_value and kind.runs is None
    if prop in SQUARE:
        must(bare and not kind.is_number and kind.rows == kind.cols, f"{prop} is said of what is no square matrix")
    if prop in ("permutation", "positive", "nonnegative", "negative"):
        must(kind.parameters is None and kind.runs is None and kind.sort != "complex", f"{prop} is said of something else")
    if prop == "random":
        must(kind.parameters is None and kind.runs is None, "a function or an index is said to be random")
    if prop == "size":
        must(bare and kind.is_number and kind.sort != "complex", "a size is a number")


def check_statement(s: Statement, names: Names) -> None:
    """Everything in it has a type, and fits."""
    match s[0]:
        case "is":
            must(s[1] != "random", "what is random is declared so")
            check_property(s[1], names.kind(s[2]))
        case "in":
            names.kind(s[1])
        case "tends":
            names.kind(s[1])
        case "in_probability":
            must(names.kind(s[1]).shape == names.kind(s[2]).shape, "a limit in probability of another shape")
        case "forall" | "exists":
            check_statement(s[2], names.with_names(s[1]))
        case "and" | "implies" | "iff":
            for part in below(s):
                check_statement(part, names)
        case operator:
            left, right = names.kind(s[1]), names.kind(s[2])
            must(left.shape == right.shape, "the sides of a relation differ in shape")
            must(operator not in ORDERS or left.is_number, "an order is one between numbers")


# ====================================================================== where terms are defined


def domain_of_term(t: Term, names: Names) -> dict[Statement, None]:
    found: dict[Statement, None] = {}
    _domain(t, names, found)
    return found


def _domain(t: Term, names: Names, found: dict[Statement, None], moving: frozenset[str] = frozenset()) -> None:
    """`moving`: names by which a derivative around is taken."""
    if t.head == "derivative":
        label, point_ = t.data[0], t.args[1]
        inner: dict[Statement, None] = {}
        _domain(t.args[0], names.with_name(label, names.kind(point_)), inner, moving | {label})
        for s in inner:
            found[at_values(s, {label: point_}) if point_ != name(label) else s] = None
        return
    if t.head in BINDERS:
        label, body, kind = t.data[0], t.args[0], bound_type(t, names)
        if label in t.free:  # free in the bounds, or left out: another name is bound
            label = next(new for k in count() if (new := f"{t.data[0]}_{k}") not in t.free | body.free)
            body = substitute(body, {t.data[0]: name(label)})
        here = name(label)
        inside: dict[Statement, None] = {}
        if t.head == "improper":
            _domain(body, names.with_name(label, kind), inside, moving - {label})
            for s in inside:
                if label in free_of(s):
                    if len(t.args) > 1:
                        ends = (t.args[1], here) if t.data[1] == "up" else (here, t.args[1])
                        s = ("implies", ("<=", *ends), s)
                    s = ("forall", ((label, kind),), s)
                found[s] = None
            for a in t.args[1:]:
                _domain(a, names, found, moving)
            return
        if t.head == "integral":
            order = written_order(t.args[1], t.args[2])
            ways = [w for w, other in ((t.args[1:], "down"), (t.args[:0:-1], "up")) if order != other]
            _domain(body, names.with_name(label, kind), inside, moving - {label})
            for s in inside:
                for low, high in ways if label in free_of(s) else ():
                    found[("forall", ((label, kind),), ("implies", ("and", (("<=", low, here), ("<=", here, high))), s))] = None
                if label not in free_of(s):
                    found[s] = None
            for a in t.args[1:]:
                _domain(a, names, found, moving)
            return
        if t.head == "sum_between":
            summed = [("<=", t.args[1], here), ("<=", here, t.args[2])]
        else:
            summed = [("!=", here, a) for a in t.args[1:]]
        _domain(body, names.with_name(label, kind), inside, moving - {label})
        for s in inside:
            if label in free_of(s):
                if summed:
                    s = ("implies", ("and", tuple(summed)) if len(summed) > 1 else summed[0], s)
                s = ("forall", ((label, kind),), s)
            found[s] = None
        for a in t.args[1:]:
            _domain(a, names, found, moving)
        return
    if t.head == "pow" and t.args[0].head == "norm" and _is_even(t.args[1]):
        _domain(t.args[0].args[0], names, found, moving)
        return
    for a in t.args:
        _domain(a, names, found, moving)
    own = _own_domain(t, names)
    if own is not None and not _plainly(own):
        found[own] = None
    if t.args and not moving.isdisjoint(t.args[0].free):
        smooth = _smooth(t, names)
        if smooth is not None:
            found[smooth] = None


def written_order(low: Term, high: Term) -> str:
    """`up` if low ≤ high, `down` if low > high, of numbers q + r π made of rational numbers and π by + - · /; else `unknown`."""
    first, second = with_turns(low), with_turns(high)
    if first is None or second is None:
        return "unknown"
    ends = [second[0] - first[0] + (second[1] - first[1]) * p for p in (Fraction(333, 106), Fraction(355, 113))]
    return "up" if min(ends) >= 0 else "down" if max(ends) < 0 else "unknown"


def with_turns(t: Term) -> tuple[Fraction, Fraction] | None:
    """q and r of a number q + r π."""
    if t.head == "num":
        return t.data[0], Fraction(0)
    if t == PI_TERM:
        return Fraction(0), Fraction(1)
    if t.head not in ("neg", "add", "mul", "div"):
        return None
    found: tuple[Fraction, Fraction] | None = None
    for a in t.args:
        part = with_turns(a)
        if part is None:
            return None
        if t.head == "neg":
            return -part[0], -part[1]
        if found is None:
            found = part
        elif t.head == "add":
            found = found[0] + part[0], found[1] + part[1]
        elif t.head == "mul" and not (found[1] and part[1]):
            found = found[0] * part[0], found[0] * part[1] + found[1] * part[0]
        elif t.head == "div" and part[0] and not part[1]:
            found = found[0] / part[0], found[1] / part[0]
        else:
            return None
    return found


def _is_even(exponent: Term) -> bool:
    return exponent.head == "num" and exponent.data[0] > 0 and exponent.data[0].denominator == 1 and exponent.data[0] % 2 == 0


def _smooth(t: Term, names: Names) -> Statement | None:
    """What must hold besides where a derivative is taken through the first argument."""
    first = t.args[0]
    match t.head:
        case "norm":
            return ("!=", t, ZERO_TERM)
        case "sqrt":
            return ("!=", first, ZERO_TERM)
        case "pow" | "root":
            return ("!=", first, ZERO_TERM) if _sort_in_exponent(t.args[1], names) not in ("natural", "integer") else None
        case "fun" if t.data[0] in ("abs", "sign", "relu", "step", "log") and names.kind(first).is_number:
            return ("!=", first, ZERO_TERM)
    return None


def _own_domain(t: Term, names: Names) -> Statement | None:
    if t.head == "div":
        return ("!=", t.args[1], ZERO_TERM)
    if t.head == "inverse":
        return ("is", "invertible", t.args[0])
    if t.head == "pow":
        return _power_domain(t.args[0], t.args[1], names)
    if t.head == "sqrt" and names.kind(t.args[0]).sort != "complex":
        return (">=", t.args[0], ZERO_TERM)
    if t.head != "fun":
        return None
    which, x = t.data[0], t.args[0]
    if which == "log":
        return (">" if names.kind(x).sort != "complex" else "!=", x, ZERO_TERM)
    if which in ("tan", "sec", "cot", "csc"):
        return ("!=", fun("cos" if which in ("tan", "sec") else "sin", x), ZERO_TERM)
    if which in ("arcsin", "arccos") and names.kind(x).sort != "complex":
        return ("<=", fun("abs", x), ONE_TERM)
    return None


def _power_domain(base: Term, exponent: Term, names: Names) -> Statement | None:
    kind, sort = names.kind(base), _sort_in_exponent(exponent, names)
    if not kind.is_number or sort == "natural" or base == E_TERM:
        return None
    if exponent.head == "num":
        q = exponent.data[0]
        if q.denominator == 1 or kind.sort == "complex":
            return ("!=", base, ZERO_TERM) if q < 0 else None
        return (">=" if q > 0 else ">", base, ZERO_TERM)
    return ("!=" if sort == "integer" or kind.sort == "complex" else ">", base, ZERO_TERM)


def _sort_in_exponent(exponent: Term, names: Names) -> str:
    """The sort of a term, but for sizes in it that need not be natural numbers, as n/2 and n - 2."""
    own = names.kind(exponent).sort
    nodes = list(parts_of(exponent))
    doubtful = [
        s for n in nodes for s in n.data if isinstance(s, Size) and not (s.surely_positive and s.is_whole) and s.number is None
    ]
    if own not in ("natural", "integer") or not doubtful:
        return own
    counted = any(n.head in ("factorial", "binomial", "pow") for n in nodes)  # 2^(n - 5) need not be whole
    return "integer" if all(s.is_whole for s in doubtful) and not counted else "real"


def _plainly(s: Statement) -> bool:
    """A comparison of numbers written out that holds, or of a size that is surely positive with 0."""
    if s[0] not in ("!=", ">", ">=", "<="):
        return False
    left, right = s[1], s[2]
    if left.head == "size" and s[0] != "<=" and right == ZERO_TERM:
        return bool(left.data[0].surely_positive)
    if left.head != "num" or right.head != "num":
        return False
    a, b = left.data[0], right.data[0]
    return bool({"!=": a != b, ">": a > b, ">=": a >= b, "<=": a <= b}[s[0]])


def domain_of(s: Statement, names: Names) -> dict[Statement, None]:
    """The conditions for the terms of a statement, without those about a name quantified in it."""
    found: dict[Statement, None] = {}
    if s[0] in ("and", "implies", "iff"):
        for part in below(s):
            found.update(domain_of(part, names))
    elif s[0] in ("forall", "exists"):
        bound = {n for n, _ in s[1]}
        found.update((c, None) for c in domain_of(s[2], names.with_names(s[1])) if bound.isdisjoint(free_of(c)))
    else:
        for t in s[2:] if s[0] == "is" else s[1:2] if s[0] in ("in", "tends") else s[1:]:
            _domain(t, names, found)
    return found


def domain_about(rows: Sequence[tuple[str, Type]], s: Statement, names: Names) -> list[Statement]:
    """Of the domain of a statement what is about one of the names."""
    bound = {n for n, _ in rows}
    return [c for c in domain_of(s, names.with_names(rows)) if not bound.isdisjoint(free_of(c))]


# ====================================================================== terms in place of names


def inner_products_alike(t: Term, image: Term, values: Mapping[str, Term], before: Names, after: Names) -> bool:
    """Whether every inner product of t is of complex numbers just if it is in the image, where terms stand for names."""
    if t.head == "name" and t.data[0] in values:
        return True
    if (
        t.head == "inner"
        and len({"complex" in [names.kind(a).sort for a in x.args] for x, names in ((t, before), (image, after))}) > 1
    ):
        return False
    for k, (a, b) in enumerate(zip(t.args, image.args, strict=True)):
        if k == 0 and t.head in BINDERS:
            rest = {n: v for n, v in values.items() if n != t.data[0]}
            inner = before.with_name(t.data[0], bound_type(t, before)), after.with_name(image.data[0], bound_type(image, after))
            if not inner_products_alike(a, b, rest, *inner):
                return False
        elif not inner_products_alike(a, b, values, before, after):
            return False
    return True


def keep_inner_products(t: Term, values: Mapping[str, Term], before: Names, after: Names) -> None:
    if any(x.head == "inner" for x in parts_of(t)):
        must(inner_products_alike(t, substitute(t, values), values, before, after), "an inner product changes its kind")


def asked_besides(
    s: Statement,
    values: Mapping[str, Term],
    before: Names,
    after: Names,
    bound: frozenset[str] = frozenset(),
    guarded: bool = False,
) -> dict[Statement, None]:
    """What a statement asks of its terms at names and not at the terms in their place, or the other way, where that counts.

    `bound`: names quantified above; `guarded`: under an implication or an equivalence. Refused if it is about one of `bound`.
    """
    found: dict[Statement, None] = {}
    for part in below(s):
        rows = s[1] if s[0] in ("forall", "exists") else ()
        names = before.with_names(rows), after.with_names(rows)
        joins = guarded or s[0] in ("implies", "iff")
        found.update(asked_besides(part, values, *names, bound | {n for n, _ in rows}, joins))
    for t in () if below(s) else terms_in(s):
        live = {n: v for n, v in values.items() if n not in bound}
        keep_inner_products(t, live, before, after)
        if (bound or guarded) and not t.free.isdisjoint(live):
            at_names = [c for c in (at_values(c, live) for c in domain_of_term(t, before)) if not _plainly(c)]
            at_terms = domain_of_term(substitute(t, live), after)
            new = [c for c in at_names if c not in at_terms] + [c for c in at_terms if c not in at_names]
            must(all(bound.isdisjoint(free_of(c)) for c in new), "a quantified name would stand for other values")
            found.update(dict.fromkeys(new if guarded else ()))
    return found


# ====================================================================== sums

# An atom is a tuple: ("T", name, indices), ("C", name, indices), ("D", i, j), ("I",), ("X", sum), ("F", name, sum),
# ("K", name, (sum, …)), ("S", sum), ("E", sum). An index is (base, maps); a base is a bound number, a name, or "#3".

Index = tuple[Any, tuple[str, ...]]
Atom = tuple[Any, ...]
Factor = tuple[Atom, Fraction]


class Mono(NamedTuple):
    c: Fraction
    bounds: tuple[tuple[int, Size], ...]
    factors: tuple[Factor, ...]


Sum = tuple[Mono, ...]
UNIT = Fraction(1)
HALF = Fraction(1, 2)
NOTHING: Sum = ()
UNITY: Sum = (Mono(UNIT, (), ()),)
FIRST: Index = ("#1", ())
ROW: Index = ("@0", ())
COLUMN: Index = ("@1", ())
NUMBER_OF, PI = "#", "#pi"


def number_sum(c: Fraction | int) -> Sum:
    return (Mono(Fraction(c), (), ()),) if c else NOTHING


def one_atom(a: Atom, q: Fraction | int = 1) -> Sum:
    return (Mono(UNIT, (), ((a, Fraction(q)),)),)


def scaled(c: Fraction | int, s: Sum) -> Sum:
    return tuple(Mono(not_too_long(m.c * c), m.bounds, m.factors) for m in s) if c else NOTHING


def with_atom(s: Sum, a: Atom, q: Fraction | int = 1) -> Sum:
    return tuple(Mono(m.c, m.bounds, (*m.factors, (a, Fraction(q)))) for m in s)


def size_sum(size: Size) -> Sum:
    return tuple(Mono(c, (), ((("T", n, ()), UNIT),)) for n, c in size.parts) + number_sum(size.constant)


def inside(a: Atom) -> tuple[Sum, ...]:
    """The sums in an atom."""
    match a[0]:
        case "X" | "S" | "E":
            return (a[1],)
        case "F":
            return (a[2],)
        case "K":
            return a[2]  # type: ignore[no-any-return]
    return ()


def over(a: Atom, sums: Sequence[Sum]) -> Atom:
    """The atom over other sums."""
    match a[0]:
        case "X" | "S" | "E":
            return (a[0], sums[0])
        case "F":
            return ("F", a[1], sums[0])
        case "K":
            return ("K", a[1], tuple(sums))
    return a


def indices(a: Atom) -> tuple[Index, ...]:
    return a[2] if a[0] in ("T", "C") else a[1:] if a[0] == "D" else ()


def free_in(*factors: Factor) -> set[Any]:
    """Bases that occur in the factors and are not bound inside them."""
    found: set[Any] = set()
    for a, _ in factors:
        found.update(i[0] for i in indices(a))
        for s in inside(a):
            found |= free_in_sum(s)
    return found


def free_in_mono(m: Mono) -> set[Any]:
    return free_in(*m.factors) - {b for b, _ in m.bounds}


def free_in_sum(s: Sum) -> set[Any]:
    found: set[Any] = set()
    for m in s:
        found |= free_in_mono(m)
    return found


def inverted(p: str) -> str:
    return p[:-3] if p.endswith("^-1") else p + "^-1"


def mapped(p: str, i: Index) -> Index:
    return (i[0], i[1][1:]) if i[1] and i[1][0] == inverted(p) else (i[0], (p, *i[1]))


def undone(i: Index, value: Index) -> Index:
    """What the base of i is if i is the value."""
    return reduce(lambda v, p: mapped(inverted(p), v), i[1], value)


def is_literal(base: Any) -> bool:
    return isinstance(base, str) and base[0] == "#"


def literal(i: Index) -> int | None:
    return int(i[0][1:]) if is_literal(i[0]) and not i[1] else None


def put_index(i: Index, values: Mapping[Any, Index]) -> Index:
    if i[0] not in values:
        return i
    return reduce(lambda v, p: mapped(p, v), reversed(i[1]), values[i[0]])


def not_too_long(c: Fraction) -> Fraction:
    must(max(c.numerator.bit_length(), c.denominator.bit_length()) <= MOST_BITS, "a number grows too large")
    return c


def raised(c: Fraction, k: int) -> Fraction:
    must(max(c.numerator.bit_length(), c.denominator.bit_length()) * abs(k) <= MOST_BITS, "a number grows too large")
    return c**k


# ====================================================================== contexts


class Context:
    """Declarations, hypotheses, distinct indices; in a tree also the signs that comparisons among the hypotheses give."""

    def __init__(
        self,
        declared: Mapping[str, tuple[Type, frozenset[str]]],
        hypotheses: Sequence[Statement],
        distinct: frozenset[frozenset[str]],
        root: Context | None = None,
    ) -> None:
        self.declared = dict(declared)
        self.hypotheses = tuple(hypotheses)
        self.distinct = distinct
        types = {n: kind for n, (kind, _) in declared.items()}
        self.names: Names = root.names.with_names(types.items()) if root else Names(types)
        self.extents = frozenset[Extent]().union(*(extents_of(k) for k, _ in declared.values()))
        self.sizes = frozenset[str]().union(*(size.names for size, _ in self.extents))
        self.had = {size: least for least in (0, 1) for size, wanted in self.extents if wanted == least}
        self.had.update((k.runs, 1) for k, _ in declared.values() if k.runs is not None)
        self.known = frozenset(self.hypotheses)
        self.says = frozenset(row for h in self.hypotheses if (row := self._said(h)))
        self.signs: dict[Any, tuple[int, bool]] | None = None
        self.moving: dict[Any, tuple[frozenset[str], bool]] = {}

    def _said(self, h: Statement) -> tuple[str, str] | None:
        """(name, property) if a hypothesis says that."""
        if h[0] == "is":
            return (h[2].data[0], h[1]) if h[2].head == "name" and h[2].data[0] in self.declared else None
        if h[0] not in ("<", "<=", ">", ">=", "!="):
            return None
        operator, left, right = h
        if left.head == "num" and right.head == "name":
            operator, left, right = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}[operator], right, left
        if left.head != "name" or right.head != "num" or left.data[0] not in self.declared:
            return None
        label, c = left.data[0], right.data[0]
        kind = self.declared[label][0]
        if not kind.is_number or kind.sort == "complex":
            return None
        if (operator == ">" and c >= 0) or (operator == ">=" and c > 0):
            return label, "positive"
        if (operator == "<" and c <= 0) or (operator == "<=" and c < 0):
            return label, "negative"
        if c == 0 and operator in (">=", "!="):
            return label, "nonnegative" if operator == ">=" else "nonzero"
        return None

    def declares(self, label: str, prop: str) -> bool:
        return label in self.declared and prop in self.declared[label][1]

    def has(self, label: str, prop: str) -> bool:
        return self.declares(label, prop) or (label, prop) in self.says

    def type_of(self, label: str) -> Type:
        return self.declared[label][0] if label in self.declared else number_type("natural")

    def sort(self, label: str) -> str:
        return "real" if label == PI else "natural" if label == NUMBER_OF else self.type_of(label).sort

    def is_size(self, label: str) -> bool:
        return label not in self.declared or self.declares(label, "size") or label in self.sizes

    def least(self, size: Size) -> int:
        """The least natural number that the size may be, -1 if it need be none; what something declared has is at least 1.

        But a range of arguments is at least 0: of nothing there is one function.
        """
        return max(-1 if size.least is None else size.least, self.had.get(size, -1))

    def beyond(self, t: Term, size: Size) -> bool:
        """Whether a literal may be no index of the range."""
        return bool(t.head == "num" and t.data[0] > self.least(size))

    def must_be_sizes(self, extents: Iterable[Extent], labels: Iterable[str]) -> None:
        """Sizes are natural numbers, of arrays from 1, whatever their names stand for, and names of sizes are declared so."""
        for size, wanted in extents:
            must(self.least(size) >= wanted, "a size that need not be a natural number, or a side of length 0")
        for label in self.declared.keys() & frozenset(labels):
            kind, props = self.declared[label]
            must("random" not in props, "a size is random")
            counted = kind.is_number and kind.sort in ("natural", "integer") and "positive" in props
            must(counted or "size" in props or label in self.sizes, f"{label} is a size, and not declared as one")

    def with_names(self, rows: Iterable[tuple[str, Type]]) -> Context:
        new = {n: (kind, frozenset[str]()) for n, kind in rows}
        return Context({**self.declared, **new}, self.hypotheses, self.distinct, self) if new else self

    def assuming(self, *statements: Statement) -> Context:
        """Longer hypotheses; conjuncts one by one. Two indices of one range said to differ are distinct."""
        parts = [c for s in statements for c in conjuncts(s)]
        pairs = set(self.distinct)
        for c in parts:
            if c[0] == "!=" and c[1].head == c[2].head == "name" and c[1] != c[2]:
                kinds = [self.type_of(t.data[0]) for t in c[1:]]
                if kinds[0].runs is not None and kinds[0] == kinds[1]:
                    pairs.add(frozenset(t.data[0] for t in c[1:]))
        return Context(self.declared, (*self.hypotheses, *parts), frozenset(pairs), self)

    def where_bound(self, rows: Sequence[tuple[str, Type]]) -> Context:
        """The context where names are bound: what hypotheses say about names of theirs is not about them."""
        if not rows:
            return self
        bound = {n for n, _ in rows}
        kept = tuple(h if bound.isdisjoint(free_of(h)) else TRIVIAL for h in self.hypotheses)
        new = {n: (kind, frozenset[str]()) for n, kind in rows}
        distinct = frozenset(p for p in self.distinct if bound.isdisjoint(p))
        inner = Context({**self.declared, **new}, kept, distinct, self)
        if self.signs is not None:
            inner.signs = {}
            given_signs(inner)
        return inner


TRIVIAL: Statement = ("=", ZERO_TERM, ZERO_TERM)


@lru_cache(maxsize=4096)
def extents_of(kind: Type) -> frozenset[Extent]:
    own = [(s, 1) for s in (kind.rows, kind.cols, *kind.over)] + ([] if kind.runs is None else [(kind.runs, 0)])
    return frozenset(own).union(*map(extents_of, kind.parameters or ()))


def sizes_of(kind: Type) -> frozenset[str]:
    return frozenset[str]().union(*(size.names for size, _ in extents_of(kind)))


def extents_in(s: Statement) -> frozenset[Extent]:
    """Of the terms of a statement, and of what it quantifies."""
    rows = [k for p in all_statements(s) if p[0] in ("forall", "exists") for _, k in p[1]]
    return frozenset[Extent]().union(*map(extents_of, rows), *(t.extents for t in terms_in(s)))


def sizes_in(s: Statement) -> frozenset[str]:
    """Names in the sizes of what a statement is about."""
    return frozenset[str]().union(*(size.names for size, _ in extents_in(s)), *(t.inner_sizes for t in terms_in(s)))


def bound_in(statements: Iterable[Statement]) -> frozenset[str]:
    """Names that statements quantify, or bind in a term."""
    found = frozenset[str]()
    for s in statements:
        found = found.union(*(t.bound for t in terms_in(s)))
        found = found.union(n for p in all_statements(s) if p[0] in ("forall", "exists") for n, _ in p[1])
    return found


class Fact(NamedTuple):
    pattern: Mono
    value: Sum
    parameters: Mapping[Any, Size]


class Work:
    """Sums over a context being made and rewritten: fresh bound numbers, ranges, facts, conditions raised."""

    def __init__(self, context: Context, spent: list[int], sizes: frozenset[str] = frozenset()) -> None:
        self.context = context
        self.spent = spent
        self.sizes = sizes
        self.conditions: dict[Statement, None] = {}
        self.facts: list[Fact] = []
        self.ranges: dict[Any, Size] = {n: k.runs for n, (k, _) in context.declared.items() if k.runs is not None}
        self.numbers = count()

    def spend(self, amount: int = 1) -> None:
        self.spent[0] += amount
        must(self.spent[0] <= MOST_STEPS, "too many steps")

    def fresh(self, size: Size) -> int:
        number = next(self.numbers)
        self.ranges[number] = size
        return number

    def require(self, s: Statement) -> None:
        if s not in self.context.known:
            self.conditions[s] = None

    # ------------------------------------------------------------------ indices

    def map_size(self, p: str) -> Size:
        label = p.removesuffix("^-1")
        must(self.context.has(label, "permutation") and not self.context.declares(label, "random"), f"{label} is no permutation")
        return self.context.type_of(label).rows

    def range_of(self, i: Index) -> Size | None:
        """The range of an index; `None` of a literal."""
        base, maps = i
        if is_literal(base):
            must(base[1:].isdecimal() and int(base[1:]) >= 1, "no literal index")
            if not maps:
                return None
            found = self.map_size(maps[-1])
            self.fits((base, ()), found)
        else:
            must(base in self.ranges, f"{base} is no index")
            found = self.ranges[base]
        must(all(self.map_size(p) == found for p in maps), "a permutation of another range")
        return found

    def fits(self, i: Index, size: Size) -> None:
        found = self.range_of(i)
        if found is not None:
            must(found == size, "an index of another range")
            return
        value = literal(i)
        assert value is not None
        if size.number is not None:
            must(value <= size.number, "an index beyond its range")
        elif value > self.context.least(size):
            self.require((">=", term("size", (), (size,)), num(value)))

    def compared(self, i: Index, j: Index) -> Size | None:
        first, second = self.range_of(i), self.range_of(j)
        must(first is None or second is None or first == second, "indices of different ranges are compared")
        return first if first is not None else second

    # ------------------------------------------------------------------ substitution and products

    def put_atom(self, a: Atom, values: Mapping[Any, Index]) -> Atom:
        if a[0] in ("T", "C"):
            return (a[0], a[1], tuple(put_index(i, values) for i in a[2]))
        if a[0] == "D":
            return ("D", put_index(a[1], values), put_index(a[2], values))
        if free_in((a, UNIT)).isdisjoint(values):
            return a
        return over(a, [self.put(s, values) for s in inside(a)])

    def put_factors(self, factors: Iterable[Factor], values: Mapping[Any, Index]) -> tuple[Factor, ...]:
        return tuple((self.put_atom(a, values), q) for a, q in factors)

    def put_mono(self, m: Mono, values: Mapping[Any, Index]) -> Mono:
        """Free bases replaced, bounds fresh."""
        bounds = tuple((self.fresh(size), size) for _, size in m.bounds)
        inner = {**values, **{old: (new, ()) for (old, _), (new, _) in zip(m.bounds, bounds, strict=True)}}
        return Mono(m.c, bounds, self.put_factors(m.factors, inner))

    def put(self, s: Sum, values: Mapping[Any, Index]) -> Sum:
        return tuple(self.put_mono(m, values) for m in s)

    def product(self, first: Sum, second: Sum) -> Sum:
        must(len(first) * len(second) <= MOST_SUMMANDS, "a product grows too large")
        factors = len(first) * sum(len(m.factors) for m in second) + len(second) * sum(len(m.factors) for m in first)
        must(factors <= MOST_FACTORS, "a product grows too large")
        found = []
        for m in first:
            for p in second:
                n = self.put_mono(p, {}) if p.bounds else p
                found.append(Mono(not_too_long(m.c * n.c), m.bounds + n.bounds, m.factors + n.factors))
        self.spend(len(found) + factors // 4)
        return tuple(found)

    def power(self, s: Sum, k: int) -> Sum:
        for m in s:
            raised(m.c, k)
        must(len(s) ** k <= MOST_SUMMANDS, "a power grows too large")
        return reduce(lambda found, _: self.product(found, s), range(k), UNITY)


# ====================================================================== realness and signs

Sign = tuple[int, bool]
"""1 or -1, and whether 0 is excluded."""


def is_whole(q: Fraction) -> bool:
    return q.denominator == 1


def real(s: Sum, work: Work) -> bool:
    work.spend()
    if all(real_mono(m, work) for m in s):
        return True
    try:
        return unordered(conjugate(s, work)) == unordered(s)
    except Refused:
        return False


def unordered(s: Sum) -> Counter[Any]:
    return Counter((m.c, m.bounds, frozenset(Counter(m.factors).items())) for m in s)


def moduli(factors: Sequence[Factor]) -> tuple[list[Factor], list[Factor]]:
    """The factors without pairs z^q z̄^q of whole q, and one of each pair."""
    rest, pairs = list(factors), []
    for a, q in factors:
        other = (("C", *a[1:]), q)
        if a[0] == "T" and is_whole(q) and (a, q) in rest and other in rest:
            rest.remove((a, q))
            rest.remove(other)
            pairs.append((a, q))
    return rest, pairs


def real_mono(m: Mono, work: Work) -> bool:
    return all(real_power(a, q, work) for a, q in moduli(m.factors)[0])


def real_power(a: Atom, q: Fraction, work: Work) -> bool:
    if not is_whole(q):
        return sign_of_power(a, q, work) is not None
    match a[0]:
        case "T":
            return work.context.sort(a[1]) != "complex"
        case "D":
            return True
        case "I":
            return q % 2 == 0
        case "X" | "S" | "E":
            return real(a[1], work)
        case "F" if a[1] in ("step", "sign", "floor", "ceiling"):
            return True
        case "F" if a[1] == "log":
            return positive(a[2], work)
        case "F" if a[1] == "arctan":
            return real(a[2], work)
        case "K":
            return a[1] in work.context.declared and work.context.sort(a[1]) != "complex"
    return False


def sum_key(s: Sum) -> Any:
    """The same for sums that are equal up to order and a positive factor, without bounds."""
    total = sum((abs(m.c) for m in s), Fraction(0))
    if not total or any(m.bounds for m in s):
        return None
    return frozenset(Counter((m.c / total, frozenset(Counter(m.factors).items())) for m in s).items())


def given_signs(context: Context) -> dict[Any, tuple[int, bool]]:
    """What comparisons among the hypotheses say of the differences of their sides: a way (0 for ≠) and whether 0 is excluded."""
    found: dict[Any, tuple[int, bool]] = {}
    meanings = {"<": (-1, True), "<=": (-1, False), ">": (1, True), ">=": (1, False), "!=": (0, True)}
    for h in context.hypotheses:
        if h[0] not in meanings or not context.names.kind(h[1]).is_number:
            continue
        work = Work(context, [0])
        try:
            difference = entries(h[1], work) + scaled(-1, entries(h[2], work))
        except Refused:
            continue
        if work.conditions or not difference:
            continue
        way, strict = meanings[h[0]]
        for key, turned in ((sum_key(difference), way), (sum_key(scaled(-1, difference)), -way)):
            known = found.get(key)
            if key is not None and (known is None or (strict and not known[1]) or (known[0] == 0 and way)):
                found[key] = turned, strict
    context.signs = found
    return found


def said_of(s: Sum, work: Work) -> tuple[int, bool] | None:
    return work.context.signs.get(sum_key(s)) if work.context.signs else None


def sign_said(s: Sum, work: Work) -> Sign | None:
    found = said_of(s, work)
    return found if found is not None and found[0] else None


def sign_of_power(a: Atom, q: Fraction, work: Work) -> Sign | None:
    own = sign_of_atom(a, work)
    if not is_whole(q):
        return own if own is not None and own[0] == 1 else None
    if own is not None:
        return own if q % 2 else (1, own[1])
    return (1, nonzero_atom(a, work)) if q % 2 == 0 and real_power(a, UNIT, work) else None


def sign_of_atom(a: Atom, work: Work) -> Sign | None:
    return own_sign(a, work) or (sign_said(one_atom(a), work) if a[0] in ("T", "F", "K") else None)


def own_sign(a: Atom, work: Work) -> Sign | None:
    match a[0]:
        case "T":
            return sign_of_name(a[1], work.context)
        case "D":
            return 1, False
        case "X":
            return (1, True) if real(a[1], work) else None
        case "F" if a[1] == "step":
            return 1, False
        case "S" | "E":
            return sign(a[1], work)
    return None


def sign_of_name(label: str, context: Context) -> Sign | None:
    if label in (NUMBER_OF, PI) or context.is_size(label):
        return 1, True
    if context.sort(label) == "complex":
        return None
    for prop, way in (("positive", 1), ("negative", -1)):
        if context.has(label, prop):
            return way, True
    if context.has(label, "nonnegative") or context.has(label, "permutation") or context.sort(label) == "natural":
        return 1, not_zero(label, context)
    return None


def not_zero(label: str, context: Context) -> bool:
    """A number said to be nonzero. An array that is said to be so may have entries that are 0."""
    kind = context.type_of(label)
    return kind.rows == kind.cols == ONE and context.has(label, "nonzero")


def sign_of_mono(m: Mono, work: Work) -> Sign | None:
    rest, pairs = moduli(m.factors)
    way = 1 if m.c > 0 else -1
    strict = m.c != 0 and all(s.surely_positive for _, s in m.bounds) and all(nonzero_atom(a, work) for a, _ in pairs)
    whole_: dict[Atom, int] = {}
    others = []
    for a, q in rest:  # x x is x²
        if is_whole(q) and q > 0:
            whole_[a] = whole_.get(a, 0) + int(q)
        else:
            others.append((a, q))
    for a, q in [*((a, Fraction(k)) for a, k in whole_.items()), *others]:
        found = sign_of_power(a, q, work)
        if found is None:
            return None
        way, strict = way * found[0], strict and found[1]
    return way, strict


def sign(s: Sum, work: Work) -> Sign | None:
    """The common sign of the monomials; 0 is excluded if it is for one of them."""
    found = [sign_of_mono(m, work) for m in s]
    if not s or None in found or len({f[0] for f in found if f}) > 1:
        return sign_said(s, work)
    kept = [f for f in found if f is not None]
    return kept[0][0], any(f[1] for f in kept)


def positive(s: Sum, work: Work) -> bool:
    return sign(s, work) == (1, True)


def nonnegative(s: Sum, work: Work) -> bool:
    if not s:
        return True
    found = sign(s, work)
    return found is not None and found[0] == 1


def nonzero_atom(a: Atom, work: Work) -> bool:
    found = sign_of_atom(a, work)
    if a[0] in ("I", "X") or (found is not None and found[1]):
        return True
    if a[0] in ("T", "C"):
        return not_zero(a[1], work.context)
    return a[0] == "S" and nonzero(a[1], work)


def nonzero(s: Sum, work: Work) -> bool:
    found = sign(s, work) or said_of(s, work)
    if found is not None and found[1]:
        return True
    said = said_of(s, work)
    if said is not None and said[1]:
        return True
    return len(s) == 1 and s[0].c != 0 and not s[0].bounds and all(nonzero_atom(a, work) for a, _ in s[0].factors)


def require_sign(operator: str, s: Sum, work: Work) -> None:
    """The sum is ≠, ≥ or > 0, or this becomes a condition."""
    must(s or operator == ">=", "0 would have to be another number")
    if {"!=": nonzero, ">=": nonnegative, ">": positive}[operator](s, work):
        return
    must(operator == "!=" or real(s, work), "a number that may not be real would have to have a sign")
    work.require(said_as_term(s, work, lambda t: (operator, t, ZERO_TERM)))


def conjugate(s: Sum, work: Work) -> Sum:
    found = []
    for m in s:
        c, factors = m.c, []
        for a, q in m.factors:
            if a[0] == "I" and is_whole(q):
                c = -c if q % 2 else c
                factors.append((a, q))
            else:
                factors.append((conjugate_base(a, q, work), q))
        found.append(Mono(c, m.bounds, tuple(factors)))
    return tuple(found)


def conjugate_base(a: Atom, q: Fraction, work: Work) -> Atom:
    if real_power(a, q, work):
        return a
    must(is_whole(q) and a[0] in ("T", "C", "X", "S", "E"), "a conjugate that is not known")
    if a[0] in ("T", "C"):
        return ("C" if a[0] == "T" else "T", a[1], a[2])
    return over(a, [conjugate(a[1], work)])


# ====================================================================== sums as terms


def said_as_term(s: Sum, work: Work, say: Callable[[Term], Statement]) -> Statement:
    """A statement about a sum, for all values of the indices free in it that are no declared names."""
    writer = Writer(work)
    statement = say(writer.sum(s))
    return for_all(((writer.labels[b], index_type(work.ranges[b])) for b in writer.open), statement)


class Writer:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.labels: dict[Any, str] = {}
        self.open: dict[Any, None] = {}
        self.used = 0

    def label(self, base: Any) -> None:
        self.used += 1
        while f"i_{self.used}" in self.work.sizes or f"i_{self.used}" in self.work.context.declared:
            self.used += 1
        self.labels[base] = f"i_{self.used}"

    def sum(self, s: Sum) -> Term:
        found = tuple(self.mono(m) for m in s)
        return ZERO_TERM if not found else found[0] if len(found) == 1 else term("add", found)

    def mono(self, m: Mono) -> Term:
        outside = dict(self.labels)
        for b, _ in m.bounds:
            self.label(b)
        top = self.product(m.c, [f for f in m.factors if f[1] > 0])
        bottom = [(a, -q) for a, q in m.factors if q < 0]
        found = term("div", (top, self.product(UNIT, bottom))) if bottom else top
        for b, size in reversed(m.bounds):
            found = term("sum", (found,), (self.labels[b], size))
        for b, _ in m.bounds:
            del self.labels[b]
        self.labels.update({b: outside[b] for b, _ in m.bounds if b in outside})
        return found

    def product(self, c: Fraction, factors: list[Factor]) -> Term:
        found = [self.power(a, q) for a, q in factors]
        if c != 1 or not found:
            found.insert(0, num(c))
        return found[0] if len(found) == 1 else term("mul", tuple(found))

    def power(self, a: Atom, q: Fraction) -> Term:
        base = self.atom(a)
        return base if q == 1 else term("sqrt", (base,)) if q == HALF else term("pow", (base, num(q)))

    def atom(self, a: Atom) -> Term:
        match a[0]:
            case "T":
                return self.entry(a[1], a[2])
            case "C":
                return fun("conj", self.entry(a[1], a[2]))
            case "D":
                size = self.work.compared(a[1], a[2])
                must(size is not None, "a comparison of literals")
                return term("entry", (term("identity", (), (size,)), self.index(a[1]), self.index(a[2])))
            case "I":
                return I_TERM
            case "X":
                return fun("exp", self.sum(a[1]))
            case "S":
                return self.sum(a[1])
            case "E":
                return term("expect", (self.sum(a[1]),))
            case "F" if a[1] == "factorial":
                return term("factorial", (self.sum(a[2]),))
            case "F":
                return fun(a[1], self.sum(a[2]))
            case "K" if a[1] in self.work.context.declared:
                return term("call", tuple(map(self.sum, a[2])), (a[1],))
        raise Refused("a condition that cannot be written")

    def entry(self, label: str, places: tuple[Index, ...]) -> Term:
        if label == NUMBER_OF:
            return self.index(places[0])
        if label == PI:
            return PI_TERM
        if label not in self.work.context.declared:
            return term("size", (), (named_size(label),))
        written = tuple(map(self.index, places))
        n = len(self.work.context.type_of(label).over)
        base = term("member", written[:n], (label,)) if n else name(label)
        return term("entry", (base, *written[n:])) if written[n:] else base

    def index(self, i: Index) -> Term:
        base, maps = i
        must(not maps, "an index under a permutation")
        if is_literal(base):
            return num(int(base[1:]))
        if isinstance(base, str) and base[0] != "@":
            return name(base)
        if base not in self.labels:
            self.label(base)
            self.open[base] = None
        return name(self.labels[base])


# ====================================================================== entries


class Scope(NamedTuple):
    """Where a term stands: names in reach, and what the bound ones are."""

    work: Work
    names: Names
    bound: Mapping[str, Index]

    def binding(self, label: str, kind: Type, place: Index) -> Scope:
        return Scope(self.work, self.names.with_name(label, kind), {**self.bound, label: place})


def entries(t: Term, work: Work) -> Sum:
    """Entry (@0, @1) of a term over the declared names."""
    must(nested(t) <= MOST_NESTED, "functions that double what is in them are nested too deeply")
    scope = Scope(work, work.context.names, {})
    for place, side in zip((ROW, COLUMN), scope.names.value(t).shape, strict=True):
        if side != ONE:
            work.ranges.setdefault(place[0], side)
            work.fits(place, side)
    return entry(t, ROW, COLUMN, scope)


DOUBLING = frozenset(("abs", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "relu", "re", "im", "norm"))
MOST_NESTED = 12


def nested(t: Term) -> int:
    """How often what is in a term doubles, by functions and moments that stand one in the other."""
    what = t.data[0] if t.head == "fun" else t.head
    own = 1 if what in DOUBLING else 2 if what in ("softmax", "rowsoftmax") else 3 if what in ("tanh", "var", "cov") else 0
    return own + max((nested(a) for a in t.args), default=0)


def entry(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    rule = ENTRIES.get(t.head)
    must(rule, f"{t.head} has no entries")
    assert rule is not None
    scope.work.spend()
    scope.names.kind(t)
    found = rule(t, i, j, scope)
    must(len(found) <= MOST_SUMMANDS, "a term has too many summands")
    scope.work.spend(sum(len(m.factors) for m in found))
    return found


def value(t: Term, scope: Scope) -> Sum:
    scope.names.number(t)
    return entry(t, FIRST, FIRST, scope)


def index_in(t: Term, scope: Scope) -> Index:
    if t.head == "num":
        return (f"#{t.data[0]}", ())
    must(t.head == "name" and scope.names.kind(t).runs is not None, "no index")
    return scope.bound.get(t.data[0], (t.data[0], ()))


def stored(places: Sequence[Index], sides: Sequence[Size]) -> tuple[Index, ...]:
    return tuple(i for i, side in zip(places, sides, strict=True) if side != ONE)


def bound_by(b: int, size: Size, s: Sum) -> Sum:
    return tuple(Mono(m.c, (*m.bounds, (b, size)), m.factors) for m in s)


def sum_over(size: Size, body: Callable[[Index], Sum], scope: Scope) -> Sum:
    if size == ONE:
        return body(FIRST)
    b = scope.work.fresh(size)
    return bound_by(b, size, body((b, ())))


def equal(i: Index, j: Index, size: Size) -> Sum:
    return UNITY if size == ONE else one_atom(("D", i, j))


def exp_of(s: Sum) -> Sum:
    return one_atom(("X", s))


def one_over(s: Sum) -> Sum:
    return one_atom(("S", s), -1)


def _entry_name(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    label, kind = t.data[0], scope.names.value(t)
    if kind.runs is not None or label in scope.bound:
        return one_atom(("T", NUMBER_OF, (scope.bound.get(label, (label, ())),)))
    return one_atom(("T", label, stored((i, j), kind.shape)))


def _entry_const(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    must(t.data[0] in ("pi", "e", "i"), "no entries of this constant")
    return {"pi": one_atom(("T", PI, ())), "e": exp_of(UNITY), "i": one_atom(("I",))}[t.data[0]]


def _entry_member(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    places = [index_in(a, scope) for a in t.args]
    for place, side in zip(places, scope.names.types[t.data[0]].over, strict=True):
        scope.work.fits(place, side)
    return one_atom(("T", t.data[0], (*places, *stored((i, j), scope.names.kind(t).shape))))


def _entry_call(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    scope.names.number(t)
    return one_atom(("K", t.data[0], tuple(value(a, scope) for a in t.args)))


def _entry_add(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    return tuple(m for a in t.args for m in entry(a, i, j, scope))


def _entry_mul(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    must(len(t.args) <= MOST_WRITTEN, "a product of too many factors")
    first = t.args[0] if len(t.args) == 2 else term("mul", t.args[:-1])
    last = t.args[-1]
    left, right = scope.names.value(first), scope.names.value(last)
    if left.is_number or right.is_number:
        return scope.work.product(entry(first, i, j, scope), entry(last, i, j, scope))
    return sum_over(left.cols, lambda k: scope.work.product(entry(first, i, k, scope), entry(last, k, j, scope)), scope)


def _entry_div(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    top, bottom = t.args
    found = entry(top, i, j, scope)
    if bottom.head == "num" and bottom.data[0]:
        return scaled(1 / bottom.data[0], found)
    return with_atom(found, ("S", value(bottom, scope)), -1) if found else found


def written_rational(t: Term) -> Fraction | None:
    match t.head:
        case "num":
            return Fraction(t.data[0])
        case "neg":
            q = written_rational(t.args[0])
            return None if q is None else -q
        case "div":
            top, bottom = map(written_rational, t.args)
            return top / bottom if top is not None and bottom else None
    return None


def power_of(s: Sum, q: Fraction) -> Sum:
    if q in (0, 1):
        return s if q else UNITY
    if len(s) == 1 and not s[0].bounds and is_whole(q) and abs(q) < MOST_WRITTEN_OUT:
        return (Mono(raised(s[0].c, int(q)), (), tuple((a, p * q) for a, p in s[0].factors)),)
    return one_atom(("S", s), q)


def _entry_pow(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    base, exponent = t.args
    kind, q = scope.names.kind(base), written_rational(exponent)
    if not kind.is_number:
        must(q is not None and is_whole(q) and 0 <= q < MOST_WRITTEN_OUT, "a power of a matrix that is not written out")
        assert q is not None
        if q < 2:
            return entry(base, i, j, scope) if q else equal(i, j, kind.rows)
        return entry(term("mul", (base,) * int(q)), i, j, scope)
    if base == E_TERM:
        return exp_of(value(exponent, scope))
    found = value(base, scope)
    if q is not None:
        return power_of(found, q)
    require_sign("!=", found, scope.work)
    return exp_of(scope.work.product(value(exponent, scope), one_atom(("F", "log", found))))


def _entry_root(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    n = written_rational(t.args[1])
    must(n is not None and is_whole(n) and n >= 1, "the order of a root is not written out")
    assert n is not None
    found = value(t.args[0], scope)
    must(n <= 2 or nonnegative(found, scope.work), "a root of what may be negative")
    return power_of(found, 1 / n)


def _entry_diag(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    return scope.work.product(equal(i, j, scope.names.kind(t.args[0]).rows), entry(t.args[0], i, FIRST, scope))


MOST_ROWS_OF_A_DETERMINANT = 4


def _entry_det(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    """Row by row, in each row a column that is still free, the lower first; a column taken before a lower one turns the sign."""
    n = scope.names.kind(t.args[0]).rows.number
    must(n is not None and n <= MOST_ROWS_OF_A_DETERMINANT, "a determinant that is not written out has no entries")
    assert n is not None
    table = [[entry(t.args[0], (f"#{r}", ()), (f"#{c}", ()), scope) for c in range(1, n + 1)] for r in range(1, n + 1)]

    def from_row(r: int, free: list[int], so_far: Sum) -> Sum:
        if not free:
            return so_far
        total: Sum = ()
        for place, c in enumerate(free):
            rest = free[:place] + free[place + 1 :]
            total += scaled(-1 if place % 2 else 1, from_row(r + 1, rest, scope.work.product(so_far, table[r][c])))
        return total

    return from_row(0, list(range(n)), UNITY)


def over_all(shape: tuple[Size, Size], body: Callable[[Index, Index], Sum], scope: Scope) -> Sum:
    return sum_over(shape[0], lambda i: sum_over(shape[1], lambda j: body(i, j), scope), scope)


def _entry_inner(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    first, second = t.args
    kinds = [scope.names.kind(a) for a in t.args]
    must(all(k.sort != "complex" for k in kinds), "an inner product of complex numbers has no entries")
    return over_all(kinds[0].shape, lambda r, c: scope.work.product(entry(first, r, c, scope), entry(second, r, c, scope)), scope)


def times_conjugate(s: Sum, scope: Scope) -> Sum:
    return scope.work.product(s, conjugate(s, scope.work))


def _entry_norm(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    x = t.args[0]
    square = over_all(scope.names.kind(x).shape, lambda r, c: times_conjugate(entry(x, r, c, scope), scope), scope)
    return one_atom(("S", square), HALF)


def _entry_rowsoftmax(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    a = t.args[0]
    total = sum_over(scope.names.kind(a).cols, lambda k: exp_of(entry(a, i, k, scope)), scope)
    return with_atom(exp_of(entry(a, i, j, scope)), ("S", total), -1)


def _entry_softmax(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    return _entry_rowsoftmax(term("rowsoftmax", (term("transpose", t.args),)), FIRST, i, scope)


def _entry_matrix(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    rows, cols = t.data
    total: Sum = ()
    for n, part in enumerate(t.args):
        found = value(part, scope)
        for place, at, side in ((i, n // cols, rows), (j, n % cols, cols)):
            if side != 1:
                known = literal(place)
                here = one_atom(("D", place, (f"#{at + 1}", ()))) if known is None else number_sum(known == at + 1)
                found = scope.work.product(here, found)
        total += found
    return total


def _entry_entry(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    array, *places = t.args
    shape = scope.names.kind(array).shape
    found = [index_in(p, scope) for p in places]
    if len(found) == 1:
        found = [found[0] if side != ONE else FIRST for side in shape]
    for place, side in zip(found, shape, strict=True):
        scope.work.fits(place, side)
    return entry(array, found[0], found[1], scope)


def _entry_cov(t: Term, i: Index, j: Index, scope: Scope) -> Sum:

    def centred(x: Term, place: Index) -> Sum:
        found = entry(x, place, FIRST, scope)
        return found + scaled(-1, one_atom(("E", found)))

    return one_atom(("E", scope.work.product(centred(t.args[0], i), centred(t.args[-1], j))))


def _entry_sum(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    label, size = t.data
    b = scope.work.fresh(size)
    total = entry(t.args[0], i, j, scope.binding(label, index_type(size), (b, ())))
    for left_out in t.args[1:]:
        here = one_atom(("D", (b, ()), index_in(left_out, scope)))
        total = scope.work.product(total, UNITY + scaled(-1, here))
    return bound_by(b, size, total)


def _entry_derivative(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    label, (body, point_, *written) = t.data[0], t.args
    must(point_ == name(label) and label not in scope.bound, "a derivative at something else than the name itself")
    work, kind = scope.work, scope.names.kind(point_)
    rows, said = work.context.declared.get(label), {p for n, p in work.context.says if n == label}
    must(rows is not None and rows[0] == kind and not work.context.is_size(label), "a derivative by what is not declared")
    assert rows is not None
    must(rows[1] | said <= {"positive", "nonnegative", "negative", "nonzero"}, "a derivative by what is not free to move")
    sides = [*kind.over, *(s for s in kind.shape if s != ONE)]
    by = [index_in(p, scope) for p in written]
    for place, side in zip(by, sides[: len(by)], strict=True):
        work.fits(place, side)
    inner = scope._replace(names=scope.names.with_name(label, kind))
    if len(by) == len(sides):
        return slope(entry(body, i, j, inner), label, by, work)
    if inner.names.value(body).is_number:
        return slope(value(body, inner), label, [*by, *stored((i, j), kind.shape)], work)
    return slope(entry(body, i, FIRST, inner), label, [*by, j], work)


def _entry_product(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    label, size = t.data
    n = size.number
    must(n is not None and n <= MOST_WRITTEN_OUT and all(a.head == "num" for a in t.args[1:]), "a product not written out")
    total = UNITY
    for k in range(1, (n or 0) + 1):
        if num(k) not in t.args[1:]:
            here = scope.binding(label, index_type(size), (f"#{k}", ()))
            total = scope.work.product(total, entry(t.args[0], FIRST, FIRST, here))
    return total


def _entry_sum_between(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    label, (body, first, last) = t.data[0], t.args
    low, high = written_rational(first), written_rational(last)
    if low is not None and high is not None and is_whole(low) and is_whole(high):
        must(high - low < LONGEST_SUM, "too many summands")
        instances = [substitute(body, {label: num(k)}) for k in range(int(low), int(high) + 1)]
        return tuple(m for x in instances for m in entry(x, i, j, scope))
    must(low == 1 and last.head == "size", "a sum between bounds that are not written out")
    size = last.data[0]
    if scope.work.context.least(size) < 0:
        must(size.is_whole, "a bound of a sum that need not be a whole number")
        scope.work.require((">=", last, ZERO_TERM))
    b = scope.work.fresh(size)
    return bound_by(b, size, entry(body, i, j, scope.binding(label, bound_type(t, scope.names), (b, ()))))


def waves(x: Sum, unit: Sum, way: int, work: Work) -> Sum:
    turned = work.product(unit, x)
    return exp_of(turned) + scaled(way, exp_of(scaled(-1, turned)))


I_SUM = one_atom(("I",))
MINUS_HALF_I = scaled(-HALF, I_SUM)


def _cos(x: Sum, work: Work) -> Sum:
    return scaled(HALF, waves(x, I_SUM, 1, work))


def _sin(x: Sum, work: Work) -> Sum:
    return work.product(MINUS_HALF_I, waves(x, I_SUM, -1, work))


FUNCTION_SUMS: Mapping[str, Callable[[Sum, Work], Sum]] = {
    "exp": lambda x, work: exp_of(x),
    "sin": _sin,
    "cos": _cos,
    "tan": lambda x, work: work.product(_sin(x, work), one_over(_cos(x, work))),
    "cot": lambda x, work: work.product(_cos(x, work), one_over(_sin(x, work))),
    "sec": lambda x, work: one_over(_cos(x, work)),
    "csc": lambda x, work: one_over(_sin(x, work)),
    "sinh": lambda x, work: scaled(HALF, waves(x, UNITY, -1, work)),
    "cosh": lambda x, work: scaled(HALF, waves(x, UNITY, 1, work)),
    "tanh": lambda x, work: work.product(waves(x, UNITY, -1, work), one_over(waves(x, UNITY, 1, work))),
    "sigmoid": lambda x, work: one_over(UNITY + exp_of(scaled(-1, x))),
    "relu": lambda x, work: with_atom(x, ("F", "step", x)),
    "re": lambda x, work: scaled(HALF, x + conjugate(x, work)),
    "im": lambda x, work: work.product(MINUS_HALF_I, x + scaled(-1, conjugate(x, work))),
    "conj": conjugate,
    "abs": lambda x, work: one_atom(("S", work.product(x, conjugate(x, work))), HALF),
}


def _entry_fun(t: Term, i: Index, j: Index, scope: Scope) -> Sum:
    x = entry(t.args[0], i, j, scope)
    rule = FUNCTION_SUMS.get(t.data[0])
    return rule(x, scope.work) if rule is not None else one_atom(("F", t.data[0], x))


ENTRIES: Mapping[str, Callable[[Term, Index, Index, Scope], Sum]] = {
    "num": lambda t, i, j, scope: number_sum(t.data[0]),
    "name": _entry_name,
    "const": _entry_const,
    "size": lambda t, i, j, scope: size_sum(t.data[0]),
    "identity": lambda t, i, j, scope: equal(i, j, t.data[0]),
    "zeros": lambda t, i, j, scope: NOTHING,
    "ones": lambda t, i, j, scope: UNITY,
    "member": _entry_member,
    "call": _entry_call,
    "add": _entry_add,
    "neg": lambda t, i, j, scope: scaled(-1, entry(t.args[0], i, j, scope)),
    "mul": _entry_mul,
    "div": _entry_div,
    "pow": _entry_pow,
    "sqrt": lambda t, i, j, scope: one_atom(("S", value(t.args[0], scope)), HALF),
    "root": _entry_root,
    "factorial": lambda t, i, j, scope: one_atom(("F", "factorial", value(t.args[0], scope))),
    "fun": _entry_fun,
    "transpose": lambda t, i, j, scope: entry(t.args[0], j, i, scope),
    "trace": lambda t, i, j, scope: sum_over(scope.names.kind(t.args[0]).rows, lambda k: entry(t.args[0], k, k, scope), scope),
    "det": _entry_det,
    "diag": _entry_diag,
    "hadamard": lambda t, i, j, scope: scope.work.product(*(entry(a, i, j, scope) for a in t.args)),
    "inner": _entry_inner,
    "norm": _entry_norm,
    "rowsoftmax": _entry_rowsoftmax,
    "softmax": _entry_softmax,
    "rows": lambda t, i, j, scope: entry(t.args[0], FIRST, j, scope),
    "matrix": _entry_matrix,
    "entry": _entry_entry,
    "delta": lambda t, i, j, scope: one_atom(("D", *(index_in(a, scope) for a in t.args))),
    "expect": lambda t, i, j, scope: one_atom(("E", entry(t.args[0], i, j, scope))),
    "var": _entry_cov,
    "cov": _entry_cov,
    "sum": _entry_sum,
    "product": _entry_product,
    "sum_between": _entry_sum_between,
    "derivative": _entry_derivative,
}
"""The entries of each head."""


# ====================================================================== derivatives of sums


def holds_name(a: Atom, label: str) -> bool:
    """Whether the name occurs in an atom: as a tensor, a function, or a map."""
    if a[0] in ("T", "C", "K") and a[1] == label:
        return True
    if any(p.removesuffix("^-1") == label for i in indices(a) for p in i[1]):
        return True
    return any(holds_name(b, label) for s in inside(a) for m in s for b, _ in m.factors)


def slope(s: Sum, label: str, by: Sequence[Index], work: Work) -> Sum:
    """The derivative of a sum by an entry of a name: products of a monomial without the factor and what becomes of that."""
    found: Sum = ()
    for m in s:
        for k, (a, q) in enumerate(m.factors):
            work.spend()
            if not holds_name(a, label):
                continue
            if a[0] == "X":
                rest, moved = m, slope(a[1], label, by, work)
            else:
                if not (is_whole(q) and q >= 1):
                    require_sign("!=", one_atom(a), work)
                    must(is_whole(q) or real(one_atom(a), work), "a power of what may not be real has no derivative here")
                rest = put_at(m, k, a, q - 1)
                moved = slope_of_atom(a, label, by, work)
            found += work.product(scaled(q, (rest,)), moved)
            must(len(found) <= MOST_SUMMANDS, "a derivative has too many summands")
    return found


def slope_of_atom(a: Atom, label: str, by: Sequence[Index], work: Work) -> Sum:
    if a[0] == "T" and a[1] == label:
        places = a[2]
        must(all(p.removesuffix("^-1") != label for i in places for p in i[1]), "a derivative by a map")
        for i, j in zip(places, by, strict=True):
            work.compared(i, j)
        return (Mono(UNIT, (), tuple((("D", i, j), UNIT) for i, j in zip(places, by, strict=True))),)
    if a[0] == "S":
        return slope(a[1], label, by, work)
    must(a[0] == "F" and a[1] in SLOPES, "there is no derivative of this")
    must(real(a[2], work), "a function of what may not be real has no derivative here")
    factor = SLOPES[a[1]](a[2], work)
    return work.product(factor, slope(a[2], label, by, work))


def _slope_of_log(s: Sum, work: Work) -> Sum:
    require_sign("!=", s, work)
    return one_over(s)


def _no_slope(s: Sum, work: Work) -> Sum:
    require_sign("!=", s, work)
    return NOTHING


def _slope_of_arcsin(s: Sum, work: Work) -> Sum:
    rest = UNITY + scaled(-1, work.product(s, s))
    require_sign("!=", rest, work)
    return one_atom(("S", rest), -HALF)


SLOPES: Mapping[str, Callable[[Sum, Work], Sum]] = {
    "log": _slope_of_log,
    "step": _no_slope,
    "sign": _no_slope,
    "arctan": lambda s, work: one_over(UNITY + work.product(s, s)),
    "arcsin": _slope_of_arcsin,
    "arccos": lambda s, work: scaled(-1, _slope_of_arcsin(s, work)),
}
"""The derivative of each function of a real number that stays a function; none where it jumps."""


# ====================================================================== which part answers to which

HIDDEN: Index = ("", ())
"""Where a name stands that is out of sight: equal to no index."""


def order_of(value_: Any, n: int) -> list[int]:
    """A permutation of the numbers below n; 0 is the identity."""
    if type(value_) is int and value_ == 0:
        return list(range(n))
    found = [whole(k) for k in listed(value_)]
    must(sorted(found) == list(range(n)), "a witness is no order")
    return found


def answers_of(witness: Any, n: int) -> list[tuple[int, Any]]:
    if type(witness) is int and witness == 0:
        return [(k, 0) for k in range(n)]
    rows = [listed(r) for r in listed(witness)]
    must(len(rows) == n and all(len(r) == 2 for r in rows), "a witness of another length")
    return list(zip(order_of([r[0] for r in rows], n), (r[1] for r in rows), strict=True))


def pair_of(witness: Any) -> tuple[Any, Any]:
    found = listed(witness)
    must(len(found) == 2, "a witness of a monomial is [bounds, factors]")
    return found[0], found[1]


def agree_atoms(a: Atom, b: Atom, witness: Any, places: Mapping[Any, Index]) -> None:
    must(a[0] == b[0], "atoms of different kinds")
    if a[0] in ("T", "C", "F", "K"):
        must(a[1] == b[1], "atoms of different names")
    if a[0] in ("T", "C", "D"):
        here, there = tuple(renamed_index(i, places) for i in indices(a)), tuple(indices(b))
        must(here == there or (a[0] == "D" and here == there[::-1]), "indices differ")
    first, second = inside(a), inside(b)
    must(len(first) == len(second), "another number of arguments")
    ws = [witness] * len(first)
    if a[0] == "K":
        ws = [0] * len(first) if type(witness) is int and witness == 0 else listed(witness)
        must(len(ws) == len(first), "a witness of another length")
    for s, t, w in zip(first, second, ws, strict=True):
        agree_sums(s, t, w, places)


def renamed_index(i: Index, places: Mapping[Any, Index]) -> Index:
    if i[0] in places:
        return put_index(i, places)
    must(isinstance(i[0], str) or all(i[0] != p[0] for p in places.values()), "an index bound in one, free in the other")
    return i


def agree_sums(s: Sum, t: Sum, witness: Any, places: Mapping[Any, Index]) -> None:
    must(len(s) == len(t), "sums of different lengths")
    for m, (k, w) in zip(s, answers_of(witness, len(s)), strict=True):
        must(m.c == t[k].c, "coefficients differ")
        agree_monos(m, t[k], w, places)


def agree_monos(m: Mono, n: Mono, witness: Any, places: Mapping[Any, Index]) -> None:
    must(len(m.bounds) == len(n.bounds) and len(m.factors) == len(n.factors), "monomials of different lengths")
    bounds, factors = (0, 0) if type(witness) is int and witness == 0 else pair_of(witness)
    rebound = {b for b, _ in n.bounds}
    inner = {b: HIDDEN if p[0] in rebound else p for b, p in places.items()}
    for (b, size), k in zip(m.bounds, order_of(bounds, len(m.bounds)), strict=True):
        must(size == n.bounds[k][1], "ranges differ")
        inner[b] = (n.bounds[k][0], ())
    for (a, q), (k, w) in zip(m.factors, answers_of(factors, len(m.factors)), strict=True):
        must(q == n.factors[k][1], "exponents differ")
        agree_atoms(a, n.factors[k][0], w, inner)


def spread_out(a: Atom) -> Atom:
    """The expectation of one product with x x for x²."""
    if a[0] != "E" or len(a[1]) != 1:
        return a
    m = a[1][0]
    if all(q == 1 for _, q in m.factors) or not all(is_whole(q) and 0 < q <= 8 for _, q in m.factors):
        return a
    return ("E", (Mono(m.c, m.bounds, tuple((x, UNIT) for x, q in m.factors for _ in range(int(q)))),))


def answering_entries(x: Atom, y: Atom, witness: Any) -> list[tuple[Atom, Atom]]:
    """Entries of the pattern with those that answer to them: atoms, or the factors of the products that they average."""
    if any(a[0] != "E" or len(a[1]) != 1 or a[1][0].bounds for a in (x, y)):
        return [(x, y)]
    own, there = ([a for a, _ in e[1][0].factors] for e in (x, y))
    if len(own) != len(there):
        return [(x, y)]
    if type(witness) is int and witness == 0:
        return list(zip(own, there, strict=True))
    ((_, w),) = answers_of(witness, 1)
    rows = answers_of(0 if type(w) is int and w == 0 else pair_of(w)[1], len(own))
    return [(a, there[k]) for a, (k, _) in zip(own, rows, strict=True)]


def places_below(value_: Any, n: int, different: bool) -> list[int]:
    found = [whole(k) for k in listed(value_)]
    must(all(0 <= k < n for k in found) and (not different or len(set(found)) == len(found)), "no list of places")
    return found


def taken_out(
    pattern: Mono, m: Mono, bounds: Any, places: Any, witnesses: Any, parameters: Mapping[Any, Size] | tuple[()] = ()
) -> tuple[Mono, dict[Any, Index]]:
    """What is left of a monomial without an instance of the pattern, and what the names of the pattern stand for."""
    chosen = places_below(bounds, len(m.bounds), True)
    spots, ws = places_below(places, len(m.factors), False), listed(witnesses)
    must(len(chosen) == len(pattern.bounds) and len(spots) == len(pattern.factors) == len(ws), "an instance of another size")
    found: dict[Any, Index] = {}
    for (b, size), k in zip(pattern.bounds, chosen, strict=True):
        must(size == m.bounds[k][1], "ranges differ")
        found[b] = (m.bounds[k][0], ())
    gone = {m.bounds[k][0] for k in chosen}
    left = list(m.factors)
    for (x, p), k, w in zip(pattern.factors, spots, ws, strict=True):
        own, there = spread_out(x), spread_out(left[k][0])
        for a, other in answering_entries(own, there, w):
            for i, seen_there in zip(indices(a), indices(other), strict=False):
                if i[0] in parameters and i[0] not in found:
                    found[i[0]] = undone(i, seen_there)
                    must(found[i[0]][0] not in gone, "a bound index taken out occurs elsewhere")
        agree_atoms(own, there, w, found)
        left[k] = (left[k][0], left[k][1] - p)
    factors = tuple(f for f in left if f[1])
    must(free_in(*factors).isdisjoint(gone), "a bound index taken out occurs elsewhere")
    return Mono(m.c, tuple(row for row in m.bounds if row[0] not in gone), factors), found


# ====================================================================== laws


def at(m: Mono, k: Any, *kinds: str) -> Factor:
    must(type(k) is int and 0 <= k < len(m.factors), "there is no such factor")
    must(not kinds or m.factors[k][0][0] in kinds, "a factor of another kind")
    return m.factors[k]


def less(m: Mono, *ks: int) -> Mono:
    """The monomial without factors."""
    return Mono(m.c, m.bounds, tuple(f for n, f in enumerate(m.factors) if n not in ks))


def put_at(m: Mono, k: int, a: Atom, q: Fraction | int) -> Mono:
    """The factor replaced where it stands; an exponent 0 removes it."""
    new = ((a, Fraction(q)),) if q else ()
    return Mono(m.c, m.bounds, (*m.factors[:k], *new, *m.factors[k + 1 :]))


def then(m: Mono, *factors: Factor, c: Fraction | int = 1) -> Mono:
    return Mono(m.c * c, m.bounds, (*m.factors, *factors))


def bound_at(m: Mono, b: Any) -> tuple[int, Size, Mono]:
    """A bound, its size, and the monomial without it."""
    must(type(b) is int and 0 <= b < len(m.bounds), "there is no such bound")
    return (*m.bounds[b], Mono(m.c, m.bounds[:b] + m.bounds[b + 1 :], m.factors))


def text(value_: Any) -> str:
    must(isinstance(value_, str), "a text is needed")
    return str(value_)


def side_of(value_: Any) -> int:
    must(type(value_) is int and value_ in (0, 1), "a side is 0 or 1")
    return int(value_)


def law_zero(m: Mono, work: Work) -> Sum:
    must(m.c == 0, "the coefficient is not 0")
    return ()


def law_range(m: Mono, work: Work, b: Any) -> Sum:
    label, size, rest = bound_at(m, b)
    n = size.number
    must(n is not None and n <= MOST_WRITTEN_OUT, "a range that is not written out")
    return tuple(work.put_mono(rest, {label: (f"#{k}", ())}) for k in range(1, (n or 0) + 1))


def law_cover(m: Mono, work: Work, i: Any) -> Sum:
    size = work.range_of((text(i), ()))
    must(size is not None and size.number is not None and size.number <= MOST_WRITTEN_OUT, "a range that is not written out")
    must(i in free_in_mono(m), "the index is not free here")
    assert size is not None and size.number is not None
    return tuple(then(m, (("D", (i, ()), (f"#{k}", ())), UNIT)) for k in range(1, size.number + 1))


def law_count(m: Mono, work: Work, b: Any) -> Sum:
    label, size, rest = bound_at(m, b)
    must(label not in free_in(*m.factors), "the index occurs")
    return work.product((rest,), size_sum(size))


def law_reindex(m: Mono, work: Work, b: Any, p: Any) -> Sum:
    label, size, _ = bound_at(m, b)
    must(work.map_size(text(p)) == size, "a permutation of another range")
    new = work.fresh(size)
    factors = work.put_factors(m.factors, {label: (new, (inverted(p),))})
    return (Mono(m.c, (*m.bounds[:b], (new, size), *m.bounds[b + 1 :]), factors),)


def law_perm(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "T")
    work.map_size(a[1])
    must(q > 0 and len(a[2]) == 2, "no entry of a permutation to a positive power")
    return (put_at(m, k, ("D", mapped(a[1], a[2][0]), a[2][1]), 1),)


def law_swap(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "T", "C", "D")
    if a[0] == "D":
        return (put_at(m, k, ("D", a[2], a[1]), q),)
    must(work.context.has(a[1], "symmetric") and len(a[2]) == 2 and not work.context.type_of(a[1]).over, "nothing symmetric")
    return (put_at(m, k, (a[0], a[1], (a[2][1], a[2][0])), q),)


def delta_at(m: Mono, k: Any) -> tuple[Index, Index]:
    a, q = at(m, k, "D")
    must(q > 0, "an exponent that is not positive")
    return a[1], a[2]


def law_dself(m: Mono, work: Work, k: Any) -> Sum:
    i, j = delta_at(m, k)
    must(i == j, "the indices differ")
    return (less(m, k),)


def law_dpow(m: Mono, work: Work, k: Any) -> Sum:
    return (put_at(m, k, ("D", *delta_at(m, k)), 1),)


def law_dmap(m: Mono, work: Work, k: Any) -> Sum:
    (i, p), (j, r) = delta_at(m, k)
    must(p and r and p[0] == r[0], "no common outermost map")
    work.map_size(p[0])
    return (put_at(m, k, ("D", (i, p[1:]), (j, r[1:])), m.factors[k][1]),)


def law_dmove(m: Mono, work: Work, k: Any, side: Any) -> Sum:
    pair = list(delta_at(m, k))
    this, other = pair[side_of(side)], pair[1 - side]
    must(this[1], "no map to move")
    p = this[1][0]
    must(work.map_size(p) == work.compared(*delta_at(m, k)), "a permutation of another range")
    pair[side], pair[1 - side] = (this[0], this[1][1:]), mapped(inverted(p), other)
    return (put_at(m, k, ("D", *pair), m.factors[k][1]),)


def law_dzero(m: Mono, work: Work, k: Any) -> Sum:
    i, j = delta_at(m, k)
    must(not i[1] and not j[1], "indices under maps")
    literals = literal(i) is not None and literal(j) is not None and i != j
    must(literals or frozenset((i[0], j[0])) in work.context.distinct, "the indices are not known to differ")
    return ()


def side_and_value(m: Mono, work: Work, k: Any, side: Any) -> tuple[Any, Index]:
    """The base of one side of a δ, and what it is by the other."""
    a, q = at(m, k, "D")
    must(q == 1, "the exponent is not 1")
    this, other = (a[1], a[2]) if side_of(side) == 0 else (a[2], a[1])
    for p in this[1]:
        work.map_size(p)
    must(this[0] != other[0], "both sides have one base")
    return this[0], undone(this, other)


def law_contract(m: Mono, work: Work, k: Any, side: Any) -> Sum:
    base, there = side_and_value(m, work, k, side)
    sizes = [size for b, size in m.bounds if b == base]
    must(len(sizes) == 1, "no bound index on this side")
    work.fits(there, sizes[0])
    factors = work.put_factors(less(m, k).factors, {base: there})
    return (Mono(m.c, tuple(row for row in m.bounds if row[0] != base), factors),)


def law_dsubst(m: Mono, work: Work, k: Any, side: Any) -> Sum:
    base, there = side_and_value(m, work, k, side)
    must(not is_literal(base), "a literal is not replaced")
    new = [f if n == k else (work.put_atom(f[0], {base: there}), f[1]) for n, f in enumerate(m.factors)]
    return (Mono(m.c, m.bounds, tuple(new)),)


def law_number(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "T")
    v = literal(a[2][0]) if a[1] == NUMBER_OF else None
    must(v is not None and is_whole(q) and abs(q) < MOST_WRITTEN_OUT, "no number of a literal")
    assert v is not None
    return (then(less(m, k), c=raised(Fraction(v), int(q))),)


def law_case(m: Mono, work: Work, k: Any, n: Any, f: Any) -> Sum:
    a, q = at(m, k, "X", "F", "S")
    e = inside(a)[0]
    must(type(n) is int and 0 <= n < len(e), "there is no such monomial")
    delta, _ = at(e[n], f, "D")
    _, i, j = delta
    alike = (delta, ("D", j, i))
    must({i[0], j[0]}.isdisjoint({b for x in e for b, _ in x.bounds}), "an index of the δ is bound inside")
    must(all(r > 0 for x in e for y, r in x.factors if y in alike), "a δ with an exponent that is not positive")
    gone = tuple(x for x in e if not any(y in alike for y, _ in x.factors))
    there = tuple(Mono(x.c, x.bounds, tuple(z for z in x.factors if z[0] not in alike)) for x in e)
    for this, other in ((i, j), (j, i)):
        if this[0] != other[0] and not is_literal(this[0]):
            for step in this[1]:
                work.map_size(step)
            there = work.put(there, {this[0]: undone(this, other)})
            break
    rest, on = less(m, k), (delta, UNIT)
    return (
        then(rest, on, (over(a, [there]), q)),
        then(rest, (over(a, [gone]), q)),
        then(rest, on, (over(a, [gone]), q), c=-1),
    )


def law_orthogonal(m: Mono, work: Work, k: Any, n: Any, side: Any) -> Sum:
    (a, p), (b, q) = at(m, k, "T"), at(m, n, "T")
    must(k < n and a[1] == b[1] and p == q == 1 and len(a[2]) == 2, "no two factors of one matrix")
    must(work.context.has(a[1], "orthogonal") and work.context.sort(a[1]) != "complex", "the matrix is not orthogonal")
    shared = a[2][side_of(side)]
    must(shared == b[2][side] and not shared[1], "no shared index")
    ends, rest = (a[2][1 - side], b[2][1 - side]), less(m, k, n)
    must(shared[0] not in free_in(*rest.factors) | {e[0] for e in ends}, "the index occurs elsewhere")
    bounds = tuple(row for row in m.bounds if row[0] != shared[0])
    must(len(bounds) == len(m.bounds) - 1, "the index is not bound here")
    return (then(Mono(m.c, bounds, rest.factors), (("D", *ends), UNIT)),)


def law_fact(m: Mono, work: Work, n: Any, bounds: Any, places: Any, witnesses: Any) -> Sum:
    must(type(n) is int and 0 <= n < len(work.facts), "there is no such fact")
    given = work.facts[n]
    rest, found = taken_out(given.pattern, m, bounds, places, witnesses, given.parameters)
    values = {p: found[p] for p in given.parameters if p in found}
    must(free_in_sum(given.value) & set(given.parameters) <= set(values), "an index of the fact stands for nothing")
    for p, size in given.parameters.items():
        work.fits(values.get(p, ("#1", ())), size)  # what holds for all of no indices says nothing
    return work.product((rest,), work.put(given.value, values))


def law_expsum(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "X")
    must(is_whole(q) or all(real((x,), work) for x in a[1]), "a root of an exponential that may not be real")
    return (then(less(m, k), *((("X", (x,)), q) for x in a[1])),)


def law_expjoin(m: Mono, work: Work, k: Any, n: Any) -> Sum:
    (a, q), (b, p) = at(m, k, "X"), at(m, n, "X")
    must(k < n and p == q, "no two exponentials to one power")
    must(is_whole(q) or (real(a[1], work) and real(b[1], work)), "a root of an exponential that may not be real")
    return (put_at(less(m, n), k, ("X", a[1] + b[1]), q),)


def law_expscale(m: Mono, work: Work, k: Any, r: Any) -> Sum:
    a, q = at(m, k, "X")
    c = rational(r)
    must(c != 0, "division by 0")
    work.spend(len(a[1]))
    must((is_whole(q) and is_whole(q * c)) or real(a[1], work), "a root of an exponential that may not be real")
    return (put_at(m, k, ("X", scaled(1 / c, a[1])), q * c),)


def law_explog(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "X")
    must(is_whole(q) and len(a[1]) == 1 and not a[1][0].bounds and len(a[1][0].factors) == 1, "no multiple of a logarithm")
    c, ((x, p),) = a[1][0].c, a[1][0].factors
    must(x[:2] == ("F", "log") and p == 1 and c != 0, "no multiple of a logarithm")
    require_sign("!=", x[2], work)
    return (put_at(m, k, ("S", x[2]), c * q),)


def turned(m: Mono, k: int, q: Fraction) -> Mono:
    """Factor k replaced by i^q, q whole."""
    n = int(q) % 4
    return put_at(Mono(-m.c if n > 1 else m.c, m.bounds, m.factors), k, ("I",), n % 2)


def half_turns(m: Mono, k: Any) -> tuple[Fraction, Fraction]:
    """Of a factor exp(r π i)^q: by how many half turns it turns, q times r, and r; q is whole."""
    a, q = at(m, k, "X")
    must(is_whole(q) and len(a[1]) == 1 and not a[1][0].bounds, "no multiple of πi")
    x = a[1][0]
    must(sorted(map(repr, x.factors)) == sorted(map(repr, ((("T", PI, ()), UNIT), (("I",), UNIT)))), "no multiple of πi")
    must(x.c != 0, "no turn")
    return q * x.c, x.c


def law_exppi(m: Mono, work: Work, k: Any) -> Sum:
    angle, _ = half_turns(m, k)
    must(is_whole(2 * angle), "no multiple of πi/2")
    return (turned(m, k, 2 * angle),)


def law_iturn(m: Mono, work: Work, k: Any, n: Any) -> Sum:
    _, p = at(m, k, "I")
    angle, r = half_turns(m, n)
    power = (angle + p / 2) / r
    must(is_whole(power), "i is no whole power of that root of unity")
    new = put_at(m, n, m.factors[n][0], power)
    return (less(new, k if power or k < n else k - 1),)


def law_rootsum(m: Mono, work: Work, k: Any, n: Any, s: Any) -> Sum:
    angle, r = half_turns(m, k)
    step = rational(s)
    must(type(n) is int and 2 <= n <= 64 and is_whole(step), "no whole number of roots")
    one_on = r * step  # in half turns; n of them are whole turns, one of them is not
    must(is_whole(n * one_on / 2) and not is_whole(one_on / 2), "no full circle of roots")
    return tuple(put_at(Mono(-m.c, m.bounds, m.factors), k, m.factors[k][0], (angle + j * one_on) / r) for j in range(1, n))


def law_gauss(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "S")
    must(q == Fraction(1, 2) and len(a[1]) == 1 and not a[1][0].bounds and not a[1][0].factors, "no square root of a number")
    n = a[1][0].c
    must(n == 2 or (3 <= n <= 64 and n % 2 == 1), "neither 2 nor a small odd number")
    rest = less(m, k)

    def root(half: Fraction) -> tuple[Factor, ...]:
        return ((("X", (Mono(half, (), ((("T", PI, ()), UNIT), (("I",), UNIT))),)), UNIT),) if half else ()

    if n == 2:
        return tuple(then(rest, *root(Fraction(half, 4))) for half in (1, -1))
    if n % 4 == 1:
        return tuple(then(rest, *root(Fraction(2 * j * j) / n)) for j in range(int(n)))
    less_i = Mono(-rest.c, rest.bounds, rest.factors)
    return tuple(then(less_i, (("I",), UNIT), *root(Fraction(2 * j * j) / n)) for j in range(int(n)))


def law_iunit(m: Mono, work: Work, k: Any) -> Sum:
    _, q = at(m, k, "I")
    must(is_whole(q), "a root of i")
    return (turned(m, k, q),)


def step_at(m: Mono, k: Any) -> tuple[Sum, Fraction]:
    a, q = at(m, k, "F")
    must(a[1] == "step", "no step")
    return a[2], q


def law_idem(m: Mono, work: Work, k: Any) -> Sum:
    x, q = step_at(m, k)
    must(q >= 1, "no power of step from 1")
    return (put_at(m, k, ("F", "step", x), 1),)


def law_stepscale(m: Mono, work: Work, k: Any, c: Any) -> Sum:
    (x, q), factor = step_at(m, k), rational(c)
    must(factor > 0, "no positive multiple")
    return (put_at(m, k, ("F", "step", scaled(1 / factor, x)), q),)


def law_steppos(m: Mono, work: Work, k: Any) -> Sum:
    x, q = step_at(m, k)
    must(q > 0 and positive(x, work), "no step of a positive number")
    return (less(m, k),)


def law_szero(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "S")
    must(a[1] == () and q > 0, "no positive power of 0")
    return ()


def law_unit(m: Mono, work: Work, k: Any) -> Sum:
    a, _ = at(m, k, "S")
    must(a[1] == UNITY, "no power of 1")
    return (less(m, k),)


def prime_powers(value_: Any) -> list[tuple[int, int]]:
    rows = [tuple(map(whole, listed(r))) for r in listed(value_)]
    must(all(len(r) == 2 and r[0] >= 1 and abs(r[1]) < MOST_WRITTEN_OUT for r in rows), "no factorisation")
    return rows  # type: ignore[return-value]


def multiplied(rows: list[tuple[int, int]]) -> Fraction:
    return reduce(lambda c, row: c * raised(Fraction(row[0]), row[1]), rows, UNIT)


def law_num(m: Mono, work: Work, k: Any, primes: Any) -> Sum:
    a, q = at(m, k, "S")
    rows = prime_powers(primes)
    must(a[1] == number_sum(multiplied(rows)), "the product is another number")
    found = less(m, k)
    for p, z in rows:
        found = then(found, c=raised(Fraction(p), math.floor(z * q)))
    roots = [(("S", number_sum(p)), z * q - math.floor(z * q)) for p, z in rows if not is_whole(z * q)]
    return (then(found, *roots),)


def law_unwrap(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "S")
    must(len(a[1]) == 1 and a[1][0].c == 1 and not a[1][0].bounds and len(a[1][0].factors) == 1, "no power of a power")
    ((x, p),) = a[1][0].factors
    if not is_whole(q) and p != 1:
        require_sign(">=", one_atom(x), work)
    return (put_at(m, k, x, p * q),)


def law_wrap(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "T", "C", "D", "I", "X", "F", "K")
    return (put_at(m, k, ("S", one_atom(a)), q),)


def law_scale(m: Mono, work: Work, k: Any, c: Any) -> Sum:
    a, q = at(m, k, "S")
    factor = rational(c)
    must(factor > 0 or (factor and is_whole(q)), "a root of a product with a negative number")
    found = put_at(m, k, ("S", scaled(1 / factor, a[1])), q)
    if is_whole(q):
        return (then(found, c=raised(factor, int(q))),)
    return (then(found, (("S", number_sum(factor)), q)),)


def atom_taken(s: Sum, p: Fraction, places: Any, work: Work) -> tuple[Atom, Sum]:
    """x and r with s = x^p r; for each monomial the place of x, or -1."""
    rows = listed(places)
    must(p != 0 and s and len(rows) == len(s), "a place for each monomial is needed")
    spots = [None if type(r) is int and r == -1 else pair_of(r) for r in rows]
    found = [at(m, spot[0])[0] for m, spot in zip(s, spots, strict=True) if spot is not None]
    must(found, "what is taken out is nowhere")
    x, rest = found[0], []
    for m, spot in zip(s, spots, strict=True):
        bound = {b for b, _ in m.bounds}
        must(free_in((x, UNIT)).isdisjoint(bound), "what is taken out holds a bound index")
        if spot is None:
            rest.append(then(m, (x, -p)))
            continue
        y, r = m.factors[spot[0]]
        agree_atoms(x, y, spot[1], {})
        must(free_in((y, UNIT)).isdisjoint(bound), "what is taken out holds a bound index")
        rest.append(put_at(m, spot[0], y, r - p))
    if None in spots:
        require_sign("!=", one_atom(x), work)
    return x, tuple(rest)


def part_taken(s: Sum, rows: Any) -> tuple[Sum, Sum]:
    """The part and r with s = part · r, the part alike in all monomials."""
    info = [listed(r) for r in listed(rows)]
    must(s and len(info) == len(s) and all(len(r) == 3 for r in info), "a row for each monomial is needed")
    first: Mono | None = None
    rest = []
    for m, (factors, bounds, witness) in zip(s, info, strict=True):
        ks, bs = places_below(factors, len(m.factors), True), places_below(bounds, len(m.bounds), True)
        part = Mono(UNIT, tuple(m.bounds[b] for b in bs), tuple(m.factors[k] for k in ks))
        others = Mono(m.c, tuple(row for n, row in enumerate(m.bounds) if n not in bs), less(m, *ks).factors)
        must(free_in(*part.factors).isdisjoint({b for b, _ in others.bounds}), "the part holds another bound index")
        must(free_in(*others.factors).isdisjoint({b for b, _ in part.bounds}), "a bound index of the part occurs outside")
        first = first or part
        agree_monos(first, part, witness, {})
        rest.append(others)
    assert first is not None
    return (first,), tuple(rest)


def law_pull(m: Mono, work: Work, k: Any, p: Any, places: Any) -> Sum:
    a, q = at(m, k, "S")
    x, rest = atom_taken(a[1], rational(p), places, work)
    if not is_whole(q):
        require_sign(">=", one_atom(x), work)
    return (then(less(m, k), (x, rational(p) * q), (("S", rest), q)),)


def law_pullpart(m: Mono, work: Work, k: Any, rows: Any) -> Sum:
    a, q = at(m, k, "S")
    part, rest = part_taken(a[1], rows)
    if not is_whole(q):
        require_sign(">=", part, work)
    return (then(less(m, k), (("S", part), q), (("S", rest), q)),)


def law_mul(m: Mono, work: Work, k: Any, n: Any, witness: Any) -> Sum:
    (a, p), (b, q) = at(m, k), at(m, n)
    must(k < n, "the second does not come after the first")
    agree_atoms(a, b, witness, {})
    if p + q == 0:
        require_sign("!=", one_atom(a), work)
    return (put_at(less(m, n), k, a, p + q),)


def law_expand(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "S")
    w = math.floor(q)
    must(1 <= w < MOST_WRITTEN_OUT, "no power to multiply out")
    found = work.product((less(m, k),), work.power(a[1], w))
    return with_atom(found, a, q - w) if q != w else found


def divided(base: Mono, a: Atom, q: Fraction, n: int, work: Work) -> Sum:
    """base S^(q+1) - base (S without monomial n) S^q."""
    s: Sum = a[1]
    if q == -1:
        require_sign("!=", s, work)
    first: Sum = (base,) if q == -1 else with_atom((base,), a, q + 1)
    return first + scaled(-1, with_atom(work.product((base,), s[:n] + s[n + 1 :]), a, q))


def law_inv(m: Mono, work: Work, k: Any, n: Any, bounds: Any, places: Any, witnesses: Any) -> Sum:
    a, q = at(m, k, "S")
    must(q < 0 and type(n) is int and 0 <= n < len(a[1]) and a[1][n].c, "no summand to divide by")
    lead = a[1][n]
    rest, found = taken_out(lead, less(m, k), bounds, places, witnesses)
    must(free_in((a, UNIT)).isdisjoint(i[0] for i in found.values()), "a bound index of the summand occurs elsewhere")
    return divided(Mono(rest.c / lead.c, rest.bounds, rest.factors), a, q, n, work)


def law_pfrac(m: Mono, work: Work, k: Any, n: Any) -> Sum:
    a, q = at(m, k, "S")
    must(q < 0 and type(n) is int and 0 <= n < len(a[1]), "no summand to divide by")
    c = a[1][n]
    must(c.c and not c.bounds and not c.factors, "the summand is no number")
    return divided(then(less(m, k), c=1 / c.c), a, q, n, work)


def logarithm_at(m: Mono, k: Any) -> Sum:
    a, q = at(m, k, "F")
    must(a[1] == "log" and q == 1, "no logarithm")
    return a[2]  # type: ignore[no-any-return]


def log_of(s: Sum) -> Sum:
    return one_atom(("F", "log", s))


def one_power(s: Sum) -> Factor:
    must(len(s) == 1 and s[0].c == 1 and not s[0].bounds and len(s[0].factors) == 1, "no single power")
    return s[0].factors[0]


def law_log1(m: Mono, work: Work, k: Any) -> Sum:
    must(logarithm_at(m, k) == UNITY, "no logarithm of 1")
    return ()


def law_logexp(m: Mono, work: Work, k: Any) -> Sum:
    a, q = one_power(logarithm_at(m, k))
    must(a[0] == "X" and real(a[1], work), "no logarithm of a real exponential")
    return work.product((less(m, k),), scaled(q, a[1]))


def law_logpow(m: Mono, work: Work, k: Any) -> Sum:
    a, q = one_power(logarithm_at(m, k))
    require_sign(">", one_atom(a), work)
    return work.product((less(m, k),), scaled(q, log_of(a[1] if a[0] == "S" else one_atom(a))))


def logs_apart(m: Mono, work: Work, k: int, part: Sum, p: Fraction, rest: Sum) -> Sum:
    require_sign(">", part, work)
    require_sign(">", rest, work)
    return work.product((less(m, k),), scaled(p, log_of(part)) + log_of(rest))


def law_logpull(m: Mono, work: Work, k: Any, p: Any, places: Any) -> Sum:
    x, rest = atom_taken(logarithm_at(m, k), rational(p), places, work)
    return logs_apart(m, work, k, one_atom(x), rational(p), rest)


def law_logpullpart(m: Mono, work: Work, k: Any, rows: Any) -> Sum:
    part, rest = part_taken(logarithm_at(m, k), rows)
    return logs_apart(m, work, k, part, UNIT, rest)


def law_lognum(m: Mono, work: Work, k: Any, primes: Any) -> Sum:
    x, rows = logarithm_at(m, k), prime_powers(primes)
    require_sign(">", x, work)
    logs = tuple(n for p, z in rows for n in scaled(z, log_of(number_sum(p))))
    return work.product((less(m, k),), logs + log_of(scaled(1 / multiplied(rows), x)))


def random_atom(a: Atom, context: Context) -> bool:
    """Whether the value depends on the outcome."""
    if a[0] == "E":
        return False
    own = {a[1]} if a[0] in ("T", "C", "K") else set()
    own |= {p.removesuffix("^-1") for i in indices(a) for p in i[1]}
    return any(context.declares(n, "random") for n in own) or any(
        random_atom(b, context) for s in inside(a) for m in s for b, _ in m.factors
    )


def require_integrable(m: Mono, work: Work) -> None:
    """The expectation of the monomial exists: two random entries at most; else this becomes a condition."""
    degree, plain_ = Fraction(0), True
    for a, q in m.factors:
        if random_atom(a, work.context) and not (a[:2] == ("F", "step") and q > 0):
            plain_ = plain_ and a[0] in ("T", "C") and is_whole(q) and q >= 0
            degree += q
    if not plain_ or degree > 2:
        work.require(said_as_term((m,), work, lambda t: ("is", "integrable", t)))


def law_expectsum(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "E")
    must(q == 1, "the exponent is not 1")
    for x in a[1]:
        require_integrable(x, work)
    return tuple(then(less(m, k), (("E", (x,)), UNIT)) for x in a[1])


def law_expectpull(m: Mono, work: Work, k: Any) -> Sum:
    a, q = at(m, k, "E")
    must(q == 1 and len(a[1]) == 1, "no expectation of one product")
    x = work.put_mono(a[1][0], {})
    constant = [f for f in x.factors if not random_atom(f[0], work.context)]
    chance = Mono(UNIT, (), tuple(f for f in x.factors if random_atom(f[0], work.context)))
    require_integrable(chance, work)
    last: list[Factor] = [(("E", (chance,)), UNIT)] if chance.factors else []
    return (Mono(m.c * x.c, m.bounds + x.bounds, (*less(m, k).factors, *constant, *last)),)


LAWS: Mapping[str, tuple[int, Callable[..., Sum]]] = {
    "zero": (0, law_zero),
    "range": (1, law_range),
    "cover": (1, law_cover),
    "count": (1, law_count),
    "reindex": (2, law_reindex),
    "perm": (1, law_perm),
    "swap": (1, law_swap),
    "dself": (1, law_dself),
    "dpow": (1, law_dpow),
    "dmap": (1, law_dmap),
    "dmove": (2, law_dmove),
    "dzero": (1, law_dzero),
    "contract": (2, law_contract),
    "dsubst": (2, law_dsubst),
    "number": (1, law_number),
    "case": (3, law_case),
    "orthogonal": (3, law_orthogonal),
    "fact": (4, law_fact),
    "expsum": (1, law_expsum),
    "expjoin": (2, law_expjoin),
    "expscale": (2, law_expscale),
    "explog": (1, law_explog),
    "exppi": (1, law_exppi),
    "iturn": (2, law_iturn),
    "rootsum": (3, law_rootsum),
    "gauss": (1, law_gauss),
    "iunit": (1, law_iunit),
    "idem": (1, law_idem),
    "stepscale": (2, law_stepscale),
    "steppos": (1, law_steppos),
    "szero": (1, law_szero),
    "unit": (1, law_unit),
    "num": (2, law_num),
    "unwrap": (1, law_unwrap),
    "wrap": (1, law_wrap),
    "scale": (2, law_scale),
    "pull": (3, law_pull),
    "pullpart": (2, law_pullpart),
    "mul": (3, law_mul),
    "expand": (1, law_expand),
    "inv": (5, law_inv),
    "pfrac": (2, law_pfrac),
    "log1": (1, law_log1),
    "logexp": (1, law_logexp),
    "logpow": (1, law_logpow),
    "logpull": (3, law_logpull),
    "logpullpart": (2, law_logpullpart),
    "lognum": (2, law_lognum),
    "expectsum": (1, law_expectsum),
    "expectpull": (1, law_expectpull),
}
"""The laws: how many data each takes after the number of its monomial, and what it does."""


def declared_indices(work: Work) -> list[str]:
    """The indices that a hypothesis may speak of."""
    return [label for label, (kind, _) in work.context.declared.items() if kind.runs is not None]


def nothing_escapes(before: Mono, after: Sum, spoken_of: Iterable[str] = ()) -> None:
    scope = free_in_mono(before).union(spoken_of)
    for m in after:
        must(len({b for b, _ in m.bounds}) == len(m.bounds), "an index is bound twice")
        must(all(b in scope or is_literal(b) for b in free_in_mono(m)), "an index escapes from its sum")


# ====================================================================== scripts and lemmas

Scripts = Sequence[Sequence[Any]]


def run(scripts: Scripts, number: Any, s: Sum, work: Work) -> Sum:
    """What a script makes of a sum."""
    if number is None:
        return s
    must(type(number) is int and 0 <= number < len(scripts), "there is no such script")
    pool = dict(enumerate(s))
    following = len(s)

    def take(k: Any) -> Mono:
        must(type(k) is int and k in pool, "there is no such monomial")
        return pool.pop(k)

    for step in scripts[number]:
        work.spend()
        law, first, *data = listed(step)
        m = take(first)
        if law == "add":
            must(len(data) == 2, "add takes two monomials and a witness")
            n = take(data[0])
            agree_monos(m, n, data[1], {})
            results: Sum = (Mono(m.c + n.c, m.bounds, m.factors),) if m.c + n.c else ()
        elif law == "arg":
            must(len(data) == 3, "arg takes a factor, an argument and a script")
            k, n_, script = map(whole, data)
            a, q = at(m, k, "X", "F", "S", "K", "E")
            sums = list(inside(a))
            must(0 <= n_ < len(sums) and script < number, "there is no such argument, or the script is not before this one")
            sums[n_] = run(scripts, script, sums[n_], work)
            results = (put_at(m, k, over(a, sums), q),)
            nothing_escapes(m, results, declared_indices(work))
        else:
            must(law in LAWS and len(data) == LAWS[law][0], f"there is no law {law} with such data")
            results = LAWS[law][1](m, work, *data)
            nothing_escapes(m, results, declared_indices(work) if law == "fact" else ())
        work.spend(sum(len(r.factors) for r in results))
        for r in results:
            for c in (r.c, *(q for _, q in r.factors)):
                not_too_long(c)
            pool[following] = r
            following += 1
    return tuple(pool.values())


def vanishes(scripts: Scripts, ends: Sequence[Any], s: Sum, work: Work) -> None:
    for step in ends:
        match step:
            case ["script", number]:
                s = run(scripts, number, s, work)
            case ["multiply", int(m), int(f), int(w)]:
                must(0 <= m < len(s) and 0 < w < MOST_WRITTEN_OUT, "there is nothing like that to multiply by")
                a, _ = at(s[m], f)
                must(free_in((a, UNIT)).isdisjoint(b for b, _ in s[m].bounds), "the factor holds a bound index")
                require_sign("!=", one_atom(a), work)
                s = work.product(s, one_atom(a, w))
            case _:
                raise Refused("no step of an end")
    must(s == (), "the sides do not meet")


# ====================================================================== what is seen


def seen(s: Statement, context: Context, spent: list[int]) -> bool:
    """Whether a statement is a hypothesis, or read off declarations, sorts and signs."""
    return s in context.known or plain_to_see(s, context, spent)


def asked(context: Context, question: Callable[[Work], bool], spent: list[int]) -> bool:
    """The answer of a question to sums, if it needs no condition."""
    work = Work(context, spent)
    try:
        return question(work) and not work.conditions
    except Refused:
        must(spent[0] <= MOST_STEPS, "too many steps")
        return False


def plain_to_see(s: Statement, context: Context, spent: list[int]) -> bool:
    match s[0]:
        case "and":
            return all(plain_to_see(p, context, spent) for p in s[1])
        case "forall":
            return plain_to_see(s[2], context.where_bound(s[1]), spent)
        case "implies":
            return plain_to_see(s[2], context, spent)
        case "is":
            if s[2].head != "name":
                return False
            enough = ("invertible", "permutation", "orthogonal", "positive_definite") if s[1] == "invertible" else (s[1],)
            return any(context.has(s[2].data[0], p) for p in enough)
        case "in":
            return sort_seen(s[1], s[2], context, spent)
        case "=":
            return bool(s[1] == s[2])
        case "!=" | "<" | "<=" | ">" | ">=":
            if s[0] == "!=" and s[1].head == s[2].head == "name" and frozenset((s[1].data[0], s[2].data[0])) in context.distinct:
                return True
            if asked(context, lambda work: compared_by_sign(s[0], s[1], s[2], work), spent):
                return True
            spoken = {n.head for n in parts_of(s[1])} & {"norm", "var"}
            return s[0] == ">=" and s[2] == ZERO_TERM and bool(spoken) and never_below_zero(s[1], context, spent)
    return False


def never_below_zero(t: Term, context: Context, spent: list[int]) -> bool:
    """A norm, the variance of a real number, and what is made of such and of what is seen by +, ·, /, powers, expectations."""
    if t.head == "norm":
        return True
    if t.head == "var":
        return sort_seen(t.args[0], "real", context, spent)
    numbers = all(context.names.kind(a).is_number for a in t.args)
    if t.head in ("add", "mul", "div", "expect") and numbers:
        return all(never_below_zero(a, context, spent) for a in t.args)
    if t.head == "pow" and t.args[1].head == "num":
        return never_below_zero(t.args[0], context, spent)
    return asked(context, lambda work: compared_by_sign(">=", t, ZERO_TERM, work), spent)


def compared_by_sign(operator: str, left: Term, right: Term, work: Work) -> bool:
    d = collected(entries(left, work) + scaled(-1, entries(right, work)))
    if operator in ("<", "<="):
        d = scaled(-1, d)
    lowest = lowest_of(d, work)
    if operator in (">", "<"):
        return positive(d, work) or (lowest is not None and lowest > 0)
    if operator in (">=", "<="):
        return nonnegative(d, work) or (lowest is not None and lowest >= 0)
    both = (lowest, lowest_of(scaled(-1, d), work))
    return nonzero(d, work) or positive(d, work) or positive(scaled(-1, d), work) or any(x is not None and x > 0 for x in both)


def collected(s: Sum) -> Sum:
    total: dict[Any, Fraction] = {}
    for m in s:
        total[m.bounds, m.factors] = total.get((m.bounds, m.factors), Fraction(0)) + m.c
    return tuple(Mono(c, *rest) for rest, c in total.items() if c)


def lowest_of(s: Sum, work: Work) -> Fraction | None:
    """What a sum of positive multiples of sizes and numbers of indices, and a constant, is not below."""
    for m in s:
        if not m.factors and not m.bounds:
            continue
        if m.bounds or len(m.factors) != 1 or m.c <= 0:
            return None
        (a, q) = m.factors[0]
        if q != 1 or a[0] != "T" or not (a[1] == NUMBER_OF or work.context.is_size(a[1])):
            return None
    return sum((m.c for m in s), Fraction(0))


def sort_seen(t: Term, sort: str, context: Context, spent: list[int]) -> bool:
    kind = context.names.kind(t)
    if not kind.is_value:
        return False
    if sort == "complex":
        return True
    safe = sizes_whole(t)
    if sort == "real":
        if safe and kind.sort != "complex" and not may_leave_the_reals(t):
            return True
        return asked(context, lambda work: real(entries(t, work), work), spent)
    if not safe or SORTS.index(kind.sort) > SORTS.index("integer" if sort == "natural" else sort):
        return False
    return sort != "natural" or (kind.is_number and asked(context, lambda work: nonnegative(entries(t, work), work), spent))


def sizes_whole(t: Term) -> bool:
    """Whether sizes in the term are surely whole, and natural in exponents; no factorials."""
    for node in parts_of(t):
        if node.head in ("factorial", "binomial"):
            return False
        if node.head == "size" and not node.data[0].is_whole:
            return False
        if node.head == "pow" and not all(
            s.surely_positive for n in parts_of(node.args[1]) for s in n.data if isinstance(s, Size)
        ):
            return False
    return True


def says_an_order(s: Statement) -> bool:
    """An order, under whatever quantifiers and premises."""
    return says_an_order(s[2]) if s[0] in ("forall", "implies") else s[0] in ORDERS


def may_leave_the_reals(t: Term) -> bool:
    return any(n.head in ("sqrt", "root", "pow") or is_function(n, "log", "arcsin", "arccos") for n in parts_of(t))


# ====================================================================== random names

MOMENTS = ("expect", "var", "cov")


def names_about(t: Term, within: bool) -> frozenset[str]:
    """Free names that occur inside a moment (`within`), or outside every one."""
    if t.head in MOMENTS:
        return t.free if within else frozenset()
    if not t.args:
        return frozenset() if within else t.free
    found = frozenset[str]() if within or t.head not in ("call", "member") else frozenset([t.data[0]])
    for k, a in enumerate(t.args):
        inner = names_about(a, within)
        found |= inner - {t.data[0]} if k == 0 and t.head in BINDERS else inner
    return found


def is_random(t: Term, context: Context) -> bool:
    return any(context.declares(n, "random") for n in names_about(t, within=False))


def mixes(s: Statement, context: Context) -> bool:
    """Whether an equation says of something random that it is something constant."""
    match s[0]:
        case "and":
            return any(mixes(p, context) for p in s[1])
        case "implies":
            return mixes(s[2], context)
        case "forall" | "exists":
            return mixes(s[2], context.with_names(s[1]))
        case "=":
            return is_random(s[1], context) != is_random(s[2], context)
    return False


def averaged(statements: Iterable[Statement]) -> frozenset[str]:
    """Names inside moments in the statements."""
    found = frozenset[str]()
    for s in statements:
        found = found.union(*(names_about(t, True) for t in terms_in(s)))
        found = found.union(*(free_of(p) for p in all_statements(s) if p[:2] == ("is", "integrable")))
    return found


# ====================================================================== chains


class Equation(NamedTuple):
    """left = right for all values of the letters, where the conditions hold; about the rigid names besides."""

    letters: Mapping[str, Type]
    left: Term
    right: Term
    conditions: tuple[Statement, ...]
    rigid: frozenset[str]
    averaged: frozenset[str]


class Chain:
    """Links from the left side of an equation to the right one. `conditions` are those raised on the way."""

    def __init__(self, context: Context, goal: Statement, lemmas: Any, links: Any, spent: list[int]) -> None:
        must(goal[0] == "=", "a chain proves an equation")
        self.context, self.spent = context, spent
        self.conditions: dict[Statement, None] = {}
        self.lemma_rows, self.link_rows = listed(lemmas), listed(links)
        self.goal = goal
        self.lemmas = [self._read_lemma(row) for row in self.lemma_rows]
        self.links = [self._read_link(row) for row in self.link_rows]
        written = [t for h in context.hypotheses for t in terms_in(h)] + [goal[1], goal[2]]
        written += [
            t for letters, premises, left, right, _ in self.lemmas for t in (left, right, *(x for p in premises for x in p[1:]))
        ]
        written += [t for _, _, _, _, values in self.links for t in values.values()]
        made_of = [extents_in(h) for h in context.hypotheses] + [t.extents for t in written]
        made_of += [extents_of(k) for letters, *_ in self.lemmas for k in letters.values()]
        extents = frozenset[Extent]().union(*made_of)
        self.sizes = context.sizes.union(*(size.names for size, _ in extents), *(t.inner_sizes for t in written))
        context.must_be_sizes(extents, self.sizes)
        self._no_sizes(bound_in(context.hypotheses).union(*(t.bound for t in written)), self.sizes)
        self.random = any("random" in props for _, props in context.declared.values())
        self.moments = self.random and any(n.head in MOMENTS for t in written for n in parts_of(t))
        self.mixed = False

    @staticmethod
    def _read_lemma(row: Any) -> tuple[dict[str, Type], list[Statement], Term, Term, Any]:
        letters = {proper(n): read_type(k) for n, k in map(listed, listed(row["letters"]))}
        must(len(letters) == len(row["letters"]) and all(k.is_value for k in letters.values()), "no distinct letters")
        premises = [read_statement(p) for p in listed(row.get("premises", []))]
        must(all(p[0] == "=" for p in premises), "a premise is an equation")
        return letters, premises, read_number_term(row["left"]), read_number_term(row["right"]), row

    @staticmethod
    def _read_link(row: Any) -> tuple[list[int], str, int, bool, dict[str, Term]]:
        must(row["by"] in ("lemma", "hypothesis") and row["direction"] in ("forward", "backward"), "no such link")
        terms = row["letters" if row["by"] == "lemma" else "instance"]
        path = [whole(k) for k in listed(row["path"])]
        return path, row["by"], whole(row["n"]), row["direction"] == "forward", {n: read_number_term(t) for n, t in terms.items()}

    def follow(self) -> dict[Statement, None]:
        self._one_shape(self.goal[1], self.goal[2], self.context.names)
        for h in self.context.hypotheses:
            check_statement(h, self.context.names)
        proved = [self._proved(*row) for row in self.lemmas]
        t = self.goal[1]
        for path, by, n, forward, values in self.links:
            must(0 <= n < len(proved if by == "lemma" else self.context.hypotheses), f"there is no {by} {n}")
            t = self._linked(t, path, proved[n] if by == "lemma" else self._given(n), forward, values)
        must(t == self.goal[2], "the chain does not end at the right side")
        self.without_sizes_bound(self.conditions)
        return self.conditions

    def without_sizes_bound(self, conditions: Iterable[Statement]) -> None:
        """Conditions bind no name that is a size, in them or in what the chain has written."""
        for c in conditions:
            self._no_sizes(bound_in([c]), self.sizes | sizes_in(c))

    @staticmethod
    def _no_sizes(bound: frozenset[str], sizes: frozenset[str]) -> None:
        must(bound.isdisjoint(sizes), "a bound name is the name of a size")

    def _one_shape(self, left: Term, right: Term, names: Names) -> None:
        must(names.value(left).shape == names.value(right).shape, "the sides differ in shape")

    # ------------------------------------------------------------------ equations

    def _proved(self, letters: dict[str, Type], premises: list[Statement], left: Term, right: Term, row: Any) -> Equation:
        must(not letters.keys() & (self.context.declared.keys() | self.sizes), "a letter means something already")
        context = self.context.with_names(letters.items())
        context.says, context.signs = self.context.says, None
        self._one_shape(left, right, context.names)
        work = Work(context, self.spent, self.sizes)
        scripts = [listed(s) for s in listed(row["scripts"])]
        relied: set[str] = set()
        for fact in listed(row.get("facts", [])):
            relied |= self._fact(fact, premises, scripts, work)
        first = run(scripts, row["left_script"], entries(left, work), work)
        second = run(scripts, row["right_script"], entries(right, work), work)
        vanishes(scripts, listed(row["end"]), first + scaled(-1, second), work)
        conditions = (*premises, *work.conditions)
        # which hypotheses a law looked at is not kept: the lemma counts as being about the names of all that it may have used
        names = left.free | right.free | relied | frozenset[str]().union(*map(free_of, premises)) | self._looked_at(context)
        about = averaged((("=", left, right), *conditions)) if self.random else frozenset[str]()
        return Equation(letters, left, right, conditions, frozenset(names - letters.keys()), about)

    def _looked_at(self, context: Context) -> frozenset[str]:
        """Names of which hypotheses say a property; a law may have read it off."""
        return frozenset(n for n, _ in context.says if n in self.context.declared) if context.says else frozenset()

    def _fact(self, row: Any, premises: list[Statement], scripts: Scripts, work: Work) -> frozenset[str]:
        must(row["by"] in ("premise", "hypothesis"), "a fact is a premise or a hypothesis")
        table, n, lead = (
            premises if row["by"] == "premise" else list(self.context.hypotheses),
            whole(row["n"]),
            whole(row["lead"]),
        )
        must(0 <= n < len(table), "there is no such equation")
        rows, equation = (table[n][1], table[n][2]) if table[n][0] == "forall" else ((), table[n])
        must(equation[0] == "=" and all(k.runs is not None for _, k in rows), "a fact is an equation, perhaps for all indices")
        names = work.context.names.with_names(rows)
        left, right = equation[1], equation[2]
        self._one_shape(left, right, names)
        for c in {**domain_of_term(left, names), **domain_of_term(right, names)}:
            if not free_of(c).isdisjoint(dict(rows)):
                work.require(for_all(rows, c))
        if row["by"] == "hypothesis":
            self._must_not_mix(table[n])
        parameters: dict[Any, Size] = {}

        def fresh(size: Size) -> Index:
            label = f"@{len(work.facts)}.{len(parameters)}"
            parameters[label] = work.ranges[label] = size
            return (label, ())

        scope = Scope(work, work.context.names, {})
        for label, kind in rows:
            assert kind.runs is not None
            scope = scope.binding(label, kind, fresh(kind.runs))
        i, j = (fresh(side) if side != ONE else FIRST for side in names.kind(left).shape)
        s = run(scripts, row["script"], entry(left, i, j, scope) + scaled(-1, entry(right, i, j, scope)), work)
        must(0 <= lead < len(s) and s[lead].c, "there is no such monomial to lead")
        pattern = Mono(UNIT, s[lead].bounds, s[lead].factors)
        rest = scaled(-1 / s[lead].c, s[:lead] + s[lead + 1 :])
        must(free_in_sum(rest) & set(parameters) <= free_in_mono(pattern), "the leading monomial lacks an index")
        work.facts.append(Fact(pattern, rest, parameters))
        return free_of(table[n]) if row["by"] == "hypothesis" else frozenset()

    def _given(self, n: int) -> Equation:
        """A hypothesis as an equation."""
        s = self.context.hypotheses[n]
        letters: dict[str, Type] = {}
        premises: list[Statement] = []
        if s[0] == "forall":
            letters, s = dict(s[1]), s[2]
        if s[0] == "implies":
            premises, s = [s[1]], s[2]
        must(s[0] == "=", "the hypothesis is no equation")
        must(not any(map(speaks_of_passages, premises)), "from a passage follows nothing of its members")
        must(all(k.is_value for k in letters.values()), "a quantified name is no value")
        names = self.context.names.with_names(letters.items())
        self._one_shape(s[1], s[2], names)
        defined: dict[Statement, None] = {}
        for part in (*premises, s):
            defined.update(domain_of(part, names))
        conditions = (*premises, *(c for c in defined if premises or not free_of(c).isdisjoint(letters)))
        self._must_not_mix(self.context.hypotheses[n])
        about = averaged((s, *conditions)) if self.random else frozenset[str]()
        return Equation(letters, s[1], s[2], conditions, free_of(self.context.hypotheses[n]), about)

    def _must_not_mix(self, s: Statement) -> None:
        """Beside moments no equation of something random with something constant is used."""
        self.mixed = self.mixed or (self.random and mixes(s, self.context))
        must(not (self.mixed and self.moments), "an equation of something random with something constant")

    @staticmethod
    def _is_complex_inner(t: Term, names: Names) -> bool:
        try:
            return "complex" in [names.kind(a).sort for a in t.args]
        except Refused:
            return True

    # ------------------------------------------------------------------ links

    def _linked(self, t: Term, path: list[int], equation: Equation, forward: bool, values: dict[str, Term]) -> Term:
        rows, above, here = self._way(t, path)
        names = self.context.names.with_names(rows)
        context = self.context.where_bound(rows)
        must(equation.rigid.isdisjoint(n for n, _ in rows), "the equation is about a name that is bound here")
        must(values.keys() == equation.letters.keys(), "every letter needs a term, and nothing else")
        for letter, kind in equation.letters.items():
            self._admit(kind, values[letter], rows, names, context)
            must(letter not in equation.averaged or not is_random(values[letter], context), "a random term in a moment")
        old, new = (equation.left, equation.right) if forward else (equation.right, equation.left)
        must(substitute(old, values) == here, "the subterm is no instance of the equation")
        there = self.context.names.with_names(equation.letters.items())
        keep_inner_products(equation.left, values, there, names)
        keep_inner_products(equation.right, values, there, names)
        for c in equation.conditions:
            for here_ in (at_values(c, values), *asked_besides(c, values, there, names)):
                self._require(here_, rows, context)
        part = substitute(new, values)
        result = replaced(t, path, part)
        if names.kind(part) != names.kind(here):
            self._one_shape(result, self.goal[2], self.context.names)
            for before, after in zip(above, self._way(result, path)[1], strict=True):
                if before.head == "inner":
                    kinds = [self._is_complex_inner(x, names) for x in (before, after)]
                    must(kinds[0] == kinds[1], "an inner product changes its kind")
        return result

    def _way(self, t: Term, path: list[int]) -> tuple[tuple[tuple[str, Type], ...], list[Term], Term]:
        """The names bound above a place, the terms on the way, and the term there."""
        rows: dict[str, Type] = {}
        above = []
        for k in path:
            must(0 <= k < len(t.args) and (k == 0 or t.head != "derivative"), "the path leads nowhere")
            if t.head in BINDERS and k == 0:
                rows[t.data[0]] = kind = bound_type(t, self.context.names.with_names(rows.items()))
                must(not kind.over and kind.parameters is None, "a link leads under a derivative by a family")
            above.append(t)
            t = t.args[k]
        return tuple(rows.items()), above, t

    def _require(self, s: Statement, rows: tuple[tuple[str, Type], ...], context: Context) -> None:
        if s[0] == "=" and s[2].head == "identity" and s[1].head == "mul" and len(s[1].args) == 2:
            first, second = s[1].args
            for matrix, other in ((first, second), (second, first)):
                if other == term("inverse", (matrix,)):
                    s = ("is", "invertible", matrix)
                    break
        if not plain_to_see(s, context, self.spent):
            whole_statement = for_all(rows, s)
            if whole_statement not in self.context.known:
                self.conditions[whole_statement] = None

    def _admit(self, wanted: Type, t: Term, rows: tuple[tuple[str, Type], ...], names: Names, context: Context) -> None:
        if wanted.runs is not None:
            check_index(t, wanted.runs, names)
            if context.beyond(t, wanted.runs):
                self._require((">=", term("size", (), (wanted.runs,)), t), rows, context)
            return
        kind = names.value(t)
        must(kind.shape == wanted.shape, "a letter stands for another shape")
        must(widest(kind.sort, wanted.sort) == wanted.sort, "a letter stands for a term of a wider sort")
        must(wanted.sort in ("real", "complex") or sizes_whole(t), "a size that need not be whole")
        real_ = wanted.sort == "complex" or not may_leave_the_reals(t)
        if not real_ and not asked(context, lambda work: real(entries(t, work), work), self.spent):
            must(all(n.head not in ("root", "derivative") for n in parts_of(t)), "a root, or a derivative, that may not be real")
            for c in domain_of_term(t, names):
                if says_an_order(c):
                    self._require(c, rows, context)
        if wanted.sort == "natural" and not asked(context, lambda work: nonnegative(entries(t, work), work), self.spent):
            must(kind.is_number, "the sign of the entries is not seen")
            low = for_all(rows, (">=", t, ZERO_TERM))
            if low not in self.context.known:
                self.conditions[low] = None


# ====================================================================== trees of inferences


class Sequent(NamedTuple):
    """Γ ⊢ goal. `chosen` are names that rules introduced by a choice, `derived` the numbers of hypotheses that follow.

    `listed` are the conditions of the theorem, which hold along a net as hypotheses do.
    """

    context: Context
    goal: Statement
    chosen: frozenset[str] = frozenset()
    derived: frozenset[int] = frozenset()
    listed: tuple[Statement, ...] = ()

    def proves(self, goal: Statement) -> Sequent:
        return self._replace(goal=goal)

    def joined(self, *statements: Statement) -> Sequent:
        """Assuming more; nothing is assumed of a random value. What was derived is left aside where more varies now."""
        for s in statements:
            must(not any(is_random(t, self.context) for t in terms_in(s)), "something is assumed of a random value")
        found = self._replace(context=self.context.assuming(*statements))
        if not self.derived or not any(map(speaks_of_passages, found.context.hypotheses)):
            return found
        if varying(found)[0] <= varying(self)[0]:
            return found
        old = found.context
        kept = tuple(TRIVIAL if n in self.derived else h for n, h in enumerate(old.hypotheses))
        return found._replace(context=Context(old.declared, kept, old.distinct, old))

    def with_consequences(self, *statements: Statement) -> Sequent:
        context = self.context.assuming(*statements)
        new = range(len(self.context.hypotheses), len(context.hypotheses))
        return self._replace(context=context, derived=self.derived.union(new))


FALSITY: Statement = ("=", ZERO_TERM, ONE_TERM)
CONTRARY = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
TURNED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
STRONGER = {"<=": ("<", "="), ">=": (">", "="), "!=": ("<", ">")}
Goals = list[Sequent]


def minus(left: Term, right: Term) -> Term:
    return term("add", (left, term("neg", (right,))))


def together(terms: Sequence[Term], head: str = "add") -> Term:
    return terms[0] if len(terms) == 1 else term(head, tuple(terms)) if terms else ZERO_TERM


class Tree:
    """A proof tree being checked: names of sizes and bound names so far, conditions, axioms, steps spent."""

    def __init__(self, context: Context, spent: list[int]) -> None:
        self.root, self.spent = context, spent
        self.sizes, self.bound = context.sizes, frozenset[str]()
        self.conditions: dict[Statement, None] = {}
        self.axioms: dict[str, None] = {}
        self.random = any("random" in props for _, props in context.declared.values())
        self.moments = self.mixed = False

    def check(self, statement: Statement, proof: Any, listed_: Sequence[Statement] = ()) -> None:
        for s in (*self.root.hypotheses, statement, *listed_):
            self.admit(s, self.root.names)
        todo = [(proof, Sequent(self.root, statement, listed=tuple(listed_)))]
        while todo:
            node, sequent = todo.pop()
            must(isinstance(node, dict) and node.get("rule") in INFERENCES, "there is no such rule")
            self.spent[0] += 1
            must(self.spent[0] <= MOST_STEPS, "too many steps")
            tending = [s[1] for s in all_statements(sequent.goal) if s[0] == "tends"]
            must(not any(is_random(t, sequent.context) for t in tending), "what is random tends in several senses")
            goals = INFERENCES[node["rule"]](self, sequent, node)
            below_ = listed(node.get("of", []))
            must(len(below_) == len(goals), f"{node['rule']} leaves {len(goals)} goals here, {len(below_)} are proved")
            todo += reversed(list(zip(below_, goals, strict=True)))
        must(not (self.mixed and self.moments), "something random is equated with a constant, beside moments")

    def stands_still(self, q: Sequent, names: frozenset[str]) -> None:
        must(varying(q)[0].isdisjoint(names), "this varies")

    def use(self, sequent: Sequent, n: Any) -> Statement:
        """A hypothesis, by its number."""
        must(type(n) is int and 0 <= n < len(sequent.context.hypotheses), "there is no such hypothesis")
        s = sequent.context.hypotheses[n]
        self.mixed = self.mixed or (self.random and mixes(s, sequent.context))
        return s

    # ------------------------------------------------------------------ names

    def admit(self, s: Statement, names: Names) -> None:
        """Typed, and no name is bound in one place and a size in another."""
        check_statement(s, names)
        quantified = {n: k for p in all_statements(s) if p[0] in ("forall", "exists") for n, k in p[1]}
        inner = list(terms_in(s))
        extents = extents_in(s)
        sizes = frozenset[str]().union(*(size.names for size, _ in extents), *(t.inner_sizes for t in inner))
        self.root.must_be_sizes(extents, sizes)
        self.note(sizes, frozenset(quantified).union(*(t.bound for t in inner)))
        self.moments = self.moments or any(x.head in MOMENTS for t in inner for x in parts_of(t))

    def note(self, sizes: frozenset[str], bound: frozenset[str]) -> None:
        self.sizes, self.bound = self.sizes | sizes, self.bound | bound
        must(self.sizes.isdisjoint(self.bound), "a name is bound in one place and a size in another")

    def introduce(self, sequent: Sequent, rows: Sequence[tuple[str, Type]]) -> Sequent:
        taken = set(sequent.context.declared) | self.sizes | free_of(sequent.goal)
        taken = taken.union(*map(free_of, sequent.context.hypotheses))
        must(all(proper(n) not in taken for n, _ in rows), "a new name means something already")
        must(len({n for n, _ in rows}) == len(rows), "a name is introduced twice")
        self.note(frozenset[str]().union(*(sizes_of(k) for _, k in rows)), frozenset(n for n, _ in rows))
        context = sequent.context.with_names(rows)
        context.distinct = sequent.context.distinct
        return sequent._replace(context=context)

    def local(self, context: Context) -> list[tuple[str, Type]]:
        return [(n, k) for n, (k, _) in context.declared.items() if n not in self.root.declared]

    # ------------------------------------------------------------------ seen

    def seen(self, context: Context, s: Statement) -> bool:
        if context.signs is None:
            given_signs(context)
        self.mixed = self.mixed or (self.random and s in context.known and mixes(s, context))
        return seen(s, context, self.spent)

    def open(self, sequent: Sequent, statements: Iterable[Statement]) -> Goals:
        """Goals for those that are not seen, each conjunct once."""
        todo = dict.fromkeys(c for s in statements for c in conjuncts(s))
        return [sequent.proves(c) for c in todo if not self.seen(sequent.context, c)]

    def must_be_real(self, sequent: Sequent, *terms: Term) -> None:
        context = sequent.context
        if context.signs is None:
            given_signs(context)
        for t in terms:
            must(asked(context, lambda work, t=t: real(entries(t, work), work), self.spent), "this is not seen to be real")  # type: ignore[misc]

    # ------------------------------------------------------------------ data

    def term(self, value_: Any, sequent: Sequent) -> Term:
        found = read_number_term(value_)
        self.admit(("=", found, found), sequent.context.names)
        return found

    def statement(self, value_: Any, sequent: Sequent) -> Statement:
        found = read_statement(value_)
        self.admit(found, sequent.context.names)
        return found

    def values(self, value_: Any, sequent: Sequent) -> dict[str, Term]:
        must(isinstance(value_, dict), "an object of terms is needed")
        return {n: self.term(t, sequent) for n, t in value_.items()}

    def instance(self, s: Statement, values: Mapping[str, Term], sequent: Sequent) -> tuple[Statement, list[Statement]]:
        """The body of a quantified statement at terms, and what has to hold for it."""
        context = sequent.context
        must(not speaks_of_passages(s), "a passage to the limit has no instances here")
        inside_moments = averaged((s[2],))
        must(not any(n in inside_moments and is_random(t, context) for n, t in values.items()), "a random term in a moment")
        return at_values(s[2], values), self.at_terms(s, values, context)

    def at_terms(self, s: Statement, values: Mapping[str, Term], context: Context) -> list[Statement]:
        """What makes terms values of the quantified names, at which the body says what it says of these."""
        must(values.keys() == dict(s[1]).keys(), "every quantified name needs a term, and nothing else")
        needed = [c for n, k in s[1] for c in self.admitted(k, values[n], context)]
        needed += [at_values(c, values) for c in domain_about(s[1], s[2], context.names)]
        return [*needed, *asked_besides(s[2], values, context.names.with_names(s[1]), context.names)]

    @staticmethod
    def admitted(wanted: Type, t: Term, context: Context) -> list[Statement]:
        if wanted.runs is not None:
            check_index(t, wanted.runs, context.names)
            return [(">=", term("size", (), (wanted.runs,)), t)] if context.beyond(t, wanted.runs) else []
        kind = context.names.value(t)
        must(wanted.is_value and kind.shape == wanted.shape, "a term of another shape")
        return [("in", t, wanted.sort)] if wanted.sort != "complex" else []


def goal_is(sequent: Sequent, *kinds: str) -> Statement:
    must(sequent.goal[0] in kinds, "the goal is of another kind")
    return sequent.goal


def contrary(s: Statement) -> Statement:
    must(s[0] in CONTRARY, "no relation that has a contrary")
    return (CONTRARY[s[0]], s[1], s[2])


def renamed(s: Statement, labels: Any) -> tuple[tuple[tuple[str, Type], ...], Statement]:
    new = [proper(x) for x in listed(labels)]
    must(len(new) == len(s[1]), "every quantified name needs a label")
    values = {old: name(to) for (old, _), to in zip(s[1], new, strict=True) if old != to}
    return tuple((to, k) for (_, k), to in zip(s[1], new, strict=True)), at_values(s[2], values)


# ---------------------------------------------------------------------- rules of logic


def rule_hypothesis(tree: Tree, q: Sequent, node: Any) -> Goals:
    must(tree.use(q, node["n"]) == q.goal, "the hypothesis says something else")
    return []


def rule_seen(tree: Tree, q: Sequent, node: Any) -> Goals:
    must(tree.seen(q.context, q.goal), "this is not seen")
    return []


def rule_condition(tree: Tree, q: Sequent, node: Any) -> Goals:
    local = tree.local(q.context)
    mine = {n for n, _ in local}
    must(all(mine.isdisjoint(free_of(c)) for c in domain_of(q.goal, q.context.names)), "a condition about names introduced here")
    tree.conditions[for_all(local, q.goal)] = None
    if speaks_of_passages(q.goal):
        here = q._replace(listed=tuple(s for s in q.listed if not speaks_of_passages(s)))
        outside = varying(Sequent(tree.root, q.goal, listed=here.listed))[0]
        must(varying(here)[0] & free_of(q.goal) <= outside, "a condition about what varies only here")
    return []


def rule_chain(tree: Tree, q: Sequent, node: Any) -> Goals:
    context = Context(q.context.declared, q.context.hypotheses, q.context.distinct, q.context)
    chain = Chain(context, q.goal, node["lemmas"], node["links"], tree.spent)
    tree.note(chain.sizes, frozenset())
    conditions = chain.follow()
    for c in conditions:
        tree.note(sizes_in(c), bound_in([c]))
    tree.moments, tree.mixed = tree.moments or chain.moments, tree.mixed or chain.mixed
    return tree.open(q, conditions)


def rule_both(tree: Tree, q: Sequent, node: Any) -> Goals:
    return [q.proves(p) for p in goal_is(q, "and")[1]]


def rule_parts(tree: Tree, q: Sequent, node: Any) -> Goals:
    found = tree.use(q, node["n"])
    must(found[0] == "and", "no conjunction")
    return [q.with_consequences(found)]


def assuming(q: Sequent, premise: Statement, conclusion: Statement) -> Sequent:
    names = q.context.names
    return q.joined(premise, *{**domain_of(premise, names), **domain_of(conclusion, names)}).proves(conclusion)


def rule_assume(tree: Tree, q: Sequent, node: Any) -> Goals:
    goal = goal_is(q, "implies")
    return [assuming(q, goal[1], goal[2])]


def rule_each_way(tree: Tree, q: Sequent, node: Any) -> Goals:
    goal = goal_is(q, "iff")
    return [assuming(q, goal[1], goal[2]), assuming(q, goal[2], goal[1])]


def rule_modus_ponens(tree: Tree, q: Sequent, node: Any) -> Goals:
    found, way = tree.use(q, node["n"]), node["direction"]
    must(
        (way == "forward" and found[0] in ("implies", "iff")) or (way == "backward" and found[0] == "iff"), "no such implication"
    )
    premise, conclusion = (found[1], found[2]) if way == "forward" else (found[2], found[1])
    must(of_the_net(conclusion) or not speaks_of_passages(premise), "from a passage follows nothing of its members")
    names = q.context.names
    defined = tree.open(q, [*domain_of(premise, names), *domain_of(conclusion, names)])
    return [*defined, q.proves(premise), q.with_consequences(conclusion)]


def rule_have(tree: Tree, q: Sequent, node: Any) -> Goals:
    s = tree.statement(node["statement"], q)
    return [q.proves(s), q.with_consequences(s)]


def rule_fact(tree: Tree, q: Sequent, node: Any) -> Goals:
    must(node["name"] in FACTS, "there is no such fact")
    s, axiom = FACTS[node["name"]]
    if axiom:
        tree.axioms[axiom] = None
    return [q.with_consequences(s)]


def rule_matrix_fact(tree: Tree, q: Sequent, node: Any) -> Goals:
    must(node["name"] in MATRIX_FACTS, "there is no such fact about matrices")
    count, says = MATRIX_FACTS[node["name"]]
    sizes = [extent(read_size(value_)) for value_ in listed(node["sizes"])]
    must(len(sizes) == count, "a fact about another number of sizes")
    s = says(*sizes)
    tree.admit(s, q.context.names)
    return [q.with_consequences(s)]


def rule_generalise(tree: Tree, q: Sequent, node: Any) -> Goals:
    rows, body = renamed(goal_is(q, "forall"), node["names"])
    declared = tree.introduce(q, rows)
    return [declared.joined(*domain_about(rows, body, q.context.names)).proves(body)]


def rule_instance(tree: Tree, q: Sequent, node: Any) -> Goals:
    found = tree.use(q, node["n"])
    must(found[0] == "forall", "no statement for all values")
    body, needed = tree.instance(found, tree.values(node["terms"], q), q)
    return [*tree.open(q, needed), q.with_consequences(body)]


def rule_witness(tree: Tree, q: Sequent, node: Any) -> Goals:
    body, needed = tree.instance(goal_is(q, "exists"), tree.values(node["terms"], q), q)
    return [*tree.open(q, needed), q.proves(body)]


def rule_obtain(tree: Tree, q: Sequent, node: Any) -> Goals:
    found = tree.use(q, node["n"])
    must(found[0] == "exists", "no statement that something exists")
    rows, body = renamed(found, node["names"])
    joined = tree.introduce(q, rows).joined(body, *domain_about(rows, body, q.context.names))
    return [joined._replace(chosen=q.chosen | {n for n, _ in rows})]


def rule_name_value(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, label, sort = tree.term(node["term"], q), proper(node["name"]), node["sort"]
    must(q.context.names.kind(t).is_number and sort in SORTS, "a number and a sort are needed")
    named = tree.introduce(q, ((label, number_type(sort)),)).joined(("=", name(label), t))
    return [*tree.open(q, [("in", t, sort)]), named._replace(chosen=q.chosen | {label})]


def rule_cases_equal(tree: Tree, q: Sequent, node: Any) -> Goals:
    s: Statement = ("=", tree.term(node["left"], q), tree.term(node["right"], q))
    tree.admit(s, q.context.names)
    return [q.joined(s), q.joined(contrary(s))]


def must_compare(tree: Tree, q: Sequent, left: Term, right: Term) -> None:
    tree.admit(("<=", left, right), q.context.names)
    must(tree.seen(q.context, ("in", minus(left, right), "real")), "the sides are not seen to be real")


def rule_trichotomy(tree: Tree, q: Sequent, node: Any) -> Goals:
    left, right = tree.term(node["left"], q), tree.term(node["right"], q)
    must_compare(tree, q, left, right)
    return [q.joined((op, left, right)) for op in ("<", "=", ">")]


def rule_range_cases(tree: Tree, q: Sequent, node: Any) -> Goals:
    label = text(node["name"])
    kind = q.context.declared[label][0] if label in q.context.declared else None
    last = kind.runs.number if kind is not None and kind.runs is not None else None
    must(last is not None and last <= MOST_WRITTEN_OUT, "no index of a range that is written out")
    return [q.joined(("=", name(label), num(k))) for k in range(1, (last or 0) + 1)]


def rule_contradiction(tree: Tree, q: Sequent, node: Any) -> Goals:
    return [q.proves(contrary(tree.use(q, node["n"])))]


def rule_by_contradiction(tree: Tree, q: Sequent, node: Any) -> Goals:
    opposite = contrary(q.goal)
    if opposite[0] in ORDERS:
        must_compare(tree, q, opposite[1], opposite[2])
    return [q.joined(opposite).proves(FALSITY)]


def rule_symmetry(tree: Tree, q: Sequent, node: Any) -> Goals:
    goal = goal_is(q, *TURNED)
    return [q.proves((TURNED[goal[0]], goal[2], goal[1]))]


def rule_rewrite(tree: Tree, q: Sequent, node: Any) -> Goals:
    goal, new = q.goal, tree.statement(node["statement"], q)
    if goal[0] in CONTRARY and new[0] == goal[0]:
        pairs = [(goal[1], new[1]), (goal[2], new[2])]
    elif goal[0] == new[0] == "in" and goal[2] == new[2]:
        pairs = [(goal[1], new[1])]
    else:
        must(goal[0] == new[0] == "is" and goal[1] == new[1], "a statement of another kind")
        pairs = [(goal[2], new[2])]
    changed: list[Statement] = [("=", a, b) for a, b in pairs if a != b]
    for s in changed:
        tree.admit(s, q.context.names)
    return [*map(q.proves, changed), q.proves(new)]


def rule_combine(tree: Tree, q: Sequent, node: Any) -> Goals:
    goal, parts = goal_is(q, "="), []
    for n, factor in map(listed, listed(node["terms"])):
        given = tree.use(q, n)
        must(given[0] == "=", "an equation is combined")
        parts.append(term("mul", (tree.term(factor, q), minus(given[1], given[2]))))
    must(parts, "nothing is combined")
    s: Statement = ("=", minus(goal[1], goal[2]), together(parts))
    tree.admit(s, q.context.names)
    return [q.proves(s)]


def under_range(tree: Tree, q: Sequent, node: Any, left: Term, right: Term) -> tuple[Sequent, Term, Term]:
    """The bodies of two sums over one range at a new index, with what is left out as guards."""
    must(left.data[1] == right.data[1] and left.args[1:] == right.args[1:], "the ranges differ")
    (label,) = (proper(x) for x in one_of(node["names"]))
    inner = tree.introduce(q, ((label, index_type(left.data[1])),)).joined(*(("!=", name(label), x) for x in left.args[1:]))
    first, second = (substitute(side.args[0], {side.data[0]: name(label)}) for side in (left, right))
    return inner, first, second


def one_of(value_: Any) -> list[Any]:
    found = listed(value_)
    must(len(found) == 1, "one name is needed")
    return found


def rule_equal_members(tree: Tree, q: Sequent, node: Any) -> Goals:
    _, left, right = goal_is(q, "=")
    must(left.head in ("sum", "product") and left.head == right.head, "no sums over an index")
    inner, a, b = under_range(tree, q, node, left, right)
    return [inner.proves(("=", a, b))]


# ---------------------------------------------------------------------- integrals

WITHOUT_JUMPS = FUNCTIONS - {"re", "im", "conj", "sign", "step", "floor", "ceiling"}
"""Functions of a real number that are continuous wherever they are defined."""


def is_continuous(t: Term, label: str) -> bool:
    """Whether a real number is made of the name by what is continuous wherever it is defined."""
    if t.head == "name" or label not in t.free:
        return True
    made_so = t.head in ("add", "neg", "mul", "div", "pow", "sqrt") or (t.head == "fun" and t.data[0] in WITHOUT_JUMPS)
    return made_so and all(is_continuous(a, label) for a in t.args)


class Integral:
    """An integral of one of some heads in a node of a tree, and where a new number between its bounds stands."""

    def __init__(self, t: Term, tree: Tree, q: Sequent, node: Any, heads: Sequence[str] = ("integral",)) -> None:
        must(t.head in heads, "no such integral")
        must(not is_random(t, q.context), "something random in an integral")
        self.term, self.body, self.bounds, self.heads = t, t.args[0], t.args[1:], heads
        self.low, self.high = self.bounds if len(self.bounds) == 2 else (t, t)
        self.tree, self.q, self.node = tree, q, node

    def at(self, x: Term) -> Term:
        return substitute(self.body, {self.term.data[0]: x})

    def between(self, low: Term, high: Term) -> Term:
        return term("integral", (self.body, low, high), self.term.data)

    def of(self, body: Term) -> Term:
        return term(self.term.head, (body, *self.bounds), self.term.data)

    def alike(self, t: Term) -> Integral:
        """Another one between the same bounds."""
        other = Integral(t, self.tree, self.q, self.node, self.heads)
        same = (t.head, t.data[1:], other.bounds) == (self.term.head, self.term.data[1:], self.bounds)
        must(same, "other bounds")
        return other

    def real_bounds(self, *more: Term) -> Goals:
        return self.tree.open(self.q, [("in", t, "real") for t in (self.low, *more, self.high)])

    def order(self, low: Term, high: Term) -> Goals:
        if self.term.head == "improper":
            return []
        match self.node["way"]:
            case "up":
                return self.tree.open(self.q, [("<=", low, high)])
            case "down":
                return self.tree.open(self.q, [("<=", high, low)])
        must(self.node["way"] == "any", "no order of bounds")
        return []

    def inside(self, operator: str = "<=") -> tuple[Sequent, Term]:
        (label,) = (proper(x) for x in one_of(self.node["names"]))
        here, x = self.tree.introduce(self.q, ((label, number_type("real")),)), name(label)
        if self.term.head == "improper":
            ends = [(b, x) if self.term.data[1] == "up" else (x, b) for b in self.bounds]
            return (here.joined(*((operator, *pair) for pair in ends)) if ends else here), x
        if self.node["way"] == "any":
            return here, x
        low, high = (self.low, self.high) if self.node["way"] == "up" else (self.high, self.low)
        return here.joined((operator, low, x), (operator, x, high)), x

    def integrable(self, *others: Integral) -> Goals:
        """The bounds are ordered, and what is integrated is continuous between them: it cannot jump, and is defined."""
        here, x = self.inside()
        bodies = [i.at(x) for i in (self, *others)]
        must(all(is_continuous(body, x.data[0]) for body in bodies), "what is integrated may jump")
        asked_ = [c for body in bodies for c in domain_of_term(body, here.context.names)]
        return [*self.order(self.low, self.high), *self.tree.open(here, asked_)]


def rule_fundamental_theorem(tree: Tree, q: Sequent, node: Any) -> Goals:
    f = Integral(tree.term(node["term"], q), tree, q, node)
    primitive = f.alike(tree.term(node["antiderivative"], q))
    first = [*f.real_bounds(), *f.integrable(primitive)]
    here, x = f.inside("<")
    moved = primitive.at(x)
    must(not has_arcs(moved, x.data[0]), "an antiderivative with kinks")
    slope_ = term("derivative", (moved, x), x.data)
    smooth = tree.open(here, domain_of_term(slope_, here.context.names))
    result = ("=", f.term, term("add", (primitive.at(f.high), term("neg", (primitive.at(f.low),)))))
    check_statement(result, q.context.names)
    return [*first, *smooth, here.proves(("=", slope_, f.at(x))), q.with_consequences(result)]


def rule_improper_integral(tree: Tree, q: Sequent, node: Any) -> Goals:
    f = Integral(tree.term(node["term"], q), tree, q, node, ("improper",))
    primitive = f.alike(tree.term(node["antiderivative"], q))
    limits = [tree.term(t, q) for t in listed(node["terms"])]
    must(not any(map(speaks_of_passages, (*q.context.hypotheses, *q.listed))), "something tends somewhere already")
    way = f.term.data[1]
    ends = {"up": [INFINITY], "down": [MINUS_INFINITY], "both": [INFINITY, MINUS_INFINITY]}[way]
    must(len(limits) == len(ends), "a limit for each infinite end")
    here, x = f.inside()
    integrand, moved = f.at(x), primitive.at(x)
    must(is_continuous(integrand, x.data[0]), "what is integrated may jump")
    must(is_continuous(moved, x.data[0]), "the antiderivative may jump")
    must(not has_arcs(moved, x.data[0]), "an antiderivative with kinks")
    beyond, _ = f.inside("<")
    slope_ = term("derivative", (moved, x), x.data)
    asked_ = tree.open(here, [*domain_of_term(integrand, here.context.names), *domain_of_term(moved, here.context.names)])
    smooth = tree.open(beyond, domain_of_term(slope_, beyond.context.names))
    free = tree.introduce(q, ((x.data[0], number_type("real")),))
    passages = [free.joined(("tends", x, end)).proves(("tends", moved, a)) for end, a in zip(ends, limits, strict=True)]
    finite = [primitive.at(b) for b in f.bounds]
    low, high = {"up": [*finite, *limits], "down": [*limits, *finite], "both": limits[::-1]}[way]
    result = ("=", f.term, term("add", (high, term("neg", (low,)))))
    check_statement(result, q.context.names)
    real_ = tree.open(q, [("in", t, "real") for t in (*f.bounds, *limits)])
    return [*real_, *asked_, *smooth, beyond.proves(("=", slope_, integrand)), *passages, q.with_consequences(result)]


def has_arcs(t: Term, label: str) -> bool:
    """Whether it has an arcsine or arccosine of the name: where those have a slope their domain does not say."""
    return any(is_function(part, "arcsin", "arccos") and label in part.free for part in parts_of(t))


def rule_equal_integrands(tree: Tree, q: Sequent, node: Any) -> Goals:
    _, left, right = goal_is(q, "=")
    f = Integral(left, tree, q, node, ("integral", "improper"))
    g = f.alike(right)
    here, x = f.inside()
    return [*f.order(f.low, f.high), here.proves(("=", f.at(x), g.at(x)))]


def rule_integral_of_sum(tree: Tree, q: Sequent, node: Any) -> Goals:
    f = Integral(tree.term(node["term"], q), tree, q, node)
    must(f.body.head == "add", "no integral of a sum")
    parts = [f.alike(f.of(part)) for part in f.body.args]
    return [*parts[0].integrable(*parts[1:]), q.with_consequences(("=", f.term, term("add", tuple(i.term for i in parts))))]


def rule_integral_of_multiple(tree: Tree, q: Sequent, node: Any) -> Goals:
    f = Integral(tree.term(node["term"], q), tree, q, node, ("integral", "improper"))
    must(f.body.head == "mul" and len(f.body.args) == 2, "no integral of a product of two")
    c, rest = f.body.args
    must(f.term.data[0] not in c.free, "a factor that is not constant")
    return [*tree.open(q, [("in", c, "real")]), q.with_consequences(("=", f.term, term("mul", (c, f.of(rest)))))]


def rule_integral_exchanged(tree: Tree, q: Sequent, node: Any) -> Goals:
    f = Integral(tree.term(node["term"], q), tree, q, node)
    return [q.with_consequences(("=", f.term, term("neg", (f.between(f.high, f.low),))))]


def rule_integral_split(tree: Tree, q: Sequent, node: Any) -> Goals:
    f = Integral(tree.term(node["term"], q), tree, q, node)
    middle = tree.term(node["middle"], q)
    must(not is_random(middle, q.context), "a random bound")
    split = ("=", f.term, term("add", (f.between(f.low, middle), f.between(middle, f.high))))
    check_statement(split, q.context.names)
    steps = [*f.order(f.low, middle), *f.order(middle, f.high)]
    return [*f.real_bounds(middle), *steps, *f.integrable(), q.with_consequences(split)]


def rule_integral_order(tree: Tree, q: Sequent, node: Any) -> Goals:
    operator, left, right = goal_is(q, "<=", ">=")
    low, high = (left, right) if operator == "<=" else (right, left)
    f = Integral(low, tree, q, node)
    g = f.alike(high)
    must(node["way"] == "up", "the lower bound comes first")
    asked_ = f.integrable(g)
    here, x = f.inside()
    return [*asked_, here.proves(("<=", f.at(x), g.at(x)))]


# ---------------------------------------------------------------------- whole numbers


def speaks_of_passages(s: Statement) -> bool:
    if s[0] in (*PASSAGES, "~"):
        return True
    return s[0] in ("and", "implies", "iff", "forall", "exists") and any(map(speaks_of_passages, below(s)))


def of_the_net(s: Statement) -> bool:
    """Whether nothing is said of single members, premises left out."""
    inner = below(s)[1:] if s[0] == "implies" else below(s)
    return all(map(of_the_net, inner)) if inner else s[0] in (*PASSAGES, "~")


def rule_induction(tree: Tree, q: Sequent, node: Any) -> Goals:
    label, start = node["name"], tree.term(node["start"], q)
    must(label in q.context.declared and not q.context.is_size(label) and label not in tree.sizes, "induction on no number")
    kind = q.context.declared[label][0]
    must(kind.is_number and kind.runs is None and kind.sort in ("natural", "integer"), "induction on no whole number")
    must(start.head == "num" and is_whole(start.data[0]) and (start.data[0] >= 0 or kind.sort == "integer"), "no start")
    must(not speaks_of_passages(q.goal), "induction about a passage")
    must(not q.context.declares(label, "random"), "induction on something random")
    old = q.context
    kept = tuple(TRIVIAL if label in free_of(h) else h for h in old.hypotheses)
    apart = q._replace(context=Context(old.declared, kept, old.distinct, old))
    (fresh,) = one_of(node["names"])
    base, first, then = (at_values(q.goal, {label: t}) for t in (start, name(fresh), term("add", (name(fresh), ONE_TERM))))
    after = tree.introduce(apart, ((fresh, kind),))
    for t in start, term("add", (name(fresh), ONE_TERM)):
        changed = asked_besides(q.goal, {label: t}, after.context.names, after.context.names)
        must(not changed, "where the statement is defined hangs on the sort of the number")
    known = after.joined((">=", name(fresh), start), first)
    return [q.proves((">", name(label), num(start.data[0] - 1))), apart.proves(base), known.proves(then)]


def rule_last_term(tree: Tree, q: Sequent, node: Any) -> Goals:
    whole_sum, before = tree.term(node["term"], q), tree.term(node["before"], q)
    must(whole_sum.head == "sum_between", "no sum between bounds")
    kind = q.context.names.kind(before)
    must(kind.is_number and kind.sort in ("natural", "integer"), "a bound is a whole number")
    body, low, high = whole_sum.args
    shorter = term("sum_between", (body, low, before), whole_sum.data)
    must(not is_random(high, q.context), "a random upper bound")
    must(sizes_whole(high), "an upper bound that need not be whole")
    split = ("=", whole_sum, term("add", (shorter, substitute(body, {whole_sum.data[0]: high}))))
    check_statement(split, q.context.names)
    return [q.proves(("=", high, term("add", (before, ONE_TERM)))), q.proves(("<=", low, high)), q.with_consequences(split)]


def rule_telescoping(tree: Tree, q: Sequent, node: Any) -> Goals:
    _, whole_sum, result = goal_is(q, "=")
    given = tree.term(node["term"], q)
    must(whole_sum.head == "sum_between", "no sum between bounds")
    must(given.head == "sum_between", "the summand of no sum between bounds")
    low, high = whole_sum.args[1:]
    (label,) = one_of(node["names"])
    k, after = name(proper(label)), term("add", (high, ONE_TERM))
    inner = tree.introduce(q, ((label, bound_type(whole_sum, q.context.names)),)).joined(("<=", low, k), ("<=", k, high))

    def increase(to: Term, since: Term) -> Term:
        first, second = (substitute(given.args[0], {given.data[0]: t}) for t in (to, since))
        return term("add", (first, term("neg", (second,))))

    step: Statement = ("=", substitute(whole_sum.args[0], {whole_sum.data[0]: k}), increase(term("add", (k, ONE_TERM)), k))
    ends: Statement = ("=", result, increase(after, low))
    check_statement(step, inner.context.names)
    check_statement(ends, q.context.names)
    return [q.proves(("<=", low, after)), inner.proves(step), q.proves(ends)]


# ---------------------------------------------------------------------- rules of order


def low_high(s: Statement) -> tuple[Term, Term, bool]:
    return (s[1], s[2], s[0] == "<") if s[0] in ("<", "<=") else (s[2], s[1], s[0] == ">")


def rule_weaken(tree: Tree, q: Sequent, node: Any) -> Goals:
    goal = goal_is(q, *STRONGER)
    must(node["operator"] in STRONGER[goal[0]], "the goal does not follow from this relation")
    return [q.proves((node["operator"], goal[1], goal[2]))]


def rule_enclosure(tree: Tree, q: Sequent, node: Any) -> Goals:
    operator, *sides = goal_is(q, "<", "<=", ">", ">=", "!=")
    must(type(node["digits"]) is int and 0 <= node["digits"] <= 40, "a number of digits is needed")
    low, high = (closed_range(t, q, tree.spent) for t in sides)
    apart = {
        "<": low.hi < high.lo,
        "<=": low.hi <= high.lo,
        ">": low.lo > high.hi,
        ">=": low.lo >= high.hi,
        "!=": low.hi < high.lo or low.lo > high.hi,
    }
    must(apart[operator], "the enclosures are not apart")
    return []


ENCLOSED_HEADS = frozenset(["num", "add", "neg", "mul", "div", "pow", "sqrt", "const", "fun"])
ENCLOSED = frozenset(["pi", "e", "log", "sin", "cos", "tan", "arctan", "abs"])
"""Constants and functions of one number of which the rule `enclosure` takes an interval."""


def closed_range(t: Term, q: Sequent, spent: list[int]) -> Range:
    """An interval that holds a number without names."""
    todo = [t]
    while todo:
        node = todo.pop()
        spent[0] += 10_000 if node.head in ("const", "fun", "pow", "sqrt") else 100
        must(spent[0] <= MOST_STEPS, "too many steps")
        must(node.head in ENCLOSED_HEADS, "no enclosure is known of this")
        must(node.head not in ("const", "fun") or node.data[0] in ENCLOSED, "no enclosure is known of this")
        todo += node.args
    try:
        found = Place(q.context.names, {}, {}, {}).number(t)
    except (Undefined, Open, NotCovered):
        raise Refused("no enclosure is found of this") from None
    must(found.is_real, "an enclosure of a number that is not real")
    return found.re


def rule_transitivity(tree: Tree, q: Sequent, node: Any) -> Goals:
    goal = goal_is(q, *RELATIONS)
    steps = [(text(op), tree.term(t, q)) for op, t in map(listed, listed(node["steps"]))]
    must(steps and steps[-1][1] == goal[2] and all(op in RELATIONS for op, _ in steps), "the steps do not end at the right side")
    kinds = {op for op, _ in steps if op != "="}
    if not kinds:
        found = "="
    elif kinds == {"!="}:
        must(sum(op == "!=" for op, _ in steps) == 1, "more than one ≠")
        found = "!="
    else:
        must(kinds <= {"<", "<="} or kinds <= {">", ">="}, "the steps do not lead one way")
        found = min(kinds, key=len)
    must(found == goal[0] or found in STRONGER.get(goal[0], ()), "the steps give another relation")
    left, goals = goal[1], []
    for op, t in steps:
        s: Statement = (op, left, t)
        tree.admit(s, q.context.names)
        goals.append(q.proves(s))
        left = t
    return goals


def rule_nonnegative_combination(tree: Tree, q: Sequent, node: Any) -> Goals:
    low, high, strict = low_high(goal_is(q, *ORDERS))
    parts, needed, done = [], [], not strict
    for n, value_ in map(listed, listed(node["terms"])):
        factor, given = tree.term(value_, q), tree.use(q, n)
        must(given[0] == "=" or given[0] in ORDERS, "no equation and no order")
        if given[0] == "=":
            parts.append(term("mul", (factor, minus(given[1], given[2]))))
            continue
        under, above, strictly = low_high(given)
        parts.append(term("mul", (factor, minus(above, under))))
        needed.append((">" if strictly and not done else ">=", factor, ZERO_TERM))
        done = done or strictly
    if node.get("rest") is not None:
        rest = tree.term(node["rest"], q)
        parts.append(rest)
        needed.append((">=" if done else ">", rest, ZERO_TERM))
        done = True
    must(done, "nothing here is strict")
    s: Statement = ("=", minus(high, low), together(parts))
    tree.admit(s, q.context.names)
    return [q.proves(s), *tree.open(q, needed)]


Monotone = tuple[bool, list[Statement]]
"""Whether a function falls in an argument, and where it is monotone."""


def by_sign(tree: Tree, q: Sequent, other: Term, strict: bool) -> Monotone:
    if tree.seen(q.context, ("<" if strict else "<=", other, ZERO_TERM)):
        return True, []
    return False, [(">" if strict else ">=", other, ZERO_TERM)]


def grows(tree: Tree, q: Sequent, t: Term, k: int, lower: Term, upper: Term, strict: bool) -> Monotone:
    """How the value of a term grows with its argument k, which is `lower` on the lower side and `upper` on the other."""
    match t.head:
        case "add":
            return False, []
        case "neg":
            return True, []
        case "mul":
            must(all(q.context.names.kind(a).is_number for a in t.args), "an order is one between numbers")
            return by_sign(tree, q, together(t.args[:k] + t.args[k + 1 :], "mul"), strict)
        case "div" if k == 0:
            return by_sign(tree, q, t.args[1], True)
        case "div":
            rises, conditions = by_sign(tree, q, t.args[0], strict)
            return not rises, [*conditions, (">", lower if rises else upper, ZERO_TERM)]
        case "pow" if k == 1:
            base = t.args[0]
            return False, [("in", lower, "real"), *([] if base == E_TERM else [(">" if strict else ">=", base, ONE_TERM)])]
        case "pow":
            exponent = t.args[1].data[0] if t.args[1].head == "num" else Fraction(0)
            must(exponent, "the exponent is not written out")
            if exponent < 0:
                return True, [(">", upper, ZERO_TERM)]
            odd = is_whole(exponent) and exponent % 2 == 1
            return False, [("in", lower, "real") if odd else (">=", lower, ZERO_TERM)]
        case "sqrt":
            return False, [(">=", lower, ZERO_TERM)]
        case "fun":
            which = t.data[0]
            if which in ("exp", "sinh", "tanh", "arctan", "sigmoid"):
                return False, [("in", lower, "real")]
            if which in ("relu", "step", "sign", "floor", "ceiling") and not strict:
                return False, [("in", lower, "real")]
            if which in ("log", "cosh", "abs"):
                return False, [(">" if which == "log" else ">=", lower, ZERO_TERM)]
    raise Refused(f"nothing is known of how {t.head} grows")


def rule_monotone(tree: Tree, q: Sequent, node: Any) -> Goals:
    low, high, strict = low_high(goal_is(q, *ORDERS))
    labels, goals = [proper(x) for x in listed(node.get("names", []))], []
    for k in map(whole, listed(node["path"])):
        must(low.head == high.head and low.data[1:] == high.data[1:], "the sides differ above")
        must(0 <= k < len(low.args) == len(high.args), "the path leads nowhere")
        must(all(q.context.names.kind(x).is_number for x in (low, high)), "an order is one between numbers")
        must(low.args[:k] == high.args[:k] and low.args[k + 1 :] == high.args[k + 1 :], "the sides differ elsewhere")
        if low.head == "sum" and k == 0:
            must(not strict or (len(low.args) == 1 and low.data[1].surely_positive), "the sum may be empty")
            must(labels, "a name is missing")
            q, low, high = under_range(tree, q, {"names": [labels.pop(0)]}, low, high)
            continue
        must(low.data == high.data, "the sides differ above")
        falls, conditions = grows(tree, q, low, k, low.args[k], high.args[k], strict)
        low, high = (high.args[k], low.args[k]) if falls else (low.args[k], high.args[k])
        goals += tree.open(q, conditions)
    must(not labels, "a name that nothing needs")
    return [*goals, q.proves(("<" if strict else "<=", low, high))]


# ---------------------------------------------------------------------- passages to the limit


def varying(q: Sequent) -> tuple[frozenset[str], bool]:
    """The names that vary along the net of hypotheses and conditions, and whether one speaks of such a net."""
    known, key = q.context.moving, (q.chosen, q.derived, q.listed)
    if key not in known:
        used = (TRIVIAL if n in q.derived else h for n, h in enumerate(q.context.hypotheses))
        known[key] = moved_by(q, [c for s in (*used, *q.listed) for c in clauses_of(s)])
    return known[key]


def moved_by(q: Sequent, clauses: Sequence[Clause]) -> tuple[frozenset[str], bool]:
    kinds = q.context.names.types
    arrows = [(c, a) for c in clauses for a in c.passages(c.core, frozenset(n for n, _ in c.rows))]
    speaks = any(a.target is not None for _, a in arrows)
    if not speaks and not q.chosen:
        return frozenset(), False
    sizes = q.context.sizes.union(*(t.inner_sizes for c in clauses for s in c.said for t in terms_in(s)))
    lines = frozenset(n for n, k in kinds.items() if k.runs is not None)
    upward = [a for _, a in arrows if a.target in INFINITIES and a.subject.head in ("size", "name")]
    growing = sizes & frozenset().union(*(a.about for a in upward))
    fixed = (sizes | lines) - growing - swept_by(growing, kinds)
    following = Following(q, clauses)
    constant = following.constant_functions(clauses)
    moved = set(q.chosen) | swept_by(growing, kinds)
    for c, a in arrows:
        law = following.law(c)
        own = {n for n in a.about - fixed if n in growing or (n in kinds and n not in constant)}
        must(law is not None or own or a.target is None, "something tends to a limit in which nothing can vary")
        reached = a.about if a.target is None else a.about | with_ranges(a.subject, kinds)
        moved |= {law} if law is not None else own | (reached & sizes)
    before = -1
    while before != len(moved):
        before = len(moved)
        moved |= swept_by(moved & sizes, kinds)
        for c in clauses:
            for cause, effect in following.pulls(c):
                if not cause.isdisjoint(moved):
                    moved |= effect - lines
    return frozenset(moved), speaks


def swept_by(sizes: Iterable[str], kinds: Mapping[str, Type]) -> set[str]:
    """Names whose type is another for other sizes."""
    return {n for n, k in kinds.items() if not sizes_of(k).isdisjoint(sizes)}


def counted(t: Term, kinds: Mapping[str, Type]) -> frozenset[str]:
    """The free names of a term, but those that only stand as subscripts, are left out of a sum, or are arguments in a range."""
    if t.head == "name":
        return t.free
    found = frozenset[str]()
    function = kinds.get(t.data[0]) if t.head == "call" else None
    for k, a in enumerate(t.args):
        if (
            t.head in ("member", "delta")
            or (t.head in ("entry", "sum", "product") and k > 0)
            or (t.head == "derivative" and k > 1)
        ):
            continue
        if function is not None and function.parameters is not None and function.parameters[k].runs is not None:
            continue
        found |= counted(a, kinds) - ({t.data[0]} if k == 0 and t.head in BINDERS else set())
    return found


def with_ranges(t: Term, kinds: Mapping[str, Type]) -> frozenset[str]:
    """The free names of a term, with the sizes of the ranges of declared indices that stand in it as numbers."""
    lines = {n for n in t.free if n in kinds and kinds[n].runs is not None}
    return t.free.union(*(sizes_of(kinds[n]) for n in lines & counted(t, kinds))) if lines else t.free


def with_ranges_in(s: Statement, kinds: Mapping[str, Type], rows: Sequence[tuple[str, Type]]) -> frozenset[str]:
    """As of terms; where an index, declared or of `rows`, is compared with such an index, neither counts as a number."""
    found = free_of(s)
    inner = {n for p in all_statements(s) if p[0] in ("forall", "exists") for n, _ in p[1]}
    known = {**kinds, **dict(rows)}

    def is_index(t: Term) -> bool:
        return t.head == "name" and t.data[0] in known.keys() - inner and known[t.data[0]].runs is not None

    for p in all_statements(s):
        if p[0] in RELATIONS and is_index(p[1]) and is_index(p[2]):
            continue
        if p[0] not in ("and", "implies", "iff", "forall", "exists"):
            found = found.union(*(with_ranges(t, kinds) - t.free for t in terms_in(p)))
    return found


class Arrow(NamedTuple):
    """What is said to tend somewhere, or with no target A ≈ B; and the names that vary with it and are not bound there."""

    subject: Term
    target: Term | None
    about: frozenset[str]


class Clause(NamedTuple):
    """A hypothesis, or a part of one: `premise ⇒ core` for all values of the names in `rows`."""

    premise: Statement | None
    core: Statement
    rows: tuple[tuple[str, Type], ...]

    @property
    def said(self) -> tuple[Statement, ...]:
        return (self.core,) if self.premise is None else (self.premise, self.core)

    def unbound(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(names) - {n for n, _ in self.rows}

    @property
    def about(self) -> frozenset[str]:
        return self.unbound(frozenset().union(*map(free_of, self.said)))

    def passages(self, s: Statement, bound: frozenset[str]) -> list[Arrow]:
        """All that it says to tend somewhere, what it is said under left out."""
        if s[0] in PASSAGES:
            return [Arrow(s[1], s[2], s[1].free - bound)]
        if s[0] == "~":
            return [Arrow(s[1], None, free_of(s) - bound)]
        inner = below(s)[1:] if s[0] == "implies" else below(s)
        names = {n for n, _ in s[1]} if s[0] in ("forall", "exists") else set()
        return [a for part in inner for a in self.passages(part, bound | names)]


def clauses_of(s: Statement, rows: tuple[tuple[str, Type], ...] = ()) -> list[Clause]:
    if s[0] == "and":
        return [c for p in s[1] for c in clauses_of(p, rows)]
    if s[0] == "forall":
        return clauses_of(s[2], rows + s[1])
    return [Clause(s[1], s[2], rows) if s[0] == "implies" else Clause(None, s, rows)]


class Following:
    """The names that only follow others, each with the clauses that say how: defined by them, or random with a law that is free.

    A clause that does not say how a name of it follows holds all its names together. Names are dropped until no name that is held
    somewhere is left, nor one that follows itself.
    """

    def __init__(self, q: Sequent, clauses: Sequence[Clause]) -> None:
        self.context = q.context
        self.defines = {id(c): self._defined_by(c) for c in clauses}
        self.gives = {id(c): self._law_in(c) for c in clauses}
        heads = [x for x in self.defines.values() if x is not None]
        moments = [(g[0], part) for g in self.gives.values() if g is not None for part in g[1]]
        self.defined = {x for x in heads if heads.count(x) == 1}
        self.lawful = {x for x in q.context.names.types if self._random(x) and x not in heads}
        self.lawful -= {x for x, part in moments if moments.count((x, part)) > 1}
        self._drop(set(q.chosen))
        before = -1
        while before != len(self.defined) + len(self.lawful):
            before = len(self.defined) + len(self.lawful)
            for c in clauses:
                for names in self.held(c):
                    self._drop(names)
            self._drop(self._circular(clauses))

    def _drop(self, names: Iterable[str]) -> None:
        self.defined.difference_update(names)
        self.lawful.difference_update(names)

    def follower(self, c: Clause) -> str | None:
        """The name of which the clause says how it follows."""
        law = self.law(c)
        return law if law is not None else self.defines[id(c)] if self.defines[id(c)] in self.defined else None

    def law(self, c: Clause) -> str | None:
        found = self.gives[id(c)]
        return found[0] if found is not None and found[0] in self.lawful else None

    def held(self, c: Clause) -> list[frozenset[str]]:
        """Sets of names that the clause holds together: of each all vary, or none does."""
        found = self.gives[id(c)]
        if found is not None and found[0] in self.lawful:
            return [c.unbound(names) for names in self._of_law(c, found[2])]
        if not self.lawful.isdisjoint(self._apart(c)):
            return [frozenset([x]) for x in self._apart(c) - self.lawful]
        if self.follower(c) is not None:
            inside = frozenset[str]().union(*(names_about(t, within=True) for t in terms_in(c.core)))
            return [frozenset([x]) for x in inside & self.lawful]
        if c.core[0] in PASSAGES:
            premise = frozenset[str]() if c.premise is None else with_ranges_in(c.premise, self.context.names.types, c.rows)
            limit = with_ranges(c.core[2], self.context.names.types)
            return [*(c.unbound([x]) for x in c.core[1].free), c.unbound(limit), c.unbound(premise)]
        inner = [k for s in c.said for p in all_statements(s) if p[0] in ("forall", "exists") for _, k in p[1]]
        names = frozenset[str]().union(*(with_ranges_in(s, self.context.names.types, c.rows) for s in c.said))
        return [c.unbound(names).union(*map(sizes_of, inner))]

    def _of_law(self, c: Clause, factors: Sequence[Term]) -> list[frozenset[str]]:
        """What has to go together in a clause that gives a law, where its premise holds and for all that is bound."""
        limit = [c.core[2]] if c.core[0] == "tends" else []
        kinds = self.context.names.types
        sets = [with_ranges(t, kinds) for t in (*factors, *limit)]
        return [with_ranges_in(c.premise, kinds, c.rows).union(*sets)] if sets and c.premise is not None else sets

    def pulls(self, c: Clause) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """(names, names that vary where one of those does)."""
        yield from ((names, names) for names in self.held(c))
        x = self.follower(c)
        if x is not None:
            yield c.about - {x}, frozenset([x])
            if self.law(c) is not None:
                names = frozenset[str]().union(*self._of_law(c, self.gives[id(c)][2]))  # type: ignore[index]
                yield frozenset[str]().union(*(sizes_of(k) for n, k in c.rows if n in names)), c.unbound(names)
        elif self.lawful.isdisjoint(self._apart(c)):
            yield frozenset[str]().union(*(sizes_of(k) for _, k in c.rows)), c.about

    def _circular(self, clauses: Sequence[Clause]) -> set[str]:
        """What comes back to itself, or to such names, by what it follows."""
        behind: dict[str, set[str]] = {}
        for c in clauses:
            x = self.follower(c)
            if x is not None:
                behind.setdefault(x, set()).update(c.about - {x})
        first: set[str] = set()
        before = -1
        while before != len(first):
            before = len(first)
            first |= {x for x, names in behind.items() if names & behind.keys() <= first}
        return behind.keys() - first

    # ------------------------------------------------------------------ what a clause may say

    def constant_functions(self, clauses: Sequence[Clause]) -> set[str]:
        """Functions that are said to be, for all arguments, what is one and the same."""
        found: set[str] = set()
        rows = [(c, self.defines[id(c)]) for c in clauses if c.premise is None and self.defines[id(c)] is not None]
        for _ in rows:
            for c, f in rows:
                types, own = dict(c.rows), self.context.type_of(str(f)).parameters
                every = c.core[1].head == "call" and own == tuple(types.get(a.data[0]) for a in c.core[1].args)
                if every and c.about - {f} - self.context.sizes <= found:
                    found.add(str(f))
        return found

    def _random(self, x: str) -> bool:
        kind, props = self.context.declared[x]
        return "random" in props and props <= {"random", "integrable"} and kind.sort == "real" and kind.parameters is None

    def _surely_real(self, t: Term, c: Clause) -> bool:
        names = self.context.names.with_names(c.rows)
        unsure = any(n.head in ("root", "derivative") for n in parts_of(t)) or not sizes_whole(t)
        return not unsure and names.kind(t).sort != "complex" and not any(map(holds_an_order, domain_of_term(t, names)))

    def _defined_by(self, c: Clause) -> str | None:
        """x of `x = t`, `x_i = t`, `f(t) = …`: all that is quantified is a place of its own."""
        if c.core[0] != "=" or c.core[1].head not in ("name", "member", "call"):
            return None
        left, right = c.core[1:]
        x, rows = left.data[0], {n for n, _ in c.rows}
        places = [a.data[0] if a.head == "name" else None for a in left.args]
        if x not in self.context.declared or x in rows or not rows <= set(places):
            return None
        if left.head == "call" and (len(places) != len(rows) or not rows >= set(places)):
            return None
        kind, props = self.context.declared[x]
        others = [t.free for t in (*left.args, right)] + ([] if c.premise is None else [free_of(c.premise)])
        if kind.runs is not None or not props <= {"random"} or any(x in names for names in others):
            return None
        if x in self.context.sizes:
            return None
        if c.premise is not None and speaks_of_passages(c.premise):
            return None
        if "random" not in props and is_random(right, self.context):
            return None
        return x if kind.sort == "complex" or (kind.sort == "real" and self._surely_real(right, c)) else None

    def _law_in(self, c: Clause) -> tuple[str, tuple[str, ...], list[Term]] | None:
        """(name, what is given of its law, factors of the spread): of an equation or of where a moment tends."""
        if c.core[0] not in ("=", "tends"):
            return None
        if c.core[0] == "tends":
            return self._law_of(c.core[1], None, c) or self._law_of_distance(c)
        return self._law_of(c.core[1], c.core[2], c) or self._law_of(c.core[2], c.core[1], c)

    def _law_of(self, moment: Term, other: Term | None, c: Clause) -> tuple[str, tuple[str, ...], list[Term]] | None:
        if moment.head not in MOMENTS:
            return None
        factors = [] if other is None else factors_of(other)
        if moment.head == "expect":
            if other is not None and not self._surely_real(other, c):
                return None
            x = self._whose(moment.args, factors, c)
            return None if x is None else (x, ("mean",), [])
        if len(moment.args) == 2:
            diagonal = [f for f in factors if is_delta_of(f, *moment.args)]
            if not diagonal:
                return None
            factors.remove(diagonal[0])
        x = self._whose(moment.args, factors, c)
        if x is None:
            return None
        names = self.context.names.with_names(c.rows)
        whole = not all(self._surely_real(f, c) for f in factors) or sum(not names.kind(f).is_number for f in factors) > 1
        return x, ("spread",), [together(factors, "mul")] if whole else factors

    def _law_of_distance(self, c: Clause) -> tuple[str, tuple[str, ...], list[Term]] | None:
        """E[(x - u)²] → 0."""
        subject, target = c.core[1:]
        if subject.head != "expect" or not (target == ZERO_TERM or target.head == "zeros"):
            return None
        square = subject.args[0]
        if square.head == "pow" and square.args[1] == term("num", (), (Fraction(2),)):
            root = square.args[0]
        elif square.head == "mul" and len(square.args) == 2:
            root = square.args[1]
            if square.args[0] not in (root, term("transpose", (root,))):
                return None
        else:
            return None
        parts = list(root.args) if root.head == "add" else [root]
        for k, part in enumerate(parts):
            rest = parts[:k] + parts[k + 1 :]
            x = self._whose(part.args if part.head == "neg" else (part,), rest, c)
            if x is not None and all(self._surely_real(t, c) for t in rest):
                return x, ("mean", "spread"), []
        return None

    def _whose(self, terms: Sequence[Term], others: Sequence[Term], c: Clause) -> str | None:
        """The random name that these are, or are members of, and that the clause names nowhere else."""
        if any(t.head not in ("name", "member") for t in terms) or len({t.data[0] for t in terms}) != 1:
            return None
        x, rows = terms[0].data[0], {n for n, _ in c.rows}
        if x in rows or x not in self.context.declared or not self._random(x):
            return None
        if not rows <= {a.data[0] for t in terms for a in t.args if a.head == "name"}:
            return None
        if x in frozenset().union(*(t.free for t in others)) or (c.premise is not None and x in free_of(c.premise)):
            return None
        return None if any(is_random(t, self.context) for t in others) else x

    def _apart(self, c: Clause) -> frozenset[str]:
        """Names of whose moments nothing is said but that the names, or the members of one, are uncorrelated; or integrable."""
        if c.core[:2] == ("is", "integrable"):
            return c.about if len(c.about) == 1 else frozenset()
        if c.core[0] != "=" or c.core[1].head != "cov" or len(c.core[1].args) != 2:
            return frozenset()
        (x, y), value_ = c.core[1].args, c.core[2]
        if not {x.head, y.head} <= {"name", "member"}:
            return frozenset()
        names = frozenset([x.data[0], y.data[0]])
        if c.premise is not None and not free_of(c.premise).isdisjoint(names):
            return frozenset()
        if value_ == ZERO_TERM or value_.head == "zeros":
            differ = [] if c.premise is None else conjuncts(c.premise)
            places = list(zip(x.args, y.args, strict=False))
            told = any(("!=", *pair) in differ or ("!=", *reversed(pair)) in differ for pair in places)
            return names if len(names) == 2 or told else frozenset()
        factors = factors_of(value_)
        rest = [f for f in factors if not is_delta_of(f, x, y)]
        own = [term(head, (t,)) for head in ("var", "cov") for t in (x, y)]
        return names if len(names) == 1 and len(factors) == 2 and len(rest) == 1 and rest[0] in own else frozenset()


def factors_of(t: Term) -> list[Term]:
    """Of a product or a quotient; signs are left out."""
    return [f for a in t.args for f in factors_of(a)] if t.head in ("mul", "div", "neg") else [t]


def is_delta_of(t: Term, x: Term, y: Term) -> bool:
    """Whether this is δ_ij for x_i and y_j."""
    return t.head == "delta" and len(x.args) == len(y.args) == 1 and t.args in ((*x.args, *y.args), (*y.args, *x.args))


def holds_an_order(s: Statement) -> bool:
    """Whether an order is a part of what is said."""
    return any(p[0] in ORDERS for p in all_statements(s))


def stands_still(tree: Tree, q: Sequent, t: Term, beside: Iterable[str] = ()) -> None:
    tree.stands_still(q, t.free - frozenset(beside))


def passage(tree: Tree, q: Sequent, target: str = "any", kinds: Sequence[str] = ("tends",)) -> tuple[Term, Term]:
    """Subject and target of the goal; `target` says whether it has to be finite or infinite."""
    how, t, a = goal_is(q, *kinds)
    kind = q.context.names.value(t)
    must(how != "tends" or not is_random(t, q.context), "what is random tends in several senses")
    tree.stands_still(q, kind.shape[0].names | kind.shape[1].names)
    must(target == "any" or (a in INFINITIES) == (target == "infinite"), f"the limit is not {target}")
    if a in INFINITIES:
        must(kind.is_number, "only numbers tend to infinity")
    else:
        must(q.context.names.value(a).shape == kind.shape, "the limit has another shape")
        must(not is_random(a, q.context), "the limit is random")
        stands_still(tree, q, a)
    return t, a


def to(q: Sequent, t: Term, a: Term) -> Sequent:
    return q.proves(("tends", t, a))


def same_sense(q: Sequent, t: Term, a: Term) -> Sequent:
    """A passage of the kind of the goal."""
    return q.proves((q.goal[0], t, a))


def must_be_number(q: Sequent, *terms: Term) -> None:
    must(all(q.context.names.kind(t).is_number for t in terms), "numbers are needed")


def rule_approximation(tree: Tree, q: Sequent, node: Any) -> Goals:
    _, left, right = goal_is(q, "~")
    if node["way"] == "equal":
        return [q.proves(("=", left, right))]
    must(node["way"] in ("limit", "probability") and varying(q)[1], "no passage to the limit is spoken of")
    kind = q.context.names.kind(left)
    how = "in_probability" if node["way"] == "probability" else "tends"
    return [q.proves((how, minus(left, right), ZERO_TERM if kind.is_number else term("zeros", (), kind.shape)))]


def rule_limit_constant(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite")
    must(t == a, "what stands still tends to itself")
    return []


def rule_limit_given(tree: Tree, q: Sequent, node: Any) -> Goals:
    passage(tree, q, "any", PASSAGES)
    found, values = tree.use(q, node["n"]), tree.values(node["terms"], q)
    needed: list[Statement] = []
    for t in values.values():
        stands_still(tree, q, t)
        must(not is_random(t, q.context), "a random term in a passage to the limit")
    if found[0] == "forall":
        needed += tree.at_terms(found, values, q.context)
        found = at_values(found[2], values)
    else:
        must(not values, "nothing is quantified here")
    if found[0] == "implies":
        needed += [*domain_of(found[1], q.context.names), *domain_of(found[2], q.context.names), found[1]]
        found = found[2]
    must(found == q.goal, "the hypothesis says something else")
    return tree.open(q, needed)


def rule_limit_form(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "any", PASSAGES)
    new = tree.term(node["term"], q)
    tree.admit(("=", t, new), q.context.names)
    return [q.proves(("=", t, new)), same_sense(q, new, a)]


def rule_limit_value(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", PASSAGES)
    new = tree.term(node["term"], q)
    tree.admit(("=", new, a), q.context.names)
    stands_still(tree, q, new)
    return [q.proves(("=", new, a)), same_sense(q, t, new)]


def rule_eventually(tree: Tree, q: Sequent, node: Any) -> Goals:
    passage(tree, q, "any", PASSAGES)
    joined = s = tree.statement(node["statement"], q)
    rows: tuple[tuple[str, Type], ...] = ()
    if s[0] == "forall":
        rows, s = s[1], s[2]
        must(all(k.runs is not None for _, k in rows), "only finitely many comparisons hold from some member on")
        must(not domain_about(rows, s, q.context.names), "the comparison is not defined for every index")
        tree.stands_still(q, frozenset().union(*(sizes_of(k) for _, k in rows)))
    must(s[0] in CONTRARY and s[0] != "=", "a comparison is needed")
    operator, u, c = s
    stands_still(tree, q, c, dict(rows))
    must(not is_random(c, q.context), "a comparison with something random")
    target = TWO_WAYS.get(node.get("target") or "")
    if target is not None:
        must(operator in ((">", ">=", "!=") if target == INFINITY else ("<", "<=", "!=")), "the comparison does not follow")
        needed: list[Statement] = [("tends", u, target), ("in", c, "real")]
    else:
        b = tree.term(node["term"], q)
        stands_still(tree, q, b, dict(rows))
        must(not is_random(b, q.context), "the limit is random")
        needed = [("tends", u, b), (operator.removesuffix("=") if operator != "!=" else "!=", b, c)]
        if operator != "!=":
            needed += [("in", x, "real") for x in (u, b, c)]
    goals: list[Statement] = [("forall", rows, n) if rows else n for n in needed]
    return [*map(q.proves, goals), q.with_consequences(joined)]


CONTINUOUS = ("add", "neg", "mul", "transpose", "trace", "diag", "hadamard", "norm", "rows", "matrix", "entry")
CONTINUOUS_FUNCTIONS = ("exp", "sin", "cos", "sinh", "cosh", "conj", "re", "im", "abs")


def rule_limit_continuous(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", PASSAGES)
    must(t.head == a.head and t.data == a.data and len(t.args) == len(a.args), "subject and limit are made differently")
    pairs = list(zip(t.args, a.args, strict=True))
    sides: list[Statement] = []
    head, names = t.head, q.context.names
    if head == "entry":
        must(t.args[1:] == a.args[1:], "entries at different places")
        pairs = pairs[:1]
    elif head == "inner":
        must(all(names.kind(x).sort != "complex" for x in (*t.args, *a.args)), "an inner product of complex numbers")
    elif head in ("softmax", "rowsoftmax"):
        tree.must_be_real(q, t.args[0])
    elif head == "div":
        sides = [("!=", a.args[1], ZERO_TERM)]
    elif head == "sqrt":
        sides = [(">=", a.args[0], ZERO_TERM)]
    elif head == "inverse":
        sides = [("is", "invertible", a.args[0])]
    elif head == "pow":
        e, base = written_rational(t.args[1]), a.args[0]
        if e is not None and e == written_rational(a.args[1]) and is_whole(e):
            must(e > 0 or names.kind(base).is_number, "a power of a matrix")
            sides = [("!=", base, ZERO_TERM)] if e < 0 else []
        else:
            must(names.kind(base).is_number, "a power of a matrix")
            sides = [] if base == E_TERM == t.args[0] else [(">", base, ZERO_TERM)]
        pairs = [p for p in pairs if p[0] != p[1] or written_rational(p[0]) is None]
    elif head == "fun":
        which, x = t.data[0], a.args[0]
        if which == "log":
            sides = [(">", x, ZERO_TERM)]
        elif which == "tan":
            sides = [("!=", fun("cos", x), ZERO_TERM)]
        elif which in ("tanh", "sigmoid", "arctan", "relu"):
            tree.must_be_real(q, t.args[0])
        else:
            must(which in CONTINUOUS_FUNCTIONS, f"{which} is not known to be continuous")
    else:
        must(head in CONTINUOUS, f"{head} is not known to be continuous")
    return [*map(q.proves, sides), *(same_sense(q, x, y) for x, y in pairs)]


def rule_limit_indexed(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", PASSAGES)
    must(t.head in ("sum", "product") and t.head == a.head, "no sums over an index")
    inner, x, y = under_range(tree, q, node, t, a)
    return [same_sense(inner, x, y)]


def rule_limit_between(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", PASSAGES)
    must(t.head == a.head == "sum_between" and t.args[1:] == a.args[1:], "the sums differ in their bounds")
    (label,) = one_of(node["names"])
    here = name(proper(label))
    inner = tree.introduce(q, ((label, bound_type(t, q.context.names)),)).joined(("<=", t.args[1], here), ("<=", here, t.args[2]))
    return [same_sense(inner, *(substitute(side.args[0], {side.data[0]: here}) for side in (t, a)))]


def rule_limit_entries(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", PASSAGES)
    sides, labels = [s for s in q.context.names.kind(t).shape if s != ONE], [proper(x) for x in listed(node["names"])]
    must(sides and len(sides) == len(labels), "a name for each side is needed")
    inner = tree.introduce(q, [(n, index_type(s)) for n, s in zip(labels, sides, strict=True)])
    return [same_sense(inner, *(term("entry", (x, *map(name, labels))) for x in (t, a)))]


def rule_limit_of_norm(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", PASSAGES)
    number = q.context.names.kind(t).is_number
    must(a == ZERO_TERM if number else a.head == "zeros", "the limit is not 0")
    return [same_sense(q, fun("abs", t) if number else term("norm", (t,)), ZERO_TERM)]


def rule_squeeze(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "any", PASSAGES)
    bounds = [tree.term(x, q) for x in listed(node["terms"])]
    must_be_number(q, t, *bounds)
    if a in INFINITIES:
        must(len(bounds) == 1, "one bound is needed")
        order = (bounds[0], t) if a == INFINITY else (t, bounds[0])
        return [q.proves(("<=", *order)), same_sense(q, bounds[0], a)]
    must(len(bounds) == 2, "two bounds are needed")
    low, high = bounds
    return [q.proves(("<=", low, t)), q.proves(("<=", t, high)), same_sense(q, low, a), same_sense(q, high, a)]


def rule_limit_bounded_null(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", PASSAGES)
    bound, n = tree.term(node["term"], q), side_of(node["n"])
    must(t.head == "mul" and len(t.args) == 2 and a == ZERO_TERM, "no product that tends to 0")
    must_be_number(q, *t.args, bound)
    stands_still(tree, q, bound)
    null, other = t.args[n], t.args[1 - n]
    return [q.proves(("<=", term("neg", (bound,)), other)), q.proves(("<=", other, bound)), same_sense(q, null, ZERO_TERM)]


HALF_PI = term("div", (PI_TERM, num(2)))
NEGATIVE = {INFINITY: MINUS_INFINITY, MINUS_INFINITY: INFINITY}
AT_INFINITY: Mapping[tuple[str, str], Term] = {
    ("exp", "oo"): INFINITY,
    ("exp", "-oo"): ZERO_TERM,
    ("log", "oo"): INFINITY,
    ("sinh", "oo"): INFINITY,
    ("sinh", "-oo"): MINUS_INFINITY,
    ("cosh", "oo"): INFINITY,
    ("cosh", "-oo"): INFINITY,
    ("tanh", "oo"): ONE_TERM,
    ("tanh", "-oo"): num(-1),
    ("sigmoid", "oo"): ONE_TERM,
    ("sigmoid", "-oo"): ZERO_TERM,
    ("arctan", "oo"): HALF_PI,
    ("arctan", "-oo"): term("neg", (HALF_PI,)),
    ("relu", "oo"): INFINITY,
    ("relu", "-oo"): ZERO_TERM,
    ("abs", "oo"): INFINITY,
    ("abs", "-oo"): INFINITY,
    ("step", "oo"): ONE_TERM,
    ("step", "-oo"): ZERO_TERM,
    ("sign", "oo"): ONE_TERM,
    ("sign", "-oo"): num(-1),
}


def two_way(value_: Any) -> Term:
    must(value_ in TWO_WAYS, "no infinity")
    return TWO_WAYS[value_]


def rule_limit_function_at_infinity(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q)
    must_be_number(q, t)
    way = two_way(node["way"])
    if t.head == "sqrt":
        must(way == a == INFINITY, "√t tends to ∞ where t does")
        return [to(q, t.args[0], INFINITY)]
    must(t.head == "fun" or (t.head == "pow" and t.args[0] == E_TERM), "no function")
    which, inner = (t.data[0], t.args[0]) if t.head == "fun" else ("exp", t.args[1])
    must(AT_INFINITY.get((which, node["way"])) == a, "another limit at infinity")
    return [to(q, inner, way)]


def rule_limit_negative_infinite(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "infinite")
    must(t.head == "neg", "no negative")
    return [to(q, t.args[0], NEGATIVE[a])]


def rule_limit_sum_infinite(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "infinite")
    ways, limits = listed(node["ways"]), [tree.term(x, q) for x in listed(node["terms"])]
    must(t.head == "add" and len(ways) == len(t.args) and "infinite" in ways, "no sum that tends to infinity")
    must(set(ways) <= {"finite", "infinite"} and ways.count("finite") == len(limits), "a limit for each that converges")
    goals = []
    for x, way in zip(t.args, ways, strict=True):
        limit = a
        if way == "finite":
            tree.must_be_real(q, x)
            limit = limits.pop(0)
            stands_still(tree, q, limit)
        goals.append(to(q, x, limit))
    return goals


def with_sign(tree: Tree, q: Sequent, t: Term, limit: Term, way: Any) -> Goals:
    must(way in ("+", "-"), "no sign")
    stands_still(tree, q, limit)
    return [q.proves((">" if way == "+" else "<", limit, ZERO_TERM)), to(q, t, limit)]


def rule_limit_product_infinite(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "infinite")
    ways, limits = listed(node["ways"]), [tree.term(x, q) for x in listed(node["terms"])]
    must(t.head == "mul" and len(ways) == len(t.args) and any(w in TWO_WAYS for w in ways), "no product that tends to infinity")
    must(all(w in ("oo", "-oo", "+", "-") for w in ways), "no way")
    must(sum(w in ("+", "-") for w in ways) == len(limits), "a limit for each that converges")
    must(sum(w in ("-", "-oo") for w in ways) % 2 == (a == MINUS_INFINITY), "the product tends to the other infinity")
    goals: Goals = []
    for x, way in zip(t.args, ways, strict=True):
        must_be_number(q, x)
        if way in TWO_WAYS:
            goals.append(to(q, x, TWO_WAYS[way]))
        else:
            tree.must_be_real(q, x)
            goals += with_sign(tree, q, x, limits.pop(0), way)
    return goals


def quotient(tree: Tree, q: Sequent, target: str) -> tuple[Term, Term, Term]:
    t, a = passage(tree, q, target)
    must(t.head == "div", "no quotient")
    return t.args[0], t.args[1], a


def rule_limit_quotient_null(tree: Tree, q: Sequent, node: Any) -> Goals:
    top, bottom, a = quotient(tree, q, "finite")
    must(a == ZERO_TERM or a.head == "zeros", "the limit is not 0")
    limit = tree.term(node["term"], q)
    stands_still(tree, q, limit)
    return [to(q, top, limit), to(q, bottom, two_way(node["way"]))]


def rule_limit_quotient_infinite(tree: Tree, q: Sequent, node: Any) -> Goals:
    top, bottom, a = quotient(tree, q, "infinite")
    tree.must_be_real(q, bottom)
    first = with_sign(tree, q, bottom, tree.term(node["term"], q), node["way"])
    return [*first, to(q, top, a if node["way"] == "+" else NEGATIVE[a])]


def rule_limit_quotient_small(tree: Tree, q: Sequent, node: Any) -> Goals:
    top, bottom, a = quotient(tree, q, "infinite")
    tree.must_be_real(q, top)
    ways = listed(node["ways"])
    must(len(ways) == 2 and set(ways) <= {"+", "-"}, "the signs of both are needed")
    must((ways[0] == ways[1]) == (a == INFINITY), "the quotient tends to the other infinity")
    order: Statement = (">" if ways[1] == "+" else "<", bottom, ZERO_TERM)
    return [*with_sign(tree, q, top, tree.term(node["term"], q), ways[0]), q.proves(order), to(q, bottom, ZERO_TERM)]


def rule_limit_power_at_infinity(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q)
    must(t.head == "pow" and a in (INFINITY, ZERO_TERM), "no power of what tends to ∞")
    must_be_number(q, t)
    base, exponent = t.args
    stands_still(tree, q, exponent)
    return [q.proves((">" if a == INFINITY else "<", exponent, ZERO_TERM)), to(q, base, INFINITY)]


def rule_exponential_outgrows_power(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q)
    must(t.head == "mul" and len(t.args) == 2 and a in (ZERO_TERM, INFINITY), "t^m e^{ct} is needed")
    power, wave = t.args
    must(power.head == "pow" and is_function(wave, "exp") and wave.args[0].head == "mul", "t^m e^{ct} is needed")
    must(len(wave.args[0].args) == 2, "t^m e^{ct} is needed")
    c, x = wave.args[0].args
    must(power.args[0] == x and written_rational(power.args[1]) is not None, "t^m e^{ct} is needed, m written out")
    must_be_number(q, c, x)
    stands_still(tree, q, c)
    return [q.proves(("<" if a == ZERO_TERM else ">", c, ZERO_TERM)), to(q, x, INFINITY)]


def rule_power_outgrows_logarithm(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite")
    must(t.head == "mul" and len(t.args) == 2 and a == ZERO_TERM, "log t · t^q is needed")
    log, power = t.args
    must(is_function(log, "log") and power.head == "pow" and power.args[0] == log.args[0], "log t · t^q is needed")
    must_be_number(q, log.args[0])
    stands_still(tree, q, power.args[1])
    return [q.proves(("<", power.args[1], ZERO_TERM)), to(q, log.args[0], INFINITY)]


LONGEST_SERIES = 24


def series_of(which: str, k: int) -> Fraction:
    """The coefficient of x^k in the Taylor series at 0: of exp, sin, cos, sinh, cosh, arctan, log(1 + x), √(1 + x)."""
    below, odd, sign = math.factorial(k), k % 2, (-1) ** (k // 2)
    if which == "log":
        return Fraction(-((-1) ** k), k) if k else Fraction(0)
    if which == "sqrt":
        return math.prod((Fraction(3 - 2 * j, 2 * j) for j in range(1, k + 1)), start=Fraction(1))
    if which == "arctan":
        return Fraction(sign * odd, k or 1)
    tops = {"exp": 1, "sin": odd * sign, "cos": (1 - odd) * sign, "sinh": odd, "cosh": 1 - odd}
    must(which in tops, "a series that is not known")
    return Fraction(tops[which], below)


def rule_taylor(tree: Tree, q: Sequent, node: Any) -> Goals:
    """f(u) less the powers of u below n in its series is u^n (c_n + r), where r tends to 0 with u."""
    t, a = passage(tree, q, "finite")
    which, n = text(node["way"]), node["order"]
    u, w, v = (tree.term(node[key], q) for key in ("term", "below", "value"))
    must(type(n) is int and 0 <= n <= LONGEST_SERIES, "no order of a series")
    must_be_number(q, u, w, v)
    past_one = term("add", (ONE_TERM, u))
    value = term("sqrt", (past_one,)) if which == "sqrt" else fun(which, past_one if which == "log" else u)
    powers = [term("mul", (num(-series_of(which, k)), term("pow", (u, num(k))))) for k in range(n) if series_of(which, k)]
    must(t == term("div", (term("add", (value, *powers)) if powers else value, w)), "not what is left of the series")
    must(a == term("mul", (num(series_of(which, n)), v)), "not the next coefficient")
    return [to(q, u, ZERO_TERM), to(q, term("div", (term("pow", (u, num(n))), w)), v)]


def rule_geometric_outgrows_power(tree: Tree, q: Sequent, node: Any) -> Goals:
    """|q^t| = |q|^t for real t, which is less than any power of t in the end."""
    t, a = passage(tree, q)
    must(a == ZERO_TERM, "the limit is 0")
    wave = t
    if t.head == "mul":
        must(len(t.args) == 2, "t^m q^t is needed")
        power, wave = t.args
        must(power.head == "pow" and written_rational(power.args[1]) is not None, "t^m q^t is needed, m written out")
        must(wave.args[1:] == power.args[:1], "t^m q^t is needed, t the same")
    must(wave.head == "pow", "q^t is needed")
    base, x = wave.args
    must_be_number(q, base, x)
    stands_still(tree, q, base)
    return [q.proves(("<", fun("abs", base), ONE_TERM)), to(q, x, INFINITY)]


def rule_geometric_series(tree: Tree, q: Sequent, node: Any) -> Goals:
    """Σ_{k=0}^n r^k (1 - r) = 1 - r^{n+1}."""
    t, a = passage(tree, q)
    must(t.head == "sum_between", "Σ_{k=0}^n r^k is needed")
    body, low, n = t.args
    must(body.head == "pow" and body.args[1] == name(t.data[0]) and low == ZERO_TERM, "Σ_{k=0}^n r^k is needed")
    r = body.args[0]
    must(t.data[0] not in r.free, "the index is in the base of the power")
    must_be_number(q, r)
    must(sizes_whole(n), "the last index need not be whole")
    must(a == term("div", (ONE_TERM, minus(ONE_TERM, r))), "the limit is 1/(1 - r)")
    stands_still(tree, q, r)
    return [q.proves(("<", fun("abs", r), ONE_TERM)), to(q, n, INFINITY)]


def rule_probability_of_limit(tree: Tree, q: Sequent, node: Any) -> Goals:
    t, a = passage(tree, q, "finite", ("in_probability",))
    must(not is_random(t, q.context), "what is random tends in several senses")
    return [to(q, t, a)]


def rule_chebyshev(tree: Tree, q: Sequent, node: Any) -> Goals:
    """P(|t - a| > ε) is at most E|t - a|² / ε²."""
    t, a = passage(tree, q, "finite", ("in_probability",))
    kind = q.context.names.kind(t)
    must(kind.shape[1] == ONE, "a number or a column is needed")
    tree.must_be_real(q, t, a)

    def squared(x: Term) -> Term:
        return term("mul", (x if kind.is_number else term("transpose", (x,)), x))

    def at_most_linear(work: Work) -> bool:
        return all(random_entries(m, work) <= 1 for m in entries(t, work))

    exist = asked(q.context, at_most_linear, tree.spent)
    goals = [] if exist else tree.open(q, [("is", "integrable", squared(t))])
    if node["way"] == "mean_square":
        return [*goals, to(q, term("expect", (squared(minus(t, a)),)), ZERO_TERM)]
    must(node["way"] == "moments", "no way to use Chebyshev's inequality")
    spread = term("var", (t,)) if kind.is_number else term("trace", (term("cov", (t,)),))
    return [*goals, to(q, term("expect", (t,)), a), to(q, spread, ZERO_TERM)]


def rule_expectation_monotone(tree: Tree, q: Sequent, node: Any) -> Goals:
    """What is nowhere larger has no larger mean, if both have one."""
    operator, left, right = goal_is(q, "=", "<", "<=", ">", ">=")
    must(left.head == "expect" and right.head == "expect", "two expectations are needed")
    s, t = left.args[0], right.args[0]
    if operator == "=":
        return [q.proves(("=", s, t))]
    must_be_number(q, s, t)

    def exists(x: Term) -> bool:
        return asked(q.context, lambda work: all(random_entries(m, work) <= 2 for m in entries(x, work)), tree.spent)

    goals = tree.open(q, [("is", "integrable", x) for x in (s, t) if not exists(x)])
    return [*goals, q.proves((operator, s, t))]


def random_entries(m: Mono, work: Work) -> float:
    """How many entries of random names are factors; infinity if something else there is random."""
    count = 0.0
    for a, q in m.factors:
        if random_atom(a, work.context) and not (a[:2] == ("F", "step") and q > 0):
            count += q.numerator if a[0] in ("T", "C") and is_whole(q) and q > 0 else float("inf")
    return count


INFERENCES: Mapping[str, Callable[[Tree, Sequent, Any], Goals]] = {
    function.__name__.removeprefix("rule_"): function
    for function in (
        rule_hypothesis, rule_seen, rule_condition, rule_chain, rule_both, rule_parts, rule_assume, rule_each_way,
        rule_modus_ponens, rule_have, rule_fact, rule_matrix_fact, rule_generalise, rule_instance, rule_witness, rule_obtain,
        rule_name_value,
        rule_cases_equal, rule_trichotomy, rule_range_cases, rule_contradiction, rule_by_contradiction, rule_symmetry,
        rule_rewrite, rule_combine, rule_equal_members, rule_fundamental_theorem, rule_improper_integral,
        rule_equal_integrands, rule_integral_of_sum,
        rule_integral_of_multiple, rule_integral_exchanged, rule_integral_split, rule_integral_order,
        rule_induction, rule_last_term, rule_telescoping, rule_weaken, rule_enclosure, rule_transitivity,
        rule_nonnegative_combination,
        rule_monotone, rule_approximation, rule_limit_constant, rule_limit_given, rule_limit_form, rule_limit_value,
        rule_eventually, rule_limit_continuous, rule_limit_indexed, rule_limit_between, rule_limit_entries, rule_limit_of_norm,
        rule_squeeze, rule_limit_bounded_null, rule_limit_function_at_infinity, rule_limit_negative_infinite,
        rule_limit_sum_infinite, rule_limit_product_infinite, rule_limit_quotient_null, rule_limit_quotient_infinite,
        rule_limit_quotient_small, rule_limit_power_at_infinity, rule_exponential_outgrows_power, rule_power_outgrows_logarithm,
        rule_taylor, rule_geometric_outgrows_power, rule_geometric_series, rule_probability_of_limit, rule_chebyshev,
        rule_expectation_monotone,
    )
}  # fmt: skip
"""The rules of inference by name."""


# ---------------------------------------------------------------------- facts


def _facts_of_counting() -> Mapping[str, Statement]:
    """Powers, factorials and binomial coefficients, from one whole number to the next."""
    k, n, x = (name(f"_{c}") for c in "knx")
    n1, k1 = term("add", (n, ONE_TERM)), term("add", (k, ONE_TERM))

    def of(sorts: Mapping[str, str], s: Statement) -> Statement:
        return ("forall", tuple((f"_{c}", number_type(sort)) for c, sort in sorts.items()), s)

    def fac(t: Term) -> Term:
        return term("factorial", (t,))

    def over(top: Term, below: Term) -> Term:
        return term("binomial", (top, below))

    def times(*factors: Term) -> Term:
        return term("mul", factors)

    power_step: Statement = ("=", term("pow", (x, n1)), times(term("pow", (x, n)), x))
    counting, total = {"n": "natural", "k": "integer"}, term("add", (n, k))
    vanishes: Statement = ("=", over(n, k), ZERO_TERM)
    return {
        "power_next": of({"x": "complex", "n": "natural"}, power_step),
        "power_next_nonzero": of({"x": "complex", "n": "integer"}, ("implies", ("!=", x, ZERO_TERM), power_step)),
        "factorial_zero": ("=", fac(ZERO_TERM), ONE_TERM),
        "factorial_next": of({"n": "natural"}, ("=", fac(n1), times(n1, fac(n)))),
        "factorial_positive": of({"n": "natural"}, ("<", ZERO_TERM, fac(n))),
        "binomial_zero": of({"x": "real"}, ("=", over(x, ZERO_TERM), ONE_TERM)),
        "binomial_next": of({"x": "real", "k": "natural"}, ("=", times(k1, over(x, k1)), times(minus(x, k), over(x, k)))),
        "binomial_step": of(counting, ("=", times(k1, over(n, k1)), times(minus(n, k), over(n, k)))),
        "pascal": of(counting, ("=", over(n1, k1), term("add", (over(n, k1), over(n, k))))),
        "binomial_below": of(counting, ("implies", ("<", k, ZERO_TERM), vanishes)),
        "binomial_above": of(counting, ("implies", ("<", n, k), vanishes)),
        "binomial_symmetry": of(counting, ("=", over(n, k), over(n, minus(n, k)))),
        "binomial_factorials": of({"n": "natural", "k": "natural"}, ("=", fac(total), times(over(total, k), fac(n), fac(k)))),
    }


def _facts() -> Mapping[str, tuple[Statement, str]]:
    a, b, k, n, p, q, x = (name(f"_{c}") for c in "abknpqx")

    def every(labels: str, sort: str, s: Statement) -> Statement:
        return ("forall", tuple((f"_{c}", number_type(sort)) for c in labels), s)

    def times(*factors: Term) -> Term:
        return term("mul", factors)

    def between(low: Term, t: Term, high: Term) -> Statement:
        return ("and", (("<=", low, t), ("<=", t, high)))

    waves_agree: Statement = ("and", (("=", fun("sin", a), fun("sin", b)), ("=", fun("cos", a), fun("cos", b))))
    turns: Statement = ("exists", (("_k", number_type("integer")),), ("=", minus(a, b), times(num(2), k, PI_TERM)))
    not_negative, positive_x, not_positive = ("<=", ZERO_TERM, x), ("<", ZERO_TERM, x), ("<=", x, ZERO_TERM)
    minus_x = term("neg", (x,))
    quarter = term("div", (PI_TERM, num(2)))
    square_of_t = term("pow", (name("_t"), num(2)))
    bell = term("improper", (fun("exp", term("neg", (times(x, square_of_t),))),), ("_t", "both"))
    slope_is_b = ("=", fun("sin", x), times(b, fun("cos", x)))
    within_a_quarter: Statement = ("and", (("<", term("neg", (quarter,)), x), ("<", x, quarter), slope_is_b))
    count = ("and", (("<", ZERO_TERM, k), ("=", term("factorial", (n,)), k)))
    counted: Statement = ("exists", (("_k", number_type("integer")),), count)
    length = term("sqrt", (term("add", (ONE_TERM, term("pow", (x, num(2))))),))
    direction = term("div", (term("add", (ONE_TERM, times(I_TERM, x))), length))

    def where(s: Statement, which: str, is_: Term) -> Statement:
        return every("x", "real", ("implies", s, ("=", fun(which, x), is_)))

    closed: Mapping[str, Statement] = {
        "same_angle": every("ab", "real", ("implies", waves_agree, turns)),
        "full_turn": every("k", "integer", ("=", fun("exp", times(num(2), k, PI_TERM, I_TERM)), ONE_TERM)),
        "sine_of_half_turns": every("k", "integer", ("=", fun("sin", times(k, PI_TERM)), ZERO_TERM)),
        "cosine_of_half_turns": every("k", "integer", ("=", fun("cos", times(k, PI_TERM)), term("pow", (num(-1), k)))),
        "positive_integer": every("n", "integer", ("implies", ("<", ZERO_TERM, n), ("<=", ONE_TERM, n))),
        "factorial_whole": every("n", "natural", counted),
        "wave_of_arctangent": every("x", "real", ("=", fun("exp", times(I_TERM, fun("arctan", x))), direction)),
        "exponential_bound": every("x", "real", ("<=", term("add", (ONE_TERM, x)), fun("exp", x))),
        "sine_bound": every("x", "real", between(num(-1), fun("sin", x), ONE_TERM)),
        "cosine_bound": every("x", "real", between(num(-1), fun("cos", x), ONE_TERM)),
        "modulus_bound": every("x", "real", between(term("neg", (fun("abs", x),)), x, fun("abs", x))),
        "relu_bound": every("x", "real", ("and", (("<=", ZERO_TERM, fun("relu", x)), ("<=", x, fun("relu", x))))),
        "gaussian_integral": every("x", "real", ("implies", positive_x, ("=", bell, term("sqrt", (term("div", (PI_TERM, x)),))))),
        "angle_of_slope": every("xb", "real", ("implies", within_a_quarter, ("=", fun("arctan", b), x))),
        "modulus_above": where(not_negative, "abs", x),
        "modulus_below": where(not_positive, "abs", minus_x),
        "relu_above": where(not_negative, "relu", x),
        "relu_below": where(not_positive, "relu", ZERO_TERM),
        "step_above": where(positive_x, "step", ONE_TERM),
        "step_below": where(not_positive, "step", ZERO_TERM),
        "sign_of_positive": where(positive_x, "sign", ONE_TERM),
        "sign_of_negative": every("x", "real", ("implies", ("<", x, ZERO_TERM), ("=", fun("sign", x), num(-1)))),
        "pi_irrational": every("pq", "rational", ("implies", ("=", p, times(q, PI_TERM)), ("=", q, ZERO_TERM))),
        **_facts_of_counting(),
    }
    axioms = {"pi_irrational": "pi-irrational", "gaussian_integral": "gaussian-integral"}
    return {label: (s, axioms.get(label, "")) for label, s in closed.items()}


FACTS: Mapping[str, tuple[Statement, str]] = _facts()
"""Closed statements that hold, and the axioms that some of them are."""


def _about(kinds: str, sort: str, says: Callable[..., Statement]) -> Callable[..., Statement]:
    """For all arrays of these kinds: `Ann Bmn` is A of n rows and columns and B of m rows and n columns; `c11` is a number."""

    def at(n: Size, m: Size = ONE) -> Statement:
        sides = {"n": n, "m": m, "1": ONE}
        rows = tuple((f"_{k[0]}", Type(sort, sides[k[1]], sides[k[2]])) for k in kinds.split())
        body = says(*(name(label) for label, _ in rows), *[n, m][: says.__code__.co_argcount - len(rows)])
        return ("forall", rows, body) if rows else body

    return at


def _matrix_facts() -> Mapping[str, tuple[int, Callable[..., Statement]]]:
    def unit(n: Size) -> Term:
        return term("identity", (), (n,))

    def times(*xs: Term) -> Term:
        return term("mul", xs)

    def plus(*xs: Term) -> Term:
        return term("add", xs)

    def t(x: Term) -> Term:
        return term("transpose", (x,))

    def inv(x: Term) -> Term:
        return term("inverse", (x,))

    def det(x: Term) -> Term:
        return term("det", (x,))

    def norm(x: Term) -> Term:
        return term("norm", (x,))

    def having(prop: str, *xs: Term) -> Statement:
        return ("is", prop, xs[0]) if len(xs) == 1 else ("and", tuple(("is", prop, x) for x in xs))

    def regular(*xs: Term) -> Statement:
        return having("invertible", *xs)

    def definite(*xs: Term) -> Statement:
        return having("positive_definite", *xs)

    def nonzero(x: Term) -> Statement:
        return ("!=", x, ZERO_TERM)

    def volume(n: Size) -> Statement:
        entry_ = term("entry", (name("_x"), name("_i")))
        return ("=", det(term("diag", (name("_x"),))), term("product", (entry_,), ("_i", n)))

    any_, real_ = "complex", "real"
    return {
        "inverse_exchange": (
            1,
            _about("Ann Bnn", any_, lambda a, b, n: ("implies", ("=", times(a, b), unit(n)), ("=", times(b, a), unit(n)))),
        ),
        "inverse_factors": (1, _about("Ann Bnn", any_, lambda a, b, n: ("implies", ("=", times(a, b), unit(n)), regular(a, b)))),
        "invertible_factors": (1, _about("Ann Bnn", any_, lambda a, b: ("implies", regular(times(a, b)), regular(a, b)))),
        "invertible_update": (
            2,
            _about(
                "Ann Bmm Unm Vmn",
                any_,
                lambda a, b, u, v: (
                    "implies",
                    regular(a, b),
                    ("iff", regular(plus(a, times(u, b, v))), regular(plus(inv(b), times(v, inv(a), u)))),
                ),
            ),
        ),
        "invertible_exchange": (
            2,
            _about(
                "Unm Vmn",
                any_,
                lambda u, v, n, m: ("iff", regular(plus(unit(n), times(u, v))), regular(plus(unit(m), times(v, u)))),
            ),
        ),
        "invertible_rank_one": (
            1,
            _about(
                "Ann Un1 V1n",
                any_,
                lambda a, u, v: (
                    "implies",
                    regular(a),
                    ("iff", regular(plus(a, times(u, v))), nonzero(plus(ONE_TERM, times(v, inv(a), u)))),
                ),
            ),
        ),
        "column_nonzero": (1, _about("xn1", real_, lambda x: ("implies", ("is", "nonzero", x), nonzero(times(t(x), x))))),
        "columns_unequal": (
            1,
            _about("xn1 yn1", real_, lambda x, y: ("implies", ("!=", x, y), nonzero(times(t(minus(x, y)), minus(x, y))))),
        ),
        "cauchy_schwarz": (1, _about("Un1 Vn1", real_, lambda u, v: ("<=", times(t(u), v), times(norm(u), norm(v))))),
        "cauchy_schwarz_squared": (
            1,
            _about(
                "Un1 Vn1",
                real_,
                lambda u, v: ("<=", term("pow", (times(t(u), v), num(2))), times(times(t(u), u), times(t(v), v))),
            ),
        ),
        "triangle": (2, _about("Anm Bnm", any_, lambda a, b: ("<=", norm(plus(a, b)), plus(norm(a), norm(b))))),
        "diagonal_symmetric": (1, _about("Ann", any_, lambda a: ("implies", having("diagonal", a), ("=", t(a), a)))),
        "diagonal_commute": (
            1,
            _about("Ann Bnn", any_, lambda a, b: ("implies", having("diagonal", a, b), ("=", times(a, b), times(b, a)))),
        ),
        "definite_invertible": (1, _about("Ann", real_, lambda a: ("implies", definite(a), regular(a)))),
        "definite_symmetric": (1, _about("Ann", real_, lambda a: ("implies", definite(a), ("=", t(a), a)))),
        "definite_identity": (1, lambda n: definite(unit(n))),
        "definite_multiple": (
            1,
            _about(
                "Ann c11",
                real_,
                lambda a, c: ("implies", ("and", ((">", c, ZERO_TERM), definite(a))), definite(times(c, a))),
            ),
        ),
        "definite_sum": (1, _about("Ann Bnn", real_, lambda a, b: ("implies", definite(a, b), definite(plus(a, b))))),
        "definite_inverse": (1, _about("Ann", real_, lambda a: ("implies", definite(a), definite(inv(a))))),
        "definite_gram": (2, _about("Ann Bmn", real_, lambda a, b: ("implies", definite(a), definite(plus(a, times(t(b), b)))))),
        "definite_congruence": (
            2,
            _about("Ann Bmn Pmm", real_, lambda a, b, p: ("implies", definite(a, p), definite(plus(a, times(t(b), p, b))))),
        ),
        "gram_definite": (2, _about("Bmn", real_, lambda b: ("implies", regular(times(t(b), b)), definite(times(t(b), b))))),
        "congruent_definite": (
            2,
            _about(
                "Bmn Pmm",
                real_,
                lambda b, p: ("implies", ("and", (regular(times(t(b), b)), definite(p))), definite(times(t(b), p, b))),
            ),
        ),
        "det_product": (1, _about("Ann Bnn", any_, lambda a, b: ("=", det(times(a, b)), times(det(a), det(b))))),
        "det_transpose": (1, _about("Ann", any_, lambda a: ("=", det(t(a)), det(a)))),
        "det_multiple": (
            1,
            _about(
                "Ann c11",
                any_,
                lambda a, c, n: ("=", det(times(c, a)), times(term("pow", (c, term("size", (), (n,)))), det(a))),
            ),
        ),
        "det_identity": (1, lambda n: ("=", det(unit(n)), ONE_TERM)),
        "det_inverse": (
            1,
            _about("Ann", any_, lambda a: ("implies", regular(a), ("=", det(inv(a)), term("div", (ONE_TERM, det(a)))))),
        ),
        "det_orthogonal": (
            1,
            _about(
                "Ann",
                any_,
                lambda a, n: ("implies", ("=", times(t(a), a), unit(n)), ("=", term("pow", (det(a), num(2))), ONE_TERM)),
            ),
        ),
        "det_nonzero": (1, _about("Ann", any_, lambda a: ("iff", regular(a), nonzero(det(a))))),
        "det_exchange": (
            2,
            _about("Unm Vmn", any_, lambda u, v, n, m: ("=", det(plus(unit(n), times(u, v))), det(plus(unit(m), times(v, u))))),
        ),
        "det_rank_one": (
            1,
            _about("Un1 V1n", any_, lambda u, v, n: ("=", det(plus(unit(n), times(u, v))), plus(ONE_TERM, times(v, u)))),
        ),
        "det_diagonal": (1, lambda n: ("forall", (("_x", Type("complex", n)),), volume(n))),
    }


MATRIX_FACTS: Mapping[str, tuple[int, Callable[..., Statement]]] = _matrix_facts()
"""How many sizes a fact about matrices is about, and what it says at them."""


# ====================================================================== numbers at values

# Refutations are evaluated in enclosures with rational ends; what can be exact is. A number is complex: two enclosures.

PRECISION = 320
"""Binary places that enclosures keep; on the small intervals of an integral `COARSE`."""
COARSE = 64

LARGEST_BITS = 60_000
"""Binary places before the point of a number."""


class Undefined(Exception):
    """A term has no value here."""


class Open(Exception):
    """Enclosures do not decide this."""


def within_reach(condition: bool) -> None:
    if not condition:
        raise NotCovered("number")


class Range(NamedTuple):
    """The real numbers from lo to hi."""

    lo: Fraction
    hi: Fraction

    @property
    def exact(self) -> bool:
        return self.lo == self.hi

    def __neg__(self) -> Range:
        return Range(-self.hi, -self.lo)


def down(q: Fraction) -> Fraction:
    large = q.numerator.bit_length() - q.denominator.bit_length() - 4 * PRECISION
    if large > 0:
        within_reach(large <= LARGEST_BITS)
        return Fraction((q.numerator // q.denominator >> large) << large)
    return q if q.denominator.bit_length() <= PRECISION else Fraction(math.floor(q * 2**PRECISION), 2**PRECISION)


def up(q: Fraction) -> Fraction:
    return -down(-q)


def rounded(r: Range) -> Range:
    """An enclosure with ends that are short; an exact number that is not too long stays."""
    if r.exact and r.lo.denominator.bit_length() + r.lo.numerator.bit_length() <= 64 * PRECISION:
        return r
    return Range(down(r.lo), up(r.hi))


def point(q: Fraction | int) -> Range:
    return Range(Fraction(q), Fraction(q))


NULL = point(0)


def plus(a: Range, b: Range) -> Range:
    return rounded(Range(a.lo + b.lo, a.hi + b.hi))


def times(a: Range, b: Range) -> Range:
    ends = (a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi)
    return rounded(Range(min(ends), max(ends)))


def over_range(b: Range) -> Range:
    """1/b."""
    if b.lo <= 0 <= b.hi:
        raise Undefined("division by 0") if b.exact else Open
    return rounded(Range(1 / b.hi, 1 / b.lo))


class Value(NamedTuple):
    """A complex number; `pi` is q where it is exactly q π."""

    re: Range
    im: Range = NULL
    pi: Fraction | None = None

    @property
    def exact(self) -> bool:
        return self.re.exact and self.im.exact

    @property
    def is_real(self) -> bool:
        return self.im == NULL


class Moving(Value):
    """base + slope · ε with ε² = 0: a number where what a derivative is by moves along one direction.

    Each direction has a number, `level`, of its own; base and slope may move along earlier ones. What has no rule for
    numbers that move asks for real and imaginary part, which are not to be had: then nothing is told.
    """

    __slots__ = ()

    def __new__(cls, level: int, base: Value, slope: Value) -> Moving:
        return tuple.__new__(cls, (level, base, slope))

    @property
    def level(self) -> int:
        return tuple.__getitem__(self, 0)  # type: ignore[return-value]

    @property
    def base(self) -> Value:
        return tuple.__getitem__(self, 1)  # type: ignore[return-value]

    @property
    def slope(self) -> Value:
        return tuple.__getitem__(self, 2)  # type: ignore[return-value]

    @property
    def re(self) -> Range:
        raise Open

    @property
    def im(self) -> Range:
        raise Open

    @property
    def pi(self) -> Fraction | None:
        raise Open

    def through(self, f: Callable[[Value], Value], derivative: Callable[[Value], Value]) -> Value:
        """The chain rule."""
        return Moving(self.level, f(self.base), v_mul(derivative(self.base), self.slope))

    def in_parts(self, f: Callable[[Value], Value]) -> Value:
        """What is linear, part by part."""
        return Moving(self.level, f(self.base), f(self.slope))


LEVELS = count(1)


def along(a: Value, level: int) -> tuple[Value, Value]:
    """Base and slope in one direction."""
    return (a.base, a.slope) if isinstance(a, Moving) and a.level == level else (a, exactly(0))


def both_along(a: Value, b: Value) -> tuple[int, Value, Value, Value, Value] | None:
    """Along the last direction in which one of two numbers moves: its number, the bases, the slopes."""
    if not (isinstance(a, Moving) or isinstance(b, Moving)):
        return None
    level = max(x.level for x in (a, b) if isinstance(x, Moving))
    (p, s), (q, t) = along(a, level), along(b, level)
    return level, p, q, s, t


def at_rest(a: Value) -> Value:
    """The number, without what moves."""
    return at_rest(a.base) if isinstance(a, Moving) else a


def on_the_cut(a: Value) -> bool:
    """Whether it moves, and may touch 0 or the negative real numbers: there roots and logarithms jump, or have no slope."""
    rest = at_rest(a)
    return isinstance(a, Moving) and rest.re.lo <= 0 and rest.im.lo <= 0 <= rest.im.hi


def must_not_be_zero(a: Value) -> None:
    if not surely_not_zero(a):
        raise Open


def exactly(q: Fraction | int, im: Fraction | int = 0) -> Value:
    return Value(point(q), point(im))


def pi_times(q: Fraction) -> Value:
    return Value(times(point(q), pi_range()), NULL, q) if q else exactly(0)


def v_add(a: Value, b: Value) -> Value:
    moving = both_along(a, b)
    if moving is not None:
        level, p, q, s, t = moving
        return Moving(level, v_add(p, q), v_add(s, t))
    if a.pi is not None and b.pi is not None:
        return pi_times(a.pi + b.pi)
    if b == exactly(0) or a == exactly(0):
        return a if b == exactly(0) else b
    return Value(plus(a.re, b.re), plus(a.im, b.im))


def v_neg(a: Value) -> Value:
    if isinstance(a, Moving):
        return a.in_parts(v_neg)
    return Value(-a.re, -a.im, None if a.pi is None else -a.pi)


def v_mul(a: Value, b: Value) -> Value:
    moving = both_along(a, b)
    if moving is not None:
        level, p, q, s, t = moving
        return Moving(level, v_mul(p, q), v_add(v_mul(s, q), v_mul(p, t)))
    for x, y in ((a, b), (b, a)):
        if x.pi is not None and y.exact and y.is_real:
            return pi_times(x.pi * y.re.lo)
    if a.is_real and b.is_real:
        return Value(times(a.re, b.re))
    return Value(plus(times(a.re, b.re), -times(a.im, b.im)), plus(times(a.re, b.im), times(a.im, b.re)))


def v_inverse(a: Value) -> Value:
    if isinstance(a, Moving):
        return a.through(v_inverse, lambda x: v_neg(v_inverse(v_mul(x, x))))
    if a.is_real:
        return Value(over_range(a.re))
    below_ = over_range(plus(square(a.re), square(a.im)))
    return Value(times(a.re, below_), times(-a.im, below_))


def v_div(a: Value, b: Value) -> Value:
    if isinstance(a, Moving) or isinstance(b, Moving):
        return v_mul(a, v_inverse(b))
    if a.pi is not None and b.pi is not None:
        return exactly(a.pi / b.pi)
    return v_mul(a, v_inverse(b))


def square(a: Range) -> Range:
    found = times(a, a)
    return Range(max(found.lo, Fraction(0)), found.hi) if a.lo <= 0 <= a.hi else found


# ---------------------------------------------------------------------- elementary functions of real numbers


def series(terms: Iterator[Fraction], bound: Callable[[Fraction], Fraction]) -> Range:
    """A sum whose rest is at most `bound` of the first term left out."""
    total, small = Fraction(0), Fraction(1, 2 ** (PRECISION + 8))
    for t in terms:
        rest = bound(abs(t))
        if rest < small:
            return Range(total - rest, total + rest)
        total += t
    raise Open


def short(q: Fraction) -> Fraction:
    return Fraction(round(q * 2 ** (PRECISION + 16)), 2 ** (PRECISION + 16))


_KNOWN: dict[tuple[str, int], Range] = {}


def pi_range() -> Range:
    """π by Machin: 16 arctan 1/5 - 4 arctan 1/239."""
    key = "pi", PRECISION
    if key not in _KNOWN:
        first, second = (arctan_small(Fraction(1, n)) for n in (5, 239))
        _KNOWN[key] = rounded(plus(times(point(16), first), times(point(-4), second)))
    return _KNOWN[key]


def arctan_small(x: Fraction) -> Range:
    """arctan x for |x| ≤ 1/2, an alternating series."""
    return series((Fraction((-1) ** k, 2 * k + 1) * x ** (2 * k + 1) for k in count()), lambda t: t)


def ln2() -> Range:
    key = "ln2", PRECISION
    if key not in _KNOWN:
        _KNOWN[key] = log_near(Fraction(2))
    return _KNOWN[key]


def log_near(x: Fraction) -> Range:
    """log x for 1/2 ≤ x ≤ 2: 2 artanh((x - 1)/(x + 1)), |(x - 1)/(x + 1)| ≤ 1/3."""
    y = (x - 1) / (x + 1)
    return series((2 * y ** (2 * k + 1) / (2 * k + 1) for k in count()), lambda t: t * 9 / 8)


def log_at(x: Fraction) -> Range:
    k = x.numerator.bit_length() - x.denominator.bit_length()
    y = x / Fraction(2) ** k
    if y.denominator.bit_length() <= 2 * PRECISION:
        near = log_near(y)
    else:
        low = short(y)
        near = Range(log_near(low - Fraction(1, 2**PRECISION)).lo, log_near(low + Fraction(1, 2**PRECISION)).hi)
    return plus(near, times(point(k), ln2()))


def exp_at(x: Fraction) -> Range:
    """e^x: e^y with |y| ≤ 1/2, squared as often as needed."""
    within_reach(abs(x) <= 40_000)
    k = max(0, (abs(x.numerator) // x.denominator + 1).bit_length() + 1)
    y = x / 2**k
    near = short(y)
    slack = abs(y - near) * 2
    found = series((near**n / math.factorial(n) for n in count()), lambda t: 2 * t)
    found = rounded(Range(found.lo - slack, found.hi + slack))
    for _ in range(k):
        found = times(found, found)
    return found


def exp_range(a: Range) -> Range:
    if a == NULL:
        return point(1)
    low = exp_at(a.lo)
    high = low if a.exact else exp_at(a.hi)
    return Range(max(low.lo, Fraction(0)), high.hi)


def log_range(a: Range) -> Range:
    if a == point(1):
        return NULL
    if a.lo <= 0:
        raise Undefined("a logarithm") if a.hi <= 0 else Open
    return Range(log_at(a.lo).lo, log_at(a.hi).hi)


def sine_at(x: Fraction) -> Range:
    """sin x for |x| ≤ 2."""
    return series((Fraction((-1) ** k) * x ** (2 * k + 1) / math.factorial(2 * k + 1) for k in count()), lambda t: t * 2)


def wave(a: Value, shift: int) -> Range:
    """sin(a + shift π/2) of a real number."""
    if a.pi is not None and is_whole(2 * a.pi):
        return point((0, 1, 0, -1)[int(2 * a.pi + shift) % 4])
    if a.re == NULL:
        return point((0, 1, 0, -1)[shift % 4])
    pi = pi_range()
    if a.pi is not None:
        turns = math.floor(2 * a.pi + Fraction(1, 2))
        x = times(point(a.pi - Fraction(turns, 2)), pi)
    else:
        within_reach(max(abs(a.re.lo), abs(a.re.hi)) < 10**40)
        turns = math.floor((a.re.lo + a.re.hi) / (pi.lo + pi.hi) * 2 + Fraction(1, 2))
        x = plus(a.re, times(point(Fraction(-turns, 2)), pi))
    middle = short((x.lo + x.hi) / 2)
    radius = max(x.hi - middle, middle - x.lo)
    n = (turns + shift) % 4
    core = sine_at(middle) if n % 2 == 0 else cosine_at(middle)
    found = core if n < 2 else -core
    return Range(max(down(found.lo - radius), Fraction(-1)), min(up(found.hi + radius), Fraction(1)))


def cosine_at(x: Fraction) -> Range:
    return series((Fraction((-1) ** k) * x ** (2 * k) / math.factorial(2 * k) for k in count()), lambda t: t * 2)


def root_at(x: Fraction, n: int) -> Range:
    """The n-th root of x ≥ 0."""
    top, bottom = whole_root(x.numerator, n), whole_root(x.denominator, n)
    if top**n == x.numerator and bottom**n == x.denominator:
        return point(Fraction(top, bottom))
    found = whole_root(math.floor(x * 2 ** (n * PRECISION)), n)
    return Range(Fraction(found, 2**PRECISION), Fraction(found + 1, 2**PRECISION))


def whole_root(x: int, n: int) -> int:
    if n == 2:
        return math.isqrt(x)
    low, high = 0, 1 << (x.bit_length() // n + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**n <= x else (low, middle - 1)
    return low


def root_range(a: Range, n: int) -> Range:
    if a.lo < 0:
        raise Undefined("a root") if a.hi < 0 else Open
    low = root_at(a.lo, n)
    return low if a.exact else Range(low.lo, root_at(a.hi, n).hi)


def arctan_range(a: Range) -> Range:
    return Range(arctan_at(a.lo).lo, arctan_at(a.hi).hi)


def arctan_at(x: Fraction) -> Range:
    if x < 0:
        return -arctan_at(-x)
    if x > 1:
        return plus(times(point(HALF), pi_range()), -arctan_at(1 / x))
    if x > HALF:  # arctan x = π/4 - arctan((1 - x)/(1 + x))
        return plus(times(point(Fraction(1, 4)), pi_range()), -arctan_at((1 - x) / (1 + x)))
    near = short(x)
    found = arctan_small(near)
    slack = abs(x - near)
    return Range(found.lo - slack, found.hi + slack)


# ---------------------------------------------------------------------- functions of values


def v_real(a: Value) -> Value:
    return a.in_parts(v_real) if isinstance(a, Moving) else Value(a.re, NULL, a.pi)


def v_conjugate(a: Value) -> Value:
    return a.in_parts(v_conjugate) if isinstance(a, Moving) else Value(a.re, -a.im, a.pi)


def known_real(a: Value) -> Value:
    """The number, of which the real part alone may count."""
    must_be_real(at_rest(a))
    return v_real(a)


def must_be_real(a: Value) -> Range:
    if not a.is_real:
        raise Open if a.im.lo <= 0 <= a.im.hi else Undefined("a real number is needed")
    return a.re


def sign_of_range(a: Range) -> int:
    if a.lo > 0 or a.hi < 0 or a == NULL:
        return 1 if a.lo > 0 else -1 if a.hi < 0 else 0
    raise Open


def v_exp(a: Value) -> Value:
    if isinstance(a, Moving):
        return a.through(v_exp, v_exp)
    size = exp_range(a.re)
    if a.is_real:
        return Value(size)
    angle = Value(a.im)
    return Value(times(size, wave(angle, 1)), times(size, wave(angle, 0)))


def v_modulus(a: Value) -> Range:
    if a.is_real:
        low, high = sorted((abs(a.re.lo), abs(a.re.hi)))
        return Range(Fraction(0) if a.re.lo <= 0 <= a.re.hi else low, high)
    return root_range(plus(square(a.re), square(a.im)), 2)


def v_argument(a: Value) -> Range:
    """The principal argument, in (-π, π]."""
    pi, re_, im_ = pi_range(), a.re, a.im
    if re_.lo > 0:
        return arctan_range(times(im_, over_range(re_)))
    if im_.lo > 0:
        return plus(times(point(HALF), pi), -arctan_range(times(re_, over_range(im_))))
    if im_.hi < 0:
        return plus(times(point(-HALF), pi), -arctan_range(times(re_, over_range(im_))))
    if a.is_real and re_.hi < 0:
        return pi
    raise Undefined("the argument of 0") if a == exactly(0) else Open


def v_log(a: Value, real_: bool = False) -> Value:
    """`real_`: what it is taken of is real wherever it moves."""
    if isinstance(a, Moving):
        must_not_be_zero(a)
        if on_the_cut(a) and not real_:
            raise Open
        return a.through(lambda x: v_log(x, real_), v_inverse)
    if a.is_real and a.re.lo > 0:
        return Value(log_range(a.re))
    if a == exactly(0):
        raise Undefined("the logarithm of 0")
    return Value(log_range(v_modulus(a)), v_argument(a))


def v_whole_power(a: Value, k: int) -> Value:
    within_reach(abs(k) <= 2**64)
    if isinstance(a, Moving):
        return a.through(lambda x: v_whole_power(x, k), lambda x: v_mul(exactly(k), v_whole_power(x, k - 1))) if k else exactly(1)
    found, base = exactly(1), a if k >= 0 else v_inverse(a)
    for bit in bin(abs(k))[2:]:
        found = v_mul(found, found)
        found = v_mul(found, base) if bit == "1" else found
    if k % 2 == 0 and found.is_real and found.re.lo < 0 and a.is_real:
        return Value(Range(Fraction(0), found.re.hi))
    return found


def v_power(a: Value, b: Value, real_: bool = False) -> Value:
    """The principal power; 0^0 = 1. `real_`: the base is real wherever it moves."""
    fixed = not isinstance(b, Moving) and b.exact and b.is_real
    if (isinstance(a, Moving) or isinstance(b, Moving)) and not (fixed and is_whole(b.re.lo)):
        must_not_be_zero(a)
        if on_the_cut(a) and not real_:
            raise Open
        if fixed and isinstance(a, Moving):
            return a.through(lambda x: v_power(x, b, real_), lambda x: v_mul(b, v_power(x, v_add(b, exactly(-1)), real_)))
        return v_exp(v_mul(b, v_log(a, real_)))
    if b.exact and b.is_real:
        q = b.re.lo
        if is_whole(q):
            return v_whole_power(a, int(q))
        if a.is_real and a.re.lo >= 0 and q.denominator <= 64:
            if q < 0 and a.re.lo == 0:
                raise Undefined("a negative power of 0") if a.re.hi == 0 else Open
            return v_whole_power(Value(root_range(a.re, q.denominator)), int(q.numerator))
    if a == exactly(0):
        raise Undefined("a power of 0")
    return v_exp(v_mul(b, v_log(a)))


def v_sqrt(a: Value, real_: bool = False) -> Value:
    if isinstance(a, Moving):
        return v_power(a, exactly(HALF), real_)
    if a.is_real and a.re.lo >= 0:
        return Value(root_range(a.re, 2))
    if a.is_real and a.re.hi <= 0:
        return Value(NULL, root_range(-a.re, 2))
    return v_power(a, exactly(HALF))


def v_wave(a: Value, shift: int) -> Value:
    """sin a, or cos a for shift 1."""
    if isinstance(a, Moving):
        return a.through(lambda x: v_wave(x, shift), lambda x: v_neg(v_wave(x, 0)) if shift else v_wave(x, 1))
    if a.is_real:
        return Value(wave(a, shift))
    e = [v_exp(v_mul(a, exactly(0, way))) for way in (1, -1)]
    if shift:
        return v_mul(exactly(HALF), v_add(*e))
    return v_mul(exactly(0, -HALF), v_add(e[0], v_neg(e[1])))


def v_hyperbolic(a: Value, way: int) -> Value:
    return v_mul(exactly(HALF), v_add(v_exp(a), v_mul(exactly(way), v_exp(v_neg(a)))))


def v_modulus_of(a: Value) -> Value:
    if not isinstance(a, Moving):
        return Value(v_modulus(a), NULL, None if a.pi is None else abs(a.pi))
    must_not_be_zero(a)
    if at_rest(a).is_real and all_real(a):
        return v_mul(v_sign(at_rest(a)), a)
    return v_sqrt(v_real(v_mul(a, v_conjugate(a))), real_=True)


def all_real(a: Value) -> bool:
    return all_real(a.base) and all_real(a.slope) if isinstance(a, Moving) else a.is_real


def v_sign(a: Value) -> Value:
    way = sign_of_range(must_be_real(at_rest(a)))
    if not isinstance(a, Moving):
        return exactly(way)
    must_not_be_zero(a)
    return v_add(exactly(way), v_mul(exactly(0), a))


def v_step(a: Value) -> Value:
    way = v_sign(a)
    return v_mul(exactly(HALF), v_add(exactly(1), way)) if isinstance(a, Moving) else exactly(int(way == exactly(1)))


def v_relu(a: Value) -> Value:
    if isinstance(a, Moving):
        return v_mul(v_step(a), a)
    r = must_be_real(a)
    return Value(Range(max(r.lo, Fraction(0)), max(r.hi, Fraction(0))))


def v_floor(a: Value, way: int) -> Value:
    r = must_be_real(a)
    low, high = (way * math.floor(way * x) for x in (r.lo, r.hi))
    if low != high:
        raise Open
    return exactly(low)


def v_arcsine(a: Value, cosine: bool) -> Value:
    """arcsin x = arctan(x / √(1 - x²))."""
    if isinstance(a, Moving):
        way = exactly(-1 if cosine else 1)
        return a.through(
            lambda x: v_arcsine(x, cosine),
            lambda x: v_mul(way, v_power(v_add(exactly(1), v_neg(v_mul(x, x))), exactly(-HALF), real_=True)),
        )
    r = must_be_real(a)
    if r.lo < -1 or r.hi > 1:
        raise Undefined("an arcsine") if r.lo > 1 or r.hi < -1 else Open
    if r.exact and abs(r.lo) == 1:
        found = times(point(r.lo * HALF), pi_range())
    else:
        found = arctan_range(times(r, over_range(root_range(plus(point(1), -square(r)), 2))))
    return Value(plus(times(point(HALF), pi_range()), -found) if cosine else found)


def v_arctan(a: Value) -> Value:
    if isinstance(a, Moving):
        return a.through(v_arctan, lambda x: v_inverse(v_add(exactly(1), v_mul(x, x))))
    return Value(arctan_range(must_be_real(a)))


def v_imaginary(a: Value) -> Value:
    return a.in_parts(v_imaginary) if isinstance(a, Moving) else Value(a.im)


FUNCTIONS_AT: Mapping[str, Callable[[Value], Value]] = {
    "exp": v_exp,
    "log": v_log,
    "sin": lambda a: v_wave(a, 0),
    "cos": lambda a: v_wave(a, 1),
    "tan": lambda a: v_div(v_wave(a, 0), v_wave(a, 1)),
    "cot": lambda a: v_div(v_wave(a, 1), v_wave(a, 0)),
    "sec": lambda a: v_inverse(v_wave(a, 1)),
    "csc": lambda a: v_inverse(v_wave(a, 0)),
    "sinh": lambda a: v_hyperbolic(a, -1),
    "cosh": lambda a: v_hyperbolic(a, 1),
    "tanh": lambda a: v_div(v_hyperbolic(a, -1), v_hyperbolic(a, 1)),
    "arcsin": lambda a: v_arcsine(a, cosine=False),
    "arccos": lambda a: v_arcsine(a, cosine=True),
    "arctan": v_arctan,
    "re": v_real,
    "im": v_imaginary,
    "conj": v_conjugate,
    "abs": v_modulus_of,
    "sign": v_sign,
    "relu": v_relu,
    "step": v_step,
    "sigmoid": lambda a: v_inverse(v_add(exactly(1), v_exp(v_neg(a)))),
    "floor": lambda a: v_floor(a, 1),
    "ceiling": lambda a: v_floor(a, -1),
}
"""The value of each function at a number."""


# ====================================================================== terms at values


class Array(NamedTuple):
    """An array, row by row; a number is 1×1."""

    rows: int
    cols: int
    entries: tuple[Value, ...]

    def at(self, r: int, c: int) -> Value:
        return self.entries[r * self.cols + c]

    @property
    def only(self) -> Value:
        must((self.rows, self.cols) == (1, 1), "a number is needed")
        return self.entries[0]


def one(v: Value) -> Array:
    return Array(1, 1, (v,))


def made(rows: int, cols: int, body: Callable[[int, int], Value]) -> Array:
    return Array(rows, cols, tuple(body(r, c) for r in range(rows) for c in range(cols)))


def total_of(values: Iterable[Value]) -> Value:
    return reduce(v_add, values, exactly(0))


Law = tuple[tuple[Fraction, Mapping[str, Any]], ...]
"""A finite law: the weight of each outcome, and the values of the random names there."""


class Place:
    """An assignment: sizes, values, definitions by which names get theirs, bound names; a law of random names.

    With a law `values` holds those of one outcome. Names that are bound are constants: they are no part of the law. Definitions
    are about the names of the certificate, so they are evaluated in `outer`, the place without bound names.
    """

    def __init__(
        self,
        names: Names,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        definitions: Mapping[str, tuple[tuple[str, ...], Term]],
        law: Law = (),
        outer: Place | None = None,
    ) -> None:
        self.names, self.sizes, self.values, self.definitions = names, dict(sizes), dict(values), definitions
        self.law = law
        self.outer = outer or self
        self.known: dict[Any, Array] = {}
        self.seen: list[tuple[Fraction, Place]] | None = None

    def with_value(self, label: str, kind: Type, found: Any) -> Place:
        law = tuple((w, {n: v for n, v in row.items() if n != label}) for w, row in self.law)
        values = {**self.values, label: found}
        inner = Place(self.names.with_name(label, kind), self.sizes, values, self.definitions, law, self.outer)
        if not kind.runs and kind.is_number:
            inner.sizes.pop(label, None)
        return inner

    def outcomes(self) -> list[tuple[Fraction, Place]]:
        """The place at each outcome of the law, with its weight; where there is no law, itself."""
        if not self.law:
            return [(UNIT, self)]
        if self.outer is self:
            self.seen = self.seen or [(w, self._moved(row, None)) for w, row in self.law]
            for _, p in self.seen:
                p.seen = self.seen
            return self.seen
        inside_ = zip(self.law, self.outer.outcomes(), strict=True)
        return [(w, self._moved(row, outer)) for (w, row), (_, outer) in inside_]

    def _moved(self, row: Mapping[str, Any], outer: Place | None) -> Place:
        return Place(self.names, self.sizes, {**self.values, **row}, self.definitions, self.law, outer)

    def size(self, s: Size, least: int = 1) -> int:
        """The number that a side of an array is; `least` 0: a range, which may be empty."""
        total = s.constant
        for n, c in s.parts:
            total += c * self.number_named(n)
        must(is_whole(total) and total >= least, f"a size that is no natural number from {least}")
        within_reach(total <= MOST_MEMBERS)
        return int(total)

    def knows(self, label: str) -> bool:
        return label in self.values or label in self.sizes or label in self.definitions

    def number_named(self, n: str) -> Fraction:
        if n in self.sizes:
            return Fraction(self.sizes[n])
        must(n in self.values or n in self.definitions, f"the size {n} has no value")
        found = self.outer.number(name(n))
        must(found.exact and found.is_real, "a size that is no number")
        return found.re.lo

    def value(self, t: Term) -> Array:
        rule = EVALUATE.get(t.head)
        if rule is None:
            raise NotCovered("head")
        return rule(t, self)

    def number(self, t: Term) -> Value:
        return self.value(t).only

    def index(self, t: Term, size: int) -> int:
        found = self.number(t)
        must(found.exact and found.is_real and is_whole(found.re.lo) and 1 <= found.re.lo <= size, "no index of its range")
        return int(found.re.lo)


def _at_name(t: Term, place: Place) -> Array:
    label = t.data[0]
    if label in place.values:
        must(isinstance(place.values[label], Array), f"{label} is no value")
        return place.values[label]  # type: ignore[no-any-return]
    if label in place.sizes:
        return one(exactly(place.sizes[label]))
    outer = place.outer
    if label not in outer.known:
        must(label in outer.definitions, f"{label} has no value")
        outer.known[label] = _defined(label, outer)
    return outer.known[label]


def _defined(label: str, place: Place) -> Array:
    """What a definition gives a name: its value, or each of its entries."""
    parameters, body = place.definitions[label]
    if not parameters:
        return place.value(body)
    kind = place.names.types[label]
    must(kind.is_value and not kind.is_number, f"{label} has no value")
    rows, cols = map(place.size, kind.shape)
    places = entry_places(kind)

    def at(r: int, c: int) -> Value:
        inner = place
        for p, (side, size) in zip(parameters, places, strict=True):
            inner = inner.with_value(p, index_type(size), one(exactly((r, c)[side] + 1)))
        return inner.number(body)

    return made(rows, cols, at)


def entry_places(kind: Type) -> list[tuple[int, Size]]:
    """What the indices of an entry run over: rows and columns; of a vector only along it."""
    sides = [(k, size) for k, size in enumerate(kind.shape) if size != ONE]
    return sides if len(sides) == 1 else list(enumerate(kind.shape))


def _at_member(t: Term, place: Place) -> Array:
    label = t.data[0]
    over_ = place.names.types[label].over
    subscripts = tuple(place.index(a, place.size(s)) for a, s in zip(t.args, over_, strict=True))
    family = place.values.get(label)
    if family is not None:
        must(isinstance(family, dict) and subscripts in family, f"{label} has no such member")
        return family[subscripts]  # type: ignore[no-any-return]
    must(label in place.definitions, f"{label} has no value")
    parameters, body = place.definitions[label]
    inner = place.outer
    for p, k, s in zip(parameters, subscripts, over_, strict=True):
        inner = inner.with_value(p, index_type(s), one(exactly(k)))
    kind, found = place.names.types[label], inner.value(body)
    fits(place, found, arrayed(kind.shape, kind.sort))
    return found


def _at_call(t: Term, place: Place) -> Array:
    label = t.data[0]
    kind, arguments = place.names.types[label], [place.value(a) for a in t.args]
    if label in place.values:
        parameters, types, body = place.values[label]
        start = Place(Names({}), place.sizes, {}, {})
    else:
        must(label in place.definitions, f"{label} has no value")
        (parameters, body), types, start = place.definitions[label], kind.parameters or (), place.outer
    for p, k, a in zip(parameters, types, arguments, strict=True):
        start = start.with_value(p, k, a)
    found = start.value(body)
    fits(place, found, arrayed(kind.shape, kind.sort))
    return found


def _at_add(t: Term, place: Place) -> Array:
    found = [place.value(a) for a in t.args]
    must(len({(a.rows, a.cols) for a in found}) == 1, "summands differ in shape")
    return Array(found[0].rows, found[0].cols, tuple(total_of(vs) for vs in zip(*(a.entries for a in found), strict=True)))


def each(a: Array, f: Callable[[Value], Value]) -> Array:
    return Array(a.rows, a.cols, tuple(map(f, a.entries)))


def a_product(a: Array, b: Array) -> Array:
    if (1, 1) in ((a.rows, a.cols), (b.rows, b.cols)):
        number, other = (a, b) if (a.rows, a.cols) == (1, 1) else (b, a)
        return each(other, lambda x: v_mul(number.entries[0], x))
    must(a.cols == b.rows, "factors do not fit")
    return made(a.rows, b.cols, lambda r, c: total_of(v_mul(a.at(r, k), b.at(k, c)) for k in range(a.cols)))


def _at_mul(t: Term, place: Place) -> Array:
    return reduce(a_product, (place.value(a) for a in t.args))


def _at_div(t: Term, place: Place) -> Array:
    top, bottom = place.value(t.args[0]), place.number(t.args[1])
    if bottom == exactly(0):
        raise Undefined("division by 0")
    return each(top, lambda x: v_div(x, bottom))


def _at_pow(t: Term, place: Place) -> Array:
    base, exponent = place.value(t.args[0]), place.number(t.args[1])
    if t.args[0] == E_TERM:
        return one(v_exp(exponent))
    if (base.rows, base.cols) == (1, 1):
        condition = _power_domain(t.args[0], t.args[1], place.names)
        if condition is not None and not against_zero(condition[0], at_rest(base.only)):
            raise Undefined("a power")
        return one(v_power(base.only, exponent, place.names.kind(t.args[0]).sort != "complex"))
    must(exponent.exact and exponent.is_real and is_whole(exponent.re.lo) and 0 <= exponent.re.lo <= 64, "no power of a matrix")
    return reduce(a_product, [base] * int(exponent.re.lo), identity(base.rows))


def against_zero(operator: str, a: Value) -> bool:
    return not arrays_equal(one(a), one(exactly(0))) if operator == "!=" else ordered(operator, a, exactly(0))


def _at_root(t: Term, place: Place) -> Array:
    x, n = place.number(t.args[0]), place.number(t.args[1])
    must(n.exact and is_whole(n.re.lo) and n.re.lo >= 1, "no order of a root")
    if place.names.kind(t.args[0]).sort != "complex" and sign_of_range(must_be_real(at_rest(x))) < 0:
        raise Undefined("a root of a negative number")
    return one(v_power(x, exactly(1 / n.re.lo), place.names.kind(t.args[0]).sort != "complex"))


def identity(n: int) -> Array:
    return made(n, n, lambda r, c: exactly(int(r == c)))


def a_transpose(a: Array) -> Array:
    return made(a.cols, a.rows, lambda r, c: a.at(c, r))


def eliminated(a: Array) -> tuple[Value, Array | None]:
    """Determinant and inverse, by elimination; `None` where it is singular."""
    n = a.rows
    must(n == a.cols, "no square matrix")
    rows = [[a.at(r, c) for c in range(n)] + [exactly(int(r == c)) for c in range(n)] for r in range(n)]
    det = exactly(1)
    for k in range(n):
        pivot = next((r for r in range(k, n) if surely_not_zero(rows[r][k])), None)
        if pivot is None:
            if all(rows[r][k] == exactly(0) for r in range(k, n)):
                return exactly(0), None
            raise Open
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            det = v_neg(det)
        det = v_mul(det, rows[k][k])
        inverse = v_inverse(rows[k][k])
        rows[k] = [v_mul(x, inverse) for x in rows[k]]
        for r in range(n):
            if r != k and rows[r][k] != exactly(0):
                factor = v_neg(rows[r][k])
                rows[r] = [v_add(x, v_mul(factor, y)) for x, y in zip(rows[r], rows[k], strict=True)]
    return det, Array(n, n, tuple(x for row in rows for x in row[n:]))


def surely_not_zero(v: Value) -> bool:
    v = at_rest(v)
    return any(r.lo > 0 or r.hi < 0 for r in (v.re, v.im))


def _at_inverse(t: Term, place: Place) -> Array:
    _, found = eliminated(place.value(t.args[0]))
    if found is None:
        raise Undefined("the inverse of a singular matrix")
    return found


def _at_diag(t: Term, place: Place) -> Array:
    x = place.value(t.args[0])
    return made(x.rows, x.rows, lambda r, c: x.at(r, 0) if r == c else exactly(0))


def _at_hadamard(t: Term, place: Place) -> Array:
    a, b = map(place.value, t.args)
    must((a.rows, a.cols) == (b.rows, b.cols), "arrays differ in shape")
    return Array(a.rows, a.cols, tuple(map(v_mul, a.entries, b.entries)))


def _at_kron(t: Term, place: Place) -> Array:
    a, b = map(place.value, t.args)
    return made(
        a.rows * b.rows, a.cols * b.cols, lambda r, c: v_mul(a.at(r // b.rows, c // b.cols), b.at(r % b.rows, c % b.cols))
    )


def _at_inner(t: Term, place: Place) -> Array:
    kinds = [place.names.kind(a) for a in t.args]
    if all(k.sort != "complex" for k in kinds):
        return one(total_of(_at_hadamard(t, place).entries))
    if INNER not in place.definitions or not all(k.is_number for k in kinds):
        raise NotCovered("head")
    parameters, body = place.definitions[INNER]
    inner = place.outer
    for p, a in zip(parameters, t.args, strict=True):
        inner = inner.with_value(p, number_type("complex"), place.value(a))
    return inner.value(body)


def mean(t: Term, place: Place) -> Array:
    """The expectation of a term: the weighted sum of its values at all outcomes."""
    found = [each(p.value(t), lambda x, w=w: v_mul(exactly(w), x)) for w, p in place.outcomes()]  # type: ignore[misc]
    return a_sum(found, place.names.kind(t), place)


def _at_cov(t: Term, place: Place) -> Array:
    """E[(x - E x) (y - E y)^T] of one column or two."""
    ends = t.args[0], t.args[-1]
    means = [each(mean(a, place), v_neg) for a in ends]
    found = []
    for w, p in place.outcomes():
        x, y = (Array(m.rows, m.cols, tuple(map(v_add, p.value(a).entries, m.entries))) for a, m in zip(ends, means, strict=True))
        found.append(made(x.rows, y.rows, lambda r, c, x=x, y=y, w=w: v_mul(exactly(w), v_mul(x.at(r, 0), y.at(c, 0)))))  # type: ignore[misc]
    return a_sum(found, place.names.kind(t), place)


def _at_norm(t: Term, place: Place) -> Array:
    squares = [v_mul(x, v_conjugate(x)) for x in place.value(t.args[0]).entries]
    return one(v_sqrt(v_real(total_of(map(v_real, squares))), real_=True))


def row_softmax(a: Array) -> Array:
    powers = each(a, lambda x: v_exp(known_real(x)))
    totals = [v_inverse(total_of(powers.at(r, c) for c in range(a.cols))) for r in range(a.rows)]
    return made(a.rows, a.cols, lambda r, c: v_mul(powers.at(r, c), totals[r]))


def _at_matrix(t: Term, place: Place) -> Array:
    return Array(t.data[0], t.data[1], tuple(map(place.number, t.args)))


def _at_rows(t: Term, place: Place) -> Array:
    row, n = place.value(t.args[0]), place.size(t.data[0])
    return made(n, row.cols, lambda r, c: row.at(0, c))


def _at_entry(t: Term, place: Place) -> Array:
    a, places = place.value(t.args[0]), t.args[1:]
    if len(places) == 2:
        return one(a.at(place.index(places[0], a.rows) - 1, place.index(places[1], a.cols) - 1))
    kind = place.names.kind(t.args[0])
    if kind.rows != ONE:
        return one(a.at(place.index(places[0], a.rows) - 1, 0))
    return one(a.at(0, place.index(places[0], a.cols) - 1))


def _at_delta(t: Term, place: Place) -> Array:
    a, b = map(place.number, t.args)
    must(a.exact and b.exact, "no indices")
    return one(exactly(int(a == b)))


def members(t: Term, place: Place) -> Iterator[Place]:
    """The places of a sum over a range, one for each member that is not left out."""
    label, size = t.data
    n = place.size(size, 0)
    gone = {place.index(a, n) for a in t.args[1:]}
    for k in range(1, n + 1):
        if k not in gone:
            yield place.with_value(label, index_type(size), one(exactly(k)))


def at_members(t: Term, places: Iterable[Place], here: Place) -> list[Array]:
    """What is summed, at its members. What is asked of all alike is asked where there are none, too: Σ 1/0 has no value."""
    found = [p.value(t.args[0]) for p in places]
    label, kind = t.data[0], bound_type(t, here.names)
    for c in {} if found else domain_of_term(t.args[0], here.names.with_name(label, kind)):
        if label not in free_of(c) and not holds(c, here):
            raise Undefined("a summand")
    return found


def a_sum(arrays: list[Array], kind: Type, place: Place) -> Array:
    if not arrays:
        return made(place.size(kind.rows), place.size(kind.cols), lambda r, c: exactly(0))
    return Array(arrays[0].rows, arrays[0].cols, tuple(total_of(vs) for vs in zip(*(a.entries for a in arrays), strict=True)))


def _at_sum(t: Term, place: Place) -> Array:
    return a_sum(at_members(t, members(t, place), place), place.names.kind(t), place)


def _at_product(t: Term, place: Place) -> Array:
    return one(reduce(v_mul, (a.only for a in at_members(t, members(t, place), place)), exactly(1)))


def _at_sum_between(t: Term, place: Place) -> Array:
    bounds = [place.number(a) for a in t.args[1:]]
    must(all(b.exact and b.is_real and is_whole(b.re.lo) for b in bounds), "bounds that are no integers")
    low, high = (int(b.re.lo) for b in bounds)
    must(high - low >= -1, "the upper bound of a sum is far below the lower one")
    within_reach(high - low <= 10_000)
    inner = [place.with_value(t.data[0], bound_type(t, place.names), one(exactly(k))) for k in range(low, high + 1)]
    return a_sum(at_members(t, inner, place), place.names.kind(t), place)


def _at_factorial(t: Term, place: Place) -> Array:
    x = place.number(t.args[0])
    must(x.exact and x.is_real and is_whole(x.re.lo) and 0 <= x.re.lo <= 500, "no factorial of this")
    return one(exactly(math.factorial(int(x.re.lo))))


def _at_binomial(t: Term, place: Place) -> Array:
    """x (x - 1) … (x - k + 1) / k! for a natural k; 0 for a natural x and k < 0."""
    n, k = map(place.number, t.args)
    must(all(x.exact and x.is_real and abs(x.re.lo) <= 500 for x in (n, k)) and is_whole(k.re.lo), "no binomial coefficient")
    above, below = n.re.lo, int(k.re.lo)
    must(below >= 0 or (is_whole(above) and above >= 0), "a binomial coefficient of two negative numbers")
    value_ = Fraction(0 if below < 0 else 1)
    for j in range(below):
        value_ = value_ * (above - j) / (j + 1)
    return one(exactly(value_))


def _at_const(t: Term, place: Place) -> Array:
    must(t.data[0] in ("pi", "e", "i"), "no number")
    return one({"pi": lambda: pi_times(UNIT), "e": lambda: v_exp(exactly(1)), "i": lambda: exactly(0, 1)}[t.data[0]]())


def _log_of_real(a: Value) -> Value:
    return a.through(_log_of_real, v_inverse) if isinstance(a, Moving) else Value(log_range(must_be_real(a)))


def _at_fun(t: Term, place: Place) -> Array:
    x = place.value(t.args[0])
    if t.data[0] == "log" and place.names.kind(t.args[0]).sort != "complex":
        return each(x, _log_of_real)
    return each(x, FUNCTIONS_AT[t.data[0]])


def _at_sqrt(t: Term, place: Place) -> Array:
    x = place.number(t.args[0])
    if place.names.kind(t.args[0]).sort != "complex":
        if isinstance(x, Moving):
            return one(v_sqrt(x, real_=True))
        return one(Value(root_range(must_be_real(x), 2)))
    return one(v_sqrt(x))


def _at_derivative(t: Term, place: Place) -> Array:
    """The slopes of the first argument while an entry of the point moves."""
    must(derivatives_in(t) <= MOST_DERIVATIVES, "too many derivatives in one another")
    label, (body, point_, *written) = t.data[0], t.args
    kind = place.names.kind(point_)
    here: Any = family_at(point_, kind, place) if kind.over else place.value(point_)
    place.with_value(label, kind, here).value(body)  # what is undefined itself is, where only a derivative fails nothing is told
    sides = [*kind.over, *(s for s in kind.shape if s != ONE)]
    by = [place.index(p, place.size(s)) for p, s in zip(written, sides[: len(written)], strict=True)]
    subscripts, places = tuple(by[: len(kind.over)]), by[len(kind.over) :]
    array: Array = here[subscripts] if kind.over else here

    def moved(r: int, c: int) -> Array:
        level = next(LEVELS)
        n = r * array.cols + c
        entries_ = tuple(Moving(level, x, exactly(int(k == n))) for k, x in enumerate(array.entries))
        now = Array(array.rows, array.cols, entries_)
        inner = place.with_value(label, kind, {**here, subscripts: now} if kind.over else now)
        try:
            return each(inner.value(body), lambda x: along(x, level)[1])
        except Undefined:
            raise Open from None

    if len(by) == len(sides):
        rest = iter(places)
        r, c = (next(rest) - 1 if side != ONE else 0 for side in kind.shape)
        return moved(r, c)
    if place.names.with_name(label, kind).kind(body).is_number:
        return made(array.rows, array.cols, lambda r, c: moved(r, c).only)
    columns = [moved(r, 0) for r in range(array.rows)]
    return made(columns[0].rows, array.rows, lambda r, c: columns[c].at(r, 0))


def derivatives_in(t: Term) -> int:
    """How many stand in one another."""
    return max(map(derivatives_in, t.args), default=0) + (t.head == "derivative")


FIRST_PARTS, MOST_PARTS, FINEST = 8, 512, 18
"""Into how many intervals an integral is cut at first and at most; and how often one is halved on which nothing is known."""
NARROW = Fraction(1, 1 << 12)


def _at_integral(t: Term, place: Place) -> Array:
    """An enclosure of ∫_a^b f: on each of many intervals from what f is there, or from f at its middle and the slope."""
    label, kind = t.data[0], number_type("real")
    body = written_out(t.args[0], label, place)
    if not is_continuous(body, label):
        raise NotCovered("head")
    low, high = (must_be_real(place.number(bound)) for bound in t.args[1:])
    way = plus(high, -low)

    def at(x: Value) -> Value:
        return place.with_value(label, kind, one(x)).number(body)

    def share(start: Fraction, end: Fraction) -> Range:
        ends = [plus(low, times(way, point(q))) for q in (start, end)]
        here = Range(min(e.lo for e in ends), max(e.hi for e in ends))
        width = times(way, point(end - start))
        found = times(width, must_be_real(at(Value(here))))  # f is defined on all of it
        try:
            level = next(LEVELS)
            slope = must_be_real(along(at(Moving(level, Value(here), exactly(1))), level)[1])
        except (Open, Undefined):
            return found
        middle = plus(low, times(way, point((start + end) / 2)))
        spread = times(square(width), point((slope.hi - slope.lo) / 8)).hi
        fine = times(width, must_be_real(at(Value(middle))))
        fine = Range(fine.lo - spread, fine.hi + spread)
        return fine if fine.hi - fine.lo < found.hi - found.lo else found

    global PRECISION
    before, PRECISION = PRECISION, COARSE
    try:
        return one(Value(cut_up(share)))
    finally:
        PRECISION = before


def written_out(t: Term, label: str, place: Place) -> Term:
    """A term with functions that are known replaced by what they are; what is free in that is no name that is bound here."""
    t = term(t.head, tuple(written_out(a, label, place) for a in t.args), t.data)
    if t.head != "call":
        return t
    if isinstance(place.values.get(t.data[0]), tuple):
        parameters, _, body = place.values[t.data[0]]
    elif t.data[0] in place.definitions:
        parameters, body = place.definitions[t.data[0]]
    else:
        return t
    others = body.free - set(parameters)
    if label in others or (others and place is not place.outer):
        return t
    return substitute(body, dict(zip(parameters, t.args, strict=True)))


def cut_up(share: Callable[[Fraction, Fraction], Range]) -> Range:
    """The sum of what all parts of an interval have, the widest share halved until it is narrow or there are too many."""
    parts: list[tuple[Fraction, int, Fraction, Fraction, Range]] = []

    def add(start: Fraction, end: Fraction, depth: int) -> None:
        try:
            found = share(start, end)
        except Open:
            if depth >= FINEST or len(parts) >= MOST_PARTS:
                raise
            add(start, (start + end) / 2, depth + 1)
            add((start + end) / 2, end, depth + 1)
            return
        parts.append((found.lo - found.hi, depth, start, end, found))

    for k in range(FIRST_PARTS):
        add(Fraction(k, FIRST_PARTS), Fraction(k + 1, FIRST_PARTS), 0)
    heapify(parts)
    while True:
        low, high = sum((p[4].lo for p in parts), Fraction(0)), sum((p[4].hi for p in parts), Fraction(0))
        if high - low <= NARROW * max(Fraction(1), abs(low)) or len(parts) >= MOST_PARTS:
            return Range(low, high)
        _, depth, start, end, _ = heappop(parts)
        for first, last in ((start, (start + end) / 2), ((start + end) / 2, end)):
            found = share(first, last)
            heappush(parts, (found.lo - found.hi, depth, first, last, found))


def family_at(t: Term, kind: Type, place: Place) -> dict[tuple[int, ...], Array]:
    """All members of a family."""
    label = t.data[0]
    found = place.values.get(label)
    if isinstance(found, dict):
        return found
    ranges = [range(1, place.size(s) + 1) for s in kind.over]
    return {ks: place.value(term("member", tuple(map(num, ks)), (label,))) for ks in product(*ranges)}


EVALUATE: Mapping[str, Callable[[Term, Place], Array]] = {
    "num": lambda t, place: one(exactly(t.data[0])),
    "name": _at_name,
    "const": _at_const,
    "size": lambda t, place: one(exactly(t.data[0].constant + sum(c * place.number_named(n) for n, c in t.data[0].parts))),
    "identity": lambda t, place: identity(place.size(t.data[0])),
    "zeros": lambda t, place: made(place.size(t.data[0]), place.size(t.data[1]), lambda r, c: exactly(0)),
    "ones": lambda t, place: made(place.size(t.data[0]), place.size(t.data[1]), lambda r, c: exactly(1)),
    "add": _at_add,
    "neg": lambda t, place: each(place.value(t.args[0]), v_neg),
    "mul": _at_mul,
    "div": _at_div,
    "pow": _at_pow,
    "sqrt": _at_sqrt,
    "root": _at_root,
    "factorial": _at_factorial,
    "binomial": _at_binomial,
    "fun": _at_fun,
    "transpose": lambda t, place: a_transpose(place.value(t.args[0])),
    "inverse": _at_inverse,
    "trace": lambda t, place: one(total_of((lambda a: (a.at(k, k) for k in range(a.rows)))(place.value(t.args[0])))),
    "det": lambda t, place: one(eliminated(place.value(t.args[0]))[0]),
    "diag": _at_diag,
    "hadamard": _at_hadamard,
    "kron": _at_kron,
    "inner": _at_inner,
    "norm": _at_norm,
    "expect": lambda t, place: mean(t.args[0], place),
    "var": _at_cov,
    "cov": _at_cov,
    "rowsoftmax": lambda t, place: row_softmax(place.value(t.args[0])),
    "softmax": lambda t, place: a_transpose(row_softmax(a_transpose(place.value(t.args[0])))),
    "rows": _at_rows,
    "matrix": _at_matrix,
    "entry": _at_entry,
    "delta": _at_delta,
    "member": _at_member,
    "sum": _at_sum,
    "product": _at_product,
    "sum_between": _at_sum_between,
    "call": _at_call,
    "integral": _at_integral,
    "derivative": _at_derivative,
}
"""The value of each head at a place."""


# ====================================================================== statements at values


def values_equal(a: Value, b: Value) -> bool:
    if a.pi is not None and b.pi is not None:
        return a.pi == b.pi
    for x, y in ((a.re, b.re), (a.im, b.im)):
        if x.hi < y.lo or y.hi < x.lo:
            return False
    if a.exact and b.exact and None not in (a.re, b.re):
        return a == b
    if (a.pi is not None and b.exact and b.is_real) or (b.pi is not None and a.exact and a.is_real):
        return False  # π is irrational, and a multiple of π that is 0 is kept as 0
    raise Open


def arrays_equal(a: Array, b: Array) -> bool:
    must((a.rows, a.cols) == (b.rows, b.cols), "the sides differ in shape")
    open_ = False
    for x, y in zip(a.entries, b.entries, strict=True):
        try:
            if not values_equal(x, y):
                return False
        except Open:
            open_ = True
    if open_:
        raise Open
    return True


def ordered(operator: str, a: Value, b: Value) -> bool:
    d = v_add(a, v_neg(b))
    r = must_be_real(d) if d.pi is None else d.re
    sign_ = sign_of_range(r) if d.pi is None else (d.pi > 0) - (d.pi < 0)
    return {"<": sign_ < 0, "<=": sign_ <= 0, ">": sign_ > 0, ">=": sign_ >= 0}[operator]


def of_sort(v: Value, sort: str) -> bool:
    if isinstance(v, Moving):
        if sort not in ("real", "complex"):
            raise Open  # what moves and is a whole number, or a rational one, stands still or jumps
        return of_sort(v.base, sort) and of_sort(v.slope, sort)
    if sort == "complex" or (sort == "real" and v.is_real):
        return True
    if not v.is_real:
        if v.im.lo <= 0 <= v.im.hi:
            raise Open
        return False
    if v.pi is not None or (sort != "rational" and math.floor(v.re.hi) < v.re.lo):
        return False
    if not v.exact:
        raise Open
    q = v.re.lo
    return sort == "rational" or (is_whole(q) and (sort == "integer" or q >= 0))


def has_property(prop: str, a: Array) -> bool:
    n = a.rows
    match prop:
        case "permutation":
            ones = [[values_equal(a.at(r, c), exactly(1)) for c in range(n)] for r in range(n)]
            zeros = all(ones[r][c] or values_equal(a.at(r, c), exactly(0)) for r in range(n) for c in range(n))
            return zeros and all(sum(row) == 1 for row in ones) and all(sum(col) == 1 for col in zip(*ones, strict=True))
        case "orthogonal":
            return arrays_equal(a_product(a_transpose(a), a), identity(n))
        case "symmetric":
            return arrays_equal(a_transpose(a), a)
        case "invertible":
            return eliminated(a)[1] is not None
        case "positive_definite":
            minors = [eliminated(made(k, k, a.at))[0] for k in range(1, n + 1)]
            return arrays_equal(a_transpose(a), a) and all(ordered(">", m, exactly(0)) for m in minors)
        case "diagonal":
            return all(r == c or values_equal(a.at(r, c), exactly(0)) for r in range(n) for c in range(n))
        case "positive" | "nonnegative" | "negative":
            operator = {"positive": ">", "nonnegative": ">=", "negative": "<"}[prop]
            return all(ordered(operator, x, exactly(0)) for x in a.entries)
        case "nonzero":
            return not all(values_equal(x, exactly(0)) for x in a.entries)
        case "size":
            return of_sort(a.only, "natural") and ordered(">=", a.only, exactly(1))
        case "row_bias" | "random" | "integrable":  # a constant is random too; whatever has a finite law has an expectation
            return True
    raise NotCovered("head")


def holds(s: Statement, place: Place) -> bool:
    """Whether a statement holds. `Open` where enclosures do not tell, `Undefined` where a term has no value."""
    match s[0]:
        case "=":
            return arrays_equal(place.value(s[1]), place.value(s[2]))
        case "!=":
            return not arrays_equal(place.value(s[1]), place.value(s[2]))
        case "<" | "<=" | ">" | ">=":
            return ordered(s[0], place.number(s[1]), place.number(s[2]))
        case "is":
            return has_property(s[1], place.value(s[2]))
        case "in":
            return all(of_sort(x, s[2]) for x in place.value(s[1]).entries)
        case "and":
            return decided([lambda p=p: holds(p, place) for p in s[1]], all)  # type: ignore[misc]
        case "implies":
            return decided([lambda: not holds(s[1], place), lambda: holds(s[2], place)], any) or not is_said(s, place)
        case "iff":
            return holds(s[1], place) == holds(s[2], place) or not is_said(s, place)
        case "forall":
            finite = [row for row in s[1] if bounds_of(row, s[1], premises_of(s[2]), place) is not None]
            rest = [row for row in s[1] if row not in finite]
            inner = ("forall", tuple(rest), s[2])
            places_ = at_all_values(finite, premises_of(s[2]), place)
            return decided([lambda p=p: holds_for_all(rest, s[2], p) or not is_said(inner, p, finite) for p in places_], all)  # type: ignore[misc]
        case "exists":
            if all(bounds_of(row, s[1], conjuncts(s[2]), place) is not None for row in s[1]):
                places_ = at_all_values(s[1], conjuncts(s[2]), place)
                return decided([lambda p=p: holds(s[2], p) and is_said(s[2], p, s[1]) for p in places_], any)  # type: ignore[misc]
            return holds_at_the_only(s, place)
    raise NotCovered("regime")


def is_said(s: Statement, place: Place, rows: Rows | None = None) -> bool:
    """Whether all holds that the terms of a statement ask for, innermost first; of names `rows`, what is about one of them."""
    about = None if rows is None else {n for n, _ in rows}
    asked_ = [c for c in domain_of(s, place.names) if about is None or not about.isdisjoint(free_of(c))]
    return all(holds(c, place) for c in asked_)


def decided(questions: Iterable[Callable[[], bool]], how: Callable[[Iterable[bool]], bool]) -> bool:
    """All or any of the answers, which one open answer does not keep from being settled by another."""
    settling, open_ = how is any, False
    for question in questions:
        try:
            if question() is settling:
                return settling
        except Open:
            open_ = True
    if open_:
        raise Open
    return not settling


def premises_of(s: Statement) -> list[Statement]:
    return conjuncts(s[1]) if s[0] == "implies" else []


Rows = Sequence[tuple[str, Type]]


def bounds_of(row: tuple[str, Type], rows: Rows, asked_: Sequence[Statement], place: Place) -> range | None:
    """The values over which a quantified name runs: an index, or a whole number between bounds that are asked for."""
    label, kind = row
    if kind.runs is not None:
        return range(1, place.size(kind.runs, 0) + 1)
    if not kind.is_number or kind.sort not in ("natural", "integer"):
        return None
    low, high = [Fraction(0)] if kind.sort == "natural" else [], list[Fraction]()
    for s in asked_:
        for way, this, other in (("<", 1, 2), (">", 2, 1)):
            bound = s[other] if s[0] in ORDERS and s[this] == name(label) else None
            if bound is None or not bound.free.isdisjoint(n for n, _ in rows):
                continue
            q = place.number(bound)
            if not q.exact or not q.is_real:
                continue
            below_ = s[0][0] == way
            strict = len(s[0]) == 1
            edge = q.re.lo
            if below_:
                high.append(Fraction(math.ceil(edge) - 1 if strict else math.floor(edge)))
            else:
                low.append(Fraction(math.floor(edge) + 1 if strict else math.ceil(edge)))
    return range(int(max(low)), int(min(high)) + 1) if low and high else None


def at_all_values(rows: Rows, asked_: Sequence[Statement], place: Place) -> list[Place]:
    """The places for all values of names that run over finitely many."""
    found = [place]
    for label, kind in rows:
        values = bounds_of((label, kind), rows, asked_, place)
        if values is None:
            raise NotCovered("law")
        found = [p.with_value(label, kind, one(exactly(k))) for p in found for k in values]
        within_reach(len(found) <= MOST_CASES)
    return found


MOST_CASES = 4096


def holds_for_all(rows: Rows, s: Statement, place: Place) -> bool:
    """Whether a statement holds for all values of the names: an equation between polynomials.

    Of degree ≤ d in every variable they are equal if they are at all tuples of 0, …, d.
    """
    if not rows or s[0] == "and":
        return holds(s, place) if not rows else decided([lambda p=p: holds_for_all(rows, p, place) for p in s[1]], all)  # type: ignore[misc]
    if s[0] == "implies" and holds_for_all(rows, s[2], place):
        return True
    if s[0] != "=":
        raise NotCovered("law")
    inner = place
    for label, kind in rows:
        if not kind.is_value:
            raise NotCovered("law")
        inner = inner.with_value(label, kind, made(place.size(kind.rows), place.size(kind.cols), lambda r, c: exactly(0)))
    degree = max(degree_of(t, frozenset(n for n, _ in rows), inner) for t in s[1:])
    shapes = [(label, kind, place.size(kind.rows), place.size(kind.cols)) for label, kind in rows]
    letters = sum(r * c * (2 if kind.sort == "complex" else 1) for _, kind, r, c in shapes)
    if (degree + 1) ** min(letters, MOST_CASES) > MOST_CASES:
        raise NotCovered("law")
    for numbers in product(range(degree + 1), repeat=letters):
        at_, p = iter(numbers), place
        for label, kind, r, c in shapes:
            values = [exactly(next(at_), next(at_) if kind.sort == "complex" else 0) for _ in range(r * c)]
            p = p.with_value(label, kind, Array(r, c, tuple(values)))
        try:
            if not holds(s, p):
                return False
        except Open:
            raise NotCovered("law") from None
    return True


def holds_at_the_only(s: Statement, place: Place) -> bool:
    """∃ x: P of a number x: at the only solution of an equation among what is asked for, linear in x."""
    rows, parts = s[1], conjuncts(s[2])
    label, kind = rows[0]
    if len(rows) > 1 or not kind.is_number:
        raise NotCovered("law")
    at_ = [place.with_value(label, kind, one(exactly(k))) for k in (0, 1)]
    for part in parts:
        if part[0] == "=" and all(place_.names.kind(t).is_number for t in part[1:] for place_ in at_[:1]):
            if max(degree_of(t, frozenset((label,)), at_[0]) for t in part[1:]) > 1:
                continue
            constant, next_ = (v_add(p.number(part[1]), v_neg(p.number(part[2]))) for p in at_)
            slope = v_add(next_, v_neg(constant))
            if kind.sort == "complex":
                turned_ = place.with_value(label, kind, one(exactly(0, 1)))
                along_i = v_add(v_add(turned_.number(part[1]), v_neg(turned_.number(part[2]))), v_neg(constant))
                if not values_equal(along_i, v_mul(exactly(0, 1), slope)):
                    continue  # linear in the real and the imaginary part: as in conj z = i there may be none, or many
            if surely_not_zero(slope):
                found = v_div(v_neg(constant), slope)
                p = place.with_value(label, kind, one(found))
                try:
                    solves = holds(part, p)
                except Open:
                    solves = True  # its enclosure holds the solution
                must(solves, "what solves an equation does not")
                here = of_sort(found, kind.sort) and all(holds(other, p) for other in parts if other is not part)
                return here and is_said(s[2], p, rows)
    raise NotCovered("law")


LINEAR = ("add", "neg", "transpose", "trace", "matrix", "diag", "rows", "expect", "sum")
MULTIPLIED = ("mul", "hadamard", "inner", "cov")


def degree_of(t: Term, letters: frozenset[str], place: Place) -> int:
    """A bound for the degree of a term as a polynomial in names, of complex ones in their real and imaginary parts."""
    if t.head == "name" or t.free.isdisjoint(letters):
        return int(t.head == "name" and t.data[0] in letters)
    if t.head == "call":
        label = t.data[0]
        given = place.values[label] if label in place.values else place.definitions.get(label)
        if given is None:
            raise NotCovered("law")
        parameters, body = frozenset(given[0]), given[-1]
        return degree_of(body, parameters, place) * max(degree_of(a, letters, place) for a in t.args)
    if t.head in BINDERS or t.head == "entry":
        first, rest = degree_of(t.args[0], letters - {t.data[0]} if t.data else letters, place), t.args[1:]
        if t.head != "product" and all(a.free.isdisjoint(letters) for a in rest):
            return first
    elif t.head in LINEAR or is_function(t, "conj", "re", "im"):
        return max(degree_of(a, letters, place) for a in t.args)
    elif t.head in MULTIPLIED and not (t.head == "inner" and any(n == INNER for n in place.definitions)):
        return sum(degree_of(a, letters, place) for a in t.args) * (2 if len(t.args) == 1 else 1)
    elif t.head == "div" and t.args[1].free.isdisjoint(letters):
        return degree_of(t.args[0], letters, place)
    elif t.head == "pow" and t.args[1].head == "num" and is_whole(t.args[1].data[0]) and t.args[1].data[0] >= 0:
        return degree_of(t.args[0], letters, place) * int(t.args[1].data[0])
    raise NotCovered("law")


# ====================================================================== refutations


def read_value(v: Any) -> Value:
    if isinstance(v, dict):
        return pi_times(rational(v["pi"]))
    if isinstance(v, list):
        must(len(v) == 2, "no number")
        return exactly(*map(rational, v))
    return exactly(rational(v))


def read_array(v: Any) -> Array:
    if isinstance(v, dict) and "shape" in v:
        rows, cols = map(whole, listed(v["shape"]))
        found = Array(rows, cols, tuple(map(read_value, listed(v["entries"]))))
        must(min(rows, cols) >= 1 and len(found.entries) == rows * cols, "an array with another number of entries")
        return found
    return one(read_value(v))


def read_witness_value(v: Any) -> Any:
    if isinstance(v, dict) and "members" in v:
        return {tuple(map(whole, listed(s))): read_array(a) for s, a in map(listed, listed(v["members"]))}
    if isinstance(v, dict) and "body" in v:
        parameters = tuple(map(proper, listed(v["parameters"])))
        return parameters, tuple(map(read_type, listed(v["types"]))), read_term(v["body"])
    return read_array(v)


INNER = "#inner"
"""Stands for ⟨·,·⟩ of complex numbers, which is what hypotheses say."""


def definition_in(s: Statement) -> tuple[str, tuple[str, ...], Term] | None:
    """(name, parameters, body) if a hypothesis says what a name is: x = t, or ∀i x_i = t, or ∀x f(x) = t; ∀z, w ⟨z, w⟩ = t."""
    rows, s = (s[1], s[2]) if s[0] == "forall" else ((), s)
    if s[0] != "=":
        return None
    left, right = s[1], s[2]
    if left.head == "name" and not rows:
        return (left.data[0], (), right) if left.data[0] not in right.free else None
    own = left.args[1:] if left.head == "entry" else left.args
    if left.head not in ("member", "call", "inner", "entry") or any(a.head != "name" for a in left.args):
        return None
    parameters = tuple(a.data[0] for a in own)
    same = sorted(parameters) == sorted(n for n, _ in rows) and len(set(parameters)) == len(parameters)
    if left.head == "entry":
        label = left.args[0].data[0]
        return (label, parameters, right) if same and parameters and label not in {*right.free, *parameters} else None
    if left.head == "inner":
        meant = same and all(k == number_type("complex") for _, k in rows) and right.free <= set(parameters)
        return (INNER, parameters, right) if meant and all(n.head != "inner" for n in parts_of(right)) else None
    return (left.data[0], parameters, right) if same and left.data[0] not in right.free else None


def check_refutation(value_: Any, context: Context, statement: Statement, spent: list[int]) -> None:
    """The witness meets every hypothesis, and the statement fails there."""
    said = (*context.hypotheses, statement)
    must(bound_in(said).isdisjoint(context.sizes.union(*map(sizes_in, said))), "a name in a size is bound, too")
    witness = value_["witness"]
    sizes = {proper(n): whole(k) for n, k in witness["sizes"].items()}
    must(all(k >= 1 for k in sizes.values()), "a size below 1")
    values = {proper(n): read_witness_value(v) for n, v in witness["values"].items()}
    definitions: dict[str, tuple[tuple[str, ...], Term]] = {}
    for h in (*context.hypotheses, *premises_in(statement)):
        found = definition_in(h)
        if found is None or found[0] in {**values, **sizes, **definitions} or found[0] not in (*context.declared, INNER):
            continue
        if not gives_all(h, found, context):
            continue
        if found[0] not in names_behind(found[2], definitions):
            definitions[found[0]] = found[1:]
    law = read_law(witness.get("law"), context)
    first = law[0][1] if law else {}
    must(sizes.keys().isdisjoint({**values, **first}), "a size has two values")
    place = Place(context.names, sizes, {**values, **first}, {n: d for n, d in definitions.items() if n not in first}, law)
    hypotheses = [c for h in context.hypotheses for c in conjuncts(h)]
    passages = [h for h in hypotheses if any(p[0] == "tends" for p in all_statements(h))]
    try:
        for size, _ in context.extents:
            # names without a value may stand for any natural numbers, if the size is one for all of them
            must(size.least or all(map(place.knows, size.names)), "a size of a type has no value")
            place.size(size) if all(map(place.knows, size.names)) else None
        for label, (kind, props) in context.declared.items():
            as_declared(label, kind, props, place, context)
        if INNER in place.definitions:
            letters, body = place.definitions[INNER]
            inside_ = context.names.with_names((n, number_type("complex")) for n in letters)
            must_have_values(body, frozenset(letters), inside_, place)
        for pair in context.distinct:
            one_, other = (place.number(name(n)) for n in sorted(pair))
            must(not values_equal(one_, other), "distinct indices are equal")
        for label in context.sizes | frozenset().union(*(t.inner_sizes for s in (*hypotheses, statement) for t in terms_in(s))):
            must(
                not place.knows(label) or (is_whole(place.number_named(label)) and place.number_named(label) >= 1),
                "a size below 1",
            )
        checked = [h for h in hypotheses if h not in passages and not is_in_use(definition_in(h), place)]
        for h in checked:
            if exists_of_random(h, context):
                raise NotCovered("random")
            must(holds_throughout(h, place), "a hypothesis does not hold")
        statement = meant(statement, moving_names(passages, checked, context, place) if passages else None)
        if exists_of_random(statement, context) and statement[0] != "exists":
            raise NotCovered("random")
        must(fails(statement, place), "the statement holds there")
    except Undefined as fault:
        raise Refused(f"something is undefined there: {fault}") from None
    except Open:
        raise NotCovered("number") from None


def gives_all(h: Statement, definition: tuple[str, tuple[str, ...], Term], context: Context) -> bool:
    """Whether what says what entries are does so of every entry of its array."""
    label, parameters, _ = definition
    if label == INNER or not parameters or not context.declared[label][0].is_value:
        return True
    ranges = dict(h[1])
    return [ranges[p] for p in parameters] == [index_type(size) for _, size in entry_places(context.declared[label][0])]


def names_behind(t: Term, definitions: Mapping[str, tuple[tuple[str, ...], Term]]) -> set[str]:
    """The names that the value of a term comes from, by the definitions: what comes from itself is defined by nothing."""
    found, new = set[str](), set(t.free)
    while new:
        found |= new
        new = {n for label in new & definitions.keys() for n in definitions[label][1].free} - found
    return found


def premises_in(s: Statement) -> list[Statement]:
    """What the statement is claimed under, one direction or the other: that may say what a name is of which nothing else does."""
    match s[0]:
        case "implies":
            return conjuncts(s[1]) + premises_in(s[2])
        case "iff":
            return conjuncts(s[1]) + conjuncts(s[2])
        case "and":
            return [c for p in s[1] for c in premises_in(p)]
    return []


def is_in_use(definition: tuple[str, tuple[str, ...], Term] | None, place: Place) -> bool:
    """Whether a name has its value by this definition, so that it holds."""
    return definition is not None and place.definitions.get(definition[0]) == definition[1:]


def moving_names(passages: Sequence[Statement], checked: Sequence[Statement], context: Context, place: Place) -> frozenset[str]:
    """The names that vary in a net that begins at the place and goes on to the limits, while all else stands still.

    There is one where the subjects are names of which nothing else is said but comparisons with what stands still, that hold
    on the way; and what is defined by them is defined everywhere, of its sort.
    """
    subjects: dict[str, Term] = {}
    for h in passages:
        if h[0] != "tends" or h[1].head != "name" or h[1].data[0] in subjects:
            raise NotCovered("regime")
        subjects[h[1].data[0]] = h[2]
    moving = frozenset(subjects)
    while True:
        defined = {n for n, (_, body) in place.definitions.items() if not body.free.isdisjoint(moving)}
        if defined <= moving:
            break
        moving |= defined
    for label in moving - subjects.keys():
        kind, props = context.declared.get(label, (None, None))
        parameters, body = place.definitions[label]
        total = not parameters and not props and not domain_of_term(body, context.names)
        if kind is None or not total or widest(context.names.kind(body).sort, kind.sort) != kind.sort:
            raise NotCovered("regime")
    for label, target in subjects.items():
        kind, props = context.declared[label]
        named = "size" in props or label in context.sizes or label in place.definitions
        if named or not kind.is_value or kind.runs is not None or "random" in props or not target.free.isdisjoint(moving):
            raise NotCovered("regime")
        if not goes_to(kind, target, comparisons(label, props, subjects.keys(), moving, checked), place):
            raise NotCovered("regime")
    return moving


SIGN_PROPERTIES = {"positive": ">", "nonnegative": ">=", "negative": "<", "nonzero": "!="}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}


def comparisons(
    label: str, props: frozenset[str], subjects: Iterable[str], moving: frozenset[str], checked: Sequence[Statement]
) -> list[tuple[str, Term]]:
    """(operator, c) for all that is asked of a name that tends to a limit: it ∘ c, where c stands still."""
    if not props <= SIGN_PROPERTIES.keys():
        raise NotCovered("regime")
    found = [(SIGN_PROPERTIES[p], ZERO_TERM) for p in props]
    for h in checked:
        if free_of(h).isdisjoint(moving):
            continue
        sides = [(h[0], h[1], h[2]), (MIRRORED[h[0]], h[2], h[1])] if h[0] in MIRRORED else []
        about = [
            (o, a.data[0], c) for o, a, c in sides if a.head == "name" and a.data[0] in subjects and c.free.isdisjoint(moving)
        ]
        if not about:
            raise NotCovered("regime")
        found += [(o, c) for o, n, c in about if n == label]
    return found


def goes_to(kind: Type, target: Term, asked_: Sequence[tuple[str, Term]], place: Place) -> bool:
    """Whether values of the type tend to the target and in the end stand in the relations."""
    if target in INFINITIES:
        allowed = {">", ">=", "!="} if target == INFINITY else {"<", "<=", "!="}
        reached = target == INFINITY or kind.sort != "natural"
        return reached and kind.is_number and kind.sort != "complex" and all(operator in allowed for operator, _ in asked_)
    end = place.value(target)
    fits(place, end, kind)
    sides = (0, 1, -1) if kind.sort in ("rational", "real", "complex") else (0,)
    return any(all(in_the_end(operator, end, place.value(c), side) for operator, c in asked_) for side in sides)


def in_the_end(operator: str, end: Array, c: Array, side: int) -> bool:
    """Whether end + side/k ∘ c for all large k."""
    if operator == "!=":
        return side != 0 or not arrays_equal(end, c if (c.rows, c.cols) == (end.rows, end.cols) else each(end, lambda x: c.only))
    if (end.rows, end.cols) != (1, 1):
        raise NotCovered("regime")
    if not values_equal(end.only, c.only):
        return ordered(operator, end.only, c.only)
    return {"<": side < 0, "<=": side <= 0, ">": side > 0, ">=": side >= 0}[operator]


def meant(s: Statement, moving: frozenset[str] | None) -> Statement:
    """The statement with = for ≈ and → between what stands still along a passage (`None`: there is none).

    A number with a denominator may be rounded, which ≈ may mean.
    """
    match s[0]:
        case "~" | "tends":
            rounded_ = s[0] == "~" and any(n.head == "num" and not is_whole(n.data[0]) for t in s[1:] for n in parts_of(t))
            if moving is None or rounded_ or s[2] in INFINITIES or not free_of(s).isdisjoint(moving):
                raise NotCovered("regime")
            return ("=", s[1], s[2])
        case "and":
            return ("and", tuple(meant(p, moving) for p in s[1]))
        case "implies":
            return ("implies", s[1], meant(s[2], moving))
        case "forall":
            return ("forall", s[1], meant(s[2], moving - {n for n, _ in s[1]} if moving is not None else None))
    return s


MOST_OUTCOMES = 1024


def read_law(value_: Any, context: Context) -> Law:
    """The outcomes that a witness gives: positive weights that add up to 1, and values of random names at each."""
    if value_ is None:
        return ()
    weights = list(map(rational, listed(value_["weights"])))
    must(all(w > 0 for w in weights) and sum(weights) == 1 and len(weights) <= MOST_OUTCOMES, "the weights are no law")
    rows = {proper(n): list(map(read_witness_value, listed(v))) for n, v in value_["values"].items()}
    must(all(context.declares(n, "random") for n in rows), "a law of what is not random")
    must(all(len(v) == len(weights) for v in rows.values()), "a value is needed for each outcome")
    return tuple((w, {n: v[k] for n, v in rows.items()}) for k, w in enumerate(weights))


def exists_of_random(s: Statement, context: Context) -> bool:
    """Whether it says of something random that something exists: at each outcome another thing might."""
    return any(p[0] == "exists" and any(is_random(t, context) for t in terms_in(p)) for p in all_statements(s))


def as_declared(label: str, kind: Type, props: frozenset[str], place: Place, context: Context) -> None:
    """The name has a value of its type with its properties, at every outcome; one that is not random the same at all."""
    if label in place.values:
        found = [p.values[label] for _, p in place.outcomes()]
    elif label in place.sizes:
        must(not props - {"size", "positive", "nonnegative", "nonzero"}, f"{label} has another property")
        must(kind.is_number and kind.runs is None and "random" not in props, f"{label} is no size")
        return
    elif label not in place.definitions:
        odd = props - {"size", "nonnegative", "nonzero", "random", "integrable", "row_bias"}
        must(len(odd) <= 1 and not ("negative" in odd and (kind.sort == "natural" or props - odd)), f"{label} has no value")
        return
    elif kind.is_value:
        found = [p.value(name(label)) for _, p in place.outcomes()]
        if "random" not in props and is_random(place.definitions[label][1], context):
            must(all(arrays_equal(found[0], a) for a in found), f"{label} is not random, and not constant")
    elif kind.parameters is not None:
        parameters, body = place.definitions[label]
        if is_random(body, context):
            raise NotCovered("random")
        names = context.names.with_names(zip(parameters, kind.parameters, strict=True))
        must_keep_sort(kind, props, names.kind(body))
        must_have_values(body, frozenset(parameters), names, place)
        return
    else:
        if "random" not in props and is_random(place.definitions[label][1], context):
            raise NotCovered("random")
        for _, p in place.outcomes():
            for member in members_said(label, kind, p):
                must(all(has_property(prop, member) for prop in props), f"{label} is not as declared")
        return
    for a in found:
        fits(place, a, kind)
        for member in a.values() if isinstance(a, dict) else [a]:
            must(all(has_property(prop, member) for prop in props), f"{label} is not as declared")


def must_keep_sort(kind: Type, props: frozenset[str], body: Type) -> None:
    """The values of a function are of its sort, whatever its arguments are: the body is."""
    if props - {"random", "integrable", "row_bias"} or widest(body.sort, kind.sort) != kind.sort:
        raise NotCovered("law")


def must_have_values(body: Term, open_: frozenset[str], names: Names, place: Place) -> None:
    """The body of a function has values of its sort wherever what its domain asks of the arguments holds.

    That is so if it is defined otherwise and its sizes are sizes, and if what is in it without arguments has a value of its sort.
    """
    for size, least in body.extents:
        if size.least is None or size.least < least:
            place.size(size, least)
    for c in domain_of_term(body, names):
        if open_.isdisjoint(free_of(c)) and not holds(c, place):
            raise NotCovered("law")
    closed_in_sort(body, open_, names, place)


def closed_in_sort(t: Term, open_: frozenset[str], names: Names, place: Place) -> None:
    """What is in a term without the open names has a value of its sort; what else may have none is not covered."""
    if t.head in ("name", "num", "const"):
        return
    if open_.isdisjoint(t.free):
        if t.head != "size" or t.data[0].least is None:
            sort = names.kind(t).sort
            if not all(of_sort(v, sort) for v in place.value(t).entries):
                raise NotCovered("law")
        return
    if t.head in ("derivative", "integral", "improper") or (t.head == "root" and names.kind(t).sort != "complex"):
        raise NotCovered("law")
    if t.head == "sum_between":
        low, high = t.args[1:]
        if open_.isdisjoint(low.free | high.free):
            place.value(term("sum_between", (ZERO_TERM, low, high), t.data))
        elif low.head != "num" or low.data[0] not in (0, 1) or names.number(high).sort != "natural":
            raise NotCovered("law")
    for k, a in enumerate(t.args):
        if t.head in BINDERS and k == 0:
            closed_in_sort(a, open_ | {t.data[0]}, names.with_name(t.data[0], bound_type(t, names)), place)
        else:
            closed_in_sort(a, open_, names, place)


def members_said(label: str, kind: Type, place: Place) -> list[Array]:
    """The members of a family that is defined, at the subscripts at which its definition says something: others are free."""
    parameters, body = place.definitions[label]
    rows = [(p, index_type(size)) for p, size in zip(parameters, kind.over, strict=True)]
    found = []
    for p in at_all_values(rows, (), place.outer):
        if is_said(("=", body, body), p, rows):
            found.append(p.value(body))
            fits(place, found[-1], arrayed(kind.shape, kind.sort))
    return found


def fits(place: Place, found: Any, kind: Type) -> None:
    """A value of the type, at the sizes of the place."""
    if kind.parameters is not None:
        must(isinstance(found, tuple) and not isinstance(found, Array), "no function")
        must(tuple(found[1]) == kind.parameters and len(found[0]) == len(kind.parameters), "a function of other arguments")
        must_keep_sort(kind, frozenset(), Names(dict(zip(found[0], found[1], strict=True))).kind(found[2]))
        return
    if kind.over:
        must(isinstance(found, dict), "no family")
        wanted = product(*(range(1, place.size(s) + 1) for s in kind.over))
        must(sorted(found) == sorted(wanted), "a family with other members")
        arrays = list(found.values())
    else:
        must(isinstance(found, Array), "no number or array")
        arrays = [found]
    for a in arrays:
        must((a.rows, a.cols) == (place.size(kind.rows), place.size(kind.cols)), "a value of another shape")
        must(all(of_sort(x, kind.sort) for x in a.entries), f"a value that is not {kind.sort}")
    if kind.runs is not None:
        must(1 <= arrays[0].only.re.lo <= place.size(kind.runs), "an index beyond its range")


def chosen_value(label: str, s: Statement, place: Place) -> Any:
    """The value given for a name that is quantified, under its own label or, where that is declared, label_1, …

    Where none is given, the premise may say what it is.
    """
    labels = [n for n in (label, *(f"{label}_{k}" for k in range(1, 20))) if n not in place.names.types]
    found = next((place.values[n] for n in labels if n in place.values), None)
    if found is not None:
        return found
    premises = conjuncts(s[2][1]) if s[2][0] == "implies" else []
    terms = [b for p in premises if p[0] == "=" for a, b in ((p[1], p[2]), (p[2], p[1])) if a == name(label)]
    for t in terms:
        others = [(n, k) for n, k in s[1] if n != label and n in t.free]
        if label not in t.free:
            inner = place
            for n, k in others:
                inner = inner.with_value(n, k, chosen_value(n, ("forall", s[1], TRIVIAL), place))
            return inner.value(t)
    raise NotCovered("law")


def fails(s: Statement, place: Place) -> bool:
    """Whether the statement fails, at the values given for what it is claimed for all of.

    What is random fails if it does at one outcome; a premise holds if it does at every one.
    """
    match s[0]:
        case "forall":
            for label, kind in s[1]:
                place = place.with_value(label, kind, chosen_value(label, s, place))
                fits(place, place.values[label], kind)
            return fails(s[2], place) and all(is_said(s[2], p, s[1]) for _, p in place.outcomes())
        case "and":
            return any(fails(p, place) for p in s[1])
        case "implies" | "iff":
            ways = ((s[1], s[2]), (s[2], s[1]))[: 1 if s[0] == "implies" else 2]
            wrong = any(holds_throughout(p, place) and fails(q, place) for p, q in ways)
            return wrong and all(is_said(s, p) for _, p in place.outcomes())
    return decided([lambda p=p: not holds(s, p) for _, p in place.outcomes()], any)  # type: ignore[misc]


def holds_throughout(s: Statement, place: Place) -> bool:
    """Whether a statement holds at every outcome."""
    return decided([lambda p=p: holds(s, p) for _, p in place.outcomes()], all)  # type: ignore[misc]


# ====================================================================== certificates


def canonical(value_: Any) -> str:
    return json.dumps(value_, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


CLAIM = ("format", "version", "declarations", "distinct", "hypotheses", "statement", "conditions", "axioms")
"""The fields that say what is claimed; `hash` is the SHA-256 of their canonical text."""


def claim_hash(value_: Mapping[str, Any]) -> str:
    claim = {k: value_[k] for k in CLAIM if k in value_}
    return "sha256:" + hashlib.sha256(canonical(claim).encode()).hexdigest()


def read_context(value_: Mapping[str, Any]) -> Context:
    declared: dict[str, tuple[Type, frozenset[str]]] = {}
    for row in listed(value_["declarations"]):
        label, kind = proper(row["name"]), read_type(row["type"])
        must(label not in declared, "a name is declared twice")
        props = frozenset(map(text, listed(row["properties"])))
        must(props <= set(PROPERTIES), "no such property")
        for prop in props:
            check_property(prop, kind)
        declared[label] = kind, props
    hypotheses = tuple(map(read_statement, listed(value_["hypotheses"])))
    pairs = []
    for pair in listed(value_["distinct"]):
        first, second = listed(pair)
        must(first != second and first in declared and second in declared, "two declared indices are distinct")
        kinds = declared[first][0], declared[second][0]
        must(kinds[0].runs is not None and kinds[0] == kinds[1], "only indices of one range are distinct")
        pairs.append(frozenset((first, second)))
    context = Context(declared, hypotheses, frozenset(pairs))
    for label in context.sizes & declared.keys():
        kind, props = declared[label]
        must(
            kind.is_number and kind.sort != "complex" and kind.runs is None and "random" not in props, "a size is something else"
        )
    return context


def check(value_: Any) -> str:
    """What kind of certificate this is. Refused if it does not show what it says."""
    must(plain(value_) and isinstance(value_, dict), "no JSON value of reasonable size")
    must("hash" not in value_ or value_["hash"] == claim_hash(value_), "the statement is not the one that the hash names")
    _MADE.clear() if len(_MADE) > 1_000_000 else None
    try:
        return _check(value_)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError, ZeroDivisionError, OverflowError) as fault:
        raise Refused(f"malformed: {type(fault).__name__}: {fault}") from None
    except RecursionError:
        raise Refused("nested too deeply") from None


def _check(value_: Any) -> str:
    kinds = {"symproofs-certificate": "theorem", "symproofs-refutation": "refutation"}
    must(value_.get("format") in kinds and value_.get("version") == 1, "no certificate of a known version")
    kind, spent = kinds[value_["format"]], [0]
    context, statement = read_context(value_), read_statement(value_["statement"])
    if kind == "refutation":
        for s in (*context.hypotheses, statement):
            check_statement(s, context.names)
        check_refutation(value_, context, statement, spent)
        return kind
    conditions = [read_statement(c) for c in listed(value_["conditions"])]
    permitted = frozenset(conditions)
    axioms = {text(a) for a in listed(value_["axioms"])}
    if value_.get("proof") is None:
        chain = Chain(context, statement, value_["lemmas"], value_["links"], spent)
        must(set(chain.follow()) <= permitted, "a condition is not listed")
        chain.without_sizes_bound(conditions)
        return kind
    must(not value_.get("lemmas") and not value_.get("links"), "a certificate is a chain or a tree")
    tree = Tree(context, spent)
    tree.check(statement, value_["proof"], conditions)
    must(set(tree.conditions) <= permitted, "a condition is not listed")
    must(set(tree.axioms) <= axioms, "an axiom is not listed")
    return kind


ACCEPTED, REFUSED, UNREADABLE, UNCOVERED = 0, 1, 2, 3


def each_once(rows: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(rows)
    must(len(found) == len(rows), "a key stands twice in an object")
    return found


def no_number(text_: str) -> Any:
    raise Refused(f"{text_} is no integer, and other numbers are written as texts")


def check_file(path: str, show: bool = False) -> tuple[int, list[str]]:
    """(exit status, what is said of the file, a line each)."""
    try:
        with open(path, encoding="utf-8") as file:
            value_ = json.load(file, parse_float=no_number, parse_constant=no_number, object_pairs_hook=each_once)
        must(isinstance(value_, dict) and "hash" in value_, "it has no hash of what it claims")
        kind = check(value_)
        return ACCEPTED, [f"accepted: a {kind}{beside_statement(value_)}", *(claim_lines(value_) if show else [])]
    except IsADirectoryError:
        return UNREADABLE, ["cannot be read: this is a folder, a file is needed"]
    except FileNotFoundError:
        return UNREADABLE, ["cannot be read: there is no such file"]
    except json.JSONDecodeError as fault:
        return UNREADABLE, [f"cannot be read: this is no JSON, so no certificate (line {fault.lineno}, column {fault.colno})"]
    except (OSError, ValueError, RecursionError) as fault:
        return UNREADABLE, [f"cannot be read: {fault}"]
    except NotCovered as fault:
        return UNCOVERED, [f"not covered: {fault}"]
    except Refused as fault:
        return REFUSED, [f"refused: {fault}"]


def beside_statement(value_: Mapping[str, Any]) -> str:
    """How many conditions a theorem has, and which axioms."""
    conditions, axioms = value_.get("conditions", []), value_.get("axioms", [])
    number = [f"{len(conditions)} condition{'s' * (len(conditions) != 1)}"] if conditions else []
    return ", ".join(["", *number, *(f"axiom {a}" for a in axioms)])


def claim_lines(value_: Mapping[str, Any]) -> list[str]:
    declared = [f"  declared: {as_name(d['name'])}, {kind_text(read_type(d['type']))}" for d in value_["declarations"]]
    properties = [", ".join(["", *d["properties"]]) for d in value_["declarations"]]
    rows = [("hypothesis", h) for h in value_["hypotheses"]] + [("condition", c) for c in value_.get("conditions", [])]
    apart = [f"  distinct: {' and '.join(map(as_name, pair))}" for pair in value_["distinct"]]
    rows.append(("statement", value_["statement"]))
    said = [f"  {word}: {as_text(read_statement(s))}" for word, s in rows]
    return [*map("".join, zip(declared, properties, strict=True)), *apart, *said]


def as_text(x: Any) -> str:
    """A term or a statement for a reader, every bracket written, and every name that looks like something else in quotes."""
    if isinstance(x, Fraction):
        return str(x) if is_whole(x) and x >= 0 else f"({x})"
    if isinstance(x, Size):
        parts = [f"{as_text(c)}*{as_name(n)}" if c != 1 else as_name(n) for n, c in x.parts]
        parts += [as_text(x.constant)] if x.constant or not parts else []
        return parts[0] if len(parts) == 1 and "*" not in parts[0] else f"({' + '.join(parts)})"
    if isinstance(x, Term):
        signs = {"add": " + ", "mul": " * ", "div": " / ", "pow": " ^ "}
        args = list(map(as_text, x.args))
        if x.head == "const":
            return f"<{x.data[0]}>"
        data = [as_name(d) if isinstance(d, str) else as_text(d) for d in x.data]
        if x.head in ("num", "name", "size"):
            return data[0]
        if x.head in signs:
            return "(" + signs[x.head].join(args) + ")"
        head = data.pop(0) if x.head in ("fun", "call", "member") else x.head
        return f"{head}({', '.join([*data, *args])})"
    if isinstance(x, tuple):
        match x[0]:
            case "is" | "in":
                first, second = (x[2], x[1]) if x[0] == "is" else x[1:]
                return f"{as_text(first)} {x[0]} {second}"
            case "and":
                return "(" + " and ".join(map(as_text, x[1])) + ")"
            case "implies" | "iff":
                return f"({as_text(x[1])} {x[0]} {as_text(x[2])})"
            case "forall" | "exists":
                return f"({x[0]} {', '.join(f'{as_name(n)} ({kind_text(k)})' for n, k in x[1])}: {as_text(x[2])})"
        return f"{as_text(x[1])} {x[0]} {as_text(x[2])}"
    return str(x)


def as_name(label: str) -> str:
    """A name as it is where it is plain letters, digits and underscores; else in quotes, other signs in it as numbers."""
    return label if label.isascii() and label.isidentifier() else ascii(label)


def kind_text(kind: Type) -> str:
    if kind.runs is not None:
        return f"from 1 to {as_text(kind.runs)}"
    shape = "" if kind.is_number or (kind.rows, kind.cols) == (ONE, ONE) else f" {as_text(kind.rows)} x {as_text(kind.cols)}"
    over = f" for each of {' x '.join(map(as_text, kind.over))}" if kind.over else ""
    return kind.sort + shape + over + (f" of ({', '.join(map(kind_text, kind.parameters))})" if kind.parameters else "")


def visible(line: str) -> str:
    """A line for a terminal: names in a certificate may hold what moves the cursor or turns text round."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)


def main(paths: Sequence[str]) -> int:
    if not paths or paths[0] in ("-h", "--help"):
        print(__doc__)
        return ACCEPTED if paths else UNREADABLE
    sys.setrecursionlimit(20_000)
    counts: Counter[int] = Counter()
    for path in [p for p in paths if p != "--show"]:
        status, said = check_file(path, "--show" in paths)
        counts[status] += 1
        print("\n".join(map(visible, [f"{path}: {said[0]}", *said[1:]])))
    words = {ACCEPTED: "accepted", REFUSED: "refused", UNREADABLE: "unreadable", UNCOVERED: "not covered"}
    print("summary: " + ", ".join(f"{counts[s]} {word}" for s, word in words.items() if counts[s]))
    return next((s for s in (REFUSED, UNREADABLE, UNCOVERED) if counts[s]), ACCEPTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
