"""Rules of order: weaker relations, chains of relations, nonnegative combinations, and monotone positions.

`a < b` says that b - a is a positive real number, `a ≤ b` that it is a real number not below 0. So adding the same on both
sides never matters, and multiplying needs a sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symproofs.kernel.certificate import well_typed
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.rules_logic import difference, relation, total
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.terms.size import Size
from symproofs.terms.statement import ORDERS, Membership, Operator, Relation, Statement
from symproofs.terms.term import E, Term, name, num, substitute
from symproofs.terms.types import index

STRONGER: Mapping[Operator, tuple[Operator, ...]] = {"<=": ("<", "="), ">=": (">", "="), "!=": ("<", ">")}
"""Relations from which another follows."""


def ordered(found: Relation) -> tuple[Term, Term, bool]:
    """(low, high, strict) of an order, whichever way it is written."""
    sides = (found.left, found.right) if found.operator in ("<", "<=") else (found.right, found.left)
    return *sides, found.operator in ("<", ">")


def weaken(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = relation(sequent.goal, *STRONGER)
    need(data["operator"] in STRONGER[goal.operator], "the goal does not follow from this relation")
    return [sequent.proves(Relation(data["operator"], goal.left, goal.right))]


def transitivity(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = relation(sequent.goal)
    terms = [goal.left, *(t for _, t in data["steps"])]
    operators = [op for op, _ in data["steps"]]
    need(bool(terms[1:]) and terms[-1] == goal.right, "the steps do not end at the right side")
    found = _composed(operators)
    need(found == goal.operator or found in STRONGER.get(goal.operator, ()), "such steps do not give {}", goal.operator)
    steps = [Relation(op, a, b) for op, a, b in zip(operators, terms[:-1], terms[1:], strict=True)]
    for step in steps:
        ledger.admit(step, sequent.context.types)
    return [sequent.proves(step) for step in steps]


def _composed(operators: list[Operator]) -> Operator:
    """The relation that a sequence of relations gives."""
    kinds = {op for op in operators if op != "="}
    if not kinds:
        return "="
    if kinds == {"!="} and operators.count("!=") == 1:
        return "!="
    for strict, weak in (("<", "<="), (">", ">=")):
        if kinds <= {strict, weak}:
            return strict if strict in kinds else weak  # type: ignore[return-value]
    raise Rejected("the steps do not lead one way")


def nonnegative_combination(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = relation(sequent.goal, *ORDERS)
    low, high, strict = ordered(goal)
    parts, needed, found_strict = [], [], False
    for n, factor in data["terms"]:
        given = relation(ledger.use(sequent.context, n), "=", *ORDERS)
        if given.operator == "=":
            parts.append(Term("mul", (factor, difference(given.left, given.right))))
            continue
        below, above, strictly = ordered(given)
        parts.append(Term("mul", (factor, difference(above, below))))
        chosen = strict and strictly and not found_strict
        found_strict = found_strict or chosen
        needed.append(Relation(">" if chosen else ">=", factor, num(0)))
    rest = data["rest"]
    if rest is not None:
        parts.append(rest)
        needed.append(Relation(">" if strict and not found_strict else ">=", rest, num(0)))
        found_strict = True
    need(found_strict or not strict, "nothing here is strict")
    equation = Relation("=", difference(high, low), total(parts))
    ledger.admit(equation, sequent.context.types)
    return [sequent.proves(equation), *map(sequent.proves, ledger.open(sequent.context, needed))]


# ------------------------------------------------------------------ monotone positions

INCREASING = ("exp", "sinh", "tanh", "arctan", "sigmoid")
WEAKLY_INCREASING = ("relu", "step", "sign", "floor", "ceiling")
INCREASING_FROM_ZERO = ("cosh", "abs")


def monotone(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """From an order of two parts at one place of both sides to that of the sides."""
    low, high, strict = ordered(relation(sequent.goal, *ORDERS))
    labels = iter(data["names"])
    needed: list[Sequent] = []
    for k in data["path"]:
        need(
            low.head == high.head and low.data[1:] == high.data[1:] and 0 <= k < len(low.args) == len(high.args),
            "the sides differ above",
        )
        for side in (low, high):
            need(well_typed(side, sequent.context.types).is_scalar, "an order is one between numbers")
        need(low.args[:k] == high.args[:k] and low.args[k + 1 :] == high.args[k + 1 :], "the sides differ elsewhere")
        if low.head == "sum" and k == 0:
            sequent, low, high = _under_sum(sequent, low, high, strict, next(labels, ""), ledger)
            continue
        need(low.data == high.data, "the sides differ above")
        below, above = low.args[k], high.args[k]
        step = MONOTONE.get(low.head)
        if step is None:
            raise Rejected(f"nothing is known of how {low.head} grows")
        falls, conditions = step(low, k, below, above, strict, sequent, ledger)
        low, high = (above, below) if falls else (below, above)
        needed += map(sequent.proves, ledger.open(sequent.context, conditions))
    need(next(labels, None) is None, "a name is given that nothing needs")
    return [*needed, sequent.proves(Relation("<" if strict else "<=", low, high))]


def _under_sum(sequent: Sequent, low: Term, high: Term, strict: bool, label: str, ledger: Ledger) -> tuple[Sequent, Term, Term]:
    """Σ_i f(i) ≤ Σ_i g(i) if f(i) ≤ g(i) for every i; strictly if there surely is one."""
    size = low.data[1]
    assert isinstance(size, Size)
    need(not strict or (len(low.args) == 1 and size.surely_positive), "the sum may be empty")
    declared = ledger.introduce(sequent, ((label, index(size)),))
    inside = declared.joined(*(Relation("!=", name(label), excluded) for excluded in low.args[1:]))
    first, second = (substitute(side.args[0], {str(side.data[0]): name(label)}) for side in (low, high))
    return inside, first, second


Step = tuple[bool, list[Statement]]
"""Whether the function falls in this argument, and under which conditions it is monotone there."""


def _sign_needed(other: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    """Multiplying by `other`: it must not be negative, or be seen not to be positive."""
    if ledger.evident(sequent.context, Relation("<" if strict else "<=", other, num(0))):
        return True, []
    return False, [Relation(">" if strict else ">=", other, num(0))]


def _add(node: Term, k: int, below: Term, above: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    return False, []


def _neg(node: Term, k: int, below: Term, above: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    return True, []


def _mul(node: Term, k: int, below: Term, above: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    others = node.args[:k] + node.args[k + 1 :]
    for part in node.args:
        need(well_typed(part, sequent.context.types).is_scalar, "an order is one between numbers")
    return _sign_needed(others[0] if len(others) == 1 else Term("mul", others), strict, sequent, ledger)


def _div(node: Term, k: int, below: Term, above: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    """a/b rises in a for b > 0; for b > 0 it falls in b where a ≥ 0, and rises where a ≤ 0."""
    if k == 0:
        return _sign_needed(node.args[1], True, sequent, ledger)
    rises, conditions = _sign_needed(node.args[0], strict, sequent, ledger)
    return not rises, [*conditions, Relation(">", below if rises else above, num(0))]


def _pow(node: Term, k: int, below: Term, above: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    base, exponent = node.args
    if k == 1:
        return False, [Membership(below, "real"), *([] if base == E else [Relation(">" if strict else ">=", base, num(1))])]
    value = exponent.data[0] if exponent.head == "num" else None
    if not isinstance(value, Fraction) or value == 0:
        raise Rejected("the exponent is not written out")
    if value < 0:
        return True, [Relation(">", above, num(0))]
    if value.denominator == 1 and value % 2:
        return False, [Membership(below, "real")]
    return False, [Relation(">=", below, num(0))]


def _sqrt(node: Term, k: int, below: Term, above: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    return False, [Relation(">=", below, num(0))]


def _fun(node: Term, k: int, below: Term, above: Term, strict: bool, sequent: Sequent, ledger: Ledger) -> Step:
    which = node.data[0]
    if which in INCREASING or (which in WEAKLY_INCREASING and not strict):
        return False, [Membership(below, "real")]
    if which == "log":
        return False, [Relation(">", below, num(0))]
    if which in INCREASING_FROM_ZERO:
        return False, [Relation(">=", below, num(0))]
    raise Rejected(f"{which} is not known to grow" + (" strictly" if strict else ""))


MONOTONE = {"add": _add, "neg": _neg, "mul": _mul, "div": _div, "pow": _pow, "sqrt": _sqrt, "fun": _fun}
"""How the value of each head grows with one of its arguments: `below` on the lower side, `above` on the higher."""

ORDER_RULES: tuple[Rule, ...] = (
    Rule("weaken", "Γ ⊢ L < R  /  Γ ⊢ L ≤ R", "= gives ≤ and ≥, < gives ≤ and ≠", {"operator": "text"}, weaken),
    Rule(
        "transitivity",
        "Γ ⊢ L ∘ t;  …;  Γ ⊢ u ∘ R  /  Γ ⊢ L ∘ R",
        "=, ≤ and < one way, or one ≠",
        {"steps": "steps"},
        transitivity,
    ),
    Rule(
        "nonnegative_combination",
        "Γ ⊢ R - L = Σ c_k (b_k - a_k) + s;  Γ ⊢ c_k ≥ 0;  Γ ⊢ s ≥ 0  /  Γ ⊢ L ≤ R",
        "a_k ≤ b_k (or <, =) are hypotheses; for < one strict hypothesis has c_k > 0, or s > 0",
        {"terms": "combination", "rest": "term?"},
        nonnegative_combination,
    ),
    Rule(
        "monotone",
        "Γ ⊢ c, …;  Γ ⊢ a ≤ b  /  Γ ⊢ f(a) ≤ f(b)",
        "f rises (or falls: then b ≤ a) where c; a and b stand at one path; under Σ for every new i that is not left out",
        {"path": "path", "names": "names"},
        monotone,
    ),
)
