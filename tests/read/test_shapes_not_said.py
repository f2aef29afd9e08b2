"""A letter that may be an array decides nothing below a norm, a softmax, a transpose; once it is said to be a number, it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs.derivation.document import Step

OPEN = [
    r"Let $L = \|y - X\beta\|^2$. Then $\nabla_\beta L = -2X(y - X\beta)$.",
    r"最小二乘损失 $L = \|Xw - y\|^2$，其梯度为 $\nabla_w L = 2X(Xw - y)$。",
    r"$\frac{\partial}{\partial W}\|Wx - y\|^2 = 2x(Wx - y)$",
    r"$\operatorname{softmax}(2x) = \operatorname{softmax}(x)$",
    r"$\operatorname{softmax}(x) = \operatorname{softmax}(x + b)$",
    r"$x x^\top = x^\top x$",
    r"$x^\top y = xy$",
    r"$\|x\|^2 = x^2$",
    r"$\langle x, y \rangle \langle z, w \rangle = \langle x, z \rangle \langle y, w \rangle$",
    r"$\operatorname{diag}(x) y = xy$",
    r"$(\vec a \cdot \vec b) \vec c = \vec a (\vec b \cdot \vec c)$",
]

SAID = [
    (r"Let $x$ be a real number. Then $\|x\|^2 = x^2$.", "PROVED"),
    (r"Let $x, y$ be real numbers. Then $x^\top y = xy$.", "PROVED"),
    (r"Let $x, y \in \mathbb{R}^n$. Then $x^\top y = y^\top x$.", "PROVED"),
    (r"Let $z \in \mathbb{R}^n$. Then $\operatorname{softmax}(2z) = \operatorname{softmax}(z)$.", "REFUTED"),
    (r"$(A x)^\top (A x) = x^\top A^\top A x$", "PROVED"),
]


@pytest.mark.parametrize("text", OPEN)
def test_what_may_be_an_array_is_not_decided_as_a_number(last_step: Callable[[str], Step], text: str) -> None:
    assert last_step(text).judgement.verdict.name == "UNDECIDED"


@pytest.mark.parametrize(("text", "verdict"), SAID)
def test_what_is_said_is_decided(last_step: Callable[[str], Step], text: str, verdict: str) -> None:
    assert last_step(text).judgement.verdict.name == verdict
