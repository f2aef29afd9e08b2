"""Gibbs' inequality and its kin: orders between sums of positive weights times logarithms.

*Decides* L ≤ R where R - L is Σ_i c_i log X_i and what is no logarithm, all logarithms of one sum taken together, c_i > 0: by
1 - 1/x ≤ log x it is at least Σ_i c_i (1 - 1/X_i) and the rest, which has to be 0 by what is given (Σ_i p_i = 1). So
Σ p log(p/q) ≥ 0, -Σ p log p ≤ -Σ p log q, -Σ p log p ≤ log n, log c ≥ Σ q log(c p/q). A constant log c is Σ_i w_i log c with
weights that sum to 1.
*Does not decide* what needs another bound of the logarithm (-Σ p log p ≥ 0), or weights that are not positive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.rules_order import ordered as sides_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.rational import Field, NoForm
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search
from symproofs.prove.tree import Given, Node
from symproofs.terms.context import Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import ORDERS, Relation, Statement
from symproofs.terms.term import Term, fun, name, num, substitute
from symproofs.terms.types import index

Logs = list[tuple[Term, Term]]
"""Σ c log x: the pairs (c, x)."""

MOST_LOGS = 8
EFFORT_OF_MEMBERS = 2


def speaks_of_sums_of_logs(goal: Statement) -> bool:
    """Whether it is a weak order with a logarithm below a sum."""
    if not isinstance(goal, Relation) or goal.operator not in ("<=", ">="):
        return False
    return any(_has_log(s) for t in terms_of(goal) for s in t.walk() if s.head == "sum" and len(s.args) == 1)


def by_sums_of_logarithms(search: Search, sequent: Sequent) -> Node | None:
    """The goal from 1 - 1/x ≤ log x at every member."""
    goal = sequent.goal
    assert isinstance(goal, Relation) and goal.operator in ORDERS
    low, high, _ = sides_of(goal)
    sums = [s for t in terms_of(goal) for s in t.walk() if s.head == "sum" and len(s.args) == 1 and _has_log(s)]
    size = sums[0].data[1]
    label = search.fresh(sequent, "i")
    assert isinstance(size, Size)
    for weight in (*_weights(sequent, size, label), None):
        found = _logs(Term("add", (high, Term("neg", (low,)))), size, label, weight, inside=False)
        bound = None if found is None else _bound(search, sequent, found, label, size)
        proof = None if bound is None else _by_members(search, sequent, bound, label)
        step = None if bound is None or proof is None else search.have(bound, proof, sequent)
        if bound is None or step is None:
            continue
        data = {"terms": [(Given(bound), num(1))], "rest": None}
        inner = search.by("nonnegative_combination", data, step.after, 0, (Reason("inequality"),))
        if inner is not None:
            return step.around(inner)
    return None


def _has_log(t: Term) -> bool:
    return any(node.head == "fun" and node.data[0] == "log" for node in t.walk())


def _weights(sequent: Sequent, size: Size, label: str) -> Iterator[Term]:
    """The members of sums over the range that are given to be 1."""
    for hypothesis in sequent.context.hypotheses:
        match hypothesis.statement:
            case Relation("=", left, right):
                for whole, one in ((left, right), (right, left)):
                    if one == num(1) and whole.head == "sum" and len(whole.args) == 1 and whole.data[1] == size:
                        yield substitute(whole.args[0], {str(whole.data[0]): name(label)})


# ------------------------------------------------------------------ logarithms taken together


def _logs(t: Term, size: Size, label: str, weight: Term | None, inside: bool) -> Logs | None:
    """The logarithms in a member of the sum that t is; nothing where they stand otherwise than as factors."""
    if not _has_log(t):
        return []
    match t.head:
        case "add" | "neg":
            rows = [_logs(a, size, label, weight, inside) for a in t.args]
            if any(r is None for r in rows):
                return None
            found = [pair for r in rows if r is not None for pair in r]
            return _scaled(num(-1), found) if t.head == "neg" else found
        case "div" if not _has_log(t.args[1]):
            return _times(Term("div", (num(1), t.args[1])), _logs(t.args[0], size, label, weight, inside))
        case "mul":
            places = [k for k, a in enumerate(t.args) if _has_log(a)]
            if len(places) != 1:
                return None
            others = t.args[: places[0]] + t.args[places[0] + 1 :]
            return _times(_product(others), _logs(t.args[places[0]], size, label, weight, inside))
        case "sum" if not inside and len(t.args) == 1 and t.data[1] == size:
            body = substitute(t.args[0], {str(t.data[0]): name(label)})
            return _logs(body, size, label, None, True)
        case "fun" if t.data[0] == "log":
            found = list(_atoms(t.args[0]))
            return found if inside else None if weight is None else _scaled(weight, found)
    return None


def _atoms(x: Term) -> Iterator[tuple[Term, Term]]:
    """log of a product as a sum."""
    match x.head:
        case "mul":
            for a in x.args:
                yield from _atoms(a)
        case "div":
            yield from _atoms(x.args[0])
            yield from _scaled(num(-1), list(_atoms(x.args[1])))
        case "pow" if x.args[1].head == "num":
            yield from _scaled(x.args[1], list(_atoms(x.args[0])))
        case _:
            if x != num(1):
                yield num(1), x


def _times(factor: Term, logs: Logs | None) -> Logs | None:
    return None if logs is None else _scaled(factor, logs)


def _scaled(factor: Term, logs: Logs) -> Logs:
    return [(_product((factor, c)) if c != num(1) else factor, x) for c, x in logs]


def _product(factors: Sequence[Term]) -> Term:
    return factors[0] if len(factors) == 1 else Term("mul", tuple(factors))


# ------------------------------------------------------------------ the bound


def _bound(search: Search, sequent: Sequent, logs: Logs, label: str, size: Size) -> Relation | None:
    """Σ c (1 - 1/X) ≤ Σ c log X, where all logarithms have the coefficient c > 0 or -c."""
    inside = replace(sequent, context=sequent.context.declare(Declaration(label, index(size))))
    field = Field(inside.context)
    total: dict[Term, Term] = {}
    if not logs or len(logs) > MOST_LOGS:
        return None
    try:
        for c, x in logs:
            total[x] = Term("add", (total[x], c)) if x in total else c
        forms = {x: form for x, c in total.items() if (form := field.form(c)).top != 0}
        for first in forms.values():
            ways = {x: _way(field, first, form) for x, form in forms.items()}
            c = field.term(first)
            if all(ways.values()) and search.evident(inside, Relation(">", c, num(0))):
                break
        else:
            return None
    except NoForm:
        return None
    above = [x for x, way in ways.items() if way == 1]
    below = [x for x, way in ways.items() if way == -1]
    ratio = _quotient(above, below)
    less = Term("mul", (c, Term("add", (num(1), Term("neg", (_quotient(below, above),))))))
    more = Term("mul", (c, fun("log", ratio)))
    return Relation("<=", *(Term("sum", (body,), (label, size)) for body in (less, more)))


def _way(field: Field, first: object, other: object) -> int:
    """1 or -1 where the other form is that many times the first, else 0."""
    if field.plus(first, field.times(field.constant(-1), other)).top == 0:  # type: ignore[arg-type]
        return 1
    return -1 if field.plus(first, other).top == 0 else 0  # type: ignore[arg-type]


def _quotient(above: list[Term], below: list[Term]) -> Term:
    top = _product(above) if above else num(1)
    return Term("div", (top, _product(below))) if below else top


def _by_members(search: Search, sequent: Sequent, bound: Relation, label: str) -> Node | None:
    """The bound, member by member: c (1 - 1/X) ≤ c log X."""
    fresh = search.fresh(sequent.proves(bound), label)
    found = search.apply("monotone", {"path": [0, 1], "names": [fresh]}, sequent.proves(bound), (Reason("monotone"),))
    return None if found is None else search.closed(*found, EFFORT_OF_MEMBERS)
