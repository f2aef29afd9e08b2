"""Checked derivations as LaTeX: a step list with reasons in a column, for amsmath.

Formulas stand left, aligned at the relation; the reason with the mark of the verdict stands right, or
below the formula where it needs the width; every step has its number. Nothing of a document reaches TeX
as a command: formulas are printed from checked terms, everything else is escaped text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from symproofs.derivation.document import CheckedDocument, Language
from symproofs.derivation.verdict import Verdict
from symproofs.messages import said
from symproofs.render.chains import Measures, Setting, fits, setting
from symproofs.render.documents import page_of
from symproofs.render.layout import break_lines, prose_width, width
from symproofs.render.logarithm import as_its_author_writes
from symproofs.render.prose import Prose, is_symbol, prose_latex
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
    table_title,
)
from symproofs.render.texts import is_cjk, text_latex, verbatim_latex
from symproofs.render.words import say
from symproofs.terms.latex_names import name_latex

LINE = 42.0
"""Width of a line of text in em, for which the layout is chosen (A4, 11 point, margins of 2.3 cm)."""
MEASURES: Final = Measures(line=LINE - 5.5, reason=16.0, left=13.0, overlaps=True)

MARKS: Final[Mapping[Verdict, str]] = {
    Verdict.PROVED: r"\markproved",
    Verdict.PROVIDED: r"\markprovided",
    Verdict.REFUTED: r"\markrefuted",
    Verdict.UNDECIDED: r"\markundecided",
    Verdict.UNREAD: r"\markunread",
    Verdict.GIVEN: r"\markgiven",
    Verdict.ERROR: r"\markerror",
}
COMMANDS: Final[Mapping[str, str]] = {
    r"\markproved": r"\textcolor{green!45!black}{$\checkmark$}",
    r"\markprovided": r"\textcolor{green!45!black}{$\checkmark^{*}$}",
    r"\markrefuted": r"\textcolor{red!75!black}{$\boldsymbol{\times}$}",
    r"\markundecided": r"\textcolor{orange!80!black}{\textbf{?}}",
    r"\markunread": r"\textcolor{orange!80!black}{\textbf{!}}",
    r"\markgiven": r"$\cdot$",
    r"\markerror": r"\textcolor{red!75!black}{\textbf{!!}}",
    r"\wrong": r"\mathrel{\textcolor{red!75!black}{#1}}",
    r"\reason": rf"\parbox[t]{{{MEASURES.reason:g}em}}{{\raggedright\small #1\strut}}",
    r"\stepnumber": r"\makebox[2.2em][r]{(#1)}",
}
"""Commands that a page uses, set up with `\\providecommand` so that a document may have its own."""
PACKAGES: Final = ("amsmath", "amssymb", "xcolor", "booktabs")


def render_latex(
    document: CheckedDocument,
    *,
    article: bool = False,
    unfold: bool = False,
    language: Language | None = None,
    title: str = "",
) -> str:
    """The checked document as LaTeX: a fragment, or a whole article for XeLaTeX."""
    page = page_latex(page_of(document, unfold=unfold, language=language, title=title), article=article)
    return as_its_author_writes(page, document.derivation.source.text)


def render_steps_latex(steps: StepList, *, article: bool = False) -> str:
    """A theorem and the lines of its proof as LaTeX."""
    return page_latex(page_of_theorem(steps), article=article)


def render_proof_latex(document: CheckedDocument, *, title: str = "", article: bool = False) -> str:
    """Claims made in Python as theorems with the lines of their proofs."""
    return page_latex(page_of_proof(document, title), article=article)


NO_LINE: Final = "\\vspace{-\\baselineskip}\n"


def page_latex(page: Page, *, article: bool = False) -> str:
    body = r"\begingroup\abovedisplayskip=5pt plus 2pt \belowdisplayskip=5pt plus 2pt" + "\n"
    before: Block | None = None
    for block in page.blocks:
        # an empty line before a display makes a paragraph, which is a line of its own even where it is empty
        between = "\n" if isinstance(before, Chain) else "\n\n" + NO_LINE
        body += (between if isinstance(block, Chain) else "\n\n") + _block(block, page.language)
        before = block
    body = "\n\n".join([body, *_footer(page), r"\endgroup"])
    commands = "".join(
        rf"\providecommand{{{c}}}{'[1]' if '#1' in t else ''}{{{t}}}" + "\n" for c, t in COMMANDS.items() if c in body
    )
    body = commands + body
    if not article:
        return f"% needs {', '.join(PACKAGES)}" + (", ctex" if _has_chinese(body) else "") + f"\n{body}\n"
    return _article(page, body)


def _has_chinese(text: str) -> bool:
    return any(map(is_cjk, text))


def _article(page: Page, body: str) -> str:
    theorem = any(isinstance(b, Theorem) for b in page.blocks)
    head = "" if theorem else rf"\begin{{center}}\Large {text_latex(page.title)}\end{{center}}"
    chinese = _has_chinese(body + head)
    scheme = "" if page.language == "zh" else "[scheme=plain]"
    return "\n".join(
        [
            r"\documentclass[11pt,a4paper]{article}",
            r"\usepackage[margin=2.3cm]{geometry}",
            *(rf"\usepackage{{{p}}}" for p in PACKAGES),
            *([rf"\usepackage{scheme}{{ctex}}"] if chinese else []),
            r"\allowdisplaybreaks",
            r"\begin{document}",
            *([head] if head else []),
            body,
            r"\end{document}",
            "",
        ]
    )


def _block(block: Block, language: Language) -> str:
    match block:
        case Heading(level, text):
            return rf"\{['section', 'subsection', 'subsubsection'][min(level, 3) - 1]}*{{{text_latex(text)}}}"
        case Chain():
            return chain_latex(block)
        case Said(text):
            return rf"\noindent {prose_latex(text)}"
        case Table():
            return _table(block, language)
        case Detail(number, chain):
            label = text_latex(say("detail", language, number) + say("colon", language))
            return rf"{{\small\noindent {label}" + "\n" + chain_latex(chain) + "}"
        case Theorem():
            return _theorem(block, language)


# ---------------------------------------------------------------------------------------------------------------- chains


def chain_latex(chain: Chain) -> str:
    """One derivation as a `flalign*` environment: left side, relation and right side, reason, number."""
    return "\\begin{flalign*}\n" + "".join(_lines(chain.rows)) + "\n\\end{flalign*}"


def _lines(rows: tuple[Row, ...]) -> Iterator[str]:
    layout = setting(rows, MEASURES)
    for k, row in enumerate(rows):
        for j, line in enumerate(_row_lines(row, layout)):
            if k or j:
                yield " \\\\[4pt]\n" if row.left and not j else " \\\\\n"
            yield line


def _row_lines(row: Row, layout: Setting) -> Iterator[str]:
    mark = f"{MARKS[row.mark]}{{}} " if row.mark is not None else ""
    text = f"{mark}{prose_latex(row.reason)}".strip()
    tag = rf" \tag*{{\stepnumber{{{row.number}}}}}" if row.number is not None else ""
    if row.raw:
        yield _raw_line(row.raw, layout.beside and fits(row, layout, MEASURES), text, tag)
        return
    indent = r"\quad " if layout.hanging else ""
    left = row.left
    if left and layout.hanging:
        for k, part in enumerate(break_lines(left, layout.budget)):
            yield rf"&\qquad {part}" if k else f"&{part}"
        left = ""
    wide = layout.beside and not fits(row, layout, MEASURES)
    for k, piece in enumerate(break_lines(row.right, layout.wide if wide else layout.budget)):
        lead = rf"{indent}\quad\qquad {piece}" if k else f"{indent}{_coloured(row.relation, row.mark)} {piece}"
        beginning = "" if k else f"{left} "
        end = "" if k else f" && {_reason(text) if layout.beside and not wide else ''}{tag}"
        yield f"{beginning}&{_out_of_the_way(lead) if wide else lead}{end}"
    if text and wide:
        yield f"& && {_reason(text)}"
    elif text and not layout.beside:
        yield rf"&{indent}\quad\qquad \parbox[t]{{{layout.budget:g}em}}{{\raggedright\small {text}\strut}}"


def _out_of_the_way(formula: str) -> str:
    """A formula that takes no room in its column, so that the reasons of the others stay where they are."""
    return rf"\rlap{{$\displaystyle {{}}{formula}$}}"


def _raw_line(raw: str, beside: bool, text: str, tag: str) -> str:
    """An author's formula as typed, which is no formula to TeX."""
    shown = verbatim_latex(raw)
    if beside:
        return f"&{shown} && {_reason(text)}{tag}"
    return rf"&\rlap{{\parbox[t]{{0.85\linewidth}}{{\raggedright {shown}\\ \small {text}\strut}}}} &&{tag}"


