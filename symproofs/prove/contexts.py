"""What contexts say, so that what was found out in one is not found out again in others that say the same.

Hypotheses are known by number, contexts by their declarations and the numbers of those hypotheses on which an answer can rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import ForAll, Hypothesis, Membership, Property, Relation, Statement


class Keys(NamedTuple):
    """What is the same for contexts that say the same of something.

    `signs`: in which the same things are seen; `facts`: that differ only in what is joined or has premises, which no rule for
    atoms looks at; `definitions`: in which names are unfolded alike; `whole`: that are equal. `telling` are the facts by number.
    """

    context: Context
    numbers: tuple[int, ...]
    declared: tuple[int, ...]
    given: frozenset[int]
    telling: frozenset[int]
    signs: object
    facts: object
    definitions: object
    whole: object

    def goes_on_with(self, earlier: Keys) -> bool:
        """Whether the context is the earlier one with more hypotheses and declarations."""
        return (
            self.numbers[: len(earlier.numbers)] == earlier.numbers
            and self.declared[: len(earlier.declared)] == earlier.declared
            and self.context.distinct == earlier.context.distinct
        )


@dataclass(eq=False, repr=False)
class Contexts:
    """The contexts met so far. They are kept, so that nothing else takes their place in memory."""

    _numbers: dict[Statement, int] = field(default_factory=dict)
    _contexts: dict[int, Keys] = field(default_factory=dict)
    _places: dict[int, tuple[Hypothesis, int]] = field(default_factory=dict)
    _declarations: dict[Declaration, int] = field(default_factory=dict)
    _rows: dict[int, tuple[Declaration, int]] = field(default_factory=dict)

    def has(self, context: Context, statement: Statement) -> bool:
        """Whether the statement is a hypothesis."""
        given = self.of(context).given
        return self._numbers.get(statement, -1) in given

    def of(self, context: Context) -> Keys:
        found = self._contexts.get(id(context))
        if found is None:
            numbers = tuple(map(self._number, context.hypotheses))
            rows = list(zip(numbers, (h.statement for h in context.hypotheses), strict=True))
            declared = tuple(map(self._declared, context.declarations.values()))
            names = declared, context.distinct
            signs = names, tuple(n for n, s in rows if _tells_of_signs(s))
            telling = tuple(n for n, s in rows if _tells_of_signs(s) or _is_equation(s))
            defining = names, tuple(n for n, s in rows if _may_define(s))
            given, whole = frozenset(numbers), (names, numbers)
            found = Keys(context, numbers, declared, given, frozenset(telling), signs, (names, telling), defining, whole)
            self._contexts[id(context)] = found
        return found

    def _number(self, hypothesis: Hypothesis) -> int:
        found = self._places.get(id(hypothesis))
        if found is None:
            number = self._numbers.setdefault(hypothesis.statement, len(self._numbers))
            found = self._places[id(hypothesis)] = hypothesis, number
        return found[1]

    def _declared(self, row: Declaration) -> int:
        found = self._rows.get(id(row))
        if found is None:
            found = self._rows[id(row)] = row, self._declarations.setdefault(row, len(self._declarations))
        return found[1]


def _is_equation(statement: Statement) -> bool:
    """Whether it is an equation, of single values or of all."""
    inner = statement.body if isinstance(statement, ForAll) else statement
    return isinstance(inner, Relation) and inner.operator == "="


def _may_define(statement: Statement) -> bool:
    """Whether it may serve to unfold a name."""
    if isinstance(statement, Relation):
        return statement.operator == "=" and statement.left.head == "name"
    return _is_equation(statement)


def _tells_of_signs(statement: Statement) -> bool:
    """Whether the kernel's looking at signs and sorts may rest on the hypothesis: not on equations, nor on what has premises."""
    inner = statement.body if isinstance(statement, ForAll) else statement
    return isinstance(inner, (Property, Membership)) or (isinstance(inner, Relation) and inner.operator != "=")
