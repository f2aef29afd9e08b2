"""A guess at the sign of a number without names, in floating point: which comparison is worth proving. It decides nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from symproofs.terms.term import Term, free_names, number_in

NEAR_ZERO = 1e-9

_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "arcsin": math.asin,
    "arccos": math.acos,
    "arctan": math.atan,
    "abs": abs,
    "sqrt": math.sqrt,
}
_CONSTANTS: Mapping[str, float] = {"pi": math.pi, "e": math.e}


def sign_guessed(node: Term) -> int | None:
    """1, -1, or 0 where the number looks like 0; `None` where it is not known how to tell."""
    if free_names(node):
        return None
    try:
        value = _value(node)
    except (ArithmeticError, ValueError, KeyError, TypeError):
        return None
    if not math.isfinite(value):
        return None
    return 0 if abs(value) < NEAR_ZERO else 1 if value > 0 else -1


def _value(node: Term) -> float:
    match node.head:
        case "num":
            return float(number_in(node))
        case "const":
            return _CONSTANTS[str(node.data[0])]
    args = [_value(a) for a in node.args]
    match node.head:
        case "add":
            return math.fsum(args)
        case "neg":
            return -args[0]
        case "mul":
            return math.prod(args)
        case "div":
            return args[0] / args[1]
        case "pow":
            return math.pow(args[0], args[1])
        case "sqrt":
            return math.sqrt(args[0])
        case "fun":
            return _FUNCTIONS[str(node.data[0])](args[0])
    raise KeyError(node.head)
