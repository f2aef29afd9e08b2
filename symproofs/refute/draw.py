"""Values to try: small and special first, of the declared sort and shape, with the declared properties.

Round 0 gives small distinct values, later rounds draw from longer lists. A structured matrix (permutation,
orthogonal, symmetric, …) is made with its structure; what is left to chance is checked with `truth`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from itertools import product as tuples
from random import Random

from flint import fmpq

from symproofs.refute.arrays import (
    Tensor,
    array,
    constant,
    entries,
    identity,
    product,
    transpose,
)
from symproofs.refute.numbers import ONE, ZERO, Scalar, Undefined, Undetermined, gauss, pi_times
from symproofs.refute.plan import Hints
from symproofs.refute.truth import has_property
from symproofs.refute.values import Family, Function, Value
from symproofs.terms.size import Size
from symproofs.terms.term import Term, name, num, term
from symproofs.terms.types import Type

SizeOf = Callable[[Size], int]


def _q(*pairs: int | tuple[int, int]) -> tuple[Scalar, ...]:
    return tuple(fmpq(*p) if isinstance(p, tuple) else fmpq(p) for p in pairs)


REALS = _q(2, 3, 1, -1, 0, (1, 2), -2, 5, 4, (-1, 2), -3, (3, 2), (1, 3), 10, (-5, 2), 7, -4, (1, 10), 6, (2, 3))
SMALL = _q((1, 1_000), (1, 1_000_000), (-1, 1_000))
INTEGERS = _q(2, 3, 1, -1, 0, -2, 5, 4, -3, 6, 10, 7, -5, 8, 12)
NATURALS = _q(2, 3, 1, 0, 4, 5, 6, 7, 8, 10, 9, 12)
MULTIPLES_OF_PI = tuple(map(pi_times, _q(1, (1, 2), 2, -1, (1, 6), (1, 4), (2, 3), (3, 2), 3)))
COMPLEX = tuple(
    gauss(fmpq(a), fmpq(b))
    for a, b in ((1, 1), (2, -1), (0, 1), (2, 0), (-1, 0), (1, 2), (0, -1), (1, 0), (-1, 1), (-2, -1), (0, 0), (3, 2), (-1, -3))
)
ENTRIES = _q(1, 0, 2, -1, 3, -2, 5, (1, 2), -3, 4)
COMPLEX_ENTRIES = tuple(gauss(fmpq(a), fmpq(b)) for a, b in ((1, 0), (0, 1), (0, 0), (1, 1), (-1, 0), (2, 0), (1, -1), (2, 1)))

_POOLS: Mapping[str, tuple[Scalar, ...]] = {
    "natural": NATURALS,
    "integer": INTEGERS,
    "rational": REALS,
    "real": REALS,
    "complex": COMPLEX,
}


def has_all(x: Tensor, properties: frozenset[str]) -> bool:
    """Whether the value is shown to have all the properties. Of an unknown one nothing is shown."""
    try:
        return all(has_property(p, x) for p in properties if p != "row_bias")
    except (Undefined, Undetermined):
        return False


def draw_value(kind: Type, hints: Hints, size: SizeOf, rng: Random, round_: int, place: int, periodic: bool) -> Value | None:
    """A value of the type; `None` where none with the properties was found. `place` counts the names before."""
    if kind.parameters is not None:
        return None if hints.properties else draw_function(kind, rng, round_)
    if kind.over:
        return _draw_family(kind, hints, size, rng, round_, periodic)
    if kind.index is not None:
        n = size(kind.index)
        return fmpq(1 + (place + round_) % n if round_ < 3 else rng.randint(1, n))
    rows, cols = size(kind.rows), size(kind.cols)
    if kind.is_scalar:
        return _draw_scalar(kind, hints, rng, round_, place, periodic)
    return draw_array(rows, cols, kind.sort, hints, rng, round_)


# Numbers ------------------------------------------------------------------------------------------------------


def _draw_scalar(kind: Type, hints: Hints, rng: Random, round_: int, place: int, periodic: bool) -> Scalar | None:
    pool = candidates(hints.sort or kind.sort, hints, periodic and round_ >= 4)
    if not pool:
        return None
    if round_ == 0:
        return pool[place % min(3, len(pool))]
    if round_ % 3 == place % 3 and round_ // 3 < len(pool):
        return pool[round_ // 3]
    if round_ > 24 and not hints.only and rng.random() < 0.3:
        return _far(hints.sort or kind.sort, hints, rng) or rng.choice(pool)
    return rng.choice(pool[: 4 + round_ // 2])


def _far(sort: str, hints: Hints, rng: Random) -> Scalar | None:
    """A number that is nothing special."""
    value = fmpq(rng.randint(-60, 60), rng.randint(1, 12) if sort in ("rational", "real", "complex") else 1)
    value = abs(value) if sort == "natural" or hints.properties & {"positive", "nonnegative", "size"} else value
    value = gauss(value, fmpq(rng.randint(-9, 9), rng.randint(1, 5))) if sort == "complex" else value
    return value if has_all(value, hints.properties) else None


def candidates(sort: str, hints: Hints, periodic: bool = False) -> list[Scalar]:
    """Numbers of the sort with the properties and within the bounds, the simplest first."""
    pool: list[Scalar] = [
        *(r for r in (*hints.only, *hints.roots) if sort in ("rational", "real") or (r.q == 1 and (r >= 0 or sort == "integer"))),
        *(() if hints.only else _POOLS[sort]),
    ]
    if hints.only:
        return [v for v in pool if has_all(v, hints.properties)]
    if sort == "natural" and (hints.lower is None or hints.lower > 0) and "nonnegative" not in hints.properties:
        # Whether 0 is natural is a convention: no witness rests on it unless the document says so.
        pool.remove(ZERO)
    if periodic and sort == "real":
        pool = [v for pair in zip(MULTIPLES_OF_PI, pool, strict=False) for v in pair] + pool[len(MULTIPLES_OF_PI) :]
    if hints.lower is not None:
        pool += [fmpq(hints.lower + k) for k in range(4) if hints.lower + k > 9]
        pool += [hints.lower + fmpq(1, 2)] if sort in ("rational", "real") else []
    if hints.upper is not None:
        pool += [fmpq(hints.upper - k) for k in range(4) if abs(hints.upper - k) > 4]
    if "negative" in hints.properties:
        pool += [-v for v in pool if isinstance(v, fmpq)]
    if hints.small and sort in ("rational", "real"):
        pool = [*SMALL, *pool]
    fits = []
    for v in pool:
        within = not isinstance(v, fmpq) or (
            (hints.lower is None or v >= hints.lower) and (hints.upper is None or v <= hints.upper)
        )
        if within and v not in fits and has_all(v, hints.properties):
            fits.append(v)
    return fits


# Arrays -------------------------------------------------------------------------------------------------------

STRUCTURES = ("permutation", "orthogonal", "positive_definite", "diagonal", "symmetric", "invertible")
"""Properties of square matrices that a value is made with, the narrowest first."""


def draw_array(rows: int, cols: int, sort: str, hints: Hints, rng: Random, round_: int) -> Tensor | None:
    structure = next((s for s in STRUCTURES if s in hints.properties), None)
    if structure is None and hints.constrained:
        structure = _constrained_structure(rows, cols, rng, round_)
    for attempt in range(12):
        if structure is not None and (rows == cols or structure in ("unit", "basis", "diagonal")):
            found = _STRUCTURED[structure](rows, cols, rng, round_ + attempt)
        else:
            found = plain_array(rows, cols, sort, hints, rng, round_)
        if has_all(found, hints.properties):
            return found
    one = identity(rows) if rows == cols else constant(rows, cols, ONE)
    return one if has_all(one, hints.properties) else None


def _constrained_structure(rows: int, cols: int, rng: Random, round_: int) -> str | None:
    """What to try for an array that an equation or the like restricts in a way that is not understood."""
    if round_ % 2 == 0:
        return None
    if cols == 1 or rows == 1:
        return rng.choice(("unit", "basis"))
    return rng.choice(("orthogonal", "permutation", "symmetric", "diagonal")) if rows == cols else None


def plain_array(rows: int, cols: int, sort: str, hints: Hints, rng: Random, round_: int) -> Tensor:
    pool = list(COMPLEX_ENTRIES if sort == "complex" else ENTRIES)
    if sort in ("natural", "integer"):
        pool = [v for v in pool if v.q == 1 and (sort == "integer" or v >= 0)]
    signs = hints.properties & {"positive", "nonnegative", "negative"}
    if signs:
        pool = [v for v in [*pool, *(-v for v in pool)] if has_all(v, signs)]
    pool = pool[: 4 + round_ // 3]
    return array(rows, cols, (rng.choice(pool) for _ in range(rows * cols)))


def permutation_matrix(images: tuple[int, ...]) -> Tensor:
    """Row i has its 1 in column images[i]."""
    n = len(images)
    return array(n, n, (ONE if images[i] == j else ZERO for i in range(n) for j in range(n)))


def _permutation(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    """At first a cycle of all, which from three on is not its own inverse, or a transposition."""
    cycle = (*range(1, rows), 0)
    if round_ < 2 or rows > 5:
        swapped = (1, 0, *range(2, rows)) if rows > 1 else (0,)
        return permutation_matrix(rng.choice((cycle, cycle, (rows - 1, *range(rows - 1)), swapped)))
    return permutation_matrix(rng.choice(list(permutations(range(rows)))))


_TRIPLES = ((3, 4, 5), (4, 3, 5), (-3, 4, 5), (5, 12, 13), (8, 15, 17))


def _orthogonal(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    """A quarter turn at first, then products of signed permutations, rotations and reflections."""
    if rows == 1:
        return rng.choice((ONE, -ONE))
    signs = [rng.choice((1, -1)) for _ in range(rows)]
    images = (*range(1, rows), 0) if round_ < 2 else tuple(rng.sample(range(rows), rows))
    turned = array(rows, rows, (fmpq(signs[i]) if images[i] == j else ZERO for i in range(rows) for j in range(rows)))
    return turned if round_ < 2 else product(turned, _rotation(rows, rng) if rng.random() < 0.6 else _reflection(rows, rng))


def _rotation(n: int, rng: Random) -> Tensor:
    """By a rational angle in the plane of two axes."""
    a, b, c = rng.choice(_TRIPLES)
    i, j = sorted(rng.sample(range(n), 2))
    cosine, sine = fmpq(a, c), fmpq(b, c)
    changed = {(i, i): cosine, (j, j): cosine, (i, j): -sine, (j, i): sine}
    return array(n, n, (changed.get((r, s), ONE if r == s else ZERO) for r in range(n) for s in range(n)))


def _reflection(n: int, rng: Random) -> Tensor:
    """I - 2 v v^T / (v^T v)."""
    v = [fmpq(rng.choice((1, 1, 2, -1, 0))) for _ in range(n)]
    v[rng.randrange(n)] = ONE
    scale = fmpq(2) / sum((a * a for a in v), ZERO)
    return array(n, n, ((ONE if i == j else ZERO) - scale * v[i] * v[j] for i in range(n) for j in range(n)))


def _symmetric(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    upper = {(i, j): rng.choice(ENTRIES[: 4 + round_ // 3]) for i in range(rows) for j in range(i, rows)}
    return array(rows, rows, (upper[min(i, j), max(i, j)] for i in range(rows) for j in range(rows)))


def _positive_definite(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    """L D L^T, L unit lower triangular, D diagonal and positive."""
    lower = array(
        rows,
        rows,
        (ONE if i == j else fmpq(rng.choice((0, 1, 1, -1))) if i > j else ZERO for i in range(rows) for j in range(rows)),
    )
    weights = [fmpq(rng.choice((1, 2, 1, 3))) for _ in range(rows)]
    scaled = array(rows, rows, (entries(lower)[i * rows + j] * weights[j] for i in range(rows) for j in range(rows)))
    return product(scaled, transpose(lower))


def _diagonal(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    return array(
        rows, cols, (rng.choice(ENTRIES[: 4 + round_ // 3]) if i == j else ZERO for i in range(rows) for j in range(cols))
    )


def _unit(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    """A rational point of the sphere."""
    n = max(rows, cols)
    column = entries(_orthogonal(n, n, rng, 2 + round_))[:: n if n > 1 else 1]
    return array(rows, cols, column)


def _basis(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    n = max(rows, cols)
    k = rng.randrange(n)
    return array(rows, cols, (ONE if i == k else ZERO for i in range(n)))


def _any(rows: int, cols: int, rng: Random, round_: int) -> Tensor:
    return plain_array(rows, cols, "real", Hints(), rng, round_)


_STRUCTURED: Mapping[str, Callable[[int, int, Random, int], Tensor]] = {
    "permutation": _permutation,
    "orthogonal": _orthogonal,
    "positive_definite": _positive_definite,
    "diagonal": _diagonal,
    "symmetric": _symmetric,
    "invertible": _any,
    "unit": _unit,
    "basis": _basis,
}


# Families and functions ---------------------------------------------------------------------------------------


def _draw_family(kind: Type, hints: Hints, size: SizeOf, rng: Random, round_: int, periodic: bool) -> Family | None:
    """Members one by one; in two rounds of three orthonormal ones where a hypothesis restricts vectors that may be so."""
    ranges = [range(1, size(n) + 1) for n in kind.over]
    subscripts = list(tuples(*ranges))
    rows, cols = size(kind.rows), size(kind.cols)
    if hints.constrained and kind.cols == Size.of(1) and kind.rows != Size.of(1) and round_ % 3 < 2 and len(subscripts) <= rows:
        frame = _orthogonal(rows, rows, rng, round_) if round_ else identity(rows)
        columns = [entries(frame)[j::rows] for j in range(rows)]
        return Family({s: array(rows, 1, column) for s, column in zip(subscripts, columns, strict=False)})
    members: dict[tuple[int, ...], Tensor] = {}
    for k, s in enumerate(subscripts):
        if kind.member.is_scalar:
            value = _draw_scalar(kind.member, hints, rng, round_, k, periodic)
        else:
            value = draw_array(rows, cols, kind.sort, hints, rng, round_)
        if value is None:
            return None
        members[s] = value
    return Family(_with_total(members, hints.total) if hints.total is not None else members)


def _with_total(members: dict[tuple[int, ...], Tensor], total: fmpq) -> dict[tuple[int, ...], Tensor]:
    """Positive numbers scaled so that they sum to a number; others as they are."""
    values = [v for v in members.values() if isinstance(v, fmpq) and v > 0]
    if len(values) < len(members) or total <= 0:
        return members
    whole = sum(values, fmpq(0))
    return {at: v * total / whole for at, v in zip(members, values, strict=True)}


def draw_function(kind: Type, rng: Random, round_: int) -> Function | None:
    """A simple function of the type: a polynomial of numbers, a multiple of an argument of the value's shape, a constant."""
    assert kind.parameters is not None
    labels = tuple(f"x{k + 1}" if len(kind.parameters) > 1 else "x" for k in range(len(kind.parameters)))
    bodies = _bodies(kind, labels)
    if not bodies:
        return None
    return Function(labels, kind.parameters, bodies[round_ % len(bodies)] if round_ < len(bodies) else rng.choice(bodies))


