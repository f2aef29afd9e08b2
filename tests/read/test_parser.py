"""The parser: trees of every construct, errors at their places, totality under mutation."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.diagnostics import Source, Span
from symproofs.read.macros import Macros
from symproofs.read.parser import MAX_HEIGHT, parse
from symproofs.read.tree import KINDS, RELATIONS, Node

DATA = Path(__file__).parent.parent / "data" / "reading"


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


TREES = rows(DATA / "trees.jsonl")
ERRORS = rows(DATA / "errors.jsonl")


def shape(node: Node) -> str:
    """A tree in one line: kind, value in square brackets, children."""
    if node.kind in ("Id", "Num"):
        return str(node.value)
    if node.kind == "Word":
        return f'"{node.value}"'
    value = node.value
    shown = " ".join(str(v) or "_" for v in value) if isinstance(value, tuple) else str(value)
    tag = "" if value is None or value == "" else f"[{shown}]"
    return node.kind + tag + (f"({', '.join(map(shape, node.children))})" if node.children else "")


def read(latex: str) -> Node:
    parsed = parse(Source("test", latex))
    assert parsed.node is not None, parsed.diagnostics
    return parsed.node


def faults(node: Node, whole: Span) -> Iterator[str]:
    """What is wrong with a tree's form, whatever it means."""
    if not whole.contains(node.span):
        yield f"{node.kind} leaves the formula"
    for part in node.walk():
        if part.kind not in KINDS:
            yield f"unknown kind {part.kind}"
        if part.kind == "Chain":
            assert isinstance(part.value, tuple)
            if len(part.children) != len(part.value) + 1 or len(part.signs) != len(part.value):
                yield "a chain's signs do not fit its sides"
            if not set(map(str, part.value)) <= set(RELATIONS):
                yield f"unknown relation in {part.value}"
            if any(c.kind == "Empty" for c in part.children[1:]):
                yield "a chain with an empty side"
        if part.kind == "Product" and (not isinstance(part.value, tuple) or len(part.value) + 1 != len(part.children)):
            yield "a product's signs do not fit its factors"
        if part.kind == "Add" and (not isinstance(part.value, tuple) or len(part.value) != len(part.children)):
            yield "a sum's signs do not fit its terms"
        if part.kind == "Matrix" and len(part.children) != part.value[1] * part.value[2]:  # type: ignore[index,operator]
            yield "a matrix of another size than its entries"
        places = sorted({(c.span.start, c.span.end) for c in part.children})
        for child in part.children:
            if not part.span.contains(child.span):
                yield f"{child.kind} {child.span} leaves {part.kind} {part.span}"
        if part.kind != "Labelled" and any(a[1] > b[0] for a, b in pairwise(places)):
            yield f"children of {part.kind} {part.span} overlap"


# -- what formulas are -------------------------------------------------------------------------------


@pytest.mark.parametrize("case", TREES, ids=[c["latex"] for c in TREES])
def test_tree(case: dict[str, Any]) -> None:
    parsed = parse(Source("test", case["latex"]))
    assert parsed.node is not None, parsed.diagnostics
    assert shape(parsed.node) == case["tree"]
    assert [d.code for d in parsed.diagnostics] == case.get("warnings", [])
    assert not list(faults(parsed.node, Span(0, len(case["latex"]))))


def test_spans_are_the_stretches_that_were_read() -> None:
    text = "A^{-1} = \\frac{u}{v} + \\sin(2t)"
    node = read(text)
    slices = {(n.kind, text[n.span.start : n.span.end]) for n in node.walk()}
    assert {
        ("Sup", "A^{-1}"),
        ("Neg", "-1"),
        ("Frac", "\\frac{u}{v}"),
        ("Function", "\\sin(2t)"),
        ("Group", "(2t)"),
        ("Word", "\\sin"),
    } <= slices
    assert text[node.signs[0].start : node.signs[0].end] == "="


def test_a_formula_may_stand_anywhere_in_a_document() -> None:
    text = "令 $a_1 = b$。"
    start = text.index("a")
    parsed = parse(Source("test", text), Span(start, text.rindex("$")))
    assert parsed.node is not None
    assert text[parsed.node.span.start : parsed.node.span.end] == "a_1 = b"


def test_prefixes_of_quoted_lines_are_stepped_over() -> None:
    text = "> a\n> = b + c"
    skips = [Span(0, 2), Span(4, 6)]
    parsed = parse(Source("test", text), skips=skips)
    assert parsed.node is not None
    assert shape(parsed.node) == "Chain[=](a, Add[+ +](b, c))"
    assert text[parsed.node.children[1].span.start : parsed.node.children[1].span.end] == "b + c"


