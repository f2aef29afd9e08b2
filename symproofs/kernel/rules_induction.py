"""Rules of whole numbers: induction, and the last term of a sum between bounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symproofs.kernel.certificate import well_typed
from symproofs.kernel.evident import sizes_are_whole
from symproofs.kernel.indexed import need
from symproofs.kernel.meaning import instantiated, same_meaning
from symproofs.kernel.passage import single
from symproofs.kernel.randomness import is_random
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.terms.context import Context
from symproofs.terms.statement import Hypothesis, Relation, Statement, speaks_of_limits, statement_names
from symproofs.terms.term import Term, name, num, substitute

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
)
