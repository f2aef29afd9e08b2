"""Intervals that words say: `for $x$ between $0$ and $1$`, `$x$ 在 0 与 1 之间`, `$x$ lies in $[0, 1]$`, `$x$ 在 $[0, 1]$ 中`.

The letter becomes a chain of bounds, or a membership where the interval is written. Whether the ends are meant is often not
said: then what holds with them is shown, and nothing is refuted of the letter, since it may be refuted at an end alone
(`open_ends`). *Does not apply* to ends that are no numbers: which one is the lower is not said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from symproofs.read.elaboration.names import inner, name_of
from symproofs.read.elaboration.statements import is_statement
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_NUMBER = r"-?\d+(?:\.\d+)?"
_SAYS = r"\s*(?:(?:be|is|are|being|lies?|lying|ranges?|varies|runs|a (?:real )?number|that is|which is|real|any|number)\s+)*"
_SAYS_ZH = r"\s*(?:是|为|取|的?值|落|位|处)?(?:在|于|介于|属于)\s*"

_BETWEEN = wording(rf"^{_SAYS}(?P<strict>strictly )?between\s*$|^{_SAYS_ZH}$", re.IGNORECASE)
"""From the letter to the first end, where the ends are formulas."""

_AND = wording(r"^\s*(?:and|和|与|到|至)\s*$", re.IGNORECASE)
_CLOSES = wording(
    r"^\s*(?P<strict>之间|间)|^\s*[,(（]?\s*(?P<ends>inclusive(?:ly)?|included|endpoints included|含端点)", re.IGNORECASE
)

_PLAIN = wording(
    rf"^{_SAYS}(?P<strict>strictly )?between\s+(?P<low>{_NUMBER})\s+and\s+(?P<high>{_NUMBER})(?P<ends>,?\s*\(?inclusive\)?)?|"
    rf"^{_SAYS_ZH}(?P<low_zh>{_NUMBER})\s*(?:和|与|到|至)\s*(?P<high_zh>{_NUMBER})\s*之间",
    re.IGNORECASE,
)
"""The whole of it, where the ends are no formulas."""


_PLAIN_BEFORE = wording(rf"(?P<low>{_NUMBER})\s*(?:和|与|到|至)\s*(?P<high>{_NUMBER})\s*之间的(?:任意|所有|实|数|一?个|的)*\s*$")
"""The same before the letter: 对 0 与 1 之间的 $x$."""


def with_intervals(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, letters that words put between two ends as chains of bounds."""
    found = list(formulas)
    for k, formula in enumerate(found):
        if formula.node is None or name_of(formula.node) is None or formula.display or formula.aside:
            continue
        plain = _PLAIN.match(formula.after)
        ahead = _PLAIN_BEFORE.search(formula.before)
        if plain is not None or ahead is not None:
            found[k] = _with_plain_ends(formula, plain, ahead)
            continue
        if k + 1 < len(found) and _lies_in(formula, found[k + 1]):
            found[k], found[k + 1] = _member(formula, found[k + 1])
            continue
        if k and _is_ahead(found[k - 1], formula):
            found[k], found[k - 1] = _member(replace(formula, before=found[k - 1].before), found[k - 1])
            found[k] = replace(found[k], after=formula.after, cue=found[k].cue or "condition")
            continue
        if k + 2 >= len(found) or not _together(found[k : k + 3]):
            continue
        first, last = found[k + 1], found[k + 2]
        between = _BETWEEN.match(first.before)
        closes = _CLOSES.match(last.after)
        chinese = between is not None and "between" not in between[0].lower()
        if between is None or _AND.match(last.before) is None or (chinese and closes is None):
            continue
        if first.node is None or last.node is None or not _ordered(first.node, last.node):
            continue
        sign = "<" if between["strict"] else "<="
        rest = last.after[closes.end() :] if closes is not None else last.after
        found[k] = _bounded(formula, first.node, last.node, sign, rest)
        if not (between["strict"] or (closes is not None and closes["ends"])):
            found[k] = replace(found[k], open_ends=True)
        for j in (k + 1, k + 2):
            said = Node("Text", found[j].span, (), "an end of an interval")
            found[j] = replace(found[j], node=said, before="", after="", aside=True)
    return tuple(found)


_IN = wording(
    r"^\s*(?:(?:be|is|are|being|lies?|lying|ranges?|varies|that is|which is|real|a(?:ny)? (?:real )?number)\s+)*"
    r"(?:with)?in(?:side)?(?: the(?: (?:closed|open|unit|half-open))? interval)?\s*$|"
    r"^\s*(?:是|为|取|落|位|处)?(?:在|于|取自)(?:区间|闭区间|开区间)?\s*$",
    re.IGNORECASE,
)
"""From a letter to the interval in which it lies."""

_AHEAD = wording(r"(?:对于?|若|当|设|任取|任意|所有|每个)[^，。]{0,4}在(?:区间|闭区间|开区间)?\s*$")
_ITS_LETTER = wording(r"^\s*之?[中内里上]的?(?:任意|所有|每一?个|任何)?(?:实数|点|数)?\s*$")
"""Around an interval that stands ahead of its letter: 对于在 $[0, 1]$ 上的 $x$."""

