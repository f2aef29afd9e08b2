"""A checked document as a page: its derivations part by part, and at the end what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from symproofs.derivation.document import CheckedDocument, Language, Step
from symproofs.derivation.verdict import SHOWN, Verdict
from symproofs.diagnostics import Diagnostic, Source
from symproofs.render.failures import failure_blocks
from symproofs.render.inserted import cut
from symproofs.render.prose import Prose, detail_prose, formula, joined, message_prose, plain
from symproofs.render.steps import (
    Block,
    Heading,
    Item,
    Numbered,
    Page,
    Said,
    axiom_prose,
    declarations_prose,
    step_blocks,
)
from symproofs.render.words import ROLES, VERDICTS, say
from symproofs.terms.context import Declaration
from symproofs.terms.latex import statement_latex
from symproofs.terms.statement import And, Relation
from symproofs.terms.types import Type


def page_of(document: CheckedDocument, *, unfold: bool = False, language: Language | None = None, title: str = "") -> Page:
    """The checked document as blocks; `unfold` adds the elementary steps under each proved step."""
    language = language or document.derivation.language
    numbered = numbered_steps(document)
    declared = dict(_declared_in(document))
    blocks: list[Block] = []
    section: str | None = None
    for part, steps in _groups(numbered, list(dict.fromkeys(s.link.section for s in document.steps))):
        if part != section:
            blocks.extend(_headings(section or "", part))
            section = part
            if rows := declared.get(part):
                listed = joined(declarations_prose(rows, language), say("and", language))
                blocks.append(Said((*plain(say("let", language) + " "), *listed, *plain(say("stop", language)))))
        if steps:
            blocks.extend(step_blocks(steps, language, unfold))
            blocks.extend(failure_blocks(document, steps, numbered, language))
    return Page(language, title or say("title", language), tuple(blocks), tuple(page_footer(document, numbered, language)))


def numbered_steps(document: CheckedDocument) -> list[Numbered]:
    """The steps that are shown, numbered without gaps: declarations and what only tells indices apart are said otherwise."""
    shown = (s for s in document.steps if s.link.role != "declaration" and not _aside(s))
    return list(enumerate(shown, 1))


def _aside(step: Step) -> bool:
    """A condition that is said beside a formula, as `i ≠ j`."""
    parts = step.link.statement.parts if isinstance(step.link.statement, And) else (step.link.statement,)
    return step.link.role == "recall" and all(isinstance(p, Relation) and p.operator == "!=" for p in parts)


def _groups(numbered: Iterable[Numbered], sections: list[str]) -> Iterator[tuple[str, list[Numbered]]]:
    """The steps of one derivation together, and so those that are only given one after the other; by sections, empty ones too."""
    rows = list(numbered)
    for section in sections:
        found: list[list[Numbered]] = []
        here = (r for r in rows if r[1].link.section == section)
        for _, group in groupby(here, key=lambda row: row[1].link.chain):
            steps = list(group)
            if found and _only_given(steps) and _only_given(found[-1]):
                found[-1].extend(steps)
            else:
                found.append(steps)
        yield from ((section, steps) for steps in found or [[]])


def _only_given(steps: list[Numbered]) -> bool:
    return all(s.judgement.verdict is Verdict.GIVEN for _, s in steps)


def _headings(before: str, now: str) -> Iterator[Heading]:
    """The part of the document on one line, the labels inside it joined on the next."""
    old, new = ([p.strip() for p in s.split(" / ") if p.strip()] for s in (before, now))
    if not new:
        return
    if old[:1] != new[:1]:
        yield Heading(1, new[0])
    if len(new) > 1:
        yield Heading(2, " / ".join(new[1:]))


# ---------------------------------------------------------------------------------------------------------------- footer


def page_footer(document: CheckedDocument, numbered: list[Numbered], language: Language) -> Iterator[Item]:
    """What the derivation rests on: givens, what is only given in it, axioms; and how many steps got which verdict."""
    givens = tuple(dict.fromkeys(statement_latex(h.statement) for h in document.derivation.givens))
    if givens:
        yield Item(say("givens", language), tuple(map(formula, givens)))
    taken: dict[str, list[int]] = {}
    for k, step in numbered:
        if step.judgement.verdict is Verdict.GIVEN and step.link.role not in ("goal", "recall"):
            taken.setdefault(ROLES[step.link.role].say(language), []).append(k)
    if taken:
        rows = (plain(f"{role} {say('comma', language).join(_runs(numbers))}") for role, numbers in taken.items())
        yield Item(say("taken", language), (joined(rows, say("and", language)),))
    assumed = tuple(dict.fromkeys(text for s in document.steps for text in s.link.assumed))
    if assumed:
        yield Item(say("assumed", language), (joined(map(detail_prose, assumed), say("comma", language)),))
    proved = (s for s in (*document.steps, *(a.conclusion for a in document.arguments)) if s.verdict in SHOWN)
    axioms = dict.fromkeys(a for s in proved for a in s.axioms)
    cited = tuple(axiom_prose(a, language) for a in axioms)
    yield Item(say("axioms", language), cited or (plain(say("no axioms", language)),))
    counts = [(v, sum(s.judgement.verdict is v for s in document.steps)) for v in Verdict]
    text = say("comma", language).join(f"{n} {VERDICTS[v.value].say(language)}" for v, n in counts if n)
    yield Item(say("summary", language), (plain(text or say("no steps", language)),))
    faults = tuple(_fault(d, document, language) for d in document.diagnostics if d.severity != "note")
    if faults:
        yield Item(say("faults", language), faults)


def _fault(fault: Diagnostic, document: CheckedDocument, language: Language) -> Prose:
    """What is wrong beside the steps, and where."""
    source = fault.elsewhere or document.derivation.source
    place = "{}:{}".format(*_authors_place(source, fault.span.start)) + say("colon", language) if fault.span else ""
    return (*plain(place), *message_prose(fault.message, language))


def _authors_place(source: Source, offset: int) -> tuple[int, int]:
    """Line and column, reports that stand in the document not counted."""
    line, column = source.position(offset)
    return (cut(source).number(line) if source.reports else line), column


def _runs(numbers: Iterable[int]) -> Iterator[str]:
    """Numbers of steps, those in a row as from–to."""
    for _, group in groupby(enumerate(numbers), key=lambda row: row[1] - row[0]):
        run = [number for _, number in group]
        yield f"({run[0]})" if len(run) == 1 else f"({run[0]})–({run[-1]})"


def _declared_in(document: CheckedDocument) -> Iterator[tuple[str, list[Declaration]]]:
    """For each section the names that are declared there anew: another type or property than the name had before."""
    known: dict[str, tuple[Type, frozenset[str]]] = {}
    for section, steps in groupby(document.steps, key=lambda s: s.link.section):
        rows: dict[str, Declaration] = {}
        for row in (r for s in steps for r in s.link.context.declarations.values()):
            if known.get(row.name) != (row.type, frozenset(row.properties)):
                known[row.name] = (row.type, frozenset(row.properties))
                rows[row.name] = row
        if rows:
            yield section, list(rows.values())
