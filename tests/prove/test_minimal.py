"""What a proof holds without is no reason for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symproofs.prove.minimal import minimise_reasons
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.prove.reasons import Reason
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation

Problem = Callable[[dict[str, Any]], tuple[Context, Relation]]


def smallest(problem: Problem, **row: Any) -> set[str]:
    context, statement = problem(row)
    proof = prove(context, statement)
    assert isinstance(proof, Proof)
    return {r.code for r in minimise_reasons(context, proof)}


def test_orthogonality_is_needed_where_P_cancels(problem: Problem) -> None:
    found = smallest(problem, declare="P: n x n permutation; A: n x d", equation="T(P) @ G(P @ A) = A")
    assert found == {"permutation_orthogonal"}


def test_what_i_squared_is_needed_for(problem: Problem) -> None:
    declare = "x y t: real"
    with_i = smallest(problem, declare=declare, equation="(x + i * y) * (x - i * y) = x ** 2 + y ** 2")
    assert "i_squared" in with_i
    without = smallest(problem, declare=declare, equation="i * (x + y) = i * x + i * y")
    assert "i_squared" not in without


def test_a_definition_that_is_not_needed_is_no_reason(problem: Problem) -> None:
    row = {"declare": "Q K X W: n x n", "given": ["Q = X @ W", "K = X @ W"], "equation": "Q @ T(K) = G(X @ W) @ T(X @ W)"}
    context, statement = problem(row)
    proof = prove(context, statement)
    assert isinstance(proof, Proof)
    reasons = minimise_reasons(context, proof)
    assert Reason("definition", "Q") in reasons and Reason("definition", "K") in reasons
