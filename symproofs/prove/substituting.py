"""A goal with the right side of a given equation for its left side, wherever that occurs: one link for each place.

*Fails when* the kernel does not let an equation be used at one of the places: `None`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symproofs.kernel.sequent import Sequent
from symproofs.prove.search import Search, Step
from symproofs.prove.tree import Given
from symproofs.terms.statement import Relation, map_terms
from symproofs.terms.term import Term, name


def substituted(search: Search, sequent: Sequent, equation: Relation, backward: bool = False) -> Step | None:
    """The goal with the right side of a given equation for its left side, or backward."""
    old, made = (equation.right, equation.left) if backward else (equation.left, equation.right)
    new = map_terms(sequent.goal, lambda node: with_part(node, old, made))
    found = search.apply("rewrite", {"statement": new}, sequent)
    if found is None:
        return None
    node, (*sides, last) = found
    below = []
    for side in sides:
        assert isinstance(side.goal, Relation)
        links: list[dict[str, object]] = [
            {
                "path": path,
                "by": "hypothesis",
                "n": Given(equation),
                "direction": "backward" if backward else "forward",
                "instance": {},
            }
            for path in _paths(side.goal.left, old)
        ]
        linked = search.apply("chain", {"lemmas": [], "links": links}, side)
        proof = search.closed(*linked, 0) if linked is not None else None
        if proof is None:
            return None
        below.append(proof)
    return Step(replace(node, of=tuple(below)), last)


def named(search: Search, sequent: Sequent, node: Term, sort: str = "real") -> list[Step] | None:
    """A new name for a term of the goal, and the goal with it; the last hypothesis says which term it is."""
    label = search.fresh(sequent, "t")
    step = search.step("name_value", {"term": node, "name": label, "sort": sort}, sequent)
    last = substituted(search, step.after, Relation("=", name(label), node), backward=True) if step is not None else None
    return [step, last] if step is not None and last is not None else None


def with_part(node: Term, old: Term, new: Term) -> Term:
    """The term with another in every place of one of its parts."""
    if node == old:
        return new
    args = tuple(with_part(a, old, new) for a in node.args)
    return node if args == node.args else node.with_args(args)


def _paths(node: Term, old: Term) -> Iterator[list[int]]:
    if node == old:
        yield []
    else:
        yield from ([k, *path] for k, a in enumerate(node.args) for path in _paths(a, old))
