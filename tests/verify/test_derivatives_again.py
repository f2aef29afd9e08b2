"""Derivatives in the second checker beside the kernel, and their values beside mathematics and small differences.

`SYMPROOFS_FUZZ_DERIVATIVES=5000 SYMPROOFS_FUZZ_SEED=3 pytest tests/verify/test_derivatives_again.py -s` tries more.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_derivatives import (
    HALF,
    ONE,
    TWO,
    ZERO,
    A,
    B,
    add,
    b,
    c,
    context,
    derivative,
    head,
    mul,
    neg,
    over,
    power,
    said_of,
    there,
    turned,
    x,
    y,
    z,
)
from test_laws_again import size_json, statement_back, sum_there

from symproofs import verify
from symproofs.kernel.entries import entries_of
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.state import State
from symproofs.terms.context import Context
from symproofs.terms.domain import domain
from symproofs.terms.serial import statement_to_json, term_to_json, type_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.typing import Mistyped, type_of
from symproofs.verify import Array, Open, Place, Refused, Undefined, Value, exactly, made, one

# ------------------------------------------------------------------ beside the kernel

SIDES = {"x": ("n", ""), "A": ("n", "n"), "W": ("m", "n"), "y": ("", ""), "z": ("", "")}
OPEN = ("sin", "cos", "exp", "log", "tanh", "arctan", "arcsin", "abs", "sign", "relu", "step", "sigmoid", "sinh", "sec", "conj")


class Terms:
    """Random terms over the names of `KINDS`, by shape, with derivatives in them."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.bound: tuple[str, ...] = ()

    def place(self, side: str) -> Term:
        names = ["i", *self.bound] if side == "n" else ["k"]
        return self.draw.choice([num(1), *map(name, names), name(names[-1])])

    def leaf(self) -> Term:
        whole = num(self.draw.choice([0, 1, 2, -1, 3, Fraction(1, 2)]))
        parts = [head("entry", x, self.place("n")), head("entry", A, self.place("n"), self.place("n"))]
        member = Term("member", (self.place("m"),), ("F",))
        return self.draw.choice([whole, y, y, z, c, *parts, head("entry", member, self.place("n"))])

    def number(self, depth: int) -> Term:
        if depth <= 0:
            return self.leaf()
        part = lambda: self.number(depth - 1)  # noqa: E731
        column = lambda: self.column(depth - 1)  # noqa: E731
        return self.draw.choice(
            [
                lambda: add(part(), part()),
                lambda: mul(part(), part()),
                lambda: over(part(), part()),
                lambda: power(part(), self.draw.choice([2, 3, -1, Fraction(1, 2)])),
                lambda: power(part(), y),
                lambda: head("sqrt", part()),
                lambda: fun(self.draw.choice(OPEN), part()),
                lambda: fun(self.draw.choice(OPEN), part()),
                lambda: head("trace", self.square(depth - 1)),
                lambda: head("inner", column(), column()),
                lambda: head("norm", column()),
                lambda: power(head("norm", column()), 2),
                lambda: mul(turned(column()), column()),
                lambda: self.summed(depth),
                lambda: self.by_entry(part()),
            ]
        )()

    def summed(self, depth: int) -> Term:
        label = self.draw.choice(["j", "y", "l"])
        before, self.bound = self.bound, (*self.bound, label)
        body = self.number(depth - 1)
        self.bound = before
        return Term("sum", (body,), (label, Size.of("n")))

    def by_entry(self, body: Term) -> Term:
        label = self.draw.choice(list(SIDES))
        return derivative(body, label, *(self.place(side) for side in SIDES[label] if side))

    def column(self, depth: int) -> Term:
        if depth <= 0:
            return self.draw.choice([x, x, b, Term("member", (self.place("m"),), ("F",))])
        part = lambda: self.column(depth - 1)  # noqa: E731
        return self.draw.choice(
            [
                lambda: add(part(), part()),
                lambda: mul(self.square(depth - 1), part()),
                lambda: mul(self.number(depth - 1), part()),
                lambda: fun(self.draw.choice(OPEN), part()),
                lambda: head("softmax", part()),
                lambda: head("hadamard", part(), part()),
                lambda: derivative(self.number(depth - 1), "x"),
                lambda: derivative(self.number(depth - 1), "F", self.place("m")),
                lambda: derivative(part(), self.draw.choice(["y", "z"])),
            ]
        )()

    def square(self, depth: int) -> Term:
        if depth <= 0:
            return self.draw.choice([A, A, B, mul(x, turned(x)), head("diag", x)])
        part = lambda: self.square(depth - 1)  # noqa: E731
        return self.draw.choice(
            [
                lambda: add(part(), part()),
                lambda: mul(part(), part()),
                lambda: turned(part()),
                lambda: head("rowsoftmax", part()),
                lambda: derivative(self.number(depth - 1), "A"),
                lambda: derivative(self.column(depth - 1), "x"),
                lambda: derivative(self.column(depth - 1), "F", self.place("m")),
            ]
        )()

    def derivative(self) -> Term:
        depth = self.draw.choice([1, 2, 2, 3])
        return self.draw.choice(
            [
                lambda: self.by_entry(self.number(depth)),
                lambda: derivative(self.number(depth), self.draw.choice(["x", "A", "W", "y", "z"])),
                lambda: derivative(self.column(depth), self.draw.choice(["x", "y"])),
            ]
        )()


