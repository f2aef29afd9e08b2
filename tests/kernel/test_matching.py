"""Equality up to a witness: what is accepted is equal in random models, also where copies share bound numbers."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

from symproofs.kernel.indexed import Atom, Expr, Mono, Rejected
from symproofs.kernel.matching import same_atom, same_mono
from symproofs.terms.size import Size

ONE, N = Fraction(1), Size.of("n")


def entry(name: str, *bases: int | str) -> tuple[Atom, Fraction]:
    return ("T", name, tuple((b, ()) for b in bases)), ONE


def total(bounds: list[int], *factors: Any) -> Mono:
    return Mono(ONE, tuple((b, N) for b in bounds), tuple(factors))


def exp(*monos: Mono) -> tuple[Atom, Fraction]:
    return ("X", monos), ONE


def test_bound_numbers_do_not_matter() -> None:
    same_mono(total([1], entry("A", 1, "a")), total([2], entry("A", 2, "a")), 0, {})
    same_mono(total([1, 2], entry("A", 1, 2)), total([5, 6], entry("A", 6, 5)), [[1, 0], 0], {})


@pytest.mark.parametrize(
    "first, second",
    [
        # one is bound where the other is free
        (total([1], entry("A", 1, 2)), total([2], entry("A", 2, 2))),
        (total([], exp(total([5], entry("A", 5, 7)))), total([], exp(total([7], entry("A", 7, 7))))),
        # the outer index of the second is hidden by an inner one of the same number
        (
            total([3], entry("x", 3), exp(total([5], entry("A", 5, 3)))),
            total([7], entry("x", 7), exp(total([7], entry("A", 7, 7)))),
        ),
        # … and the first's outer index is the number of something free in the second
        (
            total([3], entry("x", 3), exp(total([5], entry("A", 5, 3)))),
            total([7], entry("x", 7), exp(total([7], entry("A", 7, 3)))),
        ),
        (total([1], entry("A", 1, "a")), total([1], entry("A", 1, "b"))),
        (total([1], entry("A", 1, "a")), total([1], entry("A", "a", 1))),
        (total([1], entry("x", 1)), total([1], entry("y", 1))),
        (total([1], entry("x", 1)), total([], entry("x", "a"))),
        (total([1], entry("x", 1)), Mono(ONE, ((1, Size.of("m")),), (entry("x", 1),))),
        (total([], exp(total([], entry("x", "a")))), total([], exp(total([], entry("x", "a"))._replace(c=Fraction(2))))),
        (total([], exp(total([]))), total([], exp(total([]), total([])))),
        (total([], (("F", "log", ()), ONE)), total([], (("F", "step", ()), ONE))),
        (total([], (("K", "f", ((),)), ONE)), total([], (("K", "g", ((),)), ONE))),
        (total([], (("K", "f", ((),)), ONE)), total([], (("K", "f", ((), ())), ONE))),
        (total([], entry("x", "a")), total([], (entry("x", "a")[0], Fraction(2)))),
    ],
)
def test_what_differs(first: Mono, second: Mono) -> None:
    with pytest.raises(Rejected):
        same_mono(first, second, 0, {})


@pytest.mark.parametrize(
    "witness", [1, "0", [], [[0], []], [[0, 0], 0], [[1], 0], [0, [[0, 0], [0, 0]]], [0, [[0]]], [[True], 0], None, {}]
)
def test_what_is_no_witness(witness: Any) -> None:
    mono = total([1], entry("x", 1), entry("y", 1))
    with pytest.raises(Rejected):
        same_mono(mono, mono, witness, {})


def test_deltas_match_in_both_orders_and_entries_do_not() -> None:
    i, j = ("a", ()), ("b", ())
    same_atom(("D", i, j), ("D", j, i), 0, {})
    with pytest.raises(Rejected):
        same_atom(("T", "A", (i, j)), ("T", "A", (j, i)), 0, {})


# ------------------------------------------------------------------ at random, with few numbers

SIZE = 3
VALUES = random.Random(4)
TABLE = {("A", i, j): VALUES.random() for i in range(SIZE) for j in range(SIZE)} | {
    ("x", i): VALUES.random() for i in range(SIZE)
}


def value(expr: Expr, env: dict[Any, int]) -> float:
    result = 0.0
    for mono in expr:
        for places in itertools.product(range(SIZE), repeat=len(mono.bounds)):
            inner = {**env, **{b: p for (b, _), p in zip(mono.bounds, places, strict=True)}}
            product = float(mono.c)
            for a, _ in mono.factors:
                product *= 2 ** value(a[1], inner) if a[0] == "X" else TABLE[(a[1], *(inner[b] for b, _ in a[2]))]
            result += product
    return result


def draw(r: random.Random, scope: list[int], depth: int) -> Mono:
    bounds = r.sample([0, 1, 2], r.choice([0, 1, 1, 2]))
    inside = [*scope, *bounds]
    factors = []
    for _ in range(r.choice([1, 2])):
        if depth and r.random() < 0.5:
            factors.append(exp(draw(r, inside, depth - 1)))
        else:
            name = r.choice("Ax")
            factors.append(entry(name, *(r.choice(inside) for _ in range(2 if name == "A" else 1))))
    return total(bounds, *factors)


def test_what_is_accepted_is_equal() -> None:
    r = random.Random(5)
    accepted = 0
    env = {8: 0, 9: 1, 0: 2, 1: 0, 2: 1}
    pool = [draw(r, r.choice([[8, 9], [0, 9], [1, 2]]), 2) for _ in range(700)]
    shapes: dict[str, list[Mono]] = {}
    for mono in pool:
        shape = "".join(c for c in repr(mono) if not c.isdigit())
        shapes.setdefault(shape, []).append(mono)
    for alike in shapes.values():
        for first, second in itertools.permutations(alike[:25], 2):
            try:
                same_mono(first, second, 0, {})
            except Rejected:
                continue
            accepted += first != second
            assert value((first,), env) == pytest.approx(value((second,), env))
    assert accepted > 100
