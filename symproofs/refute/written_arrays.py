"""The values of written arrays, entries, moments, sums over indices and calls. Rows of `evaluate.RULES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from symproofs.refute import functions
from symproofs.refute.arrays import (
    Array,
    Tensor,
    array,
    average,
    constant,
    determinant,
    dot,
    each,
    entries,
    inverse,
    kronecker,
    pairwise,
    product,
    shape,
    softmax,
    square_norm,
    transpose,
)
from symproofs.refute.numbers import (
    ONE,
    ZERO,
    Scalar,
    Undetermined,
    add,
    bounded,
    multiply,
    rational,
    subtract,
    whole,
)
from symproofs.refute.values import Family, Function, RowFunction
from symproofs.terms.domain import domain
from symproofs.terms.size import Size
from symproofs.terms.statement import statement_names
from symproofs.terms.term import Term
from symproofs.terms.types import index
from symproofs.terms.typing import Mistyped, bound_type

if TYPE_CHECKING:
    from symproofs.refute.evaluate import Environment

LONGEST_SUM = 3000


# Matrices -----------------------------------------------------------------------------------------------------


def filled(value: Scalar) -> Callable[[Term, Environment], Tensor]:
    return lambda node, env: constant(env.size(node.data[0]), env.size(node.data[1]), value)


def inverse_of(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(3 * shape(x)[0] ** 3)
    return each(bounded, inverse(x))


def determinant_of(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(2 * shape(x)[0] ** 3)
    return bounded(determinant(x))


def kronecker_of(node: Term, env: Environment) -> Tensor:
    x, y = env.value(node.args[0]), env.value(node.args[1])
    env.meter.spend(len(entries(x)) * len(entries(y)))
    return kronecker(x, y)


def inner_product(node: Term, env: Environment) -> Tensor:
    first, second = node.args
    if env.inner is not None and env.type(first).is_scalar and env.type(second).is_scalar:
        return env.apply("inner", env.inner, [env.value(first), env.value(second)])
    if not (env.is_real(first) and env.is_real(second)):
        raise Undetermined("an inner product of complex numbers that nothing defines")
    x, y = env.value(first), env.value(second)
    if shape(x) != shape(y):
        raise Undetermined("an inner product of arrays of different shapes")
    return dot(entries(x), entries(y))


def norm(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(len(entries(x)) + 2)
    values = entries(x)
    return functions.absolute(values[0]) if len(values) == 1 else functions.sqrt(square_norm(x))


def softmax_of_rows(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(6 * len(entries(x)))
    rows, cols = shape(x)
    values = entries(x)
    return array(rows, cols, (v for i in range(rows) for v in softmax(values[i * cols : (i + 1) * cols], functions.exp)))


def softmax_of(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(6 * len(entries(x)))
    return array(*shape(x), softmax(entries(x), functions.exp))


def repeated_row(node: Term, env: Environment) -> Tensor:
    row = entries(env.value(node.args[0]))
    n = env.size(node.data[0])
    return array(n, len(row), row * n)


def written_matrix(node: Term, env: Environment) -> Tensor:
    rows, cols = node.data
    assert isinstance(rows, int) and isinstance(cols, int)
    return array(rows, cols, map(env.number, node.args))


def _index(node: Term, size: int, env: Environment) -> int:
    found = whole(env.number(node))
    if found is None or not 1 <= found <= size:
        raise Undetermined(f"an index from 1 to {size} is needed")
    return found


def entry(node: Term, env: Environment) -> Tensor:
    x, indices = env.value(node.args[0]), node.args[1:]
    rows, cols = shape(x)
    values = entries(x)
    if len(indices) == 1:
        return values[_index(indices[0], len(values), env) - 1]
    return values[(_index(indices[0], rows, env) - 1) * cols + _index(indices[1], cols, env) - 1]


def delta(node: Term, env: Environment) -> Tensor:
    first, second = (whole(env.number(a)) for a in node.args)
    if first is None or second is None:
        raise Undetermined("two indices are compared here")
    return ONE if first == second else ZERO


def _outcomes(node: Term, env: Environment) -> list[Tensor]:
    """The value of a term at each outcome."""
    if not env.outcomes:
        raise Undetermined("a moment of something that is not declared random")
    return [env.changed(outcome=k).value(node) for k in range(env.outcomes)]


def expectation(node: Term, env: Environment) -> Tensor:
    return each(bounded, average(_outcomes(node.args[0], env)))


def covariance(node: Term, env: Environment) -> Tensor:
    """E x y^T - E x E y^T, with y = x where one is given; the variance of a number."""
    columns = [[array(len(entries(v)), 1, entries(v)) for v in _outcomes(a, env)] for a in node.args]
    first, second = columns[0], columns[-1]
    means = [transpose(average(second)), average(first)]
    joint = average([product(x, transpose(y)) for x, y in zip(first, second, strict=True)])
    return each(bounded, pairwise(subtract, joint, product(means[1], means[0])))


def member(node: Term, env: Environment) -> Tensor:
    name = str(node.data[0])
    found = env.named(name)
    if not isinstance(found, Family):
        raise Undetermined(f"{name} is no family here")
    subscripts = tuple(whole(env.number(a)) or 0 for a in node.args)
    if subscripts not in found.members:
        raise Undetermined(f"{name} has no member {subscripts}")
    return found.members[subscripts]


# Binders and functions ----------------------------------------------------------------------------------------


def _in_range(node: Term, env: Environment) -> Iterable[Tensor]:
    """The body at every index of the range that is not excluded."""
    name, size = str(node.data[0]), node.data[1]
    assert isinstance(size, Size)
    n = env.size(size, 0)
    excluded = {_index(a, n, env) for a in node.args[1:]}
    if n > LONGEST_SUM:
        raise Undetermined("a sum too long to write out")
    kind = index(size)
    return (env.with_bound(name, kind, rational(i)).value(node.args[0]) for i in range(1, n + 1) if i not in excluded)


def _need_meaning(node: Term, env: Environment) -> None:
    """Where nothing is summed, what is asked of all summands alike is asked all the same. *Fails when* anything is."""
    bound = str(node.data[0])
    try:
        asked = domain(node.args[0], {**env.types, bound: bound_type(node, env.types)})
    except Mistyped as problem:
        raise Undetermined(problem.message) from problem
    if not all(bound in statement_names(c) for c in asked):
        raise Undetermined("an empty sum of what may have no value")


def _summed(terms: Iterable[Tensor], node: Term, env: Environment) -> Tensor:
    total: Tensor | None = None
    for value in terms:
        total = value if total is None else pairwise(add, total, value)
        env.meter.spend(len(entries(total)))
    if total is None:
        _need_meaning(node, env)
        kind = env.type(node)
        return constant(env.size(kind.rows), env.size(kind.cols), ZERO)
    return each(bounded, total)


def sum_over(node: Term, env: Environment) -> Tensor:
    return _summed(_in_range(node, env), node, env)


def sum_between(node: Term, env: Environment) -> Tensor:
    first, last = whole(env.number(node.args[1])), whole(env.number(node.args[2]))
    if first is None or last is None or last - first > LONGEST_SUM:
        raise Undetermined("a sum whose bounds are no near integers")
    if last < first - 1:
        raise Undetermined("a sum whose upper bound is far below the lower, on which conventions differ")
    name, kind = str(node.data[0]), bound_type(node, env.types)
    values = (env.with_bound(name, kind, rational(i)).value(node.args[0]) for i in range(first, last + 1))
    return _summed(values, node, env)


def product_over(node: Term, env: Environment) -> Tensor:
    result: Scalar = ONE
    factors = [*_in_range(node, env)]
    if not factors:
        _need_meaning(node, env)
    for value in factors:
        if isinstance(value, Array):
            raise Undetermined("a product of arrays over an index")
        result = bounded(multiply(result, value))
    return result


def call(node: Term, env: Environment) -> Tensor:
    name = str(node.data[0])
    function = env.named(name)
    if isinstance(function, RowFunction):
        # Rows ask statements, which ask terms: the circle is cut here.
        from symproofs.refute.calls import value_of_rows

        return value_of_rows(name, function, [env.value(a) for a in node.args], env)
    if not isinstance(function, Function) or len(function.parameters) != len(node.args):
        raise Undetermined(f"{name} is no known function of {len(node.args)} arguments")
    return env.apply(name, function, [env.value(a) for a in node.args])
