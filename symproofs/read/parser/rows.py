"""Rows: environments, and formulas broken with `\\\\`.

`arrange` has decided before which row ends are real (a row that begins or ends with an operator
continues its neighbour) and which `&` separate.
"""

from __future__ import annotations

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read import characters as table
from symproofs.read.parser.conditions import text_role
from symproofs.read.parser.expressions import expression
from symproofs.read.parser.state import STATEMENTS, State, Unreadable, empty, join
from symproofs.read.parser.statements import statements
from symproofs.read.tree import Node


def environment(s: State, name: str, span: Span, opening: int) -> Node:
    """An environment by its kind; one that is not known is refused."""
    if name in table.MATRIX_ENVIRONMENTS:
        return matrix(s, name, span)
    if name in table.CASES_ENVIRONMENTS:
        return cases(s, span)
    if name == "array":
        before = s.tokens[opening - 1] if opening else None
        if before is not None and before.kind == "open" and before.value == "\\{":
            return cases(s, span)
        if "relation" not in _own_kinds(s) and "imply" not in s.kinds[s.here : s.stop]:
            return matrix(s, name, span)
    if name in ("substack", "subarray"):
        return rows_of_statements(s, span)
    if name not in table.ROW_ENVIRONMENTS:
        token = s.tokens[opening]
        raise Unreadable("unknown-environment", Message("the environment `{}` is not known", name), Span(token.start, token.end))
    return rows_of_statements(s, span)


def _own_kinds(s: State) -> set[str]:
    """The kinds of tokens of the scope itself, brackets left out."""
    found: set[str] = set()
    k = s.here
    while k < s.stop:
        found.add(s.kinds[k])
        k = s.after(k)
    return found


def _ends(s: State, kinds: tuple[str, ...]) -> int:
    """The next token of one of these kinds, or the end of the scope."""
    k = s.here
    while k < s.stop and s.kinds[k] not in kinds:
        k = s.after(k)
    return k


def rows_of_statements(s: State, span: Span) -> Node:
    """Rows of statements; a row that begins with a relation continues the chain before it."""
    if "row" not in s.kinds[s.here : s.stop] and "&" not in s.kinds[s.here : s.stop]:
        return statements(s)
    stop = s.stop
    done: list[Node] = []
    while s.here < stop:
        s.stop = stop
        s.stop = _ends(s, ("row", "&"))
        if s.here < s.stop:
            node = statements(s)
            _continue(done, node)
        s.here = s.stop + 1 if s.stop < stop else stop
    s.stop = stop
    if not done:
        return empty(span.start)
    return done[0] if len(done) == 1 else Node("List", join(done[0], done[-1]), tuple(done))


def _continue(done: list[Node], node: Node) -> None:
    """Append a row, or join it to the chain that it continues."""
    first = _opening_chain(node)
    if first is not None and done:
        longer = _prolong(done[-1], first)
        if longer is not None:
            done[-1] = _replace_first(node, longer, done[-1])
            return
    done.append(node)


_HOLDERS = ("List", "Cond", "Labelled", "Implies", "Iff")


def _opening_chain(node: Node) -> Node | None:
    """The chain with an empty left side that a row begins with."""
    while node.kind in _HOLDERS and node.children:
        node = node.children[0]
    return node if node.kind == "Chain" and node.children[0].kind == "Empty" else None


def _prolong(before: Node, more: Node) -> Node | None:
    """The statement `before` with the chain at its end prolonged, or `None` if it does not end with one."""
    if before.kind == "Forall" and before.children[0].span.start > before.children[1].span.start:
        return None  # the quantifier is written last, and closes the statement
    if before.kind in ("List", "Implies", "Iff", "Labelled", "Forall"):
        k = 0 if before.kind == "Labelled" else _last_statement(before)
        last = _prolong(before.children[k], more)
        if last is None:
            return None
        children = (*before.children[:k], last, *before.children[k + 1 :])
        if before.kind == "Labelled":
            return last  # the label of an inner row says nothing of the whole
        return Node(before.kind, Span(before.span.start, last.span.end), children, before.value, before.signs)
    if before.kind == "Text" or before.kind == "Cond":
        return None
    span = join(before, more)
    value = more.value if isinstance(more.value, tuple) else ()
    if before.kind == "Chain" and isinstance(before.value, tuple):
        return Node("Chain", span, (*before.children, *more.children[1:]), (*before.value, *value), (*before.signs, *more.signs))
    return Node("Chain", span, (before, *more.children[1:]), value, more.signs)


def _last_statement(node: Node) -> int:
    """The last of several statements; the one before a remark, where there is one."""
    remark = next((k for k, c in enumerate(node.children) if k and c.kind == "Text"), len(node.children))
    return remark - 1


def _replace_first(node: Node, longer: Node, before: Node) -> Node:
    """`node` with its opening chain replaced by the prolonged statement."""
    if node.kind not in _HOLDERS:
        return longer
    first = _replace_first(node.children[0], longer, before)
    return Node(
        node.kind,
        Span(min(first.span.start, node.span.start), node.span.end),
        (first, *node.children[1:]),
        node.value,
        node.signs,
    )


# -- tables ------------------------------------------------------------------------------------------


