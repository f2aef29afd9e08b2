"""Of a Chinese document everything is said in Chinese: no English word but names, terms and codes from the lists below."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from symproofs.apps.check import check
from symproofs.derivation.document import CheckedDocument, Report
from symproofs.diagnostics import Diagnostic
from symproofs.messages import Formula, pieces
from symproofs.prove.reasons import phrase
from symproofs.render.report_full import summary_line

ROOT = Path(__file__).resolve().parent.parent.parent
CHINESE = re.compile("[\u4e00-\u9fff]")
TERMS = {
    "softmax",
    "ReLU",
    "Frobenius",
    "Kronecker",
    "Cauchy",
    "Schwarz",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "arctan",
    "det",
    "tr",
    "bc",
}
"""Words that Chinese texts of the field write as they are."""
COMMAND_OR_FORMULA = re.compile(r"`[^`]*`|\$[^$]*\$|\\[A-Za-z]+|\\text\{[^}]*\}")
WORD = re.compile(r"(?<![A-Za-z\\])[A-Za-z]{2,}")

MORE = {
    "types": "设 $z\\in\\mathbb{C}$，$A$ 为 $m\\times n$ 矩阵，$B$ 为 $n\\times n$ 矩阵，$f:\\mathbb{R}\\to\\mathbb{R}$。"
    "则 $\\lfloor z \\rfloor = 1$，$\\operatorname{softmax}(z) = 1$，$A \\otimes B = B \\otimes A$，$A + B = B$，$f + 1 = 2$，"
    "$\\det B = \\det B^\\top$，$z > 0$，$A^{-1} A = I$，$1/A = B$。",
    "values": "设 $x$ 为随机变量，则 $\\mathbb{E}[x^2] = \\mathbb{E}[x]^2$。"
    "设 $A$ 为 $2\\times 2$ 矩阵，则 $A$ 是对称的，$A$ 可逆。存在整数 $k$ 使得 $3k = 1$。对所有实数 $t$，$1/t = 1/t$。",
    "sums": "设 $m \\le n$ 为正整数。则 $\\sum_{k=m}^{n} k = 1$，$\\prod_{k=1}^{n} k = n$，$\\binom{n}{2} = n$。",
}


def texts() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(where, document, givens): every Chinese document that there is."""
    yield from ((name, text, ()) for name, text in MORE.items())
    for path in sorted((ROOT / "proofs").rglob("*.zh.md")):
        yield path.name, path.read_text(encoding="utf-8"), ()
    for path in (*sorted((ROOT / "tests" / "data").rglob("*.jsonl")), ROOT / "tests" / "adversarial" / "cases.jsonl"):
        for k, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            row = json.loads(line) if line.startswith("{") else {}
            text = next((row[key] for key in ("text", "document", "markdown") if isinstance(row.get(key), str)), "")
            if CHINESE.search(text):
                yield f"{path.name}:{k}", text, tuple(row["given"]) if isinstance(row.get("given"), list) else ()
    for path in sorted((ROOT / "tests" / "data").rglob("*.md")):
        if CHINESE.search(path.read_text(encoding="utf-8")):
            yield path.name, path.read_text(encoding="utf-8"), ()
    if "SYMPROOFS_SHARED" in os.environ:
        seed = Path(os.environ["SYMPROOFS_SHARED"]) / "seed" / "attention-assignment.zh.md"
        givens = ROOT / "proofs" / "attention" / "givens.zh.md"
        yield "seed", seed.read_text(encoding="utf-8"), (givens.read_text(encoding="utf-8"),)


def messages(report: Report) -> Iterator[str]:
    """All that is said, without what the author wrote."""
    yield summary_line(report, "zh")
    for document in report.documents:
        yield from (text for d in document.derivation.diagnostics for text in _of_diagnostic(d))
        for step in document.steps:
            judgement = step.judgement
            yield judgement.message
            yield from (phrase(replace(r, detail="") if r.detail else r, "zh") for r in judgement.reasons)
            yield from (text for d in judgement.diagnostics for text in _of_diagnostic(d))
            if judgement.counterexample is not None:
                yield from (value for _, value in judgement.counterexample.assignment)
                yield from (judgement.counterexample.left, judgement.counterexample.right)
    yield from (text for d in report.diagnostics for text in _of_diagnostic(d))


def _of_diagnostic(diagnostic: Diagnostic) -> Iterator[str]:
    yield from (diagnostic.message, diagnostic.help or "", *(n.message for n in diagnostic.notes))


def names(document: CheckedDocument) -> set[str]:
    """Names of the document, and words that stand in it."""
    declared = {n for s in document.steps for n in s.link.context.declarations}
    return {w for n in declared for w in re.findall("[A-Za-z]+", n)} | set(WORD.findall(document.derivation.source.text))


DOCUMENTS = {where: (text, givens) for where, text, givens in texts()}


@pytest.mark.parametrize("where", DOCUMENTS)
def test_no_english_is_left(where: str) -> None:
    text, givens = DOCUMENTS[where]
    report = check(text, given=list(givens))
    known = TERMS | {w for d in report.documents for w in names(d)} | {w for g in givens for w in WORD.findall(g)}
    known |= {w for d in report.documents for s in d.steps for w in re.findall("[A-Za-z]+", str(s.link.section))}
    for message in messages(report):
        said = "".join(p for p in pieces(message, "zh") if not isinstance(p, Formula))
        left = set(WORD.findall(COMMAND_OR_FORMULA.sub(" ", said))) - known - {"pi"}
        assert not left, f"{where}: {said}"
