"""Drafts: a formula with its names looked up, its shapes still variables, its constraints collected.

A `Drafter` reads raw expressions by the table of `constructs`. What a construct means is settled there; which
of two heads it becomes by shape (inverse or power, softmax by rows or of a vector) is left to `finish`.
*Fails with* `Refused`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration import constraints
from symproofs.read.elaboration.inference import SCALAR
from symproofs.read.elaboration.layouts import LAYOUTS
from symproofs.read.elaboration.scope import Refused, Scope, Symbol
from symproofs.read.tree import Node


class Draft:
    """A term to be: `op` is its head, or a row of `finish.FINISH` that picks one; `var` its shape variable."""

    __slots__ = ("args", "data", "op", "span", "var")

    def __init__(self, op: str, args: tuple[Draft, ...], data: Any, span: Span, var: int) -> None:
        self.op = op
        self.args = args
        self.data = data
        self.span = span
        self.var = var


def symbols_in(draft: Draft) -> list[Symbol]:
    """The symbols of a draft in the order of writing."""
    found: list[Symbol] = []
    stack = [draft]
    while stack:
        part = stack.pop()
        if isinstance(part.data, Symbol):
            found.append(part.data)
        stack.extend(reversed(part.args))
    return found


def picks(draft: Draft, name: str) -> bool:
    """Whether the index picks entries or members in the body: then it runs over their range."""
    if draft.op in ("entry", "member"):
        indices = draft.args[1:] if draft.op == "entry" else draft.args
        if any(i.op == "name" and i.data.name == name for i in indices):
            return True
    return any(picks(a, name) for a in draft.args)


Constraint = tuple[Callable[[], bool], tuple[int, ...], Span]


class Drafter:
    """Drafts of one formula. `constraints` are what the drafts made so far demand; `choices` the readings picked.

    `complex_here`: the formula writes complex numbers; `indexed_here`: `i` is an index in it; `unbound`: letters in it
    that no sum binds. `doubts` say which readings were chosen that nothing in the document makes sure.
    """

    def __init__(
        self,
        scope: Scope,
        table: Mapping[str, Callable[[Drafter, Node], Draft]],
        complex_here: bool = False,
        indexed_here: bool = False,
        unbound: Collection[str] = (),
    ) -> None:
        self.scope = scope
        self.solver = scope.solver
        self.table = table
        self.complex_here = complex_here
        self.indexed_here = indexed_here
        self.unbound = unbound
        self.doubts: dict[str, None] = {}
        self.constraints: list[Constraint] = []
        self.choices: set[str] = set()
        self.names: dict[str, Symbol] = {}
        self.conventional: set[str] = set()
        self.layout = LAYOUTS[0]
        """How derivatives by arrays are laid out, and whether there is any."""
        self.laid_out = False
        self.any_identity = False
        """Whether I may have any shape: it may be an identity or a name."""

    def draft(self, node: Node) -> Draft:
        make = self.table.get(node.kind)
        if node.kind == "Empty":
            raise Refused("nothing-before", "no formula that was read stands right before this relation", node.span)
        if make is None:
            raise Refused("not-supported", Message("{} is not supported here yet", CALLED.get(node.kind, "this")), node.span)
        return make(self, node)

    def use(self, symbol: Symbol) -> Symbol:
        """Notes that a formula uses a name; bound names do not count."""
        if not symbol.bound:
            self.names.setdefault(symbol.name, symbol)
        return symbol

    # --- constraints

    def wait(self, fire: Callable[[], bool], variables: tuple[int, ...], span: Span) -> None:
        self.constraints.append((fire, variables, span))

    def same(self, a: int, b: int, span: Span, say: str = "the shapes differ") -> None:
        if a != b:
            solver = self.solver

            def fire() -> bool:
                solver.same(a, b, None, say)
                return True

            self.constraints.append((fire, (), span))

    def tensor(self, a: int, span: Span) -> None:
        solver = self.solver

        def fire() -> bool:
            solver.tensor(a)
            return True

        self.constraints.append((fire, (), span))

    def number(self, draft: Draft, what: str = "a number is needed here") -> Draft:
        self.same(draft.var, SCALAR, draft.span, what)
        return draft

    def scalar(self, op: str, args: tuple[Draft, ...], span: Span, data: Any = None) -> Draft:
        """A number made of numbers."""
        for a in args:
            self.number(a)
        return Draft(op, args, data, span, SCALAR)

    def square(self, draft: Draft, what: str) -> None:
        var, solver = draft.var, self.solver
        if var != SCALAR:
            self.wait(lambda: constraints.square(solver, var, what), (var,), draft.span)


CALLED: Mapping[str, str] = {
    "Integral": "an integral", "Limit": "a limit", "Derivative": "a derivative", "Gradient": "a gradient",
    "EvalAt": "an evaluation", "Differential": "a differential", "Extremum": "a maximum or minimum",
    "Cases": "a definition by cases", "Branch": "a branch", "Set": "a set", "Interval": "an interval",
    "Conditional": "a conditional", "Colon": "a colon as an index", "Mark": "a lone sign",
    "Transpose": "a transpose mark alone", "Chain": "a relation inside an expression", "Text": "text inside an expression",
    "List": "a list inside an expression", "Modulo": "a congruence", "Combine": "a combination of sets or statements",
    "Percent": "a percentage", "Dots": "an ellipsis", "Implies": "an implication inside an expression",
    "Iff": "an equivalence inside an expression", "Forall": "a quantifier inside an expression",
    "Exists": "an existence statement", "Not": "a negated statement", "Cond": "a condition inside an expression",
    "Labelled": "a label inside an expression",
}  # fmt: skip
"""What a kind of node is called in messages."""
