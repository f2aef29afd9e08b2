"""True statements made by reshaping random terms are never refuted; random statements never raise or hang.

A term is reshaped by laws that hold for all values (of its sorts), so `term = reshaped term` is true. A single
slip in the reshaped term (a sign, a transpose) mostly makes it false; how often such slips fall is counted too.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symproofs.refute.refute import NoWitness, Refutation, fails_at, find_witness, refute
from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import And, ForAll, Hypothesis, Iff, Implies, Membership, Property, Relation
from symproofs.terms.term import FUNCTIONS, IMAGINARY, PI, E, Term, const, fun, name, num, term
from symproofs.terms.types import family, function, index, matrix, scalar, vector
from symproofs.terms.typing import Mistyped, type_of

N = Size.of("n")
UNIT = term("identity", data=(N,))

CONTEXT = Context().declare(
    Declaration("n", scalar("natural"), frozenset({"size"})),
    *(Declaration(x, matrix("n", "n")) for x in "ABC"),
    Declaration("P", matrix("n", "n"), frozenset({"permutation"})),
    Declaration("R", matrix("n", "n"), frozenset({"orthogonal"})),
    Declaration("S", matrix("n", "n"), frozenset({"symmetric"})),
    *(Declaration(x, vector("n")) for x in ("u", "v")),
    *(Declaration(x, scalar()) for x in ("x", "y")),
    *(Declaration(x, scalar("complex")) for x in ("z", "w")),
    Declaration("p", scalar(), frozenset({"positive"})),
    Declaration("m", scalar("integer")),
    Declaration("k", family(vector("n"), "n")),
    Declaration("a", index("n")),
    Declaration("f", function((scalar(),), scalar())),
)


# Random terms -------------------------------------------------------------------------------------------------


def square_matrix(rng: Random, depth: int) -> Term:
    if depth == 0:
        return name(rng.choice("ABCPRS"))
    kind = rng.randrange(7)
    first, second = square_matrix(rng, depth - 1), square_matrix(rng, rng.randrange(depth))
    if kind == 0:
        return term("add", first, second)
    if kind in (1, 2):
        return term("mul", first, second)
    if kind == 3:
        return term("transpose", first)
    if kind == 4:
        return term("hadamard", first, second)
    if kind == 5:
        return term("rowsoftmax", first)
    return fun(rng.choice(("relu", "exp", "abs")), first)


def number(rng: Random, depth: int, complex_: bool = False) -> Term:
    if depth == 0:
        return name(rng.choice("zw")) if complex_ else rng.choice((name("x"), name("y"), name("p"), num(rng.randint(-3, 3))))
    first, second = number(rng, depth - 1, complex_), number(rng, rng.randrange(depth), complex_)
    kind = rng.randrange(6)
    if kind in (0, 1):
        return term("add", first, second)
    if kind in (2, 3):
        return term("mul", first, second)
    if kind == 4:
        return term("pow", first, num(rng.randint(2, 3)))
    return fun(rng.choice(("sin", "cos", "exp", "conj", "abs")), first)


# Laws ---------------------------------------------------------------------------------------------------------

Law = Callable[[Term, Random], Term | None]


def commute_sum(t: Term, rng: Random) -> Term | None:
    return term("add", *reversed(t.args)) if t.head == "add" else None


def double_transpose(t: Term, rng: Random) -> Term | None:
    return term("transpose", term("transpose", t))


def transpose_of_product(t: Term, rng: Random) -> Term | None:
    if t.head == "transpose" and t.args[0].head == "mul":
        return term("mul", *(term("transpose", a) for a in reversed(t.args[0].args)))
    return None


def identity_factor(t: Term, rng: Random) -> Term | None:
    p = name(rng.choice("PR"))
    one = rng.choice((UNIT, term("mul", p, term("transpose", p)), term("mul", term("transpose", p), p)))
    return term("mul", t, one) if rng.random() < 0.5 else term("mul", one, t)


def distribute(t: Term, rng: Random) -> Term | None:
    if t.head == "mul" and len(t.args) == 2 and t.args[1].head == "add":
        return term("add", *(term("mul", t.args[0], b) for b in t.args[1].args))
    return None


def associate(t: Term, rng: Random) -> Term | None:
    if t.head == "mul" and t.args[0].head == "mul":
        first, *rest = t.args[0].args
        return term("mul", first, term("mul", *rest, *t.args[1:]))
    return None


def permute_rows(t: Term, rng: Random) -> Term | None:
    """f(A) = P^T f(P A) for f entry by entry or row by row."""
    if t.head == "rowsoftmax" or t.head == "fun":
        moved = t.with_args((term("mul", name("P"), t.args[0]),))
        return term("mul", term("transpose", name("P")), moved)
    return None


def add_and_take(t: Term, rng: Random) -> Term | None:
    other = square_matrix(rng, 0)
    return term("add", t, other, term("neg", other))


MATRIX_LAWS: tuple[Law, ...] = (
    commute_sum,
    double_transpose,
    transpose_of_product,
    identity_factor,
    distribute,
    associate,
    permute_rows,
    add_and_take,
)


def commute(t: Term, rng: Random) -> Term | None:
    return t.with_args(tuple(reversed(t.args))) if t.head in ("add", "mul") else None


def square_expand(t: Term, rng: Random) -> Term | None:
    if t.head == "pow" and t.args[1] == num(2) and t.args[0].head == "add" and len(t.args[0].args) == 2:
        a, b = t.args[0].args
        return term("add", term("pow", a, num(2)), term("mul", num(2), a, b), term("pow", b, num(2)))
    return None


def power_as_product(t: Term, rng: Random) -> Term | None:
    return term("mul", t.args[0], term("pow", t.args[0], num(1)), t.args[0]) if t.head == "pow" and t.args[1] == num(3) else None


def euler(t: Term, rng: Random) -> Term | None:
    if t.head == "fun" and t.data[0] == "cos":
        up = term("pow", E, term("mul", IMAGINARY, t.args[0]))
        down = term("pow", E, term("neg", term("mul", IMAGINARY, t.args[0])))
        return term("div", term("add", up, down), num(2))
    return None


def double_angle(t: Term, rng: Random) -> Term | None:
    if t.head == "fun" and t.data[0] == "sin":
        half = term("div", t.args[0], num(2))
        return term("mul", num(2), fun("sin", half), fun("cos", half))
    return None


def exp_of_sum(t: Term, rng: Random) -> Term | None:
    if t.head == "fun" and t.data[0] == "exp" and t.args[0].head == "add":
        return term("mul", *(fun("exp", a) for a in t.args[0].args))
    return None


def full_turn(t: Term, rng: Random) -> Term | None:
    if t.head == "fun" and t.data[0] in ("sin", "cos"):
        return fun(str(t.data[0]), term("add", t.args[0], term("mul", num(2), PI, name("m"))))
    return None


def modulus(t: Term, rng: Random) -> Term | None:
    if t.head == "fun" and t.data[0] == "abs":
        return term("sqrt", term("mul", t.args[0], fun("conj", t.args[0])))
    return None


def exp_of_log(t: Term, rng: Random) -> Term | None:
    return term("mul", t, fun("exp", term("add", fun("log", name("p")), term("neg", fun("log", name("p"))))))


NUMBER_LAWS: tuple[Law, ...] = (
    commute,
    distribute,
    associate,
    square_expand,
    power_as_product,
    euler,
    double_angle,
    exp_of_sum,
    full_turn,
    modulus,
    exp_of_log,
)


def reshape(t: Term, laws: tuple[Law, ...], rng: Random) -> Term:
    args = tuple(reshape(a, laws, rng) for a in t.args) if t.head != "pow" else (reshape(t.args[0], laws, rng), t.args[1])
    t = t.with_args(args) if args != t.args else t
    if rng.random() < 0.5 and t.head != "num":
        return rng.choice(laws)(t, rng) or t
    return t


# Properties ---------------------------------------------------------------------------------------------------

quick = settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 10**9)


def not_refuted(left: Term, right: Term) -> None:
    found = refute(CONTEXT, Relation("=", left, right), budget=15)
    assert not (isinstance(found, Refutation) and found.kind == "values"), (left, right, found)
    assert isinstance(found, Refutation) or found.met or not found.reason, found.reason


@quick
@given(seeds)
def test_a_reshaped_matrix_term_is_equal(seed):
    rng = Random(seed)
    t = square_matrix(rng, rng.randint(1, 3))
    not_refuted(t, reshape(t, MATRIX_LAWS, rng))


@quick
@given(seeds, st.booleans())
def test_a_reshaped_number_is_equal(seed, complex_):
    rng = Random(seed)
    t = number(rng, rng.randint(1, 3), complex_)
    not_refuted(t, reshape(t, NUMBER_LAWS, rng))


def test_most_slips_in_reshaped_terms_fall():
    """A lost transpose, sign or factor in a matrix product is refuted, and a second evaluation agrees."""
    fallen = total = 0
    for seed in range(60):
        rng = Random(seed)
        left = term("mul", name(rng.choice("ABC")), square_matrix(rng, 1), name(rng.choice("PR")))
        slips = (
            term("transpose", left),
            term("neg", left),
            term("mul", left, name("P")),
            term("mul", *reversed(left.args)),
            term("add", left, name("A")),
        )
        statement = Relation("=", left, rng.choice(slips))
        found = refute(CONTEXT, statement)
        total += 1
        if isinstance(found, Refutation) and found.kind == "values":
            fallen += 1
            assert fails_at(CONTEXT, statement, found.witness)
    assert fallen >= 0.9 * total


# Nothing raises -----------------------------------------------------------------------------------------------


def anything(rng: Random, depth: int) -> Term:
    """A term of any heads, often ill-typed."""
    if depth == 0:
        return rng.choice(
            (
                num(rng.choice((0, 1, -1, 2, 3, 10**9))),
                *(name(x) for x in ("A", "P", "S", "u", "v", "x", "y", "z", "p", "m", "a", "n", "f", "k", "unknown")),
                *map(const, ("pi", "e", "i", "oo")),
                term("size", data=(N,)),
                UNIT,
                term("ones", data=(N, Size.of(1))),
                term("dots"),
                term("tuple"),
            )
        )
    below = [anything(rng, rng.randrange(depth)) for _ in range(3)]
    a, b, c = below
    return rng.choice(
        (
            lambda: term("add", a, b),
            lambda: term("mul", a, b, c),
            lambda: term("div", a, b),
            lambda: term("pow", a, b),
            lambda: term(rng.choice(("neg", "sqrt", "factorial", "transpose", "inverse", "trace", "det", "diag", "norm")), a),
            lambda: term(rng.choice(("rowsoftmax", "softmax")), a),
            lambda: term(rng.choice(("root", "binomial", "hadamard", "kron", "inner")), a, b),
            lambda: fun(rng.choice(sorted(FUNCTIONS)), a),
            lambda: term("rows", a, data=(N,)),
            lambda: term("entry", a, name("a")),
            lambda: term("entry", a, name("a"), name("j")),
            lambda: term("member", name("a"), data=("k",)),
            lambda: term("call", a, data=("f",)),
            lambda: term("sum", a, name("a"), data=("j", N)),
            lambda: term("product", a, data=("j", N)),
            lambda: term("sum_between", a, b, c, data=("j",)),
            lambda: term("matrix", a, b, data=(1, 2)),
        )
    )()


def any_statement(rng: Random, depth: int):
    a, b = anything(rng, rng.randint(0, 3)), anything(rng, rng.randint(0, 3))
    if depth == 0 or rng.random() < 0.4:
        return rng.choice(
            (
                Relation(rng.choice(("=", "!=", "<", "<=", ">", ">=", "~")), a, b),
                Relation("=", a, a),
                Property(rng.choice(("permutation", "orthogonal", "symmetric", "positive", "no such thing")), a),
                Membership(a, rng.choice(("natural", "integer", "rational", "real", "complex", "no such set"))),
            )
        )
    first, second = any_statement(rng, depth - 1), any_statement(rng, depth - 1)
    return rng.choice(
        (
            lambda: And((first, second)),
            lambda: Implies(first, second),
            lambda: Iff(first, second),
            lambda: ForAll((("x", scalar("complex")), ("j", index("n"))), first),
            lambda: ForAll((("A", matrix("n", "m")),), first),
        )
    )()


@pytest.mark.timeout(300, method="thread")
@settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seeds)
def test_any_statement_gets_an_answer(seed):
    rng = Random(seed)
    statement = any_statement(rng, 2)
    context = CONTEXT.assume([Hypothesis(any_statement(rng, 1)) for _ in range(rng.randrange(3))])
    found = refute(context, statement, budget=5)
    assert isinstance(found, (Refutation, NoWitness))
    find_witness(context, budget=5)
    if isinstance(statement, Relation) and statement.operator == "=" and statement.left == statement.right:
        assert not isinstance(found, Refutation) or found.kind == "undefined"


@quick
@given(seeds)
def test_well_typed_terms_have_values_of_their_shape(seed):
    rng = Random(seed)
    t = anything(rng, 3)
    try:
        shape = type_of(t, CONTEXT.types).shape
    except Mistyped:
        return
    zero = term("zeros", data=shape)
    assert isinstance(refute(CONTEXT, Relation("=", t, zero), budget=5), (Refutation, NoWitness))
    not_refuted(t, term("add", t, zero))
