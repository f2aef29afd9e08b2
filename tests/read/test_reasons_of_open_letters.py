"""`Since x > 0` of a letter of which nothing else is said is what the text takes for granted, before it and behind."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check

TRUE = [
    r"因为 $x > 0$，所以 $x + \frac{1}{x} \ge 2$。",
    r"Since $x > 0$, we have $x + 1/x \ge 2$.",
    r"注意到 $x > 0$，所以 $\sqrt{x^2} = x$。",
    r"As $x > 1$, $\ln x > 0$.",
    r"$\sqrt{x^2} = x$, since $x \ge 0$.",
    r"$\sqrt{x^2} = x$，因为 $x \ge 0$。",
]

NOT_SO = [
    r"Let $x$ be a real number. Since $x > 0$, $\sqrt{x^2} = x$.",
    r"Let $x = -1$. Since $x > 0$, $\sqrt{x^2} = x$.",
    r"Suppose $x < 0$. Since $x > 0$, $\sqrt{x^2} = x$.",
]


def _verdicts(text: str) -> list[str]:
    return [step.judgement.verdict.name for document in check(text).documents for step in document.steps]


@pytest.mark.parametrize("text", TRUE)
def test_it_is_given(text: str) -> None:
    assert sorted(_verdicts(text)) == ["GIVEN", "PROVED"]


@pytest.mark.parametrize("text", NOT_SO)
def test_what_the_text_speaks_of_otherwise_is_claimed(text: str) -> None:
    assert "REFUTED" in _verdicts(text)
