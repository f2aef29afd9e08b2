"""Documents to blocks of prose and formulas.

markdown-it-py finds the blocks; formulas are found before it by our own scanner, since their insides
(`|`, `_`, a line that begins with `-`) are not Markdown. The scanner hides them from markdown-it under
characters of the same number, so every place in the masked text is a place in the source.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.blocks import Block, Math, Prose, Segments
from symproofs.read.latex_documents import is_latex_document, latex_blocks
from symproofs.read.mathscan import Found, masked, scan_math
from symproofs.records import record

__all__ = ["Block", "Math", "Prose", "Segments", "segments"]


_BULLET = re.compile(r"^[ \t>]*[•‣◦●▪■・]\s*", re.M)
_DIRECTIVE = re.compile(r"\s*(?:\{(?P<name>[A-Za-z][\w:.-]*)\}|(?P<plain>math)\s*$)")
_COLON_FENCE = re.compile(r"^[ \t]*(:{3,})[ \t]*(?:\{([\w:.-]+)\}.*)?$", re.M)
_MATH_DIRECTIVES = frozenset({"math"})
_MARKDOWN = (
    MarkdownIt("commonmark", {"html": True})
    .enable("table")
    .disable(["inline", "text_join", "reference", "linkify", "replacements"], ignoreInvalid=True)
)


def segments(source: Source) -> Segments:
    """Split a document into blocks, each prose and formulas in order. Total."""
    if is_latex_document(source):
        return latex_blocks(source)
    scan = scan_math(source.text)
    text = masked(source.text, scan.found, scan.hidden)
    splitter = _Splitter(source, scan.found, _line_starts(text), _colon_fences(text))
    text = _COLON_FENCE.sub(lambda m: " " * len(m.group()), text).replace("\r", " ")  # one kind of line end for everyone
    blocks: list[Block] = []
    if scan.front_matter:
        blocks.append(Block("front-matter", 0, Span(0, scan.front_matter), ()))
    tokens = _MARKDOWN.parse(text)
    blocks.extend(splitter.blocks(tokens))
    return Segments(tuple(blocks), (*scan.diagnostics, *splitter.unread_code(tokens)))


_RELATES = re.compile(r"[=<>≤≥≠≈∈]|\\(?:leq?|geq?|neq?|approx|equiv|in|to|implies|iff|Rightarrow)\b")
"""Signs by which a formula says something."""


def _line_starts(text: str) -> list[int]:
    return [0, *(m.end() for m in re.finditer("\n", text)), len(text) + 1]


def _colon_fences(text: str) -> list[tuple[int, int, str]]:
    """`:::{prf:proof} … :::`: where they begin and end, and their kind."""
    fences: list[tuple[int, int, str]] = []
    stack: list[tuple[int, str, int]] = []
    for match in _COLON_FENCE.finditer(text):
        if match.group(2):
            stack.append((match.start(), match.group(2), len(match.group(1))))
        elif stack:
            start, kind, _ = stack.pop()
            fences.append((start, match.end(), kind))
    fences.extend((start, len(text), kind) for start, kind, _ in stack)
    return sorted(fences)


@record
class _Splitter:
    """Markdown's blocks to ours, formulas put back at their places."""

    source: Source
    found: Sequence[Found]
    starts: Sequence[int]
    fences: Sequence[tuple[int, int, str]]

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        lists = quotes = 0
        items: list[int] = []
        count = 0
        heading = 0
        rows: set[int] = set()
        table = False
        for token in tokens:
            kind = token.type
            if kind in ("bullet_list_open", "ordered_list_open"):
                lists += 1
            elif kind in ("bullet_list_close", "ordered_list_close"):
                lists -= 1
            elif kind == "list_item_open":
                count += 1
                items.append(count)
            elif kind == "list_item_close":
                items.pop()
            elif kind == "blockquote_open":
                quotes += 1
            elif kind == "blockquote_close":
                quotes -= 1
            elif kind == "heading_open":
                heading = int(token.tag[1:])
            elif kind == "heading_close":
                heading = 0
            elif kind == "table_open":
                table = True
            elif kind == "table_close":
                table = False
            elif kind == "inline" and token.map is not None:
                first, last = token.map
                if table:
                    if first not in rows:
                        rows.add(first)
                        yield from self.block("table", 0, first, last, quotes)
                    continue
                if heading:
                    yield from self.block("heading", heading, first, last, quotes)
                elif lists:
                    yield from (replace(b, items=tuple(items)) for b in self.block("item", lists, first, last, quotes))
                else:
                    yield from self.block("quote" if quotes else "paragraph", quotes, first, last, quotes)
            elif kind == "html_block" and token.map is not None:
                yield from self.block("html", 0, token.map[0], token.map[1], quotes)
            elif kind == "code_block" and token.map is not None:
                if self.is_display(token):
                    found = self.block("item" if lists else "paragraph", lists, token.map[0], token.map[1], quotes)
                    yield from (replace(b, items=tuple(items)) for b in found)
            elif kind == "fence" and token.map is not None:
                yield from self.fence(token, quotes)

    def is_display(self, token: Token) -> bool:
        """Whether an indented block begins with a display, which nobody writes as code."""
        return any(f.display and not self.source.text[self.span(token).start : f.outer[0]].strip() for f in self.formulas(token))

    def unread_code(self, tokens: Sequence[Token]) -> Iterator[Diagnostic]:
        """Notes on indented blocks in which something is said with formulas: Markdown takes them for code."""
        for token in tokens:
            if token.type != "code_block" or token.map is None or self.is_display(token):
                continue
            said = [f for f in self.formulas(token) if _RELATES.search(self.source.text, f.outer[0], f.outer[1])]
            if said:
                text = Message("formulas in an indented code block are not read")
                help = "indent the paragraph by less than four spaces"
                yield Diagnostic("indented-code", text, Span(said[0].outer[0], said[0].outer[1]), "warning", help=help)

    def formulas(self, token: Token) -> list[Found]:
        span = self.span(token)
        return [f for f in self.found if span.start <= f.outer[0] < span.end]

    def span(self, token: Token) -> Span:
        """The lines of a block."""
        assert token.map is not None
        return Span(self.starts[token.map[0]], max(self.starts[token.map[0]], self.starts[token.map[1]] - 1))

    def fence(self, token: Token, quotes: int) -> Iterator[Block]:
        """A MyST directive is kept, its paragraphs as blocks; any other fence is code and skipped."""
        assert token.map is not None
        match = _DIRECTIVE.match(token.info)
        if match is None:
            return
        name = match["name"] or match["plain"]
        first, last = token.map[0] + 1, token.map[1] - 1
        if name in _MATH_DIRECTIVES:
            start, end = self.starts[first], max(self.starts[first], self.starts[last] - 1)
            while (option := re.compile(r"[ \t]*:[\w-]+:[^\n]*\n").match(self.source.text, start, end)) is not None:
                start = option.end()
            outer = Span(self.starts[token.map[0]], self.starts[token.map[1]] - 1)
            yield Block("paragraph", 0, outer, (Math(Span(start, end), True, "```{math}", outer),), name)
            return
        if not name.startswith("prf:") and name not in ("admonition", "note", "important", "tip"):
            return
        for a, b in self.paragraphs(first, last):
            yield from self.block("paragraph", 0, a, b, quotes, name)

    def paragraphs(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Runs of lines that are not blank and no options of a directive."""
        start: int | None = None
        line = first
        while line < last:
            text = self.source.text[self.starts[line] : self.starts[line + 1] - 1]
            blank = not text.strip() or re.match(r"\s*:[\w-]+:", text) is not None
            inside = any(f.outer[0] < self.starts[line] < f.outer[1] for f in self.found)
            if blank and not inside:
                if start is not None:
                    yield start, line
                start = None
            elif start is None:
                start = line
            line += 1
        if start is not None:
            yield start, last

    def block(self, kind: str, level: int, first: int, last: int, quotes: int, directive: str = "") -> Iterator[Block]:
        """The block of lines `first` to `last` of the masked text, split at bullets that are only typed."""
        start, end = self.starts[first], self.starts[last] - 1
        text = self.source.text
        directive = directive or self.directive(start)
        cuts = (
            [m.start() for m in _BULLET.finditer(text, start, end) if not self.inside(m.start())]
            if kind in ("paragraph", "item", "quote")
            else []
        )
        bullets = set(cuts)
        edges = [start, *(c for c in cuts if c > start), end]
        for a, b in pairwise(edges):
            item = a in bullets
            pieces = _without_marker(self.pieces(a, b, quotes), "item" if item else kind)
            if any(isinstance(p, Math) or p.text.strip() for p in pieces):
                yield Block("item" if item else kind, max(level, 1) if item else level, _trimmed(text, a, b), pieces, directive)

    def directive(self, at: int) -> str:
        return next((kind for a, b, kind in reversed(self.fences) if a <= at < b), "")

    def inside(self, at: int) -> bool:
        return any(f.outer[0] < at < f.outer[1] for f in self.near(at))

    def near(self, at: int) -> Sequence[Found]:
        """The formulas around a place (formulas are in order)."""
        k = bisect_right(self.found, at, key=lambda f: f.outer[0])
        return self.found[max(0, k - 1) : k + 1]

    def pieces(self, start: int, end: int, quotes: int) -> tuple[Prose | Math, ...]:
        found: list[Prose | Math] = []
        here = start
        k = bisect_left(self.found, start, key=lambda f: f.outer[0])
        while k < len(self.found) and self.found[k].outer[0] < end:
            f = self.found[k]
            if here < f.outer[0]:
                found.append(self.prose(here, f.outer[0], quotes))
            found.append(self.math(f, quotes))
            here = f.outer[1]
            k += 1
        if here < end:
            found.append(self.prose(here, end, quotes))
        return tuple(found)

    def prose(self, start: int, end: int, quotes: int) -> Prose:
        """A stretch of text without comments and, in a quotation, without the prefixes of its lines."""
        text = self.source.text[start:end]
        if "<!--" in text:
            text = _without_comments(text)
        if quotes:
            begins_line = start == 0 or self.source.text[start - 1] == "\n"
            text = re.sub(r"(?:(?<=\n)|\A)[ \t]*(?:>[ \t]?)+" if begins_line else r"(?<=\n)[ \t]*(?:>[ \t]?)+", "", text)
        return Prose(Span(start, end), text)

    def math(self, f: Found, quotes: int) -> Math:
        """A formula; in a quotation the prefixes of its further lines are to be stepped over."""
        skips: list[Span] = []
        if quotes:
            text = self.source.text
            line = text.find("\n", f.inner[0], f.inner[1])
            while line >= 0:
                prefix = re.compile(r"[ \t]*(?:>[ \t]?){1," + str(quotes) + "}").match(text, line + 1, f.inner[1])
                if prefix is not None:
                    skips.append(Span(prefix.start(), prefix.end()))
                line = text.find("\n", line + 1, f.inner[1])
        return Math(Span(*f.inner), f.display, f.delimiter, Span(*f.outer), tuple(skips))


def _without_comments(text: str) -> str:
    parts: list[str] = []
    here = 0
    while (start := text.find("<!--", here)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[here:start])
        here = end + 3
    return "".join((*parts, text[here:]))


def _without_marker(pieces: tuple[Prose | Math, ...], kind: str) -> tuple[Prose | Math, ...]:
    """The pieces of a heading or an item without the sign that makes it one."""
    marker = _MARKERS.get(kind)
    if marker is None or not pieces or isinstance(pieces[0], Math):
        return pieces
    first = pieces[0]
    return (Prose(first.span, marker.sub("", first.text, count=1)), *pieces[1:])


_MARKERS = {
    "item": re.compile(r"^\s*(?:[-*+•‣◦●▪■・]|\d{1,3}[.)、])(?:\s+|(?<=[•‣◦●▪■・]))"),
    "heading": re.compile(r"^\s*#{1,6}\s*"),
}


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
