"""Witnesses: how the bound indices and factors of one monomial go over into those of another.

The kernel compares two monomials by a given renaming and never searches; the search is here. A witness is
0 where the two agree as written, else `[bound order, [[factor number, witness], …]]`; of a sum
`[[monomial number, witness], …]`. *Fails when* there is none, or the search runs past its limit.

Entries of a symmetric matrix agree in both orders; where they stand the other way round, the witness has `SWAP`
in their place, and the law `swap` has to be applied first (`swaps`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symproofs.kernel.indexed import Atom, Expr, Index, Mono

Json = Any
Renaming = Mapping[int, int]
"""Bound numbers of the first, and what they are called in the second."""

NOTHING: Renaming = {}

SWAP = "swap"
"""In place of a witness: equal once the two slots of this entry are exchanged."""


def swaps(witness: Json) -> list[int] | None:
    """The factors of the second monomial whose slots must be exchanged first; `None` where that lies deeper."""
    if witness == 0:
        return []
    rows = witness[1]
    if any(w != SWAP and mentions_swap(w) for _, w in rows):
        return None
    return sorted(k for k, w in rows if w == SWAP)


def without_swaps(witness: Json) -> Json:
    """The witness once the exchanges are made."""
    if witness == 0:
        return 0
    order, rows = witness
    kept = [[k, 0 if w == SWAP else w] for k, w in rows]
    plain = order == list(range(len(order))) and all(row == [k, 0] for k, row in enumerate(kept))
    return 0 if plain else [order, kept]


def mentions_swap(witness: Json) -> bool:
    """Whether the witness asks for an exchange anywhere."""
    return witness == SWAP or (isinstance(witness, list) and any(map(mentions_swap, witness)))


class _TooLong(Exception):
    pass


class Witnesses:
    """Searches for witnesses; `symmetric` names tensors whose last two slots may be exchanged."""

    def __init__(self, symmetric: frozenset[str] = frozenset(), limit: int = 20_000) -> None:
        self.symmetric = symmetric
        self.limit = limit
        self.left = limit

    def monomial(self, first: Mono, second: Mono) -> Json | None:
        """A witness that the two are equal up to their coefficients."""
        return self._first(self._mono(first, second, NOTHING, False, frozenset()))

    def atom(self, first: Atom, second: Atom) -> Json | None:
        return self._first(self._atom(first, second, NOTHING, frozenset()))

    def atoms(self, first: Atom, second: Atom, env: Renaming, open_: frozenset[int]) -> Iterator[tuple[Renaming, Json]]:
        """Every renaming of the open bounds, beyond `env`, under which the two are equal, with its witness."""
        self.left = self.limit
        try:
            yield from self._atom(first, second, env, open_)
        except _TooLong:
            return

    def _first(self, found: Iterator[tuple[Renaming, Json]]) -> Json | None:
        self.left = self.limit
        try:
            for _, w in found:
                return w
        except _TooLong:
            pass
        return None

    def _index(self, i: Index, j: Index, env: Renaming, open_: frozenset[int]) -> Renaming | None:
        if i[1] != j[1]:
            return None
        base = i[0]
        if isinstance(base, int):
            if base in env:
                return env if env[base] == j[0] else None
            if base in open_:
                if not isinstance(j[0], int) or j[0] in env.values():
                    return None
                return {**env, base: j[0]}
        return env if base == j[0] else None

    def _indices(self, xs: Sequence[Index], ys: Sequence[Index], env: Renaming, open_: frozenset[int]) -> Renaming | None:
        for x, y in zip(xs, ys, strict=True):
            found = self._index(x, y, env, open_)
            if found is None:
                return None
            env = found
        return env

    def _atom(self, a: Atom, b: Atom, env: Renaming, open_: frozenset[int]) -> Iterator[tuple[Renaming, Json]]:
        self.left -= 1
        if self.left < 0:
            raise _TooLong
        tag = a[0]
        if tag != b[0]:
            return
        if tag in ("T", "C"):
            if a[1] != b[1] or len(a[2]) != len(b[2]):
                return
            found = self._indices(a[2], b[2], env, open_)
            if found is not None:
                yield found, 0
            if a[1] in self.symmetric and len(a[2]) > 1:
                found = self._indices(a[2], (*b[2][:-2], b[2][-1], b[2][-2]), env, open_)
                if found is not None:
                    yield found, SWAP
        elif tag == "D":
            for order in ((b[1], b[2]), (b[2], b[1])):
                found = self._indices((a[1], a[2]), order, env, open_)
                if found is not None:
                    yield found, 0
        elif tag == "I":
            yield env, 0
        elif tag == "K":
            if a[1] == b[1] and len(a[2]) == len(b[2]):
                yield from self._several(a[2], b[2], 0, env, open_, ())
        elif tag != "F" or a[1] == b[1]:
            yield from self._expr(a[-1], b[-1], env, open_)

    def _several(
        self, xs: Sequence[Expr], ys: Sequence[Expr], k: int, env: Renaming, open_: frozenset[int], done: tuple[Json, ...]
    ) -> Iterator[tuple[Renaming, Json]]:
        if k == len(xs):
            yield env, (0 if all(w == 0 for w in done) else list(done))
            return
        for found, w in self._expr(xs[k], ys[k], env, open_):
            yield from self._several(xs, ys, k + 1, found, open_, (*done, w))

    def _expr(self, e: Expr, f: Expr, env: Renaming, open_: frozenset[int]) -> Iterator[tuple[Renaming, Json]]:
        if len(e) != len(f):
            return
        if e is f and not open_ and not env:
            yield env, 0
            return

        def go(k: int, used: frozenset[int], env: Renaming, done: tuple[Json, ...]) -> Iterator[tuple[Renaming, Json]]:
            if k == len(e):
                yield env, (0 if all(row == (j, 0) for j, row in enumerate(done)) else [list(row) for row in done])
                return
            for j in (k, *range(k), *range(k + 1, len(f))):
                if j not in used:
                    for found, w in self._mono(e[k], f[j], env, True, open_):
                        yield from go(k + 1, used | {j}, found, (*done, (j, w)))

        yield from go(0, frozenset(), env, ())

    def _mono(
        self, m: Mono, p: Mono, env: Renaming, coefficients: bool, open_: frozenset[int]
    ) -> Iterator[tuple[Renaming, Json]]:
        if len(m.bounds) != len(p.bounds) or len(m.factors) != len(p.factors) or (coefficients and m.c != p.c):
            return
        own = {b for b, _ in m.bounds}
        theirs = {b for b, _ in p.bounds}
        outer = {k: v for k, v in env.items() if k not in own and v not in theirs} if own else env
        inside = open_ | own if own else open_

        def go(k: int, used: frozenset[int], env: Renaming, done: tuple[Json, ...]) -> Iterator[tuple[Renaming, Json]]:
            if k == len(m.factors):
                yield env, done
                return
            a, q = m.factors[k]
            for j in (k, *range(k), *range(k + 1, len(p.factors))):
                b, r = p.factors[j]
                if j not in used and q == r and a[0] == b[0]:
                    for found, w in self._atom(a, b, env, inside):
                        yield from go(k + 1, used | {j}, found, (*done, (j, w)))

        for found, done in go(0, frozenset(), outer, ()):
            order = self._order(m, p, found)
            if order is None:
                continue
            after = {k: v for k, v in found.items() if k not in own} if own else found
            if own and len(outer) != len(env):
                after = {**{k: v for k, v in env.items() if k in own or v in theirs}, **after}
            plain = order == list(range(len(order))) and all(row == (j, 0) for j, row in enumerate(done))
            yield after, (0 if plain else [order, [list(row) for row in done]])

    def _order(self, m: Mono, p: Mono, env: Renaming) -> list[int] | None:
        """The place of each bound of m among those of p; bounds that occur nowhere go where one is left."""
        places = {b: k for k, (b, _) in enumerate(p.bounds)}
        order: list[int] = []
        taken = {places[env[b]] for b, _ in m.bounds if b in env and env[b] in places}
        for b, size in m.bounds:
            if b in env:
                place = places.get(env[b])
            else:
                place = next((k for k, (_, s) in enumerate(p.bounds) if k not in taken and s == size), None)
                if place is not None:
                    taken.add(place)
            if place is None or p.bounds[place][1] != size:
                return None
            order.append(place)
        return order if len(set(order)) == len(order) else None
