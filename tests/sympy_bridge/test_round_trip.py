"""Terms to SymPy and back: the same term, up to the spellings that SymPy does not tell apart."""

from __future__ import annotations

import subprocess
import sys

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.sympy_bridge import NotRepresentable, from_sympy, sides_to_sympy, to_sympy
from symproofs.sympy_bridge.classes import BroadcastRows, EntrywiseReLU, RowSoftmax
from symproofs.sympy_bridge.into_sympy import BUILDERS
from symproofs.sympy_bridge.out_of_sympy import spelled_by_sympy
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import HEADS, IMAGINARY, PI, E, Term, fun, name, num, term
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector
from symproofs.terms.typing import Mistyped, type_of

N, M, ONE = Size.of("n"), Size.of("m"), Size.of(1)
TYPES: dict[str, Type] = {
    "n": scalar("natural"),
    "m": scalar("natural"),
    "x": scalar(),
    "k": scalar("integer"),
    "z": scalar("complex"),
    "i": index("n"),
    "j": index("m"),
    "A": matrix("n", "m"),
    "B": matrix("m", "n"),
    "P": matrix("n", "n"),
    "Q": matrix("n", "n"),
    "R": matrix("m", "m"),
    "u": vector("n"),
    "v": vector("n"),
    "w": vector("m"),
    "b": matrix(1, "m"),
    "f": function((scalar(),), scalar()),
    "g": function((vector("n"),), vector("n")),
    "mu": family(vector("n"), "n"),
    "a": family(scalar(), "n"),
}
SIZES = ("n", "m")
SHAPES = {(ONE, ONE): ["x", "z", "k"], (N, M): ["A"], (M, N): ["B"], (N, N): ["P", "Q"], (M, M): ["R"], (N, ONE): ["u", "v"],
          (M, ONE): ["w"], (ONE, M): ["b"]}  # fmt: skip


def back(node: Term) -> Term:
    return from_sympy(to_sympy(node, TYPES), sizes=SIZES)


@st.composite
def terms(draw: st.DrawFn, shape: tuple[Size, Size], depth: int) -> Term:
    """A well-typed term of the shape; complex numbers keep out of functions that want real ones."""
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return draw(_atoms(shape))
    number = shape == (ONE, ONE)
    return draw(_numbers(depth - 1) if number else _arrays(shape, depth - 1))


def _atoms(shape: tuple[Size, Size]) -> st.SearchStrategy[Term]:
    named = [name(c) for c in SHAPES.get(shape, [])]
    if shape == (ONE, ONE):
        sizes = [Term("size", (), (s,)) for s in (N, N.scale(2) - ONE, (N + M).scale(num("1/2").data[0]))]  # type: ignore[arg-type]
        return st.sampled_from([*named, *map(num, (0, 1, 2, -1, "1/2", "-3/4")), E, PI, IMAGINARY, *sizes])
    square = [Term("identity", (), (shape[0],))] if shape[0] == shape[1] else []
    return st.sampled_from([*named, *square, Term("zeros", (), shape), Term("ones", (), shape)])


def _numbers(depth: int) -> st.SearchStrategy[Term]:
    one = terms((ONE, ONE), depth)
    nn, col = terms((N, N), depth), terms((N, ONE), depth)
    real = st.sampled_from([name("x"), name("k"), num(2), term("add", name("x"), num(-1))])
    return st.one_of(
        st.lists(one, min_size=2, max_size=3).map(lambda a: term("add", *a)),
        st.lists(one, min_size=2, max_size=3).map(lambda a: term("mul", *a)),
        one.map(lambda a: term("neg", a)),
        st.tuples(one, one).map(lambda a: term("div", *a)),
        st.tuples(one, one).map(lambda a: term("pow", *a)),
        one.map(lambda a: term("sqrt", a)),
        st.tuples(one, st.sampled_from([num(3), name("k")])).map(lambda a: term("root", *a)),
        st.tuples(st.sampled_from(["exp", "sin", "log", "conj", "re", "abs"]), one).map(lambda a: fun(*a)),
        st.tuples(st.sampled_from(["relu", "sigmoid", "floor", "sign", "step"]), real).map(lambda a: fun(*a)),
        real.map(lambda a: term("binomial", term("factorial", a), num(2))),
        st.tuples(col, nn, col).map(lambda a: term("mul", term("transpose", a[0]), a[1], a[2])),
        st.tuples(col, col).map(lambda a: term("inner", *a)),
        col.map(lambda a: term("norm", a)),
        nn.map(lambda a: term("trace", a)),
        nn.map(lambda a: term("det", a)),
        nn.map(lambda a: term("entry", a, name("i"), num(1))),
        col.map(lambda a: term("entry", a, name("i"))),
        col.map(lambda a: term("entry", a, name("i"), num(1))),
        one.map(lambda a: term("sum", term("mul", a, term("member", name("t"), data=("a",))), data=("t", N))),
        one.map(lambda a: term("sum", a, name("i"), data=("t", N))),
        one.map(lambda a: term("product", a, data=("t", N))),
        one.map(lambda a: term("sum_between", term("mul", a, name("t")), num(0), name("k"), data=("t",))),
        one.map(lambda a: term("sum_between", term("mul", a, name("t")), num(1), Term("size", (), (N,)), data=("t",))),
        real.map(lambda a: term("call", a, data=("f",))),
    )


