"""Where a letter is taken anew: `Now let $x$ be any real number`, `for all real $x$, …`.

What was known of the letter before does not hold of the new one. A declaration takes it anew for the rest of the section, a
quantifier for its sentence. What the text says of it there, or further on, holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symproofs.diagnostics import Span
from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.prose import renewed, said_of, subjects
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import Property, statement_names
from symproofs.terms.term import name as name_term

LASTING = frozenset(["size", "random", "row_bias"])
"""What belongs to a letter wherever it is used."""

ALL_OF_A_SORT = wording(
    r"\b(?:all|any|every|each|arbitrary)\s+(?:real|integer|complex|rational|natural)s?(?:\s+numbers?)?\s*$|"
    r"(?:所有|任意|一切|任何|每[一]?个)的?(?:实数|整数|复数|有理数|自然数)\s*$",
    re.IGNORECASE,
)
"""Before a name: the quantifier says where it runs, whatever was said of the letter."""


@record
class Shadow:
    """From `start` to `end` the name is another one, of which the text says `said`; no hypothesis is about a quantified one."""

    start: int
    end: float
    name: str
    said: frozenset[str]
    quantified: bool


Sign = tuple[str, str, Span]
"""A name, a fact, and where a formula says it."""


def shadows(formulas: Sequence[Written], signs: Sequence[Sign]) -> tuple[Shadow, ...]:
    """Where letters of a section are taken anew."""
    found: list[Shadow] = []
    met: set[str] = set()
    for k, formula in enumerate(formulas):
        first, last = _sentence(formulas, k)
        for name in sorted(_quantified(formula)):
            if name in met:
                said = _said(formulas[first : last + 1], signs, name)
                found.append(Shadow(formulas[first].span.start, formulas[last].span.end, name, said, quantified=True))
        for name in sorted(renewed(formula) - completed(formulas, k)):
            if name in met:
                found.append(Shadow(formula.span.start, float("inf"), name, _said(formulas[k:], signs, name), quantified=False))
        met |= set(subjects(formula.node))
    return tuple(found)


def completed(formulas: Sequence[Written], k: int) -> frozenset[str]:
    """Names that stood alone so far and get their sizes here: `let $P$ be a permutation matrix, $P ∈ ℝ^{n×n}$` is about one P.

    So are names that only the sentence before its end speaks of: `let $S^\\top = -S$, $S ∈ ℝ^{n×n}$`.
    """
    node = formulas[k].node
    if node is None or node.kind != "Chain" or node.value != ("in",) or node.children[1].kind != "Sup":
        return frozenset()
    names = frozenset(subjects(node))
    for before in formulas[: _sentence(formulas, k)[0]]:
        used = {n for part in before.node.walk() if (n := name_of(part)) is not None} if before.node is not None else set()
        names -= used if not _stands_alone(before.node) else set()
    return names


def _stands_alone(node: Node | None) -> bool:
    return node is not None and all(name_of(n) is not None for n in (node.children if node.kind == "List" else (node,)))


def shadowed(context: Context, found: Sequence[Shadow], place: int) -> Context:
    """The context at a place, without what is known of letters that are others there."""
    here = [s for s in found if s.start <= place <= s.end]
    if not here:
        return context
    gone: dict[str, frozenset[str]] = {}
    for shadow in here:
        row = context.declarations.get(shadow.name)
        if row is not None:
            gone[shadow.name] = gone.get(shadow.name, frozenset()) | (row.properties - shadow.said - LASTING)
    quantified = {s.name for s in here if s.quantified}
    facts = {Property(fact, name_term(n)) for n, facts in gone.items() for fact in facts}
    kept = tuple(
        h for h in context.hypotheses if h.statement not in facts and quantified.isdisjoint(statement_names(h.statement))
    )
    rows = [replace(context.declarations[n], properties=context.declarations[n].properties - facts) for n, facts in gone.items()]
    return replace(context.declare(*rows), hypotheses=kept)


def _quantified(formula: Written) -> frozenset[str]:
    """Names that a quantifier in prose lets run over all numbers of a sort, or all members of a set."""
    node = formula.node
    if formula.cue != "quantify" or node is None:
        return frozenset()
    bare = node.kind in ("Id", "List", "Sub") and ALL_OF_A_SORT.search(formula.before) is not None
    member = node.kind == "Chain" and node.value == ("in",)
    return frozenset(subjects(node)) if bare or member else frozenset()


def _sentence(formulas: Sequence[Written], k: int) -> tuple[int, int]:
    """The first and the last formula of the sentence that a formula stands in."""
    first, last = k, k
    while first and not formulas[first].starts_sentence and _beside(formulas[first - 1], formulas[first]):
        first -= 1
    while last + 1 < len(formulas) and not formulas[last + 1].starts_sentence and _beside(formulas[last], formulas[last + 1]):
        last += 1
    return first, last


def _beside(first: Written, second: Written) -> bool:
    return first.block == second.block or second.continues


def _said(formulas: Sequence[Written], signs: Sequence[Sign], name: str) -> frozenset[str]:
    """What is said of a name in these formulas and the words around them."""
    return frozenset(said_of(formulas, words=False).facts.get(name, ())) | frozenset(_signs(formulas, signs, name))


def _signs(formulas: Sequence[Written], signs: Sequence[Sign], name: str) -> Iterator[str]:
    for label, fact, span in signs:
        if label == name and any(f.span.contains(span) for f in formulas):
            yield fact
