"""The write-up of an argument that fails: it says so, says whether the conclusion holds, and gives the proof that works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symproofs.apps.check import check, source_of
from symproofs.apps.check import check_sources as checked
from symproofs.derivation.document import CheckedDocument
from symproofs.derivation.settings import Settings
from symproofs.render.latex import render_latex
from symproofs.render.markdown import render_markdown

POSITIONS = Path(__file__).parents[2] / "proofs" / "positions"

FAILS = {
    "en": "This argument does not hold: it rests on step ({}), which is false.",
    "zh": "这个论证不成立：它依赖的第 ({}) 步是错误的。",
}
HOLDS = {
    "en": "Its conclusion is true all the same; here is a proof that works.",
    "zh": "它的结论仍然正确，下面给出另一个成立的证明。",
}
OPEN = "Whether its conclusion is true is not decided here: the document does not establish it."


@pytest.fixture(scope="module", params=["en", "zh"])
def retelling(request: pytest.FixtureRequest) -> CheckedDocument:
    return checked((source_of(POSITIONS / f"sinusoidal.{request.param}.md"),)).documents[0]


def wrong_step(text: str) -> str:
    """The number of the only step that is marked as wrong."""
    numbers = re.findall(r"\((\d+)\) ✗", text)
    assert len(numbers) == 1
    return str(numbers[0])


def test_markdown_says_that_the_argument_fails_and_gives_a_proof(retelling: CheckedDocument) -> None:
    text = render_markdown(retelling).replace("\\", "")
    said = FAILS[retelling.language].format(wrong_step(text))
    assert text.count(said) == 1 and text.count(HOLDS[retelling.language]) == 1
    proof = text[text.index(said) :]
    assert "t_1 &= t_2" in proof and "(a)" in proof
    assert "pi-irrational" in proof and "Lambert" in proof
    assert {"en": "π is irrational", "zh": "π 是无理数"}[retelling.language] in proof


def test_latex_says_so_below_the_step_that_is_wrong(retelling: CheckedDocument) -> None:
    text = render_latex(retelling, article=True)
    (number,) = re.findall(r"\\markrefuted\{\}.*?\\stepnumber\{(\d+)\}", text)
    said = FAILS[retelling.language].format(number)
    assert said in text and HOLDS[retelling.language] in text
    assert text.index(r"\markrefuted{}") < text.index(said) < text.index(r"\stepnumber{a}")


def test_every_line_of_the_proof_says_why(retelling: CheckedDocument) -> None:
    text = render_latex(retelling)
    rows = re.findall(r"\\reason\{(.*)\} *\\tag\*\{\\stepnumber\{([a-z])\}\}", text)
    assert len(rows) >= 4 and all(reason.strip() for reason, _ in rows)
    assert [letter for _, letter in rows] == [chr(ord("a") + k) for k in range(len(rows))]


FALSE = """
Let $x$ be a real number, and let $a, b$ be integers.

Suppose for contradiction that $x \\ne 1$. Then $(x - 1)^2 \\ne 0$. Let $a = 2 b$.
This equation is impossible for integers other than $a = b = 0$. QED.
"""


def test_a_conclusion_that_is_false_is_called_so() -> None:
    """Not every real number is 1."""
    text = render_markdown(check(FALSE).documents[0]).replace("\\", "")
    assert "This argument does not hold: it rests on step (4), which is false. Its conclusion is false, too." in text
    assert "The conclusion: $x = 1$" in text and "| $x$ |" in text[text.index("The conclusion") :]
    assert HOLDS["en"] not in text


def test_a_conclusion_that_is_not_decided_is_not_called_true() -> None:
    """No axiom, no proof that the codes differ."""
    source = (POSITIONS / "sinusoidal.en.md").read_text(encoding="utf-8")
    document = check(source, settings=Settings(axioms=frozenset())).documents[0]
    text = render_markdown(document).replace("\\", "")
    assert OPEN in text and HOLDS["en"] not in text and "pi-irrational" not in text
