"""What a statement says of terms: the same as of the names in whose place they stand, or what makes it so.

Two things in a statement hang on the sorts of its names: which inner product is meant, and where its terms are defined
(`sequent.py` says where that counts). A term of another sort than the name's may change both: √, log and powers of a real number
ask for more than those of a complex one, x^2 for less than x^t of a real t, and 1/b for more than x.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symproofs.kernel.certificate import well_typed
from symproofs.kernel.indexed import Rejected, need
from symproofs.terms.domain import domain, plainly_holds
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    Statement,
    own_terms,
    statement_names,
    substitute_statement,
)
from symproofs.terms.term import Term, bound_name, free_names, substitute
from symproofs.terms.types import Type
from symproofs.terms.typing import bound_type, with_names

Types = Mapping[str, Type]


def instantiated(statement: Statement, values: Mapping[str, Term]) -> Statement:
    try:
        return substitute_statement(statement, dict(values))
    except ValueError as fault:
        raise Rejected(f"this cannot be stated here: {fault}") from None


def keep_inner_products(pattern: Term, values: Mapping[str, Term], before: Types, after: Types) -> None:
    """*Fails when* an inner product is of real numbers at the names and of complex ones at the terms, or the other way."""
    if any(node.head == "inner" for node in pattern.walk()):
        _keep(pattern, substitute(pattern, dict(values)), values, before, after)


def _keep(pattern: Term, image: Term, values: Mapping[str, Term], before: Types, after: Types) -> None:
    if pattern.head == "name" and pattern.data[0] in values:
        return
    sides = (pattern, before), (image, after)
    if pattern.head == "inner":
        first, second = ("complex" in [well_typed(a, types).sort for a in node.args] for node, types in sides)
        need(first == second, "an inner product changes between real and complex numbers")
    label = bound_name(pattern)
    for k, (part, other) in enumerate(zip(pattern.args, image.args, strict=True)):
        if label is None or k > 0:
            _keep(part, other, values, before, after)
            continue
        inside = {n: v for n, v in values.items() if n != label}
        _keep(part, other, inside, *(with_names(t, {str(bound_name(node)): bound_type(node, t)}) for node, t in sides))


def same_meaning(statement: Statement, values: Mapping[str, Term], before: Types, after: Types) -> list[Statement]:
    """What has to hold so that the statement says of the terms what it says of the names, typed by `before`.

    Where a condition counts, under ⇒ and ⇔, all that is asked either at the names or at the terms, and not both. *Fails when*
    such a condition is about a name that is quantified in the statement, or an inner product becomes another.
    """
    found: dict[Statement, None] = {}
    for term, bound, rows, guarded in _terms(statement, frozenset(), {}, guarded=False):
        live = {n: v for n, v in values.items() if n not in bound}
        scopes = with_names(before, rows), with_names(after, rows)
        keep_inner_products(term, live, *scopes)
        if not (bound or guarded) or free_names(term).isdisjoint(live):
            continue
        first = [c for c in (instantiated(c, live) for c in domain(term, scopes[0])) if not plainly_holds(c)]
        second = domain(substitute(term, live), scopes[1])
        for condition in (*(c for c in first if c not in second), *(c for c in second if c not in first)):
            need(bound.isdisjoint(statement_names(condition)), "a quantified name would stand for other values")
            if guarded:
                found[condition] = None
    return list(found)


def _terms(
    statement: Statement, bound: frozenset[str], rows: Types, guarded: bool
) -> Iterator[tuple[Term, frozenset[str], Types, bool]]:
    """The terms of a statement, with the names quantified where they stand, and whether ⇒ or ⇔ stands above."""
    match statement:
        case And(parts):
            inner = parts
        case Implies(first, second) | Iff(first, second):
            inner, guarded = (first, second), True
        case ForAll(names, body) | Exists(names, body):
            inner, bound, rows = (body,), bound | dict(names).keys(), {**rows, **dict(names)}
        case _:
            inner = ()
    yield from ((term, bound, rows, guarded) for term in own_terms(statement))
    for part in inner:
        yield from _terms(part, bound, rows, guarded)
