"""The prover of statements with limits and ≈ among its atoms."""

from __future__ import annotations

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.passage import varying
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.prove import logic
from symproofs.prove.chain import rank
from symproofs.prove.limits import near, tends
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search
from symproofs.prove.tree import MOST_STEPS, Node, emit, theorem_of
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement, Tends
from symproofs.terms.typing import Mistyped
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.exponentials import TooLarge

DEFAULT_STEPS = 40_000
EFFORT = 2


def prove_with_limits(context: Context, statement: Statement, budget: Budget) -> Proof | Failure:
    """As the prover of statements, with limits and ≈ among its atoms."""
    try:
        search = Search(context, budget, solve)
        for s in (statement, *(h.statement for h in context.hypotheses)):
            search.ledger.admit(s, context.types)
        tree = search.solve(Sequent(context, statement), EFFORT)
        return Failure("fragment", "no limit was found") if tree is None else accepted(context, statement, tree)
    except OutOfBudget:
        return Failure("budget", "the steps or the time allowed are used up")
    except Rejected as refusal:
        return Failure("fragment", str(refusal))
    except (Mistyped, RecursionError, TooLarge) as fault:
        return Failure("fragment", f"the search made something that cannot be: {fault}")


def solve(search: Search, sequent: Sequent, effort: int) -> Node | None:
    match sequent.goal:
        case Tends():
            return tends(search, sequent, effort)
        case Relation("~", _, _):
            return near(search, sequent, effort)
    return logic.solve(search, sequent, effort)


def accepted(context: Context, statement: Statement, tree: Node) -> Proof | Failure:
    try:
        emit(tree, Sequent(context, statement), Ledger(context, MOST_STEPS))
        theorem, document = theorem_of(context, statement, tree)
        moved = theorem.standing & varying(Sequent(context, statement))
    except Rejected as refusal:
        return Failure("fragment", "the kernel rejects the proof tree", (), str(refusal))
    if moved:
        return Failure("fragment", "the proof is one for fixed values", (), f"{sorted(moved)} were taken for fixed and vary here")
    reasons: dict[Reason, None] = {}
    for node in tree.nodes():
        reasons.update(dict.fromkeys(node.reasons))
    written = {part for s in terms_of(statement) for part in (s, *s.args)}
    told = [n.lines for n in tree.nodes() if n.lines and n.lines[0].term in written]
    return Proof(
        statement,
        theorem,
        document,
        "orders of growth",
        tuple(sorted(reasons, key=rank)) or (Reason("as_written"),),
        theorem.conditions,
        told[0] if told else (),
    )
