"""Powers whose exponents are natural numbers by what is given, not by their sort: x^{n-1-k} for k up to n - 1.

By its sort the exponent is an integer, so that x ≠ 0 would be asked for. Where it is proved not to be below 0, the power has a
value at 0 as well, and nothing is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symproofs.kernel.evident import shadowed
from symproofs.prove.logic import prove_statement
from symproofs.prove.proof import Proof
from symproofs.terms.context import Context
from symproofs.terms.domain import domain, domain_besides
from symproofs.terms.statement import Hypothesis, Relation
from symproofs.terms.term import Term, free_names, name, num
from symproofs.terms.typing import Mistyped, bound_type, type_of
from symproofs.theories.budget import Budget

STEPS = 1_000


def without_needless_conditions(context: Context, proof: Proof) -> Proof:
    """The proof without what is asked for by powers with natural exponents alone; what the theorem itself asks for stays."""
    statement = proof.statement
    if not proof.conditions or not isinstance(statement, Relation):
        return proof
    sides = (statement.left, statement.right)
    found = [row for side in sides for row in _powers(side, context)]
    natural = frozenset(power for power, known in found if known) - {power for power, known in found if not known}
    if not natural:
        return proof
    asked = {c for side in sides for c in domain(side, context.types)}
    still = {c for side in sides for c in domain_besides(side, context.types, natural)}
    needless = asked - still - set(proof.theorem.conditions)
    left = tuple(c for c in proof.conditions if c not in needless)
    return proof if left == proof.conditions else replace(proof, conditions=left)


def _powers(node: Term, context: Context) -> Iterator[tuple[Term, bool]]:
    """Powers with exponents that are integers by their sort, and whether these are natural where they stand."""
    if node.head == "sum_between":
        body, low, high = node.args
        yield from _powers(low, context)
        yield from _powers(high, context)
        yield from _powers(body, _inside(node, context))
        return
    if node.head in ("sum", "product", "derivative"):
        yield from ((part, False) for part in node.walk() if part.head == "pow")
        return
    if node.head == "pow":
        yield node, _is_natural(node.args[1], context)
    for a in node.args:
        yield from _powers(a, context)


def _inside(node: Term, context: Context) -> Context:
    """Where the summand stands: the bound name is between the bounds, and nothing else is known of it."""
    _, low, high = node.args
    label = str(node.data[0])
    declared = shadowed(context, [(label, bound_type(node, context.types))])
    if label in free_names(low) | free_names(high):
        return declared
    return declared.assume([Hypothesis(Relation("<=", low, name(label))), Hypothesis(Relation("<=", name(label), high))])


def _is_natural(exponent: Term, context: Context) -> bool:
    try:
        kind = type_of(exponent, context.types)
    except Mistyped:
        return False
    if not kind.is_scalar or kind.sort not in ("natural", "integer"):
        return False
    if kind.sort == "natural" and exponent.head == "name":
        return True
    found = prove_statement(context, Relation(">=", exponent, num(0)), Budget(STEPS))
    return isinstance(found, Proof) and not found.conditions
