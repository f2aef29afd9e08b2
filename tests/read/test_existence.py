"""What a text says to exist: `$n = 2k$ for some integer $k$`, and k afterwards."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check
from symproofs.derivation.verdict import Verdict

EVEN = "Let $n$ be an even integer. Then $n = 2k$ for some integer $k$. Hence {}."


def verdicts(text: str) -> list[str]:
    return [s.verdict.value for s in check(text).documents[0].steps if s.verdict is not Verdict.GIVEN]


@pytest.mark.parametrize(
    "text",
    [
        EVEN.format("$n^2 = 4k^2$"),
        r"Let $n$ be an even integer. Then $n = 2k$ for some $k \in \mathbb{Z}$. Hence $n^2 = 4k^2$.",
        "Let $n$ be an odd integer. Then $n = 2k + 1$ for some integer $k$. Hence $n^2 = 4k^2 + 4k + 1$.",
        "设 $n$ 是偶数。则 $n = 2k$，对某个整数 $k$。因此 $n^2 = 4k^2$。",
        "Let $n$ be an even integer. Then there exists an integer $k$ such that $n = 2k$. Hence $n^2 = 4k^2$.",
        "设 $n$ 是偶数。则存在整数 $k$ 使得 $n = 2k$。因此 $n^2 = 4k^2$。",
    ],
)
def test_it_exists_and_is_called_by_its_name(text: str) -> None:
    """Every even number is twice an integer; its square is four times the square of that."""
    assert verdicts(text) == ["proved", "proved"]


def test_what_is_said_of_it_may_be_wrong() -> None:
    """n = 0, 4, -2, …: n² = 4k holds for some of them only."""
    assert verdicts(EVEN.format("$n^2 = 4k$")) == ["proved", "refuted"]


def test_it_need_not_exist() -> None:
    """1 is not twice an integer."""
    assert verdicts("Let $n$ be an integer. Then $n = 2k$ for some integer $k$.") == ["refuted"]


def test_several_statements_are_said_together() -> None:
    """n = 2k and m = 2l; k alone would be another number in each."""
    text = "Let $n, m$ be even integers. Then $n = 2k$ and $m = 2l$ for some integers $k$ and $l$. Hence $n + m = 2(k + l)$."
    assert verdicts(text) == ["proved", "proved"]


def test_one_name_for_two_numbers_is_not_proved() -> None:
    """n = 2 and m = 15 are 2k and 3k, of different k."""
    text = "Let $n = 2$ and $m = 15$. Then $n = 2k$ and $m = 3k$ for some integer $k$."
    assert "proved" not in verdicts(text)


def test_a_name_that_has_a_meaning_keeps_it() -> None:
    """k is known already: the one that exists is another, and nothing that is said of k then is refuted."""
    text = "Let $n, k$ be integers, $n = 6$ and $k = 5$. Then $n = 2k$ for some integer $k$. Hence $k = 3$."
    assert "refuted" not in verdicts(text)


def test_words_that_say_more_are_not_left_out() -> None:
    """2 is no multiple of 2 by an even integer: `even` must not be dropped."""
    assert "proved" not in verdicts("Let $n = 2$. Then $n = 2k$ for some even integer $k$.")


def test_an_integer_may_be_any_integer() -> None:
    """cos kπ = 1 for even k only."""
    assert "proved" not in verdicts(r"Then $\cos(k\pi) = 1$ for an integer $k$.")


def test_in_an_assumption_the_name_is_assumed() -> None:
    assert verdicts("Suppose $n = 2k$ for some integer $k$. Then $n^2 = 4k^2$.") == ["proved"]


@pytest.mark.parametrize(
    "text",
    [
        "Let $n$ be an even integer. Then $n = 2k$, where $k$ is an integer. Hence $n^2 = 4k^2$.",
        r"Let $n$ be an even integer. Then $n = 2k$ with $k \in \mathbb{Z}$. Hence $n^2 = 4k^2$.",
        r"Let $n$ be an even integer. Then $n = 2k, k \in \mathbb{Z}$. Hence $n^2 = 4k^2$.",
        "设 $n$ 是偶数。则 $n = 2k$，其中 $k$ 是整数。因此 $n^2 = 4k^2$。",
    ],
)
def test_a_new_name_of_which_it_is_not_said_whether_any_or_some_is_meant(text: str) -> None:
    assert "refuted" not in verdicts(text)


def test_a_name_that_was_declared_before_stands_for_any_number() -> None:
    assert verdicts("Let $n, k$ be integers. Then $n = 2k$.") == ["refuted"]


def test_a_formula_by_itself_brings_nothing_in() -> None:
    """(I + K) x = x + K x, not x - K x: nothing is said of any name after it."""
    given = r"$x \in \mathbb{R}^n$, $K \in \mathbb{R}^{n \times n}$."
    (document,) = check("$$(I + K) x = x - K x$$", given=given).documents
    assert [s.verdict for s in document.steps] == [Verdict.REFUTED]


def test_what_is_said_for_every_integer_is_not_said_of_some() -> None:
    """sin(x + π) = -sin x."""
    assert "proved" not in verdicts(r"Let $x$ be a real number. Then $\sin(x + k\pi) = \sin x$, $k \in \mathbb{Z}$.")


@pytest.mark.parametrize(
    "text",
    [
        r"Let $m, n$ be integers with $\cos m = \cos n$. Then there is an integer $k$ such that $m - n = 2\pi k$."
        r" Since $\pi$ is irrational, $k = 0$. Hence $m = n$.",
        r"设 $m,n$ 为整数，$\cos m=\cos n$。则存在整数 $k$ 使得 $m-n=2\pi k$。由于 $\pi$ 是无理数，所以 $k=0$。因此 $m=n$。",
        "Let $x$ be real. $y = 2x$ and $y = 3x$ for some real $y$. Hence $x = 0$.",
        "Let $n$ be an integer. If $n = 4$, then there is an integer $k$ such that $n = 2k$. Hence $n^2 = 4k^2$.",
        "设 $n$ 为整数。若 $n=4$，则存在整数 $k$ 使得 $n=2k$。因此 $n^2=4k^2$。",
    ],
)
def test_what_follows_from_it_is_shown_only_if_it_is(text: str) -> None:
    """cos 1 = cos(-1); no y is 2x and 3x but for x = 0; 3 is not twice an integer. No later step is proved with such a k."""
    assert verdicts(text)[1:].count("proved") == 0


def test_what_follows_without_it_is_proved() -> None:
    text = r"Let $x$ be real. There is a real $y$ such that $x = y^2$. Hence $x + x = 2x$."
    assert verdicts(text)[-1] == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "Let $x$ be real. There is a real $y$ such that $y = 2x$ and $y = 3x$. Hence $x = 0$.",
        "Let $m, n$ be integers. There is an integer $k$ such that $k = m - n$ and $k = 0$. Therefore $m = n$.",
        "Let $m, n$ be integers. There is an integer $k$ such that $k = m - n, k = 0$. Therefore $m = n$.",
        "Let $m, n$ be integers. There is an integer $k$ with $k=m-n$ and $m=n$. Therefore $m = n$.",
        "设 $m,n$ 为整数。存在整数 $k$ 使得 $k=m-n$ 且 $k=0$。因此 $m=n$。",
        "设 $x$ 为实数。存在实数 $y$，满足 $y=2x$，且 $y=3x$。因此 $x=0$。",
        r"Let $x$ be real. There is some $y \in \mathbb{R}$ satisfying $y = 2x$ and $y = 3x$. Hence $x = 0$.",
        "Let $x$ be real. There is a real $y$ such that\n\n$$y = 2x, \\quad y = 3x.$$\n\nHence $x = 0$.",
        "Let $x$ be real. We can find a real $y$ such that $y = 2x$ and $y = 3x$. Hence $x = 0$.",
        "Let $x$ be real. Then there exists $y > 0$ such that $y = x$. Hence $x > 0$.",
        "设 $x$ 为实数。则存在 $y>0$ 使得 $y=x$。因此 $x>0$。",
    ],
)
def test_all_behind_such_that_is_one_claim(text: str) -> None:
    """No such number exists in general; what is said of it is refuted as a whole, and nothing of it is a hypothesis."""
    assert verdicts(text) == ["refuted", "undecided"]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $A, B \in \mathbb{R}^{n \times n}$. There is a permutation matrix $P \in \mathbb{R}^{n \times n}$ with $P A = B$."
        r" Hence $A = P^\top B$.",
        r"Let $A \in \mathbb{R}^{n\times n}$. There is a symmetric matrix $S$ such that $A = 2 S$. Hence $A^\top = A$.",
        "Let $m, n$ be integers. There is a suitable integer $k$ with $k = m - n$ and $k = 0$. Therefore $m = n$.",
        "Let $m, n$ be integers. There exist integers $a$ and $b$ such that $am + bn = 1$. Hence $am = 1 - bn$.",
        r"Let $A \in \mathbb{R}^{n\times n}$. There is a vector $v \in \mathbb{R}^n$ and a number $\lambda$ such that"
        r" $Av = \lambda v$. Hence $A^2 v = \lambda^2 v$.",
    ],
)
def test_what_is_not_shown_to_exist_or_not_understood_decides_nothing(text: str) -> None:
    assert set(verdicts(text)) == {"undecided"}


def test_a_noun_is_part_of_the_claim() -> None:
    """2I is a matrix, and no permutation."""
    text = r"There is a permutation matrix $P \in \mathbb{R}^{n \times n}$ with $P = 2 I$."
    assert "proved" not in verdicts(text)


@pytest.mark.parametrize(
    "text",
    [
        r"Assume that there is $k \in \mathbb{Z}$ such that $n = 2k$. Then $n^2 = 4k^2$.",
        "Let $n$ be an integer. If there is an integer $k$ such that $n = 2k$, then $n^2 = 4k^2$.",
        "设 $n$ 为整数。若存在整数 $k$ 使得 $n=2k$，则 $n^2=4k^2$。",
    ],
)
def test_a_supposed_one_is_supposed(text: str) -> None:
    assert verdicts(text) == ["proved"]


@pytest.mark.parametrize(
    "text",
    [
        "Let $n > 3$ be an integer. Then there is a positive integer $k$ with $n = k + 3$.",
        "Let $n > 3$ be an integer. Then there is an integer $k > 0$ with $n = k + 3$.",
        "Let $x > 0$. Then there exists $y > 0$ such that $y^2 = x$.",
        "Let $a < b$. Then there is a real $c$ with $a < c < b$.",
        "Let $x$ be real. Then there is a real $y$ with $y > x$.",
        "For every real $x$ there is a real $y$ with $y > x$.",
        "For every $x > 0$ there is a real $y > 0$ with $y < x$.",
        "对任意实数 $x$，存在实数 $y$ 使得 $y > x$。",
    ],
)
def test_a_witness_is_found(text: str) -> None:
    """n - 3, √x, (a + b)/2, x + 1, x/2."""
    assert verdicts(text) == ["proved"]


@pytest.mark.parametrize(
    "text",
    [
        "There is a real $y$ with $y > x$ for every real $x$.",
        "There is a real $y$ such that for every real $x$, $y > x$.",
        "存在实数 $y$，使得对任意实数 $x$ 有 $y > x$。",
        "Let $a < b$. Then there is a real $c$ with $b < c < a$.",
        "For every integer $n$ there is an integer $k$ with $n = 2k$.",
        "Let $x$ be real. Then there exists $y > 0$ such that $y^2 = x$.",
    ],
)
def test_one_for_all_is_another_claim(text: str) -> None:
    """No number is greater than every other; 1 is not twice an integer; no square is -1."""
    assert "proved" not in verdicts(text)
