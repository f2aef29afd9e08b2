"""What is said of the sign of every member of a family: `$x_1, …, x_n$ are positive`, `all $x_i > 0$`, `$x_1, …, x_n > 0$`.

It is read as where the members lie: `x_1, …, x_n ∈ ℝ_{>0}`, for a vector `x ∈ ℝ_{>0}^n`. How many there are is said by the run
itself, by a range beside it, or where the family is declared or summed over. *Fails when* nothing says so: nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symproofs.read.after_nouns import takes_all_of
from symproofs.read.elaboration.names import bare, written
from symproofs.read.elaboration.statements import is_run
from symproofs.read.layout import Written
from symproofs.read.phrases import DOUBT, FOLLOWS, NOUNS, SENTENCE_END
from symproofs.read.tree import Node
from symproofs.read.wording import wording

SIGNS: Mapping[str, str] = {"positive": ">", "nonnegative": ">=", "negative": "<", "nonzero": "!="}
"""What nouns say, as a relation to 0."""

SORTS: Mapping[str, str] = {"complex": "C", "integer": "Z", "natural": "N", "real": "R"}
"""What nouns say, as the letter of a set of numbers."""

ASSUMES = ("assume", "define", "quantify", "contradiction")

EVERY_BEFORE = wording(r"\b(?:all(?: of)?(?: the)?|every|each)\s*$|(?:所有|每个|每一个|全部)(?:的)?\s*$", re.IGNORECASE)
"""Before a member that stands for every one: `all $x_i > 0$`."""

FOR_EVERY = wording(r"^\s*[,，]?\s*(?:for (?:all|every|each)|对(?:所有|任意|每个)(?:的)?)\s*$", re.IGNORECASE)

_SAYS = wording(
    r"^\s*[,，]?\s*(?:be|are|being|is|all|both|,|real(?: numbers?)?(?: and)?|"
    r"reals|scalars|numbers?|which are|均|都|全|为|是|\s)*\s*$",
    re.IGNORECASE,
)
"""What may stand between a run and the noun that says its sign."""


def with_signs_of_members(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, signs of members as memberships of the whole family."""
    found = list(formulas)
    for k, formula in enumerate(formulas):
        said = formula.cue is None and FOLLOWS.search(formula.lead) is None  # `the weights $w_1, …, w_n$ are positive`
        if formula.node is None or formula.aside or not (said or formula.cue in (*ASSUMES, "condition")):
            continue
        changes = (_of_a_run, _of_entries) if said else (_of_a_run, _of_entries, _of_any_member)
        for change in changes if formula.cue != "condition" else (_of_any_member,):
            changed = change(found, k)
            if changed is not None:
                found[k] = changed
                break
    return tuple(found)


def _of_a_run(found: list[Written], k: int) -> Written | None:
    """`$x_1, …, x_n > 0$`, `$x_1, …, x_n$ are positive`, `$x_1, …, x_n ∈ ℝ$, all positive`."""
    formula = found[k]
    node = formula.node
    assert node is not None
    if node.kind == "Chain" and isinstance(node.value, tuple) and node.value[0] in SIGNS.values() and len(node.value) == 1:
        run, bound = node.children
        if formula.cue is not None and run.kind == "List" and is_run(run) and _is_zero(bound):
            return replace(formula, node=lies_in(run, str(node.value[0])))
        return None
    inside = node.kind == "Chain" and node.value == ("in",) and node.children[1].kind == "Font"
    run = node.children[0] if inside else node
    said = _sign_after(formula.after) if run.kind == "List" and is_run(run) else None
    if said is None:
        return _numbers(formula, run) if not inside and formula.cue in ASSUMES else None
    sign, start, end = said
    cue = formula.cue or "assume"
    return replace(formula, node=lies_in(run, sign), after=formula.after[:start] + formula.after[end:], cue=cue)


def _numbers(formula: Written, run: Node) -> Written | None:
    """`$x_1, …, x_n$ be complex numbers`."""
    if run.kind != "List" or not is_run(run):
        return None
    for noun in NOUNS:
        match = noun.pattern.search(formula.after) if noun.fact in SORTS and noun.kind == "sort" else None
        between = formula.after[: match.start()] if match is not None else ""
        if match is not None and _SAYS.match(between) is not None and takes_all_of(formula.after, match.end()):
            letter = Node("Font", run.span, (Node("Id", run.span, (), SORTS[noun.fact]),), "bb")
            node = Node("Chain", run.span, (run, letter), ("in",), (run.span,))
            signed = _OF_INTEGERS.search(match.group(0)) is not None and noun.fact == "natural"  # their sign is read there
            return replace(formula, node=node, after=formula.after if signed else formula.after[match.end() :])
    return None


