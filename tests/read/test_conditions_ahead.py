"""What a sentence says of everything of a kind is a claim under what bounds its letters; marked sets keep their marks."""

from __future__ import annotations

import pytest

import symproofs


def verdicts(text: str) -> list[str]:
    return [s.judgement.verdict.value for d in symproofs.check(text).documents for s in d.steps]


@pytest.mark.parametrize(
    "text",
    [
        r"For every $x$ with $x\ge1$, $$x^2\ge x.$$",
        r"For every $x\in\mathbb{R}$ with $|x|\le1$, $x^2\le 1$.",
        r"对任意满足 $|x|\le1$ 的 $x$，$$x^2\le1.$$",
        r"对任意满足 $x\ge1$ 的实数 $x$，$x^2\ge x$。",
        r"For every $k\in\mathbb{N}$, $k\ge2$, $$k>1.$$",
        r"For every $k\in\mathbb{N}$, $k\ge2$, we have $k>1$.",
        r"For every $a\in\mathbb{R}$, $a>1$, $$\lim_{x\to\infty}a^{-x}=0.$$",
        r"For any $r\in\mathbb{R}$, $|r|<1$, $r^2<1$.",
        r"对任意 $k\in\mathbb{N}$，$k\ge2$，$$k>1.$$",
        r"For all $x,y\in\mathbb{R}$, $x\ge y$, $2x\ge 2y$.",
        r"For all $x,y$ with $x>0$ and $y>0$, $x+y>0$.",
        r"For all $x,y$ with $x>0$, $y>0$, $xy>0$.",
        r"For every $n\in\mathbb{N}$ with $n\ge1$, $\sum_{k=1}^n k = n(n+1)/2$.",
    ],
)
def test_what_holds_under_the_condition_is_proved(text: str) -> None:
    found = verdicts(text)
    assert found[-1] == "proved" and set(found[:-1]) <= {"given"}


@pytest.mark.parametrize(
    "text",
    [
        r"For any $x$ with $x\ge1$, $x^2=x$.",
        r"For every $k\in\mathbb{N}$, $k\ge2$, $k>3$.",
        r"For any $x$ with $x\ge1$, $x^2\ge x$. For any $x$, $x^2\ge x$.",
        r"For any $x$, $x\ge1$, $x^2\ge x$. For any $x$, $x^2\ge x$.",
        r"For any $x$ with $x\ge1$, $x^2\ge x$ and $x^3=x$.",
    ],
)
def test_what_does_not_hold_is_refuted(text: str) -> None:
    """The condition is supposed in its own sentence only."""
    assert verdicts(text)[-1] == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        r"For all $x$ with $x>0$, $f(x)=x^2$. Then $f(2)=4$.",
        r"For all $n$ with $n\ge1$, $a_n=2n$. Then $a_2=4$.",
        r"Suppose that for all $x$ with $x>0$, $f(x)=f(2x)$. Then $f(2)=f(4)$.",
    ],
)
def test_what_is_defined_or_supposed_is_no_claim(text: str) -> None:
    assert verdicts(text)[-1] == "proved"


MARKED = [
    (r"\mathbb{N}^*", "n>0"),
    (r"\mathbb{N}^{\ast}", "n>0"),
    (r"\mathbb{N}^{+}", "n>0"),
    (r"\mathbb{N}^{\times}", "n>0"),
    (r"\mathbb{N}_{\ge1}", "n>0"),
    (r"\mathbb{N}_{\ge2}", r"n\ge2"),
    (r"\mathbb{Z}_{\ge 2}", "n>1"),
    (r"\mathbb{R}_{\ge1}", r"n^2\ge n"),
    (r"\mathbb{R}_{<1}", "1-n>0"),
    (r"\mathbb{R}_{\le0}", r"-n\ge0"),
    (r"\mathbb{R}^{*}", r"n\ne0"),
    (r"\mathbb{R}^{\times}", r"n\ne0"),
    (r"\mathbb{R}_+^*", "n>0"),
    (r"\mathbb{Q}^*", r"n\ne0"),
    (r"\mathbb{Z}^*", r"n\ne0"),
    (r"\mathbb{C}^*", r"n\ne0"),
]


@pytest.mark.parametrize(("numbers", "claim"), MARKED)
def test_marks_of_a_set_say_what_its_members_are(numbers: str, claim: str) -> None:
    assert verdicts(rf"Let $n\in{numbers}$. $${claim}.$$")[-1] == "proved"


@pytest.mark.parametrize(
    ("numbers", "claim"),
    [
        (r"\mathbb{N}^*", "n>1"),
        (r"\mathbb{N}_{\ge2}", r"n\ge3"),
        (r"\mathbb{R}^*", "n>0"),
        (r"\mathbb{Z}^*", "n>0"),
        (r"\mathbb{R}_{\ge1}", "n>1"),
        (r"\mathbb{R}_{\le0}", "n<0"),
    ],
)
def test_marks_of_a_set_say_no_more(numbers: str, claim: str) -> None:
    assert verdicts(rf"Let $n\in{numbers}$. $${claim}.$$")[-1] == "refuted"


@pytest.mark.parametrize("member", [r"1\in\mathbb{N}_{\ge2}", r"0\in\mathbb{N}^*", r"0\in\mathbb{R}^*"])
def test_what_is_no_member_is_not_proved_to_be_one(member: str) -> None:
    assert verdicts(f"We have ${member}$.") == ["refuted"]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $X$ be a random variable with values in $\mathbb{R}$. Then $E[X^2]=E[X]$.",
        r"Let $X$ be an $\mathbb{R}$-valued random variable. Then $E[X^2]=E[X]$.",
        r"设 $x$ 在 $\mathbb{R}$ 中取值。则 $x^2=x$。",
    ],
)
def test_values_among_all_numbers_leave_no_doubt(text: str) -> None:
    assert verdicts(text)[-1] == "refuted"
