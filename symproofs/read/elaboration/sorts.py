"""Which open names are complex: those equal to something complex, and those that stand with them.

Everything else that nothing declares is real, and counts as assumed.
"""

from __future__ import annotations

from symproofs.read.elaboration.draft import Draft
from symproofs.read.elaboration.finish import is_complex
from symproofs.read.elaboration.names import base_letter
from symproofs.read.elaboration.scope import Scope
from symproofs.read.elaboration.section import Section
from symproofs.read.elaboration.statements import Claim, relations

ROUNDS = 6
"""A sort travels along this many definitions; each round is one pass over the section."""


def infer_sorts(section: Section) -> set[str]:
    """Set the sorts of open names; the names that an equation of the section gives a value."""
    made = [m for row in section.rows for m in row if m.problem is None]
    equations = [r for m in made for c in m.claims() for r in relations(c) if r.operator == "="]
    calls = [d for m in made for d in m.drafts() if d.op == "call"]
    derived: set[str] = set()
    for letter in section.evidence.in_rows:
        symbol = section.scope.find(letter)
        if symbol is not None and symbol.role == "value" and symbol.declaration is None and symbol.sort is None:
            symbol.sort = "integer"
    for _ in range(ROUNDS):
        before = _count(section.scope)
        for equation in equations:
            _equate(equation, derived)
        for call in calls:
            _parameters(call)
        _siblings(section.scope)
        if _count(section.scope) == before:
            break
    return derived


def _count(scope: Scope) -> int:
    return sum((s.sort == "complex") + s.parameter_sorts.count("complex") for s in scope.symbols.values())


def _equate(equation: Claim, derived: set[str]) -> None:
    for side, other in (equation.drafts, equation.drafts[::-1]):
        if side.op in ("name", "call", "member") and side.data.declaration is None:
            derived.add(side.data.name)
            if side.data.sort is None and is_complex(other):
                side.data.sort = "complex"


def _parameters(call: Draft) -> None:
    """A parameter that is given a complex number somewhere is complex, and so are open names given for it."""
    symbol = call.data
    for k, arg in enumerate(call.args[: len(symbol.parameter_sorts)]):
        if symbol.declaration is None and symbol.parameter_sorts[k] is None and is_complex(arg):
            symbol.parameter_sorts[k] = "complex"
        if symbol.parameter_sorts[k] == "complex" and arg.op == "name" and arg.data.sort is None:
            arg.data.sort = "complex"


def _siblings(scope: Scope) -> None:
    """Open names with one letter (`z_1`, `z_2`) have one sort."""
    letters = {base_letter(s.name) for s in scope.symbols.values() if s.sort == "complex" and s.role == "value"}
    for symbol in scope.symbols.values():
        if symbol.sort is None and symbol.role == "value" and base_letter(symbol.name) in letters:
            symbol.sort = "complex"
