"""What is done to the formulas of a section before anything is declared: words beside them become formulas, one kind at a time.

A pass sees what those before it made of the words in front of a formula and behind it, so their order matters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symproofs.read.cases_in_prose import with_cases
from symproofs.read.declared_by_value import with_declared_values
from symproofs.read.layout import Written
from symproofs.read.mentioned import with_mentions
from symproofs.read.moments_in_prose import with_moments
from symproofs.read.negations import with_negations
from symproofs.read.polar import with_polar_forms
from symproofs.read.rows_in_prose import with_rows
from symproofs.read.samples import with_samples
from symproofs.read.side_conditions import with_side_conditions
from symproofs.read.signs_in_words import with_signs_in_words
from symproofs.read.signs_of_members import with_signs_of_members
from symproofs.read.sizes_in_prose import with_sizes

Pass = Callable[[Sequence[Written]], Sequence[Written]]

IN_DOCUMENTS: tuple[Pass, ...] = (
    with_mentions,
    with_declared_values,
    with_signs_in_words,
    with_rows,
    with_polar_forms,
    with_cases,
    with_signs_of_members,
    with_sizes,
    with_samples,
    with_moments,
    with_side_conditions,
    with_negations,
)
"""The passes over a section of a document, the first one first."""

IN_GIVENS: tuple[Pass, ...] = (with_rows, with_sizes, with_moments, with_side_conditions, with_negations)
"""Those over a section of givens, in the same order."""


def through(passes: Sequence[Pass], formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas after all passes."""
    for step in passes:
        formulas = step(formulas)
    return tuple(formulas)
