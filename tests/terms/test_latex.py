"""What is printed says what the tree says: examples as a textbook sets them, and no two trees that print alike."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.terms.latex import PRINTERS, latex, spelled, statement_latex, type_latex
from symproofs.terms.latex_names import escape, name_latex
from symproofs.terms.size import Size
from symproofs.terms.statement import And, ForAll, Implies, Membership, Property, Relation
from symproofs.terms.term import HEADS, IMAGINARY, PI, E, Term, const, fun, name, num, term
from symproofs.terms.types import family, function, index, matrix, scalar, vector

N = Size.of("n")


def mul(*factors: Term) -> Term:
    return term("mul", *factors)


def add(*summands: Term) -> Term:
    return term("add", *summands)


def transpose(a: Term) -> Term:
    return term("transpose", a)


def neg(a: Term) -> Term:
    return term("neg", a)


def div(a: Term, b: Term) -> Term:
    return term("div", a, b)


def power(a: Term, b: Term) -> Term:
    return term("pow", a, b)


x, y, z, P, Q, K, W = map(name, ["x", "y", "z", "P", "Q", "K", "W"])


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("mu_a", r"\mu_a"),
        ("H_perm", r"H_{\mathrm{perm}}"),
        ("lambda_", r"\lambda"),
        ("t_theta", r"t_\theta"),
        ("x_bar", r"\bar{x}"),
        ("x_bar_1", r"\bar{x}_1"),
        ("bold_x", r"\mathbf{x}"),
        ("a_ij", "a_{ij}"),
        ("beta_45", r"\beta_{45}"),
        ("Sigma_alpha", r"\Sigma_\alpha"),
        ("I_mat", "I"),
        ("E_", "E"),
        ("Ncal", r"\mathcal{N}"),
        ("W_Q_perm", r"W_{Q,\mathrm{perm}}"),
        ("RoPE", r"\mathrm{RoPE}"),
        ("步长", r"\text{步长}"),
    ],
)
def test_names(written: str, shown: str) -> None:
    assert name_latex(written) == shown


@pytest.mark.parametrize(
    ("tree", "shown"),
    [
        # random variables
        (term("expect", x), r"\mathbb{E}[x]"),
        (term("expect", div(x, y)), r"\mathbb{E}\left[\frac{x}{y}\right]"),
        (power(term("expect", x), num(2)), r"\mathbb{E}[x]^2"),
        (term("var", add(x, y)), r"\operatorname{Var}(x + y)"),
        (term("cov", x, y), r"\operatorname{Cov}(x, y)"),
        # products keep their brackets
        (mul(mul(P, Q), W), "(P Q) W"),
        (mul(P, mul(Q, W)), "P (Q W)"),
        (mul(P, Q, W), "P Q W"),
        (transpose(mul(P, Q)), r"(P Q)^\top"),
        (mul(transpose(P), Q), r"P^\top Q"),
        (transpose(transpose(P)), r"(P^\top)^\top"),
        (term("inverse", transpose(P)), r"(P^\top)^{-1}"),
        (mul(mul(mul(P, Q), K), W), r"\bigl((P Q) K\bigr) W"),
        # sums and signs
        (add(x, neg(y)), "x - y"),
        (add(neg(x), y), "-x + y"),
        (add(x, neg(add(y, z))), "x - (y + z)"),
        (add(x, neg(neg(y))), "x - (-y)"),
        (add(add(x, y), z), "(x + y) + z"),
        (mul(add(x, y), z), "(x + y) z"),
        (neg(mul(x, y)), "-x y"),
        (mul(neg(x), y), "(-x) y"),
        (mul(x, neg(y)), "x (-y)"),
        (mul(num(-3), x), "(-3) x"),
        (add(x, num(-3)), "x - 3"),
        # numbers
        (mul(num(2), num(3)), r"2 \cdot 3"),
        (mul(num(2), x), "2 x"),
        (mul(x, num(2)), r"x \cdot 2"),
        (mul(num(2), num("1/2")), r"2 \cdot \frac{1}{2}"),
        (power(num("1/2"), num(2)), r"\left(\frac{1}{2}\right)^2"),
        (power(num(-1), x), "(-1)^x"),
        # powers, roots and functions
        (power(add(x, y), num(2)), "(x + y)^2"),
        (power(power(x, y), z), "(x^y)^z"),
        (power(x, power(y, z)), "x^{y^z}"),
        (power(x, num(10)), "x^{10}"),
        (div(add(x, y), term("sqrt", name("d"))), r"\frac{x + y}{\sqrt{d}}"),
        (power(num(10000), div(mul(num(2), x), name("d"))), "10000^{2 x/d}"),
        (power(x, div(y, mul(num(2), z))), r"x^{\frac{y}{2 z}}"),
        (fun("cos", x), r"\cos x"),
        (mul(fun("cos", x), fun("sin", y)), r"\cos x \sin y"),
        (mul(fun("cos", x), y), r"\cos(x) y"),
        (fun("cos", mul(num(2), x)), r"\cos(2 x)"),
        (power(fun("sin", x), num(2)), r"\sin^2 x"),
        (mul(power(fun("sin", x), num(2)), y), r"\sin^2(x) y"),
        (power(fun("sin", x), num(-1)), r"(\sin x)^{-1}"),
        (fun("sin", power(x, num(2))), r"\sin(x^2)"),
        (power(E, mul(IMAGINARY, name("t_theta"))), r"e^{i t_\theta}"),
        (fun("exp", num(1)), r"\exp(1)"),
        (mul(num(2), PI, IMAGINARY), r"2 \pi i"),
        (mul(z, fun("conj", name("z_2"))), r"z \overline{z_2}"),
        (fun("abs", x), r"\lvert x \rvert"),
        (fun("relu", add(x, y)), r"\operatorname{ReLU}(x + y)"),
        (term("inner", x, y), r"\langle x, y \rangle"),
        (power(term("norm", x), num(2)), r"\lVert x \rVert^2"),
        (term("call", x, num(0), data=("RoPE",)), r"\operatorname{RoPE}(x, 0)"),
        (term("call", x, data=("f",)), "f(x)"),
        # the imaginary unit beside an index of that letter
        (mul(IMAGINARY, term("entry", x, name("i"))), r"\mathrm{i} x_i"),
        # indices, families, sums
        (term("entry", name("A"), name("i"), name("j")), "A_{ij}"),
        (term("entry", name("A"), num(1), num(2)), "A_{1,2}"),
        (term("entry", mul(P, Q), name("i"), name("j")), "(P Q)_{ij}"),
        (term("member", name("a"), data=("k",)), "k_a"),
        (transpose(term("member", name("i"), data=("k",))), r"k_i^\top"),
        (term("sum", x, data=("i", N)), r"\sum_{i \in [n]} x"),
        (term("sum", x, name("a"), name("b"), data=("i", N)), r"\sum_{i \in [n],\, i \neq a, b} x"),
        (mul(term("sum", x, data=("i", N)), y), r"\left(\sum_{i \in [n]} x\right) y"),
        (term("sum", add(x, y), data=("i", N)), r"\sum_{i \in [n]} (x + y)"),
        (add(term("sum", x, data=("i", N)), y), r"\sum_{i \in [n]} x + y"),
        (term("sum_between", x, num(1), name("n"), data=("i",)), r"\sum_{i = 1}^{n} x"),
        (term("integral", x, num(0), name("t"), data=("x",)), r"\int_{0}^{t} x \, dx"),
        (term("integral", add(x, y), num(0), num(1), data=("x",)), r"\int_{0}^{1} (x + y) \, dx"),
        (term("integral", mul(name("d"), x), num(0), num(1), data=("x",)), r"\int_{0}^{1} (d x) \, dx"),
        (mul(term("integral", x, num(0), num(1), data=("x",)), y), r"\left(\int_{0}^{1} x \, dx\right) y"),
        (term("improper", x, num(0), data=("x", "up")), r"\int_{0}^{\infty} x \, dx"),
        (term("improper", x, data=("x", "both")), r"\int_{-\infty}^{\infty} x \, dx"),
        # arrays
        (Term("identity", (), (N,)), "I_n"),
        (Term("size", (), (N.scale(2) - Size.of(1),)), "2 n - 1"),
        (term("matrix", x, y, data=(1, 2)), r"\begin{pmatrix} x & y \end{pmatrix}"),
        (term("hadamard", P, mul(Q, W)), r"P \odot (Q W)"),
        (mul(term("hadamard", P, Q), W), r"(P \odot Q) W"),
        (term("rows", name("b_1"), data=(N,)), "b_1"),
    ],
)
def test_written_as_in_a_textbook(tree: Term, shown: str) -> None:
    assert latex(tree) == shown


def test_a_broadcast_can_show_its_ones() -> None:
    assert latex(term("rows", name("b"), data=(N,)), show_broadcast=True) == r"\mathbf{1}_n b"


def test_names_can_be_given_a_latex_of_their_own() -> None:
    assert latex(mul(x, y), names={"x": r"\xi"}) == r"\xi y"


@pytest.mark.parametrize(
    ("statement", "shown"),
    [
        (Relation("!=", x, num(0)), r"x \neq 0"),
        (Relation("~", x, y), r"x \approx y"),
        (Property("invertible", mul(P, Q)), r"\det(P Q) \neq 0"),
        (Property("symmetric", mul(P, Q)), r"(P Q)^\top = P Q"),
        (Membership(x, "integer"), r"x \in \mathbb{Z}"),
        (And((Relation("<", x, y), Relation("<", y, z))), r"x < y \land y < z"),
        (Implies(Relation("=", x, y), Relation("=", y, x)), r"x = y \Rightarrow y = x"),
        (ForAll((("x", scalar()),), Relation(">=", power(x, num(2)), num(0))), r"\forall\, x \in \mathbb{R}:\ x^2 \ge 0"),
    ],
)
def test_statements(statement: Relation, shown: str) -> None:
    assert statement_latex(statement) == shown


def test_types_are_sets() -> None:
    assert type_latex(matrix("n", "d")) == r"\mathbb{R}^{n \times d}"
    assert type_latex(vector("d", "complex")) == r"\mathbb{C}^d"
    assert type_latex(index("n")) == "[n]"
    assert type_latex(function((scalar(),), scalar("complex"))) == r"\mathbb{R} \to \mathbb{C}"
    assert type_latex(family(vector("d"), "n")) == r"\mathbb{R}^d"


def test_text_of_others_is_text() -> None:
    assert escape(r"\input{x} & 5% $y_1$") == r"\textbackslash{}input\{x\} \& 5\% \$y\_1\$"
    assert "\\input" not in name_latex(r"\input{secret}")


def test_every_head_has_a_printer() -> None:
    assert PRINTERS.keys() == HEADS.keys()


# -------------------------------------------------------------------------------------------- no two trees print alike

ATOMS = (name("x"), name("P"), num(2), num("1/2"), num(-1), E)


def _grown(parts: tuple[Term, ...]) -> list[Term]:
    """Every term one level above the parts, of the heads whose brackets could go wrong."""
    singles = [
        *(lambda a, h=h: term(h, a) for h in ("neg", "sqrt", "transpose", "factorial", "norm", "det")),
        *(lambda a, f=f: fun(f, a) for f in ("cos", "exp", "conj", "abs", "relu")),
        lambda a: term("sum", a, data=("j", N)),
        lambda a: term("sum_between", a, num(1), num(2), data=("j",)),
        lambda a: term("integral", a, num(1), num(2), data=("j",)),
        lambda a: term("improper", a, num(1), data=("j", "up")),
        lambda a: term("entry", a, name("j"), name("k")),
        lambda a: term("call", a, data=("f",)),
        lambda a: term("call", a, name("P"), data=("f",)),
    ]
    pairs = ("add", "mul", "div", "pow", "hadamard", "inner")
    grown = [make(a) for make in singles for a in parts]
    grown += [term(h, a, b) for h in pairs for a, b in itertools.product(parts, repeat=2)]
    grown += [term(h, a, b, name("P")) for h in ("add", "mul") for a, b in itertools.product(parts[:40], repeat=2)]
    return grown


def test_no_two_small_trees_print_alike() -> None:
    level_one = _grown(ATOMS)
    seen: dict[str, Term] = {}
    for tree in [*ATOMS, *level_one, *_grown((*ATOMS[:2], *level_one[::7]))]:
        shown, plain = latex(tree), spelled(tree)
        assert seen.setdefault(shown, plain) == plain, f"{seen[shown]} and {plain} both print as {shown}"
    assert len(seen) > 5000


def _trees() -> st.SearchStrategy[Term]:
    atoms = st.sampled_from([*ATOMS, name("t_theta"), const("i"), num(3), Term("identity", (), (N,))])

    def grow(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        return st.one_of(
            *(inner.map(lambda a, h=h: term(h, a)) for h in ("neg", "transpose", "inverse", "sqrt", "rowsoftmax")),
            *(st.lists(inner, min_size=2, max_size=3).map(lambda a, h=h: term(h, *a)) for h in ("add", "mul")),
            *(st.tuples(inner, inner).map(lambda a, h=h: term(h, *a)) for h in ("div", "pow", "hadamard")),
            inner.map(lambda a: fun("sin", a)),
            inner.map(lambda a: term("sum", a, name("a"), data=("i", N))),
        )

    return st.recursive(atoms, grow, max_leaves=12)


@given(_trees())
@settings(max_examples=150, deadline=None)
def test_spelling_numbers_out_does_not_change_the_text(tree: Term) -> None:
    assert latex(spelled(tree)) == latex(tree)
    assert spelled(spelled(tree)) == spelled(tree)


@given(_trees())
@settings(max_examples=150, deadline=None)
def test_brackets_close(tree: Term) -> None:
    shown = latex(tree)
    assert shown.count("{") == shown.count("}")
    assert shown.count(r"\left") == shown.count(r"\right")
    assert shown.count("(") == shown.count(")")
