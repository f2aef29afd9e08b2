"""Sinusoidal codes tell integer positions apart, for every even d ≥ 2.

The code of a position t has the entries Φ(t, 2i) = sin(t / 10000^{2i/d}) and Φ(t, 2i+1) = cos(t / 10000^{2i/d}), 0 ≤ i < d/2.
If two integer positions have the same code, the first pair of entries alone says sin t_1 = sin t_2 and cos t_1 = cos t_2, so
t_1 - t_2 = 2kπ for an integer k. π is irrational: k = 0, and the positions are the same. Real positions need not be
(`sinusoidal_reals`), and whole numbers 2kπ 10000^{2i/d} do not help (`sinusoidal_integers`). Vaswani et al., 2017.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import cos, power, sin, symbol
from symproofs.terms.types import scalar


def derivation() -> Derivation:
    proof = Derivation("sinusoidal codes of distinct integer positions differ")
    (h,) = proof.sizes("h")
    d = proof.define("d", 2 * h)
    t_1, t_2 = proof.scalars("t_1 t_2", sort="integer")
    Phi = proof.function("Phi", (scalar(), scalar("integer")), scalar())
    t, i = symbol("t", scalar()), symbol("i", scalar("integer"))
    pairs = [(0, "<=", i), (i, "<", h)]
    angle = t / power(10000, 2 * i / d)
    proof.assume(Phi(t, 2 * i), "=", sin(angle), for_all=(t, i), where=pairs, label="Phi")
    proof.assume(Phi(t, 2 * i + 1), "=", cos(angle), for_all=(t, i), where=pairs, label="Phi")
    proof.assume(Phi(t_1, 2 * i), "=", Phi(t_2, 2 * i), for_all=(i,), where=pairs, label="the codes are equal")
    proof.assume(Phi(t_1, 2 * i + 1), "=", Phi(t_2, 2 * i + 1), for_all=(i,), where=pairs, label="the codes are equal")
    proof.claim(t_1, "=", t_2)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
