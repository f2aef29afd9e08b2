"""Elaboration of a section: the types of all its names, then every formula as typed terms with spans.

Links are accepted in document order. A link whose shapes clash with what stands before it is set aside with
its problem and does not touch the others. `Part.forced` says that declarations alone force the clash: then the
link is wrong; else inference had a part in it. Nothing raises for what a formula contains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.comprehensions import with_conditions_of_sets
from symproofs.read.elaboration.conventions import RUNNING, Conventions
from symproofs.read.elaboration.defaults import settle
from symproofs.read.elaboration.general_diagonals import with_general_diagonals
from symproofs.read.elaboration.named_entries import without_named_entries
from symproofs.read.elaboration.position_scripts import with_position_scripts
from symproofs.read.elaboration.reading import Formula, Part, Reading, SectionReading
from symproofs.read.elaboration.results import Results
from symproofs.read.elaboration.section import Section
from symproofs.read.elaboration.sorts import infer_sorts
from symproofs.terms.context import Context

__all__ = ["Formula", "Part", "Reading", "SectionReading", "elaborate_section"]


def elaborate_section(formulas: Sequence[Formula], context: Context, conventions: Conventions | None = None) -> SectionReading:
    """Infer the types of all names of a section, given the context, then elaborate every formula over them."""
    conventions = conventions or Conventions()
    nodes = with_position_scripts([with_general_diagonals(without_named_entries(f.node)) for f in formulas])
    formulas = [replace(f, node=node) for f, node in zip(formulas, with_conditions_of_sets(nodes), strict=True)]
    section, results = _elaborated(formulas, context, conventions)
    reading = results.reading()
    entries = entries_of_defined(section, results)
    if not entries:
        return reading
    return _elaborated(formulas, context, replace(conventions, entries=entries))[1].reading()


def _elaborated(formulas: Sequence[Formula], context: Context, conventions: Conventions) -> tuple[Section, Results]:
    section = Section(formulas, context, conventions)
    assumed = settle(section.scope, section.drafts())
    derived = infer_sorts(section)
    return section, Results(section, assumed, derived)


def entries_of_defined(section: Section, results: Results) -> frozenset[str]:
    """Numbers `p_1` of which only their letter is known: `p`, which an equation makes an array. They are its entries."""
    scope, types = section.scope, results.types
    found = set()
    for name, symbol in scope.symbols.items():
        base, _, script = name.rpartition("_")
        array = scope.symbols.get(base)
        if array is None or array.role != "value" or array.declaration is not None or base not in section.evidence.defined:
            continue
        plain = symbol.role == "value" and symbol.declaration is None and (script.isdigit() or script in RUNNING)
        free = name in types and (types[name].is_scalar or name in results.assumed_shapes)
        if plain and free and base in types and types[base].is_tensor:
            found.add(name)
    return frozenset(found)
