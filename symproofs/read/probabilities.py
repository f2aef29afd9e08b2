"""Probabilities of events as expectations of indicators: `\\Pr(X > a)` is `𝔼[1[X > a]]`, before anything is declared.

An event is a relation between numbers, or a letter: of a letter A the event is meant to be {A > 0} for a random number A, which
every event is. What is joined of events has for its indicator:

    A ∩ B, A and B, a list   1_A 1_B                 A^c, not A, a bar     1 - 1_A
    A ∪ B, A or B            1 - (1 - 1_A)(1 - 1_B)  A ∖ B                 1_A (1 - 1_B)
    a < X ≤ b                1[a < X] 1[X ≤ b]       X = a                 1 - 1[X > a] - 1[X < a]

and P(A | B) is P(A ∩ B)/P(B). *Fails when* something else stands in the brackets (`X ∈ S`, a law): nothing is changed there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from symproofs.diagnostics import Span
from symproofs.read.elaboration.names import bare, is_capital, name_of
from symproofs.read.layout import Written
from symproofs.read.tree import Node
from symproofs.read.wording import wording

_OF_CHANCE = wording(
    r"\bprobabilit|\brandom\b|\bevents?\b|\bBayes|\bMarkov|\bChebyshev|\bCantelli|\bunion bound|"
    r"概率|随机|事件|贝叶斯|马尔可夫|切比雪夫",
    re.IGNORECASE,
)
_OF_EVENTS = wording(r"\bevents?\b|事件", re.IGNORECASE)

BARS = frozenset({"bar", "overline"})
ORDERS = frozenset({"<", "<=", ">", ">="})
WORDS = frozenset({"Pr", "Prob", "P"})


def speaks_of_chance(text: str) -> bool:
    """Whether a text has a word by which its P is a probability."""
    return _OF_CHANCE.search(text) is not None


def with_probabilities(
    formulas: Sequence[Written], text: str, chance: bool, events: frozenset[str] = frozenset()
) -> tuple[tuple[Written, ...], frozenset[str]]:
    """The formulas, probabilities in them as expectations, and the letters that stand for events, `events` among them.

    `chance`: the text has said that it is about such.
    """
    before = tuple(formulas)
    formulas = tuple(f if f.node is None else replace(f, node=powers_outside(f.node, _is_sign)) for f in formulas)
    nodes = [f.node for f in formulas if f.node is not None]
    asked = [(sign, inside) for node in nodes for sign, inside in _asked(node)]
    if not asked and not events and not (chance and _OF_EVENTS.search(text)):
        return before, events
    plain = chance and not any(map(_means_another, nodes))
    if not plain:  # `P (I - K H)^T` of a matrix P is what it was
        formulas = tuple(f if f.node is None else replace(f, node=powers_outside(f.node, _is_named)) for f in before)
        nodes = [f.node for f in formulas if f.node is not None]
        asked = [(sign, inside) for node in nodes for sign, inside in _asked(node)]
    joined = any(_joins_events(inside) for sign, inside in asked if plain or not _is_plain(sign))
    of_events = bool(events) or _OF_EVENTS.search(text) is not None
    letters = events | (_event_letters(nodes, asked, of_events) if joined or of_events else frozenset())
    reader = _Events(plain, letters)
    return tuple(f if f.node is None else replace(f, node=reader.rewritten(f.node)) for f in formulas), letters


# ------------------------------------------------------------------ where probabilities are


def powers_outside(node: Node, is_sign: Callable[[Node], bool]) -> Node:
    """`P(A)^2`, which is read as P times (A)^2, as the square of P(A), for what is such a sign."""
    children = tuple(powers_outside(c, is_sign) for c in node.children)
    if node.kind == "Product":
        signs = node.value if isinstance(node.value, tuple) else ("",) * (len(children) - 1)
        factors: list[Node] = []
        between: list[str] = []
        for k, child in enumerate(children):
            raised = child.kind == "Sup" and child.children[0].kind in ("Group", "Set")
            if k and raised and signs[k - 1] == "" and is_sign(children[k - 1]):
                sign, inside = factors.pop(), child.children[0]
                applied = Node("Product", sign.span.join(inside.span), (sign, inside), ("",))
                factors.append(Node("Sup", sign.span.join(child.span), (applied, child.children[1])))
            else:
                between += [str(signs[k - 1])] if k else []
                factors.append(child)
        if len(factors) < len(children):
            return factors[0] if len(factors) == 1 else Node("Product", node.span, tuple(factors), tuple(between))
    return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)


def _is_sign(node: Node) -> bool:
    return _is_plain(node) or (node.kind == "Word" and node.value in WORDS) or _is_faced(node)


def _is_named(node: Node) -> bool:
    """A sign that means nothing but a probability."""
    return _is_sign(node) and not _is_plain(node)


def _is_plain(node: Node) -> bool:
    return node.kind == "Id" and node.value == "P"


def _is_faced(node: Node) -> bool:
    return node.kind == "Font" and len(node.children) == 1 and node.children[0].kind == "Id" and node.children[0].value == "P"


def _is_brackets(node: Node) -> bool:
    return (node.kind == "Group" and node.value in ("(", "[")) or (node.kind == "Set" and node.value != "such that")


def _asked(node: Node) -> Iterator[tuple[Node, Node]]:
    """The signs of probabilities with the brackets behind them."""
    for part in node.walk():
        if part.kind in ("Product", "Function"):
            pairs = zip(part.children, part.children[1:], strict=False)
            yield from ((a, b) for a, b in pairs if _is_sign(a) and _is_brackets(b))


def _means_another(node: Node) -> bool:
    """Whether P stands in a formula otherwise than before brackets: it is a letter of its own there."""
    if _is_plain(node):
        return True
    for k, child in enumerate(node.children):
        before_brackets = node.kind == "Product" and k + 1 < len(node.children) and _is_brackets(node.children[k + 1])
        if not (before_brackets and _is_plain(child)) and _means_another(child):
            return True
    return False


def _joins_events(node: Node) -> bool:
    return any(p.kind == "Combine" for p in node.walk())


def _event_letters(nodes: Sequence[Node], asked: Sequence[tuple[Node, Node]], said: bool) -> frozenset[str]:
    """Capitals that stand for events in the formulas, and never for numbers. `said`: the text speaks of events."""
    events: set[str] = set()
    for inside in (*(i for _, i in asked), *(c for node in nodes if said for c in _between_events(node))):
        events |= set(_as_events(inside))
    numbers = {n for node in nodes for n in _as_numbers(node)}
    return frozenset(events - numbers)


def _as_events(node: Node) -> Iterator[str]:
    """The letters that stand for events in what a probability is of."""
    if node.kind == "Accent" and node.value in BARS:
        node = node.children[0]
    label = name_of(node)
    if label is not None:
        if is_capital(label):
            yield label
    elif node.kind in ("Group", "Set", "Combine", "Conditional", "Not", "Product"):
        for child in node.children:
            yield from _as_events(child)
    elif node.kind in ("Sup", "Accent"):
        yield from _as_events(node.children[0])


OF_EVENTS = frozenset({"=", "subset", "supset"})


def _between_events(node: Node) -> tuple[Node, ...]:
    """The sides of a statement about events: `A ⊂ B`, `A ∩ B = ∅`, `A = \\{X > 1\\}`."""
    if node.kind == "Cond":
        return _between_events(node.children[0])
    if node.kind != "Chain" or not isinstance(node.value, tuple) or set(node.value) - OF_EVENTS:
        return ()
    sets = any(c.kind in ("Set", "Combine") or name_of(c) in ("emptyset", "Omega") for c in node.children)
    return node.children if sets or "=" not in node.value else ()


def _as_numbers(node: Node) -> Iterator[str]:
    """The letters that are compared, or have a moment."""
    for part in node.walk():
        if part.kind == "Chain" and not _between_events(part):
            yield from (n for c in part.children for n in map(name_of, (c, *_summands(c))) if n is not None)
        if part.kind in ("Product", "Function"):
            for sign, inside in zip(part.children, part.children[1:], strict=False):
                if _is_brackets(inside) and _is_moment(sign):
                    yield from (n for p in inside.walk() if (n := name_of(p)) is not None)


def _is_moment(node: Node) -> bool:
    letter = node.children[0] if node.kind == "Font" and node.children else node
    return (letter.kind == "Id" and letter.value == "E") or (node.kind == "Word" and node.value in ("Var", "Cov", "var", "cov"))


def _summands(node: Node) -> tuple[Node, ...]:
    return node.children if node.kind in ("Add", "Product", "Abs", "Neg", "Frac") else ()


# ------------------------------------------------------------------ indicators


class _Events:
    """What becomes of the formulas of one section."""

    def __init__(self, plain: bool, letters: Collection[str]) -> None:
        self.plain, self.letters = plain, letters

    def rewritten(self, node: Node) -> Node:
        children = tuple(map(self.rewritten, node.children))
        changed = any(a is not b for a, b in zip(children, node.children, strict=True))
        node = replace(node, children=children) if changed else node
        if node.kind == "Chain" and _between_events(node):
            return self._statement(node) or node
        if node.kind == "Function" and len(node.children) == 2 and self._is_sign(node.children[0]):
            return self._probability(node.children[1], node.span) or node
        return self._in_product(node) if node.kind == "Product" else node

    def _statement(self, node: Node) -> Node | None:
        """What a statement about events says of their indicators; that none happens, that one is not above 0."""
        found = [self._event(c) for c in node.children]
        parts = [f for f in found if f is not None]
        signs = node.value if isinstance(node.value, tuple) else ()
        spoken = {n for c in node.children for n in _as_events(c)}
        if len(parts) < len(found) or not spoken or not spoken <= set(self.letters):
            return None
        if len(parts) == 2 and signs == ("=",) and any(_is_number(p, "0") for p in parts):
            return replace(node, children=tuple(parts), value=("<=",) if _is_number(parts[1], "0") else (">=",))
        if any(p.kind == "Num" for p in parts):
            return None
        turned = {"=": "=", "subset": "<=", "supset": ">="}
        return replace(node, children=tuple(parts), value=tuple(turned[str(s)] for s in signs))

    def _is_sign(self, node: Node) -> bool:
        return _is_sign(node) and (self.plain or not _is_plain(node))

    def _in_product(self, node: Node) -> Node:
        signs = node.value if isinstance(node.value, tuple) else ("",) * (len(node.children) - 1)
        factors: list[Node] = []
        between: list[str] = []
        k = 0
        while k < len(node.children):
            child = node.children[k]
            own = None
            applied = k + 1 < len(node.children) and signs[k] == "" and self._is_sign(child)
            if applied and _is_brackets(node.children[k + 1]):
                own = self._probability(node.children[k + 1], child.span.join(node.children[k + 1].span))
            between += [str(signs[k - 1])] if k else []
            factors.append(child if own is None else own)
            k += 1 if own is None else 2
        if len(factors) == len(node.children):
            return node
        if len(factors) == 1:
            return factors[0]
        return Node("Product", node.span, tuple(factors), tuple(between))

    def _probability(self, inside: Node, span: Span) -> Node | None:
        """The expectation of the indicator; of one event given others a quotient."""
        parts = inside.children
        given = [k for k, p in enumerate(parts) if p.kind == "Conditional"]
        if not given:
            event = self._all(parts, span)
            return None if event is None else _mean(event, span)
        if len(given) > 1 or parts[given[0]].value != "|":
            return None
        k = given[0]
        of, under = parts[k].children
        event, condition = self._all((*parts[:k], of), span), self._all((under, *parts[k + 1 :]), span)
        if event is None or condition is None:
            return None
        both = _product((event, condition), span)
        return Node("Frac", span, (_mean(both, span), _mean(condition, span)))

    def _all(self, parts: Sequence[Node], span: Span) -> Node | None:
        """The indicator that all of them happen."""
        found = [self._event(p) for p in parts]
        known = [f for f in found if f is not None]
        return _product(known, span) if found and len(known) == len(found) else None

    def _event(self, node: Node) -> Node | None:
        """The indicator of an event."""
        at = node.span
        if node.kind == "Accent" and node.value in BARS:
            return _other(self._event(node.children[0]), at)
        label = name_of(node)
        if label is not None and label in self.letters:
            return _one(node, ">", Node("Num", at, (), "0"), at)
        if label in ("Omega", "emptyset") and self.letters:
            return Node("Num", at, (), "1" if label == "Omega" else "0")
        match node.kind:
            case "Group" if node.value in ("(", "[", "{"):
                return self._all(node.children, at)
            case "Set" if node.value != "such that":
                return self._all(node.children, at)
            case "Product" if isinstance(node.value, tuple) and set(node.value) == {""}:
                return self._all(node.children, at) if all(name_of(c) in self.letters for c in node.children) else None
            case "Chain":
                return _of_chain(node)
            case "Combine":
                return self._joined(node)
            case "Not":
                return _other(self._event(node.children[0]), at)
            case "Sup" if name_of(bare(node.children[1])) in ("c", "C", "complement"):
                return _other(self._event(node.children[0]), at)
        return None

    def _joined(self, node: Node) -> Node | None:
        found = [self._event(c) for c in node.children]
        parts = [f for f in found if f is not None]
        signs = set(node.value) if isinstance(node.value, tuple) else set()
        if len(parts) < len(found) or len(signs) != 1:
            return None
        match signs.pop():
            case "∩" | "∧":
                return _product(parts, node.span)
            case "∪" | "∨":
                none = [o for p in parts if (o := _other(p, node.span)) is not None]
                return _other(_product(none, node.span), node.span)
            case "∖" if len(parts) == 2:
                rest = _other(parts[1], node.span)
                return None if rest is None else _product((parts[0], rest), node.span)
        return None


def _is_number(node: Node, value: str) -> bool:
    return node.kind == "Num" and node.value == value


def _of_chain(node: Node) -> Node | None:
    """The product of the indicators of its relations."""
    signs = node.value if isinstance(node.value, tuple) else ()
    pairs = list(zip(signs, node.children, node.children[1:], strict=False))
    if any(c.kind in ("List", "Text", "Set", "Interval") for c in node.children) or len(pairs) != len(node.children) - 1:
        return None
    found = [_of_relation(str(sign), left, right, node.span) for sign, left, right in pairs]
    known = [f for f in found if f is not None]
    return _product(known, node.span) if pairs and len(known) == len(found) else None


def _of_relation(sign: str, left: Node, right: Node, span: Span) -> Node | None:
    if sign in ORDERS:
        return _one(left, sign, right, span)
    if sign not in ("=", "!="):
        return None
    apart = Node("Add", span, (_one(left, ">", right, span), _one(left, "<", right, span)), ("+", "+"))
    return apart if sign == "!=" else _other(apart, span)


def _one(left: Node, sign: str, right: Node, span: Span) -> Node:
    one = Node("Font", span, (Node("Num", span, (), "1"),), "bb")
    condition = Node("Chain", span, (left, right), (sign,), (span,))
    return Node("Product", span, (one, Node("Group", span, (condition,), "[")), ("",))


def _other(event: Node | None, span: Span) -> Node | None:
    """1 - the indicator."""
    if event is None:
        return None
    return Node("Add", span, (Node("Num", span, (), "1"), Node("Group", span, (event,), "(")), ("+", "-"))


def _product(parts: Sequence[Node], span: Span) -> Node:
    if len(parts) == 1:
        return parts[0]
    return Node("Product", span, tuple(Node("Group", span, (p,), "(") for p in parts), ("·",) * (len(parts) - 1))


def _mean(event: Node, span: Span) -> Node:
    """𝔼[…]"""
    letter = Node("Font", span, (Node("Id", span, (), "E"),), "bb")
    return Node("Product", span, (letter, Node("Group", span, (event,), "[")), ("",))
