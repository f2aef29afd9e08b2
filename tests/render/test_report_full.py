"""The report at a terminal: what is said, in which language, and how formulas look on one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symproofs.apps.check import check
from symproofs.render.columns import beginning, width
from symproofs.render.report_full import report_full, summary_line

CHINESE = """# 笔记

设 $A, B \\in \\mathbb{R}^{n \\times n}$。则

$$
\\begin{aligned}
(A + B)(A + B) &= A A + A B + B A + B B \\\\
&= A A + 2 A B + B B。
\\end{aligned}
$$

又设 $x$ 为实数，则 $x / x = 1$，$x \\approx 1$，$\\foo = 1$。
"""


def test_of_a_chinese_document_everything_is_said_in_chinese() -> None:
    text = report_full(check(CHINESE))
    for said in (
        "已证明",
        "已否定[refuted]：两边不相等",
        "左边：",
        "右边：",
        "取 n = 2",
        "条件：x \\neq 0",
        "原因：",
        "读作：",
        "依据",
    ):
        assert said in text, text
    assert "既不是这里认识的命令，也不是文档定义的宏" in text
    assert text.rstrip().split("\n")[-1] == "汇总：1 已证明，1 有条件证明，1 已否定，1 未判定，1 未读出，1 给定"
    for english in ("proved", "side", "condition", "cause", "given", "summary", "not", "the "):
        assert english not in text.replace("undecided", "").replace("notes", ""), text


def test_another_language_may_be_asked_for() -> None:
    text = report_full(check(CHINESE), "en")
    assert "refuted: the two sides differ" in text and text.rstrip().split("\n")[-1].startswith("summary: 1 proved, ")
    assert "汇总" not in text


def test_the_words_of_programs_stay_english() -> None:
    (document,) = check(CHINESE).documents
    messages = [step.message for step in document.steps]
    assert "the two sides differ" in messages and not any("\u4e00" <= c <= "\u9fff" for m in messages for c in m)


def test_a_wrong_step_shows_how_it_was_read() -> None:
    text = report_full(check("Let $x$ be a real number. Then $x + x = 2$ and $x + x = 2x$."))
    assert text.count("read as: Eq(x+x,2)") == 1 and "Eq(x+x,2*x)" not in text


def test_links_are_shown_without_the_rows_of_their_display() -> None:
    lines = report_full(check(CHINESE)).split("\n")
    first = next(line for line in lines if "A A + A B" in line and "(A + B)" in line)
    assert "&" not in first and "\\\\" not in first


def test_faults_beside_the_steps_are_counted() -> None:
    report = check("Let $x$ be a real number. Then $x + x = 2x$.\n\nThis is not closed: $x^2\n")
    assert summary_line(report) == "summary: 1 proved; 1 error beside the steps"
    assert summary_line(report, "zh") == "汇总：1 已证明；步骤之外另有 1 处错误"
    assert summary_line(check("")) == "summary: no steps were found; 1 warning beside the steps"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_formulas_stand_below_one_another(language: str) -> None:
    lines = report_full(check(CHINESE), language).split("\n")  # type: ignore[arg-type]
    rows = [line for line in lines if line[:3] in ("  ✓", "  ✗", "  ·", "  ?", "  !")]
    starts = {width(line[: line.index(formula)]) for line, formula in zip(rows, ("A, B", "(A + B)"), strict=False)}
    assert len(starts) == 1


def test_names_are_spoken_as_they_are_written() -> None:
    text = report_full(
        check("Let $\\lambda$ be positive. Put $q = 2\\lambda$. Then $q^2 = 2\\lambda^2$, $q = \\lambda + \\lambda$.")
    )
    assert "at lambda = 1" in text and "lambda_" not in text.replace("read as: Eq(q**2,2*lambda_**2)", "")


@pytest.mark.parametrize("text", ["abc", "上海ab", "a\u0301bc", ""])
def test_the_beginning_of_a_text_takes_no_more_columns_than_asked_for(text: str) -> None:
    for columns in range(6):
        kept = beginning(text, columns)
        assert text.startswith(kept) and width(kept) <= columns
        assert kept == text or width(text[: len(kept) + 1]) > columns


def test_a_long_formula_is_shortened_in_linear_work(calls: Callable[[Callable[[], object]], int]) -> None:
    shorter, longer = (check("$" + "x + " * terms + "x = {$") for terms in (2_000, 20_000))
    assert calls(lambda: report_full(longer)) < 15 * calls(lambda: report_full(shorter))
