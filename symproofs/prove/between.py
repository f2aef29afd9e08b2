"""Equations with sums between bounds, factorials, binomial coefficients and powers to what is not written out.

All is led back to little: powers, factorials and binomial coefficients to the references of their families (`counting.py`),
sums to one range by terms taken off, their summands taken apart into sums of single products, each equation on the way proved.
What is left is an identity of rational functions, or a combination of what is given: the statement for the number before, in an
induction. *Fails when* something is left: `None`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symproofs.kernel.sequent import Sequent
from symproofs.prove.cofactors import cofactors, eliminated, linear_in, nonzero_polynomial, occurring
from symproofs.prove.counting import (
    ALIKE,
    LETTERS,
    PLAIN,
    Counts,
    Key,
    Known,
    Reduced,
    argument,
    canonical,
    reduced,
    rewritten,
    shifted,
    split,
)
from symproofs.prove.lemmas import is_counted
from symproofs.prove.rational import Form, NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.summands import (
    absorbing,
    absorbs,
    anchor,
    between,
    binomial_power,
    kind_of_range,
    monomial_of,
    plus,
    power_alone,
    range_of_row,
    references,
    runs_down,
    summand_of,
    summed,
    summed_power,
    sums_in,
    times,
)
from symproofs.prove.telescoping import antidifference
from symproofs.prove.tree import Given, Node
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Hypothesis, Relation, Statement
from symproofs.terms.term import Term, free_names, name, num, substitute
from symproofs.terms.typing import Mistyped, bound_type

MOST_ROUNDS = 80
MOST_TAKEN = 8
"""How many terms are taken off a sum."""
HIGHEST_POWER = 8

TRIVIAL = Relation("=", num(0), num(0))


# ------------------------------------------------------------------ leading back


@dataclass(eq=False, repr=False)
class Work:
    """Steps taken so far, what they lead to, and what could not be led back."""

    search: Search
    sequent: Sequent
    field: Counts
    known: Known
    steps: list[Step] = dataclasses.field(default_factory=list)
    equations: dict[Term, Relation | None] = dataclasses.field(default_factory=dict)

    def take(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.steps.append(step)
            self.sequent = step.after

    def equation(self, node: Term) -> Relation | None:
        """An equation for the atom, among the hypotheses now."""
        if node not in self.equations:
            self.equations[node] = None
            found = self._reduced(node)
            if found is not None:
                self.take(found.steps)
                self.equations[node] = found.equation
        return self.equations[node]

    def _reduced(self, node: Term) -> Reduced | None:
        if node.head == "sum_between":
            return sum_reduced(self.search, self.sequent, node, self.field, self.known)
        return reduced(self.search, self.sequent, node, self.field, self.known)

    def led_back(self, form: Form) -> tuple[Form, dict[Relation, Form]]:
        """What is left of a difference, and the equations with cofactors that it is less by."""
        used: dict[Relation, Form] = {}
        left_alone: set[int] = set()
        for _ in range(MOST_ROUNDS):
            place = self._next(form, left_alone)
            if place is None:
                break
            v, equation, own, pieces = place
            form, quotient = eliminated(self.field, form, v, *pieces)
            part = self.field.times(quotient, Form(own.below, self.field.one))
            used[equation] = self.field.plus(used[equation], part) if equation in used else part
        return form, used

    def _next(self, form: Form, left_alone: set[int]) -> tuple[int, Relation, Form, tuple[object, object]] | None:
        for v in sorted(occurring(form.top) - left_alone - occurring(form.below)):
            node = self.field.atoms[v]
            equation = self.equation(node) if is_counted(node) else None
            if equation is None:
                left_alone.add(v)
                continue
            own = self.field.difference(equation.left, equation.right)
            pieces = linear_in(self.field, own.top, v)
            surely = self.search.surely_nonzero(self.sequent)
            if pieces is not None and nonzero_polynomial(self.field, pieces[0], surely):
                return v, equation, own, pieces
            left_alone.add(v)
        return None


def closed(search: Search, sequent: Sequent, known: Known, given: Sequence[Relation] = ()) -> Node | None:
    """The goal, an equation, from equations for what is counted in it, and given ones."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    try:
        return _closed(search, sequent, goal, known, given)
    except (NoForm, Mistyped):
        return None


