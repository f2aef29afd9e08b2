"""Numbers and sizes as formulas spell them: what a reader makes of the LaTeX of a term."""

from __future__ import annotations

from fractions import Fraction

from symproofs.terms.size import Size
from symproofs.terms.term import Term, num, rewrite, term


def spelled(node: Term) -> Term:
    """The term as its LaTeX spells it: `-3` is minus of 3, `1/2` a fraction, `n - 1` a difference; in an exponent
    a number with its sign and its fraction bar is one number.

    `latex(spelled(t)) == latex(t)`; what a reader gives back for `latex(t)` is `spelled(t)`.
    """

    def step(part: Term) -> Term | None:
        if part.head == "num":
            plain = spelled_number(part)
            return plain if plain != part else None
        if part.head == "size":
            size = part.data[0]
            assert isinstance(size, Size)
            return None if size.name else spelled_size(size)
        if part.head == "pow":
            value = _written_number(part.args[1])
            return None if value is None else part.with_args((part.args[0], num(value)))
        return None

    return rewrite(node, step)


def spelled_number(node: Term) -> Term:
    value = node.data[0]
    assert isinstance(value, Fraction)
    size = abs(value)
    plain = num(size.numerator)
    if size.denominator != 1:
        plain = term("div", plain, num(size.denominator))
    return term("neg", plain) if value < 0 else plain


def _written_number(node: Term) -> Fraction | None:
    """The number that digits with a sign and a fraction bar write."""
    if node.head == "num" and isinstance(node.data[0], Fraction):
        return node.data[0]
    parts = [_written_number(a) for a in node.args] if node.head in ("neg", "div") else [None]
    if any(p is None for p in parts):
        return None
    first, *rest = (p for p in parts if p is not None)
    if node.head == "neg":
        return -first
    return first / rest[0] if rest[0] else None


def spelled_size(size: Size) -> Term:
    """A linear form written out: names are the atoms, coefficients and the constant numbers."""
    parts: list[Term] = []
    for letter, coefficient in size.parts:
        atom = Term("size", (), (Size.of(letter),))
        amount = abs(coefficient)
        top = atom if amount.numerator == 1 else term("mul", num(amount.numerator), atom)
        piece = top if amount.denominator == 1 else term("div", top, num(amount.denominator))
        parts.append(term("neg", piece) if coefficient < 0 else piece)
    if size.constant or not parts:
        parts.append(spelled(num(size.constant)))
    return parts[0] if len(parts) == 1 else term("add", *parts)
