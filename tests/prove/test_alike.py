"""Conditions that say the same are one; those that differ stay two."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check
from symproofs.prove.alike import each_once, say_the_same
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, name, num, term
from symproofs.terms.types import scalar, vector

CONTEXT = Context().declare(
    Declaration("k", vector("d")), Declaration("q", vector("d")), Declaration("a", scalar()), Declaration("b", scalar())
)
K, Q, A, B, ZERO = name("k"), name("q"), name("a"), name("b"), num(0)


def dot(left: Term, right: Term) -> Term:
    return term("mul", term("transpose", left), right)


SAME = [
    (Relation("=", dot(K, Q), ZERO), Relation("=", dot(Q, K), ZERO)),
    (Relation("=", dot(K, Q), ZERO), Relation("=", term("inner", K, Q), ZERO)),
    (Relation("!=", A, B), Relation("!=", B, A)),
    (Relation("!=", term("add", A, term("neg", B)), ZERO), Relation("!=", B, A)),
    (Relation(">", A, B), Relation("<", B, A)),
]
OTHERS = [
    (Relation("=", dot(K, Q), ZERO), Relation("!=", dot(Q, K), ZERO)),
    (Relation("=", dot(K, Q), ZERO), Relation("=", dot(Q, Q), ZERO)),
    (Relation(">", A, B), Relation(">", B, A)),
    (Relation(">", A, B), Relation(">=", A, B)),
    (Relation("!=", A, ZERO), Relation("!=", term("mul", num(2), B), ZERO)),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_the_same_is_kept_once(first: Relation, second: Relation) -> None:
    assert each_once(CONTEXT, (first, second)) == (first,) and each_once(CONTEXT, (second, first)) == (second,)


@pytest.mark.parametrize(("first", "second"), OTHERS)
def test_what_differs_stays(first: Relation, second: Relation) -> None:
    assert not say_the_same(CONTEXT, first, second) and each_once(CONTEXT, (first, second)) == (first, second)


def test_a_sign_is_asked_of_numbers_only() -> None:
    """The factors of `β k^T q` are arrays: on the sign of k^T q hangs the limit, not on that of k."""
    text = r"Let $k, q \in \mathbb{R}^d$ and let $\beta$ be a number with $\beta \to \infty$. "
    text += r"Then $\frac{e^{\beta k^\top q}}{1 + e^{\beta k^\top q}} \approx \frac{1}{2}$."
    step = check(text).documents[0].steps[-1]
    assert step.verdict.value == "refuted" and "tends to 1, where" in step.judgement.message and "> 0" in step.judgement.message
