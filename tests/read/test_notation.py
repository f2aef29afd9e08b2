"""The notation of meanings: of raw trees, and of typed terms. Graded by meaning, as Python syntax trees."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.diagnostics import Source, Span
from symproofs.read.elaboration import Formula, elaborate_section
from symproofs.read.notation import READERS, read_as
from symproofs.read.parser import parse
from symproofs.read.tree import KINDS, Node
from symproofs.terms.context import Context
from symproofs.terms.notation import notation
from symproofs.terms.statement import Relation
from symproofs.terms.term import name, num, term
from symproofs.terms.types import matrix, scalar, vector

DATA = Path(__file__).parent.parent / "data"

Meaning = tuple[object, ...]


def meaning(text: str) -> Meaning:
    """What a text of the notation means: sums and products flat, differences and quotients as sums and products."""
    return _meaning(ast.parse(text, mode="eval").body)


def _meaning(node: ast.AST) -> Meaning:
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return _flat("+", _meaning(left), _meaning(right))
        case ast.BinOp(left, ast.Sub(), right):
            return _flat("+", _meaning(left), _negated(_meaning(right)))
        case ast.BinOp(left, ast.Mult(), right):
            return _signed(_flat, "*", _meaning(left), _meaning(right))
        case ast.BinOp(left, ast.MatMult(), right):
            return _signed(_flat, "@", _meaning(left), _meaning(right))
        case ast.BinOp(left, ast.Div(), right):
            return _signed(_flat, "*", _meaning(left), ("**", _meaning(right), ("number", "-1")))
        case ast.BinOp(left, ast.Pow(), right):
            return ("**", _meaning(left), _meaning(right))
        case ast.UnaryOp(ast.USub(), operand):
            return _negated(_meaning(operand))
        case ast.Constant(value):
            return ("text", value) if isinstance(value, str) else ("number", str(value))
        case ast.Name(identifier):
            return ("name", "S" if identifier == "S_" else identifier)
        case ast.Tuple(items) | ast.Call(ast.Name("Tuple"), items):
            return ("tuple", *map(_meaning, items))
        case ast.List(items):
            return ("list", *map(_meaning, items))
        case ast.Call(function, arguments):
            return ("call", _meaning(function), *map(_meaning, arguments))
    raise ValueError(ast.dump(node))


def _negated(value: Meaning) -> Meaning:
    if value[0] == "number":
        text = str(value[1])
        return ("number", text[1:] if text.startswith("-") else f"-{text}")
    return value[1] if value[0] == "-" else ("-", value)  # type: ignore[return-value]


def _flat(sign: str, *parts: Meaning) -> Meaning:
    return (sign, *(p for part in parts for p in (part[1:] if part[0] == sign else (part,))))


def _signed(make, sign: str, left: Meaning, right: Meaning) -> Meaning:  # type: ignore[no-untyped-def]
    return _negated(make(sign, left[1], right)) if left[0] == "-" else make(sign, left, right)


def read(latex: str) -> Node | None:
    return parse(Source("formula", latex)).node


def rows() -> Iterator[tuple[str, str, dict[str, str]]]:
    for line in (DATA / "read_as.jsonl").read_text().splitlines():
        row = json.loads(line)
        yield row["latex"], row["right"], row.get("declare", {})
    shared = os.environ.get("SYMPROOFS_SHARED")
    for file, key in (("formulas.jsonl", "expected"), ("reader-traps.jsonl", "right")) if shared else ():
        for line in (Path(str(shared)) / "cases" / file).read_text().splitlines():
            row = json.loads(line)
            yield row["latex"], row[key], row.get("declare", {})


@pytest.mark.parametrize(("latex", "right", "declare"), list(rows()))
def test_reads_a_formula_by_its_meaning(latex: str, right: str, declare: dict[str, str]) -> None:
    node = read(latex)
    if right == "ERROR":
        assert node is None or read_as(node, declare) is None
        return
    assert node is not None
    found = read_as(node, declare)
    assert found is not None
    assert meaning(found) == meaning(right), found


def test_the_grader_tells_meanings_apart() -> None:
    assert meaning("a-(b-c)") != meaning("a-b-c")
    assert meaning("A@B") != meaning("A*B") != meaning("B*A")
    assert meaning("-x**2") != meaning("(-x)**2")
    assert meaning("a/b*c") == meaning("(a/b)*c") != meaning("a/(b*c)")
    assert meaning("P@(Q@R)") == meaning("(P@Q)@R")


def test_every_kind_of_node_has_a_reader_but_those_that_stand_inside_others() -> None:
    assert set(KINDS) - set(READERS) == {"Empty"}


def test_brackets_written_in_the_document_stay() -> None:
    node = read("(PX)W_Q = P(XW_Q)")
    assert node is not None
    assert read_as(node) == "Eq(P@X@W_Q,P@(X@W_Q))"


# --- typed terms


TYPES = {"A": matrix("n", "n"), "B": matrix("n", "n"), "x": vector("n"), "c": scalar(), "d": scalar()}


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (term("mul", name("A"), name("x")), "A@x"),
        (term("mul", name("c"), name("A"), name("x")), "c*A@x"),
        (term("mul", term("mul", name("A"), name("B")), name("x")), "(A@B)@x"),
        (term("mul", name("A"), term("mul", name("B"), name("x"))), "A@(B@x)"),
        (term("add", name("c"), term("neg", name("d"))), "c-d"),
        (term("add", name("c"), term("neg", term("add", name("d"), num(1)))), "c-(d+1)"),
        (term("div", term("mul", name("c"), name("d")), term("mul", name("c"), name("d"))), "c*d/(c*d)"),
        (term("pow", term("neg", name("c")), num(2)), "(-c)**2"),
        (term("neg", term("pow", name("c"), num(2))), "-c**2"),
        (term("pow", name("c"), num("1/2")), "c**(1/2)"),
        (term("inverse", term("mul", name("A"), name("B"))), "(A@B)**-1"),
        (term("mul", term("transpose", name("x")), name("x"), name("c")), "T(x)@x*c"),
    ],
)
def test_prints_terms(made, text: str) -> None:  # type: ignore[no-untyped-def]
    assert notation(made, TYPES) == text


def test_prints_statements() -> None:
    assert notation(Relation("<=", name("c"), name("d"))) == "Le(c,d)"


LEAVES = st.sampled_from([name("A"), name("B")])
SQUARES = st.recursive(
    LEAVES,
    lambda inside: st.one_of(
        st.tuples(inside, inside).map(lambda p: term("mul", *p)),
        st.tuples(inside, inside).map(lambda p: term("add", *p)),
        inside.map(lambda t: term("neg", t)),
        inside.map(lambda t: term("transpose", t)),
        inside.map(lambda t: term("div", t, name("c"))),
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(SQUARES)
def test_a_printed_term_is_a_python_expression_and_printing_is_stable(made) -> None:  # type: ignore[no-untyped-def]
    text = notation(made, TYPES)
    ast.parse(text, mode="eval")
    assert notation(made.at(Span(0, 1)), TYPES) == text


@pytest.mark.parametrize(
    "latex",
    ["(AB)C - A(BC)", "A(B + C)^T A", "x^T A x", "\\frac{AB}{c}", "c \\cdot (A + B)x", "-A(-B)", "A^{-1} B^2", "\\text{tr}(AB)"],
)
def test_typed_and_untyped_readings_mean_the_same(latex: str) -> None:
    declared = read("A, B, C \\in \\mathbb R^{n \\times n}, x \\in \\mathbb R^n, c \\in \\mathbb R")
    node = read(latex)
    assert node is not None and declared is not None
    section = elaborate_section([Formula(declared, declares=True), Formula(node)], Context())
    sorts = {"A": "matrix", "B": "matrix", "C": "matrix", "x": "vector", "c": "real"}
    assert meaning(section.readings[1].parts[0].read_as) == meaning(read_as(node, sorts) or "")
