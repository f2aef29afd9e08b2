"""Facts about matrices: each holds in random matrices of small sizes, and would not if it said a little more."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.certificate import check_statement, check_typed
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.matrix_facts import MATRIX_FACTS, MatrixFact
from symproofs.kernel.theorem import check
from symproofs.terms.serial import statement_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import And, ForAll, Iff, Implies, Property, Relation, Statement, statement_names
from symproofs.terms.term import Term

Matrix = list[list[Fraction]]
SIZES = {1: [(2,), (3,)], 2: [(2, 2), (2, 3), (3, 2)]}


def unit(n: int) -> Matrix:
    return [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]


def times(x: Matrix, y: Matrix) -> Matrix:
    if len(x) == len(x[0]) == 1:
        return [[x[0][0] * e for e in row] for row in y]
    if len(y) == len(y[0]) == 1:
        return [[e * y[0][0] for e in row] for row in x]
    return [[sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in zip(*y, strict=True)] for row in x]


def transpose(x: Matrix) -> Matrix:
    return [list(row) for row in zip(*x, strict=True)]


def det(x: Matrix) -> Fraction:
    if not x:
        return Fraction(1)
    return sum(((-1) ** j * x[0][j] * det([row[:j] + row[j + 1 :] for row in x[1:]]) for j in range(len(x))), Fraction(0))


def root(x: Fraction) -> Fraction:
    """The square root, to within a part of 10^20."""
    return Fraction(isqrt(x.numerator * 10**40 // x.denominator), 10**20)


def inverse(x: Matrix) -> Matrix:
    n, d = len(x), det(x)
    if d == 0:
        return [[Fraction(0)] * n for _ in range(n)]
    minors = [
        [det([row[:j] + row[j + 1 :] for k, row in enumerate(x) if k != i]) * (-1) ** (i + j) for j in range(n)] for i in range(n)
    ]
    return [[minors[j][i] / d for j in range(n)] for i in range(n)]


def value(node: Term, at: Mapping[str, Matrix]) -> Matrix:
    inside = [value(a, at) for a in node.args] if node.head not in ("product", "entry") else []
    match node.head:
        case "num":
            return [[Fraction(str(node.data[0]))]]
        case "name":
            return at[str(node.data[0])]
        case "size":
            return [[Fraction(str(node.data[0]))]]
        case "identity":
            return unit(int(str(node.data[0])))
        case "add":
            return [[sum(es, Fraction(0)) for es in zip(*rows, strict=True)] for rows in zip(*inside, strict=True)]
        case "neg":
            return [[-e for e in row] for row in inside[0]]
        case "mul":
            total = inside[0]
            for x in inside[1:]:
                total = times(total, x)
            return total
        case "transpose":
            return transpose(inside[0])
        case "inverse":
            return inverse(inside[0])
        case "det":
            return [[det(inside[0])]]
        case "norm":
            return [[root(sum((e * e for row in inside[0] for e in row), Fraction(0)))]]
        case "diag":
            return [[inside[0][i][0] * int(i == j) for j in range(len(inside[0]))] for i in range(len(inside[0]))]
        case "div":
            return [[inside[0][0][0] / inside[1][0][0] if inside[1][0][0] else Fraction(0)]]
        case "pow":
            return [[inside[0][0][0] ** int(inside[1][0][0])]]
        case "product":
            total = Fraction(1)
            for row in at["_x"]:
                total *= row[0]
            return [[total]]
    raise AssertionError(node.head)


def holds(statement: Statement, at: Mapping[str, Matrix]) -> bool:
    match statement:
        case Relation("=", left, right):
            return value(left, at) == value(right, at)
        case Relation("!=", left, right):
            return value(left, at) != value(right, at)
        case Relation(">", left, right):
            return value(left, at)[0][0] > value(right, at)[0][0]
        case Relation("<=", left, right):
            return value(left, at)[0][0] <= value(right, at)[0][0] + Fraction(1, 10**15)
        case Property("diagonal", subject):
            return all(e == 0 for i, row in enumerate(value(subject, at)) for j, e in enumerate(row) if i != j)
        case Property("nonzero", subject):
            return any(e for row in value(subject, at) for e in row)
        case Property("invertible", subject):
            return det(value(subject, at)) != 0
        case Property("positive_definite", subject):
            x = value(subject, at)
            return x == transpose(x) and all(det([row[:k] for row in x[:k]]) > 0 for k in range(1, len(x) + 1))
        case And(parts):
            return all(holds(p, at) for p in parts)
        case Implies(premise, conclusion):
            return not holds(premise, at) or holds(conclusion, at)
        case Iff(first, second):
            return holds(first, at) == holds(second, at)
    raise AssertionError(statement)


def drawn(label: str, rows: int, columns: int, known: Mapping[str, Matrix], chance: random.Random) -> Matrix:
    """Small whole entries; squares often of the form B^T B + I, singular, or the inverse of one drawn before."""
    plain = [[Fraction(chance.randint(-2, 2)) for _ in range(columns)] for _ in range(rows)]
    way = chance.randrange(6) if rows == columns > 1 else 0
    if way == 5:
        return [[e * int(i == j) for j, e in enumerate(row)] for i, row in enumerate(plain)]
    if way in (1, 2):
        gram = times(transpose(plain), plain)
        return [[e + int(i == j) for j, e in enumerate(row)] for i, row in enumerate(gram)] if way == 1 else gram
    if way == 3 and known:
        last = list(known.values())[-1]
        return inverse(last) if len(last) == rows and len(last[0]) == columns else plain
    return unit(rows) if way == 4 and label == "_A" else plain


@pytest.mark.parametrize("sizes", [1, 2])
@pytest.mark.parametrize("fact", MATRIX_FACTS.values(), ids=MATRIX_FACTS)
def test_a_fact_holds_in_small_matrices(fact: MatrixFact, sizes: int) -> None:
    if fact.sizes != sizes:
        return
    chance, met = random.Random(len(fact.name)), 0
    for given in SIZES[fact.sizes]:
        statement = fact.statement(*map(Size.of, given))
        assert not statement_names(statement) and fact.reference
        check_typed(check_statement(statement), {})
        body, rows = (statement.body, statement.names) if isinstance(statement, ForAll) else (statement, ())
        for _ in range(400 if rows else 1):
            at: dict[str, Matrix] = {}
            for label, kind in rows:
                assert kind.rows.literal and kind.cols.literal
                at[label] = drawn(label, kind.rows.literal, kind.cols.literal, at, chance)
            assert holds(body, at), at
            met += not isinstance(body, Implies) or holds(body.premise, at)
    assert met > 20 or isinstance(statement, Property | Relation)


@pytest.mark.parametrize("fact", MATRIX_FACTS.values(), ids=MATRIX_FACTS)
def test_the_second_checker_says_the_same(fact: MatrixFact) -> None:
    count, says = verify.MATRIX_FACTS[fact.name]
    assert count == fact.sizes
    for sizes in ([Size.of("n"), Size.of("m")], [Size.of("d") + Size.of(1), Size.of(3)]):
        there = [verify.Size(s.constant, s.parts) for s in sizes[: fact.sizes]]
        assert verify.read_statement(statement_to_json(fact.statement(*sizes[: fact.sizes]))) == says(*there)


def test_both_tables_name_the_same_facts() -> None:
    assert list(MATRIX_FACTS) == list(verify.MATRIX_FACTS)


def test_numbers_are_no_matrices() -> None:
    """Of a 1×1 matrix nothing is said to be invertible: it is a number."""
    with pytest.raises(Rejected):
        check_typed(MATRIX_FACTS["definite_invertible"].statement(Size.of(1)), {})


def certificate(statement: list[Any], node: dict[str, Any], declared: list[Any] | None = None) -> dict[str, Any]:
    """A proof of the statement that cites a fact and then takes it for the goal."""
    return {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": declared or [],
        "distinct": [],
        "hypotheses": [],
        "statement": statement,
        "conditions": [],
        "axioms": [],
        "proof": {"rule": "matrix_fact", **node, "of": [{"rule": "hypothesis", "n": 0}]},
    }


N: list[Any] = ["0", [["n", "1"]]]
DET_I: list[Any] = ["=", ["det", [["identity", [], [{"size": N}]]], []], ["num", [], [{"q": "1"}]]]


def accepted(document: dict[str, Any]) -> bool:
    """What both checkers say, which is the same."""
    said = verify.check(document)
    try:
        check(document)
    except Rejected:
        assert said not in ("theorem", "refutation"), said
        return False
    assert said == "theorem", said
    return True


def verdict(document: dict[str, Any]) -> bool:
    try:
        return accepted(document)
    except verify.Refused:
        with pytest.raises(Rejected):
            check(document)
        return False


def test_a_cited_fact_says_what_the_table_says_and_nothing_else() -> None:
    good = {"name": "det_identity", "sizes": [N]}
    assert verdict(certificate(DET_I, good))
    two = ["=", DET_I[1], ["num", [], [{"q": "2"}]]]
    assert not verdict(certificate(two, good))
    for bad in (
        {"name": "det_identities", "sizes": [N]},
        {"name": "det_identity", "sizes": [N, N]},
        {"name": "det_identity", "sizes": []},
        {"name": "det_identity", "sizes": [["0", []]]},
        {"name": "det_identity", "sizes": [["1/2", []]]},
        {"name": "det_identity", "sizes": [["0", [["m", "1"]]]]},
        {"name": "det_identity", "sizes": "n"},
        {"name": "det_identity"},
        {"name": "definite_identity", "sizes": [N]},
    ):
        assert not verdict(certificate(DET_I, bad)), bad


def test_quantified_names_of_a_fact_are_no_sizes() -> None:
    """`_A` is a size here: nothing may be quantified under its name."""
    a: list[Any] = ["0", [["_A", "1"]]]
    row = {"name": "M", "type": {"sort": "real", "shape": [a, a]}, "properties": []}
    det: list[Any] = ["det", [["name", [], ["M"]]], []]
    turned: list[Any] = ["det", [["transpose", [["name", [], ["M"]]], []]], []]
    document = certificate(["=", turned, det], {"name": "det_transpose", "sizes": [a]}, [row])
    assert not verdict(document)
