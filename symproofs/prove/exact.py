"""The exact value of an expression: definitions unfolded, given equations used, sums taken apart, written once more.

`exact_value` proposes; with `prove_equation` the kernel says whether it is one. *Fails when* nothing simpler is found or the
equation is not proved: `None`.
"""

from __future__ import annotations

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Sequent
from symproofs.prove.equations import prove_equation
from symproofs.prove.member_sums import equal_in_stages
from symproofs.prove.proof import Proof
from symproofs.prove.search import Search
from symproofs.prove.with_limits import accepted, solve
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation
from symproofs.terms.term import E, Term, fun, num, rewrite, substitute
from symproofs.terms.typing import Mistyped
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.exponentials import TooLarge
from symproofs.theories.given_terms import opened
from symproofs.theories.reading_exponentials import Reader

STEPS = 8_000
DEEPEST = 12


def exact_value(context: Context, node: Term, budget: Budget | None = None) -> tuple[Term, Proof] | None:
    """What the term equals, written out, with the proof."""
    try:
        value = written_out(Reader.of(context), node)
        if value is None or value == node:
            return None
        statement = Relation("=", node, value)
        found = prove_equation(context, statement, _part(budget))
        if not isinstance(found, Proof):
            tree = equal_in_stages(Search(context, _part(budget), solve, conditions=True), Sequent(context, statement))
            found = accepted(context, statement, tree, _part(budget)) if tree is not None else found
    except (OutOfBudget, Rejected, Mistyped, RecursionError):
        return None
    return (value, found) if isinstance(found, Proof) else None


def _part(budget: Budget | None) -> Budget:
    """A little of a budget, until the same time."""
    part = Budget(STEPS)
    part.deadline = None if budget is None else budget.deadline
    return part


def exact_weights(context: Context, node: Term, budget: Budget | None = None) -> tuple[tuple[Term, Term, Proof], ...]:
    """Of a sum of numbers times arrays: the numbers at the indices that matter, with their exact values."""
    reader = Reader.of(context)
    for _ in range(DEEPEST):
        body = reader.unfolded(node) if node.head in ("name", "member", "call") else None
        if body is None:
            break
        node = body
    if node.head != "sum" or reader.is_scalar(node):
        return ()
    found = []
    try:
        label, _, body, _ = opened(node, context)
        for place in reader.places(node):
            for factor in (a for a in substitute(body, {label: place}).args if body.head == "mul" and reader.is_scalar(a)):
                value = exact_value(context, factor, budget)
                if value is not None:
                    found.append((factor, *value))
    except TooLarge:
        return ()
    return tuple(found)


def written_out(reader: Reader, node: Term) -> Term | None:
    """The term with everything that is given put in, if it can be read."""
    try:
        return rewrite(_written(reader, node, 0), _plain_e)
    except TooLarge:
        return None


def _plain_e(node: Term) -> Term | None:
    return E if node == fun("exp", num(1)) else None


def _written(reader: Reader, node: Term, depth: int) -> Term:
    if depth > DEEPEST:
        raise TooLarge
    if reader.is_scalar(node):
        return reader.scalar(node).term()
    if node.head in ("name", "member", "call"):
        body = reader.unfolded(node)
        return node if body is None else _written(reader, body, depth + 1)
    if node.head == "sum":
        label, size, body, excluded = opened(node, reader.context)
        places = reader.places(node)
        excluded = (*excluded, *places)
        single = [_written(reader, substitute(body, {label: p}), depth + 1) for p in places]
        inside = _written(reader.inside(label, size, excluded), body, depth + 1)
        rest = Term("sum", (inside, *excluded), (label, size))
        return Term("add", (*single, rest)) if single else rest
    if node.head == "mul":
        return _product(tuple(_written(reader, a, depth + 1) for a in node.args))
    if node.head in ("add", "neg", "div", "transpose"):
        return node.with_args(tuple(_written(reader, a, depth + 1) for a in node.args))
    return node


def _product(factors: tuple[Term, ...]) -> Term:
    kept = tuple(f for f in factors if f != num(1))
    return num(1) if not kept else kept[0] if len(kept) == 1 else Term("mul", kept)
