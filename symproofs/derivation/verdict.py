"""Verdicts: what is said of one link, and what it carries. Data only.

A verdict has no truth value: asking for one raises, so that no `if verdict:` can take `undecided`
for a yes.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, NoReturn

from symproofs.diagnostics import Diagnostic
from symproofs.prove.reasons import Reason
from symproofs.records import record

if TYPE_CHECKING:
    from symproofs.prove.inferences import Inference  # whoever only reads documents need not load what proves
    from symproofs.terms.statement import Statement

__all__ = ["SHOWN", "Cause", "Counterexample", "Judgement", "Line", "Reason", "Verdict", "not_reached", "provided"]


class Verdict(Enum):
    """The seven words of a report."""

    PROVED = "proved"
    PROVIDED = "proved-provided"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    UNREAD = "unread"
    GIVEN = "given"
    ERROR = "error"

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value; compare it with one of Verdict")


SHOWN = (Verdict.PROVED, Verdict.PROVIDED)
"""What is shown, be it under conditions."""


class Cause(Enum):
    """Why a link is undecided."""

    FRAGMENT = "fragment"
    BUDGET = "budget"
    REGIME = "regime"
    HYPOTHESES = "hypotheses"
    READING = "reading"


@record
class Counterexample:
    """Values that meet the hypotheses, and what both sides are there. Texts are LaTeX-free and short."""

    assignment: tuple[tuple[str, str], ...]
    left: str
    right: str


@record
class Line:
    """A state on the way from the left side to the right, in LaTeX, and why it follows from the one before.

    `relation` is how it relates to that one, a relation or `->`; empty where the statement says it for all lines.
    """

    latex: str
    reasons: tuple[Reason, ...]
    relation: str = ""


@record
class Judgement:
    """What is said of one link, with everything that a report shows of it.

    `certificate` is the canonical JSON value that the kernel accepted, `used` the hypotheses that its theorem rests on (None:
    not known); `unfolding` the elementary lines read off its trace. `inferences` are the lines of a proof tree, what follows from
    what.
    """

    verdict: Verdict
    theory: str = ""
    reasons: tuple[Reason, ...] = ()
    conditions: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    counterexample: Counterexample | None = None
    cause: Cause | None = None
    message: str = ""
    code: str = ""
    certificate: object | None = None
    used: tuple[Statement, ...] | None = None
    unfolding: tuple[Line, ...] = ()
    inferences: tuple[Inference, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def provided(judgement: Judgement, conditions: tuple[str, ...]) -> Judgement:
    """A step that is shown, under conditions (in LaTeX) that nothing in the document states."""
    message = "holds where the condition does, which nothing here states"
    return replace(judgement, verdict=Verdict.PROVIDED, conditions=conditions, code="provided", message=message)


def not_reached(message: str, code: str = "deadline") -> Judgement:
    """Nothing was found of a link since time or memory ended first."""
    return Judgement(Verdict.UNDECIDED, cause=Cause.BUDGET, code=code, message=message)
