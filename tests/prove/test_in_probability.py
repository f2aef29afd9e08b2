"""Convergence in probability: what is proved of it, and what must not be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symproofs.kernel.theorem import check
from symproofs.prove.approximation import approximate
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.terms.context import Context
from symproofs.terms.statement import InProbability, Relation, Statement

Claim = Callable[[dict[str, Any]], tuple[Context, Statement]]


@pytest.mark.cases("in_probability.jsonl")
def test_proved(case: dict[str, Any], claim: Claim) -> None:
    context, statement = claim(case)
    equation = isinstance(statement, Relation) and statement.operator == "="
    found = prove(context, statement) if equation else approximate(context, statement)
    assert isinstance(found, Proof), found
    assert found.theorem.conclusion == statement and not found.conditions and not found.theorem.conditions
    assert check(found.certificate).conclusion == statement
    if isinstance(statement, InProbability) and not found.theorem.rules.keys() & {"limit_given", "chebyshev"}:
        assert found.theorem.rules.get("limit_constant")


@pytest.mark.cases("in_probability_not.jsonl")
def test_not_proved(case: dict[str, Any], claim: Claim) -> None:
    context, statement = claim(case)
    assert not isinstance(approximate(context, statement), Proof)


@pytest.mark.cases("in_probability.jsonl")
def test_reasons_name_the_notion(case: dict[str, Any], claim: Claim) -> None:
    context, statement = claim(case)
    if not isinstance(statement, InProbability):
        return
    found = approximate(context, statement)
    assert isinstance(found, Proof)
    codes = {r.code for r in found.reasons}
    given = any("->p" in h for h in case["given"])
    assert codes & {"chebyshev", "chebyshev_mean_square"} or given
