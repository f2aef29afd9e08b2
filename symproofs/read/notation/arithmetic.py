"""Brackets, sums, signs, fractions, roots and arrays, in the notation of `read_as`."""

from __future__ import annotations

from symproofs.read.notation.reader import ATOM, PRODUCT, SUM, UNARY, Reader, Text
from symproofs.read.tree import Node


def read_group(r: Reader, node: Node) -> Text:
    if len(node.children) == 1:
        return r.read(node.children[0])
    return r.call("Tuple", *node.children)


def read_add(r: Reader, node: Node) -> Text:
    signs = [str(s) for s in node.value] if isinstance(node.value, tuple) else ["+"] * len(node.children)
    if len(signs) == 1 and signs[0] in ("±", "∓"):
        return r.call("PlusMinus" if signs[0] == "±" else "MinusPlus", node.children[0])
    text, level = "", SUM
    for k, (child, sign) in enumerate(zip(node.children, signs, strict=True)):
        if sign in ("±", "∓"):
            text = f"{'PlusMinus' if sign == '±' else 'MinusPlus'}({text},{r.text(child, PRODUCT)})"
        elif k == 0:
            text = r.text(child, PRODUCT if sign == "-" else SUM)
            text, level = (f"-{text}", SUM) if sign == "-" else (text, level)
        else:
            text += f"{sign}{r.text(child, PRODUCT)}"
    return (text, level) if len(signs) > 1 else (text, r.read(node.children[0])[1] if signs[0] == "+" else SUM)


def read_neg(r: Reader, node: Node) -> Text:
    return f"-{r.text(node.children[0], PRODUCT)}", SUM


def read_frac(r: Reader, node: Node) -> Text:
    return f"{r.text(node.children[0], PRODUCT)}/{r.text(node.children[1], UNARY)}", PRODUCT


def read_sqrt(r: Reader, node: Node) -> Text:
    return r.call("sqrt" if len(node.children) == 1 else "root", *node.children)


def read_matrix(r: Reader, node: Node) -> Text:
    kind, rows, cols = node.value if isinstance(node.value, tuple) and len(node.value) == 3 else ("", 0, 0)
    cells = [r.text(c) for c in node.children]
    width = int(cols)
    lines = [",".join(cells[k * width : (k + 1) * width]) for k in range(int(rows))]
    text = f"Matrix([{','.join(f'[{line}]' for line in lines)}])"
    return (f"det({text})" if kind == "vmatrix" else f"Norm({text})" if kind == "Vmatrix" else text), ATOM
