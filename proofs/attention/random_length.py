"""A key that varies along its mean: if E k_a = μ_a and Cov k_a = αI + ½ μ_a μ_a^T, its length λ = μ_a^T k_a has variance α + ½.

So λ is 1 on average, and its standard deviation is more than 0.7 however small α is: a single head that must weigh two keys
swings with it.
"""

from __future__ import annotations

from fractions import Fraction

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import covariance, expectation, identity, paren, variance


def derivation() -> Derivation:
    proof = Derivation("the length of a key that varies along its mean")
    (d,) = proof.sizes("d")
    mu, k = proof.vector("mu_a", d), proof.vector("k_a", d, "random")
    alpha = proof.scalar("alpha", "positive")
    half = Fraction(1, 2)
    proof.assume(mu.T * mu, "=", 1, label="a mean of norm 1")
    proof.assume(expectation(k), "=", mu, label="the mean of the key")
    proof.assume(covariance(k), "=", alpha * identity(d) + half * (mu * mu.T), label="the covariance of the key")
    lam = proof.define("lambda_", mu.T * k)
    proof.chain(expectation(lam), mu.T * expectation(k), mu.T * mu, 1)
    proof.chain(
        variance(lam),
        mu.T * covariance(k) * mu,
        mu.T * paren(alpha * identity(d) + half * (mu * mu.T)) * mu,
        alpha * (mu.T * mu) + half * (mu.T * mu) ** 2,
        alpha + half,
    )
    proof.chain(variance(lam), alpha + half, (">", half))
    return proof


if __name__ == "__main__":
    print(derivation().latex())