_INSIDE = wording(r"^\s*(?:之?[中内里]|上(?!式|述|面))(?:的(?:任意)?(?:实数|点|数))?")


_INTERVAL_ENDS = wording(
    r"^\s*(?:之?[中内里]|上(?!式|述|面))?\s*(?:$|[.;:。；：)）]|"
    r"[,，]?\s*(?:(?:and|then|so|we|where|hence|thus|with|let|it)\b|则|其中|那么|于是|所以|因此|有|设|且)|[,，]\s*$)",
    re.IGNORECASE,
)
"""What may stand behind an interval: nothing that takes some of it back, `or larger`, `up to a sign`, 或大于."""


def _lies_in(letter: Written, interval: Written) -> bool:
    """`let $x$ be in $[0, 1]$`, 设 $x$ 在 $[0, 1]$ 中."""
    node = interval.node
    if not _is_interval(node) or not _together((letter, interval)) or _IN.match(interval.before) is None:
        return False
    if (letter.cue is None and _CONDITION.search(letter.before) is None) or _INTERVAL_ENDS.match(interval.after) is None:
        return False
    return interval.before.strip()[-1:] not in ("在", "于") or _INSIDE.match(interval.after) is not None


def _is_ahead(interval: Written, letter: Written) -> bool:
    """对于在 $[0, 1]$ 上的 $x$."""
    if not _is_interval(interval.node) or interval.aside or not _together((interval, letter)):
        return False
    return _AHEAD.search(interval.before) is not None and _ITS_LETTER.match(letter.before) is not None


def _is_interval(node: Node | None) -> bool:
    if node is None:
        return False
    return node.kind == "Interval" or (node.kind == "Group" and node.value in ("(", "[") and len(node.children) == 2)


def _member(letter: Written, interval: Written) -> tuple[Written, Written]:
    """The letter as a member of the interval, and what is left of the interval."""
    assert letter.node is not None and interval.node is not None
    node = Node("Chain", letter.span, (letter.node, interval.node), ("in",), (letter.span,))
    behind = _INSIDE.sub("", interval.after)
    cue = letter.cue or ("condition" if _CONDITION.search(letter.before) else None)
    said = Node("Text", interval.span, (), "where it lies")
    return (
        replace(letter, node=node, after=behind, cue=cue),
        replace(interval, node=said, before="", after="", aside=True),
    )


def _with_plain_ends(formula: Written, behind: re.Match[str] | None, ahead: re.Match[str] | None) -> Written:
    """The letter bounded by numbers in the words behind it, or before it."""
    if behind is not None:
        low, high = behind["low"] or behind["low_zh"], behind["high"] or behind["high_zh"]
        strict, sure, after = behind["strict"], behind["strict"] or behind["ends"], formula.after[behind.end() :]
    else:
        assert ahead is not None
        low, high, strict, sure, after = ahead["low"], ahead["high"], None, None, formula.after
        formula = replace(formula, before=formula.before[: ahead.start()])
    first, last = _number(formula, low), _number(formula, high)
    if not _ordered(first, last):
        return formula
    return replace(_bounded(formula, first, last, "<" if strict else "<=", after), open_ends=not sure)


def _ordered(low: Node, high: Node) -> bool:
    """Whether two ends are numbers, the first one the lower."""
    values = [_value(end) for end in (low, high)]
    return None not in values and values[0] <= values[1]  # type: ignore[operator]


def _value(node: Node) -> Fraction | None:
    node = inner(node)
    if node.kind == "Neg":
        value = _value(node.children[0])
        return None if value is None else -value
    return Fraction(str(node.value)) if node.kind == "Num" else None


def _together(formulas: Sequence[Written]) -> bool:
    """Whether formulas stand in one sentence, and the last two are no statements."""
    first, *rest = formulas
    return all(
        f.node is not None and f.block == first.block and not f.starts_sentence and not f.display and not is_statement(f.node)
        for f in rest
    )


def _bounded(formula: Written, low: Node, high: Node, sign: str, after: str) -> Written:
    assert formula.node is not None
    node = Node("Chain", formula.span, (low, formula.node, high), (sign, sign), (formula.span, formula.span))
    cue = formula.cue or ("condition" if _CONDITION.search(formula.before) else None)
    return replace(formula, node=node, after=after, turned=True, cue="condition" if cue == "quantify" else cue)


_CONDITION = wording(
    r"\b(?:for|if|when(?:ever)?|with)(?: all| any| every| each| an?)?(?: real)?(?: numbers?)?\s*$|[当对若](?:于)?\s*$",
    re.IGNORECASE,
)


def _number(formula: Written, digits: str) -> Node:
    number = Node("Num", formula.span, (), digits.removeprefix("-"))
    return Node("Neg", formula.span, (number,)) if digits.startswith("-") else number


def letters_with_open_ends(formulas: Sequence[Written]) -> frozenset[str]:
    """The letters of which it is not said whether they may be at the ends."""
    return frozenset(
        name for f in formulas if f.open_ends and f.node is not None and (name := name_of(f.node.children[1])) is not None
    )
