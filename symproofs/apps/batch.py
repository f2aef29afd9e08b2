"""Batches: JSON lines in, JSON lines out, checked in worker processes with a deadline and a memory limit for each item.

An item is `{"id", "given": [text…], "steps": [latex…]}` or `{"id", "text": markdown}`. One that is malformed, runs out of
time or memory, or kills its worker is answered like any other, and what was found of it until then is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from symproofs.apps.json_lines import Json, Malformed, dump, parse, text_of, texts_of
from symproofs.apps.workers import Answer, End, Job, Journal, Limits, Line, Stopped, answers
from symproofs.derivation.document import Link, Step
from symproofs.derivation.verdict import Cause, Judgement, Verdict
from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.records import record
from symproofs.render.report_json import diagnostic_to_json, step_to_json

GOOD = frozenset({"proved", "proved-provided", "given"})


@record
class Item:
    """What is to be checked: steps, or else a Markdown text, under givens."""

    id: str | int | float | bool | None
    given: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    text: str | None = None


def run_batch(lines: Iterable[Line], limits: Limits | None = None) -> Iterator[Answer]:
    """The answers in the order of the lines."""
    return answers(BATCH, lines, limits or Limits())


def item_of(line: Line) -> Item:
    """The item on a line. *Fails when* there is none: `Malformed`."""
    if line.fault:
        raise Malformed(f"this line is {line.fault}")
    found = parse(line.text)
    text, steps = found.get("text"), found.get("steps")
    if (text is None) == (steps is None):
        raise Malformed('an item has either "steps", a list of texts, or "text"', found.get("id"))
    given = texts_of(found, "given")
    if steps is None:
        return Item(found.get("id"), given, text=text_of(found, "text"))
    return Item(found.get("id"), given, texts_of(found, "steps"))


def malformed(line: Line, fault: Malformed) -> Answer:
    """The answer to a line that is no item."""
    diagnostic = Diagnostic("malformed", f"line {line.number}: {fault}")
    return _answer(fault.item_id, (), (diagnostic_to_json(diagnostic, None),))


def answer(item: Item, rows: Sequence[str], diagnostics: Sequence[Json]) -> Answer:
    """The answer to an item from its steps, each one JSON, and what there is to say of it."""
    return _answer(item.id, [json.loads(row) for row in rows], diagnostics)


def _answer(item_id: object, rows: Sequence[Json], diagnostics: Sequence[Json]) -> Answer:
    wrong = next((row["index"] for row in rows if row["verdict"] == "refuted"), None)
    verdicts = {row["verdict"] for row in rows}
    faulty = any(d["severity"] == "error" for d in diagnostics)
    status = 3 if "error" in verdicts else 1 if faulty or verdicts - GOOD else 0
    return Answer(dump({"id": item_id, "steps": rows, "first_wrong": wrong, "diagnostics": diagnostics}), status)


# What becomes of an item that stopped -------------------------------------------------------------------------


def _work(line: Line, limits: Limits, journal: Journal, done: tuple[str, ...]) -> Answer:
    from symproofs.apps.items import check_line  # loads the checker, in a worker, whose memory is limited by then

    return check_line(line, limits, journal, done)


def _salvage(line: Line, limits: Limits, stopped: Stopped) -> Answer | tuple[str, ...]:
    """The answer to an item whose worker stopped; or, where time is left, what is known of it so far.

    The journal holds all steps as not reached, with the diagnostics, then each step as it was judged; the one at which
    the worker stopped is the first without a record.
    """
    try:
        item = item_of(line)
    except Malformed as fault:
        return malformed(line, fault)
    diagnostics = [diagnostic_to_json(Diagnostic(stopped.end.value, stopped.message), None)]
    if not stopped.journal:
        return answer(item, _unread_rows(item, stopped), diagnostics)
    known = json.loads(stopped.journal[0])
    rows = [json.dumps(row) for row in known["steps"]]
    done = list(stopped.journal[1:])
    if len(done) < len(rows):
        done.append(json.dumps({**known["steps"][len(done)], **_verdict(stopped)}))
    if stopped.end in (End.DEADLINE, End.FAULT) or len(done) == len(rows):
        return answer(item, done + rows[len(done) :], [*known["diagnostics"], *diagnostics])
    return tuple(done)


def _verdict(stopped: Stopped) -> Json:
    """What is said of the step at which a worker stopped: want of time and memory is a budget, all else our fault."""
    ours = stopped.end in (End.DIED, End.FAULT)
    return {
        "verdict": Verdict.ERROR.value if ours else Verdict.UNDECIDED.value,
        "cause": None if ours else Cause.BUDGET.value,
        "code": stopped.end.value,
        "message": stopped.message,
    }


def _unread_rows(item: Item, stopped: Stopped) -> list[str]:
    """A step for each step of the item, or one for its text: the worker stopped before it had read them."""
    texts = item.steps if item.text is None else (item.text,)
    rows = []
    for index, text in enumerate(texts):
        link = Link(f"{index}.0", Span(0, len(text)), text, "", "unread", index, index=index)
        row = step_to_json(Step(link, Judgement(Verdict.UNDECIDED), 0.0), Source("<steps>", text), "en")
        rows.append(json.dumps({**row, **_verdict(stopped)}))
    return rows


BATCH = Job("symproofs.apps.items", ("symproofs.apps.batch", "symproofs.read.steps"), _work, _salvage)
