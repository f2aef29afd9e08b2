"""What is supposed of everything of a kind is one hypothesis, and says no more than the words do."""

from __future__ import annotations

import pytest

import symproofs


def verdicts(text: str) -> list[str]:
    return [s.judgement.verdict.value for d in symproofs.check(text).documents for s in d.steps]


def last(text: str) -> str:
    return verdicts(text)[-1]


@pytest.mark.parametrize(
    "text",
    [
        r"Suppose $\sin(j x) = 0$ for every integer $j$. Then $\sin x = 0$.",
        r"Suppose $\sin(j x) = 0$ for all integers $j$ with $0 \le j < m$, where $m \ge 2$. Then $\sin x = 0$.",
        r"Suppose that for every integer $j$ with $0 \le j < m$ we have $\sin(j x) = 0$, where $m \ge 2$. Then $\sin x = 0$.",
        r"设对所有满足 $0 \le j < m$ 的整数 $j$ 有 $\sin(jx) = 0$，其中 $m \ge 2$。则 $\sin x = 0$。",
        r"Let $m \ge 2$ be an integer. Suppose $\forall j \in \mathbb{Z}, 0 \le j < m: \sin(j x) = 0$. Then $\sin x = 0$.",
    ],
)
def test_it_holds_at_every_value(text: str) -> None:
    """At j = 1."""
    assert last(text) == "proved"


@pytest.mark.parametrize(
    "text",
    [
        r"Suppose $f(x) \ge 0$ for all real $x$. Then $f(2) \ge 0$.",
        r"Suppose $f(x) \ge 0$ for all $x$. Then $f(2) \ge 0$.",
        r"设对任意实数 $x$ 有 $f(x) \ge 0$。则 $f(2) \ge 0$。",
        r"设 $f(x) \ge 0$ 对任意实数 $x$ 成立。则 $f(2) \ge 0$。",
        r"Let $f: \mathbb{R} \to \mathbb{R}$ be even, that is, $f(-x) = f(x)$ for all $x$. Then $f(-2) = f(2)$.",
        r"Suppose $f(-x) = -f(x)$ for all real $x$. Then $f(0) = 0$.",
        r"Suppose $\forall x \in [0, 1]: f(x) \ge 0$. Then $f(1/2) \ge 0$.",
        r"Suppose $f(x) \ge 0$ for all $x \in [0, 1]$. Then $f(1/2) \ge 0$.",
        r"Let $a$ be real. Suppose $\forall x > a: f(x) = 1$. Then $f(a + 1) = 1$.",
        r"Suppose $f(x) > 0$ for all real $x$. Then $|f(2)| = f(2)$.",
        r"Suppose $f(x) > 0$ for all real $x$. Then $f(2)/f(2) = 1$.",
    ],
)
def test_of_functions(text: str) -> None:
    """At a value; and some function meets what is supposed, so something is said."""
    assert last(text) == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "Assume $a_j = 1$ for each $j$ between $1$ and $n$. Then $\\sum_{j=1}^n a_j = n$.",
        "Assume $a_j = 1$ for each $j$ with $1 \\le j \\le n$. Then $\\sum_{j=1}^n a_j = n$.",
        "Let $x_1, \\dots, x_n$ be real with $x_i \\le M$ for every $i$. Then $\\sum_{i=1}^n x_i \\le n M$.",
        r"Assume $\mathbb{E}[X_i] = \mu$ for each $i$. Then $\mathbb{E}[\frac1n \sum_{i=1}^n X_i] = \mu$.",
        "Let $p_i > 0$ for all $i$. For all $i$, $|p_i| = p_i$.",
        "Let $p_i > 0$ for all $i$. Then $p_j > 0$.",
        "设对所有 $i$ 有 $x_i \\ge 1$。则 $\\sum_{i=1}^n x_i \\ge n$。",
    ],
)
def test_of_members(text: str) -> None:
    """Sums of n numbers, each 1, or each at most M; the mean of means."""
    assert last(text) == "proved"


RESTRICTED = [
    r"Suppose $f(x) \ge 0$ for all real $x$ except $x = 0$. Then $f(0) \ge 0$.",
    r"Suppose $f(x) \ge 0$ for almost all real $x$. Then $f(0) \ge 0$.",
    r"Suppose that for almost all $x$, $f(x) \ge 0$. Then $f(0) \ge 0$.",
    r"Suppose $f(x) \ge 0$ for all real $x$ in $[0, 1]$. Then $f(2) \ge 0$.",
    r"Suppose $f(x) \ge 0$ for all $x \in [0, 1]$. Then $f(2) \ge 0$.",
    r"Suppose $\forall x \in [0, 1]: f(x) \ge 0$. Then $f(2) \ge 0$.",
    r"Suppose $\forall x \in \mathbb{R}, x > 3: f(x) \ge 0$. Then $f(2) \ge 0$.",
    r"Suppose $f(x) \ge 0$ for all real $x$ large enough. Then $f(2) \ge 0$.",
    r"Suppose $f(x) \ge 0$ for all large real $x$. Then $f(2) \ge 0$.",
    r"Suppose that for all large $x$, $f(x) \ge 0$. Then $f(0) \ge 0$.",
    r"设对充分大的 $x$ 有 $f(x) \ge 0$。则 $f(0) \ge 0$。",
    r"Suppose $f(x) \ge 0$ for all real $x$ with $x > 3$ or $x < 0$. Then $f(2) \ge 0$.",
    r"Suppose $f(x) \ge 0$ for all positive real $x$. Then $f(-2) \ge 0$.",
    r"Let $f(x) = x^2$ for all positive real $x$. Then $f(-2) = 4$.",
    r"Let $f$ be a real function with $f(x) = x^2$ for all real $x$ with $x > 0$. Then $f(-2) = 4$.",
    r"Suppose $f(n) = n$ for all $n$. Then $f(1/2) = 1/2$.",
    r"Let $a$ be real. Suppose $\forall x > a: f(x) = 1$. Then $f(a - 1) = 1$.",
    r"Let $a_1, \dots, a_n$ be real numbers. Suppose $a_j \ge 1$ for all $j$ but one. Then $\sum_{j=1}^n a_j \ge n$.",
    r"Let $a_1, \dots, a_n$ be real numbers. Suppose $a_j \ge 1$ for all even $j$. Then $\sum_{j=1}^n a_j \ge n$.",
]


