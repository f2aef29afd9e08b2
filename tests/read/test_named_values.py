"""Values that words name: every row of the table is read, in both languages, to what the noun means; nothing else is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from symproofs.derivation.document import Step
from symproofs.read.named_values import VALUES
from symproofs.terms.latex import statement_latex

Last = Callable[[str], Step]

ONE = {
    "square": ("平方", "a^2"),
    "cube": ("立方", "a^3"),
    "absolute value": ("绝对值", "|a|"),
    "reciprocal": ("倒数", "1/a"),
    "negative": ("相反数", "-a"),
    "transpose": ("转置", r"A^\top"),
    "inverse": ("逆矩阵", "A^{-1}"),
    "determinant": ("行列式", r"\det(A)"),
    "trace": ("迹", r"\operatorname{tr}(A)"),
    "square root": ("平方根", r"\sqrt{a}"),
    "conjugate": ("共轭", r"\overline{a}"),
    "natural logarithm": ("自然对数", r"\ln a"),
}
TWO = {
    "sum": ("和", "a + b"),
    "difference": ("差", "a - b"),
    "product": ("乘积", "ab"),
    "quotient": ("商", r"\frac{a}{b}"),
    "mean": ("平均值", "(a + b)/2"),
    "inner product": ("内积", r"a^\top b"),
}
ALL = {
    "sum": ("总和", r"\sum_{i=1}^n a_i"),
    "product": ("积", r"\prod_{i=1}^n a_i"),
    "mean": ("平均值", r"\frac{1}{n}\sum_{i=1}^n a_i"),
}


def read(last_step: Last, text: str) -> str:
    """How the statement is written that the text is read to."""
    statement = last_step(text).link.statement
    assert statement is not None, text
    return statement_latex(statement)


@pytest.mark.parametrize("noun", ONE)
def test_of_one_thing(noun: str, last_step: Last) -> None:
    chinese, value = ONE[noun]
    letter, kind = ("A", r"A \in \mathbb{R}^{n \times n}") if "A" in value else ("a", "a > 0")
    wanted = read(last_step, f"Let ${kind}$. Let $c = {value}$.")
    assert read(last_step, f"Let ${kind}$. Let $c$ be the {noun} of ${letter}$.") == wanted
    assert read(last_step, f"设 ${kind}$。设 $c$ 为 ${letter}$ 的{chinese}。") == wanted


@pytest.mark.parametrize("noun", TWO)
def test_of_two_things(noun: str, last_step: Last) -> None:
    chinese, value = TWO[noun]
    kind = r"a, b \in \mathbb{R}^n" if "inner" in noun else "a, b > 0"
    wanted = read(last_step, f"Let ${kind}$. Let $c = {value}$.")
    assert read(last_step, f"Let ${kind}$. Let $c$ be the {noun} of $a$ and $b$.") == wanted
    assert read(last_step, f"设 ${kind}$。设 $c$ 是 $a$ 与 $b$ 的{chinese}。") == wanted


@pytest.mark.parametrize("noun", ALL)
def test_of_a_list(noun: str, last_step: Last) -> None:
    chinese, value = ALL[noun]
    given = r"Let $a_1, \dots, a_n$ be real numbers."
    wanted = read(last_step, rf"{given} Let $c = {value}$.")
    assert read(last_step, rf"{given} Let $c$ be the {noun} of $a_1, \dots, a_n$.") == wanted
    assert read(last_step, rf"设 $a_1, \dots, a_n$ 为实数。设 $c$ 为 $a_1, \dots, a_n$ 的{chinese}。") == wanted


def test_the_table_is_tried_whole() -> None:
    tried = {*ONE, *TWO, *ALL}
    assert all(any(re.fullmatch(v.english, noun) for noun in tried) for v in VALUES)


HOLD = (
    (r"Let $s$ be the sum of $a$ and $b$. Then $s^2 = a^2 + 2ab + b^2$.", "proved"),
    (r"Let $s$ be the sum of $a$ and $b$. Then $s^2 = a^2 + b^2$.", "refuted"),
    (r"Let $\mu$ be the mean of $x_1, \dots, x_n$. Then $\sum_{i=1}^n (x_i - \mu) = 0$.", "proved"),
    (r"Let $\mu$ be the mean of $x_1, \dots, x_n$. Then $\sum_{i=1}^n x_i = \mu$.", "refuted"),
    (r"设 $y$ 是 $x + 1$ 的平方。则 $y = x^2 + 2x + 1$。", "proved"),
    (r"设 $y$ 是 $x + 1$ 的平方。则 $y = x^2 + 1$。", "refuted"),
    # of what no row makes anything nothing is decided
    (r"Let $y$ be the square of the norm of $x$. Then $y = x^2$.", "undecided"),
    (r"Let $s$ be the sum of the squares of $a$ and $b$. Then $s = a + b$.", "undecided"),
    (r"Let $m$ be the larger of $a$ and $b$. Then $m = a + b$.", "undecided"),
    (r"Let $s$ be the sum of $a$ and $b$ modulo $2$. Then $s = a + b$.", "undecided"),
    (r"设 $s$ 是 $a$ 与 $b$ 的平方和。则 $s = a + b$。", "undecided"),
)


@pytest.mark.parametrize(("text", "verdict"), HOLD)
def test_what_follows_is_judged_under_the_value(text: str, verdict: str, last_step: Last) -> None:
    assert last_step(text).judgement.verdict.value == verdict
