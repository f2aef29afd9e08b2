"""Moments that prose gives: `let $X$ be a random variable with mean $\\mu$ and variance $\\sigma^2$`, `$X$ 的期望为 $\\mu$`.

The words between a symbol and a value become an equation, `E[X] = μ`, at the place of the value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import letters_in
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.samples import Sample, sample_in
from symproofs.read.tree import Node

MOMENTS: Mapping[str, re.Pattern[str]] = {
    head: re.compile(
        rf"(?:\b(?:has|have|having|with|and|of)\s+(?:an? |the )?(?:{english})\s*$)|(?:{chinese})(?:为|是|等于)\s*$", re.IGNORECASE
    )
    for head, english, chinese in (
        ("bb_E", r"means?|expectations?|expected values?", r"期望|均值|数学期望"),
        ("Var", r"variances?", r"方差"),
        ("Cov", r"covariance(?: matrix)?", r"协方差(?:矩阵|阵)?"),
    )
}
"""What stands before the value of an expectation, a variance, a covariance matrix."""


def with_moments(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, moments in prose as equations: assumed where their symbol is, claimed where it is concluded of."""
    found = list(formulas)
    symbol: Written | None = None
    of_nothing = False
    for k, formula in enumerate(formulas):
        if formula.starts_sentence or formula.display or not k or formula.block != formulas[k - 1].block:
            symbol, of_nothing = None, False
        head = next((h for h, words in MOMENTS.items() if words.search(formula.before)), None)
        if head is None or formula.starts_sentence:
            symbol, of_nothing = None, False
            continue
        if symbol is None and k and not of_nothing:
            before = formulas[k - 1]
            symbol = before if _is_expression(before.node) or sample_in(before) is not None else None
        of_nothing = symbol is None  # `random variables $X_1$ to $X_n$ with mean $μ$ and variance …`: not the variance of μ
        if symbol is None or symbol.node is None or formula.node is None or not _is_expression(formula.node):
            continue
        sample = sample_in(symbol)
        running = _free_letter(sample) if sample is not None else ""
        subject = symbol.node if sample is None else sample.member(running)
        equation = Node("Chain", formula.node.span, (_moment(head, subject), formula.node), ("=",), (formula.node.span,))
        if sample is not None:
            equation = Node("Cond", formula.node.span, (equation, sample.every(running)), "")
        found[k] = replace(formula, node=equation, cue="assume" if symbol.cue in ASSUMES else symbol.cue)
    return tuple(found)


def _free_letter(sample: Sample) -> str:
    """A letter for an index, another one than that of the size."""
    size = set(letters_in(sample.size)) | set(letters_in(sample.letter))
    return next(c for c in ("i", "j", "k", "l") if c not in size)


ASSUMES = ("assume", "define", "contradiction", "quantify")


def _is_expression(node: Node | None) -> bool:
    """Something that has a mean, or is one: no statement, no list."""
    return node is not None and not is_statement(node) and node.kind not in ("List", "Text", "Empty", "Set", "Interval", "Dots")


def _moment(head: str, subject: Node) -> Node:
    """`𝔼[X]`, `Var(X)`, `Cov(X)`."""
    span = subject.span
    if head == "bb_E":
        letter = Node("Font", span, (Node("Id", span, (), "E"),), "bb")
        return Node("Product", span, (letter, Node("Group", span, (subject,), "[")), ("",))
    return Node("Function", span, (Node("Word", span, (), head), Node("Group", span, (subject,), "(")))
