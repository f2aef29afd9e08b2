"""How the rows of one derivation are set in a given width, for every renderer.

Formulas are aligned at the relation where none has to be broken for it; else left sides hang on lines of
their own; else what breaks least. Reasons stand beside the formulas, or below where those need the width.
"""

from __future__ import annotations

from collections.abc import Sequence

from symproofs.records import record
from symproofs.render.layout import break_lines, prose_width, width
from symproofs.render.steps import Row


@record
class Measures:
    """Widths in em: of the line without the number, of the column of reasons, of the widest left side that stays."""

    line: float
    reason: float
    left: float
    wraps: bool = True
    """Whether a long reason is wrapped in its column."""
    overlaps: bool = False
    """Whether a wide formula may reach under the column of reasons, its own reason below it."""


@record
class Setting:
    """How a chain is set: left sides on lines of their own, reasons beside, the width for a right side."""

    hanging: bool
    beside: bool
    budget: float
    wide: float
    """The width for a right side whose reason stands below it."""


def setting(rows: Sequence[Row], measures: Measures) -> Setting:
    formula = measures.line - measures.reason
    lefts = max((width(r.left) for r in rows), default=0.0)
    aligned = Setting(False, True, formula - lefts, measures.line - lefts)
    hanging = Setting(True, True, formula - 2.0, measures.line - 2.0)
    best = hanging if lefts > measures.left or _breaks(rows, aligned) > _breaks(rows, hanging) else aligned
    fitting = sum(fits(r, best, measures) for r in rows)
    if fitting == len(rows) or (measures.overlaps and 2 * fitting >= len(rows)):
        return best
    return Setting(best.hanging, False, best.wide, best.wide)


def _breaks(rows: Sequence[Row], chosen: Setting) -> int:
    return sum(len(break_lines(r.right, chosen.budget)) - 1 for r in rows)


def fits(row: Row, chosen: Setting, measures: Measures) -> bool:
    """Whether the formula, broken where it can be, leaves the column of reasons free, and the reason fits there."""
    if row.raw:
        return 0.55 * len(row.raw) < measures.line - measures.reason
    if not measures.wraps and prose_width(row.reason) > measures.reason:
        return False
    return all(width(part) <= chosen.budget * 1.02 for part in break_lines(row.right, chosen.budget))