def _closed(search: Search, sequent: Sequent, goal: Relation, known: Known, given: Sequence[Relation]) -> Node | None:
    counts = Counts(sequent.context)
    plain = Relation("=", canonical(goal.left, counts), canonical(goal.right, counts))
    if plain != goal:
        return _by_way_of(search, sequent, plain, lambda after: closed(search, after, known, given))
    work = Work(search, sequent, counts, known)
    rest, used = work.led_back(counts.difference(goal.left, goal.right))
    terms = dict(used)
    if rest.top != 0:
        rows = _rows(work, given)
        more = _from_given(work, rest, rows)
        if more is None and known.sums and _certified(work, rest, rows):
            rest, more = work.led_back(rest)
            rows = [(e, *_further(work, form, used)) for e, form, used in rows]
            again = _from_given(work, rest, rows) if rest.top != 0 else {}
            more = None if again is None else _added(counts, more, again)
        if more is None:
            return None
        terms = _added(counts, terms, more)
    combined = [(Given(e), counts.term(c)) for e, c in terms.items() if c.top != 0]
    inner = _combined(search, work.sequent, combined)
    return None if inner is None else around(work.steps, inner)


def _by_way_of(search: Search, sequent: Sequent, other: Relation, proved: Callable[[Sequent], Node | None]) -> Node | None:
    found = search.apply("rewrite", {"statement": other}, sequent)
    if found is None:
        return None
    below = []
    for left in found[1][:-1]:
        proof = search.plain(left) or search.chain(left, 0, ALIKE) or search.chain(left, 0, LETTERS)
        if proof is None:
            return None
        below.append(proof)
    last = proved(found[1][-1])
    return None if last is None else replace(found[0], of=(*below, last))


def _combined(search: Search, sequent: Sequent, terms: list[tuple[Given, Term]]) -> Node | None:
    if not terms:
        return search.plain(sequent) or search.chain(sequent, 0, LETTERS) or search.chain(sequent, 0, PLAIN)
    found = search.apply("combine", {"terms": terms}, sequent)
    if found is None:
        return None
    below = []
    for left in found[1]:
        proof = search.chain(left, 0, LETTERS)
        if proof is None:
            return None
        below.append(proof)
    return replace(found[0], of=tuple(below))


Row = tuple[Relation, Form, dict[Relation, Form]]
"""A given equation, what is left of its difference, and the equations with cofactors that this is less by."""


def _added(counts: Counts, first: Mapping[Relation, Form], second: Mapping[Relation, Form]) -> dict[Relation, Form]:
    found = dict(first)
    for equation, form in second.items():
        found[equation] = counts.plus(found[equation], form) if equation in found else form
    return found


def _rows(work: Work, given: Sequence[Relation]) -> list[Row]:
    """Given equations led back as well."""
    counts, search = work.field, work.search
    rows: list[Row] = []
    for equation in given:
        try:
            plain = Relation("=", canonical(equation.left, counts), canonical(equation.right, counts))
            form = counts.difference(plain.left, plain.right)
        except NoForm:
            continue
        if plain != equation:
            proof = rewritten(search, work.sequent.proves(plain), equation)
            step = search.have(plain, proof, work.sequent) if proof is not None else None
            if step is None:
                continue
            work.take([step])
        rows.append((plain, *work.led_back(form)))
    return rows


def _further(work: Work, form: Form, used: dict[Relation, Form]) -> tuple[Form, dict[Relation, Form]]:
    rest, more = work.led_back(form)
    return rest, _added(work.field, used, more)


def _from_given(work: Work, rest: Form, given: Sequence[Row]) -> dict[Relation, Form] | None:
    """What is left as a combination of given equations, and of those from one binomial coefficient of a row to the next."""
    counts, search = work.field, work.search
    weak = [e for e in work.equations.values() if e is not None and e.left.head == "mul"]
    rows = [*given, *((e, counts.difference(e.left, e.right), dict[Relation, Form]()) for e in weak)]
    surely = search.surely_nonzero(work.sequent)
    found = cofactors(counts, rest, [form for _, form, _ in rows], surely, surely)
    if found is None:
        return None
    terms: dict[Relation, Form] = {}
    for n, c in found:
        equation, _, used = rows[n]
        less = {other: counts.times(Form(-c.top, c.below), q) for other, q in used.items()}
        terms = _added(counts, terms, {equation: c})
        terms = _added(counts, terms, less)
    return terms


