"""Lists of givens and steps, as programs write them: what nothing says of a given name follows from its use in the steps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs.apps.batch import Item
from symproofs.apps.items import read_item
from symproofs.derivation.judge import Settings, judged
from symproofs.terms.statement import terms_of
from symproofs.terms.typing import type_of

DATA = Path(__file__).parent.parent / "data" / "reading" / "lists.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[str(k) for k in range(len(ROWS))])
def test_steps_are_judged_under_their_givens(row: dict[str, Any]) -> None:
    links = read_item(Item("", tuple(row["given"]), tuple(row["steps"]))).derivation.links
    assert [s.verdict.value for s in judged(links, Settings(5.0))] == row["verdicts"]


@pytest.mark.parametrize("row", ROWS, ids=[str(k) for k in range(len(ROWS))])
def test_what_is_given_is_well_typed_in_every_step(row: dict[str, Any]) -> None:
    for link in read_item(Item("", tuple(row["given"]), tuple(row["steps"]))).derivation.links:
        for hypothesis in link.context.hypotheses:
            if not hasattr(hypothesis.statement, "names"):
                assert all(type_of(t, link.context.types) is not None for t in terms_of(hypothesis.statement))
