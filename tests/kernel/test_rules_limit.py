"""Rules of limits, one by one: what each leaves to be proved, and what it does not accept."""

from __future__ import annotations

from typing import Any

import pytest

from symproofs.kernel.deduction import RULES, apply_rule
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.motion import varying
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.kernel.theorem import check
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import statement_to_json, term_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import ForAll, Hypothesis, Implies, Relation, Statement, Tends
from symproofs.terms.term import E, Term, const, fun, name, num, term
from symproofs.terms.types import Type, family, index, matrix, scalar, vector

OO = const("oo")
MINUS_OO = term("neg", OO)
C, X, LAM, U, V, A, I_, J, Q = map(name, ["C", "x", "lam", "u", "v", "A", "i", "j", "q"])
N, D = Size.of("n"), Size.of("d")
ZERO, ONE = num(0), num(1)


def add(*parts: Term) -> Term:
    return term("add", *parts)


def mul(*parts: Term) -> Term:
    return term("mul", *parts)


def div(top: Term, below: Term) -> Term:
    return term("div", top, below)


def neg(part: Term) -> Term:
    return term("neg", part)


def power(base: Term, exponent: Term) -> Term:
    return term("pow", base, exponent)


def member(label: str, place: Term) -> Term:
    return Term("member", (place,), (label,))


NAMES: dict[str, Type] = {
    "C": scalar(), "x": scalar(), "lam": scalar(), "z": scalar("complex"), "u": vector("d"), "v": vector("d"), "q": vector("d"),
    "A": matrix("d", "d"), "i": index("n"), "j": index("n"), "s": family(scalar(), "n"), "k": family(vector("d"), "n"),
}  # fmt: skip

GAP = ForAll((("l", index("n")),), Implies(Relation("!=", name("l"), J), Tends(member("s", name("l")), OO)))
GROWS, SHRINKS = Tends(C, OO), Tends(X, ZERO)


def context(*hypotheses: Statement, distinct: tuple[tuple[str, str], ...] = ()) -> Context:
    rows = {n: Declaration(n, t) for n, t in NAMES.items()}
    return Context(rows, tuple(map(Hypothesis, hypotheses)), frozenset(map(frozenset, distinct)))


def encoded(value: Any) -> Any:
    if isinstance(value, Term):
        return term_to_json(value)
    if isinstance(value, (Relation, Tends, ForAll)):
        return statement_to_json(value)
    if isinstance(value, dict):
        return {k: encoded(v) for k, v in value.items()}
    return [encoded(v) for v in value] if isinstance(value, list) else value


REGIME = context(GROWS, SHRINKS, GAP, Relation(">", LAM, ONE))


def left(rule: str, goal: Statement, where: Context = REGIME, **data: Any) -> list[Statement]:
    """What the rule leaves of the goal."""
    sequent = Sequent(where, goal)
    return [s.goal for s in apply_rule({"rule": rule, **encoded(data)}, sequent, Ledger(where, 100_000))]


def refused(rule: str, goal: Statement, where: Context = REGIME, **data: Any) -> None:
    with pytest.raises(Rejected):
        left(rule, goal, where, **data)


# ------------------------------------------------------------------ what varies


def moves(*hypotheses: Statement) -> set[str]:
    return set(varying(Sequent(context(*hypotheses), Relation("=", ZERO, ZERO))))


def test_what_varies() -> None:
    scaled = Relation("=", Q, mul(C, U))
    assert moves() == set()
    assert moves(GROWS) == {"C"}
    assert moves(GROWS, scaled) == {"C", "q"}
    assert moves(GROWS, scaled, Relation("=", X, mul(term("transpose", Q), V))) == {"C", "q", "x"}
    assert moves(GROWS, Relation(">", LAM, ONE)) == {"C"}
    assert moves(GROWS, Relation(">=", X, C)) == {"C", "x"}
    assert moves(GROWS, Relation("=", mul(X, LAM), C)) == {"C", "x", "lam"}
    assert moves(Tends(mul(term("transpose", Q), V), OO), scaled) == {"q", "v", "C", "u"}
    assert moves(GAP) == {"s"}
    all_members = ForAll((("l", index("n")),), Relation("=", member("s", name("l")), mul(C, LAM)))
    assert moves(GROWS, all_members) == {"C", "s"}


