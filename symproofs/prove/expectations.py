"""Orders and equations of expectations from what holds at every outcome: Markov's inequality, the union bound, E max(X, Y) ≥ E X.

Both sides are written as one expectation each: E[u] is that of u, Var X that of (X - E X)², a constant that of itself. Then
E[s] ≤ E[t] follows from s ≤ t, and s ≤ t from ∀x ∈ ℝ: s(x) ≤ t(x), with a number x for each random number: of numbers cases may
be distinguished, of random ones nothing may be assumed. |u| is one number x ≥ 0, with u² = |u|².

Where a side bounds nothing at each outcome (Var X ≤ 4 is given, or E X = 2), the bounds of Markov and Chebyshev are shown on the
way, and what is left is a combination of orders. *Fails when* s ≤ t does not hold at each outcome, or is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.randomness import MOMENTS, is_random, mixes
from symproofs.kernel.sequent import Sequent
from symproofs.prove.moments import taken_apart
from symproofs.prove.order import combination
from symproofs.prove.reasons import Reason
from symproofs.prove.samples import seems_to_fail
from symproofs.prove.search import Search, around
from symproofs.prove.tree import Given, Node
from symproofs.terms.context import Context
from symproofs.terms.statement import ORDERS, And, ForAll, Implies, Operator, Property, Relation, Statement, statement_names
from symproofs.terms.term import Term, fun, name, num, rewrite
from symproofs.terms.types import Type, scalar
from symproofs.terms.typing import type_of

MOST_NUMBERS = 4
"""Random numbers that a statement at each outcome is about."""

MOST_CANDIDATES = 6
EFFORT_OF_OUTCOMES = 3


def speaks_of_moments(goal: Statement) -> bool:
    """Whether it is an order or an equation with a moment in it."""
    if not isinstance(goal, Relation) or goal.operator not in ("=", *ORDERS):
        return False
    return any(node.head in MOMENTS for t in terms_of(goal) for node in t.walk())


def by_outcomes(search: Search, sequent: Sequent) -> Node | None:
    """The goal from a statement about every outcome, or from such bounds and what is given."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    if any(is_random(t, sequent.context) for t in terms_of(goal)):
        return None
    turned = search.apply("symmetry", {}, sequent)
    seen = None if turned is None else search.plain(turned[1][0])
    if turned is not None and seen is not None:
        return replace(turned[0], of=(seen,))
    found = _compared(search, sequent, *_integrands(goal, sequent.context))
    if found is not None or goal.operator == "=":
        return found
    return _by_tails(search, sequent)


# ------------------------------------------------------------------ what an expectation is of


def _integrands(goal: Relation, context: Context) -> tuple[Term, Term]:
    """Of both sides; squares of sums as products, whose entries show that their expectation exists."""

    def step(part: Term) -> Term | None:
        squared = part.head == "pow" and part.args[1] == num(2) and part.args[0].head == "add"
        return Term("mul", (part.args[0], part.args[0])) if squared and is_random(part, context) else None

    left, right = (rewrite(_integrand(t, context), step) for t in (goal.left, goal.right))
    return left, right


def _integrand(t: Term, context: Context) -> Term:
    """A term with this expectation, for sums of moments with constant factors: a guess."""
    match t.head:
        case "expect":
            return t.args[0]
        case "var":
            return _squared(_plus(t.args[0], Term("neg", (_mean_of(t.args[0], context),))))
        case "cov" if len(t.args) == 2:
            away = [_plus(x, Term("neg", (_mean_of(x, context),))) for x in t.args]
            return Term("mul", tuple(away))
        case "add" | "neg":
            return t.with_args(tuple(_integrand(a, context) for a in t.args))
        case "div":
            return Term("div", (_integrand(t.args[0], context), t.args[1]))
        case "mul":
            place = next((k for k, a in enumerate(t.args) if _has_moments(a)), None)
            if place is not None:
                return t.with_args(tuple(_integrand(a, context) if k == place else a for k, a in enumerate(t.args)))
    return t


def _has_moments(t: Term) -> bool:
    return any(node.head in MOMENTS for node in t.walk())


def _mean_of(x: Term, context: Context) -> Term:
    """What the expectation is given to be, else itself."""
    mean = Term("expect", (x,))
    for hypothesis in context.hypotheses:
        match hypothesis.statement:
            case Relation("=", left, right) if mean in (left, right):
                other = right if left == mean else left
                if not is_random(other, context) and not _has_moments(other):
                    return other
    return mean


def _squared(t: Term) -> Term:
    return Term("pow", (t, num(2)))


