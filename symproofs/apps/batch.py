"""Batches: JSON lines in, JSON lines out, in worker processes with a deadline and a memory limit for each item.

An item that is malformed, runs out of time or memory, or kills its worker is answered like any other: nothing
an item contains raises, and no item is left without its line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from symproofs.apps.check import check_sources
from symproofs.derivation.judge import Settings
from symproofs.diagnostics import Source
from symproofs.read.givens import as_prose
from symproofs.render.report_json import diagnostic_to_json, step_to_json

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Limits:
    """For each item: seconds for a step, seconds for the item, and megabytes of memory."""

    step_seconds: float = 5.0
    item_seconds: float = 60.0
    megabytes: int = 4096
    workers: int = 0


def check_item(item: Json, settings: Settings) -> Json:
    """The answer to one item of a batch."""
    if "text" in item:
        return _answer(item, check_sources((Source("<text>", str(item["text"])),), _givens(item), settings), ())
    steps = [str(s) for s in item["steps"]]
    text, starts = _document(steps)
    return _answer(item, check_sources((Source("<steps>", text),), _givens(item), settings), starts)


def _givens(item: Json) -> tuple[Source, ...]:
    given = item.get("given") or []
    texts = [given] if isinstance(given, str) else [str(g) for g in given]
    return (Source("<given>", "\n\n".join(as_prose(t) for t in texts)),) if texts else ()


def _document(steps: list[str]) -> tuple[str, tuple[int, ...]]:
    """The steps as displays of one document, and where each begins."""
    text, starts = "", []
    for step in steps:
        starts.append(len(text))
        text += f"{step}\n\n" if "$" in step else f"$${step}$$\n\n"
    return text, tuple(starts)


def _answer(item: Json, report: Any, starts: tuple[int, ...]) -> Json:
    document = report.documents[0]
    source = document.derivation.source
    steps = []
    for number, step in enumerate(document.steps):
        row = step_to_json(step, source, document.derivation.language)
        at = step.link.span.end - 1
        row["index"] = max((k for k, start in enumerate(starts) if start <= at), default=0) if starts else number
        steps.append(row)
    wrong = next((row["index"] for row in steps if row["verdict"] == "refuted"), None)
    diagnostics = [diagnostic_to_json(d, source) for d in document.derivation.diagnostics]
    diagnostics += [diagnostic_to_json(d, None) for d in report.diagnostics]
    return {"id": item.get("id"), "steps": steps, "first_wrong": wrong, "diagnostics": diagnostics}


def _unanswered(item: Json, code: str, message: str) -> Json:
    """The answer to an item that could not be worked on: every step is there, undecided."""
    steps = item.get("steps") if isinstance(item.get("steps"), list) else [item.get("text", "")]
    rows = [
        {
            "index": k,
            "id": f"{k}",
            "latex": str(step),
            "verdict": "error" if code == "worker-died" else "undecided",
            "cause": "budget" if code != "worker-died" else None,
            "code": code,
            "message": message,
        }
        for k, step in enumerate(steps or [])
    ]
    return {"id": item.get("id"), "steps": rows, "first_wrong": None, "diagnostics": [_diagnostic(code, message)]}


def _diagnostic(code: str, message: str) -> Json:
    return {"code": code, "severity": "error", "message": message, "span": None, "notes": [], "help": None}


def parse_line(line: str, number: int, needs: str = "steps") -> Json:
    """The item on a line, or an item that only says what is wrong with the line."""
    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as fault:
        return {"id": None, "malformed": f"line {number} is no JSON: {str(fault)[:200]}"}
    if not isinstance(item, dict):
        return {"id": None, "malformed": f"line {number} is no JSON object"}
    if needs == "latex":
        return item if isinstance(item.get("latex"), str) else {**item, "malformed": f'line {number} has no text "latex"'}
    if not isinstance(item.get("text"), str) and not isinstance(item.get("steps"), list):
        return {**item, "malformed": f'line {number} has neither a text "text" nor a list "steps"'}
    return item


def _malformed(item: Json) -> Json:
    return {"id": item.get("id"), "steps": [], "first_wrong": None, "diagnostics": [_diagnostic("malformed", item["malformed"])]}


def _limit(megabytes: int) -> None:
    """Bound the memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


def _work(item: Json, seconds: float) -> Json:
    return check_item(item, Settings(seconds, explain=False))


def run_batch(items: Iterable[Json], limits: Limits | None = None) -> Iterator[Json]:
    """The answers in the order of the items."""
    import os
    from concurrent.futures import TimeoutError as TooLate

    from pebble import ProcessExpired, ProcessPool

    limits = limits or Limits()
    workers = limits.workers or max(1, os.cpu_count() or 1)
    with ProcessPool(max_workers=workers, initializer=_limit, initargs=(limits.megabytes,)) as pool:

        def start(item: Json) -> Any:
            return None if "malformed" in item else pool.schedule(_work, (item, limits.step_seconds), timeout=limits.item_seconds)

        waiting = [(item, start(item)) for item in items]
        for item, future in waiting:
            if future is None:
                yield _malformed(item)
                continue
            try:
                yield future.result()
            except TooLate:
                yield _unanswered(item, "deadline", f"not finished within {limits.item_seconds:g} seconds")
            except MemoryError:
                yield _unanswered(item, "memory", f"needs more than {limits.megabytes} MB of memory")
            except ProcessExpired:
                yield _unanswered(item, "worker-died", "the worker died at this item, perhaps for want of memory")
            except Exception as fault:  # a fault of ours: said in the item's own line, never lost
                yield _unanswered(item, "worker-died", f"a fault of this program: {type(fault).__name__}: {fault}")
