"""What prose states of symbols that no property or sort says: orthonormal vectors, even numbers. One row each.

`μ_1, …, μ_n are orthonormal` is ∀ i, l: μ_i^T μ_l = δ_il; said of single vectors it speaks of each pair of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from symproofs.diagnostics import Source
from symproofs.read.elaboration.conventions import SQUARE_PROPERTIES
from symproofs.read.hypotheses import guarded
from symproofs.read.layout import Written
from symproofs.read.phrases import FOR_SUCH
from symproofs.read.prose import Said
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import And, ForAll, Hypothesis, Membership, Operator, Relation, Statement
from symproofs.terms.term import Term, fun, name, num, term
from symproofs.terms.types import Type, index
from symproofs.terms.typing import type_of

LETTERS = ("i", "l", "m", "r", "s", "t", "u", "w")


@record
class Group:
    """What a fact is said of: all members of a family, or some terms. `rows`: vectors are rows."""

    terms: tuple[Term, ...]
    names: tuple[tuple[str, Type], ...] = ()
    family: str = ""
    rows: bool = False

    def member(self, letter: str) -> Term:
        return term("member", name(letter), data=(self.family,))

    def product(self, left: Term, right: Term) -> Term:
        """x^T y, or x y^T of rows."""
        first = left if self.rows else term("transpose", left)
        return term("mul", first, term("transpose", right) if self.rows else right)


Maker = Callable[[Group], Statement | None]


def _for_all(group: Group, count: int, body: Callable[..., Statement]) -> Statement:
    """The statement for all members of the family, `count` at a time."""
    bound = group.names[:count]
    return ForAll(bound, body(*(name(n) for n, _ in bound)))


def _joined(parts: Sequence[Statement]) -> Statement | None:
    return None if not parts else parts[0] if len(parts) == 1 else And(tuple(parts))


def _orthogonal(group: Group) -> Statement | None:
    """x_i^T x_l = 0 for i ≠ l: only different members are orthogonal."""
    if not group.family:
        return _joined([Relation("=", group.product(x, y), num(0)) for x, y in combinations(group.terms, 2)])
    pair = [name(n) for n, _ in group.names[:2]]
    zero = Relation("=", group.product(*(group.member(n) for n, _ in group.names[:2])), num(0))
    return ForAll(group.names[:2], guarded(zero, (Relation("!=", *pair),)))


def _orthonormal(group: Group) -> Statement | None:
    """x_i^T x_l = δ_il."""
    if not group.family:
        orthogonal = _orthogonal(group)
        ones = [Relation("=", group.product(x, x), num(1)) for x in group.terms]
        return _joined([*([orthogonal] if orthogonal is not None else []), *ones])
    first, second = (n for n, _ in group.names[:2])
    return _for_all(
        group,
        2,
        lambda i, l: Relation("=", group.product(group.member(first), group.member(second)), term("delta", i, l)),  # noqa: E741
    )


def _orthonormal_columns(group: Group) -> Statement | None:
    """Q^T Q = I."""
    return _gram(group, columns=True)


def _orthonormal_rows(group: Group) -> Statement | None:
    """Q Q^T = I."""
    return _gram(group, columns=False)


def _gram(group: Group, columns: bool) -> Statement | None:
    """Q^T Q = I of matrices, or Q Q^T = I."""
    kinds = [kind for _, kind in group.names]
    if group.family or any(ONE in kind.shape or kind.parameters is not None for kind in kinds):
        return None
    said = []
    for x, kind in zip(group.terms, kinds, strict=True):
        turned = term("transpose", x)
        size = kind.cols if columns else kind.rows
        said.append(Relation("=", term("mul", turned, x) if columns else term("mul", x, turned), term("identity", data=(size,))))
    return _joined(said)


def _commute(group: Group) -> Statement | None:
    """X Y = Y X of square matrices."""
    kinds = [kind for _, kind in group.names]
    if group.family or any(kind.parameters is not None or kind.rows != kind.cols or ONE in kind.shape for kind in kinds):
        return None
    return _joined([Relation("=", term("mul", x, y), term("mul", y, x)) for x, y in combinations(group.terms, 2)])


def _unit(group: Group) -> Statement | None:
    """‖x‖ = 1."""
    if not group.family:
        return _joined([Relation("=", term("norm", x), num(1)) for x in group.terms])
    letter = group.names[0][0]
    return _for_all(group, 1, lambda i: Relation("=", term("norm", group.member(letter)), num(1)))


def _distinct(group: Group) -> Statement | None:
    """x ≠ y, x_i ≠ x_l for i ≠ l."""
    if not group.family:
        return _joined([Relation("!=", x, y) for x, y in combinations(group.terms, 2)])
    pair = [name(n) for n, _ in group.names[:2]]
    unequal = Relation("!=", *(group.member(n) for n, _ in group.names[:2]))
    return ForAll(group.names[:2], guarded(unequal, (Relation("!=", *pair),)))


def _disjoint_events(group: Group) -> Statement | None:
    """1_A 1_B ≤ 0: of two events, {A > 0} and {B > 0}, one at most happens."""
    if group.family or any(not kind.is_scalar for _, kind in group.names):
        return None
    steps = [fun("step", x) for x in group.terms]
    return _joined([Relation("<=", term("mul", a, b), num(0)) for a, b in combinations(steps, 2)])


def _even(group: Group) -> Statement | None:
    """x / 2 is an integer."""
    return _joined([Membership(term("div", x, num(2)), "integer") for x in group.terms])


def _odd(group: Group) -> Statement | None:
    return _joined([Membership(term("div", term("add", x, num(1)), num(2)), "integer") for x in group.terms])


def _beyond(operator: Operator, bound: int) -> Maker:
    """x ≥ 1 of a positive integer, x ≤ -1 of a negative one."""

    def make(group: Group) -> Statement | None:
        if not group.family:
            return _joined([Relation(operator, x, num(bound)) for x in group.terms])
        return _for_all(group, 1, lambda i: Relation(operator, group.member(group.names[0][0]), num(bound)))

    return make


def _zero_mean(group: Group) -> Statement | None:
    def zero(x: Term, kind: Type) -> Statement:
        return Relation("=", term("expect", x), num(0) if kind.is_scalar else term("zeros", data=kind.shape))

    if not group.family:
        return _joined([zero(x, kind) for x, (_, kind) in zip(group.terms, group.names, strict=True)])
    letter, kind = group.names[0][0], group.names[-1][1]
    return _for_all(group, 1, lambda i: zero(group.member(letter), kind))


def _unit_variance(group: Group) -> Statement | None:
    """Var(X) = 1 of numbers."""
    if group.family or any(not kind.is_scalar for _, kind in group.names):
        return None
    return _joined([Relation("=", term("var", x), num(1)) for x in group.terms])


def _skew_symmetric(group: Group) -> Statement | None:
    """A^T = -A of square matrices."""
    kinds = [kind for _, kind in group.names]
    if group.family or any(kind.parameters is not None or kind.rows != kind.cols for kind in kinds):
        return None
    return _joined([Relation("=", term("transpose", x), term("neg", x)) for x in group.terms])


def _filled(head: str) -> Maker:
    """x is the array of its shape that is full of ones, or of zeros."""

    def make(group: Group) -> Statement | None:
        kinds = [kind for _, kind in group.names]
        if group.family or any(not kind.is_tensor or kind.parameters is not None for kind in kinds):
            return None
        return _joined([Relation("=", x, term(head, data=kind.shape)) for x, kind in zip(group.terms, kinds, strict=True)])

    return make


STATED: Mapping[str, Maker] = {
    "orthonormal": _orthonormal,
    "orthonormal_columns": _orthonormal_columns,
    "orthonormal_rows": _orthonormal_rows,
    "mutually_orthogonal": _orthogonal,
    "commute": _commute,
    "skew_symmetric": _skew_symmetric,
    "all_ones": _filled("ones"),
    "all_zeros": _filled("zeros"),
    "unit": _unit,
    "distinct": _distinct,
    "disjoint_events": _disjoint_events,
    "positive_integer": _beyond(">=", 1),
    "negative_integer": _beyond("<=", -1),
    "even": _even,
    "odd": _odd,
    "zero_mean": _zero_mean,
    "unit_variance": _unit_variance,
}
"""What a noun of the kind `stated` says of a group of symbols."""

ENTAILED_BY: Mapping[str, tuple[str, ...]] = {"mutually_orthogonal": ("orthonormal",), "unit": ("orthonormal",)}

VECTORS = frozenset({"orthonormal", "mutually_orthogonal", "unit"})


def stated_hypotheses(said: Said, formula: Written, context: Context, source: Source) -> Iterator[Hypothesis]:
    """What the prose after or before a formula states of its symbols."""
    for stated in said.stated:
        if stated.place != formula.span:
            continue
        group = _group(stated.names, context, stated.fact in VECTORS)
        statement = STATED[stated.fact](group) if group is not None else None
        if statement is not None:
            yield Hypothesis(statement, rf"{source.slice(formula.span).strip()} \text{{ {stated.text}}}", formula.span)


def not_stated(said: Said, context: Context) -> dict[str, str]:
    """Names of which something is stated that makes no statement in the context, with the words."""
    found: dict[str, str] = {}
    for stated in said.stated:
        group = _group(stated.names, context, stated.fact in VECTORS)
        if group is None or STATED[stated.fact](group) is None:
            found |= dict.fromkeys(stated.names, stated.text)
    return found


def said_again(said: Said, formula: Written, context: Context) -> bool:
    """Whether all that the prose beside a formula states of its symbols is what hypotheses say already."""
    entered = [h.statement for h in context.hypotheses]
    rows = [(s.fact, _group(s.names, context, s.fact in VECTORS)) for s in said.stated if s.place == formula.span]
    return bool(rows) and all(group is not None and _is_had(fact, group, entered) for fact, group in rows)


ENTERS = frozenset({"assume", "define", "contradiction", "quantify", "condition"})
"""The cues under which what is stated of symbols holds from then on."""


def enters(formula: Written) -> bool:
    """Whether what the words beside a formula state of its symbols holds from there on."""
    return formula.cue in ENTERS or FOR_SUCH.search(formula.before) is not None


def not_taken(said: Said, formulas: Sequence[Written], context: Context) -> frozenset[str]:
    """Names of which prose says something that the context does not have: nothing may be refuted from their freedom."""
    written = {f.span: f for f in formulas}
    found = set(said.unclear)
    entered: list[Statement] = [h.statement for h in context.hypotheses]
    for stated in said.stated:
        place = written.get(stated.place)
        if place is not None and place.cue == "conclude":  # it is claimed, not said
            continue
        group = _group(stated.names, context, stated.fact in VECTORS)
        statement = STATED[stated.fact](group) if group is not None else None
        if (
            group is None
            or statement is None
            or not ((place is not None and enters(place)) or _is_had(stated.fact, group, entered))
        ):
            found.update(stated.names)
        else:
            entered.append(statement)
    rows = context.declarations
    for one, kinds in said.kinds.items():
        if one in rows and not any(_is_kind(rows[one].type, kind) for kind in kinds):
            found.add(one)
    square = {n for n, facts in said.facts.items() if n in rows and facts & SQUARE_PROPERTIES}
    found.update(n for n in square if not _is_kind(rows[n].type, "matrix") or ONE in rows[n].type.shape)
    found.update(n for n, facts in said.facts.items() if n not in rows and facts & SQUARE_PROPERTIES)  # of members of a family
    found.update({n.rpartition("_")[0] for n in found if n not in rows and n.rpartition("_")[0] in rows})
    sizes = {k for n in found if n in rows for size in rows[n].type.shape for k in size.names}  # `A is square`
    return frozenset(found | sizes)


def _is_had(fact: str, group: Group, entered: Sequence[Statement]) -> bool:
    """Whether a hypothesis says it already, or more: `since the k_i are orthogonal` of orthonormal ones."""
    for said in entered:
        bound = said.names if isinstance(said, ForAll) and group.family else ()
        alike = replace(group, names=(*bound, *group.names[len(bound) :]))
        if any(STATED[f](alike) == said for f in (fact, *ENTAILED_BY.get(fact, ()))):
            return True
    return False


def _is_kind(kind: Type, what: str) -> bool:
    """Whether a type is that of a vector, a matrix, a function, a number; a family is what its members are."""
    if what == "function" or kind.parameters is not None:
        return what == "function" and kind.parameters is not None
    shape = kind.shape
    if what == "number":
        return shape == (ONE, ONE)
    return shape != (ONE, ONE) and (what == "matrix" or ONE in shape)


def _group(names: Sequence[str], context: Context, vectors: bool) -> Group | None:
    """What the names stand for: one family, or vectors and numbers that are declared."""
    rows = context.declarations
    bases = {_family(n, context) for n in names}
    family = next(iter(bases)) if len(bases) == 1 else None
    if family is not None:
        kind = rows[family].type
        letters = [c for c in LETTERS if c not in rows or rows[c].type.index is not None][:2]
        if len(kind.over) != 1 or len(letters) < 2 or (vectors and not kind.member.is_tensor):
            return None
        bound = tuple((c, index(kind.over[0])) for c in letters)
        return Group((), (*bound, ("", kind.member)), family, kind.rows == ONE != kind.cols)
    terms = [_term(n, context) for n in names]
    found = [t for t in terms if t is not None]
    if len(found) < len(names):
        return None
    kinds = [type_of(t, context.types) for t in found]
    fits = all(k.is_tensor and ONE in k.shape if vectors else k.parameters is None and not k.over for k in kinds)
    if not fits or (vectors and len({k.shape for k in kinds}) != 1):
        return None
    return Group(tuple(found), tuple(zip(names, kinds, strict=True)), "", vectors and kinds[0].rows == ONE)


def _term(text: str, context: Context) -> Term | None:
    """A declared name, or the member of a family with a declared index: `k_a`."""
    rows = context.declarations
    if text in rows:
        return Term("size", (), (Size.of(text),)) if "size" in rows[text].properties else name(text)
    base, _, script = text.rpartition("_")
    if base in rows and rows[base].type.over and script in rows and (rows[script].type.index,) == rows[base].type.over:
        return term("member", name(script), data=(base,))
    return None


def _family(text: str, context: Context) -> str | None:
    """The family that a name speaks of: `k`, or `k_i` with a subscript that is no index of its own."""
    rows = context.declarations
    for base in (text, text.rpartition("_")[0]):
        if base in rows and rows[base].type.over:
            known = rows.get(text[len(base) + 1 :])
            own = known is not None and known.type.index is not None and known.origin in ("given", "document")
            return None if own else base
    return None
