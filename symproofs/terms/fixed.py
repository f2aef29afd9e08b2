"""Dictionaries that do not change once they are made."""

from __future__ import annotations

from typing import NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class FixedDict(dict[Key, Value]):
    """A dictionary without the ways to change one. What is worked out from it may be kept beside it."""

    __slots__ = ()

    def _fixed(self, *anything: object, **more: object) -> NoReturn:
        raise TypeError("this does not change")

    __setitem__ = __delitem__ = __ior__ = _fixed
    clear = pop = popitem = setdefault = update = _fixed

    def __reduce__(self) -> tuple[object, ...]:
        """Copied whole: item by item, as other dictionaries are, it cannot be filled."""
        return type(self), (dict(self),)
