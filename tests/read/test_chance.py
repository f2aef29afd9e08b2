"""Probability as people write it: what is proved, and its false neighbours, which are refuted or at least never proved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from symproofs.derivation.judge import judged
from symproofs.derivation.settings import Settings
from symproofs.read.joint_laws import speaks_of_joint_laws
from symproofs.read.steps import read_steps

DATA = Path(__file__).parent.parent / "data" / "reading" / "chance.jsonl"
KINDS = ("proved", "refuted", "unproved", "unrefuted")


def claims() -> Iterator[tuple[str, tuple[str, ...], str, str]]:
    for line in DATA.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for kind in KINDS:
            for latex in row.get(kind, ()):
                yield row["topic"], tuple(row["given"]), latex, kind


ROWS = list(claims())


def verdict(given: Sequence[str], latex: str) -> str:
    """The verdict on a claim under givens."""
    derivation = read_steps([latex], given).derivation
    (step,) = judged(derivation.links, Settings(explain=False, seconds=20.0))
    return step.verdict.value


@pytest.mark.parametrize(("topic", "given", "latex", "kind"), ROWS, ids=[f"{k}-{r[0]}" for k, r in enumerate(ROWS)])
def test_a_claim_gets_its_verdict(topic: str, given: tuple[str, ...], latex: str, kind: str) -> None:
    found = verdict(given, latex)
    if kind in ("proved", "refuted"):
        assert found == kind
    else:
        assert found not in ({"proved", "proved-provided"} if kind == "unproved" else {"refuted"})


@pytest.mark.parametrize(
    "words", ["independent", "i.i.d.", "iid", "uncorrelated", "$X \\perp Y$", "a sample", "two dice", "独立"]
)
def test_words_that_may_be_about_the_joint_law(words: str) -> None:
    assert speaks_of_joint_laws(f"Let $X$, $Y$ be random variables, {words}.")
    assert not speaks_of_joint_laws("Let $X$, $Y$ be random variables with finite variances.")
