"""Derivations in Python, checked and shown: proved with lines, refuted with values, undecided with a cause."""

from __future__ import annotations

import re

import pytest

from symproofs.apps.notebook import Derivation
from symproofs.derivation.verdict import Verdict
from symproofs.sympy_bridge.written import Written, paren, relu, row_softmax


def matrices(d: Derivation) -> tuple[Written, ...]:
    (n,) = d.sizes("n")
    return (d.matrix("P", n, n, "permutation"), *d.matrices("A B", n, n))


def verdicts(d: Derivation) -> list[Verdict]:
    return [s.judgement.verdict for s in d.checked().steps]


def test_transposes_of_products() -> None:
    d = Derivation()
    P, A, B = matrices(d)
    d.claim(paren(P * A) * (P * B).T, "=", P * (A * B.T) * P.T)
    assert verdicts(d) == [Verdict.PROVED]
    assert "transpose of a product" in d.latex()


@pytest.mark.parametrize("dropped", ["transpose", "order", "left"])
def test_an_altered_claim_is_refuted_with_values(dropped: str) -> None:
    d = Derivation()
    P, A, B = matrices(d)
    right = {"transpose": P * (A * B.T) * P, "order": P * (B * A.T) * P.T, "left": (A * B.T) * P.T}[dropped]
    d.claim(paren(P * A) * (P * B).T, "=", right)
    assert verdicts(d) == [Verdict.REFUTED]
    text = d.latex()
    assert r"\markrefuted" in text and "It fails, for example, at:" in text and "pmatrix" in text
    assert "✗ does not hold" in d.markdown()


def test_softmax_needs_both_sides_of_the_permutation() -> None:
    d = Derivation()
    P, A, _ = matrices(d)
    d.claim(row_softmax(P * A * P.T), "=", P * row_softmax(A) * P.T)
    d.claim(row_softmax(A * P), "=", row_softmax(A))
    assert verdicts(d) == [Verdict.PROVED, Verdict.REFUTED]


def test_a_chain_of_proved_links_is_one_theorem() -> None:
    d = Derivation("ReLU", language="zh")
    P, A, B = matrices(d)
    d.chain(relu(P * A) * B, paren(P * relu(A)) * B, P * (relu(A) * B))
    assert verdicts(d) == [Verdict.PROVED] * 2
    text = d.latex(article=True)
    assert r"\[ \operatorname{ReLU}(P A) B = P \bigl(\operatorname{ReLU}(A) B\bigr) \]" in text
    assert len(re.findall(r"\\stepnumber\{\d+\}", text)) >= 2 and "定理" in text and r"\usepackage{ctex}" in text


def test_what_is_claimed_later_is_checked_too() -> None:
    d = Derivation()
    (x,) = d.scalars("x")
    d.claim((x + 1) ** 2, "=", x**2 + 2 * x + 1)
    assert len(d.checked().steps) == 1
    d.claim(x / x, "=", 1)
    assert verdicts(d) == [Verdict.PROVED, Verdict.PROVIDED]
    assert r"$x \neq 0$" in d.latex()
    assert set(d._repr_mimebundle_()) == {"text/markdown", "text/latex"}
