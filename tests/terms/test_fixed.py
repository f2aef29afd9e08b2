"""Contexts do not change, and what is remembered of them is what is true of them."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

from symproofs.terms.context import PROPERTIES, Context, Declaration
from symproofs.terms.serial import size_from_json
from symproofs.terms.size import Size
from symproofs.terms.statement import And, Exists, ForAll, Hypothesis, Iff, Implies, Property, Relation, Statement
from symproofs.terms.term import Term, bound_names, free_names, name, names_in_sizes, num, substitute, term
from symproofs.terms.types import index, matrix, scalar
from symproofs.terms.typing import Mistyped, type_of, with_names

CONTEXT = Context({"x": Declaration("x", scalar("rational")), "A": Declaration("A", matrix("n", "m"))})


def test_a_table_takes_no_changes() -> None:
    for table in (CONTEXT.declarations, CONTEXT.types):
        for change in (
            lambda t: t.__setitem__("x", None), lambda t: t.__delitem__("x"), lambda t: t.update(x=None), lambda t: t.clear(),
            lambda t: t.pop("x"), lambda t: t.popitem(), lambda t: t.setdefault("y", None), lambda t: t.__ior__({"x": None}),
        ):  # fmt: skip
            with pytest.raises(TypeError):
                change(table)
    assert CONTEXT.types == {"x": scalar("rational"), "A": matrix("n", "m")}


def test_declarations_are_a_copy() -> None:
    rows = {"x": Declaration("x", scalar())}
    context = Context(rows)
    del rows["x"]
    assert context.types == {"x": scalar()}


def test_hypotheses_do_not_make_another_table() -> None:
    more = CONTEXT.assume([Hypothesis(Relation("=", name("x"), num(1)))])
    assert more.types is CONTEXT.types


def test_a_remembered_type_is_of_its_own_names() -> None:
    node = term("mul", name("x"), name("x"))
    assert type_of(node, CONTEXT.types) == type_of(node, CONTEXT.types) == scalar("rational")
    assert type_of(node, CONTEXT.declare(Declaration("x", scalar("complex"))).types) == scalar("complex")
    assert type_of(node, with_names(CONTEXT.types, {"x": matrix("n", "n")})) == matrix("n", "n")
    assert type_of(node, CONTEXT.types) == scalar("rational")


def test_bound_names_hide_others_inside_only() -> None:
    inside = Term("sum", (term("add", name("x"), name("k")),), ("x", Size.of("n")))
    types = with_names(CONTEXT.types, {"k": scalar("natural")})
    assert type_of(name("x"), types) == scalar("rational")
    assert type_of(inside, types) == scalar("natural")
    assert type_of(name("x"), types) == scalar("rational")
    assert with_names(types, {"x": index("n")}) is with_names(types, {"x": index("n")})


def test_what_has_no_type_has_none_when_asked_again() -> None:
    node = term("add", name("A"), name("x"))
    for _ in range(2):
        with pytest.raises(Mistyped):
            type_of(node, CONTEXT.types)


def test_hashes_are_not_copied_to_other_processes() -> None:
    program = (
        "import pickle, sys; from symproofs.terms.types import matrix; sys.stdout.buffer.write(pickle.dumps(matrix('n', 'm')))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    there = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True).stdout
    assert {pickle.loads(there)} == {matrix("n", "m")}


def _given(*statements: Statement) -> Context:
    return CONTEXT.assume(map(Hypothesis, statements))


def test_hypotheses_are_numbered_by_where_they_stand_first() -> None:
    first, other = Relation(">", name("x"), num(0)), Relation("=", name("x"), num(1))
    context = _given(first, other, first)
    assert [context.number_of(s) for s in (first, other, Relation("=", num(1), name("x")))] == [0, 1, None]
    assert context.assume([Hypothesis(Relation("=", num(1), name("x")))]).number_of(Relation("=", num(1), name("x"))) == 3


@pytest.mark.parametrize(
    ("statement", "prop"),
    [
        (Relation(">", name("x"), num(0)), "positive"), (Relation(">=", name("x"), num("1/2")), "positive"),
        (Relation("<", num(3), name("x")), "positive"), (Relation("<", name("x"), num(0)), "negative"),
        (Relation("<=", num(0), name("x")), "nonnegative"), (Relation("!=", name("x"), num(0)), "nonzero"),
        (Property("positive", name("x")), "positive"),
    ],
)  # fmt: skip
def test_a_hypothesis_says_a_property(statement: Statement, prop: str) -> None:
    context = _given(Relation("=", num(0), num(0)), statement)
    assert [p for p in PROPERTIES if context.said("x", p) is not None] == [prop]
    assert context.said("x", prop) == 1


@pytest.mark.parametrize(
    "statement",
    [
        Relation(">", name("x"), num(-1)), Relation(">=", name("x"), num(-1)), Relation("!=", name("x"), num(1)),
        Relation("<", name("x"), num(1)), Relation("=", name("x"), num(1)), Relation(">", term("neg", name("x")), num(0)),
        ForAll((("x", scalar()),), Relation(">", name("x"), num(0))), Relation(">", name("A"), num(0)),
    ],
)  # fmt: skip
def test_must_fail_a_hypothesis_says_nothing_of_the_kind(statement: Statement) -> None:
    context = _given(statement)
    assert not [p for p in PROPERTIES for n in ("x", "A", "y") if context.said(n, p) is not None]


def test_must_fail_a_complex_number_has_no_sign() -> None:
    context = CONTEXT.declare(Declaration("z", scalar("complex"))).assume([Hypothesis(Relation(">", name("z"), num(0)))])
    assert context.said("z", "positive") is None
    assert context.declare(Declaration("z", scalar("real"))).said("z", "positive") == 0


def test_statements_are_equal_when_their_parts_are() -> None:
    one, same, other = (Relation("=", name("x"), num(k)) for k in (1, 1, 2))
    assert one == same and hash(one) == hash(same) and one != other
    assert And((one, other)) != (one, other) and Implies(one, other) != Iff(one, other)
    assert ForAll((("x", scalar()),), one) != Exists((("x", scalar()),), one)
    assert pickle.loads(pickle.dumps(one)) == one


def test_names_bound_and_names_in_sizes() -> None:
    inner = Term("sum", (term("mul", name("x"), name("k")),), ("k", Size.of("n")))
    outer = term("add", Term("sum_between", (inner, num(1), name("m")), ("j",)), term("size", data=(Size.of("d"),)))
    for _ in range(2):
        assert bound_names(outer) == {"k", "j"}
        assert names_in_sizes(outer) == {"n", "d"}
        assert free_names(outer) == {"x", "m", "n", "d"}
    assert substitute(outer, {"k": num(1), "j": num(2)}) is outer


def test_must_fail_a_term_does_not_change() -> None:
    with pytest.raises(AttributeError):
        name("x").head = "const"
    with pytest.raises(AttributeError):
        del name("x").args


@pytest.mark.parametrize("value", [["0", [[["n"], "1"]]], ["0", [[1, "1"]]], [1, []], ["0", [["n", 1]]]])
def test_must_fail_a_size_is_made_of_texts(value: object) -> None:
    with pytest.raises((ValueError, TypeError), match=r"texts|unhashable"):
        size_from_json(value)
