"""Elaboration of a section: the types of all its names, then every formula as typed terms with spans.

Links are accepted in document order. A link whose shapes clash with what stands before it is set aside with
its problem and does not touch the others. `Part.forced` says that declarations alone force the clash: then the
link is wrong; else inference had a part in it. Nothing raises for what a formula contains.
"""

from __future__ import annotations

from collections.abc import Sequence

from symproofs.read.elaboration.conventions import Conventions
from symproofs.read.elaboration.defaults import settle
from symproofs.read.elaboration.reading import Formula, Part, Reading, SectionReading
from symproofs.read.elaboration.results import Results
from symproofs.read.elaboration.section import Section
from symproofs.read.elaboration.sorts import infer_sorts
from symproofs.terms.context import Context

__all__ = ["Formula", "Part", "Reading", "SectionReading", "elaborate_section"]


def elaborate_section(formulas: Sequence[Formula], context: Context, conventions: Conventions | None = None) -> SectionReading:
    """Infer the types of all names of a section, given the context, then elaborate every formula over them."""
    section = Section(formulas, context, conventions or Conventions())
    assumed = settle(section.scope, section.drafts())
    derived = infer_sorts(section)
    return Results(section, assumed, derived).reading()
