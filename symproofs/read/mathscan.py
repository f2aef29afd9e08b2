"""Where formulas begin and end in a Markdown text: `$`, `$$`, `\\(`, `\\[`, bare environments.

Code is stepped over, `\\$` and prices are text. A delimiter without its partner is said at its place, and
the text after it is scanned as if it were not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.characters import HAN, listed
from symproofs.records import record

MATH_ENVIRONMENTS = sorted(
    listed("equation align alignat aligned gather multline eqnarray flalign displaymath math split gathered array cases")
)

_SIGN = re.compile(
    r"(?P<fence>(?:(?<=\n)|\A)[ \t>*+-]*(?:\d+[.)][ \t]+)?(?P<ticks>`{3,}|~{3,})(?P<info>[^\n]*))"
    r"|(?P<code>`+)"
    r"|(?P<comment><!--)"
    r"|(?P<escape>\\[\\$`])"
    r"|(?P<square>\\\[)"
    r"|(?P<round>\\\()"
    r"|(?P<environment>\\begin\s*\{(?P<name>" + "|".join(MATH_ENVIRONMENTS) + r")(?P<star>\*?)\})"
    r"|(?P<double>\$\$)"
    r"|(?P<single>\$)"
)
_LATEX_SIGN = re.compile(
    r"(?P<remark>%[^\n]*)"
    r"|(?P<verbatim>\\begin\s*\{(?P<listing>verbatim|lstlisting|minted|comment)\*?\}.*?\\end\s*\{(?P=listing)\*?\})"
    r"|(?P<escape>\\[\\$%])"
    r"|(?P<square>\\\[)"
    r"|(?P<round>\\\()"
    r"|(?P<environment>\\begin\s*\{(?P<name>" + "|".join(MATH_ENVIRONMENTS) + r")(?P<star>\*?)\})"
    r"|(?P<double>\$\$)"
    r"|(?P<single>\$)",
    re.S,
)
_TICKS = re.compile("`+")
_ENVIRONMENT_SIGN = re.compile(r"\\(begin|end)\s*\{((?:" + "|".join(MATH_ENVIRONMENTS) + r")\*?)\}")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_BLANK = re.compile(r"\n[ \t>]*\n")
_PROSE_FENCE = re.compile(r"\s*\{(?:prf:[\w-]+|admonition|note|important|tip)\}")
_DOUBLE_END = re.compile(r"(?<!\\)\$\$|\\\\\$\$")
_TEXT_INSIDE = re.compile(r"\\(?:text|mbox|textrm|textbf|hbox|tag|label|operatorname)\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_WORDS = re.compile(r"(?<![\\{A-Za-z])[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){2,}")
_LINE_START = re.compile(r"\n[ \t>]*(?:#{1,6}[ \t]|[•‣●]|```|\d{1,2}[.)、][ \t])")
_HANZI = re.compile(HAN + "{4,}")
_ANY_HANZI = re.compile(HAN)
_PRICE = re.compile(
    r"\s*[0-9][0-9.,]*(?:\s*[kKmMbB%]?\b)?\s*(?:[A-Za-z]{2,}|[,;] |[，。、]|" + HAN + r"|[-–/(]?\s*\Z|(?:to|and|or|per|a)\b)"
)


@record
class Found:
    """A formula: its inside, the whole with delimiters, what opened it."""

    inner: tuple[int, int]
    outer: tuple[int, int]
    display: bool
    delimiter: str


@dataclass(eq=False, repr=False)
class Scan:
    """What was found: formulas, stretches that no one shall read (comments, front matter), what does not end."""

    text: str
    found: list[Found] = field(default_factory=list)
    hidden: list[tuple[int, int]] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    front_matter: int = 0
    closings: dict[str, tuple[int, int]] = field(default_factory=dict)
    fence_ends: set[int] = field(default_factory=set)
    endless: set[str] = field(default_factory=set)
    environments: dict[int, int] | None = None

    def find(self, sign: str, start: int) -> int:
        """The next place of a sign, looked for at most once per stretch of text."""
        known = self.closings.get(sign)
        if known is not None and known[0] <= start and (known[1] < 0 or start <= known[1]):
            return known[1]
        place = self.text.find(sign, start)
        self.closings[sign] = (start, place)
        return place

    def unclosed(self, start: int, end: int, what: str) -> int:
        """Say that a formula does not end; in an indented line, which may be code, say nothing."""
        line = self.text.rfind("\n", max(0, start - 400), start) + 1
        if self.text[line : line + 4].isspace() or self.text[line : line + 1] == "\t":
            return end
        self.diagnostics.append(
            Diagnostic(
                "unclosed-math",
                Message("the formula opened by `{}` is not closed: no {}", self.text[start:end], what),
                Span(start, end),
            )
        )
        return end


def masked(text: str, found: Sequence[Found], hidden: Sequence[tuple[int, int]]) -> str:
    """The text with formulas replaced by letters and what is not to be read by spaces, place by place.

    A comment beside text becomes letters too, since spaces before text would make it code.
    """
    parts: list[str] = []
    here = 0
    for start, end, formula in sorted([(*f.outer, True) for f in found] + [(a, b, False) for a, b in hidden]):
        if start < here:
            continue
        parts.append(text[here:start])
        alone = not formula and not text[end : end + 200].split("\n", 1)[0].strip()
        parts.append(re.sub(r"[^\n]", " ", text[start:end]) if alone else "M" * (end - start))
        here = end
    parts.append(text[here:])
    return "".join(parts)


def scan_latex(text: str, start: int, end: int) -> Scan:
    """Every formula of a stretch of a LaTeX document. Comments and verbatim text are stepped over."""
    scan = Scan(text)
    here = start
    while (match := _LATEX_SIGN.search(text, here, end)) is not None:
        kind = "environment" if match.group("environment") else match.lastgroup
        assert kind is not None
        here = _ROWS[kind](scan, match)
    return scan


def scan_math(text: str) -> Scan:
    """Every formula of a text, in order. Linear but for what must be looked at twice."""
    scan = Scan(text)
    here = 0
    front = _FRONT_MATTER.match(text)
    if front is not None:
        scan.front_matter = here = front.end()
        scan.hidden.append((0, here))
    while (match := _SIGN.search(text, here)) is not None:
        kind = match.lastgroup
        for name in ("fence", "environment"):
            if match.group(name):
                kind = name
        assert kind is not None
        here = _ROWS[kind](scan, match)
    return scan


# -- code ----------------------------------------------------------------------------------------------


def _fence(scan: Scan, match: re.Match[str]) -> int:
    """A fenced block is stepped over, unless it is a directive whose text is prose."""
    if match.start() in scan.fence_ends or ("`" in match.group("info") and match.group("ticks")[0] == "`"):
        return match.end()
    ticks = match.group("ticks")
    closing = re.compile(r"(?<=\n)[ \t>]*" + re.escape(ticks[0]) + "{" + str(len(ticks)) + r",}[ \t]*(?=\n|\Z)")
    end = None if ticks in scan.endless else closing.search(scan.text, match.end())
    if end is None:
        scan.endless.add(ticks)
    if _PROSE_FENCE.match(match.group("info")):
        if end is not None:
            scan.fence_ends.add(end.start())
        return match.end()
    return end.end() if end is not None else len(scan.text)


def _code(scan: Scan, match: re.Match[str]) -> int:
    """A code span ends at the next run of as many backticks in its paragraph; else the ticks are text."""
    ticks = match.group()
    stop = _paragraph_end(scan, match.end())
    closing = re.compile("(?<!`)" + ticks + "(?!`)").search(scan.text, match.end(), stop)
    return closing.end() if closing is not None else match.end()


def _comment(scan: Scan, match: re.Match[str]) -> int:
    end = scan.find("-->", match.end())
    if end < 0:
        return match.end()
    scan.hidden.append((match.start(), end + 3))
    return end + 3


def _hidden(scan: Scan, match: re.Match[str]) -> int:
    """A comment, or verbatim text."""
    scan.hidden.append(match.span())
    return match.end()


def _escape(scan: Scan, match: re.Match[str]) -> int:
    r"""`\$` is a dollar. `\\(`, `\\[` are a formula's delimiters where a document is escaped twice."""
    if match.group() == "\\\\" and scan.text[match.end() : match.end() + 1] in ("(", "["):
        sign = scan.text[match.end()]
        closing = "\\\\)" if sign == "(" else "\\\\]"
        stop = _paragraph_end(scan, match.end()) if sign == "(" else len(scan.text)
        end = scan.text.find(closing, match.end() + 1, min(stop, match.end() + 20_000))
        inside = scan.text[match.end() + 1 : end]
        if end > 0 and not _is_prose(inside) and (len(inside.strip()) < 4 or re.search(r"[\\^_=+]", inside)):
            scan.found.append(Found((match.end() + 1, end), (match.start(), end + 3), sign == "[", "\\\\" + sign))
            return end + 3
    return match.end()


