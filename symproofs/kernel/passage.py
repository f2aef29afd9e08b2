"""Goals that are passages to the limit, and what rules of limits ask for: that something stands still, is real, is a number.

Most rules about `t → a` hold of convergence in probability too (`Sense`): what is continuous at a constant limit leads from
parts to the whole in both senses. Which names vary: `motion.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from symproofs.kernel.certificate import INFINITIES, well_typed
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.randomness import is_random
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.kernel.signs import real
from symproofs.terms.context import Context
from symproofs.terms.statement import InProbability, Operator, Relation, Tends
from symproofs.terms.term import Term, free_names, num
from symproofs.terms.types import Type

UP, DOWN = INFINITIES
ZERO, ONE = num(0), num(1)
SIGNED: Mapping[str, Term] = {"oo": UP, "-oo": DOWN}
"""How data write the infinities."""


# ------------------------------------------------------------------ goals and side conditions

Passage = Tends | InProbability


def passage(sequent: Sequent, ledger: Ledger) -> Tends:
    """The goal as a passage of values to the limit, its two sides of one shape, the limit standing still."""
    goal = sequent.goal
    if not isinstance(goal, Tends):
        raise Rejected("the goal is no passage to the limit")
    need(not is_random(goal.subject, sequent.context), "what is random tends in several senses, none of which is meant here")
    _check(goal, sequent, ledger)
    return goal


def either(sequent: Sequent, ledger: Ledger) -> Passage:
    """The goal as a passage to the limit, of values or in probability."""
    return in_probability(sequent, ledger) if isinstance(sequent.goal, InProbability) else passage(sequent, ledger)


def in_probability(sequent: Sequent, ledger: Ledger) -> InProbability:
    """The goal as convergence in probability to a constant that stands still."""
    goal = sequent.goal
    if not isinstance(goal, InProbability):
        raise Rejected("the goal does not say that something converges in probability")
    _check(goal, sequent, ledger)
    return goal


def _check(goal: Passage, sequent: Sequent, ledger: Ledger) -> None:
    ledger.spend(1)
    types = sequent.context.types
    kind = well_typed(goal.subject, types)
    need(kind.parameters is None and not kind.over, "the subject is no value")
    sizes = kind.rows.names | kind.cols.names
    if sizes:
        ledger.stand_still(sizes, sequent)
    if goal.target in INFINITIES:
        need(kind.is_scalar, "only numbers tend to infinity")
        return
    limit = well_typed(goal.target, types)
    need(limit.parameters is None and not limit.over and limit.shape == kind.shape, "the limit has another shape")
    need(not is_random(goal.target, sequent.context), "the limit is random")
    stand_still(goal.target, sequent, ledger)


def finite(sequent: Sequent, ledger: Ledger) -> Passage:
    """A passage to a limit that is finite, of values or in probability."""
    goal = either(sequent, ledger)
    need(goal.target not in INFINITIES, "the limit is infinite")
    return goal


def infinite(sequent: Sequent, ledger: Ledger) -> Tends:
    goal = passage(sequent, ledger)
    need(goal.target in INFINITIES, "the limit is finite")
    return goal


def stand_still(term: Term, sequent: Sequent, ledger: Ledger, beside: Iterable[str] = ()) -> None:
    """Nothing in the term varies, indices `beside` left out."""
    ledger.stand_still(free_names(term) - frozenset(beside), sequent)


def is_real(term: Term, context: Context, ledger: Ledger) -> bool:
    """Whether every entry is surely a real number."""
    return ledger.seen(context, lambda state: real(entries_of(term, state), state))


def need_real(sequent: Sequent, ledger: Ledger, *terms: Term) -> None:
    for term in terms:
        need(is_real(term, sequent.context, ledger), "this is not seen to be real")


def kind_of(term: Term, sequent: Sequent) -> Type:
    return well_typed(term, sequent.context.types)


def to(sequent: Sequent, subject: Term, target: Term) -> Sequent:
    return sequent.proves(Tends(subject, target))


def likewise(sequent: Sequent, subject: Term, target: Term) -> Sequent:
    """A passage in the sense of the goal."""
    sense = InProbability if isinstance(sequent.goal, InProbability) else Tends
    return sequent.proves(sense(subject, target))


def compare(sequent: Sequent, left: Term, operator: Operator, right: Term) -> Sequent:
    return sequent.proves(Relation(operator, left, right))


def single(names: Sequence[str]) -> str:
    need(len(names) == 1, "one name is needed")
    return names[0]


def number_in(term: Term) -> Fraction | None:
    """The rational number that a term is, if it is written out."""
    match term:
        case Term(head="num", data=(Fraction() as value,)):
            return value
        case Term(head="neg", args=(inner,)):
            below = number_in(inner)
            return None if below is None else -below
        case Term(head="div", args=(top, bottom)):
            first, second = number_in(top), number_in(bottom)
            return first / second if first is not None and second else None
    return None
