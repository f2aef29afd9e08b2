"""Expectation, variance, covariance: what linearity and given moments prove, and what they must not."""

from __future__ import annotations

import pytest

from symproofs.kernel.theorem import check
from symproofs.prove.approximation import approximate
from symproofs.prove.moments import taken_apart
from symproofs.prove.proof import Failure, Proof
from symproofs.prove.prover import prove
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import ForAll, Hypothesis, Implies, Property, Relation, Statement, Tends
from symproofs.terms.term import Term, const, fun, name, num, term
from symproofs.terms.types import family, function, index, matrix, scalar, vector
from symproofs.theories.budget import Budget

D, N = Size.of("d"), Size.of("n")
ROWS = {
    "k": (family(vector("d"), "n"), "random"),
    "mu": (family(vector("d"), "n"), ""),
    "a": (index("n"), ""),
    "b": (index("n"), ""),
    "i": (index("n"), ""),
    "alpha": (scalar(), "positive"),
    "C": (scalar(), ""),
    "q": (vector("d"), ""),
    "lam": (scalar(), "random"),
    "X": (scalar(), "random"),
    "Y": (scalar(), "random"),
    "c": (scalar(), ""),
    "m": (scalar(), ""),
    "x": (vector("d"), "random"),
    "y": (vector("d"), "random"),
    "A": (matrix("e", "d"), ""),
    "f": (function((scalar(),), scalar()), ""),
}


def context(*given: Statement, distinct: tuple[str, ...] = ()) -> Context:
    rows = {n: Declaration(n, t, frozenset(p.split())) for n, (t, p) in ROWS.items()}
    return Context(rows, tuple(map(Hypothesis, given)), frozenset(map(frozenset, distinct)))


def mul(*parts: Term) -> Term:
    return Term("mul", parts)


def add(*parts: Term) -> Term:
    return Term("add", parts)


def neg(part: Term) -> Term:
    return term("neg", part)


def tr(part: Term) -> Term:
    return term("transpose", part)


def mean(part: Term) -> Term:
    return term("expect", part)


def var(part: Term) -> Term:
    return term("var", part)


def cov(*parts: Term) -> Term:
    return Term("cov", parts)


def squared(part: Term) -> Term:
    return term("pow", part, num(2))


def k(i: str) -> Term:
    return term("member", name(i), data=("k",))


def mu(i: str) -> Term:
    return term("member", name(i), data=("mu",))


def equal(left: Term, right: Term) -> Relation:
    return Relation("=", left, right)


def each(body: Statement) -> ForAll:
    return ForAll((("j", index("n")),), body)


def pairs(body: Statement) -> ForAll:
    return ForAll((("j", index("n")), ("l", index("n"))), body)


def but(i: str, j: str, statement: Statement) -> Statement:
    return Implies(Relation("!=", name(i), name(j)), statement)


ALPHA, C, q, lam, X, Y, c, m, x, y, A = (name(n) for n in ("alpha", "C", "q", "lam", "X", "Y", "c", "m", "x", "y", "A"))
UNIT = term("identity", data=(D,))
HALF = num("1/2")
MEANS = each(equal(mean(k("j")), mu("j")))
ROUND = each(equal(cov(k("j")), mul(ALPHA, UNIT)))
ROUND_BUT_A = each(but("j", "a", equal(cov(k("j")), mul(ALPHA, UNIT))))
LONG = equal(cov(k("a")), add(mul(ALPHA, UNIT), mul(HALF, mul(mu("a"), tr(mu("a"))))))
ORTHONORMAL = (pairs(equal(mul(tr(mu("j")), mu("l")), term("delta", name("j"), name("l")))),)
IN_WORDS = (pairs(but("j", "l", equal(mul(tr(mu("j")), mu("l")), num(0)))), each(equal(term("norm", mu("j")), num(1))))
QUERY = equal(q, mul(C, add(mu("a"), mu("b"))))
LAMBDA = equal(lam, mul(tr(mu("a")), k("a")))
UNCORRELATED = pairs(equal(cov(k("j"), k("l")), mul(term("delta", name("j"), name("l")), ALPHA, UNIT)))
TWO_ALPHA_C2 = mul(num(2), ALPHA, squared(C))
SCORE = mul(tr(k("i")), q)
SUM_OF_SCORES = term("sum", mul(tr(k("j")), q), data=("j", N))

