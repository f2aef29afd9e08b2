"""symproofs reads a hand derivation, says of every step whether it is right and why, and gives it back typeset.

>>> import symproofs
>>> symproofs.check("Let $x$ be a real number. Then $(x + 1)^2 = x^2 + 2x + 1$.").summary
{'proved': 1}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symproofs.apps.check import check as check

__all__ = ["check"]


def __getattr__(name: str) -> object:
    """`check` is loaded when it is asked for, so that no part of the package waits for the whole of it."""
    if name == "check":
        from symproofs.apps.check import check

        return check
    raise AttributeError(f"module 'symproofs' has no attribute {name!r}")
