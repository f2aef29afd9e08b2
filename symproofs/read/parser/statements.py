"""Statements: lists of implications of chains of relations, with side conditions and labels.

A list's commas bind closer than an arrow (`A, B ⇒ C` assumes both), and looser than a relation. What
cannot be told from the signs alone (whether a comma adds a claim or a condition) is told by what follows:
a membership, a quantifier or a word such as `if` makes a condition.
"""

from __future__ import annotations

from dataclasses import dataclass

from symproofs.diagnostics import Span
from symproofs.read.parser.expressions import argument, expression, is_side_condition, text_role
from symproofs.read.parser.state import State, Unreadable, empty, join
from symproofs.read.tree import Node

_BARE_LEFT = frozenset(("in", "notin", "<", ">", "<=", ">=", "!=", "dist", ":", "subset"))
"""Relations that a list of names before them shares: `x, y ∈ ℝ`."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A member of a list, and what stands before it: `,`, `;`, an arrow, or ''."""

    node: Node
    joint: str
    sign: Span
    condition: str | None = None


def statements(s: State) -> Node:
    """Everything up to the end of the scope, as one node."""
    marks: list[Node] = []
    items = _items(s, marks)
    if not items:
        return marks[0] if marks else s.point()
    node = _assemble(items)
    for mark in marks:
        span = Span(min(node.span.start, mark.span.start), max(node.span.end, mark.span.end))
        node = Node("Labelled", span, (node, mark))
    return node


def _items(s: State, marks: list[Node]) -> list[_Item]:
    """The members of a list up to the end of the scope; labels, which name the whole of it, go to `marks`."""
    items: list[_Item] = []
    joint, sign = "", Span(s.start(), s.start())
    while s.here < s.stop:
        kind = s.kinds[s.here]
        token = s.tokens[s.here]
        if kind in (",", ".", "quad") or (kind in (":", "?") and (s.here + 1 >= s.stop or s.kinds[s.here + 1] in ("text", "words"))):
            s.here += 1
            joint = joint if joint in ("=>", "<=", "<=>") else ";" if token.value == ";" else ","
            sign = Span(token.start, token.end)
            continue
        if kind == "imply":
            if joint in ("=>", "<=", "<=>"):
                raise s.unexpected("a statement")
            s.here += 1
            joint, sign = token.value, Span(token.start, token.end)
            if not items:
                items.append(_Item(empty(token.start), "", sign))
            continue
        if kind == "therefore":
            s.here += 1
            if not items:
                items.append(_Item(empty(token.start), "", Span(token.start, token.start)))
            joint, sign = "=>", Span(token.start, token.end)
            continue
        if kind == "because":
            s.here += 1
            if "therefore" not in s.kinds[s.here : s.stop]:
                items.append(_Item(Node("Text", Span(token.start, token.end), (), "∵"), joint or ",", sign))
            joint, sign = ",", Span(token.start, token.end)
            continue
        if kind == "label":
            s.here += 1
            marks.append(Node("Text", Span(token.start, token.end), (), token.value))
            continue
        if kind in ("text", "words"):
            role = text_role(token.value) if kind == "text" else "words"
            if role in ("and", "imply", "iff"):
                s.here += 1
                if not items and role != "and":
                    items.append(_Item(empty(token.start), "", Span(token.start, token.start)))
                joint = {"and": joint if joint in ("=>", "<=", "<=>") else ",", "imply": "=>", "iff": "<=>"}[role]
                sign = Span(token.start, token.end)
                continue
            if role == "condition":
                s.here += 1
                items.extend(_conditional(s, token.value, Span(token.start, token.end), joint, sign, bool(items)))
                joint, sign = ",", Span(s.start(), s.start())
                continue
            following = s.kinds[s.here + 1] if s.here + 1 < s.stop else ""
            if role == "prose" and following in ("relation", "sum", "product", "_", "^", "'") and " " not in token.value:
                role = "word"
            if role in ("prose", "rest", "or", "words"):
                s.here += 1
                said = token.value or " ".join(s.text[token.start : token.end].split())
                items.append(_Item(Node("Text", Span(token.start, token.end), (), said), joint or ("," if items else ""), sign))
                joint = ","
                continue
        if items and joint == "":
            joint = "," if s.kinds[s.here - 1] in ("text", "words") else joint
            if joint == "" and kind == "command" and token.value in ("forall", "exists", "nexists"):
                joint = "suffix"
            if joint == "":
                raise s.unexpected("an operator, a relation or the end of the statement")
        if items and joint == "," and kind == "command" and token.value == "forall" and not colon_ahead(s):
            s.here += 1
            declaration = _declaration(s)
            items.append(_Item(Node("Forall", Span(token.start, declaration.span.end), (declaration, empty(declaration.span.end))), joint, sign))
            joint, sign = "", Span(s.start(), s.start())
            continue
        node = statement(s)
        items.append(_Item(node, joint, sign))
        joint, sign = "", Span(s.start(), s.start())
    if joint in ("=>", "<=", "<=>"):
        raise s.expected("a statement")
    return items


