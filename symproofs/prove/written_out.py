"""A term written out: definitions unfolded, given equations used, sums taken apart, as it is read in exponential polynomials.

This proposes and proves nothing. *Fails when* it leads too deep, or a form grows too large: `None`.
"""

from __future__ import annotations

from symproofs.terms.term import E, Term, fun, num, rewrite, substitute
from symproofs.theories.exponentials import TooLarge
from symproofs.theories.given_terms import opened
from symproofs.theories.reading_exponentials import Reader

DEEPEST = 12


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
