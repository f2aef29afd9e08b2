"""`E X` and `E(X)` where E is an expectation: the text speaks of expectations or random numbers, or writes `E[X]`.

A plain E before square brackets is read as an expectation wherever it is no letter of its own. Elsewhere it was a factor, and of
factors `E X^2 = X E X` is true. Where the text says that something is random, or what E is, it is the expectation in every place;
a text that gives E a value, a kind or a noun of its own (`let $E$ be the energy`, 单位矩阵 $E$) means that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import CLAUSE_END
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_RANDOM = wording(
    r"\bexpectations?\b|\bexpected values?\b|\brandom (?:variables?|vectors?|matri(?:x|ces)|numbers?)\b|"
    r"随机(?:变量|向量|矩阵|数)|期望",
    re.IGNORECASE,
)
"""In a text that has expectations."""

E_NAME = "E_"
"""How the letter E is called, which is not the number e."""


def has_expectations(text: str, formulas: Sequence[Written]) -> bool:
    """Whether a section speaks of expectations, in words, by `E[X]` or by a distribution."""
    return _RANDOM.search(text) is not None or any(
        _before_square_brackets(part) or _has_a_distribution(part)
        for f in formulas
        if f.node is not None
        for part in f.node.walk()
    )


def with_expectations(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas of a text that has expectations, E in them as their sign, unless the text means something else by it."""
    if any(map(_means_another, formulas)):
        return tuple(formulas)
    return tuple(f if f.node is None else replace(f, node=_rewritten(f.node)) for f in formulas)


def _is_e(node: Node) -> bool:
    return node.kind == "Id" and node.value == "E"


def _before_square_brackets(node: Node) -> bool:
    if node.kind != "Product":
        return False
    return any(_is_e(a) and b.kind == "Group" and b.value == "[" for a, b in zip(node.children, node.children[1:], strict=False))


def _has_a_distribution(node: Node) -> bool:
    """`X \\sim N(0, 1)`."""
    return node.kind == "Chain" and node.value == ("dist",) and node.children[1].kind in ("Product", "Function")


def _means_another(formula: Written) -> bool:
    """Whether a formula, or the words beside it, say of E what it is."""
    node = formula.node
    if node is None:
        return False
    if _is_e(node) or (node.kind == "List" and any(map(_is_e, node.children))):
        return _RANDOM.search(f"{CLAUSE_END.split(formula.before)[-1]} {CLAUSE_END.split(formula.after)[0]}") is None
    return any(p.kind == "Chain" and any(_is_e(c) or _is_e_list(c) for c in p.children) for p in node.walk())


def _is_e_list(node: Node) -> bool:
    return node.kind == "List" and any(name_of(c) == E_NAME for c in node.children)


def _rewritten(node: Node) -> Node:
    """E before another factor as the sign of an expectation."""
    children = tuple(map(_rewritten, node.children))
    if node.kind == "Product":
        signs = node.value if isinstance(node.value, tuple) else ("",) * (len(children) - 1)
        children = tuple(
            Node("Font", c.span, (c,), "bb") if _is_e(c) and k < len(signs) and signs[k] == "" else c
            for k, c in enumerate(children)
        )
    return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)
