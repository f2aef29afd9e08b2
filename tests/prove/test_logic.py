"""Statements proved by proof trees, from tests/data/prove: joined ones, orders, whole numbers, and what must stay unproved.

A statement is written in Python syntax: `x < y`, `Implies(P, Q)`, `ForAll('t: integer', P)`, `In(x, 'integer')`; `i` is the
imaginary unit where it is not declared.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import pytest

from symproofs.kernel.theorem import check
from symproofs.prove.logic import prove_statement
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import prove
from symproofs.prove.reasons import PHRASES
from symproofs.terms.context import Context
from symproofs.terms.statement import And, Exists, ForAll, Hypothesis, Iff, Implies, Membership, Relation, Statement
from symproofs.theories.budget import Budget

OPERATORS: Mapping[type, Any] = {ast.Eq: "=", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Statements:
    """Statements from Python syntax, over declared names."""

    def __init__(self, reading: Any, rows: dict[str, Any]) -> None:
        self.reading, self.rows = reading, rows

    def read(self, text: str) -> Statement:
        return self._of(ast.parse(text, mode="eval").body)

    def _of(self, node: ast.expr) -> Statement:
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                terms = self.reading(self.rows)
                return Relation(OPERATORS[type(operator)], terms._of(left), terms._of(right))
            case ast.Call(func=ast.Name(id="And"), args=parts):
                return And(tuple(map(self._of, parts)))
            case ast.Call(func=ast.Name(id="Implies"), args=[first, second]):
                return Implies(self._of(first), self._of(second))
            case ast.Call(func=ast.Name(id="Iff"), args=[first, second]):
                return Iff(self._of(first), self._of(second))
            case ast.Call(func=ast.Name(id="In"), args=[subject, ast.Constant(value=str(sort))]):
                return Membership(self.reading(self.rows)._of(subject), sort)
            case ast.Call(func=ast.Name(id="ForAll" | "Exists" as which), args=[ast.Constant(value=str(head)), body]):
                bound = declared(self.reading, head)
                inner = Statements(self.reading, {**self.rows, **bound})._of(body)
                names = tuple((n, row.type) for n, row in bound.items())
                return ForAll(names, inner) if which == "ForAll" else Exists(names, inner)
        raise ValueError(ast.dump(node))


def declared(reading: Any, text: str) -> dict[str, Any]:
    """Declarations in the notation of the cases: those of a hypothesis `forall …` that reads them."""
    return dict(vars(__import__("sys").modules[reading.__module__])["declarations"](text))


def problem_of(row: dict[str, Any], reading: Any) -> tuple[Context, Statement, Statements]:
    rows = declared(reading, row["declare"])
    statements = Statements(reading, rows)
    given = [Hypothesis(statements.read(text)) for text in row.get("given", [])]
    distinct = frozenset(map(frozenset, row.get("distinct", [])))
    return Context(rows, tuple(given), distinct), statements.read(row["prove"]), statements


@pytest.mark.cases("logic.jsonl")
def test_proved(case: dict[str, Any], reading: Any) -> None:
    is_proved(case, reading)


@pytest.mark.cases("order.jsonl")
def test_orders_proved(case: dict[str, Any], reading: Any) -> None:
    is_proved(case, reading)


def is_proved(case: dict[str, Any], reading: Any) -> None:
    context, statement, statements = problem_of(case, reading)
    proof = prove(context, statement)
    assert isinstance(proof, Proof), proof
    assert proof.statement == proof.theorem.conclusion == statement
    assert proof.conditions == tuple(map(statements.read, case.get("conditions", [])))
    assert proof.theorem.axioms == tuple(case.get("axioms", []))
    assert set(proof.theorem.hypotheses) <= {h.statement for h in context.hypotheses}
    assert check(proof.certificate).conclusion == statement
    assert proof.reasons and all(reason.code in PHRASES for reason in proof.reasons)


@pytest.mark.cases("logic_unproved.jsonl")
def test_unproved(case: dict[str, Any], reading: Any) -> None:
    stays_unproved(case, reading)


@pytest.mark.cases("order_unproved.jsonl")
def test_orders_unproved(case: dict[str, Any], reading: Any) -> None:
    stays_unproved(case, reading)


def stays_unproved(case: dict[str, Any], reading: Any) -> None:
    context, statement, _ = problem_of(case, reading)
    found = prove(context, statement, Budget(15_000))
    assert isinstance(found, Failure) and not found.fault


def test_a_budget_is_kept(reading: Any) -> None:
    row = {"declare": "n: natural size; s: family n of real; j: index n", "prove": "exp(s[j]) <= Sum(exp(s[i]), i, n)"}
    context, statement, _ = problem_of(row, reading)
    found = prove(context, statement, Budget(3))
    assert isinstance(found, Failure) and found.cause == "budget"


def test_hypotheses_that_nothing_rests_on_are_left_out(reading: Any) -> None:
    row = {"declare": "x y z: real", "given": ["z == 5", "x < y", "z > x"], "prove": "x + 1 < y + 1"}
    context, statement, statements = problem_of(row, reading)
    proof = prove(context, statement)
    assert isinstance(proof, Proof)
    assert proof.theorem.hypotheses == (statements.read("x < y"),)
    assert [d["name"] for d in proof.certificate["declarations"]] == ["x", "y"]


@pytest.mark.parametrize("text", ["10000 ** (1/2) == 100", "10000 ** (2/8) == 10", "x + 8 ** (1/3) == x + 2"])
def test_powers_of_numbers_that_are_numbers(reading: Any, text: str) -> None:
    """A root of a written number is no unknown of its own."""
    context, statement, _ = problem_of({"declare": "x: real", "prove": text}, reading)
    proof = prove_statement(context, statement)
    assert isinstance(proof, Proof) and not proof.conditions


def test_what_was_asked_before_does_not_matter(reading: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered from search to search under the same hypotheses changes no proof, and no failure."""
    row = {"declare": "x y z: real; k: integer", "given": ["x == 2*y", "z > y", "y > 0", "Exists('m: integer', x == 2*m)"]}
    texts = ["z < y", "x*z > x*y", "In(y, 'integer')", "x == 3*y", "Exists('m: integer', y == m)", "z + x > y", "x*z == 2*y*z"]

    def certificates(order: list[str], afresh: bool) -> dict[str, Any]:
        found = {}
        for text in order:
            if afresh:
                monkeypatch.setattr("symproofs.prove.search._MEMORIES", [])
            context, statement, _ = problem_of({**row, "prove": text}, reading)
            proof = prove_statement(context, statement)
            found[text] = proof.certificate if isinstance(proof, Proof) else proof.cause
        return found

    alone = certificates(texts, afresh=True)
    assert {text for text, found in alone.items() if isinstance(found, dict)} == {*texts} - {"z < y", "x == 3*y"}
    assert certificates(texts, afresh=False) == certificates(texts[::-1], afresh=False) == alone
