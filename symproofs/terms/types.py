"""Types: a sort of numbers and a shape. A vector is a column, n×1; a scalar is 1×1."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import Literal

from symproofs.messages import Message
from symproofs.terms.size import ONE, Extent, Size

Sort = Literal["natural", "integer", "rational", "real", "complex"]

SORTS: tuple[Sort, ...] = ("natural", "integer", "rational", "real", "complex")
"""Each is contained in the next."""

_WIDER: dict[tuple[Sort, Sort], Sort] = {(a, b): max(a, b, key=SORTS.index) for a in SORTS for b in SORTS}


def wider(first: Sort, second: Sort) -> Sort:
    """The smaller sort that contains both."""
    return _WIDER[first, second]


@dataclass(frozen=True, slots=True, eq=False)
class Type:
    """What a name may stand for.

    `over` lists the ranges of a family's subscripts (`k_i`, i ∈ [n]: `over = (n,)`), the rest
    describes its members. `index` makes it a member of the index set {1, …, index}. `parameters`
    makes it a function whose value the rest describes.
    """

    sort: Sort = "real"
    rows: Size = ONE
    cols: Size = ONE
    over: tuple[Size, ...] = ()
    index: Size | None = None
    parameters: tuple[Type, ...] | None = None
    is_scalar: bool = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        scalar = self.rows == ONE == self.cols and not self.over and self.parameters is None
        object.__setattr__(self, "is_scalar", scalar)
        object.__setattr__(self, "_hash", hash((self.sort, self.rows, self.cols, self.over, self.index, self.parameters)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Type):
            return NotImplemented
        return self._hash == other._hash and self._parts() == other._parts()

    def __reduce__(self) -> tuple[object, ...]:
        return Type, self._parts()  # another process hashes texts in its own way

    def _parts(self) -> tuple[object, ...]:
        return self.sort, self.rows, self.cols, self.over, self.index, self.parameters

    @property
    def is_tensor(self) -> bool:
        """A vector or matrix: at least one side is not 1."""
        return not (self.over or self.parameters is not None or self.is_scalar)

    @property
    def is_vector(self) -> bool:
        return self.is_tensor and self.cols == ONE

    @property
    def shape(self) -> tuple[Size, Size]:
        return self.rows, self.cols

    @property
    def member(self) -> Type:
        """The type of a member of this family."""
        return Type(self.sort, self.rows, self.cols)

    def __str__(self) -> str:
        """The type in words, which are a message: they can be said in either language."""
        if self.parameters is not None:
            value = Type(self.sort, self.rows, self.cols)
            inputs = reduce(_times, map(str, self.parameters)) if self.parameters else ""
            return Message("function {} → {}", inputs, value)
        if self.index is not None:
            return Message("index in [{}]", self.index)
        if self.is_scalar:
            return Message("{} number", self.sort)
        text = f"{self.rows}×{self.cols}" if self.sort == "real" else Message("{}×{} {}", self.rows, self.cols, self.sort)
        return reduce(lambda before, size: Message("{}, indexed by [{}]", before, size), self.over, text)


def _times(before: str, text: str) -> str:
    return Message("{} × {}", before, text)


@lru_cache(maxsize=4096)
def extents(kind: Type) -> frozenset[Extent]:
    """The sizes in a type."""
    own = {(size, 1) for size in (kind.rows, kind.cols, *kind.over)} | ({(kind.index, 0)} if kind.index is not None else set())
    return frozenset(own).union(*map(extents, kind.parameters or ()))


def scalar(sort: Sort = "real") -> Type:
    return _SCALARS[sort]


def vector(rows: int | str | Size, sort: Sort = "real") -> Type:
    return Type(sort, Size.of(rows))


def matrix(rows: int | str | Size, cols: int | str | Size, sort: Sort = "real") -> Type:
    return _matrix(sort, Size.of(rows), Size.of(cols))


def index(size: int | str | Size) -> Type:
    """A member of {1, …, size}."""
    return _index(Size.of(size))


def family(member: Type, *over: int | str | Size) -> Type:
    return Type(member.sort, member.rows, member.cols, tuple(map(Size.of, over)))


def function(parameters: tuple[Type, ...], value: Type) -> Type:
    return Type(value.sort, value.rows, value.cols, parameters=parameters)


_SCALARS: dict[Sort, Type] = {sort: Type(sort) for sort in SORTS}


@lru_cache(maxsize=4096)
def _matrix(sort: Sort, rows: Size, cols: Size) -> Type:
    """One object for one type, so that most comparisons end at once."""
    return Type(sort, rows, cols)


@lru_cache(maxsize=4096)
def _index(size: Size) -> Type:
    return Type("natural", index=size)
