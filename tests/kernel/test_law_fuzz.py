"""Every law with every small datum at random monomials: what is accepted keeps its value in random models.

A few dozen monomials here; `SYMPROOFS_FUZZ_MONOMIALS=10000 SYMPROOFS_FUZZ_SEED=7 pytest tests/kernel/test_law_fuzz.py -s`
tries more and prints how often each law was accepted.
"""

from __future__ import annotations

import cmath
import itertools
import math
import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import FIRST, Atom, Expr, Index, Mono, Rejected, free_in_mono, inverse_map, substitute_factors
from symproofs.kernel.laws import LAWS, apply_law
from symproofs.kernel.state import Fact, State
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import ForAll, Property, Relation, Statement
from symproofs.terms.types import family, function, index, matrix, scalar, vector

N, M, TWO = Size.of("n"), Size.of("m"), Size.of(2)
FEWER = M - Size.of(1)
UNIT = Fraction(1)

ROWS = {
    "P": (matrix("n", "n"), "permutation"),
    "Q": (matrix("n", "n"), "permutation"),
    "R": (matrix("n", "n"), "orthogonal"),
    "S": (matrix("n", "n"), "symmetric"),
    "A": (matrix("n", "n"), ""),
    "C": (matrix("n", "n", "complex"), ""),
    "x": (vector("n"), ""),
    "y": (vector("n"), "positive"),
    "w": (vector("m"), ""),
    "k": (family(scalar("complex"), "n"), ""),
    "B": (matrix(2, 2), ""),
    "z": (scalar("complex"), ""),
    "u": (scalar(), "positive"),
    "v": (scalar(), "nonnegative"),
    "c": (scalar(), ""),
    "r": (scalar(), "nonzero"),
    "g": (scalar(), "negative"),
    "f": (function((scalar("complex"),), scalar()), ""),
    "a": (index("n"), ""),
    "b": (index("n"), ""),
    "e": (index("n"), ""),
    "h": (index(2), ""),
    "L": (matrix("m", "m"), "permutation"),
    "H": (matrix("n", "n", "complex"), "orthogonal"),
    "V": (matrix("n", "n"), ""),
    "o": (index("m"), ""),
    "X": (scalar(), "random"),
    "Y": (vector("n"), "random"),
    "Z": (scalar("complex"), "random"),
}
DISTINCT = frozenset({frozenset({"a", "b"})})
CONTEXT = Context({n: Declaration(n, t, frozenset(p.split())) for n, (t, p) in ROWS.items()}, (), DISTINCT)


# ------------------------------------------------------------------ random models


MOST_VALUES = 400
"""Atoms to evaluate for one monomial in one model."""


class Skip(Exception):
    """The value is out of reach of floating point, or a condition does not hold in the model."""


