"""Convergence in probability: what each rule leaves, which names vary with a law, and what must be refused.

Every question is put to the second checker too, which has to give the same answer.
"""

from __future__ import annotations

from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.deduction import apply_rule
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.motion import varying
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import statement_from_json, statement_to_json, term_to_json, type_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    ForAll,
    Hypothesis,
    Implies,
    InProbability,
    Property,
    Relation,
    Statement,
    Tends,
    substitute_statement,
)
from symproofs.terms.term import Term, const, fun, name, num
from symproofs.terms.types import Type, family, index, matrix, scalar, vector

ZERO, ONE, OO = num(0), num(1), const("oo")
X, Y, Z, M, S, AL, C, V, U, A, I_ = map(name, ["X", "Y", "Z", "m", "s", "al", "C", "v", "u", "A", "i"])
N, D = Size.of("n"), Size.of("d")
GROWS, SHRINKS = Tends(Term("size", (), (N,)), OO), Tends(AL, ZERO)

NAMES: dict[str, Type] = {
    "X": scalar(), "Y": scalar(), "Z": scalar("complex"), "V": vector("d"), "W": vector("n"), "R": matrix("d", "d"),
    "k": family(vector("d"), "n"), "F": family(scalar(), "n"), "m": scalar(), "s": scalar(), "al": scalar(), "C": scalar(),
    "v": vector("d"), "u": vector("n"), "A": matrix("d", "d"), "i": index("n"), "mu": family(vector("d"), "n"),
    "N": scalar("natural"),
}  # fmt: skip
RANDOM = {"X", "Y", "Z", "V", "W", "R", "k", "F"}


def op(head: str, *args: Term) -> Term:
    return Term(head, args)


def member(label: str, place: Term) -> Term:
    return Term("member", (place,), (label,))


def E(t: Term) -> Term:
    return op("expect", t)


def var(t: Term) -> Term:
    return op("var", t)


def equal(left: Term, right: Term) -> Relation:
    return Relation("=", left, right)


def every(body: Statement) -> ForAll:
    return ForAll((("j", index("n")),), body)


def context(*hypotheses: Statement) -> Context:
    rows = {n: Declaration(n, t, frozenset({"random"} if n in RANDOM else ())) for n, t in NAMES.items()}
    return Context(rows, tuple(map(Hypothesis, hypotheses)))


def encoded(value: Any) -> Any:
    if isinstance(value, Term):
        return term_to_json(value)
    if isinstance(value, dict):
        return {k: encoded(v) for k, v in value.items()}
    if isinstance(value, list):
        return [encoded(v) for v in value]
    return value if isinstance(value, (str, int)) else statement_to_json(value)


def again(goal: Statement, *hypotheses: Statement) -> verify.Sequent:
    """The sequent as the second checker reads it."""
    rows = [{"name": n, "type": type_to_json(t), "properties": ["random"] if n in RANDOM else []} for n, t in NAMES.items()]
    said = {"declarations": rows, "distinct": [], "hypotheses": [statement_to_json(h) for h in hypotheses]}
    return verify.Sequent(verify.read_context(said), verify.read_statement(statement_to_json(goal)))


def left_again(rule: str, goal: Statement, *hypotheses: Statement, **data: Any) -> list[verify.Statement]:
    sequent = again(goal, *hypotheses)
    tree = verify.Tree(sequent.context, [0])
    for s in (*sequent.context.hypotheses, sequent.goal):
        tree.admit(s, sequent.context.names)
    return [s.goal for s in verify.INFERENCES[rule](tree, sequent, encoded(data))]


def left(rule: str, goal: Statement, *hypotheses: Statement, **data: Any) -> list[Statement]:
    """What the rule leaves of the goal."""
    where = context(*hypotheses)
    found = [s.goal for s in apply_rule({"rule": rule, **encoded(data)}, Sequent(where, goal), Ledger(where, 100_000))]
    assert [verify.read_statement(statement_to_json(s)) for s in found] == left_again(rule, goal, *hypotheses, **data)
    return found


