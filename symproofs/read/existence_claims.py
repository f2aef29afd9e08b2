"""What a sentence claims to exist: `there is an integer $k$ such that $n = 2k$ and $k > 0$`, 存在整数 $k$ 使得 … 且 ….

All that stands behind `such that` is one claim with what is said to exist: none of it is assumed. What is said to exist needs
a kind, from a membership (`$Q \\in \\mathbb R^{n \\times n}$`), a noun (`a real $y$`) or a bound (`$y > 0$`, a number); what
else its noun says of it (`permutation matrix`) is part of the claim. Where some of it is not understood nothing is taken.

*Does not apply* where the existence is supposed: `suppose that there is …`, `if there is …`, 若存在.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import name_of
from symproofs.read.elaboration.properties import SUPPOSABLE
from symproofs.read.elaboration.statements import is_range, is_statement
from symproofs.read.layout import Written
from symproofs.read.phrases import (
    ASSUMPTION,
    CLAUSE_END,
    JOINS_STATEMENTS,
    OR_BETWEEN,
    SUCH_THAT,
    SUPPOSES,
    THERE_IS,
    CueRole,
    nouns_in,
)
from symproofs.read.predicates import KINDS
from symproofs.read.prose import is_order
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.records import record

SETS = {"integer": "Z", "real": "R", "complex": "C"}
"""Letters of the sets that nouns speak of."""

_ADJECTIVES = {"real": "real", "complex": "complex", "实": "real", "复": "complex", "number": "real", "数": "real"}
_ONLY_SORT = wording(r"\b(?:positive integers?)\b|正整数", re.IGNORECASE)
_FILLS = wording(
    r"\b(?:an?|some|also|at least one|other|certain|real|complex|integers?|numbers?|square)\b|[一二两]?个|某个?|的|实|复|数",
    re.IGNORECASE,
)
"""Words of what is said to exist that say no more than its sort."""

_ANOTHER = wording(r"^\s*(?:[,，、]|and|和|与|以及|及)*\s*(?P<noun>[^.,;:，。；：]*)$", re.IGNORECASE)
"""Before another one that is said to exist with the first."""

_JOINED_BY = wording(r"^\s*(?:[,，]\s*)?(?:and|but|且|并且|而且|又)\s*$", re.IGNORECASE)
_ALSO_SUCH = wording(
    r"^\s*[,，]?\s*(?:and|且|并且|以及|并|同时)?\s*(?:both|also|也|又)?\s*(?:such that|so that|with|使得|使|满足)?\s*$",
    re.IGNORECASE,
)
"""Between what is said of it."""

_SUPPOSED: tuple[CueRole | None, ...] = ("assume", "contradiction", "condition", "quantify")


@record
class Existing:
    """What is said to exist, a membership, and what its noun and its bound say of it."""

    member: Node
    said: tuple[Node, ...] = ()


def with_existence_claims(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, each claim that something exists as one statement at the place of its last formula."""
    found = list(formulas)
    for k, formula in enumerate(found):
        opening = THERE_IS.search(formula.before) if formula.node is not None and not formula.aside else None
        if opening is None or _is_supposed(found, k, opening.start()):
            continue
        nouns = _nouns(found, k, (opening["en"] or opening["zh"] or "").strip())
        body = _body(found, k + len(nouns))
        made = [existing(found[k + j].node, noun) for j, noun in enumerate(nouns)]
        _claim(found, k, made, body, re.sub(r"\s+", " ", opening.group(0)).strip())
    return tuple(found)


def _is_supposed(found: Sequence[Written], k: int, start: int) -> bool:
    """Whether the clause supposes that there is something, or goes on with what the sentence supposes."""
    formula = found[k]
    clause = CLAUSE_END.split(formula.before[:start])[-1]
    if SUPPOSES.search(CLAUSE_END.split(formula.lead)[-1]):
        return True  # `suppose for every $x$ there is a $y$`
    if formula.cue == "contradiction" or SUPPOSES.search(clause) or ASSUMPTION.search(clause):
        return True
    goes_on = k > 0 and not formula.starts_sentence and _JOINED_BY.match(clause) is not None
    return goes_on and found[k - 1].cue in _SUPPOSED


def _nouns(found: Sequence[Written], k: int, noun: str) -> list[str]:
    """The nouns of the letters that are said to exist: from formula `k` to the last one before `such that`."""
    nouns = [noun]
    for formula in found[k + 1 :]:
        another = _ANOTHER.match(formula.before)
        if formula.starts_sentence or formula.display or SUCH_THAT.match(formula.before) or another is None:
            break
        if formula.node is None or not (_names(formula.node) or _is_membership(formula.node)):
            break
        nouns.append(another["noun"].strip() or noun)
    return nouns


def _body(found: Sequence[Written], first: int) -> range:
    """The formulas behind `such that` that are said of it."""
    if first >= len(found) or not _is_said(found[first]) or SUCH_THAT.match(found[first].before) is None:
        return range(first, first)
    last = first + 1
    while last < len(found) and _is_said(found[last]) and found[last].block == found[first].block:
        between = found[last].before
        if not (JOINS_STATEMENTS.match(between) or _ALSO_SUCH.match(between)) or _heads_conclusion(found[last]):
            break
        last += 1
    return range(first, last)


def _heads_conclusion(formula: Written) -> bool:
    return formula.starts_sentence or (formula.node is not None and is_range(formula.node))


def _is_said(formula: Written) -> bool:
    """Whether a formula states something in the sentence that it goes on."""
    goes_on = not formula.starts_sentence or formula.continues
    return goes_on and formula.node is not None and not formula.aside and is_statement(formula.node)


