"""What a document is split into: blocks of prose and formulas, in the order of the text."""

from __future__ import annotations

from symproofs.diagnostics import Diagnostic, Span
from symproofs.records import record


@record
class Prose:
    """A stretch of text between formulas; `text` is it without the prefixes of quoted lines."""

    span: Span
    text: str


@record
class Math:
    """A formula: its inside, whether it is displayed, what opened it, the whole with its delimiters, prefixes to step over."""

    span: Span
    display: bool
    delimiter: str
    outer: Span
    skips: tuple[Span, ...] = ()


@record
class Block:
    """A piece of the document's structure.

    `kind`: `heading` (level 1 to 6), `paragraph`, `item` (level: depth of the list), `quote` (level: depth),
    `table` (a row), `html`, `front-matter`. `directive`: the kind of the block around it (`prf:theorem` in
    MyST, `proof` in LaTeX), or ''. `items`: the numbers of the items of lists that it stands in, the outermost first.
    """

    kind: str
    level: int
    span: Span
    pieces: tuple[Prose | Math, ...]
    directive: str = ""
    items: tuple[int, ...] = ()


@record
class Segments:
    """The blocks of a document in order, and the formulas that do not end."""

    blocks: tuple[Block, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