class Model:
    """Sizes and values for all names; evaluates sums in complex floating point."""

    def __init__(self, seed: int) -> None:
        r = random.Random(seed)
        self.left = MOST_VALUES
        self.sizes = {"n": r.choice([2, 2, 3]), "m": r.choice([1, 2])}
        self.names: dict[str, int] = dict(zip("abe", [*r.sample(range(1, self.sizes["n"] + 1), 2), 1], strict=True))
        self.names |= {"h": r.choice([1, 2]), "o": r.randint(1, self.sizes["m"])}
        self.values: dict[tuple[str, tuple[int, ...]], Any] = {}
        n = self.sizes["n"]
        self.maps: dict[str, list[int]] = {}
        for p, size in (("P", n), ("Q", n), ("L", self.sizes["m"])):
            image = r.sample(range(1, size + 1), size)
            self.maps[p] = [0, *image]
            self.maps[p + "^-1"] = [0, *(image.index(i) + 1 for i in range(1, size + 1))]
        rotation = self._rotation(r, n)
        weights = [r.randint(1, 3) for _ in range(r.choice([1, 2, 2, 3]))]
        self.chances = [w / sum(weights) for w in weights]
        self.outcome = 0
        for name, (kind, props) in ROWS.items():
            if kind.index is not None or kind.parameters is not None:
                continue
            shape = [self.size(s) for s in (*kind.over, *(s for s in kind.shape if s != ONE))]
            for place in itertools.product(*(range(1, s + 1) for s in shape)):
                drawn = [self._draw(r, name, kind.sort == "complex", props, place, rotation) for _ in self.chances]
                self.values[name, place] = drawn if props == "random" else drawn[0]

    def _rotation(self, r: random.Random, n: int) -> list[list[float]]:
        """A reflection I − 2 v v^T / |v|²."""
        v = [r.uniform(-1, 1) for _ in range(n)]
        square = sum(t * t for t in v)
        return [[(i == j) - 2 * v[i] * v[j] / square for j in range(n)] for i in range(n)]

    def _draw(self, r: random.Random, name: str, cpx: bool, props: str, place: Any, rotation: Any) -> complex:
        if name in self.maps:
            return complex(self.maps[name][place[0]] == place[1])
        if name in ("R", "H"):  # of complex numbers unitary, which is no reason for H H^T = I
            return complex(rotation[place[0] - 1][place[1] - 1]) * (1j if name == "H" else 1)
        if name == "S" and place[0] > place[1]:
            return complex(self.values[name, place[::-1]])
        special = [] if "positive" in props or "nonzero" in props or "negative" in props.split() else [0.0]
        value = r.choice([r.uniform(-2, 2), r.uniform(-2, 2), 1.0, -1.0, 2.0, *special])
        if props in ("positive", "nonnegative"):
            value = abs(value)
        if props == "negative":
            value = -abs(value)
        return complex(value, r.choice([r.uniform(-2, 2), 1.0, 0.0])) if cpx else complex(value)

    def size(self, size: Size) -> int:
        return int(size.evaluate(self.sizes))

    def place(self, i: Index, env: dict[Any, int]) -> int:
        base, maps = i
        value = int(base[1:]) if isinstance(base, str) and base[0] == "#" else env.get(base) or self.names[base]
        for p in reversed(maps):
            value = self.maps[p][value]
        return value

    def sum(self, expr: Expr, env: dict[Any, int]) -> complex:
        return sum((self.mono(m, env) for m in expr), 0j)

    def at(self, mono: Mono) -> complex | None:
        """The value of a monomial, if it is within reach and quick to get."""
        self.left = MOST_VALUES
        try:
            return self.mono(mono, {})
        except (Skip, OverflowError, ZeroDivisionError):
            return None

    def mono(self, mono: Mono, env: dict[Any, int]) -> complex:
        total = 0j
        for places in itertools.product(*(range(1, self.size(s) + 1) for _, s in mono.bounds)):
            inner = {**env, **{b: k for (b, _), k in zip(mono.bounds, places, strict=True)}}
            value = complex(float(mono.c))
            for a, q in mono.factors:
                value *= self.power(self.atom(a, inner), q)
            total += value
        return total

    def power(self, base: complex, q: Fraction) -> complex:
        if not cmath.isfinite(base) or (0 < abs(base) < 1e-7) or abs(base) > 1e7:
            raise Skip
        if base == 0:
            return 0j
        if q.denominator == 1:
            return base ** int(q)
        return cmath.exp(float(q) * self.log(base))

    def log(self, value: complex) -> complex:
        """Principal; a value that is real but for rounding is real, one close to the cut is out of reach."""
        if value == 0:
            return 0j
        if abs(value.imag) < 1e-10 * abs(value):
            value = complex(value.real)
        elif value.real < 0 and abs(value.imag) < 1e-6 * abs(value):
            raise Skip
        return cmath.log(value)

    def step(self, value: complex) -> complex:
        if value and (abs(value.real) < 1e-7 or (0 < abs(value.imag) < 1e-7)):
            raise Skip
        return complex(value.imag == 0 and value.real > 0)

    def atom(self, a: Atom, env: dict[Any, int]) -> complex:
        self.left -= 1
        if self.left < 0:
            raise Skip
        match a[0]:
            case "T" | "C":
                if a[1] == "#":
                    return complex(self.place(a[2][0], env))
                if a[1] == "#pi":
                    return complex(math.pi)
                if a[1] in self.sizes:
                    return complex(self.sizes[a[1]])
                value = self.values[a[1], tuple(self.place(i, env) for i in a[2])]
                value = complex(value[self.outcome] if isinstance(value, list) else value)
                return value if a[0] == "T" else value.conjugate()
            case "D":
                return complex(self.place(a[1], env) == self.place(a[2], env))
            case "I":
                return 1j
            case "X":
                value = self.sum(a[1], env)
                if abs(value.real) > 30:
                    raise Skip
                return cmath.exp(value)
            case "S":
                return self.snap(self.sum(a[1], env))
            case "E":
                return self.expectation(a[1], env)
            case "F" if a[1] == "log":
                return self.log(self.snap(self.sum(a[2], env)))
            case "F" if a[1] == "step":
                return self.step(self.snap(self.sum(a[2], env)))
            case "K":
                value = self.sum(a[2][0], env)
                return complex(math.sin(value.real) + value.imag**2)
        raise AssertionError(a)

    def expectation(self, expr: Expr, env: dict[Any, int]) -> complex:
        here, total = self.outcome, 0j
        try:
            for outcome, chance in enumerate(self.chances):
                self.outcome = outcome
                total += chance * self.sum(expr, env)
        finally:
            self.outcome = here
        return self.snap(total)

    def always(self, condition: Statement) -> bool:
        """Whether the condition holds for every outcome."""
        try:
            found = []
            for outcome in range(len(self.chances)):
                self.outcome = outcome
                found.append(self.holds(condition, {}))
            return all(found)
        finally:
            self.outcome = 0

    def snap(self, value: complex) -> complex:
        """Rounding noise in the imaginary part taken off; a value so small that it may be 0 is out of reach."""
        if 0 < abs(value) < 1e-7:
            raise Skip
        return complex(value.real, 0.0 if abs(value.imag) < 1e-10 * abs(value) else value.imag)

    def holds(self, condition: Statement, env: dict[str, int], context: Context = CONTEXT) -> bool:
        match condition:
            case Property("integrable", _):
                return True
            case ForAll(names, body):
                ranges = [range(1, self.size(t.index or ONE) + 1) for _, t in names]
                inner = context.declare(*(Declaration(n, t) for n, t in names))
                return all(
                    self.holds(body, {**env, **dict(zip([n for n, _ in names], places, strict=True))}, inner)
                    for places in itertools.product(*ranges)
                )
            case Relation(operator, left, right):
                try:
                    sides = [entries_of(side, State(context)) for side in (left, right)]
                    value = self.snap(self.sum(sides[0], dict(env)) - self.sum(sides[1], dict(env)))
                except Rejected:
                    raise Skip from None
                if operator == "!=":
                    return abs(value) > 1e-7
                assert abs(value.imag) < 1e-6, "a sign is asked of a number that is not real"
                return value.real > 1e-7 if operator == ">" else value.real > -1e-12
        raise AssertionError(condition)


