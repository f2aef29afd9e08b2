"""Where a written term is defined: the conditions that its own operations raise.

`domain(term)` lists statements; the term is defined where all of them hold. Conditions under a binder
hold for every value of the bound name and are reported with it free, wrapped in `ForAll`.
A condition on numbers written out (`1/2`) is settled here and does not appear.
"""

from __future__ import annotations

from fractions import Fraction

from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import Term, free_names, num, number_in, substitute
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, Types, TypeTable, bound_type, type_of, with_names

_POLES = {"tan": "cos", "sec": "cos", "cot": "sin", "csc": "sin"}


def domain(node: Term, types: Types) -> tuple[Statement, ...]:
    """The conditions under which the term is defined, each once, innermost first."""
    known = types.domains if type(types) is TypeTable else {}
    asked = known.get(node)
    if asked is None:
        found: dict[Statement, None] = {}
        _collect(node, types, found)
        asked = known[node] = tuple(found)
    return asked


def domain_besides(node: Term, types: Types, powers: frozenset[Term]) -> tuple[Statement, ...]:
    """The domain without what these powers themselves ask for: their exponents are known to be natural."""
    found: dict[Statement, None] = {}
    _collect(node, types, found, besides=powers)
    return tuple(found)


def statement_domain(statement: Statement, types: Types) -> tuple[Statement, ...]:
    """The conditions under which the terms of a statement are defined, those left out that are about a name quantified in it."""
    found: dict[Statement, None] = {}
    _collect_in_statement(statement, types, found)
    return tuple(found)


def _collect_in_statement(statement: Statement, types: Types, found: dict[Statement, None]) -> None:
    match statement:
        case Relation(_, left, right) | InProbability(left, right):
            found.update(dict.fromkeys((*domain(left, types), *domain(right, types))))
        case Property(_, subject) | Membership(subject, _) | Tends(subject, _):
            found.update(dict.fromkeys(domain(subject, types)))
        case And(parts):
            for part in parts:
                _collect_in_statement(part, types, found)
        case Implies(first, second) | Iff(first, second):
            _collect_in_statement(first, types, found)
            _collect_in_statement(second, types, found)
        case ForAll(names, body) | Exists(names, body):
            bound = {name for name, _ in names}
            inner = statement_domain(body, with_names(types, dict(names)))
            found.update(dict.fromkeys(c for c in inner if bound.isdisjoint(statement_names(c))))


def _collect(
    node: Term,
    types: Types,
    found: dict[Statement, None],
    varied: frozenset[str] = frozenset(),
    besides: frozenset[Term] = frozenset(),
) -> None:
    """`varied` are the names that a derivative above is by, `besides` powers that ask for nothing themselves."""
    if node.head in ("sum", "product", "sum_between", "integral", "improper"):
        node = _apart(node)
        bound = str(node.data[0])
        kind = bound_type(node, types)
        inner: dict[Statement, None] = {}
        _collect(node.args[0], with_names(types, {bound: kind}), inner, varied - {bound}, besides)
        for statement in inner:
            found.update(dict.fromkeys(_for_members(node, bound, kind, statement)))
        for a in node.args[1:]:
            _collect(a, types, found, varied, besides)
        return
    if node.head == "derivative":
        _collect_at_point(node, types, found, varied)
        return
    squared = node.head == "pow" and node.args[0].head == "norm" and _is_even(node.args[1])  # ‖x‖² is a sum of squares
    for a in node.args[0].args if squared else node.args:
        _collect(a, types, found, varied, besides)
    own = None if node in besides else _own_condition(node, types), _smooth(node, varied, types) if varied else None
    found.update(dict.fromkeys(c for c in own if c is not None))


def _collect_at_point(node: Term, types: Types, found: dict[Statement, None], varied: frozenset[str]) -> None:
    """What is asked of the first argument, at the point. *Fails when* a quantifier would capture a name there: `Mistyped`."""
    label, point = str(node.data[0]), node.args[1]
    here = Term("name", (), (label,))
    if point == here:
        _collect(node.args[0], types, found, varied | {label})
        return
    inner: dict[Statement, None] = {}
    _collect(node.args[0], with_names(types, {label: type_of(point, types)}), inner, varied | {label})
    for statement in inner:
        try:
            found[substitute_statement(statement, {label: point})] = None
        except ValueError:
            raise Mistyped("what a derivative asks for at this point cannot be stated", node) from None


