"""Functions and operators over an index: `\\sin x`, `softmax(…)`, `\\max`, `\\sum`, `\\lim`.

One construct, one function, one row of the table in `constructs.py`.
"""

from __future__ import annotations

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read import characters as table
from symproofs.read.parser.conditions import is_side_condition, text_role
from symproofs.read.parser.expressions import base_of, factor, is_name, juxtaposes, product, script
from symproofs.read.parser.state import State, Unreadable, empty
from symproofs.read.tree import Node

_LONG_ARGUMENT = frozenset(("Num", "Id", "Infinity"))
_RUN = frozenset(("id", "num", "font", "styled", "accent", "infinity"))


def named_function(s: State) -> Node:
    """`\\sin`, `\\text{softmax}`, typed `cos`: a word, applied to the brackets or the bare factors after it."""
    token = s.take()
    head = Node("Word", Span(token.start, token.end), (), token.value)
    before = s.here
    head = _head_scripts(s, head)
    if s.kind() == "open" and s.value() in ("(", "[", "\\{") and _applies(s, token.value):
        argument = _bracketed(s)
        return Node("Function", Span(head.span.start, argument.span.end), (head, argument))
    if token.value in table.BARE_FUNCTIONS and juxtaposes(s):
        argument = bare_argument(s)
        return Node("Function", Span(head.span.start, argument.span.end), (head, argument))
    if s.here != before:
        return head
    return head


def _applies(s: State, word: str) -> bool:
    return not (s.value() == "(" and word not in table.FUNCTION_WORDS and is_side_condition(s, s.here))


def _head_scripts(s: State, head: Node) -> Node:
    """Scripts and primes between a function's name and its argument (`\\sin^2 x`, `\\log_2 x`)."""
    seen: set[str] = set()
    while s.kind() in ("^", "_", "'") and s.kind() not in seen:
        kind = s.take().kind
        seen.add(kind)
        if kind == "'":
            sign = s.tokens[s.here - 1]
            head = Node("Prime", Span(head.span.start, sign.end), (head,), len(sign.value))
            continue
        mark = script(s)
        span = Span(head.span.start, s.end(mark))
        if mark.kind == "Mark" and str(mark.value).startswith("'"):
            head = Node("Prime", span, (head,), len(str(mark.value)))
        else:
            head = Node("Sup" if kind == "^" else "Sub", span, (head, mark))
    return head


def _bracketed(s: State) -> Node:
    """The brackets of an argument; braces of a set only group here (`\\exp\\{…\\}`)."""
    token = s.tokens[s.here]
    node = s.made[s.here]
    s.here = s.partner[s.here] + 1
    if token.value == "\\{" and node.kind == "Set":
        return Node("Group", node.span, node.children, "{")
    return node


def bare_argument(s: State) -> Node:
    """The argument of a function without brackets: one factor, or the run of letters and numbers that begins there."""
    first = attached(s)
    parts = [first]
    base = base_of(first)
    while base.kind in _LONG_ARGUMENT and s.here < s.stop and s.kinds[s.here] in _RUN and juxtaposes(s):
        last = attached(s)
        parts.append(last)
        base = base_of(last)
    if base.kind == "Num" and s.kind() == "command" and s.value() == "frac":
        parts.append(factor(s))
    if len(parts) == 1:
        return first
    _warn_of_argument(s, parts)
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.children if part.kind == "Product" else (part,))
    return Node("Product", Span(first.span.start, parts[-1].span.end), tuple(flat), ("",) * (len(flat) - 1))


_COEFFICIENTS = frozenset("dijklmn")
"""Letters that multiply the variable after them: `\\sin n x`."""


def _warn_of_argument(s: State, parts: list[Node]) -> None:
    """`\\log x y` has two readings where a space parts two variables; the one taken is log(xy)."""
    first, second = base_of(parts[0]), parts[1]
    variable = first.kind == "Id" and len(str(first.value)) == 1 and first.value not in _COEFFICIENTS
    if variable and parts[0].span.end < second.span.start:
        s.warn(
            "ambiguous-argument",
            "it is not clear whether what stands after the space belongs to the argument of the function",
            Span(parts[0].span.start, parts[-1].span.end),
            "read as one argument; write brackets to say which",
        )


def attached(s: State) -> Node:
    """A factor, with the brackets set after it if it is a name (`p(x)` in `\\log p(x)`)."""
    first = factor(s)
    if is_name(first) and s.kind() == "open" and s.value() in ("(", "[") and not is_side_condition(s, s.here):
        second = factor(s)
        return Node("Product", Span(first.span.start, second.span.end), (first, second), ("",))
    return first


