"""Roots of polynomial equations in one name: values at which such a hypothesis holds."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpq_poly

from symproofs.terms.statement import ForAll, Relation, Statement, statement_names
from symproofs.terms.term import Term, name, rewrite

HIGHEST = 16
"""The highest degree that is looked at."""


class NoPolynomial(Exception):
    """A term that is no polynomial in the name with rational coefficients, or one of too high a degree."""


def rational_roots(statement: Statement, label: str) -> tuple[fmpq, ...]:
    """The rational values of a name at which an equation in it alone holds, if it is one between polynomials."""
    if not isinstance(statement, Relation) or statement_names(statement) != {label}:
        return ()
    near = _near(statement, label)
    if statement.operator != "=" or near:
        return near
    try:
        difference = polynomial(statement.left, label) - polynomial(statement.right, label)
    except NoPolynomial:
        return ()
    if difference.degree() < 1:
        return ()
    return tuple(sorted((root for root, _ in difference.roots()), key=lambda r: (abs(r), -r)))


def roots_of_members(statement: Statement, label: str) -> tuple[fmpq, ...]:
    """The rational values of every member of a family at which an equation in one member alone, said of all, holds."""
    if not isinstance(statement, ForAll) or not isinstance(statement.body, Relation) or statement.body.operator != "=":
        return ()
    bound = {n for n, kind in statement.names if kind.index is not None}
    members = {node for side in (statement.body.left, statement.body.right) for node in side.walk() if node.head == "member"}
    member = members.pop() if len(members) == 1 else None
    if (
        member is None
        or member.data[0] != label
        or sorted(str(a.data[0]) for a in member.args if a.head == "name") != sorted(bound)
    ):
        return ()
    alone = name(label)
    sides = (
        rewrite(side, lambda node: alone if node == member else node) for side in (statement.body.left, statement.body.right)
    )
    return rational_roots(Relation("=", *sides), label)


def _near(statement: Relation, label: str) -> tuple[fmpq, ...]:
    """Numbers within the distance from a number that `|x - a| ≤ d` allows, a itself last: x may have to differ from it."""
    distance, bound = statement.left, statement.right
    if statement.operator != "<=" or distance.head != "fun" or distance.data[0] != "abs" or bound.head != "num":
        return ()
    inside, d = distance.args[0], bound.data[0]
    if inside.head != "add" or inside.args[0] != name(label) or inside.args[1].head != "neg" or len(inside.args) != 2:
        return ()
    centre = inside.args[1].args[0]
    c = centre.data[0] if centre.head == "num" else None
    if not (isinstance(c, Fraction) and isinstance(d, Fraction) and d > 0):
        return ()
    return tuple(_rational(c + k * d / 2) for k in (1, -1, 0))


def polynomial(node: Term, label: str) -> fmpq_poly:
    """The term as a polynomial in the name. *Fails with* `NoPolynomial`."""
    found = _polynomial(node, label)
    if found.degree() > HIGHEST:
        raise NoPolynomial
    return found


def _polynomial(node: Term, label: str) -> fmpq_poly:
    match node.head:
        case "name" if node.data[0] == label:
            return fmpq_poly([0, 1])
        case "num" if isinstance(node.data[0], Fraction):
            return fmpq_poly([_rational(node.data[0])])
        case "neg":
            return -polynomial(node.args[0], label)
        case "add":
            return sum((polynomial(a, label) for a in node.args), fmpq_poly([0]))
        case "mul":
            found = fmpq_poly([1])
            for factor in node.args:
                found *= polynomial(factor, label)
                if found.degree() > HIGHEST:
                    raise NoPolynomial
            return found
        case "div":
            below = polynomial(node.args[1], label)
            if below.degree() == 0:
                return polynomial(node.args[0], label) * fmpq_poly([1 / below[0]])
        case "pow" if node.args[1].head == "num":
            exponent = node.args[1].data[0]
            base = polynomial(node.args[0], label)
            whole = isinstance(exponent, Fraction) and exponent.denominator == 1
            if isinstance(exponent, Fraction) and whole and 0 <= exponent <= HIGHEST and base.degree() * exponent <= HIGHEST:
                return base ** int(exponent)
    raise NoPolynomial


def _rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
