"""`Λ = diag(h_i (1 - h_i))`, `Λ = diag(λ_1, …, λ_n)`: a diagonal matrix given by its general entry.

It says what every entry is: `Λ_ij = h_i (1 - h_i) δ_ij`. The letter that the entry runs over stands on the right alone, so it is
not one that is fixed before. *Fails when* there is no such letter, or what is defined is no name without subscripts: then the
formula stays as it is.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.read.elaboration.conventions import MATRIX_WORDS, RUNNING
from symproofs.read.elaboration.evidence import is_bracket
from symproofs.read.elaboration.names import bare, letters_in, written
from symproofs.read.tree import Node


def with_general_diagonals(node: Node) -> Node:
    """The formula with definitions by a general diagonal entry as definitions of all entries."""
    if node.kind in ("List", "Labelled", "Cond"):
        return replace(node, children=tuple(map(with_general_diagonals, node.children)))
    if node.kind != "Chain" or node.value not in (("=",), ("def",)):
        return node
    left, right = node.children
    array = written(left)
    if array is None or array.subscripts:
        return node
    found = _general_entry(right)
    if found is None:
        return node
    entry, letter = found
    at = right.span
    used = {letter, *letters_in(node)}
    other = next((c for c in "jikl" if c not in used), None)
    if other is None:
        return node
    indices = Node("Product", at, (Node("Id", at, (), letter), Node("Id", at, (), other)), ("",))
    delta = Node("Sub", at, (Node("Id", at, (), "delta"), indices))
    value = Node("Product", at, (Node("Group", entry.span, (entry,), "("), delta), ("",))
    return replace(node, children=(Node("Sub", left.span, (left, indices)), value))


def _general_entry(node: Node) -> tuple[Node, str] | None:
    """What stands on the diagonal of `diag(…)` in row i, and i."""
    if node.kind != "Function" or len(node.children) != 2 or not (is_bracket(node.children[1]) or _is_set(node.children[1])):
        return None
    word, items = written(node.children[0]), node.children[1].children
    if word is None or MATRIX_WORDS.get(word.text) != "diag":
        return None
    if len(items) == 1:
        running = {i for i in map(_subscript, items[0].walk()) if i is not None}
        return (items[0], running.pop()) if len(running) == 1 and running <= RUNNING else None
    return _of_run(items)


def _of_run(items: tuple[Node, ...]) -> tuple[Node, str] | None:
    """λ_i of `λ_1, …, λ_n`."""
    plain = [i for i in items if i.kind != "Dots"]
    bases = {name.base for i in plain if (name := written(i)) is not None and len(name.subscripts) == 1}
    if len(plain) == len(items) or len(bases) != 1 or any(i.kind != "Sub" for i in plain):
        return None
    first, last = (bare(i.children[1]) for i in (plain[0], plain[-1]))
    if first.kind != "Num" or first.value != "1" or last.kind == "Num":
        return None
    letter = next(c for c in "ijkl" if c not in letters_in(last))
    base = plain[0].children[0]
    return Node("Sub", plain[0].span, (base, Node("Id", plain[0].span, (), letter))), letter


def _subscript(node: Node) -> str | None:
    """i of `h_i`."""
    script = bare(node.children[1]) if node.kind == "Sub" and len(node.children) == 2 else None
    return str(script.value) if script is not None and script.kind == "Id" else None


def _is_set(node: Node) -> bool:
    return node.kind in ("Group", "Set") and node.value == "{"
