"""What is supposed of everything of a kind: `$f(-x) = -f(x)$ for all real $x$`, `for every integer $j$ with $0 \\le j < m$`.

Such a hypothesis is one statement, `∀ j ∈ ℤ: 0 ≤ j < m ⇒ …`. With a letter that stands for one value it would say less, and
what follows from it at another value would be called wrong. Nothing is made of it unless every word beside the letter is
understood: a condition that is lost would make the hypothesis say more than the text does.

Claims stay as they are: what holds of a letter of which nothing else is known holds of everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symproofs.read.elaboration.conventions import RUNNING
from symproofs.read.elaboration.names import letters_in, name_of
from symproofs.read.elaboration.statements import is_declared, is_range, is_statement
from symproofs.read.existence_claims import existing
from symproofs.read.layout import Written
from symproofs.read.phrases import ASSUMPTION, JOINS_STATEMENTS, SIDE_CONDITION, TO_STATEMENT
from symproofs.read.prose import is_order
from symproofs.read.side_conditions import is_condition
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.records import record

_BEHIND = wording(
    r"\s*[,，]?\s*(?:(?:holds?|is true|is valid)\s+)?for (?:(?:all|every|each|any|arbitrary)\b(?P<en>[A-Za-z\s-]*)|"
    r"(?P<kind>(?:(?:positive|negative|non-?zero|non-?negative|real|complex)\s+)*(?:positive|negative|non-?zero|non-?negative|real|"
    r"complex|integers?|reals?|real numbers?|complex numbers?))\s*)|"
    r"\s*[,，]?\s*对(?:于)?(?:任意|所有|任何|一切|每一?个|每)的?(?P<zh>[\u3400-\u9fff]*)\s*",
    re.IGNORECASE,
)
"""Between a statement and the letter that stands for everything; the groups are what the letter is called."""

_AHEAD = wording(
    r"\bfor (?:all|every|each|any|arbitrary)\b(?P<en>[A-Za-z\s-]*)$|"
    r"对(?:于)?(?:任意|所有|任何|一切|每一?个|每)的?(?P<zh>[\u3400-\u9fff]*)\s*$",
    re.IGNORECASE,
)
"""Before a letter that stands for everything, and the statement behind it."""

_CONCLUDES = wording(
    r"\b(?:then|so|hence|thus|therefore|consequently|show|prove|claim|conclude|follows?|if|when|because|since)\b|"
    r"[则故得求证推若当]|那么|因此|所以|于是|从而|因为|由于|如果",
    re.IGNORECASE,
)
"""Between what is supposed and a letter: what is said of it is supposed no longer, or under a condition."""

_WHENEVER = wording(r"\s*[,，]?\s*whenever\s*", re.IGNORECASE)
COUNTING = frozenset("ijklmn")
"""Letters that stand for whole numbers where nothing else is said."""

_MET_FIRST = wording(r"对(?:于)?(?:任意|所有|任何|一切|每一?个|每)的?满足\s*$")
_THEN_CALLED = wording(r"的(?P<zh>[\u3400-\u9fff]*)")
"""`对所有满足 $0 \\le j < m$ 的整数 $j$`: the condition comes before the letter."""

_SUCH = wording(
    r"\s*[,，]?\s*(?:with|where|such that|satisfying|for which|subject to|that satisf(?:y|ies)|满足|使得|其中)\s*",
    re.IGNORECASE,
)
"""Between a letter that stands for everything and what is asked of it."""

_AND_SUCH = wording(r"\s*[,，]?\s*(?:and|且|并且)\s*", re.IGNORECASE)
"""Between one thing that is asked of it and another."""

_HOLDS = wording(
    r"[\s)）]*(?:(?:holds?|is true)|[都均恒总]?成立)?\s*(?:[.,;:。，；：]|$|\b(?:and|where)\b|且|其中|和)", re.IGNORECASE
)
"""Behind all of it nothing else is said of the letter."""

_SUPPOSED = ("assume", "contradiction", "define")
_OF_MANY = wording(
    r"\s*[,，]?\s*(?:(?:holds?|is true|is valid)\s+)?(?:for|at|on)\s+(?:(?:almost|nearly|essentially)\s+)?"
    r"(?:all|every|each|any|arbitrary|most|many|large|small|sufficiently|infinitely)\b|"
    r"\s*[,，]?\s*(?:几乎)?对(?:于)?(?:几乎)?(?:任意|所有|任何|一切|每|充分|足够|大多数)",
    re.IGNORECASE,
)
"""Before letters of which a statement is said, not only of one value; which ones may not be understood."""

_BETWEEN = wording(r"\s*(?:between|from|在)\s*", re.IGNORECASE)
_AND = wording(r"\s*(?:and|to|到|和|与)\s*", re.IGNORECASE)
_MANY_AHEAD = wording(
    r"\bfor (?:(?:almost|nearly|essentially) )?(?:all|every|each|any|arbitrary|most|many|large|small|sufficiently|infinitely)\b"
    r"[^.,;:]*$|对(?:于)?(?:几乎)?(?:任意|所有|任何|一切|每|充分|足够|大多数)[^，。；：]*$",
    re.IGNORECASE,
)
"""Before a letter, at the beginning of what is said of many values of it."""

_SORTED = wording(r"\b(?:complex|integers?|whole|natural|vectors?|matri\w+)\b|[复整]数|自然数|向量|矩阵", re.IGNORECASE)
"""What a letter is called, if that is no real number."""

_SATISFIES = wording(r"\s*[,，:：]?\s*(?:satisf(?:y|ies)|满足|都满足)\s*")
_PROPER = ("Chain", "List", "Implies", "Iff", "Labelled")


@record
class _Ruled:
    """A letter that stands for everything: its membership or itself, what is asked of it, the place after all that was read."""

    member: Node
    asked: tuple[Node, ...]
    after: int


def with_universals(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, each hypothesis about everything as one statement at its place."""
    found = list(formulas)
    for k, formula in enumerate(found):
        if formula.cue in _SUPPOSED and not formula.aside and _is_statement(formula.node) and _has_letter_behind(found, k + 1):
            _rule_behind(found, k)
    for k, formula in enumerate(found):
        if formula.node is not None and not formula.aside:
            _rule_ahead(found, k)
    return tuple(found)


