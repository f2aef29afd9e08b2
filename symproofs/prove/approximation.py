"""≈: proved by equality or by the limit in the regime in scope, else the exact value and a regime under which it would hold.

A regime is the set of hypotheses `t → a` in scope. Under one A ≈ B says that A - B tends to 0. Without one nothing but equality
proves ≈; then what A is exactly is said, and a regime is looked for: something that the document defines is scaled by C → ∞, or
a number that stands still in A is made to tend to 0 or ∞.

`other_limit` is for refuting: A tends to something else than B, or what B would have to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.motion import motion
from symproofs.kernel.randomness import is_random
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.prove import logic
from symproofs.prove.equations import prove_equation
from symproofs.prove.exact import exact_value, exact_weights
from symproofs.prove.in_probability import Sought
from symproofs.prove.limits import Builder, Ways, plan_of
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.search import Search
from symproofs.prove.with_limits import DEFAULT_STEPS, EFFORT, factors_nonzero, prove_with_limits, solve, ties
from symproofs.prove.written_out import written_out
from symproofs.records import record
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain
from symproofs.terms.statement import (
    And,
    ForAll,
    Hypothesis,
    Implies,
    InProbability,
    Operator,
    Relation,
    Statement,
    Tends,
    statement_names,
)
from symproofs.terms.term import Term, const, free_names, fun, name, num
from symproofs.terms.types import scalar
from symproofs.terms.typing import Mistyped, type_of
from symproofs.theories.budget import Budget, OutOfBudget
from symproofs.theories.exponentials import Mono, TooLarge
from symproofs.theories.growth import Growth
from symproofs.theories.plans import DOWN, UP
from symproofs.theories.reading_exponentials import Reader

MOST_OFFERS = 6
ZERO = num(0)
NOTHING = Relation("=", ZERO, ZERO)


@record
class Offer:
    """Hypotheses that would make ≈ true: definitions to be put in the place of those of the same name, and what tends where."""

    regime: tuple[Statement, ...]
    note: str
    proof: Proof


@record
class NoRegime:
    """≈ where nothing says in which regime, and no equality: what the left side is exactly, and a regime that would do.

    `weights` are (number, value, proof) for the numbers in a sum of numbers times arrays.
    """

    value: Term | None
    exact: Proof | None
    weights: tuple[tuple[Term, Term, Proof], ...]
    offer: Offer | None


@record
class OtherLimit:
    """Under the regime (and what is assumed beside it) the subject tends to `value`, so ≈ would need `equation`.

    `unequal` proves that the equation fails, where that was found; with an infinite limit there is no equation.
    """

    proof: Proof
    value: Term
    equation: Relation | None
    unequal: Proof | None
    assuming: tuple[Statement, ...] = ()


@record
class Case:
    """What a term tends to under the hypotheses of a case."""

    assuming: tuple[Statement, ...]
    value: Term
    proof: Proof


def approximate(context: Context, statement: Statement, budget: Budget | None = None) -> Proof | Failure | NoRegime:
    """A proof of a statement about ≈ or limits, or what is missing."""
    budget = budget or Budget(DEFAULT_STEPS)
    regime = has_regime(context)
    equation = replace(statement, operator="=") if isinstance(statement, Relation) and statement.operator == "~" else None
    equal: Proof | Failure | None = None
    if equation is not None and not regime:
        equal = prove_equation(context, equation, budget)
    found = prove_with_limits(context, statement, budget, "unlinked" if isinstance(equal, Failure) else "all")
    if isinstance(found, Proof) or not _is_typed(context, statement):
        return found
    if equation is not None:
        # where both sides are defined they may be equal, though not for all total values
        equal = equal or prove_equation(context, equation, budget)
        if isinstance(equal, Proof):
            return equal
    if regime:
        return found
    inner, relation = _inside(context, statement)
    if relation is None:
        return found
    weights = exact_weights(inner, relation.left, budget)
    value, proof = (None if weights else exact_value(inner, relation.left, budget)) or (None, None)
    return NoRegime(value, proof, weights, offered(context, statement, budget))


def _is_typed(context: Context, statement: Statement) -> bool:
    try:
        ledger = Ledger(context, DEFAULT_STEPS)
        for s in (statement, *(h.statement for h in context.hypotheses)):
            ledger.admit(s, context.types)
    except (Rejected, RecursionError):
        return False
    return True


def has_regime(context: Context) -> bool:
    """Whether the hypotheses speak of a passage to the limit."""
    try:
        return bool(motion(Sequent(context, NOTHING)).hypotheses)
    except Rejected:
        return True


def _inside(context: Context, statement: Statement) -> tuple[Context, Relation | None]:
    """The ≈ under quantifiers and premises, in the context that it has there."""
    sequent = Sequent(context, statement)
    while True:
        match sequent.goal:
            case ForAll(names, body):
                if any(n in context.declarations for n, _ in names):
                    return context, None
                sequent = replace(sequent, context=sequent.context.declare(*(Declaration(n, t) for n, t in names)), goal=body)
            case Implies(premise, conclusion):
                sequent = sequent.joined(premise).proves(conclusion)
            case Relation("~", _, _) as relation:
                return sequent.context, relation
            case _:
                return context, None


def far_out(context: Context, far: int = 20) -> Context:
    """The hypotheses for one member far out: `t → ∞` as t ≥ far, `t → a` as |t - a| ≤ 1/far. To find a witness of them."""
    rows = (replace(h, statement=_far(h.statement, far)) for h in context.hypotheses)
    return replace(context, hypotheses=tuple(rows))


def _far(statement: Statement, far: int) -> Statement:
    match statement:
        case Tends(subject, target) if target == UP:
            return Relation(">=", subject, num(far))
        case Tends(subject, target) if target == DOWN:
            return Relation("<=", subject, num(-far))
        case Tends(Term(head="expect" | "var" | "cov") as moment, target):
            return Relation("=", moment, target)  # laws with just these moments are easier found than with such near them
        case Tends(subject, target):
            return Relation("<=", fun("abs", Term("add", (subject, Term("neg", (target,))))), num(Fraction(1, far)))
        case InProbability():
            return NOTHING  # of one member nothing follows: its probabilities may be any
        case ForAll(names, body):
            return ForAll(names, _far(body, far))
        case Implies(premise, conclusion):
            return Implies(premise, _far(conclusion, far))
        case And(parts):
            return And(tuple(_far(p, far) for p in parts))
    return statement


def held_back(context: Context) -> bool:
    """Whether something is said to go where another hypothesis keeps it from: `C → ∞` with `C ≤ 10`."""
    going = [h.statement for h in context.hypotheses if isinstance(h.statement, Tends)]
    moving = frozenset[str]().union(*(free_names(g.subject) for g in going))
    bounds = [b for h in context.hypotheses if isinstance(h.statement, Relation) for b in (h.statement, _turned(h.statement))]
    return any(
        bound.left == passage.subject
        and moving.isdisjoint(free_names(bound.right))
        and bound.operator in _AGAINST[passage.target]
        for passage in going
        if passage.target in _AGAINST
        for bound in bounds
    )


_AGAINST: Mapping[Term, tuple[str, ...]] = {UP: ("<", "<=", "="), DOWN: (">", ">=", "=")}
"""What keeps something from going there, with what stands still on the right."""


def _turned(relation: Relation) -> Relation:
    operator = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation.operator, relation.operator)
    return Relation(operator, relation.right, relation.left)  # type: ignore[arg-type]


# ------------------------------------------------------------------ a regime that would do


def offered(context: Context, statement: Statement, budget: Budget) -> Offer | None:
    """A regime under which the statement is proved."""
    names = _closure(context, statement)
    ways: Ways = "limit" if isinstance(statement, Relation) and statement.operator == "~" else "all"
    for k, (regime, note, other) in enumerate(_regimes(context, names)):
        if k >= MOST_OFFERS or budget.used_up:
            return None
        found = prove_with_limits(other, statement, budget, ways)
        if isinstance(found, Proof):
            return Offer(regime, note, found)
    return None


def _regimes(context: Context, names: frozenset[str]) -> Iterator[tuple[tuple[Statement, ...], str, Context]]:
    fresh = next(n for n in ("C", "C_0", *(f"C_{k}" for k in range(1, 1000))) if n not in context.declarations)
    grows = Tends(name(fresh), const("oo"))
    defined: set[str] = set()
    for k, hypothesis in enumerate(context.hypotheses):
        match hypothesis.statement:
            case Relation("=", Term(head="name", data=(str(label),)) as left, right) if label in names:
                defined.add(label)
                if label in free_names(right):
                    continue
                scaled = Relation("=", left, Term("mul", (name(fresh), right)))
                rows = list(context.hypotheses)
                rows[k] = replace(hypothesis, statement=scaled)
                other = replace(context.declare(Declaration(fresh, scalar())), hypotheses=(*rows, Hypothesis(grows)))
                yield (scaled, grows), f"{label} scaled by {fresh} → ∞", other
    for label in sorted(names - defined):
        row = context.declarations.get(label)
        if row is None or not row.type.is_scalar or row.type.index is not None or row.type.sort not in ("real", "rational"):
            continue
        for target, text in ((ZERO, "0"), (UP, "∞")):
            regime = Tends(name(label), target)
            yield (regime,), f"{label} → {text}", context.assume([Hypothesis(regime)])


def _closure(context: Context, statement: Statement) -> frozenset[str]:
    """Names that a statement speaks of, directly or through what is given of them."""
    inner, relation = _inside(context, statement)
    if relation is None:
        return frozenset()
    found = set(free_names(relation.left) | free_names(relation.right))
    while True:
        more = set(found)
        for row in Reader.of(inner).equations:
            if row.left.head in ("name", "member", "call") and str(row.left.data[0]) in found:
                more |= free_names(row.right) - row.parameters.keys()
        if more == found:
            return frozenset(found)
        found = more


# ------------------------------------------------------------------ other limits


def other_limit(context: Context, statement: Relation | Tends | InProbability, budget: Budget | None = None) -> OtherLimit | None:
    """What A tends to instead of B, the first that is found."""
    return next(other_limits(context, statement, budget), None)


def other_limits(
    context: Context, statement: Relation | Tends | InProbability, budget: Budget | None = None
) -> Iterator[OtherLimit]:
    """What A tends to instead of B, where A ≈ B or A → B is not so in the regime; nothing if no limit is found, or it is B.

    A passage has one limit: where another one is proved, B is none.
    """
    budget = budget or Budget(DEFAULT_STEPS)
    try:
        moving = motion(Sequent(context, NOTHING)).names
    except Rejected:
        return
    if not moving or not _is_typed(context, statement):
        return
    if isinstance(statement, InProbability):
        moves = moving & free_names(statement.target) or is_random(statement.target, context)
        found = None if moves else _other_in_probability(context, statement, budget)
        if found is not None:
            yield found
        return
    if isinstance(statement, Tends):
        if is_random(statement.subject, context) or moving & free_names(statement.target):
            return
        yield from _others(context, statement.subject, statement.target, (statement.subject, statement.target), budget)
        return
    relation = statement
    if any(is_random(side, context) for side in (relation.left, relation.right)):
        away = Term("add", (relation.left, Term("neg", (relation.right,))))
        found = _other_in_probability(context, InProbability(away, _zero(context, away)), budget)
        if found is not None:
            yield found
        return
    still = moving.isdisjoint(free_names(relation.right))
    subject = relation.left if still else Term("add", (relation.left, Term("neg", (relation.right,))))
    yield from _others(
        context, subject, relation.right if still else _zero(context, subject), (relation.left, relation.right), budget
    )


def _others(context: Context, subject: Term, claimed: Term, sides: Sequence[Term], budget: Budget) -> Iterator[OtherLimit]:
    """Limits of the subject that are not the one claimed, in cases in which both sides are defined from some member on."""
    moving = motion(Sequent(context, NOTHING)).names
    asked = dict.fromkeys(c for side in sides for d in domain(side, context.types) for c in factors_nonzero(d))
    plain = tuple(c for c in asked if isinstance(c, Relation) and not ties(c, moving) and context.number_of(c) is None)
    left = [c for c in asked if c not in plain]
    here = context.assume(map(Hypothesis, plain))
    for case in cases(here, subject, budget):
        if case.assuming and subject.head == "sum_between" and _is_infinite(case.value):
            continue  # of a series something is claimed where it converges
        row = _apart(here, replace(case, assuming=(*plain, *case.assuming)), claimed)
        if row is not None and _is_defined_along(context.assume(map(Hypothesis, row.assuming)), left, budget):
            yield row


def _is_defined_along(context: Context, conditions: Sequence[Statement], budget: Budget) -> bool:
    """Whether conditions are seen to hold from some member on: else what is shown of total values would say nothing."""
    search, sequent = Search(context, budget, solve), Sequent(context, NOTHING)
    try:
        growth = Builder(search).growth(sequent)
        return growth is not None and all(_holds_in_the_end(search, growth, sequent.proves(c)) for c in conditions)
    except (OutOfBudget, Mistyped, RecursionError, Rejected, TooLarge):
        return False


def _holds_in_the_end(search: Search, growth: Growth, sequent: Sequent) -> bool:
    condition = sequent.goal
    if search.evident(sequent, condition) or search.solve(sequent, 1) is not None:
        return True
    if not isinstance(condition, Relation):
        return False
    away = Term("add", (condition.left, Term("neg", (condition.right,))))
    below = Term("add", (condition.right, Term("neg", (condition.left,))))
    match condition.operator:
        case ">" | ">=":
            return growth.is_positive(away)
        case "<" | "<=":
            return growth.is_positive(below)
        case "!=":
            plan = growth.limit(away)
            return plan is not None and (plan.infinite or growth.sign(plan.target) in ("+", "-", "!"))
    return False


def _apart(context: Context, case: Case, claimed: Term) -> OtherLimit | None:
    """The limit of a case, where it is not shown to be the one that is claimed."""
    if case.value == claimed:
        return None
    if _is_infinite(case.value) or _is_infinite(claimed):
        return OtherLimit(case.proof, case.value, None, None, case.assuming)
    here = context.assume(map(Hypothesis, case.assuming))
    equation = Relation("=", case.value, claimed)
    if isinstance(logic.prove_statement(here, equation, Budget(STEPS_OF_A_SIDE)), Proof):
        return None
    unequal = logic.prove_statement(here, replace(equation, operator="!="), Budget(STEPS_OF_A_SIDE))
    proved = unequal if isinstance(unequal, Proof) and not unequal.conditions else None
    return OtherLimit(case.proof, case.value, equation, proved, case.assuming)


def _is_infinite(node: Term) -> bool:
    return node == const("oo") or (node.head == "neg" and node.args[0] == const("oo"))


def _other_in_probability(context: Context, goal: InProbability, budget: Budget) -> OtherLimit | None:
    """What the subject converges to in probability instead: limits in probability are unique."""
    try:
        value = Sought(Search(context, budget, solve), EFFORT).limit(Sequent(context, goal), goal.subject, 0)
    except (OutOfBudget, Mistyped, RecursionError, Rejected):
        return None
    if value is None or value == goal.target:
        return None
    found = prove_with_limits(context, InProbability(goal.subject, value), budget)
    if not isinstance(found, Proof):
        return None
    equation = Relation("=", value, goal.target)
    if isinstance(logic.prove_statement(context, equation, Budget(STEPS_OF_A_SIDE)), Proof):
        return None
    unequal = logic.prove_statement(context, replace(equation, operator="!="), Budget(STEPS_OF_A_SIDE))
    return OtherLimit(found, value, equation, unequal if isinstance(unequal, Proof) and not unequal.conditions else None)


STEPS_OF_A_SIDE = 6_000


def _zero(context: Context, node: Term) -> Term:
    kind = type_of(node, context.types)
    return ZERO if kind.is_scalar else Term("zeros", (), kind.shape)


def cases(context: Context, subject: Term, budget: Budget | None = None, most: int = 2) -> Iterator[Case]:
    """The limit of a term; where it hangs on the sign of a number, the limits for each sign, as far as they are found."""
    budget = budget or Budget(DEFAULT_STEPS)
    try:
        search, sequent = Search(context, budget, solve), Sequent(context, Tends(subject, ZERO))
        growth = Builder(search).growth(sequent)
        plan = None if growth is None else plan_of(search, sequent, growth, subject)
    except (OutOfBudget, Mistyped, RecursionError):
        return
    if growth is None:
        return
    if plan is not None:
        plain = None if plan.infinite else written_out(Reader.of(context), plan.target)
        for value in dict.fromkeys(v for v in (plain, plan.target) if v is not None):
            found = prove_with_limits(context, Tends(subject, value), budget)
            if isinstance(found, Proof):
                yield Case((), value, found)
                return
        return
    for number in growth.unsigned:
        if most == 0:
            return
        rows = [_comparison(growth.reader, number, operator) for operator in (">", "=", "<")]
        if not all(_is_typed(context, row) for row in rows):
            continue  # it hangs on the index of a sum, for which no case can be supposed
        for row in rows:
            yield from (
                replace(case, assuming=(row, *case.assuming))
                for case in cases(context.assume([Hypothesis(row)]), subject, budget, most - 1)
            )
    for side in _sides(context, growth) if most else ():
        here = context.assume([Hypothesis(side)])
        yield from (replace(case, assuming=(side, *case.assuming)) for case in cases(here, subject, budget, most - 1))


def _sides(context: Context, growth: Growth) -> Iterator[Relation]:
    """x > a and x < a for a number x that is said to tend to a, and otherwise only compared with what stands still.

    Then it can go to a from that side if one value near a can be found there.
    """
    for row in growth.given:
        if row.parameters or row.premise is not None or row.bound is not None or row.subject.head != "name":
            continue
        x, a = row.subject, row.target
        kind, statements = (
            context.types.get(str(x.data[0])),
            [h.statement for h in context.hypotheses if h.statement != row.statement],
        )
        about = [s for s in statements if not free_names(x).isdisjoint(statement_names(s))]
        properties = context.declarations[str(x.data[0])].properties
        plain = kind is not None and kind.is_scalar and kind.index is None and kind.sort == "real" and properties <= OF_SIGN
        if not plain or _is_infinite(a) or not all(_compares(s, x, growth) for s in about):
            continue
        if not any(isinstance(s, Relation) and s.operator != "!=" and {s.left, s.right} == {x, a} for s in about):
            yield Relation(">", x, a)
            yield Relation("<", x, a)


OF_SIGN = frozenset(("positive", "negative", "nonnegative", "nonzero"))
"""Properties of numbers that compare them with 0."""


def _compares(statement: Statement, x: Term, growth: Growth) -> bool:
    """Whether a statement compares x with something that stands still."""
    if not isinstance(statement, Relation) or statement.operator == "~":
        return False
    other = statement.right if statement.left == x else statement.left if statement.right == x else None
    return other is not None and not growth.moves(other)


def _comparison(reader: Reader, node: Term, operator: Operator) -> Relation:
    """node > 0, written x > c where node is x - c."""
    turned: dict[Operator, Operator] = {">": "<", "<": ">", "=": "="}
    try:
        rows = dict(reader.scalar(node).rows)
    except TooLarge:
        return Relation(operator, node, ZERO)
    c = rows.pop(Mono(), 0)
    if len(rows) != 1:
        return Relation(operator, node, ZERO)
    ((m, factor),) = rows.items()
    return Relation(operator if factor > 0 else turned[operator], m.term(), num(-c / factor))
