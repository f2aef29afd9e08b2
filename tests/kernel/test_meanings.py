"""What a rule puts in the place of a name means what the name meant, and stays so where more varies.

Each trap proves what fails in the model named, if neither checker asks; its control differs in that alone, and is accepted.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check

TRAPS = Path(__file__).parent.parent / "data" / "traps" / "meanings.jsonl"
ROWS = [json.loads(line) for line in TRAPS.read_text(encoding="utf-8").splitlines()]
CONTROLS = [r for r in ROWS if r["refused"] is None]
FALSE = [r for r in ROWS if r["refused"] is not None]


@pytest.mark.parametrize("row", FALSE, ids=[r["name"] for r in FALSE])
def test_neither_checker_takes_it(row: dict[str, Any]) -> None:
    with pytest.raises(Rejected, match=row["refused"]):
        check(row["certificate"])
    with pytest.raises(verify.Refused, match=row["refused"]):
        verify.check(row["certificate"])


@pytest.mark.parametrize("row", CONTROLS, ids=[r["name"] for r in CONTROLS])
def test_both_take_what_differs_in_that_alone(row: dict[str, Any]) -> None:
    assert not check(row["certificate"]).conditions
    assert verify.check(row["certificate"]) == "theorem"


def test_a_hash_is_the_one_of_the_claim() -> None:
    certificate = CONTROLS[0]["certificate"]
    assert check({**certificate, "hash": verify.claim_hash(certificate), "places": []})
    with pytest.raises(Rejected, match="hash"):
        check({**certificate, "hash": "sha256:" + "0" * 64})
