"""A passage has one limit: where another one is proved than the one that is claimed, the claim is refuted and the limit named.

Each false claim stands beside the true one; what no limit is found of stays undecided, true or false.
"""

from __future__ import annotations

import pytest

from symproofs.apps.certificates import certificates
from symproofs.apps.check import check
from symproofs.derivation.verdict import Cause
from symproofs.kernel.theorem import check as check_certificate
from symproofs.messages import said
from symproofs.terms.statement import Tends
from symproofs.terms.term import num

ROWS = [
    ("As $C \\to \\infty$, ", "e^{-C} \\to 1", "e^{-C} \\to 0", "0"),
    ("As $n \\to \\infty$, ", "\\frac{n + 1}{2 n} \\to 1", "\\frac{n + 1}{2 n} \\to \\frac{1}{2}", r"\frac{1}{2}"),
    ("As $n \\to \\infty$, ", "\\frac{n}{n + 1} \\to \\infty", "\\frac{n}{n + 1} \\to 1", "1"),
    ("As $n \\to \\infty$, ", "n^2 \\to 5", "n^2 \\to \\infty", r"\infty"),
    ("As $n \\to \\infty$, ", "-n \\to \\infty", "-n \\to -\\infty", r"-\infty"),
    ("As $x \\to 2$, ", "x^2 \\to 5", "x^2 \\to 4", "4"),
    ("Let $a > 0$ be real. As $x \\to 0$, ", "a + x \\to 0", "a + x \\to a", "a"),
    ("As $n \\to \\infty$, ", "\\frac{\\sin n}{n} \\to 1", "\\frac{\\sin n}{n} \\to 0", "0"),
    ("As $x \\to \\infty$, ", "\\frac{\\log x}{x} \\to 1", "\\frac{\\log x}{x} \\to 0", "0"),
    (
        "Let $a > b$. As $C \\to \\infty$, ",
        "\\frac{e^{C a}}{e^{C a} + e^{C b}} \\to \\frac{1}{2}",
        "\\frac{e^{C a}}{e^{C a} + e^{C b}} \\to 1",
        "1",
    ),
]


def last(text: str) -> tuple[str, str]:
    step = check(text).documents[0].steps[-1]
    return step.verdict.value, step.judgement.message


@pytest.mark.parametrize(("before", "wrong", "right", "limit"), ROWS)
def test_the_limit_is_named(before: str, wrong: str, right: str, limit: str) -> None:
    verdict, message = last(f"{before}${wrong}$.")
    assert (verdict, message) == ("refuted", f"the limit is {limit}") and said(message, "zh") == f"极限是 {limit}"
    assert last(f"{before}${right}$.")[0] == "proved"


def test_a_case_in_which_the_limit_is_another_one_is_named() -> None:
    assert last("Let $s$ be real. As $C \\to \\infty$, $e^{C s} \\to 1$.") == ("refuted", r"the limit is \infty, where s > 0")
    assert last("Let $s < 0$. As $C \\to \\infty$, $e^{C s} \\to 0$.")[0] == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "As $n \\to \\infty$, $\\sin n \\to 1$.",
        "As $n \\to \\infty$, $(-1)^n \\to 1$.",
        "Let $a$ and $b$ be real. As $x \\to a$, $x b \\to a b$.",
        "As $n \\to \\infty$, $n - n^2 \\to n$.",
        "Let $x$ be random. As $n \\to \\infty$, $x / n \\to 1$.",
    ],
)
def test_where_no_other_limit_is_shown_nothing_is_refuted(text: str) -> None:
    assert last(text)[0] != "refuted"


def test_a_limit_that_may_be_the_claimed_one_refutes_nothing() -> None:
    """Of b it is known that it is 1, though not written so."""
    assert last("Let $b$ be real with $b^3 = 1$. As $x \\to 0$, $b + x \\to 1$.")[0] != "refuted"
    assert last("Suppose $a_n \\to a$ and $a = 2$. Then $a_n \\to 2$.")[0] != "refuted"


@pytest.mark.parametrize("claim", ["e^{-C} \\to 1", "e^{-C} \\approx 1"])
def test_the_theorem_of_the_other_limit_is_what_is_written_out(claim: str) -> None:
    (value,) = certificates(check(f"As $C \\to \\infty$, ${claim}$.")).values()
    assert value["format"] == "symproofs-certificate" and value["places"][0]["verdict"] == "refuted"
    theorem = check_certificate({k: v for k, v in value.items() if k not in ("hash", "places")})
    assert isinstance(theorem.conclusion, Tends) and theorem.conclusion.target == num(0)


@pytest.mark.parametrize(
    ("text", "cause"),
    [("As $n \\to \\infty$, $2^{-n} \\to 0$.", Cause.FRAGMENT), ("Let $x$ be real. Then $x / 2 \\to 0$.", Cause.REGIME)],
)
def test_what_is_wanting_is_a_regime_only_where_none_is_declared(text: str, cause: Cause) -> None:
    judgement = check(text).documents[0].steps[-1].judgement
    assert judgement.cause is (cause if judgement.verdict.value == "undecided" else None)
