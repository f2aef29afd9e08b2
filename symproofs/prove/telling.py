"""Telling a proof tree as lines: each state of the subject, how it relates to the state before, and why.

A tree for a relation or a passage to the limit is told where its rules are steps from one side to the other: links, steps one
after the other, another form, another limit. Anything else is one line, whose reasons are those of all that stands below. What
was shown on the way (`have`) gives its reasons to the lines that rest on it. So the list that is read is the tree that the kernel
has checked, and nothing in it is said without having been proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from itertools import pairwise

from symproofs.kernel.passage import ZERO
from symproofs.kernel.rules_logic import TURNED
from symproofs.prove.chain import ChainLine, Sign, rank
from symproofs.prove.reasons import Reason
from symproofs.prove.tree import ADDING, Node, cited
from symproofs.records import record
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import InProbability, Relation, Statement, Tends
from symproofs.terms.term import Term
from symproofs.terms.typing import type_of

Lines = tuple[ChainLine, ...]
Reasons = tuple[Reason, ...]

SHOWN = Reason("assumption")
"""How a chain calls what was shown on the way."""

SEEN = Reason("signs")
"""What is seen without a proof."""

NAMING = ("instance", "modus_ponens", "nonnegative_combination", "combine", "contradiction")
"""Rules that use hypotheses of which their node does not speak."""


@record
class _Way:
    """What stands behind the lines: the reasons that labelled hypotheses are, of what was shown, and of what was added else."""

    given: Mapping[Statement, Reason]
    shown: Mapping[Statement, Reasons] = field(default_factory=dict)
    added: Reasons = ()

    def past(self, node: Node) -> _Way:
        """The way behind an addition."""
        if node.rule == "have":
            return replace(self, shown={**self.shown, node.data["statement"]: self.reasons(node.of[0])})
        below = [r for part in node.of[:-1] for r in self.reasons(part)]
        return replace(self, added=(*self.added, *node.reasons, *self._named(node), *below))

    def reasons(self, node: Node) -> Reasons:
        """The reasons of all that stands in a tree, and of what it rests on."""
        found: dict[Reason, None] = {}
        for part in node.nodes():
            found.update(dict.fromkeys((*part.reasons, *self._named(part))))
            for statement in cited(part.data):
                found.update(dict.fromkeys(self.shown.get(statement, ())))
        if len(found) > 1:
            found.pop(SHOWN, None)
        return tuple(sorted(found, key=rank))

    def _named(self, node: Node) -> Reasons:
        if node.rule not in NAMING:
            return ()
        return tuple(self.given[s] for s in cited(node.data) if s in self.given)

    def last(self, node: Node) -> Reasons:
        """The reasons of a line that a whole tree proves."""
        return tuple(sorted(dict.fromkeys((*self.reasons(node), *self.added)), key=rank)) or (SEEN,)

    def of_link(self, before: Term, line: ChainLine, node: Node) -> Reasons:
        """The reasons of a line of a chain, those of an equation shown on the way in its place."""
        if SHOWN not in line.reasons:
            return line.reasons
        found = [r for r in line.reasons if r != SHOWN]
        for statement in cited(node.data):
            if isinstance(statement, Relation) and any(part in (statement.left, statement.right) for part in before.walk()):
                found += self.shown.get(statement, ())
        return tuple(sorted(dict.fromkeys(found or [SHOWN]), key=rank))


def told(goal: Statement, node: Node, context: Context) -> Lines:
    """The lines of a proof of the goal; none where the goal does not lead from one term to another."""
    way = _Way({h.statement: Reason("given", h.label) for h in context.hypotheses if h.label and definition_of(h) is None})
    match goal:
        case Relation("~", left, right) if node.rule == "approximation" and node.data["way"] in SENSES:
            sense = SENSES[node.data["way"]]
            return _told(sense(Term("add", (left, Term("neg", (right,)))), _zero_like(left, context)), node.of[0], way)
        case Relation() | Tends() | InProbability():
            return _told(goal, node, way)
    return ()


SENSES: Mapping[str, type[Tends] | type[InProbability]] = {"limit": Tends, "probability": InProbability}
"""What A ≈ B is shown by, as a passage to the limit of A - B."""


def _zero_like(node: Term, context: Context) -> Term:
    """0, or the array of zeros of the shape of a term."""
    kind = type_of(node, context.types)
    return ZERO if kind.is_scalar else Term("zeros", (), kind.shape)


def _told(goal: Relation | Tends | InProbability, node: Node, way: _Way) -> Lines:
    subject = goal.left if isinstance(goal, Relation) else goal.subject
    if node.rule in ADDING or node.rule == "eventually":
        return _told(goal, node.of[-1], way.past(node))
    match goal, node.rule:
        case _, "chain" if node.lines:
            later = (replace(line, reasons=way.of_link(before.term, line, node)) for before, line in pairwise(node.lines))
            return (node.lines[0], *later)
        case Relation(), "transitivity":
            lines: Lines = (ChainLine(subject),)
            for (operator, term), below in zip(node.data["steps"], node.of, strict=True):
                lines = _joined(lines, _told(Relation(operator, lines[-1].term, term), below, way))
            return lines
        case Relation(operator, left, right), "weaken":
            return _told(Relation(node.data["operator"], left, right), node.of[0], way)
        case Relation(operator, left, right), "symmetry" if operator != "~":
            return _read_backwards(_told(Relation(TURNED[operator], right, left), node.of[0], way))
        case Relation("~", left, right), "approximation" if node.data["way"] == "equal":
            return _told(Relation("=", left, right), node.of[0], way)
        case (Tends(_, target) | InProbability(_, target)) as passage, "limit_form":
            equal = _told(Relation("=", subject, node.data["term"]), node.of[0], way)
            return _joined(equal, _told(type(passage)(node.data["term"], target), node.of[1], way))
        case (Tends(_, target) | InProbability(_, target)) as passage, "limit_value":
            first = _told(type(passage)(subject, node.data["term"]), node.of[1], way)
            return _joined(first, _told(Relation("=", node.data["term"], target), node.of[0], way))
    sign: Sign = goal.operator if isinstance(goal, Relation) else "->" if isinstance(goal, Tends) else "->p"
    end = goal.right if isinstance(goal, Relation) else goal.target
    return ChainLine(subject), ChainLine(end, way.last(node), sign)


def _joined(first: Lines, second: Lines) -> Lines:
    return (*first, *second[1:])


def _read_backwards(lines: Lines) -> Lines:
    """The lines from the last to the first: what led to a line leads away from it."""
    turned = [replace(b, term=a.term, relation=_turned(b.relation)) for a, b in pairwise(lines)]
    return ChainLine(lines[-1].term), *reversed(turned)


def _turned(sign: Sign) -> Sign:
    return sign if sign == "->" or sign == "->p" else TURNED[sign]
