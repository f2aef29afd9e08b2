"""Equations between terms with sums over an index, led through stages: opened, members rewritten, and the rest.

Under Σ_{l≠a} a given equation may need l ≠ a. No link inside the sum sees that, but each member does: so the sum is had to be
equal to another, member by member, and the equation goes by the stages  L = (definitions unfolded, sums split at the indices
that matter) = (members rewritten) = R.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from symproofs.kernel.sequent import Sequent
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.records import record
from symproofs.terms.statement import And, ForAll, Implies, Relation, Statement
from symproofs.terms.term import Term, bound_name, free_names, name, num, substitute
from symproofs.terms.types import index
from symproofs.theories.exponentials import TooLarge
from symproofs.theories.given_terms import opened
from symproofs.theories.reading_exponentials import Reader

DEEPEST = 8


@record
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
    """The equations of sums, each proved member by member and added; members that are all one number are counted."""
    steps: list[Step] = []
    for left, right in rows:
        counted = _counted(Reader.of(sequent.context), right)
        statement = Relation("=", left, right if counted is None else counted)
        proof = _by_members(search, sequent.proves(Relation("=", left, right)))
        if proof is not None and counted is not None:
            goals = search.apply("transitivity", {"steps": [["=", right], ["=", counted]]}, sequent.proves(statement))
            count = None if goals is None else search.chain(goals[1][1], 0)
            proof = None if goals is None or count is None else replace(goals[0], of=(proof, count))
        step = None if proof is None else search.have(statement, proof, sequent)
        if step is None:
            return None
        steps.append(step)
        sequent = step.after
    return steps


def _by_members(search: Search, sequent: Sequent) -> Node | None:
    goal = sequent.goal
    assert isinstance(goal, Relation)
    return _linked(search, "equal_members", {"names": [search.fresh(sequent, str(goal.left.data[0]))]}, sequent)


def _linked(search: Search, rule: str, data: Mapping[str, Any], sequent: Sequent) -> Node | None:
    """The rule, the equations that it leaves proved by chains."""
    found = search.apply(rule, data, sequent)
    below = [search.chain(goal, 0) for goal in found[1]] if found is not None else []
    proofs = tuple(p for p in below if p is not None)
    return None if found is None or len(proofs) < len(below) else replace(found[0], of=proofs)


def _counted(reader: Reader, node: Term) -> Term | None:
    """What a sum of equal members comes to."""
    body = node.args[0]
    if node.data[0] in free_names(body):
        return None
    value = reader.scalar(node).term()
    return None if any(n.head == "sum" for n in value.walk()) else value


def settled_sums(search: Search, sequent: Sequent, nodes: Iterable[Term]) -> list[Step]:
    """What the sums in terms come to, each proved and added: those of which members are to be rewritten, and no sum is left."""
    reader = Reader.of(sequent.context)
    steps: list[Step] = []
    for total in dict.fromkeys(s for node in nodes for s in _sums_to_settle(reader, node)):
        steps += _settled(search, steps[-1].after if steps else sequent, total) or ()
    return steps


def _sums_to_settle(reader: Reader, node: Term) -> Iterator[Term]:
    try:
        for part in reader.unfolded_fully(node):
            yield from _closed_sums(reader, part, frozenset())
    except TooLarge:
        return


def _closed_sums(reader: Reader, node: Term, bound: frozenset[str]) -> Iterator[Term]:
    """Sums of numbers that are about nothing bound around them."""
    if node.head == "sum" and bound.isdisjoint(free_names(node)) and reader.is_scalar(node):
        yield node
        return
    own = bound_name(node)
    for k, a in enumerate(node.args):
        yield from _closed_sums(reader, a, bound | {own} if own is not None and k == 0 else bound)


def _settled(search: Search, sequent: Sequent, total: Term) -> list[Step] | None:
    """The sum and what it comes to, as an addition; nothing where it is plainer to leave it."""
    reader = Reader.of(sequent.context)
    try:
        value = reader.scalar(total).term()
        found = stages(reader, total)
    except TooLarge:
        return None
    statement = Relation("=", total, value)
    if found is None or any(n.head == "sum" for n in value.walk()):
        return None
    steps: list[Step] = []
    for fact in dict.fromkeys((*_products(reader, found.opened), *_products_of_members(reader, found.sums))):
        step = _chained(search, fact, steps[-1].after if steps else sequent)
        steps += [] if step is None else [step]
    sums = have_sums(search, steps[-1].after if steps else sequent, found.sums)
    if sums is None:
        return None
    steps += sums
    after = (steps[-1].after if steps else sequent).proves(statement)
    between = [["=", found.opened]] if found.opened != total else []
    proof = _linked(search, "transitivity", {"steps": [*between, ["=", value]]}, after)
    last = None if proof is None else search.have(statement, proof, (steps[-1].after if steps else sequent))
    return None if last is None else [*steps, last]


def _products(reader: Reader, node: Term) -> Iterator[Relation]:
    """What products of two vectors in a term come to."""
    for part in _closed_products(reader, node, frozenset()):
        value = reader.scalar(part).term()
        if value != part:
            yield Relation("=", part, value)


def _products_of_members(reader: Reader, sums: Iterable[tuple[Term, Term]]) -> Iterator[Statement]:
    """What such products come to in all members of sums that leave some out."""
    for total, _ in sums:
        label, size, body, excluded = opened(total, reader.context)
        others = tuple(Relation("!=", name(label), e) for e in excluded)
        for found in _products(reader.inside(label, size, excluded), body):
            if label in free_names(found.left):
                premise = others[0] if len(others) == 1 else And(others)
                yield ForAll(((label, index(size)),), Implies(premise, found))


def _chained(search: Search, statement: Statement, sequent: Sequent) -> Step | None:
    """An equation, perhaps for all values under a premise, proved by a chain and added."""
    goal, nodes = sequent.proves(statement), []
    while not isinstance(goal.goal, Relation):
        rule, data = "assume", {}
        if isinstance(goal.goal, ForAll):
            rule, data = "generalise", {"names": [search.fresh(goal, label) for label, _ in goal.goal.names]}
        found = search.apply(rule, data, goal)
        if found is None:
            return None
        nodes.append(found[0])
        (goal,) = found[1]
    proof = search.chain(goal, 0)
    for node in reversed(nodes):
        proof = None if proof is None else replace(node, of=(proof,))
    return None if proof is None else search.have(statement, proof, sequent)


def _closed_products(reader: Reader, node: Term, bound: frozenset[str]) -> Iterator[Term]:
    """Products of two vectors that are about nothing bound around them."""
    closed = node.head == "mul" and bound.isdisjoint(free_names(node)) and reader.is_scalar(node)
    if closed and not all(map(reader.is_scalar, node.args)):
        yield node
        return
    own = bound_name(node)
    for k, a in enumerate(node.args):
        yield from _closed_products(reader, a, bound | {own} if own is not None and k == 0 else bound)


def equal_in_stages(search: Search, sequent: Sequent) -> Node | None:
    """A proof tree for an equation whose sides have sums with members to be rewritten."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    steps = settled_sums(search, sequent, (goal.left, goal.right))
    if not steps:
        return None
    tree = search.chain(steps[-1].after, 0)
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
