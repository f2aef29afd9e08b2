"""From a formula to its raw tree.

`parse` is total: any stretch of any text gives a tree, or diagnostics with the smallest place at fault,
in time linear in its length. Brackets are matched first and read from the inside out; what may hang on
one another without brackets is bounded. Nothing is evaluated, reordered or guessed: where the signs
leave a choice, a warning says which reading was taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.messages import Message
from symproofs.read.characters import listed
from symproofs.read.lexer import lex
from symproofs.read.macros import Macros
from symproofs.read.parser.arrange import arrange
from symproofs.read.parser.brackets import match_brackets
from symproofs.read.parser.constructs import COMMANDS, PREFIXES
from symproofs.read.parser.rows import rows_of_statements
from symproofs.read.parser.scopes import read_scope
from symproofs.read.parser.state import State, Unreadable
from symproofs.read.tree import Node
from symproofs.records import record

MAX_HEIGHT = 200
"""The height of a tree; what is higher is refused, so that those who walk a tree may recur."""


@record
class Parsed:
    """A raw tree, or `None` with the errors that say why; warnings may stand beside a tree."""

    node: Node | None
    diagnostics: tuple[Diagnostic, ...] = ()


def parse(source: Source, span: Span | None = None, *, skips: Sequence[Span] = (), macros: Macros | None = None) -> Parsed:
    """Read the formula in the stretch `span` of a document (all of it if `None`), stepping over `skips`."""
    span = span or Span(0, len(source.text))
    lexed = lex(source, span, skips=skips, macros=macros)
    if any(d.severity == "error" for d in lexed.diagnostics):
        return Parsed(None, lexed.diagnostics)
    tokens = arrange(lexed.tokens, source.text)
    matched = match_brackets(tokens, source.text)
    if matched.problem is not None:
        return Parsed(None, (*lexed.diagnostics, matched.problem))
    s = State(source.text, tokens, [t.kind for t in tokens], matched.partner, matched.bars, PREFIXES, COMMANDS)
    s.concludes = "therefore" in s.kinds
    errors: list[Diagnostic] = []
    for opening, closing in matched.order:
        try:
            s.made[opening] = read_scope(s, opening, closing)
        except Unreadable as failure:
            errors.append(failure.diagnostic)
            place = Span(tokens[opening].start, tokens[closing].end)
            s.made[opening] = Node("Id", place, (), "")  # read on as if it were a letter, for further errors
    node: Node | None = None
    try:
        node = _whole(s, span)
    except Unreadable as failure:
        errors.append(failure.diagnostic)
    if not errors and node is not None and len(tokens) > MAX_HEIGHT // 4 and _height(node) > MAX_HEIGHT:
        errors.append(Diagnostic("too-deep", Message("the formula nests more than {} levels deep", MAX_HEIGHT), node.span))
    diagnostics = (*lexed.diagnostics, *s.warnings, *sorted(errors, key=lambda d: d.span.start if d.span else 0))
    return Parsed(None if errors else node, diagnostics)


def _whole(s: State, span: Span) -> Node:
    """The formula outside all brackets."""
    s.here, s.stop = 0, len(s.tokens) - 1
    s.open_bars = s.open_norms = s.integrals = s.depth = 0
    s.colon_ends, s.ends_before = False, ""
    s.differential, s.colon = (0, 0, -1), (0, -1)
    label = _section_label(s)
    if label is not None:
        return label
    if s.here >= s.stop:
        raise Unreadable("empty-formula", "the formula is empty", span)
    if s.stop == 1 and s.kinds[0] in ("product", "sum", "combine", "relation", "imply", "mark", "big", "integral"):
        token = s.tokens[0]  # a sign that is only mentioned
        return Node("Mark", Span(token.start, token.end), (), token.value)
    node = rows_of_statements(s, span)
    if s.here < s.stop:
        raise s.unexpected("an operator, a relation or the end of the formula")
    return node


_LABELS = listed("i ii iii iv v vi vii viii ix x xi xii")


def _section_label(s: State) -> Node | None:
    """`ii`, `i.`, `\\text{QED}`: formulas that are no mathematics but the label of a part."""
    if s.stop > 5 or not s.stop:
        return None
    kinds = s.kinds[: s.stop]
    if "label" in kinds:
        return None
    first, last = s.tokens[0], s.tokens[s.stop - 1]
    span = Span(first.start, last.end)
    if kinds == ["text"] and s.text[first.start : first.end] and first.value in ("QED", "Q.E.D.", "证毕", "得证"):
        s.here = s.stop
        return Node("Text", span, (), first.value)
    letters = [t.value for t in s.tokens[: s.stop] if t.kind == "id"]
    word = "".join(letters)
    dotted = kinds[-1] == "." and s.text[last.start : last.end] == "."
    if word in _LABELS and kinds == ["id"] * len(letters) + ["."] * dotted and (dotted or word in ("ii", "iii")):
        s.here = s.stop
        return Node("Text", span, (), word + "." * dotted)
    return None


def _height(node: Node) -> int:
    """The height of a tree, found without recursion."""
    height, level = 0, [node]
    while level:
        height += 1
        if height > MAX_HEIGHT:
            return height
        level = [c for n in level for c in n.children]
    return height
