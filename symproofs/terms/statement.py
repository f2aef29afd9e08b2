"""Statements: relations between terms, and what joins them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from symproofs.diagnostics import Span
from symproofs.terms.term import Term, free_names, substitute
from symproofs.terms.types import Type

Operator = Literal["=", "!=", "<", "<=", ">", ">=", "~"]
"""`~` is ≈."""


@dataclass(frozen=True, slots=True)
class Relation:
    """`left operator right`, both as written; never a SymPy relation, which would evaluate."""

    operator: Operator
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Property:
    """A term has a named property, a row of `context.PROPERTIES`."""

    name: str
    subject: Term


@dataclass(frozen=True, slots=True)
class Membership:
    """`term ∈ set`, the set one of 'integer', 'rational', 'real', …"""

    subject: Term
    sort: str


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Implies:
    premise: Statement
    conclusion: Statement


@dataclass(frozen=True, slots=True)
class Iff:
    left: Statement
    right: Statement


@dataclass(frozen=True, slots=True)
class ForAll:
    """For all values of the typed names. A definition `f(x) = …` is `ForAll((x,), f(x) = …)`."""

    names: tuple[tuple[str, Type], ...]
    body: Statement


@dataclass(frozen=True, slots=True)
class Exists:
    """For some values of the typed names."""

    names: tuple[tuple[str, Type], ...]
    body: Statement


@dataclass(frozen=True, slots=True)
class Tends:
    """`subject` tends to `target` in the regime that is spoken of; the target `const('oo')` or its negative is no number.

    As a hypothesis (`C → ∞`) it says which names vary: those that occur in the subject, and what is defined by them.
    All other names stand still. A set of such hypotheses speaks of one and the same passage to the limit.
    """

    subject: Term
    target: Term


Statement = Relation | Property | Membership | And | Implies | Iff | ForAll | Exists | Tends


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A statement taken as given, with a label for reasons and the place that it came from."""

    statement: Statement
    label: str = ""
    span: Span | None = None


def statement_names(statement: Statement) -> frozenset[str]:
    """Free names of a statement."""
    match statement:
        case Relation(_, left, right) | Tends(left, right):
            return free_names(left) | free_names(right)
        case Property(_, subject) | Membership(subject, _):
            return free_names(subject)
        case And(parts):
            return frozenset[str]().union(*map(statement_names, parts))
        case Implies(first, second) | Iff(first, second):
            return statement_names(first) | statement_names(second)
        case ForAll(names, body) | Exists(names, body):
            return statement_names(body) - {n for n, _ in names}


def substitute_statement(statement: Statement, values: dict[str, Term]) -> Statement:
    """Replace free names in a statement. Fails with `ValueError` where a quantifier would capture."""
    match statement:
        case Relation(operator, left, right):
            return Relation(operator, substitute(left, values), substitute(right, values))
        case Property(label, subject):
            return Property(label, substitute(subject, values))
        case Membership(subject, sort):
            return Membership(substitute(subject, values), sort)
        case And(parts):
            return And(tuple(substitute_statement(p, values) for p in parts))
        case Implies(first, second):
            return Implies(substitute_statement(first, values), substitute_statement(second, values))
        case Iff(first, second):
            return Iff(substitute_statement(first, values), substitute_statement(second, values))
        case Tends(subject, target):
            return Tends(substitute(subject, values), substitute(target, values))
        case ForAll(names, body) | Exists(names, body):
            bound = {n for n, _ in names}
            live = {k: v for k, v in values.items() if k not in bound}
            if any(free_names(v) & bound for v in live.values()):
                raise ValueError("the quantifier would capture a name")
            return type(statement)(names, substitute_statement(body, live))
