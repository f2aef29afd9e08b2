"""Altered derivations: the altered step is refuted at its place, every other line keeps its verdict.

An alteration is one slip of the pen in one side of one claim: a transpose dropped or added, a sign, two
factors exchanged, a factor lost, a conjugate, an exponent, an index. Whether it matters is decided here by
evaluating the altered side against the side as it was, not by asking for the verdict.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from symproofs.apps.check import check_sources
from symproofs.derivation.document import Report, Step
from symproofs.diagnostics import Source

ROOT = Path(__file__).parent.parent
SHARED = os.environ.get("SYMPROOFS_SHARED")


@dataclass(frozen=True)
class Slip:
    """A way of going wrong: every match of `pattern` in a formula may become `new`."""

    name: str
    pattern: re.Pattern[str]
    new: str


SLIPS = (
    Slip("transpose dropped", re.compile(r"\^(?:T|\\top)(?![A-Za-z])"), ""),
    Slip("transpose added", re.compile(r"(?<![A-Za-z_{\\])([PQKV])(?![_A-Za-z^'])"), r"\1^T"),
    Slip("sign", re.compile(r" \+ (?!b)"), " - "),
    Slip("sign", re.compile(r" - "), " + "),
    Slip("factors exchanged", re.compile(r"(?<![A-Za-z_{\\])P ?([QHZ])(?![_A-Za-z^'])"), r"\1 P"),
    Slip("scalar lost", re.compile(r"\\sqrt(?: ?[dh]|\{[dh]\})"), "2"),
    Slip("conjugate lost", re.compile(r"\\overline\{([a-z](?:_\d)?)\}"), r"\1"),
    Slip("exponent's sign", re.compile(r"e\^\{-i"), "e^{i"),
    Slip("exponent's sign", re.compile(r"e\^\{i ?(?=[tmn\\])"), "e^{-i "),
    Slip("exponent", re.compile(r"\(t_1 ?- ?t_2\)"), "(t_1+t_2)"),
    Slip("index", re.compile(r"W_Q"), "W_K"),
    Slip("index", re.compile(r"W_1"), "W_2"),
    Slip("index", re.compile(r"(?<=z)_1"), "_2"),
    Slip("cosine for sine", re.compile(r"\\sin"), r"\\cos"),
    Slip("bias lost", re.compile(r" \+ b_2$"), ""),
)


@dataclass(frozen=True)
class Altered:
    text: str
    line: int
    slip: str
    was: str
    now: str


def alterations(report: Report, text: str) -> Iterator[Altered]:
    """Each slip at each place of the right side of each claim that was proved."""
    source = report.documents[0].derivation.source
    for step in claims(report):
        start, end = right_side(step, source)
        old = text[start:end]
        for slip in SLIPS:
            for match in slip.pattern.finditer(old):
                new = old[: match.start()] + match.expand(slip.new) + old[match.end() :]
                at, _ = source.position(start + match.start())
                yield Altered(text[:start] + new + text[end:], at, slip.name, old, new)


def claims(report: Report) -> Iterator[Step]:
    for document in report.documents:
        for step in document.steps:
            if step.link.role == "claim" and step.judgement.verdict.value == "proved":
                yield step


def right_side(step: Step, source: Source) -> tuple[int, int]:
    """Where the right side of a link stands."""
    start = source.text.rfind(step.link.right_latex, step.link.span.start, step.link.span.end)
    assert start >= 0
    return start, start + len(step.link.right_latex)


def verdicts(report: Report) -> list[tuple[int, str]]:
    source = report.documents[0].derivation.source
    return [(source.position(s.link.span.end)[0], s.judgement.verdict.value) for s in report.documents[0].steps]


def check_text(text: str, given: str | None) -> Report:
    givens = () if given is None else (Source("givens.md", given),)
    return check_sources((Source("document.md", text),), givens)


def examine(text: str, given: str | None, first: int, last: int) -> tuple[int, list[str]]:
    """How many alterations in these lines were refuted, and what went wrong with the others."""
    report = check_text(text, given)
    before = verdicts(report)
    refuted, faults = 0, []
    for altered in alterations(report, text):
        if not first <= altered.line <= last:
            continue
        after = verdicts(check_text(altered.text, given))
        if len(after) != len(before):
            continue  # the slip changed what is read as one formula: no step to compare
        changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
        what = f"line {altered.line}, {altered.slip}: {altered.was} → {altered.now}"
        if not changed:
            continue  # the altered side has the same value: every verdict is as it was
        words = {b[1] for _, b in changed}
        if words == {"refuted"} and len(changed) <= 2:
            refuted += 1
        else:
            faults.append(f"{what}: {changed}")
    return refuted, faults


RETELLINGS = [
    "attention/permutation-equivariance.zh.md",
    "attention/permutation-equivariance.en.md",
    "positions/rotary.zh.md",
    "positions/rotary.en.md",
]


@pytest.mark.parametrize("name", RETELLINGS)
def test_altered_retelling(name: str) -> None:
    text = (ROOT / "proofs" / name).read_text(encoding="utf-8")
    refuted, faults = examine(text, None, 1, 10_000)
    assert not faults, "\n".join(faults)
    assert refuted >= 8


def only(text: str, *lines: int) -> str:
    """The document with nothing on other lines than `first` to `last` of each pair: what is altered is checked many times."""
    kept = {n for first, last in zip(lines[::2], lines[1::2], strict=True) for n in range(first, last + 1)}
    return "\n".join(row if n in kept else "" for n, row in enumerate(text.split("\n"), 1))


@pytest.mark.shared
def test_altered_seed() -> None:
    text = (Path(SHARED or "") / "seed" / "attention-assignment.zh.md").read_text(encoding="utf-8")
    given = (ROOT / "proofs" / "attention" / "givens.zh.md").read_text(encoding="utf-8")
    first = examine(only(text, 75, 125), given, 76, 125)
    second = examine(only(text, 75, 75, 153, 168), given, 154, 168)
    assert not first[1] + second[1], "\n".join(first[1] + second[1])
    assert first[0] + second[0] >= 30
