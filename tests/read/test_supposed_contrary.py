"""Proofs by contradiction whose supposition is not written out, or that say behind it that it is to be contradicted."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check


def steps(text: str) -> list[tuple[str, str]]:
    return [(s.verdict.value, s.link.latex) for s in check(text).documents[0].steps]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x$ be real with $2x = 2$. We show $x = 1$. Suppose not. Since $x \ne 1$, we get $2x \ne 2$, a contradiction.",
        r"Let $x$ be real with $2x = 2$. We claim that $x = 1$. Assume the contrary. As $x \ne 1$, $2x \ne 2$, a contradiction.",
        r"设 $x$ 为实数，$2x=2$。我们证明 $x=1$。假设不然。因为 $x\ne1$，得 $2x\ne2$，矛盾。",
    ],
)
def test_the_opposite_of_what_is_announced_is_supposed(text: str) -> None:
    found = steps(text)
    assert ("given", r"x \neq 1") in found
    assert [verdict for verdict, _ in found[-2:]] == ["proved", "proved"]


def test_behind_the_contradiction_it_is_supposed_no_longer() -> None:
    """x = 1 is all that follows of 2x = 2; x = 2 does not."""
    text = r"Let $x$ be real with $2x = 2$. We show $x = 1$. Suppose not. Then $2x \ne 2$, a contradiction.{}"
    assert steps(text.format("\n\nHence $x = 1$."))[-1][0] == "proved"
    assert steps(text.format("\n\nHence $x = 2$."))[-1][0] == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        r"设 $m,n$ 为整数。假设 $m-n=2k\pi$，$k\in\mathbb{Z}$，且 $m\neq n$，我们来推出矛盾。因为 $m\ne n$，所以 $k\ne 0$。",
        r"Let $m, n$ be integers. Suppose $m - n = 2k\pi$ with $k \in \mathbb{Z}$ and $m \ne n$; we derive a contradiction."
        r" Since $m \ne n$, $k \ne 0$.",
    ],
)
def test_a_contradiction_that_is_to_come_ends_nothing(text: str) -> None:
    assert [verdict for verdict, _ in steps(text)[-2:]] == ["proved", "proved"]
