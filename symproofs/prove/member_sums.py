"""Equations between terms with sums over an index, led through stages: opened, members rewritten, and the rest.

Under Σ_{l≠a} a given equation may need l ≠ a. No link inside the sum sees that, but each member does: so the sum is had to be
equal to another, member by member, and the equation goes by the stages  L = (definitions unfolded, sums split at the indices
that matter) = (members rewritten) = R.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symproofs.kernel.sequent import Sequent
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, name, num, substitute
from symproofs.theories.exponentials import TooLarge
from symproofs.theories.given_terms import opened
from symproofs.theories.reading_exponentials import Reader

DEEPEST = 8


@dataclass(frozen=True)
class Stages:
    """A term opened, sums in it with what they are member by member, and the term with those in their place."""

    opened: Term
    sums: tuple[tuple[Term, Term], ...]
    rewritten: Term


def stages(reader: Reader, node: Term) -> Stages | None:
    """The stages of a term; nothing if no member of a sum reads otherwise than it is written."""
    try:
        first = _opened(reader, node, 0)
        found = dict(_rewritten_sums(reader, first))
    except TooLarge:
        return None
    if not found:
        return None
    return Stages(first, tuple(found.items()), _replaced(first, found))


def _opened(reader: Reader, node: Term, depth: int) -> Term:
    """Names unfolded that stand for something with sums, and sums split."""
    if depth > DEEPEST:
        raise TooLarge
    if node.head in ("name", "member", "call"):
        body = reader.unfolded(node)
        if body is not None and any(n.head == "sum" for part in reader.unfolded_fully(body) for n in part.walk()):
            return _opened(reader, body, depth + 1)
        return node
    if node.head == "sum":
        label, size, body, excluded = opened(node, reader.context)
        places = reader.places(node)
        if not places:
            return node
        single = [substitute(body, {label: p}) for p in places]
        return Term("add", (*single, Term("sum", (body, *excluded, *places), (label, size))))
    args = tuple(_opened(reader, a, depth + 1) for a in node.args)
    return node if args == node.args else node.with_args(args)


def _rewritten_sums(reader: Reader, node: Term) -> Iterator[tuple[Term, Term]]:
    if node.head == "sum" and reader.is_scalar(node):
        label, size, body, excluded = opened(node, reader.context)
        value = reader.inside(label, size, excluded).scalar(body).term()
        if excluded and value != body:
            own = str(node.data[0])
            back = value if own == label else substitute(value, {label: name(own)})
            yield node, Term("sum", (back, *excluded), node.data)
        return
    for a in node.args:
        yield from _rewritten_sums(reader, a)


def _replaced(node: Term, values: dict[Term, Term]) -> Term:
    if node in values:
        return values[node]
    args = tuple(_replaced(a, values) for a in node.args)
    return node if args == node.args else node.with_args(args)


# ------------------------------------------------------------------ proofs


def have_sums(search: Search, sequent: Sequent, rows: tuple[tuple[Term, Term], ...]) -> list[Step] | None:
    """The equations of sums, each proved member by member and added."""
    steps: list[Step] = []
    for left, right in rows:
        statement = Relation("=", left, right)
        data = {"names": [search.fresh(sequent, str(left.data[0]))]}
        goals = search.goals("equal_members", data, sequent.proves(statement))
        inner = search.solve(goals[0], 0) if goals else None
        step = None if inner is None else search.have(statement, Node("equal_members", data, (inner,)), sequent)
        if step is None:
            return None
        steps.append(step)
        sequent = step.after
    return steps


def equal_in_stages(search: Search, sequent: Sequent) -> Node | None:
    """A proof tree for an equation whose left side has sums with members to be rewritten."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    found = stages(Reader.of(sequent.context), goal.left)
    steps = None if found is None else have_sums(search, sequent, found.sums)
    if found is None or steps is None:
        return None
    after = (steps[-1].after if steps else sequent).proves(goal)
    terms = [t for t in (found.opened, found.rewritten) if t not in (goal.left, goal.right)]
    data = {"steps": [["=", t] for t in (*terms, goal.right)]}
    tree = search.by("transitivity", data, after, 0)
    return None if tree is None else around(steps, tree)


def sum_at_least_nothing(search: Search, sequent: Sequent) -> Node | None:
    """Σ f ≥ 0, since Σ f ≥ Σ 0 = 0 member by member."""
    match sequent.goal:
        case Relation(">=", Term(head="sum") as total, Term(head="num") as zero) if zero == num(0):
            nothing = Term("sum", (num(0), *total.args[1:]), total.data)
        case _:
            return None
    goals = search.goals("transitivity", {"steps": [[">=", nothing], ["=", num(0)]]}, sequent)
    if not goals:
        return None
    data = {"path": [0], "names": [search.fresh(sequent, str(total.data[0]))]}
    above = search.by("monotone", data, goals[0], 0)
    below = search.chain(goals[1], 0)
    if above is None or below is None:
        return None
    return Node("transitivity", {"steps": [[">=", nothing], ["=", num(0)]]}, (above, below))
