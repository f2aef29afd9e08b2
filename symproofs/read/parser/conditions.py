"""What a text in a formula does, and which brackets hold a side condition."""

from __future__ import annotations

from symproofs.read import characters as table
from symproofs.read.parser.state import State
from symproofs.read.sense_signs import sense_in_words
from symproofs.read.tree import Node
from symproofs.read.words import PROSE_WORDS


def text_role(text: str) -> str:
    """What a text in a formula does: `word`, `condition`, `and`, `or`, `imply`, `iff`, `rest` or `prose`."""
    words = text.strip().rstrip(":：,，.。").strip()
    low = words.lower()
    whole = text.strip().lower()
    for role, words_of in _ROLES:
        if low in words_of or whole in words_of:
            return role
    if words in table.FUNCTION_WORDS:
        return "word"
    if text in table.QED_WORDS or not words or text[0] in "\\(（" or low in PROSE_WORDS:
        return "prose"
    if sense_in_words(text) is not None:
        return "prose"
    head = low.split()[0]
    if head in table.CONNECTIVES_CONDITION:
        return "condition"
    if head in table.CONNECTIVES_OTHER or head in table.CONNECTIVES_AND or head in table.CONNECTIVES_OR:
        return "prose"
    if any(c >= "\u2e80" for c in words):
        return "word" if len(words) <= 8 and not any(c in "，。；：、的是为由于有得因则" for c in words) else "prose"
    return (
        "word" if len(low.split()) <= 4 and words[0].isalpha() and all(c.isalnum() or c in " -_'./" for c in words) else "prose"
    )


_ROLES = (
    ("condition", table.CONNECTIVES_CONDITION),
    ("and", table.CONNECTIVES_AND),
    ("or", table.CONNECTIVES_OR),
    ("imply", table.CONNECTIVES_IMPLY),
    ("iff", table.CONNECTIVES_IFF),
    ("rest", table.CONNECTIVES_REST),
    ("prose", table.CONNECTIVES_OTHER),
)

APPLIED_LETTERS = frozenset("PpQqEIVfgFGhHKLRU1")
"""Letters that a bracket with a relation in it, set close after them, is an argument of (`P(X > 0)`)."""


def is_side_condition(s: State, k: int) -> bool:
    """Whether the bracket at `k` holds a condition on the statement before it, as in `= 0 (i ≠ a, b)`."""
    node = s.made.get(k)
    if node is None or node.kind != "Group":
        return False
    if node.value == "(mod":
        return True
    if k == 0 or not _holds_condition(node) or not _ends_statement(s, s.partner[k] + 1):
        return False
    before = s.tokens[k - 1]
    if before.kind in ("font", "upright-d", "function", "big", "extremum", "styled"):
        return False
    sized = s.text.startswith("\\", s.tokens[k].start)
    if before.kind == "id" and ((before.value in APPLIED_LETTERS and sized) or (k > 1 and s.kinds[k - 2] == "font")):
        return False
    if before.kind == "close" and before.value == "}" and s.kinds[s.opening(k - 1) - 1] == "font":
        return False  # \mathbb{P} (X > 0)
    tight = before.end == s.tokens[k].start and s.text[s.tokens[k].start : s.tokens[k].start + 1] != "（"
    if not tight:
        return True
    if before.kind in ("word", "text"):
        return before.value not in table.FUNCTION_WORDS
    if before.kind == "id":
        return before.value not in APPLIED_LETTERS
    return not (before.kind == "close" and before.value == "}" and _is_applied_head(s, k - 1))


def _holds_condition(node: Node) -> bool:
    return any(c.kind in ("Chain", "Forall", "Not", "Cond") for c in node.children) or _names_domain(node)


def _ends_statement(s: State, after: int) -> bool:
    """Whether a statement ends here, further brackets with conditions passed over. What was found is kept."""
    passed: list[int] = []
    while (found := s.ends.get(after)) is None:
        passed.append(after)
        if after >= s.stop or s.kinds[after] in _ENDS:
            found = True
            break
        node = s.made.get(after) if s.kinds[after] == "open" and s.tokens[after].value == "(" else None
        if node is None or not _holds_condition(node):
            found = False
            break
        after = s.partner[after] + 1
    s.ends.update((k, found) for k in passed)
    return found


_ENDS = frozenset((",", ".", "row", "imply", "label", "&", "text", "words", "logic", ":"))
"""Tokens before which a statement may end."""


def _names_domain(node: Node) -> bool:
    """`(ℤ)`: only the name of a set of numbers."""
    return (
        len(node.children) == 1
        and node.children[0].kind == "Font"
        and node.children[0].value == "bb"
        and node.children[0].children[0].value != "1"
    )


def _is_applied_head(s: State, closing: int) -> bool:
    """Whether the braces that close here are a font's (`\\mathbb{P}(X > 0)`) or a script of one letter that is applied."""
    opening = s.opening(closing)
    before = s.kinds[opening - 1] if opening > 0 else ""
    return before == "font" or (
        before in ("_", "^") and opening > 1 and s.kinds[opening - 2] in ("id", "word", "function", "close", "num")
    )
