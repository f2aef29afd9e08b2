"""Rules of sums and indices: ranges, δ, maps on indices, re-indexing, orthogonal and symmetric matrices.

Each rule names a law of the kernel with its positions, or nothing; see the table in `rewriting.py`.
"""

from __future__ import annotations

from symproofs.kernel.indexed import Atom, Base, Index, Mono, arguments, indices_of, inverse_map
from symproofs.theories.normaliser import Move, Normaliser, whole


def _literal(i: Index) -> bool:
    return isinstance(i[0], str) and i[0][0] == "#" and not i[1]


def zero_coefficient(n: Normaliser, m: Mono) -> Move | None:
    """0 · … = 0."""
    return None if m.c else ("zero",)


def literal_range(n: Normaliser, m: Mono) -> Move | None:
    """A sum over a written range is written out."""
    for k, (_, size) in enumerate(m.bounds):
        if size.literal is not None:
            return "range", k
    return None


def index_maps(n: Normaliser, m: Mono) -> Move | None:
    """P_ij = δ_{σ(i) j}; a literal index as a number is that number."""
    for k, (a, q) in enumerate(m.factors):
        if a[0] == "T" and len(a[2]) == 2 and q > 0 and a[1] != "#" and n.state.has(a[1], "permutation"):
            return "perm", k
        if a[0] == "T" and a[1] == "#" and _literal(a[2][0]) and whole(q):
            return "number", k
    return None


def deltas(n: Normaliser, m: Mono) -> Move | None:
    """δ_ii = 1; δ of different literals is 0; a sum over an index of δ takes the other index; else the smaller name stays."""
    own: frozenset[Base] | None = None
    for k, (a, q) in enumerate(m.factors):
        if a[0] != "D":
            continue
        i, j = a[1], a[2]
        if i == j:
            return "dself", k
        if q != 1:
            return ("dpow", k) if q > 0 else None
        if i[1] and j[1] and i[1][0] == j[1][0]:
            return "dmap", k
        if not i[1] and not j[1]:
            if _literal(i) and _literal(j):
                return "dzero", k
            if isinstance(i[0], str) and isinstance(j[0], str) and frozenset((i[0], j[0])) in n.state.context.distinct:
                return "dzero", k
        if own is None:
            own = frozenset(b for b, _ in m.bounds)
        for side, (x, y) in ((1, (j, i)), (0, (i, j))):
            if x[0] in own and x[0] != y[0]:
                return "contract", k, side
        side = 0 if _replaced_first(i, j) else 1
        x, y = (i, j) if side == 0 else (j, i)
        if x[1] and x[0] != y[0] and not _literal(y):
            return "dmove", k, side
        if x[0] != y[0] and x[0] not in own and not (isinstance(x[0], str) and x[0][0] == "#"):
            for j, (other, _) in enumerate(m.factors):
                if j != k and _occurs(n, other, x[0]):
                    return "dsubst", k, side
    return None


def _replaced_first(i: Index, j: Index) -> bool:
    """Whether the base of i gives way to that of j: literals stay, then the smaller name, then numbers by age."""
    if _literal(j) or _literal(i):
        return _literal(j)
    if isinstance(i[0], str) and isinstance(j[0], str):
        return i[0] > j[0]
    if isinstance(i[0], int) and isinstance(j[0], int):
        return i[0] > j[0]
    return isinstance(i[0], int)


def _occurs(n: Normaliser, a: Atom, base: Base) -> bool:
    if isinstance(base, int):
        return base in n.keys.loose(a)
    return any(i[0] == base for i in indices_of(a)) or any(
        _occurs(n, inner, base) for e in arguments(a) for mono in e for inner, _ in mono.factors
    )


def unused_bound(n: Normaliser, m: Mono) -> Move | None:
    """A sum of equal terms is their number times the term."""
    if not m.bounds:
        return None
    used = frozenset[int]().union(*(n.keys.loose(a) for a, _ in m.factors))
    for k, (b, _) in enumerate(m.bounds):
        if b not in used:
            return "count", k
    return None


def reindexing(n: Normaliser, m: Mono) -> Move | None:
    """A sum over k in which k occurs as σ(k) only is a sum over k.

    Where k occurs in several ways one of them is called k: the one that leaves the fewest maps, then the least texts.
    So the choice does not depend on how the sum was written.
    """
    for k, (b, _) in enumerate(m.bounds):
        found: list[Maps] = []
        for a, _ in m.factors:
            if b in n.keys.loose(a):
                _maps_on(n, a, b, found)
        if any(found):
            best = min(set(found), key=lambda maps: (_many_maps([_moved(x, maps) for x in found]), len(maps), maps))
            if best:
                return "reindex", k, best[-1]
    return None


Maps = tuple[str, ...]


def _moved(maps: Maps, away: Maps) -> Maps:
    """The maps on k once what `away` makes of k is called k."""
    for p in reversed(away):
        maps = maps[:-1] if maps and maps[-1] == p else (*maps, inverse_map(p))
    return maps


def _many_maps(found: list[Maps]) -> tuple[int, list[Maps]]:
    return sum(map(len, found)), sorted(found)


def _maps_on(n: Normaliser, a: Atom, b: int, found: list[Maps]) -> None:
    """The maps under which a bound index occurs, each time it does."""
    found += [maps for base, maps in indices_of(a) if base == b]
    for e in arguments(a):
        if b in n.keys.loose_in(e):
            for mono in e:
                for inner, _ in mono.factors:
                    if b in n.keys.loose(inner):
                        _maps_on(n, inner, b, found)


def orthogonal_pair(n: Normaliser, m: Mono) -> Move | None:
    """Σ_k A_ki A_kj = δ_ij for an orthogonal A, and along the other slot."""
    if not m.bounds:
        return None
    own = {b for b, _ in m.bounds}
    seen: list[tuple[int, str, tuple[Index, ...]]] = []
    for k, (a, q) in enumerate(m.factors):
        if a[0] != "T" or q != 1 or len(a[2]) != 2 or not n.state.has(a[1], "orthogonal"):
            continue
        for earlier, label, indices in seen:
            if label != a[1]:
                continue
            for slot in (0, 1):
                x, y = indices[slot], a[2][slot]
                if x == y and x[0] in own and not x[1]:
                    b = x[0]
                    if indices[1 - slot][0] != b and a[2][1 - slot][0] != b:
                        others = (f for j, f in enumerate(m.factors) if j not in (earlier, k))
                        if not any(b in n.keys.loose(f[0]) for f in others):
                            return "orthogonal", earlier, k, slot
        seen.append((k, a[1], a[2]))
    return None


def symmetric_order(n: Normaliser, m: Mono) -> Move | None:
    """S_ij = S_ji for a symmetric S: names come before indices bound further out, those before the monomial's own."""
    if not n.facts.symmetric:
        return None
    rows = [(k, a) for k, (a, _) in enumerate(m.factors) if a[0] in ("T", "C") and a[1] in n.facts.symmetric and len(a[2]) == 2]
    if not rows:
        return None
    own = {b for b, _ in m.bounds}
    places = n.keys.places(m) if any(i[0] in own and j[0] in own for _, (*_, (i, j)) in rows) else dict.fromkeys(own, 0)

    def rank(i: Index) -> tuple[int, int, str, tuple[str, ...]]:
        base, maps = i
        if isinstance(base, str):
            return 0, 0, base, maps
        return (2, places[base], "", maps) if base in own else (1, 0, "", ())

    for k, a in rows:
        if rank(a[2][0]) > rank(a[2][1]):
            return "swap", k
    return None
