"""What searches know of matrices in a sequent: how sums and products are read, and how facts about matrices are cited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symproofs.kernel.sequent import Sequent
from symproofs.prove.algebra import is_number, kind_of, summands, total
from symproofs.prove.inverses import Links, by_inverse_laws
from symproofs.prove.lemmas import Lemmas
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Given, Node
from symproofs.prove.unfolding import Definitions
from symproofs.prove.wording import Wording
from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import Implies, Property, Statement, substitute_statement
from symproofs.terms.term import Term, num
from symproofs.theories.budget import Budget
from symproofs.theories.words import Poly, Rewriting, plus

Bridge = tuple[Links, Links]

INVERTIBLE, DEFINITE = "invertible", "positive_definite"
MOST_FACTORS = 8


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


def by_words_alone(lemmas: Lemmas, definitions: Definitions, left: Term, right: Term) -> Bridge | None:
    """Links between two ways to write a matrix, by laws of inverses and nothing that is given."""
    return by_inverse_laws(lemmas.context, lemmas, definitions, (), left, right)


def product(factors: Sequence[Term]) -> Term:
    return factors[0] if len(factors) == 1 else Term("mul", tuple(factors))


def last(steps: Sequence[Step], sequent: Sequent) -> Sequent:
    return steps[-1].after if steps else sequent


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


def _update(
    matrices: Matrices, a: Term, numbers: list[Term], before: list[Term], core: list[Term], after: list[Term]
) -> Iterator[tuple[Term, Term, Term, Term, Size]]:
    """A + UCV for a split of the factors; numbers go with C, or with U."""
    n = matrices.size(a)
    unit = Term("identity", (), (n,))
    u = product(before) if before else unit
    v = product(after) if after else unit
    inner = matrices.wording.kind(u).cols
    if core and not all(map(matrices.is_square, core)):
        return
    if inner == ONE and not core:
        yield a, product([*numbers, u]), num(1), v, ONE
    elif not core and before and after and inner != ONE:
        yield a, product([*numbers, u]), Term("identity", (), (inner,)), v, inner
    elif core and inner != ONE:
        yield a, u, product([*numbers, *core]), v, inner
        if numbers:
            yield a, product([*numbers, u]), product(core), v, inner