TRUE = {
    "linear form": (context(MEANS), mean(add(mul(tr(q), k("i")), c)), add(mul(tr(q), mu("i")), c)),
    "constant": (context(), mean(add(c, X, neg(X))), c),
    "number": (context(), mean(num(2)), num(2)),
    "sum": (context(MEANS), mean(SUM_OF_SCORES), term("sum", mul(tr(mu("j")), q), data=("j", N))),
    "mean of a mean": (context(), mean(mul(X, mean(X))), squared(mean(X))),
    "score": (context(), var(SCORE), mul(tr(q), cov(k("i")), q)),
    "affine map": (context(), cov(mul(A, x)), mul(A, cov(x), tr(A))),
    "cross covariance": (context(), cov(mul(A, x), y), mul(A, cov(x, y))),
    "symmetric": (context(), cov(x, y), tr(cov(y, x))),
    "sum of two": (context(), var(add(X, Y)), add(var(X), var(Y), mul(num(2), cov(X, Y)))),
    "scaled and moved": (context(), var(add(mul(m, X), c)), mul(squared(m), var(X))),
    "by moments": (context(), var(X), add(mean(squared(X)), neg(squared(mean(X))))),
    "of vectors": (context(), cov(x), add(mean(mul(x, tr(x))), neg(mul(mean(x), tr(mean(x)))))),
    "about a point": (context(), mean(squared(add(X, neg(c)))), add(var(X), squared(add(mean(X), neg(c))))),
    "bias and variance": (
        context(),
        mean(squared(add(X, neg(m)))),
        add(mean(squared(add(X, neg(mean(X))))), squared(add(mean(X), neg(m)))),
    ),
    "uncorrelated": (context(equal(cov(X, Y), num(0))), var(add(X, Y)), add(var(X), var(Y))),
    "squared length": (
        context(MEANS, ROUND),
        mean(mul(tr(k("i")), k("i"))),
        add(mul(tr(mu("i")), mu("i")), mul(ALPHA, term("size", data=(D,)))),
    ),
    "scores of keys": (context(ROUND, *ORTHONORMAL, QUERY, distinct=("ab",)), var(SCORE), TWO_ALPHA_C2),
    "with means given": (context(MEANS, ROUND, *ORTHONORMAL, QUERY, distinct=("ab",)), var(SCORE), TWO_ALPHA_C2),
    "orthonormal in words": (context(ROUND, *IN_WORDS, QUERY, distinct=("ab",)), var(SCORE), TWO_ALPHA_C2),
    "all keys but one": (context(ROUND_BUT_A, *IN_WORDS, QUERY, distinct=("ab", "ai")), var(SCORE), TWO_ALPHA_C2),
    "length along a direction": (context(LONG, *ORTHONORMAL, LAMBDA), var(lam), add(ALPHA, HALF)),
    "length, in words": (context(LONG, *IN_WORDS, LAMBDA), var(lam), add(ALPHA, HALF)),
    "mean length": (context(MEANS, *ORTHONORMAL, LAMBDA), mean(lam), num(1)),
    "the long key": (
        context(LONG, *IN_WORDS, distinct=("ab",)),
        var(mul(tr(k("a")), add(mu("a"), mu("b")))),
        add(mul(num(2), ALPHA), HALF),
    ),
    "uncorrelated family": (
        context(UNCORRELATED),
        var(SUM_OF_SCORES),
        mul(term("size", data=(N,)), ALPHA, tr(q), q),
    ),
    "of what exists as written": (context(), mean(add(fun("exp", X), num(1))), add(mean(fun("exp", X)), num(1))),
}


@pytest.mark.parametrize("case", TRUE)
def test_what_is_proved(case: str) -> None:
    here, left, right = TRUE[case]
    statement = equal(left, right)
    proof = prove(here, statement)
    assert isinstance(proof, Proof), proof
    assert proof.conditions == ()
    assert proof.theorem.conclusion == statement == check(proof.certificate).conclusion
    assert {"expectation_linear", "covariance_bilinear", "given_equation"} & {r.code for r in proof.reasons}


CALL = term("call", X, data=("f",))
FALSE = {
    "product": (context(), mean(mul(X, Y)), mul(mean(X), mean(Y))),
    "sum of variances": (context(), var(add(X, Y)), add(var(X), var(Y))),
    "exponential": (context(), mean(fun("exp", X)), fun("exp", mean(X))),
    "function": (context(), mean(CALL), term("call", mean(X), data=("f",))),
    "no variance": (context(), var(X), num(0)),
    "its own mean": (context(), mean(X), X),
    "random factor": (context(), mean(mul(X, Y)), mul(X, mean(Y))),
    "square": (context(), mean(squared(X)), squared(mean(X))),
    "covariance and product": (context(), cov(X, Y), mean(mul(X, Y))),
    "transposed": (context(), cov(x, y), cov(y, x)),
    "lost square": (context(), var(mul(m, X)), mul(m, var(X))),
    "shift": (context(), var(add(X, c)), add(var(X), c)),
    "quantified names are constant": (
        context(ForAll((("t", scalar()),), equal(term("call", name("t"), data=("f",)), mean(mul(name("t"), Y))))),
        CALL,
        mean(mul(X, Y)),
    ),
    "nothing random": (context(), mean(mul(c, m)), mul(mean(c), mean(m))),
    "no variance of a constant": (context(), var(c), num(0)),
    "random by a definition": (context(equal(c, X)), var(c), num(0)),
    "random by a function": (
        context(ForAll((("t", scalar()),), equal(term("call", name("t"), data=("f",)), mul(name("t"), Y)))),
        mean(term("call", num(2), data=("f",))),
        term("call", num(2), data=("f",)),
    ),
}


