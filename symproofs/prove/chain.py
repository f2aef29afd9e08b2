"""Chains: one written side turned into another, link by link.

A link replaces the part at a path: by a hypothesis (a definition unfolded or folded, a given equation) or by a lemma
over letters. A chain grows from both ends: links on the left side forwards, links on the right side, which are
turned round at the end. The printed lines are the states of the chain, so the list that is read is the list
that is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from symproofs.prove.lemmas import Lemmas, Pattern
from symproofs.prove.reasons import PHRASES, Reason
from symproofs.terms.serial import term_to_json
from symproofs.terms.statement import ForAll, Implies, Operator, Relation, Statement
from symproofs.terms.term import Term, replace_at, substitute, subterm
from symproofs.theories.facts import Source

Json = Any
Path = tuple[int, ...]
Sign = Operator | Literal["->", "->p"]
"""A relation of two terms, or that one tends to the other."""


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
        pattern: Pattern,
        reasons: Iterable[Reason],
        level: int,
        given: Sequence[Source] = (),
    ) -> bool:
        """Replace the part at the path, an instance of the pattern's left side, by that of its right, if the lemma is proved."""
        number = self.lemmas.number(pattern, given)
        if number is None:
            return False
        after = substitute(pattern.right, pattern.values)
        values = tuple(pattern.values.items())
        self.add(Link(path, "lemma", number, False, values, self.at(path), after, tuple(reasons), level))
        return True


def equation_sides(statement: Statement) -> tuple[Term, Term]:
    """The two sides of an equation, quantified and with a premise or not. *Fails when* it is none (`ValueError`)."""
    body = statement.body if isinstance(statement, ForAll) else statement
    if isinstance(body, Implies):
        body = body.conclusion
    if not isinstance(body, Relation) or body.operator != "=":
        raise ValueError("no equation")
    return body.left, body.right


# ------------------------------------------------------------------ lines


@dataclass(frozen=True, slots=True)
class ChainLine:
    """A state of the chain, how it relates to the one before (that one stands on the left), and why. The first has no reasons."""

    term: Term
    reasons: tuple[Reason, ...] = ()
    relation: Sign = "="


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