# -- formulas ----------------------------------------------------------------------------------------


def _bracketed(scan: Scan, match: re.Match[str], closing: str, display: bool) -> int:
    start, inner = match.start(), match.end()
    end = scan.find(closing, inner)
    while end > 0 and _backslashes(scan.text, end) % 2:
        end = scan.text.find(closing, end + 1)
    if (
        end < 0
        or (_BLANK.search(scan.text, inner, end) and _is_prose(scan.text[inner:end]))
        or (not display and _BLANK.search(scan.text, inner, end))
    ):
        return scan.unclosed(start, inner, Message("`{}` follows", closing))
    scan.found.append(Found((inner, end), (start, end + 2), display, match.group()))
    return end + 2


def _backslashes(text: str, at: int) -> int:
    count = 0
    while at - 1 - count >= 0 and text[at - 1 - count] == "\\":
        count += 1
    return count


def _square(scan: Scan, match: re.Match[str]) -> int:
    return _bracketed(scan, match, "\\]", True)


def _round(scan: Scan, match: re.Match[str]) -> int:
    return _bracketed(scan, match, "\\)", False)


def _environment(scan: Scan, match: re.Match[str]) -> int:
    """`\\begin{align} … \\end{align}` with nothing around it: the inside keeps the environment."""
    name = match.group("name") + match.group("star")
    if scan.environments is None:
        scan.environments = dict(_environment_ends(scan.text))
    end = scan.environments.get(match.start())
    if end is None:
        return scan.unclosed(match.start(), match.end(), Message("`{}` follows", f"\\end{{{name}}}"))
    stretch = (match.start(), end)
    scan.found.append(Found(stretch, stretch, match.group("name") != "math", "\\begin{" + name + "}"))
    return end


