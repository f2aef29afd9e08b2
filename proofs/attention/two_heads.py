"""Two heads are stable: with q_1 = Cμ_a and q_2 = Cμ_b the outputs tend to v_a and v_b for every λ > 0.

In one sample k_a = λμ_a, k_b = μ_b and k_i = μ_i for all others. The first head weighs key a with e^{Cλ} / (e^{Cλ} + n - 1), the
second key b with e^C / (e^C + n - 1). Both weights tend to 1 for C → ∞, with n and the values fixed, whatever λ is.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import INFINITY, E, Named, Written, delta, exp, index_symbol, paren, sum_over
from symproofs.terms.types import vector


def derivation() -> Derivation:
    proof = Derivation("two heads for two keys")
    n, _ = proof.sizes("n d")
    i, p = index_symbol("i", n), index_symbol("p", n)
    a, b = (proof.index(letter, n) for letter in "ab")
    proof.distinct(a, b)
    mu, k, v = (proof.family(name, vector("d"), n) for name in ("mu", "k", "v"))
    lam, C = proof.scalars("lambda_ C")
    proof.assume(n, ">=", 2)
    proof.assume(mu[i].T * mu[p], "=", delta(i, p), for_all=(i, p), label="orthonormal means")
    proof.assume(lam, ">", 0, label="λ > 0")
    proof.assume(k[a], "=", lam * mu[a], label="the key a of the sample")
    proof.assume(k[b], "=", mu[b], label="the key b of the sample")
    proof.assume(k[i], "=", mu[i], for_all=(i,), where=[(i, "!=", a), (i, "!=", b)], label="the other keys of the sample")

    def head(suffix: str, query: Written) -> tuple[Written, Named, Written]:
        q = proof.define(f"q_{suffix}", query)
        w = proof.define_family("uw"[int(suffix) - 1], (i,), exp(k[i].T * q) / sum_over(exp(k[p].T * q), p))
        return q, w, proof.define(f"c_{suffix}", sum_over(w[i] * v[i], i))

    q_1, u, c_1 = head("1", C * mu[a])
    q_2, w, c_2 = head("2", C * mu[b])
    proof.chain(k[a].T * q_1, C * lam * (mu[a].T * mu[a]), C * lam)
    proof.chain(k[b].T * q_2, C * (mu[b].T * mu[b]), C)
    first, second = E ** (C * lam) / (E ** (C * lam) + n - 1), E**C / (E**C + n - 1)
    proof.chain(
        u[a],
        exp(k[a].T * q_1) / (exp(k[a].T * q_1) + sum_over(exp(k[p].T * q_1), p, a)),
        E ** (C * lam) / (E ** (C * lam) + sum_over(E**0, p, a)),
        first,
    )
    proof.chain(
        w[b],
        exp(k[b].T * q_2) / (exp(k[b].T * q_2) + sum_over(exp(k[p].T * q_2), p, b)),
        E**C / (E**C + sum_over(E**0, p, b)),
        second,
    )
    with proof.case(C, "->", INFINITY, label="C → ∞"):
        proof.chain(u[a], first, 1 / (1 + paren(n - 1) * E ** -(C * lam)), ("->", 1))
        proof.claim(c_1, "->", v[a])
        proof.chain(w[b], second, 1 / (1 + paren(n - 1) * E ** (-C)), ("->", 1))
        proof.claim(c_2, "->", v[b])
    return proof


if __name__ == "__main__":
    print(derivation().latex())
