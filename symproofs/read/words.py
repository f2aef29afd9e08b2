"""Which letters typed in a row are one word: `cos(`, `LHS`, `x_{perm}`, `n ≥ 2 integer`, but not `ab`, `e^{ikx}`."""

from __future__ import annotations

from typing import Literal

from symproofs.read.characters import (
    CONNECTIVES_AND,
    CONNECTIVES_CONDITION,
    CONNECTIVES_OR,
    SCRIPT_NAMES,
    TYPED_FUNCTIONS,
    TYPED_NAMES,
    listed,
)
from symproofs.read.wording import wording

PROSE_WORDS: frozenset[str] = listed(
    "integer integers natural naturals real reals rational complex scalar scalars vector vectors matrix matrices number "
    "numbers positive negative nonnegative "
    "nonzero zero even odd prime distinct symmetric orthogonal orthonormal invertible singular diagonal square permutation "
    "unitary definite semidefinite "
    "constant constants bounded finite infinite continuous differentiable smooth convex concave increasing decreasing "
    "monotone independent random variable "
    "variables identically distributed principal root branch one-hot row rows column columns entry entries index indices set "
    "map function functions "
    "gradient gradients upstream mean variance second moment moments pmf pmfs pdf density densities probability equal equals "
    "all any every each some "
    "not the of on in acts act is are has have holds as with without over under any only both integrable analytic linear "
    "nonlinear centred centered standard normal "
    "data model law shape rate size sizes length equals identity element elements given fixed large small unit full rank labels "
    "permutation matrix SPD PSD PD spd psd iid i.i.d. wlog s.t. const arbitrary unknown known suitable antiderivative steps step"
)
"""Words of declarations that people type among formulas without `\\text`."""

_SHORT = listed("for and or if where with then when on in of is are the all any not has as iid")
_CONNECTIVES = frozenset(
    w for w in (*CONNECTIVES_AND, *CONNECTIVES_OR, *CONNECTIVES_CONDITION) if w.isascii() and w.isalpha()
) - {"on", "in", "as", "st"}
_BRACKET = wording(r"\s*(?:\\left\s*|\\[Bb]igg?l?\s*)?[(（\[]")
_TIGHT_BRACKET = wording(r"(?:\\left\s*|\\[Bb]igg?l?\s*)?[(（]")
_LONGEST = max(map(len, TYPED_FUNCTIONS))
_INDEX_RUN = "ijklmn"
HYPHENATED = wording(r"[A-Za-z]{2,}(?:-[A-Za-z]{2,})+(?=\s*[},])")
"""A name of several words in a script: `J_{neg-sample}`."""
_CAMEL = wording(r"(?:[A-Z][a-z]+){2,}")
_NAMED = wording(r"[A-Z][a-z]{3,}|[a-z]{5,}")
_VOWEL = wording(r"[aeiouy]")

Sort = Literal["letters", "word", "words", "text"]


def is_index_run(run: str) -> bool:
    """`ijk`, `klm`: letters that count, in the order of the alphabet."""
    return all(c in _INDEX_RUN for c in run) and list(run) == sorted(set(run))


def classify_run(run: str, brace: str, text: str, start: int, end: int, stop: int, after_words: bool) -> tuple[int, Sort]:
    """How many letters of a run stand alone, and what the rest of it is.

    `brace` says what the innermost open brace belongs to: `_`, `^`, `font` or nothing. `after_words`:
    whether the token before is prose.
    """
    if brace == "_":
        named = len(run) > 2 and not is_index_run(run) and run not in _SHORT
        return (0, "word") if named else (len(run), "letters")
    if brace == "^":
        named = run in SCRIPT_NAMES or run in TYPED_NAMES or (len(run) > 2 and run.isupper())
        return (0, "word") if named else (len(run), "letters")
    if brace == "font":
        return (0, "word") if len(run) > 2 else (len(run), "letters")
    if _stands_free(text, start, end, stop):
        if after_words and (run in PROSE_WORDS or run in _SHORT or _is_english(run, 3)):
            return 0, "words"
        if run in _CONNECTIVES:
            return 0, "text"
        if run not in TYPED_NAMES and run not in TYPED_FUNCTIONS and (run in PROSE_WORDS or _is_english(run, 5)):
            return 0, "words"
    if run in TYPED_NAMES:
        return 0, "word"
    named = _CAMEL.fullmatch(run) is not None or (_NAMED.fullmatch(run) is not None and _is_english(run, 4))
    if named and text.startswith("(", end) and end < stop:
        return 0, "word"
    if run in TYPED_FUNCTIONS and (len(run) > 2 or _BRACKET.match(text, end, stop)):
        return 0, "word"
    if _TIGHT_BRACKET.match(text, end, stop):
        for length in range(min(len(run) - 1, _LONGEST), 1, -1):
            if run[-length:] in TYPED_FUNCTIONS:
                return len(run) - length, "word"
    return len(run), "letters"


def _stands_free(text: str, start: int, end: int, stop: int) -> bool:
    """Whether a run stands among spaces and sentence marks, as words do."""
    before = text[start - 1] if start else " "
    after = text[end] if end < stop else " "
    return (before.isspace() or before in ",;.-(:") and (after.isspace() or after in ",;.-):")


def _is_english(run: str, least: int) -> bool:
    """Whether a run looks like a word: long enough, in lower case after its first letter, with a vowel."""
    return len(run) >= least and run[1:].islower() and _VOWEL.search(run.lower()) is not None and len(set(run)) > 2


__all__ = ["HYPHENATED", "PROSE_WORDS", "classify_run", "is_index_run"]
