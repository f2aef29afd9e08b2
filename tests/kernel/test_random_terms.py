"""No rule puts something random in the place of a name that is constant: inside a moment, or in what is integrable.

Each certificate proves something false if the rule that it names does not ask. A theorem about random names holds at almost
every outcome, and what is bound or introduced is constant there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "traps" / "random_terms.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[r["rule"] for r in ROWS])
def test_neither_checker_takes_a_random_term_for_a_constant(row: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        check(row["certificate"])
    with pytest.raises(verify.Refused):
        verify.check(row["certificate"])
