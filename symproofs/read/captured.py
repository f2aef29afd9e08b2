"""`g(i) = a_i + 1`: a_i is another number for every i, where it is no member of a family.

A definition for all i would say of one `a_i` what is meant of each, so it is no hypothesis.
"""

from __future__ import annotations

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.terms.statement import Relation, Statement, statement_names
from symproofs.terms.term import free_names


def names_an_argument(statement: Statement | None, span: Span) -> Diagnostic | None:
    """What keeps the definition of a function from being one: a name in it has an argument of the function as a subscript."""
    if not isinstance(statement, Relation) or statement.operator != "=" or statement.left.head != "call":
        return None
    arguments = frozenset(n for a in statement.left.args for n in free_names(a))
    for name in sorted(statement_names(statement) - arguments):
        letter = next((s for s in sorted(arguments) if _stands_in(s, name.split("_")[1:])), None)
        if letter is not None:
            text = Message("{} may be another one for every {}, which is not read yet", name, letter)
            return Diagnostic("not-supported", text, span)
    return None


def _stands_in(argument: str, scripts: list[str]) -> bool:
    """Whether a letter is a subscript, alone or of two: `a_i`, `a_ij`."""
    return any(argument == s or (len(s) == 2 and len(argument) == 1 and s.isalpha() and argument in s) for s in scripts)
