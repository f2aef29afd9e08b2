"""Which matrices are invertible, and which positive definite: by facts about matrices (`kernel/matrix_facts.py`).

Positive definite is what is made of such matrices: sums, positive multiples, inverses, A + BᵀB, A + BᵀPB. Invertible is what is
positive definite; what has an inverse that can be written down; a factor of a product that is invertible; I + UV where I + VU is,
and A + UCV where C⁻¹ + VA⁻¹U is. *Fails when* none of these shows it: `None`, which says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from symproofs.kernel.entries import MOST_ROWS_OF_A_DETERMINANT
from symproofs.kernel.sequent import Sequent
from symproofs.prove.algebra import is_number, kind_of, summands, total
from symproofs.prove.chain import Chain
from symproofs.prove.inverses import Links, by_inverse_laws, unfolded
from symproofs.prove.lemmas import Lemmas
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Given, Node
from symproofs.prove.unfolding import Definitions
from symproofs.prove.wording import NoWords, Wording
from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import Implies, Property, Relation, Statement, substitute_statement
from symproofs.terms.term import Term, num
from symproofs.theories.budget import Budget
from symproofs.theories.words import Poly, Rewriting, plus

Bridge = tuple[Links, Links]

INVERTIBLE, DEFINITE = "invertible", "positive_definite"
MOST_FACTORS = 8
MOST_NESTED = 4
MOST_TRIED = 3


def has_property(search: Search, sequent: Sequent, effort: int) -> Node | None:
    """That a matrix is invertible, or positive definite."""
    goal = sequent.goal
    assert isinstance(goal, Property)
    if goal.name not in WAYS or goal in search.asked or len(search.asked) >= MOST_NESTED:
        return None
    search.asked.append(goal)
    try:
        return next((found for way in WAYS[goal.name] if (found := _by(way, search, sequent, goal.subject)) is not None), None)
    finally:
        search.asked.pop()


def _by(way: Way, search: Search, sequent: Sequent, subject: Term) -> Node | None:
    try:
        return way(Matrices(search, sequent), subject)
    except NoWords:
        return None


class Matrices:
    """What is known of matrices in a sequent, and how facts about them are cited."""

    def __init__(self, search: Search, sequent: Sequent) -> None:
        self.search, self.sequent = search, sequent
        self.types = sequent.context.types
        self.lemmas = Lemmas(sequent.context, Budget(2_000))
        self.wording = Wording(sequent.context, self.lemmas)

    def size(self, node: Term) -> Size:
        return self.wording.kind(node).rows

    def is_square(self, node: Term) -> bool:
        kind = kind_of(node, self.types)
        return kind is not None and kind.rows == kind.cols != ONE

    def number(self, node: Term) -> bool:
        return is_number(node, self.types)

    def alike(self, first: Term, second: Term) -> bool:
        """Whether they are the same sum of products."""
        return first == second or self.wording.poly(first) == self.wording.poly(second)

    def equal(self, first: Term, second: Term) -> bool:
        """Whether they are equal by laws of inverses."""
        wording = self.wording
        difference = plus(wording.poly(first), wording.poly(second), -1)
        return not difference or decided(difference, wording) is not None

    def factors(self, node: Term) -> tuple[list[Term], list[Term]]:
        """The numbers and the other factors of a product, brackets dropped."""
        if node.head == "mul":
            rows = [self.factors(a) if not self.number(a) else ([a], []) for a in node.args]
            return [n for numbers, _ in rows for n in numbers], [m for _, parts in rows for m in parts]
        if node.head == "neg":
            numbers, parts = self.factors(node.args[0])
            return [num(-1), *numbers], parts
        if node.head == "div":
            numbers, parts = self.factors(node.args[0])
            return [*numbers, Term("div", (num(1), node.args[1]))], parts
        return [], [node]

    def given(self, name: str) -> Iterator[Term]:
        """Matrices that are said to have a property."""
        for hypothesis in self.sequent.context.hypotheses:
            statement = hypothesis.statement
            if isinstance(statement, Property) and statement.name == name:
                yield statement.subject

    def rank_one(self, subject: Term) -> Iterator[tuple[Term, Term, Term]]:
        """Ways to read a sum as A + U V, U a column and V a row."""
        yield from ((a, u, v) for a, u, _, v, m in updates(self, subject) if m == ONE)

    # ------------------------------------------------------------------ citing facts

    def cite(
        self,
        sequent: Sequent,
        name: str,
        sizes: Sequence[Size],
        values: Mapping[str, Term],
        *ways: str,
    ) -> list[Step] | None:
        """The fact at matrices, and what follows from it by implications in these directions."""
        steps: list[Step] = []

        def add(step: Step | None) -> Sequent | None:
            if step is None:
                return None
            steps.append(step)
            return step.after

        at = add(self.search.step("matrix_fact", {"name": name, "sizes": list(sizes)}, sequent, reasons=(Reason(name),)))
        if at is None:
            return None
        fact: Statement = at.context.hypotheses[-1].statement
        if values:
            at = add(self.search.step("instance", {"n": Given(fact), "terms": dict(values)}, at))
            if at is None:
                return None
            fact = substitute_statement(fact.body, dict(values))  # type: ignore[union-attr]
        for way in ways:
            at = add(self.search.step("modus_ponens", {"n": Given(fact), "direction": way}, at))
            if at is None:
                return None
            if isinstance(fact, Implies):
                fact = fact.conclusion
        return steps

    def closed(self, steps: Sequence[Step], subject: Term | None = None, name: str = INVERTIBLE) -> Node | None:
        """The goal after these steps, by what they say of another way to write the matrix."""
        after = steps[-1].after if steps else self.sequent
        known = Property(name, subject) if subject is not None else after.goal
        inner = self.search.plain(after) if known == after.goal else self.search.by("rewrite", {"statement": known}, after, 0)
        return None if inner is None else around(steps, inner)


STEPS = 1_500


def decided(difference: Poly, wording: Wording, steps: int = STEPS) -> Poly | None:
    """The cofactors by laws of letters alone, with little effort."""
    rewriting = Rewriting(wording.alphabet, steps)
    for equation, letter in wording.pending:
        rewriting.add(equation, wording.of_law(letter, wording.alphabet.partner[letter] == letter))
    return rewriting.decide(difference)


# ------------------------------------------------------------------ positive definite


def definite(matrices: Matrices, subject: Term) -> Node | None:
    """The matrix is made of positive definite ones."""
    found = built(matrices, matrices.sequent, subject)
    return None if found is None else matrices.closed(found[0], found[1], DEFINITE)


def built(matrices: Matrices, sequent: Sequent, subject: Term) -> tuple[list[Step], Term] | None:
    """Steps after which a matrix equal to this one is known to be positive definite, and that matrix."""
    search = matrices.search
    if search.evident(sequent, Property(DEFINITE, subject)):
        return [], subject
    for given in matrices.given(DEFINITE):
        if matrices.alike(given, subject):
            return [], given
    parts = summands(subject)
    if len(parts) > 1:
        return _sum(matrices, sequent, parts)
    numbers, factors = matrices.factors(subject)
    if numbers and factors:
        return _multiple(matrices, sequent, _product(numbers), _product(factors))
    if subject.head == "identity":
        return _after(matrices.cite(sequent, "definite_identity", [matrices.size(subject)], {}), subject)
    if subject.head == "inverse":
        inner = built(matrices, sequent, subject.args[0])
        if inner is None:
            return None
        steps, base = inner
        more = matrices.cite(_last(steps, sequent), "definite_inverse", [matrices.size(base)], {"_A": base}, "forward")
        return None if more is None else ([*steps, *more], Term("inverse", (base,)))
    return _congruent(matrices, sequent, factors)


def _sum(matrices: Matrices, sequent: Sequent, parts: list[Term]) -> tuple[list[Step], Term] | None:
    """A summand that is positive definite, and others that are, or are of the form c BᵀPB."""
    steps: list[Step] = []
    whole: Term | None = None
    rest = list(parts)
    for part in parts:
        found = built(matrices, _last(steps, sequent), part)
        if found is None:
            continue
        steps += found[0]
        rest.remove(part)
        if whole is None:
            whole = found[1]
            continue
        more = matrices.cite(
            _last(steps, sequent), "definite_sum", [matrices.size(whole)], {"_A": whole, "_B": found[1]}, "forward"
        )
        if more is None:
            return None
        steps += more
        whole = Term("add", (whole, found[1]))
    if whole is None:
        return None
    for part in rest:
        found = _with_gram(matrices, sequent, steps, whole, part)
        if found is None:
            return None
        steps, whole = found
    return steps, whole


def _with_gram(
    matrices: Matrices, sequent: Sequent, steps: list[Step], whole: Term, part: Term
) -> tuple[list[Step], Term] | None:
    numbers, factors = matrices.factors(part)
    found = halves(matrices, factors)
    if found is None:
        return None
    b, middle = found
    n, m = matrices.size(whole), matrices.size(b)
    turned = Term("transpose", (b,))
    if middle is None and not numbers:
        more = matrices.cite(_last(steps, sequent), "definite_gram", [n, m], {"_A": whole, "_B": b}, "forward")
        return None if more is None else ([*steps, *more], Term("add", (whole, Term("mul", (turned, b)))))
    core = middle or Term("identity", (), (m,))
    inner = built(matrices, _last(steps, sequent), _product([*numbers, core]))
    if inner is None:
        return None
    steps = [*steps, *inner[0]]
    more = matrices.cite(_last(steps, sequent), "definite_congruence", [n, m], {"_A": whole, "_B": b, "_P": inner[1]}, "forward")
    return None if more is None else ([*steps, *more], Term("add", (whole, Term("mul", (turned, inner[1], b)))))


def halves(matrices: Matrices, factors: list[Term]) -> tuple[Term, Term | None] | None:
    """B and P, if the product is BᵀPB; B, if it is BᵀB."""
    k = len(factors) // 2
    if k == 0 or len(factors) > MOST_FACTORS:
        return None
    for first, last in zip(factors[:k], factors[: -k - 1 : -1], strict=True):
        if not matrices.alike(Term("transpose", (first,)), last):
            return None
    return _product(factors[-k:]), factors[k] if len(factors) % 2 else None


def _multiple(matrices: Matrices, sequent: Sequent, c: Term, subject: Term) -> tuple[list[Step], Term] | None:
    search = matrices.search
    positive = Relation(">", c, num(0))
    if search.solve(sequent.proves(positive), 0) is None:
        return None
    inner = built(matrices, sequent, subject)
    if inner is None:
        return None
    steps, base = inner
    more = matrices.cite(_last(steps, sequent), "definite_multiple", [matrices.size(base)], {"_A": base, "_c": c}, "forward")
    return None if more is None else ([*steps, *more], Term("mul", (c, base)))


def _congruent(matrices: Matrices, sequent: Sequent, factors: list[Term]) -> tuple[list[Step], Term] | None:
    found = halves(matrices, factors)
    if found is None:
        return None
    b, middle = found
    kind = matrices.wording.kind(b)
    gram = Term("mul", (Term("transpose", (b,)), b))
    if middle is None:
        return _after(matrices.cite(sequent, "gram_definite", [kind.cols, kind.rows], {"_B": b}, "forward"), gram)
    inner = built(matrices, sequent, middle)
    if inner is None:
        return None
    steps, core = inner
    values = {"_B": b, "_P": core}
    more = matrices.cite(_last(steps, sequent), "congruent_definite", [kind.cols, kind.rows], values, "forward")
    return None if more is None else ([*steps, *more], Term("mul", (Term("transpose", (b,)), core, b)))


def _after(steps: list[Step] | None, subject: Term) -> tuple[list[Step], Term] | None:
    return None if steps is None else (steps, subject)


def _last(steps: Sequence[Step], sequent: Sequent) -> Sequent:
    return steps[-1].after if steps else sequent


def _product(factors: Sequence[Term]) -> Term:
    return factors[0] if len(factors) == 1 else Term("mul", tuple(factors))


# ------------------------------------------------------------------ invertible


def by_definition(matrices: Matrices, subject: Term) -> Node | None:
    """What it stands for is so."""
    chain = Chain(subject, matrices.lemmas)
    unfolded(chain, Definitions.of(matrices.sequent.context))
    return None if chain.term == subject else matrices.closed([], chain.term)


def as_given(matrices: Matrices, subject: Term) -> Node | None:
    """It is written otherwise where it is said to be invertible."""
    known = [x for x in matrices.given(INVERTIBLE) if x != subject and matrices.size(x) == matrices.size(subject)]
    for test in (matrices.alike, matrices.equal):
        for given in known:
            if test(given, subject):
                return matrices.closed([], given)
    return None


def by_determinant(matrices: Matrices, subject: Term) -> Node | None:
    """Its determinant is not 0, as it is written or written out."""
    size = matrices.size(subject).literal
    written = size is not None and size <= MOST_ROWS_OF_A_DETERMINANT
    unequal = [
        h.statement
        for h in matrices.sequent.context.hypotheses
        if isinstance(h.statement, Relation) and h.statement.operator == "!=" and h.statement.right == num(0)
    ]
    if not any(s.left == Term("det", (subject,)) or (written and matrices.number(s.left)) for s in unequal):
        return None
    steps = matrices.cite(matrices.sequent, "det_nonzero", [matrices.size(subject)], {"_A": subject}, "backward")
    return None if steps is None else matrices.closed(steps)


def as_definite(matrices: Matrices, subject: Term) -> Node | None:
    """It is positive definite."""
    found = built(matrices, matrices.sequent, subject)
    if found is None:
        return None
    steps, base = found
    more = matrices.cite(_last(steps, matrices.sequent), "definite_invertible", [matrices.size(base)], {"_A": base}, "forward")
    return None if more is None else matrices.closed([*steps, *more], base)


def by_given_inverse(matrices: Matrices, subject: Term) -> Node | None:
    """A given equation A B = I of which it is one factor."""
    for hypothesis in matrices.sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator != "=" or statement.right.head != "identity":
            continue
        factors = statement.left.args if statement.left.head == "mul" else ()
        for first, second in _splits(factors):
            if not (matrices.is_square(first) and matrices.is_square(second)):
                continue
            for part in (first, second):
                if matrices.alike(part, subject) or matrices.alike(Term("transpose", (part,)), subject):
                    steps = matrices.cite(
                        matrices.sequent, "inverse_factors", [matrices.size(first)], {"_A": first, "_B": second}, "forward"
                    )
                    return None if steps is None else _or_transposed(matrices, steps, part, subject)
    return None


def _splits(factors: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    for k in range(1, len(factors)):
        yield _product(factors[:k]), _product(factors[k:])


def _or_transposed(matrices: Matrices, steps: list[Step], part: Term, subject: Term) -> Node | None:
    """The goal from that the part is invertible, which the subject is or whose transpose it is."""
    if matrices.alike(part, subject):
        return matrices.closed(steps, part)
    inner = _with_inverse(matrices, steps[-1].after, subject, Term("transpose", (Term("inverse", (part,)),)))
    return None if inner is None else around(steps, inner)


def _with_inverse(matrices: Matrices, sequent: Sequent, subject: Term, inverse: Term) -> Node | None:
    """The goal from that the product with a matrix is the identity."""
    values = {"_A": subject, "_B": inverse}
    steps = matrices.cite(sequent, "inverse_factors", [matrices.size(subject)], values, "forward")
    inner = matrices.search.plain(steps[-1].after) if steps is not None else None
    return None if steps is None or inner is None else around(steps, inner)


def by_inverse(matrices: Matrices, subject: Term) -> Node | None:
    """An inverse that can be written down, of which the laws of inverses show that it is one."""
    n = matrices.size(subject)
    unit = Term("identity", (), (n,))
    for inverse in matrices.search.candidates:
        kind = kind_of(inverse, matrices.types)
        found = _with_inverse(matrices, matrices.sequent, subject, inverse) if kind is not None and kind.rows == n else None
        if found is not None:
            return found
    for inverse in inverses(matrices, subject):
        if matrices.equal(Term("mul", (subject, inverse)), unit):
            found = _with_inverse(matrices, matrices.sequent, subject, inverse)
            if found is not None:
                return found
    return None


def inverses(matrices: Matrices, subject: Term) -> Iterator[Term]:
    """Candidates for the inverse."""
    found = _written_inverse(matrices, subject)
    if found is not None and found.head != "inverse":
        yield found
    if subject.head in ("add", "name"):
        yield subject
        yield Term("transpose", (subject,))


def _written_inverse(matrices: Matrices, node: Term) -> Term | None:
    if node.head == "identity":
        return node
    if node.head == "inverse":
        return node.args[0]
    if node.head == "transpose":
        inner = _written_inverse(matrices, node.args[0])
        return None if inner is None else Term("transpose", (inner,))
    numbers, factors = matrices.factors(node)
    if (numbers or len(factors) > 1) and all(matrices.is_square(f) for f in factors):
        parts = [_written_inverse(matrices, f) or Term("inverse", (f,)) for f in reversed(factors)]
        return _product([*(Term("div", (num(1), _product(numbers))) for _ in numbers[:1]), *parts])
    return Term("inverse", (node,))


def as_factor(matrices: Matrices, subject: Term) -> Node | None:
    """It is a factor of a product that is invertible, or of one whose transpose is."""
    for given in matrices.given(INVERTIBLE):
        base = given.args[0] if given.head == "transpose" else given
        _, factors = matrices.factors(base)
        if (len(factors) < 2 and base == given) or not all(map(matrices.is_square, factors)):
            continue
        for i, j in combinations(range(len(factors) + 1), 2):
            block = _product(factors[i:j])
            if matrices.size(block) == matrices.size(subject) and matrices.alike(block, subject):
                found = _factor(matrices, given, base, factors, i, j)
                if found is not None:
                    return found
    return None


def _factor(matrices: Matrices, given: Term, base: Term, factors: list[Term], i: int, j: int) -> Node | None:
    steps: list[Step] = []
    here = factors
    n = matrices.size(given)
    if base != given:
        turned = Term("transpose", (Term("inverse", (given,)),))
        inner = _with_inverse(matrices, matrices.sequent.proves(Property(INVERTIBLE, base)), base, turned)
        step = matrices.search.have(Property(INVERTIBLE, base), inner, matrices.sequent) if inner is not None else None
        if step is None:
            return None
        steps.append(step)
    for before, after in ((here[:j], here[j:]), (here[:i], here[i:j])):
        if before and after:
            more = matrices.cite(
                _last(steps, matrices.sequent),
                "invertible_factors",
                [n],
                {"_A": _product(before), "_B": _product(after)},
                "forward",
            )
            if more is None:
                return None
            steps += more
    return matrices.closed(steps, _product(factors[i:j])) if steps else None


# ------------------------------------------------------------------ updates


def by_update(matrices: Matrices, subject: Term) -> Node | None:
    """A + UCV where C⁻¹ + VA⁻¹U is invertible, and I + UV where I + VU is."""
    known = list(matrices.given(INVERTIBLE))
    unequal = [
        h.statement.left
        for h in matrices.sequent.context.hypotheses
        if isinstance(h.statement, Relation) and h.statement.operator == "!=" and h.statement.right == num(0)
    ]
    if not (known or unequal):
        return None
    for a, u, c, v, m in updates(matrices, subject):
        n = matrices.size(subject)
        if m == ONE:
            small = Term("add", (num(1), Term("mul", (v, Term("inverse", (a,)), u))))
            if any(matrices.number(x) and matrices.equal(x, small) for x in unequal):
                values = {"_A": a, "_U": u, "_V": v}
                steps = matrices.cite(matrices.sequent, "invertible_rank_one", [n], values, "forward", "backward")
                found = matrices.closed(steps, Term("add", (a, Term("mul", (u, v))))) if steps is not None else None
                if found is not None:
                    return found
            continue
        if a.head == "identity" and c.head == "identity":
            small, large = (Term("add", (Term("identity", (), (s,)), Term("mul", p))) for s, p in ((m, (v, u)), (n, (u, v))))
            name, values, ways = "invertible_exchange", {"_U": u, "_V": v}, ["backward"]
        else:
            small = Term("add", (Term("inverse", (c,)), Term("mul", (v, Term("inverse", (a,)), u))))
            large = Term("add", (a, Term("mul", (u, c, v))))
            name, values, ways = "invertible_update", {"_A": a, "_B": c, "_U": u, "_V": v}, ["forward", "backward"]
        if any(matrices.size(x) == m and x != subject and matrices.equal(x, small) for x in known):
            steps = matrices.cite(matrices.sequent, name, [n, m], values, *ways)
            found = matrices.closed(steps, large) if steps is not None else None
            if found is not None:
                return found
    return None


def updates(matrices: Matrices, subject: Term) -> Iterator[tuple[Term, Term, Term, Term, Size]]:
    """Ways to read a sum as A + UCV, C having m rows."""
    parts = summands(subject)
    if not 2 <= len(parts) <= 4:
        return
    for k, part in enumerate(parts):
        numbers, factors = matrices.factors(part)
        a = total([p for n, p in enumerate(parts) if n != k])
        if len(factors) > MOST_FACTORS or not factors or not matrices.is_square(a):
            continue
        for i in range(len(factors) + 1):
            for j in range(i, len(factors) + 1):
                yield from _update(matrices, a, numbers, factors[:i], factors[i:j], factors[j:])


def by_words_alone(lemmas: Lemmas, definitions: Definitions, left: Term, right: Term) -> Bridge | None:
    """Links between two ways to write a matrix, by laws of inverses and nothing that is given."""
    return by_inverse_laws(lemmas.context, lemmas, definitions, (), left, right)


def _update(
    matrices: Matrices, a: Term, numbers: list[Term], before: list[Term], core: list[Term], after: list[Term]
) -> Iterator[tuple[Term, Term, Term, Term, Size]]:
    """A + UCV for a split of the factors; numbers go with C, or with U."""
    n = matrices.size(a)
    unit = Term("identity", (), (n,))
    u = _product(before) if before else unit
    v = _product(after) if after else unit
    inner = matrices.wording.kind(u).cols
    if core and not all(map(matrices.is_square, core)):
        return
    if inner == ONE and not core:
        yield a, _product([*numbers, u]), num(1), v, ONE
    elif not core and before and after and inner != ONE:
        yield a, _product([*numbers, u]), Term("identity", (), (inner,)), v, inner
    elif core and inner != ONE:
        yield a, u, _product([*numbers, *core]), v, inner
        if numbers:
            yield a, _product([*numbers, u]), _product(core), v, inner


def as_given_by_equations(matrices: Matrices, subject: Term) -> Node | None:
    """Given equations lead to a matrix that is said to be invertible."""
    known = [x for x in matrices.given(INVERTIBLE) if x != subject and matrices.size(x) == matrices.size(subject)]
    return next((found for x in known[:MOST_TRIED] if (found := matrices.closed([], x)) is not None), None)


Way = Callable[[Matrices, Term], Node | None]

WAYS: Mapping[str, tuple[Way, ...]] = {
    DEFINITE: (by_definition, definite),
    INVERTIBLE: (
        as_given,
        by_definition,
        by_determinant,
        by_given_inverse,
        as_factor,
        as_definite,
        by_inverse,
        by_update,
        as_given_by_equations,
    ),
}
"""What is tried for each property, in this order."""
