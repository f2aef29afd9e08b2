"""Derivatives of what is defined elsewhere: `J = ‖Xw − y‖²`, then `∂J/∂w`. What depends on w is written out.

A link with a derivative of something of which it is not known how it depends on the name is not judged.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.diagnostics import Diagnostic
from symproofs.read.elaboration import Part
from symproofs.terms.context import Context
from symproofs.terms.dependent import derivatives_written_out
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import Term


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


def _differentiates(part: Part) -> bool:
    return any(node.kind in ("Derivative", "Gradient") for node in part.node.walk()) or any(
        t.head == "derivative" for t in (part.left, part.right) if isinstance(t, Term)
    )
