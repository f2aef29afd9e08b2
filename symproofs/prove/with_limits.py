"""The prover of statements with limits and ≈ among its atoms."""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.motion import varying
from symproofs.kernel.sequent import Sequent
from symproofs.messages import Message
from symproofs.prove import logic
from symproofs.prove.chain import rank
from symproofs.prove.in_probability import converges
from symproofs.prove.limits import Ways, near, tends
from symproofs.prove.member_sums import sum_at_least_nothing
from symproofs.prove.open_conditions import NotDefined, open_conditions
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.rational import NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.telling import told
from symproofs.prove.tree import Node, theorem_of
from symproofs.terms.context import Context
from symproofs.terms.domain import domain
from symproofs.terms.statement import And, ForAll, Implies, InProbability, Relation, Statement, Tends, statement_names
from symproofs.terms.term import Term
from symproofs.terms.typing import Mistyped
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.exponentials import TooLarge
from symproofs.theories.refusals import in_words

DEFAULT_STEPS = 40_000
EFFORT = 2


def prove_with_limits(context: Context, statement: Statement, budget: Budget, ways: Ways = "all") -> Proof | Failure:
    """As the prover of statements, with limits and ≈ among its atoms. `ways` says how A ≈ B itself may be shown."""
    try:
        search = Search(context, budget, solve)
        for s in (statement, *(h.statement for h in context.hypotheses)):
            search.ledger.admit(s, context.types)
        start = Sequent(context, statement)
        tree = search.solve(start, EFFORT) if ways == "all" else near(search, start, EFFORT, ways)
        tree = where_defined(search, start) if tree is None and isinstance(statement, Tends) else tree
        return Failure("fragment", "no limit was found") if tree is None else accepted(context, statement, tree, budget)
    except OutOfBudget:
        return Failure("budget", "the steps or the time allowed are used up")
    except Rejected as refusal:
        return Failure("fragment", in_words(refusal))
    except (Mistyped, RecursionError, TooLarge, NoForm, ValueError, ArithmeticError) as fault:
        return Failure("fragment", "the search made something that cannot be", (), f"{type(fault).__name__}: {fault}")


def where_defined(search: Search, sequent: Sequent) -> Node | None:
    """A limit under the conditions for what tends, and what it tends to, that nothing says: (e^x - 1)/x → 1 where x ≠ 0."""
    goal = sequent.goal
    assert isinstance(goal, Tends)
    types, steps, after = sequent.context.types, list[Step](), sequent
    moving = varying(sequent)
    asked = (*domain(goal.subject, types), *domain(goal.target, types))
    for condition in dict.fromkeys(part for c in asked for part in factors_nonzero(c)):
        if not isinstance(condition, Relation) or search.evident(after, condition) or ties(condition, moving):
            continue
        found = search.apply("condition", {}, after.proves(condition))
        step = None if found is None else search.have(condition, found[0], after)
        if step is None:
            return None
        steps.append(step)
        after = step.after
    inner = tends(search, after, EFFORT) if steps else None
    return None if inner is None else around(steps, inner)


def factors_nonzero(condition: Statement) -> Iterator[Statement]:
    """u^n v ≠ 0 as u ≠ 0 and v ≠ 0."""
    match condition:
        case Relation("!=", Term(head="mul", args=factors), Term(head="num") as zero):
            for factor in factors:
                yield from factors_nonzero(Relation("!=", factor, zero))
        case Relation("!=", Term(head="pow", args=(u, Term(head="num"))), Term(head="num") as zero):
            yield from factors_nonzero(Relation("!=", u, zero))
        case _:
            yield condition


def ties(condition: Statement, moving: frozenset[str]) -> bool:
    """Whether a condition would make more vary: it speaks of what varies and of what does not; or it speaks of no name."""
    names = statement_names(condition)
    return not names or not (names <= moving or names.isdisjoint(moving))


def solve(search: Search, sequent: Sequent, effort: int) -> Node | None:
    match sequent.goal:
        case Tends():
            return tends(search, sequent, effort)
        case InProbability():
            return converges(search, sequent, effort)
        case Relation("~", _, _):
            return near(search, sequent, effort)
        case Relation(">=", Term(head="sum"), _):
            return sum_at_least_nothing(search, sequent) or logic.solve(search, sequent, effort)
    return logic.solve(search, sequent, effort)


def accepted(context: Context, statement: Statement, tree: Node, budget: Budget) -> Proof | Failure:
    """The kernel's theorem for a tree, with what is to be said of it."""
    try:
        theorem, document = theorem_of(context, statement, tree)
        moved = theorem.standing & varying(Sequent(context, statement))
    except Rejected as refusal:
        return Failure("fragment", "the kernel rejects the proof tree", (), str(refusal))
    if moved:
        return Failure(
            "fragment", "the proof is one for fixed values", (), Message("{} were taken for fixed and vary here", sorted(moved))
        )
    try:
        conditions = open_conditions(context, _claimed(statement, tree), theorem.conditions, lambda c, s: _follows(c, s, budget))
    except NotDefined:
        return Failure("fragment", "it is not defined for all values that it speaks of")
    reasons: dict[Reason, None] = {}
    for node in tree.nodes():
        reasons.update(dict.fromkeys(node.reasons))
    return Proof(
        statement,
        theorem,
        document,
        "orders of growth",
        tuple(sorted(reasons, key=rank)) or (Reason("as_written"),),
        conditions,
        told(statement, tree, context) or max((n.lines for n in tree.nodes()), key=len),
    )


def _claimed(statement: Statement, tree: Node) -> Statement:
    """What has to be defined: where ≈ is shown by equality, the equation."""
    equal = any(n.rule == "approximation" and n.data.get("way") == "equal" for n in tree.nodes())
    return _equations(statement) if equal else statement


def _equations(statement: Statement) -> Statement:
    match statement:
        case Relation("~", left, right):
            return Relation("=", left, right)
        case ForAll(names, body):
            return ForAll(names, _equations(body))
        case Implies(premise, conclusion):
            return Implies(premise, _equations(conclusion))
        case And(parts):
            return And(tuple(map(_equations, parts)))
    return statement


def _follows(context: Context, condition: Statement, budget: Budget) -> bool:
    """Whether a condition is proved in the context, with little effort."""
    try:
        return Search(context, budget, solve).solve(Sequent(context, condition), 0) is not None
    except (OutOfBudget, Rejected, Mistyped, RecursionError):
        return False
