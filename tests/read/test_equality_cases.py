"""When an inequality is an equation, and which value solves one: claims of their own."""

from __future__ import annotations

import pytest

import symproofs


def verdicts(text: str) -> list[str]:
    steps = (s for d in symproofs.check(text).documents for s in d.steps)
    return [s.judgement.verdict.value for s in steps if s.judgement.verdict.value != "given"]


MEANS = "Let $a, b > 0$. Then $a + b \\ge 2\\sqrt{{ab}}${}"


@pytest.mark.parametrize(
    "words",
    [
        ", with equality iff $a = 2b$.",
        ", with equality if and only if $a = 2b$.",
        " with equality exactly when $a = 2b$.",
        ", and equality holds precisely when $a = 2b$.",
        ", equality holding when $a = 2b$.",
        ". Equality holds iff $a = 2b$.",
        ", with equality only if $a = 2b$.",
    ],
)
def test_a_wrong_condition_is_refuted(words: str) -> None:
    """At a = b = 1 both sides are 2; at a = 2, b = 1 they are 3 and 2√2."""
    assert verdicts(MEANS.format(words)) == ["proved", "refuted"]


@pytest.mark.parametrize(
    "words",
    [", equality holding when $a = b$.", ", with equality for $a = b$.", ". Equality is attained at $a = b$."],
)
def test_equality_where_it_holds_is_proved(words: str) -> None:
    """a + a = 2√(a²) for a > 0."""
    assert verdicts(MEANS.format(words)) == ["proved", "proved"]


@pytest.mark.parametrize(
    "words",
    [
        "，当且仅当 $a = 2b$ 时取等号。",
        "，等号当且仅当 $a = 2b$ 时成立。",
        "，等号成立当且仅当 $a = 2b$。",
        "，当 $a = 2b$ 时等号成立。",
    ],
)
def test_in_chinese(words: str) -> None:
    assert verdicts(f"设 $a, b > 0$。则 $a + b \\ge 2\\sqrt{{ab}}${words}") == ["proved", "refuted"]
    assert "refuted" not in verdicts(f"设 $a, b > 0$。则 $a + b \\ge 2\\sqrt{{ab}}${words.replace('2b', 'b')}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$x = 1$ is a solution of $x^2 = 1$.", "proved"),
        ("A solution of $x^2 = 1$ is $x = 1$.", "proved"),
        ("A solution of the equation $x^2 = 1$ is $x = 2$.", "refuted"),
        ("$x = 2$ satisfies the equation $x^2 = 4$.", "proved"),
        ("$x = 2$ 是方程 $x^2 = 4$ 的解。", "proved"),
        ("$x = 3$ 是方程 $x^2 = 4$ 的一个根。", "refuted"),
        ("方程 $x^2 = 1$ 的一个解是 $x = 1$。", "proved"),
        ("Let $x = 5$. Then $x^2 = 25$. Besides, $x = 2$ is a solution of $x^2 = 9$.", "refuted"),
    ],
)
def test_a_value_is_put_into_the_equation(text: str, expected: str) -> None:
    """Whatever the letter stands for elsewhere; no other solution is denied."""
    assert verdicts(text)[-1] == expected


def test_what_is_supposed_to_be_a_root_is_supposed() -> None:
    """1 + b + 2 = 0."""
    assert verdicts("Suppose $x = 1$ is a root of $x^2 + b x + 2 = 0$. Then $b = -3$.") == ["proved"]


@pytest.mark.parametrize(
    "text",
    [
        "Let $a, b$ be real. Then $a^2 + b^2 \\ge 2ab$.\n\nEquality holds if and only if $a = -b$.",
        "Let $a, b$ be real. Then\n$$a^2 + b^2 \\ge 2ab$$\nwith equality if and only if $a = -b$.",
        "设 $a, b$ 为实数。则 $a^2 + b^2 \\ge 2ab$。\n\n等号成立当且仅当 $a = -b$。",
    ],
)
def test_in_the_next_paragraph(text: str) -> None:
    """1 and -1: 2 is not -2."""
    assert verdicts(text)[-1] == "refuted"
