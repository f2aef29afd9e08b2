"""Whether a statement holds where every name has a value: shown to hold, shown to fail, or neither.

`holds` gives `True` or `False` only when that is shown exactly or by disjoint enclosures. Where a side has no
value, or an enclosure does not decide, it raises `Undefined` or `Undetermined` like the evaluation of terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from flint import fmpq

from symproofs.refute.arrays import (
    Array,
    Tensor,
    determinant,
    entries,
    identity,
    product,
    shape,
    transpose,
)
from symproofs.refute.evaluate import Environment
from symproofs.refute.numbers import (
    Scalar,
    Undefined,
    Undetermined,
    equal,
    imaginary_part,
    is_exact,
    is_zero,
    multiply,
    pi_times,
    sign,
    subtract,
    surely_not_integer,
)
from symproofs.refute.quantifiers import Names, Unbounded, cases, solved
from symproofs.refute.statements import flatten
from symproofs.terms.domain import statement_domain
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
    statement_names,
)
from symproofs.terms.term import name


def holds(statement: Statement, env: Environment) -> bool:
    """Whether the statement is true here. *Raises* `Undefined`, `Undetermined` or `Exhausted`."""
    match statement:
        case Relation(operator, left, right):
            return compare(operator, env.value(left), env.value(right))
        case Property(name, subject):
            return has_property(name, env.value(subject))
        case Membership(subject, sort):
            return _decided(all_of(in_sort(v, sort) for v in entries(env.value(subject))), f"being {sort}")
        case And(parts):
            return _settled((partial(holds, p, env) for p in parts), False)
        case Implies(premise, conclusion):
            return not holds(premise, env) or holds(conclusion, env) or not _defined(statement, (), env)
        case Iff(left, right):
            return holds(left, env) == holds(right, env) or not _defined(statement, (), env)
        case ForAll(names, body):
            return _settled((partial(_holds_of, names, body, inner) for inner in cases(names, premises_in(body), env)), False)
        case Exists(names, body):
            return _exists(names, tuple(flatten(body)), env)
        case Tends():
            raise Undetermined("a passage to the limit")
        case InProbability():
            raise Undetermined("convergence in probability")


def _holds_of(names: Names, body: Statement, env: Environment) -> bool:
    """Whether the body of a universal statement holds at values of its names, or is said of others."""
    return holds(body, env) or not _defined(body, names, env)


def _defined(statement: Statement, names: Names, env: Environment) -> bool:
    """Whether all is met that the terms of a statement ask for, of names where some are given: there it is said."""
    about = {n for n, _ in names}
    asked = statement_domain(statement, env.types)
    return all(holds(c, env) for c in asked if not names or not about.isdisjoint(statement_names(c)))


def _settled(parts: Iterable[Callable[[], bool]], by: bool) -> bool:
    """`by` if one of the parts is that, else the contrary if all are known. *Fails* as the first part that is not known."""
    problem: Undefined | Undetermined | None = None
    for part in parts:
        try:
            if part() is by:
                return by
        except (Undefined, Undetermined) as outcome:
            problem = problem or outcome
    if problem is not None:
        raise problem
    return not by


_TWO_PI = pi_times(fmpq(2))


def premises_in(body: Statement) -> tuple[Statement, ...]:
    """What the body of a quantifier presupposes."""
    return tuple(flatten(body.premise)) if isinstance(body, Implies) else ()


def _exists(names: Names, parts: tuple[Statement, ...], env: Environment) -> bool:
    """Case by case where there are finitely many; else at what has the same names here, or the only solution of equations."""
    try:
        return _settled((partial(_exists_at, names, And(parts), inner) for inner in cases(names, parts, env)), True)
    except Unbounded:
        if _namesakes_meet(names, parts, env):
            return True
        inner, rest = solved(names, parts, env)
    if inner is None:
        return False
    if env.angles is not None:
        env.angles += [multiply(_TWO_PI, inner.number(name(n))) for n, kind in names if kind.sort in ("natural", "integer")]
    within = all_of(in_sort(v, kind.sort) for n, kind in names for v in entries(inner.value(name(n))))
    met = _decided(within, "being of the sort") and _settled((partial(holds, p, inner) for p in rest), False)
    return met and _defined(And(parts), names, inner)


def _exists_at(names: Names, body: Statement, env: Environment) -> bool:
    return holds(body, env) and _defined(body, names, env)


def _namesakes_meet(names: Names, parts: tuple[Statement, ...], env: Environment) -> bool:
    """`V = 1 v^T for some v`, where v is the name of a vector: whether that one is seen to do."""
    named = all(env.types.get(n) == kind and isinstance(env.values.get(n), Array | fmpq) for n, kind in names)
    if env.angles is not None or not named:
        return False
    try:
        return _settled((partial(holds, p, env) for p in parts), False) and _defined(And(parts), names, env)
    except (Undefined, Undetermined):
        return False


def equations(statement: Statement, env: Environment) -> Iterator[tuple[Tensor, Tensor]]:
    """Both sides of every equation that the statement asks for here."""
    match statement:
        case Relation("=", left, right):
            yield env.value(left), env.value(right)
        case And(parts):
            for part in parts:
                yield from equations(part, env)
        case Implies(premise, conclusion):
            if holds(premise, env):
                yield from equations(conclusion, env)
        case ForAll(names, body):
            for inner in cases(names, premises_in(body), env):
                yield from equations(body, inner)
        case Exists() if env.angles is not None:
            holds(statement, env)
        case _:
            pass


def memberships(statement: Statement, env: Environment) -> Iterator[bool | None]:
    """Of every membership that the statement asks for here whether it holds; `None` where enclosures do not tell."""
    match statement:
        case Membership(subject, sort):
            yield all_of(in_sort(v, sort) for v in entries(env.value(subject)))
        case And(parts):
            for part in parts:
                yield from memberships(part, env)
        case Implies(premise, conclusion):
            if holds(premise, env):
                yield from memberships(conclusion, env)
        case ForAll(names, body):
            for inner in cases(names, premises_in(body), env):
                yield from memberships(body, inner)
        case _:
            pass


def _decided(found: bool | None, what: str) -> bool:
    if found is None:
        raise Undetermined(f"{what} is not decided by enclosures", sharper=True)
    return found


def all_of(found: Iterator[bool | None]) -> bool | None:
    """Whether all hold: one `False` settles it, else one `None` leaves it open."""
    open_ = False
    for one in found:
        if one is False:
            return False
        open_ = open_ or one is None
    return None if open_ else True


def equal_tensors(x: Tensor, y: Tensor) -> bool | None:
    """Whether two arrays are equal; `None` where enclosures overlap. *Fails when* the shapes differ."""
    if shape(x) != shape(y):
        raise Undetermined(f"arrays of different shapes, {shape(x)} and {shape(y)}")
    return all_of(equal(a, b) for a, b in zip(entries(x), entries(y), strict=True))


_ORDERED: Mapping[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0,
    "<=": lambda s: s <= 0,
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
}


def compare(operator: str, x: Tensor, y: Tensor) -> bool:
    """Whether the relation holds between two values. Order is asked of numbers only."""
    if operator == "~":
        raise Undetermined("an approximation has no truth without a regime")
    if operator in ("=", "!="):
        same = _decided(equal_tensors(x, y), "equality")
        return same if operator == "=" else not same
    if isinstance(x, Array) or isinstance(y, Array):
        raise Undetermined("an order between arrays")
    return _ORDERED[operator](sign(subtract(x, y)))


def in_sort(x: Scalar, sort: str) -> bool | None:
    """Whether a number is of a sort; `None` where that is not known."""
    if sort == "complex":
        return True
    real = is_zero(imaginary_part(x))
    if sort == "real" or real is not True:
        return real
    if sort == "rational":
        return True if type(x) is fmpq else False if is_exact(x) else None
    if sort in ("integer", "natural"):
        if surely_not_integer(x) or (sort == "natural" and _surely_negative(x)):
            return False
        return True if type(x) is fmpq else None
    raise Undetermined(f"no such set: {sort}")


def _surely_negative(x: Scalar) -> bool:
    try:
        return sign(x) < 0
    except Undetermined:
        return False


# Properties ---------------------------------------------------------------------------------------------------


def has_property(name: str, x: Tensor) -> bool:
    """Whether a value has a property of `context.PROPERTIES`."""
    check = PROPERTY_CHECKS.get(name)
    if check is None:
        raise Undetermined(f"nothing is known of the property {name}")
    return _decided(check(x), name)


def _square(x: Tensor) -> bool:
    rows, cols = shape(x)
    return rows == cols


def _permutation(x: Tensor) -> bool | None:
    if not _square(x):
        return False
    n, values = shape(x)[0], entries(x)
    binary = all_of(_either(equal(v, fmpq(0)), equal(v, fmpq(1))) for v in values)
    if binary is not True:
        return binary
    ones = [[values[i * n + j] == 1 for j in range(n)] for i in range(n)]
    return all(sum(row) == 1 for row in ones) and all(sum(col) == 1 for col in zip(*ones, strict=True))


def _either(a: bool | None, b: bool | None) -> bool | None:
    return True if a or b else None if a is None or b is None else False


def _orthogonal(x: Tensor) -> bool | None:
    if not _square(x):
        return False
    return equal_tensors(product(transpose(x), x), identity(shape(x)[0]))


def _symmetric(x: Tensor) -> bool | None:
    return equal_tensors(transpose(x), x) if _square(x) else False


def _invertible(x: Tensor) -> bool | None:
    zero = is_zero(determinant(x)) if _square(x) else True
    return None if zero is None else not zero


def _positive_definite(x: Tensor) -> bool | None:
    """Symmetric with positive leading minors (Sylvester)."""
    symmetric = _symmetric(x)
    if symmetric is False:
        return False
    n, values = shape(x)[0], entries(x)
    for k in range(1, n + 1):
        minor = Array(k, k, tuple(values[i * n + j] for i in range(k) for j in range(k))) if k > 1 else values[0]
        if sign(determinant(minor)) <= 0:
            return False
    return symmetric


def _diagonal(x: Tensor) -> bool | None:
    rows, cols = shape(x)
    values = entries(x)
    return all_of(is_zero(values[i * cols + j]) for i in range(rows) for j in range(cols) if i != j)


def _signs(wanted: Callable[[int], bool]) -> Callable[[Tensor], bool | None]:
    return lambda x: all(wanted(sign(v)) for v in entries(x))


def _nonzero(x: Tensor) -> bool | None:
    """An array is not zero when one of its entries is not."""
    zero = all_of(is_zero(v) for v in entries(x))
    return None if zero is None else not zero


PROPERTY_CHECKS: Mapping[str, Callable[[Tensor], bool | None]] = {
    "permutation": _permutation,
    "orthogonal": _orthogonal,
    "symmetric": _symmetric,
    "invertible": _invertible,
    "positive_definite": _positive_definite,
    "diagonal": _diagonal,
    "positive": _signs(lambda s: s > 0),
    "nonnegative": _signs(lambda s: s >= 0),
    "negative": _signs(lambda s: s < 0),
    "nonzero": _nonzero,
    "size": lambda x: all_of(in_sort(v, "natural") if sign(v) >= 1 else False for v in entries(x)),
    "row_bias": lambda x: shape(x)[0] == 1,
    "random": lambda x: True,  # a constant is one
    "integrable": lambda x: True,
}
