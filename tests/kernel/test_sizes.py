"""Sizes: nothing is one because a proof uses it so, a range may be empty, and what has a size in a type is there.

A row of `tests/data/traps/sizes.jsonl` is a claim, with what shows it (`proof`, or `lemmas` and `links`) and whether that proves
it, and with values (`witness`) and whether these refute it; `why` says it in words. Both checkers are to say of a proof, and the
second one of values, what the row says.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check

DATA = Path(__file__).parent.parent / "data" / "traps" / "sizes.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
SHOWN, VALUED = ([row for row in ROWS if kind in row] for kind in ("proves", "refutes"))
EMPTY = {"conditions": [], "axioms": [], "lemmas": [], "links": []}


def certificate(row: dict[str, Any]) -> dict[str, Any]:
    shown = {k: row[k] for k in ("proof", "lemmas", "links", "conditions") if k in row}
    return {"format": "symproofs-certificate", "version": 1, **row["claim"], **EMPTY, **shown}


@pytest.mark.parametrize("row", SHOWN, ids=[r["why"] for r in SHOWN])
def test_both_checkers_take_nothing_for_a_size_that_need_not_be_one(row: dict[str, Any]) -> None:
    if row["proves"]:
        assert check(certificate(row)).conclusion is not None
        assert verify.check(certificate(row)) == "theorem"
        return
    with pytest.raises(Rejected):
        check(certificate(row))
    with pytest.raises(verify.Refused):
        verify.check(certificate(row))


@pytest.mark.parametrize("row", VALUED, ids=[r["why"] for r in VALUED])
def test_values_at_which_sizes_are_what_they_are_said_to_be(row: dict[str, Any]) -> None:
    value = {"format": "symproofs-refutation", "version": 1, **row["claim"], "witness": row["witness"]}
    if row["refutes"]:
        assert verify.check(value) == "refutation"
        return
    with pytest.raises(verify.Refused):
        verify.check(value)


def test_no_claim_is_proved_and_refuted() -> None:
    assert not [row for row in ROWS if row.get("proves") and row.get("refutes")]
    assert len([row for row in ROWS if row.get("proves") is False and row.get("refutes")]) > 10
