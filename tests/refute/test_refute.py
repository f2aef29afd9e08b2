"""What is promised about refuting: kinds, budgets, repeatability, witnesses that stand on their own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from fractions import Fraction

import pytest

from symproofs.refute.refute import Budget, NoWitness, Refutation, find_witness, refute
from symproofs.terms.term import num, term


@pytest.fixture
def ask(context_of, statement_of):
    def run(declared, given, claim, **how):
        context = context_of(declared, given)
        return refute(context, statement_of(claim, context), **how)

    return run


# A side without a value -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "claim", "side"),
    [
        (["x: real"], "x/x == 1", "left"),
        (["x: real"], "(x**2 - 1)/(x - 1) == x + 1", "left"),
        (["x: real"], "x + 1 == (x**2 - 1)/(x - 1)", "right"),
        (["A: matrix n n"], "A@inv(A) == I(n)", "left"),
        (["x, y: real"], "log(x*y) == log(x) + log(y)", "right"),
        ([], "1/0 == 0", "left"),
        ([], "1/0 == 1/0", "both"),
    ],
)
def test_a_gap_is_reported_but_refutes_nothing(ask, declared, claim, side):
    found = ask(declared, [], claim)
    assert isinstance(found, Refutation)
    assert (found.kind, found.undefined) == ("undefined", side)
    assert "undefined" in (found.right if side == "right" else found.left)


def test_values_are_preferred_to_gaps(ask):
    found = ask(["x: real"], [], "x/x == 2")
    assert isinstance(found, Refutation)
    assert found.kind == "values"


def test_a_side_that_never_has_a_value_is_counted(ask):
    found = ask(["X: matrix 2 3"], [], "inv(T(X)@X) == inv(T(X)@X)")
    assert isinstance(found, NoWitness)
    assert found.compared == 0
    assert found.undefined == found.met > 10


# What is not for values -------------------------------------------------------------------------------------------


def test_sides_of_different_shapes_are_left_to_typing(ask):
    found = ask(["A: matrix m n", "B: matrix n m"], [], "A == B")
    assert isinstance(found, NoWitness)
    assert "shape" in found.reason


def test_unknown_names_and_ill_typed_hypotheses_refute_nothing(context_of, statement_of, ask):
    context = context_of(["x: real"])
    statement = statement_of("x == 1", context)
    unknown = type(statement)("=", statement.left, term("name", data=("nothing",)))
    assert isinstance(refute(context, unknown), NoWitness)
    found = ask(["x: real", "A: matrix 2 3"], ["tr(A) == x"], "x == 1")
    assert isinstance(found, NoWitness)
    assert "ill-typed" in found.reason


def test_approximations_are_neither_refuted_nor_hypotheses_that_anything_meets(context_of, statement_of):
    from symproofs.terms.statement import Hypothesis, Relation

    context = context_of(["x, y: real"])
    approximation = Relation("~", statement_of("x == 1", context).left, num(0))
    assert isinstance(refute(context, approximation), NoWitness)
    near = context.assume([Hypothesis(approximation)])
    assert isinstance(refute(near, statement_of("x == 1", context)), NoWitness)
    assert isinstance(refute(near, statement_of("y == 1", context)), Refutation)
    assert find_witness(near) is not None


def test_hypotheses_about_other_names_count(ask):
    """Nothing is refuted where the rest of the hypotheses cannot be met."""
    assert isinstance(ask(["x, y: real"], ["y > 1", "y < 0"], "x == 1"), NoWitness)
    assert isinstance(ask(["x, y: real"], ["y > 1", "y < 2"], "x == 1"), Refutation)


# Definitions and functions ------------------------------------------------------------------------------------------


def test_definitions_are_computed_in_order(ask):
    found = ask(["a, b, c: real"], ["c == b + 1", "b == a**2"], "c == a")
    assert isinstance(found, Refutation)
    assert [name for name, _ in found.assignment] == ["a"]
    assert isinstance(ask(["a, b, c: real"], ["c == b + 1", "b == a**2"], "c == a**2 + 1"), NoWitness)


def test_definitions_in_a_circle_are_equations(ask):
    found = ask(["a, b: real"], ["a == b + 1", "b == 3 - a"], "a == 1")
    assert isinstance(found, Refutation)
    assert dict(found.assignment)["b"] == "1"


def test_a_definition_must_fit_its_declaration(ask):
    assert isinstance(ask(["k: natural", "x: real"], ["k == 1/2"], "x == 1"), NoWitness)
    found = ask(["k: integer", "x: real positive"], ["k == x/3"], "k == 5")
    assert isinstance(found, Refutation)
    assert int(dict(found.assignment)["x"]) % 3 == 0


def test_drawn_functions_are_shown(ask):
    found = ask(["f: function real -> real", "x: real"], [], "f(2*x) == 2*f(x)")
    assert isinstance(found, Refutation)
    assert dict(found.assignment)["f"].startswith("x ↦ ")


# Witnesses ------------------------------------------------------------------------------------------------------


def test_a_witness_can_be_checked_without_this_program(ask):
    found = ask(["P: matrix n n permutation", "A: matrix n n"], [], "P@A == A@P")
    witness = json.loads(json.dumps(found.witness))
    n = witness["sizes"]["n"]

    def rows(name):
        flat = [Fraction(x) for x in witness["values"][name]["entries"]]
        return [flat[i * n : (i + 1) * n] for i in range(n)]

    def times(x, y):
        return [[sum(x[i][k] * y[k][j] for k in range(n)) for j in range(n)] for i in range(n)]

    p, a = rows("P"), rows("A")
    assert all(sorted(row) == [0] * (n - 1) + [1] for row in [*p, *map(list, zip(*p, strict=True))])
    assert times(p, a) != times(a, p)
    assert found.left == str([[int(x) for x in row] for row in times(p, a)])


def test_witnesses_are_small(ask):
    assert dict(ask(["x: real"], [], "(1 + x)**2 == 1 + x**2").assignment) == {"x": "1"}
    assert dict(ask(["z, w: complex"], [], "re(z*w) == re(z)*re(w)").assignment) == {"z": "i", "w": "i"}
    assert dict(ask(["x: real"], [], "sqrt(x**2) == x").assignment) == {"x": "-1"}
    found = ask(["A, B: matrix n n"], [], "T(A@B) == T(A)@T(B)")
    assert found.sizes == (("n", 2),)
    assert all(text.count("1") + text.count("0") == 4 for name, text in found.assignment if name != "n")


def test_assumed_declarations_are_named(context_of, statement_of):
    from symproofs.terms.context import Declaration
    from symproofs.terms.types import scalar

    context = context_of(["x: real"]).declare(Declaration("k", scalar(), origin="assumed"))
    found = refute(context, statement_of("sin(pi*k) == 0", context))
    assert isinstance(found, Refutation)
    assert found.assumed == ("k",)


# Budgets ----------------------------------------------------------------------------------------------------------


def test_a_budget_bounds_the_search(ask):
    heavy = "rowsoftmax(A@A@A@A@A@A) == rowsoftmax(A@(A@A)@(A@A@A))"
    full = ask(["A: matrix n n"], [], heavy)
    assert isinstance(full, NoWitness)
    started = time.perf_counter()
    cut = ask(["A: matrix n n"], [], heavy, budget=2)
    assert time.perf_counter() - started < 0.5
    assert cut.exhausted
    assert 0 < cut.tried < full.tried
    assert ask(["A: matrix n n"], [], heavy, budget=Budget(60.0, assignments=5)).tried == 5


def test_towers_and_long_sums_end_at_once(ask):
    for claim in (
        "10000**(10**9) == 1 + 10000**(10**9)",
        "2**(2**(2**(2**(2**2)))) == 1",
        "factorial(10**9) == 1",
        "SumBetween(k, k, 1, 10**12) == 0",
        "floor(exp(exp(exp(10)))) == 0",
        "x**(10**(10**9)) == x",
        "Sum(Sum(Sum(Sum(Sum(1, a, 12), b, 12), c, 12), d, 12), g, 12) == 12**5 + x",
    ):
        started = time.perf_counter()
        assert isinstance(ask(["x: real"], [], claim), (Refutation, NoWitness))
        assert time.perf_counter() - started < 1.5, claim


def test_equal_calls_give_equal_answers(ask):
    arguments = (["P, Q: matrix n n permutation", "A: matrix n n"], ["P@Q == Q@P"], "P@A == Q@A")
    assert ask(*arguments) == ask(*arguments)
    assert isinstance(ask(*arguments, seed=5), Refutation)


def test_importing_the_refuter_does_not_load_flint():
    code = "import sys, symproofs.refute.refute; sys.exit('flint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
