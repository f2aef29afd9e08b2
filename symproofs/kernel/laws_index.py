"""Laws of sums, indices and Kronecker deltas."""

from __future__ import annotations

from fractions import Fraction

from symproofs.kernel.indexed import (
    UNIT,
    Expr,
    Factor,
    Index,
    Mono,
    apply_map,
    free_in_factors,
    free_in_mono,
    inverse_map,
    literal,
    multiply,
    need,
    raised,
    scale,
    size_expr,
    solve,
    substitute,
    substitute_factors,
    times_atom,
    with_arguments,
)
from symproofs.kernel.indexed import arguments as inside_of
from symproofs.kernel.law import Law, appended, factor_at, in_place, without
from symproofs.kernel.state import NUMBER_OF, State

MOST_INSTANCES = 64


def zero(state: State, mono: Mono) -> Expr:
    need(mono.c == 0, "the coefficient is not 0")
    return ()


def range_(state: State, mono: Mono, b: int) -> Expr:
    bound, size = mono.bounds[b]
    n = size.literal
    need(n is not None and n <= MOST_INSTANCES, "[{}] is not a range to write out", size)
    rest: Expr = (Mono(mono.c, mono.bounds[:b] + mono.bounds[b + 1 :], mono.factors),)
    instances = (substitute(rest, {bound: (f"#{k}", ())}, state.fresh) for k in range(1, (n or 0) + 1))
    return tuple(m for e in instances for m in e)


def cover(state: State, mono: Mono, i: str) -> Expr:
    size = state.range((i, ()))
    n = None if size is None else size.literal
    need(n is not None and n <= MOST_INSTANCES and i in free_in_mono(mono), "{} is no free index of a range to write out", i)
    return tuple(m for k in range(1, (n or 0) + 1) for m in times_atom((mono,), ("D", (i, ()), (f"#{k}", ()))))


def count(state: State, mono: Mono, b: int) -> Expr:
    bound, size = mono.bounds[b]
    need(bound not in free_in_factors(mono.factors), "the bound index occurs")
    rest: Expr = (Mono(mono.c, mono.bounds[:b] + mono.bounds[b + 1 :], mono.factors),)
    return multiply(rest, size_expr(size), state.fresh)


def reindex(state: State, mono: Mono, b: int, p: str) -> Expr:
    bound, size = mono.bounds[b]
    need(state.map_size(p) == size, "{} does not act on [{}]", p, size)
    new = state.fresh(size)
    factors = substitute_factors(mono.factors, {bound: (new, (inverse_map(p),))}, state.fresh)
    return (Mono(mono.c, (*mono.bounds[:b], (new, size), *mono.bounds[b + 1 :]), factors),)


def perm(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "T")
    need(state.has(a[1], "permutation"), "{} is no permutation", a[1])
    need(not state.context.has(a[1], "random"), "an index does not depend on the outcome")
    need(q > 0, "the exponent is not positive")
    need(len(a[2]) == 2, "a permutation matrix of one row")
    return in_place(mono, k, ("D", apply_map(a[1], a[2][0]), a[2][1]), 1)


def swap(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "TCD")
    if a[0] == "D":
        return in_place(mono, k, ("D", a[2], a[1]), q)
    need(state.has(a[1], "symmetric") and len(a[2]) == 2, "{} is not declared symmetric", a[1])
    need(not state.kind(a[1]).over, "a family has no slots to exchange")
    return in_place(mono, k, (a[0], a[1], a[2][::-1]), q)


def _delta(mono: Mono, k: int) -> tuple[Index, Index]:
    a, q = factor_at(mono, k, "D")
    need(q > 0, "the exponent is not positive")
    return a[1], a[2]


def dself(state: State, mono: Mono, k: int) -> Expr:
    i, j = _delta(mono, k)
    need(i == j, "the indices differ")
    return appended(mono, k)


def dpow(state: State, mono: Mono, k: int) -> Expr:
    _delta(mono, k)
    return in_place(mono, k, mono.factors[k][0], 1)


def dmap(state: State, mono: Mono, k: int) -> Expr:
    (i, p), (j, q) = _delta(mono, k)
    need(bool(p) and bool(q) and p[0] == q[0], "the indices have no common outermost map")
    state.map_size(p[0])
    return in_place(mono, k, ("D", (i, p[1:]), (j, q[1:])), mono.factors[k][1])


def dmove(state: State, mono: Mono, k: int, side: int) -> Expr:
    pair = list(_delta(mono, k))
    base, maps = pair[side]
    need(bool(maps), "the index has no map")
    need(state.map_size(maps[0]) == state.common_size(*pair), "{} does not act there", maps[0])
    pair[side], pair[1 - side] = (base, maps[1:]), apply_map(inverse_map(maps[0]), pair[1 - side])
    return in_place(mono, k, ("D", *pair), mono.factors[k][1])


def dzero(state: State, mono: Mono, k: int) -> Expr:
    i, j = _delta(mono, k)
    numbers = literal(i), literal(j)
    if None not in numbers:
        need(numbers[0] != numbers[1], "the indices are equal")
    else:
        need(not i[1] and not j[1] and frozenset((i[0], j[0])) in state.context.distinct, "the indices are not declared distinct")
    return ()


def _sides(state: State, mono: Mono, k: int, side: int) -> tuple[Index, Index]:
    """The side whose base is to be replaced, and the value of that base."""
    a, q = factor_at(mono, k, "D")
    need(q == 1, "the exponent is not 1")
    this, other = (a[1], a[2]) if side == 0 else (a[2], a[1])
    for p in this[1]:
        state.map_size(p)
    need(this[0] != other[0], "both sides have one base")
    return this, solve(this, other)


