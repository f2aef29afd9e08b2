"""Formulas to tokens: TeX's rules for what a sign is, Unicode's letters, exact places.

`lex` is total: what cannot be read becomes a diagnostic at its place, and the tokens around it are
still there. Spaces, sizes and comments leave no token; every other character belongs to exactly one,
except that tokens from a macro all carry the place of the call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.read import characters as table
from symproofs.read.macros import (
    MAX_EXPANDED_CHARACTERS,
    MAX_EXPANSION_DEPTH,
    Macro,
    Macros,
    Unexpandable,
    argument_end,
    definition_at,
    definition_match,
    expand,
)
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
_ROW_SPACE = re.compile(r"\*?\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex|mm|cm|in|mu|\\baselineskip|\\jot)\s*\]")
_SIMPLE_GROUP = re.compile(r"\s*\{([^{}\\$]*)\}")
_DELIMITER = re.compile(r"\s*(\\[A-Za-z]+|\\.|[^\s])", re.S)
_SIZE = re.compile(r"(?:big|Big|bigg|Bigg)([lrm]?)")
_ENVIRONMENT = re.compile(r"\s*\{\s*([A-Za-z]+)\*?\s*\}")
_RELATION_ABOVE = re.compile(r"\\?(?P<sign>\\[A-Za-z]+|[^\\\s{}])\s*$")
_SWITCHES = frozenset({"rm", "sf", "it", "tt"})
_SWITCHED = re.compile(r"\s+([A-Za-z]{2,})(?=\s*\})")
"""The word after a font that is switched on (`{\\rm max}`)."""
_DOUBLED_COMMAND = re.compile(r"\\\\([A-Za-z]{2,})")
_SINGLE_COMMAND = re.compile(r"(?<!\\)(?:\\\\)*\\[A-Za-z]")
MAX_DIAGNOSTICS = 20
"""After so many errors a formula is not read on."""


@dataclass(frozen=True)
class Lexed:
    """The tokens of a formula, an `eof` token last, and what could not be read."""

    tokens: tuple[Token, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def lex(source: Source, span: Span, *, skips: Sequence[Span] = (), macros: Macros | None = None) -> Lexed:
    """The tokens of the stretch `span`, stepping over `skips` (prefixes of quoted lines)."""
    scanner = _Scanner(source.text, macros or Macros(), {s.start: s.end for s in skips})
    try:
        scanner.scan(span.start, span.end)
    except _Stop:
        pass
    scanner.tokens.append(Token("eof", "", span.end, span.end))
    return Lexed(tuple(scanner.tokens), tuple(scanner.diagnostics))


class _Stop(Exception):
    """Nothing after this can be read."""


@dataclass
class _Scanner:
    """The state of one run; `place` is the span of the macro call being expanded, if one is."""

    text: str
    macros: Macros
    skips: Mapping[int, int]
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
            raise _Stop

    def warn(self, code: str, message: str, start: int, end: int) -> None:
        if self.place is not None:
            start, end = self.place
        self.diagnostics.append(Diagnostic(code, message, Span(start, end), "warning"))

    # -- the loop -------------------------------------------------------------------------------------

    def scan(self, here: int, stop: int) -> None:
        """Read `text[here:stop]`."""
        match_at = _SCANNER.match
        rows = _ROWS
        skips = self.skips
        text = self.text
        self.doubled = "\\\\" in text[here:stop] and is_doubled(text[here:stop]) if self.place is None else self.doubled
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
        if context == "_" and end < stop and self.text[end] == "-" and (name := HYPHENATED.match(self.text, start, stop)) is not None:
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
        while k >= 0 and self.tokens[k].kind in ("id", "sum") and self.tokens[k].value in ("a", "-") and k > 0 and self.tokens[k - 1].kind in ("words", "word"):
            k -= 1
        last = self.tokens[k] if k >= 0 else None
        if last is not None and last.kind == "words" and self.place is None:
            del self.tokens[k:]
            self.tokens.append(Token("words", "", last.start, end))
        else:
            self.emit("words", word, start, end)

    def number(self, digits: str, start: int, end: int, stop: int) -> int:
        self.emit("num", digits.replace("{,}", ""), start, end)
        return end

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
        self.emit(sign, "", start, start)
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
                self.tokens.append(Token("num", last.value + plain, last.start, start + k + 1))
            else:
                self.emit(*_plain(plain), start + k, start + k + 1)
        self.emit("close", "}", end, end)
        return end

    def other(self, character: str, start: int, end: int, stop: int) -> int:
        if character == ".":
            attribute = _TRANSPOSE_ATTRIBUTE.match(self.text, start, stop)
            if (
                attribute is not None
                and self.tokens
                and self.tokens[-1].kind in ("id", "word", "close")
                and self.tokens[-1].end == start
            ):
                self.emit("transpose", "", start, attribute.end())
                return attribute.end()
        elif character == "!" and self.text.startswith("=", end) and start and self.text[start - 1].isspace():
            self.emit("relation", "!=", start, end + 1)  # `x != y`, but `n!=1` is a factorial
            return end + 1
        row = _CHARACTERS.get(character)
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
                f"a character that changes the order in which text is shown ({name})",
                start,
                end,
                "delete it",
            )
            return end
        shown = f"`{character}`" if character.isprintable() else "a character"
        self.refuse("unknown-character", f"{shown} (U+{ord(character):04X}) has no meaning in a formula", start, end)
        return end

    # -- commands -------------------------------------------------------------------------------------

    def command(self, run: str, start: int, end: int, stop: int) -> int:
        name = run[1:]
        if name == "\\" and self.doubled:
            return self.doubled_command(start, end, stop)
        macro = self.macros.table.get(name) if self.macros.table else None
        if macro is not None:
            return self.call(macro, start, end, stop)
        row = _COMMANDS.get(name)
        if row is not None:
            self.emit(*row, start, end)
            return end
        special = _SPECIAL.get(name)
        if special is not None:
            return special(self, name, start, end, stop)
        if name in table.SPACES:
            return end
        size = _SIZE.fullmatch(name)
        if size is not None:
            return self.sized({"l": "open", "r": "close"}.get(size.group(1), "neutral"), start, end, stop)
        if name == "":
            self.refuse("unexpected-token", "the formula ends with a lone backslash", start, end)
            return end
        self.refuse(
            "unknown-macro",
            f"`\\{name}` is neither a command that is known here nor a macro that the document defines",
            start,
            end,
            _near(name),
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
                f"`\\{macro.name}` takes {macro.arity} argument{'s' * (macro.arity != 1)}, and fewer follow",
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
                f"expanding `\\{macro.name}` does not end: after {MAX_EXPANSION_DEPTH} rounds there is still a macro to expand",
                start,
                here,
            )
            raise _Stop
        if self.expanded > MAX_EXPANDED_CHARACTERS:
            self.refuse(
                "macro-too-big",
                f"the macros of this formula expand to more than {MAX_EXPANDED_CHARACTERS} characters",
                start,
                here,
            )
            raise _Stop
        text, self.text = self.text, body
        self.scan(0, len(body))
        self.text, self.place = text, outer
        self.depth -= 1
        return here

    def define_macro(self, name: str, start: int, end: int, stop: int) -> int:
        match = definition_match(self.text, start, stop)
        found = definition_at(self.text, match) if match is not None else None
        if found is None or found[1] > stop:
            self.refuse(
                "missing-argument", f"this `\\{name}` defines nothing: a name and a text in braces are expected", start, end
            )
            raise _Stop
        macro, here = found
        self.macros = Macros({**self.macros.table, macro.name: macro})
        return here

    def row(self, name: str, start: int, end: int, stop: int) -> int:
        if end < stop and self.text[end] in "{}" and self.escaped_brace(start, end, stop):
            return end + 1
        space = _ROW_SPACE.match(self.text, end, stop)
        end = space.end() if space is not None else end
        self.emit("row", "", start, end)
        return end

    def escaped_brace(self, start: int, end: int, stop: int) -> bool:
        """`\\\\{ … \\\\}` in a text escaped twice: braces that show, if both are written so."""
        if self.text[end] == "{":
            after = argument_end(self.text, end, min(stop, end + 2000))
            if after is None or self.text[after - 3 : after - 1] != "\\\\":
                return False
            self.escaped.add(after - 1)
            self.emit("open", "\\{", start, end + 1)
            return True
        if end in self.escaped:
            self.emit("close", "\\}", start, end + 1)
            return True
        return False

    def sized_command(self, name: str, start: int, end: int, stop: int) -> int:
        return self.sized({"left": "open", "right": "close", "middle": "middle"}[name], start, end, stop)

    def sized(self, way: str, start: int, end: int, stop: int) -> int:
        """`\\left(`, `\\bigr|`: a delimiter whose direction may be said."""
        match = _DELIMITER.match(self.text, end, stop)
        if match is None:
            self.refuse("missing-argument", "a delimiter is expected here", start, end)
            return end
        sign, here = match.group(1), match.end()
        if sign == "\\\\" and self.text[here : here + 1] in ("{", "}", "|"):  # `\left\\{` in a text escaped twice
            sign, here = "\\" + self.text[here], here + 1
        bare = sign[1:] if sign.startswith("\\") else sign
        if sign == ".":
            self.emit(way if way in ("open", "close") else "quad", ".", start, here)
        elif sign in table.BARS:
            bar = table.BARS[sign]
            if way in ("open", "close"):
                self.emit(way, "|" if bar == "∣" else bar, start, here)
            else:
                self.emit("bar", "∣" if way == "middle" and bar == "|" else bar, start, here)
        elif sign in table.OPENING or (sign.startswith("\\") and bare in table.OPENING_COMMANDS):
            bracket = table.OPENING.get(sign) or table.OPENING_COMMANDS[bare]
            self.emit("open", bracket, start, here)
        elif sign in table.CLOSING or (sign.startswith("\\") and bare in table.CLOSING_COMMANDS):
            bracket = table.CLOSING.get(sign) or table.CLOSING_COMMANDS[bare]
            self.emit("close", bracket, start, here)
        elif sign in "<>" and way != "neutral":
            self.emit(way, "⟨" if way == "open" else "⟩", start, here)
        elif sign in ("/", "\\backslash"):
            self.emit("product", "/", start, here)
        elif way == "neutral":
            return end  # a size before something that is no delimiter
        else:
            self.refuse("unexpected-token", f"`{sign}` is no delimiter", match.start(1), here)
            return here
        return here

    def text_command(self, name: str, start: int, end: int, stop: int) -> int:
        """`\\text{…}`: one word, or prose, with formulas inside it where `$` says so."""
        simple = _SIMPLE_GROUP.match(self.text, end, stop)
        if simple is not None:
            self.prose(simple.group(1), start, simple.end())
            return simple.end()
        here = argument_end(self.text, end, stop)
        if here is None:
            self.refuse("missing-argument", f"`\\{name}` is not followed by a text in braces that ends", start, end)
            raise _Stop
        inner_start, inner_end = end, here
        while inner_start < inner_end and self.text[inner_start].isspace():
            inner_start += 1
        if self.text[inner_start] == "{":
            inner_start, inner_end = inner_start + 1, inner_end - 1
        pieces = re.split(r"(?<!\\)\$", self.text[inner_start:inner_end])
        if len(pieces) == 1 or len(pieces) % 2 == 0:
            self.prose(_plain_text(self.text[inner_start:inner_end]), start, here)
            return here
        place = inner_start
        for k, piece in enumerate(pieces):
            if k % 2:
                self.scan(place, place + len(piece))
            elif piece.strip():
                self.prose(_plain_text(piece), place if k else start, place + len(piece))
            place += len(piece) + 1
        return here

    def prose(self, words: str, start: int, end: int) -> None:
        words = " ".join(words.split())
        if len(words) == 1 and words.isascii() and words.isalpha():
            self.emit(*(("upright-d", "") if words == "d" else ("styled", f"rm {words}")), start, end)
        elif words:
            self.emit("text", words, start, end)

    def name_command(self, name: str, start: int, end: int, stop: int) -> int:
        """`\\operatorname{…}`: one name, spaces and fonts inside it dropped."""
        if self.text.startswith("*", end):
            end += 1
        here = argument_end(self.text, end, stop)
        if here is None:
            self.refuse("missing-argument", f"`\\{name}` is not followed by a name in braces", start, end)
            raise _Stop
        inside = _plain_text(self.text[end:here].strip().removeprefix("{").removesuffix("}"))
        word = re.sub(r"\s+", "" if " " not in inside.strip() or inside.startswith("arg") else " ", inside.strip())
        if word in table.EXTREMUM_WORDS:
            self.emit("extremum", table.EXTREMUM_WORDS[word], start, here)
        elif word == "d":
            self.emit("upright-d", "", start, here)
        elif word == "lim":
            self.emit("command", "lim", start, here)
        elif word:
            self.emit("word", word, start, here)
        else:
            self.refuse("missing-argument", f"`\\{name}` has an empty name", start, here)
        return here

    def font_command(self, name: str, start: int, end: int, stop: int) -> int:
        """`\\mathrm{Var}` is a word, `\\mathrm d` a differential's d, everything else a font."""
        font = table.FONTS[name]
        if font in ("rm", "sf", "") or name in ("rm", "sf", "it"):
            simple = _SIMPLE_GROUP.match(self.text, end, stop)
            if simple is None and name in _SWITCHES:
                simple = _SWITCHED.match(self.text, end, stop)
            word = simple.group(1).strip() if simple is not None else ""
            if simple is not None and len(word) > 1 and word[0].isalpha() and not word.isdigit():
                if word in table.EXTREMUM_WORDS:
                    self.emit("extremum", table.EXTREMUM_WORDS[word], start, simple.end())
                else:
                    self.emit("word", word, start, simple.end())
                return simple.end()
            single = re.compile(r"\s*(?:\{\s*d\s*\}|d(?![A-Za-z])|(?<=\s)d|d(?=[A-Za-z]))").match(self.text, end, stop)
            if single is not None and font == "rm":
                self.emit("upright-d", "", start, single.end())
                return single.end()
        self.emit("font", font, start, end)
        return end

    def environment(self, name: str, start: int, end: int, stop: int) -> int:
        match = _ENVIRONMENT.match(self.text, end, stop)
        if match is None:
            self.refuse("missing-argument", f"`\\{name}` is not followed by the name of an environment in braces", start, end)
            raise _Stop
        word, here = match.group(1), match.end()
        if name == "begin":
            if word in table.COLUMN_ARGUMENT:
                optional = re.compile(r"\s*\[[a-z]\]").match(self.text, here, stop)
                here = optional.end() if optional is not None else here
                if re.compile(r"\s*\{").match(self.text, here, stop):
                    here = argument_end(self.text, here, stop) or here
            else:
                optional = re.compile(r"\s*\[[a-z]\]").match(self.text, here, stop)
                here = optional.end() if optional is not None else here
        self.emit(name, word, start, here)
        return here

    def skipped_with_argument(self, name: str, start: int, end: int, stop: int) -> int:
        if self.text.startswith("*", end):
            end += 1
        return argument_end(self.text, end, stop) or end

    def label(self, name: str, start: int, end: int, stop: int) -> int:
        if self.text.startswith("*", end):
            end += 1
        here = argument_end(self.text, end, stop)
        if here is None:
            self.refuse("missing-argument", f"`\\{name}` is not followed by a label in braces", start, end)
            raise _Stop
        value = self.text[end:here].strip().removeprefix("{").removesuffix("}")
        self.emit("label", value.replace("$", "").strip(), start, here)
        return here

    def reference(self, name: str, start: int, end: int, stop: int) -> int:
        here = argument_end(self.text, end, stop)
        here = here if here is not None else end
        self.emit("text", self.text[start:here], start, here)
        return here

    def stacked(self, name: str, start: int, end: int, stop: int) -> int:
        """`\\overset{…}{=}`: a relation with something written above it is that relation; `def` or `△` above `=` defines."""
        middle = argument_end(self.text, end, stop)
        here = argument_end(self.text, middle, stop) if middle is not None else None
        if middle is None or here is None:
            self.refuse("missing-argument", f"`\\{name}` takes two arguments, and fewer follow", start, end)
            raise _Stop
        above, sign = self.text[end:middle], self.text[middle:here].strip().removeprefix("{").removesuffix("}").strip()
        row = _CHARACTERS.get(sign) or _COMMANDS.get(sign[1:] if sign.startswith("\\") else "")
        if row is not None and row[0] in ("relation", "imply"):
            defines = row[1] == "=" and re.search(r"def|\\triangle|\\Delta|△|定义", above) is not None
            distributed = "iid" in above.replace(".", "").replace(" ", "").lower()
            self.emit(row[0], "def" if defines else "dist" if distributed and row[1] == "~" else row[1], start, here)
            return here
        if row is not None and row[0] in ("sum", "product", "combine", "dots"):
            self.emit(*row, start, here)
            return here
        argmin = _plain_text(sign).strip().replace(" ", "")
        if name == "underset" and argmin in table.EXTREMUM_WORDS:
            self.emit("extremum", table.EXTREMUM_WORDS[argmin], start, here)
            self.emit_script("_", end, middle)
            return here
        self.refuse(
            "unknown-macro",
            f"`\\{name}` is understood over a relation or an operator only, and here it stands over `{sign[:20]}`",
            start,
            here,
        )
        return here

    def emit_script(self, sign: str, start: int, end: int) -> None:
        self.emit(sign, "", start, start)
        self.scan(start, end)

    def long_arrow(self, name: str, start: int, end: int, stop: int) -> int:
        """`\\xrightarrow{P}`, `\\xlongequal{…}`: a relation with a text above it."""
        optional = re.compile(r"\s*\[[^\]]*\]").match(self.text, end, stop)
        here = argument_end(self.text, optional.end() if optional is not None else end, stop) or end
        kind, value = _LONG[name]
        self.emit(kind, value, start, here)
        return here

    def negation(self, name: str, start: int, end: int, stop: int) -> int:
        """`\\not` strikes out the relation after it."""
        match = _DELIMITER.match(self.text, end, stop)
        sign = match.group(1) if match is not None else ""
        row = _CHARACTERS.get(sign) or _COMMANDS.get(sign[1:] if sign.startswith("\\") else "")
        if match is None or row is None or row[0] != "relation":
            self.refuse("unexpected-token", "`\\not` strikes out a relation, and none follows", start, end)
            return end
        opposite = table.NEGATIONS.get(row[1])
        self.emit("relation" if opposite is not None else "negated", opposite or row[1], start, match.end())
        return match.end()

    def text_sign(self, name: str, start: int, end: int, stop: int) -> int:
        self.emit("text", "QED", start, end)
        return end

    def ignored_environment_argument(self, name: str, start: int, end: int, stop: int) -> int:
        return end

    def escaped_sign(self, name: str, start: int, end: int, stop: int) -> int:
        """`\\_` and `\\*`: in a formula these come from Markdown's escapes."""
        self.warn("doubled-escape", f"`\\{name}` is read as `{name}`", start, end)
        self.emit(*_CHARACTERS[name], start, end)
        return end


