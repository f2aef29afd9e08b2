"""Goals with integrals between bounds: each by the fundamental theorem, else taken apart by linearity, bounds, equal integrands.

Antiderivatives are proposed by `theories/antiderivatives.py`; the kernel differentiates them. *Fails when* none of the proposals
has the integrand for its derivative, or something is not seen to be defined between the bounds: nothing is given then.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations

from symproofs.kernel.axioms import FACTS
from symproofs.kernel.passage import DOWN, UP
from symproofs.kernel.sequent import Sequent
from symproofs.prove.lemmas import INTEGRALS
from symproofs.prove.limits import limit_of, tends
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Solve, Step, around
from symproofs.prove.tree import Given, Node
from symproofs.terms.context import Declaration, definition_of
from symproofs.terms.domain import plain_order
from symproofs.terms.statement import Hypothesis, Implies, Relation, Statement, Tends, terms_of
from symproofs.terms.term import PI, E, Term, bound_name, free_names, name, num, replace_at, rewrite, substitute, subterm
from symproofs.terms.types import scalar
from symproofs.theories.antiderivatives import NoAntiderivative, candidates, items, times
from symproofs.theories.nearly import nearly

MOST_INTEGRALS = 6
MOST_LINKS = 24
MOST_CANDIDATES = 6
EFFORT_INSIDE = 2
THEOREM, LINEAR, BOUNDS = Reason("fundamental_theorem"), Reason("integral_linear"), Reason("integral_bounds")


def integrals_in(statement: Statement) -> tuple[Term, ...]:
    """The integrals that a statement writes, inner ones first, each once."""
    found = [n for t in terms_of(statement) for n in t.walk() if n.head in INTEGRALS]
    return tuple(dict.fromkeys(reversed(found)))


def by_integrals(search: Search, sequent: Sequent) -> Node | None:
    """The goal, a relation, with its integrals worked out; or, where some cannot be, related to each other."""
    goal = sequent.goal
    if not isinstance(goal, Relation):
        return None
    known = _values(sequent)
    written = [t for t in integrals_in(goal) if free_names(t) <= sequent.context.types.keys()][:MOST_INTEGRALS]
    if not written or all(t in known for t in written):
        return None
    steps, after, left = list[Step](), sequent, list[Term]()
    for integral in written:
        found = _worked_out(search, after, integral)
        if found is None:
            left.append(integral)
            continue
        steps += found
        after = found[-1].after
    if left:
        related = _related(search, after, left)
        steps += related
        after = related[-1].after if related else after
        for integral in [t for step in related for t in _sides(step) if t not in _values(after)]:
            found = _worked_out(search, after, integral)
            steps += found or ()
            after = found[-1].after if found else after
    inner = _put_in(search, after) if steps else None
    if inner is None and left:
        inner = _side_by_side(search, after)
    return None if inner is None else around(steps, inner)


def _sides(step: Step) -> Iterator[Term]:
    """The integrals on the right of the equation that a step added."""
    added = step.after.context.hypotheses[-1].statement
    if isinstance(added, Relation):
        yield from dict.fromkeys(n for n in added.right.walk() if n.head in INTEGRALS)


# ------------------------------------------------------------------ the fundamental theorem


def _ways(search: Search, sequent: Sequent, low: Term, high: Term) -> Iterator[str]:
    """How bounds are ordered, as far as that is known; not at all, if what is integrated is defined everywhere."""
    known = plain_order(low, high)
    if known is not None:
        yield "up" if known > 0 else "down"
        return
    yield "any"
    for way, (first, last) in (("up", (low, high)), ("down", (high, low))):
        if search.solve(sequent.proves(Relation("<=", first, last)), 1) is not None:
            yield way
            return


def _worked_out(search: Search, sequent: Sequent, integral: Term) -> list[Step] | None:
    """∫_a^b f = F(b) - F(a) among the hypotheses, if an F is found."""
    if integral.head == "improper":
        return _to_infinity(search, sequent, integral) or _bell(search, sequent, integral)
    label = str(integral.data[0])
    body, low, high = integral.args
    plain = _unfolded(sequent, body)
    for way in _ways(search, sequent, low, high):
        fresh = search.fresh(sequent, label)
        data = {"way": way, "names": [fresh]}
        first = None
        at, term = sequent, integral
        if plain != body:
            term = integral.with_args((plain, low, high))
            equal = search.by("equal_integrands", data, sequent.proves(Relation("=", integral, term)), EFFORT_INSIDE)
            first = None if equal is None else search.have(Relation("=", integral, term), equal, sequent)
            if first is None:
                continue
            at = first.after
        for primitive in islice(candidates(plain, label), MOST_CANDIDATES):
            source = term.with_args((primitive, low, high))
            row = {**data, "term": term, "antiderivative": source}
            step = _step(search, "fundamental_theorem", row, at, THEOREM)
            if step is not None:
                return [first, step] if first is not None else [step]
    return None


def _to_infinity(search: Search, sequent: Sequent, integral: Term) -> list[Step] | None:
    """∫_a^∞ f = L - F(a) among the hypotheses, if an F and its limits are found."""
    label, way = map(str, integral.data)
    fresh = search.fresh(sequent, label)
    inside = sequent.context.declare(Declaration(fresh, scalar()))
    for primitive in islice(candidates(integral.args[0], label), MOST_CANDIDATES):
        limits = []
        subject = substitute(primitive, {label: name(fresh)})
        for end in {"up": (UP,), "down": (DOWN,), "both": (UP, DOWN)}[way]:
            there = Sequent(inside.assume([Hypothesis(Tends(name(fresh), end))]), Tends(subject, num(0)))
            found = limit_of(search, there)
            if found is None or found in (UP, DOWN):
                break
            limits.append(found)
        else:
            row = {
                "term": integral,
                "antiderivative": integral.with_args((primitive, *integral.args[1:])),
                "terms": limits,
                "names": [fresh],
            }
            before, search.solve_with = search.solve_with, _with_passages(search.solve_with)
            try:
                step = _step(search, "improper_integral", row, sequent, THEOREM)
            finally:
                search.solve_with = before
            if step is not None:
                return [step]
    return None


def _with_passages(solve: Solve) -> Solve:
    """What proves goals, passages to the limit as well."""

    def solved(search: Search, sequent: Sequent, effort: int) -> Node | None:
        return tends(search, sequent, effort) if isinstance(sequent.goal, Tends) else solve(search, sequent, effort)

    return solved


def _bell(search: Search, sequent: Sequent, integral: Term) -> list[Step] | None:
    """∫_{-∞}^∞ e^{-a x²} dx = √(π/a) by the fact that says so."""
    label, way = map(str, integral.data)
    body = integral.args[0]
    exponent = (
        body.args[-1] if (body.head == "fun" and body.data[0] == "exp") or (body.head == "pow" and body.args[0] == E) else None
    )
    rate = None if exponent is None or way != "both" else _of_square(exponent, label)
    if rate is None or not search.axioms:
        return None
    said = FACTS["gaussian_integral"].statement
    first = search.step("fact", {"name": "gaussian_integral"}, sequent, 0, (Reason("axiom", "gaussian-integral"),))
    second = None if first is None else search.step("instance", {"n": Given(said), "terms": {"_x": rate}}, first.after, 1)
    if first is None or second is None:
        return None
    at = second.after.context.hypotheses[-1].statement
    if not isinstance(at, Implies) or not isinstance(at.conclusion, Relation):
        return None
    third = search.step("modus_ponens", {"n": Given(at), "direction": "forward"}, second.after, EFFORT_INSIDE)
    if third is None:
        return None
    equal = Relation("=", integral, at.conclusion.left)
    row = {"way": "any", "names": [search.fresh(third.after, label)]}
    proof = search.by("equal_integrands", row, third.after.proves(equal), EFFORT_INSIDE)
    last = None if proof is None else search.have(equal, proof, third.after)
    return None if last is None else [first, second, third, last]


def _of_square(exponent: Term, label: str) -> Term | None:
    """a, if the exponent is -a x²."""
    try:
        found = items(exponent, label)
    except NoAntiderivative:
        return None
    if len(found) != 1 or found[0].power != 2 or found[0].waves or found[0].rate != num(0):
        return None
    return times(num(-1), found[0].factor)


def _step(search: Search, rule: str, data: Mapping[str, object], sequent: Sequent, reason: Reason) -> Step | None:
    """The rule as an addition, what it leaves proved, or left as conditions where these may be."""
    found = search.apply(rule, data, sequent, (reason,))
    if found is None:
        return None
    node = search.closed(found[0], found[1][:-1], EFFORT_INSIDE, leave=True)
    return None if node is None else Step(node, found[1][-1])


def _unfolded(sequent: Sequent, body: Term) -> Term:
    """What is integrated, with the values of functions that are defined, and with those that inner integrals seem to have."""
    rows: dict[str, tuple[tuple[str, ...], Term]] = {}
    for hypothesis in sequent.context.hypotheses:
        found = definition_of(hypothesis)
        if found is not None and found[1]:
            rows.setdefault(found[0], (found[1], found[2]))

    def value(node: Term) -> Term | None:
        if node.head == "integral":
            label = str(node.data[0])
            inner, low, high = node.args
            found = next(candidates(inner, label), None)
            if found is None:
                return None
            first, last = (substitute(found, {label: end}) for end in (low, high))
            return Term("add", (last, Term("neg", (first,))))
        row = rows.get(str(node.data[0])) if node.head == "call" else None
        return None if row is None else substitute(row[1], dict(zip(row[0], node.args, strict=True)))

    for _ in range(4):
        new = rewrite(body, value)
        if new == body:
            break
        body = new
    return body


# ------------------------------------------------------------------ what integrals are equal to, put in


def _put_in(search: Search, sequent: Sequent) -> Node | None:
    """The goal with every integral replaced by what given equations make of it; then angles whose tangents are known."""
    values = _values(sequent)
    goal = sequent.goal
    assert isinstance(goal, Relation)
    sides = [_replaced(side, values) for side in (goal.left, goal.right)]
    plainer = Relation(goal.operator, *(new for new, _ in sides))
    if plainer == goal:
        return None
    angles = _angles(search, sequent, plainer)
    last = angles[-1].after if angles else sequent
    found = search.apply("rewrite", {"statement": plainer}, last)
    if found is None:
        return None
    node, goals = found
    proofs = []
    for inner in goals[:-1]:
        equal = inner.goal
        assert isinstance(equal, Relation)
        links = next(way for side, (_, way) in zip((goal.left, goal.right), sides, strict=True) if side == equal.left)
        proofs.append(search.plain(inner) or search.by("chain", {"lemmas": [], "links": links}, inner, EFFORT_INSIDE))
    proofs.append(search.solve(goals[-1], EFFORT_INSIDE))
    below = tuple(p for p in proofs if p is not None)
    return around(angles, replace(node, of=below)) if len(below) == len(goals) else None


def _replaced(term: Term, values: Mapping[Term, Term]) -> tuple[Term, list[dict[str, object]]]:
    """A term with its integrals replaced, one after the other, and the links that do it."""
    links: list[dict[str, object]] = []
    for _ in range(MOST_LINKS):
        path = next((p for p, node in _paths(term, ()) if node in values), None)
        if path is None:
            break
        old = subterm(term, path)
        equation = Given(Relation("=", old, values[old]))
        links.append({"path": list(path), "by": "hypothesis", "n": equation, "direction": "forward", "instance": {}})
        term = replace_at(term, path, values[old])
    return term, links


def _paths(term: Term, path: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Term]]:
    yield path, term
    for k, inner in enumerate(term.args):
        if bound_name(term) is None or k > 0:
            yield from _paths(inner, (*path, k))


def _values(sequent: Sequent) -> Mapping[Term, Term]:
    found: dict[Term, Term] = {}
    for hypothesis in sequent.context.hypotheses:
        statement = hypothesis.statement
        if isinstance(statement, Relation) and statement.operator == "=" and statement.left.head in INTEGRALS:
            found.setdefault(statement.left, statement.right)
    return found


def _angles(search: Search, sequent: Sequent, statement: Statement) -> list[Step]:
    """arctan t = q π for the arctangents in a statement that seem to be such, with denominators up to 12."""
    steps: list[Step] = []
    after = sequent
    for node in dict.fromkeys(n for t in terms_of(statement) for n in t.walk() if n.head == "fun" and n.data[0] == "arctan"):
        at = nearly(node, {})
        turns = None if at is None else Fraction(at / math.pi).limit_denominator(12)
        if at is None or turns is None or abs(float(turns) * math.pi - at) > 1e-9:
            continue
        angle = Term("mul", (num(turns), PI)) if turns else num(0)
        fact = FACTS["angle_of_slope"].statement
        found = _of_fact(search, after, fact, {"_x": angle, "_b": node.args[0]})
        if found:
            steps += found
            after = found[-1].after
    return steps


def _of_fact(search: Search, sequent: Sequent, fact: Statement, terms: Mapping[str, Term]) -> list[Step]:
    """The conclusion of a fact at terms, if its premise is proved there."""
    first = search.step("fact", {"name": "angle_of_slope"}, sequent)
    second = None if first is None else search.step("instance", {"n": Given(fact), "terms": dict(terms)}, first.after, 1)
    if first is None or second is None:
        return []
    said = second.after.context.hypotheses[-1].statement
    if not isinstance(said, Implies):
        return []
    third = search.step("modus_ponens", {"n": Given(said), "direction": "forward"}, second.after, EFFORT_INSIDE)
    return [] if third is None else [first, second, third]


# ------------------------------------------------------------------ integrals that are not worked out


def _related(search: Search, sequent: Sequent, left: list[Term]) -> list[Step]:
    """Bounds exchanged, intervals split, sums and multiples taken apart."""
    steps: list[Step] = []

    def add(step: Step | None) -> None:
        if step is not None:
            steps.append(step)

    def here() -> Sequent:
        return steps[-1].after if steps else sequent

    for whole, part in permutations(left, 2):
        if (
            whole.head == part.head == "integral"
            and whole.data == part.data
            and whole.args[0] == part.args[0]
            and whole.args[1] == part.args[1]
        ):
            rest = whole.with_args((whole.args[0], part.args[2], whole.args[2]))
            if rest in left and (way := next(_ways(search, here(), *whole.args[1:]), None)) is not None:
                row = {"term": whole, "middle": part.args[2], "way": way, "names": [search.fresh(here(), str(whole.data[0]))]}
                add(search.step("integral_split", row, here(), EFFORT_INSIDE, (BOUNDS,)))
    for first, second in permutations(left, 2):
        opposite = (
            first.head == "integral"
            and first.data == second.data
            and first.args[0] == second.args[0]
            and first.args[1:] == second.args[:0:-1]
        )
        if opposite and not any(s.node.data.get("term") == second for s in steps):
            add(search.step("integral_exchanged", {"term": first}, here(), 0, (BOUNDS,)))
    for integral in left:
        if integral.head == "integral" and integral.args[1] == integral.args[2]:
            add(search.step("integral_exchanged", {"term": integral}, here(), 0, (BOUNDS,)))
        else:
            for step in _apart(search, here, integral, 3):
                add(step)
    return steps


def _apart(search: Search, here: object, integral: Term, depth: int) -> Iterator[Step | None]:
    """Sums and multiples of what is integrated, outermost first."""
    assert callable(here)
    body, *bounds = integral.args
    label = str(integral.data[0])
    if not depth:
        return
    if body.head == "add" and integral.head == "integral":
        low, high = bounds
        for way in _ways(search, here(), low, high):
            row = {"term": integral, "way": way, "names": [search.fresh(here(), label)]}
            step = search.step("integral_of_sum", row, here(), EFFORT_INSIDE, (LINEAR,))
            if step is not None:
                yield step
                for part in body.args:
                    yield from _apart(search, here, integral.with_args((part, low, high)), depth - 1)
                return
    shaped = _as_multiple(body, label)
    if shaped is None:
        return
    multiple = integral.with_args((shaped, *bounds))
    if multiple != integral:
        row = {"way": "any", "names": [search.fresh(here(), label)]}
        equal = search.by("equal_integrands", row, here().proves(Relation("=", integral, multiple)), EFFORT_INSIDE)
        if equal is None:
            return
        yield search.have(Relation("=", integral, multiple), equal, here())
    yield search.step("integral_of_multiple", {"term": multiple}, here(), EFFORT_INSIDE, (LINEAR,))
    yield from _apart(search, here, integral.with_args((shaped.args[1], *bounds)), depth - 1)


def _as_multiple(body: Term, label: str) -> Term | None:
    """c f, with all factors that are constant in c."""
    if body.head == "neg":
        return Term("mul", (num(-1), body.args[0]))
    if body.head == "div" and label not in free_names(body.args[1]):
        return Term("mul", (Term("div", (num(1), body.args[1])), body.args[0]))
    if body.head != "mul":
        return None
    fixed = [a for a in body.args if label not in free_names(a)]
    moving = [a for a in body.args if label in free_names(a)]
    if not fixed or not moving:
        return None
    parts = [p[0] if len(p) == 1 else Term("mul", tuple(p)) for p in (fixed, moving)]
    return Term("mul", tuple(parts))


def _side_by_side(search: Search, sequent: Sequent) -> Node | None:
    """Two integrals between the same bounds, by what is integrated."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    if goal.left.head == goal.right.head == "improper" and goal.operator == "=" and goal.left.data[1] == goal.right.data[1]:
        row = {"way": "any", "names": [search.fresh(sequent, str(goal.left.data[0]))]}
        return search.by("equal_integrands", row, sequent, EFFORT_INSIDE, (Reason("equal_integrands"),))
    if goal.left.head != "integral" or goal.right.head != "integral" or goal.left.args[1:] != goal.right.args[1:]:
        return None
    rule = {"=": "equal_integrands", "<=": "integral_order", ">=": "integral_order"}.get(goal.operator)
    if rule is None:
        return None
    for way in _ways(search, sequent, *goal.left.args[1:]):
        row = {"way": way, "names": [search.fresh(sequent, str(goal.left.data[0]))]}
        found = search.by(rule, row, sequent, EFFORT_INSIDE, (Reason(rule),))
        if found is not None:
            return found
    return None
