"""Given equations as rational functions, read once however a list of hypotheses grows.

A reading goes on with that of a shorter list: the forms keep, and so does the point at which the equations hold, if the new ones
can be solved for what is still open. Where the equations have so many atoms that little room is left, what is asked about is
read first, in a field of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symproofs.prove.contexts import Contexts, Keys
from symproofs.prove.points import Point
from symproofs.prove.rational import Field, Form, NoForm
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, Statement

MOST_GIVEN_ATOMS = 16
MOST_ATOMS_SHARED = 20
"""When a field has more, what is asked about next is read into another one."""

Equations = tuple[tuple[Relation, Form], ...]


@dataclass(eq=False, repr=False)
class Reading:
    """A field for a context, and its given equations between numbers, those left out that say 0 = 0."""

    field: Field
    equations: Equations | None = None
    point: Point | None = None
    is_solved: bool = False


@dataclass(eq=False, repr=False)
class Readings:
    """Readings by context, and by how a field reads: whether it unfolds names, and takes waves for exponentials."""

    contexts: Contexts
    _found: dict[object, Reading] = field(default_factory=dict)
    _bases: dict[tuple[bool, bool], list[tuple[Keys, Reading]]] = field(default_factory=dict)

    def field(self, context: Context, names: bool = True, waves: bool = False) -> Field:
        return self._reading(context, names, waves).field

    def equations(self, context: Context, names: bool = True, waves: bool = False) -> Equations:
        """The given equations, as read by the field."""
        found = self._reading(context, names, waves)
        if found.equations is None:
            found.equations = read(found.field, [h.statement for h in context.hypotheses])
        return found.equations

    def point(self, context: Context, names: bool = True, waves: bool = False) -> Point | None:
        """A point at which the given equations hold."""
        found = self._reading(context, names, waves)
        if not found.is_solved:
            found.point = Point().solved([form for _, form in self.equations(context, names, waves)])
            found.is_solved = True
        return found.point

    def _reading(self, context: Context, names: bool, waves: bool) -> Reading:
        keys = self.contexts.of(context)
        key = keys.facts, names, waves
        found = self._found.get(key)
        if found is None or len(found.field.atoms) > MOST_ATOMS_SHARED:
            base = self._base(keys, names, waves)
            own = base.field.extended(context) if len(base.field.atoms) <= MOST_GIVEN_ATOMS else None
            self._found[key] = Reading(Field(context, names, waves)) if own is None else Reading(own, *_solved(base))
        return self._found[key]

    def _base(self, keys: Keys, names: bool, waves: bool) -> Reading:
        """A reading of nothing but the given equations."""
        rows = self._bases.setdefault((names, waves), [])
        earlier = next((row for row in reversed(rows) if keys.goes_on_with(row[0])), None)
        field = None if earlier is None else earlier[1].field.extended(keys.context)
        if earlier is None or field is None:
            found = Reading(Field(keys.context, names, waves))
            found.equations = read(found.field, [h.statement for h in keys.context.hypotheses])
        else:
            new = read(field, [h.statement for h in keys.context.hypotheses[len(earlier[0].numbers) :]])
            known, point = _solved(earlier[1])[:2]
            found = Reading(field, (*known, *new))
            found.point = None if point is None else point.solved([form for _, form in new])
            found.is_solved = found.point is not None
        rows.append((keys, found))
        return found


def _solved(base: Reading) -> tuple[Equations, Point | None, bool]:
    """The equations of a reading, with a point, looked for if that was not done yet."""
    assert base.equations is not None
    if not base.is_solved:
        base.point = Point().solved([form for _, form in base.equations])
        base.is_solved = True
    return base.equations, base.point, True


def read(field: Field, statements: list[Statement]) -> Equations:
    """Those of the statements that are equations between numbers, as rational functions."""
    found = []
    for statement in statements:
        if isinstance(statement, Relation) and statement.operator == "=":
            form = difference(field, statement)
            if form is not None and form.top != 0:
                found.append((statement, form))
    return tuple(found)


def difference(field: Field, statement: Relation) -> Form | None:
    try:
        return field.difference(statement.left, statement.right)
    except NoForm:
        return None
