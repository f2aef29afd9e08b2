"""Proof trees, rule by rule: what each accepts, and what each must refuse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from symproofs.kernel.deduction import KINDS, RULES, apply_rule
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.kernel.theorem import Theorem, check, conditions_raised
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import statement_to_json, term_to_json, type_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import PI, Term, fun, name, num
from symproofs.terms.types import Type, family, function, index, matrix, scalar

Node = dict[str, Any]

REAL, INTEGER, COMPLEX = scalar(), scalar("integer"), scalar("complex")
x, y, z, w, i, j, k, m, t, f = map(name, ("x", "y", "z", "w", "i", "j", "k", "m", "t", "f"))
FALSE = Relation("=", num(0), num(1))


def eq(a: Term, b: Term) -> Relation:
    return Relation("=", a, b)


def ne(a: Term, b: Term) -> Relation:
    return Relation("!=", a, b)


def lt(a: Term, b: Term) -> Relation:
    return Relation("<", a, b)


def le(a: Term, b: Term) -> Relation:
    return Relation("<=", a, b)


def gt(a: Term, b: Term) -> Relation:
    return Relation(">", a, b)


def ge(a: Term, b: Term) -> Relation:
    return Relation(">=", a, b)


def add(*parts: Term) -> Term:
    return Term("add", parts)


def neg(a: Term) -> Term:
    return Term("neg", (a,))


def sub(a: Term, b: Term) -> Term:
    return add(a, neg(b))


def mul(*parts: Term) -> Term:
    return Term("mul", parts)


def div(a: Term, b: Term) -> Term:
    return Term("div", (a, b))


def power(a: Term, b: int | Term) -> Term:
    return Term("pow", (a, num(b) if isinstance(b, int) else b))


def exp(a: Term) -> Term:
    return fun("exp", a)


def call(a: Term) -> Term:
    return Term("call", (a,), ("f",))


def member(a: Term) -> Term:
    return Term("member", (a,), ("s",))


def every(label: str, kind: Type, body: Statement) -> ForAll:
    return ForAll(((label, kind),), body)


def some(label: str, kind: Type, body: Statement) -> Exists:
    return Exists(((label, kind),), body)


PROPERTIES = {"p": "positive"}
N = Size.of("n")
KINDS_OF_NAMES: dict[str, Type] = {
    **dict.fromkeys("xyzwp", REAL),
    **dict.fromkeys("km", INTEGER),
    "c": COMPLEX,
    "q": scalar("rational"),
    "i": index(N),
    "j": index(N),
    "h": index(3),
    "s": family(REAL, N),
    "f": function((REAL,), REAL),
    "A": matrix(2, 2),
    "n": scalar("natural"),
}


def context(*hypotheses: Statement, distinct: Iterable[tuple[str, str]] = ()) -> Context:
    rows = {n: Declaration(n, t, frozenset({PROPERTIES[n]} if n in PROPERTIES else ())) for n, t in KINDS_OF_NAMES.items()}
    return Context(rows, tuple(map(Hypothesis, hypotheses)), frozenset(map(frozenset, distinct)))


def goals(sequent: Sequent, rule: str, **data: Any) -> list[Sequent]:
    """What the rule leaves; terms and statements among the data are encoded."""
    return apply_rule({"rule": rule, **{key: plain(v) for key, v in data.items()}}, sequent, Ledger(sequent.context, 100_000))


def plain(value: Any) -> Any:
    if isinstance(value, Term):
        return term_to_json(value)
    if isinstance(value, (Relation, And, Implies, Iff, ForAll, Exists, Membership, Property, Tends)):
        return statement_to_json(value)
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def said(left: list[Sequent]) -> list[Statement]:
    return [s.goal for s in left]


def added(before: Sequent, after: Sequent) -> list[Statement]:
    return [h.statement for h in after.context.hypotheses[len(before.context.hypotheses) :]]


def refused(sequent: Sequent, rule: str, **data: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        goals(sequent, rule, **data)
    return str(refusal.value)


def certificate(
    ctx: Context, statement: Statement, proof: Node, conditions: tuple[Statement, ...] = (), axioms: tuple[str, ...] = ()
) -> Node:
    return {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": [
            {"name": r.name, "type": type_to_json(r.type), "properties": sorted(r.properties)} for r in ctx.declarations.values()
        ],
        "distinct": [sorted(pair) for pair in ctx.distinct],
        "hypotheses": [statement_to_json(h.statement) for h in ctx.hypotheses],
        "statement": statement_to_json(statement),
        "conditions": [statement_to_json(c) for c in conditions],
        "axioms": list(axioms),
        "proof": proof,
    }


def node(rule: str, *of: Node, **data: Any) -> Node:
    return {"rule": rule, **{key: plain(v) for key, v in data.items()}, "of": list(of)}


SEEN: Node = {"rule": "seen"}


def proved(ctx: Context, statement: Statement, proof: Node, **more: Any) -> Theorem:
    return check(certificate(ctx, statement, proof, **more))


# The table ----------------------------------------------------------------------------------------------------


def test_the_table_of_rules() -> None:
    for label, rule in RULES.items():
        assert rule.name == label and "⊢" in rule.law
        assert {kind.removesuffix("?") for kind in rule.data.values()} <= KINDS.keys()


# Leaves -------------------------------------------------------------------------------------------------------


def test_a_hypothesis_is_named_by_number_and_says_the_same() -> None:
    s = Sequent(context(lt(x, y), eq(x, z)), eq(x, z))
    assert goals(s, "hypothesis", n=1) == []
    refused(s, "hypothesis", n=0)
    refused(s, "hypothesis", n=2)
    refused(Sequent(s.context, eq(z, x)), "hypothesis", n=1)
    refused(s, "hypothesis", n=True)
    refused(s, "hypothesis", n=-1)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (gt(exp(x), num(0)), []),
        (ge(power(x, 2), num(0)), []),
        (lt(num(2), num(3)), []),
        (ge(Term("size", (), (N,)), num(1)), []),
        (ge(sub(Term("size", (), (N,)), num(1)), num(0)), []),
        (ge(i, num(1)), []),
        (gt(name("p"), num(0)), []),
        (lt(neg(name("p")), num(0)), []),
        (ne(mul(num(2), PI), num(0)), []),
        (gt(x, num(0)), [lt(num(0), x)]),
        (ge(sub(x, y), num(0)), [lt(y, x)]),
        (gt(div(num(1), sub(x, y)), num(0)), [gt(x, y)]),
        (ne(mul(num(3), sub(x, y)), num(0)), [ne(y, x)]),
        (gt(call(x), num(0)), [gt(call(x), num(0))]),
        (Membership(add(k, mul(num(3), m)), "integer"), []),
        (Membership(k, "rational"), []),
        (Membership(Term("sqrt", (name("p"),)), "real"), []),
        (ne(i, j), [ne(i, j)]),
        (eq(x, x), []),
        (gt(Term("sum", (exp(member(i)),), ("i", N)), num(0)), []),
    ],
)
def test_what_is_seen(goal: Statement, given: list[Statement]) -> None:
    assert goals(Sequent(context(), goal).joined(*given), "seen") == []


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (gt(x, num(0)), []),
        (gt(power(x, 2), num(0)), []),
        (gt(x, num(0)), [ge(x, num(0))]),
        (ge(sub(x, y), num(0)), [lt(x, y)]),
        (ge(sub(Term("size", (), (N,)), num(2)), num(0)), []),
        (gt(exp(name("c")), num(0)), []),
        (ge(Term("sqrt", (x,)), num(0)), []),
        (ne(i, j), []),
        (ne(i, i), []),
        (eq(x, y), []),
        (Membership(x, "integer"), []),
        (Membership(div(k, num(2)), "integer"), []),
        (Membership(k, "natural"), []),
        (Membership(Term("sqrt", (x,)), "real"), []),
        (Membership(Term("size", (), (N.scale(2) + Size.of(-3),)), "natural"), []),
        (Membership(power(num(2), Term("size", (), (N - Size.of(2),))), "integer"), []),
        (Membership(Term("factorial", (k,)), "integer"), []),
        (Relation("~", x, x), []),
        (every("i", index(N), gt(member(i), num(0))), [gt(member(i), num(0))]),
        (some("t", REAL, gt(t, num(0))), []),
    ],
)
def test_what_is_not_seen(goal: Statement, given: list[Statement]) -> None:
    refused(Sequent(context(), goal).joined(*given), "seen")


def unfolding(argument: Term) -> Node:
    """A chain of one link: f(argument) by hypothesis 0, for all values of t."""
    link = {"path": [], "by": "hypothesis", "n": 0, "direction": "forward", "instance": {"t": plain(argument)}}
    return {"rule": "chain", "lemmas": [], "links": [link]}


def test_conditions_of_a_chain_are_subgoals_or_listed() -> None:
    ctx = context(every("t", REAL, eq(call(t), div(x, t))))
    leaf = unfolding(y)
    with pytest.raises(Rejected, match="leaves 1 goals"):
        proved(ctx, eq(call(y), div(x, y)), leaf)
    open_ = certificate(ctx, eq(call(y), div(x, y)), {**leaf, "of": [{"rule": "condition"}]})
    assert conditions_raised(open_) == (ne(y, num(0)),)
    with pytest.raises(Rejected, match="not listed"):
        check(open_)
    assert check({**open_, "conditions": [plain(ne(y, num(0)))]}).conditions == (ne(y, num(0)),)
    # under a quantifier the domain is granted, so no condition is left
    goal = every("u", REAL, eq(call(name("u")), div(x, name("u"))))
    assert proved(ctx, goal, node("generalise", unfolding(name("u")), names=["u"])).conditions == ()
    assert proved(ctx, Implies(ne(y, num(0)), eq(call(y), div(x, y))), node("assume", leaf)).conditions == ()


def test_a_condition_on_a_name_introduced_is_closed_or_refused() -> None:
    ledger, s = Ledger(context(), 1000), Sequent(context(), every("t", REAL, eq(t, t)))
    inside = apply_rule({"rule": "generalise", "names": ["t"]}, s, ledger)[0]
    assert apply_rule({"rule": "condition"}, inside.proves(gt(t, num(0))), ledger) == []
    assert list(ledger.conditions) == [every("t", REAL, gt(t, num(0)))]
    with pytest.raises(Rejected):
        apply_rule({"rule": "condition"}, inside.proves(gt(div(num(1), t), num(0))), ledger)


# Joined statements --------------------------------------------------------------------------------------------


def test_implications_are_assumed_with_the_domains_of_both_sides() -> None:
    s = Sequent(context(), Implies(eq(div(x, y), num(1)), eq(fun("log", z), w)))
    (left,) = goals(s, "assume")
    assert left.goal == eq(fun("log", z), w)
    assert added(s, left) == [eq(div(x, y), num(1)), ne(y, num(0)), gt(z, num(0))]
    refused(Sequent(context(), eq(x, y)), "assume")


def test_both_each_way_and_parts() -> None:
    s = Sequent(context(And((eq(x, y), lt(y, z)))), And((eq(x, y), lt(y, z))))
    assert said(goals(s, "both")) == [eq(x, y), lt(y, z)]
    assert added(s, goals(s, "parts", n=0)[0]) == [eq(x, y), lt(y, z)]
    refused(s.proves(eq(x, y)), "both")
    refused(Sequent(context(eq(x, y)), eq(x, y)), "parts", n=0)
    both_ways = Sequent(context(), Iff(eq(x, y), eq(y, x)))
    first, second = goals(both_ways, "each_way")
    assert (first.goal, added(both_ways, first)) == (eq(y, x), [eq(x, y)])
    assert (second.goal, added(both_ways, second)) == (eq(x, y), [eq(y, x)])
    refused(s, "each_way")


def test_modus_ponens_asks_for_the_premise_and_for_what_is_defined() -> None:
    given = Implies(eq(div(x, y), num(1)), eq(x, div(z, w)))
    s = Sequent(context(given), lt(x, z))
    left = goals(s, "modus_ponens", n=0, direction="forward")
    assert said(left) == [ne(y, num(0)), ne(w, num(0)), eq(div(x, y), num(1)), lt(x, z)]
    assert added(s, left[-1]) == [eq(x, div(z, w))]
    refused(s, "modus_ponens", n=0, direction="backward")
    equivalent = Sequent(context(Iff(eq(x, y), lt(z, w))), lt(x, z))
    assert said(goals(equivalent, "modus_ponens", n=0, direction="backward")) == [lt(z, w), lt(x, z)]
    refused(Sequent(context(eq(x, y)), lt(x, z)), "modus_ponens", n=0, direction="forward")


def test_affirming_the_consequent_proves_nothing() -> None:
    ctx = context(Implies(eq(x, y), eq(z, w)), eq(z, w))
    with pytest.raises(Rejected):
        proved(ctx, eq(x, y), node("modus_ponens", {"rule": "hypothesis", "n": 1}, SEEN, n=0, direction="backward"))


def test_a_cut_is_proved_first() -> None:
    s = Sequent(context(lt(x, y)), lt(x, z))
    assert said(goals(s, "have", statement=lt(y, z))) == [lt(y, z), lt(x, z)]
    refused(s, "have", statement=lt(t, z))
    refused(s, "have", statement=["<", plain(x)])
    refused(s, "have", statement=lt(name("A"), name("A")))


# Quantifiers --------------------------------------------------------------------------------------------------


def test_generalising_declares_new_names_and_grants_the_domain() -> None:
    s = Sequent(context(gt(x, num(0))), every("t", REAL, eq(div(x, t), div(y, z))))
    (left,) = goals(s, "generalise", names=["t"])
    assert left.context.types["t"] == REAL and added(s, left) == [ne(t, num(0))]
    renamed = goals(s, "generalise", names=["u"])[0]
    assert renamed.goal == eq(div(x, name("u")), div(y, z))
    for label in ("x", "n", "s", "#a", "@0", ""):
        refused(s, "generalise", names=[label])
    refused(s, "generalise", names=[])
    refused(s.proves(eq(x, y)), "generalise", names=["t"])
    refused(s.proves(every("t", REAL, every("u", REAL, eq(t, name("u"))))), "generalise", names=["u"])


def test_generalising_over_a_name_with_hypotheses_proves_nothing() -> None:
    """From x = 1 follows x = 1, and not ∀x: x = 1."""
    ctx = context(eq(x, num(1)))
    with pytest.raises(Rejected, match="means something already"):
        proved(ctx, every("x", REAL, eq(x, num(1))), node("generalise", {"rule": "hypothesis", "n": 0}, names=["x"]))
    with pytest.raises(Rejected):
        proved(ctx, every("x", REAL, eq(x, num(1))), node("generalise", {"rule": "hypothesis", "n": 0}, names=["t"]))


def test_a_name_that_is_a_size_somewhere_is_not_quantified() -> None:
    goal = every("t", REAL, eq(t, t))
    inside = goals(Sequent(context(), goal), "generalise", names=["t"])[0]
    ledger = Ledger(context(), 1000)
    start = apply_rule({"rule": "generalise", "names": ["t"]}, Sequent(context(), goal), ledger)[0]
    row = {"rule": "have", "statement": plain(gt(Term("size", (), (Size.of("t"),)), num(0)))}
    with pytest.raises(Rejected, match="sizes"):
        apply_rule(row, start, ledger)
    refused(inside.proves(every("n", REAL, eq(x, x))), "generalise", names=["n"])


def test_instances_are_of_the_type_and_where_things_are_defined() -> None:
    given = every("t", REAL, eq(call(t), div(x, t)))
    s = Sequent(context(given), eq(x, y))
    left = goals(s, "instance", n=0, terms={"t": sub(y, z)})
    assert said(left) == [ne(sub(y, z), num(0)), eq(x, y)]
    assert added(s, left[-1]) == [eq(call(sub(y, z)), div(x, sub(y, z)))]
    assert said(goals(s, "instance", n=0, terms={"t": name("p")})) == [eq(x, y)]
    refused(s, "instance", n=0, terms={})
    refused(s, "instance", n=0, terms={"t": y, "u": y})
    refused(s, "instance", n=0, terms={"t": name("A")})
    refused(s, "instance", n=0, terms={"t": name("f")})
    # the total value of a root need not be real: that it is has to be shown
    assert said(goals(s, "instance", n=0, terms={"t": Term("sqrt", (y,))}))[0] == Membership(Term("sqrt", (y,)), "real")
    assert said(goals(s, "instance", n=0, terms={"t": name("c")}))[0] == Membership(name("c"), "real")


def test_instances_at_whole_numbers_and_indices() -> None:
    whole = Sequent(context(every("t", INTEGER, gt(power(t, 2), num(-1)))), eq(x, y))
    assert said(goals(whole, "instance", n=0, terms={"t": add(k, num(1))})) == [eq(x, y)]
    assert said(goals(whole, "instance", n=0, terms={"t": x})) == [Membership(x, "integer"), eq(x, y)]
    over = Sequent(context(every("t", index(N), gt(member(t), num(0)))), eq(x, y))
    assert said(goals(over, "instance", n=0, terms={"t": j})) == [eq(x, y)]
    assert said(goals(over, "instance", n=0, terms={"t": num(2)})) == [ge(Term("size", (), (N,)), num(2)), eq(x, y)]
    refused(over, "instance", n=0, terms={"t": name("h")})
    refused(over, "instance", n=0, terms={"t": num(0)})
    refused(over, "instance", n=0, terms={"t": k})


def test_instances_do_not_capture() -> None:
    """∀x ∃t: t ≠ x says nothing of x = t."""
    given = every("x", REAL, some("t", REAL, ne(t, x)))
    ctx = Context({"t": Declaration("t", REAL)}, (Hypothesis(given),))
    with pytest.raises(Rejected, match="cannot be stated"):
        apply_rule({"rule": "instance", "n": 0, "terms": {"x": plain(t)}}, Sequent(ctx, eq(t, t)), Ledger(ctx, 1000))
    total = every("u", REAL, gt(Term("sum", (mul(member(i), name("u")),), ("i", N)), num(0)))
    s = Sequent(context(total), eq(x, y))
    instance = added(s, goals(s, "instance", n=0, terms={"u": member(i)})[-1])[0]
    assert instance == gt(Term("sum", (mul(member(name("i_0")), member(i)),), ("i_0", N)), num(0))


def test_passages_to_the_limit_have_no_instances() -> None:
    s = Sequent(context(every("t", REAL, Tends(mul(t, x), num(0)))), eq(x, y))
    refused(s, "instance", n=0, terms={"t": x})
    refused(s.proves(some("t", REAL, Tends(mul(t, x), num(0)))), "witness", terms={"t": x})


def test_witnesses_are_of_the_type_and_the_body_is_defined() -> None:
    s = Sequent(context(), some("t", INTEGER, eq(mul(num(2), t), mul(num(2), k))))
    assert said(goals(s, "witness", terms={"t": k})) == [eq(mul(num(2), k), mul(num(2), k))]
    assert said(goals(s, "witness", terms={"t": x}))[0] == Membership(x, "integer")
    assert said(goals(s, "witness", terms={"t": div(k, num(2))}))[0] == Membership(div(k, num(2)), "integer")
    nowhere = s.proves(some("t", REAL, eq(div(num(1), t), num(0))))
    assert said(goals(nowhere, "witness", terms={"t": num(0)})) == [ne(num(0), num(0)), eq(div(num(1), num(0)), num(0))]
    refused(s.proves(eq(x, y)), "witness", terms={"t": x})


def test_what_exists_is_chosen_under_a_new_name() -> None:
    given = some("t", INTEGER, eq(x, div(y, t)))
    s = Sequent(context(given), eq(x, y))
    (left,) = goals(s, "obtain", n=0, names=["t"])
    assert added(s, left) == [eq(x, div(y, t)), ne(t, num(0))]
    assert left.chosen == {"t"} and left.context.types["t"] == INTEGER
    refused(s, "obtain", n=0, names=["k"])
    refused(s, "obtain", n=0, names=["x"])
    refused(left, "obtain", n=0, names=["t"])
    refused(Sequent(context(eq(x, y)), eq(x, y)), "obtain", n=0, names=["t"])


def test_two_choices_are_not_the_same() -> None:
    """From ∃t: f(t) = 0 and ∃t: f(t) = 1 follows no ∃t: f(t) = 0 ∧ f(t) = 1."""
    ctx = context(some("t", REAL, eq(call(t), num(0))), some("t", REAL, eq(call(t), num(1))))
    goal = some("t", REAL, And((eq(call(t), num(0)), eq(call(t), num(1)))))
    for second in ("t", "u"):
        inner = node("witness", node("both", SEEN, SEEN), terms={"t": t})
        tree = node("obtain", node("obtain", inner, n=1, names=[second]), n=0, names=["t"])
        with pytest.raises(Rejected):
            proved(ctx, goal, tree)


def test_a_name_for_a_number_of_a_sort() -> None:
    s = Sequent(context(), eq(x, y))
    left = goals(s, "name_value", term=add(k, m), name="t", sort="integer")
    assert said(left) == [eq(x, y)] and added(s, left[0]) == [eq(t, add(k, m))] and left[0].chosen == {"t"}
    assert said(goals(s, "name_value", term=x, name="t", sort="integer")) == [Membership(x, "integer"), eq(x, y)]
    refused(s, "name_value", term=x, name="x", sort="real")
    refused(s, "name_value", term=x, name="t", sort="sort")
    refused(s, "name_value", term=name("A"), name="t", sort="real")


# Cases and contradiction --------------------------------------------------------------------------------------


def test_cases() -> None:
    s = Sequent(context(), lt(x, y))
    equal, unequal = goals(s, "cases_equal", left=i, right=j)
    assert added(s, equal) == [eq(i, j)] and added(s, unequal) == [ne(i, j)]
    assert unequal.context.distinct == {frozenset(("i", "j"))}
    assert [added(s, left)[0] for left in goals(s, "trichotomy", left=x, right=y)] == [lt(x, y), eq(x, y), gt(x, y)]
    assert [added(s, left)[0] for left in goals(s, "range_cases", name="h")] == [eq(name("h"), num(v)) for v in (1, 2, 3)]
    refused(s, "cases_equal", left=x, right=name("A"))
    refused(s, "trichotomy", left=x, right=name("c"))
    refused(s, "trichotomy", left=x, right=Term("sqrt", (y,)))
    refused(s, "trichotomy", left=name("A"), right=name("A"))
    refused(s, "range_cases", name="i")
    refused(s, "range_cases", name="x")


def test_no_case_is_left_out() -> None:
    tree = node("trichotomy", SEEN, SEEN, left=x, right=num(0))
    with pytest.raises(Rejected, match="leaves 3 goals"):
        proved(context(), ge(power(x, 2), num(0)), tree)
    assert proved(context(), ge(power(x, 2), num(0)), node("trichotomy", SEEN, SEEN, SEEN, left=x, right=num(0)))


def test_contradiction_needs_the_contrary_of_a_hypothesis() -> None:
    pairs = [(eq, ne), (ne, eq), (lt, ge), (ge, lt), (gt, le), (le, gt)]
    for first, second in pairs:
        s = Sequent(context(first(x, y)), eq(z, w))
        assert said(goals(s, "contradiction", n=0)) == [second(x, y)]
    refused(Sequent(context(Membership(x, "integer")), eq(z, w)), "contradiction", n=0)
    ctx = context(lt(x, y), ne(z, w))
    with pytest.raises(Rejected):
        proved(ctx, FALSE, node("contradiction", SEEN, n=0))
    assert proved(context(lt(x, y), ge(x, y)), FALSE, node("contradiction", SEEN, n=0)).conclusion == FALSE


def test_proof_by_contradiction() -> None:
    s = Sequent(context(), ne(x, y))
    (left,) = goals(s, "by_contradiction")
    assert (left.goal, added(s, left)) == (FALSE, [eq(x, y)])
    assert added(s, goals(s.proves(lt(x, y)), "by_contradiction")[0]) == [ge(x, y)]
    refused(s.proves(lt(x, name("c"))), "by_contradiction")
    refused(s.proves(Membership(x, "integer")), "by_contradiction")
    refused(s.proves(Relation("~", x, y)), "by_contradiction")


# Relations ----------------------------------------------------------------------------------------------------


def test_symmetry_and_rewriting() -> None:
    s = Sequent(context(), lt(x, y))
    assert said(goals(s, "symmetry")) == [gt(y, x)]
    assert said(goals(s, "rewrite", statement=lt(x, z))) == [eq(y, z), lt(x, z)]
    assert said(goals(s, "rewrite", statement=lt(w, z))) == [eq(x, w), eq(y, z), lt(w, z)]
    refused(s, "rewrite", statement=le(x, z))
    refused(s, "rewrite", statement=Membership(x, "real"))
    whole = s.proves(Membership(x, "integer"))
    assert said(goals(whole, "rewrite", statement=Membership(k, "integer"))) == [eq(x, k), Membership(k, "integer")]
    refused(whole, "rewrite", statement=Membership(k, "rational"))
    refused(s.proves(Relation("~", x, y)), "symmetry")
    refused(s.proves(Relation("~", x, y)), "rewrite", statement=Relation("~", x, z))


def test_combinations_are_of_given_equations() -> None:
    s = Sequent(context(eq(x, y), lt(y, z), eq(z, w)), eq(x, w))
    left = goals(s, "combine", terms=[[0, num(1)], [2, num(3)]])
    assert said(left) == [eq(sub(x, w), add(mul(num(1), sub(x, y)), mul(num(3), sub(z, w))))]
    refused(s, "combine", terms=[[1, num(1)]])
    refused(s, "combine", terms=[])
    refused(s, "combine", terms=[[0, name("A")], [0, name("f")]])
    refused(s.proves(lt(x, w)), "combine", terms=[[0, num(1)]])


def test_weaker_relations_and_chains() -> None:
    s = Sequent(context(), le(x, y))
    assert said(goals(s, "weaken", operator="=")) == [eq(x, y)]
    assert said(goals(s, "weaken", operator="<")) == [lt(x, y)]
    refused(s, "weaken", operator=">")
    refused(s.proves(lt(x, y)), "weaken", operator="<=")
    refused(s.proves(eq(x, y)), "weaken", operator="<=")
    refused(s.proves(ne(x, y)), "weaken", operator="<=")
    assert said(goals(s, "transitivity", steps=[["=", z], ["<", w], ["<=", y]])) == [eq(x, z), lt(z, w), le(w, y)]
    refused(s, "transitivity", steps=[["<", z], [">", y]])
    refused(s, "transitivity", steps=[["<", z]])
    refused(s, "transitivity", steps=[])
    refused(s.proves(lt(x, y)), "transitivity", steps=[["<=", z], ["=", y]])
    refused(s.proves(ne(x, y)), "transitivity", steps=[["!=", z], ["!=", y]])
    refused(s.proves(ne(x, y)), "transitivity", steps=[["<=", z], ["!=", y]])
    refused(s, "transitivity", steps=[["~", y]])
    assert said(goals(s.proves(ne(x, y)), "transitivity", steps=[["<", z], ["<=", y]])) == [lt(x, z), le(z, y)]


def test_nonnegative_combinations() -> None:
    s = Sequent(context(lt(x, y), le(z, w), eq(x, z)), lt(x, w))
    left = goals(s, "nonnegative_combination", terms=[[0, num(2)], [1, w], [2, z]], rest=y)
    parts = (mul(num(2), sub(y, x)), mul(w, sub(w, z)), mul(z, sub(x, z)), y)
    assert said(left) == [eq(sub(w, x), add(*parts)), ge(w, num(0)), ge(y, num(0))]
    strict = goals(s, "nonnegative_combination", terms=[[1, num(2)]], rest=y)
    assert said(strict) == [eq(sub(w, x), add(mul(num(2), sub(w, z)), y)), gt(y, num(0))]
    refused(s, "nonnegative_combination", terms=[[1, num(2)]])
    refused(s, "nonnegative_combination", terms=[[2, num(2)]])
    assert ge(num(-1), num(0)) in said(goals(s.proves(le(x, w)), "nonnegative_combination", terms=[[1, num(-1)]]))
    assert gt(num(0), num(0)) in said(goals(s, "nonnegative_combination", terms=[[0, num(0)]]))
    refused(s.proves(eq(x, w)), "nonnegative_combination", terms=[[0, num(1)]])


def test_multiplying_by_something_of_unknown_sign_needs_that_sign() -> None:
    s = Sequent(context(le(x, y)), le(mul(x, z), mul(y, z)))
    assert ge(z, num(0)) in said(goals(s, "nonnegative_combination", terms=[[0, z]]))
    assert said(goals(s, "monotone", path=[0], names=[])) == [ge(z, num(0)), le(x, y)]


@pytest.mark.parametrize(
    ("goal", "path", "left"),
    [
        (le(add(x, z), add(y, z)), [0], [le(x, y)]),
        (lt(neg(x), neg(y)), [0], [lt(y, x)]),
        (lt(mul(x, z), mul(y, z)), [0], [gt(z, num(0)), lt(x, y)]),
        (le(mul(neg(name("p")), x), mul(neg(name("p")), y)), [1], [le(y, x)]),
        (le(div(x, z), div(y, z)), [0], [gt(z, num(0)), le(x, y)]),
        (lt(div(name("p"), x), div(name("p"), y)), [1], [gt(y, num(0)), lt(y, x)]),
        (le(div(neg(name("p")), x), div(neg(name("p")), y)), [1], [gt(x, num(0)), le(x, y)]),
        (lt(power(x, 2), power(y, 2)), [0], [ge(x, num(0)), lt(x, y)]),
        (lt(power(x, 3), power(y, 3)), [0], [lt(x, y)]),
        (lt(power(x, -1), power(y, -1)), [0], [gt(y, num(0)), lt(y, x)]),
        (le(power(num(2), x), power(num(2), y)), [1], [le(x, y)]),
        (le(power(z, x), power(z, y)), [1], [ge(z, num(1)), le(x, y)]),
        (lt(exp(x), exp(y)), [0], [lt(x, y)]),
        (lt(fun("log", x), fun("log", y)), [0], [gt(x, num(0)), lt(x, y)]),
        (le(Term("sqrt", (x,)), Term("sqrt", (y,))), [0], [ge(x, num(0)), le(x, y)]),
        (le(fun("relu", x), fun("relu", y)), [0], [le(x, y)]),
        (lt(fun("abs", x), fun("abs", y)), [0], [ge(x, num(0)), lt(x, y)]),
        (ge(exp(y), exp(x)), [0], [le(x, y)]),
        (lt(exp(add(x, z)), exp(add(y, z))), [0, 0], [lt(x, y)]),
    ],
)
def test_monotone_places(goal: Statement, path: list[int], left: list[Statement]) -> None:
    assert said(goals(Sequent(context(), goal), "monotone", path=path, names=[])) == left


@pytest.mark.parametrize(
    ("goal", "path"),
    [
        (lt(fun("relu", x), fun("relu", y)), [0]),
        (le(fun("sin", x), fun("sin", y)), [0]),
        (le(call(x), call(y)), [0]),
        (le(add(x, z), add(y, w)), [0]),
        (le(exp(x), fun("sinh", y)), [0]),
        (le(power(x, z), power(y, z)), [0]),
        (le(power(x, 0), power(y, 0)), [0]),
        (eq(exp(x), exp(y)), [0]),
        (le(exp(x), exp(y)), [1]),
        (le(member(i), member(j)), [0]),
        (le(x, y), [0]),
    ],
)
def test_places_that_are_not_monotone(goal: Statement, path: list[int]) -> None:
    refused(Sequent(context(), goal), "monotone", path=path, names=[])


def test_a_function_that_may_leave_the_reals_is_not_monotone_there() -> None:
    s = Sequent(context(), le(exp(Term("sqrt", (x,))), exp(Term("sqrt", (y,)))))
    assert Membership(Term("sqrt", (x,)), "real") in said(goals(s, "monotone", path=[0], names=[]))
    cubes = s.proves(le(power(name("c"), 3), power(x, 3)))
    assert Membership(name("c"), "real") in said(goals(cubes, "monotone", path=[0], names=[]))


def test_sums_term_by_term() -> None:
    s = Sequent(context(), le(Term("sum", (exp(member(i)), j), ("i", N)), Term("sum", (mul(x, name("t")), j), ("t", N))))
    (left,) = goals(s, "monotone", path=[0], names=["u"])
    assert left.goal == le(exp(member(name("u"))), mul(x, name("u")))
    assert added(s, left) == [ne(name("u"), j)] and frozenset(("u", "j")) in left.context.distinct
    for label in ("i", "x", "n"):
        refused(s, "monotone", path=[0], names=[label])
    refused(s, "monotone", path=[0], names=[])
    refused(s, "monotone", path=[0], names=["u", "v"])
    whole, left_out = (Term("sum", (exp(member(i)), *e), ("i", N)) for e in ((), (j,)))
    refused(s.proves(le(whole, left_out)), "monotone", path=[0], names=["u"])
    other = Term("sum", (exp(member(i)),), ("i", Size.of(3)))
    refused(s.proves(le(whole, other)), "monotone", path=[0], names=["u"])


def test_a_sum_that_may_be_empty_grows_weakly() -> None:
    terms = [Term("sum", (body, j), ("i", N)) for body in (num(0), num(1))]
    assert goals(Sequent(context(), le(*terms)), "monotone", path=[0], names=["u"])
    refused(Sequent(context(), lt(*terms)), "monotone", path=[0], names=["u"])
    fewer = [Term("sum", (body,), ("i", N - Size.of(1))) for body in (num(0), num(1))]
    refused(Sequent(context(), lt(*fewer)), "monotone", path=[0], names=["u"])
    whole = [Term("sum", (body,), ("i", N)) for body in (num(0), num(1))]
    assert goals(Sequent(context(), lt(*whole)), "monotone", path=[0], names=["u"])


# Facts and axioms ---------------------------------------------------------------------------------------------


def test_axioms_are_listed() -> None:
    statement = every("t", REAL, eq(t, t))
    tree = node("fact", node("generalise", SEEN, names=["t"]), name="pi_irrational")
    with pytest.raises(Rejected, match="axiom"):
        proved(context(), statement, tree)
    assert proved(context(), statement, tree, axioms=("pi-irrational",)).axioms == ("pi-irrational",)
    plain_fact = node("fact", node("generalise", SEEN, names=["t"]), name="same_angle")
    assert proved(context(), statement, plain_fact).axioms == ()
    refused(Sequent(context(), statement), "fact", name="nothing")


def pi_tree(p: Term, q: Term, *obligations: Node) -> Node:
    last = node("modus_ponens", {"rule": "hypothesis", "n": 0}, {"rule": "hypothesis", "n": 3}, n=2, direction="forward")
    return node("fact", node("instance", *obligations, last, n=1, terms={"_p": p, "_q": q}), name="pi_irrational")


def test_pi_is_irrational_for_rational_numbers_only() -> None:
    given = eq(name("q"), mul(k, PI))
    theorem = proved(context(given), eq(k, num(0)), pi_tree(name("q"), k), axioms=("pi-irrational",))
    assert theorem.conclusion == eq(k, num(0)) and theorem.hypotheses == (given,)
    real = context(eq(x, mul(y, PI)))
    with pytest.raises(Rejected):
        proved(real, eq(y, num(0)), pi_tree(x, y), axioms=("pi-irrational",))
    with pytest.raises(Rejected):
        proved(real, eq(y, num(0)), pi_tree(x, y, SEEN, SEEN), axioms=("pi-irrational",))
    root = Term("sqrt", (num(2),))
    with pytest.raises(Rejected):
        proved(context(eq(root, mul(k, PI))), eq(k, num(0)), pi_tree(root, k, SEEN), axioms=("pi-irrational",))


def test_whole_turns_need_sine_and_cosine() -> None:
    equal_sines = eq(fun("sin", x), fun("sin", y))
    goal = some("t", INTEGER, eq(sub(x, y), mul(num(2), t, PI)))

    def tree(*premise: Node) -> Node:
        chosen = node("obtain", node("witness", SEEN, terms={"t": name("u")}), n=4 if len(premise) == 2 else 3, names=["u"])
        used = node("modus_ponens", node("both", *premise), chosen, n=3 if len(premise) == 2 else 2, direction="forward")
        return node("fact", node("instance", used, n=2 if len(premise) == 2 else 1, terms={"_a": x, "_b": y}), name="same_angle")

    both = context(equal_sines, eq(fun("cos", x), fun("cos", y)))
    assert proved(both, goal, tree(SEEN, SEEN)).conclusion == goal
    with pytest.raises(Rejected):
        proved(context(equal_sines), goal, tree(SEEN))
    with pytest.raises(Rejected):
        proved(context(equal_sines, eq(fun("cos", x), fun("cos", z))), goal, tree(SEEN, SEEN))


def test_complex_numbers_are_no_angles() -> None:
    s = Sequent(context(), eq(x, y))
    (cited,) = goals(s, "fact", name="same_angle")
    left = goals(cited, "instance", n=0, terms={"_a": name("c"), "_b": x})
    assert Membership(name("c"), "real") in said(left)


# Certificates -------------------------------------------------------------------------------------------------


def test_a_tree_is_an_object_all_the_way() -> None:
    ctx, goal = context(), eq(x, x)
    assert proved(ctx, goal, SEEN).rules == {"seen": 1}
    bad: list[Any] = [
        [],
        1,
        "seen",
        {},
        {"rule": 1},
        {"rule": "sewn"},
        {"rule": "seen", "of": {}},
        {"rule": "seen", "of": [SEEN]},
    ]
    bad += [
        {"rule": "seen", "n": 1},
        {"rule": "hypothesis"},
        {"rule": "hypothesis", "n": 10**200},
        {"rule": "chain", "lemmas": 1, "links": []},
    ]
    bad += [{"rule": "have", "statement": ["forall", 1, 2], "of": [SEEN, SEEN]}, {"rule": "instance", "n": 0, "terms": [1]}]
    for tree in bad:
        with pytest.raises(Rejected):
            proved(ctx, goal, tree)


def test_a_tree_may_be_deep_but_not_without_end() -> None:
    tree = SEEN
    for _ in range(120):
        tree = node("have", SEEN, tree, statement=eq(x, x))
    assert proved(context(), eq(y, y), tree).rules["have"] == 120
    for _ in range(1000):
        tree = {"rule": "have", "of": [tree]}
    with pytest.raises(Rejected):
        proved(context(), eq(y, y), tree)


def test_a_certificate_is_a_chain_or_a_tree() -> None:
    both = {**certificate(context(), eq(x, x), SEEN), "lemmas": [], "links": [{"path": []}]}
    with pytest.raises(Rejected):
        check(both)


def test_work_is_bounded() -> None:
    tree = SEEN
    for _ in range(30):
        tree = node("have", SEEN, tree, statement=eq(x, x))
    with pytest.raises(Rejected, match="budget"):
        check(certificate(context(), eq(y, y), tree), budget=20)


def test_only_hypotheses_of_the_theorem_are_listed() -> None:
    ctx = context(lt(x, y), eq(z, w))
    theorem = proved(ctx, Implies(eq(x, z), eq(z, w)), node("assume", {"rule": "hypothesis", "n": 1}))
    assert theorem.hypotheses == (eq(z, w),)


def test_a_premise_undefined_somewhere_gives_nothing_there() -> None:
    """1/x² ≥ 0 ⇒ f(x) = 1 for all x says nothing of x = 0, though 1/0 counts as 0."""
    given = every("t", REAL, Implies(ge(div(num(1), power(t, 2)), num(0)), eq(call(t), num(1))))
    link = {"path": [], "by": "hypothesis", "n": 0, "direction": "forward", "instance": {"t": plain(num(0))}}
    s = Sequent(context(given), eq(call(num(0)), num(1)))
    assert ne(power(num(0), 2), num(0)) in said(goals(s, "chain", lemmas=[], links=[link]))
