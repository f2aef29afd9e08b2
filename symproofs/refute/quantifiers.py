"""What quantified names stand for, case by case or as the solution of equations.

`cases` runs over index sets and over whole numbers between bounds that the statement gives (`0 ≤ i < d/2`).
`solved` finds the only values at which linear equations hold (`∃k ∈ ℤ: a - b = 2πk`), so that it can be asked whether they do.
Anything else about all numbers is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product as tuples

from symproofs.refute.evaluate import Environment
from symproofs.refute.functions import ceiling, floor
from symproofs.refute.linear import is_linear, solve_exactly, solve_one
from symproofs.refute.numbers import ONE, ZERO, Scalar, Undetermined, negate, rational, subtract, whole
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type

MOST_CASES = 512
"""A statement for all members of index sets is looked at case by case up to this many."""

Names = tuple[tuple[str, Type], ...]


class Unbounded(Undetermined):
    """A quantified name does not run over finitely many values."""


def cases(names: Names, about: Iterable[Statement], env: Environment) -> Iterator[Environment]:
    """The environment with the names standing for every combination of values.

    `about` bounds whole numbers: the statement is void (∀) or false (∃) where one of these does not hold.
    *Fails* (`Undetermined`) when a name does not run over finitely many values, or there are too many cases.
    """
    about = tuple(about)
    ranges = [_range(name, kind, {n for n, _ in names}, about, env) for name, kind in names]
    count = 1
    for values in ranges:
        count *= max(len(values), 1)
    if count > MOST_CASES:
        raise Undetermined("a statement with too many cases")
    for combination in tuples(*ranges):
        inner = env
        for (name, kind), value in zip(names, combination, strict=True):
            inner = inner.with_bound(name, kind, rational(value))
        yield inner


def _range(name: str, kind: Type, bound: set[str], about: tuple[Statement, ...], env: Environment) -> range:
    if kind.index is not None:
        return range(1, env.size(kind.index, 0) + 1)
    if not kind.is_scalar or kind.sort not in ("natural", "integer"):
        raise Unbounded("a statement about all numbers")
    lower = 0 if kind.sort == "natural" else None
    upper = None
    for operator, limit in _limits(name, bound, about):
        value = env.number(limit)
        if operator in (">", ">="):
            least = _least_above(value) if operator == ">" else _whole(ceiling(value))
            lower = least if lower is None else max(lower, least)
        elif operator in ("<", "<="):
            most = -_least_above(negate(value)) if operator == "<" else _whole(floor(value))
            upper = most if upper is None else min(upper, most)
    if lower is None or upper is None:
        raise Unbounded("a statement about all whole numbers")
    return range(lower, upper + 1)


def finitely_many(names: Names, about: Iterable[Statement]) -> bool:
    """Whether the names run over finitely many values by the form of what is asked of them."""
    about, bound = tuple(about), {n for n, _ in names}
    for name, kind in names:
        if kind.index is not None:
            continue
        sides = {operator[0] for operator, _ in _limits(name, bound, about)} | ({">"} if kind.sort == "natural" else set())
        if not kind.is_scalar or kind.sort not in ("natural", "integer") or len(sides) < 2:
            return False
    return True


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _limits(name: str, bound: set[str], about: tuple[Statement, ...]) -> Iterator[tuple[str, Term]]:
    """`(operator, t)` for every `name operator t` that is asked for, t free of the quantified names."""
    for statement in about:
        match statement:
            case Relation(operator, Term(head="name", data=(left,)), right) if left == name and operator in _MIRRORED:
                if free_names(right).isdisjoint(bound):
                    yield operator, right
            case Relation(operator, left, Term(head="name", data=(right,))) if right == name and operator in _MIRRORED:
                if free_names(left).isdisjoint(bound):
                    yield _MIRRORED[operator], left


def _whole(x: Scalar) -> int:
    found = whole(x)
    assert found is not None
    return found


def _least_above(x: Scalar) -> int:
    """The least integer above a real number."""
    return _whole(floor(x)) + 1


def solved(names: Names, parts: Iterable[Statement], env: Environment) -> tuple[Environment | None, tuple[Statement, ...]]:
    """The only environment in which the linear equations among the parts hold, and the other parts; `None` where none does.

    *Fails* (`Undetermined`) when they are not linear in the names, do not fix them, or are not exact.
    """
    kinds = dict(names)
    if any(not kind.is_scalar for kind in kinds.values()):
        raise Undetermined("a statement about some arrays")
    rows: list[tuple[Scalar, list[Scalar]]] = []
    rest: list[Statement] = []
    for part in parts:
        if not _is_equation(part, kinds):
            rest.append(part)
            continue
        assert isinstance(part, Relation)
        (first, left), (second, right) = (coefficients(s, kinds, env) for s in (part.left, part.right))
        rows.append((subtract(first, second), [subtract(a, b) for a, b in zip(left, right, strict=True)]))
    if not rows:
        raise Unbounded("a statement about some number")
    values = _solution(rows, len(kinds))
    if values is None:
        return None, ()
    for (name, kind), value in zip(kinds.items(), values, strict=True):
        env = env.with_bound(name, kind, value)
    return env, tuple(rest)


def _is_equation(part: Statement, names: dict[str, Type]) -> bool:
    """Whether the part is an equation between numbers that is linear in the names and mentions one of them."""
    if not isinstance(part, Relation) or part.operator != "=":
        return False
    sides = part.left, part.right
    return not all(free_names(s).isdisjoint(names) for s in sides) and all(is_linear(s, names) for s in sides)


def _solution(rows: list[tuple[Scalar, list[Scalar]]], count: int) -> list[Scalar] | None:
    if count == len(rows) == 1:
        constant, (coefficient,) = rows[0]
        return [solve_one(coefficient, constant)]
    columns = [[row[k] for _, row in rows] for k in range(count)]
    found = solve_exactly(columns, [negate(constant) for constant, _ in rows])
    if found is None:
        return None
    values, only = found
    if not only:
        raise Undetermined("equations that do not fix what is asked for")
    return values


def coefficients(node: Term, names: Mapping[str, Type], env: Environment) -> tuple[Scalar, list[Scalar]]:
    """The constant part of a linear form, and its coefficient at each of the names.

    The form must be one by `is_linear`. *Fails* like the evaluation of its parts.
    """
    at_zero = env
    for name, kind in names.items():
        at_zero = at_zero.with_bound(name, kind, ZERO)
    constant = at_zero.number(node)
    return constant, [subtract(at_zero.with_bound(n, k, ONE).number(node), constant) for n, k in names.items()]
