"""Which law is tried where: the rules of the normal form, in the order of the table at the end.

A rule looks at one monomial and names a law of the kernel with its positions, or nothing. It proves nothing: the
law decides whether it applies. The order matters for what comes out short, not for what is right.

Sums over written ranges are expanded, permutation matrices become index maps, δ are contracted, arguments are
normalised, equal factors merged, positive powers expanded, unused sums counted, sums re-indexed along bijections,
and S·(1/S) = 1 is used from left to right at the leading monomial of S.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from symproofs.kernel.indexed import ONE, Atom, Base, Expr, Index, Mono, arguments, indices_of, inverse_map
from symproofs.kernel.signs import positive
from symproofs.kernel.state import PI_NAME
from symproofs.theories.content import common_factor, leading, leading_place
from symproofs.theories.facts import given_fact
from symproofs.theories.matching import matches
from symproofs.theories.normaliser import FinerExponent, Json, Move, Normaliser, Rule, whole
from symproofs.theories.witness import SWAP, mentions_swap

_SUMS = ("X", "F", "S", "K")


def _literal(i: Index) -> bool:
    return isinstance(i[0], str) and i[0][0] == "#" and not i[1]


# ------------------------------------------------------------------ indices


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


# ------------------------------------------------------------------ functions


def inside(n: Normaliser, m: Mono) -> Move | None:
    """Congruence: normalise what functions are taken of, then use the laws of the function."""
    for k, (a, q) in enumerate(m.factors):
        tag = a[0]
        if tag not in _SUMS:
            if tag == "I" and q != 1 and whole(q):
                return "iunit", k
            continue
        known = (id(a), q.numerator, q.denominator)
        if known in n.settled:
            continue
        for place, e in enumerate(arguments(a)):
            number = n.normal(e)[1]
            if number is not None:
                return "arg", k, place, number
        if tag != "K":
            move = _cases(n, k, a) or _LAWS[tag](n, m, k, a, q)
            if move is not None:
                return move
        n.settled[known] = a
    return None


def _cases(n: Normaliser, k: int, a: Atom) -> Move | None:
    """f of δ-terms by cases, for a δ between two indices that are free in the argument."""
    e: Expr = a[-1]
    for mi, mono in enumerate(e):
        for fi, (d, q) in enumerate(mono.factors):
            if d[0] == "D" and q == 1:
                own = {b for b, _ in mono.bounds}
                if d[1][0] not in own and d[2][0] not in own:
                    return "case", k, mi, fi
    return None


def _exponential(n: Normaliser, m: Mono, k: int, a: Atom, q: Fraction) -> Move | None:
    """e^{a+b} = e^a e^b; e^{c·M} as a power of e^{M/L}; e^{log E} = E; e^{iπr} where it is a power of i."""
    e: Expr = a[1]
    if len(e) != 1:
        if whole(q) or all(n.real((x,)) for x in e):
            return "expsum", k
        return None
    mono = e[0]
    if not mono.bounds and len(mono.factors) == 1 and whole(q):
        f, r = mono.factors[0]
        if f[0] == "F" and f[1] == "log" and r == 1:
            return "explog", k
    if n.real(e):
        return None if mono.c == 1 else ("expscale", k, _rational(mono.c))
    if not whole(q):
        return None
    if _is_i_pi(mono) and whole(2 * mono.c):
        return "exppi", k
    unit = n.units.setdefault(key := n.keys.mono(mono), mono.c.denominator)
    if unit % mono.c.denominator:
        n.units[key] = unit * mono.c.denominator // gcd(unit, mono.c.denominator)
        raise FinerExponent
    multiple = mono.c * unit
    return None if multiple == 1 else ("expscale", k, _rational(multiple))


def _is_i_pi(mono: Mono) -> bool:
    return (
        not mono.bounds
        and len(mono.factors) == 2
        and all(r == 1 for _, r in mono.factors)
        and {f[:2] for f, _ in mono.factors} == {("I",), ("T", PI_NAME)}
    )


def _base(n: Normaliser, m: Mono, k: int, a: Atom, q: Fraction) -> Move | None:
    """Powers of a sum: what is common to its monomials comes out, and the leading coefficient becomes 1."""
    e: Expr = a[1]
    if not e:
        return ("szero", k) if q > 0 else None
    if e == ONE:
        return "unit", k
    if len(e) == 1 and not e[0].bounds:
        mono = e[0]
        if not mono.factors:
            return _number_power(k, mono.c, q)
        if mono.c == 1 and len(mono.factors) == 1:
            f, r = mono.factors[0]
            if whole(q) or r == 1 or positive(((Mono(Fraction(1), (), ((f, Fraction(1)),))),), n.state):
                return "unwrap", k
            return None
    if whole(q) and q > 0:
        return None  # it is multiplied out
    found = common_factor(n, e, whole(q))
    if found is not None:
        return found[0], k, *found[1:]
    c = leading(n, e).c
    if not whole(q):
        c = abs(c)
    return None if c == 1 else ("scale", k, _rational(c))


def _number_power(k: int, c: Fraction, q: Fraction) -> Move | None:
    if c < 0:
        return ("scale", k, _rational(c if whole(q) else -c)) if whole(q) or c != -1 else None
    primes = prime_powers(c)
    if len(primes) == 1 and primes[0][1] == 1 and 0 < q < 1:
        return None
    return "num", k, [list(row) for row in primes]


def _function(n: Normaliser, m: Mono, k: int, a: Atom, q: Fraction) -> Move | None:
    """Laws of log and step."""
    e: Expr = a[2]
    if a[1] == "step" and e:
        if positive(e, n.state):
            return "steppos", k
        c = abs(leading(n, e).c)
        return None if c == 1 else ("stepscale", k, _rational(c))
    if a[1] == "log" and e:
        move = _logarithm(n, k, e)
        if move is not None and q != 1:
            return "wrap", k
        return move
    return None


def _logarithm(n: Normaliser, k: int, e: Expr) -> Move | None:
    if e == ONE:
        return "log1", k
    mono = e[0]
    if len(e) == 1 and not mono.bounds:
        if not mono.factors:
            primes = prime_powers(mono.c) if mono.c > 0 else []
            if not primes or (len(primes) == 1 and primes[0][1] == 1):
                return None
            return "lognum", k, [list(row) for row in primes]
        if mono.c == 1 and len(mono.factors) == 1:
            f, r = mono.factors[0]
            if f[0] == "X" and r == 1 and n.real(f[1]):
                return "logexp", k
            if r != 1 and positive((Mono(Fraction(1), (), ((f, Fraction(1)),)),), n.state):
                return "logpow", k
            return None
    found = common_factor(n, e, False)
    if found is not None:
        return "logpull" if found[0] == "pull" else "logpullpart", k, *found[1:]
    c = leading(n, e).c
    if c > 0 and c != 1:
        return "lognum", k, [list(row) for row in prime_powers(c)]
    return None


_LAWS = {"X": _exponential, "S": _base, "F": _function}


def prime_powers(c: Fraction) -> list[tuple[int, int]]:
    """c = Π p^z for a positive rational."""
    found: dict[int, int] = {}
    for sign, n in ((1, c.numerator), (-1, c.denominator)):
        p = 2
        while n > 1:
            while n % p == 0:
                found[p] = found.get(p, 0) + sign
                n //= p
            p += 1
            if p * p > n > 1:
                found[n] = found.get(n, 0) + sign
                break
    return sorted(found.items())


def _rational(c: Fraction) -> Json:
    return int(c) if whole(c) else str(c)


# ------------------------------------------------------------------ factors


def equal_factors(n: Normaliser, m: Mono) -> Move | None:
    """a^p a^q = a^{p+q}."""
    if len(m.factors) < 2:
        return None
    seen: dict[str, int] = {}
    for k, (a, _) in enumerate(m.factors):
        key = n.keys.atom(a)
        first = seen.setdefault(key, k)
        if first != k:
            w = n.witnesses.atom(m.factors[first][0], a)
            if w == SWAP:
                return "swap", k
            if w is not None and not mentions_swap(w):
                return "mul", first, k, w
    return None


def powers(n: Normaliser, m: Mono) -> Move | None:
    """step^q = step; a positive power of a sum is multiplied out; i^2 = -1."""
    for k, (a, q) in enumerate(m.factors):
        if a[0] == "F" and a[1] == "step" and q > 1 and whole(q):
            return "idem", k
        if a[0] == "S" and 1 <= q < 64:
            if len(a[1]) > 1 and q > 1 and len(a[1]) ** int(q) > n.budget.monomials:
                n.cut_short = True
                return None
            return "expand", k
    return None


def inverse(n: Normaliser, m: Mono) -> Move | None:
    """L·S^q = S^{q+1} − (S − L)·S^q for the leading monomial L of S, q < 0; and partial fractions."""
    for k, (a, q) in enumerate(m.factors):
        if a[0] != "S" or q >= 0 or len(a[1]) < 2:
            continue
        place = leading_place(n, a[1])
        rest = Mono(m.c, m.bounds, m.factors[:k] + m.factors[k + 1 :])
        for hit in matches(n, a[1][place], rest):
            if n.keys.loose(a) & hit.removed:
                continue
            if SWAP in hit.witnesses:
                at = hit.places[hit.witnesses.index(SWAP)]
                return "swap", at if at < k else at + 1
            if any(map(mentions_swap, hit.witnesses)):
                continue
            return "inv", k, place, list(hit.bounds), list(hit.places), list(hit.witnesses)
        for constant, mono in enumerate(a[1]):
            if mono.factors or mono.bounds:
                continue
            for f, r in rest.factors:
                if r < 0 and f[0] in ("X", "T", "C") and any(f == g and s > 0 for x in a[1] for g, s in x.factors):
                    return "pfrac", k, constant
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


_FUNCTIONS = frozenset("XFSKI")

RULES: tuple[Rule, ...] = (
    Rule("zero coefficient", zero_coefficient),
    Rule("literal range", literal_range, bounds=True),
    Rule("index maps", index_maps, frozenset("T")),
    Rule("deltas", deltas, frozenset("D")),
    Rule("inside functions", inside, _FUNCTIONS),
    Rule("equal factors", equal_factors),
    Rule("powers", powers, frozenset("FS")),
    Rule("unused bound", unused_bound, bounds=True),
    Rule("re-indexing", reindexing, bounds=True),
    Rule("orthogonal pair", orthogonal_pair, frozenset("T"), bounds=True),
    Rule("inverse", inverse, frozenset("S")),
    Rule("given facts", given_fact, frozenset("TC")),
    Rule("symmetric order", symmetric_order, frozenset("TC")),
)
"""Every rule, in the order in which they are tried."""
