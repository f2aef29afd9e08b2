"""The output tends to the value of the largest score: c = Σ w_i v_i → v_j when the lead of s_j over all other scores grows.

w = softmax of the scores s_1, …, s_n, and s_j - s_i ≥ δ for i ≠ j. Every other weight is at most e^{-δ}, so for δ → ∞, with n and
the values fixed, one weight tends to 1 and the others to 0: attention picks one value out.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import INFINITY, exp, index_symbol, sum_over
from symproofs.terms.types import scalar, vector


def derivation() -> Derivation:
    proof = Derivation("the output of a largest score")
    n, d = proof.sizes("n d")
    i, p = index_symbol("i", n), index_symbol("p", n)
    j, m = proof.index("j", n), proof.index("m", n)
    proof.distinct(j, m)
    s, v = proof.family("s", scalar(), n), proof.family("v", vector(d.term.data[0]), n)
    delta = proof.scalar("delta")
    w = proof.define_family("w", (i,), exp(s[i]) / sum_over(exp(s[p]), p))
    c = proof.define("c", sum_over(w[i] * v[i], i))
    proof.assume(s[j] - s[i], ">=", delta, for_all=(i,), where=[(i, "!=", j)], label="the lead of the largest score")
    proof.assume(delta, "->", INFINITY, label="δ → ∞")
    proof.claim(w[m], "->", 0)
    proof.chain(
        c,
        w[j] * v[j] + sum_over(w[i] * v[i], i, j),
        ("->", 1 * v[j] + sum_over(0 * v[i], i, j)),
        v[j],
    )
    return proof


if __name__ == "__main__":
    print(derivation().latex())
