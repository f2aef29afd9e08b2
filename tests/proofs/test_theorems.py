"""Every theorem in `proofs/` is proved, from a certificate, in at least four lines that name their laws."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from symproofs.derivation.verdict import Verdict
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.terms.statement import Relation

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
    steps = derivation.checked().steps
    total = 0
    for step in steps:
        judgement = step.judgement
        assert judgement.verdict is Verdict.PROVED
        assert judgement.certificate is not None and not judgement.axioms and not judgement.conditions
        lines = judgement.unfolding
        assert not lines[0].reasons and all(line.reasons for line in lines[1:])
        total += len(lines) - 1
    assert total >= 4
    text = derivation.latex()
    assert len(re.findall(r"\\stepnumber\{\d+\}", text)) == total
    assert r"\begin{aligned}" in derivation.markdown()


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_the_whole_chain_is_a_theorem_of_the_kernel(path: Path) -> None:
    claims = load(path).derivation().claims
    first, last = claims[0].statement, claims[-1].statement
    assert isinstance(first, Relation) and isinstance(last, Relation)
    proof = prove(claims[-1].context, Relation("=", first.left, last.right))
    assert isinstance(proof, Proof) and proof.theorem is not None and not proof.conditions


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
