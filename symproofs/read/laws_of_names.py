"""Laws of random names: `$X \\sim \\mathcal N(\\mu, \\sigma^2)$` says what mean and what variance X has.

Only the moments of a row of `LAWS` are taken from a law, as if they had been written: `𝔼[X] = μ`, `Var(X) = σ²`. It says more,
so what the text says of such a name counts as not understood in full: nothing is refuted of it but what speaks of these moments
alone. *Fails when* a law has no row: nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from symproofs.diagnostics import Span
from symproofs.read.elaboration.names import bare, base_letter, is_capital, name_of, written
from symproofs.read.layout import Written
from symproofs.read.moments_in_prose import free_letter, moment
from symproofs.read.samples import sample_in
from symproofs.read.second_order import OF_A_LAW
from symproofs.read.tree import Node

Moments = Callable[[Node, tuple[Node, ...]], tuple[Node, ...]]
"""The equations for the moments of a subject, from the parameters of its law."""


def _normal(subject: Node, parameters: tuple[Node, ...]) -> tuple[Node, ...]:
    mean, spread = parameters
    head = "Cov" if _is_matrix(spread) else "Var"
    return _equal(moment("bb_E", subject), mean), _equal(moment(head, subject), spread)


def _bernoulli(subject: Node, parameters: tuple[Node, ...]) -> tuple[Node, ...]:
    chance, at = parameters[0], parameters[0].span
    rest = Node("Group", at, (Node("Add", at, (Node("Num", at, (), "1"), chance), ("+", "-")),), "(")
    variance = Node("Product", at, (Node("Group", at, (chance,), "("), rest), ("",))
    return _equal(moment("bb_E", subject), chance), _equal(moment("Var", subject), variance)


def _poisson(subject: Node, parameters: tuple[Node, ...]) -> tuple[Node, ...]:
    return _equal(moment("bb_E", subject), parameters[0]), _equal(moment("Var", subject), parameters[0])


LAWS: Mapping[str, tuple[int, Moments]] = {
    **dict.fromkeys(("Ncal", "N", "Normal", "Gaussian"), (2, _normal)),
    **dict.fromkeys(("Bernoulli", "Ber", "Bern"), (1, _bernoulli)),
    **dict.fromkeys(("Poisson", "Pois", "Poi"), (1, _poisson)),
}
"""Names of laws: how many parameters they have, and what they say."""


def with_laws(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, laws of names as equations for their moments."""
    return tuple(f if f.node is None or f.cue in ("conclude", "goal", "cite") else _with_law(f, f.node) for f in formulas)


def laws_said(formulas: Sequence[Written]) -> dict[str, str]:
    """The names of which a law is said, with the words for it."""
    chains = (part for f in formulas if f.node is not None for part in f.node.walk() if part.kind == "Chain")
    names = (n for c in chains if c.value == ("dist",) for one in _subjects(c.children[0]) for n in _names_of(one))
    return dict.fromkeys(names, OF_A_LAW)


def _names_of(node: Node) -> tuple[str, ...]:
    name = written(node)
    return () if name is None else tuple(dict.fromkeys((name.text, name.base)))


def _with_law(formula: Written, node: Node) -> Written:
    if node.kind == "List" and any(c.kind == "Chain" and c.value == ("dist",) for c in node.children):
        children = tuple(n for c in node.children for n in _said(c, formula))
        return replace(formula, node=replace(node, children=children), cue=formula.cue or "assume")
    said = _said(node, formula)
    if said == (node,):
        return formula
    return replace(formula, node=Node("List", node.span, said), cue=formula.cue or "assume")


def _said(node: Node, formula: Written) -> tuple[Node, ...]:
    """What a law says of its subjects; a formula that says none as it is."""
    if node.kind != "Chain" or node.value != ("dist",):
        return (node,)
    law = _law(node.children[1])
    if law is None:
        return (node,)
    moments, parameters = law
    sample = sample_in(replace(formula, node=node))
    if sample is not None:
        running = free_letter(sample)
        said = moments(sample.member(running), parameters)
        return tuple(Node("Cond", node.span, (one, sample.every(running)), "") for one in said)
    subjects = _subjects(node.children[0])
    if any(name_of(s) is None for s in subjects):
        return (node,)
    return tuple(_at(node.span, one) for s in subjects for one in moments(s, parameters))


def _at(span: Span, node: Node) -> Node:
    """The node where the whole law stands: what it says is shown as it is written."""
    return replace(node, span=span, children=tuple(_at(span, c) for c in node.children), signs=tuple(span for _ in node.signs))


def _law(node: Node) -> tuple[Moments, tuple[Node, ...]] | None:
    """What a law says of its subject, and its parameters."""
    node = bare(node)
    if node.kind not in ("Product", "Function") or len(node.children) != 2 or bare(node.children[1]).kind != "Group":
        return None
    name, parameters = name_of(node.children[0]), bare(node.children[1]).children
    row = LAWS.get(name or "")
    if parameters and base_letter(name_of(parameters[-1]) or "") == "sigma":
        return None  # `N(\\mu, \\sigma)`: it may be a variance or a standard deviation
    return (row[1], parameters) if row is not None and len(parameters) == row[0] else None


def _subjects(node: Node) -> tuple[Node, ...]:
    node = bare(node)
    return node.children if node.kind == "List" else (node,)


def _is_matrix(node: Node) -> bool:
    """Whether a parameter is a matrix by its letters: Σ, σ² I, A A^⊤."""
    letters = (name_of(part) for part in node.walk() if part.kind in ("Id", "Font"))
    return any(n is not None and (is_capital(n) or n.startswith("bold_")) for n in letters)


def _equal(left: Node, right: Node) -> Node:
    return Node("Chain", right.span, (left, right), ("=",), (right.span,))
