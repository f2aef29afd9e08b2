"""Hypotheses sorted by what they ask of an assignment.

- A definition (`context.definition_of`) computes its name, or makes it a function or a family.
- A *placement* (`k_a = λ μ_a`, `∀i: i ≠ a ⇒ k_i = μ_i`, `∀i, j: A_ij = …`) overwrites members or entries of a drawn name.
- *Rows* (`∀t, i: Φ(t, 2i) = …`) are what is known of a function; they are checked where they may say different things.
- `∀z, w: ⟨z, w⟩ = …` says what the inner product of numbers is.
- A mean or covariance says which laws to try for a random name, and is checked.
- A passage to the limit (`C → ∞`) says which names vary, and is met by no single assignment: see `regime`.
- An approximation is true of no values and false of none: nothing that it bears on can be refuted.
- Everything else is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from symproofs.refute.moments import LawOf, Moment, moment_of
from symproofs.refute.rows import apart, calls_itself, descends, row_of
from symproofs.refute.values import Function, Row
from symproofs.terms.context import Context, definition_of
from symproofs.terms.domain import domain
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
    statement_names,
)
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import SORTS, Type
from symproofs.terms.typing import Mistyped, type_of


@dataclass(frozen=True, slots=True)
class Definition:
    """`name = body`; with parameters a function, or a family when `is_family`."""

    name: str
    parameters: tuple[str, ...]
    types: tuple[Type, ...]
    body: Term
    is_family: bool = False

    @property
    def names(self) -> frozenset[str]:
        return (free_names(self.body) - set(self.parameters)) | type_names(self.types)


@dataclass(frozen=True, slots=True)
class Placement:
    """For all the index names, where the premises hold: `target = body`, the target a member or an entry of `name`."""

    name: str
    bound: tuple[tuple[str, Type], ...]
    premises: tuple[Statement, ...]
    target: Term
    body: Term

    @property
    def names(self) -> frozenset[str]:
        """The names that its values are computed from."""
        subscripts = self.target.args if self.target.head == "member" else self.target.args[1:]
        found = free_names(self.body).union(*map(free_names, subscripts), *map(statement_names, self.premises))
        return (found - {n for n, _ in self.bound}) | type_names(t for _, t in self.bound)


@dataclass(frozen=True, slots=True)
class Rows:
    """`name` is the function of which these rows are known."""

    name: str
    rows: tuple[Row, ...]

    @property
    def names(self) -> frozenset[str]:
        found: set[str] = set()
        for row in self.rows:
            used = free_names(row.body).union(*map(free_names, row.arguments), *map(statement_names, row.premises))
            found |= (used - {n for n, _ in row.bound}) | type_names(t for _, t in row.bound)
        return frozenset(found - {self.name})


Step = Definition | Placement | Rows | LawOf


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


def terms_of(statement: Statement) -> Iterable[Term]:
    """The terms that a statement is about."""
    match statement:
        case Relation(_, left, right):
            yield left
            yield right
        case Property(_, subject) | Membership(subject, _):
            yield subject
        case And(parts):
            for part in parts:
                yield from terms_of(part)
        case Implies(first, second) | Iff(first, second):
            yield from terms_of(first)
            yield from terms_of(second)
        case Tends(subject, _):
            yield subject
        case ForAll(_, body) | Exists(_, body):
            yield from terms_of(body)


@dataclass
class Sorted:
    """The hypotheses of a context by what they are for."""

    definitions: dict[str, Definition | Rows] = field(default_factory=dict)
    placements: list[Placement] = field(default_factory=list)
    checks: list[Statement] = field(default_factory=list)
    inner: Function | None = None
    sizes: set[str] = field(default_factory=set)
    ill_typed: list[Statement] = field(default_factory=list)
    approximations: list[Statement] = field(default_factory=list)
    regimes: list[Statement] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)


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
            case ForAll(names, body) | Exists(names, body):
                return well_typed(body, {**types, **dict(names)})
    except Mistyped:
        return False


def sort_hypotheses(context: Context) -> Sorted:
    """Every hypothesis is a definition, a placement, the meaning of ⟨·,·⟩, or a check; the first definition of a name counts."""
    found = Sorted(sizes=_size_names(context))
    rows: dict[str, list[tuple[Statement, Row]]] = {}
    for statement in (s for h in context.hypotheses for s in spread(h.statement)):
        if not well_typed(statement, context.types):
            found.ill_typed.append(statement)
            found.checks.append(statement)
            continue
        if is_approximation(statement):
            found.approximations.append(statement)
            continue
        if is_passage(statement):
            found.regimes.append(statement)
            continue
        moment = moment_of(statement)
        if moment is not None and context.has(moment.name, "random"):
            found.moments.append(moment)
            found.checks.append(statement)
            continue
        definition = _definition(statement, context)
        if definition is not None and definition.name not in found.sizes and definition.name not in found.definitions:
            if not _reaches(definition.names, definition.name, found.definitions):
                found.definitions[definition.name] = definition
                continue
        elif found.inner is None and (inner := _inner_definition(statement, context.types)) is not None:
            found.inner = inner
            continue
        elif definition is None and (placement := _placement(statement)) is not None:
            found.placements.append(placement)
            continue
        elif definition is None and (row := row_of(statement)) is not None:
            rows.setdefault(row[0], []).append((statement, row[1]))
            continue
        found.checks.append(statement)
    for name, stated in rows.items():
        _sort_rows(name, stated, found)
    kept: list[Placement] = []
    for placement in found.placements:
        # What is placed is checked as well: a later placement may overwrite an earlier one.
        found.checks.append(_placed(placement))
        if placement.name not in found.definitions and not _reaches(
            placement.names, placement.name, found.definitions, tuple(kept)
        ):
            kept.append(placement)
    found.placements = kept
    return found


def _sort_rows(name: str, stated: list[tuple[Statement, Row]], found: Sorted) -> None:
    """The rows of one function are its meaning, those that may contradict earlier ones are tested as well.

    Values at single points alone (`f(0) = 1`) are checked: any function may be tried.
    """
    if not descends(name, (row for _, row in stated)):
        found.checks += [statement for statement, row in stated if calls_itself(name, row)]
        stated = [(statement, row) for statement, row in stated if not calls_itself(name, row)]
    step = Rows(name, tuple(row for _, row in stated))
    alone = not any(row.bound for row in step.rows)
    if alone or name in found.definitions or _reaches(step.names, name, found.definitions):
        found.checks += [statement for statement, _ in stated]
        return
    found.definitions[name] = step
    for k, (statement, row) in enumerate(stated):
        if not all(apart(row, other) for other in step.rows[:k]):
            found.checks.append(statement)


def is_approximation(statement: Statement) -> bool:
    """Whether the statement says that two things are near to each other, perhaps for all members and under premises."""
    match statement:
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


def _size_names(context: Context) -> set[str]:
    sizes = {r.name for r in context.declarations.values() if "size" in r.properties}
    sizes |= type_names(context.types.values())
    for h in context.hypotheses:
        sizes |= sizes_in(h.statement)
    return sizes


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


def _definition(statement: Statement, context: Context) -> Definition | None:
    found = definition_of(Hypothesis(statement))
    if found is None:
        return None
    name, parameters, body = found
    types = dict(statement.names) if isinstance(statement, ForAll) else {}
    declared = context.declarations.get(name)
    is_family = declared is not None and bool(declared.type.over)
    if is_family != any(types[p].index is not None for p in parameters) and is_family:
        return None
    return Definition(name, parameters, tuple(types[p] for p in parameters), body, is_family)


def _inner_definition(statement: Statement, types: Mapping[str, Type]) -> Function | None:
    """`∀z, w: ⟨z, w⟩ = body` over numbers; without the quantifier too, when nothing else is said in the body.

    What ⟨·,·⟩ is of complex numbers is free but for such hypotheses, so that this meaning meets them.
    """
    bound: dict[str, Type] = dict(types)
    if isinstance(statement, ForAll):
        bound, statement = dict(statement.names), statement.body
        if len(bound) != 2:
            return None
    if not isinstance(statement, Relation) or statement.operator != "=":
        return None
    left, body = statement.left, statement.right
    if left.head != "inner" or any(a.head != "name" or str(a.data[0]) not in bound for a in left.args):
        return None
    parameters = tuple(str(a.data[0]) for a in left.args)
    kinds = tuple(bound[p] for p in parameters)
    if len(set(parameters)) != 2 or not all(k.is_scalar and k.sort == "complex" for k in kinds):
        return None
    if not free_names(body) <= set(parameters) or any(node.head == "inner" for node in body.walk()):
        return None
    return Function(parameters, kinds, body)


def _placement(statement: Statement) -> Placement | None:
    bound: tuple[tuple[str, Type], ...] = ()
    premises: tuple[Statement, ...] = ()
    if isinstance(statement, ForAll):
        if any(t.index is None for _, t in statement.names):
            return None
        bound, statement = statement.names, statement.body
    if isinstance(statement, Implies):
        premises, statement = tuple(flatten(statement.premise)), statement.conclusion
    if not isinstance(statement, Relation) or statement.operator != "=":
        return None
    target, body = statement.left, statement.right
    if target.head == "member":
        name = str(target.data[0])
    elif target.head == "entry" and target.args[0].head == "name":
        name = str(target.args[0].data[0])
    else:
        return None
    if name in free_names(body) or any(name in statement_names(p) for p in premises):
        return None
    return Placement(name, bound, premises, target, body)


def _placed(placement: Placement) -> Statement:
    statement: Statement = Relation("=", placement.target, placement.body)
    if placement.premises:
        statement = Implies(And(placement.premises), statement)
    return ForAll(placement.bound, statement) if placement.bound else statement


def _reaches(
    names: Iterable[str], goal: str, definitions: Mapping[str, Definition | Rows], placements: tuple[Placement, ...] = ()
) -> bool:
    """Whether computing the names needs the goal."""
    seen: set[str] = set()
    stack = list(names)
    while stack:
        name = stack.pop()
        if name == goal:
            return True
        if name in seen:
            continue
        seen.add(name)
        if name in definitions:
            stack.extend(definitions[name].names)
        for placement in placements:
            if placement.name == name:
                stack.extend(placement.names)
    return False


def constrained_names(context: Context, sorted_: Sorted) -> frozenset[str]:
    """Names whose values the hypotheses may fail at.

    The others are free, or defined by a term that has a value of the declared sort whatever it is about.
    """
    found: set[str] = set()
    for check in sorted_.checks:
        found |= statement_names(check)
    for definition in sorted_.definitions.values():
        if isinstance(definition, Rows):
            continue
        row = context.declarations.get(definition.name)
        types = {**context.types, **dict(zip(definition.parameters, definition.types, strict=True))}
        if definition.parameters and not definition.is_family:
            continue
        try:
            total = not domain(definition.body, types)
            fits = row is None or (not row.properties and _within(type_of(definition.body, types), row.type))
        except Mistyped:
            total = fits = False
        if not (total and fits):
            found.add(definition.name)
    return frozenset(found)


def _within(value: Type, declared: Type) -> bool:
    return declared.index is None and SORTS.index(value.sort) <= SORTS.index(declared.sort)
