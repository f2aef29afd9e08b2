"""What stands above a letter and is part of its name: `W^Q`, `W^{\\text{out}}`, `W^{(1)}`, `a^{[l]}`.

A power has a number above it. A capital that is an array of the text and no number (`Q = X W^Q`), a word that stands nowhere
else, a number or an index in square brackets, and in round ones where capitals carry such, are no exponents: they are put
below the letter, where names have them. *Fails when* nothing says that a capital above is no number, or subscripts of the
letter say something else already: nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symproofs.read.elaboration.conventions import FUNCTION_LETTERS, ORDERS
from symproofs.read.elaboration.names import bare, is_capital, is_label, name_of, spell
from symproofs.read.layout import Written
from symproofs.read.phrases import nouns_in
from symproofs.read.tree import Node
from symproofs.records import record
from symproofs.terms.context import Context

PROJECTIONS = frozenset({"Q", "K", "V", "O"})
"""Above W they name what it projects to, as in the paper on attention."""

OPERATIONS = frozenset({"T", "H"})
"""Capitals above a matrix that do something to it."""

NUMBERS = frozenset({"natural", "integer", "real", "complex", "size", "positive", "nonnegative", "even", "odd"})
"""Nouns of numbers."""


def with_names_above(formulas: Sequence[Written], context: Context, text: str) -> tuple[Written, ...]:
    """The formulas, superscripts that belong to a name put below it. `text`: the whole document."""
    nodes = [f.node for f in formulas if f.node is not None]
    if not any(_may_name(part) for node in nodes for part in node.walk()):
        return tuple(formulas)
    layers = any(_is_layer(part) for node in nodes for part in node.walk())
    arrays, numbers = _arrays(formulas, context), _numbers(formulas, context)
    known = Known(arrays, numbers, _subjects(formulas), _words(nodes), layers, text)
    renamed = (None if f.node is None else _renamed(f.node, known) for f in formulas)
    return tuple(f if node is f.node else replace(f, node=node) for f, node in zip(formulas, renamed, strict=True))


def with_projections(node: Node, sorts: Mapping[str, str]) -> Node:
    """A formula that stands by itself: what is no power in it by convention, `W^Q` where Q is no number."""
    plain = PROJECTIONS.isdisjoint(n for n, sort in sorts.items() if sort not in ("matrix", "vector"))
    return _renamed(node, None) if plain and any(_may_name(part) for part in node.walk()) else node


@record
class Known:
    """What the text shows of its letters: arrays, numbers, names with a superscript that it declares, words, how it is written.

    `layers`: some capital carries a label in round brackets, so that other letters may, too.
    """

    arrays: frozenset[str]
    numbers: frozenset[str]
    declared: frozenset[tuple[str, str]]
    words: frozenset[str]
    layers: bool
    text: str


def _may_name(node: Node) -> bool:
    return node.kind == "Sup" and len(node.children) == 2 and _label(_apart(node)[0]) is not None


def _renamed(node: Node, known: Known | None) -> Node:
    children = tuple(_renamed(c, known) for c in node.children)
    if any(a is not b for a, b in zip(children, node.children, strict=True)):
        node = replace(node, children=children)
    if not _may_name(node):
        return node
    (above, transpose), base = _apart(node), bare(node.children[0])
    stem = base.children[0] if base.kind == "Sub" and len(base.children) == 2 else base
    label = _label(above)
    if stem.kind not in ("Id", "Font", "Accent") or label is None or not _names(stem, above, known):
        return node
    named = Node("Sub", node.span, (stem, label))
    if stem is not base:
        named = Node("Sub", node.span, (named, base.children[1]))
    return named if transpose is None else Node("Sup", node.span, (named, transpose))


def _apart(node: Node) -> tuple[Node, Node | None]:
    """What stands above a letter, and the transpose behind it: `W^{Q\\top}`."""
    above = bare(node.children[1])
    if above.kind == "Product" and len(above.children) == 2 and above.children[1].kind == "Transpose":
        return above.children[0], above.children[1]
    return above, None


def _label(above: Node) -> Node | None:
    """The superscript as a subscript, where it may be one."""
    above = _plain(above)
    if above.kind in ("Id", "Word"):
        value = str(above.value)
        named = len(value) > 1 if above.kind == "Word" else value.isupper() and value not in OPERATIONS
        return Node("Word", above.span, (), value) if named else None
    if above.kind == "Group" and above.value in ("(", "[") and is_label(replace(above, value="(")):
        inside = above.children[0]
        letters = [str(p.value) for p in inside.walk() if p.kind == "Id"]
        return inside if all(letter.islower() or above.value == "[" for letter in letters) else None
    return None


def _plain(node: Node) -> Node:
    """What a font for words is put on: `\\mathrm{Q}`, `\\text{out}`."""
    while node.kind == "Font" and node.value in ("rm", "sf") and len(node.children) == 1:
        node = bare(node.children[0])
    return node


def _names(stem: Node, above: Node, known: Known | None) -> bool:
    """Whether what stands above the letter is part of its name."""
    letter = name_of(stem) or ""
    above = _plain(above)
    projects = letter in ("W", "bold_W") and above.kind == "Id" and above.value in PROJECTIONS
    if known is None:
        return projects
    if above.kind == "Group":
        if above.value == "(" and (letter in FUNCTION_LETTERS or not (known.layers or letter.startswith("bold_"))):
            return False  # `f^{(n)}` is a derivative
        sign = re.escape(letter.removeprefix("bold_").rstrip("_"))
        return re.search(rf"(?<![A-Za-z]){sign}\}}*\s*_", known.text) is None
    value = spell(str(above.value))
    if above.kind == "Word":
        return letter != "e" and value not in known.words
    if not (is_capital(letter) or letter.startswith("bold_")) or value in known.numbers:
        return False
    return projects or value in known.arrays or (letter, value) in known.declared


def _is_layer(node: Node) -> bool:
    """`W^{(l)}`"""
    above = bare(node.children[1]) if _may_name(node) else node
    letter = name_of(node.children[0]) if above is not node else None
    return (
        above.kind == "Group"
        and above.value == "("
        and letter is not None
        and is_capital(letter)
        and letter not in FUNCTION_LETTERS
    )


def _arrays(formulas: Sequence[Written], context: Context) -> frozenset[str]:
    """Letters that are arrays: they are declared so, or an equation defines them with a matrix of their name."""
    found = {n for n, row in context.declarations.items() if row.type.is_tensor}
    for node in (f.node for f in formulas if f.node is not None):
        for chain in (p for p in node.walk() if p.kind == "Chain"):
            heads = _listed(chain.children[0])
            signs = chain.value if isinstance(chain.value, tuple) else ()
            if signs[:1] == ("in",) and _size(chain.children[1]) is not None:
                found.update(heads)
            elif signs[:1] in (("=",), ("def",)):
                above = {name_of(_plain(_apart(p)[0])) for c in chain.children[1:] for p in c.walk() if _may_name(p)}
                found.update(h for h in heads if h in above)
    return frozenset(found)


def _numbers(formulas: Sequence[Written], context: Context) -> frozenset[str]:
    """Letters that are numbers: declared so, sizes, bounds, compared with others, or called numbers."""
    rows = context.declarations.values()
    found = {r.name for r in rows if r.type.is_scalar and r.origin in ("given", "document")}
    found |= {n for r in rows for size in (*r.type.shape, *r.type.over) for n in size.names}
    for formula in formulas:
        if formula.node is None:
            continue
        if any(n.fact in NUMBERS for n in (*nouns_in(formula.after[:40]), *nouns_in(formula.before[-40:]))):
            found.update(_listed(formula.node))
        for part in formula.node.walk():
            size = _size(part)
            bounds = part.children[1:] if part.kind in ("Big", "Binom") else ()
            signs = part.value if part.kind == "Chain" and isinstance(part.value, tuple) else ()
            orders = part.children if ORDERS & {*map(str, signs)} else ()
            found.update(
                n for c in (*bounds, *orders, *((size,) if size is not None else ())) for p in c.walk() if (n := name_of(p))
            )
    return frozenset(found)


def _size(node: Node) -> Node | None:
    """m × n of `ℝ^{m×n}`."""
    fits = node.kind == "Sup" and len(node.children) == 2 and bare(node.children[0]).kind == "Font"
    return node.children[1] if fits and bare(node.children[0]).value == "bb" else None


def _subjects(formulas: Sequence[Written]) -> frozenset[tuple[str, str]]:
    """Names with a superscript that are said to lie in a space: `let $W^A ∈ ℝ^{m×n}$`."""
    found: set[tuple[str, str]] = set()
    for formula in formulas:
        node = formula.node
        if node is None or formula.cue == "conclude":
            continue
        for chain in (p for p in node.walk() if p.kind == "Chain" and p.value == ("in",) and _size(p.children[1]) is not None):
            first = bare(chain.children[0])
            for item in first.children if first.kind == "List" else (first,):
                label = name_of(_plain(_apart(item)[0])) if _may_name(item) else None
                own = name_of(item.children[0]) if label is not None else None
                if own is not None and label is not None:
                    found.add((own.split("_")[0] if not own.startswith("bold_") else own, label))
    return frozenset(found)


def _listed(node: Node) -> list[str]:
    """The names that a formula is, or that it says something of."""
    node = bare(node)
    if node.kind == "Chain" and node.value == ("in",):
        node = bare(node.children[0])
    items = node.children if node.kind == "List" else (node,)
    return [n for c in items if (n := name_of(c)) is not None]


def _words(nodes: Sequence[Node]) -> frozenset[str]:
    """Words that stand somewhere else than above a letter or below one."""
    found: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if node.kind == "Word":
            found.add(spell(str(node.value)))
        alone = node.kind == "Sup" and len(node.children) == 2 and _plain(_apart(node)[0]).kind == "Word"
        stack += node.children[:1] if node.kind == "Sub" or alone else node.children
    return frozenset(found)
