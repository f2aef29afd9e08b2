"""Derivatives, gradients, integrals: constructs that a fraction or a letter `d` makes."""

from __future__ import annotations

from symproofs.diagnostics import Span
from symproofs.read.parser.derivatives import derivative_of, symbolic_order
from symproofs.read.parser.expressions import (
    STARTS,
    argument,
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


def fraction(s: State) -> Node:
    """`\\frac{a}{b}`; a derivative where numerator and denominator are differentials, an operator's body then follows."""
    token = s.take()
    above = argument(s, "a numerator")
    below = argument(s, "a denominator")
    span = Span(token.start, s.end(below))
    found = derivative_of(above, below, span)
    if found is None:
        if symbolic_order(above, below):
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


def partial_operator(s: State) -> Node:
    """`\\partial_x f`."""
    token = s.take()
    s.take()
    variable = script(s)
    if not juxtaposes(s):
        letter = Node("Id", Span(token.start, token.end), (), "partial")
        return Node("Sub", Span(token.start, s.end(variable)), (letter, variable))
    s.descend()
    body = _differentiated(s)
    s.ascend()
    return Node("Derivative", Span(token.start, body.span.end), (body, variable), "partial")


def _differentiated(s: State) -> Node:
    """The factor after an operator. A number in front of others does not stand there alone: `\\nabla_w \\frac12 \\|w\\|^2`."""
    body = attached(s)
    if not is_number(body) or not juxtaposes(s):
        return body
    rest = product(s)
    factors, signs = (rest.children, rest.value) if rest.kind == "Product" else ((rest,), ())
    assert isinstance(signs, tuple)
    return Node("Product", join(body, rest), (body, *factors), ("", *signs))


def is_number(node: Node) -> bool:
    """A number written out, perhaps as a fraction."""
    while node.kind == "Group" and len(node.children) == 1:
        node = node.children[0]
    return node.kind == "Num" or (node.kind == "Frac" and all(map(is_number, node.children)))


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
    body = _differentiated(s)
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
        body = Node("Num", Span(s.start(), s.start()), (), "1") if _here(s) else total(s)
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
        if not s.integrals and _more_differentials(s):
            message = "a sum of terms with differentials of their own is not read under one integral"
            raise Unreadable("unsupported", message, Span(token.start, end), help="write one integral for each term")
        return Node("Integral", Span(token.start, end), (body, variable, low, high), token.value)
    if not juxtaposes(s) and s.kind() != "sum":
        raise s.expected("what is integrated")
    body = _with_inner_differential(product(s))
    s.ascend()
    if not any(n.kind == "Differential" for n in (body, *body.children, *(c for b in body.children for c in b.children))):
        s.warn(
            "no-differential",
            "this integral has no differential: the term after it is taken as its integrand",
            Span(token.start, token.end),
        )
    return Node("Integral", Span(token.start, body.span.end), (body, empty(body.span.end), low, high), token.value)


def _more_differentials(s: State) -> bool:
    """Whether a sum goes on in which a differential stands that no integral opens: `∫ F dx + G dy`."""
    k = s.here
    if k >= s.stop or s.kinds[k] != "sum":
        return False
    while k < s.stop and s.kinds[k] not in ("relation", ",", "row", "&", "imply", "negated", ".", "integral", "command"):
        if is_differential(s, k):
            return True
        k = s.after(k)
    return False


def _here(s: State) -> bool:
    return s.here < s.stop and _differential_at(s, s.here)


def _differential_at(s: State, k: int) -> bool:
    if s.kinds[k] == "open" and s.tokens[k].value == "{":
        inner = s.kinds[k + 1 : s.partner[k]]
        return len(inner) == 2 and ((inner == ["id", "id"] and s.tokens[k + 1].value == "d") or inner[0] == "upright-d")
    return is_differential(s, k)


def _differential_ahead(s: State) -> bool:
    """Whether a differential stands before the next relation, comma or end; all integrals of a scope together look once."""
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