def is_doubled(text: str) -> bool:
    """Whether every backslash before a letter is doubled (a document escaped twice)."""
    return _SINGLE_COMMAND.search(text) is None and any(w in _KNOWN for w in _DOUBLED_COMMAND.findall(text))


def _plain(character: str) -> tuple[str, str]:
    """The token of a character that stands in a Unicode script."""
    if character.isdigit():
        return "num", character
    if character == "⊤":
        return "command", "top"
    return _CHARACTERS.get(character) or ("id", character)


def _plain_text(text: str) -> str:
    """A text's words: spacing commands become spaces, font commands and braces go."""
    text = re.sub(r"\\[,;:! >]|\\(?:quad|qquad)(?![A-Za-z])|~", " ", text)
    text = re.sub(r"\\[A-Za-z]+\*?\s*", "", text) if re.search(r"\\(?:math|text|rm|bf|it|limits)", text) else text
    return text.replace("{", "").replace("}", "")


def _near(name: str) -> str | None:
    """The nearest command that is known, if one is one edit away."""
    known = [k for k in _KNOWN if abs(len(k) - len(name)) <= 1 and len(k) > 2 and _one_edit(k, name)]
    return f"did you mean `\\{min(known)}`?" if known else None


def _one_edit(a: str, b: str) -> bool:
    if len(a) > len(b):
        a, b = b, a
    k = 0
    while k < len(a) and a[k] == b[k]:
        k += 1
    if len(a) == len(b):
        return a[k + 1 :] == b[k + 1 :] or (a[k : k + 2] == b[k : k + 2][::-1] and a[k + 2 :] == b[k + 2 :])
    return a[k:] == b[k + 1 :]


