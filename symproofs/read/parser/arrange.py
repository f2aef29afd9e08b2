"""Before parsing: which row ends, wide spaces and `∧` separate statements, and which only look.

A wide space parts two statements if both sides hold a relation; a row that begins or ends with an
operator continues its neighbour; inside showing brackets a row end is a line break. One pass, linear;
formulas without such signs are not touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from symproofs.read import characters as table
from symproofs.read.parser.conditions import text_role
from symproofs.read.parser.remarks import with_remarks_as_words
from symproofs.read.tokens import Token

_LOOKED_AT = frozenset(("row", "&", "quad", "begin"))
_ENDS_OPEN = frozenset(("sum", "product", "combine", "relation", "negated"))
_SEPARATES = frozenset((",", "row", "imply", "label"))


@dataclass(eq=False, repr=False)
class _Scope:
    """What an open bracket has seen: the signs at its own depth, as (index, kind)."""

    sort: str
    name: str
    events: list[tuple[int, str]] = field(default_factory=list)
    first: int = 0


def arrange(tokens: Sequence[Token], text: str) -> list[Token]:
    """The tokens with layout settled: no `quad` is left, `&` only in tables, `row` only where it parts."""
    kinds = {t.kind for t in tokens}
    if "row" in kinds:
        tokens = _rejoin(tokens)
    if "&" in kinds and "text" in kinds:
        tokens = _without_remarks(tokens)
    if "text" in kinds and not kinds.isdisjoint(("relation", "imply")):
        tokens = with_remarks_as_words(tokens, text)
    if "label" in kinds:
        tokens = _labels_last(tokens)
    if not kinds & _LOOKED_AT and not ("combine" in kinds and "relation" in kinds):
        return _thousands(list(tokens), text) if "," in kinds and "num" in kinds else list(tokens)
    change: dict[int, Token | None] = {}
    stack = [_Scope("rows", "")]
    for k, token in enumerate(tokens):
        kind = token.kind
        if kind in ("open", "begin"):
            parent = stack[-1]
            if kind == "open" or kind == "begin":
                parent.events.append((k, "open"))
            stack.append(_Scope(_sort(token, parent, tokens, k), token.value, first=k + 1))
        elif kind in ("close", "end"):
            if len(stack) > 1:
                scope = stack.pop()
                if scope.name == "\\{" and token.value == ".":
                    scope.sort = "cases"
                _settle(scope, tokens, change, k)
        elif kind == "eof":
            break
        elif kind in ("row", "&", "quad", "relation", "negated", ",", "imply", "text", "words", "combine", "label", "bar"):
            stack[-1].events.append((k, "text" if kind == "words" else kind))
    for scope in reversed(stack):
        _settle(scope, tokens, change, len(tokens) - 1)
    kept = [change.get(k, t) for k, t in enumerate(tokens)]
    return _thousands([t for t in kept if t is not None], text)


_NUMBERED = re.compile(r"\s*\(\d{1,4}\)(?:\s|$)")


def _without_remarks(tokens: Sequence[Token]) -> Sequence[Token]:
    """`a &= b && \\text{(3) since } c = d`: after its number a row says why it holds; that is no part of what it says."""
    found: list[Token] = []
    depth = 0
    remark: int | None = None  # the depth of the row whose remark is being left out
    for token in tokens:
        if remark is not None and depth <= remark and token.kind in ("row", "end", "close", "eof"):
            remark = None
        if remark is None and token.kind == "text" and _NUMBERED.match(str(token.value)) and _begins_cell(found):
            remark = depth
            _drop_empty_row(found)
        if token.kind in ("open", "begin"):
            depth += 1
        elif token.kind in ("close", "end"):
            depth -= 1
        if remark is None:
            found.append(token)
    return found


def _begins_cell(before: list[Token]) -> bool:
    """Only spaces stand between here and the `&` that begins the cell."""
    k = len(before) - 1
    while k >= 0 and before[k].kind == "quad":
        k -= 1
    return k >= 0 and before[k].kind == "&"


def _drop_empty_row(before: list[Token]) -> None:
    """A row of nothing but a remark belongs to the row above it."""
    k = len(before) - 1
    while k >= 0 and before[k].kind in ("&", "quad"):
        k -= 1
    if k >= 0 and before[k].kind == "row":
        del before[k:]


def _labels_last(tokens: Sequence[Token]) -> Sequence[Token]:
    """Labels and tags stand at the end of their row, wherever they are written in it."""
    found: list[Token] = []
    waiting: list[list[Token]] = [[]]
    brackets = 0  # open inside the innermost environment
    held: list[int] = []
    for token in tokens:
        kind = token.kind
        if kind == "label":
            waiting[-1].append(token)
            continue
        if kind == "open":
            brackets += 1
        elif kind == "close":
            brackets -= 1
        elif kind == "begin":
            held.append(brackets)
            brackets = 0
            waiting.append([])
        elif kind in ("row", "end", "eof") and (brackets <= 0 or kind != "row"):
            found.extend(waiting[-1])
            waiting[-1] = []
            if kind == "end" and len(waiting) > 1:
                waiting.pop()
                brackets = held.pop()
        found.append(token)
    return found


def _rejoin(tokens: Sequence[Token]) -> Sequence[Token]:
    """`\\left( … \\right. \\\\ \\left. … \\right)`: a bracket broken over two rows is one bracket again."""
    if not any(t.kind == "open" and t.value == "." for t in tokens):
        return tokens
    found: list[Token] = []
    k = 0
    while k < len(tokens):
        j = k
        while tokens[j].kind == "close" and tokens[j].value == ".":
            j += 1
        rows = j
        while tokens[rows].kind in ("row", "&", "quad"):
            rows += 1
        last = rows
        while tokens[last].kind == "open" and tokens[last].value == "." and last - rows < j - k:
            last += 1
        if j > k and last - rows == j - k and rows > j:
            k = last
            continue
        found.extend(tokens[k : max(j, k + 1)])
        k = max(j, k + 1)
    return found


def _sort(token: Token, parent: _Scope, tokens: Sequence[Token], k: int) -> str:
    """How a scope treats rows: `flat`, `rows`, `one-column`, `matrix`, `cases`."""
    if token.kind == "open":
        return "rows" if token.value == "{" else "flat"
    if token.value in table.MATRIX_ENVIRONMENTS:
        return "matrix"
    if token.value in table.CASES_ENVIRONMENTS:
        return "cases"
    if token.value == "array":
        before = tokens[k - 1] if k else None
        return "cases" if before is not None and before.kind == "open" and before.value == "\\{" else "array"
    return "one-column" if token.value in table.ONE_COLUMN_CHAINS else "rows"


def _settle(scope: _Scope, tokens: Sequence[Token], change: dict[int, Token | None], end: int) -> None:
    """Decide every sign of a scope that ends at token `end`."""
    events = scope.events
    if not any(kind in ("row", "&", "quad", "combine") for _, kind in events):
        return
    sort = scope.sort
    if sort == "array":
        sort = "one-column" if any(kind in ("relation", "imply") for _, kind in events) else "matrix"
    if sort == "flat":
        for k, kind in events:
            if kind in ("row", "&"):
                change[k] = None
    elif sort in ("rows", "one-column"):
        _settle_ampersands(events, tokens, change, one_column=sort == "one-column")
        _settle_rows(events, tokens, change, scope.first, end)
    _settle_spaces(events, tokens, change, end, table_=sort in ("matrix", "cases"))


def _settle_ampersands(
    events: list[tuple[int, str]], tokens: Sequence[Token], change: dict[int, Token | None], one_column: bool
) -> None:
    """In a row `a &= b & c &= d` every second `&` begins another formula."""
    count = 0
    for place, (k, kind) in enumerate(events):
        if kind == "row":
            count = 0
        elif kind == "&":
            count += 1
            begins = not one_column and count % 2 == 0
            change[k] = tokens[k]._replace(kind="quad") if begins else None
            if begins:
                events[place] = (k, "quad")


def _settle_rows(
    events: list[tuple[int, str]], tokens: Sequence[Token], change: dict[int, Token | None], first: int, end: int
) -> None:
    """Drop the row ends after which, or before which, an expression goes on."""
    rows = [k for k, kind in events if kind == "row"]
    for number, k in enumerate(rows):
        following = rows[number + 1] if number + 1 < len(rows) else end
        before = _neighbour(tokens, k, -1, first)
        after = _neighbour(tokens, k, 1, following)
        aligned = any(tokens[j].kind in ("&", "quad") for j in range(k + 1, min(k + 3, following)))
        if before is None or after is None:
            if (after is None and following != end) or before is None or after is None:
                change[k] = None
            continue
        kind = after.kind
        goes_on = before.kind in _ENDS_OPEN and not (before.kind == "relation" and kind == "relation")
        goes_on = goes_on or (kind in ("product", "combine") and after.value != "*") or (kind == "sum" and after.value != "-")
        if kind == "sum" and after.value == "-" and not goes_on:
            related = any(
                j > k and j < following and what in ("relation", "negated") for j, what in events_between(events, k, following)
            )
            goes_on = aligned or not related
        if goes_on:
            change[k] = None


def events_between(events: list[tuple[int, str]], first: int, last: int) -> list[tuple[int, str]]:
    """The signs between two tokens. (Rows are visited in order, so a bisection would do; rows are few.)"""
    from bisect import bisect_left

    low = bisect_left(events, (first, ""))
    high = bisect_left(events, (last, ""))
    return events[low:high]


def _neighbour(tokens: Sequence[Token], k: int, step: int, limit: int) -> Token | None:
    """The nearest token that is no layout, or `None` before the scope or row ends."""
    k += step
    while (k >= limit) if step < 0 else (k < limit):
        if tokens[k].kind == "row":
            return None
        if tokens[k].kind not in ("&", "quad", "label"):
            return tokens[k]
        k += step
    return None


def _settle_spaces(
    events: list[tuple[int, str]], tokens: Sequence[Token], change: dict[int, Token | None], end: int, table_: bool
) -> None:
    """A wide space becomes a comma where both sides hold a relation; `∧` and `∨` join statements there."""
    marks = [(k, kind) for k, kind in events if change.get(k, tokens[k]) is not None]
    related = False
    for place, (k, kind) in enumerate(marks):
        if kind in ("relation", "negated"):
            related = True
        elif kind in _SEPARATES or (kind == "&" and table_) or kind == "text":
            related = False
        elif kind == "quad" or (kind == "combine" and tokens[k].value in "∧∨"):
            change[k] = None if kind == "quad" else tokens[k]
            if kind == "quad" and _label_after(tokens, k, change, end):
                continue
            if related and _relation_follows(marks, place, tokens, k):
                change[k] = tokens[k]._replace(
                    kind="," if kind == "quad" else "logic", value="," if kind == "quad" else tokens[k].value
                )
                related = False


def _relation_follows(marks: list[tuple[int, str]], place: int, tokens: Sequence[Token], k: int) -> bool:
    """Whether a relation stands after a mark, before what parts statements, and not at once."""
    if tokens[k + 1].kind in ("relation", "negated", "sum", "product", "imply"):
        return False
    for j in range(place + 1, len(marks)):
        kind = marks[j][1]
        if kind in ("relation", "negated"):
            return True
        if marks[j][0] == k + 1 and tokens[k + 1].kind == "text" and text_role(tokens[k + 1].value) == "word":
            continue  # it names something: `a = b \quad \text{loss} = c`
        if kind in _SEPARATES or kind in ("&", "quad", "combine", "text"):
            return False
    return False


def _label_after(tokens: Sequence[Token], k: int, change: dict[int, Token | None], end: int) -> bool:
    """`\\quad (3)` at the end of a statement is its label."""
    j = k + 1
    while j < end and tokens[j].kind == "quad":
        j += 1
    if j + 2 >= len(tokens) or tokens[j].kind != "open" or tokens[j].value != "(":
        return False
    inside, closing = tokens[j + 1], tokens[j + 2]
    if closing.kind != "close" or not (inside.kind in ("num", "dots") or (inside.kind == "product" and inside.value == "*")):
        return False
    after = tokens[j + 3].kind if j + 3 < len(tokens) else "eof"
    if after not in ("eof", "row", "end", ",", ".", "close"):
        return False
    change[j] = Token("label", inside.value, tokens[j].start, closing.end)
    change[j + 1] = change[j + 2] = None
    return True


def _thousands(tokens: list[Token], text: str) -> list[Token]:
    """`1,234` outside brackets is one number."""
    depth = 0
    found: list[Token] = []
    k = 0
    while k < len(tokens):
        token = tokens[k]
        if token.kind in ("open", "begin"):
            depth += 1
        elif token.kind in ("close", "end"):
            depth -= 1
        if (
            depth == 0
            and token.kind == "num"
            and len(token.value) <= 3
            and token.value.isdigit()
            and k + 2 < len(tokens)
            and tokens[k + 1].kind == ","
            and text[tokens[k + 1].start : tokens[k + 1].end] == ","
            and tokens[k + 2].kind == "num"
        ):
            end, value = token.end, token.value
            j = k
            while (
                j + 2 < len(tokens)
                and tokens[j + 1].kind == ","
                and text[tokens[j + 1].start : tokens[j + 1].end] == ","
                and tokens[j + 2].kind == "num"
                and tokens[j + 1].start == end
                and tokens[j + 2].start == tokens[j + 1].end
                and len(tokens[j + 2].value.split(".")[0]) == 3
                and tokens[j + 2].end - tokens[j + 2].start == len(tokens[j + 2].value)
            ):
                value += tokens[j + 2].value
                end = tokens[j + 2].end
                j += 2
            if j > k:
                found.append(Token("num", value, token.start, end))
                k = j + 1
                continue
        found.append(token)
        k += 1
    return found
