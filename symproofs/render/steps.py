"""What a rendered derivation shows, before it is LaTeX or Markdown: rows, chains, tables, theorems with their proofs.

`documents.py` makes pages of checked documents from these blocks, `page_of_theorem` one of a bare list of lines. Formulas here
are LaTeX made by our own printer from the elaborated statement; where there is none, the author's text stands in `raw` and is
shown as typed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import count, groupby, pairwise

from symproofs.derivation.document import CheckedDocument, Language, Step
from symproofs.derivation.verdict import SHOWN, Judgement, Line, Reason, Verdict
from symproofs.kernel.axioms import FACTS
from symproofs.prove.by_way import composed
from symproofs.prove.inferences import Inference
from symproofs.records import record
from symproofs.render.authors import safe_formula
from symproofs.render.prose import Prose, formula, joined, message_prose, plain, reason_prose, reasons_prose
from symproofs.render.words import CAUSES, PROPERTIES, ROLES, say
from symproofs.terms.context import Context, Declaration, definition_of
from symproofs.terms.latex import RELATION_SIGNS, latex, size_latex, statement_latex, type_latex
from symproofs.terms.latex_names import name_latex
from symproofs.terms.statement import Hypothesis, Iff, Implies, InProbability, Relation, Statement, Tends
from symproofs.terms.term import Term


@record
class Row:
    """One line of a derivation: `left relation right`, the left side empty where it goes on from above."""

    left: str
    relation: str
    right: str
    reason: Prose
    mark: Verdict | None = None
    number: int | str | None = None
    raw: str = ""


@record
class Chain:
    rows: tuple[Row, ...]


@record
class Heading:
    level: int
    text: str


@record
class Said:
    """A sentence between derivations: what the names are."""

    text: Prose


@record
class Table:
    """A counterexample to a step, or to what was spoken of before: the values of the names, and of both sides if known."""

    number: int | None
    assignment: tuple[tuple[str, str], ...]
    left: str
    right: str


@record
class Detail:
    """The elementary steps under one step."""

    number: int
    chain: Chain


@record
class Theorem:
    """A statement at the head of its proof; `label` says what it is called, `theorem` or the word for a claim that is none."""

    title: str
    hypotheses: tuple[Prose, ...]
    statement: str
    label: str = "theorem"

    @property
    def is_proved(self) -> bool:
        return self.label == "theorem"


@record
class Item:
    title: str
    entries: tuple[Prose, ...]


Block = Chain | Heading | Said | Table | Detail | Theorem


@record
class Page:
    language: Language
    title: str
    blocks: tuple[Block, ...]
    footer: tuple[Item, ...]


@record
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


# ------------------------------------------------------------------------------------------------------ rows of steps


Numbered = tuple[int, Step]


def step_blocks(steps: list[Numbered], language: Language, unfold: bool) -> Iterator[Block]:
    """The rows of one derivation, and what stands below it."""
    yield Chain(tuple(step_rows(steps, language)))
    for k, step in steps:
        yield from _below(k, step, language, unfold)


def sides(statement: Statement) -> tuple[object, str, object] | None:
    """Left side, sign and right side of what is shown as one line of a derivation."""
    match statement:
        case Relation(operator, left, right):
            return left, RELATION_SIGNS[operator], right
        case Tends(subject, target):
            return subject, r"\to", target
        case InProbability(subject, target):
            return subject, RELATION_SIGNS["->p"], target
        case Implies(premise, conclusion):
            return premise, r"\Rightarrow", conclusion
        case Iff(left_side, right_side):
            return left_side, r"\Leftrightarrow", right_side
    return None


def _side_latex(side: object) -> str:
    return latex(side) if isinstance(side, Term) else statement_latex(side)  # type: ignore[arg-type]


def step_rows(steps: list[tuple[int, Step]], language: Language) -> Iterator[Row]:
    end: object = None
    for k, step in steps:
        reason, mark = step_prose(step, language), step.judgement.verdict
        statement = step.link.statement
        if statement is None:
            typed = safe_formula(step.link.latex) if step.link.role != "unread" else None
            yield Row("", "", typed or "", reason, mark, k, raw="" if typed else step.link.latex)
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
            return (*reasons, *plain(say("and", language) if reasons else ""), *conditions_prose(judgement.conditions, language))
        case Verdict.REFUTED:
            what = {"shapes": "shapes", "definedness": "undefined"}.get(judgement.theory, "fails")
            note = plain(say(what, language))
            told = judgement.theory in ("shapes", "definedness", "limits") and judgement.message
            return (*note, *plain(colon), *message_prose(judgement.message, language)) if told else note
        case Verdict.UNDECIDED:
            why = message_prose(judgement.message, language)
            if judgement.cause is not None and not judgement.diagnostics:
                why = plain(CAUSES[judgement.cause].say(language))
            return (*plain(say("undecided", language) + colon), *why)
        case Verdict.UNREAD:
            return (*plain(say("unread", language) + colon), *message_prose(judgement.message, language))
        case Verdict.GIVEN:
            return plain(ROLES[step.link.role].say(language))
        case Verdict.ERROR:
            return message_prose(judgement.message, language) or plain(say("error", language))


def conditions_prose(conditions: Iterable[str], language: Language) -> Prose:
    listed = joined((formula(c) for c in conditions), say("comma", language))
    return (*plain(say("provided", language) + " "), *listed) if listed else ()


def table_title(table: Table, language: Language) -> str:
    """What a table of values shows."""
    if table.number is None:
        return say("counterexample to it", language) + say("colon", language)
    return say("counterexample", language, table.number) + say("colon", language)


def _below(k: int, step: Step, language: Language, unfold: bool) -> Iterator[Block]:
    found = step.judgement.counterexample
    if found is not None:
        yield Table(k, found.assignment, found.left, found.right)
    if step.judgement.code == "regime" and any(s.is_formula for s in message_prose(step.judgement.message, language)):
        yield Said((*plain(say("step", language, k) + say("colon", language)), *message_prose(step.judgement.message, language)))
    if unfold and len(step.judgement.unfolding) > 2:
        sign = sign_of(step.link.statement)
        yield Detail(k, Chain(tuple(line_rows(step.judgement.unfolding, sign, language))))


def sign_of(statement: Statement | None) -> str:
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


def inference_rows(lines: Iterable[Inference], language: Language, numbers: Iterable[int | str]) -> Iterator[Row]:
    """A row for each line of a proof: the statement, its laws and the lines that it follows from."""
    given: list[int | str] = []
    for line, number in zip(lines, numbers, strict=False):
        given.append(number)
        parts = sides(line.statement)
        left, sign, right = parts if parts is not None else ("", "", line.statement)
        indent = r"\quad " * line.depth
        chosen = "".join(rf",\quad {name_latex(n)} \in {type_latex(kind)}" for n, kind in line.chosen)
        shown = _side_latex(left) if left else ""
        yield Row(
            indent + shown if shown else "",
            sign,
            ("" if shown else indent) + _side_latex(right) + chosen,
            _inferred(line, given, language),
            None,
            number,
        )


def _inferred(line: Inference, given: list[int | str], language: Language) -> Prose:
    """Why a line holds."""
    role = {"supposed": "suppose", "case": "case", "reached": "contradiction"}.get(line.role)
    parts = [plain(say(role, language))] if role else []
    if line.premises:
        parts.append(plain(say("from", language, say("comma", language).join(f"({given[k - 1]})" for k in line.premises))))
    if line.reasons:
        parts.append(reasons_prose(line.reasons, language))
    return joined(parts, say("and", language))


def axiom_prose(axiom: str, language: Language) -> Prose:
    """A named axiom with what it says and where it is proved."""
    row = next((f for f in FACTS.values() if f.axiom == axiom), None)
    if row is None:
        return plain(axiom)
    said = reason_prose(Reason(row.name), language)
    return (*plain(axiom + " ("), *said, *plain(say("semicolon", language) + row.reference + ")"))


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
        of_size = SIGNS_OF_SIZES if "size" in row.properties else frozenset()
        words = [PROPERTIES[p].say(language) for p in sorted(row.properties) if p in PROPERTIES and p not in of_size]
        if row.origin in ("inferred", "assumed"):
            words.append(say("inferred" if row.origin == "inferred" else "taken as", language))
        groups.setdefault((where, say("comma", language).join(words)), []).append(_declared(row))
    for (where, said), names in groups.items():
        *others, last = dict.fromkeys(names)
        listed = joined((*map(formula, others), formula(f"{last} {where}")), say("comma", language))
        yield (*listed, *plain(f" ({said})" if said else ""))


SIGNS_OF_SIZES = frozenset(("size", "positive", "nonnegative", "nonzero", "integer"))
"""What a size is anyway."""


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
    axioms = tuple(axiom_prose(a, language) for a in steps.axioms) or (plain(say("no axioms", language)),)
    footer.append(Item(say("axioms", language), axioms))
    return Page(language, steps.title, tuple(blocks), tuple(footer))


def page_of_proof(document: CheckedDocument, title: str = "") -> Page:
    """Claims made in Python as theorems, each with the lines of the chains that proved it.

    A chain of which every link is proved is one theorem, from its first side to its last; conditions that its author does not
    state are among its hypotheses. What is not proved is called a claim and stands as steps with their marks and what is known
    of them. Where there are several, what all rest on is said once before them.
    """
    language = document.derivation.language
    blocks: list[Block] = []
    axioms: dict[str, None] = {}
    chains = [list(group) for _, group in groupby(enumerate(document.steps, 1), key=lambda row: row[1].link.chain)]
    several = len(chains) > 1
    setting = document.derivation.givens if several else None
    if setting is not None:
        blocks.extend(_setting(document, setting, title, language))
    for steps in chains:
        blocks.extend(_theorem_blocks(steps, "" if several else title, language, setting))
        axioms.update((a, None) for _, step in steps for a in step.judgement.axioms)
    cited = tuple(axiom_prose(a, language) for a in axioms)
    footer = (Item(say("axioms", language), cited or (plain(say("no axioms", language)),)),)
    return Page(language, title, tuple(blocks), footer)


Givens = tuple[Hypothesis, ...]


def _setting(document: CheckedDocument, setting: Givens, title: str, language: Language) -> Iterator[Block]:
    """What all theorems of a derivation rest on, under its title."""
    if title:
        yield Heading(1, title)
    names = {n: row for step in document.steps for n, row in step.link.context.declarations.items()}
    distinct = frozenset(pair for step in document.steps for pair in step.link.context.distinct)
    listed = joined(known_prose(Context(names, setting, distinct), language), "; ")
    if listed:
        before, after = say("hypotheses", language) + say("colon", language), say("stop", language)
        yield Said((*plain(before), *listed, *plain(after)))


def _theorem_blocks(
    steps: list[tuple[int, Step]], title: str, language: Language, setting: Givens | None = None
) -> Iterator[Block]:
    """A theorem with its proof, or a claim that is none. A `setting` was said before: then only what goes beyond it is said here.

    The rows of what is not proved are numbered from 1, as the lines of a proof are.
    """
    context = steps[-1][1].link.context
    beyond = Context({}, tuple(h for h in context.hypotheses if h not in (setting or ())))
    known = (*known_prose(context if setting is None else beyond, language), *_needed(steps, language))
    steps = [(k, step) for k, (_, step) in enumerate(steps, 1)]
    if len(steps) == 1 and steps[0][1].link.statement is not None and told_by_inferences(steps[0][1].judgement):
        yield Theorem(title, known, statement_latex(steps[0][1].link.statement))
        yield Chain(tuple(inference_rows(steps[0][1].judgement.inferences, language, count(1))))
        return
    links = [s.link.statement for _, s in steps if isinstance(s.link.statement, Relation | Tends | InProbability)]
    whole = composed(links) if len(links) == len(steps) else None
    lines = _joined_lines([s for _, s in steps])
    if whole is not None and lines:
        yield Theorem(title, known, statement_latex(whole))
        yield Chain(tuple(line_rows(lines, sign_of(whole), language, numbered=True)))
        return
    shown = [s.link.statement for _, s in steps if s.link.statement is not None]
    yield Theorem(title, known, r",\quad ".join(map(statement_latex, shown)), _label([s.verdict for _, s in steps]))
    yield Chain(tuple(step_rows(steps, language)))
    for k, step in steps:
        yield from _below(k, step, language, unfold=False)


def _label(verdicts: Collection[Verdict]) -> str:
    """What is called a theorem is proved."""
    if all(v in SHOWN for v in verdicts):
        return "theorem"
    return "refuted claim" if Verdict.REFUTED in verdicts else "open claim"


def _needed(steps: list[Numbered], language: Language) -> Iterator[Prose]:
    """The conditions under which the steps are proved, which nothing in the derivation states."""
    found = dict.fromkeys(c for _, s in steps if s.verdict is Verdict.PROVIDED for c in s.judgement.conditions)
    yield from ((*formula(c), *plain(say("not stated", language))) for c in found)


def known_prose(context: Context, language: Language) -> Iterator[Prose]:
    """What is declared and assumed, definitions as equations, and which indices differ."""
    yield from declarations_prose(_undefined(context), language)
    yield from (formula(rf"{name_latex(i)} \neq {name_latex(j)}") for i, j in sorted(map(sorted, context.distinct)))
    yield from (formula(statement_latex(h.statement)) for h in context.hypotheses)


def told_by_inferences(judgement: Judgement) -> bool:
    """Whether a proof is told by what follows from what: where no lines lead from one side to the other."""
    return len(judgement.inferences) > 1 and len(judgement.unfolding) <= 2


def _joined_lines(steps: list[Step]) -> tuple[Line, ...]:
    """The lines of all links one after another; none where a link is not proved."""
    found: list[Line] = []
    for step in steps:
        judgement = step.judgement
        if judgement.verdict not in SHOWN or len(judgement.unfolding) < 2:
            return ()
        found.extend(judgement.unfolding[1:] if found else judgement.unfolding)
    return tuple(found)


def _undefined(context: Context) -> list[Declaration]:
    """Declarations of names that are not defined by a hypothesis, which gives their meaning itself."""
    defined = {row[0] for h in context.hypotheses if (row := definition_of(h)) is not None}
    return [row for row in context.declarations.values() if row.name not in defined]
