"""A chain of orders says all that it compares, and what prose says of it is said of all its names."""

from __future__ import annotations

import pytest

import symproofs

HEADS = (
    "Let ${}$. Then ",
    "Let ${}$ be real numbers. Then ",
    "Suppose that ${}$ are reals. Then ",
    "Fix real numbers ${}$. Then ",
    "For every ${}$ we have ",
    "For all real numbers ${}$, we have ",
    "Take ${}$. Then ",
    "Let $a, b$ be real numbers with ${}$. Then ",
    "设 ${}$。则 ",
    "设 ${}$ 为实数，则 ",
    "对任意实数 ${}$，有 ",
    "取实数 ${}$，则 ",
)
CHAINS = (
    ("0 < a < b", ("a > 0", "b > 0", "a < b", "a^2 < b^2"), "b < a"),
    ("a > b > 0", ("b > 0", "a > b"), "b > a"),
    ("0 \\le a \\le 1", ("a \\ge 0", "a^2 \\le a"), "a > 1"),
    ("a < 0 < b", ("a b < 0",), "a b > 0"),
    ("a \\ne b", ("(a - b)^2 > 0",), "(a - b)^2 = 0"),
)


def verdict(text: str) -> str:
    """The verdict of the last step."""
    (document,) = symproofs.check(text).documents
    return document.steps[-1].verdict.value


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(("given", "right", "wrong"), CHAINS)
def test_all_of_it_is_known(head: str, given: str, right: tuple[str, ...], wrong: str) -> None:
    for claim in right:
        assert verdict(f"{head.format(given)}${claim}$.") == "proved", claim
    assert verdict(f"{head.format(given)}${wrong}$.") == "refuted"


@pytest.mark.parametrize(
    ("chain", "signs"),
    [
        ("a > b > 0", {"a": {"positive"}, "b": {"positive"}}),
        ("a \\ge b \\ge 0", {"a": {"nonnegative"}, "b": {"nonnegative"}}),
        ("0 \\le a < b", {"a": {"nonnegative"}, "b": {"positive"}}),
        ("a < b < 0", {"a": {"negative"}, "b": {"negative"}}),
        ("0 < a > b", {"a": {"positive"}, "b": set()}),
        ("-1 < a < b", {"a": set(), "b": set()}),
        ("a < b > 0", {"a": set(), "b": {"positive"}}),
    ],
)
def test_signs_go_along_a_chain_that_leads_one_way(chain: str, signs: dict[str, set[str]]) -> None:
    (document,) = symproofs.check(f"Let ${chain}$ be real numbers. Then $a + b = b + a$.").documents
    rows = document.steps[-1].link.context.declarations
    assert {n: set(rows[n].properties) for n in signs} == signs


@pytest.mark.parametrize("noun", ["integers", "positive integers", "natural numbers"])
def test_a_plural_noun_is_of_all_names(noun: str) -> None:
    (document,) = symproofs.check(f"Let $2 \\le m < n$ be {noun}. Then $\\sqrt{{m}} < n$.").documents
    sorts = {n: row.type.sort for n, row in document.steps[-1].link.context.declarations.items()}
    assert set(sorts.values()) <= {"integer", "natural"} and set(sorts) == {"m", "n"}


def test_a_singular_noun_is_of_the_first_name() -> None:
    (document,) = symproofs.check("Let $x$ be a real number and let $n > x$ be an integer. Then $n - x > 0$.").documents
    sorts = {n: row.type.sort for n, row in document.steps[-1].link.context.declarations.items()}
    assert sorts == {"x": "real", "n": "integer"} and document.steps[-1].verdict.value == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "Let $m \\le n$ be positive integers. Then $m \\ge 1$.",
        "Let $0 < a < b$ be integers. Then $a \\ge 1$.",
        "Let $a \\ne b$ be integers. Then $(a - b)^2 \\ge 1$.",
        "设 $m \\le n$ 为正整数。则 $m \\ge 1$。",
        "设 $n$ 为正整数，$0 < k < n$ 为整数，则 $k \\le n - 1$。",
        "Let $n = 5$ and let $0 < k < n$ be integers. Then $k \\le 4$.",
    ],
)
def test_what_is_true_of_integers_only_is_not_refuted(text: str) -> None:
    assert verdict(text) in ("proved", "undecided")


def test_what_goes_on_from_above_is_named_whole() -> None:
    (document,) = symproofs.check("Let $0 < x < y$ be real numbers. Then $x^2 < y^2$.").documents
    assert {h.label for h in document.steps[-1].link.context.hypotheses} == {"0 < x", "x < y"}
