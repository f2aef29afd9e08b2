"""Refutations of what is true: no model, or none where the statement is said. Controls refute what is false in the same way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.certificate import decode
from symproofs.refute.refute import refute
from symproofs.refute.result import Refutation

TRAPS = Path(__file__).parent.parent / "data" / "traps" / "refutations.jsonl"
ROWS = [json.loads(line) for line in TRAPS.read_text(encoding="utf-8").splitlines()]


def accepted(value: Any) -> bool:
    try:
        return verify.check(value) == "refutation"
    except (verify.Refused, verify.NotCovered):
        return False


@pytest.mark.parametrize("row", ROWS, ids=[f"{r['name']}: {r['why']}" for r in ROWS])
def test_the_second_checker_takes_only_what_refutes(row: dict[str, Any]) -> None:
    assert accepted(row["refutation"]) == row["control"]


@pytest.mark.parametrize("row", ROWS, ids=[f"{r['name']}: {r['why']}" for r in ROWS])
def test_the_first_evaluator_refutes_nothing_true(row: dict[str, Any]) -> None:
    value = {k: row["refutation"][k] for k in ("declarations", "distinct", "hypotheses", "statement")}
    rest = {"format": "symproofs-certificate", "version": 1, "conditions": [], "axioms": [], "lemmas": [], "links": []}
    context, statement = (found := decode({**value, **rest})).context, found.statement
    shown = refute(context, statement, seconds=2)
    refuted = isinstance(shown, Refutation) and shown.kind == "values" and not shown.assumed_laws
    assert row["control"] or not refuted


def written(folder: Path, text: str) -> str:
    path = folder / "certificate.json"
    path.write_text(text, encoding="utf-8")
    return verify.check_file(str(path))[1][0]


def test_a_file_says_one_thing(tmp_path: Path) -> None:
    """It has a hash, no key twice, and no numbers that readers of JSON understand differently."""
    value = next(r["refutation"] for r in ROWS if r["control"])
    text = json.dumps({**value, "hash": verify.claim_hash(value)})
    assert written(tmp_path, text) == "accepted: a refutation"
    assert "no hash" in written(tmp_path, json.dumps(value))
    assert "twice" in written(tmp_path, text.replace("{", '{"format": "other", ', 1))
    for number in ("NaN", "Infinity", "-Infinity", "1.0", "1e2"):
        assert "is no integer" in written(tmp_path, text.replace('"version": 1', f'"version": {number}'))
    assert "cannot be read" in written(tmp_path, "[")


def test_what_is_claimed_is_shown(tmp_path: Path) -> None:
    value = next(r["refutation"] for r in ROWS if r["control"] and r["refutation"]["hypotheses"])
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps({**value, "hash": verify.claim_hash(value)}), encoding="utf-8")
    assert verify.check_file(str(path), show=True)[1] == [
        "accepted: a refutation",
        "  declared: x, real for each of 2, positive",
        "  declared: c, real",
        "  hypothesis: (forall i (from 1 to 2): x(i) = c)",
        "  statement: c = 2",
    ]
