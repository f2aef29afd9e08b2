"""Messages in the language of the document that they are about: one wording in English, one in Chinese.

A message is written where it arises, in English. Where it has parts it is a `Message`, which keeps its wording and
the parts; so it can be said in Chinese too, by the row of its wording in `CHINESE`. `{}` in a wording is a part.

>>> said(Message("what {} runs over is not known", "k"), "zh")
'不知道 k 的取值范围'
>>> said("the formula is empty", "zh"), said("the formula is empty", "en")
('公式是空的', 'the formula is empty')

Adding a message is adding a row to the table of its subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import count
from typing import Final

from symproofs.messages.checking import CHECKING
from symproofs.messages.elaborating import ELABORATING
from symproofs.messages.formulas import FORMULAS

CHINESE: Final[Mapping[str, str]] = {**FORMULAS, **ELABORATING, **CHECKING}
"""English wording and Chinese wording, the parts in one order in both, unless the Chinese one numbers them: `{1}…{0}`."""


class Formula(str):
    """A part of a message that is LaTeX: a terminal shows it as it is, a page sets it."""


class Message(str):
    """The English text of a message, which knows its wording and its parts; a part may be a message itself."""

    wording: str
    parts: tuple[object, ...]

    def __new__(cls, wording: str, *parts: object) -> Message:
        made = super().__new__(cls, "".join(p if isinstance(p, str) else str(parts[p]) for p in _places(wording)))
        made.wording, made.parts = wording, parts
        return made

    def __reduce__(self) -> tuple[type[Message], tuple[object, ...]]:
        return Message, (self.wording, *self.parts)


_HOLE: Final = re.compile(r"(\{\d?\})")


def _places(wording: str) -> Iterator[str | int]:
    """The text of a wording and the numbers of the parts in it."""
    order = count()
    for k, piece in enumerate(_HOLE.split(wording)):
        yield piece if k % 2 == 0 else int(piece[1:-1]) if piece != "{}" else next(order)


def said(text: str, language: str) -> str:
    """A message in a language. What has no row in the table stays English."""
    whole = "".join(pieces(text, language))
    return _BETWEEN_HANZI.sub("", whole) if language == "zh" else whole


_BETWEEN_HANZI = re.compile(r"(?<=[\u3400-\u9fff，。：；]) (?=[\u3400-\u9fff])")
"""A space stands between Chinese and Latin letters only; which of them a part begins with is not known to the whole."""


def pieces(text: str, language: str) -> Iterator[str]:
    """A message in a language, its formulas apart. What a part holds is text, whatever it looks like."""
    if isinstance(text, Formula):
        yield text
    elif not isinstance(text, Message):
        yield _worded(text, language)
    else:
        for piece in _places(_worded(text.wording, language)):
            if isinstance(piece, str):
                yield piece
            else:
                part = text.parts[piece]
                yield from pieces(part if isinstance(part, str) else str(part), language)


def _worded(wording: str, language: str) -> str:
    return CHINESE.get(wording, wording) if language == "zh" else wording


def one_after_another(parts: Iterable[str]) -> str:
    """Messages with semicolons between them."""
    return reduce(lambda before, part: Message("{}; {}", before, part), parts)
