"""Refutations that are written by hand: the second checker accepts those that are right, and no other.

A row of `tests/data/verify/refutations.jsonl` is a claim with its declarations and hypotheses, in the notation of `tests/refute`,
and a witness; `functions` are parameters and a body. `said`: `refutation`, `refused` or `not covered: KIND`, from mathematics.
"""

from __future__ import annotations

import ast
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from symproofs import verify
from symproofs.terms.context import Context
from symproofs.terms.serial import statement_to_json, term_to_json, type_to_json

HERE = Path(__file__).parent
SPEC = importlib.util.spec_from_file_location("reader_of_cases", HERE.parent / "refute" / "conftest.py")
assert SPEC is not None and SPEC.loader is not None
READER = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(READER)

DATA = HERE.parent / "data" / "verify" / "refutations.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def function_value(parameters: list[str], body: str) -> Any:
    rows = [(label.strip(), READER.read_type(kind)[0]) for label, kind in (p.split(":") for p in parameters)]
    inner = READER.Reader(Context())
    inner.types.update(rows)
    term = inner.term(ast.parse(body, mode="eval").body)
    return {"parameters": [n for n, _ in rows], "types": [type_to_json(t) for _, t in rows], "body": term_to_json(term)}


def refutation_of(row: dict[str, Any]) -> Any:
    context = READER.read_context(row["declare"], row.get("given", []))
    values = row.get("values", {}) | {n: function_value(*f) for n, f in row.get("functions", {}).items()}
    law = {"law": row["law"]} if "law" in row else {}
    return {
        "format": "symproofs-refutation",
        "version": 1,
        "declarations": [
            {"name": n, "type": type_to_json(d.type), "properties": sorted(d.properties)} for n, d in context.declarations.items()
        ],
        "distinct": sorted(sorted(pair) for pair in context.distinct),
        "hypotheses": [statement_to_json(h.statement) for h in context.hypotheses],
        "statement": statement_to_json(READER.read_statement(row["claim"], context)),
        "witness": {"sizes": row.get("sizes", {}), "values": values, **law},
    }


def said_of(value: Any) -> str:
    try:
        return verify.check(value)
    except verify.NotCovered as fault:
        return f"not covered: {fault.kind}"
    except verify.Refused:
        return "refused"


@pytest.mark.parametrize("row", ROWS, ids=[r["id"] for r in ROWS])
def test_what_is_said_of_a_refutation(row: dict[str, Any]) -> None:
    value = json.loads(json.dumps(refutation_of(row)))
    said = said_of(value)
    if said == "refused" != row["said"]:
        verify.check(value)
    assert said == row["said"]


def test_a_decimal_may_be_rounded() -> None:
    """1/3 ≈ 0.33 is right to the digits shown; the decimal is one number with a denominator."""
    row = next(r for r in ROWS if r["id"] == "near, of a fraction that is near")
    value = refutation_of(row)
    assert said_of(value) == "refutation"
    value["statement"][2] = ["num", [], [{"q": "33/100"}]]
    assert said_of(value) == "not covered: regime"


@pytest.mark.parametrize(("claimed", "said"), [("5", "refutation"), ("4", "refused")])
def test_a_derivative_of_a_function_that_a_witness_gives(claimed: str, said: str) -> None:
    """g(t) = t² + 1 has the slope 4 at 2; its value is a real number also where t moves."""
    row = {
        "declare": ["g: function real -> real", "x: real"],
        "claim": "g(x) == 0",
        "values": {"x": "2"},
        "functions": {"g": [["t: real"], "t**2 + 1"]},
    }
    value = refutation_of(row)
    call = value["statement"][1]
    value["statement"] = ["=", ["derivative", [call, ["name", [], ["x"]]], ["x"]], ["num", [], [{"q": claimed}]]]
    assert said_of(json.loads(json.dumps(value))) == said