WANTED = int(os.environ.get("SYMPROOFS_FUZZ_DERIVATIVES", "400"))
SEED = int(os.environ.get("SYMPROOFS_FUZZ_SEED", "1"))
STEPS = ("step", "sign", "relu")


def random_derivatives(seed: int) -> Iterator[Term]:
    made_ = Terms(seed)
    while True:
        yield made_.derivative()


def test_types_domains_and_entries_are_those_of_the_kernel() -> None:
    given, said = context(), Counter[str]()
    other, differing = there(given), []
    for term, _ in zip(random_derivatives(SEED), range(WANTED), strict=False):
        mine = verify.read_term(term_to_json(term))
        kinds: list[Any] = []
        try:
            kind = type_of(term, given.types)
            kinds.append([kind.sort, *(type_to_json(kind)["shape"])])
        except Mistyped:
            kinds.append(None)
        try:
            found = other.names.kind(mine)
            kinds.append([found.sort, size_json(found.rows), size_json(found.cols)])
        except Refused:
            kinds.append(None)
        if kinds[0] != kinds[1]:
            differing.append(("type", term, kinds))
        if None in kinds:
            said["mistyped"] += 1
            continue
        rows = [
            [statement_to_json(s) for s in domain(term, given.types)],
            [statement_back(s) for s in verify.domain_of_term(mine, other.names)],
        ]
        if rows[0] != rows[1]:
            differing.append(("domain", term, rows))
        sums = [kernel_entries(term, given), own_entries(mine, other)]
        said["no entries" if sums[0] is None else "entries"] += 1
        if (sums[0] is None) != (sums[1] is None):
            differing.append(("entries", term, sums))
        elif sums[0] is not None and sums[1] is not None:
            said["with conditions"] += bool(sums[1][1])
            if sums[0][1] != sums[1][1] or not alike(sums[0][0], sums[1][0]):
                differing.append(("sums", term, sums))
    print(f"\n{dict(said)}")
    for row in sorted(differing, key=lambda row: len(repr(row)))[:3]:
        print("DIFFER", *row, sep="\n   ")
    assert not differing and said["entries"] > WANTED / 2 and said["with conditions"] > WANTED / 40


def kernel_entries(term: Term, given: Context) -> Any:
    state = State(given)
    try:
        return sum_there(entries_of(term, state)), [statement_to_json(s) for s in state.conditions]
    except Rejected:
        return None


def own_entries(term: verify.Term, given: verify.Context) -> Any:
    work = verify.Work(given, [0])
    try:
        return verify.entries(term, work), [statement_back(s) for s in work.conditions]
    except Refused:
        return None


def alike(first: verify.Sum, second: verify.Sum) -> bool:
    if len(first) != len(second):
        return False
    try:
        verify.agree_sums(first, second, 0, {})
    except Refused:
        return False
    return True


# ------------------------------------------------------------------ values


