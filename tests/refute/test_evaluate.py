"""Values of written terms: exact where they are, enclosed elsewhere, undefined only where that is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symproofs.refute.evaluate import RULES, Environment, Exhausted, Meter, evaluate
from symproofs.refute.numbers import Undefined, Undetermined, precision, rational
from symproofs.refute.texts import tensor_text
from symproofs.refute.values import Family, Function
from symproofs.terms.context import Context
from symproofs.terms.term import HEADS, name, num, term
from symproofs.terms.types import scalar

VALUES = Path(__file__).parents[1] / "data" / "refute" / "values.jsonl"


def value_rows():
    return [pytest.param(case, id=case["term"]) for case in map(json.loads, VALUES.read_text(encoding="utf-8").splitlines())]


def environment(limit: int = 100_000) -> Environment:
    return Environment({}, {}, {}, Meter(limit))


@pytest.fixture
def read_term(statement_of):
    return lambda text, context=None: statement_of(f"({text}) == 0", context or Context()).left


def test_every_head_has_a_rule():
    assert set(RULES) == set(HEADS)


@pytest.mark.timeout(120, method="thread")
@pytest.mark.parametrize("case", value_rows())
def test_the_value_is_the_mathematical_one(case, read_term):
    with precision(100):
        found = evaluate(read_term(case["term"]), environment())
        if case["value"] == "undefined":
            assert isinstance(found, Undefined), found
        elif case["value"] == "undetermined":
            assert isinstance(found, Undetermined), found
        elif case["value"] == "number":
            assert not isinstance(found, (Undefined, Undetermined)), found
            assert len(tensor_text(found)) < 200
        else:
            assert not isinstance(found, (Undefined, Undetermined)), found
            assert tensor_text(found) == case["value"]


def test_the_meter_ends_an_evaluation(read_term):
    with pytest.raises(Exhausted):
        evaluate(read_term("SumBetween(SumBetween(k*j, k, 1, 1000), j, 1, 1000)"), environment(5_000))


def test_a_term_nested_deeply_is_refused_not_raised():
    deep = num(1)
    for _ in range(5_000):
        deep = term("neg", deep)
    assert isinstance(evaluate(deep, environment()), Undetermined)


def test_a_function_does_not_see_names_bound_where_it_is_called(read_term):
    """Σ_k f(k) with f(x) = x + k adds the document's k, here 10, not the bound one."""
    env = environment()
    env.types |= {"k": scalar(), "x": scalar()}
    env.values |= {"k": rational(10), "f": Function(("x",), (scalar(),), term("add", name("x"), name("k")))}
    call = term("call", name("k"), data=("f",))
    total = term("sum_between", call, num(1), num(2), data=("k",))
    assert evaluate(total, env) == rational(23)


def test_a_function_that_calls_itself_ends():
    env = environment()
    env.values["f"] = Function(("x",), (scalar(),), term("call", name("x"), data=("f",)))
    assert isinstance(evaluate(term("call", num(1), data=("f",)), env), Undetermined)


def test_members_and_unknown_names_are_refused_not_raised():
    env = environment()
    env.values["k"] = Family({(1,): rational(4)})
    assert evaluate(term("member", num(1), data=("k",)), env) == rational(4)
    for bad in (term("member", num(2), data=("k",)), term("member", num(1), data=("j",)), name("k"), name("z"), term("dots")):
        assert isinstance(evaluate(bad, env), Undetermined)
