"""Layout: a document as sections of formulas, each with the prose around it.

A formula is kept with the prose before it (since the formula before, in its block; a display also
hears the end of the block before) and after it, since that is where its role is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.read.branches import taken_apart
from symproofs.read.characters import HAN
from symproofs.read.cue_phrases import phrase_cue
from symproofs.read.macros import Macros
from symproofs.read.parser import parse
from symproofs.read.phrases import (
    ASSUMPTION,
    FOLLOWS,
    HAS,
    JOINS,
    LOOKS_BACK,
    SENTENCE_END,
    WHETHER_OR_NOT,
    CueRole,
    goes_on,
    last_cue,
    nouns_in,
    says_it_follows,
    says_of_all,
)
from symproofs.read.scope_words import ARROW
from symproofs.read.sections import Outline, Path, is_title, label_of
from symproofs.read.segments import Block, Math, Prose, Segments, segments
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording
from symproofs.read.wordy_premises import premise_in_words
from symproofs.records import record

_ITEM = wording(r"\s*(?:[•·◦▪*+-]|\d+[.)、])\s")
_OPENS = wording(r"\\begin\s*\{([A-Za-z]+)\*?\}|\{prf:([a-z]+)\}")
_GIVENS = wording(r"^symproofs:\s*givens\s*$", re.MULTILINE)
"""Front matter of a file that only says what is given: checked as a document, nothing in it is a claim."""

_CHINESE = wording(HAN)
_LATIN = wording(r"[A-Za-z]")


@dataclass(frozen=True)
class Written:
    """A formula where it stands. `node` is `None` where it could not be read; `diagnostics` say why.

    `lead` is the prose of its sentence so far, `starts_sentence` whether a sentence begins between it and the formula
    before; `item` whether its block is an item of a list; `follows` whether nothing but blanks parts it from the formula
    before it. `aside`: it is only the side condition of a formula beside it. `continues`: a display in the middle of the
    sentence that the block before began. `turned`: its tree says the opposite of what is written, as the words do;
    `unaccounted`: words beside it that change what it says and are not understood. `some`: names that its `clause`, a number,
    says to stand for some value. `closing`: the prose of blocks without formulas behind its own. `poses`: the signs of relations
    in it that are to be solved; `problem`: the number of what is to be solved where it stands, -1 where nothing is any longer;
    `unconditional`: it claims what it claims without that; `solves`: it says what is to be solved for. `case`: it
    heads a case; `marker`: what marks its block as an item of a list; `items`: the items that it stands in, by number, the
    outermost first; `quoted`: its block is a quotation; `open_ends`: it bounds a letter, and it
    is not said whether the ends belong to it; `opens`: the environment that was opened since the block before.
    """

    span: Span
    outer: Span
    display: bool
    before: str
    after: str
    block: int
    node: Node | None
    diagnostics: tuple[Diagnostic, ...] = ()
    cue: CueRole | None = None
    lead: str = ""
    starts_sentence: bool = True
    item: bool = False
    follows: bool = False
    aside: bool = False
    continues: bool = False
    turned: bool = False
    unaccounted: str = ""
    some: frozenset[str] = frozenset()
    clause: int = -1
    closing: str = ""
    poses: frozenset[Span] = frozenset()
    problem: int = 0
    unconditional: bool = False
    solves: bool = False
    case: bool = False
    marker: str = ""
    items: tuple[int, ...] = ()
    quoted: bool = False
    open_ends: bool = False
    opens: str = ""


@record
class Section:
    """The formulas under one path of labels, in order, each with the prose around it; and the whole text, formulas as written."""

    path: Path
    heading: Span | None
    formulas: tuple[Written, ...]
    text: str = ""


@record
class Layout:
    source: Source
    language: str
    sections: tuple[Section, ...]
    diagnostics: tuple[Diagnostic, ...]


def layout(source: Source, *, labels: bool = True) -> Layout:
    """Split a document into sections. `labels` also takes titles and labels alone on a line as headings.

    What was put into the document when it was rendered is no part of it.
    """
    source = source.without_reports()
    return arranged(source, segments(source), labels=labels)


def arranged(source: Source, scanned: Segments, *, labels: bool = True) -> Layout:
    """Sections of a document that is split into blocks already."""
    macros = Macros.of(source, scanned.blocks)
    givens = any(b.kind == "front-matter" and _GIVENS.search(source.slice(b.span)) for b in scanned.blocks)
    outline = Outline()
    sections: dict[int, tuple[Path, Span | None, list[Written]]] = {0: ((), None, [])}
    texts: dict[int, list[str]] = {}
    current = 0
    diagnostics = list(scanned.diagnostics)
    tail, behind = "", 0
    items: tuple[int, ...] = ()
    announced: tuple[tuple[int, ...], str] = ((), "")
    for number, block in enumerate(scanned.blocks):
        new = _heading(block, source, outline, labels)
        if new is not None:
            outline, current = new, current + 1
            sections[current] = (outline.path, block.span, [])
            tail = ""
            if block.kind == "heading":
                sections[current][2].extend(_formulas(block, number, source, macros, "")[0])
                texts[current] = [f"{_words(block, source)}."]
            continue
        texts.setdefault(current, []).append(_words(block, source))
        tail = tail if block.items[: len(items)] == items else ""  # the text of an item ends with it
        if block.items and block.items != items and block.items[:-1] == announced[0]:
            tail = tail or announced[1]
        items = block.items
        written, tail = _formulas(block, number, source, macros, tail)
        if givens:
            written = [replace(w, cue="assume") for w in written]
        if _announces_suppositions(tail) or len(items) <= len(announced[0]):
            announced = items, tail if _announces_suppositions(tail) else ""
        if not written and sections[current][2]:
            last = sections[current][2][-1]
            text = "".join(p.text for p in block.pieces if isinstance(p, Prose))
            sections[current][2][-1] = replace(last, closing=f"{last.closing}\n{text}")
        if written:
            opened = list(_OPENS.finditer(source.text, behind, written[0].outer.start))
            written[0] = replace(written[0], opens=(opened[-1][1] or opened[-1][2]).lower() if opened else "")
            behind = written[-1].outer.end
        sections[current][2].extend(written)
    return Layout(
        source,
        _language(scanned),
        tuple(Section(p, h, tuple(fs), "\n\n".join(texts.get(k, ()))) for k, (p, h, fs) in sections.items()),
        tuple(diagnostics),
    )


def _announces_suppositions(tail: str) -> bool:
    """`Let:`, `Suppose that:` before a list: every item of it is supposed."""
    return tail.endswith((":", "：")) and (phrase_cue(tail[:-1]) or last_cue(tail[:-1])) in ("assume", "define")


def _language(scanned: Segments) -> str:
    """Chinese where the prose is, names and words of the field in Latin letters among it; formulas have no language."""
    prose = "".join(p.text for b in scanned.blocks for p in b.pieces if isinstance(p, Prose))
    return "zh" if 3 * len(_CHINESE.findall(prose)) > len(_LATIN.findall(prose)) else "en"


def _heading(block: Block, source: Source, outline: Outline, labels: bool) -> Outline | None:
    """The outline after this block, if the block is a heading, a title or a label alone."""
    if block.kind == "heading":
        return outline.at_heading(block.level, _plain(block, source))
    if not labels or block.kind != "paragraph" or not block.pieces:
        return None
    pieces = [p for p in block.pieces if isinstance(p, Math) or p.text.strip()]
    if len(pieces) != 1:
        return None
    piece = pieces[0]
    if isinstance(piece, Math):
        label = label_of(source.slice(piece.span)) if not piece.display else None
        return outline.at_label(label) if label else None
    if is_title(piece.text):
        return outline.at_heading(1, piece.text)
    label = label_of(piece.text)
    return outline.at_label(label) if label and not piece.text.strip().isdigit() else None


def _words(block: Block, source: Source) -> str:
    """The text of a block, formulas as they are written between dollar signs."""
    return "".join(p.text if isinstance(p, Prose) else f"${source.slice(p.span)}$" for p in block.pieces)


def _plain(block: Block, source: Source) -> str:
    """A heading's text, its math included as written."""
    return "".join(p.text if isinstance(p, Prose) else source.slice(p.span) for p in block.pieces).strip().strip("#").strip()


