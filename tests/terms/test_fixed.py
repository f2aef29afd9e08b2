"""Contexts do not change, and what is remembered of them is what is true of them."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

from symproofs.terms.context import Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.statement import Hypothesis, Relation
from symproofs.terms.term import Term, name, num, term
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
