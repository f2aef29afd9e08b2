"""What stands inside each kind of bracket and environment: one function a kind.

Scopes are read from the inside out, so each function sees a stretch of tokens in which every inner
bracket is already one node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.diagnostics import Span
from symproofs.read.characters import listed
from symproofs.read.parser import rows
from symproofs.read.parser.conditions import text_role
from symproofs.read.parser.expressions import expression
from symproofs.read.parser.lists import gather
from symproofs.read.parser.state import State, Unreadable, empty, join
from symproofs.read.parser.statements import statement, statements
from symproofs.read.tree import Node

_LEAVES = {"id": "Id", "num": "Num", "word": "Word"}


def read_scope(s: State, opening: int, closing: int) -> Node:
    """The node of the bracket or environment from token `opening` to token `closing`."""
    token, last = s.tokens[opening], s.tokens[closing]
    s.here, s.stop = opening + 1, closing
    s.open_bars = s.open_norms = s.integrals = s.depth = 0
    s.colon_ends, s.ends_before = False, ""
    s.differential, s.colon = (0, 0, -1), (0, -1)
    if token.value == "{" and token.kind == "open":
        return _braces(s, opening, closing)
    span = Span(token.start, last.end)
    if token.kind == "begin":
        return rows.environment(s, token.value, span, opening)
    if token.value == "." or last.value == ".":
        return _half(s, token.value, last.value, span)
    row = _BRACKETS[token.value]
    node = row(s, token.value + last.value, span)
    _finish(s)
    return node


def _finish(s: State) -> None:
    if s.here < s.stop:
        raise s.unexpected("an operator, a comma or the closing bracket")


# -- TeX braces --------------------------------------------------------------------------------------


def _braces(s: State, opening: int, closing: int) -> Node:
    """`{…}`: as an argument or a script its inside; bare it is made a `Group` where it stands."""
    if closing == opening + 1:
        return empty(s.tokens[closing].start)
    first = s.tokens[opening + 1]
    if closing == opening + 2:
        leaf = _LEAVES.get(first.kind)
        if leaf is not None:
            s.here = closing
            return Node(leaf, Span(first.start, first.end), (), first.value)
        if first.kind in ("sum", "product", "mark", "'", "combine", "function", "extremum", "text", ":", "dots", "imply"):
            s.here = closing
            span = Span(first.start, first.end)
            if first.kind == ":":
                return Node("Colon", span)
            if first.kind == "dots":
                return Node("Dots", span)
            return Node("Word" if first.kind in ("function", "extremum", "text") else "Mark", span, (), first.value)
    kinds = s.kinds
    if all(k == "'" for k in kinds[opening + 1 : closing]):
        value = "".join(t.value for t in s.tokens[opening + 1 : closing])
        return Node("Mark", Span(first.start, s.tokens[closing - 1].end), (), value)
    if "command" in kinds[opening + 1 : closing]:
        divided = _divided(s, opening, closing)
        if divided is not None:
            return divided
    script = opening > 0 and kinds[opening - 1] in ("_", "^")
    if script:
        over = opening > 1 and kinds[opening - 2] in ("big", "extremum", "command", "integral")
        return _script(s) if over or "bar" not in kinds[opening + 1 : closing] else _conditioned_script(s)
    node = rows.rows_of_statements(s, Span(s.start(), s.tokens[closing].start))
    if s.here < s.stop:
        raise s.unexpected("the closing brace")
    return node


def _divided(s: State, opening: int, closing: int) -> Node | None:
    """`{a \\over b}`, `{n \\choose k}`."""
    k = opening + 1
    while k < closing:
        if s.kinds[k] == "command" and s.tokens[k].value in ("over", "choose", "atop"):
            break
        k = s.partner.get(k, k) + 1
    if k >= closing:
        return None
    s.stop = k
    above = expression(s)
    _finish(s)
    s.here, s.stop = k + 1, closing
    below = expression(s)
    _finish(s)
    kind = "Frac" if s.tokens[k].value == "over" else "Binom"
    return Node(kind, join(above, below), (above, below))


def _script(s: State) -> Node:
    """The inside of a script: one item is itself; items with commas are a `Group`, unless they are one chain."""
    start = s.start()
    items = [] if s.kind() == "," else [_script_item(s)]
    commas = False
    while s.here < s.stop and (s.kinds[s.here] in (",", "row", "quad") or _ends_words(s)):
        if s.kinds[s.here] == "row":
            commas = True
        if s.kinds[s.here] in (",", "row", "quad"):
            commas = commas or s.kinds[s.here] == ","
            s.here += 1
        if s.here < s.stop and s.kinds[s.here] not in (",", "row", "quad"):
            items.append(_script_item(s))
    if s.here < s.stop:
        raise s.unexpected("an operator, a comma or the end of the script")
    if not items:
        return empty(start)
    if len(items) == 1 and not commas:
        return items[0]
    whole = gather(tuple(items))
    if whole.kind == "Chain":
        return whole
    children = whole.children if whole.kind == "List" else tuple(items)
    return Node(
        "Group", Span(min(start, items[0].span.start) if items else start, items[-1].span.end if items else start), children, "{"
    )


def _conditioned_script(s: State) -> Node:
    """`\\mu_{1|2}`: a bar in the script of a name separates what is known."""
    items = _conditioned(s)
    _finish(s)
    if len(items) == 1:
        return items[0]
    return Node("Group", join(items[0], items[-1]), tuple(items), "{")


def _ends_words(s: State) -> bool:
    """A word or a text beside a word in a script: `x_{\\text{new}}`, `x_{i \\text{ odd}}`."""
    return s.kinds[s.here] in ("text", "word", "words", "label") or s.kinds[s.here - 1] == "text"


def _script_item(s: State) -> Node:
    token = s.tokens[s.here]
    if token.kind == ":":
        after = s.kinds[s.here + 1] if s.here + 1 < s.stop else ""
        if after in ("", ","):
            s.here += 1
            return Node("Colon", Span(token.start, token.end))
    if token.kind == "text" and (
        text_role(token.value) != "word" or s.here + 1 >= s.stop or s.kinds[s.here + 1] in (",", "text", "id")
    ):
        s.here += 1
        return Node("Word", Span(token.start, token.end), (), token.value)
    if token.kind in ("product", "mark") and s.here + 1 < s.stop and s.kinds[s.here + 1] in ("num", "id", "command"):
        s.here += 1
        mark = Node("Mark", Span(token.start, token.end), (), token.value)
        rest = _script_item(s)
        return Node("Group", join(mark, rest), (mark, rest), "{")
    if token.kind in ("sum", "product", "mark") and (s.here + 1 >= s.stop or s.kinds[s.here + 1] == ","):
        s.here += 1
        return Node("Mark", Span(token.start, token.end), (), token.value)
    node = statement(s)
    if s.kind() == "sum" and s.here + 1 >= s.stop:  # x → 0+
        sign = s.take()
        raise Unreadable(
            "expected-expression",
            "found the end of the script after a sign",
            Span(sign.start, sign.end),
            help="write `0^+` for a side",
        )
    if s.kind() == "imply":
        raise s.unexpected("the end of the script")
    return node


# -- brackets that show ------------------------------------------------------------------------------


def _items(s: State) -> list[Node]:
    """Items between commas; a colon or nothing may be one."""
    items: list[Node] = []
    while s.here < s.stop:
        items.append(_item(s))
        if s.here < s.stop:
            if s.kinds[s.here] != ",":
                break
            s.here += 1
    return items


def _item(s: State) -> Node:
    token = s.tokens[s.here]
    if token.kind == ":" and (s.here + 1 >= s.stop or s.kinds[s.here + 1] == ","):
        s.here += 1
        return Node("Colon", Span(token.start, token.end))
    if token.kind == ",":
        return empty(token.start)
    if token.kind == "." and (s.here + 1 >= s.stop or s.kinds[s.here + 1] == ","):  # σ(.)
        s.here += 1
        return Node("Mark", Span(token.start, token.end), (), "·")
    back = s.here
    if token.kind not in _WHOLE_STATEMENTS or (token.kind == "text" and text_role(token.value) == "word"):
        node = statement(s)
        if s.here >= s.stop or s.kinds[s.here] not in _WHOLE_STATEMENTS:
            return node
    s.here = back
    return _whole_statement(s)


_WHOLE_STATEMENTS = listed("imply text words label because therefore")
"""Tokens that make an item a statement of more than one part: `(A ⇒ B)`, `(x > 0 and y > 0)`."""


def _whole_statement(s: State) -> Node:
    stop, end = s.stop, s.here
    while end < stop and s.kinds[end] != ",":
        end = s.after(end)
    s.stop = end
    whole = statements(s)
    s.stop = stop
    return whole


def _odd_bar(s: State, signs: tuple[str, ...]) -> int | None:
    """The bar of this scope that separates: `∣`, or one that is no part of a pair."""
    k = s.here
    while k < s.stop:
        if s.kinds[k] == "bar" and s.tokens[k].value in signs and s.tokens[k].value == "∣":
            return k
        k = s.after(k)
    return None


def _conditioned(s: State) -> list[Node]:
    """Items, or one `Conditional` where a bar separates them (`p(x, y | z)`, `KL(p ‖ q)`)."""
    if "bar" not in s.kinds[s.here : s.stop]:
        return _items(s)
    middle = _odd_bar(s, ("∣",))
    start, stop = s.here, s.stop
    after = None if middle is None else middle + 1
    if middle is None:
        middle = _double_bar(s)
        after = None if middle is None else middle + 2
    if middle is None:
        middle = _lonely_bar(s)
        after = None if middle is None else middle + 1
    if middle is None or after is None:
        s.here = start
        return _items(s)
    s.here, s.stop = start, middle
    left = _items(s)
    if s.here < s.stop or not left:
        raise s.expected("an expression") if not left else s.unexpected("an operator, a comma or the bar")
    s.here, s.stop = after, stop
    right = _items(s)
    if not right:
        raise s.expected("a condition")
    a, b = _one(left), _one(right)
    return [Node("Conditional", join(a, b), (a, b), "||" if s.tokens[middle].value == "‖" or after == middle + 2 else "|")]


def _double_bar(s: State) -> int | None:
    """`P || Q`: the only two bars of the scope, side by side between two expressions."""
    places: list[int] = []
    k = s.here
    while k < s.stop:
        if s.kinds[k] == "bar":
            places.append(k)
        k = s.after(k)
    if len(places) != 2 or places[1] != places[0] + 1 or any(s.tokens[k].value != "|" for k in places):
        return None
    return places[0] if places[0] > s.here and places[1] + 1 < s.stop else None


def _lonely_bar(s: State) -> int | None:
    """A bar after a complete factor, with no partner in the scope."""
    open_bars = {"|": 0, "‖": 0}
    k = s.here
    previous = ""
    while k < s.stop:
        kind = s.kinds[k]
        if kind == "bar":
            value = s.tokens[k].value
            operand_before = previous not in (
                "",
                "sum",
                "product",
                "relation",
                ",",
                "function",
                "big",
                "bar-open",
                "combine",
                "extremum",
                "imply",
                "negated",
                "^",
                "_",
            )
            if open_bars[value] and operand_before:
                open_bars[value] -= 1
                previous = "bar-close"
            elif operand_before and s.bars.get(k, 0) % 2 == 1 and not (k + 1 < s.stop and s.kinds[k + 1] in ("_", "^")):
                return k
            elif not (operand_before and k + 1 < s.stop and s.kinds[k + 1] in ("_", "^")):
                open_bars[value] += 1
                previous = "bar-open"
        else:
            previous = kind
        k = s.after(k)
    return None


def _one(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Node("List", join(nodes[0], nodes[-1]), tuple(nodes))


def _group(s: State, pair: str, span: Span) -> Node:
    """`(a, b)`, `[a, b]`, `[0, 1)`; `(mod n)` is marked for the statement that it belongs to."""
    if s.kind() in ("word", "text") and s.value() == "mod":
        s.here += 1
        modulus = expression(s)
        return Node("Group", span, (modulus,), "(mod")
    if [t.value for t in s.tokens[s.here : s.here + 3]] == ["m", "o", "d"] and s.here + 3 < s.stop:
        s.here += 3
        return Node("Group", span, (expression(s),), "(mod")
    children = tuple(_conditioned(s))
    if pair in ("()", "[]"):
        return Node("Group", span, children, pair[0])
    return Node("Interval", span, children, pair)


def _set(s: State, pair: str, span: Span) -> Node:
    """`\\{1, 2\\}`, `\\{x | x > 0\\}`, `\\{x \\in A : P\\}`."""
    middle = _odd_bar(s, ("∣",))
    if middle is None:
        k = s.here
        while k < s.stop and s.kinds[k] != ":":
            k = s.after(k)
        middle = k if k < s.stop else _lonely_bar(s) if "bar" in s.kinds[s.here : s.stop] else None
    if middle is None:
        return Node("Set", span, tuple(_items(s)))
    stop, s.stop = s.stop, middle
    body = _one(_items(s)) if s.here < s.stop else empty(s.start())
    _finish(s)
    s.here, s.stop = middle + 1, stop
    condition = statements(s)
    return Node("Set", span, (body, condition), "such that")


def _inner(s: State, pair: str, span: Span) -> Node:
    """`⟨x, y⟩`; `⟨x | y⟩` is written for the same."""
    items = _conditioned(s)
    if len(items) == 1 and items[0].kind == "Conditional":
        return Node("Inner", span, items[0].children)
    return Node("Inner", span, tuple(items))


def _single(kind: str) -> Callable[[State, str, Span], Node]:
    """A bracket around one expression."""

    def read(s: State, pair: str, span: Span) -> Node:
        return Node(kind, span, (expression(s),))

    return read


_BRACKETS: Mapping[str, Callable[[State, str, Span], Node]] = {
    "(": _group,
    "[": _group,
    "\\{": _set,
    "⟨": _inner,
    "⌊": _single("Floor"),
    "⌈": _single("Ceil"),
    "|": _single("Abs"),
    "‖": _single("Norm"),
}
"""By opening bracket."""


def _half(s: State, opening: str, closing: str, span: Span) -> Node:
    """`\\left. f \\right|_{x=0}` and `\\left\\{ rows \\right.`."""
    if closing == "|" and opening == ".":
        body = expression(s)
        _finish(s)
        return Node("EvalAt", span, (body, empty(body.span.end)))
    if s.here >= s.stop:
        raise s.expected("an expression")
    if opening in ("\\{", "[", "(", "|") and closing == ".":
        node = rows.cases(s, span) if opening == "\\{" else rows.rows_of_statements(s, span)
        _finish(s)
        if node.kind == "Empty":
            raise s.expected("an expression")
        return node
    if closing in ("\\}", "]", ")"):
        node = rows.rows_of_statements(s, span)
        _finish(s)
        return node
    node = expression(s)
    _finish(s)
    return Node("Group", span, (node,), "{")
