"""Keys that vary a little: with E k_i = μ_i, Cov k_i = αI and q = C (μ_a + μ_b) the variance of every score is 2αC².

The means of the scores are C at a and b and 0 elsewhere, as for keys that do not vary, and the weights that belong to the means
tend to 1/2 for C → ∞. The variances tend to 0 where αC² → 0: so the regime is both, C → ∞ and αC² → 0. There every score
converges in probability to its mean, by Chebyshev's inequality; and where only α → 0, every key does.
"""

from __future__ import annotations

from fractions import Fraction

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import (
    INFINITY,
    covariance,
    delta,
    exp,
    expectation,
    identity,
    index_symbol,
    paren,
    sum_over,
    variance,
)
from symproofs.terms.types import vector


def derivation() -> Derivation:
    proof = Derivation("keys with vanishing covariances")
    n, d = proof.sizes("n d")
    i, p = index_symbol("i", n), index_symbol("p", n)
    a, b, m, r = (proof.index(letter, n) for letter in "abmr")
    proof.distinct(a, b, m)
    mu = proof.family("mu", vector("d"), n)
    k = proof.family("k", vector("d"), n, properties=("random",))
    alpha, C = proof.scalar("alpha", "positive"), proof.scalar("C")
    proof.assume(n, ">=", 2)
    proof.assume(mu[i].T * mu[p], "=", delta(i, p), for_all=(i, p), label="orthonormal means")
    proof.assume(expectation(k[i]), "=", mu[i], for_all=(i,), label="the means of the keys")
    proof.assume(covariance(k[i]), "=", alpha * identity(d), for_all=(i,), label="the covariances of the keys")
    q = proof.define("q", C * (mu[a] + mu[b]))
    proof.chain(expectation(k[a].T * q), mu[a].T * q, C * paren(mu[a].T * mu[a] + mu[a].T * mu[b]), C)
    proof.chain(expectation(k[m].T * q), mu[m].T * q, C * paren(mu[m].T * mu[a] + mu[m].T * mu[b]), 0)
    spread = 2 * alpha * C**2
    proof.chain(
        variance(k[r].T * q),
        q.T * covariance(k[r]) * q,
        alpha * (q.T * q),
        alpha * C**2 * (mu[a].T * mu[a] + 2 * (mu[a].T * mu[b]) + mu[b].T * mu[b]),
        spread,
    )
    w = proof.define_family("w", (i,), exp(mu[i].T * q) / sum_over(exp(mu[p].T * q), p))
    with proof.case(C, "->", INFINITY, label="C → ∞"):
        proof.claim(w[a], "->", Fraction(1, 2))
        with proof.case(alpha * C**2, "->", 0, label="α C² → 0"):
            proof.chain(variance(k[r].T * q), spread, ("->", 0))
            proof.claim(k[r].T * q - mu[r].T * q, "->p", 0)
    with proof.case(alpha, "->", 0, label="α → 0"):
        proof.claim(k[r], "->p", mu[r])
        proof.claim(k[r].T * q, "->p", mu[r].T * q)
        proof.claim(exp(k[r].T * q), "->p", exp(mu[r].T * q))
        proof.claim(k[r], "~", mu[r])
    return proof


if __name__ == "__main__":
    print(derivation().latex())
