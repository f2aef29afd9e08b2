"""Chains: one written side turned into another, link by link, and the certificate that they make.

A link replaces the part at a path: by a hypothesis (a definition unfolded or folded, a given equation) or by a lemma
over letters. A chain grows from both ends: links on the left side forwards, links on the right side, which are
turned round at the end. The printed lines are the states of the chain, so the list that is read is the list
that is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from symproofs.prove.reasons import PHRASES, Reason
from symproofs.terms.context import Context
from symproofs.terms.serial import statement_to_json, term_to_json, type_to_json
from symproofs.terms.statement import ForAll, Implies, Relation, Statement, statement_names, substitute_statement
from symproofs.terms.term import Term, free_names, name, replace_at, substitute, subterm
from symproofs.terms.types import Type
from symproofs.terms.typing import type_of
from symproofs.theories.budget import Budget
from symproofs.theories.equality import Lemma, Stuck, prove_equal

Json = Any
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """One replacement. `level` orders links that do not touch each other: equal levels make one line.

    A `jump` is a lemma about whole sides, which may be told in smaller steps (`lecture.py`).
    """

    path: Path
    by: str
    number: int
    backward: bool
    values: tuple[tuple[str, Term], ...]
    before: Term
    after: Term
    reasons: tuple[Reason, ...]
    level: int
    jump: bool = False

    def to_json(self) -> Json:
        key = "instance" if self.by == "hypothesis" else "letters"
        return {
            "path": list(self.path),
            "by": self.by,
            "n": self.number,
            "direction": "backward" if self.backward else "forward",
            key: {label: term_to_json(value) for label, value in self.values},
        }

    def turned(self) -> Link:
        """The same link read from the other end."""
        return replace(self, backward=not self.backward, before=self.after, after=self.before)


@dataclass
class Lemmas:
    """The lemmas of one certificate, each proved once however often it is used."""

    context: Context
    budget: Budget
    banned: frozenset[str] = frozenset()
    rows: list[Lemma] = field(default_factory=list)
    failed: Stuck | None = None
    _known: dict[tuple[Term, Term, tuple[tuple[str, Type], ...]], int | None] = field(default_factory=dict)
    _letters: list[str] = field(default_factory=list)

    def letter(self, k: int) -> str:
        """The name of letter k, which nothing in the context is called."""
        while len(self._letters) <= k:
            last = int(self._letters[-1][1:]) if self._letters else 0
            self._letters.append(next(f"L{j}" for j in range(last + 1, last + len(self.taken) + 2) if f"L{j}" not in self.taken))
        return self._letters[k]

    @cached_property
    def taken(self) -> frozenset[str]:
        """Names that mean something already."""
        rows = self.context.declarations
        return frozenset(rows).union(*(_size_names(row.type) for row in rows.values()))

    def number(self, left: Term, right: Term, letters: Mapping[str, Type]) -> int | None:
        """The number of the lemma `left = right`; `None` where it is not proved."""
        key = (left, right, tuple(letters.items()))
        if key in self._known:
            return self._known[key]
        seen = _recall_key(self.context, key)
        found: Lemma | Stuck | None = _RECALLED.get(seen) if not self.banned else None
        if found is None:
            found = prove_equal(self.context, left, right, tuple(letters.items()), self.budget, self.banned)
        if isinstance(found, Stuck):
            self.failed = found
            self._known[key] = None
            return None
        if not (found.conditions or found.used or self.banned):
            _remember(seen, found)
        self._known[key] = len(self.rows)
        self.rows.append(found)
        return len(self.rows) - 1


_RECALLED: dict[object, Lemma] = {}
"""Lemmas without conditions, by everything that they depend on. The kernel checks a recalled one like any other."""

MOST_RECALLED = 2_000


def _recall_key(context: Context, key: tuple[Term, Term, tuple[tuple[str, Type], ...]]) -> object:
    left, right, letters = key
    names = (free_names(left) | free_names(right)) - {label for label, _ in letters}
    rows = tuple((n, row.type, row.properties) for n in sorted(names) if (row := context.declarations.get(n)) is not None)
    return key, rows, frozenset(pair for pair in context.distinct if pair <= names)


def _remember(key: object, lemma: Lemma) -> None:
    if len(_RECALLED) >= MOST_RECALLED:
        _RECALLED.pop(next(iter(_RECALLED)))
    _RECALLED[key] = lemma


class Chain:
    """A written side on its way, with the links taken so far. Paths are those of the term as it stands."""

    def __init__(self, start: Term, lemmas: Lemmas, links: Sequence[Link] = ()) -> None:
        self.start = start
        self.term = start
        self.lemmas = lemmas
        self.links: list[Link] = []
        for link in links:
            self.add(link)

    def add(self, link: Link) -> None:
        self.links.append(link)
        self.term = replace_at(self.term, link.path, link.after)

    def at(self, path: Path) -> Term:
        return subterm(self.term, path)

    def copy(self) -> Chain:
        other = Chain(self.start, self.lemmas)
        other.links, other.term = list(self.links), self.term
        return other

    def by_hypothesis(
        self, path: Path, number: int, backward: bool, values: Mapping[str, Term], reasons: Iterable[Reason], level: int
    ) -> None:
        """Replace the part at the path by the other side of a hypothesis. The caller has matched it."""
        left, right = equation_sides(self.lemmas.context.hypotheses[number].statement)
        after = substitute(left if backward else right, values)
        self.add(Link(path, "hypothesis", number, backward, tuple(values.items()), self.at(path), after, tuple(reasons), level))

    def by_lemma(
        self,
        path: Path,
        left: Term,
        right: Term,
        values: Mapping[str, Term],
        types: Mapping[str, Type],
        reasons: Iterable[Reason],
        level: int,
    ) -> bool:
        """Replace the part at the path, an instance of `left`, by that instance of `right`, if the lemma is proved."""
        number = self.lemmas.number(left, right, types)
        if number is None:
            return False
        after = substitute(right, values)
        self.add(Link(path, "lemma", number, False, tuple(values.items()), self.at(path), after, tuple(reasons), level))
        return True


def equation_sides(statement: Statement) -> tuple[Term, Term]:
    """The two sides of an equation, quantified and with a premise or not. *Fails when* it is none (`ValueError`)."""
    body = statement.body if isinstance(statement, ForAll) else statement
    if isinstance(body, Implies):
        body = body.conclusion
    if not isinstance(body, Relation) or body.operator != "=":
        raise ValueError("no equation")
    return body.left, body.right


# ------------------------------------------------------------------ abstraction


def abstract(
    first: Term, second: Term, types: Mapping[str, Type], lemmas: Lemmas
) -> tuple[Term, Term, dict[str, Term], dict[str, Type]]:
    """Both terms with their common greatest parts replaced by letters, what the letters stand for, and their types."""
    within = {node for node in second.walk() if node.args}
    values: dict[Term, Term] = {}
    letters: dict[str, Term] = {}
    kinds: dict[str, Type] = {}

    def visit(node: Term, bound: frozenset[str]) -> Term:
        if node in values:
            return values[node]
        if node.args and node in within and node is not first and not (bound & free_names(node)):
            kind = type_of(node, types)
            label = lemmas.letter(len(letters))
            letters[label], kinds[label] = node, kind
            values[node] = name(label)
            return values[node]
        return _rebuilt(node, bound, visit)

    def replaced(node: Term, bound: frozenset[str]) -> Term:
        if node in values and not (bound & free_names(node)):
            return values[node]
        return _rebuilt(node, bound, replaced)

    left = visit(first, frozenset())
    right = replaced(second, frozenset())
    used = free_names(left) | free_names(right)
    return left, right, {k: v for k, v in letters.items() if k in used}, {k: v for k, v in kinds.items() if k in used}


def _rebuilt(node: Term, bound: frozenset[str], visit: Any) -> Term:
    if not node.args:
        return node
    binds = node.head in ("sum", "product", "sum_between")
    args = tuple(
        visit(a, bound | {str(node.data[0])} if binds and k == 0 else bound)
        # an index is no value, so it gets no letter
        if not (k > 0 and node.head in ("entry", "sum", "product")) and node.head != "member"
        else a
        for k, a in enumerate(node.args)
    )
    return node if args == node.args else node.with_args(args)


# ------------------------------------------------------------------ the certificate


def certificate(statement: Relation, lemmas: Lemmas, links: Sequence[Link]) -> Json:
    """The chain in the kernel's format. Lemmas, hypotheses and declarations that nothing uses are left out."""
    context = lemmas.context
    used_lemmas = sorted({link.number for link in links if link.by == "lemma"})
    used_facts = {link.number for link in links if link.by == "hypothesis"}
    for n in used_lemmas:
        used_facts.update(lemmas.rows[n].used)
    facts = sorted(used_facts)
    places = {
        "lemma": {n: k for k, n in enumerate(used_lemmas)},
        "hypothesis": {n: k for k, n in enumerate(facts)},
    }
    conditions: dict[Statement, None] = {}
    rows = []
    for link in links:
        row = link.to_json()
        row["n"] = places[link.by][link.number]
        rows.append(row)
        if link.by == "lemma":
            for condition in lemmas.rows[link.number].conditions:
                conditions[substitute_statement(condition, dict(link.values))] = None
    declared = _names_used(statement, lemmas, links, used_lemmas, facts)
    return {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": [
            {"name": row.name, "type": type_to_json(row.type), "properties": sorted(row.properties)}
            for row in context.declarations.values()
            if row.name in declared
        ],
        "distinct": sorted(sorted(pair) for pair in context.distinct if pair <= declared),
        "hypotheses": [statement_to_json(context.hypotheses[n].statement) for n in facts],
        "statement": statement_to_json(statement),
        "conditions": [statement_to_json(c) for c in conditions],
        "axioms": [],
        "lemmas": [lemmas.rows[n].to_json() for n in used_lemmas],
        "links": rows,
    }