def _plus(first: Term, second: Term) -> Term:
    return Term("add", (first, second))


# ------------------------------------------------------------------ comparing


def _compared(search: Search, sequent: Sequent, s: Term, t: Term) -> Node | None:
    """L ∘ R since L = E[s], R = E[t], and s ∘ t at every outcome."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    random = [is_random(side, sequent.context) for side in (s, t)]
    if not any(random) or (goal.operator == "=" and not all(random)):
        return None  # that something random is constant is taken up nowhere beside moments
    both = Relation(goal.operator, Term("expect", (s,)), Term("expect", (t,)))
    found = search.apply("expectation_monotone", {}, sequent.proves(both), (Reason("expectation_monotone"),))
    if found is None:
        return None
    node, left = found
    *needed, inside = left
    with search.unconditional():
        pointwise = _at_outcomes(search, inside)
    if pointwise is None:
        return None
    below = [_existence(search, q) for q in needed]
    if any(b is None for b in below):
        return None
    proof = replace(node, of=(*(b for b in below if b is not None), pointwise))
    if both == goal:
        return proof
    turned = search.apply("rewrite", {"statement": both}, sequent)
    if turned is None:
        return None
    equations = [_equal(search, q) for q in turned[1][:-1]]
    if any(e is None for e in equations):
        return None
    return replace(turned[0], of=(*(e for e in equations if e is not None), proof))


def _equal(search: Search, sequent: Sequent) -> Node | None:
    """That two ways to write a moment are equal; of what is given the conditions are no matter."""
    return search.solve(sequent, 0)


def _existence(search: Search, sequent: Sequent) -> Node | None:
    """That an expectation exists; what is not seen becomes a condition, which is none where it is written in the statement."""
    found = search.plain(sequent)
    if found is not None:
        return found
    goal = sequent.goal
    if not isinstance(goal, Property) or not statement_names(goal) <= search.root.declarations.keys():
        return None
    left = search.apply("condition", {}, sequent)
    return None if left is None else left[0]


# ------------------------------------------------------------------ at every outcome


def _at_outcomes(search: Search, sequent: Sequent) -> Node | None:
    """An order or equation of random numbers, by one that holds for all numbers."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    plain = search.plain(sequent)
    if plain is not None:
        return plain
    if seems_to_fail(goal, sequent.context):
        return None
    for over, wholes in _ways(goal, sequent.context):
        if over == goal:
            found = _for_all_numbers(search, sequent, wholes)
        else:
            found = None
            turned = search.apply("rewrite", {"statement": over}, sequent)
            equations = [search.solve(q, 0) for q in turned[1][:-1]] if turned is not None else [None]
            if turned is not None and all(e is not None for e in equations):
                inner = _for_all_numbers(search, sequent.proves(over), wholes)
                found = None if inner is None else replace(turned[0], of=(*(e for e in equations if e is not None), inner))
        if found is not None:
            return found
    return None


def _ways(goal: Relation, context: Context) -> Iterator[tuple[Relation, frozenset[Term]]]:
    """The goal, and the random terms that are taken for numbers as a whole: moduli, deviations from a constant, none."""
    over = _over_moduli(goal, context)
    moduli = frozenset(n for t in terms_of(over) for n in t.walk() if n.head == "fun" and n.data[0] == "abs")
    if moduli and all(part in moduli for part in _random_parts(over, context, moduli)):
        yield over, moduli
    for away in dict.fromkeys(d for t in terms_of(goal) for n in t.walk() if (d := _squared_deviation(n, context)) is not None):
        x, center = away.args[0], away.args[1].args[0]
        yield _about(goal, x, away, center), frozenset((away,))
    yield goal, frozenset()


def _squared_deviation(t: Term, context: Context) -> Term | None:
    """X - c, of the square of it, for a random number X and a constant."""
    base = t.args[0] if t.head == "pow" and _is_even(t.args[1]) else None
    if t.head == "mul" and len(t.args) == 2 and t.args[0] == t.args[1]:
        base = t.args[0]
    match base:
        case Term(head="add", args=(x, Term(head="neg", args=(c,)))) if not is_random(c, context) and x.head in NUMBERS:
            return base
    return None


def _about(goal: Relation, x: Term, away: Term, center: Term) -> Relation:
    """The goal with (x - c) + c for x where x stands alone."""

    def turned(t: Term) -> Term:
        if t == away:
            return t
        if t == x:
            return _plus(away, center)
        return t.with_args(tuple(map(turned, t.args))) if t.args else t

    return Relation(goal.operator, turned(goal.left), turned(goal.right))


