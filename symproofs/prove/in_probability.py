"""Convergence in probability: by what is given, as a passage of values, by Chebyshev's inequality, or from parts to the whole.

*Decides* `t → a` in probability where t is linear in random names whose means and covariances are given, a mean of uncorrelated
members among them, and where t is a continuous function of such and of what tends to a limit as values do. *Does not decide* what
needs more than second moments. A proof tree or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from symproofs.kernel.motion import varying
from symproofs.kernel.randomness import is_random
from symproofs.kernel.sequent import Sequent
from symproofs.prove.limits import Builder, of_moments, tends
from symproofs.prove.moments import DEEPEST, defined_in_full
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search
from symproofs.prove.tree import Given, Node
from symproofs.terms.context import Declaration
from symproofs.terms.statement import InProbability, Relation, Statement, Tends
from symproofs.terms.term import Term, free_names, substitute
from symproofs.terms.types import index
from symproofs.theories.given_terms import match, opened, taken_apart
from symproofs.theories.reading_exponentials import Reader

PARTED = frozenset(
    {
        "add", "neg", "mul", "div", "pow", "sqrt", "fun", "transpose", "trace", "diag", "hadamard", "inner", "norm", "inverse",
        "entry", "softmax", "rowsoftmax", "rows", "matrix",
    }
)  # fmt: skip
"""Heads of what may be continuous in its arguments; where it is, is for the kernel to say."""


WAYS = {"moments": "chebyshev", "mean_square": "chebyshev_mean_square"}
"""How Chebyshev's inequality is used, and what that is called among the reasons."""


