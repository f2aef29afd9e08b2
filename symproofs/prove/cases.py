"""Distinguishing cases: the sign of what stands under |·|, ReLU, sign or step, and whether two indices are equal.

Each case is proved with little effort, with the value that the function has there. *Fails when* a case is not closed, or the goal
has nothing to distinguish by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.angles import applied
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation, Statement, parts_of, statement_names
from symproofs.terms.term import Term, bound_name, fun, name, num, term

VALUES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "abs": (("modulus_below",), ("modulus_above",), ("modulus_above",)),
    "relu": (("relu_below",), ("relu_above",), ("relu_above",)),
    "step": (("step_below",), ("step_below",), ("step_above",)),
    "sign": (("sign_of_negative",), (), ("sign_of_positive",)),
    "root": (("modulus_below",), ("modulus_above",), ("modulus_above",)),
}
"""Facts that give the value of f(u) for u < 0, u = 0 and u > 0; the root of u² is |u|."""

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
        known = next((k for k, decided in enumerate(_decided(search, sequent, argument)) if decided), None)
        if known is None:
            yield _by_sign(search, sequent, argument, functions)
        elif not all(_has_value(sequent, which, argument) for which in functions):
            yield _with_values(search, sequent, argument, [fact for which in functions for fact in VALUES[which][known]])
    for i, j in _index_pairs(sequent):
        yield _closed(search, sequent, "cases_equal", name(i), name(j), [[], []])


def _arguments(sequent: Sequent) -> dict[Term, list[str]]:
    """What stands under functions whose values depend on a sign, in the goal and in given equations, outside binders."""
    found: dict[Term, list[str]] = {}
    todo = [t for h in sequent.context.hypotheses if _is_equation(h.statement) for t in terms_of(h.statement)]
    todo += terms_of(sequent.goal)  # taken up first
    while todo:
        node = todo.pop()
        if node.head == "fun" and node.data[0] in VALUES:
            found.setdefault(node.args[0], []).append(str(node.data[0]))
        if _is_root_of_square(node):
            found.setdefault(node.args[0].args[0], []).append("root")
        todo += node.args[1:] if bound_name(node) is not None else node.args
    return found


def _is_root_of_square(node: Term) -> bool:
    return node.head == "sqrt" and node.args[0].head == "pow" and node.args[0].args[1] == num(2)


def _has_value(sequent: Sequent, which: str, argument: Term) -> bool:
    """Whether an equation for the value of a function at this argument is given already."""
    value = fun("abs" if which == "root" else which, argument)
    values = (argument, term("neg", argument)) if which in ("abs", "root") else (argument, num(0), num(1), term("neg", num(1)))
    return any(h.statement == Relation("=", value, v) for h in sequent.context.hypotheses for v in values)


def _roots(search: Search, sequent: Sequent, argument: Term) -> list[Step]:
    """√(u²) = |u|, added where the goal has such a root."""
    root = term("sqrt", term("pow", argument, num(2)))
    if not any(n == root for t in terms_of(sequent.goal) for n in t.walk()):
        return []
    equation = Relation("=", root, fun("abs", argument))
    proof = search.chain(sequent.proves(equation), 0)
    step = search.have(equation, proof, sequent) if proof is not None else None
    return [step] if step is not None else []


def _is_equation(statement: Statement) -> bool:
    return isinstance(statement, Relation) and statement.operator == "="


def _decided(search: Search, sequent: Sequent, argument: Term) -> Iterator[bool]:
    """Whether one of the three cases is given already, or seen."""
    for operator in ("<", "=", ">"):
        yield search.evident(sequent, Relation(operator, argument, num(0)))


def _with_values(search: Search, sequent: Sequent, argument: Term, facts: list[str]) -> Node | None:
    """The goal with the values that functions have where the sign of their argument is given."""
    steps = _roots(search, sequent, argument)
    for label in dict.fromkeys(facts):
        steps += applied(search, steps[-1].after if steps else sequent, label, (argument,), set()) or []
    inner = (search.solve(steps[-1].after, EFFORT_OF_A_CASE) or by_cases(search, steps[-1].after)) if steps else None
    return around(steps, inner) if inner is not None else None


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
        steps = _roots(search, case, left)
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