def _arrays(shape: tuple[Size, Size], depth: int) -> st.SearchStrategy[Term]:
    same, rows, cols = terms(shape, depth), shape[0], shape[1]
    one = terms((ONE, ONE), depth)
    inner = st.sampled_from([N, M])
    choices = [
        st.lists(same, min_size=2, max_size=3).map(lambda a: term("add", *a)),
        same.map(lambda a: term("neg", a)),
        st.tuples(one, same).map(lambda a: term("mul", *a)),
        st.tuples(same, one).map(lambda a: term("div", *a)),
        inner.flatmap(lambda s: st.tuples(terms((rows, s), depth), terms((s, cols), depth))).map(lambda a: term("mul", *a)),
        st.tuples(one, inner)
        .flatmap(lambda c: st.tuples(st.just(c[0]), terms((rows, c[1]), depth), terms((c[1], cols), depth)))
        .map(lambda a: term("mul", *a)),
        terms((cols, rows), depth).map(lambda a: term("transpose", a)),
        st.tuples(same, same).map(lambda a: term("hadamard", *a)),
        same.map(lambda a: fun("exp", a)),
        st.tuples(terms((N, ONE), depth), same).map(lambda a: term("mul", term("transpose", a[0]), name("u"), a[1])),
        same.map(lambda a: term("sum", a, name("i"), data=("t", N))),
    ]
    if shape != (ONE, ONE):
        choices.append(st.just(Term("ones", (), shape)).map(lambda a: term("rowsoftmax", a)))
    if rows == N and cols == M:
        choices.append(terms((ONE, M), depth).map(lambda a: term("rows", a, data=(N,))))
    if rows == cols:
        choices.append(same.map(lambda a: term("inverse", a)))
        choices.append(same.map(lambda a: term("pow", a, num(2))))
        choices.append(terms((rows, ONE), depth).map(lambda a: term("diag", a)))
    if shape == (N, ONE):
        choices.append(same.map(lambda a: term("call", a, data=("g",))))
        choices.append(st.just(term("member", name("i"), data=("mu",))))
    return st.one_of(choices)


@given(st.sampled_from(sorted(SHAPES, key=str)).flatmap(lambda s: terms(s, 3)))
@settings(max_examples=150, deadline=None)
def test_there_and_back_is_the_same_term(node: Term) -> None:
    try:
        type_of(node, TYPES)
    except Mistyped:
        return
    try:
        built = to_sympy(node, TYPES)
    except NotRepresentable as refusal:
        assert refusal.construct in ("a number in the place of an array", "an index that is neither a name nor a number")
        return
    found = from_sympy(built, sizes=SIZES)
    assert found == spelled_by_sympy(node, TYPES, SIZES)
    assert type_of(found, TYPES).shape == type_of(node, TYPES).shape


P, Q, X = name("P"), name("Q"), name("A")


