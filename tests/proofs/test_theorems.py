"""Every theorem in `proofs/` is proved, from a certificate, in at least four lines that name their laws."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from symproofs.derivation.verdict import Verdict

PROOFS = Path(__file__).parents[2] / "proofs"
FILES = sorted(PROOFS.glob("*/*.py"))


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"proof_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_the_theorem_is_proved_and_printed(path: Path) -> None:
    derivation = load(path).derivation()
    (step,) = derivation.checked().steps
    assert step.judgement.verdict is Verdict.PROVED
    assert step.judgement.certificate is not None and not step.judgement.axioms and not step.judgement.conditions
    lines = step.judgement.unfolding
    assert len(lines) >= 5 and not lines[0].reasons and all(line.reasons for line in lines[1:])
    text = derivation.latex()
    assert len(re.findall(r"\\reason\{[^}]", text)) == len(lines) - 1
    assert r"\begin{aligned}" in derivation.markdown()


def test_there_are_the_first_five() -> None:
    assert {f.stem for f in FILES} >= {
        "attention_equivariance", "feed_forward_equivariance", "rotation", "rope_plane", "rope_blocks",
    }  # fmt: skip


REASONS = {
    "attention_equivariance": ["transpose of a product", "associativity", "row-wise softmax commutes", "$P^\\top P = I$"],
    "feed_forward_equivariance": ["the bias is the same in every row", "ReLU"],
    "rotation": ["Euler's formula", "$i^2 = -1$"],
    "rope_plane": ["exp of a sum", "conjugate of a product", "definition of RoPE"],
}


@pytest.mark.parametrize("stem", sorted(REASONS))
def test_the_laws_are_named(stem: str) -> None:
    text = load(next(f for f in FILES if f.stem == stem)).derivation().latex()
    for reason in REASONS[stem]:
        assert reason in text