QUANTIFYING = frozenset(("for all", "for every", "for each", "for any", "对任意", "对所有", "对于所有", "对于任意"))
"""Words that say what ∀ says."""


def _conditional(s: State, word: str, place: Span, joint: str, sign: Span, after: bool) -> list[_Item]:
    """What follows `if`, `for`, `where`, …: a condition on what stands before, or the premise of a `then`."""
    if s.here >= s.stop or s.kinds[s.here] in (",", ".", "row"):
        return [_Item(Node("Text", place, (), word), joint or ("," if after else ""), sign)]
    low = word.strip().rstrip(":：,，").lower()
    if low in QUANTIFYING and not after:
        return [_Item(_quantified(s, "Forall", place.start), joint, sign)]
    node = statement(s)
    return [_Item(node, joint or ("," if after else ""), sign, low)]


def statement(s: State) -> Node:
    """One statement: a quantifier with its body, a negation, or a chain, with the side conditions after it."""
    s.descend()
    node = _simple(s)
    if s.kind() == "logic":
        parts, signs = [node], []
        while s.kind() == "logic":
            signs.append(s.take().value)
            parts.append(_simple(s))
        node = Node("Combine", join(node, parts[-1]), tuple(parts), tuple(signs))
    if s.kind() == "text" and text_role(s.value()) == "or":
        parts = [node]
        while s.kind() == "text" and text_role(s.value()) == "or":
            s.take()
            parts.append(_simple(s))
        node = Node("Combine", join(node, parts[-1]), tuple(parts), ("∨",) * (len(parts) - 1))
    s.ascend()
    return node


def _simple(s: State) -> Node:
    if s.kind() == "command":
        name = s.value()
        if name in ("forall", "exists", "nexists"):
            token = s.take()
            if name == "exists" and s.kind() == "!":
                s.take()
                return _quantified(s, "Exists", token.start, unique=True)
            found = _quantified(s, "Forall" if name == "forall" else "Exists", token.start)
            return Node("Not", found.span, (found,)) if name == "nexists" else found
        if name in ("neg", "lnot"):
            token = s.take()
            body = statement(s)
            return Node("Not", Span(token.start, body.span.end), (body,))
    node = chain(s)
    while s.here < s.stop:
        kind = s.kinds[s.here]
        if kind == "open" and s.tokens[s.here].value == "(" and is_side_condition(s, s.here):
            node = _side_condition(s, node)
        elif kind == "command" and s.tokens[s.here].value == "pmod":
            s.take()
            modulus = argument(s, "a modulus")
            node = Node("Modulo", Span(node.span.start, s.end(modulus)), (node, modulus))
        elif kind == "command" and s.tokens[s.here].value == "forall":
            token = s.take()
            declaration = _declaration(s)
            node = Node("Forall", Span(node.span.start, declaration.span.end), (declaration, node))
            del token
        else:
            break
    return node


def _side_condition(s: State, node: Node) -> Node:
    """`(i ≠ a, b)` after a statement; `(mod n)` too."""
    group = s.made[s.here]
    s.here = s.partner[s.here] + 1
    if group.value == "(mod":
        return Node("Modulo", join(node, group), (node, group.children[0]))
    condition = gather(group.children)
    return Node("Cond", join(node, group), (node, condition), "")


