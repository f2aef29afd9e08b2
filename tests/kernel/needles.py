"""Monomials made for one law each, with here and there one thing that does not fit: what chance rarely brings.

`needle(r, here)` gives a monomial and a step for it. Every part is right most of the time and wrong now and then, so that each
side condition of the law fails alone in some of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from symproofs.kernel.indexed import Atom, Expr, Factor, Index, Mono
from symproofs.kernel.state import State
from symproofs.terms.size import Size

N, M, TWO = Size.of("n"), Size.of("m"), Size.of(2)
UNIT = Fraction(1)
Step = tuple[Any, ...]


class Maker:
    """Parts that are mostly right."""

    def __init__(self, r: Random, here: State) -> None:
        self.r, self.here = r, here

    def odd(self, right: Any, *wrong: Any, chance: float = 0.12) -> Any:
        return self.r.choice(wrong) if wrong and self.r.random() < chance else right

    def pick(self, *options: Any) -> Any:
        return self.r.choice(options)

    def bound(self, size: Size = N) -> tuple[int, Size]:
        return self.here.fresh(size), size

    def index(self, *bases: Any) -> Index:
        base = self.pick(*bases, "a", "b", "#1")
        return base, self.odd((), ("P",), ("P^-1",), ("Q", "P"), chance=0.3)

    def entry(self, *bases: Any) -> Atom:
        name, count = self.pick(
            ("A", 2), ("x", 1), ("y", 1), ("u", 0), ("v", 0), ("c", 0), ("r", 0), ("g", 0), ("z", 0), ("S", 2)
        )
        return "T", name, tuple(self.index(*bases) for _ in range(count))

    def power(self) -> Fraction:
        return Fraction(self.pick("1", "1", "2", "-1", "1/2", "-1/2", "3", "-2", "1/3"))

    def mono(self, *bases: Any, factors: int = 1, bounds: bool = False) -> Mono:
        rows = (self.bound(),) if bounds else ()
        inner = (*bases, *(b for b, _ in rows))
        c = Fraction(self.pick("1", "1", "2", "-1", "1/2"))
        return Mono(c, rows, tuple((self.entry(*inner), self.power()) for _ in range(factors)))

    def sum(self, *bases: Any) -> Expr:
        return tuple(
            self.mono(*bases, factors=self.pick(1, 1, 2), bounds=self.r.random() < 0.3) for _ in range(self.pick(1, 1, 2, 3))
        )

    def around(self, *factors: Factor, bounds: Sequence[tuple[int, Size]] = ()) -> Mono:
        """A monomial with these factors first."""
        more = [(self.entry(*(b for b, _ in bounds)), self.power())] if self.r.random() < 0.4 else []
        return Mono(Fraction(self.pick("1", "1", "2", "-1")), tuple(bounds), (*factors, *more))

    def single(self, inner: Atom, c: str = "1", p: str = "1") -> Expr:
        """A sum of one power of an atom, or nearly."""
        rows = self.odd((), (self.bound(),))
        more = self.odd((), ((self.entry(), self.power()),))
        one = Mono(Fraction(self.odd(c, "2", "0", "-1", "1/2")), rows, ((inner, Fraction(self.odd(p, "2", "-1", "1/2"))), *more))
        return (one, *self.odd((), (self.mono(),)))


def _explog(k: Maker) -> tuple[Mono, Step]:
    log: Atom = k.odd(("F", k.odd("log", "step"), k.sum()), ("K", "f", (k.sum(),)))
    c = k.pick("1", "1/2", "3", "-1")
    return k.around((("X", k.single(log, c)), Fraction(k.odd("1", "2", "1/2", "-1")))), ("explog", 0)


def _turn(k: Maker, *multiples: str) -> Factor:
    """A power of exp(r π i), or nearly."""
    pi: Factor = (("T", "#pi", ()), Fraction(k.odd("1", "2")))
    i: Factor = (("I",), Fraction(k.odd("1", "2", "3")))
    factors = k.odd((pi, i), (pi,), (i,), (pi, i, (k.entry(), UNIT)), (i, pi, i), ((k.entry(), UNIT), i))
    one = Mono(Fraction(k.odd(k.pick(*multiples), "1/3", "1/4", "0")), k.odd((), (k.bound(),)), factors)
    return (k.odd("X", "S"), (one, *k.odd((), (k.mono(),)))), Fraction(k.odd(k.pick("1", "3", "-2"), "1/2", "1/3"))


def _exppi(k: Maker) -> tuple[Mono, Step]:
    return k.around(_turn(k, "1/2", "1", "3/2", "3", "1/4", "1/6")), ("exppi", 0)


def _iturn(k: Maker) -> tuple[Mono, Step]:
    i: Factor = (k.odd(("I",), k.entry()), Fraction(k.odd(k.pick("1", "-1", "2"), "1/2")))
    turn = _turn(k, "1/2", "1/4", "1/6", "-1/4", "3/2")
    first = k.pick(True, False)
    return k.around(*((i, turn) if first else (turn, i))), ("iturn", *((0, 1) if first else (1, 0)))


def _rootsum(k: Maker) -> tuple[Mono, Step]:
    parts = k.pick(2, 3, 4, 5, 6)
    step = k.odd(k.pick(1, 2, -1, 3), Fraction(1, 2))
    n = k.odd(parts, 1, 2, 3, 0, 65, True, "2")
    turn = _turn(k, str(2 / Fraction(parts * abs(step))))
    return k.around(turn), ("rootsum", 0, n, str(k.odd(step, 2 * step, 0, parts)))


def _gauss(k: Maker) -> tuple[Mono, Step]:
    n = k.odd(k.pick("2", "3", "5", "7", "9", "15"), "4", "6", "1", "-3", "1/3", "3/2", "67")
    one = Mono(Fraction(n), k.odd((), (k.bound(),)), k.odd((), ((k.entry(), UNIT),)))
    a: Atom = ("S", (one, *k.odd((), (k.mono(),))))
    return k.around((k.odd(a, ("X", a[1])), Fraction(k.odd("1/2", "1", "-1/2", "3/2")))), ("gauss", 0)


def _iunit(k: Maker) -> tuple[Mono, Step]:
    return k.around((k.odd(("I",), k.entry()), k.odd(Fraction(3), Fraction(1, 2)))), ("iunit", 0)


def _num(k: Maker) -> tuple[Mono, Step]:
    c, primes = k.pick((12, [[2, 2], [3, 1]]), (4, [[2, 2]]), (Fraction(1, 2), [[2, -1]]), (-3, [[-3, 1]]), (1, []))
    primes = k.odd(
        primes, [[2, 1]], [[2.0, 2]], [[2, 2, 0], [3, 1, 0]], ["23"], [[-2, 2], [3, 1]], [[True, 2], [12, 1]], [[0, 1]]
    )
    one = Mono(Fraction(c), k.odd((), (k.bound(),)), k.odd((), ((k.entry(), UNIT),)))
    inside = (one, *k.odd((), (Mono(UNIT, (), ()),)))
    kind = k.pick("num", "num", "lognum")
    a: Atom = ("S", inside) if kind == "num" else ("F", k.odd("log", "step"), inside)
    return k.around((a, k.power() if kind == "num" else k.odd(UNIT, Fraction(2)))), (kind, 0, primes)


def _unwrap(k: Maker) -> tuple[Mono, Step]:
    return k.around((("S", k.single(k.entry(), p=k.pick("2", "1", "3", "-2", "1/2"))), k.power())), ("unwrap", 0)


def _scale(k: Maker) -> tuple[Mono, Step]:
    return k.around((k.odd(("S", k.sum()), k.entry(), ("X", k.sum())), k.power())), ("scale", 0, k.odd("2", "-1", "0", "-1/2"))


def _pull(k: Maker) -> tuple[Mono, Step]:
    """A power of one atom taken out of every summand."""
    x = k.entry()
    p = k.pick("1", "2", "1/2", "-1")
    monos, places = [], []
    for _ in range(k.pick(1, 2, 2, 3)):
        b, size = k.bound()
        inside = k.odd(x, k.entry(b), k.entry())
        rows = k.odd((), ((b, size),), chance=0.4)
        if inside != x:
            rows = ((b, size),)
        monos.append(Mono(UNIT, rows, ((inside, Fraction(p)), (k.entry(*(c for c, _ in rows)), UNIT))))
        places.append(k.odd([0, 0], -1, [1, 0], chance=0.2))
    kind = k.pick("pull", "pull", "logpull")
    a: Atom = ("S", tuple(monos)) if kind == "pull" else ("F", k.odd("log", "step"), tuple(monos))
    places = k.odd(
        places, places[1:], [*places, -1], [[0], *places[1:]], [[True, 0], *places[1:]], [[9, 0]], [[-1, 0], *places[1:]]
    )
    return k.around((a, k.power() if kind == "pull" else k.odd(UNIT, Fraction(2)))), (kind, 0, k.odd(p, "0"), places)


def _pullpart(k: Maker) -> tuple[Mono, Step]:
    b, c = k.bound(), k.bound()
    if k.r.random() < 0.4:
        return _pullpart_of_numbers(k)
    part = (("T", "A", ((b[0], ()), ("a", ()))), UNIT)
    other = (("T", k.pick("y", "x"), ((k.pick(b[0], c[0], c[0]), ()),)), UNIT)
    monos = [Mono(UNIT, (b, c), (part, other)) for _ in range(k.pick(1, 2))]
    if len(monos) == 2 and k.r.random() < 0.4:
        d = k.bound(k.odd(N, M))
        one = (("T", "A", ((d[0], ()), (k.odd("a", "b"), ()))), k.odd(UNIT, Fraction(2)))
        if d[1] == N:
            monos[1] = Mono(UNIT, (d, c), (one, (("T", "y", ((c[0], ()),)), UNIT)))
    rows = [[k.odd([0], [0, 0], [1], [], [0, 1]), k.odd([0], [], [1], [0, 0], [0, 1], chance=0.3), 0] for _ in monos]
    rows = k.odd(rows, rows[1:], [row[:2] for row in rows], ["ab" for _ in rows])
    kind = k.pick("pullpart", "pullpart", "logpullpart")
    a: Atom = ("S", tuple(monos)) if kind == "pullpart" else ("F", "log", tuple(monos))
    return k.around((a, k.power() if kind == "pullpart" else UNIT)), (kind, 0, rows)


def _pullpart_of_numbers(k: Maker) -> tuple[Mono, Step]:
    """(c d)^q, log(c d), of numbers that may be negative."""
    one = Mono(UNIT, (), tuple((("T", k.pick("c", "u", "v", "r", "g", "X"), ()), UNIT) for _ in range(2)))
    kind = k.pick("pullpart", "logpullpart")
    a: Atom = ("S", (one,)) if kind == "pullpart" else ("F", "log", (one,))
    return k.around((a, Fraction(k.pick("1/2", "-1/2", "1/3")) if kind == "pullpart" else UNIT)), (kind, 0, [[[0], [], 0]])


def _mul(k: Maker) -> tuple[Mono, Step]:
    """Two atoms that are alike, or nearly."""
    first, second = k.pick(_alike_entries, _alike_deltas, _alike_functions, _alike_sums, _alike_sums, _alike_values)(k)
    q = k.power()
    step = (
        "mul",
        *k.odd((0, 1), (1, 0), (0, 0)),
        k.odd(0, [], [[], []], [[0, 0]], [[0, [[0], [[0, 0]]]]], [[0, [[1], [[0, 0]]]], [0, 0]], 1),
    )
    return Mono(UNIT, k.odd((), (k.bound(),)), ((first, q), (second, k.odd(-q, q, Fraction(1, 2))))), step


def _alike_entries(k: Maker) -> tuple[Atom, Atom]:
    x = k.entry()
    return x, k.odd(
        x, (x[0], k.pick("x", "y", "A"), x[2]), ("C", *x[1:]), (x[0], x[1], x[2][::-1]), (*x[:2], tuple(("b", ()) for _ in x[2]))
    )


def _alike_deltas(k: Maker) -> tuple[Atom, Atom]:
    i, j = k.index(), k.index()
    return ("D", i, j), k.odd(("D", j, i), ("D", i, i), ("D", i, k.index()))


def _alike_functions(k: Maker) -> tuple[Atom, Atom]:
    s = k.sum()
    if k.r.random() < 0.4:
        return ("X", s), k.odd(("X", s), ("S", s), ("E", s), chance=0.4)
    return ("F", "log", s), k.odd(("F", "log", s), ("F", "step", s), ("X", s), ("S", s))


def _alike_values(k: Maker) -> tuple[Atom, Atom]:
    s, t = k.sum(), k.sum()
    return ("K", "f", (s,)), k.odd(("K", "f", (s,)), ("K", "h", (s,)), ("K", "f", (t,)), ("K", "f", (s, t)))


def _alike_sums(k: Maker) -> tuple[Atom, Atom]:
    """S(Σ_b c y_b^q) and a copy with other bound numbers, or with something else in it."""
    (b, size), (d, other) = k.bound(), k.bound(k.odd(N, M, chance=0.2))
    q, c = k.pick(UNIT, Fraction(2)), k.pick(UNIT, Fraction(2))
    y = "y" if other == N else "w"
    one = Mono(c, ((b, size),), ((("T", "y", ((b, ()),)), q),))
    inner = k.odd(d, b, "a", chance=0.25)
    if other != N:
        one, inner = Mono(c, ((b, size),), ()), d
        return ("S", (one,)), ("S", (Mono(c, ((d, other),), ()),))
    two = Mono(k.odd(c, 3 * c, chance=0.2), ((d, other),), ((("T", y, ((inner, ()),)), k.odd(q, 3 * q, chance=0.2)),))
    more = k.odd((), (k.mono(),), chance=0.2)
    return ("S", (one,)), ("S", (two, *more))


def _expand(k: Maker) -> tuple[Mono, Step]:
    return k.around((k.odd(("S", k.sum()), ("X", k.sum())), k.odd(Fraction(2), Fraction(-1), Fraction(1, 2), Fraction(3, 2)))), (
        "expand",
        0,
    )


def _inv(k: Maker) -> tuple[Mono, Step]:
    (b, size), (d, _) = k.bound(k.odd(N, M)), k.bound()
    name = "y" if size == N else "w"
    lead = Mono(Fraction(k.odd("1", "2", "0")), ((b, size),), ((("T", name, ((b, ()),)), UNIT),))
    rest: Expr = k.odd((Mono(UNIT, (), ()),), (Mono(UNIT, (), ((("T", "y", ((d, ()),)), UNIT),)),), (), chance=0.4)
    a: Atom = (k.odd("S", "X"), (lead, *rest))
    factors = (
        (("T", k.odd(name, "x") if size == N else name, ((d, ()),)), k.odd(UNIT, Fraction(2))),
        (a, Fraction(k.odd("-1", "-2", "1", "2"))),
    )
    more = k.odd((), ((("T", "x", ((d, ()),)), UNIT),), chance=0.25)
    step = ("inv", 1, k.odd(0, 1, 9, -1), k.odd([0], [], [0, 0]), k.odd([0], [], [0, 0], [9]), k.odd([0], [], [[0, 0]]))
    return Mono(UNIT, ((d, N),), (*factors, *more)), step


def _pfrac(k: Maker) -> tuple[Mono, Step]:
    one = Mono(Fraction(k.odd("1", "0", "2")), k.odd((), (k.bound(),)), k.odd((), ((k.entry(), UNIT),)))
    return k.around((("S", (one, k.mono())), Fraction(k.odd("-1", "1", "-2", "-1/2")))), ("pfrac", 0, k.odd(0, 1, 9, -1))


def _logs(k: Maker) -> tuple[Mono, Step]:
    kind = k.pick("log1", "logexp", "logpow")
    inner: Atom = k.odd(("X", k.sum()) if kind == "logexp" else k.pick(k.entry(), ("S", k.sum())), k.entry(), ("S", k.sum()))
    inside = (Mono(UNIT, (), ()),) if kind == "log1" else k.single(inner, p=k.pick("1", "2", "-1"))
    a: Atom = k.odd(("F", k.odd("log", "step"), k.odd(inside, k.sum())), ("X", inside))
    return k.around((a, k.odd(UNIT, Fraction(2)))), (kind, 0)


def _exps(k: Maker) -> tuple[Mono, Step]:
    q = k.odd(UNIT, Fraction(1, 2), chance=0.5)
    turns = tuple(Mono(Fraction(2), (), ((("I",), UNIT),)) for _ in range(2))
    first = (("X", k.odd(k.sum(), turns, chance=0.3)), q)
    second = (k.odd(("X", k.odd(k.sum(), turns[:1], chance=0.3)), k.entry()), k.odd(q, Fraction(3)))
    step = k.pick(("expsum", 0), ("expjoin", *k.odd((0, 1), (1, 0), (0, 0))), ("expscale", 0, k.odd("2", "0", "1/2", "-1")))
    return k.around(first, second), step


def _steps(k: Maker) -> tuple[Mono, Step]:
    a: Atom = k.odd(("F", k.odd("step", "log"), k.sum()), ("X", k.sum()))
    step = k.pick(("idem", 0), ("stepscale", 0, k.odd("2", "-1", "0")), ("steppos", 0))
    return k.around((a, Fraction(k.odd("1", "2", "-1", "1/2")))), step


def _roots(k: Maker) -> tuple[Mono, Step]:
    s = k.odd((), k.sum(), (Mono(UNIT, (), ()),), chance=0.5)
    return k.around((k.odd(("S", s), ("X", s)), Fraction(k.odd("2", "-1", "1/2")))), k.pick(("szero", 0), ("unit", 0))


def _deltas(k: Maker) -> tuple[Mono, Step]:
    """δ with maps, some of another range or no permutations at all."""
    (b, size), (d, other) = k.bound(k.odd(N, M, TWO)), k.bound(k.odd(N, M))
    maps = lambda: k.odd((), ("P",), ("Q",), ("P^-1",), ("P", "Q"), ("A",), ("L",), ("V",), chance=0.6)  # noqa: E731
    i = (k.odd(b, "a", "b", "#1", "#2", "#9", "o", "h"), maps())
    j = (k.odd(d, b, "a", "b", "#1", "#2", "o", "h"), maps())
    delta: Atom = k.odd(("D", i, j), k.entry(b), chance=0.05)
    rest = (k.entry(b) if size == N else ("T", "w", ((b, ()),)) if size == M else ("T", "B", ((b, ()), ("#1", ()))), UNIT)
    step = k.pick(
        *(("dself", 0), ("dpow", 0), ("dmap", 0), ("dmove", 0, 0), ("dmove", 0, 1), ("dzero", 0), ("swap", 0)),
        *(("contract", 0, 0), ("contract", 0, 1), ("dsubst", 0, 0), ("dsubst", 0, 1), ("perm", 0)),
    )
    bounds = k.odd(((b, size), (d, other)), ((d, other),), ((b, size),))
    return Mono(UNIT, bounds, ((delta, Fraction(k.odd("1", "2", "-1"))), rest)), step


def _literals(k: Maker) -> tuple[Mono, Step]:
    """Σ_b δ_{b k} f(b) with k written out, perhaps beyond the range."""
    b, size = k.bound(k.pick(TWO, N, M))
    place = (k.pick("#1", "#2", "#3", "#9"), k.odd((), ("P",), ("L",)))
    name, rest = ("x", ()) if size == N else ("w", ()) if size == M else ("B", (("h", ()),))
    delta = ("D", (b, k.odd((), ("P",))), place) if k.r.random() < 0.5 else ("D", place, (b, ()))
    step = k.pick(("contract", 0, 0), ("contract", 0, 1), ("dmove", 0, 0), ("dmove", 0, 1), ("dsubst", 0, 0))
    return Mono(UNIT, ((b, size),), ((delta, UNIT), (("T", name, ((b, ()), *rest)), UNIT))), step


def _entries(k: Maker) -> tuple[Mono, Step]:
    name = k.pick("P", "Q", "A", "S", "R", "V")
    a: Atom = (k.odd("T", "C"), name, (k.index(), k.index()))
    return k.around((a, Fraction(k.odd("1", "2", "-1")))), k.pick(("perm", 0), ("swap", 0))


def _numbers(k: Maker) -> tuple[Mono, Step]:
    a: Atom = k.odd(
        ("T", "#", (k.odd(("#2", ()), ("#3", ()), ("a", ()), ("#2", ("P",))),)), ("T", "x", (("#2", ()),)), ("T", "u", ())
    )
    return k.around((a, Fraction(k.odd("2", "-1", "1/2", "99")))), ("number", 0)


def _ranges(k: Maker) -> tuple[Mono, Step]:
    (b, size) = k.bound(k.pick(TWO, N, Size.of(100)))
    a: Atom = ("T", "B", ((b, ()), ("h", ()))) if size == TWO else ("T", "x", ((b, ()),)) if size == N else ("T", "#", ((b, ()),))
    step = k.pick(
        ("range", 0), ("cover", k.odd("h", "a", "o")), ("count", 0), ("reindex", 0, k.odd("P", "A", "L", "V", "x")), ("zero",)
    )
    factors = k.odd(((a, UNIT),), ((k.entry(), UNIT),), (), chance=0.4)
    return Mono(Fraction(k.odd("1", "0", chance=0.2)), ((b, size),), factors), step


def _case(k: Maker) -> tuple[Mono, Step]:
    """F of a sum with a δ in it."""
    d, size = k.bound()
    i, j = (k.pick("a", "b", d), k.odd((), ("P",), ("A",), ("L",), chance=0.3)), (k.pick("b", "a", "#1"), ())
    delta: Atom = k.odd(("D", i, j), k.entry())
    rows = k.odd((), ((d, size),), chance=0.3)
    one = Mono(UNIT, rows, ((delta, Fraction(k.odd("1", "2", "-1", "-2"))), (k.entry(), UNIT)))
    two = Mono(UNIT, (), ((k.odd(("D", j, i), k.entry()), Fraction(k.odd("1", "-1"))), (k.entry(), UNIT)))
    outer = ((d, size),) if not rows and k.r.random() < 0.8 else ()
    a: Atom = k.odd((k.pick("X", "S"), (one, two)), ("F", "log", (one, two)), ("K", "f", ((one, two),)), ("E", (one, two)))
    return Mono(UNIT, outer, ((a, k.pick(UNIT, UNIT, Fraction(2), Fraction(-1))),)), (
        "case",
        0,
        k.odd(0, 1, 5, -1),
        k.odd(0, 1, 5, -1),
    )


def _orthogonal(k: Maker) -> tuple[Mono, Step]:
    (b, size) = k.bound()
    slot = k.pick(0, 1)
    shared = (b, k.odd((), ("P",)))
    ends = [k.odd(k.index(), (b, ())) for _ in range(2)]
    name = k.odd("R", "A", "H", "S", chance=0.25)
    first, second = ((shared, e) if slot == 0 else (e, shared) for e in ends)
    second = k.odd(second, second[::-1])
    factors: list[Factor] = [
        (("T", name, first), k.odd(UNIT, Fraction(2))),
        (("T", k.odd(name, "R", "A"), second), k.odd(UNIT, Fraction(2))),
    ]
    if k.r.random() < 0.3:
        factors.append((k.entry(b), UNIT))
    step = ("orthogonal", *k.odd((0, 1), (1, 0), (0, 0)), k.odd(slot, 1 - slot))
    return Mono(UNIT, k.odd(((b, size),), ()), tuple(factors)), step


def _fact(k: Maker) -> tuple[Mono, Step]:
    """The facts of the fuzzer: Σ_b R_ib R_jb, Σ_b S_ib x_b, E Y_i Y_j."""
    (b, size), n = k.bound(k.odd(N, M)), k.pick(0, 1, 2)
    spot = (b if size == N else "a", k.odd((), ("P",)))
    if n == 2:
        i, j = k.index(), k.index()
        inner = k.odd(
            ((("T", "Y", (i,)), UNIT), (("T", "Y", (j,)), UNIT)),
            ((("T", "Y", (i,)), Fraction(2)),),
            ((("T", "X", ()), Fraction(2)),),
        )
        a: Atom = ("E", (Mono(Fraction(k.odd("1", "2")), (), inner),))
        w = k.odd(0, [[0, [[], [[1, 0], [0, 0]]]]], [[0, [[], [[0, 0], [0, 0]]]]], [[0, 0], [0, 0]])
        return k.around((a, k.pick(UNIT, Fraction(2)))), ("fact", k.odd(n, 9), k.odd([], [0]), k.odd([0], []), k.odd([w], []))
    i, j = k.odd(k.index(), (b, ())), k.odd(k.index(), (b, ()))
    first: Atom = ("T", k.odd("R" if n == 0 else "S", "A"), (i, spot))
    second: Atom = ("T", "R", (j, spot)) if n == 0 else ("T", k.odd("x", "y"), (spot,))
    factors: list[Factor] = [(first, k.odd(UNIT, Fraction(2))), (second, k.odd(UNIT, Fraction(2)))]
    if k.r.random() < 0.25:
        factors.append((k.entry(b) if size == N else k.entry(), UNIT))
    step = ("fact", n, k.odd([0], [], [0, 0]), k.odd([0, 1], [1, 0], [0, 0], [0]), k.odd([0, 0], [0]))
    return Mono(UNIT, ((b, size),), tuple(factors)), step


def _expectations(k: Maker) -> tuple[Mono, Step]:
    rows = k.odd((), (k.bound(),), chance=0.4)
    chance: Factor = (
        k.pick(("T", "X", ()), ("T", "Y", (k.index(*(b for b, _ in rows)),)), ("T", "Z", ())),
        k.pick(UNIT, UNIT, Fraction(2), Fraction(3), Fraction(-1)),
    )
    one = Mono(Fraction(k.pick("1", "2")), rows, (chance, (k.entry(*(b for b, _ in rows)), UNIT)))
    inside = (one, *k.odd((), (k.mono(),), chance=0.4))
    return k.around((k.odd(("E", inside), ("X", inside)), k.odd(UNIT, Fraction(2), Fraction(-1)))), k.pick(
        ("expectsum", 0), ("expectpull", 0)
    )


NEEDLES: Sequence[Callable[[Maker], tuple[Mono, Step]]] = (
    *(
        _explog,
        _exppi,
        _iturn,
        _rootsum,
        _rootsum,
        _gauss,
        _iunit,
        _num,
        _unwrap,
        _scale,
        _pull,
        _pull,
        _pullpart,
        _pullpart,
        _mul,
        _mul,
        _mul,
        _expand,
        _inv,
        _inv,
        _pfrac,
    ),
    *(
        _logs,
        _exps,
        _steps,
        _roots,
        _deltas,
        _deltas,
        _deltas,
        _literals,
        _literals,
        _entries,
        _numbers,
        _ranges,
        _case,
        _case,
        _orthogonal,
        _orthogonal,
    ),
    *(_fact, _fact, _expectations),
)


def needle(r: Random, here: State) -> tuple[Mono, Step]:
    return r.choice(NEEDLES)(Maker(r, here))
