"""The real document that drives the project: every line has the verdict that an expert gives it.

The rows are read off what an expert marks, not off the program. A line is given the set of verdicts of its links; where a
verdict carries something (a cause, a counterexample, an offer), that is checked below the table.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from symproofs.apps.check import check_sources
from symproofs.derivation.document import CheckedDocument, Report, Step
from symproofs.derivation.verdict import Cause, Verdict
from symproofs.diagnostics import Source
from symproofs.render.latex import render_latex
from symproofs.render.markdown import render_markdown
from symproofs.terms.latex import statement_latex

ROOT = Path(__file__).parent.parent
GIVENS = ROOT / "proofs" / "attention" / "givens.zh.md"

pytestmark = pytest.mark.shared

PROVED, REFUTED, UNDECIDED, GIVEN = "proved", "refuted", "undecided", "given"

VERDICTS: dict[int, list[str]] = {
    # Attention, a and b
    9: [GIVEN],
    13: [GIVEN] * 2,
    15: [PROVED] * 2,
    21: [GIVEN] * 4,
    23: [PROVED] * 2,
    25: [PROVED] * 12,
    29: [PROVED] * 2,
    31: [PROVED],
    # Attention, c to e
    42: [UNDECIDED, GIVEN],
    46: [GIVEN, UNDECIDED],
    48: [GIVEN],
    50: [PROVED] * 6,
    62: [PROVED] * 5,
    64: [GIVEN, GIVEN, UNDECIDED],
    68: [PROVED] * 5,
    70: [UNDECIDED],
    # Positions a
    **{k: [PROVED] * 4 for k in (82, 83, 84)},
    88: [PROVED] * 3,
    89: [PROVED] * 2,
    93: [PROVED] * 3,
    95: [PROVED],
    97: [PROVED] * 2,
    **{k: [PROVED] for k in (99, 101, 105, 109, 113, 117, 121, 123, 125)},
    # Positions b
    131: [GIVEN],
    132: [GIVEN],
    134: [GIVEN] * 2,
    138: [PROVED],
    139: [PROVED],
    141: [GIVEN],
    143: [GIVEN] * 2,
    145: [PROVED],
    149: [GIVEN, PROVED, PROVED, PROVED],
    150: [GIVEN, PROVED, PROVED],
    # Positions g
    158: [GIVEN, PROVED],
    160: [PROVED] * 3,
    166: [GIVEN, PROVED],
    168: [PROVED] * 3,
}


@pytest.fixture(scope="module")
def report(shared: Path) -> Report:
    texts = (shared / "seed" / "attention-assignment.zh.md", GIVENS)
    document, givens = (Source(p.name, p.read_text(encoding="utf-8")) for p in texts)
    return check_sources((document,), (givens,))


def steps_at(report: Report, line: int) -> list[Step]:
    return [s for s in report.documents[0].steps if s.link.id.split(".")[0] == str(line)]


def step_saying(report: Report, line: int, text: str) -> Step:
    return next(s for s in steps_at(report, line) if text in s.link.read_as)


def test_nothing_is_unread_and_nothing_is_a_fault(report: Report) -> None:
    assert not report.diagnostics
    assert not {"unread", "error"} & report.summary.keys()


@pytest.mark.parametrize("line", VERDICTS)
def test_verdicts(report: Report, line: int) -> None:
    found = [s.judgement.verdict.value for s in steps_at(report, line)]
    assert found == VERDICTS[line], [
        (s.link.read_as, s.judgement.verdict.value, s.judgement.message) for s in steps_at(report, line)
    ]


def test_no_other_line_has_a_link(report: Report) -> None:
    lines = {int(s.link.id.split(".")[0]) for s in report.documents[0].steps}
    assert lines == VERDICTS.keys() | {136, 152}


def test_the_argument_by_integers_fails(report: Report) -> None:
    """k_0 = k_1 · 10000^{2/d} has other integers than 0, 0: that is where the proof breaks, not before."""
    words = [s.judgement.verdict.value for s in steps_at(report, 152)]
    assert words[-3:] == [PROVED, PROVED, REFUTED]
    found = steps_at(report, 152)[-1].judgement.counterexample
    assert found is not None
    values = {name: int(value) for name, value in found.assignment if name in ("d", "k_0", "k_1")}
    assert values["d"] >= 4 and values["d"] % 2 == 0
    assert values["k_0"] ** values["d"] == values["k_1"] ** values["d"] * 10000**2 and values["k_1"]


def test_the_theorem_of_the_argument_by_integers_holds(report: Report) -> None:
    """Distinct positions have distinct codes: t_1 - t_2 is an integer and 2kπ, and π is irrational."""
    (argument,) = report.documents[0].arguments
    assert argument.failing == (steps_at(report, 152)[-1],)
    conclusion = argument.conclusion
    assert conclusion.link.statement is not None and statement_latex(conclusion.link.statement) == "t_1 = t_2"
    assert conclusion.verdict is Verdict.PROVED and conclusion.axioms == ("pi-irrational",)


@pytest.mark.parametrize("render", [render_latex, render_markdown])
def test_the_write_up_says_that_the_argument_fails_and_gives_a_proof(
    report: Report, render: Callable[[CheckedDocument], str]
) -> None:
    text = render(report.documents[0])
    fails, holds = text.index("这个论证不成立"), text.index("它的结论仍然正确，下面给出另一个成立的证明。")
    assert text.index("反例") < fails < holds
    for reason in ("正弦与余弦分别相等的两角相差", "是无理数", "irrational"):
        assert text.find(reason, holds) > holds


@pytest.mark.parametrize(("line", "text"), [(64, "Approx(c_1,v_a)"), (70, "Approx(c_2,v_b)"), (42, "Approx(k_i,mu_i)")])
def test_an_approximation_without_a_regime(report: Report, line: int, text: str) -> None:
    judgement = step_saying(report, line, text).judgement
    assert judgement.verdict is Verdict.UNDECIDED and judgement.cause is Cause.REGIME


def test_slips_of_writing_are_offered(report: Report) -> None:
    step = step_saying(report, 46, "k*a")
    assert step.judgement.code == "missing-subscript" and step.judgement.cause is Cause.READING
    assert step.link.problem is not None and r"$k_a \approx \lambda \mu_a$" in (step.link.problem.help or "")
    offers = [d.help or "" for d in report.documents[0].derivation.diagnostics if d.code == "similar-letter"]
    assert len(offers) == 1 and r"\Sigma_a" in offers[0]


def test_an_integer_that_depends_on_the_index_is_noted(report: Report) -> None:
    notes = [d.message for d in report.documents[0].derivation.diagnostics if d.code == "depends-on-index"]
    assert len(notes) == 1 and notes[0].startswith("k ") and notes[0].endswith(" i")


def test_orthonormality_is_named_where_it_is_used(report: Report) -> None:
    reasons = [r for s in steps_at(report, 25) for r in s.judgement.reasons]
    assert any("标准正交" in r.detail for r in reasons)


def test_givens_that_contradict_each_other_are_noticed(shared: Path) -> None:
    """Without their headings the givens hold everywhere: orthonormal keys and k_a = λ μ_a, μ_i orthonormal and λ free, cannot."""
    text = (shared / "seed" / "attention-assignment.zh.md").read_text(encoding="utf-8")
    givens = "\n".join(row for row in GIVENS.read_text(encoding="utf-8").splitlines() if not row.startswith("#"))
    report = check_sources((Source("document.md", text),), (Source("givens.md", givens),))
    proved = [s for s in report.documents[0].steps if s.judgement.verdict in (Verdict.PROVED, Verdict.PROVIDED)]
    assert not proved
    assert any(s.judgement.cause is Cause.HYPOTHESES for s in report.documents[0].steps)