def existing(node: Node | None, noun: str) -> Existing | None:
    """What is said to exist; nothing where the words or the formula say more than is understood."""
    if node is None:
        return None
    facts = [n for n in nouns_in(noun) if n.kind == "property" and n.fact in SUPPOSABLE]
    left = _ONLY_SORT.sub("", noun)
    for one in (*facts, *(n for n in nouns_in(noun) if n.kind == "sort" and n.fact in SETS)):
        left = one.pattern.sub("", left)
    for words in (*KINDS.values(), _FILLS):
        left = words.sub("", left)
    if left.strip():
        return None
    letters = node.children[0] if _is_membership(node) or is_order(node) else node
    if not _names(letters) or (is_order(node) and len(node.children) != 2):
        return None
    member = node if _is_membership(node) else of_sort(letters, _sort(noun, node))
    if member is None:
        return None
    each = letters.children if letters.kind == "List" else (letters,)
    positive = ("positive",) if _ONLY_SORT.search(noun) else ()
    said = tuple(Node("Has", n.span, (n,), fact) for n in each for fact in dict.fromkeys((*(f.fact for f in facts), *positive)))
    return Existing(member, (*said, node) if is_order(node) else said)


def _sort(noun: str, node: Node) -> str | None:
    """The sort that a noun says; what is compared is a real number."""
    if _ONLY_SORT.search(noun):
        return "integer"
    found = next((n.fact for n in nouns_in(noun) if n.kind == "sort" and n.fact in SETS), None)
    words = noun.lower()
    known = next((sort for word, sort in _ADJECTIVES.items() if re.search(word, words)), None)
    shaped = any(KINDS[kind].search(noun) for kind in ("vector", "matrix", "function"))
    return None if shaped else found or known or ("real" if is_order(node) else None)


def of_sort(letters: Node, sort: str | None) -> Node | None:
    """`k ∈ ℤ`"""
    if sort is None:
        return None
    letter = Node("Font", letters.span, (Node("Id", letters.span, (), SETS[sort]),), "bb")
    return Node("Chain", letters.span, (letters, letter), ("in",), (letters.span,))


def _names(node: Node) -> bool:
    """A letter, or a list of letters."""
    return name_of(node) is not None or (node.kind == "List" and all(name_of(c) is not None for c in node.children))


def _is_membership(node: Node) -> bool:
    return node.kind == "Chain" and node.value == ("in",)


def _claim(found: list[Written], k: int, existing: Sequence[Existing | None], body: range, words: str) -> None:
    """The claim at the place of its last formula; where it is not understood what it says is marked."""
    places = [*range(k, k + len(existing)), *body]
    known = [one for one in existing if one is not None]
    said = [*(node for one in known for node in one.said), *_statements(found, body)]
    if not said and len(known) == len(existing):
        return
    if len(known) < len(existing) or not said:
        for place in (p for p in places if _is_bound(found[p], p in body)):
            found[place] = replace(found[place], unaccounted=words, cue="assume")  # it leaves a doubt
        return
    cue: CueRole = "goal" if found[k].cue == "goal" else "conclude"
    last = places[-1]
    span = found[body[0] if body else k].span.join(found[last].span)
    node = said[0] if len(said) == 1 else Node("List", span, tuple(said))
    if last + 1 < len(found) and body and OR_BETWEEN.match(found[last + 1].before):
        node, last = _alternatives(found, node, last)
        span = span.join(node.span)
    for member in reversed(_together([one.member for one in known])):
        node = Node("Exists", span, (member, node))
    for place in range(k, last):
        hidden = found[place].node
        assert hidden is not None
        kept = hidden if place < k + len(existing) and _is_membership(hidden) else _told(hidden)
        found[place] = replace(found[place], node=kept, aside=True)
    found[last] = replace(found[last], node=node, cue=cue)


def _is_bound(formula: Written, said: bool) -> bool:
    return formula.node is not None and (said or is_order(formula.node))


def _statements(found: Sequence[Written], body: range) -> Iterator[Node]:
    """What is said of what exists, statement by statement."""
    for place in body:
        node = found[place].node
        assert node is not None
        yield from node.children if node.kind == "List" and all(map(is_statement, node.children)) else (node,)


def _together(members: Sequence[Node]) -> list[Node]:
    """The memberships, letters of one set in one of them."""
    made: list[Node] = []
    for member in members:
        letters = member.children[0].children if member.children[0].kind == "List" else member.children[:1]
        same = next((k for k, m in enumerate(made) if _same_set(m, member)), None)
        if same is None:
            made.append(member)
            continue
        before = made[same].children[0]
        listed = (*(before.children if before.kind == "List" else (before,)), *letters)
        made[same] = replace(made[same], children=(Node("List", before.span, listed), *made[same].children[1:]))
    return made


def _same_set(first: Node, second: Node) -> bool:
    """Whether two memberships name one set: `k ∈ ℤ`, `l ∈ ℤ`."""
    kinds = [[(p.kind, p.value) for p in m.children[1].walk()] for m in (first, second)]
    return kinds[0] == kinds[1]


def _alternatives(found: list[Written], node: Node, last: int) -> tuple[Node, int]:
    """`there is an integer $k$ with $X$ or $Y$`: one of both is said of the same k."""
    bodies = [node]
    while last + 1 < len(found) and OR_BETWEEN.match(found[last + 1].before) and _is_said(found[last + 1]):
        more = found[last + 1].node
        assert more is not None
        bodies.append(more)
        last += 1
    if len(bodies) == 1:
        return node, last
    return Node("Combine", bodies[0].span.join(bodies[-1].span), tuple(bodies), ("∨",) * (len(bodies) - 1)), last


def _told(node: Node) -> Node:
    """What is said with the claim, and says nothing of its own."""
    return Node("Text", node.span, (), "said with what is behind it")
