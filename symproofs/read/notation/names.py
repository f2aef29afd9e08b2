"""Numbers, names, letters with accents and scripts, in the notation of `read_as`."""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.read.elaboration.evidence import is_transpose
from symproofs.read.elaboration.names import Written, bare, script_items, script_text, spell, written
from symproofs.read.notation.reader import ATOM, Maker, Reader, Text, Unreadable
from symproofs.read.tree import Node

SETS: Mapping[str, str] = {"R": "RR", "Z": "ZZ", "N": "NN", "Q": "QQ", "C": "CC"}


def read_num(r: Reader, node: Node) -> Text:
    return str(node.value).replace(",", ""), ATOM


def name_text(r: Reader, name: Written) -> str:
    """A name; a subscript with commas or arithmetic is an index."""
    if not name.subscripts:
        matrices = r.arrays.any() or r.evidence.matrices or r.sort("I") == "matrix"
        if name.base in ("I", "bold_I") and r.sort("I") in (None, "matrix") and matrices:
            return "I_mat"
        return SETS.get(name.base.removeprefix("bb_"), name.base) if name.base.startswith("bb_") else name.base
    if all(script_text(s) is not None for s in name.subscripts):
        return name.text
    items = [i for s in name.subscripts for i in script_items(s)]
    return f"Index({name.base},{','.join(r.text(i) for i in items)})"


def read_name(r: Reader, node: Node) -> Text:
    name = written(node)
    if name is None:
        make = _UNNAMED.get(node.kind)
        if make is None:
            raise Unreadable(node.kind)
        return make(r, node)
    return name_text(r, name), ATOM


def read_font(r: Reader, node: Node) -> Text:
    base = bare(node.children[0])
    if node.value == "bb" and base.kind == "Id":
        return SETS.get(str(base.value), f"bb_{base.value}"), ATOM
    if written(node) is not None:
        return read_name(r, node)
    return r.read(node.children[0])


def read_accent(r: Reader, node: Node) -> Text:
    base = written(node.children[0])
    sort = r.sort(base.text) or r.sort(base.base) if base is not None else None
    if node.value in ("bar", "overline"):
        plain = sort is None and (node.value == "overline" or (base is not None and base.text in r.conjugated))
        if sort == "complex" or base is None or plain:
            return r.call("conj", node.children[0])
    if base is None:
        return r.call(str(node.value), node.children[0])
    return read_name(r, node)


def read_prime(r: Reader, node: Node) -> Text:
    count = node.value if isinstance(node.value, int) else 1
    return f"Prime({r.text(node.children[0])},{count})", ATOM


def read_sub(r: Reader, node: Node) -> Text:
    """An entry of something that is no name; the kind of a norm; a subscript written after a power."""
    base, script = node.children
    if base.kind == "Sup" and not is_transpose(base.children[1]) and bare(base.children[1]).kind != "Mark":
        inside = Node("Sub", node.span, (base.children[0], script))
        return r.read(Node("Sup", node.span, (inside, base.children[1])))
    if base.kind == "Norm":
        return f"Norm({r.text(base.children[0])},{r.text(script)})", ATOM
    if base.kind == "Prime":
        return f"Prime({r.text(Node('Sub', node.span, (base.children[0], script)))},{base.value or 1})", ATOM
    items = script_items(script)
    if len(items) == 1 and items[0].kind == "Product" and not any(items[0].value or ()):  # type: ignore[arg-type]
        items = items[0].children  # `(A^{-1})_{ij}`
    return f"Index({r.text(base)},{','.join(r.text(i) for i in items)})", ATOM


def read_mark(r: Reader, node: Node) -> Text:
    return spell(str(node.value)), ATOM


_UNNAMED: Mapping[str, Maker] = {"Sub": read_sub, "Prime": read_prime}
