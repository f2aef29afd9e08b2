"""The state of one parse: tokens with matched brackets, a cursor, and what a failure is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from symproofs.diagnostics import Diagnostic, Note, Span
from symproofs.messages import Message
from symproofs.read.tokens import Token
from symproofs.read.tree import Node

MAX_RECURSION = 48
"""How many prefixes (`\\sin\\sin…`, `\\sum\\sum…`, `|a|b…`) may hang on one another without brackets."""


STATEMENTS = frozenset(("Chain", "Implies", "Iff", "Forall", "Exists", "Not", "Cond", "Modulo", "Labelled", "Text"))


class Unreadable(Exception):
    """A stretch that is no formula; the driver makes a diagnostic of it."""

    def __init__(self, code: str, message: str, span: Span, notes: tuple[Note, ...] = (), help: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, notes=notes, help=help)


@dataclass(eq=False, repr=False)
class State:
    """Tokens `here … stop` are the scope being read; brackets inside it have been read before (`made`).

    `bars` says how many bars of its scope stand from each bar on, `concludes` whether the formula has a ∴. The
    other fields say what the reader is inside of, or keep what was looked up (`differential`, `colon`, `ends`).
    """

    text: str
    tokens: list[Token]
    kinds: list[str]
    partner: Mapping[int, int]
    bars: Mapping[int, int]
    prefixes: Mapping[str, Prefix]
    commands: Mapping[str, Prefix]
    here: int = 0
    stop: int = 0
    made: dict[int, Node] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)
    depth: int = 0
    open_bars: int = 0
    open_norms: int = 0
    integrals: int = 0
    colon_ends: bool = False
    ends_before: str = ""
    differential: tuple[int, int, int] = (0, 0, -1)
    colon: tuple[int, int] = (0, -1)
    concludes: bool = False
    openings: dict[int, int] = field(default_factory=dict)
    ends: dict[int, bool] = field(default_factory=dict)

    def kind(self) -> str:
        """The kind of the next token of the scope, `''` at its end."""
        return self.kinds[self.here] if self.here < self.stop else ""

    def value(self) -> str:
        return self.tokens[self.here].value if self.here < self.stop else ""

    def kind_after(self, count: int = 1) -> str:
        """The kind `count` tokens on, a bracket counted as one token."""
        here = self.here
        for _ in range(count):
            here = self.after(here)
        return self.kinds[here] if here < self.stop else ""

    def after(self, index: int) -> int:
        """The index after a token, or after the bracket that it opens."""
        return self.partner.get(index, index) + 1

    def opening(self, closing: int) -> int:
        """The index of the bracket that is closed at `closing`."""
        if not self.openings:
            self.openings.update((last, first) for first, last in self.partner.items())
        return self.openings[closing]

    def take(self) -> Token:
        token = self.tokens[self.here]
        self.here += 1
        return token

    def start(self) -> int:
        """Where the next token starts; at the end of the scope, where the scope ends."""
        if self.here < self.stop:
            return self.tokens[self.here].start
        return self.tokens[self.stop].start if self.stop < len(self.tokens) else self.tokens[-1].start

    def end(self, node: Node) -> int:
        """Where the construct ends whose last part is `node`: after the brace that closes it, if one was just read."""
        return max(node.span.end, self.tokens[self.here - 1].end)

    def point(self) -> Node:
        """Nothing, at the cursor."""
        return Node("Empty", Span(self.start(), self.start()))

    def warn(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        self.warnings.append(Diagnostic(code, message, span, "warning", help=help))

    # -- failing --------------------------------------------------------------------------------------

    def found(self) -> str:
        """What stands at the cursor, in words."""
        if self.here < self.stop:
            token = self.tokens[self.here]
            if token.kind == "row":
                return "the end of the row"
            shown = self.text[token.start : token.end]
            return f"`{shown}`" if len(shown) <= 24 else f"`{shown[:20]}…`"
        end = self.kinds[self.stop] if self.stop < len(self.kinds) else "eof"
        if end == "close":
            token = self.tokens[self.stop]
            return f"`{self.text[token.start : token.end]}`" if token.end > token.start else "the end of the script"
        return {"row": "the end of the row", "end": "the end of the environment", "eof": "the end of the formula"}.get(
            end, "the end of the part"
        )

    def spot(self) -> Span:
        """The token at the cursor, or the point where the scope ends."""
        if self.here < self.stop:
            token = self.tokens[self.here]
            return Span(token.start, token.end)
        if self.stop < len(self.tokens) and self.kinds[self.stop] == "close":
            token = self.tokens[self.stop]
            return Span(token.start, token.end)
        return Span(self.start(), self.start())

    def expected(self, what: str, help: str | None = None) -> Unreadable:
        """The failure to raise where `what` should stand at the cursor."""
        notes: tuple[Note, ...] = ()
        if self.here > 0 and self.here - 1 < len(self.tokens):
            before = self.tokens[self.here - 1]
            if before.kind in (
                "relation",
                "sum",
                "product",
                "combine",
                "command",
                "big",
                "integral",
                "^",
                "_",
                "function",
                "font",
                "accent",
            ):
                notes = (Note("it should stand after this", Span(before.start, before.end)),)
        return Unreadable(
            "expected-expression", Message("found {} where {} is expected", self.found(), what), self.spot(), notes, help
        )

    def unexpected(self, expected: str) -> Unreadable:
        return Unreadable("unexpected-token", Message("found {} where {} is expected", self.found(), expected), self.spot())

    def refuse_statement(self, node: Node) -> None:
        """*Fails* if a statement (an environment of them) stands where only an expression can."""
        if node.kind in STATEMENTS:
            raise Unreadable("unexpected-token", "a statement stands where an expression is expected", node.span)

    def descend(self) -> None:
        self.depth += 1
        if self.depth > MAX_RECURSION:
            raise Unreadable(
                "too-deep",
                Message("more than {} operators hang on one another here without brackets", MAX_RECURSION),
                self.spot(),
            )

    def ascend(self) -> None:
        self.depth -= 1


Prefix = Callable[[State], Node]
"""Reads the construct whose first token is at the cursor, scripts after it excluded."""


def empty(at: int) -> Node:
    return Node("Empty", Span(at, at))


def join(first: Node, last: Node) -> Span:
    return Span(first.span.start, last.span.end)
