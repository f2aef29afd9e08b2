"""Which matrices are invertible: by facts about matrices (`kernel/matrix_facts.py`).

What is positive definite; what has an inverse that can be written down; a factor of a product that is invertible; I + UV where
I + VU is, and A + UCV where C⁻¹ + VA⁻¹U is. *Fails when* none of these shows it: `None`, which says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from symproofs.kernel.entries import MOST_ROWS_OF_A_DETERMINANT
from symproofs.kernel.sequent import Sequent
from symproofs.prove.algebra import kind_of
from symproofs.prove.chain import Chain
from symproofs.prove.definite import built, definite
from symproofs.prove.inverses import unfolded
from symproofs.prove.matrices import DEFINITE, INVERTIBLE, Matrices, last, product, updates
from symproofs.prove.numbers_written import with_numbers
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.prove.unfolding import Definitions
from symproofs.prove.wording import NoWords
from symproofs.terms.size import ONE
from symproofs.terms.statement import Property, Relation
from symproofs.terms.term import Term, num

MOST_NESTED = 4
MOST_TRIED = 3


def has_property(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """That a matrix is invertible, or positive definite."""
    goal = sequent.goal
    assert isinstance(goal, Property)
    if goal.name not in WAYS or goal in search.asked or len(search.asked) >= MOST_NESTED:
        return None
    search.asked.append(goal)
    try:
        return next((found for way in WAYS[goal.name] if (found := _by(way, search, sequent, goal.subject)) is not None), None)
    finally:
        search.asked.pop()


def _by(way: Way, search: Search, sequent: Sequent, subject: Term) -> Node | None:
    try:
        return way(Matrices(search, sequent), subject)
    except NoWords:
        return None


def by_definition(matrices: Matrices, subject: Term) -> Node | None:
    """What it stands for is so."""
    chain = Chain(subject, matrices.lemmas)
    unfolded(chain, Definitions.of(matrices.sequent.context))
    return None if chain.term == subject else matrices.closed([], chain.term)


def as_given(matrices: Matrices, subject: Term) -> Node | None:
    """It is written otherwise where it is said to be invertible."""
    known = [x for x in matrices.given(INVERTIBLE) if x != subject and matrices.size(x) == matrices.size(subject)]
    for test in (matrices.alike, matrices.equal):
        for given in known:
            if test(given, subject):
                return matrices.closed([], given)
    return None


def by_determinant(matrices: Matrices, subject: Term) -> Node | None:
    """Its determinant is not 0, as it is written or written out."""
    size = matrices.size(subject).literal
    written = size is not None and size <= MOST_ROWS_OF_A_DETERMINANT
    unequal = [
        h.statement
        for h in matrices.sequent.context.hypotheses
        if isinstance(h.statement, Relation) and h.statement.operator == "!=" and h.statement.right == num(0)
    ]
    wanted = Relation("!=", Term("det", (subject,)), num(0))
    told = any(s.left == wanted.left or (written and matrices.number(s.left)) for s in unequal)
    if not told and with_numbers(wanted, Definitions.of(matrices.sequent.context)) is None:
        return None
    steps = matrices.cite(matrices.sequent, "det_nonzero", [matrices.size(subject)], {"_A": subject}, "backward")
    return None if steps is None else matrices.closed(steps)


def as_definite(matrices: Matrices, subject: Term) -> Node | None:
    """It is positive definite."""
    found = built(matrices, matrices.sequent, subject)
    if found is None:
        return None
    steps, base = found
    more = matrices.cite(last(steps, matrices.sequent), "definite_invertible", [matrices.size(base)], {"_A": base}, "forward")
    return None if more is None else matrices.closed([*steps, *more], base)


def by_given_inverse(matrices: Matrices, subject: Term) -> Node | None:
    """A given equation A B = I of which it is one factor."""
    for hypothesis in matrices.sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator != "=" or statement.right.head != "identity":
            continue
        factors = statement.left.args if statement.left.head == "mul" else ()
        for first, second in _splits(factors):
            if not (matrices.is_square(first) and matrices.is_square(second)):
                continue
            for part in (first, second):
                if matrices.alike(part, subject) or matrices.alike(Term("transpose", (part,)), subject):
                    steps = matrices.cite(
                        matrices.sequent, "inverse_factors", [matrices.size(first)], {"_A": first, "_B": second}, "forward"
                    )
                    return None if steps is None else _or_transposed(matrices, steps, part, subject)
    return None


def _splits(factors: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    for k in range(1, len(factors)):
        yield product(factors[:k]), product(factors[k:])


def _or_transposed(matrices: Matrices, steps: list[Step], part: Term, subject: Term) -> Node | None:
    """The goal from that the part is invertible, which the subject is or whose transpose it is."""
    if matrices.alike(part, subject):
        return matrices.closed(steps, part)
    inner = _with_inverse(matrices, steps[-1].after, subject, Term("transpose", (Term("inverse", (part,)),)))
    return None if inner is None else around(steps, inner)


def _with_inverse(matrices: Matrices, sequent: Sequent, subject: Term, inverse: Term) -> Node | None:
    """The goal from that the product with a matrix is the identity."""
    values = {"_A": subject, "_B": inverse}
    steps = matrices.cite(sequent, "inverse_factors", [matrices.size(subject)], values, "forward")
    inner = matrices.search.plain(steps[-1].after) if steps is not None else None
    return None if steps is None or inner is None else around(steps, inner)


def by_inverse(matrices: Matrices, subject: Term) -> Node | None:
    """An inverse that can be written down, of which the laws of inverses show that it is one."""
    n = matrices.size(subject)
    unit = Term("identity", (), (n,))
    for inverse in matrices.search.candidates:
        kind = kind_of(inverse, matrices.types)
        found = _with_inverse(matrices, matrices.sequent, subject, inverse) if kind is not None and kind.rows == n else None
        if found is not None:
            return found
    for inverse in inverses(matrices, subject):
        if matrices.equal(Term("mul", (subject, inverse)), unit):
            found = _with_inverse(matrices, matrices.sequent, subject, inverse)
            if found is not None:
                return found
    return None


def inverses(matrices: Matrices, subject: Term) -> Iterator[Term]:
    """Candidates for the inverse."""
    found = _written_inverse(matrices, subject)
    if found is not None and found.head != "inverse":
        yield found
    if subject.head in ("add", "name"):
        yield subject
        yield Term("transpose", (subject,))


def _written_inverse(matrices: Matrices, node: Term) -> Term | None:
    if node.head == "identity":
        return node
    if node.head == "inverse":
        return node.args[0]
    if node.head == "transpose":
        inner = _written_inverse(matrices, node.args[0])
        return None if inner is None else Term("transpose", (inner,))
    numbers, factors = matrices.factors(node)
    if (numbers or len(factors) > 1) and all(matrices.is_square(f) for f in factors):
        parts = [_written_inverse(matrices, f) or Term("inverse", (f,)) for f in reversed(factors)]
        return product([*(Term("div", (num(1), product(numbers))) for _ in numbers[:1]), *parts])
    return Term("inverse", (node,))


def as_factor(matrices: Matrices, subject: Term) -> Node | None:
    """It is a factor of a product that is invertible, or of one whose transpose is."""
    for given in matrices.given(INVERTIBLE):
        base = given.args[0] if given.head == "transpose" else given
        _, factors = matrices.factors(base)
        if (len(factors) < 2 and base == given) or not all(map(matrices.is_square, factors)):
            continue
        for i, j in combinations(range(len(factors) + 1), 2):
            block = product(factors[i:j])
            if matrices.size(block) == matrices.size(subject) and matrices.alike(block, subject):
                found = _factor(matrices, given, base, factors, i, j)
                if found is not None:
                    return found
    return None


def _factor(matrices: Matrices, given: Term, base: Term, factors: list[Term], i: int, j: int) -> Node | None:
    steps: list[Step] = []
    here = factors
    n = matrices.size(given)
    if base != given:
        turned = Term("transpose", (Term("inverse", (given,)),))
        inner = _with_inverse(matrices, matrices.sequent.proves(Property(INVERTIBLE, base)), base, turned)
        step = matrices.search.have(Property(INVERTIBLE, base), inner, matrices.sequent) if inner is not None else None
        if step is None:
            return None
        steps.append(step)
    for before, after in ((here[:j], here[j:]), (here[:i], here[i:j])):
        if before and after:
            more = matrices.cite(
                last(steps, matrices.sequent),
                "invertible_factors",
                [n],
                {"_A": product(before), "_B": product(after)},
                "forward",
            )
            if more is None:
                return None
            steps += more
    return matrices.closed(steps, product(factors[i:j])) if steps else None


# ------------------------------------------------------------------ updates


def by_update(matrices: Matrices, subject: Term) -> Node | None:
    """A + UCV where C⁻¹ + VA⁻¹U is invertible, and I + UV where I + VU is."""
    known = list(matrices.given(INVERTIBLE))
    unequal = [
        h.statement.left
        for h in matrices.sequent.context.hypotheses
        if isinstance(h.statement, Relation) and h.statement.operator == "!=" and h.statement.right == num(0)
    ]
    if not (known or unequal):
        return None
    for a, u, c, v, m in updates(matrices, subject):
        n = matrices.size(subject)
        if m == ONE:
            small = Term("add", (num(1), Term("mul", (v, Term("inverse", (a,)), u))))
            if any(matrices.number(x) and matrices.equal(x, small) for x in unequal):
                values = {"_A": a, "_U": u, "_V": v}
                steps = matrices.cite(matrices.sequent, "invertible_rank_one", [n], values, "forward", "backward")
                found = matrices.closed(steps, Term("add", (a, Term("mul", (u, v))))) if steps is not None else None
                if found is not None:
                    return found
            continue
        if a.head == "identity" and c.head == "identity":
            small, large = (Term("add", (Term("identity", (), (s,)), Term("mul", p))) for s, p in ((m, (v, u)), (n, (u, v))))
            name, values, ways = "invertible_exchange", {"_U": u, "_V": v}, ["backward"]
        else:
            small = Term("add", (Term("inverse", (c,)), Term("mul", (v, Term("inverse", (a,)), u))))
            large = Term("add", (a, Term("mul", (u, c, v))))
            name, values, ways = "invertible_update", {"_A": a, "_B": c, "_U": u, "_V": v}, ["forward", "backward"]
        if any(matrices.size(x) == m and x != subject and matrices.equal(x, small) for x in known):
            steps = matrices.cite(matrices.sequent, name, [n, m], values, *ways)
            found = matrices.closed(steps, large) if steps is not None else None
            if found is not None:
                return found
    return None


def as_given_by_equations(matrices: Matrices, subject: Term) -> Node | None:
    """Given equations lead to a matrix that is said to be invertible."""
    known = [x for x in matrices.given(INVERTIBLE) if x != subject and matrices.size(x) == matrices.size(subject)]
    return next((found for x in known[:MOST_TRIED] if (found := matrices.closed([], x)) is not None), None)


Way = Callable[[Matrices, Term], Node | None]

WAYS: Mapping[str, tuple[Way, ...]] = {
    DEFINITE: (by_definition, definite),
    INVERTIBLE: (
        as_given,
        by_definition,
        by_determinant,
        by_given_inverse,
        as_factor,
        as_definite,
        by_inverse,
        by_update,
        as_given_by_equations,
    ),
}
"""What is tried for each property, in this order."""
