"""A diagonal matrix given by its general entry says what every entry is; one by numbers written out is that matrix."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs.derivation.document import Step

RUN = r"Let $\lambda_1,\dots,\lambda_n\in\mathbb{R}$ and $\Lambda=\mathrm{diag}(\lambda_1,\dots,\lambda_n)$. "
ENTRY = r"Let $X\in\mathbb{R}^{m\times n}$, $a\in\mathbb{R}^m$ and $\Lambda=\mathrm{diag}(a_i(1-a_i))$. "

SAID = [
    (RUN + r"Then $\mathrm{tr}\Lambda = \sum_i \lambda_i$.", "PROVED"),
    (RUN + r"Then $\mathrm{tr}\Lambda^2 = \sum_i \lambda_i$.", "REFUTED"),
    (RUN + r"Then $\Lambda^\top = \Lambda$.", "PROVED"),
    (ENTRY + r"Then $(X^\top\Lambda X)_{lk} = \sum_{i=1}^m a_i(1-a_i) X_{il}X_{ik}$.", "PROVED"),
    (ENTRY + r"Then $(X^\top\Lambda X)_{lk} = \sum_{i=1}^m a_i X_{il}X_{ik}$.", "REFUTED"),
    (r"设 $D = \operatorname{diag}\{d_1, \dots, d_n\}$，$d_i$ 为实数。则 $D_{11} = d_1$。", "PROVED"),
    (r"Let $D = \mathrm{diag}(a, b)$. Then $\det D = ab$.", "PROVED"),
    (r"设 $K = \operatorname{diag}(1,2,3)$。则 $K^2=\operatorname{diag}(1,4,9)$。", "PROVED"),
    (r"设 $K = \operatorname{diag}(1,2,3)$。则 $\det K = 5$。", "REFUTED"),
    (r"Let $p\in\mathbb{R}^n$ and $J=\operatorname{diag}(p)-pp^\top$. Then $J = J^\top$.", "PROVED"),
    (r"Let $s = 3$. Then $\operatorname{diag}(s) = 4$.", "UNDECIDED"),
]


@pytest.mark.parametrize(("text", "verdict"), SAID)
def test_diagonals(last_step: Callable[[str], Step], text: str, verdict: str) -> None:
    assert last_step(text).judgement.verdict.name == verdict
