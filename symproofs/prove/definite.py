"""Which matrices are positive definite, by facts about matrices: what is made of such matrices.

Sums, positive multiples and inverses of them, A + BᵀB and A + BᵀPB. *Fails when* a summand is neither positive definite nor of
such a form: `None`.
"""

from __future__ import annotations

from symproofs.kernel.sequent import Sequent
from symproofs.prove.algebra import summands
from symproofs.prove.matrices import DEFINITE, MOST_FACTORS, Matrices, last, product
from symproofs.prove.search import Step
from symproofs.prove.tree import Node
from symproofs.terms.statement import Property, Relation
from symproofs.terms.term import Term, num


def definite(matrices: Matrices, subject: Term) -> Node | None:
    """The matrix is made of positive definite ones."""
    found = built(matrices, matrices.sequent, subject)
    return None if found is None else matrices.closed(found[0], found[1], DEFINITE)


def built(matrices: Matrices, sequent: Sequent, subject: Term) -> tuple[list[Step], Term] | None:
    """Steps after which a matrix equal to this one is known to be positive definite, and that matrix."""
    search = matrices.search
    if search.evident(sequent, Property(DEFINITE, subject)):
        return [], subject
    for given in matrices.given(DEFINITE):
        if matrices.alike(given, subject):
            return [], given
    parts = summands(subject)
    if len(parts) > 1:
        return _sum(matrices, sequent, parts)
    numbers, factors = matrices.factors(subject)
    if numbers and factors:
        return _multiple(matrices, sequent, product(numbers), product(factors))
    if subject.head == "identity":
        return _after(matrices.cite(sequent, "definite_identity", [matrices.size(subject)], {}), subject)
    if subject.head == "inverse":
        inner = built(matrices, sequent, subject.args[0])
        if inner is None:
            return None
        steps, base = inner
        more = matrices.cite(last(steps, sequent), "definite_inverse", [matrices.size(base)], {"_A": base}, "forward")
        return None if more is None else ([*steps, *more], Term("inverse", (base,)))
    return _congruent(matrices, sequent, factors)


def _sum(matrices: Matrices, sequent: Sequent, parts: list[Term]) -> tuple[list[Step], Term] | None:
    """A summand that is positive definite, and others that are, or are of the form c BᵀPB."""
    steps: list[Step] = []
    whole: Term | None = None
    rest = list(parts)
    for part in parts:
        found = built(matrices, last(steps, sequent), part)
        if found is None:
            continue
        steps += found[0]
        rest.remove(part)
        if whole is None:
            whole = found[1]
            continue
        more = matrices.cite(
            last(steps, sequent), "definite_sum", [matrices.size(whole)], {"_A": whole, "_B": found[1]}, "forward"
        )
        if more is None:
            return None
        steps += more
        whole = Term("add", (whole, found[1]))
    if whole is None:
        return None
    for part in rest:
        found = _with_gram(matrices, sequent, steps, whole, part)
        if found is None:
            return None
        steps, whole = found
    return steps, whole


def _with_gram(
    matrices: Matrices, sequent: Sequent, steps: list[Step], whole: Term, part: Term
) -> tuple[list[Step], Term] | None:
    numbers, factors = matrices.factors(part)
    found = halves(matrices, factors)
    if found is None:
        return None
    b, middle = found
    n, m = matrices.size(whole), matrices.size(b)
    turned = Term("transpose", (b,))
    if middle is None and not numbers:
        more = matrices.cite(last(steps, sequent), "definite_gram", [n, m], {"_A": whole, "_B": b}, "forward")
        return None if more is None else ([*steps, *more], Term("add", (whole, Term("mul", (turned, b)))))
    core = middle or Term("identity", (), (m,))
    inner = built(matrices, last(steps, sequent), product([*numbers, core]))
    if inner is None:
        return None
    steps = [*steps, *inner[0]]
    more = matrices.cite(last(steps, sequent), "definite_congruence", [n, m], {"_A": whole, "_B": b, "_P": inner[1]}, "forward")
    return None if more is None else ([*steps, *more], Term("add", (whole, Term("mul", (turned, inner[1], b)))))


def halves(matrices: Matrices, factors: list[Term]) -> tuple[Term, Term | None] | None:
    """B and P, if the product is BᵀPB; B, if it is BᵀB."""
    k = len(factors) // 2
    if k == 0 or len(factors) > MOST_FACTORS:
        return None
    for first, mirrored in zip(factors[:k], factors[: -k - 1 : -1], strict=True):
        if not matrices.alike(Term("transpose", (first,)), mirrored):
            return None
    return product(factors[-k:]), factors[k] if len(factors) % 2 else None


def _multiple(matrices: Matrices, sequent: Sequent, c: Term, subject: Term) -> tuple[list[Step], Term] | None:
    search = matrices.search
    positive = Relation(">", c, num(0))
    if search.solve(sequent.proves(positive), 0) is None:
        return None
    inner = built(matrices, sequent, subject)
    if inner is None:
        return None
    steps, base = inner
    more = matrices.cite(last(steps, sequent), "definite_multiple", [matrices.size(base)], {"_A": base, "_c": c}, "forward")
    return None if more is None else ([*steps, *more], Term("mul", (c, base)))


def _congruent(matrices: Matrices, sequent: Sequent, factors: list[Term]) -> tuple[list[Step], Term] | None:
    found = halves(matrices, factors)
    if found is None:
        return None
    b, middle = found
    kind = matrices.wording.kind(b)
    gram = Term("mul", (Term("transpose", (b,)), b))
    if middle is None:
        return _after(matrices.cite(sequent, "gram_definite", [kind.cols, kind.rows], {"_B": b}, "forward"), gram)
    inner = built(matrices, sequent, middle)
    if inner is None:
        return None
    steps, core = inner
    values = {"_B": b, "_P": core}
    more = matrices.cite(last(steps, sequent), "congruent_definite", [kind.cols, kind.rows], values, "forward")
    return None if more is None else ([*steps, *more], Term("mul", (Term("transpose", (b,)), core, b)))


def _after(steps: list[Step] | None, subject: Term) -> tuple[list[Step], Term] | None:
    return None if steps is None else (steps, subject)