# ------------------------------------------------------------------ certificates


def _certified(work: Work, rest: Form, rows: Sequence[Row]) -> bool:
    """Whether one of the sums left is had by others, since together their summands are a difference."""
    surely = work.search.surely_nonzero(work.sequent)
    for form in (rest, *_less_by_given(work, rest, rows)):
        sums = [v for v in sorted(occurring(form.top)) if work.field.atoms[v].head == "sum_between"]
        if not sums or not occurring(form.below).isdisjoint(sums):
            continue
        weights = {v: linear_in(work.field, form.top, v) for v in sums}
        pieces = {v: row[0] for v, row in weights.items() if row is not None and occurring(row[0]).isdisjoint(sums)}
        bounds = {work.field.atoms[v].args[1:] for v in sums}
        if len(pieces) < len(sums) or len(bounds) > 1:
            continue
        lead = next((v for v in sums if nonzero_polynomial(work.field, pieces[v], surely)), None)
        found = _by_the_others(work, lead, pieces) if lead is not None else None
        if found is not None and lead is not None:
            work.take(found.steps)
            work.equations[work.field.atoms[lead]] = found.equation
            return True
    return False


def _less_by_given(work: Work, rest: Form, rows: Sequence[Row]) -> Iterator[Form]:
    """What is left once something that is no sum is put in from a given equation."""
    surely = work.search.surely_nonzero(work.sequent)
    for _, form, _ in rows:
        for v in sorted(occurring(form.top) & occurring(rest.top) - occurring(rest.below)):
            pieces = linear_in(work.field, form.top, v) if work.field.atoms[v].head != "sum_between" else None
            if pieces is not None and nonzero_polynomial(work.field, pieces[0], surely):
                yield eliminated(work.field, rest, v, *pieces)[0]


def _by_the_others(work: Work, lead: int, weights: Mapping[int, object]) -> Reduced | None:
    """Σ v = (G(b + 1) - G(a) - Σ_i α_i Σ v_i) / α, where G(k + 1) - G(k) = α v(k) + Σ_i α_i v_i(k)."""
    counts, context = work.field, work.sequent.context
    node = counts.atoms[lead]
    _, low, high = node.args
    label = work.search.fresh(work.sequent, "k")
    here = name(label)
    inner = Counts(context.declare(Declaration(label, bound_type(node, context.types))))
    whole, rest, partial = inner.constant(0), [], []
    try:
        inner.form(here)
        for v, polynomial in weights.items():
            sum_ = counts.atoms[v]
            weight = counts.term(Form(polynomial, counts.one))
            member = substitute(sum_.args[0], {str(sum_.data[0]): here})
            whole = inner.plus(whole, inner.form(times(weight, member)))
            if v != lead:
                rest.append(_minus_times(weight, sum_))
                partial.append(_minus_times(weight, sum_.with_args((sum_.args[0], low, plus(here, -1)))))
        found = antidifference(inner, label, whole)
        if found is None:
            return None
        top = inner.term(found)
        divisor = counts.term(Form(weights[lead], counts.one))
        ends = (substitute(top, {label: plus(high, 1)}), Term("neg", (substitute(top, {label: low}),)))
        result, up_to = (_over(summed(parts), divisor) for parts in ([*ends, *rest], [top, *partial]))
        wanted = Relation("=", node, canonical(result, counts))
    except NoForm:
        return None
    return _had(work.search, work.sequent, wanted, (up_to, label), replace(work.known, rows=True, powers=True), "telescoping")


def _minus_times(weight: Term, node: Term) -> Term:
    return Term("neg", (times(weight, node),))


def _over(node: Term, divisor: Term) -> Term:
    return node if divisor == num(1) else Term("div", (node, divisor))


# ------------------------------------------------------------------ sums


