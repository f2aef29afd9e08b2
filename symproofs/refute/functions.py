"""Elementary functions and powers of numbers: principal values, exact where the value is.

One function a row of `FUNCTIONS` of `terms.term`, in the table `ELEMENTARY`. Whether a written operation is
defined over the reals (√x, log x of a real x) is the reader of the term to say (`evaluate`), not these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isqrt

import flint
from flint import acb, arb, fmpq, fmpz

from symproofs.messages import Message
from symproofs.refute.numbers import (
    HALF,
    ONE,
    ZERO,
    Gauss,
    PiMultiple,
    Scalar,
    Undefined,
    Undetermined,
    add,
    ball,
    bounded,
    complex_ball,
    conjugate,
    divide,
    finite,
    gauss,
    imaginary_part,
    is_exact,
    is_zero,
    multiply,
    negate,
    pi_times,
    real_enclosure,
    real_part,
    reciprocal,
    sign,
    subtract,
    whole,
)

I = gauss(ZERO, ONE)  # noqa: E741

_QUARTER_TURNS = (ONE, I, fmpq(-1), gauss(ZERO, fmpq(-1)))


def exp(x: Scalar) -> Scalar:
    if type(x) is fmpq and x == 0:
        return ONE
    if type(x) is PiMultiple and real_part(x.by) == 0:
        turns = whole(2 * imaginary_part(x.by))
        if turns is not None:
            return _QUARTER_TURNS[turns % 4]
    return finite(ball(x).exp())


def log(x: Scalar) -> Scalar:
    zero = is_zero(x)
    if zero:
        raise Undefined("the logarithm of 0")
    if zero is None:
        raise Undetermined("the logarithm of a number that may be 0", sharper=True)
    if type(x) is fmpq and x in (1, -1):
        return ZERO if x == 1 else pi_times(I)
    found = ball(x)
    if type(found) is arb and found > 0:
        return finite(found.log())
    return finite(complex_ball(x).log())


_SINES = {0: ZERO, 1: HALF, 3: ONE, 5: HALF, 6: ZERO, 7: -HALF, 9: -ONE, 11: -HALF}
"""sin(k π/6) where it is rational."""


def sin(x: Scalar) -> Scalar:
    if type(x) is fmpq and x == 0:
        return ZERO
    if type(x) is PiMultiple and type(x.by) is fmpq:
        sixths = whole(6 * x.by)
        if sixths is not None and sixths % 12 in _SINES:
            return _SINES[sixths % 12]
        return finite(arb.sin_pi_fmpq(x.by))
    return finite(ball(x).sin())


def cos(x: Scalar) -> Scalar:
    if type(x) is fmpq and x == 0:
        return ONE
    if type(x) is PiMultiple and type(x.by) is fmpq:
        return sin(pi_times(x.by + HALF))
    return finite(ball(x).cos())


def _pole(name: str, below: Scalar) -> None:
    zero = is_zero(below)
    if zero:
        raise Undefined(Message("{} at a pole", name))
    if zero is None:
        raise Undetermined(f"{name} near to a pole", sharper=True)


def tan(x: Scalar) -> Scalar:
    quarters = whole(4 * x.by) if type(x) is PiMultiple and type(x.by) is fmpq else None
    if quarters is not None and quarters % 4 != 2:
        return (ZERO, ONE, ZERO, -ONE)[quarters % 4]
    below = cos(x)
    _pole("tan", below)
    return divide(sin(x), below)


def cot(x: Scalar) -> Scalar:
    below = sin(x)
    _pole("cot", below)
    return divide(cos(x), below)


def sec(x: Scalar) -> Scalar:
    below = cos(x)
    _pole("sec", below)
    return reciprocal(below)


def csc(x: Scalar) -> Scalar:
    below = sin(x)
    _pole("csc", below)
    return reciprocal(below)


def sinh(x: Scalar) -> Scalar:
    return ZERO if type(x) is fmpq and x == 0 else finite(ball(x).sinh())


def cosh(x: Scalar) -> Scalar:
    return ONE if type(x) is fmpq and x == 0 else finite(ball(x).cosh())


def tanh(x: Scalar) -> Scalar:
    return ZERO if type(x) is fmpq and x == 0 else finite(ball(x).tanh())


def _inside(name: str, x: Scalar) -> Scalar:
    """The enclosure of an argument that is off the cuts |x| > 1 of the real line. On them conventions differ."""
    found = ball(x)
    if type(found) is acb and found.imag.is_zero():
        found = found.real
    if type(found) is arb:
        if found.is_exact() and abs(found) == 1:
            return found
        if not abs(found) < 1:
            raise Undetermined(f"{name} outside of [-1, 1]", sharper=not abs(found) > 1)
    elif found.imag.contains(0):
        raise Undetermined(f"{name} near to a branch cut", sharper=True)
    return found


def arcsin(x: Scalar) -> Scalar:
    if type(x) is fmpq and x in (0, 1, -1):
        return pi_times(x * HALF)
    return finite(_inside("arcsin", x).asin())


def arccos(x: Scalar) -> Scalar:
    if type(x) is fmpq and x in (0, 1, -1):
        return pi_times((1 - x) * HALF)
    return finite(_inside("arccos", x).acos())


def arctan(x: Scalar) -> Scalar:
    if type(x) is fmpq and x in (0, 1, -1):
        return pi_times(x / 4)
    if type(x) is Gauss and x.re == 0 and x.im in (1, -1):
        raise Undefined("arctan at ±i")
    found = ball(x)
    if type(found) is acb and found.real.contains(0) and not abs(found.imag) < 1:
        raise Undetermined("arctan near to a branch cut", sharper=not found.real.is_zero())
    return finite(found.atan())


def absolute(x: Scalar) -> Scalar:
    kind = type(x)
    if kind is fmpq:
        return abs(x)
    if kind is Gauss:
        return sqrt(x.re * x.re + x.im * x.im)
    if kind is PiMultiple:
        return multiply(absolute(x.by), PiMultiple(ONE))
    return abs(x) if kind is arb else arb(abs(x))


def sign_of(x: Scalar) -> Scalar:
    return fmpq(sign(x))


def relu(x: Scalar) -> Scalar:
    try:
        return x if sign(x) > 0 else ZERO
    except Undetermined:
        found = real_enclosure(x)
        return arb.max(found, arb(0))


def step(x: Scalar) -> Scalar:
    return ONE if sign(x) > 0 else ZERO


def sigmoid(x: Scalar) -> Scalar:
    return reciprocal(add(ONE, exp(negate(x))))


def floor(x: Scalar) -> Scalar:
    if type(x) is fmpq:
        return fmpq(x.floor())
    found = real_enclosure(x)
    if abs(found) < arb(2) ** 300:
        unique = found.floor().unique_fmpz()
        if unique is not None:
            return fmpq(unique)
    raise Undetermined("the floor of a number near to an integer", sharper=True)


def ceiling(x: Scalar) -> Scalar:
    return negate(floor(negate(x)))


ELEMENTARY: Mapping[str, Callable[[Scalar], Scalar]] = {
    "exp": exp,
    "log": log,
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "cot": cot,
    "sec": sec,
    "csc": csc,
    "sinh": sinh,
    "cosh": cosh,
    "tanh": tanh,
    "arcsin": arcsin,
    "arccos": arccos,
    "arctan": arctan,
    "re": real_part,
    "im": imaginary_part,
    "conj": conjugate,
    "abs": absolute,
    "sign": sign_of,
    "relu": relu,
    "step": step,
    "sigmoid": sigmoid,
    "floor": floor,
    "ceiling": ceiling,
}


def apply(name: str, x: Scalar) -> Scalar:
    """The elementary function at a number; of an exact number the same enclosure each time, so that equal values are seen."""
    return _known(name, x, flint.ctx.prec) if is_exact(x) else ELEMENTARY[name](x)


@lru_cache(maxsize=2048)
def _known(name: str, x: Scalar, bits: int) -> Scalar:
    return ELEMENTARY[name](x)


PERIODIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
"""Functions of period 2π."""

EXACT_FUNCTIONS = frozenset({"re", "im", "conj", "abs", "sign", "relu", "step", "floor", "ceiling"})
"""Functions that cost no more than arithmetic."""


# Roots and powers ---------------------------------------------------------------------------------------------


def exact_root(x: Scalar, degree: int) -> Scalar | None:
    """The nonnegative rational root of a nonnegative rational, if it is rational."""
    top, bottom = _integer_root(int(x.p), degree), _integer_root(int(x.q), degree)
    return fmpq(top, bottom) if top is not None and bottom is not None else None


def _integer_root(n: int, degree: int) -> int | None:
    if degree == 2:
        found = isqrt(n)
    else:
        if degree > n.bit_length():
            return n if n <= 1 else None
        found = int(fmpz(n).root(degree))
    return found if found**degree == n else None


def sqrt(x: Scalar) -> Scalar:
    """The principal square root: real part ≥ 0, on the imaginary axis upwards."""
    if type(x) is fmpq:
        found = exact_root(abs(x), 2)
        if found is not None:
            return found if x >= 0 else gauss(ZERO, found)
        root = arb(abs(x)).sqrt()
        return root if x > 0 else acb(0, root)
    if type(x) is Gauss:
        exact = _gaussian_sqrt(x)
        if exact is not None:
            return exact
    found = ball(x)
    if type(found) is arb and found > 0:
        return finite(found.sqrt())
    return finite(complex_ball(x).sqrt())


def _gaussian_sqrt(x: Gauss) -> Scalar | None:
    """√(a + bi) = √((r+a)/2) ± i √((r-a)/2), r = |a + bi|, where these are rational."""
    size = exact_root(x.re * x.re + x.im * x.im, 2)
    if size is None:
        return None
    re, im = exact_root((size + x.re) / 2, 2), exact_root((size - x.re) / 2, 2)
    if re is None or im is None:
        return None
    return gauss(re, im if x.im > 0 else -im)


def root(x: Scalar, degree: int) -> Scalar:
    """The principal root e^{(log x)/degree}; 0 for 0."""
    if degree == 2:
        return sqrt(x)
    return power(x, fmpq(1, degree))


def natural_power(x: Scalar, n: int) -> Scalar:
    """x^n for n ≥ 0, with x^0 = 1."""
    if n == 0:
        return ONE
    if n == 1:
        return x
    if type(x) is fmpq:
        if x in (0, 1):
            return x
        if x == -1:
            return x if n % 2 else ONE
        if x.height_bits() * n > 1 << 13:
            return finite(arb(x) ** fmpz(n))
        return x**n
    if type(x) is Gauss and n <= 64:
        result: Scalar = ONE
        for bit in bin(n)[2:]:
            result = multiply(result, result)
            if bit == "1":
                result = multiply(result, x)
        return bounded(result)
    return finite(ball(x) ** fmpz(n))


def power(x: Scalar, y: Scalar) -> Scalar:
    """The principal power x^y; of exact numbers the same enclosure each time."""
    return _known_power(x, y, flint.ctx.prec) if is_exact(x) and is_exact(y) else _power(x, y)


@lru_cache(maxsize=2048)
def _known_power(x: Scalar, y: Scalar, bits: int) -> Scalar:
    return _power(x, y)


def _power(x: Scalar, y: Scalar) -> Scalar:
    """The principal power e^{y log x}; 0^y = 0 for y > 0. *Fails when* x = 0 and y is not positive."""
    n = whole(y)
    if n is not None:
        return natural_power(x, n) if n >= 0 else reciprocal(natural_power(x, -n))
    zero = is_zero(x)
    if zero:
        if sign(real_part(y)) > 0:
            return ZERO
        raise Undefined("a power of 0 whose exponent is not positive")
    if zero is None:
        raise Undetermined("a power of a number that may be 0", sharper=True)
    if type(x) is fmpq and x == 1:
        return ONE
    if type(x) is fmpq and x > 0 and type(y) is fmpq and y.q <= 64 and abs(y.p) <= 256:
        found = exact_root(x, int(y.q))
        if found is not None:
            return power(found, fmpq(y.p))
    if type(y) is fmpq and y == HALF:
        return sqrt(x)
    base, exponent = ball(x), ball(y)
    if type(base) is arb and base > 0:
        return finite((base.log() * exponent).exp())
    return finite((complex_ball(x).log() * exponent).exp())


# Counting -----------------------------------------------------------------------------------------------------


def factorial(x: Scalar) -> Scalar:
    n = whole(x)
    if n is None or n < 0:
        raise Undetermined("the factorial of a number that is no natural number")
    if n > 600:
        raise Undetermined("a factorial too large to write out")
    return fmpq(fmpz.fac_ui(n))


def binomial(x: Scalar, y: Scalar) -> Scalar:
    """x(x-1)…(x-k+1)/k! for natural k; 0 for natural x and k < 0. Elsewhere conventions differ."""
    k, n = whole(y), whole(x)
    if k is None:
        raise Undetermined("a binomial coefficient of a lower number that is no integer")
    if k < 0:
        if n is not None and n >= 0:
            return ZERO
        raise Undetermined("a binomial coefficient of two negative numbers")
    if n is not None and 0 <= n < k:
        return ZERO
    if n is not None and n >= 0:
        k = min(k, n - k)
    if k > 600:
        raise Undetermined("a binomial coefficient too large to write out")
    result: Scalar = ONE
    for j in range(k):
        result = divide(multiply(result, subtract(x, fmpq(j))), fmpq(j + 1))
    return bounded(result)
