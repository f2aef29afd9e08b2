"""Macros that a document defines: `\\newcommand`, `\\renewcommand`, `\\def`, `\\DeclareMathOperator`.

A definition is found anywhere in the document and holds in all of it (as it does for the page's author,
who sees one rendering). Expansion happens in the lexer, by text, bounded in depth and in size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Protocol

from symproofs.diagnostics import Source, Span
from symproofs.records import record

MAX_EXPANSION_DEPTH = 40
MAX_EXPANDED_CHARACTERS = 50_000

_DEFINITION = re.compile(
    r"\\(?:(?P<new>newcommand|renewcommand|providecommand|DeclareRobustCommand)\*?|(?P<operator>DeclareMathOperator)\*?|(?P<def>def|gdef|edef|xdef|let))(?![A-Za-z])"
)
_NAME = re.compile(r"\s*(?:\{\s*\\([A-Za-z]+|.)\s*\}|\\([A-Za-z]+|.))")
_ARITY = re.compile(r"\s*\[\s*([0-9])\s*\]")
_DEFAULT = re.compile(r"\s*\[([^\]\n]*)\]")
_PARAMETERS = re.compile(r"((?:\s*#[1-9])*)\s*(?=\{)")


@record
class Macro:
    """`\\name` with `arity` arguments, the first optional if `default` is not `None`, stands for `body`."""

    name: str
    arity: int
    body: str
    default: str | None = None
    operator: bool = False


class _Piece(Protocol):
    @property
    def span(self) -> Span: ...


class _Block(Protocol):
    @property
    def pieces(self) -> Iterable[_Piece]: ...


@record
class Macros:
    """The macros in force, by name."""

    table: Mapping[str, Macro] = field(default_factory=dict)

    def get(self, name: str) -> Macro | None:
        return self.table.get(name)

    @classmethod
    def of(cls, source: Source, blocks: Iterable[_Block] = ()) -> Macros:
        """The macros defined anywhere in a document; the last definition of a name holds."""
        return cls({m.name: m for m in definitions(source.text)}) if "\\" in source.text else cls()

    def with_definitions(self, text: str) -> Macros:
        return Macros({**self.table, **{m.name: m for m in definitions(text)}})


def definitions(text: str) -> Iterator[Macro]:
    """Every definition in a text, in order; one that is not well formed is passed over."""
    for match in _DEFINITION.finditer(text):
        found = definition_at(text, match)
        if found is not None:
            yield found[0]


def definition_at(text: str, match: re.Match[str]) -> tuple[Macro, int] | None:
    """The definition that begins with a match of the defining command, and where it ends."""
    name = _NAME.match(text, match.end())
    if name is None or match.group("def") == "let":
        return None
    word = name.group(1) or name.group(2)
    here = name.end()
    arity, default = 0, None
    if match.group("new"):
        count = _ARITY.match(text, here)
        if count is not None:
            arity, here = int(count.group(1)), count.end()
            optional = _DEFAULT.match(text, here)
            if optional is not None:
                default, here = optional.group(1), optional.end()
    elif match.group("def"):
        parameters = _PARAMETERS.match(text, here)
        if parameters is None:
            return None
        arity, here = parameters.group(1).count("#"), parameters.end()
    end = argument_end(text, here, len(text))
    if end is None:
        return None
    body = text[here:end].strip()
    if body.startswith("{") and body.endswith("}"):
        body = body[1:-1]
    return Macro(word, arity, body, default, match.group("operator") is not None), end


_BRACES = re.compile(r"\\.|[{}]", re.S)
_ONE = re.compile(r"\s*(\\[A-Za-z]+|\\.|[^\s\\{}])", re.S)
_GROUP = re.compile(r"\s*\{")


def argument_end(text: str, start: int, stop: int) -> int | None:
    """Where TeX's next argument (a braced group or one token) ends, or `None` if there is none."""
    group = _GROUP.match(text, start, stop)
    if group is None:
        one = _ONE.match(text, start, stop)
        return one.end() if one is not None else None
    depth = 1
    for brace in _BRACES.finditer(text, group.end(), stop):
        sign = brace.group()
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                return brace.end()
    return None


def definition_match(text: str, start: int, stop: int) -> re.Match[str] | None:
    return _DEFINITION.match(text, start, stop)


class Unexpandable(Exception):
    """A call whose arguments are not there."""


def expand(macro: Macro, text: str, here: int, stop: int) -> tuple[str, int]:
    """The text that a call stands for and where the call ends; *fails* (`Unexpandable`) if an argument is missing."""
    arguments: list[str] = []
    if macro.default is not None:
        optional = _DEFAULT.match(text, here, stop)
        arguments.append(optional.group(1) if optional is not None else macro.default)
        here = optional.end() if optional is not None else here
    while len(arguments) < macro.arity:
        end = argument_end(text, here, stop)
        if end is None:
            raise Unexpandable(macro.name)
        argument = text[here:end].strip()
        arguments.append(argument[1:-1] if argument.startswith("{") else argument)
        here = end
    if macro.operator:
        return f"\\operatorname{{{macro.body}}}", here
    # the space keeps a command at the end of an argument from swallowing the letter after it
    return re.sub(r"#([1-9])", lambda m: _argument(arguments, int(m.group(1))), macro.body), here


def _argument(arguments: list[str], number: int) -> str:
    return arguments[number - 1] + " " if number <= len(arguments) else ""
