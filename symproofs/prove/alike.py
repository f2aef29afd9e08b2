"""Conditions that say the same, told apart as the kernel tells terms apart: by their entries.

`k^T q = 0` and `q^T k = 0`, `a ≠ b` and `b ≠ a` are one condition. What is only implied by another one stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import Term
from symproofs.theories.budget import Budget
from symproofs.theories.equality import Lemma, prove_equal

STEPS: Final = 2_000
TURNED: Final = {"<": ">", "<=": ">="}
EITHER_WAY: Final = ("=", "!=")
"""Relations that hold of a number where they hold of its negative."""


def each_once(context: Context, statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """The statements in order, without those that say what one before them says."""
    kept: list[Statement] = []
    for statement in statements:
        if not any(say_the_same(context, statement, other) for other in kept):
            kept.append(statement)
    return tuple(kept)


def say_the_same(context: Context, first: Statement, second: Statement) -> bool:
    """Whether both are one relation between sides with one difference. Where that is not seen they are two."""
    if first == second:
        return True
    if not isinstance(first, Relation) or not isinstance(second, Relation):
        return False
    first, second = _turned(first), _turned(second)
    if first.operator != second.operator:
        return False
    apart = _minus(first.left, first.right)
    ways = [_minus(second.left, second.right)]
    if first.operator in EITHER_WAY:
        ways.append(_minus(second.right, second.left))
    return any(isinstance(prove_equal(context, apart, way, budget=Budget(STEPS)), Lemma) for way in ways)


def _turned(relation: Relation) -> Relation:
    if relation.operator not in TURNED:
        return relation
    return Relation(TURNED[relation.operator], relation.right, relation.left)  # type: ignore[arg-type]


def _minus(left: Term, right: Term) -> Term:
    return Term("add", (left, Term("neg", (right,))))
