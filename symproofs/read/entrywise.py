"""`Φ(t_1, :) = Φ(t_2, :)`: equality at every value of the argument that the colon stands for.

Of a function that is given by rows (`Φ(t, 2i) = …`, `Φ(t, 2i + 1) = …`) these are the arguments of its rows, within
their bounds; of a declared function all values of the argument's sort.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symproofs.diagnostics import Diagnostic
from symproofs.read.elaboration import Part
from symproofs.read.hypotheses import guarded
from symproofs.terms.context import Context
from symproofs.terms.statement import And, ForAll, Implies, Relation, Statement, statement_names
from symproofs.terms.term import Term, free_names, substitute
from symproofs.terms.types import Type


def entrywise(part: Part, context: Context) -> Part:
    """The part with a colon read as every argument; with a problem where those are not known."""
    statement = part.statement
    if part.problem is not None or not isinstance(statement, ForAll) or not any(n.kind == "Colon" for n in part.node.walk()):
        return part
    if len(statement.names) != 1 or not isinstance(statement.body, Relation):
        return part
    (slot, _), body = statement.names[0], statement.body
    calls = [t for side in (body.left, body.right) for t in side.walk() if t.head == "call" and _slot(t, slot) is not None]
    heads = {(str(t.data[0]), _slot(t, slot)) for t in calls}
    found: list[Statement] = []
    if len(heads) == 1:
        head, place = heads.pop()
        assert place is not None
        for names, premise, argument in rows_of(head, place, context):
            if set(names) & statement_names(body):
                break
            values = {slot: argument}
            at = Relation(body.operator, substitute(body.left, values), substitute(body.right, values))
            found.append(ForAll(tuple(names.items()), guarded(at, premise)))
        else:
            if found:
                return replace(part, statement=found[0] if len(found) == 1 else And(tuple(found)))
        row = context.declarations.get(head)
        if row is not None and row.origin in ("given", "document") and row.type.parameters is not None:
            kind = row.type.parameters[place]
            return replace(part, statement=ForAll(((slot, kind),), body))
    problem = Diagnostic("undeclared", "what the colon runs over is not known", part.span)
    return replace(part, statement=None, left=None, right=None, problem=problem)


def _slot(call: Term, slot: str) -> int | None:
    """The argument that the colon is, by number."""
    return next((k for k, a in enumerate(call.args) if a.head == "name" and a.data[0] == slot), None)


def rows_of(head: str, place: int, context: Context) -> Iterator[tuple[dict[str, Type], tuple[Statement, ...], Term]]:
    """The rows by which a function is given: the letters of the argument, their bounds, the argument."""
    for hypothesis in context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, ForAll):
            continue
        premise = statement.body.premise if isinstance(statement.body, Implies) else None
        body = statement.body.conclusion if isinstance(statement.body, Implies) else statement.body
        if not isinstance(body, Relation) or body.left.head != "call" or body.left.data[0] != head:
            continue
        argument = body.left.args[place]
        letters = {n: kind for n, kind in statement.names if n in free_names(argument)}
        bounds = premise.parts if isinstance(premise, And) else (premise,) if premise is not None else ()
        yield letters, tuple(b for b in bounds if statement_names(b) & letters.keys()), argument
