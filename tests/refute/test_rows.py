"""Functions given by rows: which rows exclude each other, what a call is, when rows define by recursion."""

from __future__ import annotations

import pytest

from symproofs.refute.refute import NoWitness, Refutation, find_witness, refute
from symproofs.refute.rows import apart, descends, row_of

FUNCTION = ["f: function real -> real", "x, y: real", "n: natural"]


@pytest.fixture
def row(context_of, statement_of):
    context = context_of(FUNCTION)

    def read(text):
        found = row_of(statement_of(text, context))
        assert found is not None
        return found[1]

    return read


@pytest.fixture
def ask(context_of, statement_of):
    def run(given, claim):
        context = context_of(FUNCTION, given)
        return refute(context, statement_of(claim, context))

    return run


APART = [
    ("ForAll('i: integer', f(2*i) == 0)", "ForAll('i: integer', f(2*i + 1) == 1)"),
    ("ForAll('i: integer', f(6*i) == 0)", "ForAll('j: integer', f(4*j + 3) == 1)"),
    ("ForAll('i: integer', f(i/2) == 0)", "ForAll('i: integer', f(i/2 + 1/4) == 1)"),
    ("ForAll('n: natural', f(n + 1) == 0)", "f(0) == 1"),
    ("ForAll('t: real', Implies(t > 0, f(t) == 1))", "ForAll('t: real', Implies(t <= 0, f(t) == 0))"),
    ("ForAll('t: real', Implies(0 < t, f(t) == 1))", "ForAll('t: real', Implies(t < 0, f(t) == 0))"),
    ("ForAll('t: real', Implies(t != 0, f(t) == sin(t)/t))", "f(0) == 1"),
    ("ForAll('i: real', Implies(In(i, integer), f(2*i) == 0))", "ForAll('i: real', Implies(In(i, integer), f(2*i + 1) == 1))"),
]
NOT_APART = [
    ("ForAll('i: real', f(2*i) == 0)", "ForAll('i: real', f(2*i + 1) == 1)"),
    ("ForAll('i: integer', f(2*i) == 0)", "ForAll('i: integer', f(3*i) == 1)"),
    ("ForAll('i: integer', f(i + 1) == 0)", "f(0) == 1"),
    ("ForAll('t: real', Implies(t >= 0, f(t) == 1))", "ForAll('t: real', Implies(t <= 0, f(t) == 0))"),
    ("ForAll('t: real', Implies(t != 1, f(t) == 1))", "f(0) == 1"),
]


@pytest.mark.parametrize(("first", "second"), APART)
def test_rows_that_exclude_each_other(first, second, row):
    assert apart(row(first), row(second))
    assert apart(row(second), row(first))


@pytest.mark.parametrize(("first", "second"), NOT_APART)
def test_rows_that_may_meet(first, second, row):
    assert not apart(row(first), row(second))
    assert not apart(row(second), row(first))


@pytest.mark.parametrize(
    "text",
    [
        "ForAll('t: real', f(t**2) == 1)",  # not linear
        "ForAll('s, t: real', f(s) == t)",  # t is not fixed
        "f(x) == 1",  # about a name of the context
        "ForAll('t: real', f(t + x) == 1)",
        "ForAll('t: real', Implies(f(t) > 0, f(t) == 1))",
        "ForAll('t: real', sin(t) == 1)",
    ],
)
def test_what_is_no_row(text, context_of, statement_of):
    assert row_of(statement_of(text, context_of(FUNCTION))) is None


def test_recursion_goes_down_to_a_bound(row):
    assert descends("f", [row("ForAll('n: natural', f(n + 1) == (n + 1)*f(n))"), row("f(0) == 1")])
    assert descends("f", [row("ForAll('n: natural', f(n + 2) == f(n + 1) + f(n))")])
    assert descends("f", [row("ForAll('k: integer', Implies(k >= 1, f(k) == 2*f(k - 1)))")])
    for text in (
        "ForAll('n: natural', f(n + 1) == f(n + 1) + 1)",
        "ForAll('n: natural', f(n) == f(n + 1) + 1)",
        "ForAll('k: integer', f(k + 1) == f(k))",
        "ForAll('t: real', f(t + 1) == f(t))",
    ):
        assert not descends("f", [row(text)])


FACTORIAL = ["f(0) == 1", "ForAll('n: natural', f(n + 1) == (n + 1)*f(n))"]
FIBONACCI = ["f(0) == 0", "f(1) == 1", "ForAll('n: natural', f(n + 2) == f(n + 1) + f(n))"]
SINC = ["f(0) == 1", "ForAll('t: real', Implies(t != 0, f(t) == sin(t)/t))"]
PARITY = ["ForAll('i: integer', f(2*i) == 0)", "ForAll('i: integer', f(2*i + 1) == 1)"]


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (FACTORIAL, "f(5) == 120"),
        (FACTORIAL, "f(n) == factorial(n)"),
        (FIBONACCI, "f(10) == 55"),
        (FIBONACCI, "f(n)**2 + f(n+1)**2 == f(2*n + 1)"),
        (SINC, "f(0) + f(pi) == 1"),
        (SINC, "f(-x) == f(x)"),
        (PARITY, "f(3) + f(4) == 1"),
        (PARITY, "f(1/2) == 7"),  # nothing is known there
    ],
)
def test_true_and_open_calls_are_not_refuted(given, claim, ask, context_of):
    assert find_witness(context_of(FUNCTION, given)) is not None
    assert isinstance(ask(given, claim), NoWitness)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (FACTORIAL, "f(5) == 60"),
        (FACTORIAL, "f(n + 1) == n*f(n)"),
        (FIBONACCI, "f(n) == n"),
        (SINC, "f(x) == 1"),
        (PARITY, "f(n) == 0"),
        (PARITY, "ForAll('i: integer', f(i) == f(i + 1))"),
    ],
)
def test_false_calls_are_refuted(given, claim, ask):
    found = ask(given, claim)
    assert isinstance(found, Refutation)
    assert found.kind == "values"
    assert not found.assumed_laws


def test_rows_that_contradict_each_other_have_no_witness(context_of):
    """With real i, f(1) is both 0 and 1."""
    for given in (
        ["ForAll('i: real', f(2*i) == 0)", "ForAll('i: real', f(2*i + 1) == 1)"],
        ["ForAll('t: real', Implies(t >= 0, f(t) == 1))", "ForAll('t: real', Implies(t <= 5, f(t) == 0))"],
        [*PARITY, "f(3) == 0"],
    ):
        assert find_witness(context_of(FUNCTION, given)) is None


def test_rows_that_may_meet_are_assumed_laws(ask):
    found = ask(["ForAll('i: integer', f(2*i) == 0)", "ForAll('i: integer', f(3*i) == 0)"], "f(2) == 1")
    assert isinstance(found, Refutation)
    assert found.assumed_laws == 1
