"""Derivations: what was read from a document, before and after it is judged.

The reader makes a `Derivation`; `judge` (in `judge.py`) gives every link a `Judgement`; renderers and
the command line take the result. A link is one relation between two written expressions in a context.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from symproofs.derivation.verdict import Cause, Counterexample, Judgement, Reason, Verdict
from symproofs.diagnostics import Diagnostic, Place, Source, Span
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import Hypothesis, Statement

Role = Literal["claim", "definition", "hypothesis", "goal", "declaration", "recall", "unread"]
"""What the text does with a link. Only claims are judged; `unread` ones could not be read."""

Language = Literal["en", "zh"]


@record
class Link:
    """One link as read: where it stands, what it says, what it may rest on.

    `span` covers the relation with its two sides (for a later link of a chain: from the relation sign to
    the end of the right side). `chain` numbers the chains of a document: links that share it are shown
    as one derivation. `index` is the number of the input step for batches. `statement` is `None` where
    the formula could not be read or elaborated; `problem` says why. `doubtful` is set where something that the
    link may rest on could not be read: then nothing is refuted here. `supposed` is what was assumed in order to be
    contradicted before the link, in the argument that it stands in, and what was introduced from that. Where it is among the
    hypotheses (`by_contradiction`), these need not be met by any values; a closed claim is judged without it.
    `said` is what the argument claimed before the link. `along` are names that vary with a name in their subscript (`x_n` for
    n → ∞): no passage to the limit is shown by taking one of them for fixed.
    `reasons` are what its sentence claims before it as a reason: what fails without them may follow from them.
    `obtained` are claims that something exists, from which hypotheses of the context are obtained (`Hypothesis.claim`).
    `everything` are names of which it is claimed for all values, also for
    those at which a side has none. `otherwise`: what it says if derivatives in it lie the other way, or if
    numbers in it are added to arrays: where that is doubtful it is refuted only if each of these is. `excluded`: what is
    written is left out, and its opposite assumed (`unless x = 0`). `coupled`: nothing is said of how the random names of the link
    depend on each other, so that any joint law may refute it.
    """

    id: str
    span: Span
    latex: str
    relation: str
    role: Role
    chain: int
    statement: Statement | None = None
    context: Context = field(default_factory=Context)
    read_as: str = ""
    left_latex: str = ""
    right_latex: str = ""
    section: str = ""
    cited: tuple[str, ...] = ()
    problem: Diagnostic | None = None
    assumed: tuple[str, ...] = ()
    index: int = 0
    doubtful: Diagnostic | None = None
    by_contradiction: bool = False
    supposed: tuple[Hypothesis, ...] = ()
    said: tuple[Statement, ...] = ()
    along: frozenset[str] = frozenset()
    everything: frozenset[str] = frozenset()
    excluded: bool = False
    reasons: tuple[Hypothesis, ...] = ()
    obtained: tuple[Link, ...] = ()
    otherwise: tuple[Statement, ...] = ()
    coupled: bool = False


@record
class Derivation:
    """A document as read: its links in order and what the reader has to say."""

    source: Source
    language: Language
    links: tuple[Link, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    givens: tuple[Hypothesis, ...] = ()


@record
class Step:
    """A link and what was found of it. Its parts are there under the names that they have in reports, too."""

    link: Link
    judgement: Judgement
    milliseconds: float

    @property
    def id(self) -> str:
        return self.link.id

    @property
    def latex(self) -> str:
        return self.link.latex

    @property
    def relation(self) -> str:
        return self.link.relation

    @property
    def read_as(self) -> str:
        return self.link.read_as

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def conditions(self) -> tuple[str, ...]:
        return self.judgement.conditions

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return self.judgement.reasons

    @property
    def theory(self) -> str:
        return self.judgement.theory

    @property
    def axioms(self) -> tuple[str, ...]:
        return self.judgement.axioms

    @property
    def counterexample(self) -> Counterexample | None:
        return self.judgement.counterexample

    @property
    def cause(self) -> Cause | None:
        return self.judgement.cause

    @property
    def code(self) -> str:
        return self.judgement.code

    @property
    def message(self) -> str:
        return self.judgement.message

    @property
    def certificate(self) -> object | None:
        return self.judgement.certificate


@record
class FailedArgument:
    """An argument by contradiction in which a step is refuted, and its conclusion judged on its own.

    `steps` are those of the argument, and `failing` those of them that are refuted. `assumptions` is what was supposed;
    `conclusion` is what follows if that is contradictory: the contrary of one assumption under the others, or 0 = 1 under all
    of them where none has a contrary.
    """

    steps: tuple[Step, ...]
    failing: tuple[Step, ...]
    assumptions: tuple[Hypothesis, ...]
    conclusion: Step


@record
class CheckedDocument:
    """A derivation with a judgement for each link.

    `arguments` are those that fail, where conclusions were looked at.
    """

    derivation: Derivation
    steps: tuple[Step, ...]
    arguments: tuple[FailedArgument, ...] = ()

    @property
    def path(self) -> str:
        return self.derivation.source.path

    @property
    def language(self) -> Language:
        return self.derivation.language

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.derivation.diagnostics

    def place(self, step: Step) -> Place:
        """Line and column of both ends of a step."""
        return self.derivation.source.place(step.link.span)


@record
class Report:
    """Everything that one run of `check` found."""

    documents: tuple[CheckedDocument, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def summary(self) -> dict[str, int]:
        """How many links got each verdict, verdicts without a link left out."""
        count: dict[str, int] = {}
        for document in self.documents:
            for step in document.steps:
                word = step.judgement.verdict.value
                count[word] = count.get(word, 0) + 1
        return dict(sorted(count.items(), key=lambda row: [v.value for v in Verdict].index(row[0])))
