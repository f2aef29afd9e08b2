"""Derivations in Python that show themselves: as LaTeX, as Markdown, in a notebook.

from symproofs.apps.notebook import Derivation
"""

from __future__ import annotations

from typing import Any

from symproofs.derivation.document import CheckedDocument
from symproofs.render.latex import render_proof_latex
from symproofs.render.markdown import render_proof_markdown
from symproofs.sympy_bridge.derive import Derivation as PlainDerivation


class Derivation(PlainDerivation):
    """A derivation that is checked when it is shown, once for what was written so far."""

    _checked: tuple[int, CheckedDocument] | None = None

    def checked(self) -> CheckedDocument:
        """Every claim with its verdict."""
        count = len(self.claims)
        if self._checked is None or self._checked[0] != count:
            self._checked = (count, self.check())
        return self._checked[1]

    def latex(self, *, article: bool = False) -> str:
        """Each claim as a theorem with the lines of its proof."""
        return render_proof_latex(self.checked(), title=self.title, article=article)

    def markdown(self) -> str:
        """The same for a page."""
        return render_proof_markdown(self.checked(), title=self.title)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/markdown": self.markdown(), "text/latex": self.latex()}