def refused(rule: str, goal: Statement, *hypotheses: Statement, **data: Any) -> None:
    with pytest.raises(Rejected):
        left(rule, goal, *hypotheses, **data)
    with pytest.raises(verify.Refused):
        left_again(rule, goal, *hypotheses, **data)


def moves(*hypotheses: Statement) -> set[str]:
    found = set(varying(Sequent(context(*hypotheses), equal(ZERO, ZERO))))
    assert set(verify.varying(again(equal(ZERO, ZERO), *hypotheses))[0]) == found
    return found


# ------------------------------------------------------------------ Chebyshev's inequality


def test_mean_and_variance() -> None:
    assert left("chebyshev", InProbability(X, M), SHRINKS, way="moments") == [Tends(E(X), M), Tends(var(X), ZERO)]
    column = name("V")
    assert left("chebyshev", InProbability(column, V), SHRINKS, way="moments") == [
        Tends(E(column), V),
        Tends(op("trace", op("cov", column)), ZERO),
    ]
    mean = op("mul", op("div", ONE, Term("size", (), (N,))), Term("sum", (member("F", name("j")),), ("j", N)))
    assert left("chebyshev", InProbability(mean, M), GROWS, way="moments") == [Tends(E(mean), M), Tends(var(mean), ZERO)]


def test_mean_square() -> None:
    away = op("add", X, op("neg", M))
    assert left("chebyshev", InProbability(X, M), SHRINKS, way="mean_square") == [Tends(E(op("mul", away, away)), ZERO)]
    column = name("V")
    away = op("add", column, op("neg", V))
    square = op("mul", op("transpose", away), away)
    assert left("chebyshev", InProbability(column, V), SHRINKS, way="mean_square") == [Tends(E(square), ZERO)]
    refused("chebyshev", InProbability(X, M), SHRINKS, way="limit")


def test_second_moments_have_to_exist() -> None:
    square = op("mul", X, X)
    asked = Property("integrable", op("mul", square, square))
    assert left("chebyshev", InProbability(square, M), SHRINKS, way="moments")[0] == asked
    assert len(left("chebyshev", InProbability(square, M), SHRINKS, asked, way="moments")) == 2
    for t in (op("mul", X, Y), fun("exp", X), op("div", ONE, X)):
        assert isinstance(left("chebyshev", InProbability(t, M), SHRINKS, way="moments")[0], Property)
    for t in (op("mul", C, X), op("add", X, op("neg", Y), M), op("mul", X, fun("exp", C)), op("mul", fun("step", Y), X)):
        assert len(left("chebyshev", InProbability(t, M), SHRINKS, way="moments")) == 2


def test_what_chebyshev_is_not_about() -> None:
    refused("chebyshev", Tends(X, M), SHRINKS, way="moments")
    refused("chebyshev", InProbability(Z, M), SHRINKS, way="moments")  # of complex Z, E Z² - (E Z)² may be 0
    refused("chebyshev", InProbability(name("R"), A), SHRINKS, way="moments")
    refused("chebyshev", InProbability(name("k"), V), SHRINKS, way="moments")


def test_the_limit_is_a_constant_that_stands_still() -> None:
    for limit in (Y, AL, op("add", M, AL), op("mul", M, Y)):
        refused("chebyshev", InProbability(X, limit), SHRINKS, way="moments")
    for limit in (M, E(Y), var(Y)):
        assert left("chebyshev", InProbability(X, limit), SHRINKS, way="moments")
    refused("chebyshev", InProbability(X, op("div", ONE, Term("size", (), (N,)))), GROWS, way="moments")
    assert left("chebyshev", InProbability(X, op("div", ONE, Term("size", (), (N,)))), SHRINKS, way="moments")


