"""Checking from Python: one function, the same fields as the JSON report, and nothing raised for what a text contains."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symproofs
from symproofs.derivation.document import Report
from symproofs.derivation.verdict import Verdict
from symproofs.render.report_json import report_to_json

PIECES = [
    "$", "$$", "\\[", "\\]", "x", " = ", "2", "\\frac{", "}", "\n\n", "# A\n\n", "Let $x$ be real. ", "$x = x$", "- ", "```\n",
    "设 $A \\in \\mathbb{R}^{n}$。", "<div>", "\\begin{align}", "\\end{align}", "&", "\\\\", "^", "_", "\u202e", "\x00",
    "\ud800", "\r", "\\newcommand{\\a}{\\a}", "\\a", ":::", "---\n",
]  # fmt: skip


def test_a_report_has_the_fields_of_its_json() -> None:
    report = symproofs.check("Let $x$ be a real number. Then $x + x = 2x$ and $x = x + 1$.", given="$y = 1$")
    json = report_to_json(report)
    assert isinstance(report, Report) and report.summary == json["summary"]
    (document,), (row,) = report.documents, json["documents"]
    assert (document.path, document.language, len(document.diagnostics)) == (row["path"], row["language"], 0)
    for step, shown in zip(document.steps, row["steps"], strict=True):
        assert (step.id, step.latex, step.relation, step.read_as) == tuple(
            shown[k] for k in ("id", "latex", "relation", "read_as")
        )
        assert (step.verdict.value, step.message) == (shown["verdict"], shown["message"])
        assert (document.place(step).line, document.place(step).column) == (shown["span"]["line"], shown["span"]["column"])
    assert [s.verdict for s in document.steps] == [Verdict.PROVED, Verdict.REFUTED]
    with pytest.raises(TypeError):
        bool(document.steps[0].verdict)


def test_several_givens_hold_together() -> None:
    report = symproofs.check("$x + y = 3$", given=["Let $x = 1$.", "Let $y = 2$."])
    assert report.summary == {"proved": 1}


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_nothing_raises_for_what_a_text_contains(text: str, given: str) -> None:
    report = symproofs.check(text, given=given)
    assert "error" not in report.summary
    report_to_json(report)


def test_there_is_nothing_else_in_the_package() -> None:
    with pytest.raises(AttributeError):
        symproofs.no_such_name  # noqa: B018