def _environment_ends(text: str) -> Iterator[tuple[int, int]]:
    """Where each environment of formulas begins and ends; one that does not end is left out."""
    stack: list[tuple[str, int]] = []
    count: dict[str, int] = {}
    for sign in _ENVIRONMENT_SIGN.finditer(text):
        name = sign.group(2)
        if sign.group(1) == "begin":
            stack.append((name, sign.start()))
            count[name] = count.get(name, 0) + 1
        elif count.get(name, 0):
            while True:
                opened, start = stack.pop()
                count[opened] -= 1
                if opened == name:
                    yield start, sign.end()
                    break


def _double(scan: Scan, match: re.Match[str]) -> int:
    start, inner = match.start(), match.end()
    end = scan.find("$$", inner)
    while end > 0 and _backslashes(scan.text, end) % 2:
        end = scan.text.find("$$", end + 1)
    if end == inner and scan.text[inner : inner + 2] == "$$":  # `$$$$`: nothing inside
        return inner + 2
    if end < 0 or (_BLANK.search(scan.text, inner, end) and _is_prose(scan.text[inner:end])):
        return scan.unclosed(start, inner, Message("`{}` follows" if end < 0 else "`{}` follows before the text goes on", "$$"))
    scan.found.append(Found((inner, end), (start, end + 2), True, "$$"))
    return end + 2


