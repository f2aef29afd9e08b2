"""Expectations, variances, covariances: `\\mathbb E[X]`, `\\mathbb E X`, `\\operatorname{Cov}(X, Y)`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration import constraints
from symproofs.read.elaboration.conventions import DISTRIBUTIONS, EXPECTATIONS
from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.evidence import below_scripts, is_bracket
from symproofs.read.elaboration.indicators import bracketed_condition
from symproofs.read.elaboration.names import bare, is_capital, written
from symproofs.read.elaboration.scope import Refused
from symproofs.read.tree import Node
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, free_names


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
    if head == "corr":
        return _correlation(d, parts, span)
    if len(parts) != 1 and not (head == "cov" and len(parts) == 2):
        raise Refused("sort-conflict", Message("one argument is needed here, {} are written", len(parts)), span)
    if head == "expect":
        return Draft(head, parts, None, span, parts[0].var)
    if head == "var":
        return d.scalar(head, parts, span)
    solver, result = d.solver, d.solver.fresh()
    first, second = parts[0].var, parts[-1].var
    d.wait(lambda: constraints.covariance(solver, result, first, second), (first, second), span)
    return Draft(head, parts, None, span, result)


def _correlation(d: Drafter, parts: tuple[Draft, ...], span: Span) -> Draft:
    """Corr(X, Y) = Cov(X, Y)/(√Var X √Var Y) of numbers."""
    if len(parts) != 2:
        raise Refused("sort-conflict", Message("two arguments are needed here, {} are written", len(parts)), span)
    numbers = tuple(map(d.number, parts))
    roots = tuple(d.scalar("sqrt", (d.scalar("var", (x,), span),), span) for x in numbers)
    return d.scalar("div", (d.scalar("cov", numbers, span), d.scalar("mul", roots, span, ("",))), span)


def is_distribution(node: Node) -> bool:
    """`\\mathcal N(μ, Σ)` alone: a distribution that is only mentioned."""
    node = bare(node)
    if node.kind not in ("Product", "Function") or len(node.children) != 2 or not is_bracket(node.children[1]):
        return False
    name = written(node.children[0])
    return name is not None and name.base in DISTRIBUTIONS


def random_names(
    nodes: Iterable[Node], context: Context, said: Collection[str] = (), declared: Collection[str] = ()
) -> tuple[set[str], set[str]]:
    """The names that are random by the way they are used, and those of them that may be constants for all that is said.

    `said`: those of which prose says that they are random; `declared`: those that the section itself declares.

    What stands alone below an expectation is random, and so is every name there that nothing declares or defines: it
    must not pass for a constant. Where other names are said to be random what is declared beside them is a constant.
    What is defined by something random is random. Of several declared names in an expression at least one must be
    random, else all are taken to be.
    """
    nodes = list(nodes)
    rows = context.declarations
    found = set(said) | {n for n, row in rows.items() if "random" in row.properties}
    compound: list[set[str]] = []
    bounds: set[str] = set()
    for item in (i for node in nodes for i in _arguments(node)):
        name = written(item)
        if name is not None and not (said and name.text in declared):
            found |= {name.text, name.base}
        elif name is None:
            compound.append(_names_in(item))
            bounds |= _compared_with_capitals(item)
    if not found and not compound:
        return found, set()
    defined = dict(d for node in nodes for d in _definitions(node))
    known = set(found)
    moments = ({n for node in nodes for n in _values_of_moments(node)} | _given_values(context)) - found
    for names in compound:
        free = names - defined.keys() - moments - (bounds - known)
        found |= {n for n in free if n not in declared and (n not in rows or rows[n].origin in ("inferred", "assumed"))}
    _spread(found, defined)
    for names in compound:
        if not names & found:
            found |= names
    _spread(found, defined)
    guessed = {n for names in compound for n in names & found - known - defined.keys()}
    return found, guessed if known else set()


def _compared_with_capitals(node: Node) -> set[str]:
    """Small letters in indicators with a capital, `1[X \\le x]`: what a random number is compared with is a constant."""
    if not any(bracketed_condition(one, after) is not None for part in node.walk() for one, after in _applications(part)):
        return set()
    names = _names_in(node)
    return {n for n in names if not is_capital(n)} if any(map(is_capital, names)) else set()


def _values_of_moments(node: Node) -> Iterator[str]:
    """The names that are said to be an expectation or a variance, `𝔼[X] = μ`: constants."""
    for part in node.walk():
        if part.kind != "Chain" or not isinstance(part.value, tuple) or set(part.value) - {"=", "def"}:
            continue
        if any(len(a) == 1 and head_of_expectation(*a[0]) is not None for a in map(_applications, part.children)):
            values = (c.children[0] if c.kind == "Sup" else c for c in part.children)
            yield from (n.text for n in map(written, values) if n is not None)


def _given_values(context: Context) -> set[str]:
    """The names by which hypotheses give an expectation, a variance, a covariance: constants."""
    found: set[str] = set()
    for hypothesis in context.hypotheses:
        match hypothesis.statement:
            case Relation("=", Term(head="expect" | "var" | "cov"), value):
                found |= free_names(value)
    return found


def _definitions(node: Node) -> Iterator[tuple[str, set[str]]]:
    """The names that stand alone at the left of an equation, and the names at the right."""
    for part in node.walk():
        name = written(part.children[0]) if part.kind == "Chain" and part.value and part.value[0] in ("=", "def") else None  # type: ignore[index]
        if name is not None:
            yield name.text, {n for child in part.children[1:] for n in _names_outside(child)}


def _names_outside(node: Node) -> set[str]:
    """The names in an expression, those below an expectation left out: it is a constant."""
    inside = [
        after for part in node.walk() for head, after in _applications(part) if head_of_expectation(head, after) is not None
    ]
    return _names_in(node) - {n for one in inside for n in _names_in(one)} if inside else _names_in(node)


def _spread(found: set[str], defined: Mapping[str, set[str]]) -> None:
    """What is defined by something random is random."""
    while True:
        more = {n for n, names in defined.items() if names & found} - found
        if not more:
            return
        found |= more


def _arguments(node: Node) -> Iterator[Node]:
    """What stands below an expectation, a variance or a covariance."""
    for part in node.walk():
        for head, after in _applications(part):
            if head_of_expectation(head, after) is not None:
                argument = below_scripts(after)
                yield from argument.children if is_bracket(argument) else (argument,)


def _names_in(node: Node) -> set[str]:
    """The names in an expression, those in its subscripts left out, each with and without its subscripts."""
    name = written(node)
    if name is not None:
        return {name.text, name.base}
    return {n for child in node.children for n in _names_in(child)}


def _applications(node: Node) -> list[tuple[Node, Node]]:
    if node.kind == "Function" and len(node.children) == 2:
        return [(node.children[0], node.children[1])]
    return list(zip(node.children, node.children[1:], strict=False)) if node.kind == "Product" else []
