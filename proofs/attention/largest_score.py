"""The largest score takes the weight: if it leads by δ, its softmax weight is at least 1/(1 + (n-1) e^{-δ}), and tends to 1.

w = softmax of the scores s_1, …, s_n, and s_j - s_i ≥ δ for i ≠ j. Dividing by e^{s_j} leaves 1 + Σ_{l≠j} e^{-(s_j - s_l)} below,
and each of the n - 1 summands is at most e^{-δ}. For δ → ∞ the bound tends to 1, and the weight cannot exceed 1.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import INFINITY, exp, index_symbol, paren, sum_over
from symproofs.terms.types import scalar


def derivation() -> Derivation:
    proof = Derivation("the weight of the largest score")
    (n,) = proof.sizes("n")
    j = proof.index("j", n)
    i, p = index_symbol("i", n), index_symbol("p", n)
    s = proof.family("s", scalar(), n)
    delta = proof.scalar("delta")
    w = proof.define_family("w", (i,), exp(s[i]) / sum_over(exp(s[p]), p))
    proof.assume(s[j] - s[i], ">=", delta, for_all=(i,), where=[(i, "!=", j)], label="the lead of the largest score")
    bound = 1 / (1 + paren(n - 1) * exp(-delta))
    proof.chain(
        w[j],
        exp(s[j]) / (exp(s[j]) + sum_over(exp(s[p]), p, j)),
        1 / (1 + sum_over(exp(-paren(s[j] - s[p])), p, j)),
        (">=", 1 / (1 + sum_over(exp(-delta), p, j))),
        bound,
    )
    with proof.case(delta, "->", INFINITY, label="δ → ∞"):
        proof.chain(bound, ("->", 1 / (1 + paren(n - 1) * 0)), 1)
        proof.claim(w[j], "->", 1)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
