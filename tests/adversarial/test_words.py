"""Words that change what is said: each row of `words.jsonl` is a document with a place for them.

A row `{id, text, lies, right}`: with one of `lies` in the place of `<>` the last step of the text is false, or is not known to be
true, and must not be proved; with one of `right` it is true and must be proved. Expected values come from mathematics.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs.apps.check import check
from symproofs.derivation.judge import Settings

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("words.jsonl").read_text(encoding="utf-8").splitlines()
]
PROVED = ("proved", "proved-provided")


def _last_verdict(text: str) -> str:
    report = check(text, settings=Settings(2.0, None, explain=False))
    steps = [s for d in report.documents for s in d.steps]
    return steps[-1].judgement.verdict.value if steps else "no step"


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in ROWS])
def test_no_lie_is_proved(row: dict[str, Any]) -> None:
    found = {words: _last_verdict(row["text"].replace("<>", words)) for words in row["lies"]}
    assert {w: v for w, v in found.items() if v in (*PROVED, "error", "no step")} == {}


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in ROWS if r["right"]])
def test_what_is_right_is_proved(row: dict[str, Any]) -> None:
    found = {words: _last_verdict(row["text"].replace("<>", words)) for words in row["right"]}
    assert {w: v for w, v in found.items() if v not in PROVED} == {}


def test_ids_are_distinct() -> None:
    assert len({r["id"] for r in ROWS}) == len(ROWS)
