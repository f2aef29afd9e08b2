"""Distinguishing cases: the sign of what stands under |·|, ReLU, sign or step, and whether two indices are equal.

Each case is proved with little effort, with the value that the function has there. *Fails when* a case is not closed, or the goal
has nothing to distinguish by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symproofs.kernel.certificate import parts_of, terms_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.angles import applied
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation, Statement, statement_names
from symproofs.terms.term import Term, bound_name, name, num

VALUES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "abs": (("modulus_below",), ("modulus_above",), ("modulus_above",)),
    "relu": (("relu_below",), ("relu_above",), ("relu_above",)),
    "step": (("step_below",), ("step_below",), ("step_above",)),
    "sign": (("sign_of_negative",), (), ("sign_of_positive",)),
}
"""Facts that give the value of f(u) for u < 0, u = 0 and u > 0."""

MOST_SPLITS = 3
EFFORT_OF_A_CASE = 2


def by_cases(search: Search, sequent: Sequent) -> Node | None:
    """The goal by one distinction of cases, or by one within another."""
    if search.cases >= MOST_SPLITS:
        return None
    search.cases += 1
    try:
        with search.unconditional():
            return next((split for split in _splits(search, sequent) if split is not None), None)
    finally:
        search.cases -= 1


def _splits(search: Search, sequent: Sequent) -> Iterator[Node | None]:
    for argument, functions in _arguments(sequent).items():
        if not any(_decided(search, sequent, argument)):
            yield _by_sign(search, sequent, argument, functions)
    for i, j in _index_pairs(sequent):
        yield _closed(search, sequent, "cases_equal", name(i), name(j), [[], []])


def _arguments(sequent: Sequent) -> dict[Term, list[str]]:
    """What stands under functions whose values depend on a sign, outside binders."""
    found: dict[Term, list[str]] = {}
    todo = list(terms_of(sequent.goal))
    while todo:
        node = todo.pop()
        if node.head == "fun" and node.data[0] in VALUES:
            found.setdefault(node.args[0], []).append(str(node.data[0]))
        todo += node.args[1:] if bound_name(node) is not None else node.args
    return found


def _decided(search: Search, sequent: Sequent, argument: Term) -> Iterator[bool]:
    """Whether one of the three cases is given already."""
    given = {h.statement for h in sequent.context.hypotheses}
    for operator in ("<", "=", ">"):
        yield Relation(operator, argument, num(0)) in given


def _by_sign(search: Search, sequent: Sequent, argument: Term, functions: list[str]) -> Node | None:
    facts = [[fact for which in functions for fact in VALUES[which][case]] for case in range(3)]
    return _closed(search, sequent, "trichotomy", argument, num(0), facts)


def _closed(search: Search, sequent: Sequent, rule: str, left: Term, right: Term, facts: list[list[str]]) -> Node | None:
    """The distinction, every case proved with its facts about the left side."""
    data = {"left": left, "right": right}
    split = search.apply(rule, data, sequent, (Reason("case_distinction"),))
    if split is None:
        return None
    below = []
    for case, labels in zip(split[1], facts, strict=True):
        steps: list[Step] = []
        for label in dict.fromkeys(labels):
            steps += applied(search, steps[-1].after if steps else case, label, (left,), set()) or []
        inner = search.solve(steps[-1].after if steps else case, EFFORT_OF_A_CASE)
        inner = inner or by_cases(search, steps[-1].after if steps else case)
        if inner is None:
            return None
        below.append(around(steps, inner))
    return replace(split[0], of=tuple(below))


def _index_pairs(sequent: Sequent) -> Iterator[tuple[str, str]]:
    """An index in the goal and one there or left out by a premise, of which it is not given whether they are equal."""
    types = sequent.context.types
    given = {h.statement for h in sequent.context.hypotheses}
    here = _indices(statement_names(sequent.goal), sequent)
    others = _indices(frozenset(n for s in given for n in _left_out(s)), sequent)
    for i in here:
        for j in (*here[here.index(i) + 1 :], *(n for n in others if n not in here)):
            said = {Relation("=", name(i), name(j)), Relation("=", name(j), name(i))} & given
            if types[i] == types[j] and not said and frozenset((i, j)) not in sequent.context.distinct:
                yield i, j


def _indices(labels: frozenset[str], sequent: Sequent) -> list[str]:
    types = sequent.context.types
    return sorted(n for n in labels if n in types and types[n].index is not None)


def _left_out(statement: Statement) -> Iterator[str]:
    """Names in premises that say of two indices that they differ."""
    for part in parts_of(statement):
        if isinstance(part, Relation) and part.operator == "!=":
            yield from statement_names(part)