# ------------------------------------------------------------------ random monomials

NUMBERS = [Fraction(q) for q in ("1", "1", "1", "1", "2", "-1", "-1", "1/2", "-1/2", "3", "-2", "3/2")]


def facts(state: State) -> list[Fact]:
    """Σ_b R_ib R_jb = δ_ij, Σ_b S_ib x_b = Σ_b S_bi x_b, E Y_i Y_j = E Y_j Y_i, in the form in which lemmas have them."""
    i, j, h = ("@5", ()), ("@6", ()), ("@7", ())
    state.ranges.update({"@5": N, "@6": N, "@7": N})
    b, c, d = (state.fresh(N) for _ in range(3))

    def product(bound: int, *atoms: Atom) -> Mono:
        return Mono(UNIT, ((bound, N),), tuple((a, UNIT) for a in atoms))

    rotation = product(b, ("T", "R", (i, (b, ()))), ("T", "R", (j, (b, ()))))
    symmetry = product(c, ("T", "S", (h, (c, ()))), ("T", "x", ((c, ()),)))
    mirrored = product(d, ("T", "S", ((d, ()), h)), ("T", "x", ((d, ()),)))
    equal = (Mono(UNIT, (), ((("D", i, j), UNIT),)),)
    second = Mono(UNIT, (), ((moment(i, j), UNIT),))
    exchanged = (Mono(UNIT, (), ((moment(j, i), UNIT),)),)
    both: dict[int | str, Size] = {"@5": N, "@6": N}
    return [Fact(rotation, equal, both), Fact(symmetry, (mirrored,), {"@7": N}), Fact(second, exchanged, both)]


def moment(i: Index, j: Index) -> Atom:
    """E[Y_i Y_j]"""
    factors = [(("T", "Y", (k,)), UNIT) for k in (i, j)] if i != j else [(("T", "Y", (i,)), Fraction(2))]
    return ("E", (Mono(UNIT, (), tuple(factors)),))


