"""Cases of equations: terms in the notation of `read_as` (Python syntax), declarations in a line.

`A B: n x n; P: n x n permutation; u: vector n; z: complex; t: real positive; k: family m of vector d; i: index n`. A product
`A @ B @ C` and `x * y * z` is one flat product; `G(…)` keeps its part together, as brackets do on paper.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symproofs.terms.context import PROPERTIES, Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import ForAll, Hypothesis, Implies, InProbability, Relation, Statement, Tends
from symproofs.terms.term import FUNCTIONS, Term, const, fun, name, num
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector

CASES = Path(__file__).resolve().parent.parent / "data" / "prove"
UP = const("oo")
DOWN = Term("neg", (UP,))
SORTS = ("natural", "integer", "rational", "real", "complex")


def size_of(text: str) -> Size:
    return Size.of(int(text) if text.isdigit() else text)


def type_and_properties(text: str) -> tuple[Type, frozenset[str]]:
    words = text.split()
    properties = frozenset(w for w in words if w in PROPERTIES)
    words = [w for w in words if w not in PROPERTIES]
    sort: Any = next((w for w in words if w in SORTS), "real")
    words = [w for w in words if w not in SORTS]
    if not words:
        return scalar(sort), properties
    if words[0] == "vector":
        return vector(size_of(words[1]), sort), properties
    if words[0] == "index":
        return index(size_of(words[1])), properties
    if words[0] == "family":
        member, _ = type_and_properties(" ".join([*words[3:], sort]))
        return family(member, size_of(words[1])), properties
    if words[0] == "function":
        return function(tuple(scalar(sort) for _ in range(int(words[1]))), scalar(sort)), properties
    return matrix(size_of(words[0]), size_of(words[2]), sort), properties


def declarations(text: str) -> dict[str, Declaration]:
    found = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        labels, kind = part.split(":")
        for label in labels.split():
            found[label] = Declaration(label, *type_and_properties(kind))
    return found


class Reading:
    """Terms from Python syntax, over declared names."""

    def __init__(self, rows: dict[str, Declaration]) -> None:
        self.rows = rows

    def term(self, text: str) -> Term:
        return self._of(ast.parse(text, mode="eval").body)

    def _of(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(value=int() as value):
                return num(value)
            case ast.Name(id=label):
                return self._name(label)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return Term("neg", (self._of(inner),))
            case ast.BinOp(op=ast.Mult() | ast.MatMult()):
                return Term("mul", tuple(self._of(p) for p in _flat(node, (ast.Mult, ast.MatMult))))
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                return Term("add", tuple(self._sum(node)))
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return Term("div", (self._of(left), self._of(right)))
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return Term("pow", (self._of(left), self._of(right)))
            case ast.Subscript(value=ast.Name(id=label), slice=places):
                spots = places.elts if isinstance(places, ast.Tuple) else [places]
                if label in self.rows and self.rows[label].type.over:
                    return Term("member", tuple(map(self._of, spots)), (label,))
                return Term("entry", (self._name(label), *map(self._of, spots)))
            case ast.Subscript(value=array, slice=places):
                spots = places.elts if isinstance(places, ast.Tuple) else [places]
                return Term("entry", (self._of(array), *map(self._of, spots)))
            case ast.Call(func=ast.Name(id=which), args=arguments):
                return self._call(which, arguments)
        raise ValueError(ast.dump(node))

    def _sum(self, node: ast.expr) -> list[Term]:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            last = self._of(node.right)
            return [*self._sum(node.left), Term("neg", (last,)) if isinstance(node.op, ast.Sub) else last]
        return [self._of(node)]

    def _name(self, label: str) -> Term:
        return const(label) if label in ("pi", "e", "i") and label not in self.rows else name(label)

    def _call(self, which: str, arguments: list[ast.expr]) -> Term:
        heads = {
            "T": "transpose",
            "tr": "trace",
            "softmax": "rowsoftmax",
            "colsoftmax": "softmax",
            "sqrt": "sqrt",
            "Norm": "norm",
            "det": "det",
        }
        heads |= {"Expect": "expect", "Var": "var", "Cov": "cov"}
        heads |= {"Inner": "inner", "Hadamard": "hadamard", "diag": "diag", "inv": "inverse"}
        names = {"Re": "re", "Im": "im", "Abs": "abs", "ReLU": "relu"}
        if which in heads:
            return Term(heads[which], tuple(map(self._of, arguments)))
        if names.get(which, which) in FUNCTIONS:
            return fun(names.get(which, which), self._of(arguments[0]))
        if which == "G":
            return self._of(arguments[0])
        if which in ("Sum", "Product"):
            bound, over, *excluded = (a.id if isinstance(a, ast.Name) else str(a.value) for a in arguments[1:])  # type: ignore[attr-defined]
            inner = Reading({**self.rows, bound: Declaration(bound, index(size_of(over)))})
            return Term(which.lower(), (inner._of(arguments[0]), *map(name, excluded)), (bound, size_of(over)))
        if which == "D":
            by = self._of(arguments[1])
            array, places = by, ()
            if by.head == "member":
                array, places = name(str(by.data[0])), by.args
            elif by.head == "entry":
                array, places = by.args[0], by.args[1:]
            return Term("derivative", (self._of(arguments[0]), array, *places), (str(array.data[0]),))
        if which == "rows":
            return Term("rows", (self._of(arguments[0]),), (self._size(arguments[1]),))
        if which == "I":
            return Term("identity", (), (self._size(arguments[0]),))
        if which in ("ones", "zeros"):
            return Term(which, (), tuple(map(self._size, arguments)))
        if which == "size":
            return Term("size", (), (self._size(arguments[0]),))
        if which == "delta":
            return Term("delta", tuple(map(self._of, arguments)))
        if which == "Matrix":
            rows = [[self._of(x) for x in row.elts] for row in arguments[0].elts]  # type: ignore[attr-defined]
            return Term("matrix", tuple(x for row in rows for x in row), (len(rows), len(rows[0])))
        return Term("call", tuple(map(self._of, arguments)), (which,))

    def _size(self, node: ast.expr) -> Size:
        return size_of(node.id if isinstance(node, ast.Name) else str(node.value))  # type: ignore[attr-defined]

    def relation(self, text: str) -> Relation:
        for operator in ("!=", ">=", "<=", "=", ">", "<", "~"):
            left, found, right = text.partition(f" {operator} ")
            if found:
                return Relation(operator, self.term(left), self.term(right))  # type: ignore[arg-type]
        raise ValueError(text)

    def statement(self, text: str) -> Statement:
        """A relation, `t -> a`, or `t ->p a` in probability, perhaps for all values of names and under a premise."""
        if text.startswith("forall "):
            head, body = text.removeprefix("forall ").split(". ", 1)
            bound = declarations(head)
            inner = Reading({**self.rows, **bound})
            return ForAll(tuple((n, row.type) for n, row in bound.items()), inner.statement(body))
        body, _, premise = text.partition(" if ")
        if premise:
            return Implies(self.relation(premise), self.statement(body))
        subject, found, target = text.partition(" ->p ")
        if found:
            return InProbability(self.term(subject), self.term(target))
        subject, found, target = text.partition(" -> ")
        if not found:
            return self.relation(text)
        return Tends(self.term(subject), {"oo": UP, "-oo": DOWN}.get(target) or self.term(target))

    def hypothesis(self, text: str) -> Hypothesis:
        """`Q = X @ W`, `forall u: complex. Inner(u, u) = Re(u * conj(u))`, `forall j: index n. k[j] = 0 if j != a`, `C -> oo`."""
        return Hypothesis(self.statement(text))


def _flat(node: ast.expr, kinds: tuple[type, ...]) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, kinds):
        return [*_flat(node.left, kinds), node.right]
    return [node]


def context_of(declared: str, given: list[str] | None = None, distinct: list[list[str]] | None = None) -> Context:
    rows = declarations(declared)
    reading = Reading(rows)
    return Context(rows, tuple(map(reading.hypothesis, given or [])), frozenset(map(frozenset, distinct or [])))


def equation_of(context: Context, text: str) -> Relation:
    return Reading(dict(context.declarations)).relation(text)


def cases(file: str) -> list[dict[str, Any]]:
    """The rows of a file of cases; a row without `declare` has that of the row before."""
    rows: list[dict[str, Any]] = []
    for line in (CASES / file).read_text(encoding="utf-8").splitlines():
        if line.strip():
            row = json.loads(line)
            if rows and "declare" not in row:
                row = {**{k: rows[-1][k] for k in ("declare", "given", "distinct") if k in rows[-1]}, **row}
            rows.append(row)
    return rows


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the mark `cases(file)` and an argument `case` runs once for each row of the file."""
    mark = metafunc.definition.get_closest_marker("cases")
    if mark is not None and "case" in metafunc.fixturenames:
        rows = cases(mark.args[0])
        metafunc.parametrize("case", rows, ids=[row.get("id", row.get("equation", "")) for row in rows])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "cases(file): once for each row of the file in tests/data/prove")


@pytest.fixture
def claim() -> Callable[[dict[str, Any]], tuple[Context, Statement]]:
    """Context and statement of a row that is no equation."""

    def read(row: dict[str, Any]) -> tuple[Context, Statement]:
        context = context_of(row["declare"], row.get("given"), row.get("distinct"))
        return context, Reading(dict(context.declarations)).statement(row["equation"])

    return read


@pytest.fixture
def problem() -> Callable[[dict[str, Any]], tuple[Context, Relation]]:
    """Context and equation of a row."""

    def read(row: dict[str, Any]) -> tuple[Context, Relation]:
        context = context_of(row["declare"], row.get("given"), row.get("distinct"))
        return context, equation_of(context, row["equation"])

    return read


@pytest.fixture
def reading() -> type[Reading]:
    """The reader of terms, for tests that read statements around them."""
    return Reading
