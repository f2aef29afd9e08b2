"""What a rendered derivation shows, before it is LaTeX or Markdown: rows, chains, tables, a footer.

`page_of` turns a checked document into blocks, `page_of_theorem` a bare list of lines. Formulas here are
LaTeX made by our own printer from the elaborated statement; where there is none, the author's text stands
in `raw` and is shown as typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from symproofs.derivation.document import CheckedDocument, Language, Step
from symproofs.derivation.verdict import Line, Verdict
from symproofs.render.prose import Prose, detail_prose, formula, joined, plain, reasons_prose
from symproofs.render.words import CAUSES, PROPERTIES, ROLES, VERDICTS, say
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.latex import RELATION_SIGNS, latex, size_latex, statement_latex, type_latex
from symproofs.terms.latex_names import name_latex
from symproofs.terms.statement import Iff, Implies, Relation, Statement, Tends
from symproofs.terms.term import Term


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a derivation: `left relation right`, the left side empty where it goes on from above."""

    left: str
    relation: str
    right: str
    reason: Prose
    mark: Verdict | None = None
    number: int | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A counterexample: the values of the names, and of both sides where they were computed."""

    number: int
    assignment: tuple[tuple[str, str], ...]
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Detail:
    """The elementary steps under one step."""

    number: int
    chain: Chain


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement at the head of its proof."""

    title: str
    hypotheses: tuple[Prose, ...]
    statement: str


@dataclass(frozen=True, slots=True)
class Item:
    title: str
    entries: tuple[Prose, ...]


Block = Chain | Heading | Table | Detail | Theorem


@dataclass(frozen=True)
class Page:
    language: Language
    title: str
    blocks: tuple[Block, ...]
    footer: tuple[Item, ...]


@dataclass(frozen=True)
class StepList:
    """A theorem with the lines of its proof, as `proofs/` print it.

    `lines` begins with the left side, whose reasons are empty; `hypotheses` and `conditions` are LaTeX
    of our own printer.
    """

    title: str
    statement: str
    lines: tuple[Line, ...]
    relation: str = "="
    hypotheses: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    language: Language = "en"


# ------------------------------------------------------------------------------------------------------------ a document


def page_of(document: CheckedDocument, *, unfold: bool = False, language: Language | None = None, title: str = "") -> Page:
    """The checked document as blocks; `unfold` adds the elementary steps under each proved step."""
    language = language or document.derivation.language
    numbered = [(k, s) for k, s in enumerate(document.steps, 1)]
    blocks: list[Block] = []
    section = ""
    shown = [(k, s) for k, s in numbered if s.link.role != "declaration"]
    for _, group in groupby(shown, key=lambda row: (row[1].link.section, row[1].link.chain)):
        steps = list(group)
        if steps[0][1].link.section != section:
            blocks.extend(_headings(section, steps[0][1].link.section))
            section = steps[0][1].link.section
        blocks.append(Chain(tuple(_rows(steps, language))))
        for k, step in steps:
            blocks.extend(_below(k, step, language, unfold))
    return Page(language, title or say("title", language), tuple(blocks), tuple(_footer(document, numbered, language)))


def _headings(before: str, now: str) -> Iterator[Heading]:
    """The part of the document on one line, the labels inside it joined on the next."""
    old, new = ([p.strip() for p in s.split(" / ") if p.strip()] for s in (before, now))
    if not new:
        return
    if old[:1] != new[:1]:
        yield Heading(1, new[0])
    if len(new) > 1:
        yield Heading(2, " / ".join(new[1:]))


def sides(statement: Statement) -> tuple[object, str, object] | None:
    """Left side, sign and right side of what is shown as one line of a derivation."""
    match statement:
        case Relation(operator, left, right):
            return left, RELATION_SIGNS[operator], right
        case Tends(subject, target):
            return subject, r"\to", target
        case Implies(premise, conclusion):
            return premise, r"\Rightarrow", conclusion
        case Iff(left_side, right_side):
            return left_side, r"\Leftrightarrow", right_side
    return None


def _side_latex(side: object) -> str:
    return latex(side) if isinstance(side, Term) else statement_latex(side)  # type: ignore[arg-type]


def _rows(steps: list[tuple[int, Step]], language: Language) -> Iterator[Row]:
    end: object = None
    for k, step in steps:
        reason, mark = step_prose(step, language), step.judgement.verdict
        statement = step.link.statement
        if statement is None:
            yield Row("", "", "", reason, mark, k, raw=step.link.latex)
            end = None
            continue
        parts = sides(statement)
        if parts is None:
            yield Row("", "", statement_latex(statement), reason, mark, k)
            end = None
            continue
        left, sign, right = parts
        yield Row("" if left == end else _side_latex(left), sign, _side_latex(right), reason, mark, k)
        end = right


