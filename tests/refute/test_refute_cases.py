"""Statements with their truth from mathematics: the false ones fall to small witnesses, the true ones never."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from symproofs.refute.refute import NoWitness, Refutation, fails_at, refute
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, num, term

CASES = Path(__file__).parents[1] / "data" / "refute"


def rows(file: str):
    lines = (CASES / file).read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["claim"]) for case in map(json.loads, lines)]


@pytest.fixture
def load(context_of, statement_of):
    def make(case):
        context = context_of(case.get("declare", []), case.get("given", []))
        return context, statement_of(case["claim"], context)

    return make


@pytest.mark.parametrize("case", rows("true.jsonl"))
def test_a_true_statement_is_not_refuted(case, load):
    context, statement = load(case)
    for seed in (0, 1):
        found = refute(context, statement, seed=seed)
        assert not (isinstance(found, Refutation) and found.kind == "values"), found


@pytest.mark.parametrize("case", rows("false.jsonl"))
def test_a_false_statement_falls_to_a_small_witness(case, load):
    context, statement = load(case)
    found = refute(context, statement)
    assert isinstance(found, Refutation), found
    assert found.kind == "values"
    assert all(size <= 4 or "d" in name for name, size in found.sizes)
    assert all(len(text) <= 80 for _, text in found.assignment), found.assignment
    assert fails_at(context, statement, json.loads(json.dumps(found.witness)))


@pytest.mark.parametrize("case", rows("false.jsonl")[::4])
def test_a_seed_fixes_what_is_found(case, load):
    context, statement = load(case)
    assert refute(context, statement, seed=3) == refute(context, statement, seed=3)
