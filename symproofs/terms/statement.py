"""Statements: relations between terms, and what joins them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from symproofs.diagnostics import Span
from symproofs.terms.term import Term, free_names, substitute
from symproofs.terms.types import Type

Operator = Literal["=", "!=", "<", "<=", ">", ">=", "~"]

ORDERS: tuple[Operator, ...] = ("<", "<=", ">", ">=")
"""`~` is ≈."""


class _Joined:
    """What statements have in common: they are equal when their parts are, and a hash is worked out once."""

    __slots__ = ("_hash",)
    __match_args__: ClassVar[tuple[str, ...]] = ()
    _hash: int

    def _parts(self) -> tuple[object, ...]:
        return tuple([getattr(self, part) for part in self.__match_args__])

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            found = hash((type(self).__name__, self._parts()))
            object.__setattr__(self, "_hash", found)
            return found

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return hash(self) == hash(other) and self._parts() == other._parts()


@dataclass(frozen=True, slots=True, eq=False)
class Relation(_Joined):
    """`left operator right`, both as written; never a SymPy relation, which would evaluate."""

    operator: Operator
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Property(_Joined):
    """A term has a named property, a row of `context.PROPERTIES`."""

    name: str
    subject: Term


@dataclass(frozen=True, slots=True, eq=False)
class Membership(_Joined):
    """`term ∈ set`, the set one of 'integer', 'rational', 'real', …"""

    subject: Term
    sort: str


@dataclass(frozen=True, slots=True, eq=False)
class And(_Joined):
    parts: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Implies(_Joined):
    premise: Statement
    conclusion: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Iff(_Joined):
    left: Statement
    right: Statement


@dataclass(frozen=True, slots=True, eq=False)
class ForAll(_Joined):
    """For all values of the typed names. A definition `f(x) = …` is `ForAll((x,), f(x) = …)`."""

    names: tuple[tuple[str, Type], ...]
    body: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Exists(_Joined):
    """For some values of the typed names."""

    names: tuple[tuple[str, Type], ...]
    body: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Tends(_Joined):
    """`subject` tends to `target` in the regime that is spoken of; the target `const('oo')` or its negative is no number.

    As a hypothesis (`C → ∞`) it says which names vary: those that occur in the subject, and what is defined by them.
    All other names stand still. A set of such hypotheses speaks of one and the same passage to the limit.
    """

    subject: Term
    target: Term


@dataclass(frozen=True, slots=True, eq=False)
class InProbability(_Joined):
    """`subject` tends to `target` in probability.

    For every ε > 0 the probability that some entry is further than ε away tends to 0. The passage is the one that `Tends` and
    hypotheses of this kind speak of; the target is a constant, never an infinity. It is another class than `Tends`: what knows
    nothing of probability must not take it for a limit of values.
    """

    subject: Term
    target: Term


Statement = Relation | Property | Membership | And | Implies | Iff | ForAll | Exists | Tends | InProbability


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A statement taken as given, with a label for reasons and the place that it came from.

    `claim` is the place of the claim that it was obtained from: `there is a k with n = 2k` gives n = 2k. It holds if that does.
    """

    statement: Statement
    label: str = ""
    span: Span | None = None
    claim: Span | None = None


def statement_names(statement: Statement) -> frozenset[str]:
    """Free names of a statement."""
    match statement:
        case Relation(_, left, right) | Tends(left, right) | InProbability(left, right):
            return free_names(left) | free_names(right)
        case Property(_, subject) | Membership(subject, _):
            return free_names(subject)
        case And(parts):
            return frozenset[str]().union(*map(statement_names, parts))
        case Implies(first, second) | Iff(first, second):
            return statement_names(first) | statement_names(second)
        case ForAll(names, body) | Exists(names, body):
            return statement_names(body) - {n for n, _ in names}


def parts_of(statement: Statement) -> Iterator[Statement]:
    """The statement and every statement in it."""
    yield statement
    match statement:
        case And(parts):
            inner = parts
        case Implies(first, second) | Iff(first, second):
            inner = (first, second)
        case ForAll(_, body) | Exists(_, body):
            inner = (body,)
        case _:
            inner = ()
    for part in inner:
        yield from parts_of(part)


def own_terms(statement: Statement) -> tuple[Term, ...]:
    """The terms of a statement that is made of no others."""
    match statement:
        case Relation(_, left, right) | Tends(left, right) | InProbability(left, right):
            return (left, right)
        case Property(_, subject) | Membership(subject, _):
            return (subject,)
    return ()


def terms_of(statement: Statement) -> Iterator[Term]:
    """The terms that a statement relates, also below connectives and quantifiers."""
    for part in parts_of(statement):
        yield from own_terms(part)


def speaks_of_limits(statement: Statement) -> bool:
    """Whether a statement says that something is near, or tends somewhere: ≈ or →, in probability or not."""
    parts = (p for p in parts_of(statement) if isinstance(p, Relation | Tends | InProbability))
    return any(not isinstance(p, Relation) or p.operator == "~" for p in parts)


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
        case InProbability(subject, target):
            return InProbability(substitute(subject, values), substitute(target, values))
        case ForAll(names, body) | Exists(names, body):
            bound = {n for n, _ in names}
            live = {k: v for k, v in values.items() if k not in bound}
            if any(free_names(v) & bound for v in live.values()):
                raise ValueError("the quantifier would capture a name")
            return type(statement)(names, substitute_statement(body, live))


def map_terms(statement: Statement, change: Callable[[Term], Term]) -> Statement:
    """The statement with each of its terms changed as a whole; quantifiers stay as they are."""
    match statement:
        case Relation(operator, left, right):
            return Relation(operator, change(left), change(right))
        case Property(label, subject):
            return Property(label, change(subject))
        case Membership(subject, sort):
            return Membership(change(subject), sort)
        case And(parts):
            return And(tuple(map_terms(p, change) for p in parts))
        case Implies(first, second) | Iff(first, second):
            return type(statement)(map_terms(first, change), map_terms(second, change))
        case Tends(subject, target) | InProbability(subject, target):
            return type(statement)(change(subject), change(target))
        case ForAll(names, body) | Exists(names, body):
            return type(statement)(names, map_terms(body, change))
