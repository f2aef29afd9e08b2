"""Full rank as invertibility: rank X = n for a real m×n matrix says that X^T X has an inverse, rank X = m that X X^T has."""

from __future__ import annotations

from symproofs.read.elaboration.names import inner, written
from symproofs.read.elaboration.scope import Scope
from symproofs.read.elaboration.sizes import size_from
from symproofs.read.tree import Node
from symproofs.terms.size import Size


def full_rank(scope: Scope, sides: tuple[Node, ...]) -> Node | None:
    """`rank X = n` as a statement about an inverse; `None` for any other relation."""
    if len(sides) != 2:
        return None
    for side, other in (sides, sides[::-1]):
        subject = _ranked(side)
        size = size_from(other) if subject is not None else None
        if subject is not None and size is not None:
            return _invertible(scope, subject, size)
    return None


def _ranked(node: Node) -> Node | None:
    """X of `rank X`, `rank(X)`."""
    if node.kind not in ("Function", "Product") or len(node.children) != 2:
        return None
    word = written(node.children[0])
    return inner(node.children[1]) if word is not None and word.text in ("rank", "rk", "Rank") else None


def _invertible(scope: Scope, subject: Node, size: Size) -> Node | None:
    name = written(subject)
    symbol = scope.find(name.text) if name is not None else None
    shape = symbol.declaration.type if symbol is not None and symbol.declaration is not None else None
    if shape is None or not shape.is_tensor or shape.sort == "complex":
        return None
    if shape.rows == size == shape.cols:
        return Node("Has", subject.span, (subject,), "invertible")
    if size not in shape.shape:
        return None
    return Node("Has", subject.span, (gram(subject, columns=size == shape.cols),), "invertible")


def gram(node: Node, *, columns: bool) -> Node:
    """X^T X, or X X^T."""
    turned = Node("Sup", node.span, (node, Node("Transpose", node.span)))
    return Node("Product", node.span, (turned, node) if columns else (node, turned), ("",))
