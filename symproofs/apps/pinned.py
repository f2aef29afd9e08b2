"""Statements pinned from outside: whether a document proves exactly what was asked, from nothing but what was given with it.

A pinned statement is a claim or goal of a file of its own, with the declarations and hypotheses in force there. A document
shows it if steps that are proved say it, or lead to it by relations one after the other, and each of these theorems rests on
hypotheses of the pinned statement and on definitions of new names alone, names that the statement knows being declared as there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from symproofs.derivation.document import Report, Step
from symproofs.derivation.verdict import Verdict
from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.document import read_documents
from symproofs.records import record
from symproofs.render.words import PROPERTIES
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.serial import statement_from_json, type_from_json
from symproofs.terms.statement import Hypothesis, Operator, Relation, Statement, statement_names
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import SORTS
from symproofs.terms.typing import Mistyped, type_of


@record
class Pinned:
    """A statement that has to be proved, and what may be used."""

    source: Source
    span: Span
    latex: str
    statement: Statement
    context: Context


class Placed(NamedTuple):
    """A step and the document that it stands in."""

    source: Source
    step: Step

    @property
    def place(self) -> str:
        return place_of(self.source, self.step.link.span)


def place_of(source: Source, span: Span) -> str:
    return "{}:{}:{}".format(source.path, *source.position(span.start))


def _listed(before: str, place: str) -> str:
    return Message("{}, {}", before, place)


@record
class Shown:
    """Whether a document proves a pinned statement: by which steps, or why it does not."""

    pinned: Pinned
    steps: tuple[Placed, ...] = ()
    why_not: str = ""

    @property
    def line(self) -> Message:
        """What a report says of it: places are those at which an editor opens a file."""
        places = [s.place for s in self.steps]
        told = Message("proved by {}", reduce(_listed, places)) if places else Message("not proved: {}", self.why_not)
        return Message("statement {}: {}", place_of(self.pinned.source, self.pinned.span), told)

    def to_json(self) -> dict[str, Any]:
        """A row of `statements` in a report."""
        place = self.pinned.source.place(self.pinned.span)
        return {
            "path": self.pinned.source.path,
            "line": place.line,
            "column": place.column,
            "latex": self.pinned.latex,
            "proved": bool(self.steps),
            "steps": [s.step.link.id for s in self.steps],
            "message": self.why_not,
        }


def pinned_in(source: Source) -> tuple[tuple[Pinned, ...], tuple[Diagnostic, ...]]:
    """The statements that a file pins: its claims and goals. What cannot be read there is a diagnostic, and nothing is pinned."""
    (derivation,), diagnostics = read_documents([source], [])
    faults = [*diagnostics, *(d for d in derivation.diagnostics if d.severity == "error")]
    faults += [link.problem for link in derivation.links if link.problem is not None]
    found = tuple(
        Pinned(source, link.span, link.latex, link.statement, link.context)
        for link in derivation.links
        if link.role in ("claim", "goal") and link.statement is not None
    )
    if not found and not faults:
        faults.append(Diagnostic("no-statement", "no statement here has to be proved", Span(0, 0)))
    return (() if faults else found), tuple(faults)


def shown(pinned: Iterable[Pinned], report: Report) -> tuple[Shown, ...]:
    """Of each pinned statement whether the documents of the report prove it."""
    steps = [Placed(document.derivation.source, s) for document in report.documents for s in document.steps]
    return tuple(_shown(p, steps) for p in pinned)


def _shown(pinned: Pinned, steps: list[Placed]) -> Shown:
    usable: list[Placed] = []
    refused: list[tuple[Placed, str]] = []
    for placed in steps:
        judgement = placed.step.judgement
        if judgement.verdict is Verdict.PROVED and isinstance(judgement.certificate, dict):
            why = _goes_beyond(judgement.certificate, pinned)
            usable += [] if why else [placed]
            refused += [(placed, why)] if why else []
    found = _leading_to(pinned.statement, usable)
    if found:
        return Shown(pinned, found)
    said = [row for row in refused if row[0].step.link.statement == pinned.statement]
    if said:
        return Shown(pinned, why_not=Message("{} says this, but {}", said[0][0].place, said[0][1]))
    if any(s.link.statement == pinned.statement and s.link.role == "claim" for _, s in steps):
        return Shown(pinned, why_not=Message("a step says this, but it is not proved"))
    if _leading_to(pinned.statement, [*usable, *(placed for placed, _ in refused)]):
        return Shown(pinned, why_not=Message("the steps that lead to this go beyond what is given: {}", refused[0][1]))
    return Shown(pinned, why_not=Message("no proved steps say this or lead to it"))


# ------------------------------------------------------------------ what a theorem rests on


def _goes_beyond(certificate: Mapping[str, Any], pinned: Pinned) -> str:
    """What the theorem rests on that the pinned statement does not give; empty if nothing."""
    rows = {
        r["name"]: Declaration(r["name"], type_from_json(r["type"]), frozenset(r["properties"]))
        for r in certificate["declarations"]
    }
    given = {h.statement for h in pinned.context.hypotheses}
    known = set(pinned.context.declarations) | statement_names(pinned.statement)
    if certificate["conditions"]:
        return Message("it holds under a condition that is not given")
    for label, row in rows.items():
        wanted = pinned.context.declarations.get(label)
        if wanted is None:
            continue
        if wanted.type != row.type:
            return Message("{} is declared as {}, where the statement has {}", label, row.type, wanted.type)
        if not row.properties <= wanted.properties:
            more = PROPERTIES[min(row.properties - wanted.properties)].en
            return Message("{} is declared as {}, which the statement does not say", label, more)
    for first, second in certificate["distinct"]:
        if frozenset((first, second)) not in pinned.context.distinct:
            return Message("{} and {} are taken to be distinct", first, second)
    left = [s for s in map(statement_from_json, certificate["hypotheses"]) if s not in given]
    defined: set[str] = set()
    while left:
        taken = next((s for s in left if _defines_new(s, rows, known, defined, left)), None)
        if taken is None:
            return Message("it rests on a hypothesis that is not given")
        left.remove(taken)
        defined.add(definition_of(Hypothesis(taken))[0])  # type: ignore[index]
    free = {n for n, row in rows.items() if n not in known and n not in defined and row.type.index is None}
    free -= statement_names(statement_from_json(certificate["statement"]))
    constrained = sorted(n for n in free if rows[n].properties - {"size"})
    if not constrained:
        return ""
    return Message("it rests on {}, of which more is declared than that it exists", constrained[0])


def _defines_new(
    statement: Statement, rows: Mapping[str, Declaration], known: set[str], defined: set[str], others: list[Statement]
) -> bool:
    """Whether a hypothesis only gives a value to a name of which nothing is said before: then it takes nothing for granted."""
    found = definition_of(Hypothesis(statement))
    if found is None:
        return False
    label, parameters, body = found
    row = rows.get(label)
    if row is None or label in known or label in defined or row.properties:
        return False
    if not free_names(body) - set(parameters) <= known | defined:
        return False
    if sum(definition_of(Hypothesis(s)) is not None and definition_of(Hypothesis(s))[0] == label for s in others) > 1:  # type: ignore[index]
        return False
    types = {n: r.type for n, r in rows.items()}
    if parameters:
        types |= dict(getattr(statement, "names", ()))
    try:
        kind = type_of(body, types)
    except Mistyped:
        return False
    return kind.shape == row.type.shape and SORTS.index(kind.sort) <= SORTS.index(row.type.sort)


# ------------------------------------------------------------------ relations one after the other

_TURNED: Mapping[str, Operator] = {"=": "=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_COMPOSED: Mapping[str, frozenset[str]] = {
    "=": frozenset(("=",)),
    "<=": frozenset(("=", "<", "<=")),
    ">=": frozenset(("=", ">", ">=")),
    "<": frozenset(("=", "<", "<=")),
    ">": frozenset(("=", ">", ">=")),
}
"""Relations whose sequence gives a relation; for a strict one a strict one must be among them."""


def _leading_to(statement: Statement, steps: list[Placed]) -> tuple[Placed, ...]:
    """The steps by which the statement follows: one that says it, or a chain of relations."""
    same = next((placed for placed in steps if placed.step.link.statement == statement), None)
    if same is not None:
        return (same,)
    if not isinstance(statement, Relation) or statement.operator not in _COMPOSED:
        return ()
    strict = statement.operator in ("<", ">")
    todo: list[tuple[Term, bool, tuple[Placed, ...]]] = [(statement.left, not strict, ())]
    met = {(statement.left, not strict)}
    for term, enough, path in todo:
        if term == statement.right and enough and path:
            return path
        for operator, right, placed in _from(term, steps):
            state = (right, enough or operator in ("<", ">"))
            if operator in _COMPOSED[statement.operator] and state not in met:
                met.add(state)
                todo.append((*state, (*path, placed)))
    return ()


def _from(term: Term, steps: list[Placed]) -> Iterator[tuple[str, Term, Placed]]:
    """Relations of the term to others, whichever way they are written."""
    for placed in steps:
        found = placed.step.link.statement
        if isinstance(found, Relation) and found.operator in _TURNED:
            if found.left == term:
                yield found.operator, found.right, placed
            if found.right == term:
                yield _TURNED[found.operator], found.left, placed
