"""The larger and the smaller of numbers that are written out: max(a, b) = b + relu(a - b), min(a, b) = a - relu(a - b).

Entry by entry on arrays of one shape. max(0, x) and max(x, 0) are relu(x). What ranges over a set is not read here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration.draft import CALLED, Draft, Drafter
from symproofs.read.elaboration.scope import Refused
from symproofs.read.tree import Node


def extremum(d: Drafter, node: Node) -> Draft:
    """`\\max(a, b)`, `\\min\\{a, b, c\\}`. *Fails* for one argument, and for an extremum over a range."""
    body, over = node.children if len(node.children) == 2 else (node, node)
    items = body.children if body.kind in ("Group", "Set") else ()
    if node.value not in ("max", "min") or over.kind != "Empty" or len(items) < 2:
        raise Refused("not-supported", Message("{} is not supported here yet", CALLED["Extremum"]), node.span)
    drafts = [d.draft(i) for i in items]
    shapes = [x.var for x in drafts if not _is_zero(x)]
    for var in shapes[1:]:
        d.same(shapes[0], var, node.span, "what is compared differs in shape")
    larger = node.value == "max"
    return reduce(lambda a, b: _of_two(d, a, b, larger, node.span), drafts)


def _of_two(d: Drafter, a: Draft, b: Draft, larger: bool, span: Span) -> Draft:
    first, second = (a, b) if larger else (_negative(a), _negative(b))
    found = _maximum(first, second, span)
    return found if larger else _negative(found)


def _maximum(a: Draft, b: Draft, span: Span) -> Draft:
    if _is_zero(a):
        a, b = b, a
    if _is_zero(b):
        return Draft("fun", (a,), "relu", span, a.var)
    difference = Draft("add", (a, _negative(b)), (), span, a.var)
    return Draft("add", (b, Draft("fun", (difference,), "relu", span, a.var)), (), span, a.var)


def _negative(a: Draft) -> Draft:
    return a if _is_zero(a) else Draft("neg", (a,), None, a.span, a.var)


def _is_zero(a: Draft) -> bool:
    return a.op == "zero" or (a.op == "num" and a.data == 0)


EXTREMA: Mapping[str, Callable[[Drafter, Node], Draft]] = {"Extremum": extremum}
