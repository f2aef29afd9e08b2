"""Sums with bounds, integrals, limits, extrema and derivatives, in the notation of `read_as`."""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.read.elaboration.names import inner, written
from symproofs.read.notation.reader import ATOM, UNARY, Reader, Text, Unreadable
from symproofs.read.tree import Node

BIGS: Mapping[str, str] = {"sum": "Sum", "prod": "Product", "bigcup": "BigUnion", "bigcap": "BigIntersection"}


EXTREMA: Mapping[str, str] = {"max": "Max", "min": "Min", "sup": "Sup", "inf": "Inf", "argmax": "ArgMax", "argmin": "ArgMin"}


def read_big(r: Reader, node: Node) -> Text:
    """`Sum(f,i,a,b)`, `SumOver(f,i,cond)`."""
    body, lower, upper = node.children
    name = BIGS.get(str(node.value))
    if name is None:
        raise Unreadable(str(node.value))
    text, lower = r.text(body), inner(lower) if lower.kind != "Group" or len(lower.children) == 1 else lower
    if lower.kind == "Empty":
        return f"{name}({text})", ATOM
    if lower.kind == "Chain" and lower.value == ("=",) and upper.kind != "Empty":
        index, start = lower.children
        return f"{name}({text},{r.text(index)},{r.text(start)},{r.text(upper)})", ATOM
    if upper.kind != "Empty":
        return f"{name}({text},{r.text(lower)},{r.text(upper)})", ATOM
    if lower.kind in ("Group", "List"):
        return f"{name}Over({text},{','.join(r.text(c) for c in lower.children)})", ATOM
    if lower.kind == "Chain":
        first = lower.children[0]
        subject = lower.children[1] if written(first) is None and len(lower.children) > 2 else first
        return f"{name}Over({text},{r.text(subject)},{r.text(lower)})", ATOM
    return f"{name}Over({text},{r.text(lower)})", ATOM


def read_integral(r: Reader, node: Node) -> Text:
    body, variable, lower, upper = node.children
    if variable.kind == "Empty":
        found = next((n for n in body.walk() if n.kind == "Differential"), None)
        if found is None:
            raise Unreadable("Integral")
        text, variable = _without_differential(r, body), found.children[0]
    else:
        text = r.text(body)
    parts = [text, r.text(variable)]
    if lower.kind != "Empty":
        parts.append(r.text(lower))
        if upper.kind != "Empty":
            parts.append(r.text(upper))
    return f"Integral({','.join(parts)})", ATOM


def _without_differential(r: Reader, body: Node) -> str:
    """`\\frac{dx}{x}`: the integrand with its differential taken as 1."""
    if body.kind == "Differential":
        return "1"
    if body.kind == "Frac":
        return f"{_without_differential(r, inner(body.children[0]))}/{r.text(body.children[1], UNARY)}"
    if body.kind == "Product":
        rest = [c for c in body.children if c.kind != "Differential"]
        return "*".join(r.text(c, UNARY) for c in rest) or "1"
    return r.text(body)


def read_limit(r: Reader, node: Node) -> Text:
    body, variable, point = node.children
    parts = [r.text(body), *([r.text(variable)] if variable.kind != "Empty" else [])]
    if point.kind != "Empty":
        parts.append(r.text(point))
    if node.value in ("+", "-"):
        parts.append(f'"{node.value}"')
    return f"{'LimitInProbability' if node.value == 'p' else 'Limit'}({','.join(parts)})", ATOM


def read_extremum(r: Reader, node: Node) -> Text:
    body, over = node.children
    name = EXTREMA.get(str(node.value), str(node.value))
    if over.kind != "Empty":
        inside = r.text(body) if not (body.kind == "Group" and len(body.children) > 1) else ",".join(map(r.text, body.children))
        return f"{name}{'' if name.startswith('Arg') else 'Over'}({inside},{r.text(over)})", ATOM
    items = body.children if body.kind in ("Group", "Set") else (body,)
    return r.call(name, *items)


def read_derivative(r: Reader, node: Node) -> Text:
    return r.call("Derivative", *node.children)


def read_gradient(r: Reader, node: Node) -> Text:
    children = [c for c in node.children if c.kind != "Empty"]
    return r.call("Hessian" if node.value == 2 else "Grad", *children)


def read_differential(r: Reader, node: Node) -> Text:
    return f"d{r.text(node.children[0])}", ATOM


def read_eval_at(r: Reader, node: Node) -> Text:
    return evaluated(r, r.text(node.children[0]), node)


def evaluated(r: Reader, text: str, node: Node) -> Text:
    condition = inner(node.children[1])
    if len(node.children) > 2:
        return f"EvalAt({text},{r.text(condition)},{r.text(node.children[2])})", ATOM
    if condition.kind == "Chain" and condition.value == ("=",):
        return f"EvalAt({text},{r.text(condition.children[0])},{r.text(condition.children[1])})", ATOM
    return f"EvalAt({text},{r.text(condition)})", ATOM
