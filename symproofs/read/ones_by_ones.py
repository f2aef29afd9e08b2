"""`\\frac{1}{n} \\mathbf 1 \\mathbf 1^\\top` and `\\frac1n 11^\\top`: the column of n ones times its transpose.

Whoever divides that product by n means n ones. Without a size of its own the column had any, and of n = 2 and three ones
`H = I - \\frac1n 11^\\top`, `H^2 = H` is false. Typed without a bold font the two ones are no eleven: a number is not transposed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import inner
from symproofs.read.layout import Written
from symproofs.read.tree import Node


def with_ones(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, columns of ones with the size that their product is divided by."""
    return tuple(f if f.node is None or not _has_ones(f.node) else replace(f, node=_sized(f.node, None)) for f in formulas)


def _has_ones(node: Node) -> bool:
    """Whether a row of ones is written somewhere: few formulas have one."""
    rows = (n for n in node.walk() if n.kind == "Sup")
    return any(_is_transposed(n) and (_is_ones(n.children[0]) or n.children[0].value == "11") for n in rows)


def _sized(node: Node, divisor: Node | None) -> Node:
    """A formula with its products of ones; `divisor`: the letter below the fraction whose numerator it is."""
    if node.kind == "Frac" and inner(node.children[1]).kind == "Id":
        first = _sized(node.children[0], inner(node.children[1]))
        return node if first is node.children[0] else replace(node, children=(first, node.children[1]))
    children = tuple(_sized(c, divisor if node.kind == "Group" else None) for c in node.children)
    if any(a is not b for a, b in zip(children, node.children, strict=True)):
        node = replace(node, children=children)
    if node.kind == "Product":
        return _product(node, divisor)
    return _eleven(node, divisor) or node


def _product(node: Node, divisor: Node | None) -> Node:
    letter = divisor or next((d for c in node.children if (d := _divides(c)) is not None), None)
    children: list[Node] = []
    signs = [str(s) for s in node.value] if isinstance(node.value, tuple) else []
    changed = False
    k = 0
    while k < len(node.children):
        child = node.children[k]
        after = node.children[k + 1] if k + 1 < len(node.children) else None
        both = _eleven(child, letter)
        if both is not None:
            at = len(children)
            children.extend(both.children)
            signs.insert(at, "")
            changed = True
        elif letter is not None and _is_ones(child) and after is not None and _is_row(after):
            children.extend(
                (_of_size(child, letter), replace(after, children=(_of_size(after.children[0], letter), after.children[1])))
            )
            changed = True
            k += 1
        else:
            children.append(child)
        k += 1
    return replace(node, children=tuple(children), value=tuple(signs)) if changed else node


def _divides(node: Node) -> Node | None:
    """The letter of `\\frac{1}{n}`, `n^{-1}`."""
    if node.kind == "Frac" and inner(node.children[0]).value == "1" and inner(node.children[1]).kind == "Id":
        return inner(node.children[1])
    exponent = inner(node.children[1]) if node.kind == "Sup" else None
    if exponent is not None and exponent.kind == "Neg" and inner(exponent.children[0]).value == "1":
        return node.children[0] if node.children[0].kind == "Id" else None
    return None


def _is_ones(node: Node) -> bool:
    """`\\mathbf 1`, `\\mathbb 1`."""
    return (
        node.kind == "Font" and node.value in ("bold", "bb") and node.children[0].kind == "Num" and node.children[0].value == "1"
    )


def _is_transposed(node: Node) -> bool:
    if node.kind != "Sup":
        return False
    script = inner(node.children[1])
    return script.kind == "Transpose" or (script.kind == "Id" and script.value == "T")


def _is_row(node: Node) -> bool:
    return _is_transposed(node) and _is_ones(node.children[0])


def _eleven(node: Node, letter: Node | None) -> Node | None:
    """`11^\\top` as a product of ones."""
    if not _is_transposed(node) or node.children[0].kind != "Num" or node.children[0].value != "11":
        return None
    script = inner(node.children[1])
    if letter is None and script.kind != "Transpose":
        return None  # `11^T` of a number T
    ones = Node("Font", node.span, (Node("Num", node.span, (), "1"),), "bold")
    one = ones if letter is None else _of_size(ones, letter)
    return Node("Product", node.span, (one, Node("Sup", node.span, (one, node.children[1]))), ("",))


def _of_size(ones: Node, letter: Node) -> Node:
    return Node("Sub", ones.span, (ones, replace(letter, span=ones.span)))
