"""Statements as written: a formula as parts in document order, and claims over drafts.

A chain is one part a link; an implication one part an arrow; a list its items. A claim is a statement whose
terms are still drafts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration.conventions import OPERATORS, ORDERS, SETS
from symproofs.read.elaboration.declarations import chains_of, declared_from, set_bound, set_properties, type_from
from symproofs.read.elaboration.draft import Draft, Drafter, symbols_in
from symproofs.read.elaboration.finish import Finisher
from symproofs.read.elaboration.inference import SCALAR
from symproofs.read.elaboration.names import bare, inner, letters_in, written
from symproofs.read.elaboration.properties import SUPPOSABLE
from symproofs.read.elaboration.ranks import rank_by_minors
from symproofs.read.elaboration.scope import Refused, Symbol
from symproofs.read.elaboration.two_signs import both
from symproofs.read.tree import RELATIONS, Node
from symproofs.records import record
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Operator,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.types import SORTS, Sort, Type

Kind = Literal["link", "declaration", "expression", "statement", "text"]


@record
class Piece:
    """A part of a formula before elaboration; `nodes` are the sides of a link, or the one thing it is."""

    kind: Kind
    nodes: tuple[Node, ...]
    span: Span
    relation: str = ""
    sign: Span | None = None
    continues: bool = False
    conditions: tuple[Node, ...] = ()


def pieces(node: Node, before: Node | None = None, declares: bool = False) -> Iterator[Piece]:
    """The parts of a formula. `before` is the formula before it: a step may begin with a relation.

    Where the formula declares, `1 ≤ i ≤ n` is one part.
    """
    if node.kind == "Labelled" and node.children:
        yield from pieces(node.children[0], before, declares)
    elif node.kind == "List" and is_run(node):
        yield Piece("text", (Node("Text", node.span, (), "a run of members"),), node.span)
    elif node.kind == "List":
        ranges = [c for c in chains_of(node) if declares and len(c.children) == 3 and is_range(c)]
        last = before
        for child in node.children:
            whole = next((c for c in ranges if c.span.contains(child.span)), None)
            if whole is None:
                yield from pieces(child, last, declares)
            elif whole.span.start == child.span.start:
                yield Piece("statement", (whole,), whole.span, "range")
            last = child
    elif node.kind == "Cond" and len(node.children) == 2:
        yield from _conditioned(node, before, declares)
    elif node.kind == "Chain" and declares and len(node.children) == 3 and is_declared(node):
        yield Piece("statement", (node,), node.span, "range")
    elif node.kind == "Chain":
        yield from _links(node, before)
    elif node.kind in ("Implies", "Iff"):
        yield from _arrows(node, before)
    elif node.kind == "Forall" and node.children[1].kind == "Empty":
        yield Piece("text", (Node("Text", node.span, (), "for all"),), node.span)
    elif node.kind in ("Forall", "Exists", "Not", "Modulo", "Has") or is_combination(node):
        yield _with_limits(node) or Piece("statement", (node,), node.span)
    elif node.kind == "Text":
        yield Piece("text", (node,), node.span)
    elif node.kind != "Empty" and _is_form(node):
        yield Piece("text", (Node("Text", node.span, (), "a form of notation"),), node.span)
    elif node.kind != "Empty":
        yield Piece("expression", (node,), node.span)


def _is_form(node: Node) -> bool:
    """`\\sqrt{\\cdot}`, `f(\\cdot)` alone: a notation is mentioned, a dot in place of what it is applied to."""
    return any(n.kind == "Mark" and n.value in ("·", "⋅", "\\cdot", "•") for n in node.walk())


def _conditioned(node: Node, before: Node | None, declares: bool) -> Iterator[Piece]:
    """A statement under a side condition: it is said of every link of the chain that it stands at.

    A range (`i = 1, …, n`) is no condition: it says whose members the statement is about. Of a name alone
    (`i (0 ≤ i < d/2)`) the condition is what is said.
    """
    body, condition = node.children
    if declares and written(body) is not None:
        yield from pieces(condition, before, declares)
        return
    found = list(pieces(body, before, declares))
    conditions = tuple(c for c in _conjuncts(condition) if not is_range(c))
    first = max((k for k, piece in enumerate(found) if not (k and piece.continues)), default=0)
    yield from found[:first]
    for piece in found[first:]:
        yield replace(piece, conditions=(*piece.conditions, *conditions))


def _conjuncts(condition: Node) -> tuple[Node, ...]:
    return condition.children if condition.kind == "List" else (condition,)


def is_range(node: Node) -> bool:
    """`i = 1, …, n`, `1 ≤ i ≤ n`, `i ∈ [n]`: says what an index runs over."""
    return node.kind == "Chain" and any(row.type.index is not None for row in declared_from(node).rows)


def is_declared(node: Node) -> bool:
    """Whether a chain only declares: `1 ≤ i ≤ n`, not `y = e_o ∈ ℝ^V`, which says more."""
    found = declared_from(node)
    return found.exact and bool(found.rows)


def ranges_in(node: Node) -> Iterator[Node]:
    """The ranges that stand as side conditions in a formula: their indices stand for every member."""
    stack = [node]
    while stack:
        part = stack.pop()
        if part.kind == "Cond" and len(part.children) == 2:
            yield from (c for c in _conjuncts(part.children[1]) if is_range(c))
            stack.append(part.children[0])
        elif part.kind in ("List", "Labelled", "Implies", "Iff"):
            stack.extend(part.children)


def is_run(node: Node) -> bool:
    """`k_1, …, k_n`: the members of a family, mentioned."""
    names = [written(c) for c in node.children if c.kind != "Dots"]
    return len(names) < len(node.children) and all(n is not None for n in names)


def _links(chain: Node, before: Node | None) -> Iterator[Piece]:
    signs = chain.value if isinstance(chain.value, tuple) else ()
    if signs[:1] == (":",):
        yield Piece("statement", (chain,), chain.span, ":")
        return
    sides = list(chain.children)
    continues = False
    if sides[0].kind == "Empty":
        left = None if before is None else right_end(before)
        if left is not None:
            sides[0], continues = left, True
    for k, sign in enumerate(signs):
        left, right = sides[k], sides[k + 1]
        place = chain.signs[k] if k < len(chain.signs) else None
        start = place if (continues or k) and place is not None else left.span
        piece = Piece("link", (left, right), start.join(right.span), str(sign), place, continues or k > 0)
        yield _of_limit(piece) or piece


def _of_limit(piece: Piece) -> Piece | None:
    """`lim_{x→a} f(x) = L` as the passage f(x) → L where x → a, x ≠ a; from one side x > a or x < a.

    A series is the limit of its partial sums: `Σ_{k=0}^∞ f(k) = L` says that Σ_{k=0}^N f(k) → L where N → ∞.
    """
    found = _limit_in(piece.nodes) if piece.relation == "=" else None
    if found is None:
        return None
    shown, other, conditions = found
    return replace(piece, nodes=(shown, other), relation="to", conditions=(*piece.conditions, *conditions))


def _limit_in(sides: Sequence[Node]) -> tuple[Node, Node, tuple[Node, ...]] | None:
    """What tends, where to, and the passage in which it does, if one of two sides is a limit and nothing else."""
    found = [(k, passage) for k, side in enumerate(sides) if (passage := _limit(side) or _series(side, sides)) is not None]
    if len(found) != 1 or len(sides) != 2:
        return None
    ((k, (body, conditions)),) = found
    return replace(body, span=sides[k].span), sides[1 - k], conditions


Taken = tuple[Node, tuple[Node, ...]]
"""What a limit is taken of, and the passage."""


def _limit(side: Node) -> Taken | None:
    """`lim_{x→a} f(x)`; also `lim_{x→a} f(x) - g(x)`, where only the limit says what x is."""
    if side.kind == "Add" and side.children[0].kind == "Limit":
        first, *others = side.children
        letter = written(first.children[1])
        if letter is None or not all(letter.text in letters_in(o) for o in others):
            return None
        body, *bounds = first.children
        side = replace(first, children=(replace(side, children=(body, *others)), *bounds))
    if side.kind != "Limit" or written(side.children[1]) is None:
        return None
    body, variable, point = side.children
    conditions = [Node("Chain", variable.span.join(point.span), (variable, point), ("to",), (variable.span,))]
    if not _is_infinite(point):
        sign = {"+": ">", "-": "<"}.get(str(side.value or ""), "!=")
        conditions.append(Node("Chain", variable.span.join(point.span), (variable, point), (sign,), (variable.span,)))
    return body, tuple(conditions)


LAST = ("N", "M", "K", "L", "T")
"""Letters for the last index of a partial sum."""


def _series(side: Node, sides: Sequence[Node]) -> Taken | None:
    """`Σ_{k=a}^∞ f(k)`, `Σ_{k≥a} f(k)`: the partial sum up to a new N, where N → ∞."""
    if side.kind != "Big" or side.value != "sum":
        return None
    body, lower, upper = side.children
    lower = inner(lower)
    endless = upper.kind == "Empty" and lower.value == (">=",)
    if lower.kind != "Chain" or not (endless or (lower.value == ("=",) and bare(upper).kind == "Infinity")):
        return None
    used = frozenset[str]().union(*(letters_in(n) for n in sides))
    letter = next((n for n in LAST if n not in used), None)
    if letter is None or written(lower.children[0]) is None:
        return None
    last = Node("Id", upper.span if not endless else lower.span, (), letter)
    infinity = Node("Infinity", last.span, (), None)
    passage = Node("Chain", last.span, (last, infinity), ("to",), (last.span,))
    return replace(side, children=(body, replace(lower, value=("=",)), last)), (passage,)


def _with_limits(node: Node) -> Piece | None:
    """`∀ a > 0: lim_{x→∞} f(x, a) = L`: the passage is the same for all a."""
    if node.kind != "Forall" or len(node.children) != 2:
        return None
    declaration, body = node.children
    found = _limit_in(body.children) if body.kind == "Chain" and body.value == ("=",) else None
    if found is None:
        return None
    shown, other, conditions = found
    if any(not set(letters_in(c)).isdisjoint(letters_in(declaration)) for c in conditions):
        return None
    said = replace(node, children=(declaration, replace(body, children=(shown, other), value=("to",))))
    return Piece("statement", (said,), node.span, conditions=conditions)


def _is_infinite(node: Node) -> bool:
    return any(part.kind == "Infinity" for part in node.walk())


def right_end(node: Node) -> Node | None:
    """The expression that a step which begins with a relation continues."""
    if node.kind == "Chain":
        return node.children[-1]
    if node.kind in ("Cond", "Labelled") and node.children:
        return right_end(node.children[0])
    if node.kind in ("List", "Implies", "Iff") and node.children:
        return right_end(node.children[-1])
    return None if node.kind in ("Text", "Empty", "Forall", "Exists", "Has") else node


def _arrows(node: Node, before: Node | None) -> Iterator[Piece]:
    sides = list(node.children)
    continues = False
    if sides and sides[0].kind == "Empty":
        if before is None or not is_statement(before):
            for side in sides[1:2]:
                yield from pieces(side)
            sides = sides[1:]
        else:
            sides[0], continues = _premise(before), True
    sign = "iff" if node.kind == "Iff" else "<=" if node.value == "<=" else "implies"
    for k in range(len(sides) - 1):
        first, second = sides[k], sides[k + 1]
        start = second.span if continues or k else first.span
        yield Piece("statement", (first, second), start.join(second.span), sign, None, continues or k > 0)


def _premise(before: Node) -> Node:
    """What a row that begins with an arrow goes on from: of an arrow before it the statement that it leads to."""
    while before.kind in ("Implies", "Iff", "Labelled") and before.children:
        before = before.children[0] if before.kind == "Labelled" else before.children[-1]
    return before


def is_statement(node: Node) -> bool:
    if node.kind in ("Cond", "Labelled") and node.children:
        return is_statement(node.children[0])
    if node.kind == "List":
        return all(map(is_statement, node.children))
    return node.kind in ("Chain", "Implies", "Iff", "Forall", "Has") or is_combination(node)


def is_combination(node: Node) -> bool:
    """Statements joined by ∧ or ∨, one of both."""
    signs = set(node.value) if node.kind == "Combine" and isinstance(node.value, tuple) else set()
    return signs in ({"∨"}, {"∧"}) and all(map(is_statement, combined(node)))


def combined(node: Node) -> tuple[Node, ...]:
    """The statements that are joined. `x = 2 or 3`: what is no statement behind an equation is another value of its left side."""
    first, *rest = node.children
    if first.kind != "Chain" or first.value != ("=",) or "∧" in set(node.value or ()):  # type: ignore[arg-type]
        return node.children
    chains = (Node("Chain", r.span, (first.children[0], r), ("=",), first.signs) if r.kind in _VALUES else r for r in rest)
    return (first, *chains)


_VALUES = frozenset({"Num", "Neg", "Frac", "Sqrt", "Add", "Product", "Sup"})


# --- claims


@record
class Claim:
    """A statement over drafts: `kind` is `relation`, `and`, `implies`, `iff`, `member`, `has`, `tends`,
    `tends in probability`, `forall` or `exists`."""

    kind: str
    operator: str = ""
    drafts: tuple[Draft, ...] = ()
    parts: tuple[Claim, ...] = ()
    names: tuple[Symbol, ...] = ()
    type: Type | None = None


def relation(d: Drafter, sign: str, left: Draft, right: Draft, span: Span) -> Claim:
    """`left sign right`: equal shapes, numbers for an order."""
    operator = OPERATORS.get(sign)
    if sign == "divides":
        return _divides(d, left, right, span)
    if sign == "to":
        d.same(left.var, right.var, span, "what tends and where it tends differ in shape")
        return Claim("tends", drafts=(left, right))
    if sign == "to_p":
        d.same(left.var, right.var, span, "what tends and where it tends differ in shape")
        return Claim("tends in probability", drafts=(left, right))
    if operator is None:
        raise Refused("not-supported", Message("the relation “{}” is not supported here yet", RELATIONS.get(sign, sign)), span)
    if sign in ORDERS:
        if d.solver.is_array(left.var) or d.solver.is_array(right.var):
            raise Refused("not-supported", "an order between arrays is not supported here yet", span)
        d.number(left, "an order is between numbers")
        d.number(right, "an order is between numbers")
    else:
        d.same(left.var, right.var, span, "the two sides differ in shape")
    return Claim("relation", operator, (left, right))


def claim(d: Drafter, node: Node) -> Claim:
    """A statement node as a claim. *Fails with* `Refused`."""
    if node.kind == "Group" and len(node.children) > 1 and all(map(is_statement, node.children)):
        return _all(tuple(claim(d, c) for c in node.children))
    if is_combination(node):
        parts = tuple(claim(d, c) for c in combined(node))
        return _all(parts) if "∧" in set(node.value or ()) else either(d, parts, node.span)  # type: ignore[arg-type]
    if node.kind in ("Labelled", "Group") and len(node.children) >= 1 and (node.kind == "Labelled" or len(node.children) == 1):
        return claim(d, node.children[0])
    if node.kind in ("List", "Cond") and node.children:
        parts = tuple(claim(d, c) for c in node.children if c.kind != "Text" and _set_named(c) is None)
        for c in node.children if parts else ():
            _holds_over(d, c)
        if parts:
            return _all(parts)
    if node.kind == "Chain":
        return _chain(d, node)
    if node.kind in ("Implies", "Iff"):
        return _all(tuple(arrow(d, p) for p in _arrows(node, None) if len(p.nodes) == 2))
    if node.kind == "Modulo" and len(node.children) == 2:
        return _congruent(d, node)
    if node.kind == "Has" and node.value in SUPPOSABLE and len(node.children) == 1:
        return Claim(*SUPPOSABLE[str(node.value)](d, d.draft(node.children[0]), node.span))
    if node.kind in ("Forall", "Exists") and len(node.children) == 2 and node.children[1].kind != "Empty" and node.value is None:
        return _quantified(d, node)
    raise Refused("not-supported", "this is not supported as a statement yet", node.span)


def _divides(d: Drafter, left: Draft, right: Draft, span: Span) -> Claim:
    """a | b of integers: b / a is one. *Fails* where the letters are not known to be integers."""
    symbols = [s for side in (left, right) for s in symbols_in(side)]
    if any(s.sort not in ("natural", "integer") for s in symbols) or left.op == "zero":
        raise Refused("not-supported", "divisibility is supported for numbers that are declared as integers", span)
    d.number(left)
    d.number(right)
    return Claim("member", "integer", (Draft("div", (right, left), None, span, SCALAR),))


def _congruent(d: Drafter, node: Node) -> Claim:
    """a ≡ b (mod n): (a - b) / n is an integer."""
    chain, modulus = node.children
    if chain.kind != "Chain" or not isinstance(chain.value, tuple) or set(chain.value) - {"===", "="}:
        raise Refused("not-supported", "a congruence is supported between numbers only", node.span)
    parts = []
    for left, right in pairwise(chain.children):
        sides = [d.number(d.draft(n)) for n in (left, right, modulus)]
        negative = Draft("neg", (sides[1],), None, right.span, SCALAR)
        difference = Draft("add", (sides[0], negative), (), chain.span, SCALAR)
        parts.append(Claim("member", "integer", (Draft("div", (difference, sides[2]), None, node.span, SCALAR),)))
    return _all(tuple(parts))


def _all(parts: tuple[Claim, ...]) -> Claim:
    return parts[0] if len(parts) == 1 else Claim("and", parts=parts)


def either(d: Drafter, parts: tuple[Claim, ...], span: Span) -> Claim:
    """One of the parts holds: of equations between numbers the product of the differences is 0, else what is not the last
    one implies it. *Fails* for parts that have no opposite."""
    drafts = [p.drafts for p in parts if p.kind == "relation" and p.operator == "="]
    numbers = all(any(side.var == SCALAR for side in pair) for pair in drafts)
    if len(drafts) == len(parts) and numbers:
        factors = tuple(_difference(d, left, right, span) for left, right in drafts)
        product = Draft("mul", factors, ("",) * len(factors), span, SCALAR)
        return Claim("relation", "=", (product, Draft("num", (), 0, span, SCALAR)))
    return Claim("implies", parts=(_all(tuple(_opposite(p, span) for p in parts[:-1])), parts[-1]))


def _difference(d: Drafter, left: Draft, right: Draft, span: Span) -> Draft:
    """left - right, of numbers."""
    d.number(left)
    d.number(right)
    sides = [Draft("num", (), 0, s.span, SCALAR) if s.op == "zero" else s for s in (left, right)]
    return Draft("add", (sides[0], Draft("neg", (sides[1],), None, right.span, SCALAR)), (), span, SCALAR)


OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _opposite(part: Claim, span: Span) -> Claim:
    """The relation that holds where a relation does not."""
    if part.kind != "relation" or part.operator not in OPPOSITES:
        raise Refused("not-supported", "one of two statements is supported for relations only", span)
    return replace(part, operator=OPPOSITES[part.operator])


def arrow(d: Drafter, piece: Piece) -> Claim:
    """An implication or equivalence between two statements."""
    first, second = (claim(d, n) for n in piece.nodes)
    if piece.relation == "<=":
        first, second = second, first
    return Claim("iff" if piece.relation == "iff" else "implies", parts=(first, second))


def _set_named(node: Node) -> Sort | None:
    """`(ℤ)` behind a statement: the numbers that it is about."""
    return SETS.get(str(node.children[0].value)) if node.kind == "Font" and node.value == "bb" and node.children else None


def _holds_over(d: Drafter, node: Node) -> None:
    """What `(ℤ)` says of the names so far is declared already. *Fails with* `Refused` where it is not."""
    sort = _set_named(node)
    rows = d.scope.context.declarations
    for label in d.names if sort is not None else ():
        kind = rows[label].type if label in rows else None
        if kind is None or not kind.is_scalar or SORTS.index(kind.sort) > SORTS.index(sort):
            raise Refused("not-supported", "this is not supported as a statement yet", node.span)


def _chain(d: Drafter, node: Node) -> Claim:
    """Every link of a chain; a list as a side means each of its items (`i ≠ a, b`)."""
    signs = node.value if isinstance(node.value, tuple) else ()
    two = both(node.children, str(signs[0]), node) if len(signs) == 1 else None
    if two is not None:
        return claim(d, two)
    parts: list[Claim] = []
    for k, sign in enumerate(signs):
        place = node.signs[k] if k < len(node.signs) else node.span
        for left in _items(node.children[k]):
            if sign == "in":
                parts.append(member(d, left, node.children[k + 1]))
                continue
            for right in _items(node.children[k + 1]):
                minors = rank_by_minors(d, left, str(sign), right)
                parts.append(relation(d, str(sign), d.draft(left), d.draft(right), place) if minors is None else claim(d, minors))
    if not parts:
        raise Refused("not-supported", "this is not supported as a statement yet", node.span)
    return _all(tuple(parts))


def _items(node: Node) -> tuple[Node, ...]:
    return node.children if node.kind == "List" else (node,)


def member(d: Drafter, subject: Node, written_set: Node) -> Claim:
    """`x ∈ S`: of all numbers of a sort or arrays of them, of an interval, of a few numbers written out.

    x ∈ {a, b} is (x - a)(x - b) = 0; A ∈ {0, 1}^{m×n} is A ⊙ A = A; x ∈ [a, b) is a ≤ x < b.
    """
    if bare(written_set).kind == "Combine":
        return _without(d, subject, bare(written_set))
    draft = d.draft(subject)
    base, powers = bare(written_set), False
    bounds: list[tuple[str, Fraction]] = []
    while base.kind in ("Sup", "Sub") and base.children:
        bound = set_bound(base)
        bounds += [] if bound is None else [bound]
        powers, base = powers or base.kind == "Sup", bare(base.children[0])
    kind = type_from(written_set, d.scope.context)
    if kind is not None and kind.index is None:
        d.same(draft.var, d.scope.shape_of(kind), subject.span, "the member and the set differ in shape")
        if base.kind == "Font" or base.kind == "Id":
            sign = next(iter(set_properties(written_set)), None)
            inside = Claim("member", kind.sort, (draft,))
            compared = (_compared(draft, *b) for b in bounds if b[1] or b[0] == "<=")
            return _all((inside, *(() if sign is None else (_signed(d, draft, sign),)), *compared))
        if base.kind == "Set":
            return _one_of(d, draft, base, powers)
        if base.kind in ("Interval", "Group") and not powers and len(base.children) == 2:
            return _between(d, draft, base)
    raise Refused("not-supported", "membership in this set is not supported here yet", written_set.span)


def _without(d: Drafter, subject: Node, written_set: Node) -> Claim:
    """`x ∈ ℝ ∖ {0, 1}`: in the set, and none of the elements that are taken out."""
    removed = bare(written_set.children[-1])
    if written_set.value != ("∖",) or removed.kind != "Set":
        raise Refused("not-supported", "membership in this set is not supported here yet", written_set.span)
    left = d.draft(subject)
    apart = [relation(d, "!=", left, d.draft(c), written_set.span) for c in removed.children]
    return _all((member(d, subject, written_set.children[0]), *apart))


def _signed(d: Drafter, draft: Draft, fact: str) -> Claim:
    operator = {"positive": ">", "nonnegative": ">=", "negative": "<", "nonzero": "!="}[fact]
    return Claim("relation", operator, (draft, Draft("num", (), 0, draft.span, SCALAR)))


def _compared(draft: Draft, sign: str, value: Fraction) -> Claim:
    return Claim("relation", sign, (draft, Draft("num", (), value, draft.span, SCALAR)))


def _one_of(d: Drafter, draft: Draft, written_set: Node, powers: bool) -> Claim:
    span = written_set.span
    values = tuple(d.draft(c) for c in written_set.children)
    if powers:
        if [v.op for v in values] != ["zero", "num"] or values[1].data != 1:
            raise Refused("not-supported", "arrays over this set are not supported here yet", span)
        return Claim("relation", "=", (Draft("hadamard", (draft, draft), None, draft.span, draft.var), draft))
    factors = [Draft("add", (draft, Draft("neg", (d.number(v),), None, v.span, v.var)), (), span, SCALAR) for v in values]
    whole = factors[0] if len(factors) == 1 else Draft("mul", tuple(factors), ("",) * len(factors), span, SCALAR)
    return Claim("relation", "=", (whole, Draft("num", (), 0, span, SCALAR)))


def _between(d: Drafter, draft: Draft, interval: Node) -> Claim:
    brackets = str(interval.value)
    opening, closing = brackets[0], brackets[-1]
    parts: list[Claim] = []
    low, high = interval.children
    if not _infinite(low):
        parts.append(Claim("relation", "<=" if opening == "[" else "<", (d.number(d.draft(low)), draft)))
    if not _infinite(high):
        open_end = closing in (")", "(") or (interval.kind == "Interval" and closing == "[")
        parts.append(Claim("relation", "<" if open_end else "<=", (draft, d.number(d.draft(high)))))
    return _all(tuple(parts)) if parts else Claim("member", "real", (draft,))


def _infinite(node: Node) -> bool:
    node = inner(node)
    return node.kind == "Infinity" or (node.kind in ("Neg", "Add") and len(node.children) == 1 and _infinite(node.children[0]))


def _quantified(d: Drafter, node: Node) -> Claim:
    """`∀ x ∈ S: …`, `∃ k ∈ ℤ: …`, `∀ i ≠ j: …`: what the declaration asks beyond types is asked in the body, too."""
    declaration, body = node.children
    scope = d.scope
    names = _bound_names(d, declaration, body)
    if not names:
        what = "for all of" if node.kind == "Forall" else "said to exist"
        raise Refused("not-supported", Message("what this statement is {} is not understood", what), declaration.span)
    for symbol in names:
        symbol.bound = True
    before = {s.name: scope.local.get(s.name) for s in names}
    scope.local.update({s.name: s for s in names})
    try:
        inside = claim(d, body)
        asked = [claim(d, condition) for condition in _asked(declaration)]
    finally:
        for text, old in before.items():
            if old is None:
                del scope.local[text]
            else:
                scope.local[text] = old
    if asked:
        inside = Claim("implies", parts=(_all(tuple(asked)), inside)) if node.kind == "Forall" else _all((*asked, inside))
    return Claim("forall" if node.kind == "Forall" else "exists", parts=(inside,), names=tuple(names))


def _asked(declaration: Node) -> Sequence[Node]:
    """What a declaration asks besides types: `x > 0` in `∀ x > 0`, in `∀ x ∈ ℝ, x > 0`."""
    return tuple(filter(_asks, chains_of(declaration)))


def _asks(declaration: Node) -> bool:
    """Whether a declaration is a condition, too: `i ≠ j`, `x > 0`, `x ∈ [0, 1]`."""
    if declaration.kind != "Chain" or is_range(declaration):
        return False
    if declaration.value == ("in",):
        found = declared_from(declaration)
        return not found.exact or bool(found.facts)
    return declaration.value != ("=",)


def _bound_names(d: Drafter, declaration: Node, body: Node) -> list[Symbol]:
    """The names that a quantifier binds; one that stands below a letter in the body is an index."""
    scope = d.scope
    names: list[Symbol] = []
    for row in declared_from(declaration, scope.context).rows:
        if "size" not in row.properties:
            symbol = Symbol(row.name, "index" if row.type.index is not None else "value", scope.shape_of(row.type), row.span)
            symbol.sort, symbol.declaration = row.type.sort, row
            symbol.sizes = [scope.solver.rigid(row.type.index)] if row.type.index is not None else []
            names.append(symbol)
    if names:
        return names
    sides = declaration.children if _asks(declaration) else (declaration,)
    scripts = {t for p in body.walk() if p.kind == "Sub" for t in letters_in(p.children[1])}
    found = [n for c in sides for s in _items(c) if (n := written(inner(s))) is not None]
    declared = {n.text for n in found if (known := scope.find(n.text)) is not None and known.declaration is not None}
    known_already = declared | {n.text for n in found if n.text in scope.conventions.facts}
    some_new = not known_already.issuperset(n.text for n in found)
    for name in found:
        if name.text in known_already and some_new and _asks(declaration):
            continue  # `∀ x > a`: of an a that is known already
        known = scope.find(name.text)
        if known is not None and known.declaration is not None and known.role == "index":
            continue
        if name.text in scripts:
            symbol = Symbol(name.text, "index", SCALAR, name.span)
            symbol.sort, symbol.sizes = "natural", [scope.solver.fresh_size()]
        else:
            symbol = Symbol(name.text, "value", scope.solver.fresh(), name.span)
        names.append(symbol)
    return names


def statement(f: Finisher, made: Claim) -> Statement:
    """The statement that a claim is, when shapes are known."""
    if made.kind == "relation":
        left, right = map(f.term, made.drafts)
        return Relation(_operator(made.operator), left, right)
    if made.kind == "has":
        return Property(made.operator, f.term(made.drafts[0]))
    if made.kind == "member":
        return Membership(f.term(made.drafts[0]), made.operator)
    parts = tuple(statement(f, p) for p in made.parts)
    if made.kind == "implies":
        return Implies(*parts)
    if made.kind == "iff":
        return Iff(*parts)
    if made.kind == "tends":
        return Tends(*map(f.term, made.drafts))
    if made.kind == "tends in probability":
        return InProbability(*map(f.term, made.drafts))
    if made.kind in ("forall", "exists"):
        for symbol in made.names:
            if made.kind == "exists" and symbol.role == "index" and f.solver.size(symbol.sizes[0]) is None:
                raise Refused("undeclared", Message("what {} runs over is not known", symbol.name), symbol.span)
        names = tuple((s.name, f.type_of(s)) for s in made.names)
        return (ForAll if made.kind == "forall" else Exists)(names, parts[0])
    return And(parts)


def _operator(text: str) -> Operator:
    for operator in _OPERATORS:
        if operator == text:
            return operator
    raise ValueError(text)


_OPERATORS: tuple[Operator, ...] = ("=", "!=", "<", "<=", ">", ">=", "~")


def relations(made: Claim) -> Iterator[Claim]:
    """The relations in a claim."""
    if made.kind == "relation":
        yield made
    for part in made.parts:
        yield from relations(part)
