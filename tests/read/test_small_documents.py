"""Small documents as people write them: nothing of a right one is refuted, the wrong end of a wrong one is not proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symproofs

DATA = Path(__file__).parent.parent / "data" / "reading" / "small_documents.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[str(k) for k in range(len(ROWS))])
def test_what_is_right_is_not_refuted_and_what_is_wrong_is_not_proved(row: dict[str, Any]) -> None:
    steps = [s for document in symproofs.check(row["text"]).documents for s in document.steps]
    verdicts = [s.verdict.value for s in steps]
    assert "error" not in verdicts
    if row["right"]:
        assert "refuted" not in verdicts
    else:
        assert verdicts[-1] != "proved"
