"""Conditions that a sentence gives behind what it says, with the kind of their letters or in brackets, are its conditions."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check

TRUE = [
    r"$n^2 \ge 2n$ for all integers $n \ge 2$.",
    r"$n^2 \ge 2n$ for every integer $n \ge 2$.",
    r"$n^2 \ge 2n$ for all natural numbers $n \ge 2$.",
    r"$\sqrt{x} \le x$ for all real numbers $x \ge 1$.",
    r"$\sqrt{x^2} = x$ for all reals $x \ge 1$.",
    r"The inequality $x^2 > x$ holds for all real numbers $x > 1$.",
    r"$n^2 \ge 2n$ 对所有整数 $n \ge 2$ 成立。",
    r"$x^2 > x$ 对任意实数 $x > 1$ 成立。",
    r"$\ln x < x - 1$（$x > 0$ 且 $x \ne 1$）。",
    r"$\ln x < x - 1$（$x > 0$，$x \ne 1$）。",
    r"$\ln x < x - 1$ ($x > 0$ and $x \ne 1$).",
    r"$\sqrt{ab} \le \frac{a+b}{2}$（$a > 0$ 且 $b > 0$）。",
]

FALSE = [
    r"$n^2 \ge 2n + 1$ for all integers $n \ge 2$.",
    r"$\sqrt{x} < x$ for all real numbers $x \ge 1$.",
    r"$\ln x < x - 1$（$x > 0$ 且 $x \ne 2$）。",
    r"$n^2 \ge 3n$ 对所有整数 $n \ge 2$ 成立。",
]


def _verdicts(text: str) -> list[str]:
    return [step.judgement.verdict.name for document in check(text).documents for step in document.steps]


@pytest.mark.parametrize("text", TRUE)
def test_a_condition_behind_is_one(text: str) -> None:
    first, *others = _verdicts(text)
    assert first in ("PROVED", "UNDECIDED") and set(others) == {"GIVEN"}


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_under_the_condition_is_refuted(text: str) -> None:
    assert _verdicts(text)[0] == "REFUTED"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x$ be real. Suppose $x \ne 2$ but $x^2 = 4$. Then $x = -2$.",
        r"Let $x$ be real. If $x^2 = 4$ but $x \ne 2$, then $x = -2$.",
        r"设 $x$ 为实数。假设 $x\ne 2$ 但 $x^2=4$。则 $x=-2$。",
        r"设 $x$ 为实数。假设 $x\ne 2$ 而 $x^2=4$。则 $x=-2$。",
    ],
)
def test_what_is_supposed_behind_but_is_supposed_too(text: str) -> None:
    *others, last = _verdicts(text)
    assert set(others) == {"GIVEN"} and last == "PROVED"


_KEYS = (
    r"设 $k_1,\dots,k_n \in\mathbb{R}^d$ 标准正交，$\beta\in\mathbb{R}$，$a \in [n]$ 为下标。"
    r"取 $q=\beta k_a$，则 $k_a^\top q=\beta$"
)


@pytest.mark.parametrize(
    "text",
    [
        _KEYS + r"；对 $i\neq a$，$k_i^\top q=0$。",
        _KEYS + r"，而对 $i\neq a$ 有 $k_i^\top q=0$。",
        r"Let $k_1,\dots,k_n \in\mathbb{R}^d$ be orthonormal, $\beta\in\mathbb{R}$ and $a \in [n]$ an index. Put $q=\beta k_a$."
        r" Then $k_a^\top q=\beta$; for $i\neq a$, $k_i^\top q=0$.",
    ],
)
def test_a_condition_inside_a_sentence_is_one(text: str) -> None:
    """k_i is orthogonal to k_a for i ≠ a."""
    found = _verdicts(text)
    assert found.count("PROVED") == 2 and set(found) == {"PROVED", "GIVEN"}
