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

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from symproofs.refute.definitions import Definition, Placement, Rows, as_statement, definition_in, inner_in, placement_in
from symproofs.refute.moments import Moment, moment_of
from symproofs.refute.rows import apart, calls_itself, descends, row_of
from symproofs.refute.statements import is_approximation, is_passage, sizes_in, spread, type_names, well_typed
from symproofs.refute.values import Function, Row
from symproofs.terms.context import Context
from symproofs.terms.domain import domain
from symproofs.terms.statement import (
    ForAll,
    Implies,
    Membership,
    Relation,
    Statement,
    statement_names,
)
from symproofs.terms.term import Term, bound_names, free_names, num
from symproofs.terms.types import SORTS, Type
from symproofs.terms.typing import Mistyped, type_of


@dataclass(eq=False, repr=False)
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
        definition = definition_in(statement, context)
        if definition is not None and definition.name not in found.sizes and definition.name not in found.definitions:
            if not _reaches(definition.names, definition.name, found.definitions):
                found.definitions[definition.name] = definition
                found.checks += [*_sort_to_keep(statement, context), *_taken_for_granted(definition, context)]
                continue
        elif found.inner is None and (inner := inner_in(statement, context.types)) is not None:
            found.inner = inner
            continue
        elif definition is None and (placement := placement_in(statement)) is not None:
            found.placements.append(placement)
            continue
        elif definition is None and (row := row_of(statement)) is not None:
            rows.setdefault(row[0], []).append((statement, row[1]))
            continue
        found.checks.append(statement)
    for name, stated in rows.items():
        _sort_rows(name, stated, found)
        found.checks += [s for statement, _ in stated for s in _sort_to_keep(statement, context)]
    kept: list[Placement] = []
    placed = Counter(p.name for p in found.placements)
    for placement in found.placements:
        is_kept = placement.name not in found.definitions and not _reaches(
            placement.names, placement.name, found.definitions, tuple(kept)
        )
        if is_kept:
            kept.append(placement)
        if not (is_kept and placed[placement.name] == 1 and placement.is_everywhere):
            found.checks.append(as_statement(placement))  # another placement may overwrite what this one places
    found.placements = kept
    return found


def _taken_for_granted(definition: Definition, context: Context) -> list[Statement]:
    """What there must be, whatever the arguments are, for a function to be defined so: its body is not evaluated else."""
    if not definition.parameters or definition.is_family:
        return []
    types = {**context.types, **dict(zip(definition.parameters, definition.types, strict=True))}
    found = [c for c in domain(definition.body, types) if statement_names(c).isdisjoint(definition.parameters)]
    open_ = {*definition.parameters, *bound_names(definition.body)}
    for node in definition.body.walk():
        bounds = node.args[1:] if node.head == "sum_between" else ()
        if bounds and all(free_names(a).isdisjoint(open_) for a in bounds):
            there = Term("sum_between", (num(0), *bounds), node.data)
            found.append(Relation("=", there, there))
    return found


def _sort_to_keep(statement: Statement, context: Context) -> list[Statement]:
    """That a function which is defined for all values has values of its declared sort, where the body's sort does not say so."""
    names = statement.names if isinstance(statement, ForAll) else ()
    core = statement.body if isinstance(statement, ForAll) else statement
    premise = core.premise if isinstance(core, Implies) else None
    equation = core.conclusion if isinstance(core, Implies) else core
    if not isinstance(equation, Relation) or equation.left.head != "call":
        return []
    row, types = context.declarations.get(str(equation.left.data[0])), {**context.types, **dict(names)}
    if row is None or _within(type_of(equation.right, types), row.type):
        return []
    member: Statement = Membership(equation.right, row.type.sort)
    member = member if premise is None else Implies(premise, member)
    return [ForAll(names, member) if names else member]


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


def _size_names(context: Context) -> set[str]:
    sizes = {r.name for r in context.declarations.values() if "size" in r.properties}
    sizes |= type_names(context.types.values())
    for h in context.hypotheses:
        sizes |= sizes_in(h.statement)
    return sizes


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
