"""Plans of limits: which rule of the kernel at each step, before anything is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, Literal

from symproofs.kernel.certificate import INFINITIES
from symproofs.kernel.sequent import Sequent
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement, Tends
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type
from symproofs.theories.given_terms import taken_apart

UP, DOWN = INFINITIES
OPPOSITE: Mapping[Term, Term] = {UP: DOWN, DOWN: UP}
TEXT: Mapping[Term, str] = {UP: "oo", DOWN: "-oo"}

Sign = Literal["+", "-", "0", "!", "?"]
"""Positive, negative, zero, not zero, not known."""

Oracle = Callable[[Sequent, Term], Sign]


@record
class Plan:
    """`subject → target` by a rule with its data; `parts` for the passages to the limit that it leaves, in order.

    `bound` is the hypothesis, with values for its parameters, that a comparison among the subgoals is an instance of.
    """

    subject: Term
    target: Term
    rule: str
    data: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[Plan, ...] = ()
    bound: tuple[Statement, Mapping[str, Term]] | None = None

    @property
    def infinite(self) -> bool:
        return self.target in INFINITIES


@record
class Passage:
    """A hypothesis `subject → target`, or one that bounds the subject by something that may tend to ±∞."""

    statement: Statement
    parameters: Mapping[str, Type]
    premise: Statement | None
    subject: Term
    target: Term
    bound: Term | None = None


def passages(context: Context, moving: frozenset[str]) -> Iterator[Passage]:
    """What the hypotheses of a context say about limits."""
    for hypothesis in context.hypotheses:
        parameters, premise, body = taken_apart(hypothesis.statement)
        if isinstance(body, Tends):
            if moving.isdisjoint(free_names(body.target)):
                yield Passage(hypothesis.statement, parameters, premise, body.subject, body.target)
        elif isinstance(body, Relation) and body.operator in ("<", "<=", ">", ">="):
            low, high = (body.left, body.right) if body.operator in ("<", "<=") else (body.right, body.left)
            if not moving.isdisjoint(free_names(low)) and not moving.isdisjoint(free_names(high)):
                yield Passage(hypothesis.statement, parameters, premise, high, UP, low)
                yield Passage(hypothesis.statement, parameters, premise, low, DOWN, high)
