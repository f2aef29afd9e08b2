"""What is said about a place in a document: data, never text to be printed.

A `Source` is one document; a `Span` is a half-open stretch of its code points; a `Diagnostic`
says what was asked, what was found, and where. Rendering lives elsewhere, one file a format.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final, Literal

from symproofs.records import record

Severity = Literal["error", "warning", "note"]

REPORT_BEGINS: Final = "<!-- symproofs: report -->"
REPORT_ENDS: Final = "<!-- symproofs: end of report -->"
"""What stands between them in a Markdown document was put there by us and is no part of the text."""

_REPORT = re.compile(re.escape(REPORT_BEGINS) + ".*?" + re.escape(REPORT_ENDS), re.DOTALL)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Code points `start` (included) to `end` (excluded) of a document."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"no span runs from {self.start} to {self.end}")

    def join(self, other: Span) -> Span:
        """The smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end


@record
class Place:
    """Line and column of both ends, counted from 1 in code points."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Source:
    """A document: where it came from and its text, with `\\n` as the only line end."""

    path: str
    text: str
    reports: tuple[Span, ...] = field(default=(), repr=False, compare=False)
    """Where reports stood that were made blank."""
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]
        object.__setattr__(self, "_starts", tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of a code point."""
        row = bisect_right(self._starts, offset) - 1
        return row + 1, offset - self._starts[row] + 1

    def place(self, span: Span) -> Place:
        return Place(*self.position(span.start), *self.position(span.end))

    def line(self, number: int) -> str:
        """The text of line `number`, counted from 1, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end]

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]

    def without_reports(self) -> Source:
        """The document with blanks for what we put into it when it was rendered; every place stays where it is."""
        text = _REPORT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), self.text)
        return Source(self.path, text, tuple(Span(*match.span()) for match in _REPORT.finditer(self.text)))


@record
class Note:
    """A fact beside a diagnostic, with the place that it is about where there is one."""

    message: str
    span: Span | None = None


@record
class Diagnostic:
    """`code` names the kind (`unknown-macro`), `span` is the smallest stretch at fault.

    `elsewhere` is the document of the span and of those of the notes, where it is another than the one at hand.
    """

    code: str
    message: str
    span: Span | None = None
    severity: Severity = "error"
    notes: tuple[Note, ...] = ()
    help: str | None = None
    elsewhere: Source | None = None