SIZE = Term("size", (), (N,))


def test_a_size_varies_where_it_is_said_to_grow() -> None:
    assert moves(Tends(SIZE, OO)) == {"n", "i", "j", "s", "k"}
    assert moves(Tends(SIZE, OO), Relation("=", X, div(ONE, SIZE))) == {"n", "i", "j", "s", "k", "x"}
    refused("limit_constant", Tends(LAM, LAM), context(Tends(div(ONE, SIZE), OO)))
    assert left("limit_constant", Tends(V, V), context(Tends(SIZE, OO))) == []


def test_a_size_varies_with_what_it_is_compared_with() -> None:
    """Were n to stand still where C = n and C → ∞, C would tend to n, and C/n to infinity."""
    with_n = {"n", "i", "j", "s", "k"}
    counted = Term("sum", (ONE,), ("l", N))
    for other in (SIZE, mul(SIZE, SIZE), counted, Term("trace", (Term("identity", (), (N,)),))):
        assert moves(GROWS, Relation("=", C, other)) == {"C"} | with_n
        assert moves(GROWS, Relation("=", other, C)) == {"C"} | with_n
        assert moves(GROWS, Relation("<=", C, other)) == {"C"} | with_n
    assert moves(GROWS, Tends(div(C, SIZE), ONE)) == {"C"} | with_n
    refused("limit_form", Tends(C, SIZE), context(GROWS, Relation("=", C, SIZE)), term=SIZE)


def test_a_definition_leaves_sizes_alone_unless_more_is_said_of_what_it_defines() -> None:
    scaled, with_n = Relation("=", X, div(C, SIZE)), {"n", "i", "j", "s", "k"}
    assert moves(GROWS, scaled) == {"C", "x"}
    assert moves(GROWS, scaled, Tends(X, ONE)) == {"C", "x"} | with_n
    assert moves(GROWS, scaled, Relation("<=", X, ONE)) == {"C", "x"} | with_n
    assert moves(GROWS, scaled, Relation("=", X, div(ONE, C))) == {"C", "x"} | with_n
    assert moves(GROWS, scaled, Relation("=", LAM, mul(X, X))) == {"C", "x", "lam"}
    assert moves(GROWS, scaled, Relation("=", LAM, mul(X, X)), Tends(LAM, ONE)) == {"C", "x", "lam"} | with_n


def test_nothing_is_said_of_arrays_that_grow() -> None:
    grows = context(Tends(Term("size", (), (D,)), OO))
    refused("limit_constant", Tends(V, V), grows)
    zero = Term("zeros", (), (D, Size.of(1)))
    refused("limit_of_norm", Tends(V, zero), grows)
    refused("limit_entries", Tends(V, zero), grows, names=["p"])
    of_members = Term("sum", (mul(member("s", name("p")), div(ONE, SIZE)),), ("p", N))
    refused("limit_indexed", Tends(of_members, of_members), context(Tends(SIZE, OO)), names=["l"])
    every = ForAll((("l", index("n")),), Relation("<", member("s", name("l")), LAM))
    refused("eventually", Tends(LAM, LAM), context(Tends(SIZE, OO)), statement=every, term=ZERO)
    at_i = ForAll((("l", index("n")),), Tends(member("s", name("l")), ZERO))
    refused("limit_given", Tends(member("s", I_), ZERO), context(Tends(SIZE, OO), at_i), n=1, terms={"l": I_})
    assert left("limit_given", Tends(member("s", I_), ZERO), context(at_i), n=0, terms={"l": I_}) == []


# ------------------------------------------------------------------ plain


def test_constants() -> None:
    assert left("limit_constant", Tends(LAM, LAM)) == []
    refused("limit_constant", Tends(LAM, X))
    refused("limit_constant", Tends(C, C))
    refused("limit_constant", Tends(add(LAM, X), add(LAM, X)))
    refused("limit_constant", Tends(Q, Q), context(GROWS, Relation("=", Q, mul(C, U))))
    refused("limit_constant", Relation("=", LAM, LAM))


