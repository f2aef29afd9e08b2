"""Rules of limits from power series: a function of what tends to 0 less the beginning of its series, and geometric sums.

`taylor` reads nothing off its goal: subject and limit are made from the function, the term and the order, and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import factorial

from symproofs.kernel.evident import sizes_are_whole
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.passage import UP, ZERO, compare, kind_of, number_in, passage, stand_still, to
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.terms.statement import Tends
from symproofs.terms.term import Term, free_names, fun, name, num

ONE = num(1)
LARGEST_ORDER = 24


def _every_other(first: int, sign: int) -> Callable[[int], Fraction]:
    """Σ sign^j x^k / k! over k = first + 2 j."""
    return lambda k: Fraction(sign ** ((k - first) // 2), factorial(k)) if k % 2 == first else Fraction(0)


def _of_arctan(k: int) -> Fraction:
    return Fraction((-1) ** (k // 2), k) if k % 2 else Fraction(0)


def _of_root(k: int) -> Fraction:
    """(1/2)(1/2 - 1)…(1/2 - k + 1) / k!"""
    value = Fraction(1)
    for j in range(k):
        value *= (Fraction(1, 2) - j) / (j + 1)
    return value


SERIES: Mapping[str, Callable[[int], Fraction]] = {
    "exp": lambda k: Fraction(1, factorial(k)),
    "sin": _every_other(1, -1),
    "cos": _every_other(0, -1),
    "sinh": _every_other(1, 1),
    "cosh": _every_other(0, 1),
    "arctan": _of_arctan,
    "log": lambda k: Fraction((-1) ** (k + 1), k) if k else Fraction(0),
    "sqrt": _of_root,
}
"""The coefficient of x^k in the Taylor series at 0, of log and sqrt in that of log(1 + x) and √(1 + x)."""


def value_near(which: str, u: Term) -> Term:
    """f(u), for log and sqrt of 1 + u."""
    if which == "sqrt":
        return Term("sqrt", (Term("add", (ONE, u)),))
    return fun(which, Term("add", (ONE, u)) if which == "log" else u)


def remainder(which: str, u: Term, order: int, below: Term) -> Term:
    """(f(u) - c_0 - c_1 u - … ) / w, with the powers below n whose coefficient is not 0."""
    rows = [(k, SERIES[which](k)) for k in range(order)]
    taken = tuple(Term("mul", (num(-c), Term("pow", (u, num(k))))) for k, c in rows if c)
    return Term("div", (Term("add", (value_near(which, u), *taken)) if taken else value_near(which, u), below))


def taylor(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """f(u) - c_0 - … = u^n (c_n + r) with r → 0; in total values also where u or w is 0."""
    goal = passage(sequent, ledger)
    which, u, order, below, value = data["way"], data["term"], data["order"], data["below"], data["value"]
    need(which in SERIES and order <= LARGEST_ORDER, "the series of {} is not known so far", which)
    need(all(kind_of(t, sequent).is_scalar for t in (u, below, value)), "the series is one of a number")
    limit = Term("mul", (num(SERIES[which](order)), value))
    need(goal == Tends(remainder(which, u, order, below), limit), "this is not what is left of the series")
    power = Term("div", (Term("pow", (u, num(order))), below))
    return [to(sequent, u, ZERO), to(sequent, power, value)]


def geometric_outgrows_power(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """For t → ∞, q^t and t^m q^t tend to 0 if |q| < 1: |q^t| = |q|^t."""
    goal = passage(sequent, ledger)
    match goal.subject:
        case Term(head="mul", args=(Term(head="pow", args=(base, m)), Term(head="pow", args=(q, t)))) if base == t:
            need(number_in(m) is not None, "the exponent is not written out")
        case Term(head="pow", args=(q, t)):
            pass
        case _:
            raise Rejected("t^m q^t is needed, which tends to 0")
    need(goal.target == ZERO, "the limit is 0")
    need(all(kind_of(x, sequent).is_scalar for x in (q, t)), "only numbers tend to infinity")
    stand_still(q, sequent, ledger)
    return [compare(sequent, fun("abs", q), "<", ONE), to(sequent, t, UP)]


def geometric_series(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Σ_{k=0}^n q^k = (1 - q^{n+1})/(1 - q), of which q^{n+1} tends to 0."""
    goal = passage(sequent, ledger)
    match goal.subject:
        case Term(head="sum_between", args=(Term(head="pow", args=(q, k)), low, n), data=(str(label),)):
            need(k == name(label) and label not in free_names(q) and low == ZERO, "Σ_{k=0}^n q^k is needed")
            need(kind_of(q, sequent).is_scalar, "a power of a number is needed")
            need(sizes_are_whole(n), "the last index need not be whole")
            need(goal.target == Term("div", (ONE, Term("add", (ONE, Term("neg", (q,)))))), "the limit is 1/(1 - q)")
            stand_still(q, sequent, ledger)
            return [compare(sequent, fun("abs", q), "<", ONE), to(sequent, n, UP)]
    raise Rejected("Σ_{k=0}^n q^k is needed")


EXPANSION_RULES: tuple[Rule, ...] = (
    Rule(
        "taylor",
        "Γ ⊢ u → 0;  Γ ⊢ u^n/w → a  /  Γ ⊢ (f(u) - c_0 - … - c_{n-1} u^{n-1})/w → c_n a",
        "c_k the coefficients of the Taylor series of f at 0, n at most 24; f as SERIES says",
        {"way": "text", "term": "term", "order": "number", "below": "term", "value": "term"},
        taylor,
    ),
    Rule(
        "geometric_outgrows_power",
        "Γ ⊢ |q| < 1;  Γ ⊢ t → ∞  /  Γ ⊢ t^m q^t → 0",
        "m a number written out, q stands still; also of q^t alone",
        {},
        geometric_outgrows_power,
    ),
    Rule(
        "geometric_series",
        "Γ ⊢ |q| < 1;  Γ ⊢ n → ∞  /  Γ ⊢ Σ_{k=0}^n q^k → 1/(1 - q)",
        "k is not free in q, q stands still, no size in n may be a fraction",
        {},
        geometric_series,
    ),
)
