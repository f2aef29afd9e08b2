"""Patterns of prose, which are compiled when a text first holds a word that they cannot do without.

The tables of phrases are long, English and Chinese, and most documents use few rows of them: to compile all would cost more
than to read a short document. What a pattern cannot do without is read off its text (`needed`), which costs a fraction of
compiling it, and looking for a few words in a text costs less than a search, so rows that do not apply cost next to nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from symproofs.read.kept_patterns import KEPT, Alternatives

Match = re.Match[str]


class Wording:
    """A regular expression, used like a compiled one. What it finds is what `re` finds; only the time it takes differs.

    Its alternatives are of three kinds: those that need a word in Latin letters, those that need a Chinese one, the rest. A text
    seldom holds words of both; then only one half of a row, and what needs no word, has to be compiled.
    """

    __slots__ = ("_always", "_chinese", "_compiled", "_latin", "_rows", "_signs", "flags", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags
        self._compiled: dict[int, re.Pattern[str]] | None = None
        """By which kinds of words a text holds; None until the pattern is first asked for."""

    def __repr__(self) -> str:
        return f"wording({self.pattern!r})"

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> Match | None:
        """The first place in the text, or None."""
        compiled = self._for(text)
        return None if compiled is None else compiled.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> Match | None:
        """What begins the text, or None."""
        compiled = self._for(text)
        return None if compiled is None else compiled.match(text, start, end)

    def fullmatch(self, text: str) -> Match | None:
        """The whole text, or None."""
        compiled = self._for(text)
        return None if compiled is None else compiled.fullmatch(text)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[Match]:
        """All places in the text, one after the other."""
        compiled = self._for(text)
        return iter(()) if compiled is None else compiled.finditer(text, start, end)

    def findall(self, text: str) -> list[str]:
        """What is found in the text, or the group of it where the pattern has one."""
        compiled = self._for(text)
        return [] if compiled is None else compiled.findall(text)

    def sub(self, by: str | Callable[[Match], str], text: str, count: int = 0) -> str:
        """The text with what is found replaced."""
        compiled = self._for(text)
        return text if compiled is None else compiled.sub(by, text, count)

    def split(self, text: str) -> list[str]:
        """The text between what is found."""
        return list(_split(self, text))

    def _for(self, text: str) -> re.Pattern[str] | None:
        """What finds in this text all that the whole pattern would; None if that is nothing."""
        known = self._compiled
        if known is None:
            known = self._compiled = {}
            self._take_apart()
        folded, may_be_latin, may_be_chinese = _folded(text)
        kinds = 0
        if may_be_latin or self._signs:
            for word in self._latin:  # (a generator would cost as much as the search)
                if word in folded:
                    kinds = LATIN
                    break
        if may_be_chinese:
            for word in self._chinese:
                if word in folded:
                    kinds |= CHINESE
                    break
        found = known.get(kinds)
        if found is None and (kinds or self._always):
            found = known[kinds] = self._compile(kinds)
        return found

    def _take_apart(self) -> None:
        """What the alternatives need."""
        rows = self._rows = KEPT.taken_apart(self.pattern, _alternatives)
        self._latin = tuple(w for _, words in rows for w in words or () if w.isascii())
        self._chinese = tuple(w for _, words in rows for w in words or () if not w.isascii())
        self._signs = any(_LATIN.search(word) is None for word in self._latin)
        self._always = any(words is None for _, words in rows)

    def _compile(self, kinds: int) -> re.Pattern[str]:
        whole = self._with(kinds).replace(_HANZI, f"(?-i:{_HANZI})" if self.flags & re.IGNORECASE else _HANZI)
        return KEPT.compiled(whole, int(self.flags))

    def _with(self, kinds: int) -> str:
        """The alternatives that can do with words of such kinds, in their order."""
        if kinds == LATIN | CHINESE:
            return self.pattern
        ascii_only = {LATIN: True, CHINESE: False}.get(kinds)
        rows = (row for row, words in self._rows if words is None or any(w.isascii() is ascii_only for w in words))
        return "|".join(rows)


LATIN, CHINESE = 1, 2
"""Kinds of words."""


@lru_cache(maxsize=1024)
def _split(wording: Wording, text: str) -> tuple[str, ...]:
    """The same text is taken apart into sentences by whoever looks at it."""
    compiled = wording._for(text)
    return (text,) if compiled is None else tuple(compiled.split(text))


_LATIN = re.compile(r"[a-z]")


@lru_cache(maxsize=256)
def _folded(text: str) -> tuple[str, bool, bool]:
    """A text as words are looked for in it, and whether it holds any letter of words of either kind.

    The same text is asked for row after row.
    """
    if not text.isascii():
        text = text.replace("ı", "i").replace("İ", "i")  # `re` takes both for an i
    text = text.casefold()
    return text, _LATIN.search(text) is not None, not text.isascii()


_HANZI = r"[\u3400-\u9fff]"
"""Chinese characters have no case; where case does not count `re` would look for that of each."""


def wording(pattern: str, flags: int = 0) -> Wording:
    """A pattern of prose. Its flags may be `re.IGNORECASE`, `re.DOTALL`, `re.MULTILINE`: none that changes how it is written."""
    return Wording(pattern, flags)


# ------------------------------------------------------------------ what a pattern cannot do without

_PIECE = re.compile(
    r"[A-Za-z '\u4e00-\u9fff-]+(?![*+?{])"
    r"|\\."
    r"|\(\?(?:[:=!]|<[=!]|P<\w+>)|[()|]"
    r"|\[\^?\]?(?:\\.|[^\]\\])*\]"
    r"|(?:[*+?]|\{\d*,?\d*\})[?+]?"
    r"|.",
    re.DOTALL,
)
_REPEATED = re.compile(r"[*+?]|\{[\d,]+\}")
_AT_LEAST_ONCE = re.compile(r"\+|\{[1-9]")
_IN_WORDS = re.compile(r"[A-Za-z '\u4e00-\u9fff-]+")
_FLAGGED = re.compile(r"\(\?(?:[a-zA-Z-]+[:)]|P=|\(|#)")
"""Flags of a part, backward references, conditions, comments: what is needed is not looked for in such patterns."""

_LOOKS_ROUND = frozenset({"(?=", "(?!", "(?<=", "(?<!"})
_NO_WIDTH = frozenset({"^", "$", r"\b", r"\B", r"\A", r"\Z"})


def needed(pattern: str) -> frozenset[str] | None:
    """Words, in lower case, of which every text holds one in which the pattern finds something; None if there are none such.

    Of a sequence one part is enough, the one whose words are longest; of alternatives each has to give some.
    """
    return _of_all(words for _, words in _alternatives(pattern))


def _alternatives(pattern: str) -> Alternatives:
    """The alternatives of a pattern, as written, and what each cannot do without; those of one with groups are not told apart.

    (The groups are counted: where an alternative is left out, the count of the others would change.)
    """
    pieces = _PIECE.findall(pattern)
    if _FLAGGED.search(pattern):
        return [(pattern, None)]
    left = pieces[::-1]
    rows: Alternatives = []
    start, closed = 0, False
    while not closed:
        words, closed = _of_alternative(left)
        end = len(pieces) - len(left)
        rows.append(("".join(pieces[start : end if closed else end - 1]), words))
        start = end
    if any(piece == "(" or piece.startswith("(?P") for piece in pieces):
        return [(pattern, _of_all(words for _, words in rows))]
    return rows


def _of_all(rows: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    found: set[str] = set()
    for words in rows:
        if words is None:
            return None
        found |= words
    return frozenset(found)


class _Sequence:
    """What one alternative cannot do without, as far as it has been read."""

    __slots__ = ("_tells", "best", "run")

    def __init__(self) -> None:
        self.best: frozenset[str] | None = None
        self.run = ""
        self._tells = 0

    def offer(self, words: frozenset[str] | None) -> None:
        if words is not None and (tells := _tells(words)) > self._tells:
            self.best, self._tells = words, tells

    def end_run(self) -> None:
        if self.run:
            self.offer(frozenset((self.run.casefold(),)))
            self.run = ""


def _tells(words: frozenset[str]) -> int:
    """How seldom words stand in a text by chance: the length of the shortest; a Chinese character is as good as three letters."""
    return min([len(word) if word.isascii() else 3 * len(word) for word in words])


def _of_group(pieces: list[str]) -> frozenset[str] | None:
    """The words for what stands up to the bracket that closes, which is taken as well."""
    rows: list[frozenset[str] | None] = []
    closed = False
    while not closed:
        words, closed = _of_alternative(pieces)
        rows.append(words)
    return _of_all(rows)


def _of_alternative(pieces: list[str]) -> tuple[frozenset[str] | None, bool]:
    """The words for what stands up to the next bar or the bracket that closes, which is taken; and whether it was no bar."""
    here = _Sequence()
    while pieces:
        piece = pieces.pop()
        if piece in ("|", ")"):
            here.end_run()
            return here.best, piece == ")"
        if piece[0] == "(":
            inner = _of_group(pieces)
            once = _once(pieces)
            if piece not in _LOOKS_ROUND:
                here.end_run()
                here.offer(inner if once.needed else None)
        elif piece not in _NO_WIDTH:
            letters, once = _letters(piece), _once(pieces)
            if letters and once.needed:
                here.run += letters
            if not letters or once.repeated:
                here.end_run()
    here.end_run()
    return here.best, True


class _Times(NamedTuple):
    needed: bool
    repeated: bool


_ONE_TIME = _Times(needed=True, repeated=False)


def _once(pieces: list[str]) -> _Times:
    """Whether what was just read has to stand there, and whether it may more than once; the piece that says so is taken."""
    if not pieces or pieces[-1][0] not in "*+?{" or _REPEATED.match(pieces[-1]) is None:
        return _ONE_TIME
    return _Times(needed=_AT_LEAST_ONCE.match(pieces.pop()) is not None, repeated=True)


def _letters(piece: str) -> str:
    """The letters that a piece stands for, if they are such as words have."""
    if len(piece) == 2 and piece[0] == "\\" and not piece[1].isalnum():
        piece = piece[1]
    return piece if _IN_WORDS.fullmatch(piece) else ""
