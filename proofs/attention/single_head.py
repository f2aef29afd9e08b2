"""One head for two keys is unstable: with k_a = λμ_a and q = C (μ_a + μ_b) the weights are e^{Cλ} / (e^{Cλ} + e^C + n - 2) at a
and e^C / (e^{Cλ} + e^C + n - 2) at b.

In one sample k_b = μ_b and k_i = μ_i for all others, λ > 0. For C → ∞ the weight at a tends to 1 if λ > 1, to 1/2 if λ = 1,
and to 0 if λ < 1: the head follows the longer of the two keys.
"""

from __future__ import annotations

from fractions import Fraction

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import INFINITY, E, delta, exp, index_symbol, paren, sum_over
from symproofs.terms.types import vector


def derivation() -> Derivation:
    proof = Derivation("one head for a key of random length")
    n, _ = proof.sizes("n d")
    i, p = index_symbol("i", n), index_symbol("p", n)
    a, b, m = (proof.index(letter, n) for letter in "abm")
    proof.distinct(a, b, m)
    mu, k = (proof.family(name, vector("d"), n) for name in ("mu", "k"))
    lam, C = proof.scalars("lambda_ C")
    proof.assume(n, ">=", 2)
    proof.assume(mu[i].T * mu[p], "=", delta(i, p), for_all=(i, p), label="orthonormal means")
    proof.assume(lam, ">", 0, label="λ > 0")
    proof.assume(k[a], "=", lam * mu[a], label="the key a of the sample")
    proof.assume(k[b], "=", mu[b], label="the key b of the sample")
    proof.assume(k[i], "=", mu[i], for_all=(i,), where=[(i, "!=", a), (i, "!=", b)], label="the other keys of the sample")
    q = proof.define("q", C * (mu[a] + mu[b]))
    w = proof.define_family("w", (i,), exp(k[i].T * q) / sum_over(exp(k[p].T * q), p))
    proof.chain(k[a].T * q, C * lam * paren(mu[a].T * mu[a] + mu[a].T * mu[b]), C * lam)
    proof.chain(k[b].T * q, C * paren(mu[b].T * mu[a] + mu[b].T * mu[b]), C)
    proof.chain(k[m].T * q, C * paren(mu[m].T * mu[a] + mu[m].T * mu[b]), 0)
    total = E ** (C * lam) + E**C + n - 2
    weight = E ** (C * lam) / total
    proof.chain(
        w[a],
        exp(k[a].T * q) / (exp(k[a].T * q) + exp(k[b].T * q) + sum_over(exp(k[p].T * q), p, a, b)),
        E ** (C * lam) / (E ** (C * lam) + E**C + sum_over(E**0, p, a, b)),
        weight,
    )
    proof.chain(
        w[b],
        exp(k[b].T * q) / (exp(k[a].T * q) + exp(k[b].T * q) + sum_over(exp(k[p].T * q), p, a, b)),
        E**C / (E ** (C * lam) + E**C + sum_over(E**0, p, a, b)),
        E**C / total,
    )
    with proof.case(C, "->", INFINITY, label="C → ∞"):
        with proof.case(lam, ">", 1, label="λ > 1"):
            proof.chain(w[a], weight, 1 / (1 + E ** (C * (1 - lam)) + paren(n - 2) * E ** -(C * lam)), ("->", 1))
        with proof.case(lam, "=", 1, label="λ = 1"):
            proof.chain(w[a], weight, 1 / (2 + paren(n - 2) * E ** (-C)), ("->", Fraction(1, 2)))
        with proof.case(lam, "<", 1, label="λ < 1"):
            proof.chain(
                w[a],
                weight,
                E ** -(C * (1 - lam)) / (E ** -(C * (1 - lam)) + 1 + paren(n - 2) * E ** (-C)),
                ("->", 0),
            )
    return proof


if __name__ == "__main__":
    print(derivation().latex())
