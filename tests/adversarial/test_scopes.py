"""What a text supposes ends where the text leaves it: each row of `scopes.jsonl` is a table of such places.

A row `{id, before, then}`: `before` are texts that suppose something, each with what holds only where that is supposed and with
what holds without it; `then` are texts that go on with something else, with places `<>` for it. With the first some step must be
doubted and the last one not be proved, with the second the last one must be proved. `heads` are pairs that stand in the places
`<1>` and `<2>` of a text. The texts of `right`, which leave nothing, must be proved to their end; the last step of those of
`wrong` must be doubted. The words after each other are tried with the suppositions in turn. Expected values come from
mathematics.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symproofs.apps.check import check
from symproofs.derivation.judge import Settings

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("scopes.jsonl").read_text(encoding="utf-8").splitlines()
]
TABLES = [r for r in ROWS if "then" in r]
PROVED = ("proved", "proved-provided")


def _last(text: str) -> str:
    report = check(text, settings=Settings(20.0, None, explain=False))
    return [s.judgement.verdict.value for d in report.documents for s in d.steps][-1]


def _filled(text: str, said: str | list[str]) -> str:
    for one in [said] if isinstance(said, str) else said:
        text = text.replace("<>", one, 1)
    return text


def texts(row: dict[str, Any], which: int) -> Iterator[str]:
    """The texts of a table, with what holds only where it is supposed (1), or everywhere (2)."""
    before = row["before"]
    heads = row.get("heads", [["", ""]])
    for k in range(max(len(row["then"]), len(before)) if len(heads) == 1 else len(before)):
        for first, second in heads:
            start = before[k % len(before)]
            end = row["then"][k % len(row["then"])]
            yield start[0].replace("<1>", first).replace("<2>", second) + _filled(end, start[which])


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in TABLES])
def test_what_was_left_proves_nothing(row: dict[str, Any]) -> None:
    found = {text: _last(text) for text in texts(row, 1)}
    assert {t: v for t, v in found.items() if v not in ("refuted", "undecided")} == {}


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in TABLES])
def test_what_needs_nothing_of_it_is_proved(row: dict[str, Any]) -> None:
    found = {text: _last(text) for text in texts(row, 2)}
    assert {t: v for t, v in found.items() if v not in PROVED} == {}


@pytest.mark.parametrize("text", [t for r in ROWS for t in r.get("right", [])])
def test_what_was_not_left_holds(text: str) -> None:
    assert _last(text) in PROVED


@pytest.mark.parametrize("text", [t for r in ROWS for t in r.get("wrong", [])])
def test_what_is_said_elsewhere_is_neither_given_nor_proved(text: str) -> None:
    assert _last(text) in ("refuted", "undecided")


def test_what_is_excluded_is_shown_so() -> None:
    for text in (
        "Unless $x = 0$, we have $x / x = 1$.",
        "Except when $x = 0$, we have $x / x = 1$.",
        "除非 $x = 0$，$x / x = 1$。",
    ):
        first, second = check(text, settings=Settings(20.0, None, explain=False)).documents[0].steps
        assert (first.message, second.verdict.value) == ("excluded", "proved")
