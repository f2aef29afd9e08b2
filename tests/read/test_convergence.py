"""Convergence as people write it, in its senses: the verdict on every link of a small text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symproofs

DATA = Path(__file__).parent.parent / "data" / "reading" / "convergence.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[f"{k}-{r['topic']}" for k, r in enumerate(ROWS)])
def test_every_link_gets_its_verdict(row: dict[str, Any]) -> None:
    steps = [s for d in symproofs.check(row["text"]).documents for s in d.steps]
    assert [s.verdict.value for s in steps] == row["verdicts"], row.get("why", "")


@pytest.mark.parametrize(
    ("arrow", "sense"),
    [("a.s.", "tends almost surely to"), ("d", "tends in distribution to"), ("L^2", "tends in mean to")],
)
def test_another_sense_is_named(arrow: str, sense: str) -> None:
    step = (
        symproofs.check(rf"Let $X$ be a random variable. As $\alpha \to 0$, $X \xrightarrow{{{arrow}}} 1$.")
        .documents[0]
        .steps[-1]
    )
    assert step.verdict.value == "undecided" and step.judgement.cause is not None
    assert step.judgement.cause.value == "fragment" and sense in step.judgement.message


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (r"X \to 1", "in which sense"),
        (r"X \xrightarrow{P} Y", "this limit is random"),
        (r"X \xrightarrow{P} \alpha", "stands still"),
    ],
)
def test_what_is_wanting_is_said(claim: str, words: str) -> None:
    text = (
        rf"Let $X$, $Y$ be random variables with $\mathbb{{E}}[Y] = 0$ and $\mathbb{{E}}[X] = 0$. As $\alpha \to 0$, ${claim}$."
    )
    step = symproofs.check(text).documents[0].steps[-1]
    assert step.verdict.value == "undecided" and words in step.judgement.message


def test_the_reasons_name_the_notion() -> None:
    text = (
        r"Let $X$ be a random variable with $\mathbb{E}[X] = \mu$ and $\operatorname{Var}(X) = \alpha$. As $\alpha \to 0$, "
        r"$X \approx \mu$."
    )
    step = symproofs.check(text).documents[0].steps[-1]
    assert step.verdict.value == "proved" and "chebyshev" in {r.code for r in step.judgement.reasons}


def test_a_wrong_limit_is_answered_by_the_right_one() -> None:
    text = (
        r"Let $X$ be a random variable with $\mathbb{E}[X] = \mu$ and $\operatorname{Var}(X) = \alpha$. As $\alpha \to 0$, "
        r"$X \xrightarrow{P} 2\mu$."
    )
    step = symproofs.check(text).documents[0].steps[-1]
    assert step.verdict.value == "refuted" and "converges in probability to \\mu" in step.judgement.message
