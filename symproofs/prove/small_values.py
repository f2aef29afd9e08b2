"""What holds for every ε > 0: `a ≤ b + ε` gives a ≤ b, `|a - b| < ε` gives a = b.

If not, a > b, and ε = (a - b)/8 contradicts it; an equation is two orders.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.kernel.sequent import Sequent
from symproofs.prove.order import ordered
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, around
from symproofs.prove.squares import both_ways, is_real
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import ForAll, Implies, Relation, Statement
from symproofs.terms.term import Term, name, num


def by_small_values(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation or an order with equality, from what is given of every positive number."""
    goal = sequent.goal
    rows = [h.statement for h in sequent.context.hypotheses if _of_small_values(h.statement)]
    if not isinstance(goal, Relation) or goal.operator not in ("=", "<=", ">=") or not rows or not is_real(goal, sequent):
        return None
    if goal.operator == "=":
        return both_ways(search, sequent, goal, by_small_values)
    with search.unconditional():
        found = search.apply("by_contradiction", {}, sequent, (Reason("contradiction"),))
        if found is None:
            return None
        node, (contrary,) = found
        for row in rows:
            assert isinstance(row, ForAll)
            terms = {row.names[0][0]: _distance(goal)}
            at = search.step("instance", {"n": Given(row), "terms": terms}, contrary)
            known = at.after.context.hypotheses[-1].statement if at is not None else None
            here = search.step("modus_ponens", {"n": Given(known), "direction": "forward"}, at.after, 1) if at and known else None
            inner = _against(search, here.after, contrary.context.hypotheses[-1].statement) if here is not None else None
            if at is not None and here is not None and inner is not None:
                return replace(node, of=(around([at, here], inner),))
    return None


def _against(search: Search, sequent: Sequent, supposed: Statement) -> Node | None:
    """The contradiction to an order that was supposed: the opposite one."""
    found = search.apply("contradiction", {"n": Given(supposed)}, sequent)
    if found is None:
        return None
    node, (opposite,) = found
    proof = ordered(search, opposite, 1)
    return None if proof is None else replace(node, of=(proof,))


def _of_small_values(statement: Statement) -> bool:
    """`∀ ε: ε > 0 ⇒ …`"""
    if not isinstance(statement, ForAll) or len(statement.names) != 1 or not isinstance(statement.body, Implies):
        return False
    ((label, kind),) = statement.names
    premise = statement.body.premise
    positive = Relation(">", name(label), num(0)), Relation("<", num(0), name(label))
    return kind.is_scalar and kind.sort == "real" and premise in positive


def _distance(goal: Relation) -> Term:
    """An eighth of how far apart the sides are, if the goal fails: small enough for `a ≤ b + 3ε`, too."""
    high, low = (goal.right, goal.left) if goal.operator == ">=" else (goal.left, goal.right)
    return Term("div", (Term("add", (high, Term("neg", (low,)))), num(8)))
