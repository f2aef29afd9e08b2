"""A reader of short statements for the cases in tests/data/refute: Python's own syntax tree, never evaluated.

Declarations: `n: size`, `A: matrix n n symmetric`, `v: vector d`, `b: row d`, `k: family n vector d`, `i: index n`,
`x: real positive`, `f: function real -> real`, `a != b` for distinct indices. A chain of sizes may be written `2*d`, `d/2`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction

import pytest

from symproofs.terms.context import PROPERTIES, Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import FUNCTIONS, Term, const, fun, name, num, term
from symproofs.terms.types import SORTS, Type, family, function, index, matrix, scalar, vector

ONE_ARGUMENT = {
    "T": "transpose",
    "inv": "inverse",
    "tr": "trace",
    "det": "det",
    "diag": "diag",
    "norm": "norm",
    "rowsoftmax": "rowsoftmax",
    "softmax": "softmax",
    "sqrt": "sqrt",
    "factorial": "factorial",
}
TWO_ARGUMENTS = {"hadamard": "hadamard", "kron": "kron", "inner": "inner", "root": "root", "binomial": "binomial"}
OPERATORS: dict[type, str] = {ast.Eq: "=", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def read_size(text: str) -> Size:
    return size_of(ast.parse(text.strip(), mode="eval").body)


def size_of(node: ast.expr) -> Size:
    match node:
        case ast.Constant(value=int(value)):
            return Size.of(value)
        case ast.Name(id=label):
            return Size.of(label)
        case ast.BinOp(left, ast.Add(), right):
            return size_of(left) + size_of(right)
        case ast.BinOp(left, ast.Sub(), right):
            return size_of(left) - size_of(right)
        case ast.BinOp(ast.Constant(value=int(factor)), ast.Mult(), right):
            return size_of(right).scale(factor)
        case ast.BinOp(left, ast.Div(), ast.Constant(value=int(factor))):
            return size_of(left).scale(Fraction(1, factor))
    raise ValueError(f"no size: {ast.dump(node)}")


def read_type(text: str) -> tuple[Type, frozenset[str]]:
    words = text.split()
    properties = frozenset(w for w in words[1:] if w in PROPERTIES)
    sort = next((w for w in words[1:] if w in SORTS), "real")
    match words:
        case ["size", *_]:
            return scalar("natural"), frozenset({"size"})
        case ["matrix", rows, cols, *_]:
            return matrix(read_size(rows), read_size(cols), sort), properties
        case ["vector", rows, *_]:
            return vector(read_size(rows), sort), properties
        case ["row", cols, *_]:
            return matrix(1, read_size(cols), sort), properties
        case ["index", n, *_]:
            return index(read_size(n)), properties
        case ["family", n, *rest]:
            member, properties = read_type(" ".join(rest))
            return family(member, read_size(n)), properties
        case ["function", *_]:
            inputs, output = text.strip().removeprefix("function").split("->")
            return function(tuple(read_type(t)[0] for t in inputs.split(",")), read_type(output)[0]), frozenset()
        case [sort_, *_] if sort_ in SORTS:
            return scalar(sort_), properties
    raise ValueError(f"no type: {text}")


def read_context(declarations: list[str], hypotheses: list[str] = ()) -> Context:
    context = Context()
    distinct = set()
    for line in declarations:
        if "!=" in line:
            distinct.add(frozenset(x.strip() for x in line.split("!=")))
            continue
        labels, _, kind = line.partition(":")
        type_, properties = read_type(kind)
        context = context.declare(*(Declaration(x.strip(), type_, properties) for x in labels.split(",")))
    context = Context(context.declarations, (), frozenset(distinct))
    return context.assume([Hypothesis(read_statement(h, context)) for h in hypotheses])


def read_statement(text: str, context: Context) -> Statement:
    return Reader(context).statement(ast.parse(text, mode="eval").body)


class Reader:
    def __init__(self, context: Context) -> None:
        self.types = dict(context.types)

    def statement(self, node: ast.expr) -> Statement:
        match node:
            case ast.Compare(left, [op], [right]):
                return Relation(OPERATORS[type(op)], self.term(left), self.term(right))
            case ast.Compare(left, ops, rights):
                sides = [left, *rights]
                return And(tuple(self.statement(ast.Compare(a, [o], [b])) for a, o, b in zip(sides, ops, rights, strict=False)))
            case ast.BoolOp(ast.And(), values):
                return And(tuple(map(self.statement, values)))
            case ast.Call(ast.Name(id="Implies"), [first, second]):
                return Implies(self.statement(first), self.statement(second))
            case ast.Call(ast.Name(id="Iff"), [first, second]):
                return Iff(self.statement(first), self.statement(second))
            case ast.Call(ast.Name(id="Is"), [subject, ast.Name(id=label)]):
                return Property(label, self.term(subject))
            case ast.Call(ast.Name(id="In"), [subject, ast.Name(id=label)]):
                return Membership(self.term(subject), label)
            case ast.Call(ast.Name(id="Tends"), [subject, target]):
                return Tends(self.term(subject), self.term(target))
            case ast.Call(ast.Name(id="Near"), [first, second]):
                return Relation("~", self.term(first), self.term(second))
            case ast.Call(ast.Name(id="ForAll" | "Exists" as quantifier), [*rows, body]):
                names = []
                for row in rows:
                    assert isinstance(row, ast.Constant)
                    labels, _, kind = str(row.value).partition(":")
                    names += [(x.strip(), read_type(kind)[0]) for x in labels.split(",")]
                self.types.update(names)
                return (ForAll if quantifier == "ForAll" else Exists)(tuple(names), self.statement(body))
        raise ValueError(f"no statement: {ast.dump(node)}")

    def term(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(value=int(value)):
                return num(value)
            case ast.Name(id=label) if label in self.types:
                return name(label)
            case ast.Name(id="pi" | "e" | "i" | "oo" as label):
                return const(label)
            case ast.UnaryOp(ast.USub(), operand):
                return term("neg", self.term(operand))
            case ast.BinOp(left, ast.Add(), right):
                return term("add", self.term(left), self.term(right))
            case ast.BinOp(left, ast.Sub(), right):
                return term("add", self.term(left), term("neg", self.term(right)))
            case ast.BinOp(left, ast.Mult() | ast.MatMult(), right):
                return term("mul", self.term(left), self.term(right))
            case ast.BinOp(left, ast.Div(), right):
                return term("div", self.term(left), self.term(right))
            case ast.BinOp(left, ast.Pow(), right):
                return term("pow", self.term(left), self.term(right))
            case ast.Subscript(ast.Name(id=label), key) if self.types[label].over:
                return term("member", *self.keys(key), data=(label,))
            case ast.Subscript(base, key):
                return term("entry", self.term(base), *self.keys(key))
            case ast.Call(ast.Name(id=label), args):
                return self.call(label, args)
        raise ValueError(f"no term: {ast.dump(node)}")

    def keys(self, key: ast.expr) -> tuple[Term, ...]:
        return tuple(map(self.term, key.elts)) if isinstance(key, ast.Tuple) else (self.term(key),)

    def call(self, label: str, args: list[ast.expr]) -> Term:
        if label in self.types:
            return term("call", *map(self.term, args), data=(label,))
        if label in ONE_ARGUMENT or label in TWO_ARGUMENTS:
            return term((ONE_ARGUMENT | TWO_ARGUMENTS)[label], *map(self.term, args))
        if label in FUNCTIONS:
            return fun(label, self.term(args[0]))
        match label, args:
            case "I", [n]:
                return term("identity", data=(size_of(n),))
            case (("zeros" | "ones"), [m, n]):
                return term(label, data=(size_of(m), size_of(n)))
            case "delta", [_, _]:
                return term("delta", *map(self.term, args))
            case (("expect" | "var" | "cov"), _):
                return term(label, *map(self.term, args))
            case "size", [n]:
                return term("size", data=(size_of(n),))
            case "rows", [b, n]:
                return term("rows", self.term(b), data=(size_of(n),))
            case (("Sum" | "Prod"), [body, ast.Name(id=bound), n, *excluded]):
                self.types[bound] = index(size_of(n))
                head = "sum" if label == "Sum" else "product"
                return term(head, self.term(body), *map(self.term, excluded), data=(bound, size_of(n)))
            case "SumBetween", [body, ast.Name(id=bound), first, last]:
                self.types[bound] = scalar("integer")
                return term("sum_between", self.term(body), self.term(first), self.term(last), data=(bound,))
            case (("Int" | "IntUp" | "IntDown" | "IntAll"), [body, ast.Name(id=bound), *finite]):
                ends = [self.term(end) for end in finite]
                way = {"IntUp": ("up",), "IntDown": ("down",), "IntAll": ("both",)}.get(label, ())
                before = self.types.get(bound)
                self.types[bound] = scalar()
                made = term("improper" if way else "integral", self.term(body), *ends, data=(bound, *way))
                if before is None:
                    del self.types[bound]
                else:
                    self.types[bound] = before
                return made
            case "Matrix", [ast.List(rows)]:
                cells = [self.term(c) for row in rows if isinstance(row, ast.List) for c in row.elts]
                return term("matrix", *cells, data=(len(rows), len(cells) // len(rows)))
        raise ValueError(f"no such function: {label}")


@pytest.fixture(scope="session")
def context_of() -> Callable[..., Context]:
    return read_context


@pytest.fixture(scope="session")
def statement_of() -> Callable[[str, Context], Statement]:
    return read_statement
