"""Certificates made to hang a checker, to fill the memory, or to end it by a fault of its own: both refuse them, and soon.

Their size grows many times at each level, or at the size that a witness names; numbers in messages are too long to be written;
texts and objects stand where lists are asked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check

HOSTILE = Path(__file__).parent.parent / "data" / "traps" / "hostile.jsonl"
ROWS = [json.loads(line) for line in HOSTILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("row", ROWS, ids=[r["name"] for r in ROWS])
def test_both_refuse(row: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        check(row["certificate"])
    with pytest.raises((verify.Refused, verify.NotCovered)):
        verify.check(row["certificate"])


def product(factors: int) -> dict[str, Any]:
    """x x … x = 0, which no script shows."""
    name = ["name", [], ["x"]]
    left, zero = ["mul", [name] * factors, []], ["num", [], [{"q": "0"}]]
    declared = {"name": "x", "type": {"sort": "real", "shape": [["1", []], ["1", []]]}, "properties": []}
    lemma = {"letters": [], "premises": [], "facts": [], "left": left, "right": zero, "scripts": [[["zero", 0]]]}
    lemma |= {"left_script": 0, "right_script": None, "end": []}
    link = {"path": [], "by": "lemma", "n": 0, "direction": "forward", "letters": {}}
    parts = {"distinct": [], "hypotheses": [], "conditions": [], "axioms": [], "lemmas": [lemma], "links": [link]}
    return {
        "format": "symproofs-certificate", "version": 1, "declarations": [declared], "statement": ["=", left, zero], **parts
    }  # fmt: skip


@pytest.mark.timeout(60)
def test_products_of_many_factors_are_bounded() -> None:
    for factors in (10, 600, 10_000):
        with pytest.raises(Rejected):
            check(product(factors))
        with pytest.raises(verify.Refused):
            verify.check(product(factors))


def test_what_is_shown_reads_in_one_way(tmp_path: Path) -> None:
    """Sizes and fractions have brackets, names that look like something else are in quotes, distinct indices are told."""
    index = {"sort": "natural", "shape": [["1", []], ["1", []]], "index": ["0", [["n", "1"]]]}
    x, grown = ["name", [], ["x"]], ["size", [], [{"size": ["1", [["n - n", "2"]]]}]]
    third = ["pow", [["num", [], [{"q": "2/3"}]], ["name", [], ["pi"]]], []]
    claim = {
        "declarations": [{"name": n, "type": index, "properties": []} for n in ("x", "j")],
        "hypotheses": [], "distinct": [["j", "x"]], "conditions": [],
        "statement": ["=", ["mul", [x, grown], []], ["mul", [third, ["const", [], ["pi"]]], []]],
    }  # fmt: skip
    shown = verify.claim_lines(claim)
    assert shown == [
        "  declared: x, from 1 to n",
        "  declared: j, from 1 to n",
        "  distinct: j and x",
        "  statement: (x * (2*'n - n' + 1)) = (((2/3) ^ pi) * <pi>)",
    ]
    assert verify.as_name("\u0430") == r"'\u0430'"  # a Cyrillic letter that looks like a Latin one
