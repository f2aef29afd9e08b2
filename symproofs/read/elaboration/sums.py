"""Sums and products over an index: `Σ_{i=1}^n`, `Σ_i`, `Σ_{i ≠ a, b}`, `Σ_{i,j}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration.conventions import RUNNING
from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.evidence import holds_letter
from symproofs.read.elaboration.inference import SCALAR
from symproofs.read.elaboration.lookup import index_draft, size_of
from symproofs.read.elaboration.names import bare, inner, written
from symproofs.read.elaboration.scope import Refused, Symbol
from symproofs.read.elaboration.sizes import size_from
from symproofs.read.tree import Node
from symproofs.terms.types import Sort

HEADS: Mapping[str, str] = {"sum": "sum", "prod": "product"}


def big(d: Drafter, node: Node) -> Draft:
    """A sum or product; its index is bound in the body."""
    body, lower, upper = node.children
    head = HEADS.get(str(node.value))
    if head is None:
        raise Refused("not-supported", Message("{} is not supported here yet", node.value), node.span)
    lower = inner(lower)
    if lower.kind == "Empty":
        return _over(d, head, body, _unwritten(d, body, node.span), (), None, node.span)
    if lower.kind in ("Group", "List"):
        return _nested(d, head, body, lower.children, node.span)
    if lower.kind == "Chain" and lower.value == ("=",) and upper.kind != "Empty":
        return _between(d, head, body, lower, upper, node.span)
    if upper.kind != "Empty":
        raise Refused("not-supported", "the bounds of this sum are not understood", lower.span)
    if lower.kind == "Chain" and lower.value == ("!=",):
        excluded = lower.children[1].children if lower.children[1].kind == "List" else (lower.children[1],)
        if len(excluded) == 1 and _runs_itself(d, excluded[0], body, lower):
            symbol, runs_over, restore = _bind(d, excluded[0], None)
            try:
                inside = _over(d, head, body, lower.children[0], excluded, None, node.span)
            finally:
                restore()
            return Draft(head, (inside,), (symbol.name, runs_over), node.span, inside.var)
        return _over(d, head, body, lower.children[0], excluded, None, node.span)
    if lower.kind == "Chain" and lower.value == ("in",):
        size = _range(d, lower.children[1])
        if size is not None:
            return _over(d, head, body, lower.children[0], (), size, node.span)
    if lower.kind == "Chain" and lower.value == ("=",) and lower.children[1].kind == "List":
        items = lower.children[1].children
        if bare(items[0]).value == "1" and any(i.kind == "Dots" for i in items):
            return _over(d, head, body, lower.children[0], (), size_of(d, items[-1]), node.span)
    if written(lower) is not None:
        return _over(d, head, body, lower, (), None, node.span)
    raise Refused("not-supported", "what this sum runs over is not supported here yet", lower.span)


def _runs_itself(d: Drafter, node: Node, body: Node, lower: Node) -> bool:
    """Whether `Σ_{i ≠ j}` sums over both: nothing else says what j is, and j stands in the body.

    *Fails* where j stands by itself in another formula of the section, or not in the body either.
    """
    name = written(node)
    if name is None or name.text in d.unbound:
        return False
    symbol = d.scope.find(name.text)
    if symbol is not None and (symbol.bound or symbol.declaration is not None):
        return False
    if name.text in d.scope.evidence.unbound or not holds_index(body, name.text):
        text = Message("this sum can be read in two ways: over one index for a fixed {}, and over both", name.text)
        raise Refused("ambiguous", text, lower.span, help="write two sums, or say what the index stands for")
    return True


def holds_index(node: Node, letter: str) -> bool:
    """Whether a letter stands in an expression, subscripts included."""
    return any(part.kind == "Id" and part.value == letter for part in node.walk())


def _unwritten(d: Drafter, body: Node, span: Span) -> Node:
    """The index of a sum that does not write it: the only letter that stands as a subscript in its body."""
    found: dict[str, Node] = {}
    for part in body.walk():
        name = written(part) if part.kind == "Sub" else None
        for script in name.subscripts if name is not None else ():
            letter = bare(script)
            symbol = d.scope.find(str(letter.value)) if letter.kind == "Id" else None
            if letter.kind == "Id" and str(letter.value) in RUNNING and (symbol is None or symbol.name not in d.scope.local):
                found.setdefault(str(letter.value), letter)
    if len(found) != 1:
        raise Refused("not-supported", "what this sum runs over is not written", span)
    return next(iter(found.values()))


def _range(d: Drafter, node: Node) -> int | None:
    """`[n]` or `{1, …, n}`."""
    if node.kind == "Group" and node.value == "[" and len(node.children) == 1:
        return size_of(d, node.children[0])
    if node.kind == "Set" and len(node.children) >= 3 and bare(node.children[0]).value == "1":
        return size_of(d, node.children[-1])
    return None


def _nested(d: Drafter, head: str, body: Node, names: tuple[Node, ...], span: Span) -> Draft:
    if not names or any(written(n) is None for n in names):
        raise Refused("not-supported", "what this sum runs over is not supported here yet", span)
    if len(names) == 1:
        return _over(d, head, body, names[0], (), None, span)
    symbol, size, restore = _bind(d, names[0], None)
    inside = _nested(d, head, body, names[1:], span)
    restore()
    return Draft(head, (inside,), (symbol.name, size), span, inside.var)


def _bind(d: Drafter, node: Node, size: int | None) -> tuple[Symbol, int, Callable[[], None]]:
    """A bound index; `restore` brings back what its name stood for outside."""
    name = written(node)
    if name is None:
        raise Refused("not-supported", "what this sum runs over is not supported here yet", node.span)
    outside = d.scope.find(name.text)
    if size is None:
        known = outside is not None and outside.role == "index" and outside.declaration is not None and outside.sizes
        size = outside.sizes[0] if known and outside is not None else d.solver.fresh_size()
    symbol = Symbol(name.text, "index", SCALAR, node.span)
    symbol.sort, symbol.sizes, symbol.bound = "natural", [size], True
    local, before = d.scope.local, d.scope.local.get(name.text)
    local[name.text] = symbol
    indexed, d.indexed_here = d.indexed_here, d.indexed_here or name.text == "i"

    def restore() -> None:
        d.indexed_here = indexed
        if before is None:
            del local[name.text]
        else:
            local[name.text] = before

    return symbol, size, restore


def _over(d: Drafter, head: str, body: Node, index: Node, excluded: tuple[Node, ...], size: int | None, span: Span) -> Draft:
    """Over a range: the one written, the one of the excluded indices, or the one of the arrays in the body."""
    symbol, size, restore = _bind(d, index, size)
    try:
        left_out = tuple(index_draft(d, e, size) for e in excluded if _single(e))
        if len(left_out) != len(excluded):
            raise Refused("not-supported", "what is left out of this sum is not supported here yet", span)
        inside = d.draft(body)
    finally:
        restore()
    if head == "product":
        d.number(inside, "a product over an index is of numbers")
    return Draft(head, (inside, *left_out), (symbol.name, size), span, inside.var)


def _single(node: Node) -> bool:
    return node.kind == "Num" or written(node) is not None


def _between(d: Drafter, head: str, body: Node, lower: Node, upper: Node, span: Span) -> Draft:
    """From 1 to a size: over a range. Between other integers: a sum with bounds."""
    index, start = lower.children
    name = written(index)
    if name is None:
        raise Refused("not-supported", "what this sum runs over is not supported here yet", index.span)
    if bare(start).kind == "Num" and bare(start).value == "1" and _is_size(d, upper, body, name.text):
        return _over(d, head, body, index, (), size_of(d, upper), span)
    if head == "product":
        raise Refused("not-supported", "a product between bounds is not supported here yet", span)
    low = _bound(d, start, "integer")
    high = _bound(d, upper, "natural" if _from_zero(low) else "integer")
    symbol, _, restore = _bind(d, index, None)
    symbol.sizes, symbol.role, symbol.sort = [], "value", "integer"
    try:
        inside = d.draft(body)
    finally:
        restore()
    return Draft("sum_between", (inside, low, high), (symbol.name,), span, inside.var)


def _is_size(d: Drafter, upper: Node, body: Node, index: str) -> bool:
    """Whether a sum from 1 ends at a size: its names are sizes, or open and the index picks entries."""
    size = size_from(upper)
    if size is None or (size.literal is not None and size.literal < 1):
        return False
    picks = any(part.kind == "Sub" and len(part.children) == 2 and holds_letter(part.children[1], index) for part in body.walk())
    for name in size.names:
        symbol = d.scope.find(name)
        if symbol is None or (symbol.role == "value" and symbol.declaration is None):
            if not picks:
                return False
        elif symbol.role != "size":
            return False
    return bool(size.names) or picks


def _from_zero(low: Draft) -> bool:
    """Whether a sum begins at 0 or a written number above: nobody means one that ends at `n` for a negative n."""
    return low.op == "num" and isinstance(low.data, Fraction) and low.data >= 0


def _bound(d: Drafter, node: Node, sort: Sort) -> Draft:
    """A bound of a sum is an integer; an open name is one by that, of the sort that is told."""
    if bare(node).kind == "Infinity":
        raise Refused("not-supported", "an infinite series is not supported here yet", node.span)
    if bare(node).kind == "Num":
        return Draft("num", (), Fraction(str(bare(node).value)), node.span, SCALAR)
    draft = d.number(d.draft(node))
    for part in _names_in(draft):
        if part.sort is None:
            part.sort = sort
    return draft


def _names_in(draft: Draft) -> list[Symbol]:
    found = [draft.data] if draft.op == "name" else []
    for a in draft.args:
        found.extend(_names_in(a))
    return found


SUMS: Mapping[str, Callable[[Drafter, Node], Draft]] = {"Big": big}
