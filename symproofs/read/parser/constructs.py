"""The table of constructs: which function reads a factor that begins with which token."""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.parser import calculus, functions
from symproofs.read.parser.expressions import argument, expression, script
from symproofs.read.parser.state import Prefix, State, Unreadable, empty
from symproofs.read.tree import Node


def infinity(s: State) -> Node:
    token = s.take()
    return Node("Infinity", Span(token.start, token.end))


def dots(s: State) -> Node:
    token = s.take()
    return Node("Dots", Span(token.start, token.end))


def styled_letter(s: State) -> Node:
    """`ℝ`, `𝐱`: a letter of a mathematical alphabet."""
    token = s.take()
    font, letter = token.value.split(" ")
    span = Span(token.start, token.end)
    return Node("Font", span, (Node("Num" if letter.isdigit() else "Id", span, (), letter),), font)


def font(s: State) -> Node:
    """`\\mathbf x`, `\\mathcal N`, `\\mathbb R`."""
    token = s.take()
    letter = argument(s, "what the font is for")
    if not token.value:
        return letter
    return Node("Font", Span(token.start, s.end(letter)), (letter,), token.value)


def accent(s: State) -> Node:
    """`\\hat x`, `\\overline{z}`, …"""
    token = s.take()
    letter = argument(s, "what the accent is for")
    return Node("Accent", Span(token.start, s.end(letter)), (letter,), token.value)


def placeholder(s: State) -> Node:
    """`\\cdot` alone, where an argument is left open: `f(\\cdot)`, `\\|\\cdot\\|`."""
    token = s.tokens[s.here]
    following = s.kinds[s.here + 1] if s.here + 1 < len(s.kinds) else "eof"
    if following in ("close", ",", "bar", "eof", "^", "_") and token.value in ("·", "*", "∘"):
        s.here += 1
        return Node("Mark", Span(token.start, token.end), (), token.value)
    raise s.expected("an expression")


def mark(s: State) -> Node:
    token = s.take()
    return Node("Mark", Span(token.start, token.end), (), token.value)


def bars(s: State) -> Node:
    """`|x|`, `||x||`, `\\|x\\|`."""
    token = s.tokens[s.here]
    if token.value == "∣":
        raise s.expected("an expression")
    double = token.value == "|" and _doubled(s)
    s.here += 2 if double else 1
    opened = s.here - 1
    norm = double or token.value == "‖"
    if norm and not double:
        s.open_norms += 1
    else:
        s.open_bars += 1
    s.descend()
    held, s.integrals = s.integrals, 0
    body = expression(s)
    s.integrals = held
    s.ascend()
    if norm and not double:
        s.open_norms -= 1
    else:
        s.open_bars -= 1
    sign = "‖" if norm and not double else "|"
    if (
        s.kind() != "bar"
        or s.value() != sign
        or (double and not (s.here + 1 < s.stop and s.kinds[s.here + 1] == "bar" and s.tokens[s.here + 1].value == "|"))
    ):
        raise Unreadable(
            "unbalanced-bracket",
            Message(
                "found {} where `{}` is expected, to close the one before", s.found(), s.text[token.start : s.tokens[opened].end]
            ),
            s.spot(),
        )
    s.here += 2 if double else 1
    return Node("Norm" if norm else "Abs", Span(token.start, s.tokens[s.here - 1].end), (body,))


def _doubled(s: State) -> bool:
    """Whether `||` opens a norm: two bars side by side, and the next bar of the scope is a pair or opens something."""
    if not (
        s.here + 1 < s.stop
        and s.kinds[s.here + 1] == "bar"
        and s.tokens[s.here + 1].value == "|"
        and s.tokens[s.here + 1].start == s.tokens[s.here].end
    ):
        return False
    k = s.here + 2
    while k < s.stop and not (s.kinds[k] == "bar" and s.tokens[k].value == "|"):
        k = s.after(k)
    if k >= s.stop:
        return False
    pair = k + 1 < s.stop and s.kinds[k + 1] == "bar" and s.tokens[k + 1].start == s.tokens[k].end
    return pair or s.kinds[k - 1] in ("sum", "product", "relation")


