"""Nested roots of numbers written without nesting: √(5 + 2√6) = √2 + √3.

`theories/radicals.py` proposes what a root is in the field of those before it. It is proved so: ρⁿ = wⁿ, and
ρⁿ⁻¹ + ρⁿ⁻²w + … + wⁿ⁻¹ is not 0, which enclosures show; so ρ = w. Then the goal is about roots that do not depend on each other.
*Fails when* no root of the goal lies in the field of the others, or the sides differ there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symproofs.kernel.certificate import terms_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.enclosed import by_enclosures
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.substituting import substituted, with_part
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, num
from symproofs.theories.radicals import Found, NoTower, Tower, root_of

ARITHMETIC = frozenset({"num", "add", "neg", "mul", "div", "pow", "sqrt", "root"})
MOST_ROOTS = 12


def by_radicals(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation, with nested roots of numbers replaced by what they are."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    roots = sorted(dict.fromkeys(_roots(goal)), key=_depth)
    if not roots or len(roots) > MOST_ROOTS or _depth(roots[-1]) < 2:
        return None
    tower = _tower(goal, roots)
    if tower is None or not tower.found:
        return None
    steps: list[Step] = []
    after = sequent
    written = dict[Term, Term]()
    for found in (*(Found(n, 1, _as_power(n)) for n in roots if n.head == "root"), *tower.found.values()):
        root, value = _written(found.root, written), _written(found.value, written)
        if root == value:
            continue
        more = _replaced(search, after, replace(found, root=root, value=value))
        if more is None:
            return None
        steps += more
        after = steps[-1].after
        written[found.root] = value
    inner = search.plain(after) or search.chain(after, 0)
    return None if inner is None else around(steps, inner)


def _tower(goal: Relation, roots: list[Term]) -> Tower | None:
    """The field of the roots, unless the sides are numbers that differ in it."""
    tower = Tower()
    try:
        for node in roots:
            tower.element(node)
        if all(map(_is_closed, (goal.left, goal.right))) and tower.plus(tower.element(goal.left), tower.element(goal.right), -1):
            return None
    except NoTower:
        return None
    return tower


def _replaced(search: Search, sequent: Sequent, found: Found) -> list[Step] | None:
    """What proves ρ = w, and the goal with w for ρ."""
    equation = Relation("=", found.root, found.value)
    after, steps = sequent, list[Step]()
    if found.order == 1:
        proof = search.chain(sequent.proves(equation), 0)
    else:
        power = Relation("=", *(Term("pow", (a, num(found.order))) for a in (found.root, found.value)))
        cofactor = Relation("!=", _cofactor(found), num(0))
        for statement in (power, cofactor):
            aim = after.proves(statement)
            proof = search.chain(aim, 0) if statement == power else by_enclosures(search, aim)
            step = search.have(statement, proof, after) if proof is not None else None
            if step is None:
                return None
            steps.append(step)
            after = step.after
        once = {"terms": [(Given(power), Term("div", (num(1), cofactor.left)))]}
        proof = search.by("combine", once, after.proves(equation), 0, (Reason("radicals"),))
    step = search.have(equation, proof, after) if proof is not None else None
    last = substituted(search, step.after, equation) if step is not None else None
    return None if step is None or last is None else [*steps, step, last]


def _cofactor(found: Found) -> Term:
    """ρⁿ⁻¹ + ρⁿ⁻²w + … + wⁿ⁻¹."""
    return Term("add", tuple(_product(found.root, found.order - 1 - k, found.value, k) for k in range(found.order)))


def _product(a: Term, p: int, b: Term, q: int) -> Term:
    factors = [base if k == 1 else Term("pow", (base, num(k))) for base, k in ((a, p), (b, q)) if k]
    return factors[0] if len(factors) == 1 else Term("mul", tuple(factors))


# ------------------------------------------------------------------ roots in terms


def _roots(goal: Relation) -> Iterator[Term]:
    """The roots of numbers without names in a goal, inner ones too."""
    todo = list(terms_of(goal))
    while todo:
        node = todo.pop()
        if _is_root(node) and _is_closed(node):
            yield node
        todo += node.args


def _is_root(node: Term) -> bool:
    if node.head not in ("sqrt", "root", "pow"):
        return False
    try:
        return root_of(node)[1].denominator > 1
    except NoTower:
        return False


def _is_closed(node: Term) -> bool:
    return node.head in ARITHMETIC and all(map(_is_closed, node.args))


def _depth(node: Term) -> int:
    """How many roots stand one below the other."""
    return _is_root(node) + max(map(_depth, node.args), default=0)


def _as_power(node: Term) -> Term:
    """a^(1/n), of which there are enclosures."""
    base, q = root_of(node)
    return Term("pow", (base, num(q)))


def _written(node: Term, values: Mapping[Term, Term]) -> Term:
    """A term with roots replaced by what they were found to be, in the order in which they were."""
    for old, new in values.items():
        node = with_part(node, old, new)
    return node
