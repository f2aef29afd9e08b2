"""The value of a written term where every name has a value. Never a normal form, never a float.

One function a head, in the table `RULES`. A term is exact in the rationals, Gaussian rationals and multiples
of π as long as its value is, then an enclosure. `Undefined` is raised only where an operation provably has no
value, in the sense of `terms.domain`: over the reals a root or logarithm of a negative number has none, of a
complex-sorted one it has its principal value. `Undetermined` is raised for everything else that gives no
value: an enclosure that does not decide, a convention that authors do not share, a head without values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from symproofs.refute import functions
from symproofs.refute.arrays import (
    Array,
    Tensor,
    array,
    average,
    constant,
    determinant,
    diagonal,
    dot,
    each,
    entries,
    identity,
    inverse,
    kronecker,
    pairwise,
    product,
    shape,
    softmax,
    square_norm,
    trace,
    transpose,
)
from symproofs.refute.numbers import (
    ONE,
    ZERO,
    PiMultiple,
    Scalar,
    Undefined,
    Undetermined,
    add,
    bounded,
    divide,
    gauss,
    is_zero,
    multiply,
    negate,
    rational,
    real_part,
    reciprocal,
    sign,
    subtract,
    whole,
)
from symproofs.refute.values import Family, Function, RandomVariable, RowFunction, Value
from symproofs.terms.size import Size
from symproofs.terms.term import Term
from symproofs.terms.types import Type, index, scalar
from symproofs.terms.typing import Mistyped, type_of

__all__ = ["DEEPEST_CALL", "RULES", "Environment", "Exhausted", "Meter", "Value", "evaluate"]

LONGEST_SUM = 3000
DEEPEST_CALL = 30


class Exhausted(Exception):
    """The work that an evaluation may do is used up."""


@dataclass
class Meter:
    """Work done, about a microsecond a unit, and how much may be done. Counted, not timed: runs are repeatable."""

    limit: int
    done: int = 0

    def spend(self, units: int) -> None:
        self.done += units
        if self.done > self.limit:
            raise Exhausted


@dataclass
class Environment:
    """What names stand for. `sorts` remembers which terms are complex-sorted, for every scope of bound names."""

    types: dict[str, Type]
    sizes: dict[str, int]
    values: dict[str, Value]
    meter: Meter
    inner: Function | None = None
    sorts: dict[tuple[tuple[str, ...], Term], Type] = field(default_factory=dict)
    scope: tuple[str, ...] = ()
    depth: int = 0
    outermost: Environment | None = None
    outcomes: int = 0
    """How many outcomes random names have; 0 where nothing is random."""
    outcome: int | None = None
    """The outcome at which random names are looked at."""
    angles: list[Scalar] | None = None
    """Collects, where it is a list, the arguments of functions of period 2π, and 2πk for every k that has to be whole."""

    def value(self, node: Term) -> Tensor:
        """The number or array that a term is here."""
        self.meter.spend(1)
        return RULES[node.head](node, self)

    def named(self, name: str) -> Value | None:
        """What the name stands for here; a random name, at the outcome looked at."""
        found = self.values.get(name)
        if isinstance(found, RandomVariable):
            if self.outcome is None:
                raise Undetermined(f"{name} is random")
            return found.outcomes[self.outcome]
        return found

    def number(self, node: Term) -> Scalar:
        found = self.value(node)
        if isinstance(found, Array):
            raise Undetermined("an array where a number is needed")
        return found

    def type(self, node: Term) -> Type:
        key = (self.scope, node)
        if key not in self.sorts:
            try:
                self.sorts[key] = type_of(node, self.types)
            except Mistyped as problem:
                raise Undetermined(problem.message) from problem
        return self.sorts[key]

    def is_real(self, node: Term) -> bool:
        """Whether the term is real by its sort, so that roots and logarithms are those of the reals."""
        return self.type(node).sort != "complex"

    def size(self, size: object) -> int:
        assert isinstance(size, Size)
        try:
            if size.name is not None:
                return self.sizes[size.name]
            found = size.evaluate(self.sizes)
        except KeyError as problem:
            raise Undetermined(f"no value for the size {problem.args[0]}") from problem
        if found.denominator != 1 or found < 0:
            raise Undetermined(f"{size} is no size here")
        return int(found)

    def with_bound(self, name: str, kind: Type, value: Value) -> Environment:
        return replace(
            self,
            types={**self.types, name: kind},
            values={**self.values, name: value},
            scope=(*self.scope, name),
            outermost=self.outermost or self,
        )

    def apply(self, name: str, function: Function, arguments: list[Tensor]) -> Tensor:
        """The function's value. Names in its body are those of the document, not bound where it is called."""
        if self.depth >= DEEPEST_CALL:
            raise Undetermined(f"{name} calls itself without end")
        outer = self.outermost or self
        inner = replace(
            outer,
            types={**outer.types, **dict(zip(function.parameters, function.types, strict=True))},
            values={**outer.values, **dict(zip(function.parameters, arguments, strict=True))},
            scope=(f"{name}()",),
            depth=self.depth + 1,
            outermost=outer,
        )
        return inner.value(function.body)