def sum_reduced(search: Search, sequent: Sequent, node: Term, counts: Counts, known: Known) -> Reduced | None:
    """An equation for a sum: with terms taken off, or its summand taken apart."""
    row = kind_of_range(node, counts)
    if row is None:
        return None
    key, first, last = row
    body, low, high = node.args
    if key[0] == key[1]:
        if first == last + 1:
            return empty(search, sequent, node, counts)
        return last_off(search, sequent, node, counts) if first <= last < first + MOST_TAKEN else None
    origin = known.origins.get((summand_of(node), _rest_of(high, counts)))
    there = split(origin, counts) if origin is not None else None
    if origin is not None and there is not None and there[0] != key[0]:
        return from_origin(search, sequent, node, origin)
    if known.theorem is not None and absorbs(node, sequent.context):
        return apart(search, sequent, node, counts, known)
    begin, end = known.ranges.get(key, (first, last))
    if known.theorem is not None:
        begin, end = range_of_row(node, key, counts) or (begin, end)
    if last < end:
        longer = node.with_args((body, low, shifted(high, 1, counts)))
        return last_off(search, sequent, longer, counts) if end - last <= MOST_TAKEN else None
    if first < begin:
        return first_off(search, sequent, node, counts)
    if first > begin:
        return first_off(search, sequent, node.with_args((body, shifted(low, -1, counts), high)), counts)
    if last > end:
        return last_off(search, sequent, node, counts)
    if not known.sums:
        return None
    return apart(search, sequent, node, counts, known) or by_theorem(search, sequent, node, known)


def by_theorem(search: Search, sequent: Sequent, node: Term, known: Known) -> Reduced | None:
    """Σ_{k=0}^n C(n, k) x^k y^{n-k} = (x + y)^n."""
    power = binomial_power(node, sequent.context) if known.theorem is not None else None
    if power is None or known.theorem is None:
        return None
    wanted = Relation("=", node, power)
    proof = known.theorem(search, sequent.proves(wanted))
    step = search.have(wanted, proof, sequent) if proof is not None else None
    return None if step is None else Reduced(wanted, (step,))


def last_off(search: Search, sequent: Sequent, node: Term, counts: Counts) -> Reduced | None:
    """Σ_{k=a}^b f(k) = Σ_{k=a}^{b-1} f(k) + f(b)."""
    body, low, high = node.args
    before = shifted(high, -1, counts)
    last = canonical(substitute(body, {str(node.data[0]): high}), counts)
    wanted = Relation("=", node, Term("add", (node.with_args((body, low, before)), last)))
    step = search.step("last_term", {"term": node, "before": before}, sequent, 1, (Reason("sum_split"),))
    if step is None:
        return None
    made = step.after.context.hypotheses[-1].statement
    if made == wanted:
        return Reduced(wanted, (step,))
    assert isinstance(made, Relation)
    proof = rewritten(search, step.after.proves(wanted), made)
    again = search.have(wanted, proof, step.after) if proof is not None else None
    return None if again is None else Reduced(wanted, (step, again))


def first_off(search: Search, sequent: Sequent, node: Term, counts: Counts) -> Reduced | None:
    """Σ_{k=a+1}^b f(k) = Σ_{k=a}^b f(k) - f(a), for a ≤ b."""
    body, low, high = node.args
    label = str(node.data[0])
    first = canonical(substitute(body, {label: low}), counts)
    shorter = node.with_args((body, shifted(low, 1, counts), high))
    wanted = Relation("=", shorter, Term("add", (node, Term("neg", (first,)))))
    return _had(search, sequent, wanted, _up_to(node), Known({}, sums=False), "sum_split")


def from_origin(search: Search, sequent: Sequent, node: Term, origin: Term) -> Reduced | None:
    """Σ_{k=c+1}^b f(k) = Σ_{k=a}^b f(k) - Σ_{k=a}^c f(k), for a ≤ c + 1 ≤ b + 1."""
    body, low, high = node.args
    whole = node.with_args((body, origin, high))
    start = node.with_args((body, origin, argument(plus(low, -1), Counts(sequent.context))))
    wanted = Relation("=", node, Term("add", (whole, Term("neg", (start,)))))
    return _had(search, sequent, wanted, _up_to(whole), Known({}, sums=False), "sum_split")


