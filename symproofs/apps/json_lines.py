"""JSON objects, one a line, from anywhere: what is no such object is said, never raised."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NoReturn

Json = dict[str, Any]

_UNSEEN: Final = re.compile("[\ud800-\udfff\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""Halves of characters, which no file can hold; control characters; signs that are not seen, or that turn text round."""


class Malformed(Exception):
    """A line that is no item; `item_id` is its id, where there is one."""

    def __init__(self, message: str, item_id: str | int | float | bool | None = None) -> None:
        super().__init__(message)
        self.item_id = item_id


LINES: Final = 4
"""So deep lines are broken: every step of a document has one of its own."""


def dump(value: object, indent: int | None = None) -> str:
    """A value as JSON, on one line, or indented down to the steps. Characters that are not seen are written as escapes."""
    text = _encoded(value) if indent is None else _laid_out(value, " " * indent, 0)
    return _UNSEEN.sub(lambda m: f"\\u{ord(m.group()):04x}", text)


def _encoded(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _laid_out(value: object, indent: str, depth: int) -> str:
    if not value or depth == LINES or not isinstance(value, dict | list | tuple):
        return _encoded(value)
    if isinstance(value, dict):
        rows = [f"{_encoded(key)}: {_laid_out(inner, indent, depth + 1)}" for key, inner in value.items()]
    else:
        rows = [_laid_out(inner, indent, depth + 1) for inner in value]
    first, last = ("{", "}") if isinstance(value, dict) else ("[", "]")
    inside = ",\n".join(f"{indent * (depth + 1)}{row}" for row in rows)
    return f"{first}\n{inside}\n{indent * depth}{last}"


def parse(text: str) -> Json:
    """The object on a line, its `id` a text, a number or nothing. *Fails when* there is none: `Malformed`."""
    try:
        item = json.loads(text, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=_each_once)
    except RecursionError:
        raise Malformed("this is nested too deeply") from None
    except json.JSONDecodeError as fault:
        raise Malformed(f"this is no JSON: what stands at character {fault.pos + 1} cannot stand there") from None
    except ValueError as fault:
        raise Malformed(f"this is no JSON: {str(fault)[:200]}") from None
    if not isinstance(item, dict):
        raise Malformed("this is no JSON object")
    if not isinstance(item.get("id"), str | int | float | None):
        raise Malformed('"id" is a text or a number')
    return item


def text_of(item: Json, name: str) -> str:
    """The text under a name. *Fails when* it is none: `Malformed`."""
    value = item.get(name)
    if not isinstance(value, str):
        raise Malformed(f'"{name}" is a text', item.get("id"))
    return _plain(value, name, item)


def texts_of(item: Json, name: str) -> tuple[str, ...]:
    """The list of texts under a name; one text alone is a list of one, nothing an empty list."""
    value = item.get(name)
    if value is None:
        return ()
    if isinstance(value, str):
        return (_plain(value, name, item),)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Malformed(f'"{name}" is a list of texts', item.get("id"))
    return tuple(_plain(one, name, item) for one in value)


def _plain(text: str, name: str, item: Json) -> str:
    """The text. *Fails when* it holds what `"\\frac"` and `"\\beta"` are in JSON: `Malformed`."""
    if _ESCAPED.search(text):
        said = "a form feed or a backspace: in JSON the backslash of \\frac, \\beta is doubled"
        raise Malformed(f'"{name}" holds {said}', item.get("id"))
    return text


_ESCAPED: Final = re.compile("[\x08\x0c]")


def _each_once(pairs: list[tuple[str, Any]]) -> Json:
    found: Json = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'"{key[:40]}" is written twice')
        found[key] = value
    return found


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits[:20]} is no number that can be kept")
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")
