"""Which letters of one formula are vectors and matrices, from the formula alone and from declared sorts.

Used where nothing but a single formula is given. Transposed, inverted, bold and normed letters are arrays;
capitals next to each other in a product are matrices; what stands beside an array under a product is one too.
"""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.read.elaboration.conventions import MATRIX_WORDS, RUNNING, SOFTMAX
from symproofs.read.elaboration.evidence import below_scripts, is_bracket, is_minus_one, is_transpose
from symproofs.read.elaboration.names import Written, bare, base_letter, inner, is_capital, is_label, script_text, written
from symproofs.read.tree import Node

NUMBER, COLUMN, ROW, MATRIX = "number", "column", "row", "matrix"

PLAIN_CAPITALS = frozenset(["C", "E", "N", "T", "L", "J", "R", "G", "F"])
"""Capitals that are no matrices for standing beside another capital."""
ACTING = frozenset(["A", "B", "M", "W", "X", "H", "U", "P", "Q", "K", "S"])
"""Capitals that are matrices before a lower-case letter of `ACTED_ON`."""
ACTED_ON = frozenset(["x", "y", "z", "u", "v", "w", "h", "b", "beta", "theta"])

DECLARED: Mapping[str, str] = {
    "scalar": NUMBER, "real": NUMBER, "integer": NUMBER, "complex": NUMBER, "vector": COLUMN, "matrix": MATRIX,
    "function": NUMBER, "differential": NUMBER, "index": NUMBER,
}  # fmt: skip


def family(name: Written) -> str:
    """The letter whose members share a kind: `mu` for `mu_a`; the name itself for `W_Q` and `b_1`."""
    if len(name.subscripts) == 1:
        script = bare(name.subscripts[0])
        if script.kind == "Id" and len(str(script_text(script))) == 1 and str(script.value).islower():
            return name.base
    return name.text


def _is_entry(name: Written) -> bool:
    """`A_{ij}`: two letters that run over indices pick a number."""
    script = bare(name.subscripts[-1]) if name.subscripts else None
    if script is None or script.kind != "Product" or len(script.children) != 2 or any(script.value or ()):  # type: ignore[arg-type]
        return False
    return all(c.kind == "Id" and c.value in RUNNING for c in script.children)


def _is_covariance(node: Node) -> bool:
    """The letter Σ between bars: a determinant."""
    name = written(node)
    return name is not None and name.base == "Sigma"


def _layer(node: Node) -> Node | None:
    """The name below a superscript in brackets, if a node is that, perhaps transposed."""
    node = inner(node)
    if node.kind == "Sup" and is_transpose(node.children[1]):
        node = inner(node.children[0])
    return node.children[0] if node.kind == "Sup" and is_label(bare(node.children[1])) else None


def _is_letter_h(node: Node) -> bool:
    """The mark of a conjugate transpose, as a letter."""
    node = bare(node)
    while node.kind == "Font" and node.children:
        node = bare(node.children[0])
    return node.kind == "Id" and node.value == "H"