def test_what_is_given() -> None:
    assert left("limit_given", GROWS, n=0, terms={}) == []
    assert left("limit_given", Tends(member("s", I_), OO), n=2, terms={"l": I_}) == [Relation("!=", I_, J)]
    apart = context(GAP, distinct=(("i", "j"),))
    assert left("limit_given", Tends(member("s", I_), OO), apart, n=0, terms={"l": I_}) == []
    assert Relation(">=", Term("size", (), (N,)), num(2)) in left(
        "limit_given", Tends(member("s", num(2)), OO), n=2, terms={"l": num(2)}
    )
    refused("limit_given", Tends(member("s", J), MINUS_OO), n=2, terms={"l": J})
    refused("limit_given", Tends(X, OO), n=0, terms={})
    refused("limit_given", GROWS, n=3, terms={})
    refused("limit_given", GROWS, n=9, terms={})
    refused("limit_given", Tends(member("s", I_), OO), n=2, terms={})


def test_a_limit_that_varies_is_none() -> None:
    both = context(GROWS, Tends(add(C, X), X))
    refused("limit_given", Tends(add(C, X), X), both, n=1, terms={})


def test_what_is_random_has_no_limit_here() -> None:
    rows = {"y": Declaration("y", scalar(), frozenset({"random"})), "C": Declaration("C", scalar())}
    refused("limit_given", Tends(name("y"), ZERO), Context(rows, (Hypothesis(Tends(name("y"), ZERO)),)), n=0, terms={})
    refused("limit_quotient_null", Tends(div(name("y"), C), ZERO), Context(rows, (Hypothesis(GROWS),)), term=ZERO, way="oo")


def test_forms_and_values() -> None:
    goal = Tends(add(C, C), OO)
    assert left("limit_form", goal, term=mul(num(2), C)) == [Relation("=", add(C, C), mul(num(2), C)), Tends(mul(num(2), C), OO)]
    refused("limit_form", goal, term=U)
    assert left("limit_value", Tends(X, ZERO), term=add(ZERO, ZERO)) == [
        Relation("=", add(ZERO, ZERO), ZERO),
        Tends(X, add(ZERO, ZERO)),
    ]
    refused("limit_value", Tends(X, ZERO), term=X)
    refused("limit_value", goal, term=LAM)


def test_from_some_member_on() -> None:
    goal = Tends(div(ONE, C), ZERO)
    above = Relation(">", C, num(5))
    assert left("eventually", goal, statement=above, target="oo")[0] == GROWS
    assert left("eventually", goal, statement=above, target="oo")[-1] == goal
    small = left("eventually", goal, statement=Relation("!=", X, ONE), term=ZERO)
    assert small[:2] == [SHRINKS, Relation("!=", ZERO, ONE)]
    refused("eventually", goal, statement=Relation("<", C, num(5)), target="oo")
    refused("eventually", goal, statement=Relation(">", C, X), target="oo")
    refused("eventually", goal, statement=Relation("=", C, num(5)), target="oo")
    refused("eventually", Relation(">", C, num(5)), statement=above, target="oo")
    refused("eventually", goal, statement=above)


# ------------------------------------------------------------------ continuous


def test_sums_and_products() -> None:
    assert left("limit_continuous", Tends(add(X, LAM), add(ZERO, LAM))) == [SHRINKS, Tends(LAM, LAM)]
    assert left("limit_continuous", Tends(mul(X, V), mul(ZERO, V))) == [SHRINKS, Tends(V, V)]
    refused("limit_continuous", Tends(add(X, LAM), LAM))
    refused("limit_continuous", Tends(add(X, LAM), mul(ZERO, LAM)))
    refused("limit_continuous", Tends(add(X, X), add(ZERO, X)))
    refused("limit_continuous", Tends(mul(X, V), mul(ZERO, LAM)))
    refused("limit_continuous", Tends(mul(C, X), OO))


def test_quotients_powers_roots() -> None:
    goals = left("limit_continuous", Tends(div(ONE, add(LAM, X)), div(ONE, add(LAM, ZERO))))
    assert goals[0] == Relation("!=", add(LAM, ZERO), ZERO) and len(goals) == 3
    assert left("limit_continuous", Tends(power(X, num(2)), power(ZERO, num(2)))) == [SHRINKS]
    assert left("limit_continuous", Tends(power(X, num(-1)), power(ZERO, num(-1))))[0] == Relation("!=", ZERO, ZERO)
    assert left("limit_continuous", Tends(power(X, LAM), power(ZERO, LAM)))[0] == Relation(">", ZERO, ZERO)
    assert left("limit_continuous", Tends(power(E, X), power(E, ZERO))) == [Tends(E, E), SHRINKS]
    assert left("limit_continuous", Tends(term("sqrt", X), term("sqrt", ZERO)))[0] == Relation(">=", ZERO, ZERO)


