"""The report of `check` for a person at a terminal: every step, and each fault at its caret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from symproofs.derivation.document import CheckedDocument, Report, Step
from symproofs.derivation.verdict import Judgement, Verdict
from symproofs.diagnostics import Diagnostic, Note, Source
from symproofs.prove.reasons import phrase
from symproofs.render.carets import diagnostic_lines
from symproofs.render.columns import printable, width

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


def report_full(report: Report) -> str:
    """The whole report as text."""
    loose = ["\n".join(diagnostic_lines(d, None)) for d in report.diagnostics]
    parts = [*loose, *(_document(d) for d in report.documents), summary_line(report)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def summary_line(report: Report) -> str:
    counts = ", ".join(f"{n} {word}" for word, n in report.summary.items())
    return f"summary: {counts}" if counts else "summary: no steps were found"


def _document(document: CheckedDocument) -> str:
    source = document.derivation.source
    lines = [printable(source.path)]
    section = ""
    for step, remarks in _in_order(document):
        if step is not None:
            if step.link.section != section or len(lines) == 1:
                section = step.link.section
                lines.extend(["", f"  {printable(section)}"] if section else [""])
            lines.extend(_step_lines(step, source, document.derivation.language))
            details = tuple(_details(step, source))
            lines.extend([*details, ""] if details else [])
        for remark in remarks:
            lines.extend(["", *diagnostic_lines(remark, source), ""])
    rests = list(_rests_on(document))
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


def _step_lines(step: Step, source: Source, language: str) -> Iterator[str]:
    """Mark, place, verdict, formula; then why, below it where there is no room."""
    line, column = source.position(step.link.span.start)
    head = f"  {MARKS[step.judgement.verdict]} {line}:{column}"
    first = f"{head:<12} {step.judgement.verdict.value:<15} {_one_line(step.link.latex)}"
    why = list(dict.fromkeys(printable(phrase(r, language)) for r in step.judgement.reasons))
    if step.judgement.verdict is Verdict.GIVEN and step.judgement.message:
        why = [printable(step.judgement.message)]
    tail = f"[{'; '.join(why)}]" if why else ""
    if width(first) + width(tail) + 3 <= MAX_LINE:
        yield f"{first}   {tail}".rstrip()
    else:
        yield first
        yield from _folded([f"[{why[0]}", *why[1:-1], f"{why[-1]}]"] if len(why) > 1 else [tail], " " * 29)


def _folded(pieces: Iterable[str], indent: str) -> Iterator[str]:
    """Pieces with semicolons between them, in as many indented lines as they need."""
    line = ""
    for piece in pieces:
        joined = f"{line}; {piece}" if line else piece
        if line and width(indent + joined) > MAX_LINE:
            yield f"{indent}{line};"
            line = piece
        else:
            line = joined
    yield f"{indent}{line}"


def _one_line(text: str) -> str:
    """A formula on one line, shortened where it is long."""
    flat = " ".join(printable(text.replace("\n", " ")).split())
    if width(flat) <= MAX_FORMULA:
        return flat
    kept = flat
    while width(kept) > MAX_FORMULA - 1:
        kept = kept[:-1]
    return kept + "…"


def _details(step: Step, source: Source) -> Iterator[str]:
    judgement = step.judgement
    if judgement.verdict in (Verdict.PROVED, Verdict.GIVEN):
        return
    problem = judgement.diagnostics[0] if judgement.diagnostics else None
    notes = problem.notes if problem else ()
    if problem and problem.elsewhere:
        notes = tuple(Note(f"{_place_of(n, problem.elsewhere)}{n.message}") for n in notes)
    diagnostic = Diagnostic(
        judgement.code,
        judgement.message,
        (problem.span if problem and problem.span and not problem.elsewhere else step.link.span),
        "error" if judgement.verdict in (Verdict.REFUTED, Verdict.ERROR, Verdict.UNREAD) else "warning",
        (*_notes(judgement), *notes),
        problem.help if problem else None,
    )
    for text in diagnostic_lines(diagnostic, source, judgement.verdict.value):
        yield f"    {text}"


def _place_of(note: Note, source: Source) -> str:
    return "{}:{}:{}: ".format(printable(source.path), *source.position(note.span.start)) if note.span else ""


def _notes(judgement: Judgement) -> Iterator[Note]:
    for condition in judgement.conditions:
        yield Note(f"condition: {condition}")
    if judgement.counterexample is not None:
        values = ", ".join(f"{name} = {value}" for name, value in judgement.counterexample.assignment)
        if values:
            yield Note(f"at {values}")
        yield Note(f"left side:  {judgement.counterexample.left}")
        yield Note(f"right side: {judgement.counterexample.right}")
    if judgement.cause is not None:
        yield Note(f"cause: {judgement.cause.value}")
    if judgement.axioms:
        yield Note(f"axioms: {', '.join(judgement.axioms)}")


def _rests_on(document: CheckedDocument) -> Iterator[str]:
    """What the document takes as given, and what was only assumed in reading it."""
    source = document.derivation.source
    taken: dict[str, list[str]] = {}
    for step in document.steps:
        if step.judgement.verdict is Verdict.GIVEN:
            place = "{}:{}".format(*source.position(step.link.span.start))
            taken.setdefault(step.judgement.message or "given", []).append(place)
    givens = list(dict.fromkeys(_one_line(h.label) for h in document.derivation.givens if h.label))
    axioms = sorted({name for s in document.steps for name in s.judgement.axioms})
    assumed = sorted({name for s in document.steps for name in s.link.assumed})
    rows = [
        ("givens", givens),
        *((f"taken as {what}", places) for what, places in taken.items()),
        ("axioms", axioms),
        ("taken as real numbers, since nothing says otherwise", list(map(printable, assumed))),
    ]
    if any(items for _, items in rows):
        yield "  rests on"
    for what, items in rows:
        short = f"    {what}: {'; '.join(items)}"
        if items and width(short) <= MAX_LINE:
            yield short
        elif items:
            yield f"    {what}:"
            yield from _folded(items, " " * 6)
