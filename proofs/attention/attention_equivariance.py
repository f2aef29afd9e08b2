"""Attention is equivariant under permutations: H(P X) = P H(X).

X is T×d with a token in each row, P a T×T permutation matrix. Row-wise softmax commutes with permuting
rows and columns, and P^T P = I takes the inner pair away.
"""

from __future__ import annotations

import sympy

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import row_softmax, sqrt


def derivation() -> Derivation:
    proof = Derivation("permutation equivariance of attention")
    T, d, h = sympy.symbols("T d h", integer=True, positive=True)
    P = proof.declare(sympy.MatrixSymbol("P", T, T), "permutation")
    X = proof.declare(sympy.MatrixSymbol("X", T, d))
    W_Q, W_K, W_V = (proof.declare(sympy.MatrixSymbol(name, d, h)) for name in ("W_Q", "W_K", "W_V"))
    (width,) = proof.sizes("h")

    def attention(suffix: str, tokens: object) -> object:
        Q = proof.define(f"Q{suffix}", tokens * W_Q)
        K = proof.define(f"K{suffix}", tokens * W_K)
        V = proof.define(f"V{suffix}", tokens * W_V)
        return proof.define(f"H{suffix}", row_softmax(Q * K.T / sqrt(width)) * V)

    H = attention("", X)
    H_perm = attention("_perm", proof.define("X_perm", P * X))
    proof.claim(H_perm, "=", P * H)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
