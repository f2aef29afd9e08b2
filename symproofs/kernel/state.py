"""What laws may ask and leave behind: types and properties of names, ranges of indices, conditions raised."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import count
from typing import NamedTuple

from symproofs.kernel.indexed import Base, Expr, Index, Mono, Rejected, literal, need
from symproofs.terms.context import Context
from symproofs.terms.size import Extent, Size
from symproofs.terms.statement import ForAll, Relation, Statement, statement_names
from symproofs.terms.term import Term, num
from symproofs.terms.types import Sort, Type, extents, scalar
from symproofs.terms.typing import TypeTable

NUMBER_OF = "#"
"""('T', '#', (i,)) is the number that the index i is."""

PI_NAME = "#pi"
"""('T', '#pi', ()) is π. e is exp 1. Declared names never begin with '#' or '@'."""

ROW: Index = ("@0", ())
COLUMN: Index = ("@1", ())
"""The free indices of an entry of a goal."""

DEFAULT_BUDGET = 2_000_000


def proper_name(name: str) -> bool:
    """Whether a document may use the name; the rest are the kernel's own."""
    return bool(name) and name[0] not in "#@" and not name.endswith("^-1") and any(_begins_no_number(c) for c in name)


def _begins_no_number(character: str) -> bool:
    return character not in "+-./ " and not character.isdecimal()


def least(size: Size, types: TypeTable) -> int:
    """A natural number that the size is not below; -1 if it need be none. What something declared has is at least 1.

    There is a function of the members of an empty range, so what is only a range of arguments is at least 0.
    """
    return max(-1 if size.least is None else size.least, types.sizes.get(size, -1))


def beyond(index: Term, size: Size, types: TypeTable) -> bool:
    """Whether a literal index may lie beyond its range."""
    return index.head == "num" and index.data[0] > least(size, types)  # type: ignore[operator]


def check_sizes(found: Iterable[Extent], names: Iterable[str], context: Context) -> None:
    """Arrays have rows and columns, ranges members or none, whatever the sizes are; and what is a size is declared as one."""
    for size, wanted in found:
        need(least(size, context.types) >= wanted, "the size {} need not be a natural number from {}", size, wanted)
    sized = context.types.size_names
    for row in (context.declarations[n] for n in names if n in context.declarations):
        counts = row.type.is_scalar and row.type.sort in ("natural", "integer") and "positive" in row.properties
        need("random" not in row.properties, "the size {} is random", row.name)
        need(row.name in sized or counts or "size" in row.properties, "{} is a size, and not declared as one", row.name)


class GivenSign(NamedTuple):
    """What hypotheses say of a sum: `way` 1 or -1, `strict` if 0 is excluded; `way` 0 says only that it is not 0."""

    way: int
    strict: bool
    numbers: tuple[int, ...]


class Fact(NamedTuple):
    """pattern = value, for all values of the parameters."""

    pattern: Mono
    value: Expr
    parameters: Mapping[Base, Size]


