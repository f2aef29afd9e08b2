"""Finding one monomial inside another: the leading monomial of a sum among the factors beside its reciprocal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from symproofs.kernel.indexed import Atom, Base, Index, Mono, indices_of, solve, substitute_atom
from symproofs.kernel.matching import entries_in, spread
from symproofs.theories.normaliser import Json, Normaliser
from symproofs.theories.witness import NOTHING, Renaming

Values = dict[str, Index]
"""What parameters stand for."""


MOST_ORDERED = 4
"""Entries in one expectation that are tried in every order."""


class Hit(NamedTuple):
    """Bound numbers and factor numbers of the target that the pattern's stand for, and a witness for each factor."""

    bounds: tuple[int, ...]
    places: tuple[int, ...]
    witnesses: tuple[Json, ...]
    removed: frozenset[int]


def matches(n: Normaliser, pattern: Mono, target: Mono, parameters: frozenset[str] = frozenset()) -> Iterator[Hit]:
    """The ways in which the pattern's factors occur in the target.

    Bound indices of the pattern stand for bound indices of the target that occur in nothing else, parameters for any index, other
    free indices for themselves. A factor a^p occurs in a^q where q goes at least as far as p from 0;
    several may occur in one.
    """
    own = frozenset(b for b, _ in pattern.bounds)
    places = {b: k for k, (b, _) in enumerate(target.bounds)}
    sizes = dict(target.bounds)

    def go(
        k: int, used: tuple[int, ...], env: Renaming, values: Values, done: tuple[Json, ...]
    ) -> Iterator[tuple[tuple[int, ...], Renaming, Values, tuple[Json, ...]]]:
        if k == len(pattern.factors):
            yield used, env, values, done
            return
        a, p = pattern.factors[k]
        for j, (b, q) in enumerate(target.factors):
            if a[0] != b[0]:
                continue
            left = q - sum(pattern.factors[i][1] for i, place in enumerate(used) if place == j)
            if left < p if p > 0 else left > p:
                continue
            a, b = spread(a), spread(b)
            for c, more in _instances(n, a, b, values, parameters):
                for found, w in n.witnesses.atoms(c, b, env, own):
                    yield from go(k + 1, (*used, j), found, more, (*done, w))

    for used, env, values, done in go(0, (), NOTHING, {}, ()):
        if any(env.get(b) not in places or sizes[env[b]] != size for b, size in pattern.bounds):
            continue
        removed = frozenset(env[b] for b in own)
        left = []
        for j, (b, q) in enumerate(target.factors):
            q -= sum(p for place, (_, p) in zip(used, pattern.factors, strict=True) if place == j)
            left += [(b, q)] if q else []
        if any(n.keys.loose(a) & removed for a, _ in left) or any(i[0] in removed for i in values.values()):
            continue
        yield Hit(tuple(places[env[b]] for b, _ in pattern.bounds), used, done, removed)


def _instances(n: Normaliser, a: Atom, b: Atom, values: Values, parameters: frozenset[str]) -> Iterator[tuple[Atom, Values]]:
    """The pattern's atom with its parameters read off the target's, for entries in the order in which they stand."""
    if a[0] == "E":
        yield from _instances_inside(n, a, b, values, parameters)
        return
    if not parameters or a[0] not in ("T", "C", "D"):
        yield a, values
        return
    more = dict(values)
    for i, value in zip(indices_of(a), indices_of(b), strict=False):
        if isinstance(i[0], str) and i[0] in parameters and i[0] not in more:
            more[i[0]] = solve(i, value)
    known: dict[Base, Index] = {}
    known.update(more)
    yield substitute_atom(a, known, n.state.fresh), more


def _instances_inside(
    n: Normaliser, a: Atom, b: Atom, values: Values, parameters: frozenset[str]
) -> Iterator[tuple[Atom, Values]]:
    """The same of an expectation of a product: its entries answer to those of the target's in any order."""
    own, there = entries_in(a), entries_in(b)
    if not parameters or len(own) > MOST_ORDERED or own == (a,) or len(own) != len(there):
        yield a, values
        return
    seen = []
    for order in permutations(there):
        more = dict(values)
        for x, y in zip(own, order, strict=True):
            if x[:2] != y[:2] or x[0] not in ("T", "C"):
                break
            for i, value in zip(x[2], y[2], strict=True):
                if i[0] in parameters and i[0] not in more:
                    more[i[0]] = solve(i, value)
        else:
            if more not in seen:
                seen.append(more)
                known: dict[Base, Index] = {}
                known.update(more)
                yield substitute_atom(a, known, n.state.fresh), more
