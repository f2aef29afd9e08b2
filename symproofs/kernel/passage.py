"""Passages to the limit: which names vary along a net, and which stand still.

The hypotheses `t → a` in scope speak of one and the same net. Along it vary

    the names in t (those of `t → a`), the names that `obtain` chose,
    what is defined by something that varies (`q = C u`: q; `∀i: α_i = …`: the family α),
    what a varying name that is itself a subject is defined by,
    every name that shares another hypothesis with a varying one (`k_j^T q - k_i^T q ≥ δ`: k and q with δ).

All others stand still: sizes, indices and named functions always, unless a function is defined by something that varies. To
let more vary only proves less. Statements that rules have derived tie nothing that was not tied before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from symproofs.kernel.certificate import INFINITIES, terms_of, well_typed
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.randomness import is_random
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.kernel.signs import real
from symproofs.kernel.state import size_names
from symproofs.terms.context import Context
from symproofs.terms.statement import And, ForAll, Implies, Operator, Relation, Statement, Tends, statement_names
from symproofs.terms.term import Term, free_names, names_in_sizes, num
from symproofs.terms.types import Type

Tie = tuple[str | None, frozenset[str]]
"""A name and what it is defined by; or `None` and names that one statement ties together."""


class Motion(NamedTuple):
    """What varies, and the numbers of the hypotheses that make it vary."""

    names: frozenset[str]
    hypotheses: tuple[int, ...]


def varying(sequent: Sequent) -> frozenset[str]:
    """The names that vary along the net of the hypotheses. *Fails when* one of them moves what cannot move."""
    return motion(sequent).names


def motion(sequent: Sequent) -> Motion:
    """What varies along the net of the hypotheses and why. *Fails when* one of them moves what cannot move."""
    context, derived = sequent.context, sequent.derived
    statements = tuple(_NOTHING if n in derived else h.statement for n, h in enumerate(context.hypotheses))
    return _motion(statements, tuple(context.types.items()), sequent.chosen)


_NOTHING = Relation("=", num(0), num(0))


@lru_cache(maxsize=256)
def _motion(statements: tuple[Statement, ...], types: tuple[tuple[str, Type], ...], chosen: frozenset[str]) -> Motion:
    kinds = dict(types)
    still = _still(statements, kinds)
    moved: set[str] = set(chosen)
    why: set[int] = set()
    for n, statement in enumerate(statements):
        for subject, bound in _subjects(statement, frozenset()):
            own = {m for m in free_names(subject) - bound - still if m in kinds and kinds[m].parameters is None}
            if not own:
                raise Rejected("a hypothesis says that something tends to a limit in which nothing can vary")
            moved |= own
            why.add(n)
    ties = [(n, *tie) for n, s in enumerate(statements) for tie in _ties(s, frozenset())]
    grown = bool(moved)
    while grown:
        grown = False
        for row in list(ties):
            n, head, names = row
            if names.isdisjoint(moved) and head not in moved:
                continue
            ties.remove(row)
            why.add(n)
            # a definition moves its name; a name that moves anyhow moves what it is defined by
            new = (names if head is None or names.isdisjoint(moved) else {head}) - still - moved
            moved |= new
            grown = grown or bool(new)
    return Motion(frozenset(moved), tuple(sorted(why)))


def _still(statements: Iterable[Statement], kinds: Mapping[str, Type]) -> frozenset[str]:
    """Indices and sizes."""
    terms = [t for s in statements for t in terms_of(s)]
    sizes = size_names(kinds.values()).union(*map(names_in_sizes, terms))
    return sizes | {n for n, kind in kinds.items() if kind.index is not None}


def _subjects(statement: Statement, bound: frozenset[str]) -> Iterator[tuple[Term, frozenset[str]]]:
    """What is said to tend somewhere, with the names bound there."""
    match statement:
        case Tends(subject, _):
            yield subject, bound
        case And(parts):
            for part in parts:
                yield from _subjects(part, bound)
        case ForAll(names, body):
            yield from _subjects(body, bound | dict(names).keys())
        case Implies(_, conclusion):
            yield from _subjects(conclusion, bound)


def _ties(statement: Statement, bound: frozenset[str]) -> Iterator[Tie]:
    match statement:
        case Tends():
            return
        case And(parts):
            for part in parts:
                yield from _ties(part, bound)
        case ForAll(names, body):
            yield from _ties(body, bound | dict(names).keys())
        case Implies(_, Tends()):
            return
        case Relation("=", Term(head="name" | "member" | "call", data=(str(head),)), _):
            yield head, statement_names(statement) - bound - {head}
        case Implies(_, Relation("=", Term(head="name" | "member" | "call", data=(str(head),)), _)):
            yield head, statement_names(statement) - bound - {head}
        case _:
            yield None, statement_names(statement) - bound


UP, DOWN = INFINITIES
ZERO, ONE = num(0), num(1)
SIGNED: Mapping[str, Term] = {"oo": UP, "-oo": DOWN}
"""How data write the infinities."""


# ------------------------------------------------------------------ goals and side conditions


def passage(sequent: Sequent, ledger: Ledger) -> Tends:
    """The goal as a passage to the limit, its two sides of one shape, the limit standing still."""
    goal = sequent.goal
    if not isinstance(goal, Tends):
        raise Rejected("the goal is no passage to the limit")
    ledger.spend(1)
    types = sequent.context.types
    kind = well_typed(goal.subject, types)
    need(kind.parameters is None and not kind.over, "the subject is no value")
    need(not is_random(goal.subject, sequent.context), "what is random tends in several senses, none of which is meant here")
    if goal.target in INFINITIES:
        need(kind.is_scalar, "only numbers tend to infinity")
    else:
        limit = well_typed(goal.target, types)
        need(limit.parameters is None and not limit.over and limit.shape == kind.shape, "the limit has another shape")
        stand_still(goal.target, sequent, ledger)
    return goal


def finite(sequent: Sequent, ledger: Ledger) -> Tends:
    goal = passage(sequent, ledger)
    need(goal.target not in INFINITIES, "the limit is infinite")
    return goal


def infinite(sequent: Sequent, ledger: Ledger) -> Tends:
    goal = passage(sequent, ledger)
    need(goal.target in INFINITIES, "the limit is finite")
    return goal


def stand_still(term: Term, sequent: Sequent, ledger: Ledger, beside: Iterable[str] = ()) -> None:
    """Nothing in the term varies, indices `beside` left out; the names that count as standing still are noted."""
    names = free_names(term) - frozenset(beside)
    found = motion(sequent)
    moving = found.names & names
    need(not moving, "this varies with {}", ", ".join(sorted(moving)))
    ledger.standing.update(names)
    ledger.rely_on(found.hypotheses)


def is_real(term: Term, context: Context, ledger: Ledger) -> bool:
    """Whether every entry is surely a real number."""
    return ledger.seen(context, lambda state: real(entries_of(term, state), state))


def need_real(sequent: Sequent, ledger: Ledger, *terms: Term) -> None:
    for term in terms:
        need(is_real(term, sequent.context, ledger), "this is not seen to be real")


def kind_of(term: Term, sequent: Sequent) -> Type:
    return well_typed(term, sequent.context.types)


def to(sequent: Sequent, subject: Term, target: Term) -> Sequent:
    return sequent.proves(Tends(subject, target))


def compare(sequent: Sequent, left: Term, operator: Operator, right: Term) -> Sequent:
    return sequent.proves(Relation(operator, left, right))


def single(names: Sequence[str]) -> str:
    need(len(names) == 1, "one name is needed")
    return names[0]


def number_in(term: Term) -> Fraction | None:
    """The rational number that a term is, if it is written out."""
    match term:
        case Term(head="num", data=(Fraction() as value,)):
            return value
        case Term(head="neg", args=(inner,)):
            below = number_in(inner)
            return None if below is None else -below
        case Term(head="div", args=(top, bottom)):
            first, second = number_in(top), number_in(bottom)
            return first / second if first is not None and second else None
    return None
