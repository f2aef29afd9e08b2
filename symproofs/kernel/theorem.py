"""Theorems, and the only way to one: `check`.

A certificate proves `left = right` by a chain over the written terms. From the left side on, each link replaces one
subterm by an instance of an equation, a hypothesis or a lemma, and the last term is the right side. A lemma is proved
from the entries of its two sides (`entries.py`) by scripts of laws (`replay.py`), once, for all values of its letters.

A theorem says: under its hypotheses and conditions, both sides are equal wherever both are defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, replace
from types import MappingProxyType

from symproofs.kernel.certificate import (
    Certificate,
    Lemma,
    Link,
    bound_names,
    check_property,
    decode,
    sizes_in_term,
    terms_of,
    well_typed,
)
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Rejected, need, scale
from symproofs.kernel.replay import run, vanishes
from symproofs.kernel.signs import nonnegative, nonzero, positive, real
from symproofs.kernel.state import DEFAULT_BUDGET, State, for_all, size_names
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain
from symproofs.terms.serial import Json
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import Term, bound_name, free_names, num, replace_at, substitute, subterm
from symproofs.terms.types import Type, index, scalar, wider
from symproofs.terms.typing import Mistyped, check_index

_SEAL = object()


@dataclass(frozen=True)
class Rewritten:
    """A link as checked: where, by what, the laws beneath it with how often each was used, and the whole term after it."""

    path: tuple[int, ...]
    by: str
    number: int
    forward: bool
    laws: Mapping[str, int]
    result: Term


@dataclass(frozen=True)
class Theorem:
    """What `check` proved. Nobody else can make one."""

    hypotheses: tuple[Statement, ...]
    conclusion: Relation
    conditions: tuple[Statement, ...]
    axioms: tuple[str, ...]
    links: tuple[Rewritten, ...]
    seal: InitVar[object]

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("only the kernel makes theorems")

    @property
    def laws(self) -> Mapping[str, int]:
        """All laws used, with how often."""
        total: dict[str, int] = {}
        for link in self.links:
            for name, times in link.laws.items():
                total[name] = total.get(name, 0) + times
        return total


def check(certificate: Json, budget: int = DEFAULT_BUDGET) -> Theorem:
    """The theorem that a certificate proves, whatever JSON value it is. *Fails when* it proves none: `Rejected`."""
    return _checked(certificate, budget, listed=True)


def conditions_raised(certificate: Json, budget: int = DEFAULT_BUDGET) -> tuple[Statement, ...]:
    """The conditions that the certificate would have to list, for whoever writes it."""
    return _checked(certificate, budget, listed=False).conditions


def _checked(value: Json, budget: int, listed: bool) -> Theorem:
    try:
        certificate = decode(value)
        return _Chain(certificate, budget, certificate.conditions if listed else None).theorem()
    except RecursionError:
        raise Rejected("the certificate is nested too deeply") from None


@dataclass(frozen=True)
class _Equation:
    """An equation ready for use: for all values of the letters, if the conditions hold."""

    letters: Mapping[str, Type]
    left: Term
    right: Term
    conditions: tuple[Statement, ...]
    rigid: frozenset[str]
    hypotheses: tuple[int, ...]
    laws: Mapping[str, int]


@dataclass(frozen=True)
class _Place:
    """Where a link stands: the names bound above it, and the context there."""

    binders: tuple[tuple[str, Type], ...]
    context: Context

    @property
    def bound(self) -> frozenset[str]:
        return frozenset(n for n, _ in self.binders)


class _Chain:
    """One certificate being checked."""

    def __init__(self, certificate: Certificate, budget: int, permitted: tuple[Statement, ...] | None) -> None:
        self.certificate = certificate
        self.context = certificate.context
        self.types = certificate.context.types
        self.main = State(certificate.context, None if permitted is None else frozenset(permitted), budget)
        self.sizes = _all_sizes(certificate)

    def theorem(self) -> Theorem:
        statement = self.certificate.statement
        need(statement.operator == "=", f"chains prove equations, not {statement.operator}")
        self._same_shape(statement.left, statement.right)
        for hypothesis in self.context.hypotheses:
            self._check_hypothesis(hypothesis.statement, self.types)
        lemmas = [self._prove(lemma) for lemma in self.certificate.lemmas]
        term, links = statement.left, []
        for link in self.certificate.links:
            equation = self._equation(link, lemmas)
            term = self._rewrite(term, link, equation)
            self._same_shape(term, statement.right)
            links.append(Rewritten(link.path, link.by, link.number, link.forward, equation.laws, term))
        need(term == statement.right, "the chain does not end at the right side")
        given = self.context.hypotheses
        used = tuple(given[k].statement for k in sorted(self.main.used))
        return Theorem(used, statement, tuple(self.main.conditions), (), tuple(links), _SEAL)

    # -------------------------------------------------------------- what is given

    def _same_shape(self, left: Term, right: Term, types: Mapping[str, Type] | None = None) -> None:
        for side in (left, right):
            need(not bound_names(side) & self.sizes, "a bound name is also the name of a size")
        first, second = (well_typed(side, types or self.types) for side in (left, right))
        need(first.parameters is second.parameters is None and not first.over and not second.over, "the sides are no values")
        need(first.shape == second.shape, f"the sides differ in shape: {first} and {second}")

    def _check_hypothesis(self, statement: Statement, types: Mapping[str, Type]) -> None:
        """Everything in it is typed, and properties are said of what can have them."""
        match statement:
            case Relation(_, left, right):
                shapes = well_typed(left, types).shape, well_typed(right, types).shape
                need(shapes[0] == shapes[1], "the sides of a hypothesis differ in shape")
            case Property(prop, subject):
                check_property(prop, "the subject of a hypothesis", well_typed(subject, types))
            case Membership(subject, _):
                well_typed(subject, types)
            case ForAll(names, body):
                self._check_hypothesis(body, {**types, **dict(names)})
            case And(parts):
                for part in parts:
                    self._check_hypothesis(part, types)
            case Implies(first, second) | Iff(first, second):
                self._check_hypothesis(first, types)
                self._check_hypothesis(second, types)

    def _prove(self, lemma: Lemma) -> _Equation:
        """The lemma as an equation, proved from the entries of its sides."""
        taken = set(lemma.letters) & (set(self.types) | self.sizes)
        need(not taken, f"the letters {sorted(taken)} mean something already")
        context = self.context.declare(*(Declaration(n, t) for n, t in lemma.letters.items()))
        self._same_shape(lemma.left, lemma.right, context.types)
        state = State(context, None, self.main.left)
        left = run(state, lemma.scripts, lemma.left_script, entries_of(lemma.left, state))
        right = run(state, lemma.scripts, lemma.right_script, entries_of(lemma.right, state))
        vanishes(state, lemma.scripts, lemma.end, left + scale(-1, right))
        self.main.left = state.left
        names = free_names(lemma.left) | free_names(lemma.right) | state.names_relied_on()
        return _Equation(
            lemma.letters,
            lemma.left,
            lemma.right,
            tuple(state.conditions),
            names - set(lemma.letters),
            tuple(state.used),
            MappingProxyType(dict(sorted(state.laws.items()))),
        )

    def _equation(self, link: Link, lemmas: list[_Equation]) -> _Equation:
        """The lemma or hypothesis that a link uses. A hypothesis for all values holds where its sides are defined."""
        table = len(lemmas) if link.by == "lemma" else len(self.context.hypotheses)
        need(0 <= link.number < table, f"there is no {link.by} {link.number}")
        if link.by == "lemma":
            return lemmas[link.number]
        statement = self.context.hypotheses[link.number].statement
        letters: dict[str, Type] = {}
        body = statement
        premises: list[Statement] = []
        if isinstance(body, ForAll):
            letters, body = dict(body.names), body.body
        if isinstance(body, Implies):
            premises, body = [body.premise], body.conclusion
        if not isinstance(body, Relation) or body.operator != "=":
            raise Rejected(f"hypothesis {link.number} is no equation")
        need(not set(letters) & self.sizes, "a quantified name is also the name of a size")
        for letter, kind in letters.items():
            need(not kind.over and kind.parameters is None, f"the quantified name {letter} is no value")
        types = {**self.types, **letters}
        self._same_shape(body.left, body.right, types)
        if letters or premises:
            for condition in (*domain(body.left, types), *domain(body.right, types)):
                if premises or statement_names(condition) & set(letters):
                    premises.append(condition)
        return _Equation(letters, body.left, body.right, tuple(premises), statement_names(statement), (link.number,), {})

    # -------------------------------------------------------------- one link

    def _rewrite(self, term: Term, link: Link, equation: _Equation) -> Term:
        self.main.spend(1)
        place = self._place(term, link.path)
        need(not equation.rigid & place.bound, "the equation is about a name that is bound here")
        need(set(link.instance) == set(equation.letters), "every letter needs a term, and nothing else")
        types = place.context.types
        for letter, kind in equation.letters.items():
            self._admit(letter, kind, link.instance[letter], place)
        if _complex_inner(equation, self.types):
            kept = all(
                well_typed(link.instance[n], types).sort == "complex" for n, k in equation.letters.items() if k.sort == "complex"
            )
            need(kept, "an inner product of complex numbers is used for real ones")
        old, new = (equation.left, equation.right) if link.forward else (equation.right, equation.left)
        need(subterm(term, link.path) == substitute(old, link.instance), "the subterm is no instance of the equation")
        for condition in equation.conditions:
            self._require(_instance(condition, link.instance), place)
        self.main.used.update(dict.fromkeys(equation.hypotheses))
        result = replace_at(term, link.path, substitute(new, link.instance))
        need(_inner_kinds(term, link.path, types) == _inner_kinds(result, link.path, types), "an inner product changes its kind")
        return result

    def _place(self, term: Term, path: tuple[int, ...]) -> _Place:
        """The binders above a path, and the context beneath them."""
        binders: list[tuple[str, Type]] = []
        for k in path:
            need(0 <= k < len(term.args), "the path leads nowhere")
            bound = bound_name(term)
            if bound is not None and k == 0:
                over = term.data[-1]
                binders.append((bound, index(over) if isinstance(over, Size) else scalar("integer")))
            term = term.args[k]
        return _Place(tuple(dict(binders).items()), _shadowed(self.context, binders))

    def _require(self, condition: Statement, place: _Place) -> None:
        """Take a condition up for all values of what is bound, unless its sign is evident."""
        if not self._evident(condition, place.context):
            self.main.require(for_all(place.binders, condition))

    def _evident(self, condition: Statement, context: Context) -> bool:
        """Whether the condition is seen to hold from the entries of its sides."""
        if isinstance(condition, ForAll):
            return self._evident(condition.body, _shadowed(context, condition.names))
        if not isinstance(condition, Relation) or condition.operator not in SIGN_TESTS:
            return False
        state = State(context, None, self.main.left)
        try:
            difference = entries_of(condition.left, state) + scale(-1, entries_of(condition.right, state))
            seen = SIGN_TESTS[condition.operator](difference, state) and not state.conditions
        except Rejected:
            seen = False
        self.main.left = state.left
        if seen:
            self.main.used.update(state.used)
        return seen

    def _admit(self, letter: str, wanted: Type, term: Term, place: _Place) -> None:
        """The letter may stand for the term: one shape, a sort contained in the letter's, and so in fact."""
        types = place.context.types
        need(not bound_names(term) & self.sizes, "a bound name is also the name of a size")
        if wanted.index is not None:
            try:
                check_index(term, wanted.index, types)
            except Mistyped as fault:
                raise Rejected(f"{letter} is an index: {fault.message}") from None
            if term.head == "num" and wanted.index.literal is None and term != num(1):
                self._require(Relation(">=", Term("size", (), (wanted.index,)), term), place)
            return
        found = well_typed(term, types)
        need(found.shape == wanted.shape and not found.over and found.parameters is None, f"{letter} has another shape")
        need(wider(found.sort, wanted.sort) == wanted.sort, f"{letter} is {wanted.sort}, the term is {found.sort}")
        if wanted.sort != "complex" and _may_leave_the_reals(term):
            self._require_real(term, types, place)

    def _require_real(self, term: Term, types: Mapping[str, Type], place: _Place) -> None:
        """Roots and logarithms of real numbers are real where they are defined: seen from the entries, or a condition."""
        state = State(place.context, None, self.main.left)
        try:
            seen = real(entries_of(term, state), state) and not state.conditions
        except Rejected:
            seen = False
        self.main.left = state.left
        if seen:
            self.main.used.update(state.used)
            return
        need(all(node.head != "root" for node in term.walk()), "a root of a number that may be negative")
        for condition in domain(term, types):
            inner = condition.body if isinstance(condition, ForAll) else condition
            if isinstance(inner, Relation) and inner.operator in (">", ">=", "<", "<="):
                self._require(condition, place)


