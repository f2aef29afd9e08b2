"""Sums between bounds: their last terms, and induction on a whole number in an upper bound.

Both are proposals to the kernel's rules. *Fails when* nothing suits, or something that is left is not proved: `None`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from symproofs.kernel.sequent import Sequent
from symproofs.prove.rational import NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation, Statement, map_terms, terms_of
from symproofs.terms.term import Term, free_names, name, num, rewrite

MOST_SUMS = 6
MOST_STARTS = 3
EFFORT_INSIDE = 1


def by_last_terms(search: Search, sequent: Sequent) -> Node | None:
    """The goal after the last terms of sums that go on one further than others are taken off."""
    steps = last_terms(search, sequent)
    if not steps:
        return None
    after = steps[-1].after
    inner = search.solve(after, EFFORT_INSIDE) or _with_sums_put_in(search, after)
    return None if inner is None else around(steps, inner)


def _with_sums_put_in(search: Search, sequent: Sequent) -> Node | None:
    """The goal with every sum between bounds replaced by what given equations make of it, one after the other."""
    values = {
        h.statement.left: h.statement.right
        for h in sequent.context.hypotheses
        if isinstance(h.statement, Relation) and h.statement.operator == "=" and h.statement.left.head == "sum_between"
    }

    def put_in(node: Term) -> Term:
        for _ in range(MOST_SUMS):
            new = rewrite(node, values.get)
            if new == node:
                break
            node = new
        return node

    plainer = map_terms(sequent.goal, put_in)
    return None if plainer == sequent.goal else search.by("rewrite", {"statement": plainer}, sequent, EFFORT_INSIDE)


def last_terms(search: Search, sequent: Sequent) -> list[Step]:
    """Σ_{k=a}^{m+1} f = Σ_{k=a}^m f + f(m + 1) wherever both sums occur."""
    steps: list[Step] = []
    after = sequent
    for longer, before in _pairs(search, sequent):
        found = search.apply("last_term", {"term": longer, "before": before}, after, (Reason("sum_split"),))
        if found is None:
            continue
        node, (bound, room, rest) = found
        proofs = [search.solve(goal, 0) for goal in (bound, room)]
        if all(p is not None for p in proofs):
            steps.append(Step(_with(node, proofs), rest))
            after = rest
    return steps


def _with(node: Node, proofs: list[Node | None]) -> Node:
    return replace(node, of=tuple(p for p in proofs if p is not None))


def _pairs(search: Search, sequent: Sequent) -> Iterator[tuple[Term, Term]]:
    """Sums of the goal and of given equations, and the bounds of others of the same that end one before."""
    sums = list(_sums(sequent))[:MOST_SUMS]
    for longer, shorter in permutations(sums, 2):
        same = longer.data == shorter.data and longer.args[:2] == shorter.args[:2]
        if same and _difference(search, sequent, longer.args[2], shorter.args[2]) == 1:
            yield longer, shorter.args[2]


def _sums(sequent: Sequent) -> Iterator[Term]:
    """Sums between bounds that are about nothing bound around them, each once."""
    statements = [sequent.goal, *(h.statement for h in sequent.context.hypotheses if isinstance(h.statement, Relation))]
    terms = (t for s in statements for t in terms_of(s))
    parts = (p for t in terms for p in t.walk() if p.head == "sum_between")
    return iter(dict.fromkeys(p for p in parts if free_names(p) <= sequent.context.types.keys()))


def _difference(search: Search, sequent: Sequent, first: Term, second: Term) -> Fraction | None:
    field = search.field(sequent)
    try:
        return field.value(field.difference(first, second))
    except NoForm:
        return None


def by_induction(search: Search, sequent: Sequent) -> Node | None:
    """The goal by induction on a whole number in the upper bound of a sum in it."""
    if not isinstance(sequent.goal, Relation):
        return None
    for label in dict.fromkeys(n for s in _sums(sequent) for n in sorted(free_names(s.args[2])) if _is_whole(sequent, n)):
        for start in list(_starts(sequent, label))[:MOST_STARTS]:
            found = _from(search, sequent, label, start)
            if found is not None:
                return found
    return None


def _from(search: Search, sequent: Sequent, label: str, start: int) -> Node | None:
    fresh = search.fresh(sequent, "m")
    found = search.apply(
        "induction", {"name": label, "start": num(start), "names": [fresh]}, sequent, (Reason("induction", label),)
    )
    if found is None:
        return None
    node, (bound, base, step) = found
    proofs = []
    for goal in (bound, base):
        proofs.append(search.solve(goal, EFFORT_INSIDE))
        if proofs[-1] is None:
            return None
    proofs.append(by_last_terms(search, step) or search.solve(step, EFFORT_INSIDE))
    return None if proofs[-1] is None else _with(node, proofs)


def _is_whole(sequent: Sequent, label: str) -> bool:
    kind = sequent.context.types.get(label)
    return kind is not None and kind.is_scalar and kind.index is None and kind.sort in ("natural", "integer")


def _starts(sequent: Sequent, label: str) -> Iterator[int]:
    """Whole numbers that the name is said to be not below, the sharpest first; and 0, since sums may be empty."""
    known = {low for h in sequent.context.hypotheses if (low := _bound(h.statement, label)) is not None}
    row = sequent.context.declarations[label]
    known |= {1} if "positive" in row.properties else set()
    known |= {0} if row.type.sort == "natural" or "nonnegative" in row.properties or any(k > 0 for k in known) else set()
    return iter(sorted(known))


def _bound(statement: Statement, label: str) -> int | None:
    """a, if the statement says n ≥ a or n > a - 1 of a number a written out."""
    if not isinstance(statement, Relation):
        return None
    operator, left, right = statement.operator, statement.left, statement.right
    if right == name(label):
        operator, left, right = {"<": ">", "<=": ">="}.get(operator, ""), right, left  # type: ignore[assignment]
    value = right.data[0] if right.head == "num" else None
    if left != name(label) or not isinstance(value, Fraction) or value.denominator != 1 or operator not in (">", ">="):
        return None
    return int(value) + (operator == ">")
