"""Moments that prose gives: `let $X$ be a random variable with mean $\\mu$ and variance $\\sigma^2$`, `$X$ 的期望为 $\\mu$`.

The words between a symbol and a value become an equation, `E[X] = μ`, at the place of the value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import letters_in, name_of
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.phrases import FOLLOWS, JOINS
from symproofs.read.samples import Sample, sample_in
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording

DEVIATION = "deviation"
"""The head of what prose says in one word and a formula in two statements: `Var(X) = σ^2`, `σ ≥ 0`."""

MOMENTS: Mapping[str, Wording] = {
    head: wording(
        rf"(?:(?:\b(?:has|have|having|with|and|of)|^\s*[,，])\s+(?:an? |the )?(?:{english})\s*$)|"
        rf"(?<!样本)(?<!经验)(?<!条件)(?<!加权)(?<!近似)(?:{chinese})(?:分别)?(?:均|都)?(?:为|是|等于)\s*$",
        re.IGNORECASE,
    )
    for head, english, chinese in (
        ("bb_E", r"means?|expectations?|expected values?", r"期望|均值|数学期望"),
        ("Var", r"variances?", r"方差"),
        (DEVIATION, r"standard deviations?", r"标准差"),
        ("Cov", r"covariance(?: matrix)?", r"协方差(?:矩阵|阵)?"),
    )
}
"""What stands before the value of an expectation, a variance, a covariance matrix."""

BOTH = wording(
    r"\b(?:mean|expectation|expected value) and (?:the )?variance\s*(?:given by|equal to|are|respectively|,)*\s*$|"
    r"(?:期望|均值|数学期望)[和与及、]方差(?:分别)?(?:为|是|等于)\s*$",
    re.IGNORECASE,
)
"""Before a mean and a variance, in that order."""


def with_moments(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, moments in prose as equations: assumed where their symbol is, claimed where it is concluded of."""
    found = list(formulas)
    symbol: Written | None = None
    of_nothing, then = False, None
    for k, formula in enumerate(formulas):
        if formula.starts_sentence or formula.display or not k or formula.block != formulas[k - 1].block:
            symbol, of_nothing, then = None, False, None
        head = next((h for h, words in MOMENTS.items() if words.search(formula.before)), None)
        if BOTH.search(formula.before):
            head, then = "bb_E", "Var"
        elif then is not None and JOINS.match(formula.before):
            head, then = then, None
        several = _listed_before(formulas, k) if head is not None and symbol is None else ()
        if len(several) > 1:
            found[k : k + len(several)] = _of_several(formulas, k, head, several)
            symbol, of_nothing = None, True
            continue
        if head is None or formula.starts_sentence:
            symbol, of_nothing = None, False
            continue
        if symbol is None and k and not of_nothing:
            before = next((f for f in reversed(formulas[:k]) if not f.aside), formulas[k - 1])
            listed = _of_list(head, before.node, formula.node)
            if listed is not None:
                found[k] = replace(formula, node=listed, cue="assume" if before.cue in ASSUMES else before.cue)
                continue
            declared = _declared(before.node)
            if declared is not None:
                symbol = replace(before, node=declared)
            else:
                symbol = before if _is_expression(before.node) or sample_in(before) is not None else None
        of_nothing = symbol is None  # `random variables $X_1$ to $X_n$ with mean $μ$ and variance …`: not the variance of μ
        if symbol is None or symbol.node is None or formula.node is None:
            continue
        value = _bounded_value(formula.node)
        if not _is_expression(value):
            continue
        sample = sample_in(symbol)
        running = free_letter(sample) if sample is not None else ""
        subject = symbol.node if sample is None else sample.member(running)
        equation = _says(head, subject, value)
        if value is not formula.node:
            equation = Node("List", formula.node.span, (*_statements(equation), formula.node))
        if sample is not None:
            equation = Node("Cond", formula.node.span, (equation, sample.every(running)), "")
        said = symbol.cue is None and _is_new(formulas[:k], symbol) and FOLLOWS.search(formula.lead) is None
        found[k] = replace(formula, node=equation, cue="assume" if said or symbol.cue in ASSUMES else symbol.cue)
    return tuple(found)


def _declared(node: Node | None) -> Node | None:
    """The one name that a membership declares: `$k ∈ ℝ^d$ be a random vector with mean $μ$`."""
    if node is None or node.kind != "Chain" or node.value != ("in",) or name_of(node.children[0]) is None:
        return None
    return node.children[0]


