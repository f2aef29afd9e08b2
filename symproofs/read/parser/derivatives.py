"""Which fractions are derivatives: `dy/dx`, `∂²L/∂x∂y`. Works on nodes alone."""

from __future__ import annotations

from symproofs.diagnostics import Span
from symproofs.read.parser.state import empty, join
from symproofs.read.tree import Node

_SIGNS = {"d": "d", "partial": "partial"}


def derivative_of(above: Node, below: Node, span: Span) -> Node | None:
    """The derivative that two differentials make, its body `Empty` where only `d` stands above; `None` if they are none."""
    top = _differential_above(above)
    if top is None:
        return None
    sign, order, body = top
    variables = _differentials_below(below, sign, order)
    if variables is None or len(variables) != order:
        return None
    return Node("Derivative", span, (body, *variables), sign)


def symbolic_order(above: Node, below: Node) -> bool:
    """`d^n` over `dx^n`."""
    top, bottom = _parts(above)[:1], _parts(below)
    if not top or top[0].kind != "Sup" or top[0].children[1].kind != "Id" or len(bottom) < 2 or bottom[1].kind != "Sup":
        return False
    sign = _sign_of(top[0].children[0])
    return sign is not None and sign == _sign_of(bottom[0]) and bottom[1].children[1].value == top[0].children[1].value


def _parts(node: Node) -> tuple[Node, ...]:
    """The factors of a product in which everything only stands side by side, `Differential` taken apart."""
    if node.kind == "Product":
        return (
            tuple(p for c in node.children for p in _parts_of_factor(c))
            if isinstance(node.value, tuple) and not any(node.value)
            else ()
        )
    return _parts_of_factor(node)


def _parts_of_factor(node: Node) -> tuple[Node, ...]:
    if node.kind == "Differential" and node.children:
        sign = Node("Id", Span(node.span.start, node.span.start), (), "d")
        return (sign, node.children[0])
    return (node,)


def _sign_of(node: Node) -> tuple[str, int] | None:
    """`d` or `∂`, with its order (`∂^2`)."""
    if node.kind == "Font" and node.value == "rm":
        node = node.children[0]
    if node.kind == "Id" and node.value in _SIGNS:
        return _SIGNS[str(node.value)], 1
    if node.kind == "Sup" and node.children[1].kind == "Num" and str(node.children[1].value).isdigit():
        base = _sign_of(node.children[0])
        if base is not None and base[1] == 1:
            return base[0], int(str(node.children[1].value))
    return None


def _differential_above(node: Node) -> tuple[str, int, Node] | None:
    parts = _parts(node)
    sign = _sign_of(parts[0]) if parts else None
    if sign is None or sign[1] > 20 or sign[1] < 1:
        return None
    rest = parts[1:]
    if not rest:
        return (*sign, empty(node.span.end))
    body = rest[0] if len(rest) == 1 else Node("Product", join(rest[0], rest[-1]), rest, ("",) * (len(rest) - 1))
    if body.kind in ("Num",):
        return None
    return (*sign, body)


def _differentials_below(node: Node, sign: str, order: int) -> list[Node] | None:
    """The variables below, one for each order, or `None` if anything else stands there."""
    parts = _parts(node)
    variables: list[Node] = []
    k = 0
    while k < len(parts):
        if _sign_of(parts[k]) != (sign, 1) or k + 1 >= len(parts):
            return None
        variable = parts[k + 1]
        k += 2
        power = variable.children[1] if variable.kind == "Sup" else None
        if (
            power is not None
            and power.kind == "Num"
            and str(power.value).isdigit()
            and order > 1
            and int(str(power.value)) <= order
        ):
            variables.extend([variable.children[0]] * int(str(power.value)))
            continue
        while k < len(parts) and _sign_of(parts[k]) is None:  # ∂ f(x): the brackets belong to the variable
            if parts[k].kind != "Group":
                return None
            variable = Node("Product", join(variable, parts[k]), (variable, parts[k]), ("",))
            k += 1
        variables.append(variable)
    return variables or None


def slashed_derivatives(factors: list[Node], signs: list[str]) -> tuple[list[Node], list[str]]:
    """`∂L/∂w`, `dy/dx` inside a product become derivatives."""
    found = factors[:1]
    joints: list[str] = []
    k = 1
    while k < len(factors):
        if (
            signs[k - 1] == "/"
            and k + 1 < len(factors)
            and signs[k] == ""
            and (sign := _sign_of(factors[k])) is not None
            and len(found) >= 2
            and joints[-1] == ""
        ):
            top = _sign_of(found[-2])
            made = None
            if (
                top is not None
                and top[0] == sign[0]
                and sign[1] == 1
                and (sign[0] == "partial" or _close(found[-2], found[-1], factors[k], factors[k + 1]))
            ):
                below = Node("Product", join(factors[k], factors[k + 1]), (factors[k], factors[k + 1]), ("",))
                above = Node("Product", join(found[-2], found[-1]), (found[-2], found[-1]), ("",))
                made = derivative_of(above, below, join(found[-2], factors[k + 1]))
            if made is not None and made.children[0].kind != "Empty":
                found[-2:] = [made]
                joints.pop()
                k += 2
                continue
        found.append(factors[k])
        joints.append(signs[k - 1])
        k += 1
    return found, joints


def _close(*nodes: Node) -> bool:
    """Whether `d` and its letter stand close together, above and below."""
    return (
        nodes[0].span.end == nodes[1].span.start
        and nodes[2].span.end == nodes[3].span.start
        and nodes[1].kind != "Num"
        and nodes[3].kind != "Num"
    )
