"""Equations about matrices that need facts about them: determinants taken apart, one-sided inverses, symmetric matrices.

det of a product, a transpose, an inverse, a multiple, an update I + uvᵀ is taken apart on both sides, each step a link by a fact
that the proof cites; what is left are numbers det A, which are letters. From A B = I for square matrices follows B A = I, of a
positive definite or diagonal A that Aᵀ = A, of an orthogonal A that (det A)² = 1. *Fails when* the sides do not meet: `None`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from symproofs.kernel.entries import MOST_ROWS_OF_A_DETERMINANT
from symproofs.kernel.sequent import Sequent
from symproofs.prove.alignment import shifted, top_level
from symproofs.prove.chain import Chain, Path
from symproofs.prove.equations import chain_found
from symproofs.prove.given import given_equations
from symproofs.prove.inverses import by_inverse_laws, join, unfolded
from symproofs.prove.lemmas import Lemmas
from symproofs.prove.matrices import DEFINITE, INVERTIBLE, Bridge, Matrices, by_words_alone, last, product, updates
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.prove.unfolding import Definitions, places
from symproofs.prove.wording import NoWords, Wording
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, free_names, name, subterm
from symproofs.theories.budget import Budget

MOST_TAKEN_APART = 24
MOST_FACTORS = 4
STEPS = 4_000


def by_matrix_facts(search: Search, sequent: Sequent) -> Node | None:
    """The goal, an equation, with the help of facts about matrices; `None` where they say nothing of it."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    if goal in search.asked:
        return None
    search.asked.append(goal)
    try:
        steps, after = _with_facts(search, sequent)
        about = _speaks_of_determinants(after, goal)
        if not (steps or about):
            return None
        apart = Apart(search, after)
        found = apart.proof() if about else apart.words()
        return None if found is None else around([*steps, *apart.steps], found)
    except NoWords:
        return None
    finally:
        search.asked.pop()


def _speaks_of_determinants(sequent: Sequent, goal: Relation) -> bool:
    definitions = Definitions.of(sequent.context)
    known = definitions.closure(goal.left) | definitions.closure(goal.right)
    bodies = [goal.left, goal.right, *(row.body for key, row in definitions.rows.items() if key in known)]
    return any(part.head == "det" for body in bodies for part in body.walk())


# ------------------------------------------------------------------ what follows from what is given


Citation = tuple[str, Size, dict[str, Term]]
"""A fact about matrices of one size, and what its names stand for."""

MOST_DIAGONAL = 4


def _with_facts(search: Search, sequent: Sequent) -> tuple[list[Step], Sequent]:
    """What facts say of the matrices that the goal speaks of, and the sequent after that."""
    matrices = Matrices(search, sequent)
    goal = sequent.goal
    assert isinstance(goal, Relation)
    definitions = Definitions.of(sequent.context)
    spoken = definitions.closure(goal.left) | definitions.closure(goal.right)
    determinants = {p for side in (goal.left, goal.right) for p in side.walk() if p.head == "det"}
    steps: list[Step] = []
    for fact, size, values in (*_given(matrices, spoken, determinants), *_declared(matrices, spoken, determinants)):
        steps += matrices.cite(last(steps, sequent), fact, [size], values, "forward") or ()
    return steps, last(steps, sequent)


def _given(matrices: Matrices, spoken: frozenset[str], determinants: set[Term]) -> Iterator[Citation]:
    """From A B = I that B A = I, from AᵀA = I that (det A)² = 1."""
    for hypothesis in matrices.sequent.context.hypotheses:
        statement = hypothesis.statement
        if not isinstance(statement, Relation) or statement.operator != "=" or statement.right.head != "identity":
            continue
        factors = statement.left.args if statement.left.head == "mul" else ()
        if not free_names(statement.left) <= spoken or len(factors) != 2 or not all(map(matrices.is_square, factors)):
            continue
        first, second = factors
        yield "inverse_exchange", matrices.size(first), {"_A": first, "_B": second}
        if first == Term("transpose", (second,)) and determinants:
            yield "det_orthogonal", matrices.size(second), {"_A": second}


def _declared(matrices: Matrices, spoken: frozenset[str], determinants: set[Term]) -> Iterator[Citation]:
    """That positive definite and diagonal matrices are symmetric, that diagonal ones commute, what det of an orthogonal Q is."""
    context = matrices.sequent.context
    diagonal: list[tuple[Term, Size]] = []
    for label, row in context.declarations.items():
        if label not in spoken or not row.type.is_tensor or row.type.rows != row.type.cols or row.type.over:
            continue
        subject, n = name(label), row.type.rows
        is_diagonal = context.has(label, "diagonal")
        if not context.has(label, "symmetric") and (is_diagonal or context.has(label, DEFINITE)):
            yield "diagonal_symmetric" if is_diagonal else "definite_symmetric", n, {"_A": subject}
        if is_diagonal and len(diagonal) < MOST_DIAGONAL:
            yield from (("diagonal_commute", n, {"_A": other, "_B": subject}) for other, m in diagonal if m == n)
            diagonal.append((subject, n))
        orthogonal = context.has(label, "orthogonal") or context.has(label, "permutation")
        if orthogonal and determinants:
            yield "det_orthogonal", n, {"_A": subject}


