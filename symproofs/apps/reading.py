"""How single formulas are read, for programs: `{"id", "latex", "declare"}` in, the meaning or diagnostics out, a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from symproofs.apps.json_lines import Json, Malformed, dump, parse, text_of
from symproofs.apps.workers import Answer, End, Job, Journal, Limits, Line, Stopped, answers
from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.render.report_json import diagnostic_to_json

SORTS = ("scalar", "real", "integer", "complex", "vector", "matrix", "function", "differential", "index")


def run_reading(lines: Iterable[Line], limits: Limits | None = None) -> Iterator[Answer]:
    """The answers in the order of the lines."""
    return answers(READING, lines, limits or Limits())


def read_line(line: Line) -> Answer:
    """The meaning of the formula on a line in the notation of `read_as`; null with diagnostics where it has none."""
    from symproofs.read.macros import Macros
    from symproofs.read.notation import read_as
    from symproofs.read.parser import parse as parse_formula

    try:
        item, declare = _item(line)
    except Malformed as fault:
        return _malformed(line, fault)
    source = Source("<formula>", item["latex"])
    parsed = parse_formula(source, Span(0, len(source.text)), macros=Macros.of(source))
    text = None if parsed.node is None else read_as(parsed.node, declare)
    diagnostics = list(parsed.diagnostics)
    if text is None and not any(d.severity == "error" for d in diagnostics):
        message = "this formula has no meaning in the notation of readings"
        diagnostics.append(Diagnostic("not-read", message, Span(0, len(source.text))))
    return _answer(item.get("id"), text, [diagnostic_to_json(d, source) for d in diagnostics])


def _item(line: Line) -> tuple[Json, Mapping[str, str]]:
    """The formula on a line and the sorts declared for its names. *Fails when* there is none: `Malformed`."""
    if line.fault:
        raise Malformed(f"this line is {line.fault}")
    item = parse(line.text)
    text_of(item, "latex")
    declare = item.get("declare")
    declare = {} if declare is None else declare
    if not isinstance(declare, dict) or not all(sort in SORTS for sort in declare.values()):
        raise Malformed(f'"declare" gives names a sort each: {", ".join(SORTS)}', item.get("id"))
    return item, declare


def _malformed(line: Line, fault: Malformed) -> Answer:
    diagnostic = Diagnostic("malformed", f"line {line.number}: {fault}")
    return _answer(fault.item_id, None, [diagnostic_to_json(diagnostic, None)])


def _answer(item_id: object, text: str | None, diagnostics: Sequence[Json]) -> Answer:
    return Answer(dump({"id": item_id, "read_as": text, "diagnostics": diagnostics}), 0 if text is not None else 1)


def _work(line: Line, limits: Limits, journal: Journal, done: tuple[str, ...]) -> Answer:
    return read_line(line)


def _salvage(line: Line, limits: Limits, stopped: Stopped) -> Answer:
    """The answer to a formula whose worker stopped."""
    try:
        item, _ = _item(line)
    except Malformed as fault:
        return _malformed(line, fault)
    answer = _answer(item.get("id"), None, [diagnostic_to_json(Diagnostic(stopped.end.value, stopped.message), None)])
    return Answer(answer.text, 3 if stopped.end in (End.DIED, End.FAULT) else 1)


READING = Job(
    "symproofs.read.notation", ("symproofs.read.notation", "symproofs.read.parser", "symproofs.apps.reading"), _work, _salvage
)
