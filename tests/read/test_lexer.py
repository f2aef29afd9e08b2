"""The lexer: exact places, Unicode as TeX, words, escapes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.diagnostics import Source, Span
from symproofs.read.lexer import Lexed, lex
from symproofs.read.macros import Macros, definitions
from symproofs.read.tokens import TOKENS


def lexed(text: str, macros: Macros | None = None) -> Lexed:
    return lex(Source("test", text), Span(0, len(text)), macros=macros)


def words(text: str) -> list[str]:
    """The tokens of a text, each as its value or, without one, its kind."""
    return [t.value or t.kind for t in lexed(text).tokens[:-1]]


def kinds(text: str) -> list[str]:
    return [t.kind for t in lexed(text).tokens[:-1]]


@pytest.mark.parametrize(
    ("unicode", "tex"),
    [
        ("α", r"\alpha"),
        ("Σ", r"\Sigma"),
        ("W₂", "W_{2}"),
        ("Cᵢ", "C_{i}"),
        ("10⁰", "10^{0}"),
        ("x⁻¹", "x^{-1}"),
        ("Aᵀ", r"A^{\top}"),
        ("a ≠ b", r"a \ne b"),
        ("a ≤ b ≥ c", r"a \le b \geq c"),
        ("a ≈ b", r"a \approx b"),
        ("a · b × c", r"a \cdot b \times c"),
        ("a − b", "a - b"),
        ("∑", r"\sum"),
        ("∞", r"\infty"),
        ("a ∈ A", r"a \in A"),
        ("a ⇒ b", r"a \Rightarrow b"),
        ("f′", "f'"),
        ("（a，b）", "(a,b)"),
        ("a；b。", "a;b."),
        ("x≔y", "x := y"),
        ("…", r"\ldots"),
        ("∀x∃y", r"\forall x\exists y"),
        ("ℝ", r"\R"),
    ],
)
def test_unicode_is_the_same_as_tex(unicode: str, tex: str) -> None:
    assert [(t.kind, t.value) for t in lexed(unicode).tokens] == [(t.kind, t.value) for t in lexed(tex).tokens]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("cos(t)", ["cos", "(", "t", ")"]),
        ("icos(t)", ["i", "cos", "(", "t", ")"]),
        ("ab", ["a", "b"]),
        ("LHS", ["LHS"]),
        ("x_{perm}", ["x", "_", "{", "perm", "}"]),
        ("x_{ij}", ["x", "_", "{", "i", "j", "}"]),
        ("J_{neg-log}", ["J", "_", "{", "neg-log", "}"]),
        ("e^{int}", ["e", "^", "{", "i", "n", "t", "}"]),
        (r"\operatorname{arg\,min}", ["argmin"]),
        (r"\mathrm{Var}(x)", ["Var", "(", "x", ")"]),
        (r"\text{softmax}", ["softmax"]),
        (r"\text{i}", ["rm i"]),
        ("X.T", ["X", "transpose"]),
        (r"a\,b\!c\;d", ["a", "b", "c", "d"]),
        ("a % note = x\n b", ["a", "b"]),
        ("1{,}000", ["1000"]),
        ("3.25x", ["3.25", "x"]),
        (r"x\_i", ["x", "_", "i"]),
        ("n != m", ["n", "!=", "m"]),
        ("n!=1", ["n", "!", "=", "1"]),
        ("1..n", ["1", "range", "n"]),
        ("n integer", ["n", "integer"]),
        (r"\left( a \right]", ["(", "a", "]"]),
        (r"\bigl| a \bigr|", ["|", "a", "|"]),
        (r"a \\[2pt] b", ["a", "row", "b"]),
        (r"a \\ [b]", ["a", "row", "[", "b", "]"]),
        (r"\\frac{a}{b} \\leq \\alpha", ["frac", "{", "a", "}", "{", "b", "}", "<=", "alpha"]),
        (r"S = \\{1\\}", ["S", "=", "\\{", "1", "\\}"]),
        (r"a \overset{(1)}{=} b \overset{\text{def}}{=} c", ["a", "=", "b", "def", "c"]),
        (r"a \not= b \not\in c", ["a", "!=", "b", "notin", "c"]),
        ("k为整数", ["k", "为整数"]),
    ],
)
def test_tokens(text: str, values: list[str]) -> None:
    assert words(text) == values
    assert all(d.severity == "warning" for d in lexed(text).diagnostics)


def test_formulas_inside_texts_are_read() -> None:
    assert kinds(r"\text{for all $i > 0$, say}") == ["text", "id", "relation", "num", "text"]


def test_places_are_exact() -> None:
    text = r"\frac{α₁}{b} + \text{ReLU}(x) % end"
    for token in lexed(text).tokens[:-1]:
        piece = text[token.start : token.end]
        if token.kind in ("id", "num") and piece:
            assert piece in ("α", "₁", "b", "x")
    starts = [t.start for t in lexed(text).tokens]
    assert starts == sorted(starts)


def test_every_kind_of_token_is_listed() -> None:
    text = (
        r"a+b=\text{c}\mathbf d\hat e ∑ ∫ \max \sin \frac ( ) | \dots ∞ † X.T \tag{1} ∵ ∴ , . : ! ? ' ^ _ & "
        r"\\ \quad \begin{matrix}\end{matrix}"
    )
    assert set(kinds(text)) <= set(TOKENS)


def test_definitions_are_found_in_a_document() -> None:
    text = (
        "\\newcommand{\\R}{\\mathbb R}\n\\renewcommand\\vec[1]{\\mathbf{#1}}\n\\def\\half#1{\\tfrac{#1}2}\n"
        "\\DeclareMathOperator*{\\amin}{arg\\,min}\n\\newcommand{\\bad"
    )
    found = {m.name: (m.arity, m.body, m.operator) for m in definitions(text)}
    assert found == {
        "R": (0, r"\mathbb R", False),
        "vec": (1, r"\mathbf{#1}", False),
        "half": (1, r"\tfrac{#1}2", False),
        "amin": (0, r"arg\,min", True),
    }


def test_a_document_s_macro_goes_before_our_own_command() -> None:
    macros = Macros({m.name: m for m in definitions(r"\newcommand{\R}{R_0}")})
    assert [t.value for t in lexed(r"\R", macros).tokens[:-1]] == ["R", "_", "0"]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_lexed(text: str) -> None:
    result = lexed(text)
    assert result.tokens[-1].kind == "eof"
    assert all(0 <= t.start <= t.end <= len(text) for t in result.tokens)
    assert all(d.span is not None and d.span.end <= len(text) for d in result.diagnostics)
