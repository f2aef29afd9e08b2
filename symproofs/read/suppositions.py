"""What prose supposes of what a formula writes: `suppose $A$ is invertible`, `if $X^T X$ is nonsingular`, `若 $x$ 为正`.

Of a name that a text only declares (`let $A$ be invertible`) a property is part of the declaration (`prose.py`). What is
supposed holds from its place on: after `suppose` to the end of the section, after `if` to the end of the sentence. It
becomes a statement in place of the bare expression (a `Has` node) and is listed among the hypotheses. What prose says
of an expression (`let $X^T X$ be invertible`) has no declaration to go to and is read in the same way.

Two statements of one sentence are put together where words between them say how: `$x / x = 1$ if $x \\ne 0$`, `$a = b$
if and only if $c = d$`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import bare, inner, name_of
from symproofs.read.elaboration.statements import is_range, is_statement
from symproofs.read.layout import Written
from symproofs.read.phrases import (
    AFTER_STATEMENT,
    COMMA,
    ENDS_SENTENCE,
    EQUIVALENT,
    FOLLOWS_FROM,
    FOR,
    HAS_SOLUTIONS,
    JOINS_STATEMENTS,
    ONLY_IF,
    OR_BETWEEN,
    SENTENCE_END,
    CueRole,
)
from symproofs.read.prose import Said, listed_with, subjects, without_nouns
from symproofs.read.tree import Node
from symproofs.read.wording import wording

ASSUMING: tuple[CueRole, ...] = ("assume", "define", "contradiction", "quantify", "condition")
"""The cues under which what is said of an expression is assumed."""


CLAIMED: Mapping[str, str] = {"symmetric": "equals_transpose"}
"""Facts that are said in another way where they are claimed of an expression."""


NEVER_SUPPOSED = frozenset({"symmetric", "stated:skew_symmetric", "permutation", "orthogonal"})
"""Facts that are claimed where they are said of an expression; that `$X^T X$ is invertible` may be taken for granted."""


def with_suppositions(formulas: Sequence[Written], said: Said, *, givens: bool = False) -> tuple[Written, ...]:
    """The formulas, with what prose supposes of them as statements. `givens`: the text is a list of facts."""
    found = list(formulas)
    said_with: set[int] = set()
    for k, formula in enumerate(formulas):
        facts = said.supposed.get(formula.span)
        if facts is None or formula.node is None:
            continue
        if not (givens or formula.cue in ASSUMING):
            concludes = formula.cue == "conclude" or (formula.cue is None and NEVER_SUPPOSED.issuperset(facts))
            if concludes and not formula.aside and not is_statement(formula.node):
                of = _claimed_of(formulas, k)
                claims = tuple(Node("Has", formula.span, (n,), CLAIMED.get(fact, fact)) for n in of for fact in facts)
                found[k] = replace(formula, node=_listed(claims), cue="conclude")  # `then $A B$ is symmetric`
            continue
        nodes = [n for one in _group(formulas, k) for n in _subjects(one.node)]
        if not nodes:
            continue
        have = tuple(Node("Has", n.span, (n,), fact) for n in nodes for fact in facts)
        whole = (formula.node, *have) if formula.node.kind == "Chain" else have
        group = _group(formulas, k)
        if len(group) > 1 and formula.cue == "condition" and AFTER_STATEMENT.match(group[0].before):
            first = k - len(group) + 1  # `$x y > 0$ if $x$ and $y$ are positive`: said where the condition begins
            found[first] = replace(group[0], node=_listed(whole), cue="condition", after=formula.after)
            said_with.update(range(first + 1, k + 1))
            continue
        found[k] = replace(formula, node=_listed(whole), cue="assume" if formula.cue in ("define", "quantify") else formula.cue)
    return tuple(_joined([f for k, f in enumerate(found) if k not in said_with]))


def _subjects(node: Node | None) -> tuple[Node, ...]:
    """The expressions that a property is said of."""
    if node is None:
        return ()
    if node.kind == "List":
        return tuple(n for child in node.children for n in _subjects(child))
    if node.kind == "Chain":
        first = inner(node.children[0])
        items = first.children if first.kind == "List" else (first,)
        if node.value == ("=",):
            return tuple(node.children) if name_of(first) is not None else ()
        return tuple(i for i in items if name_of(i) is not None) if node.value == ("in",) else ()
    return (bare(node),)


def _group(formulas: Sequence[Written], k: int) -> list[Written]:
    """The formula and those before it of which the same is said: `if $A$ and $B$ are invertible`."""
    group = [formulas[k]]
    while k > 0 and listed_with(formulas[k - 1], formulas[k]):
        k -= 1
        group.insert(0, formulas[k])
    return group


def _claimed_of(formulas: Sequence[Written], k: int) -> tuple[Node, ...]:
    """The expressions of which something is claimed together: `then $A$ and $B$ are orthogonal`, `then $A, B$ are`."""
    names = [one.node for one in _group(formulas, k) if one.node is not None and _is_named(one.node)]
    node = formulas[k].node
    assert node is not None
    return tuple(n for one in names for n in _subjects(one)) if _is_named(node) else (bare(node),)


def _is_named(node: Node) -> bool:
    """A name, or a list of names."""
    return name_of(node) is not None or (node.kind == "List" and all(map(_is_named, node.children)))


def _joined(found: list[Written]) -> list[Written]:
    """The formulas, statements of one sentence put together."""
    _here(found)
    _of_what_it_is_said(found)
    for k, formula in enumerate(found):
        bound = formula.starts_sentence and not formula.display and _is_bound(formula.node)
        if (bound and FOR.search(without_nouns(formula.before))) or _is_solved(found, k):
            found[k] = replace(formula, cue="condition")
        elif formula.node is not None and formula.cue is None and FOR.search(formula.before) and is_range(formula.node):
            found[k] = replace(formula, cue="quantify")
        elif k and formula.cue is None and formula.node is not None and _runs_with(found, k):
            found[k] = replace(formula, cue="quantify" if is_range(formula.node) else "condition")
    _list_conditions(found)
    _conclude(found)
    _valued(found)
    for k in range(len(found) - 1):
        first, second = found[k], found[k + 1]
        if first.display or first.aside or first.block != second.block or second.starts_sentence:
            continue
        if first.node is None or second.node is None or second.display or second.aside or not is_statement(first.node):
            continue
        if OR_BETWEEN.match(second.before):
            _one_of(found, k)
            continue
        if is_statement(second.node) and _is_condition_of(found, k):
            _either(found, k + 1)
        if not is_statement(second.node):
            continue
        if EQUIVALENT.match(second.before) and _turned(found, k + 1):
            continue
        kind = "Iff" if EQUIVALENT.match(second.before) else "Implies" if ONLY_IF.match(second.before) else ""
        if kind:
            node = Node(kind, first.node.span.join(second.node.span), (first.node, second.node))
            found[k], found[k + 1] = replace(first, node=node), replace(second, node=_said(second), aside=True)
        elif _is_condition_of(found, k):
            if FOLLOWS_FROM.match(second.before):
                found[k] = replace(first, cue="conclude")
            _under_conditions(found, k)
    return found


_AND_ALSO = wording(
    r"^\s*[,，]?\s*(?:and|as well as|[和且及与]|并且|以及)(?: (?:that|for))?(?: (?:all|any|every|each))?"
    r"(?:对?(?:所有|任意|任何))?\s*$",
    re.IGNORECASE,
)
_IT_GIVES = wording(
    r"^\s*[,，]?\s*(?:(?:we|this) (?:have|get|find|obtain|see|gives?)|gives?|yields?|it holds(?: that)?|"
    r"得到?|可得|都?有|则有?)\s*$",
    re.IGNORECASE,
)


def _list_conditions(found: list[Written]) -> None:
    """`for $x > 0$ and $y > 0$ we have …`, 代入 $x = 1$，$y = 2$，得 …: the second is a condition as the first is."""
    for k in range(1, len(found)):
        first, second = found[k - 1], found[k]
        goes_on = k + 1 < len(found) and _goes_on(second, found[k + 1])
        if first.cue != "condition" or first.aside or not _goes_on(first, second) or second.display or not goes_on:
            continue
        if second.cue not in (None, "quantify", "assume", "cite") or not (_is_plain(second.node) or _is_value(second.node)):
            continue
        told = COMMA.fullmatch(second.before) is not None and _IT_GIVES.match(found[k + 1].before) is not None
        if _AND_ALSO.match(second.before) or (told and not _spoken_of(second, found[: k - 1])):
            found[k] = replace(second, cue="condition")


def _runs_with(found: Sequence[Written], k: int) -> bool:
    """`for integers $t$ and $0 \\le i < d/2$ let …`: the bound of the second letter belongs to what the sentence is said of."""
    first, second = found[k - 1], found[k]
    goes_on = _goes_on(first, second) and k + 1 < len(found) and _goes_on(second, found[k + 1])
    if not goes_on or not first.starts_sentence or second.display or _AND_ALSO.match(second.before) is None:
        return False
    letters = first.node is not None and (first.node.kind in ("Id", "Sub", "List") or _says_kind(first.node))
    ranges = second.node is not None and (_is_bound(second.node) or is_range(second.node))
    return letters and ranges and _FOR_LETTERS.search(first.before) is not None


_FOR_LETTERS = wording(r"(?:^|[.;]\s*|\b)for(?:\s+[a-z-]+){0,4}\s*$|对于?[^，。；]{0,8}\s*$", re.IGNORECASE)
"""Before letters that a sentence is said of: `for integers`, 对实数."""


def _is_value(node: Node | None) -> bool:
    """A value of a letter: `y = 2`."""
    if node is None or node.kind != "Chain" or node.value != ("=",):
        return False
    return name_of(node.children[0]) is not None and inner(node.children[1]).kind in ("Num", "Neg")


def _spoken_of(formula: Written, earlier: Sequence[Written]) -> bool:
    """Whether something is said before of the letter that a formula bounds, besides what it is."""
    names = set(subjects(formula.node))
    said = (f.node for f in earlier if f.node is not None and f.node.kind not in ("Id", "List") and not _says_kind(f.node))
    return any(name_of(p) in names for node in said for p in node.walk())


def _says_kind(node: Node) -> bool:
    return node.kind == "Chain" and node.value == ("in",)


def _is_condition_of(found: Sequence[Written], k: int) -> bool:
    """Whether words say of a statement that the next one is its condition."""
    first, second = found[k], found[k + 1]
    behind = AFTER_STATEMENT.match(second.before) or _for_a_bound(second) or _at_a_value(first, second)
    if behind or FOLLOWS_FROM.match(second.before):
        return first.cue not in ("condition", "contradiction")
    return first.cue in (None, "conclude") and (
        _in_brackets(found, k + 1) or _of_known_letters(found, k + 1) or _restricts(first, second)
    )


def _restricts(first: Written, second: Written) -> bool:
    """`$|x| = x$, $x > 0$.`: what ends a sentence and bounds a letter that stands on both sides of the equation before it."""
    if not _is_plain(second.node) or COMMA.fullmatch(second.before) is None or ENDS_SENTENCE.match(second.after) is None:
        return False
    assert first.node is not None and second.node is not None
    if first.node.kind != "Chain" or first.node.value != ("=",):
        return False
    sides = [{n for p in side.walk() if (n := name_of(p)) is not None} for side in first.node.children]
    return any(n in sides[0] & sides[1] for c in second.node.children if (n := name_of(c)) is not None)


def _is_solved(found: Sequence[Written], k: int) -> bool:
    """An equation whose solutions the rest of the sentence says."""
    formula = found[k]
    node = formula.node
    if k + 1 < len(found) and _for_a_bound(found[k + 1]) and _goes_on(formula, found[k + 1]):
        return False  # `$|x| = x$ holds for $x > 0$`
    if node is None or node.kind != "Chain" or formula.display or formula.cue not in (None, "assume", "condition"):
        return False
    return isinstance(node.value, tuple) and "=" in node.value and HAS_SOLUTIONS.match(formula.after) is not None


def _for_a_bound(formula: Written) -> bool:
    """`… for $x > 0$`, `… holds for all real numbers $x > 0$`."""
    if not _is_bound(formula.node):
        return False
    words = without_nouns(formula.before)
    return (FOR.fullmatch(words) or _HOLDS_FOR.fullmatch(words)) is not None


def _at_a_value(first: Written, second: Written) -> bool:
    """`$f(x) = 0$ for $x = 0$`, `$f'(x) = 4$ at $x = 2$`: an equation that gives a letter of the statement its value."""
    node = second.node
    if node is None or node.kind != "Chain" or node.value != ("=",) or is_range(node) or not _AT.fullmatch(second.before):
        return False
    letter = name_of(node.children[0])
    return letter is not None and _speaks_of(first.node, {letter})


_AT = wording(r"\s*[,，]?\s*(?:(?:holds|is (?:true|valid|attained|reached)) )?(?:for|at)\s*|\s*(?:对于?|在)\s*", re.IGNORECASE)

_HOLDS_FOR = wording(r"\s*(?:holds|is (?:true|valid)) for(?: all| any| every| each)?\s*", re.IGNORECASE)


def _in_brackets(found: Sequence[Written], k: int) -> bool:
    """`… ($x > 0$)`, `…（$x > 0$ 且 $x \\ne 1$）`: brackets that hold conditions only."""
    if found[k].before.strip() not in _OPENS:
        return False
    while _is_bound(found[k].node) and found[k].after.lstrip()[:1] not in _CLOSES:
        if k + 1 == len(found) or not _goes_on(found[k], found[k + 1]) or not JOINS_STATEMENTS.match(found[k + 1].before):
            return False
        k += 1
    return _is_bound(found[k].node)


_OPENS = ("(", "（", "[", "【", "［")
_CLOSES = (")", "）", "]", "】", "］")
"""Brackets around a condition."""

_HERE = wording(r"^\s*[.。;；,，]?\s*(?:Here|这里|此处|其中)\s*[,，]?\s*$")
"""Before what was supposed all along: `$|x| = x$. Here $x > 0$.`"""

_AFTER_ITS_SENTENCE = wording(r"^\s*[.。]\s*[(（\[【［]\s*$")


def _here(found: list[Written]) -> None:
    """`$\\sqrt{x^2} = x$. Here $x > 0$.`, `$|x| = x$. [$x > 0$]`: the bound is a condition of what the sentence before says."""
    for k in range(1, len(found)):
        formula, first = found[k], found[k - 1]
        bracketed = _AFTER_ITS_SENTENCE.match(formula.before) is not None and formula.after.lstrip()[:1] in _CLOSES
        if formula.cue not in (None, "define") or not _is_bound(formula.node) or not (bracketed or _HERE.match(formula.before)):
            continue
        if first.block != formula.block or first.node is None or first.aside or not is_statement(first.node):
            continue
        names = set(subjects(formula.node))
        alone = not formula.starts_sentence or any(name_of(p) in names for p in first.node.walk())
        if alone and first.cue in (None, "conclude") and not _is_bound(first.node):
            found[k] = replace(formula, before=" if ", lead=f"{first.lead} if ", starts_sentence=False, cue="condition")


_HOLDS = wording(r"^\s*(?:时|的)?\s*(?:都|均|总|恒)?成立|^\s*[.。]?\s*$")


def _of_what_it_is_said(found: list[Written]) -> None:
    """`$S$ 对任意 $A \\in …$，$\\det A \\ne 0$ 成立`: behind the letters that a statement is said of, what is said of them."""
    for k in range(2, len(found)):
        statement, letters, formula = found[k - 2 : k + 1]
        if formula.cue is not None or not _goes_on(statement, letters) or not _goes_on(letters, formula) or formula.display:
            continue
        if letters.cue != "quantify" or COMMA.fullmatch(formula.before) is None or _HOLDS.match(formula.after) is None:
            continue
        if statement.node is None or not is_statement(statement.node) or statement.cue not in (None, "conclude"):
            continue
        names = set(subjects(letters.node))
        unequal = formula.node is not None and formula.node.kind == "Chain" and formula.node.value == ("!=",)
        if (unequal or _is_plain(formula.node)) and _speaks_of(formula.node, names):
            condition = Node("Cond", statement.node.span, (statement.node, formula.node), "if")  # type: ignore[arg-type]
            found[k - 2], found[k] = replace(statement, node=condition), replace(formula, aside=True)


def _speaks_of(node: Node | None, names: set[str]) -> bool:
    """Whether some of these letters stand in a formula."""
    found = {n for p in node.walk() if (n := name_of(p)) is not None} if node is not None else set()
    return bool(found & names)


_WHERE = wording(r"^\s*[,，]?\s*(?:where|其中)\s*$", re.IGNORECASE)


def _of_known_letters(found: Sequence[Written], k: int) -> bool:
    """`…, where $x > 0$` of letters that were declared before: it is said of the statement before it only."""
    if not _is_bound(found[k].node) or not _WHERE.match(found[k].before):
        return False
    names = set(subjects(found[k].node))
    declared = {n for f in found[: k - 1] if f.cue in ("assume", "quantify") for n in subjects(f.node)}
    return bool(names) and names <= declared


def _is_plain(node: Node | None) -> bool:
    """A comparison of a letter with a number or a letter."""
    return _is_bound(node) and all(name_of(c) is not None or inner(c).kind in ("Num", "Neg") for c in node.children)  # type: ignore[union-attr]


def _is_bound(node: Node | None) -> bool:
    """A comparison of letters, no range of an index: `x > 0`, `0 < t < 1`, `a ≠ b`, `x ∈ [0, 1]`; one of several."""
    if node is not None and node.kind == "Combine" and isinstance(node.value, tuple) and set(node.value) == {"∨"}:
        return all(map(_is_bound, node.children))
    if node is None or node.kind != "Chain" or not isinstance(node.value, tuple) or is_range(node):
        return False
    return set(node.value) <= {"<", "<=", ">", ">=", "!="} or _is_in_part(node)


def _is_in_part(node: Node) -> bool:
    """A membership in an interval or in a set of a few values: `x ∈ [0, 1]`. It is no sort, but says where a number lies."""
    if node.value != ("in",):
        return False
    right = node.children[1]
    pair = right.kind == "Group" and right.value in ("(", "[") and len(right.children) == 2
    signed = right.kind in ("Sub", "Sup") and any(c.kind == "Chain" for c in right.children)  # ℝ_{>0}
    return pair or signed or right.kind in ("Interval", "Set", "Combine")


def _one_of(found: list[Written], k: int) -> None:
    """`$x = 1$ or $x = 2$`, `$x = 1$ or $2$`: one statement, at the place of the last one."""
    first, second = found[k].node, found[k + 1].node
    assert first is not None and second is not None
    if not is_statement(second):
        last = first.children[-1] if first.kind == "Combine" else first
        if last.kind != "Chain" or last.value != ("=",):
            return
        second = Node("Chain", second.span, (last.children[0], second), ("=",), last.signs)
    parts = (
        first.children if first.kind == "Combine" and isinstance(first.value, tuple) and set(first.value) == {"∨"} else (first,)
    )
    while k and parts[0].kind == "Chain" and _is_alternative(found[k - 1], found[k], parts[0]):
        before = found[k - 1].node
        assert before is not None
        parts = (before, *parts)
        found[k] = replace(found[k], node=_said(found[k]), aside=True)
        k -= 1
    whole = (*parts, second)
    last_place = next(j for j in range(k + 1, len(found)) if found[j].node is second or found[j].span.contains(second.span))
    joined = Node("Combine", parts[0].span.join(second.span), whole, ("∨",) * (len(whole) - 1))
    cue = found[k].cue
    found[k] = replace(found[k], node=_said(found[k]), aside=True)
    found[last_place] = replace(found[last_place], node=joined, cue=cue, lead=found[last_place].lead)


def _either(found: list[Written], k: int) -> None:
    """`… if $x > 1$ or $x < -1$`: the alternatives of a condition as one, at the place of the first."""
    if k + 1 == len(found) or not _goes_on(found[k], found[k + 1]) or not OR_BETWEEN.match(found[k + 1].before):
        return
    first, second = found[k].node, found[k + 1].node
    if first is None or second is None or not is_statement(first) or not is_statement(second):
        return
    joined = Node("Combine", first.span.join(second.span), (first, second), ("∨",))
    found[k] = replace(found[k], node=joined, after=found[k + 1].after)
    found[k + 1] = replace(found[k + 1], node=_said(found[k + 1]), aside=True)


def _is_alternative(first: Written, second: Written, node: Node) -> bool:
    """`$x = 1$, $x = 2$ or …`: the first says another value of the same expression."""
    if (
        first.node is None
        or first.node.kind != "Chain"
        or not _goes_on(first, second)
        or second.before.strip() not in (",", "，", "、")
    ):
        return False
    return first.node.value == ("=",) == node.value and name_of(first.node.children[0]) == name_of(node.children[0]) is not None


_CONDITIONS: Mapping[CueRole | None, tuple[CueRole, ...]] = {
    "condition": ("condition", "quantify"),
    "quantify": ("condition", "quantify"),
    "except": ("except",),
}
"""What a sentence may consist of besides what it says, by the cue that it goes on under."""


def _conclude(found: list[Written]) -> None:
    """`If $x > 0$, $|x| = x$.`: of a sentence that is all conditions the last one, after a comma, is what it says."""
    for k, formula in enumerate(found):
        if not k or formula.cue not in _CONDITIONS or formula.aside or not COMMA.fullmatch(formula.before):
            continue
        if k + 1 < len(found) and (_goes_on(formula, found[k + 1]) or found[k + 1].continues) and not found[k + 1].aside:
            continue
        first = k
        while first and _goes_on(found[first - 1], found[first]):
            first -= 1
        sentence = [f for f in found[first:k] if not f.aside]
        alike = _CONDITIONS[formula.cue]
        if sentence and all(f.cue in alike for f in sentence) and formula.node is not None and is_statement(formula.node):
            found[k] = replace(formula, cue=None)


def _valued(found: list[Written]) -> None:
    """`Given $x^2 = 4$, $x = 2$.`: a value for the one letter of the equation before it is what is said to follow from that."""
    for k in range(1, len(found)):
        first, second = found[k - 1], found[k]
        if first.node is None or second.node is None or not _goes_on(first, second) or second.cue != "assume":
            continue
        if second.before.strip() not in (",", "，", ":", "：") or not ENDS_SENTENCE.match(second.after):
            continue
        if first.node.kind != "Chain" or first.node.value != ("=",) or second.node.kind != "Chain" or second.node.value != ("=",):
            continue
        own = name_of(second.node.children[0])
        letters = {n for p in first.node.walk() if (n := name_of(p)) is not None}
        valued = all(name_of(p) is None for p in second.node.children[1].walk())
        if own is not None and letters == {own} and valued and name_of(first.node.children[0]) is None:
            found[k] = replace(second, cue=None)


def _turned(found: list[Written], k: int) -> bool:
    """`当且仅当 $a = b$ 时 $c = d$`: the equivalence is with the statement after it."""
    first, second = found[k], found[k + 1] if k + 1 < len(found) else None
    if second is None or not first.after.lstrip().startswith("时") or not _goes_on(first, second):
        return False
    if first.node is None or second.node is None or not is_statement(second.node):
        return False
    node = Node("Iff", first.node.span.join(second.node.span), (first.node, second.node))
    found[k] = replace(first, node=_said(first), aside=True)
    found[k + 1] = replace(second, node=node, cue="conclude")
    return True


def _under_conditions(found: list[Written], k: int) -> None:
    """The conditions that end a sentence are of the statement before them: of no other where the sentence goes on."""
    last = k + 1
    while last + 1 < len(found) and _goes_on(found[last], found[last + 1]) and JOINS_STATEMENTS.match(found[last + 1].before):
        if _has_own_condition(found, last + 1):
            found[last + 1] = replace(found[last + 1], cue="conclude")
            break
        last += 1
    if FOR.fullmatch(found[k + 1].before) and not all(_is_plain(f.node) for f in found[k + 2 : last + 1]):
        last = k + 1
    nodes = [f.node for f in found[k + 1 : last + 1] if f.node is not None and is_statement(f.node)]
    first = found[k].node
    more = last + 1 < len(found) and _goes_on(found[last], found[last + 1]) and not found[last + 1].aside
    between = found[last + 1].before if more else ""
    joined = JOINS_STATEMENTS.match(between) is not None or _OTHERWISE.match(between) is not None
    if first is None or len(nodes) < last - k or (more and not joined):
        return
    found[k] = replace(found[k], node=Node("Cond", first.span, (first, _listed(tuple(nodes))), "if"))
    for j in range(k + 1, last + 1):
        found[j] = replace(found[j], aside=True)


_OTHERWISE = wording(r"\s*[,，]?\s*(?:otherwise|else|否则)\s*", re.IGNORECASE)


def _has_own_condition(found: Sequence[Written], k: int) -> bool:
    """`… when $x > 0$, and $|x| = -x$ when $x < 0$` (or `otherwise`): a statement of its own, with its condition."""
    if _OTHERWISE.fullmatch(SENTENCE_END.split(found[k].after)[0]):
        return True
    if k + 1 >= len(found) or not _goes_on(found[k], found[k + 1]):
        return False
    return AFTER_STATEMENT.match(found[k + 1].before) is not None or _for_a_bound(found[k + 1])


def _goes_on(first: Written, second: Written) -> bool:
    return first.block == second.block and not second.starts_sentence


def _said(formula: Written) -> Node:
    """The other half of a statement, which says nothing of its own."""
    return Node("Text", formula.span, (), "said with the statement before")


def _listed(nodes: tuple[Node, ...]) -> Node:
    return nodes[0] if len(nodes) == 1 else Node("List", nodes[0].span.join(nodes[-1].span), nodes)