# Atoms --------------------------------------------------------------------------------------------------------


def _num(node: Term, env: Environment) -> Tensor:
    value = node.data[0]
    assert isinstance(value, Fraction)
    return bounded(rational(value))


def _name(node: Term, env: Environment) -> Tensor:
    name = str(node.data[0])
    found = env.named(name)
    if found is None:
        if name in env.sizes:
            return rational(env.sizes[name])
        raise Undetermined(f"no value for {name}")
    if isinstance(found, (Family, Function, RowFunction, RandomVariable)):
        raise Undetermined(f"{name} is no single value")
    return found


_CONSTANTS: Mapping[str, Callable[[], Scalar]] = {
    "pi": lambda: PiMultiple(ONE),
    "e": lambda: functions.exp(ONE),
    "i": lambda: gauss(ZERO, ONE),
}


def _const(node: Term, env: Environment) -> Tensor:
    made = _CONSTANTS.get(str(node.data[0]))
    if made is None:
        raise Undetermined("infinity is no number")
    return made()


def _dots(node: Term, env: Environment) -> Tensor:
    raise Undetermined("what this ellipsis stands for is not known")


def _tuple(node: Term, env: Environment) -> Tensor:
    raise Undetermined("a sequence is no value")


# Arithmetic ---------------------------------------------------------------------------------------------------


def _add(node: Term, env: Environment) -> Tensor:
    total = env.value(node.args[0])
    for a in node.args[1:]:
        total = pairwise(add, total, env.value(a))
    env.meter.spend(len(node.args) * len(entries(total)))
    return total


def _mul(node: Term, env: Environment) -> Tensor:
    result = env.value(node.args[0])
    for a in node.args[1:]:
        factor = env.value(a)
        env.meter.spend(_product_work(result, factor))
        result = product(result, factor)
    return each(bounded, result)


def _product_work(x: Tensor, y: Tensor) -> int:
    if isinstance(x, Array) and isinstance(y, Array):
        return x.rows * x.cols * y.cols
    return len(entries(x)) * len(entries(y))


def _div(node: Term, env: Environment) -> Tensor:
    top, bottom = env.value(node.args[0]), env.number(node.args[1])
    if not isinstance(top, Array):
        return bounded(divide(top, bottom))
    scale = reciprocal(bottom)
    return each(lambda v: bounded(multiply(v, scale)), top)


