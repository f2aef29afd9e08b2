"""A feed-forward layer is equivariant under permutations: if H_perm = P H, then Z_perm = P Z.

H is T×d with a token in each row, Z = ReLU(H W_1 + b_1) W_2 + b_2 with the biases added to every row. P moves
out through the bias, because its rows are the same, and through ReLU, because ReLU acts entry by entry.
"""

from __future__ import annotations

import sympy

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import Written, broadcast, relu


def derivation() -> Derivation:
    proof = Derivation("permutation equivariance of a feed-forward layer")
    T, d, m = sympy.symbols("T d m", integer=True, positive=True)
    P = proof.declare(sympy.MatrixSymbol("P", T, T), "permutation")
    H = proof.declare(sympy.MatrixSymbol("H", T, d))
    W_1, W_2 = proof.declare(sympy.MatrixSymbol("W_1", d, m)), proof.declare(sympy.MatrixSymbol("W_2", m, d))
    b_1, b_2 = proof.declare(sympy.MatrixSymbol("b_1", 1, m)), proof.declare(sympy.MatrixSymbol("b_2", 1, d))

    def feed_forward(tokens: Written) -> Written:
        return relu(tokens * W_1 + broadcast(b_1, T)) * W_2 + broadcast(b_2, T)

    Z = proof.define("Z", feed_forward(H))
    H_perm = proof.define("H_perm", P * H)
    Z_perm = proof.define("Z_perm", feed_forward(H_perm))
    proof.claim(Z_perm, "=", P * Z)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
