"""How wide text stands in a terminal: Chinese takes two columns, a combining mark none."""

from __future__ import annotations

import unicodedata

TAB = 4

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters that a terminal obeys instead of showing them."""


def width(text: str) -> int:
    """Columns that the text takes."""
    return sum(_width(c) for c in text)


def beginning(text: str, columns: int) -> str:
    """As much of the beginning of the text as takes so many columns."""
    taken = 0
    for k, char in enumerate(text):
        taken += _width(char)
        if taken > columns:
            return text[:k]
    return text


def padded(text: str, columns: int) -> str:
    """The text with blanks up to a width."""
    return text + " " * (columns - width(text))


def _width(char: str) -> int:
    if char == "\t":
        return TAB
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def printable(text: str) -> str:
    """The text with what would move the cursor or hide other text made visible."""
    return "".join(" " * TAB if c == "\t" else "�" if unicodedata.category(c) in UNSEEN else c for c in text)


def underline(line: str, start: int, end: int, mark: str = "^") -> str:
    """Blanks, then marks under the code points `start` to `end` of the line (at least one mark)."""
    before, under = line[:start], line[start:end]
    return " " * width(printable(before)) + mark * max(1, width(printable(under)))
