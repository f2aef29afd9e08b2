"""What is true of whole numbers is not refuted by n = 1/2 or n = -1, where the text does not say what n is."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check

RIGHT = [
    r"$(\cos x + i \sin x)^n = \cos nx + i \sin nx$",
    r"$e^{2\pi i k} = 1$",
    r"$\sin(n\pi) = 0$",
    r"$\frac{1}{n+1} < \frac{1}{n}$",
    r"$\frac{n+1}{n} \le 2$",
    r"$\sqrt{n^2} = n$",
    r"$n^2 \ge n$",
]

WRONG = [
    r"$(n+1)^2 = n^2 + 1$",
    r"$\frac{1}{k} = k$",
    r"$\frac{1}{n+1} > \frac{1}{n}$",
    r"$\cos(n\pi) = 1$",
    r"Let $n$ be a real number. Then $\sqrt{n^2} = n$.",
    r"For all integers $n$ we have $\sqrt{n^2} = n$.",
]


def _last(text: str) -> str:
    return check(text).documents[0].steps[-1].judgement.verdict.name


@pytest.mark.parametrize("text", RIGHT)
def test_it_is_not_refuted(text: str) -> None:
    assert _last(text) != "REFUTED"


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_of_whole_numbers_is(text: str) -> None:
    assert _last(text) == "REFUTED"
