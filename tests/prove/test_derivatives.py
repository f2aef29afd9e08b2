"""Derivatives: identities that are proved, each with a wrong one beside it, which is not proved and is refuted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import prove
from symproofs.refute.refute import refute
from symproofs.refute.result import Refutation
from symproofs.terms.context import Context
from symproofs.terms.domain import domain
from symproofs.terms.statement import Relation, statement_names
from symproofs.terms.term import Term, name, num, substitute

Problem = Callable[[dict[str, Any]], tuple[Context, Relation]]


@pytest.mark.cases("derivatives.jsonl")
def test_derivatives_are_proved(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    proof = prove(context, statement)
    assert isinstance(proof, Proof), proof
    assert set(proof.conditions) <= {problem({**case, "equation": c})[1] for c in case.get("conditions", [])}


@pytest.mark.cases("derivatives.jsonl")
def test_wrong_derivatives_are_refuted(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem({**case, "equation": case["wrong"]})
    found = prove(context, statement)
    assert isinstance(found, Failure) or found.conditions, found
    assert isinstance(refute(context, statement), Refutation)


@pytest.mark.cases("derivatives.jsonl")
def test_right_derivatives_are_not_refuted(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    assert not isinstance(refute(context, statement), Refutation)


@pytest.mark.parametrize(
    ("declare", "equation"),
    [
        ("z: complex", "D(z**2, z) = 2*z"),
        ("n: natural", "D(n**2, n) = 2*n"),
        ("A: n x n symmetric", "D(tr(A@A), A) = 2*A"),
        ("A: n x n orthogonal", "D(tr(A@T(A)), A) = 2*A"),
        ("x: real random", "D(Expect(x), x) = 1"),
        ("x: real", "D(Abs(x), x) = 1"),
        ("x: real", "D(floor(x), x) = 0"),
    ],
)
def test_no_derivative_by_what_is_not_free_to_vary_or_where_there_is_none(declare: str, equation: str, problem: Problem) -> None:
    context, statement = problem({"declare": declare, "equation": equation})
    found = prove(context, statement)
    assert isinstance(found, Failure), found


def test_a_derivative_is_taken_at_its_own_name_only(problem: Problem) -> None:
    """d(x²)/dx at x = 3 is no derivative by 3, and the value at another name is not proved as if it were at x."""
    context, statement = problem({"declare": "x y: real", "equation": "D(x**2, x) = 2*x"})
    at_three = substitute(statement.left, {"x": num(3)})
    assert at_three == Term("derivative", (Term("pow", (name("x"), num(2))), num(3)), ("x",))
    assert isinstance(prove(context, Relation("=", at_three, num(6))), Failure)
    assert isinstance(prove(context, Relation("=", at_three, num(0))), Failure)
    at_y = substitute(statement.left, {"x": name("y")})
    assert isinstance(prove(context, Relation("=", at_y, Term("mul", (num(2), name("x"))))), Failure)


def test_a_given_equation_is_not_used_under_a_derivative(problem: Problem) -> None:
    """x = 1 does not make d(x²)/dx the derivative of a number."""
    context, wrong = problem({"declare": "x: real", "given": ["x = 1"], "equation": "D(x**2, x) = 0"})
    assert isinstance(prove(context, wrong), Failure)
    context, right = problem({"declare": "x: real", "given": ["x = 1"], "equation": "D(x**2, x) = 2"})
    assert isinstance(prove(context, right), Proof)


@pytest.mark.parametrize("inside", ["floor(x) + 1/2", "1/x + 1", "sign(x)", "x/x"])
def test_a_step_of_what_jumps_has_no_derivative_for_nothing(inside: str, problem: Problem) -> None:
    """That the argument is not 0 is not enough: it has to have a derivative itself."""
    for which in ("step", "sign"):
        context, statement = problem({"declare": "x: real", "equation": f"D(x + {which}({inside}), x) = 1"})
        found = prove(context, statement)
        assert isinstance(found, Failure) or len(found.conditions) > 1 or "x" in str(found.conditions), found


def test_what_a_derivative_asks_for_is_asked_at_its_point(problem: Problem) -> None:
    context, statement = problem({"declare": "x u: real", "equation": "D(sqrt(x), x) = 0"})
    at_u = substitute(statement.left, {"x": name("u")})
    asked = domain(at_u, context.types)
    assert asked and all(statement_names(c) == {"u"} for c in asked)


def test_a_derivative_is_not_real_for_being_defined(problem: Problem) -> None:
    """At 1 the roots are of 1/2 and of 1/2, and around it of -1/2: no letter for a real number stands for this."""
    body = "D((x - 1)*sqrt(floor(x) - 1/2)*sqrt(3/2 - ceiling(x)), x)"
    context, statement = problem({"declare": "x: real", "equation": f"conj({body}) = {body}"})
    assert isinstance(prove(context, statement), Failure)
