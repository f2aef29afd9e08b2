"""Turns add their angles: cos(s + t) + i sin(s + t) = (cos s cos t − sin s sin t) + i (sin s cos t + cos s sin t).

Both addition theorems at once, from Euler's formula alone.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import IMAGINARY as i
from symproofs.sympy_bridge.written import E, cos, paren, sin


def derivation() -> Derivation:
    proof = Derivation("addition of angles")
    s, t = proof.scalars("s t")
    product = paren(cos(s) + i * sin(s)) * paren(cos(t) + i * sin(t))
    sums = paren(cos(s) * cos(t) - sin(s) * sin(t)) + i * (sin(s) * cos(t) + cos(s) * sin(t))
    proof.chain(cos(s + t) + i * sin(s + t), E ** (i * (s + t)), E ** (i * s) * E ** (i * t), product, sums)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
