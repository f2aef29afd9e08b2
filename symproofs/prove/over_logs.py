"""Orders of logarithms as orders of what they are of: y ≤ log(e^x + e^y) since e^y ≤ e^x + e^y.

Both sides are written as one logarithm, log u + c as log(u e^c), which rises. *Fails when* the order below is not proved.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.kernel.sequent import Sequent
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.substituting import substituted
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation, map_terms, terms_of
from symproofs.terms.term import E, Term, fun, num, number_in

DECIDED = ("relu", "abs", "sign", "step")
"""Functions whose values are given where cases were distinguished."""
MOST_POWER = 6


def by_logarithms(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """The goal, an order of which a summand is a logarithm, as one of what both sides are logarithms of."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    if not _has_log(goal):
        return None
    steps = _values(search, sequent)
    after = steps[-1].after if steps else sequent
    if waits_for_cases(after):
        return None
    rewritten = map_terms(after.goal, lambda side: side if _is_log(side) else fun("log", exponential(side)))
    found = search.apply("rewrite", {"statement": rewritten}, after)
    if found is None:
        return None
    node, (*sides, last) = found
    below = [search.chain(side, 0) for side in sides]
    inner = search.by("monotone", {"path": [0], "names": []}, last, effort, (Reason("monotone"),)) if None not in below else None
    if inner is None:
        return None
    return around(steps, replace(node, of=(*(b for b in below if b is not None), inner)))


def waits_for_cases(sequent: Sequent) -> bool:
    """Whether the goal is an order of logarithms that speaks of functions whose values depend on a sign."""
    goal = sequent.goal
    has_log = isinstance(goal, Relation) and _has_log(goal)
    return has_log and any(_is_decided(n) for t in terms_of(goal) for n in t.walk())


def _has_log(goal: Relation) -> bool:
    return any(_is_log(n) for side in (goal.left, goal.right) for n in _summands(side))


def _values(search: Search, sequent: Sequent) -> list[Step]:
    """The goal with the values that equations give to functions decided by cases."""
    steps: list[Step] = []
    for hypothesis in sequent.context.hypotheses:
        given, after = hypothesis.statement, steps[-1].after if steps else sequent
        if not isinstance(given, Relation) or given.operator != "=" or not _is_decided(given.left):
            continue
        if any(given.left == n for t in terms_of(after.goal) for n in t.walk()):
            step = substituted(search, after, given)
            steps += [step] if step is not None else []
    return steps


def _is_decided(node: Term) -> bool:
    return node.head == "fun" and node.data[0] in DECIDED


def _is_log(node: Term) -> bool:
    return node.head == "fun" and node.data[0] == "log"


def _summands(node: Term) -> list[Term]:
    """The summands of a term, without signs and numbers before them."""
    match node.head:
        case "add":
            return [s for a in node.args for s in _summands(a)]
        case "neg":
            return _summands(node.args[0])
        case "mul" if node.args[0].head == "num" and len(node.args) == 2:
            return _summands(node.args[1])
    return [node]


def exponential(node: Term) -> Term:
    """e to the term: of log u it is u, of sums a product."""
    match node:
        case Term(head="num") if node == num(0):
            return num(1)
        case Term(head="fun", data=("log",)):
            return node.args[0]
        case Term(head="add"):
            return Term("mul", tuple(exponential(a) for a in node.args))
        case Term(head="neg") if any(map(_is_log, _summands(node))):
            return Term("div", (num(1), exponential(node.args[0])))
        case Term(head="mul", args=(Term(head="num") as c, x)) if _is_log(x) and _is_small(c):
            return Term("pow", (x.args[0], c))
    return Term("pow", (E, node))


def _is_small(node: Term) -> bool:
    value = number_in(node)
    return value.denominator == 1 and 0 < value <= MOST_POWER
