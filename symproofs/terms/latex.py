"""Terms and statements as LaTeX. Printing must not lie: reading the text gives the term back.

Brackets stand exactly where the tree needs them: a product inside a product keeps its brackets
(`(P X) W_Q`), a sum in a product, a base that is no atom. What is written alike and told apart by types
alone prints alike: a family's member and a name with a subscript, softmax of a vector and of rows.
Numbers print as they are spelled: see `spelled`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Final

from symproofs.terms.latex_names import letter_latex, name_latex, script
from symproofs.terms.latex_pieces import PRINTERS, Printing, print_term
from symproofs.terms.size import ONE, Size
from symproofs.terms.spelling import spelled, spelled_size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import Term, bound_name
from symproofs.terms.types import Type

__all__ = [
    "NUMBER_SETS", "PRINTERS", "PROPERTY_SIGNS", "RELATION_SIGNS", "latex", "size_latex", "spelled", "spelled_size",
    "statement_latex", "type_latex",
]  # fmt: skip


def latex(node: Term, *, names: Mapping[str, str] = {}, show_broadcast: bool = False) -> str:
    """The term in LaTeX. `names` overrides the LaTeX of names; `show_broadcast` prints `\\mathbf{1} b` for added rows."""
    return print_term(node, Printing(names, _letters(node), show_broadcast)).text


def statement_latex(statement: Statement, *, names: Mapping[str, str] = {}, show_broadcast: bool = False) -> str:
    """The statement in LaTeX, without words of any language where mathematics has a sign."""

    def show(node: Term) -> str:
        return latex(node, names=names, show_broadcast=show_broadcast)

    def part(inner: Statement) -> str:
        text = statement_latex(inner, names=names, show_broadcast=show_broadcast)
        return text if isinstance(inner, (Relation, Property, Membership, Tends, InProbability)) else rf"\bigl({text}\bigr)"

    match statement:
        case Relation(operator, left, right):
            return f"{show(left)} {RELATION_SIGNS[operator]} {show(right)}"
        case Property(label, subject):
            return _property(label, subject, show)
        case Membership(subject, sort):
            return rf"{show(subject)} \in {NUMBER_SETS.get(sort, letter_latex(sort))}"
        case And(parts):
            return r" \land ".join(map(part, parts))
        case Implies(first, second):
            return rf"{part(first)} \Rightarrow {part(second)}"
        case Iff(first, second):
            return rf"{part(first)} \Leftrightarrow {part(second)}"
        case Tends(subject, target):
            return rf"{show(subject)} \to {show(target)}"
        case InProbability(subject, target):
            return rf"{show(subject)} {RELATION_SIGNS['->p']} {show(target)}"
        case ForAll(bound, body) | Exists(bound, body):
            heads = _quantified(bound, names)
            sign = r"\forall" if isinstance(statement, ForAll) else r"\exists"
            return rf"{sign}\, {heads}:\ {statement_latex(body, names=names, show_broadcast=show_broadcast)}"


def _quantified(bound: Iterable[tuple[str, Type]], names: Mapping[str, str]) -> str:
    """`x, y \\in \\mathbb{R},\\ k \\in \\mathbb{Z}`: neighbours of one type together."""
    groups = groupby(bound, key=lambda row: type_latex(row[1]))
    return ",\\ ".join(rf"{', '.join(names.get(n) or name_latex(n) for n, _ in rows)} \in {where}" for where, rows in groups)


RELATION_SIGNS: Final[Mapping[str, str]] = {
    "=": "=", "!=": r"\neq", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "~": r"\approx", "->": r"\to",
    "->p": r"\xrightarrow{P}",
}  # fmt: skip

NUMBER_SETS: Final[Mapping[str, str]] = {
    "natural": r"\mathbb{N}", "integer": r"\mathbb{Z}", "rational": r"\mathbb{Q}", "real": r"\mathbb{R}",
    "complex": r"\mathbb{C}",
}  # fmt: skip

PROPERTY_SIGNS: Final[Mapping[str, str]] = {
    "positive": "{x} > 0",
    "nonnegative": r"{x} \ge 0",
    "negative": "{x} < 0",
    "nonzero": r"{x} \neq 0",
    "invertible": r"\det({x}) \neq 0",
    "symmetric": r"{b}^\top = {x}",
    "orthogonal": r"{b}^\top {b} = I",
    "positive_definite": r"{x} \succ 0",
    "size": r"{x} \in \mathbb{{N}},\ {x} \ge 1",
    "permutation": r"{x} \text{{ is a permutation matrix}}",
    "diagonal": r"{x} \text{{ is diagonal}}",
    "row_bias": r"{x} \text{{ is added to every row}}",
}
"""Properties by their signs: `x` is the subject, `b` the subject fit to carry a superscript."""


def _property(label: str, subject: Term, show: Callable[[Term], str]) -> str:
    text = show(subject)
    base = text if subject.head in ("name", "member") else f"({text})"
    row = PROPERTY_SIGNS.get(label)
    return row.format(x=text, b=base) if row else rf"{text} \text{{ is {label.replace('_', ' ')}}}"


def type_latex(kind: Type) -> str:
    """The set of which names of this type are members: `\\mathbb{R}^{n \\times d}`, `[n]`."""
    if kind.index is not None:
        return f"[{size_latex(kind.index)}]"
    if kind.parameters is not None:
        inputs = r" \times ".join(map(type_latex, kind.parameters))
        return rf"{inputs} \to {type_latex(kind.member)}"
    field_sign = NUMBER_SETS[kind.sort]
    if kind.rows == ONE == kind.cols:
        return field_sign
    if kind.cols == ONE:
        return field_sign + script("^", size_latex(kind.rows))
    return rf"{field_sign}^{{{size_latex(kind.rows)} \times {size_latex(kind.cols)}}}"


def size_latex(size: Size) -> str:
    return print_term(spelled_size(size), Printing(in_script=True)).text


def _letters(node: Term) -> frozenset[str]:
    """Names that occur, bound ones too: the imaginary unit must not look like an index `i`."""
    found = {str(part.data[0]) for part in node.walk() if part.head in ("name", "member", "call")}
    found |= {b for part in node.walk() if (b := bound_name(part))}
    found |= {n for part in node.walk() for d in part.data if isinstance(d, Size) for n in d.names}
    return frozenset(found)
