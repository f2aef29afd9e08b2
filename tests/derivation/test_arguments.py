"""Arguments by contradiction with a step that is wrong: the conclusion is looked at on its own."""

from __future__ import annotations

from symproofs.apps.check import check
from symproofs.derivation.document import FailedArgument
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import Verdict
from symproofs.terms.latex import statement_latex


def arguments(text: str) -> tuple[FailedArgument, ...]:
    return check(text).documents[0].arguments


CODES = """
Let $d \\ge {least}$ be an even integer, let $t_1, t_2$ be {positions}, and let $i$ be an integer with $0 \\le i < d/2$.

- $\\Phi(t, 2i) = \\sin(t / 10000^{{2i/d}})$
- $\\Phi(t, 2i+1) = \\cos(t / 10000^{{2i/d}})$

Suppose there are two different positions $t_1 \\ne t_2$ with the same code, that is $\\Phi(t_1, :) = \\Phi(t_2, :)$. Then

$$
\\frac{{t_1}}{{C_i}} - \\frac{{t_2}}{{C_i}} = 2k\\pi, \\quad k \\in \\mathbb{{Z}} \\implies t_1 - t_2 = 2k\\pi C_i,
$$

where $C_i = 10000^{{2i/d}}$.

- If $i = 0$, then $t_1 - t_2 = 2k_0\\pi$.
- If $i = 1$, then $t_1 - t_2 = 2k_1\\pi \\cdot 10000^{{2/d}}$.

Hence $k_0 = k_1 \\cdot 10000^{{2/d}}$. This equation is impossible for integers other than $k_0 = k_1 = 0$. QED.
"""


def test_a_conclusion_that_holds_is_proved() -> None:
    """Integer positions: t_1 - t_2 = 2kπ, and π is irrational."""
    (found,) = arguments(CODES.format(least=4, positions="integers"))
    assert [s.verdict for s in found.failing] == [Verdict.REFUTED] and found.failing[0] is found.steps[-1]
    assert statement_latex(found.assumptions[0].statement) == r"t_1 \neq t_2"
    assert len(found.assumptions) == 2, "what was introduced on the way is no assumption"
    conclusion = found.conclusion
    assert conclusion.link.statement is not None and statement_latex(conclusion.link.statement) == "t_1 = t_2"
    assert conclusion.verdict is Verdict.PROVED and conclusion.axioms == ("pi-irrational",)
    assert len(conclusion.judgement.inferences) >= 4
    assert any(r.code == "pi_irrational" for line in conclusion.judgement.inferences for r in line.reasons)


def test_a_conclusion_that_does_not_hold_is_not_proved() -> None:
    """Real positions 200π and 0 have the same code for d = 4."""
    (found,) = arguments(CODES.format(least=4, positions="real numbers"))
    assert found.conclusion.verdict in (Verdict.UNDECIDED, Verdict.REFUTED)


def test_nothing_of_the_assumption_that_is_denied_is_used() -> None:
    (found,) = arguments(CODES.format(least=4, positions="integers"))
    statements = [h.statement for h in found.conclusion.link.context.hypotheses]
    assert found.assumptions[0].statement not in statements
    assert found.assumptions[1].statement in statements


def test_an_argument_without_a_wrong_step_is_none_of_them() -> None:
    text = CODES.format(least=4, positions="integers").replace(
        "This equation is impossible for integers other than $k_0 = k_1 = 0$. ", ""
    )
    assert not arguments(text)


def test_the_axiom_may_be_barred() -> None:
    report = check(CODES.format(least=4, positions="integers"), settings=Settings(axioms=frozenset()))
    (found,) = report.documents[0].arguments
    assert found.conclusion.verdict is Verdict.UNDECIDED and found.conclusion.judgement.code == "axiom"


def test_conclusions_are_left_alone_where_nothing_is_explained() -> None:
    assert not check(CODES.format(least=4, positions="integers"), settings=Settings(explain=False)).documents[0].arguments
