"""Derivatives of what is defined elsewhere: `J = ‖Xw − y‖²`, then `∂J/∂w`. What depends on w is written out.

A link with a derivative of something of which it is not known how it depends on the name is not judged.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.diagnostics import Diagnostic
from symproofs.read.elaboration import Part
from symproofs.terms.context import Context
from symproofs.terms.dependent import derivatives_written_out
from symproofs.terms.statement import Relation, Statement, map_terms
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


def two_layouts(part: Part, context: Context) -> Diagnostic | None:
    """What keeps a link from being refuted: derivatives by arrays that could as well lie the other way, so that it might hold."""
    statement = part.statement
    if statement is None or not _differentiates(part):
        return None
    types = {**context.types, **{row.name: row.type for row in part.local}}
    turned = map_terms(statement, lambda term: rewrite(term, lambda node: _turned(node, types)))
    if turned == statement or not _is_typed(turned, types):
        return None
    text = "derivatives by a vector or matrix can lie in two ways, with a row for each function or for each variable"
    return Diagnostic("layout", text, part.span, help="write the transpose where the other layout is meant")


def _turned(node: Term, types: Types) -> Term | None:
    try:
        array = node.head == "derivative" and type_of(node, types).is_tensor
        return Term("transpose", (node,)) if array and type_of(node, types) != type_of(node.args[0], types) else None
    except Mistyped:
        return None


def _is_typed(statement: Statement, types: Types) -> bool:
    def check(term: Term) -> Term:
        type_of(term, types)
        return term

    try:
        map_terms(statement, check)
    except Mistyped:
        return False
    sides = [statement] if isinstance(statement, Relation) else []
    return all(type_of(s.left, types).shape == type_of(s.right, types).shape for s in sides)


def _differentiates(part: Part) -> bool:
    return any(node.kind in ("Derivative", "Gradient") for node in part.node.walk()) or any(
        t.head == "derivative" for t in (part.left, part.right) if isinstance(t, Term)
    )
