"""A statement pinned from outside is proved by just that and from nothing more."""

from __future__ import annotations

import pytest

from symproofs.apps.check import check, check_sources
from symproofs.apps.pinned import pinned_in, shown
from symproofs.diagnostics import Source
from symproofs.messages import said

MATRICES = r"Let $A, B, C \in \mathbb{R}^{n \times n}$. "
PROBLEM = MATRICES + r"Show that $(A B C)^\top = C^\top B^\top A^\top$."


def outcome(problem: str, answer: str) -> str:
    found, faults = pinned_in(Source("problem", problem))
    assert not faults
    (row,) = shown(found, check(answer))
    return "proved" if row.steps else row.why_not


@pytest.mark.parametrize(
    "answer",
    [
        r"Then $(A B C)^\top = C^\top B^\top A^\top$.",
        r"Then $(A B C)^\top = C^\top (A B)^\top = C^\top B^\top A^\top$.",
        r"Put $M = A B$. Then $(A B C)^\top = (M C)^\top = C^\top M^\top = C^\top B^\top A^\top$.",
        r"Then $C^\top B^\top A^\top = C^\top (A B)^\top$ and $(A B C)^\top = C^\top (A B)^\top$.",
    ],
)
def test_answers_that_prove_it(answer: str) -> None:
    assert outcome(PROBLEM, MATRICES + answer) == "proved"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (MATRICES + r"Then $(A B)^\top = B^\top A^\top$.", "no proved steps"),
        (MATRICES + r"Suppose $A B C = 0$. Then $(A B C)^\top = 0$ and $C^\top B^\top A^\top = 0$.", "not given"),
        (
            r"Let $A, B, C \in \mathbb{R}^{n \times n}$ be symmetric matrices with $C B A = A B C$. "
            r"Then $(A B C)^\top = A B C = C B A = C^\top B^\top A^\top$.",
            "",
        ),
        (r"Let $A, B, C \in \mathbb{R}^{2 \times 2}$. Then $(A B C)^\top = C^\top B^\top A^\top$.", "declared as"),
        (r"Let $A, B, C$ be real numbers. Then $A B C = C B A$.", "no proved steps"),
    ],
)
def test_answers_that_prove_something_else_or_take_more_for_granted(answer: str, why: str) -> None:
    said = outcome(PROBLEM, answer)
    assert said != "proved" and why in said


def test_a_definition_may_not_give_a_value_to_what_is_asked_about() -> None:
    problem = "Let $x$ and $y$ be real numbers. Show that $x^2 = y$."
    assert outcome(problem, "Let $x$ be a real number and put $y = x^2$. Then $x^2 = y$.") != "proved"


def test_orders_come_one_after_the_other() -> None:
    problem = "Let $x$ be a real number. Show that $x < x + 2$."
    assert outcome(problem, "Let $x$ be a real number. Then $x < x + 1 < x + 2$.") == "proved"
    assert outcome("Let $x$ be a real number. Show that $x < x$.", "Let $x$ be a real number. Then $x \\le x$.") != "proved"


def test_what_pins_nothing_is_an_error() -> None:
    for text in ("Let $x$ be a real number.", "Show that $x = $."):
        found, faults = pinned_in(Source("problem", text))
        assert not found and faults


def test_the_line_of_a_report_names_places_in_both_languages() -> None:
    """Steps are named as everywhere in a report, by file, line and column."""
    found, _ = pinned_in(Source("problem.md", PROBLEM))
    answer = MATRICES + "Then\n\n$$(A B C)^\\top = C^\\top (A B)^\\top = C^\\top B^\\top A^\\top$$\n"
    (row,) = shown(found, check_sources((Source("answer.md", answer),), ()))
    assert row.line == "statement problem.md:1:55: proved by answer.md:3:3, answer.md:3:36"
    assert said(row.line, "zh") == "命题 problem.md:1:55：由 answer.md:3:3，answer.md:3:36 证明"
    (row,) = shown(found, check(MATRICES))
    assert said(row.line, "zh") == "命题 problem.md:1:55：未证明：没有已证明的步骤说的是它或推出它"
    symmetric = MATRICES.replace("$.", "$ be symmetric.") + PROBLEM[len(MATRICES) :].replace("Show that", "Then")
    (row,) = shown(found, check_sources((Source("answer.md", symmetric),), ()))
    assert said(row.line, "zh").endswith("answer.md:1:63 说的就是它，但 A 声明为对称，而命题没有这样说"), said(row.line, "zh")
