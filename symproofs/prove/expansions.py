"""Limits by power series: sin x, e^x, log(1 + x), … of what tends to 0 as the beginning of the series and a rest.

Of every such value f(u) in a term the powers of u below n are taken off, the rest is c u^n with a c of which the kernel says
where it tends. With a new name for each of these, the term is a rational function, from which common factors are cancelled; the
limit of what is left is read off as any other. Then the names are put back: what comes out is an equation for the prover, and
a plan. *Fails when* no order up to `MOST_ORDER` leads anywhere: `None`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.rules_expansion import SERIES, remainder
from symproofs.prove.rational import NoForm
from symproofs.prove.search import Search
from symproofs.records import record
from symproofs.terms.context import Declaration
from symproofs.terms.statement import Tends
from symproofs.terms.term import E, Term, fun, name, num, substitute
from symproofs.terms.types import scalar
from symproofs.terms.typing import Mistyped, type_of
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.exponentials import Mono, Sum, total
from symproofs.theories.growth import Growth
from symproofs.theories.leading_terms import lead
from symproofs.theories.plans import UP, Plan

MOST_ORDER = 5
MOST_RESTS = 8
MOST_EXPANDED = 12
STEPS_OF_AN_ORDER = 250
"""Terms whose limit is looked for, of one expansion."""

ONE = num(1)


@record
class Rest:
    """A new name for (f(u) - c_0 - … )/w, the function, u, n, w, and plans of where u and u^n/w tend."""

    label: str
    which: str
    inside: Term
    order: int
    below: Term
    plan: Plan
    power: Plan

    @property
    def term(self) -> Term:
        return remainder(self.which, self.inside, self.order, self.below)

    @property
    def target(self) -> Term:
        return Term("mul", (num(SERIES[self.which](self.order)), self.power.target))


def by_expansion(search: Search, growth: Growth, node: Term) -> Plan | None:
    """A plan for the limit of a term in which functions are expanded."""
    if (
        growth.outer is not None
        or not growth.is_scalar(node)
        or not growth.moves(node)
        or growth.expanded_so_far >= MOST_EXPANDED
    ):
        return None
    growth.expanded_so_far += 1
    for order in range(1, MOST_ORDER + 1):
        growth.budget.spend(5)
        expansion = Expansion(search, growth, order)
        try:
            other = expansion.of(node)
            found = expansion.limit(other) if expansion.rests else None
        except (NoForm, Mistyped, Rejected, TooMany):
            return None
        if found is not None:
            plan = put_back(found, {r.label: r for r in expansion.rests})
            return growth.form(node, plan.subject, plan)
        if not expansion.rests:
            return None
    return None


class TooMany(Exception):
    """More functions than are looked at."""


class Expansion:
    """A term with functions expanded to one order."""

    def __init__(self, search: Search, growth: Growth, order: int) -> None:
        self.search, self.growth, self.order = search, growth, order
        self.rests: list[Rest] = []

    def limit(self, other: Term) -> Plan | None:
        """The limit of what is rational in new names."""
        rows = (Declaration(r.label, scalar(type_of(r.inside, self.growth.context.types).sort)) for r in self.rests)
        declared = replace(self.growth.sequent, context=self.growth.context.declare(*rows))
        inside = declared.joined(*(Tends(name(r.label), r.target) for r in self.rests))
        field = self.search.field(inside)
        other = field.term(field.form(other))
        allowed = Budget(STEPS_OF_AN_ORDER)
        allowed.deadline = self.growth.budget.deadline
        try:
            return Growth(inside, self.growth.oracle, allowed).limit(other)
        except OutOfBudget:
            self.growth.budget.spend(STEPS_OF_AN_ORDER)
            return None

    def of(self, node: Term) -> Term:
        """The term with every function of what tends to 0 expanded, innermost first."""
        if not self.growth.moves(node):
            return node
        if node.head == "fun":
            return self._function(str(node.data[0]), node, node.args[0])
        if node.head == "pow" and self.growth.moves(node.args[1]):
            base, exponent = node.args
            inner = exponent if base == E else Term("mul", (exponent, fun("log", base)))
            return self._function("exp", node, inner)
        if node.head == "sqrt":
            return self._function("sqrt", node, node.args[0])
        return node.with_args(tuple(map(self.of, node.args)))

    def _function(self, which: str, node: Term, inner: Term) -> Term:
        if which == "tan":
            return Term("div", (self.of(fun("sin", inner)), self.of(fun("cos", inner))))
        plan = self.growth.limit(inner) if which in SERIES else None
        if plan is None:
            return node
        if plan.infinite:
            return self._far_out(which, node, inner) if which in ("log", "sqrt") and plan.target == UP else node
        near = Term("neg", (plan.target,))
        away = self.growth.reader.scalar(Term("add", (inner, near))).term()
        is_null = self.growth.sign(plan.target) == "0"
        match which:
            case "exp" if not is_null:
                return Term("mul", (fun("exp", plan.target), self._series("exp", away)))
            case "sin" | "cos" if not is_null:
                other = "cos" if which == "sin" else "sin"
                own, across = fun(which, plan.target), fun(other, plan.target)
                rows = [(own, "cos"), (across if which == "sin" else Term("neg", (across,)), "sin")]
                kept = [(c, f) for c, f in rows if self.growth.sign(c) != "0"]
                return total([Term("mul", (c, self._series(f, away))) for c, f in kept])
            case "log" | "sqrt":
                return self._past(which, node, plan.target, away)
            case _:
                return self._series(which, inner) if is_null else node

    def _past(self, which: str, node: Term, point: Term, away: Term) -> Term:
        """log b + log(1 + w/b), √b √(1 + w/b)."""
        if self.growth.sign(point) != "+":
            return node
        if self.growth.reader.scalar(point).number == 1:
            return self._series(which, away)
        series = self._series(which, Term("div", (away, point)))
        if which == "log":
            return Term("add", (fun("log", point), series))
        return Term("mul", (Term("sqrt", (point,)), series))

    def _far_out(self, which: str, node: Term, inner: Term) -> Term:
        """log u = log m + log(1 + w), √u = √m √(1 + w) for u = m (1 + w) → ∞, m a monomial of u."""
        value = self.growth.reader.scalar(inner)
        for m, c in value.rows if len(value.rows) > 1 else ():
            lead = Sum(((m, c),))
            away = value.minus(lead).times(Sum(((m.to_the(Fraction(-1)), 1 / c),))).term()
            plan = self.growth.limit(away)
            if plan is None or plan.infinite or self.growth.sign(plan.target) != "0":
                continue
            series = self._series(which, away)
            if which == "log":
                return Term("add", (fun("log", lead.term()), series))
            root = m.to_the(Fraction(1, 2)).term()
            return Term("mul", ((root, series) if c == 1 else (Term("sqrt", (num(c),)), root, series)))
        return node

    def _series(self, which: str, inside: Term) -> Term:
        """f(u) as c_0 + c_1 u + … + c w, with a new name for c."""
        order = next(k for k in range(self.order, self.order + 3) if SERIES[which](k))
        same = (r for r in self.rests if (r.which, r.inside) == (which, inside))
        rest = next(same, None) or self._rest(which, inside, order)
        within = self.of(inside)
        rows = [(k, SERIES[which](k)) for k in range(order)]
        powers = [num(c) if k == 0 else Term("mul", (num(c), Term("pow", (within, num(k))))) for k, c in rows if c]
        last = Term("mul", (rest.below, name(rest.label)))
        return Term("add", (*powers, last)) if powers else last

    def _rest(self, which: str, inside: Term, order: int) -> Rest:
        """A new name, of f(u) over a power of what u is as large as. *Fails when* there are too many, or it is not known."""
        growth = self.growth
        found = lead(growth, growth.reader.scalar(inside))
        below = Term("pow", (inside if found is None or found.gauge == Mono() else found.gauge.term(), num(order)))
        power = Term("div", (Term("pow", (inside, num(order))), below))
        plan = growth.limit(inside)
        alike = Plan(power, ONE, "limit_form", {"term": ONE}, (Plan(ONE, ONE, "limit_constant"),))
        ratio = alike if below.args[0] == inside else growth.limit(power)
        if plan is None or ratio is None or ratio.infinite or len(self.rests) >= MOST_RESTS:
            raise TooMany
        taken = {r.label for r in self.rests}
        label = next(n for k in range(len(taken) + 200) if (n := f"r_{k}") not in taken and self._is_new(n))
        self.rests.append(Rest(label, which, inside, order, below, plan, ratio))
        return self.rests[-1]

    def _is_new(self, label: str) -> bool:
        context = self.growth.context
        return label not in context.types and label not in self.search.ledger.sizes and label not in self.search.ledger.bound


def put_back(plan: Plan, rests: Mapping[str, Rest]) -> Plan:
    """The plan about the terms themselves; where it takes for given where a new name tends, the kernel's rule says so."""
    values = {label: rest.term for label, rest in rests.items()}
    if plan.rule == "limit_given" and isinstance(plan.data["n"], Tends) and plan.subject.head == "name":
        rest = rests.get(str(plan.subject.data[0]))
        if rest is not None:
            data = {"way": rest.which, "term": rest.inside, "order": rest.order, "below": rest.below, "value": rest.power.target}
            return Plan(rest.term, rest.target, "taylor", data, (rest.plan, rest.power))
    parts = tuple(put_back(p, rests) for p in plan.parts)
    data = {key: _with_terms(value, values) for key, value in plan.data.items()}
    bound = None if plan.bound is None else (plan.bound[0], _with_terms(plan.bound[1], values))
    return Plan(substitute(plan.subject, values), plan.target, plan.rule, data, parts, bound)


def _with_terms(value: Any, values: Mapping[str, Term]) -> Any:
    if isinstance(value, Term):
        return substitute(value, values)
    if isinstance(value, dict):
        return {key: _with_terms(v, values) for key, v in value.items()}
    if isinstance(value, list):
        return [_with_terms(v, values) for v in value]
    return value
