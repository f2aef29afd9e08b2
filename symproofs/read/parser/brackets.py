"""Which bracket closes which, before anything is parsed: what stands inside is then read first.

So no depth of brackets is a depth of calls, and every bar knows how many bars of its scope follow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symproofs.diagnostics import Diagnostic, Note, Span
from symproofs.messages import Message
from symproofs.read.tokens import Token

MAX_NESTING = 200
"""How deep brackets may nest."""

PAIRS: Mapping[str, str] = {
    "(": ")]",
    "[": "])",
    "{": "}",
    "\\{": "\\}",
    "⟨": "⟩",
    "⌊": "⌋",
    "⌈": "⌉",
    "|": "|",
    "‖": "‖",
    ".": "",
}
"""The brackets that may close a bracket; `.`, the bracket without ink, pairs with any that is no brace."""


@dataclass(eq=False, repr=False)
class Matched:
    """`partner` of every opening bracket, the `order` to read them in, how many bars stand from a bar to its scope's end."""

    partner: dict[int, int] = field(default_factory=dict)
    order: list[tuple[int, int]] = field(default_factory=list)
    bars: dict[int, int] = field(default_factory=dict)
    problem: Diagnostic | None = None


def match_brackets(tokens: list[Token], text: str) -> Matched:
    """Pair the brackets and environments of a formula. Linear."""
    result = Matched()
    stack: list[int] = []
    scopes: list[list[int]] = [[]]
    for k, token in enumerate(tokens):
        kind = token.kind
        if kind in ("open", "begin"):
            if len(stack) >= MAX_NESTING:
                result.problem = Diagnostic(
                    "too-deep", Message("brackets nest more than {} deep here", MAX_NESTING), Span(token.start, token.end)
                )
                return result
            stack.append(k)
            scopes.append([])
        elif kind in ("close", "end"):
            problem = _mismatch(tokens, stack, token, text)
            if problem is not None:
                result.problem = problem
                return result
            opening = stack.pop()
            result.partner[opening] = k
            result.order.append((opening, k))
            _count(scopes.pop(), tokens, result.bars)
        elif kind == "bar":
            scopes[-1].append(k)
    if stack:
        result.problem = _unclosed(tokens[stack[-1]], text)
        return result
    _count(scopes[0], tokens, result.bars)
    return result


def _count(places: list[int], tokens: list[Token], bars: dict[int, int]) -> None:
    left = {"|": 0, "‖": 0, "∣": 0}
    for k in reversed(places):
        value = tokens[k].value
        left[value] += 1
        bars[k] = left[value]


def _shown(token: Token, text: str) -> str:
    return f"`{text[token.start : token.end]}`" if token.end > token.start else "a script"


def _unclosed(token: Token, text: str) -> Diagnostic:
    what = "this environment is never ended" if token.kind == "begin" else Message("{} is never closed", _shown(token, text))
    return Diagnostic("unbalanced-bracket", what, Span(token.start, token.end))


def _mismatch(tokens: list[Token], stack: list[int], closing: Token, text: str) -> Diagnostic | None:
    """What is wrong with a closing bracket, if anything is."""
    place = Span(closing.start, closing.end)
    if not stack:
        nothing = (
            "no environment is open that {} could close" if closing.kind == "end" else "no bracket is open that {} could close"
        )
        return Diagnostic("unbalanced-bracket", Message(nothing, _shown(closing, text)), place)
    opening = tokens[stack[-1]]
    if opening.kind == "begin" and closing.kind == "end":
        if opening.value == closing.value:
            return None
        note = Note("the environment was begun here", Span(opening.start, opening.end))
        return Diagnostic(
            "unbalanced-bracket", Message("`{}` is ended as `{}`", opening.value, closing.value), place, notes=(note,)
        )
    if opening.kind == "open" and closing.kind == "close" and _pair(opening.value, closing.value):
        return None
    framed = any(tokens[k].value == "{" if closing.value == "}" else tokens[k].kind == "begin" for k in stack)
    if framed and (closing.value == "}" or closing.kind == "end"):
        return _unclosed(opening, text)  # TeX's own groups are the frame: what was opened inside must close inside
    note = Note("this is the bracket that is open", Span(opening.start, opening.end))
    return Diagnostic(
        "unbalanced-bracket", Message("{} does not close {}", _shown(closing, text), _shown(opening, text)), place, notes=(note,)
    )


def _pair(opening: str, closing: str) -> bool:
    """Whether two brackets may belong together."""
    if (opening == "{") != (closing == "}"):
        return False
    if "." in (opening, closing):
        return opening != "{"
    return closing in ((")", "]") if opening in "([" else (PAIRS[opening],))