class Generator:
    ranges: Sequence[Size] = (N, N, N, M, TWO)
    compared: Sequence[Size] = (N, N, N, TWO)

    def __init__(self, r: random.Random, state: State) -> None:
        self.r, self.state = r, state

    def index(self, size: Size, scope: list[int]) -> Index | None:
        pool: list[Index] = [(b, ()) for b in scope if self.state.ranges[b] == size]
        if size == N:
            pool += [(b, ()) for b in "abe"]
            pool += [(b, tuple(self.r.choices(["P", "P^-1", "Q"], k=self.r.choice([1, 1, 2])))) for b, _ in pool]
            pool = [(b, maps) for b, maps in pool if len(maps) < 2 or maps[0] != inverse_map(maps[1])]
            pool.append(("#1", ()))
        if size == TWO:
            pool += [("#1", ()), ("#2", ()), ("h", ())]
        return self.r.choice(pool) if pool else None

    def exponent(self, whole: bool = False) -> Fraction:
        q = self.r.choice(NUMBERS)
        return UNIT if whole and q.denominator != 1 else q

    def mono(self, scope: list[int], depth: int) -> Mono:
        r = self.r
        bounds = [(self.state.fresh(s), s) for s in r.choices(self.ranges, k=r.choice([0, 1, 1, 2]))]
        inside = scope + [b for b, _ in bounds]
        factors: list[Any] = []
        for _ in range(r.choice([1, 1, 2, 2, 3])):
            row = self.factor(inside, depth)
            if row is not None:
                factors.append(row)
                if r.random() < 0.2:
                    factors.append((row[0], self.exponent()))
        factors += self.pattern(inside)
        if depth and r.random() < 0.3:  # a summand of a denominator beside it
            whole = tuple(self.mono(inside, 0) for _ in range(r.choice([1, 2])))
            chosen = r.choice(whole)
            new = {b: self.state.fresh(s) for b, s in chosen.bounds}
            copy = substitute_factors(chosen.factors, {b: (k, ()) for b, k in new.items()}, self.state.fresh)
            bounds += [(new[b], s) for b, s in chosen.bounds]
            factors = [*copy, *factors, (("S", whole), Fraction(r.choice([-1, -1, -2, 2])))]
        return Mono(
            r.choice([UNIT, UNIT, UNIT, Fraction(2), -UNIT, Fraction(1, 2), Fraction(r.randrange(2))]),
            tuple(bounds),
            tuple(factors),
        )

    def pattern(self, scope: list[int]) -> list[Any]:
        """Now and then what a law waits for and chance rarely brings."""
        r = self.r
        i, j, q = self.index(N, scope), self.index(N, scope), self.exponent()
        assert i and j
        long = [b for b in scope if self.state.ranges[b] == N]
        if r.random() < 0.1 and long:
            ends = (((long[-1], ()), i), ((long[-1], ()), j))
            return [(("T", "R", e if r.random() < 0.8 else e[::-1]), UNIT) for e in ends]
        if r.random() < 0.1:
            return [(moment(i, j), r.choice([UNIT, Fraction(2)]))]
        if r.random() < 0.1 and long:
            b: Index = (long[-1], ())
            return [(("T", "R", (i, b)), UNIT), (("T", "R", (j, b)), UNIT)]
        if r.random() < 0.1 and long:
            return [(("T", "S", (i, (long[-1], ()))), UNIT), (("T", "x", ((long[-1], ()),)), UNIT)]
        if r.random() < 0.1:
            return [(("X", (self.mono(scope, 0),)), q), (("X", (self.mono(scope, 0),)), q)]
        if r.random() < 0.06:
            logarithm = (("F", "log", (self.mono(scope, 0),)), UNIT)
            return [
                (
                    ("X", (Mono(Fraction(r.choice([1, 3, -1]), r.choice([1, 2])), (), (logarithm,)),)),
                    Fraction(r.choice([1, 2, -1])),
                )
            ]
        return [(("D", i, j), UNIT)] if r.random() < 0.1 else []

    def factor(self, scope: list[int], depth: int) -> tuple[Atom, Fraction] | None:
        r = self.r
        draw = r.random()
        if draw < 0.4 or not depth:
            return self.entry(scope)
        if draw < 0.55:
            size = r.choice(self.compared)
            i, j = self.index(size, scope), self.index(size, scope)
            return (("D", i, j), r.choice([UNIT, UNIT, UNIT, Fraction(2)])) if i and j else None
        if draw < 0.58:
            return (("I",), Fraction(r.choice([1, 2, 3, -1, 5])))
        inside = tuple(self.mono(scope, depth - 1) for _ in range(r.choice([1, 1, 2])))
        if r.random() < 0.15:
            inside = r.choice(
                [
                    ((Mono(UNIT, (), ())),),
                    (Mono(Fraction(r.choice([2, 4, 12, -3])), (), ()),),
                    (),
                    (Mono(UNIT, (), ()), *inside),
                    (Mono(Fraction(r.choice([1, 3]), 2), (), ((("T", "#pi", ()), UNIT), (("I",), UNIT))),),
                    (Mono(Fraction(r.choice([1, 2]), 2), (), ((("F", "log", inside), UNIT),)),),
                    (Mono(UNIT, (), ((("X", inside), self.exponent()),)),),
                ]
            )
        draw = r.random()
        if r.random() < 0.25:
            return (("E", inside), r.choice([UNIT, UNIT, self.exponent()]))
        if draw < 0.3:
            return (("X", inside), self.exponent())
        if draw < 0.65:
            return (("S", inside), self.exponent())
        if draw < 0.75:
            return (("F", "step", inside), Fraction(r.choice([1, 2])))
        if draw < 0.95:
            return (("F", "log", inside), Fraction(r.choice([1, 1, 2])))
        return (("K", "f", (inside,)), self.exponent(whole=True))

    def entry(self, scope: list[int]) -> tuple[Atom, Fraction] | None:
        name = self.r.choice([*"PQRRSSACxyywkBzzuuvcrgXXYYZ", "#", "n"])
        if name == "n":
            return (("T", "n", ()), self.exponent())
        kind = ROWS["x"][0] if name == "#" else ROWS[name][0]
        places = [self.index(s, scope) for s in (*kind.over, *(s for s in kind.shape if s != ONE))]
        if None in places:
            return None
        tag = "C" if kind.sort == "complex" and self.r.random() < 0.4 else "T"
        return ((tag, name, tuple(places)), UNIT if name in "PQ" else self.exponent())


