"""The report of `check` for a person at a terminal: every step, and each fault at its caret, in the document's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from symproofs.derivation.document import CheckedDocument, Language, Report, Step
from symproofs.derivation.verdict import Judgement, Verdict
from symproofs.diagnostics import Diagnostic, Note, Source
from symproofs.messages import Message, said
from symproofs.prove.reasons import phrase
from symproofs.render.authors import as_one_row
from symproofs.render.carets import diagnostic_lines
from symproofs.render.columns import beginning, padded, printable, width
from symproofs.render.logarithm import as_its_author_writes
from symproofs.render.words import CAUSES, OUTCOMES, ROLES, say
from symproofs.terms.latex_names import name_latex

MARKS = {
    Verdict.PROVED: "✓",
    Verdict.PROVIDED: "✓",
    Verdict.REFUTED: "✗",
    Verdict.UNDECIDED: "?",
    Verdict.UNREAD: "!",
    Verdict.GIVEN: "·",
    Verdict.ERROR: "‼",
}
"""One character before every step. The word stands beside it: a mark alone is no message."""

MAX_FORMULA = 72
MAX_LINE = 110
"""Columns of a formula, and of a line of the report."""


_KEPT_APART = re.compile(r"(?<=[A-Za-z])_(?![A-Za-z0-9{])")


def plain_name(text: str) -> str:
    """Names as they are spoken: `lambda` of `lambda_`, which only keeps it apart from a word of Python."""
    return _KEPT_APART.sub("", text)


def report_full(report: Report, language: Language | None = None) -> str:
    """The whole report as text: what is said of a document in its language, unless another is asked for."""
    whole = language or language_of(report)
    loose = ["\n".join(diagnostic_lines(d, None, None, whole)) for d in report.diagnostics]
    parts = [*loose, *(_document(d, language or d.language) for d in report.documents), summary_line(report, whole)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def language_of(report: Report) -> Language:
    """Chinese where every document is."""
    return "zh" if report.documents and all(d.language == "zh" for d in report.documents) else "en"


def summary_line(report: Report, language: Language = "en") -> str:
    """How many steps got which verdict, and how many faults there are beside the steps."""
    comma = say("comma", language)
    counts = comma.join(f"{n} {OUTCOMES[word].say(language)}" for word, n in report.summary.items())
    line = f"{say('total', language)}{say('colon', language)}{counts or say('no steps', language)}"
    faults = [d.severity for d in (*report.diagnostics, *(x for d in report.documents for x in d.diagnostics))]
    beside = [
        say(f"{word}s in text" if n != 1 else f"{word} in text", language, n)
        for word in ("error", "warning")
        if (n := faults.count(word))
    ]
    return f"{line}{say('and', language)}{say('beside', language, comma.join(beside))}" if beside else line


def _document(document: CheckedDocument, language: Language) -> str:
    source = document.derivation.source
    lines = [printable(source.path)]
    section = ""
    for step, remarks in _in_order(document):
        if step is not None:
            if step.link.section != section or len(lines) == 1:
                section = step.link.section
                lines.extend(["", f"  {printable(section)}"] if section else [""])
            lines.extend(_step_lines(step, source, language))
            details = tuple(_details(step, source, language))
            lines.extend([*details, ""] if details else [])
        for remark in remarks:
            lines.extend(["", *diagnostic_lines(remark, source, None, language), ""])
    rests = list(_rests_on(document, language))
    lines.extend(["", *rests] if rests else [])
    return "\n".join(_single_blanks(lines))


def _in_order(document: CheckedDocument) -> Iterator[tuple[Step | None, list[Diagnostic]]]:
    """The steps, each with the diagnostics about what stands between it and the next; those without a place come last."""
    steps = document.steps
    here = [d for d in document.derivation.diagnostics if d.span and d.elsewhere is None]
    found = sorted(here, key=_start)
    homeless = [d for d in document.derivation.diagnostics if d not in here]
    starts = [s.link.span.start for s in steps]
    first = 0
    for step, following in zip_longest([None, *steps], starts):
        end = first
        while end < len(found) and (following is None or _start(found[end]) < following):
            end += 1
        yield step, found[first:end]
        first = end
    yield None, homeless


def _start(diagnostic: Diagnostic) -> int:
    return diagnostic.span.start if diagnostic.span else 0


def _single_blanks(lines: Iterable[str]) -> Iterator[str]:
    """The lines, never two blank ones in a row."""
    before = "x"
    for line in lines:
        if line or before:
            yield line
        before = line


def _step_lines(step: Step, source: Source, language: Language) -> Iterator[str]:
    """Mark, place, verdict, formula; then why, below it where there is no room."""
    line, column = source.position(step.link.span.start)
    head = f"  {MARKS[step.judgement.verdict]} {line}:{column}"
    outcome = OUTCOMES[step.judgement.verdict.value].say(language)
    first = f"{head:<12} {padded(outcome, 15)} {_one_line(step.link.latex)}"
    why = list(dict.fromkeys(printable(_shown(phrase(r, language))) for r in step.judgement.reasons))
    if step.judgement.verdict is Verdict.GIVEN and step.judgement.message:
        why = [printable(said(step.judgement.message, language))]
    tail = f"[{say('and', language).join(why)}]" if why else ""
    if width(first) + width(tail) + 3 <= MAX_LINE:
        yield f"{first}   {tail}".rstrip()
    else:
        yield first
        pieces = [f"[{why[0]}", *why[1:-1], f"{why[-1]}]"] if len(why) > 1 else [tail]
        yield from _folded(pieces, " " * 29, say("and", language))


def _shown(reason: str) -> str:
    """A reason whose detail is an author's formula, without what is only there for TeX."""
    return " ".join(as_one_row(reason).split()) if "\\" in reason else plain_name(reason)


