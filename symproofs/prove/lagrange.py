"""Cauchy–Schwarz for sums, by Lagrange's identity: (Σ u v)² ≤ Σ u² Σ v², for the difference is ½ Σ_i Σ_j (u_i v_j - u_j v_i)².

Likewise (Σ f)² ≤ n Σ f², and (Σ w x)² ≤ Σ w Σ w x² for weights w ≥ 0. Each is proved before it is used; which of them matter is
for the caller to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from symproofs.kernel.sequent import Sequent
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search
from symproofs.prove.tree import Given, Node
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation, terms_of
from symproofs.terms.term import Term, bound_name, name, num, substitute

MOST_SUMS = 3
MOST_FACTORS = 3
EFFORT_OF_MEMBERS = 2
TWO = num(2)
Bound = tuple[Relation, Node]


class Split(NamedTuple):
    """The summand w u v of a sum: Σ w u v squared is at most Σ w u² Σ w v². No weight is 1."""

    weight: Term | None
    first: Term
    second: Term


def of_squared_sums(search: Search, sequent: Sequent, effort: int) -> Iterator[Bound]:
    """Bounds of the squares of sums that the goal speaks of."""
    for whole in _sums(sequent)[:MOST_SUMS]:
        label, size = str(whole.data[0]), whole.data[1]
        assert isinstance(size, Size)
        for split in _splits(search, sequent, whole.args[0], label, size):
            yield from _bounded(search, sequent, whole, split, label, size)


def _sums(sequent: Sequent) -> list[Term]:
    """Sums over a range with nothing left out, outside binders, that stand below a power, a root or a modulus."""
    found: dict[Term, None] = {}
    todo = [(t, False) for t in terms_of(sequent.goal)]
    while todo:
        node, below = todo.pop(0)
        if node.head == "sum":
            if below and len(node.args) == 1:
                found[node] = None
            continue
        below = below or node.head in ("pow", "sqrt") or (node.head == "fun" and node.data[0] == "abs")
        todo += [(a, below) for a in (node.args[1:] if bound_name(node) is not None else node.args)]
    return list(found)


def _splits(search: Search, sequent: Sequent, body: Term, label: str, size: Size) -> Iterator[Split]:
    yield Split(None, num(1), body)
    factors = body.args if body.head == "mul" else ()
    if not 1 < len(factors) <= MOST_FACTORS:
        return
    for k, one in enumerate(factors):
        others = factors[:k] + factors[k + 1 :]
        rest = others[0] if len(others) == 1 else Term("mul", others)
        if k < len(factors) - 1 or len(factors) > 2:
            yield Split(None, one, rest)
        yield Split(one, num(1), rest)


def _bounded(search: Search, sequent: Sequent, whole: Term, split: Split, label: str, size: Size) -> Iterator[Bound]:
    sums = [Term("sum", (_product(split.weight, _squared(f)),), (label, size)) for f in (split.first, split.second)]
    if sums[0].args[0] == num(1):
        sums[0] = Term("size", (), (size,))
    goal = Relation("<=", _squared(whole), Term("mul", tuple(sums)))
    i, j = (search.fresh(sequent.proves(goal), base) for base in ("i", "j"))
    double = _double(split, label, size, i, j)
    half = num("1/2")
    if split.weight is None:
        data = {"terms": [], "rest": Term("mul", (half, double))}
        proof = search.by("nonnegative_combination", data, sequent.proves(goal), 0, (Reason("cauchy_schwarz_squared"),))
    else:
        above = Relation("<=", num(0), double)
        step = (
            search.have(above, shown, sequent) if (shown := _not_negative(search, sequent, above, (i, j))) is not None else None
        )
        data = {"terms": [(Given(above), half)], "rest": None}
        reasons = (Reason("cauchy_schwarz_squared"),)
        inner = search.by("nonnegative_combination", data, step.after.proves(goal), 0, reasons) if step is not None else None
        proof = step.around(inner) if step is not None and inner is not None else None
    if proof is not None:
        yield goal, proof


def _not_negative(search: Search, sequent: Sequent, above: Relation, names: tuple[str, str]) -> Node | None:
    """0 ≤ Σ_i Σ_j f(i, j), member by member."""
    nothing = Term("sum", (Term("sum", (num(0),), above.right.args[0].data),), above.right.data)
    found = search.apply("rewrite", {"statement": Relation("<=", nothing, above.right)}, sequent.proves(above))
    if found is None:
        return None
    node, (*sides, last) = found
    below = [search.chain(side, 0) for side in sides]
    names = tuple(search.fresh(last, label) for label in names)  # type: ignore[assignment]
    members = search.by("monotone", {"path": [0, 0], "names": list(names)}, last, EFFORT_OF_MEMBERS, (Reason("monotone"),))
    return (
        replace(node, of=(*(b for b in below if b is not None), members)) if members is not None and None not in below else None
    )


def _double(split: Split, label: str, size: Size, i: str, j: str) -> Term:
    """Σ_i Σ_j w_i w_j (u_i v_j - u_j v_i)²."""

    def at(node: Term, place: str) -> Term:
        return substitute(node, {label: name(place)})

    products = [_product(at(split.first, a), at(split.second, b)) for a, b in ((i, j), (j, i))]
    square = _squared(Term("add", (products[0], Term("neg", (products[1],)))))
    weights = [] if split.weight is None else [at(split.weight, i), at(split.weight, j)]
    body = square if not weights else Term("mul", (*weights, square))
    return Term("sum", (Term("sum", (body,), (j, size)),), (i, size))


def _squared(node: Term) -> Term:
    return node if node == num(1) else Term("pow", (node, TWO))


def _product(first: Term | None, second: Term) -> Term:
    if first is None or first == num(1):
        return second
    return first if second == num(1) else Term("mul", (first, second))
