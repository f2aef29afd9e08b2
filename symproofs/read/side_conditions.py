"""Conditions that stand beside a formula as formulas of their own: `$k_i^T k_l = 0$ for $i \\ne l$`, `对所有 $i ≠ j$，$α_i ≈ 0$`.

They are put to the statement that they belong to before anything is elaborated, and are then only an aside:
ranges and differences of indices, and what is said to exist (`$t = 2k\\pi$ for some $k \\in \\mathbb Z$`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symproofs.read.elaboration.names import bare, letters_in, written
from symproofs.read.elaboration.statements import is_range
from symproofs.read.existence_claims import SETS, of_sort
from symproofs.read.layout import Written
from symproofs.read.phrases import (
    ASSUMPTION,
    BARE_FOR,
    FOR_SOME,
    JOINS_STATEMENTS,
    MUTUALLY,
    NOUNS,
    SIDE_CONDITION,
    TO_STATEMENT,
)
from symproofs.read.stated import ENTERS
from symproofs.read.tree import Node

STATEMENTS = ("Chain", "Cond", "List", "Implies", "Iff", "Forall", "Exists", "Labelled")


def with_side_conditions(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, each with the conditions that stand beside it."""
    found = [_of_different_members(_inside(_unwrapped(f))) for f in formulas]
    for k in range(len(found) - 1):
        first, second = found[k], found[k + 1]
        if first.node is None or second.node is None or first.block != second.block or first.display or second.display:
            continue
        for join in JOINS:
            joined = join(first, second)
            if joined is not None:
                found[k], found[k + 1] = joined
                if join is _after:
                    _share(found, k, second.node)
                elif join is _some and first.node.kind == "Chain":
                    _share_some(found, k)
                break
    return tuple(found)


def _unwrapped(formula: Written) -> Written:
    """`$(x > 0)$` is `($x > 0$)`: brackets around a whole statement are the text's."""
    node = formula.node
    if node is None or formula.display or node.kind != "Group" or node.value != "(" or len(node.children) != 1:
        return formula
    inside = node.children[0]
    if inside.kind != "Chain":
        return formula
    return replace(formula, node=inside, before=f"{formula.before}(", lead=f"{formula.lead}(", after=f"){formula.after}")


def _share(found: list[Written], k: int, condition: Node) -> None:
    """`$x_i > 0$ and $y_i > 0$ for $i = 1, …, n$`: the condition is of every statement of the list that has its letters."""
    letters = {t for c in (condition.children if condition.kind == "List" else (condition,)) for t in _letters(c.children[0])}
    while k and JOINS_STATEMENTS.match(found[k].before) and found[k - 1].block == found[k].block:
        k -= 1
        node = found[k].node
        if node is None or node.kind != "Chain" or found[k].display or not letters & _letters(node):
            return
        found[k] = replace(found[k], node=_conditioned(node, condition))


def _letters(node: Node) -> set[str]:
    """The single letters in an expression, subscripts included."""
    return {str(p.value) for p in node.walk() if p.kind == "Id"}


def _inside(formula: Written) -> Written:
    """`for all $i ≠ j, x_i = 0$`: the conditions at the beginning of a quantified list are of what follows."""
    node = formula.node
    if node is None or formula.cue != "quantify" or node.kind != "List":
        return formula
    count = next((k for k, c in enumerate(node.children) if not is_condition(c)), 0)
    rest = node.children[count:]
    if not count or not all(c.kind in STATEMENTS for c in rest):
        return formula
    return replace(formula, node=_conditioned(_listed(rest), _listed(node.children[:count])), cue="conclude")


def _of_different_members(formula: Written) -> Written:
    """`mutually orthogonal ($k_i^T k_j = 0$)` speaks of different members: i ≠ j is meant."""
    node = formula.node
    if node is None or node.kind != "Chain" or not MUTUALLY.search(formula.before):
        return formula
    scripts = [t for p in node.walk() if p.kind == "Sub" for t in (bare(p.children[1]),)]
    letters = list({str(t.value): t for t in scripts if t.kind == "Id"}.values())
    if len(letters) != 2 or len(scripts) != 2:
        return formula
    differ = Node("Chain", node.span, (letters[0], letters[1]), ("!=",), (node.span,))
    return replace(formula, node=_conditioned(node, differ))


def _after(first: Written, second: Written) -> tuple[Written, Written] | None:
    """`$X$ for $i ≠ j$`, `$X$ ($i = 1, …, n$)`."""
    assert first.node is not None and second.node is not None
    condition, own = second.node, False
    if condition.kind == "Group" and condition.value == "(" and len(condition.children) == 1 and not second.before.strip():
        condition, own = condition.children[0], True  # `$X$ $(i \\ne j)$`
    bracketed = own or (second.before.strip() in ("(", "（") and second.after.lstrip()[:1] in (")", "）"))
    if not (bracketed or SIDE_CONDITION.match(second.before)) or not is_condition(condition):
        return None
    if first.node.kind not in STATEMENTS or first.aside:
        return None
    return replace(first, node=_conditioned(first.node, condition)), _aside(replace(second, node=condition))


