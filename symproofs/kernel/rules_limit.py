"""Rules of limits: `t → a` from `t → a` of the parts, along the net of which the hypotheses speak.

`t → a` says that the values of the entries of t converge to those of a, which stands still; `t → ∞` that t is a real number from
some member on, and greater than any given one. Every rule reads its subgoals off the goal and a few data; none searches. A
passage to the limit is one of total values (1/0 is 0); the rules for quotients make sure that a denominator is not 0 from some
member on. Which names vary: `passage.py`. *Fails when* a goal is no passage to the limit, its two sides differ in shape, or
something varies that must stand still. Those that read
their goal by `either` or `finite` hold of convergence in probability too: their subgoals are meant in the sense of the goal.
"""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.kernel.certificate import INFINITIES
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.motion import motion
from symproofs.kernel.passage import (
    SIGNED,
    UP,
    ZERO,
    compare,
    either,
    finite,
    kind_of,
    likewise,
    need_real,
    number_in,
    passage,
    single,
    stand_still,
)
from symproofs.kernel.randomness import is_random
from symproofs.kernel.rules_expansion import EXPANSION_RULES
from symproofs.kernel.rules_infinity import INFINITY_RULES
from symproofs.kernel.rules_probability import PROBABILITY_RULES
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent, at_terms, domain_about
from symproofs.kernel.state import size_names
from symproofs.terms.domain import statement_domain
from symproofs.terms.statement import ForAll, Implies, InProbability, Membership, Operator, Property, Relation, Statement, Tends
from symproofs.terms.term import E, Term, fun, name, substitute
from symproofs.terms.types import Type, index, scalar
from symproofs.terms.typing import bound_type

# ------------------------------------------------------------------ what is plain, and what is given


