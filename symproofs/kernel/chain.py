"""Chains of links over written terms: what a certificate says, checked link by link.

From the left side of the statement on, each link replaces one subterm by an instance of an equation, a hypothesis or a
lemma, and the last term is the right side. A lemma is proved from the entries of its two sides (`entries.py`) by scripts
of laws (`replay.py`), once, for all values of its letters.

A letter stands for any term of its shape whose sort is contained in its own. Under a binder an equation is used only if
it is not about the bound name. A hypothesis for all values is used only where its sides are defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from symproofs.kernel.certificate import (
    Certificate,
    FactSource,
    Lemma,
    Link,
    check_typed,
    extents_of,
    quantified_names,
    sizes_and_bound,
    terms_of,
    well_typed,
)
from symproofs.kernel.entries import entries_of
from symproofs.kernel.evident import evident, may_leave_the_reals, shadowed, sizes_are_whole
from symproofs.kernel.indexed import Rejected, need, scale
from symproofs.kernel.laws_fact import difference, make_fact
from symproofs.kernel.meaning import instantiated, keep_inner_products, same_meaning
from symproofs.kernel.randomness import MOMENTS, averaged, is_random, mixes
from symproofs.kernel.replay import run, vanishes
from symproofs.kernel.signs import nonnegative, real
from symproofs.kernel.state import State, beyond, check_sizes, for_all
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain, statement_domain
from symproofs.terms.size import Extent
from symproofs.terms.statement import (
    ForAll,
    Implies,
    Property,
    Relation,
    Statement,
    parts_of,
    speaks_of_limits,
    statement_names,
)
from symproofs.terms.term import (
    Term,
    bound_name,
    bound_names,
    extents_in,
    free_names,
    names_in_sizes,
    num,
    replace_at,
    substitute,
)
from symproofs.terms.types import Type, extents, wider
from symproofs.terms.typing import Mistyped, bound_type, check_index, with_names


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
class Equation:
    """An equation ready for use: for all values of the letters, if the conditions hold.

    `rigid` are the names that it is about besides the letters, `averaged` those inside an expectation or another moment.
    """

    letters: Mapping[str, Type]
    left: Term
    right: Term
    conditions: tuple[Statement, ...]
    rigid: frozenset[str]
    hypotheses: tuple[int, ...]
    laws: Mapping[str, int]
    averaged: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Place:
    """Where a link stands: the names bound above it, the context there, the terms on the way down and the one reached."""

    binders: tuple[tuple[str, Type], ...]
    context: Context
    above: tuple[Term, ...]
    term: Term


class Chain:
    """One certificate being checked. `permitted` are the conditions that may be raised; `None` permits all."""

    def __init__(self, certificate: Certificate, permitted: tuple[Statement, ...] | None, budget: int) -> None:
        statement = certificate.statement
        if not isinstance(statement, Relation) or statement.operator != "=":
            raise Rejected("chains prove equations and nothing else")
        self.certificate = certificate
        self.equation = statement
        self.context = certificate.context
        self.types = certificate.context.types
        self.main = State(certificate.context, None if permitted is None else frozenset(permitted), budget)
        terms = _all_terms(certificate)
        made_of = [extents_of(h.statement) for h in self.context.hypotheses] + [*map(extents_in, terms)]
        made_of += [extents(kind) for m in certificate.lemmas for kind in m.letters.values()]
        found = frozenset[Extent]().union(*made_of)
        self.sizes = self.types.size_names.union(*(s.names for s, _ in found), *map(names_in_sizes, terms))
        check_sizes(found, self.sizes, self.context)
        quantified = (n for h in self.context.hypotheses for n, _ in quantified_names(h.statement))
        self._no_sizes(frozenset(quantified).union(*map(bound_names, terms)), self.sizes)
        self.random = any("random" in row.properties for row in self.context.declarations.values())
        self.moments = self.random and any(node.head in MOMENTS for t in terms for node in t.walk())
        self.mixed = False

    def follow(self) -> tuple[Rewritten, ...]:
        """The links, checked. *Fails when* one does not hold or the last term is not the right side."""
        statement = self.equation
        self._same_shape(statement.left, statement.right, self.types)
        for hypothesis in self.context.hypotheses:
            check_typed(hypothesis.statement, self.types)
        lemmas = [self._prove(lemma) for lemma in self.certificate.lemmas]
        given: dict[int, Equation] = {}
        term, links = statement.left, []
        for link in self.certificate.links:
            if link.by == "lemma":
                need(0 <= link.number < len(lemmas), "there is no lemma {}", link.number)
                equation = lemmas[link.number]
            else:
                equation = given.get(link.number) or given.setdefault(link.number, self._hypothesis(link.number))
            term = self._rewrite(term, link, equation)
            links.append(Rewritten(link.path, link.by, link.number, link.forward, equation.laws, term))
        need(term == statement.right, "the chain does not end at the right side")
        for condition in (*self.main.conditions, *self.certificate.conditions):
            sizes, bound = sizes_and_bound(condition)
            self._no_sizes(bound, self.sizes | sizes)
        return tuple(links)

    @staticmethod
    def _no_sizes(bound: frozenset[str], sizes: frozenset[str]) -> None:
        need(bound.isdisjoint(sizes), "a bound name is also the name of a size")

    @property
    def hypotheses_used(self) -> tuple[Statement, ...]:
        return tuple(self.context.hypotheses[k].statement for k in sorted(self.main.used))

    # -------------------------------------------------------------- equations

    def _same_shape(self, left: Term, right: Term, types: Mapping[str, Type]) -> None:
        first, second = well_typed(left, types), well_typed(right, types)
        need(first.parameters is second.parameters is None and not first.over and not second.over, "the sides are no values")
        if first.shape != second.shape:
            raise Rejected(f"the sides differ in shape: {first} and {second}")

    def _prove(self, lemma: Lemma) -> Equation:
        """The lemma as an equation, proved from the entries of its sides."""
        taken = lemma.letters.keys() & (self.types.keys() | self.sizes)
        need(not taken, "the letters {} mean something already", sorted(taken))
        context = self.context.declare(*(Declaration(n, t) for n, t in lemma.letters.items()))
        self._same_shape(lemma.left, lemma.right, context.types)
        state = State(context, None, self.main.left, self.sizes)
        for source in lemma.facts:
            self._add_fact(state, lemma, source)
        left = run(state, lemma.scripts, lemma.left_script, entries_of(lemma.left, state))
        right = run(state, lemma.scripts, lemma.right_script, entries_of(lemma.right, state))
        vanishes(state, lemma.scripts, lemma.end, left + scale(-1, right))
        self.main.left = state.left
        names = free_names(lemma.left) | free_names(lemma.right) | state.names_relied_on()
        return Equation(
            lemma.letters,
            lemma.left,
            lemma.right,
            (*lemma.premises, *state.conditions),
            names.union(*map(statement_names, lemma.premises)) - lemma.letters.keys(),
            tuple(state.used),
            MappingProxyType(dict(sorted(state.laws.items()))),
            averaged((Relation("=", lemma.left, lemma.right), *lemma.premises, *state.conditions))
            if self.random
            else frozenset(),
        )

    def _add_fact(self, state: State, lemma: Lemma, source: FactSource) -> None:
        """An equation between entries, from a premise of the lemma or from a hypothesis about all values of some indices."""
        table = lemma.premises if source.by == "premise" else [h.statement for h in self.context.hypotheses]
        need(0 <= source.number < len(table), "there is no {} {}", source.by, source.number)
        statement = table[source.number]
        quantified = statement.names if isinstance(statement, ForAll) else ()
        equation = statement.body if isinstance(statement, ForAll) else statement
        if not isinstance(equation, Relation) or equation.operator != "=":
            raise Rejected(f"{source.by} {source.number} is no equation")
        types = with_names(state.types, dict(quantified))
        self._same_shape(equation.left, equation.right, types)
        for condition in (*domain(equation.left, types), *domain(equation.right, types)):
            if not statement_names(condition).isdisjoint(dict(quantified)):
                state.require(for_all(quantified, condition))
        if source.by == "hypothesis":
            state.used[source.number] = None
            self._need_unmixed(source.number)
        expr, parameters = difference(state, equation.left, equation.right, quantified)
        state.facts.append(make_fact(run(state, lemma.scripts, source.script, expr), source.lead, parameters))

    def _hypothesis(self, number: int) -> Equation:
        """An equation, or one for all values of its letters, perhaps under a premise, among the hypotheses."""
        need(0 <= number < len(self.context.hypotheses), "there is no hypothesis {}", number)
        statement = body = self.context.hypotheses[number].statement
        letters: Mapping[str, Type] = {}
        premises: list[Statement] = []
        if isinstance(body, ForAll):
            letters, body = dict(body.names), body.body
        if isinstance(body, Implies):
            premises, body = [body.premise], body.conclusion
        if not isinstance(body, Relation) or body.operator != "=":
            raise Rejected(f"hypothesis {number} is no equation")
        need(not any(map(speaks_of_limits, premises)), "no passage to the limit leads to its members")
        for letter, kind in letters.items():
            need(not kind.over and kind.parameters is None, "the quantified name {} is no value", letter)
        types = with_names(self.types, letters) if letters else self.types
        self._same_shape(body.left, body.right, types)
        defined = [c for part in (*premises, body) for c in statement_domain(part, types)]
        conditions = [*premises, *(c for c in defined if premises or not letters.keys().isdisjoint(statement_names(c)))]
        self._need_unmixed(number)
        constant = averaged((body, *conditions)) if self.random else frozenset()
        return Equation(letters, body.left, body.right, tuple(conditions), statement_names(statement), (number,), {}, constant)

    def _need_unmixed(self, number: int) -> None:
        """Beside moments no hypothesis that equates something random with something constant is used."""
        mixed = self.random and mixes(self.context.hypotheses[number].statement, self.context)
        self.mixed = self.mixed or mixed
        need(
            not (mixed and self.moments),
            "hypothesis {} equates what is random with what is not, perhaps for lack of a declaration",
            number,
        )

    def _is_complex_inner(self, node: Term, types: Mapping[str, Type]) -> bool:
        """Whether an inner product is one of complex numbers; where a name in it is not known here, it counts as one."""
        try:
            return "complex" in [well_typed(a, types).sort for a in node.args]
        except Rejected:
            return True

    # -------------------------------------------------------------- one link

    def _rewrite(self, term: Term, link: Link, equation: Equation) -> Term:
        self.main.spend(1)
        place = self._place(term, link.path)
        types = place.context.types if place.binders else self.types
        need(all(n not in equation.rigid for n, _ in place.binders), "the equation is about a name that is bound here")
        need(link.instance.keys() == equation.letters.keys(), "every letter needs a term, and nothing else")
        for letter, kind in equation.letters.items():
            self._admit(letter, kind, link.instance[letter], place, types)
            if letter in equation.averaged:
                need(
                    not is_random(link.instance[letter], place.context), "{} is constant in a moment, the term is random", letter
                )
        old, new = (equation.left, equation.right) if link.forward else (equation.right, equation.left)
        need(place.term == substitute(old, link.instance), "the subterm is no instance of the equation")
        scopes = with_names(self.types, equation.letters), types
        for side in (equation.left, equation.right):
            keep_inner_products(side, link.instance, *scopes)
        for condition in equation.conditions:
            for needed in (instantiated(condition, link.instance), *same_meaning(condition, link.instance, *scopes)):
                self._require(needed, place)
        self.main.used.update(dict.fromkeys(equation.hypotheses))
        part = substitute(new, link.instance)
        result = replace_at(term, link.path, part)
        if well_typed(part, types) != well_typed(place.term, types):
            self._same_shape(result, self.equation.right, self.types)
            inner = self._place(result, link.path).above
            for before, after in zip(place.above, inner, strict=True):
                if before.head == "inner":
                    kinds = [self._is_complex_inner(n, types) for n in (before, after)]
                    need(kinds[0] == kinds[1], "an inner product changes its kind")
        return result

    def _place(self, term: Term, path: tuple[int, ...]) -> Place:
        """What a path leads through and to."""
        binders: dict[str, Type] = {}
        above = []
        for k in path:
            need(0 <= k < len(term.args), "the path leads nowhere")
            need(term.head != "derivative" or k == 0, "a derivative is rewritten in its first argument only")
            bound = bound_name(term)
            if bound is not None and k == 0:
                binders[bound] = self._bound_type(term, binders)
            above.append(term)
            term = term.args[k]
        rows = tuple(binders.items())
        return Place(rows, shadowed(self.context, rows), tuple(above), term)

    def _bound_type(self, term: Term, binders: Mapping[str, Type]) -> Type:
        """What the name is that a binder binds: an index, an integer, or what the point of a derivative is."""
        if term.head != "derivative":
            return bound_type(term, self.types)
        kind = well_typed(term.args[1], with_names(self.types, binders))
        need(not kind.over and kind.parameters is None, "no link leads under a derivative by a family")
        return kind

    def _require(self, condition: Statement, place: Place) -> None:
        """Take a condition up for all values of what is bound, unless it is evident.

        A A⁻¹ = I and A⁻¹ A = I hold where A is invertible.
        """
        subject = _inverted(condition)
        if subject is not None:
            condition = Property("invertible", subject)
        if not evident(condition, place.context, self._seen):
            self.main.require(for_all(place.binders, condition))

    def _seen(self, context: Context, question: Callable[[State], bool]) -> bool:
        """The answer of a question to the entries in a context, if it needs no condition; what it relied on is noted."""
        state = State(context, None, self.main.left)
        try:
            answer = question(state) and not state.conditions
        except Rejected:
            answer = False
        self.main.left = state.left
        if answer:
            self.main.used.update(state.used)
        return answer

    def _admit(self, letter: str, wanted: Type, term: Term, place: Place, types: Mapping[str, Type]) -> None:
        """The letter may stand for the term: one shape, a sort contained in the letter's, and so in fact."""
        if wanted.index is not None:
            try:
                check_index(term, wanted.index, types)
            except Mistyped as fault:
                raise Rejected(f"{letter} is an index: {fault.message}") from None
            if beyond(term, wanted.index, place.context.types):
                self._require(Relation(">=", Term("size", (), (wanted.index,)), term), place)
            return
        found = well_typed(term, types)
        need(found.shape == wanted.shape and not found.over and found.parameters is None, "{} has another shape", letter)
        if wider(found.sort, wanted.sort) != wanted.sort:
            raise Rejected(f"{letter} is {wanted.sort}, the term is {found.sort}")
        need(wanted.sort in ("real", "complex") or sizes_are_whole(term), "{} is {}, the term need not be", letter, wanted.sort)
        if wanted.sort != "complex" and may_leave_the_reals(term):
            self._require_real(term, types, place)
        if wanted.sort == "natural" and not self._seen(place.context, lambda s: nonnegative(entries_of(term, s), s)):
            need(found.is_scalar, "{} is natural, and the sign of the term's entries is not seen", letter)
            self.main.require(for_all(place.binders, Relation(">=", term, num(0))))

    def _require_real(self, term: Term, types: Mapping[str, Type], place: Place) -> None:
        """Roots and logarithms of real numbers are real where they are defined: seen from the entries, or a condition."""
        if self._seen(place.context, lambda state: real(entries_of(term, state), state)):
            return
        unsure = ("root", "derivative")
        need(all(node.head not in unsure for node in term.walk()), "a root, or a derivative, that may not be real")
        for condition in domain(term, types):
            *_, inner = parts_of(condition)  # what is asked, under quantifiers and premises
            if isinstance(inner, Relation) and inner.operator in (">", ">=", "<", "<="):
                self._require(condition, place)


def _inverted(condition: Statement) -> Term | None:
    """A, if the condition says A A⁻¹ = I or A⁻¹ A = I."""
    match condition:
        case Relation("=", Term(head="mul", args=(first, second)), Term(head="identity")):
            if second == Term("inverse", (first,)):
                return first
            return second if first == Term("inverse", (second,)) else None
    return None


def _all_terms(certificate: Certificate) -> list[Term]:
    """Every term in the certificate that is written as one."""
    terms = [t for h in certificate.context.hypotheses for t in terms_of(h.statement)]
    terms += terms_of(certificate.statement)
    terms += [t for m in certificate.lemmas for t in (m.left, m.right)]
    terms += [t for m in certificate.lemmas for p in m.premises for t in (p.left, p.right)]
    terms += [t for link in certificate.links for t in link.instance.values()]
    return terms
