"""Sizes as written: `n`, `2d`, `d/2`, `n + 1`, and pairs of them: `T \\times d`."""

from __future__ import annotations

from fractions import Fraction

from symproofs.read.elaboration.names import inner, script_text, written
from symproofs.read.tree import Node
from symproofs.terms.size import ONE, Size


def size_from(node: Node) -> Size | None:
    """A size as written: `n`, `3`, `2d`, `d/2`, `n + 1`; `None` where it is no linear form."""
    node = inner(node)
    if node.kind == "Num":
        return Size.of(Fraction(str(node.value)))
    name = written(node)
    if name is not None:
        return None if any(script_text(s) is None for s in name.subscripts) or name.base in ("pi", "e") else Size.of(name.text)
    if node.kind == "Neg":
        size = size_from(node.children[0])
        return None if size is None else size.scale(-1)
    if node.kind == "Add":
        total = Size()
        for child, sign in zip(node.children, node.value or (), strict=False):  # type: ignore[arg-type]
            part = size_from(child)
            if part is None or sign not in ("+", "-"):
                return None
            total = total + part.scale(1 if sign == "+" else -1)
        return total
    if node.kind == "Frac":
        return _quotient(size_from(node.children[0]), size_from(node.children[1]))
    if node.kind == "Product":
        return _product_size(node)
    return None


def _quotient(top: Size | None, bottom: Size | None) -> Size | None:
    if top is None or bottom is None or bottom.parts or not bottom.constant:
        return None
    return top.scale(1 / bottom.constant)


def _product_size(node: Node) -> Size | None:
    total: Size | None = size_from(node.children[0])
    for child, sign in zip(node.children[1:], node.value or (), strict=False):  # type: ignore[arg-type]
        part = size_from(child)
        if total is None or part is None:
            return None
        if sign == "/":
            total = _quotient(total, part)
        elif sign in ("", "·", "*"):
            total = total.scale(part.constant) if not part.parts else part.scale(total.constant) if not total.parts else None
        else:
            return None
    return total


def sizes_from(node: Node) -> tuple[Size, Size] | None:
    """`T \\times d` as rows and columns; a single size is that of a column."""
    node = inner(node)
    if node.kind == "Product" and isinstance(node.value, tuple) and node.value.count("×") == 1:
        at = node.value.index("×")
        before, after = node.children[: at + 1], node.children[at + 1 :]
        rows = size_from(_part(node, before, node.value[:at]))
        cols = size_from(_part(node, after, node.value[at + 1 :]))
        return None if rows is None or cols is None else (rows, cols)
    rows = size_from(node)
    return None if rows is None else (rows, ONE)


def _part(node: Node, children: tuple[Node, ...], signs: tuple[object, ...]) -> Node:
    return children[0] if len(children) == 1 else Node("Product", node.span, children, tuple(map(str, signs)))
