"""Putting a list of statements together: semicolons, arrows, commas, and what belongs to what.

Works on nodes alone. A bare expression in a comma list belongs to a neighbour (`i ≠ a, b`), and what is
said only of where a name lies is a condition on what stands before (`f(x) = 0, x ∈ D`).
"""

from __future__ import annotations

from symproofs.diagnostics import Span
from symproofs.read.parser.state import empty, join
from symproofs.read.tree import Node
from symproofs.records import record

SHARED_BY_NAMES = frozenset(("in", "notin", "<", ">", "<=", ">=", "!=", "dist", ":", "subset"))
"""Relations that a list of names before them shares: `x, y ∈ ℝ`."""

QUANTIFYING = frozenset(("for all", "for every", "for each", "for any", "对任意", "对所有", "对于所有", "对于任意"))
"""Words that say what ∀ says."""


LEADING = frozenset(("if", "when", "whenever", "for", "provided", "provided that", "若", "如果", "当", "对", "对于", "case"))
"""Words before a condition that is said of what follows it: `if x > 0, |x| = x`; `case`: `x > 0: |x| = x`."""


@record
class Item:
    """A member of a list, and what stands before it: `,`, `;`, an arrow, or ''."""

    node: Node
    joint: str
    sign: Span
    condition: str | None = None


def assemble(items: list[Item]) -> Node:
    """The node of a whole list: first what semicolons part, then arrows, then commas."""
    if len(items) == 1 and items[0].condition is None:
        return items[0].node
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.joint == ";" and parts[-1]:
            parts.append([])
        parts[-1].append(item)
    nodes = [_arrows(part) for part in parts]
    return nodes[0] if len(nodes) == 1 else Node("List", join(nodes[0], nodes[-1]), tuple(nodes))


def _arrows(items: list[Item]) -> Node:
    """Comma lists joined by arrows. Between two arrows the last member of a list opens the next implication."""
    runs: list[list[Item]] = [[]]
    arrows: list[Item] = []
    for item in items:
        if item.joint in ("=>", "<=", "<=>"):
            arrows.append(item)
            runs.append([])
        runs[-1].append(item)
    if not arrows:
        return _commas(runs[0], alone=True)
    found: list[Node] = []
    premises, signs, places = [_commas(runs[0])], [], []
    for k, run in enumerate(runs[1:]):
        signs.append(arrows[k].joint)
        places.append(arrows[k].sign)
        inner = k + 1 < len(arrows)
        if inner and len(run) > 1 and run[-1].condition is None:
            premises.append(_commas(run[:-1]))
            found.append(_implication(premises, signs, places))
            premises, signs, places = [run[-1].node], [], []
        else:
            premises.append(_commas(run))
    found.append(_implication(premises, signs, places))
    return found[0] if len(found) == 1 else Node("List", join(found[0], found[-1]), tuple(found))


def _implication(statements: list[Node], signs: list[str], places: list[Span]) -> Node:
    first = statements[0]
    if first.kind == "Cond" and first.children[0].kind == "Empty":  # if A then B
        statements = [first.children[1], *statements[1:]]
    kind = "Iff" if all(sign == "<=>" for sign in signs) else "Implies"
    value = None if kind == "Iff" or all(sign == "=>" for sign in signs) else tuple(signs)
    span = Span(min(statements[0].span.start, places[0].start), statements[-1].span.end)
    return Node(kind, span, tuple(statements), value, tuple(places))


def _commas(items: list[Item], alone: bool = False) -> Node:
    """A comma list, its conditions hung on what stands before them; the first one of a list that is `alone` on what follows."""
    if alone and items[0].condition in LEADING:
        count = 1
        while count < len(items) and items[count].condition is None and bounds(items[count].node):
            count += 1
        if count < len(items) and items[count].node.kind != "Text":
            condition, body = gather(tuple(i.node for i in items[:count])), _commas(items[count:])
            return Node("Cond", join(condition, body), (body, condition), items[0].condition)
    done: list[Node] = []
    first = 0
    """From where on the next condition is said."""
    for item in items:
        if item.condition is not None and first < len(done):
            if item.condition in QUANTIFYING:
                before = gather(tuple(done))
                done, first = [Node("Forall", join(before, item.node), (item.node, before))], 0
            else:
                done = [*done[:first], _under(done[first:], item.node, item.condition)]
                first = len(done)
        elif item.condition is not None and done:
            done, first = [_under(done, item.node, item.condition)], 1
        elif item.condition is not None:
            done.append(Node("Cond", item.node.span, (empty(item.node.span.start), item.node), item.condition))
        elif item.joint == "suffix" or (done and item.node.kind == "Forall" and item.node.children[1].kind == "Empty"):
            before = gather(tuple(done))
            declaration = item.node.children[0]
            if item.node.kind == "Forall" and item.node.children[1].kind == "Empty":
                done, first = [Node("Forall", Span(before.span.start, item.node.span.end), (declaration, before))], 0
            else:
                done.append(item.node)
        else:
            done.append(item.node)
    return gather(tuple(done))


