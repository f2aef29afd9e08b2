"""A gradient without a name below is by the one argument of its function."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs.derivation.document import Step

F = r"Let $A\in\mathbb{R}^{n\times n}$ be symmetric, $b\in\mathbb{R}^n$, $x\in\mathbb{R}^n$ and $f(x)=x^\top Ax-b^\top x$. "
G = r"Let $g(w) = \|X w - y\|^2$ with $X\in\mathbb{R}^{m\times k}$, $y \in\mathbb{R}^m$, $w\in\mathbb{R}^k$. "

SAID = [
    (F + r"Then $\nabla f=2Ax-b$.", "PROVED"),
    (F + r"Then $\nabla f(x)=2Ax-b$.", "PROVED"),
    (F + r"Then $\nabla f=Ax-b$.", "REFUTED"),
    (G + r"Then $\nabla g = 2X^\top (Xw - y)$.", "PROVED"),
    (G + r"Then $\nabla g(w) = X^\top (Xw - y)$.", "REFUTED"),
    (G + r"Then $\nabla^2 g = 2X^\top X$.", "PROVED"),
    (r"设 $p(t)=t^3$。则 $\nabla p(u)=3u^2$。", "PROVED"),
    (F + "\n\n## Next\n\n" + r"Then $\nabla f=2Ax-b$.", "PROVED"),
    (F + "\n\n## Next\n\n" + r"Then $\nabla f=Ax-b$.", "REFUTED"),
    (r"Let $h(x, y) = x y$. Then $\nabla h = y$.", "UNDECIDED"),
    (r"Then $\nabla L = 2$.", "UNDECIDED"),
]


@pytest.mark.parametrize(("text", "verdict"), SAID)
def test_what_a_gradient_is_by(last_step: Callable[[str], Step], text: str, verdict: str) -> None:
    assert last_step(text).judgement.verdict.name == verdict