def test_a_dimension_that_grows() -> None:
    zero = Term("zeros", (), (N, Size.of(1)))
    assert left("chebyshev", InProbability(name("W"), zero), SHRINKS, way="moments")
    refused("chebyshev", InProbability(name("W"), zero), GROWS, way="moments")
    refused("chebyshev", InProbability(name("W"), U), GROWS, way="moments")
    refused("limit_entries", InProbability(name("W"), zero), GROWS, names=["p"])
    total = Term("sum", (member("F", name("j")),), ("j", N))
    none = Term("sum", (ZERO,), ("j", N))
    assert left("limit_indexed", InProbability(total, none), SHRINKS, names=["p"]) == [
        InProbability(member("F", name("p")), ZERO)
    ]
    refused("limit_indexed", InProbability(total, none), GROWS, names=["p"])


# ------------------------------------------------------------------ what leads on, and what does not lead back


def test_from_a_limit_of_values() -> None:
    assert left("probability_of_limit", InProbability(C, M), SHRINKS) == [Tends(C, M)]
    assert left("probability_of_limit", InProbability(E(X), M), SHRINKS) == [Tends(E(X), M)]
    refused("probability_of_limit", InProbability(X, M), SHRINKS)
    refused("probability_of_limit", Tends(C, M), SHRINKS)


def test_nothing_leads_back() -> None:
    given = InProbability(X, M)
    for goal in (Tends(X, M), Tends(E(X), M), Tends(var(X), ZERO), Tends(op("mul", X, X), op("mul", M, M))):
        refused("limit_given", goal, given, n=0, terms={})
        refused("hypothesis", goal, given, n=0)
        refused("limit_continuous", Tends(E(X), E(M)), given)
    assert left("limit_given", given, given, n=0, terms={}) == []
    refused("limit_given", given, Tends(C, M), Tends(E(X), M), n=1, terms={})


def test_rules_that_hold_in_both_senses() -> None:
    assert left("limit_continuous", InProbability(op("mul", C, X), op("mul", S, M)), SHRINKS) == [
        InProbability(C, S),
        InProbability(X, M),
    ]
    assert left("limit_continuous", InProbability(op("div", ONE, X), op("div", ONE, M)), SHRINKS) == [
        Relation("!=", M, ZERO),
        InProbability(ONE, ONE),
        InProbability(X, M),
    ]
    assert left("limit_form", InProbability(X, M), SHRINKS, term=Y) == [equal(X, Y), InProbability(Y, M)]
    assert left("limit_value", InProbability(X, M), SHRINKS, term=S) == [equal(S, M), InProbability(X, S)]
    assert left("limit_of_norm", InProbability(X, ZERO), SHRINKS) == [InProbability(fun("abs", X), ZERO)]
    assert left("squeeze", InProbability(X, M), SHRINKS, terms=[Y, C])[2:] == [InProbability(Y, M), InProbability(C, M)]
    small = InProbability(op("mul", X, Y), ZERO)
    assert left("limit_bounded_null", small, SHRINKS, n=0, term=S)[2:] == [InProbability(X, ZERO)]
    refused("limit_bounded_null", small, SHRINKS, n=0, term=op("neg", AL))
    refused("limit_continuous", InProbability(fun("step", X), fun("step", M)), SHRINKS)
    refused("limit_negative_infinite", InProbability(op("neg", X), M), SHRINKS)
    refused("limit_quotient_null", InProbability(op("div", X, C), ZERO), SHRINKS, term=M, way="oo")


def test_from_some_member_on_says_nothing_random() -> None:
    beyond = Relation(">", C, Y)
    refused("eventually", InProbability(X, M), Tends(C, ONE), statement=beyond, term=ONE)
    refused("eventually", InProbability(X, M), Tends(C, ONE), statement=Relation(">", C, M), term=Y)
    goals = left("eventually", InProbability(X, M), Tends(C, ONE), statement=Relation(">", C, ZERO), term=ONE)
    assert goals[0] == Tends(C, ONE) and goals[-1] == InProbability(X, M)
    assert left("eventually", InProbability(X, M), SHRINKS, statement=Relation(">", X, ZERO), term=ONE)[0] == Tends(X, ONE)


