"""What is said of a letter behind `Let A be …` is claimed of it, whatever the words were: it gives the letter no value."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check

CLAIMS = [
    "Let $A$ be nilpotent. Then $A = 0$. So $AB = 0$.",
    "设 $A$ 是幂零矩阵。则 $A = 0$。所以 $AB = 0$。",
    "Let $f$ be a continuous function. Then $f(x) = x$.",
    "Let $P$ be a permutation matrix. Then $P^2 = I$.",
    "设 $Q$ 为正交矩阵，则 $Q^2 = I$。",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_nothing_is_defined_by_what_follows(text: str) -> None:
    (document,) = check(text).documents
    assert {step.judgement.verdict.name for step in document.steps if step.link.role == "claim"} <= {"UNDECIDED", "REFUTED"}
    assert any(step.link.role == "claim" for step in document.steps)


def test_a_result_may_still_get_a_name() -> None:
    (document,) = check(r"Let $x$ be a real number. Then $y = x + 1$ and $y - 1 = x$.").documents
    assert [step.link.role for step in document.steps][-2:] == ["definition", "claim"]
    assert document.steps[-1].judgement.verdict.name == "PROVED"


@pytest.mark.parametrize(
    "anew",
    [
        "Now consider an arbitrary real $x$. Then",
        r"Consider now an arbitrary $x \in \mathbb{R}$. Then",
        "Take any real $x$. Then",
        "Pick an arbitrary real number $x$. Then",
        "For a general $x$,",
        "For an arbitrary $x$ we have",
        "现在考虑任意实数 $x$。则",
        "任取 $x$。则",
        "对一般的 $x$，",
    ],
)
def test_a_letter_of_which_any_value_is_considered_is_another_one(anew: str) -> None:
    """x² = 9 for x = 3, not for every x."""
    text = f"Let $x = 3$. Then $x^2 = 9$.\n\n{anew} $x^2 = 9$."
    found = [s.verdict.value for s in check(text).documents[0].steps if s.link.role == "claim"]
    assert found[0] == "proved"
    assert found[-1] != "proved"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x$ be real, $x \ne 0$. Set $y = 1/x$. Then $xy = 1$. Set $y = 2$. Then $xy = 2x$. So $xy = 1$.",
        r"设 $x$ 为实数，$x\ne0$。令 $y=1/x$。则 $xy=1$。令 $y=2$。则 $xy=2x$。所以 $xy=1$。",
    ],
)
def test_a_name_that_is_set_again_is_a_new_one(text: str) -> None:
    """x y = 1 is said of the old y."""
    (document,) = check(text).documents
    roles = [s.link.role for s in document.steps]
    assert roles[-5:] == ["definition", "claim", "definition", "claim", "claim"]
    assert [s.verdict.value for s in document.steps if s.link.role == "claim"] == ["proved", "proved", "refuted"]
