"""Sums as written terms: the form in which conditions are stated."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symproofs.kernel.indexed import Atom, Base, Expr, Factor, Index, Mono, Rejected, need
from symproofs.kernel.state import NUMBER_OF, PI_NAME, State, for_all
from symproofs.terms.size import Size
from symproofs.terms.statement import Statement
from symproofs.terms.term import FUNCTIONS, IMAGINARY, PI, Term, fun, name, num
from symproofs.terms.types import index


def written(expr: Expr, state: State, state_it: Callable[[Term], Statement]) -> Statement:
    """A statement about a sum, for all values of the indices free in it that are no declared names.

    *Fails when* the sum has no written form (an index under a permutation).
    """
    writer = _Writer(state)
    statement = state_it(writer.sum(expr))
    return for_all(((writer.names[b], index(state.ranges[b])) for b in writer.open), statement)


class _Writer:
    """Names for bound numbers are given in the order in which they are met, so equal sums are written alike."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.names: dict[Base, str] = {}
        self.open: dict[Base, None] = {}
        self.given = 0

    def sum(self, expr: Expr) -> Term:
        parts = tuple(map(self.mono, expr))
        return num(0) if not parts else parts[0] if len(parts) == 1 else Term("add", parts)

    def mono(self, mono: Mono) -> Term:
        outer = dict(self.names)
        for b, _ in mono.bounds:
            self._new_name(b)
        above = [f for f in mono.factors if f[1] > 0]
        below = [(a, -q) for a, q in mono.factors if q < 0]
        top = self._product(mono.c, above)
        result = Term("div", (top, self._product(Fraction(1), below))) if below else top
        for b, size in reversed(mono.bounds):
            result = Term("sum", (result,), (self.names[b], size))
        for b, _ in mono.bounds:
            del self.names[b]
        self.names.update({b: outer[b] for b, _ in mono.bounds if b in outer})
        return result

    def _product(self, c: Fraction, factors: list[Factor]) -> Term:
        parts = [self.power(a, q) for a, q in factors]
        if c != 1 or not parts:
            parts.insert(0, num(c))
        return parts[0] if len(parts) == 1 else Term("mul", tuple(parts))

    def power(self, a: Atom, q: Fraction) -> Term:
        base = self.atom(a)
        if q == 1:
            return base
        return Term("sqrt", (base,)) if q == Fraction(1, 2) else Term("pow", (base, num(q)))

    def atom(self, a: Atom) -> Term:
        match a[0]:
            case "T" | "C":
                entry = self.entry(a[1], a[2])
                return entry if a[0] == "T" else fun("conj", entry)
            case "D":
                size = self.state.common_size(a[1], a[2])
                need(size is not None, "a comparison of literals is not written out")
                assert size is not None
                return Term("entry", (Term("identity", (), (size,)), self.index(a[1]), self.index(a[2])))
            case "I":
                return IMAGINARY
            case "X":
                return fun("exp", self.sum(a[1]))
            case "S":
                return self.sum(a[1])
            case "E":
                return Term("expect", (self.sum(a[1]),))
            case "F" if a[1] in FUNCTIONS:
                return fun(a[1], self.sum(a[2]))
            case "F" if a[1] == "factorial":
                return Term("factorial", (self.sum(a[2]),))
            case "K" if a[1] in self.state.types:
                return Term("call", tuple(map(self.sum, a[2])), (a[1],))
        raise Rejected(f"{a[0]} has no written form")

    def entry(self, label: str, indices: tuple[Index, ...]) -> Term:
        if label == NUMBER_OF:
            return self.index(indices[0])
        if label == PI_NAME:
            return PI
        kind = self.state.types.get(label)
        if kind is None:
            return Term("size", (), (Size.of(label),))
        places = tuple(map(self.index, indices))
        n = len(kind.over)
        base = Term("member", places[:n], (label,)) if n else name(label)
        return Term("entry", (base, *places[n:])) if places[n:] else base

    def index(self, i: Index) -> Term:
        base, maps = i
        need(not maps, "an index under a permutation is not written out")
        if isinstance(base, str) and base[0] == "#":
            return num(int(base[1:]))
        if isinstance(base, str) and base[0] != "@":
            return name(base)
        if base not in self.names:
            self._new_name(base)
            self.open[base] = None
        return name(self.names[base])

    def _new_name(self, base: Base) -> None:
        self.given += 1
        while f"i_{self.given}" in self.state.types or f"i_{self.given}" in self.state.sizes:
            self.given += 1
        self.names[base] = f"i_{self.given}"
