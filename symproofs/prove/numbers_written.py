"""Numbers that are entries, products and determinants of matrices which are given with their entries: what they are.

This only proposes: that a term is the number is proved by a chain. *Fails* (`None`) at anything that is no rational number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from math import prod

from symproofs.prove.unfolding import Definitions
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, num

Rows = tuple[tuple[Fraction, ...], ...]
"""A matrix of numbers; a number is 1×1."""

MOST_DEPTH = 12
MOST_SIDES = 4

HOLDS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def rows_of(node: Term, definitions: Definitions, depth: int = 0) -> Rows | None:
    """The numbers that a term is, its names unfolded."""
    if depth > MOST_DEPTH:
        return None
    if node.head == "num":
        value = node.data[0]
        return ((value,),) if isinstance(value, Fraction) else None
    if node.head == "name":
        found = definitions.at(node)
        return None if found is None or found[0].parameters else rows_of(found[0].body, definitions, depth + 1)
    rule = RULES.get(node.head)
    parts = [rows_of(a, definitions, depth) for a in node.args] if rule is not None else []
    known = [p for p in parts if p is not None]
    return rule(node, known) if rule is not None and len(known) == len(parts) else None


def _each(a: Rows, b: Rows, of: Callable[[Fraction, Fraction], Fraction]) -> Rows | None:
    if len(a) != len(b) or len(a[0]) != len(b[0]):
        return None
    return tuple(tuple(map(of, x, y)) for x, y in zip(a, b, strict=True))


def _folded(of: Callable[[Rows, Rows], Rows | None]) -> Callable[[Term, list[Rows]], Rows | None]:
    def rule(node: Term, parts: list[Rows]) -> Rows | None:
        total: Rows | None = parts[0]
        for part in parts[1:]:
            total = None if total is None else of(total, part)
        return total

    return rule


def _product(a: Rows, b: Rows) -> Rows | None:
    if (len(a), len(a[0])) == (1, 1) or (len(b), len(b[0])) == (1, 1):
        c, other = (a[0][0], b) if (len(a), len(a[0])) == (1, 1) else (b[0][0], a)
        return tuple(tuple(c * x for x in row) for row in other)
    if len(a[0]) != len(b):
        return None
    return tuple(
        tuple(sum((x * y for x, y in zip(row, col, strict=True)), Fraction(0)) for col in zip(*b, strict=True)) for row in a
    )


def _power(node: Term, parts: list[Rows]) -> Rows | None:
    base, exponent = parts
    if (len(base), len(base[0])) != (1, 1) or exponent[0][0].denominator != 1 or not 0 <= exponent[0][0] <= MOST_DEPTH:
        return None
    return ((base[0][0] ** int(exponent[0][0]),),)


def _quotient(node: Term, parts: list[Rows]) -> Rows | None:
    below = parts[1][0][0]
    return None if not below else tuple(tuple(x / below for x in row) for row in parts[0])


def _entry(node: Term, parts: list[Rows]) -> Rows | None:
    rows, *places = parts
    at = [int(p[0][0]) for p in places]
    r, c = at if len(at) == 2 else (at[0], 1) if len(rows[0]) == 1 else (1, at[0])
    return ((rows[r - 1][c - 1],),) if 0 < r <= len(rows) and 0 < c <= len(rows[0]) else None


def _determinant(node: Term, parts: list[Rows]) -> Rows | None:
    rows = parts[0]
    n = len(rows)
    if n != len(rows[0]) or n > MOST_SIDES:
        return None
    signs = ((-1) ** sum(p[i] > p[j] for i in range(n) for j in range(i + 1, n)) for p in permutations(range(n)))
    terms = (prod((rows[i][p[i]] for i in range(n)), start=Fraction(1)) for p in permutations(range(n)))
    return ((sum((s * t for s, t in zip(signs, terms, strict=True)), Fraction(0)),),)


def _matrix(node: Term, parts: list[Rows]) -> Rows | None:
    rows, cols = int(str(node.data[0])), int(str(node.data[1]))
    cells = [p[0][0] for p in parts]
    return tuple(tuple(cells[r * cols : (r + 1) * cols]) for r in range(rows)) if len(cells) == rows * cols else None


def _trace(node: Term, parts: list[Rows]) -> Rows | None:
    rows = parts[0]
    return ((sum((rows[k][k] for k in range(len(rows))), Fraction(0)),),) if len(rows) == len(rows[0]) else None


RULES: Mapping[str, Callable[[Term, list[Rows]], Rows | None]] = {
    "add": _folded(lambda a, b: _each(a, b, lambda x, y: x + y)),
    "hadamard": _folded(lambda a, b: _each(a, b, lambda x, y: x * y)),
    "mul": _folded(_product),
    "neg": lambda node, parts: tuple(tuple(-x for x in row) for row in parts[0]),
    "div": _quotient,
    "pow": _power,
    "transpose": lambda node, parts: tuple(zip(*parts[0], strict=True)),
    "entry": _entry,
    "det": _determinant,
    "trace": _trace,
    "matrix": _matrix,
}


def with_numbers(goal: Relation, definitions: Definitions) -> Relation | None:
    """The comparison between the numbers that its sides are, if it holds; `None` where they are written as numbers already."""
    sides = rows_of(goal.left, definitions), rows_of(goal.right, definitions)
    holds = HOLDS.get(goal.operator)
    if holds is None or any(s is None or (len(s), len(s[0])) != (1, 1) for s in sides):
        return None
    left, right = (s[0][0] for s in sides if s is not None)
    found = Relation(goal.operator, num(left), num(right))
    return found if holds(left, right) and found != goal else None
