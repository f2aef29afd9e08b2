"""LaTeX step lists: structure, alignment, marks, escaping; and that XeLaTeX takes them without a complaint."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from symproofs.derivation.document import CheckedDocument
from symproofs.derivation.verdict import Line, Reason
from symproofs.render.latex import render_latex, render_steps_latex, value_latex
from symproofs.render.prose import REASON_FORMULAS, prose_latex, reason_prose
from symproofs.render.steps import StepList
from symproofs.render.texts import text_latex

STEPS = StepList(
    "associativity",
    "(P X) W = P Q",
    (
        Line("(P X) W", ()),
        Line("P (X W)", (Reason("associativity"),)),
        Line("P Q", (Reason("definition", "Q"),)),
    ),
    hypotheses=("Q = X W",),
)


def chain(text: str, number: int) -> list[str]:
    """The lines of the derivation that has the step with this number."""
    for block in re.findall(r"\\begin\{flalign\*\}\n(.*?)\n\\end\{flalign\*\}", text, re.S):
        if rf"\stepnumber{{{number}}}" in block:
            return re.split(r" \\\\(?:\[4pt\])?\n", block)
    raise AssertionError(f"no step {number}")


def test_a_chain_is_one_derivation_aligned_at_the_relation(english: CheckedDocument) -> None:
    lines = chain(render_latex(english), 1)
    assert [line.split("&&")[0].strip() for line in lines] == [
        r"Q_{\mathrm{perm}} &= X_{\mathrm{perm}} W_Q",
        "&= (P X) W_Q",
        "&= P (X W_Q)",
        "&= P Q",
    ]
    assert r"\reason{\markproved{} definition of $Q_{\mathrm{perm}}$}" in lines[0]
    assert lines[3].endswith(r"\tag*{\stepnumber{4}}")


def test_every_step_has_its_number_once(english: CheckedDocument) -> None:
    numbers = [int(n) for n in re.findall(r"\\stepnumber\{(\d+)\}", render_latex(english))]
    assert numbers == list(range(1, len(english.steps) + 1))


def test_a_long_left_side_stands_on_its_own_line(english: CheckedDocument) -> None:
    lines = chain(render_latex(english), 15)
    assert lines[0] == r"&\langle \operatorname{RoPE}(z_1, t_1), \operatorname{RoPE}(z_2, t_2) \rangle"
    assert lines[1].strip().startswith(r"&\quad = \operatorname{Re}")


def test_a_long_sum_is_broken_before_a_sign(english: CheckedDocument) -> None:
    lines = chain(render_latex(english), 12)
    assert len(lines) > 3
    assert all(line.strip().startswith("&") for line in lines)
    assert any(re.match(r"&\\qquad \+ ", line) for line in lines)


@pytest.mark.parametrize(
    ("number", "mark"),
    [(1, "proved"), (13, "refuted"), (19, "provided"), (20, "undecided"), (21, "given"), (22, "unread"), (23, "error")],
)
def test_every_verdict_has_its_mark(english: CheckedDocument, number: int, mark: str) -> None:
    line = next(x for x in chain(render_latex(english), number) if rf"\stepnumber{{{number}}}" in x)
    assert rf"\mark{mark}" in line


def test_conditions_and_causes_are_set_out(english: CheckedDocument) -> None:
    text = render_latex(english)
    assert r"cancelling; provided $a \neq 0$" in text
    assert "undecided: no limit is declared in which this is meant" in text
    assert r"shapes do not fit: the factors of this product do not fit: T$\times$d times T$\times$T" in text


def test_a_counterexample_is_a_table(english: CheckedDocument) -> None:
    text = render_latex(english)
    assert "Step (13) does not hold. It fails, for example, at:" in text
    assert r"\begin{pmatrix} 1 & 2 \\ 0 & -\tfrac{1}{2} \end{pmatrix}" in text
    assert r"$\text{left side}$ & $\text{right side}$" in text


def test_headings_and_footer(english: CheckedDocument) -> None:
    text = render_latex(english)
    assert text.count(r"\section*{Position Embeddings Exploration}") == 1
    assert r"\subsection*{g / ii}" in text
    assert r"\item[Givens] $X_{\mathrm{perm}} = P X$" in text
    assert r"$P \in \mathbb{R}^{T \times T}$ (a permutation matrix)" in text
    assert r"$Q$, $K$, $V$, $H \in \mathbb{R}^{T \times d}$ (inferred from use)" in text
    assert r"\item[Taken over without proof] assumption (21)" in text
    assert r"16 proved, 1 proved under a condition, 2 refuted, 1 undecided, 1 not read, 1 given" in text


def test_text_of_a_document_is_never_a_command(english: CheckedDocument) -> None:
    for text in (render_latex(english, article=True), render_latex(english)):
        assert "\\input" not in text and "\\foo" not in text
        assert r"\texttt{\textbackslash{}foo\{x\} \& 100\textbackslash{}\% \textbackslash{}input" in text


def test_chinese_brings_ctex(english: CheckedDocument, chinese: CheckedDocument) -> None:
    assert "ctex" not in render_latex(english, article=True)
    text = render_latex(chinese, article=True)
    assert r"\usepackage{ctex}" in text
    assert "乘积的转置" in text and "推导的依据" in text and "第 (13) 步不成立" in text
    assert r"\section*{位置编码}" in text


def test_a_step_unfolds(unfolded: CheckedDocument) -> None:
    text = render_latex(unfolded, unfold=True)
    assert "Step (1) in elementary steps:" in text
    assert text.count("transpose of a product") == 2
    assert "elementary" not in render_latex(unfolded)


def test_a_bare_list_is_a_theorem_with_its_lines() -> None:
    text = render_steps_latex(STEPS)
    assert r"\textbf{Theorem} (associativity)\textbf{.} Hypotheses: $Q = X W$." in text
    assert r"\[ (P X) W = P Q \]" in text
    assert [line.split(" &&")[0].strip() for line in chain(text, 1)] == ["(P X) W &= P (X W)", "&= P Q"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3", "3"),
        ("-1/2", r"-\tfrac{1}{2}"),
        ("[[1, 0], [0, 1]]", r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}"),
        ("[1, 2]", r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}"),
        ("[[1, 0], [0]]", r"\text{[[1, 0], [0]]}"),
        ("e^π", r"\text{e\textasciicircum{}$\pi$}"),
    ],
)
def test_values(text: str, shown: str) -> None:
    assert value_latex(text) == shown


def test_text_keeps_to_what_fonts_have() -> None:
    assert text_latex("θ ≤ ½² 🙂 $x$") == r"$\theta$ $\le$ ½${}^2$ [U+1F642] \$x\$"


def test_formulas_in_reasons_are_set_as_formulas() -> None:
    assert prose_latex(reason_prose(Reason("permutation_orthogonal", "P"), "en")) == r"$P^\top P = I$"
    assert prose_latex(reason_prose(Reason("no_such_code", "x_1"), "en")) == "no such code $x_1$"
    for code in REASON_FORMULAS:
        for language in ("en", "zh"):
            assert "^{" not in "".join(s.text for s in reason_prose(Reason(code, "P"), language) if not s.is_formula)  # type: ignore[arg-type]


@pytest.mark.skipif(shutil.which("xelatex") is None, reason="no XeLaTeX here")
def test_xelatex_takes_it(chinese: CheckedDocument, tmp_path: Path) -> None:
    (tmp_path / "page.tex").write_text(render_latex(chinese, article=True, unfold=True), encoding="utf-8")
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "page.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    complaints = [x for x in run.stdout.splitlines() if x.startswith("!") or "Overfull" in x or "Missing character" in x]
    assert run.returncode == 0 and not complaints, complaints