_OF_INTEGERS = wording(r"positive integers|整数")

_ENTRIES = wording(
    r"\b(?:with|have|has|having|of) (?:all |only |strictly )*(?P<one>positive|non-?negative|negative|non-?zero) "
    r"(?:real )?(?:entries|components|coordinates|elements)\b|"
    r"\bwhose (?:entries|components|coordinates|elements) are (?:all |strictly )*"
    r"(?P<two>positive|non-?negative|negative|non-?zero)\b|"
    r"(?:各|每个|所有)(?:分量|元素|坐标)(?:均|都|全)?(?:为|是|大于)?(?P<three>正|非负|负|非零|零)数?",
    re.IGNORECASE,
)
_CHINESE = {"正": "positive", "非负": "nonnegative", "负": "negative", "非零": "nonzero", "零": "positive"}
"""大于零 is positive."""


def _of_entries(found: list[Written], k: int) -> Written | None:
    """`$x ∈ ℝ^n$ with positive entries`."""
    formula = found[k]
    node = formula.node
    assert node is not None
    match = _ENTRIES.search(SENTENCE_END.split(formula.after)[0])
    if match is None or node.kind != "Chain" or node.value != ("in",) or node.children[1].kind != "Sup":
        return None
    if node.children[1].children[0].kind != "Font" or DOUBT.search(formula.after[: match.start()]):
        return None
    word = (match["one"] or match["two"] or _CHINESE[match["three"]]).replace("-", "").lower()
    inside = replace(node, children=(node.children[0], _reals(SIGNS[word], node, node.children[1].children[1])))
    return replace(formula, node=inside, after=formula.after[: match.start()] + formula.after[match.end() :])


def _sign_after(text: str) -> tuple[str, int, int] | None:
    """The sign that the words behind a run say of it, and where these words stand."""
    for noun in NOUNS:
        match = noun.pattern.search(text) if noun.fact in SIGNS and noun.kind == "property" else None
        if match is not None and _SAYS.match(text[: match.start()]) is not None and not _OF_INTEGERS.search(match.group(0)):
            return SIGNS[noun.fact], 0, match.end()
    return None


def _of_any_member(found: list[Written], k: int) -> Written | None:
    """`all $x_i > 0$`, `$x_i > 0$ for all $i$`, `$x_i > 0$ for $i = 1, …, n$` of members of a family or entries of a vector."""
    formula = found[k]
    node = formula.node
    assert node is not None
    every, count, ranged = EVERY_BEFORE.search(formula.before) is not None, None, None
    if node.kind == "Forall" and node.children[0].kind == "Id":
        node, every = node.children[1], True
    elif node.kind == "Cond" and len(node.children) == 2:
        count, node = _last_of(node.children[1]), node.children[0]
        every = every or count is not None
    if k + 1 < len(found) and found[k + 1].block == formula.block and not found[k + 1].starts_sentence:
        other = found[k + 1]
        ranged = _last_of(other.node) if other.node is not None and other.before.strip(" ,，") in ("for", "(", "（", "") else None
        every = every or FOR_EVERY.match(other.before) is not None or ranged is not None
        count = count or ranged
    sign, member = _signed_member(node)
    after, said = formula.after, _sign_after(formula.after)
    if member is None and said is not None and _is_member(node):
        member, sign, after = bare(node), said[0], formula.after[said[2] :]
        every = every or FOR_EVERY.match(after) is not None
    if not every or member is None:
        return None
    base, script = member.children
    size, vector = _declared_size(found, base)
    count = count or size
    if count is None:
        return None
    if vector is not None and ranged is not None:
        return None  # the range stands beside it
    declared = _with_declaration(found, k, vector, sign) if vector is not None and formula.cue != "condition" else None
    if vector is not None or formula.cue == "condition":
        return declared or replace(formula, node=_for_every(member, sign, script, count), after=after)
    first = replace(member, children=(base, Node("Num", script.span, (), "1")))
    last = replace(member, children=(base, count))
    run = Node("List", node.span, (first, Node("Dots", node.span), last))
    return replace(formula, node=lies_in(run, sign), after=after)