def chain(s: State) -> Node:
    """Expressions joined by relations; it may begin with a relation, then its first side is `Empty`."""
    start = s.start()
    if s.here < s.stop and s.kinds[s.here] in ("relation", "negated"):
        sides: list[Node] = [empty(start)]
    else:
        sides = [side(s)]
    if not _relates(s):
        return sides[0]
    s.refuse_statement(sides[0])
    signs: list[str] = []
    places: list[Span] = []
    struck = False
    while _relates(s):
        token = s.take()
        sign = token.value
        if token.kind == ":":
            sign = ":"
        elif token.kind == "bar":
            sign = "perp" if token.value == "‖" else "divides"
        elif token.kind == "negated":
            struck = True
        signs.append(sign)
        places.append(Span(token.start, token.end))
        sides.append(side(s))
        s.refuse_statement(sides[-1])
    if signs[0] in ("divides", "perp") and "dist" in signs[1:2]:  # y | x ~ N
        given = Node("Conditional", join(sides[0], sides[1]), (sides[0], sides[1]), "|")
        sides, signs, places = [given, *sides[2:]], signs[1:], places[1:]
    node = Node("Chain", Span(start, s.end(sides[-1])), tuple(sides), tuple(signs), tuple(places))
    if struck:
        if len(signs) > 1:
            raise Unreadable(
                "unsupported",
                "a struck-out relation inside a longer chain is not read",
                places[0],
                help="write it as a statement of its own",
            )
        return Node("Not", node.span, (node,))
    return node


def side(s: State) -> Node:
    """A side of a relation: an expression, or a range `1..n`."""
    first = expression(s)
    if s.kind() != "range":
        return first
    token = s.take()
    last = expression(s)
    dots = Node("Dots", Span(token.start, token.end))
    return Node("List", Span(first.span.start, s.end(last)), (first, dots, last))


def _relates(s: State) -> bool:
    """Whether a relation stands at the cursor; `|` between expressions divides, `:` gives a map its type."""
    if s.here >= s.stop:
        return False
    kind = s.kinds[s.here]
    if kind in ("relation", "negated"):
        return True
    if kind == "bar":
        return s.open_bars == 0 and s.open_norms == 0 and s.here + 1 < s.stop
    if kind == ":":
        return not s.colon_ends and s.here + 1 < s.stop and s.kinds[s.here + 1] not in (",", ".", "text", "words", "row")
    return False


# -- quantifiers -------------------------------------------------------------------------------------


def _quantified(s: State, kind: str, start: int, unique: bool = False) -> Node:
    """`∀ x ∈ D: P`. The declaration ends at a colon, else at the comma after its first relation, else before the next statement."""
    declaration = _declaration(s, body_follows=True)
    while s.kind() in (",", ":", ".", "quad", "text") and (s.kind() != "text" or text_role(s.value()) in ("condition", "imply")):
        s.take()
    if s.here >= s.stop or s.kinds[s.here] in ("row", "imply", "label", "text", "words"):
        body = empty(declaration.span.end)
    else:
        body = _scope_of_quantifier(s)
    return Node(kind, Span(start, max(declaration.span.end, body.span.end)), (declaration, body), "unique" if unique else None)


def _scope_of_quantifier(s: State) -> Node:
    """A quantifier rules everything up to a semicolon or the end (`∀ x: A ⇔ B`)."""
    stop, end = s.stop, s.here
    while end < stop and not (s.kinds[end] == "," and s.tokens[end].value == ";") and s.kinds[end] not in ("row", "label"):
        end = s.after(end)
    s.stop = end
    body = statements(s)
    s.stop = stop
    return body


def _declaration(s: State, body_follows: bool = False) -> Node:
    """The names (and what is said of them) after a quantifier."""
    held, s.colon_ends = s.colon_ends, True
    parts = [chain(s)]
    colon = body_follows and colon_ahead(s)
    while s.kind() == "," and s.here + 1 < s.stop and s.kinds[s.here + 1] not in ("text", "command", "row"):
        if body_follows and not colon and parts[-1].kind == "Chain":
            break
        back = s.here
        s.take()
        part = chain(s)
        if body_follows and not colon and not _still_declares(s, part):
            s.here = back
            break
        parts.append(part)
    s.colon_ends = held
    return gather(tuple(parts))