class Arrays:
    """Kinds of letters in one formula."""

    def __init__(self, root: Node, declare: Mapping[str, str], matrices: bool = False) -> None:
        self.declare = declare
        self.matrices = matrices
        """The formula writes something only matrices have: an `I` in it is the identity."""
        self.found: set[str] = set()
        self.words = 0
        self.calls: set[str] = set()
        """Functions whose values are transposed somewhere."""
        nodes = [n for n in root.walk() if n.kind in ("Sup", "Product", "Norm", "Font", "Inner", "Add", "Function", "Abs")]
        for node in nodes:
            self._direct(node)
        for _ in range(3):
            before = len(self.found)
            for node in nodes:
                if node.kind == "Product":
                    self._beside(node)
                elif node.kind == "Add" and any(self.of(c) == MATRIX for c in node.children):
                    for child in node.children:
                        self._add(child, capital_only=True)
            if len(self.found) == before:
                break

    def any(self) -> bool:
        return bool(self.found) or any(DECLARED.get(s) in (COLUMN, MATRIX) for s in self.declare.values())

    def declared(self, name: Written) -> str | None:
        for text in (name.text, family(name), name.base):
            sort = self.declare.get(text) or self.declare.get(text.rstrip("_"))
            if sort is not None:
                return DECLARED.get(sort, NUMBER)
        return None

    def kind(self, name: Written) -> str:
        known = self.declared(name)
        if known is not None:
            return known
        if self.matrices and name.text in ("I", "bold_I"):
            return MATRIX
        if _is_entry(name) and name.text not in self.found:
            return NUMBER
        if family(name) in self.found or name.text in self.found:
            return MATRIX if is_capital(name.base) else COLUMN
        return NUMBER

    def _add(self, node: Node, capital_only: bool = False) -> None:
        name = written(node)
        if name is None or self.declared(name) is not None or (capital_only and not is_capital(name.base)):
            return
        if name.text not in ("e", "i", "pi", "T"):
            self.found.add(family(name))

    def _direct(self, node: Node) -> None:
        if node.kind == "Sup" and _is_letter_h(node.children[1]):
            self._add(node.children[0], capital_only=True)
        elif node.kind == "Sup" and is_transpose(node.children[1]):
            self._transposed(node.children[0])
        elif node.kind == "Abs" and _is_covariance(node.children[0]):
            self._add(node.children[0])
        elif node.kind == "Function" and len(node.children) == 2:
            word = written(node.children[0])
            if word is not None and word.text in MATRIX_WORDS and not word.text.lower().startswith("diag"):
                self._factors(node.children[1])
        elif node.kind == "Sup" and is_minus_one(node.children[1]):
            base = inner(node.children[0])
            self._add(base, capital_only=True)
            if base.kind == "Product":
                for child in base.children:
                    self._add(child, capital_only=True)
        elif node.kind == "Norm":
            self._add(node.children[0])
        elif node.kind == "Font" and node.value == "bold":
            self._add(node)
        elif node.kind == "Product":
            for a, b, sign in zip(node.children, node.children[1:], node.value or (), strict=False):  # type: ignore[arg-type]
                if sign in ("⊙", "⊗"):
                    self._add(a, capital_only=True)
                    self._add(b, capital_only=True)
                elif sign == "" and b.kind == "Sup" and is_transpose(b.children[1]) and is_bracket(below_scripts(b)):
                    head = written(a)
                    self.calls.update([head.text] if head is not None else ())
                elif sign == "" and _layer(a) is not None and _layer(b) is not None:
                    self._layers(a, b)
                elif sign == "":
                    self._pair(a, b)

    def _transposed(self, node: Node) -> None:
        """What is transposed is an array: a name, the names of a sum, the values of a function."""
        inside = inner(node)
        if inside.kind == "Add":
            for child in inside.children:
                self._add(inner(child))
        elif inside.kind == "Product" and len(inside.children) == 2 and is_bracket(inside.children[1]):
            head = written(inside.children[0])
            if head is not None:
                self.calls.add(head.text)
        else:
            self._add(node)

    def _factors(self, node: Node) -> None:
        """The capitals in what a trace or a determinant is taken of are matrices."""
        inside = inner(node)
        if inside.kind in ("Product", "Add"):
            for child in inside.children:
                self._factors(child)
        else:
            self._add(inside, capital_only=True)

    def _layers(self, a: Node, b: Node) -> None:
        """`W^{(l)} a^{(l-1)}`: a matrix of a layer times what comes into it."""
        first, second = _layer(a), _layer(b)
        name = written(first) if first is not None else None
        if first is not None and second is not None and name is not None and is_capital(name.base):
            self._add(first)
            self._add(second)

    def of_call(self, head: Node) -> str:
        """The kind of the values of a function."""
        name = written(head)
        return COLUMN if name is not None and name.text in self.calls else NUMBER

    def _pair(self, a: Node, b: Node) -> None:
        first, second = written(a), written(b)
        if first is None or second is None or not is_capital(first.base) or _is_entry(first) or _is_entry(second):
            return
        left, right = base_letter(first.base), base_letter(second.base)
        if is_capital(second.base):
            if not {left, right} & PLAIN_CAPITALS and len(left) == 1 == len(right):
                self._add(a)
                self._add(b)
        elif left in ACTING and right in ACTED_ON:
            self._add(a)
            self._add(b)

    def _beside(self, node: Node) -> None:
        """Capitals beside an array, and what follows a transposed letter."""
        for a, b, sign in zip(node.children, node.children[1:], node.value or (), strict=False):  # type: ignore[arg-type]
            if sign not in ("", "·"):
                continue
            for one, other in ((a, b), (b, a)):
                name = written(one)
                if name is None or not is_capital(name.base) or _is_entry(name) or base_letter(name.base) in PLAIN_CAPITALS:
                    continue
                if self.of(other) != NUMBER:
                    self._add(one)
            right = written(b)
            if right is not None and self.of(a) == MATRIX and base_letter(right.base) in ACTED_ON:
                self._add(b)
            row = bare(a)
            if row.kind == "Sup" and is_transpose(row.children[1]):
                self._spread(b)

    def _spread(self, node: Node) -> None:
        """What stands right of a transpose is an array: a name, or the names of a sum."""
        inside = inner(node)
        if inside.kind == "Add":
            for child in inside.children:
                self._spread(child)
        elif inside.kind == "Product":
            self._add(inside.children[-1])
        else:
            self._add(inside)

    def of(self, node: Node) -> str:
        """The kind of an expression, as far as its letters show."""
        node = inner(node)
        name = written(node)
        if name is not None:
            return self.kind(name)
        if node.kind == "Sup":
            base = self.of(node.children[0])
            if is_transpose(node.children[1]):
                return {COLUMN: ROW, ROW: COLUMN, NUMBER: MATRIX}.get(base, base)
            return base
        if node.kind in ("Add", "List"):
            return next((k for k in map(self.of, node.children) if k != NUMBER), NUMBER)
        if node.kind in ("Neg", "Frac"):
            return self.of(node.children[0])
        if node.kind == "Product" and len(node.children) == 2 and is_bracket(node.children[1]):
            kind = self.of_call(node.children[0])
            return kind if kind != NUMBER else self._product(node)
        if node.kind == "Product":
            return self._product(node)
        if node.kind == "Function" and len(node.children) == 2:
            word = written(node.children[0])
            if word is None or word.text in ("det", "tr", "Tr", "trace", "rank"):
                return NUMBER
            inside = self.of(node.children[1])
            array = word.text in SOFTMAX or (self.found and word.text in ("ReLU", "diag"))
            return MATRIX if array and inside == NUMBER else inside
        if node.kind == "Matrix":
            shape = node.value if isinstance(node.value, tuple) else ("", 0, 0)
            return NUMBER if shape[0] == "vmatrix" else COLUMN if len(shape) == 3 and shape[2] == 1 else MATRIX
        if node.kind == "Big":
            return self.of(node.children[0])
        return NUMBER

    def _product(self, node: Node) -> str:
        kind = NUMBER
        for child in node.children:
            kind = times(kind, self.of(child))
        return kind


def times(left: str, right: str) -> str:
    """The kind of a product."""
    if left == NUMBER or right == NUMBER:
        return right if left == NUMBER else left
    if left == ROW:
        return NUMBER if right == COLUMN else ROW
    return COLUMN if right == COLUMN else MATRIX
