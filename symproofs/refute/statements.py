"""Looking into statements: their parts and terms, the sizes and types that occur, what kind of statement they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
    own_terms,
    parts_of,
)
from symproofs.terms.term import Term
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, type_of


def type_names(types: Iterable[Type]) -> frozenset[str]:
    found: set[str] = set()
    for kind in types:
        for size in (kind.rows, kind.cols, *kind.over, *((kind.index,) if kind.index is not None else ())):
            found |= size.names
        found |= type_names(kind.parameters or ())
    return frozenset(found)


def type_sizes(kind: Type) -> frozenset[Size]:
    """The sizes that must be at least 1 for the type to make sense."""
    own = {kind.rows, kind.cols, *kind.over, *({kind.index} if kind.index is not None else set())}
    return frozenset(own).union(*(type_sizes(p) for p in kind.parameters or ()))


def flatten(statement: Statement) -> Iterable[Statement]:
    """The statements that a conjunction joins."""
    if isinstance(statement, And):
        for part in statement.parts:
            yield from flatten(part)
    else:
        yield statement


def terms_of(statement: Statement) -> Iterator[Term]:
    """The terms that a statement is about; where something tends is none of them."""
    for part in parts_of(statement):
        yield from (part.subject,) if isinstance(part, Tends) else own_terms(part)


def well_typed(statement: Statement, types: Mapping[str, Type]) -> bool:
    """Whether every part has a type and the sides of relations have one shape. A name without a type may be defined."""
    try:
        match statement:
            case Relation(_, left, right):
                kind = type_of(right, types)
                defines = left.head == "name" and str(left.data[0]) not in types
                return defines or type_of(left, types).shape == kind.shape
            case Property(_, subject) | Membership(subject, _):
                type_of(subject, types)
                return True
            case And(parts):
                return all(well_typed(p, types) for p in parts)
            case Implies(first, second) | Iff(first, second):
                return well_typed(first, types) and well_typed(second, types)
            case Tends(subject, _):
                type_of(subject, types)
                return True
            case InProbability(subject, target):
                return type_of(subject, types).shape == type_of(target, types).shape
            case ForAll(names, body) | Exists(names, body):
                return well_typed(body, {**types, **dict(names)})
    except Mistyped:
        return False


def is_approximation(statement: Statement) -> bool:
    """Whether it says that two things are near to each other, or will probably be, perhaps for all members and under premises."""
    match statement:
        case InProbability():
            return True
        case Relation(operator, _, _):
            return operator == "~"
        case ForAll(_, body) | Implies(_, body):
            return is_approximation(body)
    return False


def is_passage(statement: Statement) -> bool:
    """Whether the statement says that something tends to a limit, perhaps for all members and under premises."""
    match statement:
        case Tends():
            return True
        case ForAll(_, body) | Implies(_, body):
            return is_passage(body)
        case And(parts):
            return any(map(is_passage, parts))
    return False


def spread(statement: Statement) -> Iterator[Statement]:
    """The statements that it joins, also under a quantifier: ∀x: P ∧ Q is ∀x: P and ∀x: Q."""
    match statement:
        case And(parts):
            for part in parts:
                yield from spread(part)
        case ForAll(names, body):
            for part in spread(body):
                yield ForAll(names, part)
        case Implies(premise, And(parts)):
            for part in parts:
                yield from spread(Implies(premise, part))
        case _:
            yield statement


def sizes_in(statement: Statement) -> set[str]:
    """Names of sizes that occur as data of its terms, or in the types that it quantifies over."""
    found = {n for t in terms_of(statement) for node in t.walk() for d in node.data if isinstance(d, Size) for n in d.names}
    stack = [statement]
    while stack:
        match stack.pop():
            case ForAll(names, body) | Exists(names, body):
                found |= type_names(t for _, t in names)
                stack.append(body)
            case And(parts):
                stack.extend(parts)
            case Implies(first, second) | Iff(first, second):
                stack.extend((first, second))
            case _:
                pass
    return found
