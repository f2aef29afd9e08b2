"""What the benchmarks time is true, and is proved: the timing itself is `python tests/benchmarks`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from formulas import FORMULAS
from identities import CIRCULAR, MATRICES, equivariance

from symproofs.diagnostics import Source, Span
from symproofs.prove.prover import Proof, prove

EQUATIONS = [*MATRICES, *CIRCULAR, equivariance()]


def test_there_are_twenty_of_each() -> None:
    assert len(MATRICES) == len(CIRCULAR) == 20
    assert len({e.label for e in EQUATIONS}) == 41


@pytest.mark.parametrize("equation", EQUATIONS, ids=[e.label for e in EQUATIONS])
def test_is_proved(equation: object) -> None:
    found = prove(equation.context, equation.statement)
    assert isinstance(found, Proof), found
    assert not found.conditions or equation.label == "tangent"


@pytest.mark.parametrize("text", FORMULAS)
def test_is_read(text: str) -> None:
    from symproofs.read.parser import parse

    assert parse(Source("", text), Span(0, len(text))) is not None
