"""What is left of the words of a declaration: total on any prose, and quoted as written."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from symproofs.diagnostics import Source
from symproofs.read.document import read_documents
from symproofs.read.layout import layout
from symproofs.read.passes import IN_DOCUMENTS, through
from symproofs.read.prose import said_of

PIECES = (
    *(
        "Let ",
        "Suppose ",
        "Since ",
        "If ",
        "then ",
        "be ",
        "is ",
        "with mean ",
        "and variance ",
        "with rows ",
        "equal norms ",
        ". ",
        ", ",
    ),
    *(
        "设",
        "若",
        "由于",
        "则",
        "为",
        "的均值为",
        "，方差为",
        "的和为",
        "除了",
        "无穷大",
        "都必须是整数",
        "均值在 1 附近但方差很大",
        "。",
        "，",
    ),
    *("random vector ", "for all ", "不同", "对称", "\ufffc", "\n\n", "($k \\ne l$) ", "which is ", "\n- "),
    *(
        "$x$ ",
        "$1$",
        "$-1$",
        "$a, b > 0$ ",
        "$A \\in \\mathbb{R}^{n \\times n}$ ",
        "$y = 2x$ ",
        "$X$",
        "$$z = x + y$$",
        "$x_1, \\dots, x_n$ ",
    ),
)


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@settings(max_examples=150, deadline=None)
def test_any_prose_is_read(text: str) -> None:
    source = Source("test.md", text)
    read_documents([source])
    for section in layout(source).sections:
        left = said_of(through(IN_DOCUMENTS, section.formulas)).left
        assert all(words.strip() and "\ufffc" not in words for words in (*left.lasting.values(), *left.passing.values()))


def test_the_words_are_quoted() -> None:
    """The stretch between the formulas in which the word stands, so that its writer finds it."""
    source = Source("test.md", "Let $u, v \\in \\mathbb{R}^n$ with equal norms, and let $w$ be a real number.")
    (section,) = layout(source).sections
    left = said_of(through(IN_DOCUMENTS, section.formulas)).left
    assert dict(left.lasting) == {"u": "with equal norms", "v": "with equal norms"}
