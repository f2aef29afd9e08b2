"""Words that change what is said: each row of `words.jsonl` is a document with a place for them.

A row `{id, text, lies, right}`: with one of `lies` in the place of `<>` the text is wrong, or leaves open whether it is right:
some step must be doubted, and the last one not be proved. With one of `right` the last step is true and must be proved.
Expected values come from mathematics.
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


DOUBTED = ("refuted", "undecided", "unread")


def _verdicts(text: str) -> list[str]:
    report = check(text, settings=Settings(20.0, None, explain=False))
    return [s.judgement.verdict.value for d in report.documents for s in d.steps]


def _is_seen(verdicts: list[str]) -> bool:
    """Whether something is said against a text, and its last step is not called proved."""
    return any(v in DOUBTED for v in verdicts) and "error" not in verdicts and verdicts[-1] not in PROVED


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in ROWS])
def test_no_lie_is_proved(row: dict[str, Any]) -> None:
    found = {words: _verdicts(row["text"].replace("<>", words)) for words in row["lies"]}
    assert {w: v for w, v in found.items() if not _is_seen(v)} == {}


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in ROWS if r["right"]])
def test_what_is_right_is_proved(row: dict[str, Any]) -> None:
    found = {words: _verdicts(row["text"].replace("<>", words)) for words in row["right"]}
    assert {w: v for w, v in found.items() if not v or v[-1] not in PROVED} == {}


def test_ids_are_distinct() -> None:
    assert len({r["id"] for r in ROWS}) == len(ROWS)
