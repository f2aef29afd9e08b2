"""What follows a premise in words alone is a claim: it is assumed nowhere, and not refuted for want of the words."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check

FALSE_AFTER = [
    "For any function with compact support, ",
    "For a vector with unit norm, ",
    "With a little algebra, ",
    "With the usual assumptions, ",
    "In the general case, ",
    "Given this, ",
    "Given the above, ",
    "Assuming convergence, ",
    "If everything is well defined, ",
    "Given that addition is commutative, ",
    "当各变量为实数时，",
    "若展开，",
    "如果各项都有意义，",
]

RESTRICTED = [
    (r"Assuming all numbers are positive, $\sqrt{a^2} = a$.", "a"),
    (r"If both factors are positive, $\sqrt{a^2} = a$.", "a"),
    (r"For positive numbers, $\sqrt{a^2} = a$.", "a"),
    (r"若各数都是正数，$\sqrt{a^2} = a$。", "a"),
    (r"对于正数，$\sqrt{a^2} = a$。", "a"),
    (r"For symmetric matrices, $A^\top = A$.", "A"),
]

ANNOUNCED = [
    "Suppose, for simplicity, $x = 1$. Then $x^2 = 1$.",
    "Assume, without loss of generality, $x = 1$. Then $x^2 = 1$.",
    "假设，$x = 1$。则 $x^2 = 1$。",
    "For all $x > 0$, $\\sqrt{x^2} = x$.",
]


def _verdicts(text: str) -> list[str]:
    return [step.judgement.verdict.name for document in check(text).documents for step in document.steps]


@pytest.mark.parametrize("premise", FALSE_AFTER)
def test_nothing_false_is_assumed_behind_words(premise: str) -> None:
    hence = "因此 " if ord(premise[0]) > 0x3000 else "Hence "
    found = _verdicts(f"{premise}$(a+b)^2 = a^2 + b^2$. {hence}$(a+b)^2 - a^2 = b^2$.")
    assert len(found) == 2 and set(found) <= {"REFUTED", "UNDECIDED"}


@pytest.mark.parametrize(("text", "letter"), RESTRICTED)
def test_what_words_restrict_is_not_refuted(text: str, letter: str) -> None:
    assert _verdicts(text)[-1] in ("UNDECIDED", "PROVED", "PROVED_PROVIDED"), letter


@pytest.mark.parametrize("text", ANNOUNCED)
def test_what_words_announce_is_assumed(text: str) -> None:
    assert _verdicts(text) == ["GIVEN", "PROVED"]