@pytest.mark.parametrize("text", RESTRICTED)
def test_it_holds_nowhere_else(text: str) -> None:
    """It may fail where it is not supposed; nothing that is written is shown to be wrong, either."""
    assert set(verdicts(text)) <= {"given", "undecided"}


@pytest.mark.parametrize(
    "text",
    [
        r"设 $f(x) = x^2$，则对任意实数 $x$，有 $f(x) \ge 1$。",
        r"Let $f(x) = x^2$, then for all real $x$ we have $f(x) \ge 1$.",
    ],
)
def test_what_is_concluded_of_everything_is_a_claim(text: str) -> None:
    """0 is less than 1."""
    assert verdicts(text) == ["given", "refuted"]


def test_what_no_function_meets_proves_nothing() -> None:
    """z² is the conjugate of z for five values of z only."""
    assert last(r"Assume that $z^2 = \bar z$ for all complex $z$. Then $1 = 2$.") == "undecided"


def test_a_sum_is_a_hypothesis_beside_it() -> None:
    """`for all i and Σ w_i = 1` asks nothing of i."""
    text = r"Let $w_i \ge 0$ for all $i$ and $\sum_{i=1}^n w_i = 1$. Then $\sum_{i=1}^n 2 w_i = 2$."
    assert verdicts(text) == ["given", "given", "proved"]


def test_it_exists_with_what_is_asked_of_it() -> None:
    """A positive integer is no arbitrary real number; with `k > 0` lost 0 would do for a = 0."""
    text = r"Let $a = 0$. Then $\exists k \in \mathbb{Z}, k > 0: k = a$."
    assert last(text) == "refuted"


@pytest.mark.parametrize(("asked", "expected"), [("", "proved-provided"), (r" with $m \ge 2$", "proved")])
def test_a_value_at_which_a_claim_was_shown_has_to_be_allowed(asked: str, expected: str) -> None:
    """The claim is shown at i = 1, which is below m if m ≥ 2; afterwards i is any index again."""
    text = (
        rf"Let $m$ be a positive integer{asked}. Suppose $f(j) = 2 g(j)$ for every integer $j$ with $0 \le j < m$."
        r" Let $i$ be an integer with $0 \le i < m$."
        "\n\n"
        r"- When $i = 1$, there is a real number $t$ such that $f(1) = 2t$ and $t = g(1)$."
        "\n\n"
        r"Hence $f(1) - 2t = 0$."
    )
    assert last(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        r"Suppose that $f(x) \le f(y)$ whenever $x \le y$. Then $f(1) \le f(2)$.",
        r"Suppose $f(x + y) = f(x) + f(y)$ for all real $x, y$. Then $f(0) = 0$.",
    ],
)
def test_at_several_values(text: str) -> None:
    """At 1 and 2; at 0 and 0."""
    assert last(text) == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "设 $k_i^\\top k_j = 0$ 对所有 $i \\ne j$ 成立，且 $\\|k_i\\| = 1$。则 $\\|k_1 + k_2\\|^2 = 2$。",
        "Suppose $k_i^\\top k_j = 0$ holds for $i \\ne j$ and $\\|k_i\\| = 1$ for all $i$. Then $\\|k_1 + k_2\\|^2 = 2$.",
        "设数列 $a_n$ 满足 $a_n > 0$（$n \\ge 1$）。则 $a_1 + a_2 > 0$。",
        "Let $(a_n)$ satisfy $a_{n+1} = a_n + 2$ for all $n \\ge 0$ and $a_0 = 1$. Then $a_n = 2n + 1$.",
        "Suppose $x_i \\ge 1$ for all $i$ and $\\sum_{i=1}^n x_i = s$. Then $s \\ge n$.",
        "Suppose $f(x) = f(-x)$ for all $x \\in \\mathbb{R}$ and $f$ is continuous. Then $f(-2) = f(2)$.",
    ],
)
def test_what_follows_is_not_called_wrong(text: str) -> None:
    assert "refuted" not in verdicts(text)


def test_a_letter_that_counts_counts() -> None:
    """`for all n ≥ 0` is of whole numbers: nothing is said of a half."""
    assert last("Suppose $f(n) = 1$ for all $n \\ge 0$. Then $f(1/2) = 1$.") != "proved"
    assert last("Suppose $f(n) \\ge 1$ for all $n \\ge 0$. Then $f(1/2) \\ge 1$.") != "proved"
    assert last("Suppose $f(n) \\ge 1$ for all $n \\ge 0$. Then $f(2) \\ge 1$.") == "proved"


@pytest.mark.parametrize("asked", ["for all integers $x$", "for integer $x$", "for every positive integer $x$"])
def test_a_function_of_whole_numbers_has_no_value_at_a_half(asked: str) -> None:
    assert last(f"Let $f(x) = x$ {asked}. So $f(1/2) = 1/2$.") == "undecided"
    assert last(f"Let $f(x) = x$ {asked}. So $f(3) = 3$.") == "proved"
