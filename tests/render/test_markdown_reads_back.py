"""What is rendered as Markdown can be checked again: every step has the verdict that it had."""

from __future__ import annotations

import json
import os
import runpy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from symproofs.apps.check import check
from symproofs.apps.items import check_line
from symproofs.apps.workers import Journal, Limits, Line
from symproofs.derivation.document import Report
from symproofs.diagnostics import REPORT_BEGINS, REPORT_ENDS, Source
from symproofs.render.markdown import render_markdown

ROOT = Path(__file__).resolve().parent.parent.parent
RETELLINGS = sorted((ROOT / "proofs").rglob("*.md"))

DOCUMENTS = {
    "displays": """# Squares

Let $x$ and $y$ be real numbers. Then

$$
\\begin{aligned}
(x + y)^2 &= x^2 + 2 x y + y^2 \\\\

&= y^2 + 2xy + x^2.
\\end{aligned}
$$
and $(x + y)^2 = x^2 + y^2$.

- $x / x = 1$
- $(x + 1)(x - 1) = x^2 - 1$

  for every $x$.
1. if $x = 1$, then \\(x^2 = 1\\).
""",
    "fences": """---
title: none
---

:::{prf:proof}
Let $x > 0$.

Then $x^2 > 0$.
:::

```{math}
1 + 1 = 2
```

```
$1 = 2$
```

> Quoted: $2 + 2 = 4$.

| a | b |
|---|---|
| $1 + 1 = 2$ | $2 = 3$ |

An open formula: $x = 1 and no end. The command $\\foo = 1$ is not known. \\$ 5 is a price.
""",
    "chinese": """设 $A, B \\in \\mathbb{R}^{n \\times n}$。

$$A B = B A$$ $$(A B)^\\top = B^\\top A^\\top$$

\\[ A + B = B + A \\]
""",
}


def seen(report: Report) -> list[tuple[str, str, str]]:
    (document,) = report.documents
    return [(s.latex, s.link.section, s.verdict.value) for s in document.steps]


def rendered(text: str, given: str = "") -> tuple[Report, str]:
    report = check(text, given=[given] if given else ())
    return report, render_markdown(report.documents[0])


@pytest.mark.parametrize("path", RETELLINGS, ids=lambda p: p.name)
def test_retellings(path: Path) -> None:
    report, page = rendered(path.read_text(encoding="utf-8"))
    again = check(page)
    assert seen(again) == seen(report)
    assert again.documents[0].language == report.documents[0].language


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents(name: str) -> None:
    report, page = rendered(DOCUMENTS[name])
    again = check(page)
    assert seen(again) == seen(report)
    assert [d.code for d in again.documents[0].diagnostics] == [d.code for d in report.documents[0].diagnostics]
    assert seen(check(render_markdown(again.documents[0]))) == seen(report)


PIECES = (
    "Let $x > 0$. Then $x + x = 2x$.",
    "$$\n(x + 1)^2 = x^2 + 2x + 1 \\\\\n\n= x^2 + 1\n$$",
    "$$x / x = 1$$ and $$x - x = 0$$",
    "\\[ x^2 \\geq 0 \\]\nfor every $x$.",
    "- $x = x + 0$\n- $x + 1 = x$\n\n  because of this.",
    "## A part",
    "```\n$1 = 2$\n\n```",
    ":::{prf:proof}\nHere $2 + 2 = 4$.\n\nAnd $1 + 1 = 3$.\n:::",
    "> Quoted: $x + 1 = 1 + x$.",
    "| $1 + 1 = 2$ | b |\n|---|---|\n| c | $2 = 3$ |",
    "Not closed: $x^2",
    "The command $\\foo = 1$ is not known.",
    "   ",
    "",
    "设 $y$ 为实数，则 $y - y = 0$。",
)
"""What documents are made of, in any order and with one or two line ends between."""


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(("\n", "\n\n"))), max_size=6))
def test_what_was_rendered_is_rendered_as_it_is(parts: list[tuple[str, str]]) -> None:
    """Reports give way to the same reports: nothing grows, places of faults stay."""
    _, page = rendered("".join(piece + end for piece, end in parts))
    assert rendered(page)[1] == page


