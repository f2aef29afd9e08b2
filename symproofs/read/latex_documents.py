"""LaTeX documents to blocks: sections, paragraphs, items, theorem environments, formulas.

Only the structure that a reader of derivations needs; what a command of the text does to the page is no
matter here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from symproofs.diagnostics import Source

if TYPE_CHECKING:
    from symproofs.read.segments import Segments

_DOCUMENT = re.compile(r"\\documentclass\s*[\[{]|\\begin\s*\{document\}")


def is_latex_document(source: Source) -> bool:
    """A file with a document class, or one called `.tex`."""
    return source.path.endswith((".tex", ".ltx")) or _DOCUMENT.search(source.text, 0, 4000) is not None


def latex_blocks(source: Source) -> Segments:
    raise NotImplementedError
