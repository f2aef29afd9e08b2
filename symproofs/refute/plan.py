"""What hypotheses ask of an assignment, sorted: names to draw, names to compute, statements to check.

- A definition (`context.definition_of`) computes its name, or makes it a function or a family.
- A *placement* (`k_a = λ μ_a`, `∀i: i ≠ a ⇒ k_i = μ_i`, `∀i, j: A_ij = …`) overwrites members or entries of a drawn name.
- `∀z, w: ⟨z, w⟩ = …` says what the inner product of numbers is.
- Everything else is checked. So are the declared sorts and properties of computed names.

A plan is made for the names that a statement needs: those that its names are defined by or share a check with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from symproofs.refute.evaluate import Function
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.domain import domain
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
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
        return (free_names(self.body) - set(self.parameters)) | _type_names(self.types)


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
        return (found - {n for n, _ in self.bound}) | _type_names(t for _, t in self.bound)


Step = Definition | Placement


@dataclass(frozen=True)
class Hints:
    """What hypotheses say of a single name, for drawing values that have a chance."""

    properties: frozenset[str] = frozenset()
    lower: int | None = None
    upper: int | None = None
    sort: str | None = None
    constrained: bool = False


@dataclass(frozen=True)
class Plan:
    """How to make an assignment: draw `drawn`, run `steps` in order, check `checks` and the declared rows of `computed`.

    `size_checks` mention sizes only. `laws` are equations for all values of something, which can only be tested.
    """

    sizes: tuple[str, ...]
    shapes: frozenset[Size]
    drawn: tuple[Declaration, ...]
    hints: Mapping[str, Hints]
    steps: tuple[Step, ...]
    computed: tuple[Declaration, ...]
    checks: tuple[Statement, ...]
    size_checks: tuple[Statement, ...]
    laws: tuple[Statement, ...]
    distinct: tuple[tuple[str, str], ...]
    inner: Function | None
    types: dict[str, Type]
    unknown: frozenset[str] = frozenset()
    periodic: bool = False
    sorts: dict[tuple[tuple[str, ...], Term], Type] = field(default_factory=dict)


def _type_names(types: Iterable[Type]) -> frozenset[str]:
    found: set[str] = set()
    for kind in types:
        for size in (kind.rows, kind.cols, *kind.over, *((kind.index,) if kind.index is not None else ())):
            found |= size.names
        found |= _type_names(kind.parameters or ())
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
        case ForAll(_, body):
            yield from terms_of(body)


@dataclass
class Sorted:
    """The hypotheses of a context by what they are for."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    placements: list[Placement] = field(default_factory=list)
    checks: list[Statement] = field(default_factory=list)
    inner: Function | None = None
    sizes: set[str] = field(default_factory=set)


def sort_hypotheses(context: Context) -> Sorted:
    """Every hypothesis is a definition, a placement, the meaning of ⟨·,·⟩, or a check; the first definition of a name counts."""
    found = Sorted(sizes=_size_names(context))
    for statement in (s for h in context.hypotheses for s in flatten(h.statement)):
        definition = _definition(statement, context)
        if definition is not None and definition.name not in found.sizes and definition.name not in found.definitions:
            if not _reaches(definition.names, definition.name, found.definitions):
                found.definitions[definition.name] = definition
                continue
        elif found.inner is None and (inner := _inner_definition(statement)) is not None:
            found.inner = inner
            continue
        elif definition is None and (placement := _placement(statement)) is not None:
            found.placements.append(placement)
            continue
        found.checks.append(statement)
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


def _size_names(context: Context) -> set[str]:
    sizes = {r.name for r in context.declarations.values() if "size" in r.properties}
    sizes |= _type_names(context.types.values())
    for h in context.hypotheses:
        sizes |= sizes_in(h.statement)
    return sizes


def sizes_in(statement: Statement) -> set[str]:
    """Names of sizes that occur as data of its terms, or in the types that it quantifies over."""
    found = {n for t in terms_of(statement) for node in t.walk() for d in node.data if isinstance(d, Size) for n in d.names}
    stack = [statement]
    while stack:
        match stack.pop():
            case ForAll(names, body):
                found |= _type_names(t for _, t in names)
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