def _rule_behind(found: list[Written], k: int) -> None:
    """`$X$ for every integer $j$ with $0 \\le j < m$`"""
    said, words, node = found[k], found[k + 1].before, found[k].node
    letter = found[k + 1].node
    assert node is not None and letter is not None
    between = _BEHIND.fullmatch(words)
    if between is not None:
        ruled = _ruled(found, k + 1, between["en"] or between["kind"] or between["zh"] or "", said.node)
    elif _WHENEVER.fullmatch(words):
        ruled = _compared(found, k + 1)
    elif _counts_members(found, k):
        ruled = _ruled(found, k + 1, "", node)
    elif _OF_MANY.match(words):
        ruled = None
    else:
        return
    letters = set(letters_in(letter))
    if ruled is None or not _holds(found[ruled.after - 1]):
        if letters & set(letters_in(node)) and not _WHENEVER.fullmatch(words):
            found[k] = replace(said, unaccounted=said.unaccounted or " ".join(words.split()))
        return
    if _defines(node) and not _is_defined(found[:k], node):
        if ruled.asked or _is_of_whole_numbers(ruled.member):
            found[k] = replace(said, node=_defined_where(node, ruled))
            _hide(found, range(k + 1, ruled.after))
        return
    first, letters = k, set(letters_in(ruled.member))
    while first and _is_listed(found, first) and _may_be_ruled(found[first - 1], letters):
        first -= 1
    for place in range(first, k + 1):
        _put(found, place, ruled)
    _hide(found, range(k + 1, ruled.after))


def _defined_where(node: Node, ruled: _Ruled) -> Node:
    """A definition under what is asked of its argument, a set of whole numbers among it."""
    asked = (ruled.member, *ruled.asked) if _is_of_whole_numbers(ruled.member) else ruled.asked
    return Node("Cond", node.span, (node, _listed(asked)), "for")


def _is_real(member: Node) -> bool:
    """`x ∈ ℝ`"""
    return _set_of(member) == "R"


def _is_of_whole_numbers(member: Node) -> bool:
    """`n ∈ ℤ`, `n ∈ ℕ`"""
    return member.kind == "Chain" and member.value == ("in",) and _set_of(member) in ("Z", "N")


