"""Statements with their truth from mathematics: the false ones fall to small witnesses, the true ones never."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symproofs.refute.refute import NoWitness, Refutation, fails_at, find_witness, refute

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


# Whole contexts: chains of definitions, as a document has them ---------------------------------------------------


def in_contexts(kind: str):
    lines = (CASES / "contexts.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, claim, id=f"{case['name']}: {claim}") for case in map(json.loads, lines) for claim in case[kind]]


@pytest.mark.parametrize(("case", "claim"), in_contexts("true"))
def test_a_true_step_of_a_document_is_not_refuted(case, claim, context_of, statement_of):
    context = context_of(case["declare"], case["given"])
    found = refute(context, statement_of(claim, context))
    assert isinstance(found, NoWitness)
    assert found.compared >= 3
    assert found.exact or found.digits >= 20


@pytest.mark.parametrize(("case", "claim"), in_contexts("false"))
def test_a_false_step_of_a_document_is_refuted(case, claim, context_of, statement_of):
    context = context_of(case["declare"], case["given"])
    found = refute(context, statement_of(claim, context))
    assert isinstance(found, Refutation)
    assert found.kind == "values"
    assert all(size <= 4 for _, size in found.sizes)


CONTEXTS = [json.loads(line) for line in (CASES / "contexts.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in CONTEXTS])
def test_the_hypotheses_of_a_document_have_a_witness(case, context_of):
    assert find_witness(context_of(case["declare"], case["given"])) is not None


CONTRADICTORY = [
    (["x: real"], ["x > 1", "x < 0"]),
    (["a, b: index n"], ["a == b", "a != b"]),
    (["n: size"], ["n == 2", "n == 3"]),
    (["A: matrix n n"], ["A == I(n)", "A == 2*I(n)"]),
    (["P: matrix n n permutation"], ["P@P == zeros(n,n)"]),
    (["k: family n vector d"], ["ForAll('r: index n', k[r] == zeros(d,1))", "ForAll('r: index n', norm(k[r]) == 1)"]),
    (["x: real positive", "y: real"], ["x == -(y**2)"]),
    (["P: matrix n n permutation"], ["ForAll('B: matrix n n', P@B == 2*B)"]),
    ([], ["1 == 0"]),
]


@pytest.mark.parametrize(("declared", "given"), CONTRADICTORY)
def test_contradictory_hypotheses_have_no_witness_and_refute_nothing(declared, given, context_of, statement_of):
    context = context_of(declared, given)
    assert find_witness(context) is None
    context = context_of([*declared, "other: real"], given)
    for claim in ("other == 0", "1 == 2"):
        found = refute(context, statement_of(claim, context))
        assert isinstance(found, NoWitness)


MET = [
    (["d: size"], ["d == 512"]),
    (["n, d: size", "X: matrix n d"], ["n == 2*d", "d >= 4"]),
    (["d: size", "x: vector d/2"], ["size(d) > 5"]),
    (["x, y: vector n"], ["T(x)@y == 0", "norm(x) == 1"]),
    (["A: matrix n n"], ["A@A == A", "A != zeros(n,n)"]),
    (["A, B: matrix n n"], ["A@B == I(n)"]),
    (["x, y, z: real"], ["x + y + z == 1", "x - y == 2", "z > 10"]),
    (["m: integer"], ["m**2 == 49", "m < 0"]),
    (["f: function real -> real", "x: real"], ["f(x) == 5"]),
    (["p: vector n nonnegative"], ["Sum(p[j], j, n) == 1"]),
    (["z: complex"], ["abs(z) == 1", "z != 1"]),
    (["x: real"], ["0 <= x", "x < 1/2"]),
]


@pytest.mark.parametrize(("declared", "given"), MET)
def test_hypotheses_that_can_be_met_have_a_witness(declared, given, context_of):
    assert find_witness(context_of(declared, given)) is not None