def _reason(text: str) -> str:
    return rf"\reason{{{text}}}" if text else ""


def _coloured(relation: str, mark: Verdict | None) -> str:
    return rf"\wrong{{{relation}}}" if mark is Verdict.REFUTED and relation else relation


# ------------------------------------------------------------------------------------------------------- counterexamples


def _table(table: Table, language: Language) -> str:
    """A counterexample as a table: across the page where it fits, else one value a line."""
    values = [(symbol_latex(name), value_latex(said(value, language))) for name, value in table.assignment]
    both = [
        (rf"\text{{{say(w, language)}}}", value_latex(said(v, language)))
        for w, v in (("left side", table.left), ("right side", table.right))
        if v
    ]
    intro = rf"\noindent {text_latex(table_title(table, language))}"
    total = sum(max(width(n), width(v)) + 1.5 for n, v in (*values, *both))
    if total <= LINE - 4:
        columns = "c" * len(values) + ("@{\\qquad}" + "c" * len(both) if both else "")
        head = " & ".join(f"${n}$" for n, _ in (*values, *both))
        row = " & ".join(f"${v}$" for _, v in (*values, *both))
        body = rf"\toprule {head} \\ \midrule {row} \\ \bottomrule"
    else:
        columns = "rl"
        lines = [f"${n}$ & ${v}$" for n, v in values]
        ends = [f"${n}$ & ${v}$" for n, v in both]
        body = r"\toprule " + r" \\[2pt] ".join(lines) + r" \\ \midrule " + r" \\[2pt] ".join(ends) + r" \\ \bottomrule"
    block = rf"{intro}\par\smallskip\centering\small\begin{{tabular}}{{{columns}}}{body}\end{{tabular}}"
    return rf"\par\noindent\begin{{minipage}}{{\linewidth}}{block}\end{{minipage}}\par\bigskip"