def _set_of(member: Node) -> str:
    letters = [str(c.value) for c in member.children[1].children] if member.children[1].kind == "Font" else []
    return letters[0] if len(letters) == 1 else ""


def _has_letter_behind(found: Sequence[Written], place: int) -> bool:
    """Whether what stands at a place is no side condition that is put to the statement before it as it is."""
    if place >= len(found) or not _goes_on(found, place) or found[place].aside:
        return False
    node = found[place].node
    return node is not None and not (SIDE_CONDITION.match(found[place].before) and is_condition(node))


def _rule_ahead(found: list[Written], k: int) -> None:
    """`Suppose that for every integer $j$ with $0 \\le j < m$ we have $X$`"""
    letter = found[k].node
    if letter is None or _is_behind(found, k):
        return
    opening = [m.end() for m in ASSUMPTION.finditer(found[k].lead)]
    many = _MANY_AHEAD.search(found[k].before)
    if many is None or not opening or _CONCLUDES.search(found[k].lead, opening[-1]) or is_condition(letter):
        return
    ruled = _ruled_ahead(found, k)
    said = found[ruled.after].node if ruled is not None else None
    if ruled is None or said is None:
        _doubt(found, k, " ".join(many.group().split()))
    elif not _defines(said):
        _put(found, ruled.after, ruled)
        _hide(found, range(k, ruled.after))
    elif ruled.asked:
        found[ruled.after] = replace(found[ruled.after], node=_defined_where(said, ruled), cue="define")
        _hide(found, range(k, ruled.after))


def _is_behind(found: Sequence[Written], k: int) -> bool:
    """Whether a letter belongs to the statement before it: `$X$ for all $x$ and $Y$`."""
    if not k or not _goes_on(found, k) or not _OF_MANY.match(found[k].before):
        return False
    before = found[k - 1].node
    return before is not None and is_statement(before)


def _ruled_ahead(found: Sequence[Written], k: int) -> _Ruled | None:
    """The letter at a place of which the statement behind it is said."""
    formula, behind = found[k], found[k + 1] if k + 1 < len(found) and _goes_on(found, k + 1) else None
    ahead = _AHEAD.search(formula.before)
    if behind is None:
        return None
    if _MET_FIRST.search(formula.before) and _is_statement(formula.node):
        called = _THEN_CALLED.fullmatch(behind.before.strip())
        ruled = None if called is None else _ruled(found, k + 1, called["zh"], None)
        assert formula.node is not None
        ruled = None if ruled is None else replace(ruled, asked=(formula.node, *ruled.asked))
    else:
        ruled = None if ahead is None else _ruled(found, k, ahead["en"] or ahead["zh"] or "", behind.node)
    if ruled is None:
        return None
    if ruled.asked and _SATISFIES.fullmatch(found[ruled.after - 1].before) and not _is_said(found, ruled.after):
        ruled = replace(ruled, asked=ruled.asked[:-1], after=ruled.after - 1)  # `函数 $f$ 对任意 $x, y$ 满足 $X$`
    if not _is_said(found, ruled.after) or not _holds(found[ruled.after]):
        return None
    said = found[ruled.after].node
    return ruled if said is not None and set(letters_in(ruled.member)) & set(letters_in(said)) else None


def _doubt(found: list[Written], k: int, words: str) -> None:
    """What is said of the letter at a place is not said of every value, nor of one."""
    letter = found[k].node
    assert letter is not None
    for place in range(k + 1, len(found)):
        node = found[place].node
        if not _goes_on(found, place):
            return
        if (
            node is not None
            and _is_statement(node)
            and not found[place].aside
            and set(letters_in(letter)) & set(letters_in(node))
        ):
            found[place] = replace(found[place], unaccounted=found[place].unaccounted or words, cue="assume")
            return


def _is_said(found: Sequence[Written], place: int) -> bool:
    """Whether a statement stands at a place, which is said of the letter before it."""
    if place >= len(found) or not _goes_on(found, place) or found[place].aside or not _is_statement(found[place].node):
        return False
    before = found[place].before
    return TO_STATEMENT.match(before) is not None or _SATISFIES.fullmatch(before) is not None


