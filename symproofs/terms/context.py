"""Contexts: what is declared and assumed where a step stands. Immutable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from symproofs.diagnostics import Span
from symproofs.terms.fixed import FixedDict
from symproofs.terms.statement import ForAll, Hypothesis, Operator, Property, Relation, Statement
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type
from symproofs.terms.typing import TypeTable, type_table

PROPERTIES: Mapping[str, str] = {
    "permutation": "a permutation matrix: one 1 in each row and column, else 0",
    "orthogonal": "A^T A = A A^T = I",
    "symmetric": "A^T = A",
    "invertible": "has an inverse",
    "positive_definite": "symmetric, x^T A x > 0 for x ≠ 0",
    "diagonal": "zero off the diagonal",
    "positive": "> 0",
    "nonnegative": "≥ 0",
    "negative": "< 0",
    "nonzero": "≠ 0",
    "size": "a natural number ≥ 1 used as a size",
    "random": "a random variable, vector or matrix; a name without this property is constant",
    "integrable": "its expectation exists",
    "row_bias": "a row vector that the document adds to every row of a matrix",
}

Origin = Literal["given", "document", "inferred", "assumed"]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a name stands for, and who said so."""

    name: str
    type: Type
    properties: frozenset[str] = frozenset()
    origin: Origin = "document"
    span: Span | None = None


class Declarations(FixedDict[str, Declaration]):
    """Declarations by name."""

    @cached_property
    def types(self) -> TypeTable:
        return type_table({name: row.type for name, row in self.items()})


class Hypotheses(tuple[Hypothesis, ...]):
    """Hypotheses in order, with what is looked up in them."""

    @cached_property
    def numbers(self) -> Mapping[Statement, int]:
        """Where each statement stands first."""
        return {h.statement: k for k, h in reversed([*enumerate(self)])}

    @cached_property
    def natures(self) -> Mapping[tuple[str, str, bool], int]:
        """Where it is said first that a name has a property; with a mark where only a real number has it so."""
        rows = ((_nature(h.statement), k) for k, h in enumerate(self))
        return {row: k for row, k in reversed([*rows]) if row is not None}


@dataclass(frozen=True)
class Context:
    """Declarations by name, hypotheses in order, and pairs of index names declared distinct.

    An equation `name = term` among the hypotheses whose name does not occur in the term may be used
    to unfold the name; so may `∀x: f(x) = term`. The kernel treats them like any other hypothesis.
    """

    declarations: Mapping[str, Declaration] = field(default_factory=dict)
    hypotheses: tuple[Hypothesis, ...] = ()
    distinct: frozenset[frozenset[str]] = frozenset()

    def __post_init__(self) -> None:
        if type(self.declarations) is not Declarations:
            object.__setattr__(self, "declarations", Declarations(self.declarations))
        if type(self.hypotheses) is not Hypotheses:
            object.__setattr__(self, "hypotheses", Hypotheses(self.hypotheses))

    def number_of(self, statement: Statement) -> int | None:
        """The number of the first hypothesis that says this, if one does."""
        assert isinstance(self.hypotheses, Hypotheses)
        return self.hypotheses.numbers.get(statement)

    def said(self, name: str, prop: str) -> int | None:
        """The number of the first hypothesis that says a declared name to have a property: `P is a permutation`, `x > 0`."""
        assert isinstance(self.hypotheses, Hypotheses)
        row = self.declarations.get(name)
        if row is None:
            return None
        marks = (False, True) if row.type.is_scalar and row.type.sort != "complex" else (False,)
        natures = self.hypotheses.natures
        return min((k for mark in marks if (k := natures.get((name, prop, mark))) is not None), default=None)

    @property
    def types(self) -> TypeTable:
        """The types of the declared names: one table for all contexts with these declarations."""
        assert isinstance(self.declarations, Declarations)
        return self.declarations.types

    def has(self, name: str, prop: str) -> bool:
        row = self.declarations.get(name)
        return row is not None and prop in row.properties

    def declare(self, *rows: Declaration) -> Context:
        """This context with names declared, replacing earlier declarations of the same names."""
        return Context({**self.declarations, **{r.name: r for r in rows}}, self.hypotheses, self.distinct)

    def assume(self, hypotheses: Iterable[Hypothesis]) -> Context:
        return Context(self.declarations, (*self.hypotheses, *hypotheses), self.distinct)


def only(context: Context, kept: Sequence[Hypothesis]) -> Context:
    """The context with these of its hypotheses: a property that another one gave to a name is gone, too."""
    said = {h.statement for h in kept}
    lost: dict[str, set[str]] = {}
    for statement in (h.statement for h in context.hypotheses if h.statement not in said):
        if isinstance(statement, Property) and statement.subject.head == "name":
            lost.setdefault(str(statement.subject.data[0]), set()).add(statement.name)
    rows = [replace(context.declarations[n], properties=context.declarations[n].properties - lost[n]) for n in lost]
    return replace(context.declare(*rows) if rows else context, hypotheses=tuple(kept))


def _nature(statement: Statement) -> tuple[str, str, bool] | None:
    """(name, property, whether of a real number only) if a hypothesis says that: `P is a permutation`, `x > 0`, `c ≠ 0`."""
    match statement:
        case Property(prop, Term(head="name", data=(str(name),))):
            return name, prop, False
        case Relation(operator, Term(head="name", data=(str(name),)), Term(head="num", data=(Fraction() as c,))):
            if (operator == ">" and c >= 0) or (operator == ">=" and c > 0):
                return name, "positive", True
            if (operator == "<" and c <= 0) or (operator == "<=" and c < 0):
                return name, "negative", True
            if c == 0 and operator in (">=", "!="):
                return name, "nonnegative" if operator == ">=" else "nonzero", True
        case Relation(operator, Term(head="num") as left, Term(head="name") as right) if operator in _TURNED:
            return _nature(Relation(_TURNED[operator], right, left))
    return None


_TURNED: Mapping[str, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}


def definition_of(hypothesis: Hypothesis) -> tuple[str, tuple[str, ...], Term] | None:
    """(name, parameters, body) if the hypothesis may unfold a name: `name = body`, `∀x: f(x) = body`.

    The name must not occur in the body, and the parameters must be distinct names, all of them.
    """
    statement = hypothesis.statement
    if isinstance(statement, Relation) and statement.operator == "=" and statement.left.head == "name":
        head, body = str(statement.left.data[0]), statement.right
        return None if head in free_names(body) else (head, (), body)
    if isinstance(statement, ForAll) and isinstance(statement.body, Relation):
        left, body = statement.body.left, statement.body.right
        if statement.body.operator != "=" or left.head not in ("call", "member"):
            return None
        if any(a.head != "name" for a in left.args):
            return None
        parameters = tuple(str(a.data[0]) for a in left.args)
        if sorted(parameters) != sorted(n for n, _ in statement.names) or len(set(parameters)) != len(parameters):
            return None
        head = str(left.data[0])
        return None if head in free_names(body) else (head, parameters, body)
    return None
