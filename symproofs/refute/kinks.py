"""Where a function of one real number has a corner: its slopes to both sides differ, so it has no derivative there.

What `terms.domain` asks of a derivative beside that its parts are defined (u ≠ 0 for |u|) is enough for it and not needed:
|x|² has a derivative at 0. Where |u|, relu u or ‖v‖ has its kink its slope in the direction d is that of |u′ d|, relu(u′ d),
‖v′ d‖, and the chain rule takes such slopes through whatever is smooth. *Fails* (`None`) where this is not all of the kink.
"""

from __future__ import annotations

from symproofs.refute.evaluate import Environment, Meter
from symproofs.refute.numbers import Undetermined
from symproofs.refute.tangents import along
from symproofs.terms.context import Context
from symproofs.terms.statement import Implies, Relation
from symproofs.terms.term import HEADS, Term, name, num, rewrite, substitute

_DIRECTION, _KINK, _SLOPE = "direction′", "kink′", "slope′"


def slopes_agree(node: Term, condition: Relation, context: Context) -> Implies | None:
    """That where the condition fails the slopes to both sides of ∂f/∂x are one: false at values where there is no derivative.

    As `the slopes differ ⇒ the condition holds`, of the condition `u ≠ 0`.
    """
    body, label = node.args[0], str(node.data[0])
    kind = context.types.get(label)
    if kind is None or not kind.is_scalar or node.args[1:] != (name(label),) or condition.operator != "!=":
        return None
    if any(part.head in ("call", "derivative") or HEADS[part.head].binds for part in body.walk()):
        return None
    kink = next((part for part in body.walk() if _asks(part) == condition.left), None)
    if kink is None:
        return None
    types = {**context.types, _DIRECTION: kind, _KINK: kind, _SLOPE: kind}
    env = Environment(dict(types), {}, {}, Meter(100_000))
    smooth = rewrite(body, lambda part: name(_KINK) if part == kink else None)
    try:
        inner = along(kink.args[0], {label: _DIRECTION}, env)
        slope = along(smooth, {label: _DIRECTION, _KINK: _SLOPE}, env)
    except Undetermined:
        return None
    if inner is None or slope is None:
        return None

    def towards(way: int) -> Term:
        of_kink = substitute(kink.with_args((inner,)), {_DIRECTION: num(way)})
        return substitute(slope, {_DIRECTION: num(way), _SLOPE: of_kink, _KINK: kink})

    return Implies(Relation("!=", towards(1), Term("neg", (towards(-1),))), condition)


def _asks(part: Term) -> Term | None:
    """What is not 0 where a kink has a derivative."""
    if part.head == "norm":
        return part
    return part.args[0] if part.head == "fun" and part.data[0] in ("abs", "relu") else None
