"""Givens as people jot them down: LaTeX and words on one line, without dollar signs.

`P\\in\\mathbb{R}^{n\\times n} permutation matrix, n\\ge2 integer` becomes prose with formulas,
`$P\\in\\mathbb{R}^{n\\times n}$ permutation matrix, $n\\ge2$ integer`, which the reader of documents takes. A text
in which formulas are marked is prose already and is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symproofs.read.characters import FUNCTION_WORDS, HAN
from symproofs.read.wording import wording

_TOKEN = wording(
    r"\\[A-Za-z]+|\\.|[A-Za-z]+(?:-[A-Za-z]+)*|"
    rf"{HAN}+|\s+|.",
    re.DOTALL,
)
_SPOKEN = frozenset({"a", "A", "is", "of", "be", "an", "on", "in", "to", "by", "or", "no", "at", "as", "if"})
_OWNERS = ("_", "^", "\\text", "\\mathrm", "\\operatorname")
"""What comes before letters that are no words of their own."""
_LONGEST_ASIDE = 60
"""Tokens of a remark in brackets."""
_DELIMITER = wording(r"(?<!\\)(?:\\\\)*(?:\$|\\\(|\\\[)")
"""What opens a formula; `\\$` is a dollar and `\\\\[2pt]` the end of a row."""


def is_prose(text: str) -> bool:
    """Whether formulas are marked in the text, by `$`, `\\(` or `\\[`; else it is one formula or words."""
    return _DELIMITER.search(text) is not None


def as_prose(text: str) -> str:
    """The text with its formulas between dollar signs.

    >>> as_prose(r"P\\in\\mathbb{R}^{n\\times n} permutation matrix (square), n\\ge2 integer")
    '$P\\\\in\\\\mathbb{R}^{n\\\\times n}$ permutation matrix (square), $n\\\\ge2$ integer'
    """
    if is_prose(text):
        return text
    line = _Line(_TOKEN.findall(text))
    pieces: list[tuple[bool, list[str]]] = []
    depth = aside = 0
    for k, token in enumerate(line.tokens):
        aside = max(aside, line.aside(k))
        depth += (token in ("{", "\\{", "(", "[")) - (token in ("}", "\\}", ")", "]"))
        words = k < aside or (depth <= 0 and line.is_word(k, bool(pieces) and pieces[-1][0]))
        if pieces and (pieces[-1][0] == words or token.isspace()):
            pieces[-1][1].append(token)
        else:
            pieces.append((words, [token]))
    return "".join("".join(piece) if words else _formula("".join(piece)) for words, piece in pieces)


class _Line:
    """The tokens of a text, with the next ones to either side that are not blank, and the next closing bracket."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.before = _last(tokens)
        self.after = _last(tokens[::-1])[::-1]
        self.closing: list[int] = [0] * len(tokens)
        for k in range(len(tokens) - 2, -1, -1):
            self.closing[k] = k + 1 if tokens[k + 1] == ")" else self.closing[k + 1]

    def is_word(self, k: int, after_words: bool) -> bool:
        """Whether a token is a word of prose: Chinese, or two letters and more that name no function applied to something."""
        token, before, after = self.tokens[k], self.before[k], self.after[k]
        if re.match(HAN, token):
            return True
        if not token[0].isalpha() or not token.isascii() or before in _OWNERS:
            return False
        if after in ("_", "^", "=", "("):
            return after == "(" and len(token) > 2 and self.aside(k + 2) > 0
        if len(token) == 1:
            return token in ("a", "A") and k > 0 and self.tokens[k - 1].isspace() and self.leads_on(k)
        if token in _SPOKEN or token.lower() in _SPOKEN:
            return True
        if token in FUNCTION_WORDS:
            return after_words or self.leads_on(k)
        return len(token) > 2

    def leads_on(self, k: int) -> bool:
        """A word comes next."""
        after = self.after[k]
        return len(after) > 2 and after.isalpha() and after.isascii()

    def aside(self, k: int) -> int:
        """The end of a remark in brackets that begins here, after a blank: ` (square)`, ` (n by d)`; else 0."""
        tokens = self.tokens
        if k >= len(tokens) or tokens[k] != "(" or (k and not tokens[k - 1].isspace()):
            return 0
        end = self.closing[k]
        if not 0 < end - k <= _LONGEST_ASIDE:
            return 0
        inside = [t for t in tokens[k + 1 : end] if not t.isspace() and t not in (",", ";")]
        spoken = any(t.isalpha() and t not in FUNCTION_WORDS and (len(t) > 2 or t in _SPOKEN - {"a", "A"}) for t in inside)
        return end + 1 if spoken and all(t.isalnum() or "-" in t for t in inside) else 0


def _last(tokens: Sequence[str]) -> list[str]:
    """For each token the last one before it that is not blank."""
    found, last = [], ""
    for token in tokens:
        found.append(last)
        last = last if token.isspace() else token
    return found


def _formula(piece: str) -> str:
    """A stretch of LaTeX between dollar signs, its outer blanks and commas left outside."""
    core = piece.strip().strip(",;，；").strip()
    if not core or not re.search(r"[A-Za-z0-9\\]", core):
        return piece
    start = piece.index(core)
    return f"{piece[:start]}${core}${piece[start + len(core) :]}"
