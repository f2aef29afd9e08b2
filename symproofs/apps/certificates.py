"""Certificates as files: one for each theorem and each refutation of a report, with what it claims, its hash and its places.

What is in such a file, and how it is checked without this program: docs/reference/certificate.md and refutation.md.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from symproofs.derivation.contradiction import widened
from symproofs.derivation.document import CheckedDocument, Report, Step
from symproofs.derivation.verdict import Verdict
from symproofs.kernel.state import size_names
from symproofs.refute.refute import extend
from symproofs.refute.result import Witness
from symproofs.render.report_json import certificate_id
from symproofs.terms.context import Context
from symproofs.terms.serial import canonical, statement_to_json, type_to_json
from symproofs.terms.statement import ForAll, Hypothesis, Implies, Relation, Statement, statement_names
from symproofs.verify import claim_hash

Json = dict[str, Any]


def certificates(report: Report) -> dict[str, Json]:
    """The certificates of a report by their names, each with the places of the steps that it is about."""
    found: dict[str, Json] = {}
    for document in report.documents:
        for step in document.steps:
            value = certificate_of(step)
            if value is not None:
                label = certificate_id(step) or ""
                known = found.setdefault(label, {**value, "hash": claim_hash(value), "places": []})
                known["places"].append(_place(document, step))
    return found


def certificate_of(step: Step) -> Json | None:
    """What the step is shown by: a theorem's certificate, or the refutation of its statement; `None` where it has neither.

    A limit that is another one is shown by the theorem of that limit.
    """
    evidence, statement = step.judgement.certificate, step.link.statement
    if evidence is None or statement is None:
        return None
    if step.judgement.verdict is not Verdict.REFUTED or step.judgement.code == "other-limit":
        assert isinstance(evidence, dict)
        return dict(evidence)
    wider = step.judgement.code == "does-not-follow"
    return refutation(widened(step.link)[0] if wider else step.link.context, statement, evidence)


def refutation(context: Context, statement: Statement, witness: Any) -> Json:
    """The statement, what bears on it, and the values at which it fails, completed by values for all that the hypotheses name."""
    kept = bearing_on(context, statement)
    whole = extend(Witness((), (), witness), kept, everything=True)
    return {
        "format": "symproofs-refutation",
        "version": 1,
        "declarations": [
            {"name": n, "type": type_to_json(row.type), "properties": sorted(row.properties)}
            for n, row in sorted(kept.declarations.items())
        ],
        "distinct": sorted(sorted(pair) for pair in kept.distinct),
        "hypotheses": [statement_to_json(h.statement) for h in kept.hypotheses],
        "statement": statement_to_json(statement),
        "witness": witness if whole is None else _with_law(whole.witness, witness),
    }


def _with_law(whole: Any, witness: Any) -> Any:
    """The completed witness with the law at which the statement fails, and one for random names that only hypotheses speak of."""
    if "law" not in witness:
        return whole
    # python-flint is loaded by the first use, not by an import of this module.
    from symproofs.refute.law_witness import joined

    law = joined(witness["law"], whole["law"]) if "law" in whole else None
    return {**whole, "law": law or witness["law"]}


def bearing_on(context: Context, statement: Statement) -> Context:
    """The context without what cannot make the statement hold.

    Left out are hypotheses that share no name, not even by way of others, with the statement, and those that only say what
    a function is of which nothing else speaks.
    """
    names = set(statement_names(statement))
    open_hypotheses = [h for h in context.hypotheses if not _defines_beside(h.statement, context, names)]
    kept: list[Hypothesis] = []
    grown = True
    while grown:
        grown = False
        names |= size_names(context.declarations[label].type for label in names if label in context.declarations)
        for hypothesis in list(open_hypotheses):
            about = statement_names(hypothesis.statement)
            if not about or names & about:
                open_hypotheses.remove(hypothesis)
                kept.append(hypothesis)
                grown = grown or not about <= names
                names |= about
    rows = {n: row for n, row in context.declarations.items() if n in names}
    kept.sort(key=context.hypotheses.index)
    return replace(
        context, declarations=rows, hypotheses=tuple(kept), distinct=frozenset(p for p in context.distinct if p <= rows.keys())
    )


def _defines_beside(statement: Statement, context: Context, names: set[str]) -> bool:
    """Whether the hypothesis says what a function is, for arguments, that neither the names nor other hypotheses speak of."""
    function = _function_defined(statement)
    if function is None or function in names:
        return False
    others = (h.statement for h in context.hypotheses if _function_defined(h.statement) != function)
    return not any(function in statement_names(other) for other in others)


def _function_defined(statement: Statement) -> str | None:
    body = statement.body if isinstance(statement, ForAll) else statement
    body = body.conclusion if isinstance(body, Implies) else body
    if isinstance(body, Relation) and body.operator == "=" and body.left.head == "call":
        return str(body.left.data[0])
    return None


def _place(document: CheckedDocument, step: Step) -> Json:
    source, link = document.derivation.source, step.link
    place = source.place(link.span)
    return {
        "path": source.path,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "latex": link.latex,
        "verdict": step.judgement.verdict.value,
    }


def write_certificates(report: Report, folder: Path) -> int:
    """One file for each certificate, named after it. *Fails when* the folder cannot be written: `OSError`."""
    from symproofs.apps.written import written_whole

    folder.mkdir(parents=True, exist_ok=True)
    found = certificates(report)
    for label, value in found.items():
        with written_whole(str(folder / f"{label}.json")) as write:
            write(canonical(value) + "\n")
    return len(found)
