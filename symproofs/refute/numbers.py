"""Numbers at which terms are evaluated: exact as long as possible, then enclosures.

Exact: rationals (`fmpq`), Gaussian rationals (`Gauss`), and such a number times π (`PiMultiple`).
Enclosures: `arb` (known to be real) and `acb`. An operation on exact numbers that leaves the exact ones
gives an enclosure at the working precision (`flint.ctx.prec`). Every enclosure that is handed on is
finite: `finite` raises `Undetermined` otherwise, so two enclosures that do not overlap are two
different numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint
from flint import acb, arb, fmpq

Scalar = Any
"""`fmpq`, `Gauss`, `PiMultiple`, `arb` or `acb`; flint's types are unknown to the type checker."""

ZERO, ONE, HALF = fmpq(0), fmpq(1), fmpq(1, 2)

LARGEST_BITS = 1 << 13
"""Exact numbers with more bits than this are replaced by enclosures."""


class Undefined(Exception):
    """The written operation has no value here, and that is shown: 1/0, log 0, the inverse of a singular matrix."""


class Undetermined(Exception):
    """No value could be found. `sharper` says whether more precision may help."""

    def __init__(self, message: str, sharper: bool = False) -> None:
        super().__init__(message)
        self.sharper = sharper


class Contradiction(Undetermined):
    """What the hypotheses say of one thing is two different things."""


class Gauss:
    """re + im i with rational parts, im ≠ 0. Build with `gauss`."""

    __slots__ = ("im", "re")

    def __init__(self, re: Scalar, im: Scalar) -> None:
        self.re = re
        self.im = im

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gauss) and bool(self.re == other.re and self.im == other.im)

    def __hash__(self) -> int:
        return hash((self.re, self.im))

    def __repr__(self) -> str:
        return f"Gauss({self.re}, {self.im})"


class PiMultiple:
    """by · π, `by` a nonzero rational or Gaussian rational. Build with `pi_times`."""

    __slots__ = ("by",)

    def __init__(self, by: Scalar) -> None:
        self.by = by

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PiMultiple) and bool(self.by == other.by)

    def __hash__(self) -> int:
        return hash(("pi", self.by))

    def __repr__(self) -> str:
        return f"PiMultiple({self.by!r})"


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work with enclosures of this many bits inside."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def rational(value: int | Fraction | str) -> Scalar:
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def gauss(re: Scalar, im: Scalar) -> Scalar:
    return re if im == 0 else Gauss(re, im)


def pi_times(by: Scalar) -> Scalar:
    return ZERO if type(by) is fmpq and by == 0 else PiMultiple(by)


def is_exact(x: Scalar) -> bool:
    return type(x) is fmpq or type(x) is Gauss or type(x) is PiMultiple


def finite(x: Scalar) -> Scalar:
    """The enclosure itself. *Fails* (`Undetermined`) when it does not bound the number."""
    if not x.is_finite():
        raise Undetermined("the number is too large or too near to a singularity to be enclosed", sharper=True)
    return x


def ball(x: Scalar) -> Scalar:
    """An enclosure (`arb` or `acb`) of the number."""
    kind = type(x)
    if kind is arb or kind is acb:
        return x
    if kind is fmpq:
        return arb(x)
    if kind is Gauss:
        return acb(arb(x.re), arb(x.im))
    return finite(ball(x.by) * arb.pi())


def complex_ball(x: Scalar) -> Scalar:
    found = ball(x)
    return acb(found) if type(found) is arb else found


def bounded(x: Scalar) -> Scalar:
    """The number, as an enclosure where its digits would grow without end."""
    kind = type(x)
    if kind is fmpq:
        return arb(x) if x.height_bits() > LARGEST_BITS else x
    if kind is Gauss:
        return ball(x) if max(x.re.height_bits(), x.im.height_bits()) > LARGEST_BITS else x
    return x


def real_part(x: Scalar) -> Scalar:
    kind = type(x)
    if kind is Gauss:
        return x.re
    if kind is PiMultiple:
        return pi_times(real_part(x.by))
    return x.real if kind is acb else x


def imaginary_part(x: Scalar) -> Scalar:
    kind = type(x)
    if kind is Gauss:
        return x.im
    if kind is PiMultiple:
        return pi_times(imaginary_part(x.by))
    return x.imag if kind is acb else ZERO


def conjugate(x: Scalar) -> Scalar:
    kind = type(x)
    if kind is Gauss:
        return Gauss(x.re, -x.im)
    if kind is PiMultiple:
        return PiMultiple(conjugate(x.by))
    return x.conjugate() if kind is acb else x


def negate(x: Scalar) -> Scalar:
    kind = type(x)
    if kind is Gauss:
        return Gauss(-x.re, -x.im)
    if kind is PiMultiple:
        return PiMultiple(negate(x.by))
    return -x


def add(x: Scalar, y: Scalar) -> Scalar:
    first, second = type(x), type(y)
    if first is fmpq and second is fmpq:
        return x + y
    if first in _FIELD and second in _FIELD:
        return gauss(real_part(x) + real_part(y), imaginary_part(x) + imaginary_part(y))
    if first is PiMultiple and second is PiMultiple:
        return pi_times(add(x.by, y.by))
    if first is fmpq and x == 0:
        return y
    if second is fmpq and y == 0:
        return x
    return ball(x) + ball(y)