def _inner_definition(statement: Statement) -> Function | None:
    """`∀z, w: ⟨z, w⟩ = body` over numbers."""
    if not (isinstance(statement, ForAll) and isinstance(statement.body, Relation) and statement.body.operator == "="):
        return None
    left, types = statement.body.left, dict(statement.names)
    if left.head != "inner" or any(a.head != "name" or str(a.data[0]) not in types for a in left.args):
        return None
    parameters = tuple(str(a.data[0]) for a in left.args)
    if len(set(parameters)) != 2 or len(types) != 2 or not all(t.is_scalar for t in types.values()):
        return None
    if any(node.head == "inner" for node in statement.body.right.walk()):
        return None
    return Function(parameters, tuple(types[p] for p in parameters), statement.body.right)


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
    names: Iterable[str], goal: str, definitions: Mapping[str, Definition], placements: tuple[Placement, ...] = ()
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


def make_plan(context: Context, wanted: Iterable[str], sorted_: Sorted, about: Iterable[Statement] = ()) -> Plan:
    """The plan for the names wanted, with everything that they need."""
    about = tuple(about)
    sizes = sorted_.sizes.union(*map(sizes_in, about))
    wanted = set(wanted)
    needed, checks = _closure(wanted, sorted_, sizes, context)
    steps = _ordered(needed, sorted_)
    step_names = {s.name for s in steps if isinstance(s, Definition)}
    rows = [context.declarations[n] for n in sorted(needed - sizes) if n in context.declarations]
    drawn = tuple(r for r in rows if r.name not in step_names)
    unknown = needed - sizes - step_names - {r.name for r in drawn}
    functions = frozenset(r.name for r in drawn if r.type.parameters is not None)
    laws = tuple(c for c in checks if _is_law(c) and not (_needs(statement_names(c), sorted_) & functions))
    size_checks = [c for c in checks if c not in laws and statement_names(c) <= sizes]
    rest = tuple(c for c in checks if c not in laws and c not in size_checks)
    distinct = tuple((a, b) for a, b in (sorted(p) for p in context.distinct if len(p) == 2) if a in needed and b in needed)
    used = set(wanted) & sizes | sizes & _type_names(r.type for r in rows).union(*map(sizes_in, about))
    for c in (*rest, *laws):
        used |= sizes & (statement_names(c) | sizes_in(c))
    for s in steps:
        used |= sizes & s.names
    size_checks = _linked(size_checks, used)
    return Plan(
        sizes=tuple(sorted(used)),
        shapes=frozenset(s for r in context.declarations.values() for s in type_sizes(r.type) if s.names <= used),
        drawn=drawn,
        hints=_hints(drawn, (*rest, *laws), context),
        steps=steps,
        computed=tuple(r for r in rows if r.name in step_names),
        checks=rest,
        size_checks=tuple(size_checks),
        laws=laws,
        distinct=distinct,
        inner=sorted_.inner,
        types=dict(context.types),
        unknown=frozenset(unknown),
        periodic=_periodic((*rest, *about), steps),
    )


def _linked(size_checks: list[Statement], used: set[str]) -> list[Statement]:
    """The checks of sizes that bear on sizes in use, which grow by the sizes that these name."""
    linked: list[Statement] = []
    while True:
        more = [c for c in size_checks if c not in linked and (not statement_names(c) or statement_names(c) & used)]
        if not more:
            return linked
        linked += more
        used.update(*map(statement_names, more))


def _closure(wanted: Iterable[str], sorted_: Sorted, sizes: set[str], context: Context) -> tuple[frozenset[str], list[Statement]]:
    """The names needed for those wanted, and the checks that concern them."""
    needed: set[str] = set()
    checks: dict[int, Statement] = {}
    pending = set(wanted) | set(sizes)
    while pending:
        name = pending.pop()
        if name in needed:
            continue
        needed.add(name)
        if name in sorted_.definitions:
            pending |= sorted_.definitions[name].names
        if name in context.declarations:
            pending |= _type_names((context.declarations[name].type,))
        for placement in sorted_.placements:
            if placement.name == name:
                pending |= placement.names
        for k, check in enumerate(sorted_.checks):
            names = statement_names(check)
            if k not in checks and (name in names if name not in sizes else names <= sizes):
                checks[k] = check
                pending |= names
        for pair in context.distinct:
            if name in pair and name not in sizes:
                pending |= pair
    # Closed checks concern everything.
    for k, check in enumerate(sorted_.checks):
        if not statement_names(check):
            checks[k] = check
    return frozenset(needed), [checks[k] for k in sorted(checks)]


