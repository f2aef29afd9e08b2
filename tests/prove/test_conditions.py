"""What follows from declarations and from what is granted, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symproofs.prove.conditions import Known, remaining_conditions
from symproofs.terms.context import Context
from symproofs.terms.statement import ForAll, Implies, Relation, substitute_statement
from symproofs.terms.term import name
from symproofs.terms.types import index

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


def test_what_is_asked_of_members_follows_as_it_stands_and_from_more(problem: Problem) -> None:
    """∀k (k ≠ i ⇒ x_k ≠ y) under another bound name, and from ∀k x_k ≠ y; but not the other way round."""
    context, condition = problem({"declare": "x: vector n; y: real; i: index n", "equation": "x[i] != y"})

    def asked(label: str, guarded: bool) -> ForAll:
        body = substitute_statement(condition, {"i": name(label)})
        guard = Relation("!=", name(label), name("i"))
        return ForAll(((label, index("n")),), Implies(guard, body) if guarded else body)

    assert Known(context, [asked("j", True)]).follows(asked("k", True))
    assert Known(context, [asked("j", False)]).follows(asked("k", True))
    assert not Known(context, [asked("j", True)]).follows(asked("k", False))
    assert not Known(context).follows(asked("k", True))
