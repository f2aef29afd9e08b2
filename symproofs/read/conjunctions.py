"""A chain that is assumed: `assume $a = b = 0$` assumes each of its links, `let $S = 1 + 2 = 3$` computes what S is."""

from __future__ import annotations

from typing import Literal

from symproofs.derivation.document import Role
from symproofs.diagnostics import Diagnostic, Span
from symproofs.read.elaboration import Part
from symproofs.read.layout import Written
from symproofs.read.phrases import SUPPOSES
from symproofs.read.roles import ORDERS, Constraints, arguments_of, head_of, undeclared
from symproofs.terms.context import Context
from symproofs.terms.statement import Hypothesis, Relation, Statement, statement_names
from symproofs.terms.term import Term, free_names

Beginning = Literal["assumes", "defines", "names", "claims"]
"""What the first link of a chain does: the links behind it are assumed with it, say what was defined, or are claimed.

Where no word assumes it may still give a name, and the links behind it others.
"""


def begins(part: Part, role: Role, formula: Written, constraints: Constraints) -> Beginning:
    """What a link with this role, of which nothing is assumed yet, begins."""
    statement = part.statement
    if formula.cue not in ("assume", "define", "contradiction", "condition"):
        return "names" if role == "definition" else "claims"
    if role not in ("hypothesis", "definition"):
        return "claims"
    head = head_of(statement.left) if isinstance(statement, Relation) and statement.operator == "=" else None
    if head is None or head in constraints.names:
        return "assumes"
    assert isinstance(statement, Relation)
    if head in free_names(statement.right):
        return "assumes"
    supposed = SUPPOSES.search(formula.lead) is not None and statement.left.head == "name"
    return "assumes" if supposed else "defines"


def role_behind(
    beginning: Beginning, first: Statement | None, part: Part, role: Role, constraints: Constraints, context: Context
) -> Role:
    """The role of a link behind the first one of its chain, which alone would be a claim."""
    statement = part.statement
    if role != "claim" or beginning == "claims" or not isinstance(statement, Relation) or part.problem is not None:
        return role
    if not _open_names(statement, first, constraints):
        return role  # of numbers, and of letters that have their values: it is computed
    head = head_of(statement.left)
    if beginning == "assumes" or (
        beginning == "defines" and (statement.operator in ORDERS or _is_free(statement.left, constraints))
    ):
        return "hypothesis"
    if statement.operator != "=":
        return role
    if statement.right.head == "name" and beginning == "defines":
        result = str(statement.right.data[0])
        if result not in constraints.names | free_names(statement.left):
            return "definition"  # `let A = B^T B = C`
    if (
        head is None
        or head in constraints.fixed | free_names(statement.right)
        or (beginning == "names" and not undeclared(head, context))
    ):
        return role
    return role if constraints.rests_on(free_names(statement.right), head) else "definition"


def _is_free(term: Term, constraints: Constraints) -> bool:
    """E[X], ‖x‖, |x|, det A of a letter of which nothing else is known: no computation says what it is."""
    measured = term.head in ("expect", "norm", "det", "trace") or (term.head == "fun" and term.data == ("abs",))
    return measured and term.args[0].head == "name" and str(term.args[0].data[0]) not in constraints.fixed


def may_be_assumed(
    beginning: Beginning, first: Statement | None, part: Part, role: Role, constraints: Constraints
) -> Diagnostic | None:
    """`Let $S = a + b = 1$`: that a + b is 1 is computed, or assumed with the definition."""
    statement = part.statement
    if role != "claim" or beginning != "defines" or not isinstance(statement, Relation):
        return None
    open_names = _open_names(statement, first, constraints)
    if not open_names & (free_names(statement.left) - free_names(statement.right)):
        return None
    return Diagnostic("assumed-or-computed", "behind a definition this may be assumed, or computed", part.span, "note")


def reasons_of(statement: Statement, constraints: Constraints, label: str, span: Span) -> tuple[Hypothesis, ...]:
    """A reason as a hypothesis of what is drawn from it, where it speaks of letters that have no value yet."""
    return (Hypothesis(statement, label, span),) if _open_names(statement, None, constraints) else ()


def _open_names(statement: Statement, first: Statement | None, constraints: Constraints) -> frozenset[str]:
    """The names of a statement that have no value yet, but for the arguments of the function that its chain defines."""
    bound = frozenset[str]()
    if isinstance(first, Relation) and first.left.head != "name" and head_of(first.left) is not None:
        bound = frozenset(n for a in arguments_of(first.left) for n in free_names(a))
    return frozenset(n for n in statement_names(statement) - bound if not constraints.has_value(n))
