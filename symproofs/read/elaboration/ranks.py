"""Ranks as statements that need none.

Full rank is invertibility: rank X = n for a real m×n matrix says that X^T X has an inverse, rank X = m that X X^T has. Of a
matrix with its entries written out, or with sides that are numbers, a rank speaks of minors: it is at least k if one of k rows
is not 0, so if the sum of their absolute squares is not, and less than k if all of them are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, permutations

from symproofs.diagnostics import Span
from symproofs.read.elaboration.draft import Drafter
from symproofs.read.elaboration.names import bare, inner, written
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


MOST_SIDES = 4
"""Rows or columns of a matrix of which minors are written out."""

Rows = tuple[tuple[Node, ...], ...]


def rank_by_minors(d: Drafter, left: Node, sign: str, right: Node) -> Node | None:
    """`rank M = 2` of entries that are written out, as a statement about minors; `None` for any other relation."""
    for side, other, way in ((left, right, sign), (right, left, _MIRRORED.get(sign, sign))):
        subject, number = _ranked(side), bare(other)
        asked = _ASKED.get(way)
        if subject is None or asked is None or number.kind != "Num" or not str(number.value).isdigit():
            continue
        rows = _entries(d, bare(subject))
        wanted = asked(int(str(number.value)), min(len(rows), len(rows[0]))) if rows is not None else None
        if rows is not None and wanted is not None:
            least, most = wanted
            return _between(rows, least, most, side.span, _is_complex(d, rows))
    return None


_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}

_ASKED: Mapping[str, Callable[[int, int], tuple[int, int] | None]] = {
    "=": lambda k, full: (k, k),
    ">=": lambda k, full: (k, full),
    ">": lambda k, full: (k + 1, full),
    "<=": lambda k, full: (0, k),
    "<": lambda k, full: (0, k - 1),
    "!=": lambda k, full: (0, full - 1) if k == full else (1, full) if k == 0 else None,
}
"""From what a rank is compared with, and the number that it cannot exceed, to the least and the greatest rank that is meant."""


def _entries(d: Drafter, subject: Node) -> Rows | None:
    """The entries of a matrix that is written out, or of a name whose sides are known to be numbers."""
    value = subject.value
    if subject.kind == "Matrix" and isinstance(value, tuple) and len(value) == 3 and value[0] not in ("vmatrix", "tuple"):
        rows, cols = int(value[1]), int(value[2])
        if rows * cols == len(subject.children) and 1 <= rows <= MOST_SIDES and 1 <= cols <= MOST_SIDES:
            return tuple(subject.children[r * cols : (r + 1) * cols] for r in range(rows))
    name = written(subject)
    symbol = d.scope.find(name.text) if name is not None else None
    shape = d.solver.shape(symbol.var) if symbol is not None and symbol.role == "value" else None
    known = [side.literal for side in shape or () if side is not None and side.literal is not None]
    if len(known) != 2 or max(known) > MOST_SIDES or 1 in known:
        return None
    rows, cols = known

    def entry(r: int, c: int) -> Node:
        return Node("Sub", subject.span, (subject, Node("Num", subject.span, (), f"{r}{c}")))

    return tuple(tuple(entry(r + 1, c + 1) for c in range(cols)) for r in range(rows))


def _is_complex(d: Drafter, rows: Rows) -> bool:
    names = {n.text for row in rows for cell in row for part in cell.walk() if (n := written(part)) is not None}
    return d.complex_here or "i" in names or any(d.scope.is_complex(n) for n in names)


def _between(rows: Rows, least: int, most: int, span: Span, complex_: bool) -> Node:
    """That the rank is at least one number and at most another."""
    found = []
    if least > 0:
        minors = _minors(rows, least, span)
        squares = [_square(m, complex_) for m in minors] if len(minors) > 1 else minors
        total = (
            Node("Add", span, tuple(squares), ("+",) * len(squares)) if len(squares) > 1 else next(iter(squares), _num(0, span))
        )
        found.append(_compared(total, "!=", span))
    found += [_compared(m, "=", span) for m in _minors(rows, max(most + 1, 0), span)]
    return found[0] if len(found) == 1 else Node("List", span, tuple(found)) if found else _compared(_num(0, span), "=", span)


def _minors(rows: Rows, k: int, span: Span) -> list[Node]:
    """The determinants of k of the rows and k of the columns; the one of none of them is 1."""
    if k == 0:
        return [_num(1, span)]
    chosen = ((r, c) for r in combinations(range(len(rows)), k) for c in combinations(range(len(rows[0])), k))
    return [_determinant([[rows[i][j] for j in c] for i in r], span) for r, c in chosen]


def _determinant(rows: list[list[Node]], span: Span) -> Node:
    """Σ over the permutations p of the sign of p times the entries (i, p(i))."""
    k = len(rows)
    if k == 1:
        return _bracket(rows[0][0])
    terms, signs = [], []
    for p in permutations(range(k)):
        cells = tuple(_bracket(rows[i][p[i]]) for i in range(k))
        terms.append(Node("Product", span, cells, ("",) * (k - 1)))
        signs.append("-" if sum(p[i] > p[j] for i in range(k) for j in range(i + 1, k)) % 2 else "+")
    return Node("Add", span, tuple(terms), tuple(signs))


def _square(node: Node, complex_: bool) -> Node:
    inside = Node("Abs", node.span, (node,)) if complex_ else _bracket(node)
    return Node("Sup", node.span, (inside, _num(2, node.span)))


def _bracket(node: Node) -> Node:
    return Node("Group", node.span, (node,), "(")


def _num(value: int, span: Span) -> Node:
    return Node("Num", span, (), str(value))


def _compared(left: Node, sign: str, span: Span) -> Node:
    return Node("Chain", span, (left, _num(0, span)), (sign,), (span,))
