"""A chain of claims as one theorem: from t ∘ u, u ∘ v, … to t ∘ v, each link proved where it stands.

Relations compose to the strictest that they give one way; equations before and behind a passage to the limit give a passage.
*Fails when* the links do not lead on, or one of them is not proved: nothing is claimed of the whole then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Sequent
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.search import Search
from symproofs.prove.tree import Node
from symproofs.prove.with_limits import DEFAULT_STEPS, accepted, solve
from symproofs.terms.context import Context
from symproofs.terms.statement import InProbability, Operator, Relation, Tends
from symproofs.terms.term import Term
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.refusals import in_words

Link = Relation | Tends | InProbability
EFFORT = 4


def sides(link: Link) -> tuple[Term, Term]:
    """What stands before and after the sign."""
    return (link.left, link.right) if isinstance(link, Relation) else (link.subject, link.target)


def composed(links: Sequence[Link]) -> Link | None:
    """What the links give together; nothing where they do not lead on from each other, or not one way."""
    ends = [sides(link) for link in links]
    if not ends or any(a[1] != b[0] for a, b in pairwise(ends)):
        return None
    first, last = ends[0][0], ends[-1][1]
    operators: set[Operator] = {link.operator for link in links if isinstance(link, Relation) and link.operator != "="}
    passages = [link for link in links if not isinstance(link, Relation)]
    if passages:
        return type(passages[0])(first, last) if not operators and len(passages) == 1 else None
    if len(links) == 1:
        return links[0]
    operator = _together(operators)
    return None if operator is None else Relation(operator, first, last)


def _together(operators: set[Operator]) -> Operator | None:
    ways: tuple[tuple[Operator, Operator], ...] = (("<", "<="), (">", ">="))
    for strict, weak in ways:
        if operators and operators <= {strict, weak}:
            return strict if strict in operators else weak
    return None if operators else "="


def prove_by_way(context: Context, links: Sequence[Link], budget: Budget | None = None) -> Proof | Failure:
    """The theorem that a chain gives, by way of its links."""
    budget = budget or Budget(DEFAULT_STEPS)
    whole = composed(links)
    if whole is None:
        return Failure("fragment", "the links do not lead from one side to the other")
    try:
        search = Search(context, budget, solve)
        for link in links:
            search.ledger.admit(link, context.types)
        for hypothesis in context.hypotheses:
            search.ledger.admit(hypothesis.statement, context.types)
        tree = _tree(search, Sequent(context, whole), links)
    except OutOfBudget:
        return Failure("budget", "the steps or the time allowed are used up")
    except Rejected as refusal:
        return Failure("fragment", in_words(refusal))
    if tree is None:
        return Failure("fragment", "a link was not proved")
    return accepted(context, whole, tree, budget)


def _tree(search: Search, sequent: Sequent, links: Sequence[Link]) -> Node | None:
    """A proof of what the links give, of them."""
    if len(links) == 1:
        return search.solve(sequent, EFFORT)
    passage = next((k for k, link in enumerate(links) if not isinstance(link, Relation)), None)
    if passage is None:
        steps = [[link.operator, link.right] for link in links if isinstance(link, Relation)]
        return _by(search, "transitivity", {"steps": steps}, sequent, [[link] for link in links])
    before, there, behind = links[:passage], links[passage], links[passage + 1 :]
    if behind:
        return _by(search, "limit_value", {"term": sides(there)[1]}, sequent, [behind, [*before, there]])
    return _by(search, "limit_form", {"term": sides(there)[0]}, sequent, [before, [there]])


def _by(search: Search, rule: str, data: dict[str, object], sequent: Sequent, parts: Sequence[Sequence[Link]]) -> Node | None:
    """A rule, what it leaves proved by way of parts of the chain."""
    found = search.apply(rule, data, sequent)
    if found is None or len(found[1]) != len(parts):
        return None
    below = [_tree(search, goal, part) for goal, part in zip(found[1], parts, strict=True)]
    proved = tuple(node for node in below if node is not None)
    return replace(found[0], of=proved) if len(proved) == len(below) else None
