"""What a `Has` node says of an expression: `X^T X` is invertible, `x` is positive, `n` is an integer. One row a fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.diagnostics import Span
from symproofs.read.elaboration import constraints
from symproofs.read.elaboration.conventions import SORT_FACTS, SQUARE_PROPERTIES
from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.inference import SCALAR

Said = tuple[str, str, tuple[Draft, ...]]
"""The kind of a claim, its operator, its terms."""

Maker = Callable[[Drafter, Draft, Span], Said]


def _square(fact: str) -> Maker:
    def make(d: Drafter, subject: Draft, span: Span) -> Said:
        d.square(subject, f"what is {fact.replace('_', ' ')}")
        return "has", fact, (subject,)

    return make


def _singular(d: Drafter, subject: Draft, span: Span) -> Said:
    """det A = 0."""
    d.square(subject, "what is singular")
    return "relation", "=", (Draft("det", (subject,), None, span, SCALAR), _zero(span))


def _equals_transpose(d: Drafter, subject: Draft, span: Span) -> Said:
    """A^T = A, as it is claimed: it has to be shown of the entries."""
    d.square(subject, "what is symmetric or skew-symmetric")
    solver, turned = d.solver, d.solver.fresh()
    d.wait(lambda: constraints.transposed(solver, turned, subject.var), (turned, subject.var), span)
    return "relation", "=", (Draft("transpose", (subject,), None, span, turned), subject)


def _opposes_transpose(d: Drafter, subject: Draft, span: Span) -> Said:
    """A^T = -A."""
    kind, operator, (turned, _) = _equals_transpose(d, subject, span)
    return kind, operator, (turned, Draft("neg", (subject,), None, span, subject.var))


def _full(columns: bool) -> Maker:
    """X^T X is invertible, or X X^T."""

    def make(d: Drafter, subject: Draft, span: Span) -> Said:
        solver, turned, product = d.solver, d.solver.fresh(), d.solver.fresh()
        d.wait(lambda: constraints.transposed(solver, turned, subject.var), (turned, subject.var), span)
        transpose = Draft("transpose", (subject,), None, span, turned)
        factors = (transpose, subject) if columns else (subject, transpose)
        variables = tuple(f.var for f in factors)
        d.wait(lambda: constraints.product(solver, product, variables, ("", "")), (*variables, product), span)
        return "has", "invertible", (Draft("mul", factors, ("", ""), span, product),)

    return make


def _signed(operator: str) -> Maker:
    def make(d: Drafter, subject: Draft, span: Span) -> Said:
        d.number(subject, "a sign is one of a number")
        return "relation", operator, (subject, _zero(span))

    return make


def _nonzero(d: Drafter, subject: Draft, span: Span) -> Said:
    """x ≠ 0, also of an array."""
    zero = Draft("zero", (), None, span, d.solver.fresh())
    d.same(subject.var, zero.var, span)
    return "relation", "!=", (subject, zero)


def _member(fact: str) -> Maker:
    sort = SORT_FACTS[fact]

    def make(d: Drafter, subject: Draft, span: Span) -> Said:
        d.number(subject, f"a number that is {sort}")
        return "member", sort, (subject,)

    return make


def _zero(span: Span) -> Draft:
    return Draft("num", (), 0, span, SCALAR)


SUPPOSABLE: Mapping[str, Maker] = {
    **{fact: _square(fact) for fact in sorted(SQUARE_PROPERTIES)},
    "equals_transpose": _equals_transpose,
    "stated:skew_symmetric": _opposes_transpose,
    "singular": _singular,
    "full_column_rank": _full(True),
    "full_row_rank": _full(False),
    "positive": _signed(">"),
    "nonnegative": _signed(">="),
    "negative": _signed("<"),
    "nonzero": _nonzero,
    **{fact: _member(fact) for fact in SORT_FACTS if fact != "sort:constant"},
}
"""Facts by what they say of an expression."""
