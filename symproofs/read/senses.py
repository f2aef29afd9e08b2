"""In which sense something converges: `\\xrightarrow{P}`, `\\to_p`, `→ c in probability`, 依概率收敛于; almost surely, in law.

An arrow alone is one of values. What stands above it, behind it, or in words beside it may say that it is one in probability;
the other senses are read, and told apart, and nothing is known of them. `SENSES` is the whole table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.diagnostics import Source, Span
from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.parser import parse
from symproofs.read.sense_signs import ARROWS, SENSES, sense_in_words
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording
from symproofs.records import record


@record
class _Words:
    """Words of one sense, where they may stand: behind a formula, before one, between two expressions."""

    sign: str
    behind: Wording
    before: Wording
    between: Wording


def _words(sign: str) -> _Words:
    english, chinese = SENSES[sign].words
    tends = r"(?:converg(?:es?|ing|ent)|tends?|tending|goes|go)"
    return _Words(
        sign,
        wording(rf"^\s*[(（]?\s*(?:{english})(?![\w-])|^\s*[(（]?\s*(?:{chinese})(?:意义下)?(?:成立|收敛)?(?!\w)", re.IGNORECASE),
        wording(
            rf"(?:^|[.。;；:：]|\b(?:hence|so|thus|then|that)\b)\s*,?\s*(?:{english})\s*[,:]?\s*(?:we (?:have|get))?\s*$|"
            rf"(?:^|[。；，,：:]|因此|所以|从而|于是|故)\s*(?:{chinese})(?:有|地)?\s*[，,：:]?\s*$",
            re.IGNORECASE,
        ),
        wording(
            rf"\b{tends}\s+(?:{english})\s+(?:to|towards)\s*(?:the (?:constant|number|vector|limit)\s*)?$|"
            rf"\b(?:{english})\s+{tends}\s+(?:to|towards)\s*$|(?:{chinese})(?:地)?(?:收敛|趋)(?:于|到|至|向)\s*(?:常数|常向量)?\s*$",
            re.IGNORECASE,
        ),
    )


WORDS: tuple[_Words, ...] = tuple(map(_words, SENSES))

_TENDS_TO = wording(r"\b(?:converg(?:es?|ing)|tends?|goes)\s+to\s*$|(?:收敛|趋)(?:于|到|至|向)\s*$", re.IGNORECASE)
"""Between two expressions of which words behind the second say in which sense."""


def with_senses(formulas: Sequence[Written], source: Source) -> tuple[Written, ...]:
    """The formulas, their arrows in the sense that is said; an expression and its limit in words as one statement."""
    found = list(formulas)
    for k, formula in enumerate(formulas):
        first = formulas[k - 1] if k and formulas[k - 1].block == formula.block and not formula.starts_sentence else None
        if formula.node is None:
            continue
        joined = None if first is None else _in_words(first, formula)
        if joined is not None:
            found[k] = replace(formula, node=joined, cue=formula.cue or (first.cue if first is not None else None))
            continue
        node = _plim(_said_inside(formula.node))
        sign = _said_beside(formula, first)
        node = _in_sense(node, sign, last=True) if sign is not None else node
        node = _with_passage(node, source)
        if k + 1 < len(formulas) and _goes_with(formula, formulas[k + 1]):
            node = _conditioned(node, formulas[k + 1].node)
        if node is not formula.node:
            found[k] = replace(formula, node=node)
    return tuple(found)


_AS = wording(r"^\s*(?:\(?in probability\)?\s*)?[,，]?\s*(?:as|when|in the limit(?: as| of)?)\s*$", re.IGNORECASE)
"""Between what tends somewhere and the passage in which it does."""


def _goes_with(formula: Written, passage: Written) -> bool:
    """`$X_n → c$ as $n → ∞$`, where it is claimed: what is assumed so speaks of one passage with it."""
    arrow = passage.node
    if arrow is None or arrow.kind != "Chain" or arrow.value != ("to",) or name_of(arrow.children[0]) is None:
        return False
    beside = passage.block == formula.block and not passage.starts_sentence and not formula.display and not passage.display
    return beside and formula.cue in ("conclude", None) and _AS.match(passage.before) is not None


def _conditioned(node: Node, passage: Node | None) -> Node:
    """The statement in the passage, if it says that something tends somewhere or is near something."""
    tends = node.kind == "Chain" and isinstance(node.value, tuple) and not {*ARROWS, "~"}.isdisjoint(node.value)
    return node if passage is None or not tends else Node("Cond", node.span, (node, passage), "")


def _said_beside(formula: Written, first: Written | None) -> str | None:
    """The sense that the words behind a formula say, or those before it where they do not belong to the one before."""
    for row in WORDS:
        if row.behind.match(formula.after):
            return row.sign
        if row.before.search(formula.before) and not (first is not None and row.behind.match(formula.before)):
            return row.sign
    return None


def _in_words(first: Written, second: Written) -> Node | None:
    """`$X$ converges in probability to $c$`; `$X$ converges to $c$ in probability`."""
    if not (_is_expression(first.node) and _is_expression(second.node)):
        return None
    assert first.node is not None and second.node is not None
    for row in WORDS:
        if row.between.search(second.before) or (_TENDS_TO.search(second.before) and row.behind.match(second.after)):
            return Node("Chain", second.node.span, (first.node, second.node), (row.sign,), (second.node.span,))
    return None


def _is_expression(node: Node | None) -> bool:
    return node is not None and not is_statement(node) and node.kind not in ("List", "Text", "Empty", "Set", "Interval", "Dots")


# ------------------------------------------------------------------ inside a formula


def _said_inside(node: Node) -> Node:
    """`X \\to c \\text{ in probability}`: the text is a sense of the arrow before it."""
    if node.kind in ("Labelled", "Cond"):
        inner = _said_inside(node.children[0])
        return node if inner is node.children[0] else replace(node, children=(inner, *node.children[1:]))
    if node.kind != "List":
        return node
    kept: list[Node] = []
    for child in node.children:
        sign = sense_in_words(str(child.value)) if child.kind == "Text" else None
        changed = _in_sense(kept[-1], sign) if sign is not None and kept else None
        if changed is not None and changed is not kept[-1]:
            kept[-1] = changed
        else:
            kept.append(child)
    if tuple(kept) == node.children:
        return node
    return kept[0] if len(kept) == 1 else replace(node, children=tuple(kept))


def _in_sense(node: Node, sign: str | None, last: bool = False) -> Node:
    """The statement with its arrow in this sense; of a list the last one, if words stand behind it."""
    if sign is None:
        return node
    if node.kind in ("Labelled", "Cond") or (node.kind == "List" and last and node.children):
        k = len(node.children) - 1 if node.kind == "List" else 0
        inner = _in_sense(node.children[k], sign)
        return node if inner is node.children[k] else replace(node, children=(*node.children[:k], inner, *node.children[k + 1 :]))
    if node.kind != "Chain" or not isinstance(node.value, tuple) or "to" not in node.value:
        return node
    return replace(node, value=tuple(sign if v == "to" else str(v) for v in node.value))


def _plim(node: Node) -> Node:
    """`plim X = c` says that X → c in probability."""
    if node.kind in ("Labelled", "Cond", "List"):
        children = tuple(map(_plim, node.children))
        return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)
    if node.kind != "Chain" or node.value != ("=",):
        return node
    left, right = node.children
    if left.kind != "Limit" or left.value != "p":
        return node
    body, variable, point = left.children
    chain = replace(node, children=(body, right), value=("to_p",))
    if point.kind == "Empty":
        return chain
    passage = Node("Chain", Span(variable.span.start, point.span.end), (variable, point), ("to",), (variable.span,))
    return Node("Cond", node.span, (chain, passage), "")


def _with_passage(node: Node, source: Source) -> Node:
    """`X \\xrightarrow[n \\to \\infty]{P} c`: what stands at the arrow is a condition of the statement."""
    if node.kind in ("List", "Labelled"):
        children = tuple(_with_passage(c, source) for c in node.children)
        return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)
    if node.kind != "Chain" or not isinstance(node.value, tuple) or not ARROWS.intersection(node.value):
        return node
    for sign, place in zip(node.value, node.signs, strict=False):
        passage = passage_at(source, place) if sign in ARROWS else None
        if passage is not None:
            return Node("Cond", node.span, (node, passage), "")
    return node


_PASSAGE = wording(
    r"[\[{]((?:[^\[\]{}]|\{[^{}]*\})*?\\(?:to|rightarrow|longrightarrow|downarrow|uparrow)(?![A-Za-z])[^\[\]{}]*)[\]}]"
)


def passage_at(source: Source, place: Span) -> Node | None:
    """`n \\to \\infty` as it stands at an arrow that is written from `place.start` to `place.end`."""
    match = _PASSAGE.search(source.text, place.start, place.end)
    if match is None:
        return None
    node = parse(source, Span(*match.span(1))).node
    return node if node is not None and node.kind == "Chain" and node.value == ("to",) else None
