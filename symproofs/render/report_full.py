"""The report of `check` for a person at a terminal: every step, and each fault at its caret."""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.derivation.document import CheckedDocument, Report, Step
from symproofs.derivation.verdict import Judgement, Verdict
from symproofs.diagnostics import Diagnostic, Note, Source, Span
from symproofs.prove.reasons import phrase
from symproofs.render.columns import printable, underline, width

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

MAX_SHOWN = 72


def report_full(report: Report) -> str:
    """The whole report as text."""
    parts = [*(_document(d) for d in report.documents)]
    loose = [f"{d.severity}[{d.code}]: {printable(d.message)}" for d in report.diagnostics]
    parts = [p for p in (*loose, *parts) if p]
    parts.append(summary_line(report))
    return "\n\n".join(parts) + "\n"


def summary_line(report: Report) -> str:
    counts = ", ".join(f"{n} {word}" for word, n in report.summary.items())
    return f"summary: {counts}" if counts else "summary: no steps were found"


def _document(document: CheckedDocument) -> str:
    source = document.derivation.source
    language = document.derivation.language
    lines = [printable(source.path)]
    section = None
    for step in document.steps:
        if step.link.section != section:
            section = step.link.section
            lines.extend(["", f"  {printable(section)}"] if section else [""])
        lines.append(_step_line(step, source, language))
        lines.extend(_details(step, source))
    for diagnostic in document.derivation.diagnostics:
        lines.append("")
        lines.extend(diagnostic_lines(diagnostic, source))
    rests = _rests_on(document)
    return "\n".join([*lines, *(["", *rests] if rests else [])])


def _step_line(step: Step, source: Source, language: str) -> str:
    line, column = source.position(step.link.span.start)
    formula = _one_line(step.link.latex)
    head = f"  {MARKS[step.judgement.verdict]} {line}:{column}"
    reasons = "; ".join(dict.fromkeys(phrase(r, language) for r in step.judgement.reasons))
    tail = f"   [{reasons}]" if reasons else ""
    return f"{head:<12} {step.judgement.verdict.value:<10} {formula}{tail}"


def _one_line(text: str) -> str:
    """A formula on one line, shortened where it is long."""
    flat = " ".join(printable(text.replace("\n", " ")).split())
    if width(flat) <= MAX_SHOWN:
        return flat
    kept = flat
    while width(kept) > MAX_SHOWN - 1:
        kept = kept[:-1]
    return kept + "…"


def _details(step: Step, source: Source) -> Iterator[str]:
    judgement = step.judgement
    if judgement.verdict in (Verdict.PROVED, Verdict.GIVEN):
        return
    notes = tuple(_notes(judgement))
    problem = judgement.diagnostics[0] if judgement.diagnostics else None
    diagnostic = Diagnostic(
        judgement.code or judgement.verdict.value,
        judgement.message,
        (problem.span if problem and problem.span else step.link.span),
        "error" if judgement.verdict in (Verdict.REFUTED, Verdict.ERROR, Verdict.UNREAD) else "warning",
        (*notes, *(problem.notes if problem else ())),
        problem.help if problem else None,
    )
    yield from (f"    {text}" for text in diagnostic_lines(diagnostic, source, judgement.verdict.value))
    yield ""


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


def diagnostic_lines(diagnostic: Diagnostic, source: Source, word: str | None = None) -> Iterator[str]:
    """A diagnostic with the line that it is about and carets under the span."""
    yield f"{word or diagnostic.severity}[{diagnostic.code}]: {printable(diagnostic.message)}"
    gutter = "     "
    if diagnostic.span is not None:
        line, column = source.position(diagnostic.span.start)
        gutter = " " * len(str(line))
        yield f"{gutter}--> {printable(source.path)}:{line}:{column}"
        yield from _excerpt(diagnostic.span, source, gutter)
    for note in diagnostic.notes:
        yield f"{gutter} = {printable(note.message)}"
    if diagnostic.help:
        yield f"{gutter} = help: {printable(diagnostic.help)}"


def _excerpt(span: Span, source: Source, gutter: str) -> Iterator[str]:
    """The first line of the span with carets, cut to what surrounds the span where the line is long."""
    number, column = source.position(span.start)
    text = source.line(number)
    start = column - 1
    end = min(len(text), start + (span.end - span.start))
    left = 0
    if width(text) > 110:
        left = max(0, start - 30)
    right = len(text) if width(text[left:]) <= 110 else min(len(text), max(end, start + 1) + 30, left + 110)
    shown = text[left:right]
    yield f"{gutter} |"
    yield f"{number} | {'…' if left else ''}{printable(shown)}{'…' if right < len(text) else ''}"
    caret = underline(shown, start - left, min(end, right) - left)
    yield f"{gutter} | {' ' if left else ''}{caret}"


def _rests_on(document: CheckedDocument) -> list[str]:
    """What the document takes as given, and what was only assumed in reading it."""
    assumed = sorted({name for s in document.steps for name in s.link.assumed})
    lines = []
    if assumed:
        lines.append(f"  assumed to be real numbers, since nothing says otherwise: {', '.join(map(printable, assumed))}")
    return lines
