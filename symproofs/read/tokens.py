"""Tokens: the words of a formula, each with the exact stretch of source that it was read from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

TOKENS: Mapping[str, str] = {
    "num": "digits; value: the number",
    "id": "a letter; value: its name",
    "word": "a word; value: the word",
    "text": "prose; value: the text",
    "words": "words of prose typed among the formula's letters; value: the word,  for several, which the place tells",
    "range": "two dots between the ends of a range",
    "font": "a font command; value: the font",
    "accent": "an accent command; value: the accent",
    "combining": "an accent written after its letter; value: the accent",
    "styled": "a letter of a mathematical alphabet; value: font, space, letter",
    "upright-d": "an upright d, the sign of a differential",
    "relation": "value: the sign, in the notation of RELATIONS",
    "negated": "a struck-out relation; value: the sign beneath the stroke",
    "imply": "value: `=>`, `<=`, `<=>`",
    "sum": "a sign of a sum; value: `+`, `-`, `±`, `∓`",
    "product": "a sign of a product; value: the separator",
    "combine": "value: `∪`, `∩`, `∖`, `⊕`, `∧`, `∨`",
    "logic": "`and`, `or` between statements; value: `∧`, `∨`",
    "big": "value: `sum`, `prod`, …",
    "integral": "value: `int`, …",
    "extremum": "value: `max`, `argmin`, …",
    "function": "a function command; value: its name",
    "command": "another construct with a row in the parser's table; value: its name",
    "open": "an opening bracket; value: the bracket",
    "close": "a closing bracket; value: the bracket",
    "begin": "value: the environment, without its star",
    "end": "value: the environment",
    "bar": "a bar that says not whether it opens or closes; value: `|`, `‖`, `∣`",
    "dots": "an ellipsis",
    "infinity": "∞",
    "mark": "a sign that is only a script; value: the sign",
    "transpose": "`.T`; value ``",
    "label": "value: a label or a tag",
    "because": "∵",
    "therefore": "∴",
    ",": "a comma or semicolon; value: which",
    ".": "a full stop",
    ":": "a colon",
    "!": "factorial",
    "?": "a question mark",
    "'": "primes; value: as many as there are",
    "^": "",
    "_": "",
    "&": "",
    "row": "the end of a row",
    "quad": "a wide space",
    "eof": "the end of the formula",
}
"""Every kind of token there is."""


class Token(NamedTuple):
    """A token; `value` says which of its kind it is."""

    kind: str
    value: str
    start: int
    end: int
