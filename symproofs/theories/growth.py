"""Orders of growth: what a term tends to along a passage to the limit, and a plan of how to prove it.

*Decides* quotients, products and sums of exponentials and powers of what tends to ±∞ (or to 0), also under Σ over an index
range, and continuous functions of what converges, where the signs that matter are known: the exponents of a sum are compared
pairwise, numerator and denominator divided by the dominant one, and what is given of a product is used of its factors: αC² → 0.
*Does not decide* sin x / x, anything where a sign is not known or leading terms cancel; 0·∞, ∞ - ∞, ∞/∞ only by such a change
of form, 1^∞ never.

A `Plan` mirrors the kernel's rules: the rule, its data, what tends where, and plans for the passages to the limit among its
subgoals. It is a guess until the kernel has checked it. Signs are asked of an oracle that the caller gives.
Source: G. H. Hardy, Orders of Infinity (1910); D. Gruntz, On Computing Limits in a Symbolic Manipulation System (1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product as choices

from symproofs.kernel.motion import varying
from symproofs.kernel.sequent import Sequent
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation, Statement, substitute_statement
from symproofs.terms.term import E, Term, free_names, fun, name, num, rewrite, substitute
from symproofs.terms.types import index
from symproofs.terms.typing import Mistyped, bound_type, type_of
from symproofs.theories.budget import Budget
from symproofs.theories.exponentials import NONE, Mono, Sum, TooLarge, ratio, total
from symproofs.theories.given_terms import match, opened, split
from symproofs.theories.leading_terms import gauge_limit, lead
from symproofs.theories.limits_by_head import PARTS
from symproofs.theories.partial_sums import closed_sum
from symproofs.theories.plans import DOWN, TEXT, UP, Oracle, Passage, Plan, Sign, passages
from symproofs.theories.reading_exponentials import Reader

MOST_INSTANCES = 64
DEEPEST = 2
"""How many sums over an index may stand inside one another."""


Expanding = Callable[["Growth", Term], Plan | None]
"""A limit by power series, which comes after all else."""


WAVES = ("sin", "cos")
"""Functions that have no limit where their argument has none, and are bounded."""

Value = Callable[[Term], Term]

BY_SIGN: Mapping[str, tuple[Value, Value]] = {
    "abs": (lambda u: u, lambda u: Term("neg", (u,))),
    "relu": (lambda u: u, lambda u: num(0)),
    "sign": (lambda u: num(1), lambda u: num(-1)),
    "step": (lambda u: num(1), lambda u: num(0)),
}
"""The value of f(u) for positive and for negative u."""


class Growth:
    """Limits in one context. `limit(t)` gives a plan or nothing."""

    def __init__(
        self, sequent: Sequent, sign: Oracle, budget: Budget, outer: Growth | None = None, expansion: Expanding | None = None
    ) -> None:
        self.sequent = sequent
        self.outer = outer
        self.expansion, self.expanded_so_far = expansion, 0
        self.context: Context = sequent.context
        self.oracle = sign
        self.budget = budget
        self.level: int = 0 if outer is None else outer.level + 1
        self.moving = varying(sequent)
        self.given = tuple(passages(self.context, self.moving))
        anchors = frozenset[str]().union(*(free_names(g.subject) - g.parameters.keys() for g in self.given))
        self.reader = Reader.of(self.context, self.moving, anchors)
        self.known: dict[Term, Plan | None] = {}
        self.signs: dict[Term, Sign] = {}
        self.unsigned: dict[Term, None] = {} if outer is None else outer.unsigned
        """Numbers whose sign would have decided something and is not known."""

    # ------------------------------------------------------------------ what stands still

    def moves(self, node: Term) -> bool:
        return not self.moving.isdisjoint(free_names(node))

    def is_scalar(self, node: Term) -> bool:
        try:
            return type_of(node, self.context.types).is_scalar
        except Mistyped:
            return False

    def sign(self, node: Term) -> Sign:
        """The sign of a number that stands still."""
        known = self.signs.get(node)
        if known is not None:
            return known
        try:
            value = self.reader.scalar(node).number
        except TooLarge:
            value = None
        found: Sign = self.oracle(self.sequent, node) if value is None else "+" if value > 0 else "-" if value < 0 else "0"
        if found == "?" and self.is_scalar(node):
            self.unsigned[node] = None
        self.signs[node] = found
        return found

    # ------------------------------------------------------------------ limits

    def limit(self, node: Term) -> Plan | None:
        """A plan for the limit of a term, if there is one."""
        if node in self.known:
            return self.known[node]
        self.known[node] = None
        self.budget.spend(1)
        found: Plan | None = None
        for attempt in (
            self.plain,
            self.outside,
            self.split,
            self.by_parts,
            self.linear,
            self.settled,
            self.by_leading_terms,
            self.by_given_product,
            self.unfolded,
            self.by_members,
            self.geometric_series,
            self.by_closed_sums,
            self.by_wave,
            self.by_exponential,
            self.by_signs,
            self.expanded,
        ):
            try:
                found = attempt(node)
            except TooLarge:
                found = None
            if found is not None:
                break
        self.known[node] = found
        return found

    def plain(self, node: Term) -> Plan | None:
        """What stands still, and what is given."""
        if not self.moves(node):
            return Plan(node, node, "limit_constant")
        for row in self.given:
            values = match(row.subject, node, row.parameters, {})
            if values is not None and values.keys() == row.parameters.keys():
                plan = self.use(row, values)
                if plan is not None:
                    return plan
        return None

    def use(self, row: Passage, values: dict[str, Term]) -> Plan | None:
        """An instance of a hypothesis."""
        if any(self.moves(v) for v in values.values()):
            return None
        if row.premise is not None and not self.premise_holds(row.premise, values):
            return None
        subject = substitute(row.subject, values)
        if row.bound is None:
            return Plan(subject, substitute(row.target, values), "limit_given", {"n": row.statement, "terms": values})
        bound = self.limit(substitute(row.bound, values))
        if bound is None or bound.target != row.target:
            return None
        return Plan(subject, row.target, "squeeze", {"terms": [bound.subject]}, (bound,), (row.statement, values))

    def premise_holds(self, premise: Statement, values: dict[str, Term]) -> bool:
        try:
            return self.reader.holds(substitute_statement(premise, values))
        except ValueError:
            return False

    def form(self, node: Term, other: Term, plan: Plan | None) -> Plan | None:
        """The limit of a term written in another form."""
        return plan if plan is None or node == other else Plan(node, plan.target, "limit_form", {"term": other}, (plan,))

    def rewritten(self, node: Term, other: Term) -> Plan | None:
        return None if other == node else self.form(node, other, self.limit(other))

    def linear(self, node: Term) -> Plan | None:
        """A number as Σ c · (what is given to tend somewhere) + what stands still."""
        if not self.is_scalar(node):
            return None
        other = self.over_given(self.reader.scalar(node))
        return None if other is None else self.rewritten(node, other)

    def over_given(self, value: Sum) -> Term | None:
        """The sum written over what is given to tend somewhere; nothing if something varying is left."""
        groups, still = self.grouped(value)
        parts: list[Term] = []
        for _ in range(4):
            if not groups:
                return total([*parts, *([still.term()] if still.rows else [])])
            found = next(self.subtracted(groups), None)
            if found is None:
                return None
            part, groups, more = found
            parts.append(part)
            still = still.plus(more)
        return None

    def grouped(self, value: Sum) -> tuple[dict[Mono, Sum], Sum]:
        """Coefficients that stand still by varying part, and what has none."""
        groups: dict[Mono, Sum] = {}
        still = NONE
        for m, c in value.rows:
            fixed, moved = split(m, self.moving)
            row = Sum(((fixed, c),))
            if moved == Mono():
                still = still.plus(row)
            else:
                groups[moved] = groups.get(moved, NONE).plus(row)
        return {m: c for m, c in groups.items() if c.rows}, still

    def subtracted(self, groups: dict[Mono, Sum]) -> Iterator[tuple[Term, dict[Mono, Sum], Sum]]:
        """Ways to take a multiple of something given out of a sum so that all its varying parts vanish."""
        atoms = frozenset(a for m in groups for a in m.atoms)
        for row in self.given:
            for values in self.instances(row, atoms):
                subject = substitute(row.subject, values)
                parts, still = self.grouped(self.reader.scalar(subject))
                first = next(iter(parts), None)
                if first is None or first not in groups or parts[first].number is None:
                    continue
                factor = groups[first].scaled(1 / (parts[first].number or Fraction(1)))
                left = dict(groups)
                for m, c in parts.items():
                    left[m] = left.get(m, NONE).minus(factor.times(c))
                if any(left[m].rows for m in parts) or self.use(row, values) is None:
                    continue
                rest = {m: c for m, c in left.items() if c.rows}
                yield _times(factor, subject), rest, factor.times(still).scaled(Fraction(-1))

    def instances(self, row: Passage, atoms: frozenset[Term]) -> Iterator[dict[str, Term]]:
        """Values of the parameters, read off the indices that occur."""
        places: list[list[Term]] = []
        spots = sorted({i for a in atoms for node in a.walk() for i in node.args if i.head in ("name", "num")}, key=repr)
        for kind in row.parameters.values():
            if kind.index is None:
                return
            places.append([i for i in spots if i.head == "num" or self._range(i) == kind.index])
        for k, values in enumerate(choices(*places)):
            if k >= MOST_INSTANCES:
                return
            yield dict(zip(row.parameters, values, strict=True))

    def _range(self, node: Term) -> object:
        kind = self.context.types.get(str(node.data[0]))
        return None if kind is None else kind.index

    # ------------------------------------------------------------------ part by part

    def by_parts(self, node: Term) -> Plan | None:
        rule = PARTS.get(node.head)
        return None if rule is None or self.is_uneven(node) else rule(self, node)

    def is_uneven(self, node: Term) -> bool:
        """A sum of numbers some of whose members are known to be other than the rest: to take them apart comes first."""
        return node.head == "sum" and self.is_scalar(node) and bool(self.reader.places(node))

    def settled(self, node: Term) -> Plan | None:
        """Such a sum by what it comes to, where that is no sum over an index any more."""
        value = self.reader.scalar(node).term() if self.is_uneven(node) else node
        return None if any(n.head == "sum" for n in value.walk()) else self.rewritten(node, value)

    def by_members(self, node: Term) -> Plan | None:
        """Such a sum after all member by member."""
        return PARTS[node.head](self, node) if self.is_uneven(node) else None

    def parts(self, node: Term) -> list[Plan] | None:
        plans = [self.limit(a) for a in node.args]
        return None if any(p is None for p in plans) else [p for p in plans if p is not None]

    def continuous(self, node: Term, plans: Sequence[Plan]) -> Plan:
        return Plan(node, node.with_args(tuple(p.target for p in plans)), "limit_continuous", {}, tuple(plans))

    def outside(self, node: Term) -> Plan | None:
        """What is not about the index of the sum around it tends where it does outside."""
        outer = self.outer
        return None if outer is None or not free_names(node) <= outer.context.types.keys() else outer.limit(node)

    def expanded(self, node: Term) -> Plan | None:
        """By power series, where they are to be tried."""
        return None if self.expansion is None else self.expansion(self, node)

    def geometric_series(self, node: Term) -> Plan | None:
        """Σ_{k=0}^n q^k → 1/(1 - q) for n → ∞ and |q| < 1."""
        match node:
            case Term(head="sum_between", args=(Term(head="pow", args=(q, k)), low, n), data=(str(label),)):
                if k != name(label) or label in free_names(q) or low != num(0) or self.moves(q) or not self.is_below_one(q):
                    return None
                plan = self.limit(n)
                if plan is not None and plan.target == UP:
                    target = Term("div", (num(1), Term("add", (num(1), Term("neg", (q,))))))
                    return Plan(node, target, "geometric_series", {}, (plan,))
        return None

    def by_closed_sums(self, node: Term) -> Plan | None:
        """Sums up to an index that varies by what they come to; from an index above 0 a geometric one, by the one from 0."""
        if not self.is_scalar(node):
            return None

        def closed(part: Term) -> Term | None:
            ends = part.head == "sum_between" and self.moves(part.args[2]) and free_names(part) <= self.context.types.keys()
            return closed_sum(part, self.reader) if ends else None

        return self.rewritten(node, rewrite(node, closed))

    def by_wave(self, node: Term) -> Plan | None:
        """What tends to 0, times sin u or cos u of a real u that tends nowhere."""
        value = self.reader.scalar(node) if self.is_scalar(node) else NONE
        if len(value.rows) != 1:
            return None
        ((m, c),) = value.rows
        for a, q in m.powers:
            if a.head != "fun" or a.data[0] not in WAVES or q != 1 or type_of(a, self.context.types).sort == "complex":
                continue
            rest = Sum(((Mono.of({b: p for b, p in m.powers if b != a}, m.exponents), c),)).term()
            plan = self.limit(rest)
            if plan is not None and not plan.infinite and self.sign(plan.target) == "0":
                null = Plan(Term("mul", (rest, a)), num(0), "limit_bounded_null", {"n": 0, "term": num(1)}, (plan,))
                return self.form(node, null.subject, null)
        return None

    def by_exponential(self, node: Term) -> Plan | None:
        """b^t as e^{t log b} for b > 0."""
        match node:
            case Term(head="pow", args=(base, exponent)) if base != E and exponent.head != "num" and self.is_scalar(base):
                if self.is_positive(base):
                    return self.rewritten(node, fun("exp", Term("mul", (exponent, fun("log", base)))))
        return None

    def is_positive(self, node: Term) -> bool:
        """Whether a number is known to be positive, from some member on."""
        if not self.moves(node):
            return self.sign(node) == "+"
        plan = self.limit(node)
        if plan is not None and (plan.target == UP or (not plan.infinite and self.sign(plan.target) == "+")):
            return True
        return self.oracle(self.sequent, node) == "+"

    def is_below_one(self, node: Term) -> bool:
        """Whether |q| < 1 is known of a number that stands still."""
        value = self.reader.scalar(node).number
        if value is not None:
            return abs(value) < 1
        return self.sign(Term("add", (num(1), Term("neg", (fun("abs", node),))))) == "+"

    def falls_to_zero(self, node: Term) -> bool:
        """Whether a number tends to 0 and is positive on its way."""
        plan = self.limit(node)
        null = plan is not None and not plan.infinite and self.sign(plan.target) == "0"
        return null and self.oracle(self.sequent, node) == "+"

    def by_signs(self, node: Term) -> Plan | None:
        """|u| as u or -u, sign u as 1 or -1, … where the sign of u is known."""
        if not self.is_scalar(node):
            return None

        def of_one_sign(part: Term) -> Term | None:
            if part.head != "fun" or part.data[0] not in BY_SIGN or not self.is_scalar(part):
                return None
            (inner,) = part.args
            sign = self.oracle(self.sequent, inner) if self.moves(inner) else self.sign(inner)
            above, below = BY_SIGN[str(part.data[0])]
            return above(inner) if sign == "+" else below(inner) if sign == "-" else None

        return self.rewritten(node, rewrite(node, of_one_sign))

    def split(self, node: Term) -> Plan | None:
        """A sum of arrays split at the indices that matter."""
        if node.head != "sum" or self.is_scalar(node):
            return None
        label, size, body, excluded = opened(node, self.context)
        places = self.reader.places(node)
        single = [substitute(body, {label: p}) for p in places]
        rest = Term("sum", (body, *excluded, *places), (label, size))
        return self.rewritten(node, Term("add", (*single, rest))) if places else None

    def unfolded(self, node: Term) -> Plan | None:
        """A definition unfolded."""
        if node.head in ("name", "member", "call"):
            body = self.reader.unfolded(node)
            return None if body is None else self.rewritten(node, body)
        if node.head == "entry":
            body = self.reader.unfolded_entry(node)
            return None if body is None else self.rewritten(node, body)
        return None

    def below(self, label: str, size: Size, excluded: tuple[Term, ...]) -> Growth | None:
        """Limits of the members of a sum, unless sums are nested too deeply."""
        if self.level >= DEEPEST:
            return None
        declared = self.context.declare(Declaration(label, index(size)))
        guards = [Relation("!=", name(label), e) for e in excluded]
        inner = replace(self.sequent, context=declared).joined(*guards)
        return Growth(inner, self.oracle, self.budget, self)

    def between(self, own: str, body: Term, low: Term, high: Term) -> tuple[str, Growth | None]:
        """A new name for the index of a sum between bounds, and limits of its members, unless sums are nested too deeply."""
        taken = self.context.declarations.keys() | free_names(body) - {own} | free_names(low) | free_names(high)
        label = own if own not in taken else next(f"{own}_{k}" for k in range(len(taken) + 1) if f"{own}_{k}" not in taken)
        if self.level >= DEEPEST:
            return label, None
        try:
            kind = bound_type(Term("sum_between", (body, low, high), (own,)), self.context.types)
        except Mistyped:
            return label, None
        here = name(label)
        inner = replace(self.sequent, context=self.context.declare(Declaration(label, kind)))
        member = inner.joined(Relation("<=", low, here), Relation("<=", here, high))
        return label, Growth(member, self.oracle, self.budget, self)

    def by_leading_terms(self, node: Term) -> Plan | None:
        """t = gauge · rest, the dominant exponential or power taken out of every sum."""
        if not self.is_scalar(node):
            return None
        value = self.reader.scalar(node)
        if not any(self.moves(a) for a in value.atoms):
            other = value.term()
            return self.form(node, other, Plan(other, other, "limit_constant"))
        found = lead(self, value)
        if found is None:
            return None
        if found.gauge == Mono():
            return self.rewritten(node, found.rest)
        gauge = gauge_limit(self, found.gauge)
        if gauge is None:
            return None
        if found.rest == num(1):
            return self.form(node, gauge.subject, gauge)
        rest = self.limit(found.rest)
        if rest is None:
            return None
        other = Term("mul", (gauge.subject, found.rest))
        return self.form(node, other, self.multiplied(other, [gauge, rest]))

    def by_given_product(self, node: Term) -> Plan | None:
        """t = g^p · rest, where g is given to tend somewhere and takes up what has no limit by itself: αC² → 0 gives α → 0."""
        value = self.reader.scalar(node) if self.is_scalar(node) else NONE
        if len(value.rows) != 1:
            return None
        ((m, c),) = value.rows
        for row in self.given:
            given = NONE if row.parameters or row.premise is not None else self.reader.scalar(row.subject)
            if len(given.rows) != 1 or m.exponent is not None or given.rows[0][0].exponent is not None:
                continue
            ((g, d),) = given.rows
            for a, p in ((a, dict(m.powers).get(a, Fraction(0)) / q) for a, q in g.powers if self.moves(a)):
                if p.denominator == 1 and p >= 1 and all(self.limit(b) is not None for b in g.atoms if b != a):
                    found = self.taken_out(node, row, int(p), Sum(((m.times(g.to_the(-p)), c / d ** int(p)),)).term())
                    if found is not None:
                        return found
        return None

    def taken_out(self, node: Term, row: Passage, p: int, rest: Term) -> Plan | None:
        """The limit of a term that is a power of something given, times a rest."""
        first = self.limit(row.subject if p == 1 else Term("pow", (row.subject, num(p))))
        second = self.limit(rest)
        other = Term("mul", (first.subject, rest)) if first is not None else rest
        return None if first is None or second is None else self.form(node, other, self.multiplied(other, [first, second]))

    def multiplied(self, node: Term, plans: Sequence[Plan]) -> Plan | None:
        """The limit of a product of numbers, or of arrays that converge."""
        if not any(p.infinite for p in plans):
            return self.continuous(node, plans)
        if not self.is_scalar(node):
            return None
        ways, values, down = [], [], False
        for p in plans:
            sign = TEXT[p.target] if p.infinite else self.sign(p.target)
            if sign in ("0", "!", "?"):
                return None
            if not p.infinite:
                values.append(p.target)
            ways.append(sign)
            down ^= sign in ("-", "-oo")
        return Plan(node, DOWN if down else UP, "limit_product_infinite", {"ways": ways, "terms": values}, tuple(plans))


def _times(factor: Sum, node: Term) -> Term:
    """factor · node, the factor written before it."""
    c = factor.number
    return ratio(c, [node], []) if c is not None else Term("mul", (factor.term(), node))
