"""Which letters typed in a row are one word: `cos(`, `LHS`, `x_{perm}`, but not `ab`, `e^{ikx}`."""

from __future__ import annotations

import re

from symproofs.read.characters import (
    CONNECTIVES_CONDITION,
    CONNECTIVES_OTHER,
    EXTREMUM_WORDS,
    SCRIPT_NAMES,
    TYPED_FUNCTIONS,
    TYPED_NAMES,
)

_BRACKET = re.compile(r"\s*(?:\\left\s*|\\[Bb]igg?l?\s*)?[(（\[]")
_TIGHT_BRACKET = re.compile(r"(?:\\left\s*|\\[Bb]igg?l?\s*)?[(（]")
_TYPED_PROSE = frozenset({"and", "or", "where", "if", "then", "for", "otherwise", "with", "when", "since", "hence", "thus"})
_LONGEST = max(map(len, TYPED_FUNCTIONS))
_INDEX_RUN = "ijklmn"


def is_index_run(run: str) -> bool:
    """`ijk`, `klm`: letters that count, in the order of the alphabet."""
    return all(c in _INDEX_RUN for c in run) and list(run) == sorted(set(run))


def classify_run(run: str, brace: str, text: str, start: int, end: int, stop: int) -> tuple[int, bool]:
    """Where in a run of two or more letters a word begins, and whether one does.

    `brace` says what the innermost open brace belongs to: `_`, `^`, `font` or nothing.
    """
    if brace == "_":
        if len(run) > 2:
            return 0, not is_index_run(run) and not (run in _TYPED_PROSE)
        return 0, False
    if brace == "^":
        return 0, run in SCRIPT_NAMES or run in TYPED_NAMES or (len(run) > 2 and run.isupper())
    if brace == "font":
        return 0, len(run) > 2
    if run in TYPED_NAMES:
        return 0, True
    if run in TYPED_FUNCTIONS and (len(run) > 2 or _BRACKET.match(text, end, stop)):
        return 0, True
    if _TIGHT_BRACKET.match(text, end, stop):
        for length in range(min(len(run) - 1, _LONGEST), 1, -1):
            if run[-length:] in TYPED_FUNCTIONS:
                return len(run) - length, True
    return 0, False


__all__ = ["CONNECTIVES_CONDITION", "CONNECTIVES_OTHER", "EXTREMUM_WORDS", "classify_run", "is_index_run"]
