"""What functional equations say: f(2x) = 2 f(x) from f(x + y) = f(x) + f(y) for all x and y.

The equation is taken at terms that the goal speaks of, at their smaller multiples, at 0 and at what is opposite; the goal is a
combination of these instances. *Fails when* none of few instances suffice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from symproofs.kernel.sequent import Sequent
from symproofs.prove.rational import NoForm
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import ForAll, Relation, terms_of
from symproofs.terms.term import Term, free_names, name, num, number_in

MOST_INSTANCES = 16
MOST_MULTIPLE = 6
MOST_VALUES = 8


def by_functional_equations(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation of values of functions, as a combination of instances of what is given of all arguments."""
    goal = sequent.goal
    calls = {n for t in terms_of(goal) for n in t.walk() if n.head == "call"}
    given = [h.statement for h in sequent.context.hypotheses if _is_functional(h.statement, {n.data[0] for n in calls})]
    steps: list[Step] = []
    for law in given:
        assert isinstance(law, ForAll)
        values = list(islice(_values(search, sequent, calls), MOST_VALUES))
        for terms in islice(product(values, repeat=len(law.names)), MOST_INSTANCES):
            data = {"n": Given(law), "terms": {label: t for (label, _), t in zip(law.names, terms, strict=True)}}
            step = search.step("instance", data, steps[-1].after if steps else sequent)
            steps += [step] if step is not None else []
    inner = search.combined(steps[-1].after, 0) if steps else None
    return None if inner is None else around(steps, inner)


def _is_functional(statement: object, functions: set[object]) -> bool:
    """Whether it is an equation for all numbers that has values of these functions on it."""
    if not isinstance(statement, ForAll) or not isinstance(statement.body, Relation) or statement.body.operator != "=":
        return False
    plain = all(kind.is_scalar and kind.index is None for _, kind in statement.names)
    return plain and any(n.head == "call" and n.data[0] in functions for t in terms_of(statement) for n in t.walk())


def _values(search: Search, sequent: Sequent, calls: set[Term]) -> Iterator[Term]:
    """The arguments in the goal, their smaller multiples, the names in them, 0, and their opposites."""
    field = search.field(sequent)
    seen: set[str] = set()
    for node in _candidates(calls):
        try:
            key = str(field.form(node))
        except NoForm:
            continue
        if key not in seen:
            seen.add(key)
            yield node


def _candidates(calls: set[Term]) -> Iterator[Term]:
    arguments = sorted({a for call in calls for a in call.args}, key=repr)
    names = [name(n) for n in sorted({n for a in arguments for n in free_names(a)})]
    yield from names
    for a in arguments:
        if a.head == "mul" and a.args[0].head == "num" and 1 < number_in(a.args[0]) <= MOST_MULTIPLE:
            rest = a.args[1] if len(a.args) == 2 else Term("mul", a.args[1:])
            yield from (Term("mul", (num(k), rest)) for k in range(2, int(number_in(a.args[0]))))
    yield from arguments
    yield num(0)
    yield from (Term("neg", (n,)) for n in names)
