"""≈ against a decimal: it says that the decimal is right to the digits that are shown, rounded or cut off.

`π ≈ 3.1416` is -½ · 10^-4 ≤ π - 3.1416 < 10^-4, for a negative decimal the other way round. Read so only where both sides hold
no name: of anything else ≈ speaks of a passage to the limit.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symproofs.read.elaboration import Part
from symproofs.read.elaboration.names import inner
from symproofs.read.tree import Node
from symproofs.terms.statement import And, Relation
from symproofs.terms.term import Term, num

CLOSED = frozenset({"num", "add", "neg", "mul", "div", "pow", "sqrt", "const", "fun"})


def to_the_digits_shown(part: Part) -> Part:
    """The part with such an ≈ as two bounds."""
    statement = part.statement
    if (
        not isinstance(statement, Relation)
        or statement.operator != "~"
        or part.node.kind != "Chain"
        or len(part.node.children) != 2
    ):
        return part
    value, decimal = statement.left, statement.right
    other, shown = map(_places, part.node.children)
    if shown is None or (other is not None and other < shown):
        value, decimal, other, shown = statement.right, statement.left, shown, other
    if shown is None or other == shown or not _closed(value) or not _closed(decimal):
        return part
    unit = Fraction(1, 10 ** shown[0])
    low, high = (unit / 2, unit) if shown[1] else (unit, unit / 2)
    error = Term("add", (value, Term("neg", (decimal,))))
    below = Relation("<=" if shown[1] else "<", Term("neg", (num(low),)), error)
    above = Relation("<" if shown[1] else "<=", error, num(high))
    return replace(part, statement=And((below, above)))


def _places(node: Node) -> tuple[int, bool] | None:
    """How many places a decimal shows behind its point, and whether it is positive; a whole number may be only rough."""
    node = inner(node)
    if node.kind == "Neg":
        found = _places(node.children[0])
        return None if found is None else (found[0], not found[1])
    if node.kind != "Num" or len(str(node.value)) > 30:
        return None
    digits = str(node.value).partition(".")[2]
    return (len(digits), True) if digits else None


def _closed(node: Term) -> bool:
    divides_by_zero = node.head == "div" and node.args[1] == num(0)
    return node.head in CLOSED and not divides_by_zero and all(map(_closed, node.args))
