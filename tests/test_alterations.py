"""Altered derivations: the altered step is refuted at its place, every other line keeps its verdict.

An alteration is one slip of the pen in one side of one claim: a transpose dropped or added, a sign, two
factors exchanged, a factor lost, a conjugate, an exponent, an index. Whether it matters is decided here by
evaluating the altered side against the side as it was, not by asking for the verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from symproofs.apps.check import check_sources
from symproofs.derivation.contradiction import widened
from symproofs.derivation.document import Link, Report, Step
from symproofs.derivation.judge import judge_link
from symproofs.derivation.settings import Settings
from symproofs.derivation.verdict import Judgement, Verdict
from symproofs.diagnostics import Source
from symproofs.read.document import read_documents
from symproofs.refute.refute import Refutation, refute
from symproofs.terms.statement import And, Exists, ForAll, Implies, Relation, Statement
from symproofs.terms.term import Term

ROOT = Path(__file__).parent.parent


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


# the whole document that drives the project ------------------------------------------------------------------------------

SEED_SLIPS = (
    *SLIPS,
    Slip("sign", re.compile(r"(?<=[\w)}]) [+] (?=[\\\w(|])"), " - "),
    Slip("sign", re.compile(r"^(?=[\\\w(|])"), "-"),
    Slip("number", re.compile(r"(?<![\w^{])1(?![\w/0])"), "0"),
    Slip("number", re.compile(r"(?<![\w^{])0(?![\w)])"), "1"),
    Slip("number", re.compile(r"(?<=exp\()[01](?=\))"), "2"),
    Slip("factor lost", re.compile(r"λ (?:\\cdot )?"), ""),
    Slip("factor lost", re.compile(r"2(?=k)"), ""),
    Slip("factor lost", re.compile(r"π"), ""),
    Slip("factor lost", re.compile(r" Cᵢ$| \* 10000\^\{\(2/d\)\}| 10000\^\{\(2/d\)\}"), ""),
    Slip("factor added", re.compile(r"^λ$|^v_j$"), r"2 \g<0>"),
    Slip("exponent", re.compile(r"\|\|\^2"), "||^3"),
    Slip("exponent", re.compile(r"(?<=\^\{\()2"), "4"),
    Slip("exponent", re.compile(r"\^\{\(2/d\)\}"), "^{(d/2)}"),
    Slip("base", re.compile(r"10000(?=\^)"), "1000"),
    Slip("index", re.compile(r"(?<=mu )_a"), "_b"),
    Slip("index", re.compile(r"(?<=k)_b(?!\^T)"), "_a"),
    Slip("index", re.compile(r"(?<=v)_j"), "_i"),
    Slip("index", re.compile(r"(?<=[tk])₁"), "₂"),
    Slip("index", re.compile(r"(?<=C)ᵢ"), "₀"),
    Slip("quotient turned over", re.compile(r"t₂ / Cᵢ"), "Cᵢ / t₂"),
    Slip("quotient turned over", re.compile(r"^\\frac(\{\\exp\(1\)\}) (\{.*\})$"), r"\\frac\2 \1"),
    Slip("summand lost", re.compile(r"\\exp\(1\) \+ "), ""),
    Slip("condition lost", re.compile(r"≠a,b"), "≠a"),
    Slip("sine for cosine", re.compile(r"\\cos"), r"\\sin"),
)
"""Slips of which the first place in each side is altered."""


@dataclass
class Outcome:
    """What became of the alterations that matter: how many were refuted, how many stay open, and what went wrong."""

    refuted: int = 0
    undecided: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Document:
    """A document with its verdicts. What a link says in its context is judged once, whatever was altered elsewhere."""

    def __init__(self, text: str, given: str) -> None:
        self.text, self.given = text, given
        self.known: dict[object, Judgement] = {}
        self.links = self.read(text)

    def read(self, text: str) -> tuple[Link, ...]:
        (derivation,), _ = read_documents((Source("document.md", text),), (Source("givens.md", self.given),))
        return derivation.links

    def verdict(self, link: Link) -> Verdict:
        rows = tuple((r.name, r.type, r.properties, r.origin) for r in link.context.declarations.values())
        hypotheses = tuple(h.statement for h in link.context.hypotheses)
        doubts = tuple(d.code if d is not None else "" for d in (link.problem, link.doubtful))
        key = (link.role, link.statement, rows, hypotheses, link.context.distinct, link.by_contradiction, link.supposed, doubts)
        if key not in self.known:
            self.known[key] = judge_link(link, Settings(seconds=20.0, explain=False))
        return self.known[key].verdict

    def alterations(self, first: int, last: int) -> Iterator[tuple[str, Link, str]]:
        """Texts with one slip in the right side of a proved claim, or in the left side of a chain of them."""
        for link in self.links:
            if link.role != "claim" or not first <= int(link.id.split(".")[0]) <= last:
                continue
            if self.verdict(link) is not Verdict.PROVED:
                continue
            start = self.text.rfind(link.right_latex, link.span.start, link.span.end)
            sides = [(start, link.right_latex)]
            if self.text.startswith(link.left_latex, link.span.start):
                sides.append((link.span.start, link.left_latex))
            for at, old in sides:
                for slip in SEED_SLIPS:
                    match = slip.pattern.search(old)
                    new = old[: match.start()] + match.expand(slip.new) + old[match.end() :] if match else old
                    if new != old:
                        yield self.text[:at] + new + self.text[at + len(old) :], link, f"{link.id}, {slip.name}: {old} → {new}"


def matters(before: Link, after: Link) -> bool:
    """Whether evaluation shows that the slip matters: the sides that it changed differ in value, or do not fit in shape.

    Within a proof by contradiction, where t = t and ∃ k: x = -2k are right for another reason: that the claim itself fails.
    """
    if after.statement is None:
        return after.problem is not None and after.problem.code.startswith("shape-conflict")
    if after.by_contradiction:
        found = [refute(widened(after)[0], after.statement, budget=2_000.0)]
    else:
        pairs = [p for p in zip(_sides(before.statement), _sides(after.statement), strict=False) if p[0] != p[1]]
        found = [refute(before.context, Relation("=", *pair), budget=500.0) for pair in pairs]
    return any(isinstance(f, Refutation) and f.kind == "values" for f in found)


def _sides(statement: Statement | None) -> list[Term]:
    match statement:
        case Relation(_, left, right):
            return [left, right]
        case Implies(first, second):
            return [*_sides(first), *_sides(second)]
        case Exists(_, body) | ForAll(_, body):
            return _sides(body)
        case And(parts):
            return [side for part in parts for side in _sides(part)]
    return []


def altered(document: Document, first: int, last: int) -> Outcome:
    """What becomes of every alteration that matters in these lines."""
    outcome = Outcome()
    for text, where, what in document.alterations(first, last):
        links = document.read(text)
        if len(links) != len(document.links) or any(a.role != b.role for a, b in zip(document.links, links, strict=True)):
            continue  # the slip changed what is a claim, or what is one formula: no step to compare
        pairs = list(zip(document.links, links, strict=True))
        hit = [(a, b) for a, b in pairs if a.statement != b.statement and a.chain == where.chain and a.role == "claim"]
        wrong = [b for a, b in hit if matters(a, b)]
        if not wrong:
            continue
        words = [document.verdict(b) for b in wrong]
        new = {b.statement for _, b in hit} | {b.statement.body for _, b in hit if isinstance(b.statement, Exists)}
        others = [
            (a.id, document.verdict(a).value, document.verdict(b).value)
            for a, b in pairs
            if (a, b) not in hit and a.statement == b.statement and not new & {h.statement for h in b.context.hypotheses}
        ]
        moved = [row for row in others if row[1] != row[2]]
        if moved or not set(words) <= {Verdict.REFUTED, Verdict.UNDECIDED}:
            outcome.faults.append(f"{what}: {[w.value for w in words]}, {moved}")
        elif Verdict.REFUTED in words:
            outcome.refuted += 1
        else:
            outcome.undecided.append(what)
    return outcome


@pytest.fixture(scope="module")
def seed(shared: Path) -> Document:
    text = (shared / "seed" / "attention-assignment.zh.md").read_text(encoding="utf-8")
    return Document(text, (ROOT / "proofs" / "attention" / "givens.zh.md").read_text(encoding="utf-8"))


@pytest.mark.shared
@pytest.mark.parametrize(
    ("first", "last", "refuted", "undecided"),
    [
        (1, 49, 40, 1),
        (50, 74, 25, 5),
        (75, 101, 10, 0),
        (102, 126, 5, 0),
        (127, 146, 15, 6),
        (147, 152, 15, 8),
        (153, 170, 10, 0),
    ],
)
def test_altered_seed(seed: Document, first: int, last: int, refuted: int, undecided: int) -> None:
    """Of the alterations that matter none stays proved, no other line changes; few are undecided: ≈ without a regime, orders."""
    outcome = altered(seed, first, last)
    assert not outcome.faults, "\n".join(outcome.faults)
    assert outcome.refuted >= refuted
    assert len(outcome.undecided) <= undecided, "\n".join(outcome.undecided)