def _for_every(member: Node, sign: str, script: Node, count: Node) -> Node:
    """`x_i > 0` with the range of i beside it: it is said of every member."""
    at = member.span
    bound = Node("Chain", at, (member, Node("Num", at, (), "0")), (sign,), (at,))
    items = Node("List", at, (Node("Num", at, (), "1"), Node("Dots", at), count))
    return Node("Cond", at, (bound, Node("Chain", at, (script, items), ("=",), (at,))), "for")


def _with_declaration(found: list[Written], k: int, place: int, sign: str) -> Written | None:
    """What the sentence of a declaration says of all entries is part of it: `$x ∈ ℝ^n$ with all $x_i > 0$`."""
    declared = found[place]
    if place >= k or any(f.starts_sentence or f.block != declared.block for f in found[place + 1 : k + 1]):
        return None
    node = declared.node
    if node is None or node.kind != "Chain" or node.children[1].children[0].kind != "Font":
        return None
    inside = _reals(sign, node.children[1], node.children[1].children[1])
    found[place] = replace(declared, node=replace(node, children=(node.children[0], inside)))
    said = Node("Text", found[k].span, (), "said with the statement before")
    return replace(found[k], node=said, aside=True)


def _signed_member(node: Node) -> tuple[str, Node | None]:
    """The sign and the member of `x_i > 0`."""
    if node.kind != "Chain" or not isinstance(node.value, tuple) or len(node.value) != 1 or node.value[0] not in SIGNS.values():
        return "", None
    left, right = node.children
    return str(node.value[0]), left if _is_member(left) and _is_zero(right) else None


def _is_member(node: Node) -> bool:
    """`x_i` with a letter below."""
    return node.kind == "Sub" and node.children[0].kind == "Id" and bare(node.children[1]).kind == "Id"


def _is_zero(node: Node) -> bool:
    return node.kind == "Num" and node.value == "0"


def _last_of(node: Node | None) -> Node | None:
    """n of `i = 1, …, n`."""
    if node is None or node.kind != "Chain" or node.value != ("=",) or node.children[1].kind != "List":
        return None
    items = node.children[1].children
    runs = len(items) >= 3 and items[0].value == "1" and any(i.kind == "Dots" for i in items)
    return items[-1] if runs and items[-1].kind in ("Id", "Num") else None


def _declared_size(found: Sequence[Written], base: Node) -> tuple[Node | None, int | None]:
    """How many members a family has, and which formula declares it as a vector: `x ∈ ℝ^n`, `x_1, …, x_n`, `Σ_{i=1}^n x_i`."""
    for place, formula in enumerate(found):
        for part in formula.node.walk() if formula.node is not None else ():
            if (
                part.kind == "Chain"
                and part.value == ("in",)
                and _same(part.children[0], base)
                and part.children[1].kind == "Sup"
            ):
                return part.children[1].children[1], place if part is formula.node else -1
            if part.kind == "List" and is_run(part) and _base_of(part.children[-1], base):
                return part.children[-1].children[1], None
            if _sums(part, base):
                return part.children[2], None
    return None, None


def _sums(node: Node, base: Node) -> bool:
    """`Σ_{i=1}^n x_i` of the members of a family."""
    if node.kind != "Big" or len(node.children) != 3 or node.children[2].kind not in ("Id", "Num"):
        return False
    lower = node.children[1]
    from_one = lower.kind == "Chain" and lower.value == ("=",) and lower.children[1].value == "1"
    return from_one and any(_base_of(p, base) for p in node.children[0].walk())


def _base_of(node: Node, base: Node) -> bool:
    return node.kind == "Sub" and _same(node.children[0], base)


def _same(first: Node, second: Node) -> bool:
    one, other = written(first), written(second)
    return one is not None and other is not None and one.text == other.text


def lies_in(run: Node, sign: str) -> Node:
    return Node("Chain", run.span, (run, _reals(sign, run)), ("in",), (run.span,))


def _reals(sign: str, at: Node, power: Node | None = None) -> Node:
    """ℝ_{>0}, ℝ ∖ {0}, ℝ_{>0}^n."""
    letter = Node("Font", at.span, (Node("Id", at.span, (), "R"),), "bb")
    zero = Node("Num", at.span, (), "0")
    if sign == "!=":
        found = Node("Combine", at.span, (letter, Node("Set", at.span, (zero,))), ("∖",))
    else:
        found = Node("Sub", at.span, (letter, Node("Chain", at.span, (Node("Empty", at.span), zero), (sign,), (at.span,))))
    return found if power is None else Node("Sup", at.span, (found, power))
