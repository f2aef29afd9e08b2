"""What makes a link doubtful where it stands: words that are not understood, names that may be meant otherwise, two readings.

Nothing is refuted of a doubtful link; what is shown of it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symproofs.diagnostics import Diagnostic
from symproofs.messages import Message
from symproofs.read.elaboration import Formula, Part, elaborate_section
from symproofs.read.elaboration.conventions import USUAL_FUNCTIONS
from symproofs.read.layout import Written
from symproofs.read.phrases import FOLLOWS
from symproofs.read.prose import Said
from symproofs.read.regimes import moves_along
from symproofs.read.roles import head_of, member_of_others
from symproofs.read.second_order import OF_A_LAW, is_of_independent_numbers, is_of_second_order, says_independent
from symproofs.read.state import State
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import ForAll, Implies, Relation, Statement, statement_names


def _barred(part: Part, context: Context) -> str | None:
    """A complex number over which a bar stands that was read as part of a name which nothing declares."""
    for label in statement_names(part.statement) if part.statement is not None else ():
        base = label.removesuffix("_bar")
        if label != base and base in context.declarations and context.declarations[base].type.sort == "complex":
            return base
    return None


_PRIMED = "_prime"


def _primed(part: Part, context: Context) -> str | None:
    """An array with a prime, `A'`, that nothing declares or defines: a name of its own, or the transpose of A."""
    names = statement_names(part.statement) if part.statement is not None else frozenset()
    rows = context.declarations
    for label in sorted(n for n in names if _PRIMED in n):
        base = rows.get(label.replace(_PRIMED, "", 1))
        own = rows.get(label)
        if base is None or not base.type.is_tensor or (own is not None and own.origin in ("given", "document")):
            continue
        if not any(name_given_by(h.statement) == label for h in context.hypotheses):
            return str(base.name)
    return None


def made_of_old(part: Part, state: State, context: Context) -> Diagnostic | None:
    """What was defined by a letter that stands for something else since: `let $q = k$, $s = k^\\top q$. … Now let $q = 2k$.`"""
    if part.statement is None or not state.stale:
        return None
    old = sorted(rests_on(part.statement, context) & state.stale)
    text = Message(
        "{} was defined by a letter that has been given another value since: it may be meant of either", ", ".join(old)
    )
    return Diagnostic("defined-by-old", text, part.span) if old else None


def unsure(
    part: Part, formula: Written, said: Said, context: Context, unclear: Mapping[str, str], brought: frozenset[str]
) -> Diagnostic | None:
    """What makes a link doubtful where it stands: something said under a condition, or in words that are not understood."""
    if formula.block in said.doubted:
        return CONDITIONAL
    if formula.span in said.premises and not FOLLOWS.search(formula.lead):
        return _PREMISE
    names = rests_on(part.statement, context) if part.statement is not None else frozenset()
    if is_of_second_order(part.statement, context):
        names -= {n for n in names if says_independent(_words_of(n, formula, said, unclear))}
    if is_of_independent_numbers(part.statement, context):
        told = {n: _words_of(n, formula, said, unclear) for n in names}
        names -= {n for n, w in told.items() if w != OF_A_LAW and says_independent(w)}
    left = said.left.of(names, formula.block) or next(((n, unclear[n]) for n in sorted(names) if unclear.get(n)), None)
    if left is not None:
        return Diagnostic("not-understood", Message("what the text says of {} is not understood: {}", *left), severity="note")
    names &= said.unclear | unclear.keys()
    if names and names <= brought:
        new = ", ".join(sorted(names))
        text = Message("this may say that there is such a {}: nothing before speaks of it", new)
        return Diagnostic("not-understood", text, severity="note")
    if names:
        words = [(n, w) for n in sorted(names) if (w := unclear.get(n) or said.words_of(n))]
        quoted = Message("what the text says of {} is not understood: {}", *words[0]) if words else None
        text = quoted or Message("what the text says of {} is not understood", ", ".join(sorted(names)))
        return Diagnostic("not-understood", text, severity="note")
    barred = _barred(part, context)
    if barred is not None:
        text = Message("a bar over {} may be its conjugate or a name of its own", barred)
        return Diagnostic("ambiguous-bar", text, severity="note")
    primed = _primed(part, context)
    if primed is not None:
        text = Message("a prime on the array {} may be its transpose or a name of its own", primed)
        return Diagnostic("ambiguous-prime", text, severity="note")
    usual = _usual_function(part, context)
    if usual is not None:
        return Diagnostic("usual-function", Message("{} may be {}", usual, USUAL_FUNCTIONS[usual]), severity="note")
    if part.doubts:
        return Diagnostic("reading-chosen", part.doubts[0], part.span, severity="note")
    return next((d for d in formula.diagnostics if d.code in TWO_READINGS and d.span and part.span.contains(d.span)), None)


def _words_of(name: str, formula: Written, said: Said, unclear: Mapping[str, str]) -> str:
    """The words that say something of a name which is not understood."""
    left = said.left.of((name,), formula.block)
    return left[1] if left is not None else unclear.get(name) or said.words_of(name)


def rests_on(statement: Statement, context: Context) -> frozenset[str]:
    """The names of a statement, and those by which they are defined."""
    found = set(statement_names(statement))
    defined = [
        (head, statement_names(h.statement)) for h in context.hypotheses if (head := name_given_by(h.statement)) is not None
    ]
    while more := {n for head, names in defined if head in found for n in names} - found:
        found |= more
    return frozenset(found)


def name_given_by(statement: Statement) -> str | None:
    """The name that a hypothesis gives a value to, by itself or for all arguments or members."""
    if isinstance(statement, ForAll):
        statement = statement.body
    if isinstance(statement, Implies):
        statement = statement.conclusion
    return head_of(statement.left) if isinstance(statement, Relation) and statement.operator == "=" else None


def _usual_function(part: Part, context: Context) -> str | None:
    """A function that nobody declares or defines, of a name that usually stands for a certain one."""
    names = statement_names(part.statement) if part.statement is not None else frozenset()
    defined = {d[0] for d in map(definition_of, context.hypotheses) if d is not None}
    for one in sorted(names & USUAL_FUNCTIONS.keys() - defined):
        row = context.declarations.get(one)
        if row is not None and row.type.parameters is not None and row.origin not in ("given", "document"):
            return one
    return None


def unsettled(part: Part, state: State, context: Context) -> Diagnostic | None:
    """What was assumed of some index and may be meant of every one, or of members that a name may be one of."""
    names = rests_on(part.statement, context) if part.statement is not None else frozenset()
    known = state.constraints.names
    member = next((n for n in sorted(names - known) if member_of_others(n, known)), None)
    if member is not None:
        return Diagnostic("for-every-index", Message("nothing says which of the names like it {} is", member), severity="note")
    found = next((n for n in sorted(names) if n in state.unsettled), None)
    if found is None:
        return None
    index = state.unsettled[found]
    text = Message("what is assumed of {} with {} does not say whether it holds for every {}", found, index, index)
    return Diagnostic("for-every-index", text, severity="note")


TWO_READINGS = frozenset({"ambiguous-quotient", "ambiguous-argument", "bracket-script", "only-first-digit"})
"""Warnings of the parser that say which of two readings was taken."""

_PREMISE = Diagnostic("premise", "the next row begins with an arrow: this may only be what it goes on from", severity="note")

CONDITIONAL = Diagnostic("conditional", "something is said here only under a condition, or taken back", severity="note")


def problem_of(part: Part, context: Context) -> Diagnostic | None:
    """The problem of a part; a clash in which inference had a part, and not declarations alone, is told apart.

    What was defined on the way by declared names counts as declared.
    """
    problem = part.problem or moves_along(part.statement, context, part.span)
    if part.statement is not None and part.statement in part.conditions:
        return Diagnostic("condition-restates", "the condition beside this claim is the claim itself", part.span)
    if problem is not None and problem.code in ("shape-conflict", "sort-conflict") and not part.forced:
        again = elaborate_section([Formula(part.node)], context).readings[0].parts
        if any(p.forced and p.problem is not None and p.problem.code == problem.code for p in again):
            return problem
        return replace(problem, code=f"{problem.code}-inferred", severity="warning")
    return problem
