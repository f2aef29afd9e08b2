"""What a sentence draws its conclusion from: `then $f(x) = 0$ gives $x = -1$` claims of no x that f(x) is 0.

An equation or an inequality is such a premise where what follows bounds a letter of it, or where it equates letters: it cannot
be meant of all their values. A reason that is given (`since $x^2 = 2x$, …`) is claimed, and what follows is judged under it, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from symproofs.diagnostics import Span
from symproofs.read.elaboration.names import inner, name_of
from symproofs.read.layout import Written
from symproofs.read.roles import Constraints
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation, statement_names

_GIVES = wording(
    r"^\s*[,，]?\s*(?:(?:just |only |simply )?(?:gives|yields|means|forces|implies|leads to|amounts to)(?: that| us)?|"
    r"给出|推出|意味着|得到?|可得|蕴[含涵]|导致)\s*$",
    re.IGNORECASE,
)
"""Between a premise and what is drawn from it."""

_REASON = wording(r"\b(?:since|because|as)\b|由于|因为", re.IGNORECASE)
_SIGNS = frozenset({"=", "<", "<=", ">", ">=", "!="})


def premises(formulas: Sequence[Written]) -> dict[Span, frozenset[str]]:
    """The formulas from which the next one is drawn, with letters that may have any value before."""
    found: dict[Span, frozenset[str]] = {}
    for first, second in pairwise(formulas):
        if first.node is None or second.node is None or second.starts_sentence or first.block != second.block:
            continue
        says = _GIVES.match(second.before) is not None
        if not (says and first.cue in (None, "conclude", "cite")) and not (first.cue == "cite" and second.cue == "conclude"):
            continue
        letters = _letters(first.node) & _bounded(second.node)
        if not letters and says and _equates(first.node):
            letters = _letters(first.node)
        if letters and _is_comparison(first.node):
            found[first.span] = letters
    return found


def is_open(letters: frozenset[str], constraints: Constraints, context: Context) -> bool:
    """Whether nothing says yet what letters are equal to."""
    equations = (h.statement for h in context.hypotheses)
    tied = {n for e in equations if isinstance(e, Relation) and e.operator == "=" for n in statement_names(e)}
    return not letters & (tied | constraints.uses.keys())


def is_reason(formula: Written) -> bool:
    """`since $x^2 = 2x$`: it is claimed, and what its sentence goes on with may rest on it."""
    return formula.cue == "cite" and _REASON.search(formula.lead) is not None


def _is_comparison(node: Node) -> bool:
    return node.kind == "Chain" and isinstance(node.value, tuple) and len(node.value) == 1 and node.value[0] in _SIGNS


def _letters(node: Node) -> frozenset[str]:
    return frozenset(n for p in node.walk() if (n := name_of(p)) is not None)


def _bounded(node: Node) -> frozenset[str]:
    """The letters that a statement bounds, each alone on a side: `x = -1`, `x > 2`, `x = 1` or `x = 2`."""
    if node.kind in ("List", "Or", "And", "Group"):
        return frozenset().union(*map(_bounded, node.children)) if node.children else frozenset()
    if not _is_comparison(node) and not (node.kind == "Chain" and node.value == ("in",)):
        return frozenset()
    sides = [(a, b) for a, b in (node.children, node.children[::-1]) if name_of(inner(a)) is not None]
    return frozenset(str(name_of(inner(a))) for a, b in sides if name_of(inner(a)) not in _letters(b))


def _equates(node: Node) -> bool:
    """Whether a letter is compared with something in which it does not occur."""
    return _is_comparison(node) and bool(_bounded(node))


Premises = Mapping[Span, frozenset[str]]