@pytest.mark.parametrize("case", FALSE)
def test_what_is_not_proved(case: str) -> None:
    here, left, right = FALSE[case]
    assert isinstance(prove(here, equal(left, right), Budget(3_000)), Failure)


def test_what_a_proof_rests_on() -> None:
    unguarded = context(ROUND_BUT_A, *IN_WORDS, QUERY, distinct=("ab",))
    proof = prove(unguarded, equal(var(SCORE), TWO_ALPHA_C2))
    assert isinstance(proof, Proof) and proof.conditions == (Relation("!=", name("i"), name("a")),)


def test_existence_is_a_condition() -> None:
    """E[e^X - e^Y + e^Y] is E[e^X], but E[e^Y] need not exist."""
    left = mean(add(fun("exp", X), fun("exp", Y)))
    right = add(mean(fun("exp", X)), mean(add(fun("exp", Y), num(1))), num(-1))
    proof = prove(context(), equal(left, right))
    assert isinstance(proof, Proof)
    assert set(proof.conditions) <= {Property("integrable", fun("exp", v)) for v in (X, Y)} and proof.conditions


def test_moments_are_taken_apart_to_random_names() -> None:
    here = context()
    assert taken_apart(var(SCORE), here) == mul(tr(q), cov(k("i")), q)
    assert taken_apart(mean(add(mul(tr(q), k("i")), c)), here) == add(mul(tr(q), mean(k("i"))), c)
    assert taken_apart(var(squared(X)), here) == var(squared(X))
    assert taken_apart(var(X), here) == var(X)
    assert taken_apart(var(add(c, m)), here) == num(0)


# ------------------------------------------------------------------ limits of moments

GROWS = Tends(C, const("oo"))
VANISHES = Tends(mul(ALPHA, squared(C)), num(0))
SMALL = Tends(ALPHA, num(0))
SUM_OF_MEANS = equal(q, add(mu("a"), mu("b")))

LIMITS: dict[str, tuple[Context, Statement]] = {
    "variance of a score": (context(ROUND, *ORTHONORMAL, QUERY, GROWS, VANISHES, distinct=("ab",)), Tends(var(SCORE), num(0))),
    "near": (context(ROUND, *IN_WORDS, QUERY, GROWS, VANISHES, distinct=("ab",)), Relation("~", var(SCORE), num(0))),
    "mean": (context(MEANS, *ORTHONORMAL, QUERY, GROWS, distinct=("ab",)), Tends(mean(mul(tr(k("a")), q)), const("oo"))),
    "a long key": (
        context(LONG, *ORTHONORMAL, SUM_OF_MEANS, SMALL, distinct=("ab",)),
        Relation("~", var(mul(tr(k("a")), q)), HALF),
    ),
}


@pytest.mark.parametrize("case", LIMITS)
def test_moments_tend_where_what_they_come_to_does(case: str) -> None:
    """Var(k_i^T q) = 2αC² and E[k_a^T q] = C for q = C (μ_a + μ_b); Var(k_a^T q) = 2α + 1/2 for a key of random length."""
    here, statement = LIMITS[case]
    found = approximate(here, statement)
    assert isinstance(found, Proof) and found.theorem.conclusion == statement and not found.conditions
    assert check(found.certificate).conclusion == statement


NO_LIMITS: dict[str, tuple[Context, Statement]] = {
    "another value": (LIMITS["variance of a score"][0], Tends(var(SCORE), num(1))),
    "scaled by what grows": (LIMITS["variance of a score"][0], Tends(var(mul(C, SCORE)), num(0))),
    "random": (LIMITS["variance of a score"][0], Tends(SCORE, num(0))),
    "too large": (context(ROUND, *ORTHONORMAL, QUERY, GROWS, SMALL, distinct=("ab",)), Tends(var(SCORE), num(0))),
    "not of this key": (context(LONG, *ORTHONORMAL, SUM_OF_MEANS, SMALL, distinct=("ab",)), Relation("~", var(SCORE), HALF)),
}


@pytest.mark.parametrize("case", NO_LIMITS)
def test_moments_that_do_not_tend_so(case: str) -> None:
    """Var(C k_i^T q) = 2αC⁴ need not be small where αC² is, nor 2αC² where α is; what is random has no limit in this sense."""
    assert not isinstance(approximate(*NO_LIMITS[case]), Proof)
