"""Sums of arctangents of numbers: 4 arctan(1/5) - arctan(1/239) = π/4, since (5 + i)⁴ is a positive multiple of (239 + i)(1 + i).

With arctan x the angle of 1 + ix, both sides are angles A and B with e^{iA} = e^{iB}, which is an equation of numbers; so
A - B = 2kπ for a whole k, and k = 0, since enclosures show |A - B| < 1.
*Fails when* a side is no sum of rational multiples of arctangents and of π.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm

from symproofs.kernel.sequent import Sequent
from symproofs.prove.angles import applied, same_angles, same_exponentials
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.substituting import substituted
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import Exists, Relation, Statement
from symproofs.terms.term import IMAGINARY, PI, Term, free_names, fun, name, num, number_in, rational_in

MOST_ARCTANGENTS = 5
LARGEST_MULTIPLE = 20
DIGITS = 2
Multiples = Mapping[Term, Fraction]


def by_arctangents(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation of sums of arctangents of numbers and multiples of π."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    found = _multiples(Term("add", (goal.left, Term("neg", (goal.right,)))), Fraction(1))
    angles = {t: c for t, c in (found or {}).items() if c and t != PI}
    if found is None or not 1 <= len(angles) <= MOST_ARCTANGENTS:
        return None
    common = lcm(*(c.denominator for c in angles.values()))
    counts = {t: int(c * common) for t, c in angles.items()}
    if max(map(abs, counts.values())) > LARGEST_MULTIPLE:
        return None
    turn = found.get(PI, Fraction(0)) * common
    first = _angle({t: n for t, n in counts.items() if n > 0}, max(turn, Fraction(0)))
    second = _angle({t: -n for t, n in counts.items() if n < 0}, max(-turn, Fraction(0)))
    steps = _same_angle(search, sequent, list(counts), first, second)
    inner = _equal(search, steps[-1].after, first, second) if steps else None
    return around(steps, inner) if steps and inner is not None else None


def _multiples(node: Term, c: Fraction) -> dict[Term, Fraction] | None:
    """c times a sum of rational multiples of arctangents and of π, as those multiples."""
    match node.head:
        case "num" if node == num(0):
            return {}
        case "const" if node == PI:
            return {PI: c}
        case "fun" if node.data[0] == "arctan" and not free_names(node):
            return {node: c}
        case "neg":
            return _multiples(node.args[0], -c)
        case "div" if below := rational_in(node.args[1]):
            return _multiples(node.args[0], c / below)
        case "mul":
            numbers = [rational_in(a) for a in node.args]
            others = [a for a, q in zip(node.args, numbers, strict=True) if q is None]
            for q in numbers:
                c *= 1 if q is None else q
            return _multiples(others[0], c) if len(others) == 1 else None
        case "add":
            total: dict[Term, Fraction] = {}
            for a in node.args:
                part = _multiples(a, c)
                if part is None:
                    return None
                for t, q in part.items():
                    total[t] = total.get(t, Fraction(0)) + q
            return total
    return None


def _angle(counts: Mapping[Term, int], turn: Fraction) -> Term:
    """Σ n arctan x + q π."""
    parts = [t if n == 1 else Term("mul", (num(n), t)) for t, n in counts.items()]
    parts += [Term("mul", (num(turn), PI))] if turn else []
    return num(0) if not parts else parts[0] if len(parts) == 1 else Term("add", tuple(parts))


def _turned(angle: Term) -> Term:
    return fun("exp", Term("mul", (IMAGINARY, angle)))


def _same_angle(search: Search, sequent: Sequent, angles: list[Term], first: Term, second: Term) -> list[Step] | None:
    """A - B = 2kπ for a new k: what arctangents are, e^{iA} = e^{iB}, and that sines and cosines are equal then."""
    steps: list[Step] = []
    waves: list[Relation] = []
    for angle in angles:
        more = applied(search, steps[-1].after if steps else sequent, "wave_of_arctangent", angle.args, set())
        if not more:
            return None
        steps += more
        said = steps[-1].after.context.hypotheses[-1].statement
        assert isinstance(said, Relation)
        waves.append(said)
    equal = Relation("=", _turned(first), _turned(second))
    proof = _equal_waves(search, steps[-1].after.proves(equal), angles, waves, first, second)
    step = search.have(equal, proof, steps[-1].after) if proof is not None else None
    if step is None:
        return None
    steps.append(step)
    for move in (same_exponentials, same_angles):
        for more in move(search, steps[-1].after, 0, set()):
            steps += more
    return steps if _turn(steps[-1].after) is not None else None


def _equal_waves(
    search: Search, sequent: Sequent, angles: list[Term], waves: list[Relation], first: Term, second: Term
) -> Node | None:
    """e^{iA} = e^{iB}: products of powers of the e^{i arctan x}, and these written out."""
    products = [_product(angle, angles) for angle in (first, second)]
    found = search.apply("rewrite", {"statement": Relation("=", *products)}, sequent)
    if found is None:
        return None
    node, (*sides, last) = found
    below = [search.chain(side, 0) for side in sides]
    steps: list[Step] = []
    for wave in waves:
        step = substituted(search, steps[-1].after if steps else last, wave)
        if step is None:
            return None
        steps.append(step)
    inner = search.chain(steps[-1].after, 0)
    if inner is None or None in below:
        return None
    return replace(node, of=(*(b for b in below if b is not None), around(steps, inner)))


def _product(angle: Term, angles: list[Term]) -> Term:
    """e^{i(n arctan x + …)} as a product of powers."""
    factors = []
    for part in angle.args if angle.head == "add" else (angle,):
        base, n = (part.args[1], int(number_in(part.args[0]))) if part.head == "mul" and part.args[1] in angles else (part, 1)
        factors.append(_turned(base) if n == 1 else Term("pow", (_turned(base), num(n))))
    return factors[0] if len(factors) == 1 else Term("mul", tuple(factors))


def _turn(sequent: Sequent) -> tuple[Relation, Term] | None:
    """The last hypothesis, if it is A - B = 2kπ, and k."""
    statement: Statement = sequent.context.hypotheses[-1].statement
    if isinstance(statement, Exists) or not isinstance(statement, Relation) or statement.operator != "=":
        return None
    labels = [n for n in free_names(statement.right) if n in sequent.context.types]
    return (statement, name(labels[0])) if len(labels) == 1 else None


def _equal(search: Search, sequent: Sequent, first: Term, second: Term) -> Node | None:
    """L = R where A - B = 2kπ: |A - B| < 1 and π > 1, so no k but 0 will do."""
    found = _turn(sequent)
    if found is None:
        return None
    difference, k = found[0].left, found[1]
    steps: list[Step] = []
    for known in (
        Relation("<", num(1), PI),
        Relation("<", num(-1), difference),
        Relation("<", difference, num(1)),
    ):
        after = steps[-1].after if steps else sequent
        proof = search.by("enclosure", {"digits": DIGITS}, after.proves(known), 0, (Reason("enclosure"),))
        step = search.have(known, proof, after) if proof is not None else None
        if step is None:
            return None
        steps.append(step)
    split = search.apply("trichotomy", {"left": k, "right": num(0)}, steps[-1].after)
    if split is None:
        return None
    node, (less, equal, greater) = split
    below = (
        _too_large(search, less, Term("neg", (k,)), found[0], Relation("<", num(-1), difference)),
        search.combined(equal, 0),
        _too_large(search, greater, k, found[0], Relation("<", difference, num(1))),
    )
    return around(steps, replace(node, of=tuple(b for b in below if b is not None))) if None not in below else None


def _too_large(search: Search, sequent: Sequent, count: Term, turns: Relation, bound: Relation) -> Node | None:
    """A number of turns that is positive is at least 1, so the angles are not so near: 2kπ ≥ 2π > 1."""
    steps = applied(search, sequent, "positive_integer", (count,), set())
    against = search.apply("contradiction", {"n": Given(bound)}, steps[-1].after) if steps else None
    if not steps or against is None:
        return None
    at_least = Relation("<=", num(1), count)
    terms = [
        (Given(turns), num(1 if turns.left == bound.left else -1)),
        (Given(at_least), Term("mul", (num(2), PI))),
        (Given(Relation("<", num(1), PI)), num(2)),
    ]
    data = {"terms": terms, "rest": num(1)}
    proof = search.by("nonnegative_combination", data, against[1][0], 0, (Reason("inequality"),))
    return around(steps, replace(against[0], of=(proof,))) if proof is not None else None
