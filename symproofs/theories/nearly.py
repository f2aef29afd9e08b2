"""About what a real term is at values of its names, in floating point: to choose what to try, never to decide."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from symproofs.terms.term import Term, number_in

HEADS: Mapping[str, Callable[..., float]] = {
    "add": lambda *a: math.fsum(a),
    "neg": lambda a: -a,
    "mul": lambda *a: math.prod(a),
    "div": lambda a, b: a / b,
    "pow": lambda a, b: math.pow(a, b),
    "sqrt": math.sqrt,
}
FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos, "tan": math.tan, "sinh": math.sinh, "cosh": math.cosh,
    "tanh": math.tanh, "arctan": math.atan, "arcsin": math.asin, "arccos": math.acos, "abs": abs,
    "cot": lambda x: 1 / math.tan(x), "sec": lambda x: 1 / math.cos(x), "csc": lambda x: 1 / math.sin(x),
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)), "relu": lambda x: max(x, 0.0),
}  # fmt: skip


def nearly(node: Term, values: Mapping[str, float]) -> float | None:
    """The value, or nothing where it has none here or is not known."""
    try:
        return _value(node, values)
    except (ArithmeticError, ValueError, KeyError):
        return None


def _value(node: Term, values: Mapping[str, float]) -> float:
    match node.head:
        case "num":
            return float(number_in(node))
        case "name":
            return values[str(node.data[0])]
        case "const":
            return {"pi": math.pi, "e": math.e}[str(node.data[0])]
        case "fun":
            return FUNCTIONS[str(node.data[0])](_value(node.args[0], values))
    return HEADS[node.head](*(_value(a, values) for a in node.args))
