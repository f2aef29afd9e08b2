"""Values drawn have the declared sort, shape and properties, and the first ones are small."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq

from symproofs.refute.arrays import entries, shape
from symproofs.refute.draw import candidates, draw_value, has_all, permutation_matrix, size_tuples
from symproofs.refute.numbers import ZERO
from symproofs.refute.plan import Hints
from symproofs.refute.truth import PROPERTY_CHECKS, in_sort
from symproofs.refute.values import Family, Function
from symproofs.terms.context import PROPERTIES
from symproofs.terms.types import SORTS, family, function, index, matrix, scalar, vector

SIZES = {"n": 3, "m": 2}


def drawn(kind, properties=(), round_=0, seed=0):
    hints = Hints(frozenset(properties))
    return draw_value(kind, hints, lambda s: int(s.evaluate(SIZES)), Random(seed), round_, 0, False)


def test_every_property_has_a_check():
    assert set(PROPERTY_CHECKS) == set(PROPERTIES)


@pytest.mark.parametrize(
    "properties",
    [
        ("permutation",),
        ("orthogonal",),
        ("symmetric",),
        ("invertible",),
        ("positive_definite",),
        ("diagonal",),
        ("diagonal", "invertible"),
        ("symmetric", "orthogonal"),
        ("permutation", "symmetric"),
        ("positive",),
        ("nonzero",),
        ("symmetric", "nonnegative"),
    ],
)
def test_matrices_have_their_properties(properties):
    for round_ in range(20):
        value = drawn(matrix("n", "n"), properties, round_, seed=round_)
        assert value is not None
        assert shape(value) == (3, 3)
        assert has_all(value, frozenset(properties))


@pytest.mark.parametrize("sort", SORTS)
def test_values_are_of_their_sort(sort):
    for round_ in range(40):
        for kind in (scalar(sort), matrix("m", "n", sort), vector("n", sort)):
            value = drawn(kind, (), round_, seed=round_)
            assert all(in_sort(v, sort) for v in entries(value))


def test_no_witness_rests_on_whether_0_is_natural():
    assert ZERO not in candidates("natural", Hints())
    assert ZERO in candidates("natural", Hints(lower=0))
    assert ZERO in candidates("integer", Hints())


def test_permutations_that_are_not_their_own_inverse_come_early():
    early = [drawn(matrix("n", "n"), ("permutation",), round_, seed) for seed in range(8) for round_ in (0, 1)]
    cycle, back = permutation_matrix((1, 2, 0)), permutation_matrix((2, 0, 1))
    assert sum(p in (cycle, back) for p in early) >= 8


def test_unknown_properties_are_met_by_nothing():
    assert drawn(matrix("n", "n"), ("no such property",)) is None
    assert drawn(scalar(), ("no such property",)) is None
    assert drawn(function((scalar(),), scalar()), ("positive",)) is None


def test_families_functions_and_indices():
    keys = drawn(family(vector("m"), "n"))
    assert isinstance(keys, Family)
    assert set(keys.members) == {(1,), (2,), (3,)}
    assert isinstance(drawn(function((matrix("n", "n"),), matrix("n", "n"))), Function)
    assert {int(drawn(index("n"), (), r, r).p) for r in range(20)} == {1, 2, 3}


def test_sizes_2_and_3_come_before_1():
    tried = size_tuples(2, Random(0))
    assert tried[:2] == [(2, 2), (3, 3)]
    assert (1, 1) in tried
    assert tried.index((1, 1)) > 3
    assert max(map(max, tried)) == 4


def test_small_numbers_come_first_where_something_is_to_be_small():
    """α C² within 1/20 of 0 where C is at least 20 asks for α of at most 1/8000."""
    found = candidates("real", Hints(frozenset({"positive"}), small=True))
    assert found[0] < fmpq(1, 100) and any(0 < v <= fmpq(1, 8_000) for v in found[:3])
    assert candidates("integer", Hints(small=True)) == candidates("integer", Hints())