SIGN_TESTS = {"!=": nonzero, ">": positive, ">=": nonnegative}


def _shadowed(context: Context, binders: Iterable[tuple[str, Type]]) -> Context:
    """The context where the names are bound. A hypothesis about a name of theirs is not about them: its place is left empty."""
    rows = [Declaration(n, t) for n, t in binders]
    names = {r.name for r in rows}
    empty = Hypothesis(Relation("=", num(0), num(0)))
    kept = (h if not statement_names(h.statement) & names else empty for h in context.hypotheses)
    distinct = frozenset(pair for pair in context.distinct if not pair & names)
    return replace(context.declare(*rows), hypotheses=tuple(kept), distinct=distinct)


def _all_sizes(certificate: Certificate) -> frozenset[str]:
    """Every name that is a size somewhere in the certificate."""
    kinds = [*certificate.context.types.values(), *(t for m in certificate.lemmas for t in m.letters.values())]
    terms = [t for h in certificate.context.hypotheses for t in terms_of(h.statement)]
    terms += [certificate.statement.left, certificate.statement.right]
    terms += [t for m in certificate.lemmas for t in (m.left, m.right)]
    terms += [t for link in certificate.links for t in link.instance.values()]
    return size_names(kinds).union(*map(sizes_in_term, terms))


