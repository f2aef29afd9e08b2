"""A few statements of every theory: prover, second checker and refuter do not contradict one another.

At length: `python tests/fuzz --statements 20000`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from engine import form, run, statements
from grammars import GRAMMARS

WANTED = int(os.environ.get("SYMPROOFS_FUZZ_STATEMENTS", "80"))
SEED = int(os.environ.get("SYMPROOFS_FUZZ_SEED", "7"))


@pytest.mark.parametrize("theory", GRAMMARS)
def test_nothing_contradicts_anything(theory: str) -> None:
    tally = run(GRAMMARS[theory], SEED, WANTED)
    print(f"\n{tally.line(theory)}")
    assert not tally.wrong, tally.wrong[:3]
    assert tally.count["right proved"] >= WANTED // 3, "most of what is reshaped by known laws is proved"
    assert tally.count["slip refuted"] >= WANTED // 4, "most slips matter, and are seen to"


@pytest.mark.parametrize("theory", GRAMMARS)
def test_no_statement_is_closed_by_its_form(theory: str) -> None:
    for statement, _ in statements(GRAMMARS[theory], SEED, 40):
        sides = [form(t) for t in (getattr(statement, "left", None), getattr(statement, "right", None)) if t is not None]
        assert len(sides) != 2 or sides[0] != sides[1]