def _before(first: Written, second: Written) -> tuple[Written, Written] | None:
    """`for all $i ≠ j$, $X$`."""
    assert first.node is not None and second.node is not None
    quantifies = first.cue == "quantify" or BARE_FOR.search(first.before) is not None
    if not quantifies or not is_condition(first.node) or not TO_STATEMENT.match(second.before):
        return None
    if second.node.kind not in STATEMENTS or is_condition(second.node):
        return None
    cue = second.cue if second.cue != "quantify" else "assume" if ASSUMPTION.search(first.lead) else "conclude"
    return _aside(first), replace(second, node=_conditioned(second.node, first.node), cue=cue)


def _some(first: Written, second: Written) -> tuple[Written, Written] | None:
    """`$X$ for some $k ∈ ℤ$`, `$X$ for some integer $k$`; of a k in an assumption the assumption is made, too."""
    assert first.node is not None and second.node is not None
    found = FOR_SOME.search(second.before)
    if found is None or (first.node.kind != "Chain" and _ends_in_chain(first.node) is None):
        return None
    member: Node | None = second.node if _is_membership(second.node) else None
    if member is None and first.cue not in ENTERS:
        member = _of_kind(second.node, (found["en"] or found["zh"] or "").strip())
    if member is None:
        return None
    last = _ends_in_chain(first.node)
    if last is not None:  # `$A \\iff b = 2k$ for some integer $k$`: it is the second half that says so
        half = Node("Exists", last.span, (member, last))
        return replace(first, node=replace(first.node, children=(*first.node.children[:-1], half))), replace(second, aside=True)
    return replace(first, node=Node("Exists", first.node.span, (member, first.node))), replace(second, aside=True)


def _ends_in_chain(node: Node) -> Node | None:
    """The last statement of an implication or an equivalence of two relations."""
    if node.kind not in ("Implies", "Iff") or len(node.children) != 2:
        return None
    return node.children[1] if node.children[1].kind == "Chain" else None


def _of_kind(node: Node, noun: str) -> Node | None:
    """`integer $k$` as `k ∈ ℤ`; nothing where the words say more."""
    adjectives = {"real": "real", "complex": "complex", "实": "real", "复": "complex"}
    sorts = (n.fact for n in NOUNS if n.kind == "sort" and n.fact in SETS and n.pattern.fullmatch(noun))
    sort = adjectives.get(noun.lower()) or next(sorts, None)
    names = node.children if node.kind == "List" else (node,)
    if sort is None or not all(name.kind in ("Id", "Sub") for name in names):
        return None
    return of_sort(node, sort)


def _share_some(found: list[Written], k: int) -> None:
    """`$n = 2k$ and $m = 2l$ for some integers $k$ and $l$`: one statement, and it is said of all the names."""
    whole = found[k].node
    assert whole is not None
    member, body = whole.children
    names, bodies = list(member.children[0].children if member.children[0].kind == "List" else member.children[:1]), [body]
    after = k + 2
    while after < len(found) and _goes_on(found[after], found[k]) and (more := found[after].node) and more.kind in ("Id", "Sub"):
        names.append(more)
        found[after] = replace(found[after], aside=True)
        after += 1
    first = k
    while first and _goes_on(found[first], found[k]) and (before := found[first - 1].node) and before.kind == "Chain":
        if found[first - 1].display or found[first - 1].aside or found[first - 1].block != found[k].block:
            break
        bodies.insert(0, before)
        found[first] = replace(found[first], node=Node("Text", found[first].span, (), "said with what is before it"), aside=True)
        first -= 1
    listed = replace(member, children=(_listed(tuple(names)), *member.children[1:]))
    found[first] = replace(found[first], node=Node("Exists", bodies[0].span, (listed, _listed(tuple(bodies)))))


def _goes_on(formula: Written, other: Written) -> bool:
    """Whether a formula is joined by `and` to the one before it, in the paragraph of another."""
    return formula.block == other.block and not formula.display and JOINS_STATEMENTS.match(formula.before) is not None


JOINS = (_after, _before, _some)
"""How a formula and the one after it may belong together."""


def _aside(formula: Written) -> Written:
    """The formula as the side condition of another; of a range nothing else is left to say."""
    assert formula.node is not None
    node = Node("Text", formula.node.span, (), "a range") if is_range(formula.node) else formula.node
    return replace(formula, node=node, aside=True)


def _conditioned(body: Node, condition: Node) -> Node:
    return Node("Cond", body.span, (body, condition), "for")


def _listed(nodes: tuple[Node, ...]) -> Node:
    return nodes[0] if len(nodes) == 1 else Node("List", nodes[0].span.join(nodes[-1].span), nodes)


def _is_membership(node: Node) -> bool:
    return node.kind == "Chain" and node.value == ("in",)


def is_condition(node: Node) -> bool:
    """A range of indices, or indices that differ: `i = 1, …, n`, `i ≠ a, b`."""
    if node.kind == "List":
        return bool(node.children) and all(map(is_condition, node.children))
    if node.kind != "Chain":
        return False
    if is_range(node):
        return True
    sides = [s for c in node.children for s in (c.children if c.kind == "List" else (c,))]
    return isinstance(node.value, tuple) and set(node.value) == {"!="} and all(map(_is_index, sides))


def _is_index(node: Node) -> bool:
    name = written(node)
    return node.kind == "Num" or (
        name is not None and len(name.base) <= 5 and not any(len(letters_in(s)) > 1 for s in name.subscripts)
    )
