"""Halves of a matrix, or a number, and its transpose. Inverses of symmetric matrices beside derivatives: S⁻¹ is ½(S⁻¹ + S⁻ᵀ).

A normal form knows an inverse as a letter K with S K = I. That K is symmetric where S is follows by laws of inverses, but
these do not look into a derivative. *Fails when* nothing symmetric is inverted, or the sides do not meet then: `None`.
"""

from __future__ import annotations

from symproofs.prove.alignment import shifted, top_level
from symproofs.prove.chain import Chain, Link
from symproofs.prove.given import Equation
from symproofs.prove.inverses import by_inverse_laws
from symproofs.prove.lemmas import Lemmas
from symproofs.prove.unfolding import Definitions, places
from symproofs.terms.context import Context
from symproofs.terms.term import Term, num
from symproofs.terms.typing import Types, type_of

Links = tuple[Link, ...]


def symmetrised(
    context: Context, lemmas: Lemmas, definitions: Definitions, equations: tuple[Equation, ...], side: Term
) -> Chain | None:
    """The side with every inverse of a symmetric matrix as half of its sum with its transpose; `None` if it has none."""
    found = [(path, node) for path, node, bound in places(side) if _is_symmetric(node, context) and not bound & _names(node)]
    chain = Chain(side, lemmas)
    told: dict[Term, Links | None] = {}
    for path, node in found:
        if node not in told:
            half = Term("mul", (num("1/2"), Term("add", (node, Term("transpose", (node,))))))
            bridge = by_inverse_laws(context, lemmas, definitions, equations, node, half)
            told[node] = None if bridge is None else (*bridge[0], *(link.turned() for link in bridge[1][::-1]))
        links = told[node]
        if links is None:
            return None
        for link in shifted(links, path, top_level(chain.links) + 1):
            chain.add(link)
    return chain if found else None


def transposed(node: Term, types: Types) -> Term:
    """The transpose of a term as it is written by its parts: (A B)ᵀ as BᵀAᵀ, and of a number what becomes of the arrays in it."""
    if node.head == "mul":
        kept = [a for a in node.args if type_of(a, types).is_tensor]
        numbers = [a for a in node.args if not type_of(a, types).is_tensor]
        return node.with_args((*numbers, *(transposed(a, types) for a in reversed(kept))))
    if node.head in ("add", "neg", "trace"):
        return node.with_args(tuple(transposed(a, types) for a in node.args))
    if node.head == "div":
        return node.with_args((transposed(node.args[0], types), node.args[1]))
    if node.head == "transpose":
        return node.args[0]
    return Term("transpose", (node,)) if type_of(node, types).is_tensor else node


def _is_symmetric(node: Term, context: Context) -> bool:
    if node.head != "inverse" or node.args[0].head != "name":
        return False
    label = str(node.args[0].data[0])
    return context.has(label, "symmetric") or context.has(label, "diagonal")


def _names(node: Term) -> frozenset[str]:
    return frozenset((str(node.args[0].data[0]),))
