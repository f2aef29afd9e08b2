"""Formulas as typed: what TeX may be given of them, and how they look on one line."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check
from symproofs.render.authors import as_one_row, safe_formula
from symproofs.render.latex import render_latex
from symproofs.render.prose import detail_prose, prose_latex
from symproofs.render.report_json import report_to_json


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (r"\frac{d}{dx} x^2 &= 2x \\", r"\frac{d}{dx} x^2 = 2x"),
        (r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} &= A", r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} = A"),
        ("α₁x ≤ Cᵢ，λ", r"\alpha_1x \le C_i,\lambda"),
        (r"k_i \text{ 50% & $x$}", None),
        (r"k_i \text{ 50\% }", None),
        (r"k_i \text{ 标准正交}", r"k_i \text{ 标准正交}"),
        ("设 x", r"\text{设} x"),
        ("x'^2_1", "x'^2_1"),
        ("x_1'^2", "x_1'^2"),
        (r"x_{a}^\mathrm{T} y", r"x_{a}^\mathrm{T} y"),
    ],
)
def test_what_stands_in_the_table_is_set(typed: str, shown: str | None) -> None:
    assert safe_formula(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        *(r"\input{/etc/passwd}", r"\def\x{y}", r"\foo x", "^^5cinput{x}", r"\csname input\endcsname", r"\write18{ls}"),
        *("x^2^3", "x^2'", "x'_1^2", "a_1^2_3", r"x^\frac12", "x_", r"\left( x", "{x", "x}", "x % y", "x # y", "$x$", "x~y"),
        *(r"\begin{verbatim} x \end{verbatim}", r"\begin{pmatrix} 1 \end{bmatrix}", r"\text{\input{x}}"),
    ],
)
def test_what_does_not_or_what_tex_would_refuse_is_not(typed: str) -> None:
    assert safe_formula(typed) is None


def test_a_detail_is_set_where_it_can_be() -> None:
    assert prose_latex(detail_prose(r"\mathbb{E}[k_i] = \mu_i")) == r"$\mathbb{E}[k_i] = \mu_i$"
    assert prose_latex(detail_prose("H_perm")) == r"$H_{\mathrm{perm}}$"
    assert prose_latex(detail_prose(r"\foo = 1")) == r"\textbackslash{}foo = 1"
    assert prose_latex(detail_prose("exp")) == "exp"


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("&= x \\\\\n&= y", "= x \n= y"),
        (r"A \\[4pt] &= \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", r"A  = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}"),
        (r"k_i \text{ orthonormal} \notag", "k_i  orthonormal"),
        (r"100\% \& x", r"100\% \& x"),
    ],
)
def test_a_link_out_of_a_display_is_one_row(typed: str, row: str) -> None:
    assert as_one_row(typed) == row


@pytest.mark.parametrize(("typed", "shown"), [(r"\ln", r"\ln x"), (r"\log", r"\log x")])
def test_the_logarithm_goes_back_as_it_is_written(typed: str, shown: str) -> None:
    report = check(rf"Let $x > 0$. Then $\frac{{{typed} x}}{{{typed} x}} = 1$.")
    (document,) = report_to_json(report)["documents"]
    assert document["steps"][-1]["conditions"] == [rf"{shown} \neq 0"]
    assert rf"provided ${shown} \neq 0$" in render_latex(report.documents[0])
