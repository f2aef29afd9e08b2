"""What hypotheses give to names: definitions, placements of members and entries, rows, the meaning of ⟨·,·⟩."""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.records import record
from symproofs.refute.moments import LawOf
from symproofs.refute.statements import flatten, type_names
from symproofs.refute.values import Function, Row
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import (
    And,
    ForAll,
    Hypothesis,
    Implies,
    Relation,
    Statement,
    statement_names,
)
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type


@record
class Definition:
    """`name = body`; with parameters a function, or a family when `is_family`."""

    name: str
    parameters: tuple[str, ...]
    types: tuple[Type, ...]
    body: Term
    is_family: bool = False

    @property
    def names(self) -> frozenset[str]:
        return (free_names(self.body) - set(self.parameters)) | type_names(self.types)


@record
class Placement:
    """For all the index names, where the premises hold: `target = body`, a member of `name`, an entry of it or of a member."""

    name: str
    bound: tuple[tuple[str, Type], ...]
    premises: tuple[Statement, ...]
    target: Term
    body: Term

    @property
    def members(self) -> tuple[Term, ...]:
        """The subscripts of the member, none for what is no family."""
        whole = self.target.args[0] if self.target.head == "entry" else self.target
        return whole.args if whole.head == "member" else ()

    @property
    def entries(self) -> tuple[Term, ...]:
        """The indices of the entry, none where the target is a member as a whole."""
        return self.target.args[1:] if self.target.head == "entry" else ()

    @property
    def is_everywhere(self) -> bool:
        """Whether it gives every member as a whole or every entry of an array a value, and each only one: then it holds."""
        subscripts = (*self.members, *self.entries)
        places = [str(s.data[0]) for s in subscripts if s.head == "name"]
        whole = not (self.members and self.entries) and len(places) == len(subscripts)
        return whole and not self.premises and sorted(places) == sorted(n for n, _ in self.bound)

    @property
    def names(self) -> frozenset[str]:
        """The names that its values are computed from."""
        subscripts = (*self.members, *self.entries)
        found = free_names(self.body).union(*map(free_names, subscripts), *map(statement_names, self.premises))
        return (found - {n for n, _ in self.bound}) | type_names(t for _, t in self.bound)


@record
class Rows:
    """`name` is the function of which these rows are known."""

    name: str
    rows: tuple[Row, ...]

    @property
    def names(self) -> frozenset[str]:
        found: set[str] = set()
        for row in self.rows:
            used = free_names(row.body).union(*map(free_names, row.arguments), *map(statement_names, row.premises))
            found |= (used - {n for n, _ in row.bound}) | type_names(t for _, t in row.bound)
        return frozenset(found - {self.name})


Step = Definition | Placement | Rows | LawOf


def definition_in(statement: Statement, context: Context) -> Definition | None:
    found = definition_of(Hypothesis(statement))
    if found is None:
        return None
    name, parameters, body = found
    types = dict(statement.names) if isinstance(statement, ForAll) else {}
    declared = context.declarations.get(name)
    is_family = declared is not None and bool(declared.type.over)
    if is_family != any(types[p].index is not None for p in parameters) and is_family:
        return None
    return Definition(name, parameters, tuple(types[p] for p in parameters), body, is_family)


def inner_in(statement: Statement, types: Mapping[str, Type]) -> Function | None:
    """`∀z, w: ⟨z, w⟩ = body` over numbers; without the quantifier too, when nothing else is said in the body.

    What ⟨·,·⟩ is of complex numbers is free but for such hypotheses, so that this meaning meets them.
    """
    bound: dict[str, Type] = dict(types)
    if isinstance(statement, ForAll):
        bound, statement = dict(statement.names), statement.body
        if len(bound) != 2:
            return None
    if not isinstance(statement, Relation) or statement.operator != "=":
        return None
    left, body = statement.left, statement.right
    if left.head != "inner" or any(a.head != "name" or str(a.data[0]) not in bound for a in left.args):
        return None
    parameters = tuple(str(a.data[0]) for a in left.args)
    kinds = tuple(bound[p] for p in parameters)
    if len(set(parameters)) != 2 or not all(k.is_scalar and k.sort == "complex" for k in kinds):
        return None
    if not free_names(body) <= set(parameters) or any(node.head == "inner" for node in body.walk()):
        return None
    return Function(parameters, kinds, body)


def placement_in(statement: Statement) -> Placement | None:
    bound: tuple[tuple[str, Type], ...] = ()
    premises: tuple[Statement, ...] = ()
    if isinstance(statement, ForAll):
        if any(t.index is None for _, t in statement.names):
            return None
        bound, statement = statement.names, statement.body
    if isinstance(statement, Implies):
        premises, statement = tuple(flatten(statement.premise)), statement.conclusion
    if not isinstance(statement, Relation) or statement.operator != "=":
        return None
    target, body = statement.left, statement.right
    whole = target.args[0] if target.head == "entry" else target
    if whole.head != "member" and (whole.head != "name" or target.head != "entry"):
        return None
    name = str(whole.data[0])
    if name in free_names(body) or any(name in statement_names(p) for p in premises):
        return None
    return Placement(name, bound, premises, target, body)


def as_statement(placement: Placement) -> Statement:
    statement: Statement = Relation("=", placement.target, placement.body)
    if placement.premises:
        statement = Implies(And(placement.premises), statement)
    return ForAll(placement.bound, statement) if placement.bound else statement
