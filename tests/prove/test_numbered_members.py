"""Members that are called by numbers are told apart as those called by letters are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs.derivation.document import Step

KEYS = (
    r"Let $n \ge 3$, $k_1, \dots, k_n \in \mathbb{R}^d$ be orthonormal, $\beta$ real, $q = @$ and "
    r"$\alpha_i = \frac{e^{k_i^\top q}}{\sum_{j=1}^n e^{k_j^\top q}}$. As $\beta \to \infty$, "
)

SAID = [
    (r"\beta k_1", r"$\alpha_1 \to 1$.", "PROVED"),
    (r"\beta k_1", r"$\alpha_2 \to 0$.", "PROVED"),
    (r"\beta k_1", r"$\alpha_1 \to \frac12$.", "REFUTED"),
    (r"\beta(k_1 + k_2)", r"$\alpha_2 \to \frac12$.", "PROVED"),
    (r"\beta(k_1 + k_2)", r"$\alpha_1 \to 1$.", "REFUTED"),
]


@pytest.mark.parametrize(("query", "claim", "verdict"), SAID)
def test_limits_of_weights(last_step: Callable[[str], Step], query: str, claim: str, verdict: str) -> None:
    assert last_step(KEYS.replace("@", query) + claim).judgement.verdict.name == verdict
