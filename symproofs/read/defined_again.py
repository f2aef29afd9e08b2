"""A second definition of a function or a family: `let $f(x) = x^2$. … Define $f(x) = x^3$.`

Two bodies for one name contradict each other, and everything would follow from both. Where the text says that it defines the
function, or where it has left the exercise of the first one, the new one takes the place of the old; where it may as well assume
that the two agree, neither is taken. *Does not apply* where the first one gives the second, to values under a condition, and
where the second one speaks of a name of which nothing is known: it may define that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from symproofs.read.elaboration import Part
from symproofs.read.layout import Written
from symproofs.read.own_definitions import agrees
from symproofs.read.phrases import NOW
from symproofs.read.roles import Constraints, head_of
from symproofs.read.wording import wording
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import Hypothesis, Relation
from symproofs.terms.term import free_names

Again = Literal["anew", "unclear"]

_ASSUMES = wording(r"(?:\b(?:let|set|put|take|choose|writ\w+|say|with|given)|令|设|取|记)\b[^.;。；]{0,40}$", re.IGNORECASE)
_DEFINES = wording(r"\b(?:re-?)?defin(?:e|es|ed|ing)\b[^.;。；]{0,30}$|定义[^.;。；]{0,12}$", re.IGNORECASE)


def defined_again(
    part: Part, formula: Written, context: Context, constraints: Constraints, has_left: Callable[[Hypothesis], bool]
) -> tuple[str, Again] | None:
    """The function that a formula defines once more, and whether the text says that it is another one now."""
    said = part.statement
    if not isinstance(said, Relation) or said.operator != "=" or part.conditions or said.left.head == "name":
        return None
    name = head_of(said.left)
    if name is None or name in free_names(said.right) or not _says_so(part, formula):
        return None
    old = [h for h in context.hypotheses if (found := definition_of(h)) is not None and found[0] == name and found[1]]
    if not old or agrees(context, said):
        return None
    arguments = free_names(said.left) - {name}
    if any(n not in constraints.names for n in free_names(said.right) - arguments):
        return None
    explicit = part.relation == "def" or _DEFINES.search(formula.lead) or NOW.search(formula.lead)
    return name, "anew" if explicit or all(map(has_left, old)) else "unclear"


def _says_so(part: Part, formula: Written) -> bool:
    """Whether the text gives the function this value, and does not claim that it has it."""
    if part.relation == "def":
        return True
    words = _DEFINES.search(formula.lead) or _ASSUMES.search(formula.lead)
    return formula.cue in ("assume", "define") and words is not None