def _still_declares(s: State, part: Node) -> bool:
    """Whether a part after a comma still names what is quantified: a bare name, or a membership with more to come."""
    if part.kind != "Chain":
        return s.here < s.stop
    return s.here < s.stop and isinstance(part.value, tuple) and len(part.value) == 1 and part.value[0] in _BARE_LEFT


def colon_ahead(s: State) -> bool:
    k = s.here
    while k < s.stop and s.kinds[k] not in ("imply", "row"):
        if s.kinds[k] == ":":
            return True
        k = s.after(k)
    return False


# -- putting a list together -------------------------------------------------------------------------


def _assemble(items: list[_Item]) -> Node:
    """The node of a whole list: first what semicolons part, then arrows, then commas."""
    if len(items) == 1 and items[0].condition is None:
        return items[0].node
    parts: list[list[_Item]] = [[]]
    for item in items:
        if item.joint == ";" and parts[-1]:
            parts.append([])
        parts[-1].append(item)
    nodes = [_arrows(part) for part in parts]
    return nodes[0] if len(nodes) == 1 else Node("List", join(nodes[0], nodes[-1]), tuple(nodes))


def _arrows(items: list[_Item]) -> Node:
    """Comma lists joined by arrows. Between two arrows the last member of a list opens the next implication."""
    runs: list[list[_Item]] = [[]]
    arrows: list[_Item] = []
    for item in items:
        if item.joint in ("=>", "<=", "<=>"):
            arrows.append(item)
            runs.append([])
        runs[-1].append(item)
    if not arrows:
        return _commas(runs[0])
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


def _commas(items: list[_Item]) -> Node:
    """A comma list, its conditions hung on what stands before them."""
    done: list[Node] = []
    for item in items:
        if item.condition is not None and done:
            if item.condition in QUANTIFYING:
                before = gather(tuple(done))
                done = [Node("Forall", join(before, item.node), (item.node, before))]
            else:
                done = [_under(done, item.node, item.condition)]
        elif item.condition is not None:
            done.append(Node("Cond", item.node.span, (empty(item.node.span.start), item.node), item.condition))
        elif item.joint == "suffix" or (done and item.node.kind == "Forall" and item.node.children[1].kind == "Empty"):
            before = gather(tuple(done))
            declaration = item.node.children[0]
            if item.node.kind == "Forall" and item.node.children[1].kind == "Empty":
                done = [Node("Forall", Span(before.span.start, item.node.span.end), (declaration, before))]
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
    grown = _conditions(grown)
    return grown[0] if len(grown) == 1 else Node("List", join(grown[0], grown[-1]), tuple(grown))


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
        and part.value[0] in _BARE_LEFT
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
    sides = {_key(n) for p in parts[:k] if p.kind == "Chain" for c in p.children for n in (c.children if c.kind == "List" else (c,))}
    for condition in parts[k:]:
        free = condition.value == ("in",) and _is_equation(parts[0])
        names = {_key(name) for name in _ranges_over(condition)}
        if not names <= used or (not free and names & sides):
            return parts  # a statement of its own, of other names or of the side itself
    body = parts[0] if k == 1 else Node("List", join(parts[0], parts[k - 1]), tuple(parts[:k]))
    rest = parts[k:]
    condition = rest[0] if len(rest) == 1 else Node("List", join(rest[0], rest[-1]), tuple(rest))
    return [Node("Cond", join(body, condition), (body, condition), "")]


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


def _is_bound(node: Node) -> bool:
    """A number, a name, or a small sum of them: what a range ends at."""
    if node.kind in ("List", "Add", "Neg"):
        return all(_is_bound(c) for c in node.children)
    return node.kind in ("Num", "Id", "Infinity", "Dots", "Sub") or (node.kind == "Product" and len(node.children) == 2 and all(c.kind in ("Num", "Id") for c in node.children))


def _key(name: Node) -> tuple[object, ...]:
    """What makes two names alike: their letters and where these stand."""
    return (name.kind, name.value, *(_key(c) for c in name.children))
