"""From raw trees to typed, unevaluated terms: names, sorts and shapes of a section, then every formula."""

from symproofs.read.elaboration.conventions import Conventions
from symproofs.read.elaboration.declarations import Declared, declared_from
from symproofs.read.elaboration.elaborate import Formula, Part, Reading, SectionReading, elaborate_section
from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.sizes import size_from, sizes_from

__all__ = [
    "Conventions",
    "Declared",
    "Formula",
    "Part",
    "Reading",
    "SectionReading",
    "declared_from",
    "elaborate_section",
    "name_of",
    "size_from",
    "sizes_from",
]
