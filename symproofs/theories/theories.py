"""The named theories on one calculus, and which of them decided an equation.

**Indexed sums of products.** Entries of matrices, vectors and families with symbolic shapes: transposes, products, permutation
matrices as index maps, traces, norms, inner products, row-wise softmax and elementwise functions by their definitions,
biases added to every row, matrices written out, sums over index sets. A sum of monomials c·Σ_b Π atom^q is
brought to the normal form of `rewriting.py` and compared by canonical keys. *Decides* identities between polynomials in
entries of generic tensors that are to hold for all sizes (different canonical monomials are linearly independent once
the size is at least the number of indices), and rational functions of numbers. *Does not decide*: δ between indices under
powers of one permutation, several denominators under two or more bound indices, bounds like k + 1, dimension facts (rank, det).

**Exponential polynomials.** e^z, e^{iθ}, sin, cos, tan, hyperbolic functions, conj, Re, Im, |z|² over real and complex
names with rational coefficients, as Laurent monomials in e^{M/L}: M a monomial of the exponent, L the common denominator of
its coefficients, so that every power is whole. Complete for that fragment, π in exponents apart (only multiples of iπ/2
are evaluated). Denominators are multiplied up; what was multiplied by is a condition.

**Linear expectation.** E, variances and covariances of polynomials in random names, by their definitions: E passes through finite
sums and constants, given moments are facts between entries. *Decides* what follows from linearity. *Does not decide* anything
that needs independence, positivity, or E of a function.

Source: research on both forms is written up in the design documents; the independence of e^{M} for different M is the
Lindemann–Weierstrass pattern for functions (J. Ax, On Schanuel's conjectures, Annals of Mathematics 93 (1971), 252–268).
"""

from __future__ import annotations

from collections.abc import Callable

from symproofs.kernel.indexed import Atom, Expr, arguments
from symproofs.records import record


@record
class Theory:
    """A theory by name, and whether a sum of entries is of its kind."""

    name: str
    covers: Callable[[Expr], bool]


def _atoms(e: Expr) -> list[Atom]:
    found = []
    for m in e:
        for a, _ in m.factors:
            found.append(a)
            for inside in arguments(a):
                found += _atoms(inside)
    return found


def _bound(e: Expr) -> bool:
    return any(m.bounds or any(_bound(inside) for a, _ in m.factors for inside in arguments(a)) for m in e)


def _of_numbers(e: Expr) -> bool:
    """Numbers with exponentials, i or conjugates, and no index anywhere."""
    atoms = _atoms(e)
    indexed = _bound(e) or any(a[0] == "D" or (a[0] in ("T", "C") and a[2]) for a in atoms)
    return not indexed and any(a[0] in ("X", "I", "C") for a in atoms)


THEORIES: tuple[Theory, ...] = (
    Theory("linear expectation", lambda e: any(a[0] == "E" for a in _atoms(e))),
    Theory("exponential polynomials", _of_numbers),
    Theory("indexed sums of products", lambda e: True),
)
"""The first that covers an equation is the one that is named."""


def theory_of(e: Expr) -> str:
    return next(row.name for row in THEORIES if row.covers(e))