def _under(done: list[Node], condition: Node, word: str) -> Node:
    subject = gather(tuple(done))
    return Node("Cond", join(subject, condition), (subject, condition), word)


def gather(parts: tuple[Node, ...]) -> Node:
    """One node for a comma list: bare expressions join the chain they belong to, memberships become conditions.

    `i ≠ a, b` is one chain with a list on its right, `x, y ∈ ℝ` one with a list on its left, and
    `f = 0, k ∈ ℤ` a statement with a side condition.
    """
    if len(parts) == 1:
        return parts[0]
    grown: list[Node] = []
    bare: list[Node] = []
    for part in parts:
        if not _is_statement(part):
            bare.append(part)
            continue
        if bare:
            part = _place_bare(grown, bare, part)
            bare = []
        grown.append(part)
    if bare:
        if _takes(grown, bare):
            grown[-1] = _with_last(grown[-1], bare)
        else:
            grown.extend(bare)
    grown = _conditions(_between(grown))
    return grown[0] if len(grown) == 1 else Node("List", join(grown[0], grown[-1]), tuple(grown))


def _between(parts: list[Node]) -> list[Node]:
    """`0 < x, y < 1`: letters between two numbers, all of them."""
    found: list[Node] = []
    for part in parts:
        first = found[-1] if found else None
        if first is None or not (_is_compared(first, 0) and _is_compared(part, 1)):
            found.append(part)
            continue
        last = part.children[0]
        names = (first.children[1], *(last.children if last.kind == "List" else (last,)))
        middle = Node("List", join(names[0], names[-1]), names)
        values = (*first.value, *part.value)  # type: ignore[misc]
        sides = (first.children[0], middle, part.children[1])
        found[-1] = Node("Chain", join(first, part), sides, values, (*first.signs, *part.signs))
    return found


def _is_compared(node: Node, number: int) -> bool:
    """A letter that is above the number at the left (0), or letters below the one at the right (1)."""
    if node.kind != "Chain" or node.value not in (("<",), ("<=",)):
        return False
    side = node.children[1 - number]
    letters = side.children if side.kind == "List" and number == 1 else (side,)
    return _is_number(node.children[number]) and all(n.kind in ("Id", "Sub", "Accent") for n in letters)


def _is_statement(node: Node) -> bool:
    return node.kind in (
        "Chain",
        "Implies",
        "Iff",
        "Forall",
        "Exists",
        "Not",
        "Cond",
        "Modulo",
        "Labelled",
        "Text",
        "List",
        "Combine",
    )


def _place_bare(grown: list[Node], bare: list[Node], part: Node) -> Node:
    """Put bare expressions that stand before `part` where they belong; returns `part` as it then is."""
    backwards = _takes(grown, bare) and any(b.kind == "Dots" for b in bare)
    forwards = (
        all(map(_is_nameable, bare))
        and part.kind == "Chain"
        and isinstance(part.value, tuple)
        and part.value[0] in SHARED_BY_NAMES
        and part.children[0].kind != "Empty"
    )
    if forwards and not backwards:
        left = tuple(n for b in (*bare, part.children[0]) for n in (b.children if b.kind == "List" else (b,)))
        return Node(
            "Chain",
            Span(bare[0].span.start, part.span.end),
            (Node("List", join(left[0], left[-1]), left), *part.children[1:]),
            part.value,
            part.signs,
        )
    if _takes(grown, bare):
        grown[-1] = _with_last(grown[-1], bare)
    else:
        grown.extend(bare)
    return part


def _is_nameable(node: Node) -> bool:
    """What may stand in a list of names: a letter with its marks, `f(x)`, `…`."""
    if node.kind == "Product":
        return len(node.children) == 2 and node.children[1].kind == "Group" and _is_nameable(node.children[0])
    return node.kind in ("Id", "Word", "Sub", "Sup", "Font", "Accent", "Prime", "Dots", "List", "Function")


def _takes(grown: list[Node], bare: list[Node]) -> bool:
    """Whether bare expressions prolong the side of the chain before them: `i ≠ a, b`, `i = 1, …, n`, `x = 1, 2`."""
    if not grown or grown[-1].kind != "Chain" or not isinstance(grown[-1].value, tuple):
        return False
    sign = grown[-1].value[-1]
    if sign in ("!=", "notin") or (sign in ("=", "in") and any(b.kind == "Dots" for b in bare)):
        return True
    return sign == "=" and all(_is_number(n) for n in (grown[-1].children[-1], *bare))


