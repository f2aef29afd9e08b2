"""Orders over the roots of what they speak of: a + b ≥ 2√(ab) is √a² + √b² ≥ 2 √a √b.

The n-th roots of the letters below a root are taken, and of those of an order of three or four terms against one, which may
follow from the inequality of means: x⁴y² + x²y⁴ + 1 ≥ 3x²y² is u³ + v³ + 1 ≥ 3uv for u, v made of the cube roots of x² and y².
*Fails when* a letter may be negative and stands in an odd power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import lcm

from symproofs.kernel.sequent import Sequent
from symproofs.prove.search import Search
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation, map_terms, terms_of
from symproofs.terms.term import Term, num, number_in
from symproofs.theories.radicals import NoTower, root_of

MOST_ORDER = 6
MOST_MEANS = 4
Powers = Mapping[Term, int]


def over_roots(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """The order over the roots of its letters."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    roots = [n for t in terms_of(goal) for n in t.walk() if _order(n) > 1]
    order = lcm(*map(_order, roots)) if roots else _means(search, sequent)
    below = [_powers(n.args[0]) for n in roots] if roots else [{n: 1} for t in terms_of(goal) for n in t.walk() if _is_letter(n)]
    if not 1 < order <= MOST_ORDER or not below or None in below:
        return None
    letters: dict[Term, tuple[Term, int]] = {}
    for letter in dict.fromkeys(x for row in below if row is not None for x in row):
        signed = search.evident(sequent, Relation(">=", letter, num(0)))
        if not signed and (roots or not search.evident(sequent, Relation(">=", _power(letter, 2), num(0)))):
            return None
        letters[letter] = (_root(letter, order), 1) if signed else (_root(_power(letter, 2), order), 2)
    try:
        rewritten = map_terms(goal, lambda side: _over(side, letters, order))
    except OddPower:
        return None
    return None if rewritten == goal else search.by("rewrite", {"statement": rewritten}, sequent, effort)


class OddPower(Exception):
    """A letter whose square is taken stands in an odd power."""


def _over(node: Term, letters: Mapping[Term, tuple[Term, int]], order: int) -> Term:
    """The term with powers of roots for the letters."""
    if _order(node) > 1:
        powers, q = _powers(node.args[0]) or {}, root_of(node)[1]
        factors = [_power(letters[x][0], int(p * order * q)) for x, p in powers.items()]
        return factors[0] if len(factors) == 1 else Term("mul", tuple(factors))
    base, p = (node.args[0], int(number_in(node.args[1]))) if _is_power(node) else (node, 1)
    if base in letters:
        root, step = letters[base]
        if p % step:
            raise OddPower
        return _power(root, p * order // step)
    return node.with_args(tuple(_over(a, letters, order) for a in node.args)) if node.args else node


def _order(node: Term) -> int:
    """n for an n-th root or a power of one, else 1."""
    if node.head not in ("sqrt", "root", "pow"):
        return 1
    try:
        q = root_of(node)[1]
    except NoTower:
        return 1
    return q.denominator if q > 0 else 1


def _powers(node: Term) -> Powers | None:
    """A product of powers of letters, if the term is one."""
    found: dict[Term, int] = {}
    for factor in node.args if node.head == "mul" else (node,):
        base, p = (factor.args[0], int(number_in(factor.args[1]))) if _is_power(factor) else (factor, 1)
        if not _is_letter(base) or p < 1:
            return None
        found[base] = found.get(base, 0) + p
    return found


def _is_letter(node: Term) -> bool:
    return node.head == "name"


def _is_power(node: Term) -> bool:
    return node.head == "pow" and node.args[1].head == "num" and number_in(node.args[1]).denominator == 1


def _root(node: Term, order: int) -> Term:
    return Term("sqrt", (node,)) if order == 2 else Term("root", (node, num(order)))


def _power(node: Term, k: int) -> Term:
    return node if k == 1 else Term("pow", (node, num(k)))


def _means(search: Search, sequent: Sequent) -> int:
    """How many terms an order says are not less than a multiple of their geometric mean, if it may say so; else 1."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    high, low = (goal.right, goal.left) if goal.operator in ("<", "<=") else (goal.left, goal.right)
    form = search.difference(search.field(sequent), Relation("=", high, low))
    if form is None or not all(a.head == "name" for a in _atoms(search, sequent, form.top)):
        return 1
    positive = sum(1 for _, c in form.top.terms() if c > 0)
    return positive if 3 <= positive <= MOST_MEANS and len(form.top) == positive + 1 else 1


def _atoms(search: Search, sequent: Sequent, polynomial: object) -> Iterator[Term]:
    atoms = search.field(sequent).atoms
    degrees: Callable[[], tuple[int, ...]] = polynomial.degrees  # type: ignore[attr-defined]
    return (atoms[k] for k, d in enumerate(degrees()) if d > 0)  # of 0 they are below 0
