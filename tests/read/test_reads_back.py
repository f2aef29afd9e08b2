"""What is printed is read back as the term that it was: the reader and the printer agree."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.diagnostics import Source
from symproofs.read.elaboration import Formula, elaborate_section
from symproofs.read.parser import parse
from symproofs.terms.context import Context, Declaration
from symproofs.terms.latex import latex, spelled, statement_latex
from symproofs.terms.size import Size
from symproofs.terms.statement import InProbability, Tends
from symproofs.terms.term import IMAGINARY, PI, E, Term, fun, name, num, term
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector
from symproofs.terms.typing import Mistyped, type_of

N, M, ONE = Size.of("n"), Size.of("m"), Size.of(1)
TYPES: dict[str, Type] = {
    **{c: scalar() for c in ("x", "y", "lambda_", "t_theta", "x_1")},
    "z": scalar("complex"),
    "a": index("n"),
    **{c: matrix("n", "m") for c in ("A", "X_perm")},
    "B": matrix("m", "n"),
    **{c: matrix("n", "n") for c in ("P", "Q")},
    **{c: vector("n") for c in ("u", "v")},
    "w": vector("m"),
    "f": function((scalar(),), scalar()),
    "mu": family(vector("n"), "n"),
}
CONTEXT = Context().declare(
    *(Declaration(c, t) for c, t in TYPES.items()),
    *(Declaration(c, scalar("natural"), frozenset(["size"])) for c in ("n", "m")),
)
SHAPES = {(ONE, ONE): ["x", "y", "lambda_", "t_theta", "x_1"], (N, M): ["A", "X_perm"], (M, N): ["B"], (N, N): ["P", "Q"],
          (N, ONE): ["u", "v"], (M, ONE): ["w"]}  # fmt: skip


@st.composite
def terms(draw: st.DrawFn, shape: tuple[Size, Size], depth: int) -> Term:
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        names = st.sampled_from([name(c) for c in SHAPES.get(shape, [])] or [term("transpose", name("u"))])
        if shape == (ONE, ONE):
            sizes = [Term("size", (), (s,)) for s in (N, N - ONE)]
            return draw(st.one_of(names, st.sampled_from([*map(num, (0, 1, 2, 10, "1/2", -3)), PI, E, *sizes])))
        return draw(names)
    return draw(_numbers(depth - 1) if shape == (ONE, ONE) else _arrays(shape, depth - 1))


def _numbers(depth: int) -> st.SearchStrategy[Term]:
    one, col, nn = terms((ONE, ONE), depth), terms((N, ONE), depth), terms((N, N), depth)
    return st.one_of(
        st.lists(one, min_size=2, max_size=3).map(lambda a: term("add", *a)),
        st.lists(one, min_size=2, max_size=3).map(lambda a: term("mul", *a)),
        one.map(lambda a: term("neg", a)),
        st.tuples(one, one).map(lambda a: term("div", *a)),
        st.tuples(one, one).map(lambda a: term("pow", *a)),
        one.map(lambda a: term("sqrt", a)),
        st.tuples(one, st.just(num(3))).map(lambda a: term("root", *a)),
        st.tuples(st.sampled_from("exp sin cos log abs relu tanh".split()), one).map(lambda a: fun(*a)),  # noqa: SIM905
        st.tuples(col, nn, col).map(lambda a: term("mul", term("transpose", a[0]), a[1], a[2])),
        st.tuples(col, col).map(lambda a: term("inner", *a)),
        col.map(lambda a: term("norm", a)),
        nn.map(lambda a: term("trace", a)),
        nn.map(lambda a: term("det", a)),
        st.just(term("entry", name("A"), name("a"), num(1))),
        one.map(lambda a: term("sum", term("mul", a, term("entry", name("u"), name("i"))), data=("i", N))),
        one.map(lambda a: term("call", a, data=("f",))),
    )


def _arrays(shape: tuple[Size, Size], depth: int) -> st.SearchStrategy[Term]:
    same, rows, cols = terms(shape, depth), shape[0], shape[1]
    one = terms((ONE, ONE), depth)
    choices = [
        st.lists(same, min_size=2, max_size=3).map(lambda a: term("add", *a)),
        same.map(lambda a: term("neg", a)),
        st.tuples(one, same).map(lambda a: term("mul", *a)),
        st.tuples(same, one).map(lambda a: term("div", *a)),
        st.sampled_from([N, M])
        .flatmap(lambda s: st.tuples(terms((rows, s), depth), terms((s, cols), depth)))
        .map(lambda a: term("mul", *a)),
        terms((cols, rows), depth).map(lambda a: term("transpose", a)),
        st.tuples(same, same).map(lambda a: term("hadamard", *a)),
        same.map(lambda a: fun("relu", a)),
    ]
    if rows == cols:
        choices.append(same.map(lambda a: term("inverse", a)))
        choices.append(same.map(lambda a: term("pow", a, num(2))))
        choices.append(same.map(lambda a: term("rowsoftmax", a)))
    if shape == (N, ONE):
        choices.append(st.just(term("member", name("a"), data=("mu",))))
    return st.one_of(choices)


def read(text: str) -> Term | str:
    parsed = parse(Source("printed", text))
    if parsed.node is None:
        return parsed.diagnostics[0].message
    part = elaborate_section([Formula(parsed.node)], CONTEXT).readings[0].parts[0]
    if part.problem is not None:
        return part.problem.message
    return part.left if part.left is not None else f"read as a {part.kind}"


@given(st.sampled_from(sorted(SHAPES, key=str)).flatmap(lambda s: terms(s, 3)))
@settings(max_examples=150, deadline=None)
def test_printed_terms_are_read_back(node: Term) -> None:
    try:
        type_of(node, CONTEXT.types)
    except Mistyped:
        return
    assert read(latex(node)) == spelled(node), latex(node)


def test_complex_numbers_are_read_back() -> None:
    for node in (
        term("mul", name("z"), term("pow", E, term("mul", IMAGINARY, name("t_theta")))),
        fun("re", term("mul", name("z"), fun("conj", name("z")))),
        fun("conj", term("mul", name("z"), name("z"))),
    ):
        assert read(latex(node)) == node


@given(st.sampled_from(sorted(SHAPES, key=str)).flatmap(lambda s: st.tuples(terms(s, 2), terms(s, 2))), st.booleans())
@settings(max_examples=100, deadline=None)
def test_printed_passages_are_read_back(sides: tuple[Term, Term], probable: bool) -> None:
    """`t → a` and `t → a` in probability, each as what it is."""
    try:
        first, second = (type_of(side, CONTEXT.types) for side in sides)
    except Mistyped:
        return
    if first.shape != second.shape:
        return
    printed = statement_latex((InProbability if probable else Tends)(*sides))
    parsed = parse(Source("printed", printed))
    assert parsed.node is not None, printed
    part = elaborate_section([Formula(parsed.node)], CONTEXT).readings[0].parts[0]
    assert part.problem is None and part.statement == (InProbability if probable else Tends)(*map(spelled, sides)), printed
