"""How the derivatives by an array lie."""

from __future__ import annotations

from typing import NamedTuple


class Layout(NamedTuple):
    """Whether the gradient of a number, and the Jacobian of a column, is turned over."""

    gradient: bool = False
    jacobian: bool = False


LAYOUTS = (Layout(), Layout(gradient=True), Layout(jacobian=True), Layout(True, True))