def _ordered(needed: frozenset[str], sorted_: Sorted) -> tuple[Step, ...]:
    """Definitions and placements of the names needed, each after what it is computed from."""
    order: list[Step] = []
    done: set[str] = set()

    def visit(name: str) -> None:
        if name in done:
            return
        done.add(name)
        own: list[Step] = [sorted_.definitions[name]] if name in sorted_.definitions else []
        own += [p for p in sorted_.placements if p.name == name]
        for step in own:
            for other in sorted(step.names):
                visit(other)
        order.extend(own)

    for name in sorted(needed):
        visit(name)
    return tuple(order)


def _needs(names: Iterable[str], sorted_: Sorted) -> frozenset[str]:
    """All names that computing the names needs, themselves included."""
    seen: set[str] = set()
    stack = list(names)
    while stack:
        name = stack.pop()
        if name not in seen:
            seen.add(name)
            if name in sorted_.definitions:
                stack.extend(sorted_.definitions[name].names)
    return frozenset(seen)


def _is_law(statement: Statement) -> bool:
    """Equations for all values of something: shown by no assignment, but at random values they hold or they do not."""
    if not isinstance(statement, ForAll) or all(t.index is not None for _, t in statement.names):
        return False
    return all(isinstance(s, Relation) and s.operator == "=" for s in flatten(statement.body))


_PERIODIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})


def _periodic(statements: Iterable[Statement], steps: Iterable[Step]) -> bool:
    """Whether values that are multiples of π are of interest."""
    terms = [t for s in statements for t in terms_of(s)] + [s.body for s in steps]
    for node in (n for t in terms for n in t.walk()):
        if (node.head == "fun" and node.data[0] in _PERIODIC) or (node.head == "const" and node.data[0] in ("pi", "i")):
            return True
    return False


def _hints(drawn: tuple[Declaration, ...], checks: tuple[Statement, ...], context: Context) -> dict[str, Hints]:
    hints: dict[str, Hints] = {}
    for row in drawn:
        properties, lower, upper, sort = set(row.properties), None, None, None
        constrained = False
        for check in checks:
            constrained = constrained or row.name in statement_names(check)
            match check:
                case Property(label, Term(head="name", data=(row.name,))):
                    properties.add(label)
                case Membership(Term(head="name", data=(row.name,)), to):
                    sort = to
                case Relation(operator, Term(head="name", data=(row.name,)), right) if (bound := _number(right)) is not None:
                    lower, upper = _bounds(operator, bound, lower, upper, properties)
                case Relation(operator, left, Term(head="name", data=(row.name,))) if (bound := _number(left)) is not None:
                    lower, upper = _bounds(_MIRRORED[operator], bound, lower, upper, properties)
                case _:
                    pass
        hints[row.name] = Hints(frozenset(properties), lower, upper, sort, constrained)
    return hints


_MIRRORED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!=", "~": "~"}


def _number(node: Term) -> int | None:
    """A written number, rounded down; enough for a hint."""
    if node.head == "num" and isinstance(node.data[0], Fraction):
        return floor(node.data[0])
    if node.head == "neg" and node.args[0].head == "num":
        inner = _number(node.args[0])
        return None if inner is None else -inner
    return None


def _bounds(
    operator: str, bound: int, lower: int | None, upper: int | None, properties: set[str]
) -> tuple[int | None, int | None]:
    if operator in (">", ">="):
        if bound == 0:
            properties.add("positive" if operator == ">" else "nonnegative")
        lower = bound if lower is None else max(lower, bound)
    elif operator in ("<", "<="):
        if bound == 0 and operator == "<":
            properties.add("negative")
        upper = bound + 1 if upper is None else min(upper, bound + 1)
    elif operator == "!=" and bound == 0:
        properties.add("nonzero")
    return lower, upper


def constrained_names(context: Context, sorted_: Sorted) -> frozenset[str]:
    """Names whose values the hypotheses may fail at.

    The others are free, or defined by a term that has a value of the declared sort whatever it is about.
    """
    found: set[str] = set()
    for check in sorted_.checks:
        found |= statement_names(check)
    for definition in sorted_.definitions.values():
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


def statement_sizes(statement: Statement) -> frozenset[str]:
    """Sizes named in a statement."""
    return frozenset(sizes_in(statement))
