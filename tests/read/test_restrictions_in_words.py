"""What words say of letters, as conditions that hold: values behind a statement, intervals, domains of definitions, exceptions.

Each text says something true that holds only under what its words say, and a neighbour that is false under the same words; where
words say more than is taken of them nothing is refuted, and there is no neighbour.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs.apps.check import check
from symproofs.derivation.document import Step

Last = Callable[[str], Step]

HOLD: dict[str, tuple[str, str]] = {
    "a value behind `for`": (r"Let $x$ be real. Then $x^2 = @$ for $x = 2$.", "4 5"),
    "a value behind `at`": (r"Let $f(x) = x^3$. Then $f(x) = @$ at $x = 2$.", "8 4"),
    "对 … 成立": (r"设 $f(x) = x^2$。则 $f(x) = @$ 对 $x = 2$ 成立。", "4 2"),
    "an interval": (r"Let $x$ be in $[0, 1]$. Then $x^2 \le @$.", "x 0"),
    "an interval behind `for`": (r"For $x$ in $(0, 1)$, $x^2 < @$.", "x x^3"),
    "在 … 中": (r"设 $x$ 在 $[0, 1]$ 中。则 $x^2 \le @$。", "x 0"),
    "在 … 上的": (r"对于在 $[0, 1]$ 上的 $x$, 有 $x^2 \le @$。", "x 0"),
    "除非": (r"除非 $x = 0$, 否则 $x^2 > @$。", "0 1"),
    "except": (r"For all real $x$ except $x = 1$, $\frac{x^2 - 1}{x - 1} = x + @$.", "1 2"),
    "excluding": (r"Let $x$ be real, excluding $x = 0$. So $x^2 > @$.", "0 1"),
    "at least when": (
        r"Let $A, B, C \in \mathbb{R}^{2\times 2}$ with $AB = AC$. Then $B = @$, at least when $A$ is invertible.",
        "C -C",
    ),
    "for orthogonal": (r"For orthogonal $Q$, $Q^\top Q = @$.", "I -I"),
    "对于对称的": (r"对于对称的 $A \in \mathbb{R}^{n\times n}$, $A^\top = @$。", "A 2A"),
    "independent with variance": (
        r"Let $X_1, \dots, X_n$ be uncorrelated with variance $v$. Then $\operatorname{Var}(\sum_{i=1}^n X_i) = @v$.",
        "n",
    ),
    "独立, 方差": (
        r"设 $X_1, \dots, X_n$ 相互独立, 方差为 $\sigma^2$。则 $\operatorname{Var}(\sum_{i=1}^n X_i) = @\sigma^2$。",
        "n 2n",
    ),
    "a domain": (r"For positive $x$ let $f(x) = 2x$. So $f(5) = @$.", "10 5"),
    "整数": (r"对整数 $x$, 定义 $f(x) = x^2$。则 $f(3) = @$。", "9 6"),
}


@pytest.mark.parametrize("kind", HOLD)
def test_what_holds_under_the_words_is_proved(kind: str) -> None:
    text, ends = HOLD[kind]
    assert claim(text.replace("@", ends.split()[0])) == "proved"


@pytest.mark.parametrize("kind", [kind for kind, (_, ends) in HOLD.items() if " " in ends])
def test_what_fails_under_the_words_is_refuted(kind: str) -> None:
    text, ends = HOLD[kind]
    assert claim(text.replace("@", ends.split()[1])) == "refuted"


def claim(text: str) -> str:
    """The verdict on the one claim of the text, which a condition may stand behind."""
    (document,) = check(text).documents
    (step,) = [s for s in document.steps if s.judgement.verdict.value != "given"]
    return step.judgement.verdict.value


DOMAINS = (
    "For positive $x$ let $f(x) = x$. So $f(-5) = -5$.",
    "For integers $x$, define $f(x) = x$. So $f(1/2) = 1/2$.",
    "Let $f(x) = x$, where $x$ is a negative number. Then $f(5) = 5$.",
    "对非负数 $x$ 定义 $f(x) = x$。则 $f(-5) = -5$。",
    "设 $f(x) = x$, 其中 $x$ 为正整数。则 $f(1/2) = 1/2$。",
)


@pytest.mark.parametrize("text", DOMAINS)
def test_nothing_is_said_of_a_function_outside_its_domain(text: str, last_step: Last) -> None:
    assert last_step(text).judgement.verdict.value == "undecided"
