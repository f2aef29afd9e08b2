"""`PE_{(pos, 2i)}` is the function PE of pos and 2i, and `PE(pos, 2i)` is no product of P and E.

A subscript in round brackets with several items below a word is an argument list; capitals that are typed in a row before
one that has a word among its items are a word. Elsewhere capitals in a row are a product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import bare
from symproofs.read.tree import Node


def with_position_scripts(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The formulas of a section with such subscripts as arguments; a word that one of them writes is a word in all."""
    made = tuple(_read(node, frozenset()) if _may_write_one(node) else node for node in nodes)
    words = frozenset(
        str(p.value) for old, new in zip(nodes, made, strict=True) if new is not old for p in new.walk() if _is_word(p)
    )
    return tuple(_read(node, words) if _may_write_one(node) else node for node in made) if words else made


def _may_write_one(node: Node) -> bool:
    """Whether a formula writes several items in round brackets at all; few do."""
    return any(p.kind == "Group" and p.value == "(" and len(p.children) > 1 for p in node.walk())


def _is_word(node: Node) -> bool:
    return node.kind == "Word" and str(node.value).isupper()


def _read(node: Node, words: frozenset[str]) -> Node:
    children = tuple(_read(c, words) for c in node.children)
    if any(a is not b for a, b in zip(children, node.children, strict=True)):
        node = replace(node, children=children)
    if node.kind == "Product":
        return _joined(node, words)
    return _called(node, node.children[0]) if _has_arguments(node, node.children[:1]) else node


def _has_arguments(node: Node, heads: tuple[Node, ...]) -> bool:
    return node.kind == "Sub" and len(heads) == 1 and bare(heads[0]).kind == "Word" and len(_items(node.children[1])) > 1


def _items(script: Node) -> tuple[Node, ...]:
    script = bare(script)
    return script.children if script.kind == "Group" and script.value == "(" else ()


def _called(node: Node, head: Node) -> Node:
    return Node("Function", node.span, (bare(head), bare(node.children[1])))


def _joined(node: Node, words: frozenset[str]) -> Node:
    """A product in which capitals in a row are the word before such arguments."""
    signs = ("", *(str(s) for s in node.value)) if isinstance(node.value, tuple) else ()
    children, kept = list(node.children), list(signs)
    k = 0
    while k < len(children):
        start = k
        while start and kept[start] == "" and _is_capital(children[start - 1]):
            start -= 1
        made = _with_word(children[k], tuple(children[start:k]), words) if start < k else None
        if made is not None:
            children[start : k + 1], kept[start : k + 1] = [made], [kept[start]]
            k = start
        k += 1
    if len(children) == len(node.children):
        return node
    return children[0] if len(children) == 1 else replace(node, children=tuple(children), value=tuple(kept[1:]))


def _is_capital(node: Node) -> bool:
    return node.kind == "Id" and str(node.value).isupper()


def _with_word(node: Node, letters: tuple[Node, ...], words: frozenset[str]) -> Node | None:
    """The last capital with its arguments, or the arguments alone, where the letters before it are the rest of the word."""
    if node.kind in ("Sup", "Prime") and node.children:
        inside = _with_word(node.children[0], letters, words)
        return (
            None if inside is None else replace(node, span=letters[0].span.join(node.span), children=(inside, *node.children[1:]))
        )
    of_last = node.kind == "Sub" and len(node.children) == 2 and _is_capital(node.children[0])
    heads = (*letters, node.children[0]) if of_last else letters
    items = _items(node.children[1] if of_last else node)
    text = "".join(str(h.value) for h in heads)
    if len(heads) < 2 or len(items) < 2:
        return None
    if text not in words and not any(part.kind == "Word" for item in items for part in item.walk()):
        return None
    word = Node("Word", heads[0].span.join(heads[-1].span), (), text)
    return Node("Function", word.span.join(node.span), (word, bare(node.children[1] if of_last else node)))
