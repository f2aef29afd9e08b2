"""The report of `check` as JSON values: the fixed interface for programs."""

from __future__ import annotations

import hashlib
from typing import Any

from symproofs.derivation.document import CheckedDocument, Report, Step
from symproofs.diagnostics import Diagnostic, Source
from symproofs.prove.reasons import phrase
from symproofs.render.logarithm import as_its_author_writes
from symproofs.terms.serial import canonical, statement_to_json

SCHEMA = "symproofs-report/1"

Json = dict[str, Any]


def report_to_json(report: Report) -> Json:
    return {
        "schema": SCHEMA,
        "documents": [document_to_json(d) for d in report.documents],
        "summary": report.summary,
        "diagnostics": [diagnostic_to_json(d, None) for d in report.diagnostics],
    }


def document_to_json(document: CheckedDocument) -> Json:
    derivation = document.derivation
    return {
        "path": derivation.source.path,
        "language": derivation.language,
        "steps": [step_to_json(s, derivation.source, derivation.language) for s in document.steps],
        "diagnostics": [diagnostic_to_json(d, derivation.source) for d in derivation.diagnostics],
    }


def step_to_json(step: Step, source: Source, language: str) -> Json:
    """One STEP of the interface."""
    link, judgement = step.link, step.judgement
    place = source.place(link.span)
    example = judgement.counterexample
    return {
        "id": link.id,
        "index": link.index,
        "span": {"line": place.line, "column": place.column, "end_line": place.end_line, "end_column": place.end_column},
        "latex": link.latex,
        "relation": link.relation,
        "read_as": link.read_as,
        "role": link.role,
        "section": link.section,
        "verdict": judgement.verdict.value,
        "conditions": [as_its_author_writes(c, source.text) for c in judgement.conditions],
        "reasons": [phrase(r, language) for r in judgement.reasons],
        "theory": judgement.theory or None,
        "axioms": list(judgement.axioms),
        "counterexample": None
        if example is None
        else {"assignment": dict(example.assignment), "left": example.left, "right": example.right},
        "repair": None,
        "cause": judgement.cause.value if judgement.cause else None,
        "code": judgement.code or None,
        "message": judgement.message,
        "assumed": list(link.assumed),
        "certificate": certificate_id(step),
        "diagnostics": [diagnostic_to_json(d, source) for d in judgement.diagnostics],
        "milliseconds": round(step.milliseconds, 3),
    }


def certificate_id(step: Step) -> str | None:
    """What shows a step is named by the hash of its canonical text; values, together with what they refute and under what."""
    certificate, statement = step.judgement.certificate, step.link.statement
    if certificate is None or statement is None:
        return None
    named: object = certificate
    if isinstance(certificate, dict) and "statement" not in certificate:
        under = [statement_to_json(h.statement) for h in step.link.context.hypotheses]
        named = {"statement": statement_to_json(statement), "hypotheses": under, "witness": certificate}
    return hashlib.sha256(canonical(named).encode()).hexdigest()[:16]


def diagnostic_to_json(diagnostic: Diagnostic, source: Source | None) -> Json:
    source = diagnostic.elsewhere or source
    place = source.place(diagnostic.span) if source is not None and diagnostic.span is not None else None
    return {
        "path": source.path if source is not None else None,
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "span": None
        if place is None
        else {"line": place.line, "column": place.column, "end_line": place.end_line, "end_column": place.end_column},
        "notes": [n.message for n in diagnostic.notes],
        "help": diagnostic.help,
    }