def _pow(node: Term, env: Environment) -> Tensor:
    """x^y as `terms.domain` has it; where x^y has a value outside of that domain nothing is said of it."""
    base, exponent = env.value(node.args[0]), env.number(node.args[1])
    n = whole(exponent)
    if isinstance(base, Array):
        return _matrix_power(base, n, env)
    if node.args[0] == Term("const", (), ("e",)):
        if env.angles is not None:
            env.angles.append(exponent)
        return functions.apply("exp", exponent)
    literal = node.args[1].head == "num"
    if n is not None and (literal or env.type(node.args[1]).sort == "natural"):
        return functions.power(base, exponent)
    if env.type(node.args[1]).sort == "integer" or not env.is_real(node.args[0]):
        if not literal and is_zero(base) and sign(real_part(exponent)) >= 0:
            raise Undetermined("a power of 0 that conventions differ on")
        return functions.power(base, exponent)
    if is_zero(base):
        if literal:
            return functions.power(base, exponent)
        raise Undetermined("a power of 0 that conventions differ on")
    if sign(base) < 0:
        raise Undefined("a power of a negative number, over the reals")
    return functions.power(base, exponent)


def _matrix_power(base: Array, n: int | None, env: Environment) -> Tensor:
    if n is None or n < 0 or n > 200:
        raise Undetermined("a matrix power whose exponent is no small natural number")
    result = identity(base.rows)
    for bit in bin(n)[2:]:
        env.meter.spend(2 * base.rows**3)
        result = product(result, result)
        if bit == "1":
            result = product(result, base)
        result = each(bounded, result)
    return result


def _sqrt(node: Term, env: Environment) -> Tensor:
    x = env.number(node.args[0])
    if env.is_real(node.args[0]) and sign(x) < 0:
        raise Undefined("the square root of a negative number, over the reals")
    env.meter.spend(2)
    return functions.sqrt(x)


def _root(node: Term, env: Environment) -> Tensor:
    x, degree = env.number(node.args[0]), whole(env.number(node.args[1]))
    if degree is None or not 1 <= degree <= 10_000:
        raise Undetermined("a root whose degree is no positive natural number")
    if env.is_real(node.args[0]) and sign(x) < 0:
        if degree % 2 == 0:
            raise Undefined("an even root of a negative number, over the reals")
        raise Undetermined("an odd root of a negative number, on which conventions differ")
    env.meter.spend(3)
    return functions.root(x, degree)


def _factorial(node: Term, env: Environment) -> Tensor:
    return functions.factorial(env.number(node.args[0]))


def _binomial(node: Term, env: Environment) -> Tensor:
    return functions.binomial(env.number(node.args[0]), env.number(node.args[1]))


# Elementary functions -----------------------------------------------------------------------------------------


def _log_of_real(x: Scalar) -> Scalar:
    if sign(x) <= 0:
        raise Undefined("the logarithm of a number that is not positive, over the reals")
    return functions.apply("log", x)


def _arc_of_real(name: str) -> Callable[[Scalar], Scalar]:
    def value(x: Scalar) -> Scalar:
        if sign(subtract(functions.absolute(x), ONE)) > 0:
            raise Undefined(f"{name} outside of [-1, 1], over the reals")
        return functions.apply(name, x)

    return value


_OVER_THE_REALS: Mapping[str, Callable[[Scalar], Scalar]] = {
    "log": _log_of_real,
    "arcsin": _arc_of_real("arcsin"),
    "arccos": _arc_of_real("arccos"),
}


def _fun(node: Term, env: Environment) -> Tensor:
    name = str(node.data[0])
    x = env.value(node.args[0])
    function: Callable[[Scalar], Scalar] = partial(functions.apply, name)
    if env.angles is not None and (name in functions.PERIODIC or name == "exp"):
        env.angles.extend(entries(x))
    if name in _OVER_THE_REALS and env.is_real(node.args[0]):
        function = _OVER_THE_REALS[name]
    env.meter.spend(len(entries(x)) * (1 if name in functions.EXACT_FUNCTIONS else 4))
    return each(function, x)


# Matrices -----------------------------------------------------------------------------------------------------


def _filled(value: Scalar) -> Callable[[Term, Environment], Tensor]:
    return lambda node, env: constant(env.size(node.data[0]), env.size(node.data[1]), value)


