"""Facts about matrices of any size that proof trees may cite: inverses, positive definite matrices, determinants.

A fact of this table is a statement for all matrices of given sizes. A proof names the fact and its sizes, n before m, and has
the statement among its hypotheses. Each is a theorem of linear algebra that holds for every size from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import And, ForAll, Iff, Implies, Property, Relation, Statement
from symproofs.terms.term import Term, name, num
from symproofs.terms.types import Sort, Type, matrix, scalar


class MatrixFact(NamedTuple):
    """What holds for all matrices of the sizes, as many as `sizes` says, and where it is proved."""

    name: str
    sizes: int
    says: str
    statement: Callable[..., Statement]
    reference: str


a, b, p, q, u, v, c = (name(f"_{label}") for label in ("A", "B", "P", "Q", "U", "V", "c"))
"""Quantified in the facts; a document hardly gives such a name to a size."""

ZERO = num(0)


def _product(*factors: Term) -> Term:
    return Term("mul", factors)


def _sum(*parts: Term) -> Term:
    return Term("add", parts)


def _transpose(x: Term) -> Term:
    return Term("transpose", (x,))


def _inverse(x: Term) -> Term:
    return Term("inverse", (x,))


def _det(x: Term) -> Term:
    return Term("det", (x,))


def _unit(n: Size) -> Term:
    return Term("identity", (), (n,))


def _equal(left: Term, right: Term) -> Relation:
    return Relation("=", left, right)


def _invertible(*subjects: Term) -> Statement:
    found = tuple(Property("invertible", x) for x in subjects)
    return found[0] if len(found) == 1 else And(found)


def _definite(*subjects: Term) -> Statement:
    found = tuple(Property("positive_definite", x) for x in subjects)
    return found[0] if len(found) == 1 else And(found)


def _all(body: Statement, sort: Sort, **kinds: tuple[Size, Size]) -> Statement:
    """For all arrays of the shapes, named by their letters; `c` is a number."""
    rows: list[tuple[str, Type]] = [(f"_{label}", matrix(*shape, sort)) for label, shape in kinds.items()]
    if any(node == c for node in _nodes(body)):
        rows.append(("_c", scalar(sort)))
    return ForAll(tuple(rows), body)


def _nodes(statement: Statement) -> list[Term]:
    match statement:
        case Relation(_, left, right):
            return [*left.walk(), *right.walk()]
        case Property(_, subject):
            return list(subject.walk())
        case And(parts):
            return [t for part in parts for t in _nodes(part)]
        case Implies(first, second) | Iff(first, second):
            return [*_nodes(first), *_nodes(second)]
    return []


# ------------------------------------------------------------------ inverses


def _exchange(n: Size) -> Statement:
    return _all(Implies(_equal(_product(a, b), _unit(n)), _equal(_product(b, a), _unit(n))), "complex", A=(n, n), B=(n, n))


def _inverse_factors(n: Size) -> Statement:
    return _all(Implies(_equal(_product(a, b), _unit(n)), _invertible(a, b)), "complex", A=(n, n), B=(n, n))


def _invertible_factors(n: Size) -> Statement:
    return _all(Implies(_invertible(_product(a, b)), _invertible(a, b)), "complex", A=(n, n), B=(n, n))


def _update(n: Size, m: Size) -> Statement:
    """A + U C V against C^{-1} + V A^{-1} U."""
    large = _sum(a, _product(u, b, v))
    small = _sum(_inverse(b), _product(v, _inverse(a), u))
    body = Implies(_invertible(a, b), Iff(_invertible(large), _invertible(small)))
    return _all(body, "complex", A=(n, n), B=(m, m), U=(n, m), V=(m, n))


def _plain_update(n: Size, m: Size) -> Statement:
    body = Iff(_invertible(_sum(_unit(n), _product(u, v))), _invertible(_sum(_unit(m), _product(v, u))))
    return _all(body, "complex", U=(n, m), V=(m, n))


def _rank_one(n: Size) -> Statement:
    large = _sum(a, _product(u, v))
    small = _sum(num(1), _product(v, _inverse(a), u))
    body = Implies(_invertible(a), Iff(_invertible(large), Relation("!=", small, ZERO)))
    return _all(body, "complex", A=(n, n), U=(n, ONE), V=(ONE, n))


def _column_nonzero(n: Size) -> Statement:
    x = name("_x")
    body = Implies(Property("nonzero", x), Relation("!=", _product(_transpose(x), x), ZERO))
    return ForAll((("_x", matrix(n, ONE, "real")),), body)


def _columns_unequal(n: Size) -> Statement:
    x, y = name("_x"), name("_y")
    gap = _sum(x, Term("neg", (y,)))
    body = Implies(Relation("!=", x, y), Relation("!=", _product(_transpose(gap), gap), ZERO))
    return ForAll((("_x", matrix(n, ONE, "real")), ("_y", matrix(n, ONE, "real"))), body)


# ------------------------------------------------------------------ norms


def _norm(x: Term) -> Term:
    return Term("norm", (x,))


def _cauchy_schwarz(n: Size) -> Statement:
    return _all(Relation("<=", _product(_transpose(u), v), _product(_norm(u), _norm(v))), "real", U=(n, ONE), V=(n, ONE))


def _cauchy_schwarz_squared(n: Size) -> Statement:
    square = Term("pow", (_product(_transpose(u), v), num(2)))
    bound = _product(_product(_transpose(u), u), _product(_transpose(v), v))
    return _all(Relation("<=", square, bound), "real", U=(n, ONE), V=(n, ONE))


def _triangle(n: Size, m: Size) -> Statement:
    return _all(Relation("<=", _norm(_sum(a, b)), _sum(_norm(a), _norm(b))), "complex", A=(n, m), B=(n, m))


# ------------------------------------------------------------------ diagonal matrices


def _diagonal(*subjects: Term) -> Statement:
    found = tuple(Property("diagonal", x) for x in subjects)
    return found[0] if len(found) == 1 else And(found)


def _diagonal_symmetric(n: Size) -> Statement:
    return _all(Implies(_diagonal(a), _equal(_transpose(a), a)), "complex", A=(n, n))


def _diagonal_commute(n: Size) -> Statement:
    return _all(Implies(_diagonal(a, b), _equal(_product(a, b), _product(b, a))), "complex", A=(n, n), B=(n, n))


# ------------------------------------------------------------------ positive definite matrices


def _definite_invertible(n: Size) -> Statement:
    return _all(Implies(_definite(a), _invertible(a)), "real", A=(n, n))


def _definite_symmetric(n: Size) -> Statement:
    return _all(Implies(_definite(a), _equal(_transpose(a), a)), "real", A=(n, n))


def _definite_identity(n: Size) -> Statement:
    return _definite(_unit(n))


def _definite_multiple(n: Size) -> Statement:
    premise = And((Relation(">", c, ZERO), _definite(a)))
    return _all(Implies(premise, _definite(_product(c, a))), "real", A=(n, n))


def _definite_sum(n: Size) -> Statement:
    return _all(Implies(_definite(a, b), _definite(_sum(a, b))), "real", A=(n, n), B=(n, n))


def _definite_inverse(n: Size) -> Statement:
    return _all(Implies(_definite(a), _definite(_inverse(a))), "real", A=(n, n))


def _definite_gram(n: Size, m: Size) -> Statement:
    """A + B^T B, with B of m rows."""
    return _all(Implies(_definite(a), _definite(_sum(a, _product(_transpose(b), b)))), "real", A=(n, n), B=(m, n))


def _definite_congruence(n: Size, m: Size) -> Statement:
    """A + B^T P B, with B of m rows."""
    body = Implies(_definite(a, p), _definite(_sum(a, _product(_transpose(b), p, b))))
    return _all(body, "real", A=(n, n), B=(m, n), P=(m, m))


def _gram_definite(n: Size, m: Size) -> Statement:
    """B^T B, with B of m rows."""
    gram = _product(_transpose(b), b)
    return _all(Implies(_invertible(gram), _definite(gram)), "real", B=(m, n))


def _congruent_definite(n: Size, m: Size) -> Statement:
    """B^T P B, with B of m rows and P positive definite."""
    body = Implies(And((_invertible(_product(_transpose(b), b)), _definite(p))), _definite(_product(_transpose(b), p, b)))
    return _all(body, "real", B=(m, n), P=(m, m))


# ------------------------------------------------------------------ determinants


def _det_product(n: Size) -> Statement:
    return _all(_equal(_det(_product(a, b)), _product(_det(a), _det(b))), "complex", A=(n, n), B=(n, n))


def _det_transpose(n: Size) -> Statement:
    return _all(_equal(_det(_transpose(a)), _det(a)), "complex", A=(n, n))


def _det_multiple(n: Size) -> Statement:
    power = Term("pow", (c, Term("size", (), (n,))))
    return _all(_equal(_det(_product(c, a)), _product(power, _det(a))), "complex", A=(n, n))


def _det_identity(n: Size) -> Statement:
    return _equal(_det(_unit(n)), num(1))


def _det_inverse(n: Size) -> Statement:
    return _all(Implies(_invertible(a), _equal(_det(_inverse(a)), Term("div", (num(1), _det(a))))), "complex", A=(n, n))


def _det_nonzero(n: Size) -> Statement:
    return _all(Iff(_invertible(a), Relation("!=", _det(a), ZERO)), "complex", A=(n, n))


def _det_orthogonal(n: Size) -> Statement:
    square = Term("pow", (_det(a), num(2)))
    return _all(Implies(_equal(_product(_transpose(a), a), _unit(n)), _equal(square, num(1))), "complex", A=(n, n))


def _det_exchange(n: Size, m: Size) -> Statement:
    left, right = _sum(_unit(n), _product(u, v)), _sum(_unit(m), _product(v, u))
    return _all(_equal(_det(left), _det(right)), "complex", U=(n, m), V=(m, n))


def _det_rank_one(n: Size) -> Statement:
    body = _equal(_det(_sum(_unit(n), _product(u, v))), _sum(num(1), _product(v, u)))
    return _all(body, "complex", U=(n, ONE), V=(ONE, n))


def _det_diagonal(n: Size) -> Statement:
    x = name("_x")
    index = name("_i")
    entry = Term("product", (Term("entry", (x, index)),), ("_i", n))
    return ForAll((("_x", matrix(n, ONE, "complex")),), _equal(_det(Term("diag", (x,))), entry))


HORN_JOHNSON = "R. A. Horn, C. R. Johnson, Matrix Analysis"

MATRIX_FACTS: Mapping[str, MatrixFact] = {
    row.name: row
    for row in (
        MatrixFact("inverse_exchange", 1, "A, B ∈ ℂ^{n×n}: A B = I ⇒ B A = I", _exchange, f"{HORN_JOHNSON}, 0.5"),
        MatrixFact(
            "inverse_factors",
            1,
            "A, B ∈ ℂ^{n×n}: A B = I ⇒ A is invertible ∧ B is invertible",
            _inverse_factors,
            f"{HORN_JOHNSON}, 0.5",
        ),
        MatrixFact(
            "invertible_factors",
            1,
            "A, B ∈ ℂ^{n×n}: A B is invertible ⇒ A is invertible ∧ B is invertible",
            _invertible_factors,
            f"{HORN_JOHNSON}, 0.3.5, 0.5",
        ),
        MatrixFact(
            "invertible_update",
            2,
            "A ∈ ℂ^{n×n}, B ∈ ℂ^{m×m}, U ∈ ℂ^{n×m}, V ∈ ℂ^{m×n}: "
            "A is invertible ∧ B is invertible ⇒ (A + U B V is invertible ⇔ B⁻¹ + V A⁻¹ U is invertible)",
            _update,
            "M. A. Woodbury, Mem. Rep. 42, Princeton 1950; matrix determinant lemma",
        ),
        MatrixFact(
            "invertible_exchange",
            2,
            "U ∈ ℂ^{n×m}, V ∈ ℂ^{m×n}: I + U V is invertible ⇔ I + V U is invertible",
            _plain_update,
            f"{HORN_JOHNSON}, 1.3.22",
        ),
        MatrixFact(
            "invertible_rank_one",
            1,
            "A ∈ ℂ^{n×n}, U ∈ ℂ^{n×1}, V ∈ ℂ^{1×n}: A is invertible ⇒ (A + U V is invertible ⇔ 1 + V A⁻¹ U ≠ 0)",
            _rank_one,
            "J. Sherman, W. J. Morrison, Ann. Math. Statist. 21 (1950) 124",
        ),
        MatrixFact("column_nonzero", 1, "x ∈ ℝ^n: x is nonzero ⇒ xᵀx ≠ 0", _column_nonzero, "xᵀx is a sum of squares"),
        MatrixFact("columns_unequal", 1, "x, y ∈ ℝ^n: x ≠ y ⇒ (x - y)ᵀ(x - y) ≠ 0", _columns_unequal, "xᵀx is a sum of squares"),
        MatrixFact("cauchy_schwarz", 1, "U, V ∈ ℝ^{n×1}: Uᵀ V ≤ ‖U‖ ‖V‖", _cauchy_schwarz, f"{HORN_JOHNSON}, 5.1.4"),
        MatrixFact(
            "cauchy_schwarz_squared",
            1,
            "U, V ∈ ℝ^{n×1}: (Uᵀ V)² ≤ (Uᵀ U) (Vᵀ V)",
            _cauchy_schwarz_squared,
            f"{HORN_JOHNSON}, 5.1.4",
        ),
        MatrixFact("triangle", 2, "A, B ∈ ℂ^{n×m}: ‖A + B‖ ≤ ‖A‖ + ‖B‖", _triangle, f"{HORN_JOHNSON}, 5.1, 5.6"),
        MatrixFact("diagonal_symmetric", 1, "A ∈ ℂ^{n×n}: A is diagonal ⇒ Aᵀ = A", _diagonal_symmetric, "definition of diagonal"),
        MatrixFact(
            "diagonal_commute",
            1,
            "A, B ∈ ℂ^{n×n}: A is diagonal ∧ B is diagonal ⇒ A B = B A",
            _diagonal_commute,
            "products of diagonal matrices are taken entry by entry",
        ),
        MatrixFact(
            "definite_invertible", 1, "A ∈ ℝ^{n×n}: A ≻ 0 ⇒ A is invertible", _definite_invertible, f"{HORN_JOHNSON}, 7.1.7"
        ),
        MatrixFact(
            "definite_symmetric", 1, "A ∈ ℝ^{n×n}: A ≻ 0 ⇒ Aᵀ = A", _definite_symmetric, "definition of positive definite"
        ),
        MatrixFact("definite_identity", 1, "I ≻ 0 (n×n)", _definite_identity, "x^T x > 0 for x ≠ 0"),
        MatrixFact(
            "definite_multiple", 1, "A ∈ ℝ^{n×n}, c ∈ ℝ: c > 0 ∧ A ≻ 0 ⇒ c A ≻ 0", _definite_multiple, f"{HORN_JOHNSON}, 7.1.3"
        ),
        MatrixFact("definite_sum", 1, "A, B ∈ ℝ^{n×n}: A ≻ 0 ∧ B ≻ 0 ⇒ A + B ≻ 0", _definite_sum, f"{HORN_JOHNSON}, 7.1.3"),
        MatrixFact("definite_inverse", 1, "A ∈ ℝ^{n×n}: A ≻ 0 ⇒ A⁻¹ ≻ 0", _definite_inverse, f"{HORN_JOHNSON}, 7.1.7"),
        MatrixFact(
            "definite_gram", 2, "A ∈ ℝ^{n×n}, B ∈ ℝ^{m×n}: A ≻ 0 ⇒ A + Bᵀ B ≻ 0", _definite_gram, f"{HORN_JOHNSON}, 7.1.3, 7.1.8"
        ),
        MatrixFact(
            "definite_congruence",
            2,
            "A ∈ ℝ^{n×n}, B ∈ ℝ^{m×n}, P ∈ ℝ^{m×m}: A ≻ 0 ∧ P ≻ 0 ⇒ A + Bᵀ P B ≻ 0",
            _definite_congruence,
            f"{HORN_JOHNSON}, 7.1.3, 7.1.8",
        ),
        MatrixFact("gram_definite", 2, "B ∈ ℝ^{m×n}: Bᵀ B is invertible ⇒ Bᵀ B ≻ 0", _gram_definite, f"{HORN_JOHNSON}, 7.1.8"),
        MatrixFact(
            "congruent_definite",
            2,
            "B ∈ ℝ^{m×n}, P ∈ ℝ^{m×m}: Bᵀ B is invertible ∧ P ≻ 0 ⇒ Bᵀ P B ≻ 0",
            _congruent_definite,
            f"{HORN_JOHNSON}, 7.1.8",
        ),
        MatrixFact("det_product", 1, "A, B ∈ ℂ^{n×n}: det(A B) = det A det B", _det_product, f"{HORN_JOHNSON}, 0.3.5"),
        MatrixFact("det_transpose", 1, "A ∈ ℂ^{n×n}: det Aᵀ = det A", _det_transpose, f"{HORN_JOHNSON}, 0.3.2"),
        MatrixFact("det_multiple", 1, "A ∈ ℂ^{n×n}, c ∈ ℂ: det(c A) = c^n det A", _det_multiple, f"{HORN_JOHNSON}, 0.3.2"),
        MatrixFact("det_identity", 1, "det I = 1 (n×n)", _det_identity, f"{HORN_JOHNSON}, 0.3.1"),
        MatrixFact("det_inverse", 1, "A ∈ ℂ^{n×n}: A is invertible ⇒ det A⁻¹ = 1/det A", _det_inverse, f"{HORN_JOHNSON}, 0.3.5"),
        MatrixFact("det_orthogonal", 1, "A ∈ ℂ^{n×n}: Aᵀ A = I ⇒ (det A)² = 1", _det_orthogonal, f"{HORN_JOHNSON}, 2.1.P2"),
        MatrixFact("det_nonzero", 1, "A ∈ ℂ^{n×n}: A is invertible ⇔ det A ≠ 0", _det_nonzero, f"{HORN_JOHNSON}, 0.5"),
        MatrixFact(
            "det_exchange", 2, "U ∈ ℂ^{n×m}, V ∈ ℂ^{m×n}: det(I + U V) = det(I + V U)", _det_exchange, f"{HORN_JOHNSON}, 1.3.22"
        ),
        MatrixFact(
            "det_rank_one", 1, "U ∈ ℂ^{n×1}, V ∈ ℂ^{1×n}: det(I + U V) = 1 + V U", _det_rank_one, f"{HORN_JOHNSON}, 0.8.5"
        ),
        MatrixFact("det_diagonal", 1, "x ∈ ℂ^n: det diag x = ∏_i x_i", _det_diagonal, f"{HORN_JOHNSON}, 0.3.1"),
    )
}
"""Statements for all matrices of given sizes, by name."""
