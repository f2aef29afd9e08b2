"""Keys do not change under renaming and reordering, and do change when the monomial does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproofs.kernel.indexed import Mono
from symproofs.kernel.matching import same_mono
from symproofs.terms.size import Size
from symproofs.theories.labelling import Labelling
from symproofs.theories.witness import Witnesses

N = Size.of("n")
UNIT = Fraction(1)


def monomial(size: int, edges: list[tuple[str, int, int]], nested: list[tuple[int, int]]) -> Mono:
    factors: list[Any] = [(("T", label, ((i, ()), (j, ()))), UNIT) for label, i, j in edges]
    for i, j in nested:
        inside = Mono(UNIT, ((100 + i, N),), ((("T", "B", ((i, ()), (100 + i, ()))), UNIT), (("T", "x", ((j, ()),)), UNIT)))
        factors.append((("X", (inside,)), Fraction(-1)))
    used = sorted({i for _, i, j in edges} | {j for _, i, j in edges} | {k for pair in nested for k in pair})
    return Mono(UNIT, tuple((b, N) for b in used if b < size), tuple(factors))


def relabelled(m: Mono, order: list[int], shift: int) -> Mono:
    """Other numbers for the bounds, factors in another order."""

    def index(i: Any) -> Any:
        return (i[0] + shift if isinstance(i[0], int) else i[0], i[1])

    def atom(a: Any) -> Any:
        if a[0] == "T":
            return ("T", a[1], tuple(map(index, a[2])))
        return ("X", tuple(relabelled(inner, list(range(len(inner.factors)))[::-1], shift) for inner in a[1]))

    factors = tuple((atom(a), q) for a, q in m.factors)
    return Mono(m.c, tuple((b + shift, s) for b, s in m.bounds[::-1]), tuple(factors[k] for k in order))


edges = st.lists(st.tuples(st.sampled_from("AB"), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6)
nested = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=2)


@given(edges, nested, st.randoms(use_true_random=False))
def test_keys_survive_renaming_and_reordering(rows: Any, inner: Any, random: Any) -> None:
    m = monomial(4, rows, inner)
    order = list(range(len(m.factors)))
    random.shuffle(order)
    other = relabelled(m, order, 50)
    keys = Labelling()
    assert keys.mono(m) == keys.mono(other)
    witness = Witnesses().monomial(m, other)
    assert witness is not None
    same_mono(m, other, witness, {})  # raises where the kernel would not accept it


@given(edges, edges)
def test_equal_keys_have_a_witness(first: Any, second: Any) -> None:
    m, p = monomial(4, first, []), monomial(4, second, [])
    alike = Labelling().mono(m) == Labelling().mono(p)
    assert alike == (Witnesses().monomial(m, p) is not None)


def cycle(n: int, start: int = 0) -> list[tuple[str, int, int]]:
    return [("A", start + k, start + (k + 1) % n) for k in range(n)]


@pytest.mark.parametrize("n", [3, 6, 12])
def test_cycles_of_different_lengths_differ(n: int) -> None:
    """tr(A^n) tr(A^n) is not tr(A^{2n}), though every index looks alike."""
    keys = Labelling()
    two = monomial(4 * n, cycle(n) + cycle(n, n), [])
    one = monomial(4 * n, cycle(2 * n), [])
    assert keys.mono(two) != keys.mono(one)


def test_many_equal_components_cost_little() -> None:
    """(x^T A x)^12: components are keyed one by one."""
    rows = [row for k in range(12) for row in (("A", 2 * k, 2 * k + 1),)]
    m = monomial(24, rows, [])
    assert Labelling().mono(m) == Labelling().mono(relabelled(m, list(range(12))[::-1], 60))


def test_entries_of_a_symmetric_matrix_agree_in_both_orders() -> None:
    keys = Labelling(frozenset({"S"}))
    m = monomial(2, [("S", 0, 1), ("A", 0, 1)], [])
    p = monomial(2, [("S", 1, 0), ("A", 0, 1)], [])
    assert keys.mono(m) == keys.mono(p)
    assert Labelling().mono(m) != Labelling().mono(p)
