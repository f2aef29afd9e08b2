"""Inverses, determinants, symmetric and positive definite matrices: what is right is proved, what is altered is not.

The rows of `matrix_laws.jsonl` have a right equation and a false one under the same givens; those of `matrix_traps.jsonl`
look right and are not, or ask for what nothing gives. What is proved is checked again by the second checker.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import check, verify
from symproofs.derivation.document import Step

DATA = Path(__file__).parent.parent / "data" / "prove"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def last_step(given: list[str], equation: str) -> Step:
    return check(f"$${equation}$$", given=given).documents[0].steps[-1]


@pytest.mark.parametrize("row", rows("matrix_laws.jsonl"), ids=lambda row: row["right"][:60])
def test_what_is_right_is_proved(row: dict[str, Any]) -> None:
    judgement = last_step(row["given"], row["right"]).judgement
    assert judgement.verdict.value == "proved", judgement
    assert verify.check(judgement.certificate) == "theorem"


@pytest.mark.parametrize("row", rows("matrix_laws.jsonl"), ids=lambda row: row["wrong"][:60])
def test_what_is_altered_is_refuted(row: dict[str, Any]) -> None:
    assert last_step(row["given"], row["wrong"]).judgement.verdict.value == "refuted"


@pytest.mark.parametrize("row", rows("matrix_traps.jsonl"), ids=lambda row: row["step"][:60])
def test_what_is_not_given_is_not_taken_for_granted(row: dict[str, Any]) -> None:
    judgement = last_step(row["given"], row["step"]).judgement
    assert judgement.verdict.value in row["verdicts"], row["why"]
    assert not row.get("conditions") or list(judgement.conditions) == row["conditions"]
