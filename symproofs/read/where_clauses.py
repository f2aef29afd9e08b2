"""What a clause behind a claim says of its letters: `$k^\\top q = C$, where $q = Ck$ and $\\|k\\| = 1$`.

Whatever `where` says is taken for granted, before it and behind. So an equation in front of it defines no name that the clause
gives a value to, and names no result that the clause speaks of; what the clause says of letters that have no value is assumed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symproofs.diagnostics import Span
from symproofs.read.elaboration.names import inner, name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import COMMA, FOLLOWS
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_WHERE = wording(r"(?:\b(?:where|here|with|in which)|其中|这里|此处)\s*[,，]?\s*$", re.IGNORECASE)
_SAYS_WHERE = wording(r"\b(?:where|here|with|in which)\b|其中|这里|此处", re.IGNORECASE)
_BEGINS_WITH_WHERE = wording(r"^[\s.,;。，；(（]*(?:where|here|in which|其中|这里|此处)", re.IGNORECASE)


_BEGINS_A_SENTENCE = wording(r"[\s.*_]*(?:With|Here|这里|此处)")
"""A comma then leads to what the sentence says: `With $z = 3$, $x^2 = 4$.`"""


@dataclass(frozen=True)
class Behind:
    """The names that the clause behind a formula gives values to, and all of which its equations speak."""

    valued: frozenset[str] = frozenset()
    spoken: frozenset[str] = frozenset()

    def __or__(self, other: Behind) -> Behind:
        return Behind(self.valued | other.valued, self.spoken | other.spoken)


NOTHING = Behind()


def where_clauses(formulas: Sequence[Written]) -> Mapping[Span, Behind]:
    """The formulas with a clause behind them, and what it speaks of."""
    found: dict[Span, Behind] = {}
    starts = _starts(formulas)
    for k, formula in enumerate(formulas):
        start = starts[k]
        if k > start and _WHERE.search(formula.before):
            clause = _clause(formulas, k)
            behind = Behind(*(frozenset().union(*names) for names in zip(*map(_names, clause), strict=True)))
            found.update((f.span, found.get(f.span, NOTHING) | behind) for f in formulas[start:k])
    return found


def alone(node: Node) -> frozenset[str]:
    """The names that stand alone, or in a list of nothing else: `let $A$, $B$ be …`."""
    items = node.children if node.kind == "List" else (node,)
    names = [name_of(inner(item)) if item.kind in ("Id", "Sub") else None for item in items]
    return frozenset() if None in names else frozenset(n for n in names if n is not None)


def is_in_where_clause(formula: Written) -> bool:
    """Whether a formula belongs to what `where` says, and nothing is concluded from it."""
    said = list(_SAYS_WHERE.finditer(formula.lead))
    if not said or formula.cue not in (None, "define") or FOLLOWS.search(formula.lead[said[-1].start() :]):
        return False
    return _BEGINS_A_SENTENCE.match(formula.lead) is None or COMMA.fullmatch(formula.before) is None


def looks_back_to(formulas: Sequence[Written]) -> Mapping[Span, int]:
    """For each formula the place from which on what `where` says there holds."""
    return {f.span: formulas[start].span.start for f, start in zip(formulas, _starts(formulas), strict=True)}


def _starts(formulas: Sequence[Written]) -> list[int]:
    """For each formula the first one of what is said with it: of its sentence, and of the one before a sentence with `where`.

    Formulas below each other in a list, or without words between them, are said together.
    """
    starts: list[int] = []
    for k, formula in enumerate(formulas):
        goes_on = formula.continues or _BEGINS_WITH_WHERE.match(formula.before) is not None or not formula.before.strip()
        listed = k > 0 and formulas[k - 1].item and formula.item
        new = not starts or (formula.starts_sentence and not (goes_on or listed))
        starts.append(k if new else starts[-1])
    return starts


def says_where(formula: Written) -> bool:
    """Whether something is said of letters behind the formulas in which they stand."""
    return _SAYS_WHERE.search(formula.lead) is not None


def _clause(formulas: Sequence[Written], k: int) -> Sequence[Written]:
    """The formulas of a clause from its first one on, to the end of its sentence."""
    last = k + 1
    while last < len(formulas) and not formulas[last].starts_sentence and formulas[last].block == formulas[k].block:
        if FOLLOWS.search(formulas[last].before):
            break
        last += 1
    return formulas[k:last]


def _names(formula: Written) -> tuple[frozenset[str], frozenset[str]]:
    """The name that an equation gives a value to, and the names in it."""
    node = formula.node
    if node is None or node.kind != "Chain" or node.value != ("=",):
        return frozenset(), frozenset()
    head = name_of(inner(node.children[0]))
    return frozenset([head] if head is not None else []), frozenset(n for p in node.walk() if (n := name_of(p)) is not None)