def _inverse(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(3 * shape(x)[0] ** 3)
    return each(bounded, inverse(x))


def _det(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(2 * shape(x)[0] ** 3)
    return bounded(determinant(x))


def _kron(node: Term, env: Environment) -> Tensor:
    x, y = env.value(node.args[0]), env.value(node.args[1])
    env.meter.spend(len(entries(x)) * len(entries(y)))
    return kronecker(x, y)


def _inner(node: Term, env: Environment) -> Tensor:
    first, second = node.args
    if env.inner is not None and env.type(first).is_scalar and env.type(second).is_scalar:
        return env.apply("inner", env.inner, [env.value(first), env.value(second)])
    if not (env.is_real(first) and env.is_real(second)):
        raise Undetermined("an inner product of complex numbers that nothing defines")
    x, y = env.value(first), env.value(second)
    if shape(x) != shape(y):
        raise Undetermined("an inner product of arrays of different shapes")
    return dot(entries(x), entries(y))


def _norm(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(len(entries(x)) + 2)
    values = entries(x)
    return functions.absolute(values[0]) if len(values) == 1 else functions.sqrt(square_norm(x))


def _rowsoftmax(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(6 * len(entries(x)))
    rows, cols = shape(x)
    values = entries(x)
    return array(rows, cols, (v for i in range(rows) for v in softmax(values[i * cols : (i + 1) * cols], functions.exp)))


def _softmax(node: Term, env: Environment) -> Tensor:
    x = env.value(node.args[0])
    env.meter.spend(6 * len(entries(x)))
    return array(*shape(x), softmax(entries(x), functions.exp))


def _rows(node: Term, env: Environment) -> Tensor:
    row = entries(env.value(node.args[0]))
    n = env.size(node.data[0])
    return array(n, len(row), row * n)


def _matrix(node: Term, env: Environment) -> Tensor:
    rows, cols = node.data
    assert isinstance(rows, int) and isinstance(cols, int)
    return array(rows, cols, map(env.number, node.args))


def _index(node: Term, size: int, env: Environment) -> int:
    found = whole(env.number(node))
    if found is None or not 1 <= found <= size:
        raise Undetermined(f"an index from 1 to {size} is needed")
    return found


def _entry(node: Term, env: Environment) -> Tensor:
    x, indices = env.value(node.args[0]), node.args[1:]
    rows, cols = shape(x)
    values = entries(x)
    if len(indices) == 1:
        return values[_index(indices[0], len(values), env) - 1]
    return values[(_index(indices[0], rows, env) - 1) * cols + _index(indices[1], cols, env) - 1]


def _delta(node: Term, env: Environment) -> Tensor:
    first, second = (whole(env.number(a)) for a in node.args)
    if first is None or second is None:
        raise Undetermined("two indices are compared here")
    return ONE if first == second else ZERO


def _outcomes(node: Term, env: Environment) -> list[Tensor]:
    """The value of a term at each outcome."""
    if not env.outcomes:
        raise Undetermined("a moment of something that is not declared random")
    return [replace(env, outcome=k).value(node) for k in range(env.outcomes)]


def _expect(node: Term, env: Environment) -> Tensor:
    return each(bounded, average(_outcomes(node.args[0], env)))


def _cov(node: Term, env: Environment) -> Tensor:
    """E x y^T - E x E y^T, with y = x where one is given; the variance of a number."""
    columns = [[array(len(entries(v)), 1, entries(v)) for v in _outcomes(a, env)] for a in node.args]
    first, second = columns[0], columns[-1]
    means = [transpose(average(second)), average(first)]
    joint = average([product(x, transpose(y)) for x, y in zip(first, second, strict=True)])
    return each(bounded, pairwise(subtract, joint, product(means[1], means[0])))


def _member(node: Term, env: Environment) -> Tensor:
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
    n = env.size(size)
    excluded = {_index(a, n, env) for a in node.args[1:]}
    if n > LONGEST_SUM:
        raise Undetermined("a sum too long to write out")
    kind = index(size)
    return (env.with_bound(name, kind, rational(i)).value(node.args[0]) for i in range(1, n + 1) if i not in excluded)


def _summed(terms: Iterable[Tensor], node: Term, env: Environment) -> Tensor:
    total: Tensor | None = None
    for value in terms:
        total = value if total is None else pairwise(add, total, value)
        env.meter.spend(len(entries(total)))
    if total is None:
        kind = env.type(node)
        return constant(env.size(kind.rows), env.size(kind.cols), ZERO)
    return each(bounded, total)


def _sum(node: Term, env: Environment) -> Tensor:
    return _summed(_in_range(node, env), node, env)


def _sum_between(node: Term, env: Environment) -> Tensor:
    first, last = whole(env.number(node.args[1])), whole(env.number(node.args[2]))
    if first is None or last is None or last - first > LONGEST_SUM:
        raise Undetermined("a sum whose bounds are no near integers")
    if last < first - 1:
        raise Undetermined("a sum whose upper bound is far below the lower, on which conventions differ")
    name, kind = str(node.data[0]), scalar("integer")
    values = (env.with_bound(name, kind, rational(i)).value(node.args[0]) for i in range(first, last + 1))
    return _summed(values, node, env)


def _product(node: Term, env: Environment) -> Tensor:
    result: Scalar = ONE
    for value in _in_range(node, env):
        if isinstance(value, Array):
            raise Undetermined("a product of arrays over an index")
        result = bounded(multiply(result, value))
    return result


def _call(node: Term, env: Environment) -> Tensor:
    name = str(node.data[0])
    function = env.named(name)
    if isinstance(function, RowFunction):
        # Rows ask statements, which ask terms: the circle is cut here.
        from symproofs.refute.calls import value_of_rows

        return value_of_rows(name, function, [env.value(a) for a in node.args], env)
    if not isinstance(function, Function) or len(function.parameters) != len(node.args):
        raise Undetermined(f"{name} is no known function of {len(node.args)} arguments")
    return env.apply(name, function, [env.value(a) for a in node.args])


RULES: Mapping[str, Callable[[Term, Environment], Tensor]] = {
    "num": _num,
    "name": _name,
    "const": _const,
    "size": lambda node, env: rational(env.size(node.data[0])),
    "identity": lambda node, env: identity(env.size(node.data[0])),
    "zeros": _filled(ZERO),
    "ones": _filled(ONE),
    "dots": _dots,
    "add": _add,
    "neg": lambda node, env: each(negate, env.value(node.args[0])),
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "sqrt": _sqrt,
    "root": _root,
    "factorial": _factorial,
    "binomial": _binomial,
    "fun": _fun,
    "transpose": lambda node, env: transpose(env.value(node.args[0])),
    "inverse": _inverse,
    "trace": lambda node, env: trace(env.value(node.args[0])),
    "det": _det,
    "diag": lambda node, env: diagonal(env.value(node.args[0])),
    "hadamard": lambda node, env: pairwise(multiply, env.value(node.args[0]), env.value(node.args[1])),
    "kron": _kron,
    "inner": _inner,
    "norm": _norm,
    "rowsoftmax": _rowsoftmax,
    "softmax": _softmax,
    "rows": _rows,
    "matrix": _matrix,
    "entry": _entry,
    "delta": _delta,
    "expect": _expect,
    "var": _cov,
    "cov": _cov,
    "member": _member,
    "sum": _sum,
    "sum_between": _sum_between,
    "product": _product,
    "call": _call,
    "tuple": _tuple,
}


def evaluate(node: Term, env: Environment) -> Tensor | Undefined | Undetermined:
    """The value of a term, or why it has none. *Raises* `Exhausted` when the meter runs out, nothing else."""
    try:
        return env.value(node)
    except (Undefined, Undetermined) as outcome:
        return outcome
    except RecursionError:
        return Undetermined("the term is nested too deeply")
