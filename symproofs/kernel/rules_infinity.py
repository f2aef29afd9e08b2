"""Rules of limits with infinity: what tends to ±∞, and what that does to sums, products, quotients and functions.

Of 0·∞, ∞ - ∞, ∞/∞, 1^∞ there is no rule: such a term has to be written in another form first.
"""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.passage import (
    DOWN,
    SIGNED,
    UP,
    ZERO,
    compare,
    infinite,
    kind_of,
    need_real,
    number_in,
    passage,
    stand_still,
    to,
)
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.terms.statement import Operator, Tends
from symproofs.terms.term import PI, E, Term, num

OTHER: Mapping[Term, Term] = {UP: DOWN, DOWN: UP}

HALF_PI = Term("div", (PI, num(2)))

AT_INFINITY: Mapping[tuple[str, str], Term] = {
    ("exp", "oo"): UP,
    ("exp", "-oo"): ZERO,
    ("log", "oo"): UP,
    ("sinh", "oo"): UP,
    ("sinh", "-oo"): DOWN,
    ("cosh", "oo"): UP,
    ("cosh", "-oo"): UP,
    ("tanh", "oo"): num(1),
    ("tanh", "-oo"): num(-1),
    ("sigmoid", "oo"): num(1),
    ("sigmoid", "-oo"): ZERO,
    ("arctan", "oo"): HALF_PI,
    ("arctan", "-oo"): Term("neg", (HALF_PI,)),
    ("relu", "oo"): UP,
    ("relu", "-oo"): ZERO,
    ("abs", "oo"): UP,
    ("abs", "-oo"): UP,
    ("step", "oo"): num(1),
    ("step", "-oo"): ZERO,
    ("sign", "oo"): num(1),
    ("sign", "-oo"): num(-1),
}
"""What f(t) tends to where t tends to ±∞."""


def _converges(sequent: Sequent, ledger: Ledger) -> Tends:
    goal = passage(sequent, ledger)
    need(goal.target not in (UP, DOWN), "the limit is infinite")
    return goal


def _signed(text: str) -> Term:
    need(text in SIGNED, "{} is no infinity", text)
    return SIGNED[text]


