"""Rules of sums and products over an index: two are equal if their members are."""

from __future__ import annotations

from symproofs.kernel.indexed import need
from symproofs.kernel.passage import single
from symproofs.kernel.rules_logic import relation
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import name, substitute
from symproofs.terms.types import index


def equal_members(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Σ over one range, the same indices left out: member by member."""
    goal = relation(sequent.goal, "=")
    left, right = goal.left, goal.right
    need(left.head in ("sum", "product") and left.head == right.head, "these are no sums over an index")
    size = left.data[1]
    need(size == right.data[1] and left.args[1:] == right.args[1:], "the ranges differ")
    assert isinstance(size, Size)
    label = single(data["names"])
    declared = ledger.introduce(sequent, ((label, index(size)),))
    inside = declared.joined(*(Relation("!=", name(label), excluded) for excluded in left.args[1:]))
    bodies = [substitute(side.args[0], {str(side.data[0]): name(label)}) for side in (left, right)]
    return [inside.proves(Relation("=", *bodies))]


SUM_RULES: tuple[Rule, ...] = (
    Rule("equal_members", "Γ, i ≠ j ⊢ s = t  /  Γ ⊢ Σ_{i≠j} s = Σ_{i≠j} t", "i is new", {"names": "names"}, equal_members),
)