def symbol_latex(name: str) -> str:
    """A name of an assignment as a formula."""
    return name_latex(name) if is_symbol(name) else rf"\text{{{text_latex(name)}}}"


_NUMBER = re.compile(r"-?\d+(\.\d+)?(/\d+)?")


def value_latex(text: str) -> str:
    """A value of a counterexample: numbers, fractions and bracketed arrays are set, anything else is text."""
    text = text.strip()
    rows = _array(text)
    if rows:
        return r"\begin{pmatrix} " + r" \\ ".join(" & ".join(map(value_latex, r)) for r in rows) + r" \end{pmatrix}"
    if _NUMBER.fullmatch(text):
        top, slash, bottom = text.partition("/")
        sign, top = ("-", top[1:]) if top.startswith("-") else ("", top)
        return rf"{sign}\tfrac{{{top}}}{{{bottom}}}" if slash else f"{sign}{top}"
    return rf"\text{{{text_latex(text)}}}" if text else ""


def _array(text: str) -> list[list[str]] | None:
    """`[[1, 0], [0, 1]]` as rows; `[1, 2]` as a column; nothing where it is no array of one shape."""
    if not (text.startswith("[") and text.endswith("]")):
        return None
    parts = _split(text[1:-1])
    if not parts or not all(parts):
        return None
    if all(p.startswith("[") and p.endswith("]") for p in parts):
        rows = [_split(p[1:-1]) for p in parts]
        return rows if len({len(r) for r in rows}) == 1 and all(all(r) for r in rows) else None
    return None if any(p.startswith("[") for p in parts) else [[p] for p in parts]


def _split(text: str) -> list[str]:
    parts, depth, current = [], 0, ""
    for c in text:
        depth += (c in "[(") - (c in "])")
        if c in ",;" and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += c
    return [*parts, current.strip()]


# -------------------------------------------------------------------------------------------------- theorems and footers


def _theorem(theorem: Theorem, language: Language) -> str:
    title = rf" ({text_latex(theorem.title)})" if theorem.title else ""
    head = rf"\par\medskip\noindent\textbf{{{say(theorem.label, language)}}}{title}\textbf{{{say('stop', language)}}}"
    given = [prose_latex(h) for h in theorem.hypotheses]
    where = (
        f" {text_latex(say('hypotheses', language))}: " + "; ".join(given) + text_latex(say("stop", language)) if given else ""
    )
    proof = rf"\noindent\textit{{{say('proof', language)}{say('stop', language)}}}" if theorem.is_proved else ""
    shown = break_lines(theorem.statement, LINE - 4)
    statement = rf"\[ {shown[0]} \]" if len(shown) == 1 else r"\begin{multline*} " + r" \\ ".join(shown) + r" \end{multline*}"
    return f"{head}{where}\n{statement}\n{proof}".rstrip("\n")


def _footer(page: Page) -> Iterator[str]:
    if not page.footer:
        return
    if not any(isinstance(b, Theorem) for b in page.blocks):
        yield rf"\section*{{{text_latex(say('rests on', page.language))}}}"
    yield "\n".join([r"\begin{description}", *(_item(i, page.language) for i in page.footer), r"\end{description}"])


def _item(item: Item, language: Language) -> str:
    widths = [prose_width(e) for e in item.entries]
    short = max(widths) < LINE / 2
    listed = _sentence(item.entries, language) if short else r" \\ ".join(map(prose_latex, item.entries))
    return rf"\item[{text_latex(item.title)}] {listed}"


def _sentence(entries: tuple[Prose, ...], language: Language) -> str:
    return text_latex(say("and", language)).join(map(prose_latex, entries))
