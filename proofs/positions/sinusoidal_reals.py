"""Real positions may share a sinusoidal code: 200π and 0 for d = 4, 2000π and 0 for d = 8.

All angles 200π / 10000^{2i/4}, i = 0, 1, are multiples of 2π: 200π and 2π. So are 2000π / 10000^{2i/8} for i = 0, …, 3: 2000π,
200π, 20π and 2π. So `sinusoidal` needs that the positions are integers.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import PI, cos, div, mul, power, sin, symbol
from symproofs.terms.types import scalar

CASES = ((4, 200), (8, 2000))
"""d, and the position in multiples of π."""


def derivation() -> Derivation:
    proof = Derivation("real positions with the same sinusoidal code")
    t, i = symbol("t", scalar()), symbol("i", scalar("integer"))
    for d, multiple in CASES:
        Phi = proof.function(f"Phi_{d}", (scalar(), scalar("integer")), scalar())
        for wave, offset in ((sin, 0), (cos, 1)):
            place = 2 * i + offset if offset else 2 * i
            angle = t / power(10000, div(2 * i, d))
            pairs = [(0, "<=", i), (i, "<", d // 2)]
            proof.assume(Phi(t, place), "=", wave(angle), for_all=(t, i), where=pairs, label=f"Phi_{d}")
        for k in range(d // 2):
            for wave, offset in ((sin, 0), (cos, 1)):
                place = mul(2, k) + offset if offset else mul(2, k)
                angle = multiple * PI / power(10000, div(mul(2, k), d))
                turns = multiple // 10 ** (8 * k // d) * PI
                proof.chain(Phi(multiple * PI, place), wave(angle), wave(turns), wave(0), Phi(0, place))
    return proof


if __name__ == "__main__":
    print(derivation().latex())
