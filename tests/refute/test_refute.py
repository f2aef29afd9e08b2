"""What is promised about refuting: kinds, budgets, repeatability, witnesses that stand on their own."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction

import pytest

from symproofs.refute.refute import Budget, NoWitness, Refutation, extend, find_witness, refute
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

    context = context_of(["x: real"]).declare(Declaration("c", scalar(), origin="assumed"))
    found = refute(context, statement_of("sin(pi*c) == 0", context))
    assert isinstance(found, Refutation)
    assert found.assumed == ("c",)


def test_names_that_the_claim_quantifies_are_shown_with_their_values(ask):
    """10000^{2/d} is 100 at d = 4: k_0 = 100, k_1 = 1 is no trivial solution."""
    claim = "ForAll('k_0, k_1: integer', Implies(k_0 == k_1*10000**(2/d), k_0 == 0 and k_1 == 0))"
    found = ask(["d: natural"], ["d >= 4", "Exists('m: natural', d == 2*m)"], claim)
    assert isinstance(found, Refutation)
    shown = dict(found.assignment)
    assert (shown["d"], shown["k_0"], shown["k_1"]) in (("4", "100", "1"), ("8", "10", "1"))
    alone = ask(["d: natural"], ["d == 8"], claim)
    assert dict(alone.assignment) == {"k_0": "10", "k_1": "1"}


def test_an_integer_name_is_solved_for_and_must_come_out_whole(ask):
    """1/2 < log10(d) < 1 for 4 ≤ d ≤ 8, d even: 10000^{2/6} = 21.54… is not rational, 100 and 10 are."""
    found = ask(["d: natural", "k_0, k_1: integer"], ["d == 6"], "Implies(k_0 == k_1*10000**(2/d), k_0 == 0)")
    assert isinstance(found, NoWitness)
    assert found.compared > 0
    found = ask(["k, m: integer"], ["6*k == 10*m"], "k == m")
    assert isinstance(found, Refutation)
    assert 6 * int(dict(found.assignment)["k"]) == 10 * int(dict(found.assignment)["m"])


@pytest.mark.parametrize(
    "claim",
    [
        "Implies(t_1 - t_2 == 2*k_0*pi and t_1 - t_2 == 2*k_1*pi*10000**(2/d), k_0 == 0 and k_1 == 0)",
        "Implies(t_1 != t_2 and t_1 - t_2 == 2*k_0*pi, t_1 - t_2 != 2*k_1*pi*10000**(2/d))",
        "Implies(2*k_0*pi == 2*k_1*pi*10000**(2/d), k_0 == k_1)",
        "Implies(k_0 != 0, k_0 != k_1*10000**(2/d))",
        "k_0 - k_1*10000**(2/d) != 0",
    ],
)
def test_claims_that_two_spacings_never_meet_are_refuted(ask, claim):
    """At d = 4 they meet every 200 π, at d = 8 every 20 π."""
    found = ask(["d: natural", "k_0, k_1: integer", "t_1, t_2: real"], ["d >= 4", "In(d/2, integer)"], claim)
    assert isinstance(found, Refutation)
    shown = dict(found.assignment)
    assert int(shown["k_0"]) == {"4": 100, "8": 10}[shown["d"]] * int(shown["k_1"])


@pytest.mark.parametrize("claim", ["p/q != 7/3", "x + 17*y != 5/7", "x**2 + y**2 > 2*x*y", "sin(x) < 1", "p**2 != 4*q**2"])
def test_what_is_said_to_differ_is_made_equal(ask, claim):
    found = ask(["p, q: integer", "x, y: real"], ["q != 0"], claim)
    assert isinstance(found, Refutation)
    assert found.left == found.right


@pytest.mark.parametrize("claim", ["p/q != sqrt(2)", "p**2 != 2*q**2", "x**2 + 1 > 0", "x - 1 < x"])
def test_what_does_differ_is_not(ask, claim):
    assert isinstance(ask(["p, q: integer", "x: real"], ["q != 0"], claim), NoWitness)


def test_positions_a_whole_number_of_turns_apart_have_one_code(ask):
    """sin and cos of t and of t/100 at t = 0 and at t = 200 π; with t/1000 beside them the first is 2000 π."""
    claim = "Implies(sin(s) == sin(t) and cos(s) == cos(t) and sin(s/{c}) == sin(t/{c}) and cos(s/{c}) == cos(t/{c}), s == t)"
    for c in (100, 1000):
        found = ask(["s, t: real"], [], claim.format(c=c))
        assert isinstance(found, Refutation)
        assert {dict(found.assignment)["s"], dict(found.assignment)["t"]} == {"0", f"{2 * c} pi"}


def test_names_without_a_part_in_the_statement_are_not_shown(ask):
    found = ask(["x, y: real", "w: real positive"], ["x < y", "w == y**2 + 1"], "x == 1")
    assert isinstance(found, Refutation)
    assert [name for name, _ in found.assignment] == ["x"]
    assert set(found.witness["values"]) >= {"x", "y"}


# What exists -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "given", "claim"),
    [
        (["x: real"], [], "Exists('m: integer', x == 2*m)"),
        (["a, b: real"], ["sin(a) == sin(b)"], "Exists('m: integer', a - b == 2*m*pi)"),
        (["v: vector n"], [], "Exists('j: index n', v[j] > 0)"),
        (["n: natural"], [], "Exists('m: natural', m < n and m**2 == n)"),
        (["x, y: real"], ["x != y"], "Exists('m: integer', x == y + m and m == 1)"),
        ([], [], "Exists('m: integer', pi == 3*m)"),
    ],
)
def test_something_that_is_said_to_exist_does_not(ask, declared, given, claim):
    found = ask(declared, given, claim)
    assert isinstance(found, Refutation)
    assert found.kind == "values"


@pytest.mark.parametrize(
    ("declared", "given", "claim"),
    [
        (["x: real"], [], "Exists('y: real', y**3 == x)"),
        (["x: real"], [], "Exists('y: real', y == x**2 + 1)"),
        (["x, y: real"], ["sin(x) == sin(y)", "cos(x) == cos(y)"], "Exists('m: integer', x - y == 2*m*pi)"),
        (["x: real"], [], "Exists('m: integer', m > x)"),
        (["k: integer"], ["k > 1"], "Exists('m: integer', m > 0 and m < k)"),
    ],
)
def test_what_exists_or_may_exist_is_not_refuted(ask, declared, given, claim):
    assert isinstance(ask(declared, given, claim), NoWitness)


def test_the_only_candidate_is_named(ask):
    found = ask(["x: real"], ["x == 5"], "Exists('m: integer', x == 2*m)")
    assert (found.left, found.right) == ("only m = 5/2", "m integer")


# Passages to the limit --------------------------------------------------------------------------------------------


def test_a_regime_is_no_reason_to_have_no_witness(context_of):
    for given in (
        ["Tends(c, oo)"],
        ["Tends(c, oo)", "Tends(a*c**2, 0)"],
        ["Tends(a, 0)", "c > a"],
        ["Tends(T(u)@u, oo)", "T(u)@w == 1"],
    ):
        assert find_witness(context_of(["c: real", "a: real positive", "u, w: vector d"], given)) is not None


def test_a_regime_that_the_hypotheses_bar_has_none(context_of):
    for given in (["Tends(c, oo)", "c < 5"], ["Tends(a, 0)", "a > 1"], ["Tends(a, -1)"]):
        assert find_witness(context_of(["c: real", "a: real positive"], given)) is None


def test_limits_are_not_decided_by_values(ask):
    declared, given = ["c, x: real", "n: size"], ["Tends(c, oo)"]
    assert isinstance(ask(declared, given, "Near(e**c/(e**c + size(n) - 1), 1)"), NoWitness)
    assert isinstance(ask(declared, given, "Tends(1/c, 1)"), NoWitness)
    assert isinstance(ask(declared, [*given, "x == 2*c"], "Near(x, c)"), NoWitness)
    assert isinstance(ask(declared, given, "e**c/(e**c + size(n) - 1) == 1"), Refutation)


def test_what_stands_still_is_near_only_to_what_it_equals(ask):
    declared, given = ["c, x: real", "n: size"], ["Tends(c, oo)"]
    assert isinstance(ask(declared, given, "Near(e/(e + size(n)), 1)"), Refutation)
    assert isinstance(ask(["y: real", *declared], [*given, "x == y**2"], "Tends(x, y)"), Refutation)
    assert isinstance(ask(["y: real", *declared], [*given, "x == y**2"], "Near(x, y**2)"), NoWitness)
    assert isinstance(ask(["y: real", *declared], ["x == y**2"], "Near(x, y)"), NoWitness)
    assert isinstance(ask(["y: real", *declared], given, "Near(x, y)"), NoWitness)


# What is said of a search that found nothing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "given", "claim", "words"),
    [
        ([], [], "9**(9**(9**9)) == 1", "at none both sides could be compared"),
        (["A: matrix 200 200"], [], "A == T(A)", "no values were tried"),
        (["A: matrix n n"], ["A@A == A", "det(A) == 5"], "A == I(n)", "seen to meet the hypotheses"),
        (["x: real"], [], "x + x == 2*x", "which agree exactly"),
        (["x: real"], [], "e**x*e**x == e**(2*x)", "digits or more"),
        (["X: matrix 2 3"], [], "inv(T(X)@X) == inv(T(X)@X)", "a side is undefined"),
    ],
)
def test_no_agreement_is_claimed_that_was_not_seen(ask, declared, given, claim, words):
    assert words in ask(declared, given, claim).text


# Texts of values ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "given", "claim", "left", "right"),
    [
        (["t: real"], ["t == 4"], "log(e**(i*t)) == i*t", "-2.28319i", "4i"),
        (["x: real"], ["x == 1"], "e**(i*x)*2 == 2*cos(x)", "1.08060 + 1.68294i", "1.08060"),
        (["x: real"], ["x == 2"], "e**x - e**x == x", "≈ 0", "2"),
        (["x: real"], ["x == 2"], "e**x*i - e**x*i == x", "0", "2"),
        (["x: real"], ["x == 1/10**12"], "1 + x == 1", "1000000000001/1000000000000", "1"),
        (["x: real"], ["x == 1"], "e + 1/10**9 == e*x", "2.71828182946", "2.71828182846"),
    ],
)
def test_texts_have_no_noise(ask, declared, given, claim, left, right):
    found = ask(declared, given, claim)
    assert (found.left, found.right) == (left, right)


# Contexts that grow -------------------------------------------------------------------------------------------------


def test_a_witness_is_carried_on_to_a_context_that_defines_more(context_of):
    declared, given = ["x, y, z: real", "A: matrix n n"], ["x > 1"]
    first = find_witness(context_of(declared, given))
    for more in (["y == x + 1"], ["y == x + 1", "z < y"], ["y == x + 1", "z < y", "A@A == I(n)"]):
        grown = extend(first, context_of(declared, [*given, *more]))
        assert grown is not None
        assert grown.witness["values"]["x"] == first.witness["values"]["x"]
        first = grown


def test_a_witness_is_not_carried_on_against_a_hypothesis(context_of):
    first = find_witness(context_of(["x: real"], ["x > 1"]))
    assert extend(first, context_of(["x: real"], ["x > 1", "x < 0"])) is None


# Budgets ----------------------------------------------------------------------------------------------------------


def test_a_budget_bounds_the_search(ask):
    heavy = "rowsoftmax(A@A@A@A@A@A) == rowsoftmax(A@(A@A)@(A@A@A))"
    full = ask(["A: matrix n n"], [], heavy)
    assert isinstance(full, NoWitness)
    cut = ask(["A: matrix n n"], [], heavy, budget=2)
    assert cut.exhausted
    assert 0 < cut.tried < full.tried
    assert ask(["A: matrix n n"], [], heavy, budget=Budget(60.0, assignments=5)).tried == 5


@pytest.mark.timeout(120, method="thread")
def test_towers_and_long_sums_end(ask):
    for claim in (
        "10000**(10**9) == 1 + 10000**(10**9)",
        "2**(2**(2**(2**(2**2)))) == 1",
        "factorial(10**9) == 1",
        "SumBetween(k, k, 1, 10**12) == 0",
        "floor(exp(exp(exp(10)))) == 0",
        "x**(10**(10**9)) == x",
        "Sum(Sum(Sum(Sum(Sum(1, a, 12), b, 12), c, 12), d, 12), g, 12) == 12**5 + x",
    ):
        assert isinstance(ask(["x: real"], [], claim), (Refutation, NoWitness))


def test_equal_calls_give_equal_answers(ask):
    arguments = (["P, Q: matrix n n permutation", "A: matrix n n"], ["P@Q == Q@P"], "P@A == Q@A")
    assert ask(*arguments) == ask(*arguments)
    assert isinstance(ask(*arguments, seed=5), Refutation)


def test_importing_the_refuter_does_not_load_flint():
    code = "import sys, symproofs.refute.refute; sys.exit('flint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
