"""Derivatives of what is defined elsewhere: `J = ‖Xw − y‖²`, then `∂J/∂w`. What depends on w is written out.

A link with a derivative of something of which it is not known how it depends on the name is not judged.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from symproofs.diagnostics import Diagnostic
from symproofs.read.elaboration import Part
from symproofs.terms.context import Context
from symproofs.terms.dependent import derivatives_written_out
from symproofs.terms.statement import (
    Exists,
    ForAll,
    Implies,
    Relation,
    Statement,
    map_terms,
    parts_of,
    statement_names,
    substitute_statement,
    terms_of,
)
from symproofs.terms.term import Term, rewrite
from symproofs.terms.typing import Mistyped, Types, type_of


def differentiated(part: Part, context: Context) -> Part:
    """The part with its derivatives written out; with a problem where they cannot be."""
    statement = part.statement
    if part.problem is not None or statement is None or not _differentiates(part):
        return part
    found = derivatives_written_out(statement, context)
    if found is None:
        text = "how what is differentiated here depends on the variable is not known"
        return replace(part, statement=None, left=None, right=None, problem=Diagnostic("undeclared", text, part.span))
    if isinstance(found, Relation):
        return replace(part, statement=found, left=found.left, right=found.right)
    return replace(part, statement=found)


MOST_TURNED = 5
"""Derivatives by arrays in one statement whose layouts are looked at one by one."""


def other_layouts(part: Part, context: Context) -> tuple[Statement, ...]:
    """What a link says if some of its derivatives by arrays lie the other way, as far as that has a meaning.

    Each derivative for itself: a text may write a gradient as a column and another as a row.
    """
    statement = None if part.statement is None else _unfolded(part.statement, context)
    if statement is None or not any(node.head == "derivative" for side in terms_of(statement) for node in side.walk()):
        return ()
    types = {**context.types, **{row.name: row.type for row in part.local}, **_quantified(statement)}
    nodes = list(dict.fromkeys(node for side in terms_of(statement) for node in side.walk() if _has_layouts(node, types)))
    some = nodes[:MOST_TURNED]
    choices = (frozenset(some[k] for k in range(len(some)) if bits >> k & 1) for bits in range(1, 1 << len(some)))
    turned = (_with_turned(statement, chosen) for chosen in (*choices, frozenset(nodes)))
    return tuple(dict.fromkeys(s for s in turned if s != statement and _is_typed(s, types)))


def _unfolded(statement: Statement, context: Context) -> Statement:
    """The statement with names that are given as derivatives written out: `J = ∂f/∂x` may lie either way, too."""
    given = {
        str(one.left.data[0]): one.right
        for one in (h.statement for h in context.hypotheses)
        if isinstance(one, Relation) and one.operator == "=" and one.left.head == "name"
        if any(node.head == "derivative" for node in one.right.walk()) and one != statement
    }
    values = {label: value for label, value in given.items() if label in statement_names(statement)}
    try:
        return substitute_statement(statement, values) if values else statement
    except ValueError:
        return statement


def _with_turned(statement: Statement, chosen: frozenset[Term]) -> Statement:
    return map_terms(statement, lambda term: rewrite(term, lambda n: _turned(n, chosen)))


def two_layouts(part: Part, context: Context) -> Diagnostic | None:
    """What keeps a link from being refuted: derivatives by arrays that could as well lie the other way, so that it might hold."""
    if not other_layouts(part, context):
        return None
    text = "derivatives by a vector or matrix can lie in two ways, with a row for each function or for each variable"
    return Diagnostic("layout", text, part.span, help="write the transpose where the other layout is meant")


def _turned(node: Term, chosen: Collection[Term]) -> Term | None:
    return Term("transpose", (node,)) if node in chosen else None


def _has_layouts(node: Term, types: Types) -> bool:
    """Whether a term is a derivative by an array that is no derivative of each entry of its own."""
    try:
        array = node.head == "derivative" and type_of(node, types).is_tensor
        return array and type_of(node, types) != type_of(node.args[0], types)
    except Mistyped:
        return False


def _quantified(statement: Statement) -> Types:
    """The types of the names that a statement quantifies."""
    return {n: kind for one in parts_of(statement) if isinstance(one, ForAll | Exists) for n, kind in one.names}


def _is_typed(statement: Statement, types: Types) -> bool:
    def check(term: Term) -> Term:
        type_of(term, types)
        return term

    try:
        map_terms(statement, check)
    except Mistyped:
        return False
    while isinstance(statement, ForAll | Implies):
        statement = statement.body if isinstance(statement, ForAll) else statement.conclusion
    sides = [statement] if isinstance(statement, Relation) else []
    return all(type_of(s.left, types).shape == type_of(s.right, types).shape for s in sides)


def _differentiates(part: Part) -> bool:
    return any(node.kind in ("Derivative", "Gradient") for node in part.node.walk()) or any(
        t.head == "derivative" for t in (part.left, part.right) if isinstance(t, Term)
    )
