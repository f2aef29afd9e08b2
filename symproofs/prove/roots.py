"""Roots in given equations: √a · √a = a, so that an equation can be squared.

A move of `forward.py`. *Fails when* a ≥ 0 is neither given nor seen: then nothing is added.
"""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.search import Search, Step
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, bound_name, num, term

MOST_ROOTS = 4


def squares_of_roots(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """√a · √a = a for roots in given equations."""
    for root in _roots(sequent)[:MOST_ROOTS]:
        square = Relation("=", term("mul", root, root), root.args[0])
        if ("root", root) in done:
            continue
        done.add(("root", root))
        if search.evident(sequent, Relation(">=", root.args[0], num(0))):
            with search.unconditional():
                proof = search.chain(sequent.proves(square), 0)
            step = search.have(square, proof, sequent) if proof is not None else None
            if step is not None:
                yield [step]


def _roots(sequent: Sequent) -> list[Term]:
    """Square roots in given equations, outside binders."""
    statements = (h.statement for h in sequent.context.hypotheses)
    todo = [t for s in statements if isinstance(s, Relation) and s.operator == "=" for t in terms_of(s)]
    found: dict[Term, None] = {}
    while todo:
        node = todo.pop(0)
        if node.head == "sqrt":
            found[node] = None
        todo += node.args[1:] if bound_name(node) is not None else node.args
    return list(found)
