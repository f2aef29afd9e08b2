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
