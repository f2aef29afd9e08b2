"""Computing what the hypotheses define from drawn values, and checking the rest of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product as tuples
from math import prod
from random import Random

from symproofs.refute.arrays import Array, Tensor, entries, same_shape, shape
from symproofs.refute.assignment import Assignment
from symproofs.refute.definitions import Definition, Placement, Rows, Step
from symproofs.refute.draw import draw_value, has_all
from symproofs.refute.evaluate import Environment, Meter
from symproofs.refute.moments import LawOf, Space, law, random_outside, space
from symproofs.refute.numbers import (
    Contradiction,
    Undefined,
    Undetermined,
    rational,
    whole,
)
from symproofs.refute.plan import Plan, hints_of, premises_of
from symproofs.refute.quantifiers import cases
from symproofs.refute.statements import terms_of
from symproofs.refute.truth import equal_tensors, equations, holds, in_sort, memberships
from symproofs.refute.values import Family, Function, RandomVariable, RowFunction, Value
from symproofs.terms.context import Declaration
from symproofs.terms.statement import ForAll, Statement
from symproofs.terms.term import Term


class Unmet(Exception):
    """A hypothesis does not hold at an assignment."""


def environment(plan: Plan, assignment: Assignment, meter: Meter, check: bool = True, altered: bool = False) -> Environment:
    """Everything named has its value, and every hypothesis is shown to hold.

    Drawn values have their declared sorts and properties by making; where they were `altered` that is checked too.
    *Fails when* a hypothesis does not (`Unmet`), or a definition has no value (`Undefined`, `Undetermined`).
    """
    env = Environment(
        dict(plan.types), dict(assignment.sizes), dict(assignment.values), meter, inner=plan.inner, sorts=plan.sorts
    )
    where = _space(plan, env)
    for step in plan.steps:
        if isinstance(step, LawOf) and where is not None:
            env.values[step.name] = random_value(step, where, env)
        else:
            _run_everywhere(step, env)
    if check:
        placed = {s.name for s in plan.steps if isinstance(s, Placement)}
        made = placed.union(plan.random)
        for row in (*plan.computed, *(r for r in plan.drawn if altered or r.name in made)):
            if not fits_declaration(row, env.values[row.name], env):
                raise Unmet(f"{row.name} is not as declared")
        for a, b in plan.distinct:
            if env.values.get(a) == env.values.get(b):
                raise Unmet(f"{a} ≠ {b}")
        for statement in plan.checks:
            if not all(holds(statement, at) for at in outcomes(terms_of(statement), env)):
                raise Unmet("a hypothesis does not hold")
        for law in plan.laws:
            if law_fails(law, env):
                raise Unmet("a law does not hold")
    return env


LAW_SAMPLES = 4


def law_fails(law: Statement, env: Environment) -> bool:
    """Whether equations and memberships for all values of something are shown to fail at some of a few values."""
    if not isinstance(law, ForAll):
        raise Undetermined("no law")
    hints = hints_of(tuple(Declaration(n, kind) for n, kind in law.names), premises_of(law))
    shown = False
    for round_ in range(1, LAW_SAMPLES + 1):
        rng = Random(f"law/{round_}")
        inner = env
        for place, (bound, kind) in enumerate(law.names):
            value = draw_value(kind, hints[bound], env.size, rng, round_, place, False)
            if value is None:
                raise Undetermined(f"no value for {bound}")
            inner = inner.with_bound(bound, kind, value)
        try:
            pairs = list(equations(law.body, inner))
            inside = list(memberships(law.body, inner))
        except Contradiction:
            return True
        except (Undefined, Undetermined):
            continue
        if any(equal_tensors(a, b) is False for a, b in pairs) or False in inside:
            return True
        shown = shown or bool(pairs) or True in inside
    if not shown:
        raise Undetermined("a law that speaks of none of the values tried")
    return False


def _space(plan: Plan, env: Environment) -> Space | None:
    """The outcomes of the random names, noted in the environment."""
    if not plan.random:
        return None
    kinds = [(n, plan.types[n]) for n in plan.random]
    where = space(
        ((n, prod(map(env.size, (t.rows, t.cols, *t.over)))) for n, t in kinds), plan.independent, plan.coupled, plan.skew
    )
    if where is None:
        raise Undetermined("too many random numbers")
    env.outcomes = where.size
    return where


def random_value(step: LawOf, where: Space, env: Environment) -> RandomVariable:
    """The name at every outcome, with the moments that the hypotheses give."""
    center = env.values[step.name]
    if isinstance(center, (Function, RowFunction, RandomVariable)):
        raise Undetermined("a random function")
    given: tuple[dict[tuple[int, ...], Tensor], dict[tuple[int, ...], Tensor]] = {}, {}
    for moment in step.moments:
        for inner in cases(moment.bound, moment.premises, env) if moment.bound else [env]:
            if all(holds(p, inner) for p in moment.premises):
                at = tuple(whole(inner.number(a)) or 0 for a in moment.subscripts)
                given[moment.is_mean].setdefault(at, inner.value(moment.body))
    covariances, means = given
    number = where.first[step.name]
    if not isinstance(center, Family):
        return RandomVariable(tuple(law(where, number, means.get((), center), covariances.get(()))))
    laws: dict[tuple[int, ...], list[Tensor]] = {}
    for at, member in sorted(center.members.items()):
        laws[at] = law(where, number, means.get(at, member), covariances.get(at))
        number += len(entries(member))
    return RandomVariable(tuple(Family({at: values[k] for at, values in laws.items()}) for k in range(where.size)))


def outcomes(terms: Iterable[Term], env: Environment) -> list[Environment]:
    """The environment at each outcome where something random is spoken of, else itself."""
    random = frozenset(n for n, v in env.values.items() if isinstance(v, RandomVariable)) if env.outcomes else frozenset[str]()
    if not random or not random_outside(terms, random):
        return [env]
    return [env.changed(outcome=k) for k in range(env.outcomes)]


def _run_everywhere(step: Step, env: Environment) -> None:
    """Give a name its value, or one for each outcome where that depends on something random."""
    random = frozenset(n for n, v in env.values.items() if isinstance(v, RandomVariable)) if env.outcomes else frozenset[str]()
    if (
        random.isdisjoint({step.name, *step.names})
        or isinstance(step, Rows)
        or (isinstance(step, Definition) and step.parameters)
    ):
        _run_step(step, env)
        return
    found = []
    for k in range(env.outcomes):
        at = env.changed(outcome=k, values=dict(env.values))
        if isinstance(step, Placement):
            at.values[step.name] = at.named(step.name)
        _run_step(step, at)
        found.append(at.values[step.name])
    env.values[step.name] = RandomVariable(tuple(found))


def _run_step(step: Step, env: Environment) -> None:
    """Give a name the value that its definition computes."""
    if isinstance(step, Placement):
        _place(step, env)
    elif isinstance(step, Rows):
        env.values[step.name] = RowFunction(step.rows)
    elif isinstance(step, LawOf):
        raise Undetermined("a law depends on all outcomes")
    elif step.is_family:
        ranges = [range(1, env.size(t.index) + 1) for t in step.types]
        members: dict[tuple[int, ...], Tensor] = {}
        for subscripts in tuples(*ranges):
            inner = env
            for parameter, kind, k in zip(step.parameters, step.types, subscripts, strict=True):
                inner = inner.with_bound(parameter, kind, rational(k))
            members[subscripts] = inner.value(step.body)
        env.values[step.name] = Family(members)
    elif step.parameters:
        env.values[step.name] = Function(step.parameters, step.types, step.body)
    else:
        env.values[step.name] = env.value(step.body)


def _place(step: Placement, env: Environment) -> None:
    for inner in cases(step.bound, step.premises, env) if step.bound else [env]:
        if not all(holds(p, inner) for p in step.premises):
            continue
        value = inner.value(step.body)
        member, entry = (tuple(whole(inner.number(a)) or 0 for a in places) for places in (step.members, step.entries))
        old = env.values[step.name]
        if isinstance(old, Family):
            if entry and member not in old.members:
                raise Undetermined("an entry of no member")
            made = _with_entry(old.members[member], entry, value) if entry else value
            env.values[step.name] = Family({**old.members, member: made})
        elif not isinstance(old, Function):
            env.values[step.name] = _with_entry(old, entry, value)


def _with_entry(x: Tensor, at: tuple[int, ...], value: Tensor) -> Tensor:
    rows, cols = shape(x)
    k = at[0] - 1 if len(at) == 1 else (at[0] - 1) * cols + at[1] - 1
    if isinstance(value, Array) or not 0 <= k < rows * cols:
        raise Undetermined("an entry that does not fit")
    changed = list(entries(x))
    changed[k] = value
    return same_shape(x, changed)


def fits_declaration(row: Declaration, value: Value, env: Environment) -> bool:
    """Whether a value is shown to be of the declared sort and to have the declared properties."""
    if isinstance(value, (Function, RowFunction)):
        return True
    if isinstance(value, RandomVariable):
        return all(fits_declaration(row, v, env) for v in value.outcomes)
    if isinstance(value, Family):
        return all(fits_declaration(replace(row, type=row.type.member), v, env) for v in value.members.values())
    if row.type.index is not None:
        k = None if isinstance(value, Array) else whole(value)
        return k is not None and 1 <= k <= env.size(row.type.index)
    return all(in_sort(v, row.type.sort) is True for v in entries(value)) and has_all(value, row.properties)


def covers(plan: Plan, full: Plan) -> bool:
    """Whether an assignment that meets the hypotheses of the first plan meets those of the second."""
    return (
        set(full.steps) <= set(plan.steps)
        and set(full.checks) <= set(plan.checks)
        and set(full.size_checks) <= set(plan.size_checks)
        and set(full.distinct) <= set(plan.distinct)
        and full.shapes <= plan.shapes
        and set(full.laws) <= set(plan.laws)
    )