NUMBERS = ("name", "member", "entry")


def _over_moduli(goal: Relation, context: Context) -> Relation:
    """The goal with |u|² for u² where it has |u|."""
    moduli = {n.args[0] for t in terms_of(goal) for n in t.walk() if n.head == "fun" and n.data[0] == "abs"}
    found = [u for u in moduli if is_random(u, context)]

    def step(part: Term) -> Term | None:
        if part.head == "pow" and part.args[0] in found and _is_even(part.args[1]):
            return Term("pow", (fun("abs", part.args[0]), part.args[1]))
        if part.head == "mul" and len(part.args) == 2 and part.args[0] == part.args[1] and part.args[0] in found:
            return _squared(fun("abs", part.args[0]))
        return None

    return Relation(goal.operator, rewrite(goal.left, step), rewrite(goal.right, step)) if found else goal


def _is_even(exponent: Term) -> bool:
    return exponent.head == "num" and exponent.data[0] % 2 == 0 and exponent.data[0] > 0  # type: ignore[operator]


def _for_all_numbers(search: Search, sequent: Sequent, wholes: frozenset[Term]) -> Node | None:
    """The goal as an instance of what holds for all numbers of the signs that the random ones have."""
    goal, context = sequent.goal, sequent.context
    assert isinstance(goal, Relation)
    values: dict[str, Term] = {}
    rows: list[tuple[str, Type]] = []
    premises: list[Statement] = []
    statement = goal
    for part in _random_parts(goal, context, wholes):
        label = search.fresh(sequent.proves(statement), "x")
        while label in values:
            label += "_"
        found = _replaced(statement, part, name(label))
        if found is None:
            continue
        statement, values[label] = found, part
        kind = type_of(part, context.types)
        rows.append((label, scalar(kind.sort)))
        premises += _signs(search, sequent, part, name(label))
    premises += _given(sequent, values)
    if not rows or len(rows) > MOST_NUMBERS or any(is_random(t, context) for t in terms_of(statement)):
        return None
    premise: Statement | None = premises[0] if len(premises) == 1 else And(tuple(premises)) if premises else None
    every = ForAll(tuple(rows), statement if premise is None else Implies(premise, statement))
    had = search.apply("have", {"statement": every}, sequent)
    if had is None:
        return None
    proof = search.solve(had[1][0], EFFORT_OF_OUTCOMES)
    step = search.have(every, proof, sequent) if proof is not None else None
    if step is None:
        return None
    taken = search.step("instance", {"n": Given(every), "terms": values}, step.after)
    steps = [step] if taken is None else [step, taken]
    if taken is not None and premise is not None:
        implied = taken.after.context.hypotheses[-1].statement
        met = search.step("modus_ponens", {"n": Given(implied), "direction": "forward"}, taken.after)
        if met is None:
            return None
        steps.append(met)
    inner = search.plain(steps[-1].after) if taken is not None else None
    return None if inner is None else around(steps, inner)


def _random_parts(goal: Relation, context: Context, wholes: frozenset[Term]) -> list[Term]:
    """Random numbers, each once: what is taken as a whole, and the random names outside of that."""
    found: dict[Term, None] = {}
    todo = list(terms_of(goal))[::-1]
    while todo:
        node = todo.pop()
        if not is_random(node, context):
            continue
        if node.head in NUMBERS or node in wholes:
            found[node] = None
        else:
            todo += reversed(node.args)
    return list(found)


def _replaced(statement: Relation, part: Term, by: Term) -> Relation | None:
    """The statement with another term for a part of it; nothing where it has no such part."""

    def step(node: Term) -> Term | None:
        return by if node == part else None

    left, right = rewrite(statement.left, step), rewrite(statement.right, step)
    return None if (left, right) == (statement.left, statement.right) else Relation(statement.operator, left, right)


def _given(sequent: Sequent, values: Mapping[str, Term]) -> Iterator[Statement]:
    """Orders and equations that hypotheses give of these random numbers and of constants, said of the numbers for them."""
    context = sequent.context
    for hypothesis in context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator not in ("=", *ORDERS) or mixes(statement, context):
            continue
        if any(map(_has_moments, terms_of(statement))):
            continue  # in a moment a number does not stand for a random one
        found = statement
        for label, part in values.items():
            found = _replaced(found, part, name(label)) or found
        if found != statement and not any(is_random(t, context) for t in terms_of(found)):
            yield found