def text_factor(s: State) -> Node:
    """`\\text{…}` where a factor may stand: a word that names something."""
    role = text_role(s.value())
    if role != "word" and (role != "prose" or " " in s.value()):
        raise s.expected("an expression")
    token = s.tokens[s.here]
    if token.value in table.EXTREMUM_WORDS:
        s.tokens[s.here] = token._replace(kind="extremum", value=table.EXTREMUM_WORDS[token.value])
        s.kinds[s.here] = "extremum"
        return extremum(s)
    return named_function(s)


def real_part(s: State) -> Node:
    """`\\Re z`, `\\Im z`."""
    s.tokens[s.here] = s.tokens[s.here]._replace(kind="function")
    return named_function(s)


def argument_of(s: State) -> Node:
    """`\\arg`, before `\\max` or `\\min` a part of it."""
    token = s.take()
    if s.kind() == "extremum" and s.value() in ("max", "min"):
        following = s.tokens[s.here]
        s.tokens[s.here] = following._replace(value="arg" + following.value, start=token.start)
        return extremum(s)
    s.here -= 1
    s.tokens[s.here] = token._replace(kind="function", value="arg")
    return named_function(s)


def limits(s: State) -> tuple[Node | None, Node | None]:
    """The lower and the upper script of an operator, in either order."""
    found: dict[str, Node] = {}
    while s.kind() in ("^", "_"):
        sign = s.take()
        if sign.kind in found:
            raise Unreadable("double-script", "a second script on the same side of an operator", Span(sign.start, sign.end))
        found[sign.kind] = script(s)
    return found.get("_"), found.get("^")


def extremum(s: State) -> Node:
    """`\\max_i x_i`, `\\max(u, v)`, `\\arg\\min_w f(w)`: of the brackets after it, else of the term after it."""
    token = s.take()
    lower, upper = limits(s)
    here = s.tokens[s.here - 1].end
    if upper is not None:
        raise Unreadable("unsupported", Message("an upper script on `\\{}` is not read", token.value), upper.span)
    if not juxtaposes(s) and s.kind() != "sum":
        word = Node("Word", Span(token.start, token.end), (), token.value)
        return word if lower is None else Node("Sub", Span(token.start, s.end(lower)), (word, lower))
    several = s.kind() == "open" and s.value() in ("(", "[", "\\{") and (lower is None or len(s.made[s.here].children) != 1)
    if several:
        body = s.made[s.here]
        s.here = s.partner[s.here] + 1
    else:
        s.descend()
        held, s.ends_before = s.ends_before, "extremum"
        body = product(s)
        s.ends_before = held
        s.ascend()
    return Node("Extremum", Span(token.start, body.span.end), (body, lower or empty(here)), token.value)


def big_operator(s: State) -> Node:
    """`\\sum_{i=1}^n`, `\\prod`, `\\bigcup`, …: of the term after it."""
    token = s.take()
    lower, upper = limits(s)
    if not juxtaposes(s) and s.kind() != "sum":
        raise s.expected(Message("what `\\{}` ranges over", token.value))
    s.descend()
    body = product(s)
    s.ascend()
    low = lower or empty(body.span.start)
    high = upper or empty(body.span.start)
    return Node("Big", Span(token.start, body.span.end), (body, low, high), token.value)


def limit(s: State) -> Node:
    """`\\lim_{x \\to a} …`, with a side where one is written (`0^+`); `\\plim`, of which the passage may be left out."""
    token = s.take()
    lower, _ = limits(s)
    if lower is None and token.value == "plim":
        lower = empty(token.end)
    if lower is None:
        raise s.expected("what tends to what, as a subscript of `\\lim`,")
    side = "p" if token.value == "plim" else ""
    variable, point = lower, empty(lower.span.end)
    if lower.kind == "Chain":
        if lower.value != ("to",):
            raise Unreadable("unexpected-token", "below `\\lim` one thing tends to another (`x \\to a`)", lower.span)
        variable, point = lower.children
        if not side and point.kind == "Sup" and point.children[1].kind == "Mark" and point.children[1].value in ("+", "-"):
            side, point = str(point.children[1].value), point.children[0]
    if not juxtaposes(s) and s.kind() != "sum":
        if s.here < s.stop and s.kinds[s.here] not in ("text", ","):
            raise s.expected("what the limit is taken of")
        return Node("Sub", Span(token.start, s.end(lower)), (Node("Word", Span(token.start, token.end), (), token.value), lower))
    s.descend()
    held, s.ends_before = s.ends_before, "lim"
    body = product(s)
    s.ends_before = held
    s.ascend()
    return Node("Limit", Span(token.start, body.span.end), (body, variable, point), side)
