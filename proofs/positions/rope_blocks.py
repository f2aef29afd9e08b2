"""Rotary position encodings in ℝ^d depend on the distance of the positions alone, for every even d.

The d/2 pairs of coordinates q_i, k_i ∈ ℝ² are turned by the angles tθ_i: the matrix of RoPE is block-diagonal with
blocks R(tθ_i), and the inner product in ℝ^d is the sum of those of the pairs. Su et al., RoFormer, 2021.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import cos, index_symbol, matrix_of, sin, sum_over, symbol
from symproofs.terms.types import scalar, vector


def derivation() -> Derivation:
    proof = Derivation("RoPE in ℝ^d")
    (d,) = proof.sizes("d")
    t_1, t_2 = proof.scalars("t_1 t_2")
    theta = proof.family("theta", scalar(), d / 2)
    q, k = proof.family("q", vector(2), d / 2), proof.family("k", vector(2), d / 2)
    phi = symbol("phi", scalar())
    R = proof.define_function("R", (phi,), matrix_of([[cos(phi), -sin(phi)], [sin(phi), cos(phi)]]))
    i = index_symbol("i", d / 2)

    left = sum_over((R(t_1 * theta[i]) * q[i]).T * (R(t_2 * theta[i]) * k[i]), i)
    right = sum_over((R((t_1 - t_2) * theta[i]) * q[i]).T * (R(0) * k[i]), i)
    proof.claim(left, "=", right)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