def drawn(seed: int) -> Place:
    """Sizes and values for all names."""
    draw = random.Random(seed)
    sizes = {"n": draw.choice([1, 2, 2, 3]), "m": draw.choice([1, 2])}
    declared = there(context()).declared
    names = verify.Names({n: kind for n, (kind, _) in declared.items()})
    start, values = Place(names, sizes, {}, {}), {}

    def number(props: frozenset[str]) -> Value:
        q = Fraction(draw.choice([draw.randint(-20, 20), draw.randint(1, 20)]), draw.choice([1, 7, 8]))
        return exactly((abs(q) or 1) if props else q)

    for n, (kind, props) in declared.items():
        rows, cols = start.size(kind.rows), start.size(kind.cols)
        if kind.runs is not None:
            values[n] = one(exactly(draw.randint(1, start.size(kind.runs))))
        elif kind.over:
            places = product(*(range(1, start.size(s) + 1) for s in kind.over))
            values[n] = {ks: made(rows, cols, lambda r, c, p=props: number(p)) for ks in places}
        elif kind.parameters is None:
            values[n] = made(rows, cols, lambda r, c, p=props: number(p))
    return Place(names, sizes, values, {})


def at(term: Term, place: Place) -> Array:
    found = verify.read_term(term_to_json(term))
    place.names.kind(found)
    return place.value(found)


SMALL = Fraction(1, 2**40)


def beside(place: Place, label: str, n: int, step: Fraction) -> Place:
    """The place with entry n of a name further by a step."""
    array = place.values[label]
    moved = tuple(verify.v_add(v, exactly(step)) if k == n else v for k, v in enumerate(array.entries))
    return place.with_value(label, place.names.types[label], Array(array.rows, array.cols, moved))


def differences(term: Term, place: Place) -> list[Array]:
    """(f(x + h) - f(x - h)) / 2h for each entry of what the derivative is by, all indices left out."""
    label, body, found = term.data[0], term.args[0], []
    for n in range(len(place.values[label].entries)):
        high, low = (at(body, beside(place, str(label), n, step)) for step in (SMALL, -SMALL))
        scale = exactly(1 / (2 * SMALL))
        entries = (verify.v_mul(scale, verify.v_add(p, verify.v_neg(q))) for p, q in zip(high.entries, low.entries, strict=True))
        found.append(Array(high.rows, high.cols, tuple(entries)))
    return found


NEAR = Fraction(1, 2**30)


def narrow(v: Value) -> bool:
    """Enclosed so well that its middle says something."""
    return all(r.hi - r.lo <= NEAR for r in (v.re, v.im))


def close(a: Value, b: Value) -> bool:
    middles = [[(r.lo + r.hi) / 2 for r in (v.re, v.im)] for v in (a, b)]
    return all(abs(p - q) <= NEAR * (1 + abs(p)) for p, q in zip(*middles, strict=True))


