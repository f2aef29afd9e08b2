"""Sums compared term by term: Σ f ≤ Σ g where f(i) ≤ g(i), and sums of logarithms by 1 - 1/u ≤ log u ≤ u - 1.

The second is how Σ p log(p/q) ≥ Σ p - Σ q = 0 is shown. Each is proved before it is used. *Fails when* the sums are over other
ranges, leave something out, or a term is not proved.
"""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.kernel.rules_order import ordered as sides_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.rational import Field, NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search
from symproofs.prove.tree import Node
from symproofs.terms.size import Size
from symproofs.terms.statement import ForAll, Relation, terms_of
from symproofs.terms.term import Term, bound_name, name, num, substitute
from symproofs.terms.types import index

MOST_SUMS = 3
EFFORT_OF_A_TERM = 2
ONE = num(1)
Bound = tuple[Relation, Node]


def term_by_term(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an order of two sums over one range, member by member."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    low, high, _ = sides_of(goal)
    if low.head != "sum" or high.head != "sum" or low.data[1] != high.data[1] or len(low.args) + len(high.args) > 2:
        return None
    if low.data != high.data:
        body = substitute(high.args[0], {str(high.data[0]): name(str(low.data[0]))})
        same = Term("sum", (body,), low.data)
        sides = (goal.left, same) if high is goal.right else (same, goal.right)
        return search.by("rewrite", {"statement": Relation(goal.operator, *sides)}, sequent, EFFORT_OF_A_TERM)
    data = {"path": [0], "names": [search.fresh(sequent, str(low.data[0]))]}
    return search.by("monotone", data, sequent, EFFORT_OF_A_TERM, (Reason("monotone"),))


def of_log_sums(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    """Bounds of the sums of multiples of logarithms that the goal speaks of."""
    for whole in _sums(sequent)[:MOST_SUMS]:
        body = whole.args[0]
        factors = body.args if body.head == "mul" else (body,)
        logs = [k for k, f in enumerate(factors) if f.head == "fun" and f.data[0] == "log"]
        if len(logs) != 1:
            continue
        u = factors[logs[0]].args[0]
        inverse = Term("div", (u.args[1], u.args[0])) if u.head == "div" else Term("div", (ONE, u))
        for low, high in ((Term("add", (ONE, Term("neg", (inverse,)))), None), (None, Term("add", (u, Term("neg", (ONE,)))))):
            bound = _simplified(search, sequent, _with_factor(factors, logs[0], low or high), whole)
            other = Term("sum", (bound,), whole.data)
            goal = Relation("<=", other, whole) if low is not None else Relation("<=", whole, other)
            proof = term_by_term(search, sequent.proves(goal))
            if proof is not None:
                yield goal, proof


def _with_factor(factors: tuple[Term, ...], k: int, new: Term | None) -> Term:
    assert new is not None
    return new if len(factors) == 1 else Term("mul", (*factors[:k], new, *factors[k + 1 :]))


def _simplified(search: Search, sequent: Sequent, bound: Term, whole: Term) -> Term:
    """The term over one denominator: p (1 - q/p) as p - q, so that what is not 0 is asked of a term and not of all."""
    label, size = str(whole.data[0]), whole.data[1]
    assert isinstance(size, Size)
    fresh = search.fresh(sequent, label)
    here = substitute(bound, {label: name(fresh)})
    everywhere = ForAll(((fresh, index(size)),), Relation("<=", here, here))
    declared = search.goals("generalise", {"names": [fresh]}, sequent.proves(everywhere))
    if not declared:
        return bound
    field = Field(declared[0].context)
    try:
        return substitute(field.term(field.form(here)), {fresh: name(label)})
    except (NoForm, ValueError):
        return bound


def _sums(sequent: Sequent) -> list[Term]:
    """Sums over a range with nothing left out, outside binders."""
    found: dict[Term, None] = {}
    todo = list(terms_of(sequent.goal))
    while todo:
        node = todo.pop(0)
        if node.head == "sum" and len(node.args) == 1:
            found[node] = None
        todo += node.args[1:] if bound_name(node) is not None else node.args
    return list(found)
