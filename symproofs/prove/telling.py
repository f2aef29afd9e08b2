"""Telling a proof tree as lines: each state of the subject, how it relates to the state before, and why.

A tree for a relation or a passage to the limit is told where its rules are steps from one side to the other: links, steps one
after the other, another form, another limit. Anything else is one line, whose reasons are those of all that stands below. A line
that rests on an equation shown on the way (`have`) gives the reasons of that equation. So the list that is read is the tree that
the kernel has checked, and nothing in it is said without having been proved.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.kernel.passage import ZERO
from symproofs.kernel.rules_logic import TURNED
from symproofs.prove.chain import ChainLine, Sign, rank
from symproofs.prove.reasons import Reason
from symproofs.prove.tree import Node
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement, Tends
from symproofs.terms.term import Term
from symproofs.terms.typing import type_of

Lines = tuple[ChainLine, ...]
Shown = tuple[tuple[Relation, tuple[Reason, ...]], ...]
"""Equations shown on the way, with the reasons of each."""

SHOWN = Reason("assumption")
"""How a chain calls what was shown on the way."""


def told(goal: Statement, node: Node, context: Context) -> Lines:
    """The lines of a proof of the goal; none where the goal does not lead from one term to another."""
    match goal:
        case Relation("~", left, right) if node.rule == "approximation" and node.data["way"] == "limit":
            return _told(Tends(Term("add", (left, Term("neg", (right,)))), zero_like(left, context)), node.of[0], ())
        case Relation() | Tends():
            return _told(goal, node, ())
    return ()


def zero_like(node: Term, context: Context) -> Term:
    """0, or the array of zeros of the shape of a term."""
    kind = type_of(node, context.types)
    return ZERO if kind.is_scalar else Term("zeros", (), kind.shape)


def _told(goal: Relation | Tends, node: Node, shown: Shown) -> Lines:
    subject = goal.subject if isinstance(goal, Tends) else goal.left
    match goal, node.rule:
        case _, "have":
            statement = node.data["statement"]
            if isinstance(statement, Relation) and statement.operator == "=":
                shown = (*shown, (statement, _reasons(node.of[0], shown)))
            return _told(goal, node.of[-1], shown)
        case _, "fact" | "instance" | "modus_ponens" | "obtain" | "parts" | "name_value" | "eventually":
            return _told(goal, node.of[-1], shown)
        case _, "chain" if node.lines:
            return tuple(replace(line, reasons=_of_line(before, line, shown)) for before, line in _pairs(node.lines))
        case Relation(), "transitivity":
            lines: Lines = (ChainLine(subject),)
            for (operator, term), below in zip(node.data["steps"], node.of, strict=True):
                lines = _joined(lines, _told(Relation(operator, lines[-1].term, term), below, shown))
            return lines
        case Relation(operator, left, right), "weaken":
            return _told(Relation(node.data["operator"], left, right), node.of[0], shown)
        case Relation(operator, left, right), "symmetry" if operator != "~":
            return _read_backwards(_told(Relation(TURNED[operator], right, left), node.of[0], shown))
        case Relation("~", left, right), "approximation" if node.data["way"] == "equal":
            return _told(Relation("=", left, right), node.of[0], shown)
        case Tends(_, target), "limit_form":
            equal = _told(Relation("=", subject, node.data["term"]), node.of[0], shown)
            return _joined(equal, _told(Tends(node.data["term"], target), node.of[1], shown))
        case Tends(_, target), "limit_value":
            first = _told(Tends(subject, node.data["term"]), node.of[1], shown)
            return _joined(first, _told(Relation("=", node.data["term"], target), node.of[0], shown))
    sign: Sign = "->" if isinstance(goal, Tends) else goal.operator
    end = goal.target if isinstance(goal, Tends) else goal.right
    return ChainLine(subject), ChainLine(end, _reasons(node, shown), sign)


def _pairs(lines: Lines) -> list[tuple[ChainLine | None, ChainLine]]:
    return list(zip((None, *lines), lines, strict=False))


def _of_line(before: ChainLine | None, line: ChainLine, shown: Shown) -> tuple[Reason, ...]:
    """The reasons of a line, those of an equation shown on the way in its place."""
    if before is None or SHOWN not in line.reasons:
        return line.reasons
    found = [r for r in line.reasons if r != SHOWN]
    used = [rs for equation, rs in shown if _occurs(equation.left, before.term) or _occurs(equation.right, before.term)]
    found += [r for rs in used for r in rs] or [SHOWN]
    return tuple(sorted(dict.fromkeys(found), key=rank))


def _occurs(part: Term, whole: Term) -> bool:
    return any(node == part for node in whole.walk())


def _reasons(node: Node, shown: Shown) -> tuple[Reason, ...]:
    """The reasons of all that stands in a tree."""
    found: dict[Reason, None] = {}
    for part in node.nodes():
        found.update(dict.fromkeys(part.reasons))
    if SHOWN in found and shown:
        del found[SHOWN]
        found.update(dict.fromkeys(r for _, rs in shown for r in rs))
    return tuple(sorted(found, key=rank))


def _joined(first: Lines, second: Lines) -> Lines:
    return (*first, *second[1:])


def _read_backwards(lines: Lines) -> Lines:
    """The lines from the last to the first: what led to a line leads away from it."""
    turned = [replace(b, term=a.term, relation=_turned(b.relation)) for a, b in _pairs(lines) if a is not None]
    return ChainLine(lines[-1].term), *reversed(turned)


def _turned(sign: Sign) -> Sign:
    return sign if sign == "->" else TURNED[sign]
