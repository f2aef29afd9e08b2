"""Whether an equation of numbers and letters may hold for all values of its letters: then it is none to be solved.

Nothing is decided by it but how a formula is read: one that fails for some numbers put for its letters is no identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symproofs.read.elaboration.names import name_of
from symproofs.read.tree import Node

TRIALS = ((2, 3, 5, 7), (3, -2, 11, 4), (-5, 7, 2, 13))
"""Numbers put for the letters, in turn."""

MOST_BITS = 2_000


def is_identity(node: Node) -> bool:
    """Whether the sides of an equation agree for a few numbers. What cannot be worked out is one, unless a side is a number."""
    if node.kind != "Chain" or node.value != ("=",):
        return False
    names = sorted({n for p in node.walk() if (n := name_of(p)) is not None})
    for trial in TRIALS:
        values = {n: Fraction(trial[k % len(trial)] + k // len(trial)) for k, n in enumerate(names)}
        try:
            if value(node.children[0], values) != value(node.children[1], values):
                return False
        except ZeroDivisionError:
            continue
        except Unknown:
            return all(any(name_of(p) is not None for p in side.walk()) for side in node.children)
    return True


class Unknown(Exception):
    """An expression that is not worked out here."""


def value(node: Node, values: Mapping[str, Fraction]) -> Fraction:
    """The value of an expression of numbers and letters. *Fails with* `Unknown`, `ZeroDivisionError`."""
    name = name_of(node)
    if name is not None:
        if name not in values or name in ("e", "E", "i", "pi"):
            raise Unknown
        return values[name]
    children = node.children
    match node.kind:
        case "Num":
            return Fraction(str(node.value))
        case "Group" if len(children) == 1:
            return value(children[0], values)
        case "Neg":
            return -value(children[0], values)
        case "Add" if isinstance(node.value, tuple) and set(node.value) <= {"+", "-"}:
            return sum(
                (value(c, values) * (-1 if s == "-" else 1) for c, s in zip(children, node.value, strict=True)), Fraction(0)
            )
        case "Product" if isinstance(node.value, tuple) and set(node.value) <= {"", "·", "×", "*", "/"}:
            found = value(children[0], values)
            for sign, child in zip(node.value, children[1:], strict=True):
                found = found / value(child, values) if sign == "/" else found * value(child, values)
            return found
        case "Frac":
            return value(children[0], values) / value(children[1], values)
        case "Sup" if children[1].kind == "Num" and str(children[1].value).isdigit() and len(str(children[1].value)) < 3:
            found = value(children[0], values) ** int(str(children[1].value))
            if max(found.numerator.bit_length(), found.denominator.bit_length()) > MOST_BITS:
                raise Unknown
            return found
    raise Unknown
