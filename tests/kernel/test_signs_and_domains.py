"""What is read off signs, and where a term is defined: certificates of what is false, each beside one of what is true.

A row says which law refuses it, at which values its statement fails, and a control that differs from it in what the law asks
for. Both checkers refuse the first and take the second; the values are looked at again where they can be.
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
    for line in (Path(__file__).parent.parent / "data" / "traps" / "signs_and_domains.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
NAMES = [f"{n}-{row['law']}" for n, row in enumerate(ROWS)]


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_neither_checker_takes_it(row: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        check(row["certificate"])
    with pytest.raises(verify.Refused):
        verify.check(row["certificate"])


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_both_checkers_take_what_differs_from_it_in_what_is_asked(row: dict[str, Any]) -> None:
    check(row["control"])
    assert verify.check(row["control"]) == "theorem"


@pytest.mark.parametrize("row", [r for r in ROWS if r["model"]], ids=[n for n, r in zip(NAMES, ROWS, strict=True) if r["model"]])
def test_it_fails_at_the_values(row: dict[str, Any]) -> None:
    """Where its conditions hold: what a proof leaves open is among the hypotheses here."""
    claim = row["certificate"]
    given = [*claim["hypotheses"], *claim["conditions"]]
    same = {key: claim[key] for key in ("declarations", "distinct", "statement", "version")}
    refutation = {**same, "format": "symproofs-refutation", "hypotheses": given, "witness": row["model"]}
    assert verify.check(refutation) == "refutation"


def test_a_theorem_names_the_hypotheses_under_which_a_comparison_says_what_it_says() -> None:
    """|log x| is √(log x · log x) where x > 0, so that |log x| > 5 alone does not do."""
    control = next(row["control"] for row in ROWS if row["law"].startswith("signs: what a hypothesis says"))
    assert len(control["hypotheses"]) == 2 and len(check(control).hypotheses) == 2
