"""How the derivatives by an array lie."""

from __future__ import annotations

from typing import NamedTuple


class Layout(NamedTuple):
    """Whether the gradient of a number, the Jacobian of a column, and what is written with ∇, is turned over."""

    gradient: bool = False
    jacobian: bool = False
    nabla: bool = False

    @property
    def of_nabla(self) -> Layout:
        """The layout of what is written with ∇."""
        return self._replace(gradient=self.nabla)


LAYOUTS = (
    Layout(),
    Layout(gradient=True, nabla=True),
    Layout(jacobian=True),
    Layout(True, True, True),
    Layout(gradient=True),
    Layout(gradient=True, jacobian=True),
)
"""In the order in which they are tried; the last ones have ∇f as a column and ∂f/∂x as a row."""