def test_given_for_all_indices() -> None:
    given = every(InProbability(member("k", name("j")), member("mu", name("j"))))
    goal = InProbability(member("k", I_), member("mu", I_))
    refused("limit_given", goal, given, SHRINKS, n=0, terms={"j": name("k")})
    assert left("limit_given", InProbability(member("F", I_), ZERO), every(InProbability(member("F", name("j")), ZERO)), n=0,
                terms={"j": I_}) == []  # fmt: skip


def test_near_in_probability() -> None:
    away = op("add", X, op("neg", M))
    assert left("approximation", Relation("~", X, M), SHRINKS, way="probability") == [InProbability(away, ZERO)]
    refused("approximation", Relation("~", X, M), equal(C, ONE), way="probability")


# ------------------------------------------------------------------ what varies with a law


def test_a_law_varies_with_its_mean_and_its_variance() -> None:
    assert moves(SHRINKS, equal(var(X), op("mul", AL, S)), equal(E(X), M)) == {"al", "X"}
    assert moves(SHRINKS, equal(M, E(X)), equal(op("mul", AL, S), var(X))) == {"al", "X"}
    assert moves(SHRINKS, equal(E(X), op("add", M, AL))) == {"al", "X"}
    assert moves(Tends(var(X), ZERO), equal(E(X), M)) == {"X"}
    away = op("mul", op("add", X, op("neg", M)), op("add", X, op("neg", M)))
    assert moves(Tends(E(away), ZERO)) == {"X"}
    assert moves(Tends(op("mul", C, E(away)), ZERO)) == {"X", "C", "m"}
    apart = every(Implies(Relation("!=", name("j"), I_), equal(E(member("k", name("j"))), member("mu", name("j")))))
    spread = every(equal(op("cov", member("k", name("j"))), op("mul", AL, Term("identity", (), (D,)))))
    assert moves(SHRINKS, apart, spread) == {"al", "k"}
    assert moves(GROWS, every(equal(E(member("F", name("j"))), M)), every(equal(var(member("F", name("j"))), S))) == {
        "n", "F", "k", "W", "u", "mu", "i",
    }  # fmt: skip
    pairs = equal(op("cov", member("F", name("j")), member("F", name("l"))), op("mul", op("delta", name("j"), name("l")), S))
    of_two = ForAll((("j", index("n")), ("l", index("n"))), pairs)
    assert not {"s", "m"} & moves(GROWS, of_two, every(equal(E(member("F", name("j"))), M)))
    assert "s" in moves(GROWS, of_two, every(equal(var(member("F", name("j"))), S)))
    others = Relation("!=", name("j"), I_)
    free = every(Implies(others, equal(op("cov", member("F", name("j")), member("F", I_)), ZERO)))
    mean, variance = every(equal(E(member("F", name("j"))), M)), every(equal(var(member("F", name("j"))), S))
    assert not {"m", "s"} & moves(GROWS, free, mean, variance)


def test_what_ties_a_law_lets_more_vary() -> None:
    spread = equal(var(X), AL)
    for more in (
        (equal(E(X), M), equal(E(X), AL)),
        (equal(E(X), M), equal(E(op("mul", X, X)), S)),
        (equal(E(X), M), Relation(">=", X, M)),
        (equal(E(X), M), equal(X, op("mul", AL, Y))),
        (equal(E(X), M), equal(op("cov", X, Y), M)),
        (equal(E(X), M), equal(Y, op("mul", X, var(X)))),
        (equal(E(X), M), equal(var(X), var(Y))),
        (equal(E(X), M), Tends(E(X), S)),
    ):
        assert "m" in moves(SHRINKS, spread, *more), more
    assert "s" in moves(SHRINKS, spread, equal(var(X), S))
    assert "s" in moves(Tends(var(X), ZERO), equal(var(X), S))
    for more in (Relation(">=", X, ZERO), InProbability(X, S), Tends(E(op("mul", X, X)), ZERO), equal(op("mul", X, X), X)):
        assert "m" in moves(SHRINKS, spread, equal(E(X), M), more), more
    for less in (equal(Y, op("mul", AL, X)), equal(op("cov", X, Y), ZERO), Property("integrable", fun("exp", X))):
        assert "m" not in moves(SHRINKS, spread, equal(E(X), M), less), less


