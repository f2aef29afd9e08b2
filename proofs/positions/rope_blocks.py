"""Rotary position encodings in ℝ^d depend on the distance of the positions alone, for every even d.

The d/2 pairs of coordinates q_i, k_i ∈ ℝ² are turned by the angles t θ_i: the matrix of RoPE is block-diagonal, A_i,
B_i, C_i are its blocks at the positions t_1, t_2, t_1 − t_2, and the inner product in ℝ^d is the sum of those of the
pairs. So ⟨A q, B k⟩ = ⟨C q, k⟩, and at position 0 nothing is turned. Su et al., RoFormer, 2021.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import Written, cos, index_symbol, matrix_of, paren, sin, sum_over
from symproofs.terms.types import scalar, vector


def derivation() -> Derivation:
    proof = Derivation("RoPE in d dimensions")
    (d,) = proof.sizes("d")
    t_1, t_2 = proof.scalars("t_1 t_2")
    theta = proof.family("theta", scalar(), d / 2)
    q, k = proof.family("q", vector(2), d / 2), proof.family("k", vector(2), d / 2)
    i = index_symbol("i", d / 2)

    def turn(angle: Written) -> Written:
        return matrix_of([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])

    A = proof.define_family("A", (i,), turn(t_1 * theta[i]))
    B = proof.define_family("B", (i,), turn(t_2 * theta[i]))
    C = proof.define_family("C", (i,), turn((t_1 - t_2) * theta[i]))
    proof.chain(
        sum_over((A[i] * q[i]).T * (B[i] * k[i]), i),
        sum_over(paren(q[i].T * A[i].T) * (B[i] * k[i]), i),
        sum_over(q[i].T * paren(A[i].T * B[i]) * k[i], i),
        sum_over(q[i].T * C[i].T * k[i], i),
        sum_over((C[i] * q[i]).T * k[i], i),
    )
    return proof


if __name__ == "__main__":
    print(derivation().latex())
