"""Rows and columns that prose names: `$X ∈ ℝ^{m×n}$ with rows $x_i^⊤$` says that the vectors x_1, …, x_m are the rows of X.

It becomes `x_1, …, x_m ∈ ℝ^n` and `(x_i)_k = X_ik` for all i and k; of columns `(x_j)_k = X_kj`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import bare, letters_in, written
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_MATRIX = r"^\s*(?:(?:be|is|denote) (?:an?|the) (?:[\w-]+ ){0,3}?matrix\s*)?"
ROWS = wording(
    rf"{_MATRIX},?\s*(?:with|having|whose|with the)\s+(?:the )?rows\s*(?:are|being)?\s*$|"
    r"^\s*[，,]?\s*(?:其|的)?(?:各|第[^，。]{0,4})?行(?:向量)?(?:为|是)\s*$",
    re.IGNORECASE,
)
COLUMNS = wording(
    rf"{_MATRIX},?\s*(?:with|having|whose|with the)\s+(?:the )?columns\s*(?:are|being)?\s*$|"
    r"^\s*[，,]?\s*(?:其|的)?(?:各|第[^，。]{0,4})?列(?:向量)?(?:为|是)\s*$",
    re.IGNORECASE,
)


_JOIN = ", "


def with_rows(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, those that name the rows or columns of the matrix before them as equations for its entries."""
    found = list(formulas)
    for k in range(1, len(formulas)):
        matrix, named = formulas[k - 1], formulas[k]
        rows = ROWS.match(named.before) is not None
        if (not rows and COLUMNS.match(named.before) is None) or named.starts_sentence or named.block != matrix.block:
            continue
        sizes = _sizes(matrix.node)
        member = _member(named.node)
        if sizes is not None and member is not None and matrix.node is not None:
            node = _equations(matrix.node.children[0], member, sizes if rows else (sizes[1], sizes[0]), rows)
            found[k - 1] = replace(found[k - 1], after=_JOIN)  # these words are a formula now
            found[k] = replace(named, node=node, cue="assume", before=_JOIN)
    return tuple(found)


def _sizes(node: Node | None) -> tuple[Node, Node] | None:
    """m and n of `X ∈ ℝ^{m×n}`."""
    if node is None or node.kind != "Chain" or node.value != ("in",) or node.children[1].kind != "Sup":
        return None
    power = bare(node.children[1].children[1])
    if power.kind != "Product" or power.value != ("×",) or written(node.children[0]) is None:
        return None
    return power.children[0], power.children[1]


def _member(node: Node | None) -> Node | None:
    """x_i of `x_i`, `x_i^⊤`."""
    if node is not None and node.kind == "Sup" and bare(node.children[1]).kind in ("Transpose", "Id"):
        node = node.children[0]
    fits = node is not None and node.kind == "Sub" and node.children[0].kind in ("Id", "Font") and node.children[1].kind == "Id"
    return node if fits else None


def _equations(matrix: Node, member: Node, sizes: tuple[Node, Node], rows: bool) -> Node:
    """The members as vectors, and their entries; `sizes`: how many there are, and how long they are."""
    at = member.span
    count, length = sizes
    base, index = member.children
    used = {*letters_in(index), *letters_in(count), *letters_in(length)}
    letter = Node("Id", at, (), next(c for c in ("k", "l", "j", "p", "q") if c not in used))
    one, dots = Node("Num", at, (), "1"), Node("Dots", at)
    reals = Node("Sup", at, (Node("Font", at, (Node("Id", at, (), "R"),), "bb"), length))
    run = Node("List", at, (Node("Sub", at, (base, one)), dots, Node("Sub", at, (base, count))))
    vectors = Node("Chain", at, (run, reals), ("in",), (at,))
    places = (index, letter) if rows else (letter, index)
    entry = Node("Sub", at, (Node("Group", at, (member,), "("), letter))
    other = Node("Sub", at, (matrix, Node("Product", at, places, ("",))))
    equation = Node("Chain", at, (entry, other), ("=",), (at,))
    ranges = tuple(
        Node("Chain", at, (i, Node("List", at, (one, dots, n))), ("=",), (at,)) for i, n in ((index, count), (letter, length))
    )
    return Node("List", at, (vectors, Node("Cond", at, (equation, Node("List", at, ranges)), "for")))
