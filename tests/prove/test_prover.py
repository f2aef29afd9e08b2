"""Equations that are proved, with the reason, and equations that must not be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symproofs.kernel.theorem import check
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import prove
from symproofs.prove.reasons import PHRASES, Reason, phrase
from symproofs.terms.context import Context
from symproofs.terms.serial import canonical
from symproofs.terms.statement import Property, Relation
from symproofs.terms.term import Term
from symproofs.theories.budget import Budget

Problem = Callable[[dict[str, Any]], tuple[Context, Relation]]


def proved(context: Context, statement: Relation, **how: Any) -> Proof:
    found = prove(context, statement, **how)
    assert isinstance(found, Proof), found
    return found


@pytest.mark.cases("matrices.jsonl")
def test_matrix_identities_are_proved(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    proof = proved(context, statement)
    assert proof.conditions == ()
    assert proof.theorem.conclusion == statement
    assert case.get("reason", proof.reasons[0].code) in {r.code for r in proof.reasons}


@pytest.mark.cases("numbers.jsonl")
def test_identities_of_numbers_are_proved(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    proof = proved(context, statement)
    assert proof.conditions == ()
    assert case.get("reason", proof.reasons[0].code) in {r.code for r in proof.reasons}


@pytest.mark.cases("provided.jsonl")
def test_what_a_proof_is_left_with(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    wanted = [problem({**case, "equation": c})[1] for c in case["conditions"]]
    assert list(proved(context, statement).conditions) == wanted


@pytest.mark.cases("given.jsonl")
def test_given_equations_are_used(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    wanted = [problem({**case, "equation": c})[1] for c in case.get("conditions", [])]
    assert list(proved(context, statement).conditions) == wanted


def test_what_is_given_of_a_product_comes_before_what_is_given_of_a_factor(problem: Problem) -> None:
    case = {
        "declare": "w v: vector d; u: family n of vector d; a: index n; r: real",
        "given": ["u[a] = r * w", "T(u[a]) @ v = 3"],
    }
    context, statement = problem({**case, "equation": "exp(T(u[a]) @ v) = exp(3)"})
    assert proved(context, statement).theorem.hypotheses == (context.hypotheses[1].statement,)


@pytest.mark.cases("inverses.jsonl")
def test_inverses_are_what_cancels(case: dict[str, Any], problem: Problem) -> None:
    """Where only one side takes an inverse, that the matrix has one is a condition."""
    context, statement = problem(case)
    conditions = proved(context, statement).conditions
    assert len(conditions) == case["conditions"]
    assert all(isinstance(c, Property) and c.name == "invertible" for c in conditions)


@pytest.mark.cases("false.jsonl")
def test_false_equations_are_not_proved(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    found = prove(context, statement)
    if case.get("unless") == "conditions" and isinstance(found, Proof):
        assert found.conditions
        return
    assert isinstance(found, Failure), found
    assert found.fault == ""


@pytest.mark.cases("attention.jsonl")
def test_links_of_a_derivation(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    proof = proved(context, statement)
    assert proof.conditions == ()
    assert set(case.get("reasons", [])) <= {r.code for r in proof.reasons}
    assert proof.lines[0].term == statement.left and proof.lines[-1].term == statement.right
    assert all(line.reasons for line in proof.lines[1:])


@pytest.mark.cases("told.jsonl")
def test_a_proof_told_in_detail_names_its_laws(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    proof = proved(context, statement, in_detail=True)
    named = [r.code for line in proof.lines[1:] for r in line.reasons]
    assert len(proof.lines) > case["lines"]
    position = -1
    for code in case["reasons"]:
        assert code in named[position + 1 :], named
        position = named.index(code, position + 1)


@pytest.mark.cases("attention.jsonl")
def test_certificates_survive_their_canonical_text(case: dict[str, Any], problem: Problem) -> None:
    import json

    proof = proved(*problem(case))
    again = check(json.loads(canonical(proof.certificate)))
    assert again.conclusion == proof.theorem.conclusion


def test_inequalities_and_approximations_are_left_to_others(problem: Problem) -> None:
    context, statement = problem({"declare": "x: real", "equation": "x > 0"})
    found = prove(context, statement)
    assert isinstance(found, Failure) and found.cause == "fragment"


def test_shapes_that_do_not_fit_are_a_failure_not_an_exception(problem: Problem) -> None:
    context, statement = problem({"declare": "A: n x m; B: m x n", "equation": "A = B"})
    assert isinstance(prove(context, statement), Failure)
    context, statement = problem({"declare": "A: n x m; B: m x n", "equation": "A @ A = B"})
    assert isinstance(prove(context, statement), Failure)


def test_deep_nesting_and_no_time_are_a_failure_of_budget(problem: Problem) -> None:
    context, statement = problem({"declare": "A B: n x n", "equation": "A = B"})
    deep = statement.left
    for _ in range(3_000):
        deep = Term("neg", (deep,))
    found = prove(context, Relation("=", deep, statement.right))
    assert isinstance(found, Failure) and found.cause == "budget"
    found = prove(context, statement, Budget(seconds=0.0))
    assert isinstance(found, Failure) and found.cause == "budget"


def test_every_reason_has_words_in_both_languages() -> None:
    for code in PHRASES:
        assert phrase(Reason(code, "P")) and phrase(Reason(code, "P"), "zh")
        assert "{}" not in phrase(Reason(code, "P")) and "{0}" not in phrase(Reason(code, "P"), "zh")
    assert phrase(Reason("unheard_of", "Q")) == "unheard_of Q"
