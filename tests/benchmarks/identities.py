"""The identities that are timed: twenty of matrices, twenty of circular functions, and permutation equivariance."""

from __future__ import annotations

from writing import (
    IMAGINARY,
    PI,
    E,
    Equation,
    cos,
    equation,
    hadamard,
    identity,
    names,
    of,
    relu,
    root_of_size,
    rows,
    rowsoftmax,
    sin,
    tan,
    trace,
)

from symproofs.terms.types import matrix, scalar, vector

# Equivariance -------------------------------------------------------------------------------------------------


def equivariance() -> Equation:
    """Z_perm = P Z for attention with a feed-forward layer, from the definitions alone, all sizes symbolic."""
    X, P, Q, K, V, H, Z, W_Q, W_K, W_V, W_1, W_2, b_1, b_2 = names("X P Q K V H Z W_Q W_K W_V W_1 W_2 b_1 b_2")
    X_p, Q_p, K_p, V_p, H_p, Z_p = names("X_perm Q_perm K_perm V_perm H_perm Z_perm")
    root = root_of_size("d")
    types = {
        "P": matrix("T", "T"), **{f"W_{n}": matrix("d", "d") for n in "QKV"},
        **{n + s: matrix("T", "d") for n in "XQKVHZ" for s in ("", "_perm")},
        "W_1": matrix("d", "m"), "W_2": matrix("m", "d"), "b_1": matrix(1, "m"), "b_2": matrix(1, "d"),
    }  # fmt: skip
    definitions = {
        "X_perm": P @ X,
        "Q": X @ W_Q, "K": X @ W_K, "V": X @ W_V, "Q_perm": X_p @ W_Q, "K_perm": X_p @ W_K, "V_perm": X_p @ W_V,
        "H": rowsoftmax((Q @ K.T) / root) @ V, "H_perm": rowsoftmax((Q_p @ K_p.T) / root) @ V_p,
        "Z": relu(H @ W_1 + rows("T", b_1)) @ W_2 + rows("T", b_2),
        "Z_perm": relu(H_p @ W_1 + rows("T", b_1)) @ W_2 + rows("T", b_2),
    }  # fmt: skip
    return equation("Z_perm = P Z", Z_p, P @ Z, types, properties={"P": "permutation"}, definitions=definitions)


# Matrices -----------------------------------------------------------------------------------------------------

_SHAPES = {
    **{n: matrix("n", "n") for n in ("A", "B", "C", "D")}, "M": matrix("n", "m"), "N": matrix("m", "n"),
    "u": vector("n"), "v": vector("n"), "a": scalar(), "b": scalar(),
}  # fmt: skip
A, B, C, D, M, N, u, v, a, b = names("A B C D M N u v a b")
ONE = identity("n")

MATRICES: tuple[Equation, ...] = tuple(
    equation(label, left, right, _SHAPES)
    for label, left, right in (
        ("associativity", (A @ B) @ C, A @ (B @ C)),
        ("distribution", A @ (B + C), A @ B + A @ C),
        ("distribution on the right", (A - B) @ C, A @ C - B @ C),
        ("transpose of a product", (M @ N).T, N.T @ M.T),
        ("transpose of three", (A @ B @ C).T, C.T @ (B.T @ A.T)),
        ("transpose twice", (A @ B.T).T, B @ A.T),
        ("transpose of a sum", (a * A + b * B).T, a * A.T + b * B.T),
        ("scalars leave", (a * A) @ (b * B), (a * b) * (A @ B)),
        ("identity", (ONE + A) @ (ONE - A), ONE - A @ A),
        ("square of a sum", (A + B) @ (A + B), A @ A + A @ B + B @ A + B @ B),
        ("commutators", (A @ B - B @ A).T, B.T @ A.T - A.T @ B.T),
        ("Jacobi", (A @ (B @ C - C @ B) - (B @ C - C @ B) @ A) + (B @ (C @ A - A @ C) - (C @ A - A @ C) @ B),
         -(C @ (A @ B - B @ A) - (A @ B - B @ A) @ C)),
        ("trace is cyclic", trace(M @ N), trace(N @ M)),
        ("trace of three", trace(A @ B @ C), trace(C @ A @ B)),
        ("trace of a transpose", trace(A.T @ B), trace(B.T @ A)),
        ("trace is linear", trace(a * A + b * B), a * trace(A) + b * trace(B)),
        ("Hadamard and transpose", hadamard(A, B).T, hadamard(B.T, A.T)),
        ("Hadamard distributes", hadamard(A, B + C), hadamard(A, B) + hadamard(A, C)),
        ("outer product", (u @ v.T) @ A @ u, u @ (v.T @ (A @ u))),
        ("Gram matrix", ((M + a * N.T) @ (M + a * N.T).T).T, (M + a * N.T) @ (M.T + a * N)),
    )
)  # fmt: skip

# Circular functions -------------------------------------------------------------------------------------------

_REAL = {n: scalar() for n in ("x", "y", "z")}
x, y, z = names("x y z")

CIRCULAR: tuple[Equation, ...] = tuple(
    equation(label, left, right, _REAL)
    for label, left, right in (
        ("Pythagoras", sin(x) ** 2 + cos(x) ** 2, 1),
        ("sine of a sum", sin(x + y), sin(x) * cos(y) + cos(x) * sin(y)),
        ("cosine of a difference", cos(x - y), cos(x) * cos(y) + sin(x) * sin(y)),
        ("double sine", sin(2 * x), 2 * (sin(x) * cos(x))),
        ("double cosine", cos(2 * x), cos(x) ** 2 - sin(x) ** 2),
        ("half angle", sin(x) ** 2, (of(1) - cos(2 * x)) / 2),
        ("triple sine", sin(3 * x), 3 * sin(x) - 4 * sin(x) ** 3),
        ("triple cosine", cos(3 * x), 4 * cos(x) ** 3 - 3 * cos(x)),
        ("product to sum", sin(x) * cos(y), (sin(x + y) + sin(x - y)) / 2),
        ("cosines to sum", cos(x) * cos(y), (cos(x + y) + cos(x - y)) / 2),
        ("sum to product", sin(x) + sin(y), 2 * (sin((x + y) / 2) * cos((x - y) / 2))),
        ("difference of squares", sin(x) ** 2 - sin(y) ** 2, sin(x + y) * sin(x - y)),
        ("Euler", E ** (IMAGINARY * x), cos(x) + IMAGINARY * sin(x)),
        ("de Moivre", (cos(x) + IMAGINARY * sin(x)) ** 3, cos(3 * x) + IMAGINARY * sin(3 * x)),
        ("cosine by exponentials", (E ** (IMAGINARY * x) + E ** (-(IMAGINARY * x))) / 2, cos(x)),
        ("a quarter turn", sin(x + PI / 2), cos(x)),
        ("fourth power", cos(x) ** 4, (cos(4 * x) + 4 * cos(2 * x) + 3) / 8),
        ("three angles", sin(x + y + z), sin(x) * cos(y) * cos(z) + cos(x) * sin(y) * cos(z) + cos(x) * cos(y) * sin(z)
         - sin(x) * sin(y) * sin(z)),
        ("rotation is multiplication", (x + IMAGINARY * y) * (cos(z) + IMAGINARY * sin(z)),
         (x * cos(z) - y * sin(z)) + IMAGINARY * (x * sin(z) + y * cos(z))),
        ("tangent", tan(x) * cos(x), sin(x)),
    )
)  # fmt: skip
