"""Equations between products of matrices, by what is given and by laws of inverses: A A⁻¹ = I, s · (1/s) = 1, ‖x‖² = xᵀx.

Both sides are read as words and the difference is brought to 0 by completed rewriting (`theories/words.py`). What is found is a
sum of products with one equation l = r in each: left = right + Σ u (l - r) v. So the chain goes from the left side to that sum,
by a lemma over letters, turns each l into its r, by a hypothesis or by a law of inverses, and ends at the right side.

*Fails when* the bound is reached, or a side is no sum of products: `None`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symproofs.prove.chain import Chain, Link, Path
from symproofs.prove.given import Equation
from symproofs.prove.lemmas import Lemmas, Pattern
from symproofs.prove.reasons import Reason
from symproofs.prove.unfolding import Definitions, places, unfold_once
from symproofs.prove.wording import Law, NoWords, Wording
from symproofs.terms.context import Context
from symproofs.terms.statement import Property, Relation
from symproofs.terms.term import Term, free_names, name, num, replace_at, subterm
from symproofs.terms.typing import type_of
from symproofs.theories.words import Poly, Rewriting, Spent, plus

Links = tuple[Link, ...]

MOST_ROUNDS = 12
MOST_REWRITINGS = 24
MOST_SUMMANDS = 80
MOST_EQUATIONS = 16


def by_inverse_laws(
    context: Context, lemmas: Lemmas, definitions: Definitions, equations: tuple[Equation, ...], left: Term, right: Term
) -> tuple[Links, Links] | None:
    """Links on the left side and on the right side that lead to one term."""
    first, second = Chain(left, lemmas), Chain(right, lemmas)
    wording = Wording(context, lemmas)
    try:
        level = max(prepared(first, wording, definitions), prepared(second, wording, definitions))
        difference = plus(wording.poly(first.term), wording.poly(second.term), -1)
        for equation in equations[:MOST_EQUATIONS]:
            _take_up(equation, wording, definitions)
        _invert_known(equations, wording)
        found = _decided(difference, wording, lemmas) if difference else {}
        if found is None and any(part.head == "trace" for side in (first.term, second.term) for part in side.walk()):
            for side in (first.term, second.term):
                for _, node in _read_places(side):
                    if node.head == "trace":
                        wording.poly(node.args[0])
            if not all(_within_traces(chain, wording, definitions, level + 1) for chain in (first, second)):
                return None
            for node in [n for n in wording.shut if n.head == "trace"]:
                del wording.shut[node]
            met = join(first, (), second.term, wording, level + 2)
            return (tuple(first.links), tuple(second.links)) if met else None
    except NoWords:
        return None
    if found is None or len(found) > MOST_SUMMANDS:
        return None
    if not _told(first, second.term, found, wording, definitions, level + 2):
        return None
    return tuple(first.links), tuple(second.links)


def unfolded(chain: Chain, definitions: Definitions, level: int = 0) -> int:
    """All definitions unfolded. The level after that."""
    for _ in range(MOST_ROUNDS):
        if not unfold_once(chain, definitions, definitions.rows, level):
            break
        level += 1
    return level


def prepared(chain: Chain, wording: Wording, definitions: Definitions) -> int:
    """Definitions unfolded, x/s written as x · (1/s), inverses of equal matrices written alike: (B + A)⁻¹ as (A + B)⁻¹."""
    level = unfolded(chain, definitions)
    for way in (_divided, _as_first_written):
        for _ in range(MOST_REWRITINGS):
            if not any(way(chain, path, node, wording, level) for path, node in reversed([*_read_places(chain.term)])):
                break
    return level


READ = frozenset(("add", "neg", "mul", "div", "transpose", "pow", "inverse", "inner", "norm"))
"""Heads whose arguments are read as words."""


def _read_places(node: Term, path: Path = ()) -> Iterator[tuple[Path, Term]]:
    yield path, node
    if node.head in READ:
        for k, a in enumerate(node.args):
            yield from _read_places(a, (*path, k))


def _divided(chain: Chain, path: Path, node: Term, wording: Wording, level: int) -> bool:
    if node.head == "div" and node.args[0] != num(1) and node.args[1].head != "num":
        labels = [chain.lemmas.letter(k) for k in range(2)]
        x, s = map(name, labels)
        pattern = Pattern(
            Term("div", (x, s)),
            Term("mul", (x, Term("div", (num(1), s)))),
            dict(zip(labels, node.args, strict=True)),
            {label: wording.kind(a) for label, a in zip(labels, node.args, strict=True)},
        )
        return chain.by_lemma(path, pattern, (), level)
    return False


def _as_first_written(chain: Chain, path: Path, node: Term, wording: Wording, level: int) -> bool:
    wanted = wording.as_first_written(node)
    if wanted is None or wanted == node or wanted.head != node.head:
        return False
    inner = len(node.args) - 1
    return join(chain, (*path, inner), wanted.args[inner], wording, level)


def _take_up(equation: Equation, wording: Wording, definitions: Definitions) -> None:
    """A given equation of plain terms, its definitions unfolded."""
    if equation.premise is not None or equation.parameters:
        return
    sides = [Chain(side, wording.lemmas) for side in (equation.left, equation.right)]
    label = equation.label
    reason = Reason("given", label) if label else Reason("given_equation", str(equation.number + 1))
    try:
        for side in sides:
            prepared(side, wording, definitions)
        wording.given(equation.number, Relation("=", sides[0].term, sides[1].term), reason)
    except NoWords:
        return


def _invert_known(equations: tuple[Equation, ...], wording: Wording) -> None:
    """Inverses of matrices that are said to be invertible, where something is given of them."""
    context = wording.context
    spoken = frozenset[str]().union(*(free_names(e.left) | free_names(e.right) for e in equations if not e.parameters))
    known = [name(label) for label in sorted(spoken) if context.has(label, "invertible")]
    for hypothesis in context.hypotheses:
        statement = hypothesis.statement
        if isinstance(statement, Property) and statement.name == "invertible" and free_names(statement.subject) <= spoken:
            known.append(statement.subject)
    for subject in known[:MOST_EQUATIONS]:
        wording.poly(Term("inverse", (subject,)))


def _within_traces(chain: Chain, wording: Wording, definitions: Definitions, level: int) -> bool:
    """Every matrix under a trace as short as laws and given equations make it."""
    for path, node in [row for row in _read_places(chain.term) if row[1].head == "trace"]:
        inner = Chain(node.args[0], chain.lemmas)
        try:
            rest, lost = _rewriting(wording, chain.lemmas).normal(wording.poly(inner.term))
        except Spent:
            return False
        shape = wording.kind(inner.term).shape
        parts = wording.term(rest, shape, {})
        target = Term("zeros", (), shape) if not parts else parts[0] if len(parts) == 1 else Term("add", tuple(parts))
        if not _told(inner, target, lost, wording, definitions, level):
            return False
        for link in inner.links:
            chain.add(replace(link, path=(*path, 0, *link.path)))
    return True


def _rewriting(wording: Wording, lemmas: Lemmas) -> Rewriting:
    rewriting = Rewriting(wording.alphabet, min(STEPS, max(0, lemmas.budget.steps // 4)))
    for equation, letter in wording.pending:
        scalar = wording.alphabet.partner[letter] == letter
        rewriting.add(equation, wording.of_law(letter, scalar))
    return rewriting


def _decided(difference: Poly, wording: Wording, lemmas: Lemmas) -> Poly | None:
    before = min(STEPS, max(0, lemmas.budget.steps // 4))
    rewriting = _rewriting(wording, lemmas)
    found = rewriting.decide(difference)
    lemmas.budget.steps -= (before - max(rewriting.steps, 0)) // 8
    return found


STEPS = 3_000
"""Ten times what the hardest of the identities in `tests/data/prove/matrix_laws.jsonl` needs."""


# ------------------------------------------------------------------ the chain


def _told(chain: Chain, target: Term, found: Poly, wording: Wording, definitions: Definitions, level: int) -> bool:
    """The chain led to the target: through target + Σ u (l - r) v."""
    if not found:
        return join(chain, (), target, wording, level)
    shape = type_of(target, wording.types).shape
    marks: dict[str, tuple[Law, Term]] = {}
    special: dict[int, Term] = {}
    for letter, law in wording.laws.items():
        mark = name(f"⟨{letter}⟩")
        marks[str(mark.data[0])] = law, Term("add", (law.left, Term("neg", (law.right,))))
        special[letter] = mark
        if wording.alphabet.partner[letter] != letter:
            special[wording.alphabet.partner[letter]] = Term("transpose", (mark,))
    sketch = Term("add", (target, *wording.term(found, shape, special)))
    places_of = [
        (path, *marks[str(node.data[0])]) for path, node, _ in places(sketch) if node.head == "name" and node.data[0] in marks
    ]
    whole = sketch
    for path, _, difference in places_of:
        whole = replace_at(whole, path, difference)
    if not join(chain, (), whole, wording, level):
        return False
    for path, law, _ in places_of:
        if not _apply(chain, (*path, 0), law, wording, definitions, level):
            return False
    return join(chain, (), target, wording, level)


def _apply(chain: Chain, path: Path, law: Law, wording: Wording, definitions: Definitions, level: int) -> bool:
    """l turned into r: by the lemma of a law, or by a hypothesis as it is written, which its sides are led back to and from."""
    if law.pattern is not None:
        return chain.by_lemma(path, law.pattern, law.reasons, level)
    row = wording_equation(chain.lemmas.context, law.number)
    sides = []
    for side in (row.left, row.right):
        inner = Chain(side, chain.lemmas)
        prepared(inner, wording, definitions)
        sides.append(inner)
    if sides[0].term != law.left:
        sides.reverse()
    backward = sides[0].start != row.left
    for link in reversed(sides[0].links):
        chain.add(replace(link.turned(), path=(*path, *link.path), level=level))
    chain.by_hypothesis(path, law.number, backward, {}, law.reasons, level)
    for link in sides[1].links:
        chain.add(replace(link, path=(*path, *link.path), level=level))
    return chain.at(path) == law.right


def wording_equation(context: Context, number: int) -> Relation:
    statement = context.hypotheses[number].statement
    assert isinstance(statement, Relation)
    return statement


def join(chain: Chain, path: Path, target: Term, wording: Wording, level: int) -> bool:
    """The part at the path by a lemma in which everything that products do not look into is a letter."""
    before = subterm(chain.term, path)
    if before == target:
        return True
    values: dict[str, Term] = {}
    kinds = {}
    known: dict[Term, Term] = {}

    def lettered(node: Term) -> Term:
        if node in wording.shut:
            if node not in known:
                label = chain.lemmas.letter(len(values))
                values[label], kinds[label] = node, wording.kind(node)
                known[node] = name(label)
            return known[node]
        args = tuple(map(lettered, node.args))
        return node if args == node.args else node.with_args(args)

    return chain.by_lemma(path, Pattern(lettered(before), lettered(target), values, kinds), (), level)
