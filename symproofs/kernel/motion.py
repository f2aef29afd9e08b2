"""What varies along a passage to the limit, and what stands still.

The hypotheses `t → a` in scope, in probability or not, speak of one and the same net; all else is meant for each of its members,
and so are the conditions of the theorem. The conclusion holds along every net that meets them and on which constant is what
*stands still*. A name does so if nothing makes it vary. Along the net vary

    the names in t (of the mean or the spread of a free law: its name alone; no function that is said to be one and the same),
    those in A ≈ B, and those that rules chose,
    names that are tied to a varying one (`k_j^T q - k_i^T q ≥ δ`: k and q with δ), sizes too,
    what is solved by something that varies (`q = C u`: q with C, and u does not; `Var(X) = α s`: X with α, and s does not),
    what a hypothesis that something exists, or an equivalence, says to tend somewhere,
    whatever is as large as a size that varies.

What stands still shares with what varies only parts of hypotheses by which some name is solved (`ties.py`), and signs in spreads.
So nothing is lost by taking it for constant: a net that meets the hypotheses has a subnet on which these signs are the same
throughout. Let what stands still have there the values of one member, let what varies keep its own, and solve for the solved
names; then all hypotheses hold again.

Nothing but a size that is said to tend to infinity itself is reason enough for a size to vary, or what it is compared with; the
shape of an array is none. Indices vary with their range alone; where one stands as a number, the size of its range stands with
it. To let more vary only proves less. Statements that rules have derived tie nothing that was not tied before; they are left
aside where what is assumed after them makes more vary (`sequent.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from symproofs.kernel.certificate import INFINITIES, terms_of
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.state import size_names
from symproofs.kernel.ties import Declared, clauses_of, ties_of
from symproofs.terms.context import Context
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Relation,
    Statement,
    Tends,
    statement_names,
)
from symproofs.terms.term import free_names, names_in_sizes, num
from symproofs.terms.types import Type


class Motion(NamedTuple):
    """What varies, and the numbers of the hypotheses that make it vary."""

    names: frozenset[str]
    hypotheses: tuple[int, ...]


class Assumed(Protocol):
    """What a sequent assumes: context, names that rules chose, numbers of hypotheses that follow from others, conditions."""

    @property
    def context(self) -> Context: ...
    @property
    def chosen(self) -> frozenset[str]: ...
    @property
    def derived(self) -> frozenset[int]: ...
    @property
    def conditions(self) -> tuple[Statement, ...]: ...


def varying(sequent: Assumed) -> frozenset[str]:
    """The names that vary along the net of the hypotheses. *Fails when* one of them moves what cannot move."""
    return motion(sequent).names


def motion(sequent: Assumed) -> Motion:
    """What varies along the net of the hypotheses and why. *Fails when* one of them moves what cannot move."""
    context, derived = sequent.context, sequent.derived
    statements = tuple(NOTHING if n in derived else h.statement for n, h in enumerate(context.hypotheses))
    declared = tuple((n, row.type, row.properties) for n, row in context.declarations.items())
    return _motion((*statements, *sequent.conditions), declared, sequent.chosen)


NOTHING = Relation("=", num(0), num(0))


@lru_cache(maxsize=256)
def _motion(
    statements: tuple[Statement, ...], declared: tuple[tuple[str, Type, frozenset[str]], ...], chosen: frozenset[str]
) -> Motion:
    kinds = {n: kind for n, kind, _ in declared}
    clauses = [c for n, s in enumerate(statements) for c in clauses_of(n, s, {})]
    arrows = [(c, passage, names) for c in clauses for passage, names in _passages(c.core, frozenset(c.bound))]
    ways = [(a, names) for _, a, names in arrows if not isinstance(a, Relation)]
    if not ways and not chosen:
        return Motion(frozenset(), ())
    indices = {n for n, kind in kinds.items() if kind.index is not None}
    sizes = size_names(kinds.values()).union(*(names_in_sizes(t) for s in statements for t in terms_of(s)))
    growing = sizes & {m for a, names in ways if a.target in INFINITIES and a.subject.head in ("name", "size") for m in names}
    still = (sizes | indices) - growing - _as_large(growing, kinds)
    table = Declared(kinds, {n: properties for n, _, properties in declared}, chosen)
    found = ties_of(clauses, table)
    settled = table.settled(found.said)
    moved, why = set(chosen) | _as_large(growing, kinds), set[int]()
    for clause, arrow, names in arrows:
        law = found.free_law(clause)
        own = {law} if law else {m for m in names - still if m in growing or (m in kinds and m not in settled)}
        if not own and not isinstance(arrow, Relation):
            raise Rejected("a hypothesis says that something tends to a limit in which nothing can vary")
        reached = names if isinstance(arrow, Relation) else names | (table.about(arrow.subject, {}) & sizes)
        moved |= own | (frozenset() if law else reached & sizes)
        why.add(clause.hypothesis)
    while True:
        moved |= _as_large(moved & sizes, kinds)
        drawn = [tie for tie in found.ties if not tie.by.isdisjoint(moved)]
        why.update(tie.hypothesis for tie in drawn)
        new = moved.union(*(tie.moves for tie in drawn)) - (indices - moved)
        if new == moved:
            return Motion(frozenset(moved), tuple(sorted(why)))
        moved = new


def _as_large(sizes: Collection[str], kinds: Mapping[str, Type]) -> set[str]:
    """What changes its type with the sizes."""
    return {n for n, kind in kinds.items() if sizes and not size_names([kind]).isdisjoint(sizes)}


def _passages(statement: Statement, bound: frozenset[str]) -> Iterator[tuple[Tends | InProbability | Relation, frozenset[str]]]:
    """Where something is said to tend somewhere, or A ≈ B, with the names that move to it and are not bound there."""
    match statement:
        case Relation("~", _, _):
            yield statement, statement_names(statement) - bound
        case Tends() | InProbability():
            yield statement, free_names(statement.subject) - bound
        case And(parts):
            for part in parts:
                yield from _passages(part, bound)
        case ForAll(names, body) | Exists(names, body):
            yield from _passages(body, bound | dict(names).keys())
        case Iff(left, right):
            yield from _passages(left, bound)
            yield from _passages(right, bound)
        case Implies(_, conclusion):
            yield from _passages(conclusion, bound)
