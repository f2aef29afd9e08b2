"""What `holds` says of quantified statements is what counting says, and it says nothing where counting cannot end."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from symproofs.refute.evaluate import Environment, Meter
from symproofs.refute.numbers import Undetermined, pi_times, precision, rational
from symproofs.refute.truth import holds
from symproofs.terms.statement import And, Exists, ForAll, Implies, Relation
from symproofs.terms.term import PI, Term, name, num, term
from symproofs.terms.types import index, scalar

K, J = name("k"), name("j")
INTEGER, REAL = scalar("integer"), scalar()


def environment(**values: object) -> Environment:
    found = {n: v if not isinstance(v, (int, Fraction)) else rational(v) for n, v in values.items()}
    return Environment(dict.fromkeys(values, REAL), {"n": 4}, found, Meter(100_000))


def form(a: int, b: int, c: int) -> Term:
    """a k + b j + c."""
    return term("add", term("mul", num(a), K), term("mul", num(b), J), num(c))


@pytest.mark.parametrize("seed", range(40))
def test_bounded_statements_are_counted_out(seed):
    rng = Random(seed)
    low, high = rng.randint(-3, 1), rng.randint(0, 4)
    a, b, c = (rng.randint(-2, 2) for _ in range(3))
    operator, python = rng.choice((("=", int.__eq__), ("!=", int.__ne__), ("<", int.__lt__), (">=", int.__ge__)))
    within = And(
        (Relation("<=", num(low), K), Relation("<", K, num(high)), Relation("<", num(low), J), Relation("<=", J, num(high)))
    )
    claim = Relation(operator, form(a, b, c), num(0))
    cases = [python(a * k + b * j + c, 0) for k in range(low, high) for j in range(low + 1, high + 1)]
    names = (("k", INTEGER), ("j", INTEGER))
    assert holds(ForAll(names, Implies(within, claim)), environment()) is all(cases)
    assert holds(Exists(names, And((within, claim))), environment()) is any(cases)


def test_index_sets_are_counted_out():
    for c in range(6):
        statement = Exists((("k", index("n")),), Relation("=", K, num(c)))
        assert holds(statement, environment()) is (1 <= c <= 4)


@pytest.mark.parametrize("seed", range(30))
def test_one_linear_equation_decides_what_exists(seed):
    rng = Random(seed)
    a, c, x = (
        rng.choice((1, 2, 3, -2)),
        Fraction(rng.randint(-6, 6), rng.choice((1, 2))),
        Fraction(rng.randint(-9, 9), rng.choice((1, 3))),
    )
    solution = (x - c) / a
    equation = Relation("=", term("add", term("mul", num(a), K), num(c)), name("x"))
    assert holds(Exists((("k", INTEGER),), equation), environment(x=x)) is (solution.denominator == 1)
    assert holds(Exists((("k", REAL),), equation), environment(x=x))
    above = And((equation, Relation(">", K, num(1))))
    assert holds(Exists((("k", REAL),), above), environment(x=x)) is (solution > 1)


def test_multiples_of_pi_are_solved_exactly():
    turns = Relation("=", name("x"), term("mul", num(2), PI, K))
    statement = Exists((("k", INTEGER),), turns)
    with precision(100):
        assert holds(statement, environment(x=pi_times(rational(200))))
        assert not holds(statement, environment(x=pi_times(rational(3))))
        assert not holds(statement, environment(x=7))
        assert holds(statement, environment(x=0))


def test_systems_are_solved():
    both = And((Relation("=", form(1, 1, 0), name("x")), Relation("=", form(1, -1, 0), name("y"))))
    statement = Exists((("k", INTEGER), ("j", INTEGER)), both)
    assert holds(statement, environment(x=5, y=1))
    assert not holds(statement, environment(x=5, y=2))
    clash = And((Relation("=", form(1, 1, 0), name("x")), Relation("=", form(1, 1, 0), name("y"))))
    assert not holds(Exists((("k", REAL), ("j", REAL)), clash), environment(x=5, y=1))


@pytest.mark.parametrize(
    "statement",
    [
        ForAll((("k", REAL),), Relation("=", K, K)),
        ForAll((("k", INTEGER),), Implies(Relation("<", num(0), K), Relation("<", num(0), K))),
        Exists((("k", REAL),), Relation(">", K, num(0))),
        Exists((("k", REAL),), Relation("=", term("pow", K, num(2)), num(2))),
        Exists((("k", REAL), ("j", REAL)), Relation("=", form(1, 1, 0), num(1))),
        Exists((("k", INTEGER),), Relation("=", term("mul", num(0), K), num(1))),
    ],
)
def test_what_counting_and_solving_do_not_reach_is_left_open(statement):
    with pytest.raises(Undetermined):
        holds(statement, environment())
