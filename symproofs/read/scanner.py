"""The scanner: a formula's text to tokens, one function for each kind of stretch.

Commands that need more than their row in the table of signs are read by the functions of `commands.py`,
which are handed in as a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read import characters as table
from symproofs.read.macros import MAX_EXPANDED_CHARACTERS, MAX_EXPANSION_DEPTH, Macro, Macros, Unexpandable, expand
from symproofs.read.signs import CHARACTERS, COMMANDS, plain_sign
from symproofs.read.tokens import Token
from symproofs.read.words import HYPHENATED, classify_run

_SCANNER = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<command>\\(?:[A-Za-z]+|.|\Z))"
    r"|(?P<letters>[A-Za-z]+)"
    r"|(?P<number>[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<dots>\.{2,6}|…+|⋯+)"
    r"|(?P<define>::?=|：=)"
    r"|(?P<ascii>=>|<=>|<=|>=|->|==)"
    r"|(?P<comment>%[^\n]*\n?)"
    r"|(?P<sub>[" + "".join(table.SUBSCRIPTS) + r"]+)"
    r"|(?P<sup>[" + "".join(table.SUPERSCRIPTS) + r"]+)"
    r"|(?P<hanzi>[\u3400-\u9fff\uf900-\ufaff“”《》「」]+)"
    r"|(?P<other>.)",
    re.S,
)
_ASCII = {
    "=>": ("imply", "=>"),
    "<=>": ("imply", "<=>"),
    "<=": ("relation", "<="),
    ">=": ("relation", ">="),
    "->": ("relation", "to"),
    "==": ("relation", "="),
}
_TRANSPOSE_ATTRIBUTE = re.compile(r"\.T(?![A-Za-z0-9])")
_DOUBLED_COMMAND = re.compile(r"\\\\([A-Za-z]{2,})")
_SINGLE_COMMAND = re.compile(r"(?<!\\)(?:\\\\)*\\[A-Za-z]")
_GROUP = re.compile(r"[1-9][0-9]{0,2}")
_THIN_GROUPS = re.compile(r"(?:(?:\\,|\\thinspace\s|[\u2009\u202f])\s*[0-9]{3}(?![0-9]))+(?:\.[0-9]+)?")
"""`1\\,000`: thin spaces between groups of three digits."""
_REPEATING = re.compile(r"\s*\\(?:overline|bar|dot|widebar|mathring|overbracket)(?![A-Za-z])\s*\{?\s*[0-9]")
"""After the point of a decimal: digits that repeat, `0.\\overline{3}`, `0.1\\dot 6`."""
_REPEATING_IN_BRACKETS = re.compile(r"\.\([0-9]+\)")
_DOT_BETWEEN = re.compile(r"(?<=[A-Za-z0-9)\]}])\.(?=[A-Za-z])")
_SCIENTIFIC = re.compile(r"[eE][+-]?[0-9]+(?![A-Za-z0-9^_])")
MAX_DIGITS = 500
"""A longer number is refused: whoever works with it would be busy with its digits alone."""
MAX_DIAGNOSTICS = 20
"""After so many errors a formula is not read on."""

Row = Callable[["Scanner", str, int, int, int], int]
"""Reads what begins with a command (or a run) from `start` to `end`, not past `stop`; returns where it ends."""


class Stop(Exception):
    """Nothing after this can be read."""


@dataclass(eq=False, repr=False)
class Scanner:
    """The state of one run; `place` is the span of the macro call being expanded, if one is."""

    text: str
    macros: Macros
    skips: Mapping[int, int]
    special: Mapping[str, Row]
    tokens: list[Token] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    place: tuple[int, int] | None = None
    depth: int = 0
    expanded: int = 0
    braces: list[str] = field(default_factory=list)
    doubled: bool = False
    escaped: set[int] = field(default_factory=set)

    # -- giving out -----------------------------------------------------------------------------------

    def emit(self, kind: str, value: str, start: int, end: int) -> None:
        if self.place is not None:
            start, end = self.place
        self.tokens.append(Token(kind, value, start, end))

    def refuse(self, code: str, message: str, start: int, end: int, help: str | None = None) -> None:
        if self.place is not None:
            start, end = self.place
        self.diagnostics.append(Diagnostic(code, message, Span(start, end), help=help))
        if len(self.diagnostics) >= MAX_DIAGNOSTICS:
            raise Stop

    def warn(self, code: str, message: str, start: int, end: int) -> None:
        if self.place is not None:
            start, end = self.place
        self.diagnostics.append(Diagnostic(code, message, Span(start, end), "warning"))

    # -- the loop -------------------------------------------------------------------------------------

    def scan(self, here: int, stop: int) -> None:
        """Read `text[here:stop]`."""
        match_at = _SCANNER.match
        rows = ROWS
        skips = self.skips
        text = self.text
        self.doubled = "\\\\" in text[here:stop] and self.is_doubled(text[here:stop]) if self.place is None else self.doubled
        while here < stop:
            if skips and here in skips and self.place is None:
                here = skips[here]
                continue
            match = match_at(text, here, stop)
            assert match is not None  # the last alternative takes any character
            kind = match.lastgroup
            assert kind is not None
            end = match.end()
            if kind == "space":
                if skips and self.place is None:
                    end = next((k for k in range(here + 1, end) if k in skips), end)
                here = end
                continue
            here = rows[kind](self, match.group(), here, end, stop)

    # -- rows of the scanner --------------------------------------------------------------------------

    def letters(self, run: str, start: int, end: int, stop: int) -> int:
        if len(run) == 1:
            self.emit("id", run, start, end)
            return end
        context = self.braces[-1] if self.braces else ""
        if (
            context == "_"
            and end < stop
            and self.text[end] == "-"
            and (name := HYPHENATED.match(self.text, start, stop)) is not None
        ):
            self.emit("word", name.group(), start, name.end())
            return name.end()
        after_words = bool(self.tokens) and self.tokens[-1].kind == "words"
        alone, sort = classify_run(run, context, self.text, start, end, stop, after_words)
        if self.place is not None:
            for letter in run[:alone]:
                self.emit("id", letter, start, end)
        else:
            append = self.tokens.append
            for k in range(alone):
                append(Token("id", run[k], start + k, start + k + 1))
        if sort == "letters":
            return end
        word = run[alone:]
        if sort == "words":
            self.typed_prose(word, start, end)
        elif word in table.EXTREMUM_WORDS:
            self.emit("extremum", table.EXTREMUM_WORDS[word], start + alone, end)
        elif word == "lim":
            self.emit("command", "lim", start + alone, end)
        else:
            self.emit(sort, word, start + alone, end)
        return end

    def typed_prose(self, word: str, start: int, end: int) -> None:
        """A word of prose; words in a row (and a hyphen or an article between them) are one token."""
        k = len(self.tokens) - 1
        while (
            k >= 0
            and self.tokens[k].kind in ("id", "sum")
            and self.tokens[k].value in ("a", "-")
            and k > 0
            and self.tokens[k - 1].kind in ("words", "word")
        ):
            k -= 1
        last = self.tokens[k] if k >= 0 else None
        if last is not None and last.kind == "words" and self.place is None:
            del self.tokens[k:]
            self.tokens.append(Token("words", "", last.start, end))
        else:
            self.emit("words", word, start, end)

    def number(self, digits: str, start: int, end: int, stop: int) -> int:
        """A decimal number. *Refuses* what is written with digits and is none: `0.\\overline 3`, `1e3`."""
        if _GROUP.fullmatch(digits) and (groups := _THIN_GROUPS.match(self.text, end, stop)) is not None:
            end = groups.end()
            digits += "".join(c for c in groups.group() if c in "0123456789.")
        point = end if "." in digits else end + self.text.startswith(".", end, stop)
        repeated = _REPEATING.match(self.text, point, stop) if "." in self.text[start:point] else None
        repeated = repeated or _REPEATING_IN_BRACKETS.match(self.text, end, stop)
        if repeated is not None:
            self.refuse("repeating-decimal", "a repeating decimal is not read", start, repeated.end(), "write a fraction")
            return end
        power = _SCIENTIFIC.match(self.text, end, stop)
        if power is not None:
            text = Message(
                "`{}` can be read in two ways: a power of ten and a product with a letter", self.text[start : power.end()]
            )
            self.refuse("ambiguous-number", text, start, power.end(), "write `\\cdot 10^{…}`, or a sign of multiplication")
            return power.end()
        self.number_of(digits.replace("{,}", ""), start, end)
        return end

    def number_of(self, digits: str, start: int, end: int) -> None:
        """*Refuses* a number of very many digits."""
        if len(digits) > MAX_DIGITS:
            self.refuse(
                "number-too-long",
                Message("a number of {} digits, more than {} are not read", len(digits), MAX_DIGITS),
                start,
                end,
            )
        else:
            self.emit("num", digits, start, end)

    def dots(self, run: str, start: int, end: int, stop: int) -> int:
        self.emit("range" if run == ".." else "dots", "", start, end)
        return end

    def define(self, run: str, start: int, end: int, stop: int) -> int:
        self.emit("relation", "def", start, end)
        return end

    def ascii(self, run: str, start: int, end: int, stop: int) -> int:
        self.emit(*_ASCII[run], start, end)
        return end

    def comment(self, run: str, start: int, end: int, stop: int) -> int:
        return end

    def hanzi(self, run: str, start: int, end: int, stop: int) -> int:
        self.emit("text", run, start, end)
        return end

    def sub(self, run: str, start: int, end: int, stop: int) -> int:
        return self.small("_", table.SUBSCRIPTS, run, start, end)

    def sup(self, run: str, start: int, end: int, stop: int) -> int:
        return self.small("^", table.SUPERSCRIPTS, run, start, end)

    def small(self, sign: str, meaning: Mapping[str, str], run: str, start: int, end: int) -> int:
        """A run of Unicode scripts: the same tokens as its TeX form, the braces without width."""
        self.emit(sign, sign, start, start)
        self.emit("open", "{", start, start)
        for k, character in enumerate(run):
            plain = meaning[character]
            if (
                plain.isdigit()
                and k
                and self.tokens[-1].kind == "num"
                and self.tokens[-1].end == start + k
                and self.place is None
            ):
                last = self.tokens.pop()
                self.number_of(last.value + plain, last.start, start + k + 1)
            else:
                self.emit(*plain_sign(plain), start + k, start + k + 1)
        self.emit("close", "}", end, end)
        return end

    def other(self, character: str, start: int, end: int, stop: int) -> int:
        if character == ".":
            attribute = _TRANSPOSE_ATTRIBUTE.match(self.text, start, stop)
            if (
                attribute is not None
                and self.tokens
                and self.tokens[-1].kind in ("id", "word", "close", "transpose")
                and self.tokens[-1].end == start
            ):
                self.emit("transpose", "", start, attribute.end())
                return attribute.end()
            if _DOT_BETWEEN.match(self.text, start, stop) is not None:
                self.refuse("unexpected-token", "a full stop between two symbols is no sign of multiplication", start, end)
                return end
        elif character == "!" and self.text.startswith("=", end) and start and self.text[start - 1].isspace():
            self.emit("relation", "!=", start, end + 1)  # `x != y`, but `n!=1` is a factorial
            return end + 1
        row = CHARACTERS.get(character)
        if row is not None:
            self.emit(*row, start, end)
            if row[0] == "open" and row[1] == "{":
                self.open_brace()
            elif row[0] == "close" and row[1] == "}" and self.braces:
                self.braces.pop()
            return end
        return self.rare(character, start, end)

    def open_brace(self) -> None:
        """Note what a brace belongs to: a script, a font, or nothing that changes the reading of letters."""
        before = self.tokens[-2].kind if len(self.tokens) > 1 else ""
        self.braces.append(before if before in ("_", "^", "font") else "")

    def rare(self, character: str, start: int, end: int) -> int:
        if character in table.INVISIBLE:
            return end
        if character in "$":
            return end
        if character in table.COMBINING_ACCENTS:
            self.emit("combining", table.COMBINING_ACCENTS[character], start, end)
            return end
        styled = table.styled_letter(character)
        if styled is not None:
            font, plain = styled
            plain = table.LETTERS.get(plain, plain)
            if font:
                self.emit("styled", f"{font} {plain}", start, end)
            else:
                self.emit("num" if plain.isdigit() else "id", plain, start, end)
            return end
        if character.isalpha():
            self.emit("id", character, start, end)
            return end
        if character in table.REORDERING:
            name = f"U+{ord(character):04X}"
            self.refuse(
                "invisible-character",
                Message("a character that changes the order in which text is shown ({})", name),
                start,
                end,
                "delete it",
            )
            return end
        shown = f"`{character}`" if character.isprintable() else "a character"
        self.refuse(
            "unknown-character", Message("{} (U+{}) has no meaning in a formula", shown, f"{ord(character):04X}"), start, end
        )
        return end

    # -- commands -------------------------------------------------------------------------------------

    def command(self, run: str, start: int, end: int, stop: int) -> int:
        name = run[1:]
        if name == "\\" and self.doubled:
            return self.doubled_command(start, end, stop)
        macro = self.macros.table.get(name) if self.macros.table else None
        if macro is not None:
            return self.call(macro, start, end, stop)
        special = self.special.get(name)
        if special is not None:
            return special(self, name, start, end, stop)
        row = COMMANDS.get(name)
        if row is not None:
            self.emit(*row, start, end)
            return end
        if name in table.SPACES:
            return end
        if name == "":
            self.refuse("unexpected-token", "the formula ends with a lone backslash", start, end)
            return end
        self.refuse(
            "unknown-macro",
            Message("`\\{}` is neither a command that is known here nor a macro that the document defines", name),
            start,
            end,
            self.near(name),
        )
        return end

    def doubled_command(self, start: int, end: int, stop: int) -> int:
        """`\\\\frac` in a document whose backslashes are doubled throughout."""
        word = re.compile(r"[A-Za-z]+|[{}|,;!]|\\\\").match(self.text, end, stop)
        if word is None or word.group() == "\\\\":
            self.emit("row", "", start, end if word is None else word.end())
            return end if word is None else word.end()
        self.doubled = False
        here = self.command("\\" + word.group(), start, word.end(), stop)
        self.doubled = True
        return here

    def call(self, macro: Macro, start: int, end: int, stop: int) -> int:
        """Read what a macro's call stands for; every token of it carries the place of the call."""
        try:
            body, here = expand(macro, self.text, end, stop)
        except Unexpandable:
            self.refuse(
                "missing-argument",
                Message("`\\{}` takes {} {}, and fewer follow", macro.name, macro.arity, "argument" + "s" * (macro.arity != 1)),
                start,
                end,
            )
            return end
        self.depth += 1
        self.expanded += len(body)
        outer = self.place
        if outer is None:
            self.place = (start, here)
        if self.depth > MAX_EXPANSION_DEPTH:
            self.refuse(
                "macro-loop",
                Message(
                    "expanding `\\{}` does not end: after {} rounds there is still a macro to expand",
                    macro.name,
                    MAX_EXPANSION_DEPTH,
                ),
                start,
                here,
            )
            raise Stop
        if self.expanded > MAX_EXPANDED_CHARACTERS:
            self.refuse(
                "macro-too-big",
                Message("the macros of this formula expand to more than {} characters", MAX_EXPANDED_CHARACTERS),
                start,
                here,
            )
            raise Stop
        text, self.text = self.text, body
        self.scan(0, len(body))
        self.text, self.place = text, outer
        self.depth -= 1
        return here

    # -- what is known --------------------------------------------------------------------------------

    def is_doubled(self, text: str) -> bool:
        """Whether every backslash before a letter is doubled (a document escaped twice)."""
        if _SINGLE_COMMAND.search(text) is not None:
            return False
        return any(w in COMMANDS or w in self.special for w in _DOUBLED_COMMAND.findall(text))

    def near(self, name: str) -> str | None:
        """Advice: the nearest command that is known, if one is one edit away."""
        known = [k for k in (*COMMANDS, *self.special) if abs(len(k) - len(name)) <= 1 and len(k) > 2 and _one_edit(k, name)]
        return Message("did you mean `\\{}`?", min(known)) if known else None


def _one_edit(a: str, b: str) -> bool:
    if len(a) > len(b):
        a, b = b, a
    k = 0
    while k < len(a) and a[k] == b[k]:
        k += 1
    if len(a) == len(b):
        return a[k + 1 :] == b[k + 1 :] or (a[k : k + 2] == b[k : k + 2][::-1] and a[k + 2 :] == b[k + 2 :])
    return a[k:] == b[k + 1 :]


ROWS: Mapping[str, Row] = {
    "letters": Scanner.letters,
    "number": Scanner.number,
    "dots": Scanner.dots,
    "define": Scanner.define,
    "ascii": Scanner.ascii,
    "comment": Scanner.comment,
    "hanzi": Scanner.hanzi,
    "sub": Scanner.sub,
    "sup": Scanner.sup,
    "other": Scanner.other,
    "command": Scanner.command,
}
"""By kind of stretch."""
