"""Facts that proof trees may cite: each holds at many values, and each axiom says where it is proved."""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Callable, Mapping

import pytest

from symproofs.kernel.axioms import FACTS, Fact
from symproofs.kernel.certificate import check_statement, check_typed
from symproofs.terms.statement import And, Exists, ForAll, Implies, Relation, Statement, statement_names
from symproofs.terms.term import Term

FUNCTIONS: Mapping[str, Callable[[complex], complex]] = {
    "sin": cmath.sin,
    "cos": cmath.cos,
    "exp": cmath.exp,
    "arctan": cmath.atan,
    "abs": abs,
    "relu": lambda v: max(v.real, 0.0),
    "step": lambda v: float(v.real > 0),
    "sign": lambda v: float((v.real > 0) - (v.real < 0)),
}
NEAR = 1e-9


def over_the_line(f: Callable[[float], complex]) -> complex:
    """∫_{-∞}^∞ f(t) dt by the trapezoidal rule in u, with t = sinh u."""
    step = 0.05
    return step * sum((f(math.sinh(k * step)) * math.cosh(k * step) for k in range(-140, 141)), 0j)


def value(node: Term, at: Mapping[str, float]) -> complex:
    if node.head == "improper":
        assert node.data[1] == "both"
        return over_the_line(lambda t: value(node.args[0], {**at, str(node.data[0]): t}))
    inside = [value(a, at) for a in node.args]
    match node.head:
        case "num":
            return complex(float(str(node.data[0])))
        case "name":
            return complex(at[str(node.data[0])])
        case "const":
            return {"pi": complex(math.pi), "i": 1j}[str(node.data[0])]
        case "add":
            return sum(inside)
        case "neg":
            return -inside[0]
        case "mul":
            return math.prod(inside)
        case "div":
            return inside[0] / inside[1]
        case "sqrt":
            return cmath.sqrt(inside[0])
        case "pow":
            base, exponent = inside[0], round(inside[1].real)
            return 0 if base == 0 and exponent < 0 else base**exponent  # terms are total
        case "div":
            return inside[0] / inside[1]
        case "sqrt":
            return cmath.sqrt(inside[0])
        case "factorial":
            return complex(math.factorial(round(inside[0].real)))
        case "binomial":
            return chosen(inside[0].real, round(inside[1].real))
        case "fun":
            return FUNCTIONS[str(node.data[0])](inside[0])
    raise AssertionError(node.head)


def chosen(n: float, k: int) -> complex:
    """C(n, k): 0 for k < 0."""
    return complex(0 if k < 0 else math.prod((n - j) / (j + 1) for j in range(k)))


def holds(statement: Statement, at: Mapping[str, float]) -> bool:
    match statement:
        case Relation("=", left, right):
            first, second = value(left, at), value(right, at)
            return abs(first - second) < NEAR * max(1, abs(first))
        case Relation(operator, left, right):
            gap = (value(right, at) - value(left, at)).real
            return abs(gap) > 0 if operator == "!=" else gap > 0 if operator == "<" else gap >= -NEAR
        case And(parts):
            return all(holds(p, at) for p in parts)
        case Implies(premise, conclusion):
            return not holds(premise, at) or holds(conclusion, at)
        case Exists(((label, kind),), body) if kind.sort == "integer":
            return any(holds(body, {**at, label: float(k)}) for k in range(-12, 750))
    raise AssertionError(statement)


@pytest.mark.parametrize("fact", FACTS.values(), ids=FACTS)
def test_a_fact_is_closed_typed_and_holds(fact: Fact) -> None:
    assert not statement_names(fact.statement) and fact.reference
    check_typed(check_statement(fact.statement), {})
    if not isinstance(fact.statement, ForAll):
        assert holds(fact.statement, {})
        return
    chance = random.Random(len(fact.name))
    for _ in range(300):
        at = {}
        for label, kind in fact.statement.names:
            whole = float(chance.randint(0 if kind.sort == "natural" else -4, 6 if kind.sort == "natural" else 4))
            counted = kind.sort in ("natural", "integer", "rational")
            at[label] = whole if counted or chance.random() < 0.3 else chance.uniform(-5, 5)
        if fact.name == "angle_of_slope":
            at["_b"] = math.tan(at["_x"])
        turned = {n: v + 2 * math.pi * chance.randint(-2, 2) for n, v in at.items()} if fact.name == "same_angle" else at
        assert holds(fact.statement.body, {**at, "_b": turned.get("_a", 0.0)} if turned is not at else at), at


def test_axioms_have_names_of_their_own() -> None:
    axioms = [fact for fact in FACTS.values() if fact.axiom]
    assert [fact.axiom for fact in axioms] == ["gaussian-integral", "pi-irrational"]
    assert all(any(c.isdigit() for c in fact.reference) for fact in axioms)