def limit_constant(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = passage(sequent, ledger)
    need(goal.subject == goal.target, "what stands still tends to itself")
    return []


def limit_given(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = either(sequent, ledger)
    statement: Statement = ledger.use(sequent.context, data["n"])
    values: Mapping[str, Term] = data["terms"]
    needed: list[Statement] = []
    for term in values.values():
        stand_still(term, sequent, ledger)
        need(not is_random(term, sequent.context), "what is said for all values is not said of a random one")
    if isinstance(statement, ForAll):
        statement, needed = at_terms(statement, values, sequent.context)
    else:
        need(not values, "nothing is quantified here")
    if isinstance(statement, Implies):
        types = sequent.context.types
        needed += [*statement_domain(statement.premise, types), *statement_domain(statement.conclusion, types), statement.premise]
        statement = statement.conclusion
    need(statement == goal, "the hypothesis says something else")
    return [sequent.proves(s) for s in ledger.open(sequent.context, needed)]


# ------------------------------------------------------------------ another form


def limit_form(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = either(sequent, ledger)
    equation = Relation("=", goal.subject, data["term"])
    ledger.admit(equation, sequent.context.types)
    return [sequent.proves(equation), likewise(sequent, data["term"], goal.target)]


def limit_value(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = finite(sequent, ledger)
    equation = Relation("=", data["term"], goal.target)
    ledger.admit(equation, sequent.context.types)
    stand_still(data["term"], sequent, ledger)
    return [sequent.proves(equation), likewise(sequent, goal.subject, data["term"])]


def eventually(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """From some member on: the net may begin there."""
    either(sequent, ledger)
    statement: Statement = data["statement"]
    ledger.admit(statement, sequent.context.types)
    rows: tuple[tuple[str, Type], ...] = ()
    if isinstance(statement, ForAll):
        rows, statement = statement.names, statement.body
        need(all(kind.index is not None for _, kind in rows), "only finitely many comparisons hold from some member on")
        need(not domain_about(rows, statement, sequent.context), "the comparison is not defined for every index")
        ledger.stand_still(size_names(kind for _, kind in rows), sequent)  # of more and more not all hold from some member on
    if not isinstance(statement, Relation):
        raise Rejected("a comparison is needed here")
    subject, bound, operator = statement.left, statement.right, statement.operator
    stand_still(bound, sequent, ledger, dict(rows))
    need(not is_random(bound, sequent.context), "from which member on the comparison holds would depend on the outcome")
    target = SIGNED.get(data["target"] or "")
    needed: list[Statement] = []
    if target is not None:
        need(operator in ((">", ">=", "!=") if target == UP else ("<", "<=", "!=")), "the comparison does not follow")
        needed += [Tends(subject, target), Membership(bound, "real")]
    else:
        value = data["term"]
        need(value is not None, "a limit is needed")
        need(not is_random(value, sequent.context), "the limit is random")
        stand_still(value, sequent, ledger, dict(rows))
        strict: Mapping[Operator, Operator] = {"!=": "!=", ">": ">", ">=": ">", "<": "<", "<=": "<"}
        need(operator in strict, "the comparison does not follow")
        needed += [Tends(subject, value), Relation(strict[operator], value, bound)]
        if operator != "!=":
            needed += [Membership(subject, "real"), Membership(value, "real"), Membership(bound, "real")]
    goals: list[Statement] = [ForAll(rows, s) if rows else s for s in needed]
    return [*map(sequent.proves, goals), sequent.with_consequences(data["statement"])]


# ------------------------------------------------------------------ continuous operations

ALGEBRAIC = frozenset(["add", "neg", "mul", "transpose", "trace", "diag", "hadamard", "inner", "norm", "rows", "matrix"])
"""Operations that are continuous everywhere."""

ENTIRE = frozenset(["exp", "sin", "cos", "sinh", "cosh", "conj", "re", "im", "abs"])
"""Functions that are continuous at every complex number."""

ON_THE_REALS = frozenset(["tanh", "sigmoid", "arctan", "relu"])
"""Functions of real numbers that are continuous at every one."""


def limit_continuous(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = finite(sequent, ledger)
    subject, target = goal.subject, goal.target
    alike = subject.head == target.head and subject.data == target.data and len(subject.args) == len(target.args)
    need(alike, "subject and limit are not made in the same way")
    pairs = list(zip(subject.args, target.args, strict=True))
    sides = _side_conditions(subject, target, sequent, ledger)
    if subject.head == "entry":
        need(subject.args[1:] == target.args[1:], "the entries are at different places")
        pairs = pairs[:1]
    if subject.head == "pow":
        pairs = [p for p in pairs if p[0] != p[1] or number_in(p[0]) is None]
    return [*map(sequent.proves, sides), *(likewise(sequent, t, a) for t, a in pairs)]


def _side_conditions(subject: Term, target: Term, sequent: Sequent, ledger: Ledger) -> list[Statement]:
    """What makes an operation continuous at the limits of its arguments. *Fails when* nothing here does."""
    head = subject.head
    if head == "inner":
        kinds = [kind_of(a, sequent).sort for a in (*subject.args, *target.args)]
        need("complex" not in kinds, "the inner product of complex numbers is as the document defines it")
    if head in ALGEBRAIC or head == "entry":
        return []
    if head in ("softmax", "rowsoftmax"):
        need_real(sequent, ledger, subject.args[0])
        return []
    if head == "div":
        return [Relation("!=", target.args[1], ZERO)]
    if head == "sqrt":
        return [Relation(">=", target.args[0], ZERO)]
    if head == "inverse":
        return [Property("invertible", target.args[0])]
    if head == "pow":
        return _power_conditions(subject, target, sequent)
    need(head == "fun", "{} is not known to be continuous", head)
    which = str(subject.data[0])
    if which == "log":
        return [Relation(">", target.args[0], ZERO)]
    if which == "tan":
        return [Relation("!=", fun("cos", target.args[0]), ZERO)]
    if which in ON_THE_REALS:
        need_real(sequent, ledger, subject.args[0])
    else:
        need(which in ENTIRE, "{} is not known to be continuous", which)
    return []


def _power_conditions(subject: Term, target: Term, sequent: Sequent) -> list[Statement]:
    exponent = number_in(subject.args[1])
    base = target.args[0]
    if exponent is not None and exponent == number_in(target.args[1]) and exponent.denominator == 1:
        need(exponent > 0 or kind_of(base, sequent).is_scalar, "a power of a matrix")
        return [] if exponent >= 0 else [Relation("!=", base, ZERO)]
    need(kind_of(base, sequent).is_scalar, "a power of a matrix")
    return [] if base == E == subject.args[0] else [Relation(">", base, ZERO)]


def limit_indexed(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Σ over a range that stands still: member by member, the excluded indices as guards."""
    goal = finite(sequent, ledger)
    subject, target = goal.subject, goal.target
    need(subject.head in ("sum", "product") and subject.head == target.head, "no sum or product over an index")
    need(subject.data[1] == target.data[1] and subject.args[1:] == target.args[1:], "the ranges differ")
    label = single(data["names"])
    kind = index(subject.data[1])  # type: ignore[arg-type]
    declared = ledger.introduce(sequent, ((label, kind),))
    member = declared.joined(*(Relation("!=", name(label), excluded) for excluded in subject.args[1:]))
    bodies = [substitute(side.args[0], {str(side.data[0]): name(label)}) for side in (subject, target)]
    return [likewise(member, *bodies)]


def limit_between(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Σ_{k=a}^{b} with bounds that stand still: member by member."""
    goal = finite(sequent, ledger)
    subject, target = goal.subject, goal.target
    need(subject.head == "sum_between" == target.head and subject.args[1:] == target.args[1:], "the sums differ in their bounds")
    label = single(data["names"])
    declared = ledger.introduce(sequent, ((label, bound_type(subject, sequent.context.types)),))
    low, high = subject.args[1:]
    member = declared.joined(Relation("<=", low, name(label)), Relation("<=", name(label), high))
    bodies = [substitute(side.args[0], {str(side.data[0]): name(label)}) for side in (subject, target)]
    return [likewise(member, *bodies)]


def limit_entries(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Entry by entry."""
    goal = finite(sequent, ledger)
    sides = [side for side in kind_of(goal.subject, sequent).shape if side != scalar().rows]
    need(bool(sides) and len(sides) == len(data["names"]), "every side of an array needs the name of an index")
    declared = ledger.introduce(sequent, tuple((n, index(side)) for n, side in zip(data["names"], sides, strict=True)))
    places = tuple(map(name, data["names"]))
    return [likewise(declared, *(Term("entry", (side, *places)) for side in (goal.subject, goal.target)))]


def limit_of_norm(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = finite(sequent, ledger)
    if kind_of(goal.subject, sequent).is_scalar:
        need(goal.target == ZERO, "the limit is not 0")
        return [likewise(sequent, fun("abs", goal.subject), ZERO)]
    need(goal.target.head == "zeros", "the limit is not 0")
    return [likewise(sequent, Term("norm", (goal.subject,)), ZERO)]


# ------------------------------------------------------------------ comparison


def squeeze(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    goal = either(sequent, ledger)
    need(kind_of(goal.subject, sequent).is_scalar, "only numbers are compared")
    terms: list[Term] = data["terms"]
    for t in terms:
        need(kind_of(t, sequent).is_scalar, "only numbers are compared")
    if goal.target in INFINITIES:
        need(len(terms) == 1, "one bound is needed")
        order = compare(sequent, *((terms[0], "<=", goal.subject) if goal.target == UP else (goal.subject, "<=", terms[0])))
        return [order, likewise(sequent, terms[0], goal.target)]
    need(len(terms) == 2, "a bound on each side is needed")
    low, high = terms
    orders = [compare(sequent, low, "<=", goal.subject), compare(sequent, goal.subject, "<=", high)]
    return [*orders, likewise(sequent, low, goal.target), likewise(sequent, high, goal.target)]


def limit_bounded_null(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """What is bounded times what tends to 0 tends to 0."""
    goal = finite(sequent, ledger)
    factors, bound = goal.subject.args, data["term"]
    need(goal.subject.head == "mul" and len(factors) == 2 and goal.target == ZERO, "no product that tends to 0")
    need(all(kind_of(t, sequent).is_scalar for t in (*factors, bound)), "only numbers are compared")
    need(data["n"] in (0, 1), "a product of two has factors 0 and 1")
    stand_still(bound, sequent, ledger)
    null, other = factors[data["n"]], factors[1 - data["n"]]
    orders = [compare(sequent, Term("neg", (bound,)), "<=", other), compare(sequent, other, "<=", bound)]
    return [*orders, likewise(sequent, null, ZERO)]


# ------------------------------------------------------------------ ≈


def approximation(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """A ≈ B in a regime says that A - B tends to 0; what is equal is near in any."""
    goal = sequent.goal
    if not isinstance(goal, Relation) or goal.operator != "~":
        raise Rejected("the goal does not say that two things are near each other")
    if data["way"] == "equal":
        return [compare(sequent, goal.left, "=", goal.right)]
    need(data["way"] in ("limit", "probability"), "≈ is shown by equality or by a limit, of values or in probability")
    need(bool(motion(sequent).hypotheses), "no passage to the limit is spoken of")
    kind = kind_of(goal.left, sequent)
    zero = ZERO if kind.is_scalar else Term("zeros", (), kind.shape)
    sense = InProbability if data["way"] == "probability" else Tends
    return [sequent.proves(sense(Term("add", (goal.left, Term("neg", (goal.right,)))), zero))]


LIMIT_RULES: tuple[Rule, ...] = (
    Rule(
        "approximation",
        "Γ ⊢ A - B → 0  /  Γ ⊢ A ≈ B",
        "Γ speaks of a passage to the limit; or Γ ⊢ A = B; or in probability",
        {"way": "text"},
        approximation,
    ),
    Rule("limit_constant", "Γ ⊢ a → a", "nothing in a varies", {}, limit_constant),
    Rule(
        "limit_given",
        "Γ ⊢ P(i), D(i)  /  Γ, ∀i (P ⇒ t → a) ⊢ t(i) → a(i)",
        "i is of its type and stands still; with or without ∀ and P",
        {"n": "number", "terms": "values"},
        limit_given,
    ),
    Rule("limit_form", "Γ ⊢ t = u;  Γ ⊢ u → a  /  Γ ⊢ t → a", "", {"term": "term"}, limit_form),
    Rule("limit_value", "Γ ⊢ b = a;  Γ ⊢ t → b  /  Γ ⊢ t → a", "b stands still", {"term": "term"}, limit_value),
    Rule(
        "eventually",
        "Γ ⊢ u → b;  Γ ⊢ b > c;  Γ, u > c ⊢ t → a  /  Γ ⊢ t → a",
        "b and c stand still, c real, b real or ∞; likewise with <, ≠, and for all values of an index",
        {"statement": "statement", "target": "text?", "term": "term?"},
        eventually,
    ),
    Rule(
        "limit_continuous",
        "Γ ⊢ c, …;  Γ ⊢ t → a, …  /  Γ ⊢ f(t, …) → f(a, …)",
        "f is continuous at a where c holds: sums, products, matrix operations, functions; quotients, where not by 0",
        {},
        limit_continuous,
    ),
    Rule(
        "limit_indexed",
        "Γ, i ≠ j ⊢ t → a  /  Γ ⊢ Σ_{i≠j} t → Σ_{i≠j} a",
        "i is new; likewise for products",
        {"names": "names"},
        limit_indexed,
    ),
    Rule(
        "limit_between",
        "Γ, m ≤ k ≤ n ⊢ t → a  /  Γ ⊢ Σ_{k=m}^n t → Σ_{k=m}^n a",
        "k is new, m and n stand still",
        {"names": "names"},
        limit_between,
    ),
    Rule("limit_entries", "Γ ⊢ A_ij → B_ij  /  Γ ⊢ A → B", "i and j are new", {"names": "names"}, limit_entries),
    Rule("limit_of_norm", "Γ ⊢ ‖t‖ → 0  /  Γ ⊢ t → 0", "", {}, limit_of_norm),
    Rule(
        "squeeze",
        "Γ ⊢ s ≤ t;  Γ ⊢ t ≤ u;  Γ ⊢ s → a;  Γ ⊢ u → a  /  Γ ⊢ t → a",
        "numbers; for an infinite limit one bound",
        {"terms": "terms"},
        squeeze,
    ),
    Rule(
        "limit_bounded_null",
        "Γ ⊢ -c ≤ u;  Γ ⊢ u ≤ c;  Γ ⊢ t → 0  /  Γ ⊢ t u → 0",
        "numbers; c stands still",
        {"n": "number", "term": "term"},
        limit_bounded_null,
    ),
    *INFINITY_RULES,
    *EXPANSION_RULES,
    *PROBABILITY_RULES,
)
"""The rules of limits. Each is one function from a sequent and data to the sequents that suffice."""
