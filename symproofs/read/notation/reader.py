"""One formula as it is read: what is known of its letters, how a node is read by the row of its kind, how texts are bracketed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.read.array_letters import Arrays
from symproofs.read.elaboration.conventions import ELEMENTARY, FUNCTION_LETTERS, MATRIX_WORDS, SOFTMAX
from symproofs.read.elaboration.evidence import Evidence, is_bracket
from symproofs.read.elaboration.names import Written, bare, base_letter, name_of, written
from symproofs.read.tree import Node

SUM, PRODUCT, UNARY, POWER, ATOM = range(5)


Text = tuple[str, int]


Maker = Callable[["Reader", Node], Text]


class Unreadable(Exception):
    """A construct that the notation has no word for."""


class Reader:
    """Reads the nodes of one formula."""

    def __init__(self, root: Node, declare: Mapping[str, str], makers: Mapping[str, Maker]) -> None:
        self.declare = declare
        self.makers = makers
        self.evidence = Evidence()
        self.evidence.add((root,))
        self.arrays = Arrays(root, declare, self.evidence.matrices)
        self.conditioned = {n for n in map(_applied_to_condition, root.walk()) if n is not None}
        self.conjugated = {n for part in root.walk() for n in _beside_own_bar(part)}
        self.differentials = _differentials(root)

    def sort(self, name: str) -> str | None:
        return self.declare.get(name) or self.declare.get(name.rstrip("_"))

    def text(self, node: Node, level: int = SUM) -> str:
        text, own = self.read(node)
        return text if own >= level else f"({text})"

    def read(self, node: Node) -> Text:
        make = self.makers.get(node.kind)
        if make is None:
            raise Unreadable(node.kind)
        return make(self, node)

    def call(self, name: str, *args: Node) -> Text:
        return f"{name}({','.join(self.text(a) for a in args)})", ATOM

    def is_function(self, name: Written, bracket: Node) -> bool:
        """Whether a name before a bracket is applied to it."""
        sort = self.sort(name.text)
        if sort is not None:
            return sort in ("function", "differential")
        text, letter = name.text, base_letter(name.base)
        if text.endswith("cal") or text in self.conditioned or text in ELEMENTARY or text in SOFTMAX or text in MATRIX_WORDS:
            return True
        if text == "d":
            return self.differentials
        if text in ("O", "o") and bracket.value == "(":
            return not self.evidence.alone.get(text)
        if text == "E_":
            return bracket.value == "(" and not self.evidence.alone.get(text)
        if len(bracket.children) > 1 or any(c.kind in ("Colon", "Conditional", "Chain") for c in bracket.children):
            return bracket.value == "(" or letter in FUNCTION_LETTERS
        plain = bracket.value == "(" and written(bracket.children[0]) is not None if bracket.children else False
        free = not self.evidence.alone.get(text) and text not in self.evidence.transposed
        return free and (plain or letter in FUNCTION_LETTERS)


def _beside_own_bar(node: Node) -> list[str]:
    """The letters of `z \\bar z`: a conjugate, not a mean."""
    if node.kind != "Product":
        return []
    bars = [written(bare(c).children[0]) for c in node.children if bare(c).kind == "Accent" and bare(c).value == "bar"]
    names = {name_of(c) for c in node.children}
    return [b.text for b in bars if b is not None and b.text in names]


def _differentials(root: Node) -> bool:
    """Whether every d in a formula stands before a letter at the end of a product, more than once, or is applied."""
    count = 0
    for part in root.walk():
        if part.kind == "Id" and part.value == "d":
            count += 1
        if part.kind == "Product" and len(part.children) > 1:
            ends = bare(part.children[-2]), bare(part.children[-1])
            if ends[0].value == "d" and ends[0].kind == "Id" and ends[1].kind in ("Id", "Sub", "Group"):
                count -= 1
            elif any(c.kind == "Id" and c.value == "d" for c in part.children):
                return False
    uses = sum(1 for part in root.walk() if part.kind == "Id" and part.value == "d")
    return count == 0 and uses > 1


def _applied_to_condition(node: Node) -> str | None:
    """The letter before a bracket that holds a condition: a probability."""
    if node.kind == "Product":
        for a, b in zip(node.children, node.children[1:], strict=False):
            if is_bracket(b) and any(c.kind in ("Conditional", "Chain") for c in b.children):
                return name_of(a)
    return None
