"""Identities and vectors of ones that fit as a single number only: `\\mathbf 1 = \\mathbf 1^\\top`.

Their size is written nowhere. Where use alone makes it 1 the text hardly means that, and nothing is decided.
"""

from __future__ import annotations

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.terms.size import ONE
from symproofs.terms.statement import Statement, terms_of
from symproofs.terms.term import Term

SIZED = frozenset({"identity", "ones"})
"""Heads whose data are sizes that need not be written."""


def only_of_size_one(statement: Statement | None, span: Span) -> Diagnostic | None:
    """A statement in which an identity or a vector of ones is a number."""
    nodes = (n for side in terms_of(statement) for n in side.walk()) if statement is not None else ()
    if not any(map(_is_one, nodes)):
        return None
    text = Message("an identity or a vector of ones fits here as a single number only, and nothing says that it is one")
    return Diagnostic("size-one", text, span)


def _is_one(node: Term) -> bool:
    return node.head in SIZED and all(size == ONE for size in node.data)
