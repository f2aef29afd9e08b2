"""Statements that words turn into their opposite: `if not $x > 0$`, `$x > 0$ fails`, `unless $x = 0$`, 除非.

Of one comparison that speaks of no index the opposite can be written: x ≤ 0 for `not $x > 0$`. It is what is assumed where the
text assumes. What a claim denies it may deny of all values or of some: it is left to `qualifiers.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.opposites import opposite_of
from symproofs.read.phrases import FOR
from symproofs.read.tree import Node
from symproofs.read.wording import wording

NOT_BEFORE = wording(
    r"\b(?:not|neither)(?: (?:true|the case))?(?: that)?\s*$|(?:并非|不是|并不是|若非)\s*$",
    re.IGNORECASE,
)
NOR_BEFORE = wording(r"^\s*[,，]?\s*(?:nor|也不是|也并非)\s*$", re.IGNORECASE)
"""Before what is said not to hold, after another such."""

NOT_AFTER = wording(
    r"^\s*(?:does not hold|doesn['’]t hold|is false|is not true|isn['’]t true|is not the case|fails(?: to hold)?|"
    r"不成立|不真|为假|是假的|并不成立)(?=\s*(?:$|[.,;:，。；：]|\bthen\b|[则时]))",
    re.IGNORECASE,
)
"""Behind what is said not to hold."""

_UNLESS = (
    r"unless|except(?:ing)? (?:if|when|where|for|in case)|excepting|apart from|aside from|save for|but for|barring|"
    r"with the exception of|away from|outside of|excluding|other than|except(?: for)?"
)
UNLESS = wording(rf"(?:^|[\s,，.。;；])(?:{_UNLESS})\s*$|^\s*[,，]?\s*除非\s*$|除非\s*$", re.IGNORECASE)
"""Before what a statement is not said for."""

NEITHER = wording(r"\bneither\b", re.IGNORECASE)

ASSUMED = ("assume", "contradiction", "condition")
_SUPPOSED = ("assume", "define", "quantify", "condition")


def with_negations(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, those that are assumed not to hold as their opposites."""
    found = list(formulas)
    for k, formula in enumerate(found):
        if formula.aside or formula.display:
            continue
        after = found[k + 1] if k + 1 < len(found) and _same_sentence(formula, found[k + 1]) else None
        before = found[k - 1] if k and _same_sentence(found[k - 1], formula) else None
        if UNLESS.search(formula.before):
            _unless(found, k, before, after)
        elif formula.cue in ASSUMED and _denied(formula, before, after):
            opposite = opposite_of(formula.node)
            if opposite is not None:
                found[k] = replace(formula, node=opposite, turned=True)
    return tuple(found)


def is_excluded(formula: Written) -> bool:
    """Whether a formula writes what is left out, and its opposite is assumed: `unless $x = 0$, …`."""
    words = UNLESS.search(formula.before) or NOT_BEFORE.search(formula.before) or NOR_BEFORE.match(formula.before)
    return formula.turned and (words is not None or NOT_AFTER.match(formula.after) is not None)


def _denied(formula: Written, before: Written | None, after: Written | None) -> bool:
    """Whether words say of this formula, and of no list that it stands in, that it does not hold."""
    if NOR_BEFORE.match(formula.before):
        return NEITHER.search(formula.lead) is not None or (before is not None and before.turned)
    if NOT_BEFORE.search(formula.before):
        neither = re.search(r"neither\s*$", formula.before, re.IGNORECASE) is not None
        return after is None or ((NOR_BEFORE.match(after.before) is not None) == neither and not _lists(after))
    return NOT_AFTER.match(formula.after) is not None and not _lists(formula)


def _lists(formula: Written) -> bool:
    """Whether a formula goes on with a list: `not $x > 0$ or $y > 0$`."""
    return _LISTED.match(formula.before) is not None and not formula.starts_sentence


_LISTED = wording(r"^\s*(?:[,，、]|and|or|和|或|且)\s*$", re.IGNORECASE)


def _unless(found: list[Written], k: int, before: Written | None, after: Written | None) -> None:
    """`$X$ unless $P$`, `unless $P$, $X$`, `let $x$ be …, excluding $P$`: X holds where P does not."""
    condition = found[k]
    opposite = opposite_of(condition.node)
    if opposite is None or (after is not None and _lists(after) and before is not None and not _only_names(before.node)):
        return
    supposed = before is not None and (before.cue in _SUPPOSED or FOR.search(before.before) is not None)
    if supposed and before is not None and _bounds_letters(before.node):
        if before.cue in ("assume", "define") and after is None:
            found[k] = replace(condition, node=opposite, turned=True, cue="assume")
        return  # `for $x \\ge 0$ except $x = 0$, …`: what is claimed stands behind, and the words keep their doubt
    if before is not None and before.node is not None and before.node.kind == "Chain" and not before.display and not before.aside:
        if re.match(rf"^\s*[,，]?\s*(?:{_UNLESS}|except \w+(?: case)?|除非)\s*$", condition.before, re.IGNORECASE):
            node = Node("Cond", before.node.span, (before.node, opposite), "unless")
            found[k - 1] = replace(before, node=node, turned=True)
            said = Node("Text", condition.span, (), "said with the statement before")
            found[k] = replace(condition, node=said, aside=True, cue="condition")
        return
    if after is not None and _THEN.match(after.before):
        found[k] = replace(condition, node=opposite, turned=True, cue="condition")
        cue = "conclude" if after.cue in ("except", "condition", "define", "contradiction") else after.cue
        before_it, lead = (_OTHERWISE.sub(", ", words) for words in (after.before, after.lead))
        found[k + 1] = replace(after, cue=cue, before=before_it, lead=lead)  # 除非 $P$，否则 $X$
    elif after is None and before is not None and before.cue in ("assume", "define") and _only_names(before.node):
        found[k] = replace(condition, node=opposite, turned=True, cue="assume")  # `let $x$ be real, excluding $x = 0$`


_THEN = wording(
    r"^\s*[,，]\s*(?:(?:否则|则|那么)?(?:都|总|必|恒)?有?|(?:then|otherwise)?,? ?(?:we have|it holds that)?)\s*$", re.IGNORECASE
)
"""Between what a statement is not said for and the statement."""


def _bounds_letters(node: Node | None) -> bool:
    """`x ≥ 0`, of letters that a sentence speaks of."""
    signs = node.value if node is not None and node.kind == "Chain" and isinstance(node.value, tuple) else ("=",)
    return {"=", "in"}.isdisjoint(signs)


def _only_names(node: Node | None) -> bool:
    return node is not None and (name_of(node) is not None or node.value == ("in",))


_OTHERWISE = wording(r"[,，]\s*(?:否则|otherwise,?)\s*", re.IGNORECASE)


def _same_sentence(first: Written, second: Written) -> bool:
    return first.block == second.block and not second.starts_sentence
