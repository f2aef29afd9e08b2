"""Random names as finite laws: the moments that hypotheses give are met exactly, and statements about one name are decided."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from symproofs.refute.arrays import array, average, entries, pairwise, product, transpose
from symproofs.refute.moments import amplitudes, law, space, square_parts
from symproofs.refute.numbers import Undetermined, subtract
from symproofs.refute.refute import NoWitness, Refutation, fails_at, find_witness, refute


@pytest.fixture
def ask(context_of, statement_of):
    def run(declared, given, claim, **how):
        context = context_of(declared, given)
        return refute(context, statement_of(claim, context), **how)

    return run


# Laws -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("c", ["0", "1", "2", "3", "1/2", "7", "5/3", "15/4"])
def test_four_amplitudes_have_the_mean_square(c):
    value = fmpq(Fraction(c).numerator, Fraction(c).denominator)
    assert sum((a * a for a in amplitudes(value)), fmpq(0)) == 4 * value


def test_a_law_has_its_mean_and_covariance():
    mean = array(2, 1, (fmpq(1), fmpq(-3)))
    covariance = array(2, 2, map(fmpq, (2, 1, 1, 3)))
    where = space([("x", 2), ("y", 2)])
    assert where is not None
    laws = [law(where, where.first[name], mean, covariance) for name in ("x", "y")]
    for values in laws:
        assert average(values) == mean
        apart = [pairwise(subtract, v, mean) for v in values]
        assert average([product(v, transpose(v)) for v in apart]) == covariance
    mixed = [product(pairwise(subtract, x, mean), transpose(pairwise(subtract, y, mean))) for x, y in zip(*laws, strict=True)]
    assert all(v == 0 for v in entries(average(mixed)))


def test_what_is_no_covariance_has_no_law():
    for rows in ((-1, 0, 0, 1), (1, 2, 2, 1), (1, 1, 0, 1), (0, 1, 1, 0)):
        with pytest.raises(Undetermined):
            square_parts(array(2, 2, map(fmpq, rows)))


def test_too_many_random_numbers_have_no_space():
    assert space([("x", 31)]) is not None
    assert space([("x", 32)]) is None


# Hypotheses about moments -------------------------------------------------------------------------------------------

KEYS = ["n, d: size", "a, b: index n", "a != b", "m: family n vector d", "k: family n vector d random", "q: vector d"]
LAWS = [
    "ForAll('i: index n', 'h: index n', T(m[i])@m[h] == delta(i, h))",
    "ForAll('i: index n', expect(k[i]) == m[i])",
    "ForAll('i: index n', cov(k[i]) == alpha*I(d))",
]


@pytest.mark.parametrize(
    ("declared", "given"),
    [
        (["x: real random"], ["expect(x) == 1", "var(x) == 2"]),
        (["x: real random", "s: real positive"], ["var(x) == s**2"]),
        ([*KEYS, "alpha: real positive"], LAWS),
        ([*KEYS, "alpha: real positive"], [*LAWS, "q == m[a] + m[b]"]),
        (["d: size", "k: vector d random", "m: vector d"], ["norm(m) == 1", "expect(k) == m", "cov(k) == 2*I(d) + 1/2*(m@T(m))"]),
        (["x, y: real random"], ["expect(x) == 0", "expect(y) == 0", "expect(x*y) == 0"]),
    ],
)
def test_moments_that_a_law_can_have_are_met(declared, given, context_of):
    assert find_witness(context_of(declared, given)) is not None


@pytest.mark.parametrize(
    ("declared", "given"),
    [
        (["x: real random"], ["var(x) == -1"]),
        (["x: real random"], ["expect(x) == 1", "expect(x**2) == 0"]),
        (["d: size", "k: vector d random"], ["cov(k) == -(I(d))"]),
    ],
)
def test_moments_that_no_law_has_are_not_met(declared, given, context_of):
    assert find_witness(context_of(declared, given)) is None


@pytest.mark.parametrize(
    ("declared", "given", "claim"),
    [
        (["x: real random", "a, b: real"], [], "var(a*x + b) == a**2*var(x)"),
        (["x: real random"], [], "expect(x**2) == var(x) + expect(x)**2"),
        (["x: real random"], [], "expect(x**2) >= expect(x)**2"),
        (["x: vector d random", "A: matrix m d"], [], "cov(A@x) == A@cov(x)@T(A)"),
        (["x: vector d random"], [], "tr(cov(x)) == expect(T(x)@x) - T(expect(x))@expect(x)"),
        ([*KEYS, "alpha: real positive"], LAWS, "var(T(k[a])@q) == alpha*(T(q)@q)"),
        ([*KEYS, "alpha: real positive"], [*LAWS, "q == m[a] + m[b]"], "var(T(k[a])@q) == 2*alpha"),
        ([*KEYS, "alpha: real positive"], LAWS, "expect(T(k[a])@k[a]) == 1 + size(d)*alpha"),
    ],
)
def test_true_statements_about_moments_are_compared_and_not_refuted(ask, declared, given, claim):
    found = ask(declared, given, claim)
    assert isinstance(found, NoWitness)
    assert found.exact
    assert found.compared >= 3


@pytest.mark.parametrize(
    ("declared", "given", "claim"),
    [
        (["x: real random", "a, b: real"], [], "var(a*x + b) == a*var(x)"),
        (["x: real random"], [], "expect(x**2) == expect(x)**2"),
        (["x: real random"], ["expect(x) == 0"], "expect(abs(x)) == 0"),
        (["x: vector d random", "A: matrix d d"], [], "cov(A@x) == A@cov(x)"),
        ([*KEYS, "alpha: real positive"], [*LAWS, "q == m[a] + m[b]"], "var(T(k[a])@q) == alpha"),
        ([*KEYS, "alpha: real positive"], LAWS, "T(k[a])@m[a] == 1"),
    ],
)
def test_false_statements_about_moments_are_refuted(ask, context_of, statement_of, declared, given, claim):
    found = ask(declared, given, claim)
    assert isinstance(found, Refutation)
    context = context_of(declared, given)
    assert fails_at(context, statement_of(claim, context), found.witness)


def test_several_random_variables_are_looked_at_as_independent_ones(ask):
    """What is true of independent variables may be meant so, and what is false of them is false either way."""
    two, keys = ["x, y: real random", "A, B: matrix d d", "v, w: vector d random"], [*KEYS, "alpha: real positive"]
    assert isinstance(ask(two, [], "expect(x*y) == expect(x)*expect(y)"), NoWitness)
    assert isinstance(ask(two, [], "var(x + y) == var(x) + var(y)"), NoWitness)
    assert isinstance(ask(two, [], "var(x + y) == var(x) - var(y)"), Refutation)
    assert isinstance(ask(two, ["expect(x) == 9", "expect(y) == 2"], "expect(x - 2*y) == 1"), Refutation)
    assert isinstance(ask(two, ["expect(v) == zeros(d, 1)"], "expect(v@T(w)) == zeros(d, d)"), NoWitness)
    assert isinstance(ask(two, [], "expect(A@v@T(v)) == expect(v@T(v))@A"), Refutation)
    assert isinstance(ask(keys, LAWS, "expect(T(k[a])@k[b]) == 0"), NoWitness)
    assert isinstance(ask(keys, LAWS, "expect(T(k[a])@k[b]) == 1"), Refutation)


def test_dependent_laws_refute_only_where_the_joint_law_is_open(ask):
    two = ["x, y: real random"]
    for claim in ("expect(x*y) == expect(x)*expect(y)", "var(x + y) == var(x) + var(y)", "cov(x, y) == 0"):
        assert isinstance(ask(two, [], claim), NoWitness)
        found = ask(two, [], claim, coupled=True)
        assert isinstance(found, Refutation) and set(found.witness["law"]["values"]) == {"x", "y"}
        assert isinstance(ask(two, ["cov(x, y) == 0"], claim, coupled=True), NoWitness)
    for claim in ("var(x + y) == var(x) + var(y) + 2*cov(x, y)", "expect(x + y) == expect(x) + expect(y)"):
        assert isinstance(ask(two, [], claim, coupled=True), NoWitness)


def test_skew_laws_refute_what_holds_of_symmetric_ones_alone(ask):
    found = ask(["x: real random"], [], "expect((x - expect(x))**3) == 0")
    assert isinstance(found, Refutation) and sorted(found.witness["law"]["weights"]) == ["1/5", "4/5"]
    assert isinstance(ask(["x: real random"], [], "expect(step(x - expect(x))) == 1/2"), Refutation)
    assert isinstance(ask(["x: real random"], [], "expect((x - expect(x))**2) == var(x)"), NoWitness)


def test_a_law_has_the_sign_that_is_declared(ask):
    assert isinstance(ask(["x: real random positive"], [], "expect(abs(x)) == expect(x)"), NoWitness)
    assert isinstance(ask(["x: real random"], [], "expect(abs(x)) == expect(x)"), Refutation)


def test_a_moment_of_what_is_not_declared_random_decides_nothing(ask):
    assert isinstance(ask(["x: real"], [], "var(x) == 1"), NoWitness)


def test_a_law_is_shown_value_by_value(ask):
    found = ask(["x: real random"], ["expect(x) == 0", "var(x) == 1"], "x == 0")
    assert dict(found.assignment) == {"x": "random: 1 (1/2) | -1 (1/2)"}
