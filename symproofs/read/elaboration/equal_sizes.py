"""Sizes that are given a value: `n = 2`, `m = n`, `d = 2k`. An array of n entries then is one of 2 entries.

What a text assumes of sizes before it claims anything goes into every type and range: with n = 2 a vector of ℝ^n fits a
2×2 matrix. The letter stays where it is written as a number. An equation that comes later, or that is only supposed
for a sentence, changes no type; then a clash of shapes that it may settle proves nothing (`unsettled`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from symproofs.read.elaboration.declarations import chains_of
from symproofs.read.elaboration.names import written
from symproofs.read.elaboration.reading import Formula
from symproofs.read.elaboration.sizes import size_from
from symproofs.read.tree import Node
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import Term
from symproofs.terms.types import Type

Values = Mapping[str, Size]


def values_of(formulas: Sequence[Formula], context: Context) -> tuple[dict[str, Size], frozenset[str]]:
    """What sizes are equal to throughout a section, and the sizes of which an equation says something elsewhere."""
    values: dict[str, Size] = {}
    for hypothesis in context.hypotheses:
        _take(_terms_equated(hypothesis.statement), values)
    unsettled: set[str] = set()
    opening = True
    for formula in formulas:
        for chain in chains_of(formula.node):
            sides = _sizes_equated(chain, context)
            if sides and opening and formula.declares:
                _take(sides, values)
            elif sides:
                unsettled.update(n for s in sides for n in s.names)
        opening = opening and (formula.declares or written(formula.node) is not None or formula.node.kind == "Text")
    return values, frozenset(unsettled)


def _sizes_equated(chain: Node, context: Context) -> tuple[Size, ...]:
    """The sides of `N = D = 2`, if all are sizes and one of them is a name."""
    if not isinstance(chain.value, tuple) or set(chain.value) != {"="}:
        return ()
    sides = tuple(size_from(c) for c in chain.children)
    found = tuple(s for s in sides if s is not None)
    known = all(context.has(n, "size") for s in found for n in s.names)
    return found if known and len(found) == len(sides) and any(s.names for s in found) else ()


def _terms_equated(statement: Statement) -> tuple[Size, ...]:
    if not isinstance(statement, Relation) or statement.operator != "=":
        return ()
    sides = tuple(_as_size(t) for t in (statement.left, statement.right))
    found = tuple(s for s in sides if s is not None)
    return found if len(found) == 2 and any(s.names for s in found) else ()


def _as_size(term: Term) -> Size | None:
    if term.head in ("size", "num"):
        return Size.of(term.data[0])
    return None


def _take(sides: Sequence[Size], values: dict[str, Size]) -> None:
    """What the equation adds: every name is the first side that is no name, or the first one. *Skips* what contradicts."""
    now = [s.replace(values) for s in sides]
    best = next((s for s in now if s.name is None), now[0]) if now else ONE
    if not _may_be_size(best):
        return
    for side in now:
        own = side.replace(values).name
        if own is not None and own not in best.names:
            one = {own: best}
            for old, size in list(values.items()):
                values[old] = size.replace(one)
            values[own] = best


def _may_be_size(size: Size) -> bool:
    return bool(size.names) or (size.literal is not None and size.literal >= 1)


def with_values(context: Context, values: Values) -> Context:
    """The context with the values of sizes in every type, and in what the hypotheses range over."""
    if not values:
        return context
    rows = [replace(row, type=type_with(row.type, values)) for row in context.declarations.values() if _has(row, values)]
    hypotheses = tuple(replace(h, statement=statement_with(h.statement, values)) for h in context.hypotheses)
    return replace(context.declare(*rows), hypotheses=hypotheses) if rows else context


def _has(row: Declaration, values: Values) -> bool:
    return type_with(row.type, values) != row.type


def type_with(kind: Type, values: Values) -> Type:
    """The type with sizes replaced."""
    own = dict(values)

    def size(old: Size) -> Size:
        return old.replace(own) if old.names & own.keys() else old

    return Type(
        kind.sort,
        size(kind.rows),
        size(kind.cols),
        tuple(map(size, kind.over)),
        None if kind.index is None else size(kind.index),
        None if kind.parameters is None else tuple(type_with(p, values) for p in kind.parameters),
    )


def term_with(node: Term, values: Values) -> Term:
    """The term with sizes replaced where something has them; a size that is written as a number stays."""
    args = tuple(term_with(a, values) for a in node.args)
    own = dict(values)
    data = node.data if node.head == "size" else tuple(d.replace(own) if isinstance(d, Size) else d for d in node.data)
    return node if args == node.args and data == node.data else Term(node.head, args, data, node.span)


def statement_with(statement: Statement, values: Values) -> Statement:
    """The statement with sizes replaced where something has them."""
    match statement:
        case Relation(operator, left, right):
            return Relation(operator, term_with(left, values), term_with(right, values))
        case Property(label, subject):
            return Property(label, term_with(subject, values))
        case Membership(subject, sort):
            return Membership(term_with(subject, values), sort)
        case Tends(subject, target):
            return Tends(term_with(subject, values), term_with(target, values))
        case InProbability(subject, target):
            return InProbability(term_with(subject, values), term_with(target, values))
        case And(parts):
            return And(tuple(statement_with(p, values) for p in parts))
        case Implies(first, second):
            return Implies(statement_with(first, values), statement_with(second, values))
        case Iff(first, second):
            return Iff(statement_with(first, values), statement_with(second, values))
        case ForAll(names, body) | Exists(names, body):
            return type(statement)(tuple((n, type_with(t, values)) for n, t in names), statement_with(body, values))


def sizes_in(kinds: Iterable[Type]) -> frozenset[str]:
    """The names of all sizes in types."""
    found: set[str] = set()
    for kind in kinds:
        sizes = [kind.rows, kind.cols, *kind.over, *([kind.index] if kind.index is not None else [])]
        found.update(n for s in sizes for n in s.names)
        found.update(sizes_in(kind.parameters or ()))
    return frozenset(found)