def _apart(node: Term) -> Term:
    """The sum with another bound name where its own is free in the bounds or left out: Σ_{k≠k} x_k is Σ_{k_0≠k} x_{k_0}."""
    bound, taken = str(node.data[0]), free_names(node) | free_names(node.args[0])
    if bound not in free_names(node):
        return node
    fresh = next(f"{bound}_{k}" for k in range(len(taken) + 1) if f"{bound}_{k}" not in taken)
    body = substitute(node.args[0], {bound: Term("name", (), (fresh,))})
    return Term(node.head, (body, *node.args[1:]), (fresh, *node.data[1:]))


def _for_members(node: Term, bound: str, kind: Type, statement: Statement) -> tuple[Statement, ...]:
    """A condition of a summand, asked of the members of the sum only: between the bounds, and of no index that is left out.

    One of an integrand is asked between the bounds in either order; in one only where that is plain.
    """
    if bound not in statement_names(statement):
        return (statement,)
    here, others = Term("name", (), (bound,)), node.args[1:]
    if node.head == "improper":
        if others:
            pair = (others[0], here) if node.data[1] == "up" else (here, others[0])
            statement = Implies(Relation("<=", *pair), statement)
        return (ForAll(((bound, kind),), statement),)
    if node.head == "integral":
        way = plain_order(*others)
        ordered = [others] * (way in (1, None)) + [others[::-1]] * (way in (-1, None))
        between = (And((Relation("<=", a, here), Relation("<=", here, b))) for a, b in ordered)
        return tuple(ForAll(((bound, kind),), Implies(premise, statement)) for premise in between)
    if node.head == "sum_between":
        member = [Relation("<=", others[0], here), Relation("<=", here, others[1])]
    else:
        member = [Relation("!=", here, a) for a in others]
    if member:
        statement = Implies(And(tuple(member)) if len(member) > 1 else member[0], statement)
    return (ForAll(((bound, kind),), statement),)


PI_BETWEEN = (Fraction(333, 106), Fraction(355, 113))
"""Two numbers between which π lies."""


def plain_order(low: Term, high: Term) -> int | None:
    """1 where low ≤ high, -1 where low > high, for numbers q + r π that are written out; `None` of others."""
    first, second = _with_pi(low), _with_pi(high)
    if first is None or second is None:
        return None
    free, turns = second[0] - first[0], second[1] - first[1]
    ends = [free + turns * p for p in PI_BETWEEN]
    if min(ends) >= 0:
        return 1
    return -1 if max(ends) < 0 else None


def _with_pi(node: Term) -> tuple[Fraction, Fraction] | None:
    """(q, r) for a number q + r π made of numbers written out and π."""
    if node.head == "num":
        return number_in(node), Fraction(0)
    if node.head == "const":
        return (Fraction(0), Fraction(1)) if node.data[0] == "pi" else None
    if node.head not in ("neg", "add", "mul", "div"):
        return None
    parts = [p for a in node.args if (p := _with_pi(a)) is not None]
    if len(parts) < len(node.args):
        return None
    if node.head == "neg":
        return -parts[0][0], -parts[0][1]
    found = parts[0]
    for q, r in parts[1:]:
        if node.head == "add":
            found = found[0] + q, found[1] + r
        elif node.head == "mul":
            if found[1] and r:
                return None
            found = found[0] * q, found[0] * r + found[1] * q
        else:
            if r or not q:
                return None
            found = found[0] / q, found[1] / q
    return found


_KINKS = frozenset({"abs", "sign", "relu", "step", "log"})


