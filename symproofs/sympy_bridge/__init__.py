"""The bridge to SymPy: terms as SymPy expressions and back, and derivations written in Python.

SymPy is imported when a name of this package is first used, not before.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from symproofs.sympy_bridge.refusal import NotRepresentable

if TYPE_CHECKING:
    from symproofs.sympy_bridge.into_sympy import sides_to_sympy as sides_to_sympy
    from symproofs.sympy_bridge.into_sympy import to_sympy as to_sympy
    from symproofs.sympy_bridge.out_of_sympy import from_sympy as from_sympy

_HOMES: Final = {
    "from_sympy": "symproofs.sympy_bridge.out_of_sympy",
    "to_sympy": "symproofs.sympy_bridge.into_sympy",
    "sides_to_sympy": "symproofs.sympy_bridge.into_sympy",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"{__name__} has no {name}")
    # kept, so that the next use finds it at once
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


__all__ = ["NotRepresentable", "from_sympy", "sides_to_sympy", "to_sympy"]
