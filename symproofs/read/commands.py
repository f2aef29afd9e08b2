"""Commands that are more than a sign: texts, names, fonts, delimiters, environments, labels, stacked relations.

One command, one function, one row in `SPECIAL`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from symproofs.messages import Message
from symproofs.read import characters as table
from symproofs.read.macros import Macros, argument_end, definition_at, definition_match
from symproofs.read.scanner import Row, Scanner, Stop
from symproofs.read.sense_signs import sense_of
from symproofs.read.signs import CHARACTERS, COMMANDS

_ROW_SPACE = re.compile(r"\*?\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex|mm|cm|in|mu|\\baselineskip|\\jot)\s*\]")
_SIMPLE_GROUP = re.compile(r"\s*\{([^{}\\$]*)\}")
_DELIMITER = re.compile(r"\s*(\\[A-Za-z]+|\\.|[^\s])", re.S)
_ENVIRONMENT = re.compile(r"\s*\{\s*([A-Za-z]+)\*?\s*\}")
_SWITCHES = frozenset({"rm", "sf", "it", "tt"})
_SWITCHED = re.compile(r"\s+([A-Za-z]{2,})(?=\s*\})")


LONG_ARROWS: Mapping[str, tuple[str, str]] = {
    "xrightarrow": ("relation", "to"), "xlongequal": ("relation", "="), "xequal": ("relation", "="), "xleftarrow": ("relation",
    "gets"),
    "xRightarrow": ("imply", "=>"), "xLeftrightarrow": ("imply", "<=>"), "xlongrightarrow": ("relation", "to"),
}  # fmt: skip


def define_macro(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    match = definition_match(s.text, start, stop)
    found = definition_at(s.text, match) if match is not None else None
    if found is None or found[1] > stop:
        s.refuse(
            "missing-argument", Message("this `\\{}` defines nothing: a name and a text in braces are expected", name), start, end
        )
        raise Stop
    macro, here = found
    s.macros = Macros({**s.macros.table, macro.name: macro})
    return here


def row(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    if end < stop and s.text[end] in "{}" and escaped_brace(s, start, end, stop):
        return end + 1
    space = _ROW_SPACE.match(s.text, end, stop)
    end = space.end() if space is not None else end
    s.emit("row", "", start, end)
    return end


def sized_command(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\left(`, `\\bigr|`: a delimiter whose direction may be said."""
    way = {"left": "open", "right": "close", "middle": "middle"}.get(name) or {"l": "open", "r": "close"}.get(name[-1], "neutral")
    return sized(s, way, start, end, stop)


