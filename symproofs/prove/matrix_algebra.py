"""Rewritings of written matrix expressions by one law each. They act on syntax and prove nothing."""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.prove.algebra import everywhere, is_number, summands, total
from symproofs.terms.term import Term
from symproofs.terms.types import Type

Types = Mapping[str, Type]
MOST_SUMMANDS = 24


def push_transposes(node: Term, types: Types) -> Term:
    """(A B)^T = B^T A^T, (A + B)^T = A^T + B^T, (A^T)^T = A, I^T = I."""

    def step(part: Term, inner: Types) -> Term:
        return transpose(part.args[0], inner) if part.head == "transpose" else part

    return everywhere(node, types, step)


def transpose(node: Term, types: Types) -> Term:
    if node.head == "transpose":
        return node.args[0]
    if node.head == "identity" or is_number(node, types):
        return node
    if node.head == "mul":
        numbers = tuple(a for a in node.args if is_number(a, types))
        arrays = tuple(transpose(a, types) for a in reversed(node.args) if not is_number(a, types))
        return Term("mul", (*numbers, *arrays))
    if node.head in ("add", "neg"):
        return node.with_args(tuple(transpose(a, types) for a in node.args))
    if node.head == "div":
        return node.with_args((transpose(node.args[0], types), node.args[1]))
    return Term("transpose", (node,))


def drop_identities(node: Term, types: Types) -> Term:
    """I A = A."""

    def step(part: Term, inner: Types) -> Term:
        if part.head != "mul" or not any(a.head == "identity" for a in part.args):
            return part
        kept = tuple(a for a in part.args if a.head != "identity")
        if not kept or all(is_number(a, inner) for a in kept):
            return part
        return kept[0] if len(kept) == 1 else Term("mul", kept)

    return everywhere(node, types, step)


def distribute(node: Term, types: Types) -> Term:
    """A (B + C) = A B + A C for arrays."""

    def step(part: Term, inner: Types) -> Term:
        if part.head != "mul" or not any(a.head == "add" for a in part.args) or all(is_number(a, inner) for a in part.args):
            return part
        rows: list[tuple[int, tuple[Term, ...]]] = [(1, ())]
        for a in part.args:
            terms = [_signed(s) for s in summands(a)]
            rows = [(s * t, (*f, g)) for s, f in rows for t, g in terms]
            if len(rows) > MOST_SUMMANDS:
                return part
        return total([_term(*row) for row in rows])

    return everywhere(node, types, step)


def _signed(node: Term) -> tuple[int, Term]:
    return (-1, node.args[0]) if node.head == "neg" else (1, node)


def _term(sign: int, parts: tuple[Term, ...]) -> Term:
    node = Term("mul", parts)
    return node if sign > 0 else Term("neg", (node,))


def flatten_products(node: Term, types: Types) -> Term:
    """Brackets in a product of arrays make no difference."""

    def step(part: Term, inner: Types) -> Term:
        if part.head != "mul" or all(is_number(a, inner) for a in part.args):
            return part
        args = tuple(b for a in part.args for b in (a.args if a.head == "mul" and not is_number(a, inner) else (a,)))
        return part if args == part.args else part.with_args(args)

    return everywhere(node, types, step)


def numbers_first(node: Term, types: Types) -> Term:
    """A (c B) = c (A B) for a number c: numbers stand before arrays in a product."""

    def step(part: Term, inner: Types) -> Term:
        if part.head != "mul" or all(is_number(a, inner) for a in part.args):
            return part
        numbers = tuple(a for a in part.args if is_number(a, inner))
        arrays = tuple(a for a in part.args if not is_number(a, inner))
        return part if part.args == (*numbers, *arrays) else part.with_args((*numbers, *arrays))

    return everywhere(node, types, step)