def converges(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """A proof tree for `t → a` in probability."""
    goal = sequent.goal
    assert isinstance(goal, InProbability)
    if not varying(sequent).isdisjoint(free_names(goal.target)) or is_random(goal.target, sequent.context):
        return None
    return Sought(search, effort).proved(sequent, goal, 0)


@dataclass(eq=False, repr=False)
class Sought:
    """Proofs of convergence in probability under one search."""

    search: Search
    effort: int

    def proved(self, sequent: Sequent, goal: InProbability, depth: int) -> Node | None:
        """The goal itself, else the limit that the subject has, if it is equal to the one of the goal."""
        asked = sequent.proves(goal)
        found = self._at_once(asked, goal)
        if found is not None or depth > DEEPEST or not is_random(goal.subject, sequent.context):
            return found
        return self._by_definition(asked, goal, depth) or self._by_parts(asked, goal, depth)

    def _at_once(self, sequent: Sequent, goal: InProbability) -> Node | None:
        self.search.budget.spend(1)
        if not is_random(goal.subject, sequent.context):
            found = self.search.apply("probability_of_limit", {}, sequent)
            return None if found is None else self._closed(*found)
        return self._given(sequent, goal) or self._chebyshev(sequent)

    def _given(self, sequent: Sequent, goal: InProbability) -> Node | None:
        """A hypothesis, at values of what is quantified there."""
        for hypothesis in sequent.context.hypotheses:
            parameters, _, body = taken_apart(hypothesis.statement)
            if not isinstance(body, InProbability):
                continue
            values = match(body.subject, goal.subject, parameters, {})
            if values is None or values.keys() != parameters.keys():
                continue
            limit = substitute(body.target, values)
            inner = sequent.proves(InProbability(goal.subject, limit))
            node = self.search.by(
                "limit_given", {"n": Given(hypothesis.statement), "terms": values}, inner, 0, _named(hypothesis.label)
            )
            if node is not None:
                return node if limit == goal.target else self._by_value(sequent, limit, node)
        return None

    def _by_value(self, sequent: Sequent, limit: Term, proof: Node) -> Node | None:
        found = self.search.apply("limit_value", {"term": limit}, sequent)
        if found is None:
            return None
        node, (equation, _) = found
        value = self.search.solve(equation, 0)
        return None if value is None else replace(node, of=(value, proof))

    def _chebyshev(self, sequent: Sequent) -> Node | None:
        """Mean and variance; the mean square only where something is given of one."""
        squares = any(_expectation(h.statement) is not None for h in sequent.context.hypotheses)
        for way, reason in WAYS.items() if squares else [("moments", WAYS["moments"])]:
            found = self.search.apply("chebyshev", {"way": way}, sequent, (Reason(reason),))
            node = None if found is None else self._closed(*found)
            if node is not None:
                return node
        return None

    def _closed(self, node: Node, left: list[Sequent]) -> Node | None:
        """The node with proofs of what it leaves: passages of values, or that something is integrable."""
        below = []
        for goal in left:
            proof = self.search.plain(goal)
            if proof is None and isinstance(goal.goal, Tends):
                proof = tends(self.search, goal, self.effort) or self._as_given(goal, goal.goal)
            if proof is None:
                return None
            below.append(proof)
        return replace(node, of=tuple(below))

    def _as_given(self, sequent: Sequent, goal: Tends) -> Node | None:
        """An expectation in the form in which something is given of it."""
        for hypothesis in sequent.context.hypotheses:
            other = _expectation(hypothesis.statement)
            if other is None or other == goal.subject or goal.subject.head != "expect":
                continue
            found = self.search.apply("limit_form", {"term": other}, sequent)
            same = None if found is None else self.search.solve(found[1][0], 0)
            below = None if found is None or same is None else tends(self.search, found[1][1], self.effort)
            if found is not None and same is not None and below is not None:
                return replace(found[0], of=(same, below))
        return None

    # ------------------------------------------------------------------ another form, parts

    def _by_definition(self, sequent: Sequent, goal: InProbability, depth: int) -> Node | None:
        """The subject with its random names unfolded."""
        context = sequent.context
        other = defined_in_full(goal.subject, context, Reader.of(context).unfolded)
        found = None if other == goal.subject else self.search.apply("limit_form", {"term": other}, sequent)
        if found is None:
            return None
        node, (equation, _) = found
        same = self.search.solve(equation, 0)
        below = None if same is None else self.proved(sequent, InProbability(other, goal.target), depth + 1)
        return None if same is None or below is None else replace(node, of=(same, below))

    def _by_parts(self, sequent: Sequent, goal: InProbability, depth: int) -> Node | None:
        """Continuous at the limits of the arguments: at those of a goal that is made likewise, else at those that are found."""
        first, second = goal.subject, goal.target
        if (first.head, first.data, len(first.args)) == (second.head, second.data, len(second.args)):
            found = self._continuous(sequent, goal, depth)
            if found is not None:
                return found
        limit = self.limit(sequent, goal.subject, depth)
        if limit is None or limit == goal.target:
            return None if limit is None else self._continuous(sequent, goal, depth)
        below = self._continuous(sequent, InProbability(goal.subject, limit), depth)
        return None if below is None else self._by_value(sequent, limit, below)

    def _continuous(self, sequent: Sequent, goal: InProbability, depth: int) -> Node | None:
        rule, data = "limit_continuous", {}
        if goal.subject.head == "sum":
            rule, data = "limit_indexed", {"names": [self.search.fresh(sequent, str(goal.subject.data[0]))]}
        found = self.search.apply(rule, data, sequent.proves(goal), (Reason("continuous_mapping"),))
        if found is None:
            return None
        below = []
        for part in found[1]:
            if isinstance(part.goal, InProbability):
                proof = self.proved(part, part.goal, depth + 1)
            else:
                proof = self.search.solve(part, 0)
            if proof is None:
                return None
            below.append(proof)
        return replace(found[0], of=tuple(below))

    def limit(self, sequent: Sequent, node: Term, depth: int) -> Term | None:
        """What a term may tend to in probability: a guess."""
        context = sequent.context
        moving = varying(sequent)
        if not is_random(node, context):
            if moving.isdisjoint(free_names(node)):
                return node
            growth = Builder(self.search).growth(sequent)
            plan = None if growth is None else growth.limit(node)
            return None if plan is None or plan.infinite else plan.target
        for hypothesis in context.hypotheses:
            parameters, _, body = taken_apart(hypothesis.statement)
            values = match(body.subject, node, parameters, {}) if isinstance(body, InProbability) else None
            if values is not None and isinstance(body, InProbability) and values.keys() == parameters.keys():
                return substitute(body.target, values)
        mean = self._mean(sequent, node)
        if mean is not None:
            return mean
        if node.head == "sum" and depth <= DEEPEST:
            return self._limit_of_sum(sequent, node, depth)
        if node.head not in PARTED or depth > DEEPEST:
            return None
        parts = [a if node.head == "entry" and k else self.limit(sequent, a, depth + 1) for k, a in enumerate(node.args)]
        return None if any(p is None for p in parts) else node.with_args(tuple(p for p in parts if p is not None))

    def _limit_of_sum(self, sequent: Sequent, node: Term, depth: int) -> Term | None:
        """The sum of the limits of the members."""
        label, size, body, excluded = opened(node, sequent.context)
        inner = replace(sequent, context=sequent.context.declare(Declaration(label, index(size))))
        limit = self.limit(inner, body, depth + 1)
        return None if limit is None else Term("sum", (limit, *excluded), (label, size))

    def _mean(self, sequent: Sequent, node: Term) -> Term | None:
        """The limit of the expectation, where it is found and Chebyshev's inequality may be of use."""
        growth = Builder(self.search).growth(sequent)
        if growth is None:
            return None
        plan = of_moments(growth, Term("expect", (node,)))
        if plan is None or plan.infinite:
            return None
        goal = sequent.proves(InProbability(node, plan.target))
        return plan.target if self._chebyshev(goal) is not None else None


def _named(label: str) -> tuple[Reason, ...]:
    return (Reason("given", label),) if label else ()


def _expectation(statement: Statement) -> Term | None:
    """The expectation of which it says where it tends or what it is, if it is one of no single name."""
    match statement:
        case Tends(side, _) | Relation("=", side, _):
            return side if side.head == "expect" and side.args[0].head not in ("name", "member") else None
    return None
