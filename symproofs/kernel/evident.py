"""What is plain to see: statements read off declarations, sorts and the signs of entries, without a proof.

Nothing here searches. `Seen` answers a question to the entries of terms in a context, if it needs no condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from symproofs.kernel.certificate import well_typed
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Atom, Expr, Mono, scale
from symproofs.kernel.signs import nonnegative, nonzero, positive, real
from symproofs.kernel.state import NUMBER_OF, State
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import And, ForAll, Hypothesis, Implies, Membership, Property, Relation, Statement, statement_names
from symproofs.terms.term import Term, num
from symproofs.terms.types import SORTS, Type

Question = Callable[[State], bool]
Seen = Callable[[Context, Question], bool]

SURELY_INVERTIBLE = ("invertible", "permutation", "orthogonal", "positive_definite")


def evident(statement: Statement, context: Context, seen: Seen) -> bool:
    """Whether the statement is seen to hold in the context."""
    match statement:
        case And(parts):
            return all(evident(p, context, seen) for p in parts)
        case Implies(_, conclusion):
            return evident(conclusion, context, seen)
        case ForAll(names, body):
            return evident(body, shadowed(context, names), seen)
        case Property(name, Term(head="name", data=(str(label),))):
            enough = SURELY_INVERTIBLE if name == "invertible" else (name,)
            return seen(context, lambda state: any(state.has(label, prop) for prop in enough))
        case Membership(subject, sort):
            return _is_of_sort(subject, sort, context, seen)
        case Relation("=", left, right):
            return left == right
        case Relation(operator, left, right) if operator in SIGN_TESTS:
            return (
                _are_distinct(statement, context)
                or seen(context, lambda s: SIGN_TESTS[operator](_difference(left, right, s), s))
                or (operator == ">=" and right == ZERO and _is_square(left) and _nonnegative_parts(left, context, seen))
            )
    return False


ZERO = num(0)


def _is_square(t: Term) -> bool:
    """Whether there is a norm or a variance in it: their entries are multiplied out, so that their sign is not seen there."""
    return any(node.head in ("norm", "var") for node in t.walk())


def _nonnegative_parts(t: Term, context: Context, seen: Seen) -> bool:
    """Whether no value is below 0: of a norm, a variance, and of what is made of such by +, ·, /, powers and expectations."""
    match t.head:
        case "norm":
            return True
        case "var":
            return _is_of_sort(t.args[0], "real", context, seen)  # √x X is typed real, and need not be
        case "add" | "mul" | "div" | "expect" if all(well_typed(a, context.types).is_scalar for a in t.args):
            return all(_nonnegative_parts(a, context, seen) for a in t.args)
        case "pow" if t.args[1].head == "num":
            return _nonnegative_parts(t.args[0], context, seen)
    return seen(context, lambda state: _nonnegative(entries_of(t, state), state))


def _difference(left: Term, right: Term, state: State) -> Expr:
    """left - right, monomials that differ in nothing but the coefficient collected."""
    total: dict[tuple[tuple[tuple[int, Size], ...], tuple[tuple[Atom, Fraction], ...]], Fraction] = {}
    for m in entries_of(left, state) + scale(-1, entries_of(right, state)):
        total[m.bounds, m.factors] = total.get((m.bounds, m.factors), Fraction(0)) + m.c
    return tuple(Mono(c, *rest) for rest, c in total.items() if c)


def _least(difference: Expr, state: State) -> Fraction | None:
    """A number that a sum of positive multiples of sizes and index numbers, which are at least 1, and a constant is not below."""
    for m in difference:
        plain = len(m.factors) == 1 and m.factors[0][1] == 1 and m.factors[0][0][0] == "T"
        counted = plain and m.c > 0 and (m.factors[0][0][1] == NUMBER_OF or state.is_size(m.factors[0][0][1]))
        if m.bounds or (m.factors and not counted):
            return None
    return sum((m.c for m in difference), Fraction(0))


def _positive(difference: Expr, state: State) -> bool:
    least = _least(difference, state)
    return positive(difference, state) or (least is not None and least > 0)


def _nonnegative(difference: Expr, state: State) -> bool:
    least = _least(difference, state)
    return nonnegative(difference, state) or (least is not None and least >= 0)


SIGN_TESTS: Mapping[str, Callable[[Expr, State], bool]] = {
    "!=": lambda d, state: nonzero(d, state) or _positive(d, state) or _positive(scale(-1, d), state),
    ">": _positive,
    ">=": _nonnegative,
    "<": lambda d, state: _positive(scale(-1, d), state),
    "<=": lambda d, state: _nonnegative(scale(-1, d), state),
}
"""What each comparison says of left - right."""


def _are_distinct(statement: Relation, context: Context) -> bool:
    """Whether this is i ≠ j for indices declared distinct."""
    sides = (statement.left, statement.right)
    names = frozenset(str(s.data[0]) for s in sides if s.head == "name")
    return statement.operator == "!=" and names in context.distinct


def _is_of_sort(subject: Term, sort: str, context: Context, seen: Seen) -> bool:
    """Whether the value of a term, wherever it may leave its domain, is surely of the sort."""
    own = well_typed(subject, context.types)
    if own.parameters is not None or own.over:
        return False
    if sort == "complex":
        return True
    safe = sizes_are_whole(subject)
    if sort == "real":
        calm = safe and own.sort != "complex" and not may_leave_the_reals(subject)
        return calm or seen(context, lambda state: real(entries_of(subject, state), state))
    if not safe or SORTS.index(own.sort) > SORTS.index("integer" if sort == "natural" else sort):
        return False
    return sort != "natural" or (own.is_scalar and seen(context, lambda state: nonnegative(entries_of(subject, state), state)))


def sizes_are_whole(term: Term) -> bool:
    """Whether the sizes in a term, as numbers, are surely the whole numbers that typing takes them for, and natural in exponents.

    `d/2` need not be whole, `n - 2` may be negative; a factorial is one of a natural number or nothing.
    """
    for node in term.walk():
        size = node.data[0] if node.head == "size" else None
        if node.head in ("factorial", "binomial") or (isinstance(size, Size) and not size.is_whole):
            return False
        if node.head == "pow" and any(not s.surely_positive for n in node.args[1].walk() for s in n.data if isinstance(s, Size)):
            return False
    return True


_PARTIAL = ("log", "arcsin", "arccos")


def may_leave_the_reals(term: Term) -> bool:
    """Whether a part of the term is real only where it is defined."""
    return any(node.head in ("sqrt", "root", "pow") or (node.head == "fun" and node.data[0] in _PARTIAL) for node in term.walk())


def shadowed(context: Context, binders: Iterable[tuple[str, Type]]) -> Context:
    """The context where the names are bound. A hypothesis about a name of theirs is not about them: its place is left empty."""
    rows = [Declaration(n, t) for n, t in binders]
    if not rows:
        return context
    names = {r.name for r in rows}
    empty = Hypothesis(Relation("=", num(0), num(0)))
    kept = (h if names.isdisjoint(statement_names(h.statement)) else empty for h in context.hypotheses)
    distinct = frozenset(pair for pair in context.distinct if names.isdisjoint(pair))
    return replace(context.declare(*rows), hypotheses=tuple(kept), distinct=distinct)
