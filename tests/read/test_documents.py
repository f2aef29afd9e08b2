"""Documents: what each formula is, as which statement it is read, and what is in force behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symproofs.derivation.document import Link
from symproofs.diagnostics import Source
from symproofs.read.document import read_documents
from symproofs.terms.notation import statement_notation

DATA = Path(__file__).parent.parent / "data" / "reading" / "documents.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def shown(link: Link) -> str:
    """A link in one line: its role, how it is read, what keeps it from being read."""
    return f"{link.role}: {link.read_as}" + (f" !{link.problem.code}" if link.problem is not None else "")


@pytest.mark.parametrize("row", ROWS, ids=[f"{k}-{r['topic']}" for k, r in enumerate(ROWS)])
def test_a_document_is_read_so(row: dict[str, Any]) -> None:
    given = (Source("givens", row["given"]),) if "given" in row else ()
    (derivation,), faults = read_documents((Source("document", row["text"]),), given)
    assert [shown(link) for link in derivation.links] == row["links"]
    assert sorted(d.code for d in (*derivation.diagnostics, *faults)) == row.get("codes", [])
    if "hypotheses" in row:
        context = derivation.links[-1].context
        assert [statement_notation(h.statement, context.types) for h in context.hypotheses] == row["hypotheses"]
