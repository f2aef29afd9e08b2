"""What follows from declarations and from what is granted, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symproofs.prove.conditions import Known, remaining_conditions
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation

Problem = Callable[[dict[str, Any]], tuple[Context, Relation]]


@pytest.mark.cases("follows.jsonl")
def test_what_follows(case: dict[str, Any], problem: Problem) -> None:
    context, statement = problem(case)
    granted = [problem({**case, "equation": g})[1] for g in case.get("granted", [])]
    assert Known(context, granted).follows(statement) == case["follows"]


def test_a_condition_of_both_sides_is_none(problem: Problem) -> None:
    context, statement = problem({"declare": "x y: real", "equation": "1 / x + y = y + 1 / x"})
    assert remaining_conditions(context, statement.left, statement.right, ()) == ()


def test_a_condition_of_one_side_remains(problem: Problem) -> None:
    context, statement = problem({"declare": "x y: real", "equation": "x / x * y = y"})
    wanted = problem({"declare": "x y: real", "equation": "x != 0"})[1]
    assert remaining_conditions(context, statement.left, statement.right, ()) == (wanted,)


def test_a_raised_condition_that_both_sides_grant_is_discharged(problem: Problem) -> None:
    context, statement = problem({"declare": "x y: real", "equation": "1 / (x * y) = 1 / (y * x)"})
    raised = problem({"declare": "x y: real", "equation": "x != 0"})[1]
    assert remaining_conditions(context, statement.left, statement.right, (raised,)) == ()
    other = problem({"declare": "x y: real", "equation": "x - y != 0"})[1]
    assert remaining_conditions(context, statement.left, statement.right, (other,)) == (other,)
