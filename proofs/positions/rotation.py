"""Multiplying by e^{it} turns the plane: z e^{it} has the coordinates of the rotated vector.

For z = x_1 + i x_2 with x_1, x_2, t real, z e^{it} = (x_1 cos t − x_2 sin t) + i (x_1 sin t + x_2 cos t), the
coordinates that the rotation matrix gives (x_1, x_2).
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import IMAGINARY as i
from symproofs.sympy_bridge.written import E, cos, paren, sin


def derivation() -> Derivation:
    proof = Derivation("rotation as complex multiplication")
    x_1, x_2, t = proof.scalars("x_1 x_2 t_theta")
    z = proof.define("z", x_1 + i * x_2)
    proof.claim(z * E ** (i * t), "=", paren(x_1 * cos(t) - x_2 * sin(t)) + i * (x_1 * sin(t) + x_2 * cos(t)))
    return proof


if __name__ == "__main__":
    print(derivation().latex())
