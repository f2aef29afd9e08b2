"""Lines told of proof trees: every two neighbours stand in the relation that is printed between them, and reasons are named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from symproofs.prove.approximation import approximate
from symproofs.prove.chain import ChainLine
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.prove.reasons import Reason
from symproofs.terms.context import Context
from symproofs.terms.notation import notation
from symproofs.terms.statement import Relation, Statement, Tends

Claim = Callable[[dict[str, Any]], tuple[Context, Statement]]

SOFTMAX = "forall i: index n. w[i] = exp(s[i]) / Sum(exp(s[l]), l, n)"
TWO = {
    "declare": "C: real; k: family n of vector d; q: vector d; a b: index n; w: family n of real",
    "given": [
        "forall i_: index n; l_: index n. T(k[i_]) @ k[l_] = delta(i_, l_)",
        "q = C * (k[a] + k[b])",
        "forall i: index n. w[i] = exp(T(k[i]) @ q) / Sum(exp(T(k[l]) @ q), l, n)",
        "C -> oo",
    ],
    "distinct": [["a", "b"]],
}
CASES = {
    "limit": ({**TWO, "equation": "w[a] -> 1 / 2"}, ["=", "=", "=", "->", "="]),
    "near": ({**TWO, "equation": "w[a] ~ 1 / 2"}, ["->", "="]),
    "equal": ({"declare": "x y: real", "given": ["x = 2 * y"], "equation": "x * x ~ 4 * y ** 2"}, ["="]),
    "order": (
        {
            "declare": "s w: family n of real; j: index n; g: real",
            "given": [SOFTMAX, "forall i: index n. s[j] - s[i] >= g if i != j"],
            "equation": "w[j] >= 1 / (1 + (size(n) - 1) * exp(-g))",
        },
        [">="],
    ),
}


def told(claim: Claim, case: str) -> tuple[Context, Statement, tuple[ChainLine, ...]]:
    context, statement = claim(CASES[case][0])
    limits = isinstance(statement, Tends) or (isinstance(statement, Relation) and statement.operator == "~")
    proof = approximate(context, statement) if limits else prove(context, statement)
    assert isinstance(proof, Proof), proof
    return context, statement, proof.lines


@pytest.mark.parametrize("case", CASES)
def test_the_relations_lead_from_one_side_to_the_other(case: str, claim: Claim) -> None:
    _, _, lines = told(claim, case)
    relations = [line.relation for line in lines[1:]]
    assert list(dict.fromkeys(relations)) == list(dict.fromkeys(CASES[case][1]))
    assert not lines[0].reasons and all(line.reasons for line in lines[1:])


@pytest.mark.parametrize("case", CASES)
def test_neighbours_are_proved_to_stand_in_their_relation(case: str, claim: Claim) -> None:
    context, _, lines = told(claim, case)
    for before, line in pairwise(lines):
        found = (
            approximate(context, Tends(before.term, line.term))
            if line.relation == "->"
            else prove(context, Relation(line.relation, before.term, line.term))
        )
        assert isinstance(found, Proof), notation(line.term)


def test_the_limit_is_told_as_a_lecturer_would(claim: Claim) -> None:
    _, statement, lines = told(claim, "limit")
    assert isinstance(statement, Tends)
    assert lines[0].term == statement.subject and lines[-1].term == statement.target
    codes = [[r.code for r in line.reasons] for line in lines[1:]]
    assert codes[0] == ["definition"] and "regime" in codes[-2] and "limit_rules" in codes[-2]


def test_what_was_shown_on_the_way_gives_its_reasons(claim: Claim) -> None:
    row = {
        "declare": "C r: real; mu k: family n of vector d; q: vector d; a b: index n; w: family n of real",
        "given": [
            "size(n) >= 2",
            "forall i_: index n; l_: index n. T(mu[i_]) @ mu[l_] = delta(i_, l_)",
            "k[a] = r * mu[a]",
            "forall i: index n. k[i] = mu[i] if i != a",
            "q = C * (mu[a] + mu[b])",
            "forall i: index n. w[i] = exp(T(k[i]) @ q) / Sum(exp(T(k[l]) @ q), l, n)",
        ],
        "distinct": [["a", "b"]],
        "equation": "w[a] = exp(C * r) / (exp(C * r) + exp(C) + size(n) - 2)",
    }
    context, statement = claim(row)
    proof = prove(context, statement)
    assert isinstance(proof, Proof)
    assert [line.relation for line in proof.lines] == ["="] * len(proof.lines)
    assert proof.lines[0].term == proof.statement.left and proof.lines[-1].term == proof.statement.right  # type: ignore[union-attr]
    codes = {r.code for line in proof.lines for r in line.reasons}
    assert "assumption" not in codes and {"definition", "given_equation", "count"} <= codes


def test_a_named_hypothesis_is_a_reason(claim: Claim) -> None:
    context, statement = claim(CASES["order"][0])
    named = replace(context.hypotheses[1], label="the lead")
    proof = prove(replace(context, hypotheses=(context.hypotheses[0], named)), statement)
    assert isinstance(proof, Proof)
    assert Reason("given", "the lead") in proof.reasons and Reason("given", "the lead") in proof.lines[-1].reasons
