"""Two keys share the weight: for orthonormal keys and q = C (k_a + k_b) both weights are e^C / (2 e^C + n - 2), and tend to 1/2.

The scores are C at a and at b and 0 elsewhere, so softmax has 2 e^C and n - 2 ones below. For C → ∞, with n and the values fixed,
the two weights tend to 1/2 and the output to the mean of the two values.
"""

from __future__ import annotations

from fractions import Fraction

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import INFINITY, E, delta, exp, index_symbol, paren, sum_over
from symproofs.terms.types import vector


def derivation() -> Derivation:
    proof = Derivation("one query for two keys")
    n, _ = proof.sizes("n d")
    i, p = index_symbol("i", n), index_symbol("p", n)
    a, b, m = (proof.index(letter, n) for letter in "abm")
    proof.distinct(a, b, m)
    k, v = proof.family("k", vector("d"), n), proof.family("v", vector("d"), n)
    C = proof.scalar("C")
    proof.assume(n, ">=", 2)
    proof.assume(k[i].T * k[p], "=", delta(i, p), for_all=(i, p), label="orthonormal keys")
    q = proof.define("q", C * (k[a] + k[b]))
    w = proof.define_family("w", (i,), exp(k[i].T * q) / sum_over(exp(k[p].T * q), p))
    c = proof.define("c", sum_over(w[i] * v[i], i))
    proof.chain(k[a].T * q, C * paren(k[a].T * k[a] + k[a].T * k[b]), C * paren(1 + 0), C)
    proof.chain(k[m].T * q, C * paren(k[m].T * k[a] + k[m].T * k[b]), C * paren(0 + 0), 0)
    weight = E**C / (2 * E**C + n - 2)
    proof.chain(
        w[a],
        exp(k[a].T * q) / (exp(k[a].T * q) + exp(k[b].T * q) + sum_over(exp(k[p].T * q), p, a, b)),
        E**C / (E**C + E**C + sum_over(E**0, p, a, b)),
        weight,
    )
    proof.chain(
        w[b],
        exp(k[b].T * q) / (exp(k[a].T * q) + exp(k[b].T * q) + sum_over(exp(k[p].T * q), p, a, b)),
        weight,
    )
    with proof.case(C, "->", INFINITY, label="C → ∞"):
        proof.chain(
            w[a],
            weight,
            1 / (2 + paren(n - 2) * E ** (-C)),
            ("->", 1 / (2 + paren(n - 2) * 0)),
            Fraction(1, 2),
        )
        proof.claim(c, "->", (v[a] + v[b]) / 2)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
