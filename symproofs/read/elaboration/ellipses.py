"""Sums with an ellipsis: `a_1 + a_2 + … + a_n` is Σ_k a_k, with one term of its own in the middle if there is one.

The general term is the last one with its index replaced; the terms at the beginning must be its first values.
*Fails with* `Refused` where the written terms do not determine it.
"""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.diagnostics import Span
from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.names import bare
from symproofs.read.elaboration.scope import Refused
from symproofs.read.elaboration.sizes import size_from
from symproofs.read.tree import Node

LETTERS = "kjlmrsuvwpqt"
"""Letters for the index that the ellipsis leaves unwritten."""

Path = tuple[int, ...]


def ellipsis_sum(d: Drafter, node: Node) -> Draft:
    """The sum that a written sum with one or two ellipses means."""
    terms, span = node.children, node.span
    dots = [k for k, t in enumerate(terms) if t.kind == "Dots"]
    if len(dots) > 2 or dots[0] == 0 or dots[-1] != len(terms) - 2 or any(s != "+" for s in node.value or ()):  # type: ignore[union-attr]
        raise _unclear(span)
    first, last = terms[: dots[0]], terms[-1]
    paths = _index_places(first[0], last)
    if not paths:
        raise _unclear(span)
    end = _at(last, paths[0])
    start = _at(first[0], paths[0])
    if any(not _alike(_at(last, p), end) for p in paths) or size_from(end) is None:
        raise _unclear(span)
    letter = next((c for c in LETTERS if c not in set(_letters(last)) | set(_letters(first[0]))), None)
    if letter is None or not str(start.value).isdigit():
        raise _unclear(span)
    general = _put(last, paths, Node("Id", end.span, (), letter))
    for k, term in enumerate(first):
        if not _alike(term, _put(last, paths, Node("Num", end.span, (), str(int(str(start.value)) + k)))):
            raise _unclear(term.span)
    index = Node("Id", end.span, (), letter)
    if len(dots) == 1:
        lower = Node("Chain", span, (index, start), ("=",), (span,))
        return d.draft(Node("Big", span, (general, lower, end), "sum"))
    if dots[1] != dots[0] + 2:
        raise _unclear(span)
    return _with_middle(d, node, general, index, terms[dots[0] + 1], paths)


def _with_middle(d: Drafter, node: Node, general: Node, index: Node, middle: Node, paths: list[Path]) -> Draft:
    """One term in the middle stands for itself: the others are summed without it."""
    try:
        own = _at(middle, paths[-1])
    except IndexError:
        raise _unclear(middle.span) from None
    if own.kind not in ("Id", "Num"):
        raise _unclear(middle.span)
    if _alike(middle, _put(general, paths, own)):
        lower = index
        return d.draft(Node("Big", node.span, (general, lower, Node("Empty", node.span)), "sum"))
    lower = Node("Chain", node.span, (index, own), ("!=",), (node.span,))
    rest = Node("Big", node.span, (general, lower, Node("Empty", node.span)), "sum")
    return d.draft(Node("Add", node.span, (rest, middle), ("+", "+")))


def _unclear(span: Span) -> Refused:
    return Refused("not-supported", "what this ellipsis stands for is not clear from the terms that are written", span)


def _index_places(first: Node, last: Node) -> list[Path]:
    """Where the first term has a number and the last one something else; empty where they differ otherwise."""
    places: list[Path] = []
    stack: list[tuple[Node, Node, Path]] = [(first, last, ())]
    while stack:
        a, b, path = stack.pop()
        if a.kind == "Num" and a.value in ("0", "1", "2") and not _alike(a, b):
            places.append(path)
        elif a.kind != b.kind or a.value != b.value or len(a.children) != len(b.children):
            return []
        else:
            stack.extend((x, y, (*path, k)) for k, (x, y) in enumerate(zip(a.children, b.children, strict=True)))
    return sorted(places)


def _at(node: Node, path: Path) -> Node:
    for k in path:
        node = node.children[k]
    return node


def _put(node: Node, paths: list[Path], new: Node) -> Node:
    for path in paths:
        node = _replaced(node, path, new)
    return node


def _replaced(node: Node, path: Path, new: Node) -> Node:
    if not path:
        return new
    children = tuple(_replaced(c, path[1:], new) if k == path[0] else c for k, c in enumerate(node.children))
    return Node(node.kind, node.span, children, node.value, node.signs)


def _alike(a: Node, b: Node) -> bool:
    """The same tree, wherever it stands."""
    a, b = bare(a), bare(b)
    if a.kind != b.kind or a.value != b.value or len(a.children) != len(b.children):
        return False
    return all(map(_alike, a.children, b.children))


def _letters(node: Node) -> Iterator[str]:
    return (str(p.value) for p in node.walk() if p.kind == "Id")
