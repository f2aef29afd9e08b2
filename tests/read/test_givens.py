"""Givens without dollar signs become prose; nothing but dollar signs is added."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproofs.read.givens import as_prose, is_prose

DATA = Path(__file__).resolve().parent.parent / "data" / "reading" / "givens.jsonl"
ROWS = [(row["text"], row["prose"]) for row in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())]
PIECES = ["x", "a", "matrix", "max", "(", ")", "{", "}", " ", ", ", r"\in", r"\text", "_", "=", "实数", "n by d", "\\", "2"]


@pytest.mark.parametrize(("text", "prose"), ROWS)
def test_formulas_are_marked(text: str, prose: str) -> None:
    assert as_prose(text) == prose


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_only_dollar_signs_are_added(text: str) -> None:
    found = as_prose(text)
    assert is_prose(text) or found.replace("$", "") == text
    assert found.count("$") % 2 == 0 and "$$" not in found


@pytest.mark.timeout(120, method="thread")
@pytest.mark.parametrize("piece", ["( a ", "word ", "x ", " ( (", "max ", "{"])
def test_work_grows_with_the_text(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    assert calls(lambda: as_prose(piece * 5000)) < 15 * calls(lambda: as_prose(piece * 500))
