"""Conditions, cases, definitions and values as people write them: the verdict on every link of a small text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symproofs

DATA = Path(__file__).parent.parent / "data" / "reading" / "verdicts.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[f"{k}-{r['topic']}" for k, r in enumerate(ROWS)])
def test_every_link_gets_its_verdict(row: dict[str, Any]) -> None:
    found = [s.verdict.value for d in symproofs.check(row["text"]).documents for s in d.steps]
    assert found == row["verdicts"], row.get("why", "")
