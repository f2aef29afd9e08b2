"""Hypotheses as equations to read with, sums over an index opened, and monomials split by the names in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import ForAll, Implies, Relation, Statement
from symproofs.terms.term import Term, free_names, name, substitute
from symproofs.terms.types import Type, index
from symproofs.theories.exponentials import Mono, Sum

Values = dict[str, Term]
"""What the parameters of an equation stand for."""


@dataclass(frozen=True)
class Equation:
    """A hypothesis `left = right`, for all values of the parameters, under a premise or none."""

    parameters: Mapping[str, Type]
    premise: Statement | None
    left: Term
    right: Term


def equations_of(context: Context) -> tuple[Equation, ...]:
    found = []
    for hypothesis in context.hypotheses:
        parameters, premise, body = taken_apart(hypothesis.statement)
        if isinstance(body, Relation) and body.operator == "=":
            found.append(Equation(parameters, premise, body.left, body.right))
    return tuple(found)


def taken_apart(statement: Statement) -> tuple[Mapping[str, Type], Statement | None, Statement]:
    """Quantified names, premise and conclusion."""
    parameters: Mapping[str, Type] = {}
    premise: Statement | None = None
    if isinstance(statement, ForAll):
        parameters, statement = dict(statement.names), statement.body
    if isinstance(statement, Implies):
        premise, statement = statement.premise, statement.conclusion
    return parameters, premise, statement


def match(pattern: Term, target: Term, parameters: Mapping[str, Type], values: Values) -> Values | None:
    """The values of the parameters under which the pattern is the target; binders match only as written."""
    if pattern.head == "name" and pattern.data[0] in parameters:
        label = str(pattern.data[0])
        if label in values:
            return values if values[label] == target else None
        return {**values, label: target}
    if pattern.head != target.head or pattern.data != target.data or len(pattern.args) != len(target.args):
        return None
    for p, t in zip(pattern.args, target.args, strict=True):
        more = match(p, t, parameters, values)
        if more is None:
            return None
        values = more
    return values


# ------------------------------------------------------------------ sums over an index, and monomials


def opened(node: Term, context: Context) -> tuple[str, Size, Term, tuple[Term, ...]]:
    """Bound name (one that nothing in the context is called), range, body and indices left out of a sum."""
    label, size = str(node.data[0]), node.data[1]
    assert isinstance(size, Size)
    body, *excluded = node.args
    taken = set(context.declarations).union(*map(free_names, excluded), free_names(body) - {label})
    if label in taken:
        fresh = next(f"{label}_{k}" for k in range(len(taken) + 1) if f"{label}_{k}" not in taken)
        body, label = substitute(body, {label: name(fresh)}), fresh
    return label, size, body, tuple(excluded)


def bound_context(context: Context, label: str, size: Size, excluded: tuple[Term, ...]) -> Context:
    pairs = {frozenset((label, str(e.data[0]))) for e in excluded if e.head == "name"}
    inner = context.declare(Declaration(label, index(size)))
    return replace(inner, distinct=inner.distinct | pairs)


def size_sum(size: object) -> Sum:
    assert isinstance(size, Size)
    rows = [(Mono(((Term("size", (), (Size.of(n),)), Fraction(1)),)), c) for n, c in size.parts]
    return Sum.of([*rows, (Mono(), size.constant)])


def split(m: Mono, names: frozenset[str]) -> tuple[Mono, Mono]:
    """The monomial as a product of one without the names and one with them."""
    free = {a: q for a, q in m.powers if names.isdisjoint(free_names(a))}
    bound = {a: q for a, q in m.powers if a not in free}
    still = Sum(tuple(row for row in m.exponents.rows if all(names.isdisjoint(free_names(a)) for a in row[0].atoms)))
    return Mono.of(free, still), Mono.of(bound, m.exponents.minus(still))
