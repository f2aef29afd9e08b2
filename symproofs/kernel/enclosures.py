"""Enclosures: rational intervals that surely hold the value of a number without names.

Ends are Fractions, rounded outwards to multiples of 2^-bits. Every function has a named series with a bound of what is left out
(docs/reference/rules.md, *Enclosures*). *Fails when* a term is no number that is written out, or an interval is too wide to say
where a function is defined: a denominator or a logarithm at 0, a root of what may be negative.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import NamedTuple

from symproofs.kernel.indexed import Rejected, need
from symproofs.terms.term import E, Term


class Enclosure(NamedTuple):
    """low ≤ value ≤ high."""

    low: Fraction
    high: Fraction


ZERO, ONE = Fraction(0), Fraction(1)
LARGEST = 1_000
"""The largest argument of a series, and exponent of a power."""
MOST_BITS = 20_000


def enclose(node: Term, bits: int, spend: Callable[[int], None] = lambda steps: None) -> Enclosure:
    """An interval that holds the value of a term. What its series take is spent."""
    spend(1)
    if node.head == "num":
        value = node.data[0]
        need(isinstance(value, Fraction), "no number")
        assert isinstance(value, Fraction)
        return Enclosure(value, value)
    if node.head == "pow":
        return _power(node, bits, spend)
    made = HEADS.get(node.head)
    if made is not None:
        if node.head == "sqrt":
            spend(work(bits))
        return outwards(made([enclose(a, bits, spend) for a in node.args], bits), bits)
    if node.head == "const" and node.data[0] in CONSTANTS:
        spend(work(bits))
        return outwards(CONSTANTS[str(node.data[0])](bits), bits)
    if node.head == "fun" and node.data[0] in FUNCTIONS:
        argument = enclose(node.args[0], bits, spend)
        spend(work(bits, argument if node.data[0] in WAVES else None))
        return outwards(FUNCTIONS[str(node.data[0])](argument, bits), bits)
    raise Rejected(f"no enclosure is known of {node.head}")


def work(bits: int, argument: Enclosure | None = None) -> int:
    """About how many steps a series takes: as many terms as places, each as long; more of both where |x| is large."""
    reach = 0 if argument is None else min(LARGEST, int(max(map(abs, argument))))
    return (bits + 2 * reach) ** 2 // 16


def outwards(x: Enclosure, bits: int) -> Enclosure:
    unit = 1 << bits
    found = Enclosure(Fraction(floor(x.low * unit), unit), Fraction(ceil(x.high * unit), unit))
    need(max(abs(found.low), abs(found.high)) < 1 << MOST_BITS, "a number is too large")
    return found


# ------------------------------------------------------------------ arithmetic


def times(x: Enclosure, y: Enclosure) -> Enclosure:
    ends = [a * b for a in x for b in y]
    return Enclosure(min(ends), max(ends))


def reciprocal(x: Enclosure) -> Enclosure:
    need(x.low > 0 or x.high < 0, "a denominator may be 0")
    return Enclosure(1 / x.high, 1 / x.low)


def _add(args: list[Enclosure], bits: int) -> Enclosure:
    return Enclosure(sum((a.low for a in args), ZERO), sum((a.high for a in args), ZERO))


def _neg(args: list[Enclosure], bits: int) -> Enclosure:
    return Enclosure(-args[0].high, -args[0].low)


def _mul(args: list[Enclosure], bits: int) -> Enclosure:
    found = Enclosure(ONE, ONE)
    for a in args:
        found = outwards(times(found, a), bits)
    return found


def _div(args: list[Enclosure], bits: int) -> Enclosure:
    return times(args[0], reciprocal(args[1]))


def _sqrt(args: list[Enclosure], bits: int) -> Enclosure:
    """floor(√(x 4^bits)) / 2^bits and the next."""
    need(args[0].low >= 0, "a root of what may be negative")
    low, high = (isqrt(floor(end * (1 << 2 * bits))) for end in args[0])
    return Enclosure(Fraction(low, 1 << bits), Fraction(high + 1, 1 << bits))


HEADS: Mapping[str, Callable[[list[Enclosure], int], Enclosure]] = {
    "add": _add, "neg": _neg, "mul": _mul, "div": _div, "sqrt": _sqrt,
}  # fmt: skip


def _power(node: Term, bits: int, spend: Callable[[int], None]) -> Enclosure:
    """By multiplying for a whole exponent written out, e^b by its series, else e^(b log a) of a positive a."""
    base, exponent = node.args
    value = exponent.data[0] if exponent.head == "num" else None
    if base == E:
        spend(work(bits))
        return outwards(_exp(enclose(exponent, bits, spend), bits), bits)
    if isinstance(value, Fraction) and value.denominator == 1:
        need(abs(value) <= LARGEST, "an exponent is too large")
        spend(abs(int(value)))
        found = _mul([enclose(base, bits, spend)] * abs(int(value)), bits)
        return outwards(reciprocal(found), bits) if value < 0 else found
    spend(2 * work(bits))
    logarithm = outwards(_log(enclose(base, bits, spend), bits), bits)
    return outwards(_exp(times(enclose(exponent, bits, spend), logarithm), bits), bits)


# ------------------------------------------------------------------ series


def _exp(x: Enclosure, bits: int) -> Enclosure:
    """e^y = Σ_{k<n} y^k/k!, what is left out at most 2 |y|^n/n! for |y| ≤ 1/2; e^x = (e^(x/2^m))^(2^m)."""
    return Enclosure(_exp_at(x.low, bits).low, _exp_at(x.high, bits).high)


def _exp_at(x: Fraction, bits: int) -> Enclosure:
    need(abs(x) <= LARGEST, "an argument is too large")
    halvings = 0
    while abs(x) > Fraction(1 << halvings, 2):
        halvings += 1
    inner = bits + 2 * halvings + 8
    y = outwards(Enclosure(x / (1 << halvings), x / (1 << halvings)), inner)
    found, term, k = Enclosure(ZERO, ZERO), Enclosure(ONE, ONE), 0
    while max(abs(term.low), abs(term.high)) * (1 << inner) > 1:
        found = Enclosure(found.low + term.low, found.high + term.high)
        k += 1
        step = times(term, y)
        term = outwards(Enclosure(step.low / k, step.high / k), inner)
    rest = 2 * max(abs(term.low), abs(term.high))
    found = Enclosure(found.low - rest, found.high + rest)
    for _ in range(halvings):
        found = outwards(times(found, found), inner)
    return found


def _log(x: Enclosure, bits: int) -> Enclosure:
    """log x = k log 2 + log s with s = x / 2^k between 2/3 and 4/3, log s = 2 artanh((s-1)/(s+1))."""
    need(x.low > 0, "a logarithm of what may not be positive")
    return Enclosure(_log_at(x.low, bits).low, _log_at(x.high, bits).high)


def _log_at(x: Fraction, bits: int) -> Enclosure:
    k = x.numerator.bit_length() - x.denominator.bit_length()
    need(abs(k) < MOST_BITS, "an argument is too large or too small")
    s = x / Fraction(2) ** k  # between 1/2 and 2
    if s > Fraction(4, 3):
        k, s = k + 1, s / 2
    elif s < Fraction(2, 3):
        k, s = k - 1, s * 2
    own, two = _artanh((s - 1) / (s + 1), bits), _artanh(Fraction(1, 3), bits)
    scaled = times(Enclosure(Fraction(2 * k), Fraction(2 * k)), two)
    return Enclosure(scaled.low + 2 * own.low, scaled.high + 2 * own.high)


def _artanh(z: Fraction, bits: int) -> Enclosure:
    """Σ_{k<n} z^(2k+1)/(2k+1), what is left out at most |z|^(2n+1) / ((2n+1) (1 - z²)), for |z| ≤ 1/3."""
    return _odd_series(z, bits, 1)


def _arctan_small(z: Fraction, bits: int) -> Enclosure:
    """Σ_{k<n} (-1)^k z^(2k+1)/(2k+1), what is left out at most |z|^(2n+1)/(2n+1), for |z| ≤ 1/2."""
    return _odd_series(z, bits, -1)


def _odd_series(z: Fraction, bits: int, sign: int) -> Enclosure:
    need(abs(z) <= Fraction(1, 2), "a series is not used here")
    inner = bits + 16
    point = outwards(Enclosure(z, z), inner)
    square = outwards(times(point, point), inner)
    found, power, k = Enclosure(ZERO, ZERO), point, 0
    while max(abs(power.low), abs(power.high)) * (1 << inner) > 1:
        way = 1 if sign > 0 or k % 2 == 0 else -1
        part = times(power, Enclosure(Fraction(way, 2 * k + 1), Fraction(way, 2 * k + 1)))
        found = Enclosure(found.low + part.low, found.high + part.high)
        power, k = outwards(times(power, square), inner), k + 1
    rest = max(abs(power.low), abs(power.high)) * Fraction(4, 3)
    return Enclosure(found.low - rest, found.high + rest)


def _arctan(x: Enclosure, bits: int) -> Enclosure:
    """arctan x = arctan c + arctan((x - c)/(1 + c x)) for c = 1/2, 1, and π/2 - arctan(1/x) for x > 1."""
    return Enclosure(_arctan_at(x.low, bits).low, _arctan_at(x.high, bits).high)


def _arctan_at(x: Fraction, bits: int) -> Enclosure:
    if x < 0:
        return _neg([_arctan_at(-x, bits)], bits)
    if x > 1:
        half, other = _pi(bits), _arctan_at(1 / x, bits)
        return Enclosure(half.low / 2 - other.high, half.high / 2 - other.low)
    if x <= Fraction(1, 2):
        return _arctan_small(x, bits)
    return _add([_arctan_small(Fraction(1, 2), bits), _arctan_small((x - Fraction(1, 2)) / (1 + x / 2), bits)], bits)


def _pi(bits: int) -> Enclosure:
    """π = 16 arctan(1/5) - 4 arctan(1/239) (Machin)."""
    first, second = _arctan_small(Fraction(1, 5), bits), _arctan_small(Fraction(1, 239), bits)
    return Enclosure(16 * first.low - 4 * second.high, 16 * first.high - 4 * second.low)


def _wave(start: int) -> Callable[[Enclosure, int], Enclosure]:
    """Σ (-1)^k x^(2k+start)/(2k+start)!, what is left out at most the next term for all x; an interval at its middle."""

    def at(x: Enclosure, bits: int) -> Enclosure:
        middle, reach = (x.low + x.high) / 2, (x.high - x.low) / 2
        need(max(abs(x.low), abs(x.high)) <= LARGEST, "an argument is too large")
        inner = bits + 2 * int(abs(middle)) + 16
        point = outwards(Enclosure(middle, middle), inner)
        square = outwards(times(point, point), inner)
        term, k = (point, 1) if start else (Enclosure(ONE, ONE), 0)
        found, way = Enclosure(ZERO, ZERO), 1
        while max(abs(term.low), abs(term.high)) * (1 << inner) > 1 or k * k < max(square):
            part = times(term, Enclosure(Fraction(way), Fraction(way)))
            found = Enclosure(found.low + part.low, found.high + part.high)
            step = times(term, square)
            term = outwards(Enclosure(step.low / ((k + 1) * (k + 2)), step.high / ((k + 1) * (k + 2))), inner)
            k, way = k + 2, -way
        rest = max(abs(term.low), abs(term.high)) + reach
        return Enclosure(max(found.low - rest, -ONE), min(found.high + rest, ONE))

    return at


_sin, _cos = _wave(1), _wave(0)


def _tan(x: Enclosure, bits: int) -> Enclosure:
    return times(_sin(x, bits), reciprocal(_cos(x, bits)))


def _abs(x: Enclosure, bits: int) -> Enclosure:
    if x.low >= 0:
        return x
    return Enclosure(-x.high, -x.low) if x.high <= 0 else Enclosure(ZERO, max(-x.low, x.high))


CONSTANTS: Mapping[str, Callable[[int], Enclosure]] = {"pi": _pi, "e": lambda bits: _exp_at(ONE, bits)}
FUNCTIONS: Mapping[str, Callable[[Enclosure, int], Enclosure]] = {
    "log": _log, "sin": _sin, "cos": _cos, "tan": _tan, "arctan": _arctan, "abs": _abs,
}  # fmt: skip
"""What an enclosure is known of."""
WAVES = ("sin", "cos", "tan")
"""Series with more terms where the argument is larger."""
