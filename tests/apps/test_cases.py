"""The cases beside the checkout through `symproofs batch`: nothing false is said of any, and no fewer are decided than before."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "cases"))

from grading import FILES, Graded, answers, graded, rows_in

pytestmark = pytest.mark.skipif("SYMPROOFS_SHARED" not in os.environ, reason="the cases lie beside a checkout")

DECIDED = {"right-steps": 26, "wrong-steps": 34, "truth-traps": 47}
"""Rows decided as they should be, at least. What is decided may only grow."""


@pytest.fixture(scope="module", params=FILES)
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Graded]]:
    name = request.param
    rows = rows_in(Path(os.environ["SYMPROOFS_SHARED"]) / "cases", name)
    return name, list(graded(name, rows, answers(rows, tmp_path_factory.mktemp("cases") / "items.jsonl")))


def test_no_lie_no_alarm_no_error(results: tuple[str, list[Graded]]) -> None:
    _, rows = results
    assert [(g.row["id"], g.verdicts) for g in rows if g.lie or g.alarm or "error" in g.verdicts] == []


def test_no_fewer_are_decided(results: tuple[str, list[Graded]]) -> None:
    name, rows = results
    open_ones = ("undecided", "missed", "unread")
    assert sum(g.outcome not in open_ones for g in rows) >= DECIDED[name]
