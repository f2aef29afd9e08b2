"""What a sentence says of everything of a kind, behind the conditions of it: `For every $k \\in \\mathbb{N}$, $k \\ge 2$, $X$.`

A sentence that begins with `for every` and supposes nothing claims what stands behind the comma; what bounds the letter between
the two is what it is claimed under, whether words join it to the letter (`with`, `满足`) or a comma does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import inner, letters_in, name_of
from symproofs.read.elaboration.statements import is_range, is_statement
from symproofs.read.layout import Written
from symproofs.read.phrases import COMMA, JOINS_STATEMENTS, TO_STATEMENT
from symproofs.read.prose import is_order
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_OPENS = wording(
    r"[\s*_]*(?:(?:so|then|thus|hence|therefore|now|also|and|but|moreover|furthermore|similarly|likewise|clearly|consequently|"
    r"in particular|note that|we claim that|(?:claim|theorem|lemma|proposition|corollary|fact)(?:\s*\d+)?\s*[:：]|"
    r"于是|因此|所以|从而|那么|则|故|又|且|显然|同理|此外|另外|注意到?)\s*[,，]?\s*)*"
    r"(?:for (?:all|every|each|any|arbitrary)\b[A-Za-z\s-]*|"
    r"对(?:于)?(?:任意|所有|任何|一切|每一?个|每)的?(?P<met>满足)?[\u3400-\u9fff]{0,6}\s*)",
    re.IGNORECASE,
)
"""The beginning of a sentence that speaks of everything of a kind and supposes nothing."""

_SUCH = wording(r"\s*[,，]?\s*(?:with|where|such that|satisfying|满足|使得|其中)\s*", re.IGNORECASE)
_AND_SUCH = wording(r"\s*[,，]?\s*(?:and|且|并且)\s*", re.IGNORECASE)
_CALLED = wording(r"\s*的[\u3400-\u9fff]{0,6}\s*")
"""`对任意满足 $|x| \\le 1$ 的实数 $x$`: between a condition and the letter that it is said of."""


def with_conditions_ahead(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, what such a sentence claims as a claim, what bounds its letters as the condition of that."""
    found = list(formulas)
    for k, formula in enumerate(found):
        opening = _OPENS.fullmatch(formula.lead) if formula.starts_sentence and not formula.display else None
        if opening is not None and formula.node is not None and formula.cue in ("quantify", "assume"):
            _claim(found, k, opening["met"] is not None)
    return tuple(found)


def _claim(found: list[Written], k: int, met: bool) -> None:
    """The sentence whose letter, or the condition of it where `met`, stands at a place."""
    node = found[k].node
    assert node is not None
    letters, after, bounds = set(_subjects(node)), k + 1, range(0)
    if met:
        if after >= len(found) or not _goes_on(found, after) or not _CALLED.fullmatch(found[after].before):
            return
        letters, after, bounds = set(_subjects(found[after].node)), after + 1, range(k, k + 1)
        if not _bounds(node, letters):
            return
    elif found[k].cue != "quantify" or not letters:
        return
    first = after
    while (
        after + 1 < len(found)
        and _goes_on(found, after)
        and _goes_on(found, after + 1)
        and _is_bound(found, after, first, letters)
    ):
        after += 1
    bounds = bounds or range(first, after)
    if not bounds or not _is_claim(found, after, letters) or _is_enumerated(found, first, after):
        return
    for place in bounds:
        found[place] = replace(found[place], cue="condition")
    found[after] = replace(found[after], cue="conclude")
    while after + 1 < len(found) and _goes_on(found, after + 1) and JOINS_STATEMENTS.match(found[after + 1].before):
        after += 1
        if found[after].cue in (None, "define", "assume", "condition", "quantify"):
            found[after] = replace(found[after], cue="conclude")


def _is_bound(found: Sequence[Written], place: int, first: int, letters: set[str]) -> bool:
    """Whether a condition of the letters stands at a place: behind words for it, or behind a comma with a statement to come."""
    if place + 1 >= len(found) or not _goes_on(found, place) or not _goes_on(found, place + 1):
        return False
    node, before = found[place].node, found[place].before
    if node is None or found[place].display or found[place].cue == "conclude" or not _bounds(node, letters):
        return False
    if _SUCH.fullmatch(before) or (place > first and _AND_SUCH.fullmatch(before)):
        return True
    return COMMA.fullmatch(before) is not None and TO_STATEMENT.match(found[place + 1].before) is not None


def _is_enumerated(found: Sequence[Written], first: int, after: int) -> bool:
    """`For all $x$, $A$, $B$, and $C$`: a list of claims, none of them said to be a condition."""
    listed = after + 1 < len(found) and _goes_on(found, after + 1) and found[after + 1].before.strip()[:1] in (",", "，")
    return listed and first < after and not any(_SUCH.fullmatch(f.before) for f in found[first:after])


def _is_claim(found: Sequence[Written], place: int, letters: set[str]) -> bool:
    """Whether a statement stands at a place that is said right behind what it is said of; a definition is none."""
    if place >= len(found) or not _goes_on(found, place) or found[place].aside:
        return False
    node = found[place].node
    if node is None or not is_statement(node) or not TO_STATEMENT.match(found[place].before):
        return False
    if node.kind != "Chain" or node.value not in (("=",), ("def",)):
        return node.kind != "Chain" or node.value != ("in",)
    known = letters.union(*(letters_in(f.node) for f in found[:place] if f.node is not None))
    return node.value == ("=",) and (_named(node.children[0]) is None or _named(node.children[0]) in known)


def _named(left: Node) -> str | None:
    """The letter that an equation may define: `y`, `a_n`, `f(x)`."""
    left = inner(left)
    if left.kind == "Product" and len(left.children) == 2 and left.children[1].kind == "Group":
        left = left.children[0]
    return next(iter(letters_in(left)), None) if left.kind in ("Id", "Sub", "Word", "Font") else None


def _bounds(node: Node, letters: set[str]) -> bool:
    """`k ≥ 2`, `0 < t < 1`, `|r| < 1`: letters, or the sizes of letters, compared with what may be known of them."""
    if not is_order(node) or is_range(node):
        return False
    return any(_own(side) in letters for side in node.children)


def _own(side: Node) -> str | None:
    """The letter that a side of a comparison is, or the size of which it is."""
    side = inner(side)
    return name_of(inner(side.children[0]) if side.kind in ("Abs", "Norm") and len(side.children) == 1 else side)


def _subjects(node: Node | None) -> tuple[str, ...]:
    """The letters that a sentence is said of: `x`, `x, y`, `x, y ∈ ℝ`, `x > 0`."""
    if node is None:
        return ()
    if node.kind == "Chain":
        return _subjects(node.children[0]) if node.value == ("in",) or is_order(node) else ()
    items = node.children if node.kind == "List" else (node,)
    names = [name_of(item) if item.kind != "Chain" else next(iter(_subjects(item)), None) for item in items]
    return tuple(n for n in names if n is not None) if None not in names else ()


def _goes_on(found: Sequence[Written], place: int) -> bool:
    """Whether a formula goes on with the sentence of the one before it."""
    return not found[place].starts_sentence and (found[place].block == found[place - 1].block or found[place].continues)
