"""Kinds of statements, each with a table: what is right is proved, and its false neighbour is refuted.

Rows of `tests/data/prove/KIND.jsonl`: `right` with `wrong` under the same `given` formulas, or `open`, which is false or does not
follow and must not be proved, whatever else is said of it. Everything that is proved is checked again by the second checker.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import check, verify
from symproofs.derivation.document import Step

DATA = Path(__file__).parent.parent / "data" / "prove"
KINDS = ("closed_numbers", "implications", "inequalities", "likelihoods")
HOLDS = ("proved",)


def rows(*fields: str) -> list[Any]:
    found = []
    for kind in KINDS:
        for line in (DATA / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found += [pytest.param(row, row[f], id=f"{kind}: {row[f][:60]}") for f in fields if f in row]
    return found


def judged(row: dict[str, Any], statement: str) -> list[Step]:
    given = ["\n\n".join(f"${g}$" for g in row.get("given", []))]
    return list(check(f"$${statement}$$", given=given if row.get("given") else ()).documents[0].steps)


@pytest.mark.parametrize(("row", "statement"), rows("right"))
def test_what_is_right_is_proved(row: dict[str, Any], statement: str) -> None:
    steps = judged(row, statement)
    assert steps
    for step in steps:
        assert step.judgement.verdict.value in row.get("verdicts", HOLDS), step.judgement
        assert verify.check(step.judgement.certificate) == "theorem"


@pytest.mark.parametrize(("row", "statement"), rows("wrong"))
def test_its_false_neighbour_is_refuted(row: dict[str, Any], statement: str) -> None:
    verdicts = [s.judgement.verdict.value for s in judged(row, statement)]
    assert "refuted" in verdicts


@pytest.mark.parametrize(("row", "statement"), rows("open"))
def test_what_does_not_follow_is_not_proved(row: dict[str, Any], statement: str) -> None:
    verdicts = {s.judgement.verdict.value for s in judged(row, statement)}
    assert not verdicts & {"proved", "proved-provided"}
