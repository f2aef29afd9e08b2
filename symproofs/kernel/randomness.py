"""What is random: names declared so, and whatever depends on one of them outside an expectation.

All random names live on one probability space; a name that is not declared random is constant, and so are indices, sizes and
bound names. A statement with random names in it is one about almost every outcome. Moments are constants, and what stands
inside them is meant for all outcomes at once: that is why a constant letter there is no place for a random term.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from symproofs.kernel.indexed import Atom, Expr, arguments, indices_of
from symproofs.kernel.state import State
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import And, Exists, ForAll, Implies, Property, Relation, Statement, parts_of, terms_of
from symproofs.terms.term import Term, bound_name, free_names

MOMENTS = ("expect", "var", "cov")
"""Heads whose value is a constant, whatever stands inside."""


# ------------------------------------------------------------------ terms


@lru_cache(maxsize=4096)
def names_outside(term: Term) -> frozenset[str]:
    """Free names that occur outside every moment."""
    if term.head in MOMENTS:
        return frozenset()
    if not term.args:
        return free_names(term)
    found = frozenset([str(term.data[0])]) if term.head in ("call", "member") else frozenset[str]()
    bound = bound_name(term)
    for k, argument in enumerate(term.args):
        inner = names_outside(argument)
        found |= inner - {bound} if k == 0 and bound else inner
    return found


@lru_cache(maxsize=4096)
def names_inside(term: Term) -> frozenset[str]:
    """Free names that occur inside a moment."""
    if term.head in MOMENTS:
        return free_names(term)
    bound = bound_name(term)
    found = frozenset[str]()
    for k, argument in enumerate(term.args):
        inner = names_inside(argument)
        found |= inner - {bound} if k == 0 and bound else inner
    return found


def averaged(statements: Iterable[Statement]) -> frozenset[str]:
    """Names that are constant in what statements say: inside a moment, or inside what is said to be integrable."""
    found: set[str] = set()
    for statement in statements:
        found.update(*map(names_inside, terms_of(statement)))
        found.update(*(free_names(p.subject) for p in parts_of(statement) if isinstance(p, Property) and p.name == "integrable"))
    return frozenset(found)


def is_random(term: Term, context: Context) -> bool:
    """Whether the value of the term may depend on the outcome."""
    return any(context.has(n, "random") for n in names_outside(term))


def mixes(statement: Statement, context: Context) -> bool:
    """Whether an equation says of something random that it is something constant."""
    match statement:
        case And(parts):
            return any(mixes(p, context) for p in parts)
        case Implies(_, conclusion):
            return mixes(conclusion, context)
        case ForAll(names, body) | Exists(names, body):
            return mixes(body, context.declare(*(Declaration(n, kind) for n, kind in names)))
        case Relation("=", left, right):
            return is_random(left, context) != is_random(right, context)
    return False


# ------------------------------------------------------------------ sums


def random_atom(a: Atom, state: State) -> bool:
    """Whether the value of an atom may depend on the outcome; an expectation does not."""
    if a[0] == "E":
        return False
    if a[0] in ("T", "C", "K") and state.context.has(a[1], "random"):
        return True
    if any(state.context.has(p.removesuffix("^-1"), "random") for _, maps in indices_of(a) for p in maps):
        return True
    return any(random_sum(e, state) for e in arguments(a))


def random_sum(expr: Expr, state: State) -> bool:
    return any(random_atom(a, state) for m in expr for a, _ in m.factors)
