"""Checked derivations as Markdown with formulas, for GitHub, MyST, Obsidian and the like.

Each derivation is one `aligned` block: left side, relation and right side, reason with its mark. Values
of a counterexample stand in a table. Text of documents is escaped, formulas are our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from symproofs.derivation.document import CheckedDocument, Language
from symproofs.derivation.verdict import Verdict
from symproofs.render.chains import Measures, Setting, setting
from symproofs.render.latex import symbol_latex, value_latex
from symproofs.render.layout import break_lines
from symproofs.render.prose import Prose, code_markdown, markdown_formula, plain, prose_formula, prose_markdown, text_markdown
from symproofs.render.steps import (
    Block,
    Chain,
    Detail,
    Heading,
    Item,
    Page,
    Row,
    StepList,
    Table,
    Theorem,
    page_of,
    page_of_proof,
    page_of_theorem,
)
from symproofs.render.words import say

MARKS: Final[Mapping[Verdict, str]] = {
    Verdict.PROVED: "✓",
    Verdict.PROVIDED: "✓*",
    Verdict.REFUTED: "✗",
    Verdict.UNDECIDED: "?",
    Verdict.UNREAD: "!",
    Verdict.GIVEN: "·",
    Verdict.ERROR: "!!",
}


def render_markdown(document: CheckedDocument, *, unfold: bool = False, language: Language | None = None, title: str = "") -> str:
    """The checked document as a Markdown page."""
    return page_markdown(page_of(document, unfold=unfold, language=language, title=title))


def render_steps_markdown(steps: StepList) -> str:
    """A theorem and the lines of its proof as Markdown."""
    return page_markdown(page_of_theorem(steps))


def render_proof_markdown(document: CheckedDocument, *, title: str = "") -> str:
    """Claims made in Python as theorems with the lines of their proofs."""
    return page_markdown(page_of_proof(document, title))


def page_markdown(page: Page) -> str:
    theorem = any(isinstance(b, Theorem) for b in page.blocks)
    parts = [] if theorem else [f"# {text_markdown(page.title)}"]
    parts.extend(_block(b, page.language) for b in page.blocks)
    if page.footer and not theorem:
        parts.append(f"## {text_markdown(say('rests on', page.language))}")
    parts.extend(_item(i) for i in page.footer)
    return "\n\n".join(parts) + "\n"


def _block(block: Block, language: Language) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * (level + 1)} {text_markdown(text)}"
        case Chain():
            return _chain(block)
        case Table():
            return _table(block, language)
        case Detail(number, chain):
            return f"{text_markdown(say('detail', language, number) + say('colon', language))}\n\n{_chain(chain)}"
        case Theorem():
            return _theorem(block, language)


MEASURES: Final = Measures(line=46.0, reason=17.0, left=16.0, wraps=False)


def _chain(chain: Chain) -> str:
    """Rows that are formulas in `aligned` blocks; what could not be read stands between them as it was typed."""
    layout = setting([r for r in chain.rows if not r.raw], MEASURES)
    parts: list[str] = []
    for is_raw, rows in groupby(chain.rows, key=lambda r: bool(r.raw)):
        if is_raw:
            parts.extend(map(_raw_row, rows))
        else:
            lines = " \\\\\n".join(line for row in rows for line in _row(row, layout))
            parts.append("\n".join(["$$", r"\begin{aligned}", lines, r"\end{aligned}", "$$"]))
    return "\n\n".join(parts)


def _note(row: Row) -> Prose:
    mark = f"{MARKS[row.mark]} " if row.mark is not None else ""
    number = f"({row.number}) " if row.number is not None else ""
    return (*plain(number + mark), *row.reason)


def _raw_row(row: Row) -> str:
    return f"{code_markdown(row.raw)} — {prose_markdown(_note(row))}"


def _row(row: Row, layout: Setting) -> Iterator[str]:
    reason = rf"\quad {prose_formula(_note(row))}"
    indent = r"\quad " if layout.hanging else ""
    if row.left and layout.hanging:
        for k, part in enumerate(break_lines(row.left, layout.budget)):
            yield rf"&\qquad {markdown_formula(part)}" if k else f"&{markdown_formula(part)}"
    left = "" if layout.hanging else row.left
    for k, piece in enumerate(break_lines(row.right, layout.budget)):
        lead = rf"{indent}\quad\qquad {piece}" if k else f"{indent}{row.relation} {piece}"
        line = f"{'' if k else left} &{lead}".strip()
        yield markdown_formula(line) + (f" &&{reason}" if layout.beside and not k else "")
    if not layout.beside:
        yield rf"&{indent}\qquad{reason}"


def _table(table: Table, language: Language) -> str:
    """A counterexample as a table: a column for each name, then both sides."""
    values = [(symbol_latex(name), value_latex(value)) for name, value in table.assignment]
    heads = [f"${_cell(n)}$" for n, _ in values]
    cells = [f"${_cell(v)}$" for _, v in values]
    for word, value in (("left side", table.left), ("right side", table.right)):
        if value:
            heads.append(say(word, language))
            cells.append(f"${_cell(value_latex(value))}$")
    rows = [heads, ["---"] * len(heads), cells]
    intro = text_markdown(say("counterexample", language, table.number) + say("colon", language))
    return f"{intro}\n\n" + "\n".join(f"| {' | '.join(r)} |" for r in rows)


def _cell(latex: str) -> str:
    return markdown_formula(latex).replace("\n", " ")


def _theorem(theorem: Theorem, language: Language) -> str:
    title = f" ({text_markdown(theorem.title)})" if theorem.title else ""
    given = "".join(f"\n- {prose_markdown(h)}" for h in theorem.hypotheses)
    where = f"\n\n{say('hypotheses', language)}{say('colon', language).strip()}\n{given}" if given else ""
    statement = f"$$\n{markdown_formula(theorem.statement)}\n$$"
    return f"**{say('theorem', language)}{title}.**{where}\n\n{statement}\n\n*{say('proof', language)}.*"


def _item(item: Item) -> str:
    if len(item.entries) == 1:
        return f"**{text_markdown(item.title)}** {prose_markdown(item.entries[0])}"
    return f"**{text_markdown(item.title)}**\n" + "".join(f"\n- {prose_markdown(e)}" for e in item.entries)
