"""Records: frozen data whose class takes no time to make.

`dataclass(frozen=True)` writes the text of six functions for every class, compiles and runs it: of two hundred classes that was
near half of the time to load. `record` makes the same of a class out of functions that are there already. One object
takes a little longer to make: what is made by the thousand stays a dataclass, as statements and spans; so does what is trusted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError, field
from inspect import get_annotations
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

Class = TypeVar("Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Class) -> Class:
    """What `dataclass(frozen=True)` makes of a class: a call that fills its fields, equality, a hash and a text by them.

    Fields are the annotated names, with a default, `field(default_factory=…)` or neither; `replace`, `fields` and patterns work.
    *Fails when* a field is asked for that is not given in a call (`init=False`, `InitVar`): `TypeError`.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(x=1, y=0), dataclasses.replace(Point(1), y=2)
    (Point(x=1, y=0), True, Point(x=1, y=2))
    """
    kinds: Mapping[str, str] = get_annotations(cls)
    names = tuple(n for n, kind in kinds.items() if not kind.startswith("ClassVar"))
    given = {n: cls.__dict__[n] for n in names if n in cls.__dict__}
    special = {n: value for n, value in given.items() if isinstance(value, dataclasses.Field)}
    if any(not value.init for value in special.values()) or any(kinds[n].startswith("InitVar") for n in names):
        raise TypeError(f"{cls.__qualname__} has a field that is not given in a call")
    compared = tuple(n for n in names if n not in special or special[n].compare)
    shown = tuple(n for n in names if n not in special or special[n].repr)
    made: dict[str, object] = {
        "__init__": _init(cls, names, given),
        **_comparing(compared),
        "__repr__": _repr(shown),
        "__setattr__": _unchanged,
        "__delattr__": _unchanged,
        "__match_args__": names,
        "__dataclass_fields__": _Fields(special),
    }
    for name, value in made.items():
        if name not in cls.__dict__:
            type.__setattr__(cls, name, value)
    return cls


def _init(cls: type, names: tuple[str, ...], given: Mapping[str, Any]) -> Callable[..., None]:
    """Fill the fields, those not given by their defaults."""
    count = len(names)
    plain = {n: value for n, value in given.items() if not isinstance(value, dataclasses.Field)}
    plain |= {n: f.default for n, f in given.items() if n not in plain and f.default is not MISSING}
    makers = {n: f.default_factory for n, f in given.items() if n not in plain and f.default_factory is not MISSING}
    fill = object.__setattr__
    afterwards: Callable[[object], None] | None = getattr(cls, "__post_init__", None)

    known = frozenset(names)

    def completed(values: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
        found = dict(zip(names, values, strict=False))
        whole = {**plain, **found, **named}
        if len(whole) != count:
            whole |= {n: make() for n, make in makers.items() if n not in whole}
        if len(values) > count or len(whole) != count or not named.keys() <= known or not named.keys().isdisjoint(found):
            asked, got = ", ".join(names), ", ".join(named)
            raise TypeError(
                f"{cls.__qualname__} takes {asked}: given are {len(values)} values in this order and {got or 'no'} by name"
            )
        return whole

    def __init__(self: object, /, *values: Any, **named: Any) -> None:
        if named or len(values) != count:
            for n, value in completed(values, named).items():
                fill(self, n, value)
        else:
            for n, value in zip(names, values, strict=True):
                fill(self, n, value)
        if afterwards is not None:
            afterwards(self)

    return __init__


def _comparing(names: tuple[str, ...]) -> dict[str, object]:
    """Equality and hash by what the fields of these names hold."""
    values: Callable[[object], object] = attrgetter(*names) if names else lambda self: ()

    def __eq__(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:
        return hash(values(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _repr(names: tuple[str, ...]) -> Callable[[object], str]:
    values = [(n, attrgetter(n)) for n in names]

    def __repr__(self: object) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{n}={value(self)!r}' for n, value in values)})"

    return __repr__


def _unchanged(self: object, name: str, *value: object) -> NoReturn:
    raise FrozenInstanceError(f"{name} does not change")


class _Fields:
    """The fields as `dataclasses` tells them, once somebody asks for them."""

    def __init__(self, special: Mapping[str, Any]) -> None:
        self.special = special

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner = owner

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        dataclasses.dataclass(init=False, repr=False, eq=False, match_args=False)(owner)
        return owner.__dict__["__dataclass_fields__"]  # type: ignore[no-any-return]
