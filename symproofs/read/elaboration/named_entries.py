"""`A = (a_{ij}) ∈ ℝ^{m×n}` names the entries of A; `(a_{ij}) ∈ ℝ^{m×n}` makes an array of them.

The bracket round a letter with two running subscripts says how entries are called and is no value: it is left out before
anything is elaborated. Whether `a_{ij}` is an entry of A is known from the letters, as everywhere.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.read.elaboration.conventions import RUNNING
from symproofs.read.elaboration.names import bare, script_items, written
from symproofs.read.tree import Node


def without_named_entries(node: Node) -> Node:
    """The formula without the brackets that only name entries."""
    if node.kind in ("List", "Labelled", "Cond"):
        return replace(node, children=tuple(map(without_named_entries, node.children)))
    signs = node.value if node.kind == "Chain" and isinstance(node.value, tuple) else ()
    if signs == ("in",) and (base := _entries(node.children[0])) is not None:
        return replace(node, children=(base, node.children[1]))
    if signs not in (("=",), ("=", "in")):
        return node
    array, base = written(node.children[0]), _entries(node.children[1])
    letter = written(base) if base is not None else None
    if letter is None:
        return node
    if array is None or array.subscripts or array.text.removeprefix("bold_").lower() != letter.text:
        unread = replace(node.children[1], kind="Entries")  # a clash of shapes would be one of our reading
        return replace(node, children=(node.children[0], unread, *node.children[2:]))
    if len(signs) == 1:
        return Node("Text", node.span, (), "entries are named")
    return replace(node, children=(node.children[0], node.children[2]), value=("in",), signs=node.signs[1:])


def _entries(node: Node) -> Node | None:
    """The letter of `(a_{ij})`, `[a_{ij}]`, `(a_{i,j})_{i,j}`."""
    while node.kind == "Sub" and node.children and bare(node.children[0]).kind == "Group":
        node = bare(node.children[0])
    if node.kind != "Group" or node.value not in ("(", "[") or len(node.children) != 1:
        return None
    inside = node.children[0]
    if inside.kind != "Sub" or len(inside.children) != 2 or written(inside.children[0]) is None:
        return None
    script = bare(inside.children[1])
    items = script.children if script.kind == "Product" else script_items(script)
    running = all(i.kind == "Id" and str(i.value) in RUNNING for i in map(bare, items))
    return inside.children[0] if len(items) == 2 and running else None
