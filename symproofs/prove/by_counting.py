"""Equations in which something is counted, proved: at once, as sums that telescope, or by induction.

What each of these leaves is led back to little (`between.py`). *Fails when* nothing suits: `None`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from symproofs.kernel.sequent import Sequent
from symproofs.prove.angles import applied
from symproofs.prove.between import MOST_TAKEN, by_telescoping, closed, with_ranges
from symproofs.prove.counting import Counts, Known, positive, split
from symproofs.prove.lemmas import is_counted
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.summands import parts, plus, references
from symproofs.prove.tree import Node
from symproofs.terms.statement import ORDERS, Relation, Statement
from symproofs.terms.term import Term, free_names, name, num, substitute
from symproofs.terms.typing import Mistyped, type_of

Theorem = Callable[[Search, Sequent], Node | None]


def by_positive_factorials(search: Search, sequent: Sequent) -> Node | None:
    """An order, or ≠, from n! > 0 for the factorials in it."""
    goal = sequent.goal
    if not isinstance(goal, Relation) or goal.operator not in ("!=", *ORDERS):
        return None
    steps = _positive_factorials(search, sequent)
    inner = search.solve(steps[-1].after, 1) if steps else None
    return None if inner is None else around(steps, inner)


def _positive_factorials(search: Search, sequent: Sequent) -> list[Step]:
    assert isinstance(sequent.goal, Relation)
    nodes = dict.fromkeys(
        n for n in parts(sequent.goal) if n.head == "factorial" and free_names(n) <= sequent.context.types.keys()
    )
    steps: list[Step] = []
    for node in list(nodes)[:MOST_TAKEN]:
        steps += positive(search, steps[-1].after if steps else sequent, node.args[0]) or []
    return steps


def by_counting(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation with what is counted in it: at once, as a sum that telescopes, or by induction."""
    goal = sequent.goal
    if search.conditions or not isinstance(goal, Relation) or goal.operator != "=" or not speaks_of_counting(goal):
        return None
    steps = _whole_bounds(search, sequent)
    after = steps[-1].after if steps else sequent
    steps += _positive_factorials(search, after)
    after = steps[-1].after if steps else sequent
    with search.unconditional():
        found = at_once(search, after) or by_closed_form(search, after) or by_binomial_theorem(search, after)
        found = found or by_induction_on_names(search, after)
    return None if found is None else around(steps, found)


def speaks_of_counting(goal: Relation) -> bool:
    """Whether there is something counted in an equation, or a power to what is not written out."""
    return any(map(is_counted, parts(goal)))


def _whole_bounds(search: Search, sequent: Sequent) -> list[Step]:
    """t ≥ 1 for every whole number t that is said to be positive."""
    steps: list[Step] = []
    for h in sequent.context.hypotheses:
        s = h.statement
        if not isinstance(s, Relation) or s.operator not in ("<", ">"):
            continue
        low, high = (s.left, s.right) if s.operator == "<" else (s.right, s.left)
        gap = high if low == num(0) else Term("add", (high, Term("neg", (low,))))
        try:
            whole = type_of(gap, sequent.context.types).sort in ("natural", "integer")
        except Mistyped:
            continue
        made = applied(search, steps[-1].after if steps else sequent, "positive_integer", (gap,), set()) if whole else None
        steps += made or []
    return steps


def _given(sequent: Sequent) -> list[Relation]:
    """Given equations in which something is counted."""
    rows = [h.statement for h in sequent.context.hypotheses]
    return [s for s in rows if isinstance(s, Relation) and s.operator == "=" and any(map(is_counted, parts(s)))]


def at_once(search: Search, sequent: Sequent, given: Sequence[Relation] = (), theorem: Theorem | None = None) -> Node | None:
    """Both sides led back, and what is given."""
    rows = given or _given(sequent)
    known = Known(references([sequent.goal, *rows], sequent.context), factorials=_has_factorials(sequent.goal), theorem=theorem)
    return closed(search, sequent, with_ranges(sequent, known, given), rows)


def by_binomial_theorem(search: Search, sequent: Sequent) -> Node | None:
    """Σ C(n, k) x^k y^{n-k} = (x + y)^n, by induction, for sums in which binomial coefficients are all that is left."""
    assert isinstance(sequent.goal, Relation)
    nodes = [n for n in parts(sequent.goal) if n.head == "sum_between"]
    if not any(n.head == "binomial" for s in nodes for n in s.args[0].walk()):
        return None
    return at_once(search, sequent, theorem=by_induction_on_names)


def _has_factorials(goal: Statement) -> bool:
    return isinstance(goal, Relation) and any(n.head == "factorial" for n in parts(goal))


def by_closed_form(search: Search, sequent: Sequent) -> Node | None:
    """Σ_{k=a}^n f(k) = F(n + 1) where F(k + 1) - F(k) = f(k) and F(a) = 0, the name n not in f."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    for one, other in ((goal.left, goal.right), (goal.right, goal.left)):
        if one.head != "sum_between":
            continue
        counts = Counts(sequent.context)
        body, _, high = one.args
        row = split(high, counts)
        if row is None or row[0].head != "name" or free_names(row[0]) & free_names(body):
            continue
        label = str(row[0].data[0])
        inner = search.fresh(sequent, "k")
        partial = substitute(other, {label: plus(name(inner), -1 - row[1])})
        plain = sequent.proves(Relation("=", one, other))
        known = Known(references([plain.goal, *_given(sequent)], sequent.context))
        found = by_telescoping(search, plain, (partial, inner), replace(known, references={}), "telescoping")
        if found is not None and one == goal.left:
            return found
        turned = search.apply("symmetry", {}, sequent) if found is not None else None
        if found is not None and turned is not None:
            return replace(turned[0], of=(found,))
    return None


def by_induction_on_names(search: Search, sequent: Sequent) -> Node | None:
    """By induction on a whole number that is counted up to."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    names = dict.fromkeys(n for part in parts(goal) if is_counted(part) for n in sorted(free_names(part)))
    for label in (n for n in names if _is_whole(sequent, n)):
        for start in _starts(search, sequent, label):
            found = _induction(search, sequent, label, start)
            if found is not None:
                return found
    return None


def _is_whole(sequent: Sequent, label: str) -> bool:
    kind = sequent.context.types.get(label)
    return kind is not None and kind.is_scalar and kind.index is None and kind.sort in ("natural", "integer")


def _starts(search: Search, sequent: Sequent, label: str) -> Iterator[int]:
    """0 and 1, as far as the name is known not to be below."""
    for start in (0, 1, 2):
        bound = sequent.proves(Relation(">", name(label), num(start - 1)))
        if search.plain(bound) is not None or search.solve(bound, 1) is not None:
            yield start


def _induction(search: Search, sequent: Sequent, label: str, start: int) -> Node | None:
    fresh = search.fresh(sequent, "m")
    data = {"name": label, "start": num(start), "names": [fresh]}
    found = search.apply("induction", data, sequent, (Reason("induction", label),))
    if found is None:
        return None
    node, (bound, base, step) = found
    hypothesis = step.context.hypotheses[-1].statement
    assert isinstance(hypothesis, Relation)
    low = search.plain(bound) or search.solve(bound, 1)
    first = None if low is None else at_once(search, base)
    following = None if first is None else at_once(search, step, [hypothesis])
    return None if low is None or first is None or following is None else replace(node, of=(low, first, following))
