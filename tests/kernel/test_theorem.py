"""Whole certificates: what is accepted, and what is not and why. Scripts are written by hand from the law table."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import Theorem, check, conditions_raised
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import ForAll, Hypothesis, Property, Relation
from symproofs.terms.term import IMAGINARY, E, Term, fun, name, num, term
from symproofs.terms.types import Type, function, index, matrix, scalar, vector

N, D = Size.of("n"), Size.of("d")


def declare(**rows: Type | tuple[Type, str]) -> Context:
    split = {n: r if isinstance(r, tuple) else (r, "") for n, r in rows.items()}
    return Context({n: Declaration(n, t, frozenset(p.split())) for n, (t, p) in split.items()})


def mul(*args: Term) -> Term:
    return term("mul", *args)


def add(*args: Term) -> Term:
    return term("add", *args)


def div(a: Term, b: Term) -> Term:
    return term("div", a, b)


def transpose(a: Term) -> Term:
    return term("transpose", a)


def power(a: Term, b: Term) -> Term:
    return term("pow", a, b)


def exp_i(a: Term) -> Term:
    return power(E, mul(IMAGINARY, a))


def equal(left: Term, right: Term) -> Relation:
    return Relation("=", left, right)


A, B, P, X, W, a, b, x, y, z, w = map(name, ["A", "B", "P", "X", "W", "a", "b", "x", "y", "z", "w"])
PERMUTED = declare(P=(matrix("n", "n"), "permutation"))
MEET = [["add", 0, 1, 0]]
"""The monomial on the left and the one on the right, with their opposite signs, cancel."""


@pytest.fixture
def prove(certificate: Any, lemma: Any, link: Any) -> Any:
    """check(left = right) by one lemma used at the top; its letters are the given ones, standing for themselves."""

    def proves(context: Context, left: Term, right: Term, conditions: tuple[Any, ...] = (), **script: Any) -> Theorem:
        return check(certificate(context, left, right, [lemma(left, right, **script)], [link("lemma", 0)], conditions))

    return proves


# ------------------------------------------------------------------ accepted


def test_a_permutation_matrix_is_orthogonal(prove: Any) -> None:
    context = PERMUTED.declare(Declaration("A", matrix("n", "d")))
    script = [["perm", 0, 0], ["perm", 1, 1], ["contract", 2, 0, 0], ["contract", 3, 0, 1]]
    theorem = prove(context, mul(transpose(P), P, A), A, scripts=[script, MEET], sides=(0, None), end=[["script", 1]])
    assert theorem.conclusion == equal(mul(transpose(P), P, A), A)
    assert theorem.laws == {"perm": 2, "contract": 2, "add": 1}
    assert theorem.conditions == theorem.hypotheses == theorem.axioms == ()


def test_transpose_of_product_needs_a_witness_for_the_order(prove: Any) -> None:
    context = declare(A=matrix("n", "d"), B=matrix("d", "n"))
    left, right = transpose(mul(A, B)), mul(transpose(B), transpose(A))
    prove(context, left, right, scripts=[[["add", 0, 1, [[0], [[1, 0], [0, 0]]]]]], end=[["script", 0]])
    with pytest.raises(Rejected, match="different names"):
        prove(context, left, right, scripts=[MEET], end=[["script", 0]])


SOFTMAX = {
    "scripts": [
        [["perm", 0, 0], ["perm", 1, 2], ["contract", 2, 0, 1], ["contract", 3, 1, 1]],
        [["arg", 0, 0, 0, 0], ["reindex", 1, 0, "P"]],
        [["arg", 0, 0, 0, 0], ["arg", 1, 1, 0, 1]],
        [["perm", 0, 0], ["perm", 1, 3], ["contract", 2, 0, 1], ["contract", 3, 2, 1]],
        MEET,
    ],
    "sides": (2, 3),
    "end": [["script", 4]],
}


def test_row_softmax_commutes_with_a_permutation_of_rows_and_columns(prove: Any) -> None:
    context = PERMUTED.declare(Declaration("A", matrix("n", "n")))
    left = term("rowsoftmax", mul(P, A, transpose(P)))
    right = mul(P, term("rowsoftmax", A), transpose(P))
    assert prove(context, left, right, **SOFTMAX).laws["reindex"] == 1


def test_a_lemma_with_letters_is_used_inside_a_term(certificate: Any, lemma: Any, link: Any) -> None:
    context = PERMUTED.declare(
        Declaration("X", matrix("n", "d")), Declaration("W", matrix("d", "n")), Declaration("V", matrix("n", "n"))
    )
    left, right = term("rowsoftmax", mul(P, A, transpose(P))), mul(P, term("rowsoftmax", A), transpose(P))
    softmax = lemma(left, right, {"A": matrix("n", "n")}, **SOFTMAX)
    score = mul(X, W)
    written = mul(term("rowsoftmax", mul(P, score, transpose(P))), name("V"))
    wanted = mul(mul(P, term("rowsoftmax", score), transpose(P)), name("V"))
    theorem = check(certificate(context, written, wanted, [softmax], [link("lemma", 0, [0], A=score)]))
    assert theorem.links[0].result == wanted and theorem.links[0].path == (0,)
    check(certificate(context, wanted, written, [softmax], [link("lemma", 0, [0], backward=True, A=score)]))


EXPONENTIALS = {
    "scripts": [[["expjoin", 0, 0, 1]], [["arg", 0, 0, 0, 2]], [], MEET],
    "sides": (0, None),
    "end": [["script", 3]],
}


def test_exponentials_of_imaginary_numbers_multiply(prove: Any) -> None:
    context = declare(a=scalar(), b=scalar())
    left, right = mul(exp_i(a), exp_i(b)), exp_i(add(a, b))
    prove(context, left, right, scripts=[[["expjoin", 0, 0, 1]], MEET], sides=(0, None), end=[["script", 1]])


def test_cos_squared_plus_sin_squared_is_one(prove: Any) -> None:
    """cos² = (E² + 2 E F + F²)/4, sin² = (−1/4)(E² − 2 E F + F²) with E = e^{ix}, F = e^{-ix}, E F = 1."""
    context = declare(x=scalar())
    two = num(2)
    left = add(power(fun("cos", x), two), power(fun("sin", x), two))
    # cos: ½E + ½F; sin: I E (-½) + I F (½): its square is a sum as a base of a power
    expand = [["expand", 0, 0], ["expand", 1, 0]]
    # cos gives 2…5: EE, EF, FE, FF; sin gives 6…9 with i i in front
    steps = [*expand]
    following = 10
    # factors of 2…5: X X; join and see exp(0) = 1 where the arguments cancel
    for k, turned in ((2, 0), (3, 0), (4, 0), (5, 0), (6, 1), (7, 1), (8, 1), (9, 1)):
        if turned:
            steps += [["mul", k, 0, 2, 0], ["iunit", following, 0]]
            k, following = following + 1, following + 2
        steps += [["expjoin", k, 0, 1]]
        following += 1
    # joined: cos 10, 11, 12, 13; sin 16, 19, 22, 25
    for k in (11, 12, 19, 22):
        steps += [["arg", k, 0, 0, 0], ["expsum", following, 0]]
        following += 2
    # exp(0) = 1: 27, 29, 31, 33; they add up to 1, the others cancel
    steps += [["add", 10, 16, 0], ["add", 13, 25, 0], ["add", 27, 29, 0], ["add", 34, 31, 0], ["add", 35, 33, 0]]
    scripts = [[["add", 0, 1, 0]], steps, MEET]
    theorem = prove(context, left, num(1), scripts=scripts, sides=(1, None), end=[["script", 2]])
    assert theorem.conditions == ()


def test_real_part_of_z_times_conjugate(prove: Any) -> None:
    """Re(z w̄) = Re(z̄ w): both are ½(z w̄ + z̄ w)."""
    context = declare(z=scalar("complex"), w=scalar("complex"))
    left, right = fun("re", mul(z, fun("conj", w))), fun("re", mul(fun("conj", z), w))
    cross = [["add", 0, 3, 0], ["add", 1, 2, 0]]
    prove(context, left, right, scripts=[cross], end=[["script", 0]])


def test_a_definition_is_unfolded_and_folded(certificate: Any, link: Any) -> None:
    rope = function((scalar("complex"), scalar()), scalar("complex"))
    context = declare(f=rope, z=scalar("complex"), a=scalar())
    value = mul(name("x"), exp_i(mul(name("t"), a)))
    definition = ForAll(
        (("x", scalar("complex")), ("t", scalar())), equal(term("call", name("x"), name("t"), data=("f",)), value)
    )
    context = context.assume([Hypothesis(definition)])
    called = term("call", z, num(0), data=("f",))
    unfolded = mul(z, exp_i(mul(num(0), a)))
    theorem = check(certificate(context, called, unfolded, [], [link("hypothesis", 0, x=z, t=num(0))]))
    assert theorem.hypotheses == (definition,)
    check(certificate(context, unfolded, called, [], [link("hypothesis", 0, backward=True, x=z, t=num(0))]))


def test_a_condition_is_the_claim(certificate: Any, lemma: Any, link: Any) -> None:
    context = declare(x=scalar(), y=scalar())
    left, right = div(mul(x, y), x), y
    script = [["unwrap", 0, 2], ["mul", 1, 0, 2, 0]]
    rows = [lemma(left, right, scripts=[script, MEET], sides=(0, None), end=[["script", 1]])]
    condition = Relation("!=", x, num(0))
    assert check(certificate(context, left, right, rows, [link("lemma", 0)], (condition,))).conditions == (condition,)
    assert conditions_raised(certificate(context, left, right, rows, [link("lemma", 0)])) == (condition,)
    with pytest.raises(Rejected, match="a condition is not listed"):
        check(certificate(context, left, right, rows, [link("lemma", 0)]))


def test_a_condition_that_is_a_hypothesis_or_evident_is_no_condition(certificate: Any, lemma: Any, link: Any) -> None:
    letters = {"s": scalar(), "t": scalar()}
    s, t = name("s"), name("t")
    script = [["unwrap", 0, 2], ["mul", 1, 0, 2, 0]]
    rows = [lemma(div(mul(s, t), s), t, letters, scripts=[script, MEET], sides=(0, None), end=[["script", 1]])]
    context = declare(x=scalar(), y=scalar(), u=(scalar(), "positive"))
    for given, instance, used in (
        ((Hypothesis(Relation("!=", x, num(0))),), x, 1),
        ((Hypothesis(Relation(">", x, num(0))),), x, 1),
        ((), fun("exp", x), 0),
        ((), add(name("u"), num(1)), 0),
    ):
        theorem = check(
            certificate(context.assume(given), div(mul(instance, y), instance), y, rows, [link("lemma", 0, s=instance, t=y)])
        )
        assert theorem.conditions == () and len(theorem.hypotheses) == used


def test_sums_are_written_out_and_deltas_of_distinct_indices_vanish(certificate: Any, lemma: Any, link: Any) -> None:
    """Σ_{i≠a,b} 1 = n − 2 only where a ≠ b is declared."""
    context = declare(a=index("n"), b=index("n"))
    left = term("sum", num(1), a, b, data=("i", N))
    right = add(term("size", data=(N,)), num(-2))
    # entries: Σ 1 − Σδ_ib − Σδ_ia + Σδ_ia δ_ib, in the order of multiply
    left_steps = [
        ["count", 0, 0],
        ["contract", 1, 0, 0],
        ["contract", 2, 0, 0],
        ["contract", 3, 0, 0],
        ["dzero", 7, 0],
        ["add", 5, 6, 0],
    ]
    rows = [lemma(left, right, scripts=[left_steps, [["add", 0, 2, 0], ["add", 1, 3, 0]]], sides=(0, None), end=[["script", 1]])]
    known = dataclasses.replace(context, distinct=frozenset({frozenset({"a", "b"})}))
    check(certificate(known, left, right, rows, [link("lemma", 0)]))
    with pytest.raises(Rejected, match="not declared distinct"):
        check(certificate(context, left, right, rows, [link("lemma", 0)]))


def test_nothing_to_do(certificate: Any) -> None:
    assert check(certificate(declare(x=scalar()), x, x)).links == ()


# ------------------------------------------------------------------ theorems are made here only


def test_nobody_else_makes_a_theorem(certificate: Any) -> None:
    with pytest.raises(TypeError):
        Theorem((), equal(x, y), (), (), (), object())
    theorem = check(certificate(declare(x=scalar()), x, x))
    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(theorem, conclusion=equal(x, y))
    with pytest.raises(dataclasses.FrozenInstanceError):
        theorem.conclusion = equal(x, y)  # type: ignore[misc]


# ------------------------------------------------------------------ must be rejected, and says why


def test_softmax_does_not_commute_with_a_permutation_of_columns(prove: Any) -> None:
    """The same trace for softmax(A Pᵀ) = softmax(A): a reindexing is needed that changes the entry."""
    context = PERMUTED.declare(Declaration("A", matrix("n", "n")))
    left, right = term("rowsoftmax", mul(A, transpose(P))), term("rowsoftmax", A)
    inner = [["perm", 0, 1], ["contract", 1, 1, 1]]
    total = [["arg", 0, 0, 0, 0], ["reindex", 1, 0, "P"]]
    sides = [["arg", 0, 0, 0, 0], ["arg", 1, 1, 0, 1]]
    with pytest.raises(Rejected, match="indices differ"):
        prove(context, left, right, scripts=[inner, total, sides, MEET], sides=(2, None), end=[["script", 3]])


def test_reindexing_needs_a_bijection(prove: Any) -> None:
    context = declare(G=matrix("n", "n"), x=vector("n"))
    total = term("sum", term("entry", x, name("i")), data=("i", N))
    with pytest.raises(Rejected, match="not declared to be a permutation"):
        prove(context, total, total, scripts=[[["reindex", 0, 0, "G"]]], sides=(0, None))


def test_a_circular_script(prove: Any) -> None:
    context = declare(x=scalar())
    for own in (0, 1):
        with pytest.raises(Rejected, match="not before it"):
            prove(context, fun("exp", x), fun("exp", x), scripts=[[["arg", 0, 0, 0, own]]], sides=(0, None))


def test_a_bound_index_does_not_escape(prove: Any) -> None:
    """Σ_k x_k / (Σ_j x_j + y_k) is not 1 − Σ y_k/…: the index occurs in the denominator."""
    context = declare(x=(vector("n"), "positive"), y=(vector("n"), "positive"))
    k, j = name("k"), name("j")
    below = add(term("sum", term("entry", x, j), data=("j", N)), term("entry", y, k))
    left = term("sum", div(term("entry", x, k), below), data=("k", N))
    with pytest.raises(Rejected, match="occurs elsewhere"):
        prove(context, left, left, scripts=[[["inv", 0, 1, 0, [0], [0], [0]]]], sides=(0, None))


@pytest.mark.parametrize(
    "step, reason",
    [
        (["perm", 0, 5], "no factor 5"),
        (["perm", 3, 0], "no monomial 3"),
        (["perm", 0, 1], "no permutation"),
        (["perm", 0, -1], "a number from 0"),
        (["perm", 0, True], "no JSON value"),
        (["contract", 0, 0, 0], "kind T"),
        (["contract", 0, 0, 2], "a side is 0 or 1"),
        (["count", 0, 0], "the bound index occurs"),
        (["range", 0, 0], "not a range to write out"),
        (["reindex", 0, 0], "takes 2 data"),
        (["nonsense", 0], "no such law"),
        (["add", 0, 0, 0], "no monomial 0"),
        (["expand", 0, 0], "kind T"),
        ([0, 0], "a step is"),
        ("perm", "a step is"),
        (["scale", 0, 0, "1e9"], "rational|reasonable"),
    ],
)
def test_wrong_positions(prove: Any, step: Any, reason: str) -> None:
    context = PERMUTED.declare(Declaration("A", matrix("n", "n")))
    with pytest.raises(Rejected, match=reason):
        prove(context, mul(P, A), mul(P, A), scripts=[[step]], sides=(0, None))


def test_letters_keep_shape_and_sort(certificate: Any, lemma: Any, link: Any) -> None:
    context = declare(B=matrix("n", "d"), z=scalar("complex"), x=scalar())
    row = lemma(transpose(transpose(A)), A, {"A": matrix("n", "n")}, scripts=[MEET], end=[["script", 0]])
    with pytest.raises(Rejected, match="another shape"):
        check(certificate(context, transpose(transpose(B)), B, [row], [link("lemma", 0, A=B)]))
    real_only = lemma(fun("conj", name("t")), name("t"), {"t": scalar()}, scripts=[MEET], end=[["script", 0]])
    check(certificate(context, fun("conj", x), x, [real_only], [link("lemma", 0, t=x)]))
    with pytest.raises(Rejected, match="t is real, the term is complex"):
        check(certificate(context, fun("conj", z), z, [real_only], [link("lemma", 0, t=z)]))
    with pytest.raises(Rejected, match="every letter needs a term"):
        check(certificate(context, fun("conj", x), x, [real_only], [link("lemma", 0)]))


def test_roots_of_numbers_of_unknown_sign_are_real_only_where_defined(certificate: Any, lemma: Any, link: Any) -> None:
    real_only = lemma(fun("conj", name("t")), name("t"), {"t": scalar()}, scripts=[MEET], end=[["script", 0]])
    root = term("sqrt", x)
    rows = [real_only], [link("lemma", 0, t=root)]
    with pytest.raises(Rejected, match="condition is not listed"):
        check(certificate(declare(x=scalar()), fun("conj", root), root, *rows))
    condition = Relation(">=", x, num(0))
    theorem = check(certificate(declare(x=scalar()), fun("conj", root), root, *rows, (condition,)))
    assert theorem.conditions == (condition,)
    assert check(certificate(declare(x=(scalar(), "nonnegative")), fun("conj", root), root, *rows)).conditions == ()


def test_a_letter_is_no_declared_name_and_no_size(certificate: Any, lemma: Any, link: Any) -> None:
    context = declare(x=scalar(), v=vector("m"))
    for letter in ("x", "m"):
        t = name(letter)
        row = lemma(t, t, {letter: scalar()}, scripts=[MEET], end=[["script", 0]])
        with pytest.raises(Rejected, match="mean something already"):
            check(certificate(context, x, x, [row], [link("lemma", 0, **{letter: x})]))
    # Σ_{i∈[k]} 1 = k may not be used with k := 2, since the size would stay
    total = lemma(
        term("sum", num(1), data=("i", Size.of("k"))), name("k"), {"k": scalar("natural")}, [[["count", 0, 0]], MEET], (0, None),
        [["script", 1]],
    )  # fmt: skip
    left = term("sum", num(1), data=("i", Size.of("k")))
    with pytest.raises(Rejected, match="mean something already"):
        check(certificate(context, left, num(2), [total], [link("lemma", 0, k=num(2))]))


def test_a_hypothesis_about_a_bound_name_is_not_about_it(certificate: Any, lemma: Any, link: Any) -> None:
    context = declare(k=index("n"), x=vector("n")).assume([Hypothesis(equal(term("entry", x, name("k")), num(0)))])
    left = term("sum", term("entry", x, name("k")), data=("k", N))
    right = term("sum", num(0), data=("k", N))
    with pytest.raises(Rejected, match="bound here"):
        check(certificate(context, left, right, [], [link("hypothesis", 0, [0])]))
    signed = declare(k=scalar(), x=vector("n")).assume([Hypothesis(Relation(">", name("k"), num(0)))])
    body = fun("conj", term("sqrt", name("k")))
    left = term("sum_between", body, num(-1), num(2), data=("k",))
    right = term("sum_between", term("sqrt", name("k")), num(-1), num(2), data=("k",))
    real_only = lemma(fun("conj", name("t")), name("t"), {"t": scalar()}, scripts=[MEET], end=[["script", 0]])
    with pytest.raises(Rejected, match="condition is not listed"):
        check(certificate(signed, left, right, [real_only], [link("lemma", 0, [0], t=term("sqrt", name("k")))]))


def test_an_instance_is_not_captured(certificate: Any, link: Any) -> None:
    """f(t) = Σ_k t: f at the outer k is not Σ_k k."""
    context = declare(f=function((scalar(),), scalar()), k=scalar())
    definition = ForAll(
        (("t", scalar()),),
        equal(term("call", name("t"), data=("f",)), term("sum_between", name("t"), num(1), num(3), data=("k",))),
    )
    context = context.assume([Hypothesis(definition)])
    left = term("call", name("k"), data=("f",))
    captured = term("sum_between", name("k"), num(1), num(3), data=("k",))
    with pytest.raises(Rejected, match="does not end"):
        check(certificate(context, left, captured, [], [link("hypothesis", 0, t=name("k"))]))
    renamed = term("sum_between", name("k"), num(1), num(3), data=("k_0",))
    check(certificate(context, left, renamed, [], [link("hypothesis", 0, t=name("k"))]))


def test_a_definition_holds_where_it_is_defined(certificate: Any, link: Any) -> None:
    context = declare(f=function((scalar(),), scalar()))
    definition = ForAll((("t", scalar()),), equal(term("call", name("t"), data=("f",)), div(num(1), name("t"))))
    context = context.assume([Hypothesis(definition)])
    at_zero = term("call", num(0), data=("f",)), div(num(1), num(0))
    with pytest.raises(Rejected, match="condition is not listed"):
        check(certificate(context, *at_zero, [], [link("hypothesis", 0, t=num(0))]))


def test_the_chain_ends_at_the_right_side(certificate: Any) -> None:
    with pytest.raises(Rejected, match="does not end"):
        check(certificate(declare(x=scalar(), y=scalar()), x, y))


def test_sides_of_different_shape(certificate: Any) -> None:
    with pytest.raises(Rejected, match="shape"):
        check(certificate(declare(A=matrix("n", "d")), A, transpose(A)))


def test_only_equations_are_chained(certificate: Any) -> None:
    value = certificate(declare(x=scalar()), x, x)
    value["statement"][0] = "<="
    with pytest.raises(Rejected, match="chains prove equations"):
        check(value)


def test_a_bound_name_is_no_size(certificate: Any) -> None:
    left = term("sum", term("size", data=(N,)), data=("n", Size.of("m")))
    with pytest.raises(Rejected, match="name of a size"):
        check(certificate(declare(x=scalar()), left, left))


# ------------------------------------------------------------------ complex traps


def test_the_root_of_an_exponential_is_not_the_exponential_of_half(prove: Any) -> None:
    """√(e^{iθ}) = e^{iθ/2} is false at θ = 2π."""
    context = declare(x=scalar())
    left, right = term("sqrt", exp_i(x)), exp_i(div(x, num(2)))
    for steps, reason in (
        ([["unwrap", 0, 0]], "exponents differ"),
        ([["unwrap", 0, 0], ["expscale", 1, 0, 2]], "may not be real"),
        ([["unwrap", 0, 0], ["expsum", 1, 0]], "may not be real"),
    ):
        with pytest.raises(Rejected, match=reason):
            prove(context, left, right, scripts=[steps, MEET], sides=(0, None), end=[["script", 1]])
    real = term("sqrt", fun("exp", x)), fun("exp", div(x, num(2)))
    prove(context, *real, scripts=[[["unwrap", 0, 0], ["expscale", 1, 0, "2"]], MEET], sides=(0, None), end=[["script", 1]])


def test_the_square_of_the_modulus_is_not_the_square(prove: Any) -> None:
    context = declare(z=scalar("complex"), x=scalar())
    script = {"scripts": [[["expand", 0, 0], ["mul", 1, 0, 1, 0]], MEET], "sides": (0, None), "end": [["script", 1]]}
    prove(context, power(fun("abs", x), num(2)), power(x, num(2)), **script)
    with pytest.raises(Rejected, match="different kinds"):
        prove(context, power(fun("abs", z), num(2)), power(z, num(2)), **script)


def test_the_conjugate_of_a_real_name_only_is_itself(prove: Any) -> None:
    context = declare(z=scalar("complex"), x=scalar())
    prove(context, fun("conj", x), x, scripts=[MEET], end=[["script", 0]])
    with pytest.raises(Rejected, match="different kinds"):
        prove(context, fun("conj", z), z, scripts=[MEET], end=[["script", 0]])
    with pytest.raises(Rejected, match="conjugate"):
        prove(context, fun("conj", fun("log", z)), fun("log", z))


def test_the_inner_product_of_complex_numbers_is_not_fixed(prove: Any, certificate: Any, link: Any) -> None:
    context = declare(z=scalar("complex"), w=scalar("complex"), x=scalar())
    product = term("inner", z, w)
    with pytest.raises(Rejected, match="not fixed"):
        prove(context, product, mul(z, w))
    u, v = name("u"), name("v")
    definition = ForAll(
        (("u", scalar("complex")), ("v", scalar("complex"))), equal(term("inner", u, v), fun("re", mul(u, fun("conj", v))))
    )
    given = context.assume([Hypothesis(definition)])
    check(certificate(given, product, fun("re", mul(z, fun("conj", w))), [], [link("hypothesis", 0, u=z, v=w)]))
    with pytest.raises(Rejected, match="inner product changes between real and complex"):
        check(certificate(given, term("inner", x, x), fun("re", mul(x, fun("conj", x))), [], [link("hypothesis", 0, u=x, v=x)]))


def test_an_even_power_of_a_complex_number_has_no_sign(prove: Any) -> None:
    """√(z²) with z = i is i, and √(z²·x) = z √x fails; √(x²) = x needs x ≥ 0."""
    context = declare(z=scalar("complex"), x=scalar())
    for number, reason in ((z, "may not be real"), (x, "condition is not listed")):
        left = term("sqrt", power(number, num(2)))
        with pytest.raises(Rejected, match=reason):
            prove(context, left, number, scripts=[[["unwrap", 0, 0]], MEET], sides=(0, None), end=[["script", 1]])
    left = term("sqrt", power(x, num(2)))
    given = (Relation(">=", x, num(0)),)
    prove(context, left, x, given, scripts=[[["unwrap", 0, 0]], MEET], sides=(0, None), end=[["script", 1]])


def test_fractions_are_kept_exact(prove: Any) -> None:
    context = declare(x=scalar())
    half = term("num", data=(Fraction(1, 2),))
    left, right = add(mul(half, x), mul(half, x)), x
    prove(context, left, right, scripts=[[["add", 0, 1, 0]], MEET], sides=(0, None), end=[["script", 1]])


# ------------------------------------------------------------------ given equations as facts of a lemma


ORTHONORMAL = ForAll(
    (("i", index("n")), ("j", index("n"))),
    equal(
        mul(transpose(term("member", name("i"), data=("k",))), term("member", name("j"), data=("k",))),
        term("entry", term("identity", data=(N,)), name("i"), name("j")),
    ),
)


def test_orthonormal_keys(certificate: Any, lemma: Any, link: Any) -> None:
    """k_a^T (k_a + k_b) = 1 if the keys are orthonormal and a ≠ b."""
    context = declare(k=Type("real", D, Size.of(1), (N,)), a=index("n"), b=index("n")).assume([Hypothesis(ORTHONORMAL)])
    key_a, key_b = (term("member", i, data=("k",)) for i in (a, b))
    left = mul(transpose(key_a), add(key_a, key_b))
    steps = [["fact", 0, 0, [0], [0, 1], [0, 0]], ["fact", 1, 0, [0], [0, 1], [0, 0]], ["dself", 2, 0], ["dzero", 3, 0]]
    row = lemma(left, num(1), scripts=[steps, MEET], sides=(0, None), end=[["script", 1]])
    row["facts"] = [{"by": "hypothesis", "n": 0, "script": None, "lead": 0}]
    known = dataclasses.replace(context, distinct=frozenset({frozenset({"a", "b"})}))
    assert check(certificate(known, left, num(1), [row], [link("lemma", 0)])).hypotheses == (ORTHONORMAL,)
    with pytest.raises(Rejected, match="not declared distinct"):
        check(certificate(context, left, num(1), [row], [link("lemma", 0)]))
    with pytest.raises(Rejected, match="no hypothesis 1"):
        check(certificate(known, left, num(1), [row | {"facts": [row["facts"][0] | {"n": 1}]}], [link("lemma", 0)]))
    bound = term("sum", left, data=("a", N))
    with pytest.raises(Rejected, match="bound here"):
        check(certificate(known, bound, term("sum", num(1), data=("a", N)), [row], [link("lemma", 0, [0])]))


def test_a_premise_is_met_by_an_inverse_of_an_invertible_matrix(certificate: Any, lemma: Any, link: Any) -> None:
    square = matrix("n", "n")
    inverse_of = name("M")
    premise = equal(mul(inverse_of, A), term("identity", data=(N,)))
    left = mul(inverse_of, mul(A, x))
    steps = [["fact", 0, 0, [1], [0, 1], [0, 0]], ["contract", 1, 1, 1]]
    row = lemma(left, x, {"A": square, "M": square, "x": vector("n")}, [steps, MEET], (0, None), [["script", 1]])
    row |= {
        "premises": [["=", *certificate(declare(), premise.left, premise.right)["statement"][1:]]],
        "facts": [{"by": "premise", "n": 0, "script": None, "lead": 0}],
    }
    context = declare(B=square, v=vector("n"), P=(square, "permutation"))
    v = name("v")
    for matrix_, conditions in ((B, (Property("invertible", B),)), (P, ())):
        written = mul(term("inverse", matrix_), mul(matrix_, v)), v
        rows = [row], [link("lemma", 0, A=matrix_, M=term("inverse", matrix_), x=v)]
        assert check(certificate(context, *written, *rows, conditions)).conditions == conditions
    with pytest.raises(Rejected, match="condition is not listed"):
        check(certificate(context, mul(B, mul(B, v)), v, [row], [link("lemma", 0, A=B, M=B, x=v)]))
    given = context.assume([Hypothesis(equal(mul(B, B), term("identity", data=(N,))))])
    theorem = check(certificate(given, mul(B, mul(B, v)), v, [row], [link("lemma", 0, A=B, M=B, x=v)]))
    assert theorem.conditions == () and len(theorem.hypotheses) == 1


def test_a_fact_takes_its_bound_indices_along(certificate: Any, lemma: Any, link: Any) -> None:
    """Σ_j y_ij = 1 says nothing of Σ_j y_ij x_j."""
    context = declare(Y=matrix("n", "d"), x=vector("d"))
    context = context.assume(
        [Hypothesis(equal(mul(name("Y"), term("ones", data=(D, Size.of(1)))), term("ones", data=(N, Size.of(1)))))]
    )
    left = mul(name("Y"), x)
    row = lemma(left, left, scripts=[[["fact", 0, 0, [0], [0], [0]]]], sides=(0, None))
    row["facts"] = [{"by": "hypothesis", "n": 0, "script": None, "lead": 0}]
    with pytest.raises(Rejected, match="occurs elsewhere"):
        check(certificate(context, left, left, [row], [link("lemma", 0)]))


def test_a_free_index_of_a_written_range_is_covered(prove: Any) -> None:
    """R^T R = I for a rotation, entry by entry, is possible: I_2 = [[1, 0], [0, 1]] here."""
    one, zero = num(1), num(0)
    left, right = term("identity", data=(Size.of(2),)), term("matrix", one, zero, zero, one, data=(2, 2))
    # left: δ_ij; cover i by 1, 2: δ_ij δ_i1 + δ_ij δ_i2, i replaced in the first factor
    steps = [["cover", 0, "@0"], ["dsubst", 1, 1, 0], ["dsubst", 2, 1, 0]]
    end = [["add", 0, 2, 0], ["add", 1, 3, 0]]
    prove(declare(), left, right, scripts=[steps, end], sides=(0, None), end=[["script", 1]])
