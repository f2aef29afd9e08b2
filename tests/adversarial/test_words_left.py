"""Words of a declaration of which no table knows what they say: with them a claim may be right, so it is not refuted.

A row of `words_left.jsonl`: with one of `true_with` in the place of `<>` the last claim is true; with one of `silent`, which
say no more than the formulas do, it is false and must be refuted. Expected values come from mathematics.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs.apps.check import check
from symproofs.derivation.judge import Settings

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("words_left.jsonl").read_text(encoding="utf-8").splitlines()
]


def _last(text: str) -> str:
    report = check(text, settings=Settings(20.0, None, explain=False))
    return [s.judgement.verdict.value for d in report.documents for s in d.steps][-1]


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in ROWS])
def test_what_words_make_true_is_not_refuted(row: dict[str, Any]) -> None:
    assert [w for w in row["true_with"] if _last(row["text"].replace("<>", w)) == "refuted"] == []


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in ROWS if r["silent"]])
def test_words_that_say_nothing_leave_no_doubt(row: dict[str, Any]) -> None:
    assert [w for w in row["silent"] if _last(row["text"].replace("<>", w)) != "refuted"] == []
