"""Checking one item of a batch, in a worker: every step is written down as soon as it is judged."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace

from symproofs.apps.batch import Item, answer, item_of, malformed
from symproofs.apps.check import one_line_end
from symproofs.apps.json_lines import Json, Malformed
from symproofs.apps.step_limit import judged_in_time
from symproofs.apps.workers import Answer, Journal, Limits, Line
from symproofs.derivation.document import Derivation, Step
from symproofs.derivation.judge import judged
from symproofs.derivation.settings import Settings
from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.read.document import derivation_of
from symproofs.read.layout import layout
from symproofs.read.steps import Steps, givens_in, read_steps
from symproofs.records import record
from symproofs.render.report_json import diagnostic_to_json, step_to_json

SHARE = 0.9
"""Of the time for an item what its steps may use, so that it is answered before its worker is ended."""


@record
class Read:
    """An item as read, and how its steps and diagnostics are written."""

    derivation: Derivation
    row: Callable[[Step], Json]
    diagnostic: Callable[[Diagnostic], Json]


def check_line(line: Line, limits: Limits, journal: Journal, done: tuple[str, ...] = ()) -> Answer:
    """The answer to a line; steps that an earlier attempt has `done` are kept."""
    until = time.monotonic() + SHARE * limits.item_seconds
    try:
        item = item_of(line)
    except Malformed as fault:
        return malformed(line, fault)
    read = read_item(item)
    settings = Settings(limits.step_seconds, explain=False)
    links = read.derivation.links
    diagnostics = [read.diagnostic(d) for d in read.derivation.diagnostics]
    not_reached = [read.row(s) for s in judged(links, replace(settings, seconds=0.0))]
    journal.write(json.dumps({"steps": not_reached, "diagnostics": diagnostics}))
    rows = list(done)
    for row in rows:
        journal.write(row)
    for step in judged_in_time(links[len(rows) :], settings, until):
        rows.append(json.dumps(read.row(step)))
        journal.write(rows[-1])
    return answer(item, rows, diagnostics)


def read_item(item: Item) -> Read:
    """Read an item: its steps as one derivation, or its text as a document."""
    given = [one_line_end(t) for t in item.given]
    if item.text is not None:
        source = Source("<text>", one_line_end(item.text))
        return _document(source, given)
    texts = [one_line_end(t) for t in item.steps]
    return _steps(read_steps(texts, given), [Source("<steps>", t) for t in texts])


def _document(source: Source, given: list[str]) -> Read:
    found, faults = givens_in(given)
    derivation = derivation_of(layout(source), found)
    links = tuple(replace(link, index=k) for k, link in enumerate(derivation.links))
    return Read(
        replace(derivation, links=links, diagnostics=(*faults, *derivation.diagnostics)),
        lambda step: step_to_json(step, source, derivation.language),
        lambda d: diagnostic_to_json(d, source),
    )


def _steps(read: Steps, sources: list[Source]) -> Read:
    """Places are given in each step by itself."""

    def row(step: Step) -> Json:
        k = step.link.index
        return step_to_json(_moved(step, read.starts[k], sources[k]), sources[k], read.derivation.language)

    def diagnostic(d: Diagnostic) -> Json:
        if d.span is None or d.elsewhere is not None:
            return diagnostic_to_json(d, None)
        k = read.step_of(d.span)
        return {**diagnostic_to_json(_diagnostic_moved(d, read.starts[k], sources[k]), sources[k]), "index": k}

    return Read(read.derivation, row, diagnostic)


def _moved(step: Step, by: int, source: Source) -> Step:
    """The step with its places counted from `by`, the beginning of its text."""
    span = _within(step.link.span, by, source) or Span(0, len(source.text))
    found = tuple(_diagnostic_moved(d, by, source) for d in step.judgement.diagnostics)
    return replace(step, link=replace(step.link, span=span), judgement=replace(step.judgement, diagnostics=found))


def _diagnostic_moved(diagnostic: Diagnostic, by: int, source: Source) -> Diagnostic:
    if diagnostic.elsewhere is not None:
        return diagnostic
    notes = tuple(replace(n, span=_within(n.span, by, source)) for n in diagnostic.notes)
    return replace(diagnostic, span=_within(diagnostic.span, by, source), notes=notes)


def _within(span: Span | None, by: int, source: Source) -> Span | None:
    """What of a span lies in the text that begins at `by`."""
    if span is None or span.end < by or span.start > by + len(source.text):
        return None
    return Span(max(0, span.start - by), min(len(source.text), span.end - by))