def contract(state: State, mono: Mono, k: int, side: int) -> Expr:
    this, value = _sides(state, mono, k, side)
    sizes = [size for b, size in mono.bounds if b == this[0]]
    need(len(sizes) == 1, "this side of the δ holds no bound index of the monomial")
    state.fits(value, sizes[0])
    factors = substitute_factors(without(mono, k), {this[0]: value}, state.fresh)
    return (Mono(mono.c, tuple(row for row in mono.bounds if row[0] != this[0]), factors),)


def dsubst(state: State, mono: Mono, k: int, side: int) -> Expr:
    this, value = _sides(state, mono, k, side)
    need(isinstance(this[0], int) or this[0][0] != "#", "a literal is not replaced")
    before = substitute_factors(mono.factors[:k], {this[0]: value}, state.fresh)
    after = substitute_factors(mono.factors[k + 1 :], {this[0]: value}, state.fresh)
    return (Mono(mono.c, mono.bounds, (*before, mono.factors[k], *after)),)


def number(state: State, mono: Mono, k: int) -> Expr:
    a, q = factor_at(mono, k, "T")
    need(a[1] == NUMBER_OF and q.denominator == 1 and abs(q) < MOST_INSTANCES, "no number of an index")
    value = literal(a[2][0])
    need(value is not None, "the index is not written out")
    return appended(mono, k, c=raised(Fraction(value or 1), int(q)))


def case(state: State, mono: Mono, k: int, m: int, f: int) -> Expr:
    """For δ = 0 or 1: F(E) = δ F(E at δ=1) + (1 - δ) F(E at δ=0)."""
    a, q = factor_at(mono, k, "XFS")
    (expr,) = inside_of(a)
    need(m < len(expr) and f < len(expr[m].factors), "there is no such factor inside")
    delta, p = expr[m].factors[f]
    need(delta[0] == "D", "the factor inside is no δ")
    i, j = delta[1], delta[2]
    need(not {i[0], j[0]} & {b for x in expr for b, _ in x.bounds}, "an index of the δ is bound inside")
    alike = (delta, ("D", j, i))
    need(p > 0 and all(r > 0 for x in expr for y, r in x.factors if y in alike), "a δ with an exponent that is not positive")
    gone = tuple(x for x in expr if not any(y in alike for y, _ in x.factors))
    there = tuple(Mono(x.c, x.bounds, tuple(z for z in x.factors if z[0] not in alike)) for x in expr)

    def with_inside(inside: Expr, *indicator: Factor) -> Expr:
        return appended(mono, k, (*indicator, (with_arguments(a, [inside]), q)))

    on = (delta, UNIT)
    return with_inside(_under(state, there, i, j), on) + with_inside(gone) + scale(-1, with_inside(gone, on))


def _under(state: State, expr: Expr, i: Index, j: Index) -> Expr:
    """The sum where i = j is known: a base that is no literal is replaced."""
    for this, other in ((i, j), (j, i)):
        if this[0] != other[0] and (isinstance(this[0], int) or this[0][0] != "#"):
            for p in this[1]:
                state.map_size(p)
            return substitute(expr, {this[0]: solve(this, other)}, state.fresh)
    return expr


INDEX_LAWS = (
    Law("zero", "0 · m = 0", "", (), zero),
    Law("range", "Σ_{b ∈ [N]} f(b) = f(1) + … + f(N)", "N is written out", ("bound",), range_),
    Law("cover", "m = Σ_k δ_ik m, k = 1 … N", "the range [N] of the free index i is written out", ("map",), cover),
    Law("count", "Σ_{b ∈ [n]} m = n · m", "b does not occur in m", ("bound",), count),
    Law("reindex", "Σ_b f(b) = Σ_b f(p⁻¹ b)", "p is a declared permutation of the range of b", ("bound", "map"), reindex),
    Law("perm", "P_ij = δ_{σ(i) j}", "P is declared a permutation; the exponent is positive", ("factor",), perm),
    Law("swap", "A_ij = A_ji, δ_ij = δ_ji", "A is declared symmetric", ("factor",), swap),
    Law("dself", "δ_ii = 1", "", ("factor",), dself),
    Law("dpow", "δ^q = δ", "q > 0", ("factor",), dpow),
    Law("dmap", "δ_{σ(i) σ(j)} = δ_ij", "", ("factor",), dmap),
    Law("dmove", "δ_{σ(i) j} = δ_{i σ⁻¹(j)}", "", ("factor", "side"), dmove),
    Law("dzero", "δ_ij = 0", "i, j are different literals, or declared distinct", ("factor",), dzero),
    Law("contract", "Σ_b δ_{σ(b) y} f(b) = f(σ⁻¹ y)", "y does not hold b and fits its range", ("factor", "side"), contract),
    Law("dsubst", "δ_{σ(x) y} f(x) = δ_{σ(x) y} f(σ⁻¹ y)", "x, y have different bases", ("factor", "side"), dsubst),
    Law("number", "the number of the index k is k", "k is written out", ("factor",), number),
    Law(
        "case",
        "F(E) = δ F(E at δ=1) + F(E at δ=0) - δ F(E at δ=0)",
        "both indices of δ are free in E",
        ("factor", "natural", "natural"),
        case,
    ),
)