def _signs(search: Search, sequent: Sequent, part: Term, label: Term) -> list[Statement]:
    """What is seen of the sign of a random number, said of the number that stands for it."""
    orders: tuple[Operator, ...] = (">", "<", ">=", "<=")
    for operator in orders:
        if search.evident(sequent, Relation(operator, part, num(0))):
            return [Relation(operator, label, num(0))]
    return []


# ------------------------------------------------------------------ tails


def _by_tails(search: Search, sequent: Sequent) -> Node | None:
    """The order from bounds of the probabilities in it, by a mean, a mean square or a variance, and what is given of these."""
    steps = []
    after = sequent
    bounds = chain(_tails(sequent), _parts_of_quotients(sequent), _without_moduli(sequent))
    for bound in islice(bounds, MOST_CANDIDATES):
        with search.unconditional():
            proof = _compared(search, after.proves(bound), *_integrands(bound, sequent.context))
        step = search.have(bound, proof, after) if proof is not None else None
        if step is None:
            continue
        steps.append(step)
        after = replace(step.after, goal=sequent.goal)
        inner = combination(search, after)
        if inner is not None:
            return around(steps, inner)
    return None


def _tails(sequent: Sequent) -> Iterator[Relation]:
    """a P(u ≥ a) ≤ E[u] and a² P(u ≥ a) ≤ E[u²], for u ≥ 0; with Var X for the mean square of X - E X."""
    context = sequent.context
    for node in dict.fromkeys(n for t in terms_of(sequent.goal) for n in t.walk() if n.head == "expect"):
        found = _tail(node, context)
        if found is None:
            continue
        tail, u, a = found
        squared = Term("mul", (_squared(a), tail))
        x = _about_its_mean(u.args[0], context) if u.head == "fun" and u.data[0] == "abs" else None
        if x is not None:
            yield Relation("<=", squared, Term("var", (x,)))
        yield Relation("<=", Term("mul", (a, tail)), Term("expect", (u,)))
        yield Relation("<=", squared, Term("expect", (_squared(u),)))
        mean = _mean_of(u, context)
        if mean.head != "expect":
            yield Relation("<=", Term("mul", (_squared(_plus(a, Term("neg", (mean,)))), tail)), Term("var", (u,)))


def _tail(node: Term, context: Context) -> tuple[Term, Term, Term] | None:
    """(P(u ≥ a) or P(u > a), u, a) for an expectation of a step or of 1 - it, where the step compares u and a constant."""
    inside, other = node.args[0], False
    match inside:
        case Term(head="add", args=(one, Term(head="neg", args=(inner,)))) if one == num(1):
            inside, other = inner, True
    if inside.head != "fun" or inside.data[0] != "step" or inside.args[0].head != "add":
        return None
    random = [p for p in inside.args[0].args if is_random(p, context)]
    constant = tuple(p for p in inside.args[0].args if not is_random(p, context))
    if len(random) != 1 or not constant:
        return None
    below = random[0].head == "neg"  # step(a - u) is 1 for u < a
    u = random[0].args[0] if below else random[0]
    bound = constant[0] if len(constant) == 1 else Term("add", constant)
    a = bound if below else bound.args[0] if bound.head == "neg" else Term("neg", (bound,))
    tail = node if below == other else _plus(num(1), Term("neg", (node,)))
    return tail, u, a


def _parts_of_quotients(sequent: Sequent) -> Iterator[Relation]:
    """E[u] ≤ E[v] and E[v] ≤ 1 for quotients E[u]/E[v]: a conditional probability is 1 at most."""
    for node in dict.fromkeys(n for t in terms_of(sequent.goal) for n in t.walk()):
        if node.head == "div" and node.args[0].head == "expect" == node.args[1].head:
            yield Relation("<=", *node.args)
            yield Relation("<=", node.args[1], num(1))


def _without_moduli(sequent: Sequent) -> Iterator[Relation]:
    """E[x] ≤ E|x| and E[x] ≤ E max(x, 0), also where more stands in the expectation."""

    def step(part: Term) -> Term | None:
        return part.args[0] if part.head == "fun" and part.data[0] in ("abs", "relu") else None

    for node in dict.fromkeys(n for t in terms_of(sequent.goal) for n in t.walk() if n.head == "expect"):
        less = rewrite(node, step)
        if less != node:
            yield Relation("<=", taken_apart(less, sequent.context), node)


def _about_its_mean(t: Term, context: Context) -> Term | None:
    """X, of X - E X or of X - μ with the mean μ."""
    match t:
        case Term(head="add", args=(x, Term(head="neg", args=(mean,)))) if mean in (_mean_of(x, context), Term("expect", (x,))):
            return x
    return None