_PREMISES: tuple[CueRole, ...] = ("assume", "condition", "define", "quantify")


def _formulas(block: Block, number: int, source: Source, macros: Macros, tail: str) -> tuple[list[Written], str]:
    """The formulas of a block, and the end of its prose if the next block is to hear it."""
    found: list[Written] = []
    block = with_arrows_as_prose(block, source)
    first = next((p for p in block.pieces if isinstance(p, Math) or p.text.strip()), None)
    continues = bool(tail) and isinstance(first, Math) and first.display
    marker = _ITEM.match(source.slice(block.span))
    before, lead = tail if continues or tail.endswith(ANNOUNCES) else "", ""
    direction = False
    for k, piece in enumerate(block.pieces):
        if isinstance(piece, Prose):
            before = (before + piece.text) if not found else piece.text
            continue
        sentences = SENTENCE_END.split(before)
        fresh = not found or len(sentences) > 1
        lead = sentences[-1] if fresh else lead + sentences[-1]
        after = block.pieces[k + 1] if k + 1 < len(block.pieces) else None
        parsed = parse(source, piece.span, skips=piece.skips, macros=macros)
        if not piece.display and _is_direction(parsed.node):
            direction = True
            continue
        # `if $a = b$ and $c = d$`: the second formula is under the cue of the first
        cue = _cue_before(found) if found and JOINS.match(_STANDS.sub("", before)) else phrase_cue(before) or last_cue(before)
        concludes = _last_end(FOLLOWS, lead) > _last_end(ASSUMPTION, lead)
        ongoing = bool(found) and not fresh and found[-1].cue in ("assume", "contradiction") and not concludes
        if ongoing and cue in (None, "define") and goes_on(before):
            cue = found[-1].cue
        if found and not fresh and found[-1].cue in _SUPPOSING and _CONTRASTED.match(before):
            cue = found[-1].cue
        if cue == "cite" and found and not fresh and found[-1].cue == "define" and _BY_WHAT.match(before):
            cue = "define"
        if cue is None and found and not fresh and found[-1].cue == "define" and _WHERE_IS.search(before) and not concludes:
            cue = "define" if LOOKS_BACK.search(lead) else None
        text = after.text if isinstance(after, Prose) else ""
        if cue == "assume" and says_it_follows(lead, text):
            cue = "conclude"
        if cue == "assume" and says_of_all(lead, text):
            cue = "conclude"
            found = _with_range(found) if not fresh else found
        if cue == "conclude" and found and _goes_on_assuming(found[-1], before, lead, parsed.node):
            cue = "assume"
        if cue is None and isinstance(after, Prose) and _AT_THE_TIME.match(after.text):
            cue = "condition"
        if found and not fresh and WHETHER_OR_NOT.search(found[-1].before):
            cue = "conclude"
        if cue == "restate":
            cue = found[-1].cue if found and not (fresh and _only_names(found[-1].node)) else "conclude"
        premise = premise_in_words(lead) if fresh and (cue in _PREMISES or (cue is None and nouns_in(lead))) else None
        found.append(
            Written(
                piece.span,
                piece.outer,
                piece.display,
                before,
                after.text if isinstance(after, Prose) else "",
                number,
                parsed.node if parsed.node is None else taken_apart(unboxed(parsed.node)),
                parsed.diagnostics,
                None if premise else cue,
                lead,
                fresh,
                block.kind == "item" or marker is not None,
                not before.strip(),
                unaccounted=" ".join(premise.words.split()) if premise is not None and premise.restricts else "",
                continues=continues and not found,
                marker=marker.group(0).strip() if marker is not None else "",
                items=block.items,
                quoted=block.kind == "quote",
                case=direction,
            )
        )
        direction = False
        before = ""
    last = block.pieces[-1] if block.pieces else None
    text = last.text.rstrip() if isinstance(last, Prose) else ""
    return found, text if SENTENCE_END.split(text)[-1].strip() else ""