def subtract(x: Scalar, y: Scalar) -> Scalar:
    return add(x, negate(y))


def multiply(x: Scalar, y: Scalar) -> Scalar:
    first, second = type(x), type(y)
    if first is fmpq and second is fmpq:
        return x * y
    if (first is fmpq and x == 0) or (second is fmpq and y == 0):
        return ZERO
    if first in _FIELD and second in _FIELD:
        a, b, c, d = real_part(x), imaginary_part(x), real_part(y), imaginary_part(y)
        return gauss(a * c - b * d, a * d + b * c)
    if first is PiMultiple and second in _FIELD:
        return pi_times(multiply(x.by, y))
    if second is PiMultiple and first in _FIELD:
        return pi_times(multiply(x, y.by))
    return ball(x) * ball(y)


def reciprocal(x: Scalar) -> Scalar:
    """1/x. *Fails when* x is 0 (`Undefined`) or may be 0 (`Undetermined`)."""
    zero = is_zero(x)
    if zero:
        raise Undefined("division by 0")
    if zero is None:
        raise Undetermined("division by a number that may be 0", sharper=True)
    kind = type(x)
    if kind is fmpq:
        return 1 / x
    if kind is Gauss:
        size = x.re * x.re + x.im * x.im
        return Gauss(x.re / size, -x.im / size)
    return finite(1 / ball(x))


def divide(x: Scalar, y: Scalar) -> Scalar:
    if type(x) is PiMultiple and type(y) is PiMultiple:
        return divide(x.by, y.by)
    return multiply(x, reciprocal(y))


def absolute_square(x: Scalar) -> Scalar:
    """|x|² = x x̄, real."""
    kind = type(x)
    if kind is fmpq:
        return x * x
    if kind is Gauss:
        return x.re * x.re + x.im * x.im
    found = ball(x)
    if type(found) is acb:
        return found.real * found.real + found.imag * found.imag
    return found * found


_FIELD = frozenset({fmpq, Gauss})


def is_zero(x: Scalar) -> bool | None:
    """Whether the number is 0; `None` where its enclosure does not tell."""
    kind = type(x)
    if kind is fmpq:
        return bool(x == 0)
    if kind is Gauss or kind is PiMultiple:
        return False
    if x.is_zero():
        return True
    return None if not x.is_finite() or x.contains(0) else False


def equal(x: Scalar, y: Scalar) -> bool | None:
    """Whether two numbers are equal; `None` where their enclosures overlap. One enclosure, made once, is one number."""
    if x is y:
        return True
    if is_exact(x) and is_exact(y):
        return bool(x == y) if type(x) is type(y) else False
    a, b = ball(x), ball(y)
    if not (a.is_finite() and b.is_finite()):
        return None
    if type(a) is not type(b):
        a, b = complex_ball(a), complex_ball(b)
    if a.is_exact() and b.is_exact() and a == b:
        return True
    return None if a.overlaps(b) else False


def sign(x: Scalar) -> int:
    """-1, 0 or 1. *Fails* (`Undetermined`) where the number is not known to be real or its sign is not known."""
    kind = type(x)
    if kind is fmpq:
        return int(x > 0) - int(x < 0)
    if kind is PiMultiple and type(x.by) is fmpq:
        return sign(x.by)
    if kind is acb and x.imag.is_zero():
        x, kind = x.real, arb
    if kind is not arb:
        raise Undetermined("the sign of a number that is not known to be real", sharper=kind is acb)
    if x > 0:
        return 1
    if x < 0:
        return -1
    if x.is_zero():
        return 0
    raise Undetermined("the sign of a number near to 0", sharper=True)


def whole(x: Scalar) -> int | None:
    """The number as an integer if it is exactly one."""
    found: int | None = int(x.p) if type(x) is fmpq and x.q == 1 else None
    return found


def surely_not_integer(x: Scalar) -> bool:
    kind = type(x)
    if kind is fmpq:
        return bool(x.q != 1)
    if kind is Gauss or kind is PiMultiple:
        return True
    return bool(x.is_finite() and not x.contains_integer())


def real_enclosure(x: Scalar) -> Scalar:
    """An `arb` around a number known to be real. *Fails* (`Undetermined`) when it is not known to be."""
    found = ball(x)
    if type(found) is acb:
        if not found.imag.is_zero():
            raise Undetermined("a number that is not known to be real", sharper=type(x) is acb)
        return found.real
    return found


# JSON ---------------------------------------------------------------------------------------------------------

Json = Any


def number_to_json(x: Scalar) -> Json:
    """`"1/2"`, `["1/2", "3"]` for 1/2 + 3i, `{"pi": …}` for a multiple of π. *Fails* on enclosures (`ValueError`)."""
    kind = type(x)
    if kind is fmpq:
        return str(x)
    if kind is Gauss:
        return [str(x.re), str(x.im)]
    if kind is PiMultiple:
        return {"pi": number_to_json(x.by)}
    raise ValueError("an enclosure is no witness")


def number_from_json(value: Json) -> Scalar:
    if isinstance(value, dict):
        return pi_times(number_from_json(value["pi"]))
    if isinstance(value, list):
        re, im = value
        return gauss(rational(re), rational(im))
    return rational(str(value))
