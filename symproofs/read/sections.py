"""Sections: the labels under which a document's text stands, as people write them.

A heading is a Markdown heading, a title alone on a line, or a label set alone (`$a$`, `$ii$`, `(b)`).
Labels nest by their style in the order in which the styles open: letters under a title, roman numerals
under letters. A section is the path of its labels from the top.
"""

from __future__ import annotations

import re
from typing import Literal

from symproofs.read.wording import wording
from symproofs.records import record

Style = Literal["letter", "roman", "digit"]
Path = tuple[str, ...]

_LABEL = wording(r"[\(（]?\s*([a-zA-Z]|[ivxIVX]{1,5}|\d{1,2})\s*[\)）.．、]?\s*")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_TITLE_END = wording(r"[。，；：！？,;:!?]|\.\s*$")


def label_of(text: str) -> str | None:
    """The label that a line consists of (`a`, `ii`, `3`), or `None` if it is more or other than a label."""
    match = _LABEL.fullmatch(text.strip())
    return match.group(1).lower() if match else None


_JOINS = wording(
    r"(?:and|or|so|hence|thus|then|with|where|also|but|since|as|if|let|now|for|by|therefore|because|"
    r"且|则|故|从而|于是|因此|所以|其中|又|即|而|及|和|并且|或|由|令|设|有|得|因为|由于|若|当)"
    r"(?: (?:and|so|hence|thus|then|also|that|we|it))?",
    re.IGNORECASE,
)
"""A line that only joins what stands before it to what comes."""


def is_title(text: str) -> bool:
    """A short line that is no sentence: few words, capitalised or Chinese, no punctuation."""
    line = text.strip()
    if not line or "\n" in line or len(line) > 60 or _TITLE_END.search(line) or not line[0].isalpha():
        return False
    if _JOINS.fullmatch(line):
        return False
    words = line.split()
    if all(ord(c) < 128 for c in line):
        return len(words) <= 8 and all(w[0].isupper() or w[0].isdigit() or len(w) <= 3 for w in words)
    return len(line) <= 16 and len(words) <= 3 and re.search(r"[是为有得则即可]", line) is None


@record
class _Level:
    style: Style
    ordinal: int
    label: str


@record
class Outline:
    """Where in the document we are: the headings in force, then the labels in force."""

    headings: tuple[tuple[int, str], ...] = ()
    levels: tuple[_Level, ...] = ()

    @property
    def path(self) -> Path:
        return (*(t for _, t in self.headings), *(v.label for v in self.levels))

    def at_heading(self, depth: int, text: str) -> Outline:
        """After a heading of this depth (1 is the top)."""
        kept = tuple(h for h in self.headings if h[0] < depth)
        return Outline((*kept, (depth, text.strip())))

    def at_label(self, label: str) -> Outline:
        """After a label alone on its line: it continues an open sequence, or opens one below."""
        best: tuple[int, int, Style, int] | None = None
        for style, ordinal in _readings(label):
            depth = next((k for k, v in enumerate(self.levels) if v.style == style), None)
            if depth is not None and ordinal == self.levels[depth].ordinal + 1:
                rank = 0
            elif ordinal == 1:
                rank = 1
            elif depth is not None and ordinal > self.levels[depth].ordinal:
                rank = 2
            else:
                rank = 3
            place = depth if depth is not None else len(self.levels)
            choice = (rank, place, style, ordinal)
            if best is None or choice[:2] < best[:2]:
                best = choice
        if best is None:
            return self
        _, place, style, ordinal = best
        return Outline(self.headings, (*self.levels[:place], _Level(style, ordinal, label)))


def _readings(label: str) -> list[tuple[Style, int]]:
    readings: list[tuple[Style, int]] = []
    if label in _ROMAN:
        readings.append(("roman", _ROMAN.index(label) + 1))
    if len(label) == 1 and label.isalpha():
        readings.append(("letter", ord(label) - ord("a") + 1))
    if label.isdigit():
        readings.append(("digit", int(label)))
    return readings


def covers(pattern: Path, path: Path) -> bool:
    """Whether what is said under `pattern` holds at `path`: in the section whose labels from the top it names, and below."""
    wanted = tuple(p.strip().lower() for p in pattern)
    return tuple(p.strip().lower() for p in path[: len(wanted)]) == wanted
