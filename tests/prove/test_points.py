"""Points at which given equations hold, and linear systems: what is sorted out must not be what follows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from symproofs.prove.contexts import Contexts
from symproofs.prove.linear import solve, solve_nonnegative
from symproofs.prove.points import Point
from symproofs.prove.rational import Field, Form
from symproofs.prove.readings import Readings
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Hypothesis
from symproofs.terms.types import scalar

ROWS = {label: Declaration(label, scalar("real")) for label in ("x", "y", "z", "a", "b", "c", "k")}


def forms(reading: Any, *equations: str) -> list[Form]:
    """Left - right of each equation, all in one field."""
    field, read = Field(Context(ROWS)), reading(ROWS).relation
    return [field.difference(equation.left, equation.right) for equation in map(read, equations)]


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        (["x = a + b", "a = 2 * b"], "x = 3 * b"),
        (["a - b = 2 * k * c", "x = c * c"], "(a - b) * c = 2 * k * x"),
        (["x * y = 1", "y = z"], "x * z = 1"),
        (["x * y = x * z"], "y = z"),
        (["x = y", "x = z", "y = z"], "x + y = 2 * z"),
    ],
)
def test_what_follows_does_not_fail(given: list[str], goal: str, reading: Any) -> None:
    """Also y = z of x y = x z, which follows where x is not 0: the points with x = 0 must say nothing."""
    *equations, wanted = forms(reading, *given, goal)
    found = Point().solved(equations)
    assert found is None or not found.fails(wanted)


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([], "x = y"),
        (["x = a + b"], "x = 3 * b"),
        (["a - b = 2 * k * c"], "a - b = 2 * c"),
        (["x = y", "y = z"], "x = 0"),
    ],
)
def test_what_does_not_follow_fails(given: list[str], goal: str, reading: Any) -> None:
    *equations, wanted = forms(reading, *given, goal)
    found = Point().solved(equations)
    assert found is not None and found.fails(wanted)


@pytest.mark.parametrize("given", [["x = 1", "x = 2"], ["x ** 2 = y ** 2 + 1", "x ** 2 = y ** 2"]])
def test_nothing_is_known_where_no_point_is_found(given: list[str], reading: Any) -> None:
    assert Point().solved(forms(reading, *given)) is None


def test_a_point_goes_on(reading: Any) -> None:
    """More equations keep the values that were found."""
    first, second, wanted = forms(reading, "x = a + b", "y = 2 * x", "y = 2 * a + 2 * b")
    before = Point().solved([first])
    assert before is not None and before.fails(wanted)
    after = before.solved([second])
    assert after is not None and not after.fails(wanted) and before.values.items() <= after.values.items()


def test_readings_go_on(reading: Any) -> None:
    """The equations of a longer list are what they are when it is read by itself; a name that is defined late is read anew."""
    read = reading(ROWS).relation
    given = [Hypothesis(read(text)) for text in ("x = a + b", "y * z = x", "a = 2 * b", "c = y + k")]
    contexts = [Context(ROWS, tuple(given[:k])) for k in range(len(given) + 1)]
    shared = Readings(Contexts())
    for names in (True, False):
        for context in contexts:
            alone = Readings(Contexts())
            assert said(shared, context, names) == said(alone, context, names)


def said(readings: Readings, context: Context, names: bool) -> list[tuple[object, bool]]:
    """The given equations, and whether each is seen to hold where all do."""
    here = readings.point(context, names)
    assert here is not None
    return [(statement, here.fails(form)) for statement, form in readings.equations(context, names)]


def test_a_linear_system() -> None:
    columns = [{"r": fmpq(1), "s": fmpq(2)}, {"s": fmpq(1, 2)}]
    assert solve(columns, {"r": fmpq(3), "s": fmpq(7)}) == [Fraction(3), Fraction(2)]
    assert solve(columns, {"t": fmpq(1)}) is None
    assert solve([], {}) == []


def test_a_linear_system_with_signs() -> None:
    columns = [{"r": fmpq(1)}, {"r": fmpq(-1)}]
    assert solve_nonnegative(columns, {"r": fmpq(2)}, [False, False], [False, False]) == [Fraction(2), Fraction(0)]
    assert solve_nonnegative(columns[:1], {"r": fmpq(-2)}, [False], [False]) is None
    assert solve_nonnegative(columns[:1], {"r": fmpq(-2)}, [True], [False]) == [Fraction(-2)]