class State:
    """One context at work. `permitted` lists the conditions that may be raised; `None` permits and collects all.

    No name made for a bound number is one of the `sizes`.
    """

    def __init__(
        self,
        context: Context,
        permitted: Collection[Statement] | None = None,
        budget: int = DEFAULT_BUDGET,
        sizes: frozenset[str] = frozenset(),
    ) -> None:
        self.context = context
        self.sizes = sizes
        self.types = context.types
        self.permitted = permitted
        self.conditions: dict[Statement, None] = {}
        self.used: dict[int, None] = {}
        self.laws: dict[str, int] = {}
        self.left = budget
        self.ranges: dict[Base, Size] = {n: t.index for n, t in self.types.items() if t.index is not None}
        self.facts: list[Fact] = []
        self.given_signs: Mapping[object, GivenSign] = {}
        self._numbers = count()

    # -------------------------------------------------------------- budget

    def spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise Rejected("the budget of steps is used up")

    # -------------------------------------------------------------- indices

    def fresh(self, size: Size) -> int:
        """A new bound number with this range."""
        number = next(self._numbers)
        self.ranges[number] = size
        return number

    def range(self, index: Index) -> Size | None:
        """The size of the set that an index runs through; `None` of a literal."""
        base, maps = index
        if isinstance(base, str) and base.startswith("#"):
            need(base[1:].isdecimal() and int(base[1:]) >= 1, "{} is no index", base)
            if not maps:
                return None
            found: Size | None = self.map_size(maps[-1])
            self.fits((base, ()), self.map_size(maps[-1]))
        else:
            found = self.ranges.get(base)
        if found is None:
            raise Rejected(f"{base} is no index")
        for p in maps:
            need(self.map_size(p) == found, "the permutation {} does not act on [{}]", p, found)
        return found

    def map_size(self, p: str) -> Size:
        """The size of the set that a permutation (or inverse, 'P^-1') acts on."""
        name = p.removesuffix("^-1")
        need(self.has(name, "permutation"), "{} is not declared to be a permutation", name)
        need(not self.context.has(name, "random"), "an index does not depend on the outcome")
        return self.types[name].rows

    def fits(self, index: Index, size: Size) -> None:
        """The index runs through [size], or is a literal in it; a literal in a symbolic size is a condition."""
        found = self.range(index)
        if found is not None:
            need(found == size, "an index in [{}] is needed, this one is in [{}]", size, found)
            return
        value = literal(index)
        assert value is not None
        if size.literal is not None:
            need(value <= size.literal, "{} is no index from 1 to {}", value, size)
        elif value > least(size, self.types):
            self.require(Relation(">=", Term("size", (), (size,)), num(value)))

    def common_size(self, i: Index, j: Index) -> Size | None:
        """The range of two indices that are compared; `None` if both are literals."""
        first, second = self.range(i), self.range(j)
        need(first is None or second is None or first == second, "indices in [{}] and [{}] are compared", first, second)
        return first if first is not None else second

    # -------------------------------------------------------------- names

    def kind(self, name: str) -> Type:
        """The type of a name; a name that is only a size is a natural number."""
        return self.types.get(name) or scalar("natural")

    def sort(self, name: str) -> Sort:
        if name == PI_NAME:
            return "real"
        return "natural" if name == NUMBER_OF else self.kind(name).sort

    def has(self, name: str, prop: str) -> bool:
        """Whether the name is declared, or given by a hypothesis, to have the property."""
        if self.context.has(name, prop):
            return True
        number = self.context.said(name, prop)
        if number is None:
            return False
        self.used[number] = None
        return True

    def is_size(self, name: str) -> bool:
        return name not in self.types or self.context.has(name, "size") or name in self.types.size_names

    # -------------------------------------------------------------- conditions

    def require(self, condition: Statement) -> None:
        """Take a condition up, unless it is a hypothesis. *Fails when* it is not among the permitted."""
        number = self.context.number_of(condition)
        if number is not None:
            self.used[number] = None
            return
        if self.permitted is not None and condition not in self.permitted:
            raise Rejected(f"a condition is not listed: {condition}")
        self.conditions[condition] = None

    def names_relied_on(self) -> frozenset[str]:
        """Names in the hypotheses used so far."""
        return frozenset[str]().union(*(statement_names(self.context.hypotheses[k].statement) for k in self.used))


def size_names(kinds: Iterable[Type]) -> frozenset[str]:
    """Names that occur as sizes in types."""
    return frozenset[str]().union(*(size.names for kind in kinds for size, _ in extents(kind)))


def for_all(names: Iterable[tuple[str, Type]], statement: Statement) -> Statement:
    """The statement for all values of those of the names that occur in it."""
    free = statement_names(statement)
    kept = tuple((n, t) for n, t in names if n in free)
    return ForAll(kept, statement) if kept else statement
