"""Expectations of what is ordered; convergence in probability: from a passage of values, and Chebyshev's inequality.

`t → a` in probability: for every ε > 0 the probability that an entry of t is further than ε from that of a tends to 0 along the
net. What is continuous at a constant limit leads on from there; those rules are the ones of `rules_limit.py`, which hold in
both senses. Nothing leads back: from convergence in probability follows nothing about expectations.
"""

from __future__ import annotations

from symproofs.kernel.certificate import well_typed
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import need
from symproofs.kernel.laws_expect import random_degree, surely_integrable
from symproofs.kernel.passage import ZERO, in_probability, kind_of, need_real, to
from symproofs.kernel.randomness import is_random
from symproofs.kernel.rules_logic import relation
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.kernel.state import State
from symproofs.terms.size import ONE
from symproofs.terms.statement import ORDERS, Property, Relation, Statement
from symproofs.terms.term import Term


def probability_of_limit(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """What is not random and tends to a does so in probability."""
    goal = in_probability(sequent, ledger)
    need(not is_random(goal.subject, sequent.context), "what is random tends in several senses")
    return [to(sequent, goal.subject, goal.target)]


def chebyshev(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """P(|t - a| > ε) ≤ E|t - a|² / ε², and E|t - a|² = Var t + |E t - a|².

    t is a real number, or a column of them whose size stands still: then the variance is the trace of the covariance matrix. That
    second moments exist is seen where the entries of t are linear in random names; else it has to be shown.
    """
    goal = in_probability(sequent, ledger)
    t, a = goal.subject, goal.target
    kind = kind_of(t, sequent)
    need(kind.cols == ONE, "a number or a column is needed")
    need_real(sequent, ledger, t, a)
    needed = [] if _is_square_integrable(t, sequent, ledger) else [Property("integrable", _square(t, kind.is_scalar))]
    goals: list[Statement] = ledger.open(sequent.context, needed)
    need(data["way"] in ("moments", "mean_square"), "Chebyshev's inequality is used by mean and variance, or by the mean square")
    before = [sequent.proves(s) for s in goals]
    if data["way"] == "mean_square":
        distance = Term("add", (t, Term("neg", (a,))))
        return [*before, to(sequent, Term("expect", (_square(distance, kind.is_scalar),)), ZERO)]
    spread = Term("var", (t,)) if kind.is_scalar else Term("trace", (Term("cov", (t,)),))
    return [*before, to(sequent, Term("expect", (t,)), a), to(sequent, spread, ZERO)]


def expectation_monotone(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """E[s] ≤ E[t] where s ≤ t at almost every outcome, strictly if that is strict; E[s] = E[t] where s = t.

    Of an order both expectations have to exist, which is seen where the entries are polynomials of degree 2 in random names.
    """
    goal = relation(sequent.goal, "=", *ORDERS)
    need(goal.left.head == "expect" == goal.right.head, "two expectations are needed")
    s, t = goal.left.args[0], goal.right.args[0]
    inside = sequent.proves(Relation(goal.operator, s, t))
    if goal.operator == "=":
        return [inside]
    for side in (s, t):
        need(well_typed(side, sequent.context.types).is_scalar, "an order is one between numbers")
    needed = [Property("integrable", side) for side in (s, t) if not _is_integrable(side, sequent, ledger)]
    return [*map(sequent.proves, ledger.open(sequent.context, needed)), inside]


def _is_integrable(t: Term, sequent: Sequent, ledger: Ledger) -> bool:
    """Whether the expectation exists by what it is to be declared random."""
    return ledger.seen(sequent.context, lambda state: all(surely_integrable(m, state) for m in entries_of(t, state)))


def _square(t: Term, is_number: bool) -> Term:
    return Term("mul", (t if is_number else Term("transpose", (t,)), t))


def _is_square_integrable(t: Term, sequent: Sequent, ledger: Ledger) -> bool:
    """Whether every entry is surely a sum of constants and of constants times one random entry."""

    def degrees(state: State) -> bool:
        found = [random_degree(m, state) for m in entries_of(t, state)]
        return all(d is not None and d <= 1 for d in found)

    return ledger.seen(sequent.context, degrees)


PROBABILITY_RULES: tuple[Rule, ...] = (
    Rule(
        "expectation_monotone",
        "Γ ⊢ s ≤ t  /  Γ ⊢ E[s] ≤ E[t]",
        "numbers whose expectations exist; likewise with <, and with = of whatever",
        {},
        expectation_monotone,
    ),
    Rule("probability_of_limit", "Γ ⊢ t → a  /  Γ ⊢ t → a in probability", "t is not random", {}, probability_of_limit),
    Rule(
        "chebyshev",
        "Γ ⊢ E[t] → a;  Γ ⊢ Var(t) → 0  /  Γ ⊢ t → a in probability",
        "t and a are real, t has second moments, a number or a column: then tr Cov(t) → 0; or E|t - a|² → 0 instead",
        {"way": "text"},
        chebyshev,
    ),
)
"""The rules of expectations, and those that lead to convergence in probability."""
