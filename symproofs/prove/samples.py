"""Numbers at which an order or an equation fails: a quick look before a proof is looked for. Floats, so it decides nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from random import Random

from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, statement_names
from symproofs.terms.term import Term

ROUNDS = 60
NEAR = 1e-9
VALUES = (0.0, 1.0, -1.0, 2.0, 0.5, 3.0, -2.0, 0.25, 5.0, -0.5, 10.0, 1.5)

Values = Mapping[str, float]

_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "abs": abs,
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "relu": lambda x: max(x, 0.0),
    "step": lambda x: float(x > 0),
    "sign": lambda x: float((x > 0) - (x < 0)),
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
}

_HOLDS: Mapping[str, Callable[[float], bool]] = {
    "=": lambda d: abs(d) < NEAR,
    "!=": lambda d: abs(d) >= NEAR,
    "<": lambda d: d < 0,
    "<=": lambda d: d < NEAR,
    ">": lambda d: d > 0,
    ">=": lambda d: d > -NEAR,
}


def seems_to_fail(goal: Relation, context: Context) -> bool:
    """Whether the relation fails at numbers that meet the given relations between numbers, as far as these can be worked out."""
    given = [h.statement for h in context.hypotheses if isinstance(h.statement, Relation) and h.statement.operator in _HOLDS]
    labels = sorted(statement_names(goal).union(*map(statement_names, given)))
    rng = Random(0)
    for _ in range(ROUNDS):
        values = {n: _value(n, context, rng) for n in labels}
        if all(_holds(s, values) is not False for s in given) and _holds(goal, values) is False:
            return True
    return False


def _value(label: str, context: Context, rng: Random) -> float:
    value = rng.choice(VALUES)
    if context.has(label, "positive"):
        return abs(value) or 1.0
    return abs(value) if context.has(label, "nonnegative") else value


def _holds(relation: Relation, values: Values) -> bool | None:
    """Whether it holds there; `None` where that is not worked out."""
    try:
        return _HOLDS[relation.operator](_number(relation.left, values) - _number(relation.right, values))
    except (KeyError, ValueError, OverflowError, ZeroDivisionError, TypeError):
        return None


def _number(t: Term, values: Values) -> float:
    """*Fails when* the term is made of more than arithmetic and these functions, or has no real value."""
    match t.head:
        case "num":
            return float(t.data[0])  # type: ignore[arg-type]
        case "name":
            return values[str(t.data[0])]
        case "const":
            return {"e": math.e, "pi": math.pi}[str(t.data[0])]
    parts = [_number(a, values) for a in t.args]
    match t.head:
        case "add":
            return sum(parts)
        case "neg":
            return -parts[0]
        case "mul":
            return math.prod(parts)
        case "div":
            return parts[0] / parts[1]
        case "pow":
            return _real(parts)
        case "sqrt":
            return math.sqrt(parts[0])
        case "fun":
            return _FUNCTIONS[str(t.data[0])](parts[0])
    raise KeyError(t.head)


def _real(parts: Iterable[float]) -> float:
    base, exponent = parts
    if base < 0 and exponent != int(exponent):
        raise ValueError("a root of a negative number")
    return float(base**exponent)