@pytest.mark.parametrize(
    "node",
    [
        term("mul", term("mul", P, Q), term("transpose", term("mul", P, Q))),
        term("mul", P, term("inverse", P)),
        term("transpose", term("transpose", P)),
        term("add", name("x"), term("neg", name("x"))),
        term("div", name("x"), name("x")),
        term("pow", E, term("mul", IMAGINARY, PI)),
        fun("exp", num(0)),
        term("rowsoftmax", term("div", term("mul", P, Q), term("sqrt", Term("size", (), (N,))))),
        term("matrix", term("add", num(1), num(2)), fun("cos", num(0)), num(0), name("x"), data=(2, 2)),
        term("sum", term("sum", term("entry", X, name("s"), name("t")), data=("t", M)), data=("s", N)),
        term("delta", name("i"), num(1)),
        term("delta", name("i"), name("i")),
        term("expect", term("add", name("x"), name("x"))),
        term("expect", term("mul", P, name("u"))),
        term("var", term("mul", term("transpose", name("u")), name("v"))),
        term("cov", name("u")),
        term("cov", term("mul", P, name("u")), name("w")),
        term("cov", name("x"), name("k")),
        term("kron", term("matrix", num(1), num(2), data=(1, 2)), term("matrix", num(1), num(2), data=(2, 1))),
    ],
)
def test_nothing_is_evaluated(node: Term) -> None:
    assert back(node) == node


def test_sympy_has_the_written_form() -> None:
    p, q = sympy.MatrixSymbol("P", *([sympy.Symbol("n", integer=True, positive=True)] * 2)), sympy.Symbol("x", real=True)
    built = to_sympy(term("mul", term("mul", P, Q), term("transpose", term("mul", P, Q))), TYPES)
    assert isinstance(built, sympy.MatMul) and all(isinstance(a, (sympy.MatMul, sympy.Transpose)) for a in built.args)
    assert to_sympy(P, TYPES) == p and to_sympy(name("x"), TYPES) == q
    assert isinstance(to_sympy(term("rowsoftmax", P), TYPES), RowSoftmax)
    assert isinstance(to_sympy(fun("relu", P), TYPES), EntrywiseReLU)
    assert isinstance(to_sympy(term("rows", name("b"), data=(N,)), TYPES), BroadcastRows)


def test_own_classes_have_their_entries() -> None:
    a = sympy.Matrix([[1, -2], [0, 3]])
    assert EntrywiseReLU(sympy.ImmutableMatrix(a)).as_explicit() == sympy.Matrix([[1, 0], [0, 3]])
    soft = RowSoftmax(sympy.ImmutableMatrix(a)).as_explicit()
    assert sympy.simplify(soft[0, 0] + soft[0, 1]) == 1
    rows = BroadcastRows(sympy.ImmutableMatrix([[5, 6]]), 2).as_explicit()
    assert rows == sympy.Matrix([[5, 6], [5, 6]])


def test_a_product_that_is_a_number_is_its_entry() -> None:
    left, sign, right = sides_to_sympy(
        Relation("=", term("mul", term("transpose", name("u")), name("v")), term("inner", name("u"), name("v"))), TYPES
    )
    assert sign == "=" and left.args[1:] == (0, 0) and left.args[0].shape == (1, 1) and right.is_commutative
    assert from_sympy(left) == term("mul", term("transpose", name("u")), name("v"))


# ---------------------------------------------------------------------------------------------- must fail, and says why

s = sympy.Symbol("s")


@pytest.mark.parametrize(
    ("expression", "construct"),
    [
        (sympy.true, "truth value"),
        (True, "truth value"),
        (sympy.Eq(s, 2), "relation"),
        (s < 2, "relation"),
        (sympy.Float(0.5), "floating-point"),
        (0.5, "floating-point"),
        (sympy.Integral(s, s), "Integral"),
        (sympy.Piecewise((s, s > 0), (0, True)), "Piecewise"),
        (sympy.zoo, "ComplexInfinity"),
        (sympy.nan, "NaN"),
        (sympy.Symbol("a b"), "no word"),
        ("x + 1", "str"),
        (sympy.Product(s, (s, 0, 5)), "product between bounds"),
    ],
)
def test_what_has_no_term_is_refused_by_construct(expression: object, construct: str) -> None:
    with pytest.raises(NotRepresentable, match=construct):
        from_sympy(expression)


def test_shapes_are_checked_before_sympy_sees_them() -> None:
    with pytest.raises(Mistyped, match="n×m times n×m"):
        to_sympy(term("mul", X, X), TYPES)


@pytest.mark.parametrize("node", [Term("tuple", (num(1),)), term("transpose", name("x"))])
def test_what_sympy_has_no_form_of_is_refused(node: Term) -> None:
    with pytest.raises((NotRepresentable, Mistyped)):
        to_sympy(node, TYPES)


def test_every_head_has_a_form_or_a_refusal() -> None:
    assert BUILDERS.keys() == HEADS.keys()


def test_sympy_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, symproofs.sympy_bridge; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
