"""k_0 = k_1 10000^{2/d} has integer solutions other than 0: k_0 = 100 k_1 for d = 4, and k_0 = 10 k_1 for d = 8.

So an argument for `sinusoidal` that compares t_1 - t_2 = 2 k_0 π with t_1 - t_2 = 2 k_1 π 10000^{2/d} and calls the equation
impossible for integers other than 0 does not hold, although what it is to show is true.
"""

from __future__ import annotations

from symproofs.apps.notebook import Derivation
from symproofs.sympy_bridge.written import div, power

CASES = ((4, 100), (8, 10))
"""d, and the integer that 10000^{2/d} is."""


def derivation() -> Derivation:
    proof = Derivation("integers that differ by a factor of a frequency")
    (k_1,) = proof.scalars("k_1", sort="integer")
    for d, factor in CASES:
        proof.chain(k_1 * power(10000, div(2, d)), k_1 * power(factor, div(d, 2)) ** div(2, d), k_1 * factor)
    return proof


if __name__ == "__main__":
    print(derivation().latex())
