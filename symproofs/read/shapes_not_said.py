"""Letters of which nothing says whether they are numbers or arrays, where that decides what a statement says.

A letter that nothing fixes is read as a number. Below a norm, a softmax, a transpose it is mostly none: of numbers
`∇_β ‖y - Xβ‖² = -2X(y - Xβ)` and `softmax(2x) = softmax(x)` are true. So nothing is decided there until the text says what it is.
"""

from __future__ import annotations

from symproofs.diagnostics import Diagnostic
from symproofs.messages import Message
from symproofs.read.doubts import name_given_by, rests_on
from symproofs.read.elaboration import Part
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import terms_of
from symproofs.terms.term import Term, free_names
from symproofs.terms.typing import Mistyped, type_of

OF_ARRAYS = frozenset({"norm", "rowsoftmax", "softmax", "transpose", "inner", "diag", "trace", "det", "outer", "hadamard"})
"""What is taken of arrays: of a number it is hardly worth writing."""

OF_SQUARE = frozenset({"trace", "det"})
"""What is taken of square matrices."""

MARKED = "_vec"
"""How a name ends over which an arrow stands."""


def shape_not_said(part: Part, context: Context) -> Diagnostic | None:
    """That a letter of the statement, or of what defines its letters, may be an array and was read as a number."""
    if part.statement is None:
        return None
    names = rests_on(part.statement, context)
    open_ = {n for n in names if (row := context.declarations.get(n)) is not None and _is_open(row)}
    if not open_:
        return None
    defining = (h.statement for h in context.hypotheses if name_given_by(h.statement) in names)
    below = {n for s in (part.statement, *defining) for t in terms_of(s) for n in _below(t, context)}
    found = sorted((below & open_) | {n for n in open_ if n.endswith(MARKED)})
    if not found:
        return None
    text = Message("nothing says whether {} is a number or an array, and what is written here depends on it", ", ".join(found))
    return Diagnostic("shape-not-said", text, part.span)


def number_for_matrix(part: Part, context: Context) -> Diagnostic | None:
    """That a letter of which a determinant or a trace is taken fits as a number only: `$\\det(A) = A$`."""
    for node in (n for t in terms_of(part.statement) for n in t.walk()) if part.statement is not None else ():
        if node.head not in OF_SQUARE or node.args[0].head != "name":
            continue
        name = str(node.args[0].data[0])
        row = context.declarations.get(name)
        if row is not None and row.origin == "inferred" and row.type.is_scalar and not row.properties:
            text = Message("nothing says whether {} is a number or an array, and what is written here depends on it", name)
            return Diagnostic("shape-not-said", text, part.span)
    return None


def _is_open(row: Declaration) -> bool:
    """Whether a letter is a number by default alone. One that is said to be positive is a number."""
    return row.origin == "assumed" and row.type.is_scalar and not row.type.parameters and not row.properties


def _below(node: Term, context: Context) -> set[str]:
    """The names below what is taken of arrays, where it is taken of a number: `c` in `det(c A)` is one for sure."""
    if node.head in OF_ARRAYS and all(_is_number(a, context) for a in node.args):
        return set(free_names(node))
    return {n for a in node.args for n in _below(a, context)}


def _is_number(node: Term, context: Context) -> bool:
    try:
        return not type_of(node, context.types).is_tensor
    except Mistyped:
        return False
