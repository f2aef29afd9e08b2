"""Rules of whole numbers: induction, the last term of a sum between bounds, and sums of differences."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symproofs.kernel.certificate import check_typed, well_typed
from symproofs.kernel.evident import sizes_are_whole
from symproofs.kernel.indexed import need
from symproofs.kernel.meaning import instantiated, same_meaning
from symproofs.kernel.passage import single
from symproofs.kernel.randomness import is_random
from symproofs.kernel.rules_logic import relation
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.terms.context import Context
from symproofs.terms.statement import Hypothesis, Relation, Statement, speaks_of_limits, statement_names
from symproofs.terms.term import Term, name, num, substitute
from symproofs.terms.typing import bound_type

NOTHING = Relation("=", num(0), num(0))


def induction(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """A statement about a whole number n from `start` on. What is known of n is left aside; hypotheses keep their numbers."""
    label, start = data["name"], data["start"]
    kind = sequent.context.types.get(label)
    need(kind is not None and kind.is_scalar and kind.index is None and label not in ledger.sizes, "{} is no number", label)
    assert kind is not None
    need(kind.sort in ("natural", "integer"), "{} is not declared to be a whole number", label)
    need(not sequent.context.has(label, "random"), "{} is random: what holds of every constant may not hold of it", label)
    first = start.data[0] if start.head == "num" else None
    need(isinstance(first, Fraction) and first.denominator == 1, "induction starts at a whole number written out")
    assert isinstance(first, Fraction)
    need(first >= 0 or kind.sort == "integer", "a natural number is not below 0")
    need(not speaks_of_limits(sequent.goal), "induction is no way to a limit")
    kept = tuple(h if label not in statement_names(h.statement) else Hypothesis(NOTHING) for h in sequent.context.hypotheses)
    apart = Sequent(_with(sequent, kept), sequent.goal, sequent.chosen, sequent.derived)
    fresh = single(data["names"])
    declared = ledger.introduce(apart, ((fresh, kind),))
    here = name(fresh)
    following = Term("add", (here, num(1)))
    for scope, value in (sequent, start), (declared, following):
        changed = same_meaning(sequent.goal, {label: value}, scope.context.types, scope.context.types)
        need(not changed, "where the statement is defined hangs on the sort of the number")
    known = declared.joined(Relation(">=", here, start), _at(sequent.goal, label, here))
    return [
        sequent.proves(Relation(">", name(label), num(first - 1))),
        apart.proves(_at(sequent.goal, label, start)),
        known.proves(_at(sequent.goal, label, following)),
    ]


def _with(sequent: Sequent, hypotheses: tuple[Hypothesis, ...]) -> Context:
    return replace(sequent.context, hypotheses=hypotheses)


def _at(statement: Statement, label: str, value: Term) -> Statement:
    return instantiated(statement, {label: value})


def last_term(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Σ_{k=a}^b f(k) = Σ_{k=a}^c f(k) + f(b) for b = c + 1 ≥ a."""
    total, before = data["term"], data["before"]
    need(total.head == "sum_between", "this is no sum between bounds")
    body, low, high = total.args
    shorter = total.with_args((body, low, before))
    need(well_typed(before, sequent.context.types).sort in ("natural", "integer"), "the bounds of a sum are whole numbers")
    need(not is_random(high, sequent.context), "the upper bound is random, and the name that a sum binds is constant")
    need(sizes_are_whole(high), "the upper bound need not be whole")
    last = substitute(body, {str(total.data[0]): high})
    split = Relation("=", total, Term("add", (shorter, last)))
    well_typed(split.right, sequent.context.types)
    return [
        sequent.proves(Relation("=", high, Term("add", (before, num(1))))),
        sequent.proves(Relation("<=", low, high)),
        sequent.with_consequences(split),
    ]


def telescoping(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Σ_{k=a}^b (F(k + 1) - F(k)) = F(b + 1) - F(a) for a ≤ b + 1; F is the summand of the sum that is given."""
    goal = relation(sequent.goal, "=")
    total, partial = goal.left, data["term"]
    need(total.head == "sum_between", "this is no sum between bounds")
    need(partial.head == "sum_between", "what telescopes is given as the summand of a sum between bounds")
    _, low, high = total.args
    label = single(data["names"])
    declared = ledger.introduce(sequent, ((label, bound_type(total, sequent.context.types)),))
    here = name(label)
    member = declared.joined(Relation("<=", low, here), Relation("<=", here, high))
    beyond = Term("add", (high, num(1)))

    def difference(first: Term, second: Term) -> Term:
        values = [substitute(partial.args[0], {str(partial.data[0]): place}) for place in (first, second)]
        return Term("add", (values[0], Term("neg", (values[1],))))

    summand = substitute(total.args[0], {str(total.data[0]): here})
    inside = Relation("=", summand, difference(Term("add", (here, num(1))), here))
    whole = Relation("=", goal.right, difference(beyond, low))
    check_typed(inside, member.context.types)
    check_typed(whole, sequent.context.types)
    return [sequent.proves(Relation("<=", low, beyond)), member.proves(inside), sequent.proves(whole)]


INDUCTION_RULES: tuple[Rule, ...] = (
    Rule(
        "induction",
        "Γ ⊢ n > a - 1;  Γ' ⊢ S(a);  Γ', m ≥ a, S(m) ⊢ S(m + 1)  /  Γ ⊢ S(n)",
        "n is declared a whole number, not random, a is one written out; Γ' is what Γ says without n; m is new",
        {"name": "text", "start": "term", "names": "names"},
        induction,
    ),
    Rule(
        "last_term",
        "Γ ⊢ b = c + 1;  Γ ⊢ a ≤ b;  Γ, Σ_{k=a}^b f(k) = Σ_{k=a}^c f(k) + f(b) ⊢ G  /  Γ ⊢ G",
        "b is not random, and no size in it may be a fraction",
        {"term": "term", "before": "term"},
        last_term,
    ),
    Rule(
        "telescoping",
        "Γ ⊢ a ≤ b + 1;  Γ, a ≤ k ≤ b ⊢ f(k) = F(k + 1) - F(k);  Γ ⊢ R = F(b + 1) - F(a)  /  Γ ⊢ Σ_{k=a}^b f(k) = R",
        "k is new; F is the summand of the term, a sum between bounds",
        {"term": "term", "names": "names"},
        telescoping,
    ),
)
