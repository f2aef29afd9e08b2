"""Passages to the limit among the hypotheses: which names vary, and whether the passage is seen to be possible.

No single assignment meets `C → ∞`. What is no passage is meant for every member of the net, so drawing leaves passages out,
and an assignment is a member if the net can go on from it: `approach` looks at two later members, in which the
varying names have grown or shrunk by powers of 10 and of 1000, the others standing still. That the hypotheses still hold
there and the subjects come nearer to their targets is evidence, no proof. Only where every subject is a plain name of a
number is not finding such members taken for a contradiction.

A claim with ≈ or → about what is computed from names that stand still speaks of equality; about varying ones values decide
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from itertools import product as tuples

from symproofs.refute.arrays import Tensor, each, entries, pairwise
from symproofs.refute.assignment import Assignment
from symproofs.refute.complete import completed
from symproofs.refute.compute import Unmet, environment
from symproofs.refute.evaluate import Environment, Exhausted, Meter
from symproofs.refute.hypotheses import Sorted
from symproofs.refute.numbers import (
    Scalar,
    Undefined,
    Undetermined,
    add,
    complex_ball,
    multiply,
    rational,
    real_enclosure,
    subtract,
)
from symproofs.refute.plan import Plan
from symproofs.refute.quantifiers import cases
from symproofs.refute.truth import holds, premises_in
from symproofs.refute.values import Family, Function, RowFunction, Value
from symproofs.terms.context import Context
from symproofs.terms.statement import And, ForAll, Implies, Relation, Statement, Tends, statement_names
from symproofs.terms.term import Term, const, free_names, term

UP = const("oo")
DOWN = term("neg", UP)


def passages(statement: Statement) -> Iterator[Tends]:
    """The passages that a hypothesis states."""
    match statement:
        case Tends():
            yield statement
        case ForAll(_, body) | Implies(_, body):
            yield from passages(body)
        case And(parts):
            for part in parts:
                yield from passages(part)


# Which names vary ---------------------------------------------------------------------------------------------


def varying(context: Context, sorted_: Sorted) -> frozenset[str]:
    """Names in the subjects, what is defined by something that varies, and every name tied to one by a hypothesis.

    Sizes and indices stand still. What a varying subject is defined by varies with it.
    """
    still = sorted_.sizes | {n for n, kind in context.types.items() if kind.index is not None}
    moved: set[str] = set()
    for statement in sorted_.regimes:
        moved |= statement_names(statement) & frozenset().union(*(free_names(p.subject) for p in passages(statement)))
    moved -= still
    heads: list[tuple[str, frozenset[str]]] = [(d.name, d.names) for d in sorted_.definitions.values()]
    heads += [(p.name, p.names) for p in sorted_.placements]
    ties = [statement_names(c) for c in sorted_.checks]
    subjects = set(moved)
    while True:
        new: set[str] = set()
        for head, names in heads:
            new |= {head} if names & moved else set()
            new |= names if head in subjects else set()
        for names in ties:
            new |= names if names & moved else set()
        new -= still | moved
        if not new:
            return frozenset(moved)
        moved |= new


def standing(statement: Statement, moving: frozenset[str], sorted_: Sorted) -> Statement | None:
    """The equation that ≈ or → between things that stand still means.

    `None` where they vary, where it may be a rounding, and where nothing in it is computed from hypotheses: `k ≈ μ` of two
    names that are free says how they are chosen.
    """
    match statement:
        case Relation("~", left, right):
            sides = (left, right)
        case Tends(left, right) if UP not in right.walk():
            sides = (left, right)
        case _:
            return None
    names = free_names(left) | free_names(right)
    computed = sorted_.definitions.keys() | {p.name for p in sorted_.placements}
    if not names or names & moving or any(map(_rounded, sides)) or not (names <= sorted_.sizes or names & computed):
        return None
    return Relation("=", left, right)


def _rounded(node: Term) -> bool:
    """Whether a decimal is written there, which ≈ may mean up to its last digit."""
    return any(n.head == "num" and isinstance(n.data[0], Fraction) and n.data[0].denominator != 1 for n in node.walk())


# Going on along the passage -----------------------------------------------------------------------------------

STEPS = (10, 1000)
"""How far the later members are."""

POWERS = (0, 1, -1, 2, -2, 3, -3)
MOST_WAYS = 40
MOST_NAMES = 3
ATTEMPTS = 6
"""Values of the varying names to go on from: those of the assignment, then others."""

WORK = 60_000
"""Units of work for all of it."""

Way = Callable[[int], Value]
"""The value of a name at a step."""


def approach(plan: Plan, sorted_: Sorted, moving: frozenset[str], assignment: Assignment, seed: int) -> bool | None:
    """Whether later members of the passage are seen that have the same values of what stands still.

    `False` where none is and every subject is a plain name, `None` where none is and subjects are more than that.
    """
    rows = [r for r in plan.drawn if r.name in moving and r.type.parameters is None and r.type.index is None]
    subjects = [p for s in sorted_.regimes for p in passages(s)]
    failed = False if rows and all(p.subject.head == "name" for p in subjects) else None
    if not rows or len(rows) > MOST_NAMES:
        return None
    standing_ = {n: v for n, v in assignment.values.items() if n not in moving}
    meter = Meter(WORK)
    for attempt in range(ATTEMPTS):
        start = completed(plan, replace(assignment, values=standing_), seed + attempt, meter) if attempt else assignment
        try:
            if start is not None and _goes_on(plan, sorted_, [r.name for r in rows], subjects, start, meter):
                return True
        except (Undefined, Undetermined):
            continue
        except Exhausted:
            return None
    return failed


def _goes_on(plan: Plan, sorted_: Sorted, names: list[str], subjects: list[Tends], start: Assignment, meter: Meter) -> bool:
    """Whether the names can go on from their values by powers of the steps."""
    ways = [_ways(n, start.values[n], subjects, plan, start, meter) for n in names]
    first = _distances(plan, sorted_, start, meter)
    for choice in islice(sorted(tuples(*ways), key=lambda c: sum(abs(k) for k, _ in c)), MOST_WAYS):
        before = first
        for step in STEPS:
            later = start
            for name, (_, way) in zip(names, choice, strict=True):
                later = later.put(name, way(step))
            after = _distances(plan, sorted_, later, meter)
            if after is None or not _nearer(before, after):
                break
            before = after
        else:
            return True
    return False


def _ways(
    name: str, value: Value, subjects: Iterable[Tends], plan: Plan, assignment: Assignment, meter: Meter
) -> list[tuple[int, Way]]:
    """Ways for a name to vary, with the power by which: towards the target if it is a subject, else by a factor."""
    own = next((p for p in subjects if p.subject == Term("name", (), (name,))), None)
    if own is None or own.target == UP or own.target == DOWN:
        powers = POWERS if own is None else tuple(k for k in POWERS if k > 0)
        return [(k, partial(_times, value, k)) for k in powers]
    env = environment(plan, assignment, meter, check=False)
    target = env.value(own.target)
    moves = [(k, s) for k in POWERS if k < 0 for s in (1, -1)]
    return [(k, partial(_towards, target, k, s)) for k, s in moves]


def _towards(target: Tensor, power: int, side: int, step: int) -> Value:
    """target ± step^power, entry by entry."""
    distance = rational(Fraction(step) ** power * side)
    return each(lambda v: add(v, distance), target)


def _times(value: Value, power: int, step: int) -> Value:
    factor = rational(Fraction(step) ** power)
    if isinstance(value, Family):
        return Family({s: _scaled(v, factor) for s, v in value.members.items()})
    return value if isinstance(value, (Function, RowFunction)) else _scaled(value, factor)


def _scaled(value: Tensor, factor: Scalar) -> Tensor:
    return each(lambda v: multiply(v, factor), value)


Distances = list[tuple[bool, Scalar]]
"""For each subject: whether it is to grow without end, and how large or how far from its target it is."""


def _distances(plan: Plan, sorted_: Sorted, assignment: Assignment, meter: Meter) -> Distances | None:
    """Where the subjects are at an assignment; `None` where it does not meet the other hypotheses."""
    try:
        env = environment(plan, assignment, meter, altered=True)
    except (Unmet, Undefined, Undetermined):
        return None
    return [d for s in sorted_.regimes for d in _distances_of(s, env)]


def _distances_of(statement: Statement, env: Environment) -> Iterator[tuple[bool, Scalar]]:
    match statement:
        case Tends(subject, target):
            value = env.value(subject)
            if target in (UP, DOWN):
                size = real_enclosure(entries(value)[0])
                yield True, size if target == UP else -size
                return
            for v in entries(pairwise(subtract, value, env.value(target))):
                yield False, abs(complex_ball(v))
        case And(parts):
            for part in parts:
                yield from _distances_of(part, env)
        case Implies(premise, conclusion):
            if holds(premise, env):
                yield from _distances_of(conclusion, env)
        case ForAll(names, body):
            for inner in cases(names, premises_in(body), env):
                yield from _distances_of(body, inner)


NEAR = 1e-12


def _nearer(before: Distances | None, after: Distances) -> bool:
    """Whether everything has grown by 1, or come nearer by half or is near."""
    for k, (grows, size) in enumerate(after):
        old = before[k][1] if before is not None and k < len(before) else None
        if grows and not (size > 0 and (old is None or size > old + 1)):
            return False
        if not grows and not (size < NEAR or (old is not None and 2 * size < old) or (old is None and size < 1)):
            return False
    return True
