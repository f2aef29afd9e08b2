"""The rule of enclosures: numbers without names are compared by intervals that hold them."""

from __future__ import annotations

from symproofs.kernel.enclosures import enclose
from symproofs.kernel.indexed import need
from symproofs.kernel.rules_logic import relation
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent

MOST_DIGITS = 40


def enclosure(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Nothing is left where the intervals of both sides are apart as the relation says."""
    goal = relation(sequent.goal, "<", "<=", ">", ">=", "!=")
    need(data["digits"] <= MOST_DIGITS, "too many digits")
    bits = 4 * data["digits"] + 32
    left, right = (enclose(side, bits, ledger.spend) for side in (goal.left, goal.right))
    apart = {
        "<": left.high < right.low,
        "<=": left.high <= right.low,
        ">": left.low > right.high,
        ">=": left.low >= right.high,
        "!=": left.high < right.low or left.low > right.high,
    }
    need(apart[goal.operator], "the enclosures are not apart")
    return []


ENCLOSURE_RULES: tuple[Rule, ...] = (
    Rule(
        "enclosure",
        "Γ ⊢ L < R",
        "L and R are numbers without names, whose enclosures are apart; likewise ≤, >, ≥, ≠",
        {"digits": "number"},
        enclosure,
    ),
)
