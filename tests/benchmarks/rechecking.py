"""What it costs to check again, by the second checker alone, what was decided: steps of documents, and generated statements.

Times are processor time, but those for deciding the seed document, whose steps say how long they took. Deciding is refuting and
proving together, the kernel's check included; writing a refutation down is not counted.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symproofs import check, verify
from symproofs.apps.batch import Item
from symproofs.apps.certificates import certificate_of, refutation
from symproofs.apps.items import read_item
from symproofs.derivation.judge import judged
from symproofs.derivation.settings import Settings
from symproofs.prove.proof import Proof
from symproofs.prove.prover import prove
from symproofs.refute.refute import refute
from symproofs.refute.result import Refutation
from symproofs.terms.statement import Tends
from symproofs.theories.budget import Budget

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = os.environ.get("SYMPROOFS_SHARED", "")


@dataclass(frozen=True)
class Decided:
    """A step that was proved or refuted: where it comes from, what deciding it took, and its certificate."""

    source: str
    seconds: float
    certificate: Any


def of_items(source: str, items: Iterable[Item], seconds: float = 2.0) -> Iterator[Decided]:
    for item in items:
        links = read_item(item).derivation.links
        steps = judged(links, Settings(seconds, None, explain=False))
        while True:
            started = time.process_time()
            step = next(steps, None)
            took = time.process_time() - started
            if step is None:
                break
            value = certificate_of(step)
            if value is not None:
                yield Decided(source, took, json.loads(json.dumps(value)))


def documents() -> Iterator[Item]:
    """The retellings in `proofs/`, each with its givens."""
    for path in sorted((ROOT / "proofs").rglob("*.md")):
        if "givens" not in path.name:
            yield Item(path.name, (), text=path.read_text(encoding="utf-8"))


def of_shared() -> Iterator[Decided]:
    """The seed document and the cases, where the folder is at hand."""
    if not SHARED:
        return
    seed = (Path(SHARED) / "seed" / "attention-assignment.zh.md").read_text(encoding="utf-8")
    given = (ROOT / "proofs" / "attention" / "givens.zh.md").read_text(encoding="utf-8")
    for document in check(seed, given).documents:
        for step in document.steps:
            value = certificate_of(step)
            if value is not None:
                yield Decided("seed", step.milliseconds / 1000, json.loads(json.dumps(value)))
    for name in ("right-steps", "wrong-steps", "truth-traps"):
        rows = map(json.loads, (Path(SHARED) / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
        yield from of_items("cases", (Item(r["id"], tuple(r.get("given") or ()), tuple(r["steps"])) for r in rows))


def generated(wanted: int) -> Iterator[Decided]:
    """Statements of the fuzzers, as many of each theory."""
    sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
    from engine import MORE_TRIALS, STEPS, statements  # type: ignore[import-not-found]
    from grammars import GRAMMARS  # type: ignore[import-not-found]

    grammars = [g for g in GRAMMARS.values() if g.name != "limits"]
    for grammar in grammars:
        for statement, _ in statements(grammar, 3, wanted // len(grammars)):
            assert not isinstance(statement, Tends)
            started = time.process_time()
            found = refute(grammar.context, statement, budget=MORE_TRIALS)
            refuted = isinstance(found, Refutation) and found.kind == "values"
            proof = None if refuted else prove(grammar.context, statement, Budget(STEPS, seconds=2.0))
            took = time.process_time() - started
            if isinstance(proof, Proof):
                yield Decided("generated", took, json.loads(json.dumps(proof.certificate)))
            elif refuted:
                value = refutation(grammar.context, statement, found.witness)  # type: ignore[union-attr]
                yield Decided("generated", took, json.loads(json.dumps(value)))


def checked_again(steps: Iterable[Decided]) -> dict[str, tuple[int, float, float]]:
    """Of each source: how many steps, the seconds for deciding them, and for checking them again."""
    found: dict[str, tuple[int, float, float]] = {}
    for step in steps:
        started = time.process_time()
        verify.check(step.certificate)
        took = time.process_time() - started
        count, first, second = found.get(step.source, (0, 0.0, 0.0))
        found[step.source] = (count + 1, first + step.seconds, second + took)
    return found
