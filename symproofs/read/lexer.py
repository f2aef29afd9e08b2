"""Formulas to tokens: TeX's rules for what a sign is, Unicode's letters, exact places.

`lex` is total: what cannot be read becomes a diagnostic at its place, and the tokens around it are
still there. Spaces, sizes and comments leave no token; every other character belongs to exactly one,
except that tokens from a macro all carry the place of the call.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.read.commands import SPECIAL
from symproofs.read.macros import Macros
from symproofs.read.scanner import Scanner, Stop
from symproofs.read.tokens import Token
from symproofs.records import record


@record
class Lexed:
    """The tokens of a formula, an `eof` token last, and what could not be read."""

    tokens: tuple[Token, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def lex(source: Source, span: Span, *, skips: Sequence[Span] = (), macros: Macros | None = None) -> Lexed:
    """The tokens of the stretch `span`, stepping over `skips` (prefixes of quoted lines)."""
    scanner = Scanner(source.text, macros or Macros(), {s.start: s.end for s in skips}, SPECIAL)
    with suppress(Stop):
        scanner.scan(span.start, span.end)
    scanner.tokens.append(Token("eof", "", span.end, span.end))
    return Lexed(tuple(scanner.tokens), tuple(scanner.diagnostics))