@pytest.mark.parametrize("path", RETELLINGS, ids=lambda p: p.name)
def test_a_retelling_that_was_rendered_is_rendered_as_it_is(path: Path) -> None:
    _, page = rendered(path.read_text(encoding="utf-8"))
    assert rendered(page)[1] == page


def shared() -> list[Path]:
    folder = Path(os.environ.get("SYMPROOFS_SHARED", "")) / "seed"
    return sorted(folder.glob("attention-*.md")) if "SYMPROOFS_SHARED" in os.environ else []


@pytest.mark.parametrize("path", shared() or RETELLINGS[:1], ids=lambda p: p.name)
def test_a_document_with_givens_beside_it(path: Path) -> None:
    givens = (ROOT / "proofs" / "attention" / "givens.zh.md").read_text(encoding="utf-8") if shared() else ""
    report, page = rendered(path.read_text(encoding="utf-8"), givens)
    assert seen(check(page, given=[givens] if givens else ())) == seen(report)


@pytest.mark.parametrize(
    "text", [*DOCUMENTS.values(), *(p.read_text(encoding="utf-8") for p in RETELLINGS)], ids=lambda t: t[:12]
)
def test_nothing_of_the_author_is_lost(text: str) -> None:
    _, page = rendered(text)
    left = Source("", page).without_reports().text
    assert [row for row in left.split("\n") if row.strip()] == [row for row in text.split("\n") if row.strip()]


@pytest.mark.parametrize("name", ["angle_addition", "rope_plane", "rotation"])
def test_a_theorem_in_python_reads_back(name: str) -> None:
    """Its hypotheses are given, every line of its proof is proved; what stands beside a line says why and is no claim."""
    page = runpy.run_path(str(ROOT / "proofs" / "positions" / f"{name}.py"))["derivation"]().markdown()
    assert check(page).summary.keys() == {"proved", "given"}


def test_what_is_shown_is_what_is_checked() -> None:
    """The report has no say when a page is checked: what is altered outside of it is found, what is altered in it is not read."""
    _, page = rendered("Let $x$ be a real number. Then $(x + 1)^2 = x^2 + 2x + 1$.\n")
    text, ours = page[: page.index(REPORT_BEGINS)], page[page.index(REPORT_BEGINS) :]
    assert check(text.replace("2x", "3x") + ours).summary["refuted"] == 1
    assert "refuted" not in check(text + ours.replace("2 x", "3 x")).summary
    assert check(f"{text}\n{REPORT_BEGINS}\n\n$1 = 2$\n").summary["refuted"] == 1, "a report that does not end is none"
    assert REPORT_ENDS in ours


def test_a_batch_reads_past_reports_too(tmp_path: Path) -> None:
    report, page = rendered("Let $x$ be a real number. Then $(x + 1)^2 = x^2 + 2x + 1$.\n")
    row = check_line(Line(1, json.dumps({"id": 1, "text": page})), Limits(), Journal(str(tmp_path / "journal")))
    assert [s["verdict"] for s in json.loads(row.text)["steps"]] == [v for _, _, v in seen(report)]


def test_faults_beside_the_steps_are_named() -> None:
    _, page = rendered("Let $x$ be a real number. Then $x + x = 2x$.\n\nThis is not closed: $x^2\n")
    assert "**Beside the steps** 3:21: the formula opened by" in page
    _, page = rendered("Nothing here.\n")
    assert "**Verdicts** no steps were found" in page


def test_the_page_is_a_quotation_with_marks() -> None:
    _, page = rendered("Let $x$ be a real number. Then $x^2 = 2$ and $(x+1)^2 = x^2 + 2x + 1$.\n")
    html = MarkdownIt("commonmark").enable("table").render(page)
    assert html.count("<blockquote>") == 2 and html.count("<table>") == 1
    assert r"\text{(1) ✗ does not hold}" in page and r"\text{(2) ✓ " in page