def binomial(s: State) -> Node:
    """`\\binom{n}{k}`."""
    token = s.take()
    upper = argument(s, "the upper number")
    lower = argument(s, "the lower number")
    return Node("Binom", Span(token.start, s.end(lower)), (upper, lower))


def root(s: State) -> Node:
    """`\\sqrt{x}`, `\\sqrt[3]{x}`, `√x`."""
    token = s.take()
    degree = None
    if s.kind() == "open" and s.value() == "[":
        group = s.made[s.here]
        if group.kind != "Group" or len(group.children) != 1:
            raise Unreadable("unexpected-token", "the degree of a root is one expression", group.span)
        degree = group.children[0]
        s.here = s.partner[s.here] + 1
    parenthesised = s.kind() == "open" and s.value() == "("
    radicand = argument(s, "what the root is taken of")
    if parenthesised and s.text[token.start : token.start + 1] == "\\":
        s.warn(
            "bracket-script",
            "TeX draws the root over the bracket only; the group is read as its argument",
            radicand.span,
            "put braces around it",
        )
    return Node("Sqrt", Span(token.start, s.end(radicand)), (radicand,) if degree is None else (radicand, degree))


def transpose_mark(s: State) -> Node:
    """`\\top`: only as a script is it a transpose; elaboration says what it is elsewhere."""
    token = s.take()
    return Node("Transpose", Span(token.start, token.end))


def brace(s: State) -> Node:
    """`\\underbrace{…}_{label}`, `\\overbrace{…}^{label}`."""
    token = s.take()
    body = argument(s, "what the brace is under")
    label: Node | None = None
    if s.kind() == ("_" if token.value == "underbrace" else "^"):
        s.take()
        label = script(s)
    return Node("Brace", Span(token.start, s.end(label or body)), (body, label or empty(body.span.end)), token.value)


def boxed(s: State) -> Node:
    """`\\boxed{…}`: what stands in the box."""
    token = s.take()
    body = argument(s, "what stands in the box")
    return Node("Group", Span(token.start, s.end(body)), (body,), "{")


def stacked_rows(s: State) -> Node:
    """`\\substack{i < n \\\\ i \\ne j}`: the rows, as members of a list."""
    token = s.take()
    body = argument(s, "rows in braces")
    children = body.children if body.kind == "List" else (body,)
    return Node("Group", Span(token.start, s.end(body)), children, "{") if len(children) > 1 else body


def environment(s: State) -> Node:
    """An environment, read before."""
    token = s.tokens[s.here]
    node = s.made[s.here]
    if node.kind == "Empty":
        raise Unreadable("expected-expression", "the environment is empty", Span(token.start, token.end))
    s.here = s.partner[s.here] + 1
    return node


def lone_prime(s: State) -> Node:
    """`'` in a script of its own."""
    token = s.take()
    return Node("Mark", Span(token.start, token.end), (), token.value)


PREFIXES: Mapping[str, Prefix] = {
    "infinity": infinity,
    "dots": dots,
    "styled": styled_letter,
    "font": font,
    "accent": accent,
    "word": functions.named_function,
    "function": functions.named_function,
    "text": functions.text_factor,
    "extremum": functions.extremum,
    "big": functions.big_operator,
    "integral": calculus.integral,
    "upright-d": calculus.upright_d,
    "product": placeholder,
    "mark": mark,
    "bar": bars,
    "begin": environment,
    "'": lone_prime,
}
"""By kind of token."""

COMMANDS: Mapping[str, Prefix] = {
    "frac": calculus.fraction,
    "binom": binomial,
    "sqrt": root,
    "nabla": calculus.gradient,
    "partial": calculus.partial_operator,
    "lim": functions.limit,
    "plim": functions.limit,
    "Re": functions.real_part,
    "Im": functions.real_part,
    "arg": functions.argument_of,
    "top": transpose_mark,
    "intercal": transpose_mark,
    "underbrace": brace,
    "overbrace": brace,
    "boxed": boxed,
    "substack": stacked_rows,
}
"""By name, for tokens of the kind `command`."""
