"""One value that solves an equation: `$x = 2$ is a solution of $x^2 = 4$`, `$x = 2$ 是方程 $x^2 = 4$ 的一个根`.

The claim is that the equation holds at the value: what it says with the value in the place of the letter. Of all solutions,
and of what is to be solved, `problems.py` speaks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import ASSUMPTION, SUPPOSES
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_EQUATION = r"(?:\s*(?:the )?(?:\w+ )?(?:equation|polynomial|quadratic|cubic))?"
_IS_ONE = wording(
    r"\s*(?:is|gives|provides) (?:indeed )?(?:an?|one|another) (?:\w+ )?(?:solution|root|zero) (?:of|to|for)"
    + _EQUATION
    + r"\s*|"
    r"\s*(?:satisf(?:y|ies)|solves?) (?:the )?(?:\w+ )?(?:equation|polynomial|quadratic|cubic)\s*|"
    r"\s*(?:也|确)?是(?:方程|等式)\s*|\s*(?:满足|适合)(?:方程|等式)\s*",
    re.IGNORECASE,
)
"""Between a value and the equation that it solves. `The number $r = x + 1$ satisfies …` says what r is."""

_OF = wording(r"\s*的(?:一个|一|其中一个)?(?:解|根|零点)")
"""Behind the equation, in Chinese."""

_ONE_IS = wording(r"\s*(?:is|is given by)\s*|\s*的(?:一个|其中一个|其中之一)(?:解|根|零点)?(?:是|为)\s*", re.IGNORECASE)
_ONE_OF = wording(
    r"\b(?:an?|one|another) (?:\w+ )?(?:solution|root|zero) (?:of|to|for)" + _EQUATION + r"\s*$|"
    r"\bone of the (?:solutions|roots|zeros) (?:of|to|for)" + _EQUATION + r"\s*$",
    re.IGNORECASE,
)
_ITS = wording(r"(?:方程|等式)\s*$")
"""Before an equation of which one solution is named behind it."""


def with_named_solutions(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, each value that is said to solve an equation put into it."""
    found = list(formulas)
    for k in range(len(found) - 1):
        first, second = found[k], found[k + 1]
        if first.node is None or second.node is None or second.block != first.block or second.starts_sentence or second.display:
            continue
        if ASSUMPTION.search(first.lead) or SUPPOSES.search(first.lead):
            continue
        value, equation = _roles(first, second)
        if value is None or equation is None:
            continue
        put = _put(value, equation)
        if put is not None:
            found[k] = replace(first, node=Node("Text", first.node.span, (), "said with what is behind it"), aside=True)
            found[k + 1] = replace(second, node=put, cue="conclude", before=", ", unconditional=True)
    return tuple(found)


def _roles(first: Written, second: Written) -> tuple[Node | None, Node | None]:
    """The value and the equation, if the words say so."""
    if _IS_ONE.fullmatch(second.before) and (
        not _is_chinese(second.before) or _OF.match(second.after) or "满足" in second.before
    ):
        return first.node, second.node
    if _ONE_IS.fullmatch(second.before):
        chinese = _is_chinese(second.before)
        if (_ITS if chinese else _ONE_OF).search(first.before):
            return second.node, first.node
    return None, None


def _is_chinese(words: str) -> bool:
    return not words.isascii()


def _put(value: Node, equation: Node) -> Node | None:
    """The equation at the value."""
    values = _values(value)
    if values is None or equation.kind != "Chain" or not isinstance(equation.value, tuple) or "=" not in equation.value:
        return None
    if not any(name_of(part) in values for part in equation.walk()):
        return None
    return _with(equation, values)


def _values(node: Node) -> dict[str, Node] | None:
    """`x = 2`, `x = 1, y = 2`: the values by name."""
    found: dict[str, Node] = {}
    for part in node.children if node.kind == "List" else (node,):
        if part.kind != "Chain" or part.value != ("=",) or (letter := name_of(part.children[0])) is None or letter in found:
            return None
        if any(name_of(p) == letter for p in part.children[1].walk()):
            return None
        found[letter] = part.children[1]
    return found


def _with(node: Node, values: dict[str, Node]) -> Node:
    letter = name_of(node)
    if letter is not None:
        return Node("Group", node.span, (values[letter],), "(") if letter in values else node
    return replace(node, children=tuple(_with(child, values) for child in node.children))
