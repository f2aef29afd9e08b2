"""Derivatives and gradients as drafts: `∂L/∂w`, `d/dx f(x)`, `∇_θ J`, `∂²f/∂x∂y`.

What is differentiated by an array is laid out by one of `layouts.LAYOUTS`, as authors do: gradients as the variable lies or
turned over, Jacobians with a row for each function or for each variable. The first that fits is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.messages import Message
from symproofs.read.elaboration.draft import CALLED, Draft, Drafter
from symproofs.read.elaboration.evidence import called, is_bracket, is_transpose
from symproofs.read.elaboration.inference import UNIT, Conflict, Solver, shape_text
from symproofs.read.elaboration.layouts import Layout
from symproofs.read.elaboration.lookup import call
from symproofs.read.elaboration.names import bare, inner, written
from symproofs.read.elaboration.scope import Refused
from symproofs.read.tree import Node
from symproofs.terms.context import definition_of


def laid_out(solver: Solver, result: int, body: int, variable: int, layout: Layout, final: bool = False) -> bool:
    """The shape of a derivative. Waits until it is known what is a number and what an array."""
    by, of = solver.dims(variable), solver.dims(body)
    if by is None:
        return False
    if by == (UNIT, UNIT):
        solver.same(result, body, None, "the derivative by a number has the shape of what it is of")
        return True
    if of is None:
        return False
    if of == (UNIT, UNIT):
        rows, cols = by[::-1] if layout.gradient else by
    elif of[1] == UNIT == by[1]:
        rows, cols = (by[0], of[0]) if layout.jacobian else (of[0], by[0])
    else:
        shapes = solver.shape(body) or (None, None), solver.shape(variable) or (None, None)
        text = Message("the derivative of an array by an array needs more than two indices: {} by {}", *map(shape_text, shapes))
        raise Conflict(text, None, shapes, True)
    solver.set_dims(result, rows, cols)
    return True


def _derivative(d: Drafter, node: Node) -> Draft:
    """The derivatives one in the other, the last variable innermost."""
    body, *variables = node.children
    if body.kind == "Empty" or not variables:
        raise Refused("not-supported", Message("{} is not supported here yet", CALLED[node.kind]), node.span)
    made = _body(d, body, variables[-1])
    for variable in reversed(variables):
        made = _by(d, node, made, variable)
    return made


def _gradient(d: Drafter, node: Node) -> Draft:
    """`∇_x f`; without a name below by the one argument of the function. `∇²` is the Hessian, `∇f(x)ᵀ` the gradient as a row."""
    turned = _transposed(d, node)
    if turned is not None:
        return d.draft(turned)
    variables = [c for c in node.children[1:] if c.kind != "Empty"]
    variable = variables[0] if len(variables) == 1 else _argument(d, node.children[0]) if not variables else None
    if variable is None:
        raise Refused("not-supported", "what this gradient is by is not written", node.span)
    made = _by(d, node, _body(d, node.children[0], variable), variable)
    return _by(d, node, made, variable) if node.value == 2 else made


def _transposed(d: Drafter, node: Node) -> Node | None:
    """The transpose of a gradient, whose mark stands behind what the gradient is of, where that is a number or a function."""
    body = node.children[0]
    called_at = body.kind == "Product" and len(body.children) == 2 and body.value == ("",)
    last = body.children[1] if called_at else body
    if last.kind != "Sup" or len(last.children) != 2 or not is_transpose(last.children[1]):
        return None
    base, mark = last.children
    name = written(body.children[0] if called_at else base)
    symbol = d.scope.find(name.text) if name is not None else None
    function = name is not None and (name.text in d.scope.evidence.heads or (symbol is not None and symbol.role == "function"))
    if not function and not (symbol is not None and not called_at and symbol.role == "value" and d.solver.is_scalar(symbol.var)):
        return None
    inside = Node("Product", body.span, (body.children[0], base), ("",)) if called_at else base
    return Node("Sup", node.span, (Node("Gradient", node.span, (inside, *node.children[1:]), node.value), mark))


def _argument(d: Drafter, body: Node) -> Node | None:
    """The argument of a function of one: that of `f(x)`; of f alone the letter by which it was defined."""
    name = written(body)
    if name is not None:
        return d.scope.evidence.of_one.get(name.text) or _defined_argument(d, name.text, body)
    head = called(body.children[0]) if body.kind in ("Product", "Function") and len(body.children) == 2 else None
    if head is None or head[1] or not is_bracket(body.children[1]) or len(body.children[1].children) != 1:
        return None
    argument = body.children[1].children[0]
    return argument if written(argument) is not None else None


def _defined_argument(d: Drafter, label: str, body: Node) -> Node | None:
    """The letter of `f(x) = …` where that is given before the section, if it is a name there as well."""
    for hypothesis in d.scope.context.hypotheses:
        found = definition_of(hypothesis)
        if found is not None and found[0] == label and len(found[1]) == 1 and found[1][0].isalpha():
            return Node("Id", body.span, (), found[1][0]) if found[1][0] in d.scope.context.declarations else None
    return None


def _body(d: Drafter, node: Node, variable: Node) -> Draft:
    """What is differentiated; of a function that is only named, its value at the variable: `df/dx`, `∇_w L`."""
    name = written(node)
    symbol = d.scope.find(name.text) if name is not None else None
    headed = symbol is None and name is not None and name.text in d.scope.evidence.heads
    if name is not None and (headed or (symbol is not None and symbol.role == "function")):
        return call(d, name, (variable,), node.span)
    return d.draft(node)


def primed(d: Drafter, node: Node, value: Draft, argument: Node, order: int) -> Draft:
    """`f'(x)`, `f''(x)` of a variable x, `value` being f(x)."""
    for _ in range(order):
        value = _by(d, node, value, argument)
    return value


def _by(d: Drafter, node: Node, body: Draft, variable: Node) -> Draft:
    if written(variable) is None:
        raise Refused("not-supported", "a derivative by what is no name is not supported here yet", variable.span)
    by = d.draft(variable)
    array = by.args[0] if by.op == "entry" else by
    if array.op not in ("name", "member") or array.data.role not in ("value", "family"):
        raise Refused("not-supported", "a derivative by what is no variable is not supported here yet", variable.span)
    solver, layout = d.solver, d.layout.of_nabla if node.kind == "Gradient" else d.layout
    var = solver.fresh()
    d.wait(lambda: laid_out(solver, var, body.var, by.var, layout), (var, body.var, by.var), node.span)
    d.laid_out = d.laid_out or not solver.is_scalar(by.var)
    return Draft("derivative", (body, by), layout, node.span, var)


def with_whole_bodies(d: Drafter, node: Node) -> Node:
    """A product in which a gradient is taken of what has none alone: `\\nabla_x x^\\top A x`, `\\nabla_w \\lambda \\|w\\|^2`.

    A row has no gradient that is an array, and that of a constant is 0: meant is the gradient of all factors that stand behind.
    """
    signs = tuple(map(str, node.value)) if isinstance(node.value, tuple) else ("",) * (len(node.children) - 1)
    for k, child in enumerate(node.children[:-1]):
        if child.kind != "Gradient" or len(child.children) != 2 or signs[k] != "":
            continue
        if not _has_none_alone(d, child.children[0]):
            if written(child.children[0]) is not None:
                d.doubts["this gradient may be of the next factor, or of all that follow"] = None
            continue
        end = k + 1
        while end < len(node.children) and signs[end - 1] == "" and node.children[end].kind != "Gradient":
            end += 1
        inside = (child.children[0], *node.children[k + 1 : end])
        span = child.span.join(inside[-1].span)
        body = Node("Product", inside[0].span.join(inside[-1].span), inside, ("",) * (len(inside) - 1))
        whole = Node("Gradient", span, (body, child.children[1]), child.value)
        children = (*node.children[:k], whole, *node.children[end:])
        return whole if len(children) == 1 else Node("Product", node.span, children, (*signs[:k], *signs[end - 1 :]))
    return node


def _has_none_alone(d: Drafter, body: Node) -> bool:
    if body.kind == "Sup" and len(body.children) == 2 and is_transpose(body.children[1]):
        base = inner(body.children[0])
        return any(_is_column(d, term) for term in (base.children if base.kind == "Add" else (base,)))
    inside = [bare(c) for c in body.children] if body.kind == "Frac" else [body]
    return all(c.kind == "Num" or _is_constant(d, c) for c in inside)


def _is_column(d: Drafter, node: Node) -> bool:
    name = written(node)
    symbol = d.scope.find(name.text) if name is not None else None
    row = symbol.declaration if symbol is not None and symbol.role == "value" else None
    return row is not None and row.type.is_vector


SIGNS_SAID = frozenset(("positive", "nonnegative", "negative", "nonzero"))


def _is_constant(d: Drafter, node: Node) -> bool:
    """A number that is declared, or said to have a sign, and of which no equation says what it is."""
    name = written(node)
    symbol = d.scope.find(name.text) if name is not None else None
    if name is None or name.text in d.scope.evidence.defined or (symbol is not None and symbol.role not in ("value", "size")):
        return False
    given = {found[0] for h in d.scope.context.hypotheses if (found := definition_of(h)) is not None}
    row = symbol.declaration if symbol is not None else None
    soft = d.scope.soft_row(name.text)
    told = row if row is not None else soft if soft is not None and soft.properties & SIGNS_SAID else None
    is_size = symbol is not None and symbol.role == "size"
    return name.text not in given and (is_size or (told is not None and told.type.is_scalar and not told.type.parameters))


DERIVATIVES: Mapping[str, Callable[[Drafter, Node], Draft]] = {"Derivative": _derivative, "Gradient": _gradient}
