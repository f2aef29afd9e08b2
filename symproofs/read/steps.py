"""Lists of steps and of givens, as programs write them: each a formula, or prose with formulas in it.

They are read as one derivation, yet no text can reach into the next one: a dollar sign that is not closed, a blank line
or a heading stays within its own step. A step that begins with a relation continues the one before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symproofs.derivation.document import Derivation, Link
from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.read.blocks import Block, Math, Prose, Segments
from symproofs.read.document import derivation_of
from symproofs.read.given_files import Given, first_error, located
from symproofs.read.givens import as_prose, is_prose
from symproofs.read.layout import arranged
from symproofs.read.segments import segments
from symproofs.records import record

LANGUAGES = ("en", "zh")


@record
class Steps:
    """Steps as read: one derivation, every link with the index of its step, and where each step begins in the source."""

    derivation: Derivation
    starts: tuple[int, ...]

    def step_of(self, span: Span) -> int:
        """The number of the step in which a span ends."""
        return max(0, bisect_right(self.starts, max(span.start, span.end - 1)) - 1)


def read_steps(steps: Sequence[str], given: Sequence[str] = ()) -> Steps:
    """Read steps under givens. Total: a step that cannot be read has an unread link."""
    texts = tuple(given)
    found, faults = givens_in(texts)
    source, starts, scanned = _scanned("<steps>", steps, formulas=True)
    derivation = derivation_of(arranged(source, scanned, labels=False), found)
    read = Steps(derivation, starts)
    links = [replace(link, index=read.step_of(link.span)) for link in derivation.links]
    extra, notes = _left_out(read, links, source, steps)
    return Steps(
        replace(
            derivation,
            links=tuple(_numbered(sorted([*links, *extra], key=lambda link: link.index))),
            diagnostics=(*faults, *derivation.diagnostics, *notes),
        ),
        starts,
    )


def givens_in(texts: Sequence[str]) -> tuple[list[Given], list[Diagnostic]]:
    """Givens that hold everywhere, one text each; the k-th stands in line k of the diagnostics."""
    if not texts:
        return [], []
    source, _, scanned = _scanned("<given>", [as_prose(t) for t in texts], formulas=False)
    page = arranged(source, scanned, labels=False)
    problem = first_error(page.diagnostics)
    faults = [*page.diagnostics, *(d for s in page.sections for f in s.formulas for d in f.diagnostics)]
    return [Given(source, (), s, problem) for s in page.sections], [located(d, source) for d in faults]


def _scanned(path: str, texts: Sequence[str], *, formulas: bool) -> tuple[Source, tuple[int, ...], Segments]:
    """The texts below each other, each split by itself. `formulas`: a text without delimiters is a formula."""
    starts: list[int] = []
    blocks: list[Block] = []
    diagnostics: list[Diagnostic] = []
    here = 0
    for text in texts:
        starts.append(here)
        if formulas and not is_prose(text):
            span = Span(here, here + len(text))
            blocks.append(Block("paragraph", 0, span, (Math(span, True, "$$", span),)))
        else:
            found = segments(Source(path, text))
            blocks.extend(_moved(b, here) for b in found.blocks if b.kind != "front-matter")
            diagnostics.extend(replace(d, span=_shift(d.span, here) if d.span else None) for d in found.diagnostics)
        here += len(text) + 1
    return Source(path, "\n".join(texts)), tuple(starts), Segments(tuple(blocks), tuple(diagnostics))


def _moved(block: Block, by: int) -> Block:
    """The block further down in a text. A heading is a paragraph: a step opens no section."""
    pieces: list[Prose | Math] = []
    for piece in block.pieces:
        if isinstance(piece, Math):
            skips = tuple(_shift(s, by) for s in piece.skips)
            pieces.append(replace(piece, span=_shift(piece.span, by), outer=_shift(piece.outer, by), skips=skips))
        else:
            pieces.append(replace(piece, span=_shift(piece.span, by)))
    kind = "paragraph" if block.kind == "heading" else block.kind
    return replace(block, kind=kind, span=_shift(block.span, by), pieces=tuple(pieces))


def _shift(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _left_out(read: Steps, links: Sequence[Link], source: Source, steps: Sequence[str]) -> tuple[list[Link], list[Diagnostic]]:
    """For every step without a link: an unread link where there is a fault in it, else a note that it relates nothing."""
    said = [d for d in reversed(read.derivation.diagnostics) if d.severity == "error" and d.elsewhere is None]
    faults = {read.step_of(d.span): d for d in said if d.span}
    known = {link.index for link in links}
    extra: list[Link] = []
    notes: list[Diagnostic] = []
    for k, (start, text) in enumerate(zip(read.starts, steps, strict=True)):
        if k in known:
            continue
        span = Span(start, start + len(text))
        problem = faults.get(k) or (None if text.strip() else Diagnostic("empty-formula", "this step is empty", span))
        if problem is not None:
            extra.append(Link("", span, source.slice(span), "", "unread", 0, problem=problem, index=k))
        else:
            notes.append(Diagnostic("no-relation", "this step relates nothing: it is an expression or words", span, "note"))
    return extra, notes


def _numbered(links: Sequence[Link]) -> Iterator[Link]:
    """Links with ids `step.k`, counted from 0 as the steps are."""
    seen: dict[int, int] = {}
    for link in links:
        yield replace(link, id=f"{link.index}.{seen.get(link.index, 0)}")
        seen[link.index] = seen.get(link.index, 0) + 1
