"""Functions given by rows: `∀t, i: Φ(t, 2i) = sin …`, `∀t, i: Φ(t, 2i + 1) = cos …`.

A statement is a row when the arguments of the function on its left are linear in the names that it binds, speak of nothing
else and fix them.
Two rows are `apart` when their form shows that they never speak of the same arguments: 2i = 2j + 1 has no whole
solution, n + 1 = 0 no natural one. A row may call its own function at smaller whole numbers (`f(n + 1) = (n + 1) f(n)`):
then `descends` shows that the rows define it by recursion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm

from symproofs.refute.linear import is_linear
from symproofs.refute.values import Row
from symproofs.terms.statement import And, ForAll, Implies, Membership, Relation, Statement, statement_names
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type


def row_of(statement: Statement) -> tuple[str, Row] | None:
    """The function and the row, if the statement is one: `[∀ names:] [premises ⇒] f(arguments) = body`."""
    bound: tuple[tuple[str, Type], ...] = ()
    premises: tuple[Statement, ...] = ()
    if isinstance(statement, ForAll):
        bound, statement = statement.names, statement.body
    if isinstance(statement, Implies):
        premises = statement.premise.parts if isinstance(statement.premise, And) else (statement.premise,)
        statement = statement.conclusion
    if not isinstance(statement, Relation) or statement.operator != "=" or statement.left.head != "call":
        return None
    function, arguments = str(statement.left.data[0]), statement.left.args
    names = dict(bound)
    if any(a.head != "name" and not is_linear(a, names) for a in arguments):
        return None
    solved = frozenset[str]().union(*(free_names(a) for a in arguments))
    arrays = {n for n, t in bound if not t.is_scalar}
    if set(names) != solved or not arrays <= {str(a.data[0]) for a in arguments if a.head == "name"}:
        return None
    if any(function in statement_names(p) for p in premises):
        return None
    return function, Row(bound, premises, arguments, statement.right)


def calls_itself(function: str, row: Row) -> bool:
    return function in free_names(row.body)


# Forms of arguments -------------------------------------------------------------------------------------------

Form = tuple[Fraction, dict[str, Fraction]]
"""constant + Σ coefficient · name."""


def rational_form(node: Term) -> Form | None:
    """The linear form that a term is, if its numbers are written out."""
    match node:
        case Term(head="num", data=(Fraction() as value,)):
            return value, {}
        case Term(head="name", data=(str(name),)):
            return Fraction(0), {name: Fraction(1)}
        case Term(head="neg", args=(inner,)):
            return _scaled(rational_form(inner), Fraction(-1))
        case Term(head="add", args=summands):
            total: Form | None = (Fraction(0), {})
            for a in summands:
                total = _sum(total, rational_form(a))
            return total
        case Term(head="mul", args=factors):
            scale, rest = Fraction(1), None
            for form in map(rational_form, factors):
                if form is None or (form[1] and rest is not None):
                    return None
                scale, rest = (scale, form) if form[1] else (scale * form[0], rest)
            return _scaled(rest or (Fraction(1), {}), scale)
        case Term(head="div", args=(top, bottom)):
            below = rational_form(bottom)
            return _scaled(rational_form(top), 1 / below[0]) if below is not None and not below[1] and below[0] else None
    return None


def _scaled(form: Form | None, by: Fraction) -> Form | None:
    return None if form is None else (form[0] * by, {n: c * by for n, c in form[1].items() if c * by})


def _sum(first: Form | None, second: Form | None) -> Form | None:
    if first is None or second is None:
        return None
    total = dict(first[1])
    for name, c in second[1].items():
        total[name] = total.get(name, Fraction(0)) + c
    return first[0] + second[0], {n: c for n, c in total.items() if c}


# Rows that have no arguments in common ------------------------------------------------------------------------

Bounds = tuple[Fraction | None, bool, Fraction | None, bool]
"""Greatest lower bound known and whether it is attained, least upper bound and whether it is."""


def apart(first: Row, second: Row) -> bool:
    """Whether no arguments belong to both rows, by their form."""
    return any(
        _never_equal(a, b, first, second) or _excluded(a, b, second) or _excluded(b, a, first)
        for a, b in zip(first.arguments, second.arguments, strict=True)
    )


def _never_equal(a: Term, b: Term, first: Row, second: Row) -> bool:
    """a of the first row is never b of the second."""
    form, other = rational_form(a), rational_form(b)
    if form is None or other is None:
        return False
    if not (set(form[1]) <= dict(first.bound).keys() and set(other[1]) <= dict(second.bound).keys()):
        return False
    whole, bounds = {}, {}
    for mark, row in (("1", first), ("2", second)):
        for name, kind in row.bound:
            whole[name + mark] = _is_whole(name, kind, row.premises)
            bounds[name + mark] = _bounds(name, kind, row.premises)
    shifted = _sum(_renamed(form, "1"), _scaled(_renamed(other, "2"), Fraction(-1)))
    assert shifted is not None
    constant, parts = shifted
    if not parts:
        return constant != 0
    if all(whole[n] for n in parts):
        scale = lcm(*(c.denominator for c in parts.values()))
        if (constant * scale) % gcd(*(int(c * scale) for c in parts.values())):
            return True
    return _one_sided(constant, parts, bounds) or _one_sided(-constant, {n: -c for n, c in parts.items()}, bounds)


def _renamed(form: Form, mark: str) -> Form:
    return form[0], {n + mark: c for n, c in form[1].items()}


def _one_sided(constant: Fraction, parts: Mapping[str, Fraction], bounds: Mapping[str, Bounds]) -> bool:
    """Whether constant + Σ c x > 0 by the bounds of the x."""
    least, attained = constant, True
    for name, c in parts.items():
        lower, at_lower, upper, at_upper = bounds[name]
        limit, reached = (lower, at_lower) if c > 0 else (upper, at_upper)
        if limit is None:
            return False
        least, attained = least + c * limit, attained and reached
    return least > 0 or (least == 0 and not attained)


def _is_whole(name: str, kind: Type, premises: Iterable[Statement]) -> bool:
    said = (p.sort for p in premises if isinstance(p, Membership) and p.subject == Term("name", (), (name,)))
    return kind.is_scalar and any(sort in ("natural", "integer") for sort in (kind.sort, *said))


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _compared(name: str, premises: Iterable[Statement]) -> Iterator[tuple[str, Fraction]]:
    """What the premises say of the name and a number written out."""
    for p in premises:
        if not isinstance(p, Relation) or p.operator not in _MIRRORED:
            continue
        left, right = rational_form(p.left), rational_form(p.right)
        if p.left.head == "name" and p.left.data[0] == name and right is not None and not right[1]:
            yield p.operator, right[0]
        elif p.right.head == "name" and p.right.data[0] == name and left is not None and not left[1]:
            yield _MIRRORED[p.operator], left[0]


def _bounds(name: str, kind: Type, premises: Iterable[Statement]) -> Bounds:
    lower = Fraction(1) if kind.index is not None else Fraction(0) if kind.sort == "natural" else None
    at_lower, at_upper, upper = True, True, None
    for operator, value in _compared(name, premises):
        if operator in (">", ">=", "=") and (lower is None or value >= lower):
            lower, at_lower = value, operator != ">"
        if operator in ("<", "<=", "=") and (upper is None or value <= upper):
            upper, at_upper = value, operator != "<"
    return lower, at_lower, upper, at_upper


def _excluded(a: Term, b: Term, second: Row) -> bool:
    """a is a number that b, a name of the second row, is said to differ from."""
    form = rational_form(a)
    if form is None or form[1] or b.head != "name":
        return False
    return ("!=", form[0]) in _compared(str(b.data[0]), second.premises)


# Recursion ----------------------------------------------------------------------------------------------------


def descends(function: str, rows: Iterable[Row]) -> bool:
    """Whether every call of the function in a row is at a smaller whole number, at one and the same argument, bounded below."""
    rows = [r for r in rows if calls_itself(function, r)]
    return not rows or any(all(_descends_at(p, function, r) for r in rows) for p in range(len(rows[0].arguments)))


def _descends_at(place: int, function: str, row: Row) -> bool:
    start = rational_form(row.arguments[place])
    if start is None or len(start[1]) != 1:
        return False
    ((name, c),) = start[1].items()
    kind = dict(row.bound).get(name)
    if kind is None or c != 1 or not _is_whole(name, kind, row.premises) or _bounds(name, kind, row.premises)[0] is None:
        return False
    for node in row.body.walk():
        if node.head == "call" and node.data[0] == function:
            form = rational_form(node.args[place])
            if form is None or form[1] != {name: Fraction(1)} or form[0] >= start[0] or (start[0] - form[0]).denominator != 1:
                return False
    return True