def limit_function_at_infinity(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = passage(sequent, ledger)
    subject, way = goal.subject, data["way"]
    need(kind_of(subject, sequent).is_scalar, "only numbers tend to infinity")
    match subject:
        case Term(head="fun", args=(inner,), data=(str(which),)):
            key = which, way
        case Term(head="pow", args=(base, inner)) if base == E:
            key = "exp", way
        case Term(head="sqrt", args=(inner,)):
            need(way == "oo" and goal.target == UP, "√t tends to ∞ where t does")
            return [to(sequent, inner, UP)]
        case _:
            raise Rejected(f"the limit of {subject.head} at infinity is not known")
    need(AT_INFINITY.get(key) == goal.target, "the function has another limit at infinity, or none that is known")
    return [to(sequent, inner, _signed(way))]


def limit_negative_infinite(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = infinite(sequent, ledger)
    need(goal.subject.head == "neg", "no negative")
    return [to(sequent, goal.subject.args[0], OTHER[goal.target])]


def limit_sum_infinite(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Summands that tend to the same infinity, at least one, and real ones that converge."""
    goal = infinite(sequent, ledger)
    summands, ways, values = goal.subject.args, data["ways"], list(data["terms"])
    need(goal.subject.head == "add" and len(ways) == len(summands), "no sum, or not a way for every summand")
    need(
        "infinite" in ways and ways.count("finite") == len(values),
        "a limit for each that converges, one that does not",
    )
    goals = []
    for summand, way in zip(summands, ways, strict=True):
        need(way in ("finite", "infinite"), "{} is no way", way)
        value = goal.target
        if way == "finite":
            need_real(sequent, ledger, summand)
            value = values.pop(0)
            stand_still(value, sequent, ledger)
        goals.append(to(sequent, summand, value))
    return goals


def limit_product_infinite(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Factors that tend to ±∞, at least one, and real ones that converge to numbers of known sign."""
    goal = infinite(sequent, ledger)
    factors, ways, values = goal.subject.args, data["ways"], list(data["terms"])
    need(goal.subject.head == "mul" and len(ways) == len(factors), "no product, or not a way for every factor")
    need(
        any(w in SIGNED for w in ways) and sum(w in ("+", "-") for w in ways) == len(values),
        "a limit for every factor that converges",
    )
    need(sum(w in ("-", "-oo") for w in ways) % 2 == (goal.target == DOWN), "the product tends to the other infinity")
    goals = []
    for factor, way in zip(factors, ways, strict=True):
        need(kind_of(factor, sequent).is_scalar, "only numbers tend to infinity")
        if way in SIGNED:
            goals.append(to(sequent, factor, SIGNED[way]))
            continue
        need_real(sequent, ledger, factor)
        goals += _with_sign(sequent, ledger, factor, values.pop(0), way)
    return goals


def _with_sign(sequent: Sequent, ledger: Ledger, term: Term, value: Term, way: str) -> list[Sequent]:
    """The term converges to the value, which is positive or negative."""
    stand_still(value, sequent, ledger)
    signs: Mapping[str, Operator] = {"+": ">", "-": "<"}
    need(way in signs, "{} is no way", way)
    return [compare(sequent, value, signs[way], ZERO), to(sequent, term, value)]


def limit_quotient_null(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """What converges, divided by what tends to ±∞, tends to 0."""
    goal = _converges(sequent, ledger)
    need(goal.subject.head == "div", "no quotient")
    top, below = goal.subject.args
    need(goal.target == ZERO or goal.target.head == "zeros", "the limit is not 0")
    stand_still(data["term"], sequent, ledger)
    return [to(sequent, top, data["term"]), to(sequent, below, _signed(data["way"]))]


def limit_quotient_infinite(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """What tends to ±∞, divided by a real that converges to a number of known sign, tends to ±∞."""
    goal = infinite(sequent, ledger)
    need(goal.subject.head == "div", "no quotient")
    top, below = goal.subject.args
    need_real(sequent, ledger, below)
    way: str = data["way"]
    return [
        *_with_sign(sequent, ledger, below, data["term"], way),
        to(sequent, top, goal.target if way == "+" else OTHER[goal.target]),
    ]


def limit_quotient_small(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """A real that converges to a number of known sign, divided by one that tends to 0 from one side, tends to ±∞."""
    goal = infinite(sequent, ledger)
    need(goal.subject.head == "div", "no quotient")
    top, below = goal.subject.args
    need_real(sequent, ledger, top)
    need(len(data["ways"]) == 2, "the signs of both are needed")
    way, side = data["ways"]
    need(way in ("+", "-") and side in ("+", "-"), "the signs of both are needed")
    need((way == side) == (goal.target == UP), "the quotient tends to the other infinity")
    order = compare(sequent, below, ">" if side == "+" else "<", ZERO)
    return [*_with_sign(sequent, ledger, top, data["term"], way), order, to(sequent, below, ZERO)]


def limit_power_at_infinity(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """t^q for t → ∞: ∞ for q > 0, 0 for q < 0."""
    goal = passage(sequent, ledger)
    need(goal.subject.head == "pow" and kind_of(goal.subject, sequent).is_scalar, "no power of a number")
    base, exponent = goal.subject.args
    stand_still(exponent, sequent, ledger)
    need(goal.target in (UP, ZERO), "a power of what tends to ∞ tends to ∞ or 0")
    return [compare(sequent, exponent, ">" if goal.target == UP else "<", ZERO), to(sequent, base, UP)]


def exponential_outgrows_power(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """For t → ∞, t^m e^{ct} tends to 0 if c < 0, and to ∞ if c > 0."""
    goal = passage(sequent, ledger)
    match goal.subject:
        case Term(
            head="mul",
            args=(Term(head="pow", args=(base, m)), Term(head="fun", args=(Term(head="mul", args=(c, t)),), data=("exp",))),
        ) if base == t and goal.target in (ZERO, UP):
            need(number_in(m) is not None, "the exponent is not written out")
            need(all(kind_of(x, sequent).is_scalar for x in (c, t)), "only numbers tend to infinity")
            stand_still(c, sequent, ledger)
            return [compare(sequent, c, "<" if goal.target == ZERO else ">", ZERO), to(sequent, t, UP)]
    raise Rejected("t^m e^{ct} is needed, which tends to 0 or to ∞")


def power_outgrows_logarithm(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """log t · t^q → 0 for t → ∞ and q < 0."""
    goal = _converges(sequent, ledger)
    match goal.subject:
        case Term(head="mul", args=(Term(head="fun", args=(t,), data=("log",)), Term(head="pow", args=(base, q)))) if (
            base == t and goal.target == ZERO
        ):
            need(kind_of(t, sequent).is_scalar, "only numbers tend to infinity")
            stand_still(q, sequent, ledger)
            return [compare(sequent, q, "<", ZERO), to(sequent, t, UP)]
    raise Rejected("log t · t^q is needed, which tends to 0")


INFINITY_RULES: tuple[Rule, ...] = (
    Rule(
        "limit_function_at_infinity",
        "Γ ⊢ t → ±∞  /  Γ ⊢ f(t) → a",
        "a as AT_INFINITY says: exp(-∞) = 0, tanh(∞) = 1, …",
        {"way": "text"},
        limit_function_at_infinity,
    ),
    Rule("limit_negative_infinite", "Γ ⊢ t → ∓∞  /  Γ ⊢ -t → ±∞", "", {}, limit_negative_infinite),
    Rule(
        "limit_sum_infinite",
        "Γ ⊢ t → ∞;  Γ ⊢ u → a  /  Γ ⊢ t + u → ∞",
        "each summand tends to the infinity, one at least, or is real and converges",
        {"ways": "names", "terms": "terms"},
        limit_sum_infinite,
    ),
    Rule(
        "limit_product_infinite",
        "Γ ⊢ t → ∞;  Γ ⊢ a > 0;  Γ ⊢ u → a  /  Γ ⊢ t u → ∞",
        "likewise with other signs; the factors that converge are real",
        {"ways": "names", "terms": "terms"},
        limit_product_infinite,
    ),
    Rule(
        "limit_quotient_null", "Γ ⊢ t → a;  Γ ⊢ u → ±∞  /  Γ ⊢ t/u → 0", "", {"term": "term", "way": "text"}, limit_quotient_null
    ),
    Rule(
        "limit_quotient_infinite",
        "Γ ⊢ a > 0;  Γ ⊢ u → a;  Γ ⊢ t → ∞  /  Γ ⊢ t/u → ∞",
        "likewise with other signs; u is real",
        {"term": "term", "way": "text"},
        limit_quotient_infinite,
    ),
    Rule(
        "limit_quotient_small",
        "Γ ⊢ a > 0;  Γ ⊢ t → a;  Γ ⊢ u > 0;  Γ ⊢ u → 0  /  Γ ⊢ t/u → ∞",
        "likewise with other signs; t is real",
        {"term": "term", "ways": "names"},
        limit_quotient_small,
    ),
    Rule(
        "limit_power_at_infinity",
        "Γ ⊢ q > 0;  Γ ⊢ t → ∞  /  Γ ⊢ t^q → ∞",
        "q stands still; 0 for q < 0",
        {},
        limit_power_at_infinity,
    ),
    Rule(
        "exponential_outgrows_power",
        "Γ ⊢ c < 0;  Γ ⊢ t → ∞  /  Γ ⊢ t^m e^{ct} → 0",
        "m a number written out, c stands still; ∞ for c > 0",
        {},
        exponential_outgrows_power,
    ),
    Rule(
        "power_outgrows_logarithm",
        "Γ ⊢ q < 0;  Γ ⊢ t → ∞  /  Γ ⊢ log t · t^q → 0",
        "q stands still",
        {},
        power_outgrows_logarithm,
    ),
)
