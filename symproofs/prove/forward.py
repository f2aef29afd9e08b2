"""What follows at once from the hypotheses: parts, chosen values, consequences whose premises are plain, and instances.

Moves are tried in the order of `MOVES` until none adds anything, or `MOST_ADDED` have been made. Each adds by one rule of the
kernel, or by a few that belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product

from symproofs.kernel.axioms import FACTS
from symproofs.kernel.sequent import Sequent, conjuncts
from symproofs.prove.angles import irrational_pi, same_angles, same_exponentials, whole_turns
from symproofs.prove.rational import NoForm
from symproofs.prove.search import Search, Step
from symproofs.prove.tree import Given
from symproofs.terms.statement import And, Exists, ForAll, Iff, Implies, Membership, Statement, substitute_statement
from symproofs.terms.term import Term, name, num
from symproofs.terms.types import SORTS, Type
from symproofs.terms.typing import type_of

CITED = frozenset(row.statement for row in FACTS.values())
MOST_ADDED = 40
MOST_INSTANCES = 12
MOST_VALUES = 6

Move = Callable[[Search, Sequent, int, set[object]], Iterator[list[Step]]]
"""Additions that can be made to a sequent; the set remembers what was done."""


def closure(search: Search, sequent: Sequent, level: int) -> tuple[list[Step], Sequent]:
    """The additions of a level, and the sequent after them."""
    steps: list[Step] = []
    done: set[object] = set()
    while len(steps) < MOST_ADDED:
        added = next((a for at, move in MOVES if at <= level for a in _made(move, search, sequent, level, done) if a), None)
        if added is None:
            break
        steps += added
        sequent = added[-1].after
    return steps, sequent


def _made(move: Move, search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """What a move adds, until it meets a number that it cannot read."""
    try:
        yield from move(search, sequent, level, done)
    except NoForm:
        return


def _new(done: set[object], key: object) -> bool:
    if key in done:
        return False
    done.add(key)
    return True


def _known(sequent: Sequent, statement: Statement) -> bool:
    """Whether all that the statement says is among the hypotheses."""
    given = {h.statement for h in sequent.context.hypotheses}
    return all(p in given for p in conjuncts(statement))


def parts(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if isinstance(found, And) and not _known(sequent, found) and _new(done, ("parts", found)):
            step = search.step("parts", {"n": Given(found)}, sequent)
            yield [step] if step else []


def chosen(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if isinstance(found, Exists) and _new(done, ("chosen", found)):
            names: list[str] = []
            for label, _ in found.names:
                fresh = search.fresh(sequent, label)
                names.append(fresh if fresh not in names else f"{fresh}'")
            step = search.step("obtain", {"n": Given(found), "names": names}, sequent)
            yield [step] if step else []


def members(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """A name of a narrower sort for what a hypothesis says is of it."""
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if not isinstance(found, Membership) or not _new(done, ("member", found)):
            continue
        own = type_of(found.subject, sequent.context.types)
        if own.is_scalar and found.sort in SORTS and SORTS.index(found.sort) < SORTS.index(own.sort):
            label = search.fresh(sequent, str(found.subject.data[0]) if found.subject.head == "name" else "k")
            step = search.step("name_value", {"term": found.subject, "name": label, "sort": found.sort}, sequent)
            yield [step] if step else []


def consequences(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        ways: list[tuple[Statement, Statement, str]] = []
        if isinstance(found, Implies):
            ways = [(found.premise, found.conclusion, "forward")]
        elif isinstance(found, Iff):
            ways = [(found.left, found.right, "forward"), (found.right, found.left, "backward")]
        for premise, conclusion, direction in ways:
            if _known(sequent, conclusion):
                continue
            plain = all(_known(sequent, p) or search.evident(sequent, p) for p in conjuncts(premise))
            if (plain or level > 1) and _new(done, (found, direction, plain)):
                step = search.step("modus_ponens", {"n": Given(found), "direction": direction}, sequent)
                yield [step] if step else []


def instances(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """∀-hypotheses at the indices and small numbers that are at hand."""
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if not isinstance(found, ForAll) or found in CITED:
            continue
        ranges = [values(sequent, kind)[:MOST_VALUES] for _, kind in found.names]
        for chosen_values in islice(product(*ranges), MOST_INSTANCES):
            terms = {label: value for (label, _), value in zip(found.names, chosen_values, strict=True)}
            if not _new(done, (found, chosen_values)):
                continue
            try:
                if _known(sequent, substitute_statement(found.body, terms)):
                    continue
            except ValueError:
                continue
            step = search.step("instance", {"n": Given(found), "terms": terms}, sequent)
            yield [step] if step else []


def values(sequent: Sequent, kind: Type) -> list[Term]:
    """Terms at hand for a quantified name of the type: names of that very type, and for whole numbers 0, 1 and 2."""
    if kind.over or kind.parameters is not None:
        return []
    named: list[Term] = []
    for label, own in sequent.context.types.items():
        same = own.index == kind.index if kind.index is not None else own == kind
        if same and not own.over and own.parameters is None:
            named.append(name(label))
    if kind.index is not None:
        last = kind.index.literal
        return named + [num(k) for k in range(1, int(last or 0) + 1)]
    if kind.is_scalar and kind.sort in ("natural", "integer"):
        return [*(num(k) for k in (0, 1, 2)), *named]
    return named


MOVES: tuple[tuple[int, Move], ...] = (
    (1, parts),
    (1, chosen),
    (1, members),
    (1, consequences),
    (1, same_angles),
    (1, same_exponentials),
    (2, whole_turns),
    (2, instances),
    (3, irrational_pi),
)
"""What may be added, and from which level on."""
