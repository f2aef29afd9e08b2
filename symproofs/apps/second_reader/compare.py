"""Two readings of one text, compared by value, and the kinds of disagreement that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from symproofs.apps.second_reader.process import SecondReader, Unread
from symproofs.apps.second_reader.text import Outside, construct_outside, prepare
from symproofs.refute.evaluate import Environment, Exhausted, Meter, Value, evaluate
from symproofs.refute.numbers import Scalar, Undefined, Undetermined, complex_ball, gauss, precision, rational, subtract
from symproofs.terms.latex import latex
from symproofs.terms.term import FUNCTIONS, Term, free_names, fun, name, num, rewrite, term
from symproofs.terms.types import Type


def term_of(tree: Sequence[Any]) -> Term:
    """The library's tree as one of our terms, over letters. *Fails* (`ValueError`) on what has no term."""
    head, *rest = tree
    if head == "num":
        return num(Fraction(rest[0]))
    if head == "const":
        return term("const", data=(str(rest[0]),))
    if head == "name":
        return name(str(rest[0]))
    args = [term_of(a) for a in rest]
    if head == "log" and len(args) == 2:
        return term("div", fun("log", args[0]), fun("log", args[1]))
    if head in FUNCTIONS and len(args) == 1:
        return fun(head, args[0])
    return args[0] if head in ("add", "mul") and len(args) == 1 else term(head, *args)


# Comparing ----------------------------------------------------------------------------------------------------

POINTS, ENOUGH = 12, 5
BITS, WORK = 200, 200_000
CLOSE = Fraction(1, 10**30)

Agreement = Literal["equal", "different", "no values"]


def agree(first: Term, second: Term, types: Mapping[str, Type]) -> Agreement:
    """Whether both terms have equal values at several points. Points at which one has none are passed over."""
    met = 0
    for k in range(POINTS if types else 1):
        same = _same(*(_value(side, point(types, k)) for side in (first, second)))
        if same is False:
            return "different"
        met += same is True
        if met == ENOUGH:
            break
    return "equal" if met >= (ENOUGH if types else 1) else "no values"


def _value(node: Term, env: Environment) -> Scalar | None:
    with precision(BITS):
        try:
            found = evaluate(node, env)
        except Exhausted:
            return None
        return None if isinstance(found, (Undefined, Undetermined)) else found


def _same(first: Scalar | None, second: Scalar | None) -> bool | None:
    """Whether two enclosed numbers are the same to many digits; `None` where an enclosure is too wide to tell."""
    if first is None or second is None:
        return None
    with precision(BITS):
        gap = complex_ball(subtract(first, second))
        if not gap.contains(0):
            return False
        size = complex_ball(first).abs_upper() + 1
        return True if gap.abs_upper() < size * rational(CLOSE) else None


def point(types: Mapping[str, Type], k: int) -> Environment:
    """Values number `k` for letters: small, different, rational; later negative ones too."""
    values: dict[str, Value] = {}
    for j, (letter, kind) in enumerate(types.items()):
        whole = (3 * j + 5 * k) % 7 + 1
        part = Fraction((5 * j + 3 * k) % 11 + 1, (2 * j + k) % 5 + 2)
        if k >= 3 and (j + k) % 3 == 2:
            part = -part
        if kind.sort in ("natural", "integer"):
            values[letter] = rational(whole)
        elif kind.sort == "complex":
            values[letter] = gauss(rational(part), rational(Fraction((j + 2 * k) % 5 - 2, 3)))
        else:
            values[letter] = rational(part)
    return Environment(dict(types), {}, values, Meter(WORK))


# Kinds of disagreement ----------------------------------------------------------------------------------------


def _log_to_base_ten(part: Term) -> Term | None:
    return term("div", part, fun("log", num(10))) if part.head == "fun" and part.data == ("log",) else None


def _reciprocal_as_inverse(part: Term) -> Term | None:
    """`\\sin^{-1} x` is read as arcsin x."""
    inverses = {"sin": "arcsin", "cos": "arccos", "tan": "arctan"}
    if part.head != "pow" or part.args[1] not in (num(-1), term("neg", num(1))) or part.args[0].head != "fun":
        return None
    which = inverses.get(str(part.args[0].data[0]))
    return fun(which, part.args[0].args[0]) if which else None


KINDS: Final[Mapping[str, Callable[[Term], Term | None]]] = {
    "log to base 10": _log_to_base_ten,
    "reciprocal of a function as its inverse": _reciprocal_as_inverse,
}
"""How the library misreads, as a change to our own reading; a disagreement is of a kind if the change settles it."""


def kind_of(own: Term, other: Term, types: Mapping[str, Type]) -> str | None:
    """The listed kind of a disagreement, shown by value, or `None`."""
    for label, change in KINDS.items():
        changed = rewrite(own, change)
        if changed != own and agree(changed, other, types) == "equal":
            return label
    return None


# The summary --------------------------------------------------------------------------------------------------

Outcome = Literal["agrees", "listed", "differs", "no values", "unread", "outside"]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What came of one text: `detail` is the kind, the reason, the construct or the other reading."""

    latex: str
    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True)
class Summary:
    """The opinions on several texts, in order."""

    opinions: tuple[Opinion, ...]

    def of(self, outcome: Outcome) -> tuple[Opinion, ...]:
        return tuple(o for o in self.opinions if o.outcome == outcome)

    @property
    def compared(self) -> int:
        """How many sides both readers gave a value."""
        return sum(o.outcome in ("agrees", "listed", "differs") for o in self.opinions)

    def counted(self, outcome: Outcome) -> dict[str, int]:
        """How often each detail occurs among the opinions with this outcome."""
        return dict(sorted(Counter(o.detail for o in self.of(outcome)).items()))


def second_opinion(text: str, node: Term, types: Mapping[str, Type], reader: SecondReader) -> Opinion:
    """Compare our reading of one text with the second reader's."""
    construct = construct_outside(node, types)
    if construct is not None:
        return Opinion(text, "outside", construct)
    try:
        prepared = prepare(text, node, types)
    except Outside as reason:
        return Opinion(text, "outside", str(reason))
    tree = reader.tree(prepared.text)
    if isinstance(tree, Unread):
        return Opinion(text, "unread", tree.reason)
    try:
        other = term_of(tree)
    except (ValueError, RecursionError) as reason:
        return Opinion(text, "differs", str(reason))
    strange = sorted(free_names(other) - prepared.types.keys())
    if strange:
        return Opinion(text, "differs", f"names that are not written: {', '.join(strange)}")
    found = agree(prepared.term, other, prepared.types)
    if found == "equal":
        return Opinion(text, "agrees")
    if found == "no values":
        return Opinion(text, "no values")
    kind = kind_of(prepared.term, other, prepared.types)
    return (
        Opinion(text, "listed", kind) if kind else Opinion(text, "differs", f"given as {prepared.text}, read as {latex(other)}")
    )


def compare_sides(sides: Iterable[tuple[str, Term, Mapping[str, Type]]], reader: SecondReader | None = None) -> Summary:
    """Both readings of every side, each a text, our term and the types of its names."""
    if reader is not None:
        return Summary(tuple(second_opinion(text, node, types, reader) for text, node, types in sides))
    with SecondReader() as own:
        return Summary(tuple(second_opinion(text, node, types, own) for text, node, types in sides))
