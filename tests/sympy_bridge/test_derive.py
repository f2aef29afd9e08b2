"""Derivations in Python: what is printed as a theorem is one, what is no theorem says what it is."""

from __future__ import annotations

import re

import pytest

from symproofs.apps.check import check
from symproofs.apps.notebook import Derivation
from symproofs.derivation.document import Language
from symproofs.sympy_bridge.derive import NotProved
from symproofs.sympy_bridge.written import absolute, sin

LABELS = {
    "en": {"theorem": "Theorem", "refuted": "Claim, refuted", "open": "Claim, not proved", "proof": "Proof"},
    "zh": {"theorem": "定理", "refuted": "断言（已否定）", "open": "断言（未证明）", "proof": "证明"},
}


def made(language: Language, *kinds: str) -> Derivation:
    d = Derivation("trial", language=language)
    x, y = d.scalars("x y")
    for kind in kinds:
        match kind:
            case "proved":
                d.claim(x * y, "=", y * x)
            case "proved-provided":
                d.claim(x / x, "=", 1)
            case "refuted":
                d.claim((x + y) ** 2, "=", x**2 + y**2)
            case "undecided":
                d.claim(absolute(sin(sin(x))), "<=", absolute(sin(x)))
            case "chain":
                d.chain((x + 1) ** 2, x**2 + 2 * x + 1, x**2 + 2 * x + 2)
    return d


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", ["proved", "proved-provided", "refuted", "undecided", "chain"])
def test_only_what_is_proved_is_called_a_theorem(language: Language, kind: str) -> None:
    d = made(language, kind)
    (*_, last) = d.checked().steps
    assert kind == "chain" or last.verdict.value == kind
    words = LABELS[language]
    label = "theorem" if kind.startswith("proved") else "open" if kind == "undecided" else "refuted"
    stop = "." if language == "en" else "。"
    for text, bold, slanted in ((d.markdown(), "**{}", "*{}*"), (d.latex(), r"\textbf{{{}}}", r"\textit{{{}}}")):
        assert bold.format(words[label]) in text
        assert (bold.format(words["theorem"]) in text) == (label == "theorem") == (slanted.format(words["proof"] + stop) in text)


def test_a_condition_that_is_needed_stands_among_the_hypotheses() -> None:
    d = made("en", "proved", "proved-provided")
    first, second = re.split(r"\*\*Theorem", d.markdown())[1:]
    assert r"- Let $x \neq 0$ (needed, and not stated)." in second and "neq" not in first
    assert check(d.markdown()).summary.keys() == {"proved", "given"}


def test_of_a_chain_that_breaks_every_link_is_shown() -> None:
    text = made("en", "proved", "chain").markdown()
    assert r"(x + 1)^2 = x^2 + 2 x + 1,\quad x^2 + 2 x + 1 = x^2 + 2 x + 2" in text
    assert r"\text{(1) ✓ expanding and collecting}" in text and r"\text{(2) ✗ does not hold}" in text
    assert "Step (2) does not hold" in text


def test_theorems_are_theorems() -> None:
    (proof,) = made("en", "proved").theorems()
    assert not proof.conditions and proof.theorem.conclusion == made("en", "proved").claims[0].statement


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("proved-provided", r"claim 2, .*: proved-provided where x \\neq 0"),
        ("refuted", "claim 2, .*: refuted: the two sides differ"),
        ("undecided", "claim 2, .*: undecided: "),
        ("chain", r"claim 3, .*: refuted"),
    ],
)
def test_what_is_no_theorem_is_said(kind: str, why: str) -> None:
    d = made("en", "proved", kind)
    with pytest.raises(NotProved, match=why):
        d.theorems()
    assert len(d.attempts()) == 2


def test_hypotheses_that_contradict_each_other_prove_nothing() -> None:
    d = Derivation("empty")
    x = d.scalar("x")
    d.assume(x, "<", 0)
    d.assume(x, ">", 0)
    d.claim(x, "=", 1)
    with pytest.raises(NotProved, match="may contradict each other"):
        d.theorems()
    assert "**Claim, not proved (empty).**" in d.markdown()
