"""Matrix algebra and derivatives by arrays as people write them: true steps, false neighbours, and what stays open either way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symproofs

DATA = Path(__file__).parent.parent / "data" / "reading" / "arrays.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[f"{k}-{r['topic']}" for k, r in enumerate(ROWS)])
def test_the_step_gets_its_verdict(row: dict[str, Any]) -> None:
    report = symproofs.check(f"${row['step']}$", given=row["given"])
    found = [s.verdict.value for d in report.documents for s in d.steps]
    assert found == [row["verdict"]], row.get("why", "")


def test_the_clash_is_told_where_it_is() -> None:
    text = "$\\frac{\\partial(x^\\top A)}{\\partial A}\\,x = x\\,x$"
    (step,) = symproofs.check(text, given="$x\\in\\mathbb R^n$, $A\\in\\mathbb R^{n\\times n}$").documents[0].steps
    assert (step.theory, step.code) == ("shapes", "shape-conflict")
    assert "n×1 times n×1" in str(step.message)