def test_functions() -> None:
    assert left("limit_continuous", Tends(fun("exp", X), fun("exp", ZERO))) == [SHRINKS]
    assert left("limit_continuous", Tends(fun("log", X), fun("log", ZERO)))[0] == Relation(">", ZERO, ZERO)
    assert left("limit_continuous", Tends(fun("tan", X), fun("tan", ZERO)))[0] == Relation("!=", fun("cos", ZERO), ZERO)
    for jumping in ("step", "sign", "floor", "ceiling", "arcsin"):
        refused("limit_continuous", Tends(fun(jumping, X), fun(jumping, ZERO)))
    root = term("sqrt", X)
    refused("limit_continuous", Tends(fun("tanh", root), fun("tanh", ZERO)))


def test_members_of_sums() -> None:
    total = Term("sum", (mul(X, member("s", name("l"))), J), ("l", N))
    limit = Term("sum", (mul(ZERO, ONE), J), ("l", N))
    sequent = Sequent(REGIME, Tends(total, limit))
    (inner,) = apply_rule({"rule": "limit_indexed", "names": ["l"]}, sequent, Ledger(REGIME, 10_000))
    assert inner.goal == Tends(mul(X, member("s", name("l"))), mul(ZERO, ONE))
    assert frozenset(("l", "j")) in inner.context.distinct and inner.context.types["l"] == index("n")
    refused("limit_indexed", Tends(total, limit), names=["i"])
    refused("limit_indexed", Tends(total, limit), names=[])
    refused("limit_indexed", Tends(total, limit), names=["l", "m"])
    refused("limit_indexed", Tends(total, Term("sum", (ZERO,), ("l", N))), names=["l"])
    refused("limit_indexed", Tends(total, Term("sum", (mul(X, ONE), J), ("l", N))), names=["l"])


def test_entries_and_norms() -> None:
    goal = Tends(mul(X, V), Term("zeros", (), (D, Size.of(1))))
    assert left("limit_of_norm", goal) == [Tends(term("norm", mul(X, V)), ZERO)]
    assert left("limit_entries", goal, names=["r"])[0] == Tends(
        term("entry", mul(X, V), name("r")), term("entry", goal.target, name("r"))
    )
    refused("limit_entries", goal, names=[])
    refused("limit_of_norm", Tends(mul(X, V), V))


def test_squeeze() -> None:
    goal = Tends(mul(X, LAM), ZERO)
    low, high = neg(X), X
    assert left("squeeze", goal, terms=[low, high]) == [
        Relation("<=", low, goal.subject), Relation("<=", goal.subject, high), Tends(low, ZERO), Tends(high, ZERO)
    ]  # fmt: skip
    assert left("squeeze", Tends(mul(C, LAM), OO), terms=[C]) == [Relation("<=", C, mul(C, LAM)), GROWS]
    assert left("squeeze", Tends(mul(C, LAM), MINUS_OO), terms=[X])[0] == Relation("<=", mul(C, LAM), X)
    refused("squeeze", goal, terms=[low])
    refused("squeeze", Tends(mul(X, V), V), terms=[low, high])
    bounded = left("limit_bounded_null", Tends(mul(X, fun("sin", C)), ZERO), n=0, term=ONE)
    assert bounded == [Relation("<=", neg(ONE), fun("sin", C)), Relation("<=", fun("sin", C), ONE), SHRINKS]
    refused("limit_bounded_null", Tends(mul(X, C), ZERO), n=0, term=C)
    refused("limit_bounded_null", Tends(mul(X, C), ONE), n=0, term=ONE)


# ------------------------------------------------------------------ infinity