def _ruled(found: Sequence[Written], place: int, called: str, body: Node | None) -> _Ruled | None:
    """The letter at a place, as words call it; nothing where they are not understood."""
    node = found[place].node
    if node is None or found[place].display or is_range(node):
        return None
    said: tuple[Node, ...] = ()
    bare = _names(node)
    if bare and not called.strip():
        member = _as_known(found[:place], node, body)
    else:
        one = existing(node, called.strip() or ("integer" if _is_counted(node) else ""))
        member, said = (None, ()) if one is None else (one.member, one.said)
    if member is None:
        return None
    asked, after = list(said), place + 1
    letters = set(letters_in(member.children[0] if member.kind == "Chain" else member))
    run = found[after].node if bare and after < len(found) and _goes_on(found, after) else None
    if run is not None and is_range(run) and _SUCH.fullmatch(found[after].before) and letters <= set(letters_in(run)):
        member, after = run, after + 1
    elif run is not None and (bounds := _between(found, after, member)) is not None:
        member, after = bounds, after + 2
    begun = after
    while after < len(found) and _goes_on(found, after):
        joins = _SUCH.fullmatch(found[after].before) or (after > begun and _AND_SUCH.fullmatch(found[after].before))
        if not joins:
            break
        condition = found[after].node
        if condition is None or not _is_statement(condition) or not letters & set(letters_in(condition)):
            break
        asked.append(condition)
        after += 1
    return _Ruled(member, tuple(asked), after)


def _is_counted(node: Node) -> bool:
    """`$n \\ge 0$`: what bounds a letter that counts."""
    return is_order(node) and node.value != ("!=",) and name_of(node.children[0]) in COUNTING


def _between(found: Sequence[Written], place: int, letter: Node) -> Node | None:
    """`each $j$ between $1$ and $n$`: of an index both ends are meant."""
    low, high = found[place].node, found[place + 1].node if place + 1 < len(found) and _goes_on(found, place + 1) else None
    if low is None or high is None or not RUNNING.issuperset(letters_in(letter)):
        return None
    if not (_BETWEEN.fullmatch(found[place].before) and _AND.fullmatch(found[place + 1].before)):
        return None
    bounds = Node("Chain", low.span.join(high.span), (low, letter, high), ("<=", "<="), (low.span, high.span))
    return bounds if is_range(bounds) else None


def _counts_members(found: Sequence[Written], k: int) -> bool:
    """`$a_n > 0$ ($n \\ge 1$)`: bounds of a letter that counts and stands below another."""
    node, bounds = found[k].node, found[k + 1].node
    if node is None or bounds is None or not _is_counted(bounds):
        return False
    scripts = {t for p in node.walk() if p.kind == "Sub" for t in letters_in(p.children[1])}
    bracketed = found[k + 1].before.strip() in ("(", "（") and found[k + 1].after.lstrip()[:1] in (")", "）")
    return name_of(bounds.children[0]) in scripts and (bracketed or found[k + 1].before.strip() in (",", "，"))


def _compared(found: Sequence[Written], place: int) -> _Ruled | None:
    """`whenever $x \\le y$`: of all numbers of which nothing was said before."""
    node = found[place].node
    if node is None or not is_order(node) or len(node.children) != 2 or not all(map(_names, node.children)):
        return None
    letters = {n for f in found[: place - 1] if f.node is not None for n in letters_in(f.node)}
    if letters & set(letters_in(node)) or RUNNING & set(letters_in(node)):
        return None
    return _Ruled(node, (), place + 1)


def _as_known(before: Sequence[Written], node: Node, body: Node | None) -> Node | None:
    """A bare letter: an index below another letter, or one of which no more was said than the set that it is in."""
    names = node.children if node.kind == "List" else (node,)
    labels = {name_of(n) for n in names}
    scripts = {t for p in body.walk() if p.kind == "Sub" for t in letters_in(p.children[1])} if body is not None else set()
    mentions = [f.node for f in before if f.node is not None and f.node is not body and labels & set(_spoken_of(f.node))]
    if labels <= scripts:
        alone = [f.node for f in before if f.node is not None and f.cue != "quantify" and labels & set(_outside_scripts(f.node))]
        return None if alone else node
    if not mentions:
        return None if labels & RUNNING else node
    if len(mentions) == 1 and mentions[0].kind == "Chain" and mentions[0].value == ("in",):
        return replace(mentions[0], children=(node, mentions[0].children[1]))
    return None


