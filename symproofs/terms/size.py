"""Sizes: linear forms over size names, with rational coefficients (`n`, `2d`, `d/2`, `n + 1`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True, slots=True, eq=False)
class Size:
    """`constant + Σ coefficient·name`, names sorted, no zero coefficient: equal sizes are equal data."""

    constant: Fraction = Fraction(0)
    parts: tuple[tuple[str, Fraction], ...] = ()
    names: frozenset[str] = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset([name for name, _ in self.parts]))
        object.__setattr__(self, "_hash", hash((self.constant, self.parts)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Size):
            return NotImplemented
        return self._hash == other._hash and self.constant == other.constant and self.parts == other.parts

    def __reduce__(self) -> tuple[object, ...]:
        return Size, (self.constant, self.parts)  # another process hashes texts in its own way

    @staticmethod
    def of(value: int | str | Fraction | Size) -> Size:
        """The size with this value, or with this name."""
        return value if isinstance(value, Size) else _of(value)

    @property
    def literal(self) -> int | None:
        """The number that this size is, if it is a natural number whatever the names stand for."""
        if self.parts or self.constant.denominator != 1 or self.constant < 0:
            return None
        return int(self.constant)

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole number whatever whole numbers its names stand for."""
        return self.constant.denominator == 1 and all(c.denominator == 1 for _, c in self.parts)

    @property
    def least(self) -> int | None:
        """The least natural number that this size is, if it is one whatever natural numbers from 1 its names stand for."""
        value = sum((c for _, c in self.parts), self.constant)
        return int(value) if self.is_whole and value >= 0 and all(c > 0 for _, c in self.parts) else None

    @property
    def name(self) -> str | None:
        """The single name that this size is, if it is one."""
        if self.constant == 0 and len(self.parts) == 1 and self.parts[0][1] == 1:
            return self.parts[0][0]
        return None

    def __add__(self, other: Size) -> Size:
        total = dict(self.parts)
        for name, coefficient in other.parts:
            total[name] = total.get(name, Fraction(0)) + coefficient
        kept = tuple(sorted((n, c) for n, c in total.items() if c))
        return Size(self.constant + other.constant, kept)

    def scale(self, factor: int | Fraction) -> Size:
        if not factor:
            return Size()
        return Size(self.constant * factor, tuple((n, c * factor) for n, c in self.parts))

    def __sub__(self, other: Size) -> Size:
        return self + other.scale(-1)

    def replace(self, values: dict[str, Size]) -> Size:
        """This size with names replaced by sizes."""
        total = Size(self.constant)
        for name, coefficient in self.parts:
            total = total + values.get(name, Size.of(name)).scale(coefficient)
        return total

    @property
    def surely_positive(self) -> bool:
        """Names stand for natural numbers from 1, so a form without negative parts is positive unless it is 0."""
        return self.constant >= 0 and all(c > 0 for _, c in self.parts) and self != ZERO

    def evaluate(self, values: dict[str, int]) -> Fraction:
        """The number that this size is when every name has a value; `KeyError` if one has none."""
        return sum((c * values[n] for n, c in self.parts), self.constant)

    def __str__(self) -> str:
        return _text(self)


@lru_cache(maxsize=4096)
def _of(value: int | str | Fraction) -> Size:
    """One object for one size, so that most comparisons end at once."""
    return kept(Size(NOTHING, ((value, SINGLE),)) if isinstance(value, str) else Size(Fraction(value)))


@lru_cache(maxsize=4096)
def kept(size: Size) -> Size:
    """The first object made for this size."""
    return size


@lru_cache(maxsize=4096)
def _text(size: Size) -> str:
    text = ""
    for name, c in size.parts:
        sign = "-" if c < 0 else "+" if text else ""
        amount = abs(c)
        part = f"{amount.numerator if amount.numerator != 1 else ''}{name}"
        text += sign + part + (f"/{amount.denominator}" if amount.denominator != 1 else "")
    if size.constant or not text:
        text += ("+" if text and size.constant > 0 else "") + str(size.constant)
    return text


Extent = tuple[Size, int]
"""A size, and the least natural number that it may be: an array has a row and a column, but a range may be empty."""
NOTHING, SINGLE = Fraction(0), Fraction(1)
ZERO = Size()
ONE = Size.of(1)
