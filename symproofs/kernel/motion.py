"""What varies along a passage to the limit, and what stands still.

The hypotheses `t → a` in scope, in probability or not, speak of one and the same net. Along it vary

    the names in t (those of `t → a`; of an expectation the random ones), the names that `obtain` chose,
    what is defined by something that varies (`q = C u`: q; `∀i: α_i = …`: the family α),
    what a varying name that is itself a subject is defined by,
    a random name of whose mean or spread something is given that varies (`Var(X) = α s`: X with α, and s does not),
    every name that shares another hypothesis with a varying one (`k_j^T q - k_i^T q ≥ δ`: k and q with δ),
    a size only where it is said to tend to infinity itself, and then whatever is as large as it.

All others stand still: other sizes, indices and named functions always, unless a function is defined by something that varies.
To let more vary only proves less. Statements that rules have derived tie nothing that was not tied before.

Of a random name that is *free* the hypotheses say nothing but one mean and one spread: then its law varies with what these
are, and they are not moved by it. Two means of one name, or one more equation between moments, could not be met by values that
stand still; so such names are none of the free ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from symproofs.kernel.certificate import INFINITIES, terms_of
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.randomness import MOMENTS, names_inside
from symproofs.kernel.sequent import Sequent
from symproofs.kernel.state import size_names
from symproofs.terms.statement import And, ForAll, Implies, InProbability, Relation, Statement, Tends, statement_names
from symproofs.terms.term import Term, free_names, names_in_sizes, num
from symproofs.terms.types import Type


class Motion(NamedTuple):
    """What varies, and the numbers of the hypotheses that make it vary."""

    names: frozenset[str]
    hypotheses: tuple[int, ...]


class Tie(NamedTuple):
    """What varies together: a name and what it is defined by; without a head, names that one statement ties together.

    A tie that only leads `inward` moves its head with the others, and never the others.
    """

    head: str | None
    names: frozenset[str]
    inward: bool = False


def varying(sequent: Sequent) -> frozenset[str]:
    """The names that vary along the net of the hypotheses. *Fails when* one of them moves what cannot move."""
    return motion(sequent).names


def motion(sequent: Sequent) -> Motion:
    """What varies along the net of the hypotheses and why. *Fails when* one of them moves what cannot move."""
    context, derived = sequent.context, sequent.derived
    statements = tuple(_NOTHING if n in derived else h.statement for n, h in enumerate(context.hypotheses))
    random = frozenset(n for n, row in context.declarations.items() if "random" in row.properties)
    return _motion(statements, tuple(context.types.items()), sequent.chosen, random)


_NOTHING = Relation("=", num(0), num(0))


@lru_cache(maxsize=256)
def _motion(
    statements: tuple[Statement, ...], types: tuple[tuple[str, Type], ...], chosen: frozenset[str], random: frozenset[str]
) -> Motion:
    kinds = dict(types)
    sizes = _sizes(statements, kinds)
    growing = sizes & _said_to_grow(statements)
    as_large = {n for n, kind in kinds.items() if growing and not size_names([kind]).isdisjoint(growing)}
    indices = frozenset(n for n, kind in kinds.items() if kind.index is not None)
    still = (sizes | indices) - growing - as_large
    moved: set[str] = set(chosen) | as_large
    why: set[int] = set()
    for n, statement in enumerate(statements):
        for passage, bound in _passages(statement, frozenset()):
            names = free_names(passage.subject) - bound - still
            if passage.subject.head == "expect" and names & random:
                names &= random  # E[(X - m)²] → 0 speaks of the law of X
            own = {m for m in names if m in growing or (m in kinds and kinds[m].parameters is None)}
            if not own:
                raise Rejected("a hypothesis says that something tends to a limit in which nothing can vary")
            moved |= own
            why.add(n)
    free = _free_in_law(statements, random, sizes | indices)
    ties = [(n, tie) for n, s in enumerate(statements) for tie in _ties(s, free, frozenset())]
    grown = bool(moved)
    while grown:
        grown = False
        for row in list(ties):
            n, (head, names, inward) = row
            if names.isdisjoint(moved) and (inward or head not in moved):
                continue
            ties.remove(row)
            why.add(n)
            # a definition moves its name; a name that moves anyhow moves what it is defined by
            new = (names if head is None or names.isdisjoint(moved) else {head}) - still - moved
            moved |= new
            grown = grown or bool(new)
    return Motion(frozenset(moved), tuple(sorted(why)))


def _sizes(statements: Iterable[Statement], kinds: Mapping[str, Type]) -> frozenset[str]:
    terms = [t for s in statements for t in terms_of(s)]
    return size_names(kinds.values()).union(*map(names_in_sizes, terms))


def _said_to_grow(statements: Iterable[Statement]) -> frozenset[str]:
    """Names that are said to tend to infinity themselves; only those that are sizes matter."""
    return frozenset(
        m
        for s in statements
        for passage, bound in _passages(s, frozenset())
        if passage.target in INFINITIES and passage.subject.head in ("name", "size")
        for m in free_names(passage.subject) - bound
    )


def _passages(statement: Statement, bound: frozenset[str]) -> Iterator[tuple[Tends | InProbability, frozenset[str]]]:
    """Where something is said to tend somewhere, with the names bound there."""
    match statement:
        case Tends() | InProbability():
            yield statement, bound
        case And(parts):
            for part in parts:
                yield from _passages(part, bound)
        case ForAll(names, body):
            yield from _passages(body, bound | dict(names).keys())
        case Implies(_, conclusion):
            yield from _passages(conclusion, bound)


# ------------------------------------------------------------------ ties


def _ties(statement: Statement, free: frozenset[str], bound: frozenset[str]) -> Iterator[Tie]:
    if isinstance(statement, And):
        for part in statement.parts:
            yield from _ties(part, free, bound)
        return
    if isinstance(statement, ForAll):
        yield from _ties(statement.body, free, bound | dict(statement.names).keys())
        return
    core = statement.conclusion if isinstance(statement, Implies) else statement
    if isinstance(core, Tends | InProbability):
        return
    names = statement_names(statement) - bound
    known = _moment_given(statement)
    head = known.name if known is not None and known.name in free else _defined(statement)
    if known is not None and known.name in free:
        yield Tie(head, names - {known.name}, inward=True)
    else:
        yield Tie(head, names if head is None else names - {head})


def _defined(statement: Statement) -> str | None:
    """The name that an equation defines: it stands alone on the left, with subscripts or arguments."""
    core = statement.conclusion if isinstance(statement, Implies) else statement
    match core:
        case Relation("=", Term(head="name" | "member" | "call", data=(str(head),)), _):
            return head
    return None


# ------------------------------------------------------------------ laws of random names


class MomentGiven(NamedTuple):
    """What a statement gives: the mean, or else the spread, of a name."""

    name: str
    is_mean: bool


def _moment_given(statement: Statement) -> MomentGiven | None:
    """`[P ⇒] E[x] = u`, `Var(x) = u`, `Cov(x) = u`, `Cov(x_i, x_j) = u ≠ 0` either way round; and `E[x] → a` and the like."""
    premise, core = (statement.premise, statement.conclusion) if isinstance(statement, Implies) else (None, statement)
    rows: tuple[tuple[Term, Term | None], ...]
    match core:
        case Relation("=", left, right):
            rows = (left, right), (right, left)
        case Tends(subject, _):
            rows = ((subject, None),)
        case _:
            return None
    for moment, other in rows:
        labels = {a.data[0] for a in moment.args} if all(a.head in ("name", "member") for a in moment.args) else set()
        if moment.head not in MOMENTS or len(labels) != 1:
            continue
        if len(moment.args) > 1 and (other is None or _is_zero(other)):
            continue
        label = str(*labels)
        taken = frozenset[str]() if other is None else free_names(other)
        if label not in taken and (premise is None or label not in statement_names(premise)):
            return MomentGiven(label, moment.head == "expect")
    return None


def _free_in_law(statements: Iterable[Statement], random: frozenset[str], beside: frozenset[str]) -> frozenset[str]:
    """Random names of which nothing is given but one mean, one spread, and what ties them to nothing else."""
    given: Counter[MomentGiven] = Counter()
    tied: set[str] = set()
    for statement in statements if random else ():
        for core, bound in _cores(statement, frozenset()):
            about = statement_names(core) - bound
            known = _moment_given(core)
            for label in about & random:
                if known is not None and known.name == label:
                    given[known] += 1
                elif not _leaves_alone(core, label, about - beside):
                    tied.add(label)
    return random - tied - {row.name for row, times in given.items() if times > 1}


def _cores(statement: Statement, bound: frozenset[str]) -> Iterator[tuple[Statement, frozenset[str]]]:
    """The parts of conjunctions, quantifiers left out, with the names bound there."""
    match statement:
        case And(parts):
            for part in parts:
                yield from _cores(part, bound)
        case ForAll(names, body):
            yield from _cores(body, bound | dict(names).keys())
        case _:
            yield statement, bound


def _leaves_alone(core: Statement, label: str, about: frozenset[str]) -> bool:
    """Whether a statement that is of no moment of the name ties its law to nothing else."""
    inner = core.conclusion if isinstance(core, Implies) else core
    if about <= {label} or isinstance(inner, InProbability):
        return True
    head = _defined(core)
    if head is not None and head != label:
        return not any(label in names_inside(t) for t in terms_of(core))
    match inner:
        case Relation("=", Term(head="cov", args=(x, y)), zero):
            return {x.head, y.head} <= {"name", "member"} and _is_zero(zero)
    return False


def _is_zero(t: Term) -> bool:
    return t == num(0) or t.head == "zeros"
