"""Remarks: what a text behind a statement says of it, `a &= b && \\text{transpose of a product}`. It names nothing.

A text is a remark where a wide space or a `&` parts it from a relation before it in its row, and no relation comes behind it.
(`a = b \\quad \\text{loss} = c` is about something called loss.)
"""

from __future__ import annotations

from collections.abc import Sequence

from symproofs.read.parser.conditions import text_role
from symproofs.read.tokens import Token

_RELATES = frozenset(("relation", "negated", "imply"))


def with_remarks_as_words(tokens: Sequence[Token], source: str) -> Sequence[Token]:
    """The tokens, texts that are remarks as words."""
    found = list(tokens)
    related = [False]
    """Whether a relation stands before, in the row of each scope that is open."""
    for k, token in enumerate(tokens):
        if token.kind in ("open", "begin"):
            related.append(False)
        elif token.kind in ("close", "end"):
            del related[max(len(related) - 1, 1) :]
        elif token.kind == "row":
            related[-1] = False
        elif token.kind in _RELATES:
            related[-1] = True
        elif token.kind == "text" and related[-1] and _stands_apart(tokens, k, source) and not _relation_behind(tokens, k):
            found[k] = token._replace(kind="words")
    return found


def _stands_apart(tokens: Sequence[Token], k: int, source: str) -> bool:
    """Whether a text that could name something is parted from what stands before it. (`5 \\text{ kg}` is not.)"""
    token = tokens[k]
    if text_role(token.value) != "word":
        return False
    phrase = len(token.value.split()) > 1 or token.value.rstrip().endswith("ing")
    return tokens[k - 1].kind in ("&", "quad") or (phrase and "{ " in source[token.start : token.end])


def _relation_behind(tokens: Sequence[Token], k: int) -> bool:
    depth = 0
    for token in tokens[k + 1 :]:
        if token.kind in ("open", "begin"):
            depth += 1
        elif token.kind in ("close", "end"):
            depth -= 1
        if depth < 0 or (depth == 0 and token.kind in ("row", "eof")):
            return False
        if depth == 0 and token.kind in _RELATES:
            return True
    return False
