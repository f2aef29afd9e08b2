"""Elaboration: typed, unevaluated terms from raw trees, with the declarations of the section in hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from symproofs.diagnostics import Source, Span
from symproofs.read.elaboration import (
    Conventions,
    Formula,
    Part,
    SectionReading,
    declared_from,
    elaborate_section,
    name_of,
    size_from,
    sizes_from,
)
from symproofs.read.parser import parse
from symproofs.read.tree import KINDS, RELATIONS, Node
from symproofs.terms.context import Context
from symproofs.terms.size import Size
from symproofs.terms.statement import And, ForAll, Iff, Implies, Membership, Relation
from symproofs.terms.term import Term, const, fun, name, num, term
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector
from symproofs.terms.typing import type_of


def tree(latex: str) -> Node:
    node = parse(Source("formula", latex)).node
    assert node is not None, latex
    return node


def section(*latex: str, context: Context | None = None, **facts: str) -> SectionReading:
    """Elaborate formulas; one that begins with `let ` declares. `facts`: what prose says of a name."""
    formulas = [Formula(tree(t.removeprefix("let ")), t.startswith("let ")) for t in latex]
    said = Conventions(facts={n: frozenset(f.split()) for n, f in facts.items()})
    return elaborate_section(formulas, context or Context(), said)


def parts(*latex: str, context: Context | None = None, **facts: str) -> list[Part]:
    return [p for r in section(*latex, context=context, **facts).readings for p in r.parts]


def last(*latex: str, context: Context | None = None, **facts: str) -> Part:
    return parts(*latex, context=context, **facts)[-1]


ATTENTION = section(
    r"let X \in \mathbb R^{T \times d}",
    r"let P \in \mathbb R^{T \times T}",
    r"let A_1, A_2 \in \mathbb R^{d \times k}, A_3 \in \mathbb R^{d \times v}",
    r"let Q = X A_1, K = X A_2, V = X A_3",
    r"let H = \text{softmax}\Bigl(\frac{Q K^\top}{\sqrt d}\Bigr) V",
    r"let W_1 \in \mathbb R^{v \times h}, W_2 \in \mathbb R^{h \times m}",
    r"let b_1 \in \mathbb R^{1 \times h}, b_2 \in \mathbb R^m",
    r"let Z = \text{ReLU}(H W_1 + b_1) W_2 + b_2",
    P="permutation",
    b_1="row_bias",
    b_2="row_bias",
).context

COMPLEX = section(
    r"let z, z_1, z_2, w \in \mathbb C",
    r"let s, t, \theta \in \mathbb R",
    r"let \langle z, w \rangle = \operatorname{Re}(z \bar w)",
).context

KEYS = section(r"let i, j, a, b = 1, \dots, n", r"let k_i \in \mathbb R^d", r"let q \in \mathbb R^d, y \in \mathbb R^n").context

A, P, X, Q, K, V, H = map(name, ("A", "P", "X", "Q", "K", "V", "H"))


# --- the two parts of the driving document, in other letters


def test_a_product_is_flat_and_nested_only_where_brackets_are_written() -> None:
    first, second = parts("(PX)A_1 = P(XA_1) = PQ", context=ATTENTION)
    assert first.left == term("mul", term("mul", P, X), name("A_1"))
    assert second.left == first.right == term("mul", P, term("mul", X, name("A_1")))
    assert second.right == term("mul", P, Q)
    assert not first.continues and second.continues


def test_softmax_of_a_matrix_is_by_rows_and_of_a_vector_over_its_entries() -> None:
    scores = term("div", term("mul", Q, term("transpose", K)), term("sqrt", term("size", data=(Size.of("d"),))))
    assert last(r"\text{softmax}\frac{QK^T}{\sqrt d} \cdot V", context=ATTENTION).left == term(
        "mul", term("rowsoftmax", scores), V
    )
    assert last(r"\text{softmax}(q)", context=KEYS).left == term("softmax", name("q"))


def test_a_declared_row_is_added_to_every_row() -> None:
    made = last(r"\text{ReLU}(HW_1 + b_1)W_2 + b_2", context=ATTENTION).left
    rows, hidden = Size.of("T"), term("mul", H, name("W_1"))
    first = fun("relu", term("add", hidden, term("rows", name("b_1"), data=(rows,))))
    assert made == term("add", term("mul", first, name("W_2")), term("rows", term("transpose", name("b_2")), data=(rows,)))


def test_a_row_that_is_not_declared_as_a_bias_does_not_fit() -> None:
    context = section(r"let M \in \mathbb R^{m \times n}, r \in \mathbb R^{1 \times n}").context
    part = last("M + r", context=context)
    assert part.problem is not None and part.problem.code == "shape-conflict" and part.forced
    assert "m×n" in part.problem.message and "1×n" in part.problem.message


def test_the_identity_has_the_size_that_fits() -> None:
    assert last("PP^T = I", context=ATTENTION).right == term("identity", data=(Size.of("T"),))
    assert last("X I = X", context=ATTENTION).left == term("mul", X, term("identity", data=(Size.of("d"),)))


def test_a_zero_has_the_shape_that_fits() -> None:
    assert last("Q - Q = 0", context=ATTENTION).right == term("zeros", data=(Size.of("T"), Size.of("k")))
    assert last("s - s = 0", context=COMPLEX).right == num(0)
    assert last("0 \\cdot X", context=ATTENTION).left == term("mul", num(0), X)


def test_complex_exponentials() -> None:
    part = last(r"z e^{i t \theta} = z(\cos t\theta + i \sin t\theta)", context=COMPLEX)
    angle = term("mul", name("t"), name("theta"))
    e_part = term("pow", const("e"), term("mul", const("i"), name("t"), name("theta")))
    assert part.left == term("mul", name("z"), e_part)
    euler = term("add", fun("cos", angle), term("mul", const("i"), fun("sin", angle)))
    assert part.right == term("mul", name("z"), euler)


def test_an_inner_product_of_complex_numbers_means_what_the_document_defines() -> None:
    part = last(r"\langle z_1, z_2 \rangle = \operatorname{Re}(z_1 \overline{z_2})", context=COMPLEX)
    assert part.left == term("call", name("z_1"), name("z_2"), data=("inner",))
    assert part.right == fun("re", term("mul", name("z_1"), fun("conj", name("z_2"))))
    assert COMPLEX.types["inner"] == function((scalar("complex"), scalar("complex")), scalar("real"))


def test_a_function_defined_in_the_section_is_applied() -> None:
    reading = section(r"\text{Rot}(z, t) = z e^{it\theta}", r"\text{Rot}(z, 0) = z", context=COMPLEX)
    first, second = (r.parts[0] for r in reading.readings)
    assert first.left == term("call", name("z"), name("t"), data=("Rot",))
    assert second.left == term("call", name("z"), num(0), data=("Rot",))
    assert reading.context.types["Rot"] == function((scalar("complex"), scalar("real")), scalar("complex"))


def test_everything_that_was_read_has_a_type() -> None:
    for context, latex in (
        (ATTENTION, r"PQ(PK)^T = P(QK^T)P^T"),
        (ATTENTION, r"P \cdot \text{ReLU}(HW_1 + b_1) = \text{ReLU}(P(HW_1 + b_1))"),
        (COMPLEX, r"\operatorname{Re}(z_1 e^{is} \overline{z_2} e^{-it}) = \langle z_1, z_2 \rangle"),
    ):
        part = last(latex, context=context)
        assert part.left is not None and part.right is not None
        assert type_of(part.left, part.types).shape == type_of(part.right, part.types).shape


# --- names and calls


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("Q_{perm}", "Q_perm"),
        ("W_Q", "W_Q"),
        ("W₂", "W_2"),
        ("t_θ", "t_theta"),
        ("λ", "lambda_"),
        ("λ_1", "lambda_1"),
        ("\\hat y_w", "y_hat_w"),
        ("\\mathbf x", "bold_x"),
        ("\\mathbf{W}_q", "bold_W_q"),
        ("x'", "x_prime"),
        ("\\bar x", "x_bar"),
        ("\\text{loss}", "loss"),
        ("E", "E_"),
        ("a_{ij}", "a_ij"),
        ("\\mathcal L", "Lcal"),
    ],
)
def test_names_in_ascii(latex: str, text: str) -> None:
    assert name_of(tree(latex)) == text


@pytest.mark.parametrize("latex", ["x + y", "2", "xy", "x^2", "f(x)"])
def test_what_is_no_name(latex: str) -> None:
    assert name_of(tree(latex)) is None


def test_a_name_before_a_bracket_is_a_factor_unless_it_is_a_function() -> None:
    b, c = name("b"), name("c")
    assert last("a(b + c)").left == term("mul", name("a"), term("add", b, c))
    assert last("f(b)").left == term("call", b, data=("f",))
    assert last("let f \\in \\mathbb R", "f(b)").left == term("mul", name("f"), b)
    assert last("f(b)", f="shape:function").left == term("call", b, data=("f",))
    assert last("g(b, c)").left == term("call", b, c, data=("g",))


def test_sigma_is_the_logistic_function_only_by_convention() -> None:
    part = last(r"1 - \sigma(x)")
    assert part.left == term("add", num(1), term("neg", fun("sigmoid", name("x"))))
    assert "sigma" in part.assumed
    assert last(r"\sigma(x) = 1/(1 + x^2)").left == term("call", name("x"), data=("sigma",))


def test_a_transpose_is_a_power_only_of_a_number_where_t_is_one() -> None:
    assert last("X^T", context=ATTENTION).left == term("transpose", X)
    assert last("2^T", context=ATTENTION).left == term("pow", num(2), term("size", data=(Size.of("T"),)))
    assert last("A^T A").left == term("mul", term("transpose", A), A)


def test_a_power_minus_one_is_an_inverse_of_a_matrix_only() -> None:
    assert last("P^{-1} P", context=ATTENTION).left == term("mul", term("inverse", P), P)
    assert last("s^{-1}", context=COMPLEX).left == term("pow", name("s"), num(-1))


def test_i_is_the_imaginary_unit_where_it_is_no_index() -> None:
    assert last("(1 + i)^2 = 2i").right == term("mul", num(2), const("i"))
    assert last("k_i^T q", context=KEYS).left == term("mul", term("transpose", term("member", name("i"), data=("k",))), name("q"))
    bound = last(r"\sum_{i=1}^n i y_i", context=KEYS).left
    assert bound is not None and bound.args[0] == term("mul", name("i"), term("entry", name("y"), name("i")))


def test_subscripts_that_are_indices() -> None:
    assert last("y_a", context=KEYS).left == term("entry", name("y"), name("a"))
    assert last("y_2", context=KEYS).left == term("entry", name("y"), num(2))
    assert last("k_a", context=KEYS).left == term("member", name("a"), data=("k",))
    assert last("y_{max}", context=KEYS).left == name("y_max")
    assert last(r"P_{ij}", context=ATTENTION).left == term("entry", P, name("i"), name("j"))


def test_an_index_that_nothing_declares_belongs_to_its_formula() -> None:
    first, second = parts("X_{ij} = X_{ij}", "P_{ij} = P_{ij}", context=ATTENTION)
    assert first.types["j"] == index("d") and second.types["j"] == index("T")
    assert [r.name for r in second.local] == ["j"]


def test_sums() -> None:
    size = Size.of("n")
    entry = term("entry", name("y"), name("i"))
    assert last(r"\sum_{i=1}^n y_i", context=KEYS).left == term("sum", entry, data=("i", size))
    assert last(r"\sum_i y_i", context=KEYS).left == term("sum", entry, data=("i", size))
    left_out = last(r"\sum_{i \neq a, b} y_i", context=KEYS).left
    assert left_out == term("sum", entry, name("a"), name("b"), data=("i", size))
    bounds = last(r"\sum_{m=2}^{5} m^2").left
    assert bounds == term("sum_between", term("pow", name("m"), num(2)), num(2), num(5), data=("m",))


def test_a_declared_member_is_no_constant_below_a_sum() -> None:
    """`x_i ∈ ℝ` and `Σ_i x_i`: the sum is not n times a number."""
    made = last(r"let x_i \in \mathbb R", r"\sum_{i=1}^n x_i").left
    assert made == term("sum", term("member", name("i"), data=("x",)), data=("i", Size.of("n")))


def test_an_ellipsis_is_the_sum_that_it_means() -> None:
    k, n = name("k"), Size.of("n")
    squares = last(r"let y \in \mathbb R^n", r"y_1^2 + y_2^2 + \dots + y_n^2").left
    assert squares == term("sum", term("pow", term("entry", name("y"), k), num(2)), data=("k", n))
    context = section(r"let v_1, \dots, v_n \in \mathbb R^d", r"let 1 \le j \le n").context
    chosen = last(r"0 \cdot v_1 + \dots + 1 \cdot v_j + \dots + 0 \cdot v_n", context=context).left
    others = term("sum", term("mul", num(0), term("member", k, data=("v",))), name("j"), data=("k", n))
    assert chosen == term("add", others, term("mul", num(1), term("member", name("j"), data=("v",))))


@pytest.mark.parametrize(
    "latex", [r"a + \dots + b", r"x + x^2 + \dots + x^n", r"1 + 3 + \dots + n", r"\dots + 1", r"1 - 2 + \dots - n"]
)
def test_an_ellipsis_that_is_not_clear_is_refused(latex: str) -> None:
    problem = last(latex).problem
    assert problem is not None and problem.code == "not-supported"


def test_a_dot_between_columns_is_an_inner_product() -> None:
    context = section(r"let u, w \in \mathbb R^d").context
    u, w = name("u"), name("w")
    assert last(r"2 u \cdot w", context=context).left == term("mul", num(2), term("inner", u, w))
    assert last(r"u^T \cdot w", context=context).left == term("mul", term("transpose", u), w)


def test_quotients_with_two_readings_show_both() -> None:
    problem = last("p/q r").problem
    assert problem is not None and problem.code == "ambiguous" and "(a/b)·c" in problem.message
    assert last("1/2 (p + q)").problem is None


# --- parts


def test_a_condition_belongs_to_every_link_of_its_chain() -> None:
    found = parts(r"q = q, k_i^T q = 0 + 0 = 0 \quad (i \neq a, b)", context=KEYS)
    i, a, b = name("i"), name("a"), name("b")
    assert [p.conditions for p in found] == [(), *[(And((Relation("!=", i, a), Relation("!=", i, b))),)] * 2]


def test_an_implication_with_its_side_condition() -> None:
    part = last(r"s - t = 2m\pi, m \in \mathbb Z \Rightarrow s = t + 2m\pi", context=COMPLEX)
    assert part.kind == "statement" and isinstance(part.statement, Implies)
    assert isinstance(part.statement.premise, And)
    assert part.statement.premise.parts[1] == Membership(name("m"), "integer")
    assert part.types["m"] == scalar("integer")


def test_equivalences_and_quantifiers() -> None:
    assert isinstance(last("s = t \\iff s - t = 0", context=COMPLEX).statement, Iff)
    every = last(r"\forall x \in \mathbb R: x^2 \ge 0").statement
    assert every == ForAll((("x", scalar()),), Relation(">=", term("pow", name("x"), num(2)), num(0)))


def test_a_step_that_begins_with_a_relation_continues_the_one_before() -> None:
    _, part = parts("s + t = t + s", "= s + t", context=COMPLEX)
    assert part.continues and part.left == term("add", name("t"), name("s"))


def test_spans_are_those_of_the_source() -> None:
    source = "s + t = t + s = 2s"
    first, second = parts(source, context=COMPLEX)
    cut = [source[s.start : s.end] for s in (first.left_span, first.sign_span, first.right_span) if s]
    assert cut == ["s + t", "=", "t + s"]
    assert second.sign_span is not None and source[second.span.start : second.span.end] == "= 2s"
    assert first.left is not None and first.left.args[1].span == Span(4, 5)


def test_a_list_gives_its_items() -> None:
    kinds = [(p.kind, p.relation) for p in parts(r"s = 1, t \ne 2, \text{QED}", context=COMPLEX)]
    assert kinds[:2] == [("link", "="), ("link", "!=")]


def test_a_label_is_text_and_declares_nothing() -> None:
    reading = section(r"\text{QED}", "g")
    assert [p.kind for r in reading.readings for p in r.parts] == ["text", "expression"]
    assert not reading.context.declarations


# --- declarations


@pytest.mark.parametrize(
    ("latex", "types"),
    [
        (r"P \in \mathbb R^{T \times d}", {"P": matrix("T", "d"), "T": scalar("natural"), "d": scalar("natural")}),
        (r"x, y \in \mathbb R", {"x": scalar(), "y": scalar()}),
        (r"x \in \mathbb R, y \in \mathbb C", {"x": scalar(), "y": scalar("complex")}),
        (r"k \in \mathbb Z", {"k": scalar("integer")}),
        (r"A \in \{0, 1\}^{3 \times 3}", {"A": matrix(3, 3, "natural")}),
        (r"u \in \mathbb R^{2d}", {"u": vector(Size.of("d").scale(2)), "d": scalar("natural")}),
        (r"i = 1, \dots, n", {"i": index("n"), "n": scalar("natural")}),
        (r"1 \le a, b \le n", {"a": index("n"), "b": index("n"), "n": scalar("natural")}),
        (r"j \in [m]", {"j": index("m"), "m": scalar("natural")}),
        (r"b_1 \in \mathbb R^{1 \times h}", {"b_1": matrix(1, "h"), "h": scalar("natural")}),
        (r"x_1, \dots, x_n \in \mathbb R", {"x": family(scalar(), "n"), "n": scalar("natural")}),
        (r"f : \mathbb R^n \to \mathbb R", {"f": function((vector("n"),), scalar()), "n": scalar("natural")}),
    ],
)
def test_declarations(latex: str, types: dict[str, Type]) -> None:
    found = declared_from(tree(latex))
    assert {r.name: r.type for r in found.rows} == types
    assert all(("size" in r.properties) == (r.type == scalar("natural") and r.name in "Tdnmh") for r in found.rows)


def test_a_member_declared_with_an_index_declares_the_family() -> None:
    assert KEYS.types["k"] == family(vector("d"), "n")


def test_signs_are_properties_and_leave_the_type_open() -> None:
    found = declared_from(tree(r"\lambda > 0"))
    assert found.facts == (("lambda_", "positive"),) and not found.rows
    reading = section(r"let \lambda > 0", r"\lambda x = x \lambda")
    assert reading.context.has("lambda_", "positive")


def test_distinct_indices() -> None:
    assert section(r"let a \ne b", context=KEYS).context.distinct == {frozenset({"a", "b"})}


def test_an_interval_says_more_than_a_type() -> None:
    part = last(r"let r \in [0, 1)")
    r = name("r")
    assert part.kind == "link"
    assert part.statement == And((Relation("<=", num(0), r), Relation("<", r, num(1))))


def test_a_few_numbers_are_the_roots_of_a_polynomial() -> None:
    part = last(r"let y \in \{-1, 1\}")
    assert isinstance(part.statement, Relation) and part.statement.right == num(0)
    assert part.statement.left.head == "mul" and len(part.statement.left.args) == 2


def test_a_membership_of_a_declared_name_is_a_claim() -> None:
    part = last(r"s \in \mathbb Z", context=COMPLEX)
    assert part.kind == "link" and part.statement == Membership(name("s"), "integer")


def test_sizes() -> None:
    d, n = Size.of("d"), Size.of("n")
    assert size_from(tree("d/2")) == d.scale(Fraction(1, 2))
    assert size_from(tree("2n + 1")) == n.scale(2) + Size.of(1)
    assert size_from(tree("n^2")) is None
    assert sizes_from(tree(r"T \times d")) == (Size.of("T"), d)
    assert sizes_from(tree("n")) == (n, Size.of(1))


# --- what does not fit, and says why


@pytest.mark.parametrize(
    ("latex", "shapes"),
    [
        ("(PQ)(PK) = PQ", ("T×k", "T×k")),
        ("HP = PH", ("T×v", "T×T")),
        ("PP^T = d", ("T×T", "a number")),
        (r"\frac{Q}{K}", ("T×k",)),
        ("Q = XA_3", ("T×k", "T×v")),
        ("HW_1 + b_2", ("m×1", "T×h")),
        (r"\operatorname{tr}(X)", ("T×d",)),
    ],
)
def test_declarations_alone_can_force_a_clash(latex: str, shapes: tuple[str, ...]) -> None:
    part = next(p for p in parts(latex, context=ATTENTION) if p.problem)
    assert part.problem is not None and part.problem.code == "shape-conflict" and part.forced
    assert all(s in part.problem.message for s in shapes)
    assert part.left is part.right is part.statement is None


@pytest.mark.parametrize("latex", ["X + 1", "q^2", "Q / q", r"X \le X", r"\|P\| = 1", r"\exp(P)", r"q \times q"])
def test_what_may_mean_something_else_that_fits_is_not_forced(latex: str) -> None:
    context = ATTENTION.declare(*section(r"let q \in \mathbb R^k").context.declarations.values())
    part = last(latex, context=context)
    assert part.problem is not None and not part.forced


def test_a_clash_with_something_inferred_is_not_forced() -> None:
    first, second = parts("U = QK^T", "U = Q", context=ATTENTION)
    assert first.problem is None
    assert second.problem is not None and second.problem.code == "shape-conflict" and not second.forced


def test_a_bad_link_leaves_the_others_alone() -> None:
    first, second, third = parts("PQ = P(XA_1) = (XA_1)P = PQ", context=ATTENTION)
    assert first.problem is None and second.problem is not None and third.problem is not None


def test_the_message_is_about_the_smallest_place_and_names_where_shapes_came_from() -> None:
    source = "PQ = P(Q K)"
    problem = parts(source, context=ATTENTION)[0].problem
    assert problem is not None and problem.span is not None
    assert source[problem.span.start : problem.span.end].strip() == "Q K"
    assert any("K is T×k (declared)" in n.message for n in problem.notes)


@pytest.mark.parametrize(
    ("latex", "code"),
    [
        (r"\int x\,dx = 1", "not-supported"),
        (r"\int_\infty^0 e^{-x}\,dx = 1", "not-supported"),
        (r"a + \dots + b", "not-supported"),
        (r"\sum_{i} \exp(0)", "undeclared"),
        (r"f(x) + f(x, y)", "sort-conflict"),
        ("z < w", "sort-conflict"),
        (r"\sum_{m=0}^{3} a_m", "not-supported"),
        (r"\operatorname{erf}(0) = 0", "undeclared"),
        ("f^{-1}(s) = t", "ambiguous"),
        (r"s \equiv t", "not-supported"),
        ("x_{m+1} = 2 x_m", "not-supported"),
    ],
)
def test_what_cannot_be_elaborated_says_so(latex: str, code: str) -> None:
    problem = last(latex, context=COMPLEX).problem
    assert problem is not None and problem.code == code


# --- total, and fast

ATOMS = ("Num", "Id", "Word", "Infinity", "Dots", "Colon", "Mark", "Transpose", "Empty", "Text")
ARITY = {
    **dict.fromkeys(("Sub", "Sup", "Frac", "Binom", "Function", "Extremum", "Conditional", "Branch", "Brace", "Cond"), 2),
    **dict.fromkeys(("Forall", "Exists", "Labelled", "Modulo", "Derivative", "EvalAt", "Sqrt", "Inner", "Gradient"), 2),
    **dict.fromkeys(("Factorial", "Abs", "Norm", "Floor", "Ceil", "Neg", "Prime", "Accent", "Font", "Not", "Percent"), 1),
    "Big": 3,
    "Limit": 3,
    "Integral": 4,
    "Differential": 1,
}
VALUES: dict[str, tuple[object, ...]] = {
    "Num": ("0", "1", "2.5", "12"),
    "Id": (*"xyieIAPTndkfabE", "alpha", "lambda", "pi"),
    "Word": ("softmax", "ReLU", "perm", "sin", "tr", "det", "log", "Re"),
    "Mark": ("*", "+"),
    "Group": ("(", "[", "{"),
    "Interval": ("[)",),
    "Accent": ("hat", "bar", "overline"),
    "Font": ("bold", "cal", "bb", "rm"),
    "Big": ("sum", "prod", "bigcup"),
    "Prime": (1, 2),
    "Text": ("QED",),
}


def grow(draw: random.Random, depth: int) -> Node:
    kind = draw.choice(ATOMS[:3]) if depth <= 0 or draw.random() < 0.3 else draw.choice(sorted(KINDS))
    value: object = draw.choice(VALUES.get(kind, (None,)))
    span = Span(0, 1)
    if kind in ATOMS:
        return Node(kind, span, (), value)  # type: ignore[arg-type]
    if kind == "Matrix":
        cells = tuple(grow(draw, depth - 2) for _ in range(4))
        return Node(kind, span, cells, ("pmatrix", 2, 2))  # type: ignore[arg-type]
    children = tuple(grow(draw, depth - 1) for _ in range(ARITY.get(kind) or draw.randint(2, 4)))
    if kind in ("Add", "Product", "Chain", "Combine"):
        choices = {
            "Add": ("+", "-", "±"),
            "Product": ("", "·", "×", "/", "⊙", "⊗", "∘", "mod"),
            "Chain": ("=", "in", "<=", "!=", *RELATIONS),
            "Combine": ("∪", "∧"),
        }[kind]
        value = tuple(draw.choice(choices) for _ in children[0 if kind == "Add" else 1 :])
    return Node(kind, span, children, value)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_raises_for_any_tree(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(250):
        formulas = [Formula(grow(draw, draw.randint(1, 5)), draw.random() < 0.3) for _ in range(draw.randint(1, 4))]
        reading = elaborate_section(formulas, draw.choice([Context(), ATTENTION, COMPLEX, KEYS]))
        assert len(reading.readings) == len(formulas)
        for part in (p for r in reading.readings for p in r.parts):
            assert isinstance(part.read_as, str)
            for side in (part.left, part.right):
                assert side is None or (isinstance(side, Term) and type_of(side, part.types))


def test_a_tree_that_is_too_deep_is_refused() -> None:
    node = Node("Id", Span(0, 1), (), "x")
    for _ in range(5000):
        node = Node("Group", Span(0, 1), (node,), "(")
    problem = elaborate_section([Formula(node)], Context()).readings[0].parts[0].problem
    assert problem is not None and "deeply" in problem.message


@pytest.mark.timeout(120, method="thread")
@pytest.mark.parametrize("script", ["x^{", "x_{"])
def test_work_grows_with_scripts_upon_scripts(script: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def elaborate(depth: int) -> None:
        elaborate_section([Formula(tree(script * depth + "x" + "}" * depth + " = x"))], Context())

    assert calls(lambda: elaborate(60)) < 30 * calls(lambda: elaborate(15))


def test_powers_above_powers_are_refused_where_there_are_many() -> None:
    (part,) = elaborate_section([Formula(tree("x^{" * 12 + "x" + "}" * 12 + " = x"))], Context()).readings[0].parts
    assert part.problem is not None and "deeply" in part.problem.message
    (part,) = elaborate_section([Formula(tree("x^{" * 3 + "x" + "}" * 3 + " = x"))], Context()).readings[0].parts
    assert part.problem is None


def test_work_is_linear_in_the_section(calls: Callable[[Callable[[], object]], int]) -> None:
    lines = [r"PQ(PK)^T = P(QK^T)P^T", r"\text{softmax}\frac{PQ(PK)^T}{\sqrt d} = P\,\text{softmax}\frac{QK^T}{\sqrt d} P^T"]

    def work(count: int) -> int:
        formulas = [Formula(tree(lines[k % 2])) for k in range(count)]
        return calls(lambda: elaborate_section(formulas, ATTENTION))

    assert work(160) < 1.5 * 8 * work(20)
