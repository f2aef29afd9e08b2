"""Nobody means a sum from 0 to n for a negative n: what is said of an open upper bound is said of natural numbers."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check

IDENTITIES = [
    r"\sum_{k=0}^n \binom{n}{k} = 2^n",
    r"\sum_{k=0}^n (-1)^k \binom{n}{k} = 0^n",
    r"\sum_{k=0}^n k\binom{n}{k} = n2^{n-1}",
    r"\sum_{k=0}^{n-1} 2^k = 2^n - 1",
    r"\sum_{k=0}^{n} 1 = n + 1",
    r"\sum_{k=0}^{2m} (-1)^k = 1",
    r"\sum_{k=1}^{n} (2k - 1) = n^2",
    r"\sum_{k=0}^{n} \sum_{j=0}^{m} 1 = (n+1)(m+1)",
]
"""Right for all natural numbers, most of them wrong at -1 or -2."""


@pytest.mark.parametrize("identity", IDENTITIES)
def test_what_is_right_is_not_refuted_by_a_negative_bound(identity: str) -> None:
    (document,) = check(f"${identity}$").documents
    assert document.steps[-1].judgement.verdict.name in ("PROVED", "UNDECIDED")


@pytest.mark.parametrize("identity", IDENTITIES)
def test_what_is_wrong_is_refuted_by_a_natural_one(identity: str) -> None:
    (document,) = check(f"${identity} + 1$").documents
    step = document.steps[-1].judgement
    assert step.verdict.name == "REFUTED"
