"""How the limit of a term follows from the limits of its arguments, head by head. A row of `PARTS` each.

*Fails when* an argument has no limit that is found, or the form is indeterminate: then another way of writing the term is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from symproofs.kernel.rules_infinity import AT_INFINITY
from symproofs.kernel.rules_limit import ENTIRE, ON_THE_REALS
from symproofs.terms.term import E, Term, fun, name, num, substitute
from symproofs.terms.typing import type_of
from symproofs.theories.given_terms import opened
from symproofs.theories.plans import DOWN, OPPOSITE, TEXT, UP, Plan

if TYPE_CHECKING:
    from symproofs.theories.growth import Growth

ZERO = num(0)


def _add(growth: Growth, node: Term) -> Plan | None:
    plans = growth.parts(node)
    if plans is None:
        return None
    infinite = {p.target for p in plans if p.infinite}
    if not infinite:
        return growth.continuous(node, plans)
    if len(infinite) > 1:
        return None
    ways = ["infinite" if p.infinite else "finite" for p in plans]
    values = [p.target for p in plans if not p.infinite]
    return Plan(node, infinite.pop(), "limit_sum_infinite", {"ways": ways, "terms": values}, tuple(plans))


def _neg(growth: Growth, node: Term) -> Plan | None:
    plans = growth.parts(node)
    if plans is None:
        return None
    (p,) = plans
    if not p.infinite:
        return growth.continuous(node, plans)
    return Plan(node, OPPOSITE[p.target], "limit_negative_infinite", {}, (p,))


def _mul(growth: Growth, node: Term) -> Plan | None:
    plans = growth.parts(node)
    return None if plans is None else growth.multiplied(node, plans)


def _div(growth: Growth, node: Term) -> Plan | None:
    plans = growth.parts(node)
    if plans is None:
        return None
    top, below = plans
    if below.infinite:
        if top.infinite:
            return None
        zero = ZERO if growth.is_scalar(node) else _zeros(node, growth)
        return Plan(node, zero, "limit_quotient_null", {"term": top.target, "way": TEXT[below.target]}, (top, below))
    sign = growth.sign(below.target)
    if sign == "0":
        return _over_small(growth, node, top, below)
    if not top.infinite:
        return growth.continuous(node, plans) if sign != "?" else None
    if sign not in ("+", "-"):
        return None
    target = top.target if sign == "+" else OPPOSITE[top.target]
    return Plan(node, target, "limit_quotient_infinite", {"term": below.target, "way": sign}, (below, top))


def _over_small(growth: Growth, node: Term, top: Plan, below: Plan) -> Plan | None:
    """a/u for u → 0 from one side."""
    if top.infinite or not growth.is_scalar(node):
        return None
    way, side = growth.sign(top.target), growth.oracle(growth.sequent, node.args[1])
    if way not in ("+", "-") or side not in ("+", "-"):
        return None
    target = UP if way == side else DOWN
    return Plan(node, target, "limit_quotient_small", {"term": top.target, "ways": [way, side]}, (top, below))


def _pow(growth: Growth, node: Term) -> Plan | None:
    base, exponent = node.args
    inner = growth.limit(exponent)
    if base == E:
        if inner is None:
            return None
        if not inner.infinite:
            return growth.continuous(node, [Plan(E, E, "limit_constant"), inner])
        return Plan(
            node, AT_INFINITY["exp", TEXT[inner.target]], "limit_function_at_infinity", {"way": TEXT[inner.target]}, (inner,)
        )
    if inner is not None and inner.target == UP and not growth.moves(base):
        return _geometric(growth, node, inner)
    plan = growth.limit(base)
    if plan is None or inner is None or inner.infinite:
        return None
    q = growth.reader.scalar(exponent).number if not growth.moves(exponent) else None
    if plan.infinite:
        return _power_at_infinity(growth, node, plan, q)
    target = Term("pow", (plan.target, inner.target))
    if q is not None and q.denominator == 1 and exponent.head == "num":
        if q < 0 and growth.sign(plan.target) in ("0", "?"):
            return None
        return Plan(node, target, "limit_continuous", {}, (plan,))
    if growth.sign(plan.target) != "+":
        growth.unsigned[plan.target] = None  # its limit hangs on whether this is positive
        return None
    parts = [p for p in (plan, inner) if not (p.subject == p.target and p.subject.head == "num")]
    return Plan(node, target, "limit_continuous", {}, tuple(parts))


def _geometric(growth: Growth, node: Term, inner: Plan) -> Plan | None:
    """q^t → 0 for t → ∞ and |q| < 1."""
    base = node.args[0]
    if not growth.is_scalar(base) or not growth.is_below_one(base):
        return None
    return Plan(node, ZERO, "geometric_outgrows_power", {}, (inner,))


def _power_at_infinity(growth: Growth, node: Term, plan: Plan, q: Fraction | None) -> Plan | None:
    base, exponent = node.args
    if plan.target == UP:
        way = growth.sign(exponent) if not growth.moves(exponent) else "?"
        if way in ("+", "-"):
            return Plan(node, UP if way == "+" else ZERO, "limit_power_at_infinity", {}, (plan,))
        return None
    if q is None or q.denominator != 1 or not 2 <= q <= 8:
        return None
    other = Term("mul", (base,) * int(q))
    return growth.form(node, other, growth.multiplied(other, [plan] * int(q)))


def _fun(growth: Growth, node: Term) -> Plan | None:
    which = str(node.data[0])
    plans = growth.parts(node)
    if plans is None:
        return None
    (p,) = plans
    if p.infinite:
        target = AT_INFINITY.get((which, TEXT[p.target]))
        return None if target is None else Plan(node, target, "limit_function_at_infinity", {"way": TEXT[p.target]}, (p,))
    if which in ENTIRE or which in ON_THE_REALS or (which == "log" and growth.sign(p.target) == "+"):
        return growth.continuous(node, plans)
    if which == "log" and growth.falls_to_zero(node.args[0]):
        return growth.rewritten(node, Term("neg", (fun("log", Term("div", (num(1), node.args[0]))),)))
    return None


def _sqrt(growth: Growth, node: Term) -> Plan | None:
    plans = growth.parts(node)
    if plans is None:
        return None
    (p,) = plans
    if p.target == UP:
        return Plan(node, UP, "limit_function_at_infinity", {"way": "oo"}, (p,))
    return growth.continuous(node, plans) if not p.infinite and growth.sign(p.target) in ("+", "0") else None


def _finite_parts(growth: Growth, node: Term) -> Plan | None:
    plans = growth.parts(node)
    return None if plans is None or any(p.infinite for p in plans) else growth.continuous(node, plans)


def _entry(growth: Growth, node: Term) -> Plan | None:
    plan = growth.limit(node.args[0])
    if plan is None or plan.infinite:
        return None
    return Plan(node, node.with_args((plan.target, *node.args[1:])), "limit_continuous", {}, (plan,))


def _sum(growth: Growth, node: Term) -> Plan | None:
    """Member by member."""
    label, size, body, excluded = opened(node, growth.context)
    inside = growth.below(label, size, excluded)
    plan = None if inside is None else inside.limit(body)
    if plan is None or plan.infinite:
        return None
    own = str(node.data[0])
    target = plan.target if own == label else substitute(plan.target, {label: name(own)})
    return Plan(node, Term("sum", (target, *excluded), node.data), "limit_indexed", {"names": [label]}, (plan,))


def _sum_between(growth: Growth, node: Term) -> Plan | None:
    """Member by member, between bounds that stand still."""
    body, low, high = node.args
    own = str(node.data[0])
    if growth.moves(low) or growth.moves(high):
        return None
    label, inside = growth.between(own, body, low, high)
    if inside is None:
        return None
    plan = inside.limit(body if label == own else substitute(body, {own: name(label)}))
    if plan is None or plan.infinite:
        return None
    target = plan.target
    if ZERO in target.walk() and inside.is_scalar(target):
        target = inside.reader.scalar(target).term()
    target = target if own == label else substitute(target, {label: name(own)})
    return Plan(node, Term("sum_between", (target, low, high), node.data), "limit_between", {"names": [label]}, (plan,))


PARTS: Mapping[str, Callable[[Growth, Term], Plan | None]] = {
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "fun": _fun,
    "sqrt": _sqrt,
    "sum": _sum,
    "sum_between": _sum_between,
    "entry": _entry,
    **dict.fromkeys(("transpose", "trace", "diag", "hadamard", "inner", "norm", "rows", "matrix"), _finite_parts),
    **dict.fromkeys(("softmax", "rowsoftmax"), _finite_parts),
}
"""How the limit of each head follows from those of its arguments."""


def _zeros(node: Term, growth: Growth) -> Term:
    kind = type_of(node, growth.context.types)
    return Term("zeros", (), (kind.rows, kind.cols))
