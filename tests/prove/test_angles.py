"""Equal waves and whole numbers: what follows from e^{ia} = e^{ib}, and where π is irrational."""

from __future__ import annotations

import pytest

from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import prove
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import And, ForAll, Hypothesis, Implies, Membership, Relation, Statement
from symproofs.terms.term import PI, Term, fun, name, num, term
from symproofs.terms.types import Sort, function, scalar

D, INDEX, T = name("d"), name("i"), name("t")
FIRST, SECOND = name("t_1"), name("t_2")
EVEN, ODD = term("mul", num(2), INDEX), term("add", term("mul", num(2), INDEX), num(1))
ANGLE = term("div", T, term("pow", num(10000), term("div", EVEN, D)))
IN_RANGE = And((Relation("<=", num(0), INDEX), Relation("<", INDEX, term("div", D, num(2)))))


def code(position: Term, place: Term) -> Term:
    return Term("call", (position, place), ("Phi",))


def in_range(statement: Statement, *others: tuple[str, Sort]) -> Statement:
    """The statement for all i from 0 to d/2 - 1."""
    return ForAll((("i", scalar("integer")), *((n, scalar(s)) for n, s in others)), Implies(IN_RANGE, statement))


def equal_codes(sort: Sort, least: int = 2) -> Context:
    """Two positions whose sinusoidal codes are equal: d even, d ≥ 2."""
    rows = [Declaration("d", scalar("integer")), *(Declaration(n, scalar(sort)) for n in ("t_1", "t_2"))]
    rows.append(Declaration("Phi", function((scalar(), scalar()), scalar())))
    laws = [
        Relation(">=", D, num(least)),
        Membership(term("div", D, num(2)), "integer"),
        in_range(Relation("=", code(T, EVEN), fun("sin", ANGLE)), ("t", "real")),
        in_range(Relation("=", code(T, ODD), fun("cos", ANGLE)), ("t", "real")),
        *(in_range(Relation("=", code(FIRST, place), code(SECOND, place))) for place in (EVEN, ODD)),
    ]
    return Context().declare(*rows).assume(map(Hypothesis, laws))


def test_integer_positions_with_equal_codes_are_equal() -> None:
    """The first pair of entries alone gives t_1 - t_2 = 2kπ, and π is irrational."""
    found = prove(equal_codes("integer"), Relation("=", FIRST, SECOND))
    assert isinstance(found, Proof) and not found.conditions
    assert tuple(found.theorem.axioms) == ("pi-irrational",)


def test_rational_positions_too() -> None:
    found = prove(equal_codes("rational"), Relation("=", FIRST, SECOND))
    assert isinstance(found, Proof) and not found.conditions


def test_real_positions_with_equal_codes_need_not_be_equal() -> None:
    """d = 4, t_1 - t_2 = 200π: nothing may be proved."""
    assert isinstance(prove(equal_codes("real"), Relation("=", FIRST, SECOND)), Failure)


def test_codes_of_no_entries_say_nothing() -> None:
    """With d = 0 there is no pair of entries."""
    assert isinstance(prove(equal_codes("integer", least=0), Relation("=", FIRST, SECOND)), Failure)


@pytest.mark.parametrize("sort", ["integer", "rational"])
def test_a_number_that_is_a_multiple_of_pi_is_zero(sort: Sort) -> None:
    context = Context().declare(Declaration("x", scalar(sort)), Declaration("k", scalar("integer")))
    context = context.assume([Hypothesis(Relation("=", name("x"), term("mul", num(3), name("k"), PI)))])
    for label in ("x", "k"):
        found = prove(context, Relation("=", name(label), num(0)))
        assert isinstance(found, Proof) and tuple(found.theorem.axioms) == ("pi-irrational",)
