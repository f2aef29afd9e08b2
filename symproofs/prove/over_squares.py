"""Orders by the squares of their sides: x ≤ 2 from x² ≤ 4, since x > 2 ≥ 0 makes x² > 4; likewise -2 ≤ x.

*Fails when* neither the greater side is seen not to be negative nor the smaller one not to be positive, or the order of the
squares is not proved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.rules_order import ordered as sides_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, around
from symproofs.prove.substituting import named
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import ORDERS, Relation, Statement
from symproofs.terms.term import Term, num, number_in

Prove = Callable[[Search, Sequent], Node | None]


def by_squares(search: Search, sequent: Sequent, prove: Prove, roots: bool = False) -> Node | None:
    """The goal, an order of real numbers, from that of the squares of its sides; with `roots` if a side has roots or moduli."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    low, high, strict = sides_of(goal)
    plain = not any(_is_root(n) for side in (low, high) for n in _factors(side))
    if plain if roots else not any(_speaks_of_squares(h.statement) for h in sequent.context.hypotheses):
        return None
    sums = [n.args[0] for side in (low, high) for n in _factors(side) if n.head == "fun" and n.args[0].head == "sum"]
    if sums:  # the kernel sees that |t| is real for a name t
        steps = named(search, sequent, sums[0])
        inner = by_squares(search, steps[-1].after, prove, roots) if steps else None
        return around(steps, inner) if steps and inner is not None else None
    for small, large, factor in ((low, high, Term("add", (low, high))), (high, low, Term("neg", (Term("add", (low, high)),)))):
        at_rest = Relation(">=" if small is low else "<=", large, num(0))
        if not search.evident(sequent, at_rest):
            continue
        squares = Relation("<" if strict else "<=", squared(small), squared(large))
        with search.unconditional():
            proof = search.plain(sequent.proves(squares)) or prove(search, sequent.proves(squares))
            step = search.have(squares, proof, sequent) if proof is not None else None
            found = search.apply("by_contradiction", {}, step.after, (Reason("contradiction"),)) if step is not None else None
            if step is None or found is None:
                continue
            rest = Term("mul", (num(2), large if small is low else Term("neg", (large,))))
            inner = _against(search, found[1][0], squares, factor, rest)
        if inner is not None:
            return step.around(replace(found[0], of=(inner,)))
    return None


def squared(node: Term) -> Term:
    """The square of a term: of √u it is u, of |u| u², of products that of the factors."""
    match node:
        case Term(head="sqrt", args=(inner,)):
            return inner
        case Term(head="fun", data=("abs",), args=(inner,)):
            return Term("pow", (inner, num(2)))
        case Term(head="mul") if any(map(_is_root, node.args)):
            return Term("mul", tuple(map(squared, node.args)))
    return Term("pow", (node, num(2)))


def _factors(node: Term) -> tuple[Term, ...]:
    return node.args if node.head == "mul" else (node,)


def _is_root(node: Term) -> bool:
    return node.head == "sqrt" or (node.head == "fun" and node.data[0] == "abs")


def _against(search: Search, sequent: Sequent, squares: Relation, factor: Term, rest: Term) -> Node | None:
    """The contradiction between the order of the squares and what was supposed: that times the sum of both sides.

    The sum is what was supposed and twice the side whose sign is seen.
    """
    supposed = sequent.context.hypotheses[-1].statement
    found = search.apply("contradiction", {"n": Given(squares)}, sequent)
    if found is None:
        return None
    node, (contrary,) = found
    above = Relation(">", factor, num(0))
    once = {"terms": [(Given(supposed), num(1))], "rest": rest}
    proof = search.by("nonnegative_combination", once, contrary.proves(above), 0, (Reason("inequality"),))
    step = search.have(above, proof, contrary) if proof is not None else None
    product = {"terms": [(Given(supposed), factor)], "rest": None}
    last = search.by("nonnegative_combination", product, step.after, 0, (Reason("inequality"),)) if step is not None else None
    return None if step is None or last is None else replace(node, of=(step.around(last),))


def _speaks_of_squares(statement: Statement) -> bool:
    """Whether it is an order or equation in which something is raised to an even power."""
    if not isinstance(statement, Relation) or statement.operator not in ("=", *ORDERS):
        return False
    powers = (n for t in terms_of(statement) for n in t.walk() if n.head == "pow" and n.args[1].head == "num")
    return any(number_in(n.args[1]) % 2 == 0 for n in powers)
