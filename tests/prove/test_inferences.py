"""Proof trees told line by line: what follows from what, by which law."""

from __future__ import annotations

import pytest

from symproofs.prove.inferences import Inference, inferences
from symproofs.prove.logic import prove_statement
from symproofs.prove.proof import Proof
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import And, Exists, Hypothesis, Iff, Implies, Membership, Relation, Statement
from symproofs.terms.term import PI, fun, name, num, term
from symproofs.terms.types import scalar

A, B, K, X, Y = map(name, "abkxy")
ZERO = num(0)


def equal(left: object, right: object) -> Relation:
    return Relation("=", left, right)  # type: ignore[arg-type]


def told(statement: Statement, *given: Statement, integers: str = "", reals: str = "") -> tuple[Inference, ...]:
    rows = [Declaration(n, scalar("integer")) for n in integers] + [Declaration(n, scalar()) for n in reals]
    context = Context().declare(*rows).assume(Hypothesis(g, f"H{k}") for k, g in enumerate(given, 1))
    proof = prove_statement(context, statement)
    assert isinstance(proof, Proof) and proof.tree is not None
    lines = inferences(context, statement, proof.tree)
    for k, line in enumerate(lines, 1):
        assert all(p < k for p in line.premises), "a line follows from lines before it"
        assert line.reasons or line.premises or line.role != "follows" or line.chosen, "a line that follows says from what"
    return lines


def codes(line: Inference) -> set[str]:
    return {r.code for r in line.reasons}


WAVES = (equal(fun("sin", A), fun("sin", B)), equal(fun("cos", A), fun("cos", B)))


def test_equal_waves_of_whole_numbers() -> None:
    """sin a = sin b, cos a = cos b; so a - b = 2kπ; π is irrational, so k = 0 and a = b."""
    lines = told(equal(A, B), *WAVES, integers="ab")
    turns, zero, last = lines[-3], lines[-2], lines[-1]
    whole = next(line for line in lines if "same_angle" in codes(line))
    assert [kind.sort for _, kind in whole.chosen] == ["integer"]
    assert whole.statement == equal(term("add", A, term("neg", B)), term("mul", num(2), name(whole.chosen[0][0]), PI))
    assert lines.index(turns) + 1 in zero.premises and "pi_irrational" in codes(zero)
    assert last.statement == equal(A, B) and lines.index(zero) + 1 in last.premises


def test_a_hypothesis_is_named_by_its_label() -> None:
    lines = told(equal(X, num(2)), equal(term("add", X, num(1)), num(3)), reals="x")
    assert any(r.code == "given" and r.detail == "H1" for line in lines for r in line.reasons)


def test_a_supposition_goes_in() -> None:
    """x = 0 ⇒ x y = 0."""
    lines = told(Implies(equal(X, ZERO), equal(term("mul", X, Y), ZERO)), reals="xy")
    assert [(line.role, line.depth) for line in lines] == [("supposed", 1), ("follows", 1)]
    assert lines[1].premises == (1,)


def test_both_directions_are_told() -> None:
    lines = told(Iff(equal(X, Y), equal(Y, X)), reals="xy")
    assert [line.role for line in lines] == ["supposed", "follows"] * 2


def test_a_contradiction_is_reached_in_its_supposition() -> None:
    """x ≠ 0 where 2 x = 3."""
    lines = told(Relation("!=", X, ZERO), equal(term("mul", num(2), X), num(3)), reals="x")
    assert lines[0].role == "supposed" and lines[0].statement == equal(X, ZERO)
    assert lines[-1].depth == 1


def test_parts_and_chosen_values() -> None:
    """∃k ∈ ℤ: x = 2k, and y = 0; so x + y = 2k for such a k, an integer."""
    some = Exists((("k", scalar("integer")),), equal(X, term("mul", num(2), K)))
    lines = told(Membership(term("add", X, Y), "integer"), And((some, equal(Y, ZERO))), reals="xy")
    chosen = [n for line in lines for n, _ in line.chosen]
    assert chosen and lines[-1].statement == Membership(term("add", X, Y), "integer")


@pytest.mark.parametrize("operator", ["<=", ">="])
def test_an_order_is_a_line(operator: str) -> None:
    goal = Relation(operator, term("mul", X, X), ZERO) if operator == ">=" else Relation("<=", ZERO, term("mul", X, X))  # type: ignore[arg-type]
    (line,) = told(goal, reals="x")
    assert line.statement == goal


def test_what_is_seen_is_said_to_be() -> None:
    """x² + 1 ≠ 0 for real x: squares are not negative."""
    (line,) = told(Relation("!=", term("add", term("pow", X, num(2)), num(1)), ZERO), reals="x")
    assert codes(line) == {"seen"}
