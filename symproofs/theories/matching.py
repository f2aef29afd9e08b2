"""Finding one monomial inside another: the leading monomial of a sum among the factors beside its reciprocal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from symproofs.kernel.indexed import Mono
from symproofs.theories.normaliser import Json, Normaliser
from symproofs.theories.witness import NOTHING, Renaming


class Hit(NamedTuple):
    """Bound numbers and factor numbers of the target that the pattern's stand for, and a witness for each factor."""

    bounds: tuple[int, ...]
    places: tuple[int, ...]
    witnesses: tuple[Json, ...]
    removed: frozenset[int]


def matches(n: Normaliser, pattern: Mono, target: Mono) -> Iterator[Hit]:
    """The ways in which the pattern's factors occur in the target.

    Bound indices of the pattern stand for bound indices of the target that occur in nothing else; free indices
    stand for themselves. A factor a^p occurs in a^q where q goes at least as far as p from 0.
    """
    own = frozenset(b for b, _ in pattern.bounds)
    places = {b: k for k, (b, _) in enumerate(target.bounds)}
    sizes = dict(target.bounds)

    def go(
        k: int, used: tuple[int, ...], env: Renaming, done: tuple[Json, ...]
    ) -> Iterator[tuple[tuple[int, ...], Renaming, tuple[Json, ...]]]:
        if k == len(pattern.factors):
            yield used, env, done
            return
        a, p = pattern.factors[k]
        for j, (b, q) in enumerate(target.factors):
            if j in used or a[0] != b[0] or (q < p if p > 0 else q > p):
                continue
            for found, w in n.witnesses.atoms(a, b, env, own):
                yield from go(k + 1, (*used, j), found, (*done, w))

    for used, env, done in go(0, (), NOTHING, ()):
        if any(env.get(b) not in places or sizes[env[b]] != size for b, size in pattern.bounds):
            continue
        removed = frozenset(env[b] for b in own)
        left = [f for j, f in enumerate(target.factors) if j not in used]
        left += [
            (target.factors[j][0], q) for j, (_, p) in zip(used, pattern.factors, strict=True) if (q := target.factors[j][1] - p)
        ]
        if any(n.keys.loose(a) & removed for a, _ in left):
            continue
        yield Hit(tuple(places[env[b]] for b, _ in pattern.bounds), used, done, removed)
