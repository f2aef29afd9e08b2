"""What a sentence claims in words: every property said in a sentence that concludes is judged, and is no declaration."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check
from symproofs.derivation.verdict import Verdict


def verdicts(text: str) -> list[str]:
    return [s.verdict.value for s in check(text).documents[0].steps if s.verdict is not Verdict.GIVEN]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            r"Let $A \in \mathbb{R}^{n\times n}$ with $A^2 = I$. So $A$ is invertible, and $A$ is orthogonal. So $A^\top A = I$.",
            3,
        ),
        (r"Let $A \in \mathbb{R}^{n\times n}$. Then $A^\top A$ is symmetric, $A$ is diagonal. So $A^\top = A$.", 3),
        (
            r"Let $P \in \mathbb{R}^{n \times n}$ be orthogonal. Then $P^\top P = I$, so $P$ is invertible and $P$ is a"
            r" permutation matrix. So for $X \in \mathbb{R}^{n\times n}$, $\operatorname{ReLU}(PX) = P\operatorname{ReLU}(X)$.",
            4,
        ),
        (r"Let $A \in \mathbb{R}^{n\times n}$ with $A^2 = I$. Since $A^2 = I$, $A$ is orthogonal. Hence $A^\top A = I$.", 3),
        (r"Let $A \in \mathbb{R}^{n\times n}$ with $A^2 = I$. Clearly $A$ is orthogonal. Hence $A^\top A = I$.", 2),
        (r"Let $A, B \in \mathbb{R}^{n\times n}$ with $B^2 = I$. Then $A$ and $B$ are orthogonal. Hence $A^\top A = I$.", 3),
        (r"Let $A, B \in \mathbb{R}^{n\times n}$ with $B^2 = I$. Then $A, B$ are orthogonal. Hence $A^\top A = I$.", 3),
        (r"设 $A\in\mathbb{R}^{n\times n}$。所以 $A$ 可逆，$A$ 是正交矩阵。因此 $A^\top A=I$。", 3),
        (r"设 $A\in\mathbb{R}^{n\times n}$，$A^2=I$。因为 $A^2=I$，$A$ 是正交矩阵。因此 $A^\top A=I$。", 3),
    ],
)
def test_what_is_claimed_in_words_is_no_declaration(text: str, claims: int) -> None:
    """A = [[1, 1], [0, -1]] has A² = I and is not orthogonal; a rotation is no permutation; A = [[0, 1], [0, 0]] is not diagonal.

    Each claim has a line, and what is made of one that does not hold is not proved.
    """
    found = verdicts(text)
    assert len(found) == claims
    assert found[-1] != "proved"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (
            r"Let $Q \in \mathbb{R}^{n\times n}$ be orthogonal. Then $Q^\top Q = I$, and $Q$ is invertible. So $Q Q^{-1} = I$.",
            3,
        ),
        (r"设 $P\in\mathbb{R}^{n\times n}$ 是正交矩阵。则 $P$ 可逆，$P$ 是正交矩阵。因此 $P^\top P=I$。", 3),
    ],
)
def test_what_holds_is_proved(text: str, right: int) -> None:
    """An orthogonal matrix has an inverse, its transpose."""
    assert verdicts(text) == ["proved"] * right


@pytest.mark.parametrize(
    "text",
    [
        r"Let $A \in \mathbb{R}^{n\times n}$ and let $A$ be invertible and symmetric. Then $A^\top = A$.",
        r"Let $x$ be real. Suppose $y > x$ and $x$ is positive. Then $y > 0$.",
        r"设 $A\in\mathbb{R}^{n\times n}$ 可逆，$A$ 是对称矩阵。则 $A^\top=A$。",
    ],
)
def test_what_is_assumed_stays_so(text: str) -> None:
    assert verdicts(text) == ["proved"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Let $m, n$ be integers with $n = 2m$. Then $m$ divides $n$.", "proved"),
        ("Let $m, n$ be integers with $n = 2m$. So $n$ is a multiple of $m$.", "proved"),
        ("设 $m,n$ 为整数，$n=2m$。则 $m$ 整除 $n$。", "proved"),
        ("设 $m,n$ 为整数，$n=2m$。所以 $n$ 能被 $m$ 整除。", "proved"),
        (r"Let $A \in \mathbb{R}^{n\times n}$ with $A^2 = I$. Hence the determinant of $A$ is $1$.", "refuted"),
        (r"设 $A\in\mathbb{R}^{n\times n}$，$A^2=I$。所以 $A$ 的行列式为 $1$。", "refuted"),
        (r"Let $A \in \mathbb{R}^{n\times n}$. Suppose the determinant of $A$ is $1$. Then $\det(A^2) = 1$.", "proved"),
        (r"Let $A, B \in \mathbb{R}^{n\times n}$. So $A$ and $B$ commute.", "refuted"),
        ("Let $p$ be an integer with $p = 3$. So $p$ is odd.", "proved"),
        ("Let $p$ be an integer with $p = 3$. So $p$ is even.", "refuted"),
    ],
)
def test_words_that_are_a_formula_are_judged_as_one(text: str, verdict: str) -> None:
    """diag(1, -1) has the square I and the determinant -1."""
    assert verdicts(text) == [verdict]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"We have $2^2 = 4$. Therefore $\sqrt 4$ is irrational.", r"$\sqrt 4$ is irrational"),
        (r"Let $A \in \mathbb{R}^{2\times 2}$. So the largest eigenvalue of $A$ is $1$.", "the largest eigenvalue of $A$ is $1$"),
        ("Let $m, n$ be integers. Then $m$ and $n$ are coprime.", "$m$ and $n$ are coprime"),
        (r"Let $X$ and $Y$ be random variables with $\operatorname{Cov}(X,Y)=0$. So $X$ and $Y$ are independent.", "independent"),
        ("Let $f$ be a function. It follows that $f$ is continuous.", "$f$ is continuous"),
        ("Then $x_n$ converges to $2$.", "$x_n$ converges to $2$"),
        ("设 $f$ 为函数。所以 $f$ 连续。", "$f$ 连续"),
        ("设 $A$ 为矩阵。因此 $A$ 的特征值都是正的。", "$A$ 的特征值都是正的"),
        ("设 $m,n$ 为整数。故 $m$ 与 $n$ 互素。", "$m$ 与 $n$ 互素"),
    ],
)
def test_a_claim_in_words_that_is_not_read_has_a_line(text: str, words: str) -> None:
    last = check(text).documents[0].steps[-1]
    assert (last.verdict, last.code) == (Verdict.UNDECIDED, "claim-not-read")
    assert words in str(last.message)


@pytest.mark.parametrize(
    "text",
    [
        "Let $x = 2$. Then $x^2 = 4$, and we are done.",
        "Let $x = 2$. Hence the claim follows for $x$. Thus $x$ is as claimed.",
        "Let $x = 2$. Then $x^2$ is called the square of $x$. So $x$ is a number.",
        "Let $x = 2$. Then $x$ has the property that $x^2 = 4$. Hence $x$ satisfies $x^2 = 4$.",
        r"Let $A$ be a $2 \times 2$ matrix. Then $A$ is a $2 \times 2$ matrix and $A + A = 2A$.",
        "设 $x=2$。则 $x$ 满足 $x^2=4$。所以结论对 $x$ 成立。因此 $x$ 即为所求。",
        "设 $x=2$。则 $x^2$ 称为 $x$ 的平方。于是命题得证。",
    ],
)
def test_what_only_names_or_announces_claims_nothing(text: str) -> None:
    assert "undecided" not in verdicts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Let $n$ be an odd integer. Then $n^2 - 1$ is divisible by $2$, and $16$ divides $n^2 - 1$.",
        "Let $m$ be an integer. Then $m + m = 2m$. Also $m^2 - m$ is odd.",
        "Let $m$ be an integer. Then $m + m = 2m$. Moreover $2$ divides $m^2 + 1$.",
        "Let $x$ be real. Then $x^2 + 1 > 0$. Also $x^2 - 1$ is positive.",
        "设 $m$ 为整数。则 $m + m = 2m$。又 $m^2 - m$ 是奇数。",
    ],
)
def test_what_is_said_of_an_expression_is_never_lost(text: str) -> None:
    """1 - 1 = 0 is not odd, 16 does not divide 8, 2 does not divide 1, 0 - 1 is not positive."""
    steps = [s for d in check(text).documents for s in d.steps]
    assert [s.judgement.verdict.value for s in steps if s.judgement.verdict.value != "given"][-1] in ("undecided", "refuted")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let $x$ be real. The number $r = x + 1$ satisfies $r - 1 = x$. Hence $r > x$.", ["given", "proved", "proved"]),
        ("设 $x$ 为实数。数 $r = x + 1$ 满足 $r - 1 = x$。因此 $r > x$。", ["given", "proved", "proved"]),
        ("Let $x$ be real. The number $r = x + 1$ satisfies $r > x$ and $r = x + 2$.", ["given", "proved", "refuted"]),
        ("The function $f(t) = t^2$ satisfies $f(x) \\ge 0$ and $f(x) = 2x$.", ["given", "proved", "refuted"]),
    ],
)
def test_what_a_thing_satisfies_is_claimed_of_what_it_is(text: str, expected: list[str]) -> None:
    """r = x + 1 is greater than x, and not x + 2."""
    assert [s.judgement.verdict.value for d in check(text).documents for s in d.steps] == expected


def test_nothing_is_refuted_of_what_was_not_read_to_exist() -> None:
    """A w = μ w gives A² w = μ² w."""
    found = r"We have $A w = \mu w$ for some $w \neq 0$ in $\mathbb{R}^n$. Therefore $A^2 w = \mu^2 w$."
    text = rf"Let $A \in \mathbb{{R}}^{{n\times n}}$. {found}"
    assert "refuted" not in [s.judgement.verdict.value for d in check(text).documents for s in d.steps]
