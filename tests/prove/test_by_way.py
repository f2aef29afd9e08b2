"""A chain of claims as one theorem: what it says from end to end, and that a broken link breaks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symproofs.kernel.theorem import check
from symproofs.prove.by_way import Link, composed, prove_by_way
from symproofs.prove.proof import Failure, Proof
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement, Tends

Claim = Callable[[dict[str, Any]], tuple[Context, Statement]]

ROW = {"declare": "x y C: real; r: real positive", "given": ["x >= 1", "y = x ** 2", "C -> oo"]}


def links_of(claim: Claim, texts: list[str]) -> tuple[Context, list[Link]]:
    found = [claim({**ROW, "equation": text}) for text in texts]
    links = [statement for _, statement in found if isinstance(statement, Relation | Tends)]
    assert len(links) == len(texts)
    return found[0][0], links


WHOLE = {
    "equations": (["y = x ** 2", "x ** 2 = x * x"], "y = x * x"),
    "orders": (["y = x ** 2", "x ** 2 >= 2 * x - 1", "2 * x - 1 >= x"], "y >= x"),
    "a strict one": (["y + 1 > x ** 2", "x ** 2 >= x"], "y + 1 > x"),
    "to a limit": (["exp(r) / exp(r + C) = exp(-C)", "exp(-C) -> 0"], "exp(r) / exp(r + C) -> 0"),
    "and on from it": (["(x + y) * exp(-C) + 1 -> (x + y) * 0 + 1", "(x + y) * 0 + 1 = 1"], "(x + y) * exp(-C) + 1 -> 1"),
    "one link": (["y >= 1"], "y >= 1"),
}


@pytest.mark.parametrize("case", WHOLE)
def test_a_chain_is_one_theorem(case: str, claim: Claim) -> None:
    texts, whole = WHOLE[case]
    context, links = links_of(claim, texts)
    statement = claim({**ROW, "equation": whole})[1]
    assert composed(links) == statement
    found = prove_by_way(context, links)
    assert isinstance(found, Proof), found
    assert found.theorem.conclusion == statement == check(found.certificate).conclusion
    assert not found.conditions and len(found.lines) > len(links)


BROKEN = {
    "two ways": ["x <= y", "y >= x"],
    "no common term": ["x <= y", "x ** 2 <= y + 1"],
    "a false link": ["y = x ** 2", "x ** 2 = 2 * x"],
    "a false limit": ["exp(r) / exp(r + C) = exp(-C)", "exp(-C) -> 1"],
    "an order before a limit": ["exp(-C) <= 2 * exp(-C)", "2 * exp(-C) -> 0"],
    "nothing": [],
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_chain_is_none(case: str, claim: Claim) -> None:
    context, links = links_of(claim, BROKEN[case]) if BROKEN[case] else (Context(), [])
    assert isinstance(prove_by_way(context, links), Failure)