def step_prose(step: Step, language: Language) -> Prose:
    """What stands beside a step: its reasons, its condition, or why it is not proved."""
    judgement = step.judgement
    colon = say("colon", language)
    match judgement.verdict:
        case Verdict.PROVED:
            return reasons_prose(judgement.reasons, language) or plain(judgement.theory or say("proved", language))
        case Verdict.PROVIDED:
            reasons = reasons_prose(judgement.reasons, language)
            return (*reasons, *plain(say("and", language) if reasons else ""), *_conditions(judgement.conditions, language))
        case Verdict.REFUTED:
            what = {"shapes": "shapes", "definedness": "undefined"}.get(judgement.theory, "fails")
            note = plain(say(what, language))
            return (*note, *plain(colon + judgement.message)) if judgement.theory in ("shapes", "definedness") else note
        case Verdict.UNDECIDED:
            cause = CAUSES[judgement.cause].say(language) if judgement.cause else judgement.message
            return plain(say("undecided", language) + colon + cause)
        case Verdict.UNREAD:
            return plain(say("unread", language) + colon + judgement.message)
        case Verdict.GIVEN:
            return plain(ROLES[step.link.role].say(language))
        case Verdict.ERROR:
            return plain(judgement.message or say("error", language))


def _conditions(conditions: Iterable[str], language: Language) -> Prose:
    listed = joined((formula(c) for c in conditions), ", ")
    return (*plain(say("provided", language) + " "), *listed) if listed else ()


def _below(k: int, step: Step, language: Language, unfold: bool) -> Iterator[Block]:
    found = step.judgement.counterexample
    if found is not None:
        yield Table(k, found.assignment, found.left, found.right)
    if unfold and len(step.judgement.unfolding) > 1:
        sign = _sign(step.link.statement)
        yield Detail(k, Chain(tuple(line_rows(step.judgement.unfolding, sign, language))))


def _sign(statement: Statement | None) -> str:
    parts = sides(statement) if statement is not None else None
    return parts[1] if parts else "="


def line_rows(lines: Iterable[Line], relation: str, language: Language, numbered: bool = False) -> Iterator[Row]:
    """Rows of a list of states: the first is the left side, each later one follows from the one before.

    `relation` is the sign of lines that do not say their own.
    """
    lines = tuple(lines)
    if len(lines) == 1:
        yield Row("", "", lines[0].latex, reasons_prose(lines[0].reasons, language))
    for k, (before, line) in enumerate(pairwise(lines), 1):
        left = before.latex if k == 1 else ""
        sign = RELATION_SIGNS.get(line.relation, relation)
        yield Row(left, sign, line.latex, reasons_prose(line.reasons, language), None, k if numbered else None)


# ---------------------------------------------------------------------------------------------------------------- footer


def _footer(document: CheckedDocument, numbered: list[tuple[int, Step]], language: Language) -> Iterator[Item]:
    notation = tuple(_notation(document, language))
    if notation:
        yield Item(say("notation", language), notation)
    givens = tuple(formula(statement_latex(h.statement)) for h in document.derivation.givens)
    if givens:
        yield Item(say("givens", language), givens)
    taken = tuple(
        (*plain(f"({k}) {ROLES[s.link.role].say(language)}" + say("colon", language)), *_shown(s))
        for k, s in numbered
        if s.judgement.verdict is Verdict.GIVEN
    )
    if taken:
        yield Item(say("taken", language), taken)
    assumed = tuple(dict.fromkeys(text for _, s in numbered for text in s.link.assumed))
    if assumed:
        yield Item(say("assumed", language), tuple(map(detail_prose, assumed)))
    axioms = tuple(dict.fromkeys(a for _, s in numbered for a in s.judgement.axioms))
    yield Item(say("axioms", language), tuple(map(plain, axioms)) or (plain(say("no axioms", language)),))
    counts = [(v, sum(s.judgement.verdict is v for _, s in numbered)) for v in Verdict]
    text = ", ".join(f"{n} {VERDICTS[v.value].say(language)}" for v, n in counts if n)
    yield Item(say("summary", language), (plain(text),))


def _shown(step: Step) -> Prose:
    if step.link.statement is not None:
        return formula(statement_latex(step.link.statement))
    return plain(" ".join(step.link.latex.split()))


def _notation(document: CheckedDocument, language: Language) -> Iterator[Prose]:
    """Declared names, those of one type together, under the part of the document in which each is first used so."""
    seen: set[Declaration] = set()
    for section, steps in groupby(document.steps, key=lambda s: s.link.section):
        rows: dict[Declaration, None] = {}
        for step in steps:
            for row in step.link.context.declarations.values():
                plain_row = Declaration(row.name, row.type, row.properties, row.origin)
                if plain_row not in seen:
                    rows[plain_row] = None
        seen |= rows.keys()
        if rows:
            before = plain(section + say("colon", language)) if section else ()
            yield (*before, *joined(declarations_prose(rows, language), say("and", language)))


