"""Batches: what an item gets for an answer, whatever it contains; what is kept of one whose worker stopped.

`data/batch/items.jsonl`: a line, the verdicts of its steps as `[input step, verdict]` (or null: anything but `refuted`), the
first wrong step, the codes of diagnostics, the exit status. `data/batch/malformed.jsonl`: lines that are no item.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symproofs.apps.batch import BATCH
from symproofs.apps.items import check_line
from symproofs.apps.workers import Answer, End, Journal, Limits, Line, Stopped
from symproofs.command_line import main

DATA = Path(__file__).resolve().parent.parent / "data" / "batch"
ITEMS = [json.loads(line) for line in (DATA / "items.jsonl").read_text(encoding="utf-8").splitlines()]
MALFORMED = [json.loads(line) for line in (DATA / "malformed.jsonl").read_text(encoding="utf-8").splitlines()]

STEP = {
    "id", "index", "span", "latex", "relation", "read_as", "verdict", "conditions", "reasons", "theory", "axioms",
    "counterexample", "repair", "cause", "code", "message", "certificate", "milliseconds",
}  # fmt: skip
ANSWER = {"id", "steps", "first_wrong", "diagnostics"}


class Kept(Journal):
    """A journal in memory."""

    def __init__(self) -> None:
        self.records: list[str] = []

    def write(self, record: str) -> None:
        self.records.append(record)


def worked(line: str, done: tuple[str, ...] = (), limits: Limits | None = None) -> tuple[Answer, list[str]]:
    journal = Kept()
    return check_line(Line(1, line), limits or Limits(), journal, done), journal.records


def answered(answer: Answer) -> dict[str, Any]:
    """The answer, once it is seen to be one line of JSON in UTF-8 with all that is promised."""
    assert "\n" not in answer.text and "\r" not in answer.text
    found: dict[str, Any] = json.loads(answer.text.encode().decode(), parse_constant=lambda word: pytest.fail(word))
    assert set(found) == ANSWER
    for row in found["steps"]:
        assert set(row) >= STEP and list(row["span"]) == ["line", "column", "end_line", "end_column"]
    return found


@pytest.mark.parametrize("case", ITEMS, ids=[c["name"] for c in ITEMS])
def test_every_step_has_its_verdict(case: dict[str, Any]) -> None:
    answer = worked(case["line"])[0]
    found = answered(answer)
    steps = [[row["index"], row["verdict"]] for row in found["steps"]]
    if case["steps"] is None:
        assert all(verdict != "refuted" for _, verdict in steps) and steps
    else:
        assert steps == case["steps"]
    assert found["first_wrong"] == case["first_wrong"]
    assert [d["code"] for d in found["diagnostics"]] == case["diagnostics"]
    assert answer.status == case["status"]
    assert found["id"] == json.loads(case["line"]).get("id")


@pytest.mark.parametrize("case", ITEMS, ids=[c["name"] for c in ITEMS])
def test_every_input_step_is_accounted_for(case: dict[str, Any]) -> None:
    item = json.loads(case["line"])
    found = answered(worked(case["line"])[0])
    seen = {row["index"] for row in found["steps"]} | {d.get("index") for d in found["diagnostics"]}
    assert set(range(len(item.get("steps", [])))) <= seen
    assert [row["index"] for row in found["steps"]] == sorted(row["index"] for row in found["steps"])
    assert len({row["id"] for row in found["steps"]}) == len(found["steps"])


@pytest.mark.parametrize("case", MALFORMED, ids=[c["name"] for c in MALFORMED])
def test_a_line_that_is_no_item_is_answered(case: dict[str, Any]) -> None:
    answer = worked(case["line"])[0]
    found = answered(answer)
    assert (found["id"], found["steps"], found["first_wrong"]) == (case["id"], [], None)
    assert [d["code"] for d in found["diagnostics"]] == ["malformed"]
    assert "line 1" in found["diagnostics"][0]["message"] and answer.status == 1


def test_a_line_that_is_no_text_is_answered() -> None:
    found = answered(check_line(Line(7, "", "longer than 8 bytes"), Limits(), Kept()))
    assert [d["message"] for d in found["diagnostics"]] == ["line 7: this line is longer than 8 bytes"]


def test_places_are_those_of_the_step_itself() -> None:
    steps = ["x = x", "其中 $x + x = 2x$ 与 $x = 2$", "(x+1)^2 = x^2\n+ 2x + 1"]
    found = answered(worked(json.dumps({"given": "$x$ is a real number", "steps": steps}))[0])
    for row in found["steps"]:
        lines = steps[row["index"]].split("\n")
        assert 1 <= row["span"]["line"] <= row["span"]["end_line"] <= len(lines)
        if row["span"]["line"] == row["span"]["end_line"]:
            shown = lines[row["span"]["line"] - 1][row["span"]["column"] - 1 : row["span"]["end_column"] - 1]
            assert shown == row["latex"]
    unread = answered(worked(json.dumps({"steps": ["1 = 1", "其中 x + \\foo = 1"]}))[0])["steps"][1]
    assert unread["diagnostics"][0]["span"] == {"line": 1, "column": 8, "end_line": 1, "end_column": 12}


def test_a_fault_in_a_given_is_placed_in_it() -> None:
    found = answered(worked(json.dumps({"given": ["Let $x = 1$.", "And $y = \\foo$."], "steps": ["x = 1"]}))[0])
    assert [(d["code"], d["path"], d["span"]["line"], d["span"]["column"]) for d in found["diagnostics"]] == [
        ("unknown-macro", "<given>", 2, 10)
    ]


# Stopped ------------------------------------------------------------------------------------------------------

CHAIN = json.dumps({"id": "c", "steps": ["1 + 1 = 2", "= \\frac{4}{2}", "= 3", "\\frac{"]})


def stopped(records: list[str], end: End) -> Answer | tuple[str, ...]:
    return BATCH.salvage(Line(1, CHAIN), Limits(), Stopped(end, "so it ended", tuple(records)))


def test_the_journal_tells_the_steps_one_by_one() -> None:
    answer, records = worked(CHAIN)
    assert [json.loads(r)["verdict"] for r in records[1:]] == [row["verdict"] for row in answered(answer)["steps"]]
    assert [row["verdict"] for row in json.loads(records[0])["steps"]] == ["undecided"] * 3 + ["unread"]


def test_what_was_found_before_the_deadline_is_kept() -> None:
    answer = stopped(worked(CHAIN)[1][:2], End.DEADLINE)
    assert isinstance(answer, Answer) and answer.status == 1
    rows = answered(answer)["steps"]
    assert [(r["verdict"], r["cause"]) for r in rows] == [
        ("proved", None),
        ("undecided", "budget"),
        ("undecided", "budget"),
        ("unread", None),
    ]
    assert rows[1]["message"] == "so it ended" and rows[1]["code"] == "deadline"


def test_another_worker_goes_on_after_the_step_that_was_too_big() -> None:
    done = stopped(worked(CHAIN)[1][:2], End.MEMORY)
    assert isinstance(done, tuple)
    answer, records = worked(CHAIN, done)
    rows = answered(answer)["steps"]
    assert [r["verdict"] for r in rows] == ["proved", "undecided", "refuted", "unread"]
    assert rows[1]["code"] == "memory" and len(records) == 5


@pytest.mark.parametrize("end", End)
def test_an_item_that_was_never_read_has_a_step_for_each_of_its_own(end: End) -> None:
    answer = stopped([], end)
    assert isinstance(answer, Answer)
    rows = answered(answer)["steps"]
    ours = end in (End.DIED, End.FAULT)
    assert [(r["index"], r["verdict"], r["code"]) for r in rows] == [
        (k, "error" if ours else "undecided", end.value) for k in range(4)
    ]
    assert answer.status == (3 if ours else 1)


@pytest.mark.parametrize("end", End)
def test_a_malformed_line_stays_malformed(end: End) -> None:
    answer = BATCH.salvage(Line(1, '{"id": 3}'), Limits(), Stopped(end, "so it ended"))
    assert isinstance(answer, Answer) and answered(answer)["id"] == 3


@pytest.mark.timeout(120, method="thread")
def test_time_for_the_item_is_shared_by_its_steps() -> None:
    """Whatever the steps ask for, the answer is there before the deadline; given and unread steps need no time."""
    line = json.dumps({"given": ["Let $x$ be a real number."], "steps": ["x + x = 2x"] * 3 + ["\\frac{"]})
    rows = answered(worked(line, limits=Limits(item_seconds=1e-9))[0])["steps"]
    assert [(r["verdict"], r["cause"], r["code"]) for r in rows[:3]] == [("undecided", "budget", "deadline")] * 3
    assert rows[3]["verdict"] == "unread"


# The program --------------------------------------------------------------------------------------------------


def run(*arguments: str, cwd: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    program = Path(sys.executable).with_name("symproofs")
    return subprocess.run([program, *arguments], cwd=cwd, input=stdin, capture_output=True, timeout=60, check=False)


def test_a_file_is_answered_line_by_line(tmp_path: Path) -> None:
    lines = [*(c["line"] for c in ITEMS[:6]), "", MALFORMED[0]["line"], json.dumps({"id": "last", "steps": ["1 = 1"]})]
    (tmp_path / "in.jsonl").write_bytes(b"\xef\xbb\xbf" + "\n".join(lines).encode() + b"\n\xff\n")
    (tmp_path / "out.jsonl").write_text("what was there before")
    os.chmod(tmp_path / "out.jsonl", 0o604)
    done = run("batch", "in.jsonl", "-o", "out.jsonl", "--workers", "2", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [f["id"] for f in found] == [*(json.loads(c["line"]).get("id") for c in ITEMS[:6]), None, "last", None]
    assert "line 8" in found[6]["diagnostics"][0]["message"] and "line 10" in found[8]["diagnostics"][0]["message"]
    assert (tmp_path / "out.jsonl").stat().st_mode & 0o777 == 0o604
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_lines_may_come_from_the_input_stream(tmp_path: Path) -> None:
    done = run("batch", "-", "--workers", "1", cwd=tmp_path, stdin=b'{"id": 1, "steps": ["1 = 1"]}')
    assert done.returncode == 0 and json.loads(done.stdout)["steps"][0]["verdict"] == "proved"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("missing.jsonl",), "missing.jsonl: No such file"),
        ((".",), ".: Is a directory"),
        (("in.jsonl", "-o", "no/such/folder.jsonl"), "No such file"),
        (("in.jsonl", "-o", "."), "Is a directory"),
        (("in.jsonl", "--timeout", "0"), "--timeout"),
        (("in.jsonl", "--deadline", "nan"), "--deadline"),
        (("in.jsonl", "--memory", "1"), "--memory"),
        (("in.jsonl", "--workers", "-1"), "--workers"),
    ],
)
@pytest.mark.parametrize("command", ["batch", "read"])
def test_what_cannot_be_used_is_an_error_of_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, arguments: tuple[str, ...], says: str
) -> None:
    (tmp_path / "in.jsonl").write_text("{}")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, [command, *arguments])
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr or (says == "--timeout" and command == "read")
    assert [p.name for p in tmp_path.iterdir()] == ["in.jsonl"]
