"""`A^T` where T is a number of the text, too: a transpose or a power.

T is a number where prose or a bound says so (`let $T$ be the temperature`), not where it only is a size of arrays. Beside that a
transpose is what it was before where somewhere a vector or a matrix that is not square carries the T, since these have no powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.wording import wording
from symproofs.terms.context import Context
from symproofs.terms.statement import Statement, terms_of
from symproofs.terms.term import Term
from symproofs.terms.typing import Mistyped, type_of

NUMBERS = frozenset({"positive", "nonnegative", "negative", "nonzero", "shape:scalar"})
"""What is said of numbers only, besides sorts."""

_LETTER = wording(r"\^\s*(?:\{\s*T\s*\}|T)\s*$")


def is_said_number(facts: Mapping[str, frozenset[str]], signs: Iterable[tuple[str, str, Span]], spoken: frozenset[str]) -> bool:
    """Whether the text says that T is a number."""
    said = facts.get("T", frozenset())
    return "T" in spoken or bool(said & NUMBERS) or any(f.startswith("sort:") for f in said) or any(n == "T" for n, _, _ in signs)


def must_transpose(statements: Sequence[Statement], context: Context, source: Source) -> bool:
    """Whether a T stands above what has no powers."""
    return any(not _has_powers(n, context) for s in statements for n in _with_letter(s, source))


def power_or_transpose(statement: Statement | None, context: Context, source: Source, span: Span) -> Diagnostic | None:
    """A T above a number or a square matrix."""
    if statement is None or not any(_has_powers(n, context) for n in _with_letter(statement, source)):
        return None
    text = Message("{} is a number here, and above a letter it may be an exponent as well as a transpose", "T")
    return Diagnostic("power-or-transpose", text, span)


def _with_letter(statement: Statement, source: Source) -> Iterator[Term]:
    """What is transposed by the letter T."""
    for side in terms_of(statement):
        for node in side.walk():
            if node.head == "transpose" and node.span is not None and _LETTER.search(source.slice(node.span)):
                yield node.args[0]


def _has_powers(node: Term, context: Context) -> bool:
    try:
        kind = type_of(node, context.types)
    except Mistyped:
        return False
    return kind.rows == kind.cols
