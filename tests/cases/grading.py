"""Rows of cases, graded: what `symproofs batch` says of them, against what their source of truth says.

A row has `given`, `steps`, and its truth: steps that are all right; one wrong step, `wrong_step`, with what is `expected` of it;
or one statement that is true or false (`truth`), perhaps under a `condition`. A *lie* is a false statement called proved,
an *alarm* a true one called refuted; nothing else is wrong, only more or less decided.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILES = ("right-steps", "wrong-steps", "truth-traps")
PROVED = ("proved", "proved-provided")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Graded:
    """A row with the verdicts on its steps: whether it is decided as it should be, and whether anything said is false."""

    row: Row
    kind: str
    verdicts: tuple[str, ...]
    outcome: str
    lie: bool = False
    alarm: bool = False


def rows_in(folder: Path, name: str) -> list[Row]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def answers(rows: Sequence[Row], scratch: Path) -> list[Mapping[str, Any]]:
    """What `symproofs batch` answers, one a row."""
    items = [{"id": r["id"], "given": r.get("given", []), "steps": r["steps"]} for r in rows]
    scratch.write_text("".join(json.dumps(i) + "\n" for i in items), encoding="utf-8")
    run = subprocess.run([sys.executable, "-m", "symproofs", "batch", str(scratch)], capture_output=True, text=True, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


def graded(name: str, rows: Sequence[Row], found: Sequence[Mapping[str, Any]]) -> Iterator[Graded]:
    for row, answer in zip(rows, found, strict=True):
        verdicts = tuple(_worst([s["verdict"] for s in answer["steps"] if s["index"] == k]) for k in range(len(row["steps"])))
        yield GRADES[name](row, verdicts)


WORST = ("error", "refuted", "unread", "undecided", "proved-provided", "proved", "given")


def _worst(verdicts: Sequence[str]) -> str:
    """What counts of a step that holds several links."""
    return min(verdicts, key=WORST.index, default="given")


def _right(row: Row, verdicts: tuple[str, ...]) -> Graded:
    return Graded(row, "right", verdicts, _worst(verdicts).replace("given", "proved"), alarm="refuted" in verdicts)


def _wrong(row: Row, verdicts: tuple[str, ...]) -> Graded:
    at, expected = row["wrong_step"], row["expected"]
    accidental = expected == "true-accidental"
    caught = verdicts[at] in CATCHES[expected]
    lie = expected in ("refuted", "dimension", "invalid-implication") and verdicts[at] in PROVED
    early = any(v == "refuted" for v in verdicts[:at])
    outcome = "caught" if caught else "missed" if verdicts[at] in PROVED or verdicts[at] == "given" else "undecided"
    return Graded(row, expected, verdicts, outcome, lie, early or (accidental and verdicts[at] == "refuted"))


CATCHES: Mapping[str, tuple[str, ...]] = {
    "refuted": ("refuted",),
    "dimension": ("refuted",),
    "invalid-implication": ("refuted",),
    "lost-branch": ("refuted",),
    "side-condition": ("proved-provided", "refuted"),
    "domain": ("proved-provided", "refuted"),
    "not-justified": ("undecided", "refuted"),
    "ill-formed": ("refuted", "unread"),
    "true-accidental": ("proved", "undecided"),
}
"""The verdicts at the wrong step that are right, by what is expected of it."""


def _trap(row: Row, verdicts: tuple[str, ...]) -> Graded:
    worst = _worst(verdicts)
    if row["truth"]:
        return Graded(row, "true", verdicts, worst.replace("given", "proved"), alarm=worst == "refuted")
    conditional = row.get("condition") is not None
    lie = worst == "proved" or (worst == "proved-provided" and not conditional)
    return Graded(row, "false", verdicts, worst, lie)


GRADES = {"right-steps": _right, "wrong-steps": _wrong, "truth-traps": _trap}


def table(results: Sequence[Graded]) -> str:
    """Outcomes by kind, as a Markdown table."""
    outcomes = ("proved", "proved-provided", "caught", "refuted", "undecided", "missed", "unread", "error")
    known = [o for o in outcomes if any(g.outcome == o for g in results)]
    kinds = list(dict.fromkeys(g.kind for g in results))
    lines = ["| kind | rows | " + " | ".join(known) + " | lies | alarms |", "|---" * (len(known) + 4) + "|"]
    for kind in kinds:
        own = [g for g in results if g.kind == kind]
        count = Counter(g.outcome for g in own)
        cells = [str(count[o] or "") for o in known]
        lines.append(
            f"| {kind} | {len(own)} | " + " | ".join(cells) + f" | {sum(g.lie for g in own)} | {sum(g.alarm for g in own)} |"
        )
    return "\n".join(lines)
