"""Diagnostics as text: what is wrong, where, and the line of the document with carets under the place."""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.derivation.document import Language
from symproofs.diagnostics import Diagnostic, Note, Source, Span
from symproofs.messages import said
from symproofs.render.columns import printable, underline, width
from symproofs.render.words import SEVERITIES, say

MAX_SHOWN = 110
"""Columns of the document that are shown at most."""

AROUND = 30
"""Characters on either side of the place that are kept of a longer line."""


def diagnostic_lines(
    diagnostic: Diagnostic, source: Source | None, word: str | None = None, language: Language = "en"
) -> Iterator[str]:
    """A diagnostic with the line that it is about and carets under the span. `word` stands for its severity."""
    here, source = source, diagnostic.elsewhere or source
    word = word or SEVERITIES[diagnostic.severity].say(language)
    code = f"[{diagnostic.code}]" if diagnostic.code not in word else ""
    colon = say("colon", language)
    yield f"{word}{code}{colon}{printable(said(diagnostic.message, language))}"
    gutter = "  "
    if diagnostic.span is not None and source is not None:
        line, column = source.position(diagnostic.span.start)
        gutter = " " * len(str(line))
        yield f"{gutter}--> {printable(source.path)}:{line}:{column}"
        yield from _excerpt(diagnostic.span, source, gutter)
    for note in diagnostic.notes:
        yield f"{gutter} = {_place(note, source, here)}{printable(said(note.message, language))}"
    if diagnostic.help:
        yield f"{gutter} = {say('help', language)}{colon}{printable(said(diagnostic.help, language))}"


def _place(note: Note, source: Source | None, here: Source | None) -> str:
    """Where a note points to; the file is named where it is not the document at hand."""
    if note.span is None or source is None:
        return ""
    line, column = source.position(note.span.start)
    return f"{line}:{column}: " if source is here else f"{printable(source.path)}:{line}:{column}: "


def _excerpt(span: Span, source: Source, gutter: str) -> Iterator[str]:
    """The first line of the span with carets, cut to what surrounds the span where the line is long."""
    number, column = source.position(span.start)
    text = source.line(number)
    start = column - 1
    end = min(len(text), start + (span.end - span.start))
    left, right = 0, len(text)
    if width(text) > MAX_SHOWN:
        left = max(0, start - AROUND)
        right = min(len(text), max(end, start + 1) + AROUND, left + MAX_SHOWN)
    shown = text[left:right]
    before, after = "…" if left else "", "…" if right < len(text) else ""
    yield f"{gutter} |"
    yield f"{number} | {before}{printable(shown)}{after}"
    yield f"{gutter} | {' ' * width(before)}{underline(shown, start - left, min(end, right) - left)}"