def cells(s: State) -> list[list[tuple[int, int]]]:
    """The stretches of tokens of a table, row by row; a last row without anything is dropped."""
    found: list[list[tuple[int, int]]] = [[]]
    while True:
        end = _ends(s, ("row", "&"))
        found[-1].append((s.here, end))
        s.here = min(end + 1, s.stop)
        if end >= s.stop:
            break
        if s.kinds[end] == "row":
            found.append([])
    while len(found) > 1 and all(a == b for a, b in found[-1]):
        found.pop()
    return found


def matrix(s: State, name: str, span: Span) -> Node:
    """Entries row by row; short rows are filled with `Empty`."""
    stop = s.stop
    table_ = cells(s)
    columns = max(len(row) for row in table_)
    entries: list[Node] = []
    for row in table_:
        for first, last in row:
            s.here, s.stop = first, last
            entries.append(_entry(s))
        entries.extend(empty(_place(s, stop)) for _ in range(columns - len(row)))
    s.here = s.stop = stop
    return Node("Matrix", span, tuple(entries), (name, len(table_), columns))


def _place(s: State, stop: int) -> int:
    return s.tokens[min(s.stop, stop)].start


def _entry(s: State) -> Node:
    while s.here < s.stop and s.kinds[s.here] == "quad":
        s.here += 1
    if s.here >= s.stop:
        return s.point()
    if s.kinds[s.here] == "product" and s.here + 1 >= s.stop:  # `*` stands for anything
        token = s.take()
        return Node("Mark", Span(token.start, token.end), (), token.value)
    node = expression(s)
    while s.here < s.stop and s.kinds[s.here] in (",", ".", "quad"):
        s.here += 1
    if s.here < s.stop:
        raise s.unexpected("an operator, `&` or the end of the row")
    return node


def cases(s: State, span: Span) -> Node:
    """`value & condition` rows; rows without conditions are a system of statements."""
    if s.here < s.stop and s.kinds[s.here] == "begin" and s.after(s.here) >= s.stop:
        inner = s.made[s.here]
        s.here = s.stop
        if inner.kind == "List" and all(c.kind == "Cond" and c.children[0].kind not in STATEMENTS for c in inner.children):
            return Node("Cases", span, tuple(Node("Branch", c.span, c.children) for c in inner.children))
        return Node(inner.kind, span, inner.children, inner.value, inner.signs) if inner.kind in ("Cases", "List") else inner
    stop = s.stop
    branches: list[Node] = []
    for row in cells(s):
        parts = [(a, b) for a, b in row if a < b]
        if not parts:
            continue
        first, last = parts[0]
        if len(parts) == 1:
            s.here, s.stop = first, last
            branches.append(_single_cell(s))
            continue
        s.here, s.stop = first, last
        system = any(k in ("relation", "imply") for k in _own_kinds(s))
        value = statements(s) if system else _value(s)
        s.here, s.stop = parts[1][0], parts[-1][1]
        condition = _condition(s)
        if system:  # a system of statements, each with a remark or a condition
            kind = "Labelled" if condition.kind == "Text" else "Cond"
            branches.append(Node(kind, join(value, condition), (value, condition), None if kind == "Labelled" else ""))
            continue
        branches.append(Node("Branch", join(value, condition), (value, condition)))
    s.here = s.stop = stop
    if not branches:
        return empty(span.start)
    if all(b.kind == "Branch" for b in branches):
        return Node("Cases", span, tuple(branches))
    return Node("List", span, tuple(branches))


def _value(s: State) -> Node:
    node = expression(s)
    if s.here < s.stop and s.kinds[s.here] == "relation":
        raise s.unexpected("the end of the value")
    while s.here < s.stop and s.kinds[s.here] in (",", ".", "quad"):
        s.here += 1
    if s.here < s.stop:
        raise s.unexpected("an operator or the end of the value")
    return node


def _single_cell(s: State) -> Node:
    """A row of one cell: a statement, or a value and a condition parted by a comma or a word."""
    end = s.here
    while end < s.stop and s.kinds[end] not in (",", "relation", "text"):
        end = s.after(end)
    if (
        end < s.stop
        and s.kinds[end] in (",", "text")
        and end > s.here
        and (s.kinds[end] == "," or text_role(s.tokens[end].value) in ("condition", "rest"))
    ):
        stop, s.stop = s.stop, end
        value = _value(s)
        s.here, s.stop = end, stop
        condition = _condition(s)
        return Node("Branch", join(value, condition), (value, condition))
    return statements(s)


def _condition(s: State) -> Node:
    """The condition of a branch; words that only introduce it are passed over."""
    while s.here < s.stop and (
        s.kinds[s.here] in (",", "quad", "&") or (s.kinds[s.here] == "text" and text_role(s.tokens[s.here].value) == "condition")
    ):
        s.here += 1
    if s.here >= s.stop:
        return s.point()
    token = s.tokens[s.here]
    if token.kind in ("text", "word") and (text_role(token.value) == "rest" or token.value == "otherwise"):
        s.here += 1
        node = Node("Word", Span(token.start, token.end), (), "otherwise")
        while s.here < s.stop and s.kinds[s.here] in (",", "."):
            s.here += 1
        if s.here < s.stop:
            raise s.unexpected("the end of the row")
        return node
    return statements(s)