def test_functions_at_infinity() -> None:
    rule = "limit_function_at_infinity"
    assert left(rule, Tends(fun("exp", neg(C)), ZERO), way="-oo") == [Tends(neg(C), MINUS_OO)]
    assert left(rule, Tends(power(E, C), OO), way="oo") == [GROWS]
    assert left(rule, Tends(term("sqrt", C), OO), way="oo") == [GROWS]
    refused(rule, Tends(fun("exp", C), ZERO), way="oo")
    refused(rule, Tends(fun("exp", neg(C)), OO), way="-oo")
    refused(rule, Tends(fun("sin", C), ZERO), way="oo")
    refused(rule, Tends(fun("log", C), MINUS_OO), way="-oo")
    refused(rule, Tends(fun("tanh", C), num(-1)), way="oo")
    refused(rule, Tends(power(num(2), C), OO), way="oo")
    refused(rule, Tends(fun("exp", C), OO), way="up")


def test_sums_with_infinity() -> None:
    rule, goal = "limit_sum_infinite", Tends(add(C, LAM), OO)
    assert left(rule, goal, ways=["infinite", "finite"], terms=[LAM]) == [GROWS, Tends(LAM, LAM)]
    assert left(rule, Tends(add(C, C), OO), ways=["infinite", "infinite"], terms=[]) == [GROWS, GROWS]
    refused(rule, goal, ways=["finite", "finite"], terms=[LAM, LAM])
    refused(rule, goal, ways=["infinite"], terms=[])
    refused(rule, goal, ways=["infinite", "finite"], terms=[])
    refused(rule, goal, ways=["infinite", "other"], terms=[LAM])
    refused(rule, Tends(add(C, name("z")), OO), ways=["infinite", "finite"], terms=[ONE])
    refused(rule, Tends(add(C, LAM), ZERO), ways=["infinite", "finite"], terms=[LAM])


def test_products_with_infinity() -> None:
    rule, goal = "limit_product_infinite", Tends(mul(LAM, C), OO)
    assert left(rule, goal, ways=["+", "oo"], terms=[LAM]) == [Relation(">", LAM, ZERO), Tends(LAM, LAM), GROWS]
    assert left(rule, Tends(mul(LAM, C), MINUS_OO), ways=["-", "oo"], terms=[LAM])[0] == Relation("<", LAM, ZERO)
    assert left(rule, Tends(mul(C, C), OO), ways=["-oo", "-oo"], terms=[]) == [Tends(C, MINUS_OO)] * 2
    refused(rule, goal, ways=["-", "oo"], terms=[LAM])
    refused(rule, Tends(mul(LAM, C), MINUS_OO), ways=["+", "oo"], terms=[LAM])
    refused(rule, goal, ways=["+", "+"], terms=[LAM, LAM])
    refused(rule, goal, ways=["0", "oo"], terms=[LAM])
    refused(rule, Tends(mul(name("z"), C), OO), ways=["+", "oo"], terms=[ONE])
    refused(rule, Tends(mul(X, C), OO), ways=["+", "oo"], terms=[X])


def test_quotients_with_infinity() -> None:
    assert left("limit_quotient_null", Tends(div(LAM, C), ZERO), term=LAM, way="oo") == [Tends(LAM, LAM), GROWS]
    assert left("limit_quotient_infinite", Tends(div(C, LAM), OO), term=LAM, way="+") == [
        Relation(">", LAM, ZERO), Tends(LAM, LAM), GROWS
    ]  # fmt: skip
    assert left("limit_quotient_infinite", Tends(div(C, LAM), OO), term=LAM, way="-")[-1] == Tends(C, MINUS_OO)
    assert left("limit_quotient_small", Tends(div(ONE, X), OO), term=ONE, ways=["+", "+"]) == [
        Relation(">", ONE, ZERO), Tends(ONE, ONE), Relation(">", X, ZERO), SHRINKS
    ]  # fmt: skip
    refused("limit_quotient_null", Tends(div(LAM, C), ONE), term=LAM, way="oo")
    refused("limit_quotient_null", Tends(div(C, C), ZERO), term=C, way="oo")
    refused("limit_quotient_infinite", Tends(div(C, LAM), OO), term=LAM, way="oo")
    refused("limit_quotient_small", Tends(div(ONE, X), OO), term=ONE, ways=["+", "-"])
    refused("limit_quotient_small", Tends(div(ONE, X), OO), term=ONE, ways=["+"])


