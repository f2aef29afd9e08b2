"""What is written in Python is what is proved: nothing is evaluated, flattened on the right or decided."""

from __future__ import annotations

import re as regex
from fractions import Fraction

import pytest
import sympy

from symproofs.sympy_bridge import NotRepresentable
from symproofs.sympy_bridge import written as w
from symproofs.sympy_bridge.derive import Derivation, NotAStatement
from symproofs.terms.latex import latex
from symproofs.terms.types import Type, scalar, vector
from symproofs.terms.typing import Mistyped

n, m = sympy.symbols("n m", integer=True, positive=True)
P, Q, A = (
    w.written(sympy.MatrixSymbol("P", n, n)),
    w.written(sympy.MatrixSymbol("Q", n, n)),
    w.written(sympy.MatrixSymbol("A", n, m)),
)
x, y = w.written(sympy.Symbol("x", real=True)), w.written(sympy.Symbol("y", real=True))
i = w.index_symbol("i", n)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (P * Q * P, "P Q P"),
        (P * (Q * P), "P (Q P)"),
        (w.paren(P * Q) * P, "(P Q) P"),
        (w.mul(w.mul(P, Q), P), "(P Q) P"),
        (w.paren(P * Q) * (P * Q).T, r"(P Q) (P Q)^\top"),
        (P.T.T, r"(P^\top)^\top"),
        (P * P.inverse, "P P^{-1}"),
        (x - x, "x - x"),
        (x + y - 2 * x, "x + y - 2 x"),
        (x - (y - 1), "x - (y - 1)"),
        (x / x, r"\frac{x}{x}"),
        (1 / x, r"\frac{1}{x}"),
        (x**2 * x**3, "x^2 x^3"),
        (2**x, "2^x"),
        (Fraction(1, 2) * x, r"\frac{1}{2} x"),
        (w.exp(0) + w.cos(0), r"\exp(0) + \cos 0"),
        (w.row_softmax(P * A / w.sqrt(w.written(n))), r"\operatorname{softmax}\!\left(\frac{P A}{\sqrt{n}}\right)"),
        (w.relu(P), r"\operatorname{ReLU}(P)"),
        (w.identity(n) * P, "I_n P"),
        (w.matrix_of([[x, 1], [0, y]]), r"\begin{pmatrix} x & 1 \\ 0 & y \end{pmatrix}"),
        (w.sum_over(w.entry(A, i, 1), i), r"\sum_{i \in [n]} A_{i,1}"),
        (w.trace(P * Q), r"\operatorname{tr}(P Q)"),
    ],
)
def test_written_forms_are_kept(value: w.Written, shown: str) -> None:
    assert str(value) == shown


def test_sympy_may_stand_on_either_side() -> None:
    p, q = sympy.MatrixSymbol("P", n, n), sympy.MatrixSymbol("Q", n, n)
    assert str(p * (Q * P)) == "P (Q P)" and str(w.paren(P * Q) * q) == "(P Q) Q"
    assert str(sympy.Symbol("x", real=True) + y) == "x + y" and str(sympy.Integer(2) * x) == "2 x"
    assert (P * Q).sympy == sympy.MatMul(p, q, evaluate=False)


def test_assumptions_of_symbols_become_sorts_and_properties() -> None:
    assert w.written(sympy.Symbol("t")).type == scalar("complex")
    row = w.written(sympy.Symbol("t", positive=True))
    assert row.type == scalar("real") and "positive" in row.properties["t"]
    assert w.written(sympy.Symbol("k", integer=True)).type == scalar("integer")


# ---------------------------------------------------------------------------------------------- must fail, and says why


def test_shapes_are_checked_where_they_are_written() -> None:
    with pytest.raises(Mistyped, match="n×m times n×m"):
        A * A
    with pytest.raises(Mistyped, match="differ in shape"):
        P + A


@pytest.mark.parametrize(
    "expression",
    [
        sympy.MatrixSymbol("P", n, n) * sympy.MatrixSymbol("Q", n, n),
        (sympy.MatrixSymbol("P", n, n) * sympy.MatrixSymbol("Q", n, n)).T,
        sympy.Symbol("x") + 1,
        sympy.sin(sympy.Symbol("x")),
    ],
)
def test_a_plain_expression_may_have_been_changed(expression: object) -> None:
    with pytest.raises(NotRepresentable, match="may have changed"):
        w.written(expression)
    assert w.as_built(expression).term is not None


@pytest.mark.parametrize("thing", [True, sympy.true, sympy.Eq(sympy.Symbol("x"), 1), 0.5, sympy.Float(2)])
def test_truth_values_relations_and_floats_are_no_expressions(thing: object) -> None:
    with pytest.raises(NotRepresentable):
        w.written(thing)


def test_comparing_and_asking_for_truth_are_refused() -> None:
    with pytest.raises(NotRepresentable, match="=="):
        x == y  # noqa: B015
    with pytest.raises(NotRepresentable, match="truth"):
        bool(x)


def test_one_name_has_one_type() -> None:
    with pytest.raises(NotRepresentable, match="two types"):
        x + w.written(sympy.Symbol("x", integer=True))


def test_an_unknown_property_is_refused() -> None:
    with pytest.raises(NotRepresentable, match="property"):
        w.written(sympy.MatrixSymbol("P", n, n), "permuted")


# ------------------------------------------------------------------------------------------------------------ derivations


def test_claims_keep_their_sides_apart() -> None:
    d = Derivation()
    d.chain(w.paren(P * Q) * P, P * (Q * P), ("=", P * Q * P))
    assert [c.latex for c in d.claims] == ["(P Q) P = P (Q P)", "P (Q P) = P Q P"]
    assert {c.chain for c in d.claims} == {1}


@pytest.mark.parametrize(
    ("left", "relation", "right", "why"),
    [
        (sympy.Eq(sympy.Symbol("x"), sympy.Symbol("x")), "=", x, "truth value"),
        (x, "=", x, "same expression"),
        (x, "===", y, "no relation"),
        (sympy.MatrixSymbol("P", n, n) * sympy.MatrixSymbol("Q", n, n), "=", P, "may have changed"),
    ],
)
def test_what_says_nothing_is_no_claim(left: object, relation: str, right: object, why: str) -> None:
    with pytest.raises(NotAStatement, match=regex.escape(why)):
        Derivation().claim(left, relation, right)


def test_the_message_names_the_line_of_the_author() -> None:
    with pytest.raises(NotAStatement, match=r"test_written\.py:\d+"):
        Derivation().claim(x, "=", x)


def test_a_definition_needs_a_new_name() -> None:
    d = Derivation()
    d.define("y", x + 1)
    with pytest.raises(NotAStatement, match="declared already"):
        d.define("y", x)


def test_definitions_quantifiers_and_families_make_hypotheses() -> None:
    d = Derivation()
    t = w.symbol("t", Type("real"))
    f = d.define_function("f", (t,), t**2)
    k = d.family("k", vector(3), n)
    d.assume(w.norm(k[i]), "=", 1, for_all=(i,), label="unit")
    d.claim(f(2), "=", 4)
    context = d.claims[0].context
    assert [h.label for h in context.hypotheses] == ["f", "unit"]
    assert "t" not in context.declarations and "i" not in context.declarations
    assert latex(f(x).term) == "f(x)" and str(k[i].T * k[i]) == r"k_i^\top k_i"
