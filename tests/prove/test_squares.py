"""Equations from squares that are 0 and from orders: what holds of real numbers, and what does not."""

from __future__ import annotations

import pytest

import symproofs


def last(text: str) -> str:
    return [s.judgement.verdict.value for d in symproofs.check(text).documents for s in d.steps][-1]


@pytest.mark.parametrize(
    "text",
    [
        "Let $a, b$ be real with $(a-b)^2 = 0$. Then $a = b$.",
        "Let $a, b$ be complex numbers with $(a-b)^2 = 0$. Then $a = b$.",
        "Let $a, b > 0$ and $a + b = 2\\sqrt{ab}$. Then $a = b$.",
        "Let $x, y$ be real with $x^2 + y^2 = 0$. Then $x = 0$.",
        "Let $x, y$ be real with $x^2 + y^2 = 2xy$. Then $x = y$.",
        "Let $x, y, z$ be real with $x^2 + y^2 + z^2 = 0$. Then $y = 0$.",
        "Let $x, y$ be real with $(x-y)^2 + (y - 1)^2 = 0$. Then $x = y$.",
        "Let $a, b, c$ be real with $a^2 + b^2 + c^2 = ab + bc + ca$. Then $a = b$.",
        "Let $x$ be real with $x^2 \\le 0$. Then $x = 0$.",
        "Let $a \\le b$ and $b \\le a$. Then $a = b$.",
        "Let $x, y \\ge 0$ with $x + y = 0$. Then $x = 0$.",
        "Let $x, y$ be real with $x^2 + y^2 = 1$. Then $x \\le 1$.",
        "Let $x, y$ be real with $x^2 + y^2 \\le 1$. Then $x^2 \\le 1$.",
        "Let $a, b > 0$. Then $a + b \\ge 2\\sqrt{ab}$, with equality iff $a = b$.",
    ],
)
def test_it_holds(text: str) -> None:
    """Squares of real numbers are not negative; a number whose square is 0 is 0; two numbers none of which is less are equal."""
    assert last(text) == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "Let $x, y$ be complex numbers with $x^2 + y^2 = 0$. Then $x = 0$.",  # 1 and i
        "Let $x, y$ be real with $x^2 - y^2 = 0$. Then $x = y$.",  # 1 and -1
        "Let $x, y$ be real with $x^2 + y^2 = 1$. Then $x = 1$.",
        "Let $a \\le b$ and $b \\le a + 1$. Then $a = b$.",
        "Let $x, y$ be real with $x + y = 0$. Then $x = 0$.",
        "Let $A$ be a real $2 \\times 2$ matrix with $A^2 = 0$. Then $A = 0$.",
    ],
)
def test_it_need_not_hold(text: str) -> None:
    assert last(text) != "proved"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let $|x| \\le 2$. Then $x \\ge -2$.", "proved"),
        ("Let $|x - y| \\le 1$. Then $x \\le y + 1$.", "proved"),
        ("Let $|x - a| < \\delta$. Then $a - \\delta < x$.", "proved"),
        ("Assume $|f(x)| \\le M$ for all $x$. Then $f(3) \\le M$.", "proved"),
        ("Let $|x - y| \\le 1$. Then $x \\le y$.", "refuted"),
    ],
)
def test_a_modulus_that_is_bounded(text: str, expected: str) -> None:
    """-|t| ≤ t ≤ |t|."""
    assert last(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Suppose $a \\le b + \\epsilon$ for all $\\epsilon > 0$. Then $a \\le b$.", "proved"),
        ("Suppose $|a - b| < \\epsilon$ for every $\\epsilon > 0$. Then $a = b$.", "proved"),
        ("Suppose $|a - b| \\le 3 \\epsilon$ for every $\\epsilon > 0$. Then $a = b$.", "proved"),
        ("设对任意 $\\varepsilon > 0$ 有 $|x| < \\varepsilon$。则 $x = 0$。", "proved"),
        ("Suppose $a < b + \\epsilon$ for all $\\epsilon > 0$. Then $a < b$.", "undecided"),
        ("Suppose $a \\le b + \\epsilon$ for all $\\epsilon > 1$. Then $a \\le b$.", "undecided"),
    ],
)
def test_what_holds_for_every_positive_number(text: str, expected: str) -> None:
    """a = b meets a < b + ε for every ε > 0."""
    assert last(text) == expected
