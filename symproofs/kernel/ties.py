"""What ties names together along a passage to the limit, and which names only follow others.

Every part of a hypothesis ties the names in it: if one varies, all do. But some names are *solved*: whatever the others are, they
can be given values with which all that is said of them holds. They go with the others, and leave these alone. Such are

    what is defined  `x = t`, `∀i: x_i = t`, `∀t: f(t) = …`, perhaps behind a premise: x is real or complex, as t surely is, of
                     no property but that it is random, which it is if t is; and it is neither in t nor in the premise
    free laws        of real random names: the mean `E[x] = u`, the spread `Var(x) = w`, `Cov(x) = w`, `Cov(x_i, x_j) = δ_ij w`,
                     or where these tend; x is neither in u or w, which are not random, nor in the premise

if nothing else is said of them: no second definition, mean or spread, no comparison, no passage to the limit. Besides its moments
a law may be said to be uncorrelated with others, or integrable, and others may be defined by the name outside of moments: there
is always a law of finitely many values, independent of all else. One after the other, each behind what solves it, all solved
names can be given their values; what has no such place (x = y + C, y = x - C u) is not solved.

Of a spread is asked besides that it is not negative, so it ties the names in it. In a product of real factors their signs have
to fit, and nothing else: each ties its own names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from symproofs.kernel.certificate import quantified_names, terms_of, well_typed
from symproofs.kernel.evident import sizes_are_whole
from symproofs.kernel.randomness import MOMENTS, names_inside, names_outside
from symproofs.kernel.state import size_names
from symproofs.terms.domain import domain
from symproofs.terms.statement import (
    ORDERS,
    And,
    ForAll,
    Implies,
    InProbability,
    Property,
    Relation,
    Statement,
    Tends,
    own_terms,
    parts_of,
    speaks_of_limits,
    statement_names,
)
from symproofs.terms.term import Term, bound_name, free_names, num
from symproofs.terms.types import Type
from symproofs.terms.typing import with_names

NAMES = ("name", "member")
SUBSCRIPTS_FROM: Mapping[str, int] = {"entry": 1, "member": 0, "delta": 0, "sum": 1, "product": 1, "derivative": 2}
"""Where the arguments begin that are subscripts, or indices left out."""


class Clause(NamedTuple):
    """A part of a hypothesis: `core`, perhaps behind a premise, for all values of the bound names."""

    hypothesis: int
    core: Statement
    premise: Statement | None
    bound: Mapping[str, Type]

    def about(self, *parts: Statement | None) -> frozenset[str]:
        """The names of parts of it that are not bound."""
        return frozenset[str]().union(*(statement_names(p) for p in parts if p is not None)) - self.bound.keys()

    @property
    def names(self) -> frozenset[str]:
        return self.about(self.core, self.premise)

    @property
    def inner_sizes(self) -> frozenset[str]:
        """The sizes over which something is quantified within core or premise."""
        parts = [p for p in (self.core, self.premise) if p is not None]
        return size_names(kind for p in parts for _, kind in quantified_names(p))


def clauses_of(n: int, statement: Statement, bound: Mapping[str, Type]) -> Iterator[Clause]:
    """The parts of hypothesis n: of conjunctions, quantifiers taken off."""
    match statement:
        case And(parts):
            for part in parts:
                yield from clauses_of(n, part, bound)
        case ForAll(names, body):
            yield from clauses_of(n, body, {**bound, **dict(names)})
        case Implies(premise, conclusion):
            yield Clause(n, conclusion, premise, bound)
        case _:
            yield Clause(n, statement, None, bound)


class Law(NamedTuple):
    """What a clause gives of a law: the mean or the spread of a name, or both; and the factors of the spread."""

    name: str
    gives: tuple[str, ...]
    factors: tuple[Term, ...] = ()


class Said(NamedTuple):
    """A clause, with what it may be: a definition of a name, a law, a word on names that says nothing of their moments."""

    clause: Clause
    defined: str | None
    law: Law | None
    unrelated: frozenset[str]


class Tie(NamedTuple):
    """Where one of the names `by` varies, those in `moves` do; with a `head`, that alone, which is solved by the others."""

    hypothesis: int
    by: frozenset[str]
    moves: frozenset[str]
    head: str | None = None


class Ties(NamedTuple):
    """The ties of hypotheses; what each clause says, and the names whose laws are free."""

    said: tuple[Said, ...]
    ties: tuple[Tie, ...]
    laws: frozenset[str]

    def free_law(self, clause: Clause) -> str | None:
        """The name of which a clause gives the law, if that is free."""
        law = next(s.law for s in self.said if s.clause is clause)
        return law.name if law is not None and law.name in self.laws else None


def ties_of(clauses: Iterable[Clause], declared: Declared) -> Ties:
    """What is solved, and the ties that are left.

    One takes all for solved that may be, and gives up those of which more is said, until nothing more is.
    """
    said = tuple(Said(c, declared.defined(c), declared.law(c), declared.unrelated(c)) for c in clauses)
    heads = Counter(s.defined for s in said)
    given = Counter((s.law.name, moment) for s in said if s.law is not None for moment in s.law.gives)
    twice = {label for (label, _), times in given.items() if times > 1}
    solved = {head for head, times in heads.items() if times == 1}
    laws = {n for n in declared.kinds if declared.has_a_law(n)} - twice - heads.keys()
    while True:
        found = tuple(tie for s in said for tie in _ties(s, solved, laws, declared))
        more = declared.chosen.union(*(tie.moves for tie in found if tie.head is None))
        lost = (solved | laws) & more or _in_no_order(found)
        if not lost:
            return Ties(said, found, frozenset(laws))
        solved, laws = solved - lost, laws - lost


def _ties(said: Said, solved: Collection[str | None], laws: Collection[str], declared: Declared) -> Iterator[Tie]:
    clause, law = said.clause, said.law
    n, core, names = clause.hypothesis, clause.core, clause.names
    if law is not None and law.name in laws:
        yield Tie(n, names - {law.name}, frozenset([law.name]), law.name)
        given = (*law.factors, *([core.target] if isinstance(core, Tends) else []))
        apart = [declared.about(t, clause.bound) for t in given]
        if given and clause.premise is not None:
            apart = [declared.about(clause.premise, clause.bound).union(*apart)]
        where = frozenset[str]().union(*apart)
        yield Tie(n, size_names(kind for x, kind in clause.bound.items() if x in where), where - clause.bound.keys())
    elif not said.unrelated.isdisjoint(laws):
        apart = [frozenset([x]) for x in said.unrelated if x not in laws]
    elif said.defined is not None and said.defined in solved:
        yield Tie(n, names - {said.defined}, frozenset([said.defined]), said.defined)
        apart = [frozenset([x]) for t in terms_of(core) for x in names_inside(t) if x in laws]
    elif isinstance(core, Tends | InProbability):
        premises = [] if clause.premise is None else [declared.about(clause.premise, clause.bound)]
        apart = [declared.about(core.target, clause.bound), *premises, *(frozenset([x]) for x in free_names(core.subject))]
        yield Tie(n, size_names(clause.bound.values()), names)
    else:
        apart = [clause.inner_sizes.union(*(declared.about(p, clause.bound) for p in (core, clause.premise) if p is not None))]
        yield Tie(n, size_names(clause.bound.values()), names)
    free = [names - clause.bound.keys() for names in apart]
    yield from (Tie(n, names, names) for names in free)


def _in_no_order(ties: Iterable[Tie]) -> frozenset[str]:
    """The heads that cannot be put in an order in which each stands behind those by which it is solved."""
    left: dict[str, frozenset[str]] = {}
    for tie in ties:
        if tie.head is not None:
            left[tie.head] = left.get(tie.head, frozenset()) | tie.by
    while ready := [head for head, names in left.items() if names.isdisjoint(left)]:
        for head in ready:
            del left[head]
    return frozenset(left)


# ------------------------------------------------------------------ what a clause may be


@dataclass(frozen=True)
class Declared:
    """The types and properties of the names that are declared, and which of them rules chose."""

    kinds: Mapping[str, Type]
    properties: Mapping[str, frozenset[str]]
    chosen: frozenset[str]

    def about(self, part: Statement | Term, bound: Mapping[str, Type]) -> frozenset[str]:
        """The names in it, and the sizes of the ranges of the declared indices that stand in it as numbers.

        An index that is only compared with another does not.
        """
        names = free_names(part) if isinstance(part, Term) else statement_names(part)
        indices = {n for n in names if n in self.kinds and self.kinds[n].index is not None}
        if not indices:
            return names
        if isinstance(part, Term):
            return names | size_names(self.kinds[n] for n in indices & self._numbers([part]))
        lines = {n for n, kind in {**self.kinds, **bound}.items() if kind.index is not None} - dict(quantified_names(part)).keys()
        terms = [t for p in parts_of(part) if not _compares(p, lines) for t in own_terms(p)]
        return names | size_names(self.kinds[n] for n in indices & self._numbers(terms))

    def _numbers(self, terms: Iterable[Term]) -> frozenset[str]:
        """The free names of the terms that do not stand as subscripts only."""
        found = frozenset[str]()
        for t in terms:
            if t.head == "name":
                found |= free_names(t)
                continue
            inner = t.args[: SUBSCRIPTS_FROM.get(t.head, len(t.args))]
            if t.head == "call" and (kind := self.kinds.get(str(t.data[0]))) is not None:
                inner = tuple(a for a, p in zip(inner, kind.parameters or (), strict=False) if p.index is None)
            below = [self._numbers([a]) for a in inner]
            bound = bound_name(t)
            found = found.union(*([] if bound is None else [below[0] - {bound}]), *below[0 if bound is None else 1 :])
        return found

    def settled(self, said: Iterable[Said]) -> frozenset[str]:
        """Functions of which a part without other names, but for sizes, says what they are for all arguments."""
        found, sizes = set[str](), size_names(self.kinds.values())
        rows = [(s.defined, s.clause) for s in said if s.defined is not None and s.clause.premise is None]
        rows = [(f, c) for f, c in rows if isinstance(c.core, Relation) and self._for_all_arguments(f, c.core.left, c.bound)]
        while new := {f for f, c in rows if f not in found and c.names - {f} - sizes <= found}:
            found |= new
        return frozenset(found)

    def _for_all_arguments(self, f: str, call: Term, bound: Mapping[str, Type]) -> bool:
        return self.kinds[f].parameters == tuple(bound[str(a.data[0])] for a in call.args) if call.head == "call" else False

    def defined(self, clause: Clause) -> str | None:
        """The name that stands alone on the left of an equation, with places of its own for all bound names."""
        match clause.core:
            case Relation("=", Term(head="name" | "member" | "call" as how, args=args, data=(str(head),)), value):
                places = [str(a.data[0]) for a in args if a.head == "name"]
            case _:
                return None
        kind, before = self.kinds.get(head), clause.premise
        if kind is None or kind.index is not None or head in clause.bound or self.properties[head] - {"random"}:
            return None
        if head in size_names(self.kinds.values()):
            return None
        if not clause.bound.keys() <= set(places) or (how == "call" and sorted(places) != sorted(clause.bound)):
            return None
        if any(head in free_names(t) for t in (*args, value)) or (before and (head in statement_names(before))):
            return None
        fits = kind.sort == "complex" or (kind.sort == "real" and self._surely_real(value, clause))
        fits = fits and ("random" in self.properties[head] or not self._is_random(value))
        return head if fits and not (before and speaks_of_limits(before)) else None

    def _surely_real(self, term: Term, clause: Clause) -> bool:
        """Whether the value is real also where the term is not defined."""
        types = with_names(self.kinds, clause.bound)
        if well_typed(term, types).sort == "complex" or not sizes_are_whole(term):
            return False
        asked = [p for condition in domain(term, types) for p in parts_of(condition)]
        unsure = any(node.head in ("root", "derivative") for node in term.walk())
        return not unsure and not any(isinstance(p, Relation) and p.operator in ORDERS for p in asked)

    def _is_random(self, term: Term) -> bool:
        return any("random" in self.properties.get(n, ()) for n in names_outside(term))

    def has_a_law(self, label: str) -> bool:
        kind, properties = self.kinds[label], self.properties[label]
        return "random" in properties <= {"random", "integrable"} and kind.sort == "real" and kind.parameters is None

    def law(self, clause: Clause) -> Law | None:
        """The mean or the spread of a name, either way round, or where it tends; of `E[(x - u)²] → 0` both."""
        rows: tuple[tuple[Term, Term | None], ...] = ()
        if isinstance(clause.core, Relation) and clause.core.operator == "=":
            rows = (clause.core.left, clause.core.right), (clause.core.right, clause.core.left)
        elif isinstance(clause.core, Tends):
            rows = ((clause.core.subject, None),)
        for moment, other in rows:
            if moment.head not in MOMENTS:
                continue
            found = self._mean(moment, other, clause) if moment.head == "expect" else self._spread(moment, other, clause)
            if found is not None:
                return found
        if isinstance(clause.core, Tends) and _is_zero(clause.core.target) and clause.core.subject.head == "expect":
            return self._mean_square(clause.core.subject.args[0], clause)
        return None

    def _mean(self, moment: Term, other: Term | None, clause: Clause) -> Law | None:
        label = self._named(moment.args, [other] if other is not None else [], clause)
        return None if label is None or not (other is None or self._surely_real(other, clause)) else Law(label, ("mean",))

    def _spread(self, moment: Term, other: Term | None, clause: Clause) -> Law | None:
        factors = [] if other is None else _factors(other)
        if len(moment.args) == 2:
            delta = _delta(*moment.args, factors)
            if delta is None:
                return None
            factors.remove(delta)
        label = self._named(moment.args, factors, clause)
        arrays = [f for f in factors if not well_typed(f, with_names(self.kinds, clause.bound)).is_scalar]
        if len(factors) > 1 and (len(arrays) > 1 or not all(self._surely_real(f, clause) for f in factors)):
            factors = [Term("mul", tuple(factors))]
        return None if label is None else Law(label, ("spread",), tuple(factors))

    def _mean_square(self, square: Term, clause: Clause) -> Law | None:
        match square:
            case Term(head="mul", args=(Term(head="transpose", args=(t,)) | t, u)) if t == u:
                parts = t.args if t.head == "add" else (t,)
            case Term(head="pow", args=(t, two)) if two == num(2):
                parts = t.args if t.head == "add" else (t,)
            case _:
                return None
        for k, part in enumerate(parts):
            rest = [*parts[:k], *parts[k + 1 :]]
            label = self._named(part.args if part.head == "neg" else (part,), rest, clause)
            if label is not None and all(self._surely_real(t, clause) for t in rest):
                return Law(label, ("mean", "spread"))
        return None

    def _named(self, terms: Sequence[Term], others: Iterable[Term], clause: Clause) -> str | None:
        """The random name of which these are members, at places for all bound names, and that is nowhere else in the clause."""
        labels = {str(t.data[0]) if t.head in NAMES else "" for t in terms}
        places = {a.data[0] for t in terms for a in t.args if a.head == "name"}
        label = min(labels)
        if len(labels) > 1 or label not in self.kinds or label in clause.bound or not clause.bound.keys() <= places:
            return None
        before = frozenset[str]() if clause.premise is None else statement_names(clause.premise)
        elsewhere = before.union(*map(free_names, others))
        free = self.has_a_law(label) and label not in elsewhere and not any(map(self._is_random, others))
        return label if free else None

    def unrelated(self, clause: Clause) -> frozenset[str]:
        """Names that are said to be uncorrelated, with each other or member by member; or one that is said to be integrable."""
        match clause.core:
            case Property("integrable", _) if len(clause.names) == 1:
                return clause.names
            case Relation("=", Term(head="cov", args=(x, y)), value) if x.head in NAMES and y.head in NAMES:
                names = frozenset([str(x.data[0]), str(y.data[0])])
            case _:
                return frozenset()
        before = clause.premise
        apart = before.parts if isinstance(before, And) else (before,)
        if before is not None and not names.isdisjoint(statement_names(before)):
            return frozenset()
        if _is_zero(value):
            places = [*zip(x.args, y.args, strict=False), *zip(y.args, x.args, strict=False)]
            return names if len(names) == 2 or any(Relation("!=", i, j) in apart for i, j in places) else frozenset()
        factors = _factors(value)
        rest = [f for f in factors if f != _delta(x, y, factors)]
        return names if len(names) == 1 and len(rest) < len(factors) and rest in _spreads(x, y) else frozenset()


def _compares(statement: Statement, indices: Collection[str]) -> bool:
    """Whether one of the indices is compared with another."""
    sides = (statement.left, statement.right) if isinstance(statement, Relation) else ()
    return bool(sides) and all(t.head == "name" and t.data[0] in indices for t in sides)


def _delta(x: Term, y: Term, factors: Sequence[Term]) -> Term | None:
    """δ_ij among the factors, for members x_i and x_j."""
    if not len(x.args) == len(y.args) == 1:
        return None
    return next((f for f in factors if f.head == "delta" and f.args in ((*x.args, *y.args), (*y.args, *x.args))), None)


def _spreads(x: Term, y: Term) -> list[list[Term]]:
    return [[Term(head, (t,))] for head in ("var", "cov") for t in (x, y)]


def _factors(term: Term) -> list[Term]:
    return [f for a in term.args for f in _factors(a)] if term.head in ("mul", "neg", "div") else [term]


def _is_zero(t: Term) -> bool:
    return t == num(0) or t.head == "zeros"
