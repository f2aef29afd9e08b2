"""Derivatives, gradients, integrals: constructs that a fraction or a letter `d` makes."""

from __future__ import annotations

from collections.abc import Sequence

from symproofs.diagnostics import Span
from symproofs.read.parser.expressions import (
    STARTS,
    argument,
    expression,
    factor,
    is_differential,
    juxtaposes,
    product,
    script,
    total,
)
from symproofs.read.parser.functions import attached, limits
from symproofs.read.parser.state import State, Unreadable, empty, join
from symproofs.read.tree import Node

_SIGNS = {"d": "d", "partial": "partial"}


def fraction(s: State) -> Node:
    """`\\frac{a}{b}`; a derivative where numerator and denominator are differentials, an operator's body then follows."""
    token = s.take()
    above = argument(s, "a numerator")
    below = argument(s, "a denominator")
    span = Span(token.start, s.end(below))
    found = derivative_of(above, below, span)
    if found is None:
        if _symbolic_order(above, below):
            raise Unreadable("unsupported", "derivatives of an order that is a letter are not read", span)
        return Node("Frac", span, (above, below))
    if found.children[0].kind != "Empty":
        return found
    if not juxtaposes(s) and s.kind() != "sum":
        return Node("Frac", span, (above, below))
    s.descend()
    body = factor(s) if s.kind() == "open" and s.value() in ("(", "[", "{") else product(s)
    s.ascend()
    return Node("Derivative", Span(token.start, body.span.end), (body, *found.children[1:]), found.value)


def derivative_of(above: Node, below: Node, span: Span) -> Node | None:
    """The derivative that two differentials make; its body is `Empty` where only `d` stands above. `None` if they are no differentials."""
    top = _differential_above(above)
    if top is None:
        return None
    sign, order, body = top
    variables = _differentials_below(below, sign, order)
    if variables is None or len(variables) != order:
        return None
    return Node("Derivative", span, (body, *variables), sign)


def _symbolic_order(above: Node, below: Node) -> bool:
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


def partial_operator(s: State) -> Node:
    """`\\partial_x f`."""
    token = s.take()
    s.take()
    variable = script(s)
    if not juxtaposes(s):
        letter = Node("Id", Span(token.start, token.end), (), "partial")
        return Node("Sub", Span(token.start, s.end(variable)), (letter, variable))
    s.descend()
    body = attached(s)
    s.ascend()
    return Node("Derivative", Span(token.start, body.span.end), (body, variable), "partial")


def upright_d(s: State) -> Node:
    """`\\mathrm{d}x`: the differential of the factor after it; a lone one, or `\\mathrm d^2`, is the letter."""
    token = s.take()
    letter = Node("Id", Span(token.start, token.end), (), "d")
    if s.here >= s.stop or s.kinds[s.here] not in STARTS or s.kind() in ("upright-d", "num", "integral", "big"):
        return letter
    s.descend()
    variable = factor(s)
    s.ascend()
    return Node("Differential", join(letter, variable), (variable,))


def gradient(s: State) -> Node:
    """`\\nabla f`, `\\nabla_w L(w)`, `\\nabla^2 f`: of the factor after it."""
    token = s.take()
    lower, upper = limits(s)
    end = s.tokens[s.here - 1].end
    second = upper is not None and upper.kind == "Num" and upper.value == "2"
    if not juxtaposes(s) or (upper is not None and not second):
        node = Node("Id", Span(token.start, token.end), (), "nabla")
        for script_, kind in ((lower, "Sub"), (upper, "Sup")):
            if script_ is not None:
                node = Node(kind, Span(token.start, end if kind == "Sup" or upper is None else script_.span.end), (node, script_))
        return node
    s.descend()
    body = attached(s)
    s.ascend()
    children = (body,) if lower is None else (body, lower)
    return Node("Gradient", Span(token.start, body.span.end), children, 2 if second else None)


# -- integrals ---------------------------------------------------------------------------------------