def _folded(pieces: Iterable[str], indent: str, semicolon: str) -> Iterator[str]:
    """Pieces with semicolons between them, in as many indented lines as they need."""
    line = ""
    for piece in pieces:
        joined = f"{line}{semicolon}{piece}" if line else piece
        if line and width(indent + joined) > MAX_LINE:
            yield f"{indent}{line}{semicolon}".rstrip()
            line = piece
        else:
            line = joined
    yield f"{indent}{line}"


def _one_line(text: str) -> str:
    """A formula on one line, shortened where it is long."""
    flat = " ".join(printable(as_one_row(text).replace("\n", " ")).split())
    if width(flat) <= MAX_FORMULA:
        return flat
    return beginning(flat, MAX_FORMULA - 1) + "…"


def _details(step: Step, source: Source, language: Language) -> Iterator[str]:
    judgement = step.judgement
    if judgement.verdict in (Verdict.PROVED, Verdict.GIVEN):
        return
    problem = judgement.diagnostics[0] if judgement.diagnostics else None
    notes = problem.notes if problem else ()
    if problem and problem.elsewhere:
        notes = tuple(Note(Message("{}{}", _place_of(n, problem.elsewhere), n.message)) for n in notes)
    diagnostic = Diagnostic(
        judgement.code,
        judgement.message,
        (problem.span if problem and problem.span and not problem.elsewhere else step.link.span),
        "error" if judgement.verdict in (Verdict.REFUTED, Verdict.ERROR, Verdict.UNREAD) else "warning",
        (*_notes(judgement, source, language), *notes, *_reading(step, language)),
        problem.help if problem else None,
    )
    for text in diagnostic_lines(diagnostic, source, OUTCOMES[judgement.verdict.value].say(language), language):
        yield f"    {text}"


def _place_of(note: Note, source: Source) -> str:
    return "{}:{}:{}: ".format(printable(source.path), *source.position(note.span.start)) if note.span else ""


READING_SHOWN = (Verdict.REFUTED, Verdict.UNDECIDED)
"""Verdicts that may come of a reading that was not meant."""


def _reading(step: Step, language: Language) -> Iterator[Note]:
    if step.judgement.verdict in READING_SHOWN and step.link.read_as:
        yield Note(f"{say('read as', language)}{say('colon', language)}{step.link.read_as}")


def _notes(judgement: Judgement, source: Source, language: Language) -> Iterator[Note]:
    colon = say("colon", language)
    for condition in judgement.conditions:
        yield Note(f"{say('condition', language)}{colon}{as_its_author_writes(condition, source.text)}")
    if judgement.counterexample is not None:
        values = ", ".join(f"{plain_name(name)} = {said(value, language)}" for name, value in judgement.counterexample.assignment)
        if values:
            yield Note(f"{say('at', language)} {values}")
        left, right = (f"{say(f'{side} side', language)}{colon}" for side in ("left", "right"))
        room = max(width(left), width(right))
        yield Note(f"{padded(left, room)}{said(judgement.counterexample.left, language)}")
        yield Note(f"{padded(right, room)}{said(judgement.counterexample.right, language)}")
    if judgement.cause is not None:
        cause = CAUSES[judgement.cause].say(language)
        yield Note(f"{say('cause', language)}{colon}{cause}")
    if judgement.axioms:
        yield Note(f"{say('axioms used', language)}{colon}{', '.join(judgement.axioms)}")


def _is_only_assumed(name: str, step: Step) -> bool:
    """Whether nothing but its use says what a name is: not that it is positive, or random. σ as a function is no name."""
    row = step.link.context.declarations.get(name)
    return row is None or not row.properties


def _rests_on(document: CheckedDocument, language: Language) -> Iterator[str]:
    """What the document takes as given, and what was only assumed in reading it."""
    source = document.derivation.source
    colon, semicolon = say("colon", language), say("and", language)
    taken: dict[str, list[str]] = {}
    for step in document.steps:
        if step.judgement.verdict is Verdict.GIVEN:
            place = "{}:{}".format(*source.position(step.link.span.start))
            role = said(step.judgement.message, language) or ROLES[step.link.role].say(language)
            taken.setdefault(role, []).append(place)
    givens = list(dict.fromkeys(_one_line(h.label) for h in document.derivation.givens if h.label))
    axioms = sorted({name for s in document.steps for name in s.judgement.axioms})
    assumed = sorted({name for s in document.steps for name in s.link.assumed if _is_only_assumed(name, s)})
    kinds = {name: [s.link.context.declarations.get(name) for s in document.steps if name in s.link.assumed] for name in assumed}
    usual = [name for name, rows in kinds.items() if all(row is None for row in rows)]
    numbers = [name for name, rows in kinds.items() if any(row is not None and row.type.parameters is None for row in rows)]
    rows = [
        (say("given here", language), givens),
        *((say("taken as role", language, what), places) for what, places in taken.items()),
        (say("axioms used", language), axioms),
        (say("real", language), [printable(name_latex(a)) for a in numbers]),
        (say("logistic", language), [printable(name_latex(a)) for a in usual]),
    ]
    if any(items for _, items in rows):
        yield f"  {say('rests', language)}"
    for what, items in rows:
        short = f"    {what}{colon}{semicolon.join(items)}"
        if items and width(short) <= MAX_LINE:
            yield short
        elif items:
            yield f"    {what}{colon.rstrip()}"
            yield from _folded(items, " " * 6, semicolon)
