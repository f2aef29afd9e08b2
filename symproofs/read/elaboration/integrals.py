"""Definite integrals of real functions of one variable: `∫_a^b f(x) dx`, `∫ dx/x` between bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from symproofs.messages import Message
from symproofs.read.elaboration.draft import CALLED, Draft, Drafter
from symproofs.read.elaboration.inference import SCALAR
from symproofs.read.elaboration.names import bare, written
from symproofs.read.elaboration.scope import Refused, Symbol
from symproofs.read.tree import Node


def integral(d: Drafter, node: Node) -> Draft:
    """One integral sign with both bounds; its variable is bound in what is integrated, and not in the bounds."""
    body, variable, lower, upper = node.children
    if node.value != "int" or lower.kind == "Empty" or upper.kind == "Empty":
        raise Refused("not-supported", Message("{} is not supported here yet", CALLED[node.kind]), node.span)
    if variable.kind == "Empty":
        found = [n for n in body.walk() if n.kind == "Differential"]
        if len(found) != 1:
            raise Refused("not-supported", "what this integral is by is not written", node.span)
        variable = found[0].children[0]
        body = _without(body, found[0])
    name = written(variable)
    if name is None:
        raise Refused("not-supported", "what this integral is by is no name", variable.span)
    low, high = _bound(d, lower), _bound(d, upper)
    symbol = Symbol(name.text, "value", SCALAR, variable.span)
    symbol.sort, symbol.bound = "real", True
    local, before = d.scope.local, d.scope.local.get(name.text)
    local[name.text] = symbol
    try:
        inside = d.number(d.draft(body), "what is integrated here is a number")
    finally:
        if before is None:
            del local[name.text]
        else:
            local[name.text] = before
    return Draft("integral", (inside, low, high), (symbol.name,), node.span, SCALAR)


def _bound(d: Drafter, node: Node) -> Draft:
    if any(part.kind == "Infinity" for part in bare(node).walk()):
        raise Refused("not-supported", "an integral to infinity is not supported here yet", node.span)
    return d.number(d.draft(node), "the bounds of an integral are numbers")


def _without(node: Node, differential: Node) -> Node:
    """What is integrated, without the differential that stands in it: of `dx/x` 1/x."""
    if node is differential:
        return Node("Num", node.span, (), "1")
    if node.kind == "Product":
        kept = [(c, sign) for c, sign in zip(node.children, _signs(node), strict=True) if c is not differential]
        if len(kept) < len(node.children):
            if any(sign not in ("", "·", "*") for sign in _signs(node)):
                raise Refused("not-supported", "what this integral is by is not written", node.span)
            rest = tuple(c for c, _ in kept)
            return rest[0] if len(rest) == 1 else Node(node.kind, node.span, rest, tuple(sign for _, sign in kept[1:]))
    return Node(node.kind, node.span, tuple(_without(c, differential) for c in node.children), node.value)


def _signs(node: Node) -> Iterator[str]:
    yield ""
    if isinstance(node.value, tuple):
        yield from map(str, node.value)


INTEGRALS: Mapping[str, Callable[[Drafter, Node], Draft]] = {"Integral": integral}
