"""Proving and refuting share nothing but terms, so each tests the other: no statement is both proved and refuted."""

from __future__ import annotations

from collections import Counter
from random import Random

from symproofs.prove.prover import Proof, prove
from symproofs.refute.refute import Refutation, refute
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, fun, name, num, replace_at, term
from symproofs.terms.types import matrix, scalar

CONTEXT = Context().declare(
    Declaration("n", scalar("natural"), frozenset({"size"})),
    *(Declaration(x, matrix("n", "n")) for x in "AB"),
    Declaration("P", matrix("n", "n"), frozenset({"permutation"})),
    Declaration("R", matrix("n", "n"), frozenset({"orthogonal"})),
    Declaration("S", matrix("n", "n"), frozenset({"symmetric"})),
)
LETTERS = "ABPRS"


def square(rng: Random, depth: int) -> Term:
    if depth == 0:
        return name(rng.choice(LETTERS))
    a, b = square(rng, depth - 1), square(rng, rng.randrange(depth))
    return rng.choice(
        (
            term("mul", a, b),
            term("mul", a, b),
            term("add", a, b),
            term("transpose", a),
            term("rowsoftmax", a),
            fun("relu", a),
            term("hadamard", a, b),
        )
    )


def same(t: Term, rng: Random) -> Term:
    """An equal term: transposes pushed in, sums turned round, P^T P and R R^T put in."""
    args = tuple(same(a, rng) for a in t.args)
    t = t.with_args(args) if args else t
    p = name(rng.choice("PR"))
    match rng.randrange(6), t:
        case 0, Term(head="add"):
            return t.with_args(tuple(reversed(t.args)))
        case 1, Term(head="transpose", args=(Term(head="mul", args=inner),)):
            return term("mul", *(term("transpose", a) for a in reversed(inner)))
        case 2, _:
            return term("mul", t, p, term("transpose", p))
        case 3, Term(head="rowsoftmax"):
            return term("mul", term("transpose", name("P")), t.with_args((term("mul", name("P"), t.args[0]),)))
        case 4, _:
            return term("transpose", term("transpose", t))
    return t


def slip(t: Term, rng: Random) -> Term:
    """One part changed: a letter, a sign, a transpose, an order."""
    parts: list[tuple[Term, tuple[int, ...]]] = []

    def walk(u: Term, path: tuple[int, ...]) -> None:
        parts.append((u, path))
        for k, a in enumerate(u.args):
            walk(a, (*path, k))

    walk(t, ())
    u, path = rng.choice(parts)
    changed = [term("transpose", u), term("neg", u), term("mul", num(2), u)]
    if len(u.args) == 2:
        changed.append(u.with_args(tuple(reversed(u.args))))
    if u.head == "name":
        changed.append(name(rng.choice(LETTERS)))
    return replace_at(t, path, rng.choice(changed))


def test_no_statement_is_both_proved_and_refuted():
    seen = Counter()
    for seed in range(110):
        rng = Random(seed)
        left = square(rng, rng.randint(1, 3))
        right = same(left, rng)
        if seed % 2:
            right = slip(right, rng)
        statement = Relation("=", left, right)
        proof, found = prove(CONTEXT, statement), refute(CONTEXT, statement)
        proved, refuted = isinstance(proof, Proof), isinstance(found, Refutation) and found.kind == "values"
        assert not (proved and refuted), statement
        seen[proved, refuted] += 1
    assert seen[True, False] >= 40
    assert seen[False, True] >= 35
