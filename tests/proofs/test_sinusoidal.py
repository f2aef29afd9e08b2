"""Our retelling of the sinusoidal codes, in both languages: one argument fails at its closed claim, the other one holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from symproofs.apps.check import check_sources, source_of
from symproofs.derivation.document import CheckedDocument, Step
from symproofs.derivation.verdict import Verdict

POSITIONS = Path(__file__).parents[2] / "proofs" / "positions"


@pytest.fixture(scope="module", params=["en", "zh"])
def checked(request: pytest.FixtureRequest) -> CheckedDocument:
    return check_sources((source_of(POSITIONS / f"sinusoidal.{request.param}.md"),)).documents[0]


def claims(checked: CheckedDocument) -> list[Step]:
    return [s for s in checked.steps if s.verdict is not Verdict.GIVEN]


def test_every_claim_but_one_is_proved(checked: CheckedDocument) -> None:
    """What must not hold is the closed claim: 10000^{2/d} is an integer for d = 4 and d = 8, so other integers solve it."""
    failing = [s for s in claims(checked) if s.verdict is not Verdict.PROVED]
    (step,) = failing
    assert step.verdict is Verdict.REFUTED
    assert step.counterexample is not None
    values = {name: int(value) for name, value in step.counterexample.assignment}
    assert values["k_0"] ** values["d"] == values["k_1"] ** values["d"] * 10000**2 and values["k_1"]


def test_the_argument_that_holds_ends_with_the_axiom(checked: CheckedDocument) -> None:
    """t_1 = t_2 rests on the irrationality of π, and on nothing else that is cited."""
    (step,) = [s for s in claims(checked) if s.link.read_as == "Eq(t_1,t_2)"]
    assert step.axioms == ("pi-irrational",)
    assert {r.code for r in step.reasons} >= {"same_angle", "pi_irrational"}
