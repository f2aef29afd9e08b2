"""The second reader: what it agrees on, what it misreads in known ways, what it is never given."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproofs.apps.check import check_sources, source_of
from symproofs.apps.second_reader import KINDS, SecondReader, Unread, compare_sides, second_opinion
from symproofs.apps.second_reader.text import LETTERS, Outside, prepare
from symproofs.prove.by_way import sides as sides_of
from symproofs.prove.prover import Proof, prove
from symproofs.terms.latex import latex
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import IMAGINARY, PI, E, Term, fun, name, num, term
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector

TYPES: dict[str, Type] = {
    **{n: scalar() for n in ("x", "y", "a", "b", "d_1", "t_theta", "theta", "x_1", "x_2", "H_perm", "lambda", "e_1")},
    "z": scalar("complex"), "w": scalar("complex"), "n": scalar("natural"), "k": scalar("integer"), "i": index("n"),
    "A": matrix("n", "n"), "v": vector("n"), "q": family(scalar(), "n"), "f": function((scalar(),), scalar()),
}  # fmt: skip
X, Y, A, B, Z, N, K, THETA = map(name, ("x", "y", "a", "b", "z", "n", "k", "theta"))


def add(*parts: Term) -> Term:
    return term("add", *parts)


def mul(*parts: Term) -> Term:
    return term("mul", *parts)


def power(base: Term, exponent: Term) -> Term:
    return term("pow", base, exponent)


def over(top: Term, bottom: Term) -> Term:
    return term("div", top, bottom)


def minus(part: Term) -> Term:
    return term("neg", part)


PLANE = add(name("x_1"), mul(IMAGINARY, name("x_2")))
TURN = power(E, mul(IMAGINARY, name("t_theta")))
COS, SIN = fun("cos", name("t_theta")), fun("sin", name("t_theta"))

RIGHT: list[tuple[str, Term]] = [
    # names
    (r"x + d_1", add(X, name("d_1"))),
    (r"H_{\mathrm{perm}} + e_1", add(name("H_perm"), name("e_1"))),
    (r"x_1 x_2", mul(name("x_1"), name("x_2"))),
    (r"q_i + 2 q_1", add(term("member", name("i"), data=("q",)), mul(num(2), term("member", num(1), data=("q",))))),
    (r"v_i \lambda", mul(term("entry", name("v"), name("i")), name("lambda"))),
    # brackets and order
    (r"x - (y - a)", add(X, minus(add(Y, minus(A))))),
    (r"x (y + a)", mul(X, add(Y, A))),
    (r"\theta(x + 1)", mul(THETA, add(X, num(1)))),
    (r"x \bigl(y (a + b)\bigr)", mul(X, mul(Y, add(A, B)))),
    (r"(x + y)(x - y)", mul(add(X, Y), add(X, minus(Y)))),
    (r"-x^2", minus(power(X, num(2)))),
    (r"(-x)^2", power(minus(X), num(2))),
    (r"2 \cdot 3^n", mul(num(2), power(num(3), N))),
    # fractions, powers, roots
    (r"\frac{x + 1}{y} z", mul(over(add(X, num(1)), Y), Z)),
    (r"x^{2/3}", power(X, over(num(2), num(3)))),
    (r"x^{-1}", power(X, num(-1))),
    (r"10000^{2 k/n}", power(num(10000), over(mul(num(2), K), N))),
    (r"\sqrt{\frac{x}{2}}", term("sqrt", over(X, num(2)))),
    (r"\sqrt[3]{x + y}", term("root", add(X, Y), num(3))),
    # exponentials and circular functions
    (r"e^{x + y}", power(E, add(X, Y))),
    (r"\exp(x) \exp(-y)", mul(fun("exp", X), fun("exp", minus(Y)))),
    (r"z \cdot e^{i t_\theta}", mul(Z, TURN)),
    (r"(x_1 + i x_2)(\cos t_\theta + i \sin t_\theta)", mul(PLANE, add(COS, mul(IMAGINARY, SIN)))),
    (r"\cos(x + y) a", mul(fun("cos", add(X, Y)), A)),
    (r"\sin^2 x", power(fun("sin", X), num(2))),
    (r"\frac{\sin x}{\cos x}", over(fun("sin", X), fun("cos", X))),
    (r"i^2 x", mul(power(IMAGINARY, num(2)), X)),
    (r"e^{-i \pi/4}", power(E, minus(over(mul(IMAGINARY, PI), num(4))))),
    (r"\lvert x - y \rvert", fun("abs", add(X, minus(Y)))),
    (r"\ln x", fun("log", X)),
]  # fmt: skip

WRONG: list[tuple[str, Term]] = [
    (r"x - (y - a)", add(X, minus(Y), minus(A))),
    (r"-x^2", power(minus(X), num(2))),
    (r"x^{2/3}", over(power(X, num(2)), num(3))),
    (r"\cos x y", mul(fun("cos", X), Y)),
    (r"e^{x} y", power(E, mul(X, Y))),
    (r"\frac{x}{y} z", over(X, mul(Y, Z))),
    (r"\sqrt{x} y", term("sqrt", mul(X, Y))),
    (r"i x", mul(minus(IMAGINARY), X)),
]
"""Texts with a reading that they do not have."""

OUTSIDE: list[tuple[Term, str]] = [
    (fun("re", Z), "real part"),
    (mul(num(2), fun("conj", Z)), "conjugate"),
    (term("inner", name("v"), name("v")), "inner product"),
    (term("norm", name("v")), "norm"),
    (term("transpose", name("A")), "matrix or vector"),
    (term("trace", name("A")), "trace"),
    (term("entry", mul(name("A"), name("A")), num(1), num(1)), "matrix or vector"),
    (term("sum", term("entry", name("v"), name("i")), data=("i", Size.of("n"))), "sum over an index"),
    (term("call", X, data=("f",)), "function of the document"),
    (fun("relu", X), "function relu"),
    (name("unknown"), "no type"),
]


@pytest.fixture(scope="module")
def reader() -> Iterator[SecondReader]:
    with SecondReader() as process:
        yield process


@pytest.mark.parametrize(("text", "node"), RIGHT, ids=[t for t, _ in RIGHT])
def test_agrees(text: str, node: Term, reader: SecondReader) -> None:
    opinion = second_opinion(text, node, TYPES, reader)
    assert opinion.outcome == "agrees", opinion


@pytest.mark.parametrize(("_", "node"), RIGHT, ids=[t for t, _ in RIGHT])
def test_agrees_on_what_we_print(_: str, node: Term, reader: SecondReader) -> None:
    opinion = second_opinion(latex(node), node, TYPES, reader)
    assert opinion.outcome == ("listed" if r"\log" in opinion.latex else "agrees"), opinion


@pytest.mark.parametrize(("text", "node"), WRONG, ids=[t for t, _ in WRONG])
def test_sees_a_wrong_reading(text: str, node: Term, reader: SecondReader) -> None:
    opinion = second_opinion(text, node, TYPES, reader)
    assert opinion.outcome == "differs", opinion


@pytest.mark.parametrize(("node", "construct"), OUTSIDE, ids=[c for _, c in OUTSIDE])
def test_is_never_given(node: Term, construct: str, reader: SecondReader) -> None:
    opinion = second_opinion(latex(node), node, TYPES, reader)
    assert (opinion.outcome, opinion.detail) == ("outside", construct)


@pytest.mark.parametrize("sign", ["=", r"\approx", r"\top", r"\begin", "&", r"\variable", "$", r"\mathrm"])
def test_signs_that_are_never_given(sign: str) -> None:
    with pytest.raises(Outside, match="sign"):
        prepare(f"x {sign} y", add(X, Y), TYPES)


def test_a_letter_that_is_no_name_is_not_given() -> None:
    with pytest.raises(Outside, match="letter y"):
        prepare("x + y", X, TYPES)


# Printing does not lie ----------------------------------------------------------------------------------------

ATOMS = st.sampled_from(
    [X, Y, Z, N, K, THETA, name("t_theta"), name("H_perm"), IMAGINARY, PI, E, num(2), num(10), num(-1), num(Fraction(1, 2)),
     term("member", name("i"), data=("q",)), term("size", data=(Size.of("n"),))]
)  # fmt: skip
EXPONENTS = st.sampled_from([num(2), num(3), num(-1), num(Fraction(2, 3)), N, K, Y])
WORDS = st.sampled_from(["exp", "sin", "cos", "tan", "log", "abs", "sinh", "cosh"])


def larger(parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        st.lists(parts, min_size=2, max_size=3).map(lambda ps: add(*ps)),
        st.lists(parts, min_size=2, max_size=3).map(lambda ps: mul(*ps)),
        parts.map(minus),
        st.builds(over, parts, parts),
        st.builds(power, parts, EXPONENTS),
        parts.map(lambda p: power(E, p)),
        parts.map(lambda p: term("sqrt", p)),
        st.builds(fun, WORDS, parts),
    )


@given(st.recursive(ATOMS, larger, max_leaves=8))
def test_what_is_printed_is_read_alike(reader: SecondReader, node: Term) -> None:
    """A formula may be beyond the library, or without values; it is never read as something else."""
    assert second_opinion(latex(node), node, TYPES, reader).outcome != "differs"


ROOT = Path(__file__).resolve().parents[2]
SEED = Path(os.environ.get("SYMPROOFS_SHARED", "")) / "seed" / "attention-assignment.zh.md"

Side = tuple[str, Term, Mapping[str, Type]]


def lines_of(program: Path) -> Iterator[Side]:
    """The sides of the step list that a file in proofs/ prints."""
    spec = importlib.util.spec_from_file_location(f"proof_{program.stem}", program)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    derivation = module.derivation()
    printed = derivation.latex()
    for link in derivation.claims:
        terms = list(sides_of(link.statement))
        if isinstance(link.statement, Relation) and link.statement.operator == "=":
            proof = prove(link.context, link.statement, in_detail=True)
            assert isinstance(proof, Proof)
            terms += [line.term for line in proof.lines]
        yield from ((text, term, link.context.types) for term in terms if (text := latex(term)) in printed)


def links_of(document: Path, given: Path | None = None) -> Iterator[Side]:
    """The sides of the claims of a document, as they are printed."""
    report = check_sources([source_of(document)], [source_of(given)] if given else [])
    for step in report.documents[0].steps:
        statement = step.link.statement
        if step.link.role == "claim" and isinstance(statement, Relation):
            yield from ((latex(side), side, step.link.context.types) for side in (statement.left, statement.right))


def distinct(sides: Iterable[Side]) -> list[Side]:
    return list({text: (text, node, types) for text, node, types in sides}.values())


def test_step_lists_are_read_alike(reader: SecondReader) -> None:
    """Every scalar side that the library of proofs prints, inside the grammar, is read by both alike."""
    sides: list[Side] = []
    for program in sorted((ROOT / "proofs").rglob("*.py")):
        sides += distinct(lines_of(program))
    for document in sorted((ROOT / "proofs").rglob("*.md")):
        if not document.name.startswith("givens."):
            sides += distinct(links_of(document))
    summary = compare_sides(sides, reader)
    print(f"{summary.compared} sides compared; listed {summary.counted('listed')}; not given {summary.counted('outside')}")
    assert not summary.of("differs") and not summary.of("unread")
    assert summary.compared >= 20


@pytest.mark.shared
def test_the_seed_is_read_alike(reader: SecondReader) -> None:
    summary = compare_sides(distinct(links_of(SEED, ROOT / "proofs" / "attention" / "givens.zh.md")), reader)
    assert not summary.of("differs") and not summary.of("unread")
    assert summary.compared >= 4


# Kinds --------------------------------------------------------------------------------------------------------


def test_log_is_read_to_base_ten(reader: SecondReader) -> None:
    """log x is the natural logarithm here and to base 10 there; an actual misreading beside it is still seen."""
    opinion = second_opinion(r"y + \log x", add(Y, fun("log", X)), TYPES, reader)
    assert (opinion.outcome, opinion.detail) == ("listed", "log to base 10")
    opinion = second_opinion(r"y + \log x", add(minus(Y), fun("log", X)), TYPES, reader)
    assert opinion.outcome == "differs"


def test_a_reciprocal_is_read_as_an_inverse(reader: SecondReader) -> None:
    opinion = second_opinion(r"\sin^{-1} x", power(fun("sin", X), num(-1)), TYPES, reader)
    assert (opinion.outcome, opinion.detail) == ("listed", "reciprocal of a function as its inverse")
    assert second_opinion(r"\sin^{-1} x", fun("arcsin", X), {"x": scalar()}, reader).outcome in ("agrees", "no values")


def test_every_kind_is_shown_here() -> None:
    assert set(KINDS) == {"log to base 10", "reciprocal of a function as its inverse"}


def test_a_summary_counts() -> None:
    sides = [(t, n, TYPES) for t, n in (*RIGHT[:3], WRONG[0])] + [(latex(n), n, TYPES) for n, _ in OUTSIDE[:2]]
    summary = compare_sides([*sides, (r"\log x", fun("log", X), TYPES)])
    assert summary.compared == 5
    assert [o.latex for o in summary.of("differs")] == [WRONG[0][0]]
    assert summary.counted("outside") == {"conjugate": 1, "real part": 1}
    assert summary.counted("listed") == {"log to base 10": 1}


# The process --------------------------------------------------------------------------------------------------


def test_letters_are_letters_to_the_library(reader: SecondReader) -> None:
    for letter in LETTERS:
        assert reader.tree(letter) == ["name", letter]
        assert reader.tree(rf"{letter} \cdot ({letter} + 1)")[:1] == ["mul"]


def test_a_formula_leaves_no_state_behind(reader: SecondReader) -> None:
    """`u dv` overwrites a module global of the library, after which every reading in the process fails."""
    reader.tree(r"u \, dv")
    assert reader.tree("x + 1") == ["add", ["name", "x"], ["num", "1/1"]]
    reader.tree("x = 5")
    assert reader.tree("x + 1") == ["add", ["name", "x"], ["num", "1/1"]]


@pytest.mark.parametrize("text", ["", "x +", r"\frac{1}", "((", r"\begin{matrix} 1 \end{matrix}", "}{", r"\int x dx"])
def test_what_it_cannot_read_is_said(text: str, reader: SecondReader) -> None:
    assert isinstance(reader.tree(text), Unread)


def test_it_comes_back_after_no_answer() -> None:
    with SecondReader(seconds=0.0, start_seconds=0.0) as impatient:
        assert impatient.tree("x") == Unread("no answer in time")
        impatient.seconds = 60.0
        assert impatient.tree("x") == ["name", "x"]


def test_rational_numbers_stay_exact(reader: SecondReader) -> None:
    node = add(mul(num(Fraction(1, 3)), X), num(Fraction(1, 10)))
    assert second_opinion(r"\frac{1}{3} x + 0.1", node, TYPES, reader).outcome == "agrees"
