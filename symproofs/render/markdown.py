"""Checked derivations as Markdown with formulas, for GitHub, MyST, Obsidian and the like.

A Markdown document stays what its author wrote; below each paragraph stands what was found of its steps, as a
quotation between two comments by which the reader knows it for ours: what is rendered can be checked again, with
the same verdicts. Each derivation is one `aligned` block: left side, relation and right side, reason with its mark.
Values of a counterexample stand in a table. What we quote of a document is escaped, formulas are our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from symproofs.derivation.document import CheckedDocument, Language, Step
from symproofs.derivation.verdict import Verdict
from symproofs.messages import said
from symproofs.render.chains import Measures, Setting, setting
from symproofs.render.documents import numbered_steps, page_footer, page_of
from symproofs.render.failures import failure_blocks
from symproofs.render.inserted import cut, report
from symproofs.render.latex import symbol_latex, value_latex
from symproofs.render.layout import break_lines
from symproofs.render.logarithm import as_its_author_writes
from symproofs.render.prose import Prose, Segment, plain, prose_formula, prose_markdown
from symproofs.render.steps import (
    Block,
    Chain,
    Detail,
    Heading,
    Item,
    Page,
    Row,
    Said,
    StepList,
    Table,
    Theorem,
    page_of_proof,
    page_of_theorem,
    step_blocks,
    table_title,
)
from symproofs.render.texts import code_markdown, markdown_formula, text_markdown
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
    """The checked document as Markdown: its own text with what was found below each paragraph, or a page of its steps."""
    if _is_markdown(document):
        page = _annotated(document, unfold, language or document.language)
    else:
        page = page_markdown(page_of(document, unfold=unfold, language=language, title=title))
    return as_its_author_writes(page, document.derivation.source.text)


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
        case Said(text):
            return prose_markdown(text)
        case Table():
            return _table(block, language)
        case Detail(number, chain):
            return f"{text_markdown(say('detail', language, number) + say('colon', language))}\n\n{_chain(chain)}"
        case Theorem():
            return _theorem(block, language)


# ----------------------------------------------------------------------------------------------------- an author's document

_LATEX: Final = re.compile(r"^[ \t]*\\(?:documentclass|begin\{document\})", re.MULTILINE)
_OPENS: Final = re.compile(r"\\begin\{|(?<!\\)\\\[")
_CLOSES: Final = re.compile(r"\\end\{|(?<!\\)\\\]")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,}|:{3,})")


def _is_markdown(document: CheckedDocument) -> bool:
    source = document.derivation.source
    written = source.text.strip() or not document.steps
    return bool(written) and not source.path.endswith(".tex") and not _LATEX.search(source.text)


def _annotated(document: CheckedDocument, unfold: bool, language: Language) -> str:
    """The document with a report below each paragraph that has steps which are judged."""
    numbered = numbered_steps(document)
    judged = [row for row in numbered if row[1].judgement.verdict is not Verdict.GIVEN]
    source = document.derivation.source
    authored = cut(source)
    lines = authored.lines
    after = list(_gaps(lines))
    ends = (authored.number(source.position(s.link.span.end)[0]) for _, s in judged)
    rows = [(next((g for g in after if g >= end), len(lines)), row) for end, row in zip(ends, judged, strict=True)]
    parts: list[str] = []
    done = 0
    for gap, group in groupby(rows, key=lambda row: row[0]):
        blocks: list[Block] = []
        for chain in _chains([row for _, row in group]):
            blocks.extend(step_blocks(chain, language, unfold))
            blocks.extend(failure_blocks(document, chain, numbered, language))
        parts.extend([*lines[done:gap], *report(_block(b, language) for b in blocks)])
        done = gap
    title = f"**{text_markdown(say('rests on', language))}**"
    footer = report((title, *(_item(i) for i in page_footer(document, numbered, language))))
    return "\n".join([*parts, *lines[done:], *footer]) + "\n"


def _chains(rows: list[tuple[int, Step]]) -> Iterator[list[tuple[int, Step]]]:
    for _, group in groupby(rows, key=lambda row: row[1].link.chain):
        yield list(group)


def _gaps(lines: Sequence[str]) -> Iterator[int]:
    """Blank lines outside displays and fences, and the end: the numbers of the lines before them."""
    fence = ""
    depth = dollars = 0
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if match and (not fence or match[1].startswith(fence)):
            fence = "" if fence else match[1]
        elif not fence:
            depth += len(_OPENS.findall(line)) - len(_CLOSES.findall(line))
            dollars += line.count("$$")
        if not line.strip() and not fence and depth <= 0 and dollars % 2 == 0:
            yield number
    yield len(lines)


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
    values = [(symbol_latex(name), value_latex(said(value, language))) for name, value in table.assignment]
    heads = [f"${_cell(n)}$" for n, _ in values]
    cells = [f"${_cell(v)}$" for _, v in values]
    for word, value in (("left side", table.left), ("right side", table.right)):
        if value:
            heads.append(say(word, language))
            cells.append(f"${_cell(value_latex(said(value, language)))}$")
    rows = [heads, ["---"] * len(heads), cells]
    intro = text_markdown(table_title(table, language))
    return f"{intro}\n\n" + "\n".join(f"| {' | '.join(r)} |" for r in rows)


def _cell(latex: str) -> str:
    return markdown_formula(latex).replace("\n", " ")


def _theorem(theorem: Theorem, language: Language) -> str:
    title = f" ({text_markdown(theorem.title)})" if theorem.title else ""
    let, stop = say("let", language), say("stop", language)
    given = "".join(f"\n- {let} {prose_markdown(_listed(h))}{stop}" for h in theorem.hypotheses)
    where = f"\n\n{say('hypotheses', language)}{say('colon', language).strip()}\n{given}" if given else ""
    statement = f"$$\n{markdown_formula(theorem.statement)}\n$$"
    proof = f"\n\n*{say('proof', language)}{stop}*" if theorem.is_proved else ""
    return f"**{say(theorem.label, language)}{title}{stop}**{where}\n\n{statement}{proof}"


def _listed(prose: Prose) -> Prose:
    """`$x$, $y \\in S$` as the one formula `x, y \\in S`: all of these names are declared."""
    found: list[Segment] = []
    for segment in prose:
        if len(found) > 1 and segment.is_formula and found[-1].text.strip() in (",", "，") and found[-2].is_formula:
            found[-2:] = [Segment(f"{found[-2].text}, {segment.text}", True)]
        else:
            found.append(segment)
    return tuple(found)


def _item(item: Item) -> str:
    if len(item.entries) == 1:
        return f"**{text_markdown(item.title)}** {prose_markdown(item.entries[0])}"
    return f"**{text_markdown(item.title)}**\n" + "".join(f"\n- {prose_markdown(e)}" for e in item.entries)
