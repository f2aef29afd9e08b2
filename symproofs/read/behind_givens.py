"""What stands behind `Given $x = 2$,` and a comma: another given, or what the sentence says.

`Given`, `assuming`, 已知 want a main clause, which may be a bare formula. Where letters have their values already it is one, and
where the text draws nothing from what was given. Of letters that have none yet it is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from symproofs.diagnostics import Diagnostic, Span
from symproofs.read.elaboration import Part
from symproofs.read.elaboration.names import inner, name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import COMMA, ENDS_SENTENCE
from symproofs.read.roles import Constraints
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.terms.statement import statement_names

_GIVEN = wording(r"^[\s*_]*(?:given|assuming|granted|granting|with|已知|给定)(?: that)?\b", re.IGNORECASE)
"""At the beginning of a sentence that wants a main clause."""

_ASKS = wording(r"\b(?:find|determine|compute|evaluate|calculate|show|prove|solve|what|then)\b|[求证则]|计算|确定", re.IGNORECASE)
"""Behind what is given: something is asked of it."""

BehindGivens = Mapping[Span, bool]
"""The formulas behind what is given, and whether the text draws something from them."""


def behind_givens(formulas: Sequence[Written]) -> BehindGivens:
    """The formulas that may be the main clause behind what is given."""
    found: dict[Span, bool] = {}
    for k, (first, second) in enumerate(pairwise(formulas), 2):
        behind = COMMA.fullmatch(second.before) is not None and first.cue == second.cue in ("assume", "define")
        if behind and _GIVEN.match(second.lead) and ENDS_SENTENCE.match(second.after):
            after = formulas[k] if k < len(formulas) else None
            draws = after is not None and after.cue in ("conclude", "goal", "solve")
            found[second.span] = draws or _ASKS.search(second.after + second.closing) is not None
    return found


def is_main_clause(formula: Written, parts: Sequence[Part], behind: BehindGivens, constraints: Constraints) -> bool:
    """Whether a formula says something of what is given before it: letters have their values, or nothing is drawn from it."""
    if formula.span not in behind or not parts:
        return False
    return all(_is_computed(p, constraints) for p in parts) or (not behind[formula.span] and _says(formula.node))


def in_doubt(parts: Sequence[Part], constraints: Constraints) -> Diagnostic | None:
    """What keeps a main clause from being refuted: it may be given, too."""
    if all(_is_computed(p, constraints) for p in parts):
        return None
    return Diagnostic("given-or-claimed", "behind what is given this may be given too, or claimed", parts[0].span, "note")


def _is_computed(part: Part, constraints: Constraints) -> bool:
    """Whether every letter of a statement has its value already."""
    names = statement_names(part.statement) if part.statement is not None else frozenset()
    return bool(names) and all(constraints.has_value(n) for n in names)


def _says(node: Node | None) -> bool:
    """An equation between two things of which none is a bare letter."""
    equation = node is not None and node.kind == "Chain" and node.value == ("=",)
    return node is not None and equation and all(name_of(inner(side)) is None for side in node.children)