def _bodies(kind: Type, labels: tuple[str, ...]) -> list[Term]:
    assert kind.parameters is not None
    inputs = [name(x) for x, p in zip(labels, kind.parameters, strict=True) if p.shape == kind.shape and _fits(p, kind)]
    if not kind.member.is_scalar:
        constants = [term("ones", data=(kind.rows, kind.cols)), term("zeros", data=(kind.rows, kind.cols))]
        return [*(term("mul", num(2), x) for x in inputs), *inputs, *constants]
    bodies = [term("add", term("pow", x, num(2)), num(1)) for x in inputs]
    if len(inputs) > 1:
        bodies = [term("add", *(term("mul", num(k + 1), x) for k, x in enumerate(inputs))), term("mul", *inputs), *bodies]
    bodies += [term("add", x, num(1)) for x in inputs]
    bodies += [term("mul", num(2), x) for x in inputs]
    if kind.sort not in ("natural", "integer"):
        bodies += [term("norm", name(x)) for x, p in zip(labels, kind.parameters, strict=True) if p.is_tensor]
    return [*bodies, num(1), num(2)]


def _fits(parameter: Type, value: Type) -> bool:
    order = ("natural", "integer", "rational", "real", "complex")
    return order.index(parameter.sort) <= order.index(value.sort)


# Sizes --------------------------------------------------------------------------------------------------------


def size_tuples(count: int, rng: Random) -> list[tuple[int, ...]]:
    """Sizes to try, in order: all 2, all 3, both mixed, 1 among them, 4 among them."""
    tried: dict[tuple[int, ...], None] = {(2,) * count: None, (3,) * count: None}
    tried[tuple(2 + k % 2 for k in range(count))] = None
    tried[tuple(3 - k % 2 for k in range(count))] = None
    for k in range(min(count, 4)):
        tried[tuple(1 if j == k else 2 for j in range(count))] = None
    tried[(1,) * count] = None
    tried[(4,) * count] = None
    for _ in range(12):
        tried[tuple(rng.choice((2, 3, 2, 1, 4)) for _ in range(count))] = None
    return list(tried)


def more_size_tuples(count: int) -> list[tuple[int, ...]]:
    """Sizes up to 8, or 12 for one, the smallest sum first: for hypotheses that the usual ones do not meet."""
    top = {1: 12, 2: 10, 3: 8, 4: 5}.get(count, 3)
    return sorted(tuples(range(1, top + 1), repeat=min(count, 6)), key=lambda t: (1 in t, sum(t), t))
