"""A number beside an array in a sum: `1 - s`, `A - λ`. As it stands the summands do not fit.

People write so and mean the number in every entry, or as a multiple of the identity beside a square matrix. Neither is taken for
what is written; but what fails in each of these readings, and has no meaning without them, is wrong however it is meant.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.diagnostics import Diagnostic
from symproofs.read.differentiated import differentiated
from symproofs.read.doubts import name_given_by
from symproofs.read.elaboration import Conventions, Formula, Part, elaborate_section
from symproofs.read.elaboration.inference import SUMMANDS
from symproofs.terms.context import Context
from symproofs.terms.statement import statement_names

READINGS = ("ones", "identity")


def added_to_arrays(part: Part, problem: Diagnostic | None, context: Context) -> tuple[Part, ...]:
    """A link whose summands differ in shape as it is read if its numbers are added to arrays; nothing where that is not sure."""
    if problem is None or not problem.code.startswith("shape-conflict") or not str(problem.message).startswith(SUMMANDS):
        return ()
    if part.kind != "link" or part.relation != "=":
        return ()
    found: dict[object, Part] = {}
    for how in READINGS:
        parts = elaborate_section([Formula(part.node)], context, Conventions(added=how)).readings[0].parts
        read = differentiated(parts[0], context) if len(parts) == 1 else None
        if read is None or read.problem is not None or read.statement is None or read.doubts:
            return ()
        found.setdefault(read.statement, replace(read, span=part.span))
    defined = {name_given_by(h.statement) for h in context.hypotheses}
    rows = context.declarations
    names = {
        n for statement in (p.statement for p in found.values()) if statement is not None for n in statement_names(statement)
    }
    if any(n not in defined and (n not in rows or rows[n].origin not in ("given", "document")) for n in names):
        return ()
    return tuple(found.values())