def test_slopes_are_those_of_small_differences() -> None:
    said, wrong = Counter[str](), []
    terms = Terms(SEED + 50)
    for seed in range(max(40, WANTED // 8)):
        depth, label = terms.draw.choice([1, 2, 3]), terms.draw.choice(["x", "A", "y", "z"])
        term, place = derivative(terms.number(depth), label), drawn(seed)
        try:
            found = at(term, place)
            near = differences(term, place)
        except (Undefined, Open, Refused, verify.NotCovered) as fault:
            said[type(fault).__name__] += 1
            continue
        if not all(map(narrow, (*found.entries, *(n.only for n in near)))):
            said["enclosed too widely"] += 1
            continue
        said["compared"] += 1
        if not all(close(v, n.only) for v, n in zip(found.entries, near, strict=True)):
            wrong.append((term, place.sizes, found))
    print(f"\n{dict(said)}")
    assert not wrong, wrong[:2]
    assert said["compared"] > 20


def test_polynomials_have_their_exact_derivatives() -> None:
    draw = random.Random(SEED)
    for seed in range(30):
        place = drawn(seed)
        at_y = place.values["y"].only.re.lo
        coefficients = [Fraction(draw.randint(-9, 9), draw.randint(1, 4)) for _ in range(draw.randint(2, 6))]
        polynomial = add(*(mul(num(q), power(y, k)) for k, q in enumerate(coefficients)))
        first = sum((k * q * at_y ** (k - 1) for k, q in enumerate(coefficients) if k), Fraction(0))
        second = sum((k * (k - 1) * q * at_y ** (k - 2) for k, q in enumerate(coefficients) if k > 1), Fraction(0))
        assert at(derivative(polynomial, "y"), place).only == exactly(first)
        assert at(derivative(derivative(polynomial, "y"), "y"), place).only == exactly(second)


@pytest.mark.parametrize("seed", range(6))
def test_arrays_have_their_exact_derivatives(seed: int) -> None:
    """Of xᵀAx: (A + Aᵀ)x, then A + Aᵀ; of det A: det A · A⁻ᵀ; of bᵀA⁻¹b: -A⁻ᵀ b bᵀ A⁻ᵀ; of x by F_k: 0."""
    place = drawn(seed)
    form = mul(turned(x), A, x)
    inverse = head("inverse", A)
    for left, right in (
        (derivative(form, "x"), mul(add(A, turned(A)), x)),
        (derivative(derivative(form, "x"), "x"), add(A, turned(A))),
        (derivative(head("det", A), "A"), mul(head("det", A), turned(inverse))),
        (derivative(mul(turned(b), inverse, b), "A"), neg(mul(turned(inverse), b, turned(b), turned(inverse)))),
        (derivative(mul(turned(x), Term("member", (name("k"),), ("F",))), "F", name("k")), x),
        (derivative(x, "F", name("k")), mul(ZERO, A)),
    ):
        assert at(left, place) == at(right, place)


KINKS = {
    "modulus": fun("abs", y),
    "modulus of what stands still": fun("abs", add(y, neg(y))),
    "relu": fun("relu", y),
    "step": fun("step", y),
    "sign of a step": fun("sign", add(fun("step", y), HALF)),
    "root": head("sqrt", power(y, 2)),
    "power": power(y, Fraction(3, 2)),
    "norm": head("norm", mul(y, x)),
    "floor": fun("floor", y),
    "arcsine": fun("arcsin", add(y, ONE)),
    "determinant": head("det", mul(y, A)),
}
LACKS = {"log": fun("log", y), "quotient": over(ONE, y), "inverse": head("trace", head("inverse", mul(y, A)))}


@pytest.mark.parametrize("row", KINKS)
def test_where_there_may_be_no_slope_nothing_is_told(row: str) -> None:
    """At y = 0 nothing is told, and never that it is undefined; beside it, where the rule holds, the slope is."""
    place = drawn(1).with_value("y", verify.number_type("real"), one(exactly(0)))
    assert at(KINKS[row], place)
    with pytest.raises(Open):
        at(derivative(KINKS[row], "y"), place)


@pytest.mark.parametrize("row", LACKS)
def test_what_is_undefined_itself_is_undefined(row: str) -> None:
    place = drawn(1).with_value("y", verify.number_type("real"), one(exactly(0)))
    with pytest.raises(Undefined):
        at(derivative(LACKS[row], "y"), place)


def test_a_derivative_is_taken_at_its_point() -> None:
    """At 2c the derivative of y³ is 12 c², whatever y is; by c, through the point, 24 c."""
    point = Term("derivative", (power(y, 3), mul(TWO, c)), ("y",))
    for seed in range(5):
        place = drawn(seed)
        assert at(point, place) == at(mul(num(12), power(c, 2)), place)
        assert at(derivative(point, "c"), place) == at(mul(num(24), c), place)


def test_names_that_are_defined_stand_still() -> None:
    """With c = y² given, the derivative of c·y by y is c."""
    definition = Relation("=", c, power(y, 2))
    given = context(definition)
    kept = {n: row for n, row in given.declarations.items() if n in "yc"}
    claim = {
        "format": "symproofs-refutation",
        "version": 1,
        "distinct": [],
        "hypotheses": [statement_to_json(definition)],
        "declarations": [{"name": n, "type": type_to_json(row.type), "properties": []} for n, row in kept.items()],
        "witness": {"sizes": {}, "values": {"y": "2"}},
    }
    left = derivative(mul(c, y), "y")
    for right, said in ((mul(num(3), c), "refutation"), (c, "refused: the statement holds there")):
        assert said_of(claim | {"statement": statement_to_json(Relation("=", left, right))}) == said
