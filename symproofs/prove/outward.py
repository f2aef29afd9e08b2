"""Moving permutation and orthogonal matrices outwards, node by node: (PX)W = P(XW), softmax(PAP^T) = P softmax(A) P^T.

Bottom up, every node whose parts begin or end with such a matrix is rewritten so that it begins or ends with it
itself. What a matrix may pass is the table `PASSES`. Each rewriting is a lemma over letters, so its proof is short
whatever the letters stand for, and the way is linear in the size of the term. Names whose definitions
mention the matrix are unfolded on the way, and what is left of a body is folded back to its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.prove.chain import Chain, Path
from symproofs.prove.lemmas import Pattern
from symproofs.prove.reasons import Reason
from symproofs.prove.unfolding import Definition, Definitions, bodies, key_of, reason_of, unfold_at
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.size import Size
from symproofs.terms.term import Term, free_names, name
from symproofs.terms.types import Type
from symproofs.terms.typing import type_of

Word = tuple[Term, ...]
"""A product of movable matrices, each `P` or `P^T`."""


@record
class Form:
    """A term as `front · core · back`; no core where it is nothing but movable matrices."""

    front: Word
    core: Term | None
    back: Word


@record
class Passage:
    """What a node becomes: its new form, and why."""

    form: Form
    reasons: tuple[Reason, ...]
    open: tuple[Term, ...] = ()
    """Parts that the lemma must see into: rows that are all alike are no letter."""


class Movable:
    """The matrices that are moved in one proof."""

    def __init__(self, context: Context) -> None:
        self.permutations = frozenset(n for n, row in context.declarations.items() if "permutation" in row.properties)
        orthogonal = frozenset(n for n, row in context.declarations.items() if "orthogonal" in row.properties)
        self.names = self.permutations | orthogonal

    def is_letter(self, node: Term) -> bool:
        if node.head == "transpose":
            node = node.args[0]
        return node.head == "name" and node.data[0] in self.names

    def all_permutations(self, *words: Word) -> bool:
        return all(free_names(p) <= self.permutations for w in words for p in w)

    def form(self, node: Term) -> Form:
        """The term split into movable matrices in front, the rest, and movable matrices behind."""
        if self.is_letter(node):
            return Form((node,), None, ())
        if node.head != "mul":
            return Form((), node, ())
        args = node.args
        first = 0
        while first < len(args) and self.is_letter(args[first]):
            first += 1
        last = len(args)
        while last > first and self.is_letter(args[last - 1]):
            last -= 1
        middle = args[first:last]
        core = None if not middle else middle[0] if len(middle) == 1 else Term("mul", middle)
        return Form(args[:first], core, args[last:])


def transposed(word: Word) -> Word:
    """(P Q)^T = Q^T P^T."""
    return tuple(p.args[0] if p.head == "transpose" else Term("transpose", (p,)) for p in reversed(word))


def inverse_pair(p: Term, q: Term) -> bool:
    return (p,) == transposed((q,))


def build(form: Form, size: Size | None = None) -> Term:
    """The written term of a form."""
    parts = (*form.front, *((form.core,) if form.core is not None else ()), *form.back)
    return parts[0] if len(parts) == 1 else Term("mul", parts)


class Mover:
    """Moves the movable matrices of one term outwards."""

    def __init__(self, chain: Chain, definitions: Definitions, movable: Movable, types: Mapping[str, Type]) -> None:
        self.chain = chain
        self.definitions = definitions
        self.movable = movable
        self.types = types
        self.bodies = bodies(definitions)
        self.touching = movable.names | frozenset(
            k for k, row in definitions.rows.items() if definitions.mentions(row.body, movable.names)
        )
        self._touched: dict[Term, bool] = {}

    def touches(self, node: Term) -> bool:
        """Whether the term, fully unfolded, mentions a movable matrix."""
        known = self._touched.get(node)
        if known is None:
            known = key_of(node) in self.touching or any(map(self.touches, node.args))
            self._touched[node] = known
        return known

    def run(self) -> int:
        """Rewrite the whole term; says how many levels it took."""
        return self.visit((), 0)

    def visit(self, path: Path, level: int) -> int:
        node = self.chain.at(path)
        if not self.touches(node):
            return level
        if key_of(node) in self.definitions.rows and node.head == "name":
            if unfold_at(self.chain, self.definitions, path, level + 1):
                return self.visit(path, level + 1)
            return level
        if self.movable.is_letter(node) or node.head in ("sum", "product", "sum_between", "entry"):
            return level
        reached = level
        for k in range(len(node.args)):
            reached = max(reached, self.visit((*path, k), level))
        return self.pass_node(path, reached)

    def pass_node(self, path: Path, level: int) -> int:
        """Apply the row of `PASSES` for this node, and fold what is left to a name."""
        node = self.chain.at(path)
        row = PASSES.get(node.head)
        passage = row(self, node) if row is not None else None
        if passage is not None:
            after = build(passage.form)
            if after != node:
                if not self.lemma(path, node, after, passage, level + 1):
                    return level
                level += 1
        return self.fold(path, level)

    def fold(self, path: Path, level: int) -> int:
        """Replace the core by the name that it defines, if there is one."""
        node = self.chain.at(path)
        form = self.movable.form(node)
        row = self.bodies.get(form.core) if form.core is not None else None
        if row is None or form.core is None or not (form.front or form.back):
            return level
        place = path if node == form.core else self._core_path(path, node, form)
        if place is None:
            return level
        self._fold_at(place, row, level + 1)
        return level + 1

    def _core_path(self, path: Path, node: Term, form: Form) -> Path | None:
        middle = len(node.args) - len(form.front) - len(form.back)
        return (*path, len(form.front)) if middle == 1 else None

    def _fold_at(self, path: Path, row: Definition, level: int) -> None:
        self.chain.by_hypothesis(path, row.number, True, {}, (reason_of(row, self.definitions.context),), level)

    # ------------------------------------------------------------------ lemmas

    def lemma(self, path: Path, before: Term, after: Term, passage: Passage, level: int) -> bool:
        """Rewrite by a lemma in which every part free of movable matrices that both sides share is a letter."""
        values: dict[str, Term] = {}
        kinds: dict[str, Type] = {}
        known: dict[Term, Term] = {}
        shared = set(after.walk())

        def visit(node: Term, seen_into: bool = False) -> Term:
            if node in known:
                return known[node]
            if node.head in ("num", "size", "identity", "ones", "zeros") or self.movable.is_letter(node):
                return node
            seen_into = seen_into or node in passage.open
            if node in shared and not seen_into and not (free_names(node) & self.movable.names):
                label = self.chain.lemmas.letter(len(values))
                values[label], kinds[label] = node, type_of(node, self.types)
                known[node] = name(label)
                return known[node]
            if not node.args:
                return node
            seen_into = seen_into and node.head != "rows"
            new = node.with_args(tuple(visit(a, seen_into) for a in node.args))
            if node in passage.open:
                known[node] = new
            return new

        def replaced(node: Term) -> Term:
            if node in known:
                return known[node]
            return node.with_args(tuple(map(replaced, node.args))) if node.args else node

        pattern = Pattern(visit(before), replaced(after), values, kinds)
        return self.chain.by_lemma(path, pattern, passage.reasons, level)

    def is_number(self, node: Term) -> bool:
        return type_of(node, self.types).is_scalar

    def rows_of(self, node: Term) -> Size:
        return type_of(node, self.types).rows


# ------------------------------------------------------------------ what movable matrices pass

P_TP = "permutation_orthogonal"


def _label(p: Term) -> str:
    return str((p.args[0] if p.head == "transpose" else p).data[0])


def _product(mover: Mover, node: Term) -> Passage | None:
    """A(PB) … : the word of all factors, P^T P = I cancelled, what stands at the ends taken out."""
    word: list[Term] = []
    numbers: list[Term] = []
    reasons: dict[Reason, None] = {}
    moved_number = False
    letters_seen = False
    for a in node.args:
        if mover.is_number(a):
            numbers.append(a)
            moved_number = moved_number or letters_seen
            continue
        form = mover.movable.form(a)
        for part in (*form.front, *((form.core,) if form.core is not None else ()), *form.back):
            is_letter = mover.movable.is_letter(part)
            letters_seen = letters_seen or is_letter
            if word and is_letter and mover.movable.is_letter(word[-1]) and inverse_pair(word[-1], part):
                reasons[Reason(P_TP, _label(part))] = None
                word.pop()
            else:
                word.append(part)
    first, last = 0, len(word)
    while first < last and mover.movable.is_letter(word[first]):
        first += 1
    while last > first and mover.movable.is_letter(word[last - 1]):
        last -= 1
    middle = (*numbers, *word[first:last])
    if first == last and numbers:
        return None
    if not middle:
        if word:
            return Passage(Form(tuple(word), None, ()), tuple(reasons)) if reasons else None
        return Passage(Form((), Term("identity", (), (mover.rows_of(node),)), ()), tuple(reasons))
    if numbers and (first or last < len(word)) and not reasons:
        reasons[Reason("scalar_moves")] = None
    core = middle[0] if len(middle) == 1 else Term("mul", middle)
    return Passage(Form(tuple(word[:first]), core, tuple(word[last:])), tuple(reasons) or (Reason("associativity"),))


def _transpose(mover: Mover, node: Term) -> Passage | None:
    form = mover.movable.form(node.args[0])
    if form.core is None or not (form.front or form.back):
        return None
    core = Term("transpose", (form.core,))
    return Passage(Form(transposed(form.back), core, transposed(form.front)), (Reason("transpose_of_product"),))


def _sum_of_terms(mover: Mover, node: Term) -> Passage | None:
    """PA + PB = P(A + B); rows that are all alike pass a permutation, P 1 = 1."""
    forms = [mover.movable.form(a) for a in node.args]
    moving = [f for f in forms if f.front or f.back]
    if not moving:
        return None
    front, back = moving[0].front, moving[0].back
    cores: list[Term] = []
    alike: list[Term] = []
    reasons: dict[Reason, None] = {}
    for a, f in zip(node.args, forms, strict=True):
        if (f.front, f.back) == (front, back) and f.core is not None:
            cores.append(f.core)
        elif _unmoved(mover, a, front, back):
            cores.append(a)
            alike.append(a)
            for p in (*front, *back):
                reasons[Reason("bias_rows", _label(p))] = None
        else:
            return None
    why = tuple(reasons) or (Reason("distributivity"),)
    return Passage(Form(front, Term("add", tuple(cores)), back), why, tuple(alike))


def _unmoved(mover: Mover, node: Term, front: Word, back: Word) -> bool:
    """Whether `front · node · back` is the node again: rows all alike, ones, zeros, and P I P^T."""
    if node.head == "zeros":
        return True
    if node.head == "identity":
        return front == transposed(back)
    if not mover.movable.all_permutations(front, back):
        return False
    if node.head == "ones":
        return True
    if node.head in ("neg", "div", "fun") or (node.head == "mul" and all(map(mover.is_number, node.args[:-1]))):
        inner = node.args[-1] if node.head == "mul" else node.args[0]
        return not mover.is_number(inner) and _unmoved(mover, inner, front, back)
    return node.head == "rows" and not back


def _through(code: str, only_permutations: bool, both_sides: bool = True) -> Callable[[Mover, Term], Passage | None]:
    """The passage of a node that acts alike on all rows and columns of its first argument."""

    def passes(mover: Mover, node: Term) -> Passage | None:
        form = mover.movable.form(node.args[0])
        if form.core is None or not (form.front or form.back) or mover.is_number(node.args[0]):
            return None
        if only_permutations and not mover.movable.all_permutations(form.front, form.back):
            return None
        if form.back and not both_sides:
            return None
        core = node.with_args((form.core, *node.args[1:]))
        reason = Reason(code, str(node.data[0]) if code == "entrywise" else "")
        if node.head == "fun" and node.data[0] == "relu":
            reason = Reason("relu_entrywise")
        return Passage(Form(form.front, core, form.back), (reason,))

    return passes


def _hadamard(mover: Mover, node: Term) -> Passage | None:
    first, second = map(mover.movable.form, node.args)
    if first.core is None or second.core is None or (first.front, first.back) != (second.front, second.back):
        return None
    if not (first.front or first.back) or not mover.movable.all_permutations(first.front, first.back):
        return None
    core = Term("hadamard", (first.core, second.core))
    return Passage(Form(first.front, core, first.back), (Reason("entrywise", "⊙"),))


def _rows(mover: Mover, node: Term) -> Passage | None:
    """Rows all b Q: the matrix of rows b, times Q."""
    form = mover.movable.form(node.args[0])
    if form.core is None or form.front or not form.back:
        return None
    return Passage(Form((), node.with_args((form.core,)), form.back), (Reason("associativity"),))


def _invariant(pairs: bool) -> Callable[[Mover, Term], Passage | None]:
    """tr(P A P^T) = tr A, ‖P x‖ = ‖x‖."""

    def passes(mover: Mover, node: Term) -> Passage | None:
        form = mover.movable.form(node.args[0])
        if form.core is None or not (form.front or form.back):
            return None
        if pairs and form.front != transposed(form.back):
            return None
        letters = {_label(p): None for p in (*form.front, *form.back)}
        return Passage(Form((), node.with_args((form.core,)), ()), tuple(Reason(P_TP, p) for p in letters))

    return passes


def _inner(mover: Mover, node: Term) -> Passage | None:
    first, second = map(mover.movable.form, node.args)
    if first.core is None or second.core is None or (first.front, first.back) != (second.front, second.back):
        return None
    if not (first.front or first.back):
        return None
    letters = {_label(p): None for p in (*first.front, *first.back)}
    return Passage(Form((), node.with_args((first.core, second.core)), ()), tuple(Reason(P_TP, p) for p in letters))


PASSES: Mapping[str, Callable[[Mover, Term], Passage | None]] = {
    "mul": _product,
    "transpose": _transpose,
    "add": _sum_of_terms,
    "neg": _through("scalar_moves", False),
    "div": _through("scalar_moves", False),
    "fun": _through("entrywise", True),
    "rowsoftmax": _through("softmax_permutation", True),
    "softmax": _through("softmax_permutation", True, False),
    "hadamard": _hadamard,
    "rows": _rows,
    "norm": _invariant(False),
    "trace": _invariant(True),
    "inner": _inner,
}
"""How a node lets movable matrices through."""
