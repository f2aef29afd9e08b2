"""Single formulas for programs: what each line gets for an answer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from symproofs.apps.reading import READING, read_line
from symproofs.apps.workers import Answer, End, Limits, Line, Stopped

ROWS = [
    # (line, read_as, codes of diagnostics)
    ({"id": "1", "latex": r"x^2 + \frac{1}{2}"}, "x**2+1/2", []),
    ({"id": 2, "latex": r"A B x", "declare": {"A": "matrix", "B": "matrix", "x": "vector"}}, "A@B@x", []),
    ({"id": 2, "latex": r"A B x", "declare": {"A": "scalar", "B": "scalar", "x": "scalar"}}, "A*B*x", []),
    ({"latex": "x = 1", "declare": None}, "Eq(x,1)", []),
    ({"id": 3, "latex": r"\frac{1"}, None, ["unbalanced-bracket"]),
    ({"id": 4, "latex": r"x + \foo"}, None, ["unknown-macro"]),
    ({"id": 5, "latex": ""}, None, ["empty-formula"]),
    ({"id": 6, "latex": "(" * 1500 + "x" + ")" * 1500}, None, ["too-deep"]),
    ({"id": 7, "latex": "x\u0000"}, None, ["unknown-character"]),
    ({"id": 8, "latex": "\ud800"}, None, ["unknown-character"]),
    ({"id": 9}, None, ["malformed"]),
    ({"id": 9, "latex": 5}, None, ["malformed"]),
    ({"id": 9, "latex": "x", "declare": ["x"]}, None, ["malformed"]),
    ({"id": 9, "latex": "x", "declare": {"x": "tensor"}}, None, ["malformed"]),
    ({"id": 9, "latex": "x", "declare": {"x": ["real"]}}, None, ["malformed"]),
    (["x"], None, ["malformed"]),
]


def answered(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.text.encode().decode())
    assert list(found) == ["id", "read_as", "diagnostics"] and answer.status == (found["read_as"] is None)
    return found


@pytest.mark.parametrize(("item", "read_as", "codes"), ROWS, ids=[str(k) for k in range(len(ROWS))])
def test_a_formula_has_its_meaning_or_says_why_not(item: Any, read_as: str | None, codes: list[str]) -> None:
    found = answered(read_line(Line(1, json.dumps(item))))
    assert found["read_as"] == read_as
    assert [d["code"] for d in found["diagnostics"]] == codes
    assert found["id"] == (item.get("id") if isinstance(item, dict) else None)


def test_the_place_of_a_fault_is_the_smallest() -> None:
    (diagnostic,) = answered(read_line(Line(1, json.dumps({"latex": "x +\n\\foo + 1"}))))["diagnostics"]
    assert diagnostic["span"] == {"line": 2, "column": 1, "end_line": 2, "end_column": 5}


@pytest.mark.parametrize("end", End)
def test_a_formula_whose_worker_stopped_is_answered(end: End) -> None:
    for line in ('{"id": 1, "latex": "x"}', "{"):
        answer = READING.salvage(Line(1, line), Limits(), Stopped(end, "so it ended"))
        assert isinstance(answer, Answer)
        found = json.loads(answer.text)
        assert found["read_as"] is None and len(found["diagnostics"]) == 1


def test_the_program_reads_a_file(tmp_path: Path) -> None:
    lines = [json.dumps(item) for item, _, _ in ROWS]
    (tmp_path / "in.jsonl").write_text("\n\n".join(lines), encoding="utf-8")
    program = Path(sys.executable).with_name("symproofs")
    done = subprocess.run([program, "read", "in.jsonl", "-o", "out.jsonl"], cwd=tmp_path, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [f["read_as"] for f in found] == [read_as for _, read_as, _ in ROWS]
