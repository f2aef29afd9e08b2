"""LaTeX documents to blocks: sections, paragraphs, items, theorem environments, formulas.

Only the structure that a reader of derivations needs; what a command of the text does to the page is no
matter here. Definitions before `\\begin{document}` are read by `macros.py`, which looks at the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.blocks import Block, Math, Prose, Segments
from symproofs.read.mathscan import Found, masked, scan_latex

_DOCUMENT = re.compile(r"\\documentclass\s*[\[{]|\\begin\s*\{document\}")
_BODY = re.compile(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", re.S)
_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}
_MARK = re.compile(
    r"(?P<blank>\n[ \t]*\n|\\(?:par|smallbreak|medbreak|bigbreak|smallskip|medskip|bigskip|newpage|clearpage)(?![A-Za-z]))"
    r"|\\(?P<heading>" + "|".join(sorted(_LEVELS, key=len, reverse=True)) + r")\*?\s*(?:\[[^\]\n]*\]\s*)?(?=\{)"
    r"|(?P<item>\\item(?![A-Za-z])\s*(?:\[[^\]\n]*\])?)"
    r"|(?P<begin>\\begin\s*\{(?P<opened>[A-Za-z]+\*?)\}(?:\s*\[(?P<title>[^\]\n]*)\])?)"
    r"|(?P<end>\\end\s*\{(?P<closed>[A-Za-z]+\*?)\})"
)
_LISTS = frozenset({"enumerate", "itemize", "description", "parts", "questions", "subparts"})
_LAYOUT = frozenset(
    {
        "center",
        "figure",
        "table",
        "document",
        "minipage",
        "flushleft",
        "quote",
        "small",
        "tabular",
        "adjustwidth",
        "frame",
        "multicols",
    }
)
_COMMAND = re.compile(
    r"\\(?:text\w+|emph|underline|mbox|textbf|textit|uline)\s*\{|\\[A-Za-z]+\*?(?:\[[^\]\n]*\])?|[{}]|~|\\\\|``|''"
)


def is_latex_document(source: Source) -> bool:
    """A file with a document class, or one called `.tex`."""
    return source.path.endswith((".tex", ".ltx")) or _DOCUMENT.search(source.text, 0, 4000) is not None


def latex_blocks(source: Source) -> Segments:
    """Split a LaTeX document into blocks. Total."""
    body = _BODY.search(source.text)
    start, end = body.span(1) if body is not None else (0, len(source.text))
    scan = scan_latex(source.text, start, end)
    text = masked(source.text, scan.found, scan.hidden)
    reader = _Reader(source, text, scan.found)
    reader.read(start, end)
    elsewhere = [_not_read(m) for m in _INPUT.finditer(text, start, end)]
    return Segments(
        tuple(reader.blocks), tuple(sorted([*scan.diagnostics, *elsewhere], key=lambda d: d.span.start if d.span else 0))
    )


_INPUT = re.compile(r"\\(?:input|include|subfile|subimport|import)(?![A-Za-z])\s*(?:\{[^{}\n]*\}\s*)?\{(?P<file>[^{}\n]*)\}")


def _not_read(found: re.Match[str]) -> Diagnostic:
    """A text that another file brings in is not read: a warning, since what follows may rest on it."""
    text = Message("the text of {} is not read: only this file is", found.group("file"))
    return Diagnostic("input-not-read", text, Span(*found.span()), "warning", help="put it here, or check both files")


@dataclass(eq=False, repr=False)
class _Reader:
    """The state of one pass: the environments that are open, and the kind of block that comes next."""

    source: Source
    text: str
    found: Sequence[Found]
    blocks: list[Block] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    kind: str = "paragraph"
    items: list[int] = field(default_factory=list)
    """The items of lists in which we are, by number."""

    def read(self, start: int, end: int) -> None:
        here = start
        for mark in _MARK.finditer(self.text, start, end):
            if mark.start() < here:
                continue
            self.block(here, mark.start())
            here = mark.end()
            if mark.group("heading"):
                here = self.heading(mark, end)
            elif mark.group("item"):
                self.kind = "item"
                self.items = [*self.items[: max(0, self.depth() - 1)], mark.start()]
            elif mark.group("opened"):
                self.open.append(mark.group("opened"))
                self.kind = "paragraph"
            elif mark.group("closed"):
                if mark.group("closed") in self.open:
                    while self.open.pop() != mark.group("closed"):
                        pass
                del self.items[self.depth() :]
                self.kind = "paragraph"
        self.block(here, end)

    def heading(self, mark: re.Match[str], end: int) -> int:
        """A section's title in braces."""
        depth, close = 0, end
        for brace in re.finditer(r"[{}]", self.text[mark.end() : end]):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                close = mark.end() + brace.end()
                break
        self.kind = "heading"
        self.block(mark.end() + 1, close - 1, _LEVELS[mark.group("heading")])
        return close

    def block(self, start: int, end: int, level: int = 0) -> None:
        kind, self.kind = self.kind, "item" if self.kind == "item" and self.depth() else "paragraph"
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        pieces = tuple(self.pieces(start, end))
        if not any(isinstance(p, Math) or p.text.strip() for p in pieces):
            self.kind = kind if kind == "item" else self.kind
            return
        directive = next((e.rstrip("*") for e in reversed(self.open) if e not in _LISTS and e not in _LAYOUT), "")
        level = level or (max(1, self.depth()) if kind == "item" else 0)
        self.blocks.append(Block(kind, level, Span(start, end), pieces, directive, tuple(self.items) if self.depth() else ()))

    def depth(self) -> int:
        return sum(e in _LISTS for e in self.open)

    def pieces(self, start: int, end: int) -> Iterator[Prose | Math]:
        here = start
        k = bisect_left(self.found, start, key=lambda f: f.outer[0])
        while k < len(self.found) and self.found[k].outer[0] < end:
            f = self.found[k]
            if here < f.outer[0]:
                yield Prose(Span(here, f.outer[0]), plain_text(self.text[here : f.outer[0]]))
            yield Math(Span(*f.inner), f.display, f.delimiter, Span(*f.outer))
            here = f.outer[1]
            k += 1
        if here < end:
            yield Prose(Span(here, end), plain_text(self.text[here:end]))


def plain_text(text: str) -> str:
    """A text without its commands: their braces go, what stands in them stays."""
    return _COMMAND.sub(lambda m: " " if m.group() in ("~", "\\\\") else '"' if m.group() in ("``", "''") else "", text)