def _smooth(node: Term, varied: frozenset[str], types: Types) -> Statement | None:
    """What a term needs beside being defined so that it has a derivative by a name in it: no kink, no root of 0."""
    if not node.args or varied.isdisjoint(free_names(node.args[0])):
        return None
    if node.head == "norm":
        return _nonzero(node)
    rooted = node.head == "sqrt" or (node.head in ("pow", "root") and _sort_of_exponent(node.args[1], types) not in _WHOLE)
    kink = node.head == "fun" and node.data[0] in _KINKS and type_of(node.args[0], types).is_scalar
    return _nonzero(node.args[0]) if rooted or kink else None


_WHOLE = ("natural", "integer")


def _is_even(exponent: Term) -> bool:
    value = exponent.data[0] if exponent.head == "num" else None
    return isinstance(value, Fraction) and value > 0 and value % 2 == 0


def _own_condition(node: Term, types: Types) -> Statement | None:
    zero = num(0)
    if node.head == "div":
        return _nonzero(node.args[1])
    if node.head == "inverse":
        return Property("invertible", node.args[0])
    if node.head == "sqrt" and type_of(node.args[0], types).sort != "complex":
        return _unless_number(Relation(">=", node.args[0], zero))
    if node.head == "pow":
        return _power(node.args[0], node.args[1], types)
    if node.head == "fun":
        which = str(node.data[0])
        if which == "log" and type_of(node.args[0], types).sort != "complex":
            return _unless_number(Relation(">", node.args[0], zero))
        if which == "log":
            return _nonzero(node.args[0])
        if which in _POLES:
            return Relation("!=", Term("fun", node.args, (_POLES[which],)), zero)
        if which in ("arcsin", "arccos") and type_of(node.args[0], types).sort != "complex":
            return _unless_number(Relation("<=", Term("fun", node.args, ("abs",)), num(1)))
    return None


def _power(base: Term, exponent: Term, types: Types) -> Statement | None:
    kind, sort = type_of(base, types), _sort_of_exponent(exponent, types)
    if not kind.is_scalar or sort == "natural" or base == Term("const", (), ("e",)):
        return None
    if exponent.head == "num" and isinstance(exponent.data[0], Fraction):
        value = exponent.data[0]
        if value.denominator == 1 or kind.sort == "complex":
            return _nonzero(base) if value < 0 else None
        return _unless_number(Relation(">=" if value > 0 else ">", base, num(0)))
    if sort == "integer" or kind.sort == "complex":
        return _nonzero(base)
    return _unless_number(Relation(">", base, num(0)))


def _sort_of_exponent(exponent: Term, types: Types) -> str:
    """What an exponent surely is: a size that is typed as a natural number need be no whole one (n/2), or less than 0 (n - 2)."""
    sort = type_of(exponent, types).sort
    sizes = [d for n in exponent.walk() for d in n.data if isinstance(d, Size)]
    if sort not in _WHOLE or all(s.is_whole and (s.surely_positive or s.literal is not None) for s in sizes):
        return sort
    whole = all(s.is_whole for s in sizes) and not any(n.head in _OF_NATURALS for n in exponent.walk())
    return "integer" if whole else "real"


_OF_NATURALS = ("factorial", "binomial", "pow")
"""Heads whose values are whole for natural numbers, and need not be for integers: 2^(n - 5)."""


def _nonzero(node: Term) -> Statement | None:
    return _unless_number(Relation("!=", node, num(0)))


def _unless_number(condition: Relation) -> Statement | None:
    """The condition, or nothing where it compares numbers written out and holds."""
    left, right = condition.left, condition.right
    size = left.data[0] if left.head == "size" else None
    if isinstance(size, Size) and size.surely_positive and condition.operator in ("!=", ">", ">=") and right == num(0):
        return None
    if left.head == "num" and right.head == "num":
        a, b = left.data[0], right.data[0]
        assert isinstance(a, Fraction) and isinstance(b, Fraction)
        holds = {"!=": a != b, ">": a > b, ">=": a >= b, "<=": a <= b, "<": a < b, "=": a == b, "~": False}
        return None if holds[condition.operator] else condition
    return condition


def plainly_holds(condition: Statement) -> bool:
    """Whether a condition is one that `domain` leaves out: it compares numbers written out, and holds."""
    return isinstance(condition, Relation) and _unless_number(condition) is None