class EmptyRanges(Generator):
    """With ranges [m - 1], in which nothing is where m is 1."""

    ranges = (N, FEWER, FEWER, M, TWO)
    compared = (N, FEWER, FEWER)

    def index(self, size: Size, scope: list[int]) -> Index | None:
        found = super().index(size, scope)
        return self.r.choice([found or FIRST, FIRST]) if size == FEWER else found


def candidates(mono: Mono, r: random.Random) -> list[tuple[Any, ...]]:
    """Every law with every small datum at this monomial, longer data at random."""
    factors, bounds = range(len(mono.factors)), range(len(mono.bounds))
    found: list[tuple[Any, ...]] = []
    small: dict[str, list[Any]] = {
        "factor": list(factors),
        "bound": list(bounds),
        "side": [0, 1],
        "map": ["P", "P^-1", "Q", "A"],
        "rational": [2, -1, "1/2", -2],
        "natural": [0, 1],
        "witness": [0, [[], [[1, 0], [0, 0]]]],
    }
    for law in LAWS.values():
        if "list" not in law.data:
            found += [(law.name, *data) for data in itertools.product(*(small[k] for k in law.data))]
    found += [("cover", i) for i in ("h", "a", "@0", "#1")]
    for n in (0, 1):
        for b in bounds:
            found += [("fact", n, [b], list(pair), [0, 0]) for pair in itertools.permutations(factors, 2)]
    for k in factors:
        found += [("fact", 2, [], [k], [w]) for w in (0, [[0, [[], [[1, 0], [0, 0]]]]])]
        a = mono.factors[k][0]
        inside: Expr = a[-1] if a[0] in "XFS" else ()
        for primes in ([[2, 1]], [[2, 2]], [[2, 2], [3, 1]], [[2, -1]], []):
            found += [("num", k, primes), ("lognum", k, primes)]
        for _ in range(6 if inside else 0):
            places = [[r.randrange(len(m.factors)), 0] if m.factors and r.random() < 0.8 else -1 for m in inside]
            info = [
                [
                    r.sample(range(len(m.factors)), r.randint(0, len(m.factors))),
                    r.sample(range(len(m.bounds)), r.randint(0, len(m.bounds))),
                    0,
                ]
                for m in inside
            ]
            p = r.choice(["1", "-1", "1/2", "2"])
            found += [("pull", k, p, places), ("logpull", k, p, places), ("pullpart", k, info), ("logpullpart", k, info)]
        if a[0] == "S":
            for lead, m in enumerate(inside):
                for _ in range(12):
                    if len(m.bounds) <= len(bounds) and len(m.factors) < len(factors):
                        chosen = r.sample(list(bounds), len(m.bounds))
                        spots = r.sample(range(len(factors) - 1), len(m.factors))
                        found.append(("inv", k, lead, chosen, spots, [0] * len(spots)))
    r.shuffle(found)
    return found


