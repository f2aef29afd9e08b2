"""Definite integrals of real functions of one variable: `∫_a^b f(x) dx`, `∫ dx/x` between bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from symproofs.messages import Message
from symproofs.read.elaboration.draft import CALLED, Draft, Drafter
from symproofs.read.elaboration.inference import SCALAR
from symproofs.read.elaboration.names import Written, bare, written
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
    infinite = _infinite(lower) == "-", _infinite(upper) == "+"
    if any(infinite):
        bounds = [_bound(d, end) for end, gone in zip((lower, upper), infinite, strict=True) if not gone]
        way = "both" if all(infinite) else "down" if infinite[0] else "up"
        return Draft("improper", (_bound_in(d, name, body, variable), *bounds), (name.text, way), node.span, SCALAR)
    low, high = _bound(d, lower), _bound(d, upper)
    return Draft("integral", (_bound_in(d, name, body, variable), low, high), (name.text,), node.span, SCALAR)


def _infinite(node: Node) -> str:
    """The sign of an infinity."""
    node = bare(node)
    if node.kind == "Infinity":
        return "+"
    if node.kind == "Neg" or (node.kind == "Add" and len(node.children) == 1):
        inner = bare(node.children[0])
        plus = node.kind == "Add" and node.value == ("+",)
        return ("+" if plus else "-") if inner.kind == "Infinity" else ""
    return ""


def _bound_in(d: Drafter, name: Written, body: Node, place: Node) -> Draft:
    """An expression in which a name is a real number of its own."""
    symbol = Symbol(name.text, "value", SCALAR, place.span)
    symbol.sort, symbol.bound = "real", True
    local, before = d.scope.local, d.scope.local.get(name.text)
    local[name.text] = symbol
    try:
        return d.number(d.draft(body), "what is integrated here is a number")
    finally:
        if before is None:
            del local[name.text]
        else:
            local[name.text] = before


def evaluated(d: Drafter, node: Node) -> Draft:
    """`[F]_a^b`: F at b less F at a, for the name in F that an integral around is by, or the only one."""
    body, lower, upper = node.children
    lower = bare(lower)
    label = None
    if lower.kind == "Chain" and lower.value == ("=",) and written(lower.children[0]) is not None:
        label, lower = written(lower.children[0]), lower.children[1]
    label = label or _the_name_in(d, body)
    if label is None or any(n.kind == "Infinity" for end in (lower, upper) for n in end.walk()):
        message = "the difference of the values of an expression at two ends is not supported here yet"
        raise Refused("not-supported", message, node.span)
    low, high = _bound(d, lower), _bound(d, upper)
    inside = _bound_in(d, label, body, node)
    return Draft("evaluated", (inside, low, high), (label.text,), node.span, SCALAR)


def _the_name_in(d: Drafter, body: Node) -> Written | None:
    """The name that the values of an expression are taken at."""
    found = {name.text: name for part in body.walk() if part.kind == "Id" and (name := written(part)) is not None}
    known = [name for text, name in found.items() if text in d.scope.evidence.integrated]
    rest = [name for text, name in found.items() if text not in ("e", "pi", "i")]
    chosen = known if d.scope.evidence.integrated else rest
    return chosen[0] if len(chosen) == 1 else None


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
