"""Orders about lengths, inner products and variances, each beside one that says too much."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs import verify
from symproofs.derivation.document import Step

VECTORS = r"Let $x\in\mathbb{R}^n$ and $y\in\mathbb{R}^n$. Then "
NUMBERS = r"Let $X, Y$ be real random variables. Then "

TRUE = [
    VECTORS + r"$\|x\| \ge 0$.",
    VECTORS + r"$x^\top x \ge 0$.",
    VECTORS + r"$\|x+y\|\le\|x\|+\|y\|$.",
    VECTORS + r"$\|x-y\|\le\|x\|+\|y\|$.",
    VECTORS + r"$x^\top y\le\|x\|\|y\|$.",
    VECTORS + r"$|x^\top y|\le\|x\|\|y\|$.",
    VECTORS + r"$(x^\top y)^2\le\|x\|^2\|y\|^2$.",
    VECTORS + r"$2x^\top y\le\|x\|^2+\|y\|^2$.",
    VECTORS + r"$x^\top y \le \frac12 x^\top x + \frac12 y^\top y$.",
    VECTORS + r"$\|x+y\|^2\le 2\|x\|^2+2\|y\|^2$.",
    VECTORS + r"$\|x+y\|^2\le (\|x\|+\|y\|)^2$.",
    NUMBERS + r"$\mathrm{Var}(X)\ge 0$.",
    NUMBERS + r"$E[X^2]\ge (E[X])^2$.",
    NUMBERS + r"$\mathrm{Var}(X) \le E[X^2]$.",
    NUMBERS + r"$\mathrm{Var}(X+Y)\le 2\mathrm{Var}(X)+2\mathrm{Var}(Y)$.",
    NUMBERS + r"$2\mathrm{Cov}(X,Y)\le \mathrm{Var}(X)+\mathrm{Var}(Y)$.",
]

FALSE = [
    VECTORS + r"$\|x\| > 0$.",
    VECTORS + r"$\|x+y\|^2\le \|x\|^2+\|y\|^2$.",
    VECTORS + r"$x^\top y\le\|x\|$.",
    VECTORS + r"$x^\top y\ge -\|x\|$.",
    VECTORS + r"$\|x-y\|\le\|x\|$.",
    VECTORS + r"$2x^\top y\le\|x\|^2$.",
    NUMBERS + r"$E[X^2]\ge 2 (E[X])^2$.",
]

NOT_PROVED = [
    NUMBERS + r"$\mathrm{Var}(X) > 0$.",
    NUMBERS + r"$\mathrm{Cov}(X,Y)\ge 0$.",
    NUMBERS + r"$\mathrm{Var}(X+Y)\le \mathrm{Var}(X)+\mathrm{Var}(Y)$.",
    NUMBERS + r"$E[X] \ge 0$.",
    r"Let $x\in\mathbb{C}^n$. Then $x^\top x \ge 0$.",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_is_proved(last_step: Callable[[str], Step], text: str) -> None:
    judgement = last_step(text).judgement
    assert judgement.verdict.name == "PROVED"
    assert judgement.certificate is not None and verify.check(judgement.certificate) == "theorem"


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_is_refuted(last_step: Callable[[str], Step], text: str) -> None:
    assert last_step(text).judgement.verdict.name == "REFUTED"


@pytest.mark.parametrize("text", NOT_PROVED)
def test_what_need_not_hold_is_not_proved(last_step: Callable[[str], Step], text: str) -> None:
    assert last_step(text).judgement.verdict.name in ("UNDECIDED", "REFUTED")
