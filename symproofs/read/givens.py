"""Givens as people jot them down: LaTeX and words on one line, without dollar signs.

`P\\in\\mathbb{R}^{n\\times n} permutation matrix, n\\ge2 integer` becomes prose with formulas,
`$P\\in\\mathbb{R}^{n\\times n}$ permutation matrix, $n\\ge2$ integer`, which the reader of documents takes. A text
with a dollar sign in it is prose already and is left as it is.
"""

from __future__ import annotations

import re

from symproofs.read.characters import FUNCTION_WORDS

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z]+(?:-[A-Za-z]+)*|[\u4e00-\u9fff]+|\s+|.", re.DOTALL)
_SPOKEN = frozenset({"a", "A", "is", "of", "be", "an", "on", "in", "to", "by", "or", "no", "at", "as", "if"})


def as_prose(text: str) -> str:
    """The text with its formulas between dollar signs."""
    if "$" in text or "\\(" in text or "\\[" in text:
        return text
    pieces: list[tuple[bool, str]] = []
    depth = 0
    tokens = _TOKEN.findall(text)
    for k, token in enumerate(tokens):
        depth += (token in ("{", "\\{", "(", "[")) - (token in ("}", "\\}", ")", "]"))
        words = depth <= 0 and _is_word(token, tokens, k)
        if pieces and (pieces[-1][0] == words or token.isspace()):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + token)
        else:
            pieces.append((words, token))
    return "".join(piece if words else _formula(piece) for words, piece in pieces)


def _is_word(token: str, tokens: list[str], k: int) -> bool:
    """Whether a token is a word of prose: Chinese, or two letters and more that name no function applied to something."""
    if re.match(r"[\u4e00-\u9fff]", token):
        return True
    if not token[0].isalpha() or not token.isascii():
        return False
    before = next((t for t in reversed(tokens[:k]) if not t.isspace()), "")
    after = next((t for t in tokens[k + 1 :] if not t.isspace()), "")
    if before in ("_", "^", "\\text", "\\mathrm", "\\operatorname") or after in ("_", "^", "=", "("):
        return False
    if len(token) == 1:
        return token in ("a", "A") and k > 0 and tokens[k - 1].isspace() and _next_is_word(tokens, k)
    if token in _SPOKEN or token.lower() in _SPOKEN:
        return True
    if token in FUNCTION_WORDS:
        return _next_is_word(tokens, k)
    return len(token) > 2


def _next_is_word(tokens: list[str], k: int) -> bool:
    after = next((t for t in tokens[k + 1 :] if not t.isspace()), "")
    return len(after) > 2 and after.isalpha() and after.isascii()


def _formula(piece: str) -> str:
    """A stretch of LaTeX between dollar signs, its outer blanks and commas left outside."""
    core = piece.strip().strip(",;，；").strip()
    if not core or not re.search(r"[A-Za-z0-9\\]", core):
        return piece
    start = piece.index(core)
    return f"{piece[:start]}${core}${piece[start + len(core) :]}"
