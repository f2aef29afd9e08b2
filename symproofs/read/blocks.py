"""What a document is split into: blocks of prose and formulas, in the order of the text."""

from __future__ import annotations

from dataclasses import dataclass

from symproofs.diagnostics import Diagnostic, Span


@dataclass(frozen=True, slots=True)
class Prose:
    """A stretch of text between formulas; `text` is it without the prefixes of quoted lines."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """A formula: its inside, whether it is displayed, what opened it, the whole with its delimiters, prefixes to step over."""

    span: Span
    display: bool
    delimiter: str
    outer: Span
    skips: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the document's structure.

    `kind`: `heading` (level 1 to 6), `paragraph`, `item` (level: depth of the list), `quote` (level: depth),
    `table` (a row), `html`, `front-matter`. `directive`: the kind of the block around it (`prf:theorem` in
    MyST, `proof` in LaTeX), or ''.
    """

    kind: str
    level: int
    span: Span
    pieces: tuple[Prose | Math, ...]
    directive: str = ""


@dataclass(frozen=True)
class Segments:
    """The blocks of a document in order, and the formulas that do not end."""

    blocks: tuple[Block, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
