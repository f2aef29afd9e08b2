"""Biases that are rows: `a bias $b \\in \\mathbb{R}^{1 \\times k}$`, 偏置 $b$: they are added to every row.

That a row is the bias of a layer says what `X W + b` means. Of a column, `W x + b`, it says nothing new.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symproofs.read.elaboration.declarations import type_from
from symproofs.read.layout import Written
from symproofs.read.phrases import CLAUSE_END
from symproofs.read.prose import subjects
from symproofs.read.wording import wording
from symproofs.terms.context import Context
from symproofs.terms.size import ONE

_BIAS = wording(r"\bbias(?:es)?\b|\bbroadcast|\badded to (?:each|every|all|the) |偏置|偏移|广播|加到", re.IGNORECASE)


def row_biases(formulas: Sequence[Written]) -> frozenset[str]:
    """The names of rows of which the words beside their declaration say that they are a bias."""
    found: set[str] = set()
    for formula in formulas:
        node = formula.node
        if node is None or node.kind != "Chain" or node.value != ("in",):
            continue
        words = f"{CLAUSE_END.split(formula.before)[-1]} {' '.join(CLAUSE_END.split(formula.after)[:2])}"
        kind = type_from(node.children[1], Context()) if _BIAS.search(words) else None
        if kind is not None and kind.rows == ONE and kind.cols != ONE:
            found.update(subjects(node))
    return frozenset(found)
