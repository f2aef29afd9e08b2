"""Statements: lists of implications of chains of relations, with side conditions and labels.

A list's commas bind closer than an arrow (`A, B ⇒ C` assumes both), and looser than a relation. What
cannot be told from the signs alone (whether a comma adds a claim or a condition) is told by what follows:
a membership, a quantifier or a word such as `if` makes a condition.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.diagnostics import Span
from symproofs.read.characters import AT_THE_TIME
from symproofs.read.parser.conditions import is_side_condition, text_role
from symproofs.read.parser.expressions import argument, expression
from symproofs.read.parser.lists import BOUNDS, QUANTIFYING, SHARED_BY_NAMES, Item, assemble, bounds, gather
from symproofs.read.parser.state import State, Unreadable, empty, join
from symproofs.read.tree import Node


def statements(s: State) -> Node:
    """Everything up to the end of the scope, as one node."""
    marks: list[Node] = []
    items = _items(s, marks)
    if not items:
        return marks[0] if marks else s.point()
    node = assemble(items)
    for mark in marks:
        span = Span(min(node.span.start, mark.span.start), max(node.span.end, mark.span.end))
        node = Node("Labelled", span, (node, mark))
    return node


def _items(s: State, marks: list[Node]) -> list[Item]:
    """The members of a list up to the end of the scope; labels, which name the whole of it, go to `marks`."""
    items: list[Item] = []
    joint, sign = "", Span(s.start(), s.start())
    while s.here < s.stop:
        kind = s.kinds[s.here]
        token = s.tokens[s.here]
        if kind in (",", ".", "quad") or (
            kind in (":", "?") and (s.here + 1 >= s.stop or s.kinds[s.here + 1] in ("text", "words"))
        ):
            s.here += 1
            joint = joint if joint in ("=>", "<=", "<=>") else ";" if token.value == ";" else ","
            sign = Span(token.start, token.end)
            continue
        if kind == ":" and len(items) == 1 and items[0].condition is None and bounds(items[0].node):
            s.here += 1
            items[0] = replace(items[0], condition="case")  # `x > 0: |x| = x`
            joint, sign = ",", Span(token.start, token.end)
            continue
        if kind == "imply":
            if joint in ("=>", "<=", "<=>"):
                raise s.unexpected("a statement")
            s.here += 1
            joint, sign = token.value, Span(token.start, token.end)
            if not items:
                items.append(Item(empty(token.start), "", sign))
            continue
        if kind == "therefore":
            s.here += 1
            if not items:
                items.append(Item(empty(token.start), "", Span(token.start, token.start)))
            joint, sign = "=>", Span(token.start, token.end)
            continue
        if kind == "because":
            s.here += 1
            if not s.concludes:
                items.append(Item(Node("Text", Span(token.start, token.end), (), "∵"), joint or ",", sign))
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
                    items.append(Item(empty(token.start), "", Span(token.start, token.start)))
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
                items.append(Item(Node("Text", Span(token.start, token.end), (), said), joint or ("," if items else ""), sign))
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
            items.append(
                Item(
                    Node("Forall", Span(token.start, declaration.span.end), (declaration, empty(declaration.span.end))),
                    joint,
                    sign,
                )
            )
            joint, sign = "", Span(s.start(), s.start())
            continue
        node = statement(s)
        items.append(Item(node, joint, sign))
        joint, sign = "", Span(s.start(), s.start())
    if joint in ("=>", "<=", "<=>"):
        raise s.expected("a statement")
    return items


def _conditional(s: State, word: str, place: Span, joint: str, sign: Span, after: bool) -> list[Item]:
    """What follows `if`, `for`, `where`, …: a condition on what stands before, or the premise of a `then`."""
    if s.here >= s.stop or s.kinds[s.here] in (",", ".", "row"):
        return [Item(Node("Text", place, (), word), joint or ("," if after else ""), sign)]
    low = word.strip().rstrip(":：,，").lower()
    if low in QUANTIFYING and not after:
        return [Item(_quantified(s, "Forall", place.start), joint, sign)]
    held, s.colon_ends = s.colon_ends, True
    node = statement(s)
    s.colon_ends = held
    if s.kind() == "text" and s.value().strip(" ,，") in AT_THE_TIME:
        s.take()
    if s.kind() == ":" and not after:
        s.take()
    return [Item(node, joint or ("," if after else ""), sign, low)]


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
    signs: list[str] = []
    places: list[Span] = []
    first = sides[0]
    if first.kind == "Chain" and isinstance(first.value, tuple):  # an environment's chain goes on after it
        sides, signs, places = list(first.children), [str(sign) for sign in first.value], list(first.signs)
    else:
        s.refuse_statement(first)
    struck = False
    while _relates(s, bool(signs) and set(signs) <= BOUNDS):
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


def _relates(s: State, bounded: bool = False) -> bool:
    """Whether a relation stands at the cursor; `|` between expressions divides, `:` gives a map its type, not a bound."""
    if s.here >= s.stop:
        return False
    kind = s.kinds[s.here]
    if kind in ("relation", "negated"):
        return True
    if kind == "bar":
        return s.open_bars == 0 and s.open_norms == 0 and s.here + 1 < s.stop
    if kind == ":":
        return (
            not s.colon_ends
            and not bounded
            and s.here + 1 < s.stop
            and s.kinds[s.here + 1] not in (",", ".", "text", "words", "row")
        )
    return False


# -- quantifiers -------------------------------------------------------------------------------------


def _quantified(s: State, kind: str, start: int, unique: bool = False) -> Node:
    """`∀ x ∈ D: P`. The declaration ends at a colon, else at the comma after its first relation."""
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
    return s.here < s.stop and isinstance(part.value, tuple) and len(part.value) == 1 and part.value[0] in SHARED_BY_NAMES


def colon_ahead(s: State) -> bool:
    """Whether a colon stands ahead, before an arrow or the end of the row. What was found is kept."""
    first, last = s.colon
    if not first <= s.here <= last:
        first = last = s.here
        while last < s.stop and s.kinds[last] not in (":", "imply", "row"):
            last = s.after(last)
        s.colon = (first, last)
    return last < s.stop and s.kinds[last] == ":"
