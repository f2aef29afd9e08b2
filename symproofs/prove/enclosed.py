"""Numbers without names compared by enclosures: the rule `enclosure`, at a precision at which it does.

*Fails when* a side holds a name, or the sides are equal or too close.
"""

from __future__ import annotations

from symproofs.kernel.rules_enclosure import MOST_DIGITS
from symproofs.kernel.sequent import Sequent
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term

HEADS = frozenset({"num", "add", "neg", "mul", "div", "pow", "sqrt", "const", "fun"})
DIGITS = (10, MOST_DIGITS)


def by_enclosures(search: Search, sequent: Sequent) -> Node | None:
    goal = sequent.goal
    if not isinstance(goal, Relation) or not any(map(_worked_out, (goal.left, goal.right))):
        return None
    if not all(map(_closed, (goal.left, goal.right))):
        return None
    found = (search.by("enclosure", {"digits": d}, sequent, 0, (Reason("enclosure"),)) for d in DIGITS)
    return next((node for node in found if node is not None), None)


def _closed(node: Term) -> bool:
    return node.head in HEADS and all(map(_closed, node.args))


def _worked_out(node: Term) -> bool:
    """Whether there is more to a term than arithmetic of numbers written out, which normal forms do."""
    return any(n.head in ("sqrt", "const", "fun", "pow") for n in node.walk())