def integral(s: State) -> Node:
    """`\\int_a^b f dx`: up to its differential; without one, the term after it."""
    token = s.take()
    lower, upper = limits(s)
    low, high = lower or empty(s.start()), upper or empty(s.start())
    s.descend()
    if _differential_ahead(s):
        s.integrals += 1
        if _here(s):
            body = Node("Num", Span(s.start(), s.start()), (), "1")
        else:
            body = total(s)
        s.integrals -= 1
        variable = _variable(s) if _here(s) else empty(body.span.end)
        variables = [variable]
        while _here(s) and not s.integrals:  # ∬ f dx dy
            variables.append(_variable(s))
        if len(variables) > 1:
            variable = Node("Group", join(variables[0], variables[-1]), tuple(variables), "{")
        end = s.end(variable)
        if (
            body.kind == "Num" and body.span.start == body.span.end and juxtaposes(s) and not s.integrals
        ):  # ∫ dx f: the integrand follows
            body = product(s)
            end = body.span.end
        s.ascend()
        return Node("Integral", Span(token.start, end), (body, variable, low, high), token.value)
    if not juxtaposes(s) and s.kind() != "sum":
        raise s.expected("what is integrated")
    body = _with_inner_differential(product(s))
    s.ascend()
    if not any(n.kind == "Differential" for n in (body, *body.children, *(c for b in body.children for c in b.children))):
        s.warn("no-differential", "this integral has no differential: the term after it is taken as its integrand", Span(token.start, token.end))
    return Node("Integral", Span(token.start, body.span.end), (body, empty(body.span.end), low, high), token.value)


def _here(s: State) -> bool:
    return s.here < s.stop and _differential_at(s, s.here)


def _differential_at(s: State, k: int) -> bool:
    if s.kinds[k] == "open" and s.tokens[k].value == "{":
        inner = s.kinds[k + 1 : s.partner[k]]
        return len(inner) == 2 and (inner == ["id", "id"] and s.tokens[k + 1].value == "d" or inner[0] == "upright-d")
    return is_differential(s, k)


def _differential_ahead(s: State) -> bool:
    """Whether a differential stands before the next relation, comma or end. What was found is kept, so that all integrals together look once."""
    first, last, place = s.differential
    if first <= s.here < last:
        return place >= s.here
    k, place = s.here, -1
    while k < s.stop and s.kinds[k] not in ("relation", ",", "row", "&", "imply", "negated", "."):
        if s.kinds[k] == "command" and s.tokens[k].value in ("frac", "binom"):
            k = min(s.after(s.after(k + 1)), s.stop) if k + 2 < s.stop else s.stop
            continue
        if _differential_at(s, k):
            place = k
            break
        k = s.after(k)
    s.differential = (s.here, k + 1 if place >= 0 else max(k, s.here + 1), place)
    return place >= 0


def _variable(s: State) -> Node:
    """The variable of the differential at the cursor."""
    if s.kinds[s.here] == "open":
        inner = s.here + 1
        token = s.tokens[inner + 1]
        node = s.made[s.here]
        s.here = s.partner[s.here] + 1
        if node.kind == "Differential":
            return node.children[0]
        if node.kind == "Product":
            return node.children[1]
        return Node("Id", Span(token.start, token.end), (), token.value)
    s.take()
    held, s.integrals = s.integrals, 0
    variable = factor(s)
    s.integrals = held
    return variable


def _with_inner_differential(node: Node) -> Node:
    """`\\int \\frac{dx}{x}`: the `d x` at the end of a numerator becomes a `Differential`."""
    if node.kind == "Product":
        return Node(
            node.kind, node.span, tuple(_with_inner_differential(c) if c.kind == "Frac" else c for c in node.children), node.value
        )
    if node.kind != "Frac":
        return node
    above = node.children[0]
    if above.kind != "Product" or not isinstance(above.value, tuple) or len(above.children) < 2 or above.value[-1] != "":
        return node
    sign, variable = above.children[-2:]
    if sign.kind != "Id" or sign.value != "d":
        return node
    differential = Node("Differential", join(sign, variable), (variable,))
    rest = above.children[:-2]
    numerator = Node("Product", above.span, (*rest, differential), above.value[:-1]) if rest else differential
    return Node("Frac", node.span, (numerator, node.children[1]))


__all__ = ["Sequence", "expression", "fraction", "gradient", "integral", "partial_operator", "slashed_derivatives", "upright_d"]