def test_macros_expand_and_keep_the_place_of_the_call() -> None:
    text = r"\newcommand{\E}[2][p]{\mathbb{E}_{#1}[#2]} \E[q]{s^2} = 1"
    parsed = parse(Source("test", text), Span(text.index("\\E[q]"), len(text)), macros=Macros.of(Source("test", text)))
    assert parsed.node is not None
    assert shape(parsed.node) == "Chain[=](Product[_](Sub(Font[bb](E), q), Group[[](Sup(s, 2))), 1)"
    left = parsed.node.children[0]
    assert {text[n.span.start : n.span.end] for n in left.walk()} == {r"\E[q]{s^2}"}


def test_operators_that_a_document_declares() -> None:
    text = r"\DeclareMathOperator{\KL}{KL} \def\half#1{\frac{#1}{2}} \KL(p \| q) = \half{a}"
    assert shape(read(text)) == 'Chain[=](Function("KL", Group[(](Conditional[||](p, q))), Frac(a, 2))'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (r"\def\a{\a}\a", "macro-loop"),
        (r"\def\a{\b}\def\b{\a}\a", "macro-loop"),
        (
            "".join(rf"\def\{c}{{{d * 10}}}" for c, d in (("a", "xx"), ("b", r"\a"), ("c", r"\b"), ("g", r"\c"), ("h", r"\g")))
            + r"\h",
            "macro-too-big",
        ),
        (r"\newcommand{\f}[2]{#1#2}\f{a}", "missing-argument"),
    ],
)
def test_macros_are_bounded(text: str, code: str) -> None:
    parsed = parse(Source("test", text))
    assert parsed.node is None
    assert code in [d.code for d in parsed.diagnostics]


# -- must fail, and says where -----------------------------------------------------------------------


@pytest.mark.parametrize("case", ERRORS, ids=[c["latex"] for c in ERRORS])
def test_error(case: dict[str, Any]) -> None:
    text = case["latex"]
    parsed = parse(Source("test", text))
    assert parsed.node is None
    error = next(d for d in parsed.diagnostics if d.severity == "error")
    assert error.code == case["code"]
    assert error.span is not None
    assert text[error.span.start : error.span.end] == case["at"]
    if case["at"]:
        places = [m.start() for m in re.finditer(re.escape(case["at"]), text)]
        assert error.span.start == places[case.get("nth", 1) - 1]
    else:
        assert error.span.start == len(text)
    assert case.get("help", "") in (error.help or "")


def test_every_error_of_separate_brackets_is_said() -> None:
    parsed = parse(Source("test", "(a + ) = [b - ]"))
    assert [d.code for d in parsed.diagnostics] == ["expected-expression"] * 2


# -- total and linear --------------------------------------------------------------------------------

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.S)
_SPICE = (
    r"\begin{aligned}",
    r"\end{aligned}",
    "&",
    r"\\",
    r"\left(",
    r"\right)",
    r"\left.",
    r"\right|",
    "|",
    "||",
    r"\|",
    "{",
    "}",
    "_",
    "^",
    "'",
    "!",
    ",",
    ";",
    "(",
    ")",
    "[",
    "]",
    r"\{",
    r"\}",
    r"\sum",
    r"\int",
    r"\lim",
    r"\frac",
    "\\",
    "$",
    "%",
    "∑",
    "ₙ",
    "²",
    "…",
    r"\forall",
    r"\Rightarrow",
    "∵",
    "∴",
    r"\text{and}",
    r"\text{if}",
    r"\text{or}",
    r"\quad",
    r"\tag{1}",
    r"\max",
    r"\nabla",
    "d",
    "dx",
    r"\mathrm{d}",
    r"\partial",
    ".T",
    ":",
    "=",
    "~",
    r"\not",
    r"\over",
    r"\begin{cases}",
    r"\end{cases}",
    r"\begin{matrix}",
    r"\end{matrix}",
    r"\pmod",
    r"\mid",
    "..",
    r"\exists",
    r"\land",
    "\0",
    "\u202e",
    "\u200b",
    " ",
)