def _is_new(before: Sequence[Written], symbol: Written) -> bool:
    """Whether nothing was said of a name before: `$X$ has mean $μ$` says which one is meant."""
    own = name_of(symbol.node) if symbol.node is not None else None
    told = (f.node for f in before if f.node is not None and is_statement(f.node) and f.node.value != ("in",))
    return own is not None and not any(name_of(p) == own for node in told for p in node.walk())


def _listed_before(formulas: Sequence[Written], k: int) -> tuple[Written, ...]:
    """The names that are listed right before a formula: `$X$ and $Y$ with means …`."""
    first = k - 1
    while first > 0 and not formulas[first].starts_sentence and JOINS.match(formulas[first].before):
        first -= 1
    group = formulas[max(first, 0) : k]
    names = all(f.node is not None and name_of(f.node) is not None and f.block == formulas[k].block for f in group)
    return tuple(group) if names and len(group) > 1 else ()


def _of_several(formulas: Sequence[Written], k: int, head: str | None, symbols: Sequence[Written]) -> list[Written]:
    """`$X$ and $Y$ with means $μ$ and $ν$`: each has its own; a single value is that of all."""
    last = k + 1
    while last < len(formulas) and not formulas[last].starts_sentence and JOINS.match(formulas[last].before):
        last += 1
    values, made = formulas[k:last], list(formulas[k : k + len(symbols)])
    if head is None or any(not _is_expression(v.node) for v in values) or len(values) not in (1, len(symbols)):
        return made
    for j, symbol in enumerate(symbols):
        value = values[min(j, len(values) - 1)]
        assert symbol.node is not None and value.node is not None
        span = value.node.span
        equation = _says(head, symbol.node, value.node)
        cue = "assume" if symbol.cue in ASSUMES else symbol.cue
        if len(values) > 1:
            made[j] = replace(value, node=equation, cue=cue)
        else:
            old = made[0].node
            both = (*old.children, equation) if j and old is not None and old.kind == "List" else (old, equation)
            made[0] = replace(value, node=Node("List", span, both) if j else equation, cue=cue)  # type: ignore[arg-type]
    return made


def _of_list(head: str, symbols: Node | None, values: Node | None) -> Node | None:
    """`$X, Y$ with variances $σ^2, τ^2$`: the equations, each with its own value."""
    if symbols is None or values is None or symbols.kind != "List" or values.kind != "List":
        return None
    pairs = list(zip(symbols.children, values.children, strict=False))
    fits = len(pairs) == len(symbols.children) == len(values.children)
    if not fits or not all(name_of(s) is not None and _is_expression(v) for s, v in pairs):
        return None
    return Node("List", values.span, tuple(_says(head, s, v) for s, v in pairs))


def free_letter(sample: Sample) -> str:
    """A letter for an index, another one than that of the size."""
    size = set(letters_in(sample.size)) | set(letters_in(sample.letter))
    return next(c for c in ("i", "j", "k", "l") if c not in size)


ASSUMES = ("assume", "define", "contradiction", "quantify")


def _is_expression(node: Node | None) -> bool:
    """Something that has a mean, or is one: no statement, no list."""
    return node is not None and not is_statement(node) and node.kind not in ("List", "Text", "Empty", "Set", "Interval", "Dots")


def _says(head: str, subject: Node, value: Node) -> Node:
    """The equation that gives a moment a value; of a standard deviation its square, and that it is not negative."""
    span = value.span
    if head != DEVIATION:
        return Node("Chain", span, (moment(head, subject), value), ("=",), (span,))
    square = Node("Sup", span, (Node("Group", span, (value,), "("), Node("Num", span, (), "2")))
    variance = Node("Chain", span, (moment("Var", subject), square), ("=",), (span,))
    sign = Node("Chain", span, (value, Node("Num", span, (), "0")), (">=",), (span,))
    return Node("List", span, (variance, sign))


def _bounded_value(node: Node) -> Node:
    """`with variance $v > 0$`, `with mean $μ ∈ ℝ^n$`: the value that a bound or a space says something of besides."""
    bounds = node.kind == "Chain" and isinstance(node.value, tuple) and set(node.value) <= {"<", "<=", ">", ">=", "in"}
    return node.children[0] if bounds and len(node.children) == 2 else node


def _statements(node: Node) -> tuple[Node, ...]:
    return node.children if node.kind == "List" else (node,)


def moment(head: str, subject: Node) -> Node:
    """`𝔼[X]`, `Var(X)`, `Cov(X)`."""
    span = subject.span
    if head == "bb_E":
        letter = Node("Font", span, (Node("Id", span, (), "E"),), "bb")
        return Node("Product", span, (letter, Node("Group", span, (subject,), "[")), ("",))
    return Node("Function", span, (Node("Word", span, (), head), Node("Group", span, (subject,), "(")))
