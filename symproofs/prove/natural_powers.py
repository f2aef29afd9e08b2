"""Powers whose exponents are natural numbers by what is given, not by their sort: x^{n-1-k} for k up to n - 1.

By its sort the exponent is an integer, so that x ≠ 0 would be asked for. Where it is proved not to be below 0, the power has a
value at 0 as well, and nothing is asked for.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.prove.logic import prove_statement
from symproofs.prove.proof import Proof
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain
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
    if not any(node.head == "pow" for side in sides for node in side.walk()):
        return proof
    asked = {c for side in sides for c in domain(side, context.types)}
    still = {c for side in sides for c in domain(_plainer(side, context), context.types)}
    needless = asked - still - set(proof.theorem.conditions)
    left = tuple(c for c in proof.conditions if c not in needless)
    return proof if left == proof.conditions else replace(proof, conditions=left)


def _plainer(node: Term, context: Context) -> Term:
    """The term with 1 for every exponent that is a natural number where it stands."""
    if node.head == "sum_between":
        body, low, high = node.args
        label = str(node.data[0])
        if label in context.types or label in free_names(low) | free_names(high):
            return node
        here = name(label)
        orders = (Relation("<=", low, here), Relation("<=", here, high))
        inside = context.declare(Declaration(label, bound_type(node, context.types))).assume(map(Hypothesis, orders))
        return node.with_args((_plainer(body, inside), _plainer(low, context), _plainer(high, context)))
    if node.head in ("sum", "product", "derivative"):
        return node
    if node.head == "pow" and _is_natural(node.args[1], context):
        return node.with_args((_plainer(node.args[0], context), num(1)))
    return node.with_args(tuple(_plainer(a, context) for a in node.args)) if node.args else node


def _is_natural(exponent: Term, context: Context) -> bool:
    try:
        kind = type_of(exponent, context.types)
    except Mistyped:
        return False
    if not kind.is_scalar or kind.sort != "integer":
        return False
    found = prove_statement(context, Relation(">=", exponent, num(0)), Budget(STEPS))
    return isinstance(found, Proof) and not found.conditions
