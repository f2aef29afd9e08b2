"""Laws of given equations: orthogonal matrices, and facts that a lemma takes from its premises or the hypotheses.

A fact is an equation between entries, `pattern = value`, for all values of its parameters: the indices of the entry, and
indices over which the equation is quantified. It is read off a given equation by a script that leads `left - right` to a
sum of which one monomial is the pattern.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symproofs.kernel.entries import Scope, entry
from symproofs.kernel.indexed import (
    UNIT,
    Base,
    Expr,
    Index,
    Mono,
    Rejected,
    free,
    free_in_factors,
    multiply,
    need,
    scale,
    substitute,
)
from symproofs.kernel.law import Law, factor_at, without
from symproofs.kernel.matching import take_instance
from symproofs.kernel.state import Fact, State
from symproofs.terms.size import ONE, Size
from symproofs.terms.term import Term
from symproofs.terms.types import Type

FIRST: Index = ("#1", ())
"""What an index of a fact stands for that occurs in none of its entries: it says something only where there is one."""


def orthogonal(state: State, mono: Mono, k: int, l: int, slot: int) -> Expr:  # noqa: E741
    (a, p), (b, q) = factor_at(mono, k, "T"), factor_at(mono, l, "T")
    need(k < l and a[1] == b[1] and p == q == 1, "two factors of one matrix are needed")
    need(state.has(a[1], "orthogonal") and state.sort(a[1]) != "complex", "{} is not declared orthogonal", a[1])
    need(len(a[2]) == 2, "an orthogonal matrix of one row")
    shared = a[2][slot]
    need(shared == b[2][slot] and not shared[1], "the two factors do not share an index in this slot")
    ends = (a[2][1 - slot], b[2][1 - slot])
    rest = without(mono, k, l)
    need(shared[0] not in free_in_factors(rest) and shared[0] not in (ends[0][0], ends[1][0]), "the index occurs elsewhere")
    bounds = tuple(row for row in mono.bounds if row[0] != shared[0])
    need(len(bounds) < len(mono.bounds), "the shared index is not bound here")
    return (Mono(mono.c, bounds, (*rest, (("D", *ends), p))),)


def difference(state: State, left: Term, right: Term, quantified: Iterable[tuple[str, Type]]) -> tuple[Expr, dict[Base, Size]]:
    """(left - right)_ij with fresh names for i, j and the quantified indices, and the ranges of those names."""
    scope = Scope(state, state.types, {})
    parameters: dict[Base, Size] = {}

    def fresh_name(size: Size) -> tuple[str, tuple[()]]:
        name = f"@{len(state.facts)}.{len(parameters)}"
        parameters[name] = state.ranges[name] = size
        return name, ()

    for name, kind in quantified:
        if kind.index is None:
            raise Rejected(f"a fact is quantified over {name}, which is no index")
        scope = scope.bind(name, kind, fresh_name(kind.index))
    places = [fresh_name(side) if side != ONE else ("#1", ()) for side in scope.kind(left).shape]
    first, second = (entry(side, places[0], places[1], scope) for side in (left, right))
    return first + scale(-1, second), parameters


def make_fact(expr: Expr, lead: int, parameters: dict[Base, Size]) -> Fact:
    """expr = 0 as an equation for its monomial `lead`. *Fails when* a parameter of the rest does not occur there."""
    need(0 <= lead < len(expr) and expr[lead].c != 0, "there is no such monomial to lead")
    pattern = Mono(UNIT, expr[lead].bounds, expr[lead].factors)
    value = scale(-1 / expr[lead].c, expr[:lead] + expr[lead + 1 :])
    need(free(value) & parameters.keys() <= free((pattern,)), "the leading monomial does not hold every index")
    return Fact(pattern, value, parameters)


def fact(state: State, mono: Mono, n: int, bounds: list[Any], places: list[Any], witnesses: list[Any]) -> Expr:
    need(n < len(state.facts), "there is no fact {}", n)
    given = state.facts[n]
    rest, names = take_instance(given.pattern, mono, bounds, places, witnesses, given.parameters)
    values = {p: names[p] for p in given.parameters if p in names}
    need(free(given.value) & given.parameters.keys() <= values.keys(), "an index of the fact stands for nothing")
    for p, size in given.parameters.items():
        state.fits(values.get(p, FIRST), size)
    return multiply((rest,), substitute(given.value, values, state.fresh), state.fresh)


FACT_LAWS = (
    Law(
        "orthogonal",
        "Σ_b A_bi A_bj = δ_ij, Σ_b A_ib A_jb = δ_ij",
        "A is declared orthogonal; b occurs nowhere else",
        ("factor", "factor", "side"),
        orthogonal,
    ),
    Law(
        "fact",
        "an instance of a given equation, from its leading monomial to the rest",
        "its bound indices occur nowhere else; an index in none of its entries is 1",
        ("natural", "list", "list", "list"),
        fact,
    ),
)