# ------------------------------------------------------------------ the statement


def test_the_statement_goes_through_json() -> None:
    said = every(InProbability(member("F", name("j")), M))
    assert statement_from_json(statement_to_json(said)) == said
    assert statement_to_json(InProbability(X, M)) == ["in_probability", term_to_json(X), term_to_json(M)]
    assert InProbability(X, M) != Tends(X, M)
    assert substitute_statement(InProbability(X, M), {"X": Y, "m": S}) == InProbability(Y, S)


def test_no_infinity_and_no_other_shape() -> None:
    for goal in (InProbability(X, OO), InProbability(X, Term("neg", (OO,))), InProbability(name("V"), M)):
        refused("have", equal(C, C), SHRINKS, statement=goal)
    assert left("have", equal(C, C), SHRINKS, statement=InProbability(X, M))[0] == InProbability(X, M)


def test_what_is_near_for_every_value_is_not_for_one_that_varies() -> None:
    """x/C ≈ 0 for every x as C → ∞, and C/C is 1; n/C ≈ 0 for every n, but not as n → ∞ beside C."""
    grows = Tends(C, OO)
    near = ForAll((("t", scalar()),), Relation("~", op("div", name("t"), C), ZERO))
    refused("instance", Relation("~", op("div", C, C), ZERO), grows, near, n=1, terms={"t": C})
    refused("instance", Relation("~", op("div", M, C), ZERO), grows, near, n=1, terms={"t": M})
    plain = ForAll((("t", scalar()),), Relation("=", op("mul", name("t"), ZERO), ZERO))
    assert left("instance", equal(C, C), grows, plain, n=1, terms={"t": C}) == [equal(C, C)]
    up = Tends(name("N"), OO)
    refused("induction", Relation("~", op("div", name("N"), C), ZERO), grows, up, name="N", start=ZERO, names=["w"])
    assert len(left("induction", Relation(">=", name("N"), ZERO), grows, up, name="N", start=ZERO, names=["w"])) == 3


def test_it_has_no_instances() -> None:
    given = ForAll((("t", scalar()),), InProbability(op("mul", name("t"), X), name("t")))
    refused("instance", InProbability(op("mul", C, X), C), given, SHRINKS, n=0, terms={"t": C})
    refused("limit_given", InProbability(op("mul", Y, X), M), given, SHRINKS, n=0, terms={"t": Y})


def test_what_is_smaller_at_every_outcome_has_the_smaller_expectation() -> None:
    for operator in ("=", "<", "<=", ">", ">="):
        assert left("expectation_monotone", Relation(operator, E(X), E(Y))) == [Relation(operator, X, Y)]
    indicator, square = fun("step", op("add", X, op("neg", M))), op("mul", X, X)
    assert left("expectation_monotone", Relation("<=", E(indicator), E(square))) == [Relation("<=", indicator, square)]
    opposite = op("neg", V)
    assert left("expectation_monotone", Relation("=", E(V), E(opposite))) == [Relation("=", V, opposite)]


def test_what_expectation_monotone_asks_for() -> None:
    away = fun("exp", X)
    found = left("expectation_monotone", Relation("<=", E(X), E(away)))
    assert found == [Property("integrable", away), Relation("<=", X, away)]
    assert left("expectation_monotone", Relation("=", E(X), E(away))) == [Relation("=", X, away)]
    refused("expectation_monotone", Relation("!=", E(X), E(Y)))  # X ≠ -X, and both have the mean 0
    refused("expectation_monotone", Relation("<=", X, E(Y)))
    refused("expectation_monotone", Relation("<=", E(X), ZERO))
