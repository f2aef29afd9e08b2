"""Rotary position encodings in the plane depend on the distance of the positions alone.

RoPE(z, t) = z e^{itθ} and ⟨z, w⟩ = Re(z w̄) for complex z, w and real t, θ; then
⟨RoPE(z_1, t_1), RoPE(z_2, t_2)⟩ = ⟨RoPE(z_1, t_1 − t_2), RoPE(z_2, 0)⟩. Su et al., RoFormer, 2021.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import IMAGINARY as i
from symproofs.sympy_bridge.written import E, conj, inner, re, symbol
from symproofs.terms.types import scalar


def derivation() -> Derivation:
    proof = Derivation("RoPE in the plane")
    theta, t_1, t_2 = proof.scalars("theta t_1 t_2")
    z_1, z_2 = proof.scalars("z_1 z_2", sort="complex")
    z, w, t = symbol("z", scalar("complex")), symbol("w", scalar("complex")), symbol("t", scalar())
    proof.assume(inner(z, w), "=", re(z * conj(w)), for_all=(z, w), label="inner product")
    RoPE = proof.define_function("RoPE", (z, t), z * E ** (i * t * theta))
    proof.claim(inner(RoPE(z_1, t_1), RoPE(z_2, t_2)), "=", inner(RoPE(z_1, t_1 - t_2), RoPE(z_2, 0)))
    return proof


if __name__ == "__main__":
    print(derivation().latex())