def _names_used(
    statement: Relation, lemmas: Lemmas, links: Sequence[Link], used_lemmas: Sequence[int], facts: Sequence[int]
) -> frozenset[str]:
    """Names that the chain mentions anywhere, with those that their sizes mention."""
    terms = [statement.left, statement.right]
    terms += [value for link in links for _, value in link.values]
    terms += [side for n in used_lemmas for side in (lemmas.rows[n].left, lemmas.rows[n].right)]
    found = set().union(*map(free_names, terms), *(statement_names(lemmas.context.hypotheses[n].statement) for n in facts))
    kinds = [lemmas.context.declarations[n].type for n in found if n in lemmas.context.declarations]
    return frozenset(found.union(*map(_size_names, kinds)))


def _size_names(kind: Type) -> frozenset[str]:
    sizes = (kind.rows, kind.cols, *kind.over, *([kind.index] if kind.index is not None else []))
    return frozenset[str]().union(*(s.names for s in sizes), *map(_size_names, kind.parameters or ()))


# ------------------------------------------------------------------ lines


@dataclass(frozen=True, slots=True)
class ChainLine:
    """A state of the chain, and why it equals the one before. The first line has no reasons."""

    term: Term
    reasons: tuple[Reason, ...] = ()


INVISIBLE = ("scalar_moves", "as_written")
"""Reasons that alone do not make a line worth printing."""


