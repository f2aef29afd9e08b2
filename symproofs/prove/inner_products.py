"""What is known of the lengths and inner products of vectors, and of variances, that an order speaks of.

For vectors u, v that occur: ‖u ± v‖² ≥ 0, multiplied out; u^T v ≤ ‖u‖ ‖v‖ both ways (Cauchy–Schwarz), its square, and
‖u + v‖ ≤ ‖u‖ + ‖v‖ where that norm occurs. Norms of sums are multiplied out where their squares occur, and so are
variances of sums; Var X = E[X²] - E[X]². Each is proved before it is used; which of them matter is for the caller to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symproofs.kernel.sequent import Sequent
from symproofs.prove.algebra import kind_of
from symproofs.prove.matrices import Matrices
from symproofs.prove.search import Search, around
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import Relation, terms_of
from symproofs.terms.term import Term, num

MOST_VECTORS = 4
HEADS = ("norm", "transpose", "inner")
MOMENTS = ("var", "cov", "expect")

Bound = tuple[Relation, Node]


def of_vectors(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    """Orders and equations about the vectors of the goal."""
    parts = _parts(sequent)
    if not any(p.head in HEADS for p in parts):
        return
    parts += [_without_numbers(p, sequent) for p in parts if p.head == "mul" and len(p.args) > 2]
    dots = _Dots(parts, sequent)
    for square in dots.squares_of_sums():
        yield from _equal(search, sequent, *square)
    for u in dots.vectors:
        yield from _equal(search, sequent, *dots.two_ways(u))
    for u, v in combinations(dots.vectors, 2):
        for sign in (1, -1):
            yield from _square(search, sequent, dots, u, v, sign)
        yield from _cauchy_schwarz(search, sequent, dots, u, v)
    for whole in dict.fromkeys(p for p in parts if p.head == "norm" and p.args[0].head == "add"):
        yield from _triangle(search, sequent, whole)


def of_moments(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    """Orders and equations about the variances of the goal."""
    parts = _parts(sequent)
    if not any(p.head in MOMENTS for p in parts):
        return
    numbers = [p.args[0] for p in parts if p.head in ("var", "expect")] + [a for p in parts if p.head == "cov" for a in p.args]
    bases = dict.fromkeys(b for x in numbers for b in _pieces(x.args[0] if x.head == "pow" else x))
    plain = [x for x in bases if x.head in ("name", "member", "entry")]
    for x in plain[:MOST_VECTORS]:
        square, mean = Term("expect", (_squared(x),)), Term("expect", (x,))
        if square in parts:
            variance = Term("var", (x,))
            yield from _equal(search, sequent, variance, Term("add", (square, Term("neg", (_squared(mean),)))))
            yield from _seen(search, sequent, variance)
            yield from _seen(search, sequent, _squared(mean))
    sums = [p for p in parts if p.head == "var" and p.args[0].head == "add" and all(a in plain for a in _pieces(p.args[0]))]
    for whole in sums:
        pieces = _signed_pieces(whole.args[0])
        terms = [Term("var", (a,)) for _, a in pieces]
        terms += [Term("mul", (num(2 * s * t), _cov(a, b, parts))) for (s, a), (t, b) in combinations(pieces, 2)]
        yield from _equal(search, sequent, whole, Term("add", tuple(terms)))
    for x, y in combinations(plain[:MOST_VECTORS], 2):
        both = _cov(x, y, parts)
        if both not in parts and not sums:
            continue
        for sign in (1, -1):
            whole = Term("var", (_signed_sum(x, y, sign),))
            written = Term("add", (Term("var", (x,)), Term("mul", (num(2 * sign), both)), Term("var", (y,))))
            yield from _combined(search, sequent, written, whole)


def _parts(sequent: Sequent) -> list[Term]:
    """Every term that the goal is made of, once, in the order in which it is read."""
    return list(dict.fromkeys(p for t in terms_of(sequent.goal) for p in t.walk()))


# ------------------------------------------------------------------ vectors


class _Dots:
    """The vectors of a goal, and how it writes their products."""

    def __init__(self, parts: list[Term], sequent: Sequent) -> None:
        self.parts, self.types = dict.fromkeys(parts), sequent.context.types
        found: dict[Term, None] = {}
        for p in parts:
            for u in _factors(p):
                for piece in _pieces(u):
                    if self.is_vector(piece):
                        found[piece] = None
        self.vectors = list(found)[:MOST_VECTORS]

    def is_vector(self, u: Term) -> bool:
        kind = kind_of(u, self.types)
        return kind is not None and kind.is_vector and kind.sort != "complex"

    def square(self, u: Term) -> Term:
        """u^T u as the goal writes it, ‖u‖² where it does not."""
        own, square = self.two_ways(u)
        return own if own in self.parts and Term("norm", (u,)) not in self.parts else square

    def two_ways(self, u: Term) -> tuple[Term, Term]:
        return Term("mul", (Term("transpose", (u,)), u)), _squared(Term("norm", (u,)))

    def dot(self, u: Term, v: Term) -> Term:
        """u^T v as the goal writes it."""
        ways = [Term("mul", (Term("transpose", (a,)), b)) for a, b in ((u, v), (v, u))]
        ways += [Term("inner", pair) for pair in ((u, v), (v, u))]
        return next((w for w in ways if w in self.parts), ways[0])

    def squares_of_sums(self) -> Iterator[tuple[Term, Term]]:
        """‖u ± v ± …‖² and what it is multiplied out."""
        for p in self.parts:
            if p.head != "norm" or p.args[0].head != "add":
                continue
            pieces = _signed_pieces(p.args[0])
            if all(a in self.vectors for _, a in pieces):
                squares = [self.square(a) for _, a in pieces]
                mixed = [Term("mul", (num(2 * s * t), self.dot(a, b))) for (s, a), (t, b) in combinations(pieces, 2)]
                yield _squared(p), Term("add", (*squares, *mixed))


def _factors(p: Term) -> Iterator[Term]:
    """The vectors of a norm or an inner product."""
    if p.head == "norm":
        yield p.args[0]
    elif p.head == "inner":
        yield from p.args
    elif p.head == "mul" and len(p.args) == 2 and p.args[0].head == "transpose":
        yield p.args[0].args[0]
        yield p.args[1]


def _pieces(u: Term) -> Iterator[Term]:
    """The summands of a vector without their signs."""
    for a in u.args if u.head == "add" else (u,):
        yield a.args[0] if a.head == "neg" else a


def _signed_pieces(u: Term) -> list[tuple[int, Term]]:
    return [(-1, a.args[0]) if a.head == "neg" else (1, a) for a in u.args]


def _cov(x: Term, y: Term, parts: list[Term]) -> Term:
    """Cov(x, y) as the goal writes it."""
    turned = Term("cov", (y, x))
    return turned if turned in parts else Term("cov", (x, y))


def _without_numbers(p: Term, sequent: Sequent) -> Term:
    """The product of the arrays of a product."""
    arrays = tuple(a for a in p.args if (kind := kind_of(a, sequent.context.types)) is None or not kind.is_scalar)
    return Term("mul", arrays) if len(arrays) > 1 else p


def _squared(t: Term) -> Term:
    return Term("pow", (t, num(2)))


def _signed_sum(u: Term, v: Term, sign: int) -> Term:
    return Term("add", (u, v if sign == 1 else Term("neg", (v,))))


# ------------------------------------------------------------------ their proofs


def _equal(search: Search, sequent: Sequent, left: Term, right: Term) -> Iterator[Bound]:
    goal = Relation("=", left, right)
    with search.unconditional():
        proof = search.chain(sequent.proves(goal), 0)
    if proof is not None:
        yield goal, proof


def _seen(search: Search, sequent: Sequent, t: Term) -> Iterator[Bound]:
    goal = Relation(">=", t, num(0))
    if search.evident(sequent, goal):
        yield goal, Node("seen")


def _combined(search: Search, sequent: Sequent, written: Term, rest: Term) -> Iterator[Bound]:
    """0 ≤ the term, since it is the other one, of which that is seen."""
    goal = Relation("<=", num(0), written)
    proof = search.by("nonnegative_combination", {"terms": [], "rest": rest}, sequent.proves(goal), 0)
    if proof is not None:
        yield goal, proof


def _square(search: Search, sequent: Sequent, dots: _Dots, u: Term, v: Term, sign: int) -> Iterator[Bound]:
    written = Term("add", (dots.square(u), Term("mul", (num(2 * sign), dots.dot(u, v))), dots.square(v)))
    yield from _combined(search, sequent, written, _squared(Term("norm", (_signed_sum(u, v, sign),))))


def _cauchy_schwarz(search: Search, sequent: Sequent, dots: _Dots, u: Term, v: Term) -> Iterator[Bound]:
    dot, lengths = dots.dot(u, v), Term("mul", (Term("norm", (u,)), Term("norm", (v,))))
    squared = Relation("<=", _squared(dot), Term("mul", (dots.square(u), dots.square(v))))
    rows = (
        ("cauchy_schwarz", u, Relation("<=", dot, lengths)),
        ("cauchy_schwarz", Term("neg", (u,)), Relation("<=", Term("neg", (dot,)), lengths)),
        ("cauchy_schwarz_squared", u, squared),
    )
    for fact, first, goal in rows:
        yield from _by_fact(search, sequent, fact, {"_U": first, "_V": v}, goal)


def _triangle(search: Search, sequent: Sequent, whole: Term) -> Iterator[Bound]:
    first, *rest = whole.args[0].args
    second = rest[0] if len(rest) == 1 else Term("add", tuple(rest))
    bound = Term("add", tuple(Term("norm", (a.args[0] if a.head == "neg" else a,)) for a in (first, second)))
    yield from _by_fact(search, sequent, "triangle", {"_A": first, "_B": second}, Relation("<=", whole, bound))


def _by_fact(search: Search, sequent: Sequent, fact: str, values: dict[str, Term], goal: Relation) -> Iterator[Bound]:
    """The order from an instance of a fact about matrices that says it in other words."""
    matrices = Matrices(search, sequent)
    kind = kind_of(next(iter(values.values())), sequent.context.types)
    if kind is None:
        return
    sizes = [kind.rows, kind.cols] if fact == "triangle" else [kind.rows]
    steps = matrices.cite(sequent.proves(goal), fact, sizes, values)
    if not steps:
        return
    after = steps[-1].after
    said = {"terms": [(Given(after.context.hypotheses[-1].statement), num(1))], "rest": None}
    inner = search.plain(after) or search.by("nonnegative_combination", said, after, 0)
    if inner is not None:
        yield goal, around(steps, inner)
