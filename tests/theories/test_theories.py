"""Which theory is named, and what neither decides."""

from __future__ import annotations

import pytest

from symproofs.terms.context import Context, Declaration
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.types import matrix, scalar
from symproofs.theories.equality import Lemma, Stuck, prove_equal
from symproofs.theories.rewriting import RULES
from symproofs.theories.theories import THEORIES

CONTEXT = Context(
    {
        "A": Declaration("A", matrix("n", "n")),
        "P": Declaration("P", matrix("n", "n"), frozenset({"permutation"})),
        "x": Declaration("x", scalar()),
        "z": Declaration("z", scalar("complex")),
    }
)
A, P, x, z = map(name, ("A", "P", "x", "z"))


def squares() -> Term:
    return Term("add", tuple(Term("pow", (fun(f, x), num(2))) for f in ("sin", "cos")))


@pytest.mark.parametrize(
    ("left", "right", "theory"),
    [
        (squares(), num(1), "exponential polynomials"),
        (Term("mul", (fun("conj", z), z)), Term("mul", (z, fun("conj", z))), "exponential polynomials"),
        (Term("transpose", (Term("transpose", (A,)),)), A, "indexed sums of products"),
        (Term("mul", (x, num(2))), Term("mul", (num(2), x)), "indexed sums of products"),
    ],
)
def test_the_theory_that_decided_is_named(left: Term, right: Term, theory: str) -> None:
    found = prove_equal(CONTEXT, left, right)
    assert isinstance(found, Lemma) and found.theory == theory


def test_names_are_distinct() -> None:
    assert len({row.name for row in THEORIES}) == len(THEORIES)
    assert len({row.name for row in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        (fun("sin", Term("mul", (Term("const", (), ("pi",)), x))), num(0), "the normal forms of the two sides differ"),
        (Term("det", (A,)), Term("det", (Term("transpose", (A,)),)), "the kernel has no entries for a determinant"),
        (fun("log", Term("pow", (z, num(2)))), Term("mul", (num(2), fun("log", z))), "the normal forms of the two sides differ"),
    ],
)
def test_what_is_not_decided_says_why(left: Term, right: Term, why: str) -> None:
    found = prove_equal(CONTEXT, left, right)
    assert isinstance(found, Stuck) and found.cause == "fragment" and found.message == why
