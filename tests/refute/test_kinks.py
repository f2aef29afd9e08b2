"""Slopes to both sides of a kink: where they differ there is no derivative, and only there."""

from __future__ import annotations

import pytest

from symproofs.refute.kinks import slopes_agree
from symproofs.refute.refute import Refutation, refute
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.types import scalar

X = name("x")
ABS = fun("abs", X)
CONTEXT = Context({"x": Declaration("x", scalar("real"))})


def _mul(*factors: Term) -> Term:
    return Term("mul", factors)


def _add(*parts: Term) -> Term:
    return Term("add", parts)


@pytest.mark.parametrize(
    ("body", "differ"),
    [
        (ABS, True),
        (_mul(num(3), ABS), True),
        (_add(X, ABS), True),
        (fun("relu", X), True),
        (fun("exp", ABS), True),
        (Term("div", (num(1), _add(num(1), ABS))), True),
        (Term("pow", (ABS, num(2))), False),
        (_mul(X, ABS), False),
        (_mul(ABS, ABS), False),
        (fun("cos", ABS), False),
        (_add(ABS, Term("neg", (ABS,))), False),
    ],
    ids=str,
)
def test_slopes_differ_just_where_there_is_no_derivative(body: Term, differ: bool) -> None:
    claim = slopes_agree(Term("derivative", (body, X), ("x",)), Relation("!=", X, num(0)), CONTEXT)
    assert claim is not None
    found = refute(CONTEXT, claim)
    assert (isinstance(found, Refutation) and found.kind == "values") is differ


@pytest.mark.parametrize("body", [Term("sqrt", (Term("pow", (X, num(2))),)), fun("step", X), fun("sign", X)], ids=str)
def test_other_kinks_are_not_looked_at(body: Term) -> None:
    assert slopes_agree(Term("derivative", (body, X), ("x",)), Relation("!=", X, num(0)), CONTEXT) is None