def with_arrows_as_prose(block: Block, source: Source) -> Block:
    """The block, `($\\Leftarrow$)` in it as prose: it says which half of an equivalence comes, and is no formula."""
    pieces: list[Prose | Math] = []
    for k, piece in enumerate(block.pieces):
        before = pieces[-1] if pieces else None
        words = before.text if isinstance(before, Prose) else ""
        alone = not words.strip(" *_\n") or words.rstrip(" *_").endswith(("(", "（", ".", "。", '"', "“"))
        first = k == 0 or isinstance(before, Prose)
        if isinstance(piece, Math) and not piece.display and first and alone and ARROW.match(source.slice(piece.span)):
            piece = Prose(piece.span, source.slice(piece.span))
        if isinstance(piece, Prose) and isinstance(before, Prose):
            pieces[-1] = Prose(before.span.join(piece.span), before.text + piece.text)
        else:
            pieces.append(piece)
    return replace(block, pieces=tuple(pieces))


def _is_direction(node: Node | None) -> bool:
    """`($\\Rightarrow$)` heads one direction of a proof: it says nothing, and what the other one supposes is over."""
    return node is not None and node.kind == "Mark" and node.value in ("=>", "<=", "<=>")


def unboxed(node: Node) -> Node:
    """A statement without the box, or the braces, around it."""
    if node.kind == "List":
        return replace(node, children=tuple(map(unboxed, node.children)))
    boxed = node.kind == "Group" and node.value == "{" and len(node.children) == 1
    return node.children[0] if boxed and node.children[0].kind in ("Chain", "List", "Implies", "Iff", "Cond") else node


