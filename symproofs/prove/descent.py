"""What a prime divides: ∃k: n(n + 1) = 2k; and infinite descent: p² = d q² only for q = 0, if a prime ℓ divides d just once.

ℓ divides a^ℓ - a for every whole a (by induction), so it divides p, then q, and (p/ℓ, q/ℓ) is a solution again. With q² ≤ n this
is an induction on n. *Fails when* no such equation is given, or ℓ is none of a few small primes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

from symproofs.kernel.sequent import Sequent
from symproofs.prove.angles import applied
from symproofs.prove.cofactors import linear_in, occurring
from symproofs.prove.rational import Field, NoForm, Polynomial
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Given, Node
from symproofs.terms.statement import Exists, ForAll, Implies, Relation, Statement, substitute_statement
from symproofs.terms.term import Term, name, num
from symproofs.terms.types import scalar

PRIMES = (2, 3, 5, 7)
MOST_LETTERS = 3
WHOLE = ("natural", "integer")
INTEGER, NATURAL = scalar("integer"), scalar("natural")


def by_descent(search: Search, sequent: Sequent) -> Node | None:
    """q = 0 from a given p² = d q² with whole p and q."""
    goal = sequent.goal
    if not isinstance(goal, Relation) or goal.operator != "=" or goal.right != num(0) or goal.left.head != "name":
        return None
    for hypothesis in sequent.context.hypotheses:
        found = _square(search, sequent, hypothesis.statement, goal.left)
        if found is not None:
            with search.unconditional():
                return _descended(search, sequent, *found)
    return None


def _square(search: Search, sequent: Sequent, statement: Statement, q: Term) -> tuple[Term, Term, int, int] | None:
    """p, q, d and ℓ, if the statement is p² = d q² for whole numbers and ℓ divides d once."""
    if not isinstance(statement, Relation) or statement.operator != "=":
        return None
    field = search.field(sequent, names=False)
    form = search.difference(field, statement)
    if form is None or len(form.top) != 2 or not form.below.is_constant():
        return None
    atoms = [field.atoms[k] for k in sorted(occurring(form.top))]
    types = sequent.context.types
    if len(atoms) != 2 or q not in atoms or not all(a.head == "name" and types[str(a.data[0])].sort in WHOLE for a in atoms):
        return None
    p = atoms[0] if atoms[1] == q else atoms[1]
    coefficients = {}
    for exponents, c in form.top.terms():
        powers = {k: int(e) for k, e in enumerate(exponents) if e}
        if list(powers.values()) != [2]:
            return None
        coefficients[field.atoms[next(iter(powers))]] = c
    ratio = -coefficients[q] / coefficients[p]
    d = int(ratio.p) if int(ratio.q) == 1 else 0
    prime = next((x for x in PRIMES if d > 0 and d % x == 0 and d % (x * x)), None)
    return None if prime is None else (p, q, d, prime)


def _power(node: Term, n: int) -> Term:
    return Term("pow", (node, num(n)))


def _minus(first: Term, second: Term) -> Term:
    return Term("add", (first, Term("neg", (second,))))


def _times(c: int, node: Term) -> Term:
    return Term("mul", (num(c), node))


def _solution(p: Term, q: Term, d: int) -> Relation:
    return Relation("=", _power(p, 2), _times(d, _power(q, 2)))


def _multiple(a: Term, prime: int, k: Term) -> Relation:
    """a^ℓ - a = ℓ k."""
    return Relation("=", _minus(_power(a, prime), a), _times(prime, k))


# ------------------------------------------------------------------ ℓ divides a^ℓ - a


def _fermat(prime: int, of_naturals: bool) -> ForAll:
    a, k = name("_a"), name("_k")
    kind = NATURAL if of_naturals else INTEGER
    return ForAll((("_a", kind),), Exists((("_k", INTEGER),), _multiple(a, prime, k)))


def _fermat_step(search: Search, sequent: Sequent, prime: int) -> Step | None:
    """∀ a ∈ ℤ ∃ k ∈ ℤ: a^ℓ - a = ℓ k, added: by induction for natural a, then for others."""
    naturals, whole = _fermat(prime, True), _fermat(prime, False)
    first = _by_induction(search, sequent.proves(naturals), prime)
    step = search.have(naturals, first, sequent) if first is not None else None
    second = _of_integers(search, step.after.proves(whole), naturals, prime) if step is not None else None
    return search.have(whole, step.around(second), sequent) if step is not None and second is not None else None


def _generalised(search: Search, sequent: Sequent, labels: Sequence[str]) -> tuple[Node, Sequent] | None:
    found = search.apply("generalise", {"names": list(labels)}, sequent)
    return None if found is None else (found[0], found[1][0])


def _by_induction(search: Search, sequent: Sequent, prime: int) -> Node | None:
    label, fresh = search.fresh(sequent, "n"), search.fresh(sequent, "m")
    general = _generalised(search, sequent, [label])
    if general is None:
        return None
    data = {"name": label, "start": num(0), "names": [fresh]}
    found = search.apply("induction", data, general[1], (Reason("induction", label),))
    if found is None:
        return None
    node, (bound, base, step) = found
    m = name(fresh)
    below = (search.solve(bound, 0), _witnessed(search, base, num(0)), _from_before(search, step, m, prime))
    if None in below:
        return None
    return replace(general[0], of=(replace(node, of=tuple(b for b in below if b is not None)),))


def _from_before(search: Search, sequent: Sequent, m: Term, prime: int) -> Node | None:
    """(m + 1)^ℓ - (m + 1) = m^ℓ - m + Σ C(ℓ, j) mʲ, in which ℓ divides every C(ℓ, j)."""
    before = sequent.context.hypotheses[-1].statement
    label = search.fresh(sequent, "k")
    chosen = search.step("obtain", {"n": Given(before), "names": [label]}, sequent)
    if chosen is None:
        return None
    terms = [_times(comb(prime, j) // prime, _power(m, j)) for j in range(1, prime)]
    inner = _witnessed(search, chosen.after, Term("add", (name(label), *terms)))
    return chosen.around(inner) if inner is not None else None


def _witnessed(search: Search, sequent: Sequent, value: Term) -> Node | None:
    """∃ k: … at a value, the equation a combination of given ones."""
    assert isinstance(sequent.goal, Exists)
    found = search.apply("witness", {"terms": {sequent.goal.names[0][0]: value}}, sequent)
    if found is None:
        return None
    node, goals = found
    below = [
        search.plain(g) or search.chain(g, 0) or search.combined(g, 0) if _is_equation(g) else search.plain(g) for g in goals
    ]
    return None if None in below else replace(node, of=tuple(b for b in below if b is not None))


def _is_equation(sequent: Sequent) -> bool:
    return isinstance(sequent.goal, Relation) and sequent.goal.operator == "="


def _of_integers(search: Search, sequent: Sequent, naturals: ForAll, prime: int) -> Node | None:
    label = search.fresh(sequent, "a")
    general = _generalised(search, sequent, [label])
    split = search.apply("trichotomy", {"left": name(label), "right": num(0)}, general[1]) if general is not None else None
    if general is None or split is None:
        return None
    node, (less, equal, greater) = split
    a = name(label)
    opposite = Term("neg", (a,))
    below = (
        # a² - a = (a² + a) - 2a
        _by_natural(search, less, naturals, opposite, lambda k: _minus(k, a) if prime == 2 else Term("neg", (k,))),
        _witnessed(search, equal, num(0)),
        _by_natural(search, greater, naturals, a, lambda k: k),
    )
    return None if None in below else replace(general[0], of=(replace(node, of=tuple(b for b in below if b is not None)),))


def _by_natural(search: Search, sequent: Sequent, naturals: ForAll, value: Term, made: Callable[[Term], Term]) -> Node | None:
    """The goal for a natural number b that is ±a: from b^ℓ - b = ℓ k."""
    found = _taken(search, sequent, naturals, value)
    inner = _witnessed(search, found[0][-1].after, made(found[1])) if found is not None else None
    return around(found[0], inner) if found is not None and inner is not None else None


def by_divisibility(search: Search, sequent: Sequent) -> Node | None:
    """∃ k: P = ℓ k for a polynomial P with whole coefficients in whole numbers: P is Σ Q (a^ℓ - a) + ℓ R."""
    goal = sequent.goal
    if not isinstance(goal, Exists) or len(goal.names) != 1 or not isinstance(goal.body, Relation) or goal.body.operator != "=":
        return None
    label, kind = goal.names[0]
    if kind != INTEGER:
        return None
    unknown = search.fresh(sequent, label)
    body = substitute_statement(goal.body, {label: name(unknown)})
    declared = search.goals("generalise", {"names": [unknown]}, sequent.proves(ForAll(goal.names, goal.body)))
    if not declared or not isinstance(body, Relation):
        return None
    field = Field(declared[0].context, names=False)
    try:
        form = field.difference(body.left, body.right)
        (place,) = occurring(field.form(name(unknown)).top)
        split = linear_in(field, form.top, place)
    except NoForm:
        return None
    if split is None or not split[0].is_constant() or not form.below.is_constant():
        return None
    multiple = -split[0].leading_coefficient() if split[0] != 0 else None
    if multiple is None or int(multiple.q) != 1 or abs(int(multiple)) not in PRIMES:
        return None
    return _divisible(search, sequent, field, split[1], abs(int(multiple)), 1 if multiple > 0 else -1)


def _divisible(search: Search, sequent: Sequent, field: Field, polynomial: Polynomial, prime: int, way: int) -> Node | None:
    """The witness way (Σ Q k_a + R), each k_a with a^ℓ - a = ℓ k_a."""
    rest = {tuple(map(int, e)): Fraction(int(c.p), int(c.q)) for e, c in polynomial.terms()}
    types = sequent.context.types
    places = sorted(occurring(polynomial))
    atoms = [field.atoms[k] for k in places]
    if any(c.denominator != 1 for c in rest.values()) or not 1 <= len(atoms) <= MOST_LETTERS:
        return None
    if not all(a.head == "name" and types[str(a.data[0])].sort in WHOLE and types[str(a.data[0])].is_scalar for a in atoms):
        return None
    quotients: dict[int, dict[tuple[int, ...], Fraction]] = {k: {} for k in places}
    while (high := next(((e, k) for e in rest for k in places if e[k] >= prime), None)) is not None:
        e, k = high
        c = rest.pop(e)
        below, low = (tuple(x - (by if j == k else 0) for j, x in enumerate(e)) for by in (prime, prime - 1))
        quotients[k][below] = quotients[k].get(below, Fraction(0)) + c
        rest[low] = rest.get(low, Fraction(0)) + c
    if any(c % prime for c in rest.values()):
        return None
    with search.unconditional():
        step = _fermat_step(search, sequent, prime)
        if step is None:
            return None
        steps, parts = [step], [field.product(e, c / prime) for e, c in rest.items() if c]
        for k, atom in zip(places, atoms, strict=True):
            if not quotients[k]:
                continue
            found = _taken(search, steps[-1].after, _fermat(prime, False), atom)
            if found is None:
                return None
            steps += found[0]
            parts += [Term("mul", (field.product(e, c), found[1])) for e, c in quotients[k].items() if c]
        value = num(0) if not parts else parts[0] if len(parts) == 1 else Term("add", tuple(parts))
        inner = _witnessed(search, steps[-1].after, value if way > 0 else Term("neg", (value,)))
    return around(steps, inner) if inner is not None else None


def _taken(search: Search, sequent: Sequent, law: ForAll, value: Term) -> tuple[list[Step], Term] | None:
    """What is said to exist for all numbers, for this one."""
    at = search.step("instance", {"n": Given(law), "terms": {law.names[0][0]: value}}, sequent)
    if at is None:
        return None
    label = search.fresh(at.after, "k")
    said = at.after.context.hypotheses[-1].statement
    chosen = search.step("obtain", {"n": Given(said), "names": [label]}, at.after)
    return ([at, chosen], name(label)) if chosen is not None else None


# ------------------------------------------------------------------ the descent


def _descended(search: Search, sequent: Sequent, p: Term, q: Term, d: int, prime: int) -> Node | None:
    bounded = _bounded_solutions(d)
    divides = _fermat_step(search, sequent, prime)
    proof = _induction_on_bound(search, divides.after.proves(bounded), d, prime) if divides is not None else None
    step = search.have(bounded, proof, divides.after) if divides is not None and proof is not None else None
    if divides is None or step is None:
        return None
    steps = [divides, step]
    last = _concluded(search, step.after, bounded, {"_n": _power(q, 2), "_p": p, "_q": q})
    inner = search.plain(last[-1].after) if last else None
    return around([*steps, *last], inner) if last and inner is not None else None


def _bounded_solutions(d: int) -> ForAll:
    """∀ n ∈ ℕ, p, q ∈ ℤ: q² ≤ n ⇒ p² = d q² ⇒ q = 0, n first."""
    n, p, q = name("_n"), name("_p"), name("_q")
    claim = Implies(Relation("<=", _power(q, 2), n), Implies(_solution(p, q, d), Relation("=", q, num(0))))
    return ForAll((("_n", NATURAL),), ForAll((("_p", INTEGER), ("_q", INTEGER)), claim))


def _concluded(search: Search, sequent: Sequent, law: ForAll, terms: dict[str, Term]) -> list[Step] | None:
    """q = 0 from a bounded solution of which all is given or plain."""
    steps: list[Step] = []
    statement: Statement = law
    while isinstance(statement, ForAll):
        here = steps[-1].after if steps else sequent
        values = {label: terms[label] for label, _ in statement.names}
        step = search.step("instance", {"n": Given(statement), "terms": values}, here)
        if step is None:
            return None
        steps.append(step)
        statement = step.after.context.hypotheses[-1].statement
    while isinstance(statement, Implies):
        step = search.step("modus_ponens", {"n": Given(statement), "direction": "forward"}, steps[-1].after)
        if step is None:
            return None
        steps.append(step)
        statement = step.after.context.hypotheses[-1].statement
    return steps


def _induction_on_bound(search: Search, sequent: Sequent, d: int, prime: int) -> Node | None:
    label, fresh = search.fresh(sequent, "n"), search.fresh(sequent, "m")
    general = _generalised(search, sequent, [label])
    data = {"name": label, "start": num(0), "names": [fresh]}
    found = search.apply("induction", data, general[1], (Reason("induction", label),)) if general is not None else None
    if general is None or found is None:
        return None
    node, (bound, base, step) = found
    below = (search.solve(bound, 0), search.solve(base, 2), _smaller(search, step, name(fresh), d, prime))
    if None in below:
        return None
    return replace(general[0], of=(replace(node, of=tuple(b for b in below if b is not None)),))


def _smaller(search: Search, sequent: Sequent, m: Term, d: int, prime: int) -> Node | None:
    """The step: p = ℓ r and q = ℓ s for a solution (r, s) with s² ≤ m."""
    before = sequent.context.hypotheses[-1].statement
    labels = [search.fresh(sequent, base) for base in ("p", "q")]
    general = _generalised(search, sequent, labels)
    outer = search.apply("assume", {}, general[1]) if general is not None else None
    inner = search.apply("assume", {}, outer[1][0]) if outer is not None else None
    if general is None or outer is None or inner is None:
        return None
    p, q = map(name, labels)
    steps: list[Step] = []
    here = inner[1][0]
    e = d // prime
    u = pow(e, -1, prime)
    v = (1 - u * e) // prime
    square = _times(e, _power(q, 2))
    first = _divided(search, here, p, square, prime, "r")
    if first is None:
        return None
    steps += first[0]
    r = first[1]
    second = _divided(search, steps[-1].after, q, Term("add", (_times(u, _power(r, 2)), _times(v, _power(q, 2)))), prime, "s")
    if second is None:
        return None
    steps += second[0]
    s = second[1]
    again, squares = _solution(r, s, d), Relation("=", _power(q, 2), _times(prime * prime, _power(s, 2)))
    for equation in (again, squares):
        proof = search.combined(steps[-1].after.proves(equation), 0)
        step = search.have(equation, proof, steps[-1].after) if proof is not None else None
        if step is None:
            return None
        steps.append(step)
    part = num(Fraction(1, prime * prime))
    room = _minus(Term("add", (m, num(1))), _power(s, 2))
    at_most = Relation("<=", _power(q, 2), Term("add", (m, num(1))))
    rest = Term("mul", (num(1 - Fraction(1, prime * prime)), Term("add", (m, num(1)))))
    more = _combined_order(search, steps[-1].after, Relation("<", num(0), room), [(at_most, part), (squares, part)], rest)
    turned = applied(search, more.after, "positive_integer", (room,), set()) if more is not None else None
    if more is None or not turned:
        return None
    steps += [more, *turned]
    near = Relation("<=", _power(s, 2), m)
    step = _combined_order(search, steps[-1].after, near, [(Relation("<=", num(1), room), num(1))], None)
    if step is None or not isinstance(before, ForAll):
        return None
    steps.append(step)
    last = _concluded(search, step.after, before, dict(zip((n for n, _ in before.names), (r, s), strict=True)))
    end = search.combined(last[-1].after, 0) if last else None
    if not last or end is None:
        return None
    tree = around([*steps, *last], end)
    return replace(general[0], of=(replace(outer[0], of=(replace(inner[0], of=(tree,)),)),))


def _combined_order(
    search: Search, sequent: Sequent, order: Relation, given: Sequence[tuple[Relation, Term]], rest: Term | None
) -> Step | None:
    """An order, added as a combination of given ones with these multipliers."""
    data = {"terms": [(Given(statement), c) for statement, c in given], "rest": rest}
    proof = search.by("nonnegative_combination", data, sequent.proves(order), 0, (Reason("inequality"),))
    return search.have(order, proof, sequent) if proof is not None else None


def _divided(search: Search, sequent: Sequent, a: Term, part: Term, prime: int, base: str) -> tuple[list[Step], Term] | None:
    """a = ℓ r for a new r, where a² = ℓ part: a = a^ℓ - ℓ k and a^ℓ = ℓ part a^(ℓ-2)."""
    found = _taken(search, sequent, _fermat(prime, False), a)
    if found is None:
        return None
    value = _minus(part if prime == 2 else Term("mul", (part, _power(a, prime - 2))), found[1])
    after = found[0][-1].after
    fresh = search.fresh(after, base)
    called = search.step("name_value", {"term": value, "name": fresh, "sort": "integer"}, after)
    whole = Relation("=", a, _times(prime, name(fresh)))
    proof = search.combined(called.after.proves(whole), 0) if called is not None else None
    step = search.have(whole, proof, called.after) if called is not None and proof is not None else None
    return ([*found[0], called, step], name(fresh)) if called is not None and step is not None else None
