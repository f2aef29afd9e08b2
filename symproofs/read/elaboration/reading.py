"""What elaboration takes and gives: formulas in, readings of their parts out. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from symproofs.diagnostics import Diagnostic, Span
from symproofs.read.elaboration.statements import Kind
from symproofs.read.tree import Node
from symproofs.records import record
from symproofs.terms.context import Context, Declaration
from symproofs.terms.notation import notation
from symproofs.terms.statement import Statement
from symproofs.terms.term import Term
from symproofs.terms.types import Type


@record
class Formula:
    """A formula as parsed; `declares` where the text assumes what it says (`Let …`, 设, a file of givens).

    `after_gap`: right before it stands a formula that could not be read, so that it continues nothing. `supposes`: what it
    says of signs is supposed, it holds from there on and is no part of a declaration. `passing`: it holds in its sentence only.
    """

    node: Node
    declares: bool = False
    after_gap: bool = False
    supposes: bool = False
    passing: bool = False


@record
class Part:
    """One thing that a formula says.

    A `link` is one relation with its sides, their places, and the conditions attached to it; a `declaration` has
    `rows`; an `expression` has `left` alone; a `statement` is an implication, an equivalence or a quantified one;
    a `text` is prose. Where it cannot be elaborated, `problem` says why and there are no terms: `forced` if
    declarations alone make the shapes clash. `assumed` are names whose sort or shape nothing declares.
    `local` are declarations that hold in this part only: indices that nothing declares range over what they
    index here. `ranged` are indices whose range stands as a side condition: they stand for every member.
    `doubts` say what was chosen in reading it that nothing in the document makes sure.
    """

    kind: Kind
    span: Span
    node: Node
    relation: str = ""
    left: Term | None = None
    right: Term | None = None
    statement: Statement | None = None
    left_span: Span | None = None
    right_span: Span | None = None
    sign_span: Span | None = None
    continues: bool = False
    conditions: tuple[Statement, ...] = ()
    rows: tuple[Declaration, ...] = ()
    text: str = ""
    problem: Diagnostic | None = None
    forced: bool = False
    assumed: tuple[str, ...] = ()
    local: tuple[Declaration, ...] = ()
    ranged: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    types: Mapping[str, Type] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def read_as(self) -> str:
        """The meaning in the notation of `read_as`; empty where there is none."""
        if self.statement is not None:
            return notation(self.statement, self.types)
        if self.left is not None:
            return notation(self.left, self.types)
        from symproofs.read.notation import read_as  # notation names things by modules of this package

        return read_as(self.node) or ""


@record
class Reading:
    """What a formula says, in document order."""

    parts: tuple[Part, ...]

    @property
    def assumed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n for p in self.parts for n in p.assumed))


@record
class SectionReading:
    """The context with the declarations of the section, a reading for each formula, what there is to say.

    `running` are declared indices that stand for every member of their range (`i = 1, …, n`). `twice` are names to which
    the section gives two types. `signs` are signs that formulas say of names, and where.
    """

    context: Context
    readings: tuple[Reading, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    running: frozenset[str] = frozenset()
    twice: Mapping[str, Diagnostic] = field(default_factory=dict)
    signs: tuple[tuple[str, str, Span], ...] = ()
