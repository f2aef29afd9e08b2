"""Angles and whole numbers: equal waves give equal angles up to whole turns, and π is irrational.

Moves of `forward.py`. From sin a = sin b and cos a = cos b follows a - b = 2kπ for a whole number k; e^{ia} = e^{ib} gives both
first. An equation A + Bπ = 0 with rational A, B gives B = 0, by the axiom that π is irrational.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from symproofs.kernel.axioms import FACTS
from symproofs.kernel.certificate import terms_of
from symproofs.kernel.sequent import Sequent
from symproofs.prove.cofactors import linear_in, occurring
from symproofs.prove.rational import Field, Form, NoForm, Polynomial
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step
from symproofs.prove.tree import Given
from symproofs.terms.statement import Exists, ForAll, Implies, Membership, Relation, substitute_statement
from symproofs.terms.term import IMAGINARY, PI, Term, free_names, fun, num


def same_angles(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """Whole turns between two angles whose sines and cosines are equal by given equations."""
    given = tuple(h.statement for h in sequent.context.hypotheses if _is_equation(h.statement))
    if ("angles", given) in done:
        return
    done.add(("angles", given))
    classes = _classes(search, sequent)
    for a, b in combinations(_angles(sequent), 2):
        equal = [Relation("=", fun(which, a), fun(which, b)) for which in ("sin", "cos")]
        if ("angle", a, b) in done or any(classes[s.left] != classes[s.right] for s in equal):
            continue
        done.add(("angle", a, b))
        steps: list[Step] = []
        for statement in equal:
            here = steps[-1].after if steps else sequent
            proof = search.plain(here.proves(statement)) or search.combined(here.proves(statement), 0)
            step = search.have(statement, proof, here) if proof is not None else None
            if step is None:
                break
            steps.append(step)
        turns = applied(search, steps[-1].after, "same_angle", (a, b), done, "k") if len(steps) == 2 else None
        if turns:
            yield [*steps, *turns]


def _classes(search: Search, sequent: Sequent) -> dict[Term, str]:
    """Sides of given equations, each with a word that is the same for sides which the equations lead to each other."""
    field = search.field(sequent)
    found: dict[Term, str] = {}
    for hypothesis in sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator != "=":
            continue
        for side in (statement.left, statement.right):
            if side not in found:
                found[side] = _word(field, side)
        old, new = found[statement.left], found[statement.right]
        found = {t: new if w == old else w for t, w in found.items()}
    return found


def _word(field: Field, node: Term) -> str:
    try:
        return str(field.form(node))
    except NoForm:
        return repr(node)


def _is_equation(statement: object) -> bool:
    return isinstance(statement, Relation) and statement.operator == "="


def _angles(sequent: Sequent) -> list[Term]:
    """Terms of which both sine and cosine stand in given equations."""
    found: dict[str, dict[Term, None]] = {"sin": {}, "cos": {}}
    for hypothesis in sequent.context.hypotheses:
        for side in terms_of(hypothesis.statement) if _is_equation(hypothesis.statement) else ():
            if side.head == "fun" and side.data[0] in found:
                found[str(side.data[0])][side.args[0]] = None
    return [a for a in found["sin"] if a in found["cos"]]


def applied(
    search: Search, sequent: Sequent, fact: str, terms: tuple[Term, ...], done: set[object], chosen: str | None = None
) -> list[Step] | None:
    """A fact `∀x: P ⇒ Q` at terms, its conclusion added; of `∃y S` the body for a new y."""
    row = FACTS[fact].statement
    assert isinstance(row, ForAll)
    values = {label: term for (label, _), term in zip(row.names, terms, strict=True)}
    here = substitute_statement(row.body, values)
    steps: list[Step] = []

    def add(step: Step | None) -> bool:
        if step is not None:
            steps.append(step)
        return step is not None

    def last() -> Sequent:
        return steps[-1].after if steps else sequent

    if not add(search.step("fact", {"name": fact}, sequent, reasons=(Reason(fact),))):
        return None
    if not add(search.step("instance", {"n": Given(row), "terms": values}, last())):
        return None
    if isinstance(here, Implies):
        if not add(search.step("modus_ponens", {"n": Given(here), "direction": "forward"}, last(), 1)):
            return None
        here = here.conclusion
    if isinstance(here, Exists) and chosen is not None:
        label = search.fresh(last(), chosen)
        if not add(search.step("obtain", {"n": Given(here), "names": [label]}, last())):
            return None
        done.add(("chosen", here))
    return steps


def same_exponentials(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """sin a = sin b and cos a = cos b from e^{ia} = e^{ib}."""
    for hypothesis in sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator != "=" or ("turn", statement) in done:
            continue
        angles = [_angle(search, sequent, side) for side in (statement.left, statement.right)]
        a, b = angles
        if a is None or b is None:
            continue
        done.add(("turn", statement))
        back = fun("exp", Term("neg", (Term("mul", (IMAGINARY, Term("add", (a, b)))),)))
        cofactors = {
            "sin": Term("div", (Term("add", (num(1), back)), Term("mul", (num(2), IMAGINARY)))),
            "cos": Term("div", (Term("add", (num(1), Term("neg", (back,)))), num(2))),
        }
        steps: list[Step] = []
        for which, cofactor in cofactors.items():
            here = steps[-1].after if steps else sequent
            equal = Relation("=", fun(which, a), fun(which, b))
            proof = search.by("combine", {"terms": [(Given(statement), cofactor)]}, here.proves(equal), 0)
            step = search.have(equal, proof, here) if proof else None
            if step is None:
                break
            steps.append(step)
        if len(steps) == 2:
            yield steps


def _angle(search: Search, sequent: Sequent, side: Term) -> Term | None:
    """a, if the side is e^{ia}."""
    if side.head == "fun" and side.data[0] == "exp":
        exponent = side.args[0]
    elif side.head == "pow" and side.args[0] == Term("const", (), ("e",)):
        exponent = side.args[1]
    else:
        return num(0) if side == num(1) else None
    field = search.field(sequent)
    try:
        unit = field.form(IMAGINARY)
        found = field.over(field.form(exponent), unit)
    except NoForm:
        return None
    (place,) = occurring(unit.top)
    if place in occurring(found.top) | occurring(found.below):
        return None
    angle = field.term(found)
    return angle if search.evident(sequent, Membership(angle, "real")) else None


def irrational_pi(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """B = 0 and A = 0 from a given equation that says A + Bπ = 0 with rational A and B."""
    if not search.axioms:
        return
    for hypothesis in sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator != "=" or ("pi", statement) in done:
            continue
        done.add(("pi", statement))
        # A field of its own: the one of all given equations may be full.
        field = Field(sequent.context, names=False)
        form = search.difference(field, statement)
        (place,) = occurring(field.form(PI).top)
        split = linear_in(field, form.top, place) if form is not None else None
        if form is None or split is None or split[0].is_constant() or place in occurring(form.below):
            continue
        q, p = field.sum(-split[0]), field.sum(split[1])
        if not all(search.evident(sequent, Membership(t, "rational")) for t in (p, q)):
            continue
        equal, none = Relation("=", p, Term("mul", (q, PI))), Relation("=", q, num(0))
        done.add(("pi", equal))
        steps: list[Step] = []
        if equal != statement:
            first = _combination(search, sequent, equal, [(statement, field.term(Form(form.below, field.one)))])
            if first is None:
                continue
            steps.append(first)
        zero = applied(search, steps[-1].after if steps else sequent, "pi_irrational", (p, q), done)
        if not zero:
            continue
        steps += zero
        last = _combination(search, steps[-1].after, _balanced(field, split[1]), [(equal, num(1)), (none, PI)])
        yield [*steps, last] if last is not None else steps


def _balanced(field: Field, total: Polynomial) -> Relation:
    """That a sum is 0, with what is taken off on the right: t_1 = t_2 for t_1 - t_2."""
    above, below = (field.ring.from_dict({e: c for e, c in total.terms() if (c > 0) is way}) for way in (True, False))
    return Relation("=", field.sum(above), field.sum(-below))


def _combination(search: Search, sequent: Sequent, equation: Relation, terms: list[tuple[Relation, Term]]) -> Step | None:
    """The equation, added as a combination of given ones."""
    data = {"terms": [(Given(statement), cofactor) for statement, cofactor in terms]}
    labels = tuple(search.reason(sequent, statement) for statement, _ in terms)
    proof = search.by("combine", data, sequent.proves(equation), 0, labels)
    return search.have(equation, proof, sequent) if proof is not None else None


def whole_turns(search: Search, sequent: Sequent, level: int, done: set[object]) -> Iterator[list[Step]]:
    """From a = b + 2nπ, with n a whole number, solved for a: that e^{2nπi} and e^{-2nπi} are 1."""
    wanted = [t for t in terms_of(sequent.goal) if any(n.head == "fun" and n.data[0] in WAVES for n in t.walk())]
    names = frozenset[str]().union(*map(free_names, wanted))
    field = search.field(sequent, names=False)
    for statement, form in search.given_equations(sequent, field) if wanted else ():
        (place,) = occurring(field.form(PI).top)
        for v in sorted(occurring(form.top) - {place}):
            atom, split = field.atoms[v], linear_in(field, form.top, v)
            if split is None or not split[0].is_constant() or atom.head != "name" or atom.data[0] not in names:
                continue
            turned = linear_in(field, field.reduced(-split[1], split[0]).top, place)
            if turned is None or ("turns", atom, statement) in done:
                continue
            done.add(("turns", atom, statement))
            n = field.times(Form(turned[0], field.one), field.constant(Fraction(1, 2)))
            turns = [field.term(n), field.term(Form(-n.top, n.below))]
            if not all(search.evident(sequent, Membership(t, "integer")) for t in turns):
                continue
            equal = Relation("=", atom, Term("add", (field.sum(turned[1]), Term("mul", (num(2), turns[0], PI)))))
            proof = search.combined(sequent.proves(equal), 0)
            first = search.have(equal, proof, sequent) if proof else None
            if first is None:
                continue
            steps = [first]
            for t in turns:
                steps += applied(search, steps[-1].after, "full_turn", (t,), done) or []
            yield steps


WAVES = ("sin", "cos", "tan", "cot", "sec", "csc", "exp")