def _single(scan: Scan, match: re.Match[str]) -> int:
    """`$…$` in one paragraph; a price is text."""
    text, start, inner = scan.text, match.start(), match.end()
    if text.startswith("`", inner):  # $`…`$
        end = text.find("`$", inner + 1)
        if end > 0 and not _BLANK.search(text, inner, end):
            scan.found.append(Found((inner + 1, end), (start, end + 2), False, "$`"))
            return end + 2
    stop = _paragraph_end(scan, inner)
    end = scan.find("$", inner)
    while 0 < end < stop and (_backslashes(text, end) % 2 or (code := _code_around(scan, inner, end)) > end):
        end = text.find("$", max(end + 1, code if not _backslashes(text, end) % 2 else 0))
    if end < 0 or end >= stop:
        if _is_price(text, inner, stop):
            return inner
        return scan.unclosed(start, inner, Message("`{}` follows in this paragraph", "$"))
    inside = text[inner:end]
    if not inside.strip():
        return inner
    if _is_price(text, inner, end) and (
        text[end - 1].isspace() or text[end + 1 : end + 2].isdigit() or _ANY_HANZI.search(inside) or _WORDS.search(inside)
    ):
        return inner
    if "\n" in inside and (_LINE_START.search(inside) or _is_prose(inside)):
        return (
            inner
            if _is_price(text, inner, end)
            else scan.unclosed(start, inner, Message("`{}` follows before the text goes on", "$"))
        )
    if _only_words(inside):
        return inner
    if len(inside) > 12 and _looks_like_text(inside, text[end + 1 : end + 2]):
        return scan.unclosed(start, inner, Message("`{}` follows before the text goes on", "$"))
    scan.found.append(Found((inner, end), (start, end + 1), False, "$"))
    return end + 1


def _code_around(scan: Scan, start: int, place: int) -> int:
    """Where the code span ends that begins after `start` and holds `place`; 0 if none does."""
    tick = scan.text.find("`", start, place)
    while tick >= 0:
        match = _TICKS.match(scan.text, tick)
        assert match is not None
        end = _code(scan, match)
        if end > place:
            return end
        tick = scan.text.find("`", max(end, match.end()), place)
    return 0


def _is_price(text: str, start: int, end: int) -> bool:
    """`5 and `, `10,000 earned`: a number and then words."""
    return _PRICE.match(text[start : min(end, start + 60)]) is not None


def _only_words(inside: str) -> bool:
    """` and `, ` or `: what stands between two dollars that are prices."""
    return (
        inside[0].isspace()
        and inside[-1].isspace()
        and re.fullmatch(r"\s*[A-Za-z]{2,}(?:[\s,]+[A-Za-z]{2,})*[.,]?\s*", inside) is not None
    )


def _looks_like_text(inside: str, following: str) -> bool:
    """Whether what stands between two dollars is the text between two formulas."""
    bare = _TEXT_INSIDE.sub("", inside)
    if re.search(r"[\\^_=<>+]", bare):
        return False
    return bool(
        inside[0].isspace()
        and inside[-1].isspace() is False
        and (_WORDS.search(bare) or _HANZI.search(bare))
        and following.isalnum()
    )


def _is_prose(inside: str) -> bool:
    """Whether a stretch that should be a formula holds text: formulas of its own, a heading, sentences."""
    bare = _TEXT_INSIDE.sub("", inside)
    return bool(re.search(r"(?<![\\$])\$(?!\$)", bare) or _LINE_START.search(bare) or _WORDS.search(bare) or _HANZI.search(bare))


def _paragraph_end(scan: Scan, start: int) -> int:
    known = scan.closings.get("\n\n")
    if known is not None and known[0] <= start <= known[1]:
        return known[1]
    match = _BLANK.search(scan.text, start)
    end = match.start() if match is not None else len(scan.text)
    scan.closings["\n\n"] = (start, end)
    return end


_ROWS: Mapping[str, Callable[[Scan, re.Match[str]], int]] = {
    "fence": _fence,
    "code": _code,
    "comment": _comment,
    "remark": _hidden,
    "verbatim": _hidden,
    "listing": _hidden,
    "escape": _escape,
    "square": _square,
    "round": _round,
    "environment": _environment,
    "double": _double,
    "single": _single,
}
"""By sign."""