def _instance(condition: Statement, values: Mapping[str, Term]) -> Statement:
    try:
        return substitute_statement(condition, dict(values))
    except ValueError as fault:
        raise Rejected(f"a condition cannot be stated here: {fault}") from None


_PARTIAL = ("log", "arcsin", "arccos")


def _may_leave_the_reals(term: Term) -> bool:
    """Whether a part of the term is real only where it is defined."""
    return any(node.head in ("sqrt", "root", "pow") or (node.head == "fun" and node.data[0] in _PARTIAL) for node in term.walk())


def _complex_inner(equation: _Equation, types: Mapping[str, Type]) -> bool:
    known = {**types, **equation.letters}
    return any(
        node.head == "inner" and _kind_of_inner(node, known) for side in (equation.left, equation.right) for node in side.walk()
    )


def _kind_of_inner(node: Term, types: Mapping[str, Type]) -> bool:
    """Whether an inner product is one of complex numbers; so it counts too where a name in it is bound outside."""
    try:
        return "complex" in [well_typed(a, types).sort for a in node.args]
    except Rejected:
        return True


def _inner_kinds(term: Term, path: tuple[int, ...], types: Mapping[str, Type]) -> list[bool]:
    """For every inner product above the path, whether it is one of complex numbers."""
    kinds = []
    for k in path:
        if term.head == "inner":
            kinds.append(_kind_of_inner(term, types))
        term = term.args[k]
    return kinds