def _is_number(node: Node) -> bool:
    return node.kind == "Num" or (node.kind == "Neg" and node.children[0].kind == "Num")


def _with_last(chain_: Node, bare: list[Node]) -> Node:
    end = chain_.children[-1]
    last = (*(end.children if end.kind == "List" else (end,)), *bare)
    side = Node("List", join(last[0], last[-1]), last)
    return Node("Chain", Span(chain_.span.start, bare[-1].span.end), (*chain_.children[:-1], side), chain_.value, chain_.signs)


def _conditions(parts: list[Node]) -> list[Node]:
    """What is said only of where a name of the statement lies (`k ∈ ℤ`, `0 ≤ x ≤ 1`, `i = 1, …, n`) is its side condition."""
    k = len(parts)
    while k > 1 and _ranges_over(parts[k - 1]):
        k -= 1
    if k == len(parts) or any(p.kind == "Text" for p in parts[:k]):
        return parts
    used = {_key(n) for p in parts[:k] for n in p.walk() if n.kind in ("Id", "Sub")}
    sides = {
        _key(n) for p in parts[:k] if p.kind == "Chain" for c in p.children for n in (c.children if c.kind == "List" else (c,))
    }
    twice = _on_both_sides(parts[0]) if k == 1 else frozenset()
    for condition in parts[k:]:
        names = {_key(name) for name in _ranges_over(condition)}
        free = (condition.value == ("in",) and _is_equation(parts[0])) or names <= twice
        if not names <= used or (not free and names & sides):
            return parts  # a statement of its own, of other names or of the side itself
    body = parts[0] if k == 1 else Node("List", join(parts[0], parts[k - 1]), tuple(parts[:k]))
    rest = parts[k:]
    condition = rest[0] if len(rest) == 1 else Node("List", join(rest[0], rest[-1]), tuple(rest))
    return [Node("Cond", join(body, condition), (body, condition), "")]


def _on_both_sides(node: Node) -> frozenset[tuple[object, ...]]:
    """The names that stand on both sides of one relation, which gives them no value: x of `|x| = x`."""
    if node.kind != "Chain" or not isinstance(node.value, tuple) or not set(node.value) <= {"=", "~", *_ORDERS, "!="}:
        return frozenset()
    sides = [frozenset(_key(n) for n in c.walk() if n.kind in ("Id", "Sub")) for c in node.children]
    return frozenset.intersection(*sides) if len(sides) > 1 else frozenset()


def _is_equation(node: Node) -> bool:
    return node.kind == "Chain" and isinstance(node.value, tuple) and "=" in node.value


def _ranges_over(node: Node) -> tuple[Node, ...]:
    """The names of which a chain only says where they lie; none if it says anything else."""
    if node.kind != "Chain" or not isinstance(node.value, tuple):
        return ()
    signs, sides = node.value, node.children
    if signs == ("to",):  # a regime: |x| → ∞
        return tuple(n for n in sides[0].walk() if n.kind == "Id")
    if len(signs) == 1:
        if not (signs[0] in _RANGES or (signs[0] == "=" and sides[1].kind == "List")):
            return ()
        middle, others = sides[0], sides[1:]
    elif len(signs) == 2 and all(sign in _ORDERS for sign in signs):
        middle, others = sides[1], (sides[0], sides[2])
    else:
        return ()
    names = middle.children if middle.kind == "List" else (middle,)
    if not all(n.kind == "Id" or (n.kind == "Sub" and n.children[0].kind == "Id") for n in names):
        return ()
    return names if signs == ("in",) or all(_is_bound(n) for n in others) else ()


_ORDERS = frozenset(("<", "<=", ">", ">="))
_RANGES = _ORDERS | {"in", "!="}
BOUNDS = _ORDERS | {"!="}


def bounds(node: Node) -> bool:
    """Whether a chain only bounds a name: `x > 0`, `0 < t < 1`."""
    return bool(isinstance(node.value, tuple) and node.kind == "Chain" and set(node.value) <= BOUNDS and _ranges_over(node))


def _is_bound(node: Node) -> bool:
    """A number, a name, or a small sum of them: what a range ends at."""
    if node.kind in ("List", "Add", "Neg"):
        return all(_is_bound(c) for c in node.children)
    return node.kind in ("Num", "Id", "Infinity", "Dots", "Sub") or (
        node.kind == "Product" and len(node.children) == 2 and all(c.kind in ("Num", "Id") for c in node.children)
    )


def _key(name: Node) -> tuple[object, ...]:
    """What makes two names alike: their letters and where these stand."""
    return (name.kind, name.value, *(_key(c) for c in name.children))