def _up_to(node: Term) -> tuple[Term, str]:
    """F(k) = Σ_{j=a}^{k-1} f(j), and k."""
    body, low, _ = node.args
    label = next(n for n in ("k", "l", "k_0", "l_0", "k_1") if n not in free_names(node) and n != node.data[0])
    return between(body, low, Term("add", (name(label), Term("neg", (num(1),)))), str(node.data[0])), label


def empty(search: Search, sequent: Sequent, node: Term, counts: Counts) -> Reduced | None:
    """Σ_{k=a}^{a-1} f(k) = 0."""
    wanted = Relation("=", node, num(0))
    if all(a.head in ("num", "neg") for a in node.args[1:]):
        proof = search.chain(sequent.proves(wanted), 0, PLAIN)
        step = search.have(wanted, proof, sequent) if proof is not None else None
        return None if step is None else Reduced(wanted, (step,))
    return _had(search, sequent, wanted, _up_to(node), Known({}, sums=False), "sum_split")


def _had(
    search: Search, sequent: Sequent, wanted: Relation, partial: tuple[Term, str], known: Known, reason: str
) -> Reduced | None:
    """An equation for a sum, proved as one that telescopes."""
    if wanted in (h.statement for h in sequent.context.hypotheses):
        return Reduced(wanted, ())
    proof = by_telescoping(search, sequent.proves(wanted), partial, known, reason)
    step = search.have(wanted, proof, sequent) if proof is not None else None
    return None if step is None else Reduced(wanted, (step,))


