"""Numbers without names compared by enclosures: the rule `enclosure`, at a precision at which it does; roots as powers.

*Fails when* a side holds a name, or the sides are equal or too close.
"""

from __future__ import annotations

from symproofs.kernel.rules_enclosure import MOST_DIGITS
from symproofs.kernel.sequent import Sequent
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation, map_terms
from symproofs.terms.term import Term, num, number_in, rewrite

HEADS = frozenset({"num", "add", "neg", "mul", "div", "pow", "sqrt", "root", "const", "fun"})
DIGITS = (10, MOST_DIGITS)


def by_enclosures(search: Search, sequent: Sequent) -> Node | None:
    goal = sequent.goal
    if not isinstance(goal, Relation) or not any(map(_worked_out, (goal.left, goal.right))):
        return None
    if not all(map(_closed, (goal.left, goal.right))):
        return None
    as_powers = map_terms(goal, lambda node: rewrite(node, _as_power))
    if as_powers != goal:
        return search.by("rewrite", {"statement": as_powers}, sequent, 0)
    found = (search.by("enclosure", {"digits": d}, sequent, 0, (Reason("enclosure"),)) for d in DIGITS)
    return next((node for node in found if node is not None), None)


def _closed(node: Term) -> bool:
    return node.head in HEADS and all(map(_closed, node.args))


def _worked_out(node: Term) -> bool:
    """Whether there is more to a term than arithmetic of numbers written out, which normal forms do."""
    return any(n.head in ("sqrt", "root", "const", "fun", "pow") for n in node.walk())


def _as_power(node: Term) -> Term | None:
    """a^(1/n) for a root, of which the kernel has no enclosure."""
    if node.head != "root" or node.args[1].head != "num" or number_in(node.args[1]) <= 0:
        return None
    return Term("pow", (node.args[0], num(1 / number_in(node.args[1]))))
