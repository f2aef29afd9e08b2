"""Random variables as finite laws with the means and covariances that hypotheses give.

All random names live on one space of 4·2^r outcomes of equal weight: r fair signs and one of four amplitudes. A vector of
mean m and covariance Σ = Σ_j c_j v_j v_j^T (exact elimination) is m + Σ_j a_j ε_j v_j: the ε_j are products of the signs, any
two of them independent, a_j runs over four rationals with Σ a² = 4 c_j (Lagrange). Different names and members are thus
uncorrelated. That the hypotheses hold is checked like everything else, outcome by outcome or by exact expectations.

Nothing tells how random variables depend on each other. A statement about moments of several of them is refuted first by a
law in which they are independent, which is right whether or not that was meant: every ε_j is then a sign of its own and
every a_j is constant. Where the caller says that their joint law may be any, they are tried *coupled* as well: all of them
are made of the same signs, so that one moves with the other. What holds of symmetric laws alone (E[(X - E X)³] = 0) fails for
*skew* ones: ε_j is 2 with the probability 1/5, else -1/2, which has the mean 0 and the variance 1, too; or the contrary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import isqrt

from flint import fmpq

from symproofs.records import record
from symproofs.refute.arrays import Array, Tensor, entries, same_shape, shape
from symproofs.refute.functions import exact_root
from symproofs.refute.numbers import Scalar, Undetermined, add, multiply
from symproofs.terms.context import Context
from symproofs.terms.statement import And, ForAll, Implies, Relation, Statement, statement_names
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type

MOMENTS = frozenset({"expect", "var", "cov"})

MOST_SIGNS = 31
"""Random numbers on one space: with 5 fair signs, 128 outcomes."""

MOST_INDEPENDENT = 7
"""Independent ones, likewise."""

MOST_SKEW = 3
"""Independent ones with a skew law: 125 outcomes."""


# What hypotheses say ------------------------------------------------------------------------------------------


@record
class Moment:
    """For all the index names, where the premises hold: the mean or the covariance of `name` (of that member) is `body`."""

    name: str
    is_mean: bool
    bound: tuple[tuple[str, Type], ...]
    premises: tuple[Statement, ...]
    subscripts: tuple[Term, ...]
    body: Term

    @property
    def names(self) -> frozenset[str]:
        found = free_names(self.body).union(*map(free_names, self.subscripts), *map(statement_names, self.premises))
        return found - {n for n, _ in self.bound}


def moment_of(statement: Statement) -> Moment | None:
    """`[∀ names:] [premises ⇒] E x = t`, `Cov(x) = t`, `Var(x) = t` of a name or a member of a family."""
    bound: tuple[tuple[str, Type], ...] = ()
    premises: tuple[Statement, ...] = ()
    if isinstance(statement, ForAll):
        bound, statement = statement.names, statement.body
    if isinstance(statement, Implies):
        premises = statement.premise.parts if isinstance(statement.premise, And) else (statement.premise,)
        statement = statement.conclusion
    if not isinstance(statement, Relation) or statement.operator != "=" or any(t.index is None for _, t in bound):
        return None
    for head, body in ((statement.left, statement.right), (statement.right, statement.left)):
        if head.head not in MOMENTS or len(head.args) != 1 or head.args[0].head not in ("name", "member"):
            continue
        name = str(head.args[0].data[0])
        if name not in free_names(body) and not any(name in statement_names(p) for p in premises):
            return Moment(name, head.head == "expect", bound, premises, head.args[0].args, body)
    return None


@record
class LawOf:
    """`name` is random, with these moments; where none is given its mean is the value drawn and its covariance 1."""

    name: str
    moments: tuple[Moment, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(m.names for m in self.moments))


def has_moments(terms: Iterable[Term]) -> bool:
    return any(node.head in MOMENTS for t in terms for node in t.walk())


def random_outside(statement_terms: Iterable[Term], random: frozenset[str]) -> bool:
    """Whether a random name occurs outside of every moment."""
    return any(_outside(t, random) for t in statement_terms)


def _outside(node: Term, random: frozenset[str]) -> bool:
    if node.head in MOMENTS or random.isdisjoint(free_names(node)):
        return False
    own = node.head in ("name", "member", "call") and str(node.data[0]) in random
    return own or any(_outside(a, random) for a in node.args)


def random_atoms(terms: Iterable[Term], context: Context) -> frozenset[Term]:
    """The random names and members that are spoken of."""
    return frozenset(
        node for t in terms for node in t.walk() if node.head in ("name", "member") and context.has(str(node.data[0]), "random")
    )


# Laws ---------------------------------------------------------------------------------------------------------


@record
class Space:
    """2^signs · 4 outcomes of equal weight; `first` is the number of the first sign of each random name.

    In an `independent` one all signs are, else any two of them. In a coupled one all names begin with the same sign. In a `skew`
    one there are 5^signs outcomes, and 2 and -1/2 in place of signs; -2 and 1/2 where `skew` is -1.
    """

    signs: int
    first: dict[str, int]
    independent: bool = False
    skew: int = 0

    @property
    def size(self) -> int:
        if self.skew:
            return int(5**self.signs)
        return 1 << self.signs if self.independent else 4 << self.signs

    def sign(self, number: int, outcome: int) -> fmpq:
        """The value of the product of signs with this number, from 1, at an outcome."""
        if self.skew:
            return self.skew * (fmpq(-1, 2) if outcome // 5 ** (number - 1) % 5 else fmpq(2))
        if self.independent:
            return fmpq(-1 if outcome >> (number - 1) & 1 else 1)
        return fmpq(-1 if (number & (outcome >> 2)).bit_count() % 2 else 1)


def space(counts: Iterable[tuple[str, int]], independent: bool = False, coupled: bool = False, skew: int = 0) -> Space | None:
    """The space for names with so many random numbers each; `None` where they are too many."""
    first: dict[str, int] = {}
    total = 1
    for name, count in counts:
        first[name] = 1 if coupled else total
        total = max(total, 1 + count) if coupled else total + count
    if skew:
        return Space(total - 1, first, True, skew) if total - 1 <= MOST_SKEW else None
    if independent:
        return Space(total - 1, first, True) if total - 1 <= MOST_INDEPENDENT else None
    return Space((total - 1).bit_length(), first) if total - 1 <= MOST_SIGNS else None


def law(where: Space, number: int, mean: Tensor, covariance: Tensor | None) -> list[Tensor]:
    """The value at each outcome of a tensor with this mean and covariance, made with signs from `number` on.

    Where no covariance is given its entries are uncorrelated, of variance 1.

    *Fails* (`Undetermined`) when the covariance is not exact, not positive semidefinite, or has too large numbers.
    """
    size = len(entries(mean))
    parts = _unit_parts(size) if covariance is None else square_parts(covariance)
    if any(len(v) != size for _, v in parts):
        raise Undetermined("a covariance that does not fit its mean")
    if where.independent and any(len(set(amplitudes(c))) > 1 for c, _ in parts):
        raise Undetermined("a variance that is no square, of one of several independent variables")
    found = []
    for outcome in range(where.size):
        values = list(entries(mean))
        for j, (c, direction) in enumerate(parts):
            step = amplitudes(c)[outcome & 3] * where.sign(number + j, outcome)
            values = [add(v, multiply(step, w)) for v, w in zip(values, direction, strict=True)]
        found.append(same_shape(mean, values))
    return found


def _unit_parts(size: int) -> list[tuple[Scalar, list[Scalar]]]:
    return [(fmpq(1), [fmpq(int(i == j)) for i in range(size)]) for j in range(size)]


def square_parts(x: Tensor) -> list[tuple[Scalar, list[Scalar]]]:
    """c_j > 0 and v_j with x = Σ_j c_j v_j v_j^T, for a rational positive semidefinite matrix."""
    n, _ = shape(x)
    left = [list(x.row(i)) for i in range(n)] if isinstance(x, Array) else [[x]]
    if shape(x) != (n, n) or any(type(v) is not fmpq for row in left for v in row):
        raise Undetermined("a covariance that is no square matrix of rational numbers")
    parts = []
    for j in range(n):
        pivot = left[j][j]
        if pivot < 0 or (pivot == 0 and any(v != 0 for v in left[j])) or any(left[i][j] != left[j][i] for i in range(n)):
            raise Undetermined("a covariance that is not positive semidefinite")
        if pivot == 0:
            continue
        direction = [left[i][j] / pivot for i in range(n)]
        parts.append((pivot, direction))
        left = [[left[i][k] - pivot * direction[i] * direction[k] for k in range(n)] for i in range(n)]
    return parts


MOST_SQUARED = 40_000


@lru_cache(maxsize=256)
def amplitudes(c: Scalar) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Four rationals whose squares have the mean c (Lagrange: every natural number is a sum of four squares)."""
    root = exact_root(c, 2)
    if root is not None:
        return (root, root, root, root)
    bottom = int(c.q)
    n = 4 * int(c.p) * bottom
    if n > MOST_SQUARED:
        raise Undetermined("a variance with too large numbers")
    a, b, d, e = next(_four_squares(n))
    return (fmpq(a, bottom), fmpq(b, bottom), fmpq(d, bottom), fmpq(e, bottom))


def _four_squares(n: int) -> Iterator[tuple[int, int, int, int]]:
    for a in range(isqrt(n), -1, -1):
        for b in range(min(a, isqrt(n - a * a)), -1, -1):
            rest = n - a * a - b * b
            for d in range(min(b, isqrt(rest)), -1, -1):
                e = isqrt(rest - d * d)
                if e * e == rest - d * d:
                    yield a, b, d, e
