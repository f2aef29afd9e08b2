"""Whether hypotheses can all be met: values for their names are known, or functions and numbers for which each is proved.

`f(x + y) = f(x) + f(y)` for all x and y is of infinitely many values, so no assignment that is tried shows that it holds; that
f(x) = 0 meets it is proved. What is met by nothing that is tried may contradict itself: then nothing rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from symproofs.prove.logic import prove_statement
from symproofs.prove.proof import Proof
from symproofs.refute.real_roots import met_by_roots
from symproofs.refute.refute import find_witness
from symproofs.refute.result import Budget as Trials
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.statement import ForAll, Hypothesis, Relation, statement_names
from symproofs.terms.term import Term, fun, name, num
from symproofs.theories.budget import Budget

STEPS = 1_500
"""Steps of the prover for one hypothesis with one choice of functions and numbers."""

MOST_CHOICES = 24


def satisfiable(context: Context) -> bool:
    """Whether something is known that meets every hypothesis in scope."""
    return find_witness(context) is not None or met_by_roots(context) or _met_by_choice(context)


def _met_by_choice(context: Context) -> bool:
    """Whether each hypothesis about everything is proved for some plain functions and numbers, and values meet the rest."""
    universal = [h for h in context.hypotheses if _of_everything(h)]
    free = frozenset[str]().union(*(statement_names(h.statement) for h in universal))
    defined = {found[0] for h in context.hypotheses if (found := definition_of(h)) is not None}
    rows = [row for n, row in context.declarations.items() if n in free and n not in defined]
    if not rows or not all(map(_plain, rows)):
        return False
    rest = replace(context, hypotheses=tuple(h for h in context.hypotheses if h not in universal))
    labels = {row.name for row in rows}
    alone: dict[str, list[Hypothesis]] = {label: [] for label in labels}
    for h in universal:
        (own, *others) = sorted(statement_names(h.statement) & labels) or [""]
        if own and not others:
            alone[own].append(h)
    good = [[c for c in _choices(row) if all(_proved(rest.assume((c,)), h) for h in alone[row.name])] for row in rows]
    for choice in islice(product(*good), MOST_CHOICES):
        chosen = rest.assume(choice)
        shared = (h for h in universal if all(h not in own for own in alone.values()))
        if all(_proved(chosen, h) for h in shared) and find_witness(chosen, budget=Trials(100.0, 24)) is not None:
            return True
    return False


def _of_everything(hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis speaks of every number, and is no definition."""
    statement = hypothesis.statement
    if not isinstance(statement, ForAll) or definition_of(hypothesis) is not None:
        return False
    return any(kind.index is None for _, kind in statement.names)


def _plain(row: Declaration) -> bool:
    value = replace(row.type, parameters=None)
    return value.index is None and all(kind.is_scalar for kind in (value, *(row.type.parameters or ())))


def _choices(row: Declaration) -> Iterator[Hypothesis]:
    """What a name may be: a plain function of its first argument, or a small number."""
    kind = row.type
    if kind.parameters is None:
        yield from (Hypothesis(Relation("=", name(row.name), num(value))) for value in (0, 1))
        return
    letters = [name(f"{row.name}_{k}'") for k in range(len(kind.parameters))]
    bound = tuple((str(x.data[0]), p) for x, p in zip(letters, kind.parameters, strict=True))
    call = Term("call", tuple(letters), (row.name,))
    for value in _values(letters[0]):
        yield Hypothesis(ForAll(bound, Relation("=", call, value)))


def _values(x: Term) -> Iterator[Term]:
    yield num(0)
    yield num(1)
    yield x
    yield Term("neg", (x,))
    yield Term("pow", (x, num(2)))
    yield Term("mul", (num(2), x))
    yield fun("exp", x)
    yield Term("add", (x, num(1)))


def _proved(context: Context, hypothesis: Hypothesis) -> bool:
    found = prove_statement(context, hypothesis.statement, Budget(STEPS))
    return isinstance(found, Proof) and not found.conditions