def test_who_outgrows_whom() -> None:
    falls = fun("exp", mul(num(-1), C))
    assert left("exponential_outgrows_power", Tends(mul(power(C, num(3)), falls), ZERO)) == [Relation("<", num(-1), ZERO), GROWS]
    rises = fun("exp", mul(LAM, C))
    assert left("exponential_outgrows_power", Tends(mul(power(C, num(-3)), rises), OO)) == [Relation(">", LAM, ZERO), GROWS]
    refused("exponential_outgrows_power", Tends(mul(power(C, LAM), falls), ZERO))
    refused("exponential_outgrows_power", Tends(mul(power(X, num(3)), falls), ZERO))
    refused("exponential_outgrows_power", Tends(mul(power(C, num(3)), fun("exp", mul(X, C))), ZERO))
    slow = mul(fun("log", C), power(C, num(-1)))
    assert left("power_outgrows_logarithm", Tends(slow, ZERO)) == [Relation("<", num(-1), ZERO), GROWS]
    refused("power_outgrows_logarithm", Tends(mul(fun("log", C), power(X, num(-1))), ZERO))
    assert left("limit_power_at_infinity", Tends(power(C, LAM), OO)) == [Relation(">", LAM, ZERO), GROWS]
    assert left("limit_power_at_infinity", Tends(power(C, num(-2)), ZERO))[0] == Relation("<", num(-2), ZERO)
    refused("limit_power_at_infinity", Tends(power(C, X), OO))
    refused("limit_power_at_infinity", Tends(power(C, LAM), ONE))


# ------------------------------------------------------------------ ≈


def test_approximation() -> None:
    near = Relation("~", X, ZERO)
    assert left("approximation", near, way="limit") == [Tends(add(X, neg(ZERO)), ZERO)]
    assert left("approximation", near, way="equal") == [Relation("=", X, ZERO)]
    assert left("approximation", Relation("~", U, V), way="limit")[0] == Tends(add(U, neg(V)), Term("zeros", (), (D, Size.of(1))))
    refused("approximation", near, context(), way="limit")
    refused("approximation", Relation("=", X, ZERO), way="equal")
    refused("approximation", near, way="nearly")


# ------------------------------------------------------------------ whole certificates


def document(where: Context, statement: Statement, proof: Any) -> dict[str, Any]:
    from symproofs.terms.serial import type_to_json

    return {
        "format": "symproofs-certificate", "version": 1,
        "declarations": [{"name": r.name, "type": type_to_json(r.type), "properties": []} for r in where.declarations.values()],
        "distinct": [sorted(p) for p in where.distinct],
        "hypotheses": [statement_to_json(h.statement) for h in where.hypotheses],
        "statement": statement_to_json(statement), "conditions": [], "axioms": [], "proof": proof,
    }  # fmt: skip


def test_a_theorem_lists_what_moves() -> None:
    scaled = Relation("=", Q, mul(C, U))
    given = {"rule": "limit_given", "n": 0, "terms": {}}
    constant = {"rule": "limit_constant"}
    proof = {"rule": "limit_quotient_null", "term": term_to_json(ONE), "way": "oo", "of": [constant, given]}
    theorem = check(document(context(GROWS, scaled), Tends(div(ONE, C), ZERO), proof))
    assert theorem.hypotheses == (GROWS, scaled) and theorem.conclusion == Tends(div(ONE, C), ZERO)


# ------------------------------------------------------------------ power series


def rest_of(which: str, order: int, *taken: Term, u: Term = X, below: Term | None = None) -> Term:
    return div(add(fun(which, u), *taken) if taken else fun(which, u), below or power(u, num(order)))


def taken(c: str, k: int, u: Term = X) -> Term:
    return mul(num(c), power(u, num(k)))