def _rows(kind: str, meanings: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {sign: (kind, value) for sign, value in meanings.items()}


_CHARACTERS: dict[str, tuple[str, str]] = {
    **_rows("id", table.LETTERS),
    **_rows("relation", table.RELATION_CHARACTERS),
    **_rows("imply", table.IMPLICATION_CHARACTERS),
    **_rows("sum", table.SUM_CHARACTERS),
    **_rows("product", table.PRODUCT_CHARACTERS),
    **_rows("combine", table.COMBINING_CHARACTERS),
    **_rows("big", table.BIG_CHARACTERS),
    **_rows("integral", table.INTEGRAL_CHARACTERS),
    **_rows("open", table.OPENING),
    **_rows("close", table.CLOSING),
    **_rows("bar", {sign: bar for sign, bar in table.BARS.items() if len(sign) == 1}),
    **{sign: (kind[0] if kind in ("''", "'''") else kind, kind) for sign, kind in table.PUNCTUATION.items()},
    ";": (",", ";"), "；": (",", ";"), "、": (",", ","), "，": (",", ","), ",": (",", ","),
    "∞": ("infinity", ""), "√": ("command", "sqrt"), "∀": ("command", "forall"), "∃": ("command", "exists"), "∄": ("command", "nexists"),
    "¬": ("command", "neg"), "∇": ("command", "nabla"), "⊤": ("command", "top"), "†": ("mark", "dagger"), "∵": ("because", ""), "∴": ("therefore", ""),
    "…": ("dots", ""), "⋯": ("dots", ""), "~": ("quad", "thin"), "□": ("text", "QED"), "∎": ("text", "QED"), "■": ("text", "QED"), "#": ("mark", "#"),
}  # fmt: skip

_COMMANDS: dict[str, tuple[str, str]] = {
    **_rows("id", table.LETTER_COMMANDS),
    **_rows("relation", table.RELATION_COMMANDS),
    **_rows("negated", table.NEGATED_COMMANDS),
    **_rows("imply", table.IMPLICATION_COMMANDS),
    **_rows("sum", table.SUM_COMMANDS),
    **_rows("product", table.PRODUCT_COMMANDS),
    **_rows("combine", table.COMBINING_COMMANDS),
    **_rows("big", table.BIG_COMMANDS),
    **_rows("integral", table.INTEGRAL_COMMANDS),
    **_rows("extremum", table.EXTREMUM_COMMANDS),
    **_rows("accent", table.ACCENTS),
    **_rows("open", table.OPENING_COMMANDS),
    **_rows("close", table.CLOSING_COMMANDS),
    **_rows("bar", {sign[1:]: bar for sign, bar in table.BARS.items() if len(sign) > 1}),
    **{name: ("function", name) for name in table.FUNCTION_COMMANDS},
    **{name: ("dots", "") for name in table.DOTS},
    **{name: ("quad", "") for name in table.QUADS},
    **{
        name: ("command", name)
        for name in "frac sqrt binom over choose atop nabla lim forall exists nexists neg lnot top intercal overbrace underbrace pmod boxed substack arg "
        "Re Im sideset bcancel".split()
        if name not in ("sideset", "bcancel")
    },
    "dfrac": ("command", "frac"), "tfrac": ("command", "frac"), "cfrac": ("command", "frac"), "nicefrac": ("command", "frac"), "sfrac": ("command", "frac"),
    "dbinom": ("command", "binom"), "tbinom": ("command", "binom"), "root": ("command", "root"), "fbox": ("command", "boxed"), "pod": ("command", "pmod"),
    "cancel": ("command", "boxed"), "underparen": ("command", "underbrace"),
    "infty": ("infinity", ""), "prime": ("'", "'"), "dagger": ("mark", "dagger"), "ddagger": ("mark", "ddagger"), "colon": (":", ":"),
    "because": ("because", ""), "therefore": ("therefore", ""), "newline": ("row", ""), "cr": ("row", ""), "tabularnewline": ("row", ""),
    "%": ("mark", "%"), "#": ("mark", "#"), "&": ("combine", "∧"), "$": ("mark", "$"), "S": ("mark", "§"),
    "R": ("styled", "bb R"), "N": ("styled", "bb N"), "Z": ("styled", "bb Z"), "Q": ("styled", "bb Q"), "reals": ("styled", "bb R"), "Reals": ("styled", "bb R"),
    "dd": ("upright-d", ""), "differentialD": ("upright-d", ""),
    "sgn": ("function", "sgn"), "tr": ("function", "tr"), "Tr": ("function", "tr"), "rank": ("function", "rank"), "diag": ("function", "diag"),
    "softmax": ("function", "softmax"), "sech": ("function", "sech"), "csch": ("function", "csch"), "arcsinh": ("function", "arcsinh"),
    "tg": ("function", "tan"), "ctg": ("function", "cot"), "arctg": ("function", "arctan"), "sh": ("function", "sinh"), "ch": ("function", "cosh"), "th": ("function", "tanh"),
    "triangle": ("id", "triangle"), "star": ("product", "*"), "bigstar": ("mark", "*"), "degree": ("mark", "degree"),
}  # fmt: skip
_COMMANDS.pop("bigcup@", None)

_LONG: dict[str, tuple[str, str]] = {
    "xrightarrow": ("relation", "to"), "xlongequal": ("relation", "="), "xequal": ("relation", "="), "xleftarrow": ("relation", "gets"),
    "xRightarrow": ("imply", "=>"), "xLeftrightarrow": ("imply", "<=>"), "xlongrightarrow": ("relation", "to"),
}  # fmt: skip

Row = Callable[["_Scanner", str, int, int, int], int]
_SPECIAL: dict[str, Row] = {
    "\\": _Scanner.row,
    "left": _Scanner.sized_command, "right": _Scanner.sized_command, "middle": _Scanner.sized_command,
    "begin": _Scanner.environment, "end": _Scanner.environment,
    "overset": _Scanner.stacked, "underset": _Scanner.stacked, "stackrel": _Scanner.stacked, "stackbin": _Scanner.stacked,
    "label": _Scanner.label, "tag": _Scanner.label,
    "not": _Scanner.negation,
    "_": _Scanner.escaped_sign, "*": _Scanner.escaped_sign, "^": _Scanner.escaped_sign, "=": _Scanner.escaped_sign, "-": _Scanner.escaped_sign,
    "+": _Scanner.escaped_sign, "/": _Scanner.escaped_sign, "<": _Scanner.escaped_sign,
    **{name: _Scanner.define_macro for name in ("newcommand", "renewcommand", "providecommand", "def", "gdef", "DeclareMathOperator", "DeclareRobustCommand", "let")},
    **{name: _Scanner.text_command for name in table.TEXT_COMMANDS if name != "fbox"},
    **{name: _Scanner.name_command for name in table.NAME_COMMANDS},
    **{name: _Scanner.font_command for name in table.FONTS},
    **{name: _Scanner.skipped_with_argument for name in table.ARGUMENT_SKIPPED},
    **{name: _Scanner.reference for name in table.REFERENCES},
    **{name: _Scanner.long_arrow for name in _LONG},
    **{name: _Scanner.text_sign for name in table.QED_COMMANDS},
}  # fmt: skip

_ROWS: dict[str, Row] = {
    name: getattr(_Scanner, name) for name in "letters number dots define ascii comment hanzi sub sup other command".split()
}
_KNOWN: frozenset[str] = frozenset(k for k in (*_COMMANDS, *_SPECIAL) if len(k) > 1)
