"""Statements about means, variances and covariances only.

A statement about several random numbers is refuted by a law under which they are independent, unless the text leaves their joint
law open (`joint_laws.py`). So where a text calls numbers independent, and that is all that it says of them, what values refute is
false.

Numbers with given means, variances and covariances of which those of different names are zero are the moments of some independent
ones, too (of normal ones, say). So where a text calls names independent, and that is all that it says of them, values refute a
statement of second order; one of higher order they do not: its truth may rest on independence.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import combinations

from symproofs.read.wording import wording
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement, statement_names
from symproofs.terms.term import Term, free_names

_ONLY_INDEPENDENT = wording(
    r"(?:be|is|are|and|two|three|both|mutually|pairwise|jointly|for|given|real|scalar|independent|uncorrelated|random|variables?|scalars?|numbers?|"
    r"events?|with|finite|second moments?|variances?|\s|"
    r"为|是|两个|三个|相互|互相|两两|彼此|互|对|对于|独立|不相关|的|随机|变量|事件|且)+",
)


OF_A_LAW = "follows a law"
"""Said of names of which the text says how they are distributed: their means and variances are known."""


def says_independent(words: str) -> bool:
    """Whether words say that names are independent random numbers, or follow a law of known moments, and nothing else."""
    independent = any(word in words for word in ("independent", "uncorrelated", "独立", "不相关"))
    return words == OF_A_LAW or (independent and _ONLY_INDEPENDENT.fullmatch(words.strip()) is not None)


def is_of_independent_numbers(statement: Statement | None, context: Context) -> bool:
    """Whether a relation is about single random numbers: laws that refute it are then those of independent ones."""
    if not isinstance(statement, Relation):
        return False
    rows = context.declarations
    random = [rows[n] for n in statement_names(statement) if n in rows and "random" in rows[n].properties]
    return all(row.type.is_scalar and not row.type.over for row in random)


def is_of_second_order(statement: Statement | None, context: Context) -> bool:
    """Whether a relation speaks of its random names, numbers that are pairwise uncorrelated, by moments of second order only."""
    if not isinstance(statement, Relation):
        return False
    rows = context.declarations
    names = free_names(statement.left) | free_names(statement.right)
    random = frozenset(n for n in names if n in rows and "random" in rows[n].properties)
    if not random:
        return True
    if any(not rows[n].type.is_scalar or rows[n].type.over for n in random) or not _apart(random, context):
        return False
    about = [h.statement for h in context.hypotheses if not random.isdisjoint(statement_names(h.statement))]
    return all(_by_moments(s, random) for s in (statement, *about))


def _by_moments(statement: Statement, random: frozenset[str]) -> bool:
    if not isinstance(statement, Relation):
        return False
    return all(_outside(side, random) for side in (statement.left, statement.right))


def _apart(names: Collection[str], context: Context) -> bool:
    """Whether a hypothesis says of each pair of names that its covariance is zero."""
    zero = [
        {str(a.data[0]) for a in h.statement.left.args}
        for h in context.hypotheses
        if isinstance(h.statement, Relation) and h.statement.operator == "=" and h.statement.left.head == "cov"
        if all(a.head == "name" for a in h.statement.left.args)
    ]
    return all(set(pair) in zero for pair in combinations(sorted(names), 2))


def _outside(term: Term, random: frozenset[str]) -> bool:
    """Whether random names stand only inside of moments, and there in products of two at most."""
    if term.head in ("expect", "var", "cov"):
        most = 2 if term.head == "expect" else 1
        return all((degree := _degree(a, random)) is not None and degree <= most for a in term.args)
    if term.head == "name":
        return str(term.data[0]) not in random
    return all(_outside(a, random) for a in term.args)


def _degree(term: Term, random: frozenset[str]) -> int | None:
    """The degree of a polynomial in random names; None of anything else in which they occur."""
    if random.isdisjoint(free_names(term)) or term.head in ("expect", "var", "cov"):
        return 0
    if term.head == "name":
        return 1
    degrees = [_degree(a, random) for a in term.args]
    if term.head == "pow" and degrees[0] is not None and term.args[1].head == "num":
        exponent = term.args[1].data[0]
        if not isinstance(exponent, Fraction) or exponent.denominator != 1 or exponent < 0:
            return None
        return degrees[0] * int(exponent)
    if any(d is None for d in degrees):
        return None
    known = [d for d in degrees if d is not None]
    if term.head == "div":
        return known[0] if known[1] == 0 else None
    if term.head == "mul":
        return sum(known)
    return max(known) if term.head in ("add", "neg") else None