_AT_THE_TIME = wording(r"\s*(?:时(?!间|刻|候)|的?(?:情况|情形|条件|前提)(?:之)?下)")
"""`$x = 2$ 时`: a condition without a word before it."""


def _only_names(node: Node | None) -> bool:
    """Whether a formula says nothing that could be said again: a name, a list, a membership."""
    return node is not None and (node.kind in ("Id", "Sub", "List") or (node.kind == "Chain" and node.value == ("in",)))


def _cue_before(found: list[Written]) -> CueRole | None:
    """The cue of the list that goes on: `$x_j = x$ for all $j$ and …` goes on with what stands before `for all`."""
    for written in reversed(found):
        if written.cue != "quantify" or written.starts_sentence:
            return written.cue
    return found[-1].cue


def _with_range(found: list[Written]) -> list[Written]:
    """`Each $x > 0$ satisfies …`: what bounds the letters that a sentence speaks of holds for the sentence."""
    node = found[-1].node
    signs = node.value if node is not None and node.kind == "Chain" and isinstance(node.value, tuple) else ("=",)
    bounds = not {"=", "in"}.intersection(map(str, signs))
    return [*found[:-1], replace(found[-1], cue="condition")] if bounds else found


_STANDS = wording(r"^\s*(?:holds?|is true|[都均恒]?成立)(?=\s*[,，]?\s*(?:and\b|且|并且))", re.IGNORECASE)
"""`… 对所有 $i \\ne j$ 成立，且 …`: what was said stands, and the list goes on."""

_SUPPOSING: tuple[CueRole, ...] = ("assume", "contradiction", "condition")
_CONTRASTED = wording(r"^\s*[,，]?\s*(?:but|yet|and yet|while|whereas|但是?|然而|而|却)\s*$", re.IGNORECASE)
"""Between two statements that are supposed together: `suppose $m \\ne n$ but $\\sin m = \\sin n$`."""
_BY_WHAT = wording(r"^\s*(?:by|from|using)(?: (?:the )?(?:formula|rule|setting))?\s*:?\s*$", re.IGNORECASE)
"""`define $g$ by $g(x) = …`: what the name stands for."""

_WHERE_IS = wording(r"^\s*(?:(?:is|are)\s+(?:[\w-]+\s+){1,4}and|(?:为|是)[^，。；,.;]{1,8}[，,]?\s*且)\s*$", re.IGNORECASE)
"""`where $W$ is symmetric and $D = …`: the list of what letters are goes on."""


def _last_end(words: Wording, text: str) -> int:
    """Where the last of some words ends; 0 without any."""
    return max((m.end() for m in words.finditer(text)), default=0)


def _goes_on_assuming(last: Written, before: str, lead: str, node: Node | None) -> bool:
    """`设 …，对所有 $i, j$ 有 …`: what is said of all members belongs to what is assumed, where nothing concludes."""
    if node is None or last.node is None or last.cue != "quantify" or HAS.match(before) is None:
        return False
    items = last.node.children if last.node.kind == "List" else (last.node,)
    letters = {str(n.value) for n in items if n.kind == "Id"}
    below = {str(p.value) for n in node.walk() if n.kind == "Sub" for p in n.children[1].walk() if p.kind == "Id"}
    return bool(letters) and letters <= below and ASSUMPTION.search(lead) is not None and FOLLOWS.search(lead) is None


ANNOUNCES = (":", "：", ",", "，")
"""Ends of a block that is heard in the next one, whatever that begins with."""