def _holds(formula: Written) -> bool:
    return _HOLDS.match(formula.after) is not None


def _is_listed(found: Sequence[Written], place: int) -> bool:
    return JOINS_STATEMENTS.match(found[place].before) is not None and _goes_on(found, place)


def _may_be_ruled(formula: Written, letters: set[str]) -> bool:
    node = formula.node
    if node is None or formula.aside or formula.display or not _is_statement(node) or _defines(node):
        return False
    return formula.cue in ("assume", "contradiction") and bool(letters & set(letters_in(node)))


def _is_defined(before: Sequence[Written], node: Node) -> bool:
    """Whether the function that an equation is about has been defined: then it is a hypothesis about it."""
    heads = [f.node.children[0] for f in before if f.node is not None and _defines(f.node)]
    return any(letters_in(h)[:1] == letters_in(node.children[0])[:1] for h in heads)


def _put(found: list[Written], place: int, ruled: _Ruled) -> None:
    """The statement at a place for everything."""
    formula = found[place]
    body = formula.node
    assert body is not None
    if ruled.asked:
        body = Node("Implies", body.span, (_listed(ruled.asked), body))
    cue = formula.cue if formula.cue in ("assume", "contradiction") else "assume"
    found[place] = replace(formula, node=Node("Forall", body.span, (ruled.member, body)), cue=cue)


def _hide(found: list[Written], places: range) -> None:
    """What belongs to the statement is no statement of its own; what says a sort of the letter stays.

    Of real numbers nothing need stay: every letter is one of which nothing is said, and this may be another thing elsewhere.
    """
    for place in places:
        node = found[place].node
        assert node is not None
        member = node.kind == "Chain" and node.value == ("in",) and is_declared(node) and not _is_real(node)
        kept = member or (_names(node) and _SORTED.search(found[place].before) is not None)
        shown = node if kept else Node("Text", node.span, (), "said with the statement that it belongs to")
        found[place] = replace(found[place], node=shown, aside=True)


def _listed(nodes: tuple[Node, ...]) -> Node:
    return nodes[0] if len(nodes) == 1 else Node("List", nodes[0].span.join(nodes[-1].span), nodes)


def _goes_on(found: Sequence[Written], place: int) -> bool:
    """Whether a formula goes on with the sentence of the one before it."""
    formula = found[place]
    return not formula.starts_sentence and formula.block == found[place - 1].block and not formula.display


def _is_statement(node: Node | None) -> bool:
    if node is None or node.kind not in _PROPER or not is_statement(node):
        return False
    return not (node.kind == "Chain" and node.value == ("in",))


def _names(node: Node) -> bool:
    return name_of(node) is not None or (node.kind == "List" and all(name_of(c) is not None for c in node.children))


def _outside_scripts(node: Node) -> Iterator[str]:
    """The letters in a formula, but for those in subscripts."""
    if node.kind == "Sub":
        yield from _outside_scripts(node.children[0])
    elif node.kind == "Id":
        yield from letters_in(node)
    else:
        for child in node.children:
            yield from _outside_scripts(child)


def _spoken_of(node: Node) -> Iterator[str]:
    """The letters of which a formula says something; `f(x) = x^2` says nothing of x."""
    own = set(letters_in(node.children[0].children[1])) if _defines(node) and name_of(node.children[0]) is None else set[str]()
    return (letter for letter in letters_in(node) if letter not in own)


def _defines(node: Node | None) -> bool:
    """`f(x) = …`, `y = …`: a definition is one for all values as it is."""
    if node is None or node.kind != "Chain" or node.value not in (("=",), ("def",)):
        return False
    left = node.children[0]
    if name_of(left) is not None:
        return left.kind != "Sub"
    applied = left.kind == "Product" and len(left.children) == 2 and left.children[1].kind == "Group"
    if applied and name_of(left.children[0]) in {name_of(p) for p in node.children[1].walk()}:
        return False  # `f(x) = f(-x)`
    return applied and all(c.kind == "Id" for c in (left.children[0], *left.children[1].children))
