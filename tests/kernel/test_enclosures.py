"""Enclosures: they hold what ball arithmetic says, are as fine as they are asked to be, and refuse what has no value."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx, fmpq

from symproofs import verify
from symproofs.kernel.enclosures import enclose
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check
from symproofs.terms.serial import statement_to_json
from symproofs.terms.statement import Relation
from symproofs.terms.term import PI, E, Term, fun, num

BITS = 160


def ball(q: Fraction) -> Any:
    return arb(fmpq(q.numerator, q.denominator))


FUNCTIONS: dict[str, tuple[Callable[[Term], Term], Callable[[Any], Any], int, int]] = {
    "exp": (lambda t: Term("pow", (E, t)), lambda x: x.exp(), -40, 40),
    "log": (lambda t: fun("log", t), lambda x: x.log(), 1, 3000),
    "sin": (lambda t: fun("sin", t), lambda x: x.sin(), -90, 90),
    "cos": (lambda t: fun("cos", t), lambda x: x.cos(), -90, 90),
    "arctan": (lambda t: fun("arctan", t), lambda x: x.atan(), -3000, 3000),
    "sqrt": (lambda t: Term("sqrt", (t,)), lambda x: x.sqrt(), 1, 3000),
    "power": (lambda t: Term("pow", (t, num(Fraction(2, 3)))), lambda x: (x.log() * 2 / 3).exp(), 1, 300),
}


@pytest.mark.parametrize("label", FUNCTIONS)
def test_the_value_is_inside(label: str) -> None:
    made, value, low, high = FUNCTIONS[label]
    chance = random.Random(label)
    for _ in range(60):
        q = Fraction(chance.randint(low * 7, high * 7), 7) + Fraction(chance.randint(1, 100), 1009)
        found = enclose(made(num(q)), BITS)
        before, ctx.prec = ctx.prec, 600
        try:
            exact = value(ball(q))
            assert ball(found.low) <= exact <= ball(found.high), q
        finally:
            ctx.prec = before
        assert found.high - found.low < Fraction(1, 2 ** (BITS - 70)), q


def test_pi_and_e() -> None:
    before, ctx.prec = ctx.prec, 600
    try:
        for node, exact in ((PI, arb.pi()), (E, arb(1).exp())):
            found = enclose(node, BITS)
            assert ball(found.low) <= exact <= ball(found.high)
            assert found.high - found.low < Fraction(1, 2 ** (BITS - 8))
    finally:
        ctx.prec = before


NOTHING = Term("add", (PI, Term("neg", (PI,))))
"""π - π, of which no enclosure says that it is 0."""
UNDEFINED = (
    Term("div", (num(1), num(0))),
    Term("div", (num(1), NOTHING)),
    Term("sqrt", (Term("neg", (num(1),)),)),
    fun("log", num(0)),
    fun("log", NOTHING),
    fun("tan", Term("div", (PI, num(2)))),
    Term("const", (), ("i",)),
    Term("name", (), ("x",)),
    Term("pow", (Term("neg", (num(2),)), num(Fraction(1, 2)))),
    Term("pow", (E, num(10**9))),
)


@pytest.mark.parametrize("node", UNDEFINED, ids=repr)
def test_what_may_have_no_value_is_refused(node: Term) -> None:
    with pytest.raises(Rejected):
        enclose(node, BITS)


def certificate(statement: Relation, digits: int) -> dict[str, Any]:
    empty: dict[str, Any] = {
        key: [] for key in ("declarations", "distinct", "hypotheses", "conditions", "axioms", "lemmas", "links")
    }
    proof = {"rule": "enclosure", "digits": digits, "of": []}
    return {
        "format": "symproofs-certificate",
        "version": 1,
        **empty,
        "statement": statement_to_json(statement),
        "proof": proof,
    }


ROOT = Term("sqrt", (num(2),))
RIGHT = (
    Relation("<", num(3), PI),
    Relation("<", E, PI),
    Relation("!=", PI, num(Fraction(22, 7))),
    Relation("<=", num(1), num(1)),
    Relation(">", Term("pow", (E, PI)), Term("pow", (PI, E))),
    Relation(">=", ROOT, num(Fraction(1414, 1000))),
    Relation("<", fun("log", num(2)), num(Fraction(694, 1000))),
    Relation("<", fun("arctan", num(5)), Term("div", (PI, num(2)))),
)
WRONG = (
    Relation("<", PI, num(3)),
    Relation("!=", PI, PI),
    Relation("<", PI, PI),
    Relation("!=", Term("mul", (ROOT, ROOT)), num(2)),
    Relation("<", Term("div", (num(1), num(0))), num(5)),
    Relation("<", num(0), fun("log", num(1))),
    Relation(">", fun("sin", num(1)), num(Fraction(8415, 10000))),
)


@pytest.mark.parametrize("statement", RIGHT, ids=repr)
def test_both_checkers_accept(statement: Relation) -> None:
    assert check(certificate(statement, 20)).conclusion == statement
    verify.check(certificate(statement, 20))


@pytest.mark.parametrize("statement", WRONG, ids=repr)
def test_both_checkers_refuse(statement: Relation) -> None:
    with pytest.raises(Rejected):
        check(certificate(statement, 20))
    with pytest.raises(verify.Refused):
        verify.check(certificate(statement, 20))


def test_digits_are_limited() -> None:
    for digits in (41, 10**6):
        with pytest.raises(Rejected):
            check(certificate(RIGHT[0], digits))
        with pytest.raises(verify.Refused):
            verify.check(certificate(RIGHT[0], digits))
