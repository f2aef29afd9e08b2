"""Segments: blocks of prose and formulas, with every formula at its place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.diagnostics import Source, Span
from symproofs.read.parser import parse
from symproofs.read.segments import Block, Math, Segments, segments


def split(text: str, path: str = "test.md") -> Segments:
    return segments(Source(path, text))


def formulas(text: str) -> list[str]:
    return [text[p.span.start : p.span.end].strip() for b in split(text).blocks for p in b.pieces if isinstance(p, Math)]


def outline(text: str) -> list[tuple[str, int]]:
    return [(b.kind, b.level) for b in split(text).blocks]


def codes(text: str) -> list[str]:
    return [d.code for d in split(text).diagnostics]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("with $a$ and $ b $", ["a", "b"]),
        ("$$a$$ $$b$$ then $c$", ["a", "b", "c"]),
        ("inline $$a$$ too", ["a"]),
        ("$$\na\n= b\n$$ text", ["a\n= b"]),
        (r"\(a\) and \[b\]", ["a", "b"]),
        (r"\\(a\\) and \\[b = c\\]", ["a", "b = c"]),
        ("\\begin{align}\na &= b\n\\end{align}", ["\\begin{align}\na &= b\n\\end{align}"]),
        ("$`a`$", ["a"]),
        ("$x_1$2 apples", ["x_1"]),
        # what is no formula
        ("costs $5 and $6", []),
        ("costs \\$5, \\$6", []),
        ("10$ or $20", []),
        ("US$5 but $5x$", ["5x"]),
        ("共 $5 元，$x$ 是", ["x"]),
        ("`$a$` and ``$b` $`` but $c$", ["c"]),
        ("$5, or `$b$`, then $c$", ["c"]),
        ("```\n$a$\n$$\n```\n$b$", ["b"]),
        ("~~~ text\n$a$\n~~~\n$b$", ["b"]),
        ("<!-- $a$ --> $b$", ["b"]),
        ("---\ntitle: $a$\n---\n$b$", ["b"]),
        # Markdown inside formulas is none
        ("$$\na\n- b\n+ c\n$$", ["a\n- b\n+ c"]),
        ("$a|b$ and $|c|$", ["a|b", "|c|"]),
        ("| x | y |\n|---|---|\n| $|a|$ | $b$ |", ["|a|", "b"]),
        ("$a_1$ * $b_2$ * $c_3$", ["a_1", "b_2", "c_3"]),
    ],
)
def test_formulas_of_a_text(text: str, found: list[str]) -> None:
    assert formulas(text) == found
    assert not codes(text)


@pytest.mark.parametrize(
    ("text", "at", "found"),
    [
        ("lone $ here\n\nthen $a$", "$", ["a"]),
        ("open $$ a = b\n\nthen $c$ and some more words\n\n$$ d $$", "$$", ["c", "d"]),
        (r"open \[ a = b" + "\n\nthen $c$", r"\[", ["c"]),
        ("open \\begin{align} a\n\nthen $c$", "\\begin{align}", ["c"]),
        ("open \\( a\n\nthen $c$", "\\(", ["c"]),
    ],
)
def test_a_formula_that_does_not_end_is_said_at_its_opening(text: str, at: str, found: list[str]) -> None:
    problems = split(text).diagnostics
    assert [d.code for d in problems] == ["unclosed-math"]
    assert problems[0].span == Span(text.index(at), text.index(at) + len(at))
    assert formulas(text) == found


def test_blocks_and_their_levels() -> None:
    text = "# One\n\n## Two $a$\n\nText.\n\n- item\n  - inner\n\n1. first\n\n> quoted\n\n• typed\n• bullets\n\n" + "<p>html</p>"
    assert outline(text) == [
        ("heading", 1),
        ("heading", 2),
        ("paragraph", 0),
        ("item", 1),
        ("item", 2),
        ("item", 1),
        ("quote", 1),
        ("item", 1),
        ("item", 1),
        ("html", 0),
    ]


def test_markers_are_not_prose() -> None:
    prose = [p.text.strip() for b in split("## Two\n\n1. one\n\n• two").blocks for p in b.pieces]
    assert prose == ["Two", "one", "two"]


def test_directives_are_kept_with_their_kind() -> None:
    text = (
        "```{prf:theorem} T\n:label: t\n\nLet $a$.\n\nThen $b$.\n```\n\n:::{prf:proof}\nBy $c$.\n:::\n\n"
        "```{math}\n:label: e\nd = e\n```\n\n$f$"
    )
    assert [(b.directive, len(b.pieces)) for b in split(text).blocks if any(isinstance(p, Math) for p in b.pieces)] == [
        ("prf:theorem", 3),
        ("prf:theorem", 3),
        ("prf:proof", 3),
        ("math", 1),
        ("", 1),
    ]
    assert formulas(text) == ["a", "b", "c", "d = e", "f"]


def test_a_formula_in_a_quotation_steps_over_its_prefixes() -> None:
    text = "> $$\n> a\n> = b\n> $$"
    math = next(p for b in split(text).blocks for p in b.pieces if isinstance(p, Math))
    assert [text[s.start : s.end] for s in math.skips] == ["> "] * 3
    node = parse(Source("test", text), math.span, skips=math.skips).node
    assert node is not None
    assert node.value == ("=",)
    assert [text[c.span.start : c.span.end] for c in node.children] == ["a", "b"]


def test_a_greater_sign_at_the_start_of_a_quoted_line_is_kept() -> None:
    text = "> $$\n> a\n> > b\n> $$"
    math = next(p for b in split(text).blocks for p in b.pieces if isinstance(p, Math))
    node = parse(Source("test", text), math.span, skips=math.skips).node
    assert node is not None
    assert node.value == (">",)


def test_display_and_delimiter() -> None:
    found = [
        (p.delimiter, p.display)
        for b in split(r"$a$ $$b$$ \(c\) \[d\] \begin{gather*}e\end{gather*}").blocks
        for p in b.pieces
        if isinstance(p, Math)
    ]
    assert found == [("$", False), ("$$", True), ("\\(", False), ("\\[", True), ("\\begin{gather*}", True)]


def test_latex_documents() -> None:
    text = (
        "\\documentclass{article}\n\\newcommand{\\R}{\\mathbb R}\n\\begin{document}\n\\section{One $a$}\n"
        "Text with $b$ % and $not$ this\n\n"
        "\\begin{theorem}[T]\nLet \\(c\\).\n\\end{theorem}\n\\begin{itemize}\n\\item first $d$\n\\item second\n\\end{itemize}\n"
        "\\begin{align*}\ne &= f\n\\end{align*}\n\\begin{verbatim}\n$no$\n\\end{verbatim}\n\\end{document}"
    )
    result = split(text, "paper.tex")
    assert [(b.kind, b.directive) for b in result.blocks] == [
        ("heading", ""),
        ("paragraph", ""),
        ("paragraph", "theorem"),
        ("item", ""),
        ("item", ""),
        ("paragraph", ""),
    ]
    assert formulas(text)[:4] == ["a", "b", "c", "d"]
    assert not result.diagnostics


def check_total(text: str) -> None:
    result = split(text)
    whole = Span(0, len(text))
    last = 0
    for block in result.blocks:
        assert whole.contains(block.span)
        assert isinstance(block, Block)
        here: int | None = None
        for piece in block.pieces:
            outer = piece.outer if isinstance(piece, Math) else piece.span
            assert here is None or outer.start == here, text
            here = outer.end
            if isinstance(piece, Math):
                assert outer.contains(piece.span) and outer.start >= last, text
                last = outer.end
    assert all(d.span is not None and whole.contains(d.span) for d in result.diagnostics)


_SIGNS = [
    "$",
    "$$",
    "\\[",
    "\\]",
    "\\(",
    "\\)",
    "\n",
    "\n\n",
    "`",
    "```\n",
    "> ",
    "- ",
    "# ",
    "• ",
    "\\begin{align}",
    "\\end{align}",
    "<!--",
    "-->",
]
_SIGNS += [
    "---\n",
    "    ",
    "\t",
    "|",
    "\\$",
    "\\\\",
    "5 ",
    "and ",
    "你好",
    "\0",
    "{",
    ":::",
    "```{prf:x}\n",
    "\r",
    "\u2028",
    "a",
    "x = 1",
    "<p>",
]


def test_random_documents_are_split() -> None:
    rng = random.Random(11)
    for _ in range(800):
        check_total("".join(rng.choice(_SIGNS) for _ in range(rng.randrange(1, 40))))


@pytest.mark.parametrize("command", ["\\input{part}", "\\include{part}", "\\import{folder/}{part}", "\\subfile {part}"])
def test_what_another_file_brings_in_is_said_not_to_be_read(command: str) -> None:
    text = f"\\begin{{document}}\nLet $x > 0$. {command}\n% \\input{{no}}\n\\end{{document}}"
    found = split(text, "paper.tex").diagnostics
    assert [(d.code, d.severity) for d in found] == [("input-not-read", "warning")]
    assert found[0].span is not None and text[found[0].span.start : found[0].span.end] == command


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_split(text: str) -> None:
    check_total(text)


@pytest.mark.parametrize(
    "text",
    [
        "$" * 50000,
        "$a " * 20000,
        "$$a " * 10000,
        "\\[" * 20000,
        "\\begin{align}" * 5000,
        "`" * 50000,
        "```\n" * 10000,
        "• $a$\n" * 5000,
        "```{prf:a}\n" * 5000,
        "> $$\n> a\n> $$\n" * 3000,
    ],
    ids=lambda text: text[:10],
)
def test_long_documents_take_little_time(text: str) -> None:
    check_total(text)
