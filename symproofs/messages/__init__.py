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
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from typing import Final

from symproofs.messages.checking import CHECKING
from symproofs.messages.elaborating import ELABORATING
from symproofs.messages.formulas import FORMULAS

CHINESE: Final[Mapping[str, str]] = {**FORMULAS, **ELABORATING, **CHECKING}
"""English wording and Chinese wording, the parts in one order in both, unless the Chinese one numbers them: `{1}…{0}`."""


class Message(str):
    """The English text of a message, which knows its wording and its parts; a part may be a message itself."""

    wording: str
    parts: tuple[object, ...]

    def __new__(cls, wording: str, *parts: object) -> Message:
        made = super().__new__(cls, filled(wording, [str(p) for p in parts]))
        made.wording, made.parts = wording, parts
        return made

    def __reduce__(self) -> tuple[type[Message], tuple[object, ...]]:
        return Message, (self.wording, *self.parts)


_HOLE: Final = re.compile(r"\{(\d?)\}")


def filled(wording: str, parts: Sequence[str]) -> str:
    """The wording with its parts in its holes. What a part holds is text, whatever it looks like."""
    order = count()
    return _HOLE.sub(lambda hole: parts[int(hole[1]) if hole[1] else next(order)], wording)


def said(text: str, language: str) -> str:
    """A message in a language. What has no row in the table stays English."""
    if language != "zh":
        return str(text)
    if isinstance(text, Message):
        row = CHINESE.get(text.wording)
        return str(text) if row is None else filled(row, [_part(p) for p in text.parts])
    return CHINESE.get(text, text)


def _part(part: object) -> str:
    return said(part, "zh") if isinstance(part, str) else str(part)


def one_after_another(parts: Iterable[str]) -> str:
    """Messages with semicolons between them."""
    return reduce(lambda before, part: Message("{}; {}", before, part), parts)