def lines_of(start: Term, forward: Sequence[Link], back: Sequence[Link]) -> tuple[tuple[ChainLine, ...], tuple[Link, ...]]:
    """The states that a reader wants to see, and the links in the order in which they lead there.

    `forward` are the links of the left side, `back` those of the right side, each in the order made. Links of one
    level touch different parts, so a level is one line.
    """
    left = sorted(forward, key=lambda link: link.level)
    right = [link.turned() for link in sorted(back, key=lambda link: link.level)[::-1]]
    ordered = (*left, *right)
    lines = [ChainLine(start)]
    state = start
    pending: dict[Reason, None] = {}
    for k, link in enumerate(ordered):
        state = replace_at(state, link.path, link.after)
        pending.update(dict.fromkeys(link.reasons))
        following = ordered[k + 1] if k + 1 < len(ordered) else None
        same = following is not None and (following.level, k + 1 < len(left)) == (link.level, k < len(left))
        quiet = following is not None and all(r.code in INVISIBLE for r in pending)
        if same or quiet:
            continue
        lines.append(ChainLine(state, tuple(sorted(pending, key=rank))))
        pending = {}
    return tuple(lines), ordered


def rank(reason: Reason) -> int:
    row = PHRASES.get(reason.code)
    return row.rank if row is not None else 99
