"""Words that restrict what a formula says: hedges, domains, examples, permissions, modifiers, conditions.

A row of `restricted.jsonl` is a text and what may never be said of a formula in it: `proved` of what does not follow from the
text, `refuted` of what it rightly says. Expected values come from mathematics.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs.apps.check import check
from symproofs.derivation.judge import Settings

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("restricted.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[str(k) for k in range(len(ROWS))])
def test_words_are_not_lost(row: dict[str, Any]) -> None:
    steps = [s for d in check(row["text"], settings=Settings(20.0, None, explain=False)).documents for s in d.steps]
    said = {(s.link.latex, s.judgement.verdict.value.removesuffix("-provided")) for s in steps}
    assert not [pair for pair in row["never"] if tuple(pair) in said], row["text"]
    assert "error" not in {verdict for _, verdict in said}
