"""LaTeX documents to blocks: sections, paragraphs, items, theorem environments, formulas.

Only the structure that a reader of derivations needs; what a command of the text does to the page is no
matter here. Definitions before `\\begin{document}` are read by `macros.py`, which looks at the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from symproofs.diagnostics import Source, Span
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
    return Segments(tuple(reader.blocks), tuple(scan.diagnostics))


@dataclass
class _Reader:
    """The state of one pass: the environments that are open, and the kind of block that comes next."""

    source: Source
    text: str
    found: Sequence[Found]
    blocks: list[Block] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    kind: str = "paragraph"

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
            elif mark.group("opened"):
                self.open.append(mark.group("opened"))
                self.kind = "paragraph"
            elif mark.group("closed"):
                if mark.group("closed") in self.open:
                    while self.open.pop() != mark.group("closed"):
                        pass
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
        self.blocks.append(
            Block(kind, level or (max(1, self.depth()) if kind == "item" else 0), Span(start, end), pieces, directive)
        )

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