def text_command(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\text{…}`: one word, or prose, with formulas inside it where `$` says so."""
    simple = _SIMPLE_GROUP.match(s.text, end, stop)
    if simple is not None:
        prose(s, simple.group(1), start, simple.end())
        return simple.end()
    here = argument_end(s.text, end, stop)
    if here is None:
        s.refuse("missing-argument", Message("`\\{}` is not followed by a text in braces that ends", name), start, end)
        raise Stop
    inner_start, inner_end = end, here
    while inner_start < inner_end and s.text[inner_start].isspace():
        inner_start += 1
    if s.text[inner_start] == "{":
        inner_start, inner_end = inner_start + 1, inner_end - 1
    pieces = re.split(r"(?<!\\)\$", s.text[inner_start:inner_end])
    if len(pieces) == 1 or len(pieces) % 2 == 0:
        prose(s, plain_text(s.text[inner_start:inner_end]), start, here)
        return here
    place = inner_start
    for k, piece in enumerate(pieces):
        if k % 2:
            s.scan(place, place + len(piece))
        elif piece.strip():
            prose(s, plain_text(piece), place if k else start, place + len(piece))
        place += len(piece) + 1
    return here


def name_command(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\operatorname{…}`: one name, spaces and fonts inside it dropped."""
    if s.text.startswith("*", end):
        end += 1
    here = argument_end(s.text, end, stop)
    if here is None:
        s.refuse("missing-argument", Message("`\\{}` is not followed by a name in braces", name), start, end)
        raise Stop
    inside = plain_text(s.text[end:here].strip().removeprefix("{").removesuffix("}"))
    word = re.sub(r"\s+", "" if " " not in inside.strip() or inside.startswith("arg") else " ", inside.strip())
    if word in table.EXTREMUM_WORDS:
        s.emit("extremum", table.EXTREMUM_WORDS[word], start, here)
    elif word == "d":
        s.emit("upright-d", "", start, here)
    elif word in ("lim", "plim"):
        s.emit("command", word, start, here)
    elif word:
        s.emit("word", word, start, here)
    else:
        s.refuse("missing-argument", Message("`\\{}` has an empty name", name), start, here)
    return here


def font_command(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\mathrm{Var}` is a word, `\\mathrm d` a differential's d, everything else a font."""
    font = table.FONTS[name]
    if font in ("rm", "sf", "") or name in ("rm", "sf", "it"):
        simple = _SIMPLE_GROUP.match(s.text, end, stop)
        if simple is None and name in _SWITCHES:
            simple = _SWITCHED.match(s.text, end, stop)
        word = simple.group(1).strip() if simple is not None else ""
        if simple is not None and len(word) > 1 and word[0].isalpha() and not word.isdigit():
            if word in table.EXTREMUM_WORDS:
                s.emit("extremum", table.EXTREMUM_WORDS[word], start, simple.end())
            else:
                s.emit("word", word, start, simple.end())
            return simple.end()
        single = re.compile(r"\s*(?:\{\s*d\s*\}|d(?![A-Za-z])|(?<=\s)d|d(?=[A-Za-z]))").match(s.text, end, stop)
        if single is not None and font == "rm":
            s.emit("upright-d", "", start, single.end())
            return single.end()
    s.emit("font", font, start, end)
    return end


def environment(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    match = _ENVIRONMENT.match(s.text, end, stop)
    if match is None:
        s.refuse("missing-argument", Message("`\\{}` is not followed by the name of an environment in braces", name), start, end)
        raise Stop
    word, here = match.group(1), match.end()
    if name == "begin":
        if word in table.COLUMN_ARGUMENT:
            optional = re.compile(r"\s*\[[a-z]\]").match(s.text, here, stop)
            here = optional.end() if optional is not None else here
            if re.compile(r"\s*\{").match(s.text, here, stop):
                here = argument_end(s.text, here, stop) or here
        else:
            optional = re.compile(r"\s*\[[a-z]\]").match(s.text, here, stop)
            here = optional.end() if optional is not None else here
    s.emit(name, word, start, here)
    return here


def skipped_with_argument(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    if s.text.startswith("*", end):
        end += 1
    return argument_end(s.text, end, stop) or end


def label(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    if s.text.startswith("*", end):
        end += 1
    here = argument_end(s.text, end, stop)
    if here is None:
        s.refuse("missing-argument", Message("`\\{}` is not followed by a label in braces", name), start, end)
        raise Stop
    value = s.text[end:here].strip().removeprefix("{").removesuffix("}")
    s.emit("label", value.replace("$", "").strip(), start, here)
    return here


def page_break(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\displaybreak[0]`: nothing."""
    optional = re.compile(r"\s*\[[0-4]\]").match(s.text, end, stop)
    return optional.end() if optional is not None else end


def reference(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    here = argument_end(s.text, end, stop)
    here = here if here is not None else end
    s.emit("text", s.text[start:here], start, here)
    return here


def stacked(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\overset{…}{=}`: a relation with something written above it is that relation; `def` or `△` above `=` defines."""
    middle = argument_end(s.text, end, stop)
    here = argument_end(s.text, middle, stop) if middle is not None else None
    if middle is None or here is None:
        s.refuse("missing-argument", Message("`\\{}` takes two arguments, and fewer follow", name), start, end)
        raise Stop
    above, sign = s.text[end:middle], s.text[middle:here].strip().removeprefix("{").removesuffix("}").strip()
    row = CHARACTERS.get(sign) or COMMANDS.get(sign[1:] if sign.startswith("\\") else "")
    if row is not None and row[0] in ("relation", "imply"):
        defines = row[1] == "=" and re.search(r"def|\\triangle|\\Delta|△|定义", above) is not None
        distributed = "iid" in above.replace(".", "").replace(" ", "").lower()
        sense = sense_of(above)
        value = "def" if defines else "dist" if distributed and row[1] == "~" else row[1]
        value = sense if value == "to" else "=d" if value == "=" and sense == "to_d" else value
        s.emit(row[0], value, start, here)
        return here
    if row is not None and row[0] in ("sum", "product", "combine", "dots"):
        s.emit(*row, start, here)
        return here
    operator = sign.replace("\\", "").replace(" ", "").replace("limits", "").replace(",", "")
    if name == "underset" and operator in table.EXTREMUM_WORDS:
        s.emit("extremum", table.EXTREMUM_WORDS[operator], start, here)
        emit_script(s, "_", end, middle)
        return here
    if name == "underset" and (operator == "lim" or (row is not None and row[0] == "big")):
        s.emit(*(row or ("command", "lim")), start, here)
        emit_script(s, "_", end, middle)
        return here
    s.refuse(
        "unknown-macro",
        Message("`\\{}` is understood over a relation or an operator only, and here it stands over `{}`", name, sign[:20]),
        start,
        here,
    )
    return here


def long_arrow(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\xrightarrow{P}`, `\\xlongequal{…}`: a relation with a text above it."""
    optional = re.compile(r"\s*\[[^\]]*\]").match(s.text, end, stop)
    here = argument_end(s.text, optional.end() if optional is not None else end, stop) or end
    kind, value = LONG_ARROWS[name]
    if value == "to":
        value = next((v for v in map(sense_of, _BRACED.findall(s.text, end, here)) if v != "to"), value)
    s.emit(kind, value, start, here)
    return here


_BRACED = re.compile(r"[\[{]((?:[^\[\]{}]|\{[^{}]*\})*)[\]}]")


def arrow(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\to_p`, `\\rightarrow^{P}`: an arrow with a script that says in which sense something converges; else the arrow alone."""
    script = _SENSE_SCRIPT.match(s.text, end, stop)
    value = "to" if script is None else sense_of(script.group(1))
    if value == "to":
        script = None
    end = end if script is None else script.end()
    s.emit("relation", value, start, end)
    return end


_SENSE_SCRIPT = re.compile(r"\s*[_^]\s*(\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+\s*\{[^{}]*\}|[A-Za-z])")


def plim(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\plim`, a macro that many documents rely on."""
    s.emit("command", "plim", start, end)
    return end


def negation(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\not` strikes out the relation after it."""
    match = _DELIMITER.match(s.text, end, stop)
    sign = match.group(1) if match is not None else ""
    row = CHARACTERS.get(sign) or COMMANDS.get(sign[1:] if sign.startswith("\\") else "")
    if match is None or row is None or row[0] != "relation":
        s.refuse("unexpected-token", "`\\not` strikes out a relation, and none follows", start, end)
        return end
    opposite = table.NEGATIONS.get(row[1])
    s.emit("relation" if opposite is not None else "negated", opposite or row[1], start, match.end())
    return match.end()


def text_sign(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    s.emit("text", "QED", start, end)
    return end


def escaped_sign(s: Scanner, name: str, start: int, end: int, stop: int) -> int:
    """`\\_` and `\\*`: in a formula these come from Markdown's escapes."""
    s.warn("doubled-escape", Message("`\\{}` is read as `{}`", name, name), start, end)
    s.emit(*CHARACTERS[name], start, end)
    return end


def escaped_brace(s: Scanner, start: int, end: int, stop: int) -> bool:
    """`\\\\{ … \\\\}` in a text escaped twice: braces that show, if both are written so."""
    if s.text[end] == "{":
        after = argument_end(s.text, end, min(stop, end + 2000))
        if after is None or s.text[after - 3 : after - 1] != "\\\\":
            return False
        s.escaped.add(after - 1)
        s.emit("open", "\\{", start, end + 1)
        return True
    if end in s.escaped:
        s.emit("close", "\\}", start, end + 1)
        return True
    return False


def sized(s: Scanner, way: str, start: int, end: int, stop: int) -> int:
    """The delimiter after a size; `way` is `open`, `close`, `middle` or `neutral`."""
    match = _DELIMITER.match(s.text, end, stop)
    if match is None:
        s.refuse("missing-argument", "a delimiter is expected here", start, end)
        return end
    sign, here = match.group(1), match.end()
    if sign == "\\\\" and s.text[here : here + 1] in ("{", "}", "|"):  # `\left\\{` in a text escaped twice
        sign, here = "\\" + s.text[here], here + 1
    bare = sign[1:] if sign.startswith("\\") else sign
    if sign == ".":
        s.emit(way if way in ("open", "close") else "quad", ".", start, here)
    elif sign in table.BARS:
        bar = table.BARS[sign]
        if way in ("open", "close"):
            s.emit(way, "|" if bar == "∣" else bar, start, here)
        else:
            s.emit("bar", "∣" if way == "middle" and bar == "|" else bar, start, here)
    elif sign in table.OPENING or (sign.startswith("\\") and bare in table.OPENING_COMMANDS):
        bracket = table.OPENING.get(sign) or table.OPENING_COMMANDS[bare]
        s.emit("open", bracket, start, here)
    elif sign in table.CLOSING or (sign.startswith("\\") and bare in table.CLOSING_COMMANDS):
        bracket = table.CLOSING.get(sign) or table.CLOSING_COMMANDS[bare]
        s.emit("close", bracket, start, here)
    elif sign in "<>" and way != "neutral":
        s.emit(way, "⟨" if way == "open" else "⟩", start, here)
    elif sign in ("/", "\\backslash"):
        s.emit("product", "/", start, here)
    elif way == "neutral":
        return end  # a size before something that is no delimiter
    else:
        s.refuse("unexpected-token", Message("`{}` is no delimiter", sign), match.start(1), here)
        return here
    return here


def prose(s: Scanner, words: str, start: int, end: int) -> None:
    """The text of a `\\text`: a single letter is that letter upright."""
    words = " ".join(words.split())
    if len(words) == 1 and words.isascii() and words.isalpha():
        s.emit(*(("upright-d", "") if words == "d" else ("styled", f"rm {words}")), start, end)
    elif words:
        s.emit("text", words, start, end)


def emit_script(s: Scanner, sign: str, start: int, end: int) -> None:
    """A stretch as a script of what was emitted last."""
    s.emit(sign, "", start, start)
    s.scan(start, end)


def plain_text(text: str) -> str:
    """A text's words: spacing commands become spaces, font commands and braces go."""
    text = re.sub(r"\\[,;:! >]|\\(?:quad|qquad)(?![A-Za-z])|~", " ", text)
    text = re.sub(r"\\[A-Za-z]+\*?\s*", "", text) if re.search(r"\\(?:math|text|rm|bf|it|limits)", text) else text
    return text.replace("{", "").replace("}", "")


SPECIAL: Mapping[str, Row] = {
    "\\": row,
    "left": sized_command, "right": sized_command, "middle": sized_command,
    **{size + way: sized_command for size in ("big", "Big", "bigg", "Bigg") for way in ("", "l", "r", "m")},
    "begin": environment, "end": environment,
    "overset": stacked, "underset": stacked, "stackrel": stacked, "stackbin": stacked,
    "label": label, "tag": label,
    "not": negation,
    "displaybreak": page_break, "pagebreak": page_break, "nopagebreak": page_break,
    "_": escaped_sign, "*": escaped_sign, "^": escaped_sign, "=": escaped_sign, "-": escaped_sign,
    "+": escaped_sign, "/": escaped_sign, "<": escaped_sign,
    **dict.fromkeys(("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"), define_macro),
    **dict.fromkeys(("def", "gdef", "let", "DeclareMathOperator"), define_macro),
    **{name: text_command for name in table.TEXT_COMMANDS if name != "fbox"},
    **dict.fromkeys(table.NAME_COMMANDS, name_command),
    **dict.fromkeys(table.FONTS, font_command),
    **dict.fromkeys(table.ARGUMENT_SKIPPED, skipped_with_argument),
    **dict.fromkeys(table.REFERENCES, reference),
    **dict.fromkeys(LONG_ARROWS, long_arrow),
    **dict.fromkeys(("to", "rightarrow", "longrightarrow"), arrow),
    "plim": plim,
    **dict.fromkeys(table.QED_COMMANDS, text_sign),
}  # fmt: skip
