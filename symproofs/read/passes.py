"""What is done to the formulas of a section before anything is declared: words beside them become formulas, one kind at a time.

A pass sees what those before it made of the words in front of a formula and behind it, so their order matters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symproofs.read.cases_in_prose import with_cases
from symproofs.read.claims_in_words import with_claims_in_words
from symproofs.read.conditions_ahead import with_conditions_ahead
from symproofs.read.declared_by_value import with_declared_values
from symproofs.read.equality_cases import with_equality_cases
from symproofs.read.existence_claims import with_existence_claims
from symproofs.read.index_conditions import with_index_conditions
from symproofs.read.intervals_in_words import with_intervals
from symproofs.read.laws_of_names import with_laws
from symproofs.read.layout import Written
from symproofs.read.mentioned import with_mentions
from symproofs.read.moments_in_prose import with_moments
from symproofs.read.named_solutions import with_named_solutions
from symproofs.read.named_values import with_named_values
from symproofs.read.negations import with_negations
from symproofs.read.ones_by_ones import with_ones
from symproofs.read.polar import with_polar_forms
from symproofs.read.rows_in_prose import with_rows
from symproofs.read.samples import with_samples
from symproofs.read.side_conditions import with_side_conditions
from symproofs.read.signs_in_words import with_signs_in_words
from symproofs.read.signs_of_members import with_signs_of_members
from symproofs.read.sizes_in_prose import with_sizes
from symproofs.read.sizes_in_words import with_sizes_in_words
from symproofs.read.supposed_contrary import with_supposed_contraries
from symproofs.read.tuples import with_tuples
from symproofs.read.universals import with_universals
from symproofs.read.values_in_words import with_values_in_words

Pass = Callable[[Sequence[Written]], Sequence[Written]]

IN_DOCUMENTS: tuple[Pass, ...] = (
    with_tuples,
    with_conditions_ahead,
    with_mentions,
    with_ones,
    with_declared_values,
    with_named_values,
    with_intervals,
    with_signs_in_words,
    with_rows,
    with_polar_forms,
    with_cases,
    with_signs_of_members,
    with_sizes,
    with_sizes_in_words,
    with_laws,
    with_samples,
    with_moments,
    with_values_in_words,
    with_existence_claims,
    with_equality_cases,
    with_named_solutions,
    with_index_conditions,
    with_universals,
    with_side_conditions,
    with_negations,
    with_supposed_contraries,
    with_claims_in_words,
)
"""The passes over a section of a document, the first one first."""

IN_GIVENS: tuple[Pass, ...] = (
    with_tuples,
    with_ones,
    with_rows,
    with_sizes,
    with_sizes_in_words,
    with_laws,
    with_moments,
    with_existence_claims,
    with_index_conditions,
    with_universals,
    with_side_conditions,
    with_negations,
)
"""Those over a section of givens, in the same order."""


def through(passes: Sequence[Pass], formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas after all passes."""
    for step in passes:
        formulas = step(formulas)
    return tuple(formulas)
