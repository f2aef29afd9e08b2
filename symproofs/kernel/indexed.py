"""Indexed sums of products: the data that laws act on, and the arithmetic that needs no law.

    Expr  = Mono + Mono + …             the empty sum is 0
    Mono  = c · Σ_bounds Π atom^q       c and q rational, bounds = ((number, size), …)
    atom  = ('T', name, indices)        entry of a declared tensor, family, scalar or size; ('T', '#', (i,)) is the number i
            ('C', name, indices)        its complex conjugate (names of a complex sort only)
            ('D', i, j)                 1 if i = j, else 0
            ('I',)                      the imaginary unit
            ('X', Expr)                 exp
            ('F', f, Expr)              another function of one argument: log, step, …
            ('K', name, (Expr, …))      the value of a named function
            ('S', Expr)                 a sum as the base of a power
            ('E', Expr)                 the expectation of a sum
    index = (base, maps)                base: a bound number, a free name, or '#3' for the literal 3 (counted from 1);
                                        maps: permutation names, outermost first, 'P' or 'P^-1'

Powers are principal. Terms are total: 0 to any power but 0 is 0, so 1/0 is 0; a law that would need more asks for a
condition. Bound numbers are handed out once (`fresh`); who multiplies renames the bounds of the second factor. Copies may share
the numbers bound inside them: whatever compares or substitutes minds the scopes, not the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from symproofs.terms.size import Size

Base = int | str
Index = tuple[Base, tuple[str, ...]]
Atom = tuple[Any, ...]
Factor = tuple[Atom, Fraction]
Fresh = Callable[[Size], int]


class Mono(NamedTuple):
    """c · Σ_bounds Π atom^q."""

    c: Fraction
    bounds: tuple[tuple[int, Size], ...]
    factors: tuple[Factor, ...]


Expr = tuple[Mono, ...]

MOST_MONOMIALS = 20_000
MOST_FACTORS = 2_000_000
MOST_REMEMBERED = 20_000
MOST_BITS = 20_000
"""Of a coefficient, or an exponent."""


class Rejected(Exception):
    """The kernel does not accept this. The message says what was asked and what was found: a wording with holes for `found`."""

    def __init__(self, wording: str, *found: object) -> None:
        super().__init__(wording.format(*found) if found else wording)
        self.wording = wording
        self.found = found


def need(condition: bool, message: str, *found: object) -> None:
    """*Fails when* the condition does not hold. What was found is written into the message only then."""
    if not condition:
        raise Rejected(message, *found)


# ------------------------------------------------------------------ making

UNIT = Fraction(1)
ONE: Expr = (Mono(UNIT, (), ()),)
ZERO: Expr = ()
FIRST: Index = ("#1", ())
"""The index of a row or column that is the only one; such an index is never stored in an atom."""


def exact(q: Fraction | int) -> Fraction:
    """The number as a fraction, which it mostly is."""
    return q if type(q) is Fraction else Fraction(q)


def product(c: Fraction, d: Fraction | int) -> Fraction:
    """c · d; one of them is mostly 1. *Fails when* it would be too long to write."""
    return c if d is UNIT else exact(d) if c is UNIT else not_too_long(c * d)


def not_too_long(c: Fraction) -> Fraction:
    need(max(c.numerator.bit_length(), c.denominator.bit_length()) <= MOST_BITS, "a number grows too large")
    return c


def constant(c: Fraction | int) -> Expr:
    return (Mono(exact(c), (), ()),) if c else ZERO


def atom(a: Atom, q: Fraction | int = UNIT) -> Expr:
    return (Mono(UNIT, (), ((a, exact(q)),)),)


def tensor(name: str, *indices: Index) -> Atom:
    return ("T", name, indices)


def size_expr(size: Size) -> Expr:
    """The size as a number: its names in order, then its constant."""
    return tuple(Mono(c, (), ((tensor(n), UNIT),)) for n, c in size.parts) + constant(size.constant)


def literal(index: Index) -> int | None:
    """The number that an index is, if it is one written out."""
    base, maps = index
    return int(base[1:]) if isinstance(base, str) and base[0] == "#" and not maps else None


# ------------------------------------------------------------------ reading


def arguments(a: Atom) -> tuple[Expr, ...]:
    """The sums inside an atom: one for X, F, S and E, any number for K, none for T, C, D and I."""
    match a[0]:
        case "X" | "S" | "E":
            return (a[1],)
        case "F":
            return (a[2],)
        case "K":
            return tuple(a[2])
    return ()


def with_arguments(a: Atom, inside: Sequence[Expr]) -> Atom:
    """The same atom over other sums."""
    match a[0]:
        case "X" | "S" | "E":
            return (a[0], inside[0])
        case "F":
            return ("F", a[1], inside[0])
        case "K":
            return ("K", a[1], tuple(inside))
    return a


def indices_of(a: Atom) -> tuple[Index, ...]:
    """The indices that an atom carries itself."""
    match a[0]:
        case "T" | "C":
            return tuple(a[2])
        case "D":
            return (a[1], a[2])
    return ()


_FREE: dict[int, tuple[Atom, frozenset[Base]]] = {}
"""Free bases of atoms met, by identity. The atom is kept, so its identity is not given to another."""


def free_in_atom(a: Atom) -> frozenset[Base]:
    """Bases that occur in an atom and are not bound inside it."""
    match a[0]:
        case "T" | "C":
            return frozenset([base for base, _ in a[2]])
        case "D":
            return frozenset((a[1][0], a[2][0]))
    known = _FREE.get(id(a))
    if known is not None:
        return known[1]
    found = frozenset[Base]().union(*map(free, arguments(a)))
    if len(_FREE) >= MOST_REMEMBERED:
        _FREE.clear()
    _FREE[id(a)] = (a, found)
    return found


def free_in_factors(factors: Sequence[Factor]) -> set[Base]:
    found: set[Base] = set()
    for a, _ in factors:
        if a[0] == "T":
            found.update([base for base, _ in a[2]])
        else:
            found |= free_in_atom(a)
    return found


def free_in_mono(mono: Mono) -> set[Base]:
    found = free_in_factors(mono.factors)
    found.difference_update([b for b, _ in mono.bounds])
    return found


def free(expr: Expr) -> frozenset[Base]:
    return frozenset[Base]().union(*map(free_in_mono, expr))


def names_in(expr: Expr) -> frozenset[str]:
    """Names of tensors, functions and maps that occur."""
    found: set[str] = set()
    for mono in expr:
        for a, _ in mono.factors:
            if a[0] in ("T", "C", "K"):
                found.add(a[1])
            for _, maps in indices_of(a):
                found |= {m.removesuffix("^-1") for m in maps}
            for inside in arguments(a):
                found |= names_in(inside)
    return frozenset(found)


# ------------------------------------------------------------------ maps on indices


def inverse_map(p: str) -> str:
    return p[:-3] if p.endswith("^-1") else p + "^-1"


def apply_map(p: str, index: Index) -> Index:
    """p(index); a map meets its inverse and both vanish."""
    base, maps = index
    return (base, maps[1:]) if maps and maps[0] == inverse_map(p) else (base, (p, *maps))


def solve(index: Index, value: Index) -> Index:
    """What the base of `index` is if `index` = `value`: the maps undone on the other side."""
    for p in index[1]:
        value = apply_map(inverse_map(p), value)
    return value


# ------------------------------------------------------------------ substitution


def substitute_index(index: Index, values: Mapping[Base, Index]) -> Index:
    new = values.get(index[0])
    if new is None:
        return index
    for p in reversed(index[1]):
        new = apply_map(p, new)
    return new


def substitute_atom(a: Atom, values: Mapping[Base, Index], fresh: Fresh) -> Atom:
    """Replace free bases by indices; an atom without them stays the very same."""
    match a[0]:
        case "T" | "C":
            new = tuple([substitute_index(i, values) for i in a[2]])
            return a if new == a[2] else (a[0], a[1], new)
        case "D":
            return ("D", substitute_index(a[1], values), substitute_index(a[2], values))
    if free_in_atom(a).isdisjoint(values):
        return a
    return with_arguments(a, [substitute(e, values, fresh) for e in arguments(a)])


def substitute_factors(factors: Sequence[Factor], values: Mapping[Base, Index], fresh: Fresh) -> tuple[Factor, ...]:
    return tuple([(substitute_atom(a, values, fresh), q) for a, q in factors])


def substitute_mono(mono: Mono, values: Mapping[Base, Index], fresh: Fresh) -> Mono:
    """Replace free bases by indices. The bounds are renamed, and every binder on the way, so nothing is captured."""
    renamed = [(fresh(size), size) for _, size in mono.bounds]
    inner: dict[Base, Index] = dict(values)
    for (old, _), (new, _) in zip(mono.bounds, renamed, strict=True):
        inner[old] = (new, ())
    return Mono(mono.c, tuple(renamed), substitute_factors(mono.factors, inner, fresh))


def substitute(expr: Expr, values: Mapping[Base, Index], fresh: Fresh) -> Expr:
    return tuple([substitute_mono(m, values, fresh) for m in expr])


# ------------------------------------------------------------------ arithmetic


def scale(c: Fraction | int, expr: Expr) -> Expr:
    return tuple([Mono(product(m.c, c), m.bounds, m.factors) for m in expr]) if c else ZERO


def _factors(expr: Expr) -> int:
    return sum([len(m.factors) for m in expr])


def multiply(first: Expr, second: Expr, fresh: Fresh) -> Expr:
    """Every monomial of the first times every one of the second, in that order; the second's bounds are renamed.

    A product has the bounds and factors of the first, then those of the second.
    """
    need(len(first) * len(second) <= MOST_MONOMIALS, "a product of sums grows too large")
    need(len(first) * _factors(second) + _factors(first) * len(second) <= MOST_FACTORS, "a product of sums grows too large")
    monomials = []
    for m in first:
        for p in second:
            n = substitute_mono(p, {}, fresh) if p.bounds else p
            monomials.append(Mono(product(m.c, n.c), m.bounds + n.bounds, m.factors + n.factors))
    return tuple(monomials)


def raised(c: Fraction, exponent: int) -> Fraction:
    """c^exponent. *Fails when* it would be too long to write."""
    length = max(c.numerator.bit_length(), c.denominator.bit_length())
    need(length * abs(exponent) <= MOST_BITS, "a power of a number grows too large")
    return c**exponent


def power(expr: Expr, exponent: int, fresh: Fresh) -> Expr:
    """The product of `exponent` copies, multiplied out from the left."""
    for mono in expr:
        raised(mono.c, exponent)
    need(len(expr) ** exponent <= MOST_MONOMIALS, "a power of a sum grows too large")
    result = ONE
    for _ in range(exponent):
        result = multiply(result, expr, fresh)
    return result


def bind(bound: int, size: Size, expr: Expr) -> Expr:
    """Σ over the bound number: it becomes the last bound of every monomial."""
    return tuple([Mono(m.c, (*m.bounds, (bound, size)), m.factors) for m in expr])


def times_atom(expr: Expr, a: Atom, q: Fraction | int = UNIT) -> Expr:
    """The power of an atom appended to every monomial. The atom holds no bound number of these monomials."""
    return tuple([Mono(m.c, m.bounds, (*m.factors, (a, exact(q)))) for m in expr])