def by_telescoping(search: Search, sequent: Sequent, partial: tuple[Term, str], known: Known, reason: str) -> Node | None:
    """Σ_{k=a}^b f(k) = R, where f(k) = F(k + 1) - F(k); F is given with the name that k is called in it."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    _, low, high = goal.left.args
    label = search.fresh(sequent, "k")
    data = {"term": between(partial[0], low, high, partial[1]), "names": [label]}
    found = search.apply("telescoping", data, sequent, (Reason(reason),))
    if found is None:
        return None
    node, (room, member, ends) = found
    first = search.plain(room) or search.solve(room, 1)
    last = None if first is None else closed(search, ends, with_ranges(ends, Known({}, sums=False)))
    inner = None if last is None else closed(search, member, with_ranges(member, _of_member(member, known, label)))
    return None if first is None or inner is None or last is None else replace(node, of=(first, inner, last))


def _of_member(sequent: Sequent, known: Known, label: str) -> Known:
    """What is known of families, and those in which the summand alone stands."""
    own = references([sequent.goal], sequent.context, label)
    both = {**own, **known.references}
    if known.theorem is not None:  # n C(n - 1, k - 1) stands for k C(n, k)
        both = {key: tuple(map(min, places, own.get(key, places))) for key, places in both.items()}
    return replace(known, label=label, sums=False, ranges={}, references=both)


def with_ranges(sequent: Sequent, known: Known, given: Sequence[Relation] = ()) -> Known:
    """The same with the ranges of the sums in the goal, those of given equations before them."""
    counts = Counts(sequent.context)
    found: dict[Key, tuple[int, int]] = {}
    for statements in (given, [sequent.goal]):
        here: dict[Key, tuple[int, int]] = {}
        for node in sums_in(statements, sequent.context):
            row = kind_of_range(node, counts)
            if row is not None:
                key, first, last = row
                begin, end = here.get(key, (first, last))
                here[key] = max(begin, first), max(end, last)
        found = {**here, **found}
    names = sorted(
        {str(node.data[0]) for node in sums_in([*given, sequent.goal], sequent.context)} - sequent.context.types.keys()
    )
    bound = names[0] if names else ""
    return replace(known, ranges=found, bound=bound, origins=_origins([*given, sequent.goal], sequent.context, counts))


def _origins(statements: Sequence[Statement], context: Context, counts: Counts) -> dict[tuple[Term, Term], Term]:
    """The lower bound that is a number, or else the first, of sums of one summand whose lower bounds differ by no number."""
    found: dict[tuple[Term, Term], list[Term]] = {}
    for node in sums_in(statements, context):
        row = kind_of_range(node, counts)
        if row is not None and row[0][0] != row[0][1]:
            found.setdefault((summand_of(node), _rest_of(node.args[2], counts)), []).append(node.args[1])
    starts = {key: next((low for low in lows if low.head == "num"), lows[0]) for key, lows in found.items()}
    return {key: low for key, low in starts.items() if len(found[key]) > 1}


def _rest_of(bound: Term, counts: Counts) -> Term:
    """The bound without the number in it."""
    row = split(bound, counts)
    return bound if row is None else row[0]


# ------------------------------------------------------------------ summands taken apart


def apart(search: Search, sequent: Sequent, node: Term, counts: Counts, known: Known) -> Reduced | None:
    """Σ (c u(k) + d w(k - 1)) = c Σ u(k) + d Σ w(k), polynomials in k summed up."""
    try:
        first = _apart(search, sequent, node, replace(known, powers=False))
        return first or _apart(search, sequent, node, known)
    except (NoForm, Mistyped):
        return None


def _apart(search: Search, sequent: Sequent, node: Term, known: Known) -> Reduced | None:
    body, low, high = node.args
    bound = str(node.data[0])
    called = known.bound if known.bound and known.bound not in free_names(node) | free_names(body) else bound
    label = search.fresh(sequent, bound)
    here = name(label)
    kind = bound_type(node, sequent.context.types)
    orders = [Relation("<=", low, here), Relation("<=", here, high)]
    inside = sequent.context.declare(Declaration(label, kind)).assume(map(Hypothesis, orders))
    counts = Counts(inside)
    work = Work(search, Sequent(inside, TRIVIAL), counts, replace(known, label=label, sums=False, rows=False))
    whole = canonical(substitute(body, {bound: here}), counts)
    form, _ = work.led_back(counts.form(whole))
    moving = {k for k, a in enumerate(counts.atoms) if label in free_names(a)}
    fixed_below = moving.isdisjoint(occurring(form.below))
    result: list[Term] = []
    partial: list[Term] = []
    stable = len(form.top) == 1 and called == bound
    bound = called
    for exponents, c in form.top.terms():
        outer = counts.ring.from_dict({tuple(0 if k in moving else e for k, e in enumerate(exponents)): c})
        factor = Form(outer, form.below if fixed_below else counts.one)
        inner = tuple(e if k in moving else 0 for k, e in enumerate(exponents))
        summand = Form(counts.ring.from_dict({inner: 1}), counts.one if fixed_below else form.below)
        weight = counts.term(factor)
        power = power_alone(counts, inner, here) if fixed_below else None
        if power is not None and power <= HIGHEST_POWER:
            stable = False
            partial.append(times(weight, summed_power(power, here)))
            ends = [substitute(summed_power(power, here), {label: t}) for t in (Term("add", (high, num(1))), low)]
            result.append(times(weight, Term("add", (ends[0], Term("neg", (ends[1],))))))
            continue
        if runs_down(counts, inner, here):
            stable = False
            total = Term("add", (low, high, Term("neg", (here,))))
            turned = substitute(argument(substitute(counts.term(summand), {label: total}), counts), {label: name(bound)})
            result.append(times(weight, between(turned, low, high, bound)))
            partial.append(times(weight, between(turned, plus(total, 1), high, bound)))
            continue
        absorbed = absorbing(counts, inner, here) if known.theorem is not None and fixed_below else None
        if absorbed is not None:
            weight, stable = counts.term(counts.times(factor, absorbed[0])), False
            summand = absorbed[1]
        move = anchor(counts, monomial_of(summand), label)
        moved = substitute(counts.term(summand), {label: plus(here, -move)})
        there = substitute(argument(moved, counts), {label: name(bound)})
        stable = stable and move == 0 and factor == counts.constant(1) and there == body
        bottom, top = shifted(low, move, counts), shifted(high, move, counts)
        result.append(times(weight, between(there, bottom, top, bound)))
        partial.append(times(weight, between(there, bottom, plus(here, move - 1), bound)))
    if stable:
        return None
    wanted = Relation("=", node, summed(result))
    within = replace(known, rows=known.theorem is not None, powers=True)
    return _had(search, sequent, wanted, (summed(partial), label), within, "sum_linear")
