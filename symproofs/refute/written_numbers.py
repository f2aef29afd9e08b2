"""The values of written numbers: atoms, arithmetic, roots and powers, elementary functions. Rows of `evaluate.RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from symproofs.messages import Message
from symproofs.refute import functions
from symproofs.refute.arrays import (
    Array,
    Tensor,
    each,
    entries,
    identity,
    pairwise,
    product,
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
    rational,
    real_part,
    reciprocal,
    sign,
    subtract,
    whole,
)
from symproofs.refute.values import Family, Function, RandomVariable, RowFunction
from symproofs.terms.term import Term

if TYPE_CHECKING:
    from symproofs.refute.evaluate import Environment


# Atoms --------------------------------------------------------------------------------------------------------


def number(node: Term, env: Environment) -> Tensor:
    value = node.data[0]
    assert isinstance(value, Fraction)
    return bounded(rational(value))


def named(node: Term, env: Environment) -> Tensor:
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


def constant_value(node: Term, env: Environment) -> Tensor:
    made = _CONSTANTS.get(str(node.data[0]))
    if made is None:
        raise Undetermined("infinity is no number")
    return made()


def dots(node: Term, env: Environment) -> Tensor:
    raise Undetermined("what this ellipsis stands for is not known")


def sequence(node: Term, env: Environment) -> Tensor:
    raise Undetermined("a sequence is no value")


# Arithmetic ---------------------------------------------------------------------------------------------------


def total_of(node: Term, env: Environment) -> Tensor:
    total = env.value(node.args[0])
    for a in node.args[1:]:
        total = pairwise(add, total, env.value(a))
    env.meter.spend(len(node.args) * len(entries(total)))
    return total


def product_of(node: Term, env: Environment) -> Tensor:
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


def quotient(node: Term, env: Environment) -> Tensor:
    top, bottom = env.value(node.args[0]), env.number(node.args[1])
    if not isinstance(top, Array):
        return bounded(divide(top, bottom))
    scale = reciprocal(bottom)
    return each(lambda v: bounded(multiply(v, scale)), top)


def power(node: Term, env: Environment) -> Tensor:
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
        if n is not None:
            raise Undetermined("a whole power of a negative number whose exponent may be any real number")
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


def square_root(node: Term, env: Environment) -> Tensor:
    x = env.number(node.args[0])
    if env.is_real(node.args[0]) and sign(x) < 0:
        raise Undefined("the square root of a negative number, over the reals")
    env.meter.spend(2)
    return functions.sqrt(x)


def root(node: Term, env: Environment) -> Tensor:
    x, degree = env.number(node.args[0]), whole(env.number(node.args[1]))
    if degree is None or not 1 <= degree <= 10_000:
        raise Undetermined("a root whose degree is no positive natural number")
    if env.is_real(node.args[0]) and sign(x) < 0:
        if degree % 2 == 0:
            raise Undefined("an even root of a negative number, over the reals")
        raise Undetermined("an odd root of a negative number, on which conventions differ")
    env.meter.spend(3)
    return functions.root(x, degree)


def factorial(node: Term, env: Environment) -> Tensor:
    return functions.factorial(env.number(node.args[0]))


def binomial(node: Term, env: Environment) -> Tensor:
    return functions.binomial(env.number(node.args[0]), env.number(node.args[1]))


# Elementary functions -----------------------------------------------------------------------------------------


def _log_of_real(x: Scalar) -> Scalar:
    if sign(x) <= 0:
        raise Undefined("the logarithm of a number that is not positive, over the reals")
    return functions.apply("log", x)


def _arc_of_real(name: str) -> Callable[[Scalar], Scalar]:
    def value(x: Scalar) -> Scalar:
        if sign(subtract(functions.absolute(x), ONE)) > 0:
            raise Undefined(Message("{} outside of [-1, 1], over the reals", name))
        return functions.apply(name, x)

    return value


_OVER_THE_REALS: Mapping[str, Callable[[Scalar], Scalar]] = {
    "log": _log_of_real,
    "arcsin": _arc_of_real("arcsin"),
    "arccos": _arc_of_real("arccos"),
}


def function_value(node: Term, env: Environment) -> Tensor:
    name = str(node.data[0])
    x = env.value(node.args[0])
    function: Callable[[Scalar], Scalar] = partial(functions.apply, name)
    if env.angles is not None and (name in functions.PERIODIC or name == "exp"):
        env.angles.extend(entries(x))
    if name in _OVER_THE_REALS and env.is_real(node.args[0]):
        function = _OVER_THE_REALS[name]
    env.meter.spend(len(entries(x)) * (1 if name in functions.EXACT_FUNCTIONS else 4))
    return each(function, x)