def declarations_prose(rows: Iterable[Declaration], language: Language) -> Iterator[Prose]:
    """`Q, K ∈ ℝ^{n×d}`: names of one type, property and origin on one line."""
    groups: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if "size" in row.properties and row.type.is_scalar:
            where = r"\in \mathbb{N}_{\ge 1}"
        else:
            where = (":" if row.type.parameters is not None else r"\in") + " " + type_latex(row.type)
            for letter, size in zip("ijklm", row.type.over, strict=False):
                where += rf"\ ({letter} \in [{size_latex(size)}])"
        words = [PROPERTIES[p].say(language) for p in sorted(row.properties) if p in PROPERTIES and p != "size"]
        if row.origin in ("inferred", "assumed"):
            words.append(say("inferred" if row.origin == "inferred" else "taken as", language))
        groups.setdefault((where, ", ".join(words)), []).append(_declared(row))
    for (where, said), names in groups.items():
        *others, last = dict.fromkeys(names)
        listed = joined((*map(formula, others), formula(f"{last} {where}")), ", ")
        yield (*listed, *plain(f" ({said})" if said else ""))


def _declared(row: Declaration) -> str:
    if not row.type.over:
        return name_latex(row.name)
    indices = ",".join("ijklm"[: len(row.type.over)])
    return (
        f"{name_latex(row.name)}_{{{indices}}}" if "_" not in name_latex(row.name) else f"({name_latex(row.name)})_{{{indices}}}"
    )


# ------------------------------------------------------------------------------------------------------------- a theorem


def page_of_theorem(steps: StepList) -> Page:
    """A bare list of lines as a theorem with its proof."""
    language = steps.language
    hypotheses = (*declarations_prose(steps.declarations, language), *map(formula, steps.hypotheses))
    blocks: list[Block] = [
        Theorem(steps.title, hypotheses, steps.statement),
        Chain(tuple(line_rows(steps.lines, steps.relation, language, numbered=True))),
    ]
    footer = []
    if steps.conditions:
        footer.append(Item(say("provided", language), tuple(map(formula, steps.conditions))))
    axioms = tuple(map(plain, steps.axioms)) or (plain(say("no axioms", language)),)
    footer.append(Item(say("axioms", language), axioms))
    return Page(language, steps.title, tuple(blocks), tuple(footer))


def page_of_proof(document: CheckedDocument, title: str = "") -> Page:
    """Claims made in Python as theorems, each with the lines of the chains that proved it.

    A chain of equations of which every link is proved is one theorem, first side = last side. A claim that is
    not proved stands as a step with its mark and what is known of it.
    """
    language = document.derivation.language
    blocks: list[Block] = []
    conditions: dict[str, None] = {}
    axioms: dict[str, None] = {}
    for _, group in groupby(enumerate(document.steps, 1), key=lambda row: row[1].link.chain):
        steps = list(group)
        blocks.extend(_theorem_blocks(steps, title if not blocks else "", language))
        for _, step in steps:
            conditions.update(dict.fromkeys(step.judgement.conditions))
            axioms.update(dict.fromkeys(step.judgement.axioms))
    footer = [Item(say("provided", language), tuple(map(formula, conditions)))] if conditions else []
    footer.append(Item(say("axioms", language), tuple(map(plain, axioms)) or (plain(say("no axioms", language)),)))
    return Page(language, title, tuple(blocks), tuple(footer))


def _theorem_blocks(steps: list[tuple[int, Step]], title: str, language: Language) -> Iterator[Block]:
    context = steps[-1][1].link.context
    known = (
        *declarations_prose(_undefined(context), language),
        *(formula(statement_latex(h.statement)) for h in context.hypotheses),
    )
    lines = _joined_lines([s for _, s in steps])
    if lines:
        first, last = steps[0][1].link.statement, steps[-1][1].link.statement
        assert isinstance(first, Relation) and isinstance(last, Relation)
        yield Theorem(title, known, statement_latex(Relation(first.operator, first.left, last.right)))
        yield Chain(tuple(line_rows(lines, RELATION_SIGNS[first.operator], language, numbered=True)))
        return
    shown = [s.link.statement for _, s in steps if s.link.statement is not None]
    yield Theorem(title, known, r" \quad ".join(map(statement_latex, shown)))
    yield Chain(tuple(_rows(steps, language)))
    for k, step in steps:
        yield from _below(k, step, language, unfold=False)


def _joined_lines(steps: list[Step]) -> tuple[Line, ...]:
    """The lines of all links one after another; none where a link is not proved or is no equation in a longer chain."""
    found: list[Line] = []
    for step in steps:
        statement, judgement = step.link.statement, step.judgement
        proved = judgement.verdict in (Verdict.PROVED, Verdict.PROVIDED) and len(judgement.unfolding) > 1
        if not (isinstance(statement, Relation) and proved and (len(steps) == 1 or statement.operator == "=")):
            return ()
        found.extend(judgement.unfolding[1:] if found else judgement.unfolding)
    return tuple(found)


def _undefined(context: Context) -> list[Declaration]:
    """Declarations of names that are not defined by a hypothesis, which gives their meaning itself."""
    defined = {row[0] for h in context.hypotheses if (row := definition_of(h)) is not None}
    return [row for row in context.declarations.values() if row.name not in defined]
