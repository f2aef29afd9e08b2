"""Bounds of the parts of an inequality, as additions: monotone functions of given orders, sums term by term, known bounds.

Each is a comparison with its proof. A bound is proposed where a part of the goal calls for it:

    e^l ≤ e^h                     for a given l ≤ h, if the goal has exponentials
    f(u) ≤ f(v)                   for two values of one monotone function, if u ≤ v is proved
    Σ_{i≠a} f(i) ≤ Σ_{i≠a} g      g what f(i) becomes when a hypothesis for all i ≠ a bounds what varies in it
    Σ f(i) ≤ Σ g(i)               for two sums over one range, term by term
    -1 ≤ sin x ≤ 1, x ≤ |x|, …    facts
    1 - 1/x ≤ log x ≤ x - 1       by 1 + y ≤ e^y at y = ±log x
    (Σ u v)² ≤ Σ u² Σ v²          sums (`lagrange`)
    Σ p (1 - 1/u) ≤ Σ p log u     sums of logarithms (`termwise`)
    u^T v ≤ ‖u‖ ‖v‖, …            lengths, inner products, variances (`inner_products`)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations
from typing import TypeGuard

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.rules_order import INCREASING, INCREASING_FROM_ZERO, WEAKLY_INCREASING
from symproofs.kernel.rules_order import ordered as sides_of
from symproofs.kernel.sequent import Sequent, conjuncts
from symproofs.prove.angles import applied
from symproofs.prove.cofactors import occurring
from symproofs.prove.inner_products import of_moments, of_vectors
from symproofs.prove.lagrange import of_squared_sums
from symproofs.prove.rational import Field, Form, NoForm, name_or_size
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step
from symproofs.prove.termwise import of_log_sums
from symproofs.prove.tree import Node
from symproofs.terms.size import Size
from symproofs.terms.statement import ORDERS, ForAll, Implies, Relation, Statement, statement_names, substitute_statement
from symproofs.terms.term import Term, bound_name, const, free_names, fun, name, num, substitute
from symproofs.terms.types import index

MOST_BOUNDS = 16
MOST_MODULI = 4
MONOTONE_FUNCTIONS = (*INCREASING, *INCREASING_FROM_ZERO, *WEAKLY_INCREASING, "log")
FACTS_OF = {"sin": "sine_bound", "cos": "cosine_bound", "abs": "modulus_bound", "relu": "relu_bound", "exp": "exponential_bound"}


def bounds(search: Search, sequent: Sequent, effort: int) -> Iterator[list[Step]]:
    """Comparisons that may help, with their proofs, in groups of one kind."""
    given = {h.statement for h in sequent.context.hypotheses}
    for make in (_exponentials, _sums_bounded, of_squared_sums, of_log_sums, _sums_compared, _functions, of_vectors, of_moments):
        group = []
        for statement, proof in islice(make(search, sequent, effort), MOST_BOUNDS):
            step = search.have(statement, proof, sequent) if statement not in given else None
            given.add(statement)
            group += [step] if step is not None else []
        yield group
    yield from _known(search, sequent)


def at_least_one(search: Search, sequent: Sequent) -> Iterator[Step]:
    """n ≥ 1 for the first size in the goal of which this is not said."""
    given = {h.statement for h in sequent.context.hypotheses}
    for label in sorted(statement_names(sequent.goal)):
        statement = Relation(">=", name_or_size(label, sequent.context), num(1))
        if statement not in given and search.evident(sequent, statement):
            step = search.have(statement, Node("seen"), sequent)
            if step is not None:
                yield step


Bound = tuple[Relation, Node]


def _parts(sequent: Sequent) -> list[Term]:
    """Every part of the goal outside binders, once."""
    found: dict[Term, None] = {}
    todo = list(terms_of(sequent.goal))
    while todo:
        node = todo.pop()
        found[node] = None
        todo += node.args[1:] if bound_name(node) is not None else node.args
    return list(found)


def _orders(sequent: Sequent) -> list[Relation]:
    found = [h.statement for h in sequent.context.hypotheses]
    return [s for s in found if isinstance(s, Relation) and s.operator in ORDERS]


def _by_monotone(search: Search, sequent: Sequent, goal: Relation, path: list[int], names: list[str], effort: int) -> Node | None:
    return search.by("monotone", {"path": path, "names": names}, sequent.proves(goal), effort, (Reason("monotone"),))


def _exponentials(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    """e^l ≤ e^h for a given l ≤ h."""
    exponents = [n for t in _atoms(search, sequent) for n in t.walk() if _is_exponential(n)]
    names = frozenset[str]().union(*map(free_names, exponents))
    equations = [h.statement for h in sequent.context.hypotheses if names and _is_equation_of_numbers(h.statement, names)]
    turned = [Relation("<=", *sides) for e in equations for sides in ((e.left, e.right), (e.right, e.left))]
    for given in (*_orders(sequent), *turned):
        if not names & statement_names(given):
            continue
        low, high, strict = sides_of(given)
        goal = Relation("<" if strict else "<=", fun("exp", low), fun("exp", high))
        proof = _by_monotone(search, sequent, goal, [0], [], 0)
        if proof is not None:
            yield goal, proof


def _is_equation_of_numbers(statement: Statement, names: frozenset[str]) -> TypeGuard[Relation]:
    """Whether it is an equation, of names in exponents alone, that says that a difference is 0."""
    if not isinstance(statement, Relation) or statement.operator != "=" or statement.right != num(0):
        return False
    return statement_names(statement) <= names and all(n.head in ("name", "add", "neg", "num") for n in statement.left.walk())


def _is_exponential(node: Term) -> bool:
    return (node.head == "fun" and node.data[0] in ("exp", "sigmoid", "tanh", "sinh", "cosh")) or node.head in (
        "pow", "softmax", "rowsoftmax",
    )  # fmt: skip


def _functions(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    """f(u) ≤ f(v) where u ≤ v is proved."""
    values = [n for n in _parts(sequent) if n.head == "sqrt" or (n.head == "fun" and n.data[0] in MONOTONE_FUNCTIONS)]
    for first, second in permutations(values[:6], 2):
        if (first.head, first.data) != (second.head, second.data):
            continue
        goal = Relation("<=", first, second)
        proof = _by_monotone(search, sequent, goal, [0], [], effort - 1)
        if proof is not None:
            yield goal, proof


# ------------------------------------------------------------------ sums


def _sums(search: Search, sequent: Sequent) -> list[Term]:
    """The sums among the atoms of the goal."""
    return [a for a in _atoms(search, sequent) if a.head == "sum"]


def _atoms(search: Search, sequent: Sequent) -> list[Term]:
    """What the goal is a rational function of."""
    field = search.field(sequent)
    goal = sequent.goal
    assert isinstance(goal, Relation)
    form = search.difference(field, goal)
    return [] if form is None else [field.atoms[k] for k in sorted(occurring(form.top) | occurring(form.below))]


def _sums_compared(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    for first, second in permutations(_sums(search, sequent)[:4], 2):
        if first.data[1] != second.data[1]:
            continue
        goal = Relation("<=", first, second)
        proof = _by_monotone(search, sequent, goal, [0], [search.fresh(sequent, "i")], effort - 1)
        if proof is not None:
            yield goal, proof


def _sums_bounded(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    """Σ f(i) against Σ g, g free of i, by a hypothesis for all i."""
    for whole in _sums(search, sequent):
        size = whole.data[1]
        assert isinstance(size, Size)
        label = search.fresh(sequent, "i")
        body = substitute(whole.args[0], {str(whole.data[0]): name(label)})
        yield from _members(search, sequent, body, label, size, effort)
        for statement, excluded in _for_all(sequent, size, label):
            low, high, _ = sides_of(statement)
            bound = _without(search, sequent, body, low, high, label, size)
            if bound is None:
                continue
            other, upper = bound
            inner = [Term("sum", (f, *excluded), (label, size)) for f in ((body, other) if upper else (other, body))]
            goal = Relation("<=", inner[0], inner[1])
            proof = _by_monotone(search, sequent, goal, [0], [search.fresh(sequent.proves(goal), label)], max(effort - 1, 2))
            if proof is not None:
                yield goal, proof


def _members(search: Search, sequent: Sequent, body: Term, label: str, size: Size, effort: int) -> Iterator[Bound]:
    """0 ≤ Σ_{i≠j} f(i) for the indices j at hand, and for none."""
    at_hand = [name(n) for n, kind in sequent.context.types.items() if kind.index == size]
    for excluded in ((), *((j,) for j in at_hand[:3])):
        nothing, whole = (Term("sum", (f, *excluded), (label, size)) for f in (num(0), body))
        goal = Relation("<=", nothing, whole)
        proof = _by_monotone(search, sequent, goal, [0], [search.fresh(sequent.proves(goal), label)], min(effort - 1, 1))
        if proof is not None:
            yield goal, proof


def _for_all(sequent: Sequent, size: Size, label: str) -> Iterator[tuple[Relation, tuple[Term, ...]]]:
    """Given orders for all indices of a range, at the label, and the indices that their premises leave out."""
    for hypothesis in sequent.context.hypotheses:
        found = hypothesis.statement
        if not isinstance(found, ForAll) or len(found.names) != 1 or found.names[0][1] != index(size):
            continue
        try:
            body: Statement = substitute_statement(found.body, {found.names[0][0]: name(label)})
        except ValueError:
            continue
        excluded: list[Term] = []
        while isinstance(body, Implies):
            for part in conjuncts(body.premise):
                match part:
                    case Relation("!=", left, right) if name(label) in (left, right):
                        excluded.append(right if left == name(label) else left)
                    case _:
                        excluded = [*excluded, Term("dots")]
            body = body.conclusion
        if any(t.head == "dots" for t in excluded):
            continue
        for part in conjuncts(body):
            if isinstance(part, Relation) and part.operator in ORDERS:
                yield part, tuple(excluded)


def _without(
    search: Search, sequent: Sequent, body: Term, low: Term, high: Term, label: str, size: Size
) -> tuple[Term, bool] | None:
    """(what bounds the body, whether from above), free of the index, when low ≤ high is used for what varies in it."""
    everywhere = ForAll(((label, index(size)),), Relation("<=", low, high))
    declared = search.goals("generalise", {"names": [label]}, sequent.proves(everywhere))
    if not declared:
        return None
    field = Field(declared[0].context)
    exponential = body.head == "fun" and body.data[0] == "exp"
    try:
        own = field.form(body.args[0] if exponential else body)
        slack = field.difference(high, low)
        factor = _ratio(field, own, slack, label)
        if factor is None:
            return None
        bounded = field.term(field.plus(own, field.times(field.constant(factor), slack)))
    except NoForm:
        return None
    if label in free_names(bounded):
        return None
    return (fun("exp", bounded) if exponential else bounded), factor > 0


def _ratio(field: Field, own: Form, slack: Form, label: str) -> Fraction | None:
    """λ with own + λ·slack free of the index, if what varies in both is proportional."""
    if not (own.below.is_constant() and slack.below.is_constant()):
        return None
    moving = [k for k, a in enumerate(field.atoms) if label in free_names(a)]
    first, second = ({tuple(e): c for e, c in form.top.terms() if any(e[k] for k in moving)} for form in (own, slack))
    if not first or first.keys() != second.keys():
        return None
    ratios = {-first[e] / second[e] for e in first}
    if len(ratios) != 1:
        return None
    value = ratios.pop()
    return Fraction(int(value.p), int(value.q))


# ------------------------------------------------------------------ facts


def _known(search: Search, sequent: Sequent) -> Iterator[list[Step]]:
    """What is known of the values of sin, cos, |x| and max(x, 0), of e^x, and by it of log x, since e^{log x} = x."""
    for node in dict.fromkeys((*_parts(sequent), *_given_moduli(sequent))):
        for steps in _facts_about(search, sequent, node):
            if steps:
                yield steps


def _given_moduli(sequent: Sequent) -> list[Term]:
    """|t| in given orders, for a t of which the goal speaks: `|f(3)| ≤ M` bounds f(3)."""
    names = statement_names(sequent.goal)
    found = (n for order in _orders(sequent) for t in terms_of(order) for n in t.walk())
    return [n for n in dict.fromkeys(found) if n.head == "fun" and n.data[0] == "abs" and names & free_names(n)][:MOST_MODULI]


def _facts_about(search: Search, sequent: Sequent, node: Term) -> Iterator[list[Step] | None]:
    if node.head == "pow" and node.args[0] == const("e"):
        yield applied(search, sequent, "exponential_bound", node.args[1:], set())
    elif node.head == "fun" and node.data[0] == "log":
        yield _bound_of_log(search, sequent, node, node.args[0])
        yield _bound_of_log(search, sequent, Term("neg", (node,)), Term("div", (num(1), node.args[0])))
    elif node.head == "fun" and node.data[0] in FACTS_OF:
        yield applied(search, sequent, FACTS_OF[str(node.data[0])], node.args, set())


def _bound_of_log(search: Search, sequent: Sequent, exponent: Term, value: Term) -> list[Step] | None:
    """1 + y ≤ e^y and e^y = x, for y = log x and for y = -log x = log 1/x."""
    steps = applied(search, sequent, "exponential_bound", (exponent,), set())
    if not steps:
        return None
    back = Relation("=", fun("exp", exponent), value)
    with search.unconditional():
        proof = search.chain(steps[-1].after.proves(back), 0)
    step = search.have(back, proof, steps[-1].after) if proof is not None else None
    return [*steps, step] if step is not None else None
