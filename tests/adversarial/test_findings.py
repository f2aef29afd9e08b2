"""What a hostile reader found: each row of `cases.jsonl` is a small input and verdicts that it must not get.

A row `{id, text, given, at, must_not, why}` is a document: `at` is the LaTeX of the step in question (the last one written so;
`"*"`: any step; `null`: the whole document). Beside it stands a `control` that must get one of `control_must`. A row with
`certificate` goes to the kernel. `open` marks what fails today. Words besides verdicts: `raised`, `hang`, `missing` (no such
step, and no diagnostic speaks of one), `all-given` (nothing was judged), `accepted`, `rejected`.
Expected values come from mathematics.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from symproofs.apps.check import check
from symproofs.derivation.settings import Settings
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check as check_certificate

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text(encoding="utf-8").splitlines()
]
SECONDS = 20.0
LONGEST = 20
"""Seconds after which a document that is to be judged in two counts as hung."""

MEMORY = 2_000_000_000


def _rows(rows: Iterable[dict[str, Any]]) -> list[Any]:
    return [
        pytest.param(r, id=r["id"], marks=[pytest.mark.xfail(strict=True, reason=r["why"])] if r.get("open") else [])
        for r in rows
    ]


def words_of(text: str, given: str, at: str | None) -> set[str]:
    """The verdicts that the steps in question get."""
    try:
        report = check(text, given=given, settings=Settings(SECONDS, None, explain=False))
    except Exception as fault:  # that nothing is raised is the promise under test
        return {"raised", type(fault).__name__}
    steps = [s for d in report.documents for s in d.steps]
    found = [s.judgement.verdict.value for s in steps if at in (None, "*") or s.link.latex == at]
    if at is None:
        return set(found) | ({"all-given"} if set(found) <= {"given"} else set())
    if at == "*":
        return set(found)
    spoken = [*report.diagnostics, *(x for d in report.documents for x in d.derivation.diagnostics)]
    return {found[-1]} if found else set() if spoken else {"missing"}


def words_in_time(text: str, given: str, at: str | None) -> set[str]:
    """The same in a process of its own, which is ended when it takes too long."""
    program = f"import json, sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_findings as t"
    program += "; print(json.dumps(sorted(t.words_of(*json.load(sys.stdin)))))"
    try:
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps([text, given, at]),
            capture_output=True,
            text=True,
            timeout=LONGEST,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
    except subprocess.TimeoutExpired:
        return {"hang"}
    return set(json.loads(done.stdout)) if done.returncode == 0 else {"raised"}


def word_of_kernel(certificate: object) -> str:
    try:
        check_certificate(certificate)
    except Rejected:
        return "rejected"
    except Exception:  # whatever the JSON value is, only `Rejected` may be raised
        return "raised"
    return "accepted"


DOCUMENTS = [r for r in ROWS if "text" in r]
CERTIFICATES = [r for r in ROWS if "certificate" in r]


@pytest.mark.parametrize("row", _rows(DOCUMENTS))
def test_document(row: dict[str, Any]) -> None:
    judged = words_in_time if "hang" in row["must_not"] else words_of
    words = judged(row["text"], row.get("given", ""), row["at"])
    assert words.isdisjoint(row["must_not"]), f"{sorted(words)}: {row['why']}"


def test_controls() -> None:
    """What stands beside each row and is right is accepted."""
    controls = {(r["control"], r["control_at"]): r["control_must"] for r in DOCUMENTS}
    found = {key: words_of(key[0], "", key[1]) for key in controls}
    assert [(key, words) for key, words in found.items() if not (words & set(controls[key]) or controls[key] == ["any"])] == []


@pytest.mark.parametrize("row", _rows(CERTIFICATES))
def test_certificate(row: dict[str, Any]) -> None:
    assert word_of_kernel(row["certificate"]) not in row["must_not"], row["why"]


@pytest.mark.parametrize("row", [pytest.param(r, id=r["id"]) for r in CERTIFICATES])
def test_certificate_beside(row: dict[str, Any]) -> None:
    assert word_of_kernel(row["control"]) == "accepted"


def test_ids_are_distinct() -> None:
    assert len({r["id"] for r in ROWS}) == len(ROWS)