# ------------------------------------------------------------------ determinants


@dataclass(eq=False, repr=False)
class Apart:
    """The two sides of a goal with their determinants taken apart. `steps` cite the facts that this needs."""

    search: Search
    sequent: Sequent
    steps: list[Step] = field(default_factory=list)
    facts: dict[tuple[str, tuple[Size, ...]], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lemmas = Lemmas(self.sequent.context, Budget(STEPS))
        self.definitions = Definitions.of(self.sequent.context)
        self.matrices = Matrices(self.search, self.sequent)
        self.wanted: set[Size] = set()
        self.targets: list[Term] = []
        """Of what determinants are taken on the other side."""

    @property
    def last(self) -> Sequent:
        return self.steps[-1].after if self.steps else self.sequent

    def proof(self) -> Node | None:
        """The goal by a chain, if the sides meet."""
        goal = self.sequent.goal
        assert isinstance(goal, Relation)
        chains = Chain(goal.left, self.lemmas), Chain(goal.right, self.lemmas)
        for chain in chains:
            other = goal.right if chain is chains[0] else chains[0].term
            level = unfolded(chain, self.definitions)
            self.targets = [p.args[0] for p in other.walk() if p.head == "det"]
            self.wanted = {self.matrices.size(t) for t in self.targets} if chain is chains[0] else set()
            for _ in range(MOST_TAKEN_APART):
                level += 1
                if not any(self._one(chain, path, node, level) for path, node, bound in _determinants(chain.term) if not bound):
                    break
        first, second = chains
        level = 1 + max(top_level(first.links), top_level(second.links))
        inner = self._meet(first.term, second.term)
        if inner is None:
            return None
        bridge = (*first.links, *shifted(inner[0], (), level)), (*second.links, *shifted(inner[1], (), level))
        return self._node(goal, bridge)

    def words(self) -> Node | None:
        goal = self.sequent.goal
        assert isinstance(goal, Relation)
        inner = self._meet(goal.left, goal.right)
        return None if inner is None else self._node(goal, inner)

    def _meet(self, left: Term, right: Term) -> Bridge | None:
        if left == right:
            return (), ()
        chain = Chain(left, self.lemmas)
        if any(part.head == "det" for part in left.walk()) and self._lettered(chain, right):
            return tuple(chain.links), ()
        equations = given_equations(self.lemmas.context, self.definitions)
        return by_inverse_laws(self.lemmas.context, self.lemmas, self.definitions, equations, left, right)

    def _lettered(self, chain: Chain, target: Term) -> bool:
        """To the target by a lemma in which determinants are letters."""
        wording = Wording(self.lemmas.context, self.lemmas)
        wording.shut.update(dict.fromkeys(p for side in (chain.term, target) for p in side.walk() if p.head == "det"))
        return join(chain, (), target, wording, 0)

    def _node(self, goal: Relation, bridge: Bridge) -> Node | None:
        found = self.search.linked(chain_found(self.lemmas, goal, bridge), self.last)
        return None if found is None else self.search.closed(*found, 0, leave=True)

    # ------------------------------------------------------------------ one determinant

    def _one(self, chain: Chain, path: Path, node: Term, level: int) -> bool:
        """One law at a determinant."""
        subject = node.args[0]
        n = self.matrices.size(subject)
        if n.literal is not None and n.literal <= MOST_ROWS_OF_A_DETERMINANT:
            return False
        match subject.head:
            case "transpose":
                return self._by(chain, path, "det_transpose", (n,), {"_A": subject.args[0]}, level)
            case "inverse":
                return self._by(chain, path, "det_inverse", (n,), {"_A": subject.args[0]}, level)
            case "identity":
                return self._by(chain, path, "det_identity", (n,), {}, level)
            case "diag":
                return self._by(chain, path, "det_diagonal", (n,), {"_x": subject.args[0]}, level)
            case "pow":
                k = subject.args[1].data[0] if subject.args[1].head == "num" else 0
                if k in (2, 3, 4):
                    return self._written(chain, path, Term("mul", (subject.args[0],) * int(str(k))), level)
            case "mul" | "neg" | "div":
                return self._product(chain, path, subject, n, level)
            case "add":
                return self._update(chain, path, subject, n, level) or self._like_target(chain, path, subject, n, level)
        return False

    def _product(self, chain: Chain, path: Path, subject: Term, n: Size, level: int) -> bool:
        numbers, factors = self.matrices.factors(subject)
        if numbers:
            c, rest = product(numbers), product(factors)
            wanted = Term("mul", (c, rest))
            return self._written(chain, path, wanted, level) and self._by(
                chain, path, "det_multiple", (n,), {"_A": rest, "_c": c}, level
            )
        for k in range(1, len(factors)):
            first, second = product(factors[:k]), product(factors[k:])
            if self.matrices.is_square(first) and self.matrices.size(first) == n:
                return self._written(chain, path, Term("mul", (first, second)), level) and self._by(
                    chain, path, "det_product", (n,), {"_A": first, "_B": second}, level
                )
        return False

    def _update(self, chain: Chain, path: Path, subject: Term, n: Size, level: int) -> bool:
        """I + uvᵀ; or A + uvᵀ as A (I + A⁻¹uvᵀ)."""
        for a, u, v in self.matrices.rank_one(subject):
            unit = Term("identity", (), (n,))
            if a.head != "identity":
                wanted = Term("mul", (a, Term("add", (unit, Term("mul", (Term("inverse", (a,)), u, v))))))
                return self._written(chain, path, wanted, level)
            values = {"_U": u, "_V": v}
            return self._written(chain, path, Term("add", (unit, Term("mul", (u, v)))), level) and self._by(
                chain, path, "det_rank_one", (n,), values, level
            )
        for a, u, c, v, m in updates(self.matrices, subject):
            if a.head == c.head == "identity" and m in self.wanted and n not in self.wanted:
                unit = Term("identity", (), (n,))
                return self._written(chain, path, Term("add", (unit, Term("mul", (u, v)))), level) and self._by(
                    chain, path, "det_exchange", (n, m), {"_U": u, "_V": v}, level
                )
        return False

    def _like_target(self, chain: Chain, path: Path, subject: Term, n: Size, level: int) -> bool:
        """A sum as what stands under a determinant of the other side, between factors: QᵀAQ - λI is Qᵀ(A - λI)Q."""
        targets = [t for t in dict.fromkeys(self.targets) if self.matrices.size(t) == n]
        if subject in targets:
            return False
        factors = [part for part in dict.fromkeys(subject.walk()) if part.head in ("name", "transpose", "inverse")]
        square = [part for part in factors if self.matrices.is_square(part) and self.matrices.size(part) == n][:MOST_FACTORS]
        around_it = [(f, g) for f in square for g in square if f.args == (g,) or g.args == (f,)]
        known = [f for f in square if f.head == "name" and self.sequent.context.has(str(f.data[0]), INVERTIBLE)]
        inverses = [(f, Term("inverse", (f,))) for f in (*known, *(f for f in square if f in self.matrices.given(INVERTIBLE)))]
        around_it += [pair for f, g in inverses if (f, g) not in around_it for pair in ((f, g), (g, f))]
        for target in targets:
            if self._written(chain, path, Term("transpose", (target,)), level):
                return True
            one_sided = [w for f in square for w in ((f, target), (target, f))]
            for factors_of in (*((f, target, g) for f, g in around_it), *one_sided):
                if self._written(chain, path, Term("mul", factors_of), level):
                    return True
        return False

    def _written(self, chain: Chain, path: Path, wanted: Term, level: int) -> bool:
        """The matrix written otherwise, which laws of inverses show."""
        before = subterm(chain.term, (*path, 0))
        if before == wanted:
            return True
        inner = by_words_alone(self.lemmas, self.definitions, before, wanted)
        if inner is None:
            return False
        back = [link.turned() for link in inner[1][::-1]]
        for link in (*inner[0], *back):
            chain.add(replace(link, path=(*path, 0, *link.path), level=level))
        return subterm(chain.term, (*path, 0)) == wanted

    def _by(self, chain: Chain, path: Path, fact: str, sizes: tuple[Size, ...], values: dict[str, Term], level: int) -> bool:
        """A link by a fact, which is cited where it was not yet."""
        key = fact, sizes
        if key not in self.facts:
            step = self.search.step("matrix_fact", {"name": fact, "sizes": list(sizes)}, self.last, reasons=(Reason(fact),))
            if step is None:
                return False
            self.steps.append(step)
            self.facts[key] = len(step.after.context.hypotheses) - 1
            self.lemmas.context = step.after.context
        chain.by_hypothesis(path, self.facts[key], False, values, (Reason(fact),), level)
        return True


def _determinants(node: Term) -> list[tuple[Path, Term, frozenset[str]]]:
    return [row for row in places(node) if row[1].head == "det"]
