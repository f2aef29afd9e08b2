"""Functions that are defined through other names: `Q = X W`, then `F(X) = Q + Q`.

Q is said to be X W, so that F(X) is X W + X W for every X: what depends on an argument is written out. Where a name in the
body is tied to an argument by an equation that defines nothing (`q² = x`), the definition is one at this argument only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import Relation, Statement, map_terms, statement_names
from symproofs.terms.term import Term, free_names, rewrite, substitute

Definitions = Mapping[str, tuple[tuple[str, ...], Term]]

MOST_ROUNDS = 50


def written_out(body: Term, arguments: Collection[str], context: Context) -> Term | None:
    """The body with names written out that depend on an argument; `None` where one depends on it in an unknown way."""
    wanted = frozenset(arguments)
    definitions: dict[str, tuple[tuple[str, ...], Term]] = {}
    for hypothesis in context.hypotheses:
        found = definition_of(hypothesis)
        if found is not None and found[0] not in wanted:
            definitions.setdefault(found[0], found[1:])
    for _ in range(MOST_ROUNDS):
        dependent = _dependent(definitions, wanted)
        if free_names(body).isdisjoint(dependent):
            break
        body = rewrite(body, lambda node, names=dependent: _unfolded(node, definitions, names))  # type: ignore[misc]
    else:
        return None
    return None if _tied(free_names(body) - wanted, wanted, context) else body


def _dependent(definitions: Definitions, arguments: frozenset[str]) -> frozenset[str]:
    """Names that are defined by an argument, directly or through others."""
    found: set[str] = set()
    grown = True
    while grown:
        grown = False
        for name, (parameters, body) in definitions.items():
            if name not in found and (free_names(body) - set(parameters)) & (arguments | found):
                found.add(name)
                grown = True
    return frozenset(found)


def _unfolded(node: Term, definitions: Definitions, names: frozenset[str]) -> Term | None:
    if node.head not in ("name", "call", "member") or str(node.data[0]) not in names:
        return None
    parameters, body = definitions[str(node.data[0])]
    if len(parameters) != len(node.args):
        return None
    return substitute(body, dict(zip(parameters, node.args, strict=True)))


def _tied(names: frozenset[str], arguments: frozenset[str], context: Context) -> bool:
    """Whether an equation that defines nothing speaks of one of the names and of an argument."""
    for hypothesis in context.hypotheses:
        statement = hypothesis.statement
        if isinstance(statement, Relation) and statement.operator == "=" and definition_of(hypothesis) is None:
            about = statement_names(statement)
            if about & names and about & arguments:
                return True
    return False


def derivatives_written_out(statement: Statement, context: Context) -> Statement | None:
    """The statement, in every derivative written out what depends on the name that it is by.

    `None` where this is not known: nothing in the derivative speaks of the name, or an equation ties another name to it.
    """

    def step(node: Term) -> Term | None:
        if node.head != "derivative":
            return None
        label = str(node.data[0])
        body = written_out(_applied(node.args[0], label, context), (label,), context)
        if body is None or (label not in free_names(body) and any(n in context.declarations for n in free_names(body))):
            raise _Unknown
        return node if body == node.args[0] else node.with_args((body, *node.args[1:]))

    try:
        return map_terms(statement, lambda part: rewrite(part, step))
    except _Unknown:
        return None


class _Unknown(Exception):
    """It is not known how something depends on a name."""


def _applied(body: Term, label: str, context: Context) -> Term:
    """The body with values of functions written out where the name is in an argument."""
    known = [found for h in context.hypotheses if (found := definition_of(h)) is not None and found[1]]
    definitions = {name: (parameters, body) for name, parameters, body in reversed(known)}
    names = frozenset(definitions)
    for _ in range(MOST_ROUNDS):
        new = rewrite(body, lambda node: _unfolded(node, definitions, names) if label in free_names(node) else None)
        if new == body:
            break
        body = new
    return body
