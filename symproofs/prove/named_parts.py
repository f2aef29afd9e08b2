"""Positive parts of an equation as letters: log(p/(1 - p)) is log p - log q for q = 1 - p > 0.

Laws of logarithms and powers hold for positive numbers, and within an equation the kernel sees the sign of a name, but not of a
sum. So sums and values of functions of which logarithms and powers are taken are called by names that are said to be positive.
*Fails when* none of them is proved to be, or the equation over the letters is not.
"""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.factorials import numbered
from symproofs.prove.order import combination
from symproofs.prove.search import Search, Step, around
from symproofs.prove.substituting import substituted
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, bound_name, name, num

NAMED = frozenset({"add", "factorial", "call", "binomial", "sum", "norm"})
"""Heads of what is called by a name."""
MOST_PARTS = 4


def by_named_parts(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation, with positive parts of it called by names."""
    steps: list[Step] = []
    after = sequent
    for part in list(dict.fromkeys(_parts(sequent)))[:MOST_PARTS]:
        more = _called(search, after, part)
        if more:
            steps += more
            after = steps[-1].after
    inner = search.chain(after, 0) if steps else None
    return None if inner is None else around(steps, inner)


def _called(search: Search, sequent: Sequent, part: Term) -> list[Step] | None:
    """t > 0, a name for t, that it is positive, and the goal with it."""
    if part.head == "factorial":
        return _factorial(search, sequent, part)
    above = Relation(">", part, num(0))
    aim = sequent.proves(above)
    proof = search.plain(aim) or combination(search, aim) or search.condition(aim)
    shown = search.have(above, proof, sequent) if proof is not None else None
    if shown is None:
        return None
    label = search.fresh(shown.after, "q")
    equation = Relation("=", name(label), part)
    called = search.step("name_value", {"term": part, "name": label, "sort": "real"}, shown.after)
    if called is None:
        return None
    positive = Relation(">", name(label), num(0))
    turned = substituted(search, called.after.proves(positive), equation)
    inner = search.plain(turned.after) if turned is not None else None
    said = search.have(positive, turned.around(inner), called.after) if turned is not None and inner is not None else None
    last = substituted(search, said.after, equation, backward=True) if said is not None else None
    return [shown, called, said, last] if said is not None and last is not None else None


def _factorial(search: Search, sequent: Sequent, part: Term) -> list[Step] | None:
    """n! as a positive whole number, which has a name."""
    found = numbered(search, sequent, part)
    last = substituted(search, found[0][-1].after, found[1]) if found is not None else None
    return [*found[0], last] if found is not None and last is not None else None


def _parts(sequent: Sequent) -> Iterator[Term]:
    """What is a factor of something of which a logarithm, a root or a power that is not written out is taken, outside binders."""
    todo = list(terms_of(sequent.goal))
    while todo:
        node = todo.pop(0)
        is_log = node.head == "fun" and node.data[0] == "log"
        if is_log or node.head == "sqrt" or (node.head == "pow" and node.args[1].head != "num"):
            yield from _factors(node.args[0])
        todo += node.args[1:] if bound_name(node) is not None else node.args


def _factors(node: Term) -> Iterator[Term]:
    if node.head in ("mul", "div"):
        for a in node.args:
            yield from _factors(a)
    elif node.head in ("pow", "sqrt"):
        yield from _factors(node.args[0])
    elif node.head in NAMED:
        yield node
