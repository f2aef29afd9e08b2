"""Candidates for antiderivatives of real functions of one variable: to be differentiated by whoever uses them.

Sums of products of a power of x, e to a linear function of x, and sines and cosines of linear functions are integrated by parts;
quotients of polynomials with rational coefficients by partial fractions; a function of a linear function by a table; and h(u) u′
by the antiderivative of h. Nothing here is trusted: what is found may be wrong, or defined on too small a domain.
*Fails when* no candidate is known: nothing is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from math import isqrt

from flint import fmpq, fmpq_poly

from symproofs.terms.term import E, Term, free_names, fun, name, num, number_in, rational_in
from symproofs.theories.nearly import nearly

MOST_ITEMS = 64
HIGHEST_POWER = 12


class NoAntiderivative(Exception):
    """Nothing is known for this form."""


def candidates(body: Term, label: str) -> Iterator[Term]:
    """Terms in the same name of which the derivative may be the given one, the likeliest first."""
    for way in (_by_items, _by_fractions, _by_quadratic, _by_inner_function):
        try:
            yield from way(body, label)
        except NoAntiderivative:
            continue


# ------------------------------------------------------------------ terms, lightly simplified


def plus(*parts: Term) -> Term:
    total, rest = Fraction(0), []
    for part in parts:
        for p in part.args if part.head == "add" else (part,):
            if p.head == "num":
                total += number_in(p)
            else:
                rest.append(p)
    if total or not rest:
        rest.append(num(total))
    return rest[0] if len(rest) == 1 else Term("add", tuple(rest))


def times(*parts: Term) -> Term:
    total, rest = Fraction(1), []
    for part in parts:
        todo = list(part.args) if part.head == "mul" else [part]
        for p in todo:
            while p.head == "neg":
                total, p = -total, p.args[0]
            if p.head == "num":
                total *= number_in(p)
            elif p.head == "mul":
                todo += p.args
            else:
                rest.append(p)
    if not total or not rest:
        return num(total)
    if total != 1:
        rest.insert(0, num(total))
    return rest[0] if len(rest) == 1 else Term("mul", tuple(rest))


def minus(part: Term) -> Term:
    return times(num(-1), part)


def over(top: Term, below: Term) -> Term:
    if below.head == "neg":
        return over(minus(top), below.args[0])
    if below.head == "num" and number_in(below):
        return times(num(1 / number_in(below)), top)
    if top == below:
        return num(1)
    return num(0) if top == num(0) else Term("div", (top, below))


def power(base: Term, exponent: Fraction) -> Term:
    if exponent == 0:
        return num(1)
    if base.head == "num" and exponent.denominator == 1 and (number_in(base) or exponent > 0):
        return num(number_in(base) ** int(exponent))
    if exponent.denominator == 2:  # a power that is not whole has no sort of real numbers, a root has
        whole = exponent.numerator // 2
        root = Term("sqrt", (base,))
        return times(power(base, Fraction(whole)), root) if whole >= 0 else over(root, power(base, Fraction(-whole)))
    return base if exponent == 1 else Term("pow", (base, num(exponent)))


# ------------------------------------------------------------------ sums of x^n e^{ax} cos(ωx + φ)


Linear = tuple[Term, Term]
"""a and b of ax + b."""


@dataclass(frozen=True)
class Item:
    """c x^n e^{ax} times sines and cosines of linear functions."""

    factor: Term = field(default_factory=lambda: num(1))
    power: Fraction = Fraction(0)
    rate: Term = field(default_factory=lambda: num(0))
    waves: tuple[tuple[str, Linear], ...] = ()

    def times(self, other: Item) -> Item:
        return Item(
            times(self.factor, other.factor),
            self.power + other.power,
            plus(self.rate, other.rate),
            self.waves + other.waves,
        )


def linear(node: Term, label: str) -> Linear:
    """The coefficients of a linear function. *Fails when* it is none."""
    if label not in free_names(node):
        return num(0), node
    if node == name(label):
        return num(1), num(0)
    match node.head:
        case "add":
            parts = [linear(a, label) for a in node.args]
            return plus(*(a for a, _ in parts)), plus(*(b for _, b in parts))
        case "neg":
            a, b = linear(node.args[0], label)
            return minus(a), minus(b)
        case "mul":
            inside = [k for k, a in enumerate(node.args) if label in free_names(a)]
            if len(inside) == 1:
                others = times(*(a for k, a in enumerate(node.args) if k != inside[0]))
                a, b = linear(node.args[inside[0]], label)
                return times(others, a), times(others, b)
        case "div" if label not in free_names(node.args[1]):
            a, b = linear(node.args[0], label)
            return over(a, node.args[1]), over(b, node.args[1])
    raise NoAntiderivative


def items(node: Term, label: str) -> list[Item]:
    """A term as a sum of items. *Fails when* it is none."""
    if label not in free_names(node):
        return [Item(node)]
    if node == name(label):
        return [Item(power=Fraction(1))]
    match node.head:
        case "add":
            return [i for a in node.args for i in items(a, label)]
        case "neg":
            return [replace(i, factor=minus(i.factor)) for i in items(node.args[0], label)]
        case "mul":
            return _multiplied([items(a, label) for a in node.args])
        case "div":
            return _multiplied([items(node.args[0], label), [_inverted(i) for i in _single(node.args[1], label)]])
        case "sqrt":
            return [_raised(i, Fraction(1, 2)) for i in _single(node.args[0], label)]
        case "pow":
            return _power_items(node.args[0], node.args[1], label)
        case "fun":
            return _function_items(str(node.data[0]), node.args[0], label)
    raise NoAntiderivative


def _single(node: Term, label: str) -> list[Item]:
    found = items(node, label)
    if len(found) != 1 or found[0].waves:
        raise NoAntiderivative
    return found


def _inverted(item: Item) -> Item:
    return Item(over(num(1), item.factor), -item.power, minus(item.rate))


def _raised(item: Item, exponent: Fraction) -> Item:
    """A power that is not whole, of a power of x alone."""
    if item.rate != num(0) or item.waves or item.factor != num(1):
        raise NoAntiderivative
    return Item(power=item.power * exponent)


def _power_items(base: Term, exponent: Term, label: str) -> list[Item]:
    if label in free_names(exponent):
        rate, rest = linear(exponent, label)
        if label in free_names(base):
            raise NoAntiderivative
        logarithm = num(1) if base == E else fun("log", base)
        return [Item(Term("pow", (base, rest)) if rest != num(0) else num(1), rate=times(rate, logarithm))]
    q = rational_in(exponent)
    if q is None:
        raise NoAntiderivative
    if q.denominator == 1 and 0 <= q <= HIGHEST_POWER:
        return _multiplied([items(base, label)] * int(q))
    if q.denominator == 1 and q < 0:
        below = _multiplied([_single(base, label)] * int(-q))
        return [_inverted(i) for i in below]
    return [_raised(i, q) for i in _single(base, label)]


def _function_items(which: str, argument: Term, label: str) -> list[Item]:
    if which in ("sin", "cos"):
        return [Item(waves=((which, linear(argument, label)),))]
    if which not in ("exp", "sinh", "cosh"):
        raise NoAntiderivative
    rate, rest = linear(argument, label)
    up = Item(fun("exp", rest) if rest != num(0) else num(1), rate=rate)
    if which == "exp":
        return [up]
    down = Item(fun("exp", minus(rest)) if rest != num(0) else num(1), rate=minus(rate))
    half, way = num(Fraction(1, 2)), num(-1 if which == "sinh" else 1)
    return [replace(up, factor=times(half, up.factor)), replace(down, factor=times(half, way, down.factor))]


def _multiplied(rows: list[list[Item]]) -> list[Item]:
    found = [Item()]
    for row in rows:
        if len(found) * len(row) > MOST_ITEMS:
            raise NoAntiderivative
        found = [a.times(b) for a, b in product(found, row)]
    return found


def _one_wave(item: Item) -> list[Item]:
    """Products of sines and cosines as sums of single ones."""
    if len(item.waves) < 2:
        return [item]
    (first, (a, b)), (second, (c, d)), *rest = item.waves
    low, high = (plus(a, minus(c)), plus(b, minus(d))), (plus(a, c), plus(b, d))
    kind, way = {
        ("cos", "cos"): ("cos", 1),
        ("sin", "sin"): ("cos", -1),
        ("sin", "cos"): ("sin", 1),
        ("cos", "sin"): ("sin", 1),
    }[first, second]
    near = -1 if (first, second) == ("cos", "sin") else 1
    half = Fraction(1, 2)
    parts = [
        replace(item, factor=times(num(half * near), item.factor), waves=((kind, low), *rest)),
        replace(item, factor=times(num(half * way), item.factor), waves=((kind, high), *rest)),
    ]
    return [one for part in parts for one in _one_wave(part)]


def _by_items(body: Term, label: str) -> Iterator[Term]:
    found = [one for item in items(body, label) for one in _one_wave(item)]
    if len(found) > MOST_ITEMS:
        raise NoAntiderivative
    yield plus(*(_integrated(item, label) for item in _collected(found)))


def _collected(found: list[Item]) -> list[Item]:
    """Items alike but for the factor as one."""
    rows: dict[tuple[object, ...], list[Term]] = {}
    for item in found:
        rows.setdefault((item.power, item.rate, item.waves), []).append(item.factor)
    return [Item(plus(*factors), *key) for key, factors in rows.items()]  # type: ignore[arg-type]


def _integrated(item: Item, label: str) -> Term:
    x = name(label)
    wave = item.waves[0] if item.waves else None
    if wave is not None and wave[1][0] == num(0):  # the sine of a constant
        return _integrated(replace(item, factor=times(item.factor, fun(wave[0], wave[1][1])), waves=()), label)
    if item.rate == num(0) and wave is None:
        n = item.power + 1
        return times(item.factor, fun("log", x) if n == 0 else times(num(1 / n), power(x, n)))
    n = item.power
    if n.denominator != 1 or not 0 <= n <= HIGHEST_POWER:
        raise NoAntiderivative
    grown = num(1) if item.rate == num(0) else fun("exp", times(item.rate, x))
    if wave is None:
        return times(item.factor, grown, _by_parts(int(n), item.rate, x))
    omega, phase = wave[1]
    angle = plus(times(omega, x), phase)
    first, second = _by_parts_with_waves(int(n), item.rate, omega, x, wave[0])
    return times(item.factor, grown, plus(times(first, fun("cos", angle)), times(second, fun("sin", angle))))


def _by_parts(n: int, rate: Term, x: Term) -> Term:
    """p with (p e^{ax})′ = x^n e^{ax}."""
    if n == 0:
        return over(num(1), rate)
    return over(plus(power(x, Fraction(n)), times(num(-n), _by_parts(n - 1, rate, x))), rate)


def _by_parts_with_waves(n: int, rate: Term, omega: Term, x: Term, which: str) -> tuple[Term, Term]:
    """p, q with (e^{ax} (p cos + q sin))′ = x^n e^{ax} times the cosine or sine of ωx + φ."""
    square = plus(times(rate, rate), times(omega, omega)) if rate != num(0) else times(omega, omega)
    if n == 0:
        if which == "cos":
            return over(rate, square), over(omega, square)
        return over(minus(omega), square), over(rate, square)
    top = power(x, Fraction(n))
    c, s = (_by_parts_with_waves(n - 1, rate, omega, x, w) for w in ("cos", "sin"))
    found = []
    for k in (0, 1):
        own = times(top, (rate, omega)[k] if which == "cos" else (minus(omega), rate)[k])
        back = (
            plus(times(rate, c[k]), times(omega, s[k])) if which == "cos" else plus(times(rate, s[k]), minus(times(omega, c[k])))
        )
        found.append(over(plus(own, times(num(-n), back)), square))
    return found[0], found[1]


# ------------------------------------------------------------------ quotients of polynomials


def _quotient(node: Term, label: str) -> tuple[fmpq_poly, fmpq_poly]:
    """Numerator and denominator over the rational numbers. *Fails when* it is no such quotient."""
    if node == name(label):
        return fmpq_poly([0, 1]), fmpq_poly([1])
    q = rational_in(node)
    if q is not None:
        return fmpq_poly([fmpq(q.numerator, q.denominator)]), fmpq_poly([1])
    match node.head:
        case "neg":
            top, below = _quotient(node.args[0], label)
            return -top, below
        case "add":
            total = fmpq_poly([0]), fmpq_poly([1])
            for a in node.args:
                top, below = _quotient(a, label)
                total = total[0] * below + top * total[1], total[1] * below
            return total
        case "mul":
            total = fmpq_poly([1]), fmpq_poly([1])
            for a in node.args:
                top, below = _quotient(a, label)
                total = total[0] * top, total[1] * below
            return total
        case "div":
            (a, b), (c, d) = (_quotient(part, label) for part in node.args)
            if c:
                return a * d, b * c
        case "pow":
            n = rational_in(node.args[1])
            if n is not None and n.denominator == 1 and abs(n) <= HIGHEST_POWER:
                top, below = _quotient(node.args[0], label)
                if n >= 0 or top:
                    return (top ** int(n), below ** int(n)) if n >= 0 else (below ** int(-n), top ** int(-n))
    raise NoAntiderivative


def _by_fractions(body: Term, label: str) -> Iterator[Term]:
    """Partial fractions: powers, logarithms, arctangents. Of a logarithm both signs are candidates."""
    top, below = _quotient(body, label)
    common = top.gcd(below)
    top, below = top / common, below / common
    whole, rest = divmod(top, below)
    x = name(label)
    parts = [times(num(_fraction(c) / (k + 1)), power(x, Fraction(k + 1))) for k, c in enumerate(whole.coeffs()) if c]
    lead, factors = below.factor()
    rest = rest / lead
    logarithms: list[tuple[Fraction, Term]] = []
    for p, multiplicity in factors:
        scale = p[p.degree()]
        others = fmpq_poly([1])
        for q, m in factors:
            if q != p:
                others *= q**m
        parts += _near(rest, p, multiplicity, others, x, logarithms) if scale else []
    for signs in islice(product((1, -1), repeat=len(logarithms)), 8):
        logs = [times(num(c), fun("log", times(num(s), u))) for s, (c, u) in zip(signs, logarithms, strict=True)]
        yield plus(*parts, *logs) if parts or logs else num(0)


def _near(
    rest: fmpq_poly, p: fmpq_poly, multiplicity: int, others: fmpq_poly, x: Term, logarithms: list[tuple[Fraction, Term]]
) -> list[Term]:
    """What the partial fractions with powers of one factor below give."""
    modulus = p**multiplicity
    unit, inverse, _ = others.xgcd(modulus)
    above = (rest * inverse / unit[0]) % modulus
    digits = []
    for _ in range(multiplicity):
        above, digit = divmod(above, p)
        digits.append(digit)
    found = []
    for k, digit in enumerate(reversed(digits), 1):  # digit / p^k
        if not digit:
            continue
        if p.degree() == 1:
            c, slope, u = _fraction(digit[0]), _fraction(p[1]), _written(p, x)
            if k == 1:
                logarithms.append((c / slope, u))
            else:
                found.append(times(num(c / slope / (1 - k)), power(u, Fraction(1 - k))))
        elif p.degree() == 2 and k == 1:
            found += _over_quadratic(digit, p, x)
        else:
            raise NoAntiderivative
    return found


def _over_quadratic(digit: fmpq_poly, p: fmpq_poly, x: Term) -> list[Term]:
    """(d x + e) / (a x² + b x + c) with 4ac > b²."""
    c, b, a = (_fraction(p[k]) for k in range(3))
    e, d = (_fraction(digit[k]) for k in range(2))
    left = 4 * a * c - b * b
    if left <= 0:
        raise NoAntiderivative
    sign = 1 if a > 0 else -1
    found = [times(num(d / (2 * a)), fun("log", times(num(sign), _written(p, x))))] if d else []
    rest = e - d * b / (2 * a)
    if rest:
        root = _root(left)
        argument = over(plus(times(num(2 * a), x), num(b)), root)
        found.append(times(num(2 * rest), over(fun("arctan", argument), root)))
    return found


def _root(q: Fraction) -> Term:

    top, below = isqrt(q.numerator), isqrt(q.denominator)
    return num(Fraction(top, below)) if top * top == q.numerator and below * below == q.denominator else Term("sqrt", (num(q),))


def _written(p: fmpq_poly, x: Term) -> Term:
    terms = [times(num(_fraction(c)), power(x, Fraction(k))) for k, c in enumerate(p.coeffs()) if c]
    return plus(*reversed(terms))


def _fraction(q: fmpq) -> Fraction:
    return Fraction(int(q.p), int(q.q))


def _by_quadratic(body: Term, label: str) -> Iterator[Term]:
    """c / (a x + b) and c / (a² + x²), with parameters."""
    if body.head != "div" or label in free_names(body.args[0]):
        raise NoAntiderivative
    top, below = body.args
    try:
        a, _ = linear(below, label)
        for sign in (1, -1):
            yield times(top, over(fun("log", times(num(sign), below) if sign < 0 else below), a))
        return
    except NoAntiderivative:
        pass
    x = name(label)
    if below.head == "add" and len(below.args) == 2 and Term("pow", (x, num(2))) in below.args:
        (square,) = [a for a in below.args if a != Term("pow", (x, num(2)))] or [num(0)]
        if label not in free_names(square):
            root = square.args[0] if square.head == "pow" and square.args[1] == num(2) else Term("sqrt", (square,))
            yield times(top, over(fun("arctan", over(x, root)), root))


# ------------------------------------------------------------------ functions of other functions


def _log_of(u: Term) -> Term:
    return plus(times(u, fun("log", u)), minus(u))


PRIMITIVES: Mapping[str, Callable[[Term], Term]] = {
    "exp": lambda u: fun("exp", u),
    "sin": lambda u: minus(fun("cos", u)),
    "cos": lambda u: fun("sin", u),
    "tan": lambda u: minus(fun("log", fun("cos", u))),
    "cot": lambda u: fun("log", fun("sin", u)),
    "log": _log_of,
    "sinh": lambda u: fun("cosh", u),
    "cosh": lambda u: fun("sinh", u),
    "tanh": lambda u: fun("log", fun("cosh", u)),
    "arctan": lambda u: plus(
        times(u, fun("arctan", u)), times(num(Fraction(-1, 2)), fun("log", plus(num(1), Term("pow", (u, num(2))))))
    ),
}
"""An antiderivative of each function."""

POWERS = (
    Fraction(-3),
    Fraction(-2),
    Fraction(-3, 2),
    Fraction(-1),
    Fraction(-1, 2),
    Fraction(1, 2),
    Fraction(1),
    Fraction(3, 2),
    Fraction(2),
    Fraction(3),
)


def _by_inner_function(body: Term, label: str) -> Iterator[Term]:
    """c H(u) for each function h(u), or power of u, in the body, if that has the derivative h(u) u′ times a constant c."""
    for form in dict.fromkeys(_primitives_in(body, label)):
        factor = _constant_ratio(body, form, label)
        if factor is not None:
            yield times(num(factor), form)


def _primitives_in(body: Term, label: str) -> Iterator[Term]:
    x = name(label)
    for node in body.walk():
        if label not in free_names(node) or node == x:
            continue
        if node.head == "fun":
            u = node.args[0]
            if node.data[0] in PRIMITIVES:
                yield PRIMITIVES[str(node.data[0])](u)
            yield from (power(node, q + 1) for q in POWERS if q != -1)
            yield fun("log", node)
        elif node.head == "pow" and node.args[0] == E:
            yield node
        elif node.head == "sqrt":
            u = node.args[0]
            yield from (power(u, Fraction(1, 2)), power(u, Fraction(3, 2)))
        elif node.head == "pow" and (q := rational_in(node.args[1])) is not None:
            yield power(node.args[0], q + 1) if q != -1 else fun("log", node.args[0])
        elif node.head == "div" and label in free_names(node.args[1]):
            yield fun("log", node.args[1])
            yield fun("arctan", node.args[0]) if label in free_names(node.args[0]) else fun("log", minus(node.args[1]))
        elif node.head == "add":
            yield from (power(node, q) for q in (Fraction(2), Fraction(-1)))


def _constant_ratio(body: Term, form: Term, label: str) -> Fraction | None:
    """The rational number c by which the slope of a form seems to differ from the body, at a few points."""
    ratios = []
    for at in (0.37, 0.71, 1.13, 1.31):
        step = 1e-5
        top = nearly(body, {label: at})
        ends = [nearly(form, {label: at + way * step}) for way in (1, -1)]
        if top is None or None in ends:
            continue
        slope = (ends[0] - ends[1]) / (2 * step)  # type: ignore[operator]
        if abs(slope) < 1e-9:
            return None
        ratios.append(top / slope)
    if len(ratios) < 2 or max(ratios) - min(ratios) > 1e-5 * (1 + abs(ratios[0])):
        return None
    found = Fraction(ratios[0]).limit_denominator(60)
    return found if abs(float(found) - ratios[0]) < 1e-5 * (1 + abs(ratios[0])) and found else None
