"""What follows at once from the hypotheses: parts, chosen values, consequences whose premises are plain, and instances.

Moves are tried in the order of `MOVES` until none adds anything, or `MOST_ADDED` have been made. Each adds by one rule of the
kernel, or by a few that belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product

from symproofs.kernel.axioms import FACTS
from symproofs.kernel.certificate import terms_of
from symproofs.kernel.sequent import Sequent, conjuncts
from symproofs.prove.angles import irrational_pi, same_angles, same_exponentials, whole_turns
from symproofs.prove.given import match
from symproofs.prove.rational import NoForm
from symproofs.prove.roots import squares_of_roots
from symproofs.prove.search import Search, Step
from symproofs.prove.tree import Given
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    Membership,
    Relation,
    Statement,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import Term, bound_name, free_names, name, num
from symproofs.terms.types import SORTS, Type
from symproofs.terms.typing import type_of

CITED = frozenset(row.statement for row in FACTS.values())
MOST_ADDED = 40
MOST_INSTANCES = 12
MOST_VALUES = 5


class Done(set[object]):
    """What was done; and how many instances there were when a place for one was first at hand."""

    def __init__(self) -> None:
        super().__init__()
        self.instances = 0
        self.since: dict[object, int] = {}


Move = Callable[[Search, Sequent, int, Done], Iterator[list[Step]]]
"""Additions that can be made to a sequent."""


def closure(search: Search, sequent: Sequent, level: int) -> Iterator[tuple[list[Step], Sequent, bool]]:
    """The additions of a level and the sequent after them, wherever an equation was added and, marked so, at the end."""
    steps: list[Step] = []
    done = Done()
    while len(steps) < MOST_ADDED:
        added = next((a for at, move in MOVES if at <= level for a in _made(move, search, sequent, level, done) if a), None)
        if added is None:
            break
        steps += added
        count, sequent = len(sequent.context.hypotheses), added[-1].after
        if any(_is_equation(h.statement) for h in sequent.context.hypotheses[count:]):
            yield steps, sequent, False
    yield steps, sequent, True


def _is_equation(statement: Statement) -> bool:
    return isinstance(statement, Relation) and statement.operator == "="


def _made(move: Move, search: Search, sequent: Sequent, level: int, done: Done) -> Iterator[list[Step]]:
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


def _known(search: Search, sequent: Sequent, statement: Statement) -> bool:
    """Whether all that the statement says is among the hypotheses."""
    return all(search.known.contexts.has(sequent.context, p) for p in conjuncts(statement))


def parts(search: Search, sequent: Sequent, level: int, done: Done) -> Iterator[list[Step]]:
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if isinstance(found, And) and not _known(search, sequent, found) and _new(done, ("parts", found)):
            step = search.step("parts", {"n": Given(found)}, sequent)
            yield [step] if step else []


def chosen(search: Search, sequent: Sequent, level: int, done: Done) -> Iterator[list[Step]]:
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if isinstance(found, Exists) and _new(done, ("chosen", found)):
            names: list[str] = []
            for label, _ in found.names:
                fresh = search.fresh(sequent, label)
                names.append(fresh if fresh not in names else f"{fresh}'")
            step = search.step("obtain", {"n": Given(found), "names": names}, sequent)
            yield [step] if step else []


def members(search: Search, sequent: Sequent, level: int, done: Done) -> Iterator[list[Step]]:
    """A name of a narrower sort for what a hypothesis says is of it."""
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if not isinstance(found, Membership) or (found.subject.head != "name" and level < 3) or not _new(done, ("member", found)):
            continue
        own = type_of(found.subject, sequent.context.types)
        if own.is_scalar and found.sort in SORTS and SORTS.index(found.sort) < SORTS.index(own.sort):
            label = search.fresh(sequent, str(found.subject.data[0]) if found.subject.head == "name" else "k")
            step = search.step("name_value", {"term": found.subject, "name": label, "sort": found.sort}, sequent)
            yield [step] if step else []


def consequences(search: Search, sequent: Sequent, level: int, done: Done) -> Iterator[list[Step]]:
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        ways: list[tuple[Statement, Statement, str]] = []
        if isinstance(found, Implies):
            ways = [(found.premise, found.conclusion, "forward")]
        elif isinstance(found, Iff):
            ways = [(found.left, found.right, "forward"), (found.right, found.left, "backward")]
        for premise, conclusion, direction in ways:
            if _known(search, sequent, conclusion):
                continue
            plain = all(_known(search, sequent, p) or search.evident(sequent, p) for p in conjuncts(premise))
            if (plain or level > 1) and _new(done, (found, direction, plain)):
                step = search.step("modus_ponens", {"n": Given(found), "direction": direction}, sequent)
                yield [step] if step else []


def instances(search: Search, sequent: Sequent, level: int, done: Done) -> Iterator[list[Step]]:
    """∀-hypotheses where a part of them is written, and at the indices and whole numbers that are at hand.

    What is likely of each comes before what is less likely of any; what is at hand since later comes later.
    """
    ground = _ground(sequent)
    rows: list[tuple[int, ForAll, dict[str, Term]]] = []
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if not isinstance(found, ForAll) or found in CITED:
            continue
        rows += [(k, found, terms) for k, terms in enumerate(_written(ground, found))]
        rows += [
            (k + done.since.setdefault((found, tuple(terms.items())), done.instances), found, terms)
            for k, terms in enumerate(_at_hand(search, sequent, found, level))
        ]
    for _, found, terms in sorted(rows, key=lambda row: row[0]):
        if not _new(done, (found, tuple(terms.items()))):
            continue
        try:
            if _known(search, sequent, substitute_statement(found.body, terms)):
                continue
        except ValueError:
            continue
        step = search.step("instance", {"n": Given(found), "terms": terms}, sequent)
        done.instances += 1 if step else 0
        yield [step] if step else []


def _written(ground: list[Term], found: ForAll) -> list[dict[str, Term]]:
    """Values under which a function or member in the statement is one that is written in the sequent."""
    names = frozenset(n for n, _ in found.names)
    parts = [n for t in _conclusions(found.body) for n in _named_parts(t) if names & free_names(n)]
    patterns = [n for n in parts if names <= free_names(n)]
    values: dict[tuple[tuple[str, Term], ...], dict[str, Term]] = {}
    for target in ground if patterns else ():
        for pattern in patterns:
            fitting = match(pattern, target, names, {})
            if fitting is not None and fitting.keys() == names:
                values[tuple(sorted(fitting.items(), key=lambda item: item[0]))] = fitting
    return list(values.values())[:MOST_INSTANCES] or _written_apart(ground, parts, tuple(n for n, _ in found.names))


def _written_apart(ground: list[Term], patterns: list[Term], names: tuple[str, ...]) -> list[dict[str, Term]]:
    """Values of several names that fit parts with one of them each: `f(x) ≤ f(y)` for every x ≤ y, at f(1) and f(2)."""
    if len(names) < 2:
        return []
    fits: dict[str, dict[Term, None]] = {n: {} for n in names}
    for target in ground:
        for pattern in patterns:
            for label, value in (match(pattern, target, frozenset(names), {}) or {}).items():
                fits[label][value] = None
    return [dict(zip(names, row, strict=True)) for row in islice(product(*fits.values()), MOST_INSTANCES)]


def _conclusions(statement: Statement) -> list[Term]:
    """The terms that a statement says something of, premises left out."""
    if isinstance(statement, Implies):
        return _conclusions(statement.conclusion)
    if isinstance(statement, And):
        return [t for p in statement.parts for t in _conclusions(p)]
    return list(terms_of(statement)) if isinstance(statement, Relation) else []


def _named_parts(node: Term) -> list[Term]:
    """Values of functions, members and entries in a term, outside binders."""
    if bound_name(node) is not None:
        return []
    own = [node] if node.head in ("call", "member", "entry", "fun") else []
    return own + [n for a in node.args for n in _named_parts(a)]


def _ground(sequent: Sequent) -> list[Term]:
    """Such parts of the goal and of what is given of single values."""
    terms = list(terms_of(sequent.goal))
    terms += [t for h in sequent.context.hypotheses if isinstance(h.statement, Relation) for t in terms_of(h.statement)]
    return list(dict.fromkeys(n for t in terms for n in _named_parts(t)))


def _at_hand(search: Search, sequent: Sequent, found: ForAll, level: int) -> list[dict[str, Term]]:
    """Values of one or more indices, or of one whole number, that are at hand."""
    kinds = [kind for _, kind in found.names]
    if any(kind.index is None for kind in kinds) and (len(kinds) > 1 or kinds[0].sort not in ("natural", "integer")):
        return []
    ranges = [near(sequent, kind) if level < 3 else values(sequent, kind)[:MOST_VALUES] for kind in kinds]
    return [dict(zip((n for n, _ in found.names), v, strict=True)) for v in islice(product(*ranges), MOST_INSTANCES)]


def near(sequent: Sequent, kind: Type) -> list[Term]:
    """Names of the type that the goal is about."""
    found = statement_names(sequent.goal)
    return [t for t in values(sequent, kind) if t.head == "name" and t.data[0] in found]


def values(sequent: Sequent, kind: Type) -> list[Term]:
    """Terms at hand for a quantified name of the type: names, those that are chosen or given by a number first, and 0 and 1."""
    if kind.over or kind.parameters is not None:
        return []
    defined = {str(d.left.data[0]) for d in _definitions(sequent)}
    named: list[str] = []
    for label, own in sequent.context.types.items():
        same = own.index == kind.index if kind.index is not None else own.index is None and own == kind
        if same and not own.over and own.parameters is None:
            named.append(label)
    first = [name(n) for n in named if n in defined or n in sequent.chosen]
    others = [name(n) for n in named if name(n) not in first]
    if kind.index is not None:
        last = kind.index.literal
        return first + others + [num(k) for k in range(1, int(last or 0) + 1)]
    small = [num(0), num(1)] if kind.is_scalar and kind.sort in ("natural", "integer") else []
    return first + small + others


def _definitions(sequent: Sequent) -> list[Relation]:
    """Given equations of a name with a number written out."""
    found = [h.statement for h in sequent.context.hypotheses]
    equations = [s for s in found if isinstance(s, Relation) and s.operator == "="]
    return [s for s in equations if s.left.head == "name" and s.right.head == "num"]


MOVES: tuple[tuple[int, Move], ...] = (
    (1, parts),
    (1, chosen),
    (1, members),
    (1, consequences),
    (1, squares_of_roots),
    (1, same_angles),
    (1, same_exponentials),
    (2, whole_turns),
    (4, irrational_pi),
    (2, instances),
)
"""What may be added, and from which level on. Instances come last: there are always more."""
