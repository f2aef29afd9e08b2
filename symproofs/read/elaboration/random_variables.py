"""Expectations, variances, covariances: `\\mathbb E[X]`, `\\mathbb E X`, `\\operatorname{Cov}(X, Y)`."""

from __future__ import annotations

from symproofs.diagnostics import Span
from symproofs.read.elaboration import constraints
from symproofs.read.elaboration.conventions import DISTRIBUTIONS, EXPECTATIONS
from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.evidence import below_scripts, is_bracket
from symproofs.read.elaboration.names import bare, written
from symproofs.read.elaboration.scope import Refused
from symproofs.read.tree import Node


def head_of_expectation(node: Node, after: Node | None) -> str | None:
    """The head that a word before its argument stands for. A plain `E` counts before square brackets."""
    name = written(node)
    if name is None or name.subscripts:
        return None
    bracket = None if after is None else below_scripts(after)
    if name.base == "E_" and bracket is not None and is_bracket(bracket) and bracket.value == "[":
        return "expect"
    return EXPECTATIONS.get(name.base)


def expectation(d: Drafter, head: str, items: tuple[Node, ...], span: Span) -> Draft:
    """E[X] has the shape of X; Var(X) is of a number; Cov(x) is n×n of a column, Cov(x, y) n×m."""
    parts = tuple(d.draft(i) for i in items)
    if len(parts) != 1 and not (head == "cov" and len(parts) == 2):
        raise Refused("sort-conflict", f"one argument is needed here, {len(parts)} are written", span)
    if head == "expect":
        return Draft(head, parts, None, span, parts[0].var)
    if head == "var":
        return d.scalar(head, parts, span)
    solver, result = d.solver, d.solver.fresh()
    first, second = parts[0].var, parts[-1].var
    d.wait(lambda: constraints.covariance(solver, result, first, second), (first, second), span)
    return Draft(head, parts, None, span, result)


def is_distribution(node: Node) -> bool:
    """`\\mathcal N(μ, Σ)` alone: a distribution that is only mentioned."""
    node = bare(node)
    if node.kind not in ("Product", "Function") or len(node.children) != 2 or not is_bracket(node.children[1]):
        return False
    name = written(node.children[0])
    return name is not None and name.base in DISTRIBUTIONS


def random_names(node: Node) -> set[str]:
    """The names whose expectation, variance or covariance is written: `k` and `k_i` of `\\mathbb E[k_i]`."""
    found: set[str] = set()
    for part in node.walk():
        for head, argument in _applications(part):
            if head_of_expectation(head, argument) is None:
                continue
            argument = below_scripts(argument)
            for item in argument.children if is_bracket(argument) else (argument,):
                name = written(item)
                if name is not None:
                    found |= {name.text, name.base}
    return found


def _applications(node: Node) -> list[tuple[Node, Node]]:
    if node.kind == "Function" and len(node.children) == 2:
        return [(node.children[0], node.children[1])]
    return list(zip(node.children, node.children[1:], strict=False)) if node.kind == "Product" else []
