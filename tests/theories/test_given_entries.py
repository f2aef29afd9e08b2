"""An equation that gives every entry of an array, whatever its greatest monomial is, is used where the array stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs.derivation.document import Step

LOGISTIC = (
    r"Let $X\in\mathbb{R}^{m\times n}$ with rows $x_i^\top$, $\theta\in\mathbb{R}^n$, $h_i=\sigma(\theta^\top x_i)$, "
    r"$J=-\frac1m\sum_{i=1}^m\log h_i$, $\Lambda=\mathrm{diag}(h_i(1-h_i))$ and "
    r"$H_{lk}=\frac{\partial^2J}{\partial\theta_l\partial\theta_k}$. "
)
SCALED = r"Let $X\in\mathbb{R}^{m\times n}$, $c>0$ and $H_{lk}=\frac1c\sum_{i=1}^m X_{il}X_{ik}$. "

SAID = [
    (SCALED + r"Then $H = \frac1c X^\top X$.", "PROVED"),
    (SCALED + r"Then $H = X^\top X$.", "REFUTED"),
    (SCALED + r"Then $\mathrm{tr} H = \frac1c \|X\|_F^2$.", "PROVED"),
    (LOGISTIC + r"Then $H=\frac1m X^\top\Lambda X$.", "PROVED"),
    (LOGISTIC + r"Then $H=X^\top\Lambda X$.", "REFUTED"),
    (
        r"Let $A, B\in\mathbb{R}^{n\times n}$, $A_{ij} = B_{ij} + \frac{1}{2}B_{ji}$ and $B_{ij} = A_{ij}$. Then $B^\top = 0$.",
        "PROVED",
    ),
    (r"Let $A, B\in\mathbb{R}^{n\times n}$ and $A_{ij} = B_{ij} + A_{ji}$. Then $A = B$.", "REFUTED"),
]


@pytest.mark.parametrize(("text", "verdict"), SAID)
def test_entries_that_are_given(last_step: Callable[[str], Step], text: str, verdict: str) -> None:
    assert last_step(text).judgement.verdict.name == verdict
