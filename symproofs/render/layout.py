"""How wide a formula of ours is, and where a long one may be broken.

Widths are estimates in em of the surrounding type, from tables of usual letter widths: good to a tenth,
which is enough to choose between layouts. Breaks stand before a relation, then before a sign, then
between factors, outermost first; a broken pair `\\left(…\\right)` is set with fixed brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from symproofs.records import record
from symproofs.render.prose import Prose
from symproofs.render.texts import is_cjk

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}]|\s+|.", re.DOTALL)
_SPACES: Final[Mapping[str, float]] = {
    r"\,": 0.17, r"\:": 0.22, r"\;": 0.28, r"\!": -0.17, r"\ ": 0.33, r"\quad": 1.0, r"\qquad": 2.0,
}  # fmt: skip
_WIDE: Final[Mapping[str, float]] = {
    "=": 1.33, "<": 1.33, ">": 1.33, "+": 1.22, "-": 1.22, ",": 0.45, "(": 0.39, ")": 0.39, "[": 0.28, "]": 0.28, "/": 0.5,
    r"\neq": 1.33, r"\le": 1.33, r"\ge": 1.33, r"\approx": 1.33, r"\in": 1.22, r"\to": 1.5, r"\Rightarrow": 1.56,
    r"\Leftrightarrow": 1.56, r"\cdot": 0.72, r"\times": 1.22, r"\odot": 1.22, r"\otimes": 1.22, r"\land": 1.1,
    r"\sum": 1.45, r"\prod": 1.3, r"\langle": 0.39, r"\rangle": 0.39, r"\lvert": 0.28, r"\rvert": 0.28, r"\lVert": 0.5,
    r"\rVert": 0.5, r"\top": 0.78, r"\pi": 0.57, r"\theta": 0.5, r"\cdots": 1.17, r"\infty": 1.0, "'": 0.3, "!": 0.28,
    "i": 0.35, "j": 0.41, "l": 0.3, "t": 0.36, "m": 0.88, "w": 0.72,
}  # fmt: skip
_ARGUMENT_AS_IS = frozenset((r"\mathbf", r"\mathcal", r"\mathbb", r"\boldsymbol", r"\mathrm", r"\mathfrak", r"\mathsf"))
_WORD = frozenset((r"\operatorname", r"\text"))
_ACCENT = frozenset((r"\overline", r"\bar", r"\hat", r"\tilde", r"\vec", r"\dot", r"\ddot"))


def tokens(latex: str) -> list[str]:
    return _TOKEN.findall(latex)


def width(latex: str) -> float:
    """The estimated width of a formula in display style."""
    total, _ = _row(tokens(latex), 0, "")
    return total


def prose_width(prose: Prose) -> float:
    """The estimated width of a line of text."""
    return sum(width(s.text) if s.is_formula else text_width(s.text) for s in prose)


def text_width(text: str) -> float:
    return sum(1.0 if is_cjk(c) else 0.33 if c in " iljt.,:;'" else 0.5 for c in text)


def _row(row: list[str], at: int, end: str, inline: bool = False) -> tuple[float, int]:
    """The width of the tokens from `at` to the closing token, and the place after it; `inline` as in a fraction."""
    total = 0.0
    while at < len(row):
        token = row[at]
        if token == end:
            return total, at + 1
        size, at = _item(row, at, inline)
        total += size
    return total, at


def _argument(row: list[str], at: int, inline: bool = False) -> tuple[float, int]:
    while at < len(row) and row[at].isspace():
        at += 1
    if at < len(row) and row[at] == "{":
        return _row(row, at + 1, "}", inline)
    return _item(row, at, inline) if at < len(row) else (0.0, at)


def _skip(row: list[str], at: int) -> tuple[str, int]:
    """The text of a braced argument, and the place after it."""
    if at >= len(row) or row[at] != "{":
        return "", at
    close = row.index("}", at) if "}" in row[at:] else len(row) - 1
    return "".join(row[at + 1 : close]), close + 1


def _item(row: list[str], at: int, inline: bool = False) -> tuple[float, int]:
    token = row[at]
    at += 1
    if token.isspace() or token in (r"\bigl", r"\bigr", r"\Bigl", r"\Bigr", "}"):
        return 0.0, at
    if token == "{":
        return _row(row, at, "}", inline)
    if token in _SPACES:
        return _SPACES[token], at
    if token in ("^", "_"):
        size, at = _argument(row, at)
        if at < len(row) and row[at] in "^_" and row[at] != token:
            other, at = _argument(row, at + 1)
            size = max(size, other)
        return size * 0.72 + 0.05, at
    if token in (r"\frac", r"\binom"):
        top, at = _argument(row, at, True)
        bottom, at = _argument(row, at, True)
        return max(top, bottom) + 0.25, at
    if token == r"\sqrt":
        if at < len(row) and row[at] == "[":
            _, at = _row(row, at + 1, "]")
        size, at = _argument(row, at, inline)
        return size + 0.85, at
    if token in (r"\sum", r"\prod"):
        return _big(row, at, _WIDE[token], inline)
    if token in (r"\left", r"\right"):
        return 0.6, at + 1
    if token in _WORD:
        text, at = _skip(row, at)
        return text_width(text) + 0.17, at
    if token in _ARGUMENT_AS_IS or token in _ACCENT:
        return _argument(row, at)
    if token == r"\begin":
        _, at = _skip(row, at)
        return _array(row, at)
    if token in _WIDE:
        return _WIDE[token], at
    if re.fullmatch(r"\\[a-z]{2,6}", token) and token[1:] in ("cos", "sin", "tan", "exp", "log", "det", "sinh", "cosh", "tanh"):
        return 0.5 * (len(token) - 1) + 0.17, at
    return 0.75 if token.isupper() else 0.55 if token[0] == "\\" else 1.0 if is_cjk(token) else 0.52, at


def _big(row: list[str], at: int, sign: float, inline: bool) -> tuple[float, int]:
    """A sum with its limits: below and above in a display, beside the sign in a fraction."""
    limits = 0.0
    while at < len(row) and row[at] in ("_", "^"):
        limit, at = _argument(row, at + 1)
        limits = max(limits, limit * 0.72)
    return (0.75 * sign + limits if inline else max(sign, limits)) + 0.17, at


def _array(row: list[str], at: int) -> tuple[float, int]:
    """Columns as wide as their widest entry, up to the end of the environment."""
    columns: list[float] = [0.0]
    column, current = 0, 0.0
    while at < len(row) and row[at] != r"\end":
        if row[at] in ("&", r"\\"):
            columns[column] = max(columns[column], current)
            current, column = 0.0, column + 1 if row[at] == "&" else 0
            if column == len(columns):
                columns.append(0.0)
            at += 1
            continue
        size, at = _item(row, at)
        current += size
    columns[column] = max(columns[column], current)
    _, at = _skip(row, at + 1)
    return sum(columns) + (len(columns) - 1) + 1.4, at


# ---------------------------------------------------------------------------------------------------------------- breaking


@record
class _Place:
    """Where a line may end: before which token, how wide it is up to there, how little one likes it."""

    at: int
    width: float
    cost: int
    factor: bool


def break_lines(latex: str, budget: float) -> list[str]:
    """The formula in lines of at most the budget where that can be done. No sign is lost, none but `\\cdot` added."""
    lines: list[str] = []
    rest = latex
    while width(rest) > budget and len(lines) < 12:
        place = _best(rest, budget if not lines else budget - 2)
        if place is None:
            break
        row = tokens(rest)
        head, tail = "".join(row[: place.at]).rstrip(), "".join(row[place.at :]).lstrip()
        head, tail = _reopened(head, tail)
        lines.append(head)
        rest = (r"\cdot " if place.factor else "") + tail
    return [*lines, rest]


def _best(latex: str, budget: float) -> _Place | None:
    row = tokens(latex)
    places = [p for p in _places(row) if 0.25 * budget < p.width <= budget]
    return min(places, key=lambda p: (p.cost, -p.width)) if places else None


_OPENS = frozenset(("(", "[", r"\langle", r"\lvert", r"\lVert"))
_CLOSES = frozenset((")", "]", r"\rangle", r"\rvert", r"\rVert"))
_JOINS = frozenset((r"\land", r"\lor", r"\Rightarrow", r"\Leftrightarrow"))
_SIGN = _JOINS | {
    "+", "-", "=", "<", ">", ",", ";", ":", "/", "(", "[", r"\cdot", r"\times", r"\odot", r"\otimes", r"\langle", r"\neq",
    r"\le", r"\ge", r"\approx", r"\in", r"\notin", r"\to", r"\neg", r"\forall", r"\exists", r"\quad", r"\mid",
}  # fmt: skip
_APPLIED = frozenset((
    r"\operatorname", r"\sum", r"\prod", r"\int", r"\lim", r"\max", r"\min", r"\sup", r"\inf", r"\sin", r"\cos", r"\tan",
    r"\sinh", r"\cosh", r"\tanh", r"\exp", r"\log", r"\ln", r"\det",
))  # fmt: skip
"""What stands before its argument: no factor begins after it."""
_FACTOR = frozenset(("(", r"\bigl", r"\left", r"\operatorname", r"\frac", r"\sum"))


def _places(row: list[str]) -> list[_Place]:
    """Every place to break at, outside braces and environments."""
    found: list[_Place] = []
    level, at, before, total = 0, 0, "", 0.0
    while at < len(row):
        token = row[at]
        spaced = at > 0 and row[at - 1].isspace() and before
        if spaced and token in ("+", "-", "=") and before not in _SIGN:
            found.append(_Place(at, total, 3 * level + (0 if token == "=" else 1), False))
        elif spaced and token in _JOINS:
            found.append(_Place(at, total, 3 * level, False))
        elif spaced and token in _FACTOR and before not in _SIGN and before not in _APPLIED:
            found.append(_Place(at, total, 3 * level + 2, True))
        elif spaced and before == "," and level:
            found.append(_Place(at, total, 3 * level + 1, False))
        level += (token in _OPENS or token == r"\left") - (token in _CLOSES or token == r"\right")
        if token in (r"\left", r"\right"):
            before = "(" if token == r"\left" else ")"
            total, at = total + 0.6, at + 2
            continue
        size, at = _item(row, at)
        total += size
        if not token.isspace():
            before = token
    return found


def _reopened(head: str, tail: str) -> tuple[str, str]:
    """Pairs `\\left…\\right` that a break parted, with brackets of a fixed size in their place."""
    open_at: list[int] = []
    row = tokens(head)
    for k, token in enumerate(row):
        if token == r"\left":
            open_at.append(k)
        elif token == r"\right" and open_at:
            open_at.pop()
    for k in open_at:
        row[k] = r"\Bigl"
    rest, level = tokens(tail), 0
    for k, token in enumerate(rest):
        if token == r"\left":
            level += 1
        elif token == r"\right":
            if level == 0:
                rest[k] = r"\Bigr"
            else:
                level -= 1
    return "".join(row), "".join(rest)
