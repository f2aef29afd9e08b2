"""Sequents, rules of inference, and what checking a proof tree spends and relies on.

A sequent Γ ⊢ G says: G holds for every assignment that meets the hypotheses Γ. Terms are total (1/0 is 0, √-1 is i), a
relation is one between their total values, a < b says that b - a is a positive real number. Joined statements mind
where terms are defined; with D(S) the conditions for the terms of S, and D_x(S) those of them that are about x:

    P ⇒ Q    if D(P), D(Q) and P, then Q         ∀x S    for all x with D_x(S), S
    P ⇔ Q    if D(P) and D(Q), then P just if Q   ∃x S    for some x, D_x(S) and S

With a hypothesis `t → a` all that is no passage to the limit is meant for every member of the net, what is said of passages for
every subnet (`motion.py`); no rule leads from a passage to the limit to a statement about members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from symproofs.kernel.certificate import check_typed, extents_of, sizes_and_bound, terms_of, well_typed
from symproofs.kernel.chain import Rewritten
from symproofs.kernel.entries import entries_of
from symproofs.kernel.evident import Question, evident
from symproofs.kernel.indexed import Expr, Rejected, need, scale
from symproofs.kernel.meaning import instantiated, same_meaning
from symproofs.kernel.motion import NOTHING, motion, varying
from symproofs.kernel.randomness import MOMENTS, averaged, is_random, mixes
from symproofs.kernel.signs import sum_key
from symproofs.kernel.state import GivenSign, State, beyond, check_sizes, proper_name, size_names
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import statement_domain
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Relation,
    Statement,
    speaks_of_limits,
    statement_names,
)
from symproofs.terms.term import Term, name
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, check_index, with_names

Data = Mapping[str, Any]
Typed = tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class Sequent:
    """Γ ⊢ goal. Hypotheses keep their numbers: rules append.

    `chosen` are names that `obtain` introduced, `derived` the numbers of hypotheses that follow from those before them,
    `conditions` those that the theorem lists: they hold along a net as hypotheses do, and make vary what these would.
    """

    context: Context
    goal: Statement
    chosen: frozenset[str] = frozenset()
    derived: frozenset[int] = frozenset()
    conditions: tuple[Statement, ...] = ()

    def proves(self, goal: Statement) -> Sequent:
        """The same hypotheses, another goal."""
        return Sequent(self.context, goal, self.chosen, self.derived, self.conditions)

    def joined(self, *statements: Statement) -> Sequent:
        """Γ, S … ⊢ goal. Parts of a conjunction join one by one; i ≠ j of two indices also makes them distinct.

        What was derived is left aside where S makes more vary: x/C → 0 as C → ∞ for an x that stands still, and x = C.
        *Fails when* S is about something random: it would be assumed of one outcome, and used of all in an expectation.
        """
        for s in statements:
            need(not any(is_random(t, self.context) for t in terms_of(s)), "something is assumed of a random value")
        found = self._with(*statements)
        if not self.derived or not any(speaks_of_limits(h.statement) for h in found.context.hypotheses):
            return found
        if varying(found) <= varying(self):
            return found
        rows = (Hypothesis(NOTHING) if n in self.derived else h for n, h in enumerate(found.context.hypotheses))
        return replace(found, context=replace(found.context, hypotheses=tuple(rows)))

    def _with(self, *statements: Statement) -> Sequent:
        """The hypotheses longer, whatever they are about."""
        parts = [p for s in statements for p in conjuncts(s)]
        context = self.context.assume(map(Hypothesis, parts))
        pairs = {pair for p in parts if (pair := _distinct_indices(p, context)) is not None}
        return replace(self, context=replace(context, distinct=context.distinct | pairs) if pairs else context)

    def with_consequences(self, *statements: Statement) -> Sequent:
        """As `joined`, of statements that follow from the hypotheses."""
        found = self._with(*statements)
        numbers = range(len(self.context.hypotheses), len(found.context.hypotheses))
        return replace(found, derived=self.derived.union(numbers))


def conjuncts(statement: Statement) -> tuple[Statement, ...]:
    if isinstance(statement, And):
        return tuple(p for part in statement.parts for p in conjuncts(part))
    return (statement,)


def is_of_the_net(statement: Statement) -> bool:
    """Whether all that is said, premises left out, is said of the passage to the limit, and nothing of its members."""
    match statement:
        case And(parts):
            return all(map(is_of_the_net, parts))
        case ForAll(_, body) | Exists(_, body) | Implies(_, body):
            return is_of_the_net(body)
        case Iff(left, right):
            return is_of_the_net(left) and is_of_the_net(right)
    return speaks_of_limits(statement)


def _distinct_indices(statement: Statement, context: Context) -> frozenset[str] | None:
    match statement:
        case Relation("!=", Term(head="name", data=(str(i),)), Term(head="name", data=(str(j),))) if i != j:
            first, second = context.types[i], context.types[j]
            return frozenset((i, j)) if first.index is not None and first == second else None
    return None


class Rule(NamedTuple):
    """One inference: from a sequent and the data of a node to the sequents that suffice for it."""

    name: str
    law: str
    condition: str
    data: Mapping[str, str]
    function: Callable[[Sequent, Data, Ledger], list[Sequent]]


GIVEN_SIGNS: Mapping[str, tuple[int, bool]] = {
    "<": (-1, True),
    "<=": (-1, False),
    ">": (1, True),
    ">=": (1, False),
    "!=": (0, True),
}
"""What a comparison says of left - right: its sign, and whether it is not 0."""


class Ledger:
    """What the check of one proof tree has spent and relies on."""

    def __init__(self, root: Context, budget: int) -> None:
        self.root = root
        self.left = budget
        self.used: dict[int, None] = {}
        self.axioms: dict[str, None] = {}
        self.rules: dict[str, int] = {}
        self.conditions: dict[Statement, None] = {}
        self.links: list[Rewritten] = []
        self.standing: set[str] = set()
        self.sizes: frozenset[str] = root.types.size_names
        self.bound: frozenset[str] = frozenset()
        self.signs: tuple[Context, dict[object, GivenSign]] | None = None
        self.random = any("random" in row.properties for row in root.declarations.values())
        self.moments = self.mixed = False

    def spend(self, amount: int) -> None:
        self.left -= amount
        need(self.left >= 0, "the budget of steps is used up")

    def use(self, context: Context, n: int) -> Statement:
        """Hypothesis n, noted as used if the theorem itself has it."""
        need(0 <= n < len(context.hypotheses), "there is no hypothesis {}", n)
        self.rely_on([n])
        statement = context.hypotheses[n].statement
        self.mixed = self.mixed or (self.random and mixes(statement, context))
        return statement

    def rely_on(self, numbers: Iterable[int]) -> None:
        self.used.update((n, None) for n in numbers if n < len(self.root.hypotheses))

    # -------------------------------------------------------------- what stands still

    def stand_still(self, names: frozenset[str], sequent: Sequent) -> None:
        """None of the names varies where the sequent stands; they are noted, and what makes others vary is relied on."""
        found = motion(sequent)
        need(found.names.isdisjoint(names), "this varies with {}", ", ".join(sorted(found.names & names)))
        self.standing |= names
        self.rely_on(found.hypotheses)

    # -------------------------------------------------------------- names

    def admit(self, statement: Statement, types: Mapping[str, Type]) -> None:
        """The statement is typed, and no name is bound, quantified or introduced in one place and a size in another."""
        check_typed(statement, types)
        sizes, bound = sizes_and_bound(statement)
        check_sizes(extents_of(statement), sizes, self.root)
        self.note(sizes, bound)
        if self.random and not self.moments:
            self.moments = any(node.head in MOMENTS for t in terms_of(statement) for node in t.walk())

    def note(self, sizes: frozenset[str], bound: frozenset[str]) -> None:
        self.sizes, self.bound = self.sizes | sizes, self.bound | bound
        both = self.sizes & self.bound
        need(not both, "the names {} are bound in one place and sizes in another", sorted(both))

    def local(self, context: Context) -> Typed:
        """The names that rules have introduced."""
        return tuple((n, r.type) for n, r in context.declarations.items() if n not in self.root.declarations)

    def introduce(self, sequent: Sequent, rows: Typed) -> Sequent:
        """The sequent with new names declared. *Fails when* a name means something already."""
        context = sequent.context
        taken = set(context.declarations) | self.sizes | statement_names(sequent.goal)
        taken = taken.union(*(statement_names(h.statement) for h in context.hypotheses))
        for label, _ in rows:
            need(proper_name(label) and label not in taken, "the name {} means something already", label)
        need(len({label for label, _ in rows}) == len(rows), "a name is introduced twice")
        self.note(size_names(kind for _, kind in rows), frozenset(label for label, _ in rows))
        return replace(sequent, context=context.declare(*(Declaration(n, t) for n, t in rows)))

    # -------------------------------------------------------------- what is seen

    def seen(self, context: Context, question: Question) -> bool:
        """The answer of a question to the entries in a context, if it needs no condition."""
        state = State(context, None, self.left)
        state.given_signs = self._given_signs(context)
        try:
            answer = question(state) and not state.conditions
        except Rejected:
            answer = False
        self.left = state.left
        if answer:
            self.rely_on(state.used)
        return answer

    def _given_signs(self, context: Context) -> dict[object, GivenSign]:
        """What the comparisons among the hypotheses say of the sums that are the differences of their sides."""
        if self.signs is not None and self.signs[0] is context:
            return self.signs[1]
        found: dict[object, GivenSign] = {}
        self.signs = context, found
        for n, hypothesis in enumerate(context.hypotheses):
            statement = hypothesis.statement
            if not isinstance(statement, Relation) or statement.operator not in GIVEN_SIGNS:
                continue
            expr, used = self._difference(context, statement)
            way, strict = GIVEN_SIGNS[statement.operator]
            for key, turned in ((sum_key(expr), way), (sum_key(scale(-1, expr)), -way)):
                known = found.get(key)
                if key is not None and (known is None or (strict and not known.strict) or (known.way == 0 and way)):
                    found[key] = GivenSign(turned, strict, (n, *used))
        return found

    def _difference(self, context: Context, statement: Relation) -> tuple[Expr, Iterable[int]]:
        """The entries of left - right, or nothing where they need a condition; and the hypotheses that they rest on.

        What they are in one branch they need not be in another: |log x| is √(log x · log x) where x > 0.
        """
        state = State(context, None, self.left)
        try:
            expr = entries_of(statement.left, state) + scale(-1, entries_of(statement.right, state))
        except Rejected:
            expr = ()
        self.left = state.left
        plain = not state.conditions and well_typed(statement.left, context.types).is_scalar
        return (expr if plain else ()), state.used

    def evident(self, context: Context, statement: Statement) -> bool:
        """Whether the statement is a hypothesis, or read off declarations, sorts and signs."""
        self.spend(1)
        number = context.number_of(statement)
        if number is not None:
            self.use(context, number)
            return True
        return evident(statement, context, self.seen)

    def open(self, context: Context, statements: Iterable[Statement]) -> list[Statement]:
        """Those that are not evident, each once."""
        parts = dict.fromkeys(p for s in statements for p in conjuncts(s))
        return [p for p in parts if not self.evident(context, p)]


# ------------------------------------------------------------------ statements about names


def domain_about(rows: Typed, statement: Statement, context: Context) -> list[Statement]:
    """D_x(S): the conditions for the terms of S that are about one of the names."""
    names = {n for n, _ in rows}
    found = statement_domain(statement, with_names(context.types, dict(rows)))
    return [c for c in found if not names.isdisjoint(statement_names(c))]


def renamed(statement: ForAll | Exists, labels: Sequence[str]) -> tuple[Typed, Statement]:
    """The quantified names under new labels, and the body with them."""
    need(len(labels) == len(statement.names), "every quantified name needs a label")
    values = {old: name(new) for (old, _), new in zip(statement.names, labels, strict=True) if old != new}
    rows = tuple((new, kind) for (_, kind), new in zip(statement.names, labels, strict=True))
    return rows, instantiated(statement.body, values)


def instance(statement: ForAll | Exists, values: Mapping[str, Term], context: Context) -> tuple[Statement, list[Statement]]:
    """The body at terms, and what has to hold: that the terms are of the sorts, and D_x(S) there."""
    # what is near, or tends, for every value is not so for one that varies: x/C → 0 for every x as C → ∞, and C/C → 1
    need(not speaks_of_limits(statement), "a passage to the limit has no instances here")
    constant = averaged([statement.body])
    for n, value in values.items():
        need(n not in constant or not is_random(value, context), "{} is constant in a moment, the term is random", n)
    return at_terms(statement, values, context)


def at_terms(statement: ForAll | Exists, values: Mapping[str, Term], context: Context) -> tuple[Statement, list[Statement]]:
    """The body at terms, and what makes them values of the types at which it says of them what it says of the names."""
    need(values.keys() == dict(statement.names).keys(), "every quantified name needs a term, and nothing else")
    needed = [s for n, kind in statement.names for s in _admission(n, kind, values[n], context)]
    needed += [instantiated(c, values) for c in domain_about(statement.names, statement.body, context)]
    needed += same_meaning(statement.body, values, with_names(context.types, dict(statement.names)), context.types)
    return instantiated(statement.body, values), needed


def _admission(label: str, wanted: Type, term: Term, context: Context) -> list[Statement]:
    """What makes the term a value of the type. *Fails when* its shape is another."""
    if wanted.index is not None:
        try:
            check_index(term, wanted.index, context.types)
        except Mistyped as fault:
            raise Rejected(f"{label} is an index: {fault.message}") from None
        return [Relation(">=", Term("size", (), (wanted.index,)), term)] if beyond(term, wanted.index, context.types) else []
    found = well_typed(term, context.types)
    need(wanted.parameters is None and not wanted.over, "{} is no value", label)
    need(found.shape == wanted.shape and not found.over and found.parameters is None, "{} has another shape", label)
    return [] if wanted.sort == "complex" else [Membership(term, wanted.sort)]