@pytest.mark.parametrize(
    ("which", "order", "powers", "c"),
    [
        ("exp", 2, [("-1", 0), ("-1", 1)], "1/2"),
        ("sin", 1, [], "1"),
        ("sin", 3, [("-1", 1)], "-1/6"),
        ("cos", 2, [("-1", 0)], "-1/2"),
        ("cos", 1, [("-1", 0)], "0"),
        ("sinh", 3, [("-1", 1)], "1/6"),
        ("cosh", 4, [("-1", 0), ("-1/2", 2)], "1/24"),
        ("arctan", 3, [("-1", 1)], "-1/3"),
    ],
)
def test_what_is_left_of_a_taylor_series(which: str, order: int, powers: list[tuple[str, int]], c: str) -> None:
    """Coefficients of the series at 0 as in any textbook."""
    subject = rest_of(which, order, *(taken(*row) for row in powers))
    data: dict[str, Any] = {"way": which, "term": X, "order": order, "below": power(X, num(order)), "value": ONE}
    ratio = div(power(X, num(order)), power(X, num(order)))
    assert left("taylor", Tends(subject, mul(num(c), ONE)), **data) == [SHRINKS, Tends(ratio, ONE)]
    refused("taylor", Tends(subject, mul(num("1/7"), ONE)), **data)
    refused("taylor", Tends(subject, mul(num(c), ONE)), **{**data, "order": order + 1})


def test_logarithm_and_root_have_their_series_at_one() -> None:
    past = add(ONE, X)
    data: dict[str, Any] = {"term": X, "below": X, "value": LAM, "order": 1}
    ratio = Tends(div(power(X, ONE), X), LAM)
    assert left("taylor", Tends(div(fun("log", past), X), mul(ONE, LAM)), way="log", **data) == [SHRINKS, ratio]
    root = div(add(term("sqrt", past), taken("-1", 0)), X)
    assert left("taylor", Tends(root, mul(num("1/2"), LAM)), way="sqrt", **data) == [SHRINKS, ratio]
    refused("taylor", Tends(div(fun("log", X), X), mul(ONE, LAM)), way="log", **data)
    refused("taylor", Tends(div(fun("tan", X), X), mul(ONE, LAM)), way="tan", **data)
    refused("taylor", Tends(div(fun("sin", X), X), mul(ONE, C)), way="sin", **{**data, "value": C})


def test_powers_of_what_is_below_one() -> None:
    below_one = Relation("<", fun("abs", LAM), ONE)
    assert left("geometric_outgrows_power", Tends(power(LAM, C), ZERO)) == [below_one, GROWS]
    assert left("geometric_outgrows_power", Tends(mul(power(C, num(3)), power(LAM, C)), ZERO)) == [below_one, GROWS]
    refused("geometric_outgrows_power", Tends(power(LAM, C), ONE))
    refused("geometric_outgrows_power", Tends(power(X, C), ZERO))
    refused("geometric_outgrows_power", Tends(mul(power(X, num(3)), power(LAM, C)), ZERO))
    refused("geometric_outgrows_power", Tends(mul(power(C, LAM), power(LAM, C)), ZERO))


def test_the_geometric_series() -> None:
    rows = {**{n: Declaration(n, t) for n, t in NAMES.items()}, "m": Declaration("m", scalar("natural"))}
    last = name("m")
    where = Context(rows, (Hypothesis(Tends(last, OO)),))

    def total(low: int = 0, base: Term = LAM, exponent: Term | None = None) -> Term:
        return term("sum_between", power(base, exponent or name("p")), num(low), last, data=("p",))

    value = div(ONE, add(ONE, neg(LAM)))
    below_one = Relation("<", fun("abs", LAM), ONE)
    assert left("geometric_series", Tends(total(), value), where) == [below_one, Tends(last, OO)]
    refused("geometric_series", Tends(total(1), value), where)
    refused("geometric_series", Tends(total(exponent=last), value), where)
    refused("geometric_series", Tends(total(), div(ONE, add(ONE, LAM))), where)
    refused("geometric_series", Tends(term("sum_between", mul(LAM, name("p")), ZERO, last, data=("p",)), value), where)


def test_members_are_not_spoken_of_by_limits() -> None:
    """No rule of limits proves a statement about members."""
    data: dict[str, Any] = {
        "n": 0,
        "terms": {},
        "term": ONE,
        "way": "oo",
        "ways": ["oo"],
        "names": ["l"],
        "target": "oo",
        "statement": GROWS,
        "order": 1,
        "below": X,
        "value": ONE,
    }
    for rule in RULES.values():
        module = rule.function.__module__.rpartition(".")[2]
        if module in ("rules_limit", "rules_infinity", "rules_expansion") and rule.name != "approximation":
            listed: dict[str, Any] = {"terms": []} if rule.data.get("terms") == "terms" else {}
            refused(rule.name, Relation(">", C, ZERO), **{k: v for k, v in {**data, **listed}.items() if k in rule.data})
