"""Exact numbers against Python's own fractions, and enclosures that enclose."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import acb, arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.refute import functions as f
from symproofs.refute import numbers as n

small = st.fractions(min_value=-9, max_value=9, max_denominator=7)
pairs = st.tuples(small, small)


def exact(pair: tuple[Fraction, Fraction]):
    return n.gauss(n.rational(pair[0]), n.rational(pair[1]))


def parts(x) -> tuple[Fraction, Fraction]:
    return tuple(Fraction(int(v.p), int(v.q)) for v in (n.real_part(x), n.imaginary_part(x)))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(pairs, pairs)
def test_gaussian_arithmetic_is_that_of_pairs(x, y):
    (a, b), (c, d) = x, y
    p, q = exact(x), exact(y)
    assert parts(n.add(p, q)) == (a + c, b + d)
    assert parts(n.subtract(p, q)) == (a - c, b - d)
    assert parts(n.multiply(p, q)) == (a * c - b * d, a * d + b * c)
    assert parts(n.conjugate(p)) == (a, -b)
    assert parts(n.absolute_square(p)) == (a * a + b * b, 0)
    if (c, d) != (0, 0):
        assert n.multiply(n.divide(p, q), q) == p
    else:
        with pytest.raises(n.Undefined):
            n.divide(p, q)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(pairs, pairs)
def test_enclosures_contain_what_exact_arithmetic_gives(x, y):
    p, q = exact(x), exact(y)
    for operation in (n.add, n.subtract, n.multiply):
        assert n.equal(operation(n.ball(p), n.ball(q)), operation(p, q)) is not False


@settings(max_examples=100, deadline=None, derandomize=True)
@given(pairs)
def test_square_roots_are_principal(x):
    square = n.multiply(exact(x), exact(x))
    root = f.sqrt(square)
    assert n.is_exact(root)
    assert n.multiply(root, root) == square
    re, im = parts(root)
    assert re > 0 or (re == 0 and im >= 0)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(pairs, st.integers(-4, 4))
def test_powers_agree_with_repeated_products(x, k):
    p = exact(x)
    if k < 0 and n.is_zero(p):
        return
    expected = n.ONE
    for _ in range(abs(k)):
        expected = n.multiply(expected, p)
    assert f.power(p, n.rational(k)) == (expected if k >= 0 else n.reciprocal(expected))


def test_multiples_of_pi_stay_exact():
    pi = n.pi_times(n.ONE)
    assert n.add(pi, pi) == n.pi_times(fmpq(2))
    assert n.subtract(pi, pi) == n.ZERO
    assert n.divide(pi, n.pi_times(fmpq(2))) == fmpq(1, 2)
    assert n.multiply(pi, n.ZERO) == n.ZERO
    assert n.equal(pi, fmpq(355, 113)) is False
    assert n.whole(pi) is None
    assert n.surely_not_integer(pi)


def test_what_is_not_enclosed_is_neither_equal_nor_different():
    nan, everything = arb("nan"), arb(0, arb("inf"))
    for x in (nan, everything, acb(nan), arb(1) / arb(0)):
        assert n.equal(x, fmpq(1)) is None
        assert n.is_zero(x) is None
        with pytest.raises(n.Undetermined):
            n.finite(x)
    with pytest.raises(n.Undetermined):
        n.sign(nan)


def test_overlapping_enclosures_are_neither_equal_nor_different():
    with n.precision(100):
        two = n.multiply(f.sqrt(fmpq(2)), f.sqrt(fmpq(2)))
        assert n.equal(two, fmpq(2)) is None
        assert n.equal(two, fmpq(3)) is False
        with pytest.raises(n.Undetermined):
            n.sign(n.subtract(two, fmpq(2)))


def test_the_precision_is_put_back():
    import flint

    before = flint.ctx.prec
    with pytest.raises(ZeroDivisionError), n.precision(1234):
        raise ZeroDivisionError
    assert flint.ctx.prec == before


@pytest.mark.parametrize(
    "x", [fmpq(-7, 3), n.gauss(fmpq(1, 2), fmpq(-3)), n.pi_times(fmpq(2, 3)), n.pi_times(n.gauss(n.ZERO, n.ONE))]
)
def test_numbers_survive_json(x):
    assert n.number_from_json(n.number_to_json(x)) == x


def test_an_enclosure_is_no_witness():
    with pytest.raises(ValueError, match="enclosure"):
        n.number_to_json(arb(1))
