"""Capitals that are taken for numbers by default, where they stand beside arrays: `A E = E A` of an E that nothing declares.

Beside a matrix such a letter may be a matrix as well. Where only the default says that it is a number, nothing is decided of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.elaboration.names import is_capital
from symproofs.terms.context import Context
from symproofs.terms.statement import Statement, terms_of
from symproofs.terms.term import Term
from symproofs.terms.typing import Mistyped, type_of


def may_be_matrix(statement: Statement | None, context: Context, span: Span) -> Diagnostic | None:
    """A capital that is a number by default alone, and is multiplied with an array."""
    for node in (n for side in terms_of(statement) for n in side.walk()) if statement is not None else ():
        if node.head != "mul" or not any(_is_array(a, context) for a in node.args):
            continue
        for name in _numbers_by_default(node, context):
            text = Message("{} is taken for a number, and may be a matrix as well: nothing says what it is", name)
            return Diagnostic("number-or-matrix", text, span)
    return None


def _numbers_by_default(product: Term, context: Context) -> Iterator[str]:
    for factor in product.args:
        factor = factor.args[0] if factor.head in ("neg", "pow") else factor
        label = str(factor.data[0]) if factor.head == "name" else ""
        row = context.declarations.get(label)
        if row is not None and row.origin == "assumed" and row.type.is_scalar and is_capital(label) and not row.properties:
            yield label


def _is_array(node: Term, context: Context) -> bool:
    try:
        return type_of(node, context.types).is_tensor
    except Mistyped:
        return False
