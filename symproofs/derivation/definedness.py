"""Whether what a link relates is defined anywhere: nothing is proved of what has no value.

The conditions that the written sides ask for, and those that a proof was left with, must be met by some values that meet
the hypotheses too. A condition `t ≠ 0` is met nowhere where `t = 0` is a theorem, that A is invertible nowhere where `det A = 0`
is; a closed condition where it is refuted. What a proof asks for beyond the sides may fail where they mean something: then
this proof shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum

from symproofs.prove.conditions import Known
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.prove.unfolding import Definitions
from symproofs.refute.kinks import slopes_agree
from symproofs.refute.refute import Refutation, find_witness, refute
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain, statement_domain
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Implies,
    Property,
    Relation,
    Statement,
    statement_names,
    terms_of,
)
from symproofs.terms.term import Term, free_names, name, num, substitute
from symproofs.terms.types import index
from symproofs.terms.typing import Mistyped, type_of
from symproofs.theories.budget import Budget


class Defined(Enum):
    """Where the sides of a link have values, among the values that meet the hypotheses."""

    SOMEWHERE = "somewhere"
    NOWHERE = "nowhere"
    UNKNOWN = "unknown"


STEPS = 4_000
"""Steps for showing that a denominator is zero."""


def defined(context: Context, statement: Statement, conditions: Iterable[Statement] = ()) -> tuple[Defined, Statement | None]:
    """Where the statement means something and the conditions hold; and the condition that is met nowhere, if one is."""
    if not isinstance(statement, Relation | Exists):
        return Defined.SOMEWHERE, None
    known = Known(context)
    own = open_conditions(context, statement)
    open_ones = [*own, *(c for c in conditions if not known.follows(c))]
    values = list(_values_of_calls(context, statement))
    behind = [c for v in values for c in _asked_by(v, context) if not known.follows(c)]
    if not open_ones and not behind:
        return Defined.SOMEWHERE, None
    numbers = [c for c in (*own, *behind) if not (statement_names(c) or _is_throughout(c))]
    closed = next((c for c in _asked_of_values(numbers, [*terms_of(statement), *values]) if _fails(context, c)), None)
    if closed is not None:
        return Defined.NOWHERE, closed
    if find_witness(context.assume([Hypothesis(c) for c in open_ones])) is not None:
        return Defined.SOMEWHERE, None
    failing = next((c for c in own if statement_names(c) and not _is_throughout(c) and _fails(context, c)), None)
    return (Defined.UNKNOWN if failing is None else Defined.NOWHERE), failing


def open_conditions(context: Context, statement: Statement) -> tuple[Statement, ...]:
    """What the written terms ask for and nothing says, those conditions left out that are about a name quantified in it."""
    known = Known(context)
    return tuple(c for c in statement_domain(statement, context.types) if not (known.follows(c) or _holds_throughout(context, c)))


def _is_throughout(condition: Statement) -> bool:
    """Whether it is asked of all real numbers between the bounds of an integral.

    Where that fails nothing is told: an integral may exist all the same, as a limit.
    """
    return isinstance(condition, ForAll) and all(kind.is_scalar and kind.sort == "real" for _, kind in condition.names)


def _holds_throughout(context: Context, condition: Statement) -> bool:
    """Whether such a condition is a theorem: no values are drawn at which it could be looked at."""
    found = prove(context, condition, Budget(STEPS)) if _is_throughout(condition) else None
    return isinstance(found, Proof) and not found.conditions


def _asked_of_values(conditions: Iterable[Statement], terms: Iterable[Term]) -> Iterator[Statement]:
    """What conditions come to where some only keep a value real: nothing for powers and roots, t ≠ 0 for log t.

    (-1)^n, √-1 and log(-1) have their principal values.
    """
    parts = {(node.head, node.data[:1], node.args[0]) for side in terms for node in side.walk() if node.args}
    for condition in conditions:
        if not isinstance(condition, Relation) or condition.operator not in (">", ">="):
            yield condition
        elif ("fun", ("log",), condition.left) in parts:
            yield Relation("!=", condition.left, num(0))
        elif not any((head, (), condition.left) in parts for head in ("pow", "sqrt")):
            yield condition


MOST_CALLS = 16


def _values_of_calls(context: Context, statement: Statement) -> Iterator[Term]:
    """What functions are by their definitions where they are written: 1/0 for f(0) where f(x) = 1/x. It may have no value."""
    waiting = [node for side in terms_of(statement) for node in side.walk() if node.head == "call"]
    if not waiting:
        return
    definitions = Definitions.of(context)
    for _ in range(MOST_CALLS):
        if not waiting:
            return
        node = waiting.pop()
        defined_here = definitions.at(node)
        if defined_here is None or not free_names(node) <= context.types.keys():
            continue
        row, arguments = defined_here
        value = substitute(row.body, arguments)
        waiting += [inner for inner in value.walk() if inner.head == "call"]
        yield value


def _asked_by(value: Term, context: Context) -> Iterator[Statement]:
    with suppress(Mistyped):
        yield from statement_domain(Relation("=", value, value), context.types)


def _fails(context: Context, condition: Statement) -> bool:
    """The condition is shown to hold nowhere under the hypotheses."""
    if not statement_names(condition):
        found = refute(Context(), condition)
        return isinstance(found, Refutation) and found.kind == "values"
    if isinstance(condition, Relation) and condition.operator == "!=":
        equal = Relation("=", condition.left, condition.right)
        return isinstance(prove(context, equal, Budget(STEPS)), Proof)
    if isinstance(condition, Property) and condition.name == "invertible":
        singular = prove(context, Relation("=", Term("det", (condition.subject,)), num(0)), Budget(STEPS))
        return (isinstance(singular, Proof) and not singular.conditions) or _has_alike(context, condition.subject)
    return False


def _has_alike(context: Context, matrix: Term) -> bool:
    """Whether the first two rows, or columns, of a matrix are shown to be one, or the first to be 0: it has no inverse then."""
    try:
        size = type_of(matrix, context.types).rows
    except Mistyped:
        return False
    label = next(f"j_{k}" for k in range(len(context.declarations) + 1) if f"j_{k}" not in context.declarations)
    inner = context.declare(Declaration(label, index(size)))
    at = name(label)
    for rows in (True, False):
        first, second = (Term("entry", (matrix, num(k), at) if rows else (matrix, at, num(k))) for k in (1, 2))
        for other in (second, num(0)):
            shown = prove(inner, Relation("=", first, other), Budget(STEPS))
            if isinstance(shown, Proof) and not shown.conditions:
                return True
    return False


def undefined_for_some(context: Context, statement: Statement) -> tuple[Statement, Refutation | None] | None:
    """A condition that a claim for all values needs and that is not known to hold for all, with values at which it fails.

    What is premised counts: `∀x: x > 0 ⇒ …` is asked about positive x only.
    """
    match statement:
        case ForAll(names, body):
            return undefined_for_some(context.declare(*(Declaration(n, kind) for n, kind in names)), body)
        case Implies(premise, conclusion):
            return undefined_for_some(context.assume([Hypothesis(premise)]), conclusion)
        case And(parts):
            return next((gap for part in parts if (gap := undefined_for_some(context, part)) is not None), None)
        case Relation() | Exists():
            gaps = [
                (condition, _fails_for_some(context, statement, condition)) for condition in open_conditions(context, statement)
            ]
            return next((gap for gap in gaps if gap[1] is not None), next(iter(gaps), None))
    return None


def _fails_for_some(context: Context, statement: Statement, condition: Statement) -> Refutation | None:
    """Values at which the statement is not defined since the condition fails there.

    What a derivative asks for so that a rule gives it may fail where there is one: then its slopes must differ.
    """
    claims: list[Statement] = [condition]
    if _asked_by_slopes_alone(statement, condition, context):
        claims = list(_of_slopes(context, statement, condition))
    found = (refute(context, claim) for claim in claims)
    return next((one for one in found if isinstance(one, Refutation) and one.kind == "values"), None)


def _of_slopes(context: Context, statement: Statement, condition: Statement) -> Iterator[Statement]:
    """That slopes of the derivatives in a statement by names of which nothing is supposed agree where the condition fails."""
    if not isinstance(condition, Relation):
        return
    for node in (part for side in terms_of(statement) for part in side.walk() if part.head == "derivative"):
        if any(str(node.data[0]) in statement_names(h.statement) for h in context.hypotheses):
            continue  # |x| for x ≥ 0 may be meant as a function of these x alone
        claim = slopes_agree(node, condition, context)
        if claim is not None:
            yield claim


def _asked_by_slopes_alone(statement: Statement, condition: Statement, context: Context) -> bool:
    """Whether only derivatives in the statement ask for a condition, what they are of having a value without it."""
    parts = [part for side in terms_of(statement) for part in side.walk()]
    if all(part.head != "derivative" for part in parts):
        return False
    if any(part.head == "derivative" for side in terms_of(condition) for part in side.walk()):
        return False
    for part in parts:
        if all(inner.head != "derivative" for inner in part.walk()):
            with suppress(Mistyped):
                if condition in domain(part, context.types):
                    return False
    return True
