"""Relations between two formulas that words say: `the determinant of $A$ is $1$`, `$A$ has rank $n$`, `$m$ divides $n$`.

They become a formula at the place of the second one: det A = 1, m | n. What the sentence does with the first, assume or claim, it
does with that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.phrases import CLAUSE_END, CueRole
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording
from symproofs.records import record

Maker = Callable[[Node, Node], Node]


@record
class Relating:
    """Words before a formula and between it and the next one, what they say, and whether they say it behind a conclusion only."""

    before: Wording
    between: Wording
    says: Maker
    concludes: bool = False


def _relation(sign: str, turned: bool = False) -> Maker:
    def says(first: Node, second: Node) -> Node:
        span = first.span.join(second.span)
        sides = (second, first) if turned else (first, second)
        return Node("Chain", span, sides, (sign,), (span if turned else first.span,))

    return says


def _value_of(head: str) -> Maker:
    """`det A = v`"""

    def says(first: Node, second: Node) -> Node:
        group = Node("Group", first.span, (first,), "(")
        applied = Node("Function", first.span, (Node("Word", first.span, (), head), group))
        span = first.span.join(second.span)
        return Node("Chain", span, (applied, second), ("=",), (span,))  # no place of its own has the sign

    return says


_ANYTHING = wording("")
_IS = r"(?:is|are|equals?|is equal to|are equal to)"
_IS_ZH = r"(?:都|均)?(?:为|是|等于)"

RELATING: tuple[Relating, ...] = (
    *(
        row
        for head, english, chinese in (
            ("det", r"determinants?", r"行列式"),
            ("tr", r"traces?", r"迹"),
            ("rank", r"ranks?", r"秩"),
        )
        for row in (
            Relating(wording(rf"\b{english} of\s*$", re.IGNORECASE), wording(rf"^\s*{_IS}\s*$", re.IGNORECASE), _value_of(head)),
            Relating(
                _ANYTHING,
                wording(
                    rf"^\s*(?:has|have|with|of)\s+(?:(?:an?|the)\s+)?{english}(?:\s+equal to)?\s*$|^\s*的{chinese}{_IS_ZH}\s*$",
                    re.IGNORECASE,
                ),
                _value_of(head),
            ),
        )
    ),
    Relating(_ANYTHING, wording(r"^\s*divides\s*$|^\s*整除\s*$", re.IGNORECASE), _relation("divides")),
    Relating(
        _ANYTHING,
        wording(
            r"^\s*(?:is (?:also )?(?:divisible by|an? (?:integer )?multiple of))\s*$|^\s*(?:能|可|可以)?被\s*$|^\s*是\s*$",
            re.IGNORECASE,
        ),
        _relation("divides", turned=True),
    ),
    Relating(_ANYTHING, wording(r"^\s*(?:equals?|is equal to)\s*$|^\s*等于\s*$", re.IGNORECASE), _relation("="), concludes=True),
)
"""What is sought, the first row first."""

_BEHIND: dict[str, Wording] = {"被": wording(r"^\s*整除"), "是": wording(r"^\s*的倍数")}
"""What has to stand behind the second formula, by how the words between the two end."""


def with_values_in_words(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, relations that words say between two of them as one formula."""
    found = list(formulas)
    for k in range(len(found) - 1):
        first, second = found[k], found[k + 1]
        if first.block != second.block or second.starts_sentence or not (_is_term(first) and _is_term(second)):
            continue
        if not _ends_clause(second.after):
            continue
        row = next((r for r in RELATING if r.between.match(second.before) and r.before.search(first.before)), None)
        if row is None or (row.concludes and first.cue != "conclude"):
            continue
        behind = _BEHIND.get(second.before.strip()[-1:])
        if behind is not None and behind.match(second.after) is None:
            continue
        if first.cue in _TAKEN:
            assert first.node is not None and second.node is not None
            said, after = row.says(first.node, second.node), _rest(behind, second.after)
            found[k + 1] = replace(second, node=said, cue=first.cue, before=" ", after=after)
            found[k] = replace(first, before=row.before.sub("", first.before), after=" ", aside=True)
    return tuple(found)


_TAKEN: tuple[CueRole | None, ...] = ("assume", "conclude", "condition", "contradiction", "goal")
"""The cues under which what is said of a formula is taken with it."""

_CLAUSE_BEGINS = wording(
    r"^\s*(?:$|and\b|or\b|but\b|so\b|then\b|for\b|if\b|when\b|where\b|with\b|because\b|since\b|整除|的倍数|[,，.。;；:：!?！？)）、]|"
    r"[且和或则故时并而])",
    re.IGNORECASE,
)


def _ends_clause(after: str) -> bool:
    """Whether the words behind the second formula say nothing more of it: `has rank $n$`, not `has rank $n$ or less`."""
    return (_CLAUSE_BEGINS.match(after) or CLAUSE_END.match(after)) is not None and _LESS.match(after) is None


_LESS = wording(r"^\s*(?:or (?:less|more|greater|smaller|at)|and (?:above|below))\b|^\s*或(?:更|以上|以下)", re.IGNORECASE)


def _rest(behind: Wording | None, after: str) -> str:
    return after if behind is None else behind.sub("", after)


def _is_term(formula: Written) -> bool:
    """An expression in running text."""
    node = formula.node
    if node is None or formula.display or formula.aside or is_statement(node):
        return False
    return node.kind not in ("List", "Text", "Empty", "Set", "Interval", "Dots", "Mark", "Has")
