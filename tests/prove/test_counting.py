"""Sums between bounds, binomial coefficients, factorials: what is true is proved, what is near it and false is not."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest

from symproofs.apps.check import check
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import Verdict

SECONDS = 60.0


def verdicts(given: str, claims: list[str]) -> list[Verdict]:
    """The verdicts of claims, each in a paragraph of its own."""
    text = "\n\n".join([given, *(f"$${claim}$$" for claim in claims)])
    report = check(text, settings=Settings(seconds=SECONDS))
    steps = [step for step in report.documents[0].steps if step.verdict is not Verdict.GIVEN]
    assert len(steps) == len(claims), [step.latex for step in steps]
    return [step.verdict for step in steps]


def case_rows(name: str) -> list[dict[str, Any]]:
    import json
    from pathlib import Path

    path = Path(__file__).parent.parent / "data" / "prove" / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


ROWS = [(given, list(rows)) for given, rows in groupby(case_rows("counting.jsonl"), key=lambda row: row["given"])]


@pytest.mark.parametrize(("given", "rows"), ROWS, ids=[given[:30] for given, _ in ROWS])
def test_what_is_counted_is_proved_and_what_is_near_it_refuted(given: str, rows: list[dict[str, Any]]) -> None:
    right = dict(zip([row["claim"] for row in rows], verdicts(given, [row["claim"] for row in rows]), strict=True))
    assert {claim: v for claim, v in right.items() if v is not Verdict.PROVED} == {}
    wrong = dict(zip([row["false"] for row in rows], verdicts(given, [row["false"] for row in rows]), strict=True))
    assert {claim: v for claim, v in wrong.items() if v is not Verdict.REFUTED} == {}


EDGES = (
    (r"Let $n \in \mathbb{Z}$.", r"\sum_{k=0}^n k = \frac{n(n+1)}{2}"),
    (r"Let $n \in \mathbb{Z}$, $n \ge 0$.", r"\sum_{k=0}^n (-1)^k \binom{n}{k} = 0"),
    (r"Let $n \in \mathbb{Z}$, $n \ge 0$.", r"n! = n (n-1)!"),
    (r"Let $n, m \in \mathbb{Z}$.", r"\sum_{k=m}^n 1 = n - m + 1"),
    (r"Let $n, m \in \mathbb{Z}$, $n \ge 0$, $m \ge 0$.", r"\sum_{k=0}^n k = \sum_{k=0}^m k + \sum_{k=m+1}^n k"),
    (r"Let $n, k \in \mathbb{Z}$.", r"\binom{n}{k} = \binom{n}{n-k}"),
    (r"Let $n, k \in \mathbb{Z}$, $n \ge 0$, $k \ge 0$.", r"\binom{n}{k} = \frac{n!}{k!(n-k)!}"),
    (r"Let $n \in \mathbb{Z}$, $x \in \mathbb{R}$.", r"\sum_{k=0}^{n} x^k (1 - x) = 1 - x^{n+1}"),
)
"""Claims that fail, or say nothing, at an edge: an empty range, n = 0, bounds the wrong way round."""


@pytest.mark.parametrize(("given", "claim"), EDGES)
def test_what_fails_at_an_edge_is_not_proved(given: str, claim: str) -> None:
    (verdict,) = verdicts(given, [claim])
    assert verdict in (Verdict.UNDECIDED, Verdict.REFUTED)


def summed(coefficients: list[Fraction]) -> list[Fraction]:
    """The polynomial S with S(n) = Σ_{k=0}^n p(k), by interpolation (Faulhaber)."""
    points = range(len(coefficients) + 1)
    values, total = [], Fraction(0)
    for k in points:
        total += sum((c * k**e for e, c in enumerate(coefficients)), Fraction(0))
        values.append(total)
    result = [Fraction(0)] * (len(coefficients) + 1)
    for i in points:
        part, scale = [values[i]], Fraction(1)
        for j in points:
            if j != i:
                shifted, scaled = [Fraction(0), *part], [-j * c for c in (*part, Fraction(0))]
                part = [a + b for a, b in zip(shifted, scaled, strict=True)]
                scale *= i - j
        result = [a + b / scale for a, b in zip(result, part, strict=True)]
    return result


def written(coefficients: list[Fraction], name: str) -> str:
    parts = [rf"\frac{{{c.numerator}}}{{{c.denominator}}} {name}^{{{e}}}" for e, c in enumerate(coefficients) if c and e]
    constant = coefficients[0]
    return " + ".join([*(f"({p})" for p in parts), f"({constant.numerator}/{constant.denominator})"])


def test_sums_of_random_polynomials() -> None:
    chance = random.Random(7)
    right, wrong = [], []
    for _ in range(6):
        p = [Fraction(chance.randint(-4, 4)) for _ in range(chance.randint(1, 4))] + [Fraction(chance.choice((-2, 1, 3)))]
        total = summed(p)
        off = list(total)
        off[chance.randrange(len(off))] += chance.choice((-1, 1))
        side = rf"\sum_{{k=0}}^{{n}} \bigl({written(p, 'k')}\bigr)"
        right.append(f"{side} = {written(total, 'n')}")
        wrong.append(f"{side} = {written(off, 'n')}")
    given = r"Let $n \in \mathbb{Z}$, $n \ge 0$."
    assert set(verdicts(given, right)) == {Verdict.PROVED}
    assert set(verdicts(given, wrong)) == {Verdict.REFUTED}