def mutant(rng: random.Random) -> str:
    """A case's formula with tokens or characters lost, added, doubled, swapped, or cut off."""
    text = rng.choice(TREES)["latex"]
    parts = _TOKEN.findall(text) if rng.random() < 0.7 else list(text)
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        if not parts:
            parts = ["x"]
        k = rng.randrange(len(parts))
        match rng.randrange(7):
            case 0:
                del parts[k]
            case 1:
                parts.insert(k, rng.choice(_SPICE))
            case 2:
                j = min(len(parts), k + rng.randrange(1, 8))
                parts[k:k] = parts[k:j]
            case 3:
                j = rng.randrange(len(parts))
                parts[k], parts[j] = parts[j], parts[k]
            case 4:
                parts = parts[:k]
            case 5:
                parts += _TOKEN.findall(rng.choice(TREES)["latex"])
            case _:
                parts[k] = chr(
                    rng.choice((rng.randrange(0x20, 0x7F), rng.randrange(0xA0, 0x3000), rng.randrange(0x1D400, 0x1D7FF)))
                )
    return "".join(parts)


def check_total(text: str) -> None:
    parsed = parse(Source("test", text))
    whole = Span(0, len(text))
    errors = [d for d in parsed.diagnostics if d.severity == "error"]
    assert (parsed.node is None) == bool(errors), text
    assert all(d.span is not None and whole.contains(d.span) and d.message for d in parsed.diagnostics), text
    if parsed.node is not None and "\\def" not in text and "\\newcommand" not in text:
        assert not list(faults(parsed.node, whole)), text


def test_mutants_give_trees_or_diagnostics() -> None:
    rng = random.Random(int(os.environ.get("SYMPROOFS_SEED", "7")))
    for _ in range(int(os.environ.get("SYMPROOFS_MUTANTS", "2500"))):
        check_total(mutant(rng))


def test_random_tokens_give_trees_or_diagnostics() -> None:
    rng = random.Random(int(os.environ.get("SYMPROOFS_SEED", "7")))
    for _ in range(2500):
        check_total("".join(rng.choice((*_SPICE, *"abxyzPQ0123+-*/=<>≠αβ")) for _ in range(rng.randrange(1, 14))))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=40))
def test_any_text_gives_a_tree_or_diagnostics(text: str) -> None:
    check_total(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "x" + ")" * 5000,
        "{" * 20000,
        "|" * 20000,
        "|x" * 10000,
        r"\frac" * 20000,
        r"\sum" * 20000,
        r"\int f " * 5000,
        r"\int f dx " * 5000,
        r"\sin" * 20000,
        "-" * 20000 + "x",
        "x" + "^{x" * 5000 + "}" * 5000,
        "a=" * 20000 + "a",
        r"a=b\\ " * 10000,
        r"a=b\quad " * 10000,
        "x=1 (y=2) " * 5000,
        r"x=1\text{ or } " * 5000 + "x=2",
        "positive " * 10000,
        r"\foo" * 20000,
        r"\begin{matrix}" * 5000,
        "x|_a" * 10000,
        "1," * 30000,
    ],
    ids=lambda text: text[:12],
)
def test_long_formulas_take_little_time(text: str) -> None:
    check_total(text)


def test_a_tree_is_never_higher_than_the_bound() -> None:
    for text in ("(" * 60 + "x" + ")" * 60, "x" + "^{x" * 60 + "}" * 60):
        height, level = 0, [read(text)]
        while level:
            height, level = height + 1, [c for n in level for c in n.children]
        assert height <= MAX_HEIGHT
    for text in (
        "x|_a" * 500,
        "x" + "!^2" * 500,
        "x" + ".T" * 500,
        "x=1" + "(y=2)" * 500,
        "x=1" + r"\forall y " * 500,
        r"\tag{1}" * 500 + "x",
    ):
        assert [d.code for d in parse(Source("test", text)).diagnostics if d.severity == "error"] in ([], ["too-deep"])
        check_total(text)
    deep = parse(Source("test", "(" * 190 + "x^{y(z)}" + ")" * 190))
    assert deep.node is not None or [d.code for d in deep.diagnostics] == ["too-deep"]


SHARED = os.environ.get("SYMPROOFS_SHARED")


def shared_cases() -> list[dict[str, Any]]:
    if not SHARED:
        return []
    cases = Path(SHARED) / "cases"
    return [*rows(cases / "formulas.jsonl"), *rows(cases / "reader-traps.jsonl")]


@pytest.mark.shared
@pytest.mark.parametrize("case", shared_cases(), ids=lambda case: str(case["id"]))
def test_shared_formula_is_read_or_refused_as_it_should(case: dict[str, Any]) -> None:
    parsed = parse(Source("test", case["latex"]))
    assert (parsed.node is None) == (case.get("right") == "ERROR"), parsed.diagnostics