# ------------------------------------------------------------------ the test

MOST_OF_ONE_LAW = 5
"""Acceptances at one monomial: what always fits must not crowd out what rarely does."""


def close(first: complex, second: complex, largest: float = 0) -> bool:
    """Equal but for rounding; `largest` is the greatest of the summands, which may have cancelled."""
    return abs(first - second) <= 1e-5 * (1 + abs(first) + abs(second)) + 1e-10 * largest


Apply = Callable[[State, str, Mono, Sequence[Any]], Expr]
"""A law at a monomial: the sum it makes; conditions are left in the state."""


def fuzz(
    seed: int, wanted: int, apply: Apply = apply_law, generator: type[Generator] = Generator
) -> tuple[int, Counter[str], int, list[Any]]:
    r = random.Random(seed)
    accepted: Counter[str] = Counter()
    wrong: list[Any] = []
    monomials = compared = 0
    while monomials < wanted:
        state = State(CONTEXT, None, 10**9)
        state.facts += facts(state)
        mono = generator(r, state).mono([], r.choice([1, 1, 1, 2]))
        if len(repr(mono)) > 6000:
            continue
        monomials += 1
        models = [(m, v) for m in (Model(r.randrange(10**9)) for _ in range(2)) if (v := m.at(mono)) is not None]
        if not models:
            continue
        tried: Counter[str] = Counter()
        for law, *data in candidates(mono, r):
            if tried[law] >= MOST_OF_ONE_LAW:
                continue
            state.conditions.clear()
            try:
                result = apply(state, law, mono, data)
            except Rejected:
                continue
            accepted[law] += 1
            tried[law] += 1
            assert not {b for b in free_in_mono(mono) if isinstance(b, int)}
            for model, before in models:
                try:
                    model.left = 20 * MOST_VALUES
                    if not all(map(model.always, state.conditions)):
                        continue
                    parts = [model.mono(m, {}) for m in result]
                    after, largest = sum(parts, 0j), max(map(abs, parts), default=0)
                    if not (cmath.isfinite(before) and cmath.isfinite(after)) or max(abs(before), abs(after)) > 1e8:
                        continue
                except (Skip, OverflowError, ZeroDivisionError):
                    continue
                compared += 1
                if not close(before, after, largest):
                    wrong.append((law, data, mono, result, before, after, dict(state.conditions)))
                    break
    return monomials, accepted, compared, wrong


@pytest.mark.parametrize("generator", [Generator, EmptyRanges])
@pytest.mark.parametrize("part", range(2))
def test_laws_keep_values(part: int, generator: type[Generator]) -> None:
    wanted = int(os.environ.get("SYMPROOFS_FUZZ_MONOMIALS", "200")) // 2
    seed = int(os.environ.get("SYMPROOFS_FUZZ_SEED", "1")) * 2 + part
    monomials, accepted, compared, wrong = fuzz(seed, wanted, generator=generator)
    print(f"\n{monomials} monomials, {sum(accepted.values())} accepted, {compared} compared, {dict(sorted(accepted.items()))}")
    print("never accepted:", sorted(set(LAWS) - set(accepted)))
    assert len(accepted) > 15
    for law, data, mono, result, before, after, conditions in sorted(wrong, key=lambda row: len(repr(row[2])))[:3]:
        print("WRONG", law, data, "\n  ", mono, "\n  ", result, "\n  ", before, after, conditions)
    assert not wrong
