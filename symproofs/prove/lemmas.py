"""Lemmas over letters: what a link uses, proved once and used at any instance.

A part that both sides share is a letter, so the proof does not look into it and is short whatever it stands for. An
inverse is a letter too, with the two equations that say what it is as premises. Lemmas without conditions are remembered
from proof to proof; the kernel checks a remembered one like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from symproofs.kernel.entries import MOST_ROWS_OF_A_DETERMINANT
from symproofs.kernel.evident import sizes_are_whole
from symproofs.kernel.randomness import MOMENTS, is_random
from symproofs.prove.algebra import kind_of
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation
from symproofs.terms.term import E, Term, bound_name, free_names, name, num, number_in, rewrite, substitute
from symproofs.terms.types import Type, scalar
from symproofs.terms.typing import type_of, with_names
from symproofs.theories.budget import Budget
from symproofs.theories.equality import Lemma, Stuck, prove_equal
from symproofs.theories.facts import Source


@record
class Pattern:
    """An equation over letters, what the letters stand for at a link, and their types."""

    left: Term
    right: Term
    values: Mapping[str, Term] = field(default_factory=dict)
    kinds: Mapping[str, Type] = field(default_factory=dict)
    premises: tuple[Relation, ...] = ()


@dataclass(eq=False, repr=False)
class Lemmas:
    """The lemmas of one certificate, each proved once however often it is used.

    `stuck` are those for which no proof was found under the same signs, whatever else is given.
    """

    context: Context
    budget: Budget
    banned: frozenset[str] = frozenset()
    stuck: dict[object, Stuck] = field(default_factory=dict)
    rows: list[Lemma] = field(default_factory=list)
    failed: Stuck | None = None
    _known: dict[tuple[object, ...], int | None] = field(default_factory=dict)
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
        return frozenset(rows).union(*(size_names(row.type) for row in rows.values()))

    def number(self, pattern: Pattern, given: Sequence[Source] = ()) -> int | None:
        """The number of the lemma; `None` where it is not proved. `given` hypotheses are used as facts."""
        letters = tuple(pattern.kinds.items())
        key = (pattern.left, pattern.right, letters, pattern.premises, bool(given))
        if key in self._known:
            return self._known[key]
        seen = _recall_key(self.context, pattern.left, pattern.right, letters)
        plain = not (self.banned or given)
        found: Lemma | Stuck | None = _RECALLED.get(seen, self.stuck.get(key)) if plain else None
        if found is None:
            premises = [Source("premise", k, p) for k, p in enumerate(pattern.premises)]
            found = prove_equal(
                self.context,
                pattern.left,
                pattern.right,
                letters,
                self.budget,
                self.banned,
                pattern.premises,
                (*premises, *given),
            )
        if isinstance(found, Stuck):
            self.failed = found
            if plain and found.cause != "budget":
                self.stuck[key] = found
            self._known[key] = None
            return None
        if plain and not (found.conditions or found.used or found.premises):
            _remember(seen, found)
        self._known[key] = len(self.rows)
        self.rows.append(found)
        return len(self.rows) - 1


_RECALLED: dict[object, Lemma] = {}
"""Lemmas without conditions, by everything that they depend on. The kernel checks a recalled one like any other."""

MOST_RECALLED = 2_000


def _recall_key(context: Context, left: Term, right: Term, letters: tuple[tuple[str, Type], ...]) -> object:
    names = (free_names(left) | free_names(right)) - {label for label, _ in letters}
    rows = tuple((n, row.type, row.properties) for n in sorted(names) if (row := context.declarations.get(n)) is not None)
    return left, right, letters, rows, frozenset(pair for pair in context.distinct if pair <= names)


def _remember(key: object, lemma: Lemma) -> None:
    if len(_RECALLED) >= MOST_RECALLED:
        _RECALLED.pop(next(iter(_RECALLED)))
    _RECALLED[key] = lemma


def size_names(kind: Type) -> frozenset[str]:
    """Names in the sizes of a type."""
    sizes = (kind.rows, kind.cols, *kind.over, *([kind.index] if kind.index is not None else []))
    return frozenset[str]().union(*(s.names for s in sizes), *map(size_names, kind.parameters or ()))


# ------------------------------------------------------------------ abstraction


INTEGRALS = ("integral", "improper")
"""Heads of which the kernel knows no entries ever."""


def abstract(first: Term, second: Term, types: Mapping[str, Type], lemmas: Lemmas, common: bool = True) -> Pattern:
    """Both terms with their common greatest parts replaced by letters, and parts of which nothing more is known.

    Without `common` the latter alone. Beside moments nothing random gets one.
    """
    within = {node for node in second.walk() if node.args} if common else set[Term]()
    if any(node.head in MOMENTS for side in (first, second) for node in side.walk()):
        within = {node for node in within if not is_random(node, lemmas.context)}
    values: dict[Term, Term] = {}
    letters: dict[str, Term] = {}
    kinds: dict[str, Type] = {}

    def visit(node: Term, bound: frozenset[str]) -> Term:
        if node in values:
            return values[node]
        part = node is not first or node.head in INTEGRALS
        if node.args and part and (node in within or is_opaque(node, types)) and not (bound & free_names(node)):
            return lettered(node)
        return _rebuilt(node, bound, visit)

    def lettered(node: Term) -> Term:
        kind = type_of(node, types)
        if kind.sort not in ("real", "complex") and not sizes_are_whole(node):
            kind = replace(kind, sort="real")  # n! of what is no natural number need not be whole
        label = lemmas.letter(len(letters))
        letters[label], kinds[label] = node, kind
        values[node] = name(label)
        return values[node]

    def replaced(node: Term, bound: frozenset[str]) -> Term:
        if node in values and not (bound & free_names(node)):
            return values[node]
        part = node is not second or node.head in INTEGRALS
        if part and is_opaque(node, types) and not (bound & free_names(node)):
            return lettered(node)
        return _rebuilt(node, bound, replaced)

    left = visit(first, frozenset())
    right = replaced(second, frozenset())
    used = free_names(left) | free_names(right)
    return Pattern(left, right, {k: v for k, v in letters.items() if k in used}, {k: v for k, v in kinds.items() if k in used})


def counted_apart(first: Term, second: Term, types: Mapping[str, Type], lemmas: Lemmas) -> Pattern:
    """Both terms with what is counted, and powers to what is not written out, as letters of which nothing is known."""
    letters: dict[Term, str] = {}

    def visit(node: Term, bound: frozenset[str]) -> Term:
        if is_counted(node) and not (bound & free_names(node)):
            return name(letters.setdefault(node, lemmas.letter(len(letters))))
        return _rebuilt(node, bound, visit)

    left, right = visit(first, frozenset()), visit(second, frozenset())
    kinds = {label: type_of(node, types) for node, label in letters.items()}
    wide = {k: scalar("real") if kind.is_scalar and kind.sort != "complex" else kind for k, kind in kinds.items()}
    return Pattern(left, right, {label: node for node, label in letters.items()}, wide)


def is_counted(node: Term) -> bool:
    """Whether it is a sum between bounds, a factorial, a binomial coefficient, or a power whose exponent is not written out.

    Powers of positive numbers and of e are left to the laws of powers.
    """
    if node.head == "pow":
        base, exponent = node.args
        plain = base == E or (base.head == "num" and number_in(base) > 0)
        return not plain and not _is_written_out(exponent)
    return node.head in ("sum_between", "factorial", "binomial")


def _is_written_out(exponent: Term) -> bool:
    return exponent.head == "num" or (exponent.head in ("neg", "div") and all(map(_is_written_out, exponent.args)))


def is_opaque(node: Term, types: Mapping[str, Type]) -> bool:
    """Whether the kernel has no entries for a term, whatever its parts are: a sum between bounds that are not written out."""
    if node.head == "det":
        kind = kind_of(node.args[0], types)
        rows = kind.rows.literal if kind is not None else None
        return rows is None or rows > MOST_ROWS_OF_A_DETERMINANT
    if node.head in INTEGRALS:
        return True
    if node.head != "sum_between":
        return node.head == "binomial"
    _, low, high = node.args
    return not (low.head in ("num", "neg") and high.head in ("num", "neg")) and not (low == num(1) and high.head == "size")


def without_inverses(pattern: Pattern, types: Mapping[str, Type], lemmas: Lemmas) -> Pattern:
    """Every A^{-1} a letter B, with A B = I and B A = I as premises."""
    if not any(node.head == "inverse" for side in (pattern.left, pattern.right) for node in side.walk()):
        return pattern
    values, kinds = dict(pattern.values), dict(pattern.kinds)
    premises = list(pattern.premises)
    known: dict[Term, Term] = {}

    def step(node: Term) -> Term | None:
        if node.head != "inverse":
            return None
        if node not in known:
            base = node.args[0]
            inner = with_names(types, kinds)
            kind = type_of(base, inner)
            label = lemmas.letter(len(values))
            values[label], kinds[label] = substitute(node, values), type_of(node, inner)
            known[node] = name(label)
            unit = Term("identity", (), (kind.rows,))
            premises.append(Relation("=", Term("mul", (base, name(label))), unit))
            premises.append(Relation("=", Term("mul", (name(label), base)), unit))
        return known[node]

    left, right = rewrite(pattern.left, step), rewrite(pattern.right, step)
    return Pattern(left, right, values, kinds, tuple(premises))


def _rebuilt(node: Term, bound: frozenset[str], visit: Any) -> Term:
    if not node.args:
        return node
    binds = bound_name(node) is not None
    args = tuple(
        visit(a, bound | {str(node.data[0])} if binds and k == 0 else bound)
        # an index is no value, so it gets no letter
        if not (k > 0 and node.head in ("entry", "sum", "product", "derivative")) and node.head != "member"
        else a
        for k, a in enumerate(node.args)
    )
    return node if args == node.args else node.with_args(args)
