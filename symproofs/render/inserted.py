"""Reports that stand in an author's document: how they are put into it, and how they are taken out of it again.

`cut(source)` undoes what `report` and its blank line before did, so a page that is rendered again is the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symproofs.diagnostics import REPORT_BEGINS, REPORT_ENDS, Source
from symproofs.records import record


def report(blocks: Iterable[str]) -> Iterator[str]:
    """What is ours in a document: a blank line, and a quotation between comments."""
    yield ""
    yield REPORT_BEGINS
    yield ""
    for line in "\n\n".join(blocks).split("\n"):
        yield f"> {line}".rstrip()
    yield ""
    yield REPORT_ENDS


@record
class Authored:
    """An author's lines without the reports among them, and the line of the document (from 1) that each of them is."""

    lines: tuple[str, ...]
    numbers: tuple[int, ...]

    def number(self, line: int) -> int:
        """Which of the author's lines a line of the document is, or is in place of."""
        return sum(number <= line for number in self.numbers)


def cut(source: Source) -> Authored:
    """The author's own lines of a document in which reports were made blank."""
    lines = source.text.split("\n")
    gone = set(_inserted(source, lines))
    kept = [(n, line) for n, line in enumerate(lines, 1) if n not in gone]
    while len(kept) > 1 and not kept[-1][1].strip():
        kept.pop()
    return Authored(tuple(line for _, line in kept), tuple(n for n, _ in kept))


def _inserted(source: Source, lines: list[str]) -> Iterator[int]:
    """The numbers of lines of reports, each with the blank line before it."""
    for span in source.reports:
        first, last = (source.position(at)[0] for at in (span.start, span.end))
        yield from (n for n in range(first, last + 1) if not lines[n - 1].strip())
        if first > 1 and not lines[first - 1].strip() and not lines[first - 2]:
            yield first - 1
