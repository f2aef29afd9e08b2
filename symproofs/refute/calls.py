"""The value of a function given by rows: the arguments of a row are solved for the names that it binds.

`Φ(3, 5)` asks the row `∀t, i: Φ(t, 2i + 1) = …` for i with 2i + 1 = 5. Values that are not of the bound name's sort, or at
which a premise fails, belong to another row. Where no row applies nothing is known of the function.
"""

from __future__ import annotations

from symproofs.refute.arrays import Array, Tensor, shape
from symproofs.refute.evaluate import DEEPEST_CALL, Environment
from symproofs.refute.linear import solve_exactly
from symproofs.refute.numbers import Contradiction, Scalar, Undetermined, equal, subtract, whole
from symproofs.refute.quantifiers import coefficients
from symproofs.refute.truth import equal_tensors, holds, in_sort
from symproofs.refute.values import Row, RowFunction, Value
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type


def value_of_rows(name: str, function: RowFunction, arguments: list[Tensor], env: Environment) -> Tensor:
    """*Fails* (`Undetermined`) where no row applies, or it is not known whether one does; `Contradiction` where two disagree."""
    if env.depth >= DEEPEST_CALL:
        raise Undetermined(f"{name} calls itself without end")
    found: Tensor | None = None
    for k, row in enumerate(function.rows):
        inner = _applied(row, arguments, env, f"{name}#{k}")
        if inner is None or not all(holds(p, inner) for p in row.premises):
            continue
        value = inner.value(row.body)
        if found is not None and equal_tensors(found, value) is not True:
            raise Contradiction(f"two rows give {name} different values")
        found = value
    if found is None:
        raise Undetermined(f"{name} is not known there")
    return found


def _applied(row: Row, arguments: list[Tensor], env: Environment, scope: str) -> Environment | None:
    """The environment in which the arguments of the row are these; `None` if they never are."""
    kinds = dict(row.bound)
    bound: dict[str, Value] = {}
    equations = []
    for pattern, argument in zip(row.arguments, arguments, strict=True):
        label = str(pattern.data[0]) if pattern.head == "name" else ""
        if label in kinds and label not in bound:
            bound[label] = argument
        else:
            equations.append((pattern, argument))
    outer = env.outermost or env
    inner = outer.changed(
        types={**outer.types, **kinds},
        values={**outer.values, **bound},
        scope=(scope,),
        depth=env.depth + 1,
        outermost=outer,
    )
    unknown = {n: t for n, t in kinds.items() if n not in bound}
    if not _solve(equations, unknown, inner):
        return None
    return inner if all(_within(inner.values[n], t, env) for n, t in kinds.items()) else None


def _solve(equations: list[tuple[Term, Tensor]], unknown: dict[str, Type], inner: Environment) -> bool:
    """Give the unknown names the values at which the patterns are the arguments; whether there are such values."""
    columns: list[list[Scalar]] = [[] for _ in unknown]
    right: list[Scalar] = []
    for pattern, argument in equations:
        if isinstance(argument, Array):
            raise Undetermined("an array where a number is needed")
        if free_names(pattern).isdisjoint(unknown):
            same = equal(inner.number(pattern), argument)
            if same is None:
                raise Undetermined("whether a row applies", sharper=True)
            if not same:
                return False
            continue
        constant, factors = coefficients(pattern, unknown, inner)
        right.append(subtract(argument, constant))
        for column, factor in zip(columns, factors, strict=True):
            column.append(factor)
    if not unknown:
        return True
    found = solve_exactly(columns, right)
    if found is None:
        return False
    values, only = found
    if not only:
        raise Undetermined("a row whose arguments do not fix what it binds")
    inner.values.update(zip(unknown, values, strict=True))
    return True


def _within(value: Value, kind: Type, env: Environment) -> bool:
    """Whether a value is one that a bound name of the type may have."""
    if isinstance(value, Array):
        return shape(value) == (env.size(kind.rows), env.size(kind.cols))
    if kind.index is not None:
        k = whole(value)
        return k is not None and 1 <= k <= env.size(kind.index)
    inside = in_sort(value, kind.sort)
    if inside is None:
        raise Undetermined("whether a row applies", sharper=True)
    return inside
