"""Every theorem in `proofs/` is proved, from a certificate, in at least four lines that name their laws."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from symproofs.derivation.verdict import Verdict
from symproofs.prove.proof import Proof
from symproofs.render.steps import told_by_inferences

PROOFS = Path(__file__).parents[2] / "proofs"
FILES = sorted(PROOFS.glob("*/*.py"))

AXIOMS = {"sinusoidal": ("pi-irrational",)}
"""Axioms that a theorem rests on, beside the laws of the kernel: none where nothing is said."""


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"proof_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_the_theorem_is_proved_and_printed(path: Path) -> None:
    derivation = load(path).derivation()
    steps = derivation.checked().steps
    links = Counter(step.link.chain for step in steps)
    total = 0
    for step in steps:
        judgement = step.judgement
        assert judgement.verdict is Verdict.PROVED
        assert judgement.certificate is not None and not judgement.conditions
        assert judgement.axioms == AXIOMS.get(path.stem, ())
        if links[step.link.chain] == 1 and told_by_inferences(judgement):
            assert all(line.reasons or line.premises for line in judgement.inferences)
            total += len(judgement.inferences)
            continue
        lines = judgement.unfolding
        assert not lines[0].reasons and all(line.reasons for line in lines[1:])
        total += len(lines) - 1
    assert total >= 4
    text = derivation.latex()
    assert len(re.findall(r"\\stepnumber\{\d+\}", text)) == total
    assert r"\begin{aligned}" in derivation.markdown()


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_the_whole_chain_is_a_theorem_of_the_kernel(path: Path) -> None:
    for proof in load(path).derivation().theorems():
        assert isinstance(proof, Proof) and proof.theorem is not None and not proof.conditions


def test_there_are_the_first_five() -> None:
    assert {f.stem for f in FILES} >= {
        "attention_equivariance", "feed_forward_equivariance", "rotation", "rope_plane", "rope_blocks",
    }  # fmt: skip


REASONS = {
    "attention_equivariance": ["transpose of a product", "associativity", "row-wise softmax commutes", "$P^\\top P = I$"],
    "feed_forward_equivariance": ["the bias is the same in every row", "ReLU"],
    "rotation": ["Euler's formula", "$i^2 = -1$"],
    "sinusoidal": ["definition of $\\Phi$", "the angles differ by whole turns", "$\\pi$ is irrational", "pi-irrational"],
    "sinusoidal_reals": ["laws of powers", "Euler's formula", "given: $\\Phi_4$", "given: $\\Phi_8$"],
    "rope_plane": ["exp of a sum", "conjugate of a product", "definition of RoPE"],
}


@pytest.mark.parametrize("stem", sorted(REASONS))
def test_the_laws_are_named(stem: str) -> None:
    text = load(next(f for f in FILES if f.stem == stem)).derivation().latex()
    for reason in REASONS[stem]:
        assert reason in text
