"""Markdown step lists: aligned blocks, tables, and text that stays text."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from symproofs.derivation.document import CheckedDocument
from symproofs.derivation.verdict import Line, Reason
from symproofs.render.markdown import render_markdown, render_steps_markdown
from symproofs.render.steps import StepList
from symproofs.render.texts import code_markdown, text_markdown


def test_a_chain_is_one_aligned_block(english: CheckedDocument) -> None:
    text = render_markdown(english)
    first = text.split("$$")[1].strip().splitlines()
    assert first[0] == r"\begin{aligned}" and first[-1] == r"\end{aligned}"
    assert first[1] == (r"Q_{\mathrm{perm}} &= X_{\mathrm{perm}} W_Q &&\quad \text{(1) ✓ definition of }Q_{\mathrm{perm}} \\")
    assert first[4] == r"&= P Q &&\quad \text{(4) ✓ definition of }Q"


def test_a_counterexample_is_a_table(english: CheckedDocument) -> None:
    text = render_markdown(english)
    assert "| $n$ | $P$ | $Q$ | left side | right side |" in text
    page = MarkdownIt("commonmark").enable("table").render(text)
    assert page.count("<table>") == 1 and page.count("<td>") == 5


def test_every_mark_is_there(english: CheckedDocument) -> None:
    text = render_markdown(english)
    for mark in ("(1) ✓ ", "(13) ✗ ", "(19) ✓* ", "(20) ? ", "(21) · ", "(23) !! "):
        assert rf"\text{{{mark}" in text
    assert "(22) ! not read" in text


def test_text_of_a_document_stays_text(english: CheckedDocument) -> None:
    page = MarkdownIt("commonmark").render(text_markdown("<script>alert(1)</script> [x](javascript:y) *a* `b` $x$"))
    assert "<script" not in page and "<a" not in page and "<em>" not in page and "<code" not in page
    assert "`\\foo{x} & 100\\% \\input{/etc/passwd}_1^2 # ~`" in render_markdown(english)


@pytest.mark.parametrize("text", ["a`b", "``", "plain", "$$"])
def test_code_spans_hold_any_text(text: str) -> None:
    page = MarkdownIt("commonmark").render(code_markdown(text))
    assert page == f"<p><code>{text}</code></p>\n"


def test_comparison_signs_are_no_html() -> None:
    steps = StepList("t", "x < y", (Line("x", ()), Line("y", (Reason("given", "h"),))), relation="<")
    text = render_steps_markdown(steps)
    assert r"x &\lt  y" in text and "<" not in text


def test_chinese(chinese: CheckedDocument) -> None:
    text = render_markdown(chinese)
    assert "乘积的转置" in text and "## 位置编码" in text and re.search(r"\*\*公理\*\*", text)
